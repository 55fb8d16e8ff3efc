"""What the classes of a pool are, by mask: the printed words, numbers and effects that slots look
up."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct, field

from striate.cards import tree
from striate.cards.walking import any_node, children
from striate.encodings.door import LAYERS, changes_of
from striate.quick.reach import POWER_AND_TOUGHNESS, TEXT, Keys, reads, touch, writes
from striate.search.cone import protections, takes_abilities
from striate.search.kinds import Kind
from striate.solver.model import Model
from striate.solver.terms import Lit

# The layer in which an effect begins, its sort there, whether a CDA's, number.
Place = tuple[str, str, bool, int]
Entry = tuple[tree.Static, tuple[int, int | None] | None]

_ABILITIES: Keys = frozenset({("ability", "*"), ("text", "*")})
_Key = TypeVar("_Key")
Masks = dict[_Key, int]


def _masks() -> dict[Any, int]:
    return defaultdict(int)


def _by_name() -> dict[Any, dict[Any, int]]:
    return defaultdict(_masks)


class Chooser(Protocol):
    """What a slot holds, asked by masks over all kinds."""

    valid: Lit

    def pick(self, mask: int) -> Lit: ...

    def value(self, model: Model) -> int: ...


class Table(Struct):
    """What the kinds are, by mask: shared by all slots."""

    kinds: Sequence[Kind]
    every_level: bool = False  # something looks at how many level counters there are
    tells_tapped: bool = False  # something looks at what is tapped
    further: tuple[int, ...] = ()  # numbers of level counters that are looked at, too
    words: dict[str, Masks[str]] = field(default_factory=_by_name)
    plain: Masks[tree.Ability] = field(default_factory=_masks)
    effects: dict[Place, dict[Entry, int]] = field(default_factory=_by_name)
    numbers: dict[str, Masks[int]] = field(default_factory=_by_name)
    costs: Masks[str] = field(default_factory=_masks)
    auras: int = 0
    enchants: Masks[tree.Filter] = field(default_factory=_masks)
    equipment: int = 0
    equips: Masks[tree.Filter] = field(default_factory=_masks)
    copies: Masks[tree.Filter] = field(default_factory=_masks)  # what can be copied
    counters: dict[str, Masks[int]] = field(default_factory=_by_name)  # of abilities
    starting: dict[str, Masks[int]] = field(default_factory=_by_name)  # of types
    entering: int = 0  # what abilities let enter with counters
    takes: int = 0  # what can take such an ability away
    opens: dict[str, Masks[int]] = field(default_factory=_by_name)
    most: Masks[int] = field(default_factory=_masks)  # of those whose X has a greatest number
    told: Masks[tuple[str, str]] = field(default_factory=_masks)  # facts about players
    down: int = 0  # what is face down
    tokens: int = 0
    made: Masks[tree.Face] = field(default_factory=_masks)  # tokens that stand behind their makers
    # And these, by how many they make.
    makes: dict[tree.Face, Masks[int | None]] = field(default_factory=_by_name)
    levels: Masks[int] = field(default_factory=_masks)
    protects: bool = False  # something has protection, or gives it
    last: str = "5"  # after that layer is told what something may be attached to, or copy; "": all

    def __post_init__(self) -> None:
        self.every_level |= any(counts_counters(kind.statics) for kind in self.kinds)
        for number, kind in enumerate(self.kinds):
            self.add(1 << number, kind)

    def add(self, bit: int, kind: Kind) -> None:
        protection = protections((kind.statics, tuple(kind.plain)))
        self.protects |= bool(protection)
        filters = (kind.enchant, *kind.equips, kind.copies, *protection)
        looks = frozenset(key for each in filters if each for key in reads(each))
        if touch(POWER_AND_TOUGHNESS, looks):
            self.last = ""
        elif self.last and (self.protects or touch(_ABILITIES, looks)):
            self.last = "6"
        self.tells_tapped |= any_node((kind.statics, *filters), (tree.IsTapped,))
        for name in ("names", "supertypes", "types", "subtypes", "colors"):
            for word in getattr(kind, name):
                self.words[name][word] |= bit
        for ability in kind.plain:
            self.plain[ability] |= bit
        for place, entry in placed(kind.statics):
            self.effects[place][entry] |= bit
        for name in ("power", "toughness", "mana_value"):
            self.numbers[name][getattr(kind, name)] |= bit
        self.costs[kind.cost] |= bit
        if kind.enchant is not None:
            self.auras |= bit
            self.enchants[kind.enchant] |= bit
        self.equipment |= bit if kind.equipment else 0
        for equip in kind.equips:
            self.equips[equip] |= bit
        if kind.copies is not None:
            self.copies[kind.copies] |= bit
        for level in self.levels_of(kind):
            self.levels[level] |= bit
        for table, counters in (
            (self.counters, kind.counters),
            (self.starting, kind.starting),
            (self.opens, kind.opens),
        ):
            for name, number in counters:
                table[name][number] |= bit
        self.entering |= bit if kind.enters else 0
        self.takes |= bit if any(map(takes_abilities, kind.effects)) else 0
        if kind.most is not None:
            self.most[kind.most] |= bit
        self.down |= bit if kind.down else 0
        if kind.made is not None:
            self.tokens |= bit
            self.made[kind.made] |= bit
        for face, most in kind.makes:
            self.makes[face][most] |= bit
        for each in kind.told:
            self.told[each] |= bit

    def levels_of(self, kind: Kind) -> list[int]:
        """The numbers of level counters, from one on, that it is looked at with."""
        if not self.every_level:
            return sorted(bounds(kind))
        return sorted({*range(1, kind.levels + 1), *(self.further if kind.levels else ())})


def placed(statics: Sequence[tree.Static]) -> list[tuple[Place, Entry]]:
    """The place of each effect of a kind, with the level counters that it needs.

    Encoding: effects that begin in different layers take different places, so that few effects
    meet in one layer; the bands of a leveler never hold together and share one (711.2, 711.5).
    """
    places: list[tuple[Place, Entry]] = []
    used: dict[tuple[str, str, bool], int] = {}
    banded: dict[tuple[str, str, bool], int] = {}
    for static in statics:
        for effect in static.effects:
            layers = [layer for layer in LAYERS if changes_of(effect, layer)]
            if not layers:
                continue
            start = (layers[0], _sort_of(effect, layers[0]), static.cda)
            band = level_band(effect.condition)
            if band is not None:
                effect = tree.Effect(effect.who, effect.changes)
                if start not in banded:
                    banded[start] = used.setdefault(start, 0)
                    used[start] += 1
                number = banded[start]
            else:
                number = used.setdefault(start, 0)
                used[start] += 1
            one = tree.Static((effect,), static.cda, static.zones)
            places.append(((*start, number), (one, band)))
    return places


def bounds(kind: Kind) -> set[int]:
    """711.2a-b: the numbers of level counters at which something changes.

    Encoding: of the numbers between two of them, one stands for all.
    """
    numbers: set[int] = set()
    for _, (_, band) in placed(kind.statics):
        if band is not None:
            low, high = band
            numbers |= {low} if high is None else {low, high + 1}
    return numbers - {0}


def counts_counters(value: object) -> bool:
    """Whether something other than a level symbol looks at how many counters there are."""
    if isinstance(value, tree.Effect) and level_band(value.condition) is not None:
        return counts_counters(value.changes)
    if isinstance(value, tree.CountersOn | tree.CountersAmong | tree.HasCounter):
        return value.kind in (None, "level")
    return any(map(counts_counters, children(value)))


def _sort_of(effect: tree.Effect, layer: str) -> str:
    """Effects that take all abilities away stand apart: others can depend on them."""
    if layer != "6":
        return ""
    return "takes" if any(writes(each) >= TEXT for each in effect.changes) else "gives"


def level_band(condition: tree.Condition | None) -> tuple[int, int | None] | None:
    """The bounds of a level symbol, if the condition is one's (711.2a-b)."""
    parts = condition.parts if isinstance(condition, tree.Every) else (condition,)
    low: int | None = None
    high: int | None = None
    for part in parts:
        if not isinstance(part, tree.Compare) or not isinstance(part.right, tree.Num):
            return None
        if part.left != tree.CountersOn("level", tree.This()) or part.op not in (">=", "<="):
            return None
        if part.op == ">=":
            low = part.right.value
        else:
            high = part.right.value
    return None if low is None else (low, high)
