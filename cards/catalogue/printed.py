"""What is printed on a card's type line (205) and in its power and toughness box (208)."""

import re

_SUPERTYPES = frozenset(
    {"Basic", "Elite", "Host", "Legendary", "Ongoing", "Snow", "Token", "World"}
)
_CARD_TYPES = frozenset(
    {
        "Artifact", "Battle", "Conspiracy", "Creature", "Dungeon", "Enchantment", "Instant",
        "Kindred", "Land", "Phenomenon", "Plane", "Planeswalker", "Scheme", "Sorcery", "Vanguard",
    }
)  # fmt: skip
_OLD_TYPES = {"Tribal": "Kindred"}
_DASH = re.compile(r"\s+[—–-]\s+|—")
_BOX = re.compile(r"[+-]?(?:\d+(?:½|\.\d)?|½|\.\d|[*?]²?)(?:[+-](?:\d+|[*?]²?))?")
_WHOLE = re.compile(r"(?<![.\d])[+-]?\d+")


class NotPrinted(ValueError):
    """A text that no type line or box shows; says which."""


def type_line(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """205.1: supertypes, types and subtypes of a type line."""
    before, _, after = _DASH.sub(" — ", line.strip(), count=1).partition(" — ")
    supertypes: list[str] = []
    types: list[str] = []
    for word in before.split():
        word = _OLD_TYPES.get(word.capitalize(), word.capitalize())
        if word in _CARD_TYPES:
            types.append(word)
        elif word in _SUPERTYPES:
            supertypes.append(word)
        else:
            raise NotPrinted(f"`{word}` in the type line `{line}` is not a card type")
    return tuple(supertypes), tuple(types), _subtypes(after, types)


def _subtypes(words: str, types: list[str]) -> tuple[str, ...]:
    """205.3b: each word is a subtype, but a plane's and "Time Lord" are several words."""
    if "Plane" in types:
        return (words.strip(),) if words.strip() else ()
    joined = words.replace("Time Lord", "Time_Lord")
    plain = (word[:1].upper() + word[1:].replace("_", " ") for word in joined.split())
    return tuple(dict.fromkeys(plain))


def box_number(box: str) -> int:
    """208.2a, 107.2: a power or toughness box as a number, `*` being 0 ("1+*" is 1)."""
    text = box.replace(" ", "")
    if not _BOX.fullmatch(text):
        raise NotPrinted(f"`{box}` is no power or toughness")
    return sum(int(number) for number in _WHOLE.findall(text))
