"""The effect tree: what a card says, as frozen, hashable values.

Everything that the program knows of a card's text is one of these values. The Oracle language
reads text into them and prints them back; the two readings of the rules interpret them. Equal
trees are equal values. The classes say *what is written*; what the rules make of it is decided
in `encodings/` and `referee/`, each for itself.

Conventions
- Colours are the letters W U B R G. Types, subtypes and supertypes are capitalised words
  ("Creature", "Merfolk", "Legendary"), keywords are lower case ("flying", "first strike").
- A word that starts with "@" stands for a choice: "@color", "@creature type",
  "@basic land type", "@land type", "@card type", "@name", "@keyword", ... For a permanent it is
  the value chosen as it entered (linked ability, 607), for a resolved effect the value chosen at
  that step. "@from" and "@to" are the words of a text change.
- Players are words: see `Player`. `you` is always the controller of the source.
- Tuples, never lists; sorted where order says nothing.
"""

from collections.abc import Callable
from functools import cache
from typing import Literal, TypeAlias

import msgspec


class Node(
    msgspec.Struct,
    frozen=True,
    cache_hash=True,
    gc=False,
    tag=True,
    tag_field="node",
    omit_defaults=True,
):
    """A value of the effect tree; the class name is its tag when stored."""


Zone: TypeAlias = Literal[
    "battlefield", "graveyard", "hand", "library", "exile", "stack", "command", "any"
]
Player: TypeAlias = Literal[
    "you",
    "opponent",  # any opponent of you
    "any",
    "target",  # the player named in `targets`, or `choose: {player}`
    "chosen",  # the player chosen as the source entered
    "attached controller",  # controller of the permanent that the source is attached to
    "affected controller",  # controller of the object that the effect applies to ("its controller")
    "affected owner",
    "target controller",  # controller of the first target ("that creature's controller")
    "not target controller",  # each other player than that one
    "owner",  # the source's owner
    "active",  # whose turn it is
    "defending",  # unknown: the board has no combat
    "that",  # unknown: the player that the event speaks of
]
Comparator: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]


# --- words that the tree does not hold ----------------------------------------------------------


class Prose(Node, frozen=True):
    """Text that the grammar does not hold as a tree.

    `template` is the normalised text with `{}` in place of each word that a text change (612)
    could replace; `words` are those words in order. A sealed prose holds "#" and a digest of the
    template instead, so that two sealed proses are equal exactly when their texts are.
    """

    template: str
    words: tuple[str, ...] = ()


# --- single objects -------------------------------------------------------------------------------


class This(Node, frozen=True):
    """The object that the ability is on; for a spell or emblem, itself."""


class Attached(Node, frozen=True):
    """What the source is attached to: "enchanted creature", "equipped creature"."""


class Affected(Node, frozen=True):
    """The object that the effect is being applied to: "its", "it" inside a group effect."""


class Target(Node, frozen=True):
    """The object or objects of `Body.targets[index]`; also "that creature" of an event."""

    index: int = 0


class ChosenObject(Node, frozen=True):
    """An object chosen on resolution or entering without "target": `choose: {creature: HANDLE}`.

    `filter` is what the text says of it, where it says more than the kind.
    """

    kind: str = "creature"
    filter: "Filter | None" = None


class TopCard(Node, frozen=True):
    """The top card of a player's zone (the graveyard's last-put card)."""

    zone: Zone = "graveyard"
    owner: Player = "you"


class LinkedCard(Node, frozen=True):
    """The last card exiled with the source (linked abilities, 607.2); all of them for a group."""


class Granter(Node, frozen=True):
    """201.5a: the object that gave the ability, which the ability calls by its name.

    The handle is known once the ability has been given.
    """

    handle: str = ""


LOST_TRACK_OF = "?"  # as a `Granter`'s handle: it is no longer known which object that is


class Those(Node, frozen=True):
    """The objects that an earlier instruction of the same text named by these words.

    The set is the one that was meant then, whatever has become of its members since; where that
    instruction was not carried out, the words are asked now.
    """

    group: "Each"


Ref: TypeAlias = (
    This | Attached | Affected | Target | ChosenObject | TopCard | LinkedCard | Granter | Those
)


# --- filters: what is true of one object ---------------------------------------------------------


class HasType(Node, frozen=True):
    type: str


class HasSubtype(Node, frozen=True):
    subtype: str


class HasSupertype(Node, frozen=True):
    supertype: str


class HasColor(Node, frozen=True):
    color: str  # a letter, or "@color"


class ColorCount(Node, frozen=True):
    """Colourless is = 0, monocoloured = 1, multicoloured >= 2, "all colors" = 5."""

    op: Comparator
    number: int


class Named(Node, frozen=True):
    name: str  # or "@name"; "~" is the source's own name


class IsToken(Node, frozen=True):
    pass


class IsPermanentCard(Node, frozen=True):
    """A card of a permanent type (for other zones)."""


class HasKeyword(Node, frozen=True):
    keyword: str  # any ability of that keyword, whatever its parameter


class HasNoAbilities(Node, frozen=True):
    pass


class HasAbilityKind(Node, frozen=True):
    kind: Literal["activated", "triggered", "mana", "static", "enters"]


class StatIs(Node, frozen=True):
    stat: "Stat"
    op: Comparator
    amount: "Amount"


class IsExtreme(Node, frozen=True):
    """Has the greatest/least `stat` among the objects that match `among`."""

    which: Literal["greatest", "least"]
    stat: "Stat"
    among: "Filter"


class HasCounter(Node, frozen=True):
    kind: str | None = None  # None: of any kind
    op: Comparator = ">="
    number: int = 1


class HasAttached(Node, frozen=True):
    """Has something attached that matches: "enchanted" (Aura), "equipped" (Equipment)."""

    by: "Filter"


class IsAttachedTo(Node, frozen=True):
    """Is attached to that object, or to something that matches the filter."""

    to: "Ref | Filter"


class IsTapped(Node, frozen=True):
    pass


class IsFaceDown(Node, frozen=True):
    pass


class IsTransformed(Node, frozen=True):
    pass


class WasCast(Node, frozen=True):
    """Was cast: "spells you cast" are no copies that were put on the stack (707.10)."""


class HasDesignation(Node, frozen=True):
    """Has that designation: monstrous, suspected, saddled, solved, prepared, ..."""

    word: str


class InZone(Node, frozen=True):
    zone: Zone


class ControlledBy(Node, frozen=True):
    player: Player


class OwnedBy(Node, frozen=True):
    player: Player


class Other(Node, frozen=True):
    """Not the source ("other", "another")."""


class Is(Node, frozen=True):
    """Is that very object."""

    ref: Ref


class SharesWith(Node, frozen=True):
    """Shares a value of the characteristic with that object, or with one of the group."""

    what: Literal[
        "creature type", "color", "card type", "name", "land type", "permanent type", "mana value"
    ]  # fmt: skip
    ref: "Ref | Each"
    other: bool = False  # with another one of the group than itself


class ExiledWith(Node, frozen=True):
    """Was exiled with the source (607)."""


class IsCommander(Node, frozen=True):
    pass


class Unknown(Node, frozen=True):
    """A fact that no board can tell: attacking, blocking, dealt damage this turn, ..."""

    fact: str


class AllOf(Node, frozen=True):
    """Every part holds; empty: anything."""

    parts: tuple["Filter", ...] = ()


class AnyOf(Node, frozen=True):
    parts: tuple["Filter", ...]


class Not(Node, frozen=True):
    part: "Filter"


Filter: TypeAlias = (
    HasType
    | HasSubtype
    | HasSupertype
    | HasColor
    | ColorCount
    | Named
    | IsToken
    | IsPermanentCard
    | HasKeyword
    | HasNoAbilities
    | HasAbilityKind
    | StatIs
    | IsExtreme
    | HasCounter
    | HasAttached
    | IsAttachedTo
    | IsTapped
    | IsFaceDown
    | IsTransformed
    | WasCast
    | HasDesignation
    | InZone
    | ControlledBy
    | OwnedBy
    | Other
    | Is
    | SharesWith
    | ExiledWith
    | IsCommander
    | Unknown
    | AllOf
    | AnyOf
    | Not
)


# --- sets of objects ------------------------------------------------------------------------------


class Each(Node, frozen=True):
    """Every object in the zone that matches: "creatures you control", "each land"."""

    filter: Filter
    zone: Zone = "battlefield"


Who: TypeAlias = Ref | Each


class TargetSpec(Node, frozen=True):
    """One entry of a body's targets, in the text's order.

    `word` tells how the text names it: "target", "that" (the object of the trigger event or of an
    earlier sentence), "choose" (an object chosen without targeting). `low`..`high` objects;
    `high` None is "any number of"; an Amount is "X target creatures".
    """

    filter: Filter
    low: int = 1
    high: "int | Amount | None" = 1
    word: Literal["target", "that", "choose"] = "target"
    zone: Zone = "battlefield"


# --- amounts --------------------------------------------------------------------------------------

Stat: TypeAlias = Literal[
    "power", "toughness", "mana value", "loyalty", "base power", "base toughness"
]


class Num(Node, frozen=True):
    value: int


class X(Node, frozen=True):
    """The X of the cost or of the step."""


class ChosenNumber(Node, frozen=True):
    pass


class Count(Node, frozen=True):
    """How many objects in the zone match."""

    filter: Filter
    zone: Zone = "battlefield"


class CountDistinct(Node, frozen=True):
    """How many different values: "card types among ...", domain ("basic land type"), ...

    "party role": how many of the four roles of a party (700.8) can be filled, each by another one.
    """

    what: Literal[
        "card type", "color", "basic land type", "creature type", "name", "power", "mana value",
        "permanent type", "counter kind", "party role",
    ]  # fmt: skip
    filter: Filter
    zone: Zone = "battlefield"


class Aggregate(Node, frozen=True):
    """The greatest, least or total of a stat among the objects that match (0 if none)."""

    which: Literal["greatest", "least", "total"]
    stat: Stat
    filter: Filter
    zone: Zone = "battlefield"


class StatOf(Node, frozen=True):
    stat: Stat
    ref: Ref


class CountersOn(Node, frozen=True):
    kind: str | None  # None: all counters
    ref: Ref


class CountersAmong(Node, frozen=True):
    """How many counters of the kind on all objects that match."""

    kind: str | None
    filter: Filter


class Devotion(Node, frozen=True):
    """700.5: mana symbols of any of the colours among costs of permanents the player controls."""

    colors: tuple[str, ...]
    player: Player = "you"


class SymbolsIn(Node, frozen=True):
    """Mana symbols of the colour in that object's mana cost (chroma)."""

    color: str
    ref: Ref


class SymbolsAmong(Node, frozen=True):
    """Mana symbols of the colour in the costs of all objects that match."""

    color: str
    filter: Filter
    zone: Zone = "battlefield"


class LifeOf(Node, frozen=True):
    player: Player = "you"


class StartingLifeOf(Node, frozen=True):
    player: Player = "you"


class HandOf(Node, frozen=True):
    """Cards in that player's hand ("any": all hands)."""

    player: Player = "you"


class ColorsOf(Node, frozen=True):
    """How many colours that object is."""

    ref: Ref


class Sum(Node, frozen=True):
    parts: tuple["Amount", ...]


class Times(Node, frozen=True):
    factor: int
    amount: "Amount"


class Half(Node, frozen=True):
    amount: "Amount"
    up: bool


class Greatest(Node, frozen=True):
    """The greatest (or least) of several amounts."""

    parts: tuple["Amount", ...]
    least: bool = False


class UnknownAmount(Node, frozen=True):
    """A number that no board can tell ("cards drawn this turn"); prose says which.

    `of`: what it can be, if it can't be every number.
    """

    prose: Prose
    of: tuple[int, ...] = ()


Amount: TypeAlias = (
    Num
    | X
    | ChosenNumber
    | Count
    | CountDistinct
    | Aggregate
    | StatOf
    | CountersOn
    | CountersAmong
    | Devotion
    | SymbolsIn
    | SymbolsAmong
    | LifeOf
    | StartingLifeOf
    | HandOf
    | ColorsOf
    | Sum
    | Times
    | Half
    | Greatest
    | UnknownAmount
)


# --- conditions -----------------------------------------------------------------------------------


class Compare(Node, frozen=True):
    """Covers counts, counters in a range, devotion, life, hand, ...

    "as long as you control a Swamp" is Compare(Count(...), ">=", Num(1)).
    """

    left: Amount
    op: Comparator
    right: Amount


class Matches(Node, frozen=True):
    """That object matches: "as long as it's enchanted", "as long as this card is in exile".

    `last`: it is asked of what the object last was, where it has moved: "if it was a Human".
    """

    ref: Ref
    filter: Filter
    last: bool = False


class IsTurnOf(Node, frozen=True):
    player: Player


class ClassLevelIs(Node, frozen=True):
    op: Comparator
    number: int


class ChoseMode(Node, frozen=True):
    """The anchor word or option chosen as the source entered ("Khans")."""

    mode: str


class Fact(Node, frozen=True):
    """A condition that no board can tell; prose says which."""

    prose: Prose


class Every(Node, frozen=True):
    parts: tuple["Condition", ...]


class Either(Node, frozen=True):
    parts: tuple["Condition", ...]


class Unless(Node, frozen=True):
    """The part does not hold."""

    part: "Condition"


Condition: TypeAlias = (
    Compare | Matches | IsTurnOf | ClassLevelIs | ChoseMode | Fact | Every | Either | Unless
)


# --- changes: the "what", each in one layer -------------------------------------------------------


class BecomeCopy(Node, frozen=True):
    """Layer 1a (707). `exceptions` in the text's order; see CopyExtra."""

    of: Who
    exceptions: tuple["CopyExtra", ...] = ()


Kept: TypeAlias = Literal["color", "name", "power and toughness", "types", "other abilities"]


class KeepOwn(Node, frozen=True):
    """Copy exception: this characteristic is not copied (707.9b), "doesn't copy its color"."""

    what: tuple[Kept, ...]


class NoManaCost(Node, frozen=True):
    """202.1b: a copy exception: it has no mana cost."""


class KeepThisAbility(Node, frozen=True):
    """Copy exception: "and it has this ability" (707.9a): the ability that makes the copy."""


class SetController(Node, frozen=True):
    """Layer 2."""

    player: Player


class ExchangeControl(Node, frozen=True):
    """Layer 2: the two objects exchange controllers (who: the first; with: the second)."""

    other: Ref


class ReplaceWords(Node, frozen=True):
    """Layer 3 (612.2): every `old` becomes `new`; "@from"/"@to" are chosen on resolution."""

    kinds: tuple[Literal["color", "basic land type", "creature type"], ...]
    old: str = "@from"
    new: str = "@to"


class ExchangeText(Node, frozen=True):
    """Layer 3 (612.5): text boxes of the two objects are exchanged."""

    other: Ref


class FullTextOf(Node, frozen=True):
    """Layer 3 (612.6): has the full text (all characteristics) of that object.

    `keep` are abilities in addition ("and has ...").
    """

    of: Ref
    keep: tuple["Ability", ...] = ()


class SetName(Node, frozen=True):
    """Layer 3 (612.8); as a copy exception: "its name is ..."."""

    name: str
    keep_others: bool = False


class SetTypes(Node, frozen=True):
    """Layer 4 (205.1a): its card types become exactly these; `subtypes` come with them.

    `supertypes` are added ("becomes a legendary ... "), never removed by this.
    """

    types: tuple[str, ...]
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    every: tuple[str, ...] = ()  # "creature type": has every one


class AddTypes(Node, frozen=True):
    """Layer 4 (205.1b): in addition to its other types; also "artifact creature", "still a"."""

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    every: tuple[str, ...] = ()  # "creature type", "land type", "basic land type": every one


class RemoveTypes(Node, frozen=True):
    """Layer 4: loses these; `all_subtypes` of these families ("creature", "land", ...)."""

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    all_subtypes: tuple[str, ...] = ()
    other_types: bool = False  # "loses all other card types" (all but those of the same effect)


class SetSubtypes(Node, frozen=True):
    """Layer 4: its subtypes of that family become these ("is an Island", "becomes a Frog").

    For family "land" with basic land types this is 305.7: rules text goes, mana abilities come.
    """

    family: Literal["creature", "land", "artifact", "enchantment", "planeswalker"]
    subtypes: tuple[str, ...]


class SubtypesOf(Node, frozen=True):
    """Layer 4: has the creature types of that object (or of each in the group)."""

    of: Who
    family: Literal["creature", "land"] = "creature"
    add: bool = True


class SetColors(Node, frozen=True):
    """Layer 5: becomes these colours, () is colourless. "@color" is the chosen one."""

    colors: tuple[str, ...]


class AddColors(Node, frozen=True):
    """Layer 5: in addition to its other colours."""

    colors: tuple[str, ...]


class GainAbilities(Node, frozen=True):
    """Layer 6 (and 1b/copy exceptions): gains or has these, quoted abilities included."""

    abilities: tuple["Ability", ...]


class GainAbilitiesOf(Node, frozen=True):
    """Layer 6: has the abilities of that kind of every object in the group (Necrotic Ooze)."""

    of: Who
    kind: Literal[
        "activated", "triggered", "all", "keywords", "mana", "activated and triggered", "loyalty",
        "activated but mana", "activated but loyalty",
    ]  # fmt: skip
    keywords: tuple[str, ...] = ()  # kind "keywords": these, where the group has them


class LoseAbilities(Node, frozen=True):
    """Layer 6: loses every ability equal to one of these (a bare keyword: any parameter)."""

    abilities: tuple["Ability", ...]


class LoseAllAbilities(Node, frozen=True):
    """Layer 6: loses all abilities (`keep`: except these; `only`: only of that kind)."""

    keep: tuple["Ability", ...] = ()
    only: Literal["", "activated", "triggered", "mana", "not mana", "keyword"] = ""


class CantHave(Node, frozen=True):
    """Layer 6 (613.1f): loses them and can't have or gain them."""

    abilities: tuple["Ability", ...]


class DefinePT(Node, frozen=True):
    """Layer 7a: a characteristic-defining ability; None leaves that half alone."""

    power: Amount | None
    toughness: Amount | None


class SetBasePT(Node, frozen=True):
    """Layer 7b: base power and/or toughness."""

    power: Amount | None
    toughness: Amount | None


class ModifyPT(Node, frozen=True):
    """Layer 7c."""

    power: Amount
    toughness: Amount


class SwitchPT(Node, frozen=True):
    """Layer 7d."""


class Restrict(Node, frozen=True):
    """No characteristic: a rule for the object, held as read ("can't be blocked")."""

    verb: str
    by: Filter | None = None
    amount: Amount | None = None


Change: TypeAlias = (
    BecomeCopy
    | SetController
    | ExchangeControl
    | ReplaceWords
    | ExchangeText
    | FullTextOf
    | SetName
    | SetTypes
    | AddTypes
    | RemoveTypes
    | SetSubtypes
    | SubtypesOf
    | SetColors
    | AddColors
    | GainAbilities
    | GainAbilitiesOf
    | LoseAbilities
    | LoseAllAbilities
    | CantHave
    | DefinePT
    | SetBasePT
    | ModifyPT
    | SwitchPT
    | Restrict
)

# 707.9: what a copy effect changes on top of the copied values, in the text's order. The changes
# act on copiable values; KeepOwn and KeepThisAbility name what is not copied; EntersWith and
# EntersTapped are carried out as the copy enters; a conditional one is a CopyIf.


class CopyIf(Node, frozen=True):
    """Copy exception that holds only if the copy matches ("if it's a creature", 707.9f).

    Who controls it is asked of the copied object ("if you control that creature").
    """

    filter: Filter
    extra: "CopyExtra"


class Effect(Node, frozen=True):
    """who / while / what: one set of objects (613.6), one condition, changes in one or more layers.

    `Opaque` parts never occur inside: a sentence is read wholly or not at all.
    """

    who: Who
    changes: tuple[Change, ...]
    condition: Condition | None = None


# --- resolved effects -----------------------------------------------------------------------------


class UntilEndOfTurn(Node, frozen=True):
    pass


class UntilYourNextTurn(Node, frozen=True):
    """Outlives `end_turn` steps until a `your_turn: true` step after it."""


class UntilYourNextTurnEnds(Node, frozen=True):
    """Until the end of your next turn: the next one that begins is the one that ends it."""


class Permanently(Node, frozen=True):
    """No duration given."""


class AsLongAs(Node, frozen=True):
    """For as long as the condition holds (611.2b)."""

    condition: Condition


class UntilLeaves(Node, frozen=True):
    """Until the source leaves the battlefield / for as long as it remains there."""


Duration: TypeAlias = (
    UntilEndOfTurn
    | UntilYourNextTurn
    | UntilYourNextTurnEnds
    | Permanently
    | AsLongAs
    | UntilLeaves
)


class Continuous(Node, frozen=True):
    """A continuous effect begins; its set is locked in where 611.2c says so.

    `group` effects that only change rules or characteristics of objects chosen by a filter lock
    in too; what locks is decided by the readings, not here. `so`: it "is" or "has" that, and does
    not become or gain it: of what the same text puts onto the battlefield it is true as that
    enters (611.2e).
    """

    effect: Effect
    duration: Duration
    so: bool = False


class PutCounters(Node, frozen=True):
    who: Who
    kind: str
    amount: Amount


class DistributeCounters(Node, frozen=True):
    """601.2d: so many counters among the objects, at least one on each."""

    who: Who
    kind: str
    amount: Amount


class RemoveCounters(Node, frozen=True):
    """`kind` None: of every kind; `amount` None: all of them."""

    who: Who
    kind: str | None = None
    amount: Amount | None = None


class MoveCounters(Node, frozen=True):
    """122.5: counters go from one object onto another.

    `kind` None: of any kind; `amount` None: all of them. `lacking`: so many of each kind that the
    other has not.
    """

    who: Who
    to: Who
    kind: str | None = None
    amount: Amount | None = None
    lacking: bool = False


class PutCountersOf(Node, frozen=True):
    """122.8: as many counters of each kind, or of one kind, as another object had."""

    who: Who
    of: Ref
    kind: str | None = None


class GainPrintedBelow(Node, frozen=True):
    """702.165a: another object gains what is printed below the backup ability until end of turn."""

    who: Ref


class DoubleCounters(Node, frozen=True):
    who: Who
    kind: str | None = None


class Proliferate(Node, frozen=True):
    """701.34: the chosen objects get another counter of each kind that they have."""

    who: Who


class Endure(Node, frozen=True):
    """701.63: so many +1/+1 counters on it, or else a Spirit of that size for its controller.

    `counters`: how many there were in the end, which no text foretells.
    """

    who: Who
    amount: Amount
    counters: Amount = UnknownAmount(Prose("endures"))


class SetTapped(Node, frozen=True):
    who: Who
    tapped: bool


class TurnFace(Node, frozen=True):
    who: Who
    up: bool


class Transform(Node, frozen=True):
    who: Who


class AttachTo(Node, frozen=True):
    who: Who
    to: Who


class MoveZone(Node, frozen=True):
    """Destroy, exile, sacrifice, return to hand, put onto the battlefield ..."""

    verb: Literal["destroy", "exile", "sacrifice", "return", "put", "shuffle"]
    who: Who
    to: Zone
    under: Player | None = None  # onto the battlefield under whose control; who sacrifices it
    tapped: bool = False
    origin: Zone | None = None  # "~ from your graveyard": where the source is moved from
    place: Literal[
        "", "top", "bottom", "top or bottom", "second from the top", "third from the top",
        "fourth from the top", "fifth from the top", "seventh from the top",
        "second from the top or on the bottom",
    ] = ""  # where in a library  # fmt: skip
    until: Literal["", "source leaves"] = ""  # 610.3: it comes back then
    transformed: bool = False  # 712.14: onto the battlefield with its back face up


class TokenSpec(Node, frozen=True):
    """A created token's characteristics as the text gives them."""

    name: str = ""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    power: Amount | None = None
    toughness: Amount | None = None
    abilities: tuple["Ability", ...] = ()


class CreateTokens(Node, frozen=True):
    amount: Amount
    token: TokenSpec
    tapped: bool = False
    attacking: bool = False
    player: Player = "you"
    attached_to: "Who | None" = None  # an Aura's host (Roles)


class CreateCopies(Node, frozen=True):
    """Tokens that are copies (707.2). Objects are named by `token_copy_of` steps on a board."""

    amount: Amount
    of: Who
    exceptions: tuple["CopyExtra", ...] = ()
    tapped: bool = False
    attacking: bool = False
    player: Player = "you"


class CopySpell(Node, frozen=True):
    of: Who
    exceptions: tuple["CopyExtra", ...] = ()
    amount: Amount = Num(1)
    new_targets: bool = False


class AddMana(Node, frozen=True):
    """`mana` in the text's words: "{G}", "{W} or {U}", "one mana of any color"."""

    mana: str
    amount: Amount | None = None


class LifeChange(Node, frozen=True):
    """Gains (positive) or loses life."""

    player: Player
    amount: Amount
    gain: bool = True


class SetLife(Node, frozen=True):
    player: Player
    amount: Amount


class ExchangeStatWithLife(Node, frozen=True):
    """Exchange a player's life total with an object's power or toughness (layer 7b part)."""

    player: Player
    ref: Ref
    stat: Stat


class Act(Node, frozen=True):
    """An instruction that touches no characteristic, read wholly: draw, scry, deal damage, ...

    `verb` with its fixed words ("deal damage to", "draw", "scry"); the rest are its parts.
    """

    verb: str
    player: Player | None = None
    who: Who | None = None
    amount: Amount | None = None
    to: "Who | Player | None" = None
    detail: str = ""


class Do(Node, frozen=True):
    """Steps with an if, a may, a cost ("you may pay {1}. If you do, ..."), or an else."""

    steps: tuple["Step", ...]
    condition: Condition | None = None
    may: bool = False
    cost: str = ""  # paid on resolution, in the text's words
    otherwise: tuple["Step", ...] = ()


class GetEmblem(Node, frozen=True):
    """114.2: a player gets an emblem with these abilities."""

    abilities: tuple["Ability", ...]
    player: Player = "you"


class Delayed(Node, frozen=True):
    """603.7: a delayed triggered ability is created; nothing more happens on this resolution.

    Its targets stand among the body's, in the text's order. `until` says how long it waits
    ("this turn", "until your next turn").
    """

    event: "Event | Prose"
    steps: tuple["Step", ...]
    until: str = ""


class Later(Node, frozen=True):
    """603.7: steps that are carried out at a later time ("at the beginning of the next end
    step")."""

    when: str
    steps: tuple["Step", ...]


class BeginReplacing(Node, frozen=True):
    """614.1, 611.2: a replacement that a resolution makes, until the turn ends or from then on.

    That others enter as copies is said of the next time alone.
    """

    ability: "GoesElsewhere | CountersReplaced | TokensReplaced | EntersAsCopy"
    this_turn: bool = True


class PhaseOut(Node, frozen=True):
    """702.26: the objects phase out."""

    who: Who


class Designate(Node, frozen=True):
    """The objects get a designation that is no characteristic: monstrous, suspected, saddled, ...

    `ends`: they lose it.
    """

    who: Who
    word: str
    ends: bool = False


class Manifest(Node, frozen=True):
    """701.40, 701.58, 701.62: cards from a library go onto the battlefield face down."""

    amount: Amount = Num(1)
    word: Literal["manifest", "cloak", "manifest dread"] = "manifest"
    player: Player = "you"


class Modal(Node, frozen=True):
    """Choose one or more; `mode` on a step is 1-based."""

    low: int
    high: int | None
    modes: tuple["Body", ...]
    repeat: bool = False


class Inert(Node, frozen=True):
    """A sentence, or a part of one, that changes no object of a board, read wholly.

    `words` are those of a form of the grammar; each `<slot>` in them stands for the next of the
    `parts`. As an ability it is static; as a step it is an instruction.
    """

    words: str
    parts: tuple["Filter | Each | Amount | Condition | Ref | Inert | str | int", ...] = ()


Step: TypeAlias = (
    Continuous
    | PutCounters
    | DistributeCounters
    | RemoveCounters
    | MoveCounters
    | PutCountersOf
    | GainPrintedBelow
    | DoubleCounters
    | Proliferate
    | Endure
    | SetTapped
    | TurnFace
    | Transform
    | AttachTo
    | MoveZone
    | CreateTokens
    | CreateCopies
    | CopySpell
    | AddMana
    | LifeChange
    | SetLife
    | ExchangeStatWithLife
    | Act
    | Do
    | Modal
    | GetEmblem
    | Delayed
    | Inert
    | Later
    | BeginReplacing
    | PhaseOut
    | Designate
    | Manifest
    | Prose
)


class Body(Node, frozen=True):
    """What happens on resolution: the targets in the text's order, then the instructions.

    A `Prose` among the steps is a sentence that is not understood; `touches` says that some such
    sentence could change characteristics, so a resolution of it can't be told. `players` are the
    target players ("player", "opponent") in the text's order.
    """

    steps: tuple[Step, ...]
    targets: tuple[TargetSpec, ...] = ()
    touches: bool = False
    players: tuple[str, ...] = ()


# --- events ---------------------------------------------------------------------------------------


class Event(Node, frozen=True):
    """When/whenever/at: `verb` with its fixed words, who does it, to what.

    "whenever another creature you control enters" is
    Event("whenever", "enters", Each(AllOf((HasType("Creature"), ControlledBy("you"), Other())))).
    """

    word: Literal["when", "whenever", "at"]
    verb: str
    who: Who | None = None
    player: Player | None = None
    to: "Who | Player | None" = None
    amount: Amount | None = None
    detail: str = ""


# --- abilities ------------------------------------------------------------------------------------


class Keyword(Node, frozen=True):
    """A keyword ability with its parameter.

    `cost` in mana symbols or words, `number` for "crew 3", `amount` for "... X, where X is",
    `quality` for "protection from red", "islandwalk" (keyword "landwalk"), "affinity for
    artifacts", "enchant creature", "hexproof from black". "protection from everything" has
    quality AllOf(()). `words` holds a parameter that is none of these, as read.
    """

    name: str
    cost: str = ""
    number: int | None = None
    amount: Amount | None = None
    quality: Filter | None = None
    words: str = ""


# Among lost abilities: the one that resolves ("~ loses this ability").
THIS_ABILITY = Keyword("@this ability")


class Static(Node, frozen=True):
    """A static ability: its effects apply while it functions (604.1).

    `cda`: it is characteristic-defining (604.3) and works in every zone. `zones`: where else than
    on the battlefield it works. `lingers`: if its object leaves the battlefield, its effects
    continue until end of turn.
    """

    effects: tuple[Effect, ...]
    cda: bool = False
    zones: tuple[Zone, ...] = ("battlefield",)
    lingers: bool = False


class LevelSymbol(Node, frozen=True):
    """711.2: one static ability with parts in layers 6 and 7b; `high` None is "N3+"."""

    low: int
    high: int | None
    abilities: tuple["Ability", ...]
    power: int
    toughness: int


class ClassLevel(Node, frozen=True):
    """716.2: "{cost}: Level N": gains the level, and has the abilities from that level on."""

    level: int
    cost: str
    abilities: tuple["Ability", ...]


class Activated(Node, frozen=True):
    """`cost` in the text's words; `limits` ("activate only as a sorcery") as read."""

    cost: str
    body: Body
    limits: tuple[str, ...] = ()
    word: str = ""  # ability word or flavour word, no rules meaning (207.2c)
    loyalty: bool = False


class Triggered(Node, frozen=True):
    event: Event | Prose
    body: Body
    condition: Condition | None = None  # intervening if
    limits: tuple[str, ...] = ()
    word: str = ""


class Chapter(Node, frozen=True):
    """714.2: a Saga's chapter ability."""

    numbers: tuple[int, ...]
    body: Body


class Spell(Node, frozen=True):
    """An instant's or sorcery's instructions: one for the card, its paragraphs in one body."""

    body: Body


class EntersWith(Node, frozen=True):
    """Replacement: enters with that many counters (614.1c). `additional` to others."""

    kind: str
    amount: Amount
    condition: Condition | None = None
    who: Who = This()
    additional: bool = False


class EntersTapped(Node, frozen=True):
    condition: Condition | None = None  # "unless ..." is Unless(...)
    who: Who = This()


class EntersChoose(Node, frozen=True):
    """As it enters, choose ... `kind` as in the board's `choose` ("creature type", "color", ...).

    `options` lists them where the text does ("Khans", "Dragons"; "a 3/3 creature with flying").
    """

    kind: str
    options: tuple[str, ...] = ()
    but: tuple[str, ...] = ()  # "a color other than red"


class EntersAs(Node, frozen=True):
    """As it enters, it becomes one of these (Primal Plasma): copiable changes (707.2).

    `turned_up`: or as it is turned face up.
    """

    options: tuple[tuple[Change, ...], ...]
    labels: tuple[str, ...]
    turned_up: bool = False


class EntersDoing(Node, frozen=True):
    """As it enters, or as it is turned face up (or both), so much is done (614.1c, 614.1e)."""

    body: Body
    enters: bool = True
    turned_up: bool = False


class EntersAsCopy(Node, frozen=True):
    """Enters as a copy of something that matches (707.5); `who`: those that do (Essence).

    `turned_up`: or becomes one as it is turned face up, until it is turned face down. `exiles`: the
    card is exiled when it has become a copy (603.12), which a step of the board says.
    """

    of: Who
    exceptions: tuple["CopyExtra", ...] = ()
    may: bool = True
    tapped: bool = False
    who: Who = This()
    condition: "Fact | None" = None  # of the past: the board says whether it became a copy
    turned_up: bool = False
    exiles: bool = False


class GoesElsewhere(Node, frozen=True):
    """Replacement: what would die, or go to a graveyard, goes somewhere else instead (614.1a,
    614.6).

    `origin`: from where; "battlefield" is dying (700.4). `whose`: whose graveyard. `event`: what is
    replaced: "graveyard", or "leave" for leaving the battlefield to anywhere.
    """

    who: Who
    to: Zone = "exile"
    place: Literal["", "top", "bottom"] = ""
    origin: Literal["battlefield", "any", "elsewhere"] = "battlefield"
    whose: Player = "any"
    event: Literal["graveyard", "leave"] = "graveyard"


class CountersReplaced(Node, frozen=True):
    """Replacement: another number of counters is put on (614.1a, 614.16): `times` as many, and
    `more`.

    `half`: half as many, rounded down. `by`: who would put them there. `kind`: None is any kind.
    Where none at all can be put (614.17), `times` is 0.
    """

    who: Who
    kind: str | None = None
    times: int = 1
    more: int = 0
    half: bool = False
    by: Player = "any"


class TokensReplaced(Node, frozen=True):
    """Replacement: `times` as many tokens are created (614.1a, 111.1).

    `which`: the tokens of which it speaks; `under`: under whose control they would be created.
    `other`: tokens that are created, too: so many (`more`), or as many as those; with `times` 0
    they are created instead of those.
    """

    which: Filter
    times: int
    under: Player = "you"
    other: TokenSpec | None = None
    more: int = 0


class Opaque(Node, frozen=True):
    """A line that is not understood.

    `touches`: as far as the words show it could change a characteristic by being there.
    """

    kind: Literal["static", "activated", "triggered", "spell", "replacement", "chapter", "unknown"]
    prose: Prose
    cost: str = ""
    touches: bool = True


Ability: TypeAlias = (
    Keyword
    | Static
    | LevelSymbol
    | ClassLevel
    | Activated
    | Triggered
    | Chapter
    | Spell
    | EntersWith
    | EntersTapped
    | EntersChoose
    | EntersAs
    | EntersDoing
    | EntersAsCopy
    | GoesElsewhere
    | CountersReplaced
    | TokensReplaced
    | Inert
    | Opaque
)


CopyExtra: TypeAlias = (
    Change | KeepOwn | NoManaCost | KeepThisAbility | EntersWith | EntersTapped | CopyIf
)


# --- cards ----------------------------------------------------------------------------------------


class Face(Node, frozen=True):
    """One face as printed. `power` None: no power box; "*" counts as 0 ("1+*" as 1)."""

    name: str
    mana_cost: str = ""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()  # from cost, indicator (202.2, 204); devoid is an ability
    power: int | None = None
    toughness: int | None = None
    loyalty: str = ""
    defense: str = ""
    abilities: tuple[Ability, ...] = ()
    printed_power: str = ""  # as printed: "*", "1+*"
    printed_toughness: str = ""


class Card(Node, frozen=True):
    """A card: `layout` is Scryfall's word; two-faced, split, flip ... have several faces.

    `sets` are set codes where the source knows them (`set:`); `mana_value` is that of the front.
    """

    name: str
    layout: str
    faces: tuple[Face, ...]
    color_identity: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()

    @property
    def halves(self) -> Face:
        """709.4: the halves of a split card as one face."""

        def all_of(name: str) -> tuple[str, ...]:
            return tuple(dict.fromkeys(each for half in self.faces for each in getattr(half, name)))

        return Face(
            " // ".join(half.name for half in self.faces),
            mana_cost="".join(half.mana_cost for half in self.faces),
            types=all_of("types"),
            subtypes=all_of("subtypes"),
            supertypes=all_of("supertypes"),
            colors=all_of("colors"),
            abilities=tuple(ability for half in self.faces for ability in half.abilities),
        )

    def __reduce__(self) -> tuple[Callable[[bytes], "Card"], tuple[bytes]]:
        """Between processes a card goes as the catalogue stores it, and comes out the same.

        Value by value it would be equal, but no longer stored in as many bytes: what is said by
        default is left out there only where it is the very object that its class has.
        """
        return _from_bytes, (_ENCODER.encode(self),)


_ENCODER = msgspec.msgpack.Encoder()


@cache
def _decoder() -> msgspec.msgpack.Decoder[Card]:
    return msgspec.msgpack.Decoder(Card)


def _from_bytes(stored: bytes) -> Card:
    return _decoder().decode(stored)
