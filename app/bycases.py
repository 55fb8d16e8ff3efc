"""`striate verify ID --size N`: theorems over more permanents, proved by cases."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from striate.app.errors import InputError
from striate.app.looking import long_progress

if TYPE_CHECKING:
    from striate.cards.catalogue.store import Catalogue
    from striate.queries.proving.theorems import Theorem
    from striate.queries.proving.verifying import Decision
    from striate.spreading.executor import Workers


def prove_by_cases(
    ids: tuple[str, ...],
    size: int,
    catalogue: "Catalogue",
    workers: "Workers",
    timeout: float | None,
    kept: tuple[Path | None, bool],
) -> "list[Decision]":
    """The decisions on the theorems; `kept`: the journal, and whether it is gone on with."""
    from functools import partial

    from striate.cards.catalogue.stamp import stamp
    from striate.queries.proving.bycases import cases, prove_case, put_together
    from striate.spreading.journal import Journal
    from striate.spreading.sweeping import sweep

    chosen = _theorems(ids)
    question = {"proof": [each.id for each in chosen], "size": size, "timeout": timeout}
    path, resume = kept
    with tempfile.TemporaryDirectory() as folder:
        place = path or Path(folder) / "journal"
        with Journal.begin(place, question, stamp(), resume=resume, same_stamp=True) as journal:
            tasks = [task for each in chosen for task in cases(each, size)]
            with long_progress("cases", len(tasks), len(journal.done())) as more:
                work = partial(prove_case, timeout=timeout)
                for _ in sweep(work, tasks, workers, journal=journal):
                    more(1)
            return [put_together(each, size, journal, catalogue) for each in chosen]


def _theorems(ids: tuple[str, ...]) -> "list[Theorem]":
    """Those of the ids, or all that a number of permanents can be asked of."""
    from striate.queries.proving.theorems import OverSlots
    from striate.queries.proving.verifying import theorems

    chosen = theorems(ids)
    others = [each.id for each in chosen if not isinstance(each.proof, OverSlots)]
    if ids and others:
        raise InputError(f"`{others[0]}` can't be proved up to a size: leave out `--size`")
    return [each for each in chosen if isinstance(each.proof, OverSlots)]
