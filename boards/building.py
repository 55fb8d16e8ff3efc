"""A checked board file as a `Board`: cards looked up, handles resolved, texts parsed.

Every mistake of the board is told at once, as far as one does not follow from another.
"""

from collections.abc import Callable

from striate.boards.checking import board_form, check_day
from striate.boards.errors import show
from striate.boards.expecting import expected
from striate.boards.facts import FACT_NAMES, is_of_a_turn, whose
from striate.boards.holes import holes
from striate.boards.mistakes import Mistakes
from striate.boards.names import Shelf
from striate.boards.plain import Loaded
from striate.boards.records import as_written
from striate.boards.schema import BoardForm
from striate.boards.steps.table import kind_of_form
from striate.boards.timeline import Board, Choices, EndTurn, Enter, Step, TurnFacts
from striate.boards.workbench import Ground, Texts, the_language


def build(
    loaded: Loaded, shelf: Shelf, file: str = "", texts: Callable[[], Texts] = the_language
) -> Board:
    """Plain data as a `Board`; a `BoardError` with what is wrong otherwise."""
    board = board_form(loaded, file)
    mistakes = Mistakes(loaded, file)
    _refuse_holes(board, mistakes)
    ground = Ground(board, shelf, mistakes, texts)
    kinds = [kind_of_form(step) for step in board.steps]
    for index, step in enumerate(board.steps):
        kinds[index].introduce(ground, step, index)
    mistakes.stop()
    steps = tuple(kinds[at].read(ground, step, at) for at, step in enumerate(board.steps))
    _check_facts(steps, mistakes)
    expect = expected(board.expect, ground.handles, ground.subtypes, mistakes)
    check_day(board.rules, mistakes)
    mistakes.stop()
    extras = ((key, str(getattr(board, key))) for key in ("area", "engine_bug", "disputed"))
    return Board(
        steps=steps,
        expect=expect,
        id=str(board.id),
        note=str(board.note),
        source=str(board.source),
        rules=tuple(str(rule) for rule in board.rules),
        lines=tuple(loaded.line(("steps", index)) for index in range(len(steps))),
        file=file,
        extras=tuple((key, text) for key, text in extras if text),
        cards=tuple(as_written(record) for record in board.cards),
        melds=tuple(ground.melds()),
    )


def _check_facts(steps: tuple[Step, ...], mistakes: Mistakes) -> None:
    """What permanents' steps tell of one player, or of the game, is the same in all of them."""
    known: dict[tuple[str, str], str] = {}
    for index, step in enumerate(steps):
        if isinstance(step, EndTurn):
            known = {key: value for key, value in known.items() if not is_of_a_turn(key[0])}
        key, side, facts = _told_by(step)
        for name, value in facts:
            if name not in FACT_NAMES or whose(name) == "its":
                continue
            theirs = "opponent" if side == "you" else "you"
            if whose(name) == "game":
                side = theirs = ""
            both = whose(name) == "one player" and value == known.get((name, theirs)) == "yes"
            if both or known.setdefault((name, side), value) != value:
                path = ("steps", index, key, name)
                mistakes.add(f"another step says something else of {show(name)}", path)


def _told_by(step: Step) -> tuple[str, str, Choices]:
    """The key that tells facts, of whom, and the facts."""
    if isinstance(step, TurnFacts):
        return "this_turn", step.player, step.facts
    return ("choose", step.controller, step.choose) if isinstance(step, Enter) else ("", "", ())


def _refuse_holes(board: BoardForm, mistakes: Mistakes) -> None:
    """A concrete board leaves nothing open."""
    hint = "`striate find --sketch` fills holes"
    for hole in holes(board):
        mistakes.add("this is a hole", hole.place, hint)
    for key in ("order", "pool", "size"):
        if getattr(board, key) is not None:
            mistakes.add(f"`{key}` makes this board a sketch", (key,), hint)
    for index, step in enumerate(board.steps):
        if step.maybe:
            path = ("steps", index, "maybe")
            mistakes.add("`maybe` makes this board a sketch", path, hint)
    mistakes.stop()
