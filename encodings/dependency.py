"""613.8: dependency inside a layer.

An effect is tried on the state as the other would leave it. Encoding: trials are made only for
pairs that can depend by what their trees read and write (`reach`).
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import product

from striate.cards import tree
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit
from striate.encodings.applying import Deed, applied_one_of, deed
from striate.encodings.clauses import clause, remembered
from striate.encodings.effects import (
    ContinuousEffect,
    changes_of,
    exists,
    grouped,
    members_if,
    members_of,
    sets_in,
)
from striate.encodings.moments import Moment
from striate.encodings.typeline import types_given
from striate.quick.reach import (
    Key,
    Keys,
    deed_reads,
    reads,
    touch,
    writes,
)

_EMPTY: Keys = frozenset()


def effect_reads(effect: ContinuousEffect, layer: str) -> Keys:
    """What the effect's existence, set and deeds in this layer look at."""
    deeds = _of_changes(effect, layer, "reads", deed_reads)
    return deeds if effect.begun_before_layer == TRUE else deeds | _set_reads(effect, layer)


def effect_writes(effect: ContinuousEffect, layer: str) -> Keys:
    """What applying the effect in this layer may alter."""
    return _of_changes(effect, layer, "writes", writes)


def _of_changes(
    effect: ContinuousEffect, layer: str, which: str, keys_of: Callable[[tree.Change], Keys]
) -> Keys:
    """What all its changes in this layer look at, or alter, worked out once."""

    def keys() -> Keys:
        wordings = (wording for _, wording in effect.alternatives)
        changes = {change for each in wordings for change in changes_of(each, layer)}
        return _EMPTY.union(*map(keys_of, changes))

    return effect.once(f"{which} {layer}", keys)


def _set_reads(effect: ContinuousEffect, layer: str) -> Keys:
    """What decides whether the effect exists and what it applies to."""

    def keys() -> Keys:
        known = _existence_reads(effect, layer)
        if effect.resolved is not None and effect.resolved.members is not None:
            return known
        acting = (each.who for _, each in effect.alternatives if changes_of(each, layer))
        return known.union(*map(reads, dict.fromkeys(acting)))

    return effect.once(f"sets {layer}", keys)


def can_depend(a: ContinuousEffect, b: ContinuousEffect, layer: str) -> bool:
    """Whether a could depend on b at all, by their trees."""
    return touch(effect_reads(a, layer), effect_writes(b, layer))


@clause("613.8a")
def may_depend(one_defines: bool, other_defines: bool) -> bool:
    """613.8a(c): neither is from a characteristic-defining ability, or both are."""
    return one_defines == other_defines


@clause("613.8a")
def depends_on(moment: Moment, a: ContinuousEffect, b: ContinuousEffect) -> Lit:
    """613.8a: a depends on b iff applying b would change a's text or existence, what it applies
    to, or what it does to any of those, and both or neither are characteristic-defining.
    """
    if not may_depend(a.cda, b.cda):
        return FALSE
    altered = effect_writes(b, moment.layer)
    after = moment_after(moment, b)
    lits = [set_changes(moment, after, a, altered), deeds_change(moment, after, a, altered)]
    if touch(_existence_reads(a, moment.layer), altered):
        lits.append(existence_changes(moment, after, a))
    return moment.algebra.any_(lits)


def _existence_reads(effect: ContinuousEffect, layer: str) -> Keys:
    """What decides whether the effect exists: its ability and its condition."""

    def keys() -> Keys:
        read: set[Key] = {("text", "*")} if effect.held_key is not None else set()
        for _, wording in effect.alternatives:
            if wording.condition is not None and changes_of(wording, layer):
                read |= reads(wording.condition)
        return frozenset(read)

    return effect.once(f"existence {layer}", keys)


def moment_after(moment: Moment, b: ContinuousEffect) -> Moment:
    """The moment as applying b would leave it."""

    def trial() -> Moment:
        picks = [(b, exists(moment, b), members_of(moment, b))]
        after = moment.fork(applied_one_of(moment, picks))
        after.before, after.altered = moment, effect_writes(b, moment.layer)
        return after

    return moment.once(("after", b.key), trial)


@clause("613.8a")
def existence_changes(moment: Moment, after: Moment, a: ContinuousEffect) -> Lit:
    """613.8a(b): applying the other would change the text or the existence of the first effect."""
    algebra = moment.algebra
    return algebra.and_(
        exists(moment, a), algebra.or_(exists(after, a) ^ 1, _text_changes(moment, after, a))
    )


def _text_changes(moment: Moment, after: Moment, a: ContinuousEffect) -> Lit:
    """Whether the words of a's ability would be others."""
    if a.held_key is None or a.source is None or a.begun_before_layer == TRUE:
        return FALSE
    texts = (at.chars[a.source].abilities for at in (moment, after))
    held = ({each.key: each.alternatives for each in text}.get(a.held_key) for text in texts)
    mine, theirs = held
    if mine is None or theirs is None or mine is theirs or mine == theirs:
        return FALSE
    one, other = ({ability: guard for guard, ability in each} for each in (mine, theirs))
    return moment.algebra.differ(one, other)


@lru_cache(maxsize=65536)
def _said_reads(who: tree.Who, condition: tree.Condition | None) -> Keys:
    return reads(who) | (_EMPTY if condition is None else reads(condition))


def _members_once(
    moment: Moment, effect: ContinuousEffect, words: tuple[tree.Who, tree.Condition | None]
) -> dict[int, Lit]:
    """Whom an effect that says so applies to at this moment, worked out once."""
    if moment.before is not None and not touch(_said_reads(*words), moment.altered):
        return _members_once(moment.before, effect, words)
    key = ("members", effect.key, words)
    return moment.once(key, lambda: members_if(moment, effect, *words))


@clause("613.8a")
def set_changes(moment: Moment, after: Moment, a: ContinuousEffect, altered: Keys) -> Lit:
    """613.8a(b): applying the other would change what the first applies to.

    An effect that has begun keeps its set (613.6). Encoding: computed once per wording, so
    that effects with the same wording share it.
    """
    if a.begun_before_layer == TRUE or (a.resolved is not None and a.resolved.members is not None):
        return FALSE
    if not touch(_set_reads(a, moment.layer) - {("text", "*")}, altered):
        return FALSE
    algebra = moment.algebra
    lits = []
    for words, guard in sets_in(a, moment.layer, algebra):
        if not touch(_said_reads(*words), altered):
            continue
        before, now = _members_once(moment, a, words), _members_once(after, a, words)
        lits.append(algebra.and_(guard, algebra.differ(before, now)))
    return algebra.and_(a.begun_before_layer ^ 1, algebra.any_(lits))


@clause("613.8a")
def deeds_change(moment: Moment, after: Moment, a: ContinuousEffect, altered: Keys) -> Lit:
    """613.8a(b): applying the other would change what the first does to any of its objects."""
    algebra, layer = moment.algebra, moment.layer
    alike = grouped(a, f"deeds {layer}", lambda wording: _deeds(wording, layer) or None, algebra)
    changes = [
        (guard, change, given)
        for deeds, guard in alike
        for change, given in deeds
        if touch(deed_reads(change), altered)
    ]
    if not changes:
        return FALSE
    lits = []
    for index, member in members_of(moment, a).items():
        for guard, change, given in changes:
            one, other = (deed(at, a, change, given, index) for at in (moment, after))
            lits.append(algebra.all_([member, guard, _different(algebra, one, other)]))
    return algebra.any_(lits)


@remembered
def _deeds(wording: tree.Effect, layer: str) -> tuple[tuple[tree.Change, frozenset[str]], ...]:
    """What it does in the layer, with the card types that it gives.

    Encoding: which subtypes of a family are set decides nothing of whether they are (205.3d).
    """
    sequence = changes_of(wording, layer)
    return tuple(
        (
            tree.SetSubtypes(each.family, ()) if isinstance(each, tree.SetSubtypes) else each,
            types_given(sequence),
        )
        for each in sequence
    )


def _different(algebra: Algebra, one: Deed, other: Deed) -> Lit:
    same = [algebra.same(one.get(key, 0), other.get(key, 0)) for key in {**one, **other}]
    return algebra.all_(same) ^ 1


@clause("613.8b")
def waits(moment: Moment, open_: list[Lit], depends: dict[tuple[int, int], Lit]) -> list[Lit]:
    """613.8b: an effect waits for those it depends on, except where they form a loop with it.

    `depends` is the dependency among the effects still open, by position.
    """
    algebra = moment.algebra
    reach = closure(moment, open_, _leading_back(depends, len(open_)))
    waits_for: list[list[Lit]] = [[] for _ in open_]
    for (a, b), lit in sorted(depends.items()):
        # What it depends on itself; what those wait for is theirs to wait for.
        open_dependency = algebra.and_(lit, open_[b])
        if open_dependency != FALSE:
            # A loop: b reaches back to a, and the rule is off between the two.
            waits_for[a].append(algebra.and_(open_dependency, in_loop(reach, a, b) ^ 1))
    return [algebra.any_(lits) for lits in waits_for]


def _leading_back(depends: dict[tuple[int, int], Lit], count: int) -> dict[tuple[int, int], Lit]:
    """The pairs of which the second may lead back to the first: no loop has any other."""
    leads = [sum(1 << b for a, b in depends if a == start) for start in range(count)]
    for through in range(count):
        leads = [each | leads[through] if each >> through & 1 else each for each in leads]
    return {(a, b): lit for (a, b), lit in depends.items() if leads[b] >> a & 1}


@clause("613.8b")
def in_loop(reach: dict[tuple[int, int], Lit], a: int, b: int) -> Lit:
    """613.8b: two effects belong to one dependency loop iff each reaches the other."""
    return reach.get((b, a), FALSE)


def closure(
    moment: Moment, open_: list[Lit], depends: dict[tuple[int, int], Lit]
) -> dict[tuple[int, int], Lit]:
    """The transitive closure over the effects that are still open."""
    algebra = moment.algebra
    reach = {(a, b): algebra.all_([lit, open_[a], open_[b]]) for (a, b), lit in depends.items()}
    reach = {pair: lit for pair, lit in reach.items() if lit != FALSE}
    if len(reach) < 2:
        return reach
    for k in range(len(open_)):
        into = [(a, lit) for (a, b), lit in reach.items() if b == k and a != k]
        out = [(b, lit) for (a, b), lit in reach.items() if a == k and b != k]
        for (a, first), (b, second) in product(into, out):
            if a == b:
                continue
            lit = algebra.and_(first, second)
            if lit != FALSE:
                reach[(a, b)] = algebra.or_(reach.get((a, b), FALSE), lit)
    return reach
