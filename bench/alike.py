# ruff: noqa: INP001
"""Two ways to the same board must end alike.

    python bench/alike.py FILE [--boards N] [--seed S] [--journal FILE]

Of each board of the file, one permanent comes to be in another way: as a token that copies a card
which then leaves (707.2), as another creature that becomes a copy (707.2), face down and turned
up (708.8), exiled and returned at once (400.7); or its control goes to the other player and back.
Every characteristic of every object must be as before. Where the rules tell the two ways apart
(counters that it enters with, something that dies meanwhile), the difference is printed, to be
read.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import OurMistake
from striate.cards.tree import Card
from striate.queries.outcome import outcome

Step = dict[str, Any]
_SHOWN = (
    "name", "zone", "controller", "supertypes", "types", "subtypes", "colors", "abilities",
    "power", "toughness", "mana_value", "counters",
)  # fmt: skip
_ORIGINAL = "the original"
_KEPT = ("controller", "choose")
_PLAIN = {"enter", "as", *_KEPT}


def _as_token(step: Step, card: Card) -> list[Step] | None:
    if "Legendary" in card.faces[0].supertypes or len(card.faces) > 1:
        return None
    kept = {key: step[key] for key in _KEPT if key in step}
    return [
        {"enter": step["enter"], "as": _ORIGINAL, **kept},
        {"token_copy_of": _ORIGINAL, "as": _handle(step), **kept},
        {"leave": _ORIGINAL, "to": "exile"},
    ]


def _becoming(step: Step, card: Card) -> list[Step] | None:
    face = card.faces[0]
    if "choose" in step or "Creature" not in face.types or _as_token(step, card) is None:
        return None
    kept = {key: step[key] for key in _KEPT if key in step}
    become = "Target creature becomes a copy of another target creature."
    return [
        {"enter": step["enter"], "as": _ORIGINAL, **kept},
        {"enter": "Raging Goblin", "as": _handle(step), **kept},
        {"effect": become, "targets": [_handle(step), _ORIGINAL]},
        {"leave": _ORIGINAL, "to": "exile"},
    ]


def _turned_up(step: Step, card: Card) -> list[Step] | None:
    return None if "choose" in step else [{**step, "face_down": True},
                                          {"turn_face_up": _handle(step)}]  # fmt: skip


def _blinked(step: Step, card: Card) -> list[Step] | None:
    back = "Exile target permanent, then return it to the battlefield under its owner's control."
    return None if "choose" in step else [step, _effect(back, step, _seat(step))]


def _lent(step: Step, card: Card) -> list[Step] | None:
    mine = _seat(step)
    theirs = "opponent" if mine == "you" else "you"
    return [step, *(_effect("Gain control of target permanent.", step, seat)
                    for seat in (theirs, mine))]  # fmt: skip


_WAYS: dict[str, Callable[[Step, Card], list[Step] | None]] = {
    "a token": _as_token,
    "becoming a copy": _becoming,
    "turned face up": _turned_up,
    "returned": _blinked,
    "lent": _lent,
}


def _handle(step: Step) -> str:
    handle: str = step.get("as", step["enter"])
    return handle


def _seat(step: Step) -> str:
    seat: str = step.get("controller", "you")
    return seat


def _effect(text: str, step: Step, by: str) -> Step:
    return {"effect": text, "controller": by, "targets": [_handle(step)]}


def _end(document: dict[str, Any], catalogue: Catalogue) -> Answer | str:
    try:
        answered = outcome(board_from_document(document, catalogue))
    except BoardError:
        return "refused"
    except OurMistake as error:
        return f"broke down: {error}"
    return "not sure" if answered.not_modelled else answered.answer


def _characteristics(answer: Answer) -> dict[str, tuple[object, ...]]:
    def shown(value: object) -> object:
        return sorted(map(str, value)) if isinstance(value, tuple) else value

    return {
        seen.handle: tuple(shown(getattr(seen, name)) for name in _SHOWN)
        for seen in answer.objects
        if seen.handle != _ORIGINAL
    }


def _differences(one: Answer, other: Answer) -> list[str]:
    before, after = _characteristics(one), _characteristics(other)
    return [
        f"{handle}: " + ", ".join(
            f"{name} {a} / {b}"
            for name, a, b in zip(_SHOWN, before[handle], after.get(handle, ()), strict=False)
            if a != b
        )
        for handle in before
        if before[handle] != after.get(handle)
    ]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journal", type=Path)
    given = parser.parse_args()
    catalogue, chance = Catalogue.open(), Random(given.seed)
    lines = given.file.read_text().splitlines()
    chance.shuffle(lines)
    counted: Counter[tuple[str, str]] = Counter()
    for line in lines[: given.boards]:
        document = json.loads(line)
        document = {key: document[key] for key in ("steps", "cards") if key in document}
        entering = [n for n, step in enumerate(document["steps"]) if "enter" in step]
        right = _end(document, catalogue)
        for way, change in _WAYS.items():
            place = chance.choice(entering) if entering else None
            if place is None or isinstance(right, str):
                counted[way, "not judged"] += 1
                continue
            step = document["steps"][place]
            is_plain = set(step) <= _PLAIN or (way == "lent" and "face_down" not in step)
            changed = change(step, catalogue.card(step["enter"])) if is_plain else None
            if changed is None:
                counted[way, "not judged"] += 1
                continue
            steps = [*document["steps"][:place], *changed, *document["steps"][place + 1 :]]
            end = _end({**document, "steps": steps}, catalogue)
            apart = end if isinstance(end, str) else _differences(right, end)
            verdict = apart if isinstance(apart, str) else "otherwise" if apart else "alike"
            counted[way, verdict.split(":")[0]] += 1
            if verdict not in ("alike", "refused", "not sure"):
                print(f"{way}: {step['enter']}: {apart}", flush=True)
                if given.journal:
                    with given.journal.open("a") as journal:
                        journal.write(json.dumps({"id": way, "steps": steps}) + "\n")
    for (way, verdict), number in sorted(counted.items()):
        print(f"{way:20} {verdict:12} {number:6}")


if __name__ == "__main__":
    main()
