"""Instructions of a spell or ability as it resolves, and the effects they begin (608.2, 611.2).

The phrase `instruction` is read into the steps that it makes, as a tuple, with drafts for the
objects that it names (see `drafts`); `instructions` joins several. Conditions,
"you may" and "instead" are put around them, as a `Sentence`.
"""

import re
from typing import Any

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.amounts import has_x, with_x
from striate.cards.grammar.drafts import (
    SEALED,
    Back,
    Named,
    NewTarget,
    PlayerBack,
    PutOff,
    again,
    parts_of,
    subject_of,
)
from striate.cards.grammar.effects import compose
from striate.cards.grammar.engine import Declined, decline
from striate.cards.grammar.notation import builds
from striate.cards.grammar.nouns import all_of, of_player
from striate.cards.grammar.predicates import scaled
from striate.cards.walking import any_node, nodes, rewrite


@builds
class Sentence(t.Node, frozen=True):
    """A sentence as read: its steps, and how it hangs on the sentence before."""

    steps: tuple[Any, ...]
    link: str = ""  # "if you do", "if you don't", "when you do", "otherwise", "instead", "still"
    condition: Any = None
    types: tuple[Any, ...] = ()


@builds
class SameAgain(t.Node, frozen=True):
    """ "five of those tokens", "4 damage instead": what the sentence before does, so much of it."""

    amount: t.Amount
    verb: str = ""  # of an act; else tokens are created


@builds
class Verb(t.Node, frozen=True):
    """A verb phrase that is no change: a step whose subject is still missing."""

    step: Any
    field: str = "who"


UNNAMED = "you, unnamed"  # the player of an imperative, until the sentence is whole


def named(steps: tuple[Any, ...]) -> tuple[Any, ...]:
    """The steps with "you" as the player of each imperative, and what is put off as one step."""
    later = rewrite(steps, lambda node: t.Later(node.when, node.steps), kinds=(PutOff,))
    done: tuple[Any, ...] = rewrite(later, lambda node: _done_by(node, "you"), kinds=(t.Node,))
    return done


def _done_by(node: Any, player: Any) -> Any:
    return replace(node, player=player) if getattr(node, "player", "") == UNNAMED else node


# --- continuous effects ---------------------------------------------------------------------------


@builds
def begin(who: Any, change: Any, duration: Any) -> tuple[Any, ...]:
    return (t.Continuous(t.Effect(who, (change,)), duration or t.Permanently()),)


@builds
def effects(
    who: Any, parts: tuple[Any, ...], lead: Any = None, each: Any = None, x: Any = None
) -> tuple[Any, ...]:
    """The steps of a subject with its verbs; changes that last equally long are one effect."""
    durations = _durations(parts, lead)
    if each is not None:
        parts = _for_each(parts, each)
    steps: list[Any] = []
    same: list[Any] = []
    last: Any = None
    for part, duration in zip(parts, durations, strict=True):
        if same and (isinstance(part, Verb) or duration != last):
            steps.append(_effect(again(who) if steps else who, same, last))
            same = []
        if isinstance(part, Verb):
            subject = again(who) if steps else who
            steps.append(replace(part.step, **{part.field: subject}))
            continue
        same.append(part)
        last = duration
    if same:
        steps.append(_effect(again(who) if steps else who, same, last))
    done = tuple(steps)
    return with_x(done, x) if x is not None else done


def _effect(who: Any, parts: list[Any], duration: Any) -> Any:
    changes = tuple(change for part in parts for change in part.changes)
    ordered = compose(changes) if len(changes) > 1 else changes
    if any(isinstance(change, str) for change in ordered):
        raise Declined
    # Of a size alone the words are the same.
    verbs = [part.so for part in parts if not isinstance(part.changes[0], t.SetBasePT)]
    so = isinstance(duration, t.Permanently) and bool(verbs) and all(verbs)
    return t.Continuous(t.Effect(who, ordered), duration, so)


def _durations(parts: tuple[Any, ...], lead: Any) -> list[Any]:
    """Which duration each verb phrase has: the leading one, its own, or the next one's.

    A phrase after the last duration that has none of its own leaves the reading open.
    """
    durations: list[Any] = [None if isinstance(part, Verb) else part.duration for part in parts]
    plain = [i for i, part in enumerate(parts) if not isinstance(part, Verb) and not part.own]
    if lead is not None:
        if not plain or any(durations[i] is not None for i in plain):
            raise Declined  # a deed has no duration that could be the leading one
        for i in plain:
            durations[i] = lead
        return durations
    given = [i for i in plain if durations[i] is not None]
    if not given:
        if any(parts[i].needs for i in plain):
            raise Declined
        for i in plain:
            durations[i] = t.Permanently()
        return durations
    following: Any = None
    for i in reversed(plain):
        if durations[i] is None:
            if following is None:
                raise Declined
            durations[i] = following
        following = durations[i]
    return durations


def _for_each(parts: tuple[Any, ...], amount: Any) -> tuple[Any, ...]:
    """ "+1/+1 until end of turn for each ...": it counts for the only P/T change."""
    mods = [node for node in nodes(parts, SEALED) if isinstance(node, t.ModifyPT)]
    last = parts[-1]
    if isinstance(last, Verb) or last.duration is None or len(mods) != 1 or has_x(mods[0]):
        raise Declined

    counted = rewrite(parts, lambda node: scaled(node, amount), SEALED, (t.ModifyPT,))
    return tuple(counted)


# --- clauses together -----------------------------------------------------------------------------


@builds
def in_order(one: tuple[Any, ...], two: tuple[Any, ...], then: Any = None) -> Any:
    """Two instructions; one without a subject does not follow what another player does."""
    if isinstance(one[-1], PutOff):
        if any(isinstance(step, (t.Later, PutOff)) for step in two):
            raise Declined
        return (*one[:-1], PutOff(one[-1].when, (*one[-1].steps, *two)))
    if then and isinstance(one[-1], t.Later):
        # "Exile it at end of combat, then return it": then is after that.
        return (*one[:-1], t.Later(one[-1].when, (*one[-1].steps, *two)))
    doer = _doer(one[-1])
    if doer == _OTHERS and getattr(two[0], "player", None) == UNNAMED:
        raise Declined
    if doer not in (None, "you", UNNAMED) and getattr(two[0], "player", None) == UNNAMED:
        if not isinstance(one[-1], t.Inert):
            raise Declined
        # "Target opponent exiles two cards from their hand and loses 2 life": the same player.
        two = tuple(_done_by(step, doer) for step in two)
    # "..., except it's red, and it has haste": that may be one more exception.
    if excepts(one[-1]) and _lasts_forever(two[0]) and isinstance(two[0].effect.who, Back):
        raise Declined
    # "Until end of turn, A gets ... and B gains ...": the duration may be meant for both.
    if any(_lasts_a_while(step) for step in one) and any(_lasts_forever(step) for step in two):
        raise Declined
    return (*(one if then else _sharing_duration(one, two)), *two)


_OTHERS = "others"
_BY_OTHERS = re.compile(r"(?:each|any|two|up to two|target|that|an opponent|they|its|the) ")


def _doer(step: Any) -> Any:
    """The player who does it; of an inert deed its subject."""
    if isinstance(step, t.Inert):
        if step.words.startswith("<subject>"):
            return step.parts[0]
        return _OTHERS if _BY_OTHERS.match(step.words) else None
    who = getattr(step, "who", None)
    if isinstance(who, NewTarget):
        if who.doer is not None:
            return who.doer
        if isinstance(step, t.MoveZone) and step.verb == "sacrifice":
            parts = parts_of(who.spec.filter)
            return next((part.player for part in parts if isinstance(part, t.ControlledBy)), None)
    return getattr(step, "player", None)


def _sharing_duration(one: tuple[Any, ...], two: tuple[Any, ...]) -> tuple[Any, ...]:
    """ "A gets +2/+1 and B gains haste until end of turn": the duration at the end is of both.

    What else the first half does could as well go on ("gain control of A and B gains haste until
    end of turn"): declined.
    """
    lasting = [step.duration for step in two if _lasts_a_while(step)]
    if not lasting or not any(_lasts_forever(step) for step in one):
        return one
    kinds = (t.ModifyPT, t.GainAbilities, t.LoseAbilities)  # what is said with "gets" and "gains"
    for step in filter(_lasts_forever, one):
        if not all(isinstance(change, kinds) for change in step.effect.changes):
            raise Declined
    return tuple(
        replace(step, duration=lasting[0]) if _lasts_forever(step) else step for step in one
    )


def _lasts_a_while(step: Any) -> bool:
    return isinstance(step, t.Continuous) and not isinstance(step.duration, t.Permanently)


def _lasts_forever(step: Any) -> bool:
    return isinstance(step, t.Continuous) and isinstance(step.duration, t.Permanently)


@builds
def excepts(step: Any) -> bool:
    """A copy with exceptions: "..., and it has haste" is one more of them."""
    if isinstance(step, t.Continuous):
        return any(
            isinstance(change, t.BecomeCopy) and bool(change.exceptions)
            for change in step.effect.changes
        )
    return isinstance(step, (t.CreateCopies, t.CopySpell)) and bool(step.exceptions)


# --- what players do ------------------------------------------------------------------------------


def _is_of_that_player(node: Any) -> bool:
    return node in (t.ControlledBy("that"), t.OwnedBy("that"), t.HandOf("that"), t.LifeOf("that"))


def with_player(verb: Verb, player: Any) -> Any:
    if verb.field == "sacrifice":
        return _sacrifice(verb.step, player)
    if verb.field == "theirs":
        return decline() if player in ("you", UNNAMED) else _with_theirs(verb.step, player)
    makes = isinstance(verb.step, t.CreateTokens)
    if makes and player in ("any", "opponent") and any_node(verb.step, _is_of_that_player):
        raise Declined  # "each player ... they control": of each of them another number
    return replace(verb.step, **{verb.field: player})


def _sacrifice(step: Any, player: Any) -> Any:
    """701.21a: a player sacrifices what that player controls."""
    who = step.who
    if player in ("you", UNNAMED):
        return step
    if isinstance(player, PlayerBack) and isinstance(who, (Back, Named)):
        # "Its controller sacrifices it": whoever that is. Of another object's controller the words
        # do not tell what "it" is.
        its = player.role == "controller" and player.of == Back(player.at)
        return replace(step, under="any") if its else decline()
    return _of_theirs(step, player)


def _with_theirs(step: Any, player: Any) -> Any:
    """ "They control", "their graveyard": of the player who does it."""
    done = of_player(step, player)
    if done == step:
        raise Declined
    who = getattr(done, "who", None)
    if isinstance(who, NewTarget):
        return replace(done, who=replace(who, doer=player))
    return done


def _of_theirs(step: Any, player: Any) -> Any:
    who = step.who
    if not isinstance(who, NewTarget):
        raise Declined
    spec = replace(who.spec, filter=all_of((who.spec.filter, t.ControlledBy(player))))
    return replace(step, who=replace(who, spec=spec))


@builds
def all_with(verbs: tuple[Verb, ...], player: Any) -> Any:
    steps: list[Any] = []
    for verb in verbs:
        if verb.field == "sacrifice" and player == "any":
            # 701.21a, 101.4: each of the two chooses among what that player controls.
            if any_node(verb.step, _is_of_that_player):
                raise Declined
            steps += (_of_theirs(verb.step, "you"), _of_theirs(verb.step, "opponent"))
        elif verb.field == "theirs" and player == "any":
            steps += (_with_theirs(verb.step, "you"), _with_theirs(verb.step, "opponent"))
        else:
            steps.append(with_player(verb, player))
    return tuple(steps)


@builds
def with_x_in(steps: Any, x: Any) -> Any:
    if x is None:
        return steps
    return with_x(steps, x) if has_x(steps) else decline()


# --- conditions and choices (603.7c, 608.2d) ------------------------------------------------------


def _of_subject(condition: Any, step: Any) -> Any:
    """ "The creature you control gets +2/+1 if it's a Knight": it is what the sentence is about."""
    subject = subject_of(step)
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
def other_may(player: Any, verbs: Any, more: Any) -> Any:
    several = player == "any" and any(verb.field in ("sacrifice", "theirs") for verb in verbs)
    if player == "you" or (several and (len(verbs) > 1 or more)):
        raise Declined  # what one of several does, the others need not do
    steps = all_with(verbs, player)
    if several:
        return tuple(t.Do((step,), may=True) for step in steps)

    def put(node: Any) -> Any:
        if isinstance(node, t.MoveZone) and node.to == "battlefield" and node.under is None:
            # 110.2a: under the control of the player who puts it there, whose card it is.
            return replace(node, under="affected owner")
        return _done_by(node, player)

    return (t.Do((*steps, *rewrite(more or (), put)), may=True),)


# --- what the other player gets -------------------------------------------------------------------


@builds
def for_each_opponent(steps: tuple[Any, ...]) -> Any:
    """102.2, 115.1: there is one opponent, whose object the one target is; later sentences call
    what was targeted "those creatures".
    """
    targets = {node for node in nodes(steps) if isinstance(node, NewTarget)}
    theirs = {target: of_player(target, "opponent") for target in targets}
    if len(targets) != 1 or theirs.keys() == set(theirs.values()):
        raise Declined
    theirs = {target: replace(other, several=True) for target, other in theirs.items()}
    return rewrite(steps, lambda node: theirs.get(node, node))


@builds
def to_the_one_ahead(yours: t.Amount, theirs: t.Amount, who: Any) -> tuple[Any, ...]:
    """Who is ahead gets the object; 108.3 says nothing of ties: then nobody is."""
    mine = t.Do(begin(who, t.SetController("you"), None), t.Compare(yours, ">", theirs))
    other = t.Do(begin(who, t.SetController("opponent"), None), t.Compare(theirs, ">", yours))
    return mine, other
