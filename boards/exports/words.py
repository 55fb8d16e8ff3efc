"""Words for other languages: identifiers, string literals, comments. All pure and deterministic."""

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator

_WORDS = re.compile(r"[A-Za-z0-9]+")
_FOLDED = {"—": "-", "–": "-", "−": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "…": "...",
"æ": "ae",
           "Æ": "Ae", "œ": "oe", "ø": "o", "Ø": "O", "ß": "ss", "•": "*", "×": "x", "½": "1/2",
           "≥": ">=", "≤": "<=", "≠": "!=", "→": "->"}  # fmt: skip
_COMMENT_WIDTH = 100
_RUST_WORDS = frozenset(
    [
        "as",
        "break",
        "const",
        "continue",
        "crate",
        "else",
        "enum",
        "extern",
        "false",
        "fn",
        "for",
        "if",
        "impl",
        "in",
        "let",
        "loop",
        "match",
        "mod",
        "move",
        "mut",
        "pub",
        "ref",
        "return",
        "self",
        "static",
        "struct",
        "super",
        "trait",
        "true",
        "type",
        "unsafe",
        "use",
        "where",
        "while",
        "async",
        "await",
        "dyn",
        "abstract",
        "become",
        "box",
        "do",
        "final",
        "macro",
        "override",
        "priv",
        "typeof",
        "unsized",
        "virtual",
        "yield",
        "try",
        "gen",
    ]
)


def ascii_only(text: str) -> str:
    """A text in plain letters, for comments and labels: accents go, dashes become hyphens."""
    spelled = "".join(_FOLDED.get(letter, letter) for letter in text)
    apart = unicodedata.normalize("NFKD", spelled)
    kept = (letter for letter in apart if not unicodedata.combining(letter))
    return "".join(letter if " " <= letter <= "~" else "?" for letter in _one_line(kept))


def _one_line(letters: Iterable[str]) -> str:
    return " ".join("".join(letters).split())


def camel(name: str) -> str:
    """A class's name: `GodheadAfterCommander` for "godhead after-commander"."""
    words = _WORDS.findall(ascii_only(name))
    joined = "".join(word[:1].upper() + word[1:] for word in words)
    return joined if joined and not joined[0].isdigit() else f"Board{joined}"


def slug(name: str, joint: str = "_", reserved: Iterable[str] = _RUST_WORDS) -> str:
    """A name in small letters for files and functions."""
    words = _WORDS.findall(ascii_only(name).lower())
    joined = joint.join(words)
    if not joined or joined[0].isdigit() or joined in reserved:
        joined = joint.join(["board", *words])
    return joined


def java_string(text: str) -> str:
    """A literal of Java: everything outside ASCII as `\\uXXXX`, whatever the file's encoding."""
    return f'"{"".join(_java_letters(text))}"'


def _java_letters(text: str) -> Iterator[str]:
    simple = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    for letter in text:
        if letter in simple:
            yield simple[letter]
        elif " " <= letter <= "~":
            yield letter
        else:
            units = letter.encode("utf-16-be")
            yield from (
                f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2)
            )


def kotlin_string(text: str) -> str:
    """A literal of Kotlin: as in Java, and `$` would begin a template."""
    return java_string(text).replace("$", "\\$")


def rust_string(text: str) -> str:
    """A literal of Rust: everything outside ASCII as `\\u{…}`."""
    simple = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    letters = (
        simple.get(letter) or (letter if " " <= letter <= "~" else f"\\u{{{ord(letter):x}}}")
        for letter in text
    )
    return f'"{"".join(letters)}"'


def comment(text: str, mark: str = "//") -> list[str]:
    """A text as lines of comment, empty for an empty text.

    A backslash is doubled: in Java a single one before `u` begins a character, even in comments.
    """
    plain = ascii_only(text).replace("\\", "\\\\")
    width = _COMMENT_WIDTH - len(mark) - 9
    lines = textwrap.wrap(plain, width, break_long_words=False, break_on_hyphens=False)
    return [f"{mark} {line}" for line in lines]


def story_lines(note: str, wrong: str, rules: Iterable[str], source: str = "") -> list[str]:
    """What a test's comment says, one text a paragraph."""
    lines = []
    if note:
        lines.append(note)
    if wrong:
        lines.append(f"A faulty engine gives: {wrong}")
    cited = ", ".join(rules)
    if cited:
        lines.append(f"Rules: {cited}")
    if source:
        lines.append(f"Source: {source}")
    return lines


def story_comment(
    note: str, wrong: str, rules: Iterable[str], source: str = "", mark: str = "//"
) -> list[str]:
    """The comment that stands above a test."""
    texts = story_lines(note, wrong, rules, source)
    return [line for text in texts for line in comment(text, mark)]


def indented(lines: Iterable[str], depth: int) -> list[str]:
    return [" " * 4 * depth + line if line else "" for line in lines]
