"""Theorems shown case by case against what engines get wrong: each is refuted by one wrong reading.

(`encodings/variants_*.py`: loss-before-types, only-statics-depend, stamped-by-load,
copies-lose-the-form, words-in-the-singular-only, back-face-without-indicator.)
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_document
from striate.cards.catalogue.store import Catalogue
from striate.cards.filters import search
from striate.queries.outcome import outcome
from striate.queries.proving.enumeratedclaims import SURROUNDINGS, Case, differing, final

_Steps: TypeAlias = list[dict[str, Any]]

_ANIMATED = (
    ("Mutavault", 2),
    ("Mishra's Factory", 2),
    ("Treetop Village", 2),
    ("Faerie Conclave", 2),
)
_OF_CREATURES: _Steps = [
    {"enter": "Ashaya, Soul of the Wild"},
    {"enter": "Arcane Adaptation", "choose": {"creature type": "Goblin"}},
    {"enter": "Conspiracy", "choose": {"creature type": "Goblin"}},
    {"enter": "Maskwood Nexus"},
]
_FORMS = {
    "Primal Clay": ("3/3 artifact creature", "2/2 artifact creature with flying",
                    "1/6 Wall artifact creature with defender"),
    "Primal Plasma": ("3/3 creature", "2/2 creature with flying", "1/6 creature with defender"),
}  # fmt: skip
_LORDS = {"Goblin King": "Goblin", "Lord of Atlantis": "Merfolk", "Goblin Chieftain": "Goblin",
          "Elvish Archdruid": "Elf", "Merfolk Sovereign": "Merfolk",
          "Lord of the Undead": "Zombie"}  # fmt: skip


def _around(names: tuple[str, ...]) -> _Steps:
    return [{"enter": each, "as": f"around {each}"} for each in names]


def late_losses(catalogue: Catalogue) -> Iterator[Case]:
    """613.1d, 613.1f: the types that changeling gave are there, whatever layer 6 takes away."""
    for name in search.search(catalogue, "keyword:changeling t:creature"):
        steps: _Steps = [{"enter": name, "as": "it"}]
        taken = {"steps": [*steps, {"resolve": "Humble", "targets": ["it"]}]}
        try:
            one = final({"steps": steps}, catalogue, "it")
        except BoardError:
            continue  # it asks for a choice as it enters
        two = final(taken, catalogue, "it")
        wrong = "" if one.subtypes == two.subtypes else "`subtypes`"
        yield Case(name, wrong, taken)


def resolved_waited_for(catalogue: Catalogue) -> Iterator[Case]:
    """613.8a: an effect on creatures waits for the resolved one that makes a creature."""
    for name, number in _ANIMATED:
        for static in _OF_CREATURES:
            animated = [{"enter": name}, {"ability": number, "of": name}]
            older, newer = {"steps": [static, *animated]}, {"steps": [*animated, static]}
            wrong = differing(final(older, catalogue, name), final(newer, catalogue, name))
            yield Case(f"{name} and {static['enter']}", wrong, older)


def entered_again(catalogue: Catalogue) -> Iterator[Case]:
    """613.7d: the timestamp of what enters again is newer than all others."""
    for names in SURROUNDINGS:
        for name in ("Grizzly Bears", "Serra Angel", "Honor of the Pure"):
            steps: _Steps = [{"enter": name, "as": "it"}, *_around(names)]
            board = {"steps": [*steps, {"resolve": "Flicker", "targets": ["it"]}]}
            there = outcome(board_from_document(board, catalogue)).answer.objects
            stamps = {one.handle: one.timestamp for one in there if one.zone == "battlefield"}
            wrong = "" if stamps["it"] == max(stamps.values()) else "`timestamp`"
            yield Case(f"{name} among {', '.join(names)}", wrong, board)


def forms_copied(catalogue: Catalogue) -> Iterator[Case]:
    """707.2, 208.2b: what becomes a copy has the form that was chosen for the original."""
    for name, forms in _FORMS.items():
        for form in forms:
            for names in SURROUNDINGS:
                steps: _Steps = [{"enter": name, "as": "original", "choose": {"mode": form}},
                                 {"enter": "Grizzly Bears", "as": "copy"},
                                 *_around(names)]  # fmt: skip
                copied = {"resolve": "Cytoshape", "targets": ["copy"],
                          "choose": {"creature": "original"}}  # fmt: skip
                board = {"steps": [*steps, copied]}
                one, two = (final(board, catalogue, each) for each in ("original", "copy"))
                yield Case(f"{form} among {', '.join(names)}", differing(one, two), board)


def plural_words(catalogue: Catalogue) -> Iterator[Case]:
    """612.2: with its word changed to Bear, a lord does for Bears what it did for its own."""
    for name, word in _LORDS.items():
        steps: _Steps = [{"enter": "Grizzly Bears"}, {"enter": name}]
        changed = {"resolve": "Artificial Evolution", "targets": [name],
                   "choose": {"from": word, "to": "Bear"}}  # fmt: skip
        board = {"steps": [*steps, changed]}
        seen = final(board, catalogue, "Grizzly Bears")
        wrong = "" if (seen.power, seen.toughness) == (3, 3) else "`power`"
        yield Case(name, wrong, board)


def back_faces(catalogue: Catalogue) -> Iterator[Case]:
    """204.2, 712.8: a permanent that has transformed has the colours that its back face has."""
    for name in search.search(catalogue, "is:transform t:werewolf"):
        card = catalogue.card(name)
        if card is None:
            continue
        board = {"steps": [{"enter": name, "as": "it", "transformed": True}]}
        seen = final(board, catalogue, "it")
        wrong = "" if set(seen.colors) == set(card.faces[1].colors) else "`colors`"
        yield Case(name, wrong, board)
