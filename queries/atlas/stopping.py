"""Which permanents can take another's abilities away before they do anything (613.6, 305.7).

Read off the trees: the words must be able to mean the other permanent as it is printed, or as the
two can change its types. That a third permanent makes the other what it isn't is left aside.
"""

from functools import cache

from striate.cards import tree
from striate.cards.vocabulary import CARD_TYPES, SUPERTYPES
from striate.queries.atlas.parts import Bundle, bundles_of, sign_of
from striate.quick.reach import TEXT


def takes_abilities(bundle: Bundle | None) -> bool:
    """Whether it can take rules text away from other objects."""
    return bundle is not None and any(map(bool, _takers(bundle)))


@cache
def _takers(bundle: Bundle) -> tuple[tree.Who, ...]:
    """Whom the parts that take rules text away from others speak of."""
    signs = [(part, sign_of(part)) for part in bundle.parts]
    return tuple(part.who for part, sign in signs if sign.written >= TEXT and not sign.own)


def can_take_from(
    card: tree.Card,
    bundle: Bundle,
    types: tuple[str, ...],
    supertypes: tuple[str, ...],
    altered: frozenset[str],
) -> bool:
    """Whether the card's words can mean a permanent of these card types and supertypes.

    `altered` are those that the permanent itself may gain or lose.
    """
    words = frozenset((*types, *supertypes))
    return any(_may_mean(who, card, words, altered) for who in _takers(bundle))


def _may_mean(
    who: tree.Who, card: tree.Card, words: frozenset[str], altered: frozenset[str]
) -> bool:
    if isinstance(who, tree.Each):
        return _may_match(who.filter, words, altered | types_altered(card, at_large=True))
    if who == tree.Attached():
        return all(_may_match(host, words, altered) for host in _hosts(card.faces[0]))
    return True


@cache
def _hosts(face: tree.Face) -> tuple[tree.Filter, ...]:
    """What it says of that to which it is attached (301.5, 702.5a)."""
    hosts = [
        each.quality
        for each in face.abilities
        if isinstance(each, tree.Keyword) and each.name == "enchant" and each.quality is not None
    ]
    return (*hosts, *([tree.HasType("Creature")] if "Equipment" in face.subtypes else []))


def _may_match(filter: tree.Filter, words: frozenset[str], altered: frozenset[str]) -> bool:
    """Whether the types fit; whatever else the filter asks may be so."""
    match filter:
        case tree.AllOf(parts):
            return all(_may_match(part, words, altered) for part in parts)
        case tree.AnyOf(parts):
            return any(_may_match(part, words, altered) for part in parts)
        case tree.HasType(word) | tree.HasSupertype(word) if _is_fixed(word, altered):
            return word in words
        case tree.Not(tree.HasType(word) | tree.HasSupertype(word)) if _is_fixed(word, altered):
            return word not in words
    return True


_PRINTED = frozenset((*CARD_TYPES, *SUPERTYPES))


def _is_fixed(word: str, altered: frozenset[str]) -> bool:
    return word in _PRINTED and altered.isdisjoint((word, "*"))


@cache
def types_altered(card: tree.Card, *, at_large: bool = False) -> frozenset[str]:
    """The card types and supertypes that it gives or takes ("*": any).

    `at_large`: only of groups of objects, not of itself or of what it is attached to.
    """
    return frozenset(
        word
        for bundle in bundles_of(card)
        for part in bundle.parts
        if not at_large or part.given or isinstance(part.who, tree.Each)
        for kind, word in sign_of(part).written
        if kind in ("type", "supertype")
    )
