"""How people say a step: templates such as `equip <attach> to <to>`, read and written alike."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct, field

_SLOT = re.compile(r"<(\w+)>")


class Saying(Struct, frozen=True, dict=True):
    """Words with a slot for each key of the step that they tell: `bestow <enter> on <attached_to>`.

    `also`: what the words themselves say, by key. `{key}` in it stands for the slot of that name,
    which then is not a key of its own.
    """

    words: str
    also: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @cached_property
    def slots(self) -> tuple[str, ...]:
        return tuple(_SLOT.findall(self.words))

    @cached_property
    def verb(self) -> str:
        """The words before the first slot."""
        return _SLOT.split(self.words)[0].strip()

    @cached_property
    def _pieces(self) -> tuple[str, ...]:
        """Words and slots in turn, words first; those between two slots may be "" for a space."""
        return tuple(
            piece.strip() if number % 2 == 0 else piece
            for number, piece in enumerate(_SLOT.split(self.words))
        )

    def cuts(self, text: str) -> Iterator[dict[str, str]]:
        """Every way in which the text has these words: what stands in each slot."""
        first, *rest = self._pieces
        begin = _found(first, text, 0)
        if not first:
            yield from _cuts(rest, text)
        elif begin is not None and begin.start() == 0:
            yield from _cuts(rest, text[begin.end() :].strip())

    def written(self, values: Mapping[str, str]) -> str:
        """The words with a text in each slot."""
        return _SLOT.sub(lambda slot: values[slot.group(1)], self.words)


def _found(words: str, text: str, start: int) -> re.Match[str] | None:
    if not words:
        return re.compile(r"\s+").search(text, start)
    spaced = r"\s+".join(map(re.escape, words.split()))
    return re.compile(rf"(?<!\S){spaced}(?!\S)", re.IGNORECASE).search(text, start)


def _cuts(pieces: Sequence[str], text: str) -> Iterator[dict[str, str]]:
    """The pieces begin with a slot; none are left where the words ended."""
    if not pieces:
        if not text:
            yield {}
        return
    slot, words, *rest = pieces
    if not words and not rest:  # the last slot takes all
        if text:
            yield {slot: text}
        return
    cut = _found(words, text, 0)
    while cut is not None:
        before = text[: cut.start()].strip()
        if before and before.count('"') % 2 == 0:
            for more in _cuts(rest, text[cut.end() :].strip()):
                yield {slot: before, **more}
        cut = _found(words, text, cut.start() + 1)


def said(*sayings: str | Saying) -> tuple[Saying, ...]:
    """Sayings; those that say nothing else are given by their words."""
    return tuple(Saying(each) if isinstance(each, str) else each for each in sayings)
