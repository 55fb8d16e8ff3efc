"""Where the page's work is done: in processes of its own on a server, in this one in a browser.

The app asks by name and plain data (see `answers`) and gets plain data back, so it holds no
process, no thread and no file of its own. What takes long is followed: lines that tell how far it
is, then the answer; whoever stops listening ends the work.
"""

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any, Protocol, TypeAlias

Plain: TypeAlias = dict[str, Any]

ASKED_SECONDS = 10.0  # after which an answer is given up
FOLLOWED_SECONDS = 300.0
_FOLLOWED_AT_ONCE = 4
_WARM_SECONDS = 300.0
_TICK = 0.5  # seconds between two signs of life, by which a page that is gone is noticed
TYPED = frozenset({"cards", "goal"})  # what somebody types has a helper of its own
_LONGEST_LINE = 32_000_000  # bytes of one answer


class Busy(Exception):
    """The server does as much as it can, or the answer takes longer than it may."""


class Host(Protocol):
    """Where the work is done."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def ask(self, name: str, question: Plain) -> Plain:
        """The answer."""
        ...

    def follow(self, name: str, question: Plain) -> AsyncGenerator[Plain, None]:
        """`{"now": …}` as often as there is news, at last `{"answer": …}`."""
        ...


class Here:
    """In this process: in a browser, where there is no other, and in tests."""

    async def start(self) -> None:
        return

    async def stop(self) -> None:
        return

    async def ask(self, name: str, question: Plain) -> Plain:
        from striate.web.answers import answered

        return answered(name, question)

    async def follow(self, name: str, question: Plain) -> AsyncGenerator[Plain, None]:
        from striate.web.answers import answered

        news: list[Plain] = []
        answer = answered(name, question, news.append)
        for now in news:
            yield {"now": now}
        yield {"answer": answer}


class Apart:
    """In helper processes: some that answer, one for what is typed, and one for each search."""

    def __init__(self, helpers: int = 0, asked_seconds: float = ASKED_SECONDS) -> None:
        self._number = helpers or max(1, min(4, os.cpu_count() or 1))
        self.asked_seconds = asked_seconds
        self._idle: asyncio.Queue[Process] = asyncio.Queue()
        self._typed: asyncio.Queue[Process] = asyncio.Queue()
        self._all: set[Process] = set()
        self._following = 0

    async def start(self) -> None:
        first, *others = await asyncio.gather(*(self._helper() for _ in range(self._number + 1)))
        self._typed.put_nowait(first)
        for process in others:
            self._idle.put_nowait(process)

    async def stop(self) -> None:
        for process in list(self._all):
            await self._end(process)

    async def ask(self, name: str, question: Plain) -> Plain:
        # A search never holds up an answer.
        idle = self._typed if name in TYPED else self._idle
        process = await idle.get()
        try:
            if process not in self._all or process.returncode is not None:
                process = await self._helper()
            async with asyncio.timeout(self.asked_seconds):
                await self._say(process, name, question)
                line = await self._heard(process)
        except BaseException as error:
            # It may still be at work, or its answer stand in the pipe: it is of no use any more.
            await self._end(process)
            if isinstance(error, TimeoutError | OSError | EOFError):
                limit = f"{self.asked_seconds:g} seconds"
                raise Busy(f"this takes longer than {limit}, the most that a page waits") from None
            raise
        finally:
            idle.put_nowait(process)
        return dict(line["answer"])

    async def follow(self, name: str, question: Plain) -> AsyncGenerator[Plain, None]:
        if self._following >= _FOLLOWED_AT_ONCE:
            raise Busy(f"{_FOLLOWED_AT_ONCE} searches run already; try again in a moment")
        self._following += 1
        process = None
        try:
            process = await self._helper(warm=False)
            async with asyncio.timeout(FOLLOWED_SECONDS + 10):
                await self._say(process, name, question)
                async for line in self._lines(process):
                    yield line
        except (TimeoutError, OSError, EOFError):
            raise Busy("the search ended before its answer") from None
        finally:
            self._following -= 1
            if process is not None:
                await self._end(process)

    async def _lines(self, process: Process) -> AsyncGenerator[Plain, None]:
        """What the helper says until its answer, and an empty line where it says nothing."""
        heard = asyncio.ensure_future(self._heard(process))
        try:
            while True:
                done, _ = await asyncio.wait({heard}, timeout=_TICK)
                if not done:
                    yield {}
                    continue
                line = heard.result()
                yield line
                if "answer" in line:
                    return
                heard = asyncio.ensure_future(self._heard(process))
        finally:
            heard.cancel()

    async def _helper(self, *, warm: bool = True) -> Process:
        """A process of its own; a warm one has done what the first question would wait for."""
        words = ("warm",) if warm else ()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "striate.web.helper", *words,
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_LONGEST_LINE,
        )  # fmt: skip
        self._all.add(process)
        if warm:
            async with asyncio.timeout(_WARM_SECONDS):
                await self._heard(process)
        return process

    async def _end(self, process: Process) -> None:
        self._all.discard(process)
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def _say(self, process: Process, name: str, question: Plain) -> None:
        assert process.stdin is not None
        process.stdin.write(json.dumps([name, question]).encode() + b"\n")
        await process.stdin.drain()

    async def _heard(self, process: Process) -> Plain:
        assert process.stdout is not None
        line = await process.stdout.readline()
        if not line:
            raise EOFError
        return dict(json.loads(line))
