"""The facts of the timeline as the constraints' world: the same facts, every truth a literal."""

from collections.abc import Callable

from msgspec import Struct, field

from striate.boards.untold import Path
from striate.cards import tree
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit
from striate.encodings.copying import static_copies
from striate.encodings.moments import Moment, group
from striate.encodings.seeing import subtypes_of
from striate.encodings.state import (
    CEASED,
    Chars,
    CopyEffect,
    Counter,
    FaceDown,
    Resolved,
    Setting,
    Thing,
    World,
    of_seat,
    surely,
)
from striate.timeline import game as timeline
from striate.timeline.context import Context
from striate.timeline.moving import TRANSFORMING

_SEATS = ("you", "opponent")


class Printed(Struct, frozen=True, eq=False):
    """The values of one face; the timeline looks at them, and at both halves of it, by words."""

    chars: Chars
    name: str

    def _halves(self) -> tuple[Chars, ...]:
        bottom = () if self.chars.bottom is None else (self.chars.bottom,)
        return (self.chars, *self.chars.halves, *bottom)

    @property
    def parts(self) -> tuple["Printed", ...]:
        return tuple(Printed(half, half.name) for half in self._halves()[1:])

    @property
    def supertypes(self) -> tuple[str, ...]:
        return surely(self.chars.supertypes)

    @property
    def toughness(self) -> int | None:
        if not self.chars.boxed:
            return None
        return self.chars.toughness if isinstance(self.chars.toughness, int) else 0

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for half in self._halves() for word in surely(half.types)))

    @property
    def subtypes(self) -> tuple[str, ...]:
        return subtypes_of(self.chars)

    @property
    def abilities(self) -> tuple[tree.Ability, ...]:
        return tuple(ability for half in self._halves() for ability in half.text())

    @property
    def loyalty(self) -> str:
        return next((text for guard, text in self.chars.loyalty if guard == TRUE), "")

    @property
    def defense(self) -> str:
        return self.chars.defense


class Part(Struct, frozen=True, eq=False):
    """611.2d: one part of what an effect does to the objects of its set; `open_set`: to whatever
    its words mean.
    """

    effect: tree.Effect
    open_set: bool = False


class Copied(Struct, frozen=True, eq=False):
    """707.2b: the values that a copy effect has locked in."""

    values: Chars


class Form(Struct, frozen=True, eq=False):
    """613.2a: the form that was chosen as the object entered."""

    changes: tuple[tree.Change, ...]


class Mirror(Struct):
    """The world of the constraints, brought up to date with the facts of the timeline."""

    game: timeline.Game
    world: World
    version: int = -1
    _faces: dict[int, tuple[Printed, ...]] = field(default_factory=dict)
    _static: dict[int, tuple[int, list[CopyEffect]]] = field(default_factory=dict)
    _begun: dict[tuple[int, int], tuple[object, Resolved]] = field(default_factory=dict)

    def update(self) -> None:
        if self.version == self.game.version:
            return
        self.version = self.game.version
        game, world = self.game, self.world
        for handle, facts in game.things.items():
            index = world.handles.get(handle)
            if index is None:
                index = world.handles[handle] = len(world.things)
                world.things.append(Thing(handle, index, facts.zone, facts.stamp, FALSE, FALSE, ()))
        for index, facts in enumerate(game.things.values()):
            self._thing(world.things[index], facts)
        self._effects()
        for index, (born, kept) in self._static.items():
            if world.things[index].born == born:
                world.things[index].copies += kept
        world.life = {seat == "you": number for seat, number in game.life.items()}
        world.hand = {seat == "you": number for seat, number in game.hands.items()}
        world.turn = game.turn
        world.player_facts = dict(game.told)
        world.past = {world.handles[h]: last.whole for h, last in game.moved.items()}
        world.past_hosts = {
            world.handles[h]: world.handles[last.thing.attached_to]
            for h, last in game.moved.items()
            if last.thing.attached_to in world.handles
        }
        world.clock = game.version

    def _thing(self, thing: Thing, facts: timeline.Thing) -> None:
        handles = self.world.handles
        thing.zone = CEASED if facts.ceased else facts.zone
        thing.stamp, thing.born = facts.stamp, facts.incarnation
        thing.owner, thing.controller = of_seat(facts.owner), of_seat(facts.controller)
        if self._faces.get(thing.index) is not facts.faces:
            self._faces[thing.index] = facts.faces
            thing.printed = tuple(face.chars for face in facts.faces)
        thing.card, thing.whole = facts.card, facts.whole
        thing.face, thing.flipped = int(facts.transformed), facts.flipped
        thing.two_faced = facts.layout in TRANSFORMING and len(thing.printed) > 1
        thing.is_token = TRUE if facts.token else FALSE
        thing.tapped, thing.may_be_tapped = facts.tapped, facts.taps
        if facts.face_down is None:
            thing.down = None
        elif thing.down is None or thing.down.values is not facts.face_down.chars:
            thing.down = FaceDown(facts.face_down.chars, facts.stamp)
        thing.counters = [
            Counter(kind, number, facts.counter_stamps.get(kind, 0))
            for kind, number in facts.counters.items()
        ]
        thing.choices = facts.choices
        to = facts.attached_to
        thing.attached_to = None if to is None else handles.get(to)
        thing.enchants = TRUE if to == "you" else FALSE if to == "opponent" else None
        thing.class_level = max(1, facts.class_level)
        thing.unlocked, thing.x = facts.unlocked, facts.x
        linked = (self.game.things[each] for each in facts.linked)
        thing.exiled_with = [(handles[each.handle], each.incarnation) for each in linked]
        thing.spell = facts.spell_choices
        thing.cost_choice = facts.choices.get("cost", "")
        thing.kept_values = self.game.static_copies.get(("static", facts.handle))
        last = facts.last_known
        thing.last = None if last is None else last.whole
        thing.covered, thing.marks = facts.covered, facts.designations
        thing.is_emblem = facts.layout == "emblem"
        thing.copies, thing.entered_as = [], ()

    # --- effects ---

    def _effects(self) -> None:
        """611.2: the effects that have begun, with what they copy on the objects themselves."""
        world = self.world
        begun: dict[tuple[int, int], tuple[object, Resolved]] = {}
        world.resolved = []
        for lasting in self.game.lasting:
            members: dict[int, dict[int, Lit]] = {}
            parts: dict[int, Part] = {}
            for handle, parts_on_it in lasting.by_object.items():
                for part in parts_on_it:
                    if isinstance(part, Part):
                        parts[id(part)] = part
                        affected = members.setdefault(id(part), {})
                        if handle in world.handles:
                            affected[world.handles[handle]] = TRUE
                    else:
                        self._on_object(world.things[world.handles[handle]], lasting, part)
            for key, part in parts.items():
                known = self._begun.get((lasting.number, key))
                resolved = (
                    known[1] if known is not None and known[0] is part
                    else self._resolved(lasting, part)
                )  # fmt: skip
                resolved.members = None if part.open_set else members[key]
                begun[lasting.number, key] = (part, resolved)
                world.resolved.append(resolved)
        self._begun = begun
        world.resolved += self.game.lingering

    def _resolved(self, lasting: timeline.Lasting, part: Part) -> Resolved:
        source = self.game.things.get(lasting.at.source or "")
        setting = self.setting(lasting.at, None if source is None else of_seat(source.controller))
        return Resolved(part.effect, lasting.stamp, setting, {})

    def _on_object(self, thing: Thing, lasting: timeline.Lasting, part: object) -> None:
        if isinstance(part, Copied):
            entering = lasting.rule == "707.5"
            thing.copies.append(CopyEffect(lasting.stamp, part.values, entering))
        elif isinstance(part, Form):
            thing.entered_as = part.changes

    def keep_static_copies(self, now: Callable[[], Moment]) -> bool:
        """707.2c: looked at after each step; whether any object has other copy effects by that."""
        world = self.world
        before = [list(thing.copies) for thing in world.things]

        def affected_by(source: Thing, who: tree.Who) -> list[Thing]:
            # Encoding: no characteristic decides what these words name.
            named = isinstance(who, tree.This | tree.Attached | tree.ChosenObject)
            moment = Moment(world, []) if named else now()
            setting = Setting(source.index, source.controller, choices=source.choices)
            return [world.things[n] for n, lit in group(moment, who, setting) if lit == TRUE]

        static_copies(world, affected_by)
        self._static = {
            thing.index: (thing.born, kept)
            for thing in world.things
            if (kept := [each for each in thing.copies if each.static])
        }
        for thing in world.things:
            if thing.kept_values is not None:
                self.game.static_copies["static", thing.handle] = thing.kept_values
        return before != [thing.copies for thing in world.things]

    # --- words ---

    def setting(self, at: Context, you: Lit | None = None) -> Setting:
        """What the words refer to, by the constraints' names of objects."""
        handles = self.world.handles
        source = None if at.source is None else handles.get(at.source)
        seat = you if at.controller is None else of_seat(at.controller)
        return Setting(
            source,
            TRUE if seat is None else seat,
            tuple(tuple(handles[h] for h in entry if h in handles) for entry in at.targets),
            () if at.player is None else (of_seat(at.player),),
            at.choices,  # type: ignore[arg-type]  # the words of the choices are only read
            at.x,
            None if at.affected is None else handles.get(at.affected),
            {
                words: tuple((handles[h], TRUE) for h in meant if h in handles)
                for words, meant in at.named.items()
            },
            at.looks_back,
        )


def mirror_of(game: timeline.Game, path: Path) -> Mirror:
    """An empty world, to be brought up to date."""
    return Mirror(game, World(Algebra(), path=path))
