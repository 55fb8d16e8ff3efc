"""The canonical text of cards, for `o:`: made when it is asked for, and kept once all were.

What is kept stands in the user's cache, under the stamp of the program and of the catalogue.
"""

import gzip
import hashlib
import json
import os
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path

from striate.cards.catalogue.display import Words, text_of
from striate.cards.catalogue.index import Entry
from striate.cards.catalogue.store import Catalogue, cache_folder
from striate.cards.tree import Ability
from striate.spreading.stamp import code_stamp

_ENOUGH = 0.9  # of all texts: then the rest is made, too, and all are kept


class Texts:
    """The texts of a catalogue's cards, in small letters, own names as `~`."""

    def __init__(self, catalogue: Catalogue, folder: Path | None = None) -> None:
        self._catalogue = catalogue
        self._folder = folder or cache_folder() / "texts"
        self._abilities = lru_cache(maxsize=None)(self._make)

    def text_of(self, entry: Entry) -> str:
        number = self._numbers[entry.name]
        text = self._known.get(number)
        if text is None:
            text = self._known[number] = self._made(number)
        return text

    def keep(self) -> None:
        """Writes the index, if most texts have been made and it is not there."""
        if self._path.exists() or len(self._known) < _ENOUGH * len(self._catalogue):
            return
        texts = [self.text_of(entry) for entry in self._catalogue.index]
        packed = gzip.compress(json.dumps(texts).encode(), 3, mtime=0)
        draft = self._path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):  # what can't be kept is made again
            self._folder.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(packed)
            draft.replace(self._path)

    @cached_property
    def _known(self) -> dict[int, str]:
        """By number; whatever an earlier process kept."""
        try:
            texts = json.loads(gzip.decompress(self._path.read_bytes()))
        except (OSError, ValueError, EOFError):
            return {}
        entries = self._catalogue.index
        if len(texts) != len(entries):
            return {}
        return {self._numbers[entry.name]: text for entry, text in zip(entries, texts, strict=True)}

    @cached_property
    def _path(self) -> Path:
        mark = hashlib.sha256(f"{code_stamp()} {self._catalogue.stamp}".encode()).hexdigest()
        return self._folder / f"{mark[:24]}.json.gz"

    def _made(self, number: int) -> str:
        card = self._catalogue.card_at(number)
        return "\n".join(
            self._abilities(ability) for face in card.faces for ability in face.abilities
        )

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self._catalogue.names())}

    @cached_property
    def _words(self) -> Words | None:
        return self._catalogue.words if self._catalogue.has_words() else None

    def _make(self, ability: Ability) -> str:
        return text_of(ability, self._words).casefold()


@lru_cache(maxsize=2)
def texts_of(catalogue: Catalogue) -> Texts:
    """The texts of a catalogue, which its searches share."""
    return Texts(catalogue)
