"""A table of engines by clause and by board, in Markdown: what an engine's developer can put up."""

from collections.abc import Iterable, Sequence

from striate.queries.grading.grading import Graded, Report

_MARKS = {"right": "right", "wrong": "**wrong**", "partly": "partly", "not given": "–"}


def wall(reports: Sequence[Report], command: str) -> str:
    """The page: engines, then clauses, then every wrong board with what the model says of it.

    `command` is what writes the page anew.
    """
    names = [report.engine or "the engine" for report in reports]
    lines = [
        "# What real engines do",
        "",
        (
            "The boards of a suite were run in these engines. Each board tells "
            "one wrong reading of "
            "the"
        ),
        "rules from the right one. This page is written by",
        "",
        f"    {command}",
        "",
        *_summary(reports, names),
        "",
        "## By clause",
        "",
        "Boards that are right, of those that were answered. A clause is broken where the first",
        "number is the smaller one.",
        "",
        *_table(["clause", "wrong readings of it", *names], _clause_rows(reports)),
        "",
        "## By board",
        "",
        "All other boards of the suite are right.",
        "",
        *_table(["board", "clauses", *names], _board_rows(reports)),
        "",
    ]
    for report, name in zip(reports, names, strict=True):
        lines += _failures(report, name)
    return "\n".join(lines).rstrip() + "\n"


def _summary(reports: Sequence[Report], names: Sequence[str]) -> list[str]:
    heads = ("engine", "of", "how it was run", "right", "wrong", "partly", "not given")
    rows = [
        [
            f"**{name}**",
            report.date or "–",
            report.how or "–",
            *(
                str(len(report.of(verdict)))
                for verdict in ("right", "wrong", "partly", "not given")
            ),
        ]
        for report, name in zip(reports, names, strict=True)
    ]
    return [
        *_table(heads, rows),
        "",
        "A fault belongs to the version that was run. A later version may have mended it: ask the",
        "engine as it is today before you report one.",
        *_in_all(reports),
    ]


def _in_all(reports: Sequence[Report]) -> list[str]:
    """The boards that every engine gets wrong."""
    wrong = [{one.called for one in report.of("wrong")} for report in reports]
    every = sorted(set.intersection(*wrong)) if len(reports) > 1 else []
    return ["", f"Wrong in all of them: {', '.join(every)}."] if every else []


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [
        f"| {' | '.join(heads)} |",
        f"|{'---|' * len(heads)}",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def _clause_rows(reports: Sequence[Report]) -> list[list[str]]:
    rows: dict[str, list[str]] = {}
    for at, report in enumerate(reports):
        for count in report.rules():
            cells = rows.setdefault(count.name, ["–"] * len(reports))
            answered = count.boards - count.not_given
            if answered:
                share = f"{count.right} of {answered}"
                cells[at] = f"**{share}**" if count.wrong else share
    readings = _readings(reports[0].graded)
    return [[rule, ", ".join(readings[rule]), *rows[rule]] for rule in sorted(rows, key=rule_order)]


def _readings(graded: Iterable[Graded]) -> dict[str, dict[str, None]]:
    """By clause, the wrong readings that its boards were made to tell apart, in the suite's
    order."""
    by_rule: dict[str, dict[str, None]] = {}
    for one in graded:
        for rule in one.board.rules:
            by_rule.setdefault(rule, {}).update({one.variant: None} if one.variant else {})
    return by_rule


def rule_order(rule: str) -> tuple[int, int, str]:
    """613.4b before 613.10: by number, then by letter."""
    section, _, rest = rule.partition(".")
    digits = "".join(letter for letter in rest if letter.isdigit())
    return int(section), int(digits or 0), rest[len(digits) :]


def _board_rows(reports: Sequence[Report]) -> list[list[str]]:
    rows = []
    for graded in zip(*(report.graded for report in reports), strict=True):
        one = graded[0]
        if all(each.verdict == "right" for each in graded):
            continue
        rows.append(
            [one.called, ", ".join(one.board.rules), *(_MARKS[each.verdict] for each in graded)]
        )
    return rows


def _failures(report: Report, name: str) -> list[str]:
    wrong = report.of("wrong")
    if not wrong:
        return []
    lines = [f"## Where {name} is wrong", ""]
    for one in wrong:
        lines += _failure(one)
    return lines


def _failure(one: Graded) -> list[str]:
    """What the board's wrong reading says, and why the right outcome is as it is."""
    lines = [
        f"### {one.called} ({', '.join(one.board.rules)})",
        "",
        f"The wrong reading: {one.wrong_answer}",
        "",
    ]
    if one.board.note:
        lines += [f"Right is: {one.board.note}", ""]
    return lines
