"""Pools of cards drawn from the catalogue, by what the cards do and how they can be there."""

import random
from dataclasses import dataclass

from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.cards.walking import any_node
from striate.queries.proving.drawnboards import acts, ways_to_be
from striate.search.options import made
from striate.search.tokens import tokens_of


def draw_cards(
    rng: random.Random,
    catalogue: Catalogue,
    number: int,
    *,
    tokens: bool = False,
    way: str = "",
) -> tuple[Card, ...]:
    """Some cards with an effect, and some that enter in a `way` of their own, or make `tokens`;
    now and then only such as do nothing.

    The way is drawn before the card, so that rare ways come up as often as common ones.
    """
    sorts = sorts_of(catalogue)
    if way == PLAIN or (not way and not tokens and rng.random() < _PLAIN_POOLS):
        return tuple({card.name: card for card in rng.sample(sorts.plain, number)}.values())
    chosen = rng.sample(sorts.strong, number // 3)
    chosen += rng.sample(sorts.acting, number // 2 - number // 3)
    if tokens:
        makers = [each for each in (*sorts.acting, *sorts.plain) if tokens_of(each.faces[0])]
        chosen += rng.sample(makers, number // 4)
    else:
        ways = [way] if way else rng.choices(sorted(sorts.ways), k=max(1, number // 4))
        chosen += [rng.choice(sorts.ways[way]) for way in ways]
    chosen += rng.sample(sorts.plain, max(1, number - len(chosen)))
    return tuple({card.name: card for card in chosen}.values())


PLAIN = "plain"
_PLAIN_POOLS = 0.05  # so many pools are of cards without an effect


@dataclass(frozen=True)
class Sorts:
    """Permanents with an effect, strong ones of these, those of each way to be, and the others."""

    acting: list[Card]
    strong: list[Card]
    ways: dict[str, list[Card]]
    plain: list[Card]


# What changes what others are, or looks at others, so that a pool's cards meet.
_STRONG = (
    tree.AddTypes, tree.SetTypes, tree.RemoveTypes, tree.SetSubtypes, tree.LoseAllAbilities,
    tree.SetColors, tree.SetController, tree.Count, tree.HasAttached, tree.SetBasePT,
)  # fmt: skip
_SORTS: dict[str, Sorts] = {}


def sorts_of(catalogue: Catalogue) -> Sorts:
    if catalogue.stamp not in _SORTS:
        cards = [card for card in catalogue.all_cards() if card.faces[0].types]
        lasting = [card for card in cards if not {"Instant", "Sorcery"} & set(card.faces[0].types)]
        ways: dict[str, list[Card]] = {}
        for card in lasting:
            for way in ways_to_be(card):
                ways.setdefault(way, []).append(card)
        _SORTS[catalogue.stamp] = Sorts(
            [card for card in lasting if acts(card)],
            [card for card in lasting if any_node(made(card, ()).statics, _STRONG)],
            ways,
            [card for card in lasting if not acts(card)],
        )
    return _SORTS[catalogue.stamp]


_OPEN: list[Catalogue] = []


def open_catalogue() -> Catalogue:
    if not _OPEN:
        _OPEN.append(Catalogue.open())
    return _OPEN[0]
