"""The search behind `find`: which board of the pool's cards reaches a goal, smallest first.

Slots in timestamp order hold a class of cards each; the pool is grouped into classes by what the
goal can reach; of boards that differ by an order that decides nothing one is looked at. A board
must be stable: no state-based action changes it (what one takes away leaves a smaller board).
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Literal

from striate.boards.reading import board_from_document
from striate.boards.sketch import Sketch
from striate.cards import language, tree
from striate.cards.vocabulary import CREATURE_TYPES
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit
from striate.encodings.cone import Cone, Kind, cone_of, host_keys, kind_of
from striate.encodings.matching import matches
from striate.encodings.options import Option, options_of
from striate.encodings.reach import Key, reads
from striate.encodings.reading import outcome
from striate.encodings.slots import Search, Table, counts_counters, evaluate, make_slots
from striate.encodings.state import Setting
from striate.encodings.statebased import attached_legally, zero_toughness
from striate.encodings.symmetry import in_one_order, orders
from striate.queries.goaltree import AnyObject, CardNamed, Claim, Demand, Goal, HasText, Leveler
from striate.solver.backend import Verdict
from striate.solver.session import Session, available_backends


@dataclass(frozen=True)
class Question:
    """What is asked, of which pool, up to which size."""

    goal: Goal
    cards: tuple[tree.Card, ...]
    size: int = 4
    exact: bool = False
    with_: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()
    any_: bool = False
    spells: bool = False
    all_: int = 1
    timeout: float | None = None
    backend: str = "auto"
    sketch: Sketch | None = None
    plain: bool = False  # for comparison: no classes, no symmetry, no slicing


@dataclass(frozen=True)
class Solution:
    """A board that reaches the goal, as a document without `expect`."""

    document: dict[str, Any]
    asked: tuple[str, ...]
    interchangeable: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Result:
    """What the search found, and over what."""

    status: Literal["found", "none", "unknown"]
    solutions: tuple[Solution, ...]
    size: int
    smallest: bool
    searched: dict[str, Any]
    rules: tuple[str, ...]
    seconds: float
    solving: float = 0.0


@dataclass
class Pool:
    """The classes of a pool for one goal."""

    kinds: list[Kind]
    members: list[list[Option]]
    cone: Cone
    cards: int
    left_out: dict[str, int] = field(default_factory=dict)
    exact: bool = False  # the toughness of every object is held


def silent(_: dict[str, Any]) -> None:
    """No progress is shown."""


def search(question: Question, progress: Callable[[dict[str, Any]], None] = silent) -> Result:
    """Smallest first (or exactly one size): boards that reach the goal, or that there are none."""
    started = time.monotonic()
    goal = with_cards(question.goal, question.with_)
    pool = classes(question, goal)
    sizes = [question.size] if question.exact else range(least_size(goal), question.size + 1)
    if len(pool.kinds) > 2 * CORE:
        core = replace(question, cards=core_of(pool))
        plainest = replace(classes(core, goal), left_out=pool.left_out)
        run = Run(core, goal, plainest, started, progress)
        run.through(sizes)
        if run.solutions:
            return run.result(smallest=False)
    run = Run(question, goal, pool, started, progress)
    run.through(sizes)
    return run.result(smallest=not question.exact)


CORE = 300  # about so many classes are tried before a larger pool
ALIKE = 5  # of effects of one shape, the plainest so many


def core_of(pool: Pool) -> tuple[tree.Card, ...]:
    """Of a large pool, cards with the plainest effects of each shape, to be tried first.

    What they give is a board like any other; that there is no smaller one is then not shown.
    """
    order = sorted(range(len(pool.kinds)), key=lambda number: plainness(pool.kinds[number]))
    shapes: dict[tuple[Any, ...], int] = {}
    seen: set[tuple[tree.Static, ...]] = set()
    kept: list[int] = []
    asked = 0
    for number in order:
        kind = pool.kinds[number]
        if any(kind.flags) and asked < CORE // 4:
            asked += 1
            kept.append(number)
            continue
        key = shape(kind)
        if not kind.acts or kind.statics in seen or shapes.get(key, 0) >= ALIKE:
            continue
        seen.add(kind.statics)
        shapes[key] = shapes.get(key, 0) + 1
        if len(kept) < CORE + asked:
            kept.append(number)
    return tuple(pool.members[number][0].card for number in kept)


def shape(kind: Kind) -> tuple[Any, ...]:
    """Which sorts of change on which sorts of object, whatever the words and numbers."""
    return tuple(
        (type(effect.who).__name__, *(type(change).__name__ for change in effect.changes))
        for static in kind.statics
        for effect in static.effects
    )


def plainness(kind: Kind) -> tuple[int, int]:
    words = sum(len(repr(static)) for static in kind.statics)
    return (words, len(kind.types) + len(kind.subtypes))


def with_cards(goal: Goal, names: tuple[str, ...]) -> Goal:
    """Cards that must be there are demands of which nothing is claimed."""
    more = tuple(Demand(CardNamed(name), ()) for name in names)
    return Goal((*goal.demands, *more), goal.text)


def least_size(goal: Goal) -> int:
    return max(1, sum(demand.count for demand in goal.demands))


# --- the pool ----------------------------------------------------------------------------------------


def classes(question: Question, goal: Goal, exact: bool = False) -> Pool:
    """The pool grouped by what the goal can reach."""
    left_out: dict[str, int] = {}
    options: list[Option] = []
    seeds = goal_keys(goal, question.any_)
    # First with chosen words open, to learn which of them can matter.
    words = creature_words(question.cards, seeds, goal)
    cards = 0
    for card in question.cards:
        found, reason = options_of(card, words)
        if reason:
            left_out[reason] = left_out.get(reason, 0) + 1
            continue
        cards += 1
        options += found
    asked = [(each, any(may_answer(d, each) for d in goal.demands)) for each in options]
    asked_hosts = frozenset(host_keys(option.enchant for option, may in asked if may))
    whole = exact or question.plain
    askable = [(option, may or whole) for option, may in asked]
    cone = cone_of(askable, seeds, wanted_texts(goal), asked_hosts)
    if question.plain:
        groups = {kind: [option] for kind, option in singles(cone, goal, options)}
    else:
        groups = grouped(cone, goal, options, exact)
    kinds = sorted(groups, key=similarity)
    return Pool(kinds, [groups[kind] for kind in kinds], cone, cards, left_out, exact)


def grouped(cone: Cone, goal: Goal, options: list[Option], exact: bool) -> dict[Kind, list[Option]]:
    """The options by what matters of them; those of which nothing matters are no help."""
    groups: dict[Kind, list[Option]] = {}
    reach = {asked: cone.reach(asked) for asked in (True, False)}
    for option in options:
        flags = tuple(may_answer(demand, option) for demand in goal.demands)
        kind = kind_of(cone, reach[any(flags) or exact], option, flags, exact)
        if kind.acts or any(flags) or cone.by_counts or cone.by_hosts:
            groups.setdefault(kind, []).append(option)
    return groups


def singles(cone: Cone, goal: Goal, options: list[Option]) -> Iterator[tuple[Kind, Option]]:
    """Each option as a class of its own (the plain encoding that `bench/find` compares)."""
    reach = cone.reach(True)
    for option in options:
        flags = tuple(may_answer(demand, option) for demand in goal.demands)
        kind = kind_of(cone, reach, option, flags, exact=True)
        names = frozenset({option.face.name, repr(option.choices)})
        yield replace(kind, names=names), option


def similarity(kind: Kind) -> tuple[Any, ...]:
    """Kinds that do alike stand together, which keeps functions of the code small."""
    effects = [repr(static) for static in kind.statics]
    return (kind.acts, effects, sorted(kind.types), sorted(kind.subtypes), sorted(kind.colors),
            kind.power, kind.toughness, kind.mana_value, kind.flags, repr(kind.plain))  # fmt: skip


def creature_words(cards: Sequence[tree.Card], seeds: set[Key], goal: Goal) -> list[str]:
    """The creature types that a choice could matter for: those that some text or goal names."""
    choosers = any(
        isinstance(ability, tree.EntersChoose) and ability.kind == "creature type"
        for card in cards
        for ability in card.faces[0].abilities
    )
    if not choosers:
        return []
    found = {word for kind, word in seeds if kind == "subtype"}
    for card in cards:
        for ability in card.faces[0].abilities:
            if isinstance(ability, tree.Static | tree.LevelSymbol):
                found |= {word for kind, word in reads(ability) if kind == "subtype"}
    return sorted(found & set(CREATURE_TYPES)) or ["Wall"]


def goal_keys(goal: Goal, any_: bool) -> set[Key]:
    """The characteristics that the goal looks at, and those that stability does."""
    found: set[Key] = set() if any_ else {("toughness", "*"), ("type", "Creature")}
    for demand in goal.demands:
        if isinstance(demand.subject, AnyObject):
            found |= reads(demand.subject.filter)
        for claim in demand.claims:
            if isinstance(claim, HasText):
                found.add(("text", "*"))
                if isinstance(claim.ability, tree.Keyword):
                    found.add(("ability", claim.ability.name))
            else:
                found |= reads(claim)
    return found


def wanted_texts(goal: Goal) -> frozenset[tree.Ability]:
    return frozenset(
        language.seal(claim.ability)[0]
        for demand in goal.demands
        for claim in demand.claims
        if isinstance(claim, HasText)
    )


def may_answer(demand: Demand, option: Option) -> bool:
    """Whether the option's card can be what the demand asks for."""
    subject = demand.subject
    if isinstance(subject, CardNamed):
        return subject.name in (option.card.name, option.face.name)
    if isinstance(subject, Leveler):
        return option.levels > 0
    return True


# --- one size ------------------------------------------------------------------------------------------


@dataclass
class Run:
    """One search in progress."""

    question: Question
    goal: Goal
    pool: Pool
    started: float
    progress: Callable[[dict[str, Any]], None]
    solutions: list[Solution] = field(default_factory=list)
    size: int = 0
    stopped: bool = False
    solving: float = 0.0
    rules: tuple[str, ...] = ()
    unstable: bool = False

    def left(self) -> float | None:
        if self.question.timeout is None:
            return None
        return max(0.01, self.question.timeout - (time.monotonic() - self.started))

    def report(self, size: int) -> None:
        self.progress(
            {
                "size": size,
                "classes": len(self.pool.kinds),
                "seconds": time.monotonic() - self.started,
                "found": len(self.solutions),
            }
        )

    def through(self, sizes: Iterable[int]) -> None:
        """Smallest first, until boards are found or time is up."""
        for size in sizes:
            self.at_size(size)
            if self.stopped or self.solutions:
                return

    def at_size(self, size: int) -> None:
        """All boards with exactly so many permanents, as far as they are asked for.

        Encoding: first with the toughness of asked-for objects only, which leaves fewer classes;
        where a board falls apart then, once more with everybody's.
        """
        self.unstable = False
        self.look(size)
        if self.unstable and not self.stopped and len(self.solutions) < self.question.all_:
            relaxed = self.pool
            self.solutions = []
            cards = {option.card for members in relaxed.members for option in members}
            exactly = replace(self.question, cards=tuple(sorted(cards, key=lambda c: c.name)))
            self.pool = classes(exactly, self.goal, exact=True)
            self.look(size)
            self.pool = relaxed

    def look(self, size: int) -> None:
        self.size = size
        self.report(size)
        if not self.pool.kinds:
            return
        built = build(self.question, self.goal, self.pool, size)
        if built is None:
            return
        session = Session(built.search.algebra.graph, self.question.backend)
        session.assert_(*built.constraints)
        try:
            self.solve(session, built, size)
        except KeyboardInterrupt:
            self.stopped = True
        finally:
            session.close()

    def solve(self, session: Session, built: "Built", size: int) -> None:
        while len(self.solutions) < self.question.all_:
            before = time.monotonic()
            verdict = session.check(timeout=self.left())
            self.solving += time.monotonic() - before
            if verdict is Verdict.UNKNOWN:
                self.stopped = True
                return
            if verdict is Verdict.UNSAT:
                if not self.solutions:
                    self.confirm(session, built)
                return
            solution, block = decode(self.question, self.goal, self.pool, built, session)
            if self.pool.exact or is_stable(solution, self.pool):
                self.solutions.append(solution)
                self.report(size)
            else:
                self.unstable = True
            session.assert_any(block)

    def confirm(self, session: Session, built: "Built") -> None:
        """A "none" of one back end is confirmed by the other, where both are there."""
        if self.question.backend != "auto" or len(available_backends()) < 2:
            return
        other = "z3" if session.backend != "z3" else available_backends()[0]
        twin = session.twin(other)
        try:
            verdict = twin.check(timeout=self.left())
        finally:
            twin.close()
        if verdict is Verdict.SAT:
            raise RuntimeError(f"{session.backend} finds no board and {other} does")
        if verdict is Verdict.UNKNOWN:
            self.stopped = True

    def result(self, smallest: bool) -> Result:
        status: Literal["found", "none", "unknown"] = "none"
        if self.solutions:
            status = "found"
        elif self.stopped:
            status = "unknown"
        searched = {
            "cards": self.pool.cards,
            "classes": len(self.pool.kinds),
            "size": self.size,
            "left_out": self.pool.left_out,
        }
        return Result(
            status,
            tuple(self.solutions),
            self.size,
            smallest,
            searched,
            self.rules,
            time.monotonic() - self.started,
            self.solving,
        )


@dataclass
class Built:
    """The circuit of one size: the slots, who is asked for, and what must hold."""

    search: Search
    asked: list[list[Lit]]  # for each asked-for object: is it slot i
    constraints: list[Lit]


def build(question: Question, goal: Goal, pool: Pool, size: int) -> Built | None:
    """The slots through the layers, and the goal as a constraint on them."""
    algebra = Algebra()
    claims = tuple(claim for demand in goal.demands for claim in demand.claims)
    table = Table(pool.kinds, every_level=counts_counters(claims))
    masks = [flag_mask(pool, number) for number in range(len(goal.demands))]
    counts = [demand.count for demand in goal.demands]
    firsts = [] if question.plain else standing_first(goal, pool)
    held = kinds_by_slot(goal, pool, firsts, size)
    if not all(held):
        return None
    world, slots = make_slots(algebra, table, held, question.counters)
    world.limits = acting_limits(table, masks, counts, size)
    found = evaluate(world, slots)
    constraints = [lit for slot in slots for lit in slot.constraints]
    asked = ask(goal, found, constraints, masks, firsts)
    if any(all(lit == FALSE for lit in row) for row in asked):
        return None
    for index, slot in enumerate(slots):
        exempt = algebra.any_([row[index] for row in asked]) if question.any_ else FALSE
        asked_for = algebra.any_([row[index] for row in asked])
        sized = TRUE if pool.exact or question.plain else asked_for
        constraints.append(algebra.or_(exempt, stays(found, table, slot, index, sized)))
    if not question.plain:
        free = sum(goal.demands[number].count for number in firsts)
        constraints += in_one_order(algebra, slots[free:], pool.kinds)
        constraints += your_side(goal, algebra, slots, asked)
    constraints += legends(algebra, pool, slots)
    if FALSE in constraints:
        return None
    return Built(found, asked, constraints)


def acting_limits(
    table: Table, masks: list[int], counts: list[int], size: int
) -> dict[tuple[object, ...], int]:
    """Of each place of effects, how many slots can have one: what is asked for may have none."""
    found: dict[tuple[object, ...], int] = {}
    for place, entries in table.effects.items():
        acting = 0
        for mask in entries.values():
            acting |= mask
        idle = sum(count for mask, count in zip(masks, counts, strict=True) if not mask & acting)
        found[("printed", "effects", place)] = size - idle
    return found


def flag_mask(pool: Pool, demand: int) -> int:
    mask = 0
    for number, kind in enumerate(pool.kinds):
        if kind.flags[demand]:
            mask |= 1 << number
    return mask


def standing_first(goal: Goal, pool: Pool) -> list[int]:
    """The demands whose objects can stand before all others.

    Encoding: what does nothing can have any timestamp, unless something gives it abilities.
    """
    if orders(pool.kinds).strife:
        return []
    return [
        number
        for number in range(len(goal.demands))
        if not any(
            kind.acts or kind.enchant is not None or kind.equipment
            for kind in pool.kinds
            if kind.flags[number]
        )
    ]


def kinds_by_slot(goal: Goal, pool: Pool, firsts: list[int], size: int) -> list[list[int]]:
    """What each slot may hold: the first ones what is asked for, the others what can help."""
    every = range(len(pool.kinds))
    held = [
        [kind for kind in every if pool.kinds[kind].flags[number]]
        for number in firsts
        for _ in range(goal.demands[number].count)
    ]
    others = set(range(len(goal.demands))) - set(firsts)
    counted = bool(pool.cone.by_counts or pool.cone.by_hosts)
    rest = [
        number
        for number, kind in enumerate(pool.kinds)
        if counted or kind.acts or any(kind.flags[each] for each in others)
    ]
    return held[:size] + [rest] * (size - len(held))


def ask(
    goal: Goal, found: Search, constraints: list[Lit], masks: list[int], firsts: list[int]
) -> list[list[Lit]]:
    """Different slots for the asked-for objects, of which every claim holds.

    The demands of `firsts` are met by the first slots.
    """
    algebra = found.algebra
    graph = algebra.graph
    rows: list[list[Lit]] = []
    kept = sum(goal.demands[number].count for number in firsts)
    taken = 0
    for number, demand in enumerate(goal.demands):
        if number in firsts:
            places = range(taken, taken + demand.count)
            taken += demand.count
        else:
            places = range(kept, len(found.slots))
        truth = [
            algebra.all_(
                [
                    slot.chooser.pick(masks[number]),
                    subject_holds(demand, found, index),
                    *(claim_holds(claim, found, index) for claim in demand.claims),
                ]
            )
            if index in places
            else FALSE
            for index, slot in enumerate(found.slots)
        ]
        if number in firsts:
            constraints += [truth[index] for index in places]
            rows += [[TRUE if k == index else FALSE for k in range(len(truth))] for index in places]
            continue
        first = len(rows)
        for copy in range(demand.count):
            row = [
                graph.var(("asked", number, copy, index)) if truth[index] != FALSE else FALSE
                for index in range(len(truth))
            ]
            constraints.append(graph.exactly_one(row))
            constraints += [algebra.or_(a ^ 1, b) for a, b in zip(row, truth, strict=True)]
            rows.append(row)
        for earlier, later in zip(rows[first:], rows[first + 1 :], strict=False):
            # Equal demands are met in order of the slots.
            for i, j in product(range(len(truth)), repeat=2):
                if j <= i:
                    constraints.append(algebra.and_(earlier[i], later[j]) ^ 1)
    for index in range(len(found.slots)):
        constraints.append(graph.at_most_one([row[index] for row in rows]))
    return rows


def subject_holds(demand: Demand, found: Search, index: int) -> Lit:
    if isinstance(demand.subject, AnyObject):
        return matches(found.final, demand.subject.filter, index, asker(index))
    return TRUE


def asker(index: int) -> Setting:
    """Claims speak to you; "it" is the object itself."""
    return Setting(index, TRUE, affected=index)


def claim_holds(claim: Claim, found: Search, index: int) -> Lit:
    algebra = found.algebra
    if not isinstance(claim, HasText):
        return matches(found.final, claim, index, asker(index))
    wanted = language.seal(claim.ability)[0]
    lits = [
        algebra.and_(guard, held.present)
        for held in found.final.chars[index].abilities
        for guard, ability in held.alternatives
        if language.same_ability(ability, wanted)
    ]
    lit = algebra.any_(lits)
    return lit ^ 1 if claim.negated else lit


def stays(found: Search, table: Table, slot: Any, index: int, sized: Lit) -> Lit:
    """704.5f, 704.5m-n: no state-based action touches the permanent.

    `sized`: its toughness is known (of others it is looked at when the board is replayed).
    """
    algebra = found.algebra
    thing = found.world.things[index]
    lits = [algebra.and_(sized, zero_toughness(found.final, thing)) ^ 1]
    if table.auras or table.equipment:
        aura = slot.chooser.pick(table.auras)
        enchant = [
            (slot_kind.enchant, number)
            for number, slot_kind in enumerate(table.kinds)
            if slot_kind.enchant is not None
        ]
        lits.append(attached_legally(found.final, thing, aura, enchant, slot.chooser.pick))
    return algebra.all_(lits)


def your_side(goal: Goal, algebra: Algebra, slots: list[Any], asked: list[list[Lit]]) -> list[Lit]:
    """Encoding: the players can be swapped, so the first asked-for object enters on your side."""
    speaks = any(
        key[0] == "controller"
        for demand in goal.demands
        for claim in demand.claims
        if not isinstance(claim, HasText)
        for key in reads(claim)
    )
    if speaks or not asked:
        return []
    return [algebra.or_(lit ^ 1, slot.yours) for lit, slot in zip(asked[0], slots, strict=True)]


def legends(algebra: Algebra, pool: Pool, slots: list[Any]) -> list[Lit]:
    """704.5j: one player has no two legendary permanents of one name.

    A class of several names can give each slot another.
    """
    found = []
    for number, members in enumerate(pool.members):
        names = {option.card.name for option in members}
        if len(names) >= len(slots):
            continue
        if not all("Legendary" in option.face.supertypes for option in members):
            continue
        here = [slot.chooser.pick(1 << number) for slot in slots]
        for side in (TRUE, FALSE):
            mine = [
                algebra.and_(lit, algebra.iff(slot.yours, side))
                for lit, slot in zip(here, slots, strict=True)
            ]
            found.append(algebra.graph.at_most(mine, len(names)))
    return found


# --- from a model to a board -------------------------------------------------------------------------------


def decode(
    question: Question, goal: Goal, pool: Pool, built: Built, session: Session
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
    handles = handles_of(picked)
    steps: list[dict[str, Any]] = []
    for index, (slot, option) in enumerate(zip(slots, picked, strict=True)):
        steps += entering_steps(slot, option, handles, index, session)
    for index, slot in enumerate(slots):
        counters = counters_of(slot, session)
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


def handles_of(picked: list[Option]) -> list[str]:
    seen: dict[str, int] = {}
    found = []
    for option in picked:
        name = option.face.name
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return found


def entering_steps(
    slot: Any, option: Option, handles: list[str], index: int, session: Session
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


def counters_of(slot: Any, session: Session) -> dict[str, int]:
    found = {}
    for level, lit in slot.levels.items():
        if session.value(lit):
            found["level"] = level
    for kind, number in slot.extra.items():
        if session.value_number(number):
            found[kind] = session.value_number(number)
    return found


def is_stable(solution: Solution, pool: Pool) -> bool:
    """Whether no state-based action takes anything away, by the rules on the concrete board."""
    cards = {option.face.name: option.card for members in pool.members for option in members}
    board = board_from_document(solution.document, Shelved(cards))
    return not outcome(board).gone


@dataclass(frozen=True)
class Shelved:
    """The pool's cards by name, as board files ask for them."""

    cards: dict[str, tree.Card]

    def card(self, name: str) -> tree.Card | None:
        return self.cards.get(name)

    def suggest(self, name: str, limit: int = 5) -> list[str]:
        return []
