"""Whether a state-based action could apply at all, by what is written and what lies there.

Nothing applies if no creature can have toughness 0 or less (`sizes`), nothing is attached where
its card does not let it be (`attachments`), nothing is damaged, no two legends can meet
(`legends`), no permanent can have one of the types that state-based actions look at or it has the
counters with which it stays, and no permanent has counters of both signs.
"""

from collections.abc import Iterator

from striate.cards import tree
from striate.cards.walking import any_node
from striate.quick import attachments, legends, places, reach, sizes
from striate.quick.arrivals import BESIDE_SIZE, Settled
from striate.quick.copies import LATER, Copies
from striate.timeline.choosing import final_chapter
from striate.timeline.game import Lasting, Thing
from striate.timeline.play import Play
from striate.timeline.reading import Face as Values

# Types that some state-based action looks at.
_UNATTACHED = frozenset(("Planeswalker", "Saga", "Battle", "World", "Role", "Aura"))
_GIVEN = _UNATTACHED | {"Creature"}  # 208.5: what becomes a creature without a toughness has 0
_TYPES_GIVEN = (tree.SetTypes, tree.AddTypes)
_PAIR = frozenset(("+1/+1", "-1/-1"))  # 704.5q
_TEXTS = (tree.ExchangeText, tree.FullTextOf)  # these bring what is looked for from anywhere


def may_apply(play: Play) -> bool:
    """704.3: whether the objects have to be looked at."""
    permanents = list(play.game.on_battlefield())
    if not permanents:
        return False
    copies = Copies(play)
    parted = attachments.Parted(play, copies)
    if _has_left_all(play, copies, parted):
        return False
    if _may_apply_to(play, permanents, copies, parted):
        return True
    play.settled = None
    return False


def _may_apply_to(
    play: Play, things: list[Thing], copies: Copies, parted: attachments.Parted
) -> bool:
    """Whether one could apply to these permanents, if none applies to the others."""
    return (
        any(_is_in_danger(thing, parted) for thing in things)
        or (play.anybody_says(_gives_a_type) and _may_get_a_type(play, things, copies))
        or (play.was_ever(_may_have_such_a_type) and _may_go_by_types(play, things, copies))
        or legends.may_meet(play, things, copies)
        or sizes.may_be_none(play, things, copies)
    )


def _has_left_all(play: Play, copies: Copies, parted: attachments.Parted) -> bool:
    """Whether none applied before and one permanent came, by which none applies now."""
    settled: Settled | None = play.settled
    thing = settled.newcomer(play) if settled is not None else None
    if settled is None or thing is None:
        return False
    changed = settled.changed_by(play, thing)
    if changed is None:
        return False
    whole = {handle for handle, keys in changed.items() if reach.touch(BESIDE_SIZE, keys)}
    permanents = [
        each
        for each in play.game.on_battlefield()
        if each.handle in whole or each.attached_to in whole
    ]
    if any(map(copies.may_be, permanents)) or _may_apply_to(play, permanents, copies, parted):
        return False
    smaller = [
        each
        for each in play.game.on_battlefield()
        if each.handle not in whole and settled.may_be_too_small(each)
    ]
    if any(map(_is_hurt, smaller)) or sizes.may_be_none(play, smaller, copies):
        return False
    settled.add(play, thing)
    return True


def _is_in_danger(thing: Thing, parted: attachments.Parted) -> bool:
    """Whether what is on it, or what it is on, could make one apply."""
    if _is_hurt(thing):
        return True
    if thing.merged is not None:
        return True  # what was printed on it before is copied still, perhaps
    host = thing.attached_to
    if host is not None and not parted.belongs_on(thing, host):
        return True
    return thing.counters.keys() >= _PAIR


def _is_hurt(thing: Thing) -> bool:
    return bool(thing.damage or thing.unseen or thing.deathtouched)


def _may_go_by_types(play: Play, things: list[Thing], copies: Copies) -> bool:
    typed = [
        thing
        for thing in things
        if thing.card is None
        or copies.may_be(thing)
        or play.answer(thing.card.faces, _have_such_a_type)
    ]
    return any(_may_go_by_its_type(thing, copies) for thing in typed) or _may_part_each_other(
        play, typed, copies
    )


def _may_go_by_its_type(thing: Thing, copies: Copies) -> bool:
    """704.5i, 704.5m, 704.5s, 704.5v: whether what is printed on it, or on what it may be a copy
    of, has a type by which it could be put away as it is now."""
    return any(_goes(thing, face) for face in copies.faces_of(thing))


def _goes(thing: Thing, face: tree.Face | Values) -> bool:
    """An Aura that is attached stays, or it is in danger. A Saga's chapters are lost all together,
    and then it stays (714.4); texts change only by what gives a type, too."""
    if "Planeswalker" in face.types and not thing.counters.get("loyalty"):
        return True
    if "Battle" in face.types and not thing.counters.get("defense"):
        return True
    if "Saga" in face.subtypes:
        last = final_chapter(face.abilities)
        return last is not None and thing.counters.get("lore", 0) >= last
    return "Aura" in face.subtypes and thing.attached_to is None


def _may_get_a_type(play: Play, things: list[Thing], copies: Copies) -> bool:
    """Whether words about one of them give such a type; or that of a creature to what may have no
    toughness, which `sizes` can't tell."""
    given = [each for lasting in play.game.lasting for each in _given_by(play, lasting)]
    for thing in play.game.things.values():
        given += _GIVES.of_object(play, thing)
        given += _GIVES.of_copy(play, copies, thing)
    some = {handle for handle, _ in given}
    others = {handle for handle, only_creature in given if not only_creature}
    return any(
        not others.isdisjoint(("", thing.handle))
        or (not some.isdisjoint(("", thing.handle)) and _may_lack_toughness(thing, copies))
        for thing in things
    )


def _given_by(play: Play, lasting: Lasting) -> Iterator[tuple[str, bool]]:
    """Of an effect: to its set, but for an ability that it gives, which may speak of any."""
    if play.answer(lasting.words, _gives_a_type):
        words = lasting.words
        whom = ("",) if any_node(words, (tree.Effect,)) else lasting.by_object
        only_creature = not any_node(words, _brings_more)
        yield from ((handle, only_creature) for handle in whom)


def _may_lack_toughness(thing: Thing, copies: Copies) -> bool:
    if thing.face_down is not None:
        return bool(thing.choices.get("face down as"))  # else 2/2 (708.2a)
    return any(face.toughness is None for face in copies.faces_of(thing))


def _may_part_each_other(play: Play, things: list[Thing], copies: Copies) -> bool:
    """704.5k, 704.5y: whether another with one of these may be a world, or a Role on the same."""
    if not any(_may_be_world_or_role(thing, copies) for thing in things):
        return False
    worlds = 0
    hosts: set[str] = set()
    for thing in play.game.on_battlefield():
        worlds += any("World" in face.supertypes for face in copies.faces_of(thing))
        host = thing.attached_to
        if host is not None and any("Role" in face.subtypes for face in copies.faces_of(thing)):
            if host in hosts:
                return True
            hosts.add(host)
    return worlds > 1


def _may_be_world_or_role(thing: Thing, copies: Copies) -> bool:
    return any(
        "World" in face.supertypes or "Role" in face.subtypes for face in copies.faces_of(thing)
    )


def _may_have_such_a_type(thing: Thing) -> bool:
    return thing.card is not None and _have_such_a_type(thing.card.faces)


def _have_such_a_type(faces: tuple[tree.Face, ...]) -> bool:
    return any(
        not _UNATTACHED.isdisjoint((*face.supertypes, *face.types, *face.subtypes))
        for face in faces
    )


def _gives_a_type(words: object) -> bool:
    """Of an ability that has yet to resolve, or a token that may be made, nothing: then an effect
    or a new object says it."""
    if isinstance(words, tuple) and _gives_it_with_a_size(words):
        words = tuple(each for each in words if not isinstance(each, _TYPES_GIVEN))
    return any_node(words, _gives, (*LATER, tree.Effect, tree.TokenSpec))


def _gives(node: tree.Node) -> bool:
    if isinstance(node, tree.Effect):
        return _gives_a_type(node.changes)
    return _gives_one_of(node, _GIVEN)


def _brings_more(node: tree.Node) -> bool:
    """Whether it gives another one than that of a creature."""
    return _gives_one_of(node, _UNATTACHED)


def _gives_one_of(node: tree.Node, words: frozenset[str]) -> bool:
    if isinstance(node, tree.RemoveTypes | tree.TokenSpec):
        return False
    if isinstance(node, tree.KeepOwn):  # 707.9b: it has none of the copied types, but its own
        return "types" in node.what
    given = (getattr(node, name, ()) for name in ("supertypes", "types", "subtypes", "every"))
    return isinstance(node, _TEXTS) or any(
        isinstance(each, tuple) and not words.isdisjoint(each) for each in given
    )


def _gives_it_with_a_size(changes: tuple[object, ...]) -> bool:
    """208.5: a creature, with a size that the same effect sets; no other type that is looked at."""
    sized = any(isinstance(each, tree.SetBasePT) and each.toughness is not None for each in changes)
    return sized and not any(
        any_node(each, _brings_more) for each in changes if isinstance(each, _TYPES_GIVEN)
    )


def _asked(part: places.Said) -> bool | None:
    """Of words that give such a type: whether it is that of a creature and no other."""
    node = part.node
    if isinstance(node, tree.GainAbilitiesOf) and node.kind == "all":
        return False  # what others have is had by another object
    if isinstance(node, tree.Effect):
        return not any_node(node, _brings_more) if _gives_a_type(node.changes) else None
    return False if isinstance(node, _TEXTS) else None


_GIVES = places.Question(_asked)
