"""Card files made into a catalogue: records read, cards parsed by several processes, one file.

Nothing is kept in memory but what a card needs in the catalogue, so a file of any size is read.
A record that can't be read is named and passed over; a file without any card is refused.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from striate.cards import language
from striate.cards.catalogue import store as catalogue
from striate.cards.catalogue.index import Entry
from striate.cards.catalogue.records import Bad, BadFile, CardFile
from striate.cards.catalogue.scryfall import (
    NOT_CARDS,
    BadRecord,
    Record,
    card_from_record,
    one_sided,
)
from striate.cards.catalogue.store import Compiled
from striate.cards.doubtful import doubts
from striate.cards.tree import Card
from striate.spreading.executor import BATCH, TWO, Workers, spread

_Progress = Callable[[int, int], None]  # bytes read, bytes in all

_DECODER = msgspec.msgpack.Decoder(Card)
_ENCODER = msgspec.msgpack.Encoder()


@dataclass(slots=True)
class Report:
    """What became of a card file. `bad` names records that were passed over (the first 1,000)."""

    cards: int = 0
    printings: int = 0
    not_cards: int = 0
    bad_count: int = 0
    bad: list[Bad] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)  # what of a card cannot be, in words

    def refuse(self, bad: Bad) -> None:
        self.bad_count += 1
        if len(self.bad) < 1000:
            self.bad.append(bad)


def _compile_record(record: Record) -> Compiled | Bad:
    """One record as it lies in the catalogue."""
    try:
        card = card_from_record(record)
    except BadRecord as error:
        return Bad(f"`{error.name}`" if error.name else "a record", error.reason)
    sealed, words = _sealed(card)
    stored = _ENCODER.encode(sealed)
    try:
        _DECODER.decode(stored)
    except msgspec.ValidationError as error:
        return Bad(f"`{card.name}`", f"its tree can't be stored: {error}")
    return Compiled(Entry.of(card), stored, tuple(sorted(words.items())))


def _sealed(card: Card) -> tuple[Card, dict[str, str]]:
    """The card with its abilities sealed, and the words that stand behind the seals."""
    words: dict[str, str] = {}
    faces = []
    for face in card.faces:
        abilities, sealed_words = language.seal(face.abilities)
        words |= sealed_words
        faces.append(msgspec.structs.replace(face, abilities=abilities))
    return msgspec.structs.replace(card, faces=tuple(faces)), words


def _compile_batch(records: list[Record]) -> list[Compiled | Bad]:
    return [_compile_record(record) for record in records]


def import_file(
    source: Path,
    target: Path,
    *,
    with_words: bool = True,
    base: catalogue.Catalogue | None = None,
    workers: Workers = TWO,
    progress: _Progress = lambda done, size: None,
) -> Report:
    """Makes the catalogue `target` from a card file and the cards of `base`; `BadFile` if it is
    none."""
    report = Report()
    sets: dict[str, set[str]] = {}
    file = CardFile.open(source)
    try:
        records = _distinct(file, report, sets, progress)
        cards = _with_sets(_good(spread(_compile_batch, records, workers), report), sets)
        report.cards = catalogue.write(
            target,
            _some(cards, source, report),
            source=source.name,
            with_words=with_words,
            base=base,
        )
    finally:
        file.close()
    return report


def _distinct(
    file: CardFile, report: Report, sets: dict[str, set[str]], progress: _Progress
) -> Iterator[Record]:
    """The records of cards, each name once; a further printing only adds its set."""
    for number, record in enumerate(file.records()):
        if number % BATCH == 0:
            progress(file.position(), file.size)
        if isinstance(record, Bad):
            report.refuse(record)
            continue
        if record.get("layout") in NOT_CARDS:
            report.not_cards += 1
            continue
        record = one_sided(record)
        name, code = str(record.get("name")), record.get("set")
        if name in sets:
            report.printings += 1
        else:
            yield record
        sets.setdefault(name, set()).update({code} if isinstance(code, str) else ())
    progress(file.size, file.size)


def _good(cards: Iterator[Compiled | Bad], report: Report) -> Iterator[Compiled]:
    for compiled in cards:
        if isinstance(compiled, Bad):
            report.refuse(compiled)
        else:
            report.doubtful += doubts(_DECODER.decode(compiled.card))
            yield compiled


def _with_sets(cards: Iterator[Compiled], sets: dict[str, set[str]]) -> Iterator[Compiled]:
    """The cards with the sets of all their printings, which are known when all are read."""
    for compiled in list(cards):
        codes = tuple(sorted({*compiled.entry.sets, *sets.get(compiled.entry.name, ())}))
        if codes == compiled.entry.sets:
            yield compiled
            continue
        card = msgspec.structs.replace(_DECODER.decode(compiled.card), sets=codes)
        entry = msgspec.structs.replace(compiled.entry, sets=codes)
        yield Compiled(entry, _ENCODER.encode(card), compiled.words)


def _some(cards: Iterator[Compiled], source: Path, report: Report) -> Iterator[Compiled]:
    """The cards; a file that has none is refused."""
    count = 0
    for compiled in cards:
        count += 1
        yield compiled
    if not count:
        first = f" ({report.bad[0].where}: {report.bad[0].reason})" if report.bad else ""
        raise BadFile(f"`{source}` has no record that is a card{first}")
