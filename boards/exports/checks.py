"""What a board expects, as single questions that another engine can be asked.

A back end lists the kinds of question that it can ask; an expectation that needs another kind is
refused. What an engine is asked may be less than what is expected only where that is said in
`Check.weaker`, which goes into the test's comment.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from striate.boards.exports.formats import CannotExport
from striate.boards.exports.scenario import Permanent, Scenario
from striate.boards.timeline import Bound, Expected, Seat
from striate.cards import tree
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    CARD_TYPES,
    PERMANENT_TYPES,
    SUPERTYPES,
)

_Kind = Literal[
    "power and toughness", "power", "toughness", "not a creature", "keyword", "type", "subtype",
    "supertype", "colors", "color", "controller", "name", "gone", "counters", "text",
    "no abilities", "tapped",
]  # fmt: skip
_QUESTIONS = {
    "power and toughness": "power and toughness",
    "power": "power alone",
    "toughness": "toughness alone",
    "comparison": "a comparison of power or toughness",
    "keyword": "whether it has a keyword",
    "text": "whether it has an ability that is no plain keyword",
    "type": "its card types",
    "subtype": "its subtypes",
    "supertype": "its supertypes",
    "colors": "its exact colours",
    "color": "whether it has a colour",
    "controller": "its controller",
    "name": "its name",
    "tapped": "whether it is tapped",
    "counters": "its counters",
    "gone": "whether it is gone",
    "choices": "the choices of a spell",
    "has abilities": "whether it has any ability",
    "no abilities": "whether it has no ability",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One question: `wanted` False asks that it is not so. `value` depends on the kind."""

    permanent: Permanent
    seat: Seat  # who controls it in the end
    kind: _Kind
    value: str = ""
    wanted: bool = True
    bounds: tuple[Bound, ...] = ()
    colors: tuple[str, ...] = ()
    weaker: str = ""


def checks(
    stage: Scenario,
    can_check: frozenset[str],
    types: Iterable[str],
    keywords: frozenset[str],
) -> tuple[Check, ...]:
    """Everything that the board expects.

    `types` and `keywords` are those that the engine can be asked for.
    """
    unknown = can_check - _QUESTIONS.keys()
    assert not unknown, f"no such questions: {unknown}"
    all_checks: list[Check] = []
    for expected in stage.board.expect:
        questions = _Questions(stage, expected, can_check, tuple(types), keywords)
        all_checks += questions.all()
    if not all_checks:
        raise CannotExport("nothing that the board expects can be asked")
    return tuple(all_checks)


class _Questions:
    """The questions about one object."""

    def __init__(
        self,
        stage: Scenario,
        expected: Expected,
        can_check: frozenset[str],
        types: tuple[str, ...],
        keywords: frozenset[str],
    ) -> None:
        self.made = stage
        self.expected = expected
        self.can_check = can_check
        self.types = types
        self.keywords = keywords
        self.permanent = stage.of(expected.handle)
        self.seat: Seat = stage.seat_of(expected.handle)

    def need(self, question: str) -> None:
        if question not in self.can_check:
            raise CannotExport(
                f"the format can't ask {_QUESTIONS[question]}, expected of `{self.expected.handle}`"
            )

    def ask(
        self, kind: _Kind, value: str = "", wanted: bool = True, *, family: str = "", **more: Any
    ) -> Check:
        """A question that the format must be able to ask; `family`: what such questions are."""
        self.need(family or kind)
        return Check(self.permanent, self.seat, kind, value, wanted, **more)

    def all(self) -> list[Check]:
        if self.expected.gone:
            # What it was before is no longer there to be asked.
            return [self.ask("gone")]
        return [
            *self.numbers(),
            *self.abilities(),
            *self.types_of_it(),
            *self.colors(),
            *self.rest(),
        ]

    def numbers(self) -> Iterator[Check]:
        """208: power and toughness, or that it is no creature (208.3)."""
        power, toughness = self.expected.power, self.expected.toughness
        if "none" in (power, toughness):
            yield self.ask("type", "Creature", False)
            return
        given = tuple(bound for bound in (power, toughness) if isinstance(bound, Bound))
        if any(bound.op != "=" for bound in given):
            self.need("comparison")
        both = len(given) == 2 and all(bound.op == "=" for bound in given)
        if both and "power and toughness" in self.can_check:
            yield self.ask("power and toughness", bounds=given)
            return
        if isinstance(power, Bound):
            yield self.ask("power", bounds=(power,))
        if isinstance(toughness, Bound):
            yield self.ask("toughness", bounds=(toughness,))

    def abilities(self) -> Iterator[Check]:
        for texts, wanted in ((self.expected.has, True), (self.expected.lacks, False)):
            for text in texts:
                yield from self.text(text, wanted)
        if self.expected.no_abilities is False:
            yield self.ask("no abilities", wanted=False, family="has abilities")
        if self.expected.no_abilities and "no abilities" in self.can_check:
            yield self.ask("no abilities")
        elif self.expected.no_abilities:
            self.need("keyword")
            yield from self.without_abilities()

    def text(self, text: str, wanted: bool) -> Iterator[Check]:
        """An ability: a keyword by its name, any other by its text where that can be asked."""
        names = _keyword_names(text)
        if "text" in self.can_check and any(name not in self.keywords for name in names):
            weaker = "" if wanted else f"`{text}` is looked for in these words only"
            yield self.ask("text", text, wanted, weaker=weaker)
            return
        for name in names:
            if name is None:
                self.need("text")
            elif name not in self.keywords:
                raise CannotExport(f"the format can't ask for the keyword `{name}`")
            else:
                yield self.ask("keyword", name, wanted)

    def without_abilities(self) -> Iterator[Check]:
        """That it has none is asked of every keyword that any text on the board speaks of."""
        names = sorted(
            {
                name
                for node in self.made.trees()
                if isinstance(node, tree.Keyword) and (name := _plain_keyword(node))
            }
        )
        keywords = [name for name in names if name in self.keywords]
        if not keywords:
            raise CannotExport(
                f"the format can't ask whether `{self.expected.handle}` has no abilities at all, "
                "and no keyword on the board could show it"
            )
        weaker = "of its having no abilities only the keywords on the board are asked"
        yield from (self.ask("keyword", name, False, weaker=weaker) for name in keywords)

    def types_of_it(self) -> Iterator[Check]:
        if self.expected.card_types is not None:
            self.need("type")
            wanted = set(self.expected.card_types)
            self.known_types(wanted)
            left = [one for one in PERMANENT_TYPES if one not in self.types]
            weaker = f"of its card types these are not asked: {', '.join(left)}" if left else ""
            for word in self.types:
                yield self.ask("type", word, word in wanted, weaker=weaker)
        for words, so in ((self.expected.is_, True), (self.expected.is_not, False)):
            yield from (self.word(word, so) for word in words)

    def known_types(self, words: Iterable[str]) -> None:
        for word in words:
            if word not in self.types:
                raise CannotExport(f"the format can't ask whether a permanent is a `{word}`")

    def word(self, word: str, wanted: bool) -> Check:
        """205: a supertype, a card type or a subtype."""
        if word not in CARD_TYPES or word in SUPERTYPES:
            return self.ask("supertype" if word in SUPERTYPES else "subtype", word, wanted)
        self.need("type")
        self.known_types([word])
        return self.ask("type", word, wanted)

    def colors(self) -> Iterator[Check]:
        if self.expected.colors is not None:
            yield self.ask("colors", colors=self.expected.colors)
        for color in self.expected.color_includes:
            yield self.ask("color", colors=(color,))

    def rest(self) -> Iterator[Check]:
        if self.expected.controller is not None:
            yield self.ask("controller")
        if self.expected.name is not None:
            yield self.ask("name", self.expected.name)
        for kind, number in self.expected.counters:
            yield self.ask("counters", kind, bounds=(Bound(">=" if number else "=", number),))
        if self.expected.tapped is not None:
            yield self.ask("tapped", wanted=self.expected.tapped)
        if self.expected.choices:
            self.need("choices")


def weaker_notes(questions: Iterable[Check]) -> list[str]:
    """What the test's comment says is not asked."""
    notes = dict.fromkeys(f"{one.permanent.alias}: {one.weaker}" for one in questions if one.weaker)
    return list(notes)


# --- keywords -------------------------------------------------------------------------------------

# Keywords that every engine knows under their own name.
EVERGREEN = frozenset(
    {
        "flying", "first strike", "double strike", "deathtouch", "haste", "hexproof",
        "indestructible", "lifelink", "reach", "trample", "vigilance", "menace", "defender",
        "shroud",
    }
)  # fmt: skip
_COLOR_WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def _keyword_names(text: str) -> list[str | None]:
    """The keywords of an expected text; None for an ability that has no plain name."""
    from striate.cards import language  # costly: brings the grammar

    abilities = language.parse_abilities(text)
    return [_plain_keyword(one) if isinstance(one, tree.Keyword) else None for one in abilities]


def _plain_keyword(keyword: tree.Keyword) -> str | None:
    """`flying`, `islandwalk`, `protection from red`; None for one that is more than a name."""
    if keyword.cost or keyword.number is not None or keyword.amount is not None or keyword.words:
        return None
    match keyword.quality:
        case None:
            return keyword.name
        case tree.HasSubtype(subtype) if keyword.name == "landwalk" and subtype in BASIC_LAND_TYPES:
            return f"{subtype.lower()}walk"
        case tree.HasColor(color) if keyword.name == "protection" and color in _COLOR_WORDS:
            return f"protection from {_COLOR_WORDS[color]}"
        case _:
            return None
