"""A browser and a served page for the tests that need them; without a browser they are skipped."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
SECONDS = 30


def executable() -> str:
    """Where the browser is; "" where there is none."""
    return os.environ.get("STRIATE_BROWSER") or next(filter(None, map(shutil.which, _NAMES)), "")


def why_none() -> str:
    """Why the tests in a browser can't run here; "" where they can."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "Playwright is not installed (pip install playwright)"
    return "" if executable() else "no Chromium is installed (apt-get install chromium)"


@contextmanager
def served() -> Iterator[str]:
    """`striate serve` on a free port; gives its address."""
    command = [sys.executable, "-m", "striate", "serve", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        said = process.stderr.readline()
        assert "http://" in said, said
        address = said.split("http://")[1].split("/")[0]
        yield f"http://{address}"
    finally:
        process.terminate()
        process.wait(SECONDS)


@contextmanager
def browser() -> Iterator["Browser"]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=executable())
        try:
            yield chromium
        finally:
            chromium.close()


def opened(browser: "Browser", address: str, **context: object) -> "Page":
    """A page of its own, on which every error of a script is a failure of the test."""
    page: Page = browser.new_context(**context).new_page()  # type: ignore[arg-type]  # forwarded
    page.set_default_timeout(SECONDS * 1000)
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    return page


def browser_marks() -> list[pytest.MarkDecorator]:
    reason = why_none()
    return [pytest.mark.browser, pytest.mark.skipif(bool(reason), reason=reason)]
