"""What a board expects of an object against what an engine says of it, which may be only a part."""

from collections.abc import Iterator
from functools import cache

from msgspec import UNSET, UnsetType

from striate.boards.timeline import Expected
from striate.cards import language, tree
from striate.cards.vocabulary import CARD_TYPES, SUPERTYPES
from striate.queries.expectations import Difference, Shown, fits, flat, meant, same, shown_bound
from striate.queries.grading.engineresults import BoardResult, ObjectResult

# A question: what it is about, what is expected, what the engine says, and whether that is right;
# None for the last where the engine does not say.
_Question = tuple[str, Shown, Shown, bool | None]


def compare(expected: Expected, result: BoardResult) -> tuple[list[Difference], list[str]]:
    """What differs, and what is expected but not said."""
    seen = result.by_handle().get(expected.handle, ObjectResult())
    differences: list[Difference] = []
    untold: list[str] = []
    for what, wanted, got, right in _questions(expected, seen, result.gone):
        if right is None:
            untold.append(what)
        elif not right:
            differences.append(Difference(expected.handle, what, wanted, got))
    return differences, untold


def _questions(
    expected: Expected, seen: ObjectResult, gone: list[str] | None
) -> Iterator[_Question]:
    yield from _numbers(expected, seen)
    yield from _abilities(expected, seen)
    yield from _types(expected, seen)
    yield from _colors(expected, seen)
    yield from _rest(expected, seen)
    if expected.gone is not None:
        is_gone = _gone(expected.handle, seen, gone)
        right = None if is_gone is None else is_gone == expected.gone
        yield "gone", expected.gone, is_gone, right


def _numbers(expected: Expected, seen: ObjectResult) -> Iterator[_Question]:
    """208.3: an object whose types are said, and which is no creature, has no power."""
    no_creature = isinstance(seen.types, list) and "Creature" not in seen.types
    for what, bound, value in (
        ("power", expected.power, seen.power),
        ("toughness", expected.toughness, seen.toughness),
    ):
        number = None if isinstance(value, UnsetType) else value
        is_given = value is not UNSET or no_creature
        if bound is not None:
            yield what, shown_bound(bound), number, fits(bound, number) if is_given else None


def _abilities(expected: Expected, seen: ObjectResult) -> Iterator[_Question]:
    abilities = seen.abilities
    texts = None if isinstance(abilities, UnsetType) else tuple(abilities)
    for text in expected.has:
        yield "has", text, None, None if texts is None else _has(texts, text)
    for text in expected.lacks:
        yield "lacks", text, text, None if texts is None else not _has(texts, text)
    if expected.no_abilities is not None:
        right = None if texts is None else (not texts) == expected.no_abilities
        yield "no_abilities", expected.no_abilities, list(texts or ()), right


@cache
def _said(text: str) -> tuple[tree.Ability, ...]:
    """The abilities that an engine's text is, sealed as those of the board's are."""
    return tuple(language.seal(one)[0] for one in language.parse_abilities(text))


def _has(texts: tuple[str, ...], wanted: str) -> bool:
    have = [ability for text in texts for ability in _said(text)]
    return all(any(same(one, each) for each in have) for one in meant(wanted))


def _types(expected: Expected, seen: ObjectResult) -> Iterator[_Question]:
    if expected.card_types is not None:
        wanted = sorted(expected.card_types)
        if isinstance(seen.types, UnsetType):
            yield "card_types", wanted, None, None
        else:
            yield "card_types", wanted, sorted(seen.types), wanted == sorted(set(seen.types))
    for word in (*expected.is_, *expected.is_not):
        what = "is" if word in expected.is_ else "is_not"
        line = _line_of(word, seen)
        if line is None:
            yield what, word, None, None
        else:
            yield what, word, sorted(line), (word in line) == (what == "is")


def _line_of(word: str, seen: ObjectResult) -> list[str] | None:
    """205: the part of the type line in which that word would stand."""
    part = (
        seen.supertypes
        if word in SUPERTYPES
        else seen.types
        if word in CARD_TYPES
        else seen.subtypes
    )
    return None if isinstance(part, UnsetType) else part


def _colors(expected: Expected, seen: ObjectResult) -> Iterator[_Question]:
    given = None if isinstance(seen.colors, UnsetType) else sorted(set(seen.colors))
    if expected.colors is not None:
        wanted = sorted(expected.colors)
        yield "colors", wanted, list(given or ()), None if given is None else wanted == given
    for color in expected.color_includes:
        yield "color_includes", color, list(given or ()), None if given is None else color in given


def _rest(expected: Expected, seen: ObjectResult) -> Iterator[_Question]:
    for what, wanted, given in (
        ("controller", expected.controller, seen.controller),
        ("name", expected.name, seen.name),
        ("tapped", expected.tapped, seen.tapped),
    ):
        if wanted is not None:
            is_given = not isinstance(given, UnsetType)
            yield what, wanted, given if is_given else None, given == wanted if is_given else None  # type: ignore[misc]  # said is set where it is told
    for kind, number in expected.counters:
        if isinstance(seen.counters, UnsetType):
            yield f"counters.{kind}", number, None, None
        else:
            have = seen.counters.get(kind, 0)
            right = have == 0 if number == 0 else have >= number
            yield f"counters.{kind}", number, have, right
    for kind, value in expected.choices:
        if isinstance(seen.choices, UnsetType):
            yield f"choices.{kind}", flat(value), None, None
        else:
            chosen = _chosen(seen.choices.get(kind, ""))
            yield f"choices.{kind}", flat(value), chosen, chosen == flat(value)


def _chosen(value: int | str | list[int | str]) -> str:
    return flat(tuple(value)) if isinstance(value, list) else flat(value)


def _gone(handle: str, seen: ObjectResult, gone: list[str] | None) -> bool | None:
    if gone is not None:
        return handle in gone
    return None if isinstance(seen.zone, UnsetType) else seen.zone != "battlefield"
