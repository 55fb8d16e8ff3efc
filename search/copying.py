"""Permanents that enter as copies (707.5): each as what it would be, beside the one it copies.

What enters as a copy is told as a card of its own, with the copied face and the exceptions made,
that can only stand behind a permanent with that card. What copies another copy is not looked at:
with no exception it is what that one copies.
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from striate.boards import uncast
from striate.cards import tree
from striate.cards.vocabulary import TYPES_OF_FAMILY, family
from striate.cards.walking import any_node
from striate.encodings.door import statics_of
from striate.search.cardindex import flagged
from striate.search.options import Option, forms_of, made, options_of

_EXCEPTIONS = (tree.AddTypes, tree.RemoveTypes, tree.GainAbilities, tree.SetBasePT)


@flagged
def enters_as_copy(card: tree.Card) -> bool:
    """Whether it has a `copy_rule`."""
    return copy_rule(card) is not None


def copy_rule(card: tree.Card) -> tree.EntersAsCopy | None:
    """The ability by which it enters as a copy of a permanent, if the slots hold it."""
    for each in card.faces[0].abilities:
        if isinstance(each, tree.EntersAsCopy) and _is_held(each):
            return each
    return None


def _is_held(rule: tree.EntersAsCopy) -> bool:
    return (
        rule.who == tree.This()
        and isinstance(rule.of, tree.Each)
        and rule.of.zone == "battlefield"
        and all(isinstance(extra, _EXCEPTIONS) for extra in rule.exceptions)
        and not any(extra.every for extra in rule.exceptions if isinstance(extra, tree.AddTypes))
    )


def uncopied(card: tree.Card) -> Iterator[Option]:
    """What enters as a copy only if its controller wants, as it is printed; and its other face."""
    rule = copy_rule(card)
    if rule is not None and rule.may:
        yield made(card, ())
    yield from (each for each in forms_of(card) if each.shown is not None)


def copies(card: tree.Card, bases: Sequence[Option], words: Iterable[str]) -> Iterator[Option]:
    """What the card can be as a copy of one of these."""
    rule = copy_rule(card)
    if rule is None:
        return
    assert isinstance(rule.of, tree.Each)
    words = tuple(words)
    for base in {each.card.name: each for each in bases}.values():
        face = copied_face(base.face, rule)
        if face is None:
            continue
        single = tree.Card(base.card.name, "normal", (face,))
        # Of what enters as a copy itself, that it was none.
        ways = (
            option
            for option in options_of(single, words)[0]
            if not (option.down or option.form or "cost" in dict(option.choices))
            and not uncast.kicked_in_vain(card, option.choices)
        )
        for option in list(ways) or [made(single, ())]:
            yield replace(
                option,
                card=card,
                copied=base.card.name,
                shown=face,
                copies=rule.of.filter,
                opens=option.opens if _counts_for(card, option) else (),
            )


def _counts_for(card: tree.Card, option: Option) -> bool:
    """107.3m, 702.33e: whether what the copy counts of its casting can be some, as that card was
    cast."""
    if not option.counted:
        return "{X}" in card.faces[0].mana_cost
    kickers = any_node(option.face.abilities, uncast.counts_kicks)
    return not kickers or uncast.is_printed(card, uncast.KICKERS)


def copied_face(face: tree.Face, rule: tree.EntersAsCopy) -> tree.Face | None:
    """707.2, 707.9: the copiable values with the exceptions; None: not told here."""
    added = (extra for extra in rule.exceptions if isinstance(extra, tree.AddTypes))
    given = frozenset(word for extra in added for word in extra.types)
    for extra in rule.exceptions:
        match extra:
            case tree.AddTypes(types, subtypes, supertypes):
                face = replace(
                    face,
                    types=_with(face.types, types),
                    subtypes=_with(face.subtypes, subtypes),
                    supertypes=_with(face.supertypes, supertypes),
                )
            case tree.RemoveTypes(types, subtypes, supertypes, all_subtypes, others):
                if types or subtypes or all_subtypes:
                    return None
                kept = tuple(each for each in face.supertypes if each not in supertypes)
                face = replace(face, supertypes=kept)
                face = _of_types(face, given) if others else face
            case tree.GainAbilities(abilities):
                face = replace(face, abilities=(*face.abilities, *abilities))
            case tree.SetBasePT(tree.Num(power), tree.Num(toughness)):
                # 707.9d: what defines them on the card isn't copied.
                kept_abilities = tuple(each for each in face.abilities if not _defines_size(each))
                face = replace(face, power=power, toughness=toughness, abilities=kept_abilities)
            case _:
                return None
    return face


def _of_types(face: tree.Face, types: AbstractSet[str]) -> tree.Face:
    """205.1a: of no other card types; with each that goes its subtypes go."""
    kept = tuple(each for each in face.types if each in types)
    theirs = (w for w in face.subtypes if not types.isdisjoint(TYPES_OF_FAMILY[family(w)]))
    return replace(face, types=kept, subtypes=tuple(theirs))


def _defines_size(ability: tree.Ability) -> bool:
    return any(each.cda and any_node(each, (tree.DefinePT,)) for each in statics_of(ability))


def _with(words: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return (*words, *(word for word in more if word not in words))
