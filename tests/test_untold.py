"""What a board does not tell: every way that it can be, the cases of an answer, and the verdict."""

from itertools import product
from math import inf
from random import Random
from typing import Any

import pytest
import yaml

from striate.boards.errors import BoardError
from striate.boards.facts import FACT_NAMES, TURN_FACTS, text_of_fact
from striate.boards.reading import board_from_document
from striate.boards.unknownnumber import Range, Term, UnknownNumber
from striate.boards.untold import Decision, Path, TooManyWays, Unknown, could_be, ways
from striate.queries.answers import canonical
from striate.queries.caselines import case_lines, not_understood, tell_lines
from striate.queries.cases import cases_of
from striate.queries.checking import check
from striate.queries.outcome import outcome
from striate.queries.showing import seen_json
from tests.helpers import NoCards, creature, other

GAINER = {
    "name": "Gainer",
    "type_line": "Enchantment",
    "oracle_text": "Creatures you control get +1/+1 as long as you gained life this turn.",
}
LOSER = {
    "name": "Loser",
    "type_line": "Enchantment",
    "oracle_text": "Creatures you control get -1/-1 as long as you've drawn two or more cards "
    "this turn.",
}
CUB = {"name": "Cub", "type_line": "Creature — Bear", "power": 2, "toughness": 2}


def board(*steps: dict[str, Any], expect: dict[str, Any] | None = None) -> Any:
    document = {"cards": [GAINER, LOSER, CUB], "steps": list(steps), "expect": expect or {}}
    return board_from_document(document, NoCards())


def test_every_way_is_read_once_and_only_what_is_asked_is_decided() -> None:
    def read(path: Path) -> tuple[bool, ...]:
        first = path.holds(Unknown("a"))
        return (first, path.holds(Unknown("b"))) if first else (first,)

    assert [end for _, end in ways(read)] == [(False,), (True, False), (True, True)]
    assert could_be(Path(), lambda path: path.holds(Unknown("a")))
    assert not could_be(Path(), lambda path: path.holds(Unknown("a")) and False)


def test_more_ways_than_are_read_name_what_to_tell_first() -> None:
    def read(path: Path) -> list[bool]:
        return [path.holds(Unknown(str(number))) for number in range(7)]

    with pytest.raises(TooManyWays) as error:
        list(ways(read, limit=64))
    assert error.value.asked[0].unknown.what in map(str, range(7))


def test_611_3a_facts_that_cancel_each_other_are_not_sure() -> None:
    steps = ({"enter": "Cub"}, {"enter": "Gainer"}, {"enter": "Loser"})
    found = outcome(board(*steps))
    assert not found.sure and len(found.cases) == 3
    gained, drawn = "you gained life this turn", "you've drawn two or more cards this turn"
    line = f"Cub: 2/2; 3/3 if {gained}, unless {drawn}; 1/1 if {drawn}, unless {gained}"
    assert list(case_lines(found.ways, lambda mark: None)) == [line]
    assert check(board(*steps, expect={"Cub": {"power": 2}})).status == "unknown"
    assert check(board(*steps, expect={"Cub": {"power": "<= 3"}})).status == "pass"
    assert check(board(*steps, expect={"Cub": {"power": 4}})).status == "fail"


def test_102_1_one_sentence_asked_of_two_players_is_two_unknowns() -> None:
    steps = (
        {"enter": "Cub"},
        {"enter": "Cub", "as": "theirs", "controller": "opponent"},
        {"enter": "Gainer"},
        {"enter": "Gainer", "as": "other", "controller": "opponent"},
    )
    assert len(outcome(board(*steps)).cases) == 4
    mixed = {"Cub": {"power": 3}, "theirs": {"power": 2}}
    assert check(board(*steps, expect=mixed)).status == "unknown"


def test_a_condition_leaves_out_what_no_other_end_needs() -> None:
    found = outcome(board({"enter": "Cub"}, {"enter": "Gainer"}, {"enter": "Loser"}))
    whens = [[len(each) for each in case.when] for case in cases_of(found.ways, "Gainer")]
    assert whens == [[0]]


def test_a_fact_that_is_told_is_no_unknown() -> None:
    told = {"enter": "Gainer", "choose": {"life gained": "yes"}}
    found = outcome(board({"enter": "Cub"}, told))
    assert found.sure and len(found.cases) == 1


# --- numbers --------------------------------------------------------------------------------------

HANDY = {
    "name": "Handy",
    "type_line": "Creature — Bear",
    "power": "*",
    "toughness": "*",
    "oracle_text": "Handy's power and toughness are each equal to the number of cards in your "
    "hand.",
}
ELDER = {
    "name": "Elder",
    "type_line": "Creature — Bear",
    "power": 1,
    "toughness": 1,
    "oracle_text": "As long as you have 30 or more life, Elder gets +5/+5.",
}
TURNER = {
    "name": "Turner",
    "type_line": "Creature — Bear",
    "power": 1,
    "toughness": 1,
    "oracle_text": "As long as it's your turn, Turner gets +1/+0.",
}


def own(*steps: dict[str, Any], expect: dict[str, Any] | None = None) -> Any:
    document = {"cards": [HANDY, ELDER, TURNER], "steps": list(steps), "expect": expect or {}}
    return board_from_document(document, NoCards())


def test_402_1_a_hand_that_is_not_told_is_a_number_in_the_answer() -> None:
    found = outcome(own({"enter": "Handy"}))
    lines = list(case_lines(found.ways, lambda mark: None))
    hand = "the number of cards in your hand that the board does not show"
    assert not found.sure and lines == [f"Handy: gone; n/n if {hand} is 1 or more"]
    assert outcome(own({"enter": "Handy"}, {"hand": 3})).sure
    asks = {"effect": "If you have no cards in hand, create a 2/2 green Bear creature token."}
    assert outcome(own(asks, {"hand": 2})).sure
    assert not outcome(own(asks, {"effect": "Draw two cards."}, {"hand": 2})).sure
    assert check(own({"enter": "Handy"}, expect={"Handy": {"power": ">= 0"}})).status == "pass"
    assert check(own({"enter": "Handy"}, expect={"Handy": {"power": 4}})).status == "unknown"
    assert check(own({"enter": "Handy"}, expect={"Handy": {"power": "< 0"}})).status == "fail"


def test_119_1_a_life_total_forks_where_it_is_compared() -> None:
    assert len(outcome(own({"enter": "Elder"})).cases) == 2
    assert check(own({"enter": "Elder"}, expect={"Elder": {"power": 1}})).status == "unknown"
    told = own({"life": 31}, {"enter": "Elder"}, expect={"Elder": {"power": 6}})
    assert check(told).status == "pass"
    asks = {"effect": "If you have 30 or more life, create a 2/2 green Bear creature token."}
    assert outcome(own(asks, {"life": 31})).sure
    assert not outcome(own(asks, {"end_turn": True}, {"life": 31})).sure


def test_702_179f_a_speed_is_one_number_whatever_asks_for_it() -> None:
    texts = {"Gauge": "Gauge gets +X/+0", "Chief": "Other creatures you control get +X/+0"}
    cards = [{**TURNER, "name": name, "oracle_text": f"{text}, where X is your speed."}
             for name, text in texts.items()]  # fmt: skip
    steps = [{"enter": name} for name in (*texts, "Turner")]
    document = {"cards": [*cards, TURNER], "steps": [{"your_turn": True}, *steps]}
    found = outcome(board_from_document(document, NoCards()))
    lines = list(case_lines(found.ways, lambda mark: None))
    assert lines == ["Gauge: 2n+1/1", "Turner: n+2/1"]
    assert tell_lines(found) == ["{speed: 0, player: you}"]


TRADER = {
    "name": "Trader",
    "type_line": "Creature — Elemental",
    "power": 0,
    "toughness": 13,
    "oracle_text": "{T}: Exchange your life total with this creature's toughness.",
}


def test_701_12g_a_life_total_that_is_exchanged_is_a_number_until_told() -> None:
    steps = ({"enter": "Trader"}, {"ability": 1, "of": "Trader"})
    document = {"cards": [TRADER, ELDER], "expect": {}}

    def lines(*steps: dict[str, Any]) -> list[str]:
        board = board_from_document({**document, "steps": list(steps)}, NoCards())
        return list(case_lines(outcome(board).ways, lambda mark: None))

    assert "Trader: 0/n; gone if your life total is 0" in lines(*steps)
    assert not lines({"life": 7}, *steps)
    # 119.5: the total that it becomes is known, whatever it was before.
    assert not any("Elder" in line for line in lines({"enter": "Elder"}, *steps))


def test_102_1_whose_turn_it_is_is_told_or_unknown() -> None:
    assert not outcome(own({"enter": "Turner"})).sure
    assert outcome(own({"your_turn": True}, {"enter": "Turner"})).sure


def test_a_number_keeps_what_its_comparisons_leave() -> None:
    decision = Decision(Unknown("n"), 0, Range(0), Range(0))
    number = UnknownNumber(decision)
    assert number + 1 <= 3 and decision.region == Range(0, 2)
    assert not -number < -1 and decision.region == Range(0, 1)
    assert number == 0 and decision.region == Range(0, 0)


def test_what_can_not_be_followed_leaves_one_value() -> None:
    for use in (lambda n: n // 2, lambda n: [0] * n, str, lambda n: n * n):
        decision = Decision(Unknown("n"), 3, Range(0), Range(0))
        use(UnknownNumber(decision))
        assert decision.region == Range(3, 3)


def test_numbers_that_end_alike_are_one_case() -> None:
    def read(path: Path) -> bool:
        number = path.number(Unknown("n"), 0)
        return number >= 3 or number == 1

    regions = [(path.decisions[Unknown("n")].region, end) for path, end in ways(read, path=OPEN)]
    assert sorted((each.least, each.most, end) for each, end in regions) == [
        (0, 0, False),
        (1, 1, True),
        (2, 2, False),
        (3, None, True),
    ]


OPEN = Path(opens=True)


# --- what is known without being told -------------------------------------------------------------

REVELER = {
    "name": "Reveler",
    "type_line": "Creature — Bear",
    "power": 1,
    "toughness": 1,
    "oracle_text": "As long as two or more nonland permanents entered the battlefield under your "
    "control this turn, Reveler gets +0/+2.",
}
CROWNED = {
    "name": "Crowned",
    "type_line": "Creature — Bear",
    "power": 1,
    "toughness": 1,
    "oracle_text": "As long as you're the monarch, Crowned gets +1/+1.",
}


def shown(*steps: dict[str, Any]) -> Any:
    return board_from_document({"cards": [REVELER, CROWNED, CUB], "steps": list(steps)}, NoCards())


def sizes(board: Any) -> dict[str, tuple[Any, Any]]:
    found = outcome(board)
    assert found.sure
    return {each.handle: (each.power, each.toughness) for each in found.answer.objects}


def test_what_entered_this_turn_is_counted_for_each_player() -> None:
    steps = (
        {"enter": "Reveler", "as": "mine"},
        {"enter": "Cub"},
        {"enter": "Reveler", "as": "theirs", "controller": "opponent"},
    )
    assert sizes(shown(*steps)) == {"mine": (1, 3), "Cub": (2, 2), "theirs": (1, 1)}
    later = sizes(shown(*steps, {"end_turn": True}))
    assert later["mine"] == (1, 1)


def test_725_1_nobody_is_the_monarch_as_a_game_begins_and_that_is_said() -> None:
    assert sizes(shown({"enter": "Crowned"}))["Crowned"] == (1, 1)
    assert sizes(shown({"monarch": "you"}, {"enter": "Crowned"}))["Crowned"] == (2, 2)
    taken = outcome(shown({"enter": "Crowned"})).taken
    assert [(each.what, known.value, known.why) for each, known in taken] == [
        ("monarch", False, "725.1")
    ]


def test_309_7_who_ventured_three_times_may_have_completed_a_dungeon() -> None:
    text = "As long as you've completed a dungeon, ~ gets +1/+1."
    body = {"type_line": "Creature — Elf", "power": 1, "toughness": 1, "oracle_text": text}
    elf, venture = {"token": body}, {"effect": "Venture into the dungeon."}
    assert outcome(board(elf, venture, venture)).sure
    assert not outcome(board(elf, venture, venture, venture)).sure
    theirs = venture | {"controller": "opponent"}
    assert outcome(board(elf, venture, theirs, theirs, theirs)).sure


def test_608_2d_an_ability_that_nobody_chose_is_not_sure() -> None:
    given = "Target creature gains your choice of flying or trample until end of turn."
    steps = ({"enter": "Cub"}, {"effect": given, "targets": ["Cub"]})
    assert not outcome(shown(*steps)).sure
    told = (
        {"enter": "Cub"},
        {"effect": given, "targets": ["Cub"], "choose": {"keyword": "flying"}},
    )
    assert outcome(shown(*told)).sure


# --- 603.4 ----------------------------------------------------------------------------------------

WARDEN = {
    "name": "Warden",
    "type_line": "Creature — Bear",
    "power": 2,
    "toughness": 2,
    "oracle_text": "At the beginning of your end step, if you're the monarch, put a +1/+1 counter "
    "on Warden.",
}
RIDDLER = {
    "name": "Riddler",
    "type_line": "Creature — Bear",
    "power": 2,
    "toughness": 2,
    "oracle_text": "Whenever Riddler attacks, if you have six or more unspent mana, put a +1/+1 "
    "counter on Riddler.",
}


def triggered(*steps: dict[str, Any]) -> Any:
    return board_from_document({"cards": [WARDEN, RIDDLER], "steps": list(steps)}, NoCards())


def test_603_4_a_condition_that_a_step_denies_stops_the_ability() -> None:
    trigger = {"ability": 1, "of": "Warden"}
    steps = ({"monarch": "opponent"}, {"enter": "Warden"}, trigger)
    assert sizes(triggered(*steps)) == {"Warden": (2, 2)}


def test_603_4_that_it_resolved_is_evidence_of_what_nothing_tells() -> None:
    steps = ({"enter": "Warden"}, {"ability": 1, "of": "Warden"})
    assert sizes(triggered(*steps)) == {"Warden": (3, 3)}


def test_603_4_what_was_in_a_turn_that_is_over_was_so_as_it_triggered() -> None:
    text = "At the beginning of each upkeep, if no spells were cast last turn, ~ gets +1/+1 until "
    text += "end of turn."
    document = {"cards": [CUB | {"oracle_text": text}], "steps": [{"enter": "Cub"},
                {"ability": 1, "of": "Cub"}], "expect": {"Cub": {"power": 3}}}  # fmt: skip
    assert check(board_from_document(document, NoCards())).status == "pass"


def test_603_4_a_condition_that_is_not_read_is_open() -> None:
    steps = ({"enter": "Riddler"}, {"ability": 1, "of": "Riddler"})
    found = outcome(triggered(*steps))
    assert not found.sure and {each.answer.objects[0].power for each in found.cases} == {2, 3}


# --- 704.5j ---------------------------------------------------------------------------------------

HOUND = {
    "name": "Hound",
    "type_line": "Legendary Creature — Dog",
    "power": 2,
    "toughness": 2,
    "oracle_text": "",
}
GALLERY = {
    "name": "Gallery",
    "type_line": "Artifact",
    "oracle_text": 'The "legend rule" doesn\'t apply to permanents you control.',
}
TWO = ({"enter": "Hound", "as": "one"}, {"enter": "Hound", "as": "two"})


def legends(*steps: dict[str, Any], expect: dict[str, Any] | None = None) -> Any:
    document = {"cards": [HOUND, GALLERY], "steps": list(steps), "expect": expect or {}}
    return board_from_document(document, NoCards())


def test_704_5j_which_legend_is_kept_is_open_until_a_step_says_it() -> None:
    found = outcome(legends(*TWO))
    assert not found.sure and {each.answer.gone for each in found.cases} == {("one",), ("two",)}
    kept = outcome(legends(*TWO, {"keep": "two"}))
    assert kept.sure and kept.answer.gone == ("one",)
    # That step says nothing of what comes later.
    assert not outcome(legends(*TWO, {"keep": "two"}, {**TWO[0], "as": "three"})).sure
    both = {"one": {"gone": False}, "two": {"gone": False}}
    # Each is so in one case: an expectation fails if it is so in none.
    assert check(legends(*TWO, expect=both)).status == "unknown"


def test_how_to_tell_is_a_step_that_can_be_pasted() -> None:
    names = {"one": "Hound, the First", "two": "no"}
    steps = ({"enter": "Hound", "as": handle} for handle in names.values())
    (line,) = tell_lines(outcome(legends(*steps)))
    assert yaml.safe_load(line)["keep"] in names.values()


def test_704_5j_a_text_may_say_that_it_does_not_apply() -> None:
    assert outcome(legends({"enter": "Gallery"}, *TWO)).answer.gone == ()
    theirs = {"enter": "Gallery", "controller": "opponent"}
    assert not outcome(legends(theirs, *TWO)).sure
    # Each player keeps one, once it applies.
    four = [
        *TWO,
        *({**each, "as": f"their {each['as']}", "controller": "opponent"} for each in TWO),
    ]
    ends = outcome(legends({"enter": "Gallery"}, *four, {"leave": "Gallery"})).cases
    assert sorted(len(each.answer.gone) for each in ends) == [3] * 4


def test_704_5j_legends_of_two_players_stay() -> None:
    second = {"enter": "Hound", "as": "two", "controller": "opponent"}
    assert outcome(legends(TWO[0], second)).answer.gone == ()


# --- an oracle: every assignment played alone -----------------------------------------------------

FACTS = (
    "you gained life this turn",
    "you've lost life this turn",
    "you've drawn two or more cards this turn",
    "you've committed a crime this turn",
    "an opponent lost life this turn",
)
CHANGES = (
    "Creatures you control get +1/+1",
    "Creatures you control get -1/-1",
    "Creatures you control have base power and toughness 1/3",
    "Creatures you control lose all abilities",
    "Creatures you control have flying",
    "Creatures your opponents control get +2/+0",
)


def drawn(seed: int) -> list[dict[str, Any]]:
    """Two to four permanents that pull against each other, for either player."""
    random = Random(seed)
    return [
        {
            "name": f"Puller {place}",
            "type_line": random.choice(("Enchantment", "Artifact")),
            "oracle_text": f"{random.choice(CHANGES)} as long as {random.choice(FACTS)}.",
        }
        for place in range(random.randint(2, 4))
    ]


def pulled(cards: list[dict[str, Any]], sides: list[str], told: dict[int, str]) -> Any:
    steps: list[dict[str, Any]] = [
        {"enter": "Cub"},
        {"enter": "Cub", "as": "theirs", "controller": "opponent"},
    ]
    for place, card in enumerate(cards):
        choose = {"choose": {fact_of(card): told[place]}} if place in told else {}
        steps.append({"enter": card["name"], "controller": sides[place], **choose})
    return board_from_document({"cards": [CUB, *cards], "steps": steps}, NoCards())


def fact_of(card: dict[str, Any]) -> str:
    said = card["oracle_text"].split(" as long as ")[1].rstrip(".")
    return next(name for name in FACT_NAMES if text_of_fact(name) == said)


@pytest.mark.parametrize("seed", range(12))
def test_the_cases_are_what_every_assignment_gives_alone(seed: int) -> None:
    cards, random = drawn(seed), Random(seed + 1000)
    sides = [random.choice(("you", "opponent")) for _ in cards]
    found = outcome(pulled(cards, sides, {}))
    asked = sorted({(fact_of(card), side) for card, side in zip(cards, sides, strict=True)})
    ends = set()
    for values in product(("no", "yes"), repeat=len(asked)):
        told = dict(zip(asked, values, strict=True))
        places = {place: told[fact_of(card), sides[place]] for place, card in enumerate(cards)}
        alone = outcome(pulled(cards, sides, places))
        assert alone.sure
        ends.add(canonical(alone.answer))
    assert {canonical(each.answer) for each in found.cases} == ends
    assert found.sure == (len(ends) == 1)


# --- what is chosen -------------------------------------------------------------------------------

SAGA = {
    "name": "Tale",
    "type_line": "Enchantment — Saga",
    "oracle_text": "Read ahead\nI — Draw a card.\nII — Draw a card.\nIII — Draw a card.",
}
BREWER = {
    "name": "Brewer",
    "type_line": "Creature — Wizard",
    "power": 1,
    "toughness": 1,
    "oracle_text": "{T}: Target creature gains your choice of flying or trample until end of turn."
    "\n{X}: Brewer gets +X/+0 until end of turn.",
}


def choosing(*steps: dict[str, Any]) -> Any:
    document = {"cards": [SAGA, BREWER, CUB], "steps": [{"enter": "Cub"}, *steps]}
    return board_from_document(document, NoCards())


BREW = {"ability": 1, "of": "Brewer", "targets": ["Cub"]}


def test_608_2d_each_ability_that_can_be_chosen_is_a_case() -> None:
    found = outcome(choosing({"enter": "Brewer"}, BREW))
    held = {str(each.answer.objects[0].abilities) for each in found.cases}
    assert not found.sure and len(held) == 2 and not any("@" in each for each in held)
    assert outcome(choosing({"enter": "Brewer"}, BREW | {"choose": {"ability": "Trample"}})).sure


@pytest.mark.parametrize(
    ("text", "ways", "chosen"),
    [
        ("{1}: ~ becomes the color of your choice until end of turn.", 5, {"color": "red"}),
        ("{1}: ~ becomes the creature type of your choice until end of turn.", 1,
         {"creature type": "Elf"}),
        ("{1}: Choose a creature type. Destroy all creatures that aren't of the chosen type.", 1,
         {"creature type": "Illusion"}),
    ],
)  # fmt: skip
def test_608_2d_a_word_that_an_ability_chooses_is_open(
    text: str, ways: int, chosen: dict[str, str]
) -> None:
    mist = {"name": "Mist", "type_line": "Creature — Illusion", "power": 2, "toughness": 2}
    use: dict[str, Any] = {"ability": 1, "of": "Mist"}

    def end(step: dict[str, Any]) -> Any:
        cards = [{**mist, "oracle_text": text}]
        document = {"cards": cards, "steps": [{"enter": "Mist"}, step]}
        return outcome(board_from_document(document, NoCards()))

    assert not end(use).sure and len(end(use).cases) == ways
    assert end(use | {"choose": chosen}).sure


_SMALL, _LARGE = (f"~ gets +{n}/+{n} until end of turn." for n in (1, 3))


@pytest.mark.parametrize(
    ("text", "steps", "sizes"),
    [
        (f"{{1}}: Roll a d20.\n1-9 | {_SMALL}\n10-20 | {_LARGE}", [{}], [3, 5]),
        (f"{{1}}: Roll a d20.\n1-9 | {_SMALL}\n10-20 | {_LARGE}", [{"mode": 2}, {}], [6, 8]),
        (f"{{1}}: Choose one —\n• {_SMALL}\n• {_LARGE}\n• Destroy target artifact.", [{}], [3, 5]),
    ],
)  # fmt: skip
def test_700_2_706_3_which_mode_it_is_is_open_until_it_is_told(
    text: str, steps: list[dict[str, Any]], sizes: list[int]
) -> None:
    mist = {"name": "Mist", "type_line": "Creature", "power": 2, "toughness": 2}
    resolved = [{"ability": 1, "of": "Mist", **step} for step in steps]
    document = {"cards": [{**mist, "oracle_text": text}], "steps": [{"enter": "Mist"}, *resolved]}
    found = outcome(board_from_document(document, NoCards()))
    assert sorted(each.answer.objects[0].power or 0 for each in found.cases) == sizes
    assert tell_lines(found) == [f"mode: 1 in step {len(steps) + 1}"]


def test_706_3_the_row_of_a_die_is_no_choice_that_a_spell_must_tell() -> None:
    text = "Roll a d20.\n1-9 | Tap all creatures.\n10-20 | Untap all creatures."
    dicing = {"name": "Dicing", "type_line": "Sorcery", "oracle_text": text}
    steps = [{"enter": "Cub"}, {"resolve": "Dicing"}]
    document: dict[str, Any] = {"cards": [CUB, dicing], "steps": steps}
    assert len(outcome(board_from_document(document, NoCards())).cases) == 2
    document["steps"][1]["mode"] = 1
    assert outcome(board_from_document(document, NoCards())).sure


def test_603_12_the_target_of_what_hangs_on_a_deed_is_not_left_out() -> None:
    """Where it is named by nobody, an optional deed was not done; another is not known."""
    skitter = {
        "name": "Skitter", "type_line": "Artifact Creature — Insect", "power": 2, "toughness": 2,
        "oracle_text": "~ enters with an oil counter on it.\nAt the beginning of combat on your "
        "turn, you may remove an oil counter from ~. When you do, another target creature you "
        "control gains flying until end of turn.\n{1}: Put a +1/+1 counter on ~. When you do, "
        "another target creature gains flying until end of turn.",
    }  # fmt: skip
    use = {"ability": 1, "of": "Skitter"}

    def end(*steps: dict[str, Any]) -> Any:
        document = {"cards": [skitter, CUB], "steps": [{"enter": "Skitter"}, *steps]}
        return outcome(board_from_document(document, NoCards()))

    def oil(found: Any) -> int:
        return int(dict(found.answer.objects[0].counters).get("oil", 0))

    untold, told = end({"enter": "Cub"}, use), end({"enter": "Cub"}, use | {"targets": ["Cub"]})
    assert untold.sure and told.sure and (oil(untold), oil(told)) == (1, 0)
    must = use | {"ability": 2}
    assert end(must).sure and not end({"enter": "Cub"}, must).sure
    assert end({"enter": "Cub"}, must | {"targets": ["Cub"]}).sure


BONDED = {
    "name": "Bonded",
    "type_line": "Creature — Human",
    "power": 2,
    "toughness": 2,
    "oracle_text": "Soulbond\nAs long as Bonded is paired with another creature, "
    "both creatures have flying.",
}


def test_702_95_whom_it_is_paired_with_is_one_choice() -> None:
    def ways_of(*steps: dict[str, Any]) -> int:
        document = {"cards": [CUB, BONDED], "steps": [*steps, {"enter": "Bonded"}]}
        return len(outcome(board_from_document(document, NoCards())).ways)

    token = {"effect": "Create a 2/2 green Bear creature token."}
    assert ways_of() == 1
    assert ways_of({"enter": "Cub"}) == ways_of(token) == 2
    assert ways_of({"enter": "Cub"}, token, {"enter": "Cub"}) == 4
    later = {"cards": [CUB, BONDED], "steps": [{"enter": "Bonded"}, {"enter": "Cub"}]}
    assert len(outcome(board_from_document(later, NoCards())).cases) == 2


def test_613_7m_each_order_of_timestamps_that_matters_is_a_case() -> None:
    base = "All creatures have base power and toughness {}."
    cards = [
        {"name": name, "type_line": "Enchantment", "oracle_text": base.format(size)}
        for name, size in (("Ones", "1/1"), ("Threes", "3/3"))
    ]
    steps = [{"enter": "Cub"}, {"enter": "Ones"}, {"enter": "Threes"}]

    def entered(*last: dict[str, Any]) -> Any:
        document = {"cards": [CUB, *cards], "steps": [*steps, *last]}
        return outcome(board_from_document(document, NoCards()))

    found = entered({"together": ["Ones", "Threes"]})
    assert {each.answer.objects[0].power for each in found.cases} == {1, 3}
    told = entered({"together": ["Threes", "Ones"], "ordered": True})
    assert told.sure and told.answer.objects[0].power == 1

    back = [{"zone": "graveyard", "card": name, "as": name} for name in ("Ones", "Threes")]
    both = {"effect": "Return all enchantment cards from your graveyard to the battlefield."}
    document = {"cards": [CUB, *cards], "steps": [{"enter": "Cub"}, *back, both]}
    found = outcome(board_from_document(document, NoCards()))
    assert {each.answer.objects[0].power for each in found.cases} == {1, 3}


def test_702_155a_each_chapter_that_it_can_start_with_is_a_case() -> None:
    found = outcome(choosing({"enter": "Tale"}))
    ends = {each.answer.gone or each.answer.objects[1].counters for each in found.cases}
    assert ends == {(("lore", 1),), (("lore", 2),), ("Tale",)}
    assert list(tell_lines(found)) == ["choose: {number: 1} in step 2"]


@pytest.mark.parametrize(
    "step",
    [
        BREW | {"choose": {"keyword": "haste"}},
        BREW | {"x": 2},
        BREW | {"mode": 1},
        {"enter": "Tale", "choose": {"number": 4}},
    ],
)
def test_what_can_not_be_chosen_is_refused(step: dict[str, Any]) -> None:
    with pytest.raises(BoardError, match="expected one of|no X|no modes|from 1 to 3"):
        outcome(choosing({"enter": "Brewer"}, step))


def test_401_5_the_top_card_of_a_library_is_unknown_until_it_is_told() -> None:
    night = {
        "name": "Night",
        "type_line": "Creature — Vampire",
        "power": 3,
        "toughness": 3,
        "oracle_text": "As long as the top card of your library is black, Night gets +2/+1.",
    }
    document = {"cards": [night], "steps": [{"enter": "Night"}]}
    found = outcome(board_from_document(document, NoCards()))
    (line,) = case_lines(found.ways, lambda mark: None)
    assert line == "Night: 3/3; 5/4 if the top card of your library is black"
    assert not found.sure and tell_lines(found)


_COUNTED = "creatures get +X/+0 until end of turn, where X is the number of creature cards in your"


@pytest.mark.parametrize(
    ("words", "is_sure"),
    [
        # 608.2c: what follows sees the cards that were milled, and nobody told which they are.
        (f"Mill two cards, then {_COUNTED} graveyard.", False),
        (f"Discard a card, then {_COUNTED} graveyard.", False),
        ("Mill a card, then return a creature card from your graveyard to the battlefield.", False),
        ("Mill two cards. Creatures get +2/+0 until end of turn.", True),
        (f"{_COUNTED[0].upper()}{_COUNTED[1:]} graveyard. Then mill two cards.", True),
    ],
)
def test_701_17a_which_cards_were_milled_is_unknown_to_what_looks_at_them(
    words: str, is_sure: bool
) -> None:
    steps: list[dict[str, Any]] = [
        {"enter": "Cub"},
        {"zone": "graveyard", "card": "Cub", "as": "other"},
        {"resolve": "Rite"},
    ]
    document = {"cards": [CUB, *_spells(Rite=words)], "steps": steps}
    assert outcome(board_from_document(document, NoCards())).sure == is_sure


_YOURS = "~ gets +1/+0 for each creature card in your graveyard."
_THEIRS = "~ gets +1/+0 for each creature card in your opponents' graveyards."
_ALL = "~ gets +1/+0 for each creature card in all graveyards."
_TAKEN = "Gain control of target creature."
_LIKE = "Target creature becomes a copy of another target creature."
_ASKS = f"{_COUNTED[0].upper()}{_COUNTED[1:]} graveyard."
_MILLED = [{"zone": "graveyard", "card": "Other", "as": "milled"}]
_EXILED = "If there are two or more cards in exile, create a 1/1 red Goblin creature token."
_TOLD = {"zone": "exile", "card": "Other", "as": "exiled"}


@pytest.mark.parametrize(
    ("asks", "words", "later", "is_sure"),
    [
        (_YOURS, "Target opponent mills two cards.", [], True),
        (_YOURS, "Each opponent discards a card.", [], True),
        (_YOURS, "Each player mills two cards.", [], False),
        (_YOURS, "Mill two cards.", [], False),
        (_ALL, "Target opponent mills two cards.", [], False),
        (_THEIRS, "Mill two cards.", [], True),
        (_THEIRS, "Target opponent mills two cards.", [], False),
        (_YOURS, "Target opponent mills two cards.",
         [{"effect": _TAKEN, "targets": ["Page"], "controller": "opponent"}], False),
        ("", "Mill two cards.", [{"effect": _LIKE, "targets": ["Page", "Other"]}], False),
        ("", "Mill two cards.", [], True),
        # 514.1
        (_YOURS, "Scry 1.", [{"hand": 9}, {"end_turn": True}, {"enter": "Other"}], False),
        (_YOURS, "Scry 1.", [{"hand": 7}, {"end_turn": True}, {"enter": "Other"}], True),
        # Later steps tell which cards those are, but they lie there already.
        ("", "Mill a card.", [{"effect": _ASKS}, *_MILLED], False),
        ("", "Surveil 1.", [{"effect": _ASKS}, *_MILLED], False),
        ("", "Mill a card.", [*_MILLED, {"effect": _ASKS}], True),
        ("", "Exile the top card of your library.", [{"effect": _EXILED}, _TOLD], False),
        ("", "Exile the top card of your library.", [_TOLD, {"effect": _EXILED}], True),
    ],
)  # fmt: skip
def test_404_1_cards_that_nobody_told_lie_in_the_graveyard_of_one_player(
    asks: str, words: str, later: list[dict[str, Any]], is_sure: bool
) -> None:
    cards = [creature("Page", "0/9", asks), creature("Other", "0/9", _YOURS)]
    model = [] if asks else [{"enter": "Other", "controller": "opponent"}]
    steps = [*model, {"enter": "Page"}, {"effect": words}, *later]
    document = {"cards": cards, "steps": steps}
    assert outcome(board_from_document(document, NoCards())).sure is is_sure


@pytest.mark.parametrize(
    ("steps", "is_sure"),
    [
        ([{"enter": "Cub"}, {"enter": "Lord"}], False),
        ([{"enter": "Cub"}, {"enter": "Lord", "choose": {"creature": "Cub"}}], True),
        ([{"enter": "Cub", "controller": "opponent"}, {"enter": "Lord"}], True),
    ],
)
def test_607_2d_which_creature_was_chosen_as_another_entered_is_unknown(
    steps: list[dict[str, Any]], is_sure: bool
) -> None:
    """Where there is one to choose; nothing was chosen where there is none."""
    text = (
        "As this creature enters, choose another creature you control.\n"
        "The chosen creature gets +3/+3."
    )
    document = {"cards": [CUB, CUB | {"name": "Lord", "oracle_text": text}], "steps": steps}
    found = outcome(board_from_document(document, NoCards()))
    assert (found.sure and not found.not_modelled) == is_sure


@pytest.mark.parametrize(
    ("name", "choose", "is_sure"),
    [
        ("Copying", {}, False),
        ("Copying", {"creature": "reach"}, True),
        ("Thief", {}, False),
        ("Thief", {"card": "reach"}, True),
    ],
)
def test_607_2d_an_object_that_another_ability_speaks_of_is_unknown_until_it_is_told(
    name: str, choose: dict[str, str], is_sure: bool
) -> None:
    """It was chosen as the permanent entered, or by an ability that is not asked what before."""
    flying, reaching = (
        CUB | {"name": each, "oracle_text": f"{{1}}: ~ gains {each} until end of turn."}
        for each in ("flying", "reach")
    )
    steps: list[dict[str, Any]] = [
        {"enter": each["name"], "controller": "opponent"} for each in (flying, reaching)
    ]
    if name == "Copying":
        text = "Enchant creature\nAs ~ enters, choose a creature.\nEnchanted creature is a copy of "
        asking: dict[str, Any] = {
            "type_line": "Enchantment — Aura",
            "oracle_text": f"{text}the chosen creature.",
        }
        steps += [{"enter": name, "attached_to": "flying", "choose": choose}]
    else:
        text = "{1}: Exile target creature.\n{2}: Choose a creature card exiled with ~.\n~ has all "
        asking = CUB | {"oracle_text": f"{text}activated abilities of the last chosen card."}
        exiling = ({"ability": 1, "of": name, "targets": [step["enter"]]} for step in steps)
        first = {"ability": 2, "of": name, "choose": {"card": "flying"}}
        steps = [*steps, {"enter": name}, *exiling, first, first | {"choose": choose}]
    document = {"cards": [flying, reaching, asking | {"name": name}], "steps": steps}
    assert outcome(board_from_document(document, NoCards())).sure == is_sure


def test_603_2_of_two_tokens_made_at_once_each_may_have_triggered_on_the_other() -> None:
    text = "Whenever another creature you control enters, put a +1/+1 counter on that creature."
    twice = "Create two tokens that are copies of target creature."
    steps = [
        {"enter": "Host"},
        {"resolve": "Twice", "targets": ["Host"], "creates": ["one", "two"]},
        {"ability": 1, "of": "two"},
    ]
    cards = [CUB | {"name": "Host", "oracle_text": text}, *_spells(Twice=twice)]
    assert not outcome(board_from_document({"cards": cards, "steps": steps}, NoCards())).sure


def test_201_5a_what_gave_an_ability_by_a_resolution_is_not_followed() -> None:
    rite = 'Target creature gains "{T}: Put a +1/+1 counter on Rite." until end of turn.'
    steps = [
        {"enter": "Cub"},
        {"resolve": "Rite", "targets": ["Cub"]},
        {"ability": 1, "of": "Cub"},
    ]
    document = {"cards": [CUB, *_spells(Rite=rite)], "steps": steps}
    found = outcome(board_from_document(document, NoCards()))
    unknown = {each.line for each in found.not_modelled}
    assert not found.sure and "the object that gave the ability" in unknown


def test_a_number_of_which_each_value_matters_says_how_to_tell_it() -> None:
    half = {
        "name": "Half",
        "type_line": "Creature — Elemental",
        "power": "*",
        "toughness": "*",
        "oracle_text": (
            "Half's power and toughness are each equal to half your life total, rounded up."
        ),
    }
    document = {"cards": [half], "steps": [{"enter": "Half"}]}
    found = outcome(board_from_document(document, NoCards()))
    assert not found.ways and tell_lines(found) == ["{life: 20, player: you}"]


def test_707_6_a_copy_chooses_for_itself_and_what_is_not_told_is_said() -> None:
    lord = {
        "name": "Lord",
        "type_line": "Creature — Elf",
        "power": 1,
        "toughness": 1,
        "oracle_text": (
            "As Lord enters, choose a creature type.\n"
            "Other creatures you control of the chosen type get +1/+1."
        ),
    }
    enters = {"enter": "Lord", "choose": {"creature type": "Elf"}}
    copied = {"token_copy_of": "Lord", "as": "copy"}
    for steps, sure in (
        ([enters], True),
        ([enters, copied], False),
        ([enters, {**copied, "choose": {"creature type": "Bear"}}], True),
    ):
        document = {"cards": [lord], "steps": steps}
        assert outcome(board_from_document(document, NoCards())).sure == sure


def test_a_number_that_is_not_told_is_less_than_what_has_no_end() -> None:
    path = Path(opens=True)
    number = path.number(Unknown("X"), 2)
    assert number < inf
    assert not number > inf
    assert path.decisions[Unknown("X")].region == Range(0)


def test_611_2b_what_lasts_while_its_source_is_tapped_asks_whether_it_is() -> None:
    """Costs are not carried out, but what was paid with {T} was tapped."""
    text = "{T}: Target creature gets +1/-1 for as long as ~ remains tapped."
    net = {"name": "Net", "type_line": "Artifact", "oracle_text": text}
    use = {"ability": 1, "of": "Net", "targets": ["Cub"]}

    def end(*steps: dict[str, Any]) -> Any:
        first = [{"enter": "Cub"}, {"enter": "Net"}]
        document = {"cards": [net, CUB], "steps": [*first, *steps]}
        return outcome(board_from_document(document, NoCards()))

    assert not end(use).sure
    assert end({"tap": "Net"}, use).sure
    assert end(use, {"leave": "Net"}).sure  # whether it was tapped until then or not
    assert end(use, {"untap": "Net"}).sure


def _spells(**texts: str) -> list[dict[str, Any]]:
    return [{"name": name, "type_line": "Sorcery", "oracle_text": words}
            for name, words in texts.items()]  # fmt: skip


def test_608_2d_which_object_is_chosen_is_open_among_those_that_can_be() -> None:
    cards = [CUB, *_spells(Edict="Target player sacrifices a creature.")]
    theirs = [{"enter": "Cub", "as": handle, "controller": "opponent"} for handle in "abc"]
    edict: dict[str, Any] = {"resolve": "Edict", "targets": ["opponent"]}

    def asked(*steps: dict[str, Any]) -> Any:
        return outcome(board_from_document({"cards": cards, "steps": list(steps)}, NoCards()))

    found = asked(*theirs, edict)
    assert next(iter(case_lines(found.ways, lambda mark: None))) == (
        "a: gone; 2/2 (nothing else) if in step 4 the chosen creature is b or c"
    )
    assert tell_lines(found) == ["choose: {creature: a} in step 4"]
    ends = [asked(*theirs, {**edict, "choose": {"creature": handle}}) for handle in "abc"]
    assert all(end.sure for end in ends)
    assert {canonical(end.answer) for end in ends} == {
        canonical(case.answer) for case in found.cases
    }
    twice = asked(*theirs, edict, edict)
    stays = {each.handle for case in twice.cases for each in case.answer.objects
             if each.zone == "battlefield"}  # fmt: skip
    assert not twice.sure and stays == set("abc")
    assert asked(theirs[0], {"enter": "Cub"}, edict).sure  # 701.21a: only one can be chosen


def test_502_1_whether_it_phases_in_is_open_where_no_step_says_whose_turn_it_is() -> None:
    steps: list[dict[str, Any]] = [
        {"enter": "Cub"},
        {"phase_out": "Cub"},
        {"end_turn": True},
        {"enter": "Cub", "as": "b"},
    ]

    def zones(*first: dict[str, Any]) -> set[str]:
        found = outcome(board(*first, *steps))
        seen = (each for case in found.cases for each in case.answer.objects)
        return {each.zone for each in seen if each.handle == "Cub"}

    assert zones() == {"phased out", "battlefield"}
    assert zones({"your_turn": True}) == {"phased out"}


def test_603_2b_what_is_chosen_as_one_step_begins_is_not_what_is_as_the_next_does() -> None:
    at = "At the beginning of each {}, put a +1/+1 counter on a creature you control."
    twicer = {"name": "Twicer", "type_line": "Enchantment",
              "oracle_text": "\n".join((at.format("end step"), at.format("upkeep")))}  # fmt: skip
    steps = [{"enter": "Cub", "as": "a"}, {"enter": "Cub", "as": "b"}, {"enter": "Twicer"}]
    ended = [*steps, {"end_turn": True}, {"your_turn": True, "player": "opponent"}]
    board = {"cards": [CUB, twicer], "steps": ended}
    found = outcome(board_from_document(board, NoCards()))
    ends = {obj.power for case in found.cases for obj in case.answer.objects if obj.handle == "a"}
    assert ends == {2, 3, 4}
    assert tell_lines(found) == [
        f"{{ability: {number}, of: Twicer, choose: {{creature: a}}}} in its turn"
        for number in (1, 2)
    ]


TAX = {
    "name": "Tax",
    "type_line": "Enchantment",
    "oracle_text": "At the beginning of each player's upkeep, that player sacrifices a creature.\n"
    "Whenever an opponent draws a card, that player sacrifices a creature.",
}


@pytest.mark.parametrize(
    ("number", "more", "dies"),
    [
        (1, {}, None),
        (1, {"your_turn": True}, "mine"),
        (1, {"your_turn": False}, "theirs"),
        (1, {"choose": "you"}, "mine"),
        (1, {"choose": "opponent"}, "theirs"),
        (2, {}, "theirs"),  # 102.2
        (2, {"choose": "opponent"}, "theirs"),
    ],
)
def test_603_2_that_player_is_the_one_of_the_event(
    number: int, more: dict[str, Any], dies: str | None
) -> None:
    steps: list[dict[str, Any]] = [
        {"enter": "Cub", "as": "mine"},
        {"enter": "Cub", "as": "theirs", "controller": "opponent"},
        {"enter": "Tax"},
    ]
    steps += [{"your_turn": more["your_turn"]}] if "your_turn" in more else []
    chosen = {"choose": {"player": more["choose"]}} if "choose" in more else {}
    steps.append({"of": "Tax", "ability": number, **chosen})
    found = outcome(board_from_document({"cards": [CUB, TAX], "steps": steps}, NoCards()))
    went = {each.handle for each in found.answer.objects if each.zone == "graveyard"}
    assert found.sure == (dies is not None)
    assert dies is None or went == {dies}


def test_603_2_another_player_than_that_of_the_event_is_a_mistake() -> None:
    steps = [{"enter": "Tax"}, {"of": "Tax", "ability": 2, "choose": {"player": "you"}}]
    with pytest.raises(BoardError, match=r"is `opponent` \(603\.2\)"):
        outcome(board_from_document({"cards": [TAX], "steps": steps}, NoCards()))


def test_608_2d_which_several_objects_are_chosen_is_open_as_sets() -> None:
    cards = [CUB, *_spells(Rift="Each player sacrifices two creatures.")]
    mine = [{"enter": "Cub", "as": handle} for handle in "abc"]
    theirs = [{"enter": "Cub", "as": "d", "controller": "opponent"}]

    def asked(*steps: dict[str, Any]) -> Any:
        return outcome(board_from_document({"cards": cards, "steps": list(steps)}, NoCards()))

    found = asked(*mine, *theirs, {"resolve": "Rift"})
    assert tell_lines(found) == ["targets: [a, b] in step 5"]
    lines = list(case_lines(found.ways, lambda mark: None))
    assert lines[0] == "a: gone; 2/2 (nothing else) if in step 5 what is chosen is [b, c]"
    assert "d" in found.answer.gone or found.answer.objects[3].zone == "graveyard"  # 101.3
    for told in ("ab", "ac", "bc"):
        end = asked(*mine, *theirs, {"resolve": "Rift", "targets": list(told)})
        went = {each.handle for each in end.answer.objects if each.zone == "graveyard"}
        assert end.sure and went == {*told, "d"}
    half = asked(*mine, {"resolve": "Rift", "targets": ["b"]})
    assert tell_lines(half) == ["targets: [b, a] in step 4"]
    assert asked(*mine[:2], *theirs, {"resolve": "Rift"}).sure
    crowd = [{"enter": "Cub", "as": f"cub {number}"} for number in range(20)]
    assert not asked(*crowd, {"resolve": "Rift"}).sure  # more sets than are read


def test_a_spell_of_which_no_instruction_is_read_is_not_taken_to_do_nothing() -> None:
    plague = {
        "name": "Plague",
        "type_line": "Sorcery",
        "oracle_text": "As an additional cost to cast this spell, sacrifice a creature. "
        "Destroy all creatures that are as old as the sacrificed creature.",
    }
    document = {"cards": [CUB, plague], "steps": [{"enter": "Cub"}, {"resolve": "Plague"}]}
    assert outcome(board_from_document(document, NoCards())).not_modelled


WATCHERS = {
    "counters": "This creature has flying as long as an opponent has three or more poison "
    "counters.",
    "hand": "This creature gets +X/+0, where X is the number of cards in your hand.",
    "life": "This creature has flying as long as you have 30 or more life.",
    "monarch": "This creature has flying as long as you're the monarch.",
    "energy": "This creature gets +X/+0, where X is the amount of {E} you have.",
    "explores": "",
}
# 101.2, 614.1a: what is asked, who says that it goes otherwise, and what would happen; whether the
# words are those of a permanent, an emblem, or of what resolves and lasts.
POISON = "Each opponent gets three poison counters."
HALF = (
    "If you would put one or more counters on a permanent or player, put half that many of each of "
    "those kinds of counters on that permanent or player instead, rounded down."
)
AGAIN = "If a creature you control would explore, instead it explores, then it explores again."
GUARD = "You gain protection from everything until your next turn."
SAID_OF_PLAYERS = (
    ("counters", "enter", "Players can't get counters.", POISON),
    ("counters", "enter", "Your opponents can't get poison counters.", POISON),
    ("counters", "enter", HALF, POISON),
    ("hand", "enter", "Players can't draw cards.", "Draw two cards."),
    ("hand", "enter", "If you would draw a card, draw two cards instead.", "Draw a card."),
    ("hand", "enter", "If you would scry a number of cards, draw that many cards instead.",
     "Scry 2."),
    ("energy", "enter", "If you would get one or more {E}, you get that many plus one {E} instead.",
     "You get {E}{E}."),
    ("explores", "enter", AGAIN, "Each creature you control explores."),
    ("life", "enter", "As long as you control a creature, damage doesn't cause you to lose life.",
     "~ deals 2 damage to you."),
    ("life", "enter", "Your opponents can't gain life.", "You gain 3 life."),
    ("life", "emblem", "Your opponents can't gain life.", "You gain 3 life."),
    ("life", "effect", "Players can't gain life this turn.", "You gain 3 life."),
    ("life", "effect", GUARD, "~ deals 2 damage to you."),
    ("monarch", "effect", "You can't become the monarch this turn.", "You become the monarch."),
)  # fmt: skip


@pytest.mark.parametrize(("asked", "step", "said", "done"), SAID_OF_PLAYERS)
def test_what_players_cant_or_get_instead_is_not_passed_over(
    asked: str, step: str, said: str, done: str
) -> None:
    cards = [
        CUB | {"name": "Watcher", "oracle_text": WATCHERS[asked]},
        CUB | {"name": "Speaker", "oracle_text": said},
        CUB,
    ]
    speaks = {step: "Speaker" if step == "enter" else said}
    known = {"zone": "library", "card": "Cub"}
    told = [{"life": 29}, {"hand": 3}, {"enter": "Watcher"}, known]

    def sure(*steps: dict[str, Any]) -> bool:
        document = {"cards": cards, "steps": [*told, *steps]}
        return outcome(board_from_document(document, NoCards())).sure

    assert sure({"effect": done}) and sure(speaks)
    assert not sure(speaks, {"effect": done})
    if "this turn" in said:
        assert sure(speaks, {"end_turn": True}, {"effect": done})


_LOOK, _ORDER = "Look at the top four cards of your library.", "your library in any order."
_SEIZES = "Gain control of all creatures target opponent controls until end of turn."
_SPARED = "prevent that damage and put a charge counter on ~."
_DUNGEON = "~ gets +1/+0 as long as you've completed a dungeon."
_GRAVES = "~ gets +X/+0, where X is the number of cards in your graveyard."
_RATHER = "rather than pay this spell's mana cost.\nScry 1."
_EXILES = "As Speaker enters, exile any number of creature cards from your graveyard."


@pytest.mark.parametrize(
    ("words", "is_sure"),
    [
        ("Search your library for a card, put that card into your hand, then shuffle.", False),
        (f"{_LOOK} Put one of them into your hand and the rest on the bottom of {_ORDER}", False),
        (f"Draw three cards, then put two cards from your hand on top of {_ORDER}", False),
        ("Exile all cards from your hand face down.", False),
        ("You may put a creature card from your hand onto the battlefield.", False),
        ("Discover 3.", False),
        ("Discard any number of cards.", False),
        ("You and target opponent each draw a card.", False),
        ("Target opponent reveals their hand.", True),
        ("Draw two cards, then discard a card.", True),
    ],
)  # fmt: skip
def test_402_1_a_told_hand_is_told_until_cards_come_or_go_that_nobody_counts(
    words: str, is_sure: bool
) -> None:
    watcher = CUB | {"name": "Watcher", "oracle_text": WATCHERS["hand"]}
    effect = {"effect": words, **({"targets": ["opponent"]} if "arget" in words else {})}
    document = {"cards": [watcher], "steps": [{"hand": 3}, {"enter": "Watcher"}, effect]}
    assert outcome(board_from_document(document, NoCards())).sure == is_sure


@pytest.mark.parametrize(
    ("said", "steps", "watches"),
    [
        ("As Speaker enters, discard your hand.", [], WATCHERS["hand"]),
        ("", [{"effect": "Manifest dread."}], _GRAVES),
        ("", [{"effect": "Whenever a creature you control enters this turn, put a +1/+1 counter on "
               "it."}, {"token_copy_of": "Watcher"}], ""),
        ("", [{"effect": "When target creature dies this turn, create a Treasure token.",
               "targets": ["Speaker"]}, {"leave": "Speaker"}], ""),
        ("", [{"initiative": "you"}, *[{"end_turn": True}] * 3], _DUNGEON),
        ("", [{"end_turn": True}] * 4, "~ has flying as long as you have max speed."),
        ("", [{"zone": "library", "card": "Field", "as": "top"}, {"effect": "Scry 2."},
              {"effect": "Manifest the top card of your library."}], ""),
        ("As Speaker enters, pay any amount of life.", [], WATCHERS["life"]),
        ("Whenever ~ is dealt damage, scry 1.", [{"ability": 1, "of": "Speaker"},
         {"effect": "~ deals 1 damage to target creature.", "of": "Watcher",
          "targets": ["Speaker"]}], ""),
        ("Whenever ~ is dealt damage, scry 1.", [{"ability": 1, "of": "Speaker"},
         {"effect": "Target creature gets -1/-1 until end of turn.", "targets": ["Speaker"]}], ""),
        ("Lifelink\nWhenever ~ deals combat damage to a player, scry 1.",
         [{"life": 30}, {"ability": 1, "of": "Speaker"}], WATCHERS["life"]),
        ("", [{"effect": "Discard a card."}],
         "~ gets +1/+0 as long as the top card of your graveyard is a creature card."),
        ("As Speaker enters, sacrifice any number of untapped Forests.", [], ""),
        (f"If a source would deal damage to you, {_SPARED}", [{"effect": "~ deals 2 damage to you.",
                                                           "of": "Watcher"}], ""),
        ("", [{"effect": "You lose half your life, rounded up."}], WATCHERS["life"]),
        (f"{_EXILES}\n~'s power is equal to the total power of the exiled cards.", [], ""),
        ("", [{"effect": POISON}, {"effect": "Target player loses all poison counters.",
                                   "targets": ["opponent"]}], WATCHERS["counters"]),
        ("", [{"effect": f"{_SEIZES} You can't sacrifice those creatures this turn.",
               "targets": ["opponent"]}, {"effect": "Each player sacrifices two creatures."}], ""),
    ],
)  # fmt: skip
def test_what_happens_uncounted_is_unknown(
    said: str, steps: list[dict[str, Any]], watches: str
) -> None:
    cards = [CUB | {"name": "Watcher", "oracle_text": watches},
             CUB | {"name": "Speaker", "oracle_text": said}, other("Field", "Land")]  # fmt: skip
    told = [{"hand": 3}, {"enter": "Watcher"}, {"enter": "Field", "as": "first"},
            {"enter": "Speaker"}]  # fmt: skip
    document = {"cards": cards, "steps": [*told, *steps]}
    assert not outcome(board_from_document(document, NoCards())).sure


@pytest.mark.parametrize(
    ("cost", "words", "watches"),
    [
        ("{1}{B/P}", "Scry 1.", "life"),
        ("{2}{U}", f"You may pay 4 life {_RATHER}", "life"),
        ("{U}", f"You may exile a card from your hand {_RATHER}", "hand"),
        ("{U}", "Kicker—Discard a card.\nScry 1.", "hand"),
    ],
)  # fmt: skip
def test_118_9_107_4f_what_a_spell_may_have_cost_is_open_until_it_is_told(
    cost: str, words: str, watches: str
) -> None:
    rite = {"name": "Rite", "type_line": "Instant", "oracle_text": words, "mana_cost": cost}
    steps = [{"enter": "Watcher"}, {"hand": 3, "player": "you"}, {"life": 30, "player": "you"}]
    told = {watches: 3, "player": "you"}

    def is_sure(*more: dict[str, Any]) -> bool:
        cards = [CUB | {"name": "Watcher", "oracle_text": WATCHERS[watches]}, rite]
        board = {"cards": cards, "steps": [*steps, *more]}
        return outcome(board_from_document(board, NoCards())).sure

    assert is_sure() and not is_sure({"resolve": "Rite"})
    assert is_sure({"resolve": "Rite"}, told)


@pytest.mark.parametrize(
    "words", ["Take an extra turn after this one.", "You skip your next turn."]
)
def test_500_7_614_10_whose_turn_follows_is_unknown_where_the_order_is_changed(words: str) -> None:
    until = "Until your next turn, target creature gets +1/+1."
    steps: list[dict[str, Any]] = [{"your_turn": True}, {"enter": "Cub"},
        {"effect": until, "targets": ["Cub"]}, {"effect": words}, {"end_turn": True}]  # fmt: skip

    def sure(steps: list[dict[str, Any]]) -> bool:
        document = {"cards": [CUB], "steps": steps}
        return outcome(board_from_document(document, NoCards())).sure

    assert not sure(steps)
    assert sure([*steps, {"your_turn": True}]) and sure([*steps[:3], steps[4]])


def test_701_26_whether_it_was_tapped_or_untapped_is_open_until_a_step_says_it() -> None:
    steps: list[dict[str, Any]] = [
        {"enter": "Cub"}, {"effect": "Tap or untap target creature.", "targets": ["Cub"]},
    ]  # fmt: skip

    def end(*more: dict[str, Any]) -> Any:
        document = {"cards": [CUB], "steps": [*steps, *more]}
        return outcome(board_from_document(document, NoCards()))

    assert tell_lines(end()) == ["{tap: Cub} after step 2"]
    assert end({"tap": "Cub"}).sure and end({"untap": "Cub"}).sure
    both = "Tap or untap target creature, then you may tap or untap another target creature."
    steps[1:] = [{"enter": "Cub", "as": "two"}, {"effect": both, "targets": ["Cub", "two"]}]
    assert len(end().cases) == 4


def test_a_hand_is_told_until_its_player_draws_for_a_turn() -> None:
    maro = CUB | {"name": "Watcher", "oracle_text": WATCHERS["hand"]}
    told = [{"your_turn": True}, {"hand": 3}, {"hand": 8, "player": "opponent"}]
    both = [{"enter": "Watcher"}, {"enter": "Watcher", "as": "theirs", "controller": "opponent"}]

    def ends(*steps: dict[str, Any]) -> Any:
        document = {"cards": [maro, CUB], "steps": [*told, *both, *steps]}
        return outcome(board_from_document(document, NoCards()))

    over = ends({"end_turn": True})
    assert over.sure and [seen.power for seen in over.answer.objects] == [5, 10]
    next_turn = ends({"end_turn": True}, {"enter": "Cub"})
    assert not next_turn.sure and next_turn.answer.objects[0].power == 5


def test_how_a_card_with_disguise_came_to_lie_face_down_is_asked() -> None:
    spy = CUB | {"name": "Spy", "oracle_text": "Disguise {2}{W}"}

    def ends(**told: Any) -> list[bool]:
        step = {"enter": "Spy", "face_down": True, **told}
        found = outcome(board_from_document({"cards": [spy, CUB], "steps": [step]}, NoCards()))
        seen = [each for _, answer in found.ways for each in answer.objects]
        return ["ward" in str(each.abilities) for each in seen]

    assert ends() == [True, False]
    assert ends(choose={"face down by": "disguise"}) == [True]
    assert ends(choose={"face down by": "manifest"}) == [False]


_NIGHT = {
    "name": "Night",
    "type_line": "Creature — Vampire",
    "power": 3,
    "toughness": 3,
    "oracle_text": "As long as the top card of your library is black, Night gets +2/+1.",
}
_DARK = {"name": "Dark", "type_line": "Sorcery", "colors": ["B"], "oracle_text": "You gain 1 life."}


@pytest.mark.parametrize(
    ("words", "is_sure"),
    [
        ("Look at the top card of your library.", True),
        ("Target opponent draws a card.", True),
        ("Draw a card.", False),
        ("Mill two cards.", False),
        ("Scry 1.", False),
        ("Look at the top two cards of your library, then put them back in any order.", False),
        ("Exile the top card of your library.", False),
        ("Discover 3.", False),
        ("Target creature explores.", False),
    ],
)
def test_401_2_a_top_card_is_told_until_something_may_have_moved_it(
    words: str, is_sure: bool
) -> None:
    targets = {"creature": ["Night"], "opponent": ["opponent"]}.get(words.split()[1], [])
    told_of_it = {"choose": {"number": 0}} if words.endswith("explores.") else {}
    steps: list[dict[str, Any]] = [
        {"zone": "library", "card": "Dark"},
        {"enter": "Night"},
        {"effect": words, "targets": targets, **told_of_it},
    ]
    document = {"cards": [_NIGHT, _DARK], "steps": steps}
    assert outcome(board_from_document(document, NoCards())).sure == is_sure
    told = [*steps, {"zone": "library", "card": "Dark", "as": "new"}]
    expect = {"Night": {"power": 5}}
    whole = {**document, "steps": told, "expect": expect}
    assert check(board_from_document(whole, NoCards())).status == "pass"


def test_504_1_a_top_card_is_told_until_its_player_draws_for_the_turn() -> None:
    steps: list[dict[str, Any]] = [
        {"zone": "library", "card": "Dark"}, {"enter": "Night"}, {"end_turn": True},
    ]  # fmt: skip
    document = {"cards": [_NIGHT, _DARK], "steps": steps}
    assert outcome(board_from_document(document, NoCards())).sure
    drawn = {**document, "steps": [*steps, {"life": 20}]}
    assert not outcome(board_from_document(drawn, NoCards())).sure


@pytest.mark.parametrize(
    ("first", "becomes"), [("day", "it becomes night"), ("night", "it becomes day")]
)
def test_731_2_whether_it_is_still_day_is_asked_as_a_turn_begins(first: str, becomes: str) -> None:
    words = f"As long as it's {first}, Owl gets +0/+3."
    owl = {"name": "Owl", "type_line": "Creature — Bird", "power": 1, "toughness": 1,
           "oracle_text": words}  # fmt: skip
    steps: list[dict[str, Any]] = [{"daytime": first}, {"end_turn": True}, {"enter": "Owl"}]
    found = outcome(board_from_document({"cards": [owl], "steps": steps}, NoCards()))
    (line,) = case_lines(found.ways, lambda mark: None)
    assert line.startswith(f"Owl: 1/4; 1/1 if {becomes} (731.2")
    (tell,) = tell_lines(found)
    other = {"day": "night", "night": "day"}[first]
    assert tell == f"{{daytime: {other}}} in turn 2"
    asks = {"effect": f"If it's {other}, create a 2/2 green Bear creature token."}
    for turn, is_sure in (([{"daytime": other}, asks], True), ([asks, {"daytime": other}], False)):
        document = {"cards": [owl], "steps": [*steps[:2], *turn]}
        assert outcome(board_from_document(document, NoCards())).sure is is_sure


_WURM = CUB | {
    "name": "Wurm",
    "oracle_text": "Wurm gets +1/+0 for each creature card in all graveyards.",
}


@pytest.mark.parametrize(
    "words",
    [
        "Mill two cards.",
        "Mill three cards.",
        "Target creature connives.",
        "Target creature explores.",
        "Discard a card.",
        "Surveil 1.",
        "Search your library for a card, put it into your graveyard, then shuffle.",
        (
            "Look at the top two cards of your library. Put one into your hand and the other into "
            "your graveyard."
        ),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_401_2_what_came_to_a_graveyard_is_told_or_unknown(words: str, first: bool) -> None:
    effect: dict[str, Any] = {"effect": words}
    if words.startswith("Target"):
        effect |= {"targets": ["Bear"], "choose": {"number": 1}}
    enters: list[dict[str, Any]] = [{"enter": "Wurm"}, effect]
    bear = {"token": {"name": "Bear", "type_line": "Creature", "power": 1, "toughness": 1}}
    steps = [bear, *(enters if first else enters[::-1])]
    document = {"cards": [_WURM, CUB], "steps": steps}
    assert not outcome(board_from_document(document, NoCards())).sure
    number = {"two": 2, "three": 3}.get(words.split()[1], 1) if words.startswith("Mill") else 1
    for there in range(1, number + 1):
        told = [{"zone": "graveyard", "card": "Cub", "as": f"cub {n}"} for n in range(there)]
        expect = {"Wurm": {"power": 2 + there}}
        whole = {**document, "steps": [*steps, *told], "expect": expect}
        status = check(board_from_document(whole, NoCards())).status
        assert status == ("pass" if there == number else "unknown")
    emptied = [{"hand": 0}, *steps]
    nothing = outcome(board_from_document({**document, "steps": emptied}, NoCards()))
    assert nothing.sure == words.startswith("Discard")


def test_107_14_energy_is_what_resolutions_gave_and_payments_left() -> None:
    sparks = CUB | {
        "name": "Spark",
        "oracle_text": "When Spark enters, you get {E}{E}{E}.\nWhenever Spark attacks, you may pay "
        "{E}{E}. If you do, Spark gets +1/+1 until end of turn.\nPay {E}{E}: Spark gains flying "
        "until end of turn.\n{1}: Spark gets +X/+0 until end of turn, where X is the amount of {E} "
        "you have.",
    }
    entered, attacked, flies, counts = ({"ability": n, "of": "Spark"} for n in range(1, 5))

    def sure(*steps: dict[str, Any]) -> bool:
        document = {"cards": [sparks], "steps": [{"enter": "Spark"}, *steps]}
        return outcome(board_from_document(document, NoCards())).sure

    assert sure(entered, attacked)
    assert not sure(attacked)
    assert not sure(entered, attacked, attacked)
    assert sure(entered, attacked, entered, attacked)
    assert sure(entered, flies) and not sure(entered, flies, attacked)
    assert sure(entered, flies, counts) and not sure(entered, flies, flies, counts)


@pytest.mark.parametrize(
    "words",
    [
        "Each player's maximum hand size is reduced by two.",
        "Your maximum hand size is two.",
        "Players have no maximum hand size.",
    ],
)
def test_402_2_where_something_limits_hands_none_is_told_after_a_turn(words: str) -> None:
    drake = CUB | {"name": "Drake", "oracle_text": "Drake gets +1/+0 for each card in your hand."}
    stone = {"token": {"name": "Stone", "type_line": "Artifact", "oracle_text": words}}
    steps: list[dict[str, Any]] = [
        {"hand": 5}, {"your_turn": True}, {"enter": "Drake"}, {"end_turn": True},
        {"your_turn": True, "player": "opponent"},
    ]  # fmt: skip
    for first, is_sure in (([], True), ([stone], False)):
        document = {"cards": [drake], "steps": [*first, *steps]}
        assert outcome(board_from_document(document, NoCards())).sure == is_sure


def test_what_is_chosen_as_it_is_turned_up_is_chosen_each_time() -> None:
    """708.11: the form that it chose as it entered is over."""
    text = "As ~ enters or is turned face up, it becomes your choice of 5/1 or 1/5.\nMorph {2}{U}"
    amorph = {"name": "Amorph", "type_line": "Creature", "oracle_text": text}
    steps = [
        {"enter": "Amorph", "choose": {"mode": "5/1"}},
        {"turn_face_down": "Amorph"},
        {"turn_face_up": "Amorph"},
    ]
    document = {"cards": [amorph], "steps": steps, "expect": {"Amorph": {"power": 5}}}
    assert check(board_from_document(document, NoCards())).status == "unknown"


def test_603_2h_what_is_done_once_each_turn_may_not_be_done_again_in_it() -> None:
    text = "Whenever you gain life, you may put a +1/+1 counter on ~. Do this only once each turn."
    steps: list[dict[str, Any]] = [{"enter": "Watcher"}, {"ability": 1, "of": "Watcher"}]

    def sure(*more: dict[str, Any]) -> bool:
        document = {"cards": [CUB | {"name": "Watcher", "oracle_text": text}],
                    "steps": [*steps, *more]}  # fmt: skip
        return outcome(board_from_document(document, NoCards())).sure

    assert sure() and not sure(steps[1])
    assert sure({"end_turn": True}, steps[1])


# What may bring about a fact that was told not to be so; the first of each surely does.
BRING_ABOUT: dict[str, list[list[dict[str, Any]]]] = {
    "creature died": [[{"leave": "Cub"}], [{"counters": {"-1/-1": 2}, "on": "Cub"}]],
    "two creatures died": [[{"leave": "Cub"}, {"leave": "Striker"}]],
    "two cards drawn": [
        [{"effect": "Draw two cards."}],
        [{"effect": "Each player draws a card."}],
        [{"effect": "You and target opponent each draw a card.", "targets": ["opponent"]}],
        [{"token_copy_of": "Instead"}, {"effect": "Draw a card."}],
    ],
    "two nonlands entered": [[{"enter": "Rock"}, {"enter": "Rock", "as": "second"}]],
    "artifact entered": [[{"effect": "Investigate."}], [{"enter": "Rock"}]],
    "land entered": [
        [{"enter": "Field"}],
        [
            {
                "effect": "Search your library for a basic land card, put it onto the "
                "battlefield, then shuffle."
            }
        ],
    ],
    "opponent lost life": [
        [{"effect": "Each opponent loses 1 life."}],
        [{"effect": "~ deals 1 damage to each opponent.", "of": "Cub"}],
        [{"life": 9, "player": "opponent"}, {"life": 8, "player": "opponent"}],
        [{"effect": "Target opponent's life total becomes 5.", "targets": ["opponent"]}],
    ],
    "life gained": [[{"effect": "You gain 1 life."}], [{"life": 9}, {"life": 12}]],
    "life lost": [[{"effect": "You lose 1 life."}], [{"life": 9}, {"life": 8}]],
    "instant or sorcery cast": [[{"spell": "Bolt"}], [{"resolve": "Bolt", "targets": ["Cub"]}]],
    "noncreature spell cast": [[{"spell": "Bolt"}], [{"resolve": "Bolt", "targets": ["Cub"]}]],
    "two spells cast": [
        [{"spell": "Bolt"}, {"spell": "Cub", "as": "second"}],
        [{"spell": "Cub", "as": "second"}],
    ],
    "two noncreature spells cast": [
        [{"spell": "Bolt"}, {"spell": "Rock"}],
        [{"resolve": "Bolt", "targets": ["Cub"]}],
    ],
    "crime committed": [
        [{"spell": "Bolt", "targets": ["theirs"]}],
        [{"resolve": "Bolt", "targets": ["opponent"]}],
        [{"effect": "Tap target creature.", "targets": ["theirs"]}],
    ],
    "surveilled": [[{"effect": "Surveil 1."}]],
    "artifact sacrificed": [
        [{"enter": "Rock"}, {"effect": "Sacrifice an artifact."}],
        [{"enter": "Rock"}, {"leave": "Rock"}],
    ],
    "permanent sacrificed": [
        [{"effect": "Sacrifice a creature.", "choose": {"creature": "Cub"}}],
        [{"leave": "Cub"}],
    ],
    "counters put on a creature": [
        [{"effect": "Put a +1/+1 counter on target creature.", "targets": ["Cub"]}],
        [{"counters": {"+1/+1": 1}, "on": "Cub"}],
    ],
    "three dice rolled": [
        [{"effect": "Roll a d20."}] * 3,
        [{"effect": "Roll a six-sided die."}],
        [{"effect": "Roll three six-sided dice."}],
    ],
    "six unspent mana": [[{"effect": "Add {R}{R}{R}{R}{R}{R}."}]],
    "player attacked": [[{"ability": 1, "of": "Striker"}]],
    "three merfolk attacked": [[{"ability": 1, "of": "Striker"}]],
    "permanent left": [[{"leave": "Cub", "to": "hand"}]],
    "no spell cast": [
        [{"spell": "Cub", "as": "second"}],
        [{"resolve": "Bolt", "targets": ["Cub"]}],
    ],
    "small library": [[{"effect": "Mill five cards."}], [{"effect": "Draw a card."}]],
    "dungeon completed": [[{"effect": "Venture into the dungeon."}] * 3],
    "city's blessing": [[{"enter": "Field", "as": f"field {n}"} for n in range(9)]],
    "opponent is poisoned": [[{"effect": "Each opponent gets a poison counter."}]],
    "opponent has three poison": [[{"effect": "Each opponent gets three poison counters."}]],
    "no damage dealt yet": [
        [{"effect": "~ deals 1 damage to each opponent.", "of": "Watcher"}],
        [
            {
                "effect": "~ deals 1 damage to target creature.",
                "of": "Watcher",
                "targets": ["theirs"],
            }
        ],
    ],
    "another red spell cast": [[{"spell": "Bolt"}], [{"resolve": "Bolt", "targets": ["Cub"]}]],
    "another creature entered": [[{"enter": "Cub", "as": "second"}]],
    "attacked": [[{"ability": 1, "of": "Watcher"}]],
}


@pytest.mark.parametrize("fact", BRING_ABOUT)
def test_what_was_told_not_to_be_so_is_not_sure_once_a_step_may_bring_it_about(fact: str) -> None:
    asks = f"Whenever ~ attacks, scry 1.\n~ gets +1/+0 as long as {text_of_fact(fact)}."
    cards = [
        CUB,
        creature("Watcher", "0/9", asks),
        creature("Striker", "1/1", "Whenever ~ attacks, scry 1."),
        other("Rock", "Artifact"),
        other("Field", "Land"),
        other("Instead", "Artifact", "If you would draw a card, draw two cards instead."),
        other("Bolt", "Instant", "~ deals 1 damage to any target.", mana_cost="{R}"),
    ]
    ends = fact in ("no spell cast", "no damage dealt yet")
    told = {fact: "yes" if ends else "no"}
    of_turn = fact in TURN_FACTS
    first = [
        {"enter": "Striker"},
        {"enter": "Cub"},
        {"enter": "Cub", "as": "theirs", "controller": "opponent"},
        {"enter": "Instead", "controller": "opponent"},
        *([{"end_turn": True}] if of_turn else []),
        {"enter": "Watcher", **({} if of_turn else {"choose": told})},
        *([{"this_turn": told}] if of_turn else []),
    ]
    sure = {False: {"0"}, True: {"1"}}

    def powers(*steps: dict[str, Any]) -> set[str]:
        document = {"cards": cards, "steps": [*first, *steps]}
        found = outcome(board_from_document(document, NoCards()), "referee")
        seen = [next(o for o in a.objects if o.handle == "Watcher") for _, a in found.ways]
        return {str(each.power) for each in seen}

    assert powers() == sure[ends]
    for deeds in BRING_ABOUT[fact]:
        assert powers(*deeds) != sure[ends], deeds


def test_each_fact_of_a_turn_can_be_told_and_brought_about() -> None:
    assert set(BRING_ABOUT) >= set(TURN_FACTS)


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("Whenever ~ attacks, scry 1.", {"ability": 1, "of": "Striker"}),
        ("Whenever ~ deals combat damage to a player, scry 1.", {"ability": 1, "of": "Striker"}),
        ("{1}: Scry 1. Activate only during combat.", {"ability": 1, "of": "Striker"}),
        ("{1}: Scry 1. Activate only if ~ is attacking.", {"ability": 1, "of": "Striker"}),
        ("Renown 1", {"ability": 1, "of": "Striker"}),
        ("", {"effect": "Create a 1/1 white Soldier creature token that's tapped and attacking."}),
        ("", {"effect": "Target unblocked attacking creature becomes blocked."}),
        ("", {"this_turn": {"player attacked": "yes"}}),
    ],
)
def test_506_1_that_nothing_attacks_is_known_until_a_step_is_of_combat(
    said: str, step: dict[str, Any]
) -> None:
    cards = [
        creature("Striker", "1/1", said),
        other("Horn", "Artifact", "Attacking creatures you control get +1/+0."),
    ]
    there: list[dict[str, Any]] = [{"enter": "Horn"}, {"enter": "Striker"}]

    def is_sure(*steps: dict[str, Any]) -> bool:
        document = {"cards": cards, "steps": [*there, *steps]}
        return outcome(board_from_document(document, NoCards())).sure

    assert is_sure()
    assert not is_sure(step)
    assert is_sure(step, {"end_turn": True})  # 511.3


_AT_PAGE: list[dict[str, Any]] = [
    {"enter": "Page"},
    {"ability": 1, "of": "Page", "targets": ["Page"]},
]


@pytest.mark.parametrize(
    ("said", "steps", "wanted"),
    [
        ("Whenever ~ attacks, scry 1.", [], {0, 3}),
        ("Whenever ~ attacks, scry 1.", [{"tap": "Page"}], {0}),
        ("Vigilance\nWhenever ~ attacks, scry 1.", [], {3}),
        ("Whenever ~ attacks, untap ~.", [], {3}),
        ("Whenever ~ attacks, scry 1.", [{"untap": "Page"}], {3}),
        ("Whenever ~ attacks, untap ~.", [{"ability": 1, "of": "Page"}], {3}),
        ("Whenever ~ becomes blocked, scry 1.", [], {0, 3}),
        ("Whenever ~ deals combat damage to a player, scry 1.", [], {0, 3}),
        ("Whenever ~ attacks or blocks, scry 1.", [], {0, 3}),
        ("Whenever ~ enters or attacks, scry 1.", [], {0, 3}),
        ("Whenever ~ blocks, scry 1.", [], {3}),
        ("Whenever you attack, scry 1.", [], {0, 3}),
        ("Whenever a creature you control attacks, it gains flying until end of turn.", [],
         {0, 3}),
        ("{T}: Scry 1.", [], {0, 3}),
        ("{T}: Scry 1.", [{"untap": "Page"}], {3}),
        ("{Q}: Scry 1.", [], {3}),
        ("Tap an untapped Bear you control: Scry 1.", [], {0, 3}),
        ("Tap an untapped Elf you control: Scry 1.", [], {0, 3}),
        ("Tap another untapped creature you control: Scry 1.", [], {3}),
        ("Whenever ~ becomes tapped, scry 1.", [], {0, 3}),
        ("Whenever ~ becomes untapped, scry 1.", [], {3}),
        ("Whenever you tap ~ for mana, scry 1.", [], {0, 3}),
        ("Whenever ~ is dealt combat damage, scry 1.", [], {0, 3}),
        ("{1}: Target attacking creature gets +0/+1 until end of turn.", _AT_PAGE, {0, 3}),
        ("{1}: Target blocking creature gets +0/+1 until end of turn.", _AT_PAGE, {3}),
        ("Vigilance\n{1}: Target attacking creature gets +0/+1 until end of turn.", _AT_PAGE,
         {3}),
        ("{1}: Scry 1.", [{"this_turn": {"player attacked": "yes"}}], {0, 3}),
        ("When ~ enters, if you attacked this turn, scry 1.", [], {0, 3}),
        ("{1}: Scry 1.", [{"resolve": "Call"}], {0, 3}),
    ],
)  # fmt: skip
def test_508_1f_602_2b_what_attacked_or_paid_with_t_is_not_surely_untapped(
    said: str, steps: list[dict[str, Any]], wanted: set[int]
) -> None:
    page = creature("Page", "0/9", f"{said}\nAs long as ~ is untapped, ~ gets +3/+0.")
    call = other("Call", "Sorcery", "Convoke\nScry 1.")
    there: list[dict[str, Any]] = [{"enter": "Page"}, {"ability": 1, "of": "Page"}]
    told = steps if steps is _AT_PAGE else [*there, *steps]
    found = outcome(board_from_document({"cards": [page, call], "steps": told}, NoCards()))
    assert {each.power for _, a in found.ways for each in a.objects} == wanted


@pytest.mark.parametrize(
    ("kind", "said", "steps"),
    [
        ("Creature", "{T}: Scry 1.", []),
        ("Creature", "Whenever ~ attacks, scry 1.", []),
        ("Creature", "Whenever ~ attacks or blocks, scry 1.", []),
        ("Vehicle", "Crew 1", []),
        ("Other", "Battalion — Whenever ~ and at least two other creatures attack, scry 1.", []),
        ("Creature", "Tap two untapped creatures you control: Scry 1.", []),
        ("Creature", "{1}: Scry 1.", [{"resolve": "Call"}]),
        ("Creature", "~ gets +1/+0 as long as it attacked this turn.", None),
        ("Creature", "{1}: Attacking creatures get +1/+0 until end of turn.", []),
    ],
)
def test_110_5_a_status_that_nothing_asks_is_open_where_it_is_shown_and_expected(
    kind: str, said: str, steps: list[dict[str, Any]] | None
) -> None:
    line = "Artifact — Vehicle" if kind == "Vehicle" else "Creature — Bear"
    page = creature("Page", "0/9", said, type_line=line)
    cards = [page, CUB, other("Call", "Sorcery", "Convoke\nScry 1.")]
    enter = {"enter": "Page", **({} if steps is not None else {"choose": {"attacked": "yes"}})}
    there = [{"enter": "Cub"}, enter, *([{"ability": 1, "of": "Page"}] if steps == [] else [])]
    document: dict[str, Any] = {"cards": cards, "steps": [*there, *(steps or [])]}
    shown = "Page" if kind == "Creature" else "Cub"

    def verdict(*more: dict[str, Any], tapped: bool) -> str:
        told = {**document, "steps": [*document["steps"], *more]}
        expect = {"expect": {shown: {"tapped": tapped}}}
        return check(board_from_document({**told, **expect}, NoCards())).status

    found = outcome(board_from_document(document, NoCards()))
    plain = [seen_json(each, lambda mark: None) for _, a in found.ways for each in a.objects]
    assert "open" in [each.get("tapped") for each in plain if each["handle"] == shown]
    assert {verdict(tapped=True), verdict(tapped=False)} == {"unknown"}
    assert verdict({"untap": shown}, tapped=False) == "pass"
    assert verdict({"tap": shown}, tapped=False) == "fail"


_LIFE = "~ gets +3/+0 as long as you have 20 or more life."
_GRAVE = "~ gets +1/+0 for each card in your graveyard."
_TWENTY = {"life": 20}
_CARD = {"zone": "graveyard", "card": "Cub", "as": "card"}
_COSTS = "As an additional cost to cast this spell, "


@pytest.mark.parametrize(
    ("asks", "first", "cost", "later", "wanted"),
    [
        (_LIFE, [_TWENTY], "Pay 2 life", [], None),
        (_LIFE, [_TWENTY], "Pay 2 life", [{"life": 18}], {0}),
        (_LIFE, [_TWENTY], "Pay 2 life", [{"life": 18, "player": "opponent"}], None),
        (_LIFE, [], "Pay 2 life", [], {0, 3}),
        (_LIFE, [_TWENTY], "{2}", [], {3}),
        (_LIFE, [_TWENTY], f"{_COSTS}pay 2 life.", [], None),
        (_LIFE, [_TWENTY], f"{_COSTS}pay X life.", [], None),
        (_LIFE, [_TWENTY], f"{_COSTS}discard a card.", [], {3}),
        (_GRAVE, [], "Discard a card", [], None),
        (_GRAVE, [], "Discard a card", [_CARD], {1}),
        (_GRAVE, [{"hand": 0}], "Discard a card", [], {0}),
        (_GRAVE, [_CARD], "Exile a card from your graveyard", [], None),
        (_GRAVE, [_CARD], "Exile a card from your graveyard", [{"leave": "card", "to": "exile"}],
         {0}),
        (_GRAVE, [_CARD], f"{_COSTS}exile a creature card from your graveyard.", [], None),
        (_GRAVE, [_CARD], "Delve", [], None),
        (_GRAVE, [], "Delve", [], {1}),
        (_GRAVE, [], f"{_COSTS}discard a card.", [], None),
        (_GRAVE, [], "Mill a card", [], None),
        ("~ gets +1/+0 for each card in your hand.", [{"hand": 3}], "Discard a card", [], None),
        ("~ gets +1/+0 for each card in your hand.", [{"hand": 3}], "Reveal a card from your hand",
         [], {3}),
        (_GRAVE, [{"enter": "Cub", "as": "prey"}], "Sacrifice another creature", [], None),
        (_GRAVE, [], "Sacrifice ~", [], {0}),
        (_GRAVE, [], "Sacrifice two creature tokens", [], {0}),
        (_GRAVE, [{"enter": "Cub", "as": "prey"}], "Sacrifice another creature",
         [{"leave": "prey"}], {1}),
        # What goes elsewhere was not sacrificed.
        (_GRAVE, [{"enter": "Cub", "as": "prey"}], "Sacrifice another creature",
         [{"leave": "prey", "to": "hand"}], None),
        (_GRAVE, [{"enter": "Cub", "as": "prey"}, {"enter": "Cub", "controller": "opponent"}],
         "Sacrifice another creature", [{"leave": "Cub"}], None),
        (_GRAVE, [{"enter": "Cub", "as": "prey"}, {"leave": "prey"}], "Sacrifice another creature",
         [], {1}),
        ("~ gets +3/+0 as long as you've lost life this turn.", [], "Pay 2 life", [], {3}),
        ("~ gets +3/+0 as long as you sacrificed a permanent this turn.",
         [{"this_turn": {"permanent sacrificed": "no"}}], "Sacrifice a creature", [], {3}),
        ("~ gets +3/+0 as long as a creature died this turn.",
         [{"this_turn": {"creature died": "no"}}], "Sacrifice a creature", [], {0, 3}),
        ("~ gets +3/+0 as long as a card left your graveyard this turn.", [_CARD],
         "Exile a card from your graveyard", [], {3}),
    ],
)  # fmt: skip
def test_601_2h_602_2b_what_players_pay_is_known_or_open(
    asks: str,
    first: list[dict[str, Any]],
    cost: str,
    later: list[dict[str, Any]],
    wanted: set[int] | None,
) -> None:
    spells = cost.startswith(("As ", "Delve"))
    cards = [
        CUB,
        creature("Page", "0/9", asks if spells else f"{cost}: Scry 1.\n{asks}"),
        other("Call", "Sorcery", f"{cost}\nScry 1." if spells else "Scry 1."),
    ]
    paid = {"resolve": "Call"} if spells else {"ability": 1, "of": "Page"}
    steps = [*first, {"enter": "Page"}, paid, *later]
    found = outcome(board_from_document({"cards": cards, "steps": steps}, NoCards()))
    powers = {each.power for _, a in found.ways for each in a.objects if each.handle == "Page"}
    is_term = any(isinstance(each, Term) for each in powers)
    assert (None if not_understood(found) or is_term else powers) == wanted


@pytest.mark.parametrize("what", ["monarch", "initiative"])
@pytest.mark.parametrize(
    ("said", "later", "taken"),
    [
        ("Whenever ~ deals combat damage to a player, scry 1.", False, True),
        ("Whenever a creature you control deals combat damage to a player, scry 1.", False, True),
        ("Whenever ~ attacks, scry 1.", False, False),
        ("Whenever ~ attacks, scry 1.", True, False),
        ("Whenever ~ deals combat damage to a player, scry 1.", True, False),
    ],
)
def test_725_2_726_2_combat_damage_takes_what_the_damaged_player_has(
    what: str, said: str, later: bool, taken: bool
) -> None:
    has = {"monarch": "you're the monarch", "initiative": "you have the initiative"}[what]
    told = {what: "opponent"}
    steps = [told, {"enter": "Page"}, {"ability": 1, "of": "Page"}, *([told] if later else [])]
    page = creature("Page", "0/9", f"{said}\n~ gets +1/+0 as long as {has}.")
    found = outcome(board_from_document({"cards": [page], "steps": steps}, NoCards()))
    assert found.sure and found.ways[0][1].objects[0].power == int(taken)


@pytest.mark.parametrize("what", ["monarch", "initiative"])
@pytest.mark.parametrize(
    ("said", "holder", "wanted"),
    [
        ("Whenever ~ attacks, scry 1.", "opponent", {0, 1}),
        ("Whenever ~ becomes blocked, scry 1.", "opponent", {0, 1}),
        ("Whenever ~ attacks, scry 1.", "you", {1}),
        ("Whenever ~ blocks, scry 1.", "you", {0, 1}),
        ("Whenever ~ attacks, scry 1.", "", {0}),
        ("{1}: Target attacking creature gets +0/+1 until end of turn.", "opponent", {0, 1}),
        ("{1}: Target blocking creature gets +0/+1 until end of turn.", "opponent", {0}),
    ],
)
def test_725_2_726_2_who_holds_a_designation_is_open_after_a_fight(
    what: str, said: str, holder: str, wanted: set[int]
) -> None:
    has = {"monarch": "you're the monarch", "initiative": "you have the initiative"}[what]
    page = creature("Page", "0/9", f"{said}\n~ gets +1/+0 as long as {has}.")
    targets = {"targets": ["Page"]} if "Target" in said else {}
    steps = [
        *([{what: holder}] if holder else []),
        {"enter": "Page"},
        {"ability": 1, "of": "Page", **targets},
        {"enter": "Cub"},
    ]
    found = outcome(board_from_document({"cards": [page, CUB], "steps": steps}, NoCards()))
    assert {a.objects[0].power for _, a in found.ways} == wanted
    if len(wanted) > 1:
        assert any(each.startswith(f"{{{what}: ") for each in tell_lines(found))


@pytest.mark.parametrize("word", ["Infect", "Toxic 1"])
@pytest.mark.parametrize("event", ["attacks", "deals combat damage to a player"])
def test_120_3b_120_3g_a_fight_may_have_poisoned(word: str, event: str) -> None:
    asks = "~ gets +1/+0 as long as an opponent is poisoned."
    page = creature("Page", "0/9", f"{word}\nWhenever ~ {event}, scry 1.\n{asks}")
    steps = [{"enter": "Page"}, {"ability": 1, "of": "Page"}, {"enter": "Cub"}]
    found = outcome(board_from_document({"cards": [page, CUB], "steps": steps}, NoCards()))
    assert {a.objects[0].power for _, a in found.ways} == {0, 1}


@pytest.mark.parametrize(("said", "status"), [("Each rock is a widget.", "unknown"), ("", "")])
def test_what_is_refused_beside_a_static_line_that_is_not_read_is_unknown(
    said: str, status: str
) -> None:
    cards = [CUB, other("Rock", "Artifact"), other("Odd", "Enchantment", said)]
    there = [{"enter": each} for each in ("Cub", "Rock", "Odd")]
    steps = [*there, {"attach": "Rock", "to": "Cub"}]
    found = board_from_document({"cards": cards, "steps": steps}, NoCards())
    if status:
        assert check(found).status == status
    else:
        with pytest.raises(BoardError, match=r"701\.3b"):
            check(found)


_ENDS = {"end_turn": True}
_THEIR_TURN = {"your_turn": True, "player": "opponent"}
_YOUR_TURN = {"your_turn": True}
_HALE = "~ gets +3/+0 as long as you have 20 or more life."
_SOUND = "~ gets +3/+0 as long as an opponent has 20 or more life."
_VENTURES = {"effect": "Venture into the dungeon."}
_RADIATES = {"effect": "You get two rad counters."}


@pytest.mark.parametrize(
    ("asks", "steps", "is_sure"),
    [
        (_HALE, [{"ability": 1, "of": "Page"}, {"enter": "Cub"}], True),
        (_SOUND, [{"ability": 1, "of": "Page"}, {"enter": "Cub"}], False),
        (_SOUND, [{"ability": 1, "of": "Page"}], True),
        (_SOUND, [{"ability": 1, "of": "Page"}, {"life": 20, "player": "opponent"}], True),
        (_HALE, [_VENTURES], False),
        (_HALE, [{"effect": "You take the initiative."}], False),
        (_HALE, [{"initiative": "you"}, {"enter": "Cub"}], True),
        (_HALE, [{"initiative": "you"}, _ENDS, {"enter": "Cub"}], False),
        (_HALE, [{"initiative": "you"}, _ENDS, _THEIR_TURN], True),
        (_HALE, [_RADIATES, {"enter": "Cub"}], True),
        (_HALE, [_RADIATES, _ENDS, {"enter": "Cub"}], False),
        ("", [_VENTURES, {"enter": "Asker"}], False),
        ("", [_VENTURES, {"life": 20}, {"enter": "Asker"}], True),
        ("", [_VENTURES, {"effect": "Your life total becomes 5."}, {"enter": "Asker"}], True),
        ("", [_VENTURES, {"enter": "Cub"}], True),
    ],
)
def test_119_a_life_total_is_not_told_once_something_may_have_changed_it(
    asks: str, steps: list[dict[str, Any]], is_sure: bool
) -> None:
    page = creature("Page", "0/9", f"Whenever ~ attacks, scry 1.\n{asks}")
    cards = [page, CUB, creature("Asker", "0/9", _HALE)]
    told = [{"life": 20}, {"life": 20, "player": "opponent"}, {"enter": "Page"}, *steps]
    found = outcome(board_from_document({"cards": cards, "steps": told}, NoCards()))
    assert found.sure is is_sure


@pytest.mark.parametrize(
    ("later", "is_sure"),
    [([], True), ([_ENDS], False), ([{"leave": "b", "to": "exile"}, _ENDS], True)],
)
def test_117_4_no_spell_stays_on_the_stack_as_a_turn_ends(
    later: list[dict[str, Any]], is_sure: bool
) -> None:
    found = outcome(board({"spell": "Cub", "as": "b"}, *later))
    assert found.sure is is_sure


_THEIR_WALKER = {"enter": "Walker", "controller": "opponent"}
_MINUS = {"effect": "Creatures get -0/-1 until end of turn."}
_STRUCK = {"effect": "~ deals 1 damage to target creature.", "targets": ["Cub"], "of": "Page"}
_LETHAL = {"effect": "~ deals 2 damage to target creature.", "targets": ["Cub"], "of": "Page"}


@pytest.mark.parametrize(
    ("said", "later", "is_sure"),
    [
        ("Whenever ~ attacks, scry 1.", [_MINUS], False),
        ("Whenever ~ attacks, scry 1.", [_STRUCK], False),
        ("Whenever ~ attacks, scry 1.", [_LETHAL], True),
        ("Whenever ~ attacks, scry 1.", [], True),
        # Another ability of the same attack resolves before the damage.
        ("Whenever ~ attacks, creatures get -0/-1 until end of turn.", [], True),
        ("Whenever ~ attacks, creatures get -0/-1 until end of turn.",
         [{"ability": 1, "of": "Page"}], True),
        ("Whenever ~ attacks, scry 1.", [{"end_turn": True}, _MINUS], True),
        ("Whenever ~ deals combat damage to a player, scry 1.", [_MINUS], False),
        ("Whenever ~ blocks, scry 1.", [_MINUS], False),
        ("Whenever ~ attacks, scry 1.", [{"enter": "Walker"}], True),
        ("Whenever ~ attacks, scry 1.",
         [_THEIR_WALKER, {"ability": 1, "of": "Page"}, {"effect": "Scry 1."}],
         False),
        ("Whenever ~ attacks, scry 1.", [_THEIR_WALKER, {"effect": "Scry 1."}], True),
        ("{1}: Scry 1.", [{"this_turn": {"player attacked": "yes"}}, _MINUS], False),
        ("{1}: Scry 1.", [_MINUS], True),
    ],
)  # fmt: skip
def test_510_2_what_fought_may_have_been_dealt_damage(
    said: str, later: list[dict[str, Any]], is_sure: bool
) -> None:
    cards = [creature("Page", "0/9", said), creature("Cub", "2/3")]
    cards[1]["toughness"] = "2" if _LETHAL in later else "3"
    cards += [other("Walker", "Planeswalker — Bear", "", loyalty="3")]
    there = [{"enter": "Page"}, {"enter": "Cub", "controller": "opponent"}]
    steps = [*there, {"ability": 1, "of": "Page"}, *later]
    found = outcome(board_from_document({"cards": cards, "steps": steps}, NoCards()))
    assert found.sure is is_sure


@pytest.mark.parametrize(
    ("said", "steps", "wanted"),
    [
        ("", [_ENDS, {"enter": "Cub"}], "open"),
        ("", [_ENDS], True),
        ("", [_ENDS, _YOUR_TURN], "open"),
        ("", [_ENDS, _THEIR_TURN], True),
        ("", [_ENDS, _THEIR_TURN, _ENDS, _YOUR_TURN, {"untap_all": "you"}], None),
        ("", [{"counters": {"stun": 1}, "on": "Page"}, _ENDS, _YOUR_TURN], True),
        ("~ doesn't untap during your untap step.", [_ENDS, _YOUR_TURN], True),
    ],
)
def test_502_3_what_was_tapped_may_have_untapped_as_a_turn_began(
    said: str, steps: list[dict[str, Any]], wanted: object
) -> None:
    told = [{"enter": "Page", "tapped": True}, *steps]
    document = {"cards": [creature("Page", "0/9", said), CUB], "steps": told}
    (page, *_), *_ = [a.objects for _, a in outcome(board_from_document(document, NoCards())).ways]
    assert seen_json(page, lambda mark: None).get("tapped") == wanted


@pytest.mark.parametrize(
    "said",
    [
        "You may exert ~ as it attacks. When you do, scry 1.",
        "Exert ~: Scry 1.",
        "{T}, Exert ~: Scry 1.",
    ],
)
def test_701_43a_what_was_exerted_does_not_untap_in_the_next_untap_step(said: str) -> None:
    untap = {"untap_all": "you"}
    page = [{"enter": "Page"}, {"ability": 1, "of": "Page"}, {"tap": "Page"}, _ENDS, untap]
    cards = [creature("Page", "0/9", said)]

    def is_tapped(*more: dict[str, Any]) -> bool:
        document = {"cards": cards, "steps": [*page, *more]}
        found = outcome(board_from_document(document, NoCards()))
        return found.answer.objects[0].tapped is True

    assert is_tapped() and not is_tapped(untap)


_LORE = {"counters": {"lore": 1}, "on": "Saga"}


@pytest.mark.parametrize(
    ("steps", "is_sure"),
    [
        ([_ENDS], True),
        ([_ENDS, _THEIR_TURN], True),
        ([_ENDS, _THEIR_TURN, _ENDS, _YOUR_TURN], False),
        ([_ENDS, _THEIR_TURN, _ENDS, _YOUR_TURN, _LORE], True),
        ([_ENDS, {"enter": "Cub"}], False),
    ],
)
def test_714_3c_a_saga_may_have_another_lore_counter_in_its_controllers_turn(
    steps: list[dict[str, Any]], is_sure: bool
) -> None:
    saga = other("Saga", "Enchantment — Saga", "I, II, III — You gain 1 life.")
    document = {"cards": [saga, CUB], "steps": [{"enter": "Saga"}, *steps]}
    assert outcome(board_from_document(document, NoCards())).sure is is_sure


@pytest.mark.parametrize(
    ("first", "counted"),
    [
        ([], True),
        ([{"monarch": "opponent"}], True),
        ([{"monarch": "you"}], False),
        ([{"monarch": "you"}, _THEIR_TURN], True),
    ],
)
def test_725_2_the_monarch_draws_a_card_as_the_turn_ends(
    first: list[dict[str, Any]], counted: bool
) -> None:
    page = creature("Page", "0/9", "~'s power is equal to the number of cards in your hand.")
    steps = [*first, {"hand": 3}, {"enter": "Page"}, _ENDS]
    after = _YOUR_TURN if _THEIR_TURN in first else _THEIR_TURN
    steps += [] if after is _YOUR_TURN else [after, {"enter": "Cub"}]
    found = outcome(board_from_document({"cards": [page, CUB], "steps": steps}, NoCards()))
    assert found.sure is counted


_TOKEN = "Create a Treasure token."
_PUTS = "put a +1/+1 counter on it."


@pytest.mark.parametrize(
    ("does", "later", "told"),
    [
        (_PUTS, [], False),
        (_PUTS, [{"counters": {"+1/+1": 1}, "on": "Cub"}], True),
        (_PUTS, [{"effect": "Put a +1/+1 counter on target creature.", "targets": ["Cub"]}], True),
        (_PUTS, [{"effect": "Scry 1."}], False),
        (_PUTS, [{"enter": "Rock"}], False),
        (_PUTS, [{"token_copy_of": "Horn"}], False),
        (_PUTS, [{"end_turn": True}, {"counters": {"+1/+1": 1}, "on": "Cub"}], False),
        (_TOKEN.lower(), [{"effect": _TOKEN}], True),
        ("investigate.", [{"effect": "Investigate."}], True),
        ("investigate.", [{"effect": "Scry 1."}], False),
        (_TOKEN.lower(), [{"enter": "Rock"}], False),
        (_TOKEN.lower(), [{"zone": "graveyard", "card": "Rock"}], False),
        (_TOKEN.lower(), [{"enter": "Rock", "token": True}], False),
        (
            _TOKEN.lower(),
            [{"token": {"name": "Treasure", "type_line": "Artifact — Treasure"}}],
            True,
        ),
        (_TOKEN.lower(), [{"counters": {"+1/+1": 1}, "on": "Cub"}], False),
    ],
)
def test_603_7_only_what_a_delayed_ability_does_tells_that_it_did(
    does: str, later: list[dict[str, Any]], told: bool
) -> None:
    cards = [CUB, other("Rock", "Artifact"), other("Horn", "Artifact")]
    effect = f"Whenever a creature you control enters this turn, {does}"
    steps = [{"enter": "Horn"}, {"effect": effect}, {"enter": "Cub"}, *later]
    assert outcome(board_from_document({"cards": cards, "steps": steps}, NoCards())).sure is told
