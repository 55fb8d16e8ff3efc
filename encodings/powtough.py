"""Layer 7: power and toughness (208, 613.4)."""

from striate.cards import tree
from striate.encodings.algebra import FALSE, Algebra, Lit, Num
from striate.encodings.amounts import Locked, amount
from striate.encodings.clauses import clause
from striate.encodings.effects import On
from striate.encodings.moments import Moment
from striate.encodings.state import Chars, Setting


def optional(moment: Moment, value: tree.Amount | None, setting: Setting) -> Num | None:
    return None if value is None else amount(moment, value, setting)


@clause("613.4a", "613.4b")
def set_power_and_toughness(
    moment: Moment, values: list[tuple[Lit, tuple[Num | None, Num | None]]], new: Chars
) -> None:
    """613.4a-b: power and/or toughness become these values; the other half stays."""
    algebra = moment.algebra
    powers = [(lit, pair[0]) for lit, pair in values]
    others = [(lit, pair[1]) for lit, pair in values]
    if new.base is not None:
        new.base = written(algebra, powers, new.base[0]), written(algebra, others, new.base[1])
    new.power = written(algebra, powers, new.power)
    new.toughness = written(algebra, others, new.toughness)


def written(algebra: Algebra, values: list[tuple[Lit, Num | None]], old: Num) -> Num:
    given = [(lit, value) for lit, value in values if value is not None and lit != FALSE]
    if not given:
        return old
    if len(given) == 1:
        return algebra.choose(given[0][0], given[0][1], old)
    some = algebra.any_([lit for lit, _ in given])
    return algebra.choose(some, algebra.select(given), old)


@clause("208.4b")
def _keep_base(new: Chars) -> None:
    """208.4b: base power and toughness are those before anything modifies or switches them."""
    if new.base is None:
        new.base = new.power, new.toughness


_OWN = tree.StatOf("power", tree.Affected()), tree.StatOf("toughness", tree.Affected())
_ADDED = tuple((tree.Num(0), own, tree.Times(2, own)) for own in _OWN)


@clause("107.1b", "613.4c")
def bonus(moment: Moment, change: tree.ModifyPT, setting: Setting) -> tuple[Num, Num]:
    """107.1b, 613.4c: what is added to power and toughness.

    A number that is worked out is at least 0 before its sign is read ("gets -X/-X"), unless each
    half adds what there is of it once or twice (701.10b, 701.11b: doubled, tripled).
    """
    halves = change.power, change.toughness
    signed = all(half in added for half, added in zip(halves, _ADDED, strict=True))
    power, toughness = (_worked_out(moment, half, setting, signed) for half in halves)
    return power, toughness


def _worked_out(moment: Moment, value: tree.Amount, setting: Setting, signed: bool) -> Num:
    if isinstance(value, tree.Num):
        return value.value
    if isinstance(value, tree.Times) and not signed:
        inner = _worked_out(moment, value.amount, setting, signed)
        return moment.algebra.times(value.factor, inner)
    number = amount(moment, value, setting)
    return number if signed or isinstance(value, Locked) else moment.algebra.greatest(number, 0)


@clause("613.4c")
def modify_power_and_toughness(
    moment: Moment, bonuses: list[tuple[Lit, tuple[Num, Num]]], new: Chars
) -> None:
    """613.4c: effects and counters that modify without setting, negative results included."""
    algebra = moment.algebra
    _keep_base(new)
    power = algebra.select([(lit, pair[0]) for lit, pair in bonuses])
    toughness = algebra.select([(lit, pair[1]) for lit, pair in bonuses])
    new.power = algebra.add(new.power, power)
    new.toughness = algebra.add(new.toughness, toughness)


@clause("613.4d")
def switch_power_and_toughness(on: On, change: tree.SwitchPT) -> None:
    """613.4d: takes the power as toughness and the toughness as power."""
    new, choose = on.new, on.algebra.choose
    _keep_base(new)
    power, toughness = new.power, new.toughness
    new.power = choose(on.lit, toughness, power)
    new.toughness = choose(on.lit, power, toughness)
