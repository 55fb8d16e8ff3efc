"""Tokens in the slots against truth tables, over random small pools that make some.

    python -m striate.queries.proving.oracle_tokens [--seed 1] [--pools 100] [--goals 8]

Each pool holds two cards that make tokens and three with effects. Goals are made from what tokens
became on boards of the pool; the smallest size of a board, or that there is none, is compared, and
what the search finds is replayed by both readings. The board that a goal is made from is, too.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from striate.boards.reading import board_from_document
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.walking import any_node
from striate.encodings.reading import outcome
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import printed_cards
from striate.queries.goals.meaning import reached
from striate.queries.proving.drawing import Drawing
from striate.queries.proving.oracle_pools import STRONG
from striate.search.goals import AnyObject, Demand, Goal
from striate.search.options import Option, options_of
from striate.search.questions import Question
from striate.search.tokens import token_options, tokens_of
from striate.search.truthtables import Judge, document
from striate.solver.choice import members

SIZE = 3
_MOST = 3  # so many tokens of a pool
_DRAWS = 300


def main() -> None:
    given = argparse.ArgumentParser(description="tokens in the slots against truth tables")
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--pools", type=int, default=100)
    given.add_argument("--goals", type=int, default=8)
    asked = given.parse_args()
    print(dict(compare(asked.seed, asked.pools, asked.goals)))


def compare(seed: int, number: int, goals: int) -> Counter[str]:
    """So many goals for each of so many pools of the catalogue; every difference is printed."""
    rng, catalogue = random.Random(seed), Catalogue.open()
    counted: Counter[str] = Counter()
    for cards, options in islice(pools(catalogue, rng), number):
        judges = [Judge(options, size) for size in range(1, SIZE + 1)]
        for _ in range(goals):
            drawn = _drawn(judges[-1], rng)
            if drawn is None:
                break
            board, goal = drawn
            counted["goals"] += 1
            for wrong in _differences(judges, board, goal, cards, catalogue, counted):
                counted["differences"] += 1
                print(wrong, [card.name for card in cards], goal, flush=True)
    return counted


def pools(
    catalogue: Catalogue, rng: random.Random
) -> Iterator[tuple[tuple[tree.Card, ...], list[Option]]]:
    """Random cards with what stands in slots of them."""
    makers: list[tree.Card] = []
    strong: list[tree.Card] = []
    acting: list[tree.Card] = []
    for card in catalogue.all_cards():
        found, reason = options_of(card, ["Wall"])
        open_ = (tree.IsTapped, tree.Fact)
        if reason or len(found) > 2 or found[0].opens or any_node(found[0].statics, open_):
            continue
        if tokens_of(card.faces[0]):
            makers.append(card)
        elif found[0].statics:
            (strong if any_node(found[0].statics, STRONG) else acting).append(card)
    while True:
        cards = (*rng.sample(makers, 2), *rng.sample(strong, 2), *rng.sample(acting, 1))
        options = [option for card in cards for option in options_of(card, ["Wall"])[0]]
        made = token_options(options)
        if made and len(made) <= _MOST:
            yield cards, [*options, *made]


def _drawn(judge: Judge, rng: random.Random) -> tuple[int, Goal] | None:
    """A board with a token, and something that is so of that, or nearly."""
    drawing = Drawing(judge, rng)
    for _ in range(_DRAWS):
        board = drawing.board()
        there = [
            index
            for index, place in enumerate(judge.boards[board])
            if judge.options[place.option].token
        ]
        if there and _lasts(judge, board):
            index = rng.choice(there)
            face = judge.options[judge.boards[board][index].option].face
            subject: list[tree.Filter] = [tree.IsToken(), tree.HasType(face.types[0])]
            subject += [tree.HasSubtype(word) for word in face.subtypes]
            claims = tuple(drawing.claim(board, index) for _ in range(rng.choice((1, 2, 3))))
            return board, Goal((Demand(AnyObject(rng.choice(subject)), claims),))
    return None


def _lasts(judge: Judge, board: int) -> bool:
    there = judge.where(judge.found.algebra.all_([judge.legal, *judge.stays])).reached
    return bool(there >> board & 1)


def _differences(
    judges: Sequence[Judge],
    board: int,
    goal: Goal,
    cards: tuple[tree.Card, ...],
    catalogue: Catalogue,
    counted: Counter[str],
) -> Iterator[str]:
    answers = [judge.answers(goal) for judge in judges]
    size = next((size for size, each in enumerate(answers, 1) if each.reached), 0)
    found = find(Question(goal, cards, size=SIZE, most_x=0), catalogue)
    told = found.size if found.boards else 0
    counted[f"of size {size}" if size else "none"] += 1
    if found.status == "unknown" or told != size:
        yield f"{found.status} of size {told} {found.why}, and the truth is {size}"
    played = board_from_document(document(judges[-1].options, judges[-1].boards[board]), catalogue)
    seen = outcome(played)
    if not seen.not_modelled:
        counted["played"] += 1
        meets = reached(goal, seen, printed_cards(played)) is not None
        if meets != (board in members(answers[-1].reached)):
            yield f"played, it is {meets}"


if __name__ == "__main__":
    main()
