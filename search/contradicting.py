"""Goals that contradict themselves: no board of any size reaches them."""

from striate.cards import tree
from striate.search.goals import Demand, Goal
from striate.search.making import opposite, parts_of
from striate.search.ranges import Interval, target_of


def contradiction(goal: Goal, *, falling: bool) -> frozenset[str]:
    """The rules by which no object can be as some demand asks; none where that is not seen.

    `falling`: state-based actions may take what is asked for.
    """
    for demand in goal.demands:
        found = _against(demand, falling)
        if found:
            return found
    return frozenset()


def _against(demand: Demand, falling: bool) -> frozenset[str]:
    parts = parts_of(demand)
    spans: dict[str, Interval] = {}
    for part in parts:
        if opposite(part) in parts:
            return frozenset({"109.3"})
        target = target_of(part)
        if target is not None:
            stat, (least, most) = target
            low, high = spans.get(stat, (least, most))
            spans[stat] = (max(low, least), min(high, most))
    if any(low > high for low, high in spans.values()):
        return frozenset({"109.3"})
    # 208.3: what has a toughness is a creature; 704.5f: with none left it does not stay.
    if not falling and "toughness" in spans and spans["toughness"][1] <= 0:
        return frozenset({"208.3", "704.5f"})
    # 303.4d: an Aura that is a creature becomes unattached; 704.5m: and then it does not stay.
    if not falling and {tree.HasSubtype("Aura"), tree.HasType("Creature")} <= set(parts):
        return frozenset({"303.4d", "704.5m"})
    if tree.Not(tree.HasType("Creature")) in parts and spans:
        return frozenset({"208.3"})
    return frozenset()
