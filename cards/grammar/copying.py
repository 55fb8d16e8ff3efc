"""Copies (707): "becomes a copy", "enters as a copy", tokens and spells that are copies.

`exceptions` reads what a copy effect changes on top of the copied values (707.9), in the text's
order: characteristics that are set or added, abilities that are gained (707.9a), characteristics
that are not copied (707.9c), counters that the copy enters with (707.9e), and parts that hold
only if the copied object is something (707.9f).
"""

from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.drafts import Back
from striate.cards.grammar.engine import GRAMMAR, NOTHING, alias, rule, words
from striate.cards.grammar.instructions import begin
from striate.cards.grammar.normal import tokenise, without_stop
from striate.cards.grammar.nouns import all_of
from striate.cards.grammar.predicates import Part, shape_changes
from striate.cards.grammar.readers import reads

# --- exceptions (707.9) ---------------------------------------------------------------------------

words(
    "copy subject",
    {
        text: None
        for text in (
            "it", "they", "he", "she", "~", "the token", "the tokens", "the copy", "the copies",
            "that token", "those tokens", "that creature", "those creatures", "this token",
        )
    },
)  # fmt: skip


@rule("copy predicate", "(is|are) [still] <shape:full shape>")
def _is_shape(shape: Any) -> Any:
    changes = shape_changes(shape)
    return changes if changes else NOTHING


rule("copy predicate", "(is|are) <color:set colors>")(lambda color: (color,))
rule(
    "copy predicate",
    "(is|are) <one:supertype> and <two:supertype> in addition to (its|their) other types",
)(lambda one, two: (t.AddTypes(supertypes=(one, two)),))


@rule("copy predicate", "(is|are) <shape:full shape> named <name:card name>")
def _is_named(shape: Any, name: str) -> Any:
    changes = shape_changes(shape)
    return (*changes, t.SetName(name)) if changes else NOTHING


rule("copy predicate", "(is|are) <colors:color words> in addition to (its|their) other colors")(
    lambda colors: (t.AddColors(colors),)
)
rule("copy predicate", "(is|are) not <supertype>")(
    lambda supertype: (t.RemoveTypes(supertypes=(supertype,)),)
)
rule("copy predicate", "(is|are) not (a|an) <kind:card type>")(
    lambda kind: (t.RemoveTypes(types=(kind,)),)
)
rule("copy predicate", "(has|have|gains|gain) <abilities>")(
    lambda abilities: (t.GainAbilities(abilities),)
)
rule("copy predicate", "(has|have|gains|gain) this ability and <abilities>")(
    lambda abilities: (t.KeepThisAbility(), t.GainAbilities(abilities))
)
rule("copy predicate", "(has|have) ~'s other abilities")(lambda: (t.KeepOwn(("other abilities",)),))
rule("copy predicate", "(has|have|gains|gain) this ability")(lambda: (t.KeepThisAbility(),))
rule("copy predicate", "(has|have|gains|gain) <abilities> and this ability")(
    lambda abilities: (t.GainAbilities(abilities), t.KeepThisAbility())
)
rule("copy predicate", "(loses|lose) all other card types")(
    lambda: (t.RemoveTypes(other_types=True),)
)
rule("copy predicate", "(loses|lose) <abilities>")(lambda abilities: (t.LoseAbilities(abilities),))
rule("copy predicate", "(has|have) base power and toughness <box:pt box>")(lambda box: (box,))
rule("copy predicate", "(does|do) not copy <what:not copied>")(lambda what: (t.KeepOwn(what),))
words(
    "not copied",
    {
        f"{whose} {what}": (what,)
        for whose in ("that creature's", "that permanent's", "its", "that card's", "the creature's")
        for what in ("color", "name", "types", "power and toughness")
    },
)
rule("copy predicate", "(enters|enter) with <what:entering counters>")(lambda what: (what,))
rule("copy predicate", "(has|have) no mana cost")(lambda: (t.NoManaCost(),))
rule("copy predicate", "(enters|enter) tapped")(lambda: (t.EntersTapped(),))


_ONE = t.Num(1)


@rule(
    "entering counters",
    "<amount:plain amount> [<more=additional>] <kinds:counters> on (it|them|him|her)",
    "an <more=additional> <kinds:counters> on (it|them|him|her)",
)
def _entering(kinds: Any, amount: Any = _ONE, more: Any = None) -> Any:
    if kinds[0] is None:
        return NOTHING
    return t.EntersWith(kinds[0], amount, additional=more is not None)


rule("plain amount", "(a|an)")(lambda: t.Num(1))
rule("plain amount", "<number>")(lambda number: t.Num(number))
rule("plain amount", "X")(lambda: t.X())
rule("plain amount", "« <amount:measured> »")(lambda amount: amount)


rule("named so", "(its|his|her|their) name is <name:card name>")(lambda name: (t.SetName(name),))
rule("named so", "(its|their) names are <name:card name>")(lambda name: (t.SetName(name),))
rule("named so", "(its|his|her|their) base power and toughness are <box:pt box>")(
    lambda box: (box,)
)
rule(
    "copied is",
    "(it is|they are|that permanent is|that creature is|that card is|the copied creature is) [a|an] <part:filter>",
)(lambda part: part)
rule(
    "copied is",
    "(that creature|that permanent|that token|the chosen creature|it|that <noun:back noun>) is <supertype>",
)(lambda supertype, noun=None: t.HasSupertype(supertype))

rule("exception", "<copy_subject:copy subject> <parts:copy predicate>")(
    lambda parts, copy_subject=None: parts
)
alias("exception", "<value:named so>")
rule("exception", "its power and toughness are equal to ~'s power and toughness")(
    lambda: (t.KeepOwn(("power and toughness",)),)
)


@rule("exception", "<subject:copy subject> <parts:copy predicate> if <filter:copied is>")
@rule("exception", "if <filter:copied is>, <subject:copy subject> <parts:copy predicate>")
def _conditional(parts: Any, filter: Any, subject: Any = None) -> Any:
    return tuple(t.CopyIf(filter, part) for part in parts)


rule("copied is", "that creature does not have <name:keyword name>")(
    lambda name: t.Not(t.HasKeyword(name))
)


@rule(
    "exception",
    "if <filter:copied is>, <one:copy subject> <parts:copy predicate> and [<two:copy subject>] <more:copy predicate>",
)
def _conditional_two(parts: Any, more: Any, filter: Any, one: Any = None, two: Any = None) -> Any:
    return tuple(t.CopyIf(filter, part) for part in (*parts, *more))


rule("exceptions", "<one:exception>")(lambda one: one)
_JOINED = "(,|and|, and|and ,)"
rule("exceptions", f"<one:exception> {_JOINED} <more:exceptions>")(lambda one, more: (*one, *more))
# 707.9f: what goes on without a subject after a condition is said under it too.
rule("exceptions", f"<one:exception> {_JOINED} <more:bare exceptions>")(
    lambda one, more: NOTHING if isinstance(one[-1], t.CopyIf) else (*one, *more)
)
alias("more exceptions", "<value:exceptions>", "<value:bare exceptions>")
rule("bare exceptions", "<one:copy predicate>")(lambda one: one)
rule("bare exceptions", "<one:copy predicate> (,|and|, and) <more:more exceptions>")(
    lambda one, more: (*one, *more)
)
COPY_WORDS = "except"
rule("except", "[,] except [that] [,] <extras:exceptions>")(
    lambda extras: _whole_exceptions(extras)
)


def _whole_exceptions(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """205.1a-b: with "it loses all other card types", "it's a Food artifact" only adds.

    The types that it loses are named; its artifact types, say, are not among them.
    """
    if not any(isinstance(value, t.RemoveTypes) and value.other_types for value in values):
        return values
    return tuple(
        t.AddTypes(value.types, value.subtypes, value.supertypes, value.every)
        if isinstance(value, t.SetTypes)
        else value
        for value in values
    )


@reads("exceptions")
def _read_exceptions(text: str) -> tuple[Any, ...] | None:
    """What follows "except", if exactly one reading exists."""
    tokens = without_stop(tokenise(text.strip()))
    value: tuple[Any, ...] | None = GRAMMAR.read("exceptions", tokens).value
    return None if value is None else _whole_exceptions(value)


# --- becoming a copy (707.4) ----------------------------------------------------------------------

alias("copied", "<value:object>", "<value:chosen object>")
rule("object", "<at:at the> (exiled|imprinted) <noun:back noun>")(
    lambda at, noun: Back(at, noun=noun, that=True, exiled=True)
)


@rule(
    "one-shot change", "(becomes|become) (a copy|copies) of <of:copied> [<lasts>] [<extras:except>]"
)
def _become_copy(of: Any, lasts: Any = None, extras: Any = ()) -> Any:
    return Part((t.BecomeCopy(of, extras or ()),), lasts)


rule("one-shot change", "(becomes|become) a copy of <of:copied> and (gains|has) this ability")(
    lambda of: Part((t.BecomeCopy(of, (t.KeepThisAbility(),)),))
)


@rule(
    "instruction",
    "each other <group:plain group> becomes a copy of <of:that one named> [<lasts>] [<extras:except>]",
)
def _others_become(group: t.Each, of: Any, lasts: Any = None, extras: Any = ()) -> Any:
    """ "Each other creature becomes a copy of that creature": other than that creature."""
    others = t.Each(all_of((group.filter, t.Not(t.Is(of)))), group.zone)
    return begin(others, t.BecomeCopy(of, extras or ()), lasts)


rule("that one named", "<at:at that> <noun:back noun>")(
    lambda at, noun: Back(at, noun=noun, that=True)
)


# --- entering as a copy (707.5) -------------------------------------------------------------------


@rule("copy source", "(any|a|an|another) <group>", "any other <group>")
def _copy_source(group: t.Each) -> Any:
    return group


@rule(
    "static line",
    "you may have ~ enter [<tapped=tapped>] as a copy of <of:copy source> [<extras:except>] [.]",
)
def _may_enter(of: Any, tapped: Any = None, extras: Any = ()) -> Any:
    return t.EntersAsCopy(of, extras or (), True, tapped is not None)


@rule(
    "static line",
    "if <condition:condition>, you may have ~ enter as a copy of <of:copy source> [<extras:except>] [.]",
)
def _may_enter_if(condition: Any, of: Any, extras: Any = ()) -> Any:
    """614.1c: what happened before is a fact that the board's own step goes by."""
    if not isinstance(condition, t.Fact):
        return NOTHING
    return t.EntersAsCopy(of, extras or (), condition=condition)


@rule(
    "static line", "~ enters [<tapped=tapped>] as a copy of <of:copy source> [<extras:except>] [.]"
)
def _enters_as(of: Any, tapped: Any = None, extras: Any = ()) -> Any:
    return t.EntersAsCopy(of, extras or (), False, tapped is not None)


@rule(
    "static line",
    "as ~ enters, you may have it become a copy of <of:copy source> [<extras:except>] [.]",
)
def _as_it_enters(of: Any, extras: Any = ()) -> Any:
    return t.EntersAsCopy(of, extras or (), True)


@rule(
    "static line",
    "[<other=other|each other|each>] <group> (enter|enters) as a copy of ~ [<extras:except>] [.]",
)
def _others_enter(group: t.Each, other: Any = None, extras: Any = ()) -> Any:
    filter = all_of((group.filter, t.Other())) if other and "other" in other else group.filter
    return t.EntersAsCopy(t.This(), extras or (), False, who=t.Each(filter, group.zone))


@rule("static line", "[each] <group:plain group> (enter|enters) as a copy of <of:attached> [.]")
def _others_enter_as_host(group: t.Each, of: Any) -> Any:
    return t.EntersAsCopy(of, (), False, who=group)


@rule(
    "static line", "<who:attached> is a copy of the (chosen|last chosen) <kind=creature|card> [.]"
)
def _host_is_copy(who: Any, kind: str) -> Any:
    change = t.BecomeCopy(t.ChosenObject(kind))
    return t.Static((t.Effect(who, (change,)),))
