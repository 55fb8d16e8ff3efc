"""707.5, 707.8a, 707.9e, 613.2a: what an object is that enters as a copy, or in a form."""

from msgspec import Struct
from msgspec.structs import replace

from striate.boards.timeline import CopySpellOnStack, EnterTokenCopy
from striate.cards import tree
from striate.encodings.algebra import TRUE
from striate.encodings.clauses import clause
from striate.encodings.copying import (
    copiable_values,
    copied_values,
    exceptions_of_copy,
    last_known,
)
from striate.encodings.state import Chars, Held, Thing, World, of_seat
from striate.timeline import game as timeline

CopyStep = EnterTokenCopy | CopySpellOnStack
Extras = tuple[tree.EntersWith | tree.EntersTapped, ...]
_ENTERS_WITH = (tree.EntersWith, tree.EntersTapped)


class Entering(Struct):
    """An object that enters as a copy; `own`: the ability that says so, where it is its own."""

    world: World
    thing: Thing
    of: Thing
    exceptions: tuple[tree.CopyExtra, ...]
    own: tree.Ability | None
    facts: timeline.Thing


@clause("707.5", "614.12")
def as_it_enters(it: Entering) -> tuple[Chars, Extras]:
    """707.5: it enters as a copy: the values, and how the copy effect says that it enters."""
    return without_entering_part(copied_values(it.world, it.thing, it.of, it.exceptions, it.own))


@clause("707.9e")
def without_entering_part(values: Chars) -> tuple[Chars, Extras]:
    """707.9e: "except it enters with ..." is done as it enters; it is no ability of the copy."""
    entering: list[tree.EntersWith | tree.EntersTapped] = []
    kept: list[Held] = []
    for held in values.abilities:
        extra = held.alternatives[0][1]
        if held.key[0] == "exception" and isinstance(extra, _ENTERS_WITH):
            entering.append(extra)
        else:
            kept.append(held)
    return replace(values, abilities=tuple(kept)), tuple(entering)


class Made(Struct):
    """A token or spell that's a copy: its faces, which is up, and how it enters."""

    faces: tuple[Chars, ...]
    two_faced: bool
    up: int
    extras: Extras


def made_copy(world: World, of: Thing, step: CopyStep) -> Made:
    """707.2, 707.10, 111: what is copied is what is printed on a token or spell that's a copy."""
    seat, values = of_seat(step.controller), copiable_values(world, of)
    zone = "battlefield" if isinstance(step, EnterTokenCopy) else "stack"
    copy = Thing(step.handle, len(world.things), zone, world.clock, seat, seat, (values,))
    if isinstance(step, EnterTokenCopy):
        copy.is_token, copy.choices, copy.x = TRUE, dict(step.choose), step.x
    world.things.append(copy)  # what is about to be made is one of the world meanwhile
    try:
        return token_faces(world, copy, of, step)
    finally:
        world.things.pop()


@clause("707.8a", "707.10g")
def token_faces(world: World, token: Thing, of: Thing, step: CopyStep) -> Made:
    """707.8a, 707.10g: a token or spell that's a copy of a double-faced object has both faces, the
    same one up.
    """
    last = last_known(world, of)
    was = of if last is None else last.facts
    if not was.two_faced or was.down is not None:
        values, extras = without_entering_part(copied_values(world, token, of, step.exceptions))
        return Made((values,), False, 0, extras)
    exceptions = exceptions_of_copy(world, token, of, step.exceptions)
    up, faces_made = was.face, []
    without_cost = any(isinstance(extra, tree.NoManaCost) for extra in exceptions)
    for face in range(len(was.printed)):
        was.face = face
        values, extras = without_entering_part(copied_values(world, token, was, exceptions))
        if not was.copies and not without_cost:
            # 202.3b: of such a copy too, the front face's cost counts for the back.
            values.mana_value = was.printed[face].mana_value
        faces_made.append((values, extras))
    was.face = up
    return Made(tuple(values for values, _ in faces_made), True, up, faces_made[up][1])
