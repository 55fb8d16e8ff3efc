"""Random words over a small vocabulary: which objects, how many, while what holds."""

from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from striate.cards import tree as t

T = TypeVar("T")

CREATURE_TYPES = ("Goblin", "Rogue", "Wizard")
LAND_TYPES = ("Island", "Mountain")
TYPES = ("Artifact", "Creature", "Enchantment", "Land")
COLORS = ("R", "U", "W")
KEYWORDS = ("flying", "haste", "trample")
COUNTERS = ("+1/+1", "-1/-1", "level", "flying", "charge", "+2/+0")
DESIGNATIONS = (
    "harnessed", "monstrous", "prepared", "renowned", "saddled", "solved", "suspected",
)  # fmt: skip
# Facts that a step can state, and one that none can.
_FACTS = (
    "you are the monarch", "you have the initiative", "it is day", "it is night",
    "you have max speed",
    "you've cast a spell this turn",
)  # fmt: skip


class Words:
    """Draws words from one source of chance; `names` are the names of the cards on the board.

    `own`: the source is an object that can speak of itself and of others; a spell can't.
    """

    def __init__(self, chance: Random, names: tuple[str, ...], own: bool = True) -> None:
        self.chance = chance
        self.names = names
        self.own = own

    def this(self) -> t.Ref:
        return t.This() if self.own else t.Target(0)

    def other(self) -> t.Filter:
        return t.Other() if self.own else t.HasType("Creature")

    # --- chance ---------------------------------------------------------------------------------

    def one(self, options: tuple[T, ...]) -> T:
        return self.chance.choice(options)

    def often(self, *options: tuple[int, Callable[[], Any]]) -> Any:
        """One of the options, by weight."""
        total = sum(weight for weight, _ in options)
        at = self.chance.randrange(total)
        for weight, make in options:
            at -= weight
            if at < 0:
                return make()
        raise AssertionError("weights don't add up")

    def odds(self, part: float) -> bool:
        return self.chance.random() < part

    def some(self, options: tuple[T, ...], low: int, high: int) -> tuple[T, ...]:
        number = min(self.chance.randint(low, high), len(options))
        return tuple(sorted(self.chance.sample(options, number)))  # type: ignore[type-var]  # the options are words

    # --- filters --------------------------------------------------------------------------------

    def filter(self, depth: int = 2) -> t.Filter:
        deeper: list[tuple[int, Callable[[], Any]]] = []
        if depth:
            parts = self.chance.randint(2, 3)
            deeper = [
                (8, lambda: t.AllOf(tuple(self.filter(depth - 1) for _ in range(parts)))),
                (2, lambda: t.AnyOf(tuple(self.filter(depth - 1) for _ in range(2)))),
                (3, lambda: t.Not(self.filter(depth - 1))),
                (1, lambda: t.HasAttached(self.filter(depth - 1))),
                (1, lambda: t.IsAttachedTo(self.filter(depth - 1))),
            ]
        result: t.Filter = self.often(
            (8, lambda: t.HasType("Creature")),
            (5, lambda: t.HasType(self.one(TYPES))),
            (5, lambda: t.HasSubtype(self.one((*CREATURE_TYPES, *LAND_TYPES, "Aura")))),
            (2, lambda: t.HasSupertype(self.one(("Basic", "Legendary")))),
            (4, lambda: t.HasColor(self.one(COLORS))),
            (2, lambda: t.ColorCount(self.one(("=", ">=", "!=")), self.chance.randint(0, 2))),
            (2, lambda: t.Named(self.one(self.names))),
            (1, lambda: t.IsToken()),
            (4, lambda: t.HasKeyword(self.one(KEYWORDS))),
            (2, lambda: t.HasNoAbilities()),
            (1, lambda: t.HasAbilityKind(self.one(("activated", "triggered", "static")))),
            (2, lambda: self._stat_filter()),
            (2, lambda: t.HasCounter(self.one((None, *COUNTERS)), ">=", 1)),
            (1, lambda: t.IsTapped()),
            (1, lambda: t.HasDesignation(self.one(DESIGNATIONS))),
            (1, lambda: t.IsFaceDown()),
            (1, lambda: t.IsTransformed()),
            (1, lambda: t.IsPermanentCard()),
            (1 if self.own else 0, lambda: t.ExiledWith()),
            (4, lambda: t.ControlledBy(self.one(("you", "opponent")))),
            (1, lambda: t.OwnedBy(self.one(("you", "opponent")))),
            (4, lambda: self.other()),
            (1, lambda: t.Is(self.one((self.this(), t.Attached())))),
            (1, lambda: self._sharing()),
            (1, lambda: t.Unknown("attacking")),
            *deeper,
        )
        return result

    def _stat_filter(self) -> t.Filter:
        stat = self.stat()
        if self.odds(0.2):
            return t.IsExtreme(self.one(("greatest", "least")), stat, t.HasType("Creature"))
        return t.StatIs(stat, self.one((">=", "<=", "=")), t.Num(self.chance.randint(0, 4)))

    def stat(self) -> t.Stat:
        return self.one(("mana value", "power", "toughness"))

    def _sharing(self) -> t.Filter:
        ref = self.one((self.this(), t.Attached()))
        shared = (
            t.SharesWith("creature type", ref),
            t.SharesWith("color", ref),
            t.SharesWith("card type", ref),
        )
        return self.one(shared)

    def group(self, zones: bool = True) -> t.Each:
        """Mostly creatures or lands, as texts have it; with `zones` rarely cards elsewhere."""
        head: t.Filter = self.often(
            (5, lambda: t.HasType("Creature")),
            (2, lambda: t.HasType("Land")),
            (2, lambda: t.AllOf((t.HasType("Creature"), self.other()))),
            (2, lambda: t.AllOf((t.HasType("Creature"), t.ControlledBy("you")))),
            (2, lambda: t.HasType(self.one(("Artifact", "Enchantment")))),
            (1, lambda: t.AllOf()),
        )
        if self.odds(0.45):
            head = t.AllOf((head, self.filter(1)))
        zone = "battlefield"
        if zones and self.odds(0.05):
            zone = self.one(("any", "graveyard"))
        return t.Each(head, zone)  # type: ignore[arg-type]  # a random word of the right ones

    # --- amounts and conditions -------------------------------------------------------------------

    def amount(self, depth: int = 1) -> t.Amount:
        deeper: list[tuple[int, Callable[[], Any]]] = []
        if depth:
            deeper = [
                (1, lambda: t.Sum((self.amount(depth - 1), self.amount(depth - 1)))),
                (1, lambda: t.Times(self.one((-1, 2)), self.amount(depth - 1))),
                (1, lambda: t.Half(self.amount(depth - 1), self.odds(0.5))),
                (1, lambda: t.Greatest((self.amount(0), self.amount(0)), self.odds(0.5))),
            ]
        ref = self.one((self.this(), t.Affected(), t.Attached()))
        result: t.Amount = self.often(
            (14, lambda: t.Num(self.chance.randint(-2, 4))),
            (3, lambda: t.Count(self.filter(1))),
            (1, lambda: t.Count(self._creature_or_blue(), "graveyard")),
            (1, lambda: t.CountDistinct(self.distinct(), self.filter(1))),
            (1, lambda: t.Aggregate(
                self.one(("greatest", "least", "total")), self.stat(),
                t.AllOf((t.HasType("Creature"), self.filter(1))))),
            (2, lambda: t.StatOf(self.stat(), ref)),
            (2, lambda: t.CountersOn(self.one((None, *COUNTERS)), ref)),
            (1, lambda: t.CountersAmong(self.one(COUNTERS), self.filter(1))),
            (1, lambda: t.Devotion(self.some(COLORS, 1, 2), self.one(("you", "opponent")))),
            (1, lambda: t.SymbolsAmong(self.one(COLORS), self.filter(1))),
            (1, lambda: t.LifeOf(self.one(("you", "opponent")))),
            (1, lambda: t.StartingLifeOf(self.one(("you", "opponent")))),
            (1, lambda: t.HandOf("you")),
            (1, lambda: t.ColorsOf(ref)),
            (1, lambda: t.SymbolsIn(self.one(COLORS), ref)),
            (1, lambda: t.UnknownAmount(t.Prose("your speed"))),
            (1, lambda: t.ChosenNumber()),
            (1, lambda: t.UnknownAmount(t.Prose("the number of spells cast this turn"))),
            *deeper,
        )  # fmt: skip
        return result

    def _creature_or_blue(self) -> t.Filter:
        filters: tuple[t.Filter, ...] = (t.HasType("Creature"), t.HasColor("U"))
        return self.one(filters)

    def distinct(self) -> Any:
        """What is counted once; Wizard is one of the roles of a party."""
        what = ("card type", "color", "basic land type", "creature type", "mana value")
        return self.one((*what, "party role"))

    def condition(self, depth: int = 1) -> t.Condition:
        deeper: list[tuple[int, Callable[[], Any]]] = []
        if depth:
            deeper = [
                (1, lambda: t.Every((self.condition(0), self.condition(0)))),
                (1, lambda: t.Either((self.condition(0), self.condition(0)))),
                (2, lambda: t.Unless(self.condition(0))),
            ]
        result: t.Condition = self.often(
            (6, lambda: t.Compare(t.Count(self.filter(1)), ">=", t.Num(self.chance.randint(1, 3)))),
            (2, lambda: t.Compare(self.measure(), self.one((">=", "<=")), t.Num(2))),
            (6, lambda: t.Matches(self.this(), self.filter(1))),
            (1, lambda: t.Matches(t.Attached(), self.filter(1))),
            (2, lambda: t.IsTurnOf(self.one(("you", "opponent")))),
            (2, lambda: t.Fact(t.Prose(self.one(_FACTS)))),
            (1, lambda: t.Matches(self.this(), t.HasDesignation(self.one(DESIGNATIONS)))),
            (1, lambda: t.ClassLevelIs(">=", 2)),
            *deeper,
        )
        return result

    def measure(self) -> t.Amount:
        """What a condition compares with a number."""
        result: t.Amount = self.often(
            (3, lambda: t.CountersOn(self.one(COUNTERS), self.this())),
            (1, lambda: t.LifeOf("you")),
            (1, lambda: t.HandOf("opponent")),
            (1, lambda: t.Devotion(("U",))),
            (1, lambda: t.CountDistinct(self.distinct(), t.HasType("Creature"))),
        )
        return result
