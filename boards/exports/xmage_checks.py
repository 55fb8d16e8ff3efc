"""What XMage is asked: inside the game, at one step, after everything has happened.

Characteristics are asked by alias, as the player who controls the permanent. What the framework
has no check for is asked of the permanent itself (`ask` of `LayerBoardTestBase`).
"""

import re
from collections.abc import Iterator

from striate.boards.exports.checks import EVERGREEN, Check
from striate.boards.exports.formats import CannotExport
from striate.boards.exports.words import ascii_only, camel, java_string, name_string
from striate.boards.exports.xmage_setup import Setup
from striate.boards.exports.xmage_state import COUNTERS, player
from striate.boards.timeline import Bound

CAN_CHECK = frozenset(
    {
        "power and toughness", "power", "toughness", "comparison", "keyword", "text",
        "no abilities", "has abilities", "type", "subtype", "supertype", "colors", "color",
        "controller", "name", "tapped", "counters", "gone",
    }
)  # fmt: skip
TYPES = ("Artifact", "Creature", "Enchantment", "Land", "Planeswalker", "Battle", "Kindred")
# Asked by their class; protection is asked by its text.
KEYWORDS = EVERGREEN | {
    "flash", "fear", "intimidate", "shadow", "horsemanship", "infect", "wither", "banding",
    "phasing", "prowess", "changeling", "exalted", "flanking", "skulk", "undying", "persist",
    "convoke", "cascade", "islandwalk", "swampwalk", "forestwalk", "mountainwalk", "plainswalk",
    "protection from white", "protection from blue", "protection from black",
    "protection from red", "protection from green",
}  # fmt: skip
_COLOR_WORDS = ("white", "blue", "black", "red", "green")
_PROTECTION = "protection from "
_ALL_COLORS = ("all colors", "each color")
_MANA = re.compile(r"\{[WUBRGC]\}")
_MANA_CHOICE = re.compile(
    r"(?P<cost>[^:]*): Add (?P<mana>\{[WUBRGC]\}(?:, \{[WUBRGC]\})*,? or \{[WUBRGC]\})\.?"
)
_SUPERTYPES = ("Basic", "Legendary", "Snow", "World")
_COLORS = "WUBRG"
_JAVA_COMPARISON = {"=": "=="}


def keyword_class(name: str) -> str:
    """The class of a keyword: `FirstStrikeAbility` for "first strike"."""
    return f"{camel(name)}Ability"


class Asking:
    """The lines that ask: those inside the game, and those after it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.made = setup.made
        self.imports: set[str] = set()
        self.during: list[str] = []
        self.after: list[str] = []
        self.rules = ascii_only(", ".join(self.made.board.rules))

    def add(self, check: Check) -> None:
        asked = check.kind != "gone"  # which is asked of both players
        self.alias = java_string(self.setup.called(check.permanent.handle, asked=asked))
        self.player = player(check.seat)
        if check.kind == "gone":
            for each in ("playerA", "playerB"):
                self.after.append(f"assertPermanentCount({each}, {self.alias}, 0);")
        elif check.kind in ("keyword", "text") and check.value.lower().startswith(_PROTECTION):
            self.during += self._protection(check)
        else:
            self.during += self._inside(check)

    def _label(self, check: Check, what: str) -> str:
        """What is printed where the check fails; marks of the framework are left out."""
        kept = "".join(
            letter
            for letter in ascii_only(f"{check.permanent.name} {what}")
            if letter.isalnum() or letter in " .,'+-/()"
        )
        return java_string(
            f"{check.permanent.alias} {kept}" + (f" ({self.rules})" if self.rules else "")
        )

    def _inside(self, check: Check) -> Iterator[str]:
        wanted = "true" if check.wanted else "false"
        no = "" if check.wanted else "no "
        match check.kind:
            case "power and toughness":
                power, toughness = (bound.value for bound in check.bounds)
                yield self._call(check, "checkPT", f"is {power}/{toughness}", power, toughness)
            case "keyword":
                name = keyword_class(check.value)
                self.imports.add(f"mage.abilities.keyword.{name}")
                what = f"has {no}{check.value}"
                yield self._call(check, "checkAbility", what, f"{name}.class", wanted)
            case "type":
                self.imports.add("mage.constants.CardType")
                constant = f"CardType.{check.value.upper()}"
                what = f"is {no}{check.value.lower()}"
                yield self._call(check, "checkType", what, constant, wanted)
            case "subtype":
                yield self._subtype(check)
            case "colors":
                yield from self._colors(check)
            case "color":
                color = check.colors[0]
                yield self._call(check, "checkColor", f"is {color}", f'"{color}"', "true")
            case "controller":
                yield self._call(check, "checkPermanentCount", f"is {self.player}'s", 1)
            case _:
                yield self._asked(check)

    def _call(self, check: Check, name: str, what: str, *arguments: object) -> str:
        given = "".join(f", {argument}" for argument in arguments)
        when = self.setup.asked_at
        return f"{name}({self._label(check, what)}, {when}, {self.player}, {self.alias}{given});"

    def _ask(self, check: Check, what: str, question: str) -> str:
        holds = question if check.wanted else f"!{question}"
        return self._call(check, "ask", what, f"(permanent, game) -> {holds}")

    def _colors(self, check: Check) -> Iterator[str]:
        """105: exactly these, which takes two calls."""
        has = "".join(letter for letter in _COLORS if letter in check.colors)
        lacks = "".join(letter for letter in _COLORS if letter not in check.colors)
        if has:
            yield self._call(check, "checkColor", f"is {has}", f'"{has}"', "true")
        if lacks:
            yield self._call(check, "checkColor", f"is not {lacks}", f'"{lacks}"', "false")

    def _subtype(self, check: Check) -> str:
        """205.3: with `hasSubtype`, which alone sees those of "every creature type"."""
        self.imports.add("mage.constants.SubType")
        constant = f"SubType.byDescription({java_string(check.value)})"
        no = "" if check.wanted else "no "
        what = f"is {no}{check.value}"
        if self.setup.every_creature_type:
            return self._ask(check, what, f"permanent.hasSubtype({constant}, game)")
        wanted = "true" if check.wanted else "false"
        return self._call(check, "checkSubType", what, constant, wanted)

    def _asked(self, check: Check) -> str:
        """What only the permanent itself can tell."""
        no = "" if check.wanted else "no "
        match check.kind:
            case "power" | "toughness":
                (bound,) = check.bounds
                getter = f"permanent.get{check.kind.capitalize()}().getValue()"
                return self._ask(check, f"{check.kind} {bound.value}", _compared(getter, bound))
            case "supertype":
                return self._supertype(check)
            case "name":
                asked = f"permanent.getName().equals({name_string(check.value)})"
                return self._ask(check, f"is named {check.value or 'nothing'}", asked)
            case "text":
                return self._ask(check, f"has {no}{check.value}", _has_text(check.value))
            case "no abilities":
                if self.setup.is_face_down(check.permanent.handle):
                    raise CannotExport(
                        "the engine counts how a face-down permanent is turned up as an ability"
                    )
                return self._ask(check, "has no abilities", "hasNone(permanent, game)")
            case "tapped":
                return self._ask(check, f"is {no}tapped", "permanent.isTapped()")
            case "counters":
                return self._counters(check)
            case _:
                raise CannotExport(f"the format can't ask for {check.kind}")

    def _supertype(self, check: Check) -> str:
        if check.value not in _SUPERTYPES:
            raise CannotExport(f"the format can't ask whether a permanent is `{check.value}`")
        self.imports.add("mage.constants.SuperType")
        constant = f"SuperType.{check.value.upper()}"
        no = "" if check.wanted else "no "
        asked = f"permanent.getSuperType(game).contains({constant})"
        return self._ask(check, f"is {no}{check.value}", asked)

    def _counters(self, check: Check) -> str:
        if check.value not in COUNTERS:
            raise CannotExport(f"the format has no counter called `{check.value}`")
        self.imports.add("mage.counters.CounterType")
        (bound,) = check.bounds
        getter = f"permanent.getCounters(game).getCount(CounterType.{COUNTERS[check.value]})"
        return self._ask(check, f"{bound.value} {check.value} counters", _compared(getter, bound))

    def _protection(self, check: Check) -> Iterator[str]:
        """702.16g-h: from what, whether the engine says it in one ability with more or alone."""
        quality = check.value[len(_PROTECTION) :].rstrip(".").lower()
        each = _COLOR_WORDS if quality in _ALL_COLORS else (quality,)
        if len(each) > 1 and not check.wanted:
            raise CannotExport("the format can't ask that protection from all colours is lacking")
        no = "" if check.wanted else "no "
        for one in each:
            alike = "|".join((one, *_ALL_COLORS, "everything")) if one in _COLOR_WORDS else one
            asked = f"hasProtection(permanent, game, {java_string(alike)})"
            yield self._ask(check, f"has {no}{_PROTECTION}{one}", asked)


def _has_text(text: str) -> str:
    """The question for an ability; "add {W} or {U}" is one ability for each mana there."""
    choice = _MANA_CHOICE.fullmatch(text)
    texts = [text]
    if choice is not None:
        texts = [f"{choice['cost']}: Add {one}." for one in _MANA.findall(choice["mana"])]
    asked = [f"hasText(permanent, game, {java_string(one)})" for one in texts]
    return asked[0] if len(asked) == 1 else f"({' && '.join(asked)})"


def _compared(getter: str, bound: Bound) -> str:
    return f"{getter} {_JAVA_COMPARISON.get(bound.op, bound.op)} {bound.value}"
