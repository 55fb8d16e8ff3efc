"""The table of what keyword abilities stand for (702), and what its entries share."""

from collections.abc import Callable

from striate.cards.tree import (
    Ability,
    AllOf,
    Amount,
    Body,
    Change,
    Condition,
    Continuous,
    ControlledBy,
    Effect,
    Filter,
    HasType,
    Keyword,
    ModifyPT,
    Num,
    Prose,
    Static,
    This,
    UnknownAmount,
    UntilEndOfTurn,
    Who,
    X,
)

Meaning = Callable[[Keyword], tuple[Ability, ...]]
MEANINGS: dict[str, Meaning] = {}


def means(*names: str) -> Callable[[Meaning], Meaning]:
    def register(function: Meaning) -> Meaning:
        for name in names:
            MEANINGS[name] = function
        return function

    return register


def static(*changes: Change, condition: Condition | None = None, cda: bool = False) -> Static:
    return Static((Effect(This(), changes, condition),), cda=cda)


def number(keyword: Keyword) -> Amount:
    if keyword.amount is not None:
        return keyword.amount
    return X() if keyword.number is None else Num(keyword.number)


def pump(who: Who, power: Amount, toughness: Amount) -> Body:
    return Body((Continuous(Effect(who, (ModifyPT(power, toughness),)), UntilEndOfTurn()),))


def told(keyword: Keyword, *of: Amount) -> Amount:
    """How many counters came of it, which a step tells: `choose: {number: N}`.

    `of`: what that can be.
    """
    known = tuple(each.value for each in of if isinstance(each, Num))
    return UnknownAmount(Prose(keyword.name), known if len(known) == len(of) else ())


CREATURE_YOU_CONTROL: Filter = AllOf((HasType("Creature"), ControlledBy("you")))
