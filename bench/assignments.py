# ruff: noqa: INP001
"""What a board does not tell, against every assignment played alone.

    python bench/assignments.py [--boards N] [--seed S] [--journal FILE]

A board draws two to six permanents whose texts ask for something untold: cards of the catalogue
with a condition that a step can tell, and cards made to pull against each other. `outcome` answers
it with its cases; then each assignment of what was open is told by steps, and the board answered
alone, by the two readings in turn. The ends must be the same. A board that is not read wholly, or
whose assignments are too many, is passed over and counted.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from striate.boards.errors import BoardError
from striate.boards.facts import FACT_NAMES, TURN_FACTS, fact_named, implied, text_of_fact, whose
from striate.boards.names import Shelf
from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer
from striate.boards.untold import FIRST_TURN, YOUR_TURN, Unknown
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import OurMistake
from striate.cards.walking import any_node
from striate.queries.answers import Engine, canonical
from striate.queries.outcome import Outcome, outcome

_MOST = 64  # assignments of a board
# Which reading answers an assignment: the two in turn, as both have answered the board.
_ALONE: tuple[Engine, ...] = ("constraints", "referee")
_CHANGES = (
    "Creatures you control get +1/+1",
    "Creatures you control get -1/-1",
    "Creatures you control have base power and toughness 1/3",
    "Creatures you control lose all abilities",
    "Creatures you control have flying",
    "Creatures your opponents control get +2/+0",
    "Creatures are artifacts in addition to their other types",
    "Artifact creatures get +1/+1",
    "Creatures with flying have base power and toughness 4/4",
)
_OTHERS = ("it's your turn", "it's not your turn", "you have 30 or more life")
_BEARS = (
    {"enter": "Grizzly Bears"},
    {"enter": "Wind Drake", "controller": "opponent"},
    {"enter": "Student of Warfare"},
    {"counters": {"level": 2}, "on": "Student of Warfare"},
)


def _asking(catalogue: Catalogue) -> list[tuple[str, str]]:
    """Cards understood wholly, with one static condition that a step can tell, and its fact."""
    cards = []
    for card in catalogue.all_cards():
        face, *others = card.faces
        if others or any_node(face.abilities, (tree.Opaque,)):
            continue
        statics = [each for each in face.abilities if isinstance(each, tree.Static)]
        facts = {
            name
            for static in statics
            for effect in static.effects
            if isinstance(effect.condition, tree.Fact)
            and (name := fact_named(effect.condition.prose))
        }
        plain = {"Creature", "Artifact", "Enchantment"} & set(face.types) and (
            "Aura" not in face.subtypes and "Legendary" not in face.supertypes
        )
        if len(facts) == 1 and plain:
            cards.append((card.name, facts.pop()))
    return cards


def _drawn(random: Random, asking: list[tuple[str, str]]) -> dict[str, Any]:
    cards: list[dict[str, Any]] = []
    steps: list[dict[str, Any]] = [dict(step) for step in _BEARS]
    for place in range(random.randint(2, 6)):
        controller = {} if random.random() < 0.6 else {"controller": "opponent"}
        if random.random() < 0.4:
            steps.append({"enter": random.choice(asking)[0], "as": f"p{place}", **controller})
            continue
        player = [name for name in FACT_NAMES if whose(name) == "player"]
        sentence = text_of_fact(random.choice(player))
        sentence = random.choice(_OTHERS) if random.random() < 0.3 else sentence
        words = f"{random.choice(_CHANGES)} as long as {sentence}."
        cards.append({"name": f"Puller {place}", "type_line": "Enchantment", "oracle_text": words})
        steps.append({"enter": f"Puller {place}", "as": f"p{place}", **controller})
    for end in ({"end_turn": True}, {"tap": "Grizzly Bears"}):
        if random.random() < 0.2:
            steps.insert(random.randint(len(_BEARS), len(steps)), dict(end))
    return {"cards": cards, "steps": steps}


def _open(outcome: Outcome) -> list[Unknown]:
    """What any way decides, in order."""
    return list(dict.fromkeys(each for path, _ in outcome.ways for each in path.decisions))


def _told(document: dict[str, Any], values: dict[Unknown, Any]) -> dict[str, Any] | None:
    """The board with each of them told; None if no step tells one of them so."""
    steps: list[dict[str, Any]] = [dict(step) for step in document["steps"]]
    for unknown, value in values.items():
        if unknown.what in TURN_FACTS:
            given = {unknown.what: "yes" if value else "no"}
            step = {"this_turn": given, "player": unknown.whom or "you"}
            steps.insert(_beginning(steps, unknown.when), step)
        elif unknown.what in (YOUR_TURN, FIRST_TURN):
            steps.insert(_beginning(steps, unknown.when), {"your_turn": value})
        elif unknown.what == "life":
            step = {"life": 30 if value else 20, "player": unknown.whom}
            steps.insert(_beginning(steps, unknown.when), step)
        elif unknown.what in FACT_NAMES:
            if unknown.when != "turn 1":
                return None  # told as it entered, in the turn that has ended
            for step in steps:
                if "enter" in step and _asks(step, unknown, document["cards"]):
                    given = "yes" if value else "no"
                    step["choose"] = {**step.get("choose", {}), unknown.what: given}
        else:
            return None
    return {**document, "steps": steps}


def _beginning(steps: list[dict[str, Any]], turn: str) -> int:
    """Where that turn begins."""
    ends = [place for place, step in enumerate(steps) if "end_turn" in step]
    return ends[int(turn.split()[1]) - 2] + 1 if turn != "turn 1" else 0


_ASKED: dict[str, str] = {}


def _asks(step: dict[str, Any], unknown: Unknown, cards: list[dict[str, Any]]) -> bool:
    """Whether it is a permanent whose text asks for that of this player, or of itself."""
    name = step.get("enter", "")
    words = next((card["oracle_text"] for card in cards if card["name"] == name), "")
    own = _ASKED.get(name) == unknown.what
    if not own and f"as long as {text_of_fact(unknown.what)}." not in words:
        return False
    kind = whose(unknown.what)
    if kind == "its":
        return bool(step["as"] == unknown.whom.split(", ")[-1])
    return kind == "game" or step.get("controller", "you") == unknown.whom


def _can_be(way: dict[Unknown, Any]) -> bool:
    """Whether none of the facts of a player excludes another one."""
    for unknown, value in way.items():
        known = {
            each.what: int(so)
            for each, so in way.items()
            if (each.whom, each.when) == (unknown.whom, unknown.when)
        }
        if implied(unknown.what, known.get) not in (None, bool(value)):
            return False
    return True


def _end(answer: Answer) -> Answer:
    """But for what is tapped: a step that tells of the last turn lets it begin (502.3)."""
    objects = tuple(replace(each, tapped=False) for each in answer.objects)
    return canonical(replace(answer, objects=objects))


def _judged(document: dict[str, Any], shelf: Shelf) -> str:
    try:
        answered = outcome(board_from_document(document, shelf))
    except BoardError:
        return "refused"
    unknowns = _open(answered)
    if not answered.ways or not answered.checked or 2 ** len(unknowns) > _MOST:
        return "too many"
    ends, alone = set[Any](), 0
    for values in product((False, True), repeat=len(unknowns)):
        way = dict(zip(unknowns, values, strict=True))
        if not _can_be(way):
            continue
        board = _told(document, way)
        if board is None:
            return "not told by a step"
        try:
            one = outcome(board_from_document(board, shelf), _ALONE[alone % 2])
        except BoardError:
            continue  # a step can't happen then: that way is none
        if not one.sure:
            return "not read wholly" if one.not_modelled else "open"
        ends.add(_end(one.answer))
        alone += 1
    if not alone:
        return "refused"
    if ends != {_end(each.answer) for each in answered.cases} or answered.sure != (len(ends) == 1):
        return "DIFFERS"
    return "alike" if alone > 1 else "alike, nothing open"


def _boards(number: int, seed: int, asking: list[tuple[str, str]]) -> Iterator[tuple[int, Any]]:
    for place in range(number):
        yield place, _drawn(Random(seed * 1_000_003 + place), asking)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--journal", type=Path)
    given = parser.parse_args()
    catalogue = Catalogue.open()
    asking = _asking(catalogue)
    _ASKED.update(asking)
    shelf = Shelf(catalogue)
    done = set[int]()
    ends = Counter[str]()
    if given.journal and given.journal.exists():
        for line in given.journal.read_text(encoding="utf-8").splitlines():
            place, end = json.loads(line)[:2]
            done.add(place)
            ends[end] += 1
    for place, document in _boards(given.boards, given.seed, asking):
        if place in done:
            continue
        try:
            end = _judged(document, shelf)
        except OurMistake as error:
            end = f"MISTAKE {type(error).__name__}"
        ends[end] += 1
        if end.isupper() or end.startswith("MISTAKE"):
            print(json.dumps([end, document]), flush=True)
        if given.journal:
            with given.journal.open("a", encoding="utf-8") as journal:
                journal.write(json.dumps([place, end]) + "\n")
    for end, count in ends.most_common():
        print(f"{count:7} {end}")


if __name__ == "__main__":
    main()
