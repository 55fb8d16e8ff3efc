"""The words of goals: what each says of an object in the end, as filters of the effect tree."""

from functools import cache

from striate.cards import tree
from striate.cards.tree import AllOf, AnyOf, Filter, Not, Num
from striate.cards.vocabulary import (
    BATTLE_TYPES,
    CARD_TYPES,
    COLORS,
    FORMS,
    KEYWORDS,
    NUMBER_WORDS,
    PERMANENT_TYPES,
    QUALITY_KEYWORDS,
    SUPERTYPES,
    plural,
)

ARTICLES = frozenset({"a", "an", "the", "any", "some", "another"})
CREATURE = tree.HasType("Creature")

# Comparisons in words, longest first when read.
COMPARISONS: dict[str, tree.Comparator] = {
    "greater than or equal to": ">=",
    "less than or equal to": "<=",
    "greater than": ">",
    "more than": ">",
    "bigger than": ">",
    "less than": "<",
    "smaller than": "<",
    "at least": ">=",
    "at most": "<=",
    "not equal to": "!=",
    "equal to": "=",
    "exactly": "=",
    ">=": ">=",
    "<=": "<=",
    "!=": "!=",
    "=": "=",
    ">": ">",
    "<": "<",
}
# What may follow a number: "3 or greater".
ENDINGS: dict[str, tree.Comparator] = {
    "or greater": ">=",
    "or more": ">=",
    "or bigger": ">=",
    "or higher": ">=",
    "or larger": ">=",
    "or less": "<=",
    "or fewer": "<=",
    "or smaller": "<=",
    "or lower": "<=",
}
STATS: dict[str, tree.Stat] = {
    "power": "power",
    "toughness": "toughness",
    "mana value": "mana value",
    "converted mana cost": "mana value",
}
NUMBERS: dict[str, int] = {**NUMBER_WORDS, "no": 0, "a": 1, "an": 1}


def both(parts: list[Filter]) -> Filter:
    """All of several filters; one alone is itself."""
    return parts[0] if len(parts) == 1 else AllOf(tuple(parts))


def either(parts: list[Filter]) -> Filter:
    """One of several filters; one alone is itself."""
    return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))


def box(power: int, toughness: int, op: tree.Comparator = "=") -> Filter:
    """208.1: power and toughness; a comparison holds of both."""
    return AllOf(
        (tree.StatIs("power", op, Num(power)), tree.StatIs("toughness", op, Num(toughness)))
    )


@cache
def descriptions() -> dict[str, Filter]:
    """Each word or words that say what an object is, in lower case."""
    table: dict[str, Filter] = {
        "permanent": AllOf(),
        "permanents": AllOf(),
        "object": AllOf(),
        "objects": AllOf(),
        "colorless": tree.ColorCount("=", 0),
        "monocolored": tree.ColorCount("=", 1),
        "multicolored": tree.ColorCount(">=", 2),
        "all colors": tree.ColorCount("=", 5),
        "every color": tree.ColorCount("=", 5),
        "tapped": tree.IsTapped(),
        "untapped": Not(tree.IsTapped()),
        "vanilla": AllOf((CREATURE, tree.HasNoAbilities())),
        "historic": AnyOf(
            (
                tree.HasSupertype("Legendary"),
                tree.HasType("Artifact"),
                tree.HasSubtype("Saga"),
            )
        ),
    }
    for word, letter in COLORS.items():
        table[word] = tree.HasColor(letter)
        for prefix in ("mono-", "only ", "mono"):
            table[prefix + word] = AllOf((tree.HasColor(letter), tree.ColorCount("=", 1)))
    for word in SUPERTYPES:
        table[word.lower()] = tree.HasSupertype(word)
    for forms in FORMS.values():
        for form, word in forms.items():
            table.setdefault(form, tree.HasSubtype(word))
    for word in BATTLE_TYPES:
        table[word.lower()] = tree.HasSubtype(word)
    for word in CARD_TYPES:
        if word in PERMANENT_TYPES or word in ("Kindred", "Instant", "Sorcery"):
            table[word.lower()] = table[plural(word).lower()] = tree.HasType(word)
    table["tribal"] = tree.HasType("Kindred")
    return table


@cache
def suggested() -> frozenset[str]:
    """The words of descriptions without their plurals, for "did you mean"."""
    plurals = {form for forms in FORMS.values() for form, word in forms.items()
               if form != word.lower()}  # fmt: skip
    return frozenset(descriptions()) - plurals


def opposite(filter: Filter) -> Filter:
    """Not the filter; what is denied twice is said plainly."""
    return filter.part if isinstance(filter, Not) else Not(filter)


@cache
def keywords() -> dict[str, Filter]:
    """Each keyword that a filter can ask for, by its words in lower case."""
    names = (*KEYWORDS, *QUALITY_KEYWORDS)
    return {name.lower(): tree.HasKeyword(name) for name in names}


def stat_against(stat: tree.Stat, op: tree.Comparator, other: tree.Stat | int) -> Filter:
    """A stat against a number, or against another stat of the same object."""
    amount = Num(other) if isinstance(other, int) else tree.StatOf(other, tree.Affected())
    return tree.StatIs(stat, op, amount)
