"""Which helpers of a pool could make something true of other objects, and what each writes.

Loses no board iff whatever makes a claim true on some board is `able` to there.
"""

from collections.abc import Sequence
from functools import cached_property, reduce
from operator import or_

from msgspec import Struct, field

from striate.cards import tree
from striate.quick.reach import Keys, touch
from striate.search.goals import Claim
from striate.search.helping import Helper, repeated, sizing
from striate.search.making import could_make


class Deeds(Struct, dict=True):
    """What the helpers of a pool can change at all, looked up; masks are of their numbers."""

    helpers: Sequence[Helper]
    _able: dict[Claim, int] = field(default_factory=dict)
    _written: dict[Keys, int] = field(default_factory=dict)
    _sized: dict[tuple[int, int], tuple[tree.Effect, ...]] = field(default_factory=dict)

    def sizing(self, helper: Helper, size: int) -> tuple[tree.Effect, ...]:
        """What it does to power or toughness; what it gives to several counts for each of them."""
        key = (helper.number, size)
        if key not in self._sized:
            self._sized[key] = tuple(sizing(repeated(helper, size)))
        return self._sized[key]

    @cached_property
    def everyone(self) -> int:
        return (1 << len(self.helpers)) - 1

    def able(self, part: Claim) -> int:
        """The helpers with a change that could make the part true of something."""
        if part not in self._able:
            able = (mask for change, mask in self.by_change.items() if could_make(change, part))
            self._able[part] = reduce(or_, able, 0)
        return self._able[part]

    @cached_property
    def by_change(self) -> dict[tree.Change, int]:
        # By identity first: what the index tells is one object, and a tree's hash takes long.
        apart: dict[int, tuple[tree.Change, list[int]]] = {}
        for helper in self.helpers:
            for change in helper.changes:
                apart.setdefault(id(change), (change, []))[1].append(helper.number)
        found: dict[tree.Change, int] = {}
        for change, numbers in apart.values():
            found[change] = found.get(change, 0) | sum(1 << number for number in numbers)
        return found

    def writing(self, keys: Keys) -> int:
        """The helpers that write something of these."""
        if keys not in self._written:
            able = (mask for written, mask in self.by_writes.items() if touch(keys, written))
            self._written[keys] = reduce(or_, able, 0)
        return self._written[keys]

    @cached_property
    def by_writes(self) -> dict[Keys, int]:
        found: dict[Keys, int] = {}
        for helper in self.helpers:
            found[helper.writes] = found.get(helper.writes, 0) | 1 << helper.number
        return found
