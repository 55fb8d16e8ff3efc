"""The answer for a narrow terminal: each object as a block of lines, none of them cut."""

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from striate.boards.timeline import Seen
    from striate.queries.outcome import Outcome
    from striate.queries.showing import Words

NARROW = 100  # columns below which a table would cut what it shows


def stacked(outcome: "Outcome", words: "Words", width: int, edition: str = "") -> Iterator[str]:
    """A block for each object: its name, numbers, types, what else is true, its abilities."""
    from striate.boards.oldnumbers import in_numbers_of
    from striate.queries.showing import standing

    gone = set(outcome.answer.gone)
    for place, seen in enumerate(outcome.answer.objects):
        if place:
            yield ""
        also = in_numbers_of(edition, standing(seen, seen.handle in gone))
        yield from _block(seen, also, words, width)


def _block(seen: "Seen", also: str, words: "Words", width: int) -> Iterator[str]:
    from striate.queries.showing import box, colors, listed_abilities, titled, type_line

    head = "  ".join(part for part in (titled(seen), box(seen), colors(seen)) if part)
    yield from _folded(head, "", "    ", width)
    yield from _folded(type_line(seen), "  ", "    ", width)
    if also:
        yield from _folded(also, "  ", "    ", width)
    for text in listed_abilities(seen, words):
        yield from _folded(text, "  • ", "    ", width)


def _folded(text: str, first: str, rest: str, width: int) -> Iterator[str]:
    """Lines of at most that width; a word that is longer goes on in the next line."""
    yield from wrap(
        text, max(width, 20), initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    )
