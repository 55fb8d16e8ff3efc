"""How long an outcome takes, and how that grows: boards that are hard in different ways.

`python bench/outcome.py [--seed N] [--boards N] [--limit SECONDS] [--most N] [--kind KIND]
[--engine READING]`: seconds of each reading for boards of growing size, a line as it comes: a bar,
and the power of the size with which the time grows from one size to the next (1 is linear). A kind
ends with the first size that takes longer than the limit: the referee, which saves nothing, comes
there early. `--most` leaves out larger boards, `--write FILE.svg` draws the growth of all kinds.

- mixed: real cards of every kind that changes characteristics, tokens that are copies, levels.
- clones: Clones, each a copy of the one before. growths: Giant Growths on one Bear.
- lords: lords of eight kinds, which all look at the types of all others.
- bears: creatures without abilities under one anthem.
"""  # noqa: INP001

import argparse
import contextlib
import math
import random
import signal
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from striate.boards.errors import NotPlayable
from striate.boards.timeline import Board, Enter, EnterTokenCopy, LevelUp, Resolve, Seat, Step
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card, LevelSymbol
from striate.encodings.under import Constraints
from striate.queries.answers import Engine, read_by
from striate.queries.finding.pools import is_permanent
from striate.queries.fuzzing.differing import real_cards
from striate.quick.savings import QUICK
from striate.timeline import steps as timeline
from striate.timeline.play import Play

ENGINES: tuple[Engine, Engine] = ("constraints", "referee")
LORDS = (
    "Lord of Atlantis",
    "Goblin King",
    "Elvish Archdruid",
    "Merfolk Sovereign",
    "Lord of the Unreal",
    "Zombie Master",
    "Imperious Perfect",
    "Goblin Chieftain",
)
WIDTH = 40


def mixed(cards: tuple[Card, ...], size: int, chance: random.Random) -> Board:
    """That many permanents: real cards, some of them copied by tokens, levelers levelled up.

    Each step is carried out as it is drawn. What the rules refuse, such as an Aura where it can't
    be, is drawn anew.
    """
    play = Play(Constraints, savings=QUICK)
    steps: list[Step] = []
    hosts: list[str] = []
    permanents = 0
    while permanents < size:
        card = chance.choice(cards)
        face = card.faces[0]
        handle = f"{card.name} {permanents}"
        attached = {"Aura", "Equipment"} & set(face.subtypes)
        if attached and not hosts:
            continue
        host = chance.choice(hosts) if attached else None
        seat: Seat = "you" if chance.random() < 0.5 else "opponent"
        choose = (("color", "blue"), ("creature type", "Merfolk"), ("basic land type", "Island"))
        drawn: list[Step] = [Enter(handle, card, seat, attached_to=host, choose=choose)]
        if "Creature" in face.types and chance.random() < 0.1 and permanents + 1 < size:
            drawn.append(EnterTokenCopy(f"token {permanents}", handle))
        if any(isinstance(ability, LevelSymbol) for ability in face.abilities):
            drawn.append(LevelUp(handle, chance.randint(1, 4)))
        try:
            timeline.run(Board(tuple(drawn)), play)
        except NotPlayable:
            play = Play(Constraints, savings=QUICK)
            timeline.run(Board(tuple(steps)), play)
            continue
        steps += drawn
        permanents += sum(not isinstance(step, LevelUp) for step in drawn)
        if "Creature" in face.types:
            hosts.append(handle)
    return Board(tuple(steps))


def board_maker(kind: str) -> Callable[[int, random.Random], Board]:
    """A function from a size to a board of the kind."""
    card = Catalogue.open().card
    bear, clone, growth, anthem = (
        card(name) for name in ("Grizzly Bears", "Clone", "Giant Growth", "Glorious Anthem")
    )

    def clones(size: int, _: random.Random) -> Board:
        copied = [
            Enter(f"clone {n}", clone, copying=f"clone {n - 1}" if n else "bear")
            for n in range(size)
        ]
        return Board((Enter("bear", bear), *copied))

    def growths(size: int, _: random.Random) -> Board:
        spells = [Resolve(growth, f"growth {n}", targets=("bear",)) for n in range(size)]
        return Board((Enter("bear", bear), *spells))

    def lords(size: int, _: random.Random) -> Board:
        return Board(tuple(Enter(f"lord {n}", card(LORDS[n % len(LORDS)])) for n in range(size)))

    def bears(size: int, _: random.Random) -> Board:
        entered = [Enter(f"bear {n}", bear) for n in range(size - 1)]
        return Board((Enter("anthem", anthem), *entered))

    if kind == "mixed":
        cards = tuple(filter(is_permanent, real_cards()))
        return lambda size, chance: mixed(cards, size, chance)
    return {"clones": clones, "growths": growths, "lords": lords, "bears": bears}[kind]


SIZES = {
    "mixed": (2, 10, 40, 120, 300, 1000),
    "clones": (25, 50, 100, 200, 400, 1000),
    "growths": (25, 50, 100, 200, 400, 1000),
    "lords": (50, 100, 200, 400, 1000),
    "bears": (125, 250, 500, 1000),
}


class _Late(BaseException):
    """The limit is over."""


@contextlib.contextmanager
def limit(seconds: float) -> Iterator[None]:
    def late(*_: object) -> None:
        raise _Late

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def seconds_of(engine: Engine, board: Board, most: float) -> float:
    """Seconds of the process; infinite where the limit was reached."""
    begun = time.process_time()
    try:
        with limit(most):
            read_by(engine, board)
    except _Late:
        return math.inf
    return time.process_time() - begun


def row(size: int, times: list[float], last: tuple[int, float] | None, most: float) -> str:
    """The median, the longest, the growth since the size before, and a bar up to the limit."""
    median, longest = statistics.median(times), max(times)
    power = ""
    if last is not None and math.isfinite(median) and last[1] > 0:
        power = f"{math.log(median / last[1]) / math.log(size / last[0]):.1f}"
    cell = f"{median:8.2f}  {longest:8.2f}" if math.isfinite(longest) else f"{'over the limit':>18}"
    return f"{size:10}  {cell}  {power:>6}  {'#' * round(WIDTH * min(longest / most, 1))}"


def measured(
    kind: str, engine: Engine, numbers: range, most: int, seconds: float
) -> Iterator[tuple[int, float]]:
    """The median for each size, told as it comes, up to the first that is over the limit."""
    print(f"\n{kind}, {engine}\npermanents    median   longest  growth", flush=True)
    make, last = board_maker(kind), None
    for size in (size for size in SIZES[kind] if size <= most):
        # Each from a seed of its own, so that one is made again without the others.
        boards = (make(size, random.Random(f"{size} {number}")) for number in numbers)
        times = [seconds_of(engine, board, seconds) for board in boards]
        print(row(size, times, last, seconds), flush=True)
        last = size, statistics.median(times)
        if not math.isfinite(last[1]):
            return
        yield last


COLORS = {
    "mixed": "#1f6fb2",
    "clones": "#b2411f",
    "growths": "#3a8f3a",
    "lords": "#8a4fb0",
    "bears": "#777777",
}


def drawn(rows: dict[tuple[str, Engine], list[tuple[int, float]]]) -> str:
    """The median seconds by permanents, both logarithmic; the referee's lines are dashed."""
    width, height, left = 640, 360, 60

    def x(size: float) -> float:
        return left + (math.log10(size) / 3) * (width - left - 110)

    def y(seconds: float) -> float:
        return 20 + (2 - math.log10(max(seconds, 0.001))) / 5 * (height - 60)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">',
        "<style>text { font: 12px sans-serif }</style>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for power in range(-3, 3):
        at = y(10**power)
        parts.append(
            f'<line x1="{left}" x2="{width - 100}" y1="{at:.0f}" y2="{at:.0f}" stroke="#ddd"/>'
        )
        parts.append(f'<text x="6" y="{at + 4:.0f}">{10**power:g} s</text>')
    parts += [
        f'<text x="{x(size):.0f}" y="{height - 12}" text-anchor="middle">{size:,}</text>'
        for size in (1, 10, 100, 1000)
    ]
    for number, kind in enumerate(dict.fromkeys(kind for kind, _ in rows)):
        color = COLORS[kind]
        parts.append(f'<text x="{width - 90}" y="{40 + 18 * number}" fill="{color}">{kind}</text>')
        for engine in ENGINES:
            points = " ".join(
                f"{x(size):.0f},{y(median):.0f}" for size, median in rows.get((kind, engine), [])
            )
            dashed = ' stroke-dasharray="5 4"' if engine == "referee" else ""
            parts.append(
                f'<polyline points="{points}" fill="none" stroke="{color}" '
                f'stroke-width="2"{dashed}>'
                f"<title>{kind}, {engine}</title></polyline>"
            )
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boards", type=int, default=5, help="mixed boards of each size")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for one board")
    parser.add_argument("--most", type=int, default=1000, help="the largest board")
    parser.add_argument("--write", type=Path, help="where to draw the growth")
    parser.add_argument("--kind", choices=tuple(SIZES), action="append")
    parser.add_argument("--engine", choices=ENGINES, action="append")
    options = parser.parse_args()
    times: dict[tuple[str, Engine], list[tuple[int, float]]] = {}
    for kind in options.kind or SIZES:
        count = options.boards if kind == "mixed" else 1
        numbers = range(options.seed - 1, options.seed - 1 + count)
        for engine in options.engine or ENGINES:
            times[kind, engine] = list(measured(kind, engine, numbers, options.most, options.limit))
    if options.write is not None:
        options.write.write_text(drawn(times), encoding="utf-8")


if __name__ == "__main__":
    main()
