"""The canonical text of every card, for `o:`; made once and kept in the user's cache folder."""

import os
import zlib
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import msgspec

from striate.cards.catalogue import EDITION, Catalogue, user_file
from striate.cards.index import Entry
from striate.cards.tree import Card

_DECODER = msgspec.msgpack.Decoder(list[str])


class Texts:
    """The texts of a catalogue's cards, in small letters, own names as `~`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def text_of(self, entry: Entry) -> str:
        return self._texts[entry.name]

    @cached_property
    def _texts(self) -> dict[str, str]:
        names = self._catalogue.names()
        texts = self._kept()
        if texts is None or len(texts) != len(names):
            texts = [_text(card, self._catalogue) for card in self._catalogue.all_cards()]
            self._keep(texts)
        return dict(zip(names, texts, strict=True))

    def _file(self) -> Path:
        """Another catalogue, or the same made again, has another file."""
        stat = self._catalogue.path.stat()
        stamp = f"{self._catalogue.path.resolve()} {stat.st_size} {stat.st_mtime_ns} {EDITION}"
        return user_file().with_name(f"texts-{zlib.crc32(stamp.encode()):08x}.bin")

    def _kept(self) -> list[str] | None:
        with suppress(OSError, zlib.error, msgspec.DecodeError):
            return _DECODER.decode(zlib.decompress(self._file().read_bytes()))
        return None

    def _keep(self, texts: list[str]) -> None:
        """Keeps the texts; without a folder to write to they are made again next time."""
        with suppress(OSError):
            file = self._file()
            file.parent.mkdir(parents=True, exist_ok=True)
            for old in file.parent.glob("texts-*.bin"):
                old.unlink()
            draft = file.with_name(f".{file.name}.{os.getpid()}.new")
            draft.write_bytes(zlib.compress(msgspec.msgpack.encode(texts), 1))
            draft.replace(file)


def _text(card: Card, catalogue: Catalogue) -> str:
    from striate.cards.display import text_of

    abilities = (ability for face in card.faces for ability in face.abilities)
    return "\n".join(text_of(ability, catalogue.words) for ability in abilities).casefold()
