# ruff: noqa: INP001
"""Boards played with the savings of `quick/` and without: both must end alike.

    python bench/unsaved.py [--boards N] [--seed S] [--kind KIND]

The two readings share the timeline and its savings, so that no sweep of theirs finds a wrong one.
Boards are drawn of three kinds: `scenes`, `trees` (effects of every sort), and `entering` (cards of
the catalogue that copy, or that say how others enter, among any). What ends otherwise is made
smaller, and its steps are printed; what only asks for a fact more is counted.
"""

import argparse
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from striate.boards.errors import NotPlayable
from striate.boards.timeline import Board
from striate.cards import tree
from striate.cards.walking import any_node
from striate.queries.fuzzing.differing import real_cards
from striate.queries.fuzzing.randomboards import random_board
from striate.queries.fuzzing.randomscenes import random_scene
from striate.quick.savings import QUICK
from striate.referee.judge import judge
from striate.timeline.entering_with import ENTER_WITH
from striate.timeline.play import Savings

_COPYING = (tree.EntersAsCopy, tree.BecomeCopy)


def ended(board: Board, savings: Savings | None) -> tuple[Any, ...]:
    """What every object is in the end, what is gone; or the refusal, whatever its words."""
    try:
        answer = judge(board, savings=savings)
    except NotPlayable:
        return ("refused",)
    return answer.objects, answer.gone, answer.not_modelled


def differ(board: Board) -> str:
    saved, plain = ended(board, QUICK), ended(board, None)
    if saved == plain:
        return ""
    return "asks otherwise" if saved[:-1] == plain[:-1] and len(saved) > 1 else "ends otherwise"


def smaller(board: Board) -> Board:
    """Without each step that it does not need to end otherwise."""
    steps = board.steps
    for place in reversed(range(len(steps))):
        fewer = Board((*steps[:place], *steps[place + 1 :]))
        try:
            steps = fewer.steps if differ(fewer) == "ends otherwise" else steps
        except Exception:  # noqa: BLE001, S112  # a step names what that step brought
            continue
    return Board(steps)


def drawers() -> dict[str, Callable[[int], Board]]:
    known = real_cards()

    def saying(says: Callable[[Any], bool]) -> list[tree.Card]:
        texts = ((card, tuple(face.abilities for face in card.faces)) for card in known)
        return [card for card, text in texts if any_node(text, says)]

    copying = saying(lambda node: isinstance(node, _COPYING))
    for_others = saying(lambda node: isinstance(node, ENTER_WITH) and node.who != tree.This())

    def entering(seed: int) -> Board:
        chance = Random(seed)
        pools = ((copying, 6), (for_others, 6), (known, 12))
        return random_board(seed, tuple(c for pool, n in pools for c in chance.sample(pool, n)))

    return {
        "scenes": lambda seed: random_scene(seed, known),
        "trees": random_board,
        "entering": entering,
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=1000, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=("scenes", "trees", "entering"), action="append")
    options = parser.parse_args()
    draw = drawers()
    for kind in options.kind or draw:
        tally: Counter[str] = Counter()
        for seed in range(options.seed, options.seed + options.boards):
            board = draw[kind](seed)
            how = differ(board)
            tally[how or "ends alike"] += 1
            if how == "ends otherwise":
                print(f"{kind} {seed}:", *smaller(board).steps, sep="\n  ", flush=True)
        print(f"{kind:10}", *(f"{number:,} {how}" for how, number in tally.most_common()), sep="  ")


if __name__ == "__main__":
    main()
