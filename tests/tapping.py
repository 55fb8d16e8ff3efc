"""Boards built in a real browser: by taps (or clicks) on what the page shows, or by keys alone."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from striate.boards.loading import load_text
from tests.taps import Hand, Plain, controls

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

_AT_REST = "main.board:not([aria-busy=true])"
# The control with this change; objects are compared whatever the order of their keys.
_FIND = """(wanted) => {
  const plain = (value) => value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, plain(value[key])])) : value;
  const text = JSON.stringify(plain(wanted));
  return [...document.querySelectorAll("#rows [data-edit], #begin [data-edit]")]
    .find((each) => JSON.stringify(plain(JSON.parse(each.dataset.edit))) === text);
}"""


class Finger(Hand):
    """Somebody before a screen: what is changed is what a tap on a visible control changes."""

    def __init__(self, page: "Page") -> None:
        super().__init__()
        self.page = page
        self.taps = 0

    def seen(self) -> list[tuple[Plain, list[str] | None]]:
        html = (
            "document.getElementById('rows').outerHTML + document.getElementById('begin').outerHTML"
        )
        return controls(self.page.evaluate(html))

    def change(self, edit: Plain) -> None:
        edit = dict(edit)
        if edit["do"] == "add":
            self._add(edit["name"])
        else:
            value = edit.pop("value", None)
            found = self._control(edit)
            self._use(found, value)
        self.page.wait_for_selector(_AT_REST)
        self.document = self._kept()

    def _kept(self) -> Plain:
        """The board as the page's own file has it."""
        text = self.page.input_value("#yaml")
        return dict(load_text(text).data) if text else {"steps": []}

    def _add(self, name: str) -> None:
        self.page.fill("#search", name)
        option = self.page.locator(f'#found [data-card="{name}"]')
        self._tap(option)

    def _control(self, edit: Mapping[str, Any]) -> "Locator":
        handle = self.page.evaluate_handle(_FIND, edit).as_element()
        assert handle is not None, f"no control makes the change {json.dumps(edit)}"
        key = handle.get_attribute("data-key")
        within = (
            "#begin" if handle.evaluate("(each) => Boolean(each.closest('#begin'))") else "#rows"
        )
        found = self.page.locator(f"{within} [data-key={json.dumps(key)}]").first
        if not found.is_visible():
            self._open(found)
        return found

    def _open(self, control: "Locator") -> None:
        """What stands under More, or under "Something else happened", is opened first."""
        if control.evaluate("(each) => Boolean(each.closest('#begin'))"):
            self._tap(self.page.locator("details.other[data-key=other] > summary"))
        else:
            row = control.evaluate("(each) => each.closest('.row').dataset.at")
            self._tap(self.page.locator(f'#rows .row[data-at="{row}"] .opens'))
            self.page.wait_for_selector(_AT_REST)

    def _use(self, control: "Locator", value: Any) -> None:
        match control.evaluate(
            "(each) => each.tagName + (each.type === 'checkbox' ? ' tick' : '')"
        ):
            case "SELECT":
                control.select_option(str(value))
            case "INPUT" | "TEXTAREA":
                control.fill(str(value))
                control.blur()
            case _:
                self._tap(control)

    def _tap(self, what: "Locator") -> None:
        self.taps += 1
        what.tap() if self.touches else what.click()

    @property
    def touches(self) -> bool:
        return bool(self.page.evaluate("navigator.maxTouchPoints > 0"))
