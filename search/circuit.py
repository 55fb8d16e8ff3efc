"""The circuit of one size: the slots through the layers, and the goal as a constraint on them."""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import chain, pairwise, product
from operator import or_

from msgspec import Struct, field

from striate.cards import tree
from striate.cards.prose import seal, stands_for
from striate.cards.vocabulary import KEYWORD_COUNTERS
from striate.cards.walking import any_node
from striate.encodings.door import (
    STATE_BASED,
    Algebra,
    Moment,
    Setting,
    Thing,
    matches,
    noting_rules,
    protected,
    settle,
)
from striate.search import savings
from striate.search.claims import has_stats, stat_of, words_of
from striate.search.cone import mark
from striate.search.entering import chapters
from striate.search.goals import Alike, AnyObject, Claim, Demand, Goal, HasText, all_said
from striate.search.graveyards import Grave, make_graves, read_graveyards
from striate.search.kinds import Kind
from striate.search.options import Option, asks_of_a_player
from striate.search.poolclasses import Pool
from striate.search.questions import Question, further_levels, may_fall, most_x, put_on
from striate.search.slots import (
    Search,
    Slot,
    evaluate,
    make_slots,
    once_entered,
    open_choices,
    picks,
    world_of,
)
from striate.search.symmetry import in_one_order, orders
from striate.search.table import Masks, Table, counts_counters
from striate.search.tokens import behind_their_makers
from striate.solver.choice import mask_of, masks_of
from striate.solver.number import Number as Num
from striate.solver.terms import FALSE, TRUE, Lit
from striate.spreading.collecting import uncollected


class Built(Struct):
    """The circuit of one size: the slots, who is asked for, and what must hold."""

    search: Search
    asked: list[list[Lit]]  # for each asked-for object: is it slot i
    constraints: list[Lit]
    falling: list[Lit] = field(default_factory=list)  # the constraints without those of lasting
    graves: list[Grave] = field(default_factory=list)


@uncollected()
def build(question: Question, pool: Pool, size: int) -> Built | None:
    """The slots through the layers, and the goal as a constraint on them.

    None where no board reaches the goal, lasting or not.
    """
    algebra = Algebra()
    with noting_rules(algebra.graph):
        return _built_on(algebra, question, pool, size)


def _built_on(algebra: Algebra, question: Question, pool: Pool, size: int) -> Built | None:
    goal, table = question.goal, table_of(question, pool.kinds)
    masks = pool.answering
    counts = [demand.count for demand in goal.demands]
    # Encoding: keyword counters have timestamps, by which orders differ that would not without
    # them. 704.5j: nor is it all one when something comes that waives the legend rule.
    ordered = savings.on("symmetry") and KEYWORD_COUNTERS.isdisjoint(question.counters)
    # 704.3: what falls before the last one enters hangs on the order.
    ordered &= not (pool.exact or any(kind.waives for kind in pool.kinds))
    graves = _graves(algebra, pool)
    most, counters = most_x(question), put_on(question)
    held = open_choices(algebra.graph, size, len(pool.kinds))
    slots = make_slots(algebra, table, held, counters, most, graves, timed=pool.exact)
    world = world_of(algebra, table, slots, graves)
    if savings.on("limits"):
        world.limits = _acting_limits(table, masks, counts, size)
    search = evaluate(world, slots, graves)
    constraints = [lit for slot in slots for lit in slot.constraints]
    constraints += [lit for grave in graves for lit in grave.constraints]
    constraints += legal_entries(algebra, table, slots, graves)
    constraints += behind_their_makers(algebra, table, slots)
    questions = ask(goal, search, constraints, masks)
    if any(all(lit == FALSE for lit in row) for row in questions):
        return None
    lasting = []
    for index, slot in enumerate(slots):
        exempt = algebra.any_([row[index] for row in may_fall(question, questions)])
        lasting.append(algebra.or_(exempt, stays(search, table, slot)))
    if not question.any_:
        worlds = mask_of(_are(members, "World") for members in pool.members)
        lasting.append(algebra.graph.at_most(picks(slots, worlds), 1))  # 704.5k
        lasting += lasting_before(search, table, pool) if pool.exact else []
    if ordered:
        known = orders(pool.kinds)
        constraints += in_one_order(algebra, slots, known, len(pool.kinds))
    constraints += unlike_legends(search, pool)
    constraints += on_their_sides(search, pool)
    constraints += by_day_or_night(algebra, pool, slots)
    if FALSE in constraints:
        return None
    return Built(search, questions, [*constraints, *lasting], constraints, graves)


def table_of(question: Question, kinds: Sequence[Kind]) -> Table:
    """What these are, and what the goal looks at besides."""
    claims = all_said(question.goal)
    tapped = any_node(claims, (tree.IsTapped,))
    return Table(kinds, counts_counters(claims), tapped, further_levels(question))


def _graves(algebra: Algebra, pool: Pool) -> list[Grave]:
    """Cards in graveyards, if some class looks at them."""
    if not any(read_graveyards(kind.statics) for kind in pool.kinds):
        return []
    return make_graves(algebra, pool.graves)


def _acting_limits(
    table: Table, masks: list[int], counts: list[int], size: int
) -> dict[tuple[object, ...], int]:
    """For each place of effects, how many slots can have an effect there at all."""
    asked = list(zip(masks, counts, strict=True))
    acting = {place: reduce(or_, each.values(), 0) for place, each in table.effects.items()}
    return {
        ("printed", "effects", place): size - sum(count for mask, count in asked if not mask & here)
        for place, here in acting.items()
    }


def ask(goal: Goal, search: Search, constraints: list[Lit], masks: list[int]) -> list[list[Lit]]:
    """Choose a distinct slot for each asked-for object and require all its claims there."""
    algebra = search.algebra
    graph = algebra.graph
    rows: list[list[Lit]] = []
    for number, demand in enumerate(goal.demands):
        truth = [
            algebra.all_(_is_spoken_of(demand, demand.claims, masks[number], search, index))
            for index in range(len(search.slots))
        ]
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
        if demand.alike:
            constraints += _alike(search, rows[first:], demand.alike)
    for index in range(len(search.slots)):
        constraints.append(graph.at_most_one([row[index] for row in rows]))
    before: list[list[Lit]] = []
    for demand, mask in zip(goal.demands, masks, strict=True):
        constraints += _of_every(demand, mask, search, before if demand.another else [])
        constraints += _adding_up(demand, mask, search)
        before = rows[: len(before) + demand.count]
    return rows


def _alike(search: Search, rows: list[list[Lit]], what: Alike) -> list[Lit]:
    """201.2a: the chosen objects have one name, or one size; what has no name, or no such size
    (208.3), has none in common with any. A word in common is one that all of them have."""
    algebra, chars = search.algebra, search.final.chars
    places = range(len(rows[0]))
    chosen = [(row[index], index) for row in rows for index in places]
    if what in ("power", "toughness", "mana value"):
        sized = [algebra.or_(lit ^ 1, has_stats(chars[index], what)) for lit, index in chosen]
        sizes = [algebra.select((row[n], stat_of(chars[n], what)) for n in places) for row in rows]
        return [*sized, *(algebra.compare(a, "=", b) for a, b in pairwise(sizes))]
    words = [words_of(search.final, index, what) for index in places]  # type: ignore[arg-type]  # no size
    return [
        algebra.any_([
            algebra.all_(algebra.or_(lit ^ 1, words[n].get(word, FALSE)) for lit, n in chosen)
            for word in dict.fromkeys(chain(*words))
        ])
    ]  # fmt: skip


def _adding_up(demand: Demand, mask: int, search: Search) -> list[Lit]:
    """What is said of the sum or the number; 208.3: a noncreature has no power to add."""
    if demand.total is None:
        return []
    algebra, total = search.algebra, demand.total
    most: Num = total.number
    if total.beyond is not None:
        other = Demand(AnyObject(total.beyond), ())
        sum_ = _sum_of(other, total.against or total.stat, mask, search)
        most = algebra.add(most, algebra.times(total.factor, sum_))
    return [algebra.compare(_sum_of(demand, total.stat, mask, search), total.op, most)]


def _sum_of(demand: Demand, stat: str, mask: int, search: Search) -> Num:
    """What all objects of the demand's kind add up to."""
    number: Num = 0
    for index, chars in enumerate(search.final.chars[: len(search.slots)]):
        value = 1 if stat == "number" else stat_of(chars, stat)
        counted = _is_spoken_of(demand, demand.claims, mask, search, index)
        if stat != "number":
            counted.append(has_stats(chars, stat))
        chosen = search.algebra.select([(search.algebra.all_(counted), value)])
        number = search.algebra.add(number, chosen)
    return number


def _of_every(demand: Demand, mask: int, search: Search, besides: list[list[Lit]]) -> list[Lit]:
    """Of whatever object a demand on all of a kind speaks of, every claim is true; `besides`: but
    of these that are asked for."""
    if not demand.every:
        return []
    algebra = search.algebra
    constraints = []
    for index in range(len(search.slots)):
        spoken_of = _is_spoken_of(demand, demand.phrase, mask, search, index)
        meets = algebra.all_(claim_holds(claim, search, index) for claim in demand.claims)
        apart = [row[index] for row in besides]
        constraints.append(algebra.any_([algebra.all_(spoken_of) ^ 1, meets, *apart]))
    return constraints


def _is_spoken_of(
    demand: Demand, claims: Iterable[Claim], mask: int, search: Search, index: int
) -> list[Lit]:
    """What has to be so for the permanent to be one of those that the demand is about."""
    lits = [search.slots[index].chooser.pick(mask), subject_holds(demand, search, index)]
    return lits + [claim_holds(claim, search, index) for claim in claims]


def subject_holds(demand: Demand, search: Search, index: int) -> Lit:
    if isinstance(demand.subject, AnyObject):
        return matches(search.final, demand.subject.filter, index, _asker(index))
    return TRUE


def _asker(index: int) -> Setting:
    """The setting in which a claim is read: "you" is you, "it" is the object itself."""
    return Setting(index, TRUE, affected=index)


def claim_holds(claim: Claim, search: Search, index: int) -> Lit:
    algebra = search.algebra
    if not isinstance(claim, HasText):
        return matches(search.final, claim, index, _asker(index))
    wanted = seal(claim.ability)[0]
    lits = [
        algebra.and_(guard, held.present)
        for held in search.final.chars[index].abilities
        for guard, ability in held.alternatives
        if ability == mark(wanted) or (held.combine is None and stands_for(ability, wanted))
    ]
    lit = algebra.any_(lits)
    return lit ^ 1 if claim.negated else lit


def stays(search: Search, table: Table, slot: Slot) -> Lit:
    """704.5f, m-n, s: no state-based action touches the permanent."""
    thing = search.world.things[slot.index]
    dies, ends = STATE_BASED["704.5f"](search.final, thing), finished(search.final, thing)
    return search.algebra.all_([dies ^ 1, ends ^ 1, attached_still(search, table, slot)])


def finished(moment: Moment, thing: Thing) -> Lit:
    """714.4, 714.2d: a Saga with as many lore counters as its final chapter, if it has chapters.

    What stands for these goes with its other abilities; it is told apart if lore counters are.
    """
    algebra, chars = moment.algebra, moment.chars[thing.index]
    saga = chars.subtypes.get("Saga", FALSE)
    if saga == FALSE:
        return FALSE
    lore = thing.counters_of("lore", algebra)
    return algebra.any_(
        [
            algebra.all_([saga, guard, held.present, algebra.compare(lore, ">=", number)])
            for held in chars.abilities
            for guard, ability in held.alternatives
            for number in _FINAL.get(ability, ())
        ]
    )


_FINAL = {chapters(number): (number,) for number in range(1, 11)}  # no Saga has more


def lasting_before(search: Search, table: Table, pool: Pool) -> list[Lit]:
    """704.3: nothing is taken before the next permanent enters, either, nor before counters are put
    on it."""
    algebra, slots, graves = search.algebra, search.slots, search.graves
    timed = any(slot.when for slot in slots)
    moments = [
        (entered, put)
        for entered in range(1, len(slots) + 1)
        for put in range(entered - timed, entered + 1)
        if put < len(slots)
    ]
    lits = []
    for entered, put in moments:
        lasting = [once_entered(algebra, slot, put) for slot in slots[:entered]]
        then = evaluate(world_of(algebra, table, lasting, graves), lasting, graves)
        lits += [stays(then, table, slot) for slot in lasting]
        lits += unlike_legends(then, pool)
    return lits


def attached_still(search: Search, table: Table, slot: Slot) -> Lit:
    """704.5m-n, 303.4c-d, 301.5c: what is attached may stay so."""
    if not (table.auras or table.equipment):
        return TRUE
    algebra, moment, things = search.algebra, search.final, search.world.things
    index, pick = slot.index, slot.chooser.pick
    chars = moment.chars[index]
    aura, setting = pick(table.auras), Setting(index, chars.yours)
    creature = chars.types.get("Creature", FALSE)
    lits = [algebra.or_(aura ^ 1, chars.has_subtype("Aura", algebra))]
    for host, lit in things[index].hosts.items():
        fits = [
            algebra.or_(pick(mask) ^ 1, matches(moment, quality, host, setting))
            for quality, mask in table.enchants.items()
        ]
        equips = algebra.or_(aura, moment.chars[host].types.get("Creature", FALSE))
        guarded = protected(moment, things[host], things[index])
        legal = algebra.all_([*fits, equips, guarded ^ 1, creature ^ 1])
        lits.append(algebra.or_(lit ^ 1, legal))
    return algebra.all_(lits)


def legal_entries(
    algebra: Algebra,
    table: Table,
    slots: Sequence[Slot],
    graves: Sequence[Grave] = (),
    moment_of: "Callable[[int, int], Moment] | None" = None,
) -> list[Lit]:
    """303.4f, 301.5c, 702.6a: each Aura could enter where it is, each Equipment be attached there.

    The layers are applied to the permanents that are there at that time: so many, of which one may
    be attached to nothing yet. Of an Equipment attached later a board with the Equipment later in
    the order tells the same.
    """
    lits = []

    def of(count: int, loose: int = -1) -> Moment:
        if moment_of is not None:
            return moment_of(count, loose)
        return _moment(algebra, table, slots[:count], graves, loose)

    for slot in slots:
        aura, equipment = slot.chooser.pick(table.auras), slot.chooser.pick(table.equipment)
        if slot.copied:
            # 707.5: what it copies fits its text as it enters.
            lits += _fitting(of(slot.index), slot, slot.copied, table.copies)
        if not slot.hosts:
            continue
        hosted = algebra.any_(slot.hosts.values())
        if algebra.and_(hosted, aura) != FALSE:
            # 303.4f: the host is what its enchant ability allows, before the Aura is there.
            lits += _fitting(of(slot.index), slot, slot.hosts, table.enchants)
        equips = algebra.and_(hosted, equipment) != FALSE
        if equips or (hosted != FALSE and table.protects):
            moment = of(slot.index + 1, slot.index)
            lits += _could_equip(moment, table, slot) if equips else []
            lits += _unprotected(moment, slot)
    return lits


def _unprotected(moment: Moment, slot: Slot) -> list[Lit]:
    """702.16c-d: what it becomes attached to isn't protected from it then."""
    things = moment.world.things
    return [
        moment.algebra.and_(lit, protected(moment, things[host], things[slot.index])) ^ 1
        for host, lit in slot.hosts.items()
    ]


def _moment(
    algebra: Algebra, table: Table, slots: Sequence[Slot], graves: Sequence[Grave], loose: int
) -> Moment:
    """The characteristics by which something may be attached or copied; abilities, power and
    toughness, which come last, only if these decide.
    """
    world = world_of(algebra, table, slots, graves, loose=loose)
    return Moment(world, settle(world, last=table.last))


def _fitting(
    moment: Moment, slot: Slot, chosen: dict[int, Lit], qualities: Masks[tree.Filter]
) -> list[Lit]:
    """What is chosen of the permanents has the quality that the slot's card asks for."""
    algebra, setting = moment.algebra, Setting(None, slot.yours)
    return [
        algebra.all_([lit, here, matches(moment, quality, index, setting) ^ 1]) ^ 1
        for index, lit in chosen.items()
        for quality, mask in qualities.items()
        if algebra.and_(lit, here := slot.chooser.pick(mask)) != FALSE
    ]


def _could_equip(moment: Moment, table: Table, slot: Slot) -> list[Lit]:
    """301.5c, 702.6a: a creature of its controller, or what an "equip [quality]" takes for one."""
    algebra = moment.algebra
    chars = moment.chars
    setting = Setting(slot.index, chars[slot.index].yours)
    lits = []
    for host, lit in slot.hosts.items():
        here = algebra.and_(lit, slot.chooser.pick(table.equipment))
        if here == FALSE:
            continue
        fits = [chars[host].types.get("Creature", FALSE)]
        for quality, mask in table.equips.items():
            named = slot.chooser.pick(mask)
            if named != FALSE:
                fits.append(algebra.and_(named, matches(moment, quality, host, setting)))
        one_side = algebra.iff(chars[slot.index].yours, chars[host].yours)
        lits.append(algebra.or_(here ^ 1, algebra.and_(one_side, algebra.any_(fits))))
    return lits


def unlike_legends(search: Search, pool: Pool) -> list[Lit]:
    """704.5j: no player controls two legendary permanents of one name.

    Classes of several names can give each slot another. Where something says that the rule doesn't
    apply it has to be there; the replay looks at what it says.
    """
    algebra, slots = search.algebra, search.slots
    chars = [search.final.chars[slot.index] for slot in slots]
    sides = [each.yours for each in chars]
    waiving = mask_of(kind.waives for kind in pool.kinds)
    given = any(any_node(kind.statics, _makes_legendary) for kind in pool.kinds)
    lits: list[Lit] = []
    legends = masks_of(  # classes by their names: a copy has its original's
        frozenset(each.face.name for each in members)
        if given or _are(members, "Legendary")
        else frozenset[str]()
        for members in pool.members
    )
    for names, mask in legends.items():
        if not names or "" in names or len(names) >= len(slots):  # 708.2a: face down it has none
            continue
        here = picks(slots, mask)
        if given:
            is_one = (each.supertypes.get("Legendary", FALSE) for each in chars)
            here = [algebra.and_(lit, one) for lit, one in zip(here, is_one, strict=True)]
        if waiving:
            lits += _after_a_waiver(search, here, sides, waiving) if len(names) == 1 else []
            continue
        for side in (TRUE, FALSE):
            mine = [
                algebra.and_(lit, algebra.iff(yours, side))
                for lit, yours in zip(here, sides, strict=True)
            ]
            lits.append(algebra.graph.at_most(mine, len(names)))
    return lits


def _are(members: Iterable[Option], supertype: str) -> bool:
    return all(supertype in each.face.supertypes for each in members)


def _makes_legendary(node: tree.Node) -> bool:
    return isinstance(node, tree.AddTypes) and "Legendary" in node.supertypes


def on_their_sides(search: Search, pool: Pool) -> list[Lit]:
    """What is told of a player as a permanent enters is of its controller in the end, too.

    Loses boards of which `asking.world` says that they are left out.
    """
    algebra = search.algebra
    asking = mask_of(
        kind.told and any(asks_of_a_player(option.face) for option in members)
        for kind, members in zip(pool.kinds, pool.members, strict=True)
    )
    return [
        algebra.and_(
            slot.chooser.pick(asking), algebra.xor(slot.yours, search.final.chars[slot.index].yours)
        )
        ^ 1
        for slot in search.slots
    ]


def by_day_or_night(algebra: Algebra, pool: Pool, slots: list[Slot]) -> list[Lit]:
    """702.145: what is up by night turns what is up by day over; neither is on a board with both.

    Loses no board: night is left out, and only what is nightbound from the start makes it here.
    """
    by = masks_of(kind.night for kind in pool.kinds)
    present = [algebra.any_(picks(slots, by[of])) for of in (True, False) if of in by]
    return [algebra.all_(present) ^ 1] if len(present) > 1 else []


def _after_a_waiver(search: Search, here: list[Lit], sides: list[Lit], waiving: int) -> list[Lit]:
    """Of two alike on one side the later one comes when something that waives the rule is there,
    if they meet then: what changes controllers can keep them apart until it is."""
    algebra, slots = search.algebra, search.slots
    moved = any(side != slot.yours for side, slot in zip(sides, slots, strict=True))
    lits = []
    for later in range(len(slots)):
        before = slots if moved else slots[: later + 1]
        waived = algebra.any_(picks(before, waiving))
        for earlier in range(later):
            alike = [here[earlier], here[later], algebra.iff(sides[earlier], sides[later])]
            lits.append(algebra.or_(algebra.all_(alike) ^ 1, waived))
    return lits
