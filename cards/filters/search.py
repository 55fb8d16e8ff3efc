"""Cards by a filter in Scryfall's syntax (see `query` for its grammar).

`t: o: c: id: mv pow tou loy def kw: is: s: name:` with Scryfall's other spellings of these keys;
for colours `:` means at least, for identity at most, for numbers equal. `o:` reads the canonical
text of the effect trees and, where an import brought them, the words that have no tree.
"""

import operator
from collections.abc import Callable, Iterable
from typing import TypeAlias

from striate.cards.catalogue.index import Entry, FaceEntry
from striate.cards.catalogue.printed import NotPrinted, box_number
from striate.cards.catalogue.store import Catalogue
from striate.cards.filters import query
from striate.cards.filters.colorwords import Sense, color_set
from striate.cards.filters.kinds import KINDS
from striate.cards.filters.query import Query, SearchError, Term
from striate.cards.names import fold
from striate.spreading.collecting import uncollected

_TextOf: TypeAlias = Callable[[Entry], str]
Test: TypeAlias = Callable[[Entry], bool]
Number: TypeAlias = Callable[[Entry], Iterable[float]]

_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ":": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def search(catalogue: Catalogue, text: str) -> list[str]:
    """The names of the cards that match, in the alphabet's order."""
    query_ = query.read(text)
    if "set" in _keys_of(query_) and not any(entry.sets for entry in catalogue.index):
        raise SearchError(
            "this catalogue does not know sets; import a card file of Scryfall's or MTGJSON's"
        )
    with uncollected():
        test = _test(query_, _texts(catalogue, query_))
        names = sorted(entry.name for entry in catalogue.index if test(entry))
    if _reads_text(query_):
        from striate.cards.catalogue.texts import texts_of

        texts_of(catalogue).keep()
    return names


def _texts(catalogue: Catalogue, query_: Query) -> _TextOf:
    """The cards' texts. The printer is loaded only for a filter that reads them."""
    if not _reads_text(query_):
        return lambda entry: ""
    from striate.cards.catalogue.texts import texts_of

    return texts_of(catalogue).text_of


def _keys_of(query_: Query) -> set[str]:
    """The keys that a query uses, each in one spelling."""
    match query_:
        case Term(key=key):
            return {_KEYS.get(key, key)}
        case query.Without(part=part):
            return _keys_of(part)
        case query.Both(parts=parts) | query.OneOf(parts=parts):
            return set().union(*map(_keys_of, parts))


def _test(query_: Query, text_of: _TextOf) -> Test:
    match query_:
        case Term():
            return _term(query_, text_of)
        case query.Without(part=part):
            inner = _test(part, text_of)
            return lambda entry: not inner(entry)
        case query.Both(parts=parts):
            # Texts last: they are the only thing that has to be made.
            tests = [_test(part, text_of) for part in sorted(parts, key=_reads_text)]
            return lambda entry: all(test(entry) for test in tests)
        case query.OneOf(parts=parts):
            tests = [_test(part, text_of) for part in sorted(parts, key=_reads_text)]
            return lambda entry: any(test(entry) for test in tests)


def _reads_text(query_: Query) -> bool:
    return "oracle" in _keys_of(query_)


def _term(term: Term, text_of: _TextOf) -> Test:
    key = _KEYS.get(term.key)
    if key is None:
        known = ", ".join(sorted(set(_KEYS.values())))
        raise SearchError(f"at `{term.source}`: `{term.key}` is not a filter; there are {known}")
    if key == "oracle":
        _only_equal(term)
        wanted = term.value.casefold()
        return lambda entry: wanted in text_of(entry)
    if key in NUMBERS:
        return _number(term, NUMBERS[key])
    return _BUILDERS[key](term)


def _only_equal(term: Term) -> None:
    if term.op not in (":", "="):
        raise SearchError(f"at `{term.source}`: expected `:` or `=` after `{term.key}`")


# --- names, types, keywords, sets -----------------------------------------------------------------


def _name(term: Term) -> Test:
    wanted = fold(term.value)
    if term.op == ":":
        return lambda entry: wanted in fold(entry.name)
    _only_equal(term)
    return lambda entry: (
        fold(entry.name) == wanted or any(fold(face.name) == wanted for face in entry.faces)
    )


def _type(term: Term) -> Test:
    _only_equal(term)
    wanted = term.value.casefold()
    if term.op == "=":
        return lambda entry: any(
            wanted == word.casefold() for f in entry.faces for word in _line(f)
        )
    return lambda entry: any(wanted in " ".join(_line(f)).casefold() for f in entry.faces)


def _line(face: FaceEntry) -> tuple[str, ...]:
    return (*face.supertypes, *face.types, *face.subtypes)


def _keyword(term: Term) -> Test:
    _only_equal(term)
    wanted = term.value.casefold()
    return lambda entry: any(wanted in face.keywords for face in entry.faces)


def _set(term: Term) -> Test:
    _only_equal(term)
    wanted = term.value.casefold()
    return lambda entry: wanted in entry.sets


def _is(term: Term) -> Test:
    _only_equal(term)
    kind = KINDS.get(term.value.casefold())
    if kind is None:
        known = ", ".join(sorted(KINDS))
        raise SearchError(f"at `{term.source}`: `{term.value}` is not a kind; there are {known}")
    return kind


def _is_not(term: Term) -> Test:
    kind = _is(term)
    return lambda entry: not kind(entry)


def _mana(term: Term) -> Test:
    """`m:` the printed cost, symbols with or without braces; `:` means at least these."""
    wanted = _symbols(term.value)
    if term.op in ("=", "!="):
        same = term.op == "="
        return lambda entry: any(_symbols(f.mana_cost) == wanted for f in entry.faces) is same
    _only_equal(term)
    return lambda entry: any(
        all(_symbols(face.mana_cost).count(s) >= wanted.count(s) for s in wanted)
        for face in entry.faces
        if face.mana_cost
    )


def _symbols(cost: str) -> list[str]:
    """The symbols of a cost, sorted: "2WW" and "{2}{W}{W}" alike."""
    symbols: list[str] = []
    rest = cost.upper()
    while rest:
        if rest[0] == "{" and "}" in rest:
            symbol, _, rest = rest[1:].partition("}")
        else:
            digits = len(rest) - len(rest.lstrip("0123456789")) or 1
            symbol, rest = rest[:digits], rest[digits:]
        symbols.append(symbol)
    return sorted(symbols)


# --- colours --------------------------------------------------------------------------------------


def _color(term: Term) -> Test:
    return _colors(term, lambda entry: _colors_of(entry), "superset")


def _identity(term: Term) -> Test:
    return _colors(term, lambda entry: [frozenset(entry.color_identity)], "subset")


def _colors_of(entry: Entry) -> list[frozenset[str]]:
    """709.4: a split card has the colours of both halves; of other cards each face counts."""
    faces = [frozenset(face.colors) for face in entry.faces]
    return [frozenset().union(*faces)] if entry.layout == "split" else faces


def _colors(term: Term, colors_of: Callable[[Entry], list[frozenset[str]]], colon: Sense) -> Test:
    wanted = color_set(term.value)
    if wanted is None:
        raise SearchError(
            f"at `{term.source}`: expected colours (letters of WUBRG, `c` colourless, `m` "
            "multicoloured, a name such as `azorius`) or their number"
        )
    compare = wanted.comparison(term.op, colon)
    if term.op == "!=":
        return lambda entry: all(compare(colors) for colors in colors_of(entry))
    return lambda entry: any(compare(colors) for colors in colors_of(entry))


# --- numbers --------------------------------------------------------------------------------------


def _box(box: str) -> Iterable[float]:
    """A box's number; none where there is no box, or no number in it ("X")."""
    try:
        return (box_number(box),) if box else ()
    except NotPrinted:
        return ()


def _boxes(attribute: str) -> Number:
    def numbers(entry: Entry) -> Iterable[float]:
        return [number for face in entry.faces for number in _box(getattr(face, attribute))]

    return numbers


def _power_and_toughness(entry: Entry) -> Iterable[float]:
    return [
        power + toughness
        for face in entry.faces
        for power in _box(face.power)
        for toughness in _box(face.toughness)
    ]


def _mana_value(entry: Entry) -> Iterable[float]:
    return (entry.mana_value,)


NUMBERS: dict[str, Number] = {
    "mv": _mana_value,
    "power": _boxes("power"),
    "toughness": _boxes("toughness"),
    "powtou": _power_and_toughness,
    "loyalty": _boxes("loyalty"),
    "defense": _boxes("defense"),
}


def _number(term: Term, left: Number) -> Test:
    compare = _OPERATORS[term.op]
    value = term.value.casefold()
    if value in ("even", "odd") and term.op in (":", "="):
        rest = int(value == "odd")
        return lambda entry: any(number % 2 == rest for number in left(entry))
    other = NUMBERS.get(_KEYS.get(value, ""))
    if other is not None:
        return _against(term, left, other)
    try:
        wanted = float(box_number(value))
    except NotPrinted:
        known = ", ".join(f"`{key}`" for key in NUMBERS)
        raise SearchError(f"at `{term.source}`: expected a number, or one of {known}") from None
    return lambda entry: any(compare(number, wanted) for number in left(entry))


def _against(term: Term, left: Number, right: Number) -> Test:
    """One number of a card against another: `pow>tou`. Each face is compared with itself."""
    compare = _OPERATORS[term.op]

    def test(entry: Entry) -> bool:
        pairs = ((list(left(one)), list(right(one))) for one in _one_by_one(entry))
        return any(compare(a, b) for lefts, rights in pairs for a in lefts for b in rights)

    return test


def _one_by_one(entry: Entry) -> Iterable[Entry]:
    if len(entry.faces) == 1:
        return (entry,)
    return [
        Entry(e.name, e.layout, e.mana_value, e.color_identity, e.sets, (face,))
        for e in (entry,)
        for face in entry.faces
    ]


_BUILDERS: dict[str, Callable[[Term], Test]] = {
    "name": _name,
    "type": _type,
    "keyword": _keyword,
    "set": _set,
    "is": _is,
    "not": _is_not,
    "mana": _mana,
    "color": _color,
    "identity": _identity,
}

# Every spelling of a key, and the key.
_KEYS: dict[str, str] = {
    spelling: key
    for key, spellings in {
        "name": "name n",
        "type": "type t",
        "oracle": "oracle o",
        "color": "color colors c",
        "identity": "identity id ci commander",
        "keyword": "keyword keywords kw",
        "set": "set s edition e",
        "is": "is",
        "not": "not",
        "mana": "mana m",
        "mv": "mv cmc manavalue",
        "power": "power pow",
        "toughness": "toughness tou",
        "powtou": "powtou pt",
        "loyalty": "loyalty loy",
        "defense": "defense def",
    }.items()
    for spelling in spellings.split()
}
