"""`generate`: the smallest boards on which a wrong reading of the rules gives another answer.

Each wrong reading is a search of its own (`search`), so that several can be made at
once by several processes: the boards are the same whatever their number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

import striate.encodings.variants  # noqa: F401  (registers the wrong readings)
from striate.boards.errors import did_you_mean, show
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import WrongInput
from striate.cards.tree import Card
from striate.encodings.variants import WRONG_READINGS, WrongReading, wrong_reading
from striate.queries.generating.hints import HINTS, LONGEST, POOL
from striate.queries.generating.kinds import kind_pairs
from striate.queries.generating.pairs import layer_pairs
from striate.queries.generating.search import Quest, Search
from striate.search.wellknown import card_score
from striate.spreading.executor import HERE, Workers, results
from striate.spreading.tasks import Task

Readings = tuple[WrongReading, ...]


@dataclass(frozen=True)
class Generated:
    """What was found for one wrong reading; `boards` are whole board files."""

    name: str
    boards: tuple[Board, ...]
    looked_at: int
    why_none: str = ""


@cache
def quests() -> dict[str, Quest]:
    """All wrong readings by name."""
    return {
        name: Quest(reading, partial(wrong_reading, name), HINTS[name])
        for name, reading in sorted(WRONG_READINGS.items())
    }


@cache
def pair_quests() -> dict[str, Quest]:
    """The pairs of layers and the pairs of kinds of effects, by name."""
    return {quest.reading.name: quest for quest in (*layer_pairs(), *kind_pairs())}


def pair_readings() -> tuple[WrongReading, ...]:
    """The readings in which two layers, or two kinds of effects, come in the wrong order."""
    return tuple(quest.reading for quest in pair_quests().values())


def asked_for(names: Sequence[str], rules: Sequence[str]) -> tuple[WrongReading, ...]:
    """The wrong readings by name, or those of the rules and what is below them; all if neither."""
    if not names and not rules:
        return tuple(WRONG_READINGS[name] for name in sorted(WRONG_READINGS))
    for name in names:
        if name not in WRONG_READINGS:
            hint = did_you_mean(name, WRONG_READINGS) or "`striate generate --list` shows them"
            raise WrongInput(f"no wrong reading is called {show(name)}; {hint}")
    wanted = list(names)
    for name, each in sorted(WRONG_READINGS.items()):
        if any(is_of(number, rule) for number in each.rules for rule in rules):
            wanted.append(name)
    return tuple(WRONG_READINGS[name] for name in dict.fromkeys(wanted))


def is_of(number: str, rule: str) -> bool:
    """Whether a clause is that rule or one of its parts: 613.8a is of 613.8 and of 613."""
    rest = number.removeprefix(rule)
    return rest != number and (not rest or not rest[0].isdigit())


def pool_cards(catalogue: Catalogue) -> tuple[Card, ...]:
    """The well-known cards that boards are made of where the user names no others."""
    cards = (catalogue.card(name) for name in POOL)
    return tuple(card for card in cards if card is not None)


def generate(
    quest: Quest,
    cards: tuple[Card, ...],
    catalogue: Catalogue,
    *,
    count: int = 1,
    seed: int = 0,
) -> Generated:
    """Up to `count` boards of the smallest size that has any, distinct in substance."""
    return _generated(quest, best_known_first(cards), catalogue, count=count, seed=seed)


def best_known_first(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """By the measure of the search."""
    return tuple(sorted(cards, key=lambda card: (card_score(card), card.name)))


def _generated(
    quest: Quest, cards: tuple[Card, ...], catalogue: Catalogue, *, count: int, seed: int
) -> Generated:
    search = Search(quest, cards, catalogue, seed)
    boards = search.smallest(count)
    why = "" if boards else "; ".join(filter(None, (quest.why_none, search.none_found())))
    return Generated(quest.reading.name, boards, search.looked_at, why)


def suite(
    names: Sequence[str],
    cards: tuple[Card, ...],
    catalogue: Catalogue,
    *,
    count: int,
    seed: int,
    workers: Workers = HERE,
) -> Iterator[Generated]:
    """The boards of several wrong readings or pairs, as they are found."""
    if workers.alone or (len(names) == 1 and workers.cluster is None):
        for name in names:
            yield generate(quest_of(name), cards, catalogue, count=count, seed=seed)
        return
    longest_first = sorted(names, key=lambda name: name not in LONGEST)
    work = partial(_generate_apart, cards=best_known_first(cards), count=count, seed=seed)
    yield from results(work, (Task(name, name) for name in longest_first), workers)


def quest_of(name: str) -> Quest:
    known = quests()
    return known[name] if name in known else pair_quests()[name]


def _generate_apart(name: str, cards: tuple[Card, ...], count: int, seed: int) -> Generated:
    """In a process of its own."""
    return _generated(quest_of(name), cards, Catalogue.open(), count=count, seed=seed)
