"""Answers as people and programs read them: type lines, ability texts, the format's JSON."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from striate.boards.timeline import Board, Seen, Unmodelled
from striate.boards.untold import Unknown
from striate.cards.catalogue.display import UNKNOWN_WORDS, text_of
from striate.cards.catalogue.saying import NOT_AT_HAND
from striate.cards.catalogue.store import Catalogue
from striate.cards.doubtful import doubts
from striate.cards.edition import EDITION
from striate.cards.printing.canonical import NotPrintable
from striate.cards.printing.host_nouns import host_words, with_host
from striate.cards.prose import seal
from striate.cards.tree import Card
from striate.cards.vocabulary import CREATURE_TYPES
from striate.queries.expectations import Difference
from striate.queries.outcome import Outcome

Words = Callable[[str], str | None]

_SEAL = re.compile(r"#[0-9a-f]{16}")
_EVERY = "(every creature type)"


def words_for(board: Board, catalogue_words: Words) -> Words:
    """The texts behind seals: those on the board's own cards first, then the catalogue's."""
    own: dict[str, str] = {}
    for step in board.steps:
        for name in ("card", "body", "exceptions"):
            value = getattr(step, name, None)
            if value:
                own |= seal(value)[1]
    return lru_cache(maxsize=None)(lambda mark: own.get(mark) or catalogue_words(mark))


def doubts_of(board: Board, catalogue: Catalogue) -> list[str]:
    """What cannot be of the cards that the board has from the catalogue: an answer may rest on
    it."""
    cards = {getattr(step, "card", None) for step in board.steps}
    known = [
        card
        for card in cards
        if isinstance(card, Card) and doubts(card) and catalogue.card(card.name) == card
    ]
    return sorted({doubt for card in known for doubt in doubts(card)})


def ability_words(ability: Any, words: Words) -> str:
    """An ability as text, in one line; its class where no text can be given."""
    try:
        text = text_of(ability, words)
    except NotPrintable:
        return f"({type(ability).__name__})"
    return " ".join(text[:1].upper().split()) + text[1:].replace("\n", " ")


def abilities_of(seen: Seen, words: Words) -> list[str]:
    """Sorted as text; an ability that is there twice stands twice."""
    return sorted(ability_words(ability, words) for ability in seen.abilities)


# The order in which a type line has them; what is not listed stands behind.
_ON_A_TYPE_LINE = [
    "Basic",
    "Legendary",
    "Ongoing",
    "World",
    "Snow",
    "Kindred",
    "Enchantment",
    "Artifact",
    "Land",
    "Creature",
    "Planeswalker",
]


def in_order(words: Iterable[str]) -> list[str]:
    """Supertypes or types as cards have them: "Legendary Snow", "Artifact Creature"."""
    last = len(_ON_A_TYPE_LINE)
    places = {word: place for place, word in enumerate(_ON_A_TYPE_LINE)}
    return sorted(words, key=lambda word: (places.get(word, last), word))


_KINDS = ("Creature", "Planeswalker", "Land", "Artifact", "Enchantment", "Battle")
_NAMED_SUBTYPES = ("Aura", "Equipment", "Vehicle", "Saga", "Class", "Room", "Spacecraft")


def itself(seen: Seen) -> str:
    """How a text calls the object that it stands on: "this Aura", "this creature"."""
    named = next((word for word in _NAMED_SUBTYPES if word in seen.subtypes), None)
    if named and "Creature" not in seen.types:
        return f"this {named}"
    return f"this {next((word.lower() for word in _KINDS if word in seen.types), 'permanent')}"


def spoken(text: str, seen: Seen | None) -> str:
    """A canonical text as people say it of this object: its own name and its host in words."""
    if seen is not None:
        text = with_host(text, host_words(seen.subtypes, seen.abilities))
    own = itself(seen) if seen is not None else "this permanent"
    outside = True
    parts = []
    for part in text.split('"'):
        parts.append(part.replace("~", own) if outside else _in_quotes(part, own))
        outside = not outside
    quoted = '"'.join(parts)
    return quoted[:1].upper() + quoted[1:]


def _in_quotes(text: str, own: str) -> str:
    """201.5a: inside a granted ability the object's own name is that of what grants it."""
    return text.replace("~", "this permanent").replace("^", own)


def spoken_abilities(seen: Seen, words: Words) -> list[str]:
    """The abilities as people say them, in their order on the object."""
    return [spoken(ability_words(ability, words), seen) for ability in seen.abilities]


def listed_abilities(seen: Seen, words: Words) -> list[str]:
    """The abilities as people say them; those that `ability: N` can name with their number."""
    texts = spoken_abilities(seen, words)
    numbers = seen.numbers or ((),) * len(texts)
    pairs = zip(numbers, texts, strict=True)
    return [f"{_counted(counted)} {text}" if counted else text for counted, text in pairs]


def _counted(numbers: tuple[int, ...]) -> str:
    first, last = numbers[0], numbers[-1]
    return f"{first}." if first == last else f"{first}–{last}."


def type_line(seen: Seen) -> str:
    """205.1: supertypes, types, subtypes; every creature type is said in three words."""
    subtypes: Iterable[str] = seen.subtypes
    if set(CREATURE_TYPES) <= set(seen.subtypes):
        subtypes = [*(word for word in seen.subtypes if word not in CREATURE_TYPES), _EVERY]
    front = " ".join((*in_order(seen.supertypes), *in_order(seen.types)))
    back = " ".join(subtypes)
    return f"{front} — {back}" if back else front


def titled(seen: Seen, between: str = ", ") -> str:
    """The handle, with the name where that is another one, and whose it is."""
    title = seen.handle if seen.name in (seen.handle, "") else f"{seen.handle} ({seen.name})"
    return f"{title}{between}opponent's" if seen.controller == "opponent" else title


def box(seen: Seen) -> str:
    """Power and toughness; "" for what has none (208.3)."""
    if seen.power is None and seen.toughness is None:
        return ""
    return f"{seen.power}/{seen.toughness}"


def colors(seen: Seen) -> str:
    return "".join(letter for letter in "WUBRG" if letter in seen.colors) or "–"


_PLACES = {
    "stack": "on the stack",
    "phased out": "phased out",
    "command": "in the command zone",
    "graveyard": "in a graveyard",
    "hand": "in a hand",
    "library": "in a library",
}


def standing(seen: Seen, gone: bool) -> str:
    """What else is true of it: counters, status, where it is."""
    parts = [
        f"{number} {kind} counter{'' if number == 1 else 's'}" for kind, number in seen.counters
    ]
    if gone and seen.zone == "battlefield":
        parts.append(_gone(seen))
    elif seen.zone != "battlefield":
        parts.append(_PLACES.get(seen.zone, f"in {seen.zone}"))
    if seen.owner != seen.controller:
        parts.append(f"owned by {seen.owner}")
    if seen.tapped:
        parts.append("tapped" if seen.tapped is True else "tapped or not")
    if seen.face_down:
        parts.append("face down")
    if seen.attached_to is not None:
        parts.append(f"on {seen.attached_to}")
    if seen.class_level > 1:
        parts.append(f"level {seen.class_level}")
    parts += [f"{key}: {_flat(value)}" for key, value in seen.choices]
    return ", ".join(parts)


def _gone(seen: Seen) -> str:
    """That a state-based action takes it, and which, if what it is tells that (704.5)."""
    if "Creature" in seen.types and seen.toughness is not None and seen.toughness <= 0:
        return f"gone: toughness {seen.toughness} (704.5f)"
    if "Planeswalker" in seen.types and not dict(seen.counters).get("loyalty"):
        return "gone: no loyalty (704.5i)"
    return "gone"


def _flat(value: Any) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


# --- JSON -----------------------------------------------------------------------------------------


def outcome_json(end: Outcome, words: Words) -> dict[str, Any]:
    """As the format says; `timestamp` is the rank among the objects' timestamps, from 1."""
    stamps = sorted({seen.timestamp for seen in end.answer.objects})
    ranks = {stamp: rank for rank, stamp in enumerate(stamps, 1)}
    plain: dict[str, Any] = {
        "objects": [seen_json(seen, words, ranks[seen.timestamp]) for seen in end.answer.objects],
        "gone": sorted(end.answer.gone),
        "not_modelled": not_modelled_json(end.not_modelled, words),
        "checked": end.checked,
        "sure": end.sure_twice,
        "rules": end.edition or EDITION,
    }
    return plain if end.replayed else {**plain, "replayed": "nothing"}


def seen_json(seen: Seen, words: Words, rank: int | None = None) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "handle": seen.handle,
        "name": seen.name,
        "zone": seen.zone,
        "controller": seen.controller,
        "owner": seen.owner,
        "supertypes": sorted(seen.supertypes),
        "types": sorted(seen.types),
        "subtypes": sorted(seen.subtypes),
        "colors": sorted(seen.colors),
        "abilities": abilities_of(seen, words),
        "power": seen.power,
        "toughness": seen.toughness,
        "mana_value": seen.mana_value,
        "counters": dict(sorted(seen.counters)),
        "timestamp": rank,
    }
    further = {
        "tapped": "open" if isinstance(seen.tapped, Unknown) else seen.tapped or None,
        "face_down": seen.face_down or None,
        "attached_to": seen.attached_to,
        "class_level": seen.class_level or None,
        "choices": {key: list(v) if isinstance(v, tuple) else v for key, v in seen.choices} or None,
        "numbered": _numbered(seen, words) or None,
    }
    plain |= further
    optional = {"power", "toughness", "timestamp", *further}
    return {key: value for key, value in plain.items() if value is not None or key not in optional}


def _numbered(seen: Seen, words: Words) -> list[str]:
    """The abilities that `ability: N` can name, the N-th in place N."""
    if not seen.numbers:
        return []
    pairs = zip(seen.numbers, seen.abilities, strict=True)
    return [ability_words(ability, words) for counted, ability in pairs for _ in counted]


def not_modelled_json(lines: Iterable[Unmodelled], words: Words) -> list[dict[str, str]]:
    """The lines that are not understood, with their words where they are known."""
    shown = {(each.card, opened(each.line, words)) for each in lines}
    return [{"card": card, "line": line} for card, line in sorted(shown)]


def opened(line: str, words: Words, *, mark_unknown: bool = True) -> str:
    """The line with the texts behind its seals, as far as they are known.

    `mark_unknown`: what is not known is said to be so; otherwise the seal stays.
    """
    mark = line.strip().rstrip(".")
    if _SEAL.fullmatch(mark):
        return words(mark) or (UNKNOWN_WORDS if mark_unknown else mark)

    def text(match: re.Match[str]) -> str:
        return words(match.group()) or (NOT_AT_HAND if mark_unknown else match.group())

    return _SEAL.sub(text, line)


def differences_json(differences: Iterable[Difference]) -> list[dict[str, Any]]:
    return [
        {"handle": d.handle, "what": d.what, "expected": d.expected, "got": d.got}
        for d in differences
    ]


def worded(value: object) -> str:
    """A value of a difference, in words."""
    if isinstance(value, list):
        return ", ".join(str(each) for each in value) or "nothing"
    return (
        "nothing"
        if value is None
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )
