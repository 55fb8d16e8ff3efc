"""`find` and `verify` against boards that are drawn from the board format, judged by what a goal
means.

    python -m striate.queries.proving.boardoracle [--goals 1000] [--size 2] [--seed 0] [--cards 4]
        [--chosen] [--helped] [--off NAME] [--tokens] [--way NAME] [--of SORTS]
        [--look NAME] [--rules DATE] [--spells] [--each] [--meet] [-j 2] [--journal FILE]
        [--seconds 600] [--table]

Boards are drawn over a few cards, with every key of `enter` and the steps of the format: nothing
there knows of a slot. Of every board in slots truth tables propose some that reach a goal. The
referee evaluates them all, and `meaning` judges them. Goals are made from what objects became
there. `--chosen` chooses cards by what can take part, as of a large pool. `--helped` does so, too,
and asks for what an object is only with help: without any other card of a drawn board it would not
be so. `--off NAME` asks with one saving switched off (`striate.search.savings`); `--tokens` asks
about tokens that the cards make; `--of control,legend` draws a pool of a card of each of these
sorts (`acting,taken,untaken`: of which the first one's effect speaks and doesn't), `--look "two
legends of a name"` asks about boards that are so alone, `--rules DATE` by the rules of that day,
`--spells` about boards on which something resolves, `--each` of every card of the catalogue once,
with one that it meets and a plain one, `--meet` of few cards of which one asks for what another one
gives, as every third pool is otherwise.
An answer is false if a drawn board goes against it: a "none", a "fewest" of more permanents, a
"proved". A board beyond a bound that the answer names is no proof. `--journal FILE`
keeps every result: the same command goes on, and `--table` adds up.
"""

import random
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path

from striate.cards.catalogue.stamp import stamp
from striate.queries.proving.drawnboards import open_catalogue
from striate.queries.proving.drawncomparing import (
    Asked,
    Compared,
    compare,
    goals_of,
)
from striate.queries.proving.drawnpools import SORTS, TAKEN
from striate.spreading.executor import Workers
from striate.spreading.journal import Journal
from striate.spreading.sweeping import sweep
from striate.spreading.tasks import Task


def main() -> None:
    options = ArgumentParser(description="find and verify against drawn boards")
    options.add_argument("--goals", type=int, default=1000)
    options.add_argument("--size", type=int, default=2)
    options.add_argument("--cards", type=int, default=6)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--chosen", action="store_true", help="choose cards of small pools too")
    options.add_argument("--off", default="", help="a saving that is not made")
    options.add_argument("--tokens", action="store_true", help="of cards that make tokens")
    options.add_argument("--way", default="", help="of cards that can be there in that way")
    options.add_argument("--helped", action="store_true", help="of cards that help each other")
    options.add_argument(
        "--of", default="", help=f"one card of each: {', '.join((*SORTS, *TAKEN))}"
    )
    options.add_argument("--look", default="", help="about boards that are so alone")
    options.add_argument("--rules", default="", help="by the rules of that day")
    options.add_argument("--spells", action="store_true", help="about what resolves")
    options.add_argument("--each", action="store_true", help="of every card, one after another")
    options.add_argument("--meet", action="store_true", help="of cards that meet")
    options.add_argument("-j", "--jobs", type=int, default=1)
    options.add_argument("--journal", type=Path, default=None, help="go on where it was")
    options.add_argument("--seconds", type=float, default=None, help="no longer than that")
    options.add_argument("--table", action="store_true", help="only tell what the journal holds")
    given = options.parse_args()
    if given.table:
        with Journal.read(given.journal) as journal:
            tell(journal)
        return
    plain = {name: getattr(given, name) for name in _TOLD}
    of_one = goals_of(Asked(pool=0, **plain))
    pools = [*range(len(open_catalogue()) if given.each else -(-given.goals // of_one))]
    if given.each:
        random.Random(given.seed).shuffle(pools)
    tasks = [Task(f"pool {n}", Asked(pool=n, **plain)) for n in pools]
    with tempfile.TemporaryDirectory() as folder:
        place = given.journal or Path(folder) / "journal"
        with Journal.begin(place, {"boardoracle": plain}, stamp(), resume=True) as journal:
            until = None if given.seconds is None else time.monotonic() + given.seconds
            for _ in sweep(compare, tasks, Workers(jobs=given.jobs, stamp=stamp), journal=journal):
                if until is not None and time.monotonic() > until:
                    break
            tell(journal)


_TOLD = (
    "seed", "size", "cards", "chosen", "off", "tokens", "way", "helped", "of", "look", "rules",
    "spells", "each", "meet",
)  # fmt: skip


def tell(journal: Journal) -> None:
    """What the journal holds, and each false answer."""
    whole = Compared()
    for _, compared in journal.results(Compared):
        whole.add(compared)
    for each in whole.wrong:
        print(f"FALSE: {each}")
    print(f"{whole.words()}; {journal.seconds():.0f} s")
    for aside in journal.aside():
        print(f"not done: {aside.name}: {aside.why}")


if __name__ == "__main__":
    main()
