"""109.5, 608.2: whose words these are: what the words of an effect refer to."""

from collections.abc import Mapping
from typing import Final

import msgspec

from striate.boards.timeline import Seat
from striate.cards.tree import Node


class Context(msgspec.Struct):
    """What an effect's words refer to."""

    source: str | None = None
    card: str = ""
    controller: Seat | None = None
    choices: Mapping[str, str] = msgspec.field(default_factory=dict)
    x: int | None = None
    targets: tuple[tuple[str, ...], ...] = ()
    player: Seat | None = None
    affected: str | None = None
    named: Mapping[Node, tuple[str, ...]] = msgspec.field(default_factory=dict)  # sets, by words
    looks_back: bool = False  # 608.2h: words of the resolution at hand, which has a memory

    def choosing(self, kind: str, value: str) -> "Context":
        """The same words, with that chosen too."""
        return msgspec.structs.replace(self, choices={**self.choices, kind: value})

    def about(self, handle: str) -> "Context":
        """The same words, said of that object ("its")."""
        return msgspec.structs.replace(self, affected=handle)


SEATS: Final[tuple[Seat, Seat]] = ("you", "opponent")  # 102.1, 102.2: of two players


def other_seat(seat: Seat) -> Seat:
    """The opponent of that player (two players: 102.2)."""
    return "opponent" if seat == "you" else "you"


def with_choices(word: str, choices: Mapping[str, str]) -> str:
    """608.2d: a word such as "@counter" is what was chosen; itself where nothing was."""
    return choices.get(word[1:], word) if word.startswith("@") else word
