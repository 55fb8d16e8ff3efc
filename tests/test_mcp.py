"""`striate mcp`: a real client over standard input and over HTTP on loopback."""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters, stdio_client
from mcp.server.mcpserver.exceptions import ToolError

from striate.app import mcptools

_COMMAND = [sys.executable, "-m", "striate", "mcp"]
_URBORG = "Blood Moon; Urborg, Tomb of Yawgmoth"


def _over_stdio(questions: Callable[[Client], Awaitable[Any]]) -> Any:
    async def ask() -> Any:
        server = StdioServerParameters(command=_COMMAND[0], args=_COMMAND[1:])
        async with Client(stdio_client(server)) as client:
            return await questions(client)

    return asyncio.run(ask())


def _plain(result: Any) -> Any:
    """What a tool gave, as data."""
    assert not result.is_error, result.content
    return json.loads(result.content[0].text)


def _refusal(result: Any) -> str:
    assert result.is_error
    return str(result.content[0].text)


def test_a_client_asks_every_tool() -> None:
    async def questions(client: Client) -> None:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(listed) == {tool.__name__ for tool in mcptools.TOOLS}
        for tool in listed.values():
            assert tool.description and tool.input_schema["properties"]
        found = _plain(await client.call_tool("outcome", {"board": _URBORG}))
        assert found["verdict"].startswith("sure")
        assert found["objects"][1]["subtypes"] == ["Mountain"]
        why = _plain(await client.call_tool("explain", {"board": _URBORG}))
        assert why["verdict"].startswith("sure") and why["applied"]
        asked = {"goal": "Grizzly Bears is 3/3", "cards": "Grizzly Bears, Glorious Anthem"}
        assert _plain(await client.call_tool("find", asked))["status"] == "found"
        asked["board"] = "Grizzly Bears"
        assert _plain(await client.call_tool("why_not", asked))["status"] == "near"
        asked = {"never": "Grizzly Bears is 3/3", "cards": "Grizzly Bears, Glorious Anthem"}
        assert _plain(await client.call_tool("verify", asked))["verdict"].startswith("refuted: ")
        shown = _plain(await client.call_tool("card", {"name": "Glorious Anthem"}))
        assert shown["verdict"] == "understood wholly"
        clauses = _plain(await client.call_tool("rules", {"number": "613.8b"}))["clauses"]
        assert clauses[0]["number"] == "613.8b"

    _over_stdio(questions)


def test_wrong_input_is_told_and_bounds_hold() -> None:
    async def questions(client: Client) -> None:
        ask = client.call_tool
        told = _refusal(await ask("outcome", {"board": "Grizly Bears"}))
        assert "did you mean `Grizzly Bears`" in told
        assert "too" in _refusal(await ask("outcome", {"board": "x" * 20_001})).lower()
        assert _refusal(await ask("rules", {"number": "613.8b; rm"}))
        assert _refusal(await ask("find", {"goal": "a creature is 9/9", "size": 40}))

    _over_stdio(questions)


def test_no_file_of_the_machine_is_read() -> None:
    async def questions(client: Client) -> None:
        for board in ("/etc/passwd", "/etc/hostname", "../secret.yaml"):
            told = _refusal(await client.call_tool("outcome", {"board": board}))
            assert "expected a board in a line" in told
        asked = {"goal": "a creature is 9/9", "cards": "@/etc/passwd"}
        assert "expected names of cards" in _refusal(await client.call_tool("find", asked))

    _over_stdio(questions)


def test_what_is_not_understood_is_never_sure() -> None:
    unread = {"not_modelled": [{"card": "A", "line": "does what nobody knows"}], "checked": True}
    assert mcptools.verdict_of(unread).startswith("unknown: these lines")
    assert mcptools.verdict_of({"not_modelled": [], "checked": False}).startswith("unknown")
    untold = [{"card": "A", "line": "~ was kicked"}]
    open_ = {"not_modelled": untold, "checked": True, "unknowns": [{"words": "A was kicked"}]}
    assert mcptools.verdict_of(open_).startswith("depends: the board does not tell whether A was")
    number = {"unknowns": [{"words": "the number of cards in your hand is 0 or more"}]}
    assert "does not tell what the number of cards in your hand is:" in mcptools.verdict_of(number)
    both = {**open_, "not_modelled": [*untold, {"card": "A", "line": "does what nobody knows"}]}
    assert mcptools.verdict_of(both).startswith("unknown")


def test_a_question_whose_time_is_up_is_ended() -> None:
    sleeps = [sys.executable, "-c", "import time; time.sleep(600)"]
    with pytest.raises(ToolError, match="no answer within 0.2 seconds"):
        asyncio.run(mcptools._run(sleeps, ".", 0.2))


def test_over_http_on_loopback() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([*_COMMAND, "--http", "--port", str(port)], stderr=subprocess.PIPE)

    async def ask() -> Any:
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            return await client.call_tool("outcome", {"board": _URBORG})

    try:
        _until_it_listens(port, server)
        assert _plain(asyncio.run(ask()))["objects"][1]["subtypes"] == ["Mountain"]
    finally:
        server.terminate()
        server.wait()


def _until_it_listens(port: int, server: "subprocess.Popen[bytes]") -> None:
    while server.poll() is None:
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise AssertionError("the server ended")


def test_a_day_is_asked_for_and_nothing_is_ignored() -> None:
    """An argument that no tool has would leave an answer by today's rules that says it is sure."""
    legends = "Isamaru, Hound of Konda; Clone copying Isamaru, Hound of Konda (opponent)"

    async def questions(client: Client) -> None:
        asked = {"board": legends, "rules_of": "2010-04-23"}
        then = _plain(await client.call_tool("outcome", asked))
        assert then["gone"] and then["rules_of_then"] == ["By the rules of 2010-04-23."]
        why = _plain(await client.call_tool("explain", asked))
        assert "704.5k" in json.dumps(why["state_based"])
        refused = _refusal(await client.call_tool("outcome", {"board": legends, "date": "2010"}))
        assert "date" in refused and "not permitted" in refused

    _over_stdio(questions)
