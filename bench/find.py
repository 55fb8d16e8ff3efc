# ruff: noqa: INP001
"""`find` side by side with its rivals, on one pool of 36 cards.

    python bench/find.py [--seconds 120] [--rows 0,4] [--clingo ../shared/bench/clingo] [--whole]

Columns: ours with z3 alone, ours as it comes (with `striate[fast]`: python-sat), (a) enumeration by
the referee, extrapolated from a counted sample where it can't finish, (b) clingo on a simplified
pool of the same shape (a development dependency; left out where it is not there).
Seconds of solving; in brackets the whole search with building. Each cell is a process of its own.
`--whole`: ours as it comes beside clingo, seconds of processor of whole processes, the least of
three.
"""

import json
import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
POOL = HERE / "pool36.txt"
TIMES = 3  # each whole process is run
SAMPLE = 400  # boards from which the time of an enumeration is reckoned


@dataclass(frozen=True)
class Row:
    """A question; `exact`: boards of exactly that size, else the smallest first."""

    goal: str
    size: int
    answer: str
    asp: str
    exact: bool = True


LEVELER = "leveler ends as 1/1 with flying"
PLAINS = "a Plains is a black {0}/{0} Merfolk creature with flying"
ROWS = [
    Row(LEVELER, 6, "found", "", exact=False),
    *(Row(LEVELER, size, "found", f"{size} q1 1") for size in (3, 4, 5, 6)),
    Row(PLAINS.format(2), 5, "none", "5 q2 2"),
    Row(PLAINS.format(2), 6, "found", "6 q2 2"),
    Row(PLAINS.format(3), 6, "none", "6 q2 3"),
    Row(PLAINS.format(5), 8, "none", "8 q2 5"),
]


def cards() -> tuple[object, list[object]]:
    from striate.cards.catalogue.store import Catalogue

    catalogue = Catalogue.open()
    names = [line.strip() for line in POOL.read_text(encoding="utf-8").splitlines() if line.strip()]
    return catalogue, [catalogue.card(name) for name in names]


def question(row: Row, backend: str, seconds: float) -> Any:
    from striate.queries.goals.language import read_goal
    from striate.search.questions import Question
    from striate.solver.deadline import Deadline

    catalogue, pool = cards()
    return Question(
        read_goal(row.goal, catalogue),  # type: ignore[arg-type]  # catalogue and pool come as objects
        tuple(pool),  # type: ignore[arg-type]  # as above
        size=row.size,
        exact=row.exact,
        backend=backend,
        deadline=Deadline.after(seconds),
    )


def ours(row: Row, backend: str, seconds: float) -> dict[str, object]:
    """One search; in this process."""
    from striate.search.searching import search

    result = search(question(row, backend, seconds))
    return {
        "answer": result.status,
        "solving": result.solving,
        "all": result.seconds,
        "classes": result.searched["classes"],
        "size": result.size,
    }


def enumeration(row: Row) -> dict[str, object]:
    """How long all boards would take, from a sample spread evenly over them."""
    from striate.queries.finding.enumerating import count, sample

    _, pool = cards()
    sizes = [row.size] if row.exact else range(1, row.size + 1)
    total = sum(count(pool, size) for size in sizes)  # type: ignore[arg-type]  # as above
    started = time.process_time()
    done = len(sample(pool, row.size, SAMPLE))  # type: ignore[arg-type]  # as above
    each = (time.process_time() - started) / done
    return {"answer": "", "boards": total, "solving": each * total, "all": each * total}


def clingo(row: Row, folder: Path, seconds: float) -> dict[str, object]:
    words = [sys.executable, "run.py", *row.asp.split()]
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, timeout=seconds + 30, check=True
    )
    out = done.stdout.split()
    solve = float(out[out.index("solve") + 1])
    ground = float(out[out.index("ground") + 1])
    answer = {"sat": "found", "unsat": "none"}.get(out[out.index("ground") - 1], "unknown")
    return {"answer": answer, "solving": solve, "all": ground + solve}


def whole_processes(row: Row, folder: Path, seconds: float) -> str:
    """A row of what `striate find` and clingo take from the command to its end."""
    from catalogue import OURS, asked

    exact = ["--exact"] if row.exact else []
    more = ["--cards", f"@{POOL}", *exact, "--fresh"]
    ours = [asked(OURS, row.goal, row.size, seconds, *more) for _ in range(TIMES)]
    answers = {each.status for each in ours}
    answer = row.answer if answers == {row.answer} else f"{row.answer} WRONG: {answers}"
    mine = min(each.busy for each in ours)
    line = f"| {row.goal} | {row.size} | {answer} | {mine:.2f} |"
    if not row.asp:
        return f"{line} | |"
    theirs = min(busy([sys.executable, "run.py", *row.asp.split()], folder) for _ in range(TIMES))
    return f"{line} {theirs:.2f} | {mine / theirs:.2f} |"


def busy(words: list[str], folder: Path) -> float:
    """Seconds of processor that a process takes."""
    child = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL)
    _, _, used = os.wait4(child.pid, 0)
    return used.ru_utime + used.ru_stime


def cell(row: int, what: str, seconds: float) -> dict[str, object]:
    """One cell, in a process of its own with a limit."""
    words = [sys.executable, __file__, "--cell", f"{row}:{what}", "--seconds", str(seconds)]
    try:
        done = subprocess.run(
            words, check=False, capture_output=True, text=True, timeout=seconds * 1.5 + 60
        )
    except subprocess.TimeoutExpired:
        return {"answer": "unknown", "solving": None, "all": None}
    if done.returncode:
        return {"answer": "error", "error": done.stderr[-300:], "solving": None, "all": None}
    answer: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return answer


def compute(number: int, what: str, seconds: float, folder: Path) -> dict[str, object]:
    row = ROWS[number]
    if what == "enumeration":
        return enumeration(row)
    if what == "clingo":
        return clingo(row, folder, seconds)
    return ours(row, "auto" if what == "fast" else "z3", seconds)


def shown(answer: dict[str, object], expected: str, seconds: float) -> str:
    """A cell of the table; a wrong or missing answer is said."""
    solving, whole = answer["solving"], answer["all"]
    if answer["answer"] == "unknown" or not isinstance(solving, float):
        return f"> {seconds:.0f}" if answer["answer"] == "unknown" else str(answer["answer"])
    text = (
        f"{solving:.2f} ({whole:.2f})"
        if solving < 1000
        else f"{solving:.1e} ({answer['boards']:.1e} boards)"
    )
    return text if answer["answer"] in ("", expected) else f"{text} WRONG: {answer['answer']}"


def main() -> None:
    options = ArgumentParser(description="find against its rivals")
    options.add_argument("--seconds", type=float, default=120)
    options.add_argument("--rows", default="", help="numbers of rows, from 0")
    options.add_argument("--clingo", type=Path, default=HERE / "../../shared/bench/clingo")
    options.add_argument("--cell", default="")
    options.add_argument("--whole", action="store_true", help="whole processes beside clingo")
    given = options.parse_args()
    if given.cell:
        number, _, what = given.cell.partition(":")
        print(json.dumps(compute(int(number), what, given.seconds, given.clingo)))
        return
    chosen = [int(each) for each in given.rows.split(",")] if given.rows else range(len(ROWS))
    if given.whole:
        print("| question | size | answer | find, s | clingo, s | times |\n" + "|---" * 6 + "|")
        for number in chosen:
            print(whole_processes(ROWS[number], given.clingo, given.seconds), flush=True)
        return
    columns = ["z3", "fast", "enumeration"]
    if (given.clingo / "run.py").exists():
        columns.append("clingo")
    print("| question | size | answer | " + " | ".join(columns) + " |")
    print("|---" * (3 + len(columns)) + "|", flush=True)
    for number in chosen:
        row = ROWS[number]
        size = str(row.size) if row.exact else f"smallest up to {row.size}"
        cells = []
        for what in columns:
            answer = cell(number, what, given.seconds) if what != "clingo" or row.asp else None
            cells.append("" if answer is None else shown(answer, row.answer, given.seconds))
        print(f"| {row.goal} | {size} | {row.answer} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
