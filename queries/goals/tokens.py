"""A goal's text cut into tokens, and what is said of a goal that can't be read."""

import difflib
import re
from collections.abc import Iterable

from msgspec import Struct

from striate.boards.errors import did_you_mean
from striate.cards.errors import WrongInput
from striate.queries.goals.phrases import meant, phrases_of

_TOKEN = re.compile(
    r'"[^"]*"'  # rules text, or a name
    r"|[+-]\d+/[+-]\d+"  # a kind of counter
    r"|\bw/o\b|\bw/|\b(?:is|has)(?=[A-Z])"
    r"|\d+/\d+\+(?![\d/])"  # or bigger
    r"|-?\d+ ?/ ?-?\d+(?:'?s\b)?"  # power and toughness, of one or of several
    r"|\d+\+(?![\d/])"  # or more
    r"|\d+-(?:colou?r(?:ed)?|power|toughness|mana|drops?|cmc)\b"
    r"|-?\d+"
    r"|[^\W\d_](?:[^\s,;:!?\"()<>=.]*[^\W_])?"  # a word
    r"|[<>!=]=|->|&&|\S"
)
_LONGEST = 2000
_ALIKE = 0.8  # so much like a word of the language is one that is meant
JOINING = phrases_of("<joining>")
_AFTER_HAS = phrases_of("<after has>")
_AFTER_IS = phrases_of("<after is>")
MEASURES = phrases_of("<measure word>")
_BEFORE_A_MEASURE = phrases_of("<before a measure>")
_WHOSE = phrases_of("<owned word>")
_SEVERAL = re.compile(r"(-?\d+/-?\d+)(?:'?s)?")
_WITHOUT_SIGN: dict[str, str] = meant("written") | {
    word.replace("'", ""): word for word in phrases_of("<without a sign>")
}
_ENDLESS = re.compile(r"\d{13,}")


def is_alike(word: str, known: str) -> bool:
    """Whether the known word can be meant by a word: a slip of the pen away."""
    if word[:1].casefold() != known[:1].casefold():
        return False
    matcher = difflib.SequenceMatcher(None, word.casefold(), known.casefold())
    return matcher.real_quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE


class Token(Struct, frozen=True):
    """One word; `key` is how it is compared."""

    text: str
    key: str
    start: int
    end: int


class GoalError(WrongInput):
    """A goal that can't be read: where, what was expected, what may be meant."""

    def __init__(self, text: str, start: int, end: int, expected: str, hint: str = "") -> None:
        super().__init__(text, start, expected)
        self.text = text
        self.start = start
        self.end = max(end, start + 1)
        self.expected = expected
        self.hint = hint
        self.meant_words: tuple[str, ...] = ()
        self.nearest = ""  # a sentence that is understood
        self.left_out: list[str] = []  # what that sentence does not say
        self.ambiguous = False  # understood, in more than one way

    def __str__(self) -> str:
        word = self.text[self.start : self.end].strip()
        where = f"at `{word}`" if word else "at the end of the goal"
        lines = [
            f"{where}: expected {self.expected}",
            f"  {self.text}",
            "  " + " " * self.start + "^" * (self.end - self.start),
        ]
        if self.hint:
            lines.append(f"  {self.hint}")
        if self.nearest:
            lines.append(f"  understood would be: {self.nearest}")
        if self.nearest and self.left_out:
            lines.append(f"  which leaves out: {', '.join(f'`{each}`' for each in self.left_out)}")
        return "\n".join(lines)


def tokens_of(text: str) -> list[Token]:
    """The tokens of a goal, with their places in it."""
    if len(text) > _LONGEST:
        raise GoalError(text[:40] + "…", 0, 40, f"a goal of at most {_LONGEST} characters")
    if endless := _ENDLESS.search(text):
        raise GoalError(text, *endless.span(), "a number of at most 12 digits")
    tokens = [Token(m[0], _key(m[0]), m.start(), m.end()) for m in _TOKEN.finditer(text)]
    return [
        part for n, token in enumerate(tokens) for part in _parted(token, tokens[n + 1 : n + 3])
    ]


def _key(text: str) -> str:
    plain = text.casefold().replace("’", "'")
    several = _SEVERAL.fullmatch(plain.replace(" ", "") if plain[-1:].isdecimal() else plain)
    return several[1] if several else _WITHOUT_SIGN.get(plain, plain)


def _parted(token: Token, following: list[Token]) -> list[Token]:
    """ "Humility's power": the name and what it owns, where a measure follows."""
    first, second = (*(each.key for each in following), "", "")[:2]
    measured = first in MEASURES or (
        token.key not in _WHOSE
        and first in _BEFORE_A_MEASURE
        and second in MEASURES | _BEFORE_A_MEASURE
    )
    if measured and token.key in ("his", "her"):
        return [Token(token.text, "its", token.start, token.end)]
    if measured and token.text in ("'", "’"):
        return [Token(token.text, "'s", token.start, token.end)]
    if token.key == "its" and first in ("a", "an", "not"):
        return [Token(token.text, "it's", token.start, token.end)]
    shortened = first in _AFTER_IS  # "Humility's a creature"
    kept = shortened and token.key in ("that's", "what's", "there's", "it's")
    ended = not following and token.key not in _WHOSE
    parted = token.key.endswith("'s") and not token.text.startswith('"')
    if kept or not parted or not (shortened or measured or ended):
        return [token]
    cut, verb = token.end - 2, "has" if first in _AFTER_HAS else "is"
    owned = Token(token.text[-2:], verb if shortened else "'s", cut, token.end)
    return [Token(token.text[:-2], token.key[:-2], token.start, cut), owned]


class Misses:
    """What would have been read where reading came farthest; the error that this makes."""

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self.text = text
        self.tokens = tokens
        self.place = 0
        self.expected: dict[str, None] = {}
        self.known: set[str] = set()

    def miss(self, at: int, expected: str, known: Iterable[str] = ()) -> None:
        """Notes that `expected` was not at that token; `known` are words it could have been."""
        if at < self.place:
            return
        if at > self.place:
            self.place = at
            self.expected = {}
            self.known = set()
        self.expected[expected] = None
        self.known.update(known)

    def copy(self) -> "Misses":
        """To go back to, after looking ahead."""
        other = Misses(self.text, self.tokens)
        other.place, other.expected = self.place, dict(self.expected)
        other.known = set(self.known)
        return other

    def error(self) -> GoalError:
        *others, last = self.expected or {"something else": None}
        expected = f"{', '.join(others)} or {last}" if others else last
        if self.place >= len(self.tokens):
            end = len(self.text.rstrip())
            return GoalError(self.text.rstrip(), end, end + 1, expected)
        token = self.tokens[self.place]
        misplaced = token.key in self.known  # and not misspelt
        known = [word for word in self.known if not misplaced and is_alike(token.key, word)]
        hint = "" if token.key in JOINING else did_you_mean(token.key, known)
        error = GoalError(self.text, token.start, token.end, expected, hint)
        error.meant_words = tuple(re.findall(r"`([^`]*)`", hint))
        return error
