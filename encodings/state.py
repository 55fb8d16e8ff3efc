"""What an object is at a moment, as guarded values: every truth is a literal of one graph.

On a board without holes every literal is a constant, so that all of this is plain values; with
symbolic slots the same code builds a circuit. Nothing here is a rule.
"""

from collections.abc import Callable, Iterable
from copy import copy

from msgspec import Struct, field
from msgspec.structs import replace

from striate.boards.timeline import Seat
from striate.boards.untold import Path, Turn
from striate.cards.tree import Ability, Card, Change, Effect, Keyword, Node
from striate.cards.vocabulary import COLOR_NAMES, EVERY_CREATURE_TYPE, FAMILY_OF
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit, Num

Stamp = tuple[int, int]  # 613.7a: the timestamp, and the order among effects of one object
Words = dict[str, Lit]  # absent: FALSE
COLORS = tuple(COLOR_NAMES)
CEASED = "nowhere"  # the zone of a token that has ceased to exist (111.7)
PHASED = "phased out"  # 702.26: on the battlefield, as though it were not there
IN_PLAY = ("battlefield", PHASED)


def surely(words: Words) -> tuple[str, ...]:
    """Those that are surely there: in the printed order, what an effect added behind."""
    return tuple(word for word, lit in words.items() if lit == TRUE)


# Where the literal holds: which words an effect takes away, and which it gives then.
WordChange = tuple[Lit, Callable[[str], bool], frozenset[str]]


def changed_words(words: Words, changes: list[WordChange], algebra: Algebra) -> Words:
    """The words after the one of the changes whose literal holds."""
    changed: Words = {}
    given = frozenset[str]().union(*(added for _, _, added in changes))
    for word in {**words, **dict.fromkeys(sorted(given))}:
        present = words.get(word, FALSE)
        if present != FALSE:
            gone = algebra.any_([lit for lit, clears, _ in changes if clears(word)])
            present = algebra.and_(present, gone ^ 1)
        come = algebra.any_([lit for lit, _, added in changes if word in added])
        changed[word] = algebra.or_(present, come)
    return changed


def of_seat(seat: str) -> Lit:
    """That the player is "you"."""
    return TRUE if seat == "you" else FALSE


def seat_of(lit: Lit) -> Seat:
    return "you" if lit == TRUE else "opponent"


class Held(Struct):
    """An ability that an object has: alternatives (one of them, by guard) while `present`.

    `stamp` is the timestamp of its effects (613.7a). `key` tells instances apart.
    """

    alternatives: tuple[tuple[Lit, Ability], ...]
    present: Lit
    stamp: Stamp
    key: tuple[object, ...]
    choices: "dict[str, str] | None" = None  # linked choices, where not the object's own
    # Symbolic slots: see `ContinuousEffect`; then the alternatives are static abilities.
    combine: "Callable[[tuple[int, ...]], Lit] | None" = None

    def with_present(self, present: Lit) -> "Held":
        return Held(self.alternatives, present, self.stamp, self.key, self.choices, self.combine)


class Chars(Struct):
    """The characteristics of one object (109.3) and its controller, as guarded values."""

    names: Words
    costs: tuple[tuple[Lit, str], ...]  # mana costs by guard
    mana_value: Num
    supertypes: Words
    types: Words
    subtypes: Words
    colors: Words
    abilities: tuple[Held, ...]
    power: Num
    toughness: Num
    loyalty: tuple[tuple[Lit, str], ...]
    yours: Lit  # controlled by "you"
    cant_have: tuple[tuple[Lit, tuple[Ability, ...]], ...] = ()
    bottom: "Chars | None" = None  # 710.1b: the half that counts while a flip card is flipped
    halves: "tuple[Chars, ...]" = ()  # 709.5b: those of a split card with a shared type line
    base: tuple[Num, Num] | None = None  # 208.4b: before what modifies; None: nothing has yet
    defense: str = ""  # 310.4: printed on a battle
    boxed: bool = False  # 208.3: a power and toughness are among the copiable values
    called: "Words | None" = None  # the names in its text, where an effect gave it others (612.8)

    def copy(self) -> "Chars":
        return copy(self)

    @property
    def name(self) -> str:
        """201.2: the name that it surely has, or none."""
        return next(iter(surely(self.names)), "")

    def has_subtype(self, subtype: str, algebra: Algebra) -> Lit:
        """702.73a: "every creature type" is each of them."""
        lit = self.subtypes.get(subtype, FALSE)
        every = self.subtypes.get(EVERY_CREATURE_TYPE, FALSE)
        if every != FALSE and lit != TRUE and FAMILY_OF.get(subtype) == "creature":
            return algebra.or_(lit, every)
        return lit

    def keep_abilities(self, still: Callable[[Held], Lit]) -> None:
        """Keep each ability as far as it is still there, by that literal."""
        those = [(held, still(held)) for held in self.abilities]
        self.abilities = tuple(
            held if lit == held.present else held.with_present(lit)
            for held, lit in those
            if lit != FALSE
        )

    def those(
        self, algebra: Algebra, wanted: Callable[[Ability], object]
    ) -> list[tuple[Held, Lit, Ability]]:
        """The abilities that are wanted, each with the literal that it is there."""
        return [
            (held, algebra.and_(guard, held.present), ability)
            for held in self.abilities
            for guard, ability in held.alternatives
            if wanted(ability)
        ]

    def keywords(self, name: str, algebra: Algebra) -> list[tuple[Held, Lit, Keyword]]:
        """Those of the abilities that are that keyword."""
        those_of_name = self.those(
            algebra, lambda each: isinstance(each, Keyword) and each.name == name
        )
        return [(held, lit, each) for held, lit, each in those_of_name if isinstance(each, Keyword)]

    def surely(self) -> list[tuple[Held, Ability]]:
        """The abilities that are surely there, each with its instance."""
        return [
            (held, ability)
            for held in self.abilities
            for guard, ability in held.alternatives
            if guard == held.present == TRUE
        ]

    def text(self) -> tuple[Ability, ...]:
        """The abilities that are surely there."""
        return tuple(ability for _, ability in self.surely())


class CopyEffect(Struct):
    """707.2b: a copy effect with the values locked in when it began."""

    stamp: int
    values: Chars
    entering: bool = False  # 707.5: the object entered so; the abilities are its own
    static: bool = False  # 707.2c: of a static ability


class FaceDown(Struct):
    """708.2: the characteristics that the effect that turned it face down gives."""

    values: Chars
    stamp: int


class Counter(Struct):
    """613.7c: counters of one kind put on at one time."""

    kind: str
    number: Num
    stamp: int


class Thing(Struct):
    """The facts about one object that do not come out of the layers."""

    handle: str
    index: int
    zone: str
    stamp: int
    owner: Lit  # owned by "you"
    controller: Lit  # whose it is by default: who put it there (110.2)
    printed: tuple[Chars, ...]  # one entry for each face
    alive: Lit = TRUE  # it is there at all (a slot may stay empty)
    face: int = 0  # which face is up (712)
    flipped: bool = False  # 710.4: a status, of what is no flip card too
    card: Card | None = None
    whole: Card | None = None  # on the stack: what it is a half or an inset spell of
    is_token: Lit = FALSE
    tapped: bool = False
    may_be_tapped: int = 0  # since which step, as nothing tells (508.1f, 602.2b)
    taps: Lit = FALSE  # symbolic: that it is tapped
    down: FaceDown | None = None
    downs: Lit = FALSE  # symbolic: that it is face down
    copies: list[CopyEffect] = field(default_factory=list)
    counters: list[Counter] = field(default_factory=list)
    choices: dict[str, str] = field(default_factory=dict)
    attached_to: int | None = None
    enchants: Lit | None = None  # 303.4b: the player whom it enchants, as "is you"
    hosts: dict[int, Lit] = field(default_factory=dict)  # symbolic: by guard
    class_level: int = 1
    unlocked: frozenset[int] = frozenset()  # 709.5c: the halves with that designation
    x: int | None = None
    exiled_with: list[tuple[int, int]] = field(default_factory=list)  # what, and when it was born
    spell: dict[str, str | int | tuple[str, ...]] = field(default_factory=dict)  # 707.10
    entered_as: tuple[Change, ...] = ()  # copiable changes chosen as it entered (EntersAs)
    two_faced: bool = False  # it can transform (701.27)
    cost_choice: str = ""
    kept_values: Chars | None = None  # 707.2c: what the copy effect of its static ability took
    last: "Last | None" = None  # 608.2h: on the battlefield, where a later step looks back at it
    born: int = 0  # when it last changed zones (400.7): another number, another object
    covered: bool = False  # in a library, under cards that nobody told (701.24a, 401.4)
    marks: set[str] = field(default_factory=set)  # monstrous, suspected, saddled, ...
    is_emblem: bool = False

    def counters_of(self, kind: str | None, algebra: Algebra) -> Num:
        """How many counters of that kind are on it, or of any."""
        number: Num = 0
        for counter in self.counters:
            if kind is None or counter.kind == kind:
                number = algebra.add(number, counter.number)
        return number


class Last(Struct, frozen=True):
    """608.2h: an object as it last was in a zone: all of it, what there was to copy, its facts."""

    chars: Chars
    copiable: Chars
    facts: Thing


def last_of(thing: Thing, chars: Chars, copiable: Chars) -> Last:
    """What is to be known of an object that is about to move."""
    facts = replace(
        thing,
        counters=[replace(each) for each in thing.counters],
        marks=set(thing.marks),
        exiled_with=list(thing.exiled_with),
    )
    return Last(chars, copiable, facts)


def face_of(thing: Thing) -> Chars:
    """The printed values of the face that is up; a flip card has one face with two halves."""
    return thing.printed[min(thing.face, len(thing.printed) - 1)]


_OF_COMMAND = {"Conspiracy", "Phenomenon", "Plane", "Scheme", "Vanguard"}


def is_at_home_in_command(thing: Thing) -> bool:
    """113.6p, 109.4c-g: emblems, and cards that are printed as one of those; a commander is not."""
    return thing.is_emblem or any(each in face_of(thing).types for each in _OF_COMMAND)


class Setting(Struct):
    """What the words of an ability or effect refer to: its source, "you", targets, choices."""

    source: int | None
    you: Lit
    targets: tuple[tuple[int, ...], ...] = ()
    players: tuple[Lit, ...] = ()  # targeted players, as "is you"
    choices: dict[str, str] = field(default_factory=dict)
    x: int | None = None
    affected: int | None = None
    sets: dict[Node, tuple[tuple[int, Lit], ...]] = field(default_factory=dict)  # groups, as named
    looks_back: bool = False  # 608.2h: words of the resolution at hand, which know `World.past`

    def about(self, index: int) -> "Setting":
        """The same, where the words speak of what that object is to be or to do."""
        return replace(self, affected=index)


class Resolved(Struct):
    """A continuous effect from a resolution (611.2): its set and amounts are locked in."""

    effect: Effect
    stamp: int
    setting: Setting
    members: dict[int, Lit] | None  # None: not locked (613.10, 611.2d)
    # Symbolic: what it may be instead of `effect`, by guard; none of them: there is no effect.
    alternatives: tuple[tuple[Lit, Effect], ...] = ()

    @property
    def sayings(self) -> tuple[tuple[Lit, Effect], ...]:
        """What it may say, by guard."""
        return self.alternatives or ((TRUE, self.effect),)


class World(Struct):
    """Everything that has happened so far, as facts."""

    algebra: Algebra
    things: list[Thing] = field(default_factory=list)
    resolved: list[Resolved] = field(default_factory=list)
    handles: dict[str, int] = field(default_factory=dict)
    # 608.2h: what is not where the resolution at hand expects it, as it last was there.
    past: dict[int, Last] = field(default_factory=dict)
    past_hosts: dict[int, int] = field(default_factory=dict)  # what those were attached to
    life: dict[bool, int] = field(default_factory=lambda: {True: 20, False: 20})
    hand: dict[bool, int | None] = field(default_factory=lambda: {True: None, False: None})
    turn: Turn = field(default_factory=Turn)
    player_facts: dict[tuple[str, bool], int] = field(default_factory=dict)  # by fact and "is you"
    clock: int = 0
    path: Path = field(default_factory=Path)  # what is not told
    alone: int | None = None  # the one object whose abilities have effects; None: all have
    instances: bool = True  # whether equal abilities of one object are told apart
    # Slots: how many of them can have the effect of this key at all.
    limits: dict[tuple[object, ...], int] = field(default_factory=dict)
    # 702.16n: by effect, its source and the words of "this effect doesn't remove ...".
    spared: dict[tuple[object, ...], tuple[int | None, str]] = field(default_factory=dict)

    def is_your_turn(self) -> bool:
        """102.1."""
        return self.path.is_your_turn(self.turn)

    def in_zone(self, zone: str) -> Iterable[Thing]:
        if zone == "any":
            return (thing for thing in self.things if thing.zone != CEASED)
        return (thing for thing in self.things if thing.zone == zone)
