"""How long something may take: one clock for everything that an answer needs.

Loops ask `over` or `left`. What is in no loop of ours (a circuit that is built, a pool that is read)
is ended by an alarm, on systems that have one: within `enforced`, `OutOfTime` is raised a moment
after the time is up, wherever the program is.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from types import FrameType

_GRACE = 0.1  # seconds for loops to notice it themselves
_AGAIN = 0.5  # seconds until the next alarm, should one be lost in a destructor
_enforcing: list["Deadline"] = []


class OutOfTime(BaseException):
    """The time is up. Like an interrupt it is no `Exception`: nothing on the way may swallow it."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the monotonic clock; None for never."""

    end: float | None = None

    @classmethod
    def after(cls, seconds: float | None) -> "Deadline":
        return cls(None if seconds is None else monotonic() + seconds)

    def left(self) -> float | None:
        """The seconds left, at least a hundredth; None without an end."""
        return None if self.end is None else max(0.01, self.end - monotonic())

    def over(self) -> bool:
        return self.end is not None and monotonic() >= self.end

    def check(self) -> None:
        """Raises `OutOfTime` where it is over."""
        if self.over():
            raise OutOfTime

    @contextmanager
    def enforced(self) -> Iterator[None]:
        """Within, `OutOfTime` is raised soon after the time is up.

        An inner one changes nothing: the outermost one's alarm stays.
        """
        alarmed = hasattr(signal, "setitimer") and not _enforcing
        here = threading.current_thread() is threading.main_thread()
        if self.end is None or not alarmed or not here:
            yield
            return
        _enforcing.append(self)
        before = signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_REAL, (self.left() or 0) + _GRACE, _AGAIN)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            _enforcing.remove(self)


NEVER = Deadline()


def _ring(number: int, frame: FrameType | None) -> None:
    raise OutOfTime
