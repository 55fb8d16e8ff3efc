"""Sets of colours as a filter names them: letters, words, guilds, shards, numbers."""

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec import Struct

from striate.cards.costs import COLORS

_Colors: TypeAlias = frozenset[str]
Sense: TypeAlias = Literal["superset", "subset"]

_NAMES = {
    "white": "W", "blue": "U", "black": "B", "red": "R", "green": "G",
    "azorius": "WU", "dimir": "UB", "rakdos": "BR", "gruul": "RG", "selesnya": "GW",
    "orzhov": "WB", "izzet": "UR", "golgari": "BG", "boros": "RW", "simic": "GU",
    "bant": "GWU", "esper": "WUB", "grixis": "UBR", "jund": "BRG", "naya": "RGW",
    "abzan": "WBG", "jeskai": "URW", "sultai": "BGU", "mardu": "RWB", "temur": "GUR",
    "lorehold": "RW", "prismari": "UR", "quandrix": "GU", "silverquill": "WB", "witherbloom": "BG",
    "chaos": "UBRG", "aggression": "WBRG", "altruism": "WURG", "growth": "WUBG", "artifice": "WUBR",
    "fivecolor": "WUBRG", "rainbow": "WUBRG",
}  # fmt: skip


class _ColorSet(Struct, frozen=True):
    """Colours, or how many: `several` is `m`, more than one."""

    colors: _Colors = frozenset()
    number: int | None = None
    several: bool = False

    def comparison(self, op: str, colon: Sense) -> Callable[[_Colors], bool]:
        """The test that `op` these colours stands for; `:` is read in the given sense."""
        if self.several:
            return lambda colors: (len(colors) > 1) is (op != "!=")
        if self.number is not None:
            return self._by_number(op, self.number)
        wanted = self.colors
        # "c:c" and "id:c" are colourless, whatever the sense of `:` otherwise.
        if op == ":":
            op = "=" if not wanted else ">=" if colon == "superset" else "<="
        tests: dict[str, Callable[[_Colors], bool]] = {
            "=": lambda colors: colors == wanted,
            "!=": lambda colors: colors != wanted,
            "<": lambda colors: colors < wanted,
            "<=": lambda colors: colors <= wanted,
            ">": lambda colors: colors > wanted,
            ">=": lambda colors: colors >= wanted,
        }
        return tests[op]

    @staticmethod
    def _by_number(op: str, wanted: int) -> Callable[[_Colors], bool]:
        tests: dict[str, Callable[[_Colors], bool]] = {
            ":": lambda colors: len(colors) == wanted,
            "=": lambda colors: len(colors) == wanted,
            "!=": lambda colors: len(colors) != wanted,
            "<": lambda colors: len(colors) < wanted,
            "<=": lambda colors: len(colors) <= wanted,
            ">": lambda colors: len(colors) > wanted,
            ">=": lambda colors: len(colors) >= wanted,
        }
        return tests[op]


def color_set(word: str) -> _ColorSet | None:
    """The colours that a word stands for, or None."""
    low = word.casefold()
    if low.isdecimal() and int(low) <= len(COLORS):
        return _ColorSet(number=int(low))
    if low in ("m", "multicolor", "multicolored", "multi", "gold"):
        return _ColorSet(several=True)
    if low in ("c", "colorless"):
        return _ColorSet()
    letters = _NAMES.get(low, low.upper())
    if letters and set(letters) <= set(COLORS):
        return _ColorSet(frozenset(letters))
    return None
