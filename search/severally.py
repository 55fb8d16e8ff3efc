"""Goals about several objects of which some can be any: what each part of the goal takes by itself.

Loses no board iff a board that reaches the goal reaches each part of it, and on a board of nothing
but what is asked for, whatever an object lacks is made by that object or by the others.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import chain, product
from operator import or_

from msgspec.structs import replace

from striate.cards.tree import Card
from striate.search.goals import AnyObject, CardNamed, Demand, Goal
from striate.search.helping import may_meet
from striate.search.options import Option
from striate.search.poolfacts import facts_of
from striate.search.questions import Question, Result, least_size
from striate.search.selection import Selector, once, selectors
from striate.search.wanting import Sort, as_all_are
from striate.search.wellknown import card_score


def parts_alone(question: Question) -> Iterator[Goal]:
    """The named objects' part of a goal, and the part of each other.

    Of one object the goal is no part; where state-based actions may take what is asked for, they
    may take more on the goal's boards than on those of a part.
    """
    goal = question.goal
    wide = [each for each in goal.demands if isinstance(each.subject, AnyObject)]
    if not wide or len(goal.demands) == 1 or question.any_:
        return
    named = [as_all_are(each, wide) for each in goal.demands if each not in wide]
    if any(each.claims for each in named):
        yield Goal(tuple(named), goal.text)
    for each in wide:
        if each.count:
            # Of "every other creature" one by itself is a creature.
            alone = Demand(each.subject, each.claims) if each.every and each.another else each
            yield Goal((alone,), goal.text)


def ruled_out(question: Question, part: Goal, ask: Callable[[Question], Result]) -> Result:
    """What is told of a part by itself; its `size` is the first that is not ruled out."""
    result = ask(replace(question, goal=part, with_=(), all_=1, sketch=None))
    if result.status == "none" or (result.status == "found" and result.searched["fewest"]):
        return result
    return replace(result, size=result.searched["undecided"] or least_size(part))


def nothing_beside(question: Question, whole: Selector) -> tuple[Card, ...]:
    """The cards that can be on a board of nothing but what is asked for."""
    copying = facts_of(question.cards).copying
    if copying:  # what a copy lacks is not told
        return once(*(card for card, _ in whole.asked), *copying)
    wanted = [n for n, each in enumerate(whole.goal.demands) for _ in range(each.count)]
    best = [_best(each) if len(wanted) <= _TOGETHER else _all_of(each) for each in whole.sorts]
    fit: dict[str, Card] = {}
    for number in {*wanted}:
        others = wanted.copy()
        others.remove(number)
        for sort, cards in whole.sorts[number].items():
            if any(_is_made(sort, *board) for board in product(*(best[each] for each in others))):
                fit |= cards
    return tuple(fit.values())


def by_themselves(whole: Selector, most: int) -> tuple[Card, ...]:
    """For each demand some cards, the best known ones, that lack nothing of it."""
    cards = [
        [card for sort, named in each.items() if not sort.lacks for card in named.values()]
        for each, demand in zip(whole.sorts, whole.goal.demands, strict=True)
        if demand.count
    ]
    best = (sorted(each, key=card_score)[: most // len(cards)] for each in cards)
    return once(*chain(*best)) if all(cards) else ()


_TOGETHER = 3  # of so many objects it is told which others each may stand beside


def _best(sorts: Iterable[Sort]) -> list[Sort]:
    """Those that lack least and give most: what any does for a board, one of these does, too."""
    best: list[Sort] = []
    for sort in sorted(sorts, key=lambda each: each.lacks.bit_count() - each.gives.bit_count()):
        if not any(one.lacks & ~sort.lacks == 0 == sort.gives & ~one.gives for one in best):
            best.append(sort)
    return best


def _all_of(sorts: Iterable[Sort]) -> list[Sort]:
    """One that lacks nothing and makes whatever any makes: of many objects no more is told."""
    return [Sort(0, reduce(or_, (each.gives for each in sorts), 0))]


def _is_made(*board: Sort) -> bool:
    """Whether others make what each lacks."""
    return not any(
        sort.lacks & ~reduce(or_, (each.gives for n, each in enumerate(board) if n != place), 0)
        for place, sort in enumerate(board)
    )


def _fitting(whole: Selector, number: int, others: list[Option]) -> Iterator[Card]:
    """The cards that beside one of those others may be what that demand asks for."""
    parts = [part for each, part in whole.parts if each == number]
    counters = bool(whole.question.counters)
    for card, option in whole.asked:
        if all(may_meet(option, part, others, counters) for part in parts):
            yield card


def beside_one(
    question: Question, whole: Selector, named: Goal
) -> Iterator[tuple[tuple[Card, ...], bool]]:
    """A goal about one named card and one object that can be any, with one permanent besides: the
    cards of which boards can be made, and whether these are all that there are.

    If the `named` card's part takes two permanents or more, one of the other two, or both together,
    bring it about. Loses no board iff each of the other two is what can be any, or needed by one of
    the two parts.
    """
    subjects = [each.subject for each in question.goal.demands]
    place = next(n for n, each in enumerate(subjects) if isinstance(each, CardNamed))
    parts = selectors(replace(question, goal=named))
    one, both = [each.select(1) for each in parts], [each.select(2) for each in parts]
    here = [each for each in whole.asked if whole.may_be(place, each[0])]
    makers = {card.name for each in one for card in each.helping}
    # The object that can be any brings it about.
    questions = [*here, *(each for each in whole.asked if each[0].name in makers)]
    selector = Selector(question, whole.deeds, questions)
    if questions != here:
        chosen = selector.select(1)
        counted = chosen.beside or any(each.beside for each in one)
        yield once(*chosen.asked, *chosen.helping), selector.complete and not counted
    # Both do.
    every = once(*(card for each in both for card in (*each.asked, *each.helping)))
    yield every, not any(each.beside for each in both)
    # The other one does.
    options = [option for card, option in questions]
    yield once(*(card for card, _ in questions), *_fitting(whole, 1 - place, options)), True


def named_and_any(goal: Goal) -> bool:
    """Whether it is about one named card and one object that can be any."""
    sorts = [type(each.subject) for each in goal.demands if each.count == 1]
    return len(goal.demands) == 2 and CardNamed in sorts and AnyObject in sorts
