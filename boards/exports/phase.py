"""phase-rs: Rust tests on `GameScenario` with real cards and timestamps written into the objects.

The card data is generated in that project's tree; as its own tests do, a test ends early where it
is missing. Timestamps are set by hand, because a card put there by a scenario has none.
"""

from collections.abc import Iterator, Sequence

from striate.boards import timeline
from striate.boards.exports.checks import EVERGREEN, Check, checks
from striate.boards.exports.codefiles import notes_and_code, told
from striate.boards.exports.formats import Backend, CannotExport, Case, ExportedFile, Story
from striate.boards.exports.scenario import Scenario, engine_name, scenario, with_level_ups
from striate.boards.exports.words import (
    camel,
    indented,
    rust_string,
    slug,
)
from striate.boards.timeline import Board, Bound
from striate.cards import tree
from striate.cards.walking import nodes

_FOLDER = "crates/engine/tests/integration/rules"
_CAN_SET = frozenset({"counters", "graveyard"})
_CAN_CHECK = frozenset(
    {
        "power", "toughness", "comparison", "keyword", "type", "subtype", "colors", "color",
        "controller", "name",
    }
)  # fmt: skip
_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")
_FIRST_TIMESTAMP = 100
_COLORS = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}
_COUNTERS = {
    "level": 'CounterType::Generic("level".to_string())',
    "+1/+1": "CounterType::Plus1Plus1",
}
_HEADER = """\
//! Boards whose outcomes are known; written by striate (docs/exports.md there).
//! Add this file to `rules.rs` with a `#[path]` line.

#![allow(unused_imports)]

use engine::database::card_db::CardDatabase;
use engine::game::scenario::{GameScenario, P0, P1};
use engine::game::scenario_db::GameScenarioDbExt;
use engine::types::card_type::CoreType;
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


def _setup(made: Scenario) -> Iterator[str]:
    _refuse_entering(made)
    yield "let Some(db) = card_data() else { return };"
    yield "let mut s = GameScenario::new();"
    yield "s.at_phase(Phase::PreCombatMain);"
    order = []
    for step in made.board.steps:
        match step:
            case timeline.Enter():
                one = made.of(step.handle)
                order.append(one.alias)
                card = f"{player(one.seat)}, {rust_string(one.name)}, Zone::Battlefield, &db"
                yield f"let {one.alias} = s.add_real_card({card});"
            case timeline.PutInZone():
                card = f"{player(step.owner)}, {rust_string(engine_name(step.card))}, Zone::Graveyard, &db"
                yield f"s.add_real_card({card});"
            case timeline.ChangeCounters() | timeline.LevelUp():
                put = with_level_ups(step) if isinstance(step, timeline.LevelUp) else step
                yield from _counters(made, put)
            case _:
                continue
    yield "let mut runner = s.build();"
    yield f"for (n, id) in [{', '.join(order)}].into_iter().enumerate() {{"
    stamp = f"{_FIRST_TIMESTAMP} + n as u64"
    yield f"    runner.state_mut().objects.get_mut(&id).unwrap().timestamp = {stamp};"
    yield "}"
    yield "engine::game::evaluate_layers(runner.state_mut());"


def _counters(made: Scenario, step: timeline.ChangeCounters) -> Iterator[str]:
    for kind, number in step.counters:
        if kind not in _COUNTERS:
            raise CannotExport(f"the format has no counter called `{kind}`")
        if number:
            yield f"s.with_counter({made.of(step.on).alias}, {_COUNTERS[kind]}, {number});"


def _refuse_entering(made: Scenario) -> None:
    """A card that is simply there has not entered: no choices, no counters, no copies."""
    for permanent in made.permanents:
        face = permanent.step.card.faces[0]
        for node in nodes(face.abilities):
            if isinstance(node, tree.EntersWith | tree.EntersTapped | tree.EntersDoing):
                raise CannotExport(
                    f"`{permanent.handle}` changes as it enters, which is passed over here"
                )
        if face.loyalty or face.defense or "Saga" in face.subtypes or "Aura" in face.subtypes:
            raise CannotExport(f"`{permanent.handle}` enters with more than the format can set")


def _question(check: Check) -> Iterator[str]:
    alias = check.permanent.alias
    at = f"runner.state().objects[&{alias}]"
    label = rust_string(f"{alias} {check.permanent.name}").replace("{", "{{").replace("}", "}}")
    no = "" if check.wanted else "!"
    match check.kind:
        case "power" | "toughness":
            yield _number(f"{at}.{check.kind}", check.bounds[0], label)
        case "keyword":
            yield f"assert!({no}{at}.has_keyword(&Keyword::{camel(check.value)}), {label});"
        case "type":
            has = f"{at}.card_types.core_types.contains(&CoreType::{check.value})"
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
        case _:
            raise CannotExport(f"the format can't ask for {check.kind}")


def _number(asked: str, bound: Bound, label: str) -> str:
    if bound.op == "=":
        return f"assert_eq!({asked}, Some({bound.value}), {label});"
    return f"assert!({asked}.unwrap() {bound.op} {bound.value}, {label});"


def case(board: Board, story: Story) -> Case:
    made = scenario(board, _CAN_SET)
    asked = checks(made, _CAN_CHECK, _TYPES, EVERGREEN)
    lines = [*_setup(made), *(line for check in asked for line in _question(check))]
    return told(story, asked, lines)


def files(name: str, cases: Sequence[Case]) -> list[ExportedFile]:
    parts = [_HEADER.rstrip()]
    for one in cases:
        notes, code = notes_and_code(one)
        head = ["#[test]", f"fn {slug(one.story.name)}() {{"]
        parts.append("\n".join([*notes, *head, *indented(code, 1), "}"]))
    return [ExportedFile(f"{_FOLDER}/{slug(name)}.rs", "\n\n".join(parts) + "\n")]


BACKEND = Backend(case, files)
