# ruff: noqa: INP001
"""How `find` grows with the pool and with the size: tables and plots in bench/results/.

    python bench/growth.py [--seconds 60] [--pools 1000,3000,10000,all] [--sizes 1,2,3,4,5]

Pools are the 36 cards of bench/pool36.txt with permanents drawn from the catalogue (a fixed
seed), up to all of them; each is asked for boards of up to so many permanents, smallest first. Each
measurement is a process of its own; seconds are the processor's of the whole search (choosing,
building, converting, solving), without reading the catalogue.
"""

import json
import random
import resource
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from time import process_time
from typing import Any

HERE = Path(__file__).parent
RESULTS = HERE / "results"
PICTURES = RESULTS.parents[1] / "docs" / "pictures"
GOALS = {
    "found": "Mountain is a black Goblin artifact",
    "none": "Grizzly Bears is a 19/3 blue land",
}
COLORS = ("#1f6fb2", "#b2411f", "#3c8d40", "#7a4fa3")
WIDTH, HEIGHT, LEFT, TOP = 640, 320, 60, 20


def pool(number: int | None) -> tuple[Any, list[Any]]:
    """That many cards; None: every permanent card of the catalogue."""
    from striate.cards.catalogue.store import Catalogue
    from striate.queries.finding.pools import is_permanent

    catalogue = Catalogue.open()
    names = (HERE / "pool36.txt").read_text(encoding="utf-8").split("\n")
    by_name = {name: catalogue.card(name) for each in names if (name := each.strip())}
    others = [card for card in catalogue.all_cards() if is_permanent(card)]
    random.Random(36).shuffle(others)
    for card in others:
        if number is not None and len(by_name) >= number:
            break
        by_name.setdefault(card.name, card)
    return catalogue, list(by_name.values())


def measure(goal: str, number: int | None, size: int, seconds: float) -> None:
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
        deadline=Deadline.after(seconds),
    )
    known(catalogue, cards)
    before = process_time()
    result = search(question)
    busy = process_time() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    plain = {
        "status": result.status,
        "size": result.size,
        "seconds": busy,
        "classes": result.searched["classes"],
        "cards": len(cards),
        "peak": peak,
    }
    print(json.dumps(plain))


def known(catalogue: Any, cards: list[Any]) -> None:
    """The index tells of the cards, as it does of a pool that `find` chooses."""
    from striate.search.cardindex import know

    numbers = {name: number for number, name in enumerate(catalogue.names())}
    know(catalogue, ((numbers[card.name], card) for card in cards))


def cell(goal: str, number: str, size: int, seconds: float) -> dict[str, Any]:
    words = [sys.executable, __file__, "--cell", json.dumps([goal, number, size])]
    words += ["--seconds", str(seconds)]
    try:
        done = subprocess.run(
            words, check=False, capture_output=True, text=True, timeout=seconds * 3 + 60
        )
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except (subprocess.TimeoutExpired, IndexError, ValueError):
        return {"status": "unknown", "seconds": None}
    return answer


_Cells = list[tuple[str, int, dict[str, Any]]]


def rows_of(cells: _Cells) -> list[str]:
    lines = [
        "| cards | up to | answer | classes | seconds | peak MB |",
        "|---|---|---|---|---|---|",
    ]
    for number, size, answer in cells:
        if answer.get("seconds") is None or answer["status"] == "unknown":
            lines.append(f"| {number} | {size} | not decided | | {_took(answer)} | |")
        else:
            end = f"{answer['status']} {answer['size']}"
            lines.append(
                f"| {answer['cards']:,} | {size} | {end} | {answer['classes']:,} | "
                f"{_took(answer)} | {answer['peak']} |"
            )
    return lines


def _took(answer: dict[str, Any]) -> str:
    return "" if answer.get("seconds") is None else f"{answer['seconds']:.2f}"


def plot(cells: _Cells, title: str) -> str:
    """Seconds, logarithmic, by the number of permanents; a line for each pool."""
    from math import log10

    keys = list(dict.fromkeys(size for _, size, _ in cells))
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
    for at, number in enumerate(dict.fromkeys(number for number, _, _ in cells)):
        color = COLORS[at % len(COLORS)]
        points = [
            f"{LEFT + 20 + span * keys.index(size) / max(1, len(keys) - 1):.0f},"
            f"{y(answer['seconds']):.0f}"
            for each, size, answer in cells
            if each == number and answer.get("seconds") and answer["status"] != "unknown"
        ]
        parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{color}" '
                     f'stroke-width="2"><title>{number} cards</title></polyline>')  # fmt: skip
        parts.append(f'<text x="{LEFT + 30 + 90 * at}" y="{TOP + 14}" fill="{color}">'
                     f"{number} cards</text>")  # fmt: skip
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    options = ArgumentParser(description="growth of find")
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--pools", default="1000,3000,10000,all")
    options.add_argument("--sizes", default="1,2,3,4,5")
    options.add_argument("--cell", default="")
    given = options.parse_args()
    if given.cell:
        goal, number, size = json.loads(given.cell)
        measure(goal, None if number == "all" else int(number), size, given.seconds)
        return
    text = [
        "# How `find` grows",
        "",
        "Written by `python bench/growth.py`; single runs. Seconds of the processor for the whole",
        f"search, of at most {given.seconds:g} by the clock.",
        "",
    ]
    for name, goal in GOALS.items():
        cells: _Cells = []
        for number in given.pools.split(","):
            for size in map(int, given.sizes.split(",")):
                cells.append((number, size, cell(goal, number, size, given.seconds)))
                print(name, number, size, cells[-1][2], flush=True)
        text += [
            f"## {goal}",
            "",
            *rows_of(cells),
            "",
            f"![seconds](../../docs/pictures/growth-{name}.svg)",
            "",
        ]
        drawn = plot(cells, f"{goal}: seconds by permanents")
        (PICTURES / f"growth-{name}.svg").write_text(drawn, encoding="utf-8")
    (RESULTS / "growth.md").write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
