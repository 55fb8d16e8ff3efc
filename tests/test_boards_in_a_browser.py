"""Whole boards built in a real Chromium: twelve by taps at three widths, three by keys alone."""

import os
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from striate.boards.line.reading import document_of_line
from striate.web.shelves import shelf
from tests.browser import browser_marks, opened
from tests.tapping import Finger

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = browser_marks()
SCREENS: dict[int, dict[str, Any]] = {
    1400: {"viewport": {"width": 1400, "height": 900}},
    768: {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    390: {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
_PHASING = (
    'Hill Giant; effect "Target creature gets +1/+1 until end of turn." -> Hill Giant; '
    "phase_out Hill Giant; phase_in Hill Giant"
)
# A board, the object that is looked at, what stands in its box.
BOARDS = (
    ("Humility; Opalescence", "Humility", "4/4"),
    ("Coralhelm Commander; level_up Coralhelm Commander x4; Godhead of Awe (opponent)",
     "Coralhelm Commander", "1/1"),
    ("Grizzly Bears; Frogify on Grizzly Bears; counters 1 +1/+1 on Grizzly Bears",
     "Grizzly Bears", "2/2"),
    ("Serra Angel; Clone copying Serra Angel; Glorious Anthem", "Clone", "5/5"),
    ("Conspiracy (creature type: Elf); Grizzly Bears; Elvish Archdruid", "Grizzly Bears", "3/3"),
    ("Mutavault; ability 2 of Mutavault; Humility", "Mutavault", "1/1"),
    ("Grizzly Bears; resolve Giant Growth -> Grizzly Bears", "Grizzly Bears", "5/5"),
    ("Hill Giant (face_down: true); Glorious Anthem", "Hill Giant", "3/3"),
    ("graveyard: Forest (opponent); Tarmogoyf", "Tarmogoyf", "1/2"),
    ("Bonesplitter; Grizzly Bears; attach Bonesplitter to Grizzly Bears; tap Grizzly Bears",
     "Grizzly Bears", "4/2"),
    ("Kavu Titan (kicked: yes); Levitation; leave Levitation to exile", "Kavu Titan", "5/5"),
    (_PHASING, "Hill Giant", "4/4"),
)  # fmt: skip


def box(page: "Page", handle: str) -> str:
    shown = page.locator(f'#answer [data-handle="{handle}"] .box')
    return str(shown.evaluate("(each) => (each.querySelector('ins') ?? each).textContent.trim()"))


# Each width has four of the twelve; with STRIATE_WIDTHS=all it has all of them.
_AT_WIDTHS = [
    pytest.param(width, *board, id=f"{width}: {board[0]}")
    for at, board in enumerate(BOARDS)
    for place, width in enumerate(SCREENS)
    if place == at % len(SCREENS) or os.environ.get("STRIATE_WIDTHS") == "all"
]


@pytest.mark.parametrize(("width", "line", "handle", "size"), _AT_WIDTHS)
def test_a_board_is_built_by_taps(
    chromium: "Browser", address: str, width: int, line: str, handle: str, size: str
) -> None:
    steps = document_of_line(line, shelf())["steps"]
    page = opened(chromium, address, **SCREENS[width])
    finger = Finger(page)
    finger.build(steps)
    assert finger.steps == steps
    if width == 390:
        page.tap("#strip")
    assert page.locator(f'#answer [data-handle="{handle}"]').is_visible()
    assert box(page, handle) == size
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()


# --- by keys alone --------------------------------------------------------------------------------


class Keys:
    """Somebody without a pointer: Tab until the control has the focus, then its own keys."""

    def __init__(self, page: "Page") -> None:
        self.page = page

    def rest(self) -> None:
        self.page.wait_for_selector("main.board:not([aria-busy=true])")

    def reach(self, selector: str) -> None:
        for _ in range(200):
            if self.page.evaluate("(where) => document.activeElement.matches(where)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")

    def press(self, selector: str) -> None:
        self.reach(selector)
        self.page.keyboard.press("Enter")
        self.rest()

    def pick(self, selector: str, words: str) -> None:
        """An option of a list, by its first letters, so slowly that an answer comes between."""
        self.reach(selector)
        self.page.keyboard.type(words, delay=120)
        self.page.keyboard.press("Enter")
        self.rest()

    def add(self, *typed: str) -> None:
        """Names typed one after the other; nobody waits for what is found."""
        self.reach("#search")
        rows = self.page.locator("#rows .row").count() + len(typed)
        for name in typed:
            self.page.keyboard.type(name)
            self.page.keyboard.press("Enter")
        self.page.wait_for_selector(f"#rows .row >> nth={rows - 1}")
        self.rest()


def test_three_boards_are_built_by_keys_alone(chromium: "Browser", address: str) -> None:
    page = opened(chromium, address, **SCREENS[1400])
    keys = Keys(page)
    keys.add("humility", "opalescence")
    keys.press('[data-key="down-0"]')
    assert box(page, "Humility") == "1/1"
    keys.press("#clear")

    keys.add("grizzly bears", "gray ogre", "frogify")
    keys.pick('[data-at="2"] .controls > label:not(.whose) select', "Gray")
    keys.pick('[data-key="0-whose"]', "Opp")
    assert box(page, "Gray Ogre") == "1/1" and box(page, "Grizzly Bears") == "2/2"
    theirs = page.get_by_role("heading", name="Your opponent’s")
    assert theirs.locator("..").locator(".card").count() == 1
    keys.press("#clear")

    keys.add("student of warfare")
    keys.press(".opens")
    keys.press('[data-key="Student of Warfare-Level up"]')
    for _ in range(6):
        keys.press('[data-key="1-Times-more"]')
    assert box(page, "Student of Warfare") == "4/4"
    page.context.close()


# --- what must not go wrong -----------------------------------------------------------------------


def test_enter_takes_an_option_of_the_text_that_stands_there(
    chromium: "Browser", address: str
) -> None:
    """An older text's answer comes late, and is never the one that is taken."""
    page = opened(chromium, address)
    late: list[Any] = []

    def hold(route: Any) -> None:
        if "Moon" in route.request.url:
            route.continue_()
        else:
            late.append(route)

    page.route("**/cards?q=*", hold)
    search = page.locator("#search")
    search.press_sequentially("Blood", delay=70)
    page.wait_for_timeout(150)
    assert late
    search.press_sequentially(" Moon", delay=5)
    search.press("Enter")
    page.wait_for_selector('#rows [data-name="Blood Moon"]')
    for route in late:
        route.continue_()
    page.wait_for_selector("main.board:not([aria-busy=true])")
    names = [each.get_attribute("data-name") for each in page.locator("#rows .row").all()]
    assert names == ["Blood Moon"]
    page.context.close()


def test_quick_steps_back_and_forth_lose_no_board(chromium: "Browser", address: str) -> None:
    page = opened(chromium, address, **SCREENS[390])
    names = ["Humility", "Opalescence", "Grizzly Bears"]
    finger = Finger(page)
    for name in names:
        finger.change({"do": "add", "name": name})

    def shown() -> list[str | None]:
        page.wait_for_selector("main.board:not([aria-busy=true])")
        return [each.get_attribute("data-name") for each in page.locator("#rows .row").all()]

    page.evaluate("document.activeElement.blur()")
    for keys in ("Control+z", "Control+z", "Control+Shift+z"):
        page.keyboard.press(keys)
    assert shown() == names[:2]
    for _ in range(3):
        page.keyboard.press("Control+Shift+z")
    assert shown() == names
    page.evaluate("for (const id of ['undo', 'undo']) document.getElementById(id).click()")
    assert shown() == names[:1]
    page.evaluate("for (const id of ['redo', 'redo']) document.getElementById(id).click()")
    assert shown() == names
    page.tap("#tab-why")
    page.tap("#to-board")
    assert shown() == names and page.locator("#rows").is_visible()
    page.tap("#clear")
    assert shown() == []
    page.tap("#undo")
    assert shown() == names
    page.context.close()
