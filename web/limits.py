"""How much a request may ask for, in one place: each limit is checked where the request comes
in."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from striate.cards.errors import WrongInput

REQUEST_BYTES = 300_000
BODY_SECONDS = 10.0  # in which a request's body has to arrive
ROWS = 200  # of a board
LARGEST_NUMBER = 9_999
TEXT = 20_000  # characters of one text: a board in a line, a card's text
DEPTH = 20


class TooMuch(WrongInput):
    """The request is larger than the page answers."""


def parsed(body: bytes) -> dict[str, Any] | None:
    """The request as plain data; None if it is not JSON object. NaN and infinity are no JSON."""
    try:
        request = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    return request if isinstance(request, dict) else None


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"`{word}` is not a number of JSON")


def check_request(request: Mapping[str, Any]) -> None:
    """Raises `TooMuch` for what no board needs: huge numbers, long texts, deep nesting."""
    _check(request, 0)


def check_board(document: Mapping[str, Any]) -> None:
    """Raises `TooMuch` for a board with too many rows, or with what no row needs."""
    steps = document.get("steps")
    if isinstance(steps, list) and len(steps) > ROWS:
        raise TooMuch(f"the page holds boards of up to {ROWS} rows; this one has {len(steps):,}")
    _check(document, 0)


def _check(value: object, depth: int) -> None:
    if depth > DEPTH:
        raise TooMuch("the board is nested too deeply")
    if isinstance(value, Mapping):
        for key, each in value.items():
            _check(key, depth + 1)
            _check(each, depth + 1)
    elif isinstance(value, list):
        for each in value:
            _check(each, depth + 1)
    elif isinstance(value, int | float) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        raise TooMuch(f"a number on the page is at most {LARGEST_NUMBER:,}")
    elif isinstance(value, str) and len(value) > TEXT:
        raise TooMuch(f"a text on the page has at most {TEXT:,} characters")
