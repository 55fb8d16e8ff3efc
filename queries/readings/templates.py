"""One meaning in two wordings, where the cards themselves have both.

    python -m striate.queries.readings.templates CARDS

The same ability is printed in old and new words: "enters the battlefield under your control" and
"you control enters", a duration before and after, "that creature" and "it", a condition in front
and behind. Every line of a card file is put into one plain form (`plain`), in which numbers,
colours, keywords, subtypes and costs stand open; lines of one plain form say the same of other
numbers and must be one tree with these open. A wording that is not understood is counted apart.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from striate.cards.catalogue.audit import brief
from striate.cards.prose import is_understood
from striate.cards.vocabulary import FAMILY_OF, KEYWORDS
from striate.queries.readings.command import Face, of_each_face, run
from striate.queries.readings.wordings import in_one_order

_SHOWN = 40

# --- one form for all wordings --------------------------------------------------------------------

_PRONOUN = r"(?:that (?:creature|permanent|artifact|land|Vehicle|token)|it)"
_LASTS = r"until end of turn|until your next turn|this turn"
_REWRITES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(old, re.IGNORECASE), new)
    for old, new in (
        # 603.6a: who controls what enters
        (r"\b((?:an?|another|one or more(?: other)?) [\w' -]*?) enters? under your control\b",
        r"\1 you control enters"),
        (r"\b(one or more [\w' -]*? you control) enter\b", r"\1 enters"),
        # durations
        (rf"(?:^|(?<=[.:,—•] ))({_LASTS}), ([^.\"]*)\.", r"\2 \1."),
        # 608.2c: a pronoun for the one target
        (rf"(?<=[.] ){_PRONOUN}\b", "IT"),
        ((r"\b(untap|tap|exile|sacrifice|destroy|return|attach|goad|transform|then|of|on|to|if|and)"
         rf" {_PRONOUN}\b(?!')"), r"\1 IT"),
        (rf"\b{_PRONOUN}'s (controller|owner)\b|\bits (controller|owner)\b", r"ITS \1\2"),
        # conditions
        (r"^([^.,\"]*) as long as ([^.,\"]*)\.$", r"as long as \2, \1."),
        (r"\bas long as it's your turn\b", "during your turn"),
        (r"\b(seven|four|\w+) or more ((?:\w+ )?cards?) are in your graveyard\b",
        r"there are \1 or more \2 in your graveyard"),
        ((r"^(?!(?:[IV, ]+|Solved|Max speed|Boast|Exhaust|Forecast|Channel) — )(?:\w+(?: "
         r"\w+){0,3}) — "), ""),
        # groups
        (r"\b(?:all|each) (\w+)s? you control (?:get|gets)\b", r"\1s you control get"),
        (r"\ball creatures get\b|\beach creature gets\b", "creatures get"),
        (r"\b(creatures?) each (get|gain|have)\b", r"\1 \2"),
        # conjuncts
        (r"\b(gains?|has|have) ([^.,\"]*?) and (gets?) ([+-]\S+/[+-]\S+)", r"\3 \4 and \1 \2"),
        # limits and habits
        (r"\bthis ability costs\b", "this ability costs"),
        (r"\bAny player may activate this ability\b", "any player may activate this ability"),
        (r"\b(?:of your choice)? (?=you control\b)", " "),
        (r"\bshuffle your library\b", "shuffle"),
        (r"\bthe top card of your library\b", "the top card of your library"),
    )
)  # fmt: skip


def _any_of(words: Iterator[str] | list[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


# What stands open: in the words, and in the tree as `brief` writes it.
_PLAIN_KEYWORDS = [word for word, kind in KEYWORDS.items() if kind == "plain"]
_OPEN_WORDS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<=[+/-])(?:[2-9]|\d\d+)\b|\b(?:[2-9]|\d\d+)(?=/)"), "n"),
    (re.compile(r"(?:\{(?!E\}|TK\})[^{}]*\})+"), "{m}"),
    (re.compile(rf"\b(?:{_any_of(_PLAIN_KEYWORDS)})\b"), "keyword"),
    (re.compile(rf"\b(?:{_any_of(list(FAMILY_OF))})s?\b"), "Subtype"),
    (re.compile(r"\b(?:white|blue|black|red|green)\b"), "color"),
    (re.compile(r"\b(?:two|three|four|five|six|seven|eight|nine|ten|[2-9]|\d\d+)\b"), "n"),
)
_OPEN_TREE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\b(Num|Times|ClassLevel)\((-?)(?:[2-9]|\d\d+)\b"), r"\1(\2n"),
    (re.compile(r"\b(number|low|high)=(?:[2-9]|\d\d+)\b"), r"\1=n"),
    (re.compile(rf"\b(Has)?Keyword\((?:{_any_of(_PLAIN_KEYWORDS)})\)"), "Keyword(k)"),
    (re.compile(r"HasSubtype\([A-Z][^()]*\)"), "HasSubtype(s)"),
    (re.compile(r"subtypes=\[[^\[\]]*\]"), "subtypes"),
    (re.compile(r"HasColor\([WUBRG]\)"), "HasColor(c)"),
    (re.compile(r"colors=\[[WUBRG, ]+\]|SetColors\(\[[WUBRG, ]+\]\)"), "colors"),
    (re.compile(r"SetSubtypes\(\w+, \[[^\[\]]*\]\)"), "SetSubtypes()"),
    (re.compile(r"Devotion\(\[[^\[\]]*\]\)"), "Devotion()"),
    (re.compile(r"parts=\[(?:\d+|[WUBRG])\]"), "parts=[n]"),
    (re.compile(r"but=\[[WUBRG]\]"), "but=[c]"),
    (re.compile(r"kind=\w+"), "kind"),  # of a choice, or of a counter: "sacrifice a Goblin"
    (re.compile(r"words=[^()]*(?=\))"), "words"),
    (re.compile(r", word=[^,()=\[\]]*(?=\))"), ""),  # 207.2c: an ability word
)


def _opened(text: str, marks: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for mark, stands_for in marks:
        text = mark.sub(stands_for, text)
    return text


def plain(line: str) -> str:
    """The line in the one form that all its wordings share, numbers and the like left open."""
    for old, new in _REWRITES:
        line = old.sub(new, line)
    return re.sub(r"\s+", " ", _opened(line, _OPEN_WORDS)).lower().strip(" .")


# --- lines ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph of a card: its name, its words, and the tree that they are read as."""

    name: str
    words: str
    key: str
    tree: str | None  # None: not understood


def _of_face(face: Face) -> Iterator[Line]:
    for paragraph, lines in face.paragraphs():
        words = "\n".join(lines)
        if "\n" in words or '"' in words or len(words) < 12:
            continue
        read = face.read(paragraph.text)
        understood = bool(read) and is_understood(read)
        kind = "spell" if paragraph.is_spell else "ability"
        yield Line(face.name, words, f"{kind}: {plain(words)}", _tree(read) if understood else None)


def _tree(abilities: tuple[Any, ...]) -> str:
    """The tree in a line, with what is open in the words open too."""
    return _opened(_opened(brief(in_one_order(abilities)), _OPEN_TREE), _OPEN_WORDS)


# --- a whole card file ----------------------------------------------------------------------------


@dataclass(slots=True)
class Told:
    """What was found: pairs of wordings of one meaning by what became of them."""

    counts: Counter[str] = field(default_factory=Counter)
    two: list[tuple[Line, Line]] = field(default_factory=list)
    gaps: list[tuple[Line, Line]] = field(default_factory=list)


def compare(lines: list[Line]) -> Told:
    """Each wording beside the most usual one of its plain form."""
    by_key: dict[str, dict[str, Line]] = defaultdict(dict)
    often: Counter[tuple[str, str]] = Counter()
    for line in lines:
        by_key[line.key].setdefault(line.words, line)
        often[line.key, line.words] += 1
    counts = Told()
    for key, wordings in by_key.items():
        understood = [line for line in wordings.values() if line.tree is not None]
        if len(wordings) < 2 or not understood:
            continue
        first = max(understood, key=lambda line: (often[key, line.words], line.words))
        for other in wordings.values():
            if other is first:
                continue
            if other.tree is None:
                counts.counts["a gap"] += 1
                counts.gaps.append((first, other))
            elif other.tree == first.tree:
                counts.counts["one tree"] += 1
            else:
                counts.counts["two trees"] += 1
                counts.two.append((first, other))
    return counts


def measure(path: Path, every: int = 1) -> Told:
    """Every pair of wordings of a card file, or of every N-th card."""
    return compare(list(of_each_face(path, every, _of_face)))


def table(counts: Told) -> Iterator[str]:
    """The measure for people."""
    for verdict in ("one tree", "a gap", "two trees"):
        yield f"{counts.counts[verdict]:7,}  {verdict}"
    for title, lines in (("two trees", counts.two), ("not understood in other words", counts.gaps)):
        if lines:
            yield f"\n{title}"
        for one, other in lines[:_SHOWN]:
            yield f"  {one.name}: {one.words}\n  {other.name}: {other.words}\n"


def main() -> None:
    run("one meaning in two wordings is one tree", measure, table)


if __name__ == "__main__":
    # Further processes import what they do by its module's own name.
    from striate.queries.readings.templates import main as _main

    _main()
