"""Questions for a quiz: a board by chance, the right answer, and those of three wrong readings.

The right answer is what both readings give. A wrong one is what the constraints give while a named
wrong reading is in force, so each breaks a clause that is known.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer, Board, EnterTokenCopy, Seen, Step
from striate.boards.writing import document
from striate.cards.catalogue.store import Catalogue
from striate.cards.errors import OurMistake
from striate.cards.tree import Card
from striate.encodings.variants import WRONG_READINGS, WrongReading, wrong_reading
from striate.queries.answers import read_by
from striate.queries.explaining import explain
from striate.queries.generating.boards import pool_cards
from striate.queries.generating.drafts import has_what_it_needs, seats_of
from striate.queries.generating.hints import HINTS, Hint
from striate.queries.generating.moves import Draft, Move, moves_for, played, tags_of
from striate.queries.generating.principles import principle
from striate.queries.generating.settling import unsettled
from striate.queries.outcome import outcome
from striate.queries.showing import Words, box, colors, spoken_abilities, type_line, words_for

SIZES = {"easy": (2, 3), "medium": (2, 4), "hard": (2, 5)}  # steps of a board
WEIGHTS = {"easy": (0, 3), "medium": (4, 5), "hard": (6, 999)}  # see `difficulties`
ANSWERS = 4
_TRIES = 8  # moves that are tried for each step
_MOST_BOARDS = 4_000  # that are drawn for one question
_PATIENCE = 120  # of them that are drawn for one wrong reading
_LONGEST = 90  # letters of an ability that an answer quotes
_SIDES = {"you": "yours", "opponent": "your opponent's"}


@dataclass(frozen=True)
class Choice:
    """An answer to pick; the wrong readings that give it, none if it is right."""

    text: str
    readings: tuple[WrongReading, ...] = ()

    @property
    def right(self) -> bool:
        return not self.readings

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(rule for each in self.readings for rule in each.rules))

    @property
    def why(self) -> str:
        """What the rules say where a reader errs so."""
        return " ".join(f"{principle(each.name)}." for each in self.readings)


@dataclass(frozen=True)
class Question:
    """What an object is in the end of a board."""

    difficulty: str
    number: int
    board: Board
    handle: str
    choices: tuple[Choice, ...]

    @property
    def id(self) -> str:
        return f"{self.difficulty}-{self.number}"

    @property
    def right(self) -> int:
        """The place of the right answer."""
        return next(at for at, choice in enumerate(self.choices) if choice.right)


@dataclass(frozen=True)
class Aspects:
    """What an answer says of one object; the order of its types is no difference."""

    box: str
    colours: str
    types: str = field(compare=False)
    kinds: frozenset[str]
    abilities: tuple[str, ...]
    also: str


class NoQuestion(OurMistake):
    """So many boards were drawn, and none asks something."""


def question(catalogue: Catalogue, difficulty: str, number: int) -> Question:
    """The question of that number: the same whenever it is asked for.

    Each number has a wrong reading that is among the answers, as long as some board tells it.
    """
    random = Random(f"{difficulty} {number}")
    cards = pool_cards(catalogue)
    names = sorted(WRONG_READINGS)
    wanted = names[number % len(names)]
    for at in range(_MOST_BOARDS):
        if at and at % _PATIENCE == 0:
            wanted = random.choice(names)
        steps = _drawn(random, cards, difficulty, wanted)
        if steps is None:
            continue
        drawn = _asked(Board(steps), catalogue, random, (difficulty, number), wanted)
        if drawn is not None and difficulty_of(drawn := without_asides(drawn, catalogue)) == (
            difficulty
        ):
            return drawn
    raise NoQuestion(f"no board of {_MOST_BOARDS:,} asks something")


# --- boards ---------------------------------------------------------------------------------------


def _drawn(
    random: Random, cards: Sequence[Card], difficulty: str, name: str
) -> tuple[Step, ...] | None:
    """A board by chance on which a wrong reading sees something else."""
    hint = random.choice(HINTS[name])
    some = tuple(card for card in cards if tags_of(card) & hint.tags)
    draft, met = _by_chance(random, moves_for(some, hint.kinds), hint, *SIZES[difficulty])
    if not met or not has_what_it_needs(met, hint):
        return None
    board = Board(draft.steps)
    right, wrong = read_surely(board), _wrongly(board, (name,))
    differs = right is not None and wrong is not None and right.objects != wrong.objects
    return draft.steps if differs else None


def _by_chance(
    random: Random, moves: Sequence[Move], hint: Hint, least: int, most: int
) -> tuple[Draft, tuple[Move, ...]]:
    size = random.randint(least, most)
    kinds: dict[str, list[Move]] = {}
    for move in moves:
        kinds.setdefault(move.kind, []).append(move)
    draft, met = Draft(), tuple[Move, ...]()
    for _ in range(size * _TRIES):
        move = random.choice(kinds[random.choice([*kinds, "enter"])])
        ways = list(played(draft, move, seats_of(draft, hint)))
        if ways:
            draft, met = random.choice(ways), (*met, move)
        if len(met) == size:
            return draft, met
    return draft, ()


def read_surely(board: Board) -> Answer | None:
    """What both readings give, if nothing is left open."""
    try:
        end = outcome(board)
    except BoardError:
        return None
    whole = end.checked and end.replayed and not end.not_modelled and len(end.ways) == 1
    return end.answer if whole and not unsettled(board) else None


def _wrongly(board: Board, names: Sequence[str]) -> Answer | None:
    """What the constraints give while these wrong readings are in force."""
    try:
        with ExitStack() as stack:
            for name in names:
                stack.enter_context(wrong_reading(name))
            answer = read_by("constraints", board)
    except BoardError:
        return None
    return None if answer.not_modelled else answer


# --- how hard it is -------------------------------------------------------------------------------


def difficulties(board: Board) -> dict[str, str]:
    """How hard it is to say what each object is: how much one has to think of.

    Each effect that changes the object counts once, each that waits for another twice. A copy
    counts twice, too: what it takes along is asked at each link of the chain.
    """
    applied = explain(board).trace.applied
    waiting = sum(bool(each.waited) for each in applied)
    copies = sum(isinstance(step, EnterTokenCopy) or bool(getattr(step, "copying", None))
                 for step in board.steps)  # fmt: skip
    changing = Counter(
        handle for each in applied for handle in {change.handle for change in each.changes}
    )
    handles = {getattr(step, "handle", "") for step in board.steps}
    return {
        handle: _named(changing[handle] + 2 * (waiting + copies))
        for handle in {*handles, *changing}
    }


def _named(weight: int) -> str:
    return next(name for name, (least, most) in WEIGHTS.items() if least <= weight <= most)


def difficulty_of(question: Question) -> str:
    return difficulties(question.board)[question.handle]


def without_asides(question: Question, catalogue: Catalogue) -> Question:
    """The question without the steps that change none of its answers."""
    for at in reversed(range(len(question.board.steps))):
        kept = record(question, catalogue)
        del kept["steps"][at]
        try:
            again = of_record(kept, catalogue)
        except BoardError:  # another step speaks of what this one makes
            continue
        if again is not None and _said(again) == _said(question):
            question = again
    return question


def _said(question: Question) -> set[tuple[str, bool]]:
    return {(choice.text, choice.right) for choice in question.choices}


# --- the answers ----------------------------------------------------------------------------------

Names: TypeAlias = tuple[str, ...]


def _asked(
    board: Board, catalogue: Catalogue, random: Random, id: tuple[str, int], wanted: str
) -> Question | None:
    """A question after an object of which wrong readings see enough that differs."""
    right = read_surely(board)
    if right is None:
        return None
    hard = difficulties(board)
    seen = [each for each in right.objects if hard.get(each.handle) == id[0]]
    random.shuffle(seen)
    if not seen:
        return None
    words = words_for(board, catalogue.words)
    wrong: dict[Names, Answer | None] = {
        (name,): _wrongly(board, (name,)) for name in sorted(WRONG_READINGS)
    }
    for mine in seen:
        aspects = _told_apart(mine, right, wrong, words)
        if (wanted,) not in aspects.values() or mine.zone != "battlefield":
            continue
        if len(aspects) < ANSWERS - 1:
            both: dict[Names, Answer | None] = {
                (one[0], two[0]): _wrongly(board, (one[0], two[0]))
                for one, two in combinations(aspects.values(), 2)
            }
            aspects = _told_apart(mine, right, wrong | both, words)
        if len(aspects) >= ANSWERS - 1:
            others = sorted(names for names in aspects.values() if names != (wanted,))
            picked = [(wanted,), *random.sample(others, ANSWERS - 2)]
            return asked_of(board, catalogue, mine.handle, picked, id)
    return None


def _told_apart(
    mine: Seen, right: Answer, wrong: Mapping[Names, Answer | None], words: Words
) -> dict[Aspects, Names]:
    """By what they see of the object, the first readings that see it so."""
    by_aspects: dict[Aspects, Names] = {}
    for names, answer in wrong.items():
        aspects = answer and _aspects(mine.handle, answer, words)
        if aspects and aspects != _aspects(mine.handle, right, words):
            by_aspects.setdefault(aspects, names)
    return by_aspects


def asked_of(
    board: Board, catalogue: Catalogue, handle: str, wrong: Sequence[Names], id: tuple[str, int]
) -> Question | None:
    """The question with these wrong readings; None if two answers are the same."""
    right = read_surely(board)
    answers = [((), right), *((tuple(names), _wrongly(board, names)) for names in wrong)]
    words = words_for(board, catalogue.words)
    by_names = [(names, answer and _aspects(handle, answer, words)) for names, answer in answers]
    if not all(aspects for _, aspects in by_names) or len({each for _, each in by_names}) < len(
        by_names
    ):
        return None
    texts = said([aspects for _, aspects in by_names if aspects])
    choices = [
        Choice(text, tuple(WRONG_READINGS[name] for name in names))
        for (names, _), text in zip(by_names, texts, strict=True)
    ]
    difficulty, number = id
    Random(f"{difficulty} {number} order").shuffle(choices)
    return Question(difficulty, number, board, handle, tuple(choices))


def _aspects(handle: str, answer: Answer, words: Words) -> Aspects | None:
    """What an answer says of an object."""
    seen = next((each for each in answer.objects if each.handle == handle), None)
    if seen is None:
        return None
    whose = "" if seen.controller == seen.owner else _SIDES[seen.controller]
    gone = "it is put into its owner's graveyard" if handle in answer.gone else ""
    types = type_line(seen) or "no types"
    return Aspects(
        box(seen), _colours(seen), types, frozenset(types.split()),
        tuple(sorted(" ".join(text.split()) for text in spoken_abilities(seen, words))),
        ", ".join(filter(None, (whose, gone))),
    )  # fmt: skip


def said(several: Sequence[Aspects]) -> list[str]:
    """Each in words, without what all of them have in common beside the type line."""
    sizes = len({each.box for each in several}) > 1
    hues = len({each.colours for each in several}) > 1
    common = set.intersection(*(set(each.abilities) for each in several))
    texts = len({each.abilities for each in several}) > 1
    lines = []
    for each in several:
        text = " ".join(filter(None, (each.box, each.colours if hues else "", each.types)))
        if sizes and not each.box:
            text += ", without power and toughness"
        if texts:
            text += f", {_abilities(each, common)}"
        lines.append(", ".join(filter(None, (text, each.also))))
    return lines


def _abilities(aspects: Aspects, common: Collection[str]) -> str:
    """Those that not all have."""
    left = list(aspects.abilities)
    for text in common:
        left.remove(text)
    if not left:
        return "no further ability" if common else "no abilities"
    short = (text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0] + " …"
             for text in left)  # fmt: skip
    return "with " + "; ".join(f"“{text}”" for text in short)


def _colours(seen: Seen) -> str:
    names = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
    colors_ = [names[letter] for letter in colors(seen) if letter in names]
    return "-and-".join(colors_) if colors_ else "colourless"


# --- records --------------------------------------------------------------------------------------


def record(question: Question, catalogue: Catalogue) -> dict[str, Any]:
    """The question as its board and the names of the readings: nothing in it can grow old."""
    return {
        "difficulty": question.difficulty,
        "number": question.number,
        "steps": document(question.board, catalogue)["steps"],
        "asked": question.handle,
        "wrong": [[each.name for each in choice.readings] for choice in question.choices
                  if choice.readings],
    }  # fmt: skip


def of_record(kept: Mapping[str, Any], catalogue: Catalogue) -> Question | None:
    """The question of a record, with its answers read again; None if they are no four any more."""
    board = board_from_document({"steps": kept["steps"]}, catalogue)
    id = (str(kept["difficulty"]), int(kept["number"]))
    wrong = [tuple(names) for names in kept["wrong"]]
    return asked_of(board, catalogue, str(kept["asked"]), wrong, id)


def plain(question: Question, catalogue: Catalogue) -> dict[str, object]:
    """The question as plain data, for programs."""
    return {
        "id": question.id,
        "board": document(question.board, catalogue),
        "asked": question.handle,
        "right": question.right,
        "choices": [
            {"text": choice.text, "right": choice.right, "rules": list(choice.rules),
             "readings": [each.name for each in choice.readings], "why": choice.why}
            for choice in question.choices
        ],
    }  # fmt: skip
