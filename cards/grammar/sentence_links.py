"""Sentences of a body: conditions, "you may", "instead", and what hangs on the one before."""

from typing import Any

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.drafts import Back, Named, NewTarget, PutOff
from striate.cards.grammar.engine import Declined
from striate.cards.grammar.instructions import (
    UNNAMED,
    Sentence,
    all_with,
    in_order,
)
from striate.cards.grammar.notation import builds
from striate.cards.walking import rewrite

# --- sentences ------------------------------------------------------------------------------------


def _of_subject(condition: Any, step: Any) -> Any:
    """ "The creature you control gets +2/+1 if it's a Knight": it is what the sentence is about."""
    subject = step.effect.who if isinstance(step, t.Continuous) else getattr(step, "who", None)
    if not isinstance(subject, (Back, NewTarget, Named)):
        return condition
    return rewrite(condition, lambda node: subject if node == t.Affected() else node)


@builds
def on_condition(steps: Any, condition: Any, before: Any = None) -> Any:
    """The steps if the condition holds; of a delayed trigger it is asked then (603.7c).

    "Sacrifice it at the beginning of the next end step if it has mana value 3 or less."
    `before`: what is done first in any case ("draw a card, then discard a card unless ...").
    """
    if before:
        joined = in_order(before, steps, "then")
        if len(joined) != len(before) + len(steps):
            raise Declined
        return Sentence((*before, *on_condition(joined[len(before) :], condition).steps))
    condition = _of_subject(condition, steps[0]) if len(steps) == 1 else condition
    if not any(isinstance(step, (t.Later, PutOff)) for step in steps):
        return Sentence((t.Do(steps, condition),))
    if len(steps) > 1:
        raise Declined
    [later] = steps
    return Sentence((t.Later(later.when, (t.Do(later.steps, condition),)),))


@builds
def other_may(player: Any, verbs: Any, more: Any = ()) -> Any:
    several = player == "any" and any(verb.field in ("sacrifice", "theirs") for verb in verbs)
    if player == "you" or (several and (len(verbs) > 1 or more)):
        raise Declined  # what one of several does, the others need not do
    steps = all_with(verbs, player)
    if several:
        return tuple(t.Do((step,), may=True) for step in steps)

    def put(node: Any) -> Any:
        if isinstance(node, t.Node) and getattr(node, "player", None) == UNNAMED:
            return replace(node, player=player)
        if isinstance(node, t.MoveZone) and node.to == "battlefield" and node.under is None:
            # 110.2a: under the control of the player who puts it there, whose card it is.
            return replace(node, under="affected owner")
        return node

    return (t.Do((*steps, *rewrite(more, put)), may=True),)
