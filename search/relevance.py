"""Which effects a question can reach: the others need not be applied to answer it.

Encoding: a question is a set of keys (`reach`): what it looks at of any object. An ability counts
with everything that it has or can give, since what it gives acts in its turn. It is *relevant* if
that writes something looked at; then what it reads is looked at too, and so on until nothing is
added. This misses nothing, because an effect can change what is looked at only by writing it, and
can change when, whether or to what another applies only by writing what that one reads (613.8a)
or by taking the ability that makes it, which each of them reads as ("text", "*"). A change of
words makes other abilities read and write other things, and so does having all abilities of
others: where one of these is about, every effect is relevant.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from striate.cards import tree
from striate.cards.meanings import UNTARGETABLE, hosts_allowed, speaks_of_targeting
from striate.cards.vocabulary import HONED, KEYWORD_COUNTERS
from striate.cards.walking import nodes
from striate.encodings.door import (
    LAYERS,
    Chars,
    Held,
    Resolved,
    Thing,
    World,
    is_rightly_read,
    layer_of,
    power_bonus,
    remembered,
    statics_of,
)
from striate.quick.reach import KINDS, POWER_AND_TOUGHNESS, Keys, deed_reads, reads, touch, writes

_NOTHING: Keys = frozenset()
_EXISTENCE: Keys = frozenset({("text", "*")})
_TARGETING_KEY: Keys = frozenset({("targeting", "*")})
_BODIES = (tree.Activated, tree.Triggered, tree.Chapter, tree.Spell, tree.EntersDoing)
_PLACING_WORDS = ("enchant", "protection", "hexproof", "shroud", "reconfigure")
# What decides what may be attached where and what may be a target (301.5, 303.4, 702.11-702.18).
_PLACING: Keys = frozenset(
    {
        *_EXISTENCE,
        ("targeting", "*"),
        ("controller", "*"),
        *(("type", word) for word in ("Creature", "Land", "Battle")),
        *(("subtype", word) for word in ("Aura", "Equipment", "Fortification")),
        *(("ability", word) for word in _PLACING_WORDS),
    }
)


@dataclass(frozen=True, slots=True)
class _Range:
    """What an ability or effect can look at and alter, with all that it gives.

    `wild`: it can make others say something else. `placing`: what its words about what may be
    attached or be a target look at.
    """

    reads: Keys
    writes: Keys
    wild: bool
    placing: Keys


def effects_in(value: tree.Node) -> list[tree.Effect]:
    """Every continuous effect that it has or can give without a resolution (611.3)."""
    found: dict[tree.Effect, None] = {}
    todo: list[tree.Node] = [value]
    met: set[tree.Node] = set()
    while todo:
        for node in nodes(todo.pop(), _BODIES):
            if isinstance(node, tree.Effect):
                found[node] = None
            if isinstance(node, tree.GainAbilitiesOf):
                todo += [tree.Keyword(name) for name in node.keywords]
            if node in met:
                continue
            if isinstance(node, tree.Keyword | tree.LevelSymbol | tree.ClassLevel):
                met.add(node)
                todo += statics_of(node)
    return list(found)


@remembered
def _range_of(value: tree.Node) -> _Range | None:
    """What it can look at and alter; None for what has no effect and says nothing of targets."""
    seen: set[tuple[str, str]] = set()
    altered: set[tuple[str, str]] = set()
    wild = False
    effects = effects_in(value)
    for effect in effects:
        changes = [change for change in effect.changes if layer_of(change) in LAYERS]
        seen |= reads(effect.who)
        seen |= _NOTHING if effect.condition is None else reads(effect.condition)
        for change in changes:
            seen |= deed_reads(change)
            altered |= writes(change) | with_meaning(change)
            wild = wild or is_wild(change)
    placing = _placing_reads(value)
    if not effects and not placing:
        return None
    return _Range(frozenset(seen) | _EXISTENCE, frozenset(altered), wild, placing)


def _placing_reads(value: tree.Node) -> Keys:
    """What its qualities look at, and its words about what can't be a target."""
    found: set[tuple[str, str]] = set()
    for node in nodes(value):
        if isinstance(node, tree.Keyword) and node.quality is not None:
            found |= reads(node.quality)
        if isinstance(node, tree.Static):
            found = found.union(*map(reads, hosts_allowed(node)))
        if isinstance(node, tree.Static) and speaks_of_targeting(node):
            for effect in node.effects:
                found |= reads(effect.who)
                found |= _NOTHING if effect.condition is None else reads(effect.condition)
            for _, quality in UNTARGETABLE.values():
                found |= reads(quality)
    return frozenset(found)


def with_meaning(change: tree.Change) -> Keys:
    """What giving or taking abilities alters besides their names: effects, and targets."""
    if not isinstance(change, tree.GainAbilities | tree.LoseAbilities | tree.CantHave):
        return _NOTHING
    found: Keys = _NOTHING
    for ability in change.abilities:
        if any(isinstance(n, tree.Static) and speaks_of_targeting(n) for n in nodes(ability)):
            found |= _TARGETING_KEY
        if not isinstance(change, tree.GainAbilities) and statics_of(ability):
            found |= _EXISTENCE
    return found


def is_wild(change: tree.Change) -> bool:
    """612: whether it changes what other abilities say."""
    if isinstance(change, tree.GainAbilitiesOf):
        return change.kind != "keywords" and change.kind not in KINDS
    return layer_of(change) == "3" and not isinstance(change, tree.SetName)


def _in_force(world: World, chars: Iterable[Chars]) -> list[_Range]:
    """The ranges of all abilities that objects have of themselves, and of resolved effects."""
    found: dict[_Range, None] = {}
    known = world.ranges
    for each in chars:
        # Encoding: the same abilities as before are known by their place in memory.
        abilities = each.abilities
        entry = known.get(id(abilities))
        if entry is None or entry[0] is not abilities:
            said = (ability for held in abilities for _, ability in held.alternatives)
            ranges = dict.fromkeys(map(_range_of, said))
            entry = (abilities, tuple(each for each in ranges if each is not None))
            known[id(abilities)] = entry
        for one in entry[1]:
            found[one] = None
    for effect in world.effects_begun():
        if (one_of := _range_of(effect)) is not None:
            found[one_of] = None
    return list(found)


def keys_of(words: Iterable[tree.Node | None]) -> Keys:
    """What filters, amounts, conditions and groups look at, and 109.5: who "you" is."""
    found = (reads(each) for each in words if each is not None)
    return frozenset({("controller", "*")}).union(*found)


def placing_keys(world: World, chars: Iterable[Chars]) -> Keys:
    """What attaching and targeting look at, those of all qualities that are about."""
    return _PLACING.union(*(each.placing for each in _in_force(world, chars)))


class Relevance:
    """The effects of a world that a question can reach."""

    def __init__(self, asked: Keys, applies: bool) -> None:
        self.looked_at = asked
        self.applies = applies  # whether there is any such effect
        self._held: dict[int, tuple[object, bool]] = {}

    def held(self, thing: Thing, held: Held) -> bool:
        """Whether the effects of this ability are applied; what is granted is part of the grant."""
        if held.key[0] == "granted":
            return True
        known = self._held.get(id(held.alternatives))
        if known is None or known[0] is not held.alternatives:
            reached = any(self._is_reached(_range_of(each)) for _, each in held.alternatives)
            known = self._held[id(held.alternatives)] = (held.alternatives, reached)
        return known[1]

    def ability(self, ability: tree.Node) -> bool:
        """Whether effects of the ability are applied."""
        return self._is_reached(_range_of(ability))

    def resolved(self, resolved: Resolved) -> bool:
        return any(self._says(effect) for _, effect in resolved.sayings)

    def _says(self, effect: tree.Effect) -> bool:
        known = self._held.get(id(effect))
        if known is None or known[0] is not effect:
            known = self._held[id(effect)] = (effect, self._is_reached(_range_of(effect)))
        return known[1]

    def counters(self, thing: Thing) -> bool:
        """122.1a-b: whether some of its counters alter what is looked at."""
        return any(touch(self.looked_at, counter_writes(each.kind)) for each in thing.counters)

    def _is_reached(self, one: _Range | None) -> bool:
        return one is not None and touch(self.looked_at, one.writes)


@lru_cache(maxsize=65536)
def counter_writes(kind: str) -> Keys:
    """122.1, 122.1a-b: what counters of the kind alter."""
    if power_bonus(kind) is not None or kind in HONED:
        return POWER_AND_TOUGHNESS
    return frozenset({("ability", kind)}) if kind in KEYWORD_COUNTERS else _NOTHING


def reached_by(world: World, chars: Iterable[Chars], asked: Keys) -> Relevance | None:
    """The effects that can change what is asked; None: all of them may.

    A wrong reading may link effects in other ways: then all are applied.
    """
    if not is_rightly_read():
        return None
    left = _in_force(world, chars)
    if any(each.wild for each in left):
        return None
    some = False
    while True:
        reached = [each for each in left if touch(asked, each.writes)]
        if not reached:
            found = Relevance(asked, some)
            counted = (each for each in world.things if each.counters)
            found.applies = some or any(map(found.counters, counted))
            return found
        some = True
        asked = asked.union(*(each.reads for each in reached))
        left = [each for each in left if each not in reached]
