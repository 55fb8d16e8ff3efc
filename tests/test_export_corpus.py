"""Every board of the corpus in every format: exported as a sound file, or refused in words."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from javalang.parse import parse
from javalang.tree import MethodInvocation

from striate.boards.exports.formats import FORMATS, CannotExport, ExportedFile, export, export_suite
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue
from striate.queries.generating.settling import export_suite_settled
from striate.queries.grading.grading import read_suite
from tests.corpus import corpus
from tests.javastubs import forge_stubs, xmage_calls, xmage_stubs
from tests.ruststubs import ENGINE

# How many boards of the corpus each format holds at least; the one for Python holds them all.
AT_LEAST = {
    "pytest": 344, "xmage": 290, "forge": 80, "forge-puzzle": 111, "phase-rs": 50, "argentum": 18,
}  # fmt: skip
FORGE_CALLS = frozenset(
    re.findall(
        r"\w+",
        """initAndCreateGame getPlayers get addCard addCardToZone addCounterInternal setChosenType
    setChosenColors newArrayList attachToEntity turnFaceDown addCloneState getCloneStates
    getFirstSpellAbility getNextTimestamp changeToState getAction checkStaticAbilities
    checkStateEffects countCardsWithName assertEquals assertTrue assertFalse getNetPower
    getNetToughness hasKeyword getType hasSubtype isArtifact isBattle isCreature isEnchantment isLand
    isPlaneswalker isBasic isLegendary isSnow isTapped turnFaceUp changeCardState setBackSide setClassLevel setTapped getColor hasWhite
    hasBlue hasBlack hasRed hasGreen getController getName getCounters""",
    )
)
# Beyond those of the base class: what is asked of types, names and permanents, and the helper's.
XMAGE_CALLS = xmage_calls() | {
    "load", "enter", "removeCounters", "finish", "byDescription", "from", "at", "ask", "token",
    "tokenCopy", "leave",
    "attach", "affect", "transform", "tap", "untap", "hasNone", "hasText", "hasProtection",
    "hasSubtype", "getSuperType", "contains",
    "getName", "equals", "isTapped", "getPower", "getToughness", "getValue", "getCounters",
    "getCount", "withName", "withColor", "withType", "withSubType", "withAbility", "getInstance",
}  # fmt: skip
HELPER_CALLS = XMAGE_CALLS | {
    "get", "getBattlefieldCards", "getHandCards", "getMainCard", "getId", "getPlayers", "values",
    "forEach", "updateRange", "cheat", "clear", "runCode", "getPlayer", "getCard",
    "setControllerId", "setSourceId", "moveCards", "name", "addAlias", "indexOf", "substring",
    "source", "happen", "happens", "find", "holds", "putOntoBattlefield", "getLastAddedTokenIds",
    "setTargetPointer", "addEffect", "apply", "getAddedPermanents", "addAttachment",
    "assertNotNull",
    "assertTrue", "getBattlefield", "getAllActivePermanents", "hasObjectTargetNameOrAlias",
    "getAbilities", "getAliasByName", "asList", "settle", "matches", "createInstance", "plain",
    "getRule", "replaceAll", "replace", "toLowerCase", "isEmpty", "trim",
}  # fmt: skip


@cache
def suite(format: str) -> tuple[ExportedFile, ...]:
    return tuple(export_suite(corpus(), format))


@pytest.mark.parametrize("format", FORMATS)
def test_every_board_is_exported_or_refused_in_words(format: str) -> None:
    exported = 0
    for board in corpus():
        try:
            file = export(board, format, name=board.id, note=board.note)
        except CannotExport as error:
            without_names = re.sub(r"`[^`\n]*`", "`it`", error.reason).replace("...", "")
            assert re.fullmatch(r"[^.\n]{10,200}", without_names), error.reason
            assert not error.reason.endswith(".")
            continue
        exported += 1
        assert file.text.endswith("\n") and file.path.rpartition(".")[2]
        assert file == export(board, format, name=board.id, note=board.note)
    assert exported >= AT_LEAST[format]
    assert format != "pytest" or exported == len(corpus())


@pytest.mark.parametrize("format", FORMATS)
def test_a_suite_holds_what_its_boards_hold_and_tells_the_rest(format: str) -> None:
    refused: list[tuple[Board, str]] = []
    files = export_suite(corpus(), format, refused=lambda board, why: refused.append((board, why)))
    assert len({file.path for file in files}) == len(files)
    texts = "".join(file.text for file in files)
    assert tuple(files) == suite(format)
    marks = {
        "pytest": "\ndef test_", "xmage": "@Test", "forge": "@Test", "forge-puzzle": "[metadata]",
        "phase-rs": "#[test]", "argentum": '    test("',
    }  # fmt: skip
    assert texts.count(marks[format]) + len(refused) == len(corpus())


def java_files(format: str) -> Iterator[tuple[str, str]]:
    for file in suite(format):
        assert file.path.endswith(".java")
        yield file.path, file.text


def calls_of(text: str) -> set[str]:
    parsed = parse(text)
    nodes: list[Any] = [node for _, node in parsed.filter(MethodInvocation)]
    return {node.member for node in nodes}


def test_xmage_tests_are_java_and_make_only_known_calls() -> None:
    for path, text in java_files("xmage"):
        known = HELPER_CALLS if path.endswith("LayerBoardTestBase.java") else XMAGE_CALLS
        assert calls_of(text) <= known, path


def test_forge_tests_are_java_and_make_only_known_calls() -> None:
    for path, text in java_files("forge"):
        assert calls_of(text) <= FORGE_CALLS, path


def works(tool: str) -> bool:
    """Whether a tool is there and runs: a proxy without its tool chain is there too."""
    if shutil.which(tool) is None:
        return False
    return subprocess.run([tool, "--version"], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("format", ["xmage", "forge"])
def test_java_tests_compile_against_the_calls_that_the_engine_has(
    format: str, tmp_path: Path
) -> None:
    if not works("javac"):
        pytest.skip("no Java compiler here")
    stubs = xmage_stubs() if format == "xmage" else forge_stubs()
    for name, text in stubs.items():
        (tmp_path / "stubs" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "stubs" / name).write_text(text)
    files = []
    for path, text in java_files(format):
        target = tmp_path / "tests" / Path(path).name
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")
        files.append(str(target))
    command = ["javac", "-proc:none", "-nowarn", "-source", "8", "-target", "8"]
    command += ["-d", str(tmp_path / "out"), "-sourcepath", str(tmp_path / "stubs"), *files]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# Rules as XMage writes them, and what is looked for in them.
_ASKED = """\
package org.mage.test.cards.layers;
import java.lang.reflect.Proxy;
import java.util.Collections;
import mage.abilities.keyword.ProtectionAbility;
import mage.game.permanent.Permanent;
public class Asked extends LayerBoardTestBase {
    static Permanent with(String rule) {
        ProtectionAbility ability = new ProtectionAbility() { public String getRule() { return rule; } };
        return (Permanent) Proxy.newProxyInstance(Asked.class.getClassLoader(), new Class<?>[] {Permanent.class},
                (proxy, method, arguments) -> method.getName().equals("getName") ? "Young Wolf" : Collections.singletonList(ability));
    }
    public static void main(String[] arguments) {
        String red = "red|all colors|each color|everything";
        System.out.println(hasProtection(with("protection from blue and from red"), null, red));
        System.out.println(hasProtection(with("protection from all colors. This effect doesn't remove Auras."), null, red));
        System.out.println(hasProtection(with("protection from white"), null, red));
        System.out.println(hasText(with("Level up {1} <i>({1}: Put a level counter on this.)</i>"), null, "Level up {1}"));
        System.out.println(hasText(with("{T}: {this} deals 1 damage to any target."), null, "{T}: This creature deals 1 damage to any target."));
        System.out.println(hasText(with("Whenever {this} attacks, sacrifice it."), null, "When this creature attacks, sacrifice it."));
        System.out.println(hasText(with("{T}: Add {G}."), null, "{T}: Add {R}."));
    }
}
"""


def test_what_is_asked_of_a_rules_text_is_found_in_the_engines_wording(tmp_path: Path) -> None:
    if not works("javac") or not works("java"):
        pytest.skip("no Java here")
    base = next(text for path, text in java_files("xmage") if path.endswith("TestBase.java"))
    package = "org/mage/test/cards/layers"
    for name, text in {
        **xmage_stubs(), f"{package}/LayerBoardTestBase.java": base,
        f"{package}/Asked.java": _ASKED,
    }.items():  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    out = str(tmp_path / "out")
    sources = ["-sourcepath", str(tmp_path), str(tmp_path / package / "Asked.java")]
    subprocess.run(["javac", "-proc:none", "-nowarn", "-d", out, *sources], check=True)
    command = ["java", "-cp", out, "org.mage.test.cards.layers.Asked"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["true", "true", "false", "true", "true", "true", "false"]


def without_texts(line: str) -> str:
    """A line of code without its string literals and comment."""
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', line).partition("//")[0]


@pytest.mark.parametrize(("format", "suffix"), [("phase-rs", ".rs"), ("argentum", ".kt")])
def test_rust_and_kotlin_are_balanced_and_in_plain_letters(format: str, suffix: str) -> None:
    closing = {")": "(", "]": "[", "}": "{"}
    for file in suite(format):
        assert file.path.endswith(suffix) and file.text.isascii()
        waiting: list[str] = []
        for letter in "\n".join(map(without_texts, file.text.splitlines())):
            if letter in "([{":
                waiting.append(letter)
            elif letter in ")]}":
                assert waiting.pop() == closing[letter], file.path
        assert not waiting
        quotes = [line.count('"') for line in map(without_texts, file.text.splitlines())]
        assert not any(count % 2 for count in quotes)


def test_rust_tests_are_rust() -> None:
    if not works("rustfmt"):
        pytest.skip("no Rust tools here")
    for file in suite("phase-rs"):
        command = ["rustfmt", "--edition", "2021", "--emit", "stdout"]
        done = subprocess.run(command, check=False, input=file.text, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_rust_tests_compile_against_the_calls_that_the_engine_has(tmp_path: Path) -> None:
    if not works("rustc"):
        pytest.skip("no Rust compiler here")
    (tmp_path / "engine.rs").write_text(ENGINE)
    modules = []
    for number, file in enumerate(suite("phase-rs")):
        (tmp_path / f"part{number}.rs").write_text(file.text)
        modules.append(f"mod part{number};")
    (tmp_path / "rules.rs").write_text("\n".join(modules))
    compiler = ["rustc", "--edition", "2021", "--emit", "metadata", "--out-dir", str(tmp_path)]
    library = ["--crate-type", "lib", str(tmp_path / "engine.rs")]
    tests = ["--test", "-L", str(tmp_path), "--extern", "engine", str(tmp_path / "rules.rs")]
    for part in (library, tests):
        done = subprocess.run(
            [*compiler, *part],
            check=False, capture_output=True, text=True,
            env={**os.environ, "CARGO_MANIFEST_DIR": "engine"},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr


def test_puzzles_have_two_parts_of_keyed_lines_and_no_empty_line() -> None:
    for file in suite("forge-puzzle"):
        lines = file.text.removesuffix("\n").split("\n")
        assert lines[0] == "[metadata]" and all(lines)
        state = lines.index("[state]")
        for line in lines[1:state]:
            assert re.fullmatch(r"(Name|URL|Goal|Turns|Difficulty|Description):.+", line)
        for line in lines[state + 1 :]:
            assert re.fullmatch(
                r"(turn|active(player|phase)|p[01](life|battlefield|graveyard|exile|hand|library))=.+",
                line,
            )
        assert sum(line.startswith("Description:") for line in lines) == 1


def test_exported_pytest_files_are_python_that_passes(tmp_path: Path) -> None:
    wanted = [board for board in corpus() if "leveler" in dict(board.extras).values()][:3]
    for board in wanted:
        file = export(board, "pytest", name=board.id, note=board.note, wrong='the "wrong" one')
        space: dict[str, object] = {}
        exec(compile(file.text, file.path, "exec"), space)  # noqa: S102
        (test,) = [value for key, value in space.items() if key.startswith("test_")]
        assert callable(test)
        test()
    assert wanted
    for one in suite("pytest"):
        compile(one.text, one.path, "exec")


def test_nearly_the_whole_suite_is_exported_to_xmage() -> None:
    folder = Path(__file__).parent.parent / "examples" / "suite"
    boards = list(read_suite(folder, Catalogue.open()).values())
    _, refused = export_suite_settled(boards, "xmage")
    # A form chosen as it enters, and words that change: nothing in a test of the engine says these.
    assert {board.id for board, _ in refused} == {
        "copies-lose-the-form-1",
        "text-change-reaches-granted-1",
        "words-in-the-singular-only-1",
    }
