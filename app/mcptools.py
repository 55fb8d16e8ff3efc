"""The tools that an assistant is given: each asks one command of this program and tells its answer.

Every answer begins with a verdict in words that can't be misread: sure, in which cases, or unknown
and why. A question is answered by a process of its own, which is ended once its time is up or the
client has gone; nothing that a client sends names a file of this machine.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from pydantic import Field, create_model

from striate.app.errors import FAILS, UNKNOWN, WRONG_INPUT
from striate.boards.line.reading import looks_like_a_line
from striate.queries.wording import about

_AT_ONCE = 2  # questions that are worked on
_LARGEST_BOARD = 20_000  # characters
_LONGEST_GOAL = 400
_SECONDS = 60  # of an answer that needs no search
_GRACE = 5  # seconds that a search has to end by itself
_LARGEST_ANSWER = 400_000  # bytes
_LONGEST_PATH = 4_000  # characters: no file has a longer name

INSTRUCTIONS = """\
Striate computes Magic: The Gathering's layer system (Comprehensive Rules 613): what every object
of a board is now, why, and which boards give a result. Ask it instead of reasoning about layers,
timestamps, dependency, copies, levelers or type changes yourself. A board is a line: what
happened, oldest first, separated by semicolons. `Blood Moon; Urborg, Tomb of Yawgmoth
(opponent)`, `Frogify on Grizzly Bears`, `Clone copying Grizzly Bears`, `counters 2 +1/+1 on
Grizzly Bears`, `level_up Student of Warfare x2`, `resolve Giant Growth -> Grizzly Bears`. Repeat
the verdict as it stands: "sure" means that two independent readings of the rules agree; "depends"
lists the cases; "unknown" says what is missing: then say that it is unknown."""

Board = Annotated[
    str,
    Field(
        description="The board as a line (steps separated by semicolons), or the text of a board "
        "file.",
        min_length=1,
        max_length=_LARGEST_BOARD,
    ),
]
Goal = Annotated[
    str,
    Field(
        description='What is to be so, as "Humility is a creature and Grizzly Bears is 4/4".',
        min_length=1,
        max_length=_LONGEST_GOAL,
    ),
]
Cards = Annotated[
    str,
    Field(description="Only these cards, separated by commas; empty: all cards.", max_length=4000),
]
Size = Annotated[int, Field(description="The most permanents.", ge=1, le=5)]
Day = Annotated[
    str,
    Field(
        description="By the rules of that day, as 2010-04-23; empty: today's.",
        pattern=r"^(\d{4}-\d{2}-\d{2})?$",
    ),
]
Seconds = Annotated[int, Field(description="Give up after so many.", ge=1, le=120)]

_working: dict[asyncio.AbstractEventLoop, asyncio.Semaphore] = {}


async def _asked(
    *arguments: str,
    boards: Sequence[str] = (),
    further: Sequence[str] = (),
    seconds: float = _SECONDS,
) -> tuple[int, Any]:
    """The exit status and the JSON of a command, in an empty folder that holds its boards only."""
    limit = _working.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(_AT_ONCE))
    async with limit:
        with tempfile.TemporaryDirectory() as folder:
            given = [_board_argument(board, Path(folder)) for board in boards]
            command = [sys.executable, "-m", "striate", *arguments, *given, *further]
            out, err, status = await _run(command, folder, seconds)
    if status not in (0, FAILS, UNKNOWN):
        lines = [line.removeprefix("striate: ") for line in err.decode().splitlines()]
        kind = "wrong input" if status == WRONG_INPUT else "a mistake in striate"
        raise ToolError(f"{kind}: " + " ".join(line for line in lines if not line.startswith("# ")))
    if len(out) > _LARGEST_ANSWER:
        raise ToolError("unknown: the answer is too large to be sent; ask about a smaller board")
    return status, json.loads(out)


async def _run(command: Sequence[str], folder: str, seconds: float) -> tuple[bytes, bytes, int]:
    """What the process prints, and its status; it is ended if its time is up or nobody waits."""
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(seconds):
            out, err = await process.communicate()
    except TimeoutError:
        raise ToolError(
            f"unknown: no answer within {seconds:g} seconds; ask for less, or with more seconds"
        ) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return out, err, process.returncode or 0


def _board_argument(board: str, folder: Path) -> str:
    """The board as an argument: a line as it is, a file's text as a file; never a path of the
    client."""
    if "steps:" in board or '"steps"' in board:
        path = folder / "board.yaml"
        path.write_text(board, encoding="utf-8")
        return path.name
    if not looks_like_a_line(board) or (len(board) < _LONGEST_PATH and (folder / board).exists()):
        raise ToolError(f"wrong input: expected a board in a line, got `{board[:60]}`")
    return board


def _chosen(cards: str) -> list[str]:
    """The option that names the cards; a file of cards can't be named."""
    if cards.strip().startswith("@"):
        raise ToolError("wrong input: expected names of cards, separated by commas")
    return ["--cards", cards] if cards.strip() else []


def _on(day: str) -> list[str]:
    """The option that names the day by whose rules a board is read."""
    return ["--rules", day] if day else []


def verdict_of(data: dict[str, Any]) -> str:
    """How sure an outcome is, in words."""
    unread = [about(each["card"], each["line"]) for each in data.get("not_modelled", ())]
    untold = [each["words"] for each in data.get("unknowns", ())]
    if untold and len(unread) <= len(untold):
        return f"depends: the board does not tell {'; '.join(map(_open, untold))}: say every case"
    if unread:
        return "unknown: these lines are not understood and could matter: " + "; ".join(unread)
    if data.get("replayed") == "nothing":
        return "unsure: the board is so large that only one reading of the rules was asked"
    if not data.get("checked"):
        return "unknown: only one reading of the rules gave this answer"
    return "sure: both readings of the rules agree"


def _open(words: str) -> str:
    """What is open, after "the board does not tell"."""
    number = words.removesuffix(" is 0 or more")
    return f"whether {words}" if number == words else f"what {number} is"


async def outcome(board: Board, rules_of: Day = "") -> dict[str, Any]:
    """What every object of a board is: types, colours, abilities, power and toughness (CR 613)."""
    _, data = await _asked("outcome", "--json", *_on(rules_of), "--", boards=[board])
    return {"verdict": verdict_of(data), **data}


async def explain(
    board: Board,
    object: Annotated[
        str, Field(description="Only this object's handle; empty: all.", max_length=200)
    ] = "",
    rules_of: Day = "",
) -> dict[str, Any]:
    """Why each object is what it is: effect by effect in layer order, with the rules' numbers."""
    chosen = [object] if object else []
    options = ["--json", *_on(rules_of)]
    status, data = await _asked("explain", *options, "--", boards=[board], further=chosen)
    sure = "sure: both readings of the rules agree"
    return {"verdict": sure if status == 0 else "unknown: ask `outcome` what is missing", **data}


async def find(
    goal: Goal, cards: Cards = "", size: Size = 3, seconds: Seconds = 60, rules_of: Day = ""
) -> dict[str, Any]:
    """The smallest board of real cards on which a goal comes true, or that there is none."""
    limits = ["--size", str(size), "--timeout", str(seconds)]
    options = [*_chosen(cards), *_on(rules_of), *limits]
    _, data = await _asked("find", "--json", *options, "--", goal, seconds=seconds + _GRACE)
    words = {
        "found": "found: the board is one that `outcome` confirms",
        "none": f"none: no such board of up to {size} permanents among what was searched",
        "unknown": "unknown: the search ended before it was decided",
    }
    return {"verdict": words[data["status"]], **data}


async def why_not(
    goal: Goal, board: Board, cards: Cards = "", rules_of: Day = ""
) -> dict[str, Any]:
    """What keeps a board from a goal, and the nearest boards that reach it."""
    _, data = await _asked(
        "why-not",
        "--json",
        *_chosen(cards),
        *_on(rules_of),
        "--most",
        "2000",
        "--",
        goal,
        boards=[board],
    )
    words = {
        "already": "already: the board reaches the goal as it is",
        "near": "near: `boards` has the nearest boards that reach the goal",
        "none": "none: no board near this one was found that reaches the goal",
        "unknown": "unknown: the search ended before it was decided",
    }
    return {"verdict": words[data["status"]], **data}


async def verify(
    never: Goal, cards: Cards = "", size: Size = 3, seconds: Seconds = 60
) -> dict[str, Any]:
    """Prove that no board reaches a goal, or give the board that does."""
    limits = ["--size", str(size), "--timeout", str(seconds)]
    _, data = await _asked(
        "verify", "--json", *_chosen(cards), *limits, "--never", never, seconds=seconds + _GRACE
    )
    words = {
        "proved": "proved: of the boards that `bound` tells, and of no others",
        "refuted": "refuted: `counterexample` is a board that reaches the goal",
        "unknown": "unknown: it is neither proved nor refuted",
    }
    return {"verdict": words[data[0]["status"]], "decisions": data}


async def card(
    name: Annotated[str, Field(description="A card's name.", min_length=1, max_length=200)],
) -> dict[str, Any]:
    """A card as it is understood: each ability in canonical wording with the layers it acts in."""
    _, data = await _asked("cards", "show", "--json", "--", name)
    words = "understood wholly" if data["understood"] else "some lines are not understood"
    return {"verdict": words, **data}


async def rules(
    number: Annotated[
        str, Field(description="A clause, as 613.8b or 707.", pattern=r"^\d{3}(\.\d{1,3}[a-z]?)?$")
    ],
) -> dict[str, Any]:
    """What a clause of the Comprehensive Rules decides, in our words, and boards that show it."""
    _, data = await _asked("rules", "--json", "--", number)
    return {"verdict": "what this program carries out of the clause, in our words", "clauses": data}


TOOLS = (outcome, explain, find, why_not, verify, card, rules)


def server() -> MCPServer:
    """The server with all tools."""
    tools = [_exact(Tool.from_function(each, description=each.__doc__)) for each in TOOLS]
    return MCPServer("striate", title="Striate", instructions=INSTRUCTIONS, tools=tools)


def _exact(tool: Tool) -> Tool:
    """The tool, which refuses what it has no argument for: ignored, it would change no answer."""
    known = tool.fn_metadata.arg_model
    exact = create_model(known.__name__, __base__=known)
    exact.model_config["extra"] = "forbid"
    exact.model_rebuild(force=True)
    tool.fn_metadata = tool.fn_metadata.model_copy(update={"arg_model": exact})
    tool.parameters = exact.model_json_schema(by_alias=True)
    return tool
