"""Power and toughness that a text defines (604.3): "~'s power is equal to ..."."""

from typing import Any

from striate.cards import tree
from striate.cards.grammar import conditions
from striate.cards.grammar.amounts import plus
from striate.cards.grammar.effects import both, spoken_of
from striate.cards.grammar.engine import NOTHING, rule
from striate.cards.grammar.nouns import bind
from striate.cards.tree import Change, Effect, Num, SetBasePT, This

PARTS = (conditions,)


@rule("defined pt", "<ref:possessor> power and toughness are each equal to <amount:measured>")
@rule("defined pt", "<ref:possessor> power and toughness are each <number>")
def _both_equal(ref: Any, amount: Any = None, number: int | None = None) -> Any:
    value = amount if number is None else Num(number)
    return (ref, value, value)


@rule("defined pt", "<ref:possessor> <half=power|toughness> is equal to <amount:measured>")
def _half_equal(ref: Any, half: str, amount: Any) -> Any:
    return (ref, amount, None) if half == "power" else (ref, None, amount)


@rule(
    "defined pt",
    "<ref:possessor> power is equal to <one:measured> and its toughness is equal to <two:measured>",
)
def _two_equal(ref: Any, one: Any, two: Any) -> Any:
    return (ref, one, two)


@rule(
    "defined pt",
    "<ref:possessor> power is equal to <one:measured>"
    " and its toughness is equal to that number plus <number>",
)
def _plus_equal(ref: Any, one: Any, number: int) -> Any:
    return (ref, one, plus(one, Num(number)))


@rule(
    "defined pt",
    "<ref:possessor> power is equal to the last chosen number and its toughness is equal to <number> minus that number",
)
def _chosen_minus(ref: Any, number: int) -> Any:
    chosen = tree.ChosenNumber()
    return (ref, chosen, plus(tree.Times(-1, chosen), Num(number)))


@rule(
    "defined pt",
    "<ref:possessor> power is equal to the total power of the exiled cards"
    " and its toughness is equal to their total toughness",
)
def _totals_of_exiled(ref: Any) -> Any:
    """607.2a: the cards that the linked ability exiled."""
    power, toughness = (
        tree.Aggregate("total", stat, tree.ExiledWith(), "exile") for stat in ("power", "toughness")
    )
    return (ref, power, toughness)


@rule("defined pt", "<ref:possessor> power and toughness are equal to <amount:measured>")
def _equal(ref: Any, amount: Any) -> Any:
    return (ref, amount, amount)


@rule("sentence", "[<before:leading>,] <parts:defined pt> [<after:trailing>]")
def _defined(parts: Any, before: Any = None, after: Any = None) -> Any:
    who, power, toughness = parts
    condition = both(before, after)
    change: Change = SetBasePT(power, toughness)
    if who == tree.Affected():
        who = spoken_of(before)
    if who is None:
        return NOTHING
    if who == This() and condition is None:
        change = tree.DefinePT(power, toughness)
    return (Effect(who, bind((change,), who), bind(condition, who)),)
