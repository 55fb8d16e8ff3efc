"""Layer 3: text-changing effects (612, 613.1c)."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from striate.cards import tree
from striate.cards.vocabulary import COLORS, FAMILY_OF, plural
from striate.cards.walking import rebuilt
from striate.encodings.algebra import FALSE, Algebra, Lit
from striate.encodings.clauses import clause, remembered
from striate.encodings.effects import On
from striate.encodings.moments import Moment, chosen, refer
from striate.encodings.state import Chars, Held, Setting, Words, face_of

N = TypeVar("N", bound=tree.Node)
_COLOR_FIELDS = {"color", "colors"}
_SUBTYPE_FIELDS = {"subtype", "subtypes"}


@clause("612.2", "612.2a")
def replace_words(node: N, old: str, new: str) -> N:
    """612.2: a word is replaced only where it is used as a colour, land type or creature type.

    Names, mana symbols and other uses of the same letters are other fields of the tree.
    """

    def replaced(part: object) -> Any:
        whole = rebuilt(part, replaced)
        return replace_in(whole, old, new) if isinstance(whole, tree.Node) else whole

    reworded: N = replaced(node)
    return reworded


def replace_in(node: tree.Node, old: str, new: str) -> tree.Node:
    if isinstance(node, tree.Prose):
        words = tuple(_replaced_word(word, old, new) for word in node.words)
        return node if words == node.words else tree.Prose(node.template, words)
    color = old.lower() in COLORS
    one, other = (COLORS[old.lower()], COLORS[new.lower()]) if color else (old, new)
    fields: dict[str, object] = {}
    for name in node.__struct_fields__:
        value = whole = getattr(node, name)
        if name in _CLAUSES or (name in _PARAMETERS and _is_phrase(value)):
            value = _each_part(value, lambda clause: _reworded(clause, old, new))
        if name in (_COLOR_FIELDS if color else _SUBTYPE_FIELDS):
            value = _each_part(value, lambda word: other if word == one else word)
        if value != whole:
            fields[name] = value
    return msgspec.structs.replace(node, **fields) if fields else node


def _each_part(value: str | tuple[str, ...], change: Callable[[str], str]) -> str | tuple[str, ...]:
    """A word, or a tuple of words, with each changed."""
    return tuple(map(change, value)) if isinstance(value, tuple) else change(value)


# Encoding: parts of the rules text that the tree holds in its words.
_CLAUSES = ("verb", "cost", "limits")
_PARAMETERS = ("detail", "words")


def _is_phrase(value: object) -> bool:
    """A parameter that begins with a capital is a name ("partner with ...")."""
    return isinstance(value, str) and value[:1].islower()


@lru_cache(maxsize=65536)
def _reworded(clause: str, old: str, new: str) -> str:
    """612.2: "can't be blocked by Walls", "Sacrifice a Goblin": types begin with a capital there,
    colours don't; a capitalised word beside one that is no type is part of a name.
    """
    is_color = old.lower() in COLORS
    one, other = (old.lower(), new.lower()) if is_color else (_title(old), _title(new))
    pairs = {one: other} if is_color else {one: other, plural(one): plural(other)}
    words = "|".join(re.escape(word) for word in sorted(pairs, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w'-])(an? )?(non-?)?({words})(?![\w'-])")

    def put(match: re.Match[str]) -> str:
        article, non, word = match.groups()
        if not is_color and _in_name(clause, match.start(3), match.end(3)):
            return match.group()
        written = (non or "") + pairs[word]
        if article:
            article = "an " if written[0].lower() in "aeiou" else "a "
        return (article or "") + written

    return pattern.sub(put, clause)


def _title(word: str) -> str:
    return word[:1].upper() + word[1:]


def _in_name(clause: str, start: int, end: int) -> bool:
    """Whether a capitalised word that is no type stands right beside; the first is a verb."""
    before = re.search(r"([A-Z][\w'-]*) $", clause[:start])
    after = re.match(r" ([A-Z][\w'-]*)", clause[end:])
    named = [match.group(1) for match in (before, after) if match is not None]
    if before is not None and before.start() == 0:
        named.remove(before.group(1))
    return any(not _is_type(word) for word in named)


def _is_type(word: str) -> bool:
    return word in FAMILY_OF or any(plural(known) == word for known in FAMILY_OF)


def _replaced_word(word: str, old: str, new: str) -> str:
    """The word or its plural, in the case in which it stands."""
    if word.lower() == old.lower():
        return _new_case(new, word)
    if word.lower() == plural(_title(old)).lower():
        return _new_case(plural(_title(new)), word)
    return word


def _new_case(new: str, like: str) -> str:
    return new.lower() if like.islower() else new


@remembered
def replaced_ability(ability: tree.Ability, old: str, new: str) -> tree.Ability:
    return replace_words(ability, old, new)


def change_words(on: On, change: tree.ReplaceWords) -> None:
    """612.1-2: the words of the text box and the type line."""
    old, word = (chosen(each, on.setting, on.moment) for each in (change.old, change.new))
    if not old or not word:
        return
    algebra, lit, new = on.algebra, on.lit, on.new
    new.abilities = tuple(with_word(held, old, word, lit, algebra) for held in new.abilities)
    old_key, new_key = old.title(), word.title()
    present = new.subtypes.get(old_key, FALSE)
    if present != FALSE:
        subtypes: Words = dict(new.subtypes)
        subtypes[old_key] = algebra.and_(present, lit ^ 1)
        moved = algebra.and_(present, lit)
        subtypes[new_key] = algebra.or_(subtypes.get(new_key, FALSE), moved)
        new.subtypes = subtypes


def with_word(held: Held, old: str, word: str, lit: Lit, algebra: Algebra) -> Held:
    """612.2: an ability with the new word where the literal holds."""
    alternatives: list[tuple[Lit, tree.Ability]] = []
    for guard, ability in held.alternatives:
        other = replaced_ability(ability, old, word)
        if other == ability:
            alternatives.append((guard, ability))
            continue
        for each, value in (
            (algebra.and_(guard, lit ^ 1), ability),
            (algebra.and_(guard, lit), other),
        ):
            if each != FALSE:
                alternatives.append((each, value))
    return Held(tuple(alternatives), held.present, held.stamp, held.key, held.choices)


class Pair(tree.Node, frozen=True):
    """The two objects of an exchange, known since the resolution."""

    one: int
    two: int


@clause("612.5")
def exchange_text(on: On, change: tree.ExchangeText) -> None:
    """612.5: each object has the other's rules text; granted abilities come later and stay.

    613.7a: the effect makes the abilities of that text, so they have no earlier timestamp.
    """
    for other in exchanged_with(on.moment, change, on.index, on.setting):
        _take_text(on, on.moment.chars[other].abilities, (on.effect.key, on.index))


def exchanged_with(
    moment: Moment, change: tree.ExchangeText, index: int, setting: Setting
) -> list[int]:
    """Whose text the object gets."""
    pair: object = change.other
    if isinstance(pair, Pair):
        return [pair.two if index == pair.one else pair.one]
    return refer(moment, change.other, setting)


def _take_text(
    on: On,
    theirs: tuple[Held, ...],
    by: tuple[object, ...],
    kept: tuple[tree.Ability, ...] = (),
) -> None:
    """The abilities are those of another text, beside the ones that are kept."""
    both, stamp = on.algebra.and_, on.stamp
    own = [held.with_present(both(held.present, on.lit ^ 1)) for held in on.new.abilities]
    taken = [
        Held(held.alternatives, both(held.present, on.lit), stamp, ("text", by, held.key))
        for held in theirs
    ] + [
        Held(((on.lit, ability),), on.lit, stamp, ("text", by, "kept", number))
        for number, ability in enumerate(kept)
    ]
    on.new.abilities = tuple(held for held in (*own, *taken) if held.present != FALSE)


@clause("612.6")
def full_text_of(on: On, change: tree.FullTextOf) -> None:
    """612.6: everything printed on the object becomes what that object has printed.

    613.5: an ability of that very text finds the object with it, and changes nothing more.
    """
    for other in refer(on.moment, change.of, on.setting)[:1]:
        by = ("full text", other)
        if on.effect.source == on.index and (on.effect.held_key or ())[:2] == ("text", by):
            continue
        theirs = face_of(on.moment.world.things[other])
        _take_words(on.new, theirs, on.lit, on.algebra)
        _take_text(on, theirs.abilities, by, change.keep)


def _take_words(new: Chars, theirs: Chars, lit: Lit, algebra: Algebra) -> None:
    for name in ("names", "supertypes", "types", "subtypes", "colors"):
        setattr(new, name, algebra.mixed(lit, getattr(theirs, name), getattr(new, name)))
    for name in ("power", "toughness", "mana_value"):
        setattr(new, name, algebra.choose(lit, getattr(theirs, name), getattr(new, name)))
    own = [(algebra.and_(guard, lit ^ 1), cost) for guard, cost in new.costs]
    other = [(algebra.and_(guard, lit), cost) for guard, cost in theirs.costs]
    new.costs = tuple(each for each in (*own, *other) if each[0] != FALSE)


@clause("612.8")
def set_name(on: On, change: tree.SetName) -> None:
    """612.8: the object's name becomes that one; the other names go unless kept."""
    algebra, lit, new = on.algebra, on.lit, on.new
    new.called = new.names if new.called is None else new.called
    names = (
        dict(new.names)
        if change.keep_others
        else {name: algebra.and_(present, lit ^ 1) for name, present in new.names.items()}
    )
    names[change.name] = algebra.or_(names.get(change.name, FALSE), lit)
    new.names = names
