"""What every test has: the shipped catalogue, whatever the user of this machine imported."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from striate.cards.catalogue.store import SHIPPED, Catalogue

# Before any test module is imported: some open the catalogue as they are.
os.environ["STRIATE_CATALOGUE"] = str(Path(__file__).with_name("no-such-catalogue.sqlite"))

# The width of what is printed is that of no terminal; the runner's own helpers set one.
os.environ.pop("COLUMNS", None)


@pytest.fixture(scope="session")
def catalogue() -> Iterator[Catalogue]:
    shipped = Catalogue(SHIPPED)
    yield shipped
    shipped.close()
