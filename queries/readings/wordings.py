"""Texts of one meaning give one tree: each card of a card file in other words.

    python -m striate.queries.readings.wordings CARDS [--every N]

Each face is said again in ways that mean the same: its name for "this creature" and the other way
round, the wording of older and newer cards, conjuncts in the other order, an instruction that
touches no object before the others. What is read of both must be one tree. A wording that is not
understood is counted apart: it is a gap, not a contradiction.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from striate.cards import language, tree
from striate.cards.prose import is_understood
from striate.cards.vocabulary import GAME_WORDS, KEYWORDS
from striate.cards.walking import rewrite
from striate.queries.readings.command import Face, of_each_face, run

_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Pair:
    """A face in two wordings, and what became of them: "one tree", "a gap", "two trees"."""

    kind: str
    name: str
    other: str
    verdict: str


# --- other words ----------------------------------------------------------------------------------

_THIS = re.compile(r"\b[Tt]his (?:creature|land|artifact|enchantment|Aura|Equipment|Vehicle)\b")


def _by_name(face: Face) -> str:
    """201.5: an object's name in its own text is the object.

    Not where the name is also a word of the game: "regenerate Masticore" could mean each of them.
    """
    if face.name.lower() in GAME_WORDS:
        return face.text
    return "\n".join(
        line if '"' in line else _THIS.sub(face.name, line) for line in face.text.split("\n")
    )


def _by_kind(face: Face) -> str:
    """201.5, the other way round; a name that is followed by more of a name stays."""
    word = next((kind for kind in ("Creature", "Land", "Artifact", "Enchantment")
                 if kind in face.types), "")  # fmt: skip
    if not word or "Legendary" in face.supertypes or len(face.name.split()) < 2:
        return face.text
    own = re.compile(rf"(?<!named )(?<![\w\"-]){re.escape(face.name)}(?![\w])")
    return "\n".join(
        line if '"' in line else own.sub(f"this {word.lower()}", line)
        for line in face.text.split("\n")
    )


_OLD_WORDS = (
    (re.compile(r"\b(enters?)\b(?! (?:the battlefield|prepared|or leaves|and dying))"),
    r"\1 the battlefield"),
    (re.compile(r"\bmana value\b"), "converted mana cost"),
    (re.compile(r"\b(Add (?:\{[WUBRGC]\})+)\."), r"\1 to your mana pool."),
    (re.compile(r"\bcan't\b"), "cannot"),
)  # fmt: skip


def _as_of_old(face: Face) -> str:
    """The wording before 2018 and 2021, which cards still show."""
    text = face.text
    for new, old in _OLD_WORDS:
        text = new.sub(old, text)
    return text


_PLAIN = "|".join(
    sorted((word for word, kind in KEYWORDS.items() if kind == "plain"), key=len, reverse=True)
)
_GETS_AND_HAS = re.compile(r"\b(gets? [+-]\d+/[+-]\d+) and ((?:has|have|gains?) "
                           rf"(?:{_PLAIN}))(?=[.]| until end of turn)")  # fmt: skip
_TWO_KEYWORDS = re.compile(rf"\b((?:has|have|gains?) )({_PLAIN}) and ({_PLAIN})(?=[.]| until end "
                           r"of turn)")  # fmt: skip


def _other_order(face: Face) -> str:
    """Conjuncts in the other order: "gets +1/+1 and has flying", "flying and haste"."""
    text = _GETS_AND_HAS.sub(r"\2 and \1", face.text)
    return text if text != face.text else _TWO_KEYWORDS.sub(r"\1\3 and \2", face.text)


_BEFORE = "You gain 1 life. "
_NO_SENTENCE = re.compile(r"^(?:Choose|As |If |You may cast|• |\+ )|[:—]$|Activate|\bcost")


def _after_another(face: Face) -> str:
    """608.2c: an instruction that touches no object says nothing of what those after it mean."""
    if not {"Instant", "Sorcery"} & set(face.types) or "\n" in face.text or "—" in face.text:
        return face.text
    return face.text if _NO_SENTENCE.search(face.text) else _BEFORE + face.text


_KINDS: dict[str, Callable[[Face], str]] = {
    "its name for what it is": _by_name,
    "what it is for its name": _by_kind,
    "older wording": _as_of_old,
    "conjuncts exchanged": _other_order,
    "another instruction first": _after_another,
}

# --- one tree -------------------------------------------------------------------------------------


def _alike(abilities: tuple[tree.Ability, ...]) -> Any:
    """The trees without what means nothing: words that they hold, and an order."""
    return language.seal(in_one_order(abilities))[0]


def in_one_order(abilities: tuple[tree.Ability, ...]) -> Any:
    """The trees without the order in which abilities are gained at once, which means nothing."""

    def put(node: object) -> Any:
        if isinstance(node, tree.GainAbilities) and node.abilities != _sorted(node.abilities):
            return tree.GainAbilities(_sorted(node.abilities))
        return node

    return rewrite(abilities, put)


def _sorted(abilities: tuple[tree.Ability, ...]) -> tuple[tree.Ability, ...]:
    return tuple(sorted(abilities, key=repr))


_GAINED = tree.LifeChange("you", tree.Num(1))


def _without_first(abilities: tuple[tree.Ability, ...]) -> tuple[tree.Ability, ...]:
    """The spell without the instruction that was put before its own."""
    rest: list[tree.Ability] = []
    for ability in abilities:
        if isinstance(ability, tree.Spell) and ability.body.steps[:1] == (_GAINED,):
            body = ability.body
            body = tree.Body(body.steps[1:], body.targets, body.touches, body.players)
            rest.append(tree.Spell(body))
        else:
            rest.append(ability)
    return tuple(rest)


def pairs(face: Face) -> Iterator[Pair]:
    """Every other wording of a face that is understood."""
    known = face.read(face.text)
    if not known or not is_understood(known):
        return
    for kind, reworded in _KINDS.items():
        text = reworded(face)
        if text == face.text:
            continue
        reading = face.read(text)
        if reworded is _after_another:
            reading = _without_first(reading)
        verdict = "one tree" if _alike(reading) == _alike(known) else "two trees"
        if not is_understood(reading):
            verdict = "a gap"
        yield Pair(kind, face.name, text, verdict)


# --- a whole card file ----------------------------------------------------------------------------


@dataclass(slots=True)
class _Told:
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    two: list[Pair] = field(default_factory=list)
    gaps: list[Pair] = field(default_factory=list)


def measure(path: Path, every: int = 1) -> _Told:
    """Every pair of a card file, or those of every N-th card."""
    counts = _Told()
    for pair in of_each_face(path, every, pairs):
        counts.counts[pair.kind, pair.verdict] += 1
        if pair.verdict != "one tree":
            (counts.two if pair.verdict == "two trees" else counts.gaps).append(pair)
    return counts


def table(counts: _Told) -> Iterator[str]:
    """The measure for people."""
    verdicts = ("one tree", "a gap", "two trees")
    yield f"{'wording':28}" + "".join(f"{verdict:>11}" for verdict in verdicts)
    for kind in _KINDS:
        yield f"{kind:28}" + "".join(f"{counts.counts[kind, verdict]:11,}" for verdict in verdicts)
    for title, lines in (("two trees", counts.two), ("not understood in other words", counts.gaps)):
        if lines:
            yield f"\n{title}"
        yield from (f"  {pair.name}: {pair.kind}" for pair in lines[:_SHOWN])


def main() -> None:
    run("texts of one meaning give one tree", measure, table)


if __name__ == "__main__":
    # Further processes import what they do by its module's own name.
    from striate.queries.readings.wordings import main as _main

    _main()
