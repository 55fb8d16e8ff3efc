"""Mana, tokens, copies that are made (106, 111, 707), what is replaced (614.1a) and moved (400.7).

`exceptions` reads what a copy effect changes on top of the copied values (707.9), in the text's
order: characteristics that are set or added, abilities that are gained (707.9a), characteristics
that are not copied (707.9c), counters that the copy enters with (707.9e), and parts that hold
only if the copied object is something (707.9f).
"""

from collections.abc import Iterator
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.drafts import Back, NewTarget, again
from striate.cards.grammar.engine import GRAMMAR, Declined, Reading, terminal
from striate.cards.grammar.instructions import Verb
from striate.cards.grammar.normal import Tokens, tokenise, without_stop
from striate.cards.grammar.notation import builds, offers
from striate.cards.grammar.nouns import all_of
from striate.cards.grammar.predicates import Shape
from striate.cards.prose import words_of
from striate.cards.vocabulary import PREDEFINED_ARTIFACTS
from striate.cards.walking import rewrite


@terminal("mana use", {"only", "on"})
def _mana_use(tokens: Tokens, at: int) -> Iterator[Reading]:
    """What the mana can be spent on: the rest of the sentence, as read (106.6)."""
    if not {".", ",", '"'}.intersection(tokens.keys[at:]):
        yield len(tokens.keys), tokens.slice(at, len(tokens.keys))


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
def create_step(amount: Any, of: tuple[t.TokenSpec, Any], after: Any) -> Any:
    token, state = of
    if state and after:
        raise Declined
    return Verb(t.CreateTokens(amount, token, *copy_state(state, after)), "player")


@builds
def copy_state(state: Any, after: Any) -> tuple[bool, bool]:
    """Whether the tokens are tapped, and attacking, as words before or after them say."""
    tapped, attacking = state is not None, state == "tapped and attacking"
    if after is None:
        return tapped, attacking
    if (tapped and after[0]) or attacking:
        raise Declined
    return tapped or after[0], after[1]


@builds
def origin_of(who: Any, origin: t.Zone) -> t.Zone | None:
    """From where it would go, which a group of permanents says; none for other groups."""
    if isinstance(who, t.Each) and origin == "any" and who.zone == "battlefield":
        return "battlefield"
    return None if isinstance(who, t.Each) and who.zone not in ("battlefield", "any") else origin


@builds
def tokens_replaced(which: t.Each, it: tuple[int, Any, int], whose: str | None) -> Any:
    times, other, more = it
    parts = which.filter.parts if isinstance(which.filter, t.AllOf) else (which.filter,)
    if t.IsToken() not in parts or which.zone != "battlefield":
        raise Declined
    rest = all_of(part for part in parts if part != t.IsToken())
    return t.TokensReplaced(rest, times, "any" if whose is None else "you", other, more)


# 701.16: to investigate is to create a Clue token.
CLUE = t.TokenSpec("", (), ("Artifact",), ("Clue",))


offers(CLUE=CLUE)


COPY_WORDS = "except"


@builds
def whole_exceptions(values: tuple[Any, ...]) -> tuple[Any, ...]:
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


def read_exceptions(text: str) -> tuple[Any, ...] | None:
    tokens = without_stop(tokenise(text.strip()))
    value: tuple[Any, ...] | None = GRAMMAR.read("exceptions", tokens).value
    return None if value is None else whole_exceptions(value)


@builds
def counts_apart(each: Any, who: Any) -> bool:
    """ "For each player" says whose creature it is; "that creature" can be one of those counted."""
    words = words_of(each.prose) if isinstance(each, t.UnknownAmount) else ""
    if words in ("player", "opponent"):
        return False
    return not isinstance(who, Back) or words.startswith("1 damage")


# 608.2c: how many are moved, of "any number", is chosen as it resolves.
offers(MOVED=t.UnknownAmount(t.Prose("counters moved")))


@builds
class From(t.Node, frozen=True):
    """ "~ from your graveyard": what is moved, and from where."""

    who: Any
    zone: t.Zone


@builds
def move(verb: Any, who: Any, to: Any, under: Any = None, tapped: bool = False) -> t.MoveZone:
    """A move, with its origin if the text says it."""
    if isinstance(who, From):
        return t.MoveZone(verb, who.who, to, under, tapped, who.zone)
    return t.MoveZone(verb, who, to, under, tapped)


@builds
def put_all(items: tuple[Any, ...], who: Any) -> tuple[Any, ...]:
    if not all(kind for _, kind in items):
        raise Declined
    objects = (who, *(again(who) for _ in items[1:]))
    return tuple(t.PutCounters(on, kind, n) for on, (n, kind) in zip(objects, items, strict=True))


@builds
def card_of(at: int, group: t.Each, low: int, high: int) -> Any:
    if group.zone not in ("any", "battlefield"):
        raise Declined
    return NewTarget(at, t.TargetSpec(group.filter, low, high, "choose", "library"))


LIBRARY_OR_GRAVEYARD = t.AnyOf((t.InZone("graveyard"), t.InZone("library")))


offers(LIBRARY_OR_GRAVEYARD=LIBRARY_OR_GRAVEYARD, rewrite=rewrite)
