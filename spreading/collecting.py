"""Garbage collection put off: most of what is made here is gone with its last use."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """No garbage collection within: with it, making 10^5 objects takes up to twice as long."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def collect_seldom() -> None:
    """Of a process of ours: cycles are looked for where many objects were made since."""
    gc.set_threshold(200_000, 20, 50)
