"""What is wrong with a board file: file, line, path, what was expected, what may be meant."""

import difflib
import unicodedata
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from striate.cards.errors import WrongInput

Path: TypeAlias = tuple[str | int, ...]

_SHOWN = 60  # characters of an offending value that a message shows
COMPARED = 80  # longer names are not compared with others for a suggestion
MISTAKES = 20  # mistakes of one board that are collected


class BoardError(WrongInput):
    """A mistake in a board file.

    `path` is like `steps[2].targets[0]` ("" for the whole board), `line` counts from 1 (0 where
    there is none), `also` are further mistakes found in the same board. `unread` are cards and
    their lines that were not carried out before: with them it may be no mistake at all.
    """

    def __init__(
        self,
        message: str,
        *,
        path: str = "",
        hint: str = "",
        line: int = 0,
        file: str = "",
        also: tuple["BoardError", ...] = (),
        unread: tuple[tuple[str, str], ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.hint = hint
        self.line = line
        self.file = file
        self.also = also
        self.unread = unread

    def all(self) -> Iterator["BoardError"]:
        """This mistake and the further ones, in the order in which they were found."""
        yield self
        yield from self.also

    def one(self) -> str:
        """This mistake alone, on one line."""
        place = self.file
        if self.line:
            place = f"{place}:{self.line}" if place else f"line {self.line}"
        text = ": ".join(part for part in (place, self.path, self.message) if part)
        return f"{text}; {self.hint}" if self.hint else text

    def __str__(self) -> str:
        return "\n".join(mistake.one() for mistake in self.all())


class NotPlayable(Exception):
    """A board asks for what is not there as its steps are carried out: an ability number, an
    object.

    `step` is the step at which it did, counted from 0; `unread` are the cards and their lines that
    earlier steps or this one could not carry out, so that it may be their lack and no mistake.
    """

    step: int | None = None
    unread: tuple[tuple[str, str], ...] = ()


def spell_path(path: Path) -> str:
    """`("steps", 2, "targets", 0)` as `steps[2].targets[0]`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif part.replace(" ", "").replace("_", "").isalnum() and len(part) <= _SHOWN:
            text += f".{part}" if text else part
        else:
            text += f"[{show(part)[1:-1]!r}]"
    return text


def show(value: object) -> str:
    """A value as a message shows it: in backticks, short, on one line, every character visible."""
    match value:
        case None:
            text = "nothing"
        case bool():
            text = str(value).lower()
        case dict():
            text = "{…}" if value else "{}"
        case list() | tuple():
            text = "[…]" if value else "[]"
        case _:
            text = str(value)
    if len(text) > _SHOWN:
        text = text[: _SHOWN - 1] + "…"
    visible = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return "`" + "".join(visible) + "`"


def did_you_mean(word: str, known: Iterable[str], *, limit: int = 3) -> str:
    """A hint that names the known words most like this one, or ""."""
    if not word or len(word) > COMPARED:
        return ""
    by_fold = {known_word.casefold(): known_word for known_word in known if len(known_word) <= 200}
    plain = _plain(word)
    near = difflib.get_close_matches(plain, by_fold, n=limit, cutoff=0.65)
    likeness = [difflib.SequenceMatcher(None, key, plain).ratio() for key in near]
    # Words that are far less alike than the best are noise.
    return meant(
        by_fold[key] for key, ratio in zip(near, likeness, strict=True) if ratio > likeness[0] - 0.1
    )


def meant(words: Iterable[str]) -> str:
    """The hint "did you mean …?" for these words, or "" for none."""
    shown = [show(word) for word in words]
    if not shown:
        return ""
    *others, last = shown
    return f"did you mean {', '.join(others)} or {last}?" if others else f"did you mean {last}?"


def strange_letter(word: str) -> str:
    """A remark on the first letter outside ASCII that looks like one of ASCII, or ""."""
    for letter in word:
        if letter in _LOOKALIKES or (ord(letter) > 127 and _plain(letter).isascii()):
            name = unicodedata.name(letter, "an unnamed character").lower()
            return f"it has the letter U+{ord(letter):04X} ({name})"
    return ""


# Letters of other scripts that look like letters of the keys' alphabet.
_LOOKALIKES = dict(
    zip(
        "аеорсухіјѕԁһкмтвηοαрνυεικτρχ",
        "aeopcyxijsdhkmtbnoapvueiktpx",
        strict=True,
    )
)


def _plain(word: str) -> str:
    folded = unicodedata.normalize("NFKD", word.casefold())
    return "".join(_LOOKALIKES.get(c, c) for c in folded if not unicodedata.combining(c))
