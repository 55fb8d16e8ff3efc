"""Every tree is run: each effect of each card on a standing probe board, and answers that cannot
be.

    python -m striate.queries.readings.probing [--every N] [--card NAME] [--journal FILE] [-j N]

The board (`probes`) has creatures of both players, an artifact creature, a token, a changeling,
lands, an enchantment, an Equipment, a legend and cards in graveyards. A card enters with its static
abilities; its spell, or each of its activated and triggered abilities, resolves mode by mode with
every legal target. What cannot be is told in `impossible`; besides, the readings must agree.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer
from striate.cards import tree
from striate.cards.catalogue.stamp import stamp
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import OurMistake
from striate.queries.answers import Engine
from striate.queries.outcome import in_one_way
from striate.queries.readings.impossible import (
    Finding,
    changed,
    only_continuous,
    outlasts,
    reason,
    touched_outside,
)
from striate.queries.readings.probes import STATIC, Case, aims, cases, steps, steps_before
from striate.solver.deadline import Deadline, OutOfTime
from striate.spreading.executor import Workers
from striate.spreading.journal import Journal
from striate.spreading.sweeping import sweep
from striate.spreading.tasks import Task

_LATER = 1  # aims after which the end of the turn is waited for
_BOTH = 2  # aims that both readings are asked for; the others are the referee's alone


@dataclass(slots=True)
class Run:
    """What became of one effect; `why` explains a verdict that is no mistake."""

    case: str
    verdict: str  # "as it says", "unknown", "not run", "changes nothing", or what a finding says
    why: str = ""
    findings: list[Finding] = field(default_factory=list)


def _answer(
    document: list[dict[str, Any]],
    catalogue: Catalogue,
    engine: Engine = "referee",
    *,
    otherwise: bool,
) -> Answer | None:
    """The outcome where all is understood."""
    board = board_from_document({"steps": document}, catalogue)
    answer = in_one_way(board, engine, otherwise=otherwise)
    return None if answer.not_modelled else answer.answer


def run(case: Case, catalogue: Catalogue, *, otherwise: bool = False) -> Run:
    """One effect on the probe board, aimed at every probe in turn."""
    called = f"{case.card.name} [{case.called}]"
    before = _answer(steps_before(case), catalogue, otherwise=otherwise)
    if before is None:
        return Run(called, "unknown")
    moved, waited, answered, findings = False, 0, False, []
    refused = ""
    for number, aim in enumerate(aims(case, before.objects)):
        engine: Engine = "both" if number < _BOTH else "referee"
        try:
            after = _answer(steps(case, aim), catalogue, engine, otherwise=otherwise)
        except BoardError as error:
            refused = str(error).splitlines()[0]
            continue
        if after is None:
            continue
        answered = True
        now = changed(before, after)
        moved = moved or bool(now)
        if not only_continuous(case.body):
            continue
        outside = touched_outside(case.body, before, now, aim)
        if outside:
            findings.append(_found(case, "changes what the text excludes", outside))
        if now and waited < _LATER and case.number != STATIC:
            waited += 1
            later = _answer([*steps(case, aim), {"end_turn": True}], catalogue, otherwise=otherwise)
            lasting = outlasts(case.body, before, later) if later is not None else ""
            if lasting:
                findings.append(_found(case, "is there after its duration", lasting))
    if findings:
        return Run(called, findings[0].what, findings=findings)
    if moved:
        return Run(called, "as it says")
    if answered:
        return _unmoved(case, called, before, catalogue, otherwise=otherwise)
    return Run(called, "not run", refused) if refused else Run(called, "unknown")


def _found(case: Case, what: str, detail: str = "") -> Finding:
    return Finding(case.card.name, case.called, what, detail)


def _unmoved(
    case: Case, called: str, before: Answer, catalogue: Catalogue, *, otherwise: bool
) -> Run:
    """Nothing changed: it is tried again with facts that no board tells, and explained."""
    if not otherwise:
        again = run(case, catalogue, otherwise=True)
        if again.verdict != "changes nothing":
            return again
    why = reason(case, before)
    findings = [] if why else [_found(case, "changes nothing")]
    return Run(called, "changes nothing", why, findings)


def probe(card: tree.Card, catalogue: Catalogue) -> Iterator[Run]:
    """Every effect of the card that says it changes something."""
    for case in cases(card):
        called = f"{card.name} [{case.called}]"
        try:
            yield run(case, catalogue)
        except BoardError as error:
            yield Run(called, "not run", str(error).splitlines()[0])
        except OurMistake as error:
            detail = " / ".join(str(error).splitlines()[:2])
            broken = _found(case, "the readings differ", detail)
            yield Run(called, "the readings differ", findings=[broken])


# --- the whole catalogue --------------------------------------------------------------------------

_CARDS = 50  # of one task
_LONGEST = 60.0  # seconds that a card may take


class Cards(msgspec.Struct, frozen=True):
    """Cards by their places in the catalogue."""

    places: list[int]


def tasks(places: Sequence[int]) -> list[Task[Cards]]:
    """The whole run: some cards each, named by the places."""
    parts = [list(places[start : start + _CARDS]) for start in range(0, len(places), _CARDS)]
    return [Task(f"cards {part[0]:05}-{part[-1]:05}", Cards(part)) for part in parts]


def probe_all(cards: Cards) -> list[Run]:
    """Every effect of each card; what takes too long is not run."""
    runs: list[Run] = []
    with closing(Catalogue.open()) as catalogue:
        for place in cards.places:
            card = catalogue.card_at(place)
            try:
                with Deadline.after(_LONGEST).enforced():
                    runs += probe(card, catalogue)
            except OutOfTime:
                runs.append(Run(card.name, "not run", f"longer than {_LONGEST:.0f} seconds"))
    return runs


def table(runs: list[Run]) -> Iterator[str]:
    """How many effects did what, the explained ones by reason, and what is left."""
    verdicts = Counter(each.verdict for each in runs)
    whys = Counter((each.verdict, each.why) for each in runs if each.verdict == "changes nothing")
    for verdict, count in verdicts.most_common():
        yield f"{count:7,}  {verdict}"
        for (of, why), number in whys.most_common():
            if of == verdict:
                yield f"{number:15,}  {why or 'unexplained'}"
    left = [finding for each in runs for finding in each.findings]
    yield f"\n{len(left):,} findings to be explained"
    for finding in left:
        yield f"  {finding.card} [{finding.effect}] {finding.what}: {finding.detail}"


def main() -> None:
    parser = argparse.ArgumentParser(description="every tree is run on a probe board")
    parser.add_argument("--every", type=int, default=1, help="look at every N-th card")
    parser.add_argument("--card", help="only this card")
    parser.add_argument("--unknown", action="store_true", help="name what is unknown or not run")
    parser.add_argument("--journal", type=Path, help="keeps every result; goes on where it was")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="so many processes")
    args = parser.parse_args()
    with closing(Catalogue.open()) as catalogue:
        places: Sequence[int] = range(0, len(catalogue), args.every)
        if args.card:
            places = [i for i, each in enumerate(catalogue.index) if each.name == args.card]
    plain = {"sweep": "every tree on a probe board", "every": args.every, "card": args.card}
    with tempfile.TemporaryDirectory() as folder:
        place = args.journal or Path(folder) / "journal"
        with Journal.begin(place, plain, stamp(), resume=True) as journal:
            _go_on(tasks(places), journal, Workers(jobs=args.jobs, stamp=stamp))
            aside = journal.aside()
            runs = [run for _, several in journal.results(list[Run]) for run in several]
    for line in table(runs):
        print(line)
    if args.unknown:
        for each in runs:
            if each.verdict in ("unknown", "not run"):
                print(f"  {each.case} {each.verdict}: {each.why}")
    for lost in aside:
        print(f"{lost.name} could not be run: {lost.why}")
    raise SystemExit(1 if aside or any(each.findings for each in runs) else 0)


def _go_on(all_tasks: list[Task[Cards]], journal: Journal, workers: Workers) -> None:
    """Does what the journal does not hold, and says how far it is on the standard error."""
    done = len(journal.done())
    try:
        for _ in sweep(probe_all, all_tasks, workers, journal=journal):
            done += 1
            if done % 10 == 0:
                print(f"{done:,} of {len(all_tasks):,} tasks", file=sys.stderr)
    except KeyboardInterrupt:
        print(f"stopped after {done:,} of {len(all_tasks):,} tasks\n")


if __name__ == "__main__":
    # Further processes import what they do by its module's own name.
    from striate.queries.readings.probing import main as _main

    _main()
