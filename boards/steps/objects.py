"""What happens to an object that is there: designations, phasing, moves, statuses, doors."""

from typing import Any

from msgspec.structs import replace

from striate.boards import fitting, timeline
from striate.boards.choices import check_asked
from striate.boards.errors import show
from striate.boards.steps.instead import DESIGNATIONS
from striate.boards.steps.keys import (
    AS,
    CARD,
    FLAG,
    HOST,
    LEAVE_TO,
    OBJECT,
    SEAT,
    TEXT,
    YES,
    ZONE,
    Spot,
    key,
    needs,
    one_of,
)
from striate.boards.steps.kind import Section, StepKind
from striate.boards.steps.saying import Saying, said
from striate.boards.timeline import Seat
from striate.cards.tree import Card


def _new_host(spot: Spot, handle: str) -> str:
    """701.3a: what it is attached to, other than itself."""
    if handle == spot.form.attach:
        spot.wrong(f"{show(handle)} can't be attached to itself")
        return handle
    host: str = HOST.read(spot, handle)
    return host


def _door(spot: Spot, fields: dict[str, Any]) -> None:
    """709.5e-g: the half that `door` names; without a name, the only one that is left."""
    fields["half"] = None
    if fields["door"]:
        fields["half"] = fitting.half_named(fields["door"], spot.ground.kinds)
        if fields["half"] is None:
            spot.at("door").wrong(f"no card of the board has a door {show(fields['door'])}")


def _chosen(spot: Spot, fields: dict[str, Any]) -> None:
    """607.2d, 614.12: a choice is one that a text of the board asks for."""
    ground, handle = spot.ground, str(fields["what"])
    named = (known.card.faces for known in ground.known if known is not None)
    texts = ((card.faces for card in ground.cards), named, ground.abilities_given)
    written = tuple(tuple(each) for each in texts)
    check_asked(fields["choose"], written, spot.of(show(handle)))


def _status(
    word: str,
    status: str,
    title: str,
    setting: str = "status",
    *sayings: str,
    chooses: bool = False,
    searched: str = "earlier",
) -> StepKind:
    """The object's status changes; `chooses`: something can be asked as it does (614.12,
    708.2b)."""
    return StepKind(
        timeline.SetStatus,
        title,
        (needs(word, OBJECT, "what"),),
        fixed={"status": status},
        chooses=chooses,
        finish=_chosen if chooses else None,
        setting=setting,
        said=said(*sayings),
        searched=searched,
    )


class UntapAll(timeline.Step, frozen=True):
    """All that a player controls untaps at once."""

    player: Seat


class Mutate(timeline.Step, frozen=True):
    """702.140c: a creature spell merges with a creature, on top of it or under it."""

    handle: str
    card: Card
    onto: str
    under: bool = False


class Keep(timeline.Step, frozen=True):
    """704.5j: the one of several legendary permanents of one name that its controller keeps."""

    what: str


class Pair(timeline.Step, frozen=True):
    """702.95a: two creatures are paired, or one stays unpaired."""

    what: str
    partner: str | None = None


PAIR = StepKind(
    Pair,
    "Pair",
    (needs("pair", OBJECT, "what"), key("with", OBJECT, "partner")),
    said=said("<pair> is paired with <with>", "pair <pair> with <with>"),
    searched="earlier",
)
KEEP = StepKind(
    Keep,
    "Kept legend",
    (needs("keep", OBJECT, "what"),),
    said=said("<keep> stays"),
    searched="earlier",
)
UNTAP_ALL = StepKind(
    UntapAll, "Untap all", (needs("untap_all", SEAT, "player"),), weight=1, searched="held"
)
DESIGNATION = one_of(*DESIGNATIONS)
BECOMES = StepKind(
    timeline.Designated,
    "Designation",
    (needs("becomes", DESIGNATION, "word"), needs("on", OBJECT), key("ends", YES)),
    weight=2,
    searched="designations",
    said=said("<on> becomes <becomes>"),
)
ATTACH = StepKind(
    timeline.Attach,
    "Attach",
    (needs("attach", OBJECT, "what"), needs("to", replace(HOST, read=_new_host))),
    setting="attach",
    searched="held",
    said=said(
        "equip <attach> to <to>",
        "equip <to> with <attach>",
        "equip <attach> on <to>",
        "reconfigure <attach> to <to>",
        "fortify <to> with <attach>",
        "move <attach> to <to>",
    ),
)
LEAVE = StepKind(
    timeline.Leave,
    "Leaves",
    (needs("leave", OBJECT, "what"), key("to", LEAVE_TO)),
    setting="leave",
    searched="earlier",
    said=said(
        "<leave> dies",
        "<leave> leaves",
        "sacrifice <leave>",
        Saying("exile <leave>", {"to": "exile"}),
        Saying("bounce <leave>", {"to": "hand"}),
        Saying("return <leave> to hand", {"to": "hand"}),
    ),
)


def _lies(spot: Spot, fields: dict[str, Any]) -> None:
    fitting.check_unmelded(spot.known, "card", spot.of(show(spot.known.name)))


LIES = StepKind(
    timeline.PutInZone,
    "",
    (needs("zone", ZONE), needs("card", CARD), key("owner", SEAT), AS),
    makes="card",
    finish=_lies,
    setting="zone",
    searched="other zones",
)
MUTATE = StepKind(
    Mutate,
    "Mutate",
    (needs("mutate", CARD, "card"), needs("onto", OBJECT), key("under", FLAG), AS),
    said=said("mutate <mutate> on <onto>"),
    makes="card",
    searched="earlier",
)
UNLOCK, LOCK = (
    StepKind(
        timeline.SetDoor,
        word.capitalize(),
        (needs(word, OBJECT, "what"), key("door", TEXT)),
        fixed={"unlocked": word == "unlock"},
        searched="other faces",
        finish=_door,
        said=said(f"{word} <door>", f"{word} <door> of <{word}>"),
    )
    for word in ("unlock", "lock")
)
PHASING = (
    _status("phase_out", "phased out", "Phase out", "status", "<phase_out> phases out"),
    _status("phase_in", "phased in", "Phase in", "status", "<phase_in> phases in"),
)
STATUSES = (
    _status(
        "turn_face_up", "face up", "Turn face up", "face up",
        "turn <turn_face_up> face up", "unmorph <turn_face_up>", chooses=True,
    ),
    _status(
        "turn_face_down", "face down", "Turn face down", "status",
        "turn <turn_face_down> face down", chooses=True,
    ),
    _status(
        "transform", "transformed", "Transform", "transform", "<transform> transforms",
        chooses=True,
    ),
    _status("flip", "flipped", "Flip", "status", "<flip> flips"),
    _status("tap", "tapped", "Tap", "tap", searched="held"),
    _status("untap", "untapped", "Untap", "tap", searched="held"),
)  # fmt: skip

SECTIONS = (
    Section(
        heading="`becomes`: a designation, and its end",
        words="""`suspected`, `monstrous`, `renowned`, `saddled`, `harnessed`, … `on` an
object; `ends: true` takes it away.""",
        example="""\
steps:
  - enter: Grizzly Bears
  - becomes: suspected
    on: Grizzly Bears
  - becomes: suspected
    on: Grizzly Bears
    ends: true
""",
        kinds=(BECOMES,),
    ),
    Section(
        heading="`keep`: the legend that stays",
        words="""Of several legendary permanents with one name its controller keeps one
(704.5j).""",
        example="""\
steps:
  - enter: Isamaru, Hound of Konda
    as: first
  - enter: Isamaru, Hound of Konda
    as: second
  - keep: second
""",
        kinds=(KEEP,),
    ),
    Section(
        heading="`pair`: two creatures are paired",
        words="""The result of soulbond (702.95): both are paired until one leaves, stops being a
creature or changes its controller. Without `with` the creature is paired with
nobody, until something else enters.""",
        example="""\
steps:
  - enter: Grizzly Bears
  - enter: Wolfir Silverheart
  - pair: Wolfir Silverheart
    with: Grizzly Bears
expect:
  Grizzly Bears: {power: 6}
""",
        kinds=(PAIR,),
    ),
    Section(
        heading="`mutate`: a card merges with a creature",
        words="""The card goes on top of the creature `onto`; with `under: true` it goes
under it. They are one permanent, the same as before, with what is printed on the topmost card and
with the abilities of all (702.140, 730). `as` is the card's handle once the
permanent has left.""",
        example="""\
steps:
  - enter: Grizzly Bears
  - counters: {+1/+1: 1}
    on: Grizzly Bears
  - mutate: Cavern Whisperer
    onto: Grizzly Bears
    under: true
    as: whisperer
expect:
  Grizzly Bears: {power: 3, toughness: 3, has: [Menace]}
""",
        kinds=(MUTATE,),
    ),
    Section(
        heading="`phase_out`, `phase_in`",
        words="""Attached permanents go along, and timestamps stay (702.26).""",
        example="""\
steps:
  - enter: Grizzly Bears
  - {enter: Pacifism, attached_to: Grizzly Bears}
  - phase_out: Grizzly Bears
  - phase_in: Grizzly Bears
""",
        kinds=(*PHASING,),
    ),
    Section(
        heading="`attach`, `leave`: an Aura or Equipment moves, a permanent leaves",
        words="""`attach` gives a new timestamp (613.7e). `leave` goes `to` the
`graveyard` (the default), `exile`, `hand` or `library`, if it is not there already; what
something says happens instead ([deeds.md](deeds.md)) happens.""",
        example="""\
steps:
  - enter: Grizzly Bears
  - enter: Hill Giant
  - {enter: Pacifism, attached_to: Grizzly Bears}
  - attach: Pacifism
    to: Hill Giant
  - leave: Grizzly Bears
    to: exile
""",
        kinds=(
            ATTACH,
            LEAVE,
        ),
    ),
    Section(
        heading="`zone`: a card lies in another zone",
        words="""`graveyard`, `hand`, `exile`, `command` or `library`; the last one put
into a graveyard or library is its top card.""",
        example="""\
steps:
  - zone: graveyard
    card: Forest
    owner: opponent
    as: forest
  - enter: Tarmogoyf
""",
        kinds=(LIES,),
    ),
)
TURNING = (
    Section(
        heading="`turn_face_up`, `turn_face_down`, `transform`, `flip`, `tap`, `untap`",
        words="""The first three give a new timestamp.""",
        example="""\
steps:
  - {enter: Ainok Tracker, face_down: true}
  - turn_face_up: Ainok Tracker
  - enter: Delver of Secrets
  - transform: Delver of Secrets
  - enter: Nezumi Graverobber
  - flip: Nezumi Graverobber
  - enter: Grizzly Bears
  - tap: Grizzly Bears
  - untap: Grizzly Bears
  - turn_face_down: Grizzly Bears
""",
        kinds=(*STATUSES,),
    ),
    Section(
        heading="`untap_all`: what a player controls untaps",
        words="""All untap at once, as in an untap step (502.3). A stun counter is removed instead
(122.1d), and a permanent that doesn't untap during its untap step stays tapped.""",
        example="""\
steps:
  - {enter: Grizzly Bears, tapped: true}
  - untap_all: you
expect:
  Grizzly Bears: {tapped: false}
""",
        kinds=(UNTAP_ALL,),
    ),
    Section(
        heading="`unlock`, `lock`: a door of a Room",
        words="""`enter: Porcelain Gallery` casts that half, so that its door is unlocked
(709.5). `unlock` and `lock` say the `door` by its name; it may be left out if only one door
can be meant.""",
        example="""\
steps:
  - enter: Porcelain Gallery
    as: room
  - unlock: room
    door: Dollmaker's Shop
  - lock: room
    door: Porcelain Gallery
""",
        kinds=(
            UNLOCK,
            LOCK,
        ),
    ),
)
