"""Answers of `find` that once were wrong: a "none" that was none, a board that can't be."""

from typing import Any

import pytest
from msgspec.structs import replace

from striate.boards.line.reading import document_of_line
from striate.boards.names import Shelf
from striate.boards.reading import board_from_document
from striate.cards import tree
from striate.cards.catalogue.store import SHIPPED, Catalogue
from striate.cards.tree import Card
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found, FoundBoard
from striate.queries.finding.pools import PoolOptions
from striate.queries.finding.posing import pose
from striate.queries.finding.resolving import with_spells
from striate.queries.finding.telling import found_json, headline
from striate.queries.goals.judging import abilities
from striate.queries.goals.tokens import GoalError
from striate.queries.proving.stated import Asking, Statement
from striate.queries.proving.statements import decide, prove
from striate.referee.judge import judge
from striate.search.goals import (
    Against,
    AnyObject,
    CardNamed,
    Claim,
    Demand,
    Goal,
    HasText,
    KindCount,
    OnlyAbilities,
    as_filter,
)
from striate.search.making import could_make
from striate.search.questions import Question
from striate.search.searching import search, silent
from striate.search.selection import selectors
from striate.search.wanting import contradiction
from striate.solver.deadline import Deadline
from tests.findcards import creature, other


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue(SHIPPED)


def asked(catalogue: Catalogue, goal: str, cards: str, **further: Any) -> Found:
    return find(pose(goal, catalogue, PoolOptions(cards=cards), **further), catalogue)


@pytest.mark.parametrize(
    "aura",
    ["Frogify", "Kenrith's Transformation", "Darksteel Mutation", "Eaten by Piranhas"],
)
def test_new_creature_types_take_the_old_ones_away(catalogue: Catalogue, aura: str) -> None:
    """205.1a, where the goal asks for the old one only."""
    cards = f"Llanowar Elves; {aura}"
    assert asked(catalogue, "Llanowar Elves is not an Elf", cards).status == "found"
    always = Statement("always", "Llanowar Elves is an Elf")
    decided = prove(always, catalogue, PoolOptions(cards=cards), 2)
    assert decided.status == "refuted"


def test_a_planeswalker_has_its_starting_loyalty(catalogue: Catalogue) -> None:
    """306.5b."""
    kaito = "Kaito, Bane of Nightmares"
    assert asked(catalogue, f"{kaito} is a creature", kaito).size == 1


@pytest.mark.parametrize("chosen", [False, True], ids=["whole", "chosen"])
@pytest.mark.parametrize(
    ("goal", "cards", "size"),
    [
        ("Triskelion is 1/1", "Triskelion; Dress Down; Mountain; Glorious Anthem", 2),
        ("Triskelion is 1/1", "Triskelion; Humility; Mountain; Glorious Anthem", 2),
        ("Triskelion is 2/2", "Triskelion; Dress Down; Mountain; Glorious Anthem", 3),
        ("Triskelion is 4/4 with no abilities", "Triskelion; Dress Down; Mountain", 2),
        ("Triskelion is a 3/3 artifact", "Triskelion; Dress Down; Mountain; Glorious Anthem", 0),
    ],
)
def test_what_takes_abilities_takes_the_counters_that_it_would_enter_with(
    catalogue: Catalogue,
    monkeypatch: pytest.MonkeyPatch,
    chosen: bool,
    goal: str,
    cards: str,
    size: int,
) -> None:
    """614.12: the abilities that count are those that it would have on the battlefield."""
    if chosen:
        monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    found = asked(catalogue, goal, cards, size=3)
    assert (found.status, found.size if size else 0) == ("found" if size else "unknown", size)


def test_what_enters_without_abilities_enters_as_no_copy(catalogue: Catalogue) -> None:
    """614.12: with Humility there it has no ability to copy anything."""
    cards = "Clone; Grizzly Bears; Humility"
    goal = "Clone is a Bear and 1/1"
    found = asked(catalogue, goal, cards, size=3, exact=True, all_=20)
    entered = [
        [step["enter"] for step in board.document["steps"] if "enter" in step]
        for board in found.boards
    ]
    assert entered == [["Grizzly Bears", "Clone", "Humility"]]


def test_a_creature_protected_from_white_keeps_no_white_aura(catalogue: Catalogue) -> None:
    """702.16c: so the two Auras never meet on it."""
    cards = "Grizzly Bears; Strength of Lunacy; Wings of Hope"
    assert asked(catalogue, "Grizzly Bears is 5/6", cards, size=3).status == "none"


def test_equipment_is_attached_to_what_is_a_creature_then(catalogue: Catalogue) -> None:
    """301.5c: the Equipment itself makes it one too late; a planeswalker it may equip (702.6c)."""
    cards = "Humility; Luxior, Giada's Gift; Jace Beleren; Grizzly Bears"
    assert asked(catalogue, "Humility is an enchantment creature", cards, size=3).status == "none"
    assert asked(catalogue, "Jace Beleren is a creature", cards).size == 2


def test_no_counters_that_nothing_needs(catalogue: Catalogue) -> None:
    cards = "Coralhelm Commander; Grizzly Bears; Night of Souls' Betrayal"
    for goal in ("Coralhelm Commander is a creature", "Coralhelm Commander is blue"):
        (board,) = asked(catalogue, goal, cards).boards
        assert not [step for step in board.document["steps"] if "counters" in step]
    (board,) = asked(catalogue, "Coralhelm Commander has flying", cards).boards
    assert {"counters": {"level": 2}, "on": "Coralhelm Commander"} in board.document["steps"]


def test_hexproof_from_a_quality_is_hexproof_for_find_and_for_check(catalogue: Catalogue) -> None:
    """702.11d-e."""
    card = "Knight of Grace"
    assert asked(catalogue, f"{card} has hexproof", card).status == "found"
    assert asked(catalogue, f"{card} is white and has no hexproof", card, size=1).status == "none"


@pytest.mark.parametrize(
    ("card", "word"), [("Grizzly Bears", "a Bear"), ("Llanowar Elves", "an Elf")]
)
def test_a_creature_type_can_be_chosen_that_nothing_names(
    catalogue: Catalogue, card: str, word: str
) -> None:
    cards = f"{card}; Conspiracy"
    found = asked(catalogue, f"{card} is not {word}", cards)
    assert (found.status, found.size) == ("found", 2)
    always = Statement("always", f"{card} is {word}")
    assert prove(always, catalogue, PoolOptions(cards=cards), 2).status == "refuted"


@pytest.mark.parametrize(
    ("goal", "cards", "size"),
    [
        # A type is chosen that only the asked-for card has.
        ("Grizzly Bears has fear", "Grizzly Bears; Cover of Darkness", 2),
        # 607.2d: a type is chosen that only the goal's own text names.
        ('Riders of Gavony has "Protection from Elder creatures"', "Riders of Gavony", 1),
        # 702.43a, 702.32a: keywords that bring counters.
        ("Arcbound Worker is 1/1", "Arcbound Worker", 1),
        ("Rusting Golem is 5/5", "Rusting Golem", 1),
        # Counters of one kind that two of its abilities put on it.
        ("Necravolver is 5/5", "Necravolver; Grizzly Bears", 1),
        # What must be tapped, where something has levels.
        ("a creature is tapped", "Coralhelm Commander; Castle", 1),
        # An effect that acts late may look at what is attached.
        (
            "Thistledown Liege is 9/8",
            "Thistledown Liege; Gigantiform; Hexgold Hoverwings",
            3,
        ),
    ],
)
def test_boards_that_once_were_not_found(
    catalogue: Catalogue, goal: str, cards: str, size: int
) -> None:
    found = asked(catalogue, goal, cards)
    assert (found.status, found.size) == ("found", size)


@pytest.mark.parametrize(
    ("goal", "cards"),
    [
        # It lacks a keyword once the abilities are gone, and then gets another.
        (
            "Changeling Titan is a Giant with forestwalk and no champion",
            "Changeling Titan; Dryad's Favor; Tamiyo's Compleation",
        ),
        # What its own effect might make is made by others.
        ("Coastal Bulwark is 1/1", "Coastal Bulwark; Stab Wound; Molting Snakeskin"),
        ("Coastal Bulwark is 3/1 with haste", "Coastal Bulwark; Lightning Greaves; Immolation"),
        # What makes the goal true needs the other before it applies.
        (
            "Demonmail Hauberk has mana value 4 and no equip",
            "Demonmail Hauberk; March of the Machines; Sugar Coat",
        ),
    ],
)
def test_boards_of_three_that_were_not_chosen(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, goal: str, cards: str
) -> None:
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    found = asked(catalogue, goal, cards, size=3)
    assert (found.status, found.size, found.smallest) == ("found", 3, True)


def test_what_is_asked_for_twice_gets_its_size_from_two(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    cards = "Grizzly Bears; Glorious Anthem; Gaea's Anthem"
    found = asked(catalogue, "two Grizzly Bears are 4/4", cards, size=4)
    assert (found.status, found.size, found.smallest) == ("found", 4, True)


_WORDS = ("flying", "trample", "haste", "vigilance")
_LION = creature("Lion", "2/2")
_BAUBLE = other("Bauble", "Artifact")
_OMEN = other("Omen", "Enchantment", "As long as you control two or more artifacts, creatures "
              "have flying, trample, haste, and vigilance.")  # fmt: skip
_SONGS = tuple(other(f"Song of {word}", "Enchantment", f"Creatures have {word}.")
               for word in _WORDS)  # fmt: skip
_ALL_FOUR = Goal((Demand(CardNamed("Lion"), tuple(map(tree.HasKeyword, _WORDS))),))


def test_a_board_that_counts_what_was_not_chosen_is_not_ruled_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two artifacts beside what counts them are chosen of no large pool."""
    question = Question(_ALL_FOUR, (_LION, _BAUBLE, _OMEN), size=4)
    assert (search(question).status, search(question).size) == ("found", 4)
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    of_many = search(question)
    assert of_many.status == "unknown" and of_many.why.startswith("none of up to 3 permanents;")
    assert search(replace(question, size=3)).status == "none"


def test_a_board_behind_an_undecided_size_is_not_called_the_fewest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = Question(_ALL_FOUR, (_LION, _BAUBLE, _OMEN, *_SONGS), size=5)
    whole = search(question)
    assert (whole.size, whole.smallest) == (4, True)
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    of_many = search(question)
    assert (of_many.status, of_many.size, of_many.smallest) == ("found", 5, False)
    assert of_many.searched["undecided"] == 4
    told = Found("found", (FoundBoard({}, (), {}),), 5, False, of_many.searched, (), 0.0)
    assert "found: a board of 5 permanents; boards of 4 permanents are not ruled out" in headline(
        told, 1
    )
    assert found_json(told)["why"] == "boards of 4 permanents are not ruled out"


def test_verify_says_what_of_a_large_pool_is_not_ruled_out(
    monkeypatch: pytest.MonkeyPatch, catalogue: Catalogue
) -> None:
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    pool = (_LION, _BAUBLE, _OMEN)
    monkeypatch.setattr("striate.queries.finding.find.named_cards", lambda *_: [_LION])
    question = Question(_ALL_FOUR, pool, size=4)
    decided = decide(Statement("never", "drawn"), question, _ALL_FOUR, Goal(()), Asking(catalogue))
    assert decided.status == "unknown", decided
    assert decided.why.startswith("none of up to 3 permanents;")
    proved = decide(
        Statement("never", "drawn"),
        replace(question, size=3),
        _ALL_FOUR,
        Goal(()),
        Asking(catalogue),
    )
    assert proved.status == "proved"


def test_if_then_of_a_large_pool_is_decided_by_goals(
    monkeypatch: pytest.MonkeyPatch, catalogue: Catalogue
) -> None:
    cards = PoolOptions(
        cards="Humility; Opalescence; Grizzly Bears; Living Plane; Night of Souls' Betrayal"
    )
    for number in (300, 3):
        monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", number)
        said = Statement("if", "Humility is an enchantment creature", "Humility has no abilities")
        assert prove(said, catalogue, cards, 3).status == "proved"
        said = Statement("if", "Humility is an enchantment creature", "Humility is a 4/4 creature")
        refuted = prove(said, catalogue, cards, 3)
        assert refuted.status == "refuted" and refuted.counterexample is not None
        assert sum("enter" in step for step in refuted.counterexample["steps"]) == (
            2 if number else 0
        )


@pytest.mark.parametrize(
    ("goal", "status", "size"),
    [
        ("Changeling Titan has changeling", "found", 1),
        ("Changeling Titan has no changeling and is a Goblin", "found", 2),
        ("Grizzly Bears has changeling", "none", 2),
        ("Grizzly Bears is colorless and has devoid", "none", 2),
        ("Forerunner of Slaughter is red and has devoid", "found", 2),
    ],
)
def test_a_keyword_that_changes_its_object_is_told_apart_from_what_it_does(
    catalogue: Catalogue, goal: str, status: str, size: int
) -> None:
    """702.73a, 702.114a: as long as it is there it does what it does."""
    cards = "Changeling Titan; Grizzly Bears; Forerunner of Slaughter; Humility; Painter's Servant"
    found = asked(catalogue, goal, cards, size=2)
    assert (found.status, found.size) == (status, size)


@pytest.mark.parametrize(
    ("goal", "steps"),
    [
        ("Forgotten Sentinel is 4/5", 3),  # it enters tapped, and is untapped
        ("Forgotten Sentinel is 4/3", 1),
        ("Castle is tapped", 1),
        ("Bear Cub is 2/2 and Castle is a permanent", 2),
        ("Bear Cub is tapped and 2/2", 1),
    ],
)
def test_what_is_tapped_or_not_is_free(catalogue: Catalogue, goal: str, steps: int) -> None:
    found = asked(catalogue, goal, "Castle; Forgotten Sentinel; Bear Cub; Orb of Dreams", size=2)
    assert found.status == "found" and len(found.boards[0].document["steps"]) == steps


def test_a_land_that_may_enter_tapped_is_told_to(catalogue: Catalogue) -> None:
    """Whether two life are paid, or a card revealed, no board tells."""
    for land in ("Shineshadow Snarl", "Breeding Pool"):
        found = asked(catalogue, f"{land} is a creature", f"{land}; Living Plane", size=2)
        assert (found.status, found.size) == ("found", 2)
        assert found.boards[0].document["steps"][0] == {"enter": land, "tapped": True}


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards are chosen as of a large pool."""
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)


@pytest.mark.parametrize(
    ("goal", "size"),
    [
        ("Aethersphere Harvester is not 3/5", 1),
        ("Aethersphere Harvester is a creature and is not 3/5", 2),
    ],
)
def test_what_is_no_creature_has_no_power_that_a_claim_denies(
    catalogue: Catalogue, chosen: None, goal: str, size: int
) -> None:
    """208.3: a Vehicle alone is not 3/5, whatever is printed."""
    found = asked(catalogue, goal, "Aethersphere Harvester, March of the Machines", size=2)
    assert (found.status, found.size) == ("found", size)


_PROUD = creature("Proud Cub", "2/2", "As long as you control a creature, ~ gets +1/+1.")
_SHY = creature("Shy Cub", "5/5", "As long as you control an artifact, ~ isn't a creature.")


def _power(card: Card, power: int) -> Question:
    claim = tree.StatIs("power", "=", tree.Num(power))
    return Question(Goal((Demand(CardNamed(card.name), (claim,)),)), (card,), size=1)


def test_what_only_could_be_undone_is_surely_lacking(chosen: None) -> None:
    """What makes it no creature makes no power 6."""
    question = _power(_SHY, 6)
    (selector,) = selectors(question)
    (place,) = (n for n, (_, part) in enumerate(selector.parts) if isinstance(part, tree.StatIs))
    assert all(mask >> place & 1 for mask in selector.missing)


def test_what_its_own_effect_makes_may_be_there(
    chosen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert search(_power(_PROUD, 3)).size == 1
    monkeypatch.setattr("striate.search.helping.could_make", lambda change, part: False)
    assert search(_power(_PROUD, 3)).status != "found"


@pytest.mark.parametrize(
    ("given", "word", "could"),
    [
        (tree.AddTypes(every=("creature type",)), "Goblin", True),
        (tree.AddTypes(every=("creature type",)), "Aura", False),
        (tree.AddTypes(every=("basic land type",)), "Forest", True),
        (tree.AddTypes(every=("basic land type",)), "Desert", False),
        (tree.AddTypes(every=("land type",)), "Desert", True),
        (tree.AddTypes(subtypes=("@creature type",)), "Goblin", True),
        (tree.AddTypes(subtypes=("@creature type",)), "Aura", False),
        (tree.SetSubtypes("land", ("@basic land type",)), "Island", True),
        (tree.SetSubtypes("land", ("@basic land type",)), "Goblin", False),
    ],
)
def test_every_word_and_a_chosen_one_is_of_its_kind(
    given: tree.Change, word: str, could: bool
) -> None:
    """205.3: no creature type is an enchantment type."""
    assert could_make(given, tree.HasSubtype(word)) is could


def test_a_board_with_a_chosen_type_is_lost_where_no_word_is_of_its_kind(
    catalogue: Catalogue, chosen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = "Grizzly Bears, Xenograft, Maskwood Nexus"
    assert asked(catalogue, "Grizzly Bears is a Goblin", cards, size=2).status == "found"
    monkeypatch.setattr("striate.search.making._is_of_kind", lambda word, kind: False)
    could_make.cache_clear()
    try:
        assert asked(catalogue, "Grizzly Bears is a Goblin", cards, size=2).status == "none"
    finally:
        could_make.cache_clear()


@pytest.mark.parametrize(
    ("goal", "size"),
    [
        ("Grizzly Bears is green and Humility isn't there", 1),
        ("I don't control a creature and Humility is a creature", 2),
        ("everything is green and Grizzly Bears is a Bear", 1),
        ("Humility isn't there", 1),
    ],
)
def test_what_is_said_of_every_permanent_asks_for_none_of_its_own(
    catalogue: Catalogue, goal: str, size: int
) -> None:
    found = asked(catalogue, goal, "Grizzly Bears; Humility; Opalescence")
    assert (found.status, found.size, found.smallest) == ("found", size, True)


def test_a_saga_goes_with_its_final_chapter_unless_it_has_none() -> None:
    """714.4, 702.155a: the number that it starts with is told; face down it has no chapters."""
    tale = other("Far Tale", "Enchantment — Saga", "Read ahead\nI — Draw a card.\nII — Draw a "
                                                   "card.",
                 layout="saga")  # fmt: skip
    silence = other("Silence", "Enchantment", "Nonland permanents lose all abilities.")

    def smallest(number: int, *cards: Card) -> tuple[int, Any]:
        claims = (tree.HasType("Enchantment"), tree.HasCounter("lore", ">=", number))
        goal = Goal((Demand(CardNamed("Far Tale"), claims),))
        result = search(Question(goal, (tale, *cards), size=2, counters=("lore",)))
        return result.size if result.solutions else 0, result.solutions[:1]

    assert smallest(1, silence)[0] == 1
    assert smallest(2)[0] == 0
    size, (solution,) = smallest(2, silence)
    assert size == 2 and "number" in str(solution.document)


def test_of_no_object_anything_may_be_said() -> None:
    """ "No artifact is no artifact" contradicts nothing."""
    cub, artifact = creature("Plain Cub", "2/2"), tree.HasType("Artifact")
    said = Demand(AnyObject(artifact), (tree.Not(artifact),), 0, True)
    result = search(Question(Goal((Demand(CardNamed("Plain Cub"), ()), said)), (cub,), size=2))
    assert (result.status, result.size) == ("found", 1)


@pytest.mark.parametrize(
    ("claims", "can_be"),
    [
        ((tree.ColorCount("=", 1), tree.ColorCount(">=", 2)), False),
        ((tree.ColorCount("=", 1), tree.HasColor("W"), tree.HasColor("U")), False),
        ((tree.ColorCount(">", 5),), False),
        ((KindCount("creature type", "=", 2), KindCount("creature type", "<", 1)), False),
        ((KindCount("creature type", "=", 2), KindCount("card type", "<", 2)), True),
        ((tree.ColorCount("<=", 2), tree.HasColor("W"), tree.HasColor("U")), True),
    ],
)
def test_counts_of_one_thing_that_contradict_one_another(
    claims: tuple[Claim, ...], can_be: bool
) -> None:
    goal = Goal((Demand(AnyObject(tree.AllOf(())), claims),))
    assert (contradiction(goal, falling=False) == frozenset()) is can_be


def test_what_is_said_of_all_may_contradict_what_one_has_to_be() -> None:
    land, elf, black = tree.HasType("Land"), tree.HasSubtype("Elf"), tree.HasColor("B")
    lands = Demand(AnyObject(land), (tree.HasType("Creature"),), 1, True)
    no_land = Demand(AnyObject(tree.HasType("Creature")), (tree.Not(land),), 0, True)
    assert contradiction(Goal((lands, no_land)), falling=False)
    assert not contradiction(Goal((replace(lands, count=0), no_land)), falling=False)
    an_elf = Demand(AnyObject(elf), (black,))
    none_black = Demand(AnyObject(tree.HasType("Creature")), (tree.Not(black),), 0, True)
    assert not contradiction(Goal((an_elf, none_black)), falling=False)  # one that is no creature


@pytest.mark.parametrize(
    "line",
    [
        "Arcane Adaptation (creature type: Bear)",
        "Realmwright (basic land type: Plains)",
        "Shimmer (land type: Swamp)",
        "Hall of Triumph (color: red)",
        "Bloodline Pretender (creature type: Elf)",
        "Flycatcher Giraffid (mode: Reach)",
        "Voidpouncer (kicked: yes)",
        "Hunter's Talent",
        "Silverquill Silencer (name: Silverquill Silencer)",
        "Urza Assembles the Titans (number: 1)",
        "Overlord of the Hauntwoods (cost: impending); Zhao, the Moon Slayer",
    ],
)
def test_every_text_that_a_board_shows_is_found(catalogue: Catalogue, line: str) -> None:
    """607.2d: with the words that were chosen; what a fact decides stays in the text."""
    document = document_of_line(line, Shelf(catalogue))
    answer = judge(board_from_document({"id": "a board", **document}, catalogue))
    seen = answer.objects[0]
    pool = tuple(catalogue.the_card(each.name) for each in answer.objects)
    texts = abilities(seen)
    said: list[Claim] = [HasText(each) for each in texts]
    for claim in [as_filter(OnlyAbilities(tuple(texts))), *said]:
        demand = Demand(CardNamed(seen.name), (claim, *said))
        found = find(Question(Goal((demand,)), pool, size=1), catalogue)
        assert (found.status, found.size) == ("found", 1), claim


@pytest.mark.parametrize(
    ("goal", "cards", "size"),
    [
        ("a leveler has ward {2}", "Kargan Dragonlord", 1),
        ("a leveler is colorless and isn't an Elf", "Kargan Dragonlord", 1),
        ("a leveler has no abilities and is 2/2 and has 7 level counters", "Kargan Dragonlord", 1),
        ("a leveler has no abilities", "Kargan Dragonlord; Ainok Tracker", 1),
        ("a land has a level counter", "Forest", 1),
        ("Hunter's Talent has an activated ability", "Hunter's Talent", 1),
    ],
)
def test_a_leveler_and_a_class_are_what_their_cards_are(
    catalogue: Catalogue, goal: str, cards: str, size: int
) -> None:
    """711.1: a leveler is one by its card, also face down; 716.2a: a level is activated."""
    found = asked(catalogue, goal, cards)
    assert (found.status, found.size, found.smallest) == ("found", size, True)


def test_a_text_of_what_is_chosen_is_asked_for_with_the_choice(catalogue: Catalogue) -> None:
    """No board shows "of the chosen type": it shows which."""
    with pytest.raises(GoalError, match="`Elf` for `of the chosen type`"):
        asked(catalogue, 'a creature has "Elves of the chosen type have flying."', "Forest")


def test_a_text_with_a_chosen_name_is_never_ruled_out(catalogue: Catalogue) -> None:
    """Slots let a card choose its own name alone."""
    said = "Whenever an opponent casts a spell named Island, that player loses 3 life. Draw a card."
    assert asked(catalogue, f'a creature has "{said}"', "Silverquill Silencer").status == "unknown"


def test_what_is_up_by_night_is_not_beside_what_is_up_by_day(catalogue: Catalogue) -> None:
    """702.145: the second one would turn the first over."""
    card = "Reckless Stormseeker"
    both = f"the card {card} is 2/3 and another card {card} is 3/4"
    assert asked(catalogue, both, card, size=2).status != "found"
    assert asked(catalogue, f"two cards named {card} are 3/4", card).size == 2


@pytest.mark.parametrize(
    ("goal", "cards", "status"),
    [
        # 602.1: an ability with a chosen word is activated as well.
        ("a permanent has an activated ability", "Mirror of the Forebears", "found"),
        # 708.2a: what is left out for a choice as it enters lies face down for no others.
        ("a card that isn't red is a creature", "Cooped Up; Serra's Emissary", "found"),
        # 708.2a: what would enter as a copy does not if it lies face down.
        ("Copy Land is a 2/2 creature with ward {2}", "Copy Land", "found"),
        # What is told not to have entered has as a second nonland permanent enters.
        (
            "I control Grand Ball Guest, it is 2/2 and Mind Harness is attached to it",
            "Grand Ball Guest; Mind Harness",
            "found",
        ),
        # 205.3d: a card in a graveyard has its subtypes with its types.
        ("Vengeful Firebrand has haste", "Vengeful Firebrand", "found"),
        # 604.3: that its own size is told does not keep a card out of a graveyard; nor has it to be
        # of one face (712.8a), but of a split card both halves are (709.4).
        ("Revenant has flying", "Revenant", "found"),
        ("Knight of the Reliquary is 4/4", "Knight of the Reliquary; Westvale Abbey", "found"),
        ("Knight of the Reliquary is 4/4", "Knight of the Reliquary; Serra Angel", "none"),
        ("Knight of the Reliquary is 4/4", "Knight of the Reliquary; Fire // Ice", "none"),
        # 122.1a: its size may be what it is compared with, and counters may have gone.
        (
            "Rampaging Monument has mana value equal to its power plus 2",
            "Rampaging Monument",
            "unknown",
        ),
        # 205.1a: a copy that has no other card types has none of their subtypes.
        ("Imposter Mech is an artifact and a creature", "Imposter Mech; Grizzly Bears", "unknown"),
        (
            "Imposter Mech is named Grizzly Bears and isn't a Bear",
            "Imposter Mech; Grizzly Bears",
            "found",
        ),
        # 111.2: what makes tokens may stand on another face.
        ("a token is a land", "Budoka Gardener", "unknown"),
        # What a type is chosen for may stand on another face.
        (
            "Grizzly Bears is 4/3 and has flying",
            "Grizzly Bears; Docent of Perfection; Conspiracy",
            "found",
        ),
        # What gives a text asks for what it gives it to, though the goal asks for nothing of it.
        (
            'Llanowar Elves has "{T}: Add {G} or {U}."',
            "Llanowar Elves; Thranduil the Strategist",
            "found",
        ),
        (
            'Muscle Sliver has "{T}: Add one mana of any color."',
            "Muscle Sliver; Gemhide Sliver",
            "found",
        ),
        (
            'Ornithopter has "{T}: Add one mana of any color."',
            "Ornithopter; Gemhide Sliver",
            "none",
        ),
        # 712.8: it has its other face as well.
        ("a land taps for blue", "Glasspool Mimic", "found"),
        # 113.6: another one in a graveyard may do it.
        ("Riftstone Portal taps for white", "Riftstone Portal", "unknown"),
        ("Riftstone Portal is red", "Riftstone Portal", "none"),
        # 613.1b: what is told of a player is not told of the next controller.
        (
            "I own Dusk Charger, my opponent controls it, it is 3/2 and a creature of mine is 5/4",
            "Dusk Charger; Control Magic",
            "unknown",
        ),
        (
            "I own Dusk Charger, my opponent controls it and it has power 5",
            "Dusk Charger; Control Magic",
            "unknown",
        ),
        (
            "I own Clone, my opponent controls it, and it is 5/5 and a Horse",
            "Clone; Dusk Charger; Control Magic",
            "unknown",
        ),
        # 111.2: nor does a token have its maker's owner.
        (
            "my opponent owns an Insect token and I own every nontoken creature",
            "Ant Queen; Control Magic",
            "unknown",
        ),
        (
            # Its own maker may have left (111.2).
            "my opponent owns an Insect token and I own every nontoken creature",
            "Ant Queen; Glorious Anthem",
            "unknown",
        ),
        (
            "I own Swaggering Corsair, my opponent controls it and it has power 3",
            "Swaggering Corsair; Control Magic",
            "found",
        ),
    ],
)
def test_what_drawn_boards_reached_is_not_ruled_out(
    catalogue: Catalogue, goal: str, cards: str, status: str
) -> None:
    assert asked(catalogue, goal, cards, size=3).status == status


def test_a_card_helps_by_its_other_face_among_many(catalogue: Catalogue, chosen: None) -> None:
    """712.8: of many cards, too."""
    cards = "Grizzly Bears; Docent of Perfection; Conspiracy"
    found = asked(catalogue, "Grizzly Bears has flying and is a Wizard", cards, size=3)
    assert (found.status, found.size) == ("found", 3)


def test_what_another_controls_is_soon_found_among_all_cards(catalogue: Catalogue) -> None:
    """108.3: by itself nothing is controlled by another player than its owner."""
    goal = "a creature my opponent owns and I control"
    found = find(pose(goal, catalogue, PoolOptions()), catalogue)
    assert (found.status, found.size) == ("found", 2)


def test_what_may_have_attacked_is_told_to_be_untapped(catalogue: Catalogue) -> None:
    """508.1f: it was there as a player attacked, so whether it is tapped hangs on that."""
    beast, raider = CardNamed("Cradle Clearcutter"), CardNamed("War-Name Aspirant")
    stronger = as_filter(Against(("power",), ">", tree.Named(raider.name)))
    warrior = tree.HasSubtype("Warrior")
    weakest = as_filter(Against(("power", "toughness"), "<", warrior, "every"))
    phrases = Demand(beast, (stronger, tree.Not(tree.IsTapped()))), Demand(raider, (weakest,))
    names = (beast.name, raider.name)
    cards = tuple(filter(None, map(catalogue.card, names)))
    assert find(Question(Goal(phrases), cards, size=3), catalogue).status == "found"


def test_what_enters_tapped_is_not_shown_instead_of_what_is_untapped(catalogue: Catalogue) -> None:
    """110.5b: the board would have to untap it."""
    planet, cards = "Susur Secundi, Void Altar", "Mountain; Susur Secundi, Void Altar; Forest"
    (board,) = asked(catalogue, "a permanent is untapped", cards, size=1).boards
    assert [len(each) for each in board.interchangeable.values()] == [1]
    (board,) = asked(catalogue, "a permanent is a land", cards, size=1).boards
    assert [planet in each for each in board.interchangeable.values()] == [True]


def test_a_none_of_permanents_is_none_only_if_what_resolves_was_looked_at(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time may end between the two."""
    monkeypatch.setattr(Deadline, "over", lambda deadline: True)
    question = pose("Forest is 5/5", catalogue, PoolOptions(cards="Forest", spells=True), size=2)
    none = Found("none", (), 2, smallest=True, searched={"size": 2}, rules=(), seconds=0.0)
    assert with_spells(question, question, none, catalogue, silent, {}).status == "unknown"
    found = replace(none, status="found")
    assert not with_spells(question, question, found, catalogue, silent, {}).smallest
