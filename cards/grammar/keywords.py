"""Keyword abilities (702): how a text writes them.

`keyword` reads one keyword ability with its parameter, as a tuple (protection "from black and
from red" is two abilities, 702.16e); `keyword line` a paragraph of them; `abilities` what stands
after "has": keywords and quoted abilities. What keywords mean for characteristics is in
`meanings`.
"""

from collections.abc import Callable, Iterator
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.engine import (
    Reading,
    decline,
    is_read,
    one_token,
    terminal,
    text_until,
    words,
)
from striate.cards.grammar.normal import Tokens
from striate.cards.grammar.notation import builds
from striate.cards.grammar.nouns import all_of
from striate.cards.vocabulary import FORMS, KEYWORDS
from striate.cards.walking import any_node


@terminal("mana cost", {"{"})
def _mana_cost(tokens: Tokens, at: int) -> Iterator[Reading]:
    """107.4: all symbols that stand together."""
    end = at
    while end < len(tokens.keys) and tokens.keys[end] == "{":
        end += 1
    yield end, tokens.slice(at, end).upper().replace(" ", "")


@terminal("cost words", None)
def _cost_words(tokens: Tokens, at: int) -> Iterator[Reading]:
    """A cost in words ("Pay 3 life, Discard a card"): up to the end of the sentence."""
    end = tokens.up_to(at, (".", '"', "—", ":"))
    if end > at and set(tokens.keys[at:end]) != {"{"}:
        yield end, tokens.slice(at, end)


one_token("prototype box", {"±"}, lambda tokens, at: tokens.word(at))  # 702.160
_KINDS = [*KEYWORDS.items()]
_KINDS += [(name, "plain") for name in ("suspend", "hideaway", "mayhem", "vanishing")]
_KINDS.remove(("totem armor", "plain"))
for _kind in ("plain", "cost", "number", "number cost"):
    words(f"{_kind} keyword", {name: name for name, kind in _KINDS if kind == _kind})


text_until('{ . "', "craft words")  # 702.167: the materials, up to the cost


@terminal("limit words", None)
def _limit_words(tokens: Tokens, at: int) -> Iterator[Reading]:
    """602.5, 118.7: what a keyword ability goes on to say of its costs and limits, as read."""
    rest = tokens.slice(at, len(tokens.keys)).removesuffix(".")
    if rest and is_read("inert limit of ability", rest):
        yield len(tokens.keys), rest


@builds
def from_group(group: t.Each) -> object:
    """ "From artifacts" is from spells too (702.16a); "from colored spells" from nothing else."""
    if group.zone == "stack":
        return all_of((group.filter, t.InZone("stack")))
    return group.filter if group.zone == "battlefield" else decline()


# 702.5, 702.41 and others with a noun


@builds
def enchant(group: t.Each) -> Any:
    in_place = () if group.zone == "battlefield" else (t.InZone(group.zone),)
    return (t.Keyword("enchant", quality=all_of((group.filter, *in_place))),)


# 702.29e: typecycling
_CYCLED: dict[str, t.Filter] = {
    f"{form}cycling": t.HasSubtype(name)
    for family in ("land", "creature")
    for form, name in FORMS[family].items()
}
_CYCLED["landcycling"] = t.HasType("Land")
_CYCLED["artifact landcycling"] = all_of((t.HasType("Artifact"), t.HasType("Land")))
_CYCLED["basic landcycling"] = all_of((t.HasSupertype("Basic"), t.HasType("Land")))
words("typecycling", _CYCLED)


_QUOTES: list[Callable[[str], tuple[t.Ability, ...]]] = []


def read_quotes_with(reader: Callable[[str], tuple[t.Ability, ...]]) -> None:
    """Sets how the text of a quoted ability is read (the whole language, in `language`)."""
    _QUOTES[:] = [reader]


@terminal("quoted", {'"'})
def _quoted(tokens: Tokens, at: int) -> Iterator[Reading]:
    """An ability in quotation marks, read like a paragraph of its own.

    201.5a: what gives it is known where one resolves; of a static ability it is not followed.
    """
    if _QUOTES:
        abilities = _QUOTES[0](tokens.word(at).strip().rstrip(","))
        resolve = (t.Activated, t.Triggered)
        if not any_node(tuple(a for a in abilities if not isinstance(a, resolve)), (t.Granter,)):
            yield at + 1, abilities
