"""Canonical text of keyword abilities: the words of their parameters (702)."""

from typing import Any

from striate.cards import tree
from striate.cards.grammar.nouns import ANYTHING
from striate.cards.printing.by_rule import say, says, undoes
from striate.cards.printing.canonical import prints
from striate.cards.printing.nouns import in_zone, noun_phrase
from striate.cards.tree import Keyword
from striate.cards.vocabulary import KEYWORDS


@prints(Keyword)
def keyword(value: Keyword) -> str:
    """702: the keyword with its parameter, in lower case."""
    if value.words.startswith("cost equal to"):
        rest = value.words.removeprefix("cost ")
        return f"{value.name}. The {value.name} cost is {rest}"
    words = None if value.name == "@keyword" else say("keyword", (value,))
    if words is not None:
        return words
    return (
        "the chosen ability" if value.name == "@keyword" else f"{value.name} {value.words}".strip()
    )


def _is_mana(cost: str) -> bool:
    """Whether the cost is symbols only; one in words stands after a dash."""
    return cost.startswith("{") and " " not in cost


for _kind in ("plain", "cost", "number", "number cost"):
    says(f"{_kind} keyword")(
        lambda name, plural, kind=_kind: name if KEYWORDS.get(name) == kind else None
    )
says("mana cost")(lambda cost, plural: cost if _is_mana(cost) else None)
says("cost words")(lambda cost, plural: None if _is_mana(cost) else cost or None)
says("limit words")(lambda words, plural: f"{words}.")
says("craft words", "prototype box")(lambda words, plural: words)
says("subtype")(lambda name, plural: name)
says("typecycling")(lambda part, plural: f"{noun_phrase(part).lower()}cycling")
says("where x")(lambda amount, plural: f", where X is {say('measured', amount)}")


@undoes("from_group")
def _group(part: tree.Filter) -> tuple[Any, ...]:
    return (in_zone(part),)


@undoes("enchant")
def _enchanted(abilities: tuple[Keyword, ...]) -> tuple[Any, ...] | None:
    [ability] = abilities
    if ability.name != "enchant" or ability.words:
        return None
    return (in_zone(ability.quality or ANYTHING),)
