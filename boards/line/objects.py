"""The objects that a line's steps name: those that are there, and cards that enter for it."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from striate.boards.errors import BoardError, did_you_mean, show
from striate.boards.line.parts import split, unquoted
from striate.boards.names import Known, Shelf
from striate.boards.steps.naming import Naming
from striate.boards.workbench import PLAYERS
from striate.cards.names import fold
from striate.cards.numbering import is_only_mana, numbered, numbered_of
from striate.cards.tree import Ability, Activated, Keyword

_SPELLS = frozenset(["Instant", "Sorcery"])
_WHOSE = re.compile(
    r"(my(?!\s+opponent\b)|(?:(?:my|the|an|your) )?opponent[’']s)\s+(.+)", re.IGNORECASE
)
_SEATS = {"you": "you", "i": "you", "me": "you", "opponent": "opponent", "my opponent": "opponent",
          "your opponent": "opponent", "the opponent": "opponent"}  # fmt: skip


class Objects:
    """Knows the handles of the objects that are there, one step after the other."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._naming = Naming(shelf)
        self._entered_for: dict[str, str] = {}  # by handle: the player under whose control
        self.entered: list[dict[str, Any]] = []  # cards that a step names and that were not there
        self.noted = False  # whether any step came before: what it made may have no handle here

    def note(self, step: Mapping[str, Any]) -> str:
        """The handle of the object that a step makes, as the board file gives it."""
        self.noted = True
        handle = self._naming.handle(step)
        self._entered_for[handle] = str(step.get("controller") or "you")
        return handle

    def is_there(self, text: str) -> bool:
        return bool(self.meant(text))

    def can_mean(self, text: str) -> bool:
        """Whether an object that is there has this name, or a permanent card that can enter."""
        wanted = unquoted(text)
        return bool(self.meant(text)) or wanted == "?" or self._permanent(wanted) is not None

    def first_meant(self, text: str) -> str:
        """The handle that the text may mean; the text itself if no such object is there."""
        return (self.meant(text) or [unquoted(text)])[0]

    def handle(self, text: str) -> str:
        """The handle meant; a permanent card that isn't there yet enters first."""
        wanted = unquoted(text)
        meant = self.meant(text)
        if len(meant) > 1:
            raise BoardError(f"{show(wanted)} may be {' or '.join(map(show, meant))}")
        if meant or wanted in (*PLAYERS, "?"):
            return meant[0] if meant else wanted
        known = self._permanent(wanted)
        if known is None:
            self._look_for_a_card(wanted)
            return wanted
        player, name = self._whose(wanted)
        if player and self.meant(name):
            others = " and ".join(map(show, self.meant(name)))
            raise BoardError(
                f"{others} did not enter under the control that {show(wanted)} says",
                hint=f"write `{name}` if it is meant, else a step of its own for the other one",
            )
        step = {"enter": known.name}
        self.entered.append(step if player != "opponent" else {**step, "controller": player})
        return self.note(self.entered[-1])

    def _whose(self, text: str) -> tuple[str, str]:
        """`my opponent's Grizzly Bears`: the player, and the name; "" and the text for others."""
        match = _WHOSE.fullmatch(text)
        if match is None or self.shelf.known(text):
            return "", text
        return ("you" if match[1].lower() == "my" else "opponent"), match[2]

    def _look_for_a_card(self, wanted: str) -> None:
        """What nothing that is there can be, since nothing is: a card's name that is misspelt."""
        if self.noted or self.shelf.known(wanted):
            return
        hint = did_you_mean(wanted, self.shelf.suggest(wanted), limit=1)
        raise BoardError(f"no object and no card is called {show(wanted)}", hint=hint)

    def handles_of(self, text: str) -> Iterator[str]:
        """Handles between commas; a handle's own commas are seen by the handles that there are."""
        pieces = [piece.strip() for piece in split(text, ",")]
        while pieces:
            longest = next(
                (n for n in range(len(pieces), 1, -1) if self.is_there(", ".join(pieces[:n]))), 1
            )
            yield self.handle(", ".join(pieces[:longest]))
            pieces = pieces[longest:]

    def can_aim_at(self, text: str) -> bool:
        """Whether each of these handles can mean an object or a player."""
        whole = self.can_mean(text)
        pieces = [piece.strip() for piece in split(text, ",")]
        return whole or all(seat(piece) or self.can_mean(piece) for piece in pieces)

    def card_of(self, handle: str) -> Known | None:
        """The card by whose name the object goes; None of a token or an emblem."""
        return self.shelf.known(self._naming.names.get(handle, handle))

    def with_door(self, door: str) -> list[str]:
        """709.5: the handles of the cards that are there with a half of that name."""
        wanted = fold(door)
        return [
            handle
            for handle in self._naming.names
            if (known := self.card_of(handle)) is not None
            and len(known.card.faces) > 1
            and any(fold(face.name) == wanted for face in known.card.faces)
        ]

    def number_of(self, keyword: str, handle: str) -> int | None:
        """602: the number of the ability that this keyword of the card stands for, as printed."""
        known = self.card_of(handle)
        return _number_of(keyword, known.named.abilities) if known else None

    def number_of_only(self, handle: str) -> int | None:
        """602: of the only ability as printed that is activated and does more than make mana."""
        known = self.card_of(handle)
        numbers = [
            number
            for number, each in enumerate(numbered_of(known.named.abilities) if known else (), 1)
            if isinstance(each, Activated) and not is_only_mana(each)
        ]
        return numbers[0] if len(numbers) == 1 else None

    def _permanent(self, name: str) -> Known | None:
        known = self.shelf.known(self._whose(name)[1])
        return None if known is None or is_spell(known) else known

    def meant(self, text: str) -> list[str]:
        """The handle itself, or those that are spelled alike, or those that have these words."""
        wanted = unquoted(text)
        handles = self._naming.names
        if wanted in handles:
            return [wanted]
        folded = fold(wanted)
        alike = [handle for handle in handles if fold(handle) == folded]
        if not alike and folded:
            alike = [each for each in handles if f" {folded} " in f" {fold(each)} "]
        if not alike and folded == "it":
            return list(handles)
        player, name = self._whose(wanted)
        if not alike and player:
            alike = [each for each in self.meant(name) if self._entered_for[each] == player]
        return alike


def is_spell(known: Known) -> bool:
    """Whether the card resolves and is no permanent."""
    return bool(_SPELLS & set(known.named.types))


def seat(text: str) -> str:
    """The player that a person means by "I", "you", "my opponent"; "" for anything else."""
    return _SEATS.get(re.sub(r"\s+", " ", text.lower()), "")


def _number_of(keyword: str, abilities: tuple[Ability, ...]) -> int | None:
    wanted, before = keyword.lower(), 0
    for ability in abilities:
        count = len(numbered(ability))
        if isinstance(ability, Keyword) and ability.name == wanted and count:
            return before + 1
        before += count
    return None
