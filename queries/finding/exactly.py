"""Boards of exactly so many permanents: a smallest board with vanilla cards beside it.

Both readings judge whether it is still as the goal asks; that it isn't says nothing.
"""

from itertools import islice, product

from msgspec.structs import replace

from striate.boards.errors import NotPlayable
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.queries.finding.find import NotWhollyKnown, replayed
from striate.queries.finding.foundboards import Found, FoundBoard, NotConfirmed
from striate.queries.finding.pools import is_permanent
from striate.search.questions import Question, Solution

_TRIED = 3  # so many cards are tried beside a board


def of_exactly(
    question: Question, smallest: Found, size: int, catalogue: Catalogue
) -> Found | None:
    """What the search for a smallest board tells of boards of exactly so many; None: nothing."""
    if smallest.status == "none":
        return smallest
    boards = smallest.boards
    if smallest.size < size:
        idle = [card.faces[0].name for card in question.cards if _is_vanilla(card)][:_TRIED]
        ways = product(boards, idle)
        filled = (_with_more(question, *way, size - smallest.size, catalogue) for way in ways)
        boards = tuple(islice(filter(None, filled), 1))
    searched = {**smallest.searched, "size": size, "fewest": False}
    answer = replace(smallest, boards=boards, size=size, smallest=False, searched=searched)
    return answer if boards else None


def _with_more(
    question: Question, board: FoundBoard, card: str, number: int, catalogue: Catalogue
) -> FoundBoard | None:
    """The board with so many more cards of that name, if it still is as the goal asks."""
    document = {"steps": [*board.document["steps"], *[{"enter": card}] * number]}
    more = Solution(document, board.asked, {**board.interchangeable})
    try:
        return replayed(question, more, catalogue)
    except (NotConfirmed, NotPlayable, NotWhollyKnown):
        return None


def _is_vanilla(card: Card) -> bool:
    """Without abilities, and 704.5j never takes a second one."""
    face = card.faces[0]
    plain = not face.abilities and "Legendary" not in face.supertypes
    return plain and len(card.faces) == 1 and is_permanent(card)
