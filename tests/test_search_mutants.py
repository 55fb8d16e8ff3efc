"""What the search leaves out: each argument for it is spoiled, and a question notices.

The questions are drawn: a random board of our own cards that lasts, and claims that are true of its
objects or nearly so. Searched whole, the pool gives the smallest board; chosen from (`selection`),
it must give one of the same size. A spoiled argument loses it: the board of the question beside it.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer, Board
from striate.cards import tree
from striate.cards.tree import Card
from striate.referee.judge import judge
from striate.search import (
    circuit,
    decoding,
    running,
    searching,
)
from striate.search.decoding import Shelved, attached_as_placed
from striate.search.goals import AnyObject, CardNamed, Demand, Goal, Leveler
from striate.search.poolclasses import classes
from striate.search.questions import MANY, Question, Result
from striate.search.running import Run
from striate.search.searching import _best_known, _Stages, search, silent
from tests.findcards import CARDS, SHELF, creature, other
from tests.spoiled import NO, NONE, YES, spoiled
from tests.test_find_soundness import claim

POOL, SIZE = 9, 3
KING = creature("Sole King", "2/2", type_line="Legendary Creature — Elf")
LEASH = other(
    "Long Leash", "Enchantment — Aura", "Enchant creature\nYou control enchanted creature."
)
WHOLE = 1_000_000


def board(
    rng: random.Random, cards: list[Card], sizes: tuple[int, ...]
) -> tuple[dict[str, str], Answer] | None:
    """A board that lasts, as the names of its objects' cards and what these become."""
    steps: list[dict[str, Any]] = []
    for number in range(rng.choice(sizes)):
        card = rng.choice(cards)
        step = {"enter": card.name, "as": f"x{number}"}
        if rng.random() < 0.3:
            step["controller"] = "opponent"
        if {"Aura", "Equipment"} & set(card.faces[0].subtypes):
            if not number:
                return None
            step["attached_to"] = f"x{rng.randrange(number)}"
        steps.append(step)
    try:
        read = board_from_document({"steps": steps}, SHELF)
        answer = judge(read)
    except (BoardError, NotPlayable):
        return None
    if answer.gone or not attached_as_placed(read, answer):
        return None
    return {step["as"]: step["enter"] for step in steps}, answer


def question(seed: int) -> Question | None:
    """The question of that seed; None if what was drawn is no board."""
    rng = random.Random(seed)
    cards = rng.sample(CARDS, POOL)
    drawn = board(rng, cards, (2, 3, 3, 3))
    if drawn is None:
        return None
    names, answer = drawn
    demands = []
    for seen in rng.sample(answer.objects, rng.choice((1, 1, 1, 2))):
        claims = tuple(claim(rng, seen) for _ in range(rng.choice((2, 3, 4))))
        card = SHELF.card(names[seen.handle])
        assert card is not None
        if rng.random() < 0.25:
            demands.append(Demand(AnyObject(tree.HasType("Creature")), claims))
        elif card.layout == "leveler":
            demands.append(Demand(Leveler(), claims))
        else:
            demands.append(Demand(CardNamed(card.name), claims))
    return Question(Goal(tuple(demands)), tuple(cards), size=SIZE)


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few the cards, those that can take part are chosen."""
    monkeypatch.setattr(searching, "ALL_AT_ONCE", 0)


def told(result: Result) -> tuple[str, int]:
    return result.status, result.size if result.status == "found" else 0


def boards_played(monkeypatch: pytest.MonkeyPatch) -> list[Board]:
    """The boards that the search plays from now on."""
    played: list[Board] = []

    def heard(board: Board, free: Sequence[str] = ()) -> bool:
        played.append(board)
        return decoding.is_stable(board, free)

    monkeypatch.setattr(running, "is_stable", heard)
    return played


def whole(asked: Question, monkeypatch: pytest.MonkeyPatch) -> Result:
    """The answer of the search that chooses no cards."""
    with monkeypatch.context() as patch:
        patch.setattr(searching, "ALL_AT_ONCE", WHOLE)
        return search(asked)


def some_questions(first: int, number: int) -> Iterator[Question]:
    seed = first
    while number:
        asked = question(seed)
        seed += 1
        if asked is not None:
            number -= 1
            yield asked


@pytest.mark.parametrize("first", range(10_000, 10_400, 50))
def test_what_is_chosen_loses_no_board(
    first: int, chosen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for asked in some_questions(first, 10):
        found = search(asked)
        if found.status != "unknown":
            assert told(found) == told(whole(asked, monkeypatch)), asked.goal


def larger_question(seed: int) -> Question | None:
    """About one object of a board of four, of which much is asked."""
    rng = random.Random(seed)
    cards = rng.sample(CARDS, POOL - 2)
    drawn = board(rng, cards, (4,))
    if drawn is None:
        return None
    names, answer = drawn
    seen = rng.choice(answer.objects)
    claims = tuple(claim(rng, seen) for _ in range(rng.choice((4, 6, 8))))
    return Question(Goal((Demand(CardNamed(names[seen.handle]), claims),)), tuple(cards), size=4)


def test_what_four_permanents_have_to_make_between_them_loses_no_board(
    chosen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of a kind that each make a half of a size are no one that makes it whole (1152)."""
    decided = 0
    for seed in (1152, *range(20_000, 20_120)):
        asked = larger_question(seed)
        found = search(asked) if asked is not None else None
        if asked is not None and found is not None and found.status != "unknown":
            decided += found.size == 4
            assert told(found) == told(whole(asked, monkeypatch)), asked.goal
    assert decided > 20


# The arguments of `tests.spoiled`, each with the seed of a question that notices.
NOTICED = [
    ("partners", 72),
    ("pairs", 72),
    ("singles", 12),
    ("asked_lacking", 1),
    ("beside_any", 15),
    ("taking_part", 72),
    ("adding_up", 744),
    # A Merfolk would have to be a creature and kindred.
    ("implied", 28),
    ("influencing_asked", 326),
    ("asked_counts", 15),
    ("making_it_act", 28),
    ("made_by_itself", 15),
    ("selves", 28),
    ("gives", 2158),
    ("effects_need", 326),
    ("alone", 12),
    ("fitting", 72),
    ("acting_on_itself", 2765),
    ("_takes_text", 32),
    ("could_turn", 32),
    ("_takes", 1671),
    ("_gives_keyword", 326),
    ("_gives", 10_004),
    ("able", 10_004),
    ("writing", 11_059),
    ("making", 10_664),
    ("influencing", 11_059),
    ("asked_needs", 11_059),
    ("lacking_together", 10_039),
    ("is_on_others", 10_119),
    ("_is_on_its_host", 10_119),
    ("is_of_others", 10_186),
    ("_is_made", 10_141),
]


@pytest.mark.parametrize(("name", "seed"), NOTICED, ids=[each[0] for each in NOTICED])
def test_a_spoiled_argument_loses_a_board(
    name: str, seed: int, chosen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = question(seed)
    assert asked is not None
    right = told(search(asked))
    assert right == told(whole(asked, monkeypatch)) and right[0] == "found"
    with spoiled(name):
        assert told(search(asked)) != right


#: Counts enchantments for both halves, so that what its toughness is more than its power is fixed.
HERMIT = creature("Hermit", "*/1+*", "Hermit's power is equal to the number of enchantments on the "
                  "battlefield and its toughness is equal to that number plus 1.")  # fmt: skip
SIGN = other("Sign", "Enchantment", "All creatures get +3/+1.")
MOSS = other("Moss", "Enchantment", "All creatures get +2/+2.")


@pytest.mark.parametrize(("name", "power", "toughness", "cards"), [
    ("_lean", 4, 3, (SIGN, MOSS)),
    ("idle", 1, 2, (other("Chime", "Enchantment", "{T}: Draw a card."),)),
])  # fmt: skip
def test_a_spoiled_difference_of_sizes_loses_a_board(
    name: str, power: int, toughness: int, cards: tuple[Card, ...], chosen: None
) -> None:
    claims = (
        tree.StatIs("power", "=", tree.Num(power)),
        tree.StatIs("toughness", "=", tree.Num(toughness)),
    )
    asked = Question(Goal((Demand(CardNamed("Hermit"), claims),)), (HERMIT, *cards))
    assert told(search(asked)) == ("found", 2)
    with spoiled(name):
        assert told(search(asked)) != ("found", 2)


def test_what_lets_two_legends_stay_is_looked_at_first() -> None:
    """704.5j: among the few classes that are looked at before all are."""
    gallery = other(
        "Gallery", "Enchantment", 'The "legend rule" doesn\'t apply to permanents you control.'
    )
    acting = [other(f"{n}", "Enchantment", f"All creatures get +{n}/+{n}.") for n in range(1, 9)]
    large = tree.StatIs("power", ">", tree.Num(3))
    question = Question(
        Goal((Demand(CardNamed(KING.name), (large,), 2),)), (KING, *acting, gallery)
    )
    few = _best_known(classes(question), 3, question.goal, frozenset({KING.name}))
    assert "Gallery" in {option.card.name for kind in few.members for option in kind}


def test_what_does_nothing_is_looked_at_early() -> None:
    """ "No permanent has power 4 or more" is so of it alone."""
    changes = [f"{kind}s get +{n}/+{n}." for kind in ("Goblin", "Bear") for n in range(11, 19)]
    acting = [other(f"Banner {n}", "Enchantment", each) for n, each in enumerate(changes)]
    cub = creature("Plain Cub", "2/2")
    small = Demand(AnyObject(tree.AllOf(())), (tree.StatIs("power", ">", tree.Num(3)),), 0)
    few = _best_known(
        classes(Question(Goal((small,)), (*acting, cub))), 12, Goal((small,)), frozenset()
    )
    assert len(few.kinds) == 12
    assert "Plain Cub" in {option.card.name for kind in few.members for option in kind}


def test_two_legends_of_one_name_are_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """704.5j: by the circuit and by the replay, each by itself."""
    cub = creature("Plain Cub", "2/2")
    decree = other("Royal Decree", "Enchantment", "All creatures are legendary.")
    yours = tree.ControlledBy("you")
    kings = Question(Goal((Demand(CardNamed("Sole King"), (yours,), 2),)), (KING, cub), size=2)
    made = (yours, tree.HasSupertype("Legendary"))
    cubs = Question(Goal((Demand(CardNamed("Plain Cub"), made, 2),)), (cub, decree), size=3)
    assert [told(search(each)) for each in (kings, cubs)] == [("none", 0), ("none", 0)]
    with monkeypatch.context() as alone:
        alone.setattr(circuit, "unlike_legends", NONE)
        assert [told(search(each)) for each in (kings, cubs)] == [("none", 0), ("none", 0)]
    monkeypatch.setattr(decoding, "one_must_go", NO)
    assert [told(search(each)) for each in (kings, cubs)] == [("none", 0), ("none", 0)]
    monkeypatch.setattr(circuit, "unlike_legends", NONE)
    assert [told(search(each)) for each in (kings, cubs)] == [("found", 2), ("found", 3)]


def test_what_changes_controllers_keeps_two_legends_apart() -> None:
    """704.5j: the rule asks who controls them in the end, not as they enter."""
    mine = Demand(CardNamed("Sole King"), (tree.OwnedBy("you"),), 2)
    asked = Question(Goal((mine,)), (KING, LEASH), size=3)
    assert told(search(asked)) == ("found", 3)
    both = Demand(CardNamed("Sole King"), (tree.OwnedBy("you"), tree.ControlledBy("you")), 2)
    together = replace(asked, goal=Goal((both,)))
    assert told(search(together)) == ("none", 0)


def test_legends_that_met_before_something_parts_them_are_no_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """704.3, 704.5j: one goes as the second one enters."""
    steps = [
        {"enter": "Sole King"},
        {"enter": "Sole King"},
        {"enter": "Long Leash", "controller": "opponent", "attached_to": "Sole King #2"},
    ]
    shelf = Shelved({card.name: card for card in (KING, LEASH)})
    apart = [board_from_document({"steps": order}, shelf) for order in (
        steps, [steps[0], {**steps[2], "attached_to": "Sole King"}, steps[1]]
    )]  # fmt: skip
    assert [*map(decoding.is_stable, apart)] == [False, True]
    monkeypatch.setattr(decoding, "_had_to_go", NO)
    assert decoding.is_stable(apart[0])


def test_boards_are_not_played_on_which_what_enters_dies_before_its_counters_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """704.3, 704.5f: a 0/0 is gone before counters can be put on it, so many of so many kinds."""
    husk = creature("Hollow Husk", "0/0")
    played = boards_played(monkeypatch)
    claims = (tree.HasCounter("charge", ">=", 1), tree.HasCounter("+1/+1", ">=", 1))
    asked = Question(
        Goal((Demand(CardNamed("Hollow Husk"), claims),)),
        (husk,),
        size=1,
        counters=("charge", "+1/+1", "time"),
    )
    assert told(search(asked)) == ("none", 0)
    assert len(played) <= 2


def test_copies_of_one_legend_are_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """704.5j, 707.2: a copy has the name of what it copies, so that such boards aren't played."""
    twin = creature("Twin", "0/0", "You may have ~ enter as a copy of any creature.")
    played = boards_played(monkeypatch)
    yours = (tree.ControlledBy("you"),)
    copied = (*yours, tree.Named("Sole King"))
    demands = (Demand(CardNamed("Sole King"), yours), Demand(CardNamed("Twin"), copied))
    asked = Question(Goal(demands), (KING, twin), size=2, counters=("charge",))
    assert told(search(asked)) == ("none", 0)
    assert not played


def test_equipment_that_came_off_on_the_way_is_not_attached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """704.5n: it becomes unattached, and no step attaches it again."""
    boards = board_from_document(
        {"steps": [{"enter": "Plain Cub"}, {"enter": "Blade"}, {"attach": "Blade",
        "to": "Plain Cub"},
                   {"enter": "No Bears"}]},
        Shelved({card.name: card for card in (
            creature("Plain Cub", "2/2"), other("Blade", "Artifact — Equipment", "Equip {1}"),
            other("No Bears", "Enchantment", "All Bears are artifacts and lose all other card "
                                             "types."),
        )}),
    )  # fmt: skip
    assert not decoding.is_stable(boards)
    monkeypatch.setattr(decoding, "attached_as_placed", YES)
    assert decoding.is_stable(boards)


def test_what_few_cards_can_do_stands_before_the_best_known() -> None:
    """A large pool, in which but one card makes lands: it isn't left to how well it is known."""
    sizes = [f"+{power}/+{more}" for power in range(1, 5) for more in range(1, 5)]
    acting = [other(size, "Enchantment", f"All creatures get {size}.") for size in sizes]
    many = [creature(f"Cub {n}", "2/2") for n in range(MANY)]
    lands = other(
        "Zone", "Enchantment", "All creatures are lands in addition to their other types."
    )
    goal = Goal((Demand(CardNamed("Cub 1"), (tree.HasType("Land"),)),))
    question = Question(goal, (*acting, *many, lands))
    stages = _Stages(Run(question, classes(question), 0.0, silent), [2], 1, {})
    assert stages.scarce == {"Cub 1", "Zone"}
    few = _best_known(classes(question), 2, goal, stages.scarce)
    assert "Zone" in {option.card.name for kind in few.members for option in kind}


def test_beside_what_all_are_the_helpers_of_what_is_asked_for_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """ "No creature has flying" adds nothing to a board on which the cub is a land."""
    lands = other(
        "Zone", "Enchantment", "All creatures are lands in addition to their other types."
    )
    none_flies = Demand(
        AnyObject(tree.AllOf(())), (tree.Not(tree.HasKeyword("flying")),), 0, every=True
    )
    goal = Goal((Demand(CardNamed("Plain Cub"), (tree.HasType("Land"),)), none_flies))
    question = Question(goal, (creature("Plain Cub", "2/2"), lands), size=2)
    monkeypatch.setattr(searching, "ALL_AT_ONCE", 0)
    monkeypatch.setattr(searching, "parts_alone", lambda question: ())
    monkeypatch.setattr(_Stages, "known", ())
    monkeypatch.setattr(_Stages, "at", lambda stages, size: None)
    assert search(question).size == 2
    monkeypatch.setattr(_Stages, "of_some", ())
    assert not search(question).solutions
