"""A step that can't happen is a mistake of the board, unless what was not carried out is to
blame."""

import pytest

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_text
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue
from striate.queries.answers import Engine
from striate.queries.checking import check
from striate.queries.outcome import outcome

_UNREAD = """
cards:
  - name: Odd Deed
    type_line: Sorcery
    oracle_text: {text}
steps:
  - {{resolve: Odd Deed, creates: [made]}}
  - {{resolve: Giant Growth, targets: [made]}}
expect:
  made: {{power: 4}}
"""


def test_a_handle_for_what_an_unread_sentence_makes_is_unknown(catalogue: Catalogue) -> None:
    board = board_from_text(_UNREAD.format(text="Frobnicate a 1/1 green Elf twice."), catalogue)
    found = check(board)
    assert found.status == "unknown"
    assert any("Odd Deed" in each.card for each in found.not_modelled)
    assert any("makes no object for the handle `made`" in each.line for each in found.not_modelled)


def test_a_handle_for_nothing_is_a_mistake(catalogue: Catalogue) -> None:
    board = board_from_text(_UNREAD.format(text="You gain 1 life."), catalogue)
    with pytest.raises(BoardError, match="makes no object for the handle `made`"):
        check(board)


_SLOW = """
steps:
  - enter: Grizzly Bears
  - enter: Dawnglade Regent
{told}  - {{resolve: Murder, targets: [Grizzly Bears], controller: opponent}}
expect:
  Grizzly Bears: {{gone: true}}
"""


def test_without_a_monarch_nothing_protects_the_target(catalogue: Catalogue) -> None:
    """725.1: nobody is the monarch until an effect says so, and no step resolves one."""
    assert check(board_from_text(_SLOW.format(told=""), catalogue)).status == "pass"


_GUARDED = """
cards:
  - name: Guardian
    type_line: Enchantment
    oracle_text: As long as you've gained life this turn, creatures you control have hexproof.
steps:
  - enter: Grizzly Bears
  - enter: Hill Giant
  - enter: Guardian
  - {resolve: Murder, targets: [Grizzly Bears], controller: opponent}
expect:
  Grizzly Bears: {gone: true}
"""


def test_a_step_that_happened_tells_the_fact_that_would_have_kept_it(catalogue: Catalogue) -> None:
    """702.11b: a target with hexproof could not have been chosen, so no life was gained."""
    assert check(board_from_text(_GUARDED, catalogue)).status == "pass"
    lacks = board_from_text(f"{_GUARDED}  Hill Giant: {{lacks: [hexproof]}}\n", catalogue)
    has = board_from_text(f"{_GUARDED}  Hill Giant: {{has: [hexproof]}}\n", catalogue)
    assert check(lacks).status == "pass"
    assert check(has).status == "fail"


def test_a_number_that_stands_in_the_end_is_open(catalogue: Catalogue) -> None:
    """701.44a: with a counter there before, none more and some more end as one and the same sum."""
    text = """
steps:
  - enter: Grizzly Bears
  - counters: {+1/+1: 1}
    on: Grizzly Bears
  - effect: Target creature explores.
    targets: [Grizzly Bears]
expect:
  Grizzly Bears: {power: 3}
"""
    board = board_from_text(text, catalogue)
    assert not outcome(board).sure
    assert check(board).status == "unknown"


def test_where_the_fact_is_told_the_step_happens_or_is_refused(catalogue: Catalogue) -> None:
    theirs = board_from_text(_SLOW.format(told="  - monarch: opponent\n"), catalogue)
    assert check(theirs).status == "pass"
    with pytest.raises(BoardError, match="hexproof"):
        check(board_from_text(_SLOW.format(told="  - monarch: you\n"), catalogue))


_MINUS = """
steps:
  - enter: Hill Giant
  - effect: Target creature gets -X/-X until end of turn, where X is the amount of life you lost this turn.
    targets: [Hill Giant]
expect:
  Hill Giant: {{gone: {gone}}}
"""


@pytest.mark.parametrize("gone", ("true", "false"))
def test_a_number_that_nobody_tells_may_be_large(catalogue: Catalogue, gone: str) -> None:
    assert check(board_from_text(_MINUS.format(gone=gone), catalogue)).status == "unknown"


def test_what_differs_otherwise_with_a_fact_is_unknown(catalogue: Catalogue) -> None:
    text = """
steps:
  - effect: Create an X/X green Ooze creature token, where X is the amount of life you lost this turn.
    creates: [ooze]
expect:
  ooze: {power: 2}
"""
    assert check(board_from_text(text, catalogue)).status == "unknown"


_LEFT = """
steps:
  - enter: Grizzly Bears
  - {{leave: Grizzly Bears, to: {first}}}
  - {{leave: Grizzly Bears, to: {then}}}
expect:
  Grizzly Bears: {{gone: true}}
"""


@pytest.mark.parametrize("reading", ("constraints", "referee"))
@pytest.mark.parametrize("zone", ("graveyard", "exile", "hand", "library"))
def test_what_has_left_does_not_leave_for_the_same_zone(
    catalogue: Catalogue, zone: str, reading: Engine
) -> None:
    board = board_from_text(_LEFT.format(first=zone, then=zone), catalogue)
    with pytest.raises(BoardError, match="already") as caught:
        check(board, reading)
    assert caught.value.path == "steps[2]"


def test_what_has_left_goes_on_to_another_zone(catalogue: Catalogue) -> None:
    board = board_from_text(_LEFT.format(first="graveyard", then="exile"), catalogue)
    assert check(board).status == "pass"


_NAMED = """
cards:
  - name: Sparker
    type_line: Creature — Elf
    power: 1
    toughness: 1
    oracle_text: "{text}"
steps:
  - enter: Grizzly Bears
  - enter: Sparker
{told}  - {{ability: 1, of: Sparker, targets: [{targets}]}}
expect:
  Sparker: {{power: 3}}
"""
_PUMP = "{T}: ~ gets +2/+0 until end of turn."


@pytest.mark.parametrize("reading", ("constraints", "referee"))
def test_a_target_of_an_ability_that_has_none_is_a_mistake(
    catalogue: Catalogue, reading: Engine
) -> None:
    board = board_from_text(_NAMED.format(text=_PUMP, told="", targets="Grizzly Bears"), catalogue)
    with pytest.raises(BoardError, match="has no targets|asks for no such target") as caught:
        check(board, reading)
    assert caught.value.path == "steps[2]"


def test_what_a_triggered_ability_is_about_may_be_named(catalogue: Catalogue) -> None:
    text = "Whenever another creature enters, ~ gets +2/+0 until end of turn."
    board = board_from_text(_NAMED.format(text=text, told="", targets="Grizzly Bears"), catalogue)
    assert check(board).status == "pass"


@pytest.mark.parametrize("reading", ("constraints", "referee"))
def test_below_max_speed_a_max_speed_ability_is_not_there(
    catalogue: Catalogue, reading: Engine
) -> None:
    def speedy(told: str) -> Board:
        text = _NAMED.format(text=f"Max speed — {_PUMP}", told=told, targets="")
        return board_from_text(text, catalogue)

    with pytest.raises(BoardError, match="speed is 3") as caught:
        check(speedy("  - speed: 3\n"), reading)
    assert caught.value.path == "steps[3]"
    assert check(speedy("  - speed: 4\n"), reading).status == "pass"
    assert check(speedy(""), reading).status == "unknown"


_PROTECTED = """
cards:
  - name: Mirror Ward
    type_line: Creature — Elf
    power: 1
    toughness: 1
    oracle_text: Protection from the colors of permanents you control
steps:
  - enter: Mirror Ward
  - enter: Grizzly Bears
expect:
  Mirror Ward: {{{expected}}}
"""


@pytest.mark.parametrize(
    ("expected", "status"),
    (
        ("has: [protection from green]", "unknown"),
        ("lacks: [protection from red]", "unknown"),
        ("has: [protection from the colors of permanents you control]", "pass"),
        ("has: [flying]", "fail"),
        ("lacks: [hexproof from red]", "pass"),
    ),
)
def test_what_a_protection_that_looks_at_others_comes_to_is_unknown(
    catalogue: Catalogue, expected: str, status: str
) -> None:
    board = board_from_text(_PROTECTED.format(expected=expected), catalogue)
    assert check(board).status == status


_OMEN = """
cards:
  - name: Long Wing // Wailing Wind
    layout: adventure
    card_faces:
      - {name: Long Wing, type_line: Creature — Dragon, power: 4, toughness: 4, oracle_text: Flying}
      - {name: Wailing Wind, type_line: Sorcery — Omen, oracle_text: You gain 3 life.}
steps:
  - {zone: library, card: Mind Rot}
  - enter: Vampire Nocturnus
  - resolve: Wailing Wind
expect:
  Vampire Nocturnus: {power: 3}
"""


@pytest.mark.parametrize("reading", ("constraints", "referee"))
def test_an_omen_that_is_shuffled_in_leaves_no_known_top_card(
    catalogue: Catalogue, reading: Engine
) -> None:
    assert check(board_from_text(_OMEN, catalogue), reading).status == "unknown"


_EXACT = """
steps:
  - enter: Hill Giant
  - effect: Destroy each creature with power X, where X is the amount of life you lost this turn.
expect:
  Hill Giant: {{gone: {gone}}}
"""


@pytest.mark.parametrize("reading", ("constraints", "referee"))
@pytest.mark.parametrize("gone", ("true", "false"))
def test_whether_a_power_is_exactly_an_untold_number_is_unknown(
    catalogue: Catalogue, gone: str, reading: Engine
) -> None:
    assert check(board_from_text(_EXACT.format(gone=gone), catalogue), reading).status == "unknown"


@pytest.mark.parametrize(
    "step",
    [
        "enter: Monstrous War-Leech",  # 614.1c: what it mills as it enters nobody tells
        "{enter: Saheeli's Lattice, transformed: true}",  # 702.167c: nor what it was crafted of
        "{enter: Deathmist Raptor, face_down: true}\n- turn_face_up: Deathmist Raptor",  # 702.37b
        (
            "{enter: Mirage Mirror}\n- {enter: Mystic Decree}\n"  # 704.5k: since when it is one
            "- {ability: 1, of: Mirage Mirror, targets: [Mystic Decree]}"
        ),
    ],
)
def test_what_no_step_tells_of_an_object_is_not_sure(catalogue: Catalogue, step: str) -> None:
    assert not outcome(board_from_text(f"steps:\n- {step}", catalogue)).sure


_MIMIC = "- {{enter: Metallic Mimic, choose: {{creature type: {}}}}}\n"
_DEAD = "- {{zone: graveyard, card: {}, as: dead}}\n"
_ORDER = "in which order the effects on its counters are applied"
_TWO_MODULARS = (
    "- token: {name: Lord, type_line: Creature — Elf, power: 1, toughness: 1, "
    "oracle_text: Other creatures you control have modular 2.}\n- enter: Arcbound Worker"
)
UNKNOWN = [
    (
        "which cards it leaves as two (712.21)",
        "- enter: Chittering Host\n- leave: Chittering Host",
    ),
    (
        "whether what phases out stays paired",
        (
            "- enter: Grizzly Bears\n- enter: Wolfir Silverheart\n"
            "- {pair: Wolfir Silverheart, with: Grizzly Bears}\n- phase_out: Grizzly Bears"
        ),
    ),
    *(  # 303.4f: whoever gets it chooses
        (
            "what it is attached to as it enters",
            f"- enter: Grizzly Bears\n- {{enter: Pacifism, attached_to: Grizzly Bears}}\n- {step}",
        )
        for step in (
            "enter: Copy Enchantment\n  copying: Pacifism",
            "token_copy_of: Pacifism",
            "token: {type_line: Enchantment — Aura, oracle_text: Enchant creature}",
            "effect: Create a token that's a copy of target enchantment.\n  targets: [Pacifism]",
        )
    ),
    (  # 702.136a: what it was asked before is no answer
        "riot",
        (
            "- {enter: Zhur-Taa Goblin, choose: {number: 0}}\n- {effect: 'Exile target creature, "
            "then return it to the battlefield.', targets: [Zhur-Taa Goblin]}"
        ),
    ),
    (  # 702.82a, 702.136a
        "of which of its keywords the number is",
        "- enter: Rhythm of the Wild\n- {enter: Mycoloth, choose: {number: 2}}",
    ),
    (
        "the chosen counter",  # 608.2d
        (
            "- enter: Grizzly Bears\n- {counters: {+1/+1: 1, flying: 1}, on: Grizzly Bears}\n"
            "- {effect: Remove a counter from target permanent., targets: [Grizzly Bears]}"
        ),
    ),
    (
        "which counters are removed",
        (
            "- enter: Grizzly Bears\n- {counters: {+1/+1: 1, flying: 2}, on: Grizzly Bears}\n"
            "- {effect: Remove two counters from target permanent., targets: [Grizzly Bears]}"
        ),
    ),
    (  # 702.54c
        "of which of its keywords the number is",
        (
            "- token: {name: Lord, type_line: Creature — Elf, power: 1, toughness: 1, oracle_text: "
            "Other creatures you control have bloodthirst 1.}\n"
            "- {enter: Stormblood Berserker, choose: {number: 2}}"
        ),
    ),
    (_ORDER, "- enter: Doubling Season\n" + _TWO_MODULARS),  # 616.1f
    (  # 122.1b
        "what a hexproof from blue counter gives",
        "- enter: Grizzly Bears\n- {counters: {hexproof from blue: 1}, on: Grizzly Bears}",
    ),
    (  # 702.136b
        "what each of several instances of riot does by itself",
        "- enter: Rhythm of the Wild\n- enter: Zhur-Taa Goblin",
    ),
    (
        "whether it counts itself as it enters (614.12)",
        "- enter: 'Ashaya, Soul of the Wild'\n- enter: 'Michelangelo, On the Scene'",
    ),
    (
        "whether it counts itself as it enters (614.12)",
        _DEAD.format("Golgari Grave-Troll")
        + "- {effect: 'Return target creature card from your graveyard to the battlefield.', "
        "targets: [dead]}",
    ),
    (
        "what it was attached to as that left (603.10a)",
        (
            "- {enter: Grizzly Bears, controller: opponent}\n"
            "- {enter: False Demise, attached_to: Grizzly Bears}\n"
            "- {leave: Grizzly Bears, to: hand}\n"
            "- {ability: 1, of: False Demise}"
        ),
    ),
    (
        "whether it doubles a negative number",
        (
            "- enter: Ornithopter\n"
            "- {effect: 'Target creature gets -2/-0 until end of turn.', targets: [Ornithopter]}\n"
            "- {resolve: Fatal Frenzy, targets: [Ornithopter]}"
        ),
    ),
    *(
        (
            "how it enters face down (708.3)",
            (
                f"{before}- enter: 'Yedora, Grave Gardener'\n"
                f"- {{enter: {name}, as: dead}}\n"
                "- leave: dead\n"
                "- {ability: 1, of: 'Yedora, Grave Gardener', targets: [dead]}"
            ),
        )
        for name, before in (
            ("Triskelion", ""),
            ("Arcbound Worker", ""),  # the counter is of a keyword
            ("Grizzly Bears", _MIMIC.format("Bear")),
        )
    ),
    (
        "whether it was at the beginning of the next combat by then (603.7b)",
        (
            "- enter: Grizzly Bears\n"
            "- {effect: 'Exile target creature. Return it to the battlefield under your control at "
            "the beginning of the next combat.', targets: [Grizzly Bears]}\n"
            "- end_turn: true"
        ),
    ),
    *(
        # 607.5: the ability was not its own as it entered.
        (
            f"which {kind} is chosen",
            (
                "- token: {name: Kin, type_line: Creature — Human, power: 1, toughness: 1, "
                f'oracle_text: "{{1}}: Choose {what}.\\n{gets} +1/+1."}}\n'
                "  as: kin\n- enter: Grizzly Bears\n"
                "- {effect: Target creature becomes a copy of target creature., "
                "targets: [Grizzly Bears, kin]}\n"
                f"- {{ability: 1, of: Grizzly Bears, choose: {{{kind}: {chosen}}}}}"
            ),
        )
        for kind, what, gets, chosen in (
            ("color", "a color", "Creatures of the chosen color get", "green"),
            ("creature", "another creature you control", "The chosen creature gets", "kin"),
        )
    ),
    *(
        ("whether it is so before it enters (611.2e)", steps)
        for steps in (
            # What it becomes, and what is said after an "if".
            _MIMIC.format("Spirit")
            + _DEAD.format("Grizzly Bears")
            + "- {effect: 'Return target creature card from your graveyard to the battlefield. It "
            "becomes a Spirit.', targets: [dead]}",
            _MIMIC.format("Spirit")
            + _DEAD.format("Mind Stone")
            + "- {resolve: Dance of the Manse, x: 6, targets: [dead]}",
        )
    ),
]


@pytest.mark.parametrize(("why", "steps"), UNKNOWN)
def test_what_is_not_followed_is_said(why: str, steps: str, catalogue: Catalogue) -> None:
    found = outcome(board_from_text(f"steps:\n{steps}\n", catalogue))
    assert why in [each.line for each in found.not_modelled]


def test_an_order_of_timestamps_that_decides_nothing_is_not_asked(catalogue: Catalogue) -> None:
    """613.7m: whichever has the earlier one, the same state-based action takes the same one."""
    steps = "- enter: Clone\n- enter: Grizzly Bears\n- together: [Clone, Grizzly Bears]"
    found = outcome(board_from_text(f"steps:\n{steps}\n", catalogue))
    assert found.sure and found.answer.gone == ("Clone",)


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("spell: Insectile Aberration", "is a back face"),
        ("token: {type_line: Instant}", "never such a token"),
        ("spell: Chittering Host", "is two cards off the battlefield"),
        ("{zone: graveyard, card: Chittering Host}", "is two cards off the battlefield"),
        ("{spell: Baithook Angler, choose: {cost: disturb}}", "name that: Hook-Haunt Drifter"),
    ],
)
def test_a_back_face_is_cast_by_what_says_so_and_lies_nowhere(
    step: str, why: str, catalogue: Catalogue
) -> None:
    with pytest.raises(BoardError, match=why):
        board_from_text(f"steps:\n- {step}\n", catalogue)


def test_what_is_cast_transformed_has_the_mana_value_of_its_front(catalogue: Catalogue) -> None:
    """712.8c."""
    step = "{spell: Hook-Haunt Drifter, choose: {cost: disturb}}"
    found = outcome(board_from_text(f"steps:\n- {step}\n", catalogue))
    assert [each.mana_value for each in found.answer.objects] == [2]


def test_whether_a_card_lay_in_the_hand_before_is_open(catalogue: Catalogue) -> None:
    """402.1: it may have come just now, or may have been one of those that nobody saw."""
    steps = "- enter: Maro\n- {zone: hand, card: Forest}\n- hand: 1"
    found = outcome(board_from_text(f"steps:\n{steps}\n", catalogue))
    assert {case.answer.gone for case in found.cases} == {(), ("Maro",)}
