"""The pages beside the editor: ready boards, the clauses of the rules, the tour."""

import json
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any, TypeAlias

from striate.queries.generating.boards import asked_for, is_of
from striate.queries.rulesindex import Entry, index, matching

Plain: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Ready:
    """A board to start from, with the question that it answers."""

    title: str
    group: str
    board: Plain

    @property
    def id(self) -> str:
        return str(self.board["id"])

    @property
    def rules(self) -> list[str]:
        return list(self.board.get("rules", ()))

    @property
    def note(self) -> str:
        return str(self.board.get("note", ""))


@cache
def ready_boards() -> tuple[Ready, ...]:
    """All of them, in the order in which they are listed."""
    text = (files("striate.web") / "ready.json").read_text(encoding="utf-8")
    return tuple(Ready(each["title"], each["group"], each["board"]) for each in json.loads(text))


def ready_groups() -> list[tuple[str, list[Ready]]]:
    return [
        (group, list(boards))
        for group, boards in groupby(ready_boards(), key=lambda each: each.group)
    ]


def ready_board(id: str) -> Ready | None:
    return next((each for each in ready_boards() if each.id == id), None)


# --- the rules ------------------------------------------------------------------------------------

SECTIONS = {
    "105": "Colours", "107": "Numbers and symbols", "109": "Objects", "110": "Permanents",
    "111": "Tokens", "113": "Abilities", "114": "Emblems", "116": "Special actions",
    "121": "Drawing", "122": "Counters", "201": "Names", "202": "Mana costs and colours",
    "204": "Colour indicators", "205": "Type lines", "207": "Text boxes",
    "208": "Power and toughness", "301": "Artifacts", "302": "Creatures", "303": "Enchantments",
    "305": "Lands", "306": "Planeswalkers", "310": "Battles", "311": "Planes",
    "601": "Casting spells", "602": "Activated abilities", "603": "Triggered abilities",
    "604": "Static abilities", "605": "Mana abilities", "606": "Loyalty abilities",
    "607": "Linked abilities", "608": "Resolving", "609": "Effects", "610": "One-shot effects",
    "611": "Continuous effects", "612": "Text-changing effects", "613": "The layers",
    "614": "Replacement effects", "616": "Several replacements", "701": "Keyword actions",
    "702": "Keyword abilities", "703": "Turn-based actions", "704": "State-based actions",
    "707": "Copying", "708": "Face-down permanents", "709": "Split cards and Rooms",
    "710": "Flip cards", "711": "Levelers", "712": "Double-faced cards", "714": "Sagas",
    "715": "Adventures", "716": "Classes", "717": "Attractions", "721": "Stations",
}  # fmt: skip


@dataclass
class Clause:
    """What a page tells of one clause."""

    number: str
    sentences: list[str] = field(default_factory=list)
    left_out: str = ""
    boards: list[Ready] = field(default_factory=list)
    wrong: list[tuple[str, str]] = field(default_factory=list)  # in a sentence, who errs so


def clauses(number: str) -> list[Clause]:
    """The clause of that number with its parts; none where it is not carried out here."""
    return [_clause(entry) for entry in matching(number)]


def _clause(entry: Entry) -> Clause:
    sentences = dict.fromkeys(
        _sentence(place.sentence) for place in entry.encoded or entry.referee
    )  # fmt: skip
    plain = [each for each in sentences if each and "`" not in each]
    clause = Clause(entry.number, plain or list(sentences), entry.left_out)
    clause.boards = [each for each in ready_boards() if entry.number in each.rules]
    clause.wrong = [
        (each.sentence, ", ".join(each.engines))
        for each in asked_for((), ())
        if any(is_of(entry.number, rule) or rule == entry.number for rule in each.rules)
    ]
    return clause


def _sentence(sentence: str) -> str:
    """What a clause decides, without the numbers before it."""
    words = sentence.partition(": ")[2] or sentence
    return words[:1].upper() + words[1:]


def contents() -> list[tuple[str, str, list[Entry]]]:
    """The sections with their clauses, those of the layers first."""
    sections = [
        (section, SECTIONS.get(section, ""), list(entries))
        for section, entries in groupby(
            index().values(), key=lambda each: each.number.split(".")[0]
        )
    ]
    return sorted(sections, key=lambda each: each[0] != "613")


# --- the tour -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stop:
    """One step of the tour: a board, what to read there, what to try."""

    title: str
    text: str
    attempt: str
    line: str
    tab: str = "answer"


TOUR = (
    Stop(
        "A board is what happened",
        "The rows are what happened, the oldest first; a row’s place is its timestamp. Beside it "
        "stands "
        "what every object is now. What differs from the printed card is underlined, what it lost "
        "is struck out.",
        "Search “giant growth” above, tap it, and pick the Bears as its target.",
        "Grizzly Bears; Glorious Anthem",
    ),
    Stop(
        "The later one has the last word",
        "Humility makes every creature 1/1, Opalescence makes Humility a 4/4 creature. Both set "
        "power and "
        "toughness in layer 7b, and there the timestamps decide.",
        "Move Humility down with its arrow, by its handle, or with Alt and the arrow keys.",
        "Humility; Opalescence",
    ),
    Stop(
        "The reason, layer by layer",
        "The ladder has a rung for each layer. Step through the effects with the slider and watch "
        "the board "
        "change: Humility loses its own ability in layer 6, and what had begun goes on (613.6).",
        "Push the slider to the left, then step on one effect at a time.",
        "Humility; Opalescence; Grizzly Bears",
        "why",
    ),
    Stop(
        "Some effects wait",
        "Urborg came first, and yet Blood Moon applies first: it would take Urborg’s ability "
        "away, so Urborg’s "
        "effect depends on it and waits (613.8). The arrow in the ladder says so.",
        "Tap the dashed node, and read why.",
        "Urborg, Tomb of Yawgmoth; Blood Moon; Plains",
        "why",
    ),
    Stop(
        "Levels, counters, abilities",
        "Under “More” each row has what can happen next: counters, its own abilities, turning "
        "face down, "
        "transforming. They become rows of their own, with − and +.",
        "Raise the level to 7 and see whether Godhead of Awe minds.",
        "Student of Warfare; level_up Student of Warfare x2; Godhead of Awe (opponent)",
    ),
    Stop(
        "And backwards",
        "Ask for a result, and the smallest board of real cards that ends so is searched, or it "
        "is proved that "
        "there is none. Below: why not, the other order, and whether it is always so.",
        "Tap an example and press Search.",
        "",
        "ask",
    ),
)
