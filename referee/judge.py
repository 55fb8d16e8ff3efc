"""The referee: what every object of a board is in the end, by the rules read off the page."""

from striate.boards.timeline import Answer, Attach, Board, Enter, Seen, Step, Unmodelled
from striate.cards.tree import Opaque
from striate.referee import moving, statebased, timeline
from striate.referee.attach import could_enter_on, could_equip
from striate.referee.explaining import explained
from striate.referee.layers import Layers
from striate.referee.play import Play
from striate.referee.recording import Recorder, printed
from striate.referee.showing import seen
from striate.referee.state import State
from striate.referee.tracing import Trace

_KINDS = ("static", "replacement", "unknown")


def judge(board: Board, *, facts: bool = False) -> Answer:
    """Every object of the board as it is after the last step and one look at 704."""
    return _judged(board, facts, None)[0]


def judge_with_trace(board: Board, *, facts: bool = False) -> tuple[Answer, Trace]:
    """The answer, and what each effect did in the final evaluation."""
    answer, trace = _judged(board, facts, Recorder())
    assert trace is not None
    return answer, trace


def could_be_attached_so(board: Board) -> bool:
    """303.4f, 702.6a: each Aura was put, and each Equipment moved, where it could be then."""
    for place, step in enumerate(board.steps):
        if isinstance(step, Enter) and step.attached_to is not None:
            state = _state_after(board.steps[:place])
            if not could_enter_on(step.card, step.controller, step.attached_to, state):
                return False
        if isinstance(step, Attach):
            state = _state_after(board.steps[:place])
            if not could_equip(state.thing(step.what), step.to, state):
                return False
    return True


def _state_after(steps: tuple[Step, ...]) -> State:
    play = Play()
    timeline.run(Board(steps), play)
    return Layers(play.game).run()


def _judged(board: Board, facts: bool, recorder: Recorder | None) -> tuple[Answer, Trace | None]:
    play = Play(facts=facts)
    timeline.run(board, play)
    before = Layers(play.game, facts=facts, recorder=recorder)
    state = before.run()
    trace = explained(before, recorder)
    found = statebased.look(state)
    asked = {**play.asked, **state.consulted}
    unread = [*play.game.departed, *_unread_lines(state)]
    last_seen = {handle: seen(state, handle) for handle in found.graveyard}
    for handle, (incarnation, shown) in play.game.taken.items():
        if play.game.things[handle].incarnation == incarnation:
            last_seen[handle] = shown
    if found:
        statebased.carry_out(play, found)
        final = Layers(play.game, facts=facts, recorder=recorder and Recorder())
        after = final.run()
        if recorder is not None and trace is not None:
            trace = trace.then(explained(final, final.recorder), _said(found))
        asked.update(after.consulted)
        unread.extend(_unread_lines(after))
        state = after
    asked.update(dict.fromkeys(found.undecided))
    answer = Answer(
        objects=tuple(_objects(play, state, last_seen)),
        gone=_gone(play, found),
        not_modelled=_lines([*play.game.unread, *unread]),
        facts=_lines(list(asked)),
    )
    return answer, trace


def _objects(play: Play, state: State, last_seen: dict[str, Seen]) -> list[Seen]:
    """In the order of the timeline; what 704 or an end step took as it last was, what left by
    a step where it is (400.7).

    A token that has left has ceased to exist (111.7).
    """
    found = []
    for thing in play.game.things.values():
        if not thing.listed:
            continue
        if thing.handle in last_seen:
            found.append(last_seen[thing.handle])
        elif thing.handle in state.views:
            found.append(seen(state, thing.handle))
    return found


def _gone(play: Play, found: statebased.Round) -> tuple[str, ...]:
    """Handles that were on the battlefield and are not there in the end."""
    return tuple(
        thing.handle
        for thing in play.game.things.values()
        if thing.was_permanent and thing.zone not in ("battlefield", moving.PHASED_OUT)
    )


def _said(found: statebased.Round) -> tuple[str, ...]:
    parts = [f"{handle} is put into its owner's graveyard ({rule})"
             for handle, rule in found.graveyard.items()]  # fmt: skip
    parts += [f"{handle} becomes unattached ({rule})" for handle, rule in found.unattached.items()]
    parts += [f"{handle} loses {number} +1/+1 and -1/-1 counters (704.5q)"
              for handle, number in found.cancelled.items()]  # fmt: skip
    return tuple(parts)


def _unread_lines(state: State) -> list[tuple[str, str]]:
    """Lines that are not understood, work where they are, and could change a characteristic."""
    return [
        (view.name or view.text.name, printed(held.ability))
        for view in state.views.values()
        if view.zone == "battlefield"
        for held in view.abilities
        if isinstance(held.ability, Opaque) and held.ability.touches and held.ability.kind in _KINDS
    ]


def _lines(found: list[tuple[str, str]]) -> tuple[Unmodelled, ...]:
    return tuple(Unmodelled(card, line) for card, line in sorted(set(found)))
