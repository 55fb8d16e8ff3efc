"""Which cards a search over the whole catalogue tries first: the plainest of each sort of effect.

The names are in `starters.json`, made from the shipped catalogue by
`python -m striate.search.starters`. What a board of them shows is as sure as any; only that there
is no smaller board takes the other cards too.
"""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path

from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.encodings.reach import writes
from striate.search.options import Option, options_of

_FILE = "starters.json"
_ALIKE = 3  # cards for each sort of effect
_LONGEST = 700  # signs of the effect's tree; longer ones are not plain


@cache
def starters() -> frozenset[str]:
    """The names of the cards to try first."""
    return frozenset(json.loads(files("striate.search").joinpath(_FILE).read_text("utf-8")))


def _chosen_from(cards: list[tree.Card]) -> list[str]:
    """Of each sort of effect the plainest cards, well-known ones not asked for."""
    sorts: dict[tuple[object, ...], list[tuple[int, str]]] = {}
    for card in cards:
        found, reason = options_of(card, ["Merfolk", "Elf"])
        if reason or not found[0].statics:
            continue
        size = sum(len(repr(static)) for static in found[0].statics)
        if size <= _LONGEST:
            sorts.setdefault(_sort_of(found[0]), []).append((size, card.name))
    return sorted({name for group in sorts.values() for _, name in sorted(group)[:_ALIKE]})


def _sort_of(option: Option) -> tuple[object, ...]:
    """Whom its effects speak of, roughly, and what they write, by word."""
    return tuple(
        (type(effect.who).__name__, tuple(sorted(written)))
        for static in option.statics
        for effect in static.effects
        for written in [frozenset().union(*(writes(change) for change in effect.changes))]
    )


def main() -> None:
    cards = list(Catalogue.open().all_cards())
    names = _chosen_from(cards)
    target = Path(__file__).with_name(_FILE)
    target.write_text(json.dumps(names, ensure_ascii=False, indent=0) + "\n", "utf-8")
    print(f"{target.name}: {len(names)} of {len(cards)} cards")


if __name__ == "__main__":
    main()
