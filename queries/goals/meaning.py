"""What a goal means of a final board.

Each noun phrase of a goal is a demand: "a creature" is some object, "two creatures" are two
different objects, "every creature" is each object of the kind and at least one, "no creature" is
none of them; "every other creature" is each that no phrase before it speaks of. "All of them" after
"two creatures" are those two, after "at least two" every one. One object may be what several
phrases speak of, unless "another" forbids it; two cards' names are two objects, since a permanent
is one card. Objects are the permanents that are there in the end. `find` looks for a board that
means the goal, `verify --never` for one that doesn't have to be; `verify --always` says of every
object that a phrase describes what the goal claims of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from striate.boards.timeline import Answer, Seen
from striate.cards.tree import Card, HasAttached, IsAttachedTo, IsTapped, Named
from striate.cards.walking import any_node, nodes
from striate.queries.expectations import OPERATORS
from striate.queries.goals.judging import Final, holds, in_common, meets, stat
from striate.search.goals import Against, AnyObject, Demand, Goal, speaks_of

Printed = Mapping[str, Card]  # the card of each handle


def is_open(goal: Goal, there: Iterable[Seen]) -> bool:
    """Whether the goal asks for a status that the board does not tell."""
    return speaks_of(goal, (IsTapped,)) and any(not isinstance(e.tapped, bool) for e in there)


def reached(
    goal: Goal, answer: Answer, printed: Printed, *, any_: bool = False
) -> tuple[str, ...] | None:
    """The handles of the objects that are asked for, in the goal's order; None: the goal is not so.

    `any_`: a state-based action may take them.
    """
    final = final_board(answer, printed, any_=any_)
    if is_open(goal, final.objects):
        return None
    fits = [
        [seen for seen in final.objects if meets(demand, demand.claims, seen, final)]
        for demand in goal.demands
    ]
    if not all(adds_up(*each, final) for each in zip(goal.demands, fits, strict=True)):
        return None
    against = [
        {e.handle for e in final.objects if offends(each, e, final)} for each in goal.demands
    ]
    return next(_chosen(goal.demands, fits, against, ()), None)


def fails_always(goal: Goal, answer: Answer, printed: Printed) -> bool:
    """Whether what is claimed of some object that the goal speaks of is not so.

    All that the goal speaks of has to be there, but for what it says there is none of.
    """
    if reached(spoken_of(goal), answer, printed) is None:
        return False
    final = final_board(answer, printed)
    return any(
        meets(demand, demand.phrase, seen, final) and not meets(demand, demand.claims, seen, final)
        for demand in goal.demands
        for seen in final.objects
    )


def final_board(answer: Answer, printed: Printed, *, any_: bool = False) -> Final:
    """What a goal is judged by."""
    return Final(permanents(answer, any_=any_), printed)


def permanents(answer: Answer, *, any_: bool = False) -> list[Seen]:
    """The objects that a goal speaks of."""
    return [
        seen
        for seen in answer.objects
        if seen.zone == "battlefield" and (any_ or seen.handle not in answer.gone)
    ]


def offends(demand: Demand, seen: Seen, final: Final) -> bool:
    """Whether a demand on every object of a kind speaks of this one, and it is not so."""
    spoken_of = demand.every and meets(demand, demand.phrase, seen, final)
    return spoken_of and not meets(demand, demand.claimed, seen, final)


def adds_up(demand: Demand, fits: Sequence[Seen], final: Final) -> bool:
    """Whether the objects that a demand on all of them together speaks of are so many, or add up
    to it, or to that beyond what another kind does; 208.3: a noncreature adds nothing.
    """
    if demand.total is None:
        return True
    of, number, kind = demand.total.stat, demand.total.number, demand.total.beyond
    others = [each for each in final.objects if kind and holds(kind, each, final.objects)]
    total, other = (
        len(those) if what == "number" else sum(stat(what, seen) or 0 for seen in those)
        for what, those in ((of, fits), (demand.total.against or of, others))
    )
    return bool(OPERATORS[demand.total.op](total, number + demand.total.factor * other))


def spoken_of(goal: Goal) -> Goal:
    """That there is what the goal's phrases describe, and what they compare that with by name; "no
    land" takes a land only where nothing else is spoken of."""
    some = [demand for demand in goal.demands if demand.count] or goal.demands
    others = dict.fromkeys(other for each in some for other in _compared_with(each))
    return Goal((*map(bare, some), *others))


def _compared_with(demand: Demand) -> Iterator[Demand]:
    """What has a name, and the object is compared with, attached to or the host of; and another one
    of the kind, if it is compared with every other: alone it stands against none."""
    for node in nodes(demand.claimed):
        match node:
            case Against(other=other, which="every" | "sum"):
                yield Demand(AnyObject(other), (), another=True)
            case Against(other=other) | IsAttachedTo(to=other) | HasAttached(by=other):
                if any_node(other, (Named,)):
                    yield Demand(AnyObject(other), ())  # type: ignore[arg-type]  # no `Ref` in goals


def bare(demand: Demand) -> Demand:
    """The phrase without what is claimed."""
    count = max(demand.count, 1)
    phrase, size = demand.phrase, demand.described
    return Demand(demand.subject, phrase, count, described=size, another=demand.another)


def _chosen(
    demands: Sequence[Demand],
    fits: list[list[Seen]],
    against: list[set[str]],
    before: tuple[str, ...],
) -> Iterator[tuple[str, ...]]:
    """Every way to meet each demand: by so many different objects, "another" by further ones; none
    but what "every other" leaves out may be against it.

    201.2a: objects without a name have none in common.
    """
    if not demands:
        yield before
        return
    first, *rest = demands
    if against[0] - {*(before if first.another else ())}:
        return
    free = [seen for seen in fits[0] if not (first.another and seen.handle in before)]
    for objects in combinations(free, first.count):
        sized = first.alike in ("power", "toughness", "mana value")
        sizes = {stat(first.alike, each) if sized else 0 for each in objects}
        if len(sizes) < 2 and None not in sizes and (
            sized or not first.alike or in_common(first.alike, *objects)
        ):  # fmt: skip
            handles = (seen.handle for seen in objects)
            yield from _chosen(rest, fits[1:], against[1:], (*before, *handles))
