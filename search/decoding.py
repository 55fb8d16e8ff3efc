"""From a model of the circuit to a board of real cards."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from striate.boards.reading import board_from_document
from striate.boards.timeline import Board
from striate.cards import tree
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.reading import outcome
from striate.search.circuit import Built
from striate.search.options import Option
from striate.search.poolclasses import Pool
from striate.search.questions import Question, Solution
from striate.search.slots import Slot
from striate.solver.backend import Verdict
from striate.solver.session import Session


def decode(
    question: Question, pool: Pool, built: Built, session: Session
) -> tuple[Solution, list[Lit]]:
    """The board of the model, and the clause that keeps the search from finding it again."""
    slots = built.search.slots
    value = session.value
    kinds = [slot.chooser.value(session.model()) for slot in slots]
    block = [slot.chooser.pick(1 << kind) ^ 1 for slot, kind in zip(slots, kinds, strict=True)]
    used: dict[tuple[str, bool], int] = {}
    picked = []
    for slot, kind in zip(slots, kinds, strict=True):
        picked.append(member(pool.members[kind], value(slot.yours), used))
    handles = _handles_of(picked)
    steps: list[dict[str, Any]] = []
    for index, (slot, option) in enumerate(zip(slots, picked, strict=True)):
        steps += _entering_steps(slot, option, handles, index, session)
    for index, slot in enumerate(slots):
        counters = _counters_of(slot, session)
        if counters:
            steps.append({"counters": counters, "on": handles[index]})
    asked = tuple(
        handles[
            next(i for i, lit in enumerate(row) if lit == TRUE or (lit != FALSE and value(lit)))
        ]
        for row in built.asked[: sum(each.count for each in question.goal.demands)]
    )
    others = {
        handles[index]: tuple(
            sorted({each.card.name for each in pool.members[kind]} - {picked[index].card.name})
        )
        for index, kind in enumerate(kinds)
    }
    return Solution({"steps": steps}, asked, {k: v for k, v in others.items() if v}), block


def fewest_counters(built: Built, session: Session) -> None:
    """Of the boards that differ from the model in level counters alone, one without needless ones.

    The session then has that board as its model.
    """
    slots = built.search.slots
    if not any(session.value(lit) for slot in slots for lit in slot.levels.values()):
        return
    kinds = [slot.chooser.value(session.model()) for slot in slots]
    fixed = [slot.chooser.pick(1 << kind) for slot, kind in zip(slots, kinds, strict=True)]
    for slot in slots:
        fixed += [
            lit if session.value(lit) else lit ^ 1
            for lit in (slot.yours, *slot.hosts.values())
            if lit > TRUE
        ]
    for slot in slots:
        for wanted in [None, *sorted(slot.levels)]:
            chosen = [lit ^ (level != wanted) for level, lit in slot.levels.items()]
            if session.check([*fixed, *chosen]) is Verdict.SAT:
                fixed += chosen
                break
    session.check(fixed)


def exactly(built: Built, session: Session) -> list[Lit]:
    """The clause that keeps the search from this very board, with its sides and hosts."""
    lits = [
        lit
        for slot in built.search.slots
        for lit in (slot.yours, *slot.hosts.values(), *slot.levels.values())
        if lit > TRUE
    ]
    return [lit ^ 1 if session.value(lit) else lit for lit in lits]


def member(options: list[Option], yours: bool, used: dict[tuple[str, bool], int]) -> Option:
    """A card of the class; of legends one that this player doesn't have yet."""
    best = min(
        options,
        key=lambda each: (
            used.get((each.card.name, yours), 0) if "Legendary" in each.face.supertypes else 0,
            -min(each.face.toughness or 0, 4) if "Creature" in each.face.types else 0,
            "Legendary" in each.face.supertypes,
            len(each.face.abilities),
            len(each.card.name),
            each.card.name,
        ),
    )
    used[(best.card.name, yours)] = used.get((best.card.name, yours), 0) + 1
    return best


def _handles_of(picked: list[Option]) -> list[str]:
    seen: dict[str, int] = {}
    found = []
    for option in picked:
        name = option.face.name
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return found


def _entering_steps(
    slot: Slot, option: Option, handles: list[str], index: int, session: Session
) -> list[dict[str, Any]]:
    step: dict[str, Any] = {"enter": option.face.name}
    if not session.value(slot.yours):
        step["controller"] = "opponent"
    if option.choices:
        step["choose"] = dict(option.choices)
    hosts = [j for j, lit in slot.hosts.items() if session.value(lit)]
    if not hosts:
        return [step]
    if option.enchant is not None:
        return [{**step, "attached_to": handles[hosts[0]]}]
    return [step, {"attach": handles[index], "to": handles[hosts[0]]}]


def _counters_of(slot: Slot, session: Session) -> dict[str, int]:
    found = {}
    for level, lit in slot.levels.items():
        if session.value(lit):
            found["level"] = level
    for kind, number in slot.extra.items():
        if session.value_number(number):
            found[kind] = session.value_number(number)
    return found


def board_of(solution: Solution, pool: Pool) -> Board:
    cards = {option.face.name: option.card for members in pool.members for option in members}
    return board_from_document(solution.document, _Shelved(cards))


def is_stable(board: Board, free: Sequence[str] = ()) -> bool:
    """704: by the rules on the concrete board nothing is taken away, but what is `free` to go.

    704.5j: nor has a player to choose among legends of one name.
    """
    answer = outcome(board)
    named = Counter(
        (seen.controller, seen.name)
        for seen in answer.objects
        if "Legendary" in seen.supertypes and seen.name and seen.handle not in answer.gone
    )
    return set(answer.gone) <= set(free) and max(named.values(), default=1) == 1


@dataclass(frozen=True)
class _Shelved:
    """The pool's cards by name, as board files ask for them."""

    cards: dict[str, tree.Card]

    def card(self, name: str) -> tree.Card | None:
        return self.cards.get(name)

    def suggest(self, name: str, limit: int = 5) -> list[str]:
        return []
