"""Wrong readings of copying and face-down status (613.2, 707, 708)."""

from msgspec.structs import replace

from striate.cards import tree
from striate.cards.costs import colors_of
from striate.encodings import copying
from striate.encodings.algebra import TRUE
from striate.encodings.clauses import wrong
from striate.encodings.enteringcopies import (
    CopyStep,
    Entering,
    Extras,
    Made,
    as_it_enters,
    token_faces,
)
from striate.encodings.layers import base_controller, settle
from striate.encodings.seeing import concrete
from striate.encodings.state import Chars, Thing, World, face_of

_COUNTERS = "copies-take-counters"
_EXCEPTIONS = "exceptions-lost-in-chains"
_COPIED = "copied object"  # among a copy's choices, while exceptions are lost


def _its_counters(of: Thing) -> Extras:
    return tuple(
        tree.EntersWith(each.kind, tree.Num(concrete(each.number))) for each in of.counters
    )


@wrong(_COUNTERS, of=as_it_enters, rules=("707.2",))
def enters_with_its_counters(it: Entering) -> tuple[Chars, Extras]:
    """A copy has the counters of what it copies."""
    values, extras = as_it_enters.right(it)
    return values, (*extras, *_its_counters(it.of))


@wrong(_COUNTERS, of=token_faces, rules=("707.2",))
def token_with_its_counters(world: World, token: Thing, of: Thing, step: CopyStep) -> Made:
    """So has a token that's a copy."""
    values = token_faces.right(world, token, of, step)
    values.extras = (*values.extras, *_its_counters(of))
    return values


@wrong("copies-take-current-values", of=copying.values_to_copy)
def values_as_they_are_now(world: World, of: Thing) -> Chars:
    """A copy has the characteristics that the original has now, other effects included."""
    copiable = []
    for thing in world.things:
        # What is entering as the copy has no values of its own to look at yet.
        values = copying.copiable_values(world, thing).copy() if thing.printed else Chars(
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
def enters_with_its_choices(it: Entering) -> tuple[Chars, Extras]:
    """A copy has the choices that were made for what it copies."""
    it.facts.choices = {**it.facts.choices, **it.of.choices}
    return as_it_enters.right(it)


@wrong(
    "copies-lose-the-form",
    of=copying.values_to_copy,
    engines=("XMage", "Forge"),
    rules=("707.2", "208.2b"),
)
def values_without_the_form(world: World, of: Thing) -> Chars:
    """What was chosen as the original entered is not copied, even if it sets characteristics."""
    if of.entered_as and not of.copies and of.down is None:
        return face_of(of).copy()
    return copying.values_to_copy.right(world, of)


@wrong("back-face-without-indicator", of=copying.printed_faces, rules=("202.2e", "204.2", "712.8"))
def back_faces_of_their_cost(card: tree.Card) -> tuple[Chars, ...]:
    """The colour indicator of a back face is left out: without a mana cost it is colourless."""
    faces = copying.printed_faces.right(card)
    if card.layout != "transform":
        return faces
    for face, printed in zip(faces[1:], card.faces[1:], strict=True):
        face.colors = copying.colored(colors_of(printed.mana_cost))
    return faces


@wrong("face-down-before-copy", of=copying.copiable_values, rules=("613.2b", "708.2"))
def copy_over_face_down(world: World, thing: Thing) -> Chars:
    """Copy effects apply over face-down status: a face-down permanent shows what it copies."""
    if thing.zone == "battlefield" and thing.down is not None and thing.copies:
        return copying.with_stamps(thing, copying.face_up_values(world, thing))
    return copying.copiable_values.right(world, thing)


@wrong(_EXCEPTIONS, of=as_it_enters, rules=("707.3", "707.9b"))
def enters_and_remembers(it: Entering) -> tuple[Chars, Extras]:
    """A copy of a copy is without the exceptions of the first copy effect."""
    copied = as_it_enters.right(it)
    it.facts.choices = {**it.facts.choices, _COPIED: it.of.handle}
    return copied


@wrong(_EXCEPTIONS, of=copying.values_to_copy, rules=("707.3", "707.9b"))
def values_without_exceptions(world: World, of: Thing) -> Chars:
    """What is copied is the object that the first copy copied."""
    first = of.choices.get(_COPIED)
    if first is None:
        return copying.values_to_copy.right(world, of)
    return copying.values_to_copy(world, world.things[world.handles[first]])
