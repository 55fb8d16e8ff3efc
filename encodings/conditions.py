"""What conditions mean: whether something is so at a moment (`holds`)."""

from collections.abc import Callable
from typing import Any, TypeAlias

from striate.boards.facts import condition_asked, fact_named
from striate.cards import tree
from striate.cards.walking import any_node
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.amounts import amount, compared
from striate.encodings.clauses import clause
from striate.encodings.filters import matches
from striate.encodings.moments import Moment, asked_of, chosen, fact_told, player_is, speaker
from striate.encodings.state import CEASED, Setting

_Rule: TypeAlias = Callable[[Moment, Any, Setting], Lit]


def holds(moment: Moment, condition: tree.Condition | None, setting: Setting) -> Lit:
    """Whether the condition is true at this moment."""
    if condition is None:
        return TRUE
    return _RULES[type(condition)](moment.present, condition, setting)


def _compares(moment: Moment, condition: tree.Compare, setting: Setting) -> Lit:
    left = amount(moment, condition.left, setting)
    return compared(moment, left, condition.op, condition.right, setting)


def _ref_matches(moment: Moment, condition: tree.Matches, setting: Setting) -> Lit:
    """608.2h: "is" is asked of what lies there now, or of what it was where that can't be seen
    (a hidden zone, a token that has ceased to exist); "was" of what it was.
    """
    algebra, things = moment.algebra, moment.world.things
    of_place = any_node(condition.filter, (tree.InZone, tree.ControlledBy))
    lits = []
    objects = list(asked_of(moment, condition.ref, setting, was=condition.last))
    if not objects and isinstance(condition.ref, tree.TopCard) and condition.ref.zone == "library":
        # 401.5: which card lies on top, nobody tells.
        who = speaker(moment, setting)
        return TRUE if moment.world.path.top_card(condition.filter, who) else FALSE
    for then, index, lit in objects:
        hidden = things[index].zone in (CEASED, "hand", "library")
        look = then if condition.last or (hidden and not of_place) else moment
        if look.world.things[index].zone != CEASED:
            lits.append(algebra.and_(lit, matches(look, condition.filter, index, setting)))
    return algebra.any_(lits)


def _is_turn_of(moment: Moment, condition: tree.IsTurnOf, setting: Setting) -> Lit:
    seat = TRUE if moment.world.is_your_turn() else FALSE
    return player_is(moment, condition.player, seat, setting)


def _class_level_is(moment: Moment, condition: tree.ClassLevelIs, setting: Setting) -> Lit:
    level = 0 if setting.source is None else moment.world.things[setting.source].class_level
    return moment.algebra.compare(level, condition.op, condition.number)


def _chose_mode(moment: Moment, condition: tree.ChoseMode, setting: Setting) -> Lit:
    mode = chosen("@mode", setting, moment)
    return TRUE if mode.lower() == condition.mode.lower() else FALSE


@clause("702.179e")
def _fact(moment: Moment, condition: tree.Fact, setting: Setting) -> Lit:
    """What a step of the board states (702.179e: max speed is a speed of 4), or what is assumed.

    What the permanent's own step tells of it goes first (702.33d: whether it was kicked).
    """
    name = fact_named(condition.prose)
    if name is not None and name in setting.choices:
        return TRUE if setting.choices[name] == "yes" else FALSE
    if name is not None and (value := fact_told(moment, name, setting)) is not None:
        return TRUE if value else FALSE
    bounds = condition_asked(condition.prose)
    if bounds is not None:
        fact, low, high = bounds
        number = fact_told(moment, fact, setting)
        if number is not None:
            return TRUE if low <= number <= high else FALSE
    return TRUE if moment.world.path.fact(condition.prose, speaker(moment, setting)) else FALSE


_RULES: dict[type, _Rule] = {
    tree.Compare: _compares,
    tree.Matches: _ref_matches,
    tree.IsTurnOf: _is_turn_of,
    tree.ClassLevelIs: _class_level_is,
    tree.ChoseMode: _chose_mode,
    tree.Fact: _fact,
    tree.Every: lambda moment, condition, setting: moment.algebra.all_(
        [holds(moment, part, setting) for part in condition.parts]
    ),
    tree.Either: lambda moment, condition, setting: moment.algebra.any_(
        [holds(moment, part, setting) for part in condition.parts]
    ),
    tree.Unless: lambda moment, condition, setting: holds(moment, condition.part, setting) ^ 1,
}
