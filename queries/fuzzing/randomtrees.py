"""Random effect trees over a small vocabulary, so that what is made often touches each other.

Only trees that a text could mean are made: a resolved effect has targets, a level symbol stands on
a leveler, a characteristic-defining ability changes its own object (604.3a). Everything else is
allowed, however unlikely a card it would be.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Literal, TypeVar

from striate.cards import tree as t
from striate.cards.grammar.lingering import speaks_of_source
from striate.cards.vocabulary import ROLES

T = TypeVar("T")

CREATURE_TYPES = ("Goblin", "Merfolk", "Wizard")
LAND_TYPES = ("Island", "Mountain")
_TYPES = ("Artifact", "Creature", "Enchantment", "Land")
COLORS = ("R", "U", "W")
_KEYWORDS = ("flying", "haste", "trample")
COUNTERS = ("+1/+1", "-1/-1", "level", "flying", "charge", "+2/+0")
_CHOICES = ("color", "creature type", "basic land type")
_TYPE_CHANGES = (t.SetTypes, t.AddTypes, t.RemoveTypes, t.SetSubtypes, t.SubtypesOf)
_FAMILY: dict[type, str] = {
    **dict.fromkeys(_TYPE_CHANGES, "types"),
    **dict.fromkeys((t.GainAbilities, t.GainAbilitiesOf, t.CantHave), "gains"),
    **dict.fromkeys((t.SetColors, t.AddColors, t.ColorsLike), "colours"),
}
_BASIC = t.AddMana("{G}")


DESIGNATIONS = ("monstrous", "saddled", "suspected")
_MANIFESTS: tuple[Literal["manifest", "manifest dread", "cloak"], ...] = (
    "manifest",
    "manifest dread",
    "cloak",
)
_LATER = ("at the beginning of the next end step", "at the beginning of your next end step")


class Trees:
    """Makes trees from one source of chance; `names` are the names of the cards on the board.

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
            (5, lambda: t.HasType(self.one(_TYPES))),
            (5, lambda: t.HasSubtype(self.one((*CREATURE_TYPES, *LAND_TYPES, "Aura")))),
            (2, lambda: t.HasSupertype(self.one(("Basic", "Legendary")))),
            (4, lambda: t.HasColor(self.one(COLORS))),
            (2, lambda: t.ColorCount(self.one(("=", ">=", "!=")), self.chance.randint(0, 2))),
            (2, lambda: t.Named(self.one(self.names))),
            (1, lambda: t.IsToken()),
            (4, lambda: t.HasKeyword(self.one(_KEYWORDS))),
            (2, lambda: t.HasNoAbilities()),
            (1, lambda: t.HasAbilityKind(self.one(("activated", "triggered", "static")))),
            (2, lambda: self._stat_filter()),
            (2, lambda: t.HasCounter(self.one((None, *COUNTERS)), ">=", 1)),
            (1, lambda: t.IsTapped()),
            (1, lambda: t.HasDesignation(self.one(DESIGNATIONS))),
            (1, lambda: t.IsFaceDown()),
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
            (1, lambda: t.HandOf("you")),
            (1, lambda: t.ColorsOf(ref)),
            (1, lambda: t.ChosenNumber()),
            (1, lambda: t.UnknownAmount(t.Prose("the number of spells cast this turn"))),
            *deeper,
        )  # fmt: skip
        return result

    def _creature_or_blue(self) -> t.Filter:
        filters: tuple[t.Filter, ...] = (t.HasType("Creature"), t.HasColor("U"))
        return self.one(filters)

    def distinct(self) -> Any:
        return self.one(("card type", "color", "basic land type", "creature type", "mana value"))

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
            (1, lambda: t.Fact(t.Prose("you've cast a spell this turn"))),
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

    # --- changes ------------------------------------------------------------------------------------

    def change(self, depth: int, chosen: tuple[str, ...] = ()) -> t.Change:
        """Any change of layers 2-7; `chosen` are the kinds of choices that may be spoken of."""
        color = (*COLORS, "@color") if "color" in chosen else COLORS
        kin = (*CREATURE_TYPES, "@creature type") if "creature type" in chosen else CREATURE_TYPES
        land = (*LAND_TYPES, "@basic land type") if "basic land type" in chosen else LAND_TYPES
        result: t.Change = self.often(
            (2, lambda: t.SetController(self.one(("you", "opponent")))),
            (1, lambda: t.SetName(self.one(self.names))),
            (3, lambda: self._new_types()),
            (5, lambda: t.AddTypes(self.some(_TYPES, 0, 1), self.some(kin, 0, 1),
                                   self.some(("Legendary",), 0, 1))),
            (1, lambda: t.AddTypes(every=(self.one(("creature type", "basic land type")),))),
            (2, lambda: t.AddTypes(subtypes=(self.one(land),))),
            (1, lambda: t.RemoveTypes(self.some(_TYPES, 1, 1))),
            (1, lambda: t.RemoveTypes(subtypes=(self.one(kin),))),
            (1, lambda: t.RemoveTypes(all_subtypes=(self.one(("creature", "land")),))),
            (1, lambda: t.RemoveTypes(supertypes=("Legendary",))),
            (3, lambda: t.SetSubtypes("land", (self.one(land),))),
            (3, lambda: t.SetSubtypes("creature", (self.one(kin),))),
            (1, lambda: t.SubtypesOf(self.one((self.this(), self.group())),
                                     "creature", self.odds(0.5))),
            (3, lambda: t.SetColors(self.some(COLORS, 0, 2))),
            (1, lambda: t.SetColors((self.one(color),))),
            (3, lambda: t.AddColors((self.one(color),))),
            (1, lambda: t.ColorsLike(self.this())),
            (7, lambda: t.GainAbilities(self.granted(depth))),
            (1, lambda: self.abilities_of()),
            (2, lambda: t.LoseAbilities((self.keyword(),))),
            (3, lambda: t.LoseAllAbilities()),
            (1, lambda: t.LoseAllAbilities(keep=(self.keyword(),))),
            (1, lambda: t.LoseAllAbilities(only=self.one(("activated", "mana", "keyword")))),
            (1, lambda: t.CantHave((self.keyword(),))),
            (4, lambda: t.SetBasePT(self.half(), self.half())),
            (7, lambda: t.ModifyPT(self.amount(), self.amount())),
            (2, lambda: t.SwitchPT()),
            (1, lambda: t.Restrict("can't block")),
        )  # fmt: skip
        return result

    def _new_types(self) -> t.Change:
        """205.1a: subtypes are named of the types that come with them only."""
        types = self.some(_TYPES, 1, 2)
        return t.SetTypes(types, self.some(CREATURE_TYPES, 0, 1) if "Creature" in types else ())

    def half(self) -> t.Amount | None:
        return self.amount() if self.odds(0.9) else None

    def _word_change(self) -> t.Change:
        kind = self.one(("color", "basic land type", "creature type"))
        words = {
            "color": ("red", "blue", "white"),
            "basic land type": LAND_TYPES,
            "creature type": CREATURE_TYPES,
        }[kind]
        old, new = self.chance.sample(words, 2)
        return t.ReplaceWords((kind,), old, new)  # type: ignore[arg-type]  # a random word of the right ones

    def abilities_of(self) -> t.Change:
        of = self.one((self.this(), self.group()))
        if self.odds(0.5):
            return t.GainAbilitiesOf(of, "keywords", ("flying", "haste"))
        return t.GainAbilitiesOf(of, self.one(("activated", "triggered", "mana")))

    def granted(self, depth: int) -> tuple[t.Ability, ...]:
        if depth and self.odds(0.4):
            return (self.ability(depth - 1),)
        found = [self.keyword() for _ in range(self.chance.randint(1, 2))]
        return tuple(dict.fromkeys(found))

    def changes(self, depth: int, chosen: tuple[str, ...]) -> tuple[t.Change, ...]:
        """No two of one family: a text has one predicate about types, one about colours."""
        number = self.often((6, lambda: 1), (3, lambda: 2), (1, lambda: 3))
        found: dict[object, t.Change] = {}
        for change in (self.change(depth, chosen) for _ in range(number)):
            found[_FAMILY.get(type(change), type(change))] = change
        return tuple(found.values())

    # --- abilities ----------------------------------------------------------------------------------

    def keyword(self) -> t.Ability:
        result: t.Ability = self.often(
            (12, lambda: t.Keyword(self.one(_KEYWORDS))),
            (1, lambda: t.Keyword("changeling")),
            (1, lambda: t.Keyword("devoid")),
            (1, lambda: t.Keyword("protection", quality=t.HasColor(self.one(COLORS)))),
            (1, lambda: t.Keyword("landwalk", quality=t.HasSubtype(self.one(LAND_TYPES)))),
            (1, lambda: t.Keyword("ward", cost="{1}")),
        )
        return result

    def ability(self, depth: int, chosen: tuple[str, ...] = ()) -> t.Ability:
        result: t.Ability = self.often(
            (10, lambda: self.static(depth, chosen)),
            (4, lambda: self.keyword()),
            (1, lambda: self.defining()),
            (2, lambda: t.Activated("{1}", self.body(depth))),
            (1, lambda: t.Triggered(t.Event("when", "enters", t.This()), self.body(depth))),
            (1, lambda: t.Activated("{T}", t.Body((_BASIC,)))),
        )
        return result

    def static(self, depth: int, chosen: tuple[str, ...] = ()) -> t.Static:
        """604: one effect or two, mostly on a group."""
        number = 2 if self.odds(0.12) else 1
        effects = tuple(self.effect(depth, chosen) for _ in range(number))
        zones = ("battlefield",) if self.odds(0.95) else ("graveyard",)
        lingers = self.odds(0.08) and not speaks_of_source(effects)
        return t.Static(effects, zones=zones, lingers=lingers)  # type: ignore[arg-type]  # a random word of the right ones

    def effect(self, depth: int, chosen: tuple[str, ...] = ()) -> t.Effect:
        if self.odds(0.15):
            change = t.ModifyPT(self.amount(), self.amount())
            whose: tuple[t.Who, ...] = (t.This(), t.Attached(), self.group())
            return t.Effect(self.one(whose), (change,))
        who: t.Who = self.often(
            (7, lambda: self.group()), (3, lambda: t.This()), (2, lambda: t.Attached())
        )
        condition = self.condition() if self.odds(0.3) else None
        return t.Effect(who, self.changes(depth, chosen), condition)

    def defining(self, creature: bool = False) -> t.Static:
        """604.3a: changes its own object only, without condition, in every zone.

        `creature`: its object has a box that the ability can define.
        """
        change: t.Change = self.often(
            (4 if creature else 0, lambda: t.DefinePT(self.amount(), self.amount())),
            (1, lambda: t.SetColors(self.some(COLORS, 1, 3))),
            (1, lambda: t.AddTypes(every=("creature type",))),
        )
        return t.Static((t.Effect(t.This(), (change,)),), cda=True)

    def level_symbols(self, depth: int) -> tuple[t.Ability, ...]:
        low = self.chance.randint(1, 2)
        high = low + self.chance.randint(0, 2)
        found: list[t.Ability] = [t.Keyword("level up", cost="{1}")]
        for first, last in ((low, high), (high + 1, None)):
            size = (self.chance.randint(1, 5), self.chance.randint(1, 5))
            found.append(t.LevelSymbol(first, last, self.given(depth), *size))
        return tuple(found)

    def given(self, depth: int) -> tuple[t.Ability, ...]:
        found = [self.ability(max(depth - 1, 0)) for _ in range(self.chance.randint(0, 2))]
        return tuple(dict.fromkeys(found))

    def class_levels(self, depth: int) -> tuple[t.Ability, ...]:
        return (
            self.static(depth),
            t.ClassLevel(2, "{1}", (self.static(depth),)),
            t.ClassLevel(3, "{2}", (self.ability(depth),)),
        )

    # --- resolutions ----------------------------------------------------------------------------------

    def body(self, depth: int) -> t.Body:
        """One target at most, one or two instructions."""
        targets: tuple[t.TargetSpec, ...] = ()
        if not self.own or self.odds(0.6):
            targets = (t.TargetSpec(t.AllOf()),)
        steps = tuple(
            self.instruction(depth, bool(targets)) for _ in range(self.chance.randint(1, 2))
        )
        return t.Body(steps, targets)

    def instruction(self, depth: int, targeted: bool) -> t.Step:
        untargeted: tuple[t.Who, ...] = (t.This(), self.group(False))
        who: t.Who = t.Target(0) if targeted else self.one(untargeted)
        result: t.Step = self.often(
            (12, lambda: t.Continuous(self.resolved(depth, who), self.duration())),
            (2, lambda: t.PutCounters(who, self.one(COUNTERS), t.Num(self.chance.randint(1, 2)))),
            (1, lambda: t.RemoveCounters(who, self.one((None, *COUNTERS)), None)),
            (1, lambda: t.DoubleCounters(who, self.one(COUNTERS))),
            (1, lambda: t.SetTapped(who, self.odds(0.7))),
            (1, lambda: t.Act("draw", "you", amount=t.Num(1))),
            (1, lambda: t.LifeChange("you", t.Num(2))),
            (4, lambda: self.deed(depth, who)),
        )
        return result

    def deed(self, depth: int, who: t.Who) -> t.Step:
        """What moves, makes, hides or marks objects."""
        result: t.Step = self.often(
            (3, lambda: self.move(who)),
            (3, lambda: self.tokens(depth)),
            (1, lambda: t.GetEmblem((self.apart().static(0),), self.one(("you", "opponent")))),
            (1, lambda: t.PhaseOut(who)),
            (1, lambda: t.Act("regenerate", who=who)),
            (2, lambda: t.Designate(who, self.one(DESIGNATIONS), self.odds(0.2))),
            (1, lambda: t.Manifest(t.Num(self.chance.randint(1, 2)), self.one(_MANIFESTS))),
            (1, lambda: self.role(who)),
            (2, lambda: t.Later(self.one(_LATER), (self.move(who),))),
            (2 if isinstance(who, t.Target) else 0, lambda: self.copies(who)),
        )
        return result

    def role(self, host: t.Who) -> t.CreateTokens:
        spec = t.TokenSpec(self.one(ROLES), types=("Enchantment",), subtypes=("Aura", "Role"))
        return t.CreateTokens(t.Num(1), spec, attached_to=host)

    def apart(self) -> "Trees":
        """Trees for what is made: their words speak of no target."""
        return Trees(self.chance, self.names)

    def move(self, who: t.Who) -> t.MoveZone:
        result: t.MoveZone = self.often(
            (2, lambda: t.MoveZone("destroy", who, "graveyard")),
            (2, lambda: t.MoveZone("exile", who, "exile")),
            (
                3 if self.own else 0,
                lambda: t.MoveZone("exile", who, "exile", until="source leaves"),
            ),
            (1, lambda: t.MoveZone("sacrifice", who, "graveyard")),
            (1, lambda: t.MoveZone("return", who, "hand")),
            (2, lambda: t.MoveZone("return", who, "battlefield", "affected owner")),
            (1, lambda: t.MoveZone("return", who, "battlefield", "you", transformed=True)),
            (1, lambda: t.MoveZone("put", who, "library", place=self.one(("top", "bottom")))),
            (1, lambda: t.MoveZone("shuffle", who, "library")),
        )
        return result

    def tokens(self, depth: int) -> t.CreateTokens:
        """111.3: its size may be worked out as it is created."""
        size = self.amount() if self.odds(0.3) else t.Num(self.chance.randint(0, 3))
        spec = t.TokenSpec(
            self.one(("", "", self.names[0])),
            types=self.one((("Creature",), ("Artifact", "Creature"))),
            subtypes=self.some(CREATURE_TYPES, 1, 2),
            colors=self.some(COLORS, 0, 2),
            power=size,
            toughness=t.Num(self.chance.randint(1, 3)),
            abilities=self.apart().given(depth)[:1] if depth else (),
        )
        number = self.amount() if self.odds(0.15) else t.Num(self.chance.randint(1, 2))
        player: t.Player = self.one(("you", "you", "opponent", "any"))
        return t.CreateTokens(number, spec, self.odds(0.2), player=player)

    def copies(self, who: t.Who) -> t.CreateCopies:
        number = t.Num(self.chance.randint(1, 2))
        return t.CreateCopies(number, who, self.exceptions(own=False), self.odds(0.2))

    def resolved(self, depth: int, who: t.Who) -> t.Effect:
        changes = self.changes(depth, ())
        if self.odds(0.06):
            changes = (self._word_change(),)
        elif self.own and not isinstance(who, t.This) and self.odds(0.08):
            changes = (t.BecomeCopy(t.This(), self.exceptions(own=False)),)
        return t.Effect(who, changes)

    def duration(self) -> t.Duration:
        result: t.Duration = self.often(
            (5, lambda: t.UntilEndOfTurn()),
            (3, lambda: t.Permanently()),
            (1, lambda: t.UntilYourNextTurn()),
            (1 if self.own else 0, lambda: t.UntilLeaves()),
            (1 if self.own else 0, lambda: t.AsLongAs(self.condition(0))),
        )
        return result

    def exceptions(self, entering: bool = False, own: bool = True) -> tuple[t.CopyExtra, ...]:
        """707.9: none, mostly. `own`: the copy was something before, and can keep some of it."""
        if self.odds(0.5):
            return ()
        if own and self.odds(0.2):
            return (t.KeepOwn((self.one(("color", "name", "power and toughness")),)),)
        if entering and self.odds(0.1):
            return (t.EntersWith("+1/+1", t.Num(1), additional=True),)
        result: t.CopyExtra = self.often(
            (2, lambda: t.AddTypes(("Artifact",))),
            (2, lambda: t.GainAbilities((self.keyword(),))),
            (1, lambda: t.SetBasePT(t.Num(4), t.Num(4))),
            (1, lambda: t.SetName(self.one(self.names))),
            (1, lambda: t.RemoveTypes(supertypes=("Legendary",))),
            (1, lambda: t.SetColors((self.one(COLORS),))),
            (1, lambda: t.CopyIf(t.HasType("Creature"), t.AddTypes((), ("Wizard",)))),
        )
        return (result,)
