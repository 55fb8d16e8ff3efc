"""Of whom words say something: of the object that has them, of what that is attached to, of any.

"This creature gets ..." does nothing to another object, nor does "enchanted creature ..." to one
that is not enchanted; what a resolved effect says, it does to the objects of its set (611.2c). An
ability that is given speaks of whoever has it, and one that works outside the battlefield, or goes
on when its object has left, may be of any object. So an object is out of reach of words that are
about others.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from striate.cards import tree
from striate.cards.tree import Attached, Card, Node, This
from striate.cards.walking import children
from striate.quick.copies import LATER, Copies
from striate.timeline.game import Lasting, Thing
from striate.timeline.play import Play

_Found = TypeVar("_Found")
Place = Literal["itself", "host", "any"]
_PLACES: dict[Any, Place] = {This(): "itself", Attached(): "host"}
_AT_WORK = ("battlefield", "command")  # zones in which an ability works, unless it says another


class Said(NamedTuple):
    """A part of what an object or an effect says, and of whom."""

    node: Node
    place: Place
    given: bool = False  # in an ability that is given to an object
    elsewhere: bool = False  # by an ability that works in other zones, too


def said(words: object, at: Said) -> Iterator[Said]:
    """Every part of words that are said there.

    Of an ability that has yet to resolve nothing: then an effect says it.
    """
    if isinstance(words, Node):
        # Static abilities that an object has of others may speak of any.
        others = isinstance(words, tree.GainAbilitiesOf) and words.kind == "all"
        own = isinstance(words, tree.Keyword) and not at.given
        place: Place = "any" if others else "itself" if own else at.place
        at = at._replace(node=words, place=place)
        if isinstance(words, tree.Effect | tree.EntersAsCopy) and not at.given:
            at = at._replace(place=_PLACES.get(words.who, "any"))
        yield at
        if isinstance(words, LATER):
            return
        at = _inside(words, at)
    for part in children(words):
        yield from said(part, at)


def _inside(node: Node, at: Said) -> Said:
    if isinstance(node, tree.Static) and node.lingers:
        return at._replace(place="any", given=True, elsewhere=True)
    if isinstance(node, tree.Static):
        return at._replace(elsewhere=node.zones != ("battlefield",))
    if isinstance(node, tree.GainAbilities):
        return at._replace(place="any", given=True)
    return at


def _texts(faces: Any) -> Iterator[tuple[tree.Ability, ...]]:
    """Of the values with which a token was made."""
    for face in faces:
        yield face.abilities
        yield from _texts(face.parts)


@lru_cache
def _of_faces(question: Callable[[object], _Found]) -> Callable[[object], _Found]:
    return lambda faces: question(tuple(_texts(faces)))


def answer_of(play: Play, thing: Thing, question: Callable[[object], _Found]) -> _Found:
    """Asked once of the words with which the object was made; not of what it has as a copy."""
    if thing.card is not None:
        return play.answer(thing.card, question)
    answer: _Found = play.answer(thing.faces, _of_faces(question))
    return answer


_ON_A_CARD = Said(tree.AllOf(), "any")
_OF_ITS_SET = Said(tree.AllOf(), "itself")
Found = tuple[tuple[Place, bool, _Found], ...]  # of whom, whether from elsewhere too, and what


class Question(Generic[_Found]):
    """What is asked of each part that is said; asked once of what is printed or said by an
    effect."""

    def __init__(self, ask: Callable[[Said], _Found | None]) -> None:
        def answers(parts: Iterator[Said]) -> Found[_Found]:
            answered = ((part, ask(part)) for part in parts)
            return tuple((part.place, part.elsewhere, x) for part, x in answered if x is not None)

        self._of_card = lambda words: answers(said(words, _ON_A_CARD))
        self._of_effect = lambda words: answers(said(words, _OF_ITS_SET))

    def of_card(self, play: Play, card: Card) -> Found[_Found]:
        return play.answer(card, self._of_card)

    def of_object(self, play: Play, thing: Thing) -> Iterator[tuple[str, _Found]]:
        """With the object of which it is said, or "" for any; not what it has as a copy."""
        return said_by(thing, answer_of(play, thing, self._of_card))

    def about(self, play: Play, copies: Copies) -> Iterator[tuple[str, _Found]]:
        """The same of all objects, with what each may have as a copy, and of all effects."""
        for thing in play.game.things.values():
            yield from self.of_object(play, thing)
            yield from self.of_copy(play, copies, thing)
        for lasting in play.game.lasting:
            yield from self.of_effect(play, lasting)

    def of_copy(self, play: Play, copies: Copies, thing: Thing) -> Iterator[tuple[str, _Found]]:
        for card in copies.lent_to(thing):
            yield from said_by(thing, self.of_card(play, card))

    def of_effect(self, play: Play, lasting: Lasting) -> Iterator[tuple[str, _Found]]:
        for place, _, answer in play.answer(lasting.words, self._of_effect):
            for handle in lasting.by_object if place == "itself" else ("",):
                yield handle, answer


def said_by(thing: Thing, answers: Found[_Found]) -> Iterator[tuple[str, _Found]]:
    """The same with the object of which the thing says it, or "" for any."""
    for place, elsewhere, answer in answers:
        to: str | None = "" if place == "any" else thing.handle
        if place == "host":
            to = thing.attached_to
        if thing.zone not in _AT_WORK:
            to = "" if elsewhere and place == "any" else None
        if to is not None:
            yield to, answer
