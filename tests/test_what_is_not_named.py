"""What a step leaves out that its text asks for: the answer is not sure, and says how to tell
it."""

from typing import Any

import pytest

from striate.boards.reading import board_from_document
from striate.cards.catalogue.store import Catalogue
from striate.queries.caselines import case_lines, taken_lines, tell_lines
from striate.queries.checking import check
from striate.queries.outcome import Outcome, outcome
from tests.helpers import NoCards

HERALD = {
    "name": "Herald",
    "type_line": "Enchantment",
    "oracle_text": "Whenever a creature you control enters, put a +1/+1 counter on that creature.",
}
MOURNER = {
    "name": "Mourner",
    "type_line": "Enchantment",
    "oracle_text": "Whenever a creature dies, create a 1/1 white Bird creature token. "
    "Put a +1/+1 counter on that token.",
}
CUB = {"name": "Cub", "type_line": "Creature — Bear", "power": 2, "toughness": 2}
WOLF = {"name": "Wolf", "type_line": "Creature — Wolf", "power": 3, "toughness": 3}
SAGA = {
    "name": "Old Tale",
    "type_line": "Enchantment — Saga",
    "oracle_text": "Read ahead (Choose a chapter and start with that many lore counters.)\n"
    "I — You gain 1 life.\nII — You gain 2 life.\nIII — You gain 3 life.",
}


def document(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"cards": [HERALD, MOURNER, CUB, SAGA], "steps": list(steps)}


def ends(*steps: dict[str, Any]) -> Outcome:
    return outcome(board_from_document(document(*steps), NoCards()))


def power(found: Outcome, handle: str) -> int | None:
    return next(each.power for each in found.answer.objects if each.handle == handle)


TWO = ({"enter": "Herald"}, {"enter": "Cub", "as": "one"}, {"enter": "Cub", "as": "two"})
RESOLVES = {"ability": 1, "of": "Herald"}


def test_603_2_the_object_of_an_event_that_no_step_names_is_one_of_those_that_triggered() -> None:
    found = ends({"enter": "Cub", "as": "before"}, *TWO, RESOLVES)
    assert not found.sure
    when = "if the event on which Herald triggered is of two (603.2)"
    assert list(case_lines(found.ways, lambda mark: None)) == [
        f"one: 3/3 (1 +1/+1 counter); 2/2 (nothing else) {when}",
        f"two: 2/2 (nothing else); 3/3 (1 +1/+1 counter) {when}",
    ]
    assert tell_lines(found) == ["targets: [one] in step 5"]


def fighting(words: str, *steps: dict[str, Any], yours: int = 1) -> Outcome:
    return outcome(board_from_document(attack(words, *steps, yours=yours), NoCards()))


def attack(words: str, *steps: dict[str, Any], yours: int = 1) -> dict[str, Any]:
    """What an ability does whose event is of a creature in combat, with one of the opponent's."""
    drum = {"token": {"type_line": "Enchantment", "oracle_text": words}, "as": "drum"}
    cubs = [{"enter": "Cub", "as": f"cub {number}"} for number in range(yours)]
    theirs = {"enter": "Cub", "as": "theirs", "controller": "opponent"}
    return document(drum, *cubs, theirs, *steps, {"ability": 1, "of": "drum"})


ATTACKS = "Whenever a creature you control attacks, that creature gets +1/+0 until end of turn."


def test_603_2_the_only_creature_that_can_have_attacked_need_not_be_named() -> None:
    found = fighting(ATTACKS)
    assert found.sure and (power(found, "cub 0"), power(found, "theirs")) == (3, 2)


def test_what_is_expected_fails_if_one_thing_of_it_is_so_in_no_case() -> None:
    """Some creature has +1/+0: that each has its own power is right of each in some case."""
    assert judged({"cub 0": {"power": 2}, "cub 1": {"power": 2}}) == "unknown"
    assert judged({"cub 0": {"power": 2}, "theirs": {"power": 3}}) == "fail"
    assert judged({"cub 0": {"power": ">= 2"}, "theirs": {"power": 2}}) == "pass"


def judged(expect: dict[str, Any]) -> str:
    return check(
        board_from_document({**attack(ATTACKS, yours=2), "expect": expect}, NoCards())
    ).status


def test_603_2_of_several_that_can_have_attacked_each_is_a_case() -> None:
    found = fighting(ATTACKS, yours=2)
    assert not found.sure and len(found.ways) == 2
    drum = {"ability": 1, "of": "drum", "targets": ["cub 1"]}
    assert not fighting(ATTACKS, drum, yours=2).sure


def test_603_2_one_that_has_left_may_have_attacked() -> None:
    found = fighting(ATTACKS, {"leave": "cub 1"}, yours=2)
    assert not found.sure and len(found.ways) == 2


def test_603_2_what_no_case_changes_is_sure() -> None:
    drum = {"token": {"type_line": "Enchantment", "oracle_text": ATTACKS}, "as": "drum"}
    steps = ({"enter": "Cub", "as": "one"}, {"enter": "Cub", "as": "two"})
    found = ends(drum, *steps, {"ability": 1, "of": "drum"}, {"end_turn": True})
    assert found.sure and (power(found, "one"), power(found, "two")) == (2, 2)


MOVED = (
    {"counters": {"flying": -1}, "on": "cub 0"},
    {"counters": {"flying": 1}, "on": "cub 1"},
)
FLIES = ATTACKS.replace("control attacks", "control with flying attacks")


def test_603_2_what_fits_no_longer_may_have_fitted_as_it_attacked() -> None:
    """What has resolved since may have taken from it what the event asks for."""
    rises = {"effect": "Creatures you control gain flying until end of turn."}
    sinks = {"effect": "Creatures you control lose flying until end of turn."}
    found = fighting(FLIES, rises, sinks, yours=2)
    assert not found.sure and len(found.ways) == 2


def test_603_2_what_fitted_before_a_step_that_is_no_resolution_may_be_meant() -> None:
    wing = {"counters": {"flying": 1}, "on": "cub 0"}
    found = fighting(FLIES, wing, yours=2)
    assert found.sure and (power(found, "cub 0"), power(found, "cub 1")) == (3, 2)
    found = fighting(FLIES, wing, *MOVED, yours=2)
    assert not found.sure and len(found.ways) == 2


def test_603_2_what_fitted_in_the_turn_before_is_not_meant() -> None:
    wing = {"counters": {"flying": 1}, "on": "cub 0"}
    found = fighting(FLIES, wing, *MOVED, {"end_turn": True}, yours=2)
    assert found.sure and (power(found, "cub 0"), power(found, "cub 1")) == (2, 3)


def test_506_2_what_attacks_you_is_the_opponents() -> None:
    words = "Whenever a creature attacks you, that creature gets +1/+0 until end of turn."
    found = fighting(words)
    assert found.sure and (power(found, "cub 0"), power(found, "theirs")) == (2, 3)


@pytest.mark.parametrize(
    ("words", "sure"),
    [
        ("put a +1/+1 counter on it", True),
        ("it gains flying until end of turn. Creatures you control gain haste", True),
        ("put X +1/+1 counters on this creature, where X is that creature's power", False),
        ("it gets +X/+0 until end of turn, where X is its power", True),
        ("you may put a +1/+1 counter on it. If you do, draw a card", False),
        ("create a token that's a copy of it", False),
    ],
)
def test_603_2_what_entered_is_nothing_of_the_board_if_nothing_has_since(
    words: str, sure: bool
) -> None:
    drum = {
        "type_line": "Creature",
        "power": 1,
        "toughness": 1,
        "oracle_text": f"Whenever another creature you control enters, {words}.",
    }
    found = ends({"enter": "Cub"}, {"token": drum, "as": "drum"}, {"ability": 1, "of": "drum"})
    assert found.sure == sure
    assert not sure or (power(found, "Cub"), power(found, "drum")) == (2, 1)
    lines = list(taken_lines(found, lambda mark: None))
    assert lines == ["drum triggered on something that the board shows: no (603.2)"] * sure


def test_509_1a_what_blocks_an_attacker_is_the_other_players() -> None:
    words = (
        "Equip {1}\nWhenever equipped creature becomes blocked by a creature, that creature gets "
        "-1/-0 until end of turn."
    )
    blade = {"token": {"type_line": "Artifact — Equipment", "oracle_text": words}, "as": "blade"}
    cubs = (
        {"enter": "Cub", "as": "mine"},
        {"enter": "Cub", "as": "theirs", "controller": "opponent"},
    )
    found = ends(*cubs, {**blade, "attached_to": "mine"}, {"ability": 2, "of": "blade"})
    assert found.sure and (power(found, "mine"), power(found, "theirs")) == (2, 1)


def test_603_2_the_spell_that_was_cast_is_one_on_the_stack() -> None:
    words = (
        "Whenever you cast a spell, this creature gets +X/+0 until end of turn, where X is that "
        "spell's mana value."
    )
    mage = {
        "token": {"type_line": "Creature", "power": 1, "toughness": 1, "oracle_text": words},
        "as": "mage",
    }
    spell, resolves = {"spell": "Cub", "as": "spell"}, {"ability": 1, "of": "mage"}
    assert not ends(mage, resolves).sure
    found = ends(mage, {**spell, "controller": "opponent", "as": "theirs"}, spell, resolves)
    assert found.sure and power(found, "mage") == 1


def test_603_2_what_is_asked_of_an_object_that_is_not_named_is_open_by_itself() -> None:
    words = (
        "Whenever another creature enters, put a +1/+1 counter on this creature. If that "
        "creature's power is 4 or greater, {}."
    )
    for what, sure in (
        ("draw a card", True),
        ("this creature gains flying until end of turn", False),
    ):
        told = {
            "type_line": "Creature",
            "power": 1,
            "toughness": 1,
            "oracle_text": words.format(what),
        }
        found = ends({"token": told, "as": "chief"}, {"ability": 1, "of": "chief"})
        assert found.sure == sure and power(found, "chief") == 2


def test_603_4_that_it_triggered_shows_what_happened_before() -> None:
    words = (
        "Whenever you cast a spell, if that spell was kicked, put a +1/+1 counter on this creature."
    )
    told = {"type_line": "Creature", "power": 1, "toughness": 1, "oracle_text": words}
    found = ends({"token": told, "as": "it"}, {"ability": 1, "of": "it"})
    assert found.sure and power(found, "it") == 2


def test_603_2_that_it_was_turned_face_up_is_shown() -> None:
    words = (
        "Whenever a permanent you control is turned face up, that permanent gets +2/+2 until end "
        "of turn."
    )
    trail = {"token": {"type_line": "Enchantment", "oracle_text": words}, "as": "trail"}
    cubs = ({"enter": "Cub", "as": "one"}, {"enter": "Cub", "as": "two", "face_down": True})
    found = ends(trail, *cubs, {"turn_face_up": "two"}, {"ability": 1, "of": "trail"})
    assert found.sure and (power(found, "one"), power(found, "two")) == (2, 4)


@pytest.mark.parametrize("named", ["one", "two"])
def test_603_2_the_object_that_is_named_is_the_one(named: str) -> None:
    found = ends(*TWO, {**RESOLVES, "targets": [named]})
    assert found.sure and power(found, named) == 3


def test_603_2_the_object_of_the_only_event_need_not_be_named() -> None:
    before = {"enter": "Cub", "as": "before"}
    found = ends(before, {"enter": "Herald"}, {"enter": "Cub", "as": "one"}, RESOLVES)
    assert found.sure and (power(found, "before"), power(found, "one")) == (2, 3)


def test_603_3_each_event_resolves_once() -> None:
    found = ends(*TWO[:2], RESOLVES, TWO[2], RESOLVES)
    assert found.sure and (power(found, "one"), power(found, "two")) == (3, 3)
    found = ends(*TWO, {**RESOLVES, "targets": ["two"]}, RESOLVES)
    assert found.sure and (power(found, "one"), power(found, "two")) == (3, 3)


@pytest.mark.parametrize(
    "events",
    [
        pytest.param(
            [
                {"effect": "Exile target creature, then return it to the battlefield under its "
                 "owner's control.", "targets": ["one"]},
            ],
            id="it has become another object",
        ),
        pytest.param(
            [{"effect": "Create a 1/1 white Bird creature token."}], id="a token has entered, too"
        ),
        pytest.param([{"enter": "Cub", "as": "two"}, {"together": ["one", "two"]}], id="together"),
    ],
)  # fmt: skip
def test_603_2_an_event_of_several_objects_is_asked_for(events: list[dict[str, Any]]) -> None:
    found = ends(*TWO[:2], *events, RESOLVES)
    assert not found.sure


def test_603_10_the_only_creature_that_died_need_not_be_named() -> None:
    wake = {
        "token": {
            "type_line": "Enchantment",
            "oracle_text": "Whenever a creature dies, return that card to the battlefield under "
            "your control. That creature gets +1/+1 until end of turn.",
        },
        "as": "wake",
    }
    resolves = {"ability": 1, "of": "wake"}
    cubs = ({"enter": "Cub", "as": "one"}, {"enter": "Cub", "as": "two"})
    found = ends(wake, *cubs, {"leave": "one"}, resolves)
    assert found.sure and (power(found, "one"), power(found, "two")) == (3, 2)
    assert not ends(wake, *cubs, {"effect": "Destroy all creatures."}, resolves).sure


def test_122_8_counters_of_the_creature_that_left() -> None:
    keeper = {
        "token": {
            "type_line": "Artifact",
            "oracle_text": "Whenever a creature you control leaves the battlefield, if it had "
            "counters on it, put those counters on this artifact.",
        },
        "as": "keeper",
    }
    marks = {"counters": {"+1/+1": 2}, "on": "one"}
    resolves = {"ability": 1, "of": "keeper"}
    for counted, number in (((marks,), 2), ((), 0)):
        found = ends({"enter": "Cub", "as": "one"}, *counted, keeper, {"leave": "one"}, resolves)
        kept = next(each for each in found.answer.objects if each.handle == "keeper")
        assert found.sure and dict(kept.counters).get("+1/+1", 0) == number


def test_111_1_that_token_is_made_by_the_text_and_not_named() -> None:
    made = {"ability": 1, "of": "Mourner", "creates": ["bird"]}
    found = ends({"enter": "Mourner"}, made)
    assert found.sure and power(found, "bird") == 2


def test_702_155a_the_chapter_that_read_ahead_starts_with_is_asked_for() -> None:
    found = ends({"enter": "Old Tale"})
    assert not found.sure and found.not_modelled[0].line == "the chosen number"
    assert len(found.cases) == 3
    told = ends({"enter": "Old Tale", "choose": {"number": 2}})
    assert told.sure
    assert [each.counters for each in told.answer.objects] == [(("lore", 2),)]


MIRROR = {
    "name": "Mirror",
    "type_line": "Creature — Shapeshifter",
    "power": 1,
    "toughness": 1,
    "oracle_text": "{1}: Exile target creature card from a graveyard.\n"
    "{2}: Mirror becomes a copy of a creature card exiled with it until end of turn.",
}


def copied(*names: str, told: dict[str, Any] | None = None) -> Outcome:
    steps: list[dict[str, Any]] = [{"enter": "Mirror"}]
    for name in names:
        steps.append({"zone": "graveyard", "card": name})
        steps.append({"ability": 1, "of": "Mirror", "targets": [name]})
    steps.append({"ability": 2, "of": "Mirror", **({"choose": told} if told else {})})
    document = {"cards": [MIRROR, CUB, WOLF], "steps": steps}
    return outcome(board_from_document(document, NoCards()))


def test_608_2d_the_only_card_that_can_be_copied_is_the_one() -> None:
    found = copied("Cub")
    assert found.sure and power(found, "Mirror") == 2


def test_608_2d_which_of_two_cards_is_copied_is_asked_for() -> None:
    found = copied("Cub", "Wolf")
    assert not found.sure and {"Cub", "Wolf"} == {
        each.name for case in found.cases for each in case.answer.objects[:1]
    }
    told = copied("Cub", "Wolf", told={"card": "Wolf"})
    assert told.sure and power(told, "Mirror") == 3


@pytest.mark.parametrize(
    ("targets", "open_"), [(("Hill Giant",), True), (("Hill Giant", "Grizzly Bears"), False)]
)
def test_of_two_phrases_that_need_no_target_one_may_be_meant(
    catalogue: Catalogue, targets: tuple[str, ...], open_: bool
) -> None:
    """601.2c: the board tells how many targets each has, or not."""
    text = (
        "Up to one target creature gets +1/+1 until end of turn. "
        "Up to one other target creature gets -1/-1 until end of turn."
    )
    steps: list[dict[str, Any]] = [{"enter": "Grizzly Bears"}, {"enter": "Hill Giant"}]
    steps.append({"effect": text, "targets": list(targets)})
    told = outcome(board_from_document({"steps": steps}, catalogue))
    lines = [each.line for each in told.not_modelled]
    assert bool(lines) == open_ and all("up to" in line for line in lines)
