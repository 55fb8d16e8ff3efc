"""Scryfall's filter syntax, read into a tree: `t:merfolk (mv<=2 or pow>tou) -is:leveler !"X"`.

any   := all ("or" all)*
all   := one ("and"? one)*
one   := "-" one | "(" any ")" | "!" text | key op text | text
op    := ":" | "=" | "!=" | "<" | "<=" | ">" | ">="
text  := a word, or anything between quotation marks
"""

import re
from typing import TypeAlias

from msgspec import Struct

from striate.cards.errors import WrongInput

_ENDLESS = re.compile(r"\d{13,}")


class SearchError(WrongInput):
    """A filter that can't be read; points at the word and says what was expected."""


class Term(Struct, frozen=True):
    """`key` `op` `value`; a bare word is `name` `:` word, an exact name `name` `=` text."""

    key: str
    op: str
    value: str
    source: str  # as it was written


class Both(Struct, frozen=True):
    parts: tuple["Query", ...]


class OneOf(Struct, frozen=True):
    parts: tuple["Query", ...]


class Without(Struct, frozen=True):
    part: "Query"


Query: TypeAlias = Term | Both | OneOf | Without

_SPACE = re.compile(r"\s*")
_KEY = re.compile(r"(?P<key>[A-Za-z]+)(?P<op>!=|<=|>=|[:=<>])")
_QUOTED = re.compile(r'"(?P<double>[^"]*)"|\'(?P<single>[^\']*)\'')
_WORD = re.compile(r"[^\s()]+")
_DEEPEST = 100


def read(text: str) -> Query:
    """The query that a filter stands for."""
    if endless := _ENDLESS.search(text):
        raise SearchError(f"at `{endless[0][:12]}…`: a number has at most 12 digits")
    reader = _Reader(text)
    query = reader.any(0)
    if not reader.ended():
        raise reader.error("a `(` before this `)`")
    return query


class _Reader:
    """Recursive descent over the text of a filter."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def error(self, expected: str) -> SearchError:
        rest = self.text[self.at :].strip()
        where = f"at `{rest[:30]}`" if rest else "at the end of the filter"
        return SearchError(f"{where}: expected {expected}")

    def _skip(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def ended(self) -> bool:
        self._skip()
        return self.at >= len(self.text)

    def _next(self, character: str) -> bool:
        self._skip()
        return self.text.startswith(character, self.at)

    def _joined_by(self, word: str) -> bool:
        """Passes over `or` / `and` standing as a word of its own."""
        self._skip()
        match = re.compile(rf"{word}(?=[\s(]|$)", re.IGNORECASE).match(self.text, self.at)
        if match is None:
            return False
        self.at = match.end()
        return True

    def any(self, depth: int) -> Query:
        parts = [self.all(depth)]
        while self._joined_by("or"):
            parts.append(self.all(depth))
        return parts[0] if len(parts) == 1 else OneOf(tuple(parts))

    def all(self, depth: int) -> Query:
        parts = [self.one(depth)]
        while True:
            joined = self._joined_by("and")
            if not joined and (self.ended() or self._next(")") or self._at_or()):
                return parts[0] if len(parts) == 1 else Both(tuple(parts))
            parts.append(self.one(depth))

    def _at_or(self) -> bool:
        before = self.at
        is_or = self._joined_by("or")
        self.at = before
        return is_or

    def one(self, depth: int) -> Query:
        if depth > _DEEPEST:
            raise SearchError(f"the filter is nested more than {_DEEPEST} deep")
        if self.ended() or self._next(")"):
            raise self.error("a word or a filter such as `t:creature`")
        if (
            self._next("-")
            and self.at + 1 < len(self.text)
            and not self.text[self.at + 1].isspace()
        ):
            self.at += 1
            return Without(self.one(depth + 1))
        if self._next("("):
            return self._group(depth)
        start = self.at
        if self._next("!"):
            self.at += 1
            return Term("name", "=", self._value(), self.text[start : self.at])
        match = _KEY.match(self.text, self.at)
        if match is None:
            return Term("name", ":", self._value(), self.text[start : self.at])
        self.at = match.end()
        value = self._value()
        return Term(match["key"].lower(), match["op"], value, self.text[start : self.at])

    def _group(self, depth: int) -> Query:
        self.at += 1
        inner = self.any(depth + 1)
        if not self._next(")"):
            raise self.error("a `)`")
        self.at += 1
        return inner

    def _value(self) -> str:
        if self.text[self.at : self.at + 1] in ("'", '"'):
            match = _QUOTED.match(self.text, self.at)
            if match is None:
                raise self.error("a closing quotation mark")
            self.at = match.end()
            return match["double"] if match["double"] is not None else match["single"]
        match = _WORD.match(self.text, self.at)
        if match is None:
            raise self.error("a value here")
        self.at = match.end()
        return match[0]
