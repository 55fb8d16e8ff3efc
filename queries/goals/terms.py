"""Goals in Scryfall's terms: `t:merfolk pow=1 kw:flying` is one object that is so in the end.

A card's whole name (`!"Humility"`) and `is:leveler` say what is printed; everything else is judged
by what the object is in the end.
"""

import re
from collections.abc import Mapping

from striate.boards.errors import did_you_mean
from striate.cards import tree
from striate.cards.filters import query
from striate.cards.filters.colorwords import color_set
from striate.cards.filters.query import Both, OneOf, Query, SearchError, Term, Without
from striate.cards.tree import AllOf, AnyOf, Filter, Not
from striate.cards.vocabulary import COLORS
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Cards
from striate.queries.goals.mending import APPLIED, rows_of
from striate.queries.goals.tokens import GoalError
from striate.search.goals import AnyObject, CardNamed, Demand, Goal, Leveler

_TERM = re.compile(r"(?:^|[\s(-])(?:[A-Za-z]+(?:!=|<=|>=|[:=<>])\S|!\"?[A-Z])")
_ALIASES = {
    "type": "t", "color": "c", "colors": "c", "keyword": "kw", "keywords": "kw", "power": "pow",
    "toughness": "tou", "cmc": "mv", "manavalue": "mv", "n": "name", "subtype": "t",
    "supertype": "t", "types": "t", "subtypes": "t", "supertypes": "t",
}  # fmt: skip
_KEYS = ("t", "c", "pow", "tou", "pt", "powtou", "mv", "kw", "is", "not", "name")
_STATS: dict[str, tree.Stat] = {"pow": "power", "tou": "toughness", "mv": "mana value"}
_PLAYERS: dict[str, tree.Player] = {"me": "you", "you": "you", "opponent": "opponent"}


def has_terms(text: str) -> bool:
    """Whether a goal is written in Scryfall's terms."""
    return _TERM.search(re.sub(r'"[^"]*"', '""', text)) is not None and not _SENTENCE.search(text)


# As programs write it: `x.power`, `isLand(x)` are said of one x.
_OF_ONE = re.compile(
    r"\b(\w+)\.(?=pow|tou|mv|cmc|mana|colou?r|\w*type|c:|c=|kw|is|has|-is|controller|owner)",
    re.IGNORECASE,
)
_NO_KIND = re.compile(r"[a-z]|obj(?:ect)?|it|self|this|card|permanent", re.IGNORECASE)


def in_terms(text: str) -> str:
    """What is written as in a program, `x.power == 0 && isLand(x)`, in Scryfall's terms; ""
    where it speaks of several objects, or is nothing of the kind."""
    written = APPLIED.sub(r"\2.\1", text)
    written = _SET.sub(_as_set, written)
    for pattern, (said,) in rows_of("terms"):
        written = pattern.sub(said, written)
    kinds = {each.casefold(): each for each in _OF_ONE.findall(written)}
    written = _OF_ONE.sub("", written)
    named = {each for each in kinds if kinds[each] != each and each not in goalwords.descriptions()}
    kind = "".join(
        f'!"{kinds[each]}" ' if each in named else f"{each} "
        for each in kinds
        if not _NO_KIND.fullmatch(each)
    )
    terms = has_terms(written) or _SIGNS.search(text) is not None
    return f"{kind}{written}" if written != text and len(kinds) < 2 and terms else ""


_SIGNS = re.compile(r"[∧∨¬]|&&|\|\|")
_SET = re.compile(
    r"((?:\w+\.)?)(colou?rs?|(?:sub|super)?types?)\s*={1,3}\s*"
    r"(?:set\(\)|(?:set|frozenset|Set\.of)?\(?[\[{]([\w\s,\"']*)[\]}]\)?)"
)


def _as_set(match: re.Match[str]) -> str:
    """`types == {"Land", "Creature"}`: these words, and no more."""
    one, key, listed = match.groups("")
    words = re.findall(r"\w+", listed)
    if key[0] == "c" and words and {*"".join(words)} <= {*"WUBRG"}:
        return f"{one}c={''.join(words)}"
    many = key if key[-1] == "s" else f"{key}s"
    return " and ".join([*(f"{one}{many}:{word}" for word in words), f"{one}{many}={len(words)}"])


_AND = re.compile(r" && | & | and |[\[\],] ?")
_SENTENCE = re.compile(r"\b(?:ends|is|are|has|have|lacks|with|whose)\s", re.IGNORECASE)


def goal_from_terms(text: str, cards: Cards) -> Goal:
    """One object of which the terms hold."""
    try:
        query_parts = query.read(_AND.sub(" ", text))
    except SearchError as error:
        raise GoalError(text, len(text.rstrip()), len(text), str(error)) from None
    reader = _Terms(text, cards)
    parts = query_parts.parts if isinstance(query_parts, Both) else (query_parts,)
    subjects = [(part, subject) for part in parts if (subject := reader.subject(part))]
    if len(subjects) > 1:
        raise reader.error(subjects[1][0], "one card's name, or `is:leveler`, not both")
    rest = tuple(reader.filter(p) for p in parts if all(p is not used for used, _ in subjects))
    if not subjects:
        return Goal((Demand(AnyObject(goalwords.both(list(rest))), ()),), text)
    return Goal((Demand(subjects[0][1], rest),), text)


class _Terms:
    def __init__(self, text: str, cards: Cards) -> None:
        self.text = text
        self.cards = cards

    def error(self, part: Query, expected: str, hint: str = "") -> GoalError:
        source = part.source if isinstance(part, Term) else ""
        start = max(self.text.find(source), 0)
        return GoalError(self.text, start, start + max(len(source), 1), expected, hint)

    def subject(self, part: Query) -> CardNamed | Leveler | None:
        """A term that says what is printed."""
        if not isinstance(part, Term):
            return None
        key = _ALIASES.get(part.key, part.key)
        if key == "is" and part.value.casefold() == "leveler":
            return Leveler()
        if key == "name" and part.op == "=":
            card = self.cards.card(part.value)
            if card is None:
                near = self.cards.suggest(part.value)[:3]
                hint = f"did you mean {' or '.join(f'`{n}`' for n in near)}?" if near else ""
                raise self.error(part, "a card's whole name", hint)
            return CardNamed(card.faces[0].name if len(card.faces) > 1 else card.name)
        return None

    def filter(self, part: Query) -> Filter:
        match part:
            case Both(parts=parts):
                return AllOf(tuple(map(self.filter, parts)))
            case OneOf(parts=parts):
                return AnyOf(tuple(map(self.filter, parts)))
            case Without(part=inner):
                kind = self.filter(inner)
                return kind.part if isinstance(kind, Not) else Not(kind)
            case Term():
                return self.term(part)

    def term(self, term: Term) -> Filter:
        key = _ALIASES.get(term.key, term.key)
        if key in _STATS or key == "powtou":
            return self.number(term, _STATS.get(key))
        if term.key in goalwords.COUNTED and term.value.isdecimal() and key == "t":
            return goalwords.counted(goalwords.COUNTED[term.key], _op(term), int(term.value))
        if key in ("t", "kw", "is", "not"):
            plain = goalwords.keywords() if key == "kw" else _words()
            kind = self.one_of(term, _types() if key == "t" else plain, key)
            return Not(kind) if (key == "not") != (term.op == "!=") else kind
        if key in ("c", "pt"):
            return self.color(term) if key == "c" else self.both_boxes(term)
        player = _PLAYERS.get(term.value.casefold())
        if key in ("controller", "owner") and player is not None and term.op in (":", "="):
            return tree.ControlledBy(player) if key == "controller" else tree.OwnedBy(player)
        known = ", ".join(f"`{known}`" for known in _KEYS)
        word = term.value.casefold()
        of_one = key == "name" and word not in goalwords.PLURALS and self.cards.card(word) is None
        if of_one and word in (words := _words()):
            return words[word]  # "land pow>3"
        if key == "name":
            raise self.error(term, f'a name as `!"{term.value}"`, or a term with {known}')
        raise self.error(term, f"one of {known}", did_you_mean(term.key, _KEYS))

    def one_of(self, term: Term, table: Mapping[str, Filter], key: str) -> Filter:
        """The filter that a word of a table stands for."""
        if term.op not in (":", "=", "!="):
            raise self.error(term, f"`:` or `=` after `{term.key}`")
        if term.value.casefold() not in table:
            words = ", ".join(f"`{kind}`" for kind in sorted(_kinds()))
            expected = {"t": "a supertype, card type or subtype", "kw": "a keyword"}
            words = expected.get(key, f"one of {words}, or `leveler`")
            raise self.error(term, words, did_you_mean(term.value, table))
        return table[term.value.casefold()]

    def number(self, term: Term, stat: tree.Stat | None) -> Filter:
        """A size; with no stat named, power and toughness together."""
        op, value = _op(term), _ALIASES.get(term.value.casefold(), term.value.casefold())
        if value in _STATS and stat is not None:
            return goalwords.stat_against(stat, op, _STATS[value])
        try:
            if stat is None:
                return goalwords.stat_against("power", op, "toughness", -1, int(value))
            return goalwords.stat_against(stat, op, int(value))
        except ValueError:
            raise self.error(term, "a whole number, `pow`, `tou` or `mv`") from None

    def both_boxes(self, term: Term) -> Filter:
        power, slash, toughness = term.value.partition("/")
        if term.op not in (":", "=") or not slash or not (power + toughness).isdecimal():
            raise self.error(term, "power and toughness as `pt=2/2`")
        return goalwords.box(int(power), int(toughness))

    def color(self, term: Term) -> Filter:
        wanted = color_set(term.value)
        if wanted is None:
            raise self.error(term, "colours: letters of WUBRG, `c` colourless, `m` multicoloured")
        if wanted.several:
            return tree.ColorCount(">=" if term.op != "!=" else "<=", 2 if term.op != "!=" else 1)
        if wanted.number is not None:
            return tree.ColorCount(_op(term), wanted.number)
        return _colors(term.op, wanted.colors)


def _op(term: Term) -> tree.Comparator:
    return "=" if term.op == ":" else term.op  # type: ignore[return-value]  # the other operators are the tree's


def _colors(op: str, letters: frozenset[str]) -> Filter:
    """105.2: the object's colours against a set of them; `:` is "at least"."""
    has = AllOf(tuple(tree.HasColor(letter) for letter in sorted(letters)))
    no_other = AllOf(tuple(Not(tree.HasColor(c)) for c in "WUBRG" if c not in letters))
    same = AllOf((*has.parts, *no_other.parts))
    table: dict[str, Filter] = {
        ":": has if letters else same,
        ">=": has,
        "<=": no_other,
        "=": same,
        "!=": Not(same),
        ">": AllOf((*has.parts, Not(same))),
        "<": AllOf((*no_other.parts, Not(same))),
    }
    return table[op]


def _types() -> dict[str, Filter]:
    sorts = (tree.HasType, tree.HasSubtype, tree.HasSupertype)
    table = goalwords.descriptions()
    return {word: filter_ for word, filter_ in table.items() if isinstance(filter_, sorts)}


def _words() -> dict[str, Filter]:
    colors = {word: tree.HasColor(letter) for word, letter in COLORS.items()}
    table = goalwords.descriptions()
    able = {"abilities": Not(tree.HasNoAbilities())}
    return {**table, **goalwords.adjectives(), **goalwords.keywords(), **colors, **able}


def _kinds() -> dict[str, Filter]:
    table = goalwords.descriptions()
    names = ("permanent", "historic", "vanilla", "colorless", "multicolored", "legendary")
    return {**{name: table[name] for name in names}, "monocolored": table["monocolored"],
            "tapped": tree.IsTapped()}  # fmt: skip
