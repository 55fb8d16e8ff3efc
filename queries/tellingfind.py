"""What `find` prints: boards as files, the answer in words, the format's JSON."""

from collections.abc import Iterable
from typing import Any

from striate.boards.writing import board_json, board_yaml, tidy
from striate.queries.find import Found, FoundBoard

NAMED = 12  # interchangeable cards that are named one by one


def found_json(found: Found) -> dict[str, Any]:
    """As the format says; `interchangeable` has an entry for each board."""
    searched = {key: found.searched[key] for key in ("cards", "classes", "size")}
    plain: dict[str, Any] = {
        "status": found.status,
        "boards": [tidy(each.document) for each in found.boards],
        "size": found.size,
        "smallest": found.smallest,
        "searched": {**searched, "left_out": found.searched.get("left_out", {})},
        "rules": list(found.rules),
        "seconds": round(found.seconds, 3),
        "interchangeable": [
            {handle: list(names) for handle, names in each.interchangeable.items()}
            for each in found.boards
        ],
    }
    return {**plain, "why": found.why} if found.why else plain


def board_text(board: FoundBoard, form: str) -> str:
    """One board file in YAML or JSON."""
    if form == "json":
        return board_json(board.document, indent=2)
    return board_yaml(board.document)


def headline(found: Found, asked_for: int) -> str:
    """The answer in one sentence."""
    if found.status == "found":
        return _found_words(found, asked_for)
    if found.why:
        return f"unknown: {found.why}"
    if found.status == "none":
        return f"none: no board of up to {_permanents(found.size)} ends so; {over(found)}"
    # The size in hand was not finished.
    reached = found.searched["size"] - 1
    done = f"none of up to {_permanents(reached)} so far" if reached > 0 else "nothing is told yet"
    return f"unknown: stopped before the end, {done}; {over(found)}"


def _found_words(found: Found, asked_for: int) -> str:
    number = len(found.boards)
    size = _permanents(found.size)
    what = size if number == 1 else f"{number} boards of {size}"
    if found.smallest and found.size > 1:
        what += ", the fewest that do it"
    if found.stopped:
        what += f"; stopped before {asked_for} were found"
    elif number < asked_for:
        what += "; there are no others of this size that differ in substance"
    return f"found: {what}; {over(found)}"


def _permanents(number: int) -> str:
    return "1 permanent" if number == 1 else f"{number} permanents"


def over(found: Found) -> str:
    """Over how many cards, in how many classes."""
    cards, classes = found.searched["cards"], found.searched["classes"]
    grouped = f" in {classes:,} classes" if classes > 1 else ""
    return f"{'1 card' if cards == 1 else f'{cards:,} cards'}{grouped}"


def details(found: Found) -> list[str]:
    """What else an answer rests on: cards left out, rules."""
    lines = []
    left_out = found.searched.get("left_out", {})
    if left_out:
        total = sum(left_out.values())
        parts = ", ".join(f"{number:,} {reason}" for reason, number in _most(left_out))
        lines.append(f"left out: {total:,} cards ({parts})")
    if found.status == "none" and found.rules:
        lines.append(f"it rests on {', '.join(found.rules)}")
    return lines


def _most(counts: dict[str, int]) -> Iterable[tuple[str, int]]:
    return [(r, n) for n, r in sorted(((n, r) for r, n in counts.items()), reverse=True)]


def alternatives(board: FoundBoard) -> list[str]:
    """Interchangeable cards, for each object that has any."""
    lines = []
    for handle, names in board.interchangeable.items():
        number = len(names)
        shown = ", ".join(names[:NAMED]) + (", …" if number > NAMED else "")
        others = "1 other" if number == 1 else f"any of {number:,} others"
        lines.append(f"{handle}: or {others}: {shown}")
    return lines
