"""`verify`: theorems are proved or refuted, an empty premise and a missing verdict never pass."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from striate.app.cli import main
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.encodings import (
    clauses,
    dependency,
    effects,
    layers,
    powtough,
    typeline,
    variants,
)
from striate.encodings.algebra import FALSE, TRUE
from striate.encodings.clauses import broken, wrong_reading
from striate.encodings.planted import PLANTED
from striate.queries.answers import Disagreement
from striate.queries.finding import posing
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found
from striate.queries.finding.pools import PoolOptions
from striate.queries.proving import brokentheorems, misreadings, statements
from striate.queries.proving.proof_pool import Ground
from striate.queries.proving.stated import Sort, Statement
from striate.queries.proving.statements import prove
from striate.queries.proving.symbolicclaims import Obligation
from striate.queries.proving.theorems import (
    FALSE_ONES,
    LIBRARY,
    NoBoard,
    OverCases,
    OverSlots,
    Theorem,
    slots,
)
from striate.queries.proving.verifying import NoSuchTheorem, decide, theorems
from striate.search import searching
from striate.search.questions import Question
from striate.solver.backend import Verdict
from striate.solver.session import Session

DOCS = Path(__file__).parents[1] / "docs" / "theorems.md"


@pytest.fixture(scope="module")
def cards() -> Catalogue:
    return Catalogue.open()


def small(theorem: Theorem, size: int = 2) -> Theorem:
    assert isinstance(theorem.proof, OverSlots)
    return replace(theorem, proof=replace(theorem.proof, slots=size))


def of(id: str) -> Theorem:
    return theorems((id,))[0]


SYMBOLIC = [each.id for each in LIBRARY if isinstance(each.proof, OverSlots)]


def test_the_library_has_what_it_must_have() -> None:
    assert len({each.id for each in LIBRARY}) == len(LIBRARY)
    assert len(FALSE_ONES) >= 10
    assert all(each.rules and each.statement.endswith(".") for each in LIBRARY)
    sizes = [each.proof.slots for each in LIBRARY if isinstance(each.proof, OverSlots)]
    sizes += [each.proof.size for each in LIBRARY if isinstance(each.proof, NoBoard)]
    assert min(sizes) >= 3 and sizes.count(3) <= 1  # of four commuting effects: `--size 4`


def test_every_theorem_is_documented_with_its_sentence() -> None:
    text = " ".join(DOCS.read_text(encoding="utf-8").split())
    missing = [each.id for each in LIBRARY if f"`{each.id}`" not in text]
    missing += [each.id for each in LIBRARY if each.statement not in text]
    assert not missing


REFUTED_BY = {
    "loss-before-types": misreadings.late_losses,
    "only-statics-depend": misreadings.resolved_waited_for,
    "stamped-by-load": misreadings.entered_again,
    "copies-lose-the-form": misreadings.forms_copied,
    "words-in-the-singular-only": misreadings.plural_words,
    "back-face-without-indicator": misreadings.back_faces,
    "exceptions-lost-in-chains": misreadings.exceptions_copied,
    "face-down-before-copy": misreadings.copied_face_down,
    "granted-changeling-as-cda": misreadings.granted_late,
    "granted-stamped-by-object": misreadings.granted_late,
    "indirect-dependency": misreadings.third_effects,
    "loops-fall-back": misreadings.beside_loops,
    "switch-by-timestamp": misreadings.switched_first,
    "no-stamp-on-attaching": misreadings.stamped_anew,
    "no-stamp-on-transforming": misreadings.stamped_anew,
    "no-stamp-on-turning-face-up": misreadings.stamped_anew,
}


@pytest.mark.parametrize("reading", REFUTED_BY)
def test_a_wrong_reading_refutes_its_theorem(reading: str, cards: Catalogue) -> None:
    assert reading in variants.names()
    first = next(iter(REFUTED_BY[reading](cards)))
    assert not first.wrong
    # The referee, which reads it rightly, contradicts.
    with wrong_reading(reading), pytest.raises(Disagreement):
        assert not [case for case in REFUTED_BY[reading](cards) if case.wrong]


@pytest.mark.parametrize(
    ("reading", "id"),
    [
        ("cdas-not-first", "defining-abilities-first"),
        ("control-after-types", "control-before-types"),
        ("dependency-off", "order-respects-dependency"),
        ("set-after-modify", "humility-leaves-1-1"),
        ("blood-moon-leaves-text", "blood-moon-spares-urborgs-swamps"),
        ("continuation-off", "lost-ability-does-nothing"),
        ("loops-never-apply", "one-board-one-outcome"),
        ("sizes-stop-at-zero", "order-in-7c"),
        ("switched-once", "two-switches-cancel"),
        ("colours-with-abilities", "no-waiting-across-layers"),
        ("newest-first", "order-by-timestamp"),
        ("noncreatures-have-sizes", "noncreature-no-pt"),
        ("subtypes-outlive-types", "subtype-has-its-type"),
        ("face-down-keeps-colours", "face-down-hides-the-card"),
        ("yours-by-seat", "swap-players"),
        ("nothing-modifies-sizes", "flier-keeps-power-after-anthem"),
        ("losses-come-last", "humility-leaves-no-abilities"),
        ("losses-come-last", "dress-down-leaves-nothing"),
        ("basic-mana-never-lost", "basic-land-always-taps"),
        ("no-colour-is-added", "lands-are-colourless"),
        ("no-type-is-added", "enchantments-dont-fight"),
    ],
)
def test_a_wrong_reading_or_a_planted_fault_breaks_a_theorem(
    reading: str, id: str, cards: Catalogue
) -> None:
    assert brokentheorems.is_broken(of(id), reading, cards)


def test_the_table_has_each_reading_and_each_theorem() -> None:
    rows = re.findall(r"^\| `(\S+)` \| (.*) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    table = {name: set(re.findall(r"`(\S+)`", breaks)) for name, breaks in rows}
    read_wrongly = {name: table[name] for name in (*variants.names(), *PLANTED)}
    assert all(read_wrongly.values())
    assert set().union(*read_wrongly.values()) == {each.id for each in LIBRARY}


@pytest.mark.parametrize("id", [each for each in SYMBOLIC if each != "loops-by-timestamp"])
def test_over_two_permanents_it_is_proved(id: str, cards: Catalogue) -> None:
    found = decide(small(of(id)), cards)
    assert (found.status, found.why) == ("proved", "")


def test_loops_need_more_than_two_permanents(cards: Catalogue) -> None:
    found = decide(small(of("loops-by-timestamp")), cards)
    assert (found.status, found.why) == ("unknown", "no board fulfils the premise")


@pytest.mark.parametrize("theorem", FALSE_ONES, ids=lambda each: each.id)
def test_what_only_looks_true_is_refuted_by_a_board(theorem: Theorem, cards: Catalogue) -> None:
    found = decide(theorem, cards)
    assert found.status == "refuted"
    assert found.counterexample is not None
    assert found.counterexample["expect"]


def test_orders_that_a_third_permanent_decides_are_not_taken_for_one(cards: Catalogue) -> None:
    """Nexus waits for Opalescence once Evening has made it an enchantment, and not before."""
    third = ("Maskwood Nexus", "Enchanted Evening", "Opalescence")
    theorem = of("independent-effects-commute")
    assert isinstance(theorem.proof, OverSlots)
    few = replace(theorem, proof=replace(theorem.proof, slots=3, pool=(*third, "Grizzly Bears")))
    assert decide(few, cards).status == "proved"


def test_neighbours_trade_their_own_timestamps(cards: Catalogue) -> None:
    """Of four permanents the third and fourth change places, and pass by neither of the others."""
    theorem = of("independent-effects-commute")
    assert isinstance(theorem.proof, OverSlots)
    four = ("Forest", "Maskwood Nexus", "Nightmare", "Life and Limb")
    few = replace(theorem, proof=replace(theorem.proof, slots=4, pool=four))
    assert decide(few, cards).status == "proved"


CASES = [each.id for each in LIBRARY if isinstance(each.proof, OverCases)]


@pytest.mark.parametrize("id", CASES)
def test_case_by_case_it_is_proved(id: str, cards: Catalogue) -> None:
    found = decide(of(id), cards)
    assert (found.status, found.why) == ("proved", "")


# --- what a proof may not do ----------------------------------------------------------------------


def claiming(premise: int, claim: Callable[[Ground], int]) -> Theorem:
    def claims(ground: Ground) -> Obligation:
        return Obligation(premise, (claim(ground),))

    return small(slots("made-up", "613.1", "It is so.", claims))


def yours(ground: Ground) -> int:
    return ground.slots[-1].yours


def test_a_theorem_whose_premise_no_board_fulfils_is_not_proved(cards: Catalogue) -> None:
    found = decide(claiming(FALSE, lambda ground: TRUE), cards)
    assert (found.status, found.why) == ("unknown", "no board fulfils the premise")


def test_what_fails_is_refuted_with_a_smallest_board(cards: Catalogue) -> None:
    found = decide(claiming(TRUE, yours), cards)
    assert found.status == "refuted"
    assert found.counterexample is not None
    assert len([step for step in found.counterexample["steps"] if "enter" in step]) == 1
    assert found.counterexample["steps"][0]["controller"] == "opponent"


@pytest.mark.parametrize("unfinished", [0, 1], ids=["the premise", "the claim"])
def test_what_the_solver_does_not_finish_is_unknown(
    unfinished: int, cards: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts: Iterator[Verdict] = iter([Verdict.SAT, Verdict.UNKNOWN][1 - unfinished :])
    monkeypatch.setattr(Session, "check", lambda *each, **further: next(verdicts))
    assert decide(claiming(TRUE, yours), cards).status == "unknown"


def test_no_theorem_of_that_name_names_the_nearest() -> None:
    with pytest.raises(NoSuchTheorem, match="did you mean `swap-players`"):
        theorems(("swap-player",))


# --- planted faults -------------------------------------------------------------------------------


def upper_bound_exclusive(symbol: tree.LevelSymbol) -> tree.Condition:
    level = tree.CountersOn("level", tree.This())
    low = tree.Compare(level, ">=", tree.Num(symbol.low))
    if symbol.high is None:
        return low
    return tree.Every((low, tree.Compare(level, "<", tree.Num(symbol.high))))


def half_a_switch(on: effects.On, change: tree.SwitchPT) -> None:
    on.new.power = on.algebra.choose(on.lit, on.new.toughness, on.new.power)


FAULTS = [
    ("order-respects-dependency", dependency.waits, lambda m, o, d: [FALSE] * len(o)),
    ("subtype-has-its-type", typeline.keep_fitting_subtypes, lambda new, algebra: None),
    ("ability-loss-undoes-nothing-earlier", layers.begin, lambda m, u, w, s: None),
    ("cda-pt-never-survives-setting", layers.layer_order,
     lambda: ("2", "3", "4", "5", "6", "7b", "7a", "7c", "7d")),
    ("two-switches-cancel", powtough.switch_power_and_toughness, half_a_switch),
    ("order-by-timestamp", layers.order_key,
     lambda effect: (-effect.stamp[0], 0)),
    ("bands-cover-once", effects.level_condition, upper_bound_exclusive),
    ("basic-land-type-mana", typeline.intrinsic_mana_abilities, lambda n, i, s, a: None),
]  # fmt: skip


@pytest.mark.parametrize(("id", "rule", "fault"), FAULTS, ids=[each[0] for each in FAULTS])
def test_a_fault_in_a_rule_is_refuted(
    id: str,
    rule: clauses.Clause[..., object],
    fault: Callable[..., object],
    cards: Catalogue,
) -> None:
    theorem = of(id)
    # The statement fails on a board, or the board is one on which the readings disagree.
    with broken(rule, fault), suppress(Disagreement):
        found = decide(small(theorem) if id in SYMBOLIC else theorem, cards)
        assert found.status == "refuted"


# --- statements of one's own ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sort", "goal", "then", "status"),
    [
        ("never", "Humility is 6/6", "", "proved"),
        ("never", "Humility is 4/4", "", "refuted"),
        ("always", "Humility is an enchantment", "", "refuted"),
        ("always", "Humility is a creature", "", "refuted"),
        ("if", "Grizzly Bears is 1/1", "a creature has no abilities", "proved"),
        ("if", "Humility is a creature", "Opalescence is 4/4", "refuted"),
        ("if", "Humility is a land", "Opalescence is 4/4", "unknown"),
    ],
)
def test_a_statement_of_ones_own(
    sort: Sort, goal: str, then: str, status: str, cards: Catalogue
) -> None:
    options = PoolOptions(cards="Humility, Opalescence, Grizzly Bears")
    assert prove(Statement(sort, goal, then), cards, options, size=3).status == status


# --- the command ----------------------------------------------------------------------------------


def test_the_command_prints_json_as_documented() -> None:
    result = CliRunner().invoke(main, ["verify", "newest-effect-wins", "--json"])
    assert result.exit_code == 0
    (found,) = json.loads(result.stdout)
    assert found["status"] == "refuted"
    assert found["counterexample"]["steps"][0] == {"enter": "Blood Moon"}
    assert {"id", "rules", "statement", "status", "bound", "seconds"} <= set(found)


def test_a_refuted_statement_of_ones_own_fails() -> None:
    arguments = ["verify", "--always", "Humility is a creature", "--cards", "Humility"]
    assert CliRunner().invoke(main, arguments).exit_code == 1


@pytest.mark.parametrize(
    ("goal", "then", "names", "status", "of"),
    [
        # What goes against it need not be what the premise speaks of.
        ("Blood Moon is on the battlefield", "no nonbasic land has abilities",
         "Blood Moon; Tundra", "refuted", "Tundra"),
        ("Blood Moon is on the battlefield", "no land is blue",
         "Blood Moon; Tundra; Painter's Servant", "refuted", "Painter's Servant"),
        ("a creature is green", "no land is tapped", "Grizzly Bears; Forest", "refuted", "Forest"),
        ("a creature is green", "at most one creature is green", "Llanowar Elves", "unknown", ""),
        ("a creature is green", "all creatures are 1/1", "Llanowar Elves; Glorious Anthem",
         "refuted", "Glorious Anthem"),
        # Of all that there are none of nothing is otherwise.
        ("Forest is on the battlefield", "all creatures are 2/2", "Forest", "proved", ""),
        ("Llanowar Elves is 3/3", "Glorious Anthem is on the battlefield",
         "Llanowar Elves; Glorious Anthem", "proved", ""),
        ("two creatures are 3/3", "two creatures are green", "Llanowar Elves; Glorious Anthem",
         "refuted", "Glorious Anthem"),
    ],
)  # fmt: skip
def test_where_one_goal_is_reached_another_is_or_not(
    cards: Catalogue, goal: str, then: str, names: str, status: str, of: str
) -> None:
    told = prove(Statement("if", goal, then), cards, PoolOptions(cards=names), 3)
    assert told.status == status, told.why
    assert of in str(told.counterexample) and "not looked at" in told.bound or status == "unknown"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("--never", "Grizzly Bears has the same power as Hill Giant"),
         'never: the card Grizzly Bears has the same power as a permanent named "Hill Giant"'),
        (("--always", "creatures are 2/2 without Hill Giant"),
         "always: every creature is 2/2, without Hill Giant"),
        (("--if", "an Elf is 2/2", "--then", "Elves are 2/2"),
         "if an Elf is 2/2, then every Elf is 2/2"),
    ],
)  # fmt: skip
def test_it_says_what_the_statement_was_taken_to_mean(words: tuple[str, ...], meant: str) -> None:
    cards = ("--cards", "Grizzly Bears; Hill Giant; Elvish Warrior", "--size", "2")
    asked = ["verify", *words, *cards]
    assert f"understood: {meant}\n" in CliRunner().invoke(main, asked).stdout
    (told,) = json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)
    assert told["understood"] == meant


def test_if_and_then_go_together() -> None:
    assert CliRunner().invoke(main, ["verify", "--if", "Humility is 1/1"]).exit_code == 2


def test_the_cards_of_the_catalogue_are_as_the_rules_ask() -> None:
    assert CliRunner().invoke(main, ["verify", "--lint-cards"]).exit_code == 0


def test_a_proof_says_which_boards_with_tokens_it_leaves_out() -> None:
    goblin = "a Goblin is a 30/30 planeswalker"
    done = CliRunner().invoke(
        main, ["verify", "--never", goblin, "--pool", "t:goblin", "--size", "3"]
    )
    assert done.exit_code == 0 and ", no tokens" in done.stdout
    few = ["--cards", "Goblin King; Forest", "--size", "3"]
    whole = CliRunner().invoke(main, ["verify", "--never", goblin, *few])
    assert whole.exit_code == 0 and "no tokens" not in whole.stdout


def test_ctrl_c_ends_all_of_a_statement(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each part of it is a search of its own, and takes an interrupt for its own."""
    asked: list[int] = []
    pressed: list[int] = []

    def watched(question: Question, *given: Any, **further: Any) -> Found:
        asked.append(question.size)
        if len(asked) == 2:
            pressed.append(1)
            monkeypatch.setattr(searching, "search", _interrupted)
        return find(question, *given, **further)

    def _interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("striate.queries.proving.stated.find", watched)
    always = Statement("always", "Grizzly Bears is a green 2/2 Bear")
    options = PoolOptions(cards="Grizzly Bears; Forest")
    found = prove(always, catalogue, options, 2, interrupted=lambda: bool(pressed))
    assert (found.status, found.why, len(asked)) == ("unknown", "stopped before the end", 2)


def test_the_time_of_a_statement_runs_while_it_is_read(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(*_: Any) -> None:
        time.sleep(30)

    monkeypatch.setattr(statements, "pool_and_graveyard", slowly)
    worked = time.process_time()
    found = prove(Statement("never", "Forest is 2/2"), catalogue, PoolOptions(), 2, timeout=0.2)
    assert (found.status, found.why) == ("unknown", "the time is up")
    assert time.process_time() - worked < 5


@pytest.mark.parametrize(
    ("options", "goal", "lie"),
    [
        (PoolOptions(), "a creature is 40/40", False),
        (PoolOptions(filter="t:creature"), "a creature is 40/40", False),
        (PoolOptions(filter="t:bear"), "a creature is 40/40", True),
        (PoolOptions(), "Tarmogoyf is 2/3", True),
        (PoolOptions(with_="Tarmogoyf"), "a creature is 2/3", True),
        (PoolOptions(cards="Tarmogoyf, Forest"), "a creature is 2/3", True),
    ],
)  # fmt: skip
def test_cards_lie_in_graveyards_where_something_named_looks_or_the_pool_is_small(
    catalogue: Catalogue, options: PoolOptions, goal: str, lie: bool
) -> None:
    """Of a statement as of a search: every card of a catalogue there takes hours and gigabytes."""
    posed, _ = statements._posed(Statement("never", goal), catalogue, options)
    assert bool(posed.graveyard) == lie
    assert bool(posing.pose(goal, catalogue, options).graveyard) == lie
