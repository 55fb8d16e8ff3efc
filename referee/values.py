"""613.1, 707.2: what an object has: its copiable values, and what it is during an evaluation.

`Text` is one set of copiable values (printed, or copied). `View` is an object in the middle of
the layers: it starts as a Text and each effect writes into it. `Held` is one ability that an
object has, with where it came from, which decides timestamps (613.7a), what Blood Moon takes
away (305.7) and what is characteristic-defining (604.3a).
"""

from typing import Literal, TypeAlias

import msgspec

from striate.boards.timeline import Seat
from striate.cards.tree import Ability

Origin: TypeAlias = Literal["text", "intrinsic", "granted", "counter"]
Key: TypeAlias = tuple[object, ...]
# (613.7a: the later timestamp, the granting effect's, the place in the text)
Stamp: TypeAlias = tuple[int, int, Key]


class Text(msgspec.Struct, frozen=True):
    """707.2: copiable values of one face.

    `front_cost` is the front face's mana cost for a back face (202.3b); a copy does not take it.
    `bottom` is the other half of a flip card (710): a copy takes both halves (707.3).
    `halves` are those of a split card with a shared type line (709.5b), which itself has no name,
    mana cost or rules text.
    """

    name: str = ""
    mana_cost: str = ""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    power: int | None = None
    toughness: int | None = None
    loyalty: str = ""
    defense: str = ""
    front_cost: str | None = None
    bottom: "Text | None" = None
    halves: tuple["Text", ...] = ()

    @property
    def parts(self) -> tuple["Text", ...]:
        return self.halves if self.bottom is None else (*self.halves, self.bottom)


class Held(msgspec.Struct, frozen=True):
    """One ability of an object. `slot` names it for as long as it is the same ability.

    `stamp` is the timestamp of the effect that gave it; None for the object's own abilities.
    """

    ability: Ability
    origin: Origin
    slot: Key
    stamp: Stamp | None = None
    by: str | None = None
    linked: bool = True  # 607.5a: false where its object made no choice for it
    spares: str = ""  # 702.16n: what the effect that gave it says that it doesn't remove


class View(msgspec.Struct):
    """An object in the middle of the layers (613.1)."""

    handle: str
    zone: str
    owner: Seat
    controller: Seat
    text: Text
    name: str
    mana_cost: str
    mana_value: int
    supertypes: frozenset[str]
    types: frozenset[str]
    subtypes: frozenset[str]
    colors: frozenset[str]
    abilities: tuple[Held, ...]
    cannot_have: tuple[Ability, ...]
    power: int | None
    toughness: int | None
    base_power: int | None
    base_toughness: int | None


def other_seat(seat: Seat) -> Seat:
    """The opponent of that player (two players: 102.2)."""
    return "opponent" if seat == "you" else "you"


def text_abilities(
    abilities: tuple[Ability, ...], kind: str = "text", stamp: Stamp | None = None
) -> tuple[Held, ...]:
    """113.3: the abilities that rules text gives, in its order.

    613.7a: where a copy effect or a text change gave the text, it made the abilities: `stamp`.
    """
    return tuple(Held(ability, "text", (kind, i), stamp) for i, ability in enumerate(abilities))


def show(view: View, text: Text, mana_value: int, abilities: tuple[Held, ...]) -> None:
    """613.1, 612.6: the object has the characteristics of that text."""
    view.name, view.mana_cost, view.mana_value = text.name, text.mana_cost, mana_value
    view.supertypes = frozenset(text.supertypes)
    view.types, view.subtypes = frozenset(text.types), frozenset(text.subtypes)
    view.colors = frozenset(text.colors)
    view.abilities = abilities
    view.power = view.base_power = text.power
    view.toughness = view.base_toughness = text.toughness
