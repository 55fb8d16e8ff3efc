"""614.1c-d, 614.12: whether anything could be said of how an object enters.

How an object enters is said by itself, of itself alone; or by something of others: that names a
group, or gives an object such an ability or a type that enters with counters. What an object says
of itself matters as it enters only, unless abilities of one object can be had by another. What
enters as a copy has what is printed on another one (`copies.lenders`).

An ability is had by what it is printed on, unless something is a copy, gives such an ability, or
passes on what is written on another object: to any, or to that one.

What names a group does not mean an object that prints none of the types that it names, if no words
give it such a type; nor one of another player than it names, if no words change who controls it or
what speaks.
"""

from collections.abc import Iterator
from functools import lru_cache

from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.tree import Keyword, This
from striate.cards.walking import any_node, nodes
from striate.quick import places
from striate.quick.copies import LATER, Copies, changes_words, lenders
from striate.timeline.entering_with import ENTER_WITH, WITH_COUNTERS, has_counters
from striate.timeline.game import Thing
from striate.timeline.play import Play, Question


def may_enter_with(play: Play, thing: Thing) -> bool:
    """Whether it, or something about, says anything of how it enters."""
    if _is_another(play, thing) and any(map(has_counters, lenders(play))):
        return True
    if not _has_its_own_words(play, thing):
        return play.anybody_says(_speaks_of_entering)
    if places.answer_of(play, thing, _speaks_of_entering):
        return True
    return play.anybody_says(_speaks_of_others) and _may_be_meant(play, thing)


def may_have(play: Play, question: Question, thing: Thing) -> bool:
    """Whether it could have an ability of which this is true."""
    if not _has_its_own_words(play, thing):
        return play.anybody_says(question)
    return places.answer_of(play, thing, question) or play.anybody_says(_giving(question))


def may_be_given(play: Play, question: Question, thing: Thing) -> bool:
    """Whether it could have one that is not printed on it."""
    return not _has_its_own_words(play, thing) or play.anybody_says(_giving(question))


def _is_another(play: Play, thing: Thing) -> bool:
    return bool(play.effects_on(thing.handle) or play.game.static_copies)


def _has_its_own_words(play: Play, thing: Thing) -> bool:
    """Whether nothing has made a copy of it, or passes on to it what is written on another."""
    if _is_another(play, thing):
        return False
    if not play.anybody_says(_passes_on):
        return True
    return all(to not in ("", thing.handle) for to, _ in _PASSES_ON.about(play, Copies(play)))


@lru_cache
def _giving(question: Question) -> Question:
    """Whether words give an ability of which it is true."""
    return lambda words: any_node(
        words, lambda node: isinstance(node, tree.GainAbilities) and question(node.abilities)
    )


def _passes_on(words: object) -> bool:
    """Whether an object gets by it what is written on another."""
    return any_node(
        words, lambda node: isinstance(node, tree.BecomeCopy) or changes_words(node), LATER
    )


def _speaks_of_entering(words: object) -> bool:
    return any_node(words, _is_about_entering)


def _speaks_of_others(words: object) -> bool:
    """The same, but for the abilities that each object has of itself."""
    if isinstance(words, tuple):
        return any(_speaks_of_others(each) for each in words)
    if isinstance(words, Keyword) or (isinstance(words, ENTER_WITH) and words.who == This()):
        return False
    return _speaks_of_entering(words)


def _is_about_entering(node: tree.Node) -> bool:
    """Whether it is an ability about entering, or gives a type that enters with counters."""
    if isinstance(node, Keyword):
        return any(isinstance(part, ENTER_WITH) for part in meaning(node))
    if isinstance(node, ENTER_WITH):
        return True
    given = (getattr(node, name, ()) for name in ("types", "subtypes", "every"))
    return any(isinstance(each, tuple) and WITH_COUNTERS & set(each) for each in given)


# --- whom a group means ---------------------------------------------------------------------------

_ANY = tree.AllOf()
_CONTROL = (tree.SetController, tree.ExchangeControl)


def _may_be_meant(play: Play, thing: Thing) -> bool:
    """Whether something that speaks of others may mean it."""
    copies = Copies(play)
    given: dict[str, frozenset[str]] = {}
    for handle, words in _GIVEN.about(play, copies):
        given[handle] = given.get(handle, frozenset()) | words
    return any(play.answer(lasting.words, _groups) for lasting in play.game.lasting) or any(
        not _is_surely_not(filter_, each, thing, given)
        for each in play.game.things.values()
        for filter_ in _groups_of(play, copies, each)
    )


def _groups_of(play: Play, copies: Copies, thing: Thing) -> Iterator[tree.Filter]:
    """Those of the object, with what it may have as a copy."""
    yield from places.answer_of(play, thing, _groups)
    for card in copies.lent_to(thing):
        yield from play.answer(card, _groups)


def _groups(words: object) -> tuple[tree.Filter, ...]:
    """Of which groups it says how they enter; of any, if it gives such an ability or type. Of an
    ability that has yet to resolve nothing: then an effect says it."""
    if isinstance(words, tuple):
        return tuple(group for each in words for group in _groups(each))
    if isinstance(words, LATER):
        return ()
    if isinstance(words, ENTER_WITH) and isinstance(words.who, tree.Each):
        return (words.who.filter,)
    return (_ANY,) if _speaks_of_others(words) else ()


def _is_surely_not(
    quality: tree.Filter, speaker: Thing, thing: Thing, given: dict[str, frozenset[str]]
) -> bool:
    """Whether the object that enters is none of those, by what it prints and who controls it."""
    words = given.get("", frozenset()) | given.get(thing.handle, frozenset())
    if isinstance(quality, tree.AllOf):
        return any(_is_surely_not(part, speaker, thing, given) for part in quality.parts)
    if isinstance(quality, tree.AnyOf):
        return all(_is_surely_not(part, speaker, thing, given) for part in quality.parts)
    if isinstance(quality, tree.ControlledBy):
        words |= given.get(speaker.handle, frozenset())
        wanted = _SAME.get(quality.player)
        return _ANYBODY not in words and wanted is (thing.controller != speaker.controller)
    if isinstance(quality, tree.HasType) and thing.card is not None and thing.face_down is None:
        printed = {each for face in thing.card.faces for each in face.types}
        return words.isdisjoint((quality.type, _WHATEVER)) and quality.type not in printed
    return False


_SAME = {"you": True, "opponent": False}
_ANYBODY, _WHATEVER = "@controller", "@type"


def _gives(part: places.Said) -> frozenset[str] | None:
    """Which types the words give; whether they may change who controls something."""
    node = part.node
    if isinstance(node, Keyword):
        meant = (each for ability in meaning(node) for each in nodes(ability))
        found = frozenset[str]().union(*(_given_by(each) for each in meant))
    else:
        found = _given_by(node)
    return found or None


def _given_by(node: tree.Node) -> frozenset[str]:
    if isinstance(node, _CONTROL):
        return frozenset((_ANYBODY,))
    if isinstance(node, tree.AddTypes | tree.SetTypes):
        return frozenset(_WHATEVER if each.startswith("@") else each for each in node.types)
    return frozenset((_WHATEVER,)) if changes_words(node) else frozenset()


_GIVEN = places.Question(_gives)


def _passes(part: places.Said) -> bool | None:
    """Whoever the effect speaks of gets it."""
    node = part.node
    return True if isinstance(node, tree.Effect) and _passes_on(node.changes) else None


_PASSES_ON = places.Question(_passes)
