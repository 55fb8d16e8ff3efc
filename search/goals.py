"""A goal as a value: which objects are asked for, and what is claimed of each in the end.

What the effect tree's filters can't say has claims of its own here; `search.claims` says what they
mean in a circuit, `queries.goals.judging` what they mean of an answer.
"""

from collections.abc import Iterator
from typing import Literal, TypeAlias, cast

import msgspec

from striate.cards import tree
from striate.cards.walking import any_node


class CardNamed(msgspec.Struct, frozen=True, tag=True):
    """An object whose card has that name ("a Plains", "Humility")."""

    name: str


class Leveler(msgspec.Struct, frozen=True, tag=True):
    """Any card with level symbols (711.1)."""


class AnyObject(msgspec.Struct, frozen=True, tag=True):
    """Any permanent that is so in the end ("a creature", Scryfall terms)."""

    filter: tree.Filter


class Printed(msgspec.Struct, frozen=True, tag=True):
    """Any card that is printed so, whatever it is in the end ("it has lost flying")."""

    filter: tree.Filter


Subject: TypeAlias = CardNamed | Leveler | Printed | AnyObject


def noun_of(subject: Subject) -> tree.Filter:
    """What the object is in the end, as far as its noun says it."""
    return subject.filter if isinstance(subject, AnyObject) else tree.AllOf()


KindOfWord: TypeAlias = Literal[
    "card type", "supertype", "subtype", "creature type", "land type", "basic land type"
]
WordKind: TypeAlias = KindOfWord | Literal["color", "name", "controller"]


class KindCount(tree.Node, frozen=True):
    """How many words of a kind its type line has ("no creature types", "two card types")."""

    kind: KindOfWord
    op: tree.Comparator
    number: int


class OnlyAbilities(tree.Node, frozen=True):
    """No ability but these ("has no abilities but flying")."""

    abilities: tuple[tree.Ability, ...]


class TapsFor(tree.Node, frozen=True):
    """Has a mana ability with {T} in its cost that can add this mana ("taps for red").

    `mana`: one of WUBRGC, or "any" for any mana at all. `maybe`: what the text leaves open counts
    too, as it must where this is denied.
    """

    mana: str
    maybe: bool = False


class Against(tree.Node, frozen=True):
    """Each of these stats compares so to that of another object of the kind, of `every` other one,
    or to the "sum" of the others, of which there is one at least; or to the "number" of the kind.

    To `theirs`, if that is another stat; to so many times it (`factor`) and so much `more`. With
    the same other one it has a word of each kind in common that is `shared`, or none with `!=`.
    208.3: what has no power is compared with nothing.
    """

    stats: tuple[tree.Stat, ...]
    op: tree.Comparator
    other: tree.Filter
    which: Literal["one", "every", "sum", "number"] = "one"
    factor: int = 1
    more: int = 0
    theirs: tree.Stat | None = None
    shared: tuple[WordKind, ...] = ()
    also: "Against | None" = None

    def theirs_of(self, stat: tree.Stat) -> tree.Stat:
        return self.theirs or stat

    def all(self) -> tuple["Against", ...]:
        return (self, *(self.also.all() if self.also else ()))


class AsPrinted(tree.Node, frozen=True):
    """Is printed so. As a goal is read it becomes what the demand is about: `Printed`."""

    filter: tree.Filter


class AttachedNumber(tree.Node, frozen=True):
    """So many of them are attached to it ("enchanted by two Auras")."""

    what: tree.HasAttached
    op: tree.Comparator
    number: int


class HasText(msgspec.Struct, frozen=True, tag=True):
    """Has (or lacks) that ability, compared as `has` and `lacks` of a board are."""

    ability: tree.Ability
    negated: bool = False


GoalFilter: TypeAlias = KindCount | OnlyAbilities | TapsFor | Against | AttachedNumber | AsPrinted
# The goal language's own filters stand wherever those of the tree do: `as_filter`.
Claim: TypeAlias = tree.Filter | HasText


def as_filter(claim: GoalFilter) -> tree.Filter:
    """A filter of the goal language as a part of others."""
    return cast("tree.Filter", claim)


class Total(msgspec.Struct, frozen=True):
    """What the power, toughness or mana value of all objects of a kind adds up to, or how many
    there are of them ("number"); beyond so many times (`factor`) what another kind adds up to,
    where one is compared."""

    stat: tree.Stat | Literal["number"]
    op: tree.Comparator
    number: int
    beyond: tree.Filter | None = None
    against: tree.Stat | Literal["number"] | None = None  # what of that kind, if not the same
    factor: int = 1

    @property
    def of_sizes(self) -> bool:
        """Whether it is a sum of what each of the objects has."""
        return self.stat != "number"


# What several objects have in common: a size, or a word; 201.2a: a name that is one.
Alike: TypeAlias = WordKind | tree.Stat | Literal[""]


class Demand(msgspec.Struct, frozen=True):
    """A noun phrase with what is claimed of it: `count` different objects are so.

    `every`: all claims are true of each object that the phrase describes, too. `described`: so many
    of the claims, the first, belong to the noun phrase ("my creature"). `another`: the object is
    none of those of the demands before this one; with `every`, each other is so. `total`: what all
    of which the claims are true add up to. `alike`: what all the objects have in common. `stays`:
    no state-based action takes the objects, where one may take what is asked for.
    """

    subject: Subject
    claims: tuple[Claim, ...]
    count: int = 1
    every: bool = False
    described: int = 0
    another: bool = False
    total: Total | None = None
    alike: Alike = ""
    stays: bool = False

    @property
    def phrase(self) -> tuple[Claim, ...]:
        """What belongs to the noun phrase."""
        return self.claims[: self.described]

    @property
    def claimed(self) -> tuple[Claim, ...]:
        """What is said of the objects that the phrase describes."""
        return self.claims[self.described :]

    @property
    def telling(self) -> tuple[Claim, ...]:
        """The claims that tell the objects it speaks of from others."""
        return self.phrase if self.every else self.claims

    @property
    def of_some(self) -> bool:
        """Whether it asks for objects, and says nothing of all of a kind."""
        return not self.every and self.total is None


class Goal(msgspec.Struct, frozen=True):
    """What is said of a final board; `queries.goals.meaning` says when it is so."""

    demands: tuple[Demand, ...]
    text: str = ""


def all_said(goal: Goal) -> tuple[Claim, ...]:
    """What the goal says of any object: in a noun ("a tapped creature"), as a claim, or of what all
    objects of a kind add up to."""
    claims: list[Claim] = []
    for each in goal.demands:
        claims += (noun_of(each.subject), *each.claims)
        claims += (each.total.beyond,) if each.total and each.total.beyond else ()
    return tuple(claims)


def speaks_of(goal: Goal, kinds: tuple[type, ...]) -> bool:
    """Whether what the goal says is of these kinds, or has one in it."""
    return any_node(all_said(goal), kinds)


def relates(goal: Goal) -> bool:
    """Whether the goal looks at several objects at once."""
    together = any(each.total is not None or each.alike for each in goal.demands)
    return together or speaks_of(goal, RELATIONS)


# 704.5m: to an object or a player, as each Aura is that stays.
ATTACHED = tree.AnyOf((tree.HasSubtype("Aura"), tree.IsAttachedTo(tree.AllOf())))
ATTACHMENT = (tree.IsAttachedTo, tree.HasAttached)  # 701.3
RELATIONS = (*ATTACHMENT, Against)  # each takes another object


def leaves(claim: Claim) -> Iterator[Claim]:
    """The single things that a claim is made of."""
    if isinstance(claim, tree.AllOf | tree.AnyOf):
        for part in claim.parts:
            yield from leaves(part)
    elif isinstance(claim, tree.Not):
        yield from leaves(claim.part)
    else:
        yield claim
