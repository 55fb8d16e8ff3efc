"""`generate --pairs`: for each two layers, a smallest board on which it matters which comes first.

Each pair is a wrong reading of its own: the later of the two layers is applied just before the
earlier one, the others stay where they are.
"""

from collections.abc import Callable
from functools import partial
from itertools import combinations

from striate.boards.timeline import Board
from striate.cards.catalogue import Catalogue
from striate.cards.tree import Card
from striate.encodings.clauses import WrongReading, broken
from striate.encodings.layers import layer_order
from striate.encodings.units import LAYERS
from striate.queries.generating import Search, smallest
from striate.queries.generatinghints import BOTH, YOU, Hint

LARGEST = 3  # steps of a board


def pair_boards(
    cards: tuple[Card, ...],
    catalogue: Catalogue,
    *,
    count: int,
    seed: int,
    progress: Callable[[str], None],
) -> list[Board]:
    """The boards for all pairs of layers; a pair that no small board shows has none."""
    found: list[Board] = []
    for first, second in combinations(LAYERS, 2):
        search = pair_search(first, second, cards, catalogue, seed)
        found += smallest(search, count, LARGEST).boards
        progress(search.reading.name)
    return found


def pair_search(
    first: str, second: str, cards: tuple[Card, ...], catalogue: Catalogue, seed: int
) -> Search:
    reading = WrongReading(
        f"layers-{first}-and-{second}",
        f"Layer {second} is applied before layer {first}.",
        tuple(dict.fromkeys(rule_of(layer) for layer in (first, second))),
        (),
    )
    hint = Hint(frozenset({first, second, "body"}), ("resolve",), BOTH if first == "2" else YOU)
    order = partial(swapped, first, second)
    wrongly = partial(broken, layer_order, order)  # type: ignore[arg-type]
    return Search(reading, wrongly, (hint,), cards, catalogue, seed)


def swapped(first: str, second: str) -> tuple[str, ...]:
    """The layers with the second just before the first."""
    rest = [layer for layer in LAYERS if layer != second]
    at = rest.index(first)
    return (*rest[:at], second, *rest[at:])


def rule_of(layer: str) -> str:
    """613.1b-f are layers 2-6, 613.4a-d the sublayers of layer 7."""
    if layer.startswith("7"):
        return f"613.4{layer[1]}"
    return f"613.1{'abcdef'[int(layer) - 1]}"
