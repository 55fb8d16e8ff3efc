"""The page as an app: what it shows, what it refuses, what it lets nobody write into it."""

import asyncio
import json
import socket
import sys

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from pathlib import Path
from typing import Any

from click.testing import CliRunner
from starlette.testclient import TestClient

from striate.app.cli import main
from striate.boards.reading import board_from_document
from striate.cards.catalogue.store import Catalogue
from striate.queries.checking import check
from striate.web.app import create_app
from striate.web.cardsearch import found
from striate.web.pages import Ready, ready_boards
from striate.web.working import Apart


@pytest.fixture(scope="module")
def page() -> TestClient:
    return TestClient(create_app(), base_url="http://localhost:8613")


def board(page: TestClient, **asked: Any) -> dict[str, Any]:
    answer = page.post("/board", json=asked)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def line(page: TestClient, text: str) -> dict[str, Any]:
    return board(page, text=text)


def edit(page: TestClient, document: dict[str, Any], **change: Any) -> dict[str, Any]:
    return board(page, document=document, edit=change)


# --- the board ------------------------------------------------------------------------------------


def test_a_board_in_the_address_is_shown_with_its_answer(page: TestClient) -> None:
    shown = page.get("/", params={"line": "Frogify on Grizzly Bears"}).text
    assert "Frogify" in shown and "<ins>1/1</ins>" in shown


def test_a_board_of_then_says_by_which_rules_it_is_read(page: TestClient) -> None:
    text = """rules: [2012-05-01]
steps:
  - enter: Isamaru, Hound of Konda
  - enter: Clone
    copying: Isamaru, Hound of Konda
    controller: opponent
"""
    answer = board(page, text=text)["answer"]
    assert "By the rules of 2012-05-01." in answer
    assert "Gone: the legend rule (704.5k)." in answer


def test_cards_are_added_as_what_they_are(page: TestClient) -> None:
    found = line(page, "")
    for name in ("Grizzly Bears", "Frogify", "Giant Growth"):
        found = edit(page, found["document"], do="add", name=name)
    assert found["document"]["steps"] == [
        {"enter": "Grizzly Bears"},
        {"enter": "Frogify", "attached_to": "Grizzly Bears"},
        {"resolve": "Giant Growth"},
    ]
    assert "asks for a target" in found["rows"]


def test_a_moved_row_keeps_its_name(page: TestClient) -> None:
    found = line(
        page, "Grizzly Bears; Grizzly Bears (opponent); counters 2 +1/+1 on Grizzly Bears #2"
    )
    found = edit(page, found["document"], do="move", at=1, to=0)
    first, second, third = found["document"]["steps"]
    assert first == {"enter": "Grizzly Bears", "as": "Grizzly Bears #2", "controller": "opponent"}
    assert second == {"enter": "Grizzly Bears", "as": "Grizzly Bears"} or "as" not in second
    assert third["on"] == "Grizzly Bears #2"
    assert found["right"]


def test_what_speaks_of_a_removed_row_goes_with_it(page: TestClient) -> None:
    found = line(page, "Student of Warfare; level_up Student of Warfare x2; Grizzly Bears")
    found = edit(page, found["document"], do="remove", at=0)
    assert found["document"]["steps"] == [{"enter": "Grizzly Bears"}]


def test_an_aura_stays_without_its_host_and_asks_for_another(page: TestClient) -> None:
    found = line(page, "Grizzly Bears; Frogify on Grizzly Bears")
    found = edit(page, found["document"], do="remove", at=0)
    assert found["document"]["steps"] == [{"enter": "Frogify"}]
    assert not found["right"] and "enters attached to nothing" in found["rows"]


def test_another_name_goes_through_the_rows_that_speak_of_it(page: TestClient) -> None:
    found = line(
        page, "Grizzly Bears; Frogify on Grizzly Bears; resolve Giant Growth -> Grizzly Bears"
    )
    found = edit(page, found["document"], do="set", at=0, key=["as"], value="Ursa")
    _, frog, growth = found["document"]["steps"]
    assert (frog["attached_to"], growth["targets"]) == ("Ursa", ["Ursa"]) and found["right"]


def test_a_row_before_what_it_speaks_of_says_so_as_people_count(page: TestClient) -> None:
    found = line(page, "Grizzly Bears; Frogify on Grizzly Bears")
    found = edit(page, found["document"], do="move", at=1, to=0)
    assert "it comes at row 2" in found["rows"]


def test_counters_are_counted_and_a_default_is_not_written(page: TestClient) -> None:
    found = line(page, "Grizzly Bears; counters 1 +1/+1 on Grizzly Bears")
    found = edit(page, found["document"], do="count", at=1, key=["counters", "+1/+1"], by=1)
    found = edit(page, found["document"], do="set", at=0, key=["controller"], value="opponent")
    assert found["link"] == "Grizzly Bears (opponent); counters 2 +1/+1 on Grizzly Bears"
    found = edit(page, found["document"], do="set", at=0, key=["controller"], value="you")
    assert found["link"] == "Grizzly Bears; counters 2 +1/+1 on Grizzly Bears"


def test_a_link_holds_the_board_whatever_is_on_it(page: TestClient) -> None:
    own = {"name": "Odd One", "type_line": "Creature — Bear", "power": "1", "toughness": "1"}
    found = edit(page, line(page, "Humility")["document"], do="card", card=own)
    assert line(page, found["link"])["document"] == found["document"]


def test_a_broken_file_says_where(page: TestClient) -> None:
    (told,) = line(page, "steps:\n  - enter: [\n")["refused"]
    assert told.startswith("line ")


# --- the search -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("humility", "Humility"),
        ("grizly beers", "Grizzly Bears"),
        ("t:merfolk is:leveler", "Coralhelm Commander"),
        ("lim-dul's vau", "Lim-Dûl's Vault"),
    ],
)
def test_the_search_finds(page: TestClient, text: str, first: str) -> None:
    shown = page.get("/cards", params={"q": text}).json()["html"]
    assert shown.split('data-card="')[1].startswith(first.replace("'", "&#39;"))


def test_a_filter_that_cant_be_read_says_why(page: TestClient) -> None:
    assert "note warn" in page.get("/cards", params={"q": "mv<=x"}).json()["html"]


# --- safe -----------------------------------------------------------------------------------------


def test_text_of_a_card_is_never_markup(page: TestClient) -> None:
    evil = "<script>alert(1)</script>"
    own = {
        "name": evil,
        "type_line": f"Creature — {evil}",
        "oracle_text": evil,
        "power": "1",
        "toughness": "1",
    }
    found = edit(page, {"steps": []}, do="card", card=own)
    why = page.post("/why", json={"document": found["document"]}).json()
    for html in (found["rows"], found["answer"], why["html"]):
        assert "<script" not in html
    assert "<script>alert" not in page.get("/", params={"line": found["link"]}).text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"content-length": "9000000"}, 413),
    ],
)
def test_what_comes_from_elsewhere_is_refused(
    page: TestClient, headers: dict[str, str], status: int
) -> None:
    headers = {"content-type": "application/json", **headers}
    assert page.post("/board", content=b"{}", headers=headers).status_code == status


def test_every_answer_forbids_scripts_that_are_not_the_pages_own(page: TestClient) -> None:
    for path in ("/", "/static/page.js", "/cards?q=x", "/nowhere"):
        policy = page.get(path).headers["content-security-policy"]
        assert "script-src 'self'" in policy and "unsafe" not in policy


def test_nothing_changes_by_a_get(page: TestClient) -> None:
    assert page.get("/board").status_code == 405


# --- the long questions ---------------------------------------------------------------------------


def followed(page: TestClient, question: str, **asked: Any) -> list[dict[str, Any]]:
    answer = page.post(f"/{question}", json=asked)
    assert answer.status_code == 200
    return [json.loads(line) for line in answer.text.splitlines()]


def answered(page: TestClient, question: str, **asked: Any) -> str:
    *_, last = followed(page, question, **asked)
    return str(last["answer"].get("html") or last["answer"]["wrong"])


def test_a_search_tells_how_far_it_is_and_its_boards(page: TestClient) -> None:
    *news, last = followed(
        page, "find", goal="Humility is a creature", cards="Humility, Opalescence"
    )
    assert {"size", "classes", "seconds"} <= news[-1]["now"].keys()
    assert (
        "a board of 2 permanents; no smaller board of face-up cards does this"
        in last["answer"]["html"]
    )
    assert "data-open" in last["answer"]["html"]


def test_a_none_names_its_rules(page: TestClient) -> None:
    told = answered(
        page, "find", goal="Student of Warfare is 4/4 and lacks double strike",
        cards="Student of Warfare, Humility",
    )  # fmt: skip
    assert "None:" in told and 'href="/rules/613.6"' in told


def test_a_goal_that_is_not_understood_points_at_the_word(page: TestClient) -> None:
    assert "“crature”" in answered(page, "find", goal="Humility is a crature")


def test_why_not_says_what_keeps_a_board_from_it(page: TestClient) -> None:
    told = answered(page, "why-not", text="Humility; Grizzly Bears", goal="Grizzly Bears is 2/2")
    assert "Layer 7b: Humility: 2/2 → <strong>1/1</strong>" in told and "Without Humility" in told


def test_swaps_are_those_that_change_something(page: TestClient) -> None:
    told = answered(page, "swaps", text="Humility; Opalescence; Grizzly Bears")
    assert told.count("proposal") == 1 and "Humility is 1/1 instead of 4/4" in told


def test_always_is_said_only_where_every_order_was_looked_at(page: TestClient) -> None:
    same = answered(page, "orders", text="Blood Moon; Urborg, Tomb of Yawgmoth; Plains")
    assert "Always: all 6 orders" in same
    other = answered(page, "orders", text="Humility; Opalescence")
    assert "Not always: 2 different results" in other


def test_whose_order_matters_is_told_beside_a_board(
    page: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STRIATE_ATLAS", str(tmp_path / "none.sqlite"))
    monkeypatch.setattr("striate.queries.atlas.store.SHIPPED", tmp_path / "none.sqlite")
    told = answered(page, "beside", text="Humility; Grizzly Bears; Opalescence")
    assert "<strong>Humility and Opalescence</strong>" in told
    assert "Humility, power: 4 if Opalescence is the younger, 1 if Humility is" in told
    assert "striate atlas build" in told  # as none has been made
    alone = answered(page, "beside", text="Grizzly Bears; Hill Giant")
    assert "The order of no two of them matters" in alone


def test_the_goal_box_says_what_is_understood_and_how_it_may_go_on(page: TestClient) -> None:
    told = page.get("/goal", params={"q": "leveler ends as 1/1 with fly"}).json()
    assert "leveler ends as 1/1 with flying" in told["completions"]
    whole = page.get("/goal", params={"q": "leveler ends as 1/1 with flying"}).json()
    assert whole["understood"] == "a leveler is 1/1 and has flying"


# --- the drawn cards ------------------------------------------------------------------------------


def test_what_differs_is_marked_to_the_word(page: TestClient) -> None:
    shown = line(
        page, "Goblin King; resolve Magical Hack -> Goblin King (from: Mountain, to: Island)"
    )
    assert "<del>mountainwalk" in shown["answer"] and "<ins>islandwalk" in shown["answer"]
    assert (
        "Other Goblin creatures" not in shown["answer"].partition("<ins>")[2].partition("</ins>")[0]
    )


def test_a_colour_that_is_another_says_which_it_was(page: TestClient) -> None:
    shown = line(page, "Frogify on Grizzly Bears")["answer"]
    assert "<ins>blue</ins> <del>green</del>" in shown


def test_what_is_gone_says_by_which_state_based_action(page: TestClient) -> None:
    shown = line(page, "Mycosynth Lattice; March of the Machines; Island")["answer"]
    assert "Gone: toughness 0 or less (704.5f)." in shown
    left = line(page, "Grizzly Bears; leave Grizzly Bears")["answer"]
    assert "It has left the battlefield." in left


# --- ready boards and clauses ---------------------------------------------------------------------


@pytest.mark.parametrize("each", ready_boards(), ids=lambda each: each.id)
def test_a_ready_board_is_what_it_says(each: Ready, catalogue: Catalogue) -> None:
    found = check(board_from_document(each.board, catalogue))
    assert found.status == "pass", found
    assert each.title.endswith("?") and each.rules


def test_ready_boards_have_names_of_their_own() -> None:
    ids = [each.id for each in ready_boards()]
    titles = [each.title for each in ready_boards()]
    assert len(set(ids)) == len(ids) and len(set(titles)) == len(titles)


def test_a_clause_has_a_page_with_its_boards_and_wrong_readings(page: TestClient) -> None:
    shown = page.get("/rules/613.8b").text
    assert "An effect waits for those it depends on" in shown
    assert "/ready/loops-fall-back-1" in shown and "Read wrongly" in shown
    assert page.get("/rules/999.9").status_code == 404


def test_every_page_stands(page: TestClient) -> None:
    for path in ("/ready", "/rules", "/tour", *(f"/tour/{n}" for n in range(1, 7))):
        assert page.get(path).status_code == 200, path
    assert page.get("/tour/7").status_code == page.get("/ready/none").status_code == 404


# --- helper processes -----------------------------------------------------------------------------


def test_helpers_answer_like_this_process_and_one_that_takes_too_long_is_ended() -> None:
    host = Apart(helpers=1)
    with TestClient(create_app(host), base_url="http://localhost") as apart:
        first = apart.post("/board", json={"text": "Frogify on Grizzly Bears"}).json()
        assert first["link"] == "Grizzly Bears; Frogify on Grizzly Bears"
        followed = apart.post("/swaps", json={"text": "Humility; Opalescence"}).text
        assert "Humility is 1/1 instead of 4/4" in followed
        taken = host._idle.get_nowait()  # an outcome that takes long
        assert "Humility" in apart.get("/cards", params={"q": "humility"}).json()["html"]
        host._idle.put_nowait(taken)
        host.asked_seconds = 0.001
        late = apart.post("/board", json={"text": "Humility; Opalescence"})
        assert late.status_code == 503 and "longer than" in late.json()["wrong"]
        host.asked_seconds = 60
        again = apart.post("/board", json={"text": "Frogify on Grizzly Bears"}).json()
        assert again["link"] == first["link"]


# --- the command ----------------------------------------------------------------------------------


def test_serve_says_what_to_install_where_the_extra_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = CliRunner().invoke(main, ["serve", "--no-browser"])
    assert done.exit_code == 2
    assert 'pip install "striate[web]"' in done.output


def test_serve_says_which_port_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = CliRunner().invoke(main, ["serve", "--no-browser", "--port", port])
    assert done.exit_code == 2 and f"port {port}" in done.output


def test_a_well_known_card_is_found_first() -> None:
    opened = Catalogue.open()
    for typed, first in (("goyf", "Tarmogoyf"), ("bears", "Grizzly Bears"), ("urborg", "Urborg")):
        assert found(opened, typed).cards[0].name == first


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"document": {"steps": [{}] * 10_000}}, "up to 200 rows"),
        ({"document": {"steps": [{"enter": "Clone"}] * 3_000}}, "up to 200 rows"),
        ({"text": "; ".join(["Clone"] * 500)}, "up to 200 rows"),
        ({"text": "level_up Student of Warfare x10000000"}, "at most 9,999"),
        ({"document": {"steps": []}, "edit": {"do": "set", "at": 10**7, "key": ["x"]}}, "9,999"),
        ({"document": {"steps": [{"counters": {"level": 10**12}}]}}, "at most 9,999"),
        ({"document": {"steps": [{"enter": "x" * 30_000}]}}, "at most 20,000 characters"),
        ({"document": json.loads('{"a":' * 40 + "1" + "}" * 40)}, "nested too deeply"),
    ],
)
def test_what_no_page_needs_is_refused_in_words(
    page: TestClient, asked: dict[str, Any], words: str
) -> None:
    assert words in board(page, **asked)["wrong"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_is_no_number_of_json_is_no_request(page: TestClient, number: str) -> None:
    body = f'{{"document": {{"steps": [{{"level_up": "A", "times": {number}}}]}}}}'
    headers = {"content-type": "application/json"}
    answer = page.post("/board", content=body, headers=headers)
    assert answer.status_code == 400 or "at most" in answer.json()["wrong"]


def test_a_body_that_does_not_arrive_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("striate.web.app.BODY_SECONDS", 0.05)
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(dict(message))

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    scope = {
        "type": "http", "method": "POST", "path": "/board", "raw_path": b"/board",
        "query_string": b"", "headers": headers, "root_path": "", "scheme": "http",
        "server": ("localhost", 80), "client": ("127.0.0.1", 1), "http_version": "1.1",
    }  # fmt: skip
    asyncio.run(create_app()(scope, receive, send))
    assert sent[0]["status"] == 408
