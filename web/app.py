"""`create_app`: the page as an ASGI app, for any server and for a browser alone.

A handler reads a request, asks its host (see `working`), and writes the answer down; it computes
nothing itself. Nothing is stored: the board travels with each question.
"""

import asyncio
import json
import mimetypes
from collections.abc import AsyncIterator, Collection
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from striate.web.guarding import LOOPBACK, Guard
from striate.web.limits import BODY_SECONDS, parsed
from striate.web.working import Busy, Here, Host

mimetypes.add_type("application/manifest+json", ".webmanifest")
_STATIC = Path(__file__).with_name("static")
_ASKED = ("board", "why", "choices")
FOLLOWED = ("find", "why-not", "swaps", "orders", "beside")


def create_app(host: Host | None = None, hosts: Collection[str] | None = LOOPBACK) -> Starlette:
    """The app; `host` does its work (None: this process), `hosts` are the names it goes by."""
    where = host or Here()

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        await where.start()
        try:
            yield
        finally:
            await where.stop()

    app = Starlette(
        routes=[
            Route("/", _page("home")),
            Route("/ready", _page("ready")),
            Route("/ready/{id}", _page("ready")),
            Route("/rules", _page("rules")),
            Route("/rules/{number}", _page("rules")),
            Route("/tour", _page("tour")),
            Route("/tour/{number:int}", _page("tour")),
            Route("/quiz", _page("quiz")),
            Route("/quiz/{id}", _page("quiz")),
            Route("/cards", _typed),
            Route("/goal", _typed),
            *(Route(f"/{name}", _asked, methods=["POST"], name=name) for name in _ASKED),
            *(Route(f"/{name}", _followed, methods=["POST"], name=name) for name in FOLLOWED),
            Mount("/static", StaticFiles(directory=_STATIC), name="static"),
        ],
        exception_handlers={404: _page("nowhere", 404)},
        middleware=[Middleware(Guard, hosts=hosts)],
        lifespan=running,
    )
    app.state.host = where
    return app


def _host(request: Request) -> Host:
    host: Host = request.app.state.host
    return host


def _page(name: str, status: int = 200) -> Any:
    """A page by its name: what stands in its address is given to the answer."""

    async def page(request: Request, error: object = None) -> Response:
        question = {"line": request.query_params.get("line", ""), **request.path_params}
        question["base"] = request.scope.get("root_path", "")
        answer = await _answer(request, name, question)
        if "html" not in answer:
            return HTMLResponse(str(answer.get("wrong") or answer.get("mistake")), 500)
        return HTMLResponse(answer["html"], answer.get("status", status))

    return page


async def _typed(request: Request) -> Response:
    """What is found for what somebody types."""
    name = request.url.path.rpartition("/")[2]
    return JSONResponse(await _answer(request, name, {"q": request.query_params.get("q", "")}))


async def _asked(request: Request) -> Response:
    question = await _body(request)
    if question is None:
        return JSONResponse({"wrong": "this is not JSON"}, 400)
    name = request.url.path.rpartition("/")[2]
    question["base"] = request.scope.get("root_path", "")
    answer = await _answer(request, name, question)
    return JSONResponse(answer, 503 if "busy" in answer else 200)


async def _answer(request: Request, name: str, question: dict[str, Any]) -> dict[str, Any]:
    try:
        return await _host(request).ask(name, question)
    except Busy as error:
        return {"busy": True, "wrong": str(error)}


async def _followed(request: Request) -> Response:
    question = await _body(request)
    if question is None:
        return JSONResponse({"wrong": "this is not JSON"}, 400)
    name = request.url.path.rpartition("/")[2]
    question["base"] = request.scope.get("root_path", "")
    return StreamingResponse(_lines(request, name, question), media_type="application/x-ndjson")


async def _lines(request: Request, name: str, question: dict[str, Any]) -> AsyncIterator[bytes]:
    """What the work tells, a line each; a page that is gone ends it."""
    try:
        async with aclosing(_host(request).follow(name, question)) as news:
            async for line in news:
                yield json.dumps(line).encode() + b"\n"
    except Busy as error:
        yield json.dumps({"answer": {"wrong": str(error)}}).encode() + b"\n"


async def _body(request: Request) -> dict[str, Any] | None:
    async with asyncio.timeout(BODY_SECONDS):
        return parsed(await request.body())
