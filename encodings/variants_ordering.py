"""Wrong readings of the order inside a layer: dependency (613.8), sets (613.6), timestamps
(613.7)."""

from striate.cards import tree
from striate.encodings import dependency, layers, stamps
from striate.encodings.algebra import FALSE, Lit
from striate.encodings.beginning import locked_parts
from striate.encodings.clauses import wrong
from striate.encodings.editions import kept_stamp, next_of_one_order
from striate.encodings.effects import (
    ContinuousEffect,
    ability_is_there,
    acts_in,
    condition_now,
    exists,
    granted_stamp,
    members_now,
    members_of,
    static_stamp,
)
from striate.encodings.moments import Moment
from striate.encodings.state import Setting, Stamp, Thing

_Pairs = dict[tuple[int, int], Lit]
_Key = tuple[object, ...]

# --- 613.8: dependency ----------------------------------------------------------------------------


@wrong("dependency-off", of=layers.dependencies, engines=("Forge",))
def no_dependencies(*_: object, **__: object) -> _Pairs:
    """There is no dependency: effects in a layer apply in timestamp order alone."""
    return {}


wrong(
    "order-computed-once",
    of=layers.next_to_apply,
    engines=("Forge",),
    says="The order is worked out once, as the layer begins, and not again after each effect "
    "(613.8c).",
    rules=("613.8c",),
    otherwise=(("XMage", "dependencies are declared by hand on kinds of effects, not worked out"),),
)(next_of_one_order)


@wrong("indirect-dependency", of=layers.dependencies, rules=("613.8a",))
def dependencies_through_a_third(
    moment: Moment,
    effects: list[ContinuousEffect],
    open_: list[Lit],
    asking: list[int],
    can_be_waited_for: list[int],
) -> _Pairs:
    """An effect also waits for one that it would depend on only after a third has applied."""
    algebra = moment.algebra
    pairs = dict(layers.dependencies.right(moment, effects, open_, asking, can_be_waited_for))
    for c in can_be_waited_for:
        if open_[c] == FALSE:
            continue
        after = dependency.moment_after(moment, effects[c])
        left = [FALSE if n == c else lit for n, lit in enumerate(open_)]
        then = layers.dependencies.right(after, effects, left, asking, can_be_waited_for)
        for pair, lit in then.items():
            pairs[pair] = algebra.or_(pairs.get(pair, FALSE), lit)
    return pairs


@wrong(
    "loops-fall-back",
    of=dependency.waits,
    engines=("Forge",),
    otherwise=(("XMage", "none of the effects of a dependency loop is applied"),),
)
def no_waiting_beside_a_loop(moment: Moment, open_: list[Lit], depends: _Pairs) -> list[Lit]:
    """Where a layer has a dependency loop, all of its effects apply in timestamp order."""
    algebra = moment.algebra
    reach = dependency.closure(moment, open_, depends)
    loop = algebra.any_(
        [algebra.and_(lit, reach.get((b, a), FALSE)) for (a, b), lit in reach.items()]
    )
    right = dependency.waits.right(moment, open_, depends)
    return [algebra.and_(lit, loop ^ 1) for lit in right]


@wrong("existence-not-considered", of=dependency.existence_changes, engines=("Forge",))
def never_changes_existence(moment: Moment, after: Moment, a: ContinuousEffect) -> Lit:
    """An effect never depends on one that takes its ability away or changes its text."""
    return FALSE


@wrong("only-declared-pairs", of=dependency.depends_on, engines=("XMage",))
def depends_as_declared(moment: Moment, a: ContinuousEffect, b: ContinuousEffect) -> Lit:
    """Dependency is looked for only where somebody has declared it: among effects on types."""
    return dependency.depends_on.right(moment, a, b) if moment.layer == "4" else FALSE


@wrong("only-statics-depend", of=dependency.depends_on)
def depends_among_statics(moment: Moment, a: ContinuousEffect, b: ContinuousEffect) -> Lit:
    """Only effects of static abilities depend on each other: none waits for a resolved effect."""
    if a.held_key is None or b.held_key is None:
        return FALSE
    return dependency.depends_on.right(moment, a, b)


# --- 613.6: sets and their continuation -----------------------------------------------------------


@wrong("continuation-off", of=exists, engines=("XMage",))
def exists_while_its_ability_does(moment: Moment, effect: ContinuousEffect) -> Lit:
    """An effect stops in the layer in which its ability is lost; the later parts are not
    applied."""
    algebra = moment.algebra
    exists_now = algebra.and_(ability_is_there(moment, effect), condition_now(moment, effect))
    return algebra.and_(acts_in(effect, moment.layer, algebra), exists_now)


@wrong("set-asked-again", of=members_of)
def members_as_the_layer_sees_them(moment: Moment, effect: ContinuousEffect) -> dict[int, Lit]:
    """What an effect applies to is asked again in each layer in which it acts."""
    return members_now(moment, effect)


@wrong("resolved-sets-not-locked", of=locked_parts, rules=("611.2c",))
def parts_left_open(
    moment: Moment, members: dict[int, Lit], changes: tuple[tree.Change, ...], setting: Setting
) -> list[tuple[dict[int, Lit], tuple[tree.Change, ...]]]:
    """The effect of a resolved spell or ability applies to whatever fits later on, too (611.2c)."""
    parts = locked_parts.right(moment, members, changes, setting)
    if len(parts) != 1:
        return parts
    unlocked: dict[int, Lit] = None  # type: ignore[assignment]  # the wrong reading: no set is locked
    return [(unlocked, changed) for _, changed in parts]


@wrong("static-sets-locked", of=members_now)
def members_that_were_there_first(moment: Moment, effect: ContinuousEffect) -> dict[int, Lit]:
    """A static ability applies only to objects that are not newer than it (611.3a)."""
    members = members_now.right(moment, effect)
    if effect.held_key is None:
        return members
    things = moment.world.things
    return {index: lit for index, lit in members.items() if things[index].stamp <= effect.stamp[0]}


# --- 613.7: timestamps ----------------------------------------------------------------------------


@wrong("granted-stamped-by-object", of=granted_stamp, engines=("Forge",))
def stamp_of_the_object(object_stamp: int, effect_stamp: Stamp) -> Stamp:
    """A granted ability has the timestamp of the object that has it, however late it was
    granted."""
    return (object_stamp, 0)


@wrong("level-stamped-by-counter", of=static_stamp)
def stamp_of_the_last_counter(thing: Thing, ability: tree.Ability) -> Stamp:
    """A level symbol has the timestamp of the last level counter, not that of the permanent."""
    stamps = [each.stamp for each in thing.counters if each.kind == "level"]
    if isinstance(ability, tree.LevelSymbol) and stamps:
        return (max(stamps), 0)
    return static_stamp.right(thing, ability)


@wrong(
    "stamped-by-load",
    of=stamps.stamp_on_entering,
    otherwise=(("XMage", "an effect ends with its ability (613.6)"),),
)
def numbered_with_its_card(now: int, before: int) -> int:
    """Effects are numbered as their cards are loaded: a card that enters again keeps its number."""
    return before or now


for _name, _event, _sentence, _engines in (
    (
        "no-stamp-on-attaching",
        stamps.stamp_on_attaching,
        "An Aura or Equipment keeps its timestamp when it becomes attached to something else.",
        (),
    ),
    (
        "no-stamp-on-turning-face-up",
        stamps.stamp_on_turning,
        "A permanent that is turned face up or face down keeps its timestamp.",
        (),
    ),
    (
        "no-stamp-on-transforming",
        stamps.stamp_on_transforming,
        "A permanent that transforms keeps its timestamp.",
        ("Forge",),
    ),
):
    wrong(_name, of=_event, says=_sentence, engines=_engines)(kept_stamp)


@wrong(
    "counters-without-stamps",
    of=stamps.stamp_on_counters,
    engines=("XMage", "phase-rs", "Argentum"),
)
def counters_of_no_time(now: int, before: int) -> int:
    """Counters have no timestamps: what they give comes before every other effect."""
    return 0
