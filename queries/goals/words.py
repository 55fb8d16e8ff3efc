"""The words of goals: what each says of an object in the end, as filters of the effect tree."""

from collections.abc import Sequence
from functools import cache
from typing import cast

import msgspec

from striate.cards import tree
from striate.cards.prose import bare_keyword
from striate.cards.tree import AllOf, AnyOf, Filter, Not, Num
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    BATTLE_TYPES,
    CARD_TYPES,
    COLORS,
    CREATURE_TYPES,
    FORMS,
    KEYWORDS,
    NUMBER_WORDS,
    PERMANENT_TYPES,
    QUALITY_KEYWORDS,
    SUPERTYPES,
    plural,
)
from striate.cards.walking import any_node
from striate.queries.goals.phrases import meant
from striate.search.goals import (
    ATTACHED,
    AsPrinted,
    Claim,
    GoalFilter,
    HasText,
    KindCount,
    KindOfWord,
    OnlyAbilities,
    TapsFor,
    as_filter,
    leaves,
)
from striate.search.options import TOLD

# Stands for "no other abilities" until it is known which ones are named beside it.
OTHERS = as_filter(OnlyAbilities(()))
# Stands for "its abilities" until it is known of which card.
OWN = HasText(tree.Keyword("its abilities"))
STOP: tuple[list[Claim], str] = ([], "")  # what is no further item of a list
AS_NAMED = -1  # "no other creature types": as many as are named beside it
ARTICLES = frozenset({"a", "an", "the", "any", "some", "another"})
LEVELERS = frozenset({"leveler", "levelers", "leveller", "levellers"})
CREATURE = tree.HasType("Creature")

COMPARISONS: dict[str, tree.Comparator] = meant("comparison")
STATS: dict[str, tree.Stat] = meant("stat")
COUNTED: dict[str, str] = meant("counted")  # as words are counted: "no creature types"
NOUNS: dict[str, str] = meant("flier")  # what a creature with a keyword is called
NUMBERS: dict[str, int] = {**NUMBER_WORDS, "no": 0, "a": 1, "an": 1, "hundred": 100}
# Nouns in the plural.
PLURALS = frozenset({"everything", "everyone", *filter(lambda n: n[-1] == "s", NOUNS)}) | frozenset(
    {form for forms in FORMS.values() for form, word in forms.items()
     if form != word.lower() or plural(word) == word}
    | {"things", "cards", "objects", "permanents", "manlands", "legends", "tokens",
       "walkers", "pws", "basics", "nonbasics"}
    | {plural(word).lower() for word in PERMANENT_TYPES}
)  # fmt: skip
# Those that are not in the singular, too, as "Merfolk" is.
SEVERAL = PLURALS - NOUNS.keys() - {"everything", "everyone"} - frozenset(
    word.lower() for forms in FORMS.values() for word in forms.values()
)  # fmt: skip
# What stands before a noun for a keyword.
ADJECTIVES = {"vigilant": "vigilance", "hasty": "haste", "trampling": "trample"}
# "A morph creature" has morph, or lies face down?
FACE_DOWN = frozenset({"morph", "megamorph", "disguise"})
MANA: dict[str, str] = {
    **COLORS, "colorless": "C", "colourless": "C", "mana": "any",
    **{form: letter for letter in "WUBRGC" for form in (letter.lower(), f"{{ {letter} }}".lower())},
}  # fmt: skip


def filters_of(claims: Sequence[Claim]) -> list[Filter] | None:
    """The claims as filters; None if one is of a rules text, which no filter says."""
    filters = [each for each in claims if not isinstance(each, HasText)]
    return filters if len(filters) == len(claims) else None


def both(parts: list[Filter]) -> Filter:
    """All of several filters; one alone is itself."""
    parts = [part for part in parts if part != AllOf()] or parts[:1]
    return parts[0] if len(parts) == 1 else AllOf(tuple(parts))


def all_of(filter: Filter) -> tuple[Filter, ...]:
    """The filters that it takes together."""
    return filter.parts if isinstance(filter, AllOf) else (filter,)


def ends_in_noun(filter: Filter) -> bool:
    """Whether words that say it end in one."""
    return any(
        isinstance(each, tree.HasType | tree.HasSubtype | tree.IsToken)
        or (isinstance(each, tree.AllOf) and ends_in_noun(each))
        for each in all_of(filter)
    )


def may_share(first: Filter, second: Filter) -> bool:
    """Whether an adjective may be meant of both: "black Elves and Goblins"."""
    nouns = (tree.HasSubtype, tree.HasType, tree.IsToken)
    ends = isinstance(first, AllOf) and ends_in_noun(first) and isinstance(second, nouns)
    return ends and not all(isinstance(each, nouns) for each in all_of(first))


def flat(claim: Claim) -> list[Claim]:
    """The parts of a conjunction are claims of their own."""
    if isinstance(claim, tree.AllOf) and claim.parts:
        return [each for part in claim.parts for each in flat(part)]
    return [claim]


def either(parts: list[Filter]) -> Filter:
    """One of several filters; one alone is itself."""
    each = [part for one in parts for part in (one.parts if isinstance(one, AnyOf) else (one,))]
    return each[0] if len(each) == 1 else AnyOf(tuple(each))


def with_noun_of(last: Filter, parts: list[Filter]) -> list[Filter]:
    """The parts with the noun that ends the last one, where they have none; adjectives alone with
    all but its first one: in "a 2/2 or 3/3 black Elf" both are black Elves."""
    if after := _after_adjectives(parts, last):
        return [both([part, *after]) for part in parts]
    noun = last.parts[-1] if isinstance(last, AllOf) and len(last.parts) > 1 else None
    if not isinstance(noun, tree.HasType) or any(isinstance(p, tree.HasType) for p in parts):
        return parts
    return [both([part, noun]) for part in parts]


def _after_adjectives(parts: Sequence[Filter], last: Filter) -> tuple[Filter, ...]:
    """What follows the last of several adjectives, with the noun."""
    words = last.parts if isinstance(last, AllOf) and ends_in_noun(last) else ()
    return () if not words or any(map(ends_in_noun, (*parts, words[0]))) else words[1:]


def may_share_keywords(parts: Sequence[Filter], last: Filter) -> bool:
    """Whether a keyword after the last of several adjectives may be meant of all: no sentence
    says that again."""
    return any_node(_after_adjectives(parts, last), (tree.HasKeyword,))


def box(power: int, toughness: int, op: tree.Comparator = "=") -> Filter:
    """208.1: power and toughness; a comparison holds of both."""
    if op == "!=":
        return Not(box(power, toughness))
    return AllOf(
        (tree.StatIs("power", op, Num(power)), tree.StatIs("toughness", op, Num(toughness)))
    )


@cache
def descriptions() -> dict[str, Filter]:
    """Each word or words that say what an object is, in lower case."""
    table: dict[str, Filter] = {
        word: AllOf((CREATURE, tree.HasKeyword(has))) for word, has in NOUNS.items()
    }
    for word, letter in COLORS.items():
        table[word] = tree.HasColor(letter)
        for prefix in ("mono-", "mono"):
            table[prefix + word] = AllOf((tree.HasColor(letter), tree.ColorCount("=", 1)))
    for word in SUPERTYPES:
        table[word.lower()] = tree.HasSupertype(word)
    for forms in FORMS.values():
        for form, word in forms.items():
            table.setdefault(form, tree.HasSubtype(word))
            table.setdefault(form.replace("-", " "), tree.HasSubtype(word))  # "a power plant"
    for word in BATTLE_TYPES:
        table[word.lower()] = tree.HasSubtype(word)
    for word in CARD_TYPES:
        if word in PERMANENT_TYPES or word in ("Kindred", "Instant", "Sorcery"):
            table[word.lower()] = table[plural(word).lower()] = tree.HasType(word)
    table |= meant("description")
    british = {word.replace("color", "colour"): filter_ for word, filter_ in table.items()}
    return {**table, **british}


@cache
def _words_of() -> dict[Filter, str]:
    """The descriptions of one thing, the first of the words that say it for each."""
    single = [
        (filter_, word)
        for word, filter_ in descriptions().items()
        if filter_ == ATTACHED or not isinstance(filter_, AllOf | AnyOf)
    ]
    return dict(reversed(single))


def word_of(filter: Filter | GoalFilter | Claim) -> str | None:
    """The word that `descriptions` reads as that."""
    return _words_of().get(filter)  # type: ignore[arg-type]  # what no word says is not there


@cache
def suggested() -> frozenset[str]:
    """The words of descriptions without their plurals, for "did you mean"."""
    plurals = {form for forms in FORMS.values() for form, word in forms.items()
               if form != word.lower()}  # fmt: skip
    return frozenset(descriptions()) - plurals - NOUNS.keys()


def opposite(filter: Filter) -> Filter:
    """Not the filter; what is denied twice is said plainly."""
    if isinstance(filter, TapsFor):
        return Not(as_filter(TapsFor(filter.mana, maybe=True)))
    if isinstance(filter, KindCount | tree.ColorCount) and (filter.op, filter.number) == (">=", 1):
        none: Filter = msgspec.structs.replace(filter, op="=", number=0)
        return none
    return filter.part if isinstance(filter, Not) else Not(filter)


def as_printed(claims: Sequence[Claim]) -> list[Claim]:
    """That it was printed so, of what is said not to be so any longer."""
    colored = either([tree.HasColor(each) for each in "WUBRG"])
    told = [Not(colored) if each == tree.ColorCount("=", 0) else each for each in claims]
    return [
        as_filter(AsPrinted(opposite(each)))
        for each in told
        if isinstance(each, Not | tree.HasNoAbilities) and is_told(each)
    ]


def copy_of(named: Sequence[Claim]) -> list[Claim]:
    """707.2: what has the name of another card than its own."""
    names = (each for each in named if isinstance(each, tree.Named))
    return [*named, *(as_filter(AsPrinted(Not(each))) for each in names)]


def is_told(claim: Claim) -> bool:
    """Whether a printed card tells it."""
    return all(isinstance(leaf, TOLD) for leaf in leaves(claim))


def as_ability(claim: Claim) -> tree.Ability | None:
    """The ability that a claim asks for, where it asks for one."""
    if isinstance(claim, HasText):
        return None if claim.negated else claim.ability
    if not isinstance(claim, tree.HasKeyword):
        return None
    bare = bare_keyword(claim.keyword)
    if bare is not None:
        return bare
    from striate.cards.language import parse_abilities

    plain = tree.Keyword(claim.keyword)
    return plain if [*parse_abilities(claim.keyword)] == [plain] else None


def denied_claim(claim: Claim) -> Claim:
    """What is so where the claim is false."""
    if isinstance(claim, HasText):
        return HasText(claim.ability, not claim.negated)
    return opposite(claim)


def affirmed(claim: Claim) -> Claim:
    """The claim, or what it denies."""
    denies = isinstance(claim, Not | tree.HasNoAbilities) or getattr(claim, "negated", False)
    return denied_claim(claim) if denies else claim


def parted(claims: Sequence[Claim], denied: bool = False) -> list[Claim]:
    """The parts of the claims, or of what is so where each of them is false."""
    return [part for each in claims for part in flat(denied_claim(each) if denied else each)]


def counted(kind: str, op: tree.Comparator, number: int) -> Filter:
    """So many colours, types, subtypes; "more than one" and "at least two" are the same."""
    if op in ("<", ">"):
        op, number = ("<=", number - 1) if op == "<" else (">=", number + 1)
    if kind == "color":
        return tree.ColorCount(op, number)
    return as_filter(KindCount(cast("KindOfWord", kind), op, number))


def every_one(kind: str, but: Sequence[Filter] = ()) -> Filter | None:
    """Every colour, creature type or basic land type `but` these; None for kinds without a last
    word."""
    words: list[Filter]
    if kind == "color":
        words = [tree.HasColor(each) for each in dict.fromkeys(COLORS.values()) if each]
    elif kind == "creature type":
        return both([counted(kind, ">=", len(CREATURE_TYPES) - len(but)), *map(opposite, but)])
    elif kind == "basic land type":
        words = [tree.HasSubtype(word) for word in BASIC_LAND_TYPES]
    else:
        return None
    if kind == "color" and not but:
        return tree.ColorCount("=", len(words))
    return both([*(word for word in words if word not in but), *map(opposite, but)])


@cache
def keywords() -> dict[str, Filter]:
    """Each keyword that a filter can ask for, by its words in lower case."""
    names = (*KEYWORDS, *QUALITY_KEYWORDS)
    table: dict[str, Filter] = {name.lower(): tree.HasKeyword(name) for name in names}
    return table | {word: tree.HasKeyword(has) for word, has in ADJECTIVES.items()}


@cache
def adjectives() -> dict[str, Filter]:
    """Keywords as they stand before a noun: "a flying creature", "a nonflying one"."""
    named = {word: has for word, has in keywords().items() if word not in FACE_DOWN}
    return named | {f"non{sign}{word}": Not(has) for word, has in keywords().items()
                         for sign in ("", "-")}  # fmt: skip


def stat_against(
    stat: tree.Stat, op: tree.Comparator, other: tree.Stat | int, factor: int = 1, more: int = 0
) -> Filter:
    """A stat against a number, or against another stat of the object so many times or and more."""
    if isinstance(other, int):
        return tree.StatIs(stat, op, Num(other))
    amount = tree.StatOf(other, tree.Affected())
    times = amount if factor == 1 else tree.Times(factor, amount)
    return tree.StatIs(stat, op, tree.Sum((times, Num(more))) if more else times)


def alone(filter: Filter) -> Filter | None:
    """That, and no other word of its kind: "only black", "only white and blue"; None where it is
    unclear."""
    if filter == AllOf():
        return None
    several = all_of(filter)
    if isinstance(filter, tree.ColorCount) or all(isinstance(e, tree.StatIs) for e in several):
        return filter
    kind, *others = (_kind(each) for each in several)
    if kind is None or any(each != kind for each in others):
        return None
    return AllOf((*several, counted(kind, "=", len(set(several)))))


def accompanied(filter: Filter) -> Filter | None:
    """That, and another word of its kind: "not only black"; None where it is unclear."""
    kind = _kind(filter)
    return None if kind is None else AllOf((filter, counted(kind, ">=", 2)))


def is_of_kind(filter: Filter | Claim, kind: str) -> bool:
    """Whether it is a word that is counted so: an Elf is a creature type and a subtype."""
    if kind == "supertype":
        return isinstance(filter, tree.HasSupertype)
    own = "" if isinstance(filter, HasText) else _kind(filter)
    return own == kind or (
        isinstance(filter, tree.HasSubtype)
        and (kind == "subtype" or (kind == "basic land type" and own == "land type"))
    )


def _kind(filter: Filter) -> str | None:
    """Of which kind a word is, as words are counted."""
    match filter:
        case tree.HasColor():
            return "color"
        case tree.HasType():
            return "card type"
        case tree.HasSubtype(subtype=word) if word in BASIC_LAND_TYPES:
            return "land type"
        case tree.HasSubtype(subtype=word) if word in CREATURE_TYPES:
            return "creature type"
    return None


ADJECTIVE = "the words before the first thing before the second, too, or `a` or `all` before each"
OF_EACH = "the noun of each: `a red Elf and a blue Elf`"
LIMITED = "`exactly`, `at least` or the like before each number"
OF_ONE_OTHER = "`is` before it, or a sentence of its own for each other object"
LOST_WHICH = "`lacks` with what it has no longer, or `no` with what it has none of"
OR_AND_AND = "`, and has` if both hold, as `is red or blue, and is green`; else two goals"
_OF_ONE_SORT = (tree.HasKeyword, tree.HasColor, tree.HasType, tree.HasSubtype)


def is_mixed(before: Sequence[object], more: Sequence[object]) -> bool:
    """Whether "or" and "and" join things of one sort: "flying or trample and lifelink"."""
    pairs = [(before[-1:], more[:1]), (more[:1], before[-1:])]
    return any(
        isinstance(either, tree.AnyOf)
        and any({*map(type, (*either.parts, plain))} == {sort} for sort in _OF_ONE_SORT)
        for choice, beside in pairs
        for either in choice
        for plain in beside
    )
