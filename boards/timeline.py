"""The board as the readings of the rules see it: a concrete timeline of what happened.

A `Board` has no holes, every handle is resolved, every card is present as a `Card`, and texts
are parsed. A step's index is its timestamp's order (613.7). Nothing here decides a rule.
"""

from collections.abc import Container
from typing import Any, Literal, TypeAlias

import msgspec

from striate.cards.tree import Body, Card, CopyExtra, Player

Seat: TypeAlias = Literal["you", "opponent"]
Choices: TypeAlias = tuple[tuple[str, str], ...]  # sorted (kind, value): ("color", "blue")


class Step(msgspec.Struct, frozen=True, tag=True):
    """One step of the timeline; its kind in `boards.steps` says how a file has it."""


class Enter(Step, frozen=True):
    """A permanent entered: a card, or a token given by its characteristics.

    `card` is what is printed. `token` says that it is no card. `copying` is what it entered as a
    copy of, where its text lets it. `choose` keeps what was chosen as it entered. `written` is
    the token's record as its file has it (JSON), for writing it again.
    """

    handle: str
    card: Card
    controller: Seat = "you"
    copying: str | None = None
    face_down: bool = False
    choose: Choices = ()
    attached_to: str | None = None
    unlocked: int | None = None  # 709.5d: the half of a Room that was cast
    front_costs: str = ""  # 202.3c: the mana costs of the cards that were melded
    transformed: bool = False
    flipped: bool = False
    tapped: bool = False
    token: bool = False
    x: int | None = None
    written: str = ""


class EnterTokenCopy(Step, frozen=True):
    """A token entered that's a copy of that object (`except` read as copy exceptions)."""

    handle: str
    of: str
    controller: Seat = "you"
    exceptions: tuple[CopyExtra, ...] = ()
    unread: str = ""  # the part of `except` that is not understood
    choose: Choices = ()
    attached_to: str | None = None
    tapped: bool = False
    x: int | None = None
    wording: str = ""  # `except` in the file's words


class ChangeCounters(Step, frozen=True):
    """Counters put on (or, negative, removed): (kind, number) in the file's order."""

    on: str
    counters: tuple[tuple[str, int], ...]


class LevelUp(Step, frozen=True):
    """The level up ability resolved `times` times."""

    on: str
    times: int = 1


class SetClassLevel(Step, frozen=True):
    on: str
    level: int
    choose: Choices = ()


class SetDoor(Step, frozen=True):
    """709.5e-g: a half of a Room was unlocked or locked; None: the only one that it can be."""

    what: str
    half: int | None
    unlocked: bool
    door: str = ""  # the half's name, as the file has it


class Resolve(Step, frozen=True):
    """An instant or sorcery resolved. `targets` in the text's order: handles or players.

    `creates` are handles for the tokens and emblems that it makes, in the order of their making.
    """

    card: Card
    handle: str
    controller: Seat = "you"
    targets: tuple[str, ...] = ()
    choose: Choices = ()
    x: int | None = None
    modes: tuple[int, ...] = ()
    creates: tuple[str, ...] = ()
    whole: Card | None = None  # what `card` is a half or an inset spell of


class ResolveAbility(Step, frozen=True):
    """The N-th (1-based) activated or triggered ability of that object, as it has them then."""

    number: int
    of: str
    controller: Seat | None = None  # None: the object's controller then
    targets: tuple[str, ...] = ()
    choose: Choices = ()
    x: int | None = None
    modes: tuple[int, ...] = ()
    creates: tuple[str, ...] = ()


class ResolveEffect(Step, frozen=True):
    """A resolved effect given as rules text; `of` is what "this creature" means in it."""

    body: Body
    text: str
    of: str | None = None
    controller: Seat = "you"
    targets: tuple[str, ...] = ()
    choose: Choices = ()
    x: int | None = None
    creates: tuple[str, ...] = ()


class Attach(Step, frozen=True):
    what: str
    to: str


class Leave(Step, frozen=True):
    what: str
    to: Literal["graveyard", "exile", "hand", "library"] = "graveyard"


class PutInZone(Step, frozen=True):
    """A card lies in another zone; the last one put in a graveyard is its top card."""

    handle: str
    card: Card
    zone: Literal["graveyard", "hand", "exile", "command", "library"]
    owner: Seat = "you"


class PutEmblem(Step, frozen=True):
    """114: a player got an emblem; the card holds nothing but its abilities."""

    handle: str
    card: Card
    controller: Seat = "you"
    text: str = ""


class Designated(Step, frozen=True):
    """An object got a designation (monstrous, saddled, solved, ...), or with `ends` lost it."""

    on: str
    word: str
    ends: bool = False


class PutSpell(Step, frozen=True):
    """A spell is on the stack with its choices."""

    handle: str
    card: Card
    controller: Seat = "you"
    targets: tuple[str, ...] = ()
    modes: tuple[int, ...] = ()
    x: int | None = None
    kicked: bool | int = False
    mana: str | None = None
    choose: Choices = ()
    whole: Card | None = None  # what `card` is a half or an inset spell of


class CopySpellOnStack(Step, frozen=True):
    """707.10: a copy of that spell; `targets` None: those of the original."""

    handle: str
    of: str
    controller: Seat = "you"
    targets: tuple[str, ...] | None = None
    exceptions: tuple[CopyExtra, ...] = ()
    unread: str = ""
    wording: str = ""  # `except` in the file's words
    choose: Choices = ()


class SetStatus(Step, frozen=True):
    what: str
    status: Literal[
        "face up",
        "face down",
        "transformed",
        "flipped",
        "tapped",
        "untapped",
        "phased out",
        "phased in",
    ]  # "transformed" turns the other face up, whichever it was
    choose: Choices = ()  # made as its status changed


class EndTurn(Step, frozen=True):
    pass


class PlayerFact(Step, frozen=True):
    """A fact about a player, or the game, from this step on: life total, cards in hand, whose turn
    it is, speed, who is the monarch or has the initiative, day or night.
    """

    player: Seat
    fact: Literal[
        "life", "hand", "turn", "speed", "monarch", "initiative", "day",
        "city's blessing", "dungeon completed",
    ]  # fmt: skip
    value: int  # for "turn": 1 it is this player's turn, 0 it is the other's; "day": 0 is night


class TurnFacts(Step, frozen=True):
    """What is so of a player, or of the game, until the turn ends: by fact "yes" or "no"."""

    player: Seat
    facts: Choices


class Bound(msgspec.Struct, frozen=True):
    """A comparison with a number: `">= 5"`, or `= 5` for a plain number."""

    op: Literal["=", "!=", "<", "<=", ">", ">="]
    value: int


class Expected(msgspec.Struct, frozen=True):
    """What a board expects of one object; None: says nothing of it.

    `power`/`toughness`: a Bound, or "none" (it has none, 208.3). `has`/`lacks` are rules texts,
    compared through `striate.cards.language.same_ability`.
    """

    handle: str
    power: Bound | Literal["none"] | None = None
    toughness: Bound | Literal["none"] | None = None
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    no_abilities: bool | None = None
    card_types: tuple[str, ...] | None = None
    is_: tuple[str, ...] = ()
    is_not: tuple[str, ...] = ()
    colors: tuple[str, ...] | None = None
    color_includes: tuple[str, ...] = ()
    controller: Seat | None = None
    name: str | None = None
    tapped: bool | None = None
    counters: tuple[tuple[str, int], ...] = ()
    choices: tuple[tuple[str, str | int | tuple[str, ...] | tuple[int, ...]], ...] = ()
    gone: bool | None = None


class Meld(msgspec.Struct, frozen=True):
    """712.5: what a pair of cards of the board melds into, with their mana costs (202.3c)."""

    pair: tuple[Card, Card]
    into: Card
    front_costs: str


class Board(msgspec.Struct, frozen=True):
    """A whole board file without holes. `lines[i]` is the line of step i in the file (or 0).

    `cards` are the records (JSON) of the file's own cards, for writing it again.
    """

    steps: tuple[Step, ...]
    expect: tuple[Expected, ...] = ()
    id: str = ""
    note: str = ""
    source: str = ""
    rules: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    file: str = ""
    extras: tuple[tuple[str, str], ...] = ()  # area, engine_bug, disputed
    cards: tuple[str, ...] = ()
    melds: tuple[Meld, ...] = ()


def handles_of(board: Board) -> frozenset[str]:
    """Every handle that the file gives: an object made on the way gets none of them by default."""
    given = {getattr(step, "handle", "") for step in board.steps}
    return frozenset(given.union(*(getattr(step, "creates", ()) for step in board.steps)))


def free_handle(name: str, taken: Container[str]) -> str:
    """The default handle of an object that the program makes: "Name", or the first free "Name
    #2"."""
    handle, number = name, 1
    while handle in taken:
        number += 1
        handle = f"{name} #{number}"
    return handle


# --- the answer -----------------------------------------------------------------------------------


class Seen(msgspec.Struct, frozen=True):
    """What one object is in the end: the answer that both readings give, compared with ==.

    `abilities` are sealed trees in the order in which the object has them, duplicates kept
    (readings sort by their printed form before comparing). A noncreature's power and toughness
    are None (208.3). `numbers` has for each of the abilities the numbers under which the step
    `ability: N` counts it; it is () where the two readings count differently.
    """

    handle: str
    name: str
    zone: str
    controller: Seat
    owner: Seat
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    colors: tuple[str, ...]
    abilities: tuple[object, ...]
    power: int | None
    toughness: int | None
    mana_value: int
    counters: tuple[tuple[str, int], ...]
    timestamp: int
    tapped: Any = False  # a bool, or the `Unknown` that says whether it is
    face_down: bool = False
    token: bool = False
    attached_to: str | None = None
    choices: tuple[tuple[str, str | int | tuple[str, ...]], ...] = ()
    class_level: int = 0
    numbers: tuple[tuple[int, ...], ...] = ()


class Unmodelled(msgspec.Struct, frozen=True):
    """A line that is not understood and could matter, or a fact that the board cannot tell."""

    card: str
    line: str


class Answer(msgspec.Struct, frozen=True):
    """Every object in the order of the timeline; `gone`: handles off the battlefield in the end.

    An object that left by a step, or that one round of state-based actions takes, is gone; its
    `Seen` is then as it was just before (state-based actions), or as it is in its new zone
    (a card in a graveyard: 711.6). `timestamp` numbers are compared only by their order.
    """

    objects: tuple[Seen, ...]
    gone: tuple[str, ...] = ()
    not_modelled: tuple[Unmodelled, ...] = ()
    facts: tuple[Unmodelled, ...] = ()  # questions that no board can answer, and that were asked


__all__ = [
    "Answer", "Attach", "Board", "Bound", "ChangeCounters", "Choices", "CopySpellOnStack",
    "Designated",
    "EndTurn", "Enter", "EnterTokenCopy", "Expected", "Leave", "LevelUp", "Player", "PlayerFact",
    "PutEmblem", "PutInZone", "PutSpell", "Resolve", "ResolveAbility", "ResolveEffect",
    "Seat", "Seen",
    "SetClassLevel", "SetDoor", "SetStatus", "Step", "TurnFacts", "Unmodelled",
    "free_handle", "handles_of",
]  # fmt: skip
