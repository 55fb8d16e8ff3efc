"""Argentum: Kotlin tests (Kotest) on `GameTestDriver`, with timestamps attached as components.

That engine's cards are written by hand and many classics of the layer system are missing; a board
with a card that is known to be missing is refused.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from striate.boards import timeline
from striate.boards.exports.checks import EVERGREEN, Check, checks
from striate.boards.exports.codefiles import WRITTEN_BY, imports_of, notes_and_code, told
from striate.boards.exports.formats import Backend, CannotExport, Case, ExportedFile, Story
from striate.boards.exports.put_there import entering_counters, enters_tapped
from striate.boards.exports.scenario import (
    Permanent,
    Scenario,
    engine_name,
    scenario,
    zone_cards,
)
from striate.boards.exports.words import (
    ascii_only,
    camel,
    indented,
    kotlin_string,
)
from striate.boards.timeline import Board, Bound

_FOLDER = "rules-engine/src/test/kotlin/com/wingedsheep/engine/scenarios"
_PACKAGE = "com.wingedsheep.engine.scenarios"
_CAN_SET = frozenset({"counters", "graveyard"})
_CAN_CHECK = frozenset(
    {
        "power", "toughness", "keyword", "type", "subtype", "colors", "color", "controller",
    }
)  # fmt: skip
_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")
_MISSING = frozenset(
    {
        "Humility", "Opalescence", "Godhead of Awe", "Coralhelm Commander",
        "Urborg, Tomb of Yawgmoth", "Conspiracy", "Painter's Servant", "Mycosynth Lattice",
    }
)  # fmt: skip
_FIRST_TIMESTAMP = 100
_COLORS = {"W": "WHITE", "U": "BLUE", "B": "BLACK", "R": "RED", "G": "GREEN"}
_SUPPORT = frozenset(
    {
        "com.wingedsheep.engine.state.components.battlefield.TimestampComponent",
        "com.wingedsheep.engine.support.GameTestDriver",
        "com.wingedsheep.mtg.sets.MtgSetCatalog",
        "com.wingedsheep.sdk.model.Deck",
        "io.kotest.core.spec.style.FunSpec",
        "io.kotest.matchers.shouldBe",
    }
)
_NAMED = {
    "CountersComponent(": "com.wingedsheep.engine.state.components.battlefield.CountersComponent",
    "CounterType.": "com.wingedsheep.sdk.core.CounterType",
    "Color.": "com.wingedsheep.sdk.core.Color",
    "Keyword.": "com.wingedsheep.sdk.core.Keyword",
}
_COUNTERS = {"+1/+1": "PLUS_ONE_PLUS_ONE", "-1/-1": "MINUS_ONE_MINUS_ONE"}


def player(seat: str) -> str:
    return "driver.player1" if seat == "you" else "driver.player2"


def _put(permanent: Permanent) -> str:
    """Lands too are put as permanents: `putLandOnBattlefield` passes over their static
    abilities."""
    creature = "Creature" in permanent.step.card.faces[0].types
    call = "putCreatureOnBattlefield" if creature else "putPermanentOnBattlefield"
    name = kotlin_string(permanent.name)
    return f"val {permanent.alias} = driver.{call}({player(permanent.seat)}, {name})"


def _setup(stage: Scenario) -> Iterator[str]:
    _refuse_cards(stage)
    yield "val driver = GameTestDriver()"
    # Not the engine's `TestCards`: some of them have a real card's name and other text.
    yield "driver.registerCards(MtgSetCatalog.all.flatMap { it.cards + it.basicLands })"
    yield 'driver.initMirrorMatch(deck = Deck.of("Island" to 40), startingLife = 20)'
    order = [permanent.alias for permanent in stage.permanents]
    yield from map(_put, stage.permanents)
    for step in zone_cards(stage.board):
        name = kotlin_string(engine_name(step.card))
        yield f"driver.putCardInGraveyard({player(step.owner)}, {name})"
    stamp = f"TimestampComponent({_FIRST_TIMESTAMP}L + n)"
    yield (
        f"listOf({', '.join(order)}).forEachIndexed {{ n, id -> driver.addComponent(id, {stamp}) }}"
    )
    yield from _counters(stage)


def _counters(stage: Scenario) -> Iterator[str]:
    """One component holds all counters of a permanent."""
    put: dict[str, Counter[str]] = {}
    for alias, kind, number in _counters_put(stage):
        if kind not in _COUNTERS:
            raise CannotExport(f"the format has no counter called `{kind}`")
        put.setdefault(alias, Counter())[_COUNTERS[kind]] += number
    for alias, kinds in put.items():
        pairs = ", ".join(f"CounterType.{kind} to {number}" for kind, number in kinds.items())
        yield f"driver.addComponent({alias}, CountersComponent(mapOf({pairs})))"


def _counters_put(stage: Scenario) -> Iterator[tuple[str, str, int]]:
    for permanent in stage.permanents:
        for kind, number in entering_counters(stage, permanent):
            yield permanent.alias, kind, number
    for step in stage.board.steps:
        if isinstance(step, timeline.LevelUp):
            raise CannotExport("the engine has no levelers")
        if isinstance(step, timeline.ChangeCounters):
            for kind, number in step.counters:
                yield stage.of(step.on).alias, kind, number


def _refuse_cards(stage: Scenario) -> None:
    for permanent in stage.permanents:
        face = permanent.step.card.faces[0]
        if permanent.name in _MISSING or permanent.step.card.layout == "leveler":
            raise CannotExport(f"the engine has no card `{permanent.name}`")
        if "Aura" in face.subtypes or enters_tapped(stage, permanent):
            raise CannotExport(f"`{permanent.handle}` enters with more than the format can set")


def _question(check: Check) -> Iterator[str]:
    alias = check.permanent.alias
    state = "driver.state.projectedState"
    wanted = "true" if check.wanted else "false"
    match check.kind:
        case "power" | "toughness":
            bound: Bound = check.bounds[0]
            yield f"{state}.get{check.kind.capitalize()}({alias}) shouldBe {bound.value}"
        case "keyword":
            keyword = check.value.upper().replace(" ", "_")
            yield f"{state}.hasKeyword({alias}, Keyword.{keyword}) shouldBe {wanted}"
        case "type":
            if check.value == "Creature":
                yield f"{state}.isCreature({alias}) shouldBe {wanted}"
            else:
                yield f'{state}.hasType({alias}, "{check.value.upper()}") shouldBe {wanted}'
        case "subtype":
            yield f"{state}.hasSubtype({alias}, {kotlin_string(check.value)}) shouldBe {wanted}"
        case "colors" | "color":
            for letter, word in _COLORS.items():
                if check.kind == "colors" or letter in check.colors:
                    has = "true" if letter in check.colors else "false"
                    yield f"{state}.hasColor({alias}, Color.{word}) shouldBe {has}"
        case "controller":
            yield f"{state}.getController({alias}) shouldBe {player(check.seat)}"
        case _:
            raise CannotExport(f"the format can't ask for {check.kind}")


def case(board: Board, story: Story) -> Case:
    stage = scenario(board, _CAN_SET)
    questions = checks(stage, _CAN_CHECK, _TYPES, EVERGREEN)
    lines = [*_setup(stage), *(line for check in questions for line in _question(check))]
    code = "\n".join(lines)
    imports = _SUPPORT | {path for word, path in _NAMED.items() if word in code}
    return told(story, questions, lines, imports)


def files(name: str, cases: Sequence[Case]) -> list[ExportedFile]:
    called = f"{camel(name)}Test"
    body: list[str] = []
    for one in cases:
        notes, code = notes_and_code(one)
        body += [*notes, f"test({kotlin_string(ascii_only(one.story.name))}) {{"]
        body += [*indented(code, 1), "}"]
    lines = [
        WRITTEN_BY,
        f"package {_PACKAGE}",
        "",
        *(f"import {one}" for one in imports_of(cases)),
        "",
        f"class {called} : FunSpec({{",
        *indented(body, 1),
        "})",
    ]
    return [ExportedFile(f"{_FOLDER}/{called}.kt", "\n".join(lines) + "\n")]


BACKEND = Backend(case, files)
