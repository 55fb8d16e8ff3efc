"""Which creature types can be chosen as a card enters: those that something can tell apart.

Loses no board iff a type that no text names, no goal asks for, no effect gives and no card has
decides nothing; of such types as many as can be chosen on a board stand for all of them.
"""

from collections.abc import Iterable, Sequence

from striate.cards import tree
from striate.cards.vocabulary import CREATURE_TYPES
from striate.cards.walking import nodes
from striate.quick.reach import Key, reads
from striate.search.cardindex import flagged
from striate.search.making import ADDING


def creature_words(cards: Sequence[tree.Card], seeds: set[Key], others: int) -> list[str]:
    """The creature types that any choice could matter for, and so many that stand for all others.

    Loses no board iff no more than so many permanents choose one.
    """
    if not any(map(is_chooser, cards)):
        return []
    words = subtypes_on(cards).union(*map(_named, cards))
    words |= {word for kind, word in seeds if kind == "subtype"}
    rest = [word for word in ("Wall", *sorted(CREATURE_TYPES)) if word not in words]
    return sorted({*words & set(CREATURE_TYPES), *rest[:others]})


def subtypes_on(cards: Iterable[tree.Card]) -> set[str]:
    """The subtypes that are printed on some face."""
    return {word for card in cards for face in card.faces for word in face.subtypes}


def _named(card: tree.Card) -> set[str]:
    """The subtypes that its static abilities look at or give, whichever face is up."""
    subtypes: set[str] = set()
    for ability in (each for face in card.faces for each in face.abilities):
        if isinstance(ability, tree.Static | tree.LevelSymbol | tree.Keyword):
            subtypes |= {word for kind, word in reads(ability) if kind == "subtype"}
            subtypes |= given_by(ability)
    return subtypes


@flagged
def is_chooser(card: tree.Card) -> bool:
    return chooses(card, "creature type")


def chooses(card: tree.Card, kind: str) -> bool:
    """614.12a: whether such a thing is chosen as it enters."""
    return any(
        isinstance(ability, tree.EntersChoose) and ability.kind == kind
        for ability in card.faces[0].abilities
    )


def given_by(ability: tree.Ability) -> set[str]:
    """The subtypes that it gives to something."""
    given = (node for node in nodes(ability) if isinstance(node, ADDING))
    return {word for change in given for word in change.subtypes}
