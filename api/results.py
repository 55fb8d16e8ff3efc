"""Answers as typed values that show themselves: in a shell, in a notebook, as data."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from html import escape
from typing import Any, Literal

from striate.boards.errors import BoardError, did_you_mean, show
from striate.boards.names import Shelf
from striate.boards.reading import board_from_document
from striate.boards.timeline import Board
from striate.boards.writing import board_yaml
from striate.cards.catalogue.store import Catalogue
from striate.queries import caselines, checking, drawing, explaining, outcome, saying, showing
from striate.queries.finding import foundboards, whynot
from striate.queries.finding import telling as found_words
from striate.queries.proving import verifying
from striate.queries.sentences import NO_EXPECT


@cache
def open_shelf() -> tuple[Catalogue, Shelf]:
    """The catalogue, opened once, and the cards that boards name."""
    catalogue = Catalogue.open()
    return catalogue, Shelf(catalogue)


@dataclass(frozen=True)
class Object:
    """One object as it is in the end. `power` and `toughness` are None on a noncreature (208.3)."""

    handle: str
    name: str
    zone: str
    controller: Literal["you", "opponent"]
    owner: Literal["you", "opponent"]
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    colors: tuple[str, ...]
    abilities: tuple[str, ...]
    power: int | None
    toughness: int | None
    mana_value: int
    counters: Mapping[str, int]
    tapped: bool | None  # None: the board leaves it open
    face_down: bool
    attached_to: str | None
    gone: bool


class _Shown:
    """What is shown as text, as Markdown and as HTML of the same words."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return f"```\n{self}\n```"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


@dataclass(frozen=True, repr=False)
class Outcome(_Shown):
    """What every object of a board is; `outcome["Grizzly Bears"].power`."""

    board: Board
    found: outcome.Outcome

    @property
    def _words(self) -> showing.Words:
        """The words behind the sentences that the answer holds as digests."""
        return showing.words_for(self.board, open_shelf()[0].words)

    @cached_property
    def objects(self) -> tuple[Object, ...]:
        """Every object, in the order of the timeline; `for each in outcome` gives them, too."""
        gone = set(self.found.answer.gone)
        return tuple(
            Object(
                seen.handle, seen.name, seen.zone, seen.controller, seen.owner,
                tuple(sorted(seen.supertypes)), tuple(sorted(seen.types)),
                tuple(sorted(seen.subtypes)), seen.colors,
                tuple(showing.abilities_of(seen, self._words)), seen.power, seen.toughness,
                seen.mana_value, dict(seen.counters),
                seen.tapped if isinstance(seen.tapped, bool) else None, seen.face_down,
                seen.attached_to, seen.handle in gone,
            )
            for seen in self.found.answer.objects
        )  # fmt: skip

    def __getitem__(self, handle: str) -> Object:
        for each in self.objects:
            if each.handle == handle:
                return each
        hint = did_you_mean(handle, [each.handle for each in self.objects])
        raise KeyError(f"no object has the handle {show(handle)}" + (f"; {hint}" if hint else ""))

    def __iter__(self) -> Iterator[Object]:
        return iter(self.objects)

    def __len__(self) -> int:
        return len(self.objects)

    def __contains__(self, handle: object) -> bool:
        return any(each.handle == handle for each in self.objects)

    @property
    def sure(self) -> bool:
        """Whether both readings agree, and everything that could matter is told and understood."""
        return self.found.sure_twice

    @property
    def not_modelled(self) -> tuple[tuple[str, str], ...]:
        """Cards, and lines of theirs that are not understood and could matter."""
        lines = showing.not_modelled_json(self.found.not_modelled, self._words)
        return tuple((each["card"], each["line"]) for each in lines)

    @property
    def cases(self) -> tuple[dict[str, Any], ...]:
        """Each way in which it can end, as JSON has them; none if the board leaves nothing open."""
        return tuple(caselines.cases_json(self.found, self._words))

    @property
    def tell(self) -> tuple[str, ...]:
        """What to add to the board, so that less of the answer is open: "x: 2 in step 2"."""
        return tuple(caselines.tell_lines(self.found))

    def to_dict(self) -> dict[str, Any]:
        """As `striate outcome --json` prints it."""
        return saying.answer_json(self.board, self.found, self._words, open_shelf()[0])

    def __str__(self) -> str:
        rows = []
        for each in drawing.drawn(self.board, self.found, self._words):
            box = " ".join(piece.text for piece in each.box if piece.mark != "lost")
            types = " ".join(piece.text for piece in each.types if piece.mark != "lost")
            rows.append("; ".join(filter(None, (f"{each.handle}: {types}", box, each.also))))
        return "\n".join([*rows, *_beside(self.board, self.found)])

    def _repr_markdown_(self) -> str:
        beside = _beside(self.board, self.found)
        return drawing.markdown(self.board, self.found, self._words, beside)

    def _repr_html_(self) -> str:
        return _drawn(self.board, self.found)


@dataclass(frozen=True, repr=False)
class Explanation(_Shown):
    """Layer by layer, what each effect did and why."""

    board: Board
    found: explaining.Explanation

    @property
    def _words(self) -> showing.Words:
        """The words behind the sentences that the answer holds as digests."""
        return showing.words_for(self.board, open_shelf()[0].words)

    def __str__(self) -> str:
        return "\n".join(explaining.lines_of(self.found, self._words))

    def _repr_html_(self) -> str:
        return f"{_drawn(self.board, self.found.found)}<pre>{escape(str(self))}</pre>"

    def to_dict(self) -> dict[str, Any]:
        """As `striate explain --json` prints it."""
        return explaining.explanation_json(self.found, self._words)


@dataclass(frozen=True, repr=False)
class Check(_Shown):
    """Whether a board ends as it expects."""

    found: checking.Checked

    @property
    def status(self) -> Literal["pass", "fail", "unknown"]:
        """It is "unknown" if the board does not tell enough, or a line that could matter is not
        understood."""
        return self.found.status

    def __bool__(self) -> bool:
        return self.found.status == "pass"

    def __str__(self) -> str:
        lines = list(saying.verdict_lines(self.found, open_shelf()[0].words))
        if not self.found.expects:
            lines.append(f"nothing is expected: {NO_EXPECT}")
        return "\n".join([self.found.status, *lines])


def _drawn(board: Board, end: outcome.Outcome) -> str:
    words = showing.words_for(board, open_shelf()[0].words)
    return drawing.html(board, end, words, _beside(board, end))


def _beside(board: Board, end: outcome.Outcome) -> Iterator[str]:
    catalogue = open_shelf()[0]
    return saying.lines_beside(board, end, showing.words_for(board, catalogue.words), catalogue)


@dataclass(frozen=True, repr=False)
class Boards(_Shown):
    """Whole board files; each is a `Board`, and they print one after the other."""

    documents: tuple[Mapping[str, Any], ...]

    def __len__(self) -> int:
        return len(self.documents)

    def __iter__(self) -> Iterator[Board]:
        shelf = open_shelf()[1]
        return (board_from_document(each, shelf) for each in self.documents)

    def __getitem__(self, place: int) -> Board:
        return board_from_document(self.documents[place], open_shelf()[1])

    def __str__(self) -> str:
        return "---\n".join(board_yaml(each) for each in self.documents).rstrip()

    def _repr_html_(self) -> str:
        """Each board as its file, with its objects drawn as they end."""
        return "".join(
            f"<pre>{escape(board_yaml(each))}</pre>{_drawn(each, outcome.outcome(each))}"
            for each in self
        )


@dataclass(frozen=True, repr=False)
class Found(_Shown):
    """The answer of a search: `status` is "found", "none" or "unknown"."""

    found: foundboards.Found
    asked_for: int

    @property
    def status(self) -> Literal["found", "none", "unknown"]:
        """Whether there are such boards."""
        return self.found.status

    @property
    def smallest(self) -> bool:
        """Whether every smaller board was ruled out."""
        return self.found.smallest

    @property
    def size(self) -> int:
        """The number of permanents of the boards, or up to which it was searched."""
        return self.found.size

    @property
    def boards(self) -> Boards:
        """The boards; `striate.check` passes on each."""
        return Boards(tuple(each.document for each in self.found.boards))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that a "none" rests on."""
        return self.found.rules

    def _lines(self) -> list[str]:
        return [
            *found_words.understood(self.found),
            found_words.headline(self.found, self.asked_for),
            *found_words.details(self.found),
        ]

    def __str__(self) -> str:
        lines = [f"# {line}" for line in self._lines()]
        return "\n".join([*lines, str(self.boards)]).rstrip()

    def _repr_html_(self) -> str:
        lines = "".join(f"<div>{escape(line)}</div>" for line in self._lines())
        return lines + self.boards._repr_html_()


@dataclass(frozen=True, repr=False)
class WhyNot(_Shown):
    """What keeps a board from a goal, and the nearest boards that reach it."""

    found: whynot.WhyNot

    @property
    def status(self) -> Literal["already", "near", "none", "unknown"]:
        """Whether the board reaches the goal already, or boards near it do."""
        return self.found.status

    @property
    def boards(self) -> Boards:
        """The nearest boards that reach the goal."""
        return Boards(tuple(each.document for each in self.found.near))

    def _lines(self) -> list[str]:
        lines = []
        for short in self.found.shortfalls:
            if short.handle is None:
                lines.append(short.missing)
            else:
                lines += [f"{short.handle} {claim}" for claim in short.claims]
        for near in self.found.near:
            lines += near.changes
        return lines

    def __str__(self) -> str:
        lines = [f"# {line}" for line in self._lines()]
        return "\n".join([*lines, str(self.boards)]).rstrip() or self.found.status

    def _repr_html_(self) -> str:
        lines = "".join(f"<div>{escape(line)}</div>" for line in self._lines() or [self.status])
        return lines + self.boards._repr_html_()


@dataclass(frozen=True, repr=False)
class Decisions(_Shown):
    """What became of several theorems: each has `id`, `status`, `statement`, `bound`,
    `counterexample`."""

    decisions: tuple[verifying.Decision, ...]

    def __iter__(self) -> Iterator[verifying.Decision]:
        return iter(self.decisions)

    def __str__(self) -> str:
        return "\n".join(f"{each.status:8} {each.id}: {each.statement}" for each in self.decisions)


__all__ = [
    "Board", "BoardError", "Boards", "Check", "Decisions", "Explanation", "Found", "Object",
    "Outcome", "WhyNot",
]  # fmt: skip
