# ruff: noqa: INP001
"""Each triggered ability with a condition (603.4), on a probe board, asked both ways.

    python bench/conditions.py [--list END]

The probe has the ability's object, a creature of each player and what else a target asks for, all
entered in the turn before. The ability resolves on it three times: with nothing told, with the
condition told to hold, and told not to hold. Told not to hold it must do nothing; told to hold,
what it does if nothing is told, or one of what it may do.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from striate.boards.errors import BoardError
from striate.boards.facts import condition_asked, fact_named, whose
from striate.boards.names import Shelf
from striate.boards.reading import board_from_document
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import OurMistake
from striate.cards.numbering import numbered_of
from striate.cards.prose import words_of
from striate.cards.walking import nodes
from striate.queries.answers import canonical
from striate.queries.caselines import not_understood
from striate.queries.outcome import Outcome, outcome

_PROBES = (
    {"enter": "Grizzly Bears", "as": "mine"},
    {"enter": "Hill Giant", "as": "theirs", "controller": "opponent"},
    {"enter": "Ornithopter", "as": "flier"},
    {"enter": "Forest", "as": "land"},
    {"enter": "Glorious Anthem", "as": "anthem", "controller": "opponent"},
    {"zone": "graveyard", "card": "Llanowar Elves", "as": "card"},
    {"zone": "graveyard", "card": "Shock", "as": "spell"},
    {"end_turn": True},
    {"your_turn": True},
)
_TARGETS = (
    None, "mine", "theirs", "flier", "land", "anthem", "card", "spell", "it", "you", "opponent",
)  # fmt: skip
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
    choices: dict[str, str] = {}
    before = []
    for step in steps:
        if "said" in step:
            choices |= step["said"]
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
        if choices:
            named["choose"] = choices
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
    if name is not None and whose(name) != "one player":
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
    questions = _asked(ability.condition) if ability.condition is not None else []
    if not questions:
        return "asks what the board keeps"
    steps = [[_told(prose, value) for prose in questions] for value in (True, False)]
    for target in _TARGETS:
        yes = _asks(_board(card, number, target, *steps[0]), shelf)
        if isinstance(yes, Outcome):
            break
    untold = _asks(_board(card, number, target), shelf)
    no = _asks(_board(card, number, target, *steps[1]), shelf)
    idle = _asks(_board(card, None, None, *steps[1]), shelf)
    if not (
        isinstance(yes, Outcome)
        and isinstance(no, Outcome)
        and isinstance(untold, Outcome)
        and isinstance(idle, Outcome)
    ):
        return "refused"
    if not idle.sure:
        return "the object alone asks for more"
    if not no.sure:
        return "told no: not read wholly" if not_understood(no) else "TOLD NO: UNKNOWN"
    if canonical(no.answer) != canonical(idle.answer):
        return "TOLD NO IT DOES SOMETHING"
    if not yes.sure:
        return "told yes: not read wholly" if not_understood(yes) else "told yes: asks for more"
    if not untold.sure:
        return "no does nothing, yes is sure, untold is open"
    if canonical(yes.answer) == canonical(untold.answer):
        return "no does nothing, yes as untold"
    if canonical(no.answer) == canonical(untold.answer):
        return "no does nothing, as untold; yes does something"
    return "NO, YES AND UNTOLD ARE SURE AND THREE"


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
