"""`make catalogue`: compiles the catalogue that the package ships from a card file; `make limits`.

It holds names, costs, types, colours and effect trees, and no sentence of a card: prose is sealed,
and no other text in a tree may be long enough to be one. Larger than 8 MB it is refused.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from striate.cards.catalogue.importing import Report, import_file
from striate.cards.catalogue.store import SHIPPED, Catalogue
from striate.cards.limits import SHIPPED as SHIPPED_LIMITS
from striate.cards.limits import of_all
from striate.cards.numbering import numbered
from striate.cards.prose import LONGEST_OPEN, has_free_text, is_open, is_sealed
from striate.cards.tree import Activated, Condition, Fact, Node, Prose, UnknownAmount

_LARGEST_FILE = 8_000_000


def _ship(source: Path, target: Path = SHIPPED) -> Report:
    """Compiles the file; the report names cards that could not be stored."""
    draft = target.with_suffix(".draft")
    try:
        report = import_file(source, draft, with_words=False, progress=_progress)
        for bad in report.bad:
            print(f"skipped {bad.where}: {bad.reason}", file=sys.stderr)
        catalogue = Catalogue(draft)
        sentences = sorted(
            text
            for card in catalogue.all_cards()
            for face in card.faces
            for text in sentences_in(face.abilities)
        )
        catalogue.close()
        if sentences:
            raise SystemExit("texts of cards in the trees:\n" + "\n".join(sentences))
        if draft.stat().st_size > _LARGEST_FILE:
            raise SystemExit(f"{draft.stat().st_size:,} bytes are too many to ship")
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return report


def limits() -> dict[str, Condition | None]:
    """602.5b: what the abilities of the shipped catalogue can be activated for."""
    abilities = (a for c in Catalogue(SHIPPED).all_cards() for f in c.faces for a in f.abilities)
    numbered_ones = (each for ability in abilities for each in numbered(ability))
    limits_of_each = (each.limits for each in numbered_ones if isinstance(each, Activated))
    return of_all(limit for limits in limits_of_each for limit in limits)


def sentences_in(value: Any) -> Iterator[str]:
    """The texts of a tree that tell more than the tree: prose with its words, long strings."""
    if isinstance(value, Fact | UnknownAmount) and is_open(value.prose):
        return
    if isinstance(value, Prose):
        if not is_sealed(value):
            yield value.template
    elif isinstance(value, str):
        if len(value) > LONGEST_OPEN:
            yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from sentences_in(part)
    elif isinstance(value, Node):
        for name in value.__struct_fields__:
            if has_free_text(value, name):
                yield from sentences_in(getattr(value, name))


def _progress(done: int, size: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done / (size or 1):4.0%}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["limits"]:
        SHIPPED_LIMITS.write_bytes(msgspec.msgpack.encode(limits()))
        sys.exit()
    shipped = _ship(Path(sys.argv[1]))
    print(f"{shipped.cards:,} cards, {SHIPPED.stat().st_size:,} bytes: {SHIPPED}")
    sys.exit(f"{shipped.bad_count} cards are missing" if shipped.bad_count else 0)
