"""The box for goals: what is understood so far, and how it may go on."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import WrongInput
from striate.cards.names import fold
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    CARD_TYPES,
    COLORS,
    CREATURE_TYPES,
    KEYWORDS,
    SUPERTYPES,
)
from striate.queries.goals.language import read_goal
from striate.queries.goals.wording import goal_words
from striate.web.cardsearch import found
from striate.web.wording import sentences

EXAMPLES = (
    "leveler ends as 1/1 with flying",
    "Humility is a creature",
    "a land is a 4/4 blue creature",
    "Dryad Arbor is a Mountain and not a creature",
    "an opponent's creature has hexproof and is a Zombie",
    "Coralhelm Commander ends as 1/1 with no abilities",
)
_PHRASES = (
    "is", "is a", "is not", "has", "has no abilities", "ends as", "loses flying", "and", "and has",
    "and is", "with", "without", "with power greater than toughness",
    "under your opponent's control",
    "of your opponent", "or bigger", "or greater", "a creature", "a land", "an artifact",
    "an enchantment", "leveler", "an opponent's creature", "nonbasic land", "toughness", "power",
)  # fmt: skip
_MOST = 6
_LONGEST_NAME = 5  # words of a card's name that are looked at


def told(catalogue: Catalogue, text: str) -> dict[str, Any]:
    """What the goal means, or what is wrong with it; and how it may go on."""
    plain: dict[str, Any] = {"completions": completions(catalogue, text)}
    if text.strip():
        try:
            plain["understood"] = goal_words(read_goal(text, catalogue))
        except WrongInput as error:
            plain["wrong"] = sentences(str(error))
    return plain


def completions(catalogue: Catalogue, text: str) -> list[str]:
    """The whole text with its last words completed: words of goals, then names of cards."""
    if not text.strip():
        return list(EXAMPLES)
    return list(dict.fromkeys(islice(_completed(catalogue, text), _MOST)))


def _completed(catalogue: Catalogue, text: str) -> Iterator[str]:
    words = text.split(" ")
    last = words[-1].casefold()
    before = " ".join(words[:-1])
    if len(last) > 1:
        for word in _vocabulary():
            if word.casefold().startswith(last) and word.casefold() != last:
                yield f"{before} {word}".strip()
    for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
        begun = " ".join(words[-length:])
        if len(begun) < 3 or begun[0].islower() and length > 1:
            continue
        for card in found(catalogue, begun).cards[:3]:
            if fold(card.name).startswith(fold(begun)) and card.name != begun:
                yield " ".join((*words[:-length], card.name))


@cache
def _vocabulary() -> tuple[str, ...]:
    kinds = (_PHRASES, COLORS, KEYWORDS, CARD_TYPES, BASIC_LAND_TYPES, SUPERTYPES, CREATURE_TYPES)
    return tuple(word for several in kinds for word in several)
