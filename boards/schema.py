"""What a board file may hold: one structure for each part, holes included.

The structures are the format: a step may have exactly the keys of its structure. `description`
is how a message names what is expected there.
"""

from functools import cache
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

MAX_STEPS = 10_000
MAX_CARDS = 1000  # of a board's own
LARGEST = 1_000_000  # of any number on a board

_NAMES = {"as_": "as", "except_": "except", "is_": "is"}

Text: TypeAlias = Annotated[str | int, Meta(description="a text")]
_Words: TypeAlias = Annotated[str, Meta(min_length=1, max_length=4000, description="a text")]
_Lines: TypeAlias = Annotated[str, Meta(max_length=4000, description="a text")]
_Handle: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, description="a handle")]
_CardName: TypeAlias = Annotated[
    Annotated[str, Meta(min_length=1)]
    | Annotated[
        list[Annotated[str, Meta(min_length=1, description="a card's name")]], Meta(min_length=1)
    ],
    Meta(description="a card's name"),
]
_Side: TypeAlias = Annotated[
    Literal["you", "opponent", "?"], Meta(description="`you` or `opponent`")
]
Seat: TypeAlias = Annotated[Literal["you", "opponent"], Meta(description="`you` or `opponent`")]
_Flag: TypeAlias = Annotated[bool | Literal["?"], Meta(description="`true` or `false`")]
_Yes: TypeAlias = Annotated[bool, Meta(description="`true` or `false`")]
Plain: TypeAlias = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
_Natural: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
_Range: TypeAlias = Annotated[str, Meta(pattern=r"^(\?|-?[0-9]{1,7}\.\.-?[0-9]{1,7})$")]
Number: TypeAlias = Annotated[Plain | _Range, Meta(description="a whole number")]
Count: TypeAlias = Annotated[_Natural | _Range, Meta(description="a whole number from 0 on")]
Times: TypeAlias = Annotated[
    Annotated[int, Meta(ge=1, le=LARGEST)] | _Range, Meta(description="a whole number from 1 on")
]
_Mode: TypeAlias = Annotated[int, Meta(ge=1, le=20, description="the number of a mode")]
_Modes: TypeAlias = Annotated[
    _Mode | Annotated[list[_Mode], Meta(min_length=1)],
    Meta(description="the number of a mode, or a list of them"),
]
_Targets: TypeAlias = Annotated[
    list[Annotated[str, Meta(min_length=1, description="a handle, `you` or `opponent`")]],
    Meta(description="a list of handles"),
]
Choice: TypeAlias = Annotated[str | int, Meta(description="what was chosen")]
Choose: TypeAlias = Annotated[dict[str, Choice], Meta(description="choices as `{color: blue}`")]
_Handles: TypeAlias = Annotated[list[_Handle], Meta(description="a list of handles")]
_Designation: TypeAlias = Annotated[
    Literal["harnessed", "monstrous", "prepared", "renowned", "saddled", "solved", "suspected"],
    Meta(
        description="`harnessed`, `monstrous`, `prepared`, `renowned`, `saddled`, `solved` or `suspected`"
    ),
]
_CounterKind: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Counters: TypeAlias = Annotated[
    dict[_CounterKind, Number], Meta(min_length=1, description="counters as `{+1/+1: 2}`")
]
_ZoneName: TypeAlias = Annotated[
    Literal["graveyard", "hand", "exile", "command", "library", "?"],
    Meta(description="`graveyard`, `hand`, `exile`, `command` or `library`"),
]
_LeaveTo: TypeAlias = Annotated[
    Literal["graveyard", "exile", "hand", "library", "?"],
    Meta(description="`graveyard`, `exile`, `hand` or `library`"),
]
_Color: TypeAlias = Annotated[
    Literal["W", "U", "B", "R", "G", "white", "blue", "black", "red", "green"],
    Meta(description="a colour as `W`, `U`, `B`, `R` or `G`"),
]
_Colors: TypeAlias = Annotated[list[_Color], Meta(description="a list of colours")]
Pair: TypeAlias = Annotated[
    list[_Handle], Meta(min_length=2, max_length=2, description="two handles as `[a, b]`")
]
_TextList: TypeAlias = Annotated[list[_Words], Meta(description="a list of texts")]
_Bounded: TypeAlias = Annotated[
    Plain | Annotated[str, Meta(pattern=r"^(=|==|!=|<=|>=|<|>) *-?[0-9]{1,7}$")] | None,
    Meta(description='a number, a comparison as ">= 5", or null'),
]
_Box: TypeAlias = Annotated[str | int, Meta(description="what the card prints there")]


class _Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename=_NAMES):
    """A part of a board file."""


# --- steps ----------------------------------------------------------------------------------------


class StepForm(_Form, frozen=True, kw_only=True):
    """A step; `maybe`: it may be missing (a sketch). `choose` goes with any step."""

    choose: Choose = msgspec.field(default_factory=dict)
    maybe: _Yes = False


class EnterForm(StepForm, frozen=True, kw_only=True):
    enter: _CardName
    as_: _Handle | None = None
    controller: _Side = "you"
    copying: _Handle | None = None
    face_down: _Flag = False
    attached_to: _Handle | None = None
    transformed: _Flag = False
    flipped: _Flag = False
    tapped: _Flag = False
    token: _Yes = False
    x: Count | None = None


class TokenRecord(_Form, frozen=True, kw_only=True):
    name: _Words | None = None
    type_line: _Words | None = None
    power: _Box | None = None
    toughness: _Box | None = None
    colors: _Colors = msgspec.field(default_factory=list)
    oracle_text: _Lines = ""


class TokenForm(StepForm, frozen=True, kw_only=True):
    token: Annotated[TokenRecord, Meta(description="a token as `{name: …, type_line: …}`")]
    as_: _Handle | None = None
    controller: _Side = "you"
    attached_to: _Handle | None = None
    tapped: _Flag = False
    x: Count | None = None


class TokenCopyForm(StepForm, frozen=True, kw_only=True):
    token_copy_of: _Handle
    as_: _Handle | None = None
    controller: _Side = "you"
    except_: _Words | None = None
    attached_to: _Handle | None = None
    tapped: _Flag = False
    x: Count | None = None


class CountersForm(StepForm, frozen=True, kw_only=True):
    counters: Counters
    on: _Handle


class LevelUpForm(StepForm, frozen=True, kw_only=True):
    level_up: _Handle
    times: Times = 1


class ClassLevelForm(StepForm, frozen=True, kw_only=True):
    class_level: Times
    on: _Handle


class UnlockForm(StepForm, frozen=True, kw_only=True):
    unlock: _Handle
    door: _Words | None = None


class LockForm(StepForm, frozen=True, kw_only=True):
    lock: _Handle
    door: _Words | None = None


class ResolveForm(StepForm, frozen=True, kw_only=True):
    resolve: _CardName
    targets: _Targets = msgspec.field(default_factory=list)
    x: Count | None = None
    mode: _Modes | None = None
    controller: _Side = "you"
    as_: _Handle | None = None
    creates: _Handles = msgspec.field(default_factory=list)


class AbilityForm(StepForm, frozen=True, kw_only=True):
    ability: Times
    of: _Handle
    targets: _Targets = msgspec.field(default_factory=list)
    x: Count | None = None
    mode: _Modes | None = None
    controller: _Side | None = None
    creates: _Handles = msgspec.field(default_factory=list)


class EffectForm(StepForm, frozen=True, kw_only=True):
    effect: _Words
    targets: _Targets = msgspec.field(default_factory=list)
    of: _Handle | None = None
    controller: _Side = "you"
    x: Count | None = None
    creates: _Handles = msgspec.field(default_factory=list)


class AttachForm(StepForm, frozen=True, kw_only=True):
    attach: _Handle
    to: _Handle


class LeaveForm(StepForm, frozen=True, kw_only=True):
    leave: _Handle
    to: _LeaveTo = "graveyard"


class ZoneForm(StepForm, frozen=True, kw_only=True):
    zone: _ZoneName
    card: _CardName
    owner: _Side = "you"
    as_: _Handle | None = None


class EmblemForm(StepForm, frozen=True, kw_only=True):
    emblem: _Words
    as_: _Handle | None = None
    controller: _Side = "you"


class DesignationForm(StepForm, frozen=True, kw_only=True):
    becomes: _Designation
    on: _Handle
    ends: _Yes = False


class SpellForm(StepForm, frozen=True, kw_only=True):
    spell: _CardName
    as_: _Handle | None = None
    controller: _Side = "you"
    targets: _Targets = msgspec.field(default_factory=list)
    mode: _Modes | None = None
    x: Count | None = None
    kicked: Annotated[
        bool | Annotated[int, Meta(ge=0, le=100)],
        Meta(description="`true`, `false` or how often"),
    ] = False
    mana: Annotated[str, Meta(description='mana as "{G}{W}"')] | None = None


class CopySpellForm(StepForm, frozen=True, kw_only=True):
    copy_spell: _Handle
    as_: _Handle | None = None
    controller: _Side = "you"
    targets: _Targets | None = None
    except_: _Words | None = None


class FaceUpForm(StepForm, frozen=True, kw_only=True):
    turn_face_up: _Handle


class FaceDownForm(StepForm, frozen=True, kw_only=True):
    turn_face_down: _Handle


class TransformForm(StepForm, frozen=True, kw_only=True):
    transform: _Handle


class FlipForm(StepForm, frozen=True, kw_only=True):
    flip: _Handle


class TapForm(StepForm, frozen=True, kw_only=True):
    tap: _Handle


class UntapForm(StepForm, frozen=True, kw_only=True):
    untap: _Handle


class PhaseOutForm(StepForm, frozen=True, kw_only=True):
    phase_out: _Handle


class PhaseInForm(StepForm, frozen=True, kw_only=True):
    phase_in: _Handle


class EndTurnForm(StepForm, frozen=True, kw_only=True):
    end_turn: _Yes


class LifeForm(StepForm, frozen=True, kw_only=True):
    life: Number
    player: _Side = "you"


class HandForm(StepForm, frozen=True, kw_only=True):
    hand: Count
    player: _Side = "you"


class TurnForm(StepForm, frozen=True, kw_only=True):
    your_turn: _Yes
    player: _Side = "you"


class SpeedForm(StepForm, frozen=True, kw_only=True):
    speed: Count
    player: _Side = "you"


class MonarchForm(StepForm, frozen=True, kw_only=True):
    monarch: _Side


class InitiativeForm(StepForm, frozen=True, kw_only=True):
    initiative: _Side


class DaytimeForm(StepForm, frozen=True, kw_only=True):
    daytime: Annotated[Literal["day", "night"], Meta(description="`day` or `night`")]


# In the order of the format's table: the first key of each is what tells the steps apart.
STEP_FORMS: dict[str, type[StepForm]] = {
    "enter": EnterForm,
    "token": TokenForm,
    "token_copy_of": TokenCopyForm,
    "counters": CountersForm,
    "level_up": LevelUpForm,
    "class_level": ClassLevelForm,
    "unlock": UnlockForm,
    "lock": LockForm,
    "resolve": ResolveForm,
    "ability": AbilityForm,
    "effect": EffectForm,
    "attach": AttachForm,
    "leave": LeaveForm,
    "zone": ZoneForm,
    "emblem": EmblemForm,
    "becomes": DesignationForm,
    "spell": SpellForm,
    "copy_spell": CopySpellForm,
    "turn_face_up": FaceUpForm,
    "turn_face_down": FaceDownForm,
    "transform": TransformForm,
    "flip": FlipForm,
    "tap": TapForm,
    "untap": UntapForm,
    "phase_out": PhaseOutForm,
    "phase_in": PhaseInForm,
    "end_turn": EndTurnForm,
    "life": LifeForm,
    "hand": HandForm,
    "your_turn": TurnForm,
    "speed": SpeedForm,
    "monarch": MonarchForm,
    "initiative": InitiativeForm,
    "daytime": DaytimeForm,
}


# --- the other parts ------------------------------------------------------------------------------


class ExpectForm(_Form, frozen=True, kw_only=True):
    power: _Bounded | UnsetType = UNSET
    toughness: _Bounded | UnsetType = UNSET
    has: _TextList = msgspec.field(default_factory=list)
    lacks: _TextList = msgspec.field(default_factory=list)
    no_abilities: _Yes | None = None
    card_types: _TextList | None = None
    is_: _TextList = msgspec.field(default_factory=list)
    is_not: _TextList = msgspec.field(default_factory=list)
    colors: _Colors | None = None
    color_includes: _Colors = msgspec.field(default_factory=list)
    controller: Seat | None = None
    name: Annotated[str, Meta(description="a name")] | None = None
    tapped: _Yes | None = None
    counters: Annotated[
        dict[_CounterKind, Annotated[_Natural, Meta(description="a whole number from 0 on")]],
        Meta(description="counters as `{+1/+1: 2}`"),
    ] = msgspec.field(default_factory=dict)
    choices: Annotated[
        dict[
            str,
            Annotated[str | Plain | bool | list[str | Plain], Meta(description="what was chosen")],
        ],
        Meta(description="choices as `{mode: 3}`"),
    ] = msgspec.field(default_factory=dict)
    gone: _Yes | None = None


class FaceRecord(_Form, frozen=True, kw_only=True):
    """A card, or one face of it, with Scryfall's names."""

    name: _Words
    mana_cost: _Lines = ""
    type_line: _Lines = ""
    oracle_text: _Lines = ""
    power: _Box | None = None
    toughness: _Box | None = None
    loyalty: _Box | None = None
    colors: _Colors | None = None
    color_indicator: _Colors | None = None


class CardRecord(FaceRecord, frozen=True, kw_only=True):
    layout: _Lines = ""
    card_faces: Annotated[list[FaceRecord], Meta(description="a list of faces")] | None = None


class BoardForm(_Form, frozen=True, kw_only=True):
    """A whole board file; `steps`, `cards` and `expect` in their own forms."""

    format: Literal[1] = 1
    id: Text = ""
    note: Text = ""
    source: Text = ""
    rules: Annotated[list[Text], Meta(description='a list of rule numbers as ["613.8a"]')] = (
        msgspec.field(default_factory=list)
    )
    area: Text = ""
    engine_bug: Text = ""
    disputed: Text = ""
    cards: list[CardRecord] = msgspec.field(default_factory=list)
    order: (
        Annotated[
            Literal["free"] | list[Pair],
            Meta(description="`free` or pairs of handles as `[[a, b]]`"),
        ]
        | None
    ) = None
    pool: (
        Annotated[
            _Words | list[Annotated[str, Meta(min_length=1, description="a card's name")]],
            Meta(description="a list of names, or a filter as `t:creature`"),
        ]
        | None
    ) = None
    size: Annotated[int, Meta(ge=0, le=100, description="a whole number from 0 to 100")] | None = (
        None
    )
    steps: list[StepForm]
    expect: dict[str, ExpectForm] = msgspec.field(default_factory=dict)


@cache
def keys_of(form: type[msgspec.Struct]) -> tuple[str, ...]:
    """The keys of a form as a file writes them, in its order."""
    return tuple(field.encode_name for field in msgspec.structs.fields(form))


KEYS = keys_of(BoardForm)


# Fields of Scryfall's card records that a pasted record may have and that are passed over here.
PASSED_OVER = frozenset(
    [
        "all_parts",
        "arena_id",
        "artist",
        "artist_id",
        "artist_ids",
        "attraction_lights",
        "booster",
        "border_color",
        "card_back_id",
        "cardmarket_id",
        "cmc",
        "collector_number",
        "color_identity",
        "content_warning",
        "defense",
        "digital",
        "edhrec_rank",
        "finishes",
        "flavor_name",
        "flavor_text",
        "foil",
        "frame",
        "frame_effects",
        "full_art",
        "game_changer",
        "games",
        "hand_modifier",
        "highres_image",
        "id",
        "illustration_id",
        "image_status",
        "image_uris",
        "keywords",
        "lang",
        "legalities",
        "life_modifier",
        "mtgo_foil_id",
        "mtgo_id",
        "multiverse_ids",
        "nonfoil",
        "object",
        "oracle_id",
        "oversized",
        "penny_rank",
        "preview",
        "prices",
        "printed_name",
        "printed_text",
        "printed_type_line",
        "prints_search_uri",
        "produced_mana",
        "promo",
        "promo_types",
        "purchase_uris",
        "rarity",
        "related_uris",
        "released_at",
        "reprint",
        "reserved",
        "resource_id",
        "rulings_uri",
        "scryfall_set_uri",
        "scryfall_uri",
        "security_stamp",
        "set",
        "set_id",
        "set_name",
        "set_search_uri",
        "set_type",
        "set_uri",
        "story_spotlight",
        "tcgplayer_etched_id",
        "tcgplayer_id",
        "textless",
        "uri",
        "variation",
        "variation_of",
        "watermark",
    ]
)
