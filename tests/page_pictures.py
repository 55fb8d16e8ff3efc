"""The pictures of the page that stand in the docs: `python -m tests.page_pictures FOLDER`.

`--boards FOLDER` draws the twelve boards of the tests instead, to be looked at.
"""

import sys
from pathlib import Path
from urllib.parse import quote

from tests.browser import browser, opened, served

LINE = (
    "Urborg, Tomb of Yawgmoth; Blood Moon; Dryad Arbor; Humility; Opalescence; "
    "Student of Warfare (opponent); level_up Student of Warfare x2"
)


def boards(folder: Path) -> None:
    """Each as it stands before a reader: the answer, and on a phone the rows, too."""
    from tests.test_boards_in_a_browser import BOARDS, SCREENS

    with served() as address, browser() as chromium:
        for number, (line, _, _) in enumerate(BOARDS, 1):
            for width, screen in SCREENS.items():
                page = opened(chromium, f"{address}/?line={quote(line)}", **screen)
                page.screenshot(path=folder / f"board-{number:02}-{width}.png")
                if width == min(SCREENS):
                    page.tap("#strip")
                    page.wait_for_timeout(200)
                    page.screenshot(path=folder / f"board-{number:02}-{width}-answer.png")
                page.context.close()


def main(folder: Path) -> None:
    """Each at 390, 768 and 1400 points, light and dark."""
    with served() as address, browser() as chromium:
        for width, height in ((390, 844), (768, 1024), (1400, 900)):
            for scheme in ("light", "dark"):
                screen = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
                page = opened(chromium, f"{address}/?line={quote(LINE)}", **screen)
                for tab in ("answer", "why"):
                    page.click(f"#tab-{tab}")
                    page.wait_for_selector(f"#panel-{tab} :is(.card, .stage:not([hidden]))")
                    page.wait_for_timeout(200)
                    page.screenshot(path=folder / f"page-{tab}-{width}-{scheme}.png")
                page.context.close()


if __name__ == "__main__":
    *options, name = sys.argv[1:]
    Path(name).mkdir(parents=True, exist_ok=True)
    (boards if options == ["--boards"] else main)(Path(name))
