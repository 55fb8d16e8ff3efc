"""Tokens in the slots, each behind what made it: the search finds what enumeration by the referee
finds."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer, Board
from striate.cards import tree
from striate.cards.walking import any_node
from striate.queries.goals.words import box
from striate.queries.proving.drawncomparing import Asked, compare
from striate.queries.proving.truthtables import Judge
from striate.referee.judge import judge
from striate.search import circuit, cone, poolclasses, symmetry, tokenboards, tokens
from striate.search.beyond import left_out
from striate.search.goals import AnyObject, CardNamed, Claim, Demand, Goal
from striate.search.legendrule import one_must_go
from striate.search.options import options_of
from striate.search.questions import Question
from striate.search.searching import search
from tests.findcards import Shelf, creature, goes_wrong, least, other, size_found

CARDS = (
    creature("Herald", "2/2", "When ~ enters, create a 1/1 white Soldier creature token.",
             kind="Knight"),
    other("Workshop", "Enchantment", "{2}: Create a 0/2 colorless Wall artifact creature token "
                                     "with defender."),
    creature("Drummer", "1/1", "When ~ enters, create a 1/1 white Soldier creature token.\nEach "
                               "other "
             "Soldier is an artifact in addition to its other types and has base power and "
             "toughness 3/3."),
    other("Hush", "Enchantment", "All creatures lose all abilities and have base power and "
                                 "toughness 1/2."),
    other("Banner", "Enchantment", "Creature tokens you control get +1/+1 and have flying."),
    creature("Crowd", "0/1", "~'s power is equal to the number of creatures you control."),
)  # fmt: skip
SHELF = Shelf(list(CARDS))
SIZE = 3
SOLDIER = {"name": "Soldier Token", "type_line": "Creature — Soldier", "power": "1",
           "toughness": "1", "colors": ["W"]}  # fmt: skip
WALL = {"name": "Wall Token", "type_line": "Artifact Creature — Wall", "power": "0",
        "toughness": "2", "oracle_text": "Defender"}  # fmt: skip
MADE = {"Soldier Token": {"Herald": 1, "Drummer": 1}, "Wall Token": {"Workshop": SIZE}}


def goals() -> list[Goal]:
    boxes: list[Claim] = [box(*size) for size in ((1, 1), (2, 2), (0, 2), (1, 3), (3, 3))]
    kinds: list[Claim] = [
        tree.HasSubtype("Soldier"), tree.HasSubtype("Wall"), tree.HasType("Artifact"),
        tree.IsToken(), tree.HasColor("W"), tree.HasKeyword("flying"), tree.HasKeyword("defender"),
        tree.ControlledBy("opponent"), tree.HasNoAbilities(),
    ]  # fmt: skip
    creatures = AnyObject(tree.HasType("Creature"))
    walls, soldiers = AnyObject(tree.HasSubtype("Wall")), AnyObject(tree.HasSubtype("Soldier"))
    crowd = CardNamed("Crowd")
    herald = Demand(CardNamed("Herald"), (tree.HasNoAbilities(),))
    hushed = Demand(CardNamed("Hush"), ())
    return [
        *(Goal((Demand(creatures, (one, two)),)) for one, two in product(boxes, kinds)),
        *(Goal((Demand(crowd, (box(power, 1),)),)) for power in range(1, 5)),
        *(Goal((Demand(each, (), count=2),)) for each in (walls, soldiers)),
        *(Goal((Demand(each, (box(2, 3),)), hushed)) for each in (walls, soldiers)),
        Goal((Demand(soldiers, (tree.HasNoAbilities(),)), hushed, herald)),
        Goal((Demand(soldiers, ()), Demand(crowd, (box(2, 1),)))),
        Goal((Demand(soldiers, ()), herald)),
        Goal((Demand(soldiers, (box(1, 2), tree.HasType("Artifact"))), hushed)),
        Goal((Demand(soldiers, (box(3, 3), tree.HasType("Artifact"))), hushed)),
        Goal((Demand(walls, ()), Demand(CardNamed("Herald"), ()))),
        Goal((Demand(AnyObject(tree.IsToken()), (tree.Not(tree.HasKeyword("flying")),)),
              Demand(CardNamed("Banner"), ()))),
    ]  # fmt: skip


def every_document(size: int) -> Iterator[dict[str, Any]]:
    forms: list[dict[str, Any]] = [{"enter": card.name} for card in CARDS]
    forms += [{"token": SOLDIER}, {"token": WALL}]
    for pieces in product(product(forms, ("you", "opponent")), repeat=size):
        steps = [{**form, "controller": side} for form, side in pieces]
        if all(_is_made(steps, number) for number in range(size)):
            yield {"steps": steps}


def _is_made(steps: list[dict[str, Any]], number: int) -> bool:
    """Whether what stands before a token made it and the others of its kind."""
    name = steps[number].get("token", {}).get("name")
    if name is None:
        return True
    makers = MADE[name]
    side = steps[number]["controller"]
    before = [step for step in steps[: number + 1] if step["controller"] == side]
    alike = sum(step.get("token", {}).get("name") == name for step in before)
    able = sum(
        makers.get(steps[place].get("enter", ""), 0)
        * _could_make(tuple((s.get("enter", ""), s["controller"]) for s in steps[: place + 1]))
        for place in range(number)
        if steps[place]["controller"] == side and steps[place].get("enter") in makers
    )
    return bool(alike <= able)


@cache
def _could_make(entered: tuple[tuple[str, str], ...]) -> bool:
    """Whether the last one of these has the ability as it enters; no token takes it away."""
    steps = [{"enter": name, "controller": side} for name, side in entered if name]
    answer = judge(board_from_document({"steps": steps}, SHELF))
    return any_node(tuple(answer.objects[-1].abilities), (tree.CreateTokens,))


@pytest.fixture(scope="module")
def boards() -> dict[int, list[tuple[Board, Answer]]]:
    found: dict[int, list[tuple[Board, Answer]]] = {}
    for size in range(1, SIZE + 1):
        found[size] = []
        for document in every_document(size):
            try:
                board = board_from_document(document, SHELF)
                answer = judge(board)
            except (NotPlayable, BoardError):
                continue
            if not answer.gone and not one_must_go(answer):
                found[size].append((board, answer))
    return found


def asked(goal: Goal) -> Question:
    return Question(goal, CARDS, size=SIZE)


def test_the_search_finds_what_enumeration_and_truth_tables_find(
    boards: dict[int, list[tuple[Board, Answer]]],
) -> None:
    options = [option for card in CARDS for option in options_of(card, ["Wall"])[0]]
    options += tokens.token_options(options)
    judges = {size: Judge(options, size) for size in range(1, SIZE + 1)}
    sizes = set()
    for goal in goals():
        size = least(goal, boards)
        sizes.add(size)
        assert size_found(asked(goal), SHELF) == size, goal
        rows = sum(demand.count for demand in goal.demands)
        reached = [each for each in range(rows, SIZE + 1) if judges[each].answers(goal).reached]
        assert min(reached, default=0) == size, goal
    assert sizes == {0, 1, 2, 3}


@pytest.mark.parametrize("pool", range(3))
def test_no_board_with_tokens_of_the_catalogue_goes_against_an_answer(pool: int) -> None:
    told = compare(Asked(seed=5, pool=pool, cards=5, size=2, tokens=True))
    assert told.goals and not told.wrong, told.wrong


def test_of_many_cards_only_well_known_makers_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    tokens_that_fly = AnyObject(tree.AllOf((tree.IsToken(), tree.HasSubtype("Soldier"))))
    found = search(Question(Goal((Demand(tokens_that_fly, (box(2, 2),)),)), CARDS, size=3))
    assert (found.status, found.size, found.smallest) == ("found", 3, False)
    alone = search(Question(Goal((Demand(tokens_that_fly, ()),)), CARDS, size=3))
    assert (alone.status, alone.size, alone.smallest) == ("found", 2, True)
    none = search(Question(Goal((Demand(tokens_that_fly, (box(9, 9),)),)), CARDS, size=2))
    assert none.status == "unknown" and "best-known" in none.why
    flying = Goal((Demand(AnyObject(tree.HasType("Creature")), (box(9, 8),)),))
    # A token beside what makes it is looked at, and with something besides it is not.
    for size, open_ in ((2, False), (3, True)):
        beside = search(Question(flying, CARDS, size=size))
        assert (beside.status, beside.searched["no_tokens"]) == ("none", open_)
    assert not search(Question(flying, CARDS[3:], size=3)).searched["no_tokens"]
    of_cards = search(Question(Goal((Demand(CardNamed("Crowd"), (box(3, 1),)),)), CARDS, size=3))
    assert of_cards.status == "found"


def test_what_is_printed_on_no_card_is_asked_for_as_a_token() -> None:
    soldier, knight, any_token = (
        Goal((Demand(AnyObject(each), ()),))
        for each in (tree.HasSubtype("Soldier"), tree.HasSubtype("Knight"), tree.IsToken())
    )
    assert makers_for(soldier) == (["Herald", "Drummer"], False)
    assert tokenboards.asked_as_tokens(knight, CARDS) is None
    assert makers_for(any_token) == (["Herald", "Workshop", "Drummer"], True)
    claimed = Demand(AnyObject(tree.HasType("Artifact")), (tree.HasSubtype("Wall"),))
    assert makers_for(Goal((claimed,))) == (["Workshop"], False)
    both = tree.AllOf((tree.IsToken(), tree.HasSubtype("Wall"), tree.HasSubtype("Soldier")))
    of_both = Goal((Demand(AnyObject(both), ()),))
    assert makers_for(of_both) == (["Herald", "Workshop", "Drummer"], True)
    assert makers_for(Goal((*any_token.demands, *knight.demands)))[1] is False


def makers_for(goal: Goal) -> tuple[list[str], bool]:
    """The makers' names, and whether the goal asks for tokens alone."""
    found = tokenboards.asked_as_tokens(goal, CARDS)
    assert found is not None
    return [card.name for card in found.makers], found.all_are


def test_where_tokens_could_do_it_no_size_is_called_impossible_or_fewest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    # "Soldier" is printed on a card, and only a token is black.
    dark = other("Night", "Enchantment", "{2}: Create a 1/1 black Soldier creature token.")
    veteran = creature("Veteran", "3/3", kind="Soldier")
    goal = Goal((Demand(AnyObject(tree.HasSubtype("Soldier")), (tree.HasColor("B"),)),))
    there = search(Question(goal, (dark, veteran, CARDS[3]), size=2))
    assert (there.status, there.size, there.smallest) == ("found", 2, True)
    big = Goal((Demand(AnyObject(tree.HasSubtype("Soldier")), (tree.HasColor("B"), box(9, 9))),))
    none = search(Question(big, (dark, veteran, CARDS[3]), size=3))
    assert (none.status, none.never, none.searched["no_tokens"]) == ("none", False, True)
    assert search(Question(goal, (veteran, CARDS[3]), size=2)).never
    # The maker is asked for, too: two permanents may do, and three are not called the fewest.
    several = Goal((
        Demand(AnyObject(tree.IsToken()), ()),
        Demand(AnyObject(tree.HasType("Enchantment")), (tree.HasType("Artifact"),)),
    ))  # fmt: skip
    forge = other(
        "Forge",
        "Enchantment",
        "Each other enchantment is an artifact in addition to its other types.",
    )
    found = search(Question(several, (dark, forge), size=3))
    assert (found.status, found.size, found.smallest) == ("found", 3, False)
    assert not found.searched["listed"]


def test_a_token_that_asks_what_happened_this_turn_stands_in_no_slot() -> None:
    making = '{2}: Create a 1/1 black Soldier creature token with "This token gets +2/+2%s."'
    asking = making % " as long as an artifact entered the battlefield under your control this turn"
    assert tokens.made_by(other("Plain", "Artifact", making % ""))
    assert not tokens.made_by(other("Ship", "Artifact", asking))


def test_what_enchants_and_is_no_aura_stands_in_no_slot() -> None:
    assert left_out(other("Truce", "Enchantment", "Enchant opponent"))


def test_of_many_cards_what_a_token_does_for_a_named_card_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Beside the card are the token and what makes it; only what may be counted is left open."""
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    blade = 'named Sharp with "Equipped creature gets +5/+0." and equip {1}'
    smith = other(
        "Smith", "Enchantment", f"{{2}}: Create a colorless Equipment artifact token {blade}"
    )
    asked_for = Goal((Demand(CardNamed("Bare"), (box(7, 2),)),))
    bare = creature("Bare", "2/2")
    found = search(Question(asked_for, (bare, smith, CARDS[3]), size=3))
    assert (found.status, found.size, found.smallest) == ("found", 3, True)
    other_size = Goal((Demand(CardNamed("Bare"), (box(8, 2),)),))
    none = search(Question(other_size, (bare, smith, CARDS[3]), size=3))
    assert (none.status, none.never, none.searched["no_tokens"]) == ("none", False, False)


def test_of_many_cards_what_helps_a_token_besides_is_left_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A token with its maker is looked at; beside a third permanent it is not ruled out."""
    dark = other("Night", "Enchantment", "{2}: Create a 1/1 black Soldier creature token.")
    paint = other("Paint", "Enchantment", "Each Elf is black.")
    march = other("March", "Enchantment", "Each Soldier has base power and toughness 7/7.")
    veteran = creature("Veteran", "3/3", kind="Soldier")
    cards = (dark, paint, march, veteran, creature("Elf", "1/1", kind="Elf"))
    soldier = Demand(AnyObject(tree.HasSubtype("Soldier")), (tree.HasColor("B"), box(7, 7)))
    asked_for = Question(Goal((soldier,)), cards, size=3)
    assert search(asked_for).size == 3
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    chosen = search(asked_for)
    assert (chosen.status, chosen.never, chosen.searched["no_tokens"]) == ("none", False, True)
    assert not search(Question(asked_for.goal, cards[1:], size=3)).searched["no_tokens"]


def test_of_many_cards_the_tokens_of_what_is_named_are_looked_at_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    text = (
        "{2}: Create a 1/1 white Soldier creature token.\n~ gets +1/+1 for each token you control."
    )
    cards = (creature("Chief", "2/2", text), other("Banner", "Enchantment", "Soldiers get +1/+1."))
    for power, size in ((3, 2), (9, 0)):
        chief = Goal((Demand(CardNamed("Chief"), (box(power, power),)),))
        found = search(Question(chief, cards, size=2))
        assert (found.size if found.solutions else 0, found.searched["no_tokens"]) == (size, False)
        any_one = Goal((Demand(AnyObject(tree.HasType("Creature")), chief.demands[0].claims),))
        found = search(Question(any_one, cards, size=2))
        assert (found.size if found.solutions else 0, found.searched["no_tokens"]) == (size, False)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("When ~ enters, create two 1/1 white Soldier creature tokens.", 2),
        ("At the beginning of your upkeep, create a 1/1 white Soldier creature token.", None),
        ("Whenever ~ attacks, create a 1/1 white Soldier creature token.", None),
        ("Whenever another creature dies, create a 1/1 white Soldier creature token.", None),
        ("{T}, Sacrifice a creature: Create a 1/1 white Soldier creature token.", None),
    ],
)
def test_how_many_tokens_stand_beside_what_makes_them(text: str, number: int | None) -> None:
    ((card, most),) = tokens.tokens_of(creature("Maker", "1/1", text).faces[0])
    assert (card.name, most) == ("Soldier Token", number)


@pytest.mark.parametrize(
    "text",
    [
        "When ~ dies, create a 1/1 white Soldier creature token.",
        "Sacrifice ~: Create a 1/1 white Soldier creature token.",
        "When ~ enters, if you control a Swamp, create a 1/1 white Soldier creature token.",
        "When ~ enters, target opponent creates a 1/1 white Soldier creature token.",
        (
            "When ~ enters, create X 1/1 white Soldier creature tokens, where X "
            "is your devotion to "
            "white."
        ),
        "When you cast this spell, create a 1/1 white Soldier creature token.",
        "{1}, Sacrifice all creatures you control: Create a 1/1 white Soldier creature token.",
        "Morph {3}",
        (
            "Enchant creature\nWhenever enchanted creature attacks, create a 1/1 white Soldier "
            "creature token."
        ),
        "{1}, Return ~ to its owner's hand: Create a 1/1 white Soldier creature token.",
        "When ~ enters, create a 1/1 white Soldier creature token, then sacrifice ~.",
        "When ~ enters, destroy ~. Create a 1/1 white Soldier creature token.",
    ],
)
def test_what_does_not_stand_beside_its_token_for_sure_makes_none(text: str) -> None:
    assert tokens.tokens_of(creature("Maker", "1/1", text).faces[0]) == ()


@pytest.mark.parametrize(
    ("where", "name", "fault"),
    [
        (circuit, "behind_their_makers", lambda algebra, table, slots: []),
        (poolclasses, "token_options", lambda options: []),
        (tokens, "_numbers", lambda table, face, most: iter(
            (most, makers) for makers in table.makes.get(face, {}).values())),
        (cone, "takes_abilities", lambda effect: False),
        (symmetry, "neighbours_apart", lambda algebra, slots, known: [1] * (len(slots) - 1)),
    ],
    ids=["nothing made them", "no tokens", "any number of them",
         "whatever takes the ability", "in any order"],
)  # fmt: skip
def test_a_fault_is_noticed(
    boards: dict[int, list[tuple[Board, Answer]]],
    monkeypatch: pytest.MonkeyPatch,
    where: object,
    name: str,
    fault: object,
) -> None:
    monkeypatch.setattr(where, name, fault)
    if name == "takes_abilities":
        monkeypatch.setattr("striate.search.table.takes_abilities", fault)
    assert any(goes_wrong(asked(goal), SHELF, least(goal, boards)) for goal in goals())
