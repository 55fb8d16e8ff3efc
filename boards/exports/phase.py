"""phase-rs: Rust tests on `GameScenario` with real cards and timestamps written into the objects.

The card data is generated in that project's tree; as its own tests do, a test ends early where it
is missing. Timestamps are set by hand, because a card put there by a scenario has none.
"""

from collections.abc import Iterable, Iterator, Sequence

from striate.boards import timeline
from striate.boards.exports.checks import EVERGREEN, Check, checks
from striate.boards.exports.codefiles import notes_and_code, told
from striate.boards.exports.formats import Backend, CannotExport, Case, ExportedFile, Story
from striate.boards.exports.put_there import entering_counters, enters_tapped
from striate.boards.exports.scenario import Scenario, scenario, with_level_ups
from striate.boards.exports.words import ascii_only, camel, indented, rust_string, slug
from striate.boards.timeline import Board, Bound
from striate.cards import tree

_FOLDER = "crates/engine/tests/integration/rules"
_CAN_SET = frozenset({"counters", "graveyard", "choice of color", "choice of creature type"})
_CAN_CHECK = frozenset(
    {
        "power", "toughness", "comparison", "keyword", "type", "subtype", "supertype", "colors",
        "color", "controller", "name", "gone",
    }
)  # fmt: skip
_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")
_FIRST_TIMESTAMP = 100
_COLORS = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}
_COUNTERS = {
    "level": 'CounterType::Generic("level".to_string())',
    "+1/+1": "CounterType::Plus1Plus1",
    "-1/-1": "CounterType::Minus1Minus1",
}
_OBJECT = "runner.state_mut().objects.get_mut(&{}).unwrap()"
_HEADER = """\
//! Boards whose outcomes are known; written by striate (docs/exports.md there).
//! Add this file to `rules.rs` with a `#[path]` line.

#![allow(unused_imports)]

use engine::database::card_db::CardDatabase;
use engine::game::scenario::{GameScenario, P0, P1};
use engine::game::scenario_db::GameScenarioDbExt;
use engine::types::ability::ChosenAttribute;
use engine::types::card_type::{CoreType, Supertype};
use engine::types::counter::CounterType;
use engine::types::keywords::Keyword;
use engine::types::mana::ManaColor;
use engine::types::phase::Phase;
use engine::types::zones::Zone;

fn card_data() -> Option<CardDatabase> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("../../client/public/card-data.json");
    path.exists().then(|| CardDatabase::from_export(&path).expect("card data"))
}
"""


def player(seat: str) -> str:
    return "P0" if seat == "you" else "P1"


def _setup(stage: Scenario) -> Iterator[str]:
    _refuse_entering(stage)
    yield "let Some(db) = card_data() else { return };"
    yield "let mut s = GameScenario::new();"
    yield "s.at_phase(Phase::PreCombatMain);"
    order = []
    for step in stage.board.steps:
        match step:
            case timeline.Enter():
                one = stage.of(step.handle)
                order.append(one.alias)
                card = f"{player(one.seat)}, {_name(step.card)}, Zone::Battlefield, &db"
                yield f"let {one.alias} = s.add_real_card({card});"
            case timeline.PutInZone():
                card = f"{player(step.owner)}, {_name(step.card)}, Zone::Graveyard, &db"
                yield f"s.add_real_card({card});"
            case timeline.ChangeCounters():
                yield from _put(stage.of(step.on).alias, step.counters)
            case timeline.LevelUp():
                yield from _put(stage.of(step.on).alias, with_level_ups(step).counters)
            case _:
                continue
    yield "let mut runner = s.build();"
    yield f"for (n, id) in [{', '.join(order)}].into_iter().enumerate() {{"
    stamp = f"{_FIRST_TIMESTAMP} + n as u64"
    yield f"    {_OBJECT.format('id')}.timestamp = {stamp};"
    yield "}"
    yield from _choices(stage)
    yield "engine::game::evaluate_layers(runner.state_mut());"


def _name(card: tree.Card) -> str:
    """The engine finds every card by the name of its first face."""
    return rust_string(card.faces[0].name)


def _choices(stage: Scenario) -> Iterator[str]:
    """What was chosen as a permanent entered, which a card that is simply there has not asked."""
    for one in stage.permanents:
        for kind, value in one.step.choose:
            chosen = (
                f"Color(ManaColor::{value.capitalize()})"
                if kind == "color"
                else f"CreatureType({rust_string(value)}.to_string())"
            )
            kept = f"{_OBJECT.format(one.alias)}.chosen_attributes"
            yield f"{kept}.push(ChosenAttribute::{chosen});"


def _put(alias: str, counters: Iterable[tuple[str, int]]) -> Iterator[str]:
    for kind, number in counters:
        if kind not in _COUNTERS:
            raise CannotExport(f"the format has no counter called `{kind}`")
        if number:
            yield f"s.with_counter({alias}, {_COUNTERS[kind]}, {number});"


def _refuse_entering(stage: Scenario) -> None:
    """A card that is put there is attached to nothing and untapped.

    Counters that it enters with it has in some versions of the engine, and not in others.
    """
    for permanent in stage.permanents:
        counters = entering_counters(stage, permanent)
        aura = "Aura" in permanent.step.card.faces[0].subtypes
        if counters or aura or enters_tapped(stage, permanent):
            raise CannotExport(f"`{permanent.handle}` enters with more than the format can set")


def _questions(questions: Sequence[Check]) -> Iterator[str]:
    """704: what is gone is asked last, after state-based actions."""
    gone = [check for check in questions if check.kind == "gone"]
    for check in questions:
        if check.kind != "gone":
            yield from _question(check)
    if gone:
        yield "let mut events = Vec::new();"
        yield "engine::game::sba::check_state_based_actions(runner.state_mut(), &mut events);"
    for check in gone:
        yield from _question(check)


def _question(check: Check) -> Iterator[str]:
    alias = check.permanent.alias
    at = f"runner.state().objects[&{alias}]"
    label = rust_string(ascii_only(f"{alias} {check.permanent.name}"))
    no = "" if check.wanted else "!"
    match check.kind:
        case "power" | "toughness":
            yield _number(f"{at}.{check.kind}", check.bounds[0], label)
        case "keyword":
            yield f"assert!({no}{at}.has_keyword(&Keyword::{camel(check.value)}), {label});"
        case "type":
            has = f"{at}.card_types.core_types.contains(&CoreType::{check.value})"
            yield f"assert!({no}{has}, {label});"
        case "supertype":
            has = f"{at}.card_types.supertypes.contains(&Supertype::{check.value})"
            yield f"assert!({no}{has}, {label});"
        case "subtype":
            has = f"{at}.card_types.subtypes.iter().any(|s| s == {rust_string(check.value)})"
            yield f"assert!({no}{has}, {label});"
        case "colors" | "color":
            for letter, word in _COLORS.items():
                if check.kind == "colors" or letter in check.colors:
                    no = "" if letter in check.colors else "!"
                    yield f"assert!({no}{at}.color.contains(&ManaColor::{word}), {label});"
        case "controller":
            yield f"assert_eq!({at}.controller, {player(check.seat)}, {label});"
        case "name":
            yield f"assert_eq!({at}.name, {rust_string(check.value)}, {label});"
        case "gone":
            yield f"assert_ne!({at}.zone, Zone::Battlefield, {label});"
        case _:
            raise CannotExport(f"the format can't ask for {check.kind}")


def _number(question: str, bound: Bound, label: str) -> str:
    if bound.op == "=":
        return f"assert_eq!({question}, Some({bound.value}), {label});"
    return f"assert!({question}.unwrap() {bound.op} {bound.value}, {label});"


def case(board: Board, story: Story) -> Case:
    stage = scenario(board, _CAN_SET)
    questions = checks(stage, _CAN_CHECK, _TYPES, EVERGREEN)
    lines = [*_setup(stage), *_questions(questions)]
    return told(story, questions, lines)


def files(name: str, cases: Sequence[Case]) -> list[ExportedFile]:
    parts = [_HEADER.rstrip()]
    for one in cases:
        notes, code = notes_and_code(one)
        head = ["#[test]", f"fn {slug(one.story.name)}() {{"]
        parts.append("\n".join([*notes, *head, *indented(code, 1), "}"]))
    return [ExportedFile(f"{_FOLDER}/{slug(name)}.rs", "\n\n".join(parts) + "\n")]


BACKEND = Backend(case, files)
