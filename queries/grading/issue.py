"""What an engine's author wants first, in Markdown for an issue: the clauses that are broken, of
each its smallest board, what the engine says there and what is right.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from striate.boards.names import Cards
from striate.boards.writing import board_yaml
from striate.queries.expectations import Difference
from striate.queries.grading.grading import Graded, Report
from striate.queries.grading.wall import rule_order
from striate.queries.showing import worded


@dataclass(frozen=True, slots=True)
class Broken:
    """A wrong board, and the clauses of which it is the smallest wrong board."""

    one: Graded
    rules: tuple[str, ...]


def broken(report: Report) -> list[Broken]:
    """The smallest wrong board of each clause, in the order of the rules; each board once."""
    smallest: dict[str, Graded] = {}
    for one in sorted(report.of("wrong"), key=lambda one: (len(one.board.steps), one.called)):
        for rule in one.board.rules or ("",):
            smallest.setdefault(rule, one)
    of: dict[str, tuple[Graded, list[str]]] = {}
    unnamed = [""] if "" in smallest else []
    for rule in (*sorted(filter(None, smallest), key=rule_order), *unnamed):
        one = smallest[rule]
        of.setdefault(one.called, (one, []))[1].append(rule)
    return [Broken(one, tuple(filter(None, rules))) for one, rules in of.values()]


def issue(report: Report, catalogue: Cards) -> str:
    """The report as Markdown: a heading, a line a clause, then a section a board."""
    all_broken = broken(report)
    name = report.engine or "The engine"
    counts = ", ".join(
        f"{len(report.of(verdict))} {verdict}"
        for verdict in ("right", "wrong", "partly", "not given")
    )
    lines = [f"## {name}: {counts}", ""]
    if not all_broken:
        return "\n".join([*lines, "No clause is seen to be broken.", ""])
    lines += ["| clauses broken | the smallest board | made to catch |", "|---|---|---|"]
    lines += [
        f"| {', '.join(each.rules) or '–'} | {each.one.called} | {_cell(_headline(each.one))} |"
        for each in all_broken
    ]
    for each in all_broken:
        lines += ["", *_section(each, catalogue)]
    return "\n".join(lines) + "\n"


def _section(each: Broken, catalogue: Cards) -> Iterator[str]:
    one = each.one
    yield f"### {', '.join((*each.rules, one.called))}"
    yield ""
    yield "```yaml"
    yield _steps(one, catalogue)
    yield "```"
    yield ""
    if one.differences:
        yield "The engine says:"
        yield ""
        yield from (f"- {difference}" for difference in map(_difference, one.differences))
    else:
        yield "The engine's own test of this board fails."
        if one.wrong_answer:
            yield ""
            yield f"What this board was made to catch: {one.wrong_answer}"
    if one.board.note:
        yield ""
        yield f"Right is: {one.board.note}"


def _steps(one: Graded, catalogue: Cards) -> str:
    """The board's steps and what is expected, without what stands beside them here."""
    text = board_yaml(one.board, catalogue)
    start = text.find("\ncards:") if "\ncards:" in text else text.find("\nsteps:")
    return text[start + 1 :].rstrip()


def _headline(one: Graded) -> str:
    """The first difference, or the wrong answer that the board was made to catch."""
    return _difference(one.differences[0]) if one.differences else one.wrong_answer


def _difference(each: Difference) -> str:
    """What the engine says of one object in one respect, and what is right."""
    wanted = worded(each.expected)
    match each.what:
        case "has":
            return f"{each.handle} lacks {wanted}, and should have it"
        case "lacks":
            return f"{each.handle} has {wanted}, and should not"
        case "is":
            return f"{each.handle} is no {wanted}, and should be one"
        case "is_not":
            return f"{each.handle} is {wanted}, and should not be"
    return f"{each.handle}: {each.what} is {worded(each.got)}, and should be {wanted}"


def _cell(text: str) -> str:
    """A text that does not end a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")
