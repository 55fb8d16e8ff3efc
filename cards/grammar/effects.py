"""Effects from their parts: changes in layer order, pronouns bound, conditions put in place.

`compose` orders the changes of one sentence (613.1, 613.4), `effect_of` makes an effect with its
subject, `static` the ability: where it works (113.6b) and whether it defines (604.3a).
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.amounts import has_x, with_x
from striate.cards.grammar.binding.others import as_other, other_in_static
from striate.cards.grammar.drafts import parts_of
from striate.cards.grammar.engine import Declined
from striate.cards.grammar.notation import builds
from striate.cards.grammar.nouns import all_of, bind
from striate.cards.walking import nodes, parts

# Changes of one effect in the order of their layers (613.1, 613.4).
_ORDER: tuple[type, ...] = (
    t.BecomeCopy, t.SetController, t.ExchangeControl, t.ReplaceWords,
    t.ExchangeText, t.FullTextOf, t.SetName, t.SetTypes, t.RemoveTypes,
    t.SetSubtypes, t.SubtypesOf, t.AddTypes, t.SetColors,
    t.AddColors, t.LoseAllAbilities, t.LoseAbilities, t.CantHave,
    t.GainAbilities, t.GainAbilitiesOf, t.DefinePT, t.SetBasePT, t.ModifyPT,
    t.SwitchPT, t.Restrict,
)  # fmt: skip
_RANK: dict[type, int] = {kind: rank for rank, kind in enumerate(_ORDER)}


def _rank(change: t.Change) -> float:
    """A card type that is added comes before the subtypes that need it (205.3d)."""
    if isinstance(change, t.AddTypes) and change.types and not change.subtypes:
        return _RANK[t.RemoveTypes] + 0.5
    return _RANK[type(change)]


def in_layer_order(changes: Iterable[t.Change]) -> tuple[t.Change, ...]:
    """613.1: the changes of one effect in the order in which they apply."""
    return tuple(sorted(changes, key=_rank))


# Marks of "all other ..." until the predicates of a sentence are put together.
OTHER_ABILITIES = "all other abilities"
OTHER_TYPES = "all other card types"
OTHER_CREATURE_TYPES = "all other creature types"


def compose(marked: tuple[Any, ...]) -> tuple[t.Change, ...]:
    """The changes of a sentence in layer order, if its words go together."""
    changes: list[t.Change] = [part for part in marked if not isinstance(part, str)]
    marks = {part for part in marked if isinstance(part, str)}
    kinds = [type(change) for change in changes]
    if t.LoseAllAbilities in kinds and t.GainAbilities in kinds[: kinds.index(t.LoseAllAbilities)]:
        raise Declined
    barred = [t.LoseAbilities(c.abilities) for c in changes if isinstance(c, t.CantHave)]
    changes = [change for change in changes if change not in barred]
    if OTHER_ABILITIES in marks:
        changes.append(t.LoseAllAbilities())
    if OTHER_TYPES in marks:
        changes = _only_these_types(changes)
    if OTHER_CREATURE_TYPES in marks and not any(
        isinstance(change, (t.SetSubtypes, t.SetTypes)) and change.subtypes for change in changes
    ):
        raise Declined
    return in_layer_order(_joined(changes))


def gathered(changes: Iterable[Any]) -> tuple[t.AddTypes, list[Any], int | None]:
    """What the changes say of types in one, the other changes, and where the first such stood."""
    added, rest, at = t.AddTypes(), [], None
    for change in changes:
        if not isinstance(change, (t.SetTypes, t.AddTypes, t.SetSubtypes)):
            rest.append(change)
            continue
        at = len(rest) if at is None else at
        names = ("types", "subtypes", "supertypes", "every")
        added = t.AddTypes(*((*getattr(added, n), *getattr(change, n, ())) for n in names))
    return added, rest, at


def _only_these_types(changes: list[t.Change]) -> list[t.Change]:
    """205.1a: "and loses all other card types" makes added types the only ones."""
    every = [change for change in changes if getattr(change, "every", ())]
    added, rest, _ = gathered(change for change in changes if change not in every)
    if not added.types:
        raise Declined
    types, subtypes, supertypes = map(sorted, (added.types, added.subtypes, added.supertypes))
    return [t.SetTypes(tuple(types), tuple(subtypes), tuple(supertypes)), *every, *rest]


def _joined(changes: list[t.Change]) -> list[t.Change]:
    gained = [ability for c in changes if isinstance(c, t.GainAbilities) for ability in c.abilities]
    rest: list[t.Change] = [c for c in changes if not isinstance(c, t.GainAbilities)]
    return [*rest, t.GainAbilities(tuple(gained))] if gained else rest


@builds
def effect_of(
    who: t.Who, marked: tuple[Any, ...], condition: t.Condition | None = None
) -> t.Effect:
    changes = compose(marked)
    if _speaks_of_another_you(changes, who):
        raise Declined
    changes, condition = other_in_static(changes, who), other_in_static(condition, who)
    if isinstance(who, t.Each):
        return group_effect(as_other(who), changes, condition)
    return t.Effect(who, bind(changes, who), bind(condition, who))


def _speaks_of_another_you(changes: tuple[t.Change, ...], who: t.Who) -> bool:
    """ "Enchanted creature has protection from the colors of permanents you control": 109.5.

    "You" is the Aura's controller, and in the keyword it would be the creature's.
    """
    if isinstance(who, t.This) or _YOURS in (
        parts_of(who.filter) if isinstance(who, t.Each) else ()
    ):
        return False
    given = [keyword for c in changes if isinstance(c, t.GainAbilities) for keyword in c.abilities]
    qualities = tuple(k.quality for k in given if isinstance(k, t.Keyword))
    return any(isinstance(n, t.SharesWith) and _YOURS in tuple(nodes(n)) for n in nodes(qualities))


_YOURS = t.ControlledBy("you")


def group_effect(who: t.Each, changes: Any, condition: t.Condition | None) -> t.Effect:
    """A condition on each member of a group narrows the group."""
    narrowed = who.filter
    rest: list[t.Condition] = []
    for part in _parts_of(condition):
        if isinstance(part, t.Matches) and isinstance(part.ref, t.Affected):
            narrowed = all_of((narrowed, part.filter))
            continue
        if any(isinstance(one, t.Affected) or one in _OF_AFFECTED for one in parts(part)):
            raise Declined
        rest.append(part)
    return t.Effect(t.Each(narrowed, who.zone), changes, both(*rest))


_OF_AFFECTED = ("affected controller", "affected owner")


@builds
def both(*given: t.Condition | None) -> t.Condition | None:
    parts = tuple(chain.from_iterable(map(_parts_of, given)))
    return t.Every(parts) if len(parts) > 1 else next(iter(parts), None)


def _parts_of(condition: t.Condition | None) -> tuple[t.Condition, ...]:
    if isinstance(condition, t.Every):
        return condition.parts
    return () if condition is None else (condition,)


@builds
def with_amount(effects: tuple[t.Effect, ...], amount: Any) -> tuple[t.Effect, ...]:
    """107.3: X is what the text says; an X that it does not define is not understood."""
    if amount is None:
        if any(open_x(effect.changes) for effect in effects):
            raise Declined
        return effects
    defined = tuple(with_x(effect, _amount_for(effect.who, amount)) for effect in effects)
    if defined == effects:
        raise Declined
    return defined


def _amount_for(who: t.Who, amount: Any) -> Any:
    amount = other_in_static(amount, who)
    return amount if isinstance(who, t.Each) else bind(amount, who)


def open_x(changes: tuple[t.Change, ...]) -> bool:
    return any(has_x(c) for c in changes if isinstance(c, (t.ModifyPT, t.SetBasePT)))


@builds
def spoken_of(condition: t.Condition | None) -> Any:
    """The object that a condition is about: "as long as enchanted creature is red, it ..."."""
    if isinstance(condition, t.Matches) and not isinstance(condition.ref, t.Affected):
        return condition.ref
    if isinstance(condition, (t.Every, t.Either)):
        spoken = {spoken_of(part) for part in condition.parts} - {None}
        return spoken.pop() if len(spoken) == 1 else None
    if isinstance(condition, t.Compare):
        left = condition.left
        if isinstance(left, (t.CountersOn, t.StatOf)) and left.ref != t.Affected():
            return left.ref
        if isinstance(left, (t.Count, t.CountDistinct)):
            # "As long as an Aura is attached to enchanted creature, it ...".
            counted = getattr(left.filter, "parts", (left.filter,))
            hosts = [part.to for part in counted if isinstance(part, t.IsAttachedTo)]
            hosts = [t.This()] if t.ExiledWith() in counted else hosts
            if len(hosts) == 1 and isinstance(hosts[0], (t.Attached, t.This)):
                return hosts[0]
    return None


@builds
def static(effects: tuple[t.Effect, ...]) -> t.Static:
    """The static ability with these effects: where it works and whether it defines (604.3a)."""
    places: set[tuple[t.Zone, ...]] = set()
    cut = []
    for effect in effects:
        zones, condition = _works_in(effect.condition)
        places.add(zones)
        cut.append(t.Effect(effect.who, effect.changes, condition))
    if len(places) != 1:
        raise Declined
    defining = all(_defines(effect) for effect in effects)
    return t.Static(tuple(cut), cda=defining, zones=places.pop())


_ELSEWHERE: tuple[t.Zone, ...] = ("graveyard", "hand", "library", "exile", "stack", "command")


def _works_in(condition: t.Condition | None) -> tuple[tuple[t.Zone, ...], t.Condition | None]:
    """113.6b: "as long as ~ is in your graveyard" says where the ability works."""
    rest = []
    zones: tuple[t.Zone, ...] = ("battlefield",)
    for part in _parts_of(condition):
        match part:
            case t.Matches(t.This(), t.Not(t.InZone("battlefield")), last=False):
                zones = _ELSEWHERE
            case t.Matches(t.This(), t.InZone(zone)):
                zones = (zone,)
            case _:
                rest.append(part)
    return zones, both(*rest)


def _defines(effect: t.Effect) -> bool:
    """604.3a: defines colours, subtypes or P/T of its own object, unconditionally."""
    if effect.who != t.This() or effect.condition is not None:
        return False
    changes = [change for change in effect.changes if change != _FOR_DECKS]
    defining = (t.DefinePT, t.SetColors, t.AddColors, t.SetSubtypes, t.AddTypes)
    types = any(isinstance(c, t.AddTypes) and (c.types or c.supertypes) for c in changes)
    return bool(changes) and not types and all(isinstance(c, defining) for c in changes)


# 903.4: what is said of the color identity is no change.
_FOR_DECKS = t.Restrict("this ability doesn't affect its color identity")
