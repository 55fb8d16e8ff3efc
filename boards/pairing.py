"""702.95: which creatures are paired: each with nobody or with one other."""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from striate.boards.timeline import Seat
from striate.cards import tree

PAIRED, WITH = "paired", "paired with ~"
FACTS: Final = (PAIRED, WITH)
Choose = Callable[[str, tuple[str, ...]], str]


class Object(Protocol):
    """What is looked at of an object of the game."""

    zone: str
    owner: Seat
    card: tree.Card | None
    paired: str | None
    entered: int
    struck: dict[str, int]
    choices: dict[str, str]

    @property
    def times_mutated(self) -> int:
        """702.140c: how many cards have merged with it."""
        ...

    @property
    def uncast(self) -> bool:
        """Whether it came onto the battlefield without being cast."""
        ...


def partner(
    objects: Mapping[str, Object], of: str, choose: Choose, could: Callable[[str, str], bool]
) -> str:
    """702.95b-c: the one that it is paired with, or "".

    Whom each that has soulbond is paired with is chosen in the order in which they entered, so that
    whoever asks first decides nothing otherwise. `could`: whether both may be creatures of one
    player; more ways than there are leave an answer open, and never make it wrong. What a step
    tells is not chosen.
    """
    handles = [handle for handle, each in objects.items() if each.zone == "battlefield"]
    askers = [handle for handle in handles if _has_it(objects[handle].card)]
    paired = {handle: objects[handle].paired for handle in handles}
    pairs = {handle: other for handle, other in paired.items() if other is not None}
    for asker in dict.fromkeys((*askers, of)):
        if asker in pairs:
            continue
        others = tuple(
            each for each in handles if each != asker and each not in pairs and could(asker, each)
        )
        pairs[asker] = choose(asker, ("", *others))
        if pairs[asker]:
            pairs[pairs[asker]] = asker
    return pairs[of]


def _has_it(card: tree.Card | None) -> bool:
    abilities = (ability for face in (card.faces if card else ()) for ability in face.abilities)
    return any(isinstance(each, tree.Keyword) and each.name == "soulbond" for each in abilities)
