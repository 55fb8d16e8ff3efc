"""Lands that pay for spells in another engine's test, and whether they would disturb the board.

A test that casts needs lands that the board does not have. They change nothing where no text on
the board can apply to a land, count permanents, or look at whole zones; else the board is refused.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from striate.boards.exports.formats import CannotExport
from striate.boards.exports.scenario import Scenario
from striate.boards.timeline import Resolve, ResolveEffect
from striate.cards import tree
from striate.cards.vocabulary import PERMANENT_TYPES
from striate.cards.walking import nodes

_BASICS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}
_COLORLESS_LAND = "Wastes"
_SYMBOL = re.compile(r"\{([^}]*)\}")
_COUNTING = (
    tree.Count, tree.CountDistinct, tree.CountersAmong, tree.Aggregate, tree.IsExtreme,
    tree.Devotion, tree.SymbolsAmong, tree.GainAbilitiesOf,
)  # fmt: skip
_ABOUT_CASTING = ("cast", "cost", "activate", "mana", "play")
_HARMLESS = (tree.SetColors, tree.AddColors, tree.ModifyPT, tree.Restrict)


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
        return {_COLORLESS_LAND: total}
    return {_BASICS[color]: total for color in "WUBRG" if color in colors}


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
        elif symbol in _BASICS:
            value += 1
            colors.add(symbol)
        elif len(halves := symbol.split("/")) == 2 and set(halves) <= _BASICS.keys():
            value += 1
            colors |= set(halves)
        else:
            raise CannotExport(f"the cost `{cost}` has a symbol that the lands can't pay")
    return value, colors


def refuse_if_lands_matter(made: Scenario, own_costs: Iterable[tree.Node] = ()) -> None:
    """Raises where a text on the board could see the lands that pay.

    `own_costs` are texts about casting their own card, which are known to be followed.
    """
    known = {id(node) for cost in own_costs for node in nodes(cost)}
    spells = any(isinstance(one, Resolve | ResolveEffect) for one in made.board.steps)
    for node in made.happening():
        if id(node) in known:
            continue
        if isinstance(node, _COUNTING) and not _counts_no_land(node, spells):
            raise CannotExport(
                "the test needs lands for mana, and a text on the board counts objects"
            )
        if isinstance(node, tree.Opaque) and node.kind not in ("activated", "triggered"):
            raise CannotExport("a text on the board is not understood, and may be about casting")
        if isinstance(node, tree.Inert):
            raise CannotExport("a text on the board may be about what is cast or what it costs")
        if isinstance(node, tree.Restrict) and any(word in node.verb for word in _ABOUT_CASTING):
            raise CannotExport("a text on the board is about what may be cast or what it costs")
    for node in made.happening():
        for filter in _changed_groups(node):
            if _may_be_land(filter):
                raise CannotExport(
                    "the test needs lands for mana, and a text on the board could apply to lands"
                )


def _counts_no_land(node: tree.Node, spells: bool) -> bool:
    """Whether what is counted is no land, as long as no land changes, and no spell that is cast."""
    if not isinstance(node, tree.Count):
        return False
    if node.zone == "graveyard":
        return not spells or not _may_be_spell(node.filter)
    return node.zone == "battlefield" and not _may_be_land(node.filter)


def _may_match(filter: object, could: Callable[[object], bool]) -> bool:
    """Whether something could match, of which `could` tells the single qualities."""
    match filter:
        case tree.AllOf(parts):
            return all(_may_match(part, could) for part in parts)
        case tree.AnyOf(parts):
            return any(_may_match(part, could) for part in parts)
        case _:
            return could(filter)


def _may_be_spell(filter: object) -> bool:
    """Whether an instant or sorcery could match; True where it is not sure."""
    return _may_match(filter, _could_be_spell)


def _could_be_spell(quality: object) -> bool:
    return not isinstance(quality, tree.HasType) or quality.type not in PERMANENT_TYPES


def _changed_groups(node: tree.Node) -> Iterator[Any]:
    """The filters of groups to which something happens that a land could pass on to others.

    A colour or a bonus on a land, which nothing counts and nobody asks about, stays with it.
    """
    who = getattr(node, "who", None)
    if not isinstance(who, tree.Each) or isinstance(node, tree.Event):
        return
    if isinstance(node, tree.Effect) and all(isinstance(one, _HARMLESS) for one in node.changes):
        return
    yield who.filter


def _may_be_land(filter: object) -> bool:
    """Whether a basic land without other types could match; True where it is not sure."""
    return _may_match(filter, _could_be_land)


def _could_be_land(quality: object) -> bool:
    match quality:
        case tree.HasType(type):
            return type == "Land"
        case tree.IsToken() | tree.HasKeyword() | tree.IsFaceDown() | tree.IsTransformed():
            return False
        case tree.HasSubtype(subtype):
            return subtype in _BASICS.values()
        case tree.Is() | tree.Not(tree.HasSupertype("Basic")):
            return False  # nothing on the board speaks of one of these basic lands
        case _:
            return True
