"""The wheel and the source distribution, built and installed outside the repository."""

import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ADDRESS = "https://example.org/somebody/striate"


def run(*words: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


PASSED_OVER = shutil.ignore_patterns(
    ".*", "__pycache__", "*.egg-info", "build", "dist", "tests", "docs", "bench", "examples"
)


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The two packages of what lies in the work tree, which need be no git checkout."""
    folder = tmp_path_factory.mktemp("packages")
    source = folder / "source"
    shutil.copytree(ROOT, source, ignore=PASSED_OVER)
    run(
        sys.executable, "-m", "build", "--no-isolation", "--sdist", "--wheel", "--outdir", folder,
        cwd=source,
    )  # fmt: skip
    return folder


def test_the_wheel_holds_every_module_and_the_catalogue(packages: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    assert "striate/cards/catalogue/catalogue.sqlite" in held
    assert {"striate/boards/deeds.lines", "striate/queries/goals/goals.words"} <= set(held)
    assert "striate/__init__.py" in held and "striate/py.typed" in held
    assert "striate/encodings/__init__.py" not in held


@pytest.mark.parametrize("kind", ["*.whl", "*.tar.gz"])
def test_a_package_answers_where_it_is_installed(packages: Path, kind: str, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=False, system_site_packages=False)
    (package,) = packages.glob(kind)
    there = tmp_path / "env" / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    if kind == "*.whl":
        zipfile.ZipFile(package).extractall(there)
    else:
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps")
        run(*pip, "--no-build-isolation", "--target", there, package, cwd=tmp_path)
    # What striate depends on is taken from the environment of the tests.
    (there / "others.pth").write_text(
        "\n".join(path for path in sys.path if "site-packages" in path)
    )
    code = (
        "import striate; print(striate.outcome('Frogify on Grizzly Bears')); "
        "print(striate.__file__)"
    )
    told = run(tmp_path / "env" / "bin" / "python", "-c", code, cwd=tmp_path)
    assert told.startswith("Grizzly Bears: Creature — Frog; 1/1")
    assert str(there) in told


def test_a_release_has_the_addresses_of_its_repository(tmp_path: Path) -> None:
    """PyPI shows the README alone: a link to a file beside it would lead nowhere."""
    for name in ("README.md", "pyproject.toml", ".ci/addresses.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    run(sys.executable, tmp_path / ".ci/addresses.py", ADDRESS, "v0.1.0", cwd=tmp_path)
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["urls"]["Repository"] == ADDRESS
    readme = (tmp_path / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]*)\)", readme)
    assert links and all(link.startswith("https://") for link in links)
    named = [link.removeprefix(f"{ADDRESS}/blob/v0.1.0/") for link in links if ADDRESS in link]
    assert [name for name in named if not (ROOT / name).exists()] == []
