"""Lands that pay for spells in another engine's test, and whether they would disturb the board.

A test that casts needs lands that the board does not have. They change nothing where no text on
the board can apply to a land, count permanents, or look at whole zones; else the board is refused.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from striate.boards.export_scenario import Scenario
from striate.boards.exporting import CannotExport
from striate.cards import tree

BASICS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}
COLORLESS_LAND = "Wastes"
_SYMBOL = re.compile(r"\{([^}]*)\}")
_COUNTING = (
    tree.Count, tree.CountDistinct, tree.CountersAmong, tree.Aggregate, tree.IsExtreme,
    tree.Devotion, tree.SymbolsAmong, tree.GainAbilitiesOf,
)  # fmt: skip


def lands_for(costs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Lands by name for several costs, each with its X: enough of each colour for all together.

    Engines pay generic costs with any land, so each colour alone must suffice for the whole.
    """
    total = 0
    colors: set[str] = set()
    for cost, x in costs:
        value, used = _value(cost, x)
        total += value
        colors |= used
    if not total:
        return {}
    if not colors:
        return {COLORLESS_LAND: total}
    return {BASICS[color]: total for color in "WUBRG" if color in colors}


def _value(cost: str, x: int) -> tuple[int, set[str]]:
    """The mana of a cost, and its colours; only plain symbols can be paid for."""
    value, colors = 0, set()
    if _SYMBOL.sub("", cost).strip():
        raise CannotExport(f"the cost `{cost}` is more than mana")
    for symbol in _SYMBOL.findall(cost):
        if symbol.isdigit():
            value += int(symbol)
        elif symbol == "X":
            value += x
        elif symbol in BASICS:
            value += 1
            colors.add(symbol)
        elif len(halves := symbol.split("/")) == 2 and set(halves) <= BASICS.keys():
            value += 1
            colors |= set(halves)
        else:
            raise CannotExport(f"the cost `{cost}` has a symbol that the lands can't pay")
    return value, colors


def refuse_if_lands_matter(made: Scenario) -> None:
    """Raises where a text on the board could see the lands that pay."""
    for node in made.trees():
        if isinstance(node, _COUNTING):
            raise CannotExport(
                "the test needs lands for mana, and a text on the board counts objects"
            )
        if isinstance(node, tree.Opaque) and node.touches:
            raise CannotExport(
                "the test needs lands for mana, and a text on the board is not understood"
            )
    for node in made.trees():
        for filter in _groups(node):
            if may_be_land(filter):
                raise CannotExport(
                    "the test needs lands for mana, and a text on the board could apply to lands"
                )


def _groups(node: tree.Node) -> Iterator[Any]:
    """The filters of the groups to which an effect applies."""
    if isinstance(node, tree.Effect) and isinstance(node.who, tree.Each):
        yield node.who.filter
    elif isinstance(node, tree.Each):
        yield node.filter


def may_be_land(filter: Any) -> bool:
    """Whether a land without other types could match; True where it is not sure."""
    match filter:
        case tree.AllOf(parts):
            return all(may_be_land(part) for part in parts)
        case tree.AnyOf(parts):
            return any(may_be_land(part) for part in parts)
        case tree.HasType(type):
            return type == "Land"
        case tree.IsToken() | tree.HasKeyword() | tree.IsFaceDown() | tree.IsTransformed():
            return False
        case tree.HasColor():
            return False
        case tree.HasSubtype(subtype):
            return subtype in BASICS.values()
        case _:
            return True
