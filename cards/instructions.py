"""Sentences of a spell or ability as it resolves: instructions and the effects they begin (608.2).

A clause is read into the steps that it makes, as a tuple, with drafts for the objects that it
names (see `references`). `sentence` joins clauses and puts conditions, "you may", "then" and
"instead" around them; the value is a `Sentence`. What belongs together over several sentences
("If you do, ...", "It's still a land.") is put together in `bodies`.
"""

from typing import Any

import msgspec

from striate.cards import mentions, predicates
from striate.cards import tree as t
from striate.cards.amounts import has_x, with_x
from striate.cards.effects import compose
from striate.cards.grammar import NOTHING, alias, rule
from striate.cards.nouns import all_of
from striate.cards.predicates import Part, scaled
from striate.cards.references import Back, NewTarget, drafts_in, rebuild

__all__ = ["Sentence", "mentions", "predicates"]


class Sentence(t.Node, frozen=True):
    """A sentence as read: its steps, and how it hangs on the sentence before."""

    steps: tuple[Any, ...]
    link: str = ""  # "if you do", "if you don't", "when you do", "otherwise", "instead", "still"
    condition: Any = None
    types: tuple[Any, ...] = ()


class SameTokens(t.Node, frozen=True):
    """ "five of those tokens": as the sentence before makes them."""

    amount: t.Amount


class Verb(t.Node, frozen=True):
    """A verb phrase that is no change: a step whose subject is still missing."""

    step: Any
    field: str = "who"


UNNAMED = "you, unnamed"  # the player of an imperative, until the sentence is whole


def named(steps: tuple[Any, ...]) -> tuple[Any, ...]:
    """The steps with "you" as the player of each imperative."""

    def put(node: Any) -> Any:
        if isinstance(node, t.Node) and getattr(node, "player", None) == UNNAMED:
            return msgspec.structs.replace(node, player="you")
        return node

    done: tuple[Any, ...] = rebuild(steps, put)
    return done


# --- continuous effects ---------------------------------------------------------------------------


def effects(
    who: Any, parts: tuple[Any, ...], lead: Any, each: Any = None, x: Any = None
) -> tuple[Any, ...] | None:
    """The steps of a subject with its verb phrases; changes that last equally long are one effect."""
    durations = _durations(parts, lead)
    if durations is None:
        return None
    if each is not None:
        parts = _for_each(parts, each)
        if not parts:
            return None
    steps: list[Any] = []
    changes: list[Any] = []
    last: Any = None
    for part, duration in zip(parts, durations, strict=True):
        if isinstance(part, Verb):
            step = msgspec.structs.replace(part.step, **{part.field: who})
            if changes:
                steps.append(_effect(who, changes, last))
                changes = []
            steps.append(step)
            continue
        if changes and duration != last:
            steps.append(_effect(who, changes, last))
            changes = []
        changes += part.changes
        last = duration
    if changes:
        steps.append(_effect(who, changes, last))
    if NOTHING in steps:
        return None
    done = tuple(steps)
    return with_x(done, x) if x is not None else done


def _effect(who: Any, changes: list[Any], duration: Any) -> Any:
    """One effect of these changes, ordered by layer; NOTHING if they do not go together."""
    ordered = compose(tuple(changes)) if len(changes) > 1 else tuple(changes)
    if ordered is NOTHING or any(isinstance(change, str) for change in ordered):
        return NOTHING
    return t.Continuous(t.Effect(who, ordered), duration)


def _durations(parts: tuple[Any, ...], lead: Any) -> list[Any] | None:
    """Which duration each verb phrase has: the leading one, its own, or the next one's.

    A phrase after the last duration that has none of its own leaves the reading open.
    """
    found: list[Any] = [None if isinstance(part, Verb) else part.duration for part in parts]
    plain = [i for i, part in enumerate(parts) if not isinstance(part, Verb) and not part.own]
    if lead is not None:
        if any(found[i] is not None for i in plain):
            return None
        for i in plain:
            found[i] = lead
        return found
    given = [i for i in plain if found[i] is not None]
    if not given:
        if any(parts[i].needs for i in plain):
            return None
        for i in plain:
            found[i] = t.Permanently()
        return found
    following: Any = None
    for i in reversed(plain):
        if found[i] is None:
            if following is None:
                return None
            found[i] = following
        following = found[i]
    return found


def _for_each(parts: tuple[Any, ...], amount: Any) -> tuple[Any, ...]:
    """ "+1/+1 until end of turn for each ...": it counts for the only P/T change."""
    mods = [
        change
        for part in parts
        if isinstance(part, Part)
        for change in part.changes
        if isinstance(change, t.ModifyPT)
    ]
    if len(mods) != 1 or has_x(mods[0]):
        return ()

    def put(change: Any) -> Any:
        return scaled(change, amount) if change is mods[0] else change

    return tuple(
        msgspec.structs.replace(part, changes=tuple(put(c) for c in part.changes))
        if isinstance(part, Part)
        else part
        for part in parts
    )


alias("deed", "<value:one-shot change>", "<value:object verb>")
rule("deeds", "<one:deed>")(lambda one: (one,))
rule("deeds", "<one:deed> (and|, then|, and|,) <more:deeds>")(lambda one, more: (one, *more))


@rule(
    "instruction",
    "[<lead:lasts> ,] <who:affected> [each|also|each also] <parts:deeds> [<x:where x>]",
)
def _subject_clause(who: Any, parts: Any, lead: Any = None, x: Any = None) -> Any:
    found = effects(who, parts, lead, None, x)
    return found if found else NOTHING


@rule(
    "instruction",
    "[<lead:lasts> ,] <who:affected> [each] <parts:deeds> for each <each:each counted>",
)
def _counted_clause(who: Any, parts: Any, each: Any, lead: Any = None) -> Any:
    last = parts[-1]
    if isinstance(last, Verb) or last.duration is None:
        return NOTHING
    found = effects(who, parts, lead, each)
    return found if found else NOTHING


@rule("instruction", "~ (gets|get) <one:pt change> or <two:pt change> [<lasts>]")
def _either_way(one: Any, two: Any, lasts: Any = None) -> Any:
    """700.2: a choice between two effects."""
    modes = tuple(
        t.Body((t.Continuous(t.Effect(t.This(), (mod,)), lasts or t.Permanently()),))
        for mod in (one, two)
    )
    return (t.Modal(1, 1, modes),)


@rule(
    "instruction",
    "<lead:lasts>, <one:affected> [each] <first:deeds> and <two:affected> [each] <second:deeds>",
)
def _two_subjects(lead: Any, one: Any, first: Any, two: Any, second: Any) -> Any:
    """A leading duration holds for both subjects."""
    found = effects(one, first, lead), effects(two, second, lead)
    return NOTHING if None in found or () in found else (*(found[0] or ()), *(found[1] or ()))


@rule(
    "instruction",
    "<who:object> 's base power and toughness (becomes|become) <box:pt box> [<lasts>]",
)
@rule("instruction", "change <who:object> 's base power and toughness to <box:pt box> [<lasts>]")
def _base_box(who: Any, box: Any, lasts: Any = None) -> Any:
    return _begin(who, box, lasts)


@rule(
    "instruction",
    "<who:object> 's base power (becomes|become) equal to <amount:measured> [<lasts>]",
)
@rule("instruction", "change <who:object> 's base power to <amount:measured> [<lasts>]")
def _base_power(who: Any, amount: Any, lasts: Any = None) -> Any:
    return _begin(who, t.SetBasePT(amount, None), lasts)


# --- control, exchanges, switches, text -----------------------------------------------------------


def _begin(who: Any, change: Any, duration: Any) -> tuple[Any, ...]:
    return (t.Continuous(t.Effect(who, (change,)), duration or t.Permanently()),)


@rule("instruction", "[<lead:lasts> ,] [you] gain control of <who:affected> [<lasts>]")
def _gain_control(who: Any, lead: Any = None, lasts: Any = None) -> Any:
    if lead and lasts:
        return NOTHING
    return _begin(who, t.SetController("you"), lead or lasts)


@rule("instruction", "[<lead:lasts> ,] <player> gains control of <who:affected> [<lasts>]")
def _gains_control(player: Any, who: Any, lead: Any = None, lasts: Any = None) -> Any:
    if (lead and lasts) or player == "you":
        return NOTHING
    return _begin(who, t.SetController(player), lead or lasts)


@rule("instruction", "each player gains control of all <group:plain group> they own [<lasts>]")
def _back_to_owners(group: t.Each, lasts: Any = None) -> Any:
    return _begin(group, t.SetController("affected owner"), lasts)


@rule("instruction", "[you] exchange control of <one:object> and <two:object> [<lasts>]")
def _exchange(one: Any, two: Any, lasts: Any = None) -> Any:
    return _begin(one, t.ExchangeControl(two), lasts)


@rule("instruction", "exchange control of two <at:at target> <group>")
def _exchange_two(at: int, group: Any) -> Any:
    spec = t.TargetSpec(group.filter, zone=group.zone)
    first: Any = NewTarget(at, spec)
    second: Any = NewTarget(at + 1, spec, another=True)
    return _begin(first, t.ExchangeControl(second), None)


@rule(
    "instruction",
    "[<lead:lasts> ,] switch each <group:plain group> 's power and toughness [<lasts>]",
)
def _switch_each(group: t.Each, lead: Any = None, lasts: Any = None) -> Any:
    return NOTHING if lead and lasts else _begin(group, t.SwitchPT(), lead or lasts)


@rule("instruction", "[<lead:lasts> ,] switch <who:object> 's power and toughness [<lasts>]")
@rule("instruction", "[<lead:lasts> ,] switch the power and toughness of <who:affected> [<lasts>]")
def _switch(who: Any, lead: Any = None, lasts: Any = None) -> Any:
    if lead and lasts:
        return NOTHING
    return _begin(who, t.SwitchPT(), lead or lasts)


@rule("instruction", "[<lead:lasts> ,] switch <at:at its> power and toughness [<lasts>]")
def _switch_its(at: int, lead: Any = None, lasts: Any = None) -> Any:
    if lead and lasts:
        return NOTHING
    return _begin(Back(at), t.SwitchPT(), lead or lasts)


rule("doubled", "power")(lambda: t.ModifyPT(t.StatOf("power", t.Affected()), t.Num(0)))
rule("doubled", "toughness")(lambda: t.ModifyPT(t.Num(0), t.StatOf("toughness", t.Affected())))
rule("doubled", "power and toughness")(
    lambda: t.ModifyPT(t.StatOf("power", t.Affected()), t.StatOf("toughness", t.Affected()))
)


@rule("instruction", "[<lead:lasts> ,] double <who:object> 's <mod:doubled> [<lasts>]")
@rule("instruction", "[<lead:lasts> ,] double the <mod:doubled> of <who:affected> [<lasts>]")
def _double(who: Any, mod: Any, lead: Any = None, lasts: Any = None) -> Any:
    if lead and lasts:
        return NOTHING
    return _begin(who, mod, lead or lasts)


@rule("instruction", "[<lead:lasts> ,] double <at:at its> <mod:doubled> [<lasts>]")
def _double_its(at: int, mod: Any, lead: Any = None, lasts: Any = None) -> Any:
    return _double(Back(at), mod, lead, lasts)


rule("word kind", "(one color word|a color word)")(lambda: "color")
rule("word kind", "one basic land type")(lambda: "basic land type")
rule("word kind", "one creature type")(lambda: "creature type")
rule("word kinds", "<one:word kind> with another")(lambda one: (one,))
rule("word kinds", "<one:word kind> with another or <two:word kind> with another")(
    lambda one, two: (one, two)
)


@rule(
    "instruction",
    "[<lead:lasts> ,] change the text of <who:object> by replacing all instances of <kinds:word kinds> [<lasts>]",
)
def _change_text(who: Any, kinds: Any, lead: Any = None, lasts: Any = None) -> Any:
    return NOTHING if lead and lasts else _begin(who, t.ReplaceWords(kinds), lead or lasts)


@rule("single target", "<at:at target> spell or permanent")
def _spell_or_permanent(at: int) -> Any:
    anywhere = t.AnyOf((t.InZone("stack"), t.InZone("battlefield")))
    return NewTarget(at, t.TargetSpec(anywhere, zone="any"))


@rule("instruction", "exchange the text boxes of <one:object> and <two:object> [<lasts>]")
def _exchange_text(one: Any, two: Any, lasts: Any = None) -> Any:
    return _begin(one, t.ExchangeText(two), lasts)


# --- clauses together -----------------------------------------------------------------------------

rule("instructions", "<one:instruction>")(lambda one: one)


@rule(
    "instructions",
    "<one:instruction> [,] (and|then|and then) <two:instructions>",
    "<one:instruction>, <two:instructions>",
)
def _in_order(one: tuple[Any, ...], two: tuple[Any, ...]) -> Any:
    """Two instructions; one without a subject does not follow what another player does."""
    doer = getattr(one[-1], "player", None)
    if doer not in (None, "you", UNNAMED) and getattr(two[0], "player", None) == UNNAMED:
        return NOTHING
    if _excepts(one[-1]) and _could_be_exception(two[0]):
        return NOTHING
    # "Until end of turn, A gets ... and B gains ...": the duration may be meant for both.
    if any(_lasts_a_while(step) for step in one) and any(_lasts_forever(step) for step in two):
        return NOTHING
    return (*one, *two)


def _lasts_a_while(step: Any) -> bool:
    return isinstance(step, t.Continuous) and not isinstance(step.duration, t.Permanently)


def _lasts_forever(step: Any) -> bool:
    return isinstance(step, t.Continuous) and isinstance(step.duration, t.Permanently)


def _excepts(step: Any) -> bool:
    """A copy with exceptions: "..., and it has haste" is one more of them."""
    if isinstance(step, t.Continuous):
        return any(
            isinstance(change, t.BecomeCopy) and bool(change.exceptions)
            for change in step.effect.changes
        )
    return isinstance(step, (t.CreateCopies, t.CopySpell)) and bool(step.exceptions)


def _could_be_exception(step: Any) -> bool:
    return (
        isinstance(step, t.Continuous)
        and isinstance(step.duration, t.Permanently)
        and isinstance(step.effect.who, Back)
    )


# --- sentences ------------------------------------------------------------------------------------

rule("told sentence", "[then] [,] <steps:instructions>")(lambda steps: Sentence(steps))


@rule("told sentence", "[then] if <condition:test>, <steps:instructions>")
def _if(condition: Any, steps: Any) -> Any:
    return Sentence((t.Do(steps, condition),))


@rule("told sentence", "<steps:instructions> if <condition:test>")
def _trailing_if(condition: Any, steps: Any) -> Any:
    """A condition after copy exceptions is one of the exception (707.9f)."""
    return NOTHING if _excepts(steps[-1]) else Sentence((t.Do(steps, condition),))


@rule("told sentence", "<steps:instructions> unless <condition:test>")
@rule("told sentence", "<steps:instructions> unless <condition:deed fact>")
def _unless(condition: Any, steps: Any) -> Any:
    return Sentence((t.Do(steps, t.Unless(condition)),))


@rule("told sentence", "[then] if <condition:test>, instead <steps:instructions>")
@rule("told sentence", "[then] if <condition:test>, <steps:instructions> instead")
@rule("told sentence", "<steps:instructions> instead if <condition:test>")
def _instead(condition: Any, steps: Any) -> Any:
    return Sentence(steps, "instead", condition)


for _link, _words in (
    ("if you do", "[then] if you do"),
    ("if you don't", "(if you do not|if no one does)"),
    ("when you do", "when you do"),
    ("otherwise", "otherwise"),
):
    rule("told sentence", f"{_words}, <inner:told sentence>")(
        lambda inner, link=_link: Sentence(inner.steps, link) if inner.link == "" else NOTHING
    )


@rule("told sentence", "[then] if <condition:test>, <inner:told sentence>")
def _if_inner(condition: Any, inner: Sentence) -> Any:
    if inner.link or len(inner.steps) != 1 or not isinstance(inner.steps[0], t.Do):
        return NOTHING
    return Sentence((t.Do(inner.steps, condition),))


rule("instructions", "<one:instruction>, then <two:may>")(lambda one, two: (*one, *two))
# "You may sacrifice an artifact or discard a card": one of two deeds, in the words of a cost.
rule("may", "[then] you may <one:instruction> or <two:instruction>")(
    lambda one, two: (
        t.Do((t.Modal(1, 1, (t.Body(named(one)), t.Body(named(two)))),), may=True)
        if not drafts_in((one, two))
        else NOTHING
    )
)
rule("instructions", "<one:instruction>, and <two:may>")(lambda one, two: (*one, *two))


@rule("may", "[then] you may <steps:instructions>")
def _may(steps: Any) -> Any:
    return (t.Do(steps, may=True),)


@rule("may", "[then] you may have <steps:instructions>")
def _may_have(steps: Any) -> Any:
    return (t.Do(steps, may=True),)


@rule("may", "[then] you may pay <cost:mana cost>")
def _may_pay(cost: str) -> Any:
    return (t.Do((), may=True, cost=cost),)


@rule("may", "[then] <player> may <verbs:player verbs>")
@rule("may", "[then] <player> may <verbs:player verbs>, [then] <more:instructions>")
def _other_may(player: Any, verbs: Any, more: Any = ()) -> Any:
    if player == "you":
        return NOTHING
    steps = _all_with(verbs, player)
    if steps is NOTHING:
        return NOTHING

    def put(node: Any) -> Any:
        if isinstance(node, t.Node) and getattr(node, "player", None) == UNNAMED:
            return msgspec.structs.replace(node, player=player)
        return node

    return (t.Do((*steps, *rebuild(more, put)), may=True),)


@rule("may", "[then] you may pay <cost:mana cost> and <steps:instructions>")
def _may_pay_and(cost: str, steps: Any) -> Any:
    return (t.Do(steps, may=True, cost=cost),)


@rule("may", "[then] you may pay <number> life")
def _may_pay_life(number: int) -> Any:
    return (t.Do((), may=True, cost=f"{number} life"),)


rule("told sentence", "<steps:may>")(lambda steps: Sentence(steps))


@rule("told sentence", "<steps:may> if <condition:test>")
def _if_may(condition: Any, steps: Any) -> Any:
    return Sentence((t.Do(steps, condition),))


rule(
    "told sentence",
    "(it|they|those tokens|that token|the token|the tokens) (has|have) <abilities>",
)(lambda abilities: Sentence((), "token has", None, abilities))
rule(
    "told sentence",
    "(it|they|those tokens|that token|the token|the tokens) (enters|enter) <how=tapped and attacking|tapped>",
)(lambda how: Sentence((), "token enters", None, (how,)))
for _notation, _link in (
    ("create <amount:how much> of those tokens instead", "instead"),
    ("instead create <amount:how much> of those tokens", "instead"),
):
    rule("told sentence", f"[then] if <condition:test>, {_notation}")(
        lambda condition, amount, link=_link: Sentence((SameTokens(amount),), link, condition)
    )
rule("told sentence", "otherwise, create <amount:how much> of those tokens")(
    lambda amount: Sentence((SameTokens(amount),), "otherwise")
)
rule("told sentence", "[if you do,] ~ gains this ability")(lambda: Sentence((), "keeps"))
rule("told sentence", "the <name:cost keyword> cost is equal to <cost:cost of>")(
    lambda name, cost: Sentence((), "cost", None, (name, cost))
)
rule("still a", "(it|that land|~) is still (a|an) <kind:card type>")(lambda kind: kind)
rule(
    "told sentence",
    "(it|they|those tokens|that token|the token|the tokens) (has|have) <abilities>",
)(lambda abilities: Sentence((), "token has", None, abilities))
rule(
    "told sentence",
    "(it|they|those tokens|that token|the token|the tokens) (enters|enter) <how=tapped and attacking|tapped>",
)(lambda how: Sentence((), "token enters", None, (how,)))
for _notation, _link in (
    ("create <amount:how much> of those tokens instead", "instead"),
    ("instead create <amount:how much> of those tokens", "instead"),
):
    rule("told sentence", f"[then] if <condition:test>, {_notation}")(
        lambda condition, amount, link=_link: Sentence((SameTokens(amount),), link, condition)
    )
rule("told sentence", "otherwise, create <amount:how much> of those tokens")(
    lambda amount: Sentence((SameTokens(amount),), "otherwise")
)
rule("told sentence", "[if you do,] ~ gains this ability")(lambda: Sentence((), "keeps"))
rule("told sentence", "the <name:cost keyword> cost is equal to <cost:cost of>")(
    lambda name, cost: Sentence((), "cost", None, (name, cost))
)
rule("still a", "(they|those lands) are still <kind:plural card type>")(lambda kind: kind)
rule("told sentence", "<kind:still a>")(lambda kind: Sentence((), "still", None, (kind,)))


# --- what players do ------------------------------------------------------------------------------


def with_player(verb: Verb, player: Any) -> Any:
    """The step done by that player."""
    if verb.field == "":
        return verb.step if player in ("you", UNNAMED) else NOTHING
    if verb.field == "sacrifice":
        return _sacrifice(verb.step, player)
    return msgspec.structs.replace(verb.step, **{verb.field: player})


def _sacrifice(step: Any, player: Any) -> Any:
    """701.17a: a player sacrifices what that player controls."""
    who = step.who
    if player in ("you", UNNAMED):
        return step
    if isinstance(who, Back):
        return step
    if not isinstance(who, NewTarget):
        return NOTHING
    filter = all_of((who.spec.filter, t.ControlledBy(player)))
    spec = msgspec.structs.replace(who.spec, filter=filter)
    return msgspec.structs.replace(step, who=msgspec.structs.replace(who, spec=spec))


def _all_with(verbs: tuple[Verb, ...], player: Any) -> Any:
    steps = tuple(with_player(verb, player) for verb in verbs)
    return NOTHING if NOTHING in steps else steps


rule("player verbs", "<one:player verb>")(lambda one: (one,))
rule("player verbs", "<one:player verb> (and|, then|, and) <two:player verb>")(
    lambda one, two: (one, two)
)
rule("player verbs", "<one:player verb>, <two:player verb>, and <three:player verb>")(
    lambda one, two, three: (one, two, three)
)
rule("instruction", "<verb:player verb> [<x:where x>]")(
    lambda verb, x=None: with_x_in(_all_with((verb,), UNNAMED), x)
)
rule("instruction", "<player> <verbs:player verbs> [<x:where x>]")(
    lambda player, verbs, x=None: with_x_in(_all_with(verbs, player), x)
)
rule("instruction", "(have|has) <player> <verbs:player verbs>")(
    lambda player, verbs: _all_with(verbs, player)
)


def with_x_in(steps: Any, x: Any) -> Any:
    """The steps with X as the text defines it."""
    if steps is NOTHING or x is None:
        return steps
    return with_x(steps, x) if has_x(steps) else NOTHING
