"""The ground on which a board is built: its cards, its objects and their handles.

Objects come to be in the order of the steps, and a step can name only those before it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any, Protocol, cast

from striate.boards import fitting
from striate.boards.choices import choices as checked_choices
from striate.boards.errors import Path
from striate.boards.mistakes import Mistakes
from striate.boards.names import Handles, Known, Shelf, own_card
from striate.boards.schema import BoardForm, StepForm
from striate.boards.timeline import Choices, Meld
from striate.cards import tree
from striate.cards.numbering import numbered_of
from striate.cards.prose import words_of
from striate.cards.vocabulary import MELDED_FROM
from striate.cards.walking import nodes

PLAYERS = ("you", "opponent")


class Texts(Protocol):
    """Where rules text is read: `striate.cards.language`."""

    def parse_effect(self, text: str) -> tree.Body: ...

    def parse_abilities(self, line: str) -> tuple[tree.Ability, ...]: ...

    def parse_exceptions(self, text: str) -> tuple[tree.CopyExtra, ...] | None: ...


def the_language() -> Texts:
    """The Oracle language, imported where a board has text of its own."""
    from striate.cards import language

    return cast(Texts, language)


def _costs(cards: Iterable[tree.Card]) -> str:
    return "".join(card.faces[0].mana_cost for card in cards)


class Ground:
    """A board while it is built: its cards, its objects, and what is wrong with it."""

    def __init__(
        self, board: BoardForm, shelf: Shelf, mistakes: Mistakes, texts: Callable[[], Texts]
    ) -> None:
        self.form = board
        self.mistakes = mistakes
        self.texts = texts
        own = [
            own_card(record, ("cards", index), mistakes) for index, record in enumerate(board.cards)
        ]
        self.shelf = shelf.with_own(card for card in own if card is not None) if own else shelf
        self.handles = Handles()
        self.names: dict[str, str] = {}  # of each handle: its card's name; a copy's original's
        self.spells: set[str] = set()
        self.cards: list[tree.Card] = []  # of all objects, in the order of the steps
        self.known: list[Known | None] = []  # for each step: the card that it names
        self.made: list[str] = []  # for each step: the handle of the object that it makes, or ""

    # --- the objects ------------------------------------------------------------------------------

    def introduce(
        self,
        index: int,
        known: Known | None,
        name: str | None,
        wanted: str | None,
        created: Sequence[str],
    ) -> None:
        """The object that a step makes gets its handle; `name` None: it makes none."""
        path: Path = ("steps", index)
        self.known.append(known)
        if known is not None:
            self.cards.append(known.card)
        handle = ""
        if name is not None:
            handle = self.handles.give(wanted, name, index, path, self.mistakes)
            self.names[handle] = name
        self.made.append(handle)
        for place, each in enumerate(created):
            self.handles.give(each, each, index, (*path, "creates", place), self.mistakes)
            self.names[each] = each

    # --- the parts of a step ----------------------------------------------------------------------

    def there(self, handle: str, index: int, key: str, *more: int) -> str:
        self.handles.check(handle, index, ("steps", index, key, *more), self.mistakes)
        return handle

    def maybe(self, handle: str | None, index: int, key: str) -> str | None:
        return None if handle is None else self.there(handle, index, key)

    def host(self, handle: str | None, index: int) -> str | None:
        """What an object enters attached to: an object, or the player of an Aura on a player."""
        return handle if handle in PLAYERS else self.maybe(handle, index, "attached_to")

    def front_costs(self, known: Known) -> str:
        """202.3c: the mana costs of the two cards that were melded into this one."""
        if known.card.layout != "meld":
            return ""
        parts = [self.shelf.card(name) for name in MELDED_FROM.get(known.card.name, ())]
        return _costs(part for part in parts if part is not None)

    def melds(self) -> Iterator[Meld]:
        """712.5: the pairs among the cards of the board."""
        cards = {card.name: card for card in self.kinds}
        for name, (one, other) in MELDED_FROM.items():
            into = self.shelf.card(name) if one in cards and other in cards else None
            if into is not None:
                pair = (cards[one], cards[other])
                yield Meld(pair, into, _costs(pair))

    def targets(self, targets: Sequence[str], index: int) -> tuple[str, ...]:
        for at, target in enumerate(targets):
            if target not in PLAYERS:
                self.there(target, index, "targets", at)
        return tuple(targets)

    def choices(self, step: StepForm, index: int) -> Choices:
        if not step.choose:
            return ()
        return checked_choices(
            step.choose,
            index,
            self.handles,
            self.subtypes,
            self.mistakes,
            partial(self._asked_in_words, step),
        )

    def _asked_in_words(self, step: StepForm, words: str) -> type | None:
        """What a text of the board asks by these words: whether it is so, or a number."""
        effect = getattr(step, "effect", None)
        texts: list[Any] = [
            (face, numbered_of(face.abilities)) for card in self.kinds for face in card.faces
        ]
        for node in nodes((*texts, self.texts().parse_effect(effect) if effect else ())):
            if isinstance(node, tree.Fact | tree.UnknownAmount) and words_of(node.prose) == words:
                return bool if isinstance(node, tree.Fact) else int
            if isinstance(node, tree.Act) and node.detail == f"unless {words}":
                return bool
        return None

    def no_choice(self, step: StepForm, index: int, called: str) -> None:
        for kind in step.choose:
            path = ("steps", index, "choose", kind)
            self.mistakes.add(f"a step `{called}` asks for no choice", path)

    def exceptions(self, text: str | None) -> tuple[tuple[tree.CopyExtra, ...], str]:
        """The exceptions of a copy, and what is not understood of them."""
        if not text:
            return (), ""
        extras = self.texts().parse_exceptions(text)
        return ((), text) if extras is None else (extras, "")

    # --- the whole board --------------------------------------------------------------------------

    @cached_property
    def kinds(self) -> list[tree.Card]:
        """The cards of all objects, each once."""
        return list(dict.fromkeys(self.cards))

    @cached_property
    def subtypes(self) -> set[str]:
        return {word for card in self.kinds for face in card.faces for word in face.subtypes}

    @cached_property
    def copies_enter(self) -> bool:
        return any(fitting.changes_entering(card.faces) for card in self.kinds)

    @cached_property
    def abilities_given(self) -> tuple[Any, ...]:
        """What some card here says that objects gain, such as riot, for which they are asked
        too."""
        return tuple(
            node for card in self.kinds for node in nodes(card.faces)
            if isinstance(node, tree.GainAbilities)
        )  # fmt: skip

    @cached_property
    def level_up_is_given(self) -> bool:
        """702.87a: some card here has level up, or can't be told not to give it."""
        return any(
            isinstance(node, (tree.Opaque, tree.Prose))
            or (isinstance(node, tree.Keyword) and node.name == "level up")
            for card in self.kinds
            for node in nodes(card.faces)
        )

    @cached_property
    def attached_later(self) -> set[str]:
        return {getattr(step, "attach", "") for step in self.form.steps}
