"""What every test has: the shipped catalogue, whatever the user of this machine imported."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from striate.cards.catalogue.store import SHIPPED, Catalogue

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Before any test module is imported: some open the catalogue as they are.
os.environ["STRIATE_CATALOGUE"] = str(Path(__file__).with_name("no-such-catalogue.sqlite"))

# A shell that starts the tests in the background has them ignore Ctrl-C, and all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A test asks the program as it is, not what was answered before; commands that tests start, too.
os.environ["STRIATE_ANSWERS"] = "off"

# The width of what is printed is that of no terminal; the runner's own helpers set one.
os.environ.pop("COLUMNS", None)


def pytest_configure(config: pytest.Config) -> None:
    """Tests of a file run in one process, which keeps what they share; in the order in which they
    stand, since xdist would begin the files of few tests last, and these take longest."""
    if getattr(config.option, "dist", "no") == "load":
        config.option.dist, config.option.loadscopereorder = "loadfile", False


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits longest, for Python to start in a browser, comes first: others work meanwhile."""
    items.sort(key=lambda item: item.path.name != "test_site_in_a_browser.py")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says that the page was not tried in a browser, and why."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = {
        each.longrepr[2]
        for each in skipped
        if "browser" in each.nodeid and isinstance(each.longrepr, tuple)
    }
    for reason in sorted(reasons):
        terminalreporter.write_line(f"tests of the page in a browser were skipped: {reason}")


@pytest.fixture(scope="session")
def catalogue() -> Iterator[Catalogue]:
    shipped = Catalogue(SHIPPED)
    yield shipped
    shipped.close()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """One `striate serve` for all tests of the page in a browser."""
    from tests.browser import served

    with served() as found:
        yield found


@pytest.fixture(scope="module")
def chromium() -> Iterator["Browser"]:
    """One browser for them; each test opens a page with a context of its own.

    Not for the session: while it is open, its event loop is that of the thread.
    """
    from tests.browser import browser

    with browser() as found:
        yield found
