"""What is asked of a pool of cards, and which answers the drawn boards go against."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any

import msgspec

from striate.boards.errors import BoardError, NotPlayable
from striate.boards.reading import board_from_document
from striate.boards.timeline import Seen
from striate.boards.writing import document
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.queries.finding.enumerating import lasting
from striate.queries.finding.find import find
from striate.queries.finding.foundboards import Found, printed_cards
from striate.queries.finding.pools import could_be_there
from striate.queries.finding.whynot import why_not
from striate.queries.goals.meaning import fails_always, permanents, reached
from striate.queries.proving.drawnboards import (
    Drawn,
    draw_boards,
    draw_played,
    evaluated,
    look_of,
    looks_of,
    open_catalogue,
    ways_used,
    words_in,
)
from striate.queries.proving.drawngoals import draw_goal, draw_telling, draw_then, entering, near
from striate.queries.proving.drawnpools import (
    draw_around,
    draw_cards,
    draw_meeting,
    draw_together,
    sorts_of,
)
from striate.queries.proving.helpedgoals import draw_needing, draw_pool
from striate.queries.proving.stated import Asking, Statement
from striate.queries.proving.statements import decide
from striate.queries.proving.truthtables import Tables, tables_of
from striate.referee.judge import judge
from striate.search import savings, searching, wanting
from striate.search.asking.world import (
    widened,
)
from striate.search.goals import Goal, TapsFor, speaks_of
from striate.search.legendrule import one_must_go
from striate.search.questions import Question, least_size
from striate.search.resolving.happenings import is_spell
from striate.solver.deadline import Deadline

_DRAWS, _KEPT = 16, 0.08  # so often a goal is drawn again that a smaller board reaches, and kept
_WITH_COUNTERS = 0.7  # so often counters may be put on
_TELLING, _TOLD = 0.6, 8  # so many goals take all that a board has, drawn so often at most
_LACKING, _NEARBY = 6, 600  # among so many a board that lacks a card, and so many are tried then
_INSTEAD = 4  # so many cards that may stand there instead are looked at
_SECONDS = 60.0  # a goal may take


class Compared(msgspec.Struct):
    """What was asked, and each answer that is false."""

    goals: int = 0
    statements: int = 0
    boards: int = 0
    found: dict[int, int] = msgspec.field(default_factory=dict)  # goals by size; 0: none
    unknown: int = 0
    wrong: list[str] = msgspec.field(default_factory=list)

    def add(self, other: "Compared") -> None:
        self.goals += other.goals
        self.statements += other.statements
        self.boards += other.boards
        self.unknown += other.unknown
        for size, number in other.found.items():
            self.found[size] = self.found.get(size, 0) + number
        self.wrong += other.wrong

    def words(self) -> str:
        sizes = ", ".join(
            f"{n} {'none' if not s else f'of size {s}'}" for s, n in sorted(self.found.items())
        )
        return (
            f"{self.goals:,} goals ({sizes}; {self.unknown} unknown) and {self.statements:,} "
            "statements "
            f"against {self.boards:,} boards: {len(self.wrong)} false answers"
        )


@dataclass(frozen=True)
class Asked:
    """One pool: its number and what is drawn over it."""

    seed: int
    pool: int
    cards: int
    size: int
    chosen: bool = False  # cards are chosen as of a large pool
    off: str = ""  # the saving that is switched off
    tokens: bool = False  # of cards that make tokens, about these
    way: str = ""  # of cards that can be there in that way
    helped: bool = False  # about what other cards help, chosen as of a large pool
    of: str = ""  # one card of each of these sorts
    look: str = ""  # about boards that are so alone
    rules: str = ""  # the day by whose rules it is asked
    spells: bool = False  # about boards on which something resolves
    each: bool = False  # of the card of that number, one that it meets and a plain one
    meet: bool = False  # of cards that meet: what one gives, another one asks for


@dataclass(frozen=True)
class Draws:
    """How much is drawn over one pool: attempts at boards that enter, that are played and that
    truth tables propose; goals, and how often each is drawn at most; how often counters are put on.
    """

    boards: int = 160
    played: int = 80
    tabled: int = 40
    goals: int = 8
    often: int | None = None
    counters: float = 1.0
    look: str = ""


_USUAL = Draws()
_EACH = Draws(boards=24, goals=3, often=2)
_MEETING = Draws(boards=0, played=40, tabled=0, goals=2, often=4, counters=0.2, look="done")
_MEET, _MEETINGS = 0.33, 12  # so many pools are of cards that meet: of so many pools at most
HELPED = 4  # goals asked of one pool


def goals_of(task: Asked) -> int:
    """How many goals are asked of one pool, about."""
    return HELPED if task.helped else (_EACH if task.each else _USUAL).goals


def compare(task: Asked) -> Compared:
    """Draws a pool, boards over it and goals from these, and asks."""
    rng = random.Random(f"{task.seed} {task.pool}")
    catalogue = open_catalogue()
    if task.helped:
        return _compare_helped(task, rng, catalogue)
    if task.each:
        cards = draw_around(rng, catalogue, task.pool)
        return _compare_pool(task, rng, cards, _EACH, catalogue) if cards else Compared()
    if task.of:
        cards = draw_together(rng, catalogue, task.of)
        return _compare_pool(task, rng, cards, _USUAL, catalogue)
    own = random.Random(f"{task.seed} {task.pool} meeting")  # leaves the draws of before
    narrowed = task.tokens or task.way or task.rules
    if task.meet or not narrowed and own.random() < _MEET:
        compared = Compared()
        for _ in range(_MEETINGS):
            cards = draw_meeting(own, catalogue)
            compared.add(_compare_pool(task, own, cards, _MEETING, catalogue))
            if compared.goals >= _USUAL.goals:
                break
        return compared
    cards = draw_cards(rng, catalogue, task.cards, tokens=task.tokens, way=task.way)
    return _compare_pool(task, rng, cards, _USUAL, catalogue)


def _compare_pool(
    task: Asked, rng: random.Random, cards: tuple[Card, ...], draws: Draws, catalogue: Catalogue
) -> Compared:
    if task.spells and not any(map(is_spell, cards)):
        cards = (*cards, rng.choice(sorts_of(catalogue).spells))
    tables = tables_of(cards, task.size, catalogue)
    boards = list(draw_boards(rng, cards, task.size, draws.boards, catalogue, task.rules))
    if not task.rules:  # the others are read by today's
        names = [card.name for card in cards]
        own = random.Random(f"{task.seed} {task.pool} {names}")  # leaves the draws of before
        size = task.size - 2 if task.spells else task.size  # what resolves counts, too
        boards += draw_played(own, cards, size, draws.played, catalogue)
        boards += tables.some(rng, draws.tabled)
    asked = [each for each in boards if each.permanents <= task.size]
    asked = [each for each in asked if each.tokens or not task.tokens]
    if task.spells:
        asked = [each for each in asked if each.resolved and _size_resolved(each) <= task.size]
    subjects = _by_look(asked, task.look or draws.look, catalogue)
    compared = Compared(boards=len(boards))
    for _ in range(draws.goals if subjects else 0):
        goal = _goal(rng, subjects, tables, catalogue, draws.often)
        kinds = tuple(sorted({kind for each in boards for kind in each.counters}))
        often = _WITH_COUNTERS * draws.counters
        put = kinds if rng.random() < often and not task.rules else ()
        own = random.Random(f"{goal.demands} spells")
        spells = task.spells or _may_resolve(goal, boards, task.size) and own.random() < _SPELLS
        question = Question(
            goal,
            cards if spells else tuple(filter(could_be_there, cards)),
            graveyard=cards,
            size=task.size,
            counters=put,
            rules=task.rules,
            spells=spells,
        )
        _compare_one(task, rng, question, tables, boards, catalogue, compared)
    return compared


_SPELLS = 0.4  # so often it is asked with what resolves, if a board that fits has it


def _may_resolve(goal: Goal, boards: Sequence[Drawn], size: int) -> bool:
    return any(
        each.resolved and _size_resolved(each) <= size and _is_reached(goal, each)
        for each in boards
    )


def _compare_helped(task: Asked, rng: random.Random, catalogue: Catalogue) -> Compared:
    cards, helped = draw_pool(rng, catalogue, task.cards, task.size)
    tables = tables_of(cards, task.size, catalogue)
    boards = [each.drawn for each in helped]
    compared = Compared(boards=len(boards))
    for goal in islice(draw_needing(rng, helped, tables), goals_of(task)):
        question = Question(goal, cards, size=task.size)
        _compare_one(task, rng, question, tables, boards, catalogue, compared)
    return compared


def _compare_one(
    task: Asked,
    rng: random.Random,
    question: Question,
    tables: Tables,
    boards: Sequence[Drawn],
    catalogue: Catalogue,
    compared: Compared,
) -> None:
    compared.goals += 1
    question = msgspec.structs.replace(question, deadline=Deadline.after(_SECONDS))
    try:
        drawn = [*boards, *([] if task.rules else tables.reaching(rng, question.goal))]
        # What an ability makes counts, too.
        kinds = {*widened(question).counters}
        drawn = [e for e in drawn if _size(e, question) <= task.size and e.counters <= kinds]
        with _as_asked(task):
            wrong = list(false_answers(rng, question, drawn, catalogue, compared))
    except Exception as error:  # noqa: BLE001
        wrong = [f"{type(error).__name__}: {error}"]
    for each in wrong:
        names = "; ".join(card.name for card in question.cards)
        compared.wrong.append(f"pool {task.pool} ({names}): {question.goal.demands}: {each}")


def _by_look(boards: Sequence[Drawn], only: str, shelf: Catalogue) -> list[list[Drawn]]:
    """The boards, and those that are so in each way, so that rare ones are asked about, too."""
    looks: dict[str, list[Drawn]] = {"": list(boards)}
    for each in boards:
        for look in looks_of(each):
            looks.setdefault(look, []).append(each)
        if each.of_its_color != each.answer:
            colored = replace(each, answer=each.of_its_color)
            looks.setdefault("mana of its color", []).append(colored)
        if _hangs_on_order(each, shelf):
            looks.setdefault("in its order", []).append(each)
        if _hangs_on_what_is_done(each, shelf):
            looks.setdefault("done", []).append(each)
    if only:
        return [looks[only]] if only in looks else []
    return [those for _, those in sorted(looks.items()) if those]


def _hangs_on_order(drawn: Drawn, shelf: Catalogue) -> bool:
    """Whether the board would be another one if the first that is attached had entered last
    (613.7)."""
    steps = list(document(drawn.board, shelf)["steps"])
    place = next((n for n, each in enumerate(steps) if "attached_to" in each), len(steps))
    if not any("enter" in each for each in steps[place + 1 :]):
        return False
    last = evaluated({"steps": [*steps[:place], *steps[place + 1 :], steps[place]]}, shelf)
    return last is not None and _told_of(last) != _told_of(drawn)


def _hangs_on_what_is_done(drawn: Drawn, shelf: Catalogue) -> bool:
    """Whether some object is what it isn't as it merely enters, beside the others or alone."""
    others = entering(drawn, shelf)
    plain = {_told(seen) for each in others for seen in permanents(each.answer)}
    return any(_told(seen) not in plain for seen in permanents(drawn.answer))


def _told(seen: Seen) -> tuple[object, ...]:
    return look_of(seen), seen.name, seen.supertypes, seen.subtypes, seen.abilities, seen.controller


def _told_of(drawn: Drawn) -> list[Seen]:
    objects = (msgspec.structs.replace(each, timestamp=0) for each in permanents(drawn.answer))
    return sorted(objects, key=lambda each: each.handle)


def _goal(
    rng: random.Random,
    subjects: Sequence[Sequence[Drawn]],
    tables: Tables,
    shelf: Catalogue,
    often: int | None = None,
) -> Goal:
    """Mostly one that takes all that a drawn board has, or that no board of only what it asks for
    reaches, as far as slots hold them; `often`: so often one is drawn at most."""
    boards = rng.choice(subjects)
    telling, goal = rng.random() < _TELLING, Goal(())
    for _ in range(often or (_TOLD if telling else _DRAWS)):
        drawn = rng.choice(boards)
        if telling:
            plainly = rng.random() < 0.3
            others = entering(drawn, shelf) if plainly else near(rng, drawn, shelf)
            goal = draw_telling(rng, drawn, others)
            if goal.demands and not any(_is_reached(goal, each) for each in others):
                break
            continue
        goal = draw_goal(rng, drawn)
        smallest = tables.smallest(goal)
        if rng.random() < _KEPT or not smallest or smallest > least_size(goal):
            break
    return goal if goal.demands else draw_goal(rng, rng.choice(boards))


def _is_reached(goal: Goal, each: Drawn) -> bool:
    answer = each.of_its_color if speaks_of(goal, (TapsFor,)) else each.answer
    return reached(goal, answer, each.printed) is not None


@contextmanager
def _as_asked(request: Asked) -> Iterator[None]:
    before = searching.ALL_AT_ONCE, wanting.FEW
    if request.chosen or request.helped:
        searching.ALL_AT_ONCE = 0
    if request.helped and request.pool % 2:
        wanting.FEW = 0
    try:
        with savings.without(request.off) if request.off else nullcontext():
            yield
    finally:
        searching.ALL_AT_ONCE, wanting.FEW = before


def false_answers(
    rng: random.Random,
    question: Question,
    boards: Sequence[Drawn],
    catalogue: Catalogue,
    compared: Compared,
) -> Iterator[str]:
    """The answers about the goal that a drawn board goes against."""
    goal = question.goal
    answer = find(question, catalogue)
    compared.found[answer.size if answer.boards else 0] = compared.found.get(
        answer.size if answer.boards else 0, 0
    ) + (answer.status != "unknown")
    compared.unknown += answer.status == "unknown"
    reaching = [each for each in boards if _is_reached(goal, each)]
    size = partial(_size, question=question)
    counted = (each for each in reaching if is_counted(each, answer))
    least = min(counted, key=size, default=None)
    if least is not None and answer.status == "none":
        yield f"none, and there is {_shown(least, catalogue)}"
    if least is not None and answer.smallest and size(least) < answer.size:
        yield f"the fewest are {answer.size}, and there is {_shown(least, catalogue)}"
    if reaching and rng.random() < 0.1:
        each = rng.choice(reaching)
        if why_not(goal, each.board, catalogue, changes=0).status == "near":
            yield f"why-not says no of {_shown(each, catalogue)}"
    yield from _false_instead(goal, answer, catalogue)
    if rng.random() < 0.3:
        compared.statements += 1
        yield from _false_always(goal, question, boards, answer, catalogue)
    own = random.Random(repr(goal.demands))  # leaves the draws of before as they were
    if not question.spells and own.random() < 0.5:
        yield from _false_why_not(own, question, reaching, catalogue)
    then = draw_then(own, own.choice(boards)) if boards else Goal(())  # all may be too large
    if then.demands and own.random() < 0.3:
        compared.statements += 1
        yield from _false_if(goal, then, question, boards, catalogue)


def _false_instead(goal: Goal, answer: Found, shelf: Catalogue) -> Iterator[str]:
    """Boards with a card that is said to do as well, that don't last or don't reach the goal."""
    for board in answer.boards:
        plain = {**board.document, "expect": {}}
        for place, step in enumerate(board_from_document(plain, shelf).steps):
            handle = getattr(step, "handle", "")
            for name in board.interchangeable.get(handle, ())[:_INSTEAD]:
                steps = [*plain["steps"]]
                steps[place] = _instead(steps[place], handle, shelf, name)
                if _fails({**plain, "steps": steps}, goal, shelf):
                    yield f"instead of {handle} {name} doesn't do: {steps}"


def _fails(plain: dict[str, Any], goal: Goal, shelf: Catalogue) -> bool:
    """Whether it is no board that lasts and reaches the goal; one that leaves something open may be
    one."""
    try:
        board = board_from_document(plain, shelf)
        answer = judge(board)
    except NotPlayable:
        return True
    except BoardError:  # it makes a choice
        return False
    if (answer.not_modelled or answer.facts) and not one_must_go(answer):
        return False
    return not lasting(board, answer) or reached(goal, answer, printed_cards(board)) is None


def _instead(step: dict[str, Any], handle: str, shelf: Catalogue, name: str) -> dict[str, Any]:
    before, after = shelf.card(step.get("enter", "")), shelf.card(name)
    if before is None or after is None:  # a token, or a spell
        return step
    place = [face.name for face in before.faces].index(step["enter"])
    return {**step, "enter": after.faces[place].name, "as": handle}


def _false_why_not(
    rng: random.Random, question: Question, reaching: Sequence[Drawn], shelf: Catalogue
) -> Iterator[str]:
    """A "none" of one change, where one card that enters is all that the board lacks."""
    for board in rng.sample(reaching, min(len(reaching), _LACKING)):
        added, rest = _taken_out(rng, list(document(board.board, shelf)["steps"]))
        lacking = evaluated({"steps": rest}, shelf) if rest else None
        if lacking is None or _is_reached(question.goal, lacking):
            continue
        goal, pool = question.goal, question.cards
        try:
            said = why_not(goal, lacking.board, shelf, pool=pool, changes=1, most=_NEARBY)
        except BoardError:  # what a step aims at is not there in every way (601.2c)
            continue
        if said.status == "none":
            yield f"why-not has none within a change of {rest}, and there is {added}"
        return


def _taken_out(rng: random.Random, steps: list[Any]) -> tuple[Any, list[Any]]:
    """Some card that enters, as `why-not` adds one, and the other steps; nothing if these name
    it."""
    added = rng.choice(steps)
    place, handle = steps.index(added), added.get("as", added.get("enter"))
    rest = [*steps[:place], *steps[place + 1 :]]
    if rest[place:] and rest[place].get("attach") == handle:  # Equipment is attached as it is added
        del rest[place]
    named = {word for step in rest for value in step.values() for word in words_in(value)}
    return added, rest if _is_added(added) and handle not in named else []


def _is_added(step: dict[str, Any]) -> bool:
    """Whether `why-not` says that it adds such a one."""
    suspended = "suspend" in step.get("choose", {}).values()
    return "enter" in step and step.keys() <= _ADDED and not suspended


_ADDED = {
    "enter", "as", "controller", "choose", "attached_to", "copying", "transformed", "flipped",
}  # fmt: skip


def _false_if(
    goal: Goal, then: Goal, question: Question, boards: Sequence[Drawn], catalogue: Catalogue
) -> Iterator[str]:
    heard = _Heard(catalogue)
    decided = decide(Statement("if", "drawn", "drawn"), question, goal, then, heard)
    if decided.status != "proved":
        return
    for each in boards:
        against = _is_reached(goal, each) and not _is_reached(then, each)
        if against and all(is_counted(each, answer) for answer in heard.found):
            yield f"if, then {then.demands} is proved, and there is {_shown(each, catalogue)}"
            return


@dataclass(frozen=True)
class _Heard(Asking):
    """Keeps what was found: the bounds of each part are those of the statement."""

    found: list[Found] = field(default_factory=list)

    def find(self, question: Question) -> Found:
        self.found.append(Asking.find(self, question))
        return self.found[-1]


def _false_always(
    goal: Goal, question: Question, boards: Sequence[Drawn], answer: Found, catalogue: Catalogue
) -> Iterator[str]:
    decided = decide(Statement("always", "drawn"), question, goal, Goal(()), Asking(catalogue))
    if decided.status != "proved":
        return
    for each in boards:
        if is_counted(each, answer) and fails_always(goal, each.answer, each.printed):
            yield f"always is proved, and there is {_shown(each, catalogue)}"
            return


def is_counted(each: Drawn, answer: Found) -> bool:
    """Whether the board is within the bounds that the answer names. That something is left out is
    no excuse: cards of the pool, and the rules, bring about all that is drawn. But the fewest are
    the fewest of boards of face-up cards, with the makers of tokens, if others are left out."""
    bounds = {limit.name: limit.most or 0 for limit in answer.world}
    used = {(use.name, use.number or 0) for use in ways_used(each.board)}
    if answer.boards and "face down" in bounds and ("face down", 0) in used:
        return False
    if answer.boards and "tokens left" in bounds and each.tokens and each.answer.gone:
        return False
    return not any(name in _BOUNDED and number > bounds.get(name, number) for name, number in used)


_BOUNDED = ("numbers", "graveyards")


def _size(each: Drawn, question: Question) -> int:
    """So many permanents; with `--spells` what resolved counts, too, and what left."""
    return _size_resolved(each) if question.spells else each.permanents


def _size_resolved(each: Drawn) -> int:
    return each.permanents + each.resolved + len(each.answer.gone)


def _shown(each: Drawn, catalogue: Catalogue) -> str:
    return str(document(each.board, catalogue)["steps"])
