"""Boards loaded into the page show what `outcome --json` gives, in one browser session.

`python -m tests.page_sweep FILE...` goes through every board of these files (`.jsonl` or YAML).
"""

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from striate.boards.errors import BoardError
from striate.boards.loading import load_documents, load_lines
from striate.boards.reading import board_from_document
from striate.boards.timeline import Seen
from striate.boards.writing import board_json
from striate.cards.catalogue.store import Catalogue
from striate.queries.outcome import outcome
from striate.queries.showing import box, outcome_json, spoken_abilities, type_line, words_for
from tests.corpus import FILES

if TYPE_CHECKING:
    from playwright.sync_api import Page

_READ = """() => [...document.querySelectorAll("#answer .card")].map((card) => {
  const shown = (where) => {
    const copy = card.querySelector(where)?.cloneNode(true);
    copy?.querySelectorAll("del").forEach((each) => each.remove());
    return copy ? copy.textContent.replace(/\\s+/g, " ").trim() : "";
  };
  const texts = [...card.querySelectorAll(".text p:not(.soft)")].map((each) => {
    const copy = each.cloneNode(true);
    copy.querySelectorAll("del").forEach((lost) => lost.remove());
    return copy.textContent.replace(/\\s+/g, " ").trim();
  });
  return {
    handle: card.dataset.handle,
    side: card.closest(".side").querySelector("h2").textContent,
    types: shown(".types"), box: shown(".box"), also: shown(".also"),
    colors: card.querySelector(".pips").getAttribute("aria-label"),
    abilities: texts.filter(Boolean).sort(), gone: card.classList.contains("gone"),
  };
})"""
_COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


@cache
def every_case() -> tuple[Mapping[str, Any], ...]:
    """The boards of the corpus as plain data."""
    return tuple(_documents(FILES))


def _documents(files: tuple[Path, ...]) -> Iterator[Mapping[str, Any]]:
    for file in files:
        for loaded in (load_lines if file.suffix == ".jsonl" else load_documents)(file):
            if isinstance(loaded, BoardError):
                raise loaded
            yield loaded.data


def differences(page: "Page", case: Mapping[str, Any]) -> Iterator[str]:
    """What the page shows otherwise than `outcome --json` gives it."""
    text = board_json({key: case[key] for key in ("cards", "steps") if key in case})
    page.click("#tab-file")
    with page.expect_response("**/board") as answered:
        page.fill("#yaml", text)
    answered.value.finished()
    page.wait_for_timeout(30)
    page.click("#tab-answer")
    shown = {each["handle"]: each for each in page.evaluate(_READ)}
    expected = _expected(case)
    if expected.keys() != shown.keys():
        yield f"{case['id']}: the page shows {sorted(shown)} instead of {sorted(expected)}"
        return
    for handle, wanted in expected.items():
        for what, value in wanted.items():
            if shown[handle][what] != value:
                yield f"{case['id']}, {handle}: {what} is {shown[handle][what]!r}, not {value!r}"


@cache
def _catalogue() -> Catalogue:
    return Catalogue.open()


def _expected(case: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    board = board_from_document(dict(case), _catalogue())
    found = outcome(board)
    words = words_for(board, _catalogue().words)
    plain = outcome_json(found, words)
    seen = {each.handle: each for each in found.answer.objects}
    return {
        each["handle"]: _shown(each, seen[each["handle"]], each["handle"] in plain["gone"], words)
        for each in plain["objects"]
    }


def _shown(each: Mapping[str, Any], seen: Seen, gone: bool, words: Any) -> dict[str, Any]:
    """The values of `outcome --json` as the page writes them."""
    size = f"{each['power']}/{each['toughness']}" if "power" in each else ""
    assert size == box(seen)
    letters = [letter for letter in "WUBRG" if letter in each["colors"]]
    texts = [
        " ".join(text.replace("{", "").replace("}", "").split())
        for text in spoken_abilities(seen, words)
    ]
    assert len(texts) == len(each["abilities"])
    return {
        "side": "Yours" if each["controller"] == "you" else "Your opponent’s",
        "types": " ".join(type_line(seen).split()),
        "box": size,
        "colors": ", ".join(_COLORS[letter] for letter in letters) or "colourless",
        "abilities": sorted(filter(None, texts)),
        "gone": gone,
    }


def main(names: list[str]) -> int:
    from tests.browser import browser, opened, served

    cases = list(_documents(tuple(map(Path, names))))
    wrong = 0
    with served() as address, browser() as chromium:
        page = opened(chromium, address)
        for number, case in enumerate(cases, 1):
            for told in differences(page, case):
                wrong += 1
                print(told)
            if number % 50 == 0:
                print(f"{number} of {len(cases)} boards", file=sys.stderr)
    print(f"{len(cases)} boards, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
