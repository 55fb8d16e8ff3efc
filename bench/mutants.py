# ruff: noqa: INP001
"""Mutants: small faults planted one at a time; does a test or a board notice?

    python bench/mutants.py 400 --seed 1 --journal mutants.sqlite [--room encodings] [--seconds 60]
    python bench/mutants.py 20 --list                  # only say what would be planted
    python bench/mutants.py --journal mutants.sqlite --report
    python bench/mutants.py --journal mutants.sqlite --again   # judges its survivors once more
    python bench/mutants.py 20 --boards --seconds 2 --at-least 60    # a sample, as CI asks it

One process imports the program and collects the tests; each fault is planted in a fork of it
(`faults.plant`), which runs what carries out the statement with the fault, cheapest first: the
boards of the corpus by both readings, and tests. What carries out what is found by running all of
them once without a fault (`reaching`; kept in build/reached, room by room asked). The search has
judges of its own: what takes no question can't notice its faults, and its tests take minutes.
`--boards` saves all that: the corpus and the tests of the file alone. A fault that nothing notices
has survived. What is in the journal is not done again; begin a new one when the program has
changed.

Why not mutmut or cosmic-ray: both want one package folder under its own name, and ours are folders
of the root that are imported as `striate`; both start the tests anew for every fault; and neither
knows what the words of this code are (`TRUE`, `any_`, `you`).
"""

import hashlib
import importlib
import os
import resource
import signal
import subprocess
import sys
import time
import traceback
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import msgspec
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from faults import (
    ROOMS,
    ROOT,
    Mutant,
    drawn,
    files,
    forget,
    mutants,
    plant,
    plant_before_import,
    settle,
)
from reaching import Known, Marks, Statement, joined

Place = tuple[str, int]  # the file and the first line of a function

# Tests beside the corpus. Each is asked only of what it carries out.
TESTS = (
    "binding", "bodies_abilities", "bodies_effects", "boards_cases", "copy_language",
    "counters_put_on", "deeds", "doubtful", "editions", "events_read", "false_answers", "goals",
    "goals_as_said", "goals_differential", "goals_together", "guards", "illegal_steps", "inert",
    "instead", "keyword_table", "language_engine", "language_faces", "language_statics",
    "layers_of", "meaning", "one_shot_forms", "our_mistakes", "outcome_properties", "playability",
    "quick", "reach", "reading_back", "readings_agree", "readings_of_text", "referee_cases",
    "referee_copies", "referee_layers", "referee_timeline", "refused_or_unknown", "rules_as_data",
    "search", "subtypes", "survivors", "turns_that_pass", "untold", "variants", "what_is_not_named",
)  # fmt: skip
# Those that ask the search: minutes, and the search alone.
_OF_SEARCH = (
    "choosing_by_kind", "chosen_as_whole", "copies_in_slots", "face_down_in_slots",
    "false_answers", "find_soundness", "goals_differential", "goals_together",
    "graveyards_in_slots", "meaning", "our_mistakes", "passed_over", "resolving_in_slots",
    "savings_pay", "search", "search_arguments", "search_mended", "search_mutants", "survivors",
    "tokens_in_slots", "verify", "wider_slots", "world",
)  # fmt: skip
_REACHED = ROOT / "build" / "reached"
_LOOKING = 2  # processes that look
_LONGEST = 4.0  # processor seconds that a judge may take to be asked at all
_LONGEST_SEARCHING = 12.0
_BY_BOARDS = {"encodings", "referee", "quick", "timeline"}
_MEMORY = 8 << 30


class Fate(msgspec.Struct, frozen=True):
    """What became of it: "killed" with what noticed it, "survived", or "undecided" in the time."""

    mutant: Mutant
    status: str
    by: str = ""


@dataclass
class Judge:
    """A board or a test: whether it passes, its digest, and what it costs without a fault."""

    name: str
    passes: Callable[[], bool]
    digest: str
    seconds: float = 0.0


# --- one process with everything in it ------------------------------------------------------------


def imported_places(rooms: list[str]) -> set[Place]:
    """Imports the rooms; the functions of theirs that were called meanwhile."""
    seen: set[Place] = set()
    with _tracing(seen, {str(path) for room in rooms for path in files(room)}):
        for room in rooms:
            for path in files(room):
                importlib.import_module(
                    "striate." + str(path.relative_to(ROOT).with_suffix("")).replace("/", ".")
                )
    return seen


class _tracing:
    """Writes down the functions of some files that are called."""

    def __init__(self, seen: set[Place], paths: set[str]) -> None:
        self._seen, self._paths = seen, paths

    def __enter__(self) -> None:
        sys.setprofile(self._called)

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename in self._paths:
            self._seen.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))


@dataclass
class Collected:
    """A pytest plugin: once the tests are collected, `then` has them."""

    then: Callable[[list[Judge]], None]
    failed: bool = False
    told: bool = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        every = session.items
        first, last = every[0], every[-1]
        apart = [first if one is last or one.path != first.path else last for one in every]
        self.then([self._judge(one, other) for one, other in zip(every, apart, strict=True)])
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def _judge(self, item: pytest.Item, other: pytest.Item) -> Judge:
        """`other`: another test, of another file if there is one: what a whole session has (the
        catalogue) is kept for it."""

        def passes() -> bool:
            self.failed = False
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=other)
            return not self.failed

        return Judge(item.nodeid.removeprefix("tests/"), passes, _digest(item.path))


def with_tests(names: list[str], then: Callable[[list[Judge]], None]) -> None:
    os.chdir(ROOT)
    tests = [f"tests/{name}.py" for name in names]
    quiet = ["-s", "-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist"]
    status = pytest.main([*quiet, *tests], plugins=[Collected(then)])
    assert status in (0, 5), f"the tests can't be collected: {status}"


def boards() -> list[Judge]:
    """The corpus, every fifth board first."""
    sys.path.insert(0, str(ROOT))
    from striate.boards.timeline import Board
    from striate.queries.checking import check
    from tests.corpus import FILES, corpus

    digest = _digest(*FILES)

    def judge(board: Board) -> Judge:
        def passes() -> bool:
            verdict = check(board)
            return verdict.status == "pass" and not verdict.trouble

        return Judge(f"board {board.id}", passes, digest, 0.005)

    every = [judge(board) for board in corpus()]
    return [board for first in range(5) for board in every[first::5]]


def _digest(*paths: Path) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]


# --- a fork with one fault ------------------------------------------------------------------------


@dataclass
class Nursery:
    """Everything imported, and what judges are asked of which fault.

    `known` is nothing where nobody looked what carries out what.
    """

    judges: list[Judge]
    seconds: float
    known: Known | None
    cold: set[Place] = field(default_factory=set)
    again: Callable[[Mutant], Fate] | None = None

    def fate(self, mutant: Mutant) -> Fate:
        if mutant.place in self.cold and self.again is not None:
            return self.again(mutant)
        return self.judged(mutant, lambda: plant(mutant))

    def asked(self, mutant: Mutant) -> list[Judge]:
        if self.known is not None:
            names = self.known.near(mutant)
            near = [judge for judge in self.judges if judge.name in names]
            return sorted(near, key=lambda judge: judge.seconds)
        own = own_tests(mutant.path)
        near = [judge for judge in self.judges if judge.name.partition(".py")[0] in own]
        far = [judge for judge in self.judges if judge.name.startswith("board ")]
        return [*far, *near] if mutant.room in _BY_BOARDS else [*near, *far]

    def judged(self, mutant: Mutant, planting: Callable[[], None]) -> Fate:
        judges = self.asked(mutant)
        if not judges:
            return Fate(mutant, "survived", "nothing reaches it")

        def work(tell: Callable[[str], None]) -> None:
            tell("planting")
            planting()
            forget(mutant.room)
            for judge in judges:
                tell(judge.name)
                if not _passes(judge):
                    tell(f"failed {judge.name}")
                    return
            tell("passed")

        lines, signalled = forked(work, self.seconds)
        last = lines[-1] if lines else "planting"
        if last == "passed":
            return Fate(mutant, "survived")
        if last.startswith("failed "):
            return Fate(mutant, "killed", last.removeprefix("failed "))
        if last == "planting":
            return Fate(mutant, "undecided", "it can't be planted")
        if signalled != signal.SIGXCPU:
            return Fate(mutant, "killed", f"{last} (it ends the process)")
        return Fate(mutant, "undecided", f"{len(lines) - 1} of {len(judges)} asked")


def _passes(judge: Judge) -> bool:
    """Nor does it pass if it takes twenty times as long as without a fault (and ten seconds)."""
    try:
        with _at_most(20 * judge.seconds + 10):
            return judge.passes()
    except Exception:  # noqa: BLE001  # whatever a fault raises
        return False


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """`_TooLong` after so many seconds of processor."""
    signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


class _TooLong(Exception):
    """A judge took too long."""


def _too_long(*_: object) -> None:
    raise _TooLong


def forked(work: Callable[[Callable[[str], None]], None], seconds: float) -> tuple[list[str], int]:
    """What a fork said, line by line, and the signal that ended it (0: none)."""
    reading, writing = os.pipe()

    def tell(line: str) -> None:
        os.write(writing, f"{line}\n".encode())

    process = os.fork()
    if not process:
        _quiet()
        os.close(reading)
        most = int(seconds) + 1  # a fork's own time begins with nothing
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 2))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        try:
            work(tell)
        except BaseException:  # noqa: BLE001  # whatever a fault raises
            os.write(writing, f"error {traceback.format_exc().splitlines()[-1]}\n".encode())
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:
        lines = pipe.read().splitlines()
    _, status = os.waitpid(process, 0)
    return lines, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def _quiet() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def own_tests(path: str) -> set[str]:
    """The tests that import the file itself."""
    module = "striate." + path.removesuffix(".py").replace("/", ".")
    package, _, name = module.rpartition(".")
    imports = (f"from {module} import", f"import {module}\n", f"from {package} import {name}\n")
    return {
        test.stem
        for test in (ROOT / "tests").glob("test_*.py")
        if any(words in test.read_text(encoding="utf-8") for words in imports)
    }


# --- what carries out what ------------------------------------------------------------------------


def look(judges: list[Judge], rooms: list[str], kept: Path) -> Known:
    """What each judge carries out and costs; only those are run that are not kept as they are.

    Two processes share the judges. What each has found is kept as it goes, for a run that is ended
    by hand.
    """
    parts = [kept.with_name(f"{kept.name}.{number}") for number in range(_LOOKING)]
    known = joined(kept, parts)
    missing = [
        judge
        for judge in judges
        if judge.name not in known.judges or known.judges[judge.name][0] != judge.digest
    ]
    if missing:
        marks = Marks([path for room in rooms for path in files(room)])
        looking: list[int] = []
        for number, part in enumerate(parts):
            if process := os.fork():
                looking.append(process)
                continue
            _quiet()
            _look_through(missing[number::_LOOKING], marks, rooms, part)
            os._exit(0)
        for process in looking:
            os.waitpid(process, 0)
        known = joined(kept, parts)
    for judge in judges:
        judge.seconds = known.judges[judge.name][1]
    return known


def _look_through(judges: list[Judge], marks: Marks, rooms: list[str], kept: Path) -> None:
    marks.plant()
    known = Known(reached=dict.fromkeys(marks.statements, 0))
    for number, judge in enumerate(judges, 1):
        known.add(judge.name, judge.digest, *_marked(judge, marks, rooms))
        if number % 20 == 0 or number == len(judges):
            known.keep(kept)


def _marked(judge: Judge, marks: Marks, rooms: list[str]) -> tuple[float, list[Statement]]:
    """What a judge costs and carries out."""
    forget(*rooms)
    marks.forget()
    began = time.process_time()
    try:
        with _at_most(_LONGEST_SEARCHING if rooms == ["search"] else _LONGEST):
            sound = judge.passes()
    except BaseException:  # noqa: BLE001  # whatever a test raises
        sound = False
    return time.process_time() - began, marks.seen() if sound else []


# --- the command ----------------------------------------------------------------------------------


def told(fates: list[Fate]) -> str:
    """The table by room, then what survived."""
    lines = ["| room | drawn | killed | survived | undecided |", "|---|---|---|---|---|"]
    for room in (*ROOMS, "all"):
        those = [each for each in fates if room in (each.mutant.room, "all")]
        counts = [sum(each.status == status for each in those)
                  for status in ("killed", "survived", "undecided")]  # fmt: skip
        if those:
            lines.append(f"| {room} | {len(those)} | {' | '.join(map(str, counts))} |")
    for status in ("survived", "undecided"):
        named = [each for each in fates if each.status == status]
        if named:
            lines += ["", f"{status.title()}:", ""]
            lines += [
                f"- `{one.mutant.path}:{one.mutant.line}`: `{one.mutant.old}` → `{one.mutant.new}`"
                + (f" ({one.by})" if one.by else "")
                for one in named
            ]
    return "\n".join(lines)


def chosen(given: Namespace) -> list[Mutant]:
    """The faults that are drawn, or with `--again` those that survived, as they stand now."""
    if given.again:
        return [
            now
            for fate in in_journal(given.journal)
            if fate.status != "killed"
            if (now := found_again(fate.mutant)) is not None
        ]
    return drawn(given.number, given.seed, given.room or list(ROOMS))


def found_again(mutant: Mutant) -> Mutant | None:
    """The same fault in the file as it is now: the nearest of those with the same words."""
    path = ROOT / mutant.path
    same = [
        each
        for each in (mutants(mutant.room, path) if path.exists() else ())
        if (each.old, each.new) == (mutant.old, mutant.new)
    ]
    return min(same, key=lambda each: abs(each.start - mutant.start), default=None)


def in_journal(path: Path) -> list[Fate]:
    from striate.spreading.journal import Journal

    with Journal.read(path) as journal:
        return [fate for _, fate in journal.results(Fate)]


def judged(given: Namespace, nursery: Nursery) -> list[Fate]:
    """What became of each fault that was chosen; what the journal has is taken from there."""
    from striate.spreading.executor import run
    from striate.spreading.journal import Entry, Journal
    from striate.spreading.tasks import Done, Task

    if given.journal is None or given.again:
        return [_said(nursery.fate(mutant)) for mutant in chosen(given)]
    plain = {"mutants": given.seed, "rooms": given.room or list(ROOMS)}
    with Journal.begin(given.journal, plain, "mutants", resume=True) as journal:
        done = journal.done()
        tasks = (Task(each.name, each) for each in chosen(given) if each.name not in done)
        for outcome in run(nursery.fate, tasks):
            assert isinstance(outcome, Done)
            fate = _said(outcome.result)
            entry = Entry(outcome.name, msgspec.msgpack.encode(fate), outcome.seconds)
            journal.write([entry])
        return [fate for _, fate in journal.results(Fate)]


def _said(fate: Fate) -> Fate:
    print(f"{fate.status:10}{fate.mutant.name}  {fate.by}", flush=True)
    return fate


def _again(given: Namespace) -> Callable[[Mutant], Fate]:
    """Judges a fault of what runs during import: in a new process, which imports it so."""

    def again(mutant: Mutant) -> Fate:
        words = [sys.executable, __file__, "--seconds", str(given.seconds),
                 "--cold", msgspec.json.encode(mutant).decode()]  # fmt: skip
        words += ["--boards"] if given.boards else []
        words += ["--reached", str(given.reached), *(f"--room={room}" for room in given.room or ())]
        done = subprocess.run(words, check=False, capture_output=True, text=True)
        lines = done.stdout.splitlines()
        if not lines or not lines[-1].startswith("{"):
            return Fate(mutant, "killed", "the import")
        return msgspec.json.decode(lines[-1], type=Fate)

    return again


def arguments() -> Namespace:
    parser = ArgumentParser()
    parser.add_argument("number", nargs="?", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", action="append", choices=[*ROOMS])
    parser.add_argument("--seconds", type=float, default=60.0, help="processor, for each fault")
    parser.add_argument("--journal", type=Path)
    parser.add_argument("--reached", type=Path, default=_REACHED, help="what carries out what")
    parser.add_argument("--boards", action="store_true", help="the corpus and the file's own tests")
    parser.add_argument("--at-least", type=float, default=100.0, help="per cent that are killed")
    parser.add_argument("--list", action="store_true", help="only say what would be planted")
    parser.add_argument("--again", action="store_true", help="judge the journal's survivors anew")
    parser.add_argument("--report", action="store_true", help="only say what the journal has")
    parser.add_argument("--cold", help="one fault, planted before everything is imported")
    return parser.parse_args()


def grown(given: Namespace, then: Callable[[Nursery], None]) -> None:
    """Imports everything, collects the tests and calls `then` within pytest's session."""
    rooms = list(ROOMS)
    cold = imported_places(rooms)
    wanted = given.room or rooms
    alone = wanted == ["search"]
    names = (() if alone else TESTS) + (_OF_SEARCH if "search" in wanted else ())
    if given.boards:
        near = {name for room in wanted for path in files(room)
                for name in own_tests(str(path.relative_to(ROOT)))}  # fmt: skip
        names = tuple(name for name in names if f"test_{name}" in near)
    traced = wanted if alone else rooms
    kept = given.reached.with_suffix(".search") if alone else given.reached

    def collected(tests: list[Judge]) -> None:
        judges = [*(() if alone else boards()), *tests]
        settle()
        known = None if given.boards else look(judges, traced, kept)
        then(Nursery(judges, given.seconds, known, cold, _again(given)))

    with_tests([f"test_{name}" for name in sorted({*names})], collected)


def main() -> int:
    given = arguments()
    os.nice(max(0, 10 - os.nice(0)))
    if given.list:
        for each in drawn(given.number, given.seed, given.room or list(ROOMS)):
            print(each.name)
        return 0
    fates: list[Fate] = []
    if given.report:
        fates = in_journal(given.journal)
    elif given.cold:
        mutant = msgspec.json.decode(given.cold, type=Mutant)
        plant_before_import(mutant)

        def one(nursery: Nursery) -> None:
            fate = nursery.judged(mutant, lambda: None)
            print(msgspec.json.encode(fate).decode(), flush=True)

        grown(given, one)
        return 0
    else:
        grown(given, lambda nursery: fates.extend(judged(given, nursery)))
    print(told(fates))
    killed = sum(fate.status == "killed" for fate in fates)
    return int(killed * 100 < given.at_least * len(fates))


if __name__ == "__main__":
    sys.exit(main())
