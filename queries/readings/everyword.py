"""Every word of an understood line counts: taken away alone, it leaves another tree or none.

    python -m striate.queries.readings.everyword CARDS [--every N]

A grammar that passes over a word reads two texts alike that mean different things. So each word of
each understood line (static, one-shot, copy) is taken away in turn; where the tree stays the same,
the word was passed over. Some words do say no more than the rest of their line: those are listed
here with the reason. Any other is told, and ends the command with 1. Reminder text, names, ability
words and flavor words are no words of the rules (207.2).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from striate.cards.catalogue.lines import LineClass, class_of
from striate.cards.prose import is_understood
from striate.cards.tree import Ability
from striate.queries.readings.command import Face, of_each_face, run

_CLASSES: frozenset[LineClass] = frozenset({"static", "one_shot", "copy"})

# Words that only hold a sentence together are not taken away.
_SMALL = frozenset(
    ("a", "an", "the", "each", "also", "then", "to", "of", "and", "or", "and/or", "it", "is", "are",
     "that", "they")
)  # fmt: skip

# What a line says without the word, too: a pattern over the line with the word in brackets.
_NO_MORE: dict[str, tuple[str, ...]] = {
    "a plural without it means all": (r"\[all\]",),
    "a zone or a verb says that they are cards": (r"\[cards?\]",),
    "what is cast, or is an instant, is a spell": (r"\[spells?\]",),
    "a deed without a doer is yours": (r"\[you\]",),
    "opponents are yours": (r"\[your\] opponents?",),
    "a size that something has or becomes with is its base": (r"\[base\] (?:power|toughness)",),
    "a second verb for the same list": (r"and \[(?:has|have|gains)\]|, \[(?:has|gains)\]",),
    "letting is doing": (r"may \[have\]",),
    "what has no color named is colorless": (r"\[colorless\]",),
    "the types that are added say of which kind the others are": (
        r"other \[(?:creature|land)\] types", r"chosen \[creature\] type",
    ),
    "a sum is total": (r"\[total\] number", r"your life \[total\]"),
    "a participle alone": (r"creature \[that's\]", r"\[that's\]"),
    "what is counted over all of one kind": (r"all \[players'\] hands",),
    "it is what the Aura enchants": (r"enchanted \[artifact\] creature",
    r"enchanted artifact \[creature\]"),
    "an exception names what stays": (r"it's \[still\]", r"it's named|and \[she\]"),
    "of what was exiled it was said before": (r"each \[creature\] card exiled this way",),
    "an exception with one word or two": (r"except \[for\]",),
    "one choice was made last": (r"\[last\] chosen",),
    "a target's place that the board tells": (r"a \[single\] graveyard",),
    "more of the same": (r"put an \[additional\]", r"with an \[additional\]"),
    "instead of the first": (r"instead \[only\]",),
    "which are permanents by their kind": (r"creature \[token\] in addition",
    r"Treasure \[artifact\] tokens"),
    "a keyword that its modes are": (r"^\[Spree\]",),
}  # fmt: skip
_REASONS = tuple(
    (reason, re.compile(pattern, re.IGNORECASE))
    for reason, patterns in _NO_MORE.items()
    for pattern in patterns
)

_SPACES = re.compile(" {2,}")
Reader = Callable[[str], tuple[Ability, ...]]


def passed_over(text: str, read: Reader, name: str = "") -> Iterator[str]:
    """The line with each word in brackets that can be taken away and leaves the same tree."""
    whole = read(text)
    if not is_understood(whole):
        return
    apart = _no_rules_text(text, name)
    for match in re.finditer(r"[^\s]+", text):
        word = match.group().strip('".,:;')
        if word.lower() in _SMALL or not word or any(match.start() in span for span in apart):
            continue
        start = match.start() + match.group().index(word)
        left, right = text[:start], text[start + len(word) :]
        if read(_SPACES.sub(" ", left + right).strip(" ")) == whole:
            yield f"{left}[{word}]{right}"


def _no_rules_text(text: str, name: str) -> list[range]:
    """Reminder text, the card's name, and what stands before a dash in a line (207.2)."""
    patterns = [r"\([^()]*\)", r"(?:^|(?<=\n)|(?<=• )|(?<=\"))(?:[IVX, ]+ — )?[^\n.•\"—]* — "]
    patterns += [re.escape(part) for part in {name, name.split(",")[0]} if part]
    return [
        range(match.start(), match.end())
        for pattern in patterns
        for match in re.finditer(pattern, text)
    ]


def reason(line: str) -> str:
    """Why the word in brackets says no more than the rest, or nothing."""
    return next((why for why, pattern in _REASONS if pattern.search(line)), "")


# --- the whole file -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """An understood line, and its words that were passed over."""

    name: str
    idle: tuple[str, ...]


def _of_face(face: Face) -> Iterator[Line]:
    for paragraph, lines in face.paragraphs():
        if not _CLASSES & {class_of(line, is_spell=paragraph.is_spell) for line in lines}:
            continue
        if is_understood(face.read(paragraph.text)):
            idle = tuple(passed_over(paragraph.text, face.read, face.name))
            yield Line(face.name, idle)


@dataclass(slots=True)
class Told:
    """What was found; `two` are the words that are passed over without a reason."""

    lines: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    two: list[tuple[str, str]] = field(default_factory=list)


def measure(path: Path, every: int = 1) -> Told:
    """Every N-th card of the file."""
    counts = Told()
    for line in of_each_face(path, every, _of_face):
        counts.lines += 1
        _count(line, counts)
    return counts


def _count(line: Line, counts: Told) -> None:
    for marked in line.idle:
        why = reason(marked)
        counts.reasons[why] += 1
        if not why:
            counts.two.append((line.name, marked))


def table(counts: Told) -> Iterator[str]:
    """The measure for people: words by reason, and those without one."""
    yield f"{counts.lines:,} understood lines"
    for why, number in counts.reasons.most_common():
        yield f"{number:7,}  {why or 'passed over'}"
    for name, marked in counts.two:
        word = marked.index("[")
        yield f"  {name}: {marked[max(0, word - 40) : word + 50]!r}"


def main() -> None:
    run("every word of an understood line counts", measure, table)


if __name__ == "__main__":
    # Further processes import what they do by its module's own name.
    from striate.queries.readings.everyword import main as _main

    _main()
