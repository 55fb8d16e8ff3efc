"""611.2: an effect of a resolution begins: its set and its variables are fixed."""

from collections.abc import Collection

import msgspec

from striate.cards import tree
from striate.cards.tree import Ability, AsLongAs, Continuous, This, UntilLeaves
from striate.cards.walking import any_node, in_words
from striate.timeline import moving
from striate.timeline.context import Context
from striate.timeline.forbidding import forbids
from striate.timeline.play import Play


def begin(
    play: Play, step: Continuous, at: Context, ability: Ability | None, left: Collection[str] = ()
) -> None:
    """611.2a-d, 613.7b: the effect begins now, on the objects that its words mean now.

    400.7: not on those that have left, of which the words tell what they last were.
    """
    effect = _of_the_resolving_one(step.effect, ability)
    if not _starts(play, step, at):
        return
    by_object = play.state().begin(effect, at, ability)
    play.reading.note_questions()
    by_object = {
        h: changes
        for h, changes in by_object.items()
        if h not in left and _lasts(play, step, at, h) and not _is_kept(play, effect, at, h)
    }
    if not by_object:
        return
    at = msgspec.structs.replace(at, looks_back=False)
    details = {"condition": effect.condition, "ability": ability, "words": effect.changes}
    play.game.begin(play.game.tick(), by_object, step.duration, at, **details)  # 613.7b


_ENTERING = "611.2e"


def enter_so(
    play: Play, step: Continuous, at: Context, ability: Ability | None, handle: str
) -> None:
    """611.2e: what it "is" and "has" it is and has as it enters. The effect gets its timestamp when
    the words are reached, behind that of the object's own abilities (613.7n)."""
    changes = play.state().begin(step.effect, at, ability)
    if handle in changes:
        fixed = {handle: changes[handle]}
        details = {"rule": _ENTERING, "ability": ability, "words": step.effect.changes}
        play.game.begin(play.game.tick(), fixed, step.duration, at, **details)
        play.game.changed()


def has_entered(play: Play, step: Continuous) -> None:
    """611.2e: from now on it is so by the effect itself."""
    if step.so:
        play.game.lasting = [each for each in play.game.lasting if each.rule != _ENTERING]
        play.game.changed()


def _of_the_resolving_one(effect: tree.Effect, ability: Ability | None) -> tree.Effect:
    """611.2a: "loses this ability" is said of the ability that resolves."""
    lost = tree.LoseAbilities((tree.THIS_ABILITY,))
    if lost not in effect.changes:
        return effect
    gone = tree.LoseAbilities(() if ability is None else (ability,))
    changes = tuple(gone if change == lost else change for change in effect.changes)
    return msgspec.structs.replace(effect, changes=changes)


def _starts(play: Play, step: Continuous, at: Context) -> bool:
    """611.2b: an effect that lasts until its source leaves never begins once that has left."""
    if not isinstance(step.duration, UntilLeaves) or at.source is None:
        return True  # the text names a permanent, and the board does not say which one
    source = play.game.things.get(at.source)
    return source is not None and source.zone == "battlefield"


_KEPT = "other players can't gain control of it"
_TAKES = in_words(tree.SetController, tree.ExchangeControl)


def _is_kept(play: Play, effect: tree.Effect, at: Context, handle: str) -> bool:
    """101.2: whether something says that another player can't gain control of it; "" is any."""
    thing = play.game.things.get(handle)
    if thing is None or not _TAKES(effect.changes) or not forbids(play, thing, _KEPT):
        return False
    state = play.state()
    if effect.changes != (tree.SetController("you"),):
        play.note(at.card, f"who gains control of {state.name(handle)}")
        return False
    return state.you(at) != state.controller(handle)


def _lasts(play: Play, step: Continuous, at: Context, handle: str) -> bool:
    """611.2b: a "for as long as" that is already over makes the effect do nothing."""
    if not isinstance(step.duration, AsLongAs):
        return True
    condition = step.duration.condition
    at = msgspec.structs.replace(at, looks_back=False)  # it asks of every moment as it is
    source = play.game.things.get(at.source or "")
    phased = source is not None and source.zone == moving.PHASED_OUT
    if phased and any_node(condition, (This,)):
        return False  # 702.26f
    return play.state().holds(condition, at.about(handle))
