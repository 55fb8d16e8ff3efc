"""What each object is before any effect but those of copying."""

from striate.cards.costs import symbols
from striate.encodings.algebra import TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.copying import copiable_values
from striate.encodings.state import IN_PLAY, Chars, Thing, World


def unaffected(world: World) -> list[Chars]:
    """All objects by their copiable values, with whose they are (108.4) and X in their costs
    (202.3e)."""
    found = []
    for thing in world.things:
        values = copiable_values(world, thing)
        values.yours = base_controller(thing)
        if thing.zone == "stack" and thing.x:
            values.mana_value = world.algebra.add(values.mana_value, x_in_cost(thing, values))
        found.append(values)
    return found


@clause("202.3e")
def x_in_cost(thing: Thing, values: Chars) -> int:
    """202.3e: on the stack, X in a mana cost is the number chosen for it."""
    cost = next((cost for guard, cost in values.costs if guard == TRUE), "")
    return (thing.x or 0) * symbols(cost).count("X")


def base_controller(thing: Thing) -> Lit:
    """108.4, 110.2: who put it onto the battlefield; elsewhere its owner."""
    return thing.controller if thing.zone in (*IN_PLAY, "stack") else thing.owner
