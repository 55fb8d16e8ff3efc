"""`striate site`: what is written, and how what it needs is fetched."""

import asyncio
import gzip
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from striate.app.cli import main
from striate.cards.catalogue.store import cache_folder
from striate.web.app import FOLLOWED
from striate.web.site import fetching
from striate.web.site.inbrowser import Browser
from striate.web.site.writing import ROOMS
from tests.test_layout import MAY_IMPORT

BASE = "/at/striate"


def fetched_files() -> Path:
    """The user's cache with every pinned file; without a network the test is skipped."""
    cache = cache_folder() / "site"
    try:
        fetching.fetched(cache, lambda what: None)
    except fetching.NotFetched as error:
        pytest.skip(str(error))
    return cache


def write(folder: Path, *options: str) -> str:
    cache = fetched_files()
    result = CliRunner().invoke(main, ["site", str(folder), "--cache", str(cache), *options])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write(folder, "--base", BASE)
    return folder


def test_every_link_of_every_page_leads_to_a_file(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 100
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r'(?:href|src)="([^"#?]+)', text):
            if not link.startswith("http"):
                assert link.startswith(f"{BASE}/"), (page, link)
                place = site / link.removeprefix(f"{BASE}/")
                assert (place / "index.html" if place.is_dir() else place).is_file(), (page, link)


def test_every_page_is_in_the_file_that_is_kept_offline(site: Path) -> None:
    kept = json.loads(gzip.decompress((site / "pages.json.gz").read_bytes()))
    written = {
        page.parent.relative_to(site).as_posix().removeprefix(".")
        for page in site.rglob("index.html")
    }
    assert set(kept) == written | {"404.html"}
    assert '<nav aria-label="Pages">' in kept["404.html"]
    listed = (site / "sw.js").read_text()
    assert all(f'"{name}"' in listed for name in ("pages.json.gz", "static/app.webmanifest"))


def test_the_manifest_names_icons_that_are_there(site: Path) -> None:
    plain = json.loads((site / "static" / "app.webmanifest").read_text(encoding="utf-8"))
    assert {icon["sizes"] for icon in plain["icons"]} >= {"192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in plain["icons"])
    assert all((site / "static" / icon["src"]).is_file() for icon in plain["icons"])
    assert 'rel="manifest"' in (site / "index.html").read_text(encoding="utf-8")


def test_a_page_allows_no_script_in_its_text_and_nothing_from_elsewhere(site: Path) -> None:
    text = (site / "index.html").read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    assert "default-src 'none'" in policy[1] and "unsafe-inline" not in policy[1]
    assert "http" not in policy[1]
    assert f'src="{BASE}/site.js" data-page="{BASE}/static/page.js"' in text


def test_the_same_site_is_written_the_same_and_a_changed_one_has_another_name(
    site: Path, tmp_path: Path
) -> None:
    other = "/somewhere/else"
    write(tmp_path, "--base", other)
    pages = sorted(site.rglob("*.html"))
    for page in pages:
        there = (tmp_path / page.relative_to(site)).read_text(encoding="utf-8")
        assert there.replace(other, BASE) == page.read_text(encoding="utf-8"), page
    assert len(pages) == len(list(tmp_path.rglob("*.html")))
    assert (tmp_path / "sw.js").read_text() != (site / "sw.js").read_text()


def test_the_app_in_the_browser_has_every_room_that_the_page_may_import() -> None:
    needed, seen = ["web"], {"web"}
    while needed:
        for room in MAY_IMPORT[needed.pop()]:
            if room not in seen:
                seen.add(room)
                needed.append(room)
    assert seen == set(ROOMS)


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    result = CliRunner().invoke(main, ["site", str(tmp_path)])
    assert result.exit_code == 2 and "holds other files" in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_base_is_a_path(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["site", str(tmp_path / "new"), "--base", "striate/"])
    assert result.exit_code == 2 and "is not a path such as" in result.output


# --- fetching -------------------------------------------------------------------------------------


def registry(folder: Path, content: bytes, status: int = 0) -> Any:
    """Clients that put such a file there."""

    def run(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        (folder / fetching.RUNTIME.file).write_bytes(content)
        return subprocess.CompletedProcess(command, status, "", "first\nno such host")

    return run


def test_what_is_not_as_it_is_pinned_is_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr("subprocess.run", registry(tmp_path, b"something else"))
    with pytest.raises(fetching.NotFetched, match="not what is pinned"):
        fetching.fetched(tmp_path, lambda what: None)
    assert not list(tmp_path.iterdir())


def test_a_client_that_is_missing_or_fails_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(fetching.NotFetched, match="`npm` fetches"):
        fetching.fetched(tmp_path, lambda what: None)
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr("subprocess.run", registry(tmp_path, b"", status=1))
    with pytest.raises(fetching.NotFetched, match="could not be fetched: no such host"):
        fetching.fetched(tmp_path, lambda what: None)


def test_from_the_cache_no_client_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = fetched_files()
    monkeypatch.setattr("subprocess.run", None)
    told: list[str] = []
    fetching.fetched(cache, told.append)
    assert told == []


# --- the app in the browser -----------------------------------------------------------------------


def asked(name: str, question: dict[str, Any]) -> tuple[int, list[dict[str, Any]]]:
    """The status of a followed question, and the lines as they came."""
    begun: list[int] = []
    pieces: list[bytes] = []
    answer = Browser(BASE).answer(
        "POST", f"{BASE}/{name}", {"content-type": "application/json"},
        json.dumps(question).encode(), lambda status, headers: begun.append(status), pieces.append,
    )  # fmt: skip
    asyncio.run(asyncio.wait_for(answer, 60))
    return begun[0], [json.loads(line) for line in b"".join(pieces).splitlines()]


def test_a_search_tells_its_news_piece_by_piece_then_its_answer() -> None:
    question = {"goal": "Humility has no abilities", "cards": "Humility, Opalescence"}
    status, lines = asked("find", question)
    assert status == 200
    assert "now" in lines[0] and "2 permanents" in lines[-1]["answer"]["html"]


def test_what_takes_long_goes_to_the_worker_that_can_be_stopped() -> None:
    script = (Path(__file__).parents[1] / "web" / "site" / "files" / "site.js").read_text()
    listed = re.search(r"const LONG = new Set\((\[.*?\])\)", script)
    assert listed is not None and json.loads(listed[1]) == list(FOLLOWED)
