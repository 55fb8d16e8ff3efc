"""What each object is before any effect but those of copying.

Encoding: an object's values are made anew only where a fact that they rest on has changed.
"""

from striate.cards.costs import symbols
from striate.encodings.algebra import TRUE, Lit
from striate.encodings.clauses import clause, is_rightly_read
from striate.encodings.copying import copiable_values
from striate.encodings.state import IN_PLAY, Chars, Thing, World


class Unaffected:
    """The copiable values of a world's objects. Those that it gives are not to be changed."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._bases: dict[int, tuple[tuple[object, ...], Chars]] = {}
        self._before: list[Chars] | None = None

    def touch(self) -> None:
        """Some fact has changed."""
        self._before = None

    def before(self) -> list[Chars]:
        """All objects by their copiable values."""
        if self._before is None:
            self._before = [self.base(thing) for thing in self.world.things]
        return self._before

    def base(self, thing: Thing) -> Chars:
        """One object by its copiable values, with whose it is (108.4) and X in its cost
        (202.3e)."""
        rests_on = _facts_of(thing)
        known = self._bases.get(thing.index)
        if known is not None and known[0] == rests_on and is_rightly_read():
            return known[1]
        values = copiable_values(self.world, thing)
        values.yours = base_controller(thing)
        if thing.zone == "stack" and thing.x:
            values.mana_value = self.world.algebra.add(values.mana_value, x_in_cost(thing, values))
        if not thing.entered_as:
            self._bases[thing.index] = rests_on, values
        return values


def _facts_of(thing: Thing) -> tuple[object, ...]:
    """What the copiable values of an object rest on, apart from a form chosen as it entered."""
    return (
        thing.printed,
        thing.zone,
        thing.stamp,
        thing.controller,
        thing.face,
        thing.flipped,
        thing.down,
        thing.unlocked,
        thing.two_faced,
        thing.owner,
        thing.x,
        tuple(thing.copies) if thing.copies else None,
        thing.entered_as,
    )


@clause("202.3e")
def x_in_cost(thing: Thing, values: Chars) -> int:
    """202.3e: on the stack, X in a mana cost is the number chosen for it."""
    cost = next((cost for guard, cost in values.costs if guard == TRUE), "")
    return (thing.x or 0) * symbols(cost).count("X")


def base_controller(thing: Thing) -> Lit:
    """108.4, 110.2: who put it onto the battlefield; elsewhere its owner."""
    return thing.controller if thing.zone in (*IN_PLAY, "stack") else thing.owner
