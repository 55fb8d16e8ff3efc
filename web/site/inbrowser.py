"""The app inside a browser: a request of the service worker in, its answer out, piece by piece."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Any

from starlette.types import Message

from striate.web.app import create_app
from striate.web.working import Here, Plain

Begin = Callable[[int, dict[str, str]], None]
Piece = Callable[[bytes], None]


class _Speaking(Here):
    """Says news at once: while it works, no event loop runs that could carry them."""

    def __init__(self) -> None:
        self.piece: Piece | None = None

    async def follow(self, name: str, question: Plain) -> AsyncGenerator[Plain, None]:
        from striate.web.answers import answered

        def tell(now: Plain) -> None:
            if self.piece is not None:
                self.piece(json.dumps({"now": now}).encode() + b"\n")

        yield {"answer": answered(name, question, tell)}


class Browser:
    """The app, and how a request of the page reaches it; one request at a time."""

    def __init__(self, base: str = "") -> None:
        self._base = base
        self._host = _Speaking()
        # Who may ask is what the browser sees to: a service worker hears its own pages only.
        self._app = create_app(self._host, hosts=None)

    async def answer(
        self, method: str, target: str, headers: Mapping[str, str], body: bytes,
        begin: Begin, piece: Piece,
    ) -> None:  # fmt: skip
        """Answer the request to `target`, a path with its query, within the site."""
        path, _, query = target.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1", "method": method,
            "scheme": "https", "path": path, "raw_path": path.encode(), "root_path": self._base,
            "query_string": query.encode(), "server": ("striate", 443),
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        }  # fmt: skip
        unread = [body]

        async def receive() -> Message:
            if not unread:
                await asyncio.Event().wait()  # who stops listening ends the whole worker
            return {"type": "http.request", "body": bytes(unread.pop())}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = {name.decode(): value.decode() for name, value in message["headers"]}
                begin(int(message["status"]), sent)
                self._host.piece = piece
            elif message.get("body"):
                piece(bytes(message["body"]))

        try:
            await self._app(scope, receive, send)
        finally:
            self._host.piece = None


async def whole(browser: Browser, path: str) -> tuple[int, bytes]:
    """The answer to a GET, as a whole."""
    statuses: list[Any] = [500]
    pieces: list[bytes] = []

    def begin(status: int, headers: dict[str, str]) -> None:
        statuses[0] = status

    await browser.answer("GET", path, {"host": "localhost"}, b"", begin, pieces.append)
    return statuses[0], b"".join(pieces)
