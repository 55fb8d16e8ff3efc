"""What `outcome` leaves out to be quick changes no answer: asked with and without it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from striate.boards.errors import NotPlayable
from striate.boards.timeline import Board
from striate.encodings import (
    applying,
    dependency,
    entering_with,
    game,
    layers,
    locality,
    moments,
    nearby,
    relevance,
    replacing,
    unaffected,
)
from striate.encodings.reading import outcome
from striate.encodings.running import play
from striate.queries.fuzzing.differing import real_cards
from striate.queries.fuzzing.randomboards import random_board
from tests.corpus import corpus
from tests.helpers import board, creature, effect, other

BEAR = creature("Bear", "2/2")
INK = "All enchantments are black."


def boards() -> Iterable[Board]:
    """The corpus, and random boards of trees and of real cards."""
    yield from corpus()
    known = real_cards()
    yield from (random_board(seed) for seed in range(7000, 7150))
    yield from (random_board(seed, known) for seed in range(7000, 7060))


def answer(board: Board) -> object:
    try:
        return outcome(board, facts=False)
    except NotPlayable as error:
        return str(error)


def watched(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> list[bool]:
    """Whether that function found something, at each call from now on."""
    found_something: list[bool] = []
    function = getattr(where, name)

    def watching(*asked: Any) -> Any:
        found = function(*asked)
        found_something.append(found is not None)
        return found

    monkeypatch.setattr(where, name, watching)
    return found_something


def test_effects_that_a_question_does_not_reach_change_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left_out = watched(monkeypatch, game, "reached_by")
    quick = [(board, answer(board)) for board in boards()]
    assert sum(left_out) > 500
    monkeypatch.setattr(game, "reached_by", lambda *asked: None)
    wrong = [board.id for board, found in quick if found != answer(board)]
    assert wrong == []


def test_objects_looked_at_by_themselves_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    used = watched(monkeypatch, game.Game, "by_themselves")
    quick = [(board, answer(board)) for board in boards()]
    assert sum(used) > 100
    monkeypatch.setattr(game.Game, "by_themselves", lambda *asked: None)
    wrong = [board.id for board, found in quick if found != answer(board)]
    assert wrong == []


ALONE = [
    board(
        [BEAR, other("Ward", "Enchantment", "All creatures have protection from enchantments."),
         other("Cloth", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +1/+1.")],
        {"enter": "Bear"}, {"enter": "Ward"}, {"enter": "Cloth", "attached_to": "Bear"},
    ),
    board(
        [creature("Fox", "2/2", "This creature enters with a +1/+1 counter on it."),
         other("Hush", "Enchantment", "All creatures lose all abilities.")],
        {"enter": "Hush"}, {"enter": "Fox"},
    ),
    board(
        [BEAR, other("Ward", "Enchantment", "All artifacts have protection from enchantments."),
         other("Ink", "Enchantment", "All creatures are artifacts in addition to their other types."),
         other("Cloth", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +1/+1.")],
        {"enter": "Bear"}, {"enter": "Ward"}, {"enter": "Ink"},
        {"enter": "Cloth", "attached_to": "Bear"},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("could_mean", lambda *asked: False),
        ("in_force", lambda *asked: iter(())),
        ("is_member", lambda *asked: False),
        ("_reaching", lambda deeds, asked: ([], asked)),
    ],
)
def test_a_reach_that_is_too_short_is_noticed(
    name: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_about = (*ALONE, *boards())
    right = [(each, answer(each)) for each in asked_about]
    monkeypatch.setattr(locality, name, fault)
    assert any(found != answer(each) for each, found in right)


DARK = other("Dark", "Enchantment", "All creatures are black.")
# In each, what may be attached or be a target hangs on an effect that only another one looks at.
CHAINS = [
    board(
        [BEAR, DARK, other("Veil", "Enchantment", "Black creatures have shroud.")],
        {"enter": "Bear"}, {"enter": "Dark"}, {"enter": "Veil"},
        effect("Target creature gets +1/+1.", "Bear"),
    ),
    board(
        [creature("Bear", "2/2", "Protection from black"), other("Ink", "Enchantment", INK),
         other("Cloth", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +1/+1.")],
        {"enter": "Bear"}, {"enter": "Ink"}, {"enter": "Cloth", "attached_to": "Bear"},
    ),
]  # fmt: skip


@pytest.mark.parametrize("lost", ["reads", "writes", "entering", "placing"])
def test_a_range_that_forgets_something_is_noticed(
    lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    range_of = relevance._range_of
    nothing: Any = {lost: frozenset()}

    def forgetful(value: Any) -> Any:
        found = range_of(value)
        return None if found is None else replace(found, **nothing)

    right = [(each, answer(each)) for each in (*corpus(), *CHAINS)]
    monkeypatch.setattr(relevance, "_range_of", forgetful)
    assert any(found != answer(each) for each, found in right)


GATE = other("Gate", "Land", "This land enters tapped.")
HUSH = other("Hush", "Enchantment", "Lands lose all abilities.")
# In each, what enters or is attached hangs on a part of the board.
PARTS = [
    board([HUSH, GATE, BEAR], {"enter": "Bear"}, {"enter": "Hush"}, {"enter": "Gate"}),
    board(
        [HUSH, GATE, other("Mute", "Enchantment", "Other enchantments lose all abilities.")],
        {"enter": "Mute"}, {"enter": "Hush"}, {"enter": "Gate"},
    ),
    board(
        [BEAR, other("Ward", "Enchantment", "All creatures have protection from red."),
         other("Ink", "Enchantment", "All enchantments are red."),
         other("Cloth", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +1/+1.")],
        {"enter": "Bear"}, {"enter": "Ward"}, {"enter": "Ink"},
        {"enter": "Cloth", "attached_to": "Bear"},
    ),
]  # fmt: skip


def test_a_part_of_the_board_tells_what_the_board_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    used = watched(monkeypatch, game, "part_of")
    quick = [(each, answer(each)) for each in (*PARTS, *boards())]
    assert sum(used) > 20
    monkeypatch.setattr(game, "part_of", lambda *asked: None)
    assert [each.id for each, found in quick if found != answer(each)] == []


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("could_mean", lambda *asked: False),
        ("_qualities", lambda effect: ()),
        ("_OF_SOURCE", frozenset()),
    ],
)
def test_a_part_that_is_too_small_is_noticed(
    name: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = [(each, answer(each)) for each in PARTS]
    monkeypatch.setattr(nearby, name, fault)
    assert any(found != answer(each) for each, found in right)


def _asked_of_all(
    moment: Any, filter: Any, zone: str, setting: Any, *, from_source: bool
) -> dict[int, int]:
    return {
        thing.index: lit
        for thing in moment.world.in_zone(zone)
        if moment.among is None or thing.index in moment.among
        if (lit := moment.algebra.and_(
            thing.alive, moments.matches(moment, filter, thing.index, setting)))
    }  # fmt: skip


def _as_it_was(
    moment: Any, filter: Any, zone: str, setting: Any, *, from_source: bool
) -> dict[int, int]:
    first = moment
    while first.origin is not None:
        first = first.origin
    return _asked_of_all(first, filter, zone, setting, from_source=from_source)


def test_trials_and_groups_that_are_left_out_change_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quick = [(each, answer(each)) for each in boards()]
    monkeypatch.setattr(dependency, "_meets", lambda *asked: True)
    monkeypatch.setattr(moments, "_alone", _asked_of_all)
    assert [each.id for each, found in quick if found != answer(each)] == []


@pytest.mark.parametrize(
    ("module", "name", "fault"),
    [(dependency, "_meets", lambda *asked: False), (moments, "_alone", _as_it_was)],
)
def test_a_trial_or_group_that_is_wrongly_left_out_is_noticed(
    module: Any, name: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = [(each, answer(each)) for each in boards()]
    monkeypatch.setattr(module, name, fault)
    assert any(found != answer(each) for each, found in right)


COUNTERS = other(
    "Season", "Enchantment",
    "If one or more +1/+1 counters would be put on a creature you control, twice that many +1/+1 "
    "counters are put on that creature instead.",
)  # fmt: skip
FOX = creature("Fox", "2/2", "This creature enters with a +1/+1 counter on it.")
MUTE = other("Mute", "Enchantment", "Other enchantments lose all abilities.")
# In each, how many counters are put hangs on what says so, or on what it is said of.
REPLACED = [
    board([COUNTERS, FOX], {"enter": "Season"}, {"enter": "Fox"}),
    board([COUNTERS, FOX, MUTE], {"enter": "Season"}, {"enter": "Mute"}, {"enter": "Fox"}),
]


def test_words_on_counters_are_heard_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    used = watched(monkeypatch, replacing, "_as_they_speak")
    quick = [(each, answer(each)) for each in (*REPLACED, *boards())]
    assert any(used)
    monkeypatch.setattr(replacing, "_as_they_speak", lambda *asked: None)
    monkeypatch.setattr(replacing, "is_said", lambda *asked: True)
    assert [each.id for each, found in quick if found != answer(each)] == []


@pytest.mark.parametrize(
    ("name", "fault"),
    [("is_said", lambda *asked: False), ("_OF_SPEAKER", frozenset())],
)
def test_words_on_counters_that_are_missed_are_noticed(
    name: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = [(each, answer(each)) for each in (*REPLACED, *corpus())]
    monkeypatch.setattr(replacing, name, fault)
    assert any(found != answer(each) for each, found in right)


RELIC = other("Relic", "Artifact", "This artifact enters tapped.")
TALENT = other(
    "Talent", "Enchantment — Class",
    "When this Class enters, draw a card.\n{1}: Level 2\n" + COUNTERS["oracle_text"],
)  # fmt: skip
GIFT = other(
    "Gift", "Enchantment", 'Each artifact has "' + COUNTERS["oracle_text"] + '"'
)  # fmt: skip
# In each, what doubles counters is given to what says it, and maybe taken away.
GIVEN = [
    board([TALENT, FOX], {"enter": "Talent"}, {"on": "Talent", "class_level": 2}, {"enter": "Fox"}),
    board([GIFT, RELIC, FOX], {"enter": "Gift"}, {"enter": "Relic"}, {"enter": "Fox"}),
    board(
        [GIFT, RELIC, FOX, MUTE], {"enter": "Gift"}, {"enter": "Relic"}, {"enter": "Mute"},
        {"enter": "Fox"},
    ),
]  # fmt: skip


def test_words_on_counters_that_are_given_are_heard_without_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked_about = (*GIVEN, *boards())
    quick = [(each, answer(each)) for each in asked_about]
    assert [dict(outcome(each, facts=False).objects[-1].counters) for each in GIVEN] == [
        {"+1/+1": 2}, {"+1/+1": 2}, {"+1/+1": 1}
    ]  # fmt: skip
    monkeypatch.setattr(game.Game, "settled_for", lambda each, *asked: each.now())
    assert [each.id for each, found in quick if found != answer(each)] == []


def test_words_on_counters_that_are_given_unheard_are_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = [(each, answer(each)) for each in GIVEN]
    monkeypatch.setattr(replacing, "_OF_COUNTERS", frozenset())
    assert any(found != answer(each) for each, found in right)


SAGE = other(
    "Sage", "Artifact",
    "Planeswalkers you control have the loyalty abilities of ~.",
)  # fmt: skip
OOZE = creature("Ooze", "2/2", "~ has all mana abilities of all other creatures.")


@pytest.mark.parametrize("giver", [SAGE, OOZE])
def test_activated_abilities_of_others_settle_no_board(
    giver: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    settled = []

    def counted(*asked: Any) -> Any:
        settled.append(asked)
        return layers.settle(*asked)

    monkeypatch.setattr(game, "settle", counted)
    outcome(board([giver, RELIC], {"enter": giver["name"]}, {"enter": "Relic"}))
    assert len(settled) == 1  # for the answer


BANNER = other("Banner", "Enchantment", "All creatures get +1/+1.")
SHRINE = other(
    "Shrine", "Enchantment", "Creatures you control get +X/+X, where X is the number of creatures."
)
# What an object is changes by a step that makes no other object of it.
OWN_FACTS = [
    board(
        [BEAR, BANNER, SHRINE], {"enter": "Bear"}, {"enter": "Banner"}, {"enter": "Shrine"},
        effect("Target creature gets -2/-1.", "Bear"), effect("Target creature gets +3/+3.", "Bear"),
    ),
    board(
        [BEAR, GATE, creature("Wolf", "3/3")], {"enter": "Bear"}, {"enter": "Wolf"},
        effect("Target creature becomes a copy of target creature.", "Bear", "Wolf"),
        effect("Target creature gets +1/+1.", "Bear"),
    ),
]  # fmt: skip


def test_values_that_are_kept_and_sums_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = [(each, answer(each)) for each in (*OWN_FACTS, *boards())]
    monkeypatch.setattr(layers, "added_together", lambda moment, picks, layer: ({}, picks))
    monkeypatch.setattr(unaffected, "_facts_of", lambda thing: (object(),))
    assert [each.id for each, found in quick if found != answer(each)] == []


def _all_but_the_last(moment: Any, picks: Any, layer: str) -> Any:
    return applying.added_together(moment, picks[:-1], layer)


@pytest.mark.parametrize(
    ("module", "name", "fault"),
    [
        (layers, "added_together", _all_but_the_last),
        (unaffected, "_facts_of", lambda thing: (thing.index,)),
        (entering_with, "_talks", lambda thing: False),
    ],
)
def test_values_or_sums_that_are_wrong_are_noticed(
    module: Any, name: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = [(each, answer(each)) for each in (*OWN_FACTS, *corpus())]
    monkeypatch.setattr(module, name, fault)
    assert any(found != answer(each) for each, found in right)


FLIPPED = {
    "name": "Student // Master",
    "layout": "flip",
    "card_faces": [creature("Student", "1/1", "Vigilance"), creature("Master", "3/3", "Flying")],
}


def test_what_a_copy_takes_of_a_flip_card_stays_as_it_is_printed() -> None:
    clone = creature("Clone", "0/0", "You may have ~ enter as a copy of any creature.")
    played = play(
        board([FLIPPED, clone], {"enter": "Student"}, {"enter": "Clone", "copying": "Student"})
    )
    half = played.world.things[0].printed[0].bottom
    assert half is not None
    assert [held.key for held in half.abilities] == [("printed", 0)]


def test_a_round_that_changes_no_object_is_a_moment_after_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rounds = []
    apply_picked = layers.Layers._apply_picked

    def watching(each: layers.Layers, *asked: Any) -> None:
        apply_picked(each, *asked)
        rounds.append(each.moment.before is not each.moment)

    monkeypatch.setattr(layers.Layers, "_apply_picked", watching)
    outcome(board([BEAR, other("Horn", "Enchantment", "Goblins get +1/+1.")],
                  {"enter": "Bear"}, {"enter": "Horn"}))  # fmt: skip
    assert rounds
    assert all(rounds)


@pytest.mark.parametrize(
    ("maker", "kind"),
    [
        ("All enchantments are artifacts in addition to their other types.", "artifact"),
        ("All enchantments are creatures in addition to their other types.", "creature"),
    ],
)
def test_protection_from_a_chosen_type_asks_what_gives_that_type(maker: str, kind: str) -> None:
    steps: list[dict[str, Any]] = [
        {"enter": "Ward", "choose": {"card type": kind}},
        {"enter": "Bear"},
        {"enter": "Veil", "attached_to": "Bear"},
    ]
    cards = [
        BEAR,
        other(
            "Ward", "Artifact", "As this artifact enters, choose a card type.\n"
            "Creatures you control have protection from the chosen card type."
        ),
        other("Veil", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +1/+1."),
        other("Maker", "Enchantment", maker),
    ]  # fmt: skip
    assert not isinstance(answer(board(cards, *steps)), str)
    assert "can't be attached" in str(answer(board(cards, {"enter": "Maker"}, *steps)))
