"""`striate serve`: the page on this computer."""

import socket
from pathlib import Path
from typing import TYPE_CHECKING

import click

from striate.app.errors import InputError
from striate.app.reading import BOARD_OR_LINE, one_board, open_catalogue

if TYPE_CHECKING:
    import uvicorn

    from striate.web.working import Host

_PORT = 8613
MISSING = (
    'the page needs what is not installed: pip install "striate[web]" (here: pip install ".[web]")'
)


@click.command()
@click.argument("board", type=BOARD_OR_LINE, required=False)
@click.option("--port", default=_PORT, show_default=True, type=click.IntRange(0, 65535),
              help="Where it listens; 0: any that is free.")  # fmt: skip
@click.option("--host", default="127.0.0.1", show_default=True, help="The address it listens at.")
@click.option("--called", multiple=True, metavar="NAME",
              help="A further name that the page may be called by, as "
                   "`judge.example.org`.")  # fmt: skip
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.")
def serve(
    board: Path | str | None, port: int, host: str, called: tuple[str, ...], browser: bool
) -> None:
    """Show the page in a browser, with BOARD on it.

    It listens at this computer only, unless --host gives another address.
    """
    try:
        import uvicorn

        from striate.web.app import create_app
        from striate.web.guarding import LOOPBACK
        from striate.web.working import Apart
    except ModuleNotFoundError as error:
        raise InputError(f"{MISSING}; `{error.name}` is missing") from None
    opened = "" if board is None else _link(board)
    listening = _listening(host, port)
    port = listening.getsockname()[1]
    address = f"http://{'localhost' if host == '127.0.0.1' else host}:{port}/{opened}"
    helpers: Host = Apart()
    app = create_app(helpers, (*LOOPBACK, host, *called))
    config = uvicorn.Config(app, log_level="warning")
    _server(config, address, browser).run(sockets=[listening])


def _server(config: "uvicorn.Config", address: str, browser: bool) -> "uvicorn.Server":
    """A server that says where it is, and opens the page, as soon as it answers."""
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            click.echo(f"Striate is at {address} (Ctrl-C ends it)", err=True)
            if browser:
                click.launch(address)

    return Server(config)


def _link(board: Path | str) -> str:
    """The address part that opens the page with a board."""
    from urllib.parse import urlencode

    from striate.boards.writing import document
    from striate.web.boardasked import short

    catalogue = open_catalogue()
    return "?" + urlencode({"line": short(document(one_board(board, catalogue), catalogue))})


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise InputError(
            f"port {port} of {host} can't be used ({(error.strerror or str(error)).lower()}); "
            "give another with --port"
        ) from None
    return listener
