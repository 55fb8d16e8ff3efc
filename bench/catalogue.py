# ruff: noqa: INP001
"""`find` over the whole catalogue: goals of every sort, each in a process of its own.

    python bench/catalogue.py [--size 3] [--seconds 120] [--rows 0,4]

Columns: what is answered, the size, whether it is exact (a found board with the fewest permanents,
or none of up to so many), seconds of the whole process with the loading of the cards, the most
memory. Writes bench/results/catalogue.md.
"""

import json
import resource
import subprocess
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"

GOALS = [
    "Humility has no abilities",
    "Blood Moon is a creature",
    "Darksteel Citadel has no abilities",
    "Plains is not a land",
    "Sol Ring is a creature land",
    "Mountain is a 1/1 creature with haste",
    "Dark Confidant is a legendary land",
    "Humility is a 0/1 creature",
    "Blood Moon is an 8/8 creature",
    "Opalescence is a creature",
    "Mountain has double strike",
    "Forest has flying",
    "Grizzly Bears has flying and trample",
    "Grizzly Bears has no abilities",
    "Llanowar Elves is not an Elf",
    "Grizzly Bears is an artifact",
    "Grizzly Bears is a land with no abilities",
    "Island is a Mountain",
    "Dryad Arbor is not a creature",
    "Platinum Angel is 0/0",
    "Darksteel Colossus has no abilities",
    "Grizzly Bears is 13/13",
    "Grizzly Bears is 5/6",
    "Tarmogoyf is black",
    "Sol Ring is blue",
    "Ornithopter is 4/4",
    "Wastes is a creature",
    "Urborg, Tomb of Yawgmoth is not a land",
    "Mishra's Factory is a 4/4 creature",
    "Grizzly Bears is a black Zombie",
    "Grizzly Bears is a planeswalker",
    "Jace Beleren is a creature",
    "Kaito, Bane of Nightmares is a creature",
    "Nicol Bolas is a Merfolk",
    "Lightning Greaves is a creature",
    "Bonesplitter is a land",
    "Pacifism is a creature",
    "Coralhelm Commander is 1/1 with flying",
    "leveler ends as 1/1 with flying",
    "a God is a creature with no abilities",
    "a creature is colorless and has protection from everything",
    "Opalescence is a 4/4 creature and Humility is a 1/1 creature",
    "Grizzly Bears is 1/1 and Llanowar Elves is 4/4",
    "Grizzly Bears is a 20/20 blue artifact creature with infect",
]


def measure(goal: str, size: int, seconds: float) -> None:
    """One goal, in this process."""
    from striate.cards.catalogue.store import Catalogue
    from striate.queries.finding.find import find
    from striate.queries.finding.pools import PoolOptions
    from striate.queries.finding.posing import pose

    started = time.monotonic()
    catalogue = Catalogue.open()
    found = find(pose(goal, catalogue, PoolOptions(), size=size, timeout=seconds), catalogue)
    cards = [
        step["enter"] for board in found.boards[:1] for step in board.document["steps"]
        if "enter" in step
    ]  # fmt: skip
    told = {
        "status": found.status,
        "size": found.size,
        "exact": found.smallest or found.status == "none",
        "cards": cards,
        "seconds": time.monotonic() - started,
        "busy": time.process_time(),
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    print(json.dumps(told))


def cell(goal: str, size: int, seconds: float) -> dict[str, Any]:
    words = [sys.executable, __file__, "--cell", goal, "--size", str(size)]
    words += ["--seconds", str(seconds)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    try:
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        last = (done.stderr.strip().splitlines() or ["no answer"])[-1]
        return {"status": "failed", "why": last}
    return found


def row(goal: str, found: dict[str, Any]) -> str:
    if found["status"] == "failed":
        return f"| {goal} | failed: {found['why'][:60]} | | | | | |"
    exact = "yes" if found["exact"] else "no"
    cards = " + ".join(found["cards"])
    return (
        f"| {goal} | {found['status']} | {found['size']} | {exact} | {found['seconds']:.1f} | "
        f"{found['busy']:.1f} | {found['peak']} | {cards} |"
    )


def main() -> None:
    options = ArgumentParser(description="find over the whole catalogue")
    options.add_argument("--size", type=int, default=3)
    options.add_argument("--seconds", type=float, default=120)
    options.add_argument("--rows", default="")
    options.add_argument("--cell", default="")
    given = options.parse_args()
    if given.cell:
        measure(given.cell, given.size, given.seconds)
        return
    chosen = [int(each) for each in given.rows.split(",")] if given.rows else range(len(GOALS))
    lines = [
        "# `find` over the whole catalogue",
        "",
        (
            f"Written by `python bench/catalogue.py`: sizes up to {given.size}, a process for each "
            "goal;"
        ),
        (
            "seconds of the whole search with the reading of the cards, seconds "
            "of processor, MB at "
            "most."
        ),
        "Exact: the fewest permanents, or none of up to so many.",
        "",
        "| goal | answer | size | exact | seconds | busy | MB | the board's cards |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for number in chosen:
        lines.append(row(GOALS[number], cell(GOALS[number], given.size, given.seconds)))
        print(lines[-1], flush=True)
    if not given.rows:
        (RESULTS / "catalogue.md").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
