"""The grammar engine: rules written as notation, all readings found, nothing guessed.

The rules themselves are data: lines in the files of `rules/`, which `notation` adds:

    counted: the number of <who:group> = Count(who.filter, who.zone)

Notation: plain words stand for themselves, and so do numbers and symbols (they are cut into tokens
as card text is);
`<name:phrase>` reads that phrase and passes its value as the parameter `name` (`<phrase>` is
short for `<phrase:phrase>`); `<name=some words|other words>` reads those words and passes the
words that stood there; `[...]` is optional, `(a|b)` a choice. A parameter that was not read is
None. Keys of tokens (see `normal`): `{` a symbol, `#` digits, `±` a P/T pair,
`"` a quotation are read by phrases that look at the token: `@terminal(name, first=...)`.
`words(name, {"first strike": value})` is a phrase that is a table of words; `lists(name, item)`
reads "a, b, and c" into a tuple. A builder may return `NOTHING` to decline what it was given;
what helps it raises `Declined`.
Values must be hashable. Phrases must not be empty and must not begin with themselves.

All readings of a phrase at a position are found once and kept; each phrase is a trie over its
alternatives, entered only when its first token fits. Two readings of a whole line that build
different values are an ambiguity: `read` then returns no value.
"""

import gc
import inspect
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import chain, product
from typing import Any, Literal, NamedTuple, NoReturn, TypeAlias

from striate.cards.grammar.normal import Tokens, tokenise
from striate.spreading.collecting import uncollected

_Value: TypeAlias = Any  # a hashable value that a rule built
_Builder: TypeAlias = Callable[..., _Value]
Reading: TypeAlias = tuple[int, _Value]
_TerminalReader: TypeAlias = Callable[[Tokens, int], Iterator[Reading]]


NOTHING = object()  # what a builder returns when its parts do not go together


class Declined(Exception):
    """What a builder or a function that helps it raises when its parts do not go together."""


def decline() -> NoReturn:
    raise Declined


# A line of more tokens than this is not read: no card's is half as long, and what is longer is
# no rules text but could take a reader of all readings very long.
_LONGEST = 400
# No card's line needs a tenth of these steps; a line that needs more has too many readings.
_MOST_STEPS = 10_000


class GrammarError(Exception):
    """A mistake in the grammar itself."""


# --- notation -------------------------------------------------------------------------------------


class _Item(NamedTuple):
    """A word by its key, a phrase by its name, or the fixed words of a slot."""

    kind: Literal["word", "phrase", "fixed"]
    text: str
    capture: str = ""


_NOTATION = re.compile(r"<[^<>]*>|[\[\]()|]|[^\s<>\[\]()|]+")


class Bracket(NamedTuple):
    """A choice in round brackets; in square ones it may be left out."""

    ways: "Ways"
    optional: bool


Ways: TypeAlias = list[list[str | Bracket]]  # of each way its words, its slots and what is chosen


def ways_of(notation: str) -> Ways:
    pieces = _NOTATION.findall(notation)
    ways, rest = _choice(pieces, 0)
    if rest != len(pieces):
        raise GrammarError(f"unbalanced notation: {notation}")
    return ways


def _choice(pieces: list[str], at: int) -> tuple[Ways, int]:
    ways: Ways = [[]]
    while at < len(pieces) and pieces[at] not in ("]", ")"):
        piece = pieces[at]
        if piece == "|":
            ways.append([])
        elif piece in ("[", "("):
            inner, at = _choice(pieces, at + 1)
            if at >= len(pieces):
                raise GrammarError("unclosed bracket in notation")
            ways[-1].append(Bracket(inner, piece == "["))
        else:
            ways[-1].append(piece)
        at += 1
    return ways, at


def _expanded(ways: Ways) -> list[tuple[_Item, ...]]:
    return [
        tuple(chain.from_iterable(parts)) for way in ways for parts in product(*map(_options, way))
    ]


def _options(part: str | Bracket) -> list[tuple[_Item, ...]]:
    if isinstance(part, str):
        return _atoms(part)
    return [*_expanded(part.ways), ()] if part.optional else _expanded(part.ways)


@cache
def _atoms(piece: str) -> list[tuple[_Item, ...]]:
    if not piece.startswith("<"):
        return [_literal(piece)]
    inside = piece[1:-1]
    if "=" in inside:
        capture, _, choices = inside.partition("=")
        return [(*_literal(words), _Item("fixed", words, capture)) for words in choices.split("|")]
    capture, _, name = inside.partition(":")
    return [(_Item("phrase", name or capture, capture),)]


def _literal(text: str) -> tuple[_Item, ...]:
    """Words that stand for themselves; so do a number, a symbol, a pair: "8" is no other number."""
    tokens = tokenise(text)
    return tuple(
        _Item("word", key + tokens.word(place) if key in _OF_MANY else key)
        for place, key in enumerate(tokens.keys)
    )


_OF_MANY = ("#", "{", "±")  # keys that tokens with other texts have too


# --- tries ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _State:
    """A place inside a phrase: what may follow, and what is built if the phrase ends here."""

    words: dict[str, "_State"] = field(default_factory=dict)
    phrases: dict[str, "_State"] = field(default_factory=dict)
    accepts: list[tuple[_Builder, tuple[int | tuple[_Value], ...]]] = field(default_factory=list)
    edges: "tuple[tuple[str, frozenset[str] | None, _State], ...]" = ()


def _after(known: dict[str, _State], key: str) -> _State:
    state = known.get(key)
    if state is None:
        state = known[key] = _State()
    return state


class Grammar:
    """A set of phrases, and the reader for them."""

    def __init__(self) -> None:
        self.roots: dict[str, _State] = {}
        self.terminals: dict[str, tuple[_TerminalReader, frozenset[str] | None]] = {}
        self._first: dict[str, frozenset[str] | None] = {}
        self._waiting: list[Callable[[], None]] = []
        self.undefined: set[str] = set()  # phrases that rules name and nobody reads
        self.notations: dict[str, list[str]] = {}  # what rules say, for "the nearest known form"

    # Adding rules

    def rule(
        self, phrase: str, *notations: str, slots: Sequence[str] | None = None
    ) -> Callable[[_Builder], _Builder]:
        """Adds alternatives to a phrase; the decorated function builds the value.

        It is called with the slots in that order; if none are told, with those that it names.
        """

        def add(builder: _Builder) -> _Builder:
            named = inspect.signature(builder).parameters if slots is None else slots
            self.notations.setdefault(phrase, []).extend(notations)
            for notation in notations:
                for sequence in _expanded(ways_of(notation)):
                    self._add(phrase, sequence, builder, named)
            return builder

        return add

    def _add(
        self, phrase: str, sequence: tuple[_Item, ...], builder: _Builder, slots: Iterable[str]
    ) -> None:
        self._first = {}
        state = self.roots.setdefault(phrase, _State())
        captured: dict[str, int | tuple[_Value]] = {}
        count = 0
        for item in sequence:
            if item.kind == "fixed":
                captured[item.capture] = (item.text,)
            elif item.kind == "word":
                state = _after(state.words, item.text)
            else:
                captured[item.capture] = count
                count += 1
                state = _after(state.phrases, item.text)
        unknown = captured.keys() - set(slots)
        if unknown or not sequence:
            raise GrammarError(f"{phrase}: captures {sorted(unknown)} have no parameter")
        layout = tuple([captured.get(name, (None,)) for name in slots])
        state.accepts.append((builder, layout))

    def terminal(
        self, phrase: str, first: set[str] | None
    ) -> Callable[[_TerminalReader], _TerminalReader]:
        """A phrase read by a function over tokens; `first` are the keys it can begin with."""

        def add(reader: _TerminalReader) -> _TerminalReader:
            self._first = {}
            self.terminals[phrase] = (reader, None if first is None else frozenset(first))
            return reader

        return add

    def words(self, phrase: str, table: dict[str, _Value]) -> None:
        """A phrase that is a table of words (of one or more tokens each) and their values."""

        def add() -> None:
            for text, value in table.items():
                self._add(phrase, _literal(text), lambda value=value: value, ())

        self.before_reading(add)

    def lists(self, phrase: str, item: str, joins: str = "and|and/or") -> None:
        """ "a", "a and b", "a, b, and c" as a tuple of the items' values."""
        self.rule(phrase, f"<one:{item}>")(lambda one: (one,))
        self.rule(phrase, f"<one:{item}> ({joins}) <two:{item}>")(lambda one, two: (one, two))
        tail = f"{phrase} tail"
        self.rule(tail, f", <one:{item}> [,] ({joins}) <two:{item}>")(lambda one, two: (one, two))
        self.rule(tail, f", <one:{item}> <more:{tail}>")(lambda one, more: (one, *more))
        self.rule(phrase, f"<one:{item}> <more:{tail}>")(lambda one, more: (one, *more))

    # Reading

    def before_reading(self, add: Callable[[], None]) -> None:
        """What adds rules as soon as something is to be read."""
        self._waiting.append(add)

    def first(self, phrase: str) -> frozenset[str] | None:
        """The keys with which the phrase can begin; None: any."""
        if not self._first:
            self._prepare()
        return self._first[phrase]

    @uncollected()
    def _prepare(self) -> None:
        while self._waiting:
            self._waiting.pop()()
        self.undefined.clear()
        first: dict[str, frozenset[str] | None] = {
            name: keys for name, (_, keys) in self.terminals.items()
        }
        visiting: set[str] = set()

        def of(name: str) -> frozenset[str] | None:
            if name in first:
                return first[name]
            if name not in self.roots:
                self.undefined.add(name)
                return frozenset()
            if name in visiting:
                raise GrammarError(f"the phrase `{name}` begins with itself")
            visiting.add(name)
            root = self.roots[name]
            parts = [of(inner) for inner in root.phrases]
            keys = frozenset(key[0] if key[0] in _OF_MANY else key for key in root.words)
            known = [part for part in parts if part is not None]
            first[name] = keys.union(*known) if len(known) == len(parts) else None
            visiting.discard(name)
            return first[name]

        def link(state: _State) -> None:
            state.edges = tuple((name, of(name), to) for name, to in state.phrases.items())
            for to in (*state.words.values(), *state.phrases.values()):
                link(to)

        for name in self.roots:
            of(name)
        for root in self.roots.values():
            link(root)
        self._first = first
        gc.freeze()  # it lasts as long as the process: nothing of it is ever to be collected

    def read(self, phrase: str, tokens: Tokens) -> "_Result":
        first = self.first(phrase)
        fits = first is None or not tokens.keys or tokens.keys[0] in first
        if not fits or len(tokens.keys) > _LONGEST:
            return _Result(())
        try:
            readings = _Reader(self, tokens).readings(phrase, 0)
        except (_TooManySteps, RecursionError):
            return _Result(())
        return _Result(tuple(value for end, value in readings if end == len(tokens.keys)))

    def stopped(self, phrase: str, tokens: Tokens) -> "Stop":
        """How far any reading of the phrase came, and what could have followed there."""
        self.first(phrase)
        stop = Stop()
        with suppress(_TooManySteps, RecursionError):
            ends = [end for end, _ in _Reader(self, tokens, stop).readings(phrase, 0)]
            if len(tokens.keys) not in ends:
                stop.reach(max(ends, default=0), ())
        return stop


@dataclass(frozen=True, slots=True)
class _Result:
    values: tuple[_Value, ...]

    @property
    def value(self) -> _Value | None:
        return self.values[0] if len(self.values) == 1 else None

    def value_if(self, fits: Callable[[_Value], bool]) -> _Value | None:
        return _Result(tuple(value for value in self.values if fits(value))).value


@dataclass(slots=True)
class Stop:
    """The place that no reading went beyond, and the words that could have stood there."""

    at: int = 0
    words: set[str] = field(default_factory=set)

    def reach(self, at: int, words: Iterable[str]) -> None:
        if at > self.at:
            self.at, self.words = at, set()
        if at == self.at:
            self.words.update(words)


class _TooManySteps(Exception):
    """The line has more readings than any rules text."""


class _Reader:
    """One reading of one line: all phrases at all positions, each once."""

    def __init__(self, grammar: Grammar, tokens: Tokens, stop: Stop | None = None) -> None:
        self._roots, self._terminals, self._tokens = grammar.roots, grammar.terminals, tokens
        self._keys = (*tokens.keys, "")
        self._memo: dict[tuple[str, int], tuple[Reading, ...]] = {}
        self._steps = 0
        self._stop = stop  # kept only if somebody asks where reading stopped

    def readings(self, phrase: str, at: int) -> tuple[Reading, ...]:
        place = (phrase, at)
        known = self._memo.get(place)
        if known is not None:
            return known
        terminal = self._terminals.get(phrase)
        ends: dict[Hashable, None] = {}
        if terminal is not None:
            ends = dict.fromkeys(terminal[0](self._tokens, at))
        else:
            self._walk(self._roots[phrase], at, (), ends)
        result: tuple[Reading, ...] = tuple(ends)  # type: ignore[arg-type]  # the keys are pairs (end, value)
        self._memo[place] = result
        return result

    def _walk(
        self, state: _State, at: int, values: tuple[_Value, ...], ends: dict[Hashable, None]
    ) -> None:
        self._steps += 1 + len(state.accepts)
        if self._steps > _MOST_STEPS:
            raise _TooManySteps
        for builder, layout in state.accepts:
            try:
                value = builder(*[values[i] if type(i) is int else i[0] for i in layout])  # type: ignore[index]  # what is no number is a pair (value,)
            except Declined:
                continue
            if value is not NOTHING:
                ends[at, value] = None
        key = self._keys[at]
        if self._stop is not None:
            firsts = (first for _, first, _ in state.edges if first is not None)
            self._stop.reach(at, frozenset(state.words).union(*firsts))
        if not key:
            return
        after = state.words.get(key)
        if after is not None:
            self._walk(after, at + 1, values, ends)
        if key in _OF_MANY:
            after = state.words.get(key + self._tokens.word(at))
            if after is not None:
                self._walk(after, at + 1, values, ends)
        for name, first, following in state.edges:
            if first is None or key in first:
                for end, value in self.readings(name, at):
                    self._walk(following, end, (*values, value), ends)


GRAMMAR = Grammar()
words = GRAMMAR.words
terminal = GRAMMAR.terminal


def one_token(phrase: str, first: set[str], value: Callable[[Tokens, int], _Value]) -> None:
    """A phrase of one token; the function gives its value, or None if it is none."""

    @terminal(phrase, first)
    def _read(tokens: Tokens, at: int) -> Iterator[Reading]:
        token_value = value(tokens, at)
        if token_value is not None:
            yield at + 1, token_value


def text_until(stops: str, phrase: str, *first: str) -> None:
    """A phrase of words as they stand, up to one of these keys or the end."""

    @terminal(phrase, set(first) or None)
    def _read(tokens: Tokens, at: int) -> Iterator[Reading]:
        end = tokens.up_to(at, stops.split(" "))
        if end > at:
            yield end, tokens.slice(at, end)


@lru_cache(maxsize=200_000)
def reading_of(phrase: str, text: str) -> Any:
    return GRAMMAR.read(phrase, tokenise(text)).value


@lru_cache(maxsize=60_000)
def is_read(phrase: str, text: str) -> bool:
    return bool(GRAMMAR.read(phrase, tokenise(text)).values)
