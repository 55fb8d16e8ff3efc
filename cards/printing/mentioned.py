"""What the body that is being printed has named, and how plainly it is said.

The first mention of an object is the whole noun phrase. Canonical text says "it", "the first
target" and "other" afterwards; plain text says which object that is: "the creature chosen first",
"other than ~", and how long an effect lasts even where the text says nothing. Plain text is for
people: it isn't read back.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Any

from striate.cards import tree as t
from striate.cards.vocabulary import ORDINALS


class Text:
    """The body that is being printed: which of its targets have been named."""

    def __init__(self, body: t.Body) -> None:
        self.body = body
        self.named: set[int] = set()
        self.chosen: set[t.ChosenObject] = set()
        self.groups: set[t.Each] = set()
        self.player_named = False

    def mark(self) -> tuple[Any, ...]:
        """What has been named so far, to come back to if words are given up."""
        return set(self.named), set(self.chosen), set(self.groups), self.player_named

    def back_to(self, mark: tuple[Any, ...]) -> None:
        self.named, self.chosen, self.groups = map(set, mark[:3])
        self.player_named = mark[3]


TEXTS: list[Text] = []


@contextmanager
def printing(body: t.Body) -> Iterator[Text]:
    text = Text(body)
    TEXTS.append(text)
    try:
        yield text
    finally:
        TEXTS.pop()


_MANNER: ContextVar[str] = ContextVar("manner", default="canonical")
FOR_EVER = "for as long as the game lasts"


@contextmanager
def _in_manner(manner: str) -> Iterator[None]:
    token = _MANNER.set(manner)
    try:
        yield
    finally:
        _MANNER.reset(token)


def plainly() -> AbstractContextManager[None]:
    """Within it, texts are printed plainly."""
    return _in_manner("plain")


def is_plain() -> bool:
    return _MANNER.get() == "plain"


def spoken() -> AbstractContextManager[None]:
    """Within it, texts are printed as cards speak, where what is meant is clear: not read back."""
    return _in_manner("plain" if is_plain() else "spoken")


def is_spoken() -> bool:
    return _MANNER.get() == "spoken"


def affected() -> str:
    """The object that an effect applies to, for what is said of each of its objects."""
    return "the very object affected" if is_plain() else "it"


def other() -> str:
    return "other (than ~)" if is_plain() else "other"


def named_again(index: int, spec: t.TargetSpec, noun: str) -> str:
    place = ORDINALS[index] if index < len(ORDINALS) else f"{index + 1}th"
    if spec.word == "that":
        return "that same object, which the text did not target"
    many = spec.high != 1
    return f"the {noun}{'s' if many and not noun.endswith('s') else ''} chosen {place}"


def spoken_of_first(spec: t.TargetSpec) -> str:
    """An object that the text means without choosing it: that of the event, a token it made."""
    which = "the object" if spec.high == 1 else "those objects"
    return f"{which} of the event or instruction before"
