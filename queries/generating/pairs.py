"""`generate --pairs`: for each two layers, a smallest board on which it matters which comes first.

Each pair is a wrong reading of its own: the later of the two layers is applied just before the
earlier one, the others stay where they are. Just after the earlier one it must make no difference:
then it is the order of these two that matters, not that of another layer between them.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from itertools import combinations

from striate.encodings.door import LAYERS
from striate.encodings.variants import CLAUSES, WrongReading, broken
from striate.queries.generating.hints import BOTH, YOU, Hint
from striate.queries.generating.search import Quest

_LARGEST = 3  # steps of a board
_BUDGET = 4_000  # boards of one size that are looked at
_COUNTERS = frozenset({"6", "7c"})  # layers in which counters act
_ORDER = "striate.encodings.layers.layer_order"


def layer_pairs() -> Iterator[Quest]:
    """What is looked for, for each two layers."""
    for first, second in combinations(LAYERS, 2):
        yield _layer_pair(first, second)


def _layer_pair(first: str, second: str) -> Quest:
    reading = WrongReading(
        f"layers-{first}-and-{second}",
        f"Layer {second} is applied before layer {first}.",
        tuple(dict.fromkeys(rule_of(layer) for layer in (first, second))),
        (),
    )
    kinds = ("resolve", "counters") if _COUNTERS & {first, second} else ("resolve",)
    hint = Hint(
        frozenset({first, second, "body"}),
        kinds,
        BOTH if first == "2" else YOU,
        (good_for(first), good_for(second)),
        _BUDGET,
    )
    before, after = (_order_of(first, second, place) for place in (0, 1))
    return Quest(reading, before, (hint,), _LARGEST, but_not=after)


def good_for(layer: str) -> frozenset[str]:
    """The cards and steps that bring effects of a layer."""
    return frozenset({layer, "counters"} if layer in _COUNTERS else {layer})


def _order_of(first: str, second: str, place: int) -> Callable[[], AbstractContextManager[None]]:
    """The reading in which the second layer stands just before (0) or just after (1) the first."""
    order = partial(_moved, first, second, place)
    return partial(broken, CLAUSES[_ORDER], order)


def _moved(first: str, second: str, place: int) -> tuple[str, ...]:
    rest = [layer for layer in LAYERS if layer != second]
    at = rest.index(first) + place
    return (*rest[:at], second, *rest[at:])


def rule_of(layer: str) -> str:
    """613.1b-f are layers 2-6, 613.4a-d the sublayers of layer 7."""
    if layer.startswith("7"):
        return f"613.4{layer[1]}"
    return f"613.1{'abcdef'[int(layer) - 1]}"
