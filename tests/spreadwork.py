"""Work for the tests of spreading: functions that further processes import."""

import os
import signal
import time
from pathlib import Path

from striate.cards.errors import OurMistake


class Picky(OurMistake):
    """An exception that can't be made of its message alone."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second}")


def square(number: int) -> int:
    return number * number


def squares(numbers: list[int]) -> list[int]:
    return [number * number for number in numbers]


def deadly_square(number: int) -> int:
    """7 ends its process whenever it is done."""
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def square_at_second_try(asked: tuple[int, str]) -> int:
    """Ends its process the first time; where it has been is noted by a file."""
    number, folder = asked
    mark = Path(folder) / str(number)
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def slow_square(asked: tuple[int, float, str]) -> int:
    """Takes its time and notes in a folder that it was begun, with the process."""
    number, seconds, folder = asked
    (Path(folder) / f"{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    time.sleep(seconds)
    return number * number


def failing(number: int) -> int:
    raise ValueError(f"{number} can't be done")


def failing_oddly(number: int) -> int:
    raise Picky("this", "that")
