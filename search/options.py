"""What may stand in a symbolic slot: a card with the choices made as it enters.

A card that the slots do not hold (it enters as a copy, asks for something outside the
battlefield, ...) is left out with a reason that the answer can name.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from striate.cards import tree
from striate.cards.language import is_understood
from striate.cards.vocabulary import BASIC_LAND_TYPES, PERMANENT_TYPES
from striate.cards.walking import children, parts, rewrite
from striate.encodings.effects import statics_of
from striate.encodings.matching import COLOR_LETTERS

_LAYOUTS = frozenset({"normal", "leveler", "transform", "modal_dfc", "class", "meld", "adventure"})

# What slots do not hold: it looks beyond the battlefield, at facts, or at chosen objects, or
# takes what it does from other objects' texts.
_FOREIGN = (
    tree.Fact,
    tree.Unknown,
    tree.UnknownAmount,
    tree.ChosenObject,
    tree.LinkedCard,
    tree.TopCard,
    tree.Target,
    tree.ExiledWith,
    tree.IsCommander,
    tree.HasAbilityKind,
    tree.SubtypesOf,
    tree.ColorsLike,
    tree.GainAbilitiesOf,
    tree.ReplaceWords,
    tree.ExchangeText,
    tree.FullTextOf,
    tree.BecomeCopy,
    tree.ExchangeControl,
    tree.ChoseMode,
    tree.ChosenNumber,
    tree.X,
    tree.SetName,
    tree.SharesWith,
    tree.Prose,
)

# Values of which there are too many to keep apart.
_ENDLESS = frozenset({"name", "creature type", "subtype", "counter kind", "keyword", "power"})


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """A card in a slot, with what was chosen as it entered."""

    card: tree.Card
    choices: tuple[tuple[str, str], ...]
    statics: tuple[tree.Static, ...]
    plain: tuple[tree.Ability, ...]
    enchant: tree.Filter | None
    equipment: bool
    equips: tuple[tree.Filter, ...]  # what it can be attached to besides creatures (702.6)
    counters: tuple[tuple[str, int], ...]
    levels: int  # one more than the highest bound of its level symbols; 0: no leveler

    @property
    def face(self) -> tree.Face:
        return self.card.faces[0]


def options_of(card: tree.Card, creature_types: Iterable[str]) -> "tuple[list[Option], str]":
    """The ways in which the card may stand in a slot, or why it is left out."""
    reason = left_out(card)
    if reason:
        return [], reason
    face = card.faces[0]
    if beyond_choices(card):
        return [], beyond_choices(card)
    kinds = [each.kind for each in face.abilities if isinstance(each, tree.EntersChoose)]
    pairs: list[tuple[tuple[str, str], ...]] = [()]
    for kind in kinds:
        values = _choice_values(kind, creature_types, face)
        pairs = [(*before, (kind, value)) for before in pairs for value in values]
    return [made(card, each) for each in pairs], ""


def beyond_choices(card: tree.Card) -> str:
    """Whether something is chosen as it enters that slots do not hold; the reason, or ""."""
    face = card.faces[0]
    for each in face.abilities:
        if isinstance(each, tree.EntersChoose) and not _choice_values(each.kind, ["Wall"], face):
            return "a choice as it enters that the search does not make"
    return ""


def _choice_values(kind: str, creature_types: Iterable[str], face: tree.Face) -> list[str]:
    if kind == "creature type":
        return sorted(creature_types) or ["Wall"]
    if kind == "color":
        barred = {word for each in face.abilities if isinstance(each, tree.EntersChoose)
                  for word in each.but}  # fmt: skip
        return [word for word in COLOR_LETTERS if word not in barred]
    if kind in ("basic land type", "land type"):
        return list(BASIC_LAND_TYPES)
    return []


@cache
def left_out(card: tree.Card) -> str:
    """Why the card can't stand in a slot; "" if it can."""
    face = card.faces[0]
    if card.layout not in _LAYOUTS or not set(face.types) & set(PERMANENT_TYPES):
        return "no permanent that the slots hold"
    if not all(fits(ability) for ability in face.abilities):
        return "not wholly understood"
    if "Aura" in face.subtypes and not any(
        isinstance(each, tree.Keyword) and each.name == "enchant" and each.quality
        for each in face.abilities
    ):
        return "an Aura that enchants no permanent"
    for ability in face.abilities:
        reason = _beyond(ability)
        if reason:
            return reason
    return ""


def fits(ability: tree.Ability) -> bool:
    """Understood in all that can touch characteristics by being there."""
    if isinstance(ability, tree.Opaque):
        return not ability.touches or ability.kind in ("activated", "triggered", "spell", "chapter")
    if isinstance(ability, tree.Activated | tree.Triggered | tree.Chapter | tree.Spell):
        return True
    return is_understood(ability)


def _beyond(ability: tree.Ability) -> str:
    if isinstance(ability, tree.EntersAsCopy):
        return "enters as a copy"
    if isinstance(ability, tree.EntersAs):
        return "a form chosen as it enters"
    if isinstance(ability, tree.EntersWith) and not isinstance(ability.amount, tree.Num):
        return "enters with a number of counters that the slots do not hold"
    if isinstance(ability, tree.EntersWith) and (ability.condition or ability.who != tree.This()):
        return "counters under a condition"
    for printed in statics_of(ability):
        static = on_battlefield(printed)
        for effect in static.effects if static is not None else ():
            if _looks_beyond(effect):
                return "looks at more than the battlefield"
    return ""


@cache
def _looks_beyond(node: tree.Node) -> bool:
    """Whether the effect, or an effect that it grants, needs what slots do not hold."""
    if isinstance(node, _FOREIGN):
        return True
    if isinstance(node, tree.CountDistinct) and node.what in _ENDLESS:
        return True
    zoned = (tree.Each, tree.Count, tree.CountDistinct, tree.Aggregate)
    if isinstance(node, zoned) and node.zone not in ("battlefield", "any"):
        return True
    if isinstance(node, tree.LoseAllAbilities):
        return bool(node.only) or not all(isinstance(each, tree.Keyword) for each in node.keep)
    if isinstance(node, tree.LoseAbilities | tree.CantHave) and not all(
        isinstance(each, tree.Keyword) for each in node.abilities
    ):
        return True
    if isinstance(node, tree.GainAbilities | tree.LoseAbilities | tree.CantHave):
        granted = (each for ability in node.abilities for each in statics_of(ability))
        return any(_looks_beyond(effect) for static in granted for effect in static.effects)
    if isinstance(node, tree.Restrict):
        return node.verb.startswith("this effect doesn't remove")  # 702.16n
    return any(map(_beyond_value, children(node)))


def _beyond_value(value: object) -> bool:
    if isinstance(value, tree.Node):
        return _looks_beyond(value)
    return any(map(_beyond_value, children(value)))


def made(card: tree.Card, choices: tuple[tuple[str, str], ...]) -> Option:
    statics: list[tree.Static] = []
    plain: list[tree.Ability] = []
    enchant: tree.Filter | None = None
    equips: list[tree.Filter] = []
    counters: list[tuple[str, int]] = []
    levels = 0
    for printed in card.faces[0].abilities:
        ability = _with_chosen(printed, (*choices, ("own name", card.faces[0].name)))
        found = [
            kept
            for each in statics_of(ability)
            if _acts_on_battlefield(each) and (kept := on_battlefield(each)) is not None
        ]
        statics += found
        if isinstance(ability, tree.LevelSymbol):
            levels = max(levels, (ability.high or ability.low - 1) + 1)
        if isinstance(ability, tree.Keyword) and ability.name == "enchant":
            enchant = ability.quality
        if isinstance(ability, tree.Keyword) and ability.name == "equip" and ability.quality:
            equips.append(ability.quality)
        if isinstance(ability, tree.EntersWith) and isinstance(ability.amount, tree.Num):
            counters.append((ability.kind, ability.amount.value))
        if not found:
            plain.append(ability)
    counters += _starting_counters(card.faces[0])
    subtypes = card.faces[0].subtypes
    return Option(
        card,
        choices,
        tuple(statics),
        tuple(plain),
        enchant if "Aura" in subtypes else None,
        "Equipment" in subtypes,
        tuple(equips) if "Equipment" in subtypes else (),
        tuple(counters),
        levels,
    )


def _starting_counters(face: tree.Face) -> list[tuple[str, int]]:
    """306.5b, 310.4b, 714.3a: what planeswalkers, battles and Sagas enter with."""
    found: list[tuple[str, int]] = []
    if "Planeswalker" in face.types and face.loyalty.isdigit():
        found.append(("loyalty", int(face.loyalty)))
    if "Battle" in face.types and face.defense.isdigit():
        found.append(("defense", int(face.defense)))
    if "Saga" in face.subtypes:
        found.append(("lore", 1))
    return found


# What they say in their bodies matters only when they resolve.
_BODIES = (tree.Activated, tree.Triggered, tree.Chapter, tree.Spell, tree.Opaque)


def _stands_for(value: object) -> bool:
    """Whether some word of it stands for a choice, or for its own name."""
    return any(
        isinstance(part, str) and (part.startswith("@") or part == "~") for part in parts(value)
    )


def on_battlefield(static: tree.Static) -> tree.Static | None:
    """The effects whose objects can be on the battlefield, where all slots are."""
    effects = tuple(each for each in static.effects if not _stays_outside(each.who))
    return tree.Static(effects, static.cda, static.zones) if effects else None


def _stays_outside(who: tree.Who) -> bool:
    """Whether the group speaks only of objects that are not on the battlefield."""
    if not isinstance(who, tree.Each):
        return False
    if who.zone != "any":
        return who.zone != "battlefield"
    parts = who.filter.parts if isinstance(who.filter, tree.AllOf) else (who.filter,)
    return tree.Not(tree.InZone("battlefield")) in parts


def _acts_on_battlefield(static: tree.Static) -> bool:
    return static.cda or "battlefield" in static.zones or "any" in static.zones


def _with_chosen(ability: tree.Ability, choices: tuple[tuple[str, str], ...]) -> tree.Ability:
    """607.2d: the chosen values, and its own name (201.5), in place of what stands for them."""
    if isinstance(ability, _BODIES) or not _stands_for(ability):
        return ability
    table = {f"@{kind}": COLOR_LETTERS.get(value.lower(), value) for kind, value in choices}
    own_name = table.pop("@own name")
    if "@basic land type" in table:
        table["@land type"] = table["@basic land type"]

    def put(part: Any) -> Any:
        if isinstance(part, str):
            return table.get(part, part)
        return tree.Named(own_name) if part == tree.Named("~") else part

    found: tree.Ability = rewrite(ability, put)
    return found
