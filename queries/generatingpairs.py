"""`generate --pairs`: for each two layers, a smallest board on which it matters which comes first.

Each pair is a wrong reading of its own: the later of the two layers is applied just before the
earlier one, the others stay where they are.
"""

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from striate.encodings.clauses import WrongReading, broken
from striate.encodings.layers import layer_order
from striate.encodings.units import LAYERS
from striate.queries.generatinghints import BOTH, YOU, Hint
from striate.queries.generatingsearch import Quest

LARGEST = 3  # steps of a board


def layer_pairs() -> Iterator[Quest]:
    """What is looked for, for each two layers."""
    for first, second in combinations(LAYERS, 2):
        yield layer_pair(first, second)


def layer_pair(first: str, second: str) -> Quest:
    reading = WrongReading(
        f"layers-{first}-and-{second}",
        f"Layer {second} is applied before layer {first}.",
        tuple(dict.fromkeys(rule_of(layer) for layer in (first, second))),
        (),
    )
    hint = Hint(frozenset({first, second, "body"}), ("resolve",), BOTH if first == "2" else YOU)
    order = partial(swapped, first, second)
    wrongly = partial(broken, layer_order, order)  # type: ignore[arg-type]
    return Quest(reading, wrongly, (hint,), LARGEST)


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
