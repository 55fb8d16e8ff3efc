# ruff: noqa: INP001
"""Mutants: small faults planted one at a time; does a test or a board notice?

    python bench/mutants.py 400 --seed 1 --journal mutants.sqlite [--room encodings] [--seconds 300]
    python bench/mutants.py 20 --list                  # only say what would be planted
    python bench/mutants.py --journal mutants.sqlite --report

Draws N faults over the rooms below by a seed, plants each in a copy of the checkout and runs what
stands nearest: the corpus of boards by both readings, or the room's tests. A fault that nothing
notices has survived. What is in the journal is not done again, so that a run may be interrupted.

Why not mutmut or cosmic-ray: both want one package folder under its own name, and ours are folders
of the root that a link tree names `striate`; both run the same tests for every fault, and ours
differ by room; and neither knows what the words of this code are (`TRUE`, `any_`, `you`).
"""

import ast
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import msgspec

from striate.boards.errors import BoardError
from striate.boards.timeline import Board
from striate.queries.checking import check
from striate.spreading.executor import run
from striate.spreading.journal import Entry, Journal
from striate.spreading.tasks import Done, Task

ROOT = Path(__file__).parent.parent
_BOARDS = "boards"  # the corpus, answered by both readings

# Each room with its files and what is run, nearest first.
ROOMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "encodings": (("encodings/*.py",), (_BOARDS, "test_variants", "test_find_soundness")),
    "referee": (("referee/*.py",), (_BOARDS, "test_referee_layers", "test_referee_copies")),
    "quick": (("quick/*.py",), ("test_quick", _BOARDS)),
    "timeline": (("timeline/*.py",), (_BOARDS, "test_referee_timeline", "test_deeds")),
    "cards/grammar": (
        ("cards/grammar/**/*.py",),
        ("test_language_engine", "test_language_statics", "test_bodies_effects",
         "test_bodies_abilities", "test_guards", "test_binding", "test_reading_back"),
    ),
    "search": (
        ("search/**/*.py",),
        ("test_search", "test_search_mended", "test_find_soundness", "test_resolving_in_slots"),
    ),
    "goals": (
        ("queries/goals/meaning.py", "queries/goals/having.py", "queries/goals/claiming.py"),
        ("test_meaning", "test_goals", "test_goals_as_said", "test_goals_differential"),
    ),
}  # fmt: skip
_CLEAN = 1_000.0  # seconds that a judge may take without a fault
_DOUBTFUL = ".doubtful"  # in the copy: the boards that do not pass without a fault
_LEFT_OUT = ("variants", "__init__")  # wrong readings are wrong by intent


class Mutant(msgspec.Struct, frozen=True):
    """One fault: the text from `start` to `end` (bytes) of a file becomes `new`."""

    room: str
    path: str
    line: int
    start: int
    end: int
    old: str
    new: str

    @property
    def name(self) -> str:
        return f"{self.path}:{self.line}:{self.start} {self.old} -> {self.new}"


class Fate(msgspec.Struct, frozen=True):
    """What became of it: "killed" with what noticed it, "survived", or "undecided" in the time."""

    mutant: Mutant
    status: str
    by: str = ""


# --- the faults -----------------------------------------------------------------------------------

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_NAMED = {"TRUE": "FALSE", "FALSE": "TRUE", "any": "all", "all": "any", "min": "max", "max": "min"}
_CALLED = {"any_": "all_", "all_": "any_", "and_": "or_", "or_": "and_"}
_SAID = {"you": "opponent", "opponent": "you"}
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


def faults(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """What stands there, and what is put there instead."""
    match node:
        case ast.Compare(left, [operator], [right]) if type(operator) in _COMPARED:
            yield node, ast.unparse(ast.Compare(left, [_COMPARED[type(operator)]()], [right]))
        case ast.BoolOp(operator, values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield node, f"({ast.unparse(ast.BoolOp(other, values))})"
            for number in range(len(values)):
                rest = values[:number] + values[number + 1 :]
                yield node, f"({ast.unparse(ast.BoolOp(operator, rest))})"
        case ast.UnaryOp(ast.Not(), operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.BinOp(left, operator, right) if type(operator) in _COUNTED:
            swapped = ast.BinOp(left, _COUNTED[type(operator)](), right)
            yield node, f"({ast.unparse(swapped)})"
        case ast.Name(name, ast.Load()) if name in _NAMED:
            yield node, _NAMED[name]
        case ast.Call(ast.Attribute(of, name), arguments, named) if name in _CALLED:
            swapped_call = ast.Call(ast.Attribute(of, _CALLED[name], ast.Load()), arguments, named)
            yield node, ast.unparse(swapped_call)
        case ast.Constant(bool() as value):
            yield node, str(not value)
        case ast.Constant(int() as value):
            yield node, str(value + 1)
        case ast.Constant(str() as value) if value in _SAID:
            yield node, repr(_SAID[value])
        case ast.If(test):
            yield test, "True"
            yield test, "False"
        case ast.comprehension(ifs=[test, *_]):
            yield test, "True"
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Continue():
            yield node, "pass"


def mutants(room: str, path: Path) -> Iterator[Mutant]:
    """Every fault inside the functions of a file."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    plain = str(path.relative_to(ROOT))
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for statement in function.body:
            for node in _inside(statement):
                for place, new in faults(node):
                    start = starts[place.lineno - 1] + place.col_offset  # type: ignore[attr-defined]  # each has a place
                    end = starts[place.end_lineno - 1] + place.end_col_offset  # type: ignore[attr-defined]  # each has a place
                    old = " ".join(source[start:end].decode().split())
                    line = place.lineno  # type: ignore[attr-defined]  # each has a place
                    if old != new:
                        yield Mutant(room, plain, line, start, end, old, new)


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """What is carried out: no types, no functions inside (they have their turn), no messages."""
    if isinstance(node, ast.FunctionDef | ast.Raise | ast.Assert | ast.JoinedStr | ast.Import):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _inside(child)


def drawn(number: int, seed: int, rooms: list[str]) -> list[Mutant]:
    """So many faults, each room in turn, so that the first ones are a sample of all rooms."""
    each: list[list[Mutant]] = []
    for room in rooms:
        files = {path for glob in ROOMS[room][0] for path in ROOT.glob(glob)}
        kept = (path for path in sorted(files) if not path.stem.startswith(_LEFT_OUT))
        found = list({fault.name: fault for path in kept for fault in mutants(room, path)}.values())
        random.Random(f"{seed} {room}").shuffle(found)
        each.append(found)
    turns = (fault for turn in zip_longest(*each) for fault in turn if fault is not None)
    return [fault for _, fault in zip(range(number), turns, strict=False)]


# --- what notices them ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Planting:
    """A copy of the checkout in which faults are planted, and the seconds for each.

    `sound`: the judges that were seen to pass without a fault.
    """

    copy: Path
    seconds: float
    sound: set[str] = field(default_factory=set)

    def fate(self, mutant: Mutant) -> Fate:
        path = self.copy / mutant.path
        right = path.read_bytes()
        path.write_bytes(right[: mutant.start] + mutant.new.encode() + right[mutant.end :])
        try:
            fate = self._judged(mutant)
        finally:
            path.write_bytes(right)
        if fate.status == "killed" and fate.by not in self.sound:
            if self.notices(fate.by, _CLEAN) is not False:
                raise AssertionError(f"`{fate.by}` does not pass without a fault")
            self.sound.add(fate.by)
        return fate

    def _judged(self, mutant: Mutant) -> Fate:
        until = time.monotonic() + self.seconds
        for judge in (*self.own_tests(mutant.path), *ROOMS[mutant.room][1]):
            noticed = self.notices(judge, until - time.monotonic())
            if noticed is None:
                return Fate(mutant, "undecided", judge)
            if noticed:
                return Fate(mutant, "killed", judge)
        return Fate(mutant, "survived")

    def own_tests(self, path: str) -> list[str]:
        """The tests that import the file itself, the shortest first, no more than two."""
        module = "striate." + path.removesuffix(".py").replace("/", ".")
        package, _, name = module.rpartition(".")
        said = (f"from {module} import", f"import {module}\n", f"from {package} import {name}\n")
        tests = [
            test
            for test in (self.copy / "tests").glob("test_*.py")
            if any(words in test.read_text(encoding="utf-8") for words in said)
        ]
        return [test.stem for test in sorted(tests, key=lambda test: test.stat().st_size)[:2]]

    def notices(self, judge: str, seconds: float) -> bool | None:
        """Whether the judge fails; None: it was not done in time."""
        if judge == _BOARDS:
            clean = [] if judge in self.sound else ["--clean"]
            words = [sys.executable, str(self.copy / "bench/mutants.py"), "--boards", *clean]
        else:
            words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider",
                     f"tests/{judge}.py"]  # fmt: skip
        # The links of `.types` name the copy's folders `striate`.
        names = {**os.environ, "PYTHONPATH": str(self.copy / ".types"),
                 "PYTHONDONTWRITEBYTECODE": "1"}  # fmt: skip
        with subprocess.Popen(
            words, cwd=self.copy, env=names, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:  # fmt: skip
            try:
                return process.wait(max(seconds, 0.1)) != 0
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return None


def copied(folder: Path) -> Path:
    """The checkout with what lies in it uncommitted, without its environment and history."""
    left_out = shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache", "site")
    return Path(shutil.copytree(ROOT, folder / "checkout", symlinks=True, ignore=left_out))


def boards(doubtful: Path, clean: bool) -> int:
    """The corpus by both readings, up to the first board that does not pass; every fifth first.

    `clean`: without a fault; what does not pass then is kept in `doubtful`, and asked no more.
    """
    sys.path.insert(0, str(ROOT))
    from tests.corpus import corpus

    every = corpus()
    if clean:
        doubtful.write_text("\n".join(one.id for one in every if not _passes(one)))
        return 0
    known = set(doubtful.read_text().splitlines()) if doubtful.exists() else set()
    asked = (board for first in range(5) for board in every[first::5] if board.id not in known)
    return int(not all(map(_passes, asked)))


def _passes(board: Board) -> bool:
    try:
        return check(board).status == "pass"
    except BoardError:
        return False


# --- the command ---------------------------------------------------------------------------------


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
        named = [each.mutant for each in fates if each.status == status]
        if named:
            lines += ["", f"{status.title()}:", ""]
            lines += [f"- `{one.path}:{one.line}`: `{one.old}` → `{one.new}`" for one in named]
    return "\n".join(lines)


def planted(asked: Namespace) -> list[Fate]:
    """What became of each fault that was drawn; what the journal has is taken from there."""
    chosen = drawn(asked.number, asked.seed, asked.room or list(ROOMS))
    plain = {"mutants": asked.seed, "rooms": asked.room or list(ROOMS)}
    with (
        Journal.begin(asked.journal, plain, "mutants", resume=True) as journal,
        tempfile.TemporaryDirectory(prefix="mutants-") as folder,
    ):
        done = journal.done()
        planting = Planting(copied(Path(folder)), asked.seconds)
        if not done.issuperset(each.name for each in chosen):
            planting.notices(_BOARDS, _CLEAN)
            planting.sound.add(_BOARDS)
        tasks = (Task(each.name, each) for each in chosen if each.name not in done)
        for outcome in run(planting.fate, tasks):
            assert isinstance(outcome, Done)
            fate: Fate = outcome.result
            entry = Entry(outcome.name, msgspec.msgpack.encode(fate), outcome.seconds)
            journal.write([entry])
            print(
                f"{fate.status:10}{outcome.seconds:6.0f} s  {outcome.name}  {fate.by}", flush=True
            )
        return [fate for _, fate in journal.results(Fate)]


def main() -> int:
    parser = ArgumentParser()
    parser.add_argument("number", nargs="?", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", action="append", choices=[*ROOMS])
    parser.add_argument("--seconds", type=float, default=300.0, help="for each fault")
    parser.add_argument("--journal", type=Path, default=Path("mutants.sqlite"))
    parser.add_argument("--list", action="store_true", help="only say what would be planted")
    parser.add_argument("--report", action="store_true", help="only say what the journal has")
    parser.add_argument("--boards", action="store_true", help="only answer the corpus")
    parser.add_argument("--clean", action="store_true", help="with --boards: without a fault")
    asked = parser.parse_args()
    if asked.boards:
        return boards(ROOT / _DOUBTFUL, asked.clean)
    if asked.list:
        for each in drawn(asked.number, asked.seed, asked.room or list(ROOMS)):
            print(each.name)
        return 0
    if asked.report:
        with Journal.read(asked.journal) as journal:
            fates = [fate for _, fate in journal.results(Fate)]
    else:
        fates = planted(asked)
    print(told(fates))
    return int(any(each.status == "survived" for each in fates))


if __name__ == "__main__":
    sys.exit(main())
