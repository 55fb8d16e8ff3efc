"""Effects from their parts: changes in layer order, pronouns bound, conditions put in place.

`compose` orders the changes of one sentence (613.1, 613.4), `effect_of` makes an effect with its
subject, `static` the ability: where it works (113.6b) and whether it defines (604.3a).
"""

from collections.abc import Iterable
from typing import Any

from striate.cards import tree
from striate.cards.grammar.amounts import has_x, with_x
from striate.cards.grammar.binding.others import as_other, other_in_static
from striate.cards.grammar.drafts import parts_of
from striate.cards.grammar.engine import Declined
from striate.cards.grammar.notation import builds
from striate.cards.grammar.nouns import all_of, bind
from striate.cards.tree import (
    Change,
    Condition,
    Each,
    Effect,
    GainAbilities,
    LoseAllAbilities,
    Matches,
    ModifyPT,
    SetBasePT,
    Static,
    This,
    Who,
)
from striate.cards.walking import nodes, parts

# Changes of one effect in the order of their layers (613.1, 613.4).
_ORDER: tuple[type, ...] = (
    tree.BecomeCopy, tree.SetController, tree.ExchangeControl, tree.ReplaceWords,
    tree.ExchangeText, tree.FullTextOf, tree.SetName, tree.SetTypes, tree.RemoveTypes,
    tree.SetSubtypes, tree.SubtypesOf, tree.AddTypes, tree.SetColors,
    tree.AddColors, tree.LoseAllAbilities, tree.LoseAbilities, tree.CantHave,
    tree.GainAbilities, tree.GainAbilitiesOf, tree.DefinePT, tree.SetBasePT, tree.ModifyPT,
    tree.SwitchPT, tree.Restrict,
)  # fmt: skip
_RANK: dict[type, int] = {kind: rank for rank, kind in enumerate(_ORDER)}


def _rank(change: Change) -> float:
    """A card type that is added comes before the subtypes that need it (205.3d)."""
    if isinstance(change, tree.AddTypes) and change.types and not change.subtypes:
        return _RANK[tree.RemoveTypes] + 0.5
    return _RANK[type(change)]


def in_layer_order(changes: Iterable[Change]) -> tuple[Change, ...]:
    """613.1: the changes of one effect in the order in which they apply."""
    return tuple(sorted(changes, key=_rank))


# Marks of "all other ..." until the predicates of a sentence are put together.
OTHER_ABILITIES = "all other abilities"
OTHER_TYPES = "all other card types"
OTHER_CREATURE_TYPES = "all other creature types"


def compose(marked: tuple[Any, ...]) -> tuple[Change, ...]:
    """The changes of a sentence in layer order, if its words go together."""
    changes: list[Change] = [part for part in marked if not isinstance(part, str)]
    marks = {part for part in marked if isinstance(part, str)}
    kinds = [type(change) for change in changes]
    if LoseAllAbilities in kinds and GainAbilities in kinds[: kinds.index(LoseAllAbilities)]:
        raise Declined
    barred = {change.abilities for change in changes if isinstance(change, tree.CantHave)}
    changes = [
        change
        for change in changes
        if not (isinstance(change, tree.LoseAbilities) and change.abilities in barred)
    ]
    if OTHER_ABILITIES in marks:
        changes.append(LoseAllAbilities())
    if OTHER_TYPES in marks:
        changes = _only_these_types(changes)
    if OTHER_CREATURE_TYPES in marks and not any(
        isinstance(change, (tree.SetSubtypes, tree.SetTypes)) and change.subtypes
        for change in changes
    ):
        raise Declined
    return in_layer_order(_joined(changes))


def _only_these_types(changes: list[Change]) -> list[Change]:
    """205.1a: "and loses all other card types" makes added types the only ones."""
    types: list[str] = []
    subtypes: list[str] = []
    supertypes: list[str] = []
    rest: list[Change] = []
    for change in changes:
        if isinstance(change, (tree.SetTypes, tree.AddTypes)) and not change.every:
            types += change.types
            subtypes += change.subtypes
            supertypes += change.supertypes
        elif isinstance(change, tree.SetSubtypes):
            subtypes += change.subtypes
        else:
            rest.append(change)
    if not types:
        raise Declined
    only = tree.SetTypes(tuple(sorted(types)), tuple(sorted(subtypes)), tuple(sorted(supertypes)))
    return [only, *rest]


def _joined(changes: list[Change]) -> list[Change]:
    """Abilities that are gained in several predicates are gained together."""
    gained = [ability for c in changes if isinstance(c, GainAbilities) for ability in c.abilities]
    rest: list[Change] = [c for c in changes if not isinstance(c, GainAbilities)]
    return [*rest, GainAbilities(tuple(gained))] if gained else rest


@builds
def effect_of(who: Who, marked: tuple[Any, ...], condition: Condition | None = None) -> Effect:
    """One effect; pronouns are bound to its subject."""
    changes = compose(marked)
    if _speaks_of_another_you(changes, who):
        raise Declined
    changes, condition = other_in_static(changes, who), other_in_static(condition, who)
    if isinstance(who, Each):
        return group_effect(as_other(who), changes, condition)
    return Effect(who, bind(changes, who), bind(condition, who))


def _speaks_of_another_you(changes: tuple[Change, ...], who: Who) -> bool:
    """ "Enchanted creature has protection from the colors of permanents you control": 109.5.

    "You" is the Aura's controller, and in the keyword it would be the creature's.
    """
    if isinstance(who, This) or _YOURS in (parts_of(who.filter) if isinstance(who, Each) else ()):
        return False
    given = [keyword for c in changes if isinstance(c, GainAbilities) for keyword in c.abilities]
    qualities = tuple(k.quality for k in given if isinstance(k, tree.Keyword))
    return any(
        isinstance(n, tree.SharesWith) and _YOURS in tuple(nodes(n)) for n in nodes(qualities)
    )


_YOURS = tree.ControlledBy("you")


def group_effect(who: Each, changes: Any, condition: Condition | None) -> Effect:
    """A condition on each member of a group narrows the group."""
    narrowed = who.filter
    rest: list[Condition] = []
    for part in condition.parts if isinstance(condition, tree.Every) else (condition,):
        if isinstance(part, Matches) and isinstance(part.ref, tree.Affected):
            narrowed = all_of((narrowed, part.filter))
        elif part is not None:
            if _speaks_of_affected(part):
                raise Declined
            rest.append(part)
    whole = tree.Every(tuple(rest)) if len(rest) > 1 else rest[0] if rest else None
    return Effect(Each(narrowed, who.zone), changes, whole)


def _speaks_of_affected(value: Any) -> bool:
    return any(isinstance(part, tree.Affected) or part in _OF_AFFECTED for part in parts(value))


_OF_AFFECTED = ("affected controller", "affected owner")


@builds
def both(*given: Condition | None) -> Condition | None:
    """All conditions that there are."""
    parts: list[Condition] = []
    for condition in given:
        if isinstance(condition, tree.Every):
            parts += condition.parts
        elif condition is not None:
            parts.append(condition)
    if len(parts) > 1:
        return tree.Every(tuple(parts))
    return parts[0] if parts else None


@builds
def with_amount(effects: tuple[Effect, ...], amount: Any) -> tuple[Effect, ...]:
    """107.3: X is what the text says; an X that it does not define is not understood."""
    if amount is None:
        if any(open_x(effect.changes) for effect in effects):
            raise Declined
        return effects
    defined = tuple(with_x(effect, _amount_for(effect.who, amount)) for effect in effects)
    if defined == effects:
        raise Declined
    return defined


def _amount_for(who: Who, amount: Any) -> Any:
    amount = other_in_static(amount, who)
    return amount if isinstance(who, Each) else bind(amount, who)


def open_x(changes: tuple[Change, ...]) -> bool:
    return any(has_x(c) for c in changes if isinstance(c, (ModifyPT, SetBasePT)))


@builds
def spoken_of(condition: Condition | None) -> Any:
    """The object that a condition is about: "as long as enchanted creature is red, it ..."."""
    if isinstance(condition, Matches) and not isinstance(condition.ref, tree.Affected):
        return condition.ref
    if isinstance(condition, (tree.Every, tree.Either)):
        spoken = {spoken_of(part) for part in condition.parts} - {None}
        return spoken.pop() if len(spoken) == 1 else None
    if isinstance(condition, tree.Compare):
        left = condition.left
        if isinstance(left, (tree.CountersOn, tree.StatOf)) and left.ref != tree.Affected():
            return left.ref
        if isinstance(left, (tree.Count, tree.CountDistinct)):
            return _attached_to(left.filter)
    return None


def _attached_to(part: Any) -> Any:
    """ "As long as an Aura is attached to enchanted creature, it ..."."""
    parts = getattr(part, "parts", (part,))
    if tree.ExiledWith() in parts:
        return This()
    hosts = [p.to for p in parts if isinstance(p, tree.IsAttachedTo)]
    return hosts[0] if len(hosts) == 1 and isinstance(hosts[0], (tree.Attached, This)) else None


@builds
def static(effects: tuple[Effect, ...]) -> Static:
    """The static ability with these effects: where it works and whether it defines (604.3a)."""
    places: set[tuple[tree.Zone, ...]] = set()
    cut = []
    for effect in effects:
        zones, condition = _works_in(effect.condition)
        places.add(zones)
        cut.append(Effect(effect.who, effect.changes, condition))
    if len(places) != 1:
        raise Declined
    defining = all(_defines(effect) for effect in effects)
    return Static(tuple(cut), cda=defining, zones=places.pop())


_ELSEWHERE: tuple[tree.Zone, ...] = ("graveyard", "hand", "library", "exile", "stack", "command")


def _works_in(condition: Condition | None) -> tuple[tuple[tree.Zone, ...], Condition | None]:
    """113.6b: "as long as ~ is in your graveyard" says where the ability works."""
    rest = []
    zones: tuple[tree.Zone, ...] = ("battlefield",)
    for part in condition.parts if isinstance(condition, tree.Every) else (condition,):
        if part == Matches(This(), tree.Not(tree.InZone("battlefield"))):
            zones = _ELSEWHERE
        elif (
            isinstance(part, Matches)
            and part.ref == This()
            and isinstance(part.filter, tree.InZone)
        ):
            zones = (part.filter.zone,)
        elif part is not None:
            rest.append(part)
    return zones, both(*rest)


def _defines(effect: Effect) -> bool:
    """604.3a: defines colours, subtypes or P/T of its own object, unconditionally."""
    if effect.who != This() or effect.condition is not None:
        return False
    return all(_is_definition(change) for change in effect.changes)


def _is_definition(change: Change) -> bool:
    if isinstance(change, tree.AddTypes):
        return not change.types and not change.supertypes
    return isinstance(change, (tree.DefinePT, tree.SetColors, tree.AddColors, tree.SetSubtypes))
