"""Whether a goal can be so: what its claims deny of its nouns, what it says of printed cards."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from striate.cards import tree
from striate.cards.tree import Filter, Not
from striate.cards.walking import nodes
from striate.queries.expectations import OPERATORS
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Cards
from striate.queries.goals.tokens import GoalError
from striate.search.copying import copy_rule
from striate.search.goals import (
    Against,
    AnyObject,
    AsPrinted,
    CardNamed,
    Claim,
    Demand,
    Goal,
    GoalFilter,
    HasText,
    KindCount,
    Leveler,
    Printed,
    all_said,
    noun_of,
    speaks_of,
)
from striate.search.options import printed_so


def as_printed(goal: Goal, cards: Cards) -> Goal:
    """What is said of the printed card becomes what a demand is about; of a card's name it is
    known."""
    demands = tuple(_about_the_card(each, cards) for each in goal.demands)
    kinds = {type(each.subject) for each in demands}
    if speaks_of(Goal(demands), (AsPrinted,)) or {Leveler, Printed} <= kinds:
        raise GoalError(goal.text, 0, len(goal.text), _BY_WHAT)
    return replace(goal, demands=demands)


def _about_the_card(demand: Demand, cards: Cards) -> Demand:
    """A demand about the cards that are printed as its claims say."""
    # "all Goblins lose haste" is said of each, not of those alone that had it.
    claims: list[Claim | GoalFilter] = [*demand.telling]
    noun = noun_of(demand.subject)
    own: list[Claim] = [*goalwords.flat(noun), *demand.phrase]
    printed = told = [each.filter for each in claims if isinstance(each, AsPrinted)]
    if not all(map(goalwords.is_told, told)):
        return demand  # "printed as 2/2"
    if demand.of_some and demand.count and not demand.another:
        # "an artifact land isn't an artifact"
        denied = map(goalwords.denied_claim, demand.claimed or demand.claims)
        known_parts = (e for e in denied if not isinstance(e, HasText) and goalwords.is_told(e))
        before = {*own} if demand.claimed else {*goalwords.flat(noun)}
        printed = [*told, *(each for each in known_parts if {*goalwords.flat(each)} <= before)]
    token = tree.IsToken() in (*own, *claims)  # "a token that is a copy of Grizzly Bears"
    printed = [] if token else printed  # on a token nothing is printed
    said: list[Claim | GoalFilter] = [*demand.claims]
    others = [e.filter for e in said if isinstance(e, AsPrinted) and _is_other_name(e.filter)]
    if isinstance(demand.subject, CardNamed):
        # 707.5: by its card's name only what enters as a copy is known to be one.
        card = cards.card(demand.subject.name)
        known = card is not None and len(card.faces) == 1 and copy_rule(card) is not None
        so = card is None or all(printed_so(card.faces[0], each) for each in told)
        return _without_print(demand) if so and (known or not others) else demand
    if (others and not token) or (told and isinstance(demand.subject, Leveler)):
        return demand  # "a copy of Humility" may be a token, on which nothing is printed
    if not printed or isinstance(demand.subject, Leveler):
        return _without_print(demand)
    lost = {*goalwords.flat(goalwords.both(printed))}
    kind = tuple(each for each in goalwords.flat(noun) if each not in lost and each != tree.AllOf())
    rest = _without_print(demand, lost)
    return replace(
        rest,
        subject=Printed(goalwords.both(list(dict.fromkeys(printed)))),
        claims=(*kind, *rest.claims),
        described=rest.described + len(kind),
    )


def _is_other_name(printed: Filter) -> bool:
    return isinstance(printed, Not) and isinstance(printed.part, tree.Named)


def _without_print(demand: Demand, lost: Collection[object] = ()) -> Demand:
    """The demand without what is printed; of what it describes without what is `lost`."""

    def plain(claims: Iterable[Claim | GoalFilter]) -> tuple[Claim, ...]:
        return tuple(each for each in claims if not isinstance(each, AsPrinted))  # type: ignore[misc]  # the rest are claims

    first = tuple(e for e in plain(demand.phrase) if e not in lost)
    return replace(demand, claims=(*first, *plain(demand.claimed)), described=len(first))


def possible(goal: Goal) -> Goal:
    """A goal whose claims don't deny what its nouns say: of the end "a creature isn't a creature"
    says nothing, and what it was before no goal tells."""
    wholes = (tree.AllOf(each.claims) for each in goal.demands if each.count)  # type: ignore[arg-type]  # texts say no seat
    said = [*nodes(all_said(goal)), *wholes]
    for cannot_be, expected in _IMPOSSIBLE:
        if any(map(cannot_be, said)):
            raise GoalError(goal.text, 0, len(goal.text), expected)
    for demand in goal.demands:
        own = goalwords.flat(noun_of(demand.subject))
        claimed = [part for each in demand.claims for part in goalwords.flat(each)]
        after = [p for e in demand.claimed for p in goalwords.flat(e)]
        described = claimed[: len(claimed) - len(after)]
        parts = {*own, *claimed}
        # "vanilla with flying", "a Changeling has no abilities"
        none = tree.HasNoAbilities()
        lost = none in own and any(map(goalwords.as_ability, parts))
        lost |= none in parts and any(map(goalwords.as_ability, [*own, *described]))
        sized = all(
            _can_be([e for e in each if isinstance(e, tree.StatIs)]) for each in (own, claimed)
        )
        apart = all(map(_can_be, (own, described, after)))
        if not sized or (apart and not _can_be([*own, *claimed])):
            # "a Bear is 3/3 and a 4/4 Elf"; "a 2/2 creature is 3/3", "something green is colorless"
            lost = True
        none_of = [str(e.kind) for e in parts if isinstance(e, KindCount) and not e.number]
        lost = lost or any(goalwords.is_of_kind(e, kind) for e in parts for kind in none_of)
        for claim in parts if demand.count and demand.total is None else ():
            denied = claim.part if isinstance(claim, Not) else None
            whole = goalwords.flat(denied) if denied else [goalwords.denied_claim(claim)]
            if lost or {*whole} <= parts:
                error = GoalError(goal.text, 0, len(goal.text), _AT_ONCE)
                error.ambiguous = True
                error.hint = _BEFORE if sized else _SECOND
                raise error
    return goal


def with_compared(goal: Goal) -> Goal:
    """What has a name and is compared with is there where that is denied, too: "nothing is bigger
    than Humility" speaks of Humility, and "no Aura is attached to Humility"."""
    denied: list[str] = []
    there: set[str] = set()
    for demand in goal.demands:
        said = [part for each in demand.claims for part in goalwords.flat(each)]
        if not demand.count:
            denied += _names_beside(nodes(tuple(said)))
            continue
        parts = nodes(tuple(each.part for each in said if isinstance(each, Not)))
        denied += _names_beside(each for each in parts if isinstance(each, Against))
        said += goalwords.flat(noun_of(demand.subject))
        there |= {*_names_in(said), *_names_beside(said)}
        there |= {demand.subject.name} if isinstance(demand.subject, CardNamed) else set()
    further = [tree.Named(name) for name in dict.fromkeys(denied) if name not in there]
    demands = (Demand(AnyObject(tree.AllOf()), (each,)) for each in further)
    return replace(goal, demands=(*goal.demands, *demands))


def _names_beside(claims: Iterable[object]) -> Iterator[str]:
    """The names of what the claims compare the object with, or attach it to."""
    for claim in claims:
        match claim:
            case Against(other=other) | tree.IsAttachedTo(to=other):
                yield from _names_in(goalwords.flat(other))  # type: ignore[arg-type]  # no `Ref` in goals


def _names_in(claims: Iterable[object]) -> Iterator[str]:
    return (each.name for each in claims if isinstance(each, tree.Named))


def is_open(claim: object) -> bool:
    """Whether it says "no other color", and not yet how many there are."""
    return isinstance(claim, KindCount | tree.ColorCount) and claim.number == goalwords.AS_NAMED


def _says_nothing(node: object) -> bool:
    """Whether it is so of everything, or of nothing: "a card that isn't a permanent"."""
    one = node.part if isinstance(node, Not) else node.filter if isinstance(node, AsPrinted) else 0
    return one == tree.AllOf() or (isinstance(node, tree.AnyOf) and tree.AllOf() in node.parts)


def _is_of_both(node: object) -> bool:
    """Whether it speaks of what both players control: "my opponent's creature controlled by me"."""
    seats = {tree.ControlledBy("you"), tree.ControlledBy("opponent")}
    return isinstance(node, tree.AllOf) and seats <= {*node.parts}


def _can_be(parts: Sequence[object]) -> bool:
    """Whether one number can be all that is asked of a size, or of how many colors there are."""
    colors = {each for each in parts if isinstance(each, tree.HasColor)}
    counts = [(each.op, each.number) for each in parts if isinstance(each, tree.ColorCount)]
    sizes: dict[str, list[tuple[str, int]]] = {}
    for each in parts:
        if isinstance(each, tree.StatIs) and isinstance(each.amount, tree.Num):
            sizes.setdefault(each.stat, []).append((each.op, each.amount.value))
    near = [
        [n + more for _, n in comparisons for more in (-1, 0, 1)] for comparisons in sizes.values()
    ]
    return any(map(partial(_meets, counts), range(len(colors), 6))) and all(
        any(map(partial(_meets, comparisons), numbers))
        for comparisons, numbers in zip(sizes.values(), near, strict=True)
    )


def _meets(comparisons: Sequence[tuple[str, int]], number: int) -> bool:
    return all(OPERATORS[op](number, other) for op, other in comparisons)


_IMPOSSIBLE = (
    (is_open, "what it has beside `no other`"),
    (_says_nothing, "something that not every permanent is"),
    (_is_of_both, "one controller of each thing, as `my Aura is attached to my opponent's Elf`"),
)
_BY_WHAT = "what was lost or copied only of objects that enter as what is printed, or as a copy"
_AT_ONCE = "nothing that is and is not so: all words tell what the object is in the end"
_BEFORE = (
    "to say what it was before, name a card or what is printed: `Grizzly Bears isn't a Bear`, "
    "`a creature printed with flying has no abilities`"
)
_SECOND = "a second thing has a verb of its own: `a Bear is 3/3 and another creature is 4/4`"
