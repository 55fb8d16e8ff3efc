"""The folder of the static site: the pages, written beforehand, and the app for everything else.

Every page that a link reaches is asked of the app here and becomes a file; what is asked while
somebody uses the page is answered by the same app inside the browser (`worker.js`), to which the
service worker (`sw.js`) passes it.
"""

import asyncio
import gzip
import hashlib
import importlib.metadata
import importlib.util
import json
import re
import shutil
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from striate.cards.errors import OurMistake
from striate.web.site.fetching import RUNTIME, WHEELS, fetched
from striate.web.site.inbrowser import Browser, whole

#: The rooms that the app in the browser runs; `striate` itself is beside them.
ROOMS = (
    "boards", "cards", "encodings", "queries", "quick", "referee", "search", "solver", "spreading",
    "timeline", "web",
)  # fmt: skip
#: Distributions that are Python throughout, or whose Python part works alone.
PURE = (
    "anyio", "click", "idna", "jinja2", "markupsafe", "pyyaml", "starlette", "typing_extensions",
)  # fmt: skip
_RUNTIME_FILES = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip",
)  # fmt: skip
_OF_THE_SITE = ("site.js", "worker.js", "site.css")
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'"
)
_LINK = re.compile(r'href="([^"#?]+)["#?]')
_TOOK = re.compile(r' <span class="soft">\d+ ms</span>')  # which differs from time to time
_MODULE = re.compile(r'<script type="module" src="([^"]*/static/page\.js)"></script>')
_PAGES = "pages.json.gz"  # every page in one file, for the service worker to keep
_NOWHERE = "404.html"  # what a host of files gives for an address that it does not know


def write_site(folder: Path, cache: Path, base: str, tell: Callable[[str], None]) -> int:
    """Write the site and return how many pages it has; `base`: the path it is hosted under."""
    fetched(cache, tell)
    folder.mkdir(parents=True, exist_ok=True)
    tell("writing the runtime")
    _write_runtime(folder / "pyodide", cache)
    tell("packing Striate")
    _write_packages(folder / "packages.zip", cache)
    here = Path(__file__).parent
    shutil.copytree(here.parent / "static", folder / "static", dirs_exist_ok=True)
    for name in _OF_THE_SITE:
        shutil.copyfile(here / "files" / name, folder / name)
    tell("writing the pages")
    pages = asyncio.run(_write_pages(folder, base))
    _write_service_worker(folder, here / "files" / "sw.js")
    return pages


def _write_runtime(folder: Path, cache: Path) -> None:
    folder.mkdir(exist_ok=True)
    with tarfile.open(cache / RUNTIME.file) as packed:
        for name in _RUNTIME_FILES:
            content = packed.extractfile(f"package/{name}")
            assert content is not None
            (folder / name).write_bytes(content.read())


# --- the packages ---------------------------------------------------------------------------------


def _write_packages(path: Path, cache: Path) -> None:
    """One archive of all that is imported; the same contents give the same bytes."""
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in sorted({**_own(), **_pure(), **_wheels(cache)}.items()):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, content, compresslevel=9)


def _own() -> dict[str, bytes]:
    """Striate's own modules and data."""
    files = dict(_below(_place("striate"), "striate", deep=False))
    for room in ROOMS:
        files |= dict(_below(_place(f"striate.{room}"), f"striate/{room}", deep=True))
    return files


def _place(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise OurMistake(f"the package `{package}` is not installed")
    return Path(next(iter(spec.submodule_search_locations)))


def _below(folder: Path, at: str, *, deep: bool) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.glob("**/*" if deep else "*")):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc":
            yield f"{at}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _pure() -> dict[str, bytes]:
    files = {}
    for distribution in PURE:
        for each in importlib.metadata.files(distribution) or ():
            inside = ".." not in each.parts and not each.parts[0].endswith(".dist-info")
            if inside and each.suffix == ".py":
                files[each.as_posix()] = Path(str(each.locate())).read_bytes()
    return files


def _wheels(cache: Path) -> dict[str, bytes]:
    files = {}
    for wheel in WHEELS:
        with zipfile.ZipFile(cache / wheel.file) as packed:
            for name in packed.namelist():
                if name.endswith((".py", ".so")) and ".dist-info/" not in name:
                    files[name] = packed.read(name)
    return files


# --- the pages ------------------------------------------------------------------------------------


async def _write_pages(folder: Path, base: str) -> int:
    """Each page that links reach from the first one."""
    browser = Browser(base)
    seen, waiting = {"/"}, ["/"]
    while waiting:
        path = waiting.pop()
        status, content = await whole(browser, base + path)
        if status != 200:
            raise OurMistake(f"the page {path} of the site is answered with {status}")
        text = content.decode()
        place = folder / path.strip("/") / "index.html"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(_of_the_site(text, base), encoding="utf-8")
        for link in _LINK.findall(text):
            inside = _inside(link, base)
            if inside is not None and inside not in seen:
                seen.add(inside)
                waiting.append(inside)
    _, content = await whole(browser, f"{base}/{_NOWHERE}")
    nowhere = _of_the_site(content.decode(), base)
    (folder / _NOWHERE).write_text(nowhere, encoding="utf-8")
    _write_together(folder, seen, nowhere)
    return len(seen)


def _write_together(folder: Path, paths: Iterable[str], nowhere: str) -> None:
    """All pages in one file, by their paths within the site; the same pages give the same bytes."""
    names = sorted(path.strip("/") for path in paths)
    pages = {name: (folder / name / "index.html").read_text(encoding="utf-8") for name in names} | {
        _NOWHERE: nowhere
    }
    text = json.dumps(pages, ensure_ascii=False, separators=(",", ":"))
    (folder / _PAGES).write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def _inside(link: str, base: str) -> str | None:
    """The path within the site of a link to one of its pages."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc or not link.startswith(f"{base}/"):
        return None
    path = link[len(base) :]
    return None if path.startswith("/static/") else path.rstrip("/") or "/"


def _of_the_site(page: str, base: str) -> str:
    """The page with its policy in itself, and with the app behind its module."""
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<link rel="stylesheet" href="{base}/site.css">\n'
    )
    page = page.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{head}', 1)
    module = f'<script type="module" src="{base}/site.js" data-page="\\1"></script>'
    return _MODULE.sub(module, _TOOK.sub("", page))


def _write_service_worker(folder: Path, source: Path) -> None:
    """The service worker, with the list of what it keeps and a name that changes with any of it."""
    kept = [*_OF_THE_SITE, _PAGES, "packages.zip"]
    kept += [f"pyodide/{name}" for name in _RUNTIME_FILES]
    kept += sorted(f"static/{path.name}" for path in (folder / "static").iterdir())
    kept = [name for name in kept if (folder / name).exists()]
    mark = hashlib.sha256()
    for name in sorted(kept):
        mark.update(name.encode() + b"\0" + (folder / name).read_bytes())
    sizes = {name: (folder / name).stat().st_size for name in kept}
    head = f'const VERSION = "{mark.hexdigest()[:16]}";\nconst FILES = {json.dumps(sizes)};\n'
    (folder / "sw.js").write_text(head + source.read_text(encoding="utf-8"), encoding="utf-8")
