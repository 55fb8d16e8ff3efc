# ruff: noqa: INP001
"""Which judges carry out which statement of the program.

Every function of some files gets new code that marks each of its statements as it begins; a judge
is run, and the marks are read. That costs a tenth of the time that a trace would. What was found is
kept in a file. A statement is named by its function's path, name and text, so what is kept holds on
while other functions change; a judge whose own file changed is run anew.
"""

import ast
import builtins
import hashlib
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from faults import ROOT, Mutant, exchange

_MARKS = "__reached__"
_LISTS = ("body", "orelse", "finalbody")


class Statement(NamedTuple):
    """The `number`-th statement of a function whose text has this digest."""

    path: str
    function: str
    digest: str
    number: int


@dataclass
class _Function:
    node: ast.FunctionDef
    name: str
    digest: str
    statements: list[ast.stmt] = field(default_factory=list)


def _functions(tree: ast.AST, source: bytes, inside: str = "") -> Iterator[_Function]:
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.FunctionDef):
            name = f"{inside}{child.name}"
            text = ast.get_source_segment(source.decode(), child) or ""
            function = _Function(child, name, hashlib.sha256(text.encode()).hexdigest()[:12])
            function.statements += _statements(child)
            yield function
            yield from _functions(child, source, f"{name}.<locals>.")
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, source, f"{inside}{child.name}.")
        else:
            yield from _functions(child, source, inside)


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """The lists of statements right under a node; a function inside has its own turn."""
    for name in _LISTS:
        if isinstance(body := getattr(node, name, None), list) and body:
            yield body
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    for body in _bodies(node):
        for statement in body:
            yield statement
            if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
                yield from _statements(statement)


def _marked(body: list[ast.stmt], numbers: dict[int, int]) -> list[ast.stmt]:
    marked: list[ast.stmt] = []
    for place, statement in enumerate(body):
        number = numbers.get(id(statement))
        docstring = (
            not place
            and isinstance(statement, ast.Expr)
            and isinstance(statement.value, ast.Constant)
        )
        if number is not None and not docstring:
            [mark] = ast.parse(f"{_MARKS}[{number}] = 1").body
            for node in ast.walk(mark):
                ast.copy_location(node, statement)
            marked.append(mark)
        marked.append(statement)
    return marked


class Marks:
    """The statements of some files, and which of them were carried out."""

    def __init__(self, paths: list[Path]) -> None:
        self.statements: list[Statement] = []
        self._trees = [(path, self._with_marks(path)) for path in paths]
        self._marks = bytearray(len(self.statements))

    def _with_marks(self, path: Path) -> ast.Module:
        source = path.read_bytes()
        tree = ast.parse(source)
        numbers: dict[int, int] = {}
        plain = str(path.relative_to(ROOT))
        for function in _functions(tree, source):
            for at, statement in enumerate(function.statements):
                numbers[id(statement)] = len(self.statements)
                self.statements.append(Statement(plain, function.name, function.digest, at))
        for node in list(ast.walk(tree)):
            for body in _bodies(node) if not isinstance(node, ast.Lambda | ast.IfExp) else ():
                body[:] = _marked(body, numbers)
        return tree

    def plant(self) -> None:
        setattr(builtins, _MARKS, self._marks)
        for path, tree in self._trees:
            exchange(path, compile(tree, str(path), "exec"))

    def forget(self) -> None:
        self._marks[:] = bytes(len(self._marks))

    def seen(self) -> list[Statement]:
        return [self.statements[at] for at, one in enumerate(self._marks) if one]


@dataclass
class Known:
    """What was found.

    `judges`: of each the digest of its file, its processor seconds and its number. `reached`: of
    each statement that there was the judges that carry it out, a bit for each number; none of a
    judge that does not pass or takes too long.
    """

    judges: dict[str, tuple[str, float, int]] = field(default_factory=dict)
    reached: dict[Statement, int] = field(default_factory=dict)
    numbers: int = 0

    @classmethod
    def kept(cls, path: Path) -> "Known":
        return cls(*pickle.loads(path.read_bytes())) if path.exists() else cls()

    def keep(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pickle.dumps((self.judges, self.reached, self.numbers)))

    def add(self, name: str, digest: str, seconds: float, seen: list[Statement]) -> None:
        bit = 1 << self.numbers
        self.judges[name] = (digest, seconds, self.numbers)
        self.numbers += 1
        for statement in seen:
            self.reached[statement] |= bit

    def join(self, other: "Known") -> None:
        """Takes over what another process found."""
        for statement in other.reached:
            self.reached.setdefault(statement, 0)
        for name, (digest, seconds, number) in other.judges.items():
            seen = [each for each, bits in other.reached.items() if bits >> number & 1]
            self.add(name, digest, seconds, seen)

    def near(self, mutant: Mutant) -> set[str]:
        """The judges that carry out the statement with the fault.

        Where its function has changed since a judge was run: those that came to the function; where
        it is new: those that came to its file.
        """
        here = statement_of(mutant)
        same = [each for each in self.reached if each[:2] == here[:2]]
        if not same:
            same = [each for each in self.reached if each.path == here.path]
        else:
            same = [each for each in same if each == here or each.digest != here.digest]
        bits = 0
        for statement in same:
            bits |= self.reached[statement]
        return {name for name, (*_, number) in self.judges.items() if bits >> number & 1}


def joined(kept: Path, parts: list[Path]) -> Known:
    """What is kept, with the parts that other processes found, which go."""
    known = Known.kept(kept)
    for part in parts:
        known.join(Known.kept(part))
        part.unlink(missing_ok=True)
    known.keep(kept)
    return known


@cache
def _parsed(path: str) -> list[tuple[_Function, list[tuple[int, int]]]]:
    source = (ROOT / path).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def span(of: ast.stmt) -> tuple[int, int]:
        end_line, end_column = of.end_lineno or of.lineno, of.end_col_offset or 0
        return starts[of.lineno - 1] + of.col_offset, starts[end_line - 1] + end_column

    return [
        (function, [span(each) for each in function.statements])
        for function in _functions(ast.parse(source), source)
    ]


def statement_of(mutant: Mutant) -> Statement:
    """The innermost statement around a fault."""
    around = [
        (end - start, Statement(mutant.path, function.name, function.digest, number))
        for function, spans in _parsed(mutant.path)
        for number, (start, end) in enumerate(spans)
        if start <= mutant.start and mutant.end <= end
    ]
    return min(around)[1]
