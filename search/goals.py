"""A goal as a value: which objects are asked for, and what is claimed of each in the end."""

from typing import TypeAlias

import msgspec

from striate.cards import tree


class CardNamed(msgspec.Struct, frozen=True, tag=True):
    """An object whose card has that name ("a Plains", "Humility")."""

    name: str


class Leveler(msgspec.Struct, frozen=True, tag=True):
    """Any card with level symbols (711.1)."""


class AnyObject(msgspec.Struct, frozen=True, tag=True):
    """Any permanent that is so in the end ("a creature", Scryfall terms)."""

    filter: tree.Filter


_Subject: TypeAlias = CardNamed | Leveler | AnyObject


class HasText(msgspec.Struct, frozen=True, tag=True):
    """Has (or lacks) that ability, compared as `has` and `lacks` of a board are."""

    ability: tree.Ability
    negated: bool = False


Claim: TypeAlias = tree.Filter | HasText


class Demand(msgspec.Struct, frozen=True):
    """`count` different objects of that kind of which every claim is true."""

    subject: _Subject
    claims: tuple[Claim, ...]
    count: int = 1


class Goal(msgspec.Struct, frozen=True):
    """Different demands are met by different objects."""

    demands: tuple[Demand, ...]
    text: str = ""
