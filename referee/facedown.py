"""708, 613.2b: the characteristics of face-down permanents."""

import re
from collections.abc import Mapping

from striate.cards.tree import Ability, Keyword
from striate.cards.vocabulary import CARD_TYPES, FAMILY_OF
from striate.referee.values import Text

_WARD: tuple[Ability, ...] = (Keyword("ward", cost="{2}"),)
_SIZE = re.compile(r"(\d+)/(\d+)")


def plain() -> Text:
    """708.2a: a 2/2 creature with no text, no name, no subtypes, and no mana cost."""
    return Text(types=("Creature",), power=2, toughness=2)


def characteristics(choices: Mapping[str, str]) -> Text:
    """708.2: what the ability or rule that put it face down lists.

    Disguise (702.168a) and cloak (701.58a) give ward {2}; morph and manifest list nothing more.
    Where the board does not say how, it is morph or manifest.
    """
    listed = choices.get("face down as", "")
    if listed:
        return _listed(listed)
    if choices.get("face down by", "").lower() in ("disguise", "cloak", "cloaked"):
        return Text(types=("Creature",), abilities=_WARD, power=2, toughness=2)
    return plain()


def _listed(words: str) -> Text:
    """708.2: "5/5 artifact creature": the characteristics that an effect lists."""
    size = _SIZE.search(words)
    named = [word.capitalize() for word in re.findall(r"[A-Za-z'-]+", words)]
    types = tuple(word for word in named if word in CARD_TYPES) or ("Creature",)
    plain_size = 2 if "Creature" in types else None
    return Text(
        types=types,
        subtypes=tuple(word for word in named if word in FAMILY_OF),
        power=int(size.group(1)) if size else plain_size,
        toughness=int(size.group(2)) if size else plain_size,
    )
