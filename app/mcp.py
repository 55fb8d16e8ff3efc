"""`striate mcp`: the tools for assistants, over the Model Context Protocol."""

import asyncio

import click

from striate.app.errors import InputError

MISSING = (
    'this needs what is not installed: pip install "striate[mcp]" (here: pip install ".[mcp]")'
)


@click.command()
@click.option("--http", is_flag=True, help="Listen at an address instead of standard input.")
@click.option("--port", default=8614, show_default=True, type=click.IntRange(1, 65535),
              help="Where it listens.")  # fmt: skip
@click.option("--host", default="127.0.0.1", show_default=True, help="The address it listens at.")
def mcp(http: bool, port: int, host: str) -> None:
    """Give assistants the tools outcome, explain, find, why_not, verify, card and rules.

    Over standard input and output, as a client starts it (`"command": "striate", "args":
    ["mcp"]`), or over HTTP at http://HOST:PORT/mcp.
    """
    try:
        from striate.app.mcptools import server
    except ModuleNotFoundError as error:
        raise InputError(f"{MISSING}; `{error.name}` is missing") from None
    server_ = server()
    if not http:
        asyncio.run(server_.run_stdio_async())
        return
    click.echo(f"Striate's tools are at http://{host}:{port}/mcp (Ctrl-C ends it)", err=True)
    asyncio.run(server_.run_streamable_http_async(host=host, port=port))
