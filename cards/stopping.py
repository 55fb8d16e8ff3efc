"""Where reading stopped: how far a line of one's own is read, and what was expected there.

A line that is not understood holds a sentence that no rule consumes to its end. `stops_of` finds
it, the place in it that no reading went beyond, the words that could have followed, and the nearest
form that is known.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from striate.cards import language
from striate.cards.grammar.engine import GRAMMAR
from striate.cards.grammar.inert.forms import CHOICES
from striate.cards.grammar.normal import Tokens, normalise, tokenise
from striate.cards.grammar.sentences import sentences
from striate.cards.prose import words_of
from striate.cards.tree import Ability, Fact, Opaque, Prose, Triggered, UnknownAmount
from striate.cards.walking import nodes

_MOST_WORDS = 8  # of those that were expected that are told
# What a part of a line is read as: a line by itself, a sentence of a body, an event, a condition.
_WHOLE = ("static line", "keywords line", "inert sentence", "told sentence")
_SENTENCE = ("told sentence",)
_EVENT = ("event",)


@dataclass(frozen=True, slots=True)
class Stop:
    """A part of a line that is not read: what was read of it, the rest, and what was expected."""

    read: str
    rest: str
    expected: tuple[str, ...]
    nearest: str = ""

    def told(self) -> str:
        """In words, on one line."""
        place = f"read as far as `{self.read}`, and not `{self.rest}`"
        if not self.read:
            place = f"nothing is read of `{self.rest}`"
        elif not self.rest:
            place = f"`{self.read}` is no whole of what is read"
        words = ", ".join(f"`{word}`" for word in self.expected)
        after = f"; expected there: {words}" if words else ""
        near = f"; the nearest form that is known: `{self.nearest}`" if self.nearest else ""
        return f"{place}{after}{near}"


def stops_of(abilities: Iterable[Ability]) -> Iterator[Stop]:
    """Where reading stopped, for each part of the abilities that is not understood."""
    for ability in abilities:
        if isinstance(ability, Opaque):
            yield _of_line(words_of(ability.prose))
            continue
        for node in nodes(ability, (Fact, UnknownAmount)):
            if isinstance(node, Opaque):
                yield _of_line(words_of(node.prose))
            elif isinstance(node, Prose):
                event = isinstance(ability, Triggered) and node is ability.event
                yield _furthest(tokenise(words_of(node)), _EVENT if event else _SENTENCE)


def where_it_stopped(line: str) -> str:
    """In words, where reading a line of a card stopped; empty if it is no such line."""
    stop = next(stops_of(language.parse_abilities(line)), None) if line.endswith(".") else None
    return "" if stop is None else stop.told()


def _of_line(text: str) -> Stop:
    """A whole line: the first of its sentences that is not read, if the rest is a body."""
    text = normalise(text)
    whole = _furthest(tokenise(text), _WHOLE)
    for sentence in sentences(tokenise(text)):
        tokens = tokenise(sentence)
        if not any(GRAMMAR.read(phrase, tokens).values for phrase in _WHOLE):
            return _furthest(tokens, _WHOLE)
    return whole


def _furthest(tokens: Tokens, phrases: tuple[str, ...]) -> Stop:
    """The reading that came furthest among those phrases."""
    stops = [(GRAMMAR.stopped(phrase, tokens), phrase) for phrase in phrases]
    at = max(stop.at for stop, _ in stops)
    furthest = [(stop, phrase) for stop, phrase in stops if stop.at == at]
    words = sorted({_shown(word) for stop, _ in furthest for word in stop.words})
    end = len(tokens.keys)
    return Stop(
        tokens.slice(0, at),
        tokens.slice(at, end),
        tuple(_likeliest(words, tokens.slice(at, end))),
        _nearest(tokens.text),
    )


_CLASSES = {"#": "a number", "{": "a symbol", "±": "a size", '"': "a quotation"}


def _shown(word: str) -> str:
    return _CLASSES.get(word) or (word[1:] if word[0] in _CLASSES and len(word) > 1 else word)


def _likeliest(words: list[str], rest: str) -> list[str]:
    """Those that look most like what stands there, first."""
    first = rest.split(" ", maxsplit=1)[0].lower()
    return sorted(words, key=lambda word: -SequenceMatcher(None, word, first).ratio())[:_MOST_WORDS]


# --- the nearest form -----------------------------------------------------------------------------

_NAMED = re.compile(r"<(?:p\d+|_)?:?([\w ]+)[^<>]*>")  # by its name, or else by its phrase
_CHOICE = re.compile(r"<(?:inert )?(choice \d+)>")
_BAR = re.compile(r"\|(?![^()\[\]]*[)\]])")  # between whole ways to say it


def _alternatives(slot: re.Match[str]) -> str:
    """What could stand in the slot, as the form has it."""
    ways = {name: words for words, name in CHOICES.items()}
    return "{" + _CHOICE.sub(_alternatives, ways[slot[1]]) + "}"


@cache
def _forms() -> tuple[tuple[str, frozenset[str]], ...]:
    """The notations of sentences, with their words."""
    forms: dict[str, frozenset[str]] = {}
    for notations in GRAMMAR.notations.values():
        for notation in notations:
            for way in _BAR.split(_NAMED.sub(r"<\1>", notation)):
                words = frozenset(re.findall(r"[\w'~]+", re.sub(r"<[^<>]*>", "", way).lower()))
                if len(words) > 2 and "<" in way:
                    forms[_CHOICE.sub(_alternatives, way).replace("<inert ", "<")] = words
    return tuple(forms.items())


def _nearest(text: str) -> str:
    """The form that shares most of its words with the text; none if that is less than half."""
    words = frozenset(re.findall(r"[\w'~]+", text.lower()))

    def likeness(form: tuple[str, frozenset[str]]) -> float:
        shared = len(words & form[1])
        return 2 * shared / (len(words) + len(form[1]))

    best = max(_forms(), key=likeness)
    return best[0] if likeness(best) >= 0.5 else ""
