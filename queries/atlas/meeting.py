"""Whether two permanents can meet in a layer at all, read off their trees without a board.

A part *looks at* another if it reads what the other writes: then it can depend on it (613.8a). Two
parts *clash* if both write the same characteristic differently, so that the later one decides
(613.7). All this is by excess: what is said not to meet meets on no board.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

from striate.queries.atlas.parts import Bundle, Sign
from striate.quick.reach import TEXT, Keys, touch

Signs = tuple[Sign, ...]


@cache
def looks_at(one: Sign, other: Sign) -> bool:
    """Whether the first may depend on the second, a part of another permanent (613.8a)."""
    if one.cda != other.cda:
        return False  # 613.8a(c)
    looks = one.others if other.own else one.others | one.itself
    return touch(looks, other.written)


@cache
def clash(one: Sign, other: Sign) -> bool:
    """Whether the later of the two, of different permanents, may decide what an object is."""
    if one.own and other.own:
        return False  # each changes its own source only
    if one.sets is not None and one.sets == other.sets:
        return False  # they do the same, whatever they see
    if one.cda != other.cda:
        return False  # 613.3
    return _overwrites(one, other)


def _overwrites(one: Sign, other: Sign) -> bool:
    return any(
        not (mine and mine == theirs) and touch(_but_families(a), b)
        for (mine, a), (theirs, b) in product(one.writes, other.writes)
    )


def _but_families(keys: Keys) -> Keys:
    return frozenset(key for key in keys if key[0] != "family")


@cache
def meet(one: Sign, other: Sign) -> bool:
    return looks_at(one, other) or looks_at(other, one) or clash(one, other)


@cache
def _meet_in_any_order(one: Sign, other: Sign) -> bool:
    """303.4f, 701.3: what is attached to the other's source is always the younger of the two."""
    fixed = (one.own and other.attached) or (other.own and one.attached)
    return not fixed and meet(one, other)


@cache
def _meet_at_home(one: Sign, other: Sign) -> bool:
    """Whether two parts of one permanent may meet."""
    looks = touch(one.itself | one.others, other.written)
    return looks or touch(other.itself | other.others, one.written) or _overwrites(one, other)


@cache
def _order_of_two(one: Sign, other: Sign) -> bool:
    """Whether the order of two parts can matter that meet each other alone.

    It can if they clash or each looks at the other. If only one looks at the other, then either it
    depends on it, and waits (613.8b), or applying the other changes nothing for it.
    """
    if looks_at(one, other) and looks_at(other, one):
        return True
    return clash(one, other) and not _stopped_first(one, other) and not _stopped_first(other, one)


def _stopped_first(one: Sign, other: Sign) -> bool:
    """Whether the first can meet the second only by losing its ability to it, and so waits for it.

    A part that changes its own source only, by an ability that has not begun, meets what takes all
    rules text away there: applied to the source it takes the ability too (613.8a: existence).
    """
    takes_all = any(("text", "*") in keys for _, keys in other.writes)
    return one.own and not one.begun and takes_all and not looks_at(other, one)


def can_wait(one: Bundle, other: Bundle) -> bool:
    """Whether an effect of the first may depend on one of the second in their layer."""
    return any(looks_at(a, b) for a, b in product(one.signs, other.signs))


def can_wait_unstopped(one: Bundle, other: Bundle) -> bool:
    """The same, but for depending on it only because it may take the ability away."""
    return any(_looks_at_more(a, b) for a, b in product(one.signs, other.signs))


@cache
def _looks_at_more(one: Sign, other: Sign) -> bool:
    looks = one.others if other.own else one.others | one.itself
    return one.cda == other.cda and touch(looks - TEXT, other.written)


def can_meet(one: Bundle, other: Bundle) -> bool:
    return _signs_meet(one.signs, other.signs)


@cache
def _signs_meet(ones: Signs, others: Signs) -> bool:
    return any(meet(a, b) for a, b in product(ones, others))


def order_can_matter(one: Bundle, other: Bundle) -> bool:
    """Whether, where no third permanent acts in the layer, the order of the two may matter.

    Parts that meet nothing commute.
    """
    return _order_can_matter(one.signs, other.signs)


@cache
def _order_can_matter(ones: Signs, others: Signs) -> bool:
    for mine, theirs in _linked(ones, others):
        if len(mine) + len(theirs) > 2 and mine and theirs:
            return True
        if mine and theirs and _order_of_two(mine[0], theirs[0]):
            return True
    return False


def _linked(ones: Signs, others: Signs) -> list[tuple[list[Sign], list[Sign]]]:
    """The parts in groups: each meets another of its group, and none of another group."""
    groups: list[tuple[list[Sign], list[Sign]]] = []
    for side, signs in enumerate((ones, others)):
        for sign in signs:
            near = [group for group in groups if _near(sign, side, group)]
            groups = [group for group in groups if group not in near]
            merged: tuple[list[Sign], list[Sign]] = ([], [])
            merged[side].append(sign)
            for group in near:
                merged[0].extend(group[0])
                merged[1].extend(group[1])
            groups.append(merged)
    return groups


def _near(sign: Sign, side: int, group: tuple[list[Sign], list[Sign]]) -> bool:
    return any(_meet_at_home(sign, each) for each in group[side]) or any(
        _meet_in_any_order(sign, each) for each in group[1 - side]
    )


def ties(third: Bundle, one: Bundle, other: Bundle) -> bool:
    """Whether a third permanent can make the order of two matter that do not meet themselves.

    It can if it looks at one of them, so that it may wait for it, and meets the other, which then
    comes before or after it.
    """
    return (can_wait(third, one) and can_meet(third, other)) or (
        can_wait(third, other) and can_meet(third, one)
    )


def pairs_that_meet(bundles: Sequence[Bundle]) -> Iterator[tuple[int, int]]:
    """The pairs of one layer's bundles that may meet, by number."""
    for a, b in combinations(range(len(bundles)), 2):
        if can_meet(bundles[a], bundles[b]):
            yield a, b
