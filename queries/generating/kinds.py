"""`generate --pairs`: for each two kinds of effects in one layer, a board on which it matters which
comes first.

Kinds are the kinds of changes that the effect tree knows. The wrong reading of a pair applies the
one kind before the other whatever their timestamps (613.7) and dependencies (613.8); of a kind
with itself, the newer effect before the older.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import combinations_with_replacement
from typing import cast

from striate.cards import tree
from striate.cards.layers_of import LAYERS
from striate.encodings.door import ContinuousEffect, Moment
from striate.encodings.variants import CLAUSES, WrongReading, broken
from striate.queries.generating.hints import BOTH, YOU, Hint
from striate.queries.generating.pairs import rule_of
from striate.queries.generating.search import Quest
from striate.solver.terms import FALSE, Lit

_FIRST = CLAUSES["striate.encodings.layers.defining_first"]
_ORDER = CLAUSES["striate.encodings.layers.order_key"]
_DEPENDENCY = CLAUSES["striate.encodings.dependency.depends_on"]
_LARGEST = 3  # steps of a board
_BUDGET = 8_000  # boards of one size that are looked at


@dataclass(frozen=True)
class _Kind:
    """A kind of effect: what it does, in words, and its changes."""

    name: str
    does: str
    changes: tuple[type, ...]
    counters: bool = False  # a step that puts counters on brings one

    @property
    def layer(self) -> str:
        return LAYERS[self.changes[0]][0]

    @property
    def good_for(self) -> frozenset[str]:
        """The cards and steps that bring such an effect (`queries/generating/moves.py`)."""
        steps = {"counters"} if self.counters else set()
        return frozenset({each.__name__ for each in self.changes} | steps)


KINDS = (
    # An exchange that has resolved is two effects that each change control (701.12b).
    _Kind("change-control", "changes control", (tree.SetController, tree.ExchangeControl)),
    _Kind("change-words", "changes words of the text", (tree.ReplaceWords,)),
    _Kind("set-text", "gives other text", (tree.ExchangeText, tree.FullTextOf)),
    _Kind("set-name", "sets a name", (tree.SetName,)),
    _Kind("set-types", "sets card types", (tree.SetTypes,)),
    _Kind("set-subtypes", "sets land or creature types", (tree.SetSubtypes,)),
    _Kind("add-types", "adds types", (tree.AddTypes, tree.SubtypesOf)),
    _Kind("remove-types", "takes types away", (tree.RemoveTypes,)),
    _Kind("set-colours", "sets colours", (tree.SetColors,)),
    _Kind("add-colours", "adds colours", (tree.AddColors,)),
    _Kind("grant", "gives abilities", (tree.GainAbilities, tree.GainAbilitiesOf), counters=True),
    _Kind("lose", "takes single abilities away", (tree.LoseAbilities,)),
    _Kind("lose-all", "takes all abilities away", (tree.LoseAllAbilities,)),
    _Kind("forbid", "says that an ability can't be had", (tree.CantHave,)),
    _Kind("define-size", "defines power and toughness", (tree.DefinePT,)),
    _Kind("set-size", "sets power and toughness", (tree.SetBasePT,)),
    _Kind("modify-size", "modifies power and toughness", (tree.ModifyPT,), counters=True),
    _Kind("switch-size", "switches power and toughness", (tree.SwitchPT,)),
)  # fmt: skip

# What is proved of the order of two kinds: the theorems of `striate verify`.
_PROVED = {
    ("modify-size", "modify-size"): "order-in-7c",
    ("switch-size", "switch-size"): "two-switches-cancel",
}


def kind_pairs() -> Iterator[Quest]:
    """What is looked for, for each two kinds of effects in one layer, and each kind with itself."""
    for one, other in combinations_with_replacement(KINDS, 2):
        if one.layer == other.layer:
            yield _kind_pair(one, other)


def _kind_pair(one: _Kind, other: _Kind) -> Quest:
    second = "another one" if one is other else f"one that {other.does}"
    reading = WrongReading(
        f"kinds-{one.name}-and-{other.name}",
        f"Of an effect that {one.does} and {second} the newer applies first, and neither waits.",
        (rule_of(one.layer), "613.7", "613.8"),
        (),
    )
    kinds = ("resolve", *(("counters",) if one.counters or other.counters else ()))
    seats = BOTH if one.layer == "2" else YOU
    # What changes control needs two effects, and something of each player.
    more = one.layer == "2"
    needs = (one.good_for, other.good_for) if more or one is not other else (one.good_for,)
    tags = one.good_for | other.good_for | {"body"}
    theorem = _PROVED.get((one.name, other.name), "")
    return Quest(
        reading,
        partial(_newer_first, one, other),
        (Hint(tags, kinds, seats, needs, _BUDGET),),
        _LARGEST + more,
        f"their order never matters: `striate verify {theorem}`" if theorem else "",
    )


@contextmanager
def _newer_first(one: _Kind, other: _Kind) -> Iterator[None]:
    """Within, the two kinds apply the newest first, and don't depend on each other."""
    order = _Order(one, other)
    with ExitStack() as swapped:
        swapped.enter_context(broken(_FIRST, order.begins))
        swapped.enter_context(broken(_ORDER, order.key))
        swapped.enter_context(broken(_DEPENDENCY, order.depends))
        yield


class _Order:
    """The order of a layer's effects, in which those of two kinds come the newest first."""

    def __init__(self, one: _Kind, other: _Kind) -> None:
        self.one, self.other = one, other
        self.layer = one.layer
        self.now = ""

    def begins(self, layer: str) -> bool:
        """Told as each layer begins."""
        self.now = layer
        return bool(_FIRST.right(layer))

    def key(self, effect: ContinuousEffect) -> tuple[int, int]:
        first, second = effect.stamp
        if self.now == self.layer and (self.has(effect, self.one) or self.has(effect, self.other)):
            return (-first, -second)
        return effect.stamp

    def depends(self, moment: Moment, a: ContinuousEffect, b: ContinuousEffect) -> Lit:
        there_and_back = (self.one, self.other), (self.other, self.one)
        if moment.layer == self.layer and any(
            self.has(a, x) and self.has(b, y) for x, y in there_and_back
        ):
            return FALSE
        return cast(Lit, _DEPENDENCY.right(moment, a, b))

    def has(self, effect: ContinuousEffect, kind: _Kind) -> bool:
        """Of a counter there is an effect in this layer, or it is not asked about."""
        if kind.counters and effect.key[0] == "counter":
            return True
        changes = (change for _, wording in effect.alternatives for change in wording.changes)
        return any(isinstance(change, kind.changes) for change in changes)
