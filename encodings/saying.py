"""Whether an object, or any effect, says something of a sort: asked once of each text.

Encoding: a step asks it of the whole board. An answer is kept for as long as the object is printed
and copied as it was, which is all that it looks at.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from striate.cards import tree
from striate.encodings.state import Chars, Thing, World

# A function of a module, so that it is the same one each time.
Asked: TypeAlias = Callable[[tree.Node], bool]


def is_said(world: World, question: Asked) -> bool:
    """Whether it is true of an ability that is printed, copied or chosen as a form, or of an effect
    of a resolution; what these give others is part of them.
    """
    return any(says(world, thing, question) for thing in world.things) or any(
        map(question, world.effects_begun())
    )


def says(world: World, thing: Thing, question: Asked) -> bool:
    """Whether it is true of an ability that the object has by its text, on any face."""
    known = world.answers.get((thing.index, question))
    if known is None or known[0] is not thing.printed or known[1] != thing.copies:
        values = (*thing.printed, *(copy.values for copy in thing.copies))
        answer = any(map(question, _abilities_of(values)))
        known = world.answers[thing.index, question] = (thing.printed, [*thing.copies], answer)
    return known[2]


def _abilities_of(values: Iterable[Chars]) -> Iterator[tree.Ability]:
    for each in values:
        for part in _halves(each):
            for held in part.abilities:
                for _, ability in held.alternatives:
                    yield ability


def _halves(face: Chars) -> tuple[Chars, ...]:
    return (face, *((face.bottom,) if face.bottom else ()), *face.halves)
