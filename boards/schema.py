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
Words: TypeAlias = Annotated[str, Meta(min_length=1, max_length=4000, description="a text")]
Lines: TypeAlias = Annotated[str, Meta(max_length=4000, description="a text")]
Handle: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, description="a handle")]
Seat: TypeAlias = Annotated[Literal["you", "opponent"], Meta(description="`you` or `opponent`")]
Yes: TypeAlias = Annotated[bool, Meta(description="`true` or `false`")]
Plain: TypeAlias = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Natural: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
Choice: TypeAlias = Annotated[str | int, Meta(description="what was chosen")]
Choose: TypeAlias = Annotated[dict[str, Choice], Meta(description="choices as `{color: blue}`")]
CounterKind: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Range: TypeAlias = Annotated[str, Meta(pattern=r"^(\?|-?[0-9]{1,7}\.\.-?[0-9]{1,7})$")]
Number: TypeAlias = Annotated[Plain | Range, Meta(description="a whole number")]
Counters: TypeAlias = Annotated[
    dict[CounterKind, Number], Meta(min_length=1, description="counters as `{+1/+1: 2}`")
]
_Color: TypeAlias = Annotated[
    Literal["W", "U", "B", "R", "G", "white", "blue", "black", "red", "green"],
    Meta(description="a colour as `W`, `U`, `B`, `R` or `G`"),
]
_Colors: TypeAlias = Annotated[list[_Color], Meta(description="a list of colours")]
Pair: TypeAlias = Annotated[
    list[Handle], Meta(min_length=2, max_length=2, description="two handles as `[a, b]`")
]
_TextList: TypeAlias = Annotated[list[Words], Meta(description="a list of texts")]
_Bounded: TypeAlias = Annotated[
    Plain | Annotated[str, Meta(pattern=r"^(=|==|!=|<=|>=|<|>) *-?[0-9]{1,7}$")] | None,
    Meta(description='a number, a comparison as ">= 5", or null'),
]
Box: TypeAlias = Annotated[str | int, Meta(description="what the card prints there")]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename=_NAMES):
    """A part of a board file."""


# --- steps ----------------------------------------------------------------------------------------


class StepForm(Form, frozen=True, kw_only=True):
    """A step, of which `steps` has the kinds; `maybe`: it may be missing (a sketch)."""

    choose: Choose = msgspec.field(default_factory=dict)
    maybe: Yes = False


class TokenRecord(Form, frozen=True, kw_only=True):
    name: Words | None = None
    type_line: Words | None = None
    power: Box | None = None
    toughness: Box | None = None
    colors: _Colors = msgspec.field(default_factory=list)
    oracle_text: Lines = ""


# --- the other parts ------------------------------------------------------------------------------


class ExpectForm(Form, frozen=True, kw_only=True):
    power: _Bounded | UnsetType = UNSET
    toughness: _Bounded | UnsetType = UNSET
    has: _TextList = msgspec.field(default_factory=list)
    lacks: _TextList = msgspec.field(default_factory=list)
    no_abilities: Yes | None = None
    card_types: _TextList | None = None
    is_: _TextList = msgspec.field(default_factory=list)
    is_not: _TextList = msgspec.field(default_factory=list)
    colors: _Colors | None = None
    color_includes: _Colors = msgspec.field(default_factory=list)
    controller: Seat | None = None
    name: Annotated[str, Meta(description="a name")] | None = None
    tapped: Yes | None = None
    counters: Annotated[
        dict[CounterKind, Annotated[Natural, Meta(description="a whole number from 0 on")]],
        Meta(description="counters as `{+1/+1: 2}`"),
    ] = msgspec.field(default_factory=dict)
    choices: Annotated[
        dict[
            str,
            Annotated[str | Plain | bool | list[str | Plain], Meta(description="what was chosen")],
        ],
        Meta(description="choices as `{mode: 3}`"),
    ] = msgspec.field(default_factory=dict)
    gone: Yes | None = None


class FaceRecord(Form, frozen=True, kw_only=True):
    """A card, or one face of it, with Scryfall's names."""

    name: Words
    mana_cost: Lines = ""
    type_line: Lines = ""
    oracle_text: Lines = ""
    power: Box | None = None
    toughness: Box | None = None
    loyalty: Box | None = None
    colors: _Colors | None = None
    color_indicator: _Colors | None = None


class CardRecord(FaceRecord, frozen=True, kw_only=True):
    layout: Lines = ""
    card_faces: Annotated[list[FaceRecord], Meta(description="a list of faces")] | None = None


RULES = (
    'a list of rule numbers as ["613.8a"]; a day among them, as 2010-04-23, is the edition of the '
    "rules that the board is read by"
)


class BoardForm(Form, frozen=True, kw_only=True):
    """A whole board file; `steps`, `cards` and `expect` in their own forms."""

    format: Literal[1] = 1
    id: Text = ""
    note: Text = ""
    source: Text = ""
    rules: Annotated[list[Text], Meta(description=RULES)] = msgspec.field(default_factory=list)
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
            Words | list[Annotated[str, Meta(min_length=1, description="a card's name")]],
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
PASSED_OVER = frozenset([
    "all_parts", "arena_id", "artist", "artist_id", "artist_ids", "attraction_lights", "booster",
    "border_color", "card_back_id", "cardmarket_id", "cmc", "collector_number", "color_identity",
    "content_warning", "defense", "digital", "edhrec_rank", "finishes", "flavor_name",
    "flavor_text", "foil", "frame", "frame_effects", "full_art", "game_changer", "games",
    "hand_modifier", "highres_image", "id", "illustration_id", "image_status", "image_uris",
    "keywords", "lang", "legalities", "life_modifier", "mtgo_foil_id", "mtgo_id",
    "multiverse_ids", "nonfoil", "object", "oracle_id", "oversized", "penny_rank", "preview",
    "prices", "printed_name", "printed_text", "printed_type_line", "prints_search_uri",
    "produced_mana", "promo", "promo_types", "purchase_uris", "rarity", "related_uris",
    "released_at", "reprint", "reserved", "resource_id", "rulings_uri", "scryfall_set_uri",
    "scryfall_uri", "security_stamp", "set", "set_id", "set_name", "set_search_uri", "set_type",
    "set_uri", "story_spotlight", "tcgplayer_etched_id", "tcgplayer_id", "textless", "uri",
    "variation", "variation_of", "watermark",
])  # fmt: skip
