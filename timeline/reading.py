"""What the timeline asks a reading of the rules: all that rests on characteristics (613).

The timeline keeps facts. What an object is, what words mean, what an amount is, a reading works out
of those facts whenever it is asked. What a reading keeps of its own in the facts (the values of a
face, what an effect does to an object) the timeline carries about and does not look into.
"""

from collections.abc import Collection
from typing import Any, Protocol, TypeAlias

import msgspec

from striate.boards.timeline import CopySpellOnStack, EnterTokenCopy, Seat, Seen, Unmodelled
from striate.cards.tree import (
    Ability,
    Amount,
    Card,
    Change,
    Condition,
    CopyExtra,
    Effect,
    EntersAsCopy,
    Filter,
    Keyword,
    Node,
    Player,
    Who,
)
from striate.timeline.context import Context
from striate.timeline.game import Remembered, Thing

Begun: TypeAlias = dict[str, tuple[Any, ...]]


class Face(Protocol):
    """The copiable values of one face, as a reading keeps them; the timeline looks at these."""

    @property
    def name(self) -> str: ...
    @property
    def types(self) -> Collection[str]: ...
    @property
    def subtypes(self) -> Collection[str]: ...
    @property
    def supertypes(self) -> Collection[str]: ...
    @property
    def abilities(self) -> tuple[Ability, ...]: ...
    @property
    def toughness(self) -> int | None:
        """208.3: None without a box for it; at most what it is if that hangs on something."""
        ...

    @property
    def parts(self) -> "tuple[Face, ...]":
        """709.5, 710: the halves of a split or flip card."""
        ...

    @property
    def loyalty(self) -> str: ...
    @property
    def defense(self) -> str: ...


class CopyMade(msgspec.Struct):
    """707.8a, 707.10g: the faces of a token or spell that's a copy, which of them is up, and how
    it says it enters.
    """

    name: str
    faces: tuple[Any, ...]
    layout: str
    transformed: bool
    extras: tuple[CopyExtra, ...]


class Look(Protocol):
    """613.1: every object as it is at one moment."""

    # --- objects ---

    def is_there(self, handle: str) -> bool:
        """Whether it is an object in some zone (111.7: a token that has left is none)."""
        ...

    def controller(self, handle: str) -> Seat: ...
    def name(self, handle: str) -> str: ...
    def types(self, handle: str) -> Collection[str]: ...
    def subtypes(self, handle: str) -> Collection[str]: ...
    def supertypes(self, handle: str) -> Collection[str]: ...
    def abilities(self, handle: str) -> tuple[Ability, ...]:
        """Those that it has, in their order."""
        ...

    def keywords(self, handle: str, name: str) -> tuple[Keyword, ...]:
        """Those of that name that it has, with what was chosen in place of "the chosen ..."."""
        ...

    def stat(self, name: str, handle: str) -> int | None:
        """208: power, toughness, ...; None where it has none."""
        ...

    def halves(self, handle: str) -> int:
        """709.5b: how many halves its copiable values have; 0 where it is no Room."""
        ...

    def copiable(self, handle: str) -> Face | None:
        """707.2: its copiable values, or what they last were (608.2h)."""
        ...

    def remembered(self, handle: str) -> Remembered:
        """608.2h: what will be known of it once it has moved."""
        ...

    def seen(self, handle: str) -> Seen: ...

    # --- words ---

    def you(self, at: Context) -> Seat: ...
    def seats(self, player: Player, at: Context) -> tuple[Seat, ...]:
        """The players that the word means; nobody where the board cannot tell."""
        ...

    def group(self, who: Who, at: Context) -> tuple[str, ...]:
        """The objects that the words mean now."""
        ...

    def looked_at(self, who: Who, at: Context) -> tuple[str, ...]:
        """608.2h: the same, with those that are not where the words expect them."""
        ...

    def matches(self, part: Filter, handle: str, at: Context) -> bool: ...
    def may_match(self, part: Filter, handle: str, at: Context) -> bool:
        """Whether it matches for all that the board tells."""
        ...

    def source_is(self, quality: Filter, handle: str, at: Context) -> bool:
        """113.7a: whether the source has, or last had, the quality that the object's words name."""
        ...

    def holds(self, condition: Condition, at: Context) -> bool: ...
    def holds_of_revealed(
        self, condition: Condition, at: Context, revealed: Collection[str]
    ) -> bool:
        """708.12: the same; of these face-down permanents what is printed on them is asked."""
        ...

    def value(self, part: Amount, at: Context) -> int: ...

    # --- attaching ---

    def may_be_attached(self, handle: str, host: str) -> bool:
        """301.5, 303.4, 702.16c: whether it may be attached to that object or player."""
        ...

    def may_become_attached(self, handle: str, host: str) -> bool:
        """701.3b: the same, or by "equip planeswalker" (702.6e)."""
        ...

    def may_enter_on(self, handle: str, host: str) -> bool:
        """303.4f, 301.5c: whether it may enter attached to that."""
        ...

    def card_may_enchant(self, card: Card, seat: Seat, host: str) -> bool:
        """303.4f: whether an Aura that is not there yet could enchant it."""
        ...

    # --- effects ---

    def begin(self, effect: Effect, at: Context, ability: Ability | None) -> Begun:
        """611.2c-d: by object, what the effect does, with its values locked in."""
        ...

    def fixed(self, changes: tuple[Change, ...], handle: str, at: Context) -> Begun:
        """The same, of changes that a rule makes to one object."""
        ...

    def lingering(self, handle: str) -> tuple[Any, ...]:
        """611.3b: what of its static abilities goes on after it has left."""
        ...

    def as_copy(
        self, handle: str, rule: EntersAsCopy, at: Context, original: str
    ) -> tuple[tuple[Any, ...], tuple[CopyExtra, ...]] | None:
        """707.5, 707.9: what it is as a copy, and how the copy effect says that it enters."""
        ...

    def in_form(self, handle: str, changes: tuple[Change, ...]) -> tuple[Any, ...]:
        """613.2a: what the form that was chosen as it entered makes of its copiable values."""
        ...

    def token_copy(self, step: EnterTokenCopy) -> CopyMade:
        """707.2, 707.9: what a token is that's a copy."""
        ...

    def spell_copy(self, step: CopySpellOnStack) -> CopyMade | None:
        """707.10: what a copy of a spell is."""
        ...


class Reading(Protocol):
    """One reading of the rules, of the facts of one game."""

    def now(self) -> Look:
        """Every object as it is now."""
        ...

    def by_itself(self, handle: str) -> Look:
        """614.12 until 2017: as now, but the abilities of no object but that one have effects."""
        ...

    def faces_of(self, card: Card) -> tuple[Any, ...]:
        """712.8, 710, 709.5: the values printed on the faces of a card."""
        ...

    def prototyped(self, face: Any) -> Any:
        """718.3b."""
        ...

    def melded(self, face: Any, front_costs: str) -> Any:
        """202.3c."""
        ...

    def face_down(self, thing: Thing) -> Any:
        """708.2: the values that what put it face down gives it."""
        ...

    def printed_abilities(self, thing: Thing) -> tuple[Ability, ...]:
        """What is printed on the face that is up, of a Room on its unlocked halves."""
        ...

    def keep_static_copies(self) -> None:
        """707.2c: a copy effect of a static ability takes its values when it first applies."""
        ...

    def stamp(self, event: str, thing: Thing | None, now: int) -> int:
        """613.7c-g: the timestamp that the event gives the object, or the counters on it."""
        ...

    def note_questions(self) -> None:
        """What was asked and no board tells belongs to the answer."""
        ...


__all__ = ["Begun", "CopyMade", "Face", "Look", "Node", "Reading", "Unmodelled"]
