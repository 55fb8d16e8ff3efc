"""614.12: what other permanents say of how an object enters, and how they would be as it does."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias, TypeGuard

from striate.cards import tree
from striate.cards.tree import Ability, Keyword, This
from striate.cards.walking import any_node
from striate.referee import neighbours, reaching
from striate.referee.copiable import CopyOf
from striate.referee.game import Lasting, Thing
from striate.referee.keywordrules import meanings
from striate.referee.mentions import touches_others
from striate.referee.play import Play
from striate.referee.reads import reads
from striate.referee.state import State

Kinds: TypeAlias = tuple[type, ...]
_ENTERING = (tree.EntersWith, tree.EntersTapped, tree.EntersAsCopy)
EnteringWord: TypeAlias = tree.EntersWith | tree.EntersTapped | tree.EntersAsCopy


def as_they_would_be(
    play: Play,
    thing: Thing,
    kinds: Kinds,
    looks_at_nothing: Callable[[EnteringWord], bool],
    *,
    others: bool = True,
    own: tuple[tree.Filter, ...] = (),
) -> State | None:
    """614.12: the object, and what says in words of these kinds how others enter, as they would be
    on the battlefield; None: some words look further than at the object that enters.

    `own`: what its own words ask of it.
    """
    speakers = _speakers(play, thing, kinds) if others else {}
    if speakers is None:
        return None
    question = reaching.Question(keeps_all=True).looking(own)
    for ability in dict.fromkeys(each for said in speakers.values() for each in said):
        who = ability.who
        if not looks_at_nothing(ability) or not _looks_at_it_alone(who):
            return None
        question = question.looking((who.filter, tree.ControlledBy("you")))
    return neighbours.as_they_would_be(play, (thing.handle, *speakers), question)


def _speakers(
    play: Play, entering: Thing, kinds: Kinds
) -> dict[str, tuple[EnteringWord, ...]] | None:
    """The other permanents whose own text, or what they are a copy of, says how others enter;
    None: one is given what says so.
    """
    words = _words(kinds)
    copies = play.game.effects(words.of_copies)
    if play.game.effects(words.given) or not play.static_copies_are_quiet():
        return None
    found: dict[str, tuple[EnteringWord, ...]] = {}
    for thing in play.who_says(words.touching):
        if thing is not entering and thing.zone == "battlefield":
            if play.says(thing, words.giving):
                return None
            found[thing.handle] = tuple(play.all_said(thing, words.about_others))
    for _, said in copies:
        for handle, abilities in said.items():
            if handle != entering.handle and play.game.things[handle].zone == "battlefield":
                if words.giving(abilities):
                    return None
                found[handle] = (*found.get(handle, ()), *words.about_others(abilities))
    return found


class _Words:
    """What is asked of texts and effects about words of some kinds."""

    def __init__(self, kinds: Kinds) -> None:
        self.kinds = kinds

    def touching(self, abilities: tuple[Ability, ...]) -> bool:
        """Whether it says how others enter."""
        return touches_others(abilities, self.kinds)

    def giving(self, abilities: tuple[Ability, ...]) -> bool:
        """Whether it gives what says how others enter, or says it only at a level."""
        apart = tuple(each for each in abilities if not isinstance(each, self.kinds))
        gives = touches_others(apart, self.kinds)
        return gives and any_node(apart, self._is_about_another)

    def about_others(self, abilities: tuple[Ability, ...]) -> tuple[EnteringWord, ...]:
        return tuple(
            each
            for each in abilities
            if isinstance(each, _ENTERING) and isinstance(each, self.kinds) and each.who != This()
        )

    def given(self, lasting: Lasting) -> bool:
        """Whether the effect gives an object such words, but for those of what it copies."""
        changes = (each for made in lasting.by_object.values() for each in made)
        given = (each.abilities for each in changes if isinstance(each, tree.GainAbilities))
        return any(touches_others(each, self.kinds) for each in given)

    def of_copies(self, lasting: Lasting) -> dict[str, tuple[Ability, ...]]:
        """By object, the abilities of what the effect makes it a copy of, if they say so."""
        found: dict[str, tuple[Ability, ...]] = {}
        for handle, made in lasting.by_object.items():
            copies = (each for each in made if isinstance(each, CopyOf))
            said = tuple(ability for each in copies for ability in _copied(each))
            if touches_others(said, self.kinds):
                found[handle] = said
        return found

    def _is_about_another(self, node: tree.Node) -> bool:
        if isinstance(node, Keyword):
            return any(self._is_about_another(each) for each in meanings(node) if each != node)
        if isinstance(node, tree.GainAbilitiesOf):
            named = map(Keyword, node.keywords)
            return node.kind == "all" or any(map(self._is_about_another, named))
        return isinstance(node, self.kinds) and getattr(node, "who", None) != This()


def _copied(made: CopyOf) -> tuple[Ability, ...]:
    added = (each.abilities for each in made.extras if isinstance(each, tree.GainAbilities))
    return (*made.values.abilities, *(ability for each in added for ability in each))


@lru_cache
def _words(kinds: Kinds) -> _Words:
    """The same questions for the same kinds, so that each text and effect is asked once."""
    return _Words(kinds)


def _looks_at_it_alone(who: tree.Who) -> TypeGuard[tree.Each]:
    """Whether the words mean an object by its own characteristics, keywords apart."""
    if not isinstance(who, tree.Each) or "abilities" in reads(who):
        return False
    parts = who.filter.parts if isinstance(who.filter, tree.AllOf) else (who.filter,)
    return all(isinstance(each, tree.Other) or reaching.looks_at_one(each) for each in parts)
