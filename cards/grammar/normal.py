"""Oracle text made alike: one wording for old and new texts, and its tokens.

`normalise` takes a paragraph as printed and returns one line in which reminder text is gone,
the object's own name (and "this creature", "this land", ...) is `~`, and old wordings read like
new ones. `tokenise` cuts that line into tokens; the grammar reads tokens only.

The keys of tokens: a lower-case word; "{" any mana or cost symbol; "#" a number in digits;
"±" a power/toughness pair (1/1, +2/-1, +X/+0); "\"" a quoted text (its text is the quotation);
punctuation stands for itself. Contractions are two tokens ("it's" is "it", "is"), a possessive
is a token of its own ("~", "'s"), and so is "non" ("nonland", "non-Elf").
"""

import re
from collections.abc import Container
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from striate.cards.vocabulary import GAME_WORDS

# Inside quotations the own name is not `~`: it is the object that grants the ability (201.5).
_GRANTER = "^"

_SELF_NOUNS = (
    "creature|land|permanent|artifact|enchantment|aura|equipment|vehicle|saga|token|planeswalker"
    "|class|card|spell|fortification|case|room|siege|battle|spacecraft|contraption|attraction"
    "|background|conspiracy|plane|scheme|phenomenon|vanguard|dungeon|emblem|curse|shrine|mount"
)
_SELF = re.compile(rf"\bthis (?:{_SELF_NOUNS})\b(?! token)", re.IGNORECASE)

_CURLY = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "−": "-", "–": "-"})

_TIGHT_DASH = re.compile(r"(?<=\w)— ")
_REMINDER = re.compile(r"\s*\([^()]*\)")

# What stands for nothing certain in a regular expression: a choice, a look around, an option.
_OPEN = re.compile(r"\((?:\?[^()]*|[^()]*\|[^()]*)\)\??|\\.|\[[^]]*\]|.\?")


def _signs(old: str) -> tuple[str, ...]:
    """A word of each way to write it, without which it does not stand in a text."""
    ways = _OPEN.sub("#", re.sub(r"\(([\w ]+)\)", r"\1", old)).lower().split("|")
    return tuple(max(re.findall(r"[a-z',:\"— -]+", way), key=len, default="") for way in ways)


_OLD_WORDINGS: tuple[tuple[re.Pattern[str], str, tuple[str, ...]], ...] = tuple(
    (re.compile(old, re.IGNORECASE), new.removeprefix(" "), _signs(old))
    for line in (Path(__file__).parent / "rules/old.wordings").read_text("utf-8").splitlines()
    if not line.startswith("#")
    for old, new in [line.split(" =", 1)]
)

# Names that are also words of a text or of the game are not replaced by `~`.
_NEVER_A_NAME = GAME_WORDS | {
    "", "x", "it", "you", "search", "exile", "return", "destroy", "draw", "target", "when",
    "whenever", "each", "other", "create", "choose", "until", "sacrifice", "then", "that", "this",
    "untap", "reveal", "discard", "counter", "deal", "gain", "prevent", "during", "they", "your",
    "look", "mill", "attach", "transform", "activate", "cast", "spend", "level", "enchanted",
    "equipped", "players", "permanents", "creatures", "spells", "cards", "damage",
}  # fmt: skip


def _short_names(name: str) -> set[str]:
    """201.4b, 201.5c: the ways in which a text names its own object.

    A legend's text may use the part of its name before a comma, "of", or "the".
    """
    names = {name, re.split(r", | of | the |-of-", name, maxsplit=1)[0]}
    first = name.split(" ")[0].rstrip(",")
    if len(first) > 3:
        names.add(first)
    return {word for word in names if word.lower() not in _NEVER_A_NAME}


# A name that is a word of the game too ("Homarid") is the object where a verb follows.
_VERB_AFTER = (
    r"(?=(?: (?:enters?|gets?|has|deals?|is|attacks?|can't|can|blocks?|dies|becomes?|doesn't|gains?"
    r"|loses?|costs?|leaves)\b|'s power|'s toughness))"
)
_NO_NOUN_BEFORE = "".join(
    rf"(?<!\b{word} )"
    for word in ("a", "an", "another", "each", "other", "target", "that", "named")
)


# ... and where counters are said to be on it: a creature type would have an article.
_COUNTERS_ON = r"(?:(?<=\bcounter on )|(?<=\bcounters on ))"


@lru_cache(maxsize=64)
def _name_pattern(name: str, legendary: bool) -> re.Pattern[str]:
    names = {name, *name.split(" // "), name.removeprefix("A-")}
    names.update(part.split(": ")[0] for part in tuple(names) if ": " in part)
    if legendary:
        names.update(_short_names(name))
    words = sorted(names - {""}, key=lambda word: (-len(word), word))
    patterns = [
        re.escape(word)
        if word.lower() not in _NEVER_A_NAME
        else f"(?:{_NO_NOUN_BEFORE}{re.escape(word)}{_VERB_AFTER}|{_COUNTERS_ON}{re.escape(word)})"
        for word in words
        if len(word) > 1
    ]
    return re.compile(r"(?<![\w\"-])(?:" + ("|".join(patterns) or "(?!)") + r")(?!\w)")


def normalise(text: str, name: str = "", *, legendary: bool = False) -> str:
    """One paragraph in the wording that the grammar reads."""
    text = text.translate(_CURLY).replace("--", "—")
    text = _REMINDER.sub("", _TIGHT_DASH.sub(" — ", text))
    low = text.lower()
    for old, new, signs in _OLD_WORDINGS:
        if any(map(low.__contains__, signs)):
            text = old.sub(partial(_in_its_case, new), text)
            low = text.lower()
    words = [word for word in re.findall(r"\w+", name) if word[0].isupper()]
    here = any(map(text.__contains__, words)) if words else name != ""
    pattern = _name_pattern(name.translate(_CURLY), legendary) if here else None
    pieces = text.split('"')
    outside = ""
    for index, piece in enumerate(pieces):
        if pattern is not None:
            own = "~" if index % 2 == 0 or _GRANTS_ITSELF.search(outside) else _GRANTER
            piece = pattern.sub(partial(_own_or_part_of_name, own), piece)
        pieces[index] = _SELF.sub("~", piece) if "his " in piece else piece
        if index % 2 == 0:
            outside += pieces[index]
    text = '"'.join(pieces)
    return " ".join(text.split())


def _own_or_part_of_name(own: str, match: re.Match[str]) -> str:
    """201.4: in "a token named ~'s Hound" the name is a part of another name.

    In a quotation "a card named ..." says the name itself, which is not that of the token.
    """
    before, after = match.string[: match.start()], match.string[match.end() :]
    named = before.endswith((" named ", " name is "))
    return match[0] if named and (own == _GRANTER or re.match(r"'s [A-Z]", after)) else own


def _in_its_case(new: str, match: re.Match[str]) -> str:
    words = match.expand(new)
    return words[:1].upper() + words[1:] if match[0][:1].isupper() else words


# Before a quotation: the clause in which the object itself gets the ability.
_GRANTS_ITSELF = re.compile(
    r"(?:^|[,.:] |— )(?:~|(?:As long as|If) ~ (?:is|has)\b[^,.]*, it)"
    r" (?:also )?(?:has|gets|gains|becomes|is|loses)\b"
    r"(?![^.]*\b(?:token|each|target|enchanted|equipped|creatures|other|put|create)\b)[^.]*$"
)


@dataclass(frozen=True, slots=True)
class Tokens:
    """A line cut up. `keys` is what the grammar compares, `spans` where each lies in `text`."""

    text: str
    keys: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]

    def slice(self, start: int, end: int) -> str:
        if start >= end:
            return ""
        return self.text[self.spans[start][0] : self.spans[end - 1][1]]

    def up_to(self, start: int, stops: Container[str]) -> int:
        keys = self.keys
        return next((at for at in range(start, len(keys)) if keys[at] in stops), len(keys))

    def word(self, position: int) -> str:
        """The token's own text; for a quotation, what stands between the marks."""
        low, high = self.spans[position]
        word = self.text[low:high]
        return word.strip('"') if self.keys[position] == '"' else word


_PAIR = r"[+-]?(?:\d+|[Xx]|\*)/[+-]?(?:\d+|[Xx]|\*)"
_TOKEN = re.compile(
    rf"(?P<quote>\"[^\"]*\"?)|(?P<symbol>\{{[^{{}}]*\}})|(?P<pair>{_PAIR})(?!\w)"
    r"|(?P<possessive>'s(?!\w))|(?P<number>\d+(?:,\d{3})*)(?!\w)|(?P<word>[^\W_][\w+]*(?:[-'][\w+]+)*'?)|(?P<rest>\S)"
)
_SHORT = {"is": "'s", "are": "'re", "have": "'ve", "would": "'d", "not": "n't"}
_CONTRACTIONS: dict[str, tuple[str, ...]] = {
    f"{word}{_SHORT[second]}": (word, second)
    for second, words in {
        "is": "it that there", "are": "they you", "have": "you they", "would": "it they you",
        "not": "is are was were does do did has have",
    }.items()
    for word in words.split(" ")
}  # fmt: skip
_CONTRACTIONS |= {"he's": ("it", "is"), "she's": ("it", "is"), "can't": ("can't",)}
_KEY_OF = {"quote": '"', "symbol": "{", "pair": "±", "number": "#"}
_WORDS_WITH_NON = {"none", "nonetheless"}


@lru_cache(maxsize=32_768)
def _word_keys(word: str) -> tuple[str, ...]:
    low = word.lower()
    if low in _CONTRACTIONS:
        return _CONTRACTIONS[low]
    tail: tuple[str, ...] = ()
    if low.endswith("'s"):
        low, tail = low[:-2], ("'s",)
    elif low.endswith("'"):
        low, tail = low[:-1], ("'",)
    if low.startswith("non") and len(low) > 4 and low not in _WORDS_WITH_NON:
        return ("non", low[4:] if low[3] == "-" else low[3:], *tail)
    return (low, *tail)


@lru_cache(maxsize=8192)
def tokenise(text: str) -> Tokens:
    keys: list[str] = []
    spans: list[tuple[int, int]] = []
    for match in _TOKEN.finditer(text):
        kind, word, span = match.lastgroup, match.group(), match.span()
        if kind == "word":
            parts = _word_keys(word)
            keys += parts
            spans += [span] * len(parts)
            continue
        # Such a character in the text is no such token.
        plain = f"?{word}" if word in _KEY_OF.values() else word
        keys.append(_KEY_OF.get(kind or "", plain))
        spans.append(span)
        if kind == "quote" and _closes_sentence(text, match):
            keys.append(".")
            spans.append((span[1], span[1]))
    return Tokens(text, tuple(keys), tuple(spans))


def _closes_sentence(text: str, match: re.Match[str]) -> bool:
    """A quotation that ends in a full stop ends its sentence too, unless the sentence goes on."""
    if not re.search(r"[.!?]['’]?\"$", match.group()):
        return False
    after = text[match.end() :].lstrip()
    return not after or after[0].isupper() or after[0] in "~•"


def uncapital(text: str) -> str:
    """The words of a clause that could begin a sentence: names and types keep their capitals."""
    return text[:1].lower() + text[1:]


def without_stop(tokens: Tokens) -> Tokens:
    if tokens.keys and tokens.keys[-1] == ".":
        return Tokens(tokens.text, tokens.keys[:-1], tokens.spans[:-1])
    return tokens
