"""What a goal speaks of, as it was read: the object or objects, and what is said of them so far."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from striate.cards import tree
from striate.queries.goals import words as goalwords
from striate.search.goals import (
    Against,
    Alike,
    AnyObject,
    CardNamed,
    Claim,
    Leveler,
    Subject,
    as_filter,
    noun_of,
)


class Spoken(Struct, frozen=True):
    """A subject as it was read: what, how many, what is said of it so far, and the place after.

    `every`: it speaks of all such objects; `none`: what follows is denied of each of them.
    `bare`: it can stand without a verb.
    """

    subject: Subject
    end: int
    count: int = 1
    claims: tuple[Claim, ...] = ()
    every: bool = False
    none: bool = False
    bare: bool = False
    held: tuple[Claim, ...] = ()  # "I control no creature": what no such object is
    most: int | None = None  # there are no more than so many
    or_more: bool = False  # "at least two": "all of them" are as many as there are
    alone: bool = False  # there are no more of that kind
    another: bool = False  # none of those before it
    plural: bool = False  # a noun in the plural without a number: all, if the verb is so too

    @property
    def is_card(self) -> bool:
        """Whether a card's name alone is said."""
        alone = not self.claims and not self.is_none and self.count == 1
        return isinstance(self.subject, CardNamed) and alone

    @property
    def is_kind(self) -> bool:
        return isinstance(self.subject, AnyObject)

    @property
    def is_owned(self) -> bool:
        """ "my Elf": one thing of some player."""
        whose = any(isinstance(each, tree.ControlledBy) for each in self.claims)
        return whose and self.is_some() and not self.plural

    @property
    def is_adjective(self) -> bool:
        """Whether it is a colour or the like alone: "a red"."""
        words = (tree.HasColor, tree.ColorCount, tree.HasSupertype, tree.HasKeyword)
        return all(isinstance(each, words) for each in goalwords.flat(noun_of(self.subject)))

    @property
    def is_size(self) -> bool:
        """ "a 1/1"."""
        return all(isinstance(e, tree.StatIs) for e in goalwords.flat(noun_of(self.subject)))

    @property
    def is_all(self) -> bool:
        """ "every creature": what follows is so of each."""
        return self.every and not (self.none or self.held)

    @property
    def is_none(self) -> bool:
        """ "no creature": what follows is so of none."""
        return self.every and self.none

    def is_some(self, count: int | None = 1) -> bool:
        """ "two creatures": so many of them, which may not be all."""
        return self.plain(count) and not self.every

    def plain(self, count: int | None = 1) -> bool:
        """Whether no number of them is said."""
        limited = self.none or self.alone or self.most is not None
        return not limited and count in (None, self.count)


UNPLACED = -1  # the place after it is not yet known
UNNUMBERED = -2  # the same, and no number of them is said


def some(
    count: int = 1, claims: Sequence[Claim] | None = None, end: int = UNPLACED, **more: Any
) -> Spoken:
    """So many objects of which no kind is said yet."""
    return Spoken(AnyObject(tree.AllOf()), end, count, tuple(claims or ()), **more)


def owned_so(spoken: Spoken, holder: Sequence[Claim]) -> Spoken:
    """ "my opponent controls my Humility": whose it was from the start."""
    owned = (tree.OwnedBy(e.player) for e in spoken.claims if isinstance(e, tree.ControlledBy))
    return replace(spoken, claims=(*dict.fromkeys((*holder, *owned)),), bare=True)


def of_player(spoken: Spoken, holder: Sequence[Claim]) -> Spoken:
    """ "… than that of mine": the same things of another player."""
    kept = (e for e in spoken.claims if not isinstance(e, tree.ControlledBy | tree.OwnedBy))
    return replace(spoken, claims=(*kept, *holder))


def kind(filter: tree.Filter, claims: Sequence[Claim]) -> Spoken:
    """Some object of a kind."""
    return Spoken(AnyObject(filter), 0, claims=tuple(claims))


def card(name: str) -> Spoken:
    """What is called so."""
    return Spoken(CardNamed(name), 0)


def all_objects(none: bool = False, claims: tuple[Claim, ...] = ()) -> Spoken:
    """Everything; or nothing of which something is so."""
    return Spoken(AnyObject(tree.AllOf()), 0, claims=claims, every=True, none=none)


def as_called(spoken: Spoken) -> Spoken:
    """ "Llanowar Elves is a token": 108.2b: it is no card, whatever it is called."""
    if not isinstance(spoken.subject, CardNamed):
        return spoken
    claims = (tree.Named(spoken.subject.name), *spoken.claims)
    return replace(spoken, subject=AnyObject(tree.AllOf()), claims=claims)


def besides(spoken: Spoken, others: tree.Filter) -> Spoken:
    """The same but these."""
    return replace(spoken, claims=(*spoken.claims, goalwords.opposite(others)))


def beside_alike(what: Alike, other: tree.Filter) -> Claim:
    """That it has the same name, or the same size, as such another object."""
    if what in ("power", "toughness", "mana value"):
        return as_filter(Against((what,), "=", other))
    return as_filter(Against((), "=", other, shared=(what,)))  # type: ignore[arg-type]  # no size


def of_the_same(one: Any, other: Any) -> Claim:
    """Both comparisons with one and the same other object; what compares sizes first."""
    first, last = sorted((one, other), key=lambda each: not each.stats)
    last = replace(last, other=tree.AllOf(), which="one")
    return as_filter(replace(first, other=other.other, which=other.which, also=last))


def kind_of(spoken: Spoken, asked_claims: Sequence[Claim] = ()) -> tree.Filter | None:
    """What is spoken of, as the other one of two; None where no filter says it."""
    subject = spoken.subject
    filters = goalwords.filters_of([*spoken.claims, *asked_claims])
    if isinstance(subject, Leveler) or filters is None:
        return None
    named = tree.Named(subject.name) if isinstance(subject, CardNamed) else noun_of(subject)
    return goalwords.both([named, *filters])
