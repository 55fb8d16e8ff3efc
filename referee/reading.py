"""The referee under the timeline: what the timeline asks of a reading, by the rules off the
page."""

from collections.abc import Collection
from copy import copy

import msgspec

from striate.boards.timeline import CopySpellOnStack, EnterTokenCopy, Seat, Seen
from striate.boards.untold import Path, could_be
from striate.cards import tree
from striate.cards.tree import Ability, Card, Change, CopyExtra, EntersAsCopy, Filter, Keyword
from striate.referee import asking, attach, conditions, copiable, facedown, faces, locking
from striate.referee.choosing import filled
from striate.referee.copiable import Copiable, CopyOf
from striate.referee.copying import (
    copiable_values,
    decided,
    entering_part,
    spell_copy,
    token_copy,
)
from striate.referee.deeds import group
from striate.referee.effects import Lingering
from striate.referee.layers import Layers
from striate.referee.references import looked_at, seats, you
from striate.referee.showing import seen
from striate.referee.state import State, load, mana_value_of, stat
from striate.referee.values import Text
from striate.timeline.context import Context
from striate.timeline.game import Game, Remembered, Thing, facts_of
from striate.timeline.reading import Begun, CopyMade

# What kept its timestamp once (613.6c of 2012), by the event.
_OLD_STAMP = {"turning": "old-stamp-on-turning", "transforming": "old-stamp-on-transforming"}


class Referee:
    """The rules read plainly: characteristics by the layers, one effect after the other."""

    def __init__(self, game: Game, path: Path) -> None:
        self.game = game
        self.path = path
        self._look: RefereesLook | None = None

    def now(self) -> "RefereesLook":
        if self._look is None or self._look.version != self.game.version:
            self._look = RefereesLook(self.game, self.path)
        return self._look

    def by_itself(self, handle: str) -> "RefereesLook":
        """614.12 until 2017: effects from any other source are ignored."""
        return RefereesLook(self.game, self.path, alone=handle)

    def faces_of(self, card: Card) -> tuple[Text, ...]:
        texts = faces.faces_of(card)
        if "back-faces-cost-nothing" in self.game.then:  # 202.3a of 2012
            texts = tuple(msgspec.structs.replace(each, front_cost=None) for each in texts)
        return texts

    def prototyped(self, face: Text) -> Text:
        return faces.prototyped(face)

    def melded(self, face: Text, front_costs: str) -> Text:
        return faces.melded(face, front_costs)

    def face_down(self, thing: Thing) -> Text:
        return facedown.characteristics(thing.choices)

    def printed_abilities(self, thing: Thing) -> tuple[Ability, ...]:
        whole = faces.up(thing.faces, thing.layout, thing.zone, transformed=thing.transformed)
        return faces.shown(whole, flipped=False, unlocked=thing.unlocked).abilities

    def keep_static_copies(self) -> None:
        """707.2c: the layers keep the values as they first apply such an effect."""
        if any(map(locking.copies_statically, self.game.things.values())):
            _ = self.now().state

    def stamp(self, event: str, thing: Thing | None, now: int) -> int:
        """613.7c-g: the moment of the event; 613.6c until 2012: only of entering and attaching."""
        old = _OLD_STAMP.get(event, "") in self.game.then
        return thing.stamp if old and thing is not None else now

    def note_questions(self) -> None:
        if self._look is not None and self._look.known is not None:
            self.game.asked.update(self._look.known.consulted)


class RefereesLook:
    """Every object as it is at one moment, worked out when it is first asked for."""

    def __init__(self, game: Game, path: Path, alone: str = "") -> None:
        self.game, self.path, self.version = game, path, game.version
        self.alone = alone
        self.known: State | None = None

    @property
    def state(self) -> State:
        if self.known is None:
            if self.version != self.game.version:
                raise AssertionError("a look at the board that has changed since")
            self.known = Layers(self.game, path=self.path, alone=self.alone).run()
        return self.known

    # --- objects ---

    def is_there(self, handle: str) -> bool:
        thing = self.game.things.get(handle)
        return thing is not None and not thing.ceased

    def controller(self, handle: str) -> Seat:
        return self.state.views[handle].controller

    def name(self, handle: str) -> str:
        return self.state.views[handle].name

    def types(self, handle: str) -> Collection[str]:
        return self.state.views[handle].types

    def subtypes(self, handle: str) -> Collection[str]:
        return self.state.views[handle].subtypes

    def supertypes(self, handle: str) -> Collection[str]:
        return self.state.views[handle].supertypes

    def abilities(self, handle: str) -> tuple[Ability, ...]:
        return tuple(held.ability for held in self.state.views[handle].abilities)

    def keywords(self, handle: str, name: str) -> tuple[Keyword, ...]:
        view, thing = self.state.views[handle], self.state.thing(handle)
        return tuple(
            filled(held.ability, thing.choices) if held.linked else held.ability
            for held in view.abilities
            if isinstance(held.ability, Keyword) and held.ability.name == name
        )

    def stat(self, name: str, handle: str) -> int | None:
        return stat(name, handle, self.state)

    def halves(self, handle: str) -> int:
        return len(self.state.views[handle].text.halves)

    def copiable(self, handle: str) -> Text | None:
        return copiable_values(self.state, handle)

    def remembered(self, handle: str) -> Remembered:
        view, thing = self.state.views[handle], self.game.things[handle]
        name = view.text.name or view.name
        types, held = frozenset(view.types), self.abilities(handle)
        return Remembered(name, view.controller, types, held, view, facts_of(thing))

    def seen(self, handle: str) -> Seen:
        return seen(self.state, handle)

    # --- words ---

    def you(self, at: Context) -> Seat:
        return at.controller or you(at, self.state)

    def seats(self, player: tree.Player, at: Context) -> tuple[Seat, ...]:
        return seats(player, at, self.state)

    def group(self, who: tree.Who, at: Context) -> tuple[str, ...]:
        if isinstance(who, tree.Target):
            handles = at.targets[who.index] if who.index < len(at.targets) else ()
            return tuple(handle for handle in handles if self.is_there(handle))
        return group(who, at, self.state)

    def looked_at(self, who: tree.Who, at: Context) -> tuple[str, ...]:
        return looked_at(who, at, self.state)[0]

    def matches(self, part: Filter, handle: str, at: Context) -> bool:
        return asking.matches(part, handle, at, self.state)

    def may_match(self, part: Filter, handle: str, at: Context) -> bool:
        state = self.state
        return could_be(
            self.path,
            lambda path: asking.matches(
                part, handle, at, State(state.game, state.views, path=path)
            ),
        )

    def source_is(self, quality: Filter, handle: str, at: Context) -> bool:
        """113.7a: of a source that has left, whether it last had it."""
        at_source = Context(source=handle, card=self.state.views[handle].name)
        sources, then = looked_at(tree.This(), at, self.state)
        return any(asking.matches(quality, source, at_source, then) for source in sources)

    def holds(self, condition: tree.Condition, at: Context) -> bool:
        return conditions.holds(condition, at, self.state)

    def holds_of_revealed(
        self, condition: tree.Condition, at: Context, revealed: Collection[str]
    ) -> bool:
        """708.12: of a face-down permanent that was revealed what is printed on it is asked."""
        state, views = self.state, {}
        for handle in revealed:
            thing = self.game.things[handle]
            if thing.face_down is None or thing.zone != "battlefield":
                continue
            whole = faces.up(thing.faces, thing.layout, thing.zone, transformed=thing.transformed)
            views[handle] = copy(state.views[handle])
            load(views[handle], whole, mana_value_of(whole, thing))
        if views:
            state = State(state.game, {**state.views, **views}, path=self.path)
        return conditions.holds(condition, at, state)

    def value(self, part: tree.Amount, at: Context) -> int:
        return part.value if isinstance(part, tree.Num) else asking.value(part, at, self.state)

    # --- attaching ---

    def may_be_attached(self, handle: str, host: str) -> bool:
        return attach.could_be_attached(self.game.things[handle], host, self.state)

    def may_become_attached(self, handle: str, host: str) -> bool:
        thing = self.game.things[handle]
        return self.may_be_attached(handle, host) or attach.equips_planeswalker(
            thing, host, self.state
        )

    def may_enter_on(self, handle: str, host: str) -> bool:
        return attach.may_enter_on(self.game.things[handle], host, self.state)

    def card_may_enchant(self, card: Card, seat: Seat, host: str) -> bool:
        return attach.could_enter_on(card, seat, host, self.state)

    # --- effects ---

    def begin(self, effect: tree.Effect, at: Context, ability: Ability | None) -> Begun:
        return locking.begin(effect, at, ability, self.state)

    def fixed(self, changes: tuple[Change, ...], handle: str, at: Context) -> Begun:
        return {handle: changes}

    def lingering(self, handle: str) -> tuple[Lingering, ...]:
        return locking.lingering(self.game.things[handle], self.state.views[handle])

    def as_copy(
        self, handle: str, rule: EntersAsCopy, at: Context, original: str
    ) -> tuple[tuple[CopyOf, ...], tuple[CopyExtra, ...]] | None:
        values = copiable_values(self.state, original)
        if values is None:
            return None
        own, extras = self.state.views[handle].text, rule.exceptions
        if extras:
            extras = decided(extras, values, own, rule, at, self.state, handle, original)
        return (CopyOf(values, copiable.lasting_part(extras)),), entering_part(extras)

    def in_form(self, handle: str, changes: tuple[Change, ...]) -> tuple[Copiable, ...]:
        return (Copiable(changes),)

    def token_copy(self, step: EnterTokenCopy) -> CopyMade:
        return token_copy(step, self.state)

    def spell_copy(self, step: CopySpellOnStack) -> CopyMade | None:
        return spell_copy(step, self.state)
