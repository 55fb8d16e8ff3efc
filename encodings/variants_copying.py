"""Wrong readings of copying and face-down status (613.2, 707, 708)."""

from dataclasses import replace

from striate.boards.timeline import EnterTokenCopy
from striate.encodings.algebra import TRUE
from striate.encodings.clauses import wrong
from striate.encodings.copying import copiable_values, face_up_values, values_to_copy, with_stamps
from striate.encodings.entering_as import as_it_enters, token_faces
from striate.encodings.game import Game
from striate.encodings.layers import settle
from striate.encodings.state import Chars, Thing, World
from striate.encodings.unaffected import base_controller

_COUNTERS = "copies-take-counters"
_EXCEPTIONS = "exceptions-lost-in-chains"
_COPIED = "copied object"  # among a copy's choices, while exceptions are lost


def _take_counters(game: Game, thing: Thing, of: Thing) -> None:
    for counter in of.counters:
        game.put_counters(thing, counter.kind, counter.number)


@wrong(_COUNTERS, of=as_it_enters, rules=("707.2",))
def enters_with_its_counters(game: Game, thing: Thing, copying: str | None) -> None:
    """A copy has the counters of what it copies."""
    as_it_enters.right(game, thing, copying)
    if copying is not None:
        _take_counters(game, thing, game.world.things[game.world.handles[copying]])


@wrong(_COUNTERS, of=token_faces, rules=("707.2",))
def token_with_its_counters(
    game: Game, thing: Thing, of: Thing, step: EnterTokenCopy
) -> tuple[Chars, ...]:
    """So has a token that's a copy."""
    faces = token_faces.right(game, thing, of, step)
    _take_counters(game, thing, of)
    return faces


@wrong("copies-take-current-values", of=values_to_copy)
def values_as_they_are_now(world: World, of: Thing) -> Chars:
    """A copy has the characteristics that the original has now, other effects included."""
    copiable = []
    for thing in world.things:
        # What is entering as the copy has no values of its own to look at yet.
        values = copiable_values(world, thing).copy() if thing.printed else Chars(
            {}, (), 0, {}, {}, {}, {}, (), 0, 0, (), TRUE
        )  # fmt: skip
        values.yours = base_controller(thing)
        copiable.append(values)
    values = settle(world, copiable)[of.index].copy()
    values.abilities = tuple(
        replace(held, key=("current", index))
        for index, held in enumerate(values.abilities)
        if held.present == TRUE
    )
    return values


@wrong("copies-take-choices", of=as_it_enters, rules=("707.2", "707.6"))
def enters_with_its_choices(game: Game, thing: Thing, copying: str | None) -> None:
    """A copy has the choices that were made for what it copies."""
    as_it_enters.right(game, thing, copying)
    if copying is not None:
        of = game.world.things[game.world.handles[copying]]
        thing.choices = {**thing.choices, **of.choices}
        game.touch()


@wrong("face-down-before-copy", of=copiable_values, rules=("613.2b", "708.2"))
def copy_over_face_down(world: World, thing: Thing) -> Chars:
    """Copy effects apply over face-down status: a face-down permanent shows what it copies."""
    if thing.zone == "battlefield" and thing.down is not None and thing.copies:
        return with_stamps(thing, face_up_values(world, thing))
    return copiable_values.right(world, thing)


@wrong(_EXCEPTIONS, of=as_it_enters, rules=("707.3", "707.9b"))
def enters_and_remembers(game: Game, thing: Thing, copying: str | None) -> None:
    """A copy of a copy is without the exceptions of the first copy effect."""
    as_it_enters.right(game, thing, copying)
    if copying is not None:
        thing.choices = {**thing.choices, _COPIED: copying}


@wrong(_EXCEPTIONS, of=values_to_copy, rules=("707.3", "707.9b"))
def values_without_exceptions(world: World, of: Thing) -> Chars:
    """What is copied is the object that the first copy copied."""
    first = of.choices.get(_COPIED)
    if first is None:
        return values_to_copy.right(world, of)
    return values_to_copy(world, world.things[world.handles[first]])
