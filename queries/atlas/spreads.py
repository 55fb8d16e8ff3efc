"""The boards of the atlas: two permanents in either order, and what stands beside them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

import msgspec

from striate.boards.timeline import (
    Answer,
    Attach,
    Board,
    ChangeCounters,
    Choices,
    Enter,
    LevelUp,
    Seat,
    SetClassLevel,
    Step,
)
from striate.cards import tree
from striate.cards.walking import nodes
from striate.queries.answers import canonical
from striate.queries.atlas.panel import Extra
from striate.referee.judge import judge

# What is chosen as the one and as the other of the two enters, by kind.
_CHOSEN: dict[str, tuple[str, ...]] = {
    "color": ("red", "blue", "green"),
    "creature type": ("Goblin", "Bear"),
    "basic land type": ("Mountain", "Island"),
    "land type": ("Mountain", "Island"),
    "card name": ("Tundra", "Grizzly Bears"),
    "number": ("2", "3"),
    "player": ("you", "opponent"),
    "card type": ("Creature", "Artifact"),
}


@dataclass(frozen=True)
class Placed:
    """One of the two cards as it stands on a board; `other`: what it chooses is another thing."""

    card: tree.Card
    controller: Seat = "you"
    host: str | None = None
    other: bool = False

    @property
    def handle(self) -> str:
        return self.card.faces[0].name

    def steps(self) -> Iterator[Step]:
        """It enters, is attached, and reaches its highest level."""
        face = self.card.faces[0]
        aura = "Aura" in face.subtypes or bestowed(face)
        choose = chosen(face, other=self.other)
        host = self.host if aura else None
        yield Enter(self.handle, self.card, self.controller, choose=choose, attached_to=host)
        if self.host is not None and not aura:
            yield Attach(self.handle, self.host)
        lows = [each.low for each in face.abilities if isinstance(each, tree.LevelSymbol)]
        if lows:
            yield LevelUp(self.handle, max(lows))
        levels = [each.level for each in face.abilities if isinstance(each, tree.ClassLevel)]
        if levels:
            # 716.2a: one level after the other.
            yield from (SetClassLevel(self.handle, level) for level in sorted(levels))
        counters = _counters_asked_for(face)
        if counters:
            yield ChangeCounters(self.handle, counters)


@cache
def _counters_asked_for(face: tree.Face) -> tuple[tuple[str, int], ...]:
    """As many counters of each kind as some condition asks for on the permanent itself."""
    counters: dict[str, int] = {}
    for ability in face.abilities:
        if isinstance(ability, tree.Activated | tree.Triggered | tree.Spell | tree.Chapter):
            continue
        for node in nodes(ability):
            match node:
                case tree.Compare(
                    left=tree.CountersOn(kind=str(kind), ref=tree.This()),
                    op=">=" | ">",
                    right=tree.Num(value=number),
                ) if kind != "level":
                    counters[kind] = max(counters.get(kind, 0), number + (node.op == ">"))
                case tree.Matches(ref=tree.This(), filter=tree.HasCounter(kind=str(kind))):
                    counters.setdefault(kind, 1)
    return tuple(sorted(counters.items()))


@cache
def chosen(face: tree.Face, *, other: bool = False) -> Choices:
    """What is chosen as it enters."""
    choices = {}
    for ability in face.abilities:
        if not isinstance(ability, tree.EntersChoose):
            continue
        kind = "name" if ability.kind == "card name" else ability.kind
        values = [
            value
            for value in ability.options or _CHOSEN.get(ability.kind, ())
            if value not in ability.but and value[0].upper() not in ability.but
        ]
        if values:
            choices[kind] = values[1] if other and len(values) > 1 else values[0]
    return tuple(sorted(choices.items()))


@cache
def attaches(card: tree.Card) -> bool:
    """Whether it stands attached to a permanent."""
    face = card.faces[0]
    if enchants_player(card):
        return False
    return bestowed(face) or any(
        word in face.subtypes for word in ("Aura", "Equipment", "Fortification")
    )


def bestowed(face: tree.Face) -> bool:
    """702.103: cast for its bestow cost it is an Aura."""
    return any(isinstance(each, tree.Keyword) and each.name == "bestow" for each in face.abilities)


@cache
def enchants_player(card: tree.Card) -> bool:
    """303.4b: an Aura without a quality of permanents that it enchants."""
    return "Aura" in card.faces[0].subtypes and not any(
        isinstance(each, tree.Keyword) and each.name == "enchant" and each.quality is not None
        for each in card.faces[0].abilities
    )


@dataclass(frozen=True)
class Spread:
    """Two permanents and what stands beside them.

    `late`: the others come after the two. `above`: which of the two stands on the other, and can't
    come before it.
    """

    first: Placed
    second: Placed
    beside: tuple[Extra, ...] = ()
    late: bool = False
    above: Literal["", "first", "second"] = ""

    def board(self, *, swapped: bool = False) -> Board:
        pair = (self.second, self.first) if swapped else (self.first, self.second)
        two = [step for placed in pair for step in placed.steps()]
        others = [step for extra in self.beside for step in extra.steps]
        return Board(tuple([*two, *others] if self.late else [*others, *two]))

    def boards(self) -> list[Board]:
        """The board in each order that can be."""
        orders = {"": (False, True), "first": (True,), "second": (False,)}
        return [self.board(swapped=swapped) for swapped in orders[self.above]]

    @property
    def size(self) -> int:
        """How many permanents there are."""
        return sum(isinstance(step, Enter) for step in self.board().steps)

    def with_beside(self, beside: tuple[Extra, ...]) -> "Spread":
        return replace(self, beside=beside)

    def recipe(self) -> str:
        """All but the two cards, so that others can stand in their places; `reading` reads it."""
        called = {self.first.handle: _FIRST, self.second.handle: _SECOND}
        marks = f"{'late' if self.late else ''} {self.above}".strip()
        places = [
            f"{placed.controller};{called.get(placed.host or '', placed.host or '')}"
            for placed in (self.first, self.second)
        ]
        words = [
            f"{extra.handle} @ {called.get(extra.on, extra.on)}" if extra.on else extra.word
            for extra in self.beside
        ]
        return "|".join([marks, *places, *words])


_FIRST, _SECOND = "<first>", "<second>"


def of_recipe(
    recipe: str, one: tree.Card, other: tree.Card, extra: Callable[[str], Extra]
) -> Spread:
    """The spread of a recipe for these two cards; `extra` gives further permanents by word."""
    marks, first, second, *words = recipe.split("|")
    handles = {_FIRST: one.faces[0].name, _SECOND: other.faces[0].name}

    def placed(card: tree.Card, text: str, *, other: bool) -> Placed:
        seat, _, host = text.partition(";")
        controller: Seat = "opponent" if seat == "opponent" else "you"
        return Placed(card, controller, handles.get(host, host) or None, other)

    def named(word: str) -> str:
        name, at, on = word.partition(" @ ")
        return f"{name}{at}{handles.get(on, on)}"

    above: Literal["", "first", "second"] = (
        "first" if "first" in marks else "second" if "second" in marks else ""
    )
    return Spread(
        placed(one, first, other=False),
        placed(other, second, other=True),
        tuple(extra(named(word)) for word in words),
        late="late" in marks,
        above=above,
    )


def timeless(answer: Answer) -> Answer:
    """The answer without timestamps: what of it can show that an order matters."""
    plain = canonical(answer)
    objects = tuple(msgspec.structs.replace(each, timestamp=0) for each in plain.objects)
    return Answer(objects, plain.gone)


def order_shows(spread: Spread, read: Callable[[Board], Answer] = judge) -> bool:
    """Whether the two orders of the pair end differently.

    Boards from which something has gone before the last step (704.3) are passed over: in another
    order it would have met other effects by then, whatever the layers say of what stands together.
    """
    if spread.above:
        return False
    boards = spread.boards()
    answers = [read(board) for board in boards]
    one, other = map(timeless, answers)
    if one == other:
        return False
    return not any(
        answer.gone and read(_before_the_last_step(board)).gone
        for board, answer in zip(boards, answers, strict=True)
    )


def _before_the_last_step(board: Board) -> Board:
    return Board(board.steps[:-1])
