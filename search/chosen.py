"""Which creature types can be chosen as a card enters: those that something can tell apart.

Loses no board iff a type that no text names, no goal asks for, no effect gives and no asked-for
card has decides nothing, unless what chose it looks at others than what is asked for; of such types
as many as can be chosen on a board stand for all of them.
"""

from collections.abc import Iterable, Sequence

from striate.cards import tree
from striate.cards.vocabulary import CREATURE_TYPES
from striate.cards.walking import nodes
from striate.encodings.door import statics_of
from striate.quick.reach import Key, Keys, decided_by, reads, touch, writes
from striate.search.cardindex import flagged
from striate.search.making import ADDING

_SUBTYPE: Key = ("subtype", "*")


def creature_words(
    cards: Sequence[tree.Card], seeds: set[Key], named: Iterable[tree.Card] = (), others: int = 1
) -> list[str]:
    """The creature types that any choice could matter for, and so many that stand for all others.

    Loses no board iff no more than so many permanents choose one.
    """
    if not any(map(is_chooser, cards)):
        return []
    words = subtypes_on(named) | {word for kind, word in seeds if kind == "subtype"}
    for card in cards:
        words |= _named(card)
    return sorted({*words & set(CREATURE_TYPES), *_unnamed(cards, words, others)})


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


def words_elsewhere(cards: Sequence[tree.Card], words: Iterable[str]) -> list[str]:
    """The creature types that are printed on some card, and not among these."""
    return sorted((subtypes_on(cards) & set(CREATURE_TYPES)) - set(words))


def looks_at_others(card: tree.Card, matters: Keys) -> bool:
    """Whether the chosen type may decide something about more than what is asked for.

    `matters`: what does of any other object.
    """
    for ability in card.faces[0].abilities:
        for static in statics_of(ability, paid=False):
            for effect in static.effects:
                if _SUBTYPE in decided_by(effect):
                    return True
                written = [writes(change) for change in effect.changes]
                if _SUBTYPE in reads(effect.who) and any(touch(matters, w) for w in written):
                    return True
    return False


def given_by(ability: tree.Ability) -> set[str]:
    """The subtypes that it gives to something."""
    given = (node for node in nodes(ability) if isinstance(node, ADDING))
    return {word for change in given for word in change.subtypes}


def _unnamed(cards: Sequence[tree.Card], named: set[str], most: int) -> list[str]:
    """So many creature types that nothing names; if there are any, also none that are printed."""
    printed = subtypes_on(cards)
    others = [
        word for word in dict.fromkeys(("Wall", *sorted(CREATURE_TYPES))) if word not in named
    ]
    return ([word for word in others if word not in printed] or others)[:most]
