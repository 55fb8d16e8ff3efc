"""Lines that are not understood, of which the words show that they touch no object by being there."""

import pytest

from striate.cards.language import parse_face
from striate.cards.tree import Opaque
from striate.queries.outcome import outcome
from striate.search.options import fits
from tests.helpers import board, creature, effect

# Each with what it is; None: it could touch an object, as far as its words show.
_LINES = {
    "If a Wall would deal damage to a Bear, that Wall sings a song instead.": "replacement",
    "If damage would be dealt to this creature, prevent that damage. Remove a song counter from it.": "replacement",
    "If you would create a Song token, sing instead.": "replacement",
    "If a Wall would be destroyed, paint it anew.": "replacement",
    "Prevent all damage that would be dealt to you by singing Walls.": "replacement",
    "To solve — You control three or more Walls.": "triggered",
    "Companion — Each card in your starting deck sings.": "static",
    "Songs you sing cost {2} more to sing.": "static",
    "You may cast songs from the top of your library by singing.": "static",
    "This creature can't attack unless a Wall also sings.": "static",
    "If you singing causes a triggered ability of a Wall to trigger, that ability triggers an additional time.": "static",
    "As this creature enters, choose a loud song.": "static",
    "If this creature would enter, sacrifice a singing Wall instead. If you do, put this creature onto the "
    "battlefield. If you don't, put it into its owner's graveyard.": "static",
    "Equip {3}. This ability costs {1} less to sing.": "activated",
    # What could touch an object.
    "If a Wall would enter, it sings instead.": None,
    "If one or more song counters would be put on a Wall, twice that many are put on it instead.": None,
    "If you would draw a card, sing instead. Creatures you control get +1/+1 as they sing.": None,
    "If you would draw a card, sing instead. The loudest Wall is a Bird.": None,
    "You may cast songs by singing. If you do, it enters with a song counter on it.": None,
    "You may have this creature enter as a copy of any singing Wall.": None,
    "This creature can't attack unless a Wall also sings and gets +1/+1.": None,
    "This creature can't be attached to a Wall that sings.": None,
    "This creature can't have song counters put on it while it sings.": None,
    "Each singing Wall sings.": None,
    "Max speed — Songs you sing cost {2} less to sing.": None,
}


@pytest.mark.parametrize(("line", "sort"), _LINES.items())
def test_what_a_line_can_do_that_is_not_understood(line: str, sort: str | None) -> None:
    (ability,) = parse_face(line, types=("Creature",))
    assert isinstance(ability, Opaque)
    assert (ability.kind, ability.touches) == (sort or "static", sort is None)
    assert fits(ability) is (sort is not None)


_PAINTED = "If this creature would be destroyed, paint it anew."
_SUNG = "If you would create a Song token, sing instead."


def test_what_is_replaced_and_not_understood_is_said_where_the_event_happens() -> None:
    wall = creature("Wall", "0/4", _PAINTED)
    still = outcome(board([wall], {"enter": "Wall"}))
    gone = outcome(board([wall], {"enter": "Wall"}, effect("Destroy target creature.", "Wall")))
    assert not still.not_modelled
    assert [each.card for each in gone.not_modelled] == ["Wall"]


def test_tokens_beside_a_replacement_that_is_not_understood_are_not_told() -> None:
    singer = creature("Singer", "1/1", _SUNG)
    made = board([singer], {"enter": "Singer"}, effect("Create a 1/1 white Bird creature token."))
    assert outcome(made).not_modelled
