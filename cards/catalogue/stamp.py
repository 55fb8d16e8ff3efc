"""What decides every result: this program and the card catalogue that it opens."""

from striate.cards.catalogue.store import Catalogue
from striate.spreading.stamp import code_stamp, file_stamp


def stamp() -> str:
    """Which program with which catalogue; the same words mean the same results."""
    catalogue = Catalogue.open()
    catalogue.close()
    return f"{code_stamp()} with catalogue {file_stamp(catalogue.path)}"
