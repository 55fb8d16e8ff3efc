"""What a goal says of the search and not of the board: "without Humility", "using only Merfolk",
"with at most two cards". Each is an option of `find`; what is left is the goal.
"""

import re

from msgspec import Struct
from msgspec.structs import replace

from striate.cards.vocabulary import COLORS, CREATURE_TYPES, FORMS, PERMANENT_TYPES, SUPERTYPES
from striate.queries.goals import words as goalwords
from striate.queries.goals.describing import Cards
from striate.queries.goals.language import read_goal
from striate.queries.goals.mending import rows_of
from striate.queries.goals.phrases import meant
from striate.queries.goals.tokens import GoalError
from striate.search.goals import CardNamed


class Asides(Struct, frozen=True):
    """The goal without them; the cards to leave out, or the only ones; the most permanents."""

    goal: str
    without: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    filter: str = ""
    size: int = 0
    stays: bool = False  # state-based actions take nothing of it, as without `--any`
    words: str = ""  # how they are read back


_JOINTS = re.compile(r",? (?:and|or|nor) |; ?|, ")


def without_asides(text: str, cards: Cards) -> Asides | None:
    """The goal without what its end or its beginning says of the search; None: nothing is said."""
    asides = Asides(" ".join(text.split()).rstrip("?.! "))
    while (shorter := _shortened(asides, cards)) is not None:
        asides = shorter
    return asides if asides.words else None


def _shortened(asides: Asides, cards: Cards) -> Asides | None:
    for pattern, _ in rows_of("asides"):
        match = pattern.fullmatch(asides.goal)
        if match is None:
            continue
        parts = match.groupdict()
        read = _read(asides, parts, cards)
        if read is not None:
            words = ", ".join(filter(None, (_words_of(read), asides.words)))
            return replace(
                read,
                goal=parts["goal"],
                without=(*read.without, *asides.without),
                cards=read.cards or asides.cards,
                filter=read.filter or asides.filter,
                size=read.size or asides.size,
                stays=read.stays or asides.stays,
                words=words,
            )
    return None


def _read(asides: Asides, parts: dict[str, str], cards: Cards) -> Asides | None:
    """One of them by itself; None if what stands there is no such thing, or is said twice."""
    if size := parts.get("size"):
        number = int(size) if size.isdecimal() else goalwords.NUMBERS.get(size.casefold(), 0)
        if (it := parts.get("it")) and it not in parts["goal"].split():
            return None
        if parts.get("more") or parts.get("besides"):
            those = _spoken_of(parts["goal"], cards)
            number = number + those if those else 0
        return Asides("", size=number) if 0 < number <= _MOST and not asides.size else None
    if without := parts.get("without"):
        names = _named(without, cards)
        return Asides("", without=names) if names else None
    if parts.get("stays"):
        return Asides("", stays=True)
    if asides.cards or asides.filter:
        return None
    names = _named(parts["only"], cards)
    if names:
        return Asides("", cards=names)
    kind = _filter(parts["only"])
    return Asides("", filter=kind) if kind else None


_MOST = 12  # permanents of a board


def _spoken_of(text: str, cards: Cards) -> int:
    """So many objects as the goal speaks of; 0 where it speaks of kinds, or is not understood."""
    try:
        demands = read_goal(text, cards).demands
    except GoalError:
        return 0
    named = {each.subject for each in demands if isinstance(each.subject, CardNamed)}
    some = all(each.of_some for each in demands)
    if not some or len(demands) not in (1, len(named)):
        return 0
    return demands[0].count if len(demands) == 1 else len(named)


def _named(text: str, cards: Cards) -> tuple[str, ...]:
    """The cards, if the text is a list of names; "without fly" speaks of no card."""
    if text in meant("verb"):
        return ()
    whole = cards.card(text)
    if whole is not None:
        return (whole.faces[0].name,)
    named = [cards.card(part) for part in _JOINTS.split(text)]
    return tuple(each.faces[0].name for each in named if each) if all(named) else ()


def _filter(text: str) -> str:
    """ "blue Merfolk", "enchantments" as terms of a card filter; "" if it is no such kind."""
    terms: list[str] = []
    for word in text.removesuffix(" cards").removesuffix(" permanents").split():
        kind = _kind_of(word)
        if word.casefold() in COLORS:
            terms.append(f"c:{word.casefold()}")
        elif kind in _CREATURE_TYPES:  # 702.73a: what has changeling is one everywhere
            terms.append(f"(t:{kind} or kw:changeling)")
        elif kind:
            terms.append(f"t:{kind}")
        else:
            return ""
    return " ".join(terms)


def _kind_of(word: str) -> str:
    """205: the type that the word, or its singular, is."""
    for each in (word, word.removesuffix("s"), word.removesuffix("es")):
        if each.title() in (*PERMANENT_TYPES, *SUPERTYPES):
            return each.casefold()
    return _SUBTYPES.get(word.casefold(), "").casefold()


_CREATURE_TYPES = frozenset(map(str.casefold, CREATURE_TYPES))
_SUBTYPES = {
    form.casefold(): word
    for forms in FORMS.values()
    for form, word in {**forms, **{each: each for each in forms.values()}}.items()
}


def _words_of(read: Asides) -> str:
    if read.size:
        return f"with at most {read.size} permanent{'s' if read.size > 1 else ''}"
    if read.stays:
        return "on a board that state-based actions leave as it is"
    if read.without:
        return f"without {' and '.join(read.without)}"
    return f"using only {', '.join(read.cards) or read.filter}"
