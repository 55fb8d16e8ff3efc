"""Layer 7: power and toughness (208, 613.4)."""

from striate.cards import tree
from striate.encodings.algebra import Algebra, Lit, Num
from striate.encodings.clauses import clause
from striate.encodings.matching import Moment, amount
from striate.encodings.state import Chars, Setting


def optional(moment: Moment, value: tree.Amount | None, setting: Setting) -> Num | None:
    return None if value is None else amount(moment, value, setting)


def write(algebra: Algebra, lit: Lit, value: Num | None, old: Num) -> Num:
    return old if value is None else algebra.choose(lit, value, old)


@clause("613.4a", "613.4b")
def set_power_and_toughness(
    moment: Moment,
    change: tree.DefinePT | tree.SetBasePT,
    lit: Lit,
    new: Chars,
    setting: Setting,
) -> None:
    """613.4a-b: power and/or toughness become these values; the other half stays."""
    power = optional(moment, change.power, setting)
    toughness = optional(moment, change.toughness, setting)
    new.power = write(moment.algebra, lit, power, new.power)
    new.toughness = write(moment.algebra, lit, toughness, new.toughness)


@clause("613.4c")
def modify_power_and_toughness(
    moment: Moment, power: Num, toughness: Num, lit: Lit, new: Chars
) -> None:
    """613.4c: effects and counters that modify without setting, negative results included."""
    algebra = moment.algebra
    new.power = algebra.add(new.power, algebra.choose(lit, power, 0))
    new.toughness = algebra.add(new.toughness, algebra.choose(lit, toughness, 0))


@clause("613.4d")
def switch_power_and_toughness(moment: Moment, lit: Lit, new: Chars) -> None:
    """613.4d: takes the power as toughness and the toughness as power."""
    algebra = moment.algebra
    power, toughness = new.power, new.toughness
    new.power = algebra.choose(lit, toughness, power)
    new.toughness = algebra.choose(lit, power, toughness)
