"""`find` by the rules of a day.

What makes the search small, and which boards its slots hold, was argued for today's rules. So by
the rules of then a board is ruled out only by being read: of few cards every board is, one after
the other, by both readings of then. Of larger boards the slots propose some, by the clauses as
they read then; each of those is read, too, and that none is proposed says nothing.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from msgspec import Struct, field
from msgspec.structs import replace

from striate.boards.editions import in_edition, is_known, reading_as, readings_on, told_of
from striate.boards.errors import BoardError, NotPlayable
from striate.boards.timeline import Board
from striate.boards.writing import document
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.cards.vocabulary import CREATURE_TYPES
from striate.cards.walking import any_node, nodes
from striate.encodings.door import read_as
from striate.queries.finding.enumerating import Judged, boards_of, chosen, count, lasting, reaching
from striate.queries.finding.foundboards import (
    Found,
    FoundBoard,
    Progress,
    Status,
    overfull,
    pinned,
    printed_cards,
)
from striate.queries.finding.pools import is_permanent, named_cards
from striate.queries.finding.proposing import Proposing, is_so
from striate.queries.outcome import Outcome, asked_lines, open_decisions, outcome
from striate.search.asking.phrases import ways
from striate.search.asking.world import limits, undecided
from striate.search.beyond import left_out
from striate.search.chosen import subtypes_on
from striate.search.claims import wanted_texts
from striate.search.entering import CLASS_LEVEL, ENCHANTED, acting, keywords_of
from striate.search.goals import Goal, all_said, speaks_of
from striate.search.graveyards import reads_graveyards
from striate.search.options import options_of
from striate.search.questions import MANY, Question, Solution
from striate.search.tokens import made_by
from striate.solver.deadline import OutOfTime

MOST_TRIED = 6_000  # boards that are read one by one
_READ = (
    "{boards} of up to {permanents}, as they enter (whose, what is chosen, hosts, level counters), "
    "{were} read one by one"
)
_PROPOSED_ONLY = "only boards that a search by today's rules proposes were read"
_UNREAD = "{number:,} boards could not be read for sure"
_TOO_MANY = (
    "of {cards:,} cards there are too many boards to read each: larger ones were only proposed by "
    "a search that is sure by today's rules alone"
)
_MORE = "counters and spells (`--counters`, `--spells`) are searched by today's rules alone"


class Trying(Struct, dict=True):
    """Every board of a few cards, read one by one, the smallest first."""

    question: Question
    catalogue: Catalogue
    progress: Progress
    stop: Callable[[], bool]
    tried: int = 0
    unread: int = 0
    stopped: bool = False
    whole: int = 0  # of each size up to this every board was read
    size: int = 0  # of the boards that were found
    found: list[FoundBoard] = field(default_factory=list)
    missing: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.types = creature_types(self.question.goal, self.question.cards, self.question.size)
        self.cards = tuple(self._held())

    def _held(self) -> Iterator[Card]:
        """The cards that enter as the boards here have it; of the others the reasons."""
        for card in self.question.cards:
            reason = left_out(card)
            if not reason and not chosen(card, self.types):
                reason = "a choice as it enters that the search does not make"
            if reason:
                self.missing[reason] += 1
            else:
                yield card

    def run(self) -> None:
        """From the least size on, as far as there are not too many boards."""
        least = self.question.size if self.question.exact else 1
        budget = MOST_TRIED
        for size in range(least, self.question.size + 1):
            budget -= count(self.cards, size, self.types)
            if budget < 0 or not self._through(size):
                return
            self.whole = size
            if self.found:
                return

    def _through(self, size: int) -> bool:
        """Reads every board of the size; False if it was ended."""
        for board in boards_of(self.cards, size, self.types):
            if self.stop():
                self.stopped = True
                return False
            self._look(in_edition(board, self.question.rules), size)
            if len(self.found) >= self.question.all_:
                return True
        return True

    def _look(self, board: Board, size: int) -> None:
        self.tried += 1
        if self.tried % 50 == 0:
            self.progress({"size": size, "tried": self.tried, "found": len(self.found)})
        try:
            read = outcome(board)
        except NotPlayable:
            return
        except BoardError:
            self.unread += 1
            return
        if read.not_modelled:
            self.unread += not self._falls(board, read)
            return
        counts = Counter(card.faces[0].name for card in printed_cards(board).values())
        if Counter(self.question.with_) - counts:
            return
        judged = Judged(board, read.answer, tuple(counts), lasting(board, read.answer))
        for _, handles in reaching(self.question.goal, [judged], any_=self.question.any_):
            self.size = size
            solution = Solution(document(board, self.catalogue), (), {})
            self.found.append(
                pinned(self.question, solution, board, read.answer, handles, self.catalogue)
            )

    def _falls(self, board: Board, read: Outcome) -> bool:
        """Whether it is understood, and stable in none of the ways that it leaves open (704.5j)."""
        untold = set(asked_lines(board, open_decisions(read.ways)))
        if self.question.any_ or not read.ways or set(read.not_modelled) - untold:
            return False
        try:
            return not any(lasting(board, answer) for _, answer in read.ways)
        except NotPlayable:  # what is left open decides whether something stays until a later step
            return False

    def told(self) -> str:
        """What was read, in words."""
        size = self.whole + self.stopped
        if not size:
            return _PROPOSED_ONLY
        boards = f"{self.tried:,} board{'s' * (self.tried != 1)}"
        permanents = f"{size} permanent{'s' * (size != 1)}"
        were = "was" if self.tried == 1 else "were"
        return _READ.format(boards=boards, permanents=permanents, were=were)


def creature_types(goal: Goal, cards: Sequence[tree.Card], others: int) -> tuple[str, ...]:
    """The creature types that the goal and the cards name, and so many that nothing names."""
    faces = tuple(face.abilities for card in cards for face in card.faces)
    said = (all_said(goal), tuple(wanted_texts(goal)), faces)
    named = {word for node in nodes(said) for word in _words_of(node)}
    named |= subtypes_on(cards)
    known = [word for word in CREATURE_TYPES if word in named]
    return (*known, *islice((word for word in CREATURE_TYPES if word not in named), others))


def _words_of(node: object) -> tuple[str, ...]:
    match node:
        case tree.HasSubtype(subtype=word):
            return (word,)
        case tree.AddTypes(subtypes=words) | tree.SetSubtypes(subtypes=words):
            return tuple(words)
        case _:
            return ()


def found_then(
    question: Question,
    catalogue: Catalogue,
    progress: Progress,
    stop: Callable[[], bool],
    proposed: Callable[[Question, "Proposing"], Found],
) -> Found:
    """The answer by the rules of a day; `proposed` asks the slots with an engine."""
    started = time.monotonic()
    trying = Trying(question, catalogue, progress, stop)
    try:
        with question.deadline.enforced():
            trying.run()
    except (KeyboardInterrupt, OutOfTime):
        trying.stopped = True
    further = bool(question.counters or question.spells)
    known = trying.unread == 0 and not further
    open_ = undecided(question) or otherwise(question)
    whole = trying.whole == question.size and not further
    if trying.found or trying.stopped or (whole and not open_):
        least = trying.size <= ways(question).smallest_size
        return _answer(trying, started, sure=known and (least or not open_))
    answer = _from_slots(question, trying, proposed)
    why = _MORE if further else open_ if whole else _TOO_MANY.format(cards=len(trying.cards))
    return replace(
        answer,
        smallest=bool(answer.boards) and known and answer.size == trying.whole + 1,
        why="" if answer.boards else why,
        seconds=time.monotonic() - started,
        then=_line(question, trying),
    )


def otherwise(question: Question) -> str:
    """What could be there, or be so, otherwise than as it enters; or ""."""
    if speaks_of(question.goal, (tree.IsTapped, tree.IsFaceDown, tree.IsToken, tree.HasCounter)):
        return "only boards as they enter were read"
    for card in question.cards:
        if _is_otherwise(card):
            return f"`{card.name}` was read only as it enters, with empty graveyards"
    return ""


def _is_otherwise(card: Card) -> bool:
    """Whether it can be so otherwise than as it enters, makes tokens, enchants a player, or looks
    at what is tapped, as an enchant ability may; an X and a fact that it asks for are told to be
    open."""
    face = card.faces[0]
    looks = any_node((acting(face), (*keywords_of(face, "enchant"),)), (tree.IsTapped,))
    return enters_otherwise(card) or looks or bool(made_by(card)) or reads_graveyards(card)


def enters_otherwise(card: Card) -> bool:
    """Whether it can enter for another cost, by another face, face down or on a player."""
    ways = options_of(card, ("Wall",))[0]
    return any(
        way.form or way.down or not _UNREAD_CHOICES.isdisjoint(kind for kind, _ in way.choices)
        for way in ways
    )


_UNREAD_CHOICES = {CLASS_LEVEL, ENCHANTED, "cost", "becomes"}


def _answer(trying: Trying, started: float, *, sure: bool) -> Found:
    question = trying.question
    status: Status = "none" if sure and not trying.stopped else "unknown"
    size = trying.size or question.size
    searched = {
        "cards": len(trying.cards), "classes": 0, "size": size, "left_out": dict(trying.missing),
        "falling": question.any_, "listed": False, **overfull(question.deadline),
    }  # fmt: skip
    unread = status == "unknown" and not trying.found and not trying.stopped
    return Found(
        "found" if trying.found else status,
        tuple(trying.found),
        size,
        bool(trying.found) and sure and not question.exact,
        searched,
        (),
        time.monotonic() - started,
        stopped=trying.stopped,
        why=_UNREAD.format(number=trying.unread) if unread else "",
        world=limits(question),
        then=_line(question, trying),
    )


def _line(question: Question, trying: Trying) -> str:
    """By which rules, and what was read by them."""
    by = told_of((question.rules,))
    return f"{by[0].lower()}{by[1:]}: {trying.told()}"


# --- what the slots propose -----------------------------------------------------------------------


def _from_slots(
    question: Question, trying: Trying, proposed: Callable[[Question, Proposing], Found]
) -> Found:
    """Boards that the slots propose, by the clauses of then as far as slots can read them."""
    then = readings_on(question.rules) - {"ordered-once"}  # which is read of one board alone
    named = {card.name for card in named_cards(question.goal, trying.catalogue)}
    lasting = [card for card in question.cards if is_permanent(card)]
    cards = tuple(
        card
        for card in lasting
        if len(lasting) <= MANY
        or is_known(card, question.rules)
        or named & {card.name}
        or card.faces[0].name in question.with_
    )
    among = replace(question, cards=cards, spells=False)
    with reading_as(then), read_as(then):
        answer = proposed(among, Proposing(lambda each: is_so(question, each, trying.catalogue)))
    reasons = answer.searched.get("left_out", {})
    if len(cards) < len(lasting):
        reasons = {**reasons, "the rules of that day do not know it": len(lasting) - len(cards)}
    return replace(answer, searched={**answer.searched, "left_out": reasons})
