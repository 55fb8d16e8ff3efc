"""704.5f: whether a creature could have toughness 0 or less, by what could be taken from it.

A toughness is printed, or said by an effect that sets it; then effects take from it. Each such
effect is written once for each ability or effect that has it, and takes from an object at most
once. So a permanent has more than 0 if the least toughness that is printed on it or said of it is
more than all that is taken from it together by what speaks of it (`places`), with its counters
(613.4c). What is a copy has what is written on one of the cards that may be copied. What counts
something takes nothing, since no count is negative. What is given may be had many times, and what
switches has no bound.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import inf
from typing import NamedTuple, TypeGuard

from striate.boards.unknownnumber import UnknownNumber
from striate.cards import tree
from striate.cards.tree import Face, Keyword
from striate.cards.walking import any_node
from striate.quick import places
from striate.quick.copies import LATER, Copies
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.reading import Face as Values

_FACE_DOWN = 2  # 708.2a: the toughness of what is face down
_UNBOUND = (tree.SwitchPT, tree.ExchangeStatWithLife)
_COUNTS = (
    tree.Count, tree.CountDistinct, tree.CountersOn, tree.CountersAmong, tree.Devotion,
    tree.SymbolsIn, tree.SymbolsAmong, tree.HandOf, tree.ColorsOf, tree.X, tree.UnknownAmount,
)  # fmt: skip


class Bound(NamedTuple):
    """The least toughness that words set, and the most that they take from one object."""

    least: float = inf
    taken: float = 0

    def and_(self, other: "Bound") -> "Bound":
        return Bound(min(self.least, other.least), self.taken + other.taken)

    def or_(self, other: "Bound") -> "Bound":
        return Bound(min(self.least, other.least), max(self.taken, other.taken))


def may_be_none(play: Play, permanents: list[Thing], copies: Copies) -> bool:
    """Whether one of them could be a creature with toughness 0 or less."""
    if (
        not play.was_ever(_is_printed_with_none)
        and not play.anybody_says(_could_take)
        and all(_by_counters(thing) >= 0 for thing in permanents)
    ):
        return False
    said_of: dict[str, Bound] = {}
    for thing in play.game.things.values():
        for handle, bound in _SAID.of_object(play, thing):
            said_of[handle] = said_of.get(handle, _NOTHING).and_(bound)
        for handle, bound in _most_lent(play, copies, thing).items():
            said_of[handle] = said_of.get(handle, _NOTHING).and_(bound)
    for lasting in play.game.lasting:
        for handle, bound in _SAID.of_effect(play, lasting):
            said_of[handle] = said_of.get(handle, _NOTHING).and_(bound)
    of_any = said_of.pop("", _NOTHING)
    for thing in permanents:
        bound = of_any
        if thing.handle in said_of:
            bound = of_any.and_(said_of[thing.handle])
        least = min(bound.least, _printed(play, copies, thing)) + _by_counters(thing)
        if least <= bound.taken:
            return True
    return False


def _most_lent(play: Play, copies: Copies, thing: Thing) -> dict[str, Bound]:
    """Of a copy: the most that the words of a card say which it may be a copy of."""
    most: dict[str, Bound] = {}
    for card in copies.lent_to(thing):
        lent: dict[str, Bound] = {}
        for handle, bound in places.said_by(thing, _SAID.of_card(play, card)):
            lent[handle] = lent.get(handle, _NOTHING).and_(bound)
        for handle, bound in lent.items():
            most[handle] = most.get(handle, _NOTHING).or_(bound)
    return most


_NOTHING = Bound()


def _is_printed_with_none(thing: Thing) -> bool:
    if thing.card is not None:
        return _least(thing.card.faces) <= 0
    return any(_least((values, *values.parts)) <= 0 for values in thing.faces)


def _could_take(words: object) -> bool:
    return any_node(words, _takes_or_sets_none, LATER)


def _takes_or_sets_none(node: tree.Node) -> bool:
    bound = _bound(node)
    gives = isinstance(node, tree.GainAbilitiesOf) and node.kind == "all"
    return gives or bound.least <= 0 or bound.taken > 0


def _by_counters(thing: Thing) -> float:
    """122.1a: what its counters add; of a number that is not told the least."""
    added = 0.0
    for kind, number in thing.counters.items():
        per = _per_counter(kind)
        if not isinstance(number, UnknownNumber):
            added += per * number
        elif per < 0:
            return -inf
    return added


@lru_cache(maxsize=1024)
def _per_counter(kind: str) -> int:
    _, sign, toughness = kind.rpartition("/")
    known = sign and toughness[:1] in "+-" and toughness[1:].isdigit()
    return int(toughness) if known else 0


def _printed(play: Play, copies: Copies, thing: Thing) -> float:
    """The least toughness that is printed on it, or on what it may be a copy of."""
    if thing.face_down is not None:
        return _FACE_DOWN if not thing.choices.get("face down as") else 0
    if copies.may_be(thing):
        # 707.2, 708.2: what is a copy of something face down copies its size.
        return min(_least(copies.faces_of(thing)), _FACE_DOWN)
    faces = thing.card.faces if thing.card is not None else ()
    if len(faces) == 1 and not copies.only_as_copy(thing):
        return play.answer(faces, _least)
    return _least(copies.faces_of(thing))


def _least(faces: Iterable[Face | Values]) -> float:
    least = inf
    for face in faces:
        if face.toughness is not None and face.toughness < least:
            least = face.toughness
        if face.toughness is None and "Creature" in face.types:
            return 0  # 208.5: a creature without a toughness has 0
        if any(isinstance(each, Keyword) and each.name == "prototype" for each in face.abilities):
            return 0  # 718.3b: another than the card's
    return least


# --- what words take ------------------------------------------------------------------------------


def _asked(part: places.Said) -> Bound | None:
    bound = Bound(taken=inf) if _gives_what_takes(part) else _bound(part.node)
    return bound if bound != _NOTHING else None


def _gives_what_takes(part: places.Said) -> bool:
    """Whether several objects may have it by this."""
    takes_all = isinstance(part.node, tree.GainAbilitiesOf) and part.node.kind == "all"
    return takes_all or (part.given and _takes(part.node))


def _bound(node: tree.Node) -> Bound:
    if isinstance(node, tree.LevelSymbol):
        return Bound(least=node.toughness)  # 711.2
    if isinstance(node, tree.SetBasePT | tree.DefinePT):
        return Bound(least=_set(node.toughness))
    if isinstance(node, tree.ModifyPT):
        return Bound(taken=taken(node.toughness))
    return Bound(taken=inf) if isinstance(node, _UNBOUND) else _NOTHING


def _set(amount: tree.Amount | None) -> float:
    """The least that it can be; not more than 0 if that is not known."""
    if amount is None:
        return inf
    if _is_known(amount):
        return amount.value
    if isinstance(amount, tree.Sum):
        parts = list(map(_set, amount.parts))
        return sum(parts) if all(taken(each) == 0 for each in amount.parts) else -inf
    return 0 if taken(amount) == 0 else -inf


def _is_known(amount: tree.Amount) -> TypeGuard[tree.Num]:
    """Whether it is one number, which hangs on nothing that is not told."""
    return isinstance(amount, tree.Num) and not isinstance(amount.value, UnknownNumber)


def _takes(node: tree.Node) -> bool:
    return isinstance(node, tree.ModifyPT) and taken(node.toughness) > 0


def taken(amount: tree.Amount) -> float:
    """The most that it takes where it is added."""
    if _is_known(amount):
        return max(0, -amount.value)
    if isinstance(amount, tree.Times) and amount.factor >= 0:
        return 0 if taken(amount.amount) == 0 else inf
    if isinstance(amount, tree.Sum):
        return sum(map(taken, amount.parts))
    if isinstance(amount, tree.Half):
        return taken(amount.amount)
    return 0 if isinstance(amount, _COUNTS) else inf


_SAID = places.Question(_asked)
