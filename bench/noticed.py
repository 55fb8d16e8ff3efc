# ruff: noqa: INP001
"""Is each part of each step noticed? Parts are left out or misspelt, and the answer must say so.

    python bench/noticed.py [FILE…] [--every N] [--show WORD.KEY]

For each board that the referee answers: every key, choice and target of every step is left out, is
misspelt (a letter less, one more, yes for no), and is exchanged for another that the board has (an
object, a player, a colour, a type). Then the board is refused, or is unknown, or ends otherwise.
What is none of these is a part whose loss nothing notices: the table counts them.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.loading import load_documents, load_lines
from striate.boards.names import Shelf
from striate.boards.reading import board_from_document
from striate.boards.steps.table import kind_of_plain
from striate.cards.catalogue.store import Catalogue
from striate.queries.outcome import outcome

_ENDS = ("refused", "unknown", "otherwise", "unnoticed")
_OTHER = {"yes": "no", "no": "yes"}
_KINDS = (
    ("you", "opponent"),
    ("white", "blue", "black", "red", "green"),
    ("Elf", "Goblin", "Bear", "Human"),
    ("Plains", "Island", "Swamp", "Mountain", "Forest"),
)


def _misspelt(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return _OTHER.get(value, value[:-1]) if isinstance(value, str) and len(value) > 1 else None


def _handles(steps: list[dict[str, Any]]) -> tuple[str, ...]:
    """What the steps call objects of the board."""
    named = [step.get("as", step.get("enter")) for step in steps]
    return tuple(dict.fromkeys(name for name in named if isinstance(name, str)))


def _exchanged(value: Any, handles: tuple[str, ...]) -> Iterator[str]:
    """What could stand there as well."""
    for kind in (handles, *_KINDS):
        if value in kind:
            yield from (each for each in kind if each != value)


def _spoiled(
    step: dict[str, Any], handles: tuple[str, ...]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What was spoiled, how, and the step without it."""
    kind = kind_of_plain(step)
    word = kind.word if kind else ""
    for key, value in step.items():
        if key in (word, "as", "creates", "token"):
            continue
        rest = {name: each for name, each in step.items() if name != key}
        if isinstance(value, dict):
            for part, chosen in value.items():
                others = {name: each for name, each in value.items() if name != part}
                yield f"{key} {part}", "left out", rest | ({key: others} if others else {})
                if (wrong := _misspelt(chosen)) is not None:
                    yield f"{key} {part}", "misspelt", {**step, key: {**value, part: wrong}}
                for other in _exchanged(chosen, handles):
                    yield f"{key} {part}", "exchanged", {**step, key: {**value, part: other}}
            continue
        if isinstance(value, list):
            for at in range(len(value)):
                fewer = [each for number, each in enumerate(value) if number != at]
                yield key, "left out", rest | ({key: fewer} if fewer else {})
                for other in _exchanged(value[at], handles):
                    yield key, "exchanged", {**step, key: [*value[:at], other, *value[at + 1 :]]}
            continue
        yield key, "left out", rest
        if (wrong := _misspelt(value)) is not None:
            yield key, "misspelt", {**step, key: wrong}
        for other in _exchanged(value, handles):
            yield key, "exchanged", {**step, key: other}


def _answer(document: dict[str, Any], shelf: Shelf) -> tuple[Any, ...] | str:
    """What the board ends as, or "refused" or "unknown"."""
    try:
        answered = outcome(board_from_document(document, shelf), "referee")
    except (BoardError, NotPlayable):
        return "refused"
    return (*answered.answer.objects, answered.answer.gone) if answered.sure else "unknown"


def _boards(files: list[str], every: int) -> Iterator[dict[str, Any]]:
    for file in files:
        path = Path(file)
        loads = load_lines(path) if path.suffix == ".jsonl" else load_documents(path)
        for number, loaded in enumerate(loads):
            if number % every == 0 and not isinstance(loaded, BoardError):
                yield loaded.data


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--show", default="")
    given = parser.parse_args()
    root = Path(__file__).parent.parent
    files = given.files or sorted(map(str, (root / "tests" / "boards").rglob("*.yaml")))
    shelf = Shelf(Catalogue.open())
    ends: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for document in _boards(files, given.every):
        whole = _answer(document, shelf)
        if isinstance(whole, str):
            continue
        handles = _handles(document["steps"])
        for at, step in enumerate(document["steps"]):
            head = kind_of_plain(step)
            for part, how, spoiled in _spoiled(step, handles):
                board = deepcopy(document)
                board["steps"][at] = spoiled
                answer = _answer(board, shelf)
                end = answer if isinstance(answer, str) else "otherwise"
                if answer == whole:
                    end = "unnoticed"
                name = f"{head.word if head else '?'}.{part}"
                ends[f"{name} {how}"][end] += 1
                if end == "unnoticed" and given.show and name.startswith(given.show):
                    print(document.get("id"), at, how, step)
    print("| part | " + " | ".join(_ENDS) + " |\n|---|" + "---|" * len(_ENDS))
    for name, counts in sorted(ends.items()):
        print(f"| {name} | " + " | ".join(str(counts[end] or "") for end in _ENDS) + " |")
    total = sum(ends.values(), Counter[str]())
    print("| all | " + " | ".join(str(total[end]) for end in _ENDS) + " |")


if __name__ == "__main__":
    main()
