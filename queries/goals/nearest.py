"""The nearest sentence that is understood, for one that is not: a word misspelt.

No word is left out: what then is understood would mean something else.
"""

import difflib
import re
from collections.abc import Callable, Iterator
from functools import cache

from striate.queries.goals import words as goalwords
from striate.queries.goals.phrases import meant, phrases_of, words_of_openings
from striate.queries.goals.tokens import JOINING, GoalError, Token, tokens_of
from striate.search.goals import Goal

_DEPTH = 3  # repairs one after the other
_MOST = 150  # sentences that are tried
_LONGEST = 200  # characters of a sentence that is repaired
_WORDS_LEFT = 0.4  # of the sentence that must stay
_SHORTEST = 4  # letters of a word that can be a slip of the pen
_DENIES = re.compile(
    r"not|no|never|none|nothing|nor|neither|without|lack(?:s|ing)?|loses?|lost|cannot|\w+n't"
)
_AN = re.compile(r"\ban (?=[^\W\daeiouAEIOU])")  # an article whose word is gone


def sentence(error: GoalError, read: Callable[[str], Goal]) -> str:
    """A sentence near the one that could not be read, that can; "" where none was found."""
    if len(error.text) > _LONGEST:
        return ""
    tried = {error.text}
    denials = _denials(error.text)
    least = max(2, round(len(tokens_of(error.text)) * _WORDS_LEFT))
    front = [error]
    for _ in range(_DEPTH):
        following: list[GoalError] = []
        for each in front:
            for repair in _repairs(each):
                if repair in tried or len(repair.split()) < least:
                    continue
                tried.add(repair)
                if len(tried) > _MOST:
                    return ""
                try:
                    goal = read(repair)
                except GoalError as further:
                    if further.start >= each.start or each.start >= len(repair):
                        following.append(further)
                    continue
                if any(each.claims for each in goal.demands) and _denials(repair) >= denials:
                    return repair
        front = sorted(following, key=lambda each: len(each.text) - each.start)[:6]
    return ""


def _denials(text: str) -> int:
    """How often a sentence denies something; a question that begins so asks the same."""
    return sum(_DENIES.fullmatch(token.key) is not None for token in tokens_of(text)[1:])


def left_out(text: str, sentence: str) -> list[str]:
    """What the text asks that a sentence for it does not say; how something is brought about,
    and the words that only join others, are nothing of that kind."""
    ours, theirs = ([each.key for each in tokens_of(words)] for words in (text, sentence))
    few = _denials(sentence) < _denials(text)
    places = tokens_of(text)
    matcher = difflib.SequenceMatcher(None, ours, theirs, autojunk=False)
    return [
        text[places[begin].start : places[end - 1].end]
        for _, begin, end, start, stop in matcher.get_opcodes()
        if any(_asks(word, few) and word not in " ".join(theirs) for word in ours[begin:end])
        and not any(_asks(word, few=True) for word in theirs[start:stop])  # a name, or a slip
    ]


def _asks(word: str, few: bool) -> bool:
    """Whether the word says something of what is looked for."""
    if _DENIES.fullmatch(word):
        return few
    joins = word in _grammar() | JOINING | words_of_openings() or not word[0].isalnum()
    return word in ("only", "other", "addition") or not joins


def _repairs(error: GoalError) -> Iterator[str]:
    """The sentence with one word changed or put in where it was not understood."""
    text = error.text
    token = next((each for each in tokens_of(text) if each.start >= error.start), None)
    if token is not None:
        for verb in ("", "has "):
            for word in _alike(token):
                changed = (text[: error.start].rstrip(), verb + word, text[token.end :].lstrip())
                yield _AN.sub("a ", " ".join(filter(None, changed)))


def _alike(token: Token) -> list[str]:
    """Words of the language that the token may be meant for."""
    owned = token.key.endswith(("'s", "s'"))  # who owns it is no word of the language
    manner = token.key.endswith("ly")
    if owned or manner or token.key in _grammar() | JOINING | _COUNTED:
        return []
    known = _known()
    words = []
    if len(token.key) >= _SHORTEST:
        close = difflib.get_close_matches(token.key, known, n=3, cutoff=0.8)
        words = [word for word in close if word[0] == token.key[0]][:2]
    stem = token.key.removesuffix("ing").removesuffix("s").removesuffix("e")
    stem = "fly" if stem == "fli" else stem
    if len(stem) > 2:
        words += [word for word in goalwords.keywords() if word.startswith(stem)
                  and len(word) - len(stem) < _SHORTEST][:1]  # fmt: skip
    return list(dict.fromkeys(words))


_COUNTED = goalwords.NUMBERS.keys() | goalwords.STATS.keys() | goalwords.COUNTED.keys()


@cache
def _grammar() -> frozenset[str]:
    return frozenset(word for each in phrases_of("<of the grammar>") for word in each.split())


def _known() -> list[str]:
    plain = {word for word in goalwords.suggested() if " " not in word}
    joints = {"abilities", "counters", "neither", "without", "another", "exactly", "opponent's"}
    words = {*meant("verb"), *phrases_of("<player word>")} | joints
    return sorted({*plain, *goalwords.keywords(), *goalwords.STATS,
                   *(word for word in words if " " not in word)})  # fmt: skip
