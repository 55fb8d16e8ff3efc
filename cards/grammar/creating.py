"""Mana (106) and tokens (111) that an instruction makes."""

from collections.abc import Iterator
from typing import Any

import msgspec

from striate.cards import tree as t
from striate.cards.grammar.engine import NOTHING, Reading, rule, terminal, words
from striate.cards.grammar.instructions import Verb
from striate.cards.grammar.normal import Tokens
from striate.cards.grammar.predicates import Shape
from striate.cards.vocabulary import BASIC_LAND_TYPES, PREDEFINED_ARTIFACTS, ROLES

# --- mana (106) -----------------------------------------------------------------------------------


@terminal("mana symbols", {"{"})
def _mana_symbols(tokens: Tokens, at: int) -> Iterator[Reading]:
    """All symbols that stand together, as mana."""
    end = at
    while end < len(tokens.keys) and tokens.keys[end] == "{":
        end += 1
    yield end, tokens.slice(at, end).upper().replace(" ", "")


rule("mana", "<one:mana symbols>")(lambda one: one)
rule("mana", "<one:mana symbols> or <two:mana symbols>")(lambda one, two: f"{one} or {two}")
rule("mana", "<one:mana symbols>, <more:mana list>")(lambda one, more: f"{one}, {more}")
rule("mana list", "or <one:mana symbols>")(lambda one: f"or {one}")
rule("mana list", "<one:mana symbols>, <more:mana list>")(lambda one, more: f"{one}, {more}")
_WORDED = (
    "one mana of any color", "one mana of the chosen color", "two mana of any one color",
    "three mana of any one color", "two mana in any combination of colors",
    "three mana in any combination of colors", "one mana of any type",
    "two mana of any one color", "four mana in any combination of colors",
    "five mana in any combination of colors",
    "five mana of any one color", "one mana of any color in your commander's color identity",
    "one mana of any color that a land an opponent controls could produce",
    "one mana of any type that a land you control could produce",
    "one mana of any color that a land you control could produce",
    "two mana of different colors", "X mana of any one color",
    "X mana in any combination of colors", "one mana of any of the exiled card's colors",
    "one mana of that color", "two mana of any color", "three mana of any color",
    "one additional mana of any color", "four mana of any one color",
    "one mana of any of that permanent's colors", "one mana of any type that land produced",
    "an additional one mana of the chosen color", "an additional one mana of any color",
)  # fmt: skip
words("mana", {text: text for text in _WORDED})
rule("mana", "an additional <one:mana symbols>")(lambda one: f"an additional {one}")
rule("mana", "two mana in any combination of <one:mana symbols> and/or <two:mana symbols>")(
    lambda one, two: f"two mana in any combination of {one} and/or {two}"
)


@terminal("mana use", {"only", "on"})
def _mana_use(tokens: Tokens, at: int) -> Iterator[Reading]:
    """What the mana can be spent on: the rest of the sentence, as read (106.6)."""
    if not {".", ",", '"'}.intersection(tokens.keys[at:]):
        yield len(tokens.keys), tokens.slice(at, len(tokens.keys))


rule("instruction", "spend this mana <use:mana use>")(
    lambda use: (t.Act("spend this mana", detail=use),)
)
rule("instruction", "add <mana>")(lambda mana: (t.AddMana(mana),))
rule("instruction", "add <mana> for each <each:each counted>")(
    lambda mana, each: (t.AddMana(mana, each),)
)
rule("instruction", "add <mana> for each « <amount:measured> »")(
    lambda mana, amount: (t.AddMana(mana, amount),)
)
rule("instruction", "for each color among <group:plain group>, add one mana of that color")(
    lambda group: (
        t.AddMana("one mana of each of those colors", t.CountDistinct("color", group.filter)),
    )
)
words("mana", {"one mana of each of those colors": "one mana of each of those colors"})
rule("instruction", "add an amount of <mana:mana symbols> equal to <amount:measured>")(
    lambda mana, amount: (t.AddMana(mana, amount),)
)
rule("player verb", "adds <mana>")(lambda mana: Verb(t.Act(f"add {mana}"), "player"))

# --- tokens (111) ---------------------------------------------------------------------------------


@rule(
    "token shape",
    "[<box:pt box>] [<supers:super words>] [<colors:color words>] [<kinds:type words>] (token|tokens)",
)
@rule(
    "token shape",
    "<supers:super words> [<box:pt box>] [<colors:color words>] <kinds:type words> (token|tokens)",
)
def _token_shape(kinds: Any = (), box: Any = None, supers: Any = None, colors: Any = None) -> Any:
    types = tuple(word.type for word in kinds or () if isinstance(word, t.HasType))
    subtypes = tuple(word.subtype for word in kinds or () if isinstance(word, t.HasSubtype))
    return Shape(box, supers or (), colors, types, subtypes)


def _token(shape: Shape, abilities: tuple[Any, ...], name: str) -> t.TokenSpec | None:
    types = shape.types
    word = shape.subtypes[0] if len(shape.subtypes) == 1 else ""
    if not types:
        if word not in PREDEFINED_ARTIFACTS or shape.box is not None:
            return None
        types = ("Artifact",)
    box = shape.box
    return t.TokenSpec(
        name, shape.supertypes, types, shape.subtypes, shape.colors or (),
        box.power if box else None, box.toughness if box else None, abilities,
    )  # fmt: skip


rule("named part", "named <name:card name>")(lambda name: name)
rule(
    "player verb",
    "(create|creates) <name:card name>, (a|an) <shape:token shape> [with <abilities>]",
)(lambda name, shape, abilities=(): _named_token(name, shape, abilities or ()))


def _named_token(name: str, shape: Any, abilities: tuple[Any, ...]) -> Any:
    token = _token(shape, abilities, name)
    return NOTHING if token is None else Verb(t.CreateTokens(t.Num(1), token), "player")


@rule(
    "player verb",
    "(create|creates) <amount:how much> [<state=tapped>] <shape:token shape> <name:named part> that is every basic land type",
)
def _everywhere(amount: Any, shape: Any, name: str, state: Any = None) -> Any:
    token = _token(shape, (), name)
    if token is None:
        return NOTHING
    token = msgspec.structs.replace(token, subtypes=(*token.subtypes, *BASIC_LAND_TYPES))
    return Verb(t.CreateTokens(amount, token, state is not None), "player")


words(
    "token state",
    {
        "that is tapped and attacking": (True, True),
        "that are tapped and attacking": (True, True),
        "that is attacking": (False, True),
    },
)


@rule(
    "player verb",
    "(create|creates) <amount:how much> [<state=tapped|tapped and attacking>] <shape:token shape> [with <abilities>] [<name:named part>] [<after:token state>]",
)
@rule(
    "player verb",
    "(create|creates) <amount:how much> [<state=tapped|tapped and attacking>] <shape:token shape> <name:named part> with <abilities>",
)
def _create(
    amount: Any,
    shape: Any,
    abilities: Any = None,
    name: Any = None,
    state: Any = None,
    after: Any = None,
) -> Any:
    token = _token(shape, abilities or (), name or "")
    if token is None or (state and after):
        return NOTHING
    tapped, attacking = after or (state is not None, state == "tapped and attacking")
    return Verb(t.CreateTokens(amount, token, tapped, attacking), "player")


@rule(
    "instruction",
    "for each <each:each counted>, create (a|an) [<state=tapped>] <shape:token shape> [with <abilities>]",
)
def _create_for_each(each: Any, shape: Any, abilities: Any = None, state: Any = None) -> Any:
    token = _token(shape, abilities or (), "")
    return NOTHING if token is None else (t.CreateTokens(each, token, state is not None),)


@rule(
    "player verb",
    "(create|creates) <amount:how much> <shape:token shape> with power equal to <power:measured>"
    " and toughness equal to <toughness:measured>",
)
def _token_of_size(amount: Any, shape: Any, power: Any, toughness: Any) -> Any:
    token = _token(shape, (), "")
    if token is None or token.power is not None:
        return NOTHING
    sized = msgspec.structs.replace(token, power=power, toughness=toughness)
    return Verb(t.CreateTokens(amount, sized), "player")


# 701.16: to investigate is to create a Clue token.
_CLUE = t.TokenSpec("", (), ("Artifact",), ("Clue",))
rule("player verb", "(investigate|investigates)")(
    lambda: Verb(t.CreateTokens(t.Num(1), _CLUE), "player")
)
rule("player verb", "(investigate|investigates) twice")(
    lambda: Verb(t.CreateTokens(t.Num(2), _CLUE), "player")
)
rule("player verb", "(investigate|investigates) <amount:plain number> times")(
    lambda amount: Verb(t.CreateTokens(amount, _CLUE), "player")
)

# 111.10j-r: Roles
words("role", {word: word for word in ROLES})


@rule(
    "player verb",
    "(create|creates) <amount:how much> <word:role> Role (token|tokens) attached to <to:object>",
)
def _role(amount: Any, word: str, to: Any) -> Any:
    token = t.TokenSpec(word, (), ("Enchantment",), ("Aura", "Role"))
    return Verb(t.CreateTokens(amount, token, attached_to=to), "player")
