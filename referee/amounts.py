"""107, 608.2h: the value of an amount against a state."""

import re

from striate.boards.facts import amount_asked, is_number_told
from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.prose import words_of
from striate.cards.tree import Node
from striate.cards.vocabulary import BASIC_LAND_TYPES, PARTY
from striate.referee.asking import VALUES, all_matching, color_letter, shared_values, value
from striate.referee.references import looked_at, seats, speaker, you
from striate.referee.state import State, stat
from striate.timeline.context import Context

_SYMBOL = re.compile(r"\{([^{}]+)\}")

# The value of an amount, here where every amount is known.
value_of = value


def symbols_of(cost: str, colors: tuple[str, ...]) -> int:
    """107.4e, 700.5: symbols of a cost that are of any of the colours, hybrid ones too."""
    return sum(any(color in symbol for color in colors) for symbol in _SYMBOL.findall(cost))


def _num(part: tree.Num, at: Context, state: State) -> int:
    return part.value


def _x(part: Node, at: Context, state: State) -> int:
    """107.3: the X that the step gives; if it gives none, no board tells it."""
    return state.path.announced(speaker(at, state)) if at.x is None else at.x


def _chosen_number(part: Node, at: Context, state: State) -> int:
    word = at.choices.get("number", "0")
    return int(word) if word.lstrip("-").isdigit() else 0


def _count(part: tree.Count, at: Context, state: State) -> int:
    """401.2: how many cards a library has besides those that are told, nobody says."""
    known = len(all_matching(part.filter, part.zone, at, state))
    if part.zone != "library":
        return known
    return known + state.unknown(at, "the cards of a library").library(speaker(at, state))


def _count_distinct(part: tree.CountDistinct, at: Context, state: State) -> int:
    values: set[object] = set()
    if part.what == "party role":
        return _party(all_matching(part.filter, part.zone, at, state), PARTY, state)
    for handle in all_matching(part.filter, part.zone, at, state):
        values.update(_values(part.what, handle, state))
    return len(values)


def _party(creatures: tuple[str, ...], roles: tuple[str, ...], state: State) -> int:
    """700.8: up to one creature for each role; 700.8b: whichever way gives the highest result."""
    if not roles:
        return 0
    role, *others = roles
    rest = tuple(others)
    able = [handle for handle in creatures if role in state.views[handle].subtypes]
    if len(able) >= len(roles):  # the other roles leave one of them
        return 1 + _party(creatures, rest, state)
    best = _party(creatures, rest, state)
    for handle in able:
        left = tuple(each for each in creatures if each != handle)
        best = max(best, 1 + _party(left, rest, state))
    return best


def _values(what: str, handle: str, state: State) -> set[object]:
    view = state.views[handle]
    if what in ("power", "mana value"):
        number = stat(what, handle, state)
        return set() if number is None else {int(number)}
    if what == "basic land type":
        return {word for word in view.subtypes if word in BASIC_LAND_TYPES}
    if what == "counter kind":
        return {kind for kind, number in state.thing(handle).counters.items() if number > 0}
    return set(shared_values(what, view))


def _aggregate(part: tree.Aggregate, at: Context, state: State) -> int:
    among = all_matching(part.filter, part.zone, at, state)
    numbers = [number for h in among if (number := stat(part.stat, h, state)) is not None]
    if not numbers:
        return 0
    if part.which == "total":
        return sum(numbers)
    return max(numbers) if part.which == "greatest" else min(numbers)


def _stat_of(part: tree.StatOf, at: Context, state: State) -> int:
    handle, seen = _one(part.ref, at, state)
    return 0 if handle is None else stat(part.stat, handle, seen) or 0


def _one(ref: tree.Ref, at: Context, state: State) -> tuple[str | None, State]:
    """608.2h: the one object that the words mean, and the state in which it is looked at."""
    handles, seen = looked_at(ref, at, state)
    return (handles[-1] if handles else None), seen


def _counters_on(part: tree.CountersOn, at: Context, state: State) -> int:
    handle, seen = _one(part.ref, at, state)
    return 0 if handle is None else _counters(part.kind, handle, seen)


def _counters(kind: str | None, handle: str, state: State) -> int:
    counters = state.thing(handle).counters
    return sum(counters.values()) if kind is None else counters.get(kind, 0)


def _counters_among(part: tree.CountersAmong, at: Context, state: State) -> int:
    among = all_matching(part.filter, "battlefield", at, state)
    return sum(_counters(part.kind, handle, state) for handle in among)


def _devotion(part: tree.Devotion, at: Context, state: State) -> int:
    colors = tuple(color_letter(color, at) for color in part.colors)
    players = seats(part.player, at, state)
    return sum(
        symbols_of(state.views[handle].mana_cost, colors)
        for handle in state.handles_in("battlefield")
        if state.views[handle].controller in players
    )


def _symbols_in(part: tree.SymbolsIn, at: Context, state: State) -> int:
    handle, seen = _one(part.ref, at, state)
    color = color_letter(part.color, at)
    return 0 if handle is None else symbols_of(seen.views[handle].mana_cost, (color,))


def _symbols_among(part: tree.SymbolsAmong, at: Context, state: State) -> int:
    color = color_letter(part.color, at)
    among = all_matching(part.filter, part.zone, at, state)
    return sum(symbols_of(state.views[handle].mana_cost, (color,)) for handle in among)


def _life_of(part: tree.LifeOf, at: Context, state: State) -> int:
    """119.1: a life total that no step has told or altered is not told."""
    return sum(_life(seat, state) for seat in seats(part.player, at, state))


def _life(seat: Seat, state: State) -> int:
    """103.4: as a player's total is not told, it may have become another than the starting one."""
    return state.path.life(seat, state.game.life[seat])


def _starting_life_of(part: tree.StartingLifeOf, at: Context, state: State) -> int:
    return 20 * len(seats(part.player, at, state))


def _hand_of(part: tree.HandOf, at: Context, state: State) -> int:
    total = 0
    for seat in seats(part.player, at, state):
        stated = state.game.hands[seat]
        cards = [h for h in state.handles_in("hand") if state.views[h].owner == seat]
        total += state.path.hand(seat, len(cards)) if stated is None else stated
    return total


def _colors_of(part: tree.ColorsOf, at: Context, state: State) -> int:
    handle, seen = _one(part.ref, at, state)
    return 0 if handle is None else len(seen.views[handle].colors)


def _sum(part: tree.Sum, at: Context, state: State) -> int:
    return sum(value(inner, at, state) for inner in part.parts)


def _times(part: tree.Times, at: Context, state: State) -> int:
    return part.factor * value(part.amount, at, state)


def _half(part: tree.Half, at: Context, state: State) -> int:
    whole = value(part.amount, at, state)
    return -(-whole // 2) if part.up else whole // 2


def _greatest(part: tree.Greatest, at: Context, state: State) -> int:
    numbers = [value(inner, at, state) for inner in part.parts]
    return min(numbers) if part.least else max(numbers)


def _unknown_amount(part: tree.UnknownAmount, at: Context, state: State) -> int:
    """702.179f: a speed that a step states; else a number that is not told."""
    known = _stated(part, at, state)
    if known is not None:
        return known
    return state.unknown(at, words_of(part.prose)).counted(part, speaker(at, state))


def _stated(part: tree.UnknownAmount, at: Context, state: State) -> int | None:
    """The number, where a step or a choice says it."""
    number = at.choices.get("number", "")
    if number.isdigit() and is_number_told(part.prose):
        return int(number)  # 701.44a, 701.50a
    fact = amount_asked(part.prose)
    return None if fact is None else state.game.told.get((fact, you(at, state) == "you"))


VALUES.update(
    {
        tree.Num: _num,
        tree.X: _x,
        tree.ChosenNumber: _chosen_number,
        tree.Count: _count,
        tree.CountDistinct: _count_distinct,
        tree.Aggregate: _aggregate,
        tree.StatOf: _stat_of,
        tree.CountersOn: _counters_on,
        tree.CountersAmong: _counters_among,
        tree.Devotion: _devotion,
        tree.SymbolsIn: _symbols_in,
        tree.SymbolsAmong: _symbols_among,
        tree.LifeOf: _life_of,
        tree.StartingLifeOf: _starting_life_of,
        tree.HandOf: _hand_of,
        tree.ColorsOf: _colors_of,
        tree.Sum: _sum,
        tree.Times: _times,
        tree.Half: _half,
        tree.Greatest: _greatest,
        tree.UnknownAmount: _unknown_amount,
    }
)
