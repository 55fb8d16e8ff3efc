"""The constraints under the timeline: what it asks of a reading, answered by the layers'
literals."""

import re
from collections.abc import Collection
from typing import Any, SupportsIndex

from msgspec.structs import replace

from striate.boards.timeline import Seat, Seen
from striate.boards.untold import Path
from striate.cards import tree
from striate.cards.tree import Ability, Card, Change, CopyExtra, EntersAsCopy, Filter, Keyword
from striate.encodings import attaching, beginning, copying, enteringcopies
from striate.encodings.algebra import FALSE, TRUE
from striate.encodings.amounts import amount, has_stat, stat_of
from striate.encodings.choosing import filled
from striate.encodings.conditions import holds
from striate.encodings.filters import could_match, matches
from striate.encodings.layers import settle, unaffected
from striate.encodings.mirror import Copied, Form, Part, Printed, mirror_of
from striate.encodings.moments import UNDEFINED, Moment, asked_of, group, refer, seats
from striate.encodings.seeing import concrete, see, subtypes_of
from striate.encodings.stamps import stamp
from striate.encodings.state import (
    CEASED,
    Chars,
    Resolved,
    Setting,
    Thing,
    World,
    face_of,
    last_of,
    of_seat,
    seat_of,
    surely,
)
from striate.timeline.context import Context
from striate.timeline.game import Game, Remembered, facts_of
from striate.timeline.game import Thing as Facts
from striate.timeline.reading import Begun, CopyMade


class Constraints:
    """The rules as constraints; on a board without holes every literal is a constant."""

    def __init__(self, game: Game, path: Path) -> None:
        self.game = game
        self.mirror = mirror_of(game, path)
        self._look: ConstraintsLook | None = None

    def now(self) -> "ConstraintsLook":
        if self._look is None or self._look.version != self.game.version:
            self._look = ConstraintsLook(self)
        return self._look

    def by_itself(self, handle: str) -> "ConstraintsLook":
        return ConstraintsLook(self, alone=handle)

    def faces_of(self, card: Card) -> tuple[Printed, ...]:
        """710, 709.5: a flip card and a split card have one face with two halves."""
        faces = copying.printed_faces(card)
        return tuple(
            Printed(chars, face.name) for chars, face in zip(faces, card.faces, strict=False)
        )

    def prototyped(self, face: Printed) -> Printed:
        return Printed(copying.prototyped_values(face.chars), face.name)

    def melded(self, face: Printed, front_costs: str) -> Printed:
        return Printed(copying.melded_values(face.chars, front_costs), face.name)

    def face_down(self, thing: Facts) -> Printed:
        """708.2: what the rule or effect that put it face down says."""
        if listed := thing.choices.get("face down as", ""):
            return of_chars(copying.printed_chars(_listed(listed)))
        return of_chars(copying.face_down_creature(thing.choices.get("face down by", "")))

    def printed_abilities(self, thing: Facts) -> tuple[Ability, ...]:
        self.mirror.update()
        known = self.mirror.world.things[self.mirror.world.handles[thing.handle]]
        values = face_of(known)
        values = copying.unlocked_values(values, known) if values.halves else values
        return values.text()

    def keep_static_copies(self) -> None:
        look = self.now()
        self.mirror.update()
        if self.mirror.keep_static_copies(lambda: look.moment):
            self.game.changed()

    def stamp(self, event: str, thing: Facts | None, now: int) -> int:
        return stamp(event, now, now if thing is None else thing.stamp)

    def note_questions(self) -> None:
        """What is not told is asked of the path."""


class _Unsettled(list[Chars]):
    """The objects of a look, for what may not look at any: then no layer is applied."""

    def __init__(self, look: "ConstraintsLook") -> None:
        super().__init__()
        self._look = look

    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        return self._look.moment.chars[index]

    def copy(self) -> list[Chars]:
        return self._look.moment.chars.copy()


class ConstraintsLook:
    """Every object as it is at one moment, worked out when it is first asked for."""

    def __init__(self, reading: Constraints, alone: str = "") -> None:
        self.alone = alone
        self.reading, self.mirror, self.game = reading, reading.mirror, reading.game
        self.version = self.game.version
        self._moment: Moment | None = None

    @property
    def moment(self) -> Moment:
        if self._moment is None:
            world = self.facts
            world.alone = world.handles.get(self.alone)
            try:
                chars = settle(world, unaffected(world))
            finally:
                world.alone = None
            self._moment = Moment(world, chars)
        return self._moment

    @property
    def facts(self) -> World:
        """The world as it is now."""
        if self.version != self.game.version:
            raise AssertionError("a look at the board that has changed since")
        self.mirror.update()
        return self.mirror.world

    @property
    def moment_of_facts(self) -> Moment:
        """The same moment. Encoding: its layers are worked out once an object is looked at."""
        if self._moment is not None:
            return self._moment
        return Moment(self.facts, _Unsettled(self))

    def thing(self, handle: str) -> Thing:
        world = self.facts if self._moment is None else self.mirror.world
        return world.things[world.handles[handle]]

    def chars(self, handle: str) -> Chars:
        moment = self.moment
        return moment.chars[moment.world.handles[handle]]

    def setting(self, at: Context) -> Setting:
        you = None
        if at.controller is None and at.source is not None and at.source in self.game.things:
            you = self.chars(at.source).yours
        return self.mirror.setting(at, you)

    # --- objects ---

    def is_there(self, handle: str) -> bool:
        thing = self.game.things.get(handle)
        return thing is not None and not thing.ceased

    def controller(self, handle: str) -> Seat:
        return seat_of(self.chars(handle).yours)

    def name(self, handle: str) -> str:
        return self.chars(handle).name

    def types(self, handle: str) -> Collection[str]:
        return surely(self.chars(handle).types)

    def subtypes(self, handle: str) -> Collection[str]:
        return subtypes_of(self.chars(handle))

    def supertypes(self, handle: str) -> Collection[str]:
        return surely(self.chars(handle).supertypes)

    def abilities(self, handle: str) -> tuple[Ability, ...]:
        return self.chars(handle).text()

    def keywords(self, handle: str, name: str) -> tuple[Keyword, ...]:
        thing = self.thing(handle)
        return tuple(
            filled(ability, thing.choices if held.choices is None else held.choices)
            for held, ability in self.chars(handle).surely()
            if isinstance(ability, Keyword) and ability.name == name
        )

    def stat(self, name: str, handle: str) -> int | None:
        index = self.thing(handle).index
        if has_stat(self.moment, name, index) == FALSE:
            return None
        return concrete(stat_of(self.moment, name, index))

    def halves(self, handle: str) -> int:
        """708.2a: what is face down has no halves."""
        thing = self.thing(handle)
        return 0 if thing.down else len(copying.values_to_copy(self.facts, thing).halves)

    def copiable(self, handle: str) -> Printed | None:
        thing = self.thing(handle)
        world = self.facts
        if thing.zone == CEASED and thing.last is None and thing.index not in world.past:
            return None
        return of_chars(copying.values_to_copy(world, thing))

    def remembered(self, handle: str) -> Remembered:
        thing, chars = self.thing(handle), self.chars(handle)
        last = last_of(thing, chars, copying.values_to_copy(self.moment.world, thing))
        return Remembered(
            self.name(handle),
            self.controller(handle),
            frozenset(self.types(handle)),
            self.abilities(handle),
            last,
            facts_of(self.game.things[handle]),
        )

    def seen(self, handle: str) -> Seen:
        return see(self.moment, self.thing(handle))

    # --- words ---

    def you(self, at: Context) -> Seat:
        if at.controller is not None:
            return at.controller
        return seat_of(self.setting(at).you)

    def seats(self, player: tree.Player, at: Context) -> tuple[Seat, ...]:
        if player == "you":
            return (self.you(at),)
        lits_by_seat = seats(self.moment, player, self.setting(at))
        return tuple("you" if yours else "opponent" for lit, yours in lits_by_seat if lit == TRUE)

    def group(self, who: tree.Who, at: Context) -> tuple[str, ...]:
        if isinstance(who, tree.Target):
            named = at.targets[who.index] if who.index < len(at.targets) else ()
            return tuple(handle for handle in named if self.is_there(handle))
        things = self.moment.world.things
        return tuple(
            things[index].handle
            for index, is_meant in group(self.moment, who, self.setting(at))
            if is_meant == TRUE and things[index].zone != CEASED
        )

    def looked_at(self, who: tree.Who, at: Context) -> tuple[str, ...]:
        if isinstance(who, tree.Each | tree.Those):
            return self.group(who, at)
        moment = self.moment
        things = (moment.world.things[n] for n in refer(moment, who, self.setting(at)))
        known = moment.world.past
        return tuple(each.handle for each in things if each.zone != CEASED or each.index in known)

    def matches(self, part: Filter, handle: str, at: Context) -> bool:
        return matches(self.moment, part, self.thing(handle).index, self.setting(at)) == TRUE

    def may_match(self, part: Filter, handle: str, at: Context) -> bool:
        return could_match(self.moment, part, self.thing(handle).index, self.setting(at))

    def source_is(self, quality: Filter, handle: str, at: Context) -> bool:
        """113.7a: whether the source has that quality, or last had it where it has left."""
        own = replace(self.setting(Context(source=handle)), choices=UNDEFINED)  # they are filled in
        return any(
            matches(then, quality, index, own) == TRUE
            for then, index, _ in asked_of(self.moment, tree.This(), self.setting(at))
        )

    def holds(self, condition: tree.Condition, at: Context) -> bool:
        return holds(self.moment, condition, self.setting(at)) == TRUE

    def holds_of_revealed(
        self, condition: tree.Condition, at: Context, revealed: Collection[str]
    ) -> bool:
        """708.12: what words ask of a revealed face-down permanent is what its face says."""
        moment = self.moment
        things = [self.thing(each) for each in revealed]
        down = [each for each in things if each.down is not None and each.zone == "battlefield"]
        if down:
            moment = moment.fork({each.index: face_of(each) for each in down})
        return holds(moment, condition, self.setting(at)) == TRUE

    def value(self, part: tree.Amount, at: Context) -> int:
        if isinstance(part, tree.Num):
            return part.value
        return concrete(amount(self.moment, part, self.setting(at)))

    # --- attaching ---

    def may_be_attached(self, handle: str, host: str) -> bool:
        at = of_seat(host) if host in ("you", "opponent") else self.thing(host)
        return attaching.may_be_attached(self.moment, self.thing(handle), at)

    def may_become_attached(self, handle: str, host: str) -> bool:
        return self.may_be_attached(handle, host) or attaching.could_equip_planeswalker(
            self.moment, self.thing(handle), self.thing(host)
        )

    def may_enter_on(self, handle: str, host: str) -> bool:
        at = self.thing(host) if host in self.game.things else of_seat(host)
        return attaching.can_enter_on(self.moment, self.thing(handle), at)

    def card_may_enchant(self, card: Card, seat: Seat, host: str) -> bool:
        """303.4i: as its enchant ability says; it is not there yet."""
        setting = Setting(None, of_seat(seat))
        return all(
            matches(self.moment, ability.quality, self.thing(host).index, setting) == TRUE
            for ability in card.faces[0].abilities
            if isinstance(ability, Keyword) and ability.name == "enchant" and ability.quality
        )

    # --- effects ---

    def begin(self, effect: tree.Effect, at: Context, ability: Ability | None) -> Begun:
        begun: dict[str, tuple[Part | Copied, ...]] = {}
        moment = self.moment_of_facts
        things = moment.world.things
        for members, part in beginning.begun_parts(moment, effect, self.setting(at), ability):
            handles = [""] if members is None else [things[index].handle for index in members]
            for handle in handles:
                begun[handle] = (*begun.get(handle, ()), part)
        return begun

    def fixed(self, changes: tuple[Change, ...], handle: str, at: Context) -> Begun:
        return {handle: (Part(tree.Effect(tree.This(), changes)),)}

    def lingering(self, handle: str) -> tuple[Resolved, ...]:
        return tuple(beginning.lingering(self.moment, self.thing(handle)))

    def as_copy(
        self, handle: str, rule: EntersAsCopy, at: Context, original: str
    ) -> tuple[tuple[Copied, ...], tuple[CopyExtra, ...]] | None:
        own = rule if at.source == handle else None
        exceptions = self.exceptions(rule.exceptions, original, at)
        both, facts = (self.thing(handle), self.thing(original)), self.game.things[handle]
        entering = enteringcopies.Entering(self.facts, *both, exceptions, own, facts)
        values, extras = enteringcopies.as_it_enters(entering)
        return (Copied(values),), extras

    def in_form(self, handle: str, changes: tuple[Change, ...]) -> tuple[Form | Copied, ...]:
        """707.2: a form that is chosen as it enters is part of the copiable values."""
        thing = self.thing(handle)
        if not thing.copies:
            return (Form(changes),)  # of what is printed on it
        values = thing.copies[-1].values
        return (Copied(copying.changed_values(self.facts, thing, values, changes)),)

    def token_copy(self, step: enteringcopies.CopyStep) -> CopyMade:
        facts = self.game.things[step.of]
        exceptions = self.exceptions(step.exceptions, step.of, Context(controller=step.controller))
        step = replace(step, exceptions=exceptions)
        copy = enteringcopies.made_copy(self.facts, self.thing(step.of), step)
        faces = tuple(of_chars(each) for each in copy.faces)
        layout = facts.layout if copy.two_faced else "normal"
        return CopyMade(faces[copy.up].name, faces, layout, copy.up == 1, copy.extras)

    spell_copy = token_copy

    def exceptions(
        self, extras: tuple[CopyExtra, ...], original: str, at: Context
    ) -> tuple[CopyExtra, ...]:
        """707.9: those of a copy effect, with what they ask of the original decided."""
        if not any(isinstance(extra, tree.CopyIf) for extra in extras):
            return extras
        index = self.thing(original).index
        return copying.decided_by_original(self.moment_of_facts, extras, index, self.setting(at))


# --- faces ----------------------------------------------------------------------------------------


def of_chars(chars: Chars) -> Printed:
    return Printed(chars, chars.name)


def _listed(words: str) -> tree.Face:
    """708.2: the characteristics that an effect lists, such as "5/5 artifact creature"."""
    power, toughness, names = re.fullmatch(r"\s*(?:(\d+)/(\d+)\s+)?(.*)", words).groups()  # type: ignore[union-attr]  # every text fits
    named = names.replace(" and ", " ").split()
    types = tuple(sorted(word.title() for word in named if word.title() in _FACE_DOWN_TYPES))
    subtypes = tuple(word for word in named if word.title() not in _FACE_DOWN_TYPES)
    unsaid = 2 if "Creature" in (types or ("Creature",)) else None
    return tree.Face(
        "",
        types=types or ("Creature",),
        subtypes=subtypes,
        power=unsaid if power is None else int(power),
        toughness=unsaid if toughness is None else int(toughness),
    )


_FACE_DOWN_TYPES = frozenset({"Artifact", "Creature", "Enchantment", "Land", "Planeswalker"})
