"""400, 110: the facts of the game: objects, zones, counters, effects in being, players.

Facts change only by steps of the timeline. Characteristics are never stored here: a reading of the
rules computes them from these facts (613.1). What is `Any` is the reading's own.
"""

from collections.abc import Collection, Iterator, Mapping
from copy import copy
from typing import Any

import msgspec

from striate.boards.choices import OBJECTS
from striate.boards.timeline import Meld, Seat, Seen
from striate.boards.untold import Turn
from striate.cards import tree
from striate.cards.walking import any_node
from striate.timeline.context import Context

STARTING_LIFE = 20  # 103.4


class Merged(msgspec.Struct):
    """730.2: what represents a merged permanent, topmost first: handle, card, whether a token."""

    parts: tuple[tuple[str, tree.Card, bool], ...]


class Thing(msgspec.Struct):
    """One object (109.1): a card, a token, or a spell on the stack. Its handle is its name."""

    handle: str
    order: int
    faces: tuple[Any, ...]  # each a `Face`
    layout: str
    owner: Seat
    controller: Seat
    zone: str
    stamp: int
    card: tree.Card | None = None
    exceptions: tuple[Any, ...] = ()  # 707.9: of a token that's a copy
    whole: tree.Card | None = None  # on the stack: the card of which a part was cast
    token: bool = False
    copy_of_spell: bool = False
    merged: Merged | None = None
    # 730.3: what else it became as it came apart, and which objects those were (400.7).
    parts: tuple[tuple[str, int], ...] = ()
    paired: str | None = None  # 702.95: with which creature, or "" with none; None: untold
    paired_under: Seat | None = None
    entered: int = 0  # in which turn it came onto the battlefield
    struck: dict[str, int] = msgspec.field(default_factory=dict)  # by what, in which turn last
    uncast: bool = False  # 601.2: a token, or put onto the battlefield by what resolved
    counters: dict[str, int] = msgspec.field(default_factory=dict)
    counter_stamps: dict[str, int] = msgspec.field(default_factory=dict)
    lore: int = 0  # the most counters of this kind that it has had
    attached_to: str | None = None
    tapped: bool = False
    taps: int = 0  # the step by which it may have been tapped, as nothing tells (508.1f, 602.2b)
    held: bool = False  # 502.3: it doesn't untap in its controller's next untap step
    face_down: Any = None  # 708.2: the `Face` that it shows
    never_up: bool = False  # it entered so, and was not turned up since
    quiet: bool = False  # 603.2: as it died, it caused no ability to trigger
    had: "tuple[int, int] | None" = None  # its numbered abilities as it entered; the most since
    came_tapped: bool = False
    came_on: str | None = None  # what it was attached to as it entered
    lost_host: tuple[str, int] | None = (
        None  # what left while this was attached to it, as it is now
    )
    transformed: bool = False
    flipped: bool = False
    unprototyped: tuple[Any, ...] = ()  # 718.4: its faces but for the inset frame
    unlocked: frozenset[int] = frozenset()  # 709.5c: the halves of a Room
    choices: dict[str, str] = msgspec.field(default_factory=dict)
    spell_choices: dict[str, str | int | tuple[str, ...]] = msgspec.field(default_factory=dict)
    x: int | None = None
    class_level: int = 0
    # 607.2a: what its linked abilities have exiled; 607.5: and by which copy effect it had those.
    linked: list[str] = msgspec.field(default_factory=list)
    exiled_under: dict[str, tuple[int, str]] = msgspec.field(default_factory=dict)
    last_known: "Remembered | None" = None
    ceased: bool = False
    was_permanent: bool = False
    died: bool = False  # 700.4: it has gone from the battlefield to a graveyard
    covered: bool = False  # 401.4, 701.24a: unknown cards of its library lie above it
    incarnation: int = 0  # 400.7: which object the card is now
    designations: set[str] = msgspec.field(default_factory=set)
    phased_indirectly: bool = False  # 702.26g
    phased_under: Seat | None = None  # 702.26a
    damage: int = 0  # 120.6: marked on it, until it is removed
    unseen: int = 0  # its toughness as it survived damage that no step tells
    deathtouched: bool = False  # 704.5h: since state-based actions were looked for
    guard: int = 0  # 615.7: how much damage to it will be prevented this turn
    guarded: bool = False  # all of it will be
    regenerations: int = 0  # 701.19a: shields until end of turn
    listed: bool = True  # a spell that has resolved is no object of the answer

    @property
    def times_mutated(self) -> int:
        """702.140c: a card has merged with it each time."""
        return 0 if self.merged is None else len(self.merged.parts) - 1

    @property
    def belongs_in_command(self) -> bool:
        """113.6p, 109.4c-g: an emblem, whatever types it gets (114.5), or such a card."""
        if self.layout == "emblem":
            return True
        return any(not _IN_COMMAND.isdisjoint(face.types) for face in self.faces)


class Remembered(msgspec.Struct):
    """608.2h: an object as it last was where words expect it: what it was, and its facts.

    `whole` is all of it, for the reading.
    """

    name: str
    controller: Seat
    types: frozenset[str]
    abilities: tuple[tree.Ability, ...]
    whole: Any
    thing: Thing


def _tracks_its_source(duration: tree.Duration) -> bool:
    if isinstance(duration, tree.AsLongAs):
        condition = duration.condition
        return not isinstance(condition, tree.Unless) and any_node(condition, (tree.This,))
    return isinstance(duration, tree.UntilLeaves)


def context_of(thing: Thing) -> Context:
    """What the words mean that an object says of how objects enter."""
    return Context(source=thing.handle, card=thing.faces[0].name, choices=thing.choices, x=thing.x)


def facts_of(thing: Thing) -> Thing:
    """The facts about it as they are now, for when they have changed."""
    facts = copy(thing)
    facts.counters, facts.designations = dict(thing.counters), set(thing.designations)
    facts.counter_stamps, facts.linked = dict(thing.counter_stamps), list(thing.linked)
    return facts


_IN_COMMAND = frozenset(("Conspiracy", "Phenomenon", "Plane", "Scheme", "Vanguard"))


class Lasting(msgspec.Struct):
    """611.2: a continuous effect from a resolution, its set locked in (611.2c).

    `by_object` gives each object of the set what is done to it, with every variable already a
    value (611.2d). `ability` and `rule` tell where it came from.
    """

    number: int
    stamp: int
    by_object: dict[str, tuple[Any, ...]]
    duration: tree.Duration
    at: Context
    condition: tree.Condition | None = None
    ability: tree.Ability | None = None
    rule: str = "611.2"
    words: tuple[Any, ...] = ()  # the changes, as they are written
    while_attached: str | None = None  # 702.103f: lasts while this object stays attached


class Noticed(msgspec.Struct):
    """603.2: an ability that has triggered, and the object of the event; each as it was then."""

    source: str
    source_incarnation: int
    ability: tree.Ability
    handle: str
    incarnation: int
    met: bool = True  # 603.4: whether its condition was true of the object


class Banished(msgspec.Struct):
    """610.3: a card that comes back once what exiled it is no longer on the battlefield."""

    by: str
    by_incarnation: int
    card: str
    incarnation: int


class Waiting(msgspec.Struct):
    """603.7: instructions for a later time, about the objects as they are now."""

    when: str
    steps: tuple[tree.Step, ...]
    at: Context
    ability: tree.Ability | None
    incarnations: dict[str, int]
    moved: dict[str, Remembered]
    chosen: frozenset[tree.Who] = frozenset()  # what was chosen already, and is not chosen again
    specs: tuple[tree.TargetSpec, ...] = ()  # what its targets were called


Use = tuple[str, int, tree.Ability | tree.Body | None, bool]


ENTERING = "entering"  # no zone: what enters at the same time is not there yet


class Replaced(msgspec.Struct):
    """614.1: a replacement that a resolution made; `about`: the objects named, with what they
    were."""

    ability: tree.GoesElsewhere | tree.CountersReplaced | tree.TokensReplaced | tree.EntersAsCopy
    at: Context
    this_turn: bool
    about: dict[str, int] | None = None
    once: tuple[str, int] | None = None  # to which object it has happened, if but the next time


class Game:
    """All facts at one moment."""

    def __init__(self) -> None:
        self.then: frozenset[str] = frozenset()  # what is read as in an older edition of the rules
        self.things: dict[str, Thing] = {}
        self.lasting: list[Lasting] = []
        self.lingering: list[Any] = []  # 611.3b: static effects whose source has left
        self.life: dict[Seat, int] = {"you": STARTING_LIFE, "opponent": STARTING_LIFE}
        self.hands: dict[Seat, int | None] = {"you": None, "opponent": None}
        self.active: Seat = "you"  # whose turn it is, if the first is yours, or as a step tells
        self.turn_told: bool = False  # by a step, of this turn or of one before it (500.1)
        self.told_now: bool = False  # by a step, of this turn
        self.bearers: dict[Seat, str] = {}  # 701.54a: each player's Ring-bearer
        # 704.5j: at which place a step says what a player keeps
        self.kept: tuple[tuple[int, str], ...] = ()
        self.told: dict[tuple[str, bool], int] = {}  # facts that steps state, by "is you"
        self.just_told: set[str] = set()  # facts that the present step tells
        # 707.2c: values found when first applied; the second part of a key is the source
        self.static_copies: dict[Any, Any] = {}
        # 608.2h: what the resolution at hand expects elsewhere than it is now, as it last was.
        self.moved: dict[str, Remembered] = {}
        self.melds: tuple[Meld, ...] = ()
        self.unread: list[tuple[str, str]] = []  # (card, line) not understood and resolved
        self.asked: dict[tuple[str, str], None] = {}  # the same of what is not told
        self.departed: list[tuple[str, str]] = []  # and those that left this turn
        self.banished: list[Banished] = []
        self.noticed: list[Noticed] = []  # those that no step has resolved
        self.noticed_all = True  # 603.10: of what left or came at once some may be missing
        # 603.2: by source and ability, which objects (400.7) the event of this turn can be of.
        self.fitted: dict[tuple[str, tree.Ability], dict[tuple[str, int], None]] = {}
        self.waiting: list[Waiting] = []
        self.delayed: list[tuple[Context, tree.Delayed]] = []  # 603.7: that wait for an event
        self.earthbent: list[tuple[str, int, Seat]] = []  # 701.66a: the object, and who returns it
        self.replaced: list[Replaced] = []
        # What has resolved and is not carried out, as it may change what comes later.
        self.foretold: list[tuple[Context, tree.Act | tree.Inert]] = []
        self.buried: set[Seat] = set()  # to whose graveyards cards that no step tells have come
        self.exiled = False  # and into exile
        self.unclear_life: set[Seat] = set()  # whose life total nothing tells any more
        # By zone and player since which step, and how many cards, have come there unseen.
        self.milled: dict[tuple[str, Seat], tuple[int, int]] = {}
        # 602.5b, 700.2: abilities that can be used so often, and what is done each time it resolves
        # or once: by object, and whether each turn anew.
        self.uses: list[Use] = []
        self.fought: tuple[str, ...] | None = None  # what attacks, as damage may follow (510.2)
        self.unclear_damage = False  # 615: of this turn
        self.shielded: set[Seat] = set()  # 615.7: players to whom damage of this turn is prevented
        self.unpreventable = False  # 615.12: damage of this turn
        self.together: list[tuple[str, ...]] = []  # 613.7m: what entered in one event
        self.stamps: list[list[int]] = []  # the timestamps that those had then
        self.awaited: frozenset[str] = frozenset()  # whose abilities later steps resolve
        # What an end step or state-based actions took: which object it is now, and how it was.
        self.taken: dict[str, tuple[int, Seen]] = {}
        self.told_gone: set[str] = set()  # of these, what a step says to have left
        # 603.10: of what leaves at once, who controls each and which types it has before any goes.
        self.leaving: dict[str, tuple[Seat, frozenset[str]]] = {}
        self.given_handles: frozenset[str] = frozenset()  # by the board's file
        self.names_to_give: list[str] = []  # for what the present step makes
        self.version = 0
        self._clock = 0
        self._numbers = 0

    def tick(self) -> int:
        """613.7: the next timestamp."""
        self._clock += 1
        self.version += 1
        return self._clock

    def number(self) -> int:
        """A name for the next resolved effect."""
        self._numbers += 1
        return self._numbers

    @property
    def turn(self) -> Turn:
        """102.1: whose turn it is, as far as the board tells it."""
        return Turn(self.active == "you", self.turn_told, self.told_now)

    def went_untold(self, thing: Thing) -> bool:
        """Whether a state-based action or an end step took it, and no step says that it left."""
        taken = self.taken.get(thing.handle)
        gone = taken is not None and taken[0] == thing.incarnation
        return gone and thing.handle not in self.told_gone

    def changed(self) -> None:
        """Some fact changed without a timestamp (tapping, removing counters)."""
        self.version += 1

    def count_in_hand(self, seat: Seat, change: int) -> None:
        """402.1: a hand whose number is told has so many cards more, or fewer."""
        known = self.hands[seat]
        if known is not None:
            self.hands[seat] = max(0, known + change)

    def see_no_more(self, thing: Thing) -> None:
        """610.3, 611.2b, 702.26f: it has left, or can't be seen: what lasts until then ends.

        "For as long as you control ~" ends, too, though a new object of that name comes at once.
        """
        self.lasting = [
            each
            for each in self.lasting
            if each.at.source != thing.handle or not _tracks_its_source(each.duration)
        ]
        self.changed()

    def look_back_at(self, handle: str, last: Remembered) -> Remembered:
        """608.2h: from now on what the resolution at hand says of it is of what it last was."""
        known = self.moved.get(handle)
        if known is None:
            known = self.moved[handle] = last
            self.changed()
        return known

    def remember_only(self, moved: dict[str, Remembered]) -> None:
        """608.2h: what the words that are carried out now look back at."""
        if moved or self.moved:
            self.changed()
        self.moved = moved

    def on_battlefield(self) -> Iterator[Thing]:
        """Permanents (110.1)."""
        return (thing for thing in self.things.values() if thing.zone == "battlefield")

    def in_zone(self, zone: str) -> Iterator[Thing]:
        """Objects in that zone; "any" is every zone."""
        return (
            thing
            for thing in self.things.values()
            if not thing.ceased and (zone == "any" or thing.zone == zone)
        )

    def begin(
        self,
        stamp: int,
        by_object: dict[str, Any],
        duration: tree.Duration,
        at: Context,
        **more: Any,
    ) -> None:
        """611.2: a continuous effect begins."""
        self.lasting.append(Lasting(self.number(), stamp, by_object, duration, at, **more))

    def end_for(self, gone: Mapping[int, Collection[str]]) -> None:
        """611.2: effects, by number, end for those objects; one that has no other is over."""
        for each in self.lasting:
            if over := each.by_object.keys() & gone.get(each.number, ()):
                each.by_object = {h: done for h, done in each.by_object.items() if h not in over}
        self.lasting = [each for each in self.lasting if each.by_object]

    def forget(self, handle: str) -> None:
        """400.7: it is a new object: what affected, chose or was attached to the old one ends."""
        self.end_for(dict.fromkeys((each.number for each in self.lasting), (handle,)))
        for thing in self.things.values():
            if thing.attached_to == handle:
                thing.lost_host = handle, self.things[handle].incarnation + 1
            for known in (thing, thing.last_known.thing) if thing.last_known else (thing,):
                if known.attached_to == handle:
                    known.attached_to = None
                if handle in known.choices.values():
                    known.choices = {
                        kind: value
                        for kind, value in known.choices.items()
                        if value != handle or kind not in OBJECTS
                    }
