"""The world as it goes on: what steps and instructions do to the facts about objects.

Everything that gives or renews a timestamp is here (613.7b-n), so is what leaving and entering do
(400.7). Characteristics are computed from the facts whenever something reads them.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from striate.cards import tree
from striate.cards.walking import any_node
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit, Num
from striate.encodings.clauses import clause, is_rightly_read
from striate.encodings.copying import (
    face_down_creature,
    makes_static_copy,
    printed_faces,
    static_copies,
    values_to_copy,
    whole_values,
)
from striate.encodings.layers import settle, settle_part
from striate.encodings.locality import (
    Question,
    is_as_printed,
    is_out_of_reach,
    is_said,
    texts_on,
)
from striate.encodings.matching import Moment, group, holds
from striate.encodings.nearby import part_of
from striate.encodings.reach import Keys
from striate.encodings.relevance import (
    entering_keys,
    keys_are_plain,
    keys_of,
    placing_keys,
    reached_by,
)
from striate.encodings.state import (
    CEASED,
    IN_PLAY,
    PHASED,
    Chars,
    CopyEffect,
    Counter,
    FaceDown,
    Last,
    Resolved,
    Setting,
    Thing,
    World,
    face_of,
    last_of,
)
from striate.encodings.typeline import keep_fitting_subtypes
from striate.encodings.unaffected import Unaffected

BESTOW = "bestow"
_SPELLS = ("Instant", "Sorcery")
_CONTROL: Keys = frozenset({("controller", "*")})


class Unsupported(Exception):
    """A board with holes asks for something that the encoding holds only for concrete boards."""


class Game:
    """A world in progress, with its characteristics at the current moment cached."""

    def __init__(self, algebra: Algebra, facts: bool = False) -> None:
        self.world = World(algebra, facts=facts)
        self.cached: list[Chars] | None = None
        # How instructions that a replacement effect gives are carried out, on a board without holes.
        self.carry_out: Callable[[Game, Thing, tree.Body], None] | None = None
        self._unaffected = Unaffected(self.world)
        self._partly: dict[object, list[Chars]] = {}  # Encoding: as far as a question looks
        self._themselves: dict[object, Moment | None] = {}

    # --- reading ---

    def touch(self) -> None:
        """Something changed: characteristics must be computed anew."""
        self.cached = None
        self._unaffected.touch()
        self._partly, self._themselves = {}, {}

    def now(self) -> Moment:
        """The characteristics of everything at this moment."""
        if self.cached is None:
            world = self.world
            self.cached = settle(world, self._unaffected.before())
        return Moment(self.world, self.world.algebra, self.cached)

    def entering(self) -> Moment:
        """Everything as far as the questions of an entering look (614.12)."""
        return self._reaching("entering", entering_keys)

    def placing(self, *words: tree.Node | None) -> Moment:
        """Everything as far as attaching, targeting and these words look (303.4, 115.1)."""
        return self._reaching(words, lambda *on: placing_keys(*on) | keys_of(words))

    def by_themselves(
        self, questions: tuple[Question, ...], anywhere: Keys = frozenset()
    ) -> Moment | None:
        """These objects by their copiable values, where no effect reaches what is asked of them; else
        as the part of the board makes them that this hangs on. None: that part is not known.

        Encoding: of the others only those that are not as printed have their copiable values.
        """
        if self.cached is not None:
            return None
        key = ("asked", anywhere, *((thing.index, keys) for thing, keys in questions))
        if key not in self._themselves:
            self._themselves[key] = self._by_themselves(questions, anywhere)
        return self._themselves[key]

    def _by_themselves(self, questions: tuple[Question, ...], anywhere: Keys) -> Moment | None:
        world = self.world
        key = ("by themselves", *(thing.index for thing, _ in questions))
        chars = self._partly.get(key)
        if chars is None:
            chars = [
                face_of(each) if is_as_printed(each) else self._unaffected.base(each)
                for each in world.things
            ]
            for thing, _ in questions:
                chars[thing.index] = self.base(thing)
                keep_fitting_subtypes(chars[thing.index], world.algebra)
            self._partly[key] = chars
        moment = Moment(world, world.algebra, chars)
        if is_out_of_reach(moment, questions, anywhere):
            return moment
        if not is_rightly_read() or any(thing.hosts for thing in world.things):
            return None
        part = part_of(moment, questions, anywhere)
        if part is None:
            return None
        chars = chars.copy()
        for thing in part.things.values():
            chars[thing.index] = self.base(thing)
        return Moment(world, world.algebra, settle_part(world, chars, part))

    def controller_of(self, thing: Thing) -> Lit:
        """613.1b: whether you control the object."""
        moment = self.by_themselves(((thing, _CONTROL),)) or self.now()
        return moment.chars[thing.index].yours

    def about(self, *words: tree.Node | None) -> Moment:
        """Everything as far as these words look: their filters, amounts, conditions, groups."""
        return self._reaching(("about", *words), lambda *on: keys_of(words))

    def settled_for(self, words: Callable[[tree.Node], Keys], keys: Keys) -> Moment:
        """Everything as far as these keys look, and those that texts have by `words`."""
        world = self.world

        def looked_at(*_: object) -> Keys:
            texts = (*texts_on(world), *world.effects_begun())
            return keys.union(*map(words, texts))

        return self._reaching(words, looked_at)

    def _reaching(self, asked: object, keys_on: Callable[[World, list[Chars]], Keys]) -> Moment:
        world = self.world
        if self.cached is None and asked not in self._partly:
            copiable = self._unaffected.before()
            keys = keys_on(world, copiable)
            reached = reached_by(world, copiable, keys)
            if reached is None:
                return self.now()
            if reached.applies:
                self._partly[asked] = settle(world, copiable, reached)
            else:
                plain = keys_are_plain(keys)
                self._partly[asked] = copiable if plain else self._unaffected.after()
        chars = self._partly[asked] if self.cached is None else self.cached
        return Moment(world, world.algebra, chars)

    def base(self, thing: Thing) -> Chars:
        """What it is before any effect but those of copying."""
        return self._unaffected.base(thing).copy()

    def note(self, card: str, line: str) -> None:
        self.world.notes[(card, line)] = None

    def unsupported(self, what: str) -> None:
        raise Unsupported(what)

    # --- facts ---

    def add(self, thing: Thing) -> Thing:
        self.world.things.append(thing)
        self.world.handles[thing.handle] = thing.index
        self.touch()
        return thing

    def put_counters(self, thing: Thing, kind: str, number: Num) -> None:
        """122.1: counters put on, or taken off where the number is negative."""
        if number == 0:
            return
        there = next((each for each in thing.counters if each.kind == kind), None)
        if there is None:
            there = Counter(kind, 0, 0)
            thing.counters.append(there)
        algebra = self.world.algebra
        total = algebra.greatest(algebra.add(there.number, number), 0)
        if not isinstance(number, int) or number > 0:
            there.stamp = stamp_on_counters(self.world)
        there.number = total
        thing.counters = [each for each in thing.counters if each.number != 0]
        self.touch()

    def attach(self, thing: Thing, host: Thing) -> None:
        """701.3: attached to another object; to the same one, or to itself, nothing happens (701.3b)."""
        if host.index in (thing.attached_to, thing.index):
            return
        thing.attached_to, thing.enchants = host.index, None
        thing.stamp = stamp_on_attaching(self.world, thing)
        self.touch()

    def enchant_player(self, thing: Thing, player: Lit) -> None:
        """303.4b: the Aura is attached to a player."""
        thing.attached_to, thing.enchants = None, player
        self.touch()

    def unattach(self, thing: Thing) -> None:
        """701.3d, 702.103f: it stays where it is; a bestowed Aura is an Aura no longer."""
        thing.attached_to = None
        thing.enchants = None
        end_bestow(self.world, thing)
        self.touch()

    def turn_face(self, thing: Thing, up: bool) -> None:
        """708.8: turned up, an object has its copiable values again; 708.2: turned down, a permanent is 2/2.

        712.16: a double-faced permanent can't be turned face down.
        """
        if up == (thing.down is None) or (not up and thing.zone != "battlefield"):
            return
        if not up and (thing.two_faced or (thing.card and thing.card.layout == "meld")):
            return  # 712.16
        if up and any(word in face_of(thing).types for word in _SPELLS):
            return  # 701.40g: an instant or sorcery card stays face down
        thing.stamp = stamp_on_turning(self.world, thing)
        thing.down = None
        if not up:
            values = face_down_creature("", self.world, thing)
            thing.down = FaceDown(values, thing.stamp)
        self.touch()
        if up:
            self.do_as_said(thing, turned_up=True)

    def do_as_said(self, thing: Thing, *, turned_up: bool) -> None:
        """614.1c, 614.1e: what its text says is done as it enters, or as it is turned face up.

        614.12, 708.11: if it has the ability as it would be there.
        """
        values = whole_values(self.world, thing)
        if not any(isinstance(each, tree.EntersDoing) for each in _said_in(values)):
            return
        for each in _said_in(self.now().chars[thing.index]):
            if isinstance(each, tree.EntersDoing) and (
                each.turned_up if turned_up else each.enters
            ):
                if self.carry_out is None:
                    raise Unsupported("what is done as an object enters")
                self.carry_out(self, thing, each.body)

    def transform(self, thing: Thing) -> None:
        """701.27: the other face is up, for a transforming permanent; 712.15a: not face down."""
        if not thing.two_faced or thing.down is not None:
            return
        if any(word in thing.printed[1 - thing.face].types for word in _SPELLS):
            return  # 712.10
        thing.face = 1 - thing.face
        thing.stamp = stamp_on_transforming(self.world, thing)
        self.touch()

    def designate(self, thing: Thing, word: str, *, ends: bool = False) -> None:
        """A designation that is no characteristic: monstrous, saddled, solved, ..."""
        if ends:
            thing.marks.discard(word)
        elif word not in thing.marks:
            thing.marks.add(word)
            if word == "suspected":
                self.world.resolved.append(suspected(self.world, thing))
        self.touch()

    def flip(self, thing: Thing) -> None:
        """710.4: a flipped permanent has the other half's values; no new timestamp."""
        if not thing.two_faced:
            thing.face = 1
            self.touch()

    def move(
        self, thing: Thing, zone: str, *, tapped: bool = False, last: Last | None = None
    ) -> None:
        """400.7: an object that changes zones is a new object with no memory of its past.

        `last`: what it was, where it leaves together with others.
        """
        was = thing.zone
        if was == CEASED:
            return  # 111.8
        if was == "battlefield" and any(
            other.card is not None and _speaks_of_lingering(other.card)
            for other in self.world.things
        ):
            self.world.resolved += lingering(self.now(), thing)
        if was == "battlefield":
            thing.last = last or self.as_it_last_is(thing)
        forget(self.world, thing)
        if was == "stack" and thing.whole is not None:
            zone = off_the_stack(self.world, thing, thing.whole, zone)
        # 111.7: a token that left ceases to exist; it counts nowhere. 704.5e: nor a spell's copy.
        token = thing.is_token == TRUE and was in IN_PLAY
        thing.zone = CEASED if token or (was == "stack" and thing.card is None) else zone
        thing.stamp = thing.born = stamp_on_entering(self.world)
        thing.left = (was in IN_PLAY or thing.left) and zone != "battlefield"
        thing.tapped = tapped
        self.end_effects("source leaves", thing.index)
        self.touch()

    def as_it_last_is(self, thing: Thing) -> Last | None:
        """608.2h: the same, where a later step may look back at it."""
        return self.as_it_is(thing) if thing.handle in self.world.looked_back_at else None

    def as_it_is(self, thing: Thing) -> Last:
        """608.2h: what will be known of the object once it has moved."""
        return last_of(thing, self.now().chars[thing.index], values_to_copy(self.world, thing))

    def to_bottom(self, thing: Thing) -> None:
        """401.4: below every card that its library has, told or not."""
        thing.covered = True
        thing.stamp = min(each.stamp for each in self.world.things) - 1
        self.touch()

    def keep_static_copies(self) -> None:
        """707.2c: looked at after each step, where some text on the board is of that kind."""
        if not is_said(self.world, makes_static_copy):
            return

        def affected_by(source: Thing, who: tree.Who) -> list[Thing]:
            # Encoding: no characteristic decides what these words name.
            named = isinstance(who, tree.This | tree.Attached | tree.ChosenObject)
            moment = Moment(self.world, self.world.algebra, []) if named else self.now()
            setting = Setting(source.index, source.controller, choices=source.choices)
            found = group(moment, who, setting)
            return [self.world.things[index] for index, lit in found if lit == TRUE]

        static_copies(self.world, affected_by)
        self.touch()

    # --- the end of effects ---

    def end_effects(self, until: str, source: int | None = None) -> None:
        """611.2a: effects last as long as they say; "until ~ leaves" ends with its source."""
        world = self.world
        for resolved in world.resolved:
            if resolved.until == until and source in (None, resolved.setting.source):
                resolved.ended = True
        for thing in world.things:
            thing.copies = [
                each
                for each in thing.copies
                if not until
                or each.until != until
                or (source is not None and each.setting and each.setting.source != source)
            ]
        self.touch()

    def end_lapsed(self) -> None:
        """611.2b: "for as long as" is over for good once its condition doesn't hold."""
        world = self.world
        copies = [each for thing in world.things for each in thing.copies if each.keep_while]
        if not copies and not any(each.keep_while and not each.ended for each in world.resolved):
            return
        changed = True
        while changed:
            changed = False
            moment = self.now()
            for resolved in world.resolved:
                if resolved.ended or resolved.keep_while is None:
                    continue
                if lapses(moment, resolved):
                    changed = True
            for thing in world.things:
                kept = [each for each in thing.copies if copy_lasts(moment, each)]
                if len(kept) != len(thing.copies):
                    thing.copies, changed = kept, True
            if changed:
                self.touch()


def _said_in(values: Chars) -> list[tree.Ability]:
    return [
        ability
        for held in values.abilities
        if held.present != FALSE
        for _, ability in held.alternatives
    ]


@clause("701.60c")
def suspected(world: World, thing: Thing) -> Resolved:
    """701.60c: it has menace and "This creature can't block" for as long as it is suspected."""
    cant_block = tree.Effect(tree.This(), (tree.Restrict("can't block"),))
    abilities = (tree.Keyword("menace"), tree.Static((cant_block,)))
    return Resolved(
        tree.Effect(tree.This(), (tree.GainAbilities(abilities),)),
        world.tick(),
        Setting(thing.index, thing.controller),
        "",
        tree.Matches(tree.Affected(), tree.HasDesignation("suspected")),
        {thing.index: TRUE},
        "suspected",
    )


@lru_cache(maxsize=65536)
def _speaks_of_lingering(card: tree.Card) -> bool:
    """Whether a static ability of the card goes on after its object has left."""
    texts = tuple(face.abilities for face in card.faces)
    return any_node(texts, lambda node: isinstance(node, tree.Static) and node.lingers)


@clause("611.3a", "611.3b")
def lingering(moment: Moment, thing: Thing) -> list[Resolved]:
    """611.3b: a static effect ends with its source unless it says that it continues; 611.3a: then
    too it applies at any moment to whatever its text indicates, with its timestamp.
    """
    chars = moment.chars[thing.index]
    setting = Setting(thing.index, chars.yours, choices=thing.choices, x=thing.x)
    return [
        Resolved(effect, held.stamp[0], setting, "end of turn", None, None, thing.handle, ability)
        for held in chars.abilities
        for guard, ability in held.alternatives
        if isinstance(ability, tree.Static) and ability.lingers
        if moment.algebra.and_(guard, held.present) == TRUE
        for effect in ability.effects
    ]


@clause("702.26f")
def tracks_phased(moment: Moment, condition: tree.Condition, setting: Setting) -> bool:
    """702.26f: a "for as long as" can't see an object that is phased out, and ends."""
    meant = [setting.source] if any_node(condition, (tree.This,)) else []
    meant += [setting.affected] if any_node(condition, (tree.Affected,)) else []
    return any(each is not None and moment.world.things[each].zone == PHASED for each in meant)


@clause("611.2b")
def lapses(moment: Moment, resolved: Resolved) -> bool:
    """611.2b: for each object of its set, the effect is over once its condition doesn't hold."""
    assert resolved.keep_while is not None
    members = resolved.members if resolved.members is not None else {}
    condition = resolved.keep_while
    over = []
    for index in members:
        inside = replace(resolved.setting, affected=index)
        if tracks_phased(moment, condition, inside) or holds(moment, condition, inside) == FALSE:
            over.append(index)
    for index in over:
        del members[index]
    if resolved.members is not None and not members:
        resolved.ended = True
    return bool(over)


@clause("611.2b")
def copy_lasts(moment: Moment, effect: CopyEffect) -> bool:
    """611.2b: a copy effect too is over once the condition of its duration doesn't hold."""
    if effect.keep_while is None or effect.setting is None:
        return True
    if tracks_phased(moment, effect.keep_while, effect.setting):
        return False
    return holds(moment, effect.keep_while, effect.setting) != FALSE


@clause("709.4", "712.8a", "715.4", "720.4", "722.3c")
def off_the_stack(world: World, thing: Thing, whole: tree.Card, zone: str) -> str:
    """709.4, 712.8a, 715.4, 720.4: off the stack it is the whole card; 722.3c: or was a copy."""
    thing.card, thing.whole = whole, None
    thing.printed = printed_faces(whole, world.algebra)
    return CEASED if whole.layout == "prepare" else zone


def forget(world: World, thing: Thing) -> None:
    """400.7: counters, attachments, copies, status and effects stay behind."""
    thing.counters = []
    thing.copies = []
    thing.entered_as = ()
    thing.down = None
    thing.attached_to = None
    thing.enchants = None
    thing.bestowed = False
    thing.cost_choice = ""
    thing.unlocked = frozenset()
    thing.kept_values = None
    if thing.unprototyped:
        thing.printed, thing.unprototyped = thing.unprototyped, ()
    thing.choices = {}
    thing.exiled_with = []
    thing.face = 0
    thing.class_level = 1
    thing.marks = set()
    thing.shields = 0
    thing.covered = False
    thing.controller = thing.owner
    for resolved in world.resolved:
        if resolved.members:
            resolved.members.pop(thing.index, None)
    for other in world.things:
        if other.attached_to == thing.index:
            other.attached_to = None
            end_bestow(world, other)


@clause("702.103f")
def end_bestow(world: World, thing: Thing) -> None:
    """702.103f: a bestowed Aura that becomes unattached is bestowed no longer."""
    if not thing.bestowed:
        return
    thing.bestowed = False
    for resolved in world.resolved:
        if resolved.label == BESTOW and resolved.setting.source == thing.index:
            resolved.ended = True


@clause("613.7c")
def stamp_on_counters(world: World) -> int:
    """613.7c: a counter gets a timestamp as it's put on, and those of its kind already there too."""
    return world.tick()


@clause("613.7d")
def stamp_on_entering(world: World) -> int:
    """613.7d: an object receives a timestamp when it enters a zone."""
    return world.tick()


@clause("613.7e")
def stamp_on_attaching(world: World, thing: Thing) -> int:
    """613.7e: an Aura, Equipment or Fortification gets a new timestamp when it becomes attached."""
    return world.tick()


@clause("613.7f")
def stamp_on_turning(world: World, thing: Thing) -> int:
    """613.7f: a permanent gets a new timestamp when it turns face up or face down."""
    return world.tick()


@clause("613.7g")
def stamp_on_transforming(world: World, thing: Thing) -> int:
    """613.7g: a double-faced permanent gets a new timestamp when it transforms."""
    return world.tick()
