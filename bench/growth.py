# ruff: noqa: INP001
"""How `find` grows with the pool and with the size: a table and a plot in docs/.

    python bench/growth.py [--seconds 60] [--pools 36,300,3000,all] [--sizes 2,3,4,5,6,7,8]

Pools are the 36 cards of bench/pool36.txt with permanents drawn from the catalogue (a fixed
seed), up to all of them. Each measurement is a process of its own; seconds are of the whole search
(building, converting, solving), without reading the catalogue.
"""

import json
import random
import resource
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RESULTS = HERE / "results"
GOALS = {
    "found": "leveler ends as 1/1 with flying",
    "none": "Grizzly Bears is a 19/3 blue land",
}
POOL_SIZE = 3  # permanents, where the pool grows
WIDTH, HEIGHT, LEFT, TOP = 640, 320, 60, 20


def pool(number: int | None) -> tuple[Any, list[Any]]:
    """That many cards; None: every permanent card of the catalogue."""
    from striate.cards.catalogue.store import Catalogue
    from striate.queries.finding.pools import is_permanent

    catalogue = Catalogue.open()
    names = (HERE / "pool36.txt").read_text(encoding="utf-8").split("\n")
    found = {name: catalogue.card(name) for each in names if (name := each.strip())}
    others = [card for card in catalogue.all_cards() if is_permanent(card)]
    random.Random(36).shuffle(others)
    for card in others:
        if number is not None and len(found) >= number:
            break
        found.setdefault(card.name, card)
    return catalogue, list(found.values())


def measure(goal: str, number: int | None, size: int, exact: bool, seconds: float) -> None:
    """One search; prints what it took."""
    from striate.queries.goals.language import read_goal
    from striate.search.questions import Question
    from striate.search.searching import search
    from striate.solver.deadline import Deadline

    catalogue, cards = pool(number)
    question = Question(
        read_goal(goal, catalogue),
        tuple(cards),
        size=size,
        exact=exact,
        deadline=Deadline.after(seconds),
    )
    found = search(question)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    told = {
        "status": found.status,
        "size": found.size,
        "seconds": found.seconds,
        "solving": found.solving,
        "classes": found.searched["classes"],
        "cards": len(cards),
        "peak": peak,
    }
    print(json.dumps(told))


def cell(goal: str, number: str, size: int, exact: bool, seconds: float) -> dict[str, Any]:
    words = [sys.executable, __file__, "--cell", json.dumps([goal, number, size, exact])]
    words += ["--seconds", str(seconds)]
    try:
        done = subprocess.run(
            words, check=False, capture_output=True, text=True, timeout=seconds * 2 + 60
        )
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except (subprocess.TimeoutExpired, IndexError, ValueError):
        return {"status": "unknown", "seconds": None}
    return found


def rows_of(cells: list[tuple[str, str, dict[str, Any]]], what: str) -> list[str]:
    lines = [
        f"| question | {what} | answer | classes | seconds | of it solving | peak MB |",
        "|---|---|---|---|---|---|---|",
    ]
    for goal, key, found in cells:
        if found.get("seconds") is None or found["status"] == "unknown":
            lines.append(f"| {goal} | {key} | not in time | | | | |")
        else:
            lines.append(
                f"| {goal} | {key} | {found['status']} | {found['classes']:,} | "
                f"{found['seconds']:.2f} | {found['solving']:.2f} | {found['peak']} |"
            )
    return lines


def plot(cells: list[tuple[str, str, dict[str, Any]]], title: str) -> str:
    """Seconds, logarithmic, against the measurements in their order."""
    from math import log10

    keys = list(dict.fromkeys(key for _, key, _ in cells))
    span = WIDTH - LEFT - 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">',
        "<style>text { font: 12px sans-serif }</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="14">{title}</text>',
    ]

    def y(seconds: float) -> float:
        return TOP + (2 - log10(max(seconds, 0.01))) / 4 * (HEIGHT - TOP - 40)

    parts += [
        f'<line x1="{LEFT}" x2="{WIDTH - 20}" y1="{y(10**power):.0f}" y2="{y(10**power):.0f}" '
        f'stroke="#ddd"/><text x="8" y="{y(10**power) + 4:.0f}">{10**power:g} s</text>'
        for power in range(-2, 3)
    ]
    for at, key in enumerate(keys):
        x = LEFT + 20 + span * at / max(1, len(keys) - 1)
        parts.append(f'<text x="{x:.0f}" y="{HEIGHT - 12}" text-anchor="middle">{key}</text>')
    colors = ("#1f6fb2", "#b2411f")
    for color, goal in zip(colors, dict.fromkeys(goal for goal, _, _ in cells), strict=False):
        points = [
            f"{LEFT + 20 + span * keys.index(key) / max(1, len(keys) - 1):.0f},"
            f"{y(found['seconds']):.0f}"
            for each, key, found in cells
            if each == goal and found.get("seconds") and found["status"] != "unknown"
        ]
        parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{color}" '
                     f'stroke-width="2"><title>{goal}</title></polyline>')  # fmt: skip
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    options = ArgumentParser(description="growth of find")
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--pools", default="36,300,3000,all")
    options.add_argument("--sizes", default="2,3,4,5,6,7,8")
    options.add_argument("--cell", default="")
    given = options.parse_args()
    if given.cell:
        goal, number, size, exact = json.loads(given.cell)
        measure(goal, None if number == "all" else int(number), size, exact, given.seconds)
        return
    pools = [
        (goal, number, cell(goal, number, POOL_SIZE, False, given.seconds))
        for goal in GOALS.values()
        for number in given.pools.split(",")
    ]
    sizes = [
        (goal, size, cell(goal, "36", int(size), True, given.seconds))
        for goal in GOALS.values()
        for size in given.sizes.split(",")
    ]
    text = [
        "# How `find` grows",
        "",
        "Written by `python bench/growth.py`; single runs. Seconds of the whole search.",
        "",
        f"## With the pool, smallest first up to {POOL_SIZE} permanents",
        "",
        *rows_of(pools, "cards"),
        "",
        "![with the pool](growth-pool.svg)",
        "",
        "## With the size, exactly so many of 36 cards",
        "",
        *rows_of(sizes, "permanents"),
        "",
        "![with the size](growth-size.svg)",
        "",
    ]
    (RESULTS / "growth.md").write_text("\n".join(text), encoding="utf-8")
    (RESULTS / "growth-pool.svg").write_text(plot(pools, "seconds by cards"), encoding="utf-8")
    (RESULTS / "growth-size.svg").write_text(plot(sizes, "seconds by permanents"), encoding="utf-8")
    print("\n".join(text))


if __name__ == "__main__":
    main()
