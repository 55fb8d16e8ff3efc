"""The page in a real Chromium: what hands, keys and links do to it."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.browser import browser_marks, opened
from tests.page_sweep import differences, every_case

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

pytestmark = browser_marks()
_MANY_CONTROLS = (
    "Painter's Servant (color: blue); Clone; resolve Mystic Confluence; Student of Warfare; "
    "counters 2 +1/+1, 3 level on Student of Warfare; Treetop Village; ability 2 of Treetop "
    "Village; "
    "Rancor on Student of Warfare; token Bear 2/2; turn_face_down Student of Warfare; leave Clone"
)
_AXE = "axe-core@4.11.0"


@pytest.fixture
def page(chromium: "Browser", address: str) -> Iterator["Page"]:
    found = opened(chromium, address)
    yield found
    found.context.close()


def add(page: "Page", typed: str, name: str) -> None:
    page.fill("#search", typed)
    page.click(f'#found [data-card="{name}"]')
    page.wait_for_selector(f'#rows [data-name="{name}"]')


def titles(page: "Page") -> list[str]:
    return [str(row.get_attribute("data-name")) for row in page.locator("#rows .row").all()]


def box(page: "Page", handle: str) -> str:
    return page.locator(f'#answer [data-handle="{handle}"] .box ins').inner_text()


def settled(page: "Page", words: str) -> None:
    """Waits until the page has said so."""
    from playwright.sync_api import expect

    expect(page.locator("#said")).to_contain_text(words)


def loaded(page: "Page", address: str, line: str) -> None:
    page.goto(f"{address}/?line={quote(line)}")
    page.wait_for_selector("html[data-ready]")


# --- building -------------------------------------------------------------------------------------


def test_a_board_is_built_by_search_and_answered(page: "Page") -> None:
    add(page, "humility", "Humility")
    add(page, "opalesence", "Opalescence")
    assert box(page, "Humility") == "4/4"
    assert "#b=" in page.url


def test_a_link_opens_the_same_board_anywhere(page: "Page", chromium: "Browser") -> None:
    add(page, "humility", "Humility")
    add(page, "opalescence", "Opalescence")
    page.wait_for_url("**/#b=*")
    assert len(page.url) < 220
    other = opened(chromium, page.url)
    assert titles(other) == ["Humility", "Opalescence"]
    other.context.close()


def test_rows_are_dragged_into_order(page: "Page", address: str) -> None:
    loaded(page, address, "Humility; Opalescence; Grizzly Bears")
    grip = page.locator(".grip").first.bounding_box()
    last = page.locator("#rows .row").nth(1).bounding_box()
    assert grip and last
    page.mouse.move(grip["x"] + 10, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(grip["x"] + 10, last["y"] + 10, steps=5)
    page.mouse.move(grip["x"] + 10, last["y"] + last["height"] - 4, steps=5)
    page.mouse.up()
    settled(page, "Humility is row 2 of 3 now")
    assert titles(page) == ["Opalescence", "Humility", "Grizzly Bears"]
    assert box(page, "Humility") == "1/1"


def test_a_board_is_built_by_keyboard_alone(page: "Page") -> None:
    page.keyboard.press("Tab")  # the link to the content
    page.focus("#search")
    for typed in ("humility", "opalescence"):
        page.keyboard.type(typed)
        page.wait_for_selector("#found [role=option]")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        settled(page, "is on the board")
        page.wait_for_selector("#found", state="hidden")
    assert titles(page) == ["Humility", "Opalescence"]
    while "Move Humility, row" not in (page.evaluate("document.activeElement.ariaLabel") or ""):
        page.keyboard.press("Tab")
    page.keyboard.press("Alt+ArrowDown")
    settled(page, "Humility is row 2 of 2 now")
    assert titles(page) == ["Opalescence", "Humility"]
    assert "row 2" in page.evaluate("document.activeElement.ariaLabel")
    page.keyboard.press("Alt+ArrowUp")
    settled(page, "Humility is row 1 of 2 now")


def test_several_names_are_typed_with_semicolons_between(page: "Page") -> None:
    """What is no name is shown again with what may be meant; no guess is added for it."""
    page.fill("#search", "Humility; Urborg, Tomb of Yawgmoth; cast Giant Growth on Grizzly Bears")
    page.press("#search", "Enter")
    page.locator("#rows .row").nth(1).wait_for()
    page.wait_for_selector("#found [role=option]")
    assert titles(page) == ["Humility", "Urborg, Tomb of Yawgmoth"]
    assert page.input_value("#search") == "cast Giant Growth on Grizzly Bears"


def test_a_card_of_ones_own_is_text_and_never_markup(page: "Page") -> None:
    page.click("summary:has-text('Something else')")
    page.click("summary:has-text('A card of your own')")
    form = page.locator("form[data-own=card]")
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    alerts: list[Dialog] = []

    def note(dialog: "Dialog") -> None:
        alerts.append(dialog)
        dialog.dismiss()

    page.on("dialog", note)
    form.locator("[name=name]").fill(evil)
    form.locator("[name=oracle_text]").fill(f"{evil}\nFlying")
    form.locator("button").click()
    page.wait_for_selector("#answer .card")
    page.click("#tab-why")
    page.wait_for_selector("#why .stage")
    assert evil in page.locator("#answer .card h3").inner_text()
    assert not page.locator("#answer img, #rows img, #why img, #main script").count()
    assert not alerts


def test_a_broken_file_is_told_with_its_line_and_the_board_stays(
    page: "Page", address: str
) -> None:
    loaded(page, address, "Humility; Grizzly Bears")
    page.click("#tab-file")
    page.fill("#yaml", "steps:\n  - enter: Humility\n  - enter: [\n")
    page.wait_for_selector("#refused .note")
    assert "line " in page.locator("#refused").inner_text()
    assert titles(page) == ["Humility", "Grizzly Bears"]
    page.fill("#yaml", "steps:\n  - enter: Humilty\n")
    page.wait_for_selector("#rows .note.warn")
    assert "did you mean “Humility”" in page.locator("#rows .note.warn").inner_text()
    page.fill("#yaml", "steps:\n  - enter: Opalescence\n")
    page.wait_for_selector('#rows [data-name="Opalescence"]')


# --- the reason and the questions -----------------------------------------------------------------


def test_the_layers_are_stepped_through(page: "Page", address: str) -> None:
    loaded(page, address, "Humility; Opalescence")
    page.click("#tab-why")
    stage = page.locator("#why .stage:visible")
    assert "Effect 4 of 4" in stage.inner_text()
    page.click("[aria-label='One effect back']")
    assert "Effect 3 of 4" in stage.inner_text() and "Layer 7b" in stage.inner_text()
    page.focus("#stage")
    page.keyboard.press("Home")
    assert "Before the first layer" in stage.inner_text()
    page.click('.node[data-node="2"]')
    assert "Layer 6, abilities" in stage.inner_text()


def test_a_search_runs_is_watched_and_found_boards_open(page: "Page") -> None:
    page.click("#tab-ask")
    page.fill("#goal", "Humility is a creature")
    page.click("form[data-ask=find] summary")
    page.fill("[name=cards]", "Humility, Opalescence")
    page.click("form[data-ask=find] .main")
    page.wait_for_selector(".headline")
    page.click("[data-open]")
    page.wait_for_selector('#rows [data-name="Opalescence"]')


def test_a_search_is_stopped_and_the_page_answers_meanwhile(page: "Page") -> None:
    page.click("#tab-ask")
    page.fill(
        "#goal", "a creature has flying, first strike, vigilance, haste and is 9/9 and is a Wall"
    )
    page.click("form[data-ask=find] summary")
    page.select_option("[name=size]", "8")
    page.click("form[data-ask=find] .main")
    progress = page.locator("form[data-ask=find] .progress")
    page.wait_for_function("() => /\\d s/.test(document.querySelector('.progress').textContent)")
    add(page, "humility", "Humility")  # answered while the search runs
    page.click("form[data-ask=find] .stop")
    page.wait_for_selector("form[data-ask=find] .stop", state="hidden")
    assert re.match("Stopped after", progress.inner_text())


def test_a_search_ends_when_its_page_is_gone(chromium: "Browser", address: str) -> None:
    page = opened(chromium, address)
    page.click("#tab-ask")
    page.fill(
        "#goal", "a creature has flying, first strike, vigilance, haste and is 9/9 and is a Wall"
    )
    page.click("form[data-ask=find] summary")
    page.select_option("[name=size]", "8")
    before = helpers(address)
    page.click("form[data-ask=find] .main")
    page.wait_for_timeout(1000)
    assert helpers(address) == before + 1
    page.context.close()
    ended = opened(chromium, address)
    for _ in range(60):
        if helpers(address) == before:
            break
        ended.wait_for_timeout(250)
    assert helpers(address) == before
    ended.context.close()


def helpers(address: str) -> int:
    """The helper processes of the server at that address."""
    port = address.rpartition(":")[2]
    listed = subprocess.run(
        ["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True
    )
    rows = [line.split(None, 2) for line in listed.stdout.splitlines()[1:]]
    servers = {pid for pid, _, _ in rows if listens(pid, port)}
    return sum(parent in servers and "striate.web.helper" in args for _, parent, args in rows)


def listens(pid: str, port: str) -> bool:
    """Whether that process has the socket that listens there."""
    wanted = f"{int(port):04X}"
    inodes = {
        line.split()[9]
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]
        if line.split()[1].endswith(f":{wanted}") and line.split()[3] == "0A"
    }
    try:
        links = [str(each.readlink()) for each in Path(f"/proc/{pid}/fd").iterdir()]
    except OSError:
        return False
    return any(f"socket:[{inode}]" in links for inode in inodes)


# --- everybody ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """axe-core's source: from the cache, or from npm; skips where it can't be had."""
    kept = Path.home() / ".cache" / "striate-tests" / f"{_AXE}.js"
    if not kept.exists():
        folder = tmp_path_factory.mktemp("axe")
        try:
            subprocess.run(["npm", "pack", "--silent", _AXE], cwd=folder, check=True, timeout=60,
                           capture_output=True)  # fmt: skip
            (packed,) = folder.glob("*.tgz")
            subprocess.run(["tar", "-xzf", packed, "package/axe.min.js"], cwd=folder, check=True)
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            pytest.skip(f"axe-core can't be had from npm ({type(error).__name__})")
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes((folder / "package" / "axe.min.js").read_bytes())
    return kept.read_text(encoding="utf-8")


_KINDS = (
    "/", "/ready", "/ready/humility-opalescence", "/rules", "/rules/613.8b", "/tour", "/tour/1",
    "/quiz", "/quiz/medium-1", "/quiz/hard", "/no/such/page",
)  # fmt: skip
_WRONG: dict[str, object] = {"resultTypes": ["violations"]}
_RULES = {
    "light": _WRONG,
    "dark": {**_WRONG, "runOnly": ["color-contrast"]},
}  # others know no theme


@pytest.mark.parametrize("path", _KINDS)
def test_axe_finds_nothing(chromium: "Browser", address: str, axe: str, path: str) -> None:
    """On every kind of page, each of its tabs, in both themes."""
    page = chromium.new_context(bypass_csp=True).new_page()
    page.goto(address + path)
    if path == "/":
        page.wait_for_selector("html[data-ready]")
        add(page, "clone", "Clone")
        add(page, "frogify", "Frogify")
        page.click(".opens >> nth=0")
    page.evaluate(axe)
    wrong = []
    for tab in ("answer", "why", "ask", "file") if path == "/" else ("",):
        if tab:
            page.click(f"#tab-{tab}")
            page.wait_for_timeout(100)
        for scheme, options in _RULES.items():
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # a literal
            found = page.evaluate("(options) => axe.run(document, options)", options)
            wrong += [
                f"{tab} {scheme} {each['id']}: {[node['html'][:120] for node in each['nodes'][:3]]}"
                for each in found["violations"]
            ]
    page.context.close()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", ["/ready", "/rules/613", f"/?line={quote(_MANY_CONTROLS)}"])
def test_nothing_is_wider_than_the_screen(chromium: "Browser", address: str, path: str) -> None:
    page = chromium.new_context().new_page()
    page.goto(address + path)
    page.wait_for_load_state("networkidle")
    for width in (360, 800, 1400):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for tab in page.locator("[role=tab]").all():
            tab.click()
            page.wait_for_timeout(50)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, tab
    page.context.close()


def test_the_answer_follows_each_change_at_once(page: "Page", address: str) -> None:
    """Ten permanents: what is asked is how long the server works, which the page shows."""
    cards = "Humility; Opalescence; Blood Moon; Plains; Coralhelm Commander; Lord of Atlantis; "
    loaded(page, address, cards + "Glorious Anthem; Grizzly Bears; Godhead of Awe; Dryad Arbor")
    best = 1e9
    for _ in range(5):
        began = page.evaluate("performance.now()")
        page.click('[data-key="down-3"]')
        settled(page, "Plains is row 5 of 10 now")
        best = min(best, page.evaluate("performance.now()") - began)
        page.click('[data-key="up-4"]')
        settled(page, "Plains is row 4 of 10 now")
    shown = page.locator(".agreed .soft").inner_text()
    assert int(shown.split()[0]) < 1000, shown
    assert best < 2000


# --- the sweep ------------------------------------------------------------------------------------


def test_the_page_shows_what_outcome_gives(page: "Page") -> None:
    slice_ = every_case()[::48]
    assert len(slice_) > 20
    wrong = [told for case in slice_ for told in differences(page, case)]
    assert not wrong, "\n".join(wrong)


def test_every_ready_board_shows_an_answer_that_both_readings_give(
    page: "Page", address: str
) -> None:
    listed = json.loads((Path(__file__).parent.parent / "web" / "ready.json").read_text())
    for each in listed[::30]:
        page.goto(f"{address}/ready/{each['board']['id']}")
        assert page.locator(".agreed").count() == 1, each["title"]
        assert page.locator("h1").inner_text() == each["title"]
