"""704.5f: whether a creature could have toughness 0 or less, by what could be taken from it.

A toughness is printed, or said by an effect that sets it; then effects take from it. Each such
effect is written once for each ability or effect that has it, and takes from an object at most
once. So none has 0 if the least toughness printed or said is more than all that is taken together.
What counts something takes nothing, since no count is negative. What gives an ability that takes
may be had many times; what switches has no bound: of these everything is looked at.
"""

from collections.abc import Iterator
from math import inf
from typing import NamedTuple, TypeGuard

from striate.boards.unknownnumber import UnknownNumber
from striate.cards import tree
from striate.cards.walking import any_node, nodes
from striate.quick.copies import LATER, lenders
from striate.timeline.game import Thing
from striate.timeline.play import Play

_FACE_DOWN = 2  # 708.2a: the toughness of what is face down
_UNBOUND = (tree.SwitchPT, tree.ExchangeStatWithLife, tree.DefinePT, tree.GainAbilitiesOf)
_COUNTS = (
    tree.Count, tree.CountDistinct, tree.CountersOn, tree.CountersAmong, tree.Devotion,
    tree.SymbolsIn, tree.SymbolsAmong, tree.HandOf, tree.ColorsOf, tree.X,
)  # fmt: skip


class Bound(NamedTuple):
    """The least toughness that the words set, and the most that they take from one object."""

    least: float
    taken: float


def may_be_none(play: Play) -> bool:
    """Whether a creature could have toughness 0 or less."""
    if not play.was_ever(_is_printed_with_none) and not play.anybody_says(_could_take):
        return False
    bounds = list(play.answers(_bound))
    least = min([_FACE_DOWN, *_printed(play), *(each.least for each in bounds)])
    return least <= sum(each.taken for each in bounds)


def _is_printed_with_none(thing: Thing) -> bool:
    faces = thing.card.faces if thing.card is not None else ()
    return any(face.toughness is not None and face.toughness <= 0 for face in faces)


def _could_take(words: object) -> bool:
    bound = _bound(words)
    return bound.least <= 0 or bound.taken > 0


def _printed(play: Play) -> Iterator[int]:
    for thing in lenders(play):
        for face in thing.card.faces if thing.card is not None else ():
            if face.toughness is not None:
                yield face.toughness


def _bound(words: object) -> Bound:
    """Of an ability that has yet to resolve nothing: then an effect says it."""
    least, taken = inf, 0.0
    for node in nodes(words, LATER):
        if isinstance(node, tree.SetBasePT):
            least = min(least, _set(node.toughness))
        elif isinstance(node, tree.ModifyPT):
            taken += _taken(node.toughness)
        elif isinstance(node, _UNBOUND) or _gives_what_takes(node):
            taken = inf
    return Bound(least, taken)


def _set(amount: tree.Amount | None) -> float:
    if amount is None:
        return inf
    return amount.value if _is_known(amount) else 0


def _is_known(amount: tree.Amount) -> TypeGuard[tree.Num]:
    """Whether it is one number, which hangs on nothing that is not told."""
    return isinstance(amount, tree.Num) and not isinstance(amount.value, UnknownNumber)


def _gives_what_takes(node: tree.Node) -> bool:
    return isinstance(node, tree.GainAbilities) and any_node(node.abilities, _takes, LATER)


def _takes(node: tree.Node) -> bool:
    return isinstance(node, tree.ModifyPT) and _taken(node.toughness) > 0


def _taken(amount: tree.Amount) -> float:
    if _is_known(amount):
        return max(0, -amount.value)
    if isinstance(amount, tree.Times) and amount.factor >= 0:
        return 0 if _taken(amount.amount) == 0 else inf
    if isinstance(amount, tree.Sum):
        return sum(map(_taken, amount.parts))
    return 0 if isinstance(amount, _COUNTS) else inf
