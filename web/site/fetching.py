"""What the static site needs from the registries: fetched by their own clients, pinned by hash.

A file lies in the cache under its own name and is used only while its hash is the pinned one, so a
second site is written without a network.
"""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from striate.cards.errors import WrongInput

PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON = "3.14"  # of this Pyodide


class NotFetched(WrongInput):
    """A file is not in the cache, and could not be fetched."""


@dataclass(frozen=True, slots=True)
class Pinned:
    """A file of a registry, by its name there and its SHA-256."""

    project: str
    version: str
    file: str
    sha256: str

    def is_whole(self, folder: Path) -> bool:
        path = folder / self.file
        return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == self.sha256


RUNTIME = Pinned(
    "pyodide", "314.0.7", "pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
)  # fmt: skip
WHEELS = (
    Pinned(
        "z3-solver", "5.3.3.0", f"z3_solver-5.3.3.0-py3-none-{PLATFORM}.whl",
        "9381d9516345f53b21a8f4df243c5d608e9625aac658c3fb3975457bad260f60",
    ),
    Pinned(
        "python-sat", "1.9.dev17", f"python_sat-1.9.dev17-cp314-cp314-{PLATFORM}.whl",
        "8ecf5e9de74844365ff2bef39f2f30791a54895fe6fba5dfd92f1c327673477b",
    ),
    Pinned(
        "msgspec", "0.22.0", f"msgspec-0.22.0-cp314-cp314-{PLATFORM}.whl",
        "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
    ),
)  # fmt: skip


def fetched(folder: Path, tell: Callable[[str], None]) -> None:
    """Every pinned file lies whole in the folder afterwards; `NotFetched` says what does not."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in (RUNTIME, *WHEELS):
        if each.is_whole(folder):
            continue
        tell(f"fetching {each.project} {each.version}")
        command = _npm(folder) if each is RUNTIME else _pip(each, folder)
        _run(command, each)
        if not each.is_whole(folder):
            (folder / each.file).unlink(missing_ok=True)
            raise NotFetched(
                f"what the registry gave for {each.project} {each.version} is not what is pinned "
                f"(SHA-256 {each.sha256}); it was not used"
            )


def _npm(folder: Path) -> list[str]:
    npm = shutil.which("npm")
    if npm is None:
        raise NotFetched(
            "`npm` fetches the browser's Python (Pyodide) and is not there; install it, or put "
            f"{RUNTIME.file} into {folder}"
        )
    wanted = f"{RUNTIME.project}@{RUNTIME.version}"
    return [npm, "pack", "--silent", "--pack-destination", str(folder), wanted]


def _pip(wheel: Pinned, folder: Path) -> list[str]:
    return [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
        "--no-deps", "--only-binary=:all:", "--platform", PLATFORM, "--python-version", PYTHON,
        "--implementation", "cp", "--abi", "cp314", "--abi", "none",
        "--dest", str(folder), f"{wheel.project}=={wheel.version}",
    ]  # fmt: skip


def _run(command: list[str], wanted: Pinned) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise NotFetched(f"{command[0]} could not be run: {error}") from None
    if done.returncode:
        output = (done.stderr or done.stdout).strip().splitlines()
        last = f": {output[-1]}" if output else ""
        raise NotFetched(
            f"{wanted.project} {wanted.version} could not be fetched{last}; with a network, try "
            "again"
        )
