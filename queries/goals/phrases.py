"""The words of goals, as `goals.words` lists them, and how a question or wish begins: "can",
"how do I make", "is there a way for"."""

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from striate.cards import tree
from striate.search.goals import ATTACHED

_PIECES = re.compile(r"<[a-z ]+>|[()|]|(?:(?!<[a-z])[^()|])+")
NAMES: dict[str, Any] = {
    **vars(tree),
    "ATTACHED": ATTACHED,
    "BOTH": ("power", "toughness"),
    "TURNED": {"<": ">", ">": "<", "<=": ">=", ">=": "<="},
}


def lines_of(file: str) -> dict[str, list[str]]:
    """The lines of each list of a file."""
    lines: dict[str, list[str]] = {}
    name = ""
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    text = re.sub(r"\n    +", " ", re.sub("(?m)^#.*", "", text))
    for line in filter(None, text.split("\n")):
        if not line.startswith("  "):
            name, _, line = line.partition(":")
        lines.setdefault(name, []).extend([line.strip()] if line.strip() else [])
    return lines


@cache
def _lists() -> dict[str, list[tuple[str, str]]]:
    """The lines of each list of words: the words, and what they mean."""
    lists = lines_of("goals.words")
    parted = {name: [line.partition(" = ") for line in lines] for name, lines in lists.items()}
    return {name: [(words, value) for words, _, value in parted[name]] for name in parted}


def _one_of(pieces: list[str]) -> list[str]:
    """What the first pieces stand for, up to the end of their parentheses."""
    choices: list[str] = []
    begun = [""]
    while pieces and pieces[0] != ")":
        piece = pieces.pop(0)
        if piece == "|":
            choices, begun = choices + begun, [""]
            continue
        following = [piece]
        if piece == "(":
            following = _one_of(pieces)
            pieces.pop(0)
        elif piece[0] == "<" and piece[-1] == ">":
            following = [each for words, _ in _lists()[piece[1:-1]] for each in phrases_of(words)]
        begun = [one + other for one in begun for other in following]
    return choices + begun


@cache
def phrases_of(text: str) -> frozenset[str]:
    """Every phrase that a text in the notation of `goals.words` stands for."""
    return frozenset(" ".join(each.split()) for each in _one_of(_PIECES.findall(text))) - {""}


class Phrases(Struct, frozen=True):
    """Phrases that can stand at one place; it `may_lack` any."""

    known: frozenset[str]
    first: frozenset[str]  # the words with which they begin
    longest: int  # so many words
    may_lack: bool


def _phrases(known: Collection[str], may_lack: bool = False) -> Phrases:
    split = [each.split(" ") for each in known]
    first = frozenset(each[0] for each in split)
    return Phrases(frozenset(known), first, max(map(len, split), default=0), may_lack)


@cache
def phrases(text: str) -> Phrases:
    """What a text in the notation of `goals.words` stands for."""
    may_lack = any(not each.strip() for each in _one_of(_PIECES.findall(text)))
    return _phrases(phrases_of(text), may_lack)


@cache
def meant(name: str) -> dict[str, Any]:
    """Each phrase of a list, and what it means."""
    lines = [(phrases_of(words), eval(value, NAMES)) for words, value in _lists()[name]]
    return {phrase: value for phrases, value in lines for phrase in phrases}


@cache
def list_of(name: str) -> Phrases:
    """The phrases of a list."""
    return _phrases(meant(name))


# --- openings: the rest is a sentence ---

_ARTICLE_ALONE = re.compile("a|any")
_LONGEST_OPENING = 14


@cache
def _opening() -> re.Pattern[str]:
    """What `openings.words` lists."""
    lists = lines_of("openings.words")

    def one_of(name: str) -> str:
        lines = (re.sub("<([a-z]+)>", lambda match: one_of(match[1]), line) for line in lists[name])
        return f"(?:{'|'.join(lines)})"

    return re.compile(f"{one_of('before')}*{one_of('opening')}?")


@cache
def words_of_openings() -> frozenset[str]:
    """Those with which one may begin, among others: but for signs every opening is words."""
    text = " ".join(line for lines in lines_of("openings.words").values() for line in lines)
    return frozenset(re.findall(r"[a-z']+", text)) | {*re.findall(r"([a-z']*)[a-z]\?", text)}


def openings(keys: list[str]) -> list[int]:
    """The places at which a sentence may begin: the first, then after the longest opening."""
    places = [0]
    if not keys or keys[0] not in words_of_openings():
        return places
    for end in range(min(_LONGEST_OPENING, len(keys)), 0, -1):
        words = " ".join(keys[:end])
        if _opening().fullmatch(words) and not _ARTICLE_ALONE.fullmatch(words):
            places.append(end)
    return places
