"""Which boards are tried for two cards: from the smallest on, those on which they may well meet.

First the two alone, then with one further permanent of the panel, then with one that acts, then
with that and one of the panel, and where words ask for more, with the whole panel.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.timeline import Board, Enter, Seat, Step
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.vocabulary import FAMILY_OF
from striate.cards.walking import any_node, nodes
from striate.encodings.door import LAYERS
from striate.queries.atlas.panel import ACTING, COUNTER, TOKEN, Extra, acting, extra_of, panel
from striate.queries.atlas.parts import bundles_of
from striate.queries.atlas.spreads import Placed, Spread, attaches, enchants_player
from striate.queries.atlas.watching import looked_over
from striate.quick.reach import touch
from striate.referee.judge import could_be_attached_so

_SEATS: tuple[Seat, Seat] = ("you", "opponent")
_SHARED, _OTHERS = 4, 4  # permanents of the panel that are tried one by one
_BESIDE_ACTING = 1
_ACTING = 6  # permanents that act, of those that act on what the two look at
_WIDE_HOSTS = 2


@dataclass
class Prober:
    """Makes boards for pairs of cards of one catalogue, and remembers what cards apply to."""

    catalogue: Catalogue
    _hosts: dict[object, tuple[str, ...]] = field(default_factory=dict)
    _touched: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    _orders: dict[str, Extra | None] = field(default_factory=dict)

    @cached_property
    def panel(self) -> tuple[Extra, ...]:
        return panel(self.catalogue)

    @cached_property
    def acting(self) -> tuple[tree.Card, ...]:
        cards = (self.catalogue.card(name) for name in ACTING)
        return tuple(card for card in cards if card is not None)

    # --- what a card is on and applies to ---------------------------------------------------------

    def hosts(self, card: tree.Card) -> tuple[str, ...]:
        """The permanents of the panel that it can be attached to."""
        face = card.faces[0]
        kind = (face.subtypes, tuple(each for each in face.abilities if _names_hosts(each)))
        if kind not in self._hosts:
            self._hosts[kind] = tuple(
                each.handle for each in self.panel if self.fits(card, each.handle, each.steps)
            )
        return self._hosts[kind]

    def fits(self, card: tree.Card, host: str, steps: Iterable[Step]) -> bool:
        """303.4f, 702.6a: whether it can be attached to that permanent."""
        steps = tuple(steps)
        if not any(isinstance(step, Enter) and step.handle == host for step in steps):
            return False
        try:
            placed = Placed(card, host=host)
            return could_be_attached_so(Board((*steps, *placed.steps())))
        except NotPlayable:
            return False

    def touched(self, card: tree.Card, layer: str) -> frozenset[str]:
        """The permanents of the panel that it applies to in the layer."""
        if attaches(card):
            return frozenset(self.hosts(card))
        key = (card.name, layer)
        if key not in self._touched:
            others = [step for extra in self.panel for step in extra.steps]
            placed = _placed(card)
            try:
                _, applied_to = looked_over(Board((*others, *placed.steps())))
            except NotPlayable:
                # It can't come so: then nothing of the panel is left out on its account.
                every = {extra.handle for extra in self.panel}
                applied_to = {(each, placed.handle): every for each in LAYERS}
            for each in LAYERS:
                objects = applied_to.get((each, placed.handle), set())
                self._touched[card.name, each] = frozenset(objects)
        return self._touched[key]

    # --- boards -----------------------------------------------------------------------------------

    def spreads(
        self, one: tree.Card, other: tree.Card, layer: str, *, wide: bool = False
    ) -> Iterator[Spread]:
        """Boards for the two, from the smallest on; `wide`: the whole panel in any case."""
        yield from self._alone(one, other)
        for extra in self._likely(one, other, layer):
            for seat in _seats(one, other):
                yield from self._with(one, other, seat, (extra,), extra.handle)
        yield from self.with_acting(one, other, layer, self._relevant(one, other, layer))
        if wide or _asks_for_more(one, layer) or _asks_for_more(other, layer):
            yield from self._wide(one, other)

    def _alone(self, one: tree.Card, other: tree.Card) -> Iterator[Spread]:
        if not attaches(one) and not attaches(other):
            for seat in _seats(one, other):
                yield Spread(_placed(one), _placed(other, seat, second=True))
        yield from self._on_each_other(one, other)

    def _on_each_other(self, one: tree.Card, other: tree.Card) -> Iterator[Spread]:
        """One of the two attached to the other."""
        mine, theirs = _placed(one), _placed(other, second=True)
        if attaches(other) and not attaches(one) and self.fits(other, mine.handle, mine.steps()):
            yield Spread(mine, replace(theirs, host=mine.handle), above="second")
        if attaches(one) and not attaches(other) and self.fits(one, theirs.handle, theirs.steps()):
            yield Spread(replace(mine, host=theirs.handle), theirs, above="first")

    def _with(
        self, one: tree.Card, other: tree.Card, seat: Seat, beside: tuple[Extra, ...], host: str
    ) -> Iterator[Spread]:
        """Both beside or on the host, as each of them can be."""
        for card in (one, other):
            if attaches(card) and not self._can_be_on(card, host, beside):
                return
        yield Spread(_placed(one, host=host), _placed(other, seat, host, second=True), beside)

    def _can_be_on(self, card: tree.Card, host: str, beside: tuple[Extra, ...]) -> bool:
        """Whether it can be attached to one of the panel, or to what was made to order."""
        host_there = next((extra for extra in beside if extra.handle == host), None)
        if host_there is None or host_there in self.panel:
            return host in self.hosts(card)
        return self.fits(card, host, host_there.steps)

    def with_acting(
        self,
        one: tree.Card,
        other: tree.Card,
        layer: str,
        thirds: Iterable[tree.Card],
        *,
        late: bool = False,
    ) -> Iterator[Spread]:
        """With one further permanent that acts, alone and with one of the panel.

        `late`: also where that one comes last.
        """
        bare = not attaches(one) and not attaches(other)
        likely = self._likely(one, other, layer)[:_BESIDE_ACTING]
        for card in thirds:
            if attaches(card):
                yield from self._under(one, other, card)
                continue
            third = acting(self.catalogue, card.name)
            if bare:
                alone = Spread(_placed(one), _placed(other, second=True), (third,))
                yield alone
                if late:
                    yield replace(alone, late=True)
            yield from (replace(each, beside=(third,)) for each in self._on_each_other(one, other))
            for extra in likely:
                yield from self._with(one, other, "you", (third, extra), extra.handle)

    def _under(self, one: tree.Card, other: tree.Card, card: tree.Card) -> Iterator[Spread]:
        """With an Aura or Equipment on one of the two."""
        if attaches(one) or attaches(other):
            return
        for below in (one, other):
            placed = _placed(below)
            if self.fits(card, placed.handle, placed.steps()):
                third = acting(self.catalogue, card.name, placed.handle)
                for seat in _seats(one, other) if below is one else _SEATS[:1]:
                    second = _placed(other, seat, second=True)
                    yield Spread(_placed(one), second, (third,), late=True)

    def _wide(self, one: tree.Card, other: tree.Card) -> Iterator[Spread]:
        """The whole panel beside the two."""
        hosts = [extra.handle for extra in self.panel]
        for card in (one, other):
            if attaches(card):
                hosts = [host for host in hosts if host in self.hosts(card)]
        bare = not attaches(one) and not attaches(other)
        for host in hosts[: 1 if bare else _WIDE_HOSTS]:
            for seat in _seats(one, other):
                yield from self._with(one, other, seat, self.panel, host)

    def _likely(self, one: tree.Card, other: tree.Card, layer: str) -> list[Extra]:
        """The permanents on which it may show: those that both apply to, then the others."""
        mine, theirs = self.touched(one, layer), self.touched(other, layer)
        extras = [extra for extra in self.panel if extra.handle in mine & theirs][:_SHARED]
        extras += [e for e in self.panel if e.handle in mine ^ theirs][:_OTHERS]
        return extras + self._asked_for(one, other, layer)

    def _asked_for(self, one: tree.Card, other: tree.Card, layer: str) -> list[Extra]:
        """What their words name and the panel does not have."""
        words = dict.fromkeys((*_named_in(one, layer), *_named_in(other, layer)))
        return [extra for word in words if (extra := self._made(word)) is not None]

    def _made(self, word: str) -> Extra | None:
        """A further permanent made to order; None where there is none."""
        if word not in self._orders:
            try:
                self._orders[word] = extra_of(self.catalogue, self.panel, word)
            except (LookupError, BoardError):
                self._orders[word] = None
        return self._orders[word]

    def _relevant(self, one: tree.Card, other: tree.Card, layer: str) -> list[tree.Card]:
        """Those that act on what one of the two looks at in the layer, not after it."""
        before = LAYERS[: LAYERS.index(layer) + 1]
        looks = frozenset(
            key
            for card in (one, other)
            for bundle in bundles_of(card)
            if bundle.layer in before
            for sign in bundle.signs
            for key in sign.others
        )
        worn = _asks_for_attached(one) or _asks_for_attached(other)
        acting = [
            card
            for card in self.acting
            if card.name not in (one.name, other.name)
            and (
                (worn and attaches(card))
                or any(
                    bundle.layer in before and touch(looks, sign.written)
                    for bundle in bundles_of(card)
                    for sign in bundle.signs
                )
            )
        ]
        return acting[:_ACTING]


def _placed(
    card: tree.Card, seat: Seat = "you", host: str | None = None, *, second: bool = False
) -> Placed:
    """The card on the host where it attaches, on a player where it enchants players."""
    where = host if attaches(card) else "you" if enchants_player(card) else None
    return Placed(card, seat, where, second)


def _seats(one: tree.Card, other: tree.Card) -> tuple[Seat, ...]:
    """Whose the second is: both players' turn, where words ask who controls what."""
    return _SEATS if _asks_for_players(one) or _asks_for_players(other) else _SEATS[:1]


@cache
def _asks_for_players(card: tree.Card) -> bool:
    return any(
        kind == "controller"
        for bundle in bundles_of(card)
        for sign in bundle.signs
        for kind, _ in (*sign.others, *sign.itself)
    )


@cache
def _asks_for_attached(card: tree.Card) -> bool:
    """Whether it asks what is enchanted, equipped or modified."""
    parts = (part for bundle in bundles_of(card) for part in bundle.parts)
    return any(any_node((part.who, part.condition), (tree.HasAttached,)) for part in parts)


@cache
def _named_in(card: tree.Card, layer: str) -> tuple[str, ...]:
    """The subtypes, counters and names that it asks for, as the atlas calls further permanents."""
    names: dict[str, None] = {}
    for bundle in bundles_of(card):
        for part in bundle.parts if bundle.layer in (layer, "4") else ():
            for node in nodes((part.who, part.condition)):
                match node:
                    case tree.HasSubtype(word) if FAMILY_OF.get(word) not in (None, "creature"):
                        names[word + TOKEN] = None
                    case tree.HasCounter(kind=str(kind)):
                        names[kind + COUNTER] = None
                    case tree.Named(word) if word[:1] not in ("@", "~"):
                        names[word] = None
    return tuple(names)


def _names_hosts(ability: tree.Ability) -> bool:
    return isinstance(ability, tree.Keyword) and ability.name in ("enchant", "equip", "fortify")


def _asks_for_more(card: tree.Card, layer: str) -> bool:
    """Whether it has a condition, or counts, so that one further permanent may not do."""
    return any(
        part.condition is not None
        for bundle in bundles_of(card)
        if bundle.layer == layer
        for part in bundle.parts
    )


def shrunk(spread: Spread, shows: Callable[[Spread], bool]) -> Spread:
    """The spread without what it does not need to show it: halves first, then one by one."""
    needed = {placed.host for placed in (spread.first, spread.second)}
    step = max(1, len(spread.beside) // 2)
    while True:
        start = 0
        while start < len(spread.beside):
            cut = spread.beside[start : start + step]
            kept = tuple(e for e in spread.beside if e not in cut or e.handle in needed)
            if len(kept) < len(spread.beside) and shows(spread.with_beside(kept)):
                spread = spread.with_beside(kept)
            else:
                start += step
        if step == 1:
            return spread
        step = max(1, step // 2)
