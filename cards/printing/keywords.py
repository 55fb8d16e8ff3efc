"""Canonical text of keyword abilities with their parameters (702)."""

from collections.abc import Callable

from striate.cards import tree
from striate.cards.grammar.nouns import ANYTHING
from striate.cards.printing.canonical import prints
from striate.cards.printing.nouns import group_phrase, measure, noun_phrase, parts_of
from striate.cards.printing.words import article
from striate.cards.tree import Each, Keyword, Num
from striate.cards.vocabulary import COLOR_NAMES


@prints(Keyword)
def keyword(value: Keyword) -> str:
    """702: the keyword with its parameter, in lower case."""
    if value.name in _SPECIAL:
        return _SPECIAL[value.name](value)
    words = value.name
    if value.words.startswith("cost equal to"):
        return f"{words}. The {words} {value.words}".replace("cost equal", "cost is equal")
    if value.name == "prototype":
        return f"{words} {value.cost} — {value.words}"
    if value.name == "craft":
        return f"{words} {value.words} {value.cost}"
    if value.words.startswith(". "):
        number = "" if value.number is None else f" {value.number}"
        before = "" if not value.cost else " " if _is_mana(value.cost) else "—"
        return f"{words}{number}{before}{value.cost}{value.words}."
    if value.name == "equip" and value.quality == tree.Unknown("worthy"):
        return f"equip worthy {value.cost}"
    if value.words:
        return f"{words} {value.words}".replace(" —", "—")
    if value.quality is not None:
        words = f"{words} {_quality(value)}"
    if value.number is not None:
        words = f"{words} {value.number}"
    elif value.amount is not None and (not value.cost or value.name in _NUMBER_COST):
        words = f"{words} X"
    if value.cost:
        in_words = not _is_mana(value.cost)
        dash = in_words or value.name in _NUMBER_COST
        words = f"{words}{'—' if dash else ' '}{value.cost}"
    if value.amount is not None and not isinstance(value.amount, tree.X):
        words = f"{words}, where X is {measure(value.amount)}"
    return words


def _is_mana(cost: str) -> bool:
    """Whether the cost is symbols only; one in words stands after a dash."""
    return cost.startswith("{") and " " not in cost.replace(" and/or ", "")


_NUMBER_COST = ("suspend", "reinforce", "awaken", "impending")


def _quality(value: Keyword) -> str:
    part = value.quality
    assert part is not None
    if value.name in ("protection", "hexproof"):
        return f"from {_from(part)}"
    if value.name == "affinity":
        return f"for {noun_phrase(part, plural=True)}"
    if value.name == "splice":
        return f"onto {noun_phrase(part)}"
    if value.name == "champion":
        return article(noun_phrase(part))
    if value.name == "emerge":
        return f"from {noun_phrase(part)}"
    return _with_zone(part)


_FROM: dict[tree.Filter, str] = {
    ANYTHING: "everything",
    tree.HasColor("@color"): "the chosen color",
    tree.HasSubtype("@creature type"): "the chosen type",
    tree.Named("@name"): "the chosen name",
    tree.ColorCount(">=", 2): "multicolored",
    tree.ColorCount("=", 1): "monocolored",
    tree.ColorCount("=", 0): "colorless",
    tree.ColorCount(">=", 1): "all colors",
    tree.SharesWith("color", tree.This()): "its colors",
    tree.SharesWith("card type", tree.LinkedCard()): "each of the exiled card's card types",
    tree.HasType("@card type"): "the chosen card type",
    tree.Unknown("ring-bearer"): "Ring-bearers",
    tree.StatIs("mana value", "!=", tree.ChosenNumber()): (
        "each mana value other than the chosen number"
    ),
}


def _from(part: tree.Filter) -> str:
    if part in _FROM:
        return _FROM[part]
    if isinstance(part, tree.HasColor):
        return COLOR_NAMES[part.color]
    if isinstance(part, tree.SharesWith) and isinstance(part.ref, Each):
        values = "the colors of" if part.what == "color" else f"each {part.what} among"
        return f"{values} {group_phrase(part.ref, plural=True)}"
    if isinstance(part, tree.StatIs) and part.stat == "mana value":
        assert isinstance(part.amount, Num)
        rest = {"<=": " or less", ">=": " or greater"}.get(part.op, "")
        return f"mana value {part.amount.value}{rest}"
    return _with_zone(part, plural=True)


def _with_zone(part: tree.Filter, *, plural: bool = False) -> str:
    zones: list[tree.Zone] = [p.zone for p in parts_of(part) if isinstance(p, tree.InZone)]
    rest = tuple(inner for inner in parts_of(part) if not isinstance(inner, tree.InZone))
    whole = rest[0] if len(rest) == 1 else tree.AllOf(rest)
    return group_phrase(Each(whole, zones[0] if zones else "battlefield"), plural=plural)


def _landwalk(value: Keyword) -> str:
    part = value.quality
    if part == tree.HasSubtype("@land type"):
        return "landwalk of the chosen type"
    words = [
        inner.subtype.lower() if isinstance(inner, tree.HasSubtype) else noun_phrase(inner)
        for inner in parts_of(part or ANYTHING)
    ]
    words = [word.removesuffix(" permanent") for word in words]
    ends_in_type = any(isinstance(inner, tree.HasSubtype) for inner in parts_of(part or ANYTHING))
    return f"{' '.join(words)}walk" if ends_in_type else f"{' '.join(words)} landwalk"


def _typecycling(value: Keyword) -> str:
    noun = noun_phrase(value.quality or ANYTHING).lower()
    dash = " " if value.cost.startswith("{") else "—"
    return f"{noun}cycling{dash}{value.cost}"


def _offering(value: Keyword) -> str:
    return f"{noun_phrase(value.quality or ANYTHING)} offering"


_SPECIAL: dict[str, Callable[[Keyword], str]] = {
    "@keyword": lambda value: "the chosen ability",
    "landwalk": _landwalk,
    "typecycling": _typecycling,
    "offering": _offering,
    "partner": lambda value: {
        "": "partner", "choose a Background": "choose a Background",
        "friends forever": "friends forever", "Doctor's companion": "Doctor's companion",
    }.get(value.words, f"partner{'' if value.words.startswith('—') else ' with '}{value.words}"),
}  # fmt: skip
