"""Random effect trees over a small vocabulary, so that what is made often touches each other.

Only trees that a text could mean are made: a resolved effect has targets, a level symbol stands on
a leveler, a characteristic-defining ability changes its own object (604.3a). Everything else is
allowed, however unlikely a card it would be.
"""

from striate.cards import tree as t
from striate.cards.grammar.paragraphs import speaks_of_source
from striate.queries.fuzzing.randomdeeds import Deeds
from striate.queries.fuzzing.randomwords import COLORS, CREATURE_TYPES, KEYWORDS, LAND_TYPES, TYPES

_TYPE_CHANGES = (t.SetTypes, t.AddTypes, t.RemoveTypes, t.SetSubtypes, t.SubtypesOf)
_FAMILY: dict[type, str] = {
    **dict.fromkeys(_TYPE_CHANGES, "types"),
    **dict.fromkeys((t.GainAbilities, t.GainAbilitiesOf, t.CantHave), "gains"),
    **dict.fromkeys((t.SetColors, t.AddColors), "colours"),
}
_BASIC = t.AddMana("{G}")


class Trees(Deeds):
    """Makes trees from one source of chance."""

    # --- changes ----------------------------------------------------------------------------------

    def change(self, depth: int, chosen: tuple[str, ...] = ()) -> t.Change:
        """Any change of layers 2-7; `chosen` are the kinds of choices that may be spoken of."""
        color = (*COLORS, "@color") if "color" in chosen else COLORS
        kin = (*CREATURE_TYPES, "@creature type") if "creature type" in chosen else CREATURE_TYPES
        land = (*LAND_TYPES, "@basic land type") if "basic land type" in chosen else LAND_TYPES
        result: t.Change = self.often(
            (2, lambda: t.SetController(self.one(("you", "opponent")))),
            (1, lambda: t.SetName(self.one(self.names))),
            (3, lambda: self._new_types()),
            (5, lambda: t.AddTypes(self.some(TYPES, 0, 1), self.some(kin, 0, 1),
                                   self.some(("Legendary",), 0, 1))),
            (1, lambda: t.AddTypes(every=(self.one(("creature type", "basic land type")),))),
            (2, lambda: t.AddTypes(subtypes=(self.one(land),))),
            (1, lambda: t.RemoveTypes(self.some(TYPES, 1, 1))),
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
        types = self.some(TYPES, 1, 2)
        return t.SetTypes(types, self.some(CREATURE_TYPES, 0, 1) if "Creature" in types else ())

    def half(self) -> t.Amount | None:
        return self.amount() if self.odds(0.9) else None

    def abilities_of(self) -> t.Change:
        of = self.one((self.this(), self.group()))
        if self.odds(0.5):
            return t.GainAbilitiesOf(of, "keywords", ("flying", "haste"))
        return t.GainAbilitiesOf(of, self.one(("activated", "triggered", "mana")))

    def granted(self, depth: int) -> tuple[t.Ability, ...]:
        if depth and self.odds(0.4):
            return (self.ability(depth - 1),)
        keywords = [self.keyword() for _ in range(self.chance.randint(1, 2))]
        return tuple(dict.fromkeys(keywords))

    def changes(self, depth: int, chosen: tuple[str, ...]) -> tuple[t.Change, ...]:
        """No two of one family: a text has one predicate about types, one about colours."""
        number = self.often((6, lambda: 1), (3, lambda: 2), (1, lambda: 3))
        by_family: dict[object, t.Change] = {}
        for change in (self.change(depth, chosen) for _ in range(number)):
            by_family[_FAMILY.get(type(change), type(change))] = change
        return tuple(by_family.values())

    # --- abilities --------------------------------------------------------------------------------

    def keyword(self) -> t.Ability:
        result: t.Ability = self.often(
            (12, lambda: t.Keyword(self.one(KEYWORDS))),
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
        abilities: list[t.Ability] = [t.Keyword("level up", cost="{1}")]
        for first, last in ((low, high), (high + 1, None)):
            size = (self.chance.randint(1, 5), self.chance.randint(1, 5))
            abilities.append(t.LevelSymbol(first, last, self.given(depth), *size))
        return tuple(abilities)

    def station_symbol(self, depth: int) -> t.Static:
        """721.2: from so many charge counters on it has the abilities and the size, as a
        creature."""
        size = t.SetBasePT(*(t.Num(self.chance.randint(1, 5)) for _ in range(2)))
        changes = (t.AddTypes(("Creature",)), t.GainAbilities(self.given(depth)), size)
        enough = t.Compare(t.CountersOn("charge", t.This()), ">=", t.Num(self.chance.randint(1, 3)))
        return t.Static((t.Effect(t.This(), changes, enough),))

    def given(self, depth: int) -> tuple[t.Ability, ...]:
        abilities = [self.ability(max(depth - 1, 0)) for _ in range(self.chance.randint(0, 2))]
        return tuple(dict.fromkeys(abilities))

    def class_levels(self, depth: int) -> tuple[t.Ability, ...]:
        return (
            self.static(depth),
            t.ClassLevel(2, "{1}", (self.static(depth),)),
            t.ClassLevel(3, "{2}", (self.ability(depth),)),
        )

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
            (1, lambda: t.CopyIf(t.ControlledBy("you"), t.GainAbilities((self.keyword(),)))),
        )
        return (result,)

    def apart(self) -> Deeds:
        return Trees(self.chance, self.names)
