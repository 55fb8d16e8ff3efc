"""The search against truth tables, over pools that together hold every card with an effect.

    python -m striate.queries.proving.oracle [--goals 5000] [--size 2] [--cards 45] [--seed 0]
        [--chosen] [--off NAME] [--about 1] [--counters +1/+1] [--varied] [-j 2] [--journal FILE] [--seconds 600] [--table]

Each pool is drawn at random; goals are made from what objects became on its boards, and, as often,
from what they nearly became. For each goal the smallest size, the very boards, and for statements
("always") the verdict of the search are compared with those of `striate.search.truthtables`.
`--chosen` chooses cards by what can take part, as of a large pool; `--off NAME` asks again with one
saving switched off (`striate.search.savings`). `--about 1` (or 2) looks only at boards that hold so
many named cards of each pool, which goals are about: so pools of size 3 can be larger.

`--journal FILE` keeps every result: the same command goes on where it was, and `--table` adds up.
"""

import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path

import msgspec

from striate.cards.catalogue.stamp import stamp
from striate.queries.proving.oracle_batches import Asked, Report, cards_of, compare
from striate.spreading.executor import Workers
from striate.spreading.journal import Journal
from striate.spreading.sweeping import sweep


def main() -> None:
    options = ArgumentParser(description="the search against truth tables")
    options.add_argument("--goals", type=int, default=5000)
    options.add_argument("--size", type=int, default=2)
    options.add_argument("--cards", type=int, default=45)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--off", default="")
    options.add_argument("--chosen", action="store_true", help="choose cards of small pools too")
    options.add_argument("--about", type=int, default=0, help="so many named cards on each board")
    options.add_argument("--counters", default="", help="a kind of counters that may be put on")
    options.add_argument("--varied", action="store_true", help="with `--with` or `--any`")
    options.add_argument("-j", "--jobs", type=int, default=1)
    options.add_argument("--journal", type=Path, default=None, help="go on where it was")
    options.add_argument("--seconds", type=float, default=None, help="no longer than that")
    options.add_argument("--table", action="store_true", help="only tell what the journal holds")
    given = options.parse_args()
    if given.table:
        with Journal.read(given.journal) as journal:
            tell(journal)
        return
    asked = Asked(given.goals, given.size, given.cards, given.seed, given.off, given.chosen,
                  given.about, given.counters, given.varied)  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        place = given.journal or Path(folder) / "journal"
        plain = {"oracle": msgspec.structs.asdict(asked)}
        with Journal.begin(place, plain, stamp(), resume=True) as journal:
            _go_on(asked, journal, given.jobs, given.seconds)
            tell(journal)


def _go_on(asked: Asked, journal: Journal, jobs: int, seconds: float | None) -> None:
    until = None if seconds is None else time.monotonic() + seconds
    tasks = asked.tasks(len(cards_of(asked)))
    for _ in sweep(compare, tasks, Workers(jobs=jobs, stamp=stamp), journal=journal):
        if until is not None and time.monotonic() > until:
            return


def tell(journal: Journal) -> None:
    """What the journal holds, and each difference."""
    whole = Report()
    for name, report in journal.results(Report):
        whole.add(report)
        for each in report.wrong:
            print(f"DIFFERENCE of {name}: {each}")
    print(f"{whole.words()}; {journal.seconds():.0f} s")
    for aside in journal.aside():
        print(f"not done: {aside.name}: {aside.why}")
    for each_run in journal.runs():
        print(f"{each_run.tasks} batches from {each_run.began} UTC on by {each_run.stamp}")


if __name__ == "__main__":
    main()
