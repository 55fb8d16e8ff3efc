"""The search with something that resolves, judged by the referee on every board of small pools.

python -m striate.queries.proving.resolvedboards --seed 1 --pools 10 --goals 20

Pools hold cards with abilities that can be activated, spells, and cards with effects. Every board
with up to three of them is played: in each order, on either side, with each target. The smallest
size at which a goal comes true, or that there is none, must be what the search says.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import islice, product

from msgspec.structs import replace

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.timeline import (
    Board,
    Resolve,
    Seat,
    Seen,
)
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card, Filter
from striate.queries.finding.casting import Items, Played, board_of, sequences
from striate.queries.finding.enumerating import (
    SIDES,
    Judged,
    Piece,
    lasting,
    pieces_of,
    reaching,
)
from striate.queries.finding.find import printed_cards, replayed
from striate.queries.finding.pools import is_permanent
from striate.queries.goals.judging import holds
from striate.referee.judge import judge
from striate.search import savings
from striate.search.asking.phrases import ways
from striate.search.decoding import Shelved
from striate.search.goals import AnyObject, CardNamed, Demand, Goal
from striate.search.options import options_of
from striate.search.questions import Question
from striate.search.resolving import searching
from striate.search.resolving.happenings import Happening, happenings_of, is_spell
from striate.search.resolving.searching import Resolving
from striate.search.resolving.staging import unstaged
from striate.search.searching import search

SIZE = 3


def boards_of(cards: Sequence[Card], size: int, *, facts: bool = False) -> Iterator[Judged]:
    """Every board of that many permanents and things that resolve; where it looks at facts that
    no board tells, only with `facts`.
    """
    for items in sequences(size, partial(_next, cards)):
        board = board_of(items)
        try:
            answer = judge(board)
        except (BoardError, NotPlayable):
            continue
        if answer.not_modelled or (answer.facts and not facts):
            continue
        yield Judged(board, answer, (), lasting(board, answer))


def _next(cards: Sequence[Card], items: Items) -> Iterator[Piece | Played]:
    pieces = [item for item in items if isinstance(item, Piece)]
    for card in cards:
        if not is_spell(card):
            yield from pieces_of(card, len(pieces), ())
    ways: list[tuple[Happening, int | None, Seat]] = []
    for card in cards if pieces else ():
        for each, side in product(happenings_of(card)[0], SIDES):
            if each.is_spell:
                ways.append((each, None, side))
    for place, piece in enumerate(pieces):
        for each in happenings_of(piece.card)[0]:
            ways.append((each, place, piece.controller))  # noqa: PERF401  # a checker needs the type
    early = {0, max((piece.level for piece in pieces), default=0)}
    for (each, of, side), when in product(ways, early):
        for targets in product(range(len(pieces)), repeat=each.target is not None):
            yield Played(each.source, side, targets, of, each.number, each.mode, when)


# --- pools and goals ------------------------------------------------------------------------------


def pools(catalogue: Catalogue, rng: random.Random) -> Iterator[tuple[Card, ...]]:
    """Random cards: two with abilities to activate, a spell, one with an effect, one without."""
    spells: list[Card] = []
    able: list[Card] = []
    acting: list[Card] = []
    plain: list[Card] = []
    for card in catalogue.all_cards():
        if is_spell(card):
            spells += [card] if happenings_of(card)[0] else []
            continue
        options, reason = options_of(card, ["Wall"])
        down = any(option.down for option in options)  # on no board of the enumeration
        if reason or unstaged(card) or down or len(options) > 2 or options[0].opens:
            continue
        if happenings_of(card)[0]:
            able.append(card)
        elif options[0].statics:
            acting.append(card)
        else:
            plain.append(card)
    while True:
        yield (
            *rng.sample(able, 2),
            *rng.sample(spells, 1),
            *rng.sample(acting, 1),
            *rng.sample(plain, 1),
        )


def goal_of(rng: random.Random, boards: Sequence[Judged]) -> Goal | None:
    """What is true of an object of some board and not of its card, or nearly true."""
    board = max((rng.choice(boards) for _ in range(8)), key=_changed)
    printed = printed_cards(board.board)
    seen = [each for each in board.answer.objects if each.handle in printed]
    if not seen:
        return None
    ranked = sorted(
        seen, key=lambda each: (_unlike(each, printed[each.handle]), rng.random()), reverse=True
    )
    demands = []
    for one in ranked[: 2 if rng.random() < 0.2 else 1]:
        claims = [_claim(rng, one) for _ in range(rng.choice((1, 2, 2, 3)))]
        subject: CardNamed | AnyObject = CardNamed(printed[one.handle].name)
        if one.types and rng.random() < 0.2:
            subject = AnyObject(tree.HasType(rng.choice(one.types)))
        demands.append(Demand(subject, tuple(claims)))
    return Goal(tuple(demands))


def _changed(board: Judged) -> int:
    printed = printed_cards(board.board)
    return board.lasts * sum(
        _unlike(each, printed[each.handle])
        for each in board.answer.objects
        if each.handle in printed
    )


def _unlike(seen: Seen, card: Card) -> int:
    face = card.faces[0]
    return sum(
        (
            set(seen.types) != set(face.types),
            set(seen.colors) != set(face.colors),
            set(seen.subtypes) != set(face.subtypes),
            (seen.power, seen.toughness) != (face.power, face.toughness),
            len(seen.abilities) != len(face.abilities),
        )
    )


def _claim(rng: random.Random, seen: Seen) -> Filter:
    near = rng.choice((0,) * 9 + (1, -1))
    options: list[Filter] = [
        tree.HasType(rng.choice((*seen.types, *seen.types, "Creature", "Artifact"))),
        tree.HasColor(rng.choice((*seen.colors, *seen.colors, "R", "W"))),
        tree.ControlledBy(seen.controller),
        *[tree.HasSubtype(rng.choice(seen.subtypes)) for _ in seen.subtypes[:1]],
    ]
    options += [_so(tree.HasKeyword(word), seen) for word in ("flying", "trample", "haste")]
    if seen.power is not None and seen.toughness is not None:
        for stat, value in (("power", seen.power), ("toughness", seen.toughness)) * 3:
            options.append(tree.StatIs(stat, "=", tree.Num(value + near)))  # type: ignore[arg-type]  # both are stats
    return rng.choice(options)


def _so(filter: Filter, seen: Seen) -> Filter:
    return filter if holds(filter, seen, ()) else tree.Not(filter)


# --- comparing ------------------------------------------------------------------------------------


def difference(
    cards: Sequence[Card], goal: Goal, boards: dict[int, list[Judged]], counted: Counter[str]
) -> str:
    """What the search says otherwise than the boards that there are; "" if nothing."""
    size = next((n for n, each in boards.items() if any(reaching(goal, each))), 0)
    question = Question(goal, tuple(cards), size=SIZE, tokens=False)
    possible = ways(question)
    smallest = [_smallest(replace(question, goal=way)) for way in possible.goals]
    least = min((each.size for each in smallest if each.size), default=0)
    # Of each way all that is smaller must be ruled out.
    if not possible.whole or any(each.decided + 1 < (least or SIZE + 1) for each in smallest):
        counted["unknown"] += 1
        return ""
    counted[f"of size {least}" if least else "none"] += 1
    counted["with something that resolves"] += any(
        each.resolves for each in smallest if each.size == least
    )
    if least != size:
        return f"the boards say {size or 'none'}, the search {least or 'none'}"
    return ""


@dataclass(frozen=True)
class _Smallest:
    """What the search says of a goal: the size of its smallest boards, 0 if there are none."""

    size: int
    decided: int  # boards of up to this size are ruled out
    resolves: bool  # something resolves on them


def _smallest(question: Question) -> _Smallest:
    """The smallest boards of one way; those on which something resolves are replayed."""
    lasting = tuple(each for each in question.cards if is_permanent(each))
    plain = search(replace(question, cards=lasting))
    size = plain.size if plain.solutions else 0
    resolving = Resolving(question, lambda _: None)
    resolving.run(size - 1 if size else SIZE)
    shelf = Shelved({card.faces[0].name: card for card in question.cards})
    for each in resolving.solutions:
        replayed(question, each, shelf)  # type: ignore[arg-type]  # it has the cards
    if resolving.solutions:
        return _Smallest(resolving.size, resolving.size - 1, resolves=True)
    if size:
        return _Smallest(size, size - 1, resolves=False)
    unknown = plain.status == "unknown"
    return _Smallest(0, 0 if unknown else resolving.decided, resolves=False)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pools", type=int, default=5)
    parser.add_argument("--goals", type=int, default=20)
    parser.add_argument("--off", choices=sorted(savings.SAVINGS))
    parser.add_argument("--chosen", action="store_true", help="choose cards as of a large pool")
    parser.add_argument("--spells", metavar="CARD", help="every spell, beside that card alone")
    arguments = parser.parse_args()
    if arguments.chosen:
        searching.ALL_AT_ONCE = 0
    with savings.without(arguments.off) if arguments.off else nullcontext():
        if arguments.spells:
            over_all_spells(arguments.spells, arguments.seed, arguments.goals)
        else:
            compare(arguments.seed, arguments.pools, arguments.goals)


def compare(seed: int, number: int, goals: int) -> Counter[str]:
    """So many goals for each of so many pools of the catalogue."""
    rng = random.Random(seed)
    drawn = islice(pools(Catalogue.open(), rng), number)
    counted = sum((compared(cards, rng, goals) for cards in drawn), Counter())
    print(dict(counted), flush=True)
    return counted


def over_all_spells(name: str, seed: int, goals: int) -> Counter[str]:
    """Goals about one card: the spells that reach them alone, by the search and by every board."""
    catalogue, rng = Catalogue.open(), random.Random(seed)
    card = catalogue.card(name)
    assert card is not None
    # Of a class the search names the spells of one mode.
    spells = [
        each
        for each in catalogue.all_cards()
        if is_spell(each) and (does := happenings_of(each)[0]) and not any(h.mode for h in does)
    ]
    boards = [board for spell in spells for board in boards_of((card, spell), 2, facts=True)]
    boards = [each for each in boards if any(isinstance(s, Resolve) for s in each.board.steps)]
    counted: Counter[str] = Counter(boards=len(boards))
    for _ in range(goals):
        goal = goal_of(rng, boards)
        if goal is None or len(goal.demands) > 1:
            continue
        reached_by = {_spell_of(each.board) for each, _ in reaching(goal, boards)}
        question = Question(goal, (card, *spells), size=2, all_=len(spells))
        search = Resolving(question, lambda _: None)
        search.run(2)
        named = {
            spell
            for each in search.solutions
            for step in each.document["steps"]
            if "resolve" in step
            for spell in (step["resolve"], *each.interchangeable.get(step["resolve"], ()))
        }
        counted["spells that reach them"] += len(named)
        # Where what resolves does nothing for the goal, the board without it is smaller.
        alone = any(True for _ in reaching(goal, boards_of((card,), 1)))
        missed = (named - reached_by) if alone else (named ^ reached_by)
        counted["differences" if missed else "goals"] += 1
        if missed:
            print(name, goal, sorted(missed)[:5], flush=True)
    print(dict(counted), flush=True)
    return counted


def _spell_of(board: Board) -> str:
    return next(step.card.name for step in board.steps if isinstance(step, Resolve))


def compared(cards: Sequence[Card], rng: random.Random, goals: int) -> Counter[str]:
    """So many goals about one pool; every difference is printed."""
    boards = {size: list(boards_of(cards, size)) for size in range(1, SIZE + 1)}
    every = [each for those in boards.values() for each in those]
    counted: Counter[str] = Counter(boards=len(every))
    for _ in range(goals if every else 0):
        goal = goal_of(rng, every)
        if goal is None:
            continue
        wrong = difference(cards, goal, boards, counted)
        counted["differences" if wrong else "goals"] += 1
        if wrong:
            print(wrong, [card.name for card in cards], goal, flush=True)
    return counted


if __name__ == "__main__":
    main()
