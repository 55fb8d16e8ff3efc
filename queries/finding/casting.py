"""`find --spells`: boards on which spells and activated abilities resolve, one by one.

What resolves is tried by the referee at every place of the order, with every target among the
permanents that are there. Left out are cards whose text asks for more than targets on the
battlefield (modes, X, a choice, a player), and what is not wholly understood.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from typing import TypeAlias

from msgspec.structs import replace

from striate.boards.errors import BoardError
from striate.boards.timeline import (
    Answer,
    Board,
    ChangeCounters,
    Resolve,
    ResolveAbility,
    Seat,
    Step,
    free_handle,
)
from striate.cards import tree
from striate.cards.prose import is_understood
from striate.cards.tree import Body, Card
from striate.cards.walking import any_node
from striate.queries.finding.enumerating import SIDES, Piece, entering, pieces_of
from striate.queries.finding.find import TAKEN
from striate.queries.finding.foundboards import printed_cards
from striate.queries.goals import meaning
from striate.queries.outcome import all_ways, open_decisions
from striate.referee.abilitykinds import bodies
from striate.search.asking.creating import makes_tokens
from striate.search.beyond import left_out
from striate.search.cone import in_graveyards
from striate.search.goals import Goal, speaks_of
from striate.search.graveyards import reads_graveyards
from striate.search.resolving.happenings import happenings_of, is_open, is_spell
from striate.search.tokens import as_card, token_of
from striate.solver import journal
from striate.solver.deadline import NEVER, Deadline

_MOST = 200_000  # boards that are tried
_TAPPED = (tree.IsTapped,)
_TOLD = tuple(dict.fromkeys(step for steps in TAKEN.values() for step in steps))


@dataclass(frozen=True)
class Played:
    """A spell that resolves, or the N-th ability of a permanent; permanents count from 0."""

    card: Card
    controller: Seat
    targets: tuple[int, ...]
    of: int | None = None
    number: int = 0
    mode: int = 0
    early: int = 0  # so many level counters have been put on each leveler, if it gets as many
    makes: tuple[Card, ...] = ()  # tokens, which stand among the permanents after them

    def step(self, handles: list[str], spells: list[str]) -> Step:
        targets = tuple(handles[place] for place in self.targets)
        modes = (self.mode,) if self.mode else ()
        of = None if self.of is None else handles[self.of]
        if of is None:
            spells.append(free_handle(self.card.faces[0].name, (*handles, *spells)))
        for token in self.makes:
            handles.append(free_handle(token.name, (*handles, *spells)))
        creates = tuple(handles[len(handles) - len(self.makes) :])
        if of is not None:
            return ResolveAbility(self.number, of, targets=targets, modes=modes, creates=creates)
        return Resolve(
            self.card, spells[-1], self.controller, targets=targets, modes=modes, creates=creates
        )


Items: TypeAlias = tuple[Piece | Played, ...]


@dataclass
class Casting:
    """Every board up to a size on which something resolves; the first that reach the goal."""

    goal: Goal
    cards: Sequence[Card]
    any_: bool = False
    wanted: int = 1
    deadline: Deadline = NEVER
    must: Sequence[str] = ()  # cards that are there
    lying: Mapping[str, Sequence[str]] = field(default_factory=dict)  # the ways to be face down
    most: int = _MOST
    found: list[tuple[Board, tuple[str, ...]]] = field(default_factory=list)
    tried: int = 0
    complete: bool = True
    size: int = 0
    open: int = 0  # the smallest size of which some board is not told; 0: none

    def run(self, largest: int) -> None:
        """Smallest first."""
        self.permanents = [
            card for card in self.cards if not left_out(card) and not reads_graveyards(card)
        ]
        self.spells = [(card, body) for card in self.cards if (body := spell_of(card)) is not None]
        texts = tuple(face.abilities for card in self.cards for face in card.faces)
        self.apart = any(happenings_of(card)[1] for card in self.cards)  # not told by the circuit
        self.tapping = speaks_of(self.goal, _TAPPED) or any_node(texts, _TAPPED)
        for self.size in range(1, largest + 1):
            journal.note(f"boards with spells of {self.size} cards, {self.tried:,} tried so far")
            for items in sequences(self.size, self.options):
                if all(isinstance(item, Piece) for item in items):
                    continue
                if self.tried >= self.most or self.deadline.over():
                    self.complete = False
                    return
                self.look(items)
                if len(self.found) >= self.wanted:
                    return
            if self.found:
                return

    def options(self, items: Items) -> Iterator[Piece | Played]:
        there = [*_there(items)]
        if self.size > len(items) and any(map(_makes_others, items)):
            self.untold()  # an Aura, a target or an ability of these is not tried
        for card in self.permanents:
            yield from pieces_of(card, len(there), ())
        for card in self.cards:
            for way, side in product(self.lying.get(card.name, ()), SIDES):
                yield Piece(card, side, (("face down by", way),), face_down=True)
        early = _levels(items) if self.apart else [0]
        for card, body in self.spells:
            for side, targets, level in product(SIDES, _targets_of(body, len(there)), early):
                yield Played(card, side, targets, early=level, makes=_tokens_of(body) or ())
        for place, one in enumerate(there):
            if one is None:
                continue
            for number, body in abilities_of(one):
                made = _tokens_of(body) or ()
                for targets, level in product(_targets_of(body, len(there)), early):
                    yield Played(one, "you", targets, place, number, early=level, makes=made)

    def look(self, items: Items) -> None:
        """The board in every way that what it leaves open can be."""
        self.tried += 1
        played = (item for item in items if isinstance(item, Played))
        levelers = [item for item in items if isinstance(item, Piece) and item.level]
        if (self.tapping or len(levelers) > 1) and any(happenings_of(e.card)[1] for e in played):
            self.untold()  # nor is what is tapped tried, nor levelers apart
        board = board_of(items)
        told = replace(board, steps=(*_TOLD, *board.steps))
        try:
            read = all_ways(told, "referee", partial(self.asked, printed_cards(board)))
        except BoardError as error:
            if error.unread:
                self.untold()
            return
        ways = [handles for handles in read.seen if handles is not None]
        if read.not_modelled or read.too_many or any(answer.facts for _, answer in read.read):
            self.untold()  # it may be one
        elif ways and open_decisions(read.read):
            self.untold()  # it is one in some ways
        elif ways:
            self.found.append((board, ways[0]))

    def asked(self, printed: Mapping[str, Card], answer: Answer) -> tuple[str, ...] | None:
        """What is asked for, if the board is one in this way."""
        there = meaning.permanents(answer)
        if meaning.is_open(self.goal, there):
            self.untold()
            return None
        handles = meaning.reached(self.goal, answer, printed, any_=self.any_)
        if handles is None:
            return None
        kept = {*handles, *(seen.handle for seen in there)}
        names = Counter(card.faces[0].name for handle, card in printed.items() if handle in kept)
        if Counter(self.must) - names:
            return None
        if set(answer.gone) - set(handles if self.any_ else ()):
            self.untold()  # it is one, but something left
            return None
        return handles

    def untold(self) -> None:
        """Boards of this size are not ruled out."""
        self.complete = False
        self.open = self.open or self.size


def _there(items: Items) -> Iterator[Card | None]:
    """The permanents after these, as they have abilities; None: one that lies face down."""
    for item in items:
        if isinstance(item, Played):
            yield from item.makes
        else:
            yield None if item.face_down else item.card


def _levels(items: Items) -> list[int]:
    """The numbers of level counters after which something may resolve: each that makes levelers
    something else (711.2), and no fewer than before."""
    pieces = [item for item in items if isinstance(item, Piece) and item.level]
    symbols = (
        (symbol.low, piece.level)
        for piece in pieces
        for symbol in piece.card.faces[0].abilities
        if isinstance(symbol, tree.LevelSymbol)
    )
    least = max((item.early for item in items if isinstance(item, Played)), default=0)
    bounds = {least, *(low for low, level in symbols if least < low <= level)}
    return sorted(bounds)


def _body_of(played: Played) -> Body | None:
    if played.of is None:
        return spell_of(played.card)
    return dict(abilities_of(played.card)).get(played.number)


def _makes_others(item: Piece | Played) -> bool:
    """Whether tokens may stand there of which it is not told how many, or what all of them do."""
    body = _body_of(item) if isinstance(item, Played) else None
    return body is not None and _tokens_of(body) is None


@cache
def _tokens_of(body: Body) -> tuple[Card, ...] | None:
    """The tokens that it makes, in order; None where that is not told, or something that they can
    do is not tried."""
    tokens: list[Card] = []
    for step in body.steps:
        if not isinstance(step, tree.CreateTokens):
            if any_node(step, _makes_something):
                return None
            continue
        token, sized = token_of(step.token)
        if token is None or not sized or step.attached_to is not None or len(token.faces) > 1:
            return None
        happenings, reasons = happenings_of(as_card(token))
        numbers = {each.number for each in happenings}
        if not isinstance(step.amount, tree.Num) or len(abilities_of(token)) < len(numbers) + len(
            reasons
        ):
            return None
        tokens += [token] * step.amount.value
    return tuple(tokens)


def _makes_something(node: tree.Node) -> bool:
    makers = (tree.CreateTokens, tree.CreateCopies, tree.CopySpell, tree.GetEmblem)
    return isinstance(node, makers) or makes_tokens(node)


def spell_of(card: Card) -> Body | None:
    """What the instant or sorcery does, where the search can try it."""
    face = card.faces[0]
    if len(card.faces) > 1 or not is_spell(card):
        return None
    spells = [ability for ability in face.abilities if isinstance(ability, tree.Spell)]
    return spells[0].body if len(spells) == 1 and tried(spells[0].body) else None


def abilities_of(card: Card) -> list[tuple[int, Body]]:
    """The activated abilities that can be tried, by their number (602, 603 count together)."""
    counted = [inner for ability in card.faces[0].abilities for inner in bodies(ability)]
    return [
        (number, ability.body)
        for number, ability in enumerate(counted, 1)
        if isinstance(ability, tree.Activated) and tried(ability.body) and acts(ability.body)
    ]


def tried(body: Body) -> bool:
    """Understood, and nothing is asked for but targets on the battlefield."""
    if body.touches or body.players or not is_understood(body) or is_open(body, players=()):
        return False
    if any_node(body, in_graveyards):  # there are none
        return False
    return all(
        spec.word == "target" and spec.zone == "battlefield" and spec.low == spec.high == 1
        for spec in body.targets
    )


def acts(body: Body) -> bool:
    """Whether it can change a characteristic: abilities that only add mana are passed over."""
    return any(
        not isinstance(step, tree.AddMana | tree.Act | tree.LifeChange) for step in body.steps
    )


def _targets_of(body: Body, count: int) -> Iterator[tuple[int, ...]]:
    """Every way to choose the targets; whether they are legal the referee says (608.2b)."""
    yield from product(range(count), repeat=len(body.targets))


def sequences(
    left: int, following: Callable[[Items], Iterator[Piece | Played]], items: Items = ()
) -> Iterator[Items]:
    """Every order of so many more items, each of those that may follow."""
    if left == 0:
        yield items
        return
    for item in following(items):
        yield from sequences(left - 1, following, (*items, item))


def board_of(items: Items) -> Board:
    """The timeline, with level counters before what resolves late, or at the end."""
    handles: list[str] = []
    spells: list[str] = []
    steps: list[Step] = []
    levels: dict[str, int] = {}  # that each leveler gets in the end
    put: dict[str, int] = {}

    def put_on(most: int) -> None:
        for handle, level in levels.items():
            number = min(level, most) - put.get(handle, 0)
            if number > 0:
                steps.append(ChangeCounters(handle, (("level", number),)))
                put[handle] = put.get(handle, 0) + number

    for item in items:
        if isinstance(item, Piece):
            steps += entering(item, handles, spells)
            if item.level:
                levels[handles[-1]] = item.level
            continue
        put_on(item.early)
        steps.append(item.step(handles, spells))
    put_on(max(levels.values(), default=0))
    return Board(tuple(steps))
