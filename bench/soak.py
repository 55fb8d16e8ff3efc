# ruff: noqa: INP001
"""Searches that are interrupted at any moment: none may end by anything but an exit status of ours.

    python bench/soak.py [--times 500] [--seed 1]

Each is a process that searches a hard question on one of the back ends and is ended after a random
time: by its own time limit, by Ctrl-C (once, or again and again), by SIGTERM or by its bound of
memory. Counted is how they end; a process that a signal ended (an abort, a segmentation fault) is
a failure, and so is one that does not end within a minute.
"""

import os
import random
import signal
import sys
import time
from argparse import ArgumentParser
from collections import Counter

GOALS = [
    ("Humility is 3/3 and Grizzly Bears is 7/7", 6),
    ("Plains is 3/3 and not a land", 6),
    ("Opalescence is a green 9/9 creature with flying", 5),
    ("two creatures are blue Goblins", 5),
]
POOL = """Humility; Opalescence; Glorious Anthem; Grizzly Bears; Plains; Llanowar Elves; Blood Moon;
Lord of Atlantis; Nature's Revolt; Conversion; Dryad Arbor; Muraganda Petroglyphs; Gaea's Anthem;
Bad Moon; Crusade; Tarmogoyf; Goblin King; Ashaya, Soul of the Wild; Song of the Dryads;
March of the Machines; Sol Ring; Lignify; Darksteel Mutation; Unholy Strength; Flight"""
WAYS = ("timeout", "ctrl-c", "many ctrl-c", "sigterm", "memory")
LATEST = 1.5  # seconds after which a search is ended at the latest
STUCK = 60.0
# Python ends itself by the signal if Ctrl-C falls outside of all that could tell of it.
GOOD = {*(f"exit {number}" for number in (0, 1, 3, 130, 143)), f"exit {-signal.SIGINT:d}"}


def search(
    goal: str, size: int, backend: str, seconds: float | None, memory: int, begun: int
) -> None:
    """As `striate find` does it, on that back end; `begun` is written to once signals are heard."""
    from striate.app.errors import told_plainly
    from striate.cards.catalogue.store import Catalogue
    from striate.queries.finding.find import find
    from striate.queries.finding.pools import PoolOptions
    from striate.queries.finding.posing import pose

    with told_plainly():
        os.write(begun, b"!")
        catalogue = Catalogue.open()
        answer = find(
            pose(
                goal,
                catalogue,
                PoolOptions(POOL),
                size=size,
                all_=1_000,
                backend=backend,
                timeout=seconds,
                memory=memory,
            ),
            catalogue,
        )
        sys.exit(3 if answer.stopped else 0)


def child(way: str, backend: str, after: float, goal: tuple[str, int], begun: int) -> None:
    sys.stderr = sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    seconds = after if way == "timeout" else None
    # A process of ours holds some 100 MB before it searches.
    memory = 100 + round(after * 20) if way == "memory" else 10_000
    search(*goal, backend, seconds, memory, begun)


def once(way: str, backend: str, after: float, goal: tuple[str, int]) -> str:
    """How one search ends.

    A signal that comes before the search hears of it ends the process as it would end any other:
    the time begins when it does.
    """
    hears, begun = os.pipe()
    process = os.fork()
    if not process:
        os.close(hears)
        child(way, backend, after, goal, begun)
    os.close(begun)
    os.read(hears, 1)
    os.close(hears)
    number = {"ctrl-c": signal.SIGINT, "many ctrl-c": signal.SIGINT, "sigterm": signal.SIGTERM}
    began = time.monotonic()
    struck = 0.0
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        now = time.monotonic() - began
        if ended:
            return f"exit {os.waitstatus_to_exitcode(status)}"
        again = way == "many ctrl-c" and struck and now - struck > 0.03
        if way in number and now > after and (not struck or again):
            os.kill(process, number[way])
            struck = now
        if now > (LATEST + STUCK if way == "memory" else after + STUCK):
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            return "stuck"
        time.sleep(0.005)


def main() -> None:
    options = ArgumentParser(description="interrupted searches")
    options.add_argument("--times", type=int, default=500)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    # What each search imports is there before it is forked: else a signal falls into an import.
    from striate.app.errors import told_plainly  # noqa: F401
    from striate.queries.finding.find import find  # noqa: F401
    from striate.queries.finding.posing import pose  # noqa: F401
    from striate.solver.session import available_backends

    draw = random.Random(given.seed)
    backends = available_backends()
    ends: Counter[tuple[str, str, str]] = Counter()
    for number in range(given.times):
        way, backend = WAYS[number % len(WAYS)], backends[number // len(WAYS) % len(backends)]
        ends[way, backend, once(way, backend, draw.uniform(0.05, LATEST), draw.choice(GOALS))] += 1
    for (way, backend, end), times in sorted(ends.items()):
        print(f"{way:12} {backend:8} {end:10} {times}")
    bad = sum(times for (_, _, end), times in ends.items() if end not in GOOD)
    print(f"{given.times} searches, {bad} ended badly")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
