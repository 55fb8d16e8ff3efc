# ruff: noqa: INP001
"""Guards of the grammar, taken away one at a time; does a test notice?

    python bench/guards.py 60 --seed 1 [--seconds 10] [--texts] [--list]

A guard declines: the part of a rule after " if ", and in the functions of `cards/grammar` an `if`
whose body is `raise Declined`, `raise Unclear` or `return None`, or a value `... else decline()`.
Each part of a guard that is joined by `and` (or, where it declines, by `or`) is one more. A guard
is taken away in a fork, and the nearest tests of the language are asked, cheapest first: of a rule
those of its own line, of a function those that come to the statement (`reaching`, kept in
build/guards). The exit code is 1 if one is not noticed.
"""

import ast
import dataclasses
import os
import random
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from faults import ROOT, Mutant, files, plant, settle, within
from mutants import Judge, Nursery, look, told, with_tests

_ROOM = "cards/grammar"
TESTS = (
    "binding", "bodies_abilities", "bodies_effects", "copy_language", "coverage_command",
    "events_read", "guards", "inert", "instead", "language_engine", "language_faces",
    "language_statics", "one_shot_forms", "readings_of_text", "rules_as_data", "subtypes",
)  # fmt: skip


# --- the guards of functions ----------------------------------------------------------------------


def function_guards(path: Path) -> Iterator[Mutant]:
    """Every guard of a module, as the fault that it is not there."""
    return within(_ROOM, path, _guards_of)


def _guards_of(function: ast.FunctionDef) -> Iterator[tuple[ast.expr, str]]:
    for node in ast.walk(function):
        yield from _without(node)


def _without(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """The test of a guard, and what it is without the guard or without a part of it."""
    match node:
        case ast.If(test, [ast.stmt() as only], []) if _declines(only):
            yield from _weaker(test, ast.Or, "False")
        case ast.IfExp(test, _, ast.Call(ast.Name("decline"))):
            yield from _weaker(test, ast.And, "True")
        case ast.IfExp(test, ast.Call(ast.Name("decline")), _):
            yield from _weaker(test, ast.Or, "False")


def _declines(statement: ast.stmt) -> bool:
    return ast.unparse(statement).startswith(("raise Declined", "raise Unclear(", "return None"))


def _weaker(test: ast.expr, joined: type[ast.boolop], gone: str) -> Iterator[tuple[ast.expr, str]]:
    if not isinstance(test, ast.BoolOp) or not isinstance(test.op, joined):
        yield test, gone
        return
    for part in test.values:
        rest = [one for one in test.values if one is not part]
        yield test, f"({ast.unparse(ast.BoolOp(test.op, rest))})"


# --- the guards of rules --------------------------------------------------------------------------


def rule_guards() -> Iterator[tuple[Mutant, str]]:
    """Every guard of a rule, or part of one, with the rule's value without it."""
    from striate.cards.grammar.notation import FOLDER, rules_in, split_guard

    for path in sorted(FOLDER.rglob("*.rules")):
        plain = str(path.resolve().relative_to(ROOT))
        for rule in rules_in(path):
            value, guard = split_guard(rule.value or "")
            if guard:
                line = int(rule.place.rpartition(":")[2])
                for _, new in _weaker(ast.parse(guard, mode="eval").body, ast.And, "True"):
                    fault = Mutant(_ROOM, plain, line, 0, 0, f"if {guard}", f"if {new}", 0)
                    yield fault, value if new == "True" else f"{value} if {new}"


class Guards(Nursery):
    """Knows which tests are the nearest of a guard, and takes it away."""

    weaker: dict[str, str]  # of each guard of a rule, the rule's value without it

    def asked(self, mutant: Mutant) -> list[Judge]:
        if not mutant.path.endswith(".rules"):
            return super().asked(mutant)
        rule = _rule(mutant)
        own = [judge for judge in self.judges if f"[{rule.phrase}-{rule.words}-" in judge.name]
        return own or [judge for judge in self.judges if judge.name.startswith("test_guards")]

    def fate_of(self, mutant: Mutant) -> Any:
        if not mutant.path.endswith(".rules"):
            return self.judged(mutant, lambda: plant(mutant))
        return self.judged(mutant, lambda: _weaken(mutant, self.weaker[mutant.name]))


def _rule(mutant: Mutant) -> Any:
    from striate.cards.grammar.notation import rules_in

    place = f"{Path(mutant.path).name}:{mutant.line}"
    return next(rule for rule in rules_in(ROOT / mutant.path) if rule.place == place)


def _weaken(mutant: Mutant, value: str) -> None:
    """Has the file of rules read as if the line had that value."""
    from striate.cards.grammar import notation

    right = notation.rules_in
    wanted = f"{Path(mutant.path).name}:{mutant.line}"

    def rules_in(path: Path) -> Iterator[Any]:
        for rule in right(path):
            same = rule.place == wanted
            yield dataclasses.replace(rule, value=value) if same else rule

    for module in list(sys.modules.values()):
        if getattr(module, "rules_in", None) is right:
            module.rules_in = rules_in  # type: ignore[attr-defined]  # what tests have imported


# --- the command ----------------------------------------------------------------------------------


def drawn(number: int, seed: int) -> tuple[list[Mutant], dict[str, str]]:
    """So many guards of rules and functions, and of those of rules what is left of the value."""
    rules = {fault.name: (fault, value) for fault, value in rule_guards()}
    functions = {one.name: one for path in files(_ROOM) for one in function_guards(path)}
    every = [*(fault for fault, _ in rules.values()), *functions.values()]
    random.Random(seed).shuffle(every)
    return every[:number], {name: value for name, (_, value) in rules.items()}


def arguments() -> Namespace:
    parser = ArgumentParser()
    parser.add_argument("number", nargs="?", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10.0, help="processor, for each guard")
    parser.add_argument("--texts", action="store_true", help="ask only tests/test_guards.py")
    parser.add_argument("--list", action="store_true", help="only say what would be taken away")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    os.nice(max(0, 10 - os.nice(0)))
    guards, weaker = drawn(options.number, options.seed)
    if options.list:
        print("\n".join(guard.name for guard in guards))
        return 0
    fates: list[Any] = []

    def collected(tests: list[Judge]) -> None:
        settle()
        nursery = Guards(tests, options.seconds, look(tests, [_ROOM], reached))
        nursery.weaker = weaker
        for guard in guards:
            fate = nursery.fate_of(guard)
            fates.append(fate)
            print(f"{fate.status:10}{guard.name}  {fate.by}", flush=True)

    names, kept = (("guards",), "guards-texts") if options.texts else (TESTS, "guards")
    reached = ROOT / "build" / kept
    with_tests([f"test_{name}" for name in names], collected)
    print(told(fates))
    return int(any(fate.status != "killed" for fate in fates))


if __name__ == "__main__":
    sys.exit(main())
