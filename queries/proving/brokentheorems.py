"""Which theorems each wrong reading breaks, and each fault planted for those that none does.

Judged over a few permanents, case by case, by a board.

    python -m striate.queries.proving.brokentheorems --journal FILE [NAME ...]
        [--seconds 600] [--table]

A theorem is broken if the opposite of what is listed is decided, or if the referee, which reads
rightly, contradicts. `--planted` asks of the faults, too; `--table` prints what the journal holds
as the table of docs/theorems.md.
"""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from striate.boards.errors import BoardError
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import OurMistake
from striate.encodings import variants
from striate.encodings.variants import PLANTED, WRONG_READINGS, planted_fault, wrong_reading
from striate.queries.proving.theorems import LIBRARY, OverSlots, Theorem
from striate.queries.proving.verifying import decide

_PERMANENTS = 2  # a theorem over slots is judged with so many
_OF_LOOPS = ("loops-by-timestamp", "one-board-one-outcome")  # two permanents of the pool make none
_SECONDS = 60.0  # for one theorem


def main() -> None:
    options = ArgumentParser(description="which theorems each wrong reading breaks")
    options.add_argument("names", nargs="*", help="wrong readings; all of them without any")
    options.add_argument("--journal", type=Path, required=True, help="go on where it was")
    options.add_argument("--first", action="store_true", help="of each only the first one broken")
    options.add_argument("--seconds", type=float, default=None, help="no longer than that")
    options.add_argument("--planted", action="store_true", help="and of the planted faults")
    options.add_argument("--table", action="store_true", help="only print what is known")
    given = options.parse_args()
    known = _known(given.journal)
    until = None if given.seconds is None else time.monotonic() + given.seconds
    if not given.table:
        catalogue = Catalogue.open()
        for name in given.names or (*variants.names(), *(PLANTED if given.planted else ())):
            for theorem in _in_order(name):
                if until is not None and time.monotonic() > until:
                    return
                if given.first and any(read == name and known[read, t] for read, t in known):
                    break
                if (name, theorem.id) not in known:
                    broken = is_broken(theorem, name, catalogue)
                    known[name, theorem.id] = broken
                    with given.journal.open("a", encoding="utf-8") as file:
                        print(json.dumps([name, theorem.id, broken]), file=file)
    print("\n".join(table(known)))


def _known(journal: Path) -> dict[tuple[str, str], bool]:
    if not journal.exists():
        return {}
    lines = map(json.loads, journal.read_text(encoding="utf-8").splitlines())
    return {(name, theorem): broken for name, theorem, broken in lines}


def _in_order(name: str) -> list[Theorem]:
    """The theorems, those about the rules of the wrong reading first, of these the quickest."""
    given = PLANTED[name] if name in PLANTED else WRONG_READINGS[name].rules
    rules = {rule.rstrip("abcdefghijkl") for rule in given}

    def far(theorem: Theorem) -> bool:
        return rules.isdisjoint(rule.rstrip("abcdefghijkl") for rule in theorem.rules)

    return sorted(LIBRARY, key=lambda each: (far(each), isinstance(each.proof, OverSlots)))


def is_broken(theorem: Theorem, name: str, catalogue: Catalogue) -> bool:
    """Whether the theorem is not as it is listed, read so."""
    with planted_fault(name) if name in PLANTED else wrong_reading(name):
        try:
            status = decide(_small(theorem), catalogue, _SECONDS).status
        except (OurMistake, BoardError):
            return True
    return status == ("refuted" if theorem.kind == "true" else "proved")


def _small(theorem: Theorem) -> Theorem:
    if not isinstance(theorem.proof, OverSlots):
        return theorem
    size = 3 if theorem.id in _OF_LOOPS else _PERMANENTS
    return replace(theorem, proof=replace(theorem.proof, slots=size))


def table(known: dict[tuple[str, str], bool]) -> Iterator[str]:
    """For each wrong reading the theorems that it breaks; then those that none does."""
    yield "| wrong reading | breaks |"
    yield "|---|---|"
    for name in (*variants.names(), *PLANTED):
        judged = [each for (reading, each) in known if reading == name]
        if judged:
            broken = sorted(each for each in judged if known[name, each])
            yield f"| `{name}` | {', '.join(f'`{each}`' for each in broken) or 'none'} |"
    ever = {theorem for (_, theorem), broken in known.items() if broken}
    rest = [each.id for each in LIBRARY if each.id not in ever]
    if rest:
        yield ""
        yield f"Broken by none: {', '.join(f'`{each}`' for each in rest)}."


if __name__ == "__main__":
    main()
