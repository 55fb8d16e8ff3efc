"""The rules of then: the editions of the rules that a board can be read by, and what differs.

An edition is named by the day from which it held. What differs from today's rules is a set of
named readings; each of the two readings says in words of its own what they do.
"""

import contextlib
import datetime
import re
from collections.abc import Iterator
from contextvars import ContextVar
from typing import NamedTuple

import msgspec

from striate.boards.errors import BoardError
from striate.boards.timeline import Board
from striate.cards.tree import Card, Keyword

# The days of the documents that were read. Any day between two has the rules of the earlier.
DAYS = (
    "2007-02-01",
    "2010-04-23",
    "2012-05-01",
    "2019-10-04",
    "2023-04-14",
    "2024-04-12",
    "2026-06-19",
)
TODAY = DAYS[-1]


class Difference(NamedTuple):
    """What was otherwise, under the number that it had on each day that it held, and has now."""

    name: str
    says: str
    then: dict[str, str]
    now: str


DIFFERENCES = (
    Difference(
        "one-layer-of-others",
        "Colours and abilities are one layer, the fifth: there the later timestamp wins.",
        {"2007-02-01": "418.5a"},
        "613.1e",
    ),
    Difference(
        "sizes-by-kind-of-effect",
        "What sets power and toughness and what spells and abilities add as they resolve is one "
        "sublayer, by timestamp; counters are the next; what static abilities add comes after "
        "them.",
        {"2007-02-01": "418.5a"},
        "613.4b",
    ),
    Difference(
        "counters-apart",
        "Counters are a sublayer of their own, after all effects that add to power and toughness.",
        {"2010-04-23": "613.3d", "2012-05-01": "613.3d", "2019-10-04": "613.3d"},
        "613.4c",
    ),
    Difference(
        "stars-are-0-outside",
        "Outside the battlefield a star in a power or toughness is 0.",
        {"2007-02-01": "208.2"},
        "208.2a",
    ),
    Difference(
        "back-faces-cost-nothing",
        "The mana value of a permanent with its back face up is 0.",
        {"2012-05-01": "202.3a"},
        "202.3b",
    ),
    Difference(
        "keyword-counters-give-nothing",
        "A counter that has the name of a keyword gives nothing.",
        {
            "2007-02-01": "200.10",
            "2010-04-23": "120.1a",
            "2012-05-01": "121.1a",
            "2019-10-04": "122.1a",
        },
        "122.1b",
    ),
    Difference(
        "no-decayed-counters",
        "A counter that is named decayed or exalted gives nothing.",
        {"2024-04-12": "122.1b"},
        "122.1b",
    ),
    Difference(
        "no-shadow-counters",
        "A counter that is named decayed, exalted or shadow gives nothing.",
        {"2023-04-14": "122.1b"},
        "122.1b",
    ),
    Difference(
        "artifact-creatures-keep-types",
        "What becomes a Golem artifact creature, say, keeps its other creature types.",
        {"2007-02-01": "212.1c", "2010-04-23": "204.1b", "2012-05-01": "205.1b"},
        "205.1b",
    ),
    Difference(
        "enters-by-itself",
        "How a permanent enters, its own effects alone decide: "
        "no other permanent takes that from it.",
        {"2007-02-01": "419.4", "2010-04-23": "614.12", "2012-05-01": "614.12"},
        "614.12",
    ),
    Difference(
        "definitions-are-copied",
        "A copy has the abilities that define what its copy effect does not copy or sets.",
        {"2007-02-01": "503.9", "2010-04-23": "706.8"},
        "707.9d",
    ),
    Difference(
        "modified-copies-define-nothing",
        "A copy lacks the abilities that define what its copy effect adds to.",
        {"2012-05-01": "706.9d", "2019-10-04": "706.9d"},
        "707.9d",
    ),
    Difference(
        "choices-serve-what-is-copied",
        "What becomes a copy uses the choices that were made for it before.",
        {"2007-02-01": "503.8"},
        "607.5a",
    ),
    Difference(
        "tokens-have-one-face",
        "A token that is a copy of a double-faced permanent has one face, and can't transform.",
        {"2012-05-01": "701.25a", "2019-10-04": "711.5"},
        "707.8a",
    ),
    Difference(
        "modal-cards-stay",
        "A modal double-faced card can't transform.",
        {"2023-04-14": "712.9", "2024-04-12": "712.9"},
        "712.9",
    ),
    Difference(
        "phased-out-tokens-go",
        "A token that phases out ceases to exist.",
        {"2007-02-01": "217.8d", "2010-04-23": "704.5d", "2012-05-01": "704.5d"},
        "702.26d",
    ),
    Difference(
        "limited-effects-miss-it",
        "An effect with a limited duration is over for a permanent that phases out.",
        {"2007-02-01": "502.15g"},
        "702.26f",
    ),
    Difference(
        "defining-may-wait",
        "An effect of a characteristic-defining ability waits for one that it depends on.",
        {"2007-02-01": "418.5d"},
        "613.8a",
    ),
    Difference(
        "defining-never-waits",
        "Effects of characteristic-defining abilities never depend on each other.",
        {"2010-04-23": "613.7a"},
        "613.8a",
    ),
    Difference(
        "ordered-once",
        "The order of a layer is found as the layer begins, and not again after each effect.",
        {"2007-02-01": "418.5d", "2010-04-23": "613.7b"},
        "613.8c",
    ),
    Difference(
        "old-stamp-on-turning",
        "A permanent that is turned face up or face down keeps its timestamp.",
        {"2007-02-01": "418.5e", "2010-04-23": "613.6c", "2012-05-01": "613.6c"},
        "613.7f",
    ),
    Difference(
        "old-stamp-on-transforming",
        "A permanent that transforms keeps its timestamp.",
        {"2012-05-01": "613.6c"},
        "613.7g",
    ),
    Difference(
        "active-player-orders",
        "The active player says in which order permanents of both players entered together.",
        {
            "2007-02-01": "418.5e",
            "2010-04-23": "613.6g",
            "2012-05-01": "613.6g",
            "2019-10-04": "613.6j",
        },
        "613.7m",
    ),
    Difference(
        "all-legends-go",
        "Of legendary permanents with one name, whoever controls them, all go.",
        {"2007-02-01": "420.5e", "2010-04-23": "704.5k", "2012-05-01": "704.5k"},
        "704.5j",
    ),
    Difference(
        "one-planeswalker-of-a-type",
        "Planeswalkers that share a planeswalker type, whoever controls them, all go.",
        {"2010-04-23": "704.5j", "2012-05-01": "704.5j"},
        "306.4",
    ),
    Difference(
        "lore-counter-by-rule",
        "A Saga enters with its first lore counter even if it has lost all abilities.",
        {"2019-10-04": "714.3a", "2023-04-14": "714.3a", "2024-04-12": "714.3a"},
        "714.3a",
    ),
    Difference(
        "chapterless-sagas-go",
        "A Saga without chapter abilities has a final chapter number of 0, and is sacrificed.",
        {"2019-10-04": "704.5s", "2023-04-14": "704.5s", "2024-04-12": "704.5s"},
        "704.5s",
    ),
)

# What the rules know only from then on: keywords, types, layouts of cards. Those of 2007 are left
# out.
SINCE = {
    "2010-04-23": (
        "absorb", "annihilator", "aura swap", "cascade", "champion", "changeling", "conspire",
        "deathtouch", "delve", "devour", "evoke", "exalted", "fortify", "frenzy", "gravestorm",
        "hideaway", "intimidate", "level up", "lifelink", "multikicker", "persist", "poisonous",
        "prowl", "reach", "rebound", "reinforce", "retrace", "shroud", "transfigure",
        "umbra armor", "unearth", "wither", "leveler", "planeswalker", "kindred",
        "fortification",
    ),
    "2012-05-01": (
        "battle cry", "hexproof", "infect", "living weapon", "miracle", "soulbond", "undying",
        "transform", "curse",
    ),
    "2019-10-04": (
        "afflict", "afterlife", "aftermath", "ascend", "assist", "awaken", "bestow", "cipher",
        "crew", "dash", "dethrone", "devoid", "embalm", "emerge", "escalate", "eternalize",
        "evolve", "exploit", "extort", "fabricate", "fuse", "hidden agenda", "improvise",
        "indestructible", "ingest", "jump-start", "megamorph", "melee", "menace", "mentor",
        "myriad", "outlast", "overload", "partner", "prowess", "renown", "riot", "scavenge",
        "skulk", "spectacle", "surge", "tribute", "undaunted", "unleash", "adventure", "meld",
        "saga", "vehicle",
    ),
    "2023-04-14": (
        "backup", "blitz", "boast", "casualty", "cleave", "companion", "compleated", "daybound",
        "decayed", "demonstrate", "disturb", "encore", "enlist", "escape", "foretell",
        "living metal", "more than meets the eye", "mutate", "nightbound", "prototype",
        "ravenous", "read ahead", "reconfigure", "squad", "toxic", "training", "ward",
        "modal_dfc", "class", "background", "battle", "attraction",
    ),
    "2024-04-12": (
        "bargain", "craft", "disguise", "plot", "saddle", "solved", "spree", "case", "role",
    ),
    "2026-06-19": (
        "exhaust", "firebending", "freerunning", "gift", "harmonize", "impending", "increment",
        "job select", "max speed", "mayhem", "mobilize", "offspring", "paradigm", "power-up",
        "sneak", "station", "storied", "teamwork", "tiered", "warp", "web-slinging", "prepare",
        "room", "spacecraft",
    ),
}  # fmt: skip

_AS_OF: ContextVar[frozenset[str]] = ContextVar("as of", default=frozenset())
_READINGS = {day: frozenset(each.name for each in DIFFERENCES if day in each.then) for day in DAYS}
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
# A day in another form than that: a number of no rule begins so.
_LIKE_A_DAY = re.compile(r"(\d{4})(?:[-/.]?(\d\d?)(?:[-/.]?(\d\d?))?)?")


def readings_of(rules: tuple[str, ...]) -> frozenset[str]:
    """The names of what a board with these `rules` reads otherwise than today."""
    day = day_in(rules)
    return _READINGS[edition_on(day)] if day else _AS_OF.get()


def readings_on(day: str) -> frozenset[str]:
    """The names of what was read otherwise on that day."""
    return _READINGS[edition_on(day)]


@contextlib.contextmanager
def reading_as(names: frozenset[str]) -> Iterator[None]:
    """Within, boards that name no day are read so."""
    token = _AS_OF.set(names)
    try:
        yield
    finally:
        _AS_OF.reset(token)


def day_in(rules: tuple[str, ...]) -> str:
    """The day among a board's `rules`, as written; "" for today's rules."""
    return next((rule for rule in rules if is_day(rule)), "")


def is_day(rule: str) -> bool:
    """Whether it is written as a day, and not as the number of a rule."""
    return _DAY.fullmatch(rule) is not None


def is_like_a_day(rule: str) -> bool:
    """Whether a day is meant by it, as by `20120501`, `2012-5-1` or `2012`."""
    return _LIKE_A_DAY.fullmatch(rule) is not None


def edition_on(day: str) -> str:
    """The latest edition that held on that day; raises `BoardError` for no day, or one before
    all."""
    try:
        written = datetime.date.fromisoformat(day).isoformat()
    except (TypeError, ValueError):
        written = ""
    if written != day:  # `20100423` is a day, too, but not in the order of these texts
        raise BoardError(f"`{day}` is not a day; write it as {_written(day)}")
    held = [each for each in DAYS if each <= day]
    if not held:
        raise BoardError(f"the rules of {day} are not known: the first edition is {DAYS[0]}")
    return held[-1]


def _written(day: str) -> str:
    """The day that is meant, as it is written; if none is, an example."""
    meant = _LIKE_A_DAY.fullmatch(day)
    if meant is not None and meant[3] is not None:
        with contextlib.suppress(ValueError):
            return datetime.date(*map(int, meant.groups())).isoformat()
    return "2010-04-23"


def with_day(rules: tuple[str, ...], day: str) -> tuple[str, ...]:
    """The `rules` of a board that is to be read by the rules of that day."""
    edition_on(day)
    return (day, *(rule for rule in rules if not is_day(rule)))


def edition_of(rules: tuple[str, ...]) -> str:
    """The edition that a board with these `rules` is read by; "" for today's."""
    day = day_in(rules)
    edition = edition_on(day) if day else TODAY
    return "" if edition == TODAY else edition


def told_of(rules: tuple[str, ...]) -> str:
    """What an answer says of the rules that it was read by; "" of today's."""
    day = day_in(rules)
    if not day:
        return ""
    edition = edition_on(day)
    if edition == TODAY:
        return ""
    held = f"By the rules of {edition}"
    return held if edition == day else f"{held}, which held on {day}"


def in_edition(board: Board, day: str | None) -> Board:
    """The board, read by the rules of that day; without one as its file has it."""
    return msgspec.structs.replace(board, rules=with_day(board.rules, day)) if day else board


def lines_of_then(board: Board) -> list[str]:
    """Which rules it was read by, and what of its cards could not be under them."""
    first = told_of(board.rules)
    if not first:
        return []
    edition = edition_on(day_in(board.rules))
    cards = {card.name: card for step in board.steps if (card := getattr(step, "card", None))}
    return [f"{first}.", *(line for card in cards.values() for line in _too_new(card, edition))]


def is_known(card: Card, day: str) -> bool:
    """Whether the rules of the day know all that the card has."""
    edition = edition_on(day)
    return all(_SINCE.get(word, DAYS[0]) <= edition for word in _words(card))


def _too_new(card: Card, edition: str) -> Iterator[str]:
    """What the card has that the rules know only from a later edition on."""
    for word in dict.fromkeys(_words(card)):
        since = _SINCE.get(word, DAYS[0])
        if since > edition:
            yield f'{card.name}: the rules know "{_NAMES.get(word, word)}" from {since} on.'
        elif word == "kindred" and edition < _KINDRED:
            yield f"{card.name}: the type Kindred was called Tribal."


_SINCE = {word: day for day, words in SINCE.items() for word in words}
_KINDRED = "2026-06-19"  # the first edition that has the type by this name
_NAMES = {"modal_dfc": "modal double-faced card", "transform": "double-faced card"}


def _words(card: Card) -> Iterator[str]:
    yield card.layout
    for face in card.faces:
        yield from (word.lower() for word in (*face.types, *face.subtypes))
        yield from (each.name for each in face.abilities if isinstance(each, Keyword))


def rows() -> Iterator[str]:
    """What was otherwise, as a table: a row for each difference, with its numbers."""
    yield "| what was otherwise | then | today |"
    yield "|---|---|---|"
    for each in DIFFERENCES:
        numbers: dict[str, list[str]] = {}
        for day, number in each.then.items():
            numbers.setdefault(number, []).append(day[:4])
        then = ", ".join(f"{number} ({', '.join(days)})" for number, days in numbers.items())
        yield f"| {each.says} | {then} | {each.now} |"
