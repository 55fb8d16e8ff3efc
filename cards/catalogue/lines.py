"""The lines of a card's text, and which of them change characteristics.

A line is what coverage counts: a paragraph, one mode of a modal ability, or a level symbol with
its box and abilities (711.2). `class_of` tells by the words alone, whether or not they are
understood: static continuous, one-shot continuous (611.2), copy (707), level, keyword, or none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from striate.cards.grammar.normal import normalise
from striate.cards.vocabulary import FORMS, KEYWORDS

LineClass: TypeAlias = Literal["static", "one_shot", "copy", "level", "keyword"]
CLASSES: tuple[LineClass, ...] = ("static", "one_shot", "copy", "level", "keyword")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that make one ability together, as the card has them: `text` is what is parsed."""

    text: str
    lines: tuple[str, ...]
    is_spell: bool = False


# --- paragraphs -----------------------------------------------------------------------------------


def paragraphs_of(text: str, types: tuple[str, ...], layout: str) -> Iterator[Paragraph]:
    """The abilities of a face's text with their lines, as printed."""
    paragraphs = [line for line in text.split("\n") if normalise(line)]
    if layout == "leveler" or any(_LEVEL.match(line) for line in paragraphs):
        yield from _leveler(paragraphs)
    elif {"Instant", "Sorcery"} & set(types):
        yield from _spell(paragraphs)
    else:
        yield from _paragraphs(paragraphs)


def _leveler(paragraphs: list[str]) -> Iterator[Paragraph]:
    """711.2: a level symbol's lines up to the next symbol are one line."""
    starts = [i for i, line in enumerate(paragraphs) if _LEVEL.match(line)]
    yield from _paragraphs(paragraphs[: starts[0]] if starts else paragraphs)
    for start, end in zip(starts, [*starts[1:], len(paragraphs)], strict=True):
        symbol = "\n".join(paragraphs[start:end])
        yield Paragraph(symbol, (symbol,))


def _spell(paragraphs: list[str]) -> Iterator[Paragraph]:
    """113.3a: an instant's or sorcery's instructions are one ability; keywords stand apart."""
    keywords = [line for line in paragraphs if _is_keyword_line(normalise(line))]
    instructions = tuple(line for line in paragraphs if line not in keywords)
    yield from (Paragraph(line, (line,)) for line in keywords)
    if instructions:
        yield Paragraph("\n".join(instructions), instructions, is_spell=True)


def _paragraphs(paragraphs: list[str]) -> Iterator[Paragraph]:
    """One ability each; modes and dice results belong to the paragraph before them."""
    group: list[str] = []
    for line in paragraphs:
        if group and not _CONTINUES.match(line):
            yield Paragraph("\n".join(group), tuple(group))
            group = []
        group.append(line)
    if group:
        yield Paragraph("\n".join(group), tuple(group))


_LEVEL = re.compile(r"LEVEL \d")
_CONTINUES = re.compile(r"[•+] |\d+(?:[-–—]\d+)? \| ")
_STATION = re.compile(r"^(?:STATION )?\d+\+ \| ")


# --- classes --------------------------------------------------------------------------------------


def class_of(line: str, *, is_spell: bool) -> LineClass | None:
    """The class of a normalised line; None if it changes no characteristics."""
    if _LEVEL.match(line) or _CLASS_LEVEL.match(line):
        return "level"
    if _is_keyword_line(line):
        return "keyword"
    line = _STATION.sub("", line)
    plain = _QUOTED.sub('"q"', line)
    if _COPY.search(plain):
        return "copy"
    words = _ASIDE.sub("", plain)
    starts = (line, _WORD.sub("", line))
    if is_spell or any(_RESOLVES.match(start) or _CONTINUES.match(start) for start in starts):
        return "one_shot" if re.search(_ONE_SHOT, words, re.IGNORECASE) else None
    if _PLAYER_HAS.match(plain):
        return None
    return "static" if re.search(_STATIC, words, re.IGNORECASE) else None


def _is_keyword_line(line: str) -> bool:
    """Whether a line is one or more keywords with their parameters and no sentence."""
    match = _KEYWORD.match(line)
    if match is None:
        return False
    rest = line[match.end() :]
    if rest.startswith("—"):
        return True
    return not line.endswith((".", '."')) and not _SENTENCE.search(rest)


_KEYWORD = re.compile(
    "(?:"
    + "|".join(re.escape(word) for word in sorted(KEYWORDS, key=lambda word: (-len(word), word)))
    + r")(?=$|[ ,;—.])",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"\b(?:needs|attacks|whenever|when|can|can't|may)\b|^ — .*: ")
_QUOTED = re.compile(r'"[^"]*"?')
_CLASS_LEVEL = re.compile(r"(?:\{[^}]*\})+: Level \d+$", re.IGNORECASE)
# 207.2c: an ability word before the ability itself.
_WORD = re.compile(r"^[A-Z~][^.:\"{}]{0,60}? — (?=[A-Z~{\"•+])")
_CHAPTER = r"[IVX]+(?:, [IVX]+)* — "
_COST = r"[^\"]*?: "
# 602.1, 603.1, 714.2c: what only does something when it resolves.
_RESOLVES = re.compile(rf"{_CHAPTER}|(?:When|Whenever|At)\b|{_COST}|.*\. When you do\b")

# Clauses that ask what an object has or is, and say nothing of what it gets.
_ASIDE = re.compile(
    r"\b(?:(?<!for )as long as|as though|if|unless|when|whenever) "
    r"[^,.]*(?:(?<!\w),(?!\w)|(?=[,.]|$))"
    r"|\b(?:that|who) (?:has|have|isn't|aren't) [^,.]*|\bthan (?:its|their) base \w+",
    re.IGNORECASE,
)
# 119, 702: players have abilities too; those are no characteristics.
_PLAYER_HAS = re.compile(r"(?:You|Your opponents|Each player|Players) (?:have|has) (?!.*\bget)")

_COPY = re.compile(
    r"\bcop(?:y|ies) of (?!(?:that |those |the |this |a |another )?(?:\w+ )*(?:spells?|abilit)\b)"
    r"|\bmelds? them into\b",
    re.IGNORECASE,
)


def _either(*patterns: str) -> str:
    return "(?:" + "|".join(patterns) + ")"


_KEYWORD_WORD = _either(
    *(re.escape(word) for word in sorted(KEYWORDS, key=lambda word: (-len(word), word))),
    r"\w+walk",
    "protection",
    "landwalk",
    "affinity",
    "landcycling",
    r"\w+cycling",
)
_ABILITY = _either(
    '"q"',
    r"(?:all|no|any|its|their|the|this|that|other|all other|those) (?:\w+ )*?abilit(?:y|ies)",
    r"all creature types",
    rf"{_KEYWORD_WORD}(?![\w'])",
)
_SUBTYPE = _either(*sorted(form for family in ("creature", "land") for form in FORMS[family]))
_PAIR = r"[+-]?(?:\d+|[XY*])/[+-]?(?:\d+|[XY*])"
_HOW = r"(?:also |each |both |either |then |your choice of |an additional |instance of )*"

# 613.1: what shows that characteristics change, layer by layer, resolved or static alike.
_CHANGES = (
    rf"\bgets? {_HOW}(?:[+-](?:\d|[XY*]))",
    rf"\b(?:gains?|loses?) {_HOW}{_ABILITY}",
    r"\bbase (?:power|toughness)\b",
    r"\bswitch (?:\S+ )*?power and toughness",
    r"in addition to (?:its|their|his|her) other (?:\w+ )*?(?:types?|colou?rs?|subtypes?|names?)\b",
    r"\bloses? all other\b|\bloses? (?:all )?(?:\w+ )?types?\b",
    rf"\bcan't (?:have|gain)\b(?: or gain)? {_ABILITY}",
    r"\ball instances of\b|\breplacing all\b|\bfull text\b|\btext box",
    rf"\b(?:it's|is|are|becomes?) (?:still )?(?:an? |each )?(?:\w+ )*?{_PAIR} (?!counter)",
    r"\b(?:double|triple) (?:\S+ )*?(?:power|toughness)\b",
    r"\b(?:no longer|becomes?|are) snow\b|\ball (?:basic )?land types\b",
    rf"\b(?:is|are|becomes?) (?:also )?(?:an? )?(?:\w+ )?{_SUBTYPE}(?![\w'])",
    r"\bis(?:n't| not) a creature\b",
)
# Costly to compile: that is left to the first line that is asked about.
_ONE_SHOT = _either(
    *_CHANGES,
    r"\bgains? control of\b|\bexchange control\b|\bcontrol of (?:\w+ )*?to\b",
    r"\bbecomes? (?:white|blue|black|red|green|colorless|the colou?r|the chosen colou?r|all "
    r"colou?rs"
    r"|the (?:basic )?(?:land|creature) type|that (?:colou?r|type)|every|the chosen type)",
    r"\bbecomes? an? (?:\w+[ -])*?(?:creature|artifact|enchantment|land|planeswalker|aura"
    r"|equipment|vehicle|plains|island|swamp|mountain|forest)\b",
    r"\bbecomes? (?:(?!number)\w+ "
    r")*?(?:creatures|artifacts|islands|swamps|mountains|forests|plains)\b",
    rf"\bhas {_HOW}{_ABILITY}|\bhave {_HOW}{_ABILITY}",
    r"\bpower becomes?\b|\btoughness becomes?\b|\bexchange your life total with\b",
    r"\bcopy (?:isn't|is not) legendary\b",
)
_STATIC = _either(
    *_CHANGES,
    rf"\b(?:has|have) {_HOW}{_ABILITY}",
    r"(?:power|toughness)(?: and (?:its )?toughness)? (?:is|are) (?:each )?equal to",
    r"\bcontrols? enchanted\b|\bcontrols? equipped\b",
    r"\bbecomes? your choice of\b",
    r"\b(?:is|are) (?:all|every|the chosen|colorless|white|blue|black|red|green|legendary)\b",
    r"(?:~|[Ll]ands?(?: you control)?|[Cc]reatures?|permanents?|control|artifacts?) (?:is|are) "
    r"(?:an? )?(?:\w+ )*?(?:creatures?|artifacts?|enchantments?|plains|islands?|swamps?"
    r"|mountains?|forests?)\b",
)
