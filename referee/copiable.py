"""707.2-707.9: copiable values, and the exceptions that copy effects make.

`CopyOf` is what a copy effect writes in layer 1a: values taken at one moment (707.2b) with
exceptions. Exceptions that say how it enters (707.9e) are carried out by `entering`.
"""

import msgspec

from striate.cards.tree import (
    Ability,
    AddColors,
    AddTypes,
    Change,
    CopyExtra,
    CopyIf,
    DefinePT,
    EntersAsCopy,
    EntersTapped,
    EntersWith,
    GainAbilities,
    KeepOwn,
    KeepThisAbility,
    Keyword,
    LoseAbilities,
    LoseAllAbilities,
    Node,
    NoManaCost,
    Num,
    RemoveTypes,
    SetBasePT,
    SetColors,
    SetName,
    SetSubtypes,
    SetTypes,
    Static,
)
from striate.referee import abilities as ability_rules
from striate.referee import colors as color_rules
from striate.referee import typeline
from striate.referee.keywordrules import statics_of_keyword
from striate.referee.values import Text


class CopyOf(Node, frozen=True):
    """707.2: becomes a copy: these values, with these exceptions.

    `extras` are changes and KeepOwn (conditions already decided, 707.9f).
    """

    values: Text
    extras: tuple[CopyExtra, ...] = ()


class Copiable(Node, frozen=True):
    """613.2a: an "as enters" change that sets power and toughness, on top of its values."""

    changes: tuple[Change, ...]


Readings = frozenset[str]  # what is read as in an older edition
_TODAY: Readings = frozenset()


def copied(values: Text, extras: tuple[CopyExtra, ...], own: Text, then: Readings = _TODAY) -> Text:
    """707.2, 707.9: the values that the copy has; `own` are those that it had before."""
    # 202.3b: the front face's mana cost is not among the copied values.
    text = _replace(values, front_cost=None)
    if text.bottom is not None:
        text = _replace(text, bottom=excepted(text.bottom, extras, own, then))
    return excepted(text, extras, own, then)


def _replace(text: Text, **fields: object) -> Text:
    return msgspec.structs.replace(text, **fields)


def excepted(text: Text, extras: tuple[CopyExtra, ...], own: Text, then: Readings = _TODAY) -> Text:
    """707.9b-d: the exceptions in the text's order; of type changes, losses come first."""
    given = _type_changes(extras)
    if given:
        line = typeline.TypeLine(
            frozenset(text.supertypes), frozenset(text.types), frozenset(text.subtypes)
        )
        line = typeline.changed(line, given)
        text = _replace(
            text,
            supertypes=_ordered(text.supertypes, line.supertypes),
            types=_ordered(text.types, line.types),
            subtypes=_ordered(text.subtypes, line.subtypes),
        )
        # 707.9d: values set outright leave no characteristic-defining ability for them.
        if any(isinstance(change, SetTypes | SetSubtypes) for change in given):
            text = _without_defining(text, (AddTypes, SetTypes, SetSubtypes), then)
    for extra in extras:
        text = _one(text, extra, own, then)
        if "modified-copies-define-nothing" in then:
            text = _without_what_it_modifies(text, extra, then)
    return text


def _without_what_it_modifies(text: Text, extra: CopyExtra, then: Readings) -> Text:
    """706.9d of 2012: nor what defines a characteristic that the copy effect modifies."""
    if isinstance(extra, AddTypes) and (extra.subtypes or extra.every):
        return _without_defining(text, (AddTypes,), then)
    if isinstance(extra, AddColors):
        return _without_defining(text, (SetColors, AddColors), then)
    return text


def _type_changes(extras: tuple[CopyExtra, ...]) -> tuple[Change, ...]:
    kinds = (SetTypes, RemoveTypes, SetSubtypes, AddTypes)
    return tuple(extra for extra in extras if isinstance(extra, kinds))


def _ordered(before: tuple[str, ...], after: frozenset[str]) -> tuple[str, ...]:
    kept = tuple(word for word in before if word in after)
    return (*kept, *sorted(after.difference(before)))


def _one(text: Text, extra: CopyExtra, own: Text, then: Readings) -> Text:
    if isinstance(extra, KeepOwn):
        return _keep(text, extra, own, then)
    if isinstance(extra, SetColors | AddColors):
        if isinstance(extra, SetColors):
            text = _without_defining(text, (SetColors, AddColors), then)
        return _replace(
            text, colors=tuple(sorted(color_rules.changed(frozenset(text.colors), (extra,))))
        )
    if isinstance(extra, SetBasePT | DefinePT):
        return _with_pt(text, extra, then)
    if isinstance(extra, NoManaCost):
        return _replace(text, mana_cost="", front_cost=None)
    if isinstance(extra, SetName):
        return _replace(text, name=extra.name)
    if isinstance(extra, GainAbilities):
        return _replace(text, abilities=(*text.abilities, *extra.abilities))
    if isinstance(extra, LoseAbilities):
        kept = (a for a in text.abilities if not ability_rules.is_one_of(a, extra.abilities))
        return _replace(text, abilities=tuple(kept))
    if isinstance(extra, LoseAllAbilities):
        kept = (a for a in text.abilities if not ability_rules.is_lost(a, extra))
        return _replace(text, abilities=tuple(kept))
    return text


def _with_pt(text: Text, extra: SetBasePT | DefinePT, then: Readings) -> Text:
    """707.9d: "except it's 7/7": the power and toughness, and no ability that defines them."""
    power = extra.power.value if isinstance(extra.power, Num) else text.power
    toughness = extra.toughness.value if isinstance(extra.toughness, Num) else text.toughness
    text = _without_defining(text, (DefinePT,), then)
    return _replace(text, power=power, toughness=toughness)


def _keep(text: Text, extra: KeepOwn, own: Text, then: Readings) -> Text:
    """707.9c-d: these characteristics keep their original values."""
    for what in extra.what:
        if what == "color":
            text = _without_defining(text, (SetColors, AddColors), then)
            text = _replace(text, colors=own.colors)
        elif what == "name":
            text = _replace(text, name=own.name)
        elif what == "power and toughness":
            text = _without_defining(text, (DefinePT,), then)
            text = _replace(text, power=own.power, toughness=own.toughness)
        elif what == "types":
            text = _without_defining(text, (AddTypes, SetTypes, SetSubtypes), then)
            text = _replace(text, types=own.types, subtypes=own.subtypes)
        elif what == "other abilities":
            # 707.9a: in addition to the copied ones, and not the ability that makes the copy.
            others = (each for each in own.abilities if not isinstance(each, EntersAsCopy))
            text = _replace(text, abilities=(*text.abilities, *others))
    return text


def _without_defining(text: Text, kinds: tuple[type, ...], then: Readings) -> Text:
    """707.9d: without the abilities that define this; until 2010 with them."""
    if "definitions-are-copied" in then:
        return text
    kept = (ability for ability in text.abilities if not _defines(ability, kinds))
    return _replace(text, abilities=tuple(kept))


def _defines(ability: Ability, kinds: tuple[type, ...]) -> bool:
    if isinstance(ability, Keyword):
        return any(_defines(part, kinds) for part in statics_of_keyword(ability))
    return (
        isinstance(ability, Static)
        and ability.cda
        and any(isinstance(c, kinds) for effect in ability.effects for c in effect.changes)
    )


def lasting_part(extras: tuple[CopyExtra, ...]) -> tuple[CopyExtra, ...]:
    """707.9a-d: the exceptions that are part of the copiable values."""
    apart = (EntersWith, EntersTapped, KeepThisAbility, CopyIf)
    return tuple(extra for extra in extras if not isinstance(extra, apart))
