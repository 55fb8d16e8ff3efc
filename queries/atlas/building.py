"""Making the atlas: every two kinds of permanents that may meet are tried on boards.

The work is many small tasks, spread by `striate.spreading`; a journal beside the atlas holds what
is done, so that a build that was ended goes on where it was.
"""

import json
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.queries.atlas import store
from striate.queries.atlas.deciding import Way, decide, possible
from striate.queries.atlas.kinds import Body, Classes, Kind
from striate.queries.atlas.parts import bundles_of
from striate.queries.atlas.probing import Prober
from striate.queries.finding.pools import is_permanent
from striate.search.wellknown import card_score
from striate.spreading.collecting import uncollected
from striate.spreading.errors import CannotSpread
from striate.spreading.executor import HERE, Workers
from striate.spreading.journal import Journal
from striate.spreading.stamp import code_stamp
from striate.spreading.sweeping import sweep
from striate.spreading.tasks import Task

_AT_ONCE = 40  # pairs of a task: one or two seconds


class Asked(msgspec.Struct, frozen=True, array_like=True):
    """Two cards that may meet in a layer, and the ways to look for."""

    layer: str
    one: str
    other: str
    ways: tuple[Way, ...]


class Found(msgspec.Struct, frozen=True, array_like=True):
    """The ways that were shown, each with the size and the recipe of its board."""

    shown: tuple[tuple[Way, int, str], ...]
    open: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a build is."""

    done: int
    total: int


def best_known(catalogue: Catalogue, number: int) -> list[Card]:
    """So many of the permanents that do something in a layer."""
    acting = [card for card in catalogue.all_cards() if is_permanent(card) and bundles_of(card)]
    return sorted(acting, key=lambda card: (card_score(card), card.name))[:number]


@dataclass
class _Plan:
    """What is to be tried, and for which pairs each answer counts."""

    classes: Classes
    asked: list[Asked]
    pairs: dict[int, list[tuple[Kind, Kind]]]
    stoppings: dict[int, tuple[Kind, Body]]


def build(
    catalogue: Catalogue,
    path: Path,
    workers: Workers = HERE,
    cards: Iterable[Card] | None = None,
) -> Generator[Progress, None, None]:
    """Makes the atlas of all permanents, or of those cards; gives how far it is."""
    chosen = [card for card in cards or catalogue.all_cards() if is_permanent(card)]
    plan = _plan(chosen)
    tasks = [
        Task(f"{number:06}", plan.asked[number : number + _AT_ONCE])
        for number in range(0, len(plan.asked), _AT_ONCE)
    ]
    yield Progress(0, len(tasks))
    with _journal(path, catalogue, plan) as journal:
        done = len(journal.done())
        for _ in sweep(decide_all, tasks, workers, journal=journal):
            done += 1
            yield Progress(done, len(tasks))
        lost = journal.aside()
        answers = [each for _, several in journal.results(list[Found]) for each in several]
    if lost:
        raise CannotSpread(f"{len(lost)} tasks could not be done, such as {lost[0].why}")
    store.write(path, catalogue, chosen, plan.classes, _rows(plan, answers))
    journal_of(path).unlink(missing_ok=True)


@uncollected()
def _plan(cards: list[Card]) -> _Plan:
    classes = Classes.of(cards)
    to_ask: list[Asked] = []
    pairs: dict[int, list[tuple[Kind, Kind]]] = {}
    known: dict[str, int] = {}
    for one, other in classes.pairs():
        ways = tuple(sorted(possible(one.bundle, other.bundle)))
        if not ways:
            continue
        likeness = f"{ways}: {classes.likeness(one, other)}"
        if likeness not in known:
            known[likeness] = len(to_ask)
            names = (classes.kinds[one][0].name, classes.kinds[other][0].name)
            to_ask.append(Asked(one.layer, *names, ways))
        pairs.setdefault(known[likeness], []).append((one, other))
    stoppings: dict[int, tuple[Kind, Body]] = {}
    for kind, body in classes.stoppings():
        stoppings[len(to_ask)] = (kind, body)
        names = _unlike(classes.kinds[kind], classes.bodies[body])
        to_ask.append(Asked(kind.layer, *names, ("stops",)))
    return _Plan(classes, to_ask, pairs, stoppings)


def _unlike(ones: list[Card], others: list[Card]) -> tuple[str, str]:
    """The best known of both, but not one card twice, where there is another."""
    first = ones[0].name
    return first, next((card.name for card in others if card.name != first), others[0].name)


def _rows(plan: _Plan, answers: list[Found]) -> Iterator[store.Row]:
    """What was found for a pair, told of every pair that is alike."""
    for number, answer in enumerate(answers):
        rows: list[tuple[Way, int, str]] = [
            *((way, size, recipe) for way, size, recipe in answer.shown),
            *((way, 0, "") for way in answer.open),
        ]
        for way, size, recipe in rows:
            for one, other in plan.pairs.get(number, ()):
                yield store.Row(one, other, way, size, recipe)
            if number in plan.stoppings:
                yield store.Row(*plan.stoppings[number], way, size, recipe)


# --- the journal ----------------------------------------------------------------------------------


def journal_of(path: Path) -> Path:
    """Where a build that is not finished keeps what it has."""
    return path.with_name(f"{path.name}.journal")


def _journal(path: Path, catalogue: Catalogue, plan: _Plan) -> Journal:
    """The journal of the build that was ended, if it was of the same; else a new one."""
    place = journal_of(path)
    about = {
        **store.stamps(catalogue),
        "pairs": len(plan.asked),
        "kinds": len(plan.classes.kinds),
    }
    if place.exists() and not _goes_on(place, about):
        for each in (place, *(place.with_name(place.name + end) for end in ("-wal", "-shm"))):
            each.unlink(missing_ok=True)
    return Journal.begin(place, about, code_stamp(), resume=True, same_stamp=True)


def _goes_on(place: Path, about: dict[str, object]) -> bool:
    try:
        with Journal.read(place) as journal:
            same = json.dumps(journal.asked(), sort_keys=True) == json.dumps(about, sort_keys=True)
            return same and all(run.stamp == code_stamp() for run in journal.runs())
    except CannotSpread:
        return False


# --- the work -------------------------------------------------------------------------------------


@cache
def _prober() -> Prober:
    return Prober(Catalogue.open())


def decide_all(pairs: list[Asked]) -> list[Found]:
    """Each pair on its boards."""
    return [_decide(_prober(), each) for each in pairs]


def _decide(prober: Prober, pair: Asked) -> Found:
    one, other = prober.catalogue.card(pair.one), prober.catalogue.card(pair.other)
    if one is None or other is None or one == other:
        return Found((), pair.ways)
    meeting = decide(prober, one, other, pair.layer, set(pair.ways))
    shown: tuple[tuple[Way, int, str], ...] = tuple(
        (way, spread.size, spread.recipe()) for way, spread in sorted(meeting.shown.items())
    )
    return Found(shown, tuple(sorted(meeting.open)))
