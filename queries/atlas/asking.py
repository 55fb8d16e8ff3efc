"""What the atlas says of a card, of two, and of the cards of a board.

A row of the atlas was found with the best-known cards of two kinds. Here it is tried with the very
cards that are asked about, and shown only if both readings of the rules show it on that board.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import WrongInput
from striate.cards.tree import BecomeCopy, Card
from striate.encodings.door import LAYERS, statics_of
from striate.encodings.door import outcome as by_constraints
from striate.queries.answers import compare
from striate.queries.atlas.deciding import Way, decide, possible, shows, ways
from striate.queries.atlas.kinds import body_of, may_stop
from striate.queries.atlas.meeting import ties
from striate.queries.atlas.panel import Extra, extra_of
from striate.queries.atlas.parts import Bundle, bundles_of
from striate.queries.atlas.probing import Prober
from striate.queries.atlas.spreads import Spread, of_recipe, order_shows, timeless
from striate.queries.atlas.store import WAYS, Atlas, Line
from striate.queries.atlas.watching import seen_by_encodings
from striate.queries.finding.pools import is_permanent
from striate.queries.outcome import outcome
from striate.search.beyond import fits

_TRIES = 12  # cards of a group that are tried for each that is shown
_CLAUSE_OF = {
    "2": "613.1b", "3": "613.1c", "4": "613.1d", "5": "613.1e", "6": "613.1f",
    "7a": "613.4a", "7b": "613.4b", "7c": "613.4c", "7d": "613.4d",
}  # fmt: skip


class NoSuchCard(WrongInput):
    """A name that no card has, or one of no permanent."""


@dataclass(frozen=True)
class Shown:
    """One way in which two cards meet, on a board that both readings were asked about."""

    way: Way  # as `one` sees it: it waits, it is waited for, it stops the other, ...
    layer: str
    one: Card
    other: Card
    spread: Spread

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that make it so."""
        return clauses_of(self.way, self.layer)

    @property
    def boards(self) -> list[Board]:
        """The board, in both orders where the order matters."""
        boards = self.spread.boards()
        return boards if self.way == "order" else boards[:1]

    @cached_property
    def differences(self) -> tuple[tuple[str, str, str, str], ...]:
        """What the order decides: handle, characteristic, and what it is in either order."""
        if self.way != "order":
            return ()
        one, other = (timeless(outcome(board).answer) for board in self.boards)
        differing = compare(one, other)
        return tuple((each.handle, each.what, each.constraints, each.referee) for each in differing)


@dataclass(frozen=True)
class Group:
    """The cards that meet a card in one way in one layer; the best known stand first.

    `count` is what the atlas holds; `shown` are those that were replayed. `unknown`: so many more
    cards may meet it so by what they say, but no board that was tried shows it.
    """

    way: Way
    layer: str
    count: int
    unknown: int
    shown: tuple[Shown, ...]


@dataclass
class Pair:
    """How two cards meet."""

    one: Card
    other: Card
    shown: list[Shown] = field(default_factory=list)
    unknown: list[tuple[Way, str]] = field(default_factory=list)  # with the layer
    through: list[Shown] = field(default_factory=list)  # only by what a third permanent does
    beyond: tuple[str, ...] = ()  # layers in which a third permanent could make the order matter
    not_modelled: tuple[str, ...] = ()  # cards with lines that are not understood

    @property
    def order(self) -> bool | None:
        """Whether their order matters on some board; None where that is not known."""
        if any(each.way == "order" for each in (*self.shown, *self.through)):
            return True
        open_ = any(way == "order" for way, _ in self.unknown)
        return None if open_ or self.not_modelled or self.beyond else False


def clauses_of(way: Way, layer: str) -> tuple[str, ...]:
    if way == "order":
        return (_CLAUSE_OF[layer], "613.7")
    if way == "loop":
        return (_CLAUSE_OF[layer], "613.8b")
    if way in ("waits", "waited"):
        return (_CLAUSE_OF[layer], "613.8a", "613.8b")
    return ("305.7" if layer == "4" else _CLAUSE_OF[layer], "613.6")


@dataclass
class Asking:
    """Questions to the atlas about cards of a catalogue; pairs need no atlas."""

    catalogue: Catalogue
    atlas: Atlas | None = None

    @cached_property
    def prober(self) -> Prober:
        return Prober(self.catalogue)

    def card(self, name: str) -> Card:
        """The permanent of that name; `NoSuchCard` says which may be meant."""
        card = self.catalogue.card(name)
        if card is None:
            near = [f"`{each}`" for each in self.catalogue.suggest(name)[:3]]
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise NoSuchCard(f"no card is named `{name}` in {self.catalogue.called}{hint}")
        if not is_permanent(card):
            raise NoSuchCard(f"`{card.name}` is no permanent: the atlas has permanents only")
        return card

    # --- one card ---------------------------------------------------------------------------------

    def groups(self, card: Card, *, most: int = 3, ways: Sequence[Way] = WAYS) -> Iterator[Group]:
        """With what the card meets, by way and layer, with the best-known cards of each."""
        assert self.atlas is not None
        lines: dict[tuple[Way, str], list[Line]] = {}
        for line in self.atlas.lines(card):
            if line.way in ways:
                lines.setdefault((line.way, line.layer), []).append(line)
        order = {way: place for place, way in enumerate(WAYS)}
        for way, layer in sorted(lines, key=lambda key: (order[key[0]], LAYERS.index(key[1]))):
            yield self._group(card, way, layer, lines[way, layer], most)

    def _group(self, card: Card, way: Way, layer: str, lines: list[Line], most: int) -> Group:
        best: dict[str, Line] = {}
        unknown: set[str] = set()
        for line in lines:
            for name in self._others(line, card):
                if line.size == 0:
                    unknown.add(name)
                elif name not in best or line.size < best[name].size:
                    best[name] = line
        unknown -= best.keys()
        shown: list[Shown] = []
        assert self.atlas is not None
        for tried, name in enumerate(sorted(best, key=self.atlas.renown)):
            if len(shown) == most or tried >= most * _TRIES:
                break
            replayed = self.replayed(best[name], card, name)
            if replayed is not None:
                shown.append(replayed)
        return Group(way, layer, len(best), len(unknown), tuple(shown))

    def _others(self, line: Line, card: Card) -> list[str]:
        assert self.atlas is not None
        return [name for name in self.atlas.cards_of(line) if name != card.name]

    def replayed(self, line: Line, card: Card, name: str) -> Shown | None:
        """The row with these very cards, if both readings show it, on its board or another."""
        other = self.catalogue.card(name)
        if other is None:
            return None
        first, second = (other, card) if line.turned else (card, other)
        way = _as_first_sees(line)
        spread = of_recipe(line.recipe, first, second, self._extra)
        if not by_both(spread, line.layer, way):
            again = decide(self.prober, first, second, line.layer, {way}).shown.get(way)
            if again is None or not by_both(again, line.layer, way):
                return None
            spread = again
        return Shown(line.way, line.layer, card, other, spread)

    def _extra(self, word: str) -> Extra:
        return extra_of(self.catalogue, self.prober.panel, word)

    # --- two cards --------------------------------------------------------------------------------

    def pair(self, one: Card, other: Card) -> Pair:
        """How the two meet, tried on boards now."""
        pair = Pair(one, other)
        beyond: list[str] = []
        for layer in LAYERS:
            mine, theirs = _bundle(one, layer), _bundle(other, layer)
            ways_shown = self._decided(pair, layer, self._wanted(one, other, layer, mine, theirs))
            if mine and theirs and "order" not in ways_shown:
                pair.through += self._through(one, other, layer, mine, theirs)
                if self.tied(layer, mine, theirs):
                    beyond.append(layer)
        pair.beyond = tuple(beyond)
        pair.not_modelled = tuple(card.name for card in (one, other) if not understood(card))
        pair.unknown = [each for each in pair.unknown if not _settled(each, pair.shown)]
        return pair

    def _decided(self, pair: Pair, layer: str, wanted: set[Way]) -> set[Way]:
        """Tries the ways in a layer, writes down what was found, and says which were shown."""
        meeting = decide(self.prober, pair.one, pair.other, layer, wanted)
        for way, spread in meeting.shown.items():
            if by_both(spread, layer, way):
                pair.shown.append(Shown(way, layer, pair.one, pair.other, spread))
            else:
                meeting.open.add(way)
        pair.unknown.extend((way, layer) for way in sorted(meeting.open))
        return set(meeting.shown)

    def _wanted(
        self, one: Card, other: Card, layer: str, mine: Bundle | None, theirs: Bundle | None
    ) -> set[Way]:
        wanted = possible(mine, theirs) if mine and theirs else set()
        if mine and may_stop(one, mine, body_of(other)):
            wanted.add("stops")
        if theirs and may_stop(other, theirs, body_of(one)):
            wanted.add("stopped")
        return wanted

    def _through(
        self, one: Card, other: Card, layer: str, mine: Bundle, theirs: Bundle
    ) -> Iterator[Shown]:
        """By what a third permanent does between the two."""
        thirds = [card for card in self.prober.acting if self._ties(card, layer, mine, theirs)]
        for spread in self.prober.with_acting(one, other, layer, thirds, late=True):
            if shows(spread, layer, "order") and by_both(spread, layer, "order"):
                yield Shown("order", layer, one, other, spread)
                return

    def _ties(self, card: Card, layer: str, mine: Bundle, theirs: Bundle) -> bool:
        bundle = _bundle(card, layer)
        return bundle is not None and ties(bundle, mine, theirs)

    def tied(self, layer: str, mine: Bundle, theirs: Bundle) -> bool:
        """Whether some permanent of the catalogue could make their order matter in the layer."""
        return any(ties(each, mine, theirs) for each in self._bundles.get(layer, ()))

    @cached_property
    def _bundles(self) -> dict[str, tuple[Bundle, ...]]:
        by_layer: dict[str, dict[Bundle, None]] = {}
        for card in self.catalogue.all_cards():
            if is_permanent(card):
                for bundle in bundles_of(card):
                    by_layer.setdefault(bundle.layer, {})[bundle] = None
        return {layer: tuple(bundles) for layer, bundles in by_layer.items()}

    # --- the cards of a board ---------------------------------------------------------------------

    def among(self, cards: Sequence[Card]) -> Iterator[Pair]:
        """Each two of these cards, and whether their order matters; nothing else is looked at."""
        for one, other in combinations(cards, 2):
            pair = Pair(one, other)
            for layer in LAYERS:
                mine, theirs = _bundle(one, layer), _bundle(other, layer)
                if mine and theirs:
                    self._decided(pair, layer, possible(mine, theirs) & {"order"})
            yield pair

    def beside(self, cards: Sequence[Card], most: int = 8) -> list[Shown]:
        """The best-known cards whose order matters with one of these, each replayed once."""
        by_name: dict[str, Shown] = {}
        for card in cards:
            for group in self.groups(card, most=most, ways=("order",)):
                for shown in group.shown:
                    if shown.other not in cards:
                        by_name.setdefault(shown.other.name, shown)
        assert self.atlas is not None
        return [by_name[name] for name in sorted(by_name, key=self.atlas.renown)][:most]

    def permanents(self, names: Sequence[str]) -> list[Card]:
        """The permanents among the cards of these names, each once; others are passed over."""
        cards = [card for card in map(self.catalogue.card, names) if card and is_permanent(card)]
        return list(dict.fromkeys(cards))


def by_both(spread: Spread, layer: str, way: Way) -> bool:
    """Whether both readings show it, and agree on every outcome of the board."""
    try:
        if not shows(spread, layer, way):
            return False
        for board in spread.boards():
            outcome(board)
        if way == "order":
            return order_shows(spread, by_constraints)
        return way in ways(seen_by_encodings(spread.boards()[0]), spread, layer)
    except (NotPlayable, BoardError):
        return False


def _bundle(card: Card, layer: str) -> Bundle | None:
    return next((each for each in bundles_of(card) if each.layer == layer), None)


def _as_first_sees(line: Line) -> Way:
    """The way as it reads for the first card of the recipe."""
    if not line.turned:
        return line.way
    others: dict[Way, Way] = {"waits": "waited", "waited": "waits", "stopped": "stops"}
    return others.get(line.way, line.way)


def _settled(each: tuple[Way, str], shown: list[Shown]) -> bool:
    """Whether another way in the same layer says enough: a loop is no waiting."""
    way, layer = each
    return way in ("waits", "waited") and any(
        one.layer == layer and one.way == "loop" for one in shown
    )


def understood(card: Card) -> bool:
    """Whether all that it can do by being there is understood, and kept by the atlas."""
    return all(fits(each) for each in card.faces[0].abilities) and not any(
        isinstance(change, BecomeCopy)
        for ability in card.faces[0].abilities
        for static in statics_of(ability)
        for effect in static.effects
        for change in effect.changes
    )
