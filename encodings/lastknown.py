"""608.2h, 113.7a: what words know of objects that are no longer where they expect them."""

from dataclasses import replace

from striate.boards import timeline
from striate.cards import tree
from striate.cards.costs import works_elsewhere
from striate.cards.walking import any_node, nodes
from striate.encodings.algebra import FALSE
from striate.encodings.clauses import clause
from striate.encodings.game import Game
from striate.encodings.matching import holds, refer
from striate.encodings.numbering import Resolvable
from striate.encodings.refusing import UNTOLD
from striate.encodings.state import IN_PLAY, Last, Setting


def looked_back_at(step: timeline.Step) -> tuple[str | None, ...]:
    """The handles that the step names, of objects that may have left by then (608.2h)."""
    chosen = dict(getattr(step, "choose", ())).values()
    return (getattr(step, "of", None), *(getattr(step, "targets", None) or ()), *chosen)


def looking_back(
    game: Game, body: tree.Body, setting: Setting, ability: tree.Ability | None = None
) -> Setting:
    """608.2h: the setting of words that know what has left; and what that is as they begin."""
    setting = replace(setting, looks_back=True)
    game.world.past = _gone_before(game, body, setting, ability)
    return setting


@clause("113.7a", "608.2h")
def _gone_before(
    game: Game, body: tree.Body, setting: Setting, ability: tree.Ability | None
) -> dict[int, Last]:
    """113.7a: the source, or what the cost took, is no longer where the ability expects it.

    Of an ability that works elsewhere the source lies where it is expected.
    """
    if ability is not None and works_elsewhere(ability):
        return {}
    named = [] if setting.source is None else [setting.source]
    for node in nodes(body):
        if isinstance(node, tree.ChosenObject) and not any_node(node.filter, (tree.InZone,)):
            named += refer(game.now(), node, setting) if node.kind in setting.choices else []
    return as_they_last_were(game, tuple(named))


def as_they_last_were(game: Game, indices: tuple[int, ...]) -> dict[int, Last]:
    """What of these has left the battlefield, as it last was there."""
    things = [game.world.things[index] for index in indices]
    return {each.index: each.last for each in things if each.last and each.zone not in IN_PLAY}


@clause("603.4", "608.2a")
def still_true(game: Game, ability: Resolvable, setting: Setting, targets: list[int]) -> bool:
    """603.4: an "if" after the event is asked again on resolution, where the board can tell it.

    Its "it" is the object of the event: the source, or what the step names first.
    """
    if not isinstance(ability, tree.Triggered) or ability.condition is None:
        return True
    if any_node(ability.condition, UNTOLD):
        return True
    doer = ability.event.who if isinstance(ability.event, tree.Event) else None
    if isinstance(doer, tree.Attached) and any_node(ability.condition, (tree.Attached,)):
        return True  # it is attached to nothing any more: the board says that it resolved
    of_source = doer == tree.This()
    specs = ability.body.targets
    aimed = (
        bool(specs) and specs[0].word != "that"
    )  # the step names targets, not the event's object
    about = setting.source if of_source else next(iter([] if aimed else targets), None)
    if about is None and any_node(ability.condition, (tree.Affected,)):
        return True
    if about is not None:
        game.world.past |= as_they_last_were(game, (about,))
    return holds(game.now(), ability.condition, replace(setting, affected=about)) != FALSE
