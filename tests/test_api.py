"""`import striate`: a small stable API, whose answers show themselves."""

import ast
import inspect
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

import striate
from striate.app.cli import main
from striate.boards.errors import BoardError
from striate.boards.timeline import Board
from striate.notebook import register

ROOT = Path(__file__).parent.parent
FIVE: Any = 5  # what no type checker lets through
NOTHING: Any = None
FROG = "Grizzly Bears; Frogify on Grizzly Bears"


def test_every_public_name_is_in_the_docs() -> None:
    told = (ROOT / "docs" / "python.md").read_text()
    for name in striate.__all__:
        assert f"`striate.{name}" in told, name
    named = re.findall(r"`striate\.(\w+)[(`.]", told)
    assert set(named) - {"results", "testing"} == set(striate.__all__)


def test_every_public_function_says_what_it_gives() -> None:
    for name in striate.__all__:
        value = getattr(striate, name)
        if inspect.isfunction(value):
            assert value.__doc__ and "return" in value.__annotations__, name


def test_importing_loads_nothing_heavy() -> None:
    code = (
        "import sys, striate\n"
        "heavy = {'z3', 'rich', 'yaml', 'msgspec', 'striate.boards', 'striate.queries'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_module_is_the_command() -> None:
    run = [sys.executable, "-m", "striate", "--version"]
    told = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    assert told == f"striate {striate.__version__}\n"


@pytest.mark.parametrize(
    "source",
    [
        FROG,
        "steps:\n  - enter: Grizzly Bears\n  - {enter: Frogify, attached_to: Grizzly Bears}\n",
        (
            '{"steps": [{"enter": "Grizzly Bears"}, {"enter": "Frogify", "attached_to": "Grizzly '
            'Bears"}]}'
        ),
        {
            "steps": [
                {"enter": "Grizzly Bears"},
                {"enter": "Frogify", "attached_to": "Grizzly Bears"},
            ]
        },
    ],
    ids=["line", "yaml", "json", "data"],
)
def test_a_board_is_given_in_any_form(source: Any) -> None:
    board = striate.board(source)
    assert isinstance(board, Board)
    assert striate.board(board) is board
    assert striate.outcome(source)["Grizzly Bears"].subtypes == ("Frog",)


def test_a_board_is_given_as_a_file() -> None:
    path = ROOT / "examples" / "godhead-after-commander.yaml"
    assert striate.check(path) and striate.check(str(path)).status == "pass"


def test_what_is_no_board_is_told() -> None:
    with pytest.raises(BoardError, match="no card is named"):
        striate.outcome("Grizly Bears")


@pytest.mark.parametrize("source", [None, 5, ["Grizzly Bears"]])
def test_what_has_not_the_type_of_a_board_is_told(source: Any) -> None:
    with pytest.raises(BoardError, match="expected a line, the text of a board file"):
        striate.board(source)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (lambda: striate.find("Humility is a creature", cards=FIVE), "`cards` is a list of names"),
        (lambda: striate.find("a creature", cards=["Humility", NOTHING]), "`cards` is a list of"),
        (lambda: striate.find("a creature", cards="Humility", most=0), "from 1 to 10000"),
        (lambda: striate.find("a creature", cards="Humility", size=0), "from 1 to 20"),
        (lambda: striate.find("a creature", cards="Humility", timeout=-1), "above 0"),
        (lambda: striate.find("a creature", cards="Humility", memory=True), "at least 200"),
        (lambda: striate.find(NOTHING), "`goal` is a text, not `nothing`"),
        (lambda: striate.why_not("a creature", "Humility", cards=FIVE), "`cards` is a list"),
        (lambda: striate.explain("Humility", FIVE), "`handle` is a text"),
        (lambda: striate.verify(FIVE), "`theorems` is a text"),
        (lambda: striate.verify("swap-players", jobs=0), "from 1 to 256"),
        (lambda: striate.generate("dependency-off", count=0), "from 1 to 100"),
        (lambda: striate.cards.card(FIVE), "`name` is a text"),
        (lambda: striate.cards.search(NOTHING), "`filter` is a text, not"),
    ],
)
def test_what_no_function_takes_is_refused(asked: Callable[[], object], told: str) -> None:
    with pytest.raises(striate.StriateError, match=re.escape(told)):
        asked()


def test_what_can_not_fail_says_so() -> None:
    with pytest.raises(BoardError, match="a board in a line expects nothing"):
        striate.check(FROG)
    checked = striate.check({"steps": [{"enter": "Grizzly Bears"}]})
    assert str(checked) == "pass\nnothing is expected: the board has no `expect`"
    board = {"steps": [{"enter": "Grizzly Bears"}], "expect": {"Grizzly Bears": {"power": 2}}}
    assert str(striate.check(board)) == "pass"


@pytest.mark.parametrize(
    ("steps", "sure"),
    [
        ([{"enter": "Grizzly Bears"}], True),
        (
            [{"token": {"name": "Odd", "type_line": "Artifact", "oracle_text": "Frobnicate."}}],
            False,
        ),
        ([{"enter": "Kavu Primarch"}], False),  # was it kicked?
    ],
    ids=["understood", "not understood", "not told"],
)
def test_sure_means_one_thing(steps: list[Any], sure: bool) -> None:
    found = striate.outcome({"steps": steps})
    assert found.sure == found.to_dict()["sure"] == sure


def test_what_one_reading_alone_says_is_not_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("striate.queries.replaying.MOST", 0)
    found = striate.outcome(FROG)
    told = found.to_dict()
    assert (told["sure"], told["checked"], told["replayed"]) == (False, False, "nothing")
    assert not found.sure and not found.not_modelled


def test_every_exception_is_of_one_family() -> None:
    for name in striate.errors.__all__:
        assert issubclass(getattr(striate.errors, name), striate.StriateError)
    with pytest.raises(striate.StriateError, match="did you mean `Grizzly Bears`"):
        striate.cards.card("Grizly Bears")
    with pytest.raises(striate.StriateError):
        striate.find("Grizzly Bears is 3/3", cards="Glorious Anthemm")
    try:
        striate.outcome("Grizly Bears")
    except striate.StriateError as error:
        assert error._render_traceback_() == [str(error)]


def test_an_outcome_counts_compares_and_pickles() -> None:
    found = striate.outcome(FROG)
    assert len(found) == 2 and "Frogify" in found and "Humility" not in found
    again = pickle.loads(pickle.dumps(found))
    assert again == found == striate.outcome(FROG) != striate.outcome("Grizzly Bears")
    assert str(again) == str(found)


def test_cards_are_named_as_in_the_shell() -> None:
    goal = "Grizzly Bears is 3/3"
    listed = striate.find(goal, cards=["Grizzly Bears", "Glorious Anthem"])
    assert listed.boards == striate.find(goal, cards="Grizzly Bears, Glorious Anthem").boards


def test_threads_do_not_disturb_each_other() -> None:
    boards = [FROG, "Humility; Opalescence", "Blood Moon; Dryad Arbor", "Grizzly Bears; Humility"]
    alone = [str(striate.outcome(board)) for board in boards]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda board: str(striate.outcome(board)), boards * 4))
    assert together == alone * 4


def test_what_is_found_draws_itself() -> None:
    found = striate.find("Grizzly Bears is 3/3", cards="Grizzly Bears, Glorious Anthem")
    near = striate.why_not("Grizzly Bears is 3/3", "Grizzly Bears", cards="Glorious Anthem")
    why = striate.explain(FROG)
    for each in (found, near, why, found.boards):
        assert 'class="card' in each._repr_html_()
    assert "Grizzly Bears is not 3/3" in near._repr_html_()


def test_a_notebook_draws_boards_and_cards() -> None:
    told: dict[tuple[str, str], Any] = {}
    formatter = SimpleNamespace(
        for_type_by_name=lambda module, name, draw: told.update({(module, name): draw})
    )
    register(
        SimpleNamespace(display_formatter=SimpleNamespace(formatters={"text/html": formatter}))
    )
    values = (striate.board("Grizzly Bears"), striate.cards.card("Grizzly Bears"))
    for value in values:
        kind = type(value)
        assert "Grizzly Bears" in told[kind.__module__, kind.__name__](value)


def test_an_object_is_typed_data() -> None:
    found = striate.outcome(f"{FROG}; counters 3 -1/-1 on Grizzly Bears")
    bears = found["Grizzly Bears"]
    assert (bears.power, bears.toughness, bears.gone) == (-2, -2, True)
    assert bears.counters == {"-1/-1": 3} and bears.controller == "you"
    assert [each.handle for each in found] == ["Grizzly Bears", "Frogify"]
    assert found.sure and not found.not_modelled
    # 704.5m: the Aura that enchanted it follows it.
    assert found.to_dict()["gone"] == ["Frogify", "Grizzly Bears"]
    with pytest.raises(KeyError, match="did you mean `Grizzly Bears`"):
        found["Grizly Bears"]


def test_an_outcome_is_drawn_with_what_differs_marked() -> None:
    found = striate.outcome(FROG)
    drawn = found._repr_html_()
    assert "<ins>Frog</ins>" in drawn and "<del>Bear</del>" in drawn
    assert "<ins>1/1</ins> <del>2/2</del>" in drawn
    assert "**Frog** ~~Bear~~" in found._repr_markdown_()
    assert str(found).splitlines()[0] == "Grizzly Bears: Creature — Frog; 1/1"


def test_only_what_is_lost_is_struck_out() -> None:
    drawn = striate.outcome("Mirror Entity; Grizzly Bears; ability 1 of Mirror Entity (x: 3)")
    assert "<del>Bear</del>" not in drawn._repr_html_()  # 205.3m: it is one still
    goyf = striate.outcome("Tarmogoyf; graveyard: Forest")._repr_html_().partition("</style>")[2]
    assert "<del>" not in goyf and "1/2" in goyf  # 208.2: no number is printed


def test_a_basic_land_has_its_mana_as_printed() -> None:
    assert (
        "<ins>" not in striate.outcome("Forest; Dryad Arbor")._repr_html_().partition("</style>")[2]
    )


def test_texts_of_a_board_are_escaped() -> None:
    wild = "<script>alert(1)</script>"
    board = {
        "cards": [{"name": wild, "type_line": "Enchantment", "oracle_text": wild}],
        "steps": [{"enter": wild}],
    }
    found = striate.outcome(board)
    assert wild not in found._repr_html_() and "<script" not in found._repr_markdown_()


def test_find_and_why_not_give_boards() -> None:
    cards = ["Coralhelm Commander", "Godhead of Awe"]
    found = striate.find("leveler ends as 1/1 with flying", cards=cards)
    assert (found.status, found.size, found.smallest, len(found.boards)) == ("found", 2, True, 1)
    assert striate.check(found.boards[0])
    near = striate.why_not("Grizzly Bears is 3/3", "Grizzly Bears", cards=["Glorious Anthem"])
    assert near.status == "near"
    assert striate.outcome(near.boards[0])["Grizzly Bears"].power == 3


def test_cards_are_found_by_name_and_filter() -> None:
    card = striate.cards.card("Grizzly Bears")
    assert card is not None and card.faces[0].power == 2
    assert "Coralhelm Commander" in striate.cards.search("t:merfolk is:leveler")


def test_the_notebook_runs() -> None:
    cells = json.loads((ROOT / "examples" / "layers.ipynb").read_text())["cells"]
    names: dict[str, Any] = {}
    shown = 0
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        *before, last = tree.body
        exec(compile(ast.Module(before, []), "<cell>", "exec"), names)  # noqa: S102 (our own)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
            shown += hasattr(value, "_repr_html_") and bool(value._repr_html_())
        else:
            exec(compile(ast.Module([last], []), "<cell>", "exec"), names)  # noqa: S102 (our own)
    assert shown >= 5


def test_an_open_answer_says_in_every_form_what_it_hangs_on() -> None:
    for line, told in (
        ("Rakdos Cackler", "choose: {number: 0} in step 1"),
        ("Glorious Anthem; Maro", "{hand: 0, player: you}"),
    ):
        found = striate.outcome(line)
        plain = found.to_dict()
        assert found.tell == (told,)
        assert plain["cases"] == list(found.cases) and found.cases
        for shown in (str(found), found._repr_markdown_(), found._repr_html_()):
            assert "The board does not tell all" in shown and "Not understood" not in shown
    (case,) = found.cases
    assert case["when"] == []
    assert case["objects"]["Maro"]["power"] == {
        "n": "further cards in hand you", "times": 1, "plus": 1,
    }  # fmt: skip
    printed = CliRunner().invoke(main, ["outcome", line, "--json"]).output
    assert json.loads(printed) == json.loads(json.dumps(plain))
    sure = striate.outcome("Grizzly Bears")
    assert (sure.cases, sure.tell) == ((), ()) and "cases" not in sure.to_dict()


def test_a_verdict_says_why_in_the_words_of_the_command(tmp_path: Path) -> None:
    size = {"Rakdos Cackler": {"power": 2}}
    steps = [{"enter": "Rakdos Cackler"}]
    for more, first in (
        ({}, "not told: Rakdos Cackler: unleash"),
        ({"choose": {"number": 0}}, "Rakdos Cackler: power: expected 2, got 1"),
    ):
        board = {"steps": [steps[0] | more], "expect": size}
        said = str(striate.check(board)).splitlines()[1:]
        assert said[0] == first
        file = tmp_path / "board.json"
        file.write_text(json.dumps(board))
        printed = CliRunner().invoke(main, ["check", str(file)]).output.splitlines()
        assert [line.strip() for line in printed[1:-1]] == said
