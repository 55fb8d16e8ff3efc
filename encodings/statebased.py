"""704.5f, 704.5k: what the search asks of state-based actions, by their rules."""

from striate.encodings.algebra import FALSE, Lit
from striate.encodings.clauses import clause
from striate.encodings.moments import Moment
from striate.encodings.state import Thing


@clause("704.5f")
def _zero_toughness(moment: Moment, thing: Thing) -> Lit:
    """704.5f: a creature with toughness 0 or less is put into its owner's graveyard."""
    chars = moment.chars[thing.index]
    algebra = moment.algebra
    return algebra.and_(
        chars.types.get("Creature", FALSE), algebra.compare(chars.toughness, "<=", 0)
    )


@clause("704.5k")
def _older_world(moment: Moment, thing: Thing) -> Lit:
    """704.5k: of permanents with the supertype world all but the newest go."""
    algebra = moment.algebra
    own = moment.chars[thing.index].supertypes.get("World", FALSE)
    if own == FALSE:
        return FALSE
    newer = [
        algebra.and_(other.alive, moment.chars[other.index].supertypes.get("World", FALSE))
        for other in moment.world.in_zone("battlefield")
        if other.stamp > thing.stamp
    ]
    return algebra.and_(own, algebra.any_(newer))


STATE_BASED = {"704.5f": _zero_toughness, "704.5k": _older_world}
