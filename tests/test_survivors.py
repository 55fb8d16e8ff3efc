"""Faults that were planted once and that nothing noticed (`bench/mutants.py`): each is noticed
here.

Those of the readings and of the timeline are boards: `tests/boards/timestamps.yaml` has counters
taken off (613.7c) and an Equipment attached to its own host (701.3b).
"""

from collections.abc import Callable

import pytest

from striate.cards import language, tree
from striate.cards.walking import nodes
from striate.encodings.wording import replace_words
from striate.referee.text import rewritten


@pytest.mark.parametrize(
    ("line", "is_read"),
    [
        ("Enchanted permanent is a Goblin artifact creature.", True),
        # 205.3: a Vehicle is no creature type, and a creature's types are what it becomes.
        ("Enchanted permanent is a Vehicle artifact creature.", False),
        ("Enchanted creature is a Goblin in addition to its other creature types.", True),
        ("Enchanted creature is a Forest in addition to its other creature types.", False),
        ("Enchanted creature is a Vehicle in addition to its other creature types.", False),
        ("Enchanted land is a Goblin in addition to its other land types.", False),
    ],
)
def test_types_are_of_the_family_that_is_named(line: str, is_read: bool) -> None:
    [ability] = language.parse_abilities(line)
    assert isinstance(ability, tree.Static) == is_read


def test_as_long_as_that_creature_is_asked_of_the_creature_itself() -> None:
    line = "{T}: Target creature gets +2/+2 for as long as that creature remains tapped."
    [duration] = [
        node.duration
        for node in nodes(language.parse_abilities(line))
        if isinstance(node, tree.Continuous)
    ]
    assert duration == tree.AsLongAs(tree.Matches(tree.Affected(), tree.IsTapped()))


@pytest.mark.parametrize("change", [replace_words, rewritten])
@pytest.mark.parametrize(
    ("cost", "wanted"),
    [
        ("Exile Goblins", "Exile Elves"),
        ("Exile a Goblin", "Exile an Elf"),
        ("Exile Goblins named Goblin Grenade", "Exile Elves named Goblin Grenade"),
    ],
)
def test_a_verb_in_front_makes_no_name(
    change: Callable[[tree.Activated, str, str], tree.Activated], cost: str, wanted: str
) -> None:
    """612.2: only a capitalised word that is neither a type nor the verb tells a name."""
    ability = tree.Activated(cost, tree.Body(()))
    assert change(ability, "Goblin", "Elf").cost == wanted
