"""What an answer says nothing of is data: named in it, or a "none" becomes unknown."""

import pytest
from msgspec.structs import replace

from striate.boards.steps.table import STEPS as KINDS
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found
from striate.queries.finding.pools import PoolOptions
from striate.queries.finding.posing import pose
from striate.search.asking import doing, world


def found(goal: str, cards: str, catalogue: Catalogue, size: int = 3) -> Found:
    return find(pose(goal, catalogue, PoolOptions(cards=cards), size=size), catalogue)


def test_the_search_says_something_of_all_that_the_format_has() -> None:
    """Every kind of step and every key of `enter` is held, or some limit says what is left out."""
    said = {kind.word: kind.searched for kind in KINDS.values()}
    said |= {f"enter.{key.name}": key.searched for key in KINDS["enter"].keys}
    known = {"held", *world.names()}
    assert {word: what for word, what in said.items() if what not in known} == {}


def test_a_limit_that_no_step_names_concerns_some_card() -> None:
    """What a limit of no kind of step leaves out lies in the cards: costs, bestow, graveyards."""
    said = {kind.searched for kind in KINDS.values()}
    said |= {key.searched for key in KINDS["enter"].keys}
    of_cards = {"cards", "bestow", "paid costs", "prototype", "tokens", "unread", "graveyards",
                "graveyard abilities", "creature types", "attachments", "hosts", "names",
                "counters taken", "more tokens", "taken off", "commanders", "its player",
                "other counters", "triggering", "mana", "legends", "fewer counters",
                "tokens left", "qualities"}  # fmt: skip
    assert world.names() - said == of_cards


def test_counters_of_no_named_kind_are_put_on(catalogue: Catalogue) -> None:
    """122.1b: what a counter of another kind would give is told as left out."""
    answer = found("Grizzly Bears has two counters and power 2", "Grizzly Bears", catalogue)
    assert answer.status == "found"
    asked = pose(
        "Grizzly Bears has a +1/+1 counter and flying", catalogue, PoolOptions(cards="Forest")
    )
    left_out = {limit.name for limit in world.limits(world.widened(asked))}
    assert "other counters" in left_out


def test_a_text_is_told_apart_from_what_it_does(catalogue: Catalogue) -> None:
    """Effects of one shape share a place in the slots; their texts are those of different cards."""
    cards = "Boon Satyr; Holy Strength; Grizzly Bears"
    own = 'an enchantment has "Enchanted creature gets +1/+2." and is a creature'
    assert found(own, cards, catalogue).status == "none"
    lacks = 'Boon Satyr lacks "Enchanted creature gets +1/+2."'
    assert found(lacks, cards, catalogue).size == 1
    part = 'Conspiracy has "Creatures you control are Zombies."'  # and so are cards elsewhere
    assert found(part, "Conspiracy", catalogue, 1).status == "none"


@pytest.mark.parametrize(
    ("goal", "cards"),
    [
        ('Elvish Visionary has "When this creature enters, draw a card."', "Elvish Visionary"),
        (("Plague Rats has \"Plague Rats's power and toughness are each equal to the number of "
          'creatures named Plague Rats on the battlefield."'), "Plague Rats"),
    ],
)  # fmt: skip
def test_a_card_has_the_text_that_is_printed_on_it(
    goal: str, cards: str, catalogue: Catalogue
) -> None:
    assert found(goal, cards, catalogue).size == 1


def test_a_text_that_is_not_understood_is_not_told_to_be_nowhere(catalogue: Catalogue) -> None:
    answer = found('Grizzly Bears has "Flibbers all wubs."', "Grizzly Bears", catalogue)
    assert answer.status == "unknown" and "not understood" in answer.why


@pytest.mark.parametrize("goal", ["a tapped creature is 2/2", "all tapped creatures are 2/2",
                                  "an untapped creature and a tapped creature"])  # fmt: skip
def test_what_a_noun_says_is_looked_at_as_what_is_claimed(goal: str, catalogue: Catalogue) -> None:
    answer = found(goal, "Grizzly Bears", catalogue)
    assert answer.status == "found" and answer.boards


def test_a_cloaked_card_has_its_ward_whatever_is_asked_of_it(catalogue: Catalogue) -> None:
    """702.21a: ward is a triggered ability; 701.58a: a cloaked card has it."""
    answer = found("Sol Ring is a creature and has no triggered abilities", "Sol Ring", catalogue)
    (board,) = answer.boards
    assert board.document["steps"][0]["choose"] == {"face down by": "manifest"}


def test_what_works_from_a_graveyard_is_named(catalogue: Catalogue) -> None:
    """113.6: Anger does what it does from there."""
    none = found("Grizzly Bears has haste", "Grizzly Bears; Anger; Mountain", catalogue)
    assert "graveyard abilities" in {each.name for each in none.world}


def test_a_color_that_a_card_bars_is_not_chosen(catalogue: Catalogue) -> None:
    answer = found("Citadel Gate is colorless", "Citadel Gate", catalogue)
    assert answer.boards[0].document["steps"][0]["choose"]["color"] != "white"


def test_a_none_names_what_was_not_looked_at(catalogue: Catalogue) -> None:
    none = found("Grizzly Bears is 9/9", "Grizzly Bears; Glorious Anthem", catalogue)
    assert (none.status, none.never) == ("none", False)
    assert {each.name for each in none.world} >= {"counters", "resolving", "other zones"}


def test_a_goal_that_contradicts_itself_is_none_of_any_size(catalogue: Catalogue) -> None:
    none = found("Grizzly Bears is 2/0", "Grizzly Bears", catalogue)
    assert (none.status, none.never, none.world) == ("none", True, ())


@pytest.mark.parametrize(
    ("goal", "cards"),
    [
        ("Mockingbird is a Zombie", "Mockingbird; Nightscape Battlemage"),
        ("Brutal Cathar is a Forest", "Brutal Cathar"),
        ("a token is a creature", "Flayer Husk"),
        ("a token is a creature", "Stangg"),  # a line of it is not understood
    ],
)
def test_what_a_card_of_the_goal_could_be_makes_a_none_unknown(
    goal: str, cards: str, catalogue: Catalogue
) -> None:
    answer = found(goal, cards, catalogue)
    assert answer.status == "unknown" and "is not looked at" in answer.why


def test_a_kind_of_which_each_card_is_left_out_is_not_ruled_out(catalogue: Catalogue) -> None:
    """709.5: with a door open, a Room under Opalescence is a creature that stays."""
    answer = find(pose("a Room is a creature", catalogue, PoolOptions(), size=1), catalogue)
    assert answer.status == "unknown" and "is a Room" in answer.why


@pytest.mark.parametrize(
    "goal", ["a face-down creature has flying", "my opponent controls a land that I own"]
)
def test_a_card_left_out_is_neither_face_down_by_itself_nor_given_away(
    goal: str, catalogue: Catalogue
) -> None:
    """708.2a: face down it has nothing of its own, and is held; 110.2: it enters under its
    owner's control."""
    assert find(pose(goal, catalogue, PoolOptions(), size=1), catalogue).status == "none"


def test_any_card_may_be_face_down(catalogue: Catalogue) -> None:
    """701.40a: of no board face up one with a manifested card is shown."""
    white = found("Serra Angel is not white", "Serra Angel", catalogue)
    assert white.status == "found" and white.boards[0].document["steps"][0]["face_down"]
    up = found("Humility has no abilities", "Humility; Opalescence", catalogue)
    assert up.size == 2 and {each.name for each in up.world} >= {"face down"}


@pytest.mark.parametrize(
    ("goal", "cards", "told"),
    [
        ("Serra Ascendant is 1/1", "Serra Ascendant", "life"),
        ("Maro is 1/1", "Maro; Glorious Anthem", "hand"),
    ],
)
def test_a_board_tells_the_numbers_on_which_it_rests(
    goal: str, cards: str, told: str, catalogue: Catalogue
) -> None:
    answer = found(goal, cards, catalogue)
    assert answer.status == "found"
    assert told in answer.boards[0].document["steps"][0]


def test_a_token_taps_for_mana_by_the_ability_that_its_kind_has(catalogue: Catalogue) -> None:
    """111.10a: no card's text says what a Treasure does."""
    goal = "a Treasure token taps for {R}"
    answer = found(goal, "Brass's Bounty; Captain Lannery Storm; Grizzly Bears", catalogue)
    assert answer.status == "found" and answer.size == 2
    lacks = found("a Treasure token doesn't tap for mana", "Captain Lannery Storm", catalogue, 2)
    assert lacks.status != "found"


def test_what_makes_other_tokens_than_were_to_be_made_is_named(catalogue: Catalogue) -> None:
    queen = catalogue.card("Queen Allenal of Ruadach")
    assert queen is not None and world.concerns("tokens", queen)


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        ('a permanent named "Coat of Arms" is blue', False),
        ("a creature has soulbond", False),
        ("a creature has soulbond and Grizzly Bears is there", False),
        ("a permanent is a Shard", False),
        ("an enchantment is a Role", False),
        ('a creature named "Marit Lage" is there', False),
        ("a land is a Forest and a creature is red", True),
        ("an Aura is a land", True),
        ("a permanent printed as a battle has soulbond", True),
        ("a creature has hexproof and has shroud", False),  # of some left out an effect of its own
    ],
)
def test_what_only_cards_that_are_left_out_are_is_not_told(
    goal: str, told: bool, catalogue: Catalogue
) -> None:
    """Over the whole catalogue, too: what no slot holds may be what is asked for by itself."""
    question = pose(goal, catalogue, PoolOptions())
    assert (world.undecided(question) == "") is told


class _Newer(tree.Node, frozen=True):
    """An instruction that no list has yet."""


@pytest.mark.parametrize(
    "done",
    [tree.Triggered(tree.Event("when", "dies", tree.This()), tree.Body((_Newer(),))),  # type: ignore[arg-type]  # of no kind
     tree.Keyword("unheard of")],
)  # fmt: skip
def test_what_no_list_has_may_do_anything(done: tree.Ability, catalogue: Catalogue) -> None:
    """Lists say what does nothing: a kind of instruction or keyword that comes may do anything."""
    asked = pose("Grizzly Bears is blue", catalogue, PoolOptions(cards="Grizzly Bears; Forest"))
    cards = (*asked.cards, catalogue.the_card("Giant Spider"))
    assert not any(doing.could_by_resolving(card, asked) for card in cards)
    face = replace(catalogue.the_card("Grizzly Bears").faces[0], abilities=(done,))
    assert doing.could_by_resolving(tree.Card("Grizzly Bears", "normal", (face,)), asked)
