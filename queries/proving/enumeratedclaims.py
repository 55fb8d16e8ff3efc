"""Theorems shown case by case: each leveler of the catalogue, each board of a small family.

For what the symbolic slots do not hold: copies, face-down permanents, Class levels, the history of
counters. Every board is answered by both readings of the rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import msgspec

from striate.boards.reading import board_from_document
from striate.boards.timeline import Seen
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.filters import search
from striate.cards.tree import Card, LevelSymbol
from striate.encodings.door import statics_of
from striate.queries.answers import canonical
from striate.queries.outcome import outcome
from striate.search.table import level_band

_Document: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One case; `wrong` is empty where the statement holds, `board` the one that shows
    otherwise."""

    name: str
    wrong: str = ""
    board: _Document | None = None


# What may stand around the permanent that a case is about.
SURROUNDINGS: tuple[tuple[str, ...], ...] = (
    (),
    ("Humility",),
    ("Glorious Anthem",),
    ("Levitation",),
    ("Blood Moon",),
    ("Maskwood Nexus",),
    ("Mycosynth Lattice",),
    ("Lord of Atlantis",),
    ("Godhead of Awe",),
    ("Enchanted Evening", "Opalescence"),
)
_CREATURES = (
    "Grizzly Bears", "Serra Angel", "Llanowar Elves", "Dryad Arbor", "Coralhelm Commander",
    "Student of Warfare", "Lord of Atlantis", "Nightmare", "Archetype of Imagination",
    "Bad Moon", "Forest", "Bonesplitter",
)  # fmt: skip
_FACE_DOWN = (*_CREATURES, "Humility", "Opalescence", "Plains", "Kargan Dragonlord",
"Honor of the Pure",
             "Shivan Dragon", "Mutavault", "Transcendent Master",
             "Doran, the Siege Tower")  # fmt: skip


def final(document: _Document, catalogue: Catalogue, handle: str) -> Seen:
    """What the object is in the end, without what tells this board from another."""
    answer = canonical(outcome(board_from_document(document, catalogue)).answer)
    seen = next(each for each in answer.objects if each.handle == handle)
    return msgspec.structs.replace(seen, handle="", timestamp=0, counters=())


def differing(one: Seen, other: Seen) -> str:
    """The characteristics in which two objects differ."""
    names = [name for name in Seen.__struct_fields__ if getattr(one, name) != getattr(other, name)]
    return ", ".join(f"`{name}`" for name in names)


def _levelers(catalogue: Catalogue) -> Iterator[tuple[Card, list[LevelSymbol]]]:
    for name in search.search(catalogue, "is:leveler"):
        card = catalogue.card(name)
        if card is not None:
            symbols = [each for each in card.faces[0].abilities if isinstance(each, LevelSymbol)]
            yield card, symbols


def numbers(symbols: list[LevelSymbol]) -> range:
    """Each number of level counters up to two past the last bound."""
    return range(max((each.high or each.low) for each in symbols) + 3)


def bands(catalogue: Catalogue) -> Iterator[Case]:
    """711.2a-b: the bounds of each symbol, as the level condition has them."""
    for card, symbols in _levelers(catalogue):
        all_bands = [level_band(statics_of(each)[0].effects[0].condition) for each in symbols]
        first = min(each.low for each in symbols)
        for number in numbers(symbols):
            inside = sum(
                band is not None and band[0] <= number and (band[1] is None or number <= band[1])
                for band in all_bands
            )
            wanted = 1 if number >= first else 0
            wrong = "" if inside == wanted else f"{inside} level symbols apply"
            board = enters(card.name, {"counters": {"level": number}, "on": card.name})
            yield Case(f"{card.name} with {number} level counters", wrong, board)


def enters(name: str, *steps: _Document) -> _Document:
    return {"steps": [{"enter": name}, *steps]}


def leveler_sizes(catalogue: Catalogue) -> Iterator[Case]:
    """711.2, 711.5: the box of the symbol whose bounds hold, else what is printed."""
    for card, symbols in _levelers(catalogue):
        name = card.name
        for number in numbers(symbols):
            size = (card.faces[0].power, card.faces[0].toughness)
            for each in symbols:
                if each.low <= number and (each.high is None or number <= each.high):
                    size = (each.power, each.toughness)
            for history in _histories(name, number):
                board = enters(name, *history)
                seen = final(board, catalogue, name)
                wrong = "" if (seen.power, seen.toughness) == size else "not the symbol's size"
                yield Case(f"{name} with {number} level counters", wrong, board)


def _histories(name: str, number: int) -> list[list[_Document]]:
    """Ways in which a permanent comes by so many level counters."""

    def put(many: int) -> _Document:
        return {"counters": {"level": many}, "on": name}

    if not number:
        return [[], [put(2), put(-2)]]
    return [
        [put(number)],
        [put(1) for _ in range(number)],
        [{"level_up": name, "times": number}],
        [put(number + 2), put(-2)],
    ]


def class_levels(catalogue: Catalogue) -> Iterator[Case]:
    """711.7, 716.2: each of the two is the same with and without the other."""
    for name in search.search(catalogue, "t:class"):
        card = catalogue.card(name)
        if card is None or card.layout != "class":
            continue
        for level in (1, 2, 3):
            rise = [{"class_level": each, "on": name} for each in range(2, level + 1)]
            for number in range(4):
                put = {"counters": {"level": number}, "on": name}
                board = enters(name, put, *rise)
                seen = final(board, catalogue, name)
                wrong = "" if seen.class_level == level else "`class_level`"
                counters = dict(_counters_of(board, catalogue, name))
                if counters.get("level", 0) != number:
                    wrong = wrong or "`counters`"
                yield Case(f"{name} of level {level} with {number} level counters", wrong, board)
    for card, _ in _levelers(catalogue):
        board = enters(card.name, {"level_up": card.name, "times": 2})
        seen = final(board, catalogue, card.name)
        yield Case(card.name, "`class_level`" if seen.class_level else "", board)


def _counters_of(document: _Document, catalogue: Catalogue, handle: str) -> tuple[Any, ...]:
    answer = outcome(board_from_document(document, catalogue)).answer
    return next(each.counters for each in answer.objects if each.handle == handle)


def copies_of_copies(catalogue: Catalogue) -> Iterator[Case]:
    """707.3: the copy of the copy is as the copy is, in any surroundings."""
    for name, around, entering in _copied(catalogue):
        board = {
            "steps": [
                *entering,
                *around,
                {"counters": {"+1/+1": 2}, "on": "original"},
                {"token_copy_of": "original", "as": "copy"},
                {"token_copy_of": "copy", "as": "copy of it"},
            ]
        }
        one, two = final(board, catalogue, "copy"), final(board, catalogue, "copy of it")
        yield Case(name, differing(one, two), board)


def copiable_values(catalogue: Catalogue) -> Iterator[Case]:
    """707.2: what was copied in the middle of anything is what would be copied without it."""
    for name, around, entering in _copied(catalogue):
        plain = {"steps": [*entering,
                           {"token_copy_of": "original", "as": "copy"},
                           {"leave": "original"}]}  # fmt: skip
        wanted = final(plain, catalogue, "copy")
        board = {"steps": [*entering, *_disturbed(around)]}
        yield Case(name, differing(wanted, final(board, catalogue, "copy")), board)


# What an original must have beside it to stay on the battlefield.
_STAYS_WITH = {"Nightmare": "Swamp"}


def _copied(catalogue: Catalogue) -> Iterator[tuple[str, list[_Document], list[_Document]]]:
    """Each original among all surroundings that nothing there leaves by itself (704.5f).

    Its name with theirs, the steps by which they enter, and those by which it does.
    """
    for name in _CREATURES:
        beside = _STAYS_WITH.get(name)
        entering: list[_Document] = [{"enter": beside}] if beside else []
        entering.append({"enter": name, "as": "original"})
        for around in SURROUNDINGS:
            steps: list[_Document] = [{"enter": each, "as": f"around {each}"} for each in around]
            board = board_from_document({"steps": [*entering, *steps]}, catalogue)
            if not outcome(board).answer.gone:
                yield f"{name} among {', '.join(around) or 'nothing'}", steps, entering


def _disturbed(around: list[_Document]) -> list[_Document]:
    """A copy of the original in the middle of anything, all of which then leaves."""
    steps: list[_Document] = [
        *around,
        {"counters": {"+1/+1": 2, "level": 3, "flying": 1}, "on": "original"},
        {"tap": "original"},
        {
            "effect": "target permanent becomes black and gets +1/+1 until end of turn",
            "targets": ["original"],
        },
        {"token_copy_of": "original", "as": "copy"},
    ]
    steps += [{"leave": each["as"]} for each in around]
    return [*steps, {"leave": "original"}]


def face_down(catalogue: Catalogue) -> Iterator[Case]:
    """708.2a: the same as any other card face down in the same place."""
    for around in SURROUNDINGS:
        wanted = final(_hidden(_FACE_DOWN[0], around), catalogue, "it")
        for name in _FACE_DOWN[1:]:
            board = _hidden(name, around)
            wrong = differing(wanted, final(board, catalogue, "it"))
            yield Case(f"{name} among {', '.join(around)}", wrong, board)


def _hidden(name: str, around: tuple[str, ...]) -> _Document:
    steps: list[_Document] = [{"enter": name, "as": "it", "face_down": True}]
    return {"steps": [*steps, *({"enter": each, "as": f"around {each}"} for each in around)]}


# --- cards ----------------------------------------------------------------------------------------


def card_faults(card: Card) -> Iterator[str]:
    """What the rules ask of the card's layout and it doesn't have."""
    face = card.faces[0]
    symbols = [each for each in face.abilities if isinstance(each, LevelSymbol)]
    if symbols and "Creature" not in face.types:
        yield "711.1: level symbols on a card that is no creature"
    for earlier, later in pairwise(symbols):
        if earlier.high is None or later.low != earlier.high + 1:
            yield (
                f"711.2: the level symbols at {earlier.low} and {later.low} leave a gap or overlap"
            )
    if symbols and symbols[-1].high is not None:
        yield "711.2b: the last level symbol has an upper bound"
    if symbols and not any(isinstance(a, tree.Keyword) and a.name == "level up"
                           for a in face.abilities):  # fmt: skip
        yield "711.4: level symbols without level up"
    for each in card.faces:
        if "Creature" in each.types and (each.power is None or each.toughness is None):
            yield f"208.1: `{each.name}` is a creature without power and toughness"
    levels = [each.level for each in face.abilities if isinstance(each, tree.ClassLevel)]
    if levels and levels != list(range(2, len(levels) + 2)):
        yield "716.2: Class levels that do not follow one another"
