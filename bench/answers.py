"""What a reading answers on many boards, written down once and compared with another program's.

`python bench/answers.py write FILE BOARDS...` writes boards with what both readings answer;
`compare FILE` tells where this program answers otherwise. `--random N` writes boards drawn at
random besides."""  # noqa: INP001

import argparse
import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from striate.app.reading import open_catalogue
from striate.boards.errors import BoardError
from striate.boards.reading import read_boards
from striate.boards.timeline import Board
from striate.boards.untold import Path as Way
from striate.queries.answers import Failure, canonical, read_by

ENGINES = ("constraints", "referee")


def answers(board: Board, engines: tuple[str, ...] = ENGINES) -> tuple[object, ...]:
    all_answers: list[object] = []
    for engine in engines:
        for otherwise in (False, True):
            try:
                answer = read_by(engine, board, Way(otherwise=otherwise))
                plain = canonical(answer)
                all_answers.append(
                    (
                        [repr(each) for each in plain.objects],
                        plain.gone,
                        bool(answer.not_modelled),
                        [(each.card, each.line) for each in answer.not_modelled],
                    )
                )
            except Failure as error:
                all_answers.append(f"failure: {error.error}")
            except BoardError as error:
                all_answers.append(f"refused: {error}")
    return tuple(all_answers)


def boards_of(files: list[str], number: int) -> Iterator[Board]:
    catalogue = open_catalogue()
    for file in files:
        for board in read_boards(Path(file), catalogue):
            if isinstance(board, Board):
                yield board
    if number:
        from striate.queries.fuzzing.differing import real_cards
        from striate.queries.fuzzing.randomboards import random_board
        from striate.queries.fuzzing.randomscenes import random_scene

        cards = real_cards()
        for seed in range(number):
            if seed % 3 == 2:
                yield random_scene(seed, cards if seed % 2 else ())
            else:
                yield random_board(seed, cards if seed % 3 else ())


def kind_of(answer: object) -> str:
    return answer.split(":")[0] if isinstance(answer, str) else "answer"


def compare(
    before: tuple[object, ...], now: tuple[object, ...], engines: tuple[str, ...]
) -> list[str]:
    """Where both readings together say otherwise than before."""
    differing = []
    for place, (old, new) in enumerate(zip(before, now, strict=True)):
        engine = f"{engines[place // 2]} otherwise={bool(place % 2)}"
        if kind_of(old) != kind_of(new):
            differing.append(f"{engine}: {kind_of(old)} -> {kind_of(new)}: {old} -> {new}")
        elif not isinstance(old, str):
            if old[:2] != new[:2]:
                lines = [f"    - {x}" for x in old[0] if x not in new[0]]
                lines += [f"    + {x}" for x in new[0] if x not in old[0]]
                lines += [f"    gone {old[1]} -> {new[1]}"] if old[1] != new[1] else []
                differing.append("\n".join([f"{engine}: objects", *lines]))
            if old[2] != new[2]:
                differing.append(f"{engine}: not modelled {old[3]} -> {new[3]}")
    return differing


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("verb", choices=("write", "compare"))
    parser.add_argument("file")
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--engine", choices=ENGINES)
    parser.add_argument("--show", type=int, default=20)
    given = parser.parse_args()
    if given.verb == "write":
        all_of_them = [(each, answers(each)) for each in boards_of(given.boards, given.random)]
        Path(given.file).write_bytes(pickle.dumps(all_of_them))
        print(len(all_of_them), "boards")
        return
    known = pickle.loads(Path(given.file).read_bytes())
    counted: Counter[str] = Counter()
    for number, (board, before) in enumerate(known):
        engines = (given.engine,) if given.engine else ENGINES
        first = 2 * ENGINES.index(engines[0])
        differing = compare(before[first:][: 2 * len(engines)], answers(board, engines), engines)
        counted["boards"] += 1
        counted["differing"] += bool(differing)
        if differing and counted["differing"] <= given.show:
            print(f"--- {number} {board.id or board.file}")
            print("\n".join(differing))
        sys.stdout.flush()
    print(dict(counted))


if __name__ == "__main__":
    main()
