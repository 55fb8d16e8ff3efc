"""Keyword actions that put counters, make tokens or animate (701): what they are in plain steps.

Explore and connive put counters that no board can foretell: their amount is unknown.
"""

from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.drafts import NewTarget
from striate.cards.grammar.mentions import place
from striate.cards.grammar.notation import builds, offers
from striate.cards.grammar.nouns import all_of

_PLUS = "+1/+1"
MINE = t.ControlledBy("you")
CREATURE = t.HasType("Creature")


# 701.44 explore, 701.50 connive: a counter, or none, as the revealed or discarded card decides
@builds
def unforetold(verb: str, most: int | None = None) -> t.PutCounters:
    of = () if most is None else tuple(range(most + 1))
    return t.PutCounters(t.This(), _PLUS, t.UnknownAmount(t.Prose(verb), of))


place("at proliferate", "proliferate")


@builds
def proliferate(at: int) -> Any:
    """701.34a: any number of permanents are chosen that have counters."""
    chosen: Any = NewTarget(at, t.TargetSpec(t.HasCounter(), 0, None, "choose"))
    return (t.Proliferate(chosen),)


@builds
def adapt(amount: t.Amount) -> Any:
    """701.46: N +1/+1 counters on the source if it has none."""
    none = t.Matches(t.This(), t.Not(t.HasCounter(_PLUS)))
    return (t.Do((t.PutCounters(t.This(), _PLUS, amount),), none),)


@builds
def monstrosity(amount: t.Amount) -> Any:
    """701.37: N +1/+1 counters on the source if it isn't monstrous; it becomes monstrous."""
    steps = (t.PutCounters(t.This(), _PLUS, amount), t.Designate(t.This(), "monstrous"))
    return (t.Do(steps, t.Matches(t.This(), t.Not(t.HasDesignation("monstrous")))),)


def _one_of(filter: t.Filter) -> Any:
    """An object that is chosen as the keyword action is carried out."""
    return NewTarget(0, t.TargetSpec(filter, word="choose"))


@builds
def blight(amount: t.Amount) -> Any:
    """701.68a: N -1/-1 counters on a creature you control."""
    return (t.PutCounters(_one_of(all_of((CREATURE, MINE))), "-1/-1", amount),)


@builds
def bolster(amount: t.Amount) -> Any:
    """701.39: counters on a creature with the least toughness among yours."""
    mine = all_of((CREATURE, MINE))
    least = all_of((mine, t.IsExtreme("least", "toughness", mine)))
    return (t.PutCounters(_one_of(least), _PLUS, amount),)


place("at support", "support")


@builds
def support(at: int, number: int) -> Any:
    """701.41: a +1/+1 counter on each of up to N other target creatures."""
    spec = t.TargetSpec(CREATURE, 0, number)
    who: Any = NewTarget(at, spec, another=True)
    return (t.PutCounters(who, _PLUS, t.Num(1)),)


@builds
def amass(amount: t.Amount, kind: str | None = None) -> Any:
    """701.47: an Army token if you control no Army, N counters on an Army, and its type.

    701.47d: "amass N" is "amass Zombies N".
    """
    name = kind or "Zombie"
    army = all_of((t.HasSubtype("Army"), MINE))
    token = t.TokenSpec("", (), ("Creature",), (name, "Army"), ("B",), t.Num(0), t.Num(0))
    chosen = _one_of(army)
    becomes = t.Effect(chosen, (t.AddTypes((), (name,)),))
    return (
        t.Do((t.CreateTokens(t.Num(1), token),), t.Compare(t.Count(army), "=", t.Num(0))),
        t.PutCounters(chosen, _PLUS, amount),
        t.Continuous(becomes, t.Permanently()),
    )


place("at earthbend", "earthbend")


@builds
def earthbend(at: int, amount: t.Amount) -> Any:
    """Target land you control becomes a 0/0 creature with haste; N counters; it returns."""
    land: Any = NewTarget(at, t.TargetSpec(all_of((t.HasType("Land"), MINE))))
    changes: tuple[t.Change, ...] = (
        t.AddTypes(("Creature",)),
        t.GainAbilities((t.Keyword("haste"),)),
        t.SetBasePT(t.Num(0), t.Num(0)),
    )
    return (
        t.Continuous(t.Effect(land, changes), t.Permanently()),
        t.PutCounters(land, _PLUS, amount),
        t.Act("when it dies or is exiled, return it", who=land),
    )


place("at incubate", "incubate")
_TOKEN = t.TargetSpec(t.IsToken(), word="that")


@builds
def incubate(at: int, amount: t.Amount) -> Any:
    """701.53a: an Incubator token with N +1/+1 counters."""
    token = t.TokenSpec("", (), ("Artifact",), ("Incubator",))
    that: Any = NewTarget(at, _TOKEN)
    return (t.CreateTokens(t.Num(1), token), t.PutCounters(that, _PLUS, amount))


@builds
def populate() -> Any:
    """701.36: a token that's a copy of a creature token you control."""
    token = all_of((CREATURE, t.IsToken(), MINE))
    return (t.CreateCopies(t.Num(1), _one_of(token)),)


offers(CREATURE=CREATURE, MINE=MINE)
