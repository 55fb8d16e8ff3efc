"""How long an outcome takes: boards of real cards, by both readings.

`python bench/outcome.py [--seed N] [--boards N]`: milliseconds for a board of 2, 10, 40 and 120
permanents drawn from the catalogue, the median and the longest of several, once the program runs.
"""  # noqa: INP001

import argparse
import random
import statistics
import time

from striate.boards.timeline import Board, Enter, EnterTokenCopy, LevelUp, Step
from striate.cards.tree import Card, LevelSymbol
from striate.queries.fuzzing.randomboards import real_cards
from striate.queries.outcome import read_by

SIZES = (2, 10, 40, 120)
ENGINES = ("constraints", "referee")


def board_of(cards: tuple[Card, ...], size: int, chance: random.Random) -> Board:
    """That many permanents: real cards, some of them copied by tokens, levelers levelled up."""
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
        seat = "you" if chance.random() < 0.5 else "opponent"
        choose = (("color", "blue"), ("creature type", "Merfolk"), ("basic land type", "Island"))
        steps.append(Enter(handle, card, seat, attached_to=host, choose=choose))  # type: ignore[arg-type]  # the seat is one of two words
        permanents += 1
        if "Creature" in face.types:
            hosts.append(handle)
            if chance.random() < 0.1 and permanents < size:
                steps.append(EnterTokenCopy(f"token {permanents}", handle))
                permanents += 1
        if any(isinstance(ability, LevelSymbol) for ability in face.abilities):
            steps.append(LevelUp(handle, chance.randint(1, 4)))
    return Board(tuple(steps))


def measure(engine: str, boards: list[Board]) -> list[float]:
    times = []
    for board in boards:
        begun = time.perf_counter()
        read_by(engine, board, facts=False)  # type: ignore[arg-type]  # the engine is one of two words
        times.append(1000 * (time.perf_counter() - begun))
    return times


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boards", type=int, default=5, help="boards of each size")
    options = parser.parse_args()
    cards = real_cards()
    print(f"{len(cards):,} cards that change characteristics")
    print("permanents  reading      median ms  longest ms  growth")
    last: dict[str, float] = {}
    for size in SIZES:
        chance = random.Random(options.seed)
        boards = [board_of(cards, size, chance) for _ in range(options.boards)]
        for engine in ENGINES:
            times = measure(engine, boards)
            median = statistics.median(times)
            growth = f"x {median / last[engine]:.1f}" if engine in last else ""
            last[engine] = median
            print(f"{size:10}  {engine:11}  {median:9.1f}  {max(times):10.1f}  {growth}")


if __name__ == "__main__":
    main()
