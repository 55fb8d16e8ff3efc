"""709, 710, 712, 715: which face's characteristics an object starts from (613.1)."""

import re
from collections.abc import Collection

import msgspec

from striate.cards.costs import colors_of, in_order
from striate.cards.prose import without_words
from striate.cards.tree import Card, Face, Keyword
from striate.referee.typeline import fits
from striate.referee.values import Text

NONMODAL = ("transform", "double_faced_token")
TRANSFORMING = (*NONMODAL, "modal_dfc")  # 712.9: every double-faced card but meld cards
_SPLIT = ("split", "aftermath")


def text_of(face: Face) -> Text:
    """613.1: the values printed on a face; a star counts as the tree says (208.2)."""
    return Text(
        name=face.name,
        mana_cost=face.mana_cost,
        supertypes=face.supertypes,
        types=face.types,
        # 205.3d: one that fits none of its types is none of its subtypes.
        subtypes=tuple(each for each in face.subtypes if fits(each, face.types)),
        colors=face.colors,
        abilities=without_words(face.abilities),
        power=face.power,
        toughness=face.toughness,
        loyalty=face.loyalty,
        defense=face.defense,
    )


def faces_of(card: Card) -> tuple[Text, ...]:
    """709-715: the texts of its faces, front first."""
    texts = tuple(text_of(face) for face in card.faces)
    if card.layout == "flip" and len(texts) > 1:
        return (_flip_halves(texts[0], texts[1]),)
    if card.layout in NONMODAL and len(texts) > 1:
        # 202.3b, 712.8e: the back face's mana value is that of the front face's cost.
        back = msgspec.structs.replace(texts[1], front_cost=texts[0].mana_cost)
        return (texts[0], back)
    return texts


def _flip_halves(top: Text, bottom: Text) -> Text:
    """710.1c: flipping changes neither colour nor mana cost."""
    other = msgspec.structs.replace(bottom, mana_cost=top.mana_cost, colors=top.colors)
    return msgspec.structs.replace(top, bottom=other)


def up(faces: tuple[Text, ...], layout: str, zone: str, *, transformed: bool) -> Text:
    """709.4, 712.8a, 715.4: the face that counts in that zone; elsewhere the front one."""
    if layout in _SPLIT and len(faces) > 1:
        if zone in ("battlefield", "phased out") and _has_shared_line(faces):
            return _shared_line(faces)
        if zone not in ("battlefield", "phased out"):
            # 702.102b: on the stack too, where a whole card is a fused spell.
            return _both_halves(faces)
    return face_up(faces, transformed and zone in ("battlefield", "phased out", "stack"))


def _has_shared_line(faces: tuple[Text, ...]) -> bool:
    """709.5: a split card that is a permanent."""
    return not any({"Instant", "Sorcery"} & set(face.types) for face in faces)


def _shared_line(faces: tuple[Text, ...]) -> Text:
    """709.5a-b: the shared types, and both halves, whichever are unlocked."""
    line = faces[0]
    return Text(supertypes=line.supertypes, types=line.types, subtypes=line.subtypes, halves=faces)


def shown(whole: Text, *, flipped: bool, unlocked: Collection[int]) -> Text:
    """707.3, 710.2: the half of a flip card that the status shows; 709.5: the unlocked halves."""
    if flipped and whole.bottom is not None:
        return whole.bottom
    if not whole.halves:
        return whole
    visible = [half for number, half in enumerate(whole.halves) if number in unlocked]
    return msgspec.structs.replace(
        whole,
        name=whole.name or " // ".join(half.name for half in visible),
        mana_cost="".join(half.mana_cost for half in visible),
        colors=in_order({*whole.colors, *(color for half in visible for color in half.colors)}),
        abilities=(*(a for half in visible for a in half.abilities), *whole.abilities),
    )


def face_up(faces: tuple[Text, ...], turned: bool) -> Text:
    """712.8d-e: the back face of what has one and is turned; else the front."""
    return faces[-1] if turned else faces[0]


def prototyped(text: Text) -> Text:
    """718.3b: cast prototyped: the inset mana cost, its colour, and the inset power/toughness."""
    for ability in text.abilities:
        if isinstance(ability, Keyword) and ability.name == "prototype":
            box = re.search(r"(\d+)/(\d+)", ability.words)
            if box is not None:
                return msgspec.structs.replace(
                    text,
                    mana_cost=ability.cost,
                    colors=colors_of(ability.cost),
                    power=int(box.group(1)),
                    toughness=int(box.group(2)),
                )
    return text


def melded(text: Text, front_costs: str) -> Text:
    """202.3c: the mana value is that of the fronts' combined mana cost."""
    return msgspec.structs.replace(text, front_cost=front_costs)


def every_face(faces: tuple[Text, ...]) -> tuple[Text, ...]:
    """All that is printed on it, the lower halves of flip cards too."""
    return (*faces, *(face.bottom for face in faces if face.bottom is not None))


def _both_halves(faces: tuple[Text, ...]) -> Text:
    """709.4: off the stack a split card has the characteristics of both halves."""
    return Text(
        name=" // ".join(face.name for face in faces),
        mana_cost="".join(face.mana_cost for face in faces),
        supertypes=tuple(dict.fromkeys(s for face in faces for s in face.supertypes)),
        types=tuple(dict.fromkeys(t for face in faces for t in face.types)),
        subtypes=tuple(dict.fromkeys(s for face in faces for s in face.subtypes)),
        colors=in_order({color for face in faces for color in face.colors}),
        abilities=tuple(ability for face in faces for ability in face.abilities),
    )
