# ruff: noqa: INP001
"""`find` over the whole catalogue: sixty goals of every sort, and ten of four permanents.

    python bench/catalogue.py [--beside OTHER/bin/striate] [--seconds 120] [--rows 0,4] [--write]

Each goal is asked of whole processes: `striate find GOAL --size N --fresh`, and in turn of an
older program beside it. Columns: what is answered, the size, whether it is exact (the fewest
permanents, or none of up to so many), seconds of processor, most memory in MB, the found cards.
`--write` writes bench/results/catalogue.md.
"""

import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

RESULTS = Path(__file__).parent / "results"
OURS = str(Path(sys.executable).with_name("striate"))

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
    "Mountain is an artifact",
    "Storm Crow is a red Goblin",
    "Forest has flying and is black",
    "Glorious Anthem is a creature without abilities",
    "Grizzly Bears is a Goblin",
    "Mountain is a black Goblin artifact",
    "an Aura is a creature",
    "an Aura has flying",
    "an Aura is a Mountain",
    "a Class has no abilities",
    "a permanent is a land and an Aura and an Equipment",
    "my opponent controls an Aura that is a land",
    "every creature has flying and Grizzly Bears is 3/3",
    "Grizzly Bears is 4/4 and a land is a creature",
    "Heliod, God of the Sun has power 6",
    "Blood Moon has flying and trample",
]
#: Of four permanents; none of them is met by fewer.
LARGER = [
    "Mountain is a black Goblin artifact",
    "Grizzly Bears is a black Zombie artifact with indestructible",
    "Grizzly Bears is a 20/20 blue artifact creature with infect",
    "Sol Ring is a black creature land with flying",
    "Glorious Anthem is a green 4/4 creature without abilities",
    "Plains is a red artifact with flying",
    "Platinum Angel is 0/0",
    "Storm Crow is a red Goblin artifact with trample",
    "Forest is a blue legendary artifact",
    "Blood Moon is a red Dragon land",
]


@dataclass
class Cell:
    """What one program says to a goal."""

    status: str = "failed"
    size: int = 0
    exact: bool = False
    cards: str = ""
    busy: float = 0.0
    peak: int = 0

    @property
    def told(self) -> str:
        return f"{self.status} {self.size}{'' if self.exact else ' ?'}"


def asked(program: str, goal: str, size: int, seconds: float, *more: str) -> Cell:
    """One goal, asked of one program, as a whole process."""
    words = [program, "find", goal, "--size", str(size), "--timeout", str(seconds), "--json", *more]
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(words, stdout=out, stderr=subprocess.DEVNULL)
        _, _, used = os.wait4(child.pid, 0)
        out.seek(0)
        output = out.read()
    cell = Cell(busy=used.ru_utime + used.ru_stime, peak=used.ru_maxrss // 1024)
    try:
        answer = json.loads(output)
    except ValueError:
        return cell
    cell.status, cell.size = answer["status"], answer.get("size", 0)
    cell.exact = bool(answer.get("smallest")) or answer["status"] == "none"
    steps = answer["boards"][0]["steps"] if answer["boards"] else []
    cell.cards = " + ".join(step["enter"] for step in steps if "enter" in step)
    return cell


def summary(name: str, cells: list[Cell]) -> str:
    busy = [each.busy for each in cells]
    tenth = quantiles(busy, n=10, method="inclusive")[8] if len(busy) > 1 else busy[0]
    exact = sum(each.exact for each in cells)
    return (
        f"{name}: {exact} of {len(cells)} exact; median {median(busy):.2f} s, nine of ten within "
        f"{tenth:.2f} s, at most {max(busy):.1f} s and {max(each.peak for each in cells)} MB."
    )


def main() -> None:
    options = ArgumentParser(description="find over the whole catalogue")
    options.add_argument("--beside", default="")
    options.add_argument("--seconds", type=float, default=120)
    options.add_argument("--rows", default="")
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    rows = [(goal, 3) for goal in GOALS] + [(goal, 4) for goal in LARGER]
    numbers = [int(each) for each in given.rows.split(",")] if given.rows else range(len(rows))
    lines = [
        "| goal | up to | answer | s | MB | the board's cards | before | s |",
        "|---" * 8 + "|",
    ]
    ours: dict[int, list[Cell]] = {3: [], 4: []}
    theirs: dict[int, list[Cell]] = {3: [], 4: []}
    print("\n".join(lines), flush=True)
    for number in numbers:
        goal, size = rows[number]
        new = asked(OURS, goal, size, given.seconds, "--fresh")
        ours[size].append(new)
        old = Cell("")
        if given.beside:
            old = asked(given.beside, goal, size, given.seconds)
            theirs[size].append(old)
        line = f"| {goal} | {size} | {new.told} | {new.busy:.2f} | {new.peak} | {new.cards} "
        lines.append(line + (f"| {old.told} | {old.busy:.2f} |" if given.beside else "| | |"))
        print(lines[-1], flush=True)
    sums = [summary(f"Up to {size}", cells) for size, cells in ours.items() if cells]
    sums += [summary(f"Before, up to {size}", cells) for size, cells in theirs.items() if cells]
    print("\n".join(sums))
    if given.write:
        head = ["# `find` over the whole catalogue", "", "Written by `python bench/catalogue.py`:"]
        head += ["whole processes, one after the other; `?`: not proved.", "", *sums, ""]
        text = "\n".join([*head, *lines, ""])
        (RESULTS / "catalogue.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
