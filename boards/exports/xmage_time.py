"""When things happen in XMage's tests: a step of a turn for each run of deeds by one player.

A player acts on getting priority, and the opponent gets it while your spell is on the stack. So
what a player does stands in a step in which the other one does nothing, and everything is asked
in a later step than the last deed.
"""

from striate.boards.exports.formats import CannotExport
from striate.boards.timeline import Seat

_STEPS = ("UPKEEP", "PRECOMBAT_MAIN", "BEGIN_COMBAT", "POSTCOMBAT_MAIN", "END_TURN")
_MAIN = ("PRECOMBAT_MAIN", "POSTCOMBAT_MAIN")


class Clock:
    """The turn and step in which the next deed happens."""

    def __init__(self) -> None:
        self.turn = 1
        self._step = ""
        self._seat: Seat = "you"

    def at(self, seat: Seat, *, main: bool) -> list[str]:
        """Lines that turn to the step of that player's next deed; `main` as for a sorcery."""
        if main and self.your_turn != (seat == "you"):
            raise CannotExport("a player would cast a permanent or sorcery in the other's turn")
        if not self._step:
            early = self.turn == 1 and seat == "opponent"
            self._move("UPKEEP" if early else "PRECOMBAT_MAIN", seat)
            return self._told() if early or self.turn > 1 else []
        if seat == self._seat and not (main and self._step not in _MAIN):
            return []
        later = _STEPS[_STEPS.index(self._step) + 1 : -1]
        fitting = [one for one in later if one in _MAIN or not main]
        if not fitting:
            raise CannotExport("the players act in turn more often than a turn has steps for")
        self._move(fitting[0], seat)
        return self._told()

    def next_turn(self) -> None:
        self.turn += 1
        self._step = ""

    @property
    def your_turn(self) -> bool:
        return self.turn % 2 == 1

    @property
    def now(self) -> str:
        """The arguments that say when."""
        step = "STEP" if self._step in ("", "PRECOMBAT_MAIN") else f"PhaseStep.{self._step}"
        return f"{self.turn}, {step}"

    @property
    def asking(self) -> str:
        """When everything is asked: combat's beginning, or the first step after the last deed."""
        last = self._step if self._step not in ("", "UPKEEP") else "PRECOMBAT_MAIN"
        return f"{self.turn}, PhaseStep.{_STEPS[_STEPS.index(last) + 1]}"

    def _move(self, step: str, seat: Seat) -> None:
        self._step, self._seat = step, seat

    def _told(self) -> list[str]:
        return [f"at({self.turn}, PhaseStep.{self._step});"]
