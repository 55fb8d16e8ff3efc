"""What amounts mean: the number that words give at a moment (`amount`)."""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from typing import Any, TypeAlias

from striate.boards.facts import amount_asked, is_number_told
from striate.cards import tree
from striate.cards.costs import symbols as symbols_in_cost
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    CARD_TYPES,
    CREATURE_TYPES,
    EVERY_CREATURE_TYPE,
    PARTY,
    PERMANENT_TYPES,
    family,
)
from striate.encodings.algebra import FALSE, TRUE, Lit, Num
from striate.encodings.clauses import clause
from striate.encodings.moments import Moment, asked_of, chosen, fact_told, group, seats, speaker
from striate.encodings.state import IN_PLAY, Chars, Setting, Thing, Words

AmountRule: TypeAlias = Callable[[Moment, Any, Setting], Num]
_AskedOf = tree.StatOf | tree.CountersOn | tree.SymbolsIn | tree.ColorsOf
_AskedAmong = tree.CountersAmong | tree.SymbolsAmong
# Of one object: a number that the words ask of each.
_OfOne: TypeAlias = Callable[[Moment, Any, int, Setting], Num]


def amount(moment: Moment, value: tree.Amount, setting: Setting) -> Num:
    """The number that the words give at this moment."""
    return AMOUNTS[type(value)](moment.present, value, setting)


def stat_of(moment: Moment, stat: str, index: int) -> Num:
    """208, 202.3: a stat of an object now; a noncreature's power counts as 0."""
    algebra = moment.algebra
    if stat == "mana value":
        return moment.chars[index].mana_value
    if stat == "loyalty":
        return moment.world.things[index].counters_of("loyalty", algebra)
    return algebra.choose(has_stat(moment, stat, index), _size(moment.chars[index], stat), 0)


def _size(chars: Chars, stat: str) -> Num:
    """208.4b: a base power or toughness is that before what modifies it."""
    size = (chars.power, chars.toughness)
    if stat.startswith("base ") and chars.base is not None:
        size = chars.base
    return size[0] if stat.endswith("power") else size[1]


@clause("208.3")
def has_stat(moment: Moment, stat: str, index: int) -> Lit:
    """208.3: a noncreature permanent has no power or toughness; off the battlefield a noncreature
    has them only if they are printed on it.
    """
    thing = moment.world.things[index]
    if stat in ("mana value", "loyalty") or (thing.zone not in IN_PLAY and printed_box(thing)):
        return TRUE
    return moment.chars[index].types.get("Creature", FALSE)


def printed_box(thing: Thing) -> bool:
    """208.3: whether power and toughness are printed on the card, or on what it is a copy of."""
    if thing.copies:
        return max(thing.copies, key=lambda each: each.stamp).values.boxed
    if thing.card is None:
        return False
    shown = max(thing.face, thing.flipped)
    return thing.card.faces[min(shown, len(thing.card.faces) - 1)].power is not None


def total(moment: Moment, numbers: Sequence[tuple[Lit, Num]]) -> Num:
    algebra = moment.algebra
    result: Num = 0
    for lit, number in numbers:
        result = algebra.add(result, algebra.choose(lit, number, 0))
    return result


def _count(moment: Moment, value: tree.Count, setting: Setting) -> Num:
    """401.2: of a library no board tells all cards; asked with facts, it has many more."""
    algebra = moment.algebra
    known = algebra.count(
        [lit for _, lit in group(moment, tree.Each(value.filter, value.zone), setting)]
    )
    if value.zone != "library":
        return known
    return algebra.add(known, moment.world.path.library(speaker(moment, setting)))


def _count_distinct(moment: Moment, value: tree.CountDistinct, setting: Setting) -> Num:
    algebra = moment.algebra
    lits_by_value: dict[object, list[Lit]] = {}
    members = group(moment, tree.Each(value.filter, value.zone), setting)
    if value.what == "party role":
        return _party(moment, list(members))
    for index, lit in members:
        for word, holds in _distinct_words(moment, value.what, index):
            lits_by_value.setdefault(word, []).append(algebra.and_(lit, holds))
    return algebra.count([algebra.any_(lits) for lits in lits_by_value.values()])


@clause("700.8a", "700.8b")
def _party(moment: Moment, members: list[tuple[int, Lit]]) -> Num:
    """700.8a-b: each creature fills one role, so that as many are filled as can be.

    Encoding: by Hall's theorem that is the least, over sets of roles, of those left out and the
    creatures that can fill one of the set.
    """
    algebra = moment.algebra
    able = [
        [
            algebra.and_(lit, moment.chars[index].has_subtype(role, algebra))
            for index, lit in members
        ]
        for role in PARTY
    ]
    size: Num = len(PARTY)
    for number in range(1, len(PARTY) + 1):
        for roles in combinations(able, number):
            fitting = algebra.count([algebra.any_(lits) for lits in zip(*roles, strict=True)])
            size = algebra.least(size, algebra.add(fitting, len(PARTY) - number))
    return size


def words_of(chars: Chars, sort: str) -> Words:
    """The words that an object has of the sort; 201.2a: no name is none."""
    match sort:
        case "color":
            return chars.colors
        case "name":
            return {name: lit for name, lit in chars.names.items() if name}
        case "card type" | "permanent type":
            allowed = CARD_TYPES if sort == "card type" else PERMANENT_TYPES
            return {word: lit for word, lit in chars.types.items() if word in allowed}
    words = chars.subtypes.items()
    if sort == "basic land type":
        return {word: lit for word, lit in words if word in BASIC_LAND_TYPES}
    return {word: lit for word, lit in words if family(word) == sort.removesuffix(" type")}


def _distinct_words(moment: Moment, what: str, index: int) -> Iterator[tuple[object, Lit]]:
    match what:
        case "counter kind":
            for counter in moment.world.things[index].counters:
                yield counter.kind, moment.algebra.compare(counter.number, ">", 0)
        case "power" | "mana value":
            number = stat_of(moment, what, index)
            has_one = has_stat(moment, what, index)
            for each in (number,) if isinstance(number, int) else range(-20, 41):
                lit = moment.algebra.and_(has_one, moment.algebra.compare(number, "=", each))
                if lit != FALSE:
                    yield each, lit
        case _:
            for word, lit in words_of(moment.chars[index], what).items():
                every = word == EVERY_CREATURE_TYPE and lit != FALSE
                yield from ((each, lit) for each in (CREATURE_TYPES if every else (word,)))


def _aggregate(moment: Moment, value: tree.Aggregate, setting: Setting) -> Num:
    algebra = moment.algebra
    stats = [
        (algebra.and_(lit, has_stat(moment, value.stat, index)), stat_of(moment, value.stat, index))
        for index, lit in group(moment, tree.Each(value.filter, value.zone), setting)
    ]
    if value.which == "total":
        return total(moment, stats)
    op = ">" if value.which == "greatest" else "<"
    best: Num = 0
    some: Lit = FALSE
    for lit, number in stats:
        better = algebra.or_(some ^ 1, algebra.compare(number, op, best))
        best = algebra.choose(algebra.and_(lit, better), number, best)
        some = algebra.or_(some, lit)
    return best


def _of_those(number: _OfOne) -> AmountRule:
    """What the objects that the words name, or those of a group, have together."""

    def rule(moment: Moment, value: _AskedOf | _AskedAmong, setting: Setting) -> Num:
        zone: tree.Zone = getattr(value, "zone", "battlefield")
        those = tree.Each(value.filter, zone) if isinstance(value, _AskedAmong) else value.ref
        objects = asked_of(moment, those, setting)
        return total(moment, [(lit, number(then, value, n, setting)) for then, n, lit in objects])

    return rule


def _counters(
    moment: Moment, value: tree.CountersOn | tree.CountersAmong, index: int, setting: Setting
) -> Num:
    return moment.world.things[index].counters_of(value.kind, moment.algebra)


def _symbols(
    moment: Moment, value: tree.SymbolsIn | tree.SymbolsAmong, index: int, setting: Setting
) -> Num:
    return _symbols_of(moment, {chosen(value.color, setting, moment)}, index)


def _symbols_of(moment: Moment, colors: set[str], index: int) -> Num:
    """700.5: a hybrid symbol counts once, whichever of the colours it has."""
    symbols = []
    for guard, cost in moment.chars[index].costs:
        symbols.append((guard, sum(1 for each in symbols_in_cost(cost) if colors & set(each))))
    return total(moment, symbols)


def _devotion(moment: Moment, value: tree.Devotion, setting: Setting) -> Num:
    """700.5: among the mana costs of permanents that the player controls."""
    wanted = {chosen(each, setting, moment) for each in value.colors}
    members = group(moment, tree.Each(tree.ControlledBy(value.player)), setting)
    return total(moment, [(lit, _symbols_of(moment, wanted, n)) for n, lit in members])


def _life_of(moment: Moment, value: tree.LifeOf, setting: Setting) -> Num:
    """119.1: a life total that no step has told or altered is not told."""
    life, path = moment.world.life, moment.world.path
    totals = []
    for lit, you in seats(moment, value.player, setting):
        if lit != FALSE:
            totals.append((lit, path.life("you" if you else "opponent", life[you])))
    return total(moment, totals)


def _hand_of(moment: Moment, value: tree.HandOf, setting: Setting) -> Num:
    """402: the number that the board states, else the cards that it puts there."""
    hands = []
    for lit, you in seats(moment, value.player, setting):
        stated = moment.world.hand[you]
        if stated is None:
            seat = TRUE if you else FALSE
            stated = sum(1 for thing in moment.world.in_zone("hand") if thing.owner == seat)
            if lit != FALSE:
                stated = moment.world.path.hand("you" if you else "opponent", stated)
        hands.append((lit, stated))
    return total(moment, hands)


def _sum_of(moment: Moment, value: tree.Sum, setting: Setting) -> Num:
    return total(moment, [(TRUE, amount(moment, part, setting)) for part in value.parts])


def _extreme_of(moment: Moment, value: tree.Greatest, setting: Setting) -> Num:
    pick = moment.algebra.least if value.least else moment.algebra.greatest
    return reduce(pick, [amount(moment, part, setting) for part in value.parts])


def _x_of(moment: Moment, value: tree.X, setting: Setting) -> Num:
    """107.3: X of the step or of the permanent whose words these are; else it is not told."""
    if setting.x is not None:
        return setting.x
    return moment.world.path.announced(speaker(moment, setting))


def _chosen_number(moment: Moment, value: tree.ChosenNumber, setting: Setting) -> Num:
    word = chosen("@number", setting, moment)
    return int(word) if word.lstrip("-").isdigit() else 0


@clause("701.44a", "701.50a", "702.179f")
def _stated_number(moment: Moment, value: tree.UnknownAmount, setting: Setting) -> int | None:
    """702.179f: a speed that a step states; 701.44a, 701.50a: counters that a choice tells."""
    number = setting.choices.get("number", "")
    if number.isdigit() and is_number_told(value.prose):
        return int(number)
    fact = amount_asked(value.prose)
    return None if fact is None else fact_told(moment, fact, setting)


def _untold(moment: Moment, value: tree.UnknownAmount, setting: Setting) -> Num:
    """What is told, else what is assumed of numbers that no board tells."""
    stated = _stated_number(moment, value, setting)
    if stated is not None:
        return stated
    return moment.world.path.counted(value, speaker(moment, setting))


def compared(
    moment: Moment, left: Num, op: tree.Comparator, right: tree.Amount, setting: Setting
) -> Lit:
    """How the number compares with the amount."""
    return moment.algebra.compare(left, op, amount(moment, right, setting))


class Locked(tree.Node, frozen=True):
    """608.2h: an amount as it was on resolution."""

    value: Num


AMOUNTS: dict[type, AmountRule] = {
    Locked: lambda moment, value, setting: value.value,
    tree.Num: lambda moment, value, setting: value.value,
    tree.X: _x_of,
    tree.ChosenNumber: _chosen_number,
    tree.Count: _count,
    tree.CountDistinct: _count_distinct,
    tree.Aggregate: _aggregate,
    tree.StatOf: _of_those(lambda then, value, n, setting: stat_of(then, value.stat, n)),
    tree.CountersOn: _of_those(_counters),
    tree.CountersAmong: _of_those(_counters),
    tree.Devotion: _devotion,
    tree.SymbolsIn: _of_those(_symbols),
    tree.SymbolsAmong: _of_those(_symbols),
    tree.LifeOf: _life_of,
    tree.StartingLifeOf: lambda moment, value, setting: 20,
    tree.HandOf: _hand_of,
    tree.ColorsOf: _of_those(
        lambda then, value, n, setting: then.algebra.count(then.chars[n].colors.values())
    ),
    tree.Sum: _sum_of,
    tree.Times: lambda moment, value, setting: moment.algebra.times(
        value.factor, amount(moment, value.amount, setting)
    ),
    tree.Half: lambda moment, value, setting: moment.algebra.half(
        amount(moment, value.amount, setting), value.up
    ),
    tree.Greatest: _extreme_of,
    tree.UnknownAmount: _untold,
}
