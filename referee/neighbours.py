"""613.1: what a few objects are, of which only the effects that reach them need be applied.

Where something could alter what is asked of an object, the layers are applied to that object, to
the sources of these effects, and to what could alter those in turn, and no effect but these is
applied. It loses nothing iff none left out alters what is asked of one of them, what an effect
that is left in looks at, or the order of two that are (`_order_is_theirs`).
"""

from functools import lru_cache
from itertools import combinations

import msgspec

from striate.cards import tree
from striate.cards.tree import Node
from striate.referee import asking
from striate.referee.choosing import filled
from striate.referee.effects import layer_of
from striate.referee.game import Thing
from striate.referee.layers import Layers
from striate.referee.play import Play
from striate.referee.reaching import (
    Question,
    Saying,
    altering,
    alters,
    by_themselves,
    is_fixed_on,
    looks_at_one,
    may_mean,
    tried_of,
    words_are_altered,
)
from striate.referee.reads import reads, writes
from striate.referee.state import State
from striate.referee.touching import alters_type_line, named_words
from striate.referee.typeline import EVERY, has_known_family, types_for

_MOST = 60  # objects: with more the whole board is no more work
# 109.5, 611.3b: that the source has the ability, and who controls it.
_OF_A_SOURCE = Question(kinds=frozenset(("controller",)), keeps_all=True)
# Changes that do the same to each object, whatever else is on the board; but what subtypes it can
# have hangs on its types (205.3d), which are asked too.
_PLAIN = (
    tree.AddTypes,
    tree.SetTypes,
    tree.GainAbilities,
    tree.LoseAbilities,
    tree.LoseAllAbilities,
    tree.CantHave,
    tree.SetColors,
    tree.AddColors,
)


class _Reaching(msgspec.Struct):
    """An effect that reaches objects of the part."""

    source: Thing
    saying: Saying
    objects: dict[str, None]


class _Part(msgspec.Struct):
    """Some objects with what is asked of each, and the effects that reach them."""

    about: tuple[str, ...]
    questions: dict[str, Question]
    reaching: list[_Reaching]

    def ask(self, handle: str, question: Question) -> None:
        known = self.questions.get(handle, Question())
        self.questions[handle] = Question(
            known.kinds | question.kinds,
            known.words | question.words,
            known.keywords | question.keywords,
            known.keeps_all or question.keeps_all,
        )

    def entry(self, source: Thing, saying: Saying) -> _Reaching:
        for each in self.reaching:
            if each.source is source and each.saying == saying:
                return each
        new = _Reaching(source, saying, {})
        self.reaching.append(new)
        return new

    def size(self) -> int:
        asked = self.questions.values()
        words = sum(len(q.kinds) + len(q.words) + len(q.keywords) + q.keeps_all for q in asked)
        return len(self.questions) + words + sum(len(each.objects) for each in self.reaching)


def as_they_would_be(play: Play, handles: tuple[str, ...], question: Question) -> State | None:
    """What is asked of these objects, by themselves or by what reaches them; None: the whole board
    has to be looked at.
    """
    alone = by_themselves(play, handles, question)
    if alone is not None:
        return alone
    part = _part(play, handles, question)
    if part is None:
        return None
    wanted = frozenset(
        (each.source.handle, each.saying.ability, each.saying.place) for each in part.reaching
    )
    views = frozenset(part.questions)
    # 613.4: nothing is asked of power and toughness.
    return Layers(play.game, facts=play.facts, among=views, wanted=wanted).run("6")


def _part(play: Play, handles: tuple[str, ...], question: Question) -> _Part | None:
    if words_are_altered(play) or not play.static_copies_are_quiet():
        return None
    part = _Part(handles, {}, [])
    for handle in handles:
        part.ask(handle, question)
    size = -1
    while size != (size := part.size()):
        if len(part.questions) > _MOST:
            return None
        for handle in list(part.questions):
            if not _is_joined(play, part, handle):
                return None
    return part if _order_is_theirs(part) else None


def _is_joined(play: Play, part: _Part, handle: str) -> bool:
    """What reaches the object joins the part; False where that looks further than the part."""
    thing = play.game.things[handle]
    if play.copying_looks_around(handle):
        return False
    said = list(altering(play, part.questions[handle]))
    tried = tuple(each for _, saying in said for each in tried_of(saying.who))
    part.ask(handle, part.questions[handle].looking(tried))
    question = part.questions[handle]
    if "pt" in question.kinds or is_fixed_on(play, thing, question):
        return False
    altered = frozenset[str]().union(
        *(_kinds(each.saying) for each in part.reaching if handle in each.objects)
    )
    for source, saying in said:
        if not may_mean(play, saying.who, source, thing, altered):
            continue
        if source is not None and _is_off(saying.effect, source):
            continue
        if source is None or saying.who is None or not _is_plain(saying, question):
            return False
        # 607.2d: what was chosen for it, the ability says where it is given.
        for quality in filled(_qualities(saying.effect), source.choices):
            # 702.16: what is protected from a quality asks it of all that the question is about.
            if _is_never_chosen(quality, play, part):
                continue
            if not asking.by_itself(quality):
                return False
            for about in part.about:
                part.ask(about, part.questions[about].looking((quality,)))
        part.entry(source, saying).objects[handle] = None
        fitting = (types_for(_subtypes(each)) for each in _adding(saying.effect.changes))
        part.ask(handle, Question(words=frozenset[str]().union(*fitting)))
        part.ask(source.handle, _OF_A_SOURCE.looking(_of_condition(saying.effect)))
    return True


def _qualities(effect: tree.Effect) -> tuple[tree.Filter, ...]:
    """Those of the keywords that it gives."""
    given = (each for each in effect.changes if isinstance(each, tree.GainAbilities))
    words = (each for change in given for each in change.abilities)
    found = (each.quality for each in words if isinstance(each, tree.Keyword))
    return tuple(each for each in found if each is not None)


def _is_never_chosen(quality: tree.Filter, play: Play, part: _Part) -> bool:
    """607.5a: whether it is a card type that was chosen, and nothing has chosen one."""
    return (
        isinstance(quality, tree.HasType)
        and quality.type.startswith("@")
        and all(filled(quality, play.game.things[each].choices) == quality for each in part.about)
    )


def _kinds(saying: Saying) -> frozenset[str]:
    return frozenset[str]().union(
        *(writes((change,), layer) for change, layer in _in_layers(saying.effect))
    )


@lru_cache(maxsize=4096)
def _in_layers(effect: tree.Effect) -> tuple[tuple[Node, str], ...]:
    found = ((change, layer_of(change, cda=False)) for change in effect.changes)
    return tuple((change, layer) for change, layer in found if layer is not None)


def _is_plain(saying: Saying, question: Question) -> bool:
    """Whether whom it means, whether it is there, and what it does to what is asked hang on the
    object and on its source alone.
    """
    who, condition = saying.who, saying.effect.condition
    if isinstance(who, tree.Each):
        if not all(map(_looks_at_one, _parts(who.filter))):
            return False
    elif not isinstance(who, tree.This | tree.Attached):
        return False
    if condition is not None and _of_condition(saying.effect) == ():
        return False
    changes = (each for each in saying.effect.changes if alters(each, question))
    return all(map(_is_plain_change, changes))


def _is_plain_change(change: tree.Node) -> bool:
    if isinstance(change, tree.AddTypes):
        return all(map(has_known_family, change.subtypes))
    return isinstance(change, _PLAIN)


def _adding(changes: tuple[Node, ...]) -> tuple[tree.AddTypes, ...]:
    """205.3d: of the changes those that give subtypes."""
    return tuple(each for each in changes if isinstance(each, tree.AddTypes) and _subtypes(each))


def _subtypes(change: tree.AddTypes) -> tuple[str, ...]:
    """Those that it gives; of every one of a set, one that stands for all of them."""
    return (*change.subtypes, *(EVERY[kind][0] for kind in change.every))


def _parts(part: tree.Filter) -> tuple[tree.Filter, ...]:
    return part.parts if isinstance(part, tree.AllOf) else (part,)


def _looks_at_one(part: tree.Filter) -> bool:
    return isinstance(part, tree.Other) or looks_at_one(part)


def _is_off(effect: tree.Effect, source: Thing) -> bool:
    """Whether it says "as long as it's attached", and its object is attached to nothing."""
    condition = effect.condition
    return (
        isinstance(condition, tree.Matches)
        and condition.ref == tree.This()
        and isinstance(condition.filter, tree.IsAttachedTo)
        and not condition.last
        and source.attached_to is None
    )


def _of_condition(effect: tree.Effect) -> tuple[tree.Filter, ...]:
    """What "as long as it ..." looks at of its source, and of nothing else."""
    condition = effect.condition
    if isinstance(condition, tree.Matches) and condition.ref == tree.This():
        return (condition.filter,) if looks_at_one(condition.filter) else ()
    return ()


def _only_adds(one: tree.Effect, other: tree.Effect) -> bool:
    """Whether the first only adds to type lines, and no word that the second looks at: two such
    effects do the same in either order.
    """
    changes = tuple(change for change, layer in _in_layers(one) if layer == "4")
    named = named_words((other.who, other.condition))
    if named is None or not all(isinstance(each, tree.AddTypes) for each in changes):
        return False
    words = named[0].union(*(types_for(_subtypes(each)) for each in _adding(other.changes)))
    return not any(alters_type_line(each, words) for each in changes)


def _order_is_theirs(part: _Part) -> bool:
    """613.7-613.8: whether the order of those left in hangs on no other effect.

    Two of one layer that reach the same object, or of which one reaches the other's source, must
    look at nothing that is written in that layer: then only the loss of abilities makes one wait.
    """
    for one, other in combinations(part.reaching, 2):
        together = one.objects.keys() & other.objects.keys()
        if (
            not together
            and other.source.handle not in one.objects
            and one.source.handle not in other.objects
        ):
            continue
        mine = {layer for _, layer in _in_layers(one.saying.effect)}
        for layer in mine & {layer for _, layer in _in_layers(other.saying.effect)}:
            words = (one.saying.effect, other.saying.effect)
            if layer == "4" and _only_adds(*words) and _only_adds(*reversed(words)):
                continue
            looked_at = reads(tuple((each.who, each.condition) for each in words))
            if layer == "4" and any(_adding(each.changes) for each in words):
                looked_at |= {"types"}
            if not looked_at.isdisjoint(writes((), layer)):
                return False
    return True
