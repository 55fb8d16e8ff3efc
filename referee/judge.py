"""The referee: what every object of a board is in the end, by the rules read off the page."""

from striate.boards.timeline import Answer, Attach, Board, Enter
from striate.boards.untold import Path
from striate.referee.attach import could_be_bestowed_on, could_enter_on, could_equip
from striate.referee.explaining import explained
from striate.referee.layers import Layers
from striate.referee.reading import Referee
from striate.referee.recording import Recorder
from striate.referee.state import State
from striate.referee.tracing import Trace
from striate.timeline import steps
from striate.timeline.answering import answer
from striate.timeline.play import Play, Savings
from striate.timeline.statebased import Round


def judge(board: Board, *, path: Path | None = None, savings: Savings | None = None) -> Answer:
    """Every object of the board as it is after the last step and its state-based actions."""
    return answer(board, Referee, path, savings=savings)


def judge_with_trace(
    board: Board, *, path: Path | None = None, savings: Savings | None = None
) -> tuple[Answer, Trace]:
    """The answer, and what each effect did in the final evaluation."""
    traces: list[tuple[Trace, Round]] = []

    def watch(play: Play, actions: Round) -> None:
        recorder = Recorder(play.game.then)
        layers = Layers(play.game, path=play.path, recorder=recorder)
        layers.run()
        trace = explained(layers, recorder)
        assert trace is not None
        traces.append((trace, actions))

    given = answer(board, Referee, path, watch, savings)
    final, _ = traces.pop()
    if not traces:
        return given, final
    before, last_actions = traces[-1]  # the last time that state-based actions did something
    return given, before.then(final, _said(last_actions))


def could_be_attached_so(board: Board) -> bool:
    """303.4f, 702.6a: each Aura was put, and each Equipment moved, where it could be then."""
    for place, step in enumerate(board.steps):
        if isinstance(step, Enter) and step.attached_to is not None:
            state = _state_after(board, place)
            host = step.attached_to
            enters = could_enter_on(step.card, step.controller, host, state)
            if not enters or not could_be_bestowed_on(step.card, host, state):
                return False
        if isinstance(step, Attach):
            state = _state_after(board, place)
            if not could_equip(state.thing(step.what), step.to, state):
                return False
    return True


def _state_after(board: Board, number: int) -> State:
    taken = Board(board.steps[:number], rules=board.rules)
    return Layers(steps.played(taken, Referee).game).run()


_WENT = {"graveyard": "is put into its owner's graveyard", "exile": "is exiled instead",
         "hand": "is returned to its owner's hand instead",
         "library": "is put into its owner's library instead"}  # fmt: skip


def _said(actions: Round) -> tuple[str, ...]:
    parts = [f"{handle} {_WENT.get(actions.fates.get(handle, ''), 'is not destroyed')} ({rule})"
             for handle, rule in actions.graveyard.items()]  # fmt: skip
    parts += [
        f"{handle} becomes unattached ({rule})" for handle, rule in actions.unattached.items()
    ]
    parts += [f"{handle} loses {number} +1/+1 and -1/-1 counters (704.5q)"
              for handle, number in actions.cancelled.items()]  # fmt: skip
    return tuple(parts)
