# ruff: noqa: INP001
"""Small faults, drawn by a seed over the rooms of the program, and planted in what is imported.

A fault stands inside a function. It is planted by exchanging the code of the function objects that
are there, so that a forked process has it in milliseconds. What a function left behind while its
module was imported (a table, a cache) stays right: such a fault needs `plant_before_import`.
"""

import ast
import gc
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from importlib.machinery import SourceFileLoader
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import msgspec

ROOT = Path(__file__).parent.parent

# The files of each room.
ROOMS: dict[str, tuple[str, ...]] = {
    "encodings": ("encodings/*.py",),
    "referee": ("referee/*.py",),
    "quick": ("quick/*.py",),
    "timeline": ("timeline/*.py",),
    "cards/grammar": ("cards/grammar/**/*.py",),
    "search": ("search/**/*.py",),
    "goals": tuple(f"queries/goals/{name}.py" for name in ("meaning", "having", "claiming")),
}
_LEFT_OUT = ("variants", "__init__")  # wrong readings are wrong by intent


class Mutant(msgspec.Struct, frozen=True):
    """One fault: the text from `start` to `end` (bytes) of a file becomes `new`.

    `function`: the first line of the innermost function around it, decorators included.
    """

    room: str
    path: str
    line: int
    start: int
    end: int
    old: str
    new: str
    function: int

    @property
    def name(self) -> str:
        return f"{self.path}:{self.line}:{self.start} {self.old} -> {self.new}"

    @property
    def place(self) -> tuple[str, int]:
        """The file and the first line of the function."""
        return str(ROOT / self.path), self.function

    def wrong(self) -> bytes:
        """The text of the file with the fault."""
        right = (ROOT / self.path).read_bytes()
        return right[: self.start] + self.new.encode() + right[self.end :]


# --- which faults there are -----------------------------------------------------------------------

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_NAMED = {"TRUE": "FALSE", "FALSE": "TRUE", "any": "all", "all": "any", "min": "max", "max": "min"}
_CALLED = {"any_": "all_", "all_": "any_", "and_": "or_", "or_": "and_"}
_SAID = {"you": "opponent", "opponent": "you"}
_UNSEEN = ("__repr__", "__str__", "__hash__")  # no answer hangs on what they say
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
    return within(room, path, _faults_of)


def within(
    room: str, path: Path, faults_of: Callable[[ast.FunctionDef], Iterator[tuple[Any, str]]]
) -> Iterator[Mutant]:
    """Every fault of that kind inside the functions of a file."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    plain = str(path.relative_to(ROOT))
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
        for place, new in faults_of(function):
            start = starts[place.lineno - 1] + place.col_offset
            end = starts[place.end_lineno - 1] + place.end_col_offset
            old = " ".join(source[start:end].decode().split())
            if old != new:
                yield Mutant(room, plain, place.lineno, start, end, old, new, first)


def _faults_of(function: ast.FunctionDef) -> Iterator[tuple[Any, str]]:
    for statement in function.body if function.name not in _UNSEEN else ():
        for node in _inside(statement):
            yield from faults(node)


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """What is carried out: no types, no functions inside (they have their turn), no messages."""
    if isinstance(node, ast.FunctionDef | ast.Raise | ast.Assert | ast.JoinedStr | ast.Import):
        return
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Error"):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _inside(child)


def files(room: str) -> list[Path]:
    paths = {path for glob in ROOMS[room] for path in ROOT.glob(glob)}
    return sorted(path for path in paths if not path.stem.startswith(_LEFT_OUT))


def drawn(number: int, seed: int, rooms: list[str]) -> list[Mutant]:
    """So many faults, each room in turn, so that the first ones are a sample of all rooms."""
    each: list[list[Mutant]] = []
    for room in rooms:
        named = {fault.name: fault for path in files(room) for fault in mutants(room, path)}
        faults = list(named.values())
        random.Random(f"{seed} {room}").shuffle(faults)
        each.append(faults)
    turns = (fault for turn in zip_longest(*each) for fault in turn if fault is not None)
    return [fault for _, fault in zip(range(number), turns, strict=False)]


# --- how one is planted ---------------------------------------------------------------------------


class CannotPlant(Exception):
    """The function objects that are there can't take the new code."""


def plant(mutant: Mutant) -> None:
    """Exchanges the code of every function of the file that the fault changes."""
    path = ROOT / mutant.path
    if not exchange(path, compile(mutant.wrong(), str(path), "exec")):
        raise CannotPlant(mutant.name)


def exchange(path: Path, wanted: CodeType) -> bool:
    """Gives every function object of a file the code that it has in `wanted`; was there any?"""
    functions = _function_objects()[str(path)]
    right = compile(path.read_bytes(), str(path), "exec")
    planted = False
    for old, new in _pairs(right, wanted):
        if old == new:
            continue
        for function in functions[old.co_qualname, old.co_firstlineno]:
            if old.co_freevars != new.co_freevars:
                raise CannotPlant(f"{path}: {old.co_qualname}")
            function.__code__ = new
            planted = True
    return planted


@cache
def _function_objects() -> dict[str, dict[tuple[str, int], list[FunctionType]]]:
    """The functions of the program that are there as it is first asked, by file and place."""
    by_place: dict[str, dict[tuple[str, int], list[FunctionType]]] = defaultdict(
        lambda: defaultdict(list)
    )
    gc.unfreeze()  # the grammar, and what was there before it, is frozen
    for function in gc.get_objects():
        if isinstance(function, FunctionType):
            code = function.__code__
            if code.co_filename.startswith(str(ROOT)):
                by_place[code.co_filename][code.co_qualname, code.co_firstlineno].append(function)
    return by_place


@cache
def _caches() -> list[Any]:
    gc.unfreeze()
    return [one for one in gc.get_objects() if type(one).__name__ == "_lru_cache_wrapper"]


def settle() -> None:
    """Finds once what each fork would have to find: the functions and the caches."""
    _function_objects()
    _caches()
    gc.collect()
    gc.freeze()


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The code objects of a file without and with the fault."""
    yield old, new
    waiting = [each for each in new.co_consts if isinstance(each, CodeType)]
    for child in old.co_consts:
        if not isinstance(child, CodeType):
            continue
        for other in waiting:
            if other.co_qualname == child.co_qualname:
                waiting.remove(other)
                yield from _pairs(child, other)
                break


# What no fault of the search reaches; to read the catalogue anew takes seconds.
_BELOW_SEARCH = ("striate.cards.", "striate.boards.", "striate.timeline.", "striate.encodings.")


def forget(*rooms: str) -> None:
    """What functions keep is of before the fault, unless it hangs on no room with one."""
    below = _BELOW_SEARCH if rooms == ("search",) else ()
    for kept in _caches():
        own = kept is _caches or kept is _function_objects
        if not own and not f"{kept.__module__}.".startswith(below):
            kept.cache_clear()


def plant_before_import(mutant: Mutant) -> None:
    """Whatever imports the file from now on has it with the fault."""
    path, wrong = str(ROOT / mutant.path), mutant.wrong()
    right = SourceFileLoader.get_code

    def planting(self: SourceFileLoader, name: str) -> CodeType | None:
        return compile(wrong, path, "exec") if self.path == path else right(self, name)

    SourceFileLoader.get_code = planting  # type: ignore[assignment,method-assign]  # the fault
