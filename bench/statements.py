# ruff: noqa: INP001
"""`verify --always / --never / --if` over the whole catalogue, each statement in a process of its
own.

    python bench/statements.py [--size 3] [--seconds 120]

Writes bench/results/statements.md.
"""

import json
import resource
import subprocess
import sys
from argparse import ArgumentParser
from datetime import date
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
STATEMENTS = [
    ("--never", "Grizzly Bears is a planeswalker"),
    ("--never", "Island is a Mountain"),
    ("--never", "Grizzly Bears is a 20/20 blue artifact creature with infect"),
    ("--never", "Platinum Angel is 0/0"),
    ("--always", "Humility is an enchantment"),
    ("--always", "Dryad Arbor is a land"),
    ("--always", "Grizzly Bears is a permanent"),
    ("--if", "Humility is a creature", "--then", "Humility has no abilities"),
    ("--if", "Blood Moon is a creature", "--then", "Blood Moon is 3/3"),
    ("--if", "Mountain is a creature", "--then", "Mountain is a land"),
]


def children_seconds() -> float:
    """The processor seconds of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def this_commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, cwd=RESULTS, check=False, capture_output=True, text=True)
    return done.stdout.strip() or "none"


def row(words: tuple[str, ...], size: int, seconds: float) -> str:
    before = children_seconds()
    command = [sys.executable, "-m", "striate", "verify", *words, "--size", str(size)]
    command += ["--timeout", str(seconds), "--json"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    text = " ".join(word if word.startswith("--") else f'"{word}"' for word in words)
    try:
        plain = json.loads(done.stdout)
    except ValueError:
        last = (done.stderr.strip().splitlines() or ["no answer"])[-1]
        return f"| `{text}` | failed: {last[:70]} | | |"
    plain = plain[0] if isinstance(plain, list) else plain
    steps = (plain.get("counterexample") or {}).get("steps", ())
    board = " + ".join(step["enter"] for step in steps if "enter" in step)
    spent = children_seconds() - before
    return f"| `{text}` | {plain['status']} | {spent:.1f} | {board or plain.get('why') or ''} |"


def main() -> None:
    options = ArgumentParser(description="statements over the whole catalogue")
    options.add_argument("--size", type=int, default=3)
    options.add_argument("--seconds", type=float, default=120)
    given = options.parse_args()
    lines = [
        "# Statements over the whole catalogue",
        "",
        f"Written by `python bench/statements.py`: `striate verify` at sizes up to {given.size}, a",
        "process for each statement, with the reading of the cards. A refuted one shows its board.",
        (
            f"On {date.today():%B %-d, %Y}, commit {this_commit()}, at most {given.seconds:.0f} s "
            "each."
        ),
        "",
        "| statement | verdict | processor seconds | the board's cards |",
        "|---|---|---|---|",
    ]
    for words in STATEMENTS:
        lines.append(row(words, given.size, given.seconds))
        print(lines[-1], flush=True)
    (RESULTS / "statements.md").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
