"""`generate --between`: what two editions of the rules read otherwise, each told by a board."""

from functools import partial

from striate.boards.editions import (
    DIFFERENCES,
    TODAY,
    Difference,
    edition_on,
    reading_as,
    readings_on,
)
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.encodings.variants import WrongReading
from striate.queries.generating.hints import BOTH, HINTS, Hint, hint
from striate.queries.generating.search import Quest

# Where boards are looked for that tell what was otherwise.
_HINTS: dict[str, tuple[Hint, ...]] = {
    "one-layer-of-others": HINTS["colour-after-abilities"],
    "sizes-by-kind-of-effect": (hint("7b 7c body", "resolve", needs="resolve"),),
    "counters-apart": (hint("by size, body", "counters", needs="counters; by size"),),
    "stars-are-0-outside": (hint("cda body", "leave"),),
    "back-faces-cost-nothing": (hint("transforms 7b 7c", "transform", needs="transform"),),
    "keyword-counters-give-nothing": (hint("body", "counters", needs="counters"),),
    "defining-may-wait": HINTS["cdas-not-first"],
    "defining-never-waits": (hint("cda body"),),
    "ordered-once": HINTS["order-computed-once"],
    "old-stamp-on-turning": HINTS["no-stamp-on-turning-face-up"][1:],  # of levelers
    "old-stamp-on-transforming": HINTS["no-stamp-on-transforming"],
    "active-player-orders": (hint("7b body", seats=BOTH),),
    "all-legends-go": (hint("body copier 4 6 7b 7c", seats=BOTH),),
    "one-planeswalker-of-a-type": (hint("body copier", seats=BOTH),),
    "chapterless-sagas-go": (hint("4 6 body"),),
    "lore-counter-by-rule": (hint("6 7b body"),),
    "no-decayed-counters": (hint("body", "counters", needs="counters"),),
    "no-shadow-counters": (hint("body", "counters", needs="counters"),),
    "artifact-creatures-keep-types": (hint("4 body", "resolve", "ability"),),
    "enters-by-itself": (hint("6 7b body copier"),),
    "definitions-are-copied": (hint("cda body copier"),),
    "modified-copies-define-nothing": (hint("cda body copier"),),
    "choices-serve-what-is-copied": (hint("4 body copier", "resolve", needs="resolve"),),
    "tokens-have-one-face": (
        hint("transforms body", "token copy", "transform", needs="token copy"),
    ),
    "modal-cards-stay": (hint("transforms body", "transform", needs="transform"),),
    "phased-out-tokens-go": (
        hint("body", "token copy", "phase out", "phase in", needs="token copy; phase in"),
    ),
    "limited-effects-miss-it": (
        hint("body 7c", "resolve", "phase out", "phase in", needs="resolve"),
    ),
}
_LARGEST = {"old-stamp-on-turning": 5}  # steps; of the others 4
# Why there may be no board.
_WHY_NONE = {
    "counters-apart": "what counters and other effects add comes to the same in either order, but "
    "for what adds by power or toughness",
}
# What players know that the rule is about, beside the cards of every search.
CARDS = (
    "Isamaru, Hound of Konda", "Lhurgoyf", "Urza's Saga", "Jace Beleren", "Jace, the Mind Sculptor",
    "Xenograft", "Muscle Sliver", "Summon: Alexander", "Plargg, Dean of Chaos",
)  # fmt: skip


def pool(cards: tuple[Card, ...], catalogue: Catalogue) -> tuple[Card, ...]:
    """The cards with those that have to do with rules of then."""
    more = (catalogue.card(name) for name in CARDS)
    return (*cards, *(card for card in more if card is not None))


def between(first: str, second: str) -> dict[str, Quest]:
    """Of each clause that differs, the search for a board whose answer differs by it alone.

    The board is read by the rules of the second day; the wrong answer is that of the first.
    """
    before, after = readings_on(first), readings_on(second)
    later = edition_on(second)
    quests = {}
    for each in DIFFERENCES:
        if (each.name in before) != (each.name in after):
            day = () if later == TODAY else (later,)
            numbers = tuple(dict.fromkeys((*day, _number(each, later), _number(each, first))))
            says = f"{each.says} So it was on {_held(each, first, second)}."
            reading = WrongReading(each.name, says, numbers, ())
            wrongly = partial(reading_as, after ^ {each.name})
            why = _WHY_NONE.get(each.name, "")
            quests[each.name] = Quest(
                reading, wrongly, _HINTS[each.name], _LARGEST.get(each.name, 4), why
            )
    return quests


def _number(each: Difference, day: str) -> str:
    return each.then.get(edition_on(day), each.now)


def _held(each: Difference, first: str, second: str) -> str:
    return next(day for day in map(edition_on, (first, second)) if day in each.then)
