"""Tokens that are copies (707.2), and copies of spells (707.10)."""

from typing import Any

from striate.cards import tree as t
from striate.cards.grammar import copying
from striate.cards.grammar.drafts import Back
from striate.cards.grammar.engine import Declined
from striate.cards.grammar.instructions import Verb
from striate.cards.grammar.notation import builds
from striate.cards.walking import rewrite

PARTS = (copying,)

# --- tokens -------------------------------------------------------------------------------------


@builds
def create_copies(
    amount: Any, of: Any, state: Any = None, after: Any = None, extras: Any = ()
) -> Any:
    how = _state(state, after)
    return Verb(t.CreateCopies(amount, of, extras or (), *how), "player")


def _state(state: Any, after: Any) -> tuple[bool, bool]:
    """Whether the tokens are tapped, and attacking, as words before or after them say."""
    tapped, attacking = state is not None, state == "tapped and attacking"
    if after is None:
        return tapped, attacking
    if (tapped and after[0]) or attacking:
        raise Declined
    return tapped or after[0], after[1]


@builds
def for_each_copy(
    group: t.Each, amount: Any, one: Any, state: Any = None, after: Any = None, extras: Any = (),
    owner: Any = None,
) -> Any:  # fmt: skip
    player: t.Player = "affected controller" if owner else "you"
    how = _state(state, after)
    return (t.CreateCopies(amount, group, extras or (), *how, player),)


@builds
def for_each_of_them(
    who: Any, amount: Any, one: Any, state: Any = None, after: Any = None, extras: Any = ()
) -> Any:
    how = _state(state, after)
    return (t.CreateCopies(amount, who, extras or (), *how),)


@builds
def for_each_this_way(
    noun: Any, amount: Any, one: Any, state: Any = None, after: Any = None, extras: Any = ()
) -> Any:
    them: Any = Back(0, many=True, noun=noun, that=True)
    how = _state(state, after)
    return (t.CreateCopies(amount, them, extras or (), *how),)


@builds
def for_the_one_chosen(
    noun: Any, amount: Any, one: Any, state: Any = None, after: Any = None, extras: Any = ()
) -> Any:
    """115.1: of one target there is one that was chosen."""
    it: Any = Back(0, noun=noun, that=True)
    how = _state(state, after)
    return (t.CreateCopies(amount, it, extras or (), *how),)


@builds
def once_for_the_opponent(
    amount: Any, of: Any, state: Any = None, after: Any = None, extras: Any = ()
) -> Any:
    """102.2: with two players there is one opponent, and "that player" is that one."""
    how = _state(state, after)
    theirs: Any = rewrite(
        of, lambda part: _THEIRS if part == t.ControlledBy("that") else part, (t.Prose,)
    )
    return (t.CreateCopies(amount, theirs, extras or (), *how),)


_THEIRS = t.ControlledBy("opponent")


@builds
def for_no_other_opponent(of: Any, after: Any = None, extras: Any = ()) -> Any:
    """102.2: with two players there is no other opponent, and no token."""
    how = _state(None, after)
    return (t.CreateCopies(t.Num(0), of, extras or (), *how),)
