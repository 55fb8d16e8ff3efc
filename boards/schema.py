"""What a board file may hold: one structure for each part, holes included.

The structures are the format: a step may have exactly the keys of its structure. `description`
is how a message names what is expected there. `board_form` reads plain data into `BoardForm`, or
raises with every mistake that it found.
"""

import types
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from striate.boards.errors import (
    MISTAKES,
    BoardError,
    Path,
    did_you_mean,
    show,
    spell_path,
    strange_letter,
)
from striate.boards.loading import Loaded

MAX_STEPS = 10_000
LARGEST = 1_000_000  # of any number on a board

_NAMES = {"as_": "as", "except_": "except", "is_": "is"}

Text: TypeAlias = Annotated[str | int, Meta(description="a text")]
Words: TypeAlias = Annotated[str, Meta(min_length=1, description="a text")]
Handle: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, description="a handle")]
CardName: TypeAlias = Annotated[
    Annotated[str, Meta(min_length=1)]
    | Annotated[
        list[Annotated[str, Meta(min_length=1, description="a card's name")]], Meta(min_length=1)
    ],
    Meta(description="a card's name"),
]
Side: TypeAlias = Annotated[
    Literal["you", "opponent", "?"], Meta(description="`you` or `opponent`")
]
Seat: TypeAlias = Annotated[Literal["you", "opponent"], Meta(description="`you` or `opponent`")]
Flag: TypeAlias = Annotated[bool | Literal["?"], Meta(description="`true` or `false`")]
Yes: TypeAlias = Annotated[bool, Meta(description="`true` or `false`")]
Plain: TypeAlias = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Natural: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
Range: TypeAlias = Annotated[str, Meta(pattern=r"^(\?|-?[0-9]{1,7}\.\.-?[0-9]{1,7})$")]
Number: TypeAlias = Annotated[Plain | Range, Meta(description="a whole number")]
Count: TypeAlias = Annotated[Natural | Range, Meta(description="a whole number from 0 on")]
Times: TypeAlias = Annotated[
    Annotated[int, Meta(ge=1, le=LARGEST)] | Range, Meta(description="a whole number from 1 on")
]
Mode: TypeAlias = Annotated[int, Meta(ge=1, le=20, description="the number of a mode")]
Modes: TypeAlias = Annotated[
    Mode | Annotated[list[Mode], Meta(min_length=1)],
    Meta(description="the number of a mode, or a list of them"),
]
Targets: TypeAlias = Annotated[
    list[Annotated[str, Meta(min_length=1, description="a handle, `you` or `opponent`")]],
    Meta(description="a list of handles"),
]
Choice: TypeAlias = Annotated[str | int, Meta(description="what was chosen")]
Choose: TypeAlias = Annotated[dict[str, Choice], Meta(description="choices as `{color: blue}`")]
CounterKind: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Counters: TypeAlias = Annotated[
    dict[CounterKind, Number], Meta(min_length=1, description="counters as `{+1/+1: 2}`")
]
ZoneName: TypeAlias = Annotated[
    Literal["graveyard", "hand", "exile", "command", "library", "?"],
    Meta(description="`graveyard`, `hand`, `exile`, `command` or `library`"),
]
LeaveTo: TypeAlias = Annotated[
    Literal["graveyard", "exile", "hand", "library", "?"],
    Meta(description="`graveyard`, `exile`, `hand` or `library`"),
]
Color: TypeAlias = Annotated[
    Literal["W", "U", "B", "R", "G", "white", "blue", "black", "red", "green"],
    Meta(description="a colour as `W`, `U`, `B`, `R` or `G`"),
]
Colors: TypeAlias = Annotated[list[Color], Meta(description="a list of colours")]
Pair: TypeAlias = Annotated[
    list[Handle], Meta(min_length=2, max_length=2, description="two handles as `[a, b]`")
]
TextList: TypeAlias = Annotated[list[Words], Meta(description="a list of texts")]
Bounded: TypeAlias = Annotated[
    Plain | Annotated[str, Meta(pattern=r"^(=|==|!=|<=|>=|<|>) *-?[0-9]{1,7}$")] | None,
    Meta(description='a number, a comparison as ">= 5", or null'),
]
Box: TypeAlias = Annotated[str | int, Meta(description="what the card prints there")]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename=_NAMES):
    """A part of a board file."""


# --- steps ----------------------------------------------------------------------------------------


class StepForm(Form, frozen=True, kw_only=True):
    """A step; `maybe`: it may be missing (a sketch). `choose` goes with any step."""

    choose: Choose = msgspec.field(default_factory=dict)
    maybe: Yes = False


class EnterForm(StepForm, frozen=True, kw_only=True):
    enter: CardName
    as_: Handle | None = None
    controller: Side = "you"
    copying: Handle | None = None
    face_down: Flag = False
    attached_to: Handle | None = None
    transformed: Flag = False
    flipped: Flag = False
    tapped: Flag = False
    token: Yes = False
    x: Count | None = None


class TokenRecord(Form, frozen=True, kw_only=True):
    name: Words | None = None
    type_line: Words | None = None
    power: Box | None = None
    toughness: Box | None = None
    colors: Colors = msgspec.field(default_factory=list)
    oracle_text: Annotated[str, Meta(description="a text")] = ""


class TokenForm(StepForm, frozen=True, kw_only=True):
    token: Annotated[TokenRecord, Meta(description="a token as `{name: …, type_line: …}`")]
    as_: Handle | None = None
    controller: Side = "you"
    attached_to: Handle | None = None
    tapped: Flag = False
    x: Count | None = None


class TokenCopyForm(StepForm, frozen=True, kw_only=True):
    token_copy_of: Handle
    as_: Handle | None = None
    controller: Side = "you"
    except_: Words | None = None
    attached_to: Handle | None = None
    tapped: Flag = False
    x: Count | None = None


class CountersForm(StepForm, frozen=True, kw_only=True):
    counters: Counters
    on: Handle


class LevelUpForm(StepForm, frozen=True, kw_only=True):
    level_up: Handle
    times: Times = 1


class ClassLevelForm(StepForm, frozen=True, kw_only=True):
    class_level: Times
    on: Handle


class ResolveForm(StepForm, frozen=True, kw_only=True):
    resolve: CardName
    targets: Targets = msgspec.field(default_factory=list)
    x: Count | None = None
    mode: Modes | None = None
    controller: Side = "you"
    as_: Handle | None = None


class AbilityForm(StepForm, frozen=True, kw_only=True):
    ability: Times
    of: Handle
    targets: Targets = msgspec.field(default_factory=list)
    x: Count | None = None
    mode: Modes | None = None
    controller: Side | None = None


class EffectForm(StepForm, frozen=True, kw_only=True):
    effect: Words
    targets: Targets = msgspec.field(default_factory=list)
    of: Handle | None = None
    controller: Side = "you"
    x: Count | None = None


class AttachForm(StepForm, frozen=True, kw_only=True):
    attach: Handle
    to: Handle


class LeaveForm(StepForm, frozen=True, kw_only=True):
    leave: Handle
    to: LeaveTo = "graveyard"


class ZoneForm(StepForm, frozen=True, kw_only=True):
    zone: ZoneName
    card: CardName
    owner: Side = "you"
    as_: Handle | None = None


class SpellForm(StepForm, frozen=True, kw_only=True):
    spell: CardName
    as_: Handle | None = None
    controller: Side = "you"
    targets: Targets = msgspec.field(default_factory=list)
    mode: Modes | None = None
    x: Count | None = None
    kicked: Annotated[
        bool | Annotated[int, Meta(ge=0, le=100)],
        Meta(description="`true`, `false` or how often"),
    ] = False
    mana: Annotated[str, Meta(description='mana as "{G}{W}"')] | None = None


class CopySpellForm(StepForm, frozen=True, kw_only=True):
    copy_spell: Handle
    as_: Handle | None = None
    controller: Side = "you"
    targets: Targets | None = None
    except_: Words | None = None


class FaceUpForm(StepForm, frozen=True, kw_only=True):
    turn_face_up: Handle


class FaceDownForm(StepForm, frozen=True, kw_only=True):
    turn_face_down: Handle


class TransformForm(StepForm, frozen=True, kw_only=True):
    transform: Handle


class FlipForm(StepForm, frozen=True, kw_only=True):
    flip: Handle


class TapForm(StepForm, frozen=True, kw_only=True):
    tap: Handle


class UntapForm(StepForm, frozen=True, kw_only=True):
    untap: Handle


class EndTurnForm(StepForm, frozen=True, kw_only=True):
    end_turn: Yes


class LifeForm(StepForm, frozen=True, kw_only=True):
    life: Number
    player: Side = "you"


class HandForm(StepForm, frozen=True, kw_only=True):
    hand: Count
    player: Side = "you"


class TurnForm(StepForm, frozen=True, kw_only=True):
    your_turn: Yes
    player: Side = "you"


# In the order of the format's table: the first key of each is what tells the steps apart.
STEP_FORMS: dict[str, type[StepForm]] = {
    "enter": EnterForm,
    "token": TokenForm,
    "token_copy_of": TokenCopyForm,
    "counters": CountersForm,
    "level_up": LevelUpForm,
    "class_level": ClassLevelForm,
    "resolve": ResolveForm,
    "ability": AbilityForm,
    "effect": EffectForm,
    "attach": AttachForm,
    "leave": LeaveForm,
    "zone": ZoneForm,
    "spell": SpellForm,
    "copy_spell": CopySpellForm,
    "turn_face_up": FaceUpForm,
    "turn_face_down": FaceDownForm,
    "transform": TransformForm,
    "flip": FlipForm,
    "tap": TapForm,
    "untap": UntapForm,
    "end_turn": EndTurnForm,
    "life": LifeForm,
    "hand": HandForm,
    "your_turn": TurnForm,
}


# --- the other parts ------------------------------------------------------------------------------


class ExpectForm(Form, frozen=True, kw_only=True):
    power: Bounded | UnsetType = UNSET
    toughness: Bounded | UnsetType = UNSET
    has: TextList = msgspec.field(default_factory=list)
    lacks: TextList = msgspec.field(default_factory=list)
    no_abilities: Yes | None = None
    card_types: TextList | None = None
    is_: TextList = msgspec.field(default_factory=list)
    is_not: TextList = msgspec.field(default_factory=list)
    colors: Colors | None = None
    color_includes: Colors = msgspec.field(default_factory=list)
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
    mana_cost: str = ""
    type_line: str = ""
    oracle_text: str = ""
    power: Box | None = None
    toughness: Box | None = None
    loyalty: Box | None = None
    colors: Colors | None = None
    color_indicator: Colors | None = None


class CardRecord(FaceRecord, frozen=True, kw_only=True):
    layout: str = ""
    card_faces: Annotated[list[FaceRecord], Meta(description="a list of faces")] | None = None


class BoardForm(Form, frozen=True, kw_only=True):
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


KEYS = tuple(field.encode_name for field in msgspec.structs.fields(BoardForm))


# --- reading --------------------------------------------------------------------------------------


class Mistakes:
    """Collects what is wrong with one board, and raises it all together."""

    def __init__(self, loaded: Loaded, file: str) -> None:
        self.loaded = loaded
        self.file = file
        self.found: list[BoardError] = []

    def add(self, message: str, path: Path, hint: str = "") -> None:
        if len(self.found) < MISTAKES:
            line = self.loaded.line(path)
            self.found.append(
                BoardError(message, path=spell_path(path), hint=hint, line=line, file=self.file)
            )

    def stop(self) -> None:
        """Raises the first mistake with the others behind it, if there is one."""
        if self.found:
            first, *others = self.found
            first.also = tuple(others)
            raise first


def board_form(loaded: Loaded, file: str = "") -> BoardForm:
    """Plain data as a `BoardForm`; a `BoardError` with every mistake found otherwise."""
    mistakes = Mistakes(loaded, file)
    data = loaded.data
    if not isinstance(data, dict):
        kind = "nothing" if data is None else "a list" if isinstance(data, list) else show(data)
        mistakes.add(f"a board is a mapping with `steps`, not {kind}", ())
        mistakes.stop()
    version = data.get("format", 1)
    if version != 1 or isinstance(version, bool):
        mistakes.add(f"the format {show(version)} is not known to this version", ("format",))
        mistakes.stop()
    if "steps" not in data and not any(did_you_mean(key, ["steps"]) for key in data):
        mistakes.add("the key `steps` is missing", ())
    own = {key: value for key, value in data.items() if key not in ("steps", "cards", "expect")}
    board = _part(own | {"steps": []}, BoardForm, (), mistakes)
    steps = _steps(data.get("steps", []), mistakes)
    cards = _cards(data.get("cards", []), mistakes)
    expect = _expect(data.get("expect", {}), mistakes)
    mistakes.stop()
    assert isinstance(board, BoardForm)
    return msgspec.structs.replace(board, steps=steps, cards=cards, expect=expect)


def _steps(data: Any, mistakes: Mistakes) -> list[StepForm]:
    if not isinstance(data, list):
        mistakes.add(f"expected a list of steps, not {show(data)}", ("steps",))
        return []
    if len(data) > MAX_STEPS:
        mistakes.add(f"has {len(data)} steps, and {MAX_STEPS} is the most that is read", ("steps",))
        return []
    steps = [_step(step, ("steps", index), mistakes) for index, step in enumerate(data)]
    return [step for step in steps if step is not None]


def _step(data: Any, path: Path, mistakes: Mistakes) -> StepForm | None:
    if not isinstance(data, dict):
        hint = "a step is a mapping as `enter: Humility`"
        mistakes.add(f"expected a step, not {show(data)}", path, hint)
        return None
    heads = [key for key in data if key in STEP_FORMS]
    if "enter" in heads and not isinstance(data.get("token"), dict):
        heads = [key for key in heads if key != "token"]
    if not heads:
        _headless(data, path, mistakes)
        return None
    if len(heads) > 1:
        both = " and ".join(show(head) for head in heads)
        mistakes.add(f"a step is one thing that happened, and this is {both}", path)
        return None
    form: StepForm | None = _part(
        data, STEP_FORMS[heads[0]], path, mistakes, f"a step `{heads[0]}`"
    )
    if isinstance(form, EndTurnForm) and not form.end_turn:
        mistakes.add("`end_turn` is `true` or not there", (*path, "end_turn"))
    return form


def _headless(data: Mapping[str, Any], path: Path, mistakes: Mistakes) -> None:
    for key in data:
        hint = did_you_mean(key, STEP_FORMS, limit=1)
        if hint:
            mistakes.add(f"{show(key)} is no step", (*path, key), _with_strange(key, hint))
            return
    known = "a step has one of " + ", ".join(f"`{head}`" for head in STEP_FORMS)
    keys = ", ".join(show(key) for key in list(data)[:5]) or "nothing"
    mistakes.add(f"{keys} does not say what happened", path, known)


def _cards(data: Any, mistakes: Mistakes) -> list[CardRecord]:
    if not isinstance(data, list):
        mistakes.add(f"expected a list of cards, not {show(data)}", ("cards",))
        return []
    cards = []
    for index, record in enumerate(data):
        path = ("cards", index)
        before = len(mistakes.found)
        if not isinstance(record, dict):
            mistakes.add(f"expected a card as `{{name: …}}`, not {show(record)}", path)
            continue
        record = _of_use(record)
        if isinstance(faces := record.get("card_faces"), list):
            record["card_faces"] = [_of_use(face) for face in faces]
            for at, face in enumerate(record["card_faces"]):
                if isinstance(face, dict):
                    _part(face, FaceRecord, (*path, "card_faces", at), mistakes, "a card's face")
            if len(mistakes.found) > before:
                continue
        cards.append(_part(record, CardRecord, path, mistakes, "a card"))
    return [card for card in cards if card is not None]


def _of_use(record: Any) -> Any:
    """A record without the fields of Scryfall's that say nothing to the layers."""
    if not isinstance(record, dict):
        return record
    return {key: value for key, value in record.items() if key not in _PASSED_OVER}


def _expect(data: Any, mistakes: Mistakes) -> dict[str, ExpectForm]:
    if not isinstance(data, dict):
        mistakes.add(f"expected handles with what they are, not {show(data)}", ("expect",))
        return {}
    expect: dict[str, ExpectForm] = {}
    for handle, value in data.items():
        path = ("expect", handle)
        if not isinstance(value, dict):
            hint = "as `{power: 1, has: [Flying]}`"
            mistakes.add(f"expected what {show(handle)} is, not {show(value)}", path, hint)
            continue
        form = _part(value, ExpectForm, path, mistakes, "what is expected of an object")
        if form is not None:
            expect[handle] = form
    return expect


def _part(
    data: Mapping[str, Any],
    form: type[msgspec.Struct],
    path: Path,
    mistakes: Mistakes,
    called: str = "a board",
) -> Any:
    """A mapping in its form; None, with the mistakes told, if it does not fit."""
    try:
        return msgspec.convert(data, form)
    except msgspec.ValidationError:
        pass
    before = len(mistakes.found)
    fields = _fields(form)
    for key, value in data.items():
        if key not in fields:
            hint = did_you_mean(key, fields)
            if not hint:
                others = [name for name in fields if name not in data and name != "maybe"]
                hint = "it may have " + ", ".join(f"`{name}`" for name in others) if others else ""
            message = f"{show(key)} is no key of {called}"
            mistakes.add(message, (*path, key), _with_strange(key, hint))
        else:
            _value(value, fields[key], (*path, key), mistakes)
    for field in msgspec.structs.fields(form):
        if field.required and field.encode_name not in data:
            mistakes.add(f"the key `{field.encode_name}` of {called} is missing", path)
    assert len(mistakes.found) > before or len(mistakes.found) >= MISTAKES
    return None


def _with_strange(key: str, hint: str) -> str:
    return ", ".join(part for part in (strange_letter(key), hint) if part)


@cache
def _fields(form: type[msgspec.Struct]) -> dict[str, Any]:
    hints = get_type_hints(form, include_extras=True)
    return {field.encode_name: hints[field.name] for field in msgspec.structs.fields(form)}


def _value(value: Any, wanted: Any, path: Path, mistakes: Mistakes) -> None:
    """Tells what is wrong with a value: of a list or a mapping, which of its parts."""
    try:
        msgspec.convert(value, wanted)
        return
    except msgspec.ValidationError:
        pass
    before = len(mistakes.found)
    container = type(value)
    inner = _inside(wanted, container) if container in (list, dict) else None
    if inner is not None:
        for key, item in value.items() if container is dict else enumerate(value):
            _value(item, inner, (*path, key), mistakes)
    if len(mistakes.found) == before:
        hint = "put it in quotes" if _unquoted(value, wanted) else ""
        mistakes.add(f"expected {_described(wanted)}, not {show(value)}", path, hint)


def _alternatives(wanted: Any) -> list[Any]:
    """The members of a union, through every `Annotated`."""
    if get_origin(wanted) is Annotated:
        return _alternatives(get_args(wanted)[0])
    if get_origin(wanted) in (Union, types.UnionType):
        return [one for part in get_args(wanted) for one in _alternatives(part)]
    return [wanted]


def _inside(wanted: Any, container: type) -> Any:
    """What is wanted of an item of the list, or of a value of the mapping."""
    for one in _alternatives(wanted):
        if get_origin(one) is container:
            return get_args(one)[-1]
    return None


def _unquoted(value: Any, wanted: Any) -> bool:
    """A number, `true` or `null` stands where only a text can stand."""
    texts = str in _alternatives(wanted)
    return texts and (value is None or isinstance(value, int)) and int not in _alternatives(wanted)


def _described(wanted: Any) -> str:
    if get_origin(wanted) is Annotated:
        inner, *metas = get_args(wanted)
        for meta in metas:
            if meta.description:
                return str(meta.description)
        return _described(inner)
    if get_origin(wanted) in (Union, types.UnionType):
        return next(
            (text for part in get_args(wanted) if (text := _described(part)) != "a value"),
            "a value",
        )
    return {str: "a text", int: "a whole number", bool: "`true` or `false`"}.get(wanted, "a value")


# Fields of Scryfall's card records that a pasted record may have and that are passed over here.
_PASSED_OVER = frozenset(
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
