"""Keyword actions that put counters, make tokens or animate (701): what they are in plain steps.

Explore and connive put counters that no board can foretell: their amount is unknown.
"""

from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.drafts import NewTarget
from striate.cards.grammar.engine import rule
from striate.cards.grammar.instructions import Verb
from striate.cards.grammar.mentions import place
from striate.cards.grammar.nouns import all_of

_PLUS = "+1/+1"
_MINE = t.ControlledBy("you")
_CREATURE = t.HasType("Creature")

rule("plain number", "<number>")(lambda number: t.Num(number))
rule("plain number", "X")(lambda: t.X())


# 701.44 explore, 701.50 connive: a counter, or none, as the revealed or discarded card decides
def _unforetold(verb: str) -> t.PutCounters:
    return t.PutCounters(t.This(), _PLUS, t.UnknownAmount(t.Prose(verb)))


rule("object verb", "(explores|explore)")(lambda: Verb(_unforetold("explores")))
rule("object verb", "(connives|connive)")(lambda: Verb(_unforetold("connives")))
rule("object verb", "(connives|connive) <number>")(
    lambda number: Verb(_unforetold(f"connives {number}"))
)
rule("object verb", "(connives|connive) X")(lambda: Verb(_unforetold("connives X")))


place("at proliferate", "proliferate")


@rule("instruction", "<at:at proliferate>")
def _proliferate(at: int) -> Any:
    """701.34a: any number of permanents are chosen that have counters."""
    chosen: Any = NewTarget(at, t.TargetSpec(t.HasCounter(), 0, None, "choose"))
    return (t.Proliferate(chosen),)


@rule("instruction", "adapt <amount:plain number>")
def _adapt(amount: t.Amount) -> Any:
    """701.46: N +1/+1 counters on the source if it has none."""
    none = t.Matches(t.This(), t.Not(t.HasCounter(_PLUS)))
    return (t.Do((t.PutCounters(t.This(), _PLUS, amount),), none),)


@rule("instruction", "monstrosity <amount:plain number>")
def _monstrosity(amount: t.Amount) -> Any:
    """701.37: N +1/+1 counters on the source if it isn't monstrous; it becomes monstrous."""
    steps = (t.PutCounters(t.This(), _PLUS, amount), t.Designate(t.This(), "monstrous"))
    return (t.Do(steps, t.Matches(t.This(), t.Not(t.HasDesignation("monstrous")))),)


rule("object verb", "(becomes|become) <word=monstrous|saddled|solved|prepared|renowned|harnessed>")(
    lambda word: Verb(t.Designate(t.This(), word))
)


# 701.64a: a designation
rule("instruction", "harness ~")(lambda: (t.Designate(t.This(), "harnessed"),))


@rule("instruction", "blight <amount:plain number>")
def _blight(amount: t.Amount) -> Any:
    """701.68a: N -1/-1 counters on a creature you control."""
    return (t.PutCounters(t.ChosenObject("creature", all_of((_CREATURE, _MINE))), "-1/-1", amount),)


rule("object", "the blighted creature")(
    lambda: t.ChosenObject("creature", all_of((_CREATURE, _MINE)))
)


@rule("instruction", "airbend <who:affected>")
def _airbend(who: Any) -> Any:
    """701.65a: they are exiled; that their owners may cast them again no board keeps."""
    return (t.MoveZone("exile", who, "exile"),)


@rule("instruction", "bolster <amount:plain number>")
def _bolster(amount: t.Amount) -> Any:
    """701.39: counters on a creature with the least toughness among yours."""
    mine = all_of((_CREATURE, _MINE))
    least = all_of((mine, t.IsExtreme("least", "toughness", mine)))
    return (t.PutCounters(t.ChosenObject("creature", least), _PLUS, amount),)


place("at support", "support")


@rule("instruction", "<at:at support> <number>")
def _support(at: int, number: int) -> Any:
    """701.41: a +1/+1 counter on each of up to N other target creatures."""
    spec = t.TargetSpec(_CREATURE, 0, number)
    who: Any = NewTarget(at, spec, another=True)
    return (t.PutCounters(who, _PLUS, t.Num(1)),)


@rule("instruction", "amass [<kind:any subtype>] <amount:plain number>")
def _amass(amount: t.Amount, kind: str | None = None) -> Any:
    """701.47: an Army token if you control no Army, N counters on an Army, and its type."""
    name = kind or "Zombie"
    army = all_of((t.HasSubtype("Army"), _MINE))
    token = t.TokenSpec("", (), ("Creature",), (name, "Army"), ("B",), t.Num(0), t.Num(0))
    chosen = t.ChosenObject("creature", army)
    steps: tuple[Any, ...] = (
        t.Do((t.CreateTokens(t.Num(1), token),), t.Compare(t.Count(army), "=", t.Num(0))),
        t.PutCounters(chosen, _PLUS, amount),
    )
    if kind is None:
        return steps
    becomes = t.Effect(chosen, (t.AddTypes((), (name,)),))
    return (*steps, t.Continuous(becomes, t.Permanently()))


# 701.60: what it means to be suspected is a rule (701.60c), not the text's
rule("instruction", "suspect <who:affected>", "suspect <who:chosen object>")(
    lambda who: (t.Designate(who, "suspected"),)
)
rule("object verb", "(is|are) no longer suspected")(
    lambda: Verb(t.Designate(t.This(), "suspected", ends=True))
)


# 701.40, 701.58, 701.62
rule("instruction", "<word=manifest|cloak> the top card of your library")(
    lambda word: (t.Manifest(word=word),)
)
rule("instruction", "<word=manifest|cloak> the top <amount:how much> cards of your library")(
    lambda word, amount: (t.Manifest(amount, word),)
)
rule("instruction", "manifest dread")(lambda: (t.Manifest(word="manifest dread"),))


place("at earthbend", "earthbend")


@rule("instruction", "<at:at earthbend> <amount:plain number>")
def _earthbend(at: int, amount: t.Amount) -> Any:
    """Target land you control becomes a 0/0 creature with haste; N counters; it returns."""
    land: Any = NewTarget(at, t.TargetSpec(all_of((t.HasType("Land"), _MINE))))
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


rule(
    "instruction",
    "when <who:object> dies or is exiled, return it to the battlefield tapped under your control",
)(lambda who: (t.Act("when it dies or is exiled, return it", who=who),))


place("at incubate", "incubate")
_TOKEN = t.TargetSpec(t.IsToken(), word="that")


@rule("instruction", "<at:at incubate> <amount:plain number>")
def _incubate(at: int, amount: t.Amount) -> Any:
    """701.53a: an Incubator token with N +1/+1 counters."""
    token = t.TokenSpec("", (), ("Artifact",), ("Incubator",))
    that: Any = NewTarget(at, _TOKEN)
    return (t.CreateTokens(t.Num(1), token), t.PutCounters(that, _PLUS, amount))


# 701.63a
rule("instruction", "<who:affected> (endures|endure) <amount:plain number>")(
    lambda who, amount: (t.Endure(who, amount),)
)


@rule("instruction", "populate")
def _populate() -> Any:
    """701.36: a token that's a copy of a creature token you control."""
    token = all_of((_CREATURE, t.IsToken(), _MINE))
    return (t.CreateCopies(t.Num(1), t.ChosenObject("creature", token)),)
