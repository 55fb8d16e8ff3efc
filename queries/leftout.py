"""Clauses of 611-613, 707, 708 and 711 that have no function of their own, each with the reason.

Every other clause of these sections is encoded under its number (`encodings.clauses`).
"""

import json
from functools import cache
from importlib.resources import files

_NUMBERS = "clause_numbers.json"
_SECTIONS = ("611", "612", "613", "707", "708", "711")


@cache
def all_clauses() -> tuple[str, ...]:
    """The number of every clause of the edition in `cards.edition`."""
    text = (files("striate.queries") / _NUMBERS).read_text(encoding="utf-8")
    sections: dict[str, str] = json.loads(text)
    return tuple(
        f"{section}.{number}" for section, numbers in sections.items() for number in numbers.split()
    )


def clauses() -> tuple[str, ...]:
    """The numbers of all clauses of the sections that are encoded whole."""
    return tuple(number for number in all_clauses() if number.partition(".")[0] in _SECTIONS)


LEFT_OUT: dict[str, str] = {
    # Definitions and consequences: other clauses carry them out.
    "611.1": "says what a continuous effect is",
    "611.3c": "follows from 611.3a: characteristics are computed whenever something reads them",
    "612.1": "says what a text-changing effect is",
    "612.3": "follows from how granted abilities are kept: apart from the text (612.2)",
    "612.4": "a token's text is kept like a card's",
    "613.9": "follows from the order of 613.7 and 613.8",
    "707.1": "says what copying is",
    "708.1": "says what face-down permanents are",
    "711.1": "says what a leveler card looks like",
    "711.3": "says that striations have no meaning of their own",
    "711.7": "a Class's level is a fact apart from counters (716)",
    # No part of a board.
    "611.2f": "a board has no next spell",
    "611.3d": "casting is no part of the format",
    "612.7": "would need the names of all cards",
    "612.9": "stickers are no part of the format",
    "612.10": "spliced text is no part of the format",
    "613.7h": "planes, phenomena and schemes are not turned face up here",
    "613.7i": "vanguards are no part of the format",
    "613.7j": "a conspiracy's timestamp is that of its step",
    "613.7k": "stickers are no part of the format",
    "613.7n": "a step that enters an object and an effect that changes it are two steps",
    "613.10": "effects on players change no object",
    "613.11": "effects on the rules of the game change no characteristic",
    "707.9g": "triggers are resolved by steps of their own",
    "707.10b": "copies of abilities are resolved by steps of their own",
    "707.10d": "the copy's targets are given by its step",
    "707.10e": "the copy's targets are given by its step",
    "707.10f": "a spell's copy that becomes a token enters by a step of its own",
    "707.11": "handles name objects, whatever their names",
    "707.12": "casting is no part of the format",
    "707.12a": "casting is no part of the format",
    "707.13": "no card comes from outside the game",
    "707.14": "casting is no part of the format",
    "708.4": "face-down spells are no part of the format",
    "708.5": "looking at cards is no part of the format",
    "708.6": "handles tell face-down permanents apart",
    "708.7": "turning face up is a step of its own",
    "708.9": "revealing is no part of the format",
}
