"""Mana (106) and tokens (111) that an instruction makes."""

from collections.abc import Iterator
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.engine import Declined, Reading, terminal
from striate.cards.grammar.instructions import Verb
from striate.cards.grammar.normal import Tokens
from striate.cards.grammar.notation import builds, offers
from striate.cards.grammar.predicates import Shape
from striate.cards.vocabulary import PREDEFINED_ARTIFACTS

# --- mana (106) -----------------------------------------------------------------------------------


@terminal("mana use", {"only", "on"})
def _mana_use(tokens: Tokens, at: int) -> Iterator[Reading]:
    """What the mana can be spent on: the rest of the sentence, as read (106.6)."""
    if not {".", ",", '"'}.intersection(tokens.keys[at:]):
        yield len(tokens.keys), tokens.slice(at, len(tokens.keys))


# --- tokens (111) ---------------------------------------------------------------------------------


@builds
def token_of(shape: Shape, abilities: tuple[Any, ...] = (), name: str = "") -> t.TokenSpec:
    types = shape.types
    word = shape.subtypes[0] if len(shape.subtypes) == 1 else ""
    if not types:
        if word not in PREDEFINED_ARTIFACTS or shape.box is not None:
            raise Declined
        types = ("Artifact",)
    box = shape.box
    return t.TokenSpec(
        name, shape.supertypes, types, shape.subtypes, shape.colors or (),
        box.power if box else None, box.toughness if box else None, abilities,
    )  # fmt: skip


@builds
def create_step(
    amount: Any,
    shape: Any,
    abilities: Any = None,
    name: Any = None,
    state: Any = None,
    after: Any = None,
) -> Any:
    token = token_of(shape, abilities or (), name or "")
    if state and after:
        raise Declined
    tapped, attacking = after or (state is not None, state == "tapped and attacking")
    return Verb(t.CreateTokens(amount, token, tapped, attacking), "player")


@builds
def asks_each_opponent(steps: tuple[Any, ...]) -> bool:
    """ "For each opponent, create a token unless that player ...": each is asked on their own."""
    return any(
        isinstance(step, t.CreateTokens)
        and isinstance(step.amount, t.UnknownAmount)
        and step.amount.prose.template == "opponent"
        for step in steps
    )


@builds
def copy_state(state: Any, after: Any) -> tuple[bool, bool]:
    """Whether the tokens are tapped, and attacking, as words before or after them say."""
    tapped, attacking = state is not None, state == "tapped and attacking"
    if after is None:
        return tapped, attacking
    if (tapped and after[0]) or attacking:
        raise Declined
    return tapped or after[0], after[1]


# 701.16: to investigate is to create a Clue token.
CLUE = t.TokenSpec("", (), ("Artifact",), ("Clue",))


offers(CLUE=CLUE)
