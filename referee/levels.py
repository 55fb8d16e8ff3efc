"""711, 716: level symbols and class level bars as the static abilities that they are."""

from striate.cards.tree import (
    AllOf,
    ClassLevel,
    ClassLevelIs,
    Condition,
    Effect,
    GainAbilities,
    HasCounter,
    LevelSymbol,
    Matches,
    Num,
    SetBasePT,
    Static,
    This,
)


def level_symbol(symbol: LevelSymbol) -> Static:
    """711.2a-b: as long as it has N1 to N2 level counters: base P/T and abilities, one ability.

    613.6: a symbol without abilities has no part in layer 6, so it doesn't begin there.
    """
    low = HasCounter("level", ">=", symbol.low)
    condition: Condition = Matches(This(), low)
    if symbol.high is not None:
        condition = Matches(This(), AllOf((low, HasCounter("level", "<=", symbol.high))))
    box = SetBasePT(Num(symbol.power), Num(symbol.toughness))
    changes = (GainAbilities(symbol.abilities), box) if symbol.abilities else (box,)
    return Static((Effect(This(), changes, condition),))


def class_level(bar: ClassLevel) -> Static:
    """716.2a: as long as this Class is level N or greater, it has the abilities."""
    effect = Effect(This(), (GainAbilities(bar.abilities),), ClassLevelIs(">=", bar.level))
    return Static((effect,))
