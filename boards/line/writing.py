"""The steps of a board as a line, which reads back to the same steps."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from striate.boards.editions import day_in
from striate.boards.emitting import flow
from striate.boards.line.reading import TOKEN_KEYS, Reader
from striate.boards.names import Shelf
from striate.boards.steps.keys import WORDS
from striate.boards.steps.table import STEPS, kind_of_plain

_PLAIN_VALUE = re.compile(r"[^\s\"(),;:{}](?:[^\"(),;{}]*[^\s\"(),;{}])?")


def line_of_document(document: Mapping[str, Any], shelf: Shelf) -> str:
    """The steps of plain data as a line, which reads back to the same steps, and to the day of
    the rules.

    A step that has no short words stands as the mapping that it is in the board file.
    """
    reader = Reader(shelf)
    lines = []
    for step in document["steps"]:
        short = _short(step)
        lines.append(short if short and reader.says(short, step) else flow(step))
        reader.objects.note(step)
    day = day_in(tuple(map(str, document.get("rules") or ())))
    return "; ".join([*lines, f"rules {day}"] if day else lines)


def _short(step: Mapping[str, Any]) -> str | None:
    """The step in short words, as far as there are some."""
    kind = kind_of_plain(step)
    if kind is None:
        return None
    word = kind.word
    rest = {key: value for key, value in step.items() if key != word}
    head: str | None
    if word == "counters":
        head = ", ".join(f"{number} {kind}" for kind, number in step[word].items())
    elif word == "token" and isinstance(step[word], Mapping):
        record = step[word]
        box = f"{record['power']}/{record['toughness']}" if "power" in record else ""
        head = f"{_quoted(str(record.get('name', '')))} {box}".strip()
        rest = dict(_token_options(record)) | rest
    elif word == "zone":
        word, head = f"{step['zone']}:", _quoted(str(rest.pop("card", "")))
    else:
        head = _head_text(word, step[word])
    if head is None:
        return None
    words = [] if word == "enter" else [word]
    words.append(head)
    for key, place in (
        ("copying", "copying"),
        ("attached_to", "on"),
        *((p, p) for p in ("on", "to", "of")),
    ):
        if key in rest:
            words.append(f"{place} {rest.pop(key)}")
    if "times" in rest:
        words.append(f"x{rest.pop('times')}")
    if rest.get("targets"):
        words.append("-> " + ", ".join(map(str, rest.pop("targets"))))
    options = list(_options(rest, kind.seat_key))
    return " ".join(filter(None, words)) + (f" ({', '.join(options)})" if options else "")


def _token_options(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for short, key in TOKEN_KEYS.items():
        if record.get(key):
            yield short, " ".join(record[key]) if key == "colors" else str(record[key])


def _head_text(word: str, value: object) -> str | None:
    if isinstance(value, bool):
        return "" if value else "false"
    if isinstance(value, str):
        return f'"{value}"' if STEPS[word].keys[0].kind is WORDS else _quoted(value)
    return str(value) if isinstance(value, int) else None


def _quoted(text: str) -> str:
    return text if '"' in text or not re.search(r"[();{}\[\]]|->", text) else f'"{text}"'


def _options(rest: Mapping[str, Any], seat: str) -> Iterator[str]:
    for key, value in rest.items():
        if key == "choose":
            yield from (f"{name}: {_option_text(chosen)}" for name, chosen in value.items())
        elif key == seat and value in ("you", "opponent"):
            yield value
        elif value is True:
            yield key.replace("_", " ")
        elif key == "mode" and isinstance(value, list):
            yield f"mode: {'+'.join(map(str, value))}"
        else:
            yield f"{key.replace('_', ' ')}: {_option_text(value)}"


def _option_text(value: object) -> str:
    text = str(value)
    return text if _PLAIN_VALUE.fullmatch(text) else f'"{text}"'
