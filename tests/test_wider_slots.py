"""What the slots hold besides plain cards: X counters, players enchanted or chosen, modes, Sagas.

What the search finds is what enumeration by the referee finds.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer, Board
from striate.cards import tree
from striate.cards.tree import Card
from striate.queries.goals.words import box
from striate.referee.judge import could_be_attached_so, judge
from striate.search import beyond, entering, options, slots
from striate.search.decoding import attached_as_placed
from striate.search.goals import AnyObject, CardNamed, Claim, Demand, Goal
from striate.search.legendrule import one_must_go
from striate.search.questions import Question
from tests.findcards import Shelf, creature, goes_wrong, least, other, size_found

MOST_X = 2
CARDS: dict[Card, list[dict[str, Any]]] = {
    creature("Cub", "2/2"): [{}],
    creature("Growing One", "0/0", "~ enters with X +1/+1 counters on it.", mana_cost="{X}{G}"): [
        {"x": number} for number in range(MOST_X + 1)
    ],
    other("Evil Wish", "Enchantment — Aura Curse",
          "Enchant player\nCreatures enchanted player controls get -1/-0."): [
        {"attached_to": "you"}, {"attached_to": "opponent"}
    ],
    other("Two Ways", "Enchantment", "As ~ enters, choose Khans or Dragons.\n"
          "• Khans — Creatures you control get +1/+0.\n"
          "• Dragons — Creatures you control have flying."): [
        {"choose": {"mode": "Khans"}}, {"choose": {"mode": "Dragons"}}
    ],
    creature("Rival", "0/1", "As ~ enters, choose a player.\n~'s power is equal to the number of "
             "creatures the chosen player controls."): [
        {"choose": {"player": "you"}}, {"choose": {"player": "opponent"}}
    ],
    other("Guild", "Enchantment — Class", "Creatures you control get +0/+1.\n{1}: Level 2\n"
          "Creatures you control have flying.", layout="class"): [{}, {"class_level": 2}],
    other("War Drum", "Artifact", "Attacking creatures get +1/+0."): [{}],
    other("Old Tale", "Enchantment — Saga", "I — Draw a card.\nII — Draw a card.",
    layout="saga"): [{}],
    creature("Tempted", "1/2", "Unleash"): [{"choose": {"number": 0}}, {"choose": {"number": 1}}],
    creature("Eater", "0/1", "Devour 2"): [
        {"choose": {"number": 2 * number}} for number in range(MOST_X + 1)
    ],
    creature("Sunny One", "0/1", "Sunburst"): [
        {"choose": {"number": number}} for number in range(MOST_X + 1)
    ],
    other("Sunny Prism", "Artifact",
          "Sunburst\nAs long as ~ has two or more charge counters on it, creatures you control "
          "get +1/+0."): [
        {"choose": {"number": number}} for number in range(MOST_X + 1)
    ],
    creature("Kicked One", "1/1", "Kicker {1}\nIf ~ was kicked, it enters with a +1/+1 counter on "
                                  "it."): [
        {"choose": {"kicked": "yes"}}, {"choose": {"kicked": "no"}}
    ],
    creature("Blessed One", "1/1", "As long as you have the city's blessing, ~ gets +1/+1."): [
        {"choose": {"city's blessing": "yes"}}, {"choose": {"city's blessing": "no"}}
    ],
    creature("Crowned One", "1/1", "As long as you are the monarch, ~ gets +1/+1."): [
        {"choose": {"monarch": "yes"}}, {"choose": {"monarch": "no"}}
    ],
    creature("Mourner", "1/1", "~ enters with a +1/+1 counter on it for each opponent who lost "
                               "life "
             "this turn."): [{"choose": {"number": number}} for number in range(2)],
    creature("Sure One", "0/1", "~ enters with two +1/+1 counters on it."): [{}],
    other("Hush", "Enchantment", "Creatures lose all abilities."): [{}],
    other("Great Thief", "Enchantment — Aura",
          "Enchant permanent\nYou control enchanted permanent."): [{}],
}  # fmt: skip
SHELF = Shelf(list(CARDS))
SIZE = 2


def goals() -> list[Goal]:
    boxes: list[Claim] = [box(power, toughness) for power in range(-1, 4) for toughness in (1, 2)]
    named = [CardNamed(name) for name in ("Cub", "Growing One", "Rival")]
    found_pairs: list[Goal] = []
    found: list[tuple[CardNamed, tuple[Claim, ...]]] = [
        (subject, (each,)) for subject in named for each in boxes
    ]
    theirs = tree.ControlledBy("opponent")
    found += [(subject, (box(1, 2), theirs)) for subject in named]
    found += [(subject, (box(1, 1), tree.HasKeyword("flying"))) for subject in named]
    found += [(CardNamed(name), (theirs,)) for name in ("Old Tale", "Evil Wish", "War Drum")]
    any_creature = AnyObject(tree.HasType("Creature"))
    yours = tree.ControlledBy("you")
    found += [(CardNamed("Tempted"), (box(size, size + 1),)) for size in (1, 2)]
    for name in (
        "Kicked One",
        "Blessed One",
        "Crowned One",
        "Mourner",
        "Tempted",
        "Eater",
        "Sunny One",
    ):
        found += [(CardNamed(name), (each,)) for each in boxes]
    found.append((CardNamed("Mourner"), (box(3, 3),)))
    # 614.12: without its counters where it entered with no abilities.
    found += [(CardNamed("Sure One"), (box(power, power + 1),)) for power in range(4)]
    found.append((CardNamed("Sure One"), (box(2, 3), tree.HasNoAbilities())))
    for name in ("Blessed One", "Crowned One"):
        demand = [
            Demand(CardNamed(name), (box(n, n), who)) for n in (1, 2) for who in (yours, theirs)
        ]
        found_pairs += [Goal(pair) for pair in product(demand, demand)]
    return [
        *found_pairs,
        *(Goal((Demand(subject, claims),)) for subject, claims in found),
        *(Goal((Demand(any_creature, (each, theirs)),)) for each in boxes),
        Goal((Demand(CardNamed("Cub"), (box(1, 2),)), Demand(CardNamed("Evil Wish"), ()))),
    ]


def every_document(size: int) -> Iterator[dict[str, Any]]:
    forms = [(card, side, way) for card, ways in CARDS.items()
             for side in ("you", "opponent") for way in ways]  # fmt: skip
    for pieces in product(forms, repeat=size):
        handles: list[str] = []
        steps: list[dict[str, Any]] = []
        levels: list[dict[str, Any]] = []
        for card, side, way in pieces:
            way = dict(way)
            level = way.pop("class_level", 1)
            step = {"enter": card.name, "controller": side, **way}
            if card.name == "Great Thief":
                step["attached_to"] = handles[0] if handles else "nothing"
            number = sum(each["enter"] == card.name for each in steps) + 1
            handles.append(card.name if number == 1 else f"{card.name} #{number}")
            steps.append(step)
            levels += [{"class_level": 2, "on": handles[-1]}] * (level > 1)
        if steps[0]["enter"] != "Great Thief":
            yield {"steps": [*steps, *levels]}


def judged(document: dict[str, Any]) -> tuple[Board, Answer] | None:
    """The board with the referee's answer, if it lasts."""
    try:
        board = board_from_document(document, SHELF)
        answer = judge(board)
    except (NotPlayable, BoardError) as error:
        assert isinstance(error, NotPlayable) or "says something else" in str(error)
        return None
    hosted = not any(each.get("enter") == "Great Thief" for each in document["steps"])
    lasts = not answer.gone and not one_must_go(answer)
    if not hosted:
        lasts = lasts and attached_as_placed(board, answer) and could_be_attached_so(board)
    return (board, answer) if lasts else None


@pytest.fixture(scope="module")
def boards() -> dict[int, list[tuple[Board, Answer]]]:
    return {
        size: [each for document in every_document(size) if (each := judged(document))]
        for size in range(1, SIZE + 1)
    }


@pytest.fixture(scope="module")
def sizes(boards: dict[int, list[tuple[Board, Answer]]]) -> list[tuple[Goal, int]]:
    """Each goal, with how many permanents it takes; 0: no board reaches it."""
    return [(goal, least(goal, boards)) for goal in goals()]


def asked(goal: Goal) -> Question:
    return Question(goal, tuple(CARDS), size=SIZE, most_x=MOST_X)


@pytest.mark.parametrize("chosen", [False, True], ids=["whole", "chosen"])
def test_the_search_finds_what_enumeration_finds(
    sizes: list[tuple[Goal, int]], monkeypatch: pytest.MonkeyPatch, chosen: bool
) -> None:
    if chosen:
        monkeypatch.setattr("striate.search.searching.ALL_AT_ONCE", 0)
    for goal, size in sizes:
        assert size_found(asked(goal), SHELF) == size, goal
    assert {size for _, size in sizes} == {0, 1, 2}


def test_every_card_is_in_the_slots() -> None:
    assert [card.name for card in CARDS if not options.options_of(card, ["Wall"])[0]] == []


@pytest.mark.parametrize(
    ("where", "name", "fault"),
    [
        (options, "times_x", lambda amount: 2),
        (entering, "_with_player", lambda part, choice, value: part),
        (options, "entering_words", lambda option, yours: {}),
        (slots, "facts_agree", lambda algebra, table, earlier, slot: []),
        (options, "most_of", lambda prose: None),
        (slots, "keep_entering", lambda *given: None),
        (slots, "variable", lambda graph, name, least, most: (0, 1)),
    ],
    ids=[
        "an X counts twice",
        "no player is told",
        "no choice is told",
        "facts that don't agree",
        "no greatest number",
        "counters whatever enters before",
        "no X but 0",
    ],
)
def test_a_fault_is_noticed(
    sizes: list[tuple[Goal, int]],
    monkeypatch: pytest.MonkeyPatch,
    where: object,
    name: str,
    fault: object,
) -> None:
    monkeypatch.setattr(where, name, fault)
    if name == "entering_words":
        monkeypatch.setattr("striate.search.decoding.entering_words", fault)
    beyond.left_out.forget()
    assert any(goes_wrong(asked(goal), SHELF, size) for goal, size in sizes)
    beyond.left_out.forget()
