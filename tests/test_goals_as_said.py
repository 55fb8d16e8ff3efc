"""Goals as people say them: what each is understood as, and what is said of those that are not.

`goals_as_said.txt` has each goal with the sentence that says it back.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.queries.finding.asides import without_asides
from striate.queries.finding.pools import PoolOptions
from striate.queries.finding.posing import pose
from striate.queries.goals import shapes
from striate.queries.goals.language import read_goal
from striate.queries.goals.phrases import Phrases, lines_of
from striate.queries.goals.tokens import GoalError
from striate.queries.goals.wording import goal_words
from striate.search.goals import Against, AnyObject, Demand, Goal

LINES = (Path(__file__).parent / "goals_as_said.txt").read_text(encoding="utf-8").splitlines()
SAID = list(zip(LINES[::2], [line.strip() for line in LINES[1::2]], strict=True))


def refusal(text: str, catalogue: Catalogue) -> GoalError:
    """Why the text is no goal."""
    with pytest.raises(GoalError) as caught:
        read_goal(text, catalogue)
    return caught.value


def test_there_are_enough_goals() -> None:
    assert len(dict(SAID)) >= 150


@pytest.mark.parametrize(("text", "understood"), SAID)
def test_what_is_said_back_is_the_same_goal(
    text: str, understood: str, catalogue: Catalogue
) -> None:
    goal = read_goal(text, catalogue)
    assert goal_words(goal) == understood
    assert meaning(read_goal(understood, catalogue)) == meaning(goal)


def meaning(goal: Goal) -> list[Any]:
    """The demands, whatever the order of what is said of each, and whether before its noun."""
    return [
        (
            AnyObject if isinstance(each.subject, AnyObject) else each.subject,
            noun_of(each).union(*map(flat, each.claims)),
            each.count,
            each.every and noun_of(each).union(*map(flat, each.phrase)),
            each.another,
            each.total and msgspec.structs.replace(each.total, beyond=None),
            each.total and each.total.beyond and flat(each.total.beyond),
            each.alike,
        )
        for each in goal.demands
    ]


def noun_of(demand: Demand) -> frozenset[Any]:
    return flat(demand.subject.filter) if isinstance(demand.subject, AnyObject) else frozenset()


def flat(claim: Any) -> frozenset[Any]:
    if isinstance(claim, tree.AllOf):
        return frozenset().union(*map(flat, claim.parts))
    if isinstance(claim, tree.AnyOf):
        return frozenset({("one of", *map(flat, claim.parts))})
    if isinstance(claim, tree.Not):
        return frozenset({("not", flat(claim.part))})
    if isinstance(claim, tree.IsAttachedTo | tree.HasAttached):
        other = claim.to if isinstance(claim, tree.IsAttachedTo) else claim.by
        return frozenset({(type(claim).__name__, flat(other))})
    if isinstance(claim, Against):
        return frozenset({(msgspec.structs.replace(claim, other=tree.AllOf()), flat(claim.other))})
    return frozenset({claim})


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("a creature with fliing is red", "a creature with flying is red"),
        ("Humility is a creture", "Humility is a creature"),
        ("Grizly Bears is 3/3", "Grizzly Bears is 3/3"),
        ("Llanowar Elfs has flying", "Llanowar Elves has flying"),
        ("Serra Angel can't be white", "Serra Angel is not white"),
        ("Serra Angel can't have flying", "Serra Angel lacks flying"),
        ("Insectile Aberration is a land", "Delver of Secrets is a land"),
        ("Nighteyes the Desecrator is 4/2", "Nezumi Graverobber is 4/2"),  # 710.1c
        ("a creature is named Prop Room", "a creature is named Dazzling Theater"),
        ("Forest is a grean creature", "Forest is a green creature"),
        ("Serra Angel loses flyng", "Serra Angel loses flying"),
        (
            "Which enchantment gives a Plains flying?",
            "what gives a Plains flying and there is an enchantment",
        ),
        (
            "which artifact turns Grizzly Bears blue?",
            "what turns Grizzly Bears blue and there is an artifact",
        ),
        ("what animates Forest?", "what makes Forest a creature"),
        (
            "Merfolk Trickster made Serra Angel lose flying",
            "Serra Angel lose flying and the card Merfolk Trickster",
        ),
        (
            "Humility and Tarmogoyf is 3/1",
            "Humility is on the battlefield and Tarmogoyf is 3/1",
        ),
        (
            "Prismatic Omen and my land isn't an Island",
            "Prismatic Omen is on the battlefield and my land isn't an Island",
        ),
        ("Opalescence animates Humility", "Humility is a creature and the card Opalescence"),
        (
            "Does Blood Moon make Dryad Arbor a Mountain?",
            "Dryad Arbor is a Mountain and the card Blood Moon",
        ),
        (
            "Blood Moon turns Urborg, Tomb of Yawgmoth into a Mountain",
            "Urborg, Tomb of Yawgmoth is a Mountain and the card Blood Moon",
        ),
        (
            "Elvish Champion gives forestwalk to Llanowar Elves",
            "Llanowar Elves has forestwalk and the card Elvish Champion",
        ),
        (
            "Conspiracy makes all my creatures Elves",
            "all my creatures are Elves and the card Conspiracy",
        ),
        ("Grizzly Bears enters face down", "Grizzly Bears is face down"),
        ("Humilty is a creture", "Humility is a creature"),
        (
            "Serra Angel has niether flying nor vigilance",
            "Serra Angel has neither flying nor vigilance",
        ),
        (
            "Blood Moon removes Bear from Grizzly Bears",
            "Grizzly Bears loses Bear and the card Blood Moon",
        ),
        ("Heliod is a creature", "Heliod, God of the Sun is a creature"),
        ("Student is 4/4", "Student of Warfare is 4/4"),
        ("Dryad Arbour is a Swamp", "Dryad Arbor is a Swamp"),
        ("Serra Angle is black", "Serra Angel is black"),
        ("Serra Angel is a land in addition to its other types", "Serra Angel is a land"),
        ("mine is a 1/1 Elf", "a permanent I control is a 1/1 Elf"),
        ("thassa not creature", "Thassa, God of the Sea not creature"),
        (
            "Grizzly Bears has reach because of a Spider",
            "Grizzly Bears has reach and there is a Spider",
        ),
        ("a Zombi token is black", "a zombie token is black"),
        ("a Marit Lage token is red", 'a token named "Marit Lage" is red'),
    ],
)
def test_a_goal_that_is_not_understood_is_answered_with_the_nearest_that_is(
    text: str, nearest: str, catalogue: Catalogue
) -> None:
    error = refusal(text, catalogue)
    assert error.nearest == nearest
    assert f"understood would be: {nearest}" in str(error)
    assert read_goal(nearest, catalogue).demands


@pytest.mark.parametrize(
    ("text", "nearest", "left_out"),
    [
        ("Serra Angel is a land in addition to its other types", "Serra Angel is a land",
         "in addition to its other types"),
        ("Which enchantment gives a Plains flying?",
         "what gives a Plains flying and there is an enchantment", ""),
        ("Blood Moon removes Bear from Grizzly Bears",
         "Grizzly Bears loses Bear and the card Blood Moon", ""),
        ("Llanowar Elfs has flying", "Llanowar Elves has flying", ""),
    ],
)  # fmt: skip
def test_a_suggestion_says_what_it_leaves_out(
    text: str, nearest: str, left_out: str, catalogue: Catalogue
) -> None:
    error = refusal(text, catalogue)
    assert (error.nearest, ", ".join(error.left_out)) == (nearest, left_out)
    assert ("which leaves out" in str(error)) == bool(left_out)


def test_a_suggestion_keeps_what_a_goal_says_of_the_search(catalogue: Catalogue) -> None:
    with pytest.raises(GoalError) as caught:
        pose("Serra Angel loses flyng, without Humility", catalogue, PoolOptions())
    assert caught.value.nearest == "Serra Angel loses flying, without Humility"


@pytest.mark.parametrize("text", ["no counters", "negative power"])
def test_a_measure_is_no_card_that_is_misspelt(text: str, catalogue: Catalogue) -> None:
    assert refusal(text, catalogue).nearest == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("three creatures have the same color", "share a color`"),
        ("Humility has 2 names", "`is named"),
        ("if Humility is a creature then it is 4/4", "`striate verify --if GOAL --then GOAL`"),
        ("a creature with base power 1", "`is 1/1`"),
        ("a Vehicle is a creature without being crewed", "without `--spells` nothing is crewed"),
        ("a Vehicle is a creature that wasn't crewed", "`a Vehicle is a creature`"),
        ("Tarmogoyf has its power and toughness switched", "as `is 1/2`"),
        ("a creature's power and toughness are swapped", "as `is 1/2`"),
        ("a planeswalker is a creature with no loyalty abilities", "is an activated one"),
        ("a Curse is attached to my opponent", "`a Curse is attached`"),
        ("my opponent is enchanted by a Curse", "`a Curse is attached`"),
        ("Bonesplitter is equipped to a creature that isn't normally one", "printed as"),
        ("Clone is a copy of a creature that was an enchantment", "`is named NAME`"),
        ("Humility is normally a creature", "printed as"),
        ("a creature that is printed as 2/2 is 4/4", "in the end, not what they begin with"),
        ("Clone is a copy of a creature with a different controller", "`is named NAME`"),
        ("Giant Growth makes Grizzly Bears 5/5", "`--spells` lets spells resolve"),
        ("sum of my creatures is 10", "`the total power of my creatures is 10`"),
        ("Wrath of God kills everything", "not what it can do"),
        ("a copy of Dryad Arbor is not green", "`is named NAME`"),
        ("I control a copy of Humility", "`is named NAME`"),
        ("Sakashima the Impostor is a copy of Serra Angel", "`is named NAME`"),
        ("Clone is a copy of Clone", "`is named NAME`"),
        ("each creature is a copy of Grizzly Bears", "`is named NAME`"),
        ("Delver of Secrets is on its back face", 'is named "Insectile Aberration"'),
        ("does Glorious Anthem work on Dryad Arbor", "shows in the end"),
        ("Tarmogoyf dies", "not what it can do"),
        ("Dryad Arbor has summoning sickness", "not what it can do"),
        ("Grizzly Bears has indestructible on my opponent's turn", "whose turn it is"),
        ("a creature has no name", "`a face-down creature is black`"),
        ("every permanent has a name", 'is named "Humility"'),
        ("a creature that can't block", "not what it can do"),
        ("Grizzly Bears is 3/3 with at most x cards", "`--size N`"),
        ("Grizzly Bears is 3/3 using only frobs", "`--pool`"),
        ("a Room has both doors unlocked", "what the Room is"),
        ("the strongest creatures are Goblins", "bigger than every other creature"),
        ("every other creature is black", "`only Humility is black`"),
        ("a morph creature is 4/4", "a creature with morph"),
        ("all creatures are the same color", "which color it is"),
        ("a creature has a printed power", "what they begin with"),
        ("a creature has exactly three abilities", "`has no abilities but flying`"),
        ("Wizard Class is level 2 and a creature", "level of a Class"),
        ("a level 2 enchantment Class", "level of a Class"),
        ("a level 3 Barbarian Class", "level of a Class"),
        ("Forest has plainscycling", "said with its cost"),
        ("Grizzly Bears has protection from its own color", "protection from red"),
        ("a creature with toughness 7 and no power", "`has power 0`"),
        ("a monstrous creature is 1/1", "not what befell it"),
        ("all spells are black", "of permanents only"),
        ("it has flying", "name the card again"),
        ("is it 4/4?", "name the card again"),
        ("my commander is a Dragon", "name the card"),
        ("Walking Ballista with X = 3 is 5/5", "three +1/+1 counters"),
        ("Conspiracy naming Goblin: Serra Angel is a Goblin", "leave it out"),
        ("can a morph be a Dragon", "a face-down creature"),
        ("Clone copying Serra Angel but 1/1", "`is named NAME`"),
        ("XOR: Island is red, Island is green", "each way is a goal"),
        ("Humility has base power 4", "in the end, not what they begin with"),
        ("Forest is 3/3 and there is only one other card", "`with at most two cards`"),
        ("an Aura is attached to itself", "another object"),
        ("a creature has two keywords", "which"),
        ("no creature has keyword abilities", "which"),
        ("Grizzly Bears gets -1/-1", "the size is in the end"),
        ("Glorious Anthem hugs my Elf", "are or have in the end"),
        ("Voice of All has protection from the chosen color", "leave it out"),
        ("a creature with protection from the chosen player", "leave it out"),
    ],
)
def test_what_no_goal_says_is_refused_with_the_reason_and_no_other_goal(
    text: str, why: str, catalogue: Catalogue
) -> None:
    error = refusal(text, catalogue)
    assert why in error.hint and not error.nearest


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("not only Serra Angel is black", "says that there is another"),
        ("three Elves with power 2 or two Goblins", "each of two things by itself"),
        ("all creatures but one are 1/1 and have flying", "exactly one creature is not black"),
        ("two creatures are black and one has flying", "another creature is white"),
        ("this creature has flying", "`a creature has flying`"),
        ("a Bear is 3/3 and a 4/4 Elf", "another creature is 4/4"),
        ("an Elf of mine is bigger than theirs", "than my opponent's Elf"),
        ("two Elves are green and two are red", "two other Elves are red"),
        ("a creature with infinite power", "`has power 20 or greater`"),
        ("a second Humility is blue", "names what it speaks of"),
        ("a creature is black, but my opponent does", "my opponent controls"),
        ("Humility's power is half more than its toughness", "power greater than its toughness"),
        ("a creature has half its toughness as power", "toughness twice its power"),
        ("Grizzly Bears has another creature type", "at least two creature types"),
        ("Grizzly Bears is black, unlike Serra Angel", "said of each"),
        ("a creature that nobody controls", "`my Humility`"),
        ("is there anything that makes Blood Moon a land", "can Blood Moon be a land"),
        ("a creature of type Elf and Goblin", "`is an Elf and a Goblin`"),
        ("Humility or Opalescence is a creature", "by itself"),
        ("Humility or Opalescence is there and Grizzly Bears is 1/1", "by itself"),
        ("a creature is white and at most one is blue", "another creature is white"),
        ("every artifact is a 2/2 and lost everything else", "`has no other abilities`"),
        ("not only Elves are green", "not an Elf is green"),
        ("Humility is not a creature but has power", "`has power 2`"),
        ("two creatures have power 2 and total toughness 6", "a sum is said as"),
        ("two creatures have total power 4 and total toughness 6", "a sum is said as"),
    ],
)
def test_a_refusal_says_what_to_write_instead(text: str, say: str, catalogue: Catalogue) -> None:
    error = refusal(text, catalogue)
    assert say in error.hint and not error.nearest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Clone is a Serra Angel", "`is named Serra Angel`"),
        ("a Goblin Wizard is blue", "`the card Goblin Wizard`"),
        ("Conspiracy on Goblin and all creatures are Goblins", "a card chooses is found"),
        ("a Bear is 3/3 and an Elf 4/4", "`is` before the size"),
        ("Forest has no abilities but a mana ability", "each ability that it has"),
        ("Forest has a mana ability and no other abilities", "each ability that it has"),
        ("my Elf flies and your Elf doesn't", "`my opponent's`"),
        ("Dryad Arbor with Urborg is a Swamp Forest", "`Urborg, Tomb of Yawgmoth`"),
        ("two Giant Spiders are 3/5", "`the card Giant Spider`"),
        ("exactly one of Plains, Island and Swamp is a creature", "each of several"),
        ("either Grizzly Bears or Serra Angel is black", "each way is a goal"),
        ("exactly one permanent is black, and it is Bad Moon", "`is named Bad Moon`"),
        ("my Nightmare is 3/3", "`my card Nightmare`"),
        ("my creature and my opponent's are black", "the noun of each"),
        ("exactly one Elf and one Goblin have flying", "before each number"),
        ("exactly one Elf and two Goblins", "before each number"),
        ("two Elves share a color with Grizzly Bears", "an Elf shares a color with"),
        ("no two Elves share a color with Grizzly Bears", "an Elf shares a color with"),
        ("a land that doesn't tap for any color but green", "by its name"),
        ("an Angel, a Demon and a Dragon with the same power", "two things alone"),
        ("four different basic lands are creatures", "one of each"),
        ("!Humility.power == 4", "in place of `!`"),
        ("a vanilla creature with flying", "is and is not so"),
        ("a creature with no types", "is and is not so"),
        ("a Bear loses all creature types", "is and is not so"),
        ("a creature that lost all its colors is black", "is and is not so"),
        ("Serra Angel lacks flying, not vigilance", "`has` or `lacks`"),
        ("Serra Angel has no flying and vigilance", "`has` or `no`"),
        ("Serra Angel is not a 4/4 with flying", "`and has`"),
        ("Serra Angel isn't a creature that has flying", "`and has`"),
        ("all artifacts and all creatures that I control are black", "each of the things"),
        ("a creature is bigger than another creature and the creature is red", "`another`"),
        ("a land has lost all its land types", "`has no`"),
        ("all five basic lands are creatures", "their names"),
        ("Clone is a Grizzly Bears with flying", "`is named Grizzly Bears`"),
        ("Grizzly Bears is bigger than a Goblin and an Elf", "for each other object"),
        ("Grizzly Bears is bigger than Hill Giant and Serra Angel", "for each other object"),
        ("Rancor is attached to a Goblin and an Elf", "for each other object"),
        ("Grizzly Bears is enchanted by an Aura and an Equipment", "for each other object"),
        ("Grizzly Bears is not as big as Serra Angel", "has less power than"),
        ("a 0/4 with power 6", "is and is not so"),
        ("a 2/2 creature becomes 4/4", "is and is not so"),
        ("something green becomes colorless", "is and is not so"),
        ("a monocolored creature is white and blue", "is and is not so"),
        ("two cards, all my lands are creatures", "that many are on the board"),
        ("a creature has any creature types other than Elf", "at least two"),
        ("Humility and Opalescence aren't both creatures", "of each"),
        ("my creatures aren't all black", "of each"),
        ("an Elf and Goblin with flying", "`a` before the second"),
        ("Grizzly Bears is blue and a Zombie or red and a Goblin", "before what follows"),
        ("all green and white creatures have flying", "`green-white`"),
        ("can Serra Angel lose flying or vigilance", "`lacks flying or vigilance`"),
        ("Rancor is attached to Grizzly Bears and it's 4/2", "either of the two"),
        ("a creature is black and has flying or is an Elf", "no `or` between verbs"),
        ("no creature is black and no artifact", "`not`, or a sentence"),
        ("a creature isn't both black and white", "of each"),
        ("Grizzly Bears is 2/2 and nothing else", "before `nothing else`"),
        ("Grizzly Bears has no other creature types", "before `no other`"),
        ("two Elves and a Goblin that are black", "of each of them"),
        ("four creatures, two of them are black and one of them is red", "a sentence of its own"),
        ("all my creatures fly and two of them are black", "`at least` before"),
        ("no Elves but Goblins", "`except` before"),
        ("my opponent's creatures have shroud but not mine", "`and mine don't`"),
        ("a creature that was a Human is a Zombie", "`that is a Human`"),
        ("Clone is a blue Serra Angel", "`is named Serra Angel`"),
        ("a leveler still has its abilities", "which abilities"),
        ("two of my Elves and Goblins are black", "before each of the things"),
        ("a red and a blue Dragon", "the noun of each"),
        ("a land that is a Forest and Swamp is 1/1", "before a name"),
        ("a Forest and an Island and nothing else", "tell how many are"),
        ("exactly two Elves are black and nothing else is green", "tell what others are"),
        ("a Changeling has no abilities", "all words tell what the object is in the end"),
        ("at least three Goblins are there and exactly one of them is 2/2", "`at least` before"),
        ("my creature with the most power is a Wall", "`among` with what it is compared with"),
        ("no creature flies but mine", "`except`"),
        ("a permanent that is an Aura and a creature is black", "`is` before it"),
        ("a creature that is black and a Zombie has flying", "`is` before it"),
        ("Pacifism is attached to my opponent's Dragon but I control it", "either of the two"),
        ("Humility has its abilities but Serra Angel doesn't", "which abilities"),
        ("creatures 1/1", "`all` or a number"),
        ("my creatures 1/1", "`all` or a number"),
        ("lands creatures", "`all` or a number"),
        ("Humility: creatures 1/1", "`all` or a number"),
        ("Urborg is a Forest", "`Urborg, Tomb of Yawgmoth`"),
        ("no lands but Dryad Arbor", "`except` before"),
        ("both a red and a white creature have lifelink", "the noun of each"),
        ("5/5 Grizzly Bears with flying and no green", "`isn't` before the color"),
        ("two Auras attached to the same creature, which has power 10", "either of the two"),
        ("a creature with flying or trample and lifelink", "`, and has` if both hold"),
        ("a creature is red and green or blue", "`, and has` if both hold"),
        ("can Forest be an Elf and a Bear or a Human", "`, and has` if both hold"),
        ("Grizzly Bears has flying or is black and a Zombie", "`, and has` if both hold"),
        ("all lands are creatures, but Forests", "`except` before"),
        ("Imprisoned in the Moon on a planeswalker: it's a land", "either of the two"),
        ("a white 2/2 but no creature", "`isn't` before the color or type"),
        ("Elf, Goblin, Zombie", "`a` before the second"),
        ("an Elf and a Goblin under my control", "before each of the things"),
        ("exactly 2 creatures, both tokens, different controllers", "a type, a colour"),
        ("Serra Angel without flying or vigilance, and red", "`is` or `has` before it"),
        ("Serra Angel lacks flying and 4/4", "`is` or `has` before it"),
        ("a creature doesn't have both flying and trample", "of each"),
        ("a creature lacks flying and trample at the same time", "of each"),
        ("Serra Angel without flying, vigilance", "`and` before the last"),
        ("Serra Angel no longer has flying but still vigilance", "`has` or `lacks`"),
        ("every creature that isn't black and white is a 1/1", "`a` before a type"),
        ("Serra Angel is a creature, not an Angel with flying", "`and has` or `and is`"),
        ("not a creature but an artifact is black", "`except` before what is left out"),
        ("Serra Angel and no other creature is black", "before `and no other`"),
        ("I control everything but the lands", "`and` before what is there"),
        ("black Elves and Goblins have flying", "before the second, too"),
        ("a black Elf or Goblin has flying", "before the second, too"),
        ("Grizzly Bears isn't green, or a Bear", "no comma before `or`"),
        ("I control only one token, a black Zombie", "`and` before the second thing"),
        ("Serra Angel was white but is now black", "what it is in the end"),
        ("a creature with an Aura attached that is black", "either of the two"),
        ("Kenrith's Transformation on a Mutavault that is 2/2", "either of the two"),
        ("Song of the Dryads on an Island: it is a Forest", "either of the two"),
        ("Serra Angel is bigger than Baneslayer Angel, which is a 1/1", "either of the two"),
        ("a creature that is no longer 7/7", "what it was no goal tells"),
        ("a 1/1 that used to be a 7/7", "`is`"),
        ("is there any way for Lignify's creature to have flying", "a card's name"),
        ("Humility isn't black and Opalescence is too", "in full, after what is denied"),
        ("Humility is nonblack, Opalescence is", "in full, after what is denied"),
        ("any creature is black", "`every` or `a`"),
        ("land and creature", "`a` before the second"),
        ("creatures pow=3", "`all` or a number"),
        ("an object that is a permanent but not a card (token)", "`and has` or `and is`"),
        ("an Elf has power greater than the total power and toughness of lands", "power of"),
        ("my creatures are black, not my opponent's", "`and mine don't`"),
        ("my creatures are black, and my lands", "with it, too"),
        ("is a creature and a land", "with it, too"),
        ("an Aura attached to an Aura attached to a creature", "either of the two"),
        ("the power of my creatures is 10", "`the total` before it"),
        ("any of my creatures that is a Bear has flying", "`every` or `a`"),
        ("I control a Goblin, not an Elf", "`and no`"),
        ("there is a creature but not a land", "`and no`"),
        ("neither black nor red creatures have flying", "the noun of each"),
        ("neither artifact nor enchantment creatures have flying", "the noun of each"),
        ("all artifact and enchantment creatures have flying", "the noun of each"),
        ("Elf and Goblin creatures are black", "the noun of each"),
        ("no black and no red creatures have flying", "the noun of each"),
        ("a creature with flying and trample counters", "each kind of counter"),
        ("a Vampire or a Zombie with lifelink", "of both, or each"),
        ("Humility is a creature or an artifact with flying", "of both, or each"),
        ("two of my creatures are 1/1 and my opponent's are 2/2", "`all` or a number"),
        ("a black creature and a white", "a noun in it"),
        ("one creature is blue and another red", "a noun in it"),
        ("one creature is blue, the other red", "a noun in it"),
        ("I control just one creature, a 5/5", "`and` before a second thing"),
        ("Humility, an artifact", "`and` before a second thing"),
        ("I have Humility, my opponent Opalescence", "`my opponent has`"),
        ("opalescence -> everything is a creature", "a type or a color"),
        ("Elves and they are all black", "`all` before the noun"),
        ("kird ape without forest is 1/1", "`and there is no`"),
        ("Goblins have haste but not Elves", "in full"),
        ("an Elf is black but no Goblin", "in full"),
        ("all creatures are black, but one is red", "except one, which is"),
        ("all lands are Mountains except a Forest", "`except one`"),
        ("exactly one creature, which is black, has flying", "the verb first"),
        ("I control nothing but Humility and a land", "each thing that is there by itself"),
        ("my opponent has lands but not creatures", "`that aren't`"),
        ("a creature that had flying", "in the end"),
        ("a creature with toughness equal to the total power of all Elves", "`all other`"),
        ("a creature has more toughness than the total power of my creatures", "`all other`"),
        ("all Bears have the same power as Grizzly Bears", "`every other`"),
        ("every creature shares a color with Grizzly Bears", "`every other`"),
        ("Serra Angel is white and has lost an ability", "`lacks`"),
        ("Serra Angel no longer has all its abilities", "`lacks`"),
        ("Bayou is black and loses a land type", "`lacks`"),
        ("Grizzly Bears loses a +1/+1 counter", "`lacks`"),
        ("Grizzly Bears doesn't have all its colors", "`lacks`"),
        ("Grizzly Bears lacks all colors", "`lacks`"),
        ("three creatures, none of which is black, have flying", "of all of them first"),
        ("the permanents are Forest and Humility", "`the only permanents are`"),
        ("three creatures, two of which are black, are Zombies", "of all of them first"),
        ("my creatures are black and my lands are white and both have flying", "again"),
        ("my creatures are black and my lands are white and they have flying", "again"),
        ("two Elves are black and two Goblins are white and all have flying", "again"),
        ("creatures and lands with flying are white", "`all` before each"),
        ("my Elves and Goblins with haste are black", "`all` before each"),
        ("all creatures that are Elves and Goblins are black", "`all` before a second"),
        ("a 1/1 and a 2/2 Sliver", "the noun of each"),
        ("all creatures are black but mine", "`except`"),
        ("there are as many Elves as Goblins and Merfolk", "`there is` or a number"),
        ("Humility has flying, Opalescence too and Blood Moon", "`is` or `has` with it"),
        ("my creatures have total power and toughness 20", "`the total power of`"),
        ("Grizzly Bears has a type in addition to creature", "at least two card types"),
        ("a creature with no counters but level counters", "which counters it has"),
        ("Mutavault has all creature types but no Goblin", "in full"),
        ("how do I make an Elf and a Goblin red?", "of both"),
        ("an Elf and a Goblin flying", "of both"),
        ("two of Elf, Goblin and Human are black", "by itself"),
        ("a non-Elf and non-Goblin creature", "`a` before the second"),
        ("not an Elf and not a Goblin", "a permanent that isn't"),
        ("two Elves are black and it has haste", "either of the two"),
        ("my Elf has more power than my opponent's Goblin and Elf", "each other object"),
        ("Grizzly Bears with Rancor and Serra Angel are black", "each other object"),
        ("an Elf and a Goblin are the only creatures", "each thing by itself"),
        ("the only creatures are Elves and Goblins", "`or` in place"),
        ("my lands are Forests and Islands", "if each is both"),
        ("Forest has lost all abilities but its mana ability", "each ability that it has"),
        ("an Elf and no Goblin has flying", "`there is` before the first"),
        ("an Elf has flying and a Goblin too", "`is` or `has` before it"),
        ("Control Magic is attached to a creature its owner controls", "either of the two"),
        ("an Aura is attached to a creature that its owner doesn't control", "either of the two"),
        ("Serra Angel carries two Equipment and an Aura", "each other object"),
        ("Batterskull Germ is 5/5", "`a Germ token`"),
        ("Nettlecyst Germ token is 4/4", "`a Germ token`"),
        ("a creature has no Aura and Equipment attached to it", "`has` or `no` before it"),
        ("all lands are creatures and I control three of them", "`at least` before"),
        ("every creature has a color other than blue", "`has at least two` of them"),
        ("an Elf is black and a Goblin is red and they have haste", "`they both`"),
        ("every land is a creature and another permanent is a creature", "which others"),
        ("a red or 3/3 flying Goblin", "before the second, too"),
        ("a creature and a land or an artifact are black", "of its own"),
        ("Humility is there and a creature and a land are black", "of its own"),
    ],
)
def test_what_could_mean_two_things_is_no_goal(
    text: str, expected: str, catalogue: Catalogue
) -> None:
    error = refusal(text, catalogue)
    assert expected in error.expected and not error.nearest


@pytest.mark.parametrize(
    "text",
    [
        "all lands are nonlands",
        "every black creature is nonblack",
        "noncreature artifacts are artifact creatures",
        "a creature with flying but without flying",
        "a land with every basic land type but not Forest",
    ],
)
def test_what_denies_its_own_noun_is_no_goal(text: str, catalogue: Catalogue) -> None:
    """A "none of any size" would be no answer to what is meant: what the object was before."""
    error = refusal(text, catalogue)
    assert "name a card" in error.hint and not error.nearest


@pytest.mark.parametrize(
    "text",
    [
        "all Bears but two are 3/3",
        "a creature that's enchanted by two Auras with different controllers",
        "Humility and two frobs: Humility is 4/4",
        "all black everything",
        "Rancor enchants Grizzly Bears, which is black",
        "Humility?",
        "Humility with Opalescence",
        "Nissa's animated land is 0/0",
        "I control a Goblin and my opponent an Elf",
        "exactly two lands are black and exactly one of my opponent's does",
        "one of two creatures is black",
        "two creatures, black both",
        "three of the creatures are red and the rest are blue",
        "Lightning Greaves on Darksteel Mutation creature, has shroud",
        "two of my creatures and one of my opponent's are black",
        "my opponent is an Elf",
        "a creature with two different kinds of counters",
        "a monster with one hundred power",
        "everything is a creature or everything is a land",
        "every creature is exactly one color, and all five colors are there",
        "a Vehicle that's a creature permanently, with flying",
        "the number of lands isn't 2",
        "Serra Angel is black and only other creatures are",
        "I have more creatures than lands, and fewer Elves",
        "one Humility is green and Opalescence is blue and the other is red",
        "a green creature turned white",
        "x.power == 0 and y.toughness > 5",
        "a creature with no Aura but an Equipment",
        "neither creature is black",
        "an Aura on my Elf that my opponent controls",
        "x.power > y.power",
        "x.isLand, y.isCreature",
    ],
)
def test_no_goal_is_offered_that_means_something_else(text: str, catalogue: Catalogue) -> None:
    error = refusal(text, catalogue)
    assert not error.nearest


@pytest.mark.parametrize(
    ("text", "goal", "read_back"),
    [
        ("Humility is a creature without Opalescence", "Humility is a creature",
         "without Opalescence"),
        ("without Humility or Dress Down, a creature has no abilities",
         "a creature has no abilities", "without Humility and Dress Down"),
        ("Grizzly Bears is 5/5 using only enchantments", "Grizzly Bears is 5/5",
         "using only t:enchantment"),
        ("Serra Angel is a Goblin using only blue Merfolk", "Serra Angel is a Goblin",
         "using only c:blue (t:merfolk or kw:changeling)"),
        ("a Changeling is 4/4 using only Goblins", "a Changeling is 4/4",
         "using only (t:goblin or kw:changeling)"),
        ("Plains is a 7/7 creature with at most four cards and without Living Plane",
         "Plains is a 7/7 creature", "with at most 4 permanents, without Living Plane"),
        ("a board with three cards where Forest is a 20/20", "Forest is a 20/20",
         "with at most 3 permanents"),
        ("a creature has power 6 with at most two cards", "a creature has power 6",
         "with at most 2 permanents"),
        ("Humility and Forest are creatures with just 2 more cards",
         "Humility and Forest are creatures", "with at most 4 permanents"),
        ("with at most 2 cards, Dryad Arbor is a 3/3", "Dryad Arbor is a 3/3",
         "with at most 2 permanents"),
        ("using only Blood Moon, Conversion and Mountain: a land is a Plains", "a land is a Plains",
         "using only Blood Moon, Conversion, Mountain"),
        ("I own Humility, using at most two cards besides it", "I own Humility",
         "with at most 3 permanents"),
        ("Grizzly Bears is a 0/1 and survives", "Grizzly Bears is a 0/1",
         "on a board that state-based actions leave as it is"),
        ("0/0 creature alive", "0/0 creature",
         "on a board that state-based actions leave as it is"),
        ("Grizzly Bears is a 0/1 but still alive", "Grizzly Bears is a 0/1",
         "on a board that state-based actions leave as it is"),
        ("Forest = creature, haste, 2 cards max", "Forest = creature, haste",
         "with at most 2 permanents"),
        ("is there a way to have Mountain, that is also Forest, only by two cards?",
         "is there a way to have Mountain, that is also Forest", "with at most 2 permanents"),
        ("dark confidant 5/5 menace, <=3 cards", "dark confidant 5/5 menace",
         "with at most 3 permanents"),
        ("Forest is a Swamp using only Blood Moon and Conspiracy with at most 3 permanents",
         "Forest is a Swamp", "using only Blood Moon, Conspiracy, with at most 3 permanents"),
    ],
)  # fmt: skip
def test_what_a_goal_says_of_the_search_is_an_option(
    text: str, goal: str, read_back: str, catalogue: Catalogue
) -> None:
    asides = without_asides(text, catalogue)
    assert asides is not None and (asides.goal, asides.words) == (goal, read_back)
    assert read_goal(goal, catalogue).demands


def test_a_size_before_the_noun_is_one_of_the_object(catalogue: Catalogue) -> None:
    for said, asked in (("3-mana", "mana value 3"), ("five-power", "power 5")):
        words = goal_words(read_goal(f"a {said} creature has flying", catalogue))
        assert words == f"a {asked} creature has flying"


def test_half_a_split_spell_is_no_name_of_the_card(catalogue: Catalogue) -> None:
    assert "Collision" not in goal_words(read_goal("Colossus is a land", catalogue))


def test_a_goal_that_says_its_options_is_searched_with_them(catalogue: Catalogue) -> None:
    text = "Humility is a creature without Opalescence, with at most 3 permanents"
    posed = pose(text, catalogue, PoolOptions(cards="Opalescence; Humility; Living Plane"))
    assert posed.size == 3
    assert {card.name for card in posed.cards} == {"Humility", "Living Plane"}
    assert pose(text.partition(",")[0], catalogue, PoolOptions(cards="Humility")).size == 4


def test_several_cards_that_are_called_so_are_named(catalogue: Catalogue) -> None:
    with pytest.raises(
        GoalError, match="did you mean `Heliod, God of the Sun`, `Heliod, Sun-Crown"
    ):
        read_goal("Heliod isn't a creature", catalogue)


@pytest.mark.parametrize(
    "text", ["Grizzly Bears doesn't stun", "a creature not blarg", "Humility is never fooish"]
)
def test_the_nearest_sentence_denies_what_was_denied(text: str, catalogue: Catalogue) -> None:
    error = refusal(text, catalogue)
    near = error.nearest
    assert not near or any(word in near for word in ("not", "n't", "never", "lacks", "no "))


@pytest.mark.parametrize(
    "text",
    [
        "a creature burns",
        "opponent creature blah",
        "with",
        "ever is blue",
        "we are 1/1",
        "my board of 3/3s",
        "a creature is blue and another one",
        "Bonesplitter on everything",
        "Forest is a creature and not Forest is a land",
    ],
)
def test_no_card_that_happens_to_sound_alike_is_meant(text: str, catalogue: Catalogue) -> None:
    error = refusal(text, catalogue)
    assert "did you mean" not in str(error)


def test_a_misspelt_card_is_named(catalogue: Catalogue) -> None:
    with pytest.raises(GoalError, match="did you mean `Humility`"):
        read_goal("Humilty is a creature", catalogue)


def test_the_words_of_a_shape_stand_for_few_phrases() -> None:
    """All are written out as a goal is read: 300,000 of one shape took half of the time."""
    lists = map(shapes._shapes, lines_of("goals.shapes"))
    pieces = (each for some in lists for one in some for each in one.pieces)
    assert max(len(each.known) for each in pieces if isinstance(each, Phrases)) < 5_000
