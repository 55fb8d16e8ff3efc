"""The cards that a search may use: from names, a filter, or the whole catalogue."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import WrongInput
from striate.cards.filters import search
from striate.cards.tree import Card
from striate.cards.vocabulary import PERMANENT_TYPES
from striate.search.cardindex import index_of, know
from striate.search.goals import CardNamed, Goal
from striate.search.graveyards import reads_graveyards
from striate.search.questions import MANY
from striate.spreading.collecting import uncollected

_PERMANENT = frozenset(PERMANENT_TYPES)


class PoolError(WrongInput):
    """A pool that can't be made; says which name or option is wrong."""


class PoolOptions(Struct, frozen=True):
    """What the user says of the pool."""

    cards: str = ""
    filter: str = ""
    with_: str = ""
    without: str = ""
    spells: bool = False


def names_in(text: str, catalogue: Catalogue) -> list[Card]:
    """The cards of a list with commas; names that have commas themselves are read whole."""
    cards: list[Card] = []
    for line in re.split(r"[;\n]", text):
        pieces = [piece.strip() for piece in line.split(",")]
        at = 0
        while at < len(pieces):
            if not pieces[at]:
                at += 1
                continue
            card, at = _longest(pieces, at, catalogue)
            cards.append(card)
    return cards


def _longest(pieces: list[str], at: int, catalogue: Catalogue) -> tuple[Card, int]:
    for end in range(min(len(pieces), at + 5), at, -1):
        card = catalogue.card(", ".join(pieces[at:end]).strip('"'))
        if card is not None:
            return card, end
    near = catalogue.suggest(pieces[at])[:3]
    hint = f"; did you mean {' or '.join(f'`{name}`' for name in near)}?" if near else ""
    raise PoolError(f"no card is named `{pieces[at]}` in {catalogue.called}{hint}")


@uncollected()
def pool(options: PoolOptions, goal: Goal, catalogue: Catalogue) -> tuple[Card, ...]:
    """The cards to search among: permanents, with `spells` the others too."""
    return pool_and_graveyard(options, goal, catalogue)[0]


@uncollected()
def pool_and_graveyard(
    options: PoolOptions, goal: Goal, catalogue: Catalogue
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards to search among, and those of which some may lie in graveyards.

    Cards lie there where the pool is small or something named looks at them. Cards that the
    goal or `--with` name belong to it in any case; `--without` takes cards out.
    """
    if options.cards and options.filter:
        raise PoolError("give `--cards` or `--pool`, not both")
    named = [*named_cards(goal, catalogue), *names_in(options.with_, catalogue)]
    barred = {card.name for card in names_in(options.without, catalogue)}
    both = next((card.name for card in named if card.name in barred), "")
    if both:
        raise PoolError(f"`{both}` is asked for, and `--without` takes it out")
    know(catalogue, _numbered(named, catalogue))
    first = {card.name: card for card in named}
    chosen = {card.name: card for card in _chosen(options, catalogue)}
    by_name = first | chosen | first  # the named ones stand first
    every = tuple(card for name, card in by_name.items() if name not in barred)
    among = could_be_there if options.cards or options.filter else is_permanent
    # 701.40a: without a permanent one of the others may still stand face down.
    there = tuple(card for card in every if card.name in first or among(card)) or every
    there = every if options.spells else there
    few = options.cards or len(there) <= MANY
    return there, every if few or any(map(reads_graveyards, named)) else ()


def could_be_there(card: Card) -> bool:
    """712.11b: or by its other face."""
    return any(not _PERMANENT.isdisjoint(face.types) for face in card.faces)


def is_permanent(card: Card) -> bool:
    """110.4: a card that can be on the battlefield, by its front."""
    return not _PERMANENT.isdisjoint(card.faces[0].types)


def _chosen(options: PoolOptions, catalogue: Catalogue) -> Iterable[Card]:
    if not (options.cards or options.filter):
        every = catalogue.kept
        if index_of(catalogue) is None:
            from striate.search.indexing import keep_index  # what no other search waits for

            keep_index(catalogue)
        know(catalogue, enumerate(every))
        return every
    if options.cards:
        cards = names_in(options.cards, catalogue)
    else:
        names = search.search(catalogue, options.filter)
        if not names:
            raise PoolError(f"no card matches `{options.filter}`")
        cards = [card for name in names if (card := catalogue.card(name)) is not None]
    know(catalogue, _numbered(cards, catalogue))
    return cards


def _numbered(cards: Iterable[Card], catalogue: Catalogue) -> Iterator[tuple[int, Card]]:
    for card in cards:
        number = catalogue.number(card.name)
        if number is not None:
            yield number, card


def named_cards(goal: Goal, catalogue: Catalogue) -> list[Card]:
    """The cards that a goal names."""
    names = [d.subject.name for d in goal.demands if isinstance(d.subject, CardNamed)]
    return [card for name in names if (card := catalogue.card(name)) is not None]
