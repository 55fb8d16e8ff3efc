"""Rules as data: the files of `rules/`, in which each rule is one line of notation.

    counted: the number of <who:group> = Count(who.filter, who.zone) if in_play(who)

Before the colon stands the phrase that the rule reads, after it the words in the notation of
`engine`; several ways to say the same stand with " | " between them. After " = " stands the value:
an expression of the slots, of nodes of the tree and of names that a module offers with `@builds`
or `offers`; the name of a function alone is called with the slots under their names. A rule
without a value passes on its only slot. What follows " if " is its guard: without it the rule
declines. `<item, and|or>` alone is a list of items.

Lines with the same phrase may stand under it, four spaces in; a line goes on eight spaces in; the
short ones of a table may share a line, with " ; " between. A line that begins with # is a comment.
`<who:group*>` and `<who:group^>` say how a printer says the slot (`printing.by_rule`). The lines of
a phrase `form KIND`, `acts KIND` or `events KIND` have no values: another module makes them of the
words (see `machine`). What a slot `<_:phrase>` reads is not needed. Of acts, events and the words
of `<x=...>`, `{a|b}` and `[c]` are all the ways to say them.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar

from msgspec import structs

from striate.cards import tree
from striate.cards.grammar.engine import GRAMMAR, NOTHING, Grammar, GrammarError

FOLDER = Path(__file__).parent / "rules"
_FUNCTION = TypeVar("_FUNCTION", bound=Callable[..., Any])
NAMES: dict[str, Any] = {
    "NOTHING": NOTHING,
    "replaced": structs.replace,
    **{name: value for name, value in vars(tree).items() if isinstance(value, (type, tree.Node))},
}


def builds(function: _FUNCTION) -> _FUNCTION:
    offers(**{function.__name__: function})
    return function


def offers(**values: Any) -> None:
    for name, value in values.items():
        if name in NAMES and NAMES[name] is not value:
            raise GrammarError(f"two things are offered to the rules as `{name}`")
        NAMES[name] = value


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A line of a file of rules: what it reads, and the value that it builds."""

    place: str
    phrase: str
    words: str
    value: str | None
    slots: tuple[str, ...]
    said: str = ""  # the words, with the numbers of nouns


_LISTED = ("acts", "events", "form")  # phrases whose lines have no values
_HEAD = re.compile(r"^([a-z][\w' /-]*):(?: (.*))?$")
_SLOT = re.compile(r"<(\w[\w ]*?)(?:[:=][^<>]*)?>")
_ONLY_SLOT = re.compile(r"<(?:\w+(?=[:=]))?([:=]?)([^<>]+)>")
LIST = re.compile(r"^<([^<>,:=]+), ([^<>]+)>$")
_NUMBER = re.compile(r"[*^](?=>)")  # how a slot is said; reading does not ask


def rules_in(path: Path) -> Iterator[Rule]:
    phrase, parts, place = "", [""], ""
    text = path.read_text(encoding="utf-8") + "\n"
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(" " * 8):
            parts.append(line.strip())
            continue
        if parts != [""]:
            yield from (_rule(place, phrase, one) for one in " ".join(parts).split(" ; "))
        parts, place = [""], f"{path.name}:{number}"
        if line.startswith("    "):
            parts = [line.strip()]
        elif line and not line.startswith("#"):
            head = _HEAD.match(line)
            if head is None:
                raise GrammarError(f"{place}: `phrase: words = value` is expected")
            phrase, parts = head[1], [head[2] or ""]


def _rule(place: str, phrase: str, text: str) -> Rule:
    words, _, value = text.partition(" = ")
    kind = phrase.split(" ")[0]
    if kind in _LISTED:
        return Rule(place, phrase, text if kind == "form" else _written_out(text), None, ())
    words = _CHOSEN.sub(lambda listed: _written_out(listed[0]), words)
    words = re.sub(r"\s*\|\s*", "|", words)
    if not value and not LIST.match(words):
        # The slot under the name that a rule without a value passes on.
        words = _ONLY_SLOT.sub(lambda slot: f"<value{slot[1] or ':'}{slot[2]}>", words)
        value = "value"
    slots = tuple(dict.fromkeys(_SLOT.findall(words)))
    for slot in slots:
        if " " in slot:
            words = words.replace(f"<{slot}>", f"<{slot.replace(' ', '_')}:{slot}>")
    slots = tuple(slot.replace(" ", "_") for slot in slots)
    if value == "value" and "value" not in slots:
        raise GrammarError(f"{place}: a rule without slots needs a value")
    return Rule(place, phrase, _NUMBER.sub("", words), value or None, slots, words)


_CHOSEN = re.compile(r"(?<==)[^<>=]*[{\[][^<>]*(?=>)")  # what `<x=...>` lists
_WAYS = re.compile(r"\{([^{}|]*\|[^{}]*)\}|\[([^\[\]]*)\]")


def _written_out(words: str) -> str:
    """Words in which `{a|b}` and `[c]` stand for several ways to say them, as all those ways."""
    return " | ".join(way for one in words.split(" | ") for way in _ways(one))


def _ways(words: str) -> Iterator[str]:
    match = _WAYS.search(words)
    if match is None:
        yield " ".join(words.split())
        return
    options = match[1] if match[2] is None else f"|{match[2]}"
    for inner in options.split("|"):
        yield from _ways(f"{words[: match.start()]}{inner}{words[match.end() :]}")


def split_guard(value: str) -> tuple[str, str]:
    """A value and its guard: `x if y` is x and y; the guard is empty if there is none."""
    depth, quoted = 0, False
    for at, letter in enumerate(value):
        if letter == '"':
            quoted = not quoted
        elif not quoted:
            depth += (letter in "([{") - (letter in ")]}")
            if depth == 0 and value.startswith(" if ", at):
                return value[:at], value[at + 4 :]
    return value, ""


def value_of(rule: Rule) -> tuple[str, str]:
    """The value of a rule and its guard; a function's name alone is its call with the slots."""
    value, guard = split_guard(rule.value or "")
    if value not in rule.slots and callable(NAMES.get(value)):
        value = f"{value}({', '.join(f'{slot}={slot}' for slot in rule.slots if slot != '_')})"
    return value, guard


def source_of(rule: Rule) -> str:
    value, guard = value_of(rule)
    guarded = f"{value} if {guard} else NOTHING" if guard else value
    return f"lambda {', '.join(rule.slots)}: ({guarded})"


def _compiled(rules: list[Rule]) -> list[Callable[..., Any]]:
    """The builders of these rules; they are compiled together, which is quicker."""
    sources = [source_of(rule) for rule in rules]
    try:
        code = compile(f"[{', '.join(sources)}]", "rules", "eval")
        return list(eval(code, NAMES))
    except (SyntaxError, NameError):
        for rule, source in zip(rules, sources, strict=True):
            _checked(rule, source)
        raise


def _checked(rule: Rule, source: str) -> CodeType:
    try:
        code = compile(source, rule.place, "eval")
        eval(code, NAMES)
    except (SyntaxError, NameError) as error:
        raise GrammarError(f"{rule.place}: `{rule.value}`: {error}") from None
    return code


def add_rules(path: Path, grammar: Grammar = GRAMMAR) -> None:
    built: list[Rule] = []
    for rule in rules_in(path):
        listed = LIST.match(rule.words)
        kind, _, name = rule.phrase.partition(" ")
        if kind in _LISTED:
            for words in rule.words.split(" | "):
                _MACHINES[kind](name, words)
        elif listed is not None:
            grammar.lists(rule.phrase, listed[1], joins=listed[2])
        else:
            built.append(rule)
    for rule, builder in zip(built, _compiled(built), strict=True):
        try:
            grammar.rule(rule.phrase, rule.words, slots=rule.slots)(builder)
        except GrammarError as error:
            raise GrammarError(f"{rule.place}: {error}") from None


_CHOICES = re.compile(r"^<\w+=([^<>]*)>$")


@cache
def _every_rule(folder: Path) -> dict[str, list[Rule]]:
    """All lines by phrase: a printer does not wait for the grammar to be built of them."""
    by_phrase: dict[str, list[Rule]] = {}
    for path in sorted(folder.rglob("*.rules")):
        for rule in rules_in(path):
            by_phrase.setdefault(rule.phrase, []).append(rule)
    return by_phrase


def rules_of(phrase: str, folder: Path = FOLDER) -> list[Rule]:
    return _every_rule(folder).get(phrase, [])


def listed(phrase: str) -> Iterator[str]:
    for rule in rules_of(phrase):
        yield from rule.words.split(" | ")


@cache
def said_as(phrase: str) -> dict[Any, str]:
    """The values of a phrase that fixed words stand for, each with the first such words.

    Such values are built of nodes of the tree alone.
    """
    notes: dict[Any, str] = {}
    for rule in rules_of(phrase):
        table = _CHOICES.match(rule.words)
        if table is not None or not (rule.slots or set("[(<") & set(rule.words)):
            builder = eval(_checked(rule, source_of(rule)), NAMES)
            for words in table[1].split("|") if table else rule.words.split("|")[:1]:
                notes.setdefault(builder(words) if table else builder(), words)
    return notes


_MACHINES: dict[str, Callable[[str, str], None]] = {}


def machine(kind: str) -> Callable[[_FUNCTION], _FUNCTION]:
    """The function reads the lines of phrases that begin with the word."""

    def register(function: _FUNCTION) -> _FUNCTION:
        _MACHINES[kind] = function
        return function

    return register


@cache
def add_all() -> None:
    """Adds all files of rules, once; the modules that offer names to them are imported by then."""
    for path in sorted(FOLDER.rglob("*.rules")):
        add_rules(path)


GRAMMAR.before_reading(add_all)
