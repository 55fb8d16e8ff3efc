"""The game while the timeline runs: its facts, and what every object is at this moment."""

from striate.referee.game import Game
from striate.referee.layers import Layers
from striate.referee.state import State


class Play:
    """611.3a: characteristics are computed from the facts whenever something must read them."""

    def __init__(self, *, facts: bool = False) -> None:
        self.game = Game()
        self.facts = facts
        self.asked: dict[tuple[str, str], None] = {}
        self._states: dict[str, tuple[int, State]] = {}

    def state(self, last: str = "7d") -> State:
        """Every object as it is now; `last` "1" stops at the copiable values (613.2c)."""
        for layer in ("7d", last):
            known = self._states.get(layer)
            if known is not None and known[0] == self.game.version:
                return known[1]
        state = Layers(self.game, facts=self.facts).run(last)
        self._states[last] = (self.game.version, state)
        return state

    def note_questions(self, state: State) -> None:
        """Facts that a resolution asked for and no board can tell."""
        self.asked.update(state.consulted)
