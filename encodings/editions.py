"""The clauses as they read in older editions of the rules, by the names of `boards/editions.py`.

Each function stands for a clause of today while a board is read by the rules of then.
"""

import contextlib

from msgspec.structs import replace

from striate.cards import tree
from striate.cards.vocabulary import KEYWORD_COUNTERS
from striate.encodings import copying, dependency, layers, stamps
from striate.encodings.algebra import FALSE, Algebra, Lit
from striate.encodings.clauses import instead, reading_as
from striate.encodings.effects import (
    LAYERS,
    BonusOfResolution,
    ContinuousEffect,
    CounterBonus,
    counter_effects,
    defined,
    exists,
    keyword_counters,
    layer_of,
    resolved_effect,
    with_changes,
)
from striate.encodings.enteringcopies import CopyStep, Made, token_faces, without_entering_part
from striate.encodings.moments import Moment
from striate.encodings.state import Chars, Held, Resolved, Thing, World
from striate.encodings.typeline import of_artifact_creatures

# --- 418.5a, 613.1, 613.3: the order of the layers ------------------------------------------------


@instead("one-layer-of-others", of=layers.layer_order)
def layers_of_2007() -> tuple[str, ...]:
    """418.5a: copies, control, text, types, all others; 6a what defines power and toughness, 6b
    what is in none of the others, 6c counters, 6d what static abilities add, 6e switches.
    """
    return ("2", "3", "4", "5+6", "7a", "7b+7c resolved", "7c counters", "7c", "7d")


@instead("counters-apart", of=layers.layer_order)
def layers_with_counters_apart() -> tuple[str, ...]:
    """613.3d: what modifies power and toughness, then counters, then switches."""
    return (*LAYERS[:-1], "7c counters", "7d")


@instead("counters-apart", of=layer_of)
def layer_of_counters(change: tree.Change) -> str:
    """613.3d, and 6c of 418.5a: counters have a sublayer of their own."""
    return "7c counters" if isinstance(change, CounterBonus) else layer_of.right(change)


@instead("sizes-by-kind-of-effect", of=layer_of)
def layer_by_kind_of_effect(change: tree.Change) -> str:
    """418.5a: 6b has what a resolution adds, 6d what a static ability does."""
    resolved = isinstance(change, BonusOfResolution)
    return "7c resolved" if resolved else layer_of_counters(change)


@instead("sizes-by-kind-of-effect", of=resolved_effect)
def resolved_in_6b(number: int, resolved: Resolved) -> ContinuousEffect:
    """418.5a: what is added as a spell or ability resolves is none of static abilities."""
    effect = resolved_effect.right(number, resolved)
    if resolved.members is None:
        return effect  # of a static ability whose object has left
    alternatives = tuple(
        (
            guard,
            with_changes(each, tree.ModifyPT, lambda pt: BonusOfResolution(pt.power, pt.toughness)),
        )
        for guard, each in effect.alternatives
    )
    return replace(effect, alternatives=alternatives)


@instead("stars-are-0-outside", of=defined)
def with_stars_of_0(effect: tree.Effect, thing: Thing) -> tree.Effect:
    """208.2 of 2007: the star is 0 while the object is not in play; what stands beside it
    counts."""
    if thing.zone == "battlefield":
        return effect
    return with_changes(effect, tree.DefinePT, lambda pt: tree.DefinePT(
        _without_stars(pt.power), _without_stars(pt.toughness)
    ))  # fmt: skip


def _without_stars(amount: tree.Amount | None) -> tree.Amount | None:
    if amount is None or isinstance(amount, tree.Num):
        return amount
    parts = amount.parts if isinstance(amount, tree.Sum) else ()
    return tree.Num(sum(each.value for each in parts if isinstance(each, tree.Num)))


@instead("back-faces-cost-nothing", of=copying.printed_faces)
def faces_of_their_own_cost(card: tree.Card) -> tuple[Chars, ...]:
    """202.3a of 2012: an object without a mana cost has the mana value 0, a back face too."""
    if card.layout != "transform":
        return copying.printed_faces.right(card)
    return tuple(copying.printed_chars(face) for face in card.faces)


@instead("keyword-counters-give-nothing", of=counter_effects)
def counters_of_numbers(moment: Moment, thing: Thing) -> list[ContinuousEffect]:
    """122.1a of 2019: +X/+Y counters; no counter gives a keyword."""
    return [
        effect
        for effect in counter_effects.right(moment, thing)
        if all(
            isinstance(each, CounterBonus)
            for _, ability in effect.alternatives
            for each in ability.changes
        )
    ]


@instead("no-decayed-counters", of=keyword_counters)
def keywords_until_2024() -> frozenset[str]:
    """122.1b of 2024: not decayed, not exalted."""
    return KEYWORD_COUNTERS - {"decayed", "exalted"}


@instead("no-shadow-counters", of=keyword_counters)
def keywords_until_2023() -> frozenset[str]:
    """122.1b of 2023: not shadow either."""
    return keywords_until_2024() - {"shadow"}


# --- 205.1b, 706.9d, 503.8, 711.5: types, and what a copy has -------------------------------------


@instead("artifact-creatures-keep-types", of=of_artifact_creatures)
def keeping_creature_types(changes: tuple[tree.Change, ...]) -> tuple[tree.Change, ...]:
    """205.1b of 2012: an object that becomes an artifact creature retains all prior subtypes."""
    if not any(isinstance(each, tree.AddTypes) and "Artifact" in each.types for each in changes):
        return changes
    return tuple(
        tree.AddTypes(subtypes=each.subtypes)
        if isinstance(each, tree.SetSubtypes) and each.family == "creature"
        else each
        for each in changes
    )


@instead("definitions-are-copied", of=copying.drop_defining)
def dropping_none(
    abilities: tuple[Held, ...], defining: type | tuple[type, ...]
) -> tuple[Held, ...]:
    """706.8 of 2010: no clause takes abilities that define from what is copied."""
    return abilities


@instead("modified-copies-define-nothing", of=copying.without_defining)
def without_defining_what_is_modified(values: Chars, extra: tree.CopyExtra) -> Chars:
    """706.9d: nor is an ability copied that defines a characteristic which the effect modifies."""
    new = copying.without_defining.right(values, extra).copy()
    if isinstance(extra, tree.AddTypes) and (extra.subtypes or extra.every):
        new.abilities = copying.drop_defining.right(new.abilities, tree.AddTypes)
    if isinstance(extra, tree.AddColors):
        new.abilities = copying.drop_defining.right(new.abilities, tree.SetColors)
    return new


@instead("choices-serve-what-is-copied", of=copying.without_choices)
def with_its_choices(values: Chars) -> Chars:
    """503.8: the copy remembers what was chosen as it came into play, and uses it."""
    return values


@instead("tokens-have-one-face", of=token_faces)
def one_face(world: World, token: Thing, of: Thing, step: CopyStep) -> Made:
    """711.5, 706.8: only cards are double-faced; the face that is up is what is copied."""
    values, extras = without_entering_part(copying.copied_values(world, token, of, step.exceptions))
    return Made((values,), False, 0, extras)


# --- 418.5d, 613.7: dependency --------------------------------------------------------------------


@instead("defining-may-wait", of=layers.defining_first)
def never_first(layer: str) -> bool:
    """418.5a: one order for all effects of a layer, in which those that define come first."""
    return False


@instead("defining-may-wait", of=layers.order_key)
def defining_ones_lead(effect: ContinuousEffect) -> tuple[int, ...]:
    """418.5a: characteristic-setting abilities, then all other effects in timestamp order."""
    return (0 if effect.cda else 1, *layers.order_key.right(effect))


@instead("defining-may-wait", of=dependency.may_depend)
def any_may_depend(one_defines: bool, other_defines: bool) -> bool:
    """418.5d: one waits even if that has a characteristic-setting ability apply after another."""
    return True


@instead("defining-never-waits", of=dependency.may_depend)
def none_that_defines(one_defines: bool, other_defines: bool) -> bool:
    """613.7a of 2010: neither effect is from a characteristic-defining ability."""
    return not one_defines and not other_defines


@instead("ordered-once", of=layers.next_to_apply)
def next_of_one_order(
    moment: Moment, effects: list[ContinuousEffect], passive: set[tuple[object, ...]], left: int
) -> list[Lit]:
    """613.7b of 2010: the effects that there are go in one order, found before the first of them.

    One that is no more in its turn does nothing; what comes into being enters it by its timestamp.
    """
    algebra = moment.algebra
    existing = [exists(moment, effect) for effect in effects]
    if all(effect.ahead is None for effect in effects):
        _line_up(moment, effects, existing)
    for effect, lit in zip(effects, existing, strict=True):
        effect.ahead = {} if effect.ahead is None else effect.ahead
        later = algebra.all_([lit, effect.in_line ^ 1, effect.applied_in_layer ^ 1])
        if later != FALSE:
            _let_in(algebra, effect, later, effects)
    waited_for = [
        (effect.key, algebra.and_(_in_line_yet(algebra, effect), lit))
        for effect, lit in zip(effects, existing, strict=True)
        if effect.key not in passive
    ]
    # It is its turn if of those that others can look at none is before it.
    turns = [
        algebra.all_(
            [
                _in_line_yet(algebra, effect),
                *(algebra.and_(_is_ahead(effect, key), lit) ^ 1 for key, lit in waited_for),
            ]
        )
        for effect in effects
    ]
    for effect, turn, lit in zip(effects, turns, existing, strict=True):
        missed = algebra.and_(turn, lit ^ 1)
        effect.applied_in_layer = algebra.or_(effect.applied_in_layer, missed)
    return [algebra.and_(turn, lit) for turn, lit in zip(turns, existing, strict=True)]


def _line_up(moment: Moment, effects: list[ContinuousEffect], alive: list[Lit]) -> None:
    """613.7b: one after the other the earliest that waits for none of those that are left."""
    algebra = moment.algebra
    some = [n for n, lit in enumerate(alive) if lit != FALSE]
    for effect, lit in zip(effects, alive, strict=True):
        effect.ahead, effect.in_line = {}, lit
    depends = layers.dependencies.right(moment, effects, alive, some, some)
    left = list(alive)
    for at, first in enumerate(some):
        if depends:
            waiting = dependency.waits.right(moment, left, depends)
            free = [algebra.and_(left[n], waiting[n] ^ 1) for n in some]
            picks = dict(zip(some, algebra.first(free), strict=True))
        else:
            picks = {first: alive[first]}
        for n, pick in picks.items():
            for m in some if depends else some[at + 1 :]:
                if m != n:
                    _put_ahead(algebra, effects[m], effects[n], algebra.and_(pick, left[m]))
            left[n] = algebra.and_(left[n], pick ^ 1)


def _let_in(
    algebra: Algebra, effect: ContinuousEffect, when: Lit, effects: list[ContinuousEffect]
) -> None:
    """What comes into being stands before the first in the line that has a later timestamp."""
    others = [each for each in effects if each is not effect]
    later = [
        (each.key, _in_line_yet(algebra, each))
        for each in others
        if layers.order_key(each) > layers.order_key(effect)
    ]
    behind = {
        each.key: algebra.any_(
            [lit for key, lit in later if key == each.key]
            + [algebra.and_(lit, _is_ahead(each, key)) for key, lit in later]
        )
        for each in others
    }
    for each in others:
        stands = algebra.and_(when, _in_line_yet(algebra, each))
        _put_ahead(algebra, each, effect, algebra.and_(stands, behind[each.key]))
        _put_ahead(algebra, effect, each, algebra.and_(stands, behind[each.key] ^ 1))
    effect.in_line = algebra.or_(effect.in_line, when)


def _put_ahead(
    algebra: Algebra, effect: ContinuousEffect, other: ContinuousEffect, when: Lit
) -> None:
    if when != FALSE and effect.ahead is not None:
        effect.ahead[other.key] = algebra.or_(_is_ahead(effect, other.key), when)


def _is_ahead(effect: ContinuousEffect, other: tuple[object, ...]) -> Lit:
    """Whether the other comes before the effect in the line."""
    return (effect.ahead or {}).get(other, FALSE)


def _in_line_yet(algebra: Algebra, effect: ContinuousEffect) -> Lit:
    """Whether its turn is still to come."""
    return algebra.and_(effect.in_line, effect.applied_in_layer ^ 1)


# --- 418.5e, 613.6c: timestamps -------------------------------------------------------------------


@instead("old-stamp-on-turning", of=stamps.stamp_on_turning)
@instead("old-stamp-on-transforming", of=stamps.stamp_on_transforming)
def kept_stamp(now: int, before: int) -> int:
    """613.6c: an object's timestamp is the time it entered the zone that it is in."""
    return before


def read_as(then: frozenset[str]) -> contextlib.AbstractContextManager[None]:
    """Within, the clauses read as they did where these readings held; none: as before."""
    return reading_as(then)
