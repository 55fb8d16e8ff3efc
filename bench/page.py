# ruff: noqa: INP001
"""How the page bears many readers: clients at once, each building a board, and a search beside
them.

`python bench/page.py [--clients 50] [--seconds 60]` starts `striate serve` and prints a table: how
long an outcome takes to come, and the memory of the server with its helpers at the beginning and
the end.
"""

import argparse
import asyncio
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


def memory(server: int) -> int:
    """Megabytes of the server and the processes that it started."""
    listed = subprocess.run(
        ["ps", "-eo", "pid,ppid,rss"], capture_output=True, text=True, check=True
    )
    rows = [tuple(map(int, line.split())) for line in listed.stdout.splitlines()[1:]]
    return sum(rss for pid, parent, rss in rows if server in (pid, parent)) // 1024


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    command = [sys.executable, "-m", "striate", "serve", "--no-browser", "--port", "0"]
    server = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parent.parent
    )
    assert server.stderr is not None
    address = server.stderr.readline().split()[3]
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
