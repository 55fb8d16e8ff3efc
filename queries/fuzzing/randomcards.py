"""Random cards for random boards: permanents of every layout, and spells."""

from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

import msgspec

from striate.cards import tree as t
from striate.queries.fuzzing.randomtrees import Trees
from striate.queries.fuzzing.randomwords import COLORS, COUNTERS, CREATURE_TYPES, LAND_TYPES

NAMES = tuple(f"Card {letter}" for letter in "ABCDEFGH")
_SPELLS = {"Instant", "Sorcery"}
_SUBTYPE = {"class": "Class", "room": "Room", "station": "Spacecraft"}


def is_permanent(card: t.Card) -> bool:
    return not _SPELLS & set(card.faces[0].types)


def is_room(card: t.Card) -> bool:
    return card.layout == "split" and "Room" in card.faces[0].subtypes


_Known: TypeAlias = tuple[t.Card, ...]
_SORTED: list[tuple[_Known, tuple[_Known, _Known]]] = []  # of the cards that were asked for last


def _sorted_out(known: _Known) -> tuple[_Known, _Known]:
    """The permanents and the spells; every board of a sweep draws from the same cards."""
    if not _SORTED or _SORTED[0][0] is not known:
        permanents = tuple(card for card in known if is_permanent(card))
        spells = tuple(card for card in known if not is_permanent(card))
        _SORTED[:] = [(known, (permanents, spells))]
    return _SORTED[0][1]


@dataclass
class Cards:
    """Makes cards; some are drawn from the `known` ones."""

    chance: Random
    known: tuple[t.Card, ...] = ()
    trees: Trees = field(init=False)

    def __post_init__(self) -> None:
        self.trees = Trees(self.chance, NAMES[:4])
        self.permanents, self.known_spells = _sorted_out(self.known)

    def card(self) -> t.Card:
        """A permanent card; of some kinds more often than they are printed."""
        if self.permanents and self.trees.odds(0.7):
            return self.trees.one(self.permanents)
        kind: str = self.trees.often(
            (12, lambda: "normal"),
            (3, lambda: "leveler"),
            (1, lambda: "class"),
            (1, lambda: "copier"),
            (1, lambda: "chooser"),
            (1, lambda: "transform"),
            (1, lambda: "flip"),
            (1, lambda: "morph"),
            (1, lambda: "plasma"),
            (1, lambda: "room"),
            (1, lambda: "station"),
        )
        return self.of_kind(kind)

    def of_kind(self, kind: str) -> t.Card:
        """A card of that kind."""
        name = self.trees.one(NAMES)
        if kind == "room":
            left = self.face(name, kind)
            right = msgspec.structs.replace(
                self.face(f"{name} Too", kind), supertypes=left.supertypes
            )
            return t.Card(f"{name} // {name} Too", "split", (left, right))
        if kind in ("transform", "flip"):
            front, back = self.face(name, "normal"), self.face(f"{name} Back", "normal")
            back = msgspec.structs.replace(back, mana_cost="")
            return t.Card(f"{name} // {name} Back", kind, (front, back))
        return t.Card(name, "leveler" if kind == "leveler" else "normal", (self.face(name, kind),))

    def face(self, name: str, kind: str) -> t.Face:
        trees = self.trees
        types: tuple[str, ...] = trees.often(
            (8, lambda: ("Creature",)),
            (2, lambda: ("Enchantment",)),
            (2, lambda: ("Land",)),
            (1, lambda: ("Artifact",)),
            (1, lambda: ("Artifact", "Creature")),
        )
        if kind in ("leveler", "copier", "plasma", "morph"):
            types = ("Creature",)
        if kind in ("class", "room"):
            types = ("Enchantment",)
        if kind == "station":
            types = ("Artifact",)
        creature = "Creature" in types
        subtypes = trees.some(CREATURE_TYPES, 0, 2) if creature else ()
        if "Land" in types:
            subtypes = trees.some(LAND_TYPES, 0, 1)
        if kind in _SUBTYPE:
            subtypes = (_SUBTYPE[kind],)
        colors = trees.some(COLORS, 0, 2) if types != ("Land",) else ()
        cost = "" if types == ("Land",) else f"{{{self.chance.randint(0, 3)}}}"
        return t.Face(
            name,
            mana_cost=cost + "".join(f"{{{color}}}" for color in colors),
            supertypes=("Legendary",) if trees.odds(0.1) else (),
            types=types,
            subtypes=subtypes,
            colors=colors,
            power=self.chance.randint(0, 4) if creature else None,
            toughness=self.chance.randint(1, 5) if creature else None,
            abilities=self.abilities(kind, creature),
            printed_power="1" if creature else "",
            printed_toughness="1" if creature else "",
        )

    def abilities(self, kind: str, creature: bool) -> tuple[t.Ability, ...]:
        trees = self.trees
        own = tuple(trees.ability(2) for _ in range(trees.one((0, 1, 1, 1, 2, 2))))
        if kind == "leveler":
            return (*own[:1], *trees.level_symbols(2))
        if kind == "class":
            return trees.class_levels(1)
        if kind == "station":
            return (*own[:1], t.Keyword("station"), trees.station_symbol(2))
        if kind == "copier":
            copier = t.EntersAsCopy(t.Each(t.HasType("Creature")), trees.exceptions(True))
            return (*own[:1], copier)
        if kind == "chooser":
            chosen = trees.one(("color", "creature type", "basic land type"))
            return (t.EntersChoose(chosen), trees.static(1, (chosen,)), *own[:1])
        if kind == "morph":
            return (t.Keyword("morph", cost="{2}"), *own)
        if kind == "plasma":
            small, large = (t.SetBasePT(t.Num(n), t.Num(n)) for n in (1, 5))
            flies = (small, t.GainAbilities((t.Keyword("flying"),)))
            form = t.EntersAs((flies, (large,)), ("a small one", "a large one"))
            return (form, *(trees.keyword() for _ in own[:1]))
        if creature and trees.odds(0.12):
            own = (trees.defining(True), *own)
        if trees.odds(0.05):
            own = (trees.replacing(), *own)
        if trees.odds(0.06):
            own = (t.EntersWith(trees.one(COUNTERS), t.Num(self.chance.randint(1, 2))), *own)
        return own
