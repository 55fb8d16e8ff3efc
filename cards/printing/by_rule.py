"""Text from the rules that read it: the line whose parse gives a value back says the value.

`say(phrase, value)` tries the lines of a phrase in their order. The value of a line is turned
round: `Count(who.filter, who.zone)` takes a count apart and gives a group back. What it gives is
said in the slots, but for parts called `_`; words in round brackets are the first that can be
said, those in square brackets are left out unless a slot in them has something to say. The first
line that says everything is the canonical text: the order of lines chooses the wording, never
what is read. Files beside this module have the lines of phrases that are said in other words than
those that are read.

A line can be turned round if its value is made of nodes, words, numbers, tuples, parts of slots,
and functions with an inverse (`@undoes`). Phrases that no line reads, and those whose wording is
more than an order, are said by functions (`@says`). `<who:group*>` is said in the plural,
`<who:group^>` in the number of the whole; of `(counter|counters)` the number chooses.
"""

import ast
import inspect
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

from striate.cards.grammar.engine import Bracket, ways_of
from striate.cards.grammar.notation import LIST, NAMES, Rule, rules_of, value_of
from striate.cards.printing.mentioned import TEXTS
from striate.cards.printing.words import article, listed
from striate.cards.tree import Each, Node
from striate.cards.vocabulary import plural as plural_of

_Filled: TypeAlias = dict[str, Any]  # what fills each slot
_Taker: TypeAlias = Callable[[Any, _Filled], bool]  # takes a value apart; False: it is another
_F = TypeVar("_F", bound=Callable[..., Any])
_SAYERS: dict[str, Callable[[Any, bool], str | None]] = {}
_UNDO: dict[str, Callable[[Any], tuple[Any, ...] | None]] = {}


def says(*phrases: str) -> Callable[[_F], _F]:
    """The function says what these phrases read: (value, in the plural) -> text or None."""

    def register(function: _F) -> _F:
        _SAYERS.update(dict.fromkeys(phrases, function))
        return function

    return register


def undoes(*builders: str) -> Callable[[_F], _F]:
    def register(function: _F) -> _F:
        _UNDO.update(dict.fromkeys(builders, function))
        return function

    return register


def say(phrase: str, value: Any, *, plural: bool = False) -> str | None:
    sayer = _SAYERS.get(phrase)
    if sayer is not None:
        return sayer(value, plural)
    return by_lines(phrase, value, plural)


def by_lines(phrase: str, value: Any, plural: bool = False) -> str | None:
    """The value as the first line that can say it does."""
    text = TEXTS[-1] if TEXTS else None
    mark = text.mark() if text is not None else ()
    kind = _class_of(value)
    for rule in _rules_for(phrase, kind):
        line = _turned_round(rule)
        filled: _Filled = {}
        if line is None or line.kind not in (None, kind):
            continue
        if line.take(value, filled) and line.guard(filled):
            words = line.said(_whole(filled), plural)
            if words is not None:
                return words
            if text is not None:
                text.back_to(mark)
    return None


# --- what a value is made of ----------------------------------------------------------------------


class _Part(NamedTuple):
    """What is known of a slot by its parts: `who.filter`, `noun[0]`."""

    parts: dict[Any, Any]


class _Other(NamedTuple):
    """Any of a slot's words but these."""

    words: str


_GIVEN = _Other("")  # whichever words they are
_ANY = "_"  # a part of the value that is not said


def _whole(filled: _Filled) -> _Filled:
    for name, value in filled.items():
        if isinstance(value, _Part):
            parts = value.parts
            filled[name] = (
                tuple(parts.get(i) for i in range(max(parts) + 1))
                if isinstance(next(iter(parts)), int)
                else Each(**parts)
            )
    return filled


class _Unturned(Exception):
    """The value of the line can't be turned round."""


def _slots_in(value: ast.AST, slots: tuple[str, ...]) -> bool:
    if isinstance(value, ast.Name):
        return value.id in slots or value.id == _ANY
    return any(_slots_in(part, slots) for part in ast.iter_child_nodes(value))


def _taker(value: ast.expr, slots: tuple[str, ...]) -> _Taker:
    if not _slots_in(value, slots):
        constant = eval(compile(ast.Expression(value), "rules", "eval"), NAMES)
        return lambda given, filled: type(given) is type(constant) and given == constant
    kind = _TAKERS.get(type(value))
    if kind is None:
        raise _Unturned
    return kind(value, slots)


def _bind(name: str) -> _Taker:
    if name == _ANY:
        return lambda given, filled: True

    def take(given: Any, filled: _Filled) -> bool:
        if name in filled:
            return bool(filled[name] == given)
        filled[name] = given
        return True

    return take


def _of_slot(value: Any, slots: tuple[str, ...]) -> _Taker:
    """`who.filter`, `noun[0]`: a part of what a slot reads."""
    index = value.attr if isinstance(value, ast.Attribute) else value.slice
    if not isinstance(value.value, ast.Name) or not isinstance(index, str | ast.Constant):
        raise _Unturned
    part = index if isinstance(index, str) else index.value
    name = value.value.id

    def take(given: Any, filled: _Filled) -> bool:
        known = filled.setdefault(name, _Part({}))
        if not isinstance(known, _Part):
            return bool((getattr(known, part) if isinstance(part, str) else known[part]) == given)
        return bool(known.parts.setdefault(part, given) == given)

    return take


def _of_items(values: list[ast.expr], slots: tuple[str, ...]) -> Callable[[Any, _Filled], bool]:
    rest = values[-1].value if values and isinstance(values[-1], ast.Starred) else None
    takers = [_taker(each, slots) for each in (values[:-1] if rest is not None else values)]
    more = None if rest is None else _taker(rest, slots)

    def take(given: Any, filled: _Filled) -> bool:
        if type(given) is not tuple or len(given) < len(takers):
            return False
        if more is None and len(given) > len(takers):
            return False
        if not all(taker(each, filled) for taker, each in zip(takers, given, strict=False)):
            return False
        return more is None or more(given[len(takers) :], filled)

    return take


def _of_node(kind: type[Node], call: ast.Call, slots: tuple[str, ...]) -> _Taker:
    names = kind.__struct_fields__
    defaults = dict(zip(reversed(names), reversed(kind.__struct_defaults__), strict=False))
    given_as = dict(zip(names, call.args, strict=False))
    given_as |= {str(each.arg): each.value for each in call.keywords}
    takers = [(name, _taker(each, slots)) for name, each in given_as.items()]
    unsaid = [(name, defaults.get(name)) for name in names if name not in given_as]
    return lambda given, filled: (
        type(given) is kind
        and all(getattr(given, name) == default for name, default in unsaid)
        and all(taker(getattr(given, name), filled) for name, taker in takers)
    )


def _of_call(call: Any, slots: tuple[str, ...]) -> _Taker:
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    builder = NAMES.get(name)
    if isinstance(builder, type) and issubclass(builder, Node):
        return _of_node(builder, call, slots)
    if name == "bool":
        return _of_test(call.args[0], slots)
    if name == "str":
        return _taker(call.args[0], slots)
    if name not in _UNDO:
        raise _Unturned
    undo, names = _UNDO[name], list(inspect.signature(NAMES[name]).parameters)
    placed = dict(enumerate(call.args)) | {names.index(str(k.arg)): k.value for k in call.keywords}
    if any(isinstance(each, ast.Starred) for each in call.args):
        raise _Unturned
    takers = {at: _taker(each, slots) for at, each in placed.items()}

    def take(given: Any, filled: _Filled) -> bool:
        arguments = undo(given)
        return arguments is not None and all(
            takers[at](each, filled) if at in takers else not each
            for at, each in enumerate(arguments)
        )

    return take


def _of_or(value: Any, slots: tuple[str, ...]) -> _Taker:
    """`op or "="`: what is not said."""
    slot, unsaid = _taker(value.values[0], slots), ast.literal_eval(value.values[-1])
    return lambda given, filled: slot(None if given == unsaid else given, filled)


def _of_test(value: Any, slots: tuple[str, ...]) -> _Taker:
    """`way == "up"`, `tapped is not None`, `bool(also)`: whether a slot's words were said."""
    name, words = value, ""
    if isinstance(value, ast.Compare) and len(value.ops) == 1:
        name, other = value.left, value.comparators[0]
        if isinstance(value.ops[0], ast.Eq):
            words = ast.literal_eval(other)
        elif not isinstance(value.ops[0], ast.IsNot):
            raise _Unturned
    if not isinstance(name, ast.Name):
        raise _Unturned
    bind = _bind(name.id)
    yes, no = (words, _Other(words)) if words else (_GIVEN, None)
    return lambda given, filled: type(given) is bool and bind(yes if given else no, filled)


def _of_negative(value: Any, slots: tuple[str, ...]) -> _Taker:
    taker = _taker(value.operand, slots)
    return lambda given, filled: type(given) is int and taker(-given, filled)


def _of_words(value: Any, slots: tuple[str, ...]) -> _Taker:
    """`f"cast from {place}"`."""
    names: list[str] = []
    pattern = ""
    for piece in value.values:
        if isinstance(piece, ast.Constant):
            pattern += re.escape(str(piece.value))
        elif isinstance(piece.value, ast.Name):
            names.append(piece.value.id)
            pattern += "(.+)"
        else:
            raise _Unturned
    whole = re.compile(pattern, re.DOTALL)

    def take(given: Any, filled: _Filled) -> bool:
        match = whole.fullmatch(given) if isinstance(given, str) else None
        return match is not None and all(
            _bind(name)(part, filled) for name, part in zip(names, match.groups(), strict=True)
        )

    return take


_TAKERS: dict[type, Callable[[Any, tuple[str, ...]], _Taker]] = {
    ast.Name: lambda value, slots: _bind(value.id),
    ast.Attribute: _of_slot,
    ast.Subscript: _of_slot,
    ast.Tuple: lambda value, slots: _of_items(value.elts, slots),
    ast.Call: _of_call,
    ast.BoolOp: _of_or,
    ast.Compare: _of_test,
    ast.UnaryOp: _of_negative,
    ast.JoinedStr: _of_words,
}

# --- lines ----------------------------------------------------------------------------------------


class _Line(NamedTuple):
    kind: type | None  # the class of what it says, or of a tuple's first item; None: any
    take: _Taker
    guard: Callable[[_Filled], bool]
    said: Callable[[_Filled, bool], str | None]


def _line(rule: Rule) -> _Line:
    value, guard = value_of(rule)
    parsed = ast.parse(value, mode="eval").body
    test = compile(guard, rule.place, "eval") if guard else None
    slots = dict.fromkeys(rule.slots)

    def passes(filled: _Filled) -> bool:
        with suppress(IndexError):  # it asks of a part that the value does not hold
            return test is None or bool(eval(test, NAMES, slots | _whole(filled)))
        return False

    return _Line(_kind_of(parsed, rule.slots), _taker(parsed, rule.slots), passes, _sayer(rule))


def _class_of(value: Any) -> type:
    return type(value[0] if type(value) is tuple and value else value)


def _kind_of(value: ast.expr, slots: tuple[str, ...]) -> type | None:
    if not _slots_in(value, slots):
        return _class_of(eval(compile(ast.Expression(value), "rules", "eval"), NAMES))
    if isinstance(value, ast.Tuple):
        return _kind_of(value.elts[0], slots) if value.elts else tuple
    named = value.func if isinstance(value, ast.Call) else None
    builder = NAMES.get(named.id) if isinstance(named, ast.Name) else None
    return builder if isinstance(builder, type) else None


def _said_by(phrase: str) -> list[Rule]:
    """The lines of the phrase: those beside this module, where what is read is not what is said."""
    import_module("striate.cards.language")  # the modules beside the files offer names to them
    return rules_of(phrase, Path(__file__).parent) or rules_of(phrase)


@cache
def _rules_for(phrase: str, kind: type) -> tuple[Rule, ...]:
    """The lines that may make such a value; one is turned round, which takes its time, only where
    none before it says the value.
    """
    return tuple(rule for rule in _said_by(phrase) if _may_make(rule, kind))


_MADE = re.compile(r"\(?(\w+)\(")


def _may_make(rule: Rule, kind: type) -> bool:
    match = _MADE.match(rule.value or "")
    named = NAMES.get(match[1]) if match is not None else None
    return named is kind or not isinstance(named, type)


@cache
def _turned_round(rule: Rule) -> _Line | None:
    many = LIST.match(rule.words)
    if many is not None:
        return _line_of_list(many[1], many[2].split("|")[0])
    try:
        return _line(rule)
    except (_Unturned, ValueError):  # or a part of it is no word
        return None


def _line_of_list(item: str, join: str) -> _Line:
    def said(filled: _Filled, plural: bool) -> str | None:
        words = [say(item, each, plural=plural) for each in filled["items"]]
        return None if None in words else listed([word for word in words if word], join)

    return _Line(None, _bind("items"), lambda filled: type(filled["items"]) is tuple, said)


# --- words ----------------------------------------------------------------------------------------

_Say: TypeAlias = Callable[[_Filled, bool, set[str]], str | None]  # adds the slots that it says
_TIGHTLY = "\b"  # stands between what is written without a space
_CLOSE = re.compile(r"(?<=>)(?=[^\s<>\[\]()|])|(?<=[^\s<>\[\]()|=:])(?=<)|(?<=>)(?=<)")
_TIGHT = re.compile(r" (?=[,.;]|'s\b|'(?: |$))|(?<=—) (?=x)")
_ARTICLE = "a(n)"
_ARTICLE_AND_REST = re.compile(r"\ba\(n\) (.*)$", re.DOTALL)


def _sayer(rule: Rule) -> Callable[[_Filled, bool], str | None]:
    """What says the whole rule: nothing that its slots hold may be left out."""
    ways = [_in_a_row(way) for way in ways_of(_CLOSE.sub(f" {_TIGHTLY} ", rule.said))]

    def said(filled: _Filled, plural: bool) -> str | None:
        needed = {name for name, value in filled.items() if value is not None}
        for way in ways:
            names: set[str] = set()
            words = way(filled, plural, names)
            if words is not None and needed <= names:
                return _with_articles(_TIGHT.sub("", words.replace(f" {_TIGHTLY} ", "")))
        return None

    return said


def _with_articles(words: str) -> str:
    while _ARTICLE in words:
        words = _ARTICLE_AND_REST.sub(lambda rest: article(rest[1]), words)
    return words


def _in_a_row(way: list[str | Bracket]) -> _Say:
    parts = [_part(part, before) for before, part in zip(["", *way], way, strict=False)]

    def said(filled: _Filled, plural: bool, names: set[str]) -> str | None:
        words = []
        for part in parts:
            word = part if isinstance(part, str) else part(filled, plural, names)
            if word is None:
                return None
            if word:
                words.append(word)
        return " ".join(words)

    return said


def _part(part: str | Bracket, before: str | Bracket) -> _Say | str:
    if isinstance(part, Bracket):
        return _one_of(part, of_a_player=before == "<player:doer>")
    return _slot(part[1:-1]) if part[0] == "<" else part


def _one_of(bracket: Bracket, of_a_player: bool) -> _Say:
    optional = bracket.optional
    if bracket.ways[:2] in ([["a"], ["an"]], [["an"], ["a"]]):
        return lambda filled, plural, names: "" if optional else _ARTICLE
    words = [" ".join(map(str, way)) for way in bracket.ways]
    numbered = len(words) == 2 and plural_of(words[0]) == words[1]
    ways = [_in_a_row(way) for way in bracket.ways]

    def said(filled: _Filled, plural: bool, names: set[str]) -> str | None:
        third = of_a_player and filled["player"] != "you"
        for way in ways[1:] if third or (numbered and plural) else ways:
            known = set(names)
            text = way(filled, plural, known)
            if text is not None and (not optional or known - names):
                names |= known
                return text
        return "" if optional else None

    return said


def _slot(inside: str) -> _Say:
    if "=" in inside:
        name, _, listing = inside.partition("=")
        return _fixed(name, [" ".join(words.split()) for words in listing.split("|")])
    name, _, phrase = inside.partition(":")
    number = phrase[-1:]
    phrase = phrase.rstrip("*^") or name
    if name == "_":
        return lambda filled, plural, names: next(iter(_fixed_words(phrase)), None)

    def said(filled: _Filled, plural: bool, names: set[str]) -> str | None:
        value = filled.get(name)
        if value is None:
            return None
        names.add(name)
        if isinstance(value, _Other):
            return _fixed_words(phrase)[0]
        return say(phrase, value, plural=number == "*" or (plural and number == "^"))

    return said


def _fixed(name: str, words: list[str]) -> _Say:
    def said(filled: _Filled, plural: bool, names: set[str]) -> str | None:
        value = filled.get(name)
        if isinstance(value, _Other):
            value = next(each for each in words if each != value.words)
        names.add(name)
        return value if value in words else None

    return said


def _fixed_words(phrase: str) -> tuple[str, ...]:
    return tuple(rule.words.split("|")[0] for rule in _said_by(phrase) if not rule.slots)
