"""What no question changes about a pool: worked out once for all searches among the same cards."""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import compress
from typing import Any

from striate.cards.tree import Card
from striate.cards.vocabulary import MELDED_FROM
from striate.search import facedown, savings
from striate.search.beyond import RESOLVING, beyond_choices, left_out, unheld
from striate.search.cardindex import Told
from striate.search.chosen import subtypes_on
from striate.search.copying import enters_as_copy
from striate.search.goals import Leveler, Printed
from striate.search.graveyards import reads_graveyards
from striate.search.helping import Helper, at_levels, helps, helps_turned
from striate.search.legendrule import waives_legends
from striate.search.makers import Deeds
from striate.search.options import (
    Option,
    forms_of,
    idle,
    is_by_its_card,
    is_idle,
    is_leveler,
    made,
    other_face,
)
from striate.search.questions import Question
from striate.search.remembering import remembered
from striate.search.tokens import made_by
from striate.search.wellknown import boards_with, card_score
from striate.spreading.collecting import uncollected

_KEPT = 3  # so many large pools are remembered
_LARGE = 1_000  # of fewer cards the facts are worked out as fast as they are looked up
_MOST_COPIES = 20_000


class PoolFacts:
    """The facts of some cards, each worked out when it is first asked for."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards
        self._told = Told(cards)

    @cached_property
    @uncollected()
    def _helpers(self) -> dict[int, Helper]:
        """By the place of its card in the pool."""
        places = compress(range(len(self.cards)), self._told.of(helps))
        return {place: Helper(n, self.cards[place]) for n, place in enumerate(places)}

    @cached_property
    @uncollected()
    def deeds(self) -> Deeds:
        """What the cards with effects do, by either face."""
        helpers = list(self._helpers.values())
        for card in self._told.so(helps_turned):
            helpers.append(Helper(len(helpers), card, other_face(card)))
        return Deeds(helpers)

    @remembered
    def ways(self, place: int) -> list[Option]:
        """How the card at that place may stand face up, its choices left open."""
        card, helper = self.cards[place], self._helpers.get(place)
        if is_idle(card):
            return [idle(card)]
        plain = made(card, ()) if helper is None else helper.option
        levels = list(at_levels(card)) if is_leveler(card) else []
        return [*(levels or [plain]), *forms_of(card)]

    @cached_property
    def waivers(self) -> tuple[Card, ...]:
        """704.5j: what says that the legend rule doesn't apply."""
        return tuple(self._told.so(waives_legends))

    def named(self, names: Collection[str]) -> list[int]:
        """The places of the cards with one of these names, of the card or of a face."""
        return sorted({place for name in names for place in self._places.get(name, ())})

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for place, card in enumerate(self.cards):
            places.setdefault(card.name, []).append(place)
            for face in card.faces:
                places.setdefault(face.name, []).append(place)
        return places

    def acts_beyond(self, most: int) -> bool:
        """Whether more cards than so many have effects."""
        return sum(self._told.of(helps)) > most

    @cached_property
    def levelers(self) -> frozenset[str]:
        return frozenset(card.faces[0].name for card in self._told.so(is_leveler))

    @cached_property
    def copying(self) -> list[Card]:
        """What enters as a copy, if few enough cards could be copied."""
        copiers = self._told.so(enters_as_copy)
        return copiers if len(copiers) * len(self.cards) <= _MOST_COPIES else []

    @cached_property
    def _reasons(self) -> list[str]:
        """Why no slot holds each card, or ""."""
        reasons = zip(self._told.of(left_out), self._told.of(beyond_choices), strict=True)
        return [first or second for first, second in reasons]

    @cached_property
    def left_out(self) -> dict[str, int]:
        """How many cards no slot holds, by reason."""
        numbers = Counter(filter(None, self._reasons))
        numbers.subtract(map(unheld, self.copying))
        return dict(+numbers)

    @cached_property
    def unheld(self) -> list[Card]:
        """The cards that no slot holds, as a copy neither."""
        return [c for c in compress(self.cards, self._reasons) if not enters_as_copy(c)]

    @cached_property
    def token_makers(self) -> list[Card]:
        return [card for card in self._told.so(made_by) if not left_out(card)]

    @cached_property
    def subtypes(self) -> set[str]:
        return subtypes_on(self.cards)

    @cached_property
    def reads_graveyards(self) -> bool:
        return bool(self._told.so(reads_graveyards))

    @cached_property
    def known(self) -> list[Card]:
        """The cards that stand on some board of ours."""
        return [card for card in self.cards if boards_with(card.name)]

    @remembered
    def best_down(
        self, *, any_: bool, kinds: tuple[Leveler | Printed, ...], named: frozenset[int]
    ) -> list[dict[str, Card]]:
        """The best-known card of each way to be face down, by `any_` also manifested or cloaked:
        of those that are of the same kinds, and of no other, each; `named` by the goal is none.
        One that a slot holds as it stands face up, too, comes first."""
        of, copying = self._told.of, {card.name for card in self.copying}
        first: dict[Any, tuple[bool, float, str, Card]] = {}  # of the same kinds and own ways
        every = zip(self.cards, of(facedown.ways_down), of(card_score), self._reasons, strict=True)
        for place, (card, own, score, out) in enumerate(every):
            melded = card.name in MELDED_FROM  # 712.16
            if not (own or any_) or place in named or card.layout == RESOLVING or melded:
                continue
            alike = tuple([is_by_its_card(kind, card) for kind in kinds]), own
            least = first.get(alike)
            by = bool(out) and card.name not in copying, score, card.name
            if least is None or by < least[:3]:
                first[alike] = *by, card
        best: dict[tuple[bool, ...], dict[str, Card]] = {}
        for (of_kinds, own), (*_, card) in sorted(first.items(), key=lambda each: each[1][:3]):
            for way in facedown.with_kin(own) if any_ else own:
                best.setdefault(of_kinds, {}).setdefault(way, card)
        return [*best.values()]

    def standing_down(self, question: Question) -> dict[str, tuple[str, ...]]:
        """The cards that are looked at face down, each with its ways to be so.

        These are the cards that the goal names, and one for all others; with `each`, all. If any
        card may lie there, also what is manifested or cloaked. Loses no board iff face down all
        cards are alike, but for how they are so (708.2a) and for what the goal calls them.
        """
        goal = question.goal
        any_ = question.lying or facedown.speaks_of_face_down(goal)
        each = question.each or not savings.on("face down")
        names = facedown.named_in(goal)
        names_down: dict[str, tuple[str, ...]] = {}
        for place in range(len(self.cards)) if each else self.named(names):
            card = self.cards[place]
            ways = facedown.every_way_down(card) if any_ else facedown.ways_down(card)
            if ways:
                names_down[card.name] = ways
        kinds, named = tuple(facedown.by_their_cards(goal)), frozenset(self.named(names))
        for best in self.best_down(any_=any_, kinds=kinds, named=named):
            for way, card in facedown.stand_ins(best):
                names_down[card.name] = tuple(dict.fromkeys((*names_down.get(card.name, ()), way)))
        return names_down


_known: dict[int, PoolFacts] = {}


def facts_of(cards: Sequence[Card]) -> PoolFacts:
    """The facts of these cards; those of the last few large pools are remembered."""
    if len(cards) < _LARGE or not isinstance(cards, tuple):
        return PoolFacts(cards)
    facts = _known.pop(id(cards), None) or PoolFacts(cards)
    _known[id(cards)] = facts  # which keeps the cards, so that no others take their place
    while len(_known) > _KEPT:
        del _known[next(iter(_known))]
    return facts
