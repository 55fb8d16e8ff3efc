"""The index of a catalogue, worked out and written: `python -m striate.search.indexing`.

The shipped one is made by `make catalogue`; one of a catalogue that was imported is made when a
search first wants it, and kept in the cache folder.
"""

import zlib
from array import array
from contextlib import suppress

import msgspec

import striate.search.poolfacts  # noqa: F401  # with every function that is `FLAGGED`
from striate.cards.catalogue.store import SHIPPED, Catalogue
from striate.cards.tree import Change
from striate.search.beyond import beyond_choices, left_out
from striate.search.cardindex import FLAGGED, SHIPPED_INDEX, Columns, index_file
from striate.search.facedown import ways_down
from striate.search.helping import changes_to_others, written_by
from striate.search.tokens import tokens_of
from striate.search.wellknown import card_score
from striate.spreading.collecting import uncollected
from striate.spreading.stamp import code_stamp


@uncollected()
def worked_out(catalogue: Catalogue) -> Columns:
    """What is told of each card, none of it looked up."""
    reasons: dict[str, int] = {"": 0}
    why, beyond, scores = bytearray(), bytearray(), array("d")
    flags = {name: bytearray() for name in FLAGGED}
    down, tokens, deeds = {}, {}, {}
    changes: dict[Change, int] = {}
    written: dict[tuple[tuple[str, str], ...], int] = {}
    for number, card in enumerate(catalogue.all_cards()):
        why.append(reasons.setdefault(left_out.afresh(card), len(reasons)))
        beyond.append(reasons.setdefault(beyond_choices.afresh(card), len(reasons)))
        for name, holds in FLAGGED.items():
            flags[name].append(holds.afresh(card))
        scores.append(card_score.afresh(card))
        if ways_down.afresh(card):
            down[number] = ways_down.afresh(card)
        if tokens_of.afresh(card.faces[0]):
            tokens[number] = tokens_of.afresh(card.faces[0])
        if written_by.afresh(card):
            which = (
                changes.setdefault(each, len(changes)) for each in changes_to_others.afresh(card)
            )
            keys = tuple(sorted(written_by.afresh(card)))
            deeds[number] = tuple(which), written.setdefault(keys, len(written))
    code = "" if catalogue.path == SHIPPED else code_stamp()
    answers = {name: bytes(each) for name, each in flags.items()}
    block = bytes(why), bytes(beyond), scores.tobytes(), answers
    return Columns(
        catalogue.stamp, code, list(reasons), *block, down, tokens, [*changes], [*written], deeds
    )


def packed(columns: Columns) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(columns), 9)


def keep_index(catalogue: Catalogue) -> None:
    """Writes the index of an imported catalogue; one that can't be written is no loss."""
    file = index_file(catalogue)
    if file == SHIPPED_INDEX:
        return  # the program's own files stay as they are
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(".new")
        draft.write_bytes(packed(worked_out(catalogue)))
        draft.replace(file)


if __name__ == "__main__":
    SHIPPED_INDEX.write_bytes(packed(worked_out(Catalogue(SHIPPED))))
    print(f"{SHIPPED_INDEX.stat().st_size:,} bytes: {SHIPPED_INDEX}")
