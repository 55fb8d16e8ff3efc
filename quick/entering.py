"""614.1c-d, 614.12: whether anything could be said of how an object enters.

How an object enters is said by itself, of itself alone; or by something of others: that names a
group, or gives an object such an ability or a type that enters with counters. What an object says
of itself matters as it enters only, unless abilities of one object can be had by another. What
enters as a copy has what is printed on another one (`copies.lenders`).

An ability is had by what it is printed on, unless something is a copy, gives such an ability, or
passes on what is written on another object: to any, or to that one.

What it has is what its face prints, if nothing that is said of it takes abilities or types, or
gives such.

What names a group does not mean an object that prints none of the types that it names, if no words
give it such a type; nor one of another player than it names, if no words change who controls it or
what speaks.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache

from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.tree import Keyword, This
from striate.cards.walking import any_node, nodes
from striate.quick import places
from striate.quick.copies import LATER, Copies, changes_words, faces_up, lenders
from striate.timeline.entering_with import ENTER_WITH, WITH_COUNTERS, EnterWith, has_counters
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
    if not play.anybody_says(_speaks_of_others):
        return False
    return any(True for _ in _Groups(play).meaning(thing, _ENTERING))


def may_have(play: Play, question: Question, thing: Thing) -> bool:
    """Whether it could have an ability of which this is true."""
    if not _has_its_own_words(play, thing):
        return play.anybody_says(question)
    return places.answer_of(play, thing, question) or play.anybody_says(_giving(question))


def may_be_given(play: Play, question: Question, thing: Thing) -> bool:
    """Whether it could have one that is not printed on it."""
    return not _has_its_own_words(play, thing) or play.anybody_says(_giving(question))


def enters_as_printed(play: Play, thing: Thing) -> bool:
    """614.12: whether it has those "enters as a copy" that its only face prints, and no others."""
    return _Groups(play).has_what_it_prints(thing) and len(thing.faces) == 1


def said_by_others(play: Play, thing: Thing) -> list[tuple[Thing, EnterWith]] | None:
    """What others say of how it enters, if all have what they print, and it what it prints; None:
    somebody might not."""
    groups = _Groups(play)
    if not groups.has_what_it_prints(thing):
        return None
    speaking = groups.meaning(thing, _ENTERING) if play.anybody_says(_speaks_of_others) else ()
    speakers: dict[str, Thing] = {}
    for speaker, quality in speaking:
        if speaker is None or speaker is thing or speaker.zone != "battlefield":
            return None  # 614.12: what a group has by the newcomer itself, that has, too
        if not groups.surely_mean(quality, speaker, thing):
            return None
        speakers[speaker.handle] = speaker
    if not all(map(groups.has_what_it_prints, speakers.values())):
        return None
    return [
        (speaker, ability)
        for speaker in speakers.values()
        for ability in play.reading.printed_abilities(speaker)
        if isinstance(ability, ENTER_WITH)
        and isinstance(ability.who, tree.Each)
        and not groups.surely_not(ability.who.filter, speaker, thing)
    ]


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
    if isinstance(node, tree.RemoveTypes):
        return False
    given = (getattr(node, name, ()) for name in ("types", "subtypes", "every"))
    return any(isinstance(each, tuple) and WITH_COUNTERS & set(each) for each in given)


# --- whom a group means ---------------------------------------------------------------------------

_ANY: tree.Filter = tree.AllOf()
_CONTROL = (tree.SetController, tree.ExchangeControl)


class _Groups:
    """The groups that words speak of, by what is printed and what could be given."""

    def __init__(self, play: Play) -> None:
        self._play, self._copies = play, Copies(play)

    @cached_property
    def _given(self) -> dict[str, frozenset[str]]:
        """By handle, "" for any, what words give."""
        given: dict[str, frozenset[str]] = {}
        for handle, words in _GIVEN.about(self._play, self._copies):
            given[handle] = given.get(handle, frozenset()) | words
        return given

    def has_what_it_prints(self, thing: Thing) -> bool:
        """Whether the object has the abilities and types of its face that is up, and no others."""
        if thing.face_down is not None or len(faces_up(thing)) != 1:
            return False
        if not _has_its_own_words(self._play, thing):
            return False
        if not self._play.anybody_says(_alters_its_own):
            return True
        return not any(True for _ in self.meaning(thing, _ALTERS))

    def meaning(
        self, thing: Thing, question: places.Question[tree.Filter]
    ) -> Iterator[tuple[Thing | None, tree.Filter]]:
        """Who says something of a group that may mean it; None for an effect."""
        itself = ("", thing.handle)
        for lasting in self._play.game.lasting:
            for to, quality in question.of_effect(self._play, lasting):
                if to in itself:
                    yield None, quality
        for each in self._play.game.things.values():
            own = question.of_object(self._play, each)
            for to, quality in (*own, *question.of_copy(self._play, self._copies, each)):
                if to in itself and not self.surely_not(quality, each, thing):
                    yield each, quality

    def _given_to(self, thing: Thing) -> frozenset[str]:
        nothing = frozenset[str]()
        return self._given.get("", nothing) | self._given.get(thing.handle, nothing)

    def _has_controller(
        self, quality: tree.ControlledBy, speaker: Thing, thing: Thing
    ) -> bool | None:
        """None: something may change who controls one of them, or the words are of others."""
        of_you = _SAME.get(quality.player)
        if of_you is None or _ANYBODY in self._given_to(speaker) | self._given_to(thing):
            return None
        return of_you is (thing.controller == speaker.controller)

    def surely_not(self, quality: tree.Filter, speaker: Thing, thing: Thing) -> bool:
        """Whether the object is none of those, by what it prints and who controls it."""
        if isinstance(quality, tree.AllOf):
            return any(self.surely_not(part, speaker, thing) for part in quality.parts)
        if isinstance(quality, tree.AnyOf):
            return all(self.surely_not(part, speaker, thing) for part in quality.parts)
        if isinstance(quality, tree.ControlledBy):
            return self._has_controller(quality, speaker, thing) is False
        if isinstance(quality, tree.HasType) and thing.card is not None and thing.face_down is None:
            printed = {each for face in thing.card.faces for each in face.types}
            given = self._given_to(thing)
            return given.isdisjoint((quality.type, _WHATEVER)) and quality.type not in printed
        return isinstance(quality, tree.Other) and speaker is thing

    def surely_mean(self, quality: tree.Filter, speaker: Thing, thing: Thing) -> bool:
        """Whether the object, which has what its face prints, is one of them."""
        face = faces_up(thing)[0]
        match quality:
            case tree.AllOf(parts):
                return parts != () and all(self.surely_mean(e, speaker, thing) for e in parts)
            case tree.AnyOf(parts):
                return any(self.surely_mean(each, speaker, thing) for each in parts)
            case tree.ControlledBy():
                return self._has_controller(quality, speaker, thing) is True
            case tree.HasType(word):
                return word in face.types
            case tree.HasSubtype(word):
                return word in face.subtypes
        return isinstance(quality, tree.Other) and speaker is not thing


def _says_of_entering(part: places.Said) -> tree.Filter | None:
    """Of which group it says how they enter; of any, if it gives such an ability or type."""
    node = part.node
    own = not part.given
    if own and isinstance(node, ENTER_WITH) and isinstance(node.who, tree.Each):
        return node.who.filter
    if own and (isinstance(node, Keyword) or (isinstance(node, ENTER_WITH) and node.who == This())):
        return None
    return _ANY if _is_about_entering(node) else None


_ENTERING = places.Question[tree.Filter](_says_of_entering)


_SAME = {"you": True, "opponent": False}
_ANYBODY, _WHATEVER = "@controller", "@type"


def _gives(part: places.Said) -> frozenset[str] | None:
    """Which types the words give; whether they may change who controls something."""
    node = part.node
    if isinstance(node, Keyword):
        meant = (each for ability in meaning(node) for each in nodes(ability))
        types = frozenset[str]().union(*(_given_by(each) for each in meant))
    else:
        types = _given_by(node)
    return types or None


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


def _alters_its_own(words: object) -> bool:
    """Of an ability that has yet to resolve nothing: then an effect says it."""
    return any_node(words, _alters, (*LATER, tree.EntersAsCopy))


def _alters(node: tree.Node) -> bool:
    """Whether what it is done to has abilities or types no more by it, or enters as a copy."""
    if isinstance(node, Keyword):
        return any(map(_alters_its_own, meaning(node)))
    if isinstance(node, tree.GainAbilities):
        return any_node(node.abilities, (tree.EntersAsCopy,))
    return isinstance(node, _TAKING) or changes_words(node)


_TAKING = (
    tree.SetTypes, tree.RemoveTypes, tree.SetSubtypes, tree.SubtypesOf, tree.LoseAbilities,
    tree.LoseAllAbilities, tree.CantHave, tree.BecomeCopy,
)  # fmt: skip


def _says_that_it_alters(part: places.Said) -> tree.Filter | None:
    node = part.node
    if not isinstance(node, tree.Effect):
        return _ANY if isinstance(node, Keyword) and _alters(node) else None
    if not any_node(node.changes, _alters, LATER):
        return None
    if part.given or not isinstance(node.who, tree.Each):
        return _ANY
    return node.who.filter if node.who.zone in ("battlefield", "any") else None


_ALTERS = places.Question[tree.Filter](_says_that_it_alters)
