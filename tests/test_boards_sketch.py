"""Sketches: their holes, what is refused, and boards from filled ones."""

from typing import Any

import pytest

from striate.boards.errors import BoardError
from striate.boards.from_yaml import load_yaml
from striate.boards.holes import Hole
from striate.boards.reading import board_from_document, sketch_from_document
from striate.boards.sketch import Sketch
from striate.boards.timeline import ChangeCounters, Enter, Resolve
from striate.boards.writing import board_yaml
from striate.cards.catalogue.store import Catalogue


def sketched(text: str, catalogue: Catalogue) -> Sketch:
    return sketch_from_document(load_yaml(text).data, catalogue)


EVERY_HOLE = """
order: free
pool: [Grizzly Bears, Humility]
size: 2
steps:
  - {enter: "?", as: a, controller: "?", face_down: "?", copying: "?", attached_to: "?"}
  - {enter: [Humility, Dress Down], as: b, choose: {color: "?"}, maybe: true, x: "1..3"}
  - {counters: {level: "0..8", +1/+1: "?"}, on: "?"}
  - {resolve: [Giant Growth], targets: ["?", a], controller: "?"}
  - {attach: a, to: "?"}
  - {leave: b, to: "?"}
  - {zone: "?", card: "?", owner: "?"}
  - {ability: "1..2", of: "?"}
  - {life: "?", player: "?"}
  - {tap: "?"}
expect:
  a: {power: 1}
"""


def test_every_hole_is_found(catalogue: Catalogue) -> None:
    sketch = sketched(EVERY_HOLE, catalogue)
    found = [(hole.path, hole.kind) for hole in sketch.holes]
    assert sorted(found) == [
        ("steps[0].attached_to", "handle"),
        ("steps[0].controller", "seat"),
        ("steps[0].copying", "handle"),
        ("steps[0].enter", "card"),
        ("steps[0].face_down", "flag"),
        ("steps[1].choose.color", "choice"),
        ("steps[1].enter", "card"),
        ("steps[1].x", "number"),
        ("steps[2].counters.level", "number"),
        ("steps[2].counters['+1/+1']", "number"),
        ("steps[2].on", "handle"),
        ("steps[3].controller", "seat"),
        ("steps[3].resolve", "card"),
        ("steps[3].targets[0]", "target"),
        ("steps[4].to", "handle"),
        ("steps[5].to", "zone"),
        ("steps[6].card", "card"),
        ("steps[6].owner", "seat"),
        ("steps[6].zone", "zone"),
        ("steps[7].ability", "number"),
        ("steps[7].of", "handle"),
        ("steps[8].life", "number"),
        ("steps[8].player", "seat"),
        ("steps[9].tap", "handle"),
    ]
    by_path = {hole.path: hole for hole in sketch.holes}
    assert by_path["steps[1].enter"].names == ("Humility", "Dress Down")
    level = Hole(("steps", 2, "counters", "level"), "number", low=0, high=8)
    assert by_path["steps[2].counters.level"] == level
    assert level.step == 2
    assert (sketch.order, sketch.size, sketch.maybe) == ("free", 2, (1,))
    assert sketch.pool == ("Grizzly Bears", "Humility")
    assert sketch.handles[:2] == ("a", "b")


def test_a_board_refuses_every_hole(catalogue: Catalogue) -> None:
    with pytest.raises(BoardError) as caught:
        board_from_document(load_yaml(EVERY_HOLE).data, catalogue)
    assert caught.value.one() == (
        "steps[0].enter: this is a hole; `striate find --sketch` fills holes"
    )
    assert len(list(caught.value.all())) == 20


SKETCH = """
order: [[cmd, god]]
pool: t:creature
steps:
  - {enter: Coralhelm Commander, as: cmd}
  - {enter: "?", as: god}
  - {enter: "?", maybe: true}
  - {enter: Grizzly Bears}
  - {counters: {level: "0..8"}, on: cmd}
  - {resolve: Giant Growth, targets: [Grizzly Bears]}
"""


def test_a_filled_sketch_is_a_board(catalogue: Catalogue) -> None:
    sketch = sketched(SKETCH, catalogue)
    assert (sketch.order, sketch.pool) == ((("cmd", "god"),), "t:creature")
    values = {
        "steps[1].enter": "Godhead of Awe",
        "steps[2].enter": "Grizzly Bears",
        "steps[4].counters.level": 2,
    }
    board = board_from_document(sketch.fill(values), catalogue)
    assert [step.handle for step in board.steps if isinstance(step, Enter)] == [
        "cmd", "god", "Grizzly Bears #2", "Grizzly Bears",
    ]  # fmt: skip
    counters, growth = board.steps[4:]
    assert counters == ChangeCounters(on="cmd", counters=(("level", 2),))
    assert isinstance(growth, Resolve) and growth.targets == ("Grizzly Bears",)
    # The sketch itself is as it was.
    assert sketch == sketched(SKETCH, catalogue)


def test_steps_can_be_left_out_moved_and_added(catalogue: Catalogue) -> None:
    sketch = sketched(SKETCH, catalogue)
    values: dict[str, Any] = {"steps[1].enter": "Godhead of Awe", "steps[4].counters.level": 4}
    further = {"enter": "Humility", "controller": "opponent"}
    document = sketch.fill(values, [3, 0, further, 1, 4])
    assert (
        board_yaml(document)
        == """\
steps:
  - enter: Grizzly Bears
  - enter: Coralhelm Commander
    as: cmd
  - enter: Humility
    controller: opponent
  - enter: Godhead of Awe
    as: god
  - counters: {level: 4}
    on: cmd
"""
    )
    assert len(board_from_document(document, catalogue).steps) == 5


def test_a_step_keeps_the_handle_that_it_has_in_the_sketch(catalogue: Catalogue) -> None:
    text = "steps: [{enter: Humility}, {enter: Humility}, {tap: 'Humility #2'}]"
    sketch = sketched(text, catalogue)
    board = board_from_document(sketch.fill({}, [1, 2]), catalogue)
    assert (
        board_yaml(board)
        == """\
steps:
  - enter: Humility
    as: "Humility #2"
  - tap: "Humility #2"
"""
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "steps: [{counters: {level: '8..0'}, on: '?'}]",
            "steps[0].counters.level: the range `8..0` is empty",
        ),
        (
            "steps: [{counters: {level: '0..5000'}, on: '?'}]",
            "steps[0].counters.level: the range `0..5000` has more than 1000 numbers",
        ),
        (
            "steps: [{enter: [Humility, Humilty]}]",
            (
                "steps[0].enter[1]: no card is named `Humilty` in the shipped "
                "catalogue; did you mean "
                "`Humility`?"
            ),
        ),
        (
            "pool: [Humilty]\nsteps: [{enter: '?'}]",
            (
                "pool[0]: no card is named `Humilty` in the shipped catalogue; did you mean "
                "`Humility`?"
            ),
        ),
        (
            "steps: [{enter: '?'}, {tap: Humility}]",
            "steps[1].tap: no object has the handle `Humility`; give the hole a handle with `as`",
        ),
        (
            "order: [[a, c]]\nsteps: [{enter: '?', as: a}]",
            "order[0][1]: no object has the handle `c`; give the hole a handle with `as`",
        ),
        (
            "steps: [{enter: '?', as: a}, {enter: '?', as: a}]",
            "steps[1].as: the handle `a` is taken by steps[0]; give it another one",
        ),
        (
            "steps: [{enter: Bottomless Pool, as: a}, {unlock: a, door: '?'}]",
            "steps[1].door: this can't be left open",
        ),
    ],
)
def test_a_sketch_that_is_refused(text: str, message: str, catalogue: Catalogue) -> None:
    with pytest.raises(BoardError) as caught:
        sketched(text, catalogue)
    assert str(caught.value) == message
