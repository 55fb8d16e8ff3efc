"""Words as a text writes them: numbers, articles, lists."""

import re
from collections.abc import Sequence

from striate.cards.vocabulary import NUMBER_WORDS

_NUMBERS = {value: word for word, value in NUMBER_WORDS.items()}
_SAID_WITH_A_VOWEL = re.compile(r"(?:8|11|18)\b")


def number(value: int) -> str:
    return _NUMBERS.get(value, str(value))


def article(noun: str) -> str:
    """One of them: what "your opponents control" in general, one opponent controls."""
    if " among " not in noun:
        noun = noun.replace(" your opponents control", " an opponent controls")
    if noun.startswith("other "):
        return f"an{noun}"
    first = noun.lstrip("+-")
    vowel = first[:1].lower() in "aeiou" and not noun.startswith(("one", "uni", "X"))
    return f"an {noun}" if vowel or _SAID_WITH_A_VOWEL.match(first) else f"a {noun}"


def listed(parts: Sequence[str], join: str = "and") -> str:
    if len(parts) < 3:
        return f" {join} ".join(parts)
    return f"{', '.join(parts[:-1])}, {join} {parts[-1]}"
