"""613.6: an effect that has begun to apply keeps its set of objects."""

from striate.encodings.algebra import TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.matching import Moment
from striate.encodings.units import Unit


@clause("613.6")
def begin(moment: Moment, unit: Unit, when: Lit, members: dict[int, Lit]) -> None:
    """613.6: from the first layer in which it applies, the set is fixed and the effect goes on."""
    algebra = moment.algebra
    if when == TRUE:
        unit.members = members
        unit.begun = TRUE
        return
    unit.members = {
        index: algebra.ite(when, members.get(index, 0), unit.members.get(index, 0))
        for index in {**members, **unit.members}
    }
    unit.begun = algebra.or_(unit.begun, when)
