"""What the body that is being printed has named: its first mention is the whole noun phrase."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from striate.cards import tree as t


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
