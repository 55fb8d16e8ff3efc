"""Writes the repository's address into what PyPI shows, as a release is built.

    python .ci/addresses.py https://github.com/OWNER/striate v0.1.0

PyPI has no files beside the README: each link to one becomes the address of that file, as it is at
the tag. The address stands nowhere else, so that a copy of the repository publishes its own.
"""

import re
import sys
from pathlib import Path

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)\s]+)\)")


def with_addresses(readme: str, address: str, tag: str) -> str:
    """The README with whole addresses: pictures as raw files, all else as pages."""
    kinds = {"!": "raw", "": "blob"}
    return _LINK.sub(
        lambda link: f"{link[1]}[{link[2]}]({address}/{kinds[link[1]]}/{tag}/{link[3]})", readme
    )


def with_urls(project: str, address: str, tag: str) -> str:
    """pyproject.toml with the addresses of the project."""
    return project + "\n".join(
        (
            "\n[project.urls]",
            f'Repository = "{address}"',
            f'Documentation = "{address}/blob/{tag}/docs/index.md"',
            f'Changelog = "{address}/blob/{tag}/CHANGELOG.md"',
            f'Issues = "{address}/issues"\n',
        )
    )


if __name__ == "__main__":
    root = Path(__file__).parent.parent
    for name, write in (("README.md", with_addresses), ("pyproject.toml", with_urls)):
        path = root / name
        path.write_text(write(path.read_text(encoding="utf-8"), *sys.argv[1:3]), encoding="utf-8")
