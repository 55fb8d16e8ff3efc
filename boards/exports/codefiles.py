"""What the test files in a programming language have in common: their comments and their frames."""

from collections.abc import Iterable, Sequence

from striate.boards.exports.checks import Check, weaker_notes
from striate.boards.exports.formats import Case, Story
from striate.boards.exports.words import comment, story_comment

WRITTEN_BY = "// Written by striate; see docs/exports.md there."


def told(
    story: Story, questions: Sequence[Check], lines: Iterable[str], imports: Iterable[str] = ()
) -> Case:
    """The lines of one test under its story, and under what it can ask only weakly."""
    notes = [line for note in weaker_notes(questions) for line in comment(note)]
    head = story_comment(story.note, story.wrong, story.rules, story.source)
    return Case(story, (*head, *notes, *lines), frozenset(imports))


def notes_and_code(case: Case) -> tuple[list[str], list[str]]:
    """The comments of a test, which stand before its function, and what stands inside it."""
    notes = [line for line in case.lines if line.startswith("//")]
    return notes, [line for line in case.lines if not line.startswith("//")]


def imports_of(cases: Sequence[Case]) -> list[str]:
    return sorted(set[str]().union(*(case.imports for case in cases)))
