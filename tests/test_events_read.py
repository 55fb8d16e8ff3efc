"""Events and wordings that abilities begin with: each is read wholly, and its canonical text reads
back."""

import pytest

from striate.cards import language
from striate.cards.grammar.normal import normalise
from striate.cards.printing.canonical import show
from striate.cards.tree import Event, Triggered


@pytest.mark.parametrize(
    "event",
    [
        "Whenever you attack with one or more Elves",
        "Whenever you attack with three or more Elves",
        "At the beginning of the upkeep of enchanted land's controller",
        "Whenever you cast your first spell during each opponent's turn",
        "Whenever day becomes night or night becomes day",
        "Whenever the Ring tempts you",
        "When ~ enters or is put into a graveyard from the battlefield",
        "Whenever a time counter is removed from ~ while it's exiled",
        "When you cycle ~ or it dies",
        "Whenever a source deals damage to ~",
        "When ~ enters untapped",
        "Whenever you cast a spell with {X} in its mana cost",
        "At the beginning of your next upkeep",
        "Whenever you activate an exhaust ability",
        "When you draw your third card in a turn",
        "Whenever players finish voting",
        "When ~ enters and whenever you cast a noncreature spell",
        "Whenever you cast a green spell or a Forest you control enters",
        "Whenever an Elf you control leaves the battlefield during your turn",
        "Whenever ~ is dealt 3 or more damage",
        "Whenever you play a land or cast a spell",
    ],
)
def test_an_event_is_read_and_read_back(event: str) -> None:
    (ability,) = language.parse_abilities(f"{event}, you gain 1 life.")
    assert isinstance(ability, Triggered)
    assert isinstance(ability.event, Event)
    assert language.is_understood(ability)
    assert language.parse_abilities(show(ability)) == (ability,)


@pytest.mark.parametrize(
    ("misprint", "meant"),
    [
        ("Whenver ~ attacks, draw a card.", "Whenever ~ attacks, draw a card."),
        ("It gains flying until until end of turn.", "It gains flying until end of turn."),
        ("Gain control of it until end of tun.", "Gain control of it until end of turn."),
        ("The power is your to devotion to blue.", "The power is your devotion to blue."),
        ("~ attacks that that player.", "~ attacks that player."),
    ],
)
def test_a_misprint_is_read_as_what_is_meant(misprint: str, meant: str) -> None:
    assert normalise(misprint) == meant


@pytest.mark.parametrize(
    "line",
    [
        "Whenever you cast an Elf spell or an Elf you control enters, put a +1/+1 counter on it.",
        "Whenever a creature dies or a player casts a spell, that player loses 1 life.",
    ],
)
def test_of_two_events_no_pronoun_tells_which_has_happened(line: str) -> None:
    (ability,) = language.parse_abilities(line)
    assert not language.is_understood(ability)


def test_what_both_events_name_is_still_meant() -> None:
    one, two = (
        language.parse_abilities("When ~ enters and whenever it attacks, untap it."),
        (language.parse_abilities("When ~ enters and whenever ~ attacks, untap ~.")),
    )
    assert all(language.is_understood(ability) for ability in (*one, *two))
