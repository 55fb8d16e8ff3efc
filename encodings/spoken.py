"""Whether any text on a board says something of a kind, asked once of what is printed on an object.

Encoding: a question that a step puts to the whole board is mostly answered by the texts, and then
the layers are not performed for it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from striate.cards import tree
from striate.encodings.state import Chars, Thing, World

# A function of a module, so that it is the same one each time.
Question: TypeAlias = Callable[[tree.Node], bool]


def is_said(world: World, question: Question) -> bool:
    """Whether it is true of an ability that is printed, copied or chosen as a form, or of an effect
    of a resolution; what these give others is part of them.
    """
    return any(says(world, thing, question) for thing in world.things) or any(
        question(resolved.effect) for resolved in world.resolved if not resolved.ended
    )


def says(world: World, thing: Thing, question: Question) -> bool:
    """Whether it is true of an ability that the object has by its text, on any face."""
    known = world.said.get((thing.index, question))
    if known is None or known[0] is not thing.printed:
        answer = any(map(question, _abilities_of(thing.printed)))
        known = world.said[thing.index, question] = (thing.printed, answer)
    return known[1] or (
        bool(thing.copies)
        and any(map(question, _abilities_of(copy.values for copy in thing.copies)))
    )


def _abilities_of(values: Iterable[Chars]) -> Iterator[tree.Ability]:
    for each in values:
        for part in (each, *((each.bottom,) if each.bottom else ()), *each.halves):
            for held in part.abilities:
                for _, ability in held.alternatives:
                    yield ability
