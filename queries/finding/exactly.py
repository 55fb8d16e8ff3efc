"""Boards of exactly so many permanents: a smaller board with vanilla cards beside it.

Both readings judge whether these change anything of it. That there is no such board says nothing.
"""

from itertools import product

from msgspec.structs import replace

from striate.boards.errors import NotPlayable
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.queries.finding.find import NotWhollyKnown, replayed
from striate.queries.finding.foundboards import Found, NotConfirmed
from striate.queries.finding.pools import is_permanent
from striate.search.questions import Question, Solution

_TRIED = 3  # so many cards are tried beside a board


def filled_up(question: Question, smaller: Found, size: int, catalogue: Catalogue) -> Found | None:
    """The smaller board with the first of some cards that leaves it as the goal asks."""
    idle = [card for card in question.cards if _is_vanilla(card)][:_TRIED]
    for board, card in product(smaller.boards, idle):
        more = [{"enter": card.faces[0].name}] * (size - smaller.size)
        document = {"steps": [*board.document["steps"], *more]}
        try:
            filled = replayed(
                question, Solution(document, board.asked, {**board.interchangeable}), catalogue
            )
        except (NotConfirmed, NotPlayable, NotWhollyKnown):
            continue
        searched = {**smaller.searched, "size": size, "fewest": False}
        return replace(smaller, boards=(filled,), size=size, smallest=False, searched=searched)
    return None


def _is_vanilla(card: Card) -> bool:
    """Without abilities, and 704.5j never takes a second one."""
    face = card.faces[0]
    plain = not face.abilities and "Legendary" not in face.supertypes
    return plain and len(card.faces) == 1 and is_permanent(card)
