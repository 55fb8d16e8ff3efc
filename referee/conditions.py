"""604.2, 611.3a: whether a condition holds against a state."""

from collections.abc import Callable

from striate.boards.facts import condition_asked, fact_named
from striate.cards import tree
from striate.cards.prose import words_of
from striate.cards.tree import Condition
from striate.cards.walking import any_node
from striate.referee import asking, filters
from striate.referee.references import active, is_open, looked_at, seats, speaker, you
from striate.referee.state import State
from striate.timeline.context import Context


def holds(condition: Condition, at: Context, state: State) -> bool:
    """Whether it holds now."""
    return _HOLDS[type(condition)](condition, at, state)


def _compare(part: tree.Compare, at: Context, state: State) -> bool:
    left = asking.value(part.left, at, state)
    return filters.compares(left, part.op, part.right, at, state, state)


def _matches(part: tree.Matches, at: Context, state: State) -> bool:
    """608.2h: "was" asks what the object last was; "is" what lies there now, if it can be seen."""
    handles, then = looked_at(part.ref, at, state, was=part.last)
    if not handles and isinstance(part.ref, tree.TopCard) and part.ref.zone == "library":
        unknown = state.unknown(at, "the top card of a library")
        return unknown.top_card(part.filter, speaker(at, state))  # 401.5
    of_now = not part.last and any_node(part.filter, (tree.InZone, tree.ControlledBy))
    seen = {h: state if of_now or is_open(h, state) and not part.last else then for h in handles}
    return bool(handles) and all(
        h in seen[h].views and asking.matches(part.filter, h, at, seen[h]) for h in handles
    )


def _is_turn_of(part: tree.IsTurnOf, at: Context, state: State) -> bool:
    return active(state) in seats(part.player, at, state)


def _class_level_is(part: tree.ClassLevelIs, at: Context, state: State) -> bool:
    thing = state.game.things.get(at.source or "")
    level = max(1, thing.class_level) if thing is not None else 1  # 716.2d
    return filters.compare(level, part.op, part.number)


def _chose_mode(part: tree.ChoseMode, at: Context, state: State) -> bool:
    return part.mode.lower() in {word.lower() for word in at.choices.values()}


def _fact(part: tree.Fact, at: Context, state: State) -> bool:
    """702.179e, 702.33d, and what else a step can state; the rest no board can tell."""
    name, yours = fact_named(part.prose) or "", you(at, state) == "you"
    answer = at.choices.get(name)
    if answer:
        return answer == "yes"
    if (name, yours) in state.game.told:
        return bool(state.game.told[name, yours])
    bounds = condition_asked(part.prose)
    number = None if bounds is None else state.game.told.get((bounds[0], yours))
    if bounds is None or number is None:
        return state.unknown(at, words_of(part.prose)).fact(part.prose, speaker(at, state))
    return bounds[1] <= number <= bounds[2]


def _every(part: tree.Every, at: Context, state: State) -> bool:
    return all(holds(inner, at, state) for inner in part.parts)


def _either(part: tree.Either, at: Context, state: State) -> bool:
    return any(holds(inner, at, state) for inner in part.parts)


def _unless(part: tree.Unless, at: Context, state: State) -> bool:
    return not holds(part.part, at, state)


_HOLDS: dict[type, Callable[..., bool]] = {
    tree.Compare: _compare,
    tree.Matches: _matches,
    tree.IsTurnOf: _is_turn_of,
    tree.ClassLevelIs: _class_level_is,
    tree.ChoseMode: _chose_mode,
    tree.Fact: _fact,
    tree.Every: _every,
    tree.Either: _either,
    tree.Unless: _unless,
}
