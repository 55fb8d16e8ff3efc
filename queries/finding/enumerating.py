"""Every board of a few cards, one by one, by the referee: what the search is measured against.

Boards have a fixed number of permanents, in every order, each on either side, with every choice
made as it enters, every host of an Aura or Equipment among the permanents before it, and every
number of level counters on levelers. A board that state-based actions would change, on which a
legend's controller must choose (704.5j), or on which an Aura could not have entered so (303.4f), is
no board of the search either.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from striate.boards.errors import NotPlayable
from striate.boards.timeline import (
    Answer,
    Attach,
    Board,
    ChangeCounters,
    Choices,
    Enter,
    Seat,
    Step,
    free_handle,
)
from striate.cards import tree
from striate.cards.tree import Card
from striate.cards.vocabulary import BASIC_LAND_TYPES, COLORS, LAND_TYPES
from striate.queries.finding.foundboards import printed_cards
from striate.queries.goals.meaning import reached
from striate.referee.judge import could_be_attached_so, judge
from striate.search.decoding import attached_as_placed, went_early
from striate.search.goals import Goal
from striate.search.legendrule import one_must_go

SIDES: tuple[Seat, Seat] = ("you", "opponent")


@dataclass(frozen=True)
class Piece:
    """One permanent as it can stand on a board; `host` counts from 0, None: attached to nothing."""

    card: Card
    controller: Seat
    choose: Choices
    level: int = 0
    host: int | None = None
    face_down: bool = False

    @property
    def is_aura(self) -> bool:
        return "Aura" in self.card.faces[0].subtypes


@dataclass(frozen=True)
class Judged:
    """A board with what the referee says of it; `lasts`: no state-based action changes it."""

    board: Board
    answer: Answer
    cards: tuple[str, ...]  # in the order of the timeline
    lasts: bool


def boards_of(
    cards: Sequence[Card], size: int, creature_types: tuple[str, ...] = ()
) -> Iterator[Board]:
    """Every board of that many permanents."""
    return map(_board_of, placed(cards, size, creature_types))


def judged(pieces: tuple[Piece, ...]) -> Judged | None:
    """The board with the referee's answer; None where the rules don't allow a step of it."""
    board = _board_of(pieces)
    try:
        answer = judge(board)
    except NotPlayable:
        return None
    cards = tuple(piece.card.name for piece in pieces)
    return Judged(board, answer, cards, lasting(board, answer))


def lasting(board: Board, answer: Answer) -> bool:
    """Whether no state-based action changes it, and all is attached as it was placed."""
    lasts = not answer.gone and not one_must_go(answer) and attached_as_placed(board, answer)
    return lasts and could_be_attached_so(board)


def placed(
    cards: Sequence[Card], size: int, creature_types: tuple[str, ...] = ()
) -> Iterator[tuple[Piece, ...]]:
    """Every way to fill the slots."""
    forms = [[pieces_of(card, place, creature_types) for card in cards] for place in range(size)]
    for chosen in product(*(range(len(cards)) for _ in range(size))):
        yield from product(*(forms[place][which] for place, which in enumerate(chosen)))


def count(cards: Sequence[Card], size: int, creature_types: tuple[str, ...] = ()) -> int:
    """How many boards there are."""
    total = 1
    for place in range(size):
        total *= sum(len(pieces_of(card, place, creature_types)) for card in cards)
    return total


def pieces_of(card: Card, place: int, creature_types: tuple[str, ...]) -> list[Piece]:
    """Every way in which the card can stand at that place of the order."""
    face = card.faces[0]
    hosts: list[int | None] = [None]
    if "Aura" in face.subtypes:
        hosts = list(range(place))
    elif "Equipment" in face.subtypes:
        hosts += range(place)
    return [
        Piece(card, side, choices, level, host)
        for side in SIDES
        for choices in chosen(card, creature_types, side)
        for level in range(most_levels(card) + 1)
        for host in hosts
    ]


def chosen(card: Card, creature_types: tuple[str, ...] = (), seat: Seat = "you") -> list[Choices]:
    """Every way in which that player makes the choices of a card as it enters."""
    ways = product(*(choices_of(each, creature_types, seat) for each in card.faces[0].abilities))
    return [tuple(sorted(choice for several in way for choice in several)) for way in ways]


def choices_of(ability: tree.Ability, creature_types: tuple[str, ...], seat: Seat) -> list[Choices]:
    """614.12: what can be chosen as it enters; nothing for most abilities."""
    if not isinstance(ability, tree.EntersChoose):
        return [()]
    values = {
        "color": tuple(COLORS),
        "basic land type": BASIC_LAND_TYPES,
        "land type": LAND_TYPES,
        "creature type": creature_types or ("Wall",),
        "player": [each for each in SIDES if each != seat or "opponent" not in ability.options],
    }.get(ability.kind, ability.options)
    kept = (value for value in values if COLORS.get(value, value) not in ability.but)
    return [((ability.kind, value),) for value in kept]


def most_levels(card: Card) -> int:
    """711: one counter more than the last bound of its level symbols; 0 where it has none."""
    bounds = [
        (symbol.high or symbol.low - 1) + 1
        for symbol in card.faces[0].abilities
        if isinstance(symbol, tree.LevelSymbol)
    ]
    return max(bounds, default=0)


def _board_of(pieces: Sequence[Piece]) -> Board:
    """The timeline: each enters, Equipment is attached, and counters are put on it as it comes."""
    handles: list[str] = []
    steps: list[Step] = []
    for piece in pieces:
        steps += entering(piece, handles)
        if piece.level:
            steps.append(ChangeCounters(handles[-1], (("level", piece.level),)))
    return Board(tuple(steps))


def entering(piece: Piece, handles: list[str], others: Sequence[str] = ()) -> list[Step]:
    """It enters, and Equipment is attached; its handle, which none of the others has, is added."""
    name = piece.card.faces[0].name
    handle = free_handle(name, (*handles, *others))
    host = None if piece.host is None else handles[piece.host]
    handles.append(handle)
    on = host if piece.is_aura else None
    enter = Enter(
        handle,
        piece.card,
        piece.controller,
        choose=piece.choose,
        attached_to=on,
        face_down=piece.face_down,
    )
    return [enter] if host is None or piece.is_aura else [enter, Attach(handle, host)]


def reaching(
    goal: Goal, boards: Iterable[Judged], *, any_: bool = False
) -> Iterator[tuple[Judged, tuple[str, ...]]]:
    """The boards that reach the goal, with the asked-for objects."""
    for each in boards:
        handles = reached(goal, each.answer, printed_cards(each.board), any_=any_)
        if handles is None:
            continue
        falls = any_ and set(each.answer.gone) <= set(handles)
        if each.lasts or (falls and not went_early(each.board, each.answer.gone)):
            yield each, handles


def sample(cards: Sequence[Card], size: int, number: int) -> list[Judged]:
    """Boards spread evenly over all of them: for counting how long all would take."""
    total = count(cards, size)
    stride = max(1, total // number)
    forms = [[p for card in cards for p in pieces_of(card, place, ())] for place in range(size)]
    boards = []
    for index in islice(range(0, total, stride), number):
        pieces = []
        for options in forms:
            index, which = divmod(index, len(options))
            pieces.append(options[which])
        board = judged(tuple(pieces))
        boards += [] if board is None else [board]
    return boards
