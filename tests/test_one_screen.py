"""The page in a real Chromium on three screens: the answer in view, the phone's strip, switches."""

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.browser import browser_marks, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = browser_marks()
WIDE, TABLET, PHONE = {"width": 1400, "height": 900}, {"width": 768, "height": 1024}, {
    "width": 390, "height": 844}  # fmt: skip
_TWELVE = (
    "Humility; Opalescence; Blood Moon; Plains; Coralhelm Commander; Lord of Atlantis; "
    "Glorious Anthem; Grizzly Bears; Godhead of Awe; Dryad Arbor; Hill Giant; Student of Warfare"
)
_IN_VIEW = """(where) => {
  const box = document.querySelector(where).getBoundingClientRect();
  return box.width > 0 && box.top < innerHeight && box.bottom > 0 && box.bottom <= innerHeight + 1;
}"""


def shown(chromium: "Browser", address: str, line: str, screen: dict[str, int]) -> "Page":
    return opened(chromium, f"{address}/?line={quote(line)}", viewport=screen)


def at_rest(page: "Page") -> None:
    page.wait_for_selector("main.board[aria-busy=false]")


@pytest.mark.parametrize("screen", [WIDE, TABLET], ids=["1400", "768"])
def test_the_answer_stays_in_view_beside_the_rows(
    chromium: "Browser", address: str, screen: dict[str, int]
) -> None:
    page = shown(chromium, address, _TWELVE, {**screen, "height": 500})
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate(_IN_VIEW, ".bar")
    assert page.evaluate(_IN_VIEW, "#answer .card")
    page.context.close()


def test_on_a_phone_a_strip_says_what_changed_and_opens(chromium: "Browser", address: str) -> None:
    page = shown(chromium, address, "Grizzly Bears; Hill Giant; Glorious Anthem", PHONE)
    strip = page.locator("#strip")
    assert "Grizzly Bears 2/2 → 3/3" in strip.inner_text()
    assert not page.locator("#panels").is_visible()
    strip.click()
    assert page.locator("#answer .card").first.is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#panels").is_visible()
    page.locator(".opens").nth(1).click()
    page.get_by_role("button", name="+1/+1 counter").click()
    at_rest(page)
    assert strip.inner_text().lstrip().startswith("Hill Giant 3/3 → 5/5")  # what changed last
    assert page.evaluate(_IN_VIEW, "#strip")
    page.context.close()


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["1400", "390"])
def test_the_explanation_stands_beside_the_rung_that_was_tapped(
    chromium: "Browser", address: str, screen: dict[str, int]
) -> None:
    page = shown(chromium, address, _TWELVE, screen)
    page.click("#tab-why")
    page.locator("#why .node").last.click()
    title = page.locator("#why .stage:not([hidden]) h2")
    assert "Layer 7" in title.inner_text()
    node, said = page.locator("#why .node").last.bounding_box(), title.bounding_box()
    assert node and said
    assert abs(said["y"] - node["y"]) < screen["height"] * 0.8
    assert page.evaluate(_IN_VIEW, "#why .stage:not([hidden]) h2")
    page.context.close()


def test_thirty_permanents_are_readable_on_a_phone(chromium: "Browser", address: str) -> None:
    line = "; ".join([_TWELVE, *["Forest", "Grizzly Bears", "Hill Giant"] * 6])
    page = shown(chromium, address, line, PHONE)
    assert page.locator("#rows .row").count() == 30
    assert page.evaluate("document.getElementById('rows').scrollHeight") < 1400
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.click("#strip")
    assert page.evaluate("document.getElementById('answer').scrollHeight") < 1800
    page.keyboard.press("Escape")
    row = page.locator("#rows .row").nth(20)
    row.locator(".opens").click()
    row.get_by_role("button", name="stun counter").click()
    page.wait_for_selector("#rows .row >> nth=30")
    at_rest(page)
    assert row.locator(".more").is_visible()  # it stays open
    page.click("#tab-why")
    page.wait_for_selector("#why .why")
    assert page.evaluate("document.getElementById('why').scrollHeight") < 4000
    page.context.close()


def test_an_illegal_choice_is_no_choice_and_says_why(chromium: "Browser", address: str) -> None:
    page = shown(chromium, address, "Forest; Grizzly Bears", WIDE)
    page.fill("#search", "giant growth")
    page.click('#found [data-card="Giant Growth"]')
    forest = page.locator('#rows .wanted option[value="Forest"][disabled]')
    forest.wait_for(state="attached")
    assert "is no legal target" in forest.inner_text()
    page.select_option("#rows .wanted select", "Grizzly Bears")
    page.wait_for_selector('#answer [data-handle="Grizzly Bears"] .box ins:text-is("5/5")')
    page.context.close()


def test_the_quiz_shows_the_solution_after_the_choice(chromium: "Browser", address: str) -> None:
    page = chromium.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]  # a literal
    page.goto(f"{address}/quiz/medium-1")
    assert not page.locator(".ladder").is_visible()
    page.locator("[data-choice]:not([data-right])").first.click()
    assert "No" in page.locator("#verdict").inner_text()
    assert (
        page.locator(".ladder").is_visible() and page.locator("#solved >> text=breaks").count() == 3
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto(f"{address}/quiz")
    assert "0 of 1 right so far" in page.locator("#score").inner_text()
    page.goto(f"{address}/no/such/page")
    page.locator("nav >> text=Quiz").wait_for()
    page.context.close()


def test_recent_boards_are_kept_in_this_browser(chromium: "Browser", address: str) -> None:
    page = shown(chromium, address, "", WIDE)
    assert not page.locator("#recent").is_visible()
    for name in ("Humility", "Opalescence"):
        page.fill("#search", name)
        page.click(f'#found [data-card="{name}"]')
        page.wait_for_selector(f'#rows [data-name="{name}"]')
    page.wait_for_url("**/#b=*")
    page.goto(f"{address}/?line=Forest")
    page.wait_for_selector("html[data-ready]")
    page.click("#recent summary")
    page.click("#recent a")
    page.wait_for_selector('#rows [data-name="Opalescence"]')
    assert page.locator("#recent a").count() == 1
    page.context.close()


def test_more_keeps_the_focus_and_stays_open(chromium: "Browser", address: str) -> None:
    page = shown(chromium, address, "Grizzly Bears; Hill Giant", WIDE)
    page.locator(".opens").first.click()
    button = page.get_by_role("button", name="+1/+1 counter").first
    button.focus()
    for number in (3, 4):
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#rows .row >> nth={number - 1}")
        at_rest(page)
        assert page.evaluate("document.activeElement.textContent") == "+1/+1 counter"
    assert page.locator("#more-0").is_visible()
    page.context.close()


def test_a_switch_shows_the_other_case_and_writes_the_row(
    chromium: "Browser", address: str
) -> None:
    page = shown(chromium, address, "Kavu Titan; Grizzly Bears", WIDE)
    titan = page.locator('#answer [data-handle="Kavu Titan"]')
    assert "Not told" in titan.inner_text()
    titan.get_by_role("button", name="yes").click()
    page.wait_for_selector('#answer [data-handle="Kavu Titan"] .box ins:text-is("5/5")')
    assert "kicked" in page.locator("#yaml").input_value()
    titan.get_by_role("button", name="no", exact=True).click()
    page.wait_for_selector('#answer [data-handle="Kavu Titan"] [aria-pressed=true]:text-is("no")')
    assert titan.locator(".box").inner_text().strip() == "2/2"
    page.context.close()


def test_an_unfinished_row_leaves_the_answer_of_the_rows_before_it(
    chromium: "Browser", address: str
) -> None:
    page = shown(chromium, address, "Grizzly Bears; Glorious Anthem", WIDE)
    page.fill("#search", "giant growth")
    page.click('#found [data-card="Giant Growth"]')
    at_rest(page)
    assert "The answer of the first 2 rows" in page.locator("#answer").inner_text()
    assert page.locator('#answer [data-handle="Grizzly Bears"] .box ins').inner_text() == "3/3"
    page.select_option("#rows .wanted select", "Grizzly Bears")
    page.wait_for_selector('#answer [data-handle="Grizzly Bears"] .box ins:text-is("6/6")')
    page.context.close()
