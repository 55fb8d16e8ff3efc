"""Faults that were planted once and that nothing noticed (`bench/mutants.py`): each is noticed
here.

Those of the readings and of the timeline are boards: `tests/boards/planted.yaml` has them, and
`tests/boards/timestamps.yaml` counters taken off (613.7c) and an Equipment attached to its own host
(701.3b).
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from striate.boards.reading import board_from_text
from striate.cards import language, tree
from striate.cards.catalogue.lines import class_of
from striate.cards.catalogue.store import Catalogue
from striate.cards.prose import is_understood
from striate.cards.walking import nodes
from striate.encodings.wording import replace_words
from striate.queries.answers import Engine, read_by
from striate.queries.finding.enumerating import lasting
from striate.queries.goals.language import read_goal
from striate.queries.goals.meaning import permanents
from striate.queries.goals.tokens import GoalError
from striate.referee.judge import could_be_attached_so, judge
from striate.referee.text import rewritten
from striate.search.beyond import looks_beyond
from tests.findcards import CARDS, Shelf, creature
from tests.test_goals import SHELF


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


def test_701_17a_what_is_chosen_from_among_milled_cards_lies_in_a_graveyard() -> None:
    line = (
        "When ~ enters, mill two cards. Put a creature card from among them onto the battlefield."
    )
    parts = list(nodes(language.parse_abilities(line)))
    zones = {each.zone for each in parts if isinstance(each, tree.Each | tree.TargetSpec)}
    zones |= {each.zone for each in parts if isinstance(each, tree.InZone)}
    assert zones == {"graveyard"}


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("a land taps for green and for red", "a land taps for green and red"),
        ("a land taps for green and not for red", "a land taps for green but not red"),
    ],
)
def test_a_list_of_what_is_tapped_for_goes_on_so(words: str, same: str) -> None:
    said = read_goal(words, SHELF).demands
    assert said == read_goal(same, SHELF).demands
    assert not any(isinstance(node, tree.HasColor) for node in nodes(said))


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


_COPIES = "{T}: For each creature you control, create a token that's a copy of that creature. "


_DRAWN = "If you control a Goblin, draw two cards instead."
_THREE = "{1}: Until end of turn, Elves gain haste, target land becomes a Forest, "


@pytest.mark.parametrize(
    ("line", "is_read"),
    [
        ("As ~ enters, you may pay 2 life. If you don't, it enters tapped.", True),
        # 205.3: Arcane is a type of spells.
        ("Enchanted creature is an Arcane in addition to its other types.", False),
        # 701.21a: of another object's owner the words do not tell what "it" is.
        ("{T}: Tap target creature. Its controller sacrifices it.", True),
        ("{T}: Tap target creature. Its owner sacrifices it.", False),
        # Copies of each creature are not one.
        (_COPIES + "Those tokens gain haste until end of turn.", True),
        (_COPIES + "It gains haste until end of turn.", False),
        # What is done instead of something that is no continuous effect.
        (
            (
                "{T}: Destroy target creature. "
                "If you control a Goblin, that creature gets -1/-1 until end of turn instead."
            ),
            True,
        ),
        # What "instead" replaces, or "otherwise" is the other half of, has to be there.
        ("Equipped creature gets +1/+1. If you control an Elf, it gets +2/+2 instead.", True),
        ("Equipped creature gets +1/+1. If you control an Elf, it has flying instead.", False),
        ("As long as you control an Elf, ~ gets +1/+1. Otherwise, it has flying.", True),
        ("~ gets +1/+1. Otherwise, it has flying.", False),
        # An exception of a copy goes on behind a comma.
        (_THREE + "and Goblins gain flying.", True),
        (_THREE + "and ~ becomes a copy of target creature, except it has flying.", False),
        # "It" is no object that the condition counts.
        ("As long as your life total is 5 or less, it has flying.", False),
        # What is replaced may stand behind "if you do"; a sentence about types, behind nothing.
        ("{T}: You may discard a card. If you do, draw a card. " + _DRAWN, True),
        ("{T}: It's still a land.", False),
        (
            "{T}: Destroy target creature. If it's an Elf card in your graveyard, draw a card.",
            False,
        ),
        ("{T}: Put a +1/+1 counter and a flying counter on ~.", True),
        ("{T}: Put a counter and a flying counter on ~.", False),
        ("{T}: Tap target creature. Untap that permanent.", True),
        ("~ can't attack during turns other than yours.", True),
        # 608.2h: nobody has said whose object "its" is.
        ("{T}: Exile ~. Each player other than its controller draws a card.", False),
    ],
)
def test_a_line_is_read_as_far_as_it_can_be_meant(line: str, is_read: bool) -> None:
    assert all(map(is_understood, language.parse_abilities(line))) == is_read


def test_a_choice_of_two_bonuses_lasts_as_long_as_the_words_say() -> None:
    [ability] = language.parse_abilities("{T}: ~ gets +2/-2 or -2/+2 until end of turn.")
    lasting = [node.duration for node in nodes(ability) if isinstance(node, tree.Continuous)]
    assert lasting == [tree.UntilEndOfTurn()] * 2


def test_a_sentence_about_the_same_object_is_of_the_same_effect() -> None:
    """613.6: one effect goes on in later layers."""
    [ability] = language.parse_abilities("Enchanted creature loses all abilities. It is a Frog.")
    assert isinstance(ability, tree.Static) and len(ability.effects) == 1


@pytest.mark.parametrize("how", ["one that hasn't been chosen", "one at random"])
def test_how_a_mode_is_chosen_is_said(how: str) -> None:
    line = f"{{T}}: Choose {how} —\n• Draw a card.\n• You gain 2 life."
    [ability] = language.parse_abilities(line)
    assert tree.Act(f"choose {how}") in nodes(ability)


def test_that_player_is_the_one_who_clashed() -> None:
    line = "{T}: Clash with an opponent. That player loses 2 life."
    assert tree.LifeChange("opponent", tree.Num(2), gain=False) in _nodes(line)


def test_what_a_player_does_not_pay_for_is_done() -> None:
    line = "Whenever ~ attacks, an opponent may pay {1}. If they don't, put a +1/+1 counter on ~."
    [done] = [node for node in _nodes(line) if isinstance(node, tree.Do)]
    assert isinstance(done.condition, tree.Unless)


def test_cards_of_a_kind_that_are_discarded_are_an_event_for_each() -> None:
    [event] = [
        node
        for node in _nodes("Whenever you discard a land card, put a +1/+1 counter on ~.")
        if isinstance(node, tree.Event)
    ]
    assert event.verb == "discard" and event.to == tree.Each(tree.HasType("Land"), "any")


def test_701_66a_a_land_that_is_earthbent_is_0_0_without_counters() -> None:
    assert tree.SetBasePT(tree.Num(0), tree.Num(0)) in _nodes("{T}: Earthbend 2.")


def test_another_target_is_another_than_the_target_before_whatever_it_is_called() -> None:
    line = "{T}: Tap target creature. Untap another target permanent."
    assert tree.Not(tree.Is(tree.Target(0))) in _nodes(line)


def test_that_card_is_the_one_that_the_cost_exiled() -> None:
    line = (
        "{1}, Exile a creature card from your graveyard: ~ gets +X/+X until end of turn, where X "
        "is that card's power."
    )
    assert tree.StatOf("power", tree.LinkedCard()) in _nodes(line)


@pytest.mark.parametrize("change", [replace_words, rewritten])
def test_612_1_a_word_of_a_sentence_that_is_not_read_is_replaced(
    change: Callable[[tree.Ability, str, str], tree.Ability],
) -> None:
    before, after = _nodes("{T}: Frobnicate target Goblin.")[0], "{T}: Frobnicate target Elf."
    assert isinstance(before, tree.Activated)
    assert change(before, "Goblin", "Elf") == _nodes(after)[0]


def _nodes(line: str) -> list[tree.Node]:
    return list(nodes(language.parse_abilities(line)))


def test_a_striation_is_a_line_of_levels() -> None:
    assert class_of("LEVEL 1-4", is_spell=False) == class_of("{G}: Level 2", is_spell=False)


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("a creature gets +1/+1", "what its size is in the end"),
        ('Plain Cub has ""', "a keyword"),
        ("Plain Cub lacks its own abilities", "which abilities"),
        ("Plain Cub isn't black, not a Goblin and red", "at `red`"),
        ("Plain Cub is neither black nor xyzzy", "at `xyzzy`"),
    ],
)
def test_a_goal_that_is_not_read_says_why(goal: str, said: str) -> None:
    with pytest.raises(GoalError) as caught:
        read_goal(goal, SHELF)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("goal", "number"),
    [
        ("Forest taps for green and blue", 2),
        ("Plain Cub is neither black, red nor a Goblin", 3),
    ],
)
def test_each_item_of_a_list_is_a_claim(goal: str, number: int) -> None:
    [demand] = read_goal(goal, SHELF).demands
    assert len({type(claim) for claim in demand.claims}) == 1 and len(demand.claims) == number


@pytest.mark.parametrize(("what", "is_beyond"), [("color", False), ("name", True)])
def test_what_has_no_end_of_values_is_not_counted_in_slots(what: Any, is_beyond: bool) -> None:
    counted = tree.CountDistinct(what, tree.HasType("Creature"))
    assert bool(looks_beyond(counted)) == is_beyond


def test_the_longest_name_in_a_quoted_text_is_the_object_itself() -> None:
    """201.5: one card's name may be a part of another's."""
    shelf = Shelf([*CARDS, creature("Cub", "1/1")])
    text = 'Plain Cub has "{T}: Plain Cub gets +1/+1 until end of turn."'
    [alone] = read_goal(text, shelf).demands
    both = read_goal(f"{text} and Cub is black", shelf).demands
    assert alone.claims in [each.claims for each in both]


def test_an_equip_ability_for_planeswalkers_takes_one(catalogue: Catalogue) -> None:
    """702.6c: what the planeswalker becomes once it is equipped, it is not before."""
    text = """
    steps:
      - {enter: "Jace, the Mind Sculptor", as: jace}
      - {enter: "Luxior, Giada's Gift", as: luxior}
      - {attach: luxior, to: jace}
    """
    assert could_be_attached_so(board_from_text(text, catalogue))


def test_an_equipment_creature_is_attached_by_reconfigure(catalogue: Catalogue) -> None:
    """301.5c, 702.151a-b: it is one until it is attached."""
    text = """
    steps:
      - {enter: Grizzly Bears, as: bears}
      - {enter: Armguard Familiar, as: familiar}
      - {attach: familiar, to: bears}
    """
    board = board_from_text(text, catalogue)
    assert could_be_attached_so(board)
    assert lasting(board, judge(board))


_DIES = """
steps:
  - {enter: Grizzly Bears, as: bears}
  - {enter: Hill Giant, as: giant}
  - {effect: Target creature gets -2/-2 until end of turn., targets: [bears]}
"""


def test_a_goal_speaks_of_no_object_that_is_gone(catalogue: Catalogue) -> None:
    """704.5f: what state-based actions have taken is shown as it was on the battlefield."""
    answer = read_by("constraints", board_from_text(_DIES, catalogue))
    assert [each.handle for each in permanents(answer)] == ["giant"]
    assert [each.handle for each in permanents(answer, any_=True)] == ["bears", "giant"]


@pytest.mark.parametrize("engine", ["constraints", "referee"])
def test_what_has_gone_is_shown_in_its_zone_once_the_turn_ends(
    catalogue: Catalogue, engine: Engine
) -> None:
    """400.7: then it is a card in the graveyard, without what had changed it."""
    answer = read_by(engine, board_from_text(_DIES + "  - {end_turn: true}\n", catalogue))
    [bears] = [each for each in answer.objects if each.handle == "bears"]
    assert (bears.zone, bears.power, bears.toughness) == ("graveyard", 2, 2)


def test_the_files_of_tests_that_judge_a_fault_are_there() -> None:
    """Of one that is gone the command can't be started."""
    root = Path(__file__).parent.parent
    text = (root / "bench" / "mutants.py").read_text("utf-8")
    lists = re.findall(r"^_?(?:TESTS|OF_SEARCH) = \($(.*?)^\)", text, re.MULTILINE | re.DOTALL)
    names = [name for each in lists for name in re.findall(r'"(\w+)"', each)]
    assert len(lists) == 2 and names
    assert [each for each in names if not (root / "tests" / f"test_{each}.py").exists()] == []
