"""707.2, 707.5: whose printed values an object of the battlefield can have, and what copies.

Copiable values are printed on an object, or they are those of another one, with the exceptions that
the copy effect says. So a permanent has what is printed on it, and a token that was made as a copy
what it was made with, unless an effect has made a copy of it or a static ability that copies is
written somewhere. What is a copy has the printed values of some object in any zone, but for what
entered as a copy itself: nobody has seen that otherwise, for as long as it stays that object,
unless it keeps something of its own (707.9b). What copies something face down is 2/2 (708.2a).
"""

from collections.abc import Iterator

from striate.cards import tree
from striate.cards.tree import Card, Face, This
from striate.cards.walking import any_node
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.reading import Face as Values

LATER = (tree.Activated, tree.Triggered, tree.Chapter, tree.Spell)  # then effects say it
COPIES = (tree.BecomeCopy, tree.EntersAsCopy)
_TEXTS = (tree.ReplaceWords, tree.ExchangeText, tree.FullTextOf, tree.GainAbilitiesOf)
_SEVERAL_UP = ("split", "aftermath", "flip")


def anything_copies(play: Play) -> bool:
    """Whether some words make a copy, or a step has made one."""
    return play.anybody_says(_copies) or any(t.card is None for t in play.game.things.values())


class Copies:
    """The permanents that may be a copy now, and the cards whose printed values they can have."""

    def __init__(self, play: Play) -> None:
        self._all = play.anybody_says(_copies_statically) or bool(play.game.static_copies)
        lasting = play.game.lasting
        entered = [each for each in lasting if each.rule == "707.5"]
        self._entered_so = {h for each in entered for h in each.by_object}
        became = (each for each in lasting if play.answer(each.words, _copies))
        keeping = (each for each in entered if play.answer(each.words, _keeps_its_own))
        self._has_its_own = {h for each in keeping for h in each.by_object}
        self._copied = self._entered_so.union(h for each in became for h in each.by_object)
        self._things = play.game.things
        self._cards: tuple[Card, ...] | None = None

    def may_be(self, thing: Thing) -> bool:
        """Whether the permanent may have other values than those that it was made with; merged,
        those of what lies below (730.2a)."""
        copied = thing.handle in self._copied or "" in self._copied
        return self._all or copied or thing.merged is not None

    def only_as_copy(self, thing: Thing) -> bool:
        """Whether what is printed on it was never seen there."""
        entered_so = thing.handle in self._entered_so and thing.handle not in self._has_its_own
        return entered_so and thing.incarnation == 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """Each card that may be copied, once."""
        if self._cards is None:
            lent = [
                thing.card
                for thing in self._things.values()
                if thing.card is not None and not self.only_as_copy(thing)
            ]
            self._cards = tuple({id(card): card for card in lent}.values())
        return self._cards

    def lent_to(self, thing: Thing) -> tuple[Card, ...]:
        """The cards that the permanent may be a copy of."""
        return self.cards if self.may_be(thing) else ()

    def faces_of(self, thing: Thing) -> Iterator[Face | Values]:
        """The faces whose values the permanent may have: those printed on it that are up, or
        which a token was made with; if it may be a copy, those of every card, too."""
        if thing.card is not None:
            yield from () if self.only_as_copy(thing) else faces_up(thing)
        else:
            for values in thing.faces:
                yield from (values, *values.parts)
        for card in self.lent_to(thing):
            yield from card.faces


def faces_up(thing: Thing) -> tuple[Face, ...]:
    """712.8, 715.4: of what is printed on a permanent, what it can show as it lies there now: of
    a Room any half, of a flip card either, else one face."""
    card = thing.card
    if card is None or len(card.faces) == 1 or card.layout in _SEVERAL_UP:
        return card.faces if card is not None else ()
    return (card.faces[-1 if thing.transformed else 0],)


def lenders(play: Play) -> Iterator[Thing]:
    """The objects whose printed values a permanent can have."""
    if not anything_copies(play):
        yield from play.game.on_battlefield()
        return
    copies = Copies(play)
    yield from (each for each in play.game.things.values() if not copies.only_as_copy(each))


def changes_words(node: tree.Node) -> bool:
    """Whether an object has other words by it than those that it prints, and more of them than
    abilities that wait for a cost or an event."""
    return isinstance(node, _TEXTS) and getattr(node, "kind", "all") in ("all", "keywords")


def speaks_of_others(words: object) -> bool:
    """614.12: whether it says of others that they enter as copies."""
    return any_node(words, lambda each: isinstance(each, tree.EntersAsCopy) and each.who != This())


def _keeps_its_own(words: object) -> bool:
    """707.9b: whether it has something as it is printed on it, not as it is copied."""
    return any_node(words, (tree.KeepOwn,))


def _copies(words: object) -> bool:
    """Also of an ability that has yet to resolve: it is over before the next look."""
    return any_node(words, COPIES)


def _copies_statically(words: object) -> bool:
    return any_node(words, (tree.BecomeCopy,), LATER)
