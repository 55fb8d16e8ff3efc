"""The words of goals, as `goals.words` lists them, and how a question or wish begins: "can",
"how do I make", "is there a way for"."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from striate.cards import tree

_PIECES = re.compile(r"<[a-z ]+>|[()|]|(?:(?!<[a-z])[^()|])+")
NAMES: dict[str, Any] = {
    **vars(tree),
    "BOTH": ("power", "toughness"),
    "TURNED": {"<": ">", ">": "<", "<=": ">=", ">=": "<="},
}


def lines_of(file: str) -> dict[str, list[str]]:
    """The lines of each list of a file."""
    found: dict[str, list[str]] = {}
    name = ""
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    text = re.sub(r"\n    +", " ", re.sub("(?m)^#.*", "", text))
    for line in filter(None, text.split("\n")):
        if not line.startswith("  "):
            name, _, line = line.partition(":")
        found.setdefault(name, []).extend([line.strip()] if line.strip() else [])
    return found


@cache
def _lists() -> dict[str, list[tuple[str, str]]]:
    """The lines of each list of words: the words, and what they mean."""
    lists = lines_of("goals.words")
    parted = {name: [line.partition(" = ") for line in lines] for name, lines in lists.items()}
    return {name: [(words, value) for words, _, value in parted[name]] for name in parted}


def _one_of(pieces: list[str]) -> list[str]:
    """What the first pieces stand for, up to the end of their parentheses."""
    found: list[str] = []
    begun = [""]
    while pieces and pieces[0] != ")":
        piece = pieces.pop(0)
        if piece == "|":
            found, begun = found + begun, [""]
            continue
        following = [piece]
        if piece == "(":
            following = _one_of(pieces)
            pieces.pop(0)
        elif piece[0] == "<" and piece[-1] == ">":
            following = [each for words, _ in _lists()[piece[1:-1]] for each in phrases_of(words)]
        begun = [one + other for one in begun for other in following]
    return found + begun


@cache
def phrases_of(text: str) -> frozenset[str]:
    """Every phrase that a text in the notation of `goals.words` stands for."""
    return frozenset(" ".join(each.split()) for each in _one_of(_PIECES.findall(text))) - {""}


@cache
def can_lack(text: str) -> bool:
    """Whether the text may stand for no word at all."""
    return any(not each.strip() for each in _one_of(_PIECES.findall(text)))


@cache
def meant(name: str) -> dict[str, Any]:
    """Each phrase of a list, and what it means."""
    lines = [(phrases_of(words), eval(value, NAMES)) for words, value in _lists()[name]]
    return {phrase: value for phrases, value in lines for phrase in phrases}


@cache
def longest(phrases: frozenset[str]) -> int:
    """So many words the longest of them has."""
    return max(phrase.count(" ") for phrase in phrases) + 1


@cache
def first_words(phrases: frozenset[str]) -> frozenset[str]:
    """The words with which they begin."""
    return frozenset(phrase.split(" ")[0] for phrase in phrases)


# --- openings: the rest is a sentence ---

_MODAL = "can|could|will|would|may|might|should|does|do|did"
_WHO = "i|you|we|one|someone|somebody|people"
_MAKES = "make|turn|put|get|give|have|let|see|find|build|create|show|keep"
_MADE = _MAKES.replace("have|", "")  # "can I have a Wall?" is of what I control
_MAKES_ONE = "makes|turns|gives|lets|made|turned"
_THING = (
    "way|ways|board|boards|board state|combo|combos|setup|situation|scenario|case|game state|chance"
)
_FINDING = (
    "(?:is|are|can|could|would|might|will|was) (?:there|it)(?: ever)?(?: be)?|there is|"
    "(?:it |there )?exists?|there are|there's|"
    "there can be|there could be|find|find me|(?:show|give) me|show|i want|i need|i'd like|"
    "i would like|"
    "suppose|imagine|say|let's say|assume|what if|a|any"
)
_FOR = (
    f"that|where|with|for|on which|in which|so that|to (?:{_MAKES})|"
    "of (?:making|getting|having|turning|giving)"
)
_OPENING = re.compile(
    "(?:(?:ok|okay|so|well|hey|hmm|lol|please|assert|check|ensure|prove)(?: ,)? ?)*(?:"
    + "|".join(
        (
            # "can", "how could", "why is", "when does"
            rf"(?:(?:how|when|why|where) )?(?:{_MODAL}|is|are|was|were)",
            # "how do I make", "could you ever get", "can I"
            rf"(?:(?:how|when|where) )?(?:{_MODAL}) (?:{_WHO})(?: ever| even)?(?: (?:{_MADE}))?",
            rf"(?:(?:how|when|where) )?(?:{_MODAL}) my opponent(?: ever| even)? (?:{_MADE})",
            # "how to make", "what would make", "which board makes"
            rf"how to (?:{_MAKES})|how can (?:it )?be that|how it (?:is|can be) that",
            rf"(?:what|which)(?: board| card)? (?:can|could|would|will|does) (?:{_MAKES})",
            rf"(?:what|which)(?: board| card)? (?:{_MAKES_ONE})",
            # "is there any way to make", "could there ever be a board where", "is it possible that"
            (
                rf"(?:how )?(?:{_FINDING})(?: (?:a|any|some))?"
                rf"(?: (?:{_THING}|possible|true|legal))?(?: (?:{_FOR}))?"
            ),
            (
                rf"(?:i )?wanna (?:{_MAKES})|what would it take (?:for|to (?:{_MAKES}))|"
                r"make it so that|make sure(?: that)?"
            ),
            rf"i (?:want|need|would like) to (?:{_MAKES})|i'd like to (?:{_MAKES})",
            # "make", "which of"
            rf"{_MAKES}|show me|what|which|which of|how",
            "how come",
            r"why (?:is|are|isn't|aren't|does|do|doesn't|don't)|what (?:happens )?if",
            # A goal speaks of the end.
            r"(?:(?:in|at|by) the end(?: of (?:the )?turn)?|at end of turn|this turn)(?: ,)?",
            rf"(?:{_THING}) (?:{_FOR})|",
        )
    )
    + ")"
)
_ARTICLE_ALONE = re.compile("a|any")
_LONGEST_OPENING = 10


def openings(keys: list[str]) -> list[int]:
    """The places at which a sentence may begin: the first, then after the longest opening."""
    found = [0]
    for end in range(min(_LONGEST_OPENING, len(keys)), 0, -1):
        words = " ".join(keys[:end])
        if _OPENING.fullmatch(words) and not _ARTICLE_ALONE.fullmatch(words):
            found.append(end)
    return found
