"""The atlas against brute force: pairs of cards in every order, beside every further permanent.

    python -m striate.queries.atlas.brute [--pairs 300] [--seed 0] [-j 1]

Each pair is put on every board of the two with up to one further permanent (the whole panel, what
acts, and cards drawn at random), the third before and after the two, for each side and host, by the
constraints. Nothing of the atlas's analysis is used. What it says must agree: where brute force
sees that an order matters the atlas says so or that it does not know; where the atlas says that it
never matters brute force sees nothing, but for a third permanent that it says could tie the two.
"""

import random
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

from striate.boards.errors import BoardError, NotPlayable
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.encodings.door import outcome as by_constraints
from striate.queries.atlas.asking import Asking, Pair, understood
from striate.queries.atlas.meeting import can_meet, ties
from striate.queries.atlas.panel import Extra, acting
from striate.queries.atlas.parts import bundles_of
from striate.queries.atlas.spreads import Placed, Spread, attaches, enchants_player, order_shows
from striate.queries.finding.pools import is_permanent
from striate.spreading.executor import Workers, run
from striate.spreading.tasks import Done, Task

_AT_RANDOM = 12  # further permanents that are drawn for each pair
_MEETING = 0.5  # of the pairs so many can meet by what they say, the others are any two


@dataclass(frozen=True)
class Verdict:
    """What came of one pair."""

    one: str
    other: str
    brute: str | None  # the further permanent beside which the order mattered ("": none); or None
    boards: int
    atlas: str  # "matters", "never", "unknown"
    agrees: bool


def order_matters(
    asking: Asking, one: Card, other: Card, thirds: Sequence[Extra]
) -> tuple[str | None, int]:
    """The first further permanent beside which their order matters ("": none needed), or None."""
    number = 0
    for spread in _every_board(asking, one, other, thirds):
        number += 1
        try:
            if order_shows(spread, by_constraints):
                return "".join(each.word for each in spread.beside), number
        except (NotPlayable, BoardError):
            continue
    return None, number


def _every_board(
    asking: Asking, one: Card, other: Card, thirds: Sequence[Extra]
) -> Iterator[Spread]:
    for beside in ((), *((third,) for third in thirds)):
        hosts = [extra.handle for extra in beside]
        for mine in _places(asking, one, hosts, beside, second=False):
            for theirs in _places(asking, other, hosts, beside, second=True):
                yield Spread(mine, theirs, beside)
                if beside and mine.host not in hosts and theirs.host not in hosts:
                    yield Spread(mine, theirs, beside, late=True)


def _places(
    asking: Asking, card: Card, hosts: list[str], beside: tuple[Extra, ...], *, second: bool
) -> Iterator[Placed]:
    """The card on each side, attached wherever it can be."""
    if enchants_player(card):
        yield from (Placed(card, host=player, other=second) for player in ("you", "opponent"))
    elif attaches(card):
        for host in hosts:
            if asking.prober.fits(card, host, [step for each in beside for step in each.steps]):
                yield Placed(card, host=host, other=second)
    else:
        yield Placed(card, other=second)
        if second:
            yield Placed(card, "opponent", other=second)


def verdict(asking: Asking, one: Card, other: Card, rng: random.Random) -> Verdict:
    """Brute force and the atlas on one pair."""
    drawn = [
        acting(asking.catalogue, card.name)
        for card in (*asking.prober.acting, *rng.sample(_acting_cards(), _AT_RANDOM))
        if not attaches(card) and not enchants_player(card) and card not in (one, other)
    ]
    brute, boards = order_matters(asking, one, other, [*asking.prober.panel, *drawn])
    pair = asking.pair(one, other)
    answers = {True: "matters", False: "never", None: "unknown"}[pair.order]
    agrees = brute is None or answers != "never" or _is_tied(asking, pair, brute)
    return Verdict(one.name, other.name, brute, boards, answers, agrees)


def _is_tied(asking: Asking, pair: Pair, third: str) -> bool:
    """Whether the atlas says that this third permanent could make the order matter."""
    card = asking.catalogue.card(third)
    if card is None:
        return False
    for bundle in bundles_of(card):
        mine = [each for each in bundles_of(pair.one) if each.layer == bundle.layer]
        theirs = [each for each in bundles_of(pair.other) if each.layer == bundle.layer]
        if mine and theirs and ties(bundle, mine[0], theirs[0]):
            return True
    return False


@cache
def _acting_cards() -> tuple[Card, ...]:
    """Every permanent that does something in a layer and is wholly understood."""
    return tuple(
        card
        for card in Catalogue.open().all_cards()
        if is_permanent(card) and bundles_of(card) and understood(card)
    )


def _sampled(number: int, rng: random.Random) -> Iterator[tuple[Card, Card]]:
    """Pairs of which half can meet by what they say."""
    cards = _acting_cards()
    while number:
        one, other = rng.sample(cards, 2)
        wanted = rng.random() < _MEETING
        while wanted and not _can_meet(one, other):
            one, other = rng.sample(cards, 2)
        number -= 1
        yield one, other


def _can_meet(one: Card, other: Card) -> bool:
    return any(
        a.layer == b.layer and can_meet(a, b) for a in bundles_of(one) for b in bundles_of(other)
    )


def check(seed: int, number: int) -> list[Verdict]:
    """So many pairs of one seed."""
    rng = random.Random(seed)
    asking = Asking(Catalogue.open())
    pairs = list(_sampled(number, rng))
    return [verdict(asking, one, other, rng) for one, other in pairs]


def _count(each: Verdict, counts: Counter[str]) -> None:
    seen = "not seen" if each.brute is None else "matters"
    counts[f"atlas says {each.atlas}, brute force: {seen}"] += 1
    counts["boards"] += each.boards
    if not each.agrees:
        print(f"DISAGREE {each}", flush=True)
        counts["disagree"] += 1


def main() -> None:
    parser = ArgumentParser(description="the atlas against brute force")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-j", "--jobs", type=int, default=1)
    args = parser.parse_args()
    tasks = [Task(str(number), args.seed * 10_000 + number) for number in range(args.pairs // 5)]
    counts: Counter[str] = Counter()
    from striate.queries.atlas import brute  # workers import it by its name

    try:
        for outcome in run(partial(brute.check, number=5), tasks, Workers(jobs=args.jobs)):
            assert isinstance(outcome, Done), outcome
            for each in outcome.result:
                _count(each, counts)
    except KeyboardInterrupt:
        print("interrupted; so far:")
    for words, count in sorted(counts.items()):
        print(f"{count:10,}  {words}")
    raise SystemExit(1 if counts["disagree"] else 0)


if __name__ == "__main__":
    main()
