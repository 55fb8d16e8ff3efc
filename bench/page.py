# ruff: noqa: INP001
"""How the page bears many readers: clients at once, each building a board, and a search beside
them.

`python bench/page.py [--clients 50] [--seconds 60]` starts `striate serve` and prints a table: how
long an outcome takes to come, and the memory of the server with its helpers at the beginning and
the end. `--changes N` measures instead how long N changes of a board take to be answered, one after
the other, alone and with a search and a filter of texts beside them: by the clock, and in processor
time of the server with its helpers, which other work on the machine does not lengthen as much.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import httpx

BOARDS = (
    "Humility; Opalescence",
    "Urborg, Tomb of Yawgmoth; Blood Moon; Plains",
    "Coralhelm Commander; Godhead of Awe (opponent); level_up Coralhelm Commander x4",
    "Grizzly Bears; Frogify on Grizzly Bears; Glorious Anthem; counters 2 +1/+1 on Grizzly Bears",
    "Humility; Opalescence; Blood Moon; Plains; Coralhelm Commander; Dryad Arbor; Lord of "
    "Atlantis; " + "Glorious Anthem; Grizzly Bears; Godhead of Awe",
)
THINKING = (0.5, 1.5)  # seconds between two changes of a person who builds a board
TEN = BOARDS[-1]
THIRTY = "; ".join([TEN, "Hill Giant; Serra Angel", *["Forest; Grizzly Bears; Hill Giant"] * 6])
SEARCH = {"goal": "a creature has flying, first strike, vigilance, haste and is 9/9 and is a Wall",
          "size": 8, "seconds": 30}  # fmt: skip


async def client(page: httpx.AsyncClient, until: float, took: list[float], pause: bool) -> None:
    chance = random.Random(len(took))
    while time.monotonic() < until:
        began = time.monotonic()
        answer = await page.post("/board", json={"text": chance.choice(BOARDS)})
        assert answer.status_code == 200 and answer.json()["right"], answer.text[:200]
        took.append(time.monotonic() - began)
        if pause:
            await asyncio.sleep(chance.uniform(*THINKING))


async def search(page: httpx.AsyncClient, until: float) -> None:
    """One search after the other, so that the page answers while some run."""
    while time.monotonic() < until:
        await page.post("/find", json=SEARCH, timeout=120)


async def measured(address: str, clients: int, seconds: float, pause: bool) -> list[float]:
    took: list[float] = []
    until = time.monotonic() + seconds
    limits = httpx.Limits(max_connections=clients + 5)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as page:
        searching = asyncio.create_task(search(page, until)) if pause else None
        await asyncio.gather(*(client(page, until, took, pause) for _ in range(clients)))
        if searching is not None:
            searching.cancel()
    return sorted(took)


async def changed(page: httpx.AsyncClient, line: str, number: int, server: int) -> list[str]:
    """A row is moved down and up: each change is of the board that the last answer gave."""
    document = (await page.post("/board", json={"text": line})).json()["document"]
    took, worked = [], []
    for at in range(number):
        edit = {"do": "move", "at": 3 + at % 2, "to": 4 - at % 2}
        began, before = time.monotonic(), processor(server)
        answer = await page.post("/board", json={"document": document, "edit": edit, "open": []})
        took.append(time.monotonic() - began)
        worked.append(processor(server) - before)
        document = answer.json()["document"]
        assert answer.json()["right"]
    return [f"{sorted(each)[int(number * part)] * 1000:.0f} ms"
            for each in (took, worked) for part in (0.5, 0.95)]  # fmt: skip


async def texts(page: httpx.AsyncClient) -> None:
    """Filters of texts, one after the other."""
    while True:
        await page.get("/cards", params={"q": 'o:"enchanted creature" mv<=3'}, timeout=120)


def processor(server: int) -> float:
    """Seconds of processor time of the server and of the helpers that answer."""
    mine = [server, *(pid for pid, parent, _ in listed() if parent == server)]
    ticks = 0
    for pid in mine:
        try:
            ran = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(ran[11]) + int(ran[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def changes(address: str, number: int, server: int) -> None:
    print("| permanents | beside it | median | 95 % | processor, median | 95 % |")
    print("|---|---|---|---|---|---|")
    async with httpx.AsyncClient(base_url=address, timeout=60) as page:
        await page.get("/cards", params={"q": "o:flying"}, timeout=120)
        for beside in ("nothing", "a search and a filter of texts"):
            for size, line in ((10, TEN), (30, THIRTY)):
                others = [] if beside == "nothing" else [
                    asyncio.create_task(search(page, time.monotonic() + 600)),
                    asyncio.create_task(texts(page)),
                ]  # fmt: skip
                await asyncio.sleep(1)
                cells = await changed(page, line, number, server)
                for each in others:
                    each.cancel()
                if others:
                    cells[2:] = ["–", "–"]  # theirs is among it
                print(f"| {size} | {beside} | {' | '.join(cells)} |")


def listed() -> list[tuple[int, ...]]:
    """Each process with its parent and its memory in kB."""
    listing = subprocess.run(
        ["ps", "-eo", "pid,ppid,rss"], capture_output=True, text=True, check=True
    )
    return [tuple(map(int, line.split())) for line in listing.stdout.splitlines()[1:]]


def memory(server: int) -> int:
    """Megabytes of the server and the processes that it started."""
    return sum(rss for pid, parent, rss in listed() if server in (pid, parent)) // 1024


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--changes", type=int, default=0)
    given = parser.parse_args()
    command = [sys.executable, "-m", "striate", "serve", "--no-browser", "--port", "0"]
    server = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parent.parent
    )
    assert server.stderr is not None
    address = server.stderr.readline().split()[3]
    if given.changes:
        try:
            asyncio.run(changes(address, given.changes, server.pid))
        finally:
            server.terminate()
            server.wait(30)
        return
    print("| clients | pause | outcomes | median | 95 % | slowest | memory before | after |")
    print("|---|---|---|---|---|---|---|---|")
    try:
        asyncio.run(measured(address, 4, 3, False))
        for pause in (True, False):
            before = memory(server.pid)
            took = asyncio.run(measured(address, given.clients, given.seconds, pause))
            words = f"{THINKING[0]}–{THINKING[1]} s, a search beside" if pause else "none"
            median, most = took[len(took) // 2], took[int(len(took) * 0.95)]
            print(
                f"| {given.clients} | {words} | {len(took):,} | {median * 1000:.0f} ms | "
                f"{most * 1000:.0f} ms "
                f"| {took[-1] * 1000:.0f} ms | {before} MB | {memory(server.pid)} MB |"
            )
    finally:
        server.terminate()
        server.wait(30)


if __name__ == "__main__":
    main()
