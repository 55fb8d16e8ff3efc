"""Forms of one-shot effects that no board needs: each is read wholly, and its canonical text reads
back."""

import pytest

from striate.cards import language

SPELLS = [
    (
        "Creatures your opponents control get -1/-0 until end of turn if {U} was "
        "spent to cast ~, and "
        "creatures you control get +1/+0 until end of turn if {R} was spent to cast it."
    ),
    (
        "Target creature gets +2/+2 until end of turn. Prevent all damage that "
        "would be dealt to that "
        "creature this turn by colorless sources."
    ),
    "Until your next turn, your life total can't change and you have protection from everything.",
    (
        "All creatures get -2/-2 until end of turn. If you have the city's blessing, instead only "
        "creatures your opponents control get -2/-2 until end of turn."
    ),
    (
        "Choose one —\n• Destroy all creatures.\n• Destroy all planeswalkers.\nThen return target "
        "creature card from your graveyard to the battlefield."
    ),
    (
        "Draw two cards, then return target artifact card from your graveyard to "
        "the battlefield with "
        "X additional +1/+1 counters on it."
    ),
]
ABILITIES = [
    "{T}: Add {C}{C}. If that mana is spent on a creature spell, it gains haste until end of turn.",
    "{T}: The next noncreature spell you cast this turn has cascade.",
    (
        "{T}: Add {R}. When you spend this mana to cast a Dragon creature spell, it gains hexproof "
        "until your next turn."
    ),
    (
        "{2}: Up to X target creatures you control get +1/+0 until end of turn, "
        "where X is the number "
        "of lands you control as you activate this ability."
    ),
    "{T}: Target land becomes a Swamp until its controller's next untap step.",
    "Whenever ~ attacks or blocks while you control a Dinosaur, ~ gets +1/+1 until end of turn.",
    "Whenever you discard one or more cards, target creature gets +2/+0 until end of turn.",
    "Whenever you cast an instant, sorcery, or Wizard spell, ~ gains flying until end of turn.",
    (
        "Whenever an opponent taps an artifact for mana, gain control of that "
        "artifact until end of "
        "turn."
    ),
    "Whenever a creature dealt damage by ~ this turn dies, put a +1/+1 counter on ~.",
    (
        "Whenever a source you control deals noncombat damage to an opponent, ~ "
        "gets +1/+0 until end "
        "of turn."
    ),
    (
        "When an opponent controls a creature with power 4 or greater, if ~ is an enchantment, ~ "
        "becomes a 4/4 Beast creature."
    ),
    "When you have 10 or less life, if ~ is an enchantment, ~ becomes a 3/5 Soldier creature.",
    (
        "Whenever ~ saddles a Mount or crews a Vehicle during your main phase, "
        "that Mount or Vehicle "
        "gains flying until end of turn."
    ),
    (
        "Whenever ~ attacks, it gets +X/+X until end of turn, where X is the greatest power and/or "
        "toughness among other creatures you control."
    ),
    "At the beginning of each player's upkeep, that player untaps ~ and gains control of it.",
]


@pytest.mark.parametrize("text", SPELLS)
def test_an_instruction_is_read_wholly(text: str) -> None:
    [ability] = language.parse_face(text, types=("Sorcery",))
    assert language.is_understood(ability), text


@pytest.mark.parametrize("text", ABILITIES)
def test_an_ability_is_read_wholly(text: str) -> None:
    [ability] = language.parse_face(text, types=("Creature",))
    assert language.is_understood(ability), text


@pytest.mark.parametrize(
    "text",
    [
        # 614.1: what would happen later is not a fact of the past.
        (
            "Destroy target creature. If that permanent would be turned face up "
            "this turn, exile it "
            "instead."
        ),
        # What stands after the modes holds for each of them.
        (
            "Choose one —\n• Destroy all creatures.\n• Destroy all planeswalkers.\nThen blorp a "
            "creature."
        ),
        # Who draws after an opponent's deed is not said rightly by "draw".
        "An opponent blorps a card, then draws that many cards.",
    ],
)
def test_what_is_not_read_is_said(text: str) -> None:
    [ability] = language.parse_face(text, types=("Sorcery",))
    assert not language.is_understood(ability)


def test_a_mana_symbol_is_the_one_that_is_written() -> None:
    [ability] = language.parse_face("Whenever you tap a Swamp for mana, add an additional {B}.")
    assert "{B}" in language.print_ability(ability)
