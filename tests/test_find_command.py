"""`striate find` and `striate why-not` as commands: answers, options, errors, exit statuses."""

import json
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from striate.app.cli import main
from striate.boards.reading import board_from_document
from striate.boards.timeline import Enter
from striate.cards.catalogue.store import Catalogue
from striate.queries.checking import check
from striate.queries.finding.nearby import Changes, with_steps
from striate.search.questions import Question, Solution
from striate.search.questions import Result as Searched
from striate.solver.deadline import OutOfMemory

SMALL = "Grizzly Bears; Glorious Anthem; Humility; Opalescence"


def find(*words: str) -> Result:
    return CliRunner().invoke(main, ["find", *words], prog_name="striate")


def as_json(*words: str) -> dict[str, Any]:
    done = find(*words, "--json")
    plain: dict[str, Any] = json.loads(done.stdout)
    assert done.exit_code == {"found": 0, "none": 1, "unknown": 3}[plain["status"]]
    return plain


def test_a_found_board_is_a_board_file_that_check_passes(catalogue: Catalogue) -> None:
    plain = as_json("Humility is a 4/4 creature", "--cards", SMALL)
    assert (plain["status"], plain["size"], plain["smallest"]) == ("found", 2, True)
    assert plain["searched"]["cards"] == 4 and plain["searched"]["size"] == 2
    (board,) = plain["boards"]
    read = board_from_document(board, catalogue)
    assert read.expect and check(read).status == "pass"


def test_the_text_output_is_a_board_file(tmp_path: Path) -> None:
    done = find("Grizzly Bears is 3/3", "--cards", SMALL)
    assert done.exit_code == 0
    file = tmp_path / "found.yaml"
    file.write_text(done.stdout, encoding="utf-8")
    checked = CliRunner().invoke(main, ["check", str(file)], prog_name="striate")
    assert checked.exit_code == 0, checked.output


def test_format_json_prints_a_board_file_too(catalogue: Catalogue) -> None:
    done = find("Grizzly Bears is 3/3", "--cards", SMALL, "--format", "json")
    assert check(board_from_document(json.loads(done.stdout), catalogue)).status == "pass"


def test_none_says_up_to_what_and_over_how_many_cards() -> None:
    done = find("Grizzly Bears is 9/9", "--cards", "Grizzly Bears", "--size", "2")
    assert done.exit_code == 1
    assert "no stable board of up to 2 permanents" in done.stdout and "1 card" in done.stdout


@pytest.mark.parametrize(
    ("goal", "options", "words"),
    [
        ("Pacifism is a 1/1 enchantment", (), "stable board of up to 3 permanents does this ("),
        (
            "Pacifism is 0/5",
            ("--any",),
            "board of up to 3 permanents does this, even if state-based actions take what is",
        ),
        ("Forest is 2/0", (), "stable board of any size does this ("),
        ("a creature has a +1/+1 counter and a -1/-1 counter", (), "stable board of any size does"),
        ("a planeswalker has no loyalty counters", (), "stable board of any size does this ("),
        ("a nonland permanent has a basic land type", (), "board of any size does this ("),
        ("something is colorless, an Elf and green", (), "board of any size does this ("),
        ("Pacifism is an Aura and not an enchantment", (), "board of any size does this ("),
        (
            "two creatures are Forests",
            ("--exact", "--size", "1"),
            "stable board of exactly 1 permanent does this (",
        ),
    ],
)
def test_none_says_which_boards_it_speaks_of(
    goal: str, options: tuple[str, ...], words: str
) -> None:
    """704.5p: Pacifism is a creature on a board on which it does not stay attached."""
    cards = "Pacifism; Life and Limb; Song of the Dryads; Forest"
    done = find(goal, "--cards", cards, "--size", "3", *options)
    assert f"none: no {words}" in done.stdout


def test_what_falls_off_may_be_asked_for() -> None:
    cards = "Pacifism; Ambush Commander; Song of the Dryads; Forest"
    assert find("Pacifism is a creature", "--cards", cards, "--any").exit_code == 0


def test_with_and_without() -> None:
    plain = as_json("Grizzly Bears is 3/3", "--cards", SMALL, "--with", "Humility")
    entered = (
        {step.get("enter") for step in plain["boards"][0]["steps"]} if plain["boards"] else set()
    )
    assert plain["status"] == "none" or "Humility" in entered
    without = as_json("Grizzly Bears is 3/3", "--cards", SMALL, "--without", "Glorious Anthem")
    assert without["status"] == "none"
    both = find("Grizzly Bears is 3/3", "--without", "Grizzly Bears")
    assert both.exit_code == 2 and "takes it out" in both.output


def test_exactly_so_many() -> None:
    plain = as_json("Grizzly Bears is 3/3", "--cards", SMALL, "--size", "3", "--exact")
    assert (plain["status"], plain["size"], plain["smallest"]) == ("found", 3, False)


def test_all_gives_boards_that_differ() -> None:
    cards = "Grizzly Bears; Glorious Anthem; Gaea's Anthem; Muraganda Petroglyphs"
    plain = as_json("Grizzly Bears is 3/3 or bigger", "--cards", cards, "--all", "10")
    boards = [json.dumps(board, sort_keys=True) for board in plain["boards"]]
    assert len(set(boards)) == len(boards) >= 2
    named = set(" ".join(boards).split('"'))
    others = {
        name for entry in plain["interchangeable"] for each in entry.values() for name in each
    }
    assert {"Muraganda Petroglyphs", "Glorious Anthem", "Gaea's Anthem"} <= named | others


def test_any_lets_state_based_actions_take_what_is_asked_for() -> None:
    cards = "Enchanted Evening; Opalescence; Forest"
    goal = "Forest is a 0/0 creature"
    assert as_json(goal, "--cards", cards, "--size", "3")["status"] == "none"
    plain = as_json(goal, "--cards", cards, "--size", "3", "--any")
    assert plain["boards"][0]["expect"]["Forest"]["gone"] is True


def test_counters_only_when_named() -> None:
    words = ("Grizzly Bears is 3/3", "--cards", "Grizzly Bears", "--size", "1")
    assert as_json(*words)["status"] == "none"
    plain = as_json(*words, "--counters", "+1/+1")
    assert {"counters": {"+1/+1": 1}, "on": "Grizzly Bears"} in plain["boards"][0]["steps"]


def test_spells_only_when_allowed() -> None:
    words = ("Grizzly Bears is 5/5", "--cards", "Grizzly Bears; Giant Growth", "--size", "2")
    assert as_json(*words)["status"] == "unknown"
    plain = as_json(*words, "--spells")
    assert plain["boards"][0]["steps"][1] == {
        "resolve": "Giant Growth",
        "targets": ["Grizzly Bears"],
    }


def test_what_a_spell_makes_has_handles_of_its_step() -> None:
    cards = ("--cards", "Raise the Alarm", "--size", "1", "--spells")
    board = as_json("two tokens are 1/1", *cards)["boards"][0]
    assert board["steps"][0]["creates"] == ["Soldier Token", "Soldier Token #2"]
    assert [*board["expect"]] == board["steps"][0]["creates"]


def test_a_none_with_spells_tells_what_it_did_not_look_at() -> None:
    cards = ("--cards", "Grizzly Bears; Giant Growth", "--size", "2", "--spells")
    said = "1 looked at; Equipment attached only as it enters"
    assert said in find("Grizzly Bears is 9/9", *cards).stdout
    assert "Equipment" not in find("Grizzly Bears is 5/5", *cards).stdout


def test_a_card_that_cannot_be_searched_with_is_unknown_and_never_none() -> None:
    plain = as_json("Coat of Arms is blue", "--cards", "Coat of Arms; Grizzly Bears")
    assert plain["status"] == "unknown" and "`Coat of Arms`" in plain["why"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "no goal"),
        (("Grizzly Bears is 3/3", "--cards", "Grizly Bears"), "did you mean `Grizzly Bears`"),
        (("Grizzly Bears is 3/3", "--cards", "Forest", "--pool", "t:land"), "not both"),
        (("Grizzly Bears is 3/3", "--pool", "t:nosuchtype"), "no card matches"),
        (("Grizzly Bears is 3/3", "--pool", "colour:x"), "is not a filter"),
        (("Grizzly Bears is grean",), "did you mean `green`"),
        (("Grizzly Bears is 3/3", "--size", "0"), "--size"),
        (("Insectile Aberration is 3/3",), "Delver of Secrets"),
    ],
)
def test_wrong_input_is_told(words: tuple[str, ...], said: str) -> None:
    done = find(*words)
    assert done.exit_code == 2
    assert said in done.output and "Traceback" not in done.output


# --- a search that goes wrong, or does not end ----------------------------------------------------


def searched(status: Any, *steps: dict[str, Any]) -> Searched:
    solutions = (Solution({"steps": list(steps)}, (), {}),) if steps else ()
    report = {"cards": 2, "classes": 2, "size": 2, "left_out": {}}
    return Searched(status, solutions, 2, True, report, ("613.4b",), 0.1)


def engine(monkeypatch: pytest.MonkeyPatch, result: Searched | type[BaseException]) -> None:
    def search(question: Question, progress: Any = None) -> Searched:
        if isinstance(result, type):
            raise result
        if result.status == "unknown" and (left := question.deadline.left()):
            time.sleep(left)
        return result

    monkeypatch.setattr("striate.search.searching.search", search)


def test_a_board_that_is_not_as_asked_is_our_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    engine(monkeypatch, searched("found", {"enter": "Grizzly Bears"}))
    done = find("Grizzly Bears is 3/3", "--cards", SMALL)
    assert done.exit_code == 70
    assert "report it with this board" in done.output and "enter: Grizzly Bears" in done.output


def test_time_that_is_up_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    engine(monkeypatch, searched("unknown"))
    done = find("Grizzly Bears is 9/9", "--cards", SMALL, "--timeout", "0.01")
    assert done.exit_code == 3 and "unknown: stopped before the end" in done.stdout


def test_an_interrupt_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    engine(monkeypatch, KeyboardInterrupt)
    done = find("Grizzly Bears is 9/9", "--cards", SMALL)
    assert done.exit_code == 3 and "\nunknown: stopped before the end" in done.stdout


def test_none_names_the_rules_that_it_rests_on(monkeypatch: pytest.MonkeyPatch) -> None:
    engine(monkeypatch, searched("none"))
    assert "613.4b" in find("Grizzly Bears is 9/9", "--cards", SMALL).stdout


# --- sketches -------------------------------------------------------------------------------------


SKETCH = """\
steps:
  - enter: Coralhelm Commander
  - enter: [Godhead of Awe, Humility]
    controller: "?"
    maybe: true
  - counters: {level: "0..4"}
    on: Coralhelm Commander
order: free
expect:
  Coralhelm Commander: {power: 1, toughness: 1, has: [Flying]}
"""


def filled(folder: Path, text: str, *words: str) -> Any:
    """What `find` answers of a sketch with that text."""
    file = folder / "sketch.yaml"
    file.write_text(text, encoding="utf-8")
    return as_json(*words, "--sketch", str(file))


def test_the_holes_of_a_sketch_are_filled(tmp_path: Path, catalogue: Catalogue) -> None:
    plain = filled(tmp_path, SKETCH)
    steps = plain["boards"][0]["steps"]
    assert {"enter": "Godhead of Awe"} in steps
    assert steps[-1]["counters"]["level"] >= 2
    assert check(board_from_document(plain["boards"][0], catalogue)).status == "pass"


def test_a_sketch_with_a_goal_meets_both(tmp_path: Path) -> None:
    goal = "Godhead of Awe is under your opponent's control"
    steps = filled(tmp_path, SKETCH, goal)["boards"][0]["steps"]
    assert {"enter": "Godhead of Awe", "controller": "opponent"} in steps
    assert filled(tmp_path, SKETCH, "Humility is a creature")["status"] == "none"


@pytest.mark.parametrize(
    ("goal", "steps", "further", "status"),
    [
        # 303.4: a further permanent may be an Aura on what is there.
        ("Grizzly Bears is 3/4", ["{enter: Grizzly Bears}"], "size: 1\npool: [Holy Strength]",
         "found"),
        ("Grizzly Bears is 5/6", ["{enter: Grizzly Bears}"], "size: 1\npool: [Holy Strength]",
         "none"),
        # What is attached later is not tried.
        ("Grizzly Bears is 4/2", ["{enter: Grizzly Bears}"], "size: 1\npool: [Bonesplitter]",
         "unknown"),
        # What stands in a hole can be spoken of, with no handle of its own.
        ("a creature is 3/4", ['{enter: "?"}'] * 2, "pool: [Grizzly Bears, Holy Strength]",
         "found"),
        ("a creature is 3/4", ['{enter: "?"}'], "size: 1\npool: [Grizzly Bears, Holy Strength]",
         "found"),
        ("a creature is 3/3", ['{enter: "?"}', '{counters: {+1/+1: 1}, on: "?"}'],
         "pool: [Grizzly Bears]", "found"),
        # 614.12: with any card its choices are open.
        ("Adaptive Automaton is a Bear", ['{enter: "?"}'], "pool: [Adaptive Automaton]", "found"),
        # A number has no bound but that of the goal.
        ("Grizzly Bears has power 30", ["{enter: Grizzly Bears}",
         '{counters: {+1/+1: "?"}, on: Grizzly Bears}'], "", "found"),
        # What a board does not tell, or has no words for, is no "none".
        ("Nyxathid has power 3", ['{enter: "?", choose: {player: opponent}}'], "pool: [Nyxathid]",
         "unknown"),
        ("a permanent is tapped", ["{enter: Dune-Brood Nephilim}",
         '{ability: 1, of: "?"}'], "", "unknown"),
        # A later step tells what was looked at; a text compares with a number; there are more.
        ("Maro is 7/7", ["{enter: Maro}", "{hand: 7}"], "", "found"),
        ("Serra Ascendant is 6/6", ["{enter: Serra Ascendant}", '{life: "?"}'], "", "found"),
        ("Serra Ascendant is 6/6", ["{enter: Serra Ascendant}", '{life: "0..20"}'], "", "none"),
        ("Serra Ascendant is black", ["{enter: Serra Ascendant}", '{life: "?"}'], "", "unknown"),
        # 730.2: the card on top is no permanent by itself.
        ("Cavern Whisperer is there", ["{enter: Grizzly Bears}",
         "{mutate: Cavern Whisperer, onto: Grizzly Bears}"], "", "unknown"),
        ("Cavern Whisperer is there", ["{enter: Grizzly Bears}",
         '{mutate: "?", onto: Grizzly Bears}'], "pool: [Cavern Whisperer]", "unknown"),
        ("Grizzly Bears has menace", ["{enter: Grizzly Bears}",
         '{mutate: [Cavern Whisperer, Migratory Greathorn], onto: "?"}'], "", "found"),
        # What a step makes can be spoken of as what it names: a token, whether it has a handle.
        ("a Soldier is 2/2", ["{resolve: Raise the Alarm}", '{counters: {+1/+1: 1}, on: "?"}'], "",
         "found"),
        ("a Soldier is 4/4", ["{resolve: Raise the Alarm, creates: [a, b]}",
         '{resolve: Giant Growth, targets: ["?"]}'], "", "found"),
        ("Clone is a Soldier", ["{resolve: Raise the Alarm}", '{enter: Clone, copying: "?"}'], "",
         "found"),
        ("a Soldier is 2/3", ["{resolve: Raise the Alarm}"], "size: 1\npool: [Holy Strength]",
         "found"),
        ("a token is a 3/3 Bear", ["{enter: Grizzly Bears}", '{token_copy_of: "?"}',
         '{counters: {+1/+1: 1}, on: "?"}'], "", "found"),
        # 303.4: an Aura may enchant a player.
        ("a Curse is there", ['{enter: Curse of Bloodletting, attached_to: "?"}'], "", "found"),
        ("a Curse is there", ['{enter: "?"}'], "pool: [Curse of Bloodletting]", "found"),
        # 707.5, 709.5d, 712.11b: as a copy, as a half, as the other side.
        ("Clone is a Bear", ["{enter: Grizzly Bears}", '{enter: "?"}'], "pool: [Clone]", "found"),
        ("a Room is 5/5", ["{enter: Opalescence}", '{enter: "?"}'], "pool: [Bottomless Pool]",
         "found"),
        ("a land is there", ['{enter: "?"}'], "pool: [Kazandu Mammoth]", "found"),
        # For another cost it is not tried.
        ("Grizzly Bears is 6/4", ["{enter: Grizzly Bears}", '{enter: "?"}'], "pool: [Boon Satyr]",
         "unknown"),
        # 711.2: no step of the sketch puts level counters on a further leveler.
        ("Coralhelm Commander is 4/4", ["{enter: Grizzly Bears}"],
         "size: 1\npool: [Coralhelm Commander]", "unknown"),
        # An instant of the pool resolves, or lies in a graveyard.
        ("Grizzly Bears is 5/5", ["{enter: Grizzly Bears}",
         '{resolve: "?", targets: [Grizzly Bears]}'], "pool: [Giant Growth]", "found"),
        ("Tarmogoyf is 1/2", ['{zone: graveyard, card: "?"}', "{enter: Tarmogoyf}",
         "{enter: Rest in Peace, maybe: true}"], "pool: [Giant Growth]", "found"),
    ],
)  # fmt: skip
def test_a_sketch_is_none_only_if_no_board_that_fills_it_could_be_so(
    tmp_path: Path, goal: str, steps: list[str], further: str, status: str
) -> None:
    lines = "".join(f"  - {step}\n" for step in steps)
    assert filled(tmp_path, f"steps:\n{lines}{further}\n", goal)["status"] == status


@pytest.mark.parametrize(
    ("goal", "option", "named"),
    [
        ("Grizzly Bears is 2/2", "--with=Humility", "--with"),
        ("a creature is 2/2", "--without=Grizzly Bears", "--without"),
        ("Grizzly Bears is 3/3", "--counters=+1/+1", "--counters"),
        ("Grizzly Bears is 5/5", "--spells", "--spells"),
        ("a creature is 2/2", "--exact", "--exact"),
        ("a creature is 2/2", "--size=1", "--size"),
        ("a creature is 2/2 without Grizzly Bears", "--any", "without Grizzly Bears"),
        ("a creature is 2/2 using only Serra Angel", "--any", "using only Serra Angel"),
        ("two creatures are 2/2 with at most one card", "--any", "with at most 1 permanent"),
    ],
)
def test_a_sketch_takes_no_option_that_its_boards_are_not_judged_by(
    tmp_path: Path, goal: str, option: str, named: str
) -> None:
    file = tmp_path / "sketch.yaml"
    file.write_text("steps: [{enter: Grizzly Bears}, {enter: Grizzly Bears, maybe: true}]", "utf-8")
    result = find(goal, option, "--sketch", str(file))
    assert result.exit_code == 2
    assert "a sketch itself says what may be there" in result.output
    assert named in result.output


def test_a_spell_that_may_resolve_need_not_be_there_besides() -> None:
    cards = ("--cards", "Grizzly Bears; Giant Growth", "--spells", "--size", "2")
    asked = find("Grizzly Bears is 5/5", *cards, "--with", "Giant Growth")
    assert asked.exit_code == 2 and "leave it out of `--with`" in asked.output
    assert find("Grizzly Bears is 5/5", *cards, "--with", "Grizzly Bears").exit_code == 0


def test_a_size_and_a_sketch_that_is_but_a_pool_both_bound_the_board(tmp_path: Path) -> None:
    pool = "pool: [Grizzly Bears]\nsize: 3\nsteps: []"
    assert filled(tmp_path, pool, "two creatures are 2/2")["size"] == 2
    assert filled(tmp_path, pool, "two creatures are 2/2", "--size=1")["status"] == "none"
    asked = "two creatures are 2/2 with at most 1 card"
    assert filled(tmp_path, pool, asked)["status"] == "none"


def test_a_hole_takes_no_handle_that_the_sketch_speaks_of(tmp_path: Path) -> None:
    bears = "Grizzly Bears"
    lines = ['{enter: "?"}', f"{{enter: {bears}}}", f"{{counters: {{+1/+1: 1}}, on: {bears}}}"]
    body = "".join(f"  - {line}\n" for line in lines)
    text = f"steps:\n{body}pool: [{bears}]\n"
    found = filled(tmp_path, text, "a creature is 3/3")["boards"][0]
    assert found["steps"][0] == {"enter": bears, "as": f"{bears} #2"}
    assert found["expect"][bears]["power"] == 3


# --- why-not --------------------------------------------------------------------------------------


def why_not(goal: str, board: str, *words: str) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "board.yaml"
        file.write_text(board, encoding="utf-8")
        return CliRunner().invoke(main, ["why-not", goal, str(file), *words], prog_name="striate")


GODHEAD = "steps:\n  - enter: Godhead of Awe\n  - enter: Grizzly Bears\n"


def test_why_not_names_the_effect_and_its_rule_and_the_nearest_board() -> None:
    done = why_not("Grizzly Bears is 2/2", GODHEAD)
    assert done.exit_code == 0
    assert "layer 7b: Godhead of Awe" in done.stdout and "613.4b" in done.stdout
    assert "1 change away" in done.stdout and "# without Godhead of Awe" in done.stdout


def test_why_not_of_a_board_that_reaches_the_goal() -> None:
    assert "as it is" in why_not("Grizzly Bears is 1/1", GODHEAD).stdout


@pytest.mark.parametrize(
    ("goal", "steps", "words"),
    [
        # What is not told at first, a later step tells.
        ("Maro is 7/7", ["{enter: Maro}", "{hand: 7}"], "as it is"),
        ("Grizzly Bears is 6/6", ["{enter: Grizzly Bears}", "{enter: Wolfir Silverheart}",
         "{pair: Wolfir Silverheart, with: Grizzly Bears}"], "as it is"),
        # A card that comes from a graveyard is there.
        ("Grizzly Bears is 3/3", ["{zone: graveyard, card: Grizzly Bears, as: bears}",
         "{enter: Glorious Anthem}", "{resolve: Reanimate, targets: [bears]}"], "as it is"),
        # 730.2: so is one that merged, and nothing merges with what has not entered.
        ("Cavern Whisperer is 4/4", ["{enter: Grizzly Bears}",
         "{mutate: Cavern Whisperer, onto: Grizzly Bears}"], "unknown"),
    ],
)  # fmt: skip
def test_why_not_takes_the_board_as_it_ends(goal: str, steps: list[str], words: str) -> None:
    done = why_not(goal, "steps:\n" + "".join(f"  - {step}\n" for step in steps))
    assert words in done.stdout and "not there" not in done.stdout, done.output


def test_why_not_says_what_was_tried_in_vain() -> None:
    done = why_not("Grizzly Bears is 9/9", GODHEAD, "--json")
    plain = json.loads(done.stdout)
    assert done.exit_code == 1
    assert (plain["status"], plain["complete"], plain["changes"]) == ("none", True, 2)
    assert plain["tried"] > 5


def test_why_not_stops_at_its_limit_and_says_so() -> None:
    done = why_not("Grizzly Bears is 9/9", GODHEAD, "--most", "3")
    assert done.exit_code == 3 and "before the limit" in done.stdout


@pytest.mark.parametrize(
    "bound", ["mutate: Everquill Phoenix\n    onto", "pair: Silverblade Paladin\n    with"]
)
def test_why_not_leaves_out_with_a_permanent_what_speaks_of_it(bound: str) -> None:
    board = "steps:\n  - enter: Silverblade Paladin\n  - enter: Grizzly Bears\n"
    done = why_not("Grizzly Bears is black", f"{board}  - {bound}: Grizzly Bears\n")
    assert done.exit_code == 3 and "boards tried" in done.stdout, done.output


@pytest.mark.parametrize(
    ("goal", "steps", "words"),
    [
        ("Endless One is 5/5", "{enter: Endless One, x: 3}", "# Endless One with X = 5"),
        ("Triskelion is 2/2", "{enter: Triskelion}, {counters: {+1/+1: -1}, on: Triskelion}",
         "# -2 +1/+1 counters on Triskelion"),
        ("Grizzly Bears is 2/2 and has flying",
         "{enter: Grizzly Bears}, {counters: {+1/+1: 1, flying: 1}, on: Grizzly Bears}",
         "# without the +1/+1 counters on Grizzly Bears"),
        ("a token is 3/3 and Grizzly Bears is 2/2",
         ("{enter: Grizzly Bears}, {token_copy_of: Grizzly Bears, as: Cub}, "
          "{enter: Glorious Anthem, controller: opponent}"), "# Cub is your opponent's"),
        # What a spell makes has no handle in the file.
        ("a token is under my opponent's control", "{resolve: Raise the Alarm}",
         "# Raise the Alarm is your opponent's"),
        ("two Soldiers are 1/1", "{resolve: Raise the Alarm}, {enter: Glorious Anthem}",
         "# without Glorious Anthem"),
    ],
)  # fmt: skip
def test_why_not_changes_one_number_or_player_of_a_step(goal: str, steps: str, words: str) -> None:
    done = why_not(goal, f"steps: [{steps}]")
    assert done.exit_code == 0 and words in done.stdout, done.output


@pytest.mark.parametrize("third", ["", ", Glorious Anthem"])
def test_why_not_leaves_out_of_what_entered_together_what_is_gone(third: str) -> None:
    names = f"Opalescence, Humility{third}"
    steps = "".join(f"  - enter: {name}\n" for name in names.split(", "))
    board = f"steps:\n{steps}  - together: [{names}]\n    ordered: true\n"
    done = why_not("Humility is not a creature", board)
    assert done.exit_code == 0 and "# without Opalescence" in done.stdout, done.output
    assert ("together: [Humility, Glorious Anthem]" in done.stdout) == bool(third)
    swapped = why_not("Humility is a Frog", board, "--cards", "Frogify")
    assert swapped.exit_code == 0, swapped.output


def test_why_not_changes_boards_that_speak_of_what_a_step_made() -> None:
    board = (
        "steps:\n  - enter: Glorious Anthem\n"
        "  - resolve: Raise the Alarm\n    creates: [one, two]\n"
        "  - counters: {+1/+1: 1}\n    on: one\n"
    )
    done = why_not("a Soldier is 1/1 and another Soldier is 2/2", board)
    assert done.exit_code == 0 and "without Glorious Anthem" in done.stdout, done.output
    done = why_not("a Soldier is 3/4", board.replace("Glorious Anthem", "Forest"),
                   "--cards", "Holy Strength")  # fmt: skip
    assert done.exit_code == 0 and "Holy Strength on one" in done.stdout, done.output


def test_why_not_puts_cards_of_the_pool_in() -> None:
    done = why_not("Grizzly Bears is blue", GODHEAD, "--cards", "Painter's Servant")
    assert done.exit_code == 0 and "Painter's Servant (blue)" in done.stdout


def test_why_not_puts_auras_on_players_and_none_on_what_a_change_took() -> None:
    done = why_not("Grizzly Bears is 1/1", GODHEAD[:7] + "  - enter: Grizzly Bears\n",
                   "--cards", "Curse of Death's Hold")  # fmt: skip
    assert "with Curse of Death's Hold on you before step 1" in done.stdout
    done = why_not("Holy Strength is black", GODHEAD, "--cards", "Holy Strength")
    assert done.exit_code == 1 and "no board within 2 changes" in done.stdout


def test_why_not_turns_up_no_face_that_is_no_permanent() -> None:
    card = Catalogue.open().the_card("Extus, Oriq Overlord")  # whose back is a sorcery
    ways = list(Changes().entering(card, Enter("Extus", card, "you")))
    assert ways and not any(each.transformed for each in ways)


@pytest.mark.parametrize("spell", ["Lightning Bolt", "Night // Day"])
def test_why_not_adds_no_card_that_is_no_permanent(spell: str) -> None:
    """110.4: not where the goal names it either; of a split card no half."""
    done = why_not(f"{spell} is white or red", GODHEAD, "--cards", spell)
    assert (done.exit_code, "no board within" in done.stdout) == (1, True), done.output
    assert f"with {spell.partition(' ')[0]}" not in done.stdout


def test_why_not_adds_a_card_of_which_a_fact_is_not_so() -> None:
    """Another creature is there, and may have entered on a turn before."""
    board = "steps:\n  - enter: Grizzly Bears\n"
    done = why_not("Bristlebane Outrider is 3/5 and mine", board, "--changes", "1",
                   "--cards", "Bristlebane Outrider")  # fmt: skip
    assert "(another creature entered: no)" in done.stdout


def test_why_not_chooses_no_color_that_a_card_excludes() -> None:
    done = why_not("Sea Gate taps for black", GODHEAD, "--cards", "Sea Gate")
    assert done.exit_code == 3 and "unknown" in done.stdout  # its text leaves the mana open
    done = why_not("two cards named Sea Gate are blue", GODHEAD, "--cards", "Sea Gate")
    assert done.exit_code == 1 and "no board within 2 changes" in done.stdout


def test_why_not_is_unknown_where_a_status_is_not_told() -> None:
    board = "steps:\n  - enter: Thassa's Emissary\n  - ability: 1\n    of: Thassa's Emissary\n"
    done = why_not(
        "Thassa's Emissary is tapped and an artifact is red", board, "--cards", "Melting"
    )
    assert done.exit_code == 3 and "unknown" in done.stdout


def test_why_not_lets_a_card_whose_front_asks_for_a_choice_enter_transformed() -> None:
    done = why_not("Curse of Leeches is a creature", GODHEAD, "--cards", "Curse of Leeches")
    assert "with Curse of Leeches (transformed)" in done.stdout
    text = '"As this permanent enters, choose a creature type."'
    done = why_not(f"an artifact has {text}", GODHEAD, "--cards", "Kolvori, God of Kinship")
    assert "transformed" in done.stdout or done.exit_code == 3


def test_why_not_chooses_a_type_of_which_a_text_speaks() -> None:
    text = '"Each creature you control is an Elf in addition to its other types."'
    done = why_not(f"an enchantment has {text}", GODHEAD, "--cards", "Xenograft")
    assert "Xenograft (Elf)" in done.stdout


def test_why_not_puts_auras_and_equipment_on_what_the_goal_speaks_of() -> None:
    done = why_not("Grizzly Bears has flying", GODHEAD, "--cards", "Serra's Embrace")
    assert "with Serra's Embrace on Grizzly Bears at the end" in done.stdout
    done = why_not("Grizzly Bears is 4/4", GODHEAD, "--cards", "Vulshok Battlegear")
    assert "with Vulshok Battlegear on Grizzly Bears at the end" in done.stdout


@pytest.mark.parametrize(
    ("goal", "cards", "status"),
    [
        # 614.12: what enters makes any choice; of a seldom one nothing is told.
        ("Adaptive Automaton is a Bear", "Adaptive Automaton", "near"),
        ("Grizzly Bears is 12/12", "Umori, the Collector", "unknown"),
        ("Grizzly Bears is 12/12", "Plains", "none"),
        # An Aura may be on what the goal does not speak of.
        ("Forest is enchanted", "Wild Growth", "near"),
        # 707.2: it may be a copy; 702.131: a fact is told.
        ("Clone is a Bear", "Clone", "near"),
        ("Skymarcher Aspirant has flying", "Skymarcher Aspirant", "near"),
        # As a half (709.5d), a back face (712.8), prototyped (718), bestowed (702.103a), turned.
        ("Walk-In Closet has mana value 3", "Walk-In Closet // Forgotten Cellar", "near"),
        ("a creature is 3/2 and blue", "Delver of Secrets", "near"),
        ("I control two lands", "Akoum Warrior // Akoum Teeth", "near"),
        ("Combat Thresher is 1/1", "Combat Thresher", "near"),
        ("Grizzly Bears is 4/4", "Hopeful Eidolon; Boon Satyr", "none"),
        ("Grizzly Bears is 6/4", "Boon Satyr", "near"),
    ],
)
def test_why_not_tries_all_that_a_card_can_do_as_it_enters(
    goal: str, cards: str, status: str
) -> None:
    board = "steps:\n  - enter: Grizzly Bears\n  - enter: Forest\n"
    done = why_not(goal, board, "--cards", cards, "--changes", "1", "--json")
    assert json.loads(done.stdout)["status"] == status


def test_why_not_puts_auras_on_what_it_adds_and_before_others() -> None:
    board = "steps:\n  - enter: Grizzly Bears\n  - enter: Humility\n"
    done = why_not("Grizzly Bears is a 1/1 Treefolk", board, "--cards", "Lignify")
    assert "with Lignify on Grizzly Bears before step 2" in done.stdout
    done = why_not("a Wall is 3/1", board, "--cards", "Wall of Wood; Rancor")
    assert "2 changes away" in done.stdout


def test_why_not_counts_as_far_as_the_goal_does() -> None:
    board = "steps:\n  - enter: Grizzly Bears\n  - counters: {+1/+1: 1}\n    on: Grizzly Bears\n"
    done = why_not("Grizzly Bears is 30/30", board, "--changes", "1", "--json")
    assert json.loads(done.stdout)["status"] == "near"


def test_why_not_gives_a_reason_where_nothing_is_near() -> None:
    all_of_them = why_not("all creatures are 9/9", GODHEAD, "--changes", "1")
    assert "Godhead of Awe is not 9/9" in all_of_them.stdout
    several = why_not("three creatures are 1/1", GODHEAD, "--changes", "1")
    assert "Godhead of Awe is not 1/1" in several.stdout
    alone = why_not("two Grizzly Bears are 1/1", GODHEAD, "--changes", "1")
    assert "a further object (the card Grizzly Bears) is not there" in alone.stdout


def test_find_says_back_what_it_understood() -> None:
    done = find("can Grizzly Bears be a 3/3 without flying?", "--cards", SMALL)
    assert done.stdout.startswith(
        "# understood: the card Grizzly Bears is 3/3 and doesn't have flying\n# found: "
    )
    assert as_json("is there a 3/3 Bear?", "--cards", SMALL)["understood"] == "a 3/3 Bear"


def test_why_not_denies_a_denial_plainly() -> None:
    done = why_not("Grizzly Bears is not Bear", GODHEAD)
    assert "# Grizzly Bears is a Bear\n" in done.stdout


def test_why_not_says_where_no_effect_is_the_reason() -> None:
    said = "no effect on the board changes this"
    bare = CliRunner().invoke(main, ["why-not", "Grizzly Bears is not green", "Grizzly Bears"])
    changed = CliRunner().invoke(
        main, ["why-not", "Grizzly Bears is 9/9", "Grizzly Bears; Humility"]
    )
    assert said in bare.output and said not in changed.output


def test_check_reads_the_boards_of_find_from_the_standard_input() -> None:
    words = (
        "Bear is 3/3 or bigger",
        "--cards",
        "Grizzly Bears, Glorious Anthem, Holy Strength, Gaea's Anthem",
        "--all",
        "2",
    )
    boards = find(*words).output
    assert boards.count("\n---\n") == 1
    done = CliRunner().invoke(main, ["check", "-"], input=boards)
    assert (done.exit_code, done.output) == (0, "2 pass, 0 fail, 0 unknown\n")


def test_why_not_is_unknown_where_a_nearby_board_is_not_wholly_understood() -> None:
    board = "steps:\n  - enter: Grizzly Bears\n"
    done = why_not("Grizzly Bears is 9/9", board, "--cards", "Deification", "--changes", "1")
    assert done.exit_code == 3 and "not wholly understood" in done.stdout
    plain = why_not("Grizzly Bears is 9/9", board, "--cards", "Humility", "--changes", "1")
    assert plain.exit_code == 1 and "understood" not in plain.stdout.replace("# understood:", "")


def test_why_not_stops_where_the_readings_differ_on_a_nearby_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That a board does not reach the goal is said by both."""
    from striate.queries.answers import read_by as real

    def otherwise(engine: Any, board: Any, *further: Any) -> Any:
        alone = len(board.steps) == 1 and engine == "constraints"
        return real(engine, with_steps(board, ()) if alone else board, *further)

    monkeypatch.setattr("striate.queries.outcome.read_by", otherwise)
    done = why_not("Grizzly Bears is 9/9", GODHEAD, "--changes", "1")
    assert done.exit_code == 70 and "the two readings of the rules disagree" in done.output


def test_an_ability_whose_words_are_not_known_is_not_expected_in_them() -> None:
    found = as_json("Belt of Giant Strength has equip", "--cards", "Belt of Giant Strength")
    assert "expect" not in found["boards"][0]


def test_a_none_says_that_no_tokens_were_looked_at() -> None:
    searched = as_json("a Goblin is a 30/30 planeswalker", "--pool", "t:goblin", "--size", "3")
    assert searched["status"] == "none" and searched["searched"]["without"] == ["tokens"]
    few = as_json("a Goblin is 30/30", "--cards", "Goblin King; Forest", "--size", "1")
    assert few["status"] == "none" and few["searched"]["without"] == []


def test_a_pool_with_nothing_on_it_is_searched_as_a_list_of_cards(tmp_path: Path) -> None:
    """One by one these are hundreds of millions of boards."""
    names = [each.strip() for each in SMALL.split(";")] + ["Plains", "Blood Moon", "Bad Moon"]
    text = f"pool: {json.dumps(names)}\nsize: 4\norder: free\nsteps: []\n"
    plain = filled(tmp_path, text, "Humility is a 4/4 creature")
    listed = as_json("Humility is a 4/4 creature", "--cards", ";".join(names))
    assert plain["status"] == "found" and plain["boards"] == listed["boards"]
    assert plain["searched"]["classes"] > 0


def test_cards_may_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_text("# four\n" + SMALL.replace("; ", "\n") + "\n")
    told = as_json("Humility is a 4/4 creature", "--cards", f"@{file}")
    assert told["searched"]["cards"] == 4 and told["status"] == "found"
    missing = find("Humility is a creature", "--cards", f"@{tmp_path / 'none'}")
    assert missing.exit_code == 2 and "can't be read" in missing.output
    file.write_text("# nothing\n")
    empty = find("Humility is a creature", "--cards", f"@{file}")
    assert empty.exit_code == 2 and "names no card" in empty.output


def test_the_memory_may_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found before is shown, and the answer is no "none"."""

    def overfull(question: Question, progress: object) -> Searched:
        question.deadline.overfull = True
        raise OutOfMemory

    monkeypatch.setattr("striate.search.searching.search", overfull)
    done = find("Grizzly Bears is 3/3", "--cards", SMALL, "--memory", "300")
    assert done.exit_code == 3
    assert "unknown: stopped at 300 MB of memory" in done.stdout
    told = as_json("Grizzly Bears is 3/3", "--cards", SMALL, "--memory", "300")
    assert told["why"] == "stopped at 300 MB of memory"


# --- asked again ----------------------------------------------------------------------------------


@pytest.fixture
def answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which answers are kept."""
    monkeypatch.setenv("STRIATE_ANSWERS", str(tmp_path / "answers"))
    return tmp_path / "answers"


def nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(question: Question, progress: Any = None) -> Searched:
        raise AssertionError("it is searched")

    monkeypatch.setattr("striate.search.searching.search", search)


def test_what_was_asked_before_is_answered_at_once(
    answers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = [
        ("Humility is a 4/4 creature", "--cards", SMALL, "--all", "3"),
        ("Humility is a 9/9 creature", "--cards", SMALL, "--size", "2"),
        ("Humility is a 4/4 creature", "--cards", SMALL, "--exact", "--size", "3"),
    ]
    first = [find(*words) for words in questions]
    assert [done.exit_code for done in first] == [0, 1, 0]
    nothing_is_searched(monkeypatch)
    for words, done in zip(questions, first, strict=True):
        again = find(*words)
        assert (again.exit_code, again.output) == (done.exit_code, done.output)
    # Any other option is another question, and `--fresh` asks anew.
    for words in (
        (*questions[0], "--any"),
        (*questions[0], "--counters", "+1/+1"),
        (*questions[0], "--fresh"),
    ):
        assert find(*words).exit_code == 70


def test_an_answer_of_another_program_or_catalogue_is_none(
    answers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("Humility is a 4/4 creature", "--cards", SMALL)
    assert find(*words).exit_code == 0
    nothing_is_searched(monkeypatch)
    assert find(*words).exit_code == 0
    with monkeypatch.context() as patch:
        patch.setattr("striate.queries.finding.asked.installed_stamp", lambda: "another")
        assert find(*words).exit_code == 70
    with monkeypatch.context() as patch:
        patch.setattr("striate.queries.finding.asked.told_of", lambda file: "another")
        assert find(*words).exit_code == 70
    for file in answers.iterdir():
        file.write_bytes(b"\x00damaged")
    assert find(*words).exit_code == 70


def test_an_answer_that_was_cut_short_is_not_kept(
    answers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("striate.search.searching.search", _interrupted)
    assert find("Humility is a 4/4 creature", "--cards", SMALL).exit_code == 3
    assert not answers.exists()


def _interrupted(question: Question, progress: object) -> Searched:
    raise KeyboardInterrupt
