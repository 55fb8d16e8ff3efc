"""Card files of every form are read; what is no card file, and what is no card, is said."""

import gzip
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from striate.cards.catalogue import importing, records
from striate.cards.catalogue.importing import Report, import_file
from striate.cards.catalogue.records import BadFile
from striate.cards.catalogue.store import Catalogue
from striate.spreading.executor import HERE
from tests.cardfiles import ATOMIC, BEAR, CARDS, LORD, as_array, as_atomic, as_gzip, as_lines


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "catalogue.sqlite"


def names(target: Path) -> list[str]:
    return sorted(Catalogue(target).names())


ALL = sorted(record["name"] for record in CARDS)


def test_an_array_json_lines_and_gzip_of_both_give_the_same_cards(
    tmp_path: Path, target: Path
) -> None:
    array, lines = as_array(tmp_path / "a.json"), as_lines(tmp_path / "l.jsonl")
    files = (array, lines, as_gzip(tmp_path / "a.gz", array), as_gzip(tmp_path / "l.gz", lines))
    found = []
    for file in files:
        assert import_file(file, target).cards == len(CARDS)
        found.append(list(Catalogue(target).all_cards()))
    assert all(cards == found[0] for cards in found)
    assert names(target) == ALL


def test_an_array_on_one_line_is_read(tmp_path: Path, target: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text("\ufeff" + json.dumps(CARDS), encoding="utf-8")
    assert import_file(file, target).cards == len(CARDS)


def test_records_larger_than_a_chunk_are_read(
    tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "CHUNK", 7)
    assert import_file(as_array(tmp_path / "a.json"), target).cards == len(CARDS)
    assert import_file(as_lines(tmp_path / "l.jsonl"), target).cards == len(CARDS)
    assert import_file(as_atomic(tmp_path / "m.json"), target).cards == len(ATOMIC)


def test_atomic_cards_are_the_same_cards(tmp_path: Path, target: Path) -> None:
    import_file(as_atomic(tmp_path / "AtomicCards.json"), target)
    atomic = Catalogue(target)
    assert names(target) == sorted(ATOMIC)
    lord = atomic.card("Tide Lord")
    keeper = atomic.card("night keeper")
    import_file(as_lines(tmp_path / "l.jsonl"), target)
    plain = Catalogue(target)
    assert lord is not None and keeper is not None
    assert lord.faces == plain.card("Tide Lord").faces  # type: ignore[union-attr]  # a missing card fails the test
    assert keeper.faces == plain.card("night keeper").faces  # type: ignore[union-attr]  # a missing card fails the test
    assert lord.sets == ("aaa", "bbb")


def test_atomic_meld_cards_are_each_a_card(tmp_path: Path, target: Path) -> None:
    def face(name: str, side: str) -> dict[str, Any]:
        line = "Creature — Angel"
        return {"faceName": name, "side": side, "layout": "meld", "type": line, "power": "3"}

    data = {
        "Left // Whole": [face("Left", "a"), face("Whole", "b")],
        "Right // Whole": [face("Right", "a"), face("Whole", "b")],
    }
    import_file(as_atomic(tmp_path / "m.json", data), target)
    assert names(target) == ["Left", "Right", "Whole"]


def test_printings_of_a_card_are_one_card_with_all_its_sets(tmp_path: Path, target: Path) -> None:
    file = as_array(tmp_path / "a.json", [LORD, BEAR, {**LORD, "set": "bbb"}])
    report = import_file(file, target)
    assert (report.cards, report.printings) == (2, 1)
    lord = Catalogue(target).card("Tide Lord")
    assert lord is not None and lord.sets == ("aaa", "bbb")


def test_tokens_and_the_like_are_no_cards(tmp_path: Path, target: Path) -> None:
    token = {"name": "Bear", "layout": "token", "type_line": "Token Creature — Bear"}
    report = import_file(as_array(tmp_path / "a.json", [token, BEAR]), target)
    assert (report.cards, report.not_cards, report.bad_count) == (1, 1, 0)


def test_a_reversible_card_is_the_card_on_its_side(tmp_path: Path, target: Path) -> None:
    both = {"name": "X // X", "layout": "reversible_card", "card_faces": [{**LORD}, {**LORD}]}
    import_file(as_array(tmp_path / "a.json", [both]), target)
    assert names(target) == ["Tide Lord"]


@pytest.mark.parametrize(
    ("bad", "where", "reason"),
    [
        ({"name": "No Line"}, "`No Line`", "`type_line`"),
        ({**BEAR, "power": "huge"}, f"`{BEAR['name']}`", "`huge`"),
        ({"type_line": "Creature"}, "a record", "`name`"),
        ("text", "", "not `text`"),
    ],
)
def test_a_bad_record_is_named_and_passed_over(
    tmp_path: Path, target: Path, bad: Any, where: str, reason: str
) -> None:
    report = import_file(as_array(tmp_path / "a.json", [LORD, bad]), target)
    assert (report.cards, report.bad_count) == (1, 1)
    assert report.bad[0].where == where
    assert reason in report.bad[0].reason


def test_a_broken_line_is_named_by_its_number(tmp_path: Path, target: Path) -> None:
    file = as_lines(tmp_path / "l.jsonl", [LORD, BEAR])
    file.write_text(file.read_text() + '{"name": "Half\n')
    report = import_file(file, target)
    assert (report.cards, [bad.where for bad in report.bad]) == (2, ["line 3"])


ATOMIC_SETS = {"meta": {}, "data": {"AAA": {"cards": [LORD]}}}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"name,cost\n", "begins with `n`"),
        (b"\xff\xfe\x00", "not a UTF-8 text"),
        (b"[]", "no record that is a card"),
        (b'{"name": "X"}\n', "`type_line`"),
        (b'{"hello": 1}', "`name`"),
        (b'[{"name": "X"', "breaks off"),
        (b'[{"name": "X"} {"name": "Y"}]', "between records"),
        (b"[1, 2, 3]", "no record that is a card"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"meta": {}, "other": 1}', "no `data`"),
        (json.dumps(ATOMIC_SETS).encode(), "AtomicCards"),
        (gzip.compress(b"[" + b" " * 9000, mtime=0)[:-12], "damaged gzip"),
    ],
)
def test_what_is_no_card_file_is_refused_with_a_reason(
    tmp_path: Path, target: Path, content: bytes, reason: str
) -> None:
    import_file(as_lines(tmp_path / "l.jsonl"), target)
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(BadFile) as error:
        import_file(file, target)
    assert reason in str(error.value)
    assert str(file) in str(error.value)
    # The old catalogue is as it was, and nothing lies beside it.
    assert names(target) == ALL
    assert [path.name for path in target.parent.iterdir()] == [target.name]


def test_several_processes_read_what_one_reads(tmp_path: Path, target: Path) -> None:
    many = [{**LORD, "name": f"Tide Lord {number}"} for number in range(700)]
    file = as_array(tmp_path / "a.json", many)
    done: list[int] = []
    report = import_file(file, target, progress=lambda at, size: done.append(at * 100 // size))
    assert report.cards == 700
    assert done == sorted(done) and done[-1] == 100
    parallel = list(Catalogue(target).all_cards())
    import_file(file, target, workers=HERE)
    assert list(Catalogue(target).all_cards()) == parallel


def test_an_error_half_way_leaves_the_old_catalogue(
    tmp_path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_file(as_lines(tmp_path / "l.jsonl"), target)
    seen: list[Report] = []

    def interrupted(compiled: object, report: Report) -> Any:
        seen.append(report)
        raise KeyboardInterrupt

    monkeypatch.setattr(importing, "_good", interrupted)
    with pytest.raises(KeyboardInterrupt):
        import_file(as_lines(tmp_path / "n.jsonl", [LORD]), target)
    assert seen
    assert names(target) == ALL
    assert [path.name for path in target.parent.iterdir()] == [target.name]


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are sent as signals")
def test_an_interrupted_command_ends_quietly_and_leaves_the_old_catalogue(
    tmp_path: Path, target: Path
) -> None:
    import_file(as_lines(tmp_path / "l.jsonl"), target)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [sys.executable, "-c", "from striate.app.cli import main; main()"]
    process = subprocess.Popen(
        [*command, "cards", "import", str(pipe)],
        env={**os.environ, "STRIATE_CATALOGUE": str(target)},
        stderr=subprocess.PIPE,
        text=True,
    )
    with pipe.open("w") as writer:
        writer.write(f"[\n{json.dumps(LORD)},\n")
        writer.flush()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert "interrupted" in errors
    assert names(target) == ALL
