"""Whatever is read is written and read again; whatever is mutated is a board or an error."""

import json
from copy import deepcopy
from typing import Any

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from striate.boards import emitting
from striate.boards.errors import BoardError
from striate.boards.loading import load_documents, load_text
from striate.boards.reading import board_from_document, board_from_text, sketch_from_document
from striate.boards.writing import board_json, board_yaml, document
from striate.cards.catalogue.store import Catalogue
from tests.corpus import FILES
from tests.helpers import bare

# The same examples each time, whatever the clock says.
STEADY = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

CASES = [
    loaded.data
    for path in FILES
    for loaded in load_documents(path)
    if not isinstance(loaded, BoardError)
]


# --- any plain data -------------------------------------------------------------------------------

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Cn")), max_size=30)
WORDS = st.sampled_from(
    ["on", "yes", "No", "null", "~", "1", "1.5", "0x1", "a: b", "a #b", "- a", "[a]", "{a}",
    "'", '"',
     "a\nb", " a", "a ", "", "?", "!x", "&x", "*x", "%x", "@x", "`", "|", ">", "=", "<<", "a,b",
     "https://a.b/c?d=e#f", "2024-01-01", "1:30", "+1/+1", "\u2028", "\x85", "\ufeff", "\U0001f600"]
)  # fmt: skip
SCALARS = st.one_of(TEXTS, WORDS, st.integers(-(10**12) + 1, 10**12 - 1), st.booleans(), st.none())
KEYS = st.one_of(TEXTS, WORDS)
DATA = st.recursive(
    SCALARS,
    lambda part: st.one_of(st.lists(part, max_size=4), st.dictionaries(KEYS, part, max_size=4)),
    max_leaves=20,
)


@given(st.dictionaries(KEYS, DATA, max_size=5))
@settings(STEADY)
def test_plain_data_in_yaml_is_read_as_it_was(data: dict[str, Any]) -> None:
    text = emitting.to_yaml(data)
    assert load_text(text).data == data
    assert load_text(emitting.to_json(data), as_json=True).data == data


@given(st.lists(KEYS, min_size=1, max_size=5))
@settings(STEADY)
def test_a_reader_of_yaml_1_1_reads_the_same_texts(texts: list[str]) -> None:
    assert yaml.safe_load(emitting.to_yaml({"list": texts})) == {"list": texts}


# --- boards ---------------------------------------------------------------------------------------

PERMANENTS = ["Grizzly Bears", "Humility", "Glorious Anthem", "Coralhelm Commander", "Forest"]
TOKENS = [
    {},
    {"name": "Goblin", "type_line": "Creature — Goblin", "power": "1", "toughness": 1},
    {"type_line": "Artifact — Clue", "colors": ["U", "black"]},
]
SIDES = st.sampled_from([None, "you", "opponent"])


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """A board file without mistakes."""
    steps: list[dict[str, Any]] = []
    handles: list[str] = []
    for number in range(draw(st.integers(1, 8))):
        step = _object(draw) if not handles or draw(st.booleans()) else _event(draw, handles)
        if steps_an_object := {"enter", "token", "token_copy_of", "zone"} & step.keys():
            assert steps_an_object
            step["as"] = draw(st.sampled_from([f"o{number}", f"{number}", f"the {number}: 'x'"]))
            handles.append(step["as"])
        steps.append({key: value for key, value in step.items() if value is not None})
    board: dict[str, Any] = {"steps": steps}
    if draw(st.booleans()):
        board |= {"id": draw(TEXTS), "note": draw(WORDS), "rules": [draw(WORDS)], "area": "x"}
    board["expect"] = {
        handle: _expected(draw)
        for handle in draw(st.lists(st.sampled_from(handles), unique=True, max_size=3))
    }
    return board


def _object(draw: st.DrawFn) -> dict[str, Any]:
    side = draw(SIDES)
    match draw(st.integers(0, 2)):
        case 0:
            name = draw(st.sampled_from(PERMANENTS))
            flag = draw(st.sampled_from([None, True, False]))
            return {"enter": name, "controller": side, "tapped": flag, "face_down": flag}
        case 1:
            return {"token": draw(st.sampled_from(TOKENS)), "controller": side}
        case _:
            zone = draw(st.sampled_from(["graveyard", "hand", "exile", "command", "library"]))
            return {"zone": zone, "card": draw(st.sampled_from(PERMANENTS)), "owner": side}


def _event(draw: st.DrawFn, handles: list[str]) -> dict[str, Any]:
    one = draw(st.sampled_from(handles))
    kind = draw(st.sampled_from(["level", "+1/+1", "-0/-1", "no. 7", "yes"]))
    side = draw(SIDES)
    events: list[dict[str, Any]] = [
        {"counters": {kind: draw(st.integers(-9, 9))}, "on": one},
        {"token_copy_of": one, "controller": side, "x": 3},
        {"resolve": "Giant Growth", "targets": [one], "controller": side},
        {"ability": 1, "of": one, "x": 2, "mode": [1, 2], "choose": {"number": 3, "color": "U"}},
        {"attach": one, "to": "opponent"},
        {"leave": one, "to": draw(st.sampled_from([None, "exile", "hand"]))},
        *({key: one} for key in ("turn_face_up", "turn_face_down", "transform", "flip", "tap")),
        {"end_turn": True},
        {"life": -3, "player": side},
        {"hand": 3, "player": side},
        {"your_turn": draw(st.booleans()), "player": side},
    ]
    return draw(st.sampled_from(events))


def _expected(draw: st.DrawFn) -> dict[str, Any]:
    parts: dict[str, st.SearchStrategy[Any]] = {
        "power": st.sampled_from([1, None, ">= 5", "!= -1"]),
        "toughness": st.sampled_from([1, None, "<7"]),
        "has": st.lists(st.sampled_from(["Flying", "{T}: Add {G}.", "no: 1"]), max_size=2),
        "lacks": st.just(["Flying"]),
        "no_abilities": st.booleans(),
        "card_types": st.sampled_from([[], ["Creature"], ["land"]]),
        "is": st.just(["Bear", "Legendary"]),
        "is_not": st.just(["Bear"]),
        "colors": st.sampled_from([[], ["U"], ["white", "B"]]),
        "color_includes": st.just(["R"]),
        "controller": st.sampled_from(["you", "opponent"]),
        "name": st.sampled_from(["", "yes"]),
        "tapped": st.booleans(),
        "counters": st.just({"level": 2}),
        "choices": st.just({"mode": 3, "mana": "", "targets": ["a"]}),
        "gone": st.booleans(),
    }
    keys = draw(st.lists(st.sampled_from(sorted(parts)), unique=True, max_size=4))
    return {key: draw(parts[key]) for key in keys}


@given(documents())
@settings(STEADY)
def test_a_board_is_written_and_read_again(catalogue: Catalogue, plain: dict[str, Any]) -> None:
    board = board_from_document(plain, catalogue)
    from_yaml = board_from_text(board_yaml(board), catalogue)
    from_json = board_from_text(board_json(board), catalogue, as_json=True)
    assert bare(from_yaml) == bare(board)
    assert bare(from_json) == bare(board)
    assert document(from_yaml) == document(board)
    # What a person wrote reads the same in both languages.
    as_json = board_from_text(json.dumps(plain), catalogue, as_json=True)
    assert bare(board_from_text(emitting.to_yaml(plain), catalogue)) == bare(as_json) == bare(board)
    assert bare(board_from_text(board_yaml(plain), catalogue)) == bare(board)


SPOILERS = st.one_of(
    SCALARS,
    st.sampled_from([[], {}, ["a"], {"a": 1}, [[]], "?", "0..8", "8..0", "you", "opponent",
    True, -1]),
)  # fmt: skip


@given(st.sampled_from(CASES), st.data())
@settings(STEADY, max_examples=200)
def test_a_spoilt_board_is_a_board_or_an_error(
    catalogue: Catalogue, case: dict[str, Any], data: st.DataObject
) -> None:
    spoilt = deepcopy(case)
    for _ in range(data.draw(st.integers(1, 3))):
        part: Any = spoilt
        while True:
            keys = list(part) if isinstance(part, dict) else list(range(len(part)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            inner = part[key]
            if isinstance(inner, (dict, list)) and inner and data.draw(st.integers(0, 3)):
                part = inner
                continue
            match data.draw(st.integers(0, 3)):
                case 0:
                    part.pop(key)
                case 1 if isinstance(part, dict):
                    part[data.draw(KEYS)] = part.pop(key)
                case _:
                    part[key] = deepcopy(data.draw(SPOILERS))
            break
    for read in (board_from_document, sketch_from_document):
        try:
            read(spoilt, catalogue)
        except BoardError as error:
            assert error.message and "\n" not in error.one()
            str(error).encode()
