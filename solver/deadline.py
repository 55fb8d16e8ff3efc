"""How much something may take: one clock, and one bound of memory, for all that an answer needs.

Loops ask `over` or `left`. What is in no loop of ours (a circuit that is built, a pool that is
read) is ended by an alarm, on systems that have one: within `enforced`, `OutOfTime` is raised a
moment after the time is up, and `OutOfMemory` if the process has grown by more than it may.
"""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from types import FrameType

_GRACE = 0.1  # seconds for loops to notice it themselves
_LOOK = 0.2  # seconds between two looks at the memory
_SOON = 0.01  # seconds until the next try, if the alarm fell into somebody else's code
_PATIENCE = 1.0  # seconds of such tries
_AGAIN = 2.0  # seconds until it is raised again, if it was lost on its way
_MB = 1_000_000
#: So many MB a search may take if nothing else is said.
MEMORY = 2_000


def in_a_browser() -> bool:
    """Python has no threads there, and hears of no signal: who waits for it ends its worker."""
    return sys.platform == "emscripten"


class OutOfTime(BaseException):
    """The time is up. Like an interrupt it is no `Exception`: nothing on the way may swallow it."""


class OutOfMemory(OutOfTime):
    """The memory is used up: it ends whatever the end of the time would."""


class Deadline:
    """A moment on the monotonic clock, and a bound of memory in MB; None for none.

    What the process held `before`, in bytes, isn't counted: a notebook or a server holds what
    others asked for. No Struct, for help and messages need no more than this.
    """

    __slots__ = ("before", "began", "end", "memory", "overfull")

    def __init__(
        self, end: float | None = None, memory: int | None = None, before: int = 0
    ) -> None:
        self.end, self.memory, self.before = end, memory, before
        self.overfull = False  # whether the memory, not the time, was what ended it
        self.began = monotonic()

    @classmethod
    def after(cls, seconds: float | None, memory: int | None = None) -> "Deadline":
        end = None if seconds is None else monotonic() + seconds
        return cls(end, memory, before=0 if memory is None else held())

    def passed(self) -> float:
        """The seconds since it was set."""
        return monotonic() - self.began

    def left(self) -> float | None:
        """The seconds left, at least a hundredth; None without an end."""
        return None if self.end is None else max(0.01, self.end - monotonic())

    def over(self) -> bool:
        return self.overfull or (self.end is not None and monotonic() >= self.end)

    def check(self) -> None:
        """Raises `OutOfTime` if it is over."""
        if self.over():
            raise OutOfMemory if self.overfull else OutOfTime

    @contextmanager
    def enforced(self) -> Iterator[None]:
        """Within, `OutOfTime` is raised soon after the time is up or the memory is used up.

        An inner one changes nothing: the outermost one's alarm stays.
        """
        bounded = self.end is not None or self.memory is not None
        alarms = hasattr(signal, "setitimer") and not in_a_browser()
        alarmed = alarms and not _Alarm.rings
        if not (bounded and alarmed and threading.current_thread() is threading.main_thread()):
            yield
            return
        alarm = _Alarm(self)
        before = signal.signal(signal.SIGALRM, alarm.ring)
        _Alarm.rings = True
        alarm.set()
        try:
            yield
        finally:
            # First: a ring that is due would wind the clock again, and no one would hear it then.
            alarm.ended = True
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            _Alarm.rings = False


NEVER = Deadline()


class _Alarm:
    """What looks at one deadline's clock and memory from time to time."""

    rings = False

    def __init__(self, deadline: Deadline) -> None:
        self.deadline = deadline
        self.patience = _PATIENCE
        self.ended = False

    def set(self) -> None:
        deadline = self.deadline
        waits = [] if deadline.end is None else [(deadline.left() or 0) + _GRACE]
        waits += [] if deadline.memory is None else [_LOOK]
        signal.setitimer(signal.ITIMER_REAL, min(waits))

    def ring(self, number: int, frame: FrameType | None) -> None:
        deadline = self.deadline
        if self.ended:
            return
        if deadline.memory is not None and held() - deadline.before > deadline.memory * _MB:
            deadline.overfull = True
        if not deadline.over():
            self.set()
        elif self.patience > 0 and not _is_ours(frame):
            # In a collector's callback or a destructor it would be lost, with a warning.
            self.patience -= _SOON
            signal.setitimer(signal.ITIMER_REAL, _SOON)
        else:
            self.patience = _PATIENCE
            signal.setitimer(signal.ITIMER_REAL, _AGAIN)
            deadline.check()


def _is_ours(frame: FrameType | None) -> bool:
    return frame is not None and str(frame.f_globals.get("__name__")).startswith("striate.")


def held() -> int:
    """The bytes of memory that the process holds; the most that it held, if that is all we know.

    0 where nothing tells it: in a browser, and on systems without `resource`.
    """
    try:
        import resource
    except ImportError:
        return 0
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
    return pages * resource.getpagesize()
