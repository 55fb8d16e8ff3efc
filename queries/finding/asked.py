"""Answers that were given before: the same question, of the same catalogue and program, at once.

An answer is kept in the cache folder under a digest of all that it could hang on. Only one that
neither time nor memory cut short is kept, and of many the latest. STRIATE_ANSWERS names another
folder, or is `off`.
"""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from striate.cards.catalogue.store import Catalogue, cache_folder
from striate.queries.finding.foundboards import Found, Progress
from striate.solver.deadline import MEMORY, Deadline, OutOfTime
from striate.spreading.stamp import installed_stamp, told_of

_MOST = 1_000  # answers that are kept
_SPARE = 100  # so many more, until they are thrown away together
_DECODER = msgspec.msgpack.Decoder(Found)


def folder() -> Path | None:
    """Where answers are kept; None if none are."""
    named = os.environ.get("STRIATE_ANSWERS")
    if named == "off":
        return None
    return Path(named) if named else cache_folder() / "answers"


def digest(catalogue: Catalogue, *question: object, sketch: Path | None = None) -> str:
    """Of the question with all its options, of what a sketch's file holds, the cards, the
    program."""
    parts = [repr(question), told_of(catalogue.path), installed_stamp()]
    if sketch is not None:
        parts.append(repr(sketch.read_bytes()))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def recall(key: str) -> Found | None:
    """The answer that is kept under a digest; None if there is none that can be read."""
    place = folder()
    if place is None:
        return None
    file = place / key
    try:
        answer = _DECODER.decode(file.read_bytes())
    except (OSError, msgspec.DecodeError):
        return None
    with suppress(OSError):
        os.utime(file)
    return answer


def keep(key: str, answer: Found) -> None:
    """Keeps an answer, if it is one for good; one that can't be written is no loss."""
    place = folder()
    if place is None or answer.stopped:
        return
    with suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
        draft = place / f".{key}.{os.getpid()}"
        draft.write_bytes(msgspec.msgpack.encode(answer))
        draft.replace(place / key)
        if len(os.listdir(place)) > _MOST + _SPARE:
            kept = sorted(place.iterdir(), key=lambda file: file.stat().st_mtime)
            for file in kept[:-_MOST]:
                file.unlink(missing_ok=True)


def search(
    text: str,
    catalogue: Catalogue,
    *,
    timeout: float | None = None,
    memory: int = MEMORY,
    deadline: Deadline | None = None,
    progress: Progress = lambda now: None,
    interrupted: Callable[[], bool] = lambda: False,
    sketch: Path | None = None,
    pool: dict[str, Any],
    **further: Any,
) -> Found:
    """The answer, searched now: unknown if it is cut short. `further` are fields of the
    question."""
    from striate.queries.finding.find import find, out_of_time  # an answer that is kept needs none
    from striate.queries.finding.pools import PoolOptions
    from striate.queries.finding.posing import pose

    deadline = deadline or Deadline.after(timeout, memory)
    try:
        options = PoolOptions(**pool)
        question = pose(text, catalogue, options, sketch=sketch, deadline=deadline, **further)
        return find(question, catalogue, progress, interrupted=interrupted)
    except (OutOfTime, KeyboardInterrupt):
        return out_of_time(deadline)
