"""Text into plain data: hostile input gives a clear error, and quickly."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from striate.boards import from_yaml, loading
from striate.boards.errors import BoardError
from striate.boards.from_json import load_json
from striate.boards.from_yaml import load_yaml
from striate.boards.loading import load_documents, load_file, load_lines, load_stream, load_text
from striate.boards.plain import Loaded

# The same examples each time, whatever the clock says.
STEADY = settings(
    deadline=None,
    derandomize=True,
)


def refusal(text: str, *, as_json: bool = False) -> str:
    with pytest.raises(BoardError) as caught:
        load_text(text, "board", as_json=as_json)
    return str(caught.value)


def test_a_word_that_yaml_1_1_reads_as_a_truth_value_or_a_date_stays_a_word() -> None:
    text = "on: yes\noff: no\ny: 2024-01-01\nn: 1:30\n'true': true\n~: ~\n"
    assert load_yaml(text).data == {
        "on": "yes", "off": "no", "y": "2024-01-01", "n": "1:30", "true": True, "~": None,
    }  # fmt: skip


def test_whole_numbers_are_numbers_and_fractions_stay_as_written() -> None:
    text = "[1, -2, +3, 0o17, 0x1f, 007, 613.10, 1e400]"
    assert load_yaml(text).data == [1, -2, 3, 15, 31, 7, "613.10", "1e400"]
    assert load_json("[1, -2, 613.10, 1e400]").data == [1, -2, "613.10", "1e400"]


def test_a_part_knows_its_line() -> None:
    text = "id: x\nsteps:\n  - enter: A\n    as: a\n  - counters: {level: 2}\n    on: a\n"
    loaded = load_yaml(text)
    assert loaded.line(("steps", 1, "on")) == 6
    assert loaded.line(("steps", 1, "counters", "level")) == 5
    assert loaded.line(("steps", 0, "missing", "part")) == 3
    json_text = '{\n"id": "x:y",\n"steps": [\n{"enter": "A\\"}",\n"as": "a"}, {"tap":\n"a"}]}'
    in_json = load_json(json_text)
    assert in_json.line(("steps", 0)) == 4
    assert in_json.line(("steps", 0, "as")) == 5
    assert in_json.line(("steps", 1, "tap")) == 5
    assert in_json.line(("id",)) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty; a board has `steps`"),
        ("# nothing\n", "board: the file is empty; a board has `steps`"),
        ("a: &x 1", "board:1: a: the anchor or alias `x` is not read; write the value out"),
        ("a: [*x]", "board:1: a[0]: the anchor or alias `x` is not read; write the value out"),
        ("a: {<<: {b: c}}", "board:1: a: the merge key `<<` is not read; write the keys out"),
        ("a: !!python/object:os.system x", ("board:1: a: the tag "
                                           "`tag:yaml.org,2002:python/object:os.system` is not "
                                           "read; leave it out")),
        ("a: ! x", "board:1: a: the tag `!` is not read; leave it out"),
        ("a: 1\nb: 2\na: 3", "board:3: the key `a` is given twice"),
        ("1: a\n'1': b", "board:2: the key `1` is given twice"),
        ("[a]: b", "board:1: a key is a word, not a list or a mapping"),
        ("a: 1\n--- \nb: 2", "board:2: one board is read, and here begins a second document"),
        ("a: .nan", "board:1: a: `.nan` is not a number that a board can hold"),
        ("a: [-.INF]", "board:1: a[0]: `-.INF` is not a number that a board can hold"),
        ("a: 12345678901234", "board:1: a: the number `12345678901234` is too large"),
        ("a: 0x" + "f" * 50, "board:1: a: the number `0x" + "f" * 50 + "` is too large"),
        ("a: b\0", "board:1: has the control character `\\x00`"),
        ('a: "b\\0"', "board:1: a: has the control character `\\x00`"),
        ('a: "b\\uD800"', "board:1: is not YAML: found invalid unicode character escape code"),
        ("a: [Level up {1}]", ("board:1: is not YAML: did not find expected ',' or ']'; put a text "
                              "with `{`, `: ` or `\"` in it in single quotes")),
        ("a:\n\t- b", ("board:2: is not YAML: found character that cannot start any token; indent "
                      "with spaces")),
    ],
)  # fmt: skip
def test_yaml_that_is_refused(text: str, message: str) -> None:
    expected = message if message.startswith("board") else f"board: {message}"
    assert refusal(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  ", "board: the file is empty; a board has `steps`"),
        ("{", "board:1: is not JSON: expecting property name enclosed in double quotes"),
        ('{"a": 1,\n"b": {"c": 1,\n"c": 2}}', "board:3: the key `c` is given twice"),
        ('{"a": {"b": 1}, "a": {"b": 1,\n"b": 2}}', "board:1: the key `a` is given twice"),
        ('{"a":\nNaN}', "board:2: `NaN` is not a number that a board can hold"),
        ('["NaN",\n-Infinity]', "board:2: `-Infinity` is not a number that a board can hold"),
        ("[1,\n" + "9" * 5000 + "]", "board:2: the number `" + "9" * 59 + "…` is too large"),
        ('{"a":\n"\\u0000"}', "board:1: a: has the control character `\\x00`"),
        ('["\\ud800"]', "board:1: [0]: has the control character `\\ud800`"),
        ("[1, 2,]", "board:1: is not JSON: expecting value"),
    ],
)
def test_json_that_is_refused(text: str, message: str) -> None:
    assert refusal(text, as_json=True) == message


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_deep_nesting_is_refused(opening: str, as_json: bool) -> None:
    for depth in (40, 200_000):
        assert refusal(opening * depth, as_json=as_json) != ""
    closed = "[" * 40 + "]" * 40
    assert "is nested deeper than 32 levels" in refusal(closed, as_json=as_json)


@pytest.mark.parametrize("as_json", [False, True])
def test_too_many_parts_are_refused(as_json: bool) -> None:
    # The number of events that are read does not grow with the text: the reader stops.
    text = "[" + "[]," * 500_000 + "[]]"
    message = "the board has more than 150000 parts, the most that is read"
    assert refusal(text, as_json=as_json).endswith(message)


def test_the_reader_of_yaml_stops_at_the_first_part_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(from_yaml, "MAX_PARTS", 50)
    read = 0

    def counting(text: str, Loader: type) -> object:
        nonlocal read
        for event in real(text, Loader=Loader):
            read += 1
            yield event

    real = yaml.parse
    monkeypatch.setattr(yaml, "parse", counting)
    assert "more than 50 parts" in refusal("steps:\n" + "- a\n" * 10_000)
    assert read < 100


def test_without_the_c_library_yaml_is_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "on: yes\nsteps:\n  - enter: 'A'\n    x: 3\n  - tap: A # x\nnote: |-\n  a\n  b\n"
    fast = load_yaml(text)
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    slow = load_yaml(text)
    assert (fast.data, fast.lines) == (slow.data, slow.lines)


def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as stream:
        stream.truncate(100_000_000)
    with pytest.raises(BoardError, match="the board is larger than 4 MB, the most that is read"):
        load_file(path)


def test_bytes_that_are_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_bytes(b"id: a\nnote: caf\xe9\n")
    with pytest.raises(BoardError) as caught:
        load_file(path)
    assert (caught.value.line, caught.value.message) == (2, "the byte `0xe9` is not UTF-8")
    path.write_bytes("id: a".encode("utf-16"))
    with pytest.raises(BoardError, match="is written in UTF-16"):
        load_file(path)


@pytest.mark.parametrize("name", ["board.yaml", "board.json"])
def test_a_byte_order_mark_is_passed_over(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b'\xef\xbb\xbf{"id": "x"}\r\n')
    assert load_file(path).data == {"id": "x"}


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "none.yaml", "no such file"), (tmp_path, "is a directory")):
        with pytest.raises(BoardError, match=reason):
            load_file(path)
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n\n", encoding="utf-8")
    assert [str(one) for one in load_lines(empty)] == [
        f"{empty}: the file is empty; a board has `steps`"
    ]
    empty.write_text("\n" * 200_000, encoding="utf-8")
    assert [str(one) for one in load_lines(empty)] == [
        f"{empty}:100001: has 100001 empty lines in a row"
    ]
    found = list(load_lines(tmp_path / "none.jsonl"))
    assert [str(one).split("(")[1] for one in found] == ["no such file or directory)"]


def test_a_bad_line_does_not_stop_the_lines_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "MAX_BYTES", 1000)
    path = tmp_path / "boards.jsonl"
    long = b'{"note": "' + b"x" * 5000 + b'"}'
    lines = [b'\xef\xbb\xbf{"id": 1}', b"", b"{", b"\xff", long, b'{"a": 1, "a": 2}', b'{"id": 2}']
    path.write_bytes(b"\n".join(lines))
    found = list(load_lines(path))
    assert [one.message if isinstance(one, BoardError) else one.data for one in found] == [
        {"id": 1},
        "is not JSON: expecting property name enclosed in double quotes",
        "the byte `0xff` is not UTF-8",
        "the board is larger than 0 MB, the most that is read",
        "the key `a` is given twice",
        {"id": 2},
    ]
    assert [one.line if isinstance(one, BoardError) else one.only_line for one in found] == [
        1, 3, 4, 5, 6, 7,
    ]  # fmt: skip


@given(st.binary(max_size=300))
@settings(STEADY)
def test_any_bytes_are_data_or_an_error(raw: bytes) -> None:
    for as_json in (False, True):
        try:
            load_text(loading.decode(raw), as_json=as_json)
        except BoardError as error:
            str(error).encode()


_YAML_BITS = st.sampled_from(
    ["- ", "a: ", "? ", "[", "]", "{", "}", ",", "\n", "  ", "&a ", "*a", "!!str ", "'", '"', "|\n",
     "#", "%YAML 1.2\n", "---\n", "...", "<<: ", "0x1", "\t", ":", "\\", "\u2028", "\ufeff", "é"]
)  # fmt: skip


@given(st.lists(_YAML_BITS, max_size=40).map("".join))
@settings(STEADY)
def test_any_yaml_is_data_or_an_error(text: str) -> None:
    try:
        load_yaml(text)
    except BoardError as error:
        str(error).encode()


# --- several documents in one file ----------------------------------------------------------------

STREAM = b"""\xef\xbb\xbf# Boards of one area.
---
id: a
note: |-
  a line
  --- no marker here
---
# nothing but a comment
--- # and again
id: b
steps: [{tap: x}]
---
id: [
--- {id: d}
---
id: e\xff
...
---
id: f
---
"""


def told(found: Iterable[Loaded | BoardError]) -> list[object]:
    return [str(one) if isinstance(one, BoardError) else one.data for one in found]


def test_a_yaml_file_holds_several_boards_and_a_bad_one_does_not_stop_those_after_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "boards.yaml"
    path.write_bytes(STREAM)
    found = list(load_documents(path))
    quoted = 'put a text with `{`, `: ` or `"` in it in single quotes'
    assert told(found) == [
        {"id": "a", "note": "a line\n--- no marker here"},
        {"id": "b", "steps": [{"tap": "x"}]},
        f"{path}:14: is not YAML: did not find expected node content; {quoted}",
        {"id": "d"},
        f"{path}:16: the byte `0xff` is not UTF-8; save the file as UTF-8",
        {"id": "f"},
    ]
    lines = [one.line(("id",)) for one in found if isinstance(one, Loaded)]
    assert lines == [3, 10, 14, 19]
    second = found[1]
    assert isinstance(second, Loaded) and second.line(("steps", 0, "tap")) == 11


@pytest.mark.parametrize("line_break", [b"\n", b"\r\n"])
def test_documents_are_divided_whatever_ends_their_lines(line_break: bytes) -> None:
    text = line_break.join([b"id: a", b"---", b"id: b", b""])
    assert told(load_stream(BytesIO(text))) == [{"id": "a"}, {"id": "b"}]


def test_a_stream_that_looks_like_json_is_one_board() -> None:
    assert told(load_stream(BytesIO(b'{"id":\n"a"}'))) == [{"id": "a"}]
    assert told(load_stream(BytesIO(b"---\n---\n# no\n"), "x")) == [
        "x: the file is empty; a board has `steps`"
    ]
    assert told(load_stream(BytesIO(b"%YAML 1.2\n---\nid: a"))) == [{"id": "a"}]


def test_a_document_that_is_too_large_is_the_last_that_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loading, "MAX_BYTES", 100)
    stream = BytesIO(b"id: a\n---\n" + b"- x\n" * 100_000 + b"---\nid: b\n")
    assert told(load_stream(stream)) == [
        {"id": "a"},
        "line 2: the board is larger than 0 MB, the most that is read",
    ]
    assert stream.tell() < 1000
