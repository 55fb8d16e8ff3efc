"""The static site in a real Chromium, from a plain file server, with every other network cut."""

import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.browser import browser_marks
from tests.test_site import BASE, write

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = browser_marks()
STARTING = 300_000  # milliseconds in which Python starts in a browser on a loaded machine


@contextmanager
def file_server(folder: Path) -> Iterator[str]:
    """`python -m http.server` at a free port; gives its address."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        port = process.stdout.readline().split("port ")[1].split()[0]
        yield f"http://localhost:{port}"
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("served")
    write(top / BASE.strip("/"), "--base", BASE)
    return top


@pytest.fixture
def context(chromium: "Browser") -> Iterator["BrowserContext"]:
    """A visitor whose only network is the file server."""
    found = chromium.new_context()
    elsewhere = []

    def cut(route: object) -> None:
        elsewhere.append(route)

    found.route(lambda url: not url.startswith("http://localhost:"), cut)
    yield found
    found.close()
    assert elsewhere == []


def visit(context: "BrowserContext", address: str) -> "Page":
    page = context.new_page()
    page.set_default_timeout(STARTING)
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector(".site-state", state="hidden")
    return page


def add(page: "Page", name: str) -> None:
    page.fill("#search", name)
    page.click(f'#found [data-card="{name}"]')
    page.wait_for_selector(f'#rows [data-name="{name}"]')


def box(page: "Page", handle: str) -> str:
    return page.locator(f'#answer [data-handle="{handle}"] .box ins').inner_text()


def test_a_board_is_answered_and_all_stands_when_the_server_is_gone(
    folder: Path, context: "BrowserContext"
) -> None:
    with file_server(folder) as address:
        page = visit(context, f"{address}{BASE}/")
        add(page, "Humility")
        add(page, "Opalescence")
        assert box(page, "Humility") == "4/4"
        page.wait_for_url("**/#b=*")
        link = page.url
        errors = context.new_cdp_session(page).send("Page.getInstallabilityErrors")
        # A window that leaves no trace, as a test's is, installs nothing; all else must be right.
        assert {each["errorId"] for each in errors["installabilityErrors"]} <= {"in-incognito"}
    again = visit(context, link)
    assert box(again, "Humility") == "4/4"
    again.click("text=Rules")
    again.wait_for_url(f"**{BASE}/rules")
    for path, words in (  # pages that were never opened
        ("rules/613.8b", "Rule 613.8b"), ("quiz/hard-1", "What is"), ("ready", "Ready boards"),
    ):  # fmt: skip
        again.goto(f"{address}{BASE}/{path}")
        assert words in again.locator("h1").inner_text()
    again.goto(f"{address}{BASE}/no/such/page")
    assert "Nothing is here" in again.locator("h1").inner_text()
    # All others, too.
    kept = json.loads(gzip.decompress((folder / BASE.strip("/") / "pages.json.gz").read_bytes()))
    pages = {name: text for name, text in kept.items() if name != "404.html"}
    titles = again.evaluate(
        """async ([base, names]) => Promise.all(names.map(async (name) => {
          const answer = await fetch(`${base}/${name}`);
          return answer.ok && /<title>(.*)<\\/title>/.exec(await answer.text())[1];
        }))""",
        [BASE, list(pages)],
    )
    assert len(pages) > 700
    wanted = [re.search("<title>(.*)</title>", text) for text in pages.values()]
    assert titles == [each and each[1] for each in wanted]


def test_a_board_in_the_address_is_opened_and_a_search_runs_and_is_stopped(
    folder: Path, context: "BrowserContext"
) -> None:
    with file_server(folder) as address:
        page = visit(context, f"{address}{BASE}/?line={quote('Humility; Opalescence')}")
        assert box(page, "Humility") == "4/4"
        page.click("#tab-ask")
        form = page.locator('form[data-ask="find"]')
        form.locator("#goal").fill("Humility has no abilities")
        form.locator("summary").click()
        form.locator('[name="cards"]').fill("Humility, Opalescence, Grizzly Bears")
        form.locator(".main").click()
        form.get_by_text("a board of 2 permanents").wait_for()
        form.locator("#goal").fill("Grizzly Bears is a 20/20 blue artifact creature with infect")
        form.locator('[name="cards"]').fill("")
        form.locator(".main").click()
        form.get_by_text("no stable board of up to 4 permanents").wait_for()  # z3 says so
        form.locator('[name="size"]').select_option("8")
        form.locator(".main").click()
        form.get_by_text(re.compile(r"size \d")).first.wait_for()
        add(page, "Grizzly Bears")  # answered while the search runs
        assert box(page, "Grizzly Bears") == "1/1"
        form.locator(".stop").click()
        form.locator(".stop").wait_for(state="hidden")
        form.locator("#goal").fill("Humility has no abilities")
        form.locator('[name="cards"]').fill("Humility, Opalescence")
        form.locator(".main").click()
        form.get_by_text("a board of 2 permanents").wait_for()
