"""Cards and steps of our own for tests, as a board file has them, and questions to an answer."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

import msgspec

from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer, Board, Seen
from striate.cards.language import parse_ability, same_ability
from striate.cards.tree import Ability, Card
from striate.queries.finding.enumerating import Judged, judged, placed
from striate.referee.judge import judge


class NoCards:
    """A catalogue with nothing in it."""

    def card(self, name: str) -> Card | None:
        return None

    def suggest(self, name: str, limit: int = 5) -> list[str]:
        return []


def creature(name: str, size: str, text: str = "", **fields: Any) -> dict[str, Any]:
    power, toughness = size.split("/")
    fields.setdefault("type_line", "Creature — Bear")
    return {"name": name, "power": power, "toughness": toughness, "oracle_text": text, **fields}


def other(name: str, type_line: str, text: str = "", **fields: Any) -> dict[str, Any]:
    return {"name": name, "type_line": type_line, "oracle_text": text, **fields}


def effect(text: str, *targets: str, **fields: Any) -> dict[str, Any]:
    return {"effect": text, "targets": list(targets), **fields}


def board(cards: list[dict[str, Any]], *steps: dict[str, Any]) -> Board:
    return board_from_document({"cards": cards, "steps": list(steps)}, NoCards())


def judged_boards(
    cards: Sequence[Card], size: int, creature_types: Sequence[str] = ()
) -> Iterator[Judged]:
    """Every board of that many permanents, with the referee's answer."""
    return filter(None, map(judged, placed(cards, size, tuple(creature_types))))


def bare(board: Board) -> Board:
    """The board without where it stood."""
    return msgspec.structs.replace(board, file="", lines=())


def outcome(cards: list[dict[str, Any]], *steps: dict[str, Any]) -> Answer:
    """What the referee answers."""
    return judge(board(cards, *steps))


def of(answer: Answer, handle: str) -> Seen:
    return next(seen for seen in answer.objects if seen.handle == handle)


def size(answer: Answer, handle: str) -> tuple[int | None, int | None]:
    seen = of(answer, handle)
    return seen.power, seen.toughness


def has(answer: Answer, handle: str, text: str) -> bool:
    wanted = parse_ability(text)
    # `Seen` holds objects, so that `boards.timeline` names no class of abilities.
    abilities = cast(tuple[Ability, ...], of(answer, handle).abilities)
    return any(same_ability(wanted, ability) for ability in abilities)
