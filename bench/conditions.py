# ruff: noqa: INP001
"""Each triggered ability with a condition (603.4), on a probe board, asked both ways.

    python bench/conditions.py [--list END]

The probe has the ability's object, a creature of each player and what else a target asks for. The
ability resolves on it three times: with nothing told, with the condition told to hold, and told not
to hold. Told not to hold it must do nothing; told to hold, what it does if nothing is told.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from striate.boards.errors import BoardError
from striate.boards.facts import FACT_NAMES, TURN_FACTS, condition_asked, fact_named, whose
from striate.boards.names import Shelf
from striate.boards.reading import board_from_document
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import OurMistake
from striate.cards.numbering import numbered_of
from striate.cards.prose import words_of
from striate.cards.walking import nodes
from striate.queries.answers import canonical
from striate.queries.outcome import Outcome, outcome

_PROBES = (
    {"enter": "Grizzly Bears", "as": "mine"},
    {"enter": "Hill Giant", "as": "theirs", "controller": "opponent"},
    {"enter": "Ornithopter", "as": "flier"},
    {"enter": "Forest", "as": "land"},
)
# A step that states what a condition asks, so that it holds and so that it does not.
_STATED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "monarch": ({"monarch": "you"}, {"monarch": "opponent"}),
    "initiative": ({"initiative": "you"}, {"initiative": "opponent"}),
    "speed": ({"speed": 4, "player": "you"}, {"speed": 1, "player": "you"}),
    "day": ({"daytime": "day"}, {"daytime": "night"}),
}


def conditioned(catalogue: Catalogue) -> Iterator[tuple[tree.Card, int, tree.Triggered]]:
    """The abilities, with the number by which a step resolves them."""
    for card in catalogue.all_cards():
        face, *others = card.faces
        permanent = {"Creature", "Artifact", "Enchantment", "Land", "Planeswalker"} & {*face.types}
        if others or not permanent or "Aura" in face.subtypes:
            continue
        for number, ability in enumerate(numbered_of(face.abilities), 1):
            if isinstance(ability, tree.Triggered) and ability.condition is not None:
                yield card, number, ability


def _asked(condition: tree.Condition) -> list[tree.Prose]:
    return [node.prose for node in nodes(condition) if isinstance(node, tree.Fact)]


def _board(card: tree.Card, number: int | None, target: str | None, *steps: Any) -> dict[str, Any]:
    chosen: dict[str, str] = {}
    said: dict[str, str] = {}
    before = []
    for step in steps:
        if "said" in step:
            said |= step["said"]
        elif "choose" in step:
            chosen |= step["choose"]
        else:
            before.append(step)
    enter: dict[str, Any] = {"enter": card.name, "as": "it"}
    if chosen:
        enter["choose"] = chosen
    resolve: list[dict[str, Any]] = []
    if number is not None:
        named: dict[str, Any] = {"targets": [target]} if target else {}
        if said:
            named["choose"] = said
        resolve.append({"ability": number, "of": "it", **named})
    return {"steps": [*_PROBES, *before, enter, *resolve]}


def _told(prose: tree.Prose, value: bool) -> dict[str, Any]:
    """A step that tells it; "said": in the text's own words, where the ability resolves."""
    stated = condition_asked(prose)
    if stated is not None:
        fact, least, _ = stated
        holds, fails = _STATED[fact]
        if least == 0:
            holds, fails = fails, holds
        return holds if value else fails
    name = fact_named(prose)
    word = "yes" if value else "no"
    if name in TURN_FACTS:
        return {"this_turn": {name: word}, "player": "you"}
    if name == "city's blessing":
        return {"blessing": "you" if value else "opponent"}
    if name == "dungeon completed":
        return {"dungeon": "you" if value else "opponent"}
    if name in FACT_NAMES and whose(name) in ("its", "player"):
        return {"choose": {name: word}}
    return {"said": {words_of(prose): word}}


def _asks(document: dict[str, Any], shelf: Shelf) -> Outcome | str:
    try:
        return outcome(board_from_document(document, shelf))
    except BoardError:
        return "refused"
    except OurMistake:
        return "A MISTAKE"


def _judged(card: tree.Card, number: int, ability: tree.Triggered, shelf: Shelf) -> str:
    asked = _asked(ability.condition) if ability.condition is not None else []
    if not asked:
        return "asks what the board keeps"
    told = [[_told(prose, value) for prose in asked] for value in (True, False)]
    for target in (None, "mine", "theirs", "flier", "land"):
        untold = _asks(_board(card, number, target), shelf)
        if isinstance(untold, Outcome):
            break
    if not isinstance(untold, Outcome):
        return str(untold)
    yes = _asks(_board(card, number, target, *told[0]), shelf)
    no = _asks(_board(card, number, target, *told[1]), shelf)
    idle = _asks(_board(card, None, None, *told[1]), shelf)
    if not isinstance(yes, Outcome) or not isinstance(no, Outcome):
        return f"told: {yes if isinstance(yes, str) else no}"
    if not isinstance(idle, Outcome):
        return "the object alone is refused"
    if not (untold.sure and yes.sure and no.sure):
        return "unknown"
    if canonical(no.answer) != canonical(idle.answer):
        return "TOLD NO IT DOES SOMETHING"
    if canonical(yes.answer) == canonical(untold.answer):
        return "no does nothing, yes as untold"
    return "no does nothing, yes otherwise than untold"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", default="")
    given = parser.parse_args()
    catalogue = Catalogue.open()
    shelf = Shelf(catalogue)
    ends = Counter[str]()
    names: dict[str, list[str]] = defaultdict(list)
    for card, number, ability in conditioned(catalogue):
        end = _judged(card, number, ability, shelf)
        ends[end] += 1
        names[end].append(f"{card.name} {number}")
    for end, count in ends.most_common():
        print(f"{count:6} {end}")
        if end == given.list or end.isupper():
            print("       " + "; ".join(names[end]))


if __name__ == "__main__":
    main()
