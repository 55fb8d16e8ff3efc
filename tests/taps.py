"""Boards built by taps alone: nothing is written that no control of the page's own HTML writes."""

import json
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any, TypeAlias

from striate.boards.steps.table import STEPS, kind_of_plain
from striate.boards.writing import tidy
from striate.web.answers import begin_html
from striate.web.boardasked import look
from striate.web.editing import edited
from striate.web.rendering import render
from striate.web.rows import Known, rows
from striate.web.shelves import shelf

Plain: TypeAlias = dict[str, Any]
_MOST_PRESSES = 60


class _Controls(HTMLParser):
    """Every control with a change: its change, and what can be picked (None: words are written)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[Plain, list[str] | None]] = []
        self._picked: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "option" and self._picked is not None:
            self._picked.append(given.get("value") or "")
        elif "data-edit" in given:
            edit = json.loads(given["data-edit"] or "")
            self._picked = [] if tag == "select" else None
            pressed = tag == "button" or given.get("type") == "checkbox"
            self.found.append((edit, self._picked if tag == "select" else [] if pressed else None))


def controls(html: str) -> list[tuple[Plain, list[str] | None]]:
    parser = _Controls()
    parser.feed(html)
    return parser.found


def _no_words(mark: str) -> None:
    """Texts behind seals stay so."""


class Hand:
    """Somebody with a finger: sees the page, taps, and writes words where a field asks for
    words."""

    def __init__(self, cards: list[Plain] | None = None) -> None:
        self.document: Plain = {"steps": [], **({"cards": cards} if cards else {})}

    @property
    def steps(self) -> list[Plain]:
        return list(self.document["steps"])

    def change(self, edit: Plain) -> None:
        self.document = tidy(edited(self.document, edit, shelf()))

    def seen(self) -> list[tuple[Plain, list[str] | None]]:
        """The controls of all rows, and the buttons that begin one; no answer is drawn."""
        counts = any("ability" in step for step in self.steps)  # which are counted as they are then
        known = look(self.document).known if counts else Known(self.document, shelf(), _no_words)
        html = render("rows.html", rows=rows(known), many=False, base="")
        return controls(html + begin_html(self.document))

    def build(self, steps: list[Plain]) -> None:
        for step in steps:
            self.begin(step)
            at = len(self.steps) - 1
            for key, value in step.items():
                self.say(at, (key,), value)
            self._tidy(at, step)

    def begin(self, step: Mapping[str, Any]) -> None:
        """A row of that kind at the end: from the search, or from the list of all kinds."""
        kind = kind_of_plain(step)
        assert kind is not None
        if kind.makes == "card":
            self.change({"do": "add", "name": step[kind.card_key]})
            wanted = step["zone"] if kind.word == "zone" else kind.word
            at = len(self.steps) - 1
            if kind.word not in self.steps[at] or kind.word == "zone":
                self.pick({"do": "become", "at": at}, wanted)
            return
        for edit, _ in self.seen():
            begins = edit["do"] == "step" and "at" not in edit
            if begins and kind_of_plain(edit["step"]) is kind:
                self.change(edit)
                return
        raise AssertionError(f"no button begins a row `{kind.word}`")

    def pick(self, wanted: Plain, value: Any) -> None:
        """The control that makes this change, with this value."""
        for edit, options in self.seen():
            if edit == wanted and (options is None or str(value) in options or options == []):
                self.change({**edit, "value": value})
                return
        raise AssertionError(f"nothing lets one tap {wanted} = {value!r}")

    def say(self, at: int, key: tuple[Any, ...], value: Any) -> None:
        """One key of a row, with all that is inside it."""
        now: Any = self.steps[at]
        for part in key:
            if isinstance(now, Mapping):
                now = now.get(part)
            else:
                now = now[part] if isinstance(now, list) and part < len(now) else None
        if now == value:
            return
        if isinstance(value, Mapping):
            for part, inner in value.items():
                self._inside(at, key, part)
                self.say(at, (*key, part), inner)
            for part in [part for part in (now or {}) if part not in value]:
                self._without(at, (*key, part))
        elif isinstance(value, list) and key[-1] == "colors":
            for letter in value:
                self.change(next(edit for edit, _ in self.seen() if edit["do"] == "letter"
                                 and edit["at"] == at and edit["letter"] == letter))  # fmt: skip
        elif isinstance(value, list):
            for slot, inner in enumerate(value):
                self.say(at, (*key, slot), inner)
        elif (
            isinstance(value, int) and not isinstance(value, bool) and self._counted(at, key, value)
        ):
            return
        else:
            word = "true" if value is True and key == ("kicked",) else value
            self.pick({"do": "set", "at": at, "key": list(key)}, word)

    def _inside(self, at: int, key: tuple[Any, ...], part: str) -> None:
        """A kind of counter or of choice that has no control of its own yet."""
        step = self.steps[at]
        if key == ("counters",) and part not in step["counters"]:
            self.pick({"do": "kind", "at": at, "key": ["counters"]}, part)
        elif key == ("choose",) and part not in (step.get("choose") or {}):
            wanted = {"do": "set", "at": at, "key": ["choose", part]}
            if not any(edit.get("key") == wanted["key"] and edit["at"] == at
                       for edit, _ in self.seen()):  # fmt: skip
                self.pick({"do": "choice", "at": at}, part)

    def _without(self, at: int, key: tuple[Any, ...]) -> None:
        wanted = {"do": "set", "at": at, "key": list(key), "value": None}
        if any(edit == wanted for edit, _ in self.seen()):
            self.change(wanted)
        else:
            self.pick({"do": "set", "at": at, "key": list(key)}, "")

    def _counted(self, at: int, key: tuple[Any, ...], value: int) -> bool:
        """Presses − or + until it is so."""
        wanted = [edit for edit, _ in self.seen() if edit["do"] == "count" and edit["at"] == at
                  and edit["key"] == list(key)]  # fmt: skip
        if not wanted:
            return False
        for _ in range(_MOST_PRESSES):
            now: Any = self.steps[at]
            for part in key:
                now = now.get(part) if isinstance(now, Mapping) else None
            if now is None and "untold" not in wanted[0]:
                now = wanted[0].get("from", 0)
            if now == value:
                return True
            self._press(at, key, 1 if now is None or now < value else -1)
        raise AssertionError(f"{key} can't be counted to {value}")

    def _press(self, at: int, key: tuple[Any, ...], by: int) -> None:
        edit = {"do": "count", "at": at, "key": list(key), "by": by}
        for each, _ in self.seen():
            if edit.items() <= each.items():
                self.change(each)
                return
        raise AssertionError(f"nothing counts {key}")

    def _tidy(self, at: int, step: Mapping[str, Any]) -> None:
        """What the search or a button had guessed, and is not so."""
        for key in [key for key in self.steps[at] if key not in step]:
            self.pick({"do": "set", "at": at, "key": [key]}, "")


def every_key() -> Iterator[tuple[str, str]]:
    """Each kind of step with each of its keys."""
    for word, kind in STEPS.items():
        for key in kind.keys:
            yield word, key.name
        if kind.chooses:
            yield word, "choose"
