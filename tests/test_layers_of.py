"""The table from changes to layers (613.1, 613.2, 613.4) that `cards show` tells from."""

from typing import get_args

import pytest

from striate.cards import language, tree
from striate.cards.layers_of import LAYERS, layers_of


@pytest.mark.parametrize(
    ("line", "layers"),
    [
        ("You control enchanted creature.", ("2",)),
        ("Nonbasic lands are Mountains.", ("4",)),
        ("All creatures are black.", ("5",)),
        ("Creatures you control have flying.", ("6",)),
        ("All creatures lose all abilities and have base power and toughness 1/1.", ("6", "7b")),
        ("Other creatures you control get +1/+1.", ("7c",)),
        ("~'s power is equal to the number of lands you control.", ("7a",)),
        ("Changeling", ("4",)),
        ("Devoid", ("5",)),
        ("Flying", ()),
        # What is granted acts on its own.
        ('Creatures you control have "Other creatures you control get +1/+1."', ("6",)),
    ],
)
def test_an_ability_acts_in(line: str, layers: tuple[str, ...]) -> None:
    assert layers_of(language.parse_abilities(line)) == layers


def test_every_change_has_a_layer_but_a_restriction() -> None:
    assert set(get_args(tree.Change)) - set(LAYERS) == {tree.Restrict}
