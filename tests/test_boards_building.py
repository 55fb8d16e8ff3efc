"""A board file as a board: cards and faces, handles, choices, and what is left to the readings."""

from pathlib import Path

import pytest

from striate.boards import timeline
from striate.boards.errors import BoardError
from striate.boards.names import Shelf
from striate.boards.reading import (
    board_from_bytes,
    board_from_document,
    board_from_text,
    read_board,
    read_boards,
    read_sketch,
)
from striate.boards.timeline import Board, Bound, Enter, Expected, Step
from striate.boards.writing import board_yaml
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card


def built(text: str, catalogue: Catalogue) -> Board:
    return board_from_text(text, catalogue)


def steps(catalogue: Catalogue, *lines: str) -> tuple[Step, ...]:
    return built("\n".join(["steps:", *(f"  - {{{line}}}" for line in lines)]), catalogue).steps


def entered(catalogue: Catalogue, line: str) -> Enter:
    (step,) = steps(catalogue, line)
    assert isinstance(step, Enter)
    return step


def handles(board: tuple[Step, ...]) -> list[str]:
    return [handle for step in board if (handle := getattr(step, "handle", ""))]


def test_the_default_handle_is_the_name_and_then_the_name_with_a_number(
    catalogue: Catalogue,
) -> None:
    board = steps(
        catalogue,
        "enter: grizzly bears",
        "enter: Grizzly Bears",
        "enter: Grizzly Bears, as: x",
        "zone: graveyard, card: Grizzly Bears",
        "token_copy_of: x",
        "enter: Humility",
        "spell: Grizzly Bears",
        "copy_spell: 'Grizzly Bears #5'",
    )
    assert handles(board) == [
        "Grizzly Bears", "Grizzly Bears #2", "x", "Grizzly Bears #3", "Grizzly Bears #4",
        "Humility", "Grizzly Bears #5", "Grizzly Bears #6",
    ]  # fmt: skip


def test_a_back_face_that_enters_is_the_card_transformed(catalogue: Catalogue) -> None:
    front = entered(catalogue, "enter: Thing in the Ice")
    back = entered(catalogue, "enter: Awoken Horror")
    whole = entered(catalogue, "enter: Thing in the Ice // Awoken Horror, transformed: true")
    assert (front.handle, front.transformed) == ("Thing in the Ice", False)
    assert (back.handle, back.transformed) == ("Awoken Horror", True)
    assert (whole.handle, whole.transformed) == ("Thing in the Ice // Awoken Horror", True)
    assert front.card == back.card == whole.card


def test_a_flipped_half_that_is_named_is_the_card_flipped(catalogue: Catalogue) -> None:
    assert entered(catalogue, "enter: 'Tok-Tok, Volcano Born'").flipped
    assert not entered(catalogue, "enter: Akki Lavarunner").flipped


def test_the_half_of_a_split_card_is_a_spell_of_its_own(catalogue: Catalogue) -> None:
    (ice,) = steps(catalogue, "spell: Ice")
    assert isinstance(ice, timeline.PutSpell)
    assert [face.name for face in ice.card.faces] == ["Ice"]
    assert ice.handle == "Ice"
    with pytest.raises(BoardError, match="only one half"):  # 709.3
        steps(catalogue, "spell: Fire // Ice")
    (both,) = steps(catalogue, "spell: Wear // Tear")  # 702.102a: fuse
    assert isinstance(both, timeline.PutSpell) and len(both.card.faces) == 2


def test_a_spell_that_is_an_adventure_is_that_part_only(catalogue: Catalogue) -> None:
    (stomp, giant) = steps(catalogue, "spell: Stomp", "enter: Bonecrusher Giant")
    assert isinstance(stomp, timeline.PutSpell) and isinstance(giant, Enter)
    assert [face.name for face in stomp.card.faces] == ["Stomp"]
    assert len(giant.card.faces) == 2


def test_a_token_has_what_it_is_given(catalogue: Catalogue) -> None:
    token = entered(
        catalogue,
        "token: {name: Goblin, type_line: Creature — Goblin, power: 1, toughness: '1',"
        " colors: [red]}, as: g, controller: opponent",
    )
    (face,) = token.card.faces
    assert (token.handle, token.token, token.controller) == ("g", True, "opponent")
    assert (face.types, face.subtypes, face.colors) == (("Creature",), ("Goblin",), ("R",))
    assert (face.power, face.toughness) == (1, 1)


def test_111_4_a_token_without_a_name_is_named_after_its_subtypes(catalogue: Catalogue) -> None:
    assert entered(catalogue, "token: {type_line: Creature — Goblin Shaman}").handle == (
        "Goblin Shaman Token"
    )
    assert entered(catalogue, "token: {}").card.faces[0].types == ("Creature",)


def test_a_card_of_the_boards_own_wins(catalogue: Catalogue) -> None:
    text = """
cards:
  - {name: Grizzly Bears, type_line: Enchantment, mana_cost: "{U}", artist: nobody}
  - name: Left // Right
    layout: split
    card_faces:
      - {name: Left, type_line: Instant, mana_cost: "{R}"}
      - {name: Right, type_line: Instant, mana_cost: "{U}"}
steps:
  - enter: grizzly bears
  - resolve: Right
"""
    board = built(text, catalogue)
    bears, right = board.steps
    assert isinstance(bears, Enter) and isinstance(right, timeline.Resolve)
    assert (bears.card.faces[0].types, bears.card.faces[0].colors) == (("Enchantment",), ("U",))
    assert right.card.faces[0].colors == ("U",)
    again = built(board_yaml(board), catalogue)
    assert again.steps == board.steps and again.cards == board.cards


def test_an_aura_may_be_attached_by_a_later_step_or_to_a_player(catalogue: Catalogue) -> None:
    aura, bears, _ = steps(
        catalogue, "enter: Pacifism", "enter: Grizzly Bears", "attach: Pacifism, to: Grizzly Bears"
    )
    assert isinstance(aura, Enter) and isinstance(bears, Enter) and aura.attached_to is None
    curse = entered(catalogue, "enter: Curse of Death's Hold, attached_to: opponent")
    assert curse.attached_to == "opponent"


def test_choices_are_kept_as_texts_in_the_games_words(catalogue: Catalogue) -> None:
    assert entered(catalogue, "enter: Voice of All, choose: {color: U}").choose == (
        ("color", "blue"),
    )
    automaton = entered(catalogue, "enter: Adaptive Automaton, choose: {creature type: elf}")
    assert automaton.choose == (("creature type", "Elf"),)
    _, resolved = steps(
        catalogue,
        "enter: Grizzly Bears",
        "ability: 1, of: Grizzly Bears, choose: {card name: Humility, number: 3, from: white,"
        " to: RED, player: opponent, creature: Grizzly Bears}",
    )
    assert isinstance(resolved, timeline.ResolveAbility)
    assert resolved.choose == (
        ("creature", "Grizzly Bears"),
        ("from", "white"),
        ("name", "Humility"),
        ("number", "3"),
        ("player", "opponent"),
        ("to", "red"),
    )


def test_a_face_down_card_makes_no_choice_and_may_be_anything(catalogue: Catalogue) -> None:
    assert entered(catalogue, "enter: Voice of All, face_down: true").face_down
    assert entered(catalogue, "enter: Giant Growth, face_down: true").face_down
    by = entered(catalogue, "enter: Forest, face_down: true, choose: {face down by: disguise}")
    assert by.choose == (("face down by", "disguise"),)


def test_a_mode_that_is_chosen_by_number_is_that_mode(catalogue: Catalogue) -> None:
    one, two = steps(
        catalogue,
        "spell: Emerald Charm, mode: 3",
        "spell: Emerald Charm, choose: {mode: 3}",
    )
    assert isinstance(one, timeline.PutSpell) and isinstance(two, timeline.PutSpell)
    assert one.modes == two.modes == (3,)


def test_a_shelf_stands_for_the_catalogue_where_many_boards_are_built(
    catalogue: Catalogue,
) -> None:
    counting = Counting(catalogue)
    shelf = Shelf(counting)
    document = {"steps": [{"enter": "Humility"}]}
    assert board_from_document(document, shelf) == board_from_document(document, shelf)
    assert counting.asked == ["Humility"]


def test_facts_about_players(catalogue: Catalogue) -> None:
    assert steps(
        catalogue,
        "your_turn: false",
        "your_turn: true, player: opponent",
        "life: -3, player: opponent",
        "hand: 7",
    ) == (
        timeline.PlayerFact("you", "turn", 0),
        timeline.PlayerFact("opponent", "turn", 1),
        timeline.PlayerFact("opponent", "life", -3),
        timeline.PlayerFact("you", "hand", 7),
    )


def test_every_other_step(catalogue: Catalogue) -> None:
    _, *others = steps(
        catalogue,
        "enter: Student of Warfare, as: s",
        "counters: {level: 2, +1/+1: -1}, on: s",
        "level_up: s, times: 3",
        "ability: 2, of: s, targets: [s, you], mode: [1, 3], x: 4, controller: opponent",
        "leave: s, to: exile",
        "turn_face_up: s",
        "turn_face_down: s",
        "transform: s",
        "flip: s",
        "tap: s",
        "untap: s",
        "end_turn: true",
        "attach: s, to: you",
    )
    assert others == [
        timeline.ChangeCounters(on="s", counters=(("level", 2), ("+1/+1", -1))),
        timeline.LevelUp(on="s", times=3),
        timeline.ResolveAbility(
            number=2, of="s", controller="opponent", targets=("s", "you"), x=4, modes=(1, 3)
        ),
        timeline.Leave(what="s", to="exile"),
        timeline.SetStatus("s", "face up"),
        timeline.SetStatus("s", "face down"),
        timeline.SetStatus("s", "transformed"),
        timeline.SetStatus("s", "flipped"),
        timeline.SetStatus("s", "tapped"),
        timeline.SetStatus("s", "untapped"),
        timeline.EndTurn(),
        timeline.Attach("s", "you"),
    ]


def test_expectations(catalogue: Catalogue) -> None:
    board = built(
        """
format: 1
steps: [{enter: Humility}]
expect:
  Humility:
    {power: ">= 5", toughness: null, is: [enchantment], colors: [white, U], counters: {a: 1},
     choices: {x: 3, mana: "", targets: [a]}, name: "", tapped: false, gone: true}
""",
        catalogue,
    )
    assert board.expect == (
        Expected(
            handle="Humility",
            power=Bound(">=", 5),
            toughness="none",
            is_=("Enchantment",),
            colors=("W", "U"),
            counters=(("a", 1),),
            choices=(("mana", ""), ("targets", ("a",)), ("x", 3)),
            name="",
            tapped=False,
            gone=True,
        ),
    )


class Counting:
    """A catalogue that counts its look-ups."""

    def __init__(self, cards: Catalogue) -> None:
        self.cards = cards
        self.asked: list[str] = []

    def card(self, name: str) -> Card | None:
        self.asked.append(name)
        return self.cards.card(name)

    def suggest(self, name: str) -> list[str]:
        return []


def test_lines_of_boards_are_read_one_by_one_and_each_card_is_looked_up_once(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    path = tmp_path / "many.jsonl"
    lines = ['{"id": "a", "steps": [{"enter": "Humility"}]}', "[]", "", '{"steps": [{"tap": "x"}]}']
    path.write_text("\n".join(lines * 50), encoding="utf-8")
    counting = Counting(catalogue)
    boards = read_boards(path, counting)
    assert isinstance(next(boards), Board)
    found = list(boards)
    assert counting.asked == ["Humility"]
    assert len(found) == 149
    last = found[-1]
    assert isinstance(last, BoardError)
    assert str(last).endswith(
        ":200: steps[0].tap: no object has the handle `x`; no object is there yet"
    )


@pytest.mark.parametrize("name", ["b.yaml", "b.yml", "b.json", "b"])
def test_one_board_a_file(tmp_path: Path, catalogue: Catalogue, name: str) -> None:
    path = tmp_path / name
    path.write_text('{"steps": [\n{"enter": "Humility"}]}', encoding="utf-8")
    board = read_board(path, catalogue)
    assert (board.file, board.lines) == (str(path), (2,))
    assert list(read_boards(path, catalogue)) == [board]
    assert read_sketch(path, catalogue).handles == ("Humility",)


def test_a_file_that_is_no_list_of_boards_is_not_read_to_its_end(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    path = tmp_path / "numbers.jsonl"
    path.write_text("1\n" * 5000, encoding="utf-8")
    found = list(read_boards(path, catalogue))
    assert len(found) == 1001
    assert str(found[-1]) == f"{path}: 1000 in a row are not boards"


def test_bytes_from_anywhere_are_json_or_yaml_by_their_look(catalogue: Catalogue) -> None:
    for raw in (
        b'\xef\xbb\xbf {"steps": [\n\t{"enter": "Humi\\u006city"}]}',
        b"{steps: [{enter: Humility}]}",
        b"steps:\n- enter: Humility",
        b"# {\nsteps:\n- enter: Humility",
    ):
        (step,) = board_from_bytes(raw, catalogue, file="<stdin>").steps
        assert isinstance(step, Enter) and step.handle == "Humility"
    with pytest.raises(BoardError, match="<stdin>:1: the byte `0xff` is not UTF-8"):
        board_from_bytes(b"\xff", catalogue, file="<stdin>")


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ("Nezumi Graverobber", "has one face only"),  # 710.1: the flipped half is no face
        ("Bonecrusher Giant", "has one face only"),  # 715.2: nor is the inset frame
        ("Invasion of Alara", "`Awaken the Maelstrom` is no permanent"),  # 712.13a
    ],
)
def test_only_what_can_be_there_enters_with_its_other_face_up(
    catalogue: Catalogue, card: str, message: str
) -> None:
    with pytest.raises(BoardError, match=message):
        board_from_document({"steps": [{"enter": card, "transformed": True}]}, catalogue)
