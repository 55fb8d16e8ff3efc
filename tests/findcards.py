"""Cards of our own for searches: a few of each layer, with templates that meet each other."""

from typing import Any

from msgspec.structs import replace

from striate.boards.errors import BoardError
from striate.boards.timeline import Answer, Board, Enter
from striate.cards.catalogue.scryfall import card_from_record
from striate.cards.errors import OurMistake
from striate.cards.names import fold
from striate.cards.tree import Card
from striate.queries.finding.find import replayed
from striate.queries.goals.meaning import reached
from striate.search.asking.phrases import ways
from striate.search.goals import Goal
from striate.search.questions import Question, Result
from striate.search.searching import search
from tests import helpers


def creature(name: str, size: str, text: str = "", kind: str = "Bear", **more: Any) -> Card:
    type_line = kind if "—" in kind else f"Creature — {kind}"
    more = {"type_line": type_line, "mana_cost": "{1}{G}"} | more
    return known(card_from_record(helpers.creature(name, size, text, **more)))


def other(name: str, type_line: str, text: str = "", **more: Any) -> Card:
    more = {"mana_cost": "{2}"} | more
    return known(card_from_record(helpers.other(name, type_line, text, **more)))


def known(card: Card | None) -> Card:
    assert card is not None
    return card


CARDS = [
    creature("Plain Cub", "2/2"),
    creature("Sky Cub", "1/3", "Flying", kind="Bird", mana_cost="{1}{W}"),
    creature("Tide Chief", "2/2", "Other Merfolk you control get +1/+1.", kind="Merfolk",
             mana_cost="{1}{U}"),
    creature("Rising Cub", "1/1", "Level up {1}\nLEVEL 1-2\n3/3\nLEVEL 3+\n4/4\nFlying",
             kind="Bear", layout="leveler"),
    creature("Crowd Walker", "0/1", "~'s power is equal to the number of creatures."),
    other("Open Meadow", "Land — Forest", "", mana_cost=""),
    other("Hidden Shore", "Basic Land — Island", "", mana_cost=""),
    other("Walking Woods", "Enchantment", "All Forests are 1/1 green creatures in addition to "
          "their other types."),
    other("Sunken Woods", "Enchantment", "Nonbasic lands are Islands."),
    other("Emptying", "Enchantment", "All creatures lose all abilities."),
    other("Levelling", "Enchantment", "All creatures have base power and toughness 1/2."),
    other("Loud Hymn", "Enchantment", "Creatures you control get +2/+1."),
    other("Wide Wings", "Enchantment", "Creatures you control have flying."),
    other("Heavy Air", "Enchantment", "Creatures your opponents control lose flying."),
    other("Living Rites", "Enchantment", "Each other enchantment is a creature in addition to its "
          "other types and has base power and toughness 3/3."),
    other("Night Fall", "Enchantment", "All permanents are black."),
    other("Dark Hymn", "Enchantment", "Black creatures get +1/+1."),
    other("Iron Age", "Enchantment", "All creatures are artifacts in addition to their other "
          "types."),
    other("Rust", "Enchantment", "Artifact creatures lose all abilities."),
    other("Everyone Swims", "Enchantment", "All creatures are Merfolk in addition to their other "
          "types."),
    other("Heavy Chain", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets -1/+3 "
          "and loses flying."),
    other("Long Blade", "Artifact — Equipment", "Equipped creature gets +3/+0.\nEquip {1}"),
    other("Great Thief", "Enchantment — Aura", "Enchant creature\nYou control enchanted creature."),
    other("Old Statue", "Legendary Artifact", "Creatures get -0/-1."),
]  # fmt: skip


class Shelf:
    """The cards above, as a catalogue."""

    def __init__(self, cards: list[Card]) -> None:
        self.cards = cards
        self.by_name = {fold(card.name): card for card in cards}

    def card(self, name: str) -> Card | None:
        return self.by_name.get(fold(name))

    def suggest(self, name: str, limit: int = 5) -> list[str]:
        return []


SHELF = Shelf(CARDS)


def least(goal: Goal, boards: dict[int, list[tuple[Board, Answer]]]) -> int:
    """The size of the smallest boards that reach the goal; 0: none does."""
    for size, there in boards.items():
        for board, answer in there:
            printed = {step.handle: step.card for step in board.steps if isinstance(step, Enter)}
            if reached(goal, answer, printed) is not None:
                return size
    return 0


def size_found(question: Question, shelf: Shelf) -> int:
    """The size of the boards that the search finds, each of them replayed; 0: it says that there is
    none."""
    result = searched(question)
    assert result.status == ("found" if result.solutions else "none"), (question.goal, result.why)
    for solution in result.solutions:
        assert replayed(question, solution, shelf), question.goal  # type: ignore[arg-type]  # solutions are documents
    return result.size if result.solutions else 0


def goes_wrong(question: Question, shelf: Shelf, size: int) -> bool:
    """Whether the search finds another size than this one, or what can't be played."""
    try:
        return size_found(question, shelf) != size
    except (AssertionError, BoardError, OurMistake):
        return True


def searched(question: Question) -> Result:
    """The best result of the ways in which the goal's phrases can speak of one object."""
    results = [search(replace(question, goal=goal)) for goal in ways(question).goals]
    size = min((each.size for each in results if each.solutions), default=0)
    if not size:
        return next((each for each in results if each.status != "none"), results[0])
    best = [each for each in results if each.solutions and each.size == size]
    known = {str(one.document): one for each in best for one in each.solutions}
    return replace(best[0], solutions=tuple(known.values()))
