"""From a model of the circuit to a board of real cards."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from striate.boards.errors import NotPlayable
from striate.boards.facts import is_of_a_turn
from striate.boards.known import ENTERING, is_entering
from striate.boards.reading import board_from_document
from striate.boards.records import token_record
from striate.boards.timeline import (
    Answer,
    Attach,
    Board,
    Enter,
    Resolve,
    ResolveAbility,
    free_handle,
)
from striate.cards import tree
from striate.cards.walking import any_node
from striate.encodings.door import outcome
from striate.search.circuit import Built
from striate.search.graveyards import lying
from striate.search.legendrule import one_must_go
from striate.search.options import (
    Option,
    entering_words,
    enters_tapped,
    is_of_night,
    level_steps,
    taps_others,
)
from striate.search.ordering import option_score
from striate.search.poolclasses import Pool
from striate.search.questions import Solution
from striate.search.slots import Slot
from striate.solver.session import Session
from striate.solver.terms import FALSE, TRUE, Lit


def decode(pool: Pool, built: Built, session: Session, *, sturdy: bool = False) -> Solution:
    """The board of the model, of the best-known or, if asked for, the sturdiest cards."""
    slots, value = built.search.slots, session.value
    kinds = [slot.chooser.value(session.model()) for slot in slots]
    finals = [built.search.final.chars[slot.index] for slot in slots]
    legends = [value(each.supertypes.get("Legendary", FALSE)) for each in finals]
    used: Counter[tuple[str, bool]] = Counter()
    picked = [
        _member(pool.members[kind], value(chars.yours), used, legend, sturdy)
        for chars, kind, legend in zip(finals, kinds, legends, strict=True)
    ]
    handles = handles_of(option.printed for option in picked)
    steps: list[dict[str, Any]] = []
    steps += _lying_steps(lying(pool.graves, built.graves, session.model()), handles)
    tapping = any(map(taps_others, picked))
    for index, (slot, option) in enumerate(zip(slots, picked, strict=True)):
        steps += _entering_steps(slot, option, handles, index, session, tapping)
        for place, each in enumerate(slots if index < len(slots) - 1 else ()):
            counters = _counters_of(each, session, index, len(slots) - 1)
            if counters:
                steps.append({"counters": counters, "on": handles[place]})
    for index, slot in enumerate(slots):
        steps += level_steps(picked[index], handles[index])
        counters = _counters_of(slot, session, len(slots) - 1, len(slots) - 1)
        if counters:
            steps.append({"counters": counters, "on": handles[index]})
    wanted = tuple(
        handles[next(place for place, lit in enumerate(row) if value(lit))] for row in built.asked
    )
    tells_taps = any(slot.taps > TRUE for slot in slots)
    others = {
        handles[index]: _interchangeable(
            [
                each
                for each in pool.members[kind]
                if _may_replace(each, index, picked, legend=legends[index])
                and not (tells_taps and _taps_otherwise(each, picked[index]))
            ]
        )
        for index, kind in enumerate(kinds)
    }
    return Solution({"steps": steps}, wanted, {k: v for k, v in others.items() if v})


def _interchangeable(options: list[Option]) -> tuple[str, ...]:
    """The names of these cards, best known first."""
    names = {each.card.name: each for each in options}
    return tuple(sorted(names, key=lambda name: (option_score(names[name]), name)))


def _may_replace(each: Option, index: int, picked: Sequence[Option], *, legend: bool) -> bool:
    """Whether the card could stand there instead, by what the replay looks at and its class does
    not tell: 704.5j-k."""
    before, rest = picked[index], [*picked[:index], *picked[index + 1 :]]
    face = each.face
    legend = legend or "Legendary" in face.supertypes
    return not (
        each.card.name == before.card.name
        or (each.down, each.form) != (before.down, before.form)
        or (legend and face.name in {other.face.name for other in rest})
        or ("World" in face.supertypes and any("World" in o.face.supertypes for o in rest))
    )


def _taps_otherwise(each: Option, before: Option) -> bool:
    """110.5b: whether it enters tapped, or makes others do so, where the other one doesn't."""
    return any(told(each) != told(before) for told in (enters_tapped, taps_others))


def exactly(built: Built, session: Session) -> list[Lit]:
    """The clause that keeps the search from this very board: its sides, hosts, counters,
    graveyards."""
    algebra, model = built.search.algebra, session.model()
    holding = [
        lit
        for slot in built.search.slots
        for lit in (
            slot.yours,
            slot.taps,
            *slot.hosts.values(),
            *slot.levels.values(),
            *slot.copied.values(),
            *(each for when in slot.when.values() for each in when.values()),
        )
    ]
    for grave in built.graves:
        holding += [grave.alive, grave.yours, grave.chooser.pick(1 << grave.chooser.value(model))]
    numbers = [number for slot in built.search.slots for number in (slot.x, *slot.extra.values())]
    holding += [algebra.compare(each, "=", session.value_number(each)) for each in numbers]
    return [lit ^ 1 if session.value(lit) else lit for lit in holding if lit > TRUE]


def _member(
    options: list[Option],
    yours: bool,
    used: Counter[tuple[str, bool]],
    legend: bool,
    sturdy: bool,
) -> Option:
    """The best-known card of the class that stands upright; of legends one that this player
    doesn't have yet, and of worlds none, if one will do (704.5j-k).

    `sturdy`: of creatures rather one with much toughness, which matters if that isn't in the class.
    """
    best = min(
        options,
        key=lambda each: (
            "World" in each.face.supertypes,
            used[each.face.name, yours]
            if each.face.name and (legend or "Legendary" in each.face.supertypes)
            else 0,
            bool(each.down),
            -min(each.face.toughness or 0, 4) if sturdy and "Creature" in each.face.types else 0,
            option_score(each),
            each.card.name,
        ),
    )
    used[best.face.name, yours] += 1
    return best


def handles_of(names: Iterable[str]) -> list[str]:
    """How a board calls permanents of these names, one after the other."""
    handles: list[str] = []
    for name in names:
        handles.append(free_handle(name, handles))
    return handles


def _lying_steps(cards: list[tuple[tree.Card, bool]], handles: list[str]) -> list[dict[str, Any]]:
    """Cards in graveyards before anything enters; under another name than what enters."""
    steps: list[dict[str, Any]] = []
    for card, yours in cards:
        step = {"zone": "graveyard", "card": card.faces[0].name}
        if not yours:
            step["owner"] = "opponent"
        if step["card"] in handles:
            before = sum(each["card"] == step["card"] for each in steps)
            step["as"] = f"{step['card']} in a graveyard" + (f" #{before + 1}" if before else "")
        steps.append(step)
    return steps


def _entering_steps(
    slot: Slot,
    option: Option,
    handles: list[str],
    index: int,
    session: Session,
    tapping: bool,
) -> list[dict[str, Any]]:
    yours = session.value(slot.yours)
    step: dict[str, Any] = (
        {"token": token_record(option.card)} if option.token else {"enter": option.printed}
    )
    if not yours:
        step["controller"] = "opponent"
    step |= entering_words(option, yours)
    if option.copied:
        step["copying"] = next(handles[j] for j, lit in slot.copied.items() if session.value(lit))
    if option.opens and option.counted:
        number = session.value_number(slot.x) * option.counted
        step.setdefault("choose", {})["number"] = number
    elif option.opens:
        step["x"] = session.value_number(slot.x)
    further: list[dict[str, Any]] = []
    if slot.taps > TRUE and session.value(slot.taps):
        step["tapped"] = True
    elif slot.taps > TRUE and (tapping or enters_tapped(option)):
        step.pop("tapped", None)
        further = [{"untap": handles[index]}]
    hosts = [j for j, lit in slot.hosts.items() if session.value(lit)]
    if not hosts:
        return [step, *further]
    if option.enchant is not None:
        return [{**step, "attached_to": handles[hosts[0]]}, *further]
    return [step, *further, {"attach": handles[index], "to": handles[hosts[0]]}]


def _counters_of(slot: Slot, session: Session, after: int, last: int) -> dict[str, int]:
    """What is put on when the slot of that number has entered; all else after the `last` one."""
    counters = {}

    def put(kind: str) -> bool:
        return session.value(slot.when.get(kind, {last: TRUE}).get(after, FALSE))

    for level, lit in slot.levels.items():
        if put("level") and session.value(lit):
            counters["level"] = level
    for kind, number in slot.extra.items():
        if put(kind) and session.value_number(number):
            counters[kind] = session.value_number(number)
    return counters


def board_of(solution: Solution, pool: Pool, further: Iterable[tree.Card] = ()) -> Board:
    """With the cards of the pool, those in graveyards, and `further` ones, by name."""
    held = chain.from_iterable(pool.members)
    cards = {card.faces[0].name: card for card in pool.graves.cards}
    cards |= {option.printed: option.card for option in held if not option.token}
    cards |= {card.name: card for card in further}
    return board_from_document(solution.document, Shelved(cards))


def is_stable(board: Board, free: Sequence[str] = ()) -> bool:
    """704: by the rules on the concrete board nothing is taken away, but what is `free` to go.

    What was to enter as a copy did. 704.5j: nor has a player to choose among legends of one name.
    301.5c, 704.5n: what was attached is.
    """
    try:
        answer = outcome(board)
    except NotPlayable:
        return False
    if set(answer.gone) - set(free) or one_must_go(answer) or not _did_copy(board, answer):
        return False
    if went_early(board, answer.gone):
        return False
    return not _had_to_go(board, answer) and attached_as_placed(board, answer, free)


def a_turn_later(solution: Solution, pool: Pool) -> Solution | None:
    """The board once the turn is over in which its permanents entered; None: that is not told.

    Encoding: what is told not to have entered has, if it comes later itself, but not in the new
    turn. Loses no board iff something else hangs on the turn, or happens as it ends.
    """
    steps = solution.document["steps"]
    told = {each for step in steps for each in step.get("choose", {}).items()}
    board = board_of(solution, pool)
    cards = tuple(step.card for step in board.steps if isinstance(step, Enter))
    hangs = any_node(cards, (tree.IsTurnOf, tree.Triggered)) or any(
        is_of_night(card.faces[0]) is not None for card in cards
    )
    tapped = any("tapped" in step or "untap" in step for step in steps)
    if hangs or tapped or any(is_of_a_turn(name) for name, _ in told - _NOT_ENTERED):
        return None
    document = {**solution.document, "steps": [*map(_untold, steps), {"end_turn": True}]}
    return replace(solution, document=document)


def _untold(step: dict[str, Any]) -> dict[str, Any]:
    """The step without what it tells of this turn."""
    told = {k: v for k, v in step.get("choose", {}).items() if k not in ENTERING}
    plain = {key: value for key, value in step.items() if key != "choose"}
    return plain | ({"choose": told} if told else {})


_NOT_ENTERED = frozenset((name, "no") for name in ENTERING)


def is_as_told(board: Board) -> bool:
    """Whether nothing enters of which an earlier permanent's step tells that it has not."""
    return all(_is_told_so(board, place) for place in range(len(board.steps)))


def _is_told_so(board: Board, place: int) -> bool:
    denied = {
        (step.handle, name)
        for step in board.steps[:place]
        if isinstance(step, Enter)
        for name, value in step.choose
        if (name, value) in _NOT_ENTERED and name != "entered this turn"
    }
    step = board.steps[place]
    if not denied or not isinstance(step, Enter):
        return True
    seen = {each.handle: each for each in outcome(until(board, place)).objects}
    newcomer = seen[step.handle]
    words = {*newcomer.types, *newcomer.subtypes}
    return all(
        seen[who].controller != newcomer.controller or not is_entering(name, words)
        for who, name in denied
    )


def until(board: Board, place: int) -> Board:
    """What has happened once the step at that place has."""
    return replace(board, steps=board.steps[: place + 1])


def chose_all(board: Board) -> bool:
    """614.12: whether all that entered had the ability that asks for what its step chooses; no slot
    looks at that."""
    return all(_chose(board, place) for place in range(len(board.steps)))


def _chose(board: Board, place: int) -> bool:
    step = board.steps[place]
    if not isinstance(step, Enter) or step.face_down:
        return True
    if not any(_asks(each) for face in step.card.faces for each in face.abilities):
        return True
    seen = {each.handle: each for each in outcome(until(board, place)).objects}
    return any(map(_asks, seen[step.handle].abilities))


def _asks(ability: object) -> bool:
    return isinstance(ability, tree.EntersChoose)


def went_early(board: Board, gone: Collection[str]) -> bool:
    """704.3: whether some of what is gone went before the last permanent entered, or the last spell
    or ability resolved, so that it was never there with all the others."""
    brings = (place for place, step in enumerate(board.steps) if isinstance(step, _BRINGS))
    last = max(brings, default=0)
    return bool(gone and last) and any(e in gone for e in outcome(until(board, last - 1)).gone)


_BRINGS = (Enter, Resolve, ResolveAbility)


def _had_to_go(board: Board, answer: Answer) -> bool:
    """704.3, 704.5j: whether of two legends that are kept apart in the end one had to go before."""
    legends = [each.name for each in answer.objects if "Legendary" in each.supertypes]
    return len({*legends}) < len(legends) and any(
        one_must_go(outcome(until(board, place))) for place in range(len(board.steps) - 1)
    )


def _did_copy(board: Board, answer: Answer) -> bool:
    """614.12: what entered as a copy had the ability to; nothing in a slot sets a name."""
    names = {seen.handle: seen.name for seen in answer.objects}
    return all(
        names.get(step.handle) == names.get(step.copying)
        for step in board.steps
        if isinstance(step, Enter) and step.copying is not None
    )


def attached_as_placed(board: Board, answer: Answer, free: Sequence[str] = ()) -> bool:
    """Whether whatever was attached is so still, as it was last; what is `free` to go needs no
    host."""
    hosts = {seen.handle: seen.attached_to for seen in answer.objects}
    placed: dict[str, str] = {}
    for step in board.steps:
        if isinstance(step, Attach):
            placed[step.what] = step.to
        elif isinstance(step, Enter) and step.attached_to is not None:
            placed[step.handle] = step.attached_to
    return all(hosts.get(what) == to or {what, to} & {*free} for what, to in placed.items())


class Shelved(Struct, frozen=True):
    """The pool's cards by name, as board files ask for them."""

    cards: dict[str, tree.Card]

    def card(self, name: str) -> tree.Card | None:
        return self.cards.get(name)

    def suggest(self, name: str, limit: int = 5) -> list[str]:
        return []
