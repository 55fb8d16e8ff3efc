"""Of a large pool: what can resolve, and what can stand beside it, on a smallest board of a size.

What resolves is told to the selection as an Aura is, or an enchantment: what it does for a while it
could do. Loses no board iff of each smallest board of the size every card is among them.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from striate.cards.tree import Card
from striate.quick.reach import Keys
from striate.search.entering import keywords_of
from striate.search.facedown import named_in
from striate.search.poolclasses import may_be_asked
from striate.search.questions import Question
from striate.search.resolving.happenings import Happening
from striate.search.resolving.targets import TARGETING
from striate.search.selection import Selector, once, selectors
from striate.search.wellknown import boards_with
from striate.solver.choice import members

_KEEPING: Keys = TARGETING | {("text", "*"), ("color", "*")}
_SOON = 150  # so many cards are looked at at once


class Chosen(Struct, frozen=True):
    """The permanents and what resolves, of one size and one sort of asked-for cards."""

    cards: tuple[Card, ...]
    happenings: tuple[Happening, ...]
    hollow: frozenset[str] = frozenset()  # of these cards only that they are there matters


class Choosing:
    """Chooses for a question; the permanents are the question's cards."""

    def __init__(self, question: Question, happenings: Sequence[Happening]) -> None:
        self.question, self.goal, self.happenings = question, question.goal, happenings
        self.by_name = {each.helper.name: each for each in happenings}
        stand_ins = tuple(each.helper for each in happenings)
        both = replace(question, cards=(*question.cards, *stand_ins))
        self.selectors = selectors(both)

    def known_alone(self) -> Chosen:
        """What some board of ours names, where nothing but what resolves is beside what is asked
        for."""
        cards = [each for each in self.question.cards if may_be_asked(self.goal, each)]
        return self._known(Chosen(tuple(cards), tuple(self.happenings)))

    def known(self, chosen: Chosen) -> Chosen | None:
        """Of many cards those that some board of ours names: a board of these is found soon."""
        if len(chosen.cards) + len(chosen.happenings) <= _SOON or chosen.hollow:
            return None
        return self._known(chosen)

    def _known(self, chosen: Chosen) -> Chosen:
        named = named_in(self.goal)

        def is_known(card: Card) -> bool:
            return bool(named & {card.name, card.faces[0].name}) or boards_with(card.name) > 0

        return Chosen(
            tuple(filter(is_known, chosen.cards)),
            tuple(each for each in chosen.happenings if is_known(each.source)),
        )

    def one(self, selector: Selector) -> Chosen:
        """What resolves alone beside what is asked for: spells, and its own abilities."""
        chosen = selector.select(1)
        cards = self.lasting(chosen.asked)
        return Chosen(cards, _of_these(cards, self.resolving(chosen.helping)))

    def two(self, selector: Selector, falling: Iterable[str]) -> Iterator[Chosen]:
        """Two besides what is asked for, of which at least one resolves; then, where what resolves
        counts, any card beside it.
        """
        selector.falling |= set(falling)
        first, chosen = selector.select(1), selector.select(2)
        cards = [*self.lasting(chosen.asked), *self.lasting(chosen.helping)]
        choices = {each.helper.name: each for each in self.resolving(chosen.helping)}
        # Beside what is asked for stands the permanent whose ability does it all.
        for each in self.resolving(first.helping):
            choices[each.helper.name] = each
            cards += [] if each.is_spell else [each.source]
        if any(each.target is not None for each in choices.values()) and _is_kept(chosen.asked):
            helpers = [selector.helpers[n].card for n in members(selector.deeds.writing(_KEEPING))]
            cards += self.lasting(helpers)
            choices |= {each.helper.name: each for each in self.resolving(helpers)}
        kept = once(*cards)
        yield Chosen(kept, _of_these(kept, choices.values()))
        asked_cards = {card.name: card for card in self.lasting(chosen.asked)}
        counting = _of_these(asked_cards.values(), self.resolving(chosen.counting))
        if counting:
            beside = [card for card in self.question.cards if card.name not in asked_cards]
            hollow = frozenset(card.name for card in beside)
            yield Chosen((*asked_cards.values(), *beside), counting, hollow)

    def lasting(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(card for card in cards if card.name not in self.by_name)

    def resolving(self, cards: Iterable[Card]) -> list[Happening]:
        return [self.by_name[card.name] for card in cards if card.name in self.by_name]


def _of_these(cards: Iterable[Card], happenings: Iterable[Happening]) -> tuple[Happening, ...]:
    """The spells, and the abilities of these cards."""
    names = {card.name for card in cards}
    return tuple(each for each in happenings if each.is_spell or each.source.name in names)


def _is_kept(cards: Iterable[Card]) -> bool:
    """Whether something may keep the cards from being a target."""
    return any(keywords_of(each.faces[0], "shroud", "hexproof", "protection") for each in cards)
