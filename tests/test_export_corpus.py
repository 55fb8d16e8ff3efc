"""Every board of the corpus in every format: exported as a sound file, or refused in words."""

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from striate.boards.exports.formats import (
    FORMATS,
    CannotExport,
    ExportedFile,
    backend,
    export,
    export_suite,
)
from striate.boards.timeline import Board
from striate.cards.catalogue.store import Catalogue
from striate.queries.generating.exporting import export_suite_told
from striate.queries.grading.grading import read_suite
from tests.corpus import corpus
from tests.ruststubs import ENGINE

# How many boards of the corpus each format holds at least; the one for Python holds them all.
AT_LEAST = {
    "pytest": 1100, "xmage": 650, "forge": 650, "forge-puzzle": 175, "phase-rs": 70, "argentum": 29,
}  # fmt: skip
STUBS = Path(__file__).with_name("stubs")
FOLDERS = {"xmage": "org/mage/test/cards/layers", "forge": "forge/ai/simulation"}


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
        "pytest": "\ndef test_", "forge-puzzle": "[metadata]", "phase-rs": "#[test]",
        "argentum": '    test("',
    }  # fmt: skip
    held = texts.count(marks[format]) if format in marks else len(played(format))
    assert held + len(refused) == len(corpus())


def played(format: str) -> list[ExportedFile]:
    return [file for file in suite(format) if file.path.endswith(".board")]


@pytest.mark.parametrize("format", ["xmage", "forge"])
def test_boards_for_an_interpreter_are_lines_of_words_and_fields(format: str) -> None:
    """Each line is read again as it was written, and what it speaks of has been named before."""
    for file in played(format):
        assert file.text.isascii()
        lines = file.text.splitlines()
        told = [line.split("\t") for line in lines if not line.startswith("#")]
        assert [parts[0] for parts in told].count("ask") > 0
        named = {"you", "opponent"}
        for parts in told:
            fields = [part.partition("=") for part in parts[1:]]
            assert all(key and mark for key, mark, _ in fields), file.path
            spoken = [
                value for key, _, value in fields if key in ("of", "on", "what", "to", "host")
            ]
            if parts[0] not in ("leave", "ask"):
                assert named.issuperset(spoken), (file.path, parts)
            named |= {value for key, _, value in fields if key in ("as", "makes")}


def works(tool: str) -> bool:
    """Whether a tool is there and runs: a proxy without its tool chain is there too."""
    if shutil.which(tool) is None:
        return False
    return subprocess.run([tool, "--version"], capture_output=True, check=False).returncode == 0


def compiled(format: str, tmp_path: Path, further: dict[str, str] | None = None) -> None:
    """The interpreter with stubs of the engine's classes: names and types, as they were read."""
    files = {}
    for stub in (STUBS / f"{format}.txt").read_text("utf-8").splitlines():
        found = re.match(r"package ([\w.]+); .*?(?:class|interface|enum) (\w+)", stub)
        assert found is not None, stub
        files[f"{found[1].replace('.', '/')}/{found[2]}.java"] = stub
    for file in backend(format).support:
        files[f"{file.path.partition('/java/')[2]}"] = file.text
    for name, text in {**files, **(further or {})}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = ["javac", "-proc:none", "-nowarn", "-source", "8", "-target", "8"]
    command += ["-d", str(tmp_path / "out"), "-sourcepath", str(tmp_path)]
    command += [str(tmp_path / name) for name in (*files, *(further or {}))]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("format", ["xmage", "forge"])
def test_the_interpreters_compile_against_the_calls_that_the_engine_has(
    format: str, tmp_path: Path
) -> None:
    if not works("javac"):
        pytest.skip("no Java compiler here")
    compiled(format, tmp_path)


# Rules as XMage writes them, and what is looked for in them.
_ASKED = """\
package org.mage.test.cards.layers;
import java.lang.reflect.Proxy;
import mage.abilities.Abilities;
import mage.abilities.Ability;
import mage.cards.Card;
public class Asked {
    static Object proxy(Class<?> type, java.util.Map<String, Object> answers) {
        return Proxy.newProxyInstance(Asked.class.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName()));
    }
    static boolean has(String text, String... rules) {
        java.util.List<Object> all = new java.util.ArrayList<>();
        for (String rule : rules) {
            all.add(proxy(Ability.class, java.util.Collections.singletonMap("getRule", rule)));
        }
        java.util.Map<String, Object> card = new java.util.HashMap<>();
        card.put("getName", "Young Wolf");
        card.put("hasSubtype", text.contains("{U}"));  // an Island
        Object abilities = Proxy.newProxyInstance(Asked.class.getClassLoader(),
                new Class<?>[] {Abilities.class}, (proxy, method, arguments) -> all.iterator());
        card.put("getAbilities", abilities);
        return BoardText.has((Card) proxy(Card.class, card), text, null);
    }
    public static void main(String[] arguments) {
        boolean[] answers = {
            has("protection from red", "protection from blue and from red"),
            has("protection from red", "protection from all colors"),
            !has("protection from red", "protection from white"),
            has("Level up {1}", "Level up {1} <i>({1}: Put a level counter on this.)</i>"),
            has("{T}: This creature deals 1 damage to any target.", "{T}: {this} deals 1 damage to any target."),
            has("When this creature attacks, sacrifice it.", "Whenever {this} attacks, sacrifice it."),
            !has("{T}: Add {R}.", "{T}: Add {G}."),
            has("{T}: Add {W} or {U}.", "{T}: Add {W}.", "{T}: Add {U}."),
            !has("{T}: Add {W} or {U}.", "{T}: Add {G}."),
            !has("{T}: Add {W} or {U}.", "{T}: Add {W}."),
            has("{T}: Add {U}.", "{T}: Add one mana of any color."),
            !has("{T}: Add {R}.", "{T}: Add one mana of any color."),
            has("Flying", "flying"),
        };
        for (boolean answer : answers) {
            System.out.println(answer);
        }
    }
}
"""


def test_what_is_asked_of_a_rules_text_is_found_in_the_engines_wording(tmp_path: Path) -> None:
    if not works("javac") or not works("java"):
        pytest.skip("no Java here")
    compiled("xmage", tmp_path, {f"{FOLDERS['xmage']}/Asked.java": _ASKED})
    command = ["java", "-cp", str(tmp_path / "out"), "org.mage.test.cards.layers.Asked"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["true"] * 13


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


@pytest.mark.parametrize("format", ["xmage", "forge"])
def test_the_whole_suite_is_exported_to_engines_with_an_interpreter(format: str) -> None:
    folder = Path(__file__).parent.parent / "examples" / "suite"
    boards = list(read_suite(folder, Catalogue.open()).values())
    _, refused = export_suite_told(boards, format)
    assert [board.id for board, _ in refused] == []
