"""707.10, 601: spells on the stack, with their choices, and copies of them.

What a cost that was paid brings about: dash (702.109), blitz (702.152), warp (702.185), and the
haste of what was suspended (702.62). Others give it abilities (`cards.meanings_counted`).
"""

from striate.boards import timeline as steps
from striate.boards.deeds import BY_END_OF_TURN
from striate.boards.timeline import CopySpellOnStack, PutSpell
from striate.cards import tree
from striate.timeline import newcomers
from striate.timeline.context import Context
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.resolving import resolve


def put_spell(play: Play, step: PutSpell) -> None:
    """601.2: a spell with the choices that were made for it and the mana that was spent."""
    faces = play.reading.faces_of(step.card)
    thing = newcomers.new(play, step.handle, faces, step.card, step.controller)
    thing.x, thing.whole = step.x, step.whole
    thing.choices = dict(step.choose)
    thing.spell_choices.update(_choices(step))
    put_on_stack(play, thing)


def _choices(step: PutSpell) -> dict[str, str | int | tuple[str, ...]]:
    """601.2b-c: what was chosen, by kind; only what the board tells."""
    found: dict[str, str | int | tuple[str, ...]] = {}
    if step.targets:
        found["targets"] = step.targets
    if len(step.modes) == 1:
        found["mode"] = step.modes[0]
    elif step.modes:
        found["mode"] = tuple(str(mode) for mode in step.modes)
    if step.x is not None:
        found["x"] = step.x
    if step.kicked:
        found["kicked"] = int(step.kicked)
    if step.mana is not None:
        found["mana"] = step.mana
    found.update(step.choose)
    return found


def copy_spell(play: Play, step: CopySpellOnStack) -> None:
    """707.10, 707.10a, 707.10c: characteristics and decisions are copied; mana is no object and is
    not. 707.10g: of a double-faced spell both faces.
    """
    original = play.game.things[step.of]
    copied = play.state().spell_copy(step)
    if copied is None:
        return
    thing = newcomers.new(play, step.handle, copied.faces, None, step.controller)
    thing.layout, thing.transformed = copied.layout, copied.transformed
    thing.exceptions, thing.copy_of_spell = step.exceptions, True
    thing.x, thing.choices = original.x, dict(original.choices)
    thing.spell_choices = {**original.spell_choices, "mana": ""}
    if step.targets is not None:
        thing.spell_choices["targets"] = step.targets
    put_on_stack(play, thing)
    if step.unread:
        play.note(copied.name, step.unread)


def put_on_stack(play: Play, thing: Thing) -> None:
    """613.7d: it enters the zone."""
    thing.zone = "stack"
    thing.stamp = play.tick("entering", thing)
    play.game.things[thing.handle] = thing


_END = BY_END_OF_TURN[0]
_HASTE = tree.Continuous(
    tree.Effect(tree.This(), (tree.GainAbilities((tree.Keyword("haste"),)),)),
    tree.AsLongAs(tree.Unless(tree.Matches(tree.This(), tree.ControlledBy("opponent")))),
)
_FOLLOWS: dict[str, tree.Step] = {
    "blitz": tree.Later(_END, (tree.MoveZone("sacrifice", tree.This(), "graveyard"),)),
    "dash": tree.Later(_END, (tree.MoveZone("return", tree.This(), "hand"),)),
    "suspend": tree.Do((_HASTE,), tree.Matches(tree.This(), tree.HasType("Creature"))),
    "warp": tree.Later(_END, (tree.MoveZone("exile", tree.This(), "exile"),)),
}


def follows_from_its_cost(play: Play, step: steps.Enter) -> None:
    """702.62a, 702.109a, 702.152a, 702.185a: of the permanent that the spell becomes; of no other
    that it is later.

    603.7c: abilities of the spell make it happen, so it does so even if the permanent lost its own.
    """
    deed = _FOLLOWS.get(dict(step.choose).get("cost", ""))
    if deed is not None and play.game.things[step.handle].zone == "battlefield":
        at = Context(source=step.handle, card=step.card.name, controller=step.controller)
        resolve(play, tree.Body((deed,)), at)
