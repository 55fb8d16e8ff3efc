"""One run of another program: what it is asked, what it prints, and that nothing of it stays."""

import os
import selectors
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

MAX_BYTES = 16_000_000  # of one answer
_KEPT_ERRORS = 10_000  # of what it prints on its error output, the end
_LOOK = 0.1  # seconds after which it is looked whether the program has ended


class NoAnswer(Exception):
    """The program gave none; the message says why."""


@dataclass(frozen=True, slots=True)
class Ended:
    status: int
    printed: bytes
    errors: bytes


def run_program(words: Sequence[str], output: bytes, seconds: float) -> Ended:
    """Runs it with that on its standard input; raises `NoAnswer`, and `OSError` if it can't start.

    It has a process group of its own: if it takes too long or is interrupted, all that it has
    started ends with it. Of what a program leaves running that has ended well nothing is awaited.
    """
    until = time.monotonic() + seconds
    with tempfile.TemporaryFile() as input_file:
        input_file.write(output)
        input_file.seek(0)
        program = subprocess.Popen(
            words,
            stdin=input_file,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        with program:
            try:
                printed, errors = _read(program, until)
                return Ended(program.wait(max(until - time.monotonic(), 0)), printed, errors)
            except subprocess.TimeoutExpired:
                raise NoAnswer(f"no answer in {seconds:g} seconds") from None
            finally:
                if program.returncode is None:
                    with suppress(ProcessLookupError):
                        os.killpg(program.pid, signal.SIGKILL)


def _read(program: subprocess.Popen[bytes], until: float) -> tuple[bytes, bytes]:
    """What it prints until it ends or closes its output, on both of its outputs."""
    assert program.stdout is not None and program.stderr is not None
    kept: dict[IO[bytes], bytearray] = {
        program.stdout: bytearray(),
        program.stderr: bytearray(),
    }
    printed, errors = kept.values()
    with selectors.DefaultSelector() as ready:
        open_still = dict.fromkeys(kept)
        for stream in kept:
            ready.register(stream, selectors.EVENT_READ, stream)
        while open_still:
            left = until - time.monotonic()
            if left <= 0:
                raise subprocess.TimeoutExpired(program.args, 0)
            ended = program.poll() is not None
            readable = ready.select(0 if ended else min(left, _LOOK))
            if ended and not readable:
                break  # a helper of it that lives on holds its output
            for key, _ in readable:
                part = os.read(key.fd, 65536)
                kept[key.data] += part
                if not part:
                    ready.unregister(key.fileobj)
                    del open_still[key.data]
            del errors[:-_KEPT_ERRORS]
            if len(printed) > MAX_BYTES:
                raise NoAnswer(f"it printed more than {MAX_BYTES // 1_000_000} MB")
    return bytes(printed), bytes(errors)
