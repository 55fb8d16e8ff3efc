"""613.6: an effect that has begun to apply keeps its set of objects."""

from striate.encodings.algebra import TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.effects import ContinuousEffect
from striate.encodings.matching import Moment


@clause("613.6")
def begin(moment: Moment, effect: ContinuousEffect, when: Lit, members: dict[int, Lit]) -> None:
    """613.6: from the first layer in which it applies, the set is fixed and the effect goes on."""
    algebra = moment.algebra
    if when == TRUE:
        effect.members = members
        effect.begun_by_now = TRUE
        return
    effect.members = {
        index: algebra.ite(when, members.get(index, 0), effect.members.get(index, 0))
        for index in {**members, **effect.members}
    }
    effect.begun_by_now = algebra.or_(effect.begun_by_now, when)
