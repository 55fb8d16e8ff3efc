"""`striate grade`: an engine's outcomes against a suite, by rule and by variant."""

import json
import os
import select
import shlex
import shutil
import signal
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from striate.app.cli import main
from striate.boards.errors import BoardError
from striate.boards.reading import board_from_text, read_boards
from striate.cards.catalogue.store import Catalogue
from striate.encodings import reading as constraints
from striate.encodings import variants
from striate.encodings.clauses import WRONG_READINGS, wrong_reading
from striate.queries.answers import read_by
from striate.queries.checking import check
from striate.queries.expectations import differences
from striate.queries.grading.engineresults import read_results
from striate.queries.grading.grading import grade, read_suite
from striate.queries.grading.wall import wall
from striate.queries.outcome import Outcome
from striate.queries.showing import outcome_json, words_for
from tests.corpus import BOARDS

ANTHEM = """
id: anthem
note: The anthem modifies after Humility has set.
rules: ["613.4b", "613.4c"]
area: set-after-modify
engine_bug: the Bears are 1/1
steps: [{enter: Glorious Anthem}, {enter: Grizzly Bears}, {enter: Humility}]
expect:
  Grizzly Bears: {power: 2, toughness: ">= 2", no_abilities: true, is: [Bear], is_not: [Elf]}
"""
LEVEL = """
rules: ["613.4c"]
area: upper-bound
steps: [{enter: Coralhelm Commander}, {level_up: Coralhelm Commander, times: 3}]
expect:
  Coralhelm Commander: {power: 3, toughness: 3, has: [Flying], lacks: [Trample], colors: [U]}
"""
RIGHT_BEARS = {"power": 2, "toughness": 2, "abilities": [], "subtypes": ["Bear"]}
RIGHT_LEVEL = {
    "handle": "Coralhelm Commander", "power": 3, "toughness": 3, "colors": ["U"],
    "abilities": ["Level up {1}", "flying", "Ward {2}"],
}  # fmt: skip


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    folder = tmp_path / "suite"
    (folder / "levels").mkdir(parents=True)
    (folder / "anthem.yaml").write_text(ANTHEM)
    (folder / "levels" / "level-3.yaml").write_text(LEVEL)
    (folder / "README.md").write_text("not a board")
    return folder


def run(suite: Path, boards: Any, *options: str, engine: str = "Some engine") -> Result:
    results = suite.parent / "results.json"
    text = boards if isinstance(boards, str) else json.dumps({"engine": engine, "boards": boards})
    results.write_text(text)
    arguments = ["grade", "--cases", str(suite), "--results", str(results), *options]
    return CliRunner().invoke(main, arguments)


def test_all_right_is_exit_0(suite: Path) -> None:
    done = run(
        suite,
        {
            "anthem": {"objects": {"Grizzly Bears": RIGHT_BEARS}},
            "level-3": {"objects": [RIGHT_LEVEL]},
        },
    )
    assert done.exit_code == 0, done.output
    assert done.output.endswith("Some engine: 2 right, 0 wrong, 0 partly, 0 not given\n")


def test_a_wrong_board_is_told_with_its_rules_its_variant_and_the_wrong_answer(
    suite: Path,
) -> None:
    wrong = RIGHT_BEARS | {"power": 1, "toughness": 1, "subtypes": ["Bear", "Elf"]}
    done = run(suite, {"anthem": {"objects": {"Grizzly Bears": wrong}}, "level-3": "pass"})
    assert done.exit_code == 1
    assert done.output == (
        "broken  613.4b, 613.4c: anthem, 3 steps\n"
        "wrong   anthem (613.4b, 613.4c)\n"
        "        Grizzly Bears: power: expected 2, got 1\n"
        "        Grizzly Bears: toughness: expected >= 2, got 1\n"
        "        Grizzly Bears: is_not: expected Elf, got Bear, Elf\n"
        "        variant: set-after-modify\n"
        "        a faulty engine: the Bears are 1/1\n"
        "        why: The anthem modifies after Humility has set.\n"
        "variant           boards  right  wrong  partly  not given\n"
        "set-after-modify       1      0      1       0          0\n"
        "upper-bound            1      1      0       0          0\n"
        "\n"
        "rule    boards  right  wrong  partly  not given\n"
        "613.4b       1      0      1       0          0\n"
        "613.4c       2      1      1       0          0\n"
        "\n"
        "Some engine: 1 right, 1 wrong, 0 partly, 0 not given\n"
    )


def test_what_is_not_said_is_never_right(suite: Path) -> None:
    done = run(suite, {"anthem": {"objects": {"Grizzly Bears": {"power": 2}}}, "level-3": "skip"})
    assert done.exit_code == 3
    assert done.output.endswith("0 right, 0 wrong, 1 partly, 1 not given\n")
    plain = json.loads(run(suite, {"anthem": {}}, "--json").output)
    assert plain["boards"][0]["not_told"] == [
        f"Grizzly Bears: {what}" for what in ("power", "toughness", "no_abilities", "is", "is_not")
    ]


def test_json_has_boards_variants_and_rules(suite: Path) -> None:
    done = run(suite, {"anthem": "fail"}, "--json")
    assert done.exit_code == 1
    plain = json.loads(done.output)
    assert plain["engine"] == "Some engine"
    assert plain["boards"][0] == {
        "id": "anthem", "verdict": "wrong", "variant": "set-after-modify",
        "rules": ["613.4b", "613.4c"], "differences": [], "not_told": [],
        "note": "The anthem modifies after Humility has set.", "wrong_answer": "the Bears are 1/1",
    }  # fmt: skip
    assert plain["variants"][1] == {
        "variant": "upper-bound", "boards": 1, "right": 0, "wrong": 0, "partly": 0, "not_given": 1,
    }  # fmt: skip
    assert [one["rule"] for one in plain["rules"]] == ["613.4b", "613.4c"]


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ("{", "is not JSON: input data was truncated"),
        ("[]", "expected `object`, got `array`"),
        ("{}", "object missing required field `boards`"),
        ('{"boards": {"anthem": "maybe"}}', ("boards.anthem: expected \"pass\", \"fail\", \"skip\" "
                                            "or an object, not \"maybe\"")),
        ('{"boards": {"anthem": {"objects": [{"power": 1}]}}}',
        "boards.anthem.objects[0]: an object in a list needs a `handle`"),
        ('{"boards": {"anthem": {"objects": [{"handle": "a"}, {"handle": "a"}]}}}',
        "boards.anthem.objects[1]: the handle `a` is given twice"),
        ('{"boards": {"anthem": {"objects": {"Grizly Bears": {}}}}}',
        ("boards.anthem: the board `anthem` has no object `Grizly Bears`; did you mean `Grizzly "
        "Bears`?")),
        ('{"boards": {"anthem": {"objects": {"Grizzly Bears": {"power": "2"}}}}}',
        "boards.anthem.objects[...].power: expected `int | null`, got `str`"),
        ('{"boards": ' + '{"a":' * 5000 + "1" + "}" * 5001,
        "is not JSON: maximum recursion depth exceeded"),
        ('{"format": 2, "boards": {}}', "format: invalid enum value 2"),
    ],
)  # fmt: skip
def test_results_that_are_not_results_are_exit_2(suite: Path, results: str, message: str) -> None:
    done = run(suite, results)
    assert done.exit_code == 2
    assert message in done.stderr and "Traceback" not in done.output


def test_a_suite_with_a_mistake_is_exit_2(suite: Path) -> None:
    (suite / "again.yaml").write_text(ANTHEM)
    done = run(suite, {})
    assert done.exit_code == 2 and "the id `anthem` is already that of another board" in done.stderr
    (suite / "again.yaml").write_text("steps: [{enter: Grizly Bears}]")
    assert "no card is named `Grizly Bears`" in run(suite, {}).stderr
    empty = suite / "levels" / "none"
    empty.mkdir()
    assert "has no board files" in run(empty, {}).stderr


def test_boards_that_the_suite_does_not_have_are_named(suite: Path) -> None:
    done = run(suite, {"anthem": "pass", "level-3": "pass", "other": "fail"})
    assert done.exit_code == 0
    assert "striate: the suite has no board `other`" in done.stderr


def test_gone_and_other_facts_are_compared_where_they_are_said(suite: Path) -> None:
    (suite / "dead.yaml").write_text(
        "steps: [{enter: Grizzly Bears}, {enter: Forest}, {counters: {-1/-1: 2}, on: Grizzly "
        "Bears}]\n"
        "expect:\n  Grizzly Bears: {gone: true, counters: {-1/-1: 2}}\n"
        "  Forest: {card_types: [Land], controller: you, name: Forest, tapped: false, power: "
        "null}\n"
    )
    forest = {
        "types": ["Land"], "controller": "you", "name": "Forest", "tapped": False,
    }  # fmt: skip
    bears = {"counters": {"-1/-1": 2}}
    rest = {"anthem": "pass", "level-3": "pass"}
    right = {"objects": {"Forest": forest, "Grizzly Bears": bears}, "gone": ["Grizzly Bears"]}
    assert run(suite, rest | {"dead": right}).exit_code == 0
    there = {"objects": {"Forest": forest, "Grizzly Bears": bears | {"zone": "battlefield"}}}
    assert "gone: expected true, got false" in run(suite, rest | {"dead": there}).output
    stolen = right | {
        "objects": {"Forest": forest | {"controller": "opponent"}, "Grizzly Bears": bears}
    }
    assert "controller: expected you, got opponent" in run(suite, rest | {"dead": stolen}).output


def test_what_outcome_prints_is_right_on_every_board_that_passes(tmp_path: Path) -> None:
    catalogue = Catalogue.open()
    results: dict[str, Any] = {}
    for board in read_boards(BOARDS / "copying.yaml", catalogue):
        assert not isinstance(board, BoardError)
        answer = read_by("referee", board)
        if differences(board.expect, answer) or answer.not_modelled:
            results[board.id] = "skip"
            continue
        words = words_for(board, catalogue.words)
        results[board.id] = outcome_json(Outcome(answer, (), False), words)
    folder = tmp_path / "suite"
    folder.mkdir()
    shutil.copy(BOARDS / "copying.yaml", folder)
    plain = json.loads(run(folder, results, "--json").output)
    verdicts = Counter(board["verdict"] for board in plain["boards"])
    assert not verdicts["wrong"], [one for one in plain["boards"] if one["verdict"] == "wrong"]
    assert verdicts["right"] > len(results) // 2


@pytest.mark.parametrize(("as_it_errs", "verdict"), [(True, "wrong"), (False, "right")])
def test_an_engine_that_reads_wrongly_is_wrong_on_the_board_of_that_reading(
    tmp_path: Path, as_it_errs: bool, verdict: str
) -> None:
    """What the engine says is all that it says: of each board, by the reading it was made for."""
    catalogue = Catalogue.open()
    folder = ROOT / "examples" / "suite"
    results: dict[str, Any] = {}
    suite = read_suite(folder, catalogue)
    made_for = {name: dict(board.extras)["area"] for name, board in suite.items()}
    assert set(made_for.values()) == set(variants.names())
    for board in suite.values():
        with wrong_reading(made_for[board.id] if as_it_errs else None):
            answer = constraints.outcome(board)
        words = words_for(board, catalogue.words)
        results[board.id] = outcome_json(Outcome(answer, (), False), words)
    kept = tmp_path / "results.json"
    kept.write_text(json.dumps({"boards": results}))
    arguments = ["grade", "--cases", str(folder), "--results", str(kept), "--json"]
    boards = json.loads(CliRunner().invoke(main, arguments).output)["boards"]
    assert {board["id"]: board["verdict"] for board in boards} == dict.fromkeys(results, verdict)


def test_reading_a_suite_and_results_from_files(suite: Path, tmp_path: Path) -> None:
    boards = read_suite(suite, Catalogue.open())
    assert list(boards) == ["anthem", "level-3"]
    path = tmp_path / "r.json"
    path.write_text('{"boards": {"anthem": "pass"}}')
    assert read_results(path).boards == {"anthem": "pass"}


# --- for an engine's author -----------------------------------------------------------------------

WRONG = {"objects": {"Grizzly Bears": RIGHT_BEARS | {"power": 1, "abilities": ["flying"]}}}


def test_markdown_begins_with_the_clauses_broken_and_has_the_board_of_each(suite: Path) -> None:
    done = run(suite, {"anthem": WRONG, "level-3": "fail"}, "--format", "markdown")
    assert done.exit_code == 1
    lines = done.output.splitlines()
    assert lines[0] == "## Some engine: 0 right, 2 wrong, 0 partly, 0 not given"
    # 613.4c: the board of two steps, not that of three.
    assert lines[4] == ("| 613.4b | anthem | Grizzly Bears: power is 1, and should be 2 |")
    assert lines[5].startswith("| 613.4c | level-3 | ")
    assert "### 613.4b, anthem" in lines
    assert "- Grizzly Bears: no_abilities is flying, and should be true" in done.output
    assert "The engine's own test of this board fails." in done.output
    assert "Right is: The anthem modifies after Humility has set." in done.output


def test_the_boards_of_the_markdown_are_board_files(suite: Path) -> None:
    done = run(suite, {"anthem": WRONG, "level-3": "fail"}, "--format", "markdown")
    blocks = done.output.split("```yaml\n")[1:]
    boards = [board_from_text(each.split("```")[0], Catalogue.open()) for each in blocks]
    assert [len(each.steps) for each in boards] == [3, 2]
    assert all(check(each).status == "pass" for each in boards)


def test_markdown_of_an_engine_that_errs_nowhere(suite: Path) -> None:
    done = run(suite, {"anthem": "pass", "level-3": "pass"}, "--format", "markdown")
    assert done.exit_code == 0
    assert done.output.endswith("No clause is seen to be broken.\n")
    assert run(suite, {}, "--format", "markdown", "--json").exit_code == 2


# --- several engines on one page, and an engine's own program -------------------------------------

ROOT = Path(__file__).parent.parent
RESULTS = ("examples/engines/xmage-bb9895f.json", "examples/engines/forge-0fe172b.json")
ENGINES = " ".join(("striate grade --cases examples/suite", *(f"--results {r}" for r in RESULTS)))


def test_the_page_of_engines_is_what_grade_writes() -> None:
    suite = read_suite(ROOT / "examples" / "suite", Catalogue.open())
    reports = [grade(suite, read_results(ROOT / each)) for each in RESULTS]
    said = wall(reports, f"{ENGINES} --write bench/results/engines.md")
    assert said == (ROOT / "bench" / "results" / "engines.md").read_text("utf-8")


def test_the_page_names_clauses_boards_and_how_an_engine_errs_otherwise() -> None:
    page = (ROOT / "bench" / "results" / "engines.md").read_text("utf-8")
    assert "| 613.6 | continuation-off, set-asked-again | **1 of 2** | 2 of 2 |" in page
    assert "| continuation-off-1 | 613.6 | **wrong** | right |" in page
    assert "XMage errs otherwise: none of the effects of a dependency loop is applied." in page
    assert "XMage errs otherwise: dependencies are declared by hand" in page


@pytest.mark.parametrize("results", RESULTS)
def test_an_engine_that_is_named_for_a_wrong_reading_fails_its_board(results: str) -> None:
    given = read_results(ROOT / results)
    named = [name for name, one in WRONG_READINGS.items() if given.engine.split()[0] in one.engines]
    assert named and all(given.boards[f"{name}-1"] == "fail" for name in named)


def test_a_page_may_hold_several_engines(suite: Path, tmp_path: Path) -> None:
    options: list[str] = []
    for engine, answer in (("One", "pass"), ("Two", "fail")):
        file = tmp_path / f"{engine}.json"
        file.write_text(json.dumps({"engine": engine, "boards": {"anthem": answer}}))
        options += ["--results", str(file)]
    page = tmp_path / "page.md"
    arguments = ["grade", "--cases", str(suite), *options, "--write", str(page)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert "| clause | wrong readings of it | One | Two |" in page.read_text("utf-8")
    assert "| 613.4b | set-after-modify | 1 of 1 | **0 of 1** |" in page.read_text("utf-8")
    assert "| level-3 | 613.4c | – | – |" in page.read_text("utf-8")
    without = CliRunner().invoke(main, arguments[:-2])
    assert without.exit_code == 2 and "give --write FILE" in without.stderr


def run_program(suite: Path, program: str, *options: str) -> Result:
    file = suite.parent / "engine.py"
    file.write_text("import json, sys\nboard = json.load(sys.stdin)\n" + program)
    command = shlex.join([sys.executable, str(file)])
    return CliRunner().invoke(main, ["grade", "--cases", str(suite), "--run", command, *options])


def test_boards_go_one_by_one_through_an_engines_own_program(suite: Path) -> None:
    program = (
        "bears = {'power': 1, 'toughness': 2, 'abilities': [], 'subtypes': ['Bear']}\n"
        "known = board.get('id') == 'anthem' and board['steps'][1]['enter'] == 'Grizzly Bears'\n"
        "print(json.dumps({'objects': {'Grizzly Bears': bears}} if known else 'skip'))\n"
    )
    done = run_program(suite, program)
    assert done.exit_code == 1
    assert "Grizzly Bears: power: expected 2, got 1" in done.output
    assert done.output.endswith("0 right, 1 wrong, 0 partly, 1 not given\n")


def test_a_program_that_fails_or_takes_long_gives_no_answer(suite: Path) -> None:
    failing = run_program(suite, "sys.exit('no such card')\n")
    assert failing.exit_code == 3
    assert "striate: `anthem` has no answer: exit status 1: no such card" in failing.stderr
    slow = run_program(suite, "import time\ntime.sleep(30)\n", "--seconds", "0.2")
    assert slow.exit_code == 3 and "`anthem` has no answer: no answer in 0.2 seconds" in slow.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--run", "/no/such/program"], "`/no/such/program` can't be run: No such file"),
        (["--run", "'"], "is no command: no closing quotation"),
        (["--run", ""], "`--run` needs a command"),
        ([], "give --results FILE, or --run COMMAND"),
    ],
)
def test_a_command_that_is_none_is_exit_2(suite: Path, options: list[str], message: str) -> None:
    done = CliRunner().invoke(main, ["grade", "--cases", str(suite), *options])
    assert done.exit_code == 2 and message in done.stderr


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("print('perhaps')\n", ("is not JSON: JSON is malformed: invalid character (byte 0); it "
                               "begins `perhaps")),
        ("print('1}, {')\n", "is not JSON: JSON is malformed: trailing characters"),
        ("print(json.dumps({'objects': {'Nobody': {}}}))\n",
        "the board `anthem` has no object `Nobody`"),
        ("print(json.dumps({'objects': {'Grizzly Bears': {'power': '2'}}}))\n",
        "objects[...].power: expected `int | null`, got `str`"),
    ],
)  # fmt: skip
def test_an_answer_that_is_none_counts_as_not_given_and_the_others_are_asked(
    suite: Path, program: str, message: str
) -> None:
    only = f"if board['id'] == 'anthem':\n    {program}else:\n    print('\"pass\"')\n"
    done = run_program(suite, only)
    assert done.exit_code == 3
    assert f"striate: `anthem` has no answer: {message}" in done.stderr
    assert done.output.endswith("1 right, 0 wrong, 0 partly, 1 not given\n")


def test_a_program_is_told_every_board_by_the_name_that_the_suite_has_for_it(suite: Path) -> None:
    done = run_program(suite, "sys.exit('I am asked about ' + board['id'])\n")
    for called in ("anthem", "level-3"):
        assert (
            f"`{called}` has no answer: exit status 1: I am asked about {called}\n" in done.stderr
        )


def test_what_an_answer_does_not_tell_is_named(suite: Path) -> None:
    done = run(suite, {"anthem": {"objects": {"Grizzly Bears": RIGHT_BEARS | {"power": 2}}}})
    assert "not told" not in done.output
    del (bears := dict(RIGHT_BEARS))["toughness"]
    done = run(suite, {"anthem": {"objects": {"Grizzly Bears": bears}}})
    assert "partly  anthem: the engine does not say: Grizzly Bears: toughness\n" in done.output


def test_a_program_that_takes_too_long_ends_with_all_that_it_has_started(suite: Path) -> None:
    helper = suite.parent / "helper"
    program = (
        "import pathlib, subprocess\n"
        "if board['id'] != 'anthem':\n"
        "    sys.exit(1)\n"
        "helper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"pathlib.Path({str(helper)!r}).write_text(str(helper.pid))\n"
        "helper.wait()\n"
    )
    done = run_program(suite, program, "--seconds", "8")
    assert "`anthem` has no answer: no answer in 8 seconds" in done.stderr
    with suppress(ProcessLookupError):  # it has ended already
        process = os.pidfd_open(int(helper.read_text()))
        assert select.select([process], [], [], 60)[0]
        os.close(process)


def test_of_what_a_program_leaves_running_nothing_is_awaited(suite: Path) -> None:
    helpers = suite.parent / "helpers"
    program = (
        "import subprocess\n"
        "helper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(helpers)!r}, 'a').write(f'{{helper.pid}} ')\n"
        "print('\"pass\"')\n"
    )
    done = run_program(suite, program)
    for pid in helpers.read_text().split():
        os.kill(int(pid), signal.SIGKILL)
    assert done.exit_code == 0 and "no answer" not in done.stderr


def test_an_answer_without_end_is_none(suite: Path) -> None:
    done = run_program(suite, "while True:\n    print('0' * 1000000)\n")
    assert "`anthem` has no answer: it printed more than 16 MB" in done.stderr


def test_kept_answers_are_results_and_are_not_asked_again(suite: Path) -> None:
    kept = suite.parent / "kept.json"
    asked = suite.parent / "asked"
    note = f"open({str(asked)!r}, 'a').write(board['id'] + ' ')\n"
    failing = "if board['id'] == 'level-3' and not sys.argv[1:]:\n    sys.exit(1)\n"
    program = note + failing + "print(json.dumps({'objects': {}}))\n"
    assert run_program(suite, program, "--keep", str(kept)).exit_code == 3
    assert json.loads(kept.read_text())["boards"] == {"anthem": {"objects": {}}}
    again = run_program(suite, program.replace("not sys.argv", "sys.argv"), "--keep", str(kept))
    assert again.exit_code == 3 and "no answer" not in again.stderr
    assert asked.read_text().split() == ["anthem", "level-3", "level-3"]
    results = CliRunner().invoke(main, ["grade", "--cases", str(suite), "--results", str(kept)])
    assert results.stdout == again.stdout
    other = ["grade", "--cases", str(suite), "--run", "another", "--keep", str(kept)]
    refused = CliRunner().invoke(main, other)
    assert refused.exit_code == 2 and "holds the answers of" in refused.stderr
    without = CliRunner().invoke(main, [*other[:3], "--results", str(kept), "--keep", str(kept)])
    assert without.exit_code == 2 and "--keep goes with --run" in without.stderr


def test_a_program_that_prints_nothing_gives_no_answer(suite: Path) -> None:
    done = run_program(suite, "")
    assert done.exit_code == 3 and "`anthem` has no answer: nothing was printed" in done.stderr


_ENGINE = """
class Card:
    power, toughness, types = 2, 2, ["Creature"]

class Game:
    def __init__(self):
        self.cards = {}
    def put(self, handle, name, controller):
        self.cards[handle] = Card()
    def permanents(self):
        return self.cards.items()
"""


def test_the_adapter_of_the_docs_is_one(suite: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docs = (Path(__file__).parent.parent / "docs" / "grade.md").read_text(encoding="utf-8")
    program = docs.split("```python\n")[1].split("```")[0]
    folder = suite.parent / "adapter"
    folder.mkdir()
    (folder / "my_engine.py").write_text(_ENGINE)
    (folder / "adapter.py").write_text(program)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    command = shlex.join([sys.executable, str(folder / "adapter.py")])
    done = CliRunner().invoke(main, ["grade", "--cases", str(suite), "--run", command])
    assert done.exit_code == 3 and "no answer" not in done.stderr
    assert done.output.endswith("0 right, 0 wrong, 1 partly, 1 not given\n")
