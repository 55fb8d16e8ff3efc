"""What people see of a card: whole words, as far as they are read, in printed order."""

import re
import subprocess
import sys

import pytest

from striate.cards import tree as t
from striate.cards.catalogue.display import lines_of, text_of
from striate.cards.catalogue.saying import with_x
from striate.cards.catalogue.store import SHIPPED, Catalogue
from striate.cards.language import parse_ability

_NEVER = re.compile(r"…|[«»]|#[0-9a-f]{16}|\{\}|\(no name\)|@\w")
# Of each hundred cards, so many at most have a line that is not read, or words not at hand.
_MOST_UNREAD, _MOST_AWAY = 19, 2


def test_printing_does_not_wait_for_the_grammar_to_be_loaded() -> None:
    code = (
        "from striate.cards import tree as t\n"
        "from striate.cards.printing.canonical import show\n"
        "act = t.Act('draw card', amount=t.Num(2), player='any')\n"
        "when = t.Event('whenever', 'attack', player='opponent')\n"
        "print(show(t.Triggered(when, t.Body((act,)))))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "Whenever an opponent attacks, each player draws two cards."


def test_every_card_of_the_catalogue_is_shown_in_whole_words() -> None:
    shipped = Catalogue(SHIPPED)
    cards = list(shipped.all_cards())[::5]
    shown = ["\n".join(lines_of(card, shipped.words)) for card in cards]
    assert not [found[0] for text in shown if (found := _NEVER.search(text))]
    assert sum("that is not read" in text for text in shown) * 100 <= _MOST_UNREAD * len(cards)
    assert sum("not at hand" in text for text in shown) * 100 <= _MOST_AWAY * len(cards)


@pytest.mark.parametrize(
    ("canonical", "said"),
    [
        ("~ gets +« its power »/+0.", "~ gets +X/+0, where X is its power."),
        ("You draw « two » cards.", "You draw two cards."),
        ("Add {G} for each « the number of Elves you control ».",
         "Add {G} for each Elves you control."),
        ("Scry X. You draw « its power » cards. Go on.",
         "Scry X. You draw X cards, where X is its power. Go on."),
        ('~ has "{T}: Draw « its power » cards." and flying.',
         '~ has "{T}: Draw X cards, where X is its power." and flying.'),
    ],
)  # fmt: skip
def test_an_amount_inside_a_sentence_is_x(canonical: str, said: str) -> None:
    assert with_x(canonical) == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{T}: Draw one card.", "{T}: Draw a card."),
        ("When ~ dies, ~ deals three damage to any target.",
         "When ~ dies, ~ deals 3 damage to any target."),
        (("When ~ enters, if you have fewer than two cards in hand, draw cards equal to the "
         "difference."),
         ("When ~ enters, if there are fewer than two cards in your hand, draw cards equal to the"
         " difference.")),
        ("Whenever ~ attacks, until end of turn, ~ gets +1/+1.",
         "Whenever ~ attacks, ~ gets +1/+1 until end of turn."),
        ("During each opponent's turn, creatures you control have reach.",
         "As long as it's an opponent's turn, each creature you control has reach."),
        ("~ gets +1/+1 for each different color among permanents you control.",
         "~ gets +1/+1 for each color among permanents you control."),
        ("{1}: Put a +1/+1 counter on each of up to two target creatures.",
         "{1}: Put a +1/+1 counter on up to two target creatures."),
    ],
)  # fmt: skip
def test_small_amounts_and_durations_stand_as_cards_have_them(line: str, said: str) -> None:
    assert text_of(parse_ability(line), None) == said


def test_what_is_not_read_is_called_what_it_is() -> None:
    mark = "#" + "0" * 16
    line = t.Triggered(t.Prose(mark), t.Body((t.Prose(mark),)))
    said = "(at an event that is not read), (an instruction that is not read)."
    assert text_of(line, None) == said
    assert text_of(t.Opaque("static", t.Prose(mark)), None) == "(a static ability that is not read)"
    unless = t.Do((t.Act("proliferate"),), t.Fact(t.Prose(mark)))
    assert "(a condition whose words are not at hand)" in text_of(t.Spell(t.Body((unless,))), None)


@pytest.mark.parametrize(
    "line",
    [
        "When ~ enters, untap target creature. That creature gains haste until end of turn.",
        "When ~ enters, up to two target creatures each get -2/-0 until end of turn.",
        "When ~ enters, you may have target creature become black until end of turn.",
        "When ~ enters, gain control of target creature for as long as you control ~.",
        "{1}: Untap each creature you control. Those creatures gain haste until end of turn.",
        "Whenever one or more Goblins you control attack, draw a card.",
        "Each creature spell you cast has convoke.",
        "Each creature token your opponents control attacks each combat if able.",
        "~'s power is equal to the number of Goblin cards in all graveyards.",
        "Each creature you control that's a token or a Goblin has haste.",
        '{T}: Until end of turn, ~ gains "{1}: Draw a card" and "{2}: Draw a card."',
        "Goblin spells you cast cost {1} less to cast.",
        "As long as your devotion to green is less than three, ~ isn't a creature.",
        "As long as two or more Auras are attached to ~, ~ has trample.",
        "As long as ~ is untapped, ~ gets +1/+1. Otherwise, it has reach.",
        "When ~ enters, discard a card unless you control another Goblin.",
        "As long as another Goblin entered under your control this turn, ~ has haste.",
        "When ~ enters, if it is not a token, create a token that's a copy of ~.",
        "As long as ~ is a token, ~ has haste.",
    ],
)
def test_a_line_is_shown_as_a_card_says_it(line: str) -> None:
    assert text_of(parse_ability(line), None) == line
