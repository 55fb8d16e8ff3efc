"""Faults planted for the theorems that no wrong reading breaks: each reads one clause wrongly.

No engine is known to read so, and `generate` makes no boards for them.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import ParamSpec, TypeVar

from msgspec.structs import replace

from striate.cards import tree
from striate.cards.meanings import intrinsic
from striate.cards.vocabulary import BASIC_LAND_TYPES
from striate.encodings import effects, layers
from striate.encodings.abilities import lose_all_abilities
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit, Num
from striate.encodings.amounts import has_stat
from striate.encodings.clauses import Clause, instead, reading_as
from striate.encodings.colours import add_colors
from striate.encodings.copying import face_down_values
from striate.encodings.dependency import waits
from striate.encodings.moments import Moment, player_is
from striate.encodings.powtough import modify_power_and_toughness
from striate.encodings.state import Chars, Setting, Stamp, Thing, face_of
from striate.encodings.typeline import TypeNet, add_types, keep_fitting_subtypes

P = ParamSpec("P")
R = TypeVar("R")
_LATE = 1_000_000  # later than any timestamp of a board


PLANTED: dict[str, tuple[str, ...]] = {}  # of each fault the rules that it gets wrong


def planted_fault(name: str) -> AbstractContextManager[None]:
    """Within, the clause reads so."""
    return reading_as((name,))


def _fault(name: str, of: Clause[P, R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    PLANTED[name] = of.numbers
    return instead(name, of)


@_fault("loops-never-apply", waits)
def waiting_in_loops(
    moment: Moment, open_: list[Lit], depends: dict[tuple[int, int], Lit]
) -> list[Lit]:
    """The effects of a dependency loop wait for one another, so that none is applied."""
    algebra = moment.algebra
    return [
        algebra.any_([algebra.and_(lit, open_[b]) for (one, b), lit in depends.items() if one == a])
        for a in range(len(open_))
    ]


@_fault("colours-with-abilities", layers.layer_order)
def colours_with_abilities() -> tuple[str, ...]:
    """Colours and abilities change in one layer, by timestamp."""
    order = layers.layer_order.right()
    place = order.index("5")
    return (*order[:place], "5+6", *order[place + 2 :])


@_fault("newest-first", layers.order_key)
def newest_first(effect: effects.ContinuousEffect) -> tuple[int, ...]:
    """Of two effects in a layer the newer one is applied first."""
    return tuple(-number for number in effect.stamp)


@_fault("losses-come-last", effects.static_stamp)
def losses_come_last(thing: Thing, ability: tree.Ability) -> Stamp:
    """A static ability that takes all abilities away takes those that come later, too."""
    stamp, number = effects.static_stamp.right(thing, ability)
    takes = isinstance(ability, tree.Static) and any(
        isinstance(change, tree.LoseAllAbilities)
        for effect in ability.effects
        for change in effect.changes
    )
    return (stamp + _LATE if takes else stamp), number


@_fault("basic-mana-never-lost", lose_all_abilities)
def basic_mana_never_lost(on: effects.On, change: tree.LoseAllAbilities) -> None:
    """Nothing takes the mana ability of a basic land type away."""
    kept = (*change.keep, *map(intrinsic, BASIC_LAND_TYPES))
    lose_all_abilities.right(on, replace(change, keep=kept))


@_fault("yours-by-seat", player_is)
def yours_by_seat(moment: Moment, player: str, seat: Lit, setting: Setting) -> Lit:
    """ "You" is the same player on every permanent, whoever controls it."""
    return player_is.right(moment, player, seat, replace(setting, you=TRUE))


@_fault("subtypes-outlive-types", keep_fitting_subtypes)
def subtypes_outlive_types(new: Chars, algebra: Algebra) -> None:
    """A subtype stays when the card type that it belongs to has gone."""


@_fault("noncreatures-have-sizes", has_stat)
def noncreatures_have_sizes(moment: Moment, stat: str, index: int) -> Lit:
    """What is no creature has power and toughness, too."""
    return TRUE


@_fault("face-down-keeps-colours", face_down_values)
def face_down_keeps_colours(thing: Thing) -> Chars:
    """A face-down permanent has the colours of its card."""
    return replace(face_down_values.right(thing), colors=face_of(thing).colors)


@_fault("sizes-stop-at-zero", modify_power_and_toughness)
def sizes_stop_at_zero(
    moment: Moment, bonuses: list[tuple[Lit, tuple[Num, Num]]], new: Chars
) -> None:
    """What modifies power and toughness leaves neither below zero."""
    modify_power_and_toughness.right(moment, bonuses, new)
    new.power = moment.algebra.greatest(new.power, 0)
    new.toughness = moment.algebra.greatest(new.toughness, 0)


@_fault("switched-once", effects.members_of)
def switched_once(moment: Moment, effect: effects.ContinuousEffect) -> dict[int, Lit]:
    """What has been switched is not switched again."""
    algebra = moment.algebra
    earlier = [
        resolved.members or {}
        for resolved in moment.world.resolved
        if (resolved.stamp, 0) < effect.stamp and tree.SwitchPT() in resolved.effect.changes
    ]
    if effect.resolved is None or tree.SwitchPT() not in effect.resolved.effect.changes:
        earlier = []
    return {
        index: algebra.and_(lit, algebra.any_([one.get(index, FALSE) for one in earlier]) ^ 1)
        for index, lit in effects.members_of.right(moment, effect).items()
    }


@_fault("nothing-modifies-sizes", modify_power_and_toughness)
def nothing_modifies_sizes(
    moment: Moment, bonuses: list[tuple[Lit, tuple[Num, Num]]], new: Chars
) -> None:
    """Power and toughness stay as they are in layer 7b."""


@_fault("no-colour-is-added", add_colors)
def no_colour_is_added(wanted: frozenset[str]) -> dict[str, bool]:
    """Nothing becomes a colour in addition to what it is."""
    return {}


@_fault("no-type-is-added", add_types)
def no_type_is_added(types: frozenset[str], subtypes: frozenset[str]) -> TypeNet:
    """Nothing becomes a type in addition to what it is."""
    return TypeNet()
