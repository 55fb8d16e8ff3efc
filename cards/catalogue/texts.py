"""The canonical text of cards, for `o:`: made when it is asked for, each ability once."""

from functools import cached_property, lru_cache

from striate.cards.catalogue.display import Words, text_of
from striate.cards.catalogue.index import Entry
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Ability


class Texts:
    """The texts of a catalogue's cards, in small letters, own names as `~`."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._text = lru_cache(maxsize=None)(self._make)

    def text_of(self, entry: Entry) -> str:
        card = self._catalogue.card_at(self._numbers[entry.name])
        return "\n".join(self._text(ability) for face in card.faces for ability in face.abilities)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self._catalogue.names())}

    @cached_property
    def _words(self) -> Words | None:
        return self._catalogue.words if self._catalogue.has_words() else None

    def _make(self, ability: Ability) -> str:
        return text_of(ability, self._words).casefold()
