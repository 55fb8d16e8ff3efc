"""The Oracle language: rules text to effect trees and back (113, 207, 604, 702, 711, 716).

A face's text is cut into paragraphs; each is one ability (113.2c) or a list of keywords. What
kind it is decides its form: a colon after a cost makes it activated (602.1), "when", "whenever",
"at" triggered (603.1), the rest is static or, on an instant or sorcery, an instruction. What is
not read wholly, or can be read in two ways, becomes `Opaque`.

This module imports the parts of the language so that they offer their names to the rules.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeVar

import msgspec

from striate.cards import prose as proses
from striate.cards import tree
from striate.cards.grammar import (
    bodies,
    creating,
    inert_acts,
    keywords,
    mentions,
    paragraphs,
    unknowables,
)
from striate.cards.grammar.binding.others import other_than_host, with_choice
from striate.cards.grammar.drafts import has_drafts
from striate.cards.grammar.engine import GRAMMAR
from striate.cards.grammar.faces import Piece, PieceKind, pieces, stands_apart
from striate.cards.grammar.inert.forms import surest
from striate.cards.grammar.keywords import read_quotes_with
from striate.cards.grammar.normal import normalise, tokenise, without_stop
from striate.cards.grammar.paragraphs import speaks_of_source
from striate.cards.grammar.sentences import sentences
from striate.cards.printing import bodies as printed_bodies
from striate.cards.printing.canonical import NotPrintable, capital, show
from striate.cards.printing.statics import LINGERS
from striate.cards.prose import prose
from striate.cards.tree import Ability, Body, CopyExtra, Effect, Opaque, Static, This

_TREE = TypeVar("_TREE")

# The parts of the language: importing them registers their rules and printers.
PARTS = (bodies, creating, inert_acts, keywords, mentions, paragraphs, unknowables, printed_bodies)

# --- paragraphs -----------------------------------------------------------------------------------

_WORD_BEFORE = re.compile(
    r"^(?!(?:When|Whenever|At|If|Choose|As)\b)(?![^—]*\bchoose\b)([A-Z\d~∞][^.:\"{}]{0,60}?) — "
    r"(?=[A-Z~{\"•+])"
)
_COST_COLON = re.compile(r"^([^\"]*?): ")
_LOYALTY = re.compile(r"^\[?([+-]?[\dX]+)\]?$")


def _ability_word(text: str) -> tuple[str, str]:
    """207.2c-d: an ability word or flavour word before a dash, and the rest."""
    match = _WORD_BEFORE.match(text)
    if match is None:
        return "", text
    return match.group(1), text[match.end() :]


@lru_cache(maxsize=200_000)
def _read_paragraph(text: str) -> tuple[Ability, ...]:
    """One normalised paragraph that is no spell instruction."""
    keywords = _keyword_line(text)
    if keywords is not None:
        return keywords
    anchor = _ANCHOR.match(text)
    if anchor is not None:
        return (_anchored(anchor.group(1), text[anchor.end() :], text),)
    word, rest = _ability_word(text)
    named = _keyword_line(rest) if word else None
    if named is not None:
        return named
    cost = _COST_COLON.match(rest)
    if cost is not None:
        loyalty = _LOYALTY.match(cost.group(1)) is not None
        return (bodies.read_activated(cost.group(1), rest[cost.end() :], word, loyalty),)
    if re.match(r"(?:When|Whenever|At)\b", rest):
        return (_triggered(rest, word, text),)
    return _static(word, rest, text)


def _static(word: str, rest: str, whole: str) -> tuple[Ability, ...]:
    """604: a static ability, or what happens as an object enters (614.1)."""
    if word.lower() == _MAX_SPEED:
        return (_at_max_speed(rest, whole),)
    if word.lower() == _TO_SOLVE:
        return (_triggered(_SOLVING.format(_uncapitalised(rest.removesuffix("."))), word, whole),)
    if word.lower() in _MEANING_WORDS:
        rest = f"{_MEANING_WORDS[word.lower()]}, {_uncapitalised(rest)}"
    tokens = tokenise(rest.removesuffix(f" {LINGERS}"))
    ability = GRAMMAR.read("static line", tokens).value_if(_is_whole)
    if ability is not None:
        if not rest.endswith(LINGERS):
            return (ability,)
        if (
            isinstance(ability, Static)
            and not ability.cda
            and not speaks_of_source(ability.effects)
        ):
            return (msgspec.structs.replace(ability, lingers=True),)
    entering = _entering_line(rest)
    if entering is not None:
        return entering
    ability = _replacing_line(rest) or bodies.read_replacement(rest) or _inert(rest)
    if ability is not None:
        return (ability,)
    return _in_parts(rest) or (Opaque("static", prose(whole)),)


def _is_whole(ability: Ability) -> bool:
    """Whether it names no object that only a body could have named before."""
    return not has_drafts(ability)


# Words before a dash that are rules, not flavour: they are conditions.
_MEANING_WORDS = {"solved": "As long as ~ is solved", "∞": "As long as ~ is harnessed"}
_MAX_SPEED = "max speed"
# 719.3a: what a Case waits for is a triggered ability.
_TO_SOLVE = "to solve"
_SOLVING = "At the beginning of your end step, if {} and ~ isn't solved, ~ becomes solved."
_ANCHOR = re.compile(r"^• ([A-Z][\w' ]*) — ")


def _uncapitalised(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


def _anchored(mode: str, rest: str, whole: str) -> Ability:
    """614.12c: as long as the anchor word was chosen, the permanent has the ability."""
    abilities = _read_paragraph(rest)
    if not all(is_understood(ability) for ability in abilities):
        return Opaque("unknown", prose(whole), touches=True)
    gained = tree.GainAbilities(abilities)
    return Static((Effect(This(), (gained,), tree.ChoseMode(mode)),))


def _at_max_speed(rest: str, whole: str) -> Ability:
    """702.178a: as long as its controller's speed is 4, the object has the abilities."""
    abilities = _read_paragraph(rest)
    if not all(is_understood(ability) for ability in abilities):
        return Opaque("static", prose(whole))
    fast = tree.Fact(tree.Prose("you have max speed"))
    return Static((Effect(This(), (tree.GainAbilities(abilities),), fast),))


def _keyword_line(text: str) -> tuple[Ability, ...] | None:
    tokens = tokenise(text)
    first = GRAMMAR.first("keywords line")
    if not tokens.keys or (first is not None and tokens.keys[0] not in first):
        return None
    value: tuple[Ability, ...] | None = GRAMMAR.read("keywords line", tokens).value
    return value


def _triggered(rest: str, word: str, whole: str) -> Ability:
    opaque = Opaque("triggered", prose(whole), touches=False)
    return bodies.read_triggered(rest, word) or opaque


# --- paragraphs that change no object, or of which only a part does (113.2c) ----------------------


def _inert(text: str) -> Ability | None:
    """A paragraph that changes no object, if a form of the grammar consumes every word of it."""
    return surest(GRAMMAR.read("inert line", without_stop(tokenise(text))).values)


_AND = re.compile(r",? and ")
_LEAD = re.compile(r"^(?:As long as|During|If) [^,\"]*, ")
_PRONOUN = re.compile(r"^(?:it|they|that|those|its|their|he|she|this)\b", re.IGNORECASE)


def _in_parts(rest: str) -> tuple[Ability, ...] | None:
    """A paragraph of which each part is read wholly, and all but one change no object.

    Or what happens as the object enters, and a static ability after it.

    The parts are its sentences, or two clauses with "and" between them, which share a condition
    before them. A part that changes something must name what it is about.
    """
    tokens = tokenise(rest)
    parts = sentences(tokens)
    ways = [(". ".join(parts[:i]), ". ".join(parts[i:])) for i in range(1, len(parts))]
    if len(parts) == 1:
        lead = _LEAD.match(rest)
        before = lead.group() if lead else ""
        ways = [
            (rest[: place.start()], before + rest[place.end() :])
            for place in _AND.finditer(rest, len(before))
        ]
    for one, two in ways:
        cast = _cast_from_elsewhere(one, two)
        if cast is not None:
            return cast
        entering = _entering_line(one) if len(parts) > 1 and not _PRONOUN.match(two) else None
        if entering is not None and (after := _changing(two)) is not None:
            return (*entering, *after)
        for changing, idle in ((one, two), (two, one)):
            ability = None if _PRONOUN.match(changing) else _changing(changing)
            aside = _beside(idle) if ability is not None else None
            if ability is not None and aside is not None:
                return (*ability, aside) if changing is one else (aside, *ability)
    return None


_CAST = re.compile(r"^You may cast ~ from your graveyard\b")
_IF_SO = "If you do, "


def _cast_from_elsewhere(one: str, two: str) -> tuple[Ability, ...] | None:
    """ "You may cast ~ from your graveyard. If you do, it enters ...": how it enters hangs on
    that."""
    if not two.startswith(_IF_SO) or _CAST.match(one) is None:
        return None
    permission = _inert(one)
    entering = _entering_line(f"If it was cast from your graveyard, {two.removeprefix(_IF_SO)}")
    return None if permission is None or entering is None else (permission, *entering)


def _changing(text: str) -> tuple[Ability, ...] | None:
    """A static ability, or what happens as the object enters."""
    reading = GRAMMAR.read("static line", tokenise(text))
    ability = reading.value_if(lambda value: not has_drafts(value))
    if ability is not None:
        return (ability,)
    return _entering_line(text)


def _beside(text: str) -> Ability | None:
    """What stands beside a static ability: a replacement, or what changes no object."""
    return _replacing_line(text) or _inert(text)


def _entering_line(text: str) -> tuple[Ability, ...] | None:
    """614.1c-d: what happens as the object enters."""
    entering: tuple[Ability, ...] | None = GRAMMAR.read("entering line", tokenise(text)).value
    return entering


def _replacing_line(text: str) -> Ability | None:
    """A paragraph that replaces one of these events."""
    replacing: Ability | None = GRAMMAR.read("replacing line", tokenise(text)).value
    return replacing


# --- the public interface -------------------------------------------------------------------------


def parse_face(
    oracle_text: str,
    *,
    name: str = "",
    supertypes: Iterable[str] = (),
    types: Iterable[str] = (),
    subtypes: Iterable[str] = (),
    layout: str = "normal",
) -> tuple[Ability, ...]:
    """All abilities of a face, in the text's order."""
    abilities: list[Ability] = []
    all_pieces = pieces(
        oracle_text,
        name,
        legendary="Legendary" in supertypes,
        is_spell=bool({"Instant", "Sorcery"} & set(types)),
        stands_apart=_stands_apart,
    )
    for piece in all_pieces:
        abilities += _READ_PIECE[piece.kind](piece)
    together = with_choice(tuple(abilities))
    has_host = "Creature" not in types and _ATTACHABLE & set(subtypes)
    return other_than_host(together) if has_host else together


def _paragraphs(piece: Piece) -> tuple[Ability, ...]:
    return tuple(
        ability if reads_back(ability) else _unread(ability, line)
        for line in piece.lines
        for ability in _read_paragraph(line)
    )


def _level(piece: Piece) -> tuple[Ability, ...]:
    """711.2a-b: a level symbol is one static ability."""
    low, high = piece.numbers
    assert low is not None and piece.box is not None
    return (tree.LevelSymbol(low, high, _paragraphs(piece), *piece.box),)


def _class_level(piece: Piece) -> tuple[Ability, ...]:
    """716.2b: the level, its cost, and the abilities from that level on."""
    level = piece.numbers[0]
    assert level is not None
    return (tree.ClassLevel(level, piece.cost, _paragraphs(piece)),)


def _station(piece: Piece) -> tuple[Ability, ...]:
    """721.2a: with that many charge counters it has the abilities."""
    number = piece.numbers[0]
    assert number is not None
    enough = tree.Compare(tree.CountersOn("charge", This()), ">=", tree.Num(number))
    return (Static((Effect(This(), (tree.GainAbilities(_paragraphs(piece)),), enough),)),)


def with_station_box(
    abilities: tuple[Ability, ...], power: int, toughness: int
) -> tuple[Ability, ...] | None:
    """721.2b: the box belongs to the last station symbol, which makes it a creature of that size.

    None where there is no station symbol.
    """
    places = [at for at, ability in enumerate(abilities) if _is_station_symbol(ability)]
    if not places:
        return None
    last = abilities[places[-1]]
    assert isinstance(last, Static)
    [effect] = last.effects
    changes = (
        tree.AddTypes(("Creature",)),
        *effect.changes,
        tree.SetBasePT(tree.Num(power), tree.Num(toughness)),
    )
    boxed = Static((Effect(effect.who, changes, effect.condition),))
    return (*abilities[: places[-1]], boxed, *abilities[places[-1] + 1 :])


def _is_station_symbol(ability: Ability) -> bool:
    if not isinstance(ability, Static) or len(ability.effects) != 1:
        return False
    condition = ability.effects[0].condition
    return (
        ability.effects[0].who == This()
        and isinstance(condition, tree.Compare)
        and condition.left == tree.CountersOn("charge", This())
    )


def _chapter(piece: Piece) -> tuple[Ability, ...]:
    chapter = _chapter_as_written(piece)
    if reads_back(chapter):
        return (chapter,)
    return (Opaque("chapter", prose(" ".join(piece.lines)), touches=False),)


def _chapter_as_written(piece: Piece) -> Ability:
    numbers = tuple(number for number in piece.numbers if number is not None)
    return bodies.read_chapter(numbers, " ".join(piece.lines))


_ATTACHABLE = frozenset(("Aura", "Equipment", "Fortification"))

_READ_PIECE: dict[PieceKind, Callable[[Piece], tuple[Ability, ...]]] = {
    "paragraph": _paragraphs,
    "level": _level,
    "class": _class_level,
    "chapter": _chapter,
    "station": _station,
    "spell": lambda piece: (_spell(piece.lines),),
}


def _stands_apart(line: str) -> bool:
    """113.3a: keywords and static abilities of an instant or sorcery are not instructions."""
    bare = _ability_word(line)[1]
    return _keyword_line(line) is not None or stands_apart(bare)


def _spell(paragraphs: tuple[str, ...]) -> Ability:
    ability = bodies.read_spell(paragraphs)
    if reads_back(ability):
        return ability
    return Opaque("spell", prose("\n".join(paragraphs)), touches=False)


# --- reading back ---------------------------------------------------------------------------------


@lru_cache(maxsize=200_000)
def reads_back(ability: Ability) -> bool:
    """Whether the canonical text says the same; what it doesn't say rightly is not understood."""
    if isinstance(ability, tree.Keyword) or not is_understood(ability):
        return True
    try:
        text = print_abilities((ability,))
    except NotPrintable:
        return False
    all_pieces = pieces(
        text,
        "",
        legendary=False,
        is_spell=isinstance(ability, tree.Spell),
        stands_apart=_stands_apart,
    )
    back = [one for piece in all_pieces for one in _as_written(piece)]
    return len(back) == 1 and same_ability(back[0], ability)


def _as_written(piece: Piece) -> tuple[Ability, ...]:
    if piece.kind == "spell":
        return (bodies.read_spell(piece.lines),)
    if piece.kind == "chapter":
        return (_chapter_as_written(piece),)
    if piece.kind != "paragraph":
        return _READ_PIECE[piece.kind](piece)
    return tuple(ability for line in piece.lines for ability in _read_paragraph(line))


def _unread(ability: Ability, line: str) -> Opaque:
    """The ability as one that is not understood."""
    if isinstance(ability, tree.Activated):
        return Opaque("activated", prose(line), cost=ability.cost, touches=False)
    if isinstance(ability, tree.Triggered):
        return Opaque("triggered", prose(line), touches=False)
    return Opaque("static", prose(line))


def parse_abilities(line: str, name: str = "") -> tuple[Ability, ...]:
    """The abilities of one paragraph; several for a line of keywords."""
    return _read_paragraph(normalise(line, name))


def parse_ability(text: str, name: str = "") -> Ability:
    """The one ability that the text is."""
    abilities = parse_abilities(text, name)
    if len(abilities) == 1:
        return abilities[0]
    return Opaque("unknown", prose(normalise(text, name)))


def parse_effect(text: str) -> Body:
    """A resolved effect given as rules text."""
    return bodies.read_effect(normalise(text))


def parse_exceptions(text: str) -> tuple[CopyExtra, ...] | None:
    """707.9: what a copy effect changes; None if it is not understood."""
    return creating.read_exceptions(normalise(text))


def print_ability(ability: Ability) -> str:
    """The canonical text; it reads back to the same tree."""
    return show(ability) if not isinstance(ability, tree.Keyword) else capital(show(ability))


def print_abilities(abilities: Iterable[Ability]) -> str:
    """One paragraph for each ability."""
    return "\n".join(print_ability(ability) for ability in abilities)


def seal(value: _TREE) -> tuple[_TREE, dict[str, str]]:
    """The value with each prose replaced by a digest, and what the digests stand for."""
    return proses.seal(value)


is_understood, same_ability = proses.is_understood, proses.same_ability

read_quotes_with(_read_paragraph)
