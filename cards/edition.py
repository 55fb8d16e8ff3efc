"""The edition of the Comprehensive Rules that is read here: every number cited is one of it."""

from datetime import date

EDITION = "2026-06-19"


def edition_in_words() -> str:
    """The edition as the rules themselves name it: "June 19, 2026"."""
    day = date.fromisoformat(EDITION)
    return f"{day:%B} {day.day}, {day.year}"
