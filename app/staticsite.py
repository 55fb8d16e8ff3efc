"""`striate site`: the page as a folder of files, with the app inside the browser."""

import re
from pathlib import Path

import click

from striate.app.errors import InputError
from striate.app.serve import MISSING

_BASE = re.compile(r"(/[A-Za-z0-9._~-]+)*")


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--base", default="", metavar="PATH",
              help="The path that the site is hosted under, as `/striate`; none "
                   "for the top.")  # fmt: skip
@click.option("--cache", type=click.Path(file_okay=False, path_type=Path),
              help="Where fetched files are kept (default: the user's cache).")  # fmt: skip
def site(folder: Path, base: str, cache: Path | None) -> None:
    """Write the page into FOLDER as a site that any host of files can serve.

    In the browser a service worker passes what the page asks to the app, which runs there in
    Python (Pyodide). What that needs is fetched once, by npm and pip, and pinned by hash; with
    the files in the cache no network is needed.

    \b
    striate site public && python -m http.server --directory public
    """
    try:
        from striate.web.site.writing import write_site
    except ModuleNotFoundError as error:
        raise InputError(f"{MISSING}; `{error.name}` is missing") from None
    if not _BASE.fullmatch(base):
        raise InputError(f"--base: `{base}` is not a path such as `/striate`")
    if folder.exists() and any(folder.iterdir()) and not (folder / "sw.js").exists():
        raise InputError(
            f"{folder} holds other files; give an empty folder or one of an earlier site"
        )
    from striate.cards.catalogue.store import cache_folder

    pages = write_site(folder, cache or cache_folder() / "site", base, _tell)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    click.echo(f"{folder}: {pages} pages, {size / 1_000_000:.0f} MB")


def _tell(what: str) -> None:
    click.echo(f"{what} …", err=True)
