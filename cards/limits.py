"""602.5b: what the words after an activated ability ask of the moment at which it is activated.

`make limits` reads those of the shipped catalogue; the words of other cards are read as they are
asked for.
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from striate.cards import tree
from striate.cards.prose import seal

SHIPPED = Path(__file__).with_name("limits.index")
_YOURS = re.compile(r"only (as a sorcery )?during your (turn|upkeep)")
_ASKS = re.compile(r"\bonly if (?P<asked>.+?)( and only (once|twice|during|as a) ?.*)?$")


@cache
def condition_of(limit: str) -> tree.Condition | None:
    """The condition of "Activate only if …", or of whose turn it is; None if it is not read."""
    match = _ASKS.search(limit)
    if match is None:
        return tree.IsTurnOf("you") if _YOURS.search(limit) else None
    known, digest = _shipped(), _called(match["asked"])
    return known[digest] if digest in known else _read(match["asked"])


@cache
def _shipped() -> dict[str, tree.Condition | None]:
    return msgspec.msgpack.decode(SHIPPED.read_bytes(), type=dict[str, tree.Condition | None])


def _called(words: str) -> str:
    return seal(tree.Prose(words))[0].template


def _read(words: str) -> tree.Condition | None:
    from striate.cards.language import parse_ability  # costly: brings the grammar

    static = parse_ability(f"~ gets +1/+1 as long as {words}.")
    if not isinstance(static, tree.Static) or len(static.effects) != 1:
        return None
    return seal(static.effects[0].condition)[0]


def of_all(limits: Iterable[str]) -> dict[str, tree.Condition | None]:
    """What each of them asks, by the digest of the words, with those that are not read."""
    all_words = {match["asked"] for each in limits if (match := _ASKS.search(each))}
    return {_called(each): _read(each) for each in sorted(all_words)}
