"""The game while the timeline runs: its facts, and what every object is at this moment."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from striate.cards.tree import (
    Ability,
    Activated,
    Attached,
    BecomeCopy,
    Body,
    Chapter,
    ChosenObject,
    EntersDoing,
    GainAbilities,
    Keyword,
    Node,
    Spell,
    Static,
    Triggered,
    Who,
)
from striate.cards.walking import any_node
from striate.referee.context import Context
from striate.referee.copiable import CopyOf
from striate.referee.effects import plans
from striate.referee.faces import every_face
from striate.referee.game import Game, Lasting, Thing
from striate.referee.layers import Layers
from striate.referee.mentions import own_enters
from striate.referee.reads import reads
from striate.referee.state import State
from striate.referee.values import Text, View

Found = TypeVar("Found")
_RESOLVE = (Activated, Triggered, Chapter, Spell)


@lru_cache(maxsize=16384)
def _copies(abilities: tuple[Ability, ...]) -> bool:
    """Whether a static ability, its own or given, makes a copy (an entering copy is none).

    One made by a resolution is an effect of that resolution.
    """
    return any(
        any_node(each, (BecomeCopy,), _RESOLVE)
        for each in abilities
        if not isinstance(each, _RESOLVE)
    )


@lru_cache(maxsize=16384)
def _copies_elsewhere(abilities: tuple[Ability, ...]) -> bool:
    """Whether it makes a copy of another object than the one that it is attached to."""
    return any(
        any_node(each, (BecomeCopy,), _RESOLVE) and not _copies_host(each)
        for each in abilities
        if not isinstance(each, _RESOLVE)
    )


def _originals(abilities: tuple[Ability, ...]) -> tuple[Who, ...]:
    """What its static abilities copy."""
    statics = (each for each in abilities if isinstance(each, Static))
    changes = (change for each in statics for effect in each.effects for change in effect.changes)
    return tuple(change.of for change in changes if isinstance(change, BecomeCopy))


def _copies_host(ability: Ability) -> bool:
    return isinstance(ability, Static) and all(
        isinstance(effect.who, Attached)
        and all(isinstance(each, BecomeCopy) for each in effect.changes)
        for effect in ability.effects
    )


def _is_quiet(text: Text) -> bool:
    """Whether its abilities do nothing but as they resolve, or are keywords without effects."""
    return all(
        isinstance(each, _RESOLVE)
        or (isinstance(each, Keyword) and not plans(each) and not own_enters((each,)))
        for part in _parts(text)
        for each in part.abilities
    )


def _parts(text: Text) -> tuple[Text, ...]:
    return (text, *text.halves, *((text.bottom,) if text.bottom else ()))


def _gives_copier(lasting: Lasting) -> bool:
    """Whether an object was given such an ability, or became a copy of what has one."""
    changes = [change for made in lasting.by_object.values() for change in made]
    given = [change.abilities for change in changes if isinstance(change, GainAbilities)]
    copied = [change.values for change in changes if isinstance(change, CopyOf)]
    return any(map(_copies, given)) or any(
        _copies(part.abilities) for text in copied for part in _parts(text)
    )


def _may_bring_doing(changes: tuple[Node, ...]) -> bool:
    """Whether an object could say by them what is done as it enters."""
    for change in changes:
        if isinstance(change, CopyOf):
            if any(_does_something(part.abilities) for part in _parts(change.values)):
                return True
        elif not isinstance(change, GainAbilities) or _does_something(change.abilities):
            return True
    return False


def _does_something(abilities: tuple[Ability, ...]) -> bool:
    return any(isinstance(each, EntersDoing) for each in abilities)


def speaking(thing: Thing, view: View) -> Context:
    """Whose words the abilities are that the object has as it is now."""
    return Context(
        source=thing.handle,
        card=view.text.name,
        controller=view.controller,
        choices=thing.choices,
        x=thing.x,
    )


class Play:
    """611.3a: characteristics are computed from the facts whenever something must read them."""

    def __init__(self, *, facts: bool = False) -> None:
        self.game = Game()
        self.facts = facts
        # How the instructions of a replacement effect are carried out (614.1c, 614.1e).
        self.carry_out: Callable[[Play, Body, Context], object] | None = None
        self.asked: dict[tuple[str, str], None] = {}
        self._states: dict[str, tuple[int, State]] = {}
        self._texts: dict[str, tuple[int, Text]] = {}
        self._found: dict[tuple[int, object], tuple[tuple[Text, ...], tuple[Any, ...]]] = {}
        self._said: dict[tuple[int, object], tuple[tuple[Text, ...], bool]] = {}

    def state(self, last: str = "7d") -> State:
        """Every object as it is now; `last` "1" stops at the copiable values (613.2c)."""
        for layer in ("7d", last):
            known = self._states.get(layer)
            if known is not None and known[0] == self.game.version:
                return known[1]
        state = Layers(self.game, facts=self.facts).run(last)
        self._states[last] = (self.game.version, state)
        return state

    def state_for(self, *words: object) -> State:
        """613.1: every object as far as these words look: no later layer writes it. (`stat` refuses
        power and toughness of a state that ends before them.)
        """
        return self.state("7d" if "pt" in reads(words) else "6")

    def copiable_text(self, handle: str) -> Text:
        """613.2c: the copiable values of one object.

        Its own copy effects alone decide them, unless a static ability copies (707.2c) or what
        made one said "as long as": then layer 1 is applied to every object.
        """
        known = self._texts.get(handle)
        if known is not None and known[0] == self.game.version:
            return known[1]
        if self.copying_looks_around(handle):
            return self.state("1").views[handle].text
        text = Layers(self.game, facts=self.facts, only=handle).run("1").views[handle].text
        self._texts[handle] = (self.game.version, text)
        return text

    def copying_looks_around(self, handle: str) -> bool:
        """Whether what the object copies hangs on other objects (707.2c, 611.2b)."""
        if any(each.condition for each in self.game.effects_on(handle)):
            return True
        copying = self.who_says(_copies)
        if not copying:
            return False
        if any(self.says(each, _copies_elsewhere) for each in copying):
            return True
        if self.game.effects(_gives_copier) or not self.static_copies_are_quiet():
            return True
        kept = {key[1] for key in self.game.static_copies}
        return any(
            each.attached_to == handle or (each.handle not in kept and self.could_copy(each))
            for each in copying
        )

    def could_copy(self, thing: Thing) -> bool:
        """Whether what its static ability would copy may be there."""
        of = self.all_said(thing, _originals)
        return not of or not all(
            isinstance(each, ChosenObject) and thing.choices.get(each.kind) not in self.game.things
            for each in of
        )

    def static_copies_are_quiet(self) -> bool:
        """Whether nothing that static abilities have copied acts on other objects (707.2c)."""
        return all(map(_is_quiet, self.game.static_copies.values()))

    def says(self, thing: Thing, question: Callable[[tuple[Ability, ...]], bool]) -> bool:
        """Whether the question is true of the text of some face; asked once of each text."""
        faces = thing.faces
        known = self._said.get((id(faces), question))
        if known is None or known[0] is not faces:
            answer = any(question(face.abilities) for face in every_face(faces))
            known = self._said[id(faces), question] = (faces, answer)
        return known[1]

    def who_says(self, question: Callable[[tuple[Ability, ...]], bool]) -> list[Thing]:
        """The objects of whose text the question is true."""
        found = self.game.texts(question, lambda thing: self.says(thing, question))
        return [self.game.things[handle] for handle in found]

    def nobody_says(self, question: Callable[[tuple[Ability, ...]], bool]) -> bool:
        """Whether the question is true of no object's text."""
        return not self.game.texts(question, lambda thing: self.says(thing, question))

    def all_that_say(
        self, question: Callable[[tuple[Ability, ...]], tuple[Found, ...]]
    ) -> Mapping[str, tuple[Found, ...]]:
        """By object, what the question finds in the texts of its faces."""
        return self.game.texts(question, lambda thing: self.all_said(thing, question))

    def all_said(
        self, thing: Thing, question: Callable[[tuple[Ability, ...]], tuple[Found, ...]]
    ) -> tuple[Found, ...]:
        """What the question finds in the texts of all faces; asked once of each text."""
        faces = thing.faces
        known = self._found.get((id(faces), question))
        if known is None or known[0] is not faces:
            texts = [half for face in every_face(faces) for half in (face, *face.halves)]
            found = tuple(each for text in texts for each in question(text.abilities))
            known = self._found[id(faces), question] = (faces, found)
        return known[1]

    def note_where(self, says: Callable[[Ability], bool], line: str) -> None:
        """614.1a: something on the battlefield changes what happens, and is not carried out."""
        state = self.state()
        for handle in state.handles_in("battlefield"):
            for held in state.views[handle].abilities:
                if says(held.ability):
                    self.game.unread.append((state.views[handle].text.name, line))

    def do_as_it_says(self, thing: Thing, *, turned_up: bool = False) -> None:
        """614.1c, 614.1e: "As ~ enters ..." and "As ~ is turned face up ..." are part of that event.

        614.12, 708.11: it must have the ability as it is there then.
        """
        changed = any(
            _may_bring_doing(lasting.by_object.get(thing.handle, ()))
            for lasting in self.game.effects_on(thing.handle)
        )
        if self.carry_out is None or not (changed or self.says(thing, _does_something)):
            return
        view = self.state().views[thing.handle]
        at = speaking(thing, view)
        for held in view.abilities:
            said = held.ability
            if isinstance(said, EntersDoing) and (said.turned_up if turned_up else said.enters):
                self.carry_out(self, said.body, at)

    def note_questions(self, state: State) -> None:
        """Facts that a resolution asked for and no board can tell."""
        self.asked.update(state.consulted)
