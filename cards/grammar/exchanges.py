"""Control, exchanges, switches and text changes that an instruction begins (108, 701, 612)."""

from typing import Any

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.drafts import NewTarget
from striate.cards.grammar.engine import Declined
from striate.cards.grammar.instructions import begin
from striate.cards.grammar.notation import builds
from striate.cards.walking import nodes, rewrite

# --- control, exchanges, switches, text -----------------------------------------------------------


# 102.2: of two players one controls each; which of the two targets is whose is not said.


# --- what the other player gets -------------------------------------------------------------------

# Boards are of two players (102.2): "an opponent", "the player to your right" and the one of "for
# each opponent" are the same player. Where that player chooses, the board says what (608.2d).


# 115.1: one target for each opponent is one target that an opponent controls; later sentences
# call what was targeted "those creatures".


@builds
def for_each_opponent(steps: tuple[Any, ...]) -> Any:
    """102.2: there is one opponent, whose object the one target is."""
    targets = {node for node in nodes(steps) if isinstance(node, NewTarget)}
    if len(targets) != 1:
        raise Declined
    (target,) = targets
    theirs = rewrite(
        target, lambda node: type(node)("opponent") if node in _OF_THAT_PLAYER else node
    )
    if theirs == target:
        raise Declined
    theirs = replace(theirs, several=True)
    return rewrite(steps, lambda node: theirs if node == target else node)


_OF_THAT_PLAYER = (t.ControlledBy("that"), t.OwnedBy("that"))


# 608.2d: what another player chooses; the board says which.


# Who is ahead gets the object (108.3 says nothing of ties: then nobody is).


@builds
def to_the_one_ahead(yours: t.Amount, theirs: t.Amount, who: Any) -> tuple[Any, ...]:
    mine = t.Do(begin(who, t.SetController("you"), None), t.Compare(yours, ">", theirs))
    other = t.Do(begin(who, t.SetController("opponent"), None), t.Compare(theirs, ">", yours))
    return mine, other
