# ruff: noqa: INP001
"""Wrong ideas planted in each module of `quick/`, wrong clauses in either reading: what notices?

    python bench/planted.py [--clauses N]

A wrong idea of a saving is noticed by its property: some board that is drawn to hurt comes out
otherwise than if everything is looked at. A wrong clause is noticed by a disagreement: some board
is read by both readings, and their answers differ. The table says which board was the first.
"""

import argparse
import contextlib
import pathlib
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from striate.boards.errors import NotPlayable
from striate.boards.timeline import Board
from striate.boards.untold import Path
from striate.encodings.clauses import wrong_reading
from striate.encodings.reading import outcome
from striate.encodings.variants import names
from striate.queries.answers import compare
from striate.queries.fuzzing.randomboards import random_board
from striate.quick import attachments, copies, legends, places, sizes, statebased, targets
from striate.quick.savings import QUICK
from striate.referee.judge import judge
from striate.timeline import play as play_of_timeline
from striate.timeline.play import Savings
from tests import test_quick, test_reach
from tests.corpus import corpus
from tests.helpers import board
from tests.test_referee_faults import FAULTS, forget_what_is_cached

never = test_quick.never
# By module: what is planted there, and where.
IDEAS = (
    ("attachments", "protection parts nothing", attachments, "_parts", never),
    ("attachments", "nothing could part them", attachments, "_could_part_them", never),
    ("copies", "abilities that alter values are none", copies, "_alters", never),
    ("copies", "nothing speaks of others", copies, "speaks_of_others", never),
    ("copies", "nothing is a copy", copies.Copies, "may_be", never),
    (
        "places",
        "all is said of its object",
        places,
        "_inside",
        lambda node, at: at._replace(place="itself"),
    ),
    ("statebased", "nothing goes by its type", statebased, "_goes", never),
    ("statebased", "no two part each other", statebased, "_may_part_each_other", never),
    ("statebased", "nothing is given a type", statebased, "_gives_a_type", never),
    ("sizes", "nothing gives what takes", sizes, "_gives_what_takes", never),
    ("sizes", "what is set takes nothing", sizes, "_set", lambda amount: float("inf")),
    ("targets", "no type changes", targets, "_changes", never),
    ("targets", "nothing copies", targets, "anything_copies", never),
)
# The same of names that two legends could share: which of them goes is open.
OF_LEGENDS = (
    ("nothing copies", copies.Copies, "may_be", never),
    ("nothing makes legends", legends, "_makes_legends", never),
)
CLASSES = (
    ("entering", "how an object enters, it says itself", test_quick.BlindToOthers()),
    ("statebased", "only what is in danger can die", test_quick.BlindToTexts()),
    ("savings", "nothing is ever about", test_quick.BlindToEffects()),
)


@contextlib.contextmanager
def planted(where: object, name: str, wrong: object) -> Iterator[None]:
    forget_what_is_cached()
    with mock.patch.object(where, name, wrong), mock.patch.object(play_of_timeline, "_ANSWERS", {}):
        yield
    forget_what_is_cached()


def drawn() -> list[Board]:
    makers = (test_quick.hurting, test_quick.parting, test_quick.copying, test_quick.staying)
    return [make(seed) for seed in range(150) for make in makers]


def with_legends() -> list[Board]:
    cards = [*test_quick.HURTING, test_quick.DUKE, test_quick.MIRROR]
    mirrors = [{"enter": "Mirror", "as": each} for each in ("one", "other")]
    copied: list[dict[str, Any]] = [{"zone": "graveyard", "card": "Duke"}, *mirrors]
    copied += [{"ability": 1, "of": each["as"], "targets": ["Duke"]} for each in mirrors]
    return [board(cards, *copied), board(cards, {"enter": "Duke"}, {"enter": "Namer"})]


def first(boards: Iterable[Board], notices: Callable[[Board], bool]) -> str:
    """The first board that notices, by its place and its name."""
    for number, each in enumerate(boards, 1):
        if notices(each):
            return f"board {number:,}, {each.id or 'drawn'}"
    return "**none**"


def other_than_plain(each: Board, savings: Savings = QUICK) -> bool:
    return test_quick.told(each, savings) != test_quick.told(each, None)


def gone_otherwise(each: Board) -> bool:
    read = [judge(each, path=Path(opens=True), savings=savings).gone for savings in (None, QUICK)]
    return read[0] != read[1]


def disagree(each: Board) -> bool:
    try:
        return bool(compare(outcome(each), judge(each)))
    except NotPlayable:
        return False
    except Exception:  # noqa: BLE001 - a reading that breaks down is a notice
        return True


def spaced(several: list[str], number: int) -> list[str]:
    return several[:: max(1, len(several) // number)][:number]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clauses", type=int, default=12, help="wrong clauses in each reading")
    number = parser.parse_args().clauses
    boards = drawn()
    print("| where | the wrong idea | noticed by |\n|---|---|---|")
    for room, idea, where, name, wrong in IDEAS:
        with planted(where, name, wrong):
            print(f"| `quick/{room}` | {idea} | {first(boards, other_than_plain)} |", flush=True)
    for idea, where, name, wrong in OF_LEGENDS:
        with planted(where, name, wrong):
            print(f"| `quick/legends` | {idea} | {first(with_legends(), gone_otherwise)} |")
    for room, idea, blind in CLASSES:
        noticed_by = first(boards, partial(other_than_plain, savings=blind))
        print(f"| `quick/{room}` | {idea} | {noticed_by} |", flush=True)
    for kind in ("type", "subtype", "text"):
        with contextlib.ExitStack() as stack:
            for module in test_reach.MODULES:
                stack.enter_context(planted(module, "touch", test_reach.blind_to(kind)))
            wrong_answers = [test_reach.answer(each) for each in test_reach.of_dependency()]
        right = [test_reach.answer(each) for each in test_reach.of_dependency()]
        noticed = sum(one != other for one, other in zip(wrong_answers, right, strict=True))
        noticed_by = f"{noticed} of {len(right)} boards" if noticed else "**none**"
        print(f"| `quick/reach` | nothing looks at a {kind} | {noticed_by} |", flush=True)
    both = [*corpus(), *(random_board(seed) for seed in range(84_000, 84_400))]
    for name in spaced(sorted(names()), number):
        with wrong_reading(name):
            print(f"| `encodings/` | {name} | {first(both, disagree)} |", flush=True)
    faults = [name for name, (where, _, _) in FAULTS.items() if "referee" in str(where)]
    for name in spaced(sorted(faults), number):
        with planted(*FAULTS[name]):
            print(f"| `referee/` | {name} | {first(both, disagree)} |", flush=True)


if __name__ == "__main__":
    main()
