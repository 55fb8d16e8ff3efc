"""Sentences of a body: conditions, "you may", "instead", and what hangs on the one before."""

from typing import Any

import msgspec

from striate.cards import tree as t
from striate.cards.grammar.drafts import Back, Named, NewTarget, PutOff, drafts_in
from striate.cards.grammar.engine import NOTHING, rule
from striate.cards.grammar.instructions import (
    UNNAMED,
    SameTokens,
    Sentence,
    all_with,
    effects,
    excepts,
    named,
    with_x_in,
)
from striate.cards.walking import rewrite

# --- sentences ------------------------------------------------------------------------------------

rule("told sentence", "[then] [,] <steps:instructions>")(lambda steps: Sentence(steps))


@rule("told sentence", "[then] [,] <steps:instructions> <x:where x>")
@rule("told sentence", "<steps:may> <x:where x>")
def _where_x(steps: Any, x: Any) -> Any:
    """107.3: "..., where X is ..." defines every X of the sentence."""
    bound = with_x_in(steps, x)
    return NOTHING if bound is NOTHING else Sentence(bound)


@rule("told sentence", "[then] if <condition:test>, <steps:instructions>")
def _if(condition: Any, steps: Any) -> Any:
    return Sentence((t.Do(steps, condition),))


@rule("told sentence", "[then] <steps:instructions> if <condition:test>")
def _trailing_if(condition: Any, steps: Any) -> Any:
    """A condition after copy exceptions is one of the exception (707.9f)."""
    return NOTHING if excepts(steps[-1]) else _on_condition(steps, condition)


@rule(
    "told sentence",
    "<one:instructions> if <first:test>, and <two:instructions> if <second:test>",
)
def _two_conditions(one: Any, first: Any, two: Any, second: Any) -> Any:
    return Sentence((t.Do(one, first), t.Do(two, second)))


def _of_subject(condition: Any, step: Any) -> Any:
    """ "The creature you control gets +2/+1 if it's a Knight": it is what the sentence is about."""
    subject = step.effect.who if isinstance(step, t.Continuous) else getattr(step, "who", None)
    if not isinstance(subject, (Back, NewTarget, Named)):
        return condition
    return rewrite(condition, lambda node: subject if node == t.Affected() else node)


def _on_condition(steps: Any, condition: Any) -> Any:
    """The steps if the condition holds; of a delayed trigger it is asked then (603.7c).

    "Sacrifice it at the beginning of the next end step if it has mana value 3 or less."
    """
    condition = _of_subject(condition, steps[0]) if len(steps) == 1 else condition
    if not any(isinstance(step, (t.Later, PutOff)) for step in steps):
        return Sentence((t.Do(steps, condition),))
    if len(steps) > 1:
        return NOTHING
    [later] = steps
    return Sentence((t.Later(later.when, (t.Do(later.steps, condition),)),))


@rule("told sentence", "[then] <steps:instructions> unless <condition:test>")
@rule("told sentence", "[then] <steps:instructions> unless <condition:deed fact>")
def _unless(condition: Any, steps: Any) -> Any:
    return _on_condition(steps, t.Unless(condition))


@rule("told sentence", "[then] if <condition:test>, instead [only] <steps:instructions>")
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


@rule("may", "<lead:lasts>, you may have <who:affected> <parts:deeds>")
def _may_have_for_a_while(lead: Any, who: Any, parts: Any) -> Any:
    found = effects(who, parts, lead)
    return (t.Do(found, may=True),) if found else NOTHING


@rule("may", "[then] you may pay <cost:mana cost>")
def _may_pay(cost: str) -> Any:
    return (t.Do((), may=True, cost=cost),)


@rule("may", "[then] <player> may <verbs:player verbs>")
@rule("may", "[then] <player> may <verbs:player verbs>, [then] <more:instructions>")
def _other_may(player: Any, verbs: Any, more: Any = ()) -> Any:
    if player == "you":
        return NOTHING
    steps = all_with(verbs, player)
    if steps is NOTHING:
        return NOTHING

    def put(node: Any) -> Any:
        if isinstance(node, t.Node) and getattr(node, "player", None) == UNNAMED:
            return msgspec.structs.replace(node, player=player)
        return node

    return (t.Do((*steps, *rewrite(more, put)), may=True),)


@rule("may", "[then] you may pay <cost:mana cost> and <steps:instructions>")
def _may_pay_and(cost: str, steps: Any) -> Any:
    return (t.Do(steps, may=True, cost=cost),)


@rule("may", "[then] you may pay <number> life and <steps:instructions>")
def _may_pay_life_and(number: int, steps: Any) -> Any:
    return (t.Do(steps, may=True, cost=f"{number} life"),)


@rule("may", "[then] you may pay <number> life")
def _may_pay_life(number: int) -> Any:
    return (t.Do((), may=True, cost=f"{number} life"),)


rule("told sentence", "<steps:may>")(lambda steps: Sentence(steps))


@rule("told sentence", "<steps:may> if <condition:test>")
def _if_may(condition: Any, steps: Any) -> Any:
    return Sentence((t.Do(steps, condition),))


rule(
    "told sentence",
    "(it|they|those tokens|that token|the token|the tokens|those creatures|they each) (has|have) <abilities>",
)(lambda abilities: Sentence((), "token has", None, abilities))
rule(
    "told sentence",
    "(it|they|those tokens|that token|the token|the tokens) (enters|enter) <how=tapped and attacking|tapped>",
    "(it|they|those tokens|that token|the token|the tokens) (enters|enter) <how=tapped and attacking> that player",
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
rule("still a", "(they|those lands) are still <kind:plural card type>")(lambda kind: kind)
rule("told sentence", "<kind:still a>")(lambda kind: Sentence((), "still", None, (kind,)))
