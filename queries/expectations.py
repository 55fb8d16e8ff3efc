"""What a board expects against what the rules give: the differences, in the format's words."""

from collections.abc import Iterator
from functools import cache, lru_cache

from msgspec import Struct

from striate.boards.timeline import Answer, Board, Bound, Expected, Seen, Unmodelled
from striate.boards.untold import Unknown
from striate.cards import tree
from striate.cards.prose import bare_keyword, in_full, in_short, is_relative, seal
from striate.cards.vocabulary import KEYWORDS, QUALITY_KEYWORDS, VARIANTS

Shown = str | int | bool | None | list[str] | dict[str, int]


class Difference(Struct, frozen=True):
    """One thing that an object is not as expected."""

    handle: str
    what: str
    expected: Shown
    got: Shown


OPERATORS = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def differences(expect: tuple[Expected, ...], answer: Answer) -> list[Difference]:
    """Everything expected that is not so."""
    seen = {each.handle: each for each in answer.objects}
    differing: list[Difference] = []
    for each in expect:
        if each.handle in seen:
            differing += _object_differences(each, seen[each.handle], each.handle in answer.gone)
        elif each.gone is not True:
            differing.append(Difference(each.handle, "there", "an object", None))
    return differing


def _object_differences(expected: Expected, got: Seen, gone: bool) -> list[Difference]:
    differing: list[Difference] = []

    def differ(what: str, wanted: Shown, have: Shown) -> None:
        differing.append(Difference(expected.handle, what, wanted, have))

    for what, bound, number in (
        ("power", expected.power, got.power),
        ("toughness", expected.toughness, got.toughness),
    ):
        if not fits(bound, number):
            differ(what, shown_bound(bound), number)
    for text in expected.has:
        if not _has_text(got, text):
            differ("has", text, None)
    for text in expected.lacks:
        if _has_text(got, text):
            differ("lacks", text, text)
    if expected.no_abilities is not None and expected.no_abilities != (not got.abilities):
        differ("no_abilities", expected.no_abilities, not got.abilities)
    if expected.card_types is not None and set(expected.card_types) != set(got.types):
        differ("card_types", sorted(expected.card_types), sorted(got.types))
    line = {*got.types, *got.subtypes, *got.supertypes}
    for word in expected.is_:
        if word not in line:
            differ("is", word, sorted(line) if len(line) < 20 else None)
    for word in expected.is_not:
        if word in line:
            differ("is_not", word, word)
    if expected.colors is not None and set(expected.colors) != set(got.colors):
        differ("colors", sorted(expected.colors), sorted(got.colors))
    for color in expected.color_includes:
        if color not in got.colors:
            differ("color_includes", color, sorted(got.colors))
    for what, wanted, have in (
        ("controller", expected.controller, got.controller),
        ("name", expected.name, got.name),
        ("tapped", expected.tapped, got.tapped),
        ("gone", expected.gone, gone),
    ):
        if wanted is not None and wanted != have and not isinstance(have, Unknown):
            differ(what, wanted, have)
    counters = dict(got.counters)
    for kind, number in expected.counters:
        if counters.get(kind, 0) < number or (number == 0 and counters.get(kind, 0)):
            differ(f"counters.{kind}", number, counters.get(kind, 0))
    choices = {key: flat(value) for key, value in got.choices}
    for key, value in expected.choices:
        if choices.get(key, "") != flat(value):
            differ(f"choices.{key}", flat(value), choices.get(key))
    return differing


def flat(value: object) -> str:
    """A choice as one text, so that 3, "3" and ["3"] are alike."""
    if isinstance(value, tuple):
        return ", ".join(str(each) for each in value)
    return str(value)


def fits(bound: object, number: int | None) -> bool:
    if bound is None:
        return True
    if bound == "none":
        return number is None
    assert isinstance(bound, Bound)
    return number is not None and OPERATORS[bound.op](number, bound.value)


def shown_bound(bound: object) -> Shown:
    if isinstance(bound, Bound):
        return bound.value if bound.op == "=" else f"{bound.op} {bound.value}"
    return None


@cache
def meant(text: str, name: str = "") -> tuple[tree.Ability, ...]:
    """The abilities that a `has` text stands for, sealed so that words compare by digest.

    `name`: the name by which the text may speak of its own object (201.5).
    """
    bare = bare_keyword(text)
    if bare is not None:
        return (bare,)
    from striate.cards.language import parse_abilities  # costly: brings the grammar

    return tuple(seal(each)[0] for each in parse_abilities(text, name))


def _has_text(got: Seen, text: str) -> bool:
    held = tuple(each for have in got.abilities for each in in_full(have))
    if (name := _of_any_kind(text)) is not None:
        named = {have.name for have in held if isinstance(have, tree.Keyword)}
        return name in named or name in map(VARIANTS.get, named)
    return any(
        all(any(same(each, have) or have in in_short(each) for have in held)
            for wanted in meant(text, name) for each in in_full(wanted))
        for name in ("", *filter(None, got.name.split(" // ")))
    )  # fmt: skip


def _of_any_kind(text: str) -> str | None:
    """702: a keyword that needs a cost, a number or a quality, without one: any such ability."""
    name = text[:1].lower() + text[1:]
    short = name in QUALITY_KEYWORDS or KEYWORDS.get(name, "plain") != "plain"
    return name if short else None


def unsettled(expect: tuple[Expected, ...], answer: Answer) -> Iterator[Unmodelled]:
    """110.5: whether it is tapped, where that is open.

    702.16a: "protection from the colors of ..." may be protection from red or not, as other
    objects have it; its words tell neither, for `has` and for `lacks`.
    """
    seen = {each.handle: each for each in answer.objects}
    for each in expect:
        got = seen.get(each.handle)
        if got is None:
            continue
        if each.tapped is not None and isinstance(got.tapped, Unknown):
            yield Unmodelled(each.handle, got.tapped.what)
        relative = {
            have.name
            for have in got.abilities
            if isinstance(have, tree.Keyword) and is_relative(have)
        }
        for text in (*each.has, *each.lacks) if relative else ():
            wanted = [one for one in meant(text) if isinstance(one, tree.Keyword) and one.quality]
            if any(one.name in relative for one in wanted) and not _has_text(got, text):
                yield Unmodelled(each.handle, f"whether what it has comes to `{text}`")


def unread_words(board: Board) -> tuple[str, str] | None:
    """A `lacks` text, with its object, that is no ability and stands on no card of the board.

    Such a text would be lacking whatever the object became: it is misspelt.
    """
    faces = [
        face for step in board.steps for face in getattr(getattr(step, "card", None), "faces", ())
    ]
    printed = [ability for face in faces for ability in face.abilities]
    names = {face.name for face in faces}
    for each in board.expect:
        for text in each.lacks:
            if _of_any_kind(text) is not None:
                continue
            readings = [meant(text, name) for name in ("", *sorted(names))]
            if not any(_is_known(abilities, printed) for abilities in readings):
                return each.handle, text
    return None


def _is_known(abilities: tuple[tree.Ability, ...], printed: list[tree.Ability]) -> bool:
    return all(
        not isinstance(ability, tree.Opaque) or any(same(ability, have) for have in printed)
        for ability in abilities
    )


@lru_cache(maxsize=100_000)
def same(wanted: tree.Ability, have: object) -> bool:
    """Texts compare as trees.

    702.11d: but "hexproof from [quality]" is a hexproof ability, as for a goal of `find`.
    """
    if wanted == have:
        return True
    if wanted == tree.Keyword("hexproof") and isinstance(have, tree.Keyword):
        return have.name == "hexproof"
    return type(wanted) is type(have) and seal(wanted)[0] == seal(have)[0]
