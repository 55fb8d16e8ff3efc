"""Keyword abilities (702): how a text writes them.

`keyword` reads one keyword ability with its parameter, as a tuple (protection "from black and
from red" is two abilities, 702.16e); `keyword line` a paragraph of them; `abilities` what stands
after "has": keywords and quoted abilities. What keywords mean for characteristics is in
`meanings`.
"""

from collections.abc import Callable, Iterator
from typing import Any

from striate.cards import tree
from striate.cards.grammar.engine import (
    GRAMMAR,
    NOTHING,
    Reading,
    alias,
    lists,
    rule,
    terminal,
    words,
)
from striate.cards.grammar.normal import Tokens, tokenise
from striate.cards.grammar.nouns import ANYTHING, all_of, stat_is
from striate.cards.tree import Ability, Filter, HasSubtype, HasSupertype, HasType, Keyword, Not
from striate.cards.vocabulary import BASIC_LAND_TYPES, FORMS, KEYWORDS
from striate.cards.walking import any_node

# --- parameters -----------------------------------------------------------------------------------


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
    keys = tokens.keys
    end = at
    while end < len(keys) and keys[end] not in (".", '"', "—", ":"):
        end += 1
    if end > at and not (keys[at] == "{" and set(keys[at:end]) == {"{"}):
        yield end, tokens.slice(at, end)


@terminal("prototype box", {"±"})
def _box(tokens: Tokens, at: int) -> Iterator[Reading]:
    """702.160: the second power and toughness."""
    yield at + 1, tokens.word(at)


_BY_KIND: dict[str, dict[str, str]] = {}
for _name, _kind in KEYWORDS.items():
    _BY_KIND.setdefault(_kind, {})[_name] = _name
words("plain keyword", {name: name for name in _BY_KIND["plain"] if name != "totem armor"})
words(
    "plain keyword",
    {"suspend": "suspend", "hideaway": "hideaway", "mayhem": "mayhem", "vanishing": "vanishing"},
)
words("cost keyword", _BY_KIND["cost"])
words("number keyword", _BY_KIND["number"])
words("number cost keyword", _BY_KIND["number cost"])


@terminal("craft words", None)
def _craft_words(tokens: Tokens, at: int) -> Iterator[Reading]:
    """702.167: the materials, up to the cost."""
    end = at
    while end < len(tokens.keys) and tokens.keys[end] not in ("{", ".", '"'):
        end += 1
    if end > at:
        yield end, tokens.slice(at, end)


# --- one keyword ----------------------------------------------------------------------------------

rule("keyword", "<name:plain keyword>")(lambda name: (Keyword(name),))
rule("keyword", "<name:cost keyword> <cost:mana cost>")(lambda name, cost: (Keyword(name, cost),))
rule("keyword", "<name:cost keyword> <one:mana cost> or <two:mana cost>")(
    lambda name, one, two: (Keyword(name, f"{one} or {two}"),)
)
rule("keyword", "<name:cost keyword> <cost:mana cost> <amount:where x>")(
    lambda name, cost, amount: (Keyword(name, cost, amount=amount),) if cost == "{X}" else NOTHING
)
rule("keyword", "kicker <one:mana cost> and/or kicker <two:mana cost>")(
    lambda one, two: (Keyword("kicker", f"{one} and/or {two}"),)
)
rule("keyword", "modular — sunburst")(lambda: (Keyword("modular", words="—sunburst"),))
rule("keyword", "craft with <what:craft words> <cost:mana cost>")(
    lambda what, cost: (Keyword("craft", cost, words=f"with {what}"),)
)
rule("keyword", "<name:cost keyword> — <cost:mana cost>")(lambda name, cost: (Keyword(name, cost),))
rule("keyword", "<name:cost keyword> — <cost:cost words>")(
    lambda name, cost: (Keyword(name, cost),)
)
rule("keyword", "<name:cost keyword> — <cost:cost words> — <more:cost words>")(
    lambda name, cost, more: (Keyword(name, f"{cost}—{more}"),)
)
# What a cost in words goes on to say ("Activate only once each turn") is kept as read.
rule("keyword", "<name:cost keyword> — <cost:cost words> . <more:cost words> .")(
    lambda name, cost, more: (
        (Keyword(name, cost, words=f". {more}"),)
        if more.startswith(("Activate only", "If you cast ~ this way, X"))
        else NOTHING
    )
)


@terminal("limit words", None)
def _limit_words(tokens: Tokens, at: int) -> Iterator[Reading]:
    """602.5, 118.7: what a keyword ability goes on to say of its costs and limits, as read."""
    rest = tokens.slice(at, len(tokens.keys)).removesuffix(".")
    if rest and GRAMMAR.read("inert limit of ability", tokenise(rest)).values:
        yield len(tokens.keys), rest


rule(
    "keyword",
    "<name:cost keyword> <cost:mana cost> . <more:limit words>",
    "<name:number keyword> <number> . <more:limit words>",
)(lambda name, more, cost="", number=None: (Keyword(name, cost or "", number, words=f". {more}"),))
rule("keyword", "equip worthy <cost:mana cost>")(
    lambda cost: (Keyword("equip", cost, quality=tree.Unknown("worthy")),)
)
rule("keyword", "prototype <cost:mana cost> — <box:prototype box>")(
    lambda cost, box: (Keyword("prototype", cost, words=box),)
)
rule("keyword", "kicker <one:mana cost> and/or <two:mana cost>")(
    lambda one, two: (Keyword("kicker", f"{one} and/or {two}"),)
)
rule("keyword", "<name:number keyword> <number>")(
    lambda name, number: (Keyword(name, number=number),)
)
rule("keyword", "<name:number keyword> X")(lambda name: (Keyword(name, amount=tree.X()),))
# "Has annihilator X, where X is ... on it": the sentence says whose they are.
rule("keyword", "<name:number keyword> X <amount:where x>")(
    lambda name, amount: (
        NOTHING if any_node(amount, (tree.Affected,)) else (Keyword(name, amount=amount),)
    )
)
rule("keyword", "gift <what:craft words>")(lambda what: (Keyword("gift", words=what),))
rule("keyword", "<name:number cost keyword> <number> — <cost:any cost>")(
    lambda name, number, cost: (Keyword(name, cost, number),)
)
rule("keyword", "<name:number cost keyword> X — <cost:any cost> [. X can't be 0]")(
    lambda name, cost: (Keyword(name, cost, amount=tree.X()),)
)
alias("any cost", "<value:mana cost>", "<value:cost words>")

# 702.14: landwalk
words("walk", {f"{name.lower()}walk": HasSubtype(name) for name in BASIC_LAND_TYPES})
words("walk", {f"{name.lower()}walk": HasSubtype(name) for name in ("Desert",)})
words(
    "walk",
    {
        "nonbasic landwalk": Not(HasSupertype("Basic")),
        "legendary landwalk": HasSupertype("Legendary"),
        "snow landwalk": HasSupertype("Snow"),
        "artifact landwalk": HasType("Artifact"),
        "landwalk of the chosen type": HasSubtype("@land type"),
    },
)
words(
    "walk",
    {
        f"snow {name.lower()}walk": all_of((HasSupertype("Snow"), HasSubtype(name)))
        for name in BASIC_LAND_TYPES
    },
)
rule("keyword", "<quality:walk>")(lambda quality: (Keyword("landwalk", quality=quality),))

# 702.16, 702.11: protection and hexproof from a quality
rule("from quality", "<color>")(lambda color: tree.HasColor(color))


@rule("from quality", "<group>")
def _from_group(group: tree.Each) -> object:
    """ "From artifacts" is from spells too (702.16a); "from colored spells" from nothing else."""
    if group.zone == "stack":
        return all_of((group.filter, tree.InZone("stack")))
    return group.filter if group.zone == "battlefield" else NOTHING


words(
    "from quality",
    {
        "everything": ANYTHING,
        "snow": HasSupertype("Snow"),
        "the chosen color": tree.HasColor("@color"),
        "the last chosen color": tree.HasColor("@color"),
        "the color of your choice": tree.HasColor("@color"),
        "the color of its controller's choice": tree.HasColor("@color"),
        "that color": tree.HasColor("@color"),
        "the chosen type": HasSubtype("@creature type"),
        "the chosen card name": tree.Named("@name"),
        "the chosen name": tree.Named("@name"),
        "multicolored": tree.ColorCount(">=", 2),
        "monocolored": tree.ColorCount("=", 1),
        "colorless": tree.ColorCount("=", 0),
        "all colors": tree.ColorCount(">=", 1),
        "each color": tree.ColorCount(">=", 1),
        # 702.16k: from a player is from what that player controls.
        "your opponents": tree.ControlledBy("opponent"),
        "each opponent": tree.ControlledBy("opponent"),
        "each of your opponents": tree.ControlledBy("opponent"),
        "the chosen player": tree.ControlledBy("chosen"),
        "each mana value other than the chosen number": tree.StatIs(
            "mana value", "!=", tree.ChosenNumber()
        ),
    },
)
rule("from quality", "mana value <number> [<op:comparison>]")(
    lambda number, op=None: stat_is("mana value", number, op)
)
rule("from qualities", "from <one:from quality>")(lambda one: (one,))
rule("from qualities", "from <one:from quality> and from <two:from quality>")(
    lambda one, two: (one, two)
)
rule("from qualities", "from <one:from quality>, <more:more qualities>")(
    lambda one, more: (one, *more)
)
rule("more qualities", "from <one:from quality>, <more:more qualities>")(
    lambda one, more: (one, *more)
)
rule("more qualities", "from <one:from quality>, and from <two:from quality>")(
    lambda one, two: (one, two)
)


@rule("keyword", "<name=protection|hexproof> <qualities:from qualities>")
def _from_keyword(name: str, qualities: tuple[Filter, ...]) -> Any:
    return tuple(Keyword(name, quality=quality) for quality in qualities)


words(
    "from words",
    {
        text: text
        for text in (
            "spells and from permanents that were cast this turn",
            "activated and triggered abilities",
            "that player",
        )
    },
)
rule("keyword", "<name=protection|hexproof> from <what:from words>")(
    lambda name, what: (Keyword(name, words=f"from {what}"),)
)

# A quality that is read from other objects; "its" is said of the object that has the ability.


def _like(what: Any, of: Any) -> Filter:
    return tree.SharesWith(what, of)


rule("from quality", "[each of] its colors")(lambda: _like("color", tree.This()))
rule("from quality", "each of the exiled card's card types")(
    lambda: _like("card type", tree.LinkedCard())
)
rule("own quality", "the colors of <group:groups>")(lambda group: _like("color", group))
rule("own quality", "each mana value among <group:groups>")(
    lambda group: _like("mana value", group)
)
words("own quality", {"the chosen card type": HasType("@card type")})
alias("from quality", "<value:own quality>")
rule("from quality", "Ring-bearers")(lambda: tree.Unknown("ring-bearer"))

# 702.5, 702.41 and others with a noun


@rule("keyword", "enchant <group>", "enchant <group:groups>")
def _enchant(group: tree.Each) -> Any:
    in_place = () if group.zone == "battlefield" else (tree.InZone(group.zone),)
    return (Keyword("enchant", quality=all_of((group.filter, *in_place))),)


words("enchanted player", {"player": "player", "opponent": "opponent"})
rule("keyword", "enchant <who:enchanted player>")(lambda who: (Keyword("enchant", words=who),))
rule("keyword", "affinity for <group>")(lambda group: (Keyword("affinity", quality=group.filter),))
rule("keyword", "champion <group:singular>")(
    lambda group: (Keyword("champion", quality=group.filter),)
)
rule("keyword", "<kind:card type> offering")(
    lambda kind: (Keyword("offering", quality=HasType(kind)),)
)
rule("keyword", "<name:subtype> offering")(
    lambda name: (Keyword("offering", quality=HasSubtype(name)),)
)
rule("keyword", "equip <group> <cost:mana cost>", "equip <group> — <cost:cost words>")(
    lambda group, cost: (Keyword("equip", cost, quality=group.filter),)
)
rule("keyword", "splice onto <group> <cost:mana cost>", "splice onto <group> — <cost:cost words>")(
    lambda group, cost: (Keyword("splice", cost, quality=group.filter),)
)
rule("keyword", "devour <group> <number>")(
    lambda group, number: (Keyword("devour", number=number, quality=group.filter),)
)
rule("keyword", "partner")(lambda: (Keyword("partner"),))
rule("keyword", "partner — <what:cost words>")(lambda what: (Keyword("partner", words=f"—{what}"),))
rule("keyword", "partner with <name:card name>")(lambda name: (Keyword("partner", words=name),))
rule("keyword", "bands with other <group>")(
    lambda group: (Keyword("bands with other", quality=group.filter),)
)
rule("keyword", "emerge from <group> <cost:mana cost>")(
    lambda group, cost: (Keyword("emerge", cost, quality=group.filter),)
)
words(
    "worded keyword",
    {
        "choose a background": Keyword("partner", words="choose a Background"),
        "friends forever": Keyword("partner", words="friends forever"),
        "doctor's companion": Keyword("partner", words="Doctor's companion"),
        "umbra armor": Keyword("umbra armor"),
        "totem armor": Keyword("umbra armor"),
        "living metal": Keyword("living metal"),
        "firebending X": Keyword("firebending", amount=tree.X()),
    },
)
rule("keyword", "<value:worded keyword>")(lambda value: (value,))

# 702.29e: typecycling
_CYCLED: dict[str, Filter] = {
    f"{form}cycling": HasSubtype(name)
    for family in ("land", "creature")
    for form, name in FORMS[family].items()
}
_CYCLED["landcycling"] = HasType("Land")
_CYCLED["artifact landcycling"] = all_of((HasType("Artifact"), HasType("Land")))
_CYCLED["basic landcycling"] = all_of((HasSupertype("Basic"), HasType("Land")))
words("typecycling", _CYCLED)
rule(
    "keyword", "<quality:typecycling> <cost:mana cost>", "<quality:typecycling> — <cost:cost words>"
)(lambda quality, cost: (Keyword("typecycling", cost, quality=quality),))

# --- lines and lists ------------------------------------------------------------------------------

rule("keywords line", "<one:keyword> [.]")(lambda one: one)
rule("keyword", "trample over planeswalkers")(
    lambda: (Keyword("trample", words="over planeswalkers"),)
)
rule("keywords line", "<one:keyword> (,|;|, and) <more:keywords line>")(
    lambda one, more: one + more
)

_QUOTES: list[Callable[[str], tuple[Ability, ...]]] = []


def read_quotes_with(reader: Callable[[str], tuple[Ability, ...]]) -> None:
    """Sets how the text of a quoted ability is read (the whole language, in `language`)."""
    _QUOTES[:] = [reader]


@terminal("quoted", {'"'})
def _quoted(tokens: Tokens, at: int) -> Iterator[Reading]:
    """An ability in quotation marks, read like a paragraph of its own.

    201.5a: what gives it is known where one resolves; of a static ability it is not followed.
    """
    if _QUOTES:
        abilities = _QUOTES[0](tokens.word(at).strip().rstrip(","))
        resolve = (tree.Activated, tree.Triggered)
        if not any_node(tuple(a for a in abilities if not isinstance(a, resolve)), (tree.Granter,)):
            yield at + 1, abilities


alias("ability item", "<value:keyword>", "<value:quoted>")
lists("ability items", "ability item", joins="and")


@rule("abilities", "<items:ability items>")
def _abilities(items: tuple[tuple[Ability, ...], ...]) -> Any:
    return tuple(ability for item in items for ability in item)
