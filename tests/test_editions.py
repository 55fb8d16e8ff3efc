"""The rules of then: boards of each edition, what each clause of then decides, and both
readings."""

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

import striate
from striate.app.cli import main
from striate.boards import editions
from striate.boards.editions import DAYS, DIFFERENCES, SINCE, TODAY, edition_on, in_edition
from striate.boards.errors import BoardError
from striate.boards.oldnumbers import number_on
from striate.boards.reading import board_from_line, read_boards
from striate.boards.timeline import Answer, Board
from striate.boards.writing import board_yaml
from striate.cards.catalogue.store import Catalogue
from striate.cards.edition import EDITION
from striate.encodings import clauses
from striate.encodings.editions import read_as
from striate.queries.answers import Engine, compare, read_by
from striate.queries.checking import check
from striate.queries.explaining import explain
from striate.queries.finding.enumerating import boards_of as boards_of_cards
from striate.queries.finding.enumerating import lasting
from striate.queries.finding.foundboards import printed_cards
from striate.queries.fuzzing.differing import real_cards, verdict
from striate.queries.fuzzing.randomboards import random_board
from striate.queries.fuzzing.randomscenes import random_scene
from striate.queries.generating.between import between
from striate.queries.goals.language import read_goal
from striate.queries.goals.meaning import reached
from striate.referee.judge import judge
from tests.corpus import corpus

OLD = DAYS[:-1]
ENGINES: tuple[Engine, ...] = ("constraints", "referee")
BOARDS = Path(__file__).with_name("boards") / "editions"


def boards_of(day: str) -> list[Board]:
    found = list(read_boards(BOARDS / f"{day}.yaml", Catalogue.open()))
    return [each for each in found if isinstance(each, Board)]


ALL = [board for day in OLD for board in boards_of(day)]


@pytest.mark.parametrize("board", ALL, ids=lambda board: board.id)
def test_a_board_of_then_is_right(board: Board) -> None:
    assert check(board).status == "pass"


@pytest.mark.parametrize("day", OLD)
def test_every_edition_has_ten_boards_of_its_own(day: str) -> None:
    ours = boards_of(day)
    assert len(ours) >= 10
    assert {editions.day_in(board.rules) for board in ours} == {day}


CLAUSES = [(each, day) for each in DIFFERENCES for day in each.then]


@pytest.mark.parametrize(
    ("clause", "day"), CLAUSES, ids=[f"{each.name}-{day}" for each, day in CLAUSES]
)
def test_a_clause_of_then_decides_a_board(
    clause: editions.Difference, day: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taken away, it leaves a board of that number wrong by each of the readings."""
    boards = [board for board in ALL if board.rules[0] == day and clause.then[day] in board.rules]
    right = {board.id: [read_by(engine, board) for engine in ENGINES] for board in boards}
    readings = dict(editions._READINGS)
    readings[day] = readings[day] - {clause.name}
    monkeypatch.setattr(editions, "_READINGS", readings)
    for place, engine in enumerate(ENGINES):
        assert any(_ends_otherwise(board, engine, right[board.id][place]) for board in boards)


def _ends_otherwise(board: Board, engine: Engine, right: Answer) -> bool:
    try:
        return bool(compare(read_by(engine, board), right))
    except BoardError:
        return True


@pytest.mark.parametrize("day", OLD)
@pytest.mark.parametrize("kind", ["trees", "cards", "scenes"])
def test_both_readings_agree_on_the_rules_of_then(day: str, kind: str) -> None:
    known = () if kind == "trees" else real_cards()
    draw = random_scene if kind == "scenes" else random_board
    for seed in range(300, 304):
        board = in_edition(draw(seed, known), day)
        found, told = verdict(board)
        assert found in ("alike", "refused"), f"{kind} {seed}: {told}"


def test_a_day_between_two_has_the_earlier_rules(catalogue: Catalogue) -> None:
    assert [edition_on(day) for day in ("2007-02-01", "2011-09-30", "2026-11-24")] == [
        "2007-02-01", "2010-04-23", TODAY,
    ]  # fmt: skip
    board = in_edition(board_from_line("Grizzly Bears", catalogue), "2011-09-30")
    assert editions.lines_of_then(board) == [
        "By the rules of 2010-04-23, which held on 2011-09-30."
    ]


@pytest.mark.parametrize(
    ("day", "message"),
    [
        ("1999-01-01", "the rules of 1999-01-01 are not known: the first edition is 2007-02-01"),
        ("2012-13-01", "`2012-13-01` is not a day; write it as 2010-04-23"),
        ("20120501", "`20120501` is not a day; write it as 2012-05-01"),
        ("2012/5/1", "`2012/5/1` is not a day; write it as 2012-05-01"),
        ("2012", "`2012` is not a day; write it as 2010-04-23"),
    ],
)
def test_a_day_without_rules_is_a_mistake(day: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "board.yaml"
    file.write_text(f"rules: [{day}]\nsteps:\n  - enter: Forest\n")
    said = CliRunner().invoke(main, ["check", str(file)]).output
    assert f":1: rules[0]: {message}" in said
    said = CliRunner().invoke(main, ["outcome", "Forest", "--rules", day]).output
    assert message in said


def test_two_days_are_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "board.yaml"
    file.write_text("rules: [2010-04-23, 2012-05-01]\nsteps:\n  - enter: Forest\n")
    said = CliRunner().invoke(main, ["check", str(file)]).output
    assert "rules[1]: a board is read by the rules of one day" in said


def test_what_came_later_is_said(catalogue: Catalogue) -> None:
    board = board_from_line("Student of Warfare; Grizzly Bears", catalogue)
    said = editions.lines_of_then(in_edition(board, "2007-02-01"))
    assert said == [
        "By the rules of 2007-02-01.",
        'Student of Warfare: the rules know "leveler" from 2010-04-23 on.',
        'Student of Warfare: the rules know "level up" from 2010-04-23 on.',
    ]
    assert editions.lines_of_then(in_edition(board, TODAY)) == []
    assert set(SINCE) <= set(DAYS)


def test_kindreds_were_tribal(catalogue: Catalogue) -> None:
    board = board_from_line("Bitterblossom", catalogue)
    told = "Bitterblossom: the type Kindred was called Tribal."
    assert told in editions.lines_of_then(in_edition(board, "2012-05-01"))
    assert told in editions.lines_of_then(in_edition(board, "2024-04-12"))
    assert not editions.lines_of_then(in_edition(board, TODAY))


def test_layers_have_the_numbers_of_then(catalogue: Catalogue) -> None:
    board = board_from_line("Humility; Grizzly Bears; Glorious Anthem", catalogue)
    now, then = explain(board), explain(in_edition(board, "2007-02-01"))
    assert {each.layer for each in now.trace.applied} == {"6", "7b", "7c"}
    assert {each.layer for each in then.trace.applied} == {"5", "6b", "6d"}
    assert {each.rules[0] for each in then.trace.applied} == {"418.5a"}


def test_a_board_of_then_is_written_with_its_day(catalogue: Catalogue) -> None:
    board = in_edition(board_from_line("Grizzly Bears", catalogue), "2010-04-23")
    assert "rules:" in board_yaml(board) and "2010-04-23" in board_yaml(board)
    assert msgspec.structs.replace(board, rules=()) == board_from_line("Grizzly Bears", catalogue)


def test_a_line_tells_its_day_and_no_engine_plays_a_board_of_then(tmp_path: Path) -> None:
    file = tmp_path / "board.yaml"
    steps = "steps:\n  - enter: Grizzly Bears\nexpect:\n  Grizzly Bears: {power: 2}\n"
    file.write_text(f"rules: [2010-04-23]\n{steps}")
    run = CliRunner().invoke
    assert (
        "older rules, which no engine plays"
        in run(main, ["export", str(file), "--format", "xmage"]).output
    )
    said = run(main, ["board", "--line", str(file)]).output
    assert said == "Grizzly Bears; rules 2010-04-23\n"


LEGENDS = "Isamaru, Hound of Konda is 2/2 and another permanent is legendary"


def test_a_search_reads_its_boards_by_the_rules_of_a_day() -> None:
    """Of few cards each board is read: two legends of one name stand only by later rules."""
    now = striate.find(LEGENDS, cards="Isamaru, Hound of Konda", size=2)
    then = striate.find(LEGENDS, cards="Isamaru, Hound of Konda", size=2, rules="2010-04-23")
    later = striate.find(LEGENDS, cards="Isamaru, Hound of Konda", size=2, rules="2019-10-04")
    assert (now.status, then.status, later.status) == ("found", "none", "found")
    assert "6 boards of up to 2 permanents" in str(then)
    assert later.boards[0].rules == ("2019-10-04",) and "no smaller board" in str(later)
    assert striate.check(later.boards[0]).status == "pass"
    again = striate.find(LEGENDS, cards="Isamaru, Hound of Konda", size=2)
    assert str(again) == str(now)


# Goals with the cards of which boards are made, and the days on which some board reaches them.
GOALS = (
    ("a legendary creature has power 1 or less", "Isamaru, Hound of Konda; Humility", OLD),
    (
        "a Jace is blue and another Jace is blue",
        "Jace Beleren; Jace, the Mind Sculptor",
        (OLD[0], *OLD[3:]),
    ),
)


@pytest.mark.parametrize(("goal", "cards", "days"), GOALS, ids=[each[0] for each in GOALS])
def test_a_search_of_then_finds_what_the_referee_finds(
    goal: str, cards: str, days: tuple[str, ...], catalogue: Catalogue
) -> None:
    named = [catalogue.card(name) for name in cards.split("; ")]
    wanted = read_goal(goal, catalogue)
    for day in OLD:
        boards = (
            in_edition(board, day)
            for size in (1, 2)
            for board in boards_of_cards([card for card in named if card], size)
        )
        there = any(
            reached(wanted, judge(board), printed_cards(board))
            for board in boards
            if lasting(board, judge(board))
        )
        found = striate.find(goal, cards=cards, size=2, rules=day)
        assert found.status == ("found" if there else "none")
        assert there is (day in days), day


@pytest.mark.parametrize(
    ("goal", "cards", "status"),
    [
        ("Clone is a Bear", "Clone; Grizzly Bears", "found"),
        ("Delver of Secrets is a Human Insect", "Delver of Secrets", "found"),
        ("Grizzly Bears is tapped", "Grizzly Bears", "found"),
        ("Tarmogoyf is 1/2", "Tarmogoyf; Grizzly Bears", "found"),
        ("Exalted Angel is 2/2", "Exalted Angel", "found"),
        ("Curse of Death's Hold is there", "Curse of Death's Hold", "found"),
        ("a creature is a Saproling", "Sporemound", "found"),
        ("Exalted Angel is blue", "Exalted Angel", "unknown"),
        ("Wizard Class is legendary", "Wizard Class", "unknown"),
        ("Serra Avatar is 7/7", "Serra Avatar", "unknown"),
        ("Isamaru, Hound of Konda is blue", "Isamaru, Hound of Konda", "none"),
    ],
)
def test_a_board_otherwise_than_as_it_enters_is_not_ruled_out(
    goal: str, cards: str, status: str
) -> None:
    """What is read one by one is as it enters: other boards the slots propose, or none is told."""
    assert striate.find(goal, cards=cards, size=2, rules="2019-10-04").status == status


@pytest.mark.parametrize(
    ("goal", "cards", "smallest"),
    [
        ("an Aura is attached to a creature", "Holy Strength; Tarmogoyf", True),
        # One object may be both, by its other face.
        (
            "a creature is an Insect and a creature is blue",
            "Delver of Secrets; Giant Mantis",
            False,
        ),
    ],
)
def test_the_fewest_of_then_are_told_where_no_board_can_be_smaller(
    goal: str, cards: str, smallest: bool
) -> None:
    found = striate.find(goal, cards=cards, size=2, rules="2019-10-04")
    assert (found.size, found.smallest) == (2, smallest)


def test_what_is_attached_to_something_that_an_open_number_takes_is_no_mistake() -> None:
    """107.3f: without a told X it is not there by then, and with another it is."""
    cards = "Humility, Astrologian's Planisphere, Goldvein Hydra"
    goal = "Humility is 4/4 and other creatures are 1/1"
    assert striate.find(goal, cards=cards, size=3, rules="2010-04-23").status != "found"


def test_of_many_cards_a_search_of_then_says_no_none() -> None:
    found = striate.find("Grizzly Bears is 9/9", pool="t:bear", rules="2019-10-04")
    assert found.status == "unknown" and "too many boards to read each" in str(found)


def test_a_sketch_is_filled_by_the_rules_of_its_day(tmp_path: Path) -> None:
    file = tmp_path / "sketch.yaml"
    file.write_text(
        "rules: [2010-04-23]\nsteps:\n  - enter: Isamaru, Hound of Konda\n"
        "  - {enter: Clone, copying: 'Isamaru, Hound of Konda', controller: '?'}\n"
        "expect:\n  Clone: {gone: false}\n"
    )
    run = CliRunner().invoke
    assert "none: no board of this kind" in run(main, ["find", "--sketch", str(file)]).output
    now = run(main, ["find", "--sketch", str(file), "--rules", "2019-10-04"]).output
    assert 'rules: ["2019-10-04"]' in now and "controller: opponent" in now


def test_why_not_is_asked_by_the_rules_of_a_day() -> None:
    asked = ["why-not", "Grizzly Bears is 2/2", "Grizzly Bears; Humility", "--rules", "2007-02-01"]
    said = CliRunner().invoke(main, asked).output
    assert "layer 6b: Humility" in said and "418.5a" in said
    line = "Isamaru, Hound of Konda; Clone copying Isamaru, Hound of Konda (opponent)"
    asked = ["why-not", "Isamaru, Hound of Konda is 2/2", f"{line}; rules 2010-04-23"]
    said = CliRunner().invoke(main, asked).output
    assert "is gone" in said and 'rules: ["2010-04-23"]' in said


def test_the_history_is_that_of_the_docs() -> None:
    docs = (Path(__file__).parent.parent / "docs" / "editions.md").read_text()
    assert "\n".join(editions.rows()) in docs
    said = CliRunner().invoke(main, ["rules", "--history", "613.8c"]).output
    assert said.splitlines() == [
        "The order of a layer is found as the layer begins, and not again after each effect.",
        "  2007-02-01: 418.5d",
        "  2010-04-23: 613.7b",
        f"  {TODAY}: 613.8c, so since 2012-05-01",
    ]
    told = CliRunner().invoke(main, ["rules", "--history", "--json"]).output
    assert len(json.loads(told)) == len(DIFFERENCES)
    assert (
        "the same in all editions"
        in CliRunner().invoke(main, ["rules", "--history", "611.2"]).output
    )


def test_what_changed_between_two_editions_is_told_by_a_board(tmp_path: Path) -> None:
    cards = "Urborg, Tomb of Yawgmoth; Kormus Bell; Xenograft; Grizzly Bears"
    days = ["--between", "2010-04-23", "2012-05-01"]
    made = CliRunner().invoke(main, ["generate", *days, "--cards", cards, "-o", str(tmp_path)])
    assert made.exit_code == 0, made.output
    assert "no board with these cards tells `defining-never-waits`" in made.output
    (board,) = read_boards(tmp_path / "ordered-once-1.yaml", Catalogue.open())
    assert isinstance(board, Board) and board.rules == ("2012-05-01", "613.8c", "613.7b")
    assert check(board).status == "pass"
    assert check(in_edition(board, "2010-04-23")).status == "fail"


def test_every_clause_of_then_has_a_place_to_look_for_boards() -> None:
    known = {name for day in OLD for name in between(day, TODAY)}
    assert known == {each.name for each in DIFFERENCES}
    assert between("2010-04-23", "2011-01-01") == {}
    said = CliRunner().invoke(main, ["generate", "--between", "2010-04-23", "2011-01-01"]).output
    assert said == "No answer changed between 2010-04-23 and 2011-01-01.\n"
    both = ["generate", "dependency-off", "--between", "2010-04-23", TODAY]
    assert "takes no wrong reading" in CliRunner().invoke(main, both).output


# The documents that the worked examples are from, and the days on which they were true.
_DOCUMENTS = {
    "000_feb9a75968b4ec32.txt": "2024-06-07",
    "001_39b0a4818a0242b5.txt": "2024-06-07",
    "002_c1890bc40016722e.txt": "2007-02-01",
    "003_75dce5013b46585a.txt": "2020-09-11",
}
# 208.2 of 2007: the star was 0 outside play (the board 2007-star-of-a-rat has it so).
_OTHERWISE_NOW = {"star-in-graveyard"}


@pytest.mark.parametrize("document", sorted(_DOCUMENTS))
def test_worked_examples_are_right_under_their_own_edition(document: str) -> None:
    boards = [board for board in corpus() if board.source == document]
    assert boards
    wrong = {
        board.id
        for board in boards
        if check(in_edition(board, _DOCUMENTS[document])).status != "pass"
    }
    assert wrong == {board.id for board in boards} & _OTHERWISE_NOW


def test_the_library_reads_by_the_rules_of_a_day() -> None:
    line = "Isamaru, Hound of Konda; Clone copying Isamaru, Hound of Konda (opponent)"
    assert not any(each.gone for each in striate.outcome(line).objects)
    assert all(each.gone for each in striate.outcome(line, rules="2010-04-23").objects)
    assert "704.5k" in str(striate.explain(line, rules="2010-04-23"))
    with pytest.raises(BoardError, match="is not a day"):
        striate.outcome(line, rules="yesterday")


def test_theorems_are_asked_by_the_rules_of_a_day() -> None:
    run = CliRunner().invoke
    held = run(main, ["verify", "copies-of-copies", "--rules", "2007-02-01"])
    assert "1 of 1 as listed" in held.output and held.exit_code == 0
    once = run(main, ["verify", "noncreature-no-pt", "--rules", "2010-04-23"])
    assert "1 of 1 as listed" in once.output and once.exit_code == 0
    beyond = run(main, ["verify", "cda-pt-never-survives-setting",
                        "--rules", "2007-02-01", "--timeout", "20"])  # fmt: skip
    assert "which the rules of that day don't have apart" in beyond.output
    cards = ["--cards", "Isamaru, Hound of Konda", "--size", "2"]
    own = run(main, ["verify", "--never", LEGENDS, "--rules", "2010-04-23", *cards])
    assert own.output.startswith("proved") and "6 boards of up to 2 permanents" in own.output
    later = run(main, ["verify", "--never", LEGENDS, "--rules", "2019-10-04", *cards])
    assert later.output.startswith("refuted") and 'rules: ["2019-10-04"]' in later.output
    always = ["verify", "--always", "Isamaru, Hound of Konda is 2/2", *cards]
    assert run(main, [*always, "--rules", "2010-04-23"]).output.startswith("proved")
    asked = ["--if", "Humility is 5/5", "--then", "Humility is 5/5"]
    other = run(main, ["verify", *asked, "--rules", "2010-04-23"]).output
    assert "rests on today's rules" in other


def test_a_sweep_reads_boards_by_the_rules_of_a_day() -> None:
    swept = ["sweep", "--trees", "3", "--seed", "7", "--rules", "2007-02-01"]
    assert CliRunner().invoke(main, swept).exit_code == 0
    assert "is not a day" in CliRunner().invoke(main, ["sweep", "--rules", "then"]).output


def test_clauses_are_cited_by_their_numbers_of_then(catalogue: Catalogue) -> None:
    line = "Opalescence; Forest; Enchanted Evening; Humility"
    told = explain(in_edition(board_from_line(line, catalogue), "2007-02-01")).trace
    cited = {rule for each in told.applied for rule in each.rules}
    cited |= {rule for each in told.applied for wait in each.waited for rule in wait.rules}
    assert cited == {"418.5a", "418.4", "418.5b", "418.5c", "418.5d"}
    assert told.state_based == ("Forest is put into its owner's graveyard (420.5b)",)
    assert number_on("2010-04-23", "613.8b") == "613.7b" and number_on("", "613.8b") == "613.8b"
    assert number_on("2007-02-01", "613.8c") == ""


def test_within_an_edition_a_board_of_another_is_read_by_its_own(catalogue: Catalogue) -> None:
    board = in_edition(board_from_line("Humility; Grizzly Bears", catalogue), "2007-02-01")
    then = editions.readings_on("2012-05-01")
    with read_as(then):
        before = clauses._CONTEXT.get()
        read_by("constraints", board)
        assert clauses._CONTEXT.get() == before


@pytest.mark.parametrize(
    ("line", "edition"), [("Humility", EDITION), ("Humility; rules 2010-05-01", "2010-04-23")]
)
def test_json_names_the_edition_that_the_board_was_read_by(line: str, edition: str) -> None:
    told = json.loads(CliRunner().invoke(main, ["outcome", line, "--json"]).output)
    assert told["rules"] == edition
