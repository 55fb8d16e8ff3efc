"""What every request passes: whose it is, how large it is, and what its answer may load."""

from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from striate.web.limits import REQUEST_BYTES

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class _TooLarge(Exception):
    """The request has more bytes than are read."""


class Guard:
    """Refuses what comes from elsewhere or is too large; sets the headers of every answer.

    `hosts`: the names by which the app may be called; none given: any, where the host that runs
    the app sees to it (a service worker in a browser).
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = LOOPBACK) -> None:
        self.app = app
        self.hosts = None if hosts is None else frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
            await send(message)

        refusal = self._refusal(scope)
        if refusal:
            status, words = refusal
            await PlainTextResponse(words, status)(scope, receive, sent)
            return
        try:
            await self.app(scope, _measured(receive), sent)
        except _TooLarge:
            await PlainTextResponse("the request is too large", 413)(scope, receive, sent)
        except TimeoutError:
            await PlainTextResponse("the request took too long to arrive", 408)(
                scope, receive, sent
            )

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts is not None and _name(host) not in self.hosts:
            return 421, "this server is not called that"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > REQUEST_BYTES:
            return 413, "the request is too large"
        if scope["method"] in ("GET", "HEAD"):
            return None
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return 403, "a page from elsewhere may not ask here"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "a page from elsewhere may not ask here"
        if headers.get("content-type", "").split(";")[0] != "application/json":
            return 415, "questions are asked in JSON"
        return None


def _name(host: str) -> str:
    """The host without its port."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]


def _measured(receive: Receive) -> Receive:
    """What is received, as long as it is not too much."""
    got = 0

    async def measured() -> Any:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > REQUEST_BYTES:
            raise _TooLarge
        return message

    return measured
