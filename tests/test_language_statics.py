"""Static lines: who, while and what, as trees; and what is declined."""

import pytest

from striate.cards import tree
from striate.cards.grammar.drafts import has_drafts
from striate.cards.grammar.engine import GRAMMAR
from striate.cards.grammar.normal import normalise, tokenise
from striate.cards.language import (
    is_understood,
    parse_abilities,
    parse_ability,
    print_ability,
    same_ability,
)
from striate.cards.tree import (
    AddTypes,
    AllOf,
    AnyOf,
    Attached,
    Compare,
    ControlledBy,
    Count,
    Each,
    Effect,
    GainAbilities,
    HasColor,
    HasSubtype,
    HasType,
    IsTurnOf,
    Keyword,
    LoseAllAbilities,
    Matches,
    ModifyPT,
    Num,
    Other,
    SetBasePT,
    SetColors,
    SetSubtypes,
    SetTypes,
    Static,
    This,
)

YOURS = ControlledBy("you")


def static(line: str) -> Static:
    ability = parse_ability(line)
    assert isinstance(ability, Static), ability
    return ability


def only(line: str) -> Effect:
    effects = static(line).effects
    assert len(effects) == 1
    return effects[0]


def test_a_lord_with_a_keyword() -> None:
    effect = only("Other Goblins you control get +1/+1 and have haste.")
    assert effect.who == Each(AllOf((Other(), HasSubtype("Goblin"), YOURS)))
    assert effect.changes == (GainAbilities((Keyword("haste"),)), ModifyPT(Num(1), Num(1)))


def test_two_groups_with_their_own_controllers_are_one_set() -> None:
    effect = only("Goblins you control and Elves you control get +1/+0.")
    assert effect.who == Each(
        AnyOf((AllOf((HasSubtype("Elf"), YOURS)), AllOf((HasSubtype("Goblin"), YOURS))))
    )


def test_a_condition_before_and_after_is_the_same_condition() -> None:
    one = static("As long as you control a Swamp, ~ has flying.")
    two = static("~ has flying as long as you control a Swamp.")
    assert one == two
    condition = Compare(Count(AllOf((HasSubtype("Swamp"), YOURS))), ">=", Num(1))
    assert one.effects[0].condition == condition


def test_a_condition_on_each_member_narrows_the_group() -> None:
    effect = only("Each creature gets +1/+1 as long as it's red.")
    assert effect.who == Each(AllOf((HasColor("R"), HasType("Creature"))))
    assert effect.condition is None


def test_it_after_a_condition_is_what_the_condition_is_about() -> None:
    effect = only("As long as enchanted creature is a Wizard, it gets +2/+2.")
    assert effect.who == Attached()
    assert effect.condition == Matches(Attached(), HasSubtype("Wizard"))


def test_other_in_an_amount_is_other_than_the_affected_object() -> None:
    effect = only("Equipped creature gets +1/+1 for each other creature you control.")
    change = effect.changes[0]
    assert isinstance(change, ModifyPT)
    assert change.power == Count(AllOf((tree.Not(tree.Is(Attached())), HasType("Creature"), YOURS)))


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("Each land is an Island.", (SetSubtypes("land", ("Island",)),)),
        (
            "Each land is a Swamp in addition to its other land types.",
            (AddTypes(subtypes=("Swamp",)),),
        ),
        ("Enchanted permanent is a Forest land.", (SetTypes(("Land",), ("Forest",)),)),
        ("Enchanted land is an artifact creature.", (AddTypes(("Artifact", "Creature")),)),
        (
            (
                "Enchanted creature loses all abilities and is a blue Frog creature with base power"
                " and toughness 1/1."
            ),
            (
                SetTypes(("Creature",), ("Frog",)),
                SetColors(("U",)),
                LoseAllAbilities(),
                SetBasePT(Num(1), Num(1)),
            ),
        ),
        (
            "Enchanted land is a 3/3 green creature. It's still a land.",
            (AddTypes(("Creature",)), SetColors(("G",)), SetBasePT(Num(3), Num(3))),
        ),
        (
            "Enchanted creature is an Insect artifact creature and loses all other card types.",
            (SetTypes(("Artifact", "Creature"), ("Insect",)),),
        ),
    ],
)
def test_205_1_types_are_set_or_added_as_the_words_say(
    line: str, changes: tuple[tree.Change, ...]
) -> None:
    assert only(line).changes == changes


def test_604_3a_a_definition_is_unconditional_and_of_its_own_object() -> None:
    assert static("~'s power and toughness are each equal to the number of lands you control.").cda
    assert static("~ is all colors.").cda
    assert static("~ is all colors. This ability doesn't affect its color identity.").cda
    assert not static("Enchanted creature is all colors.").cda
    assert not static("During your turn, ~ is all colors.").cda
    conditional = only("During your turn, ~'s power is equal to your life total.")
    assert conditional.changes == (SetBasePT(tree.LifeOf("you"), None),)


def test_113_6_an_ability_may_work_in_a_graveyard_only() -> None:
    ability = static("As long as ~ is in your graveyard, creatures you control have haste.")
    assert ability.zones == ("graveyard",)
    assert ability.effects[0].condition is None


def test_otherwise_is_the_opposite_condition() -> None:
    first, second = static(
        "~ gets +1/+1 as long as it's your turn. Otherwise, it has reach."
    ).effects
    assert first.condition == IsTurnOf("you")
    assert second.condition == tree.Unless(IsTurnOf("you"))
    assert second.who == This()


@pytest.mark.parametrize(
    "line",
    [
        "Legendary artifacts and creatures get +1/+1.",
        "Each creature gets +1/+1 and dances.",
        "~ gets +X/+X.",
        "Creatures you control get +1/+1 as long as the moon is full.",
        "Tapped Elves and Goblins get +1/+0.",
        "Enchanted creature has flying and loses all abilities.",
        # No rule says what "~" means to a static effect once the object is gone.
        (
            "Creatures you control get +X/+0, where X is ~'s power. If ~ leaves the battlefield, "
            "this effect continues until end of turn."
        ),
    ],
)
def test_what_is_not_sure_is_declined(line: str) -> None:
    assert not is_understood(parse_ability(line))


ROUND_TRIP = [
    (
        "Birds with power X or less have flying, where X is the total amount of life your "
        "opponents have lost this turn."
    ),
    "~ gets +1/+1.",
    "Enchanted creature gets -2/-0 and can't block.",
    "Each other Elf creature you control has forestwalk.",
    "Creatures with power 2 or less can't be blocked.",
    "Creatures your opponents control lose flying and can't have or gain flying.",
    "Nonland permanents you control with mana value 3 or less have hexproof.",
    "Each creature you control with a +1/+1 counter on it has trample.",
    "~ has ward {2} and protection from red and from Goblins.",
    "Equipped creature gets +X/+0, where X is the greatest power among creatures you control.",
    "As long as there are four or more card types among cards in your graveyard, ~ has menace.",
    "As long as your devotion to green is less than five, ~ isn't a creature.",
    "Creatures you control of the chosen type get +1/+1.",
    "You control enchanted creature.",
    "You control enchanted creature. It gets +1/+1 and is white.",
    (
        "Creatures you control have flying. If ~ leaves the battlefield, this "
        "effect continues until "
        "end of turn."
    ),
    "~ has all activated abilities of all creature cards exiled with ~.",
    "Creatures you control are every creature type.",
    "As long as ~'s power is 5 or greater, it can attack as though it didn't have defender.",
    "All Forests and all Elves are 1/1 green Elf creatures that are still lands.",
    (
        "~ has flying as long as you control a Swamp, haste as long as you control a Forest, and"
        " reach as long as you control an Island."
    ),
    (
        "As long as you control another Wizard, ~ gets +1/+1. As long as it's enchanted, it also "
        "has"
        " reach."
    ),
    "As long as ~ isn't on the battlefield, it's every creature type.",
    (
        "~ gets -1/-1 as long as red is the most common color among all permanents or is tied for "
        "most"
        " common."
    ),
    "Creatures you control have each of flying and haste found on cards exiled with ~.",
    'Equipped creature has "{T}, Sacrifice ^: ^ deals 2 damage to any target."',
    "~ has protection from the colors of permanents you control.",
    "Each creature has protection from its colors.",
    "Artifacts you control have protection from each mana value among artifacts you control.",
    "You and creatures you control have protection from the chosen card type.",
    "~ has all activated abilities of lands you control except mana abilities.",
    "Each other planeswalker you control has the loyalty abilities of ~.",
    "~ gets +X/+Y, where X is your life total and Y is the number of Forests you control.",
    "Each Elf creature gets +1/+1 for each of its creature types, to a maximum of 3.",
    "Each creature gets +1/+1 for each other creature with the same name as that creature.",
    "For each basic land type among lands you control, ~ has landwalk of that type.",
    "Each creature with the highest power has shroud.",
    "Attacking Elves and Goblins get +1/+0.",  # no board tells who attacks: of all that is open
    "~ gets +2/+0 for each graveyard with seven or more cards in it.",
    "Each Elf creature gets +1/+1 for each word in its name.",
    (
        "Equipped creature gets +1/+1 for each land on the battlefield with the same name as "
        "the exiled card."
    ),
    "Each creature that shares a color with the top card of your library gets +1/+1.",
    (
        "As long as another player controls enchanted creature, it can't attack. Otherwise, ~ has "
        "flying."
    ),
    "Each spell you cast has cascade if mana from an artifact was spent to cast it.",
    "As long as you control two or more modified creatures, ~ gets +1/+1.",
    "~ has haste as long as you own a card in exile.",
    "As long as ~ is enchanted and equipped, it has flying.",
    "As long as ~ is enchanted, equipped, and has a counter on it, it has flying.",
    "Auras, Equipment, and tapped creatures you control have hexproof.",
    "~ gets +1/+1 for each land card in each graveyard.",
    "Whenever you attack with two or more Elves, those creatures gain flying until end of turn.",
    "When ~ enters, if enchanted creature is red, tap it.",
    'Elves have "Whenever a land enters, if ^ is exiled, put a +1/+1 counter on ^."',
    'During your end step, Elves you control have "~ can\'t be sacrificed."',
    "Equipment named Tom, ~, and Huck have indestructible.",
    'Elves you control have "Sacrifice ~: Draw a card," flying, and haste.',
    "9 Lives — Whenever ~ attacks, draw a card.",
    (
        "If a creature card with flying was exiled with ~'s delve ability, ~ has flying. The same "
        "is true for haste and reach."
    ),
    (
        "Enchanted creature loses all abilities and becomes a colorless Bird creature with base "
        "power and toughness 1/1 named Tom."
    ),
    "You may exert ~ as he attacks. When you do, he gains flying until end of turn.",
    '{T}: Create an artifact token named Gold with "Sacrifice ~: Add {C}."',
    "~ enters tapped unless you control two or fewer other lands.",
    "~ enters with X +1/+1 counters on it.",
    "Each other Wolf you control enters with an additional +1/+1 counter on it.",
    "As ~ enters, choose a creature type.",
    "As ~ enters, choose Sun or Moon.",
    "Equip {3}",
    "Ward—Pay 3 life",
    "Suspend 4—{1}{U}",
    "Affinity for artifacts",
    "Basic landcycling {1}",
    "Enchant creature you control",
    "Nonbasic landwalk",
]


def _is_whole(value: tree.Node | tuple[tree.Node, ...]) -> bool:
    return not has_drafts(value)


def test_no_line_of_the_sample_is_ambiguous() -> None:
    phrases = ("static line", "entering line", "keywords line")
    ambiguous = [
        (phrase, line)
        for line in ROUND_TRIP
        for phrase in phrases
        if len({*filter(_is_whole, GRAMMAR.read(phrase, tokenise(normalise(line))).values)}) > 1
    ]
    assert ambiguous == []


@pytest.mark.parametrize("line", ROUND_TRIP)
def test_canonical_text_reads_back_to_the_same_tree(line: str) -> None:
    abilities = parse_abilities(line)
    assert all(is_understood(ability) for ability in abilities)
    for ability in abilities:
        assert parse_ability(print_ability(ability)) == ability


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Flying", "flying."),
        ("This creature gets +1/+1.", "~ gets +1/+1"),
        ("This land enters the battlefield tapped.", "~ enters tapped."),
        ("Some rule nobody knows, white.", "some rule nobody knows, White"),
    ],
)
def test_wordings_of_one_ability_are_the_same(one: str, two: str) -> None:
    assert same_ability(parse_ability(one), parse_ability(two))


def test_different_unread_texts_are_not_the_same() -> None:
    assert not same_ability(parse_ability("Some rule, white."), parse_ability("Some rule, black."))
