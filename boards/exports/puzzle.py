"""Forge: `.pzl` files, which set a board up to be looked at. They can't pass or fail.

What is expected stands in the description. A file lists all of one player's permanents before all
of the other's, and that is their order in time: boards that mix them are refused.
"""

from collections.abc import Iterable, Iterator, Sequence

from striate.boards import timeline
from striate.boards.exports.formats import Backend, CannotExport, Case, ExportedFile, Story
from striate.boards.exports.put_there import entering_counters, enters_tapped
from striate.boards.exports.scenario import (
    Permanent,
    Scenario,
    engine_name,
    scenario,
    with_level_ups,
    zone_cards,
)
from striate.boards.exports.words import ascii_only, slug, story_lines
from striate.boards.timeline import Board, Bound, Expected, Seat

_FOLDER = "forge-gui/res/puzzle"
_CAN_SET = frozenset(
    {
        "aura", "equipment", "face down", "transformed", "flipped", "choice of color",
        "choice of creature type", "counters", "class level", "tapped", "graveyard",
        "exile", "hand",
        "life",
    }
)  # fmt: skip
_COUNTERS = {
    "level": "LEVEL", "+1/+1": "P1P1", "-1/-1": "M1M1", "+1/+0": "P1P0", "+0/+1": "P0P1",
    "+1/+2": "P1P2", "+2/+2": "P2P2", "-1/-0": "M1M0", "-0/-1": "M0M1", "-0/-2": "M0M2",
    "-2/-1": "M2M1", "-2/-2": "M2M2", "loyalty": "LOYALTY", "defense": "DEFENSE",
    "charge": "CHARGE", "fade": "FADE", "time": "TIME", "ice": "ICE", "quest": "QUEST",
    "shield": "SHIELD", "stun": "STUN", "finality": "FINALITY",
}  # fmt: skip
_KEYWORD_COUNTERS = frozenset(
    {
        "flying", "first strike", "double strike", "deathtouch", "hexproof", "indestructible",
        "lifelink", "menace", "reach", "trample", "vigilance",
    }
)  # fmt: skip
_MARKS = ";|=\n#"
_ZONES = ("graveyard", "exile", "hand")


class _Puzzle:
    """The `[state]` lines."""

    def __init__(self, stage: Scenario) -> None:
        self.made = stage
        self.counters: dict[str, dict[str, int]] = {}
        self.levels: dict[str, int] = {}
        self.life = {"you": 20, "opponent": 20}
        for one in stage.permanents:
            self._put(one.handle, entering_counters(stage, one))
        for step in stage.board.steps:
            self._gather(step)

    def _gather(self, step: timeline.Step) -> None:
        match step:
            case timeline.ChangeCounters():
                self._put(step.on, step.counters)
            case timeline.LevelUp():
                self._gather(with_level_ups(step))
            case timeline.SetClassLevel():
                self.levels[step.on] = step.level
            case timeline.PlayerFact(fact="life"):
                self.life[step.player] = step.value
            case _:
                return

    def _put(self, handle: str, counters: Iterable[tuple[str, int]]) -> None:
        """What a file lists are all counters: those that a card enters with are overwritten."""
        for kind, number in counters:
            called = _COUNTERS.get(kind) or (kind.title() if kind in _KEYWORD_COUNTERS else "")
            if not called:
                raise CannotExport(f"the format has no counter called `{kind}`")
            put = self.counters.setdefault(handle, {})
            put[called] = put.get(called, 0) + number

    def lines(self) -> Iterator[str]:
        seats = self._seats()
        yield "turn=1"
        yield f"activeplayer=p{seats.index('you')}"
        yield "activephase=MAIN1"
        for number, seat in enumerate(seats):
            yield f"p{number}life={self.life[seat]}"
            cards = [self._card(one) for one in self.made.permanents if one.seat == seat]
            if cards:
                yield f"p{number}battlefield={';'.join(cards)}"
            for zone in _ZONES:
                others = [
                    _named(engine_name(one.card))
                    for one in zone_cards(self.made.board)
                    if one.zone == zone and one.owner == seat
                ]
                if others:
                    yield f"p{number}{zone}={';'.join(others)}"
            yield f"p{number}library=Island;Island"

    def _seats(self) -> tuple[Seat, Seat]:
        """The players in the order of their permanents: the first one's are all older."""
        order = [one.seat for one in self.made.permanents]
        if order == sorted(order, key=lambda seat: seat == "opponent"):
            return ("you", "opponent")
        if order == sorted(order, key=lambda seat: seat == "you"):
            return ("opponent", "you")
        raise CannotExport("the players' permanents alternate in time, which the format can't say")

    def _attached_last(self) -> None:
        """Attachments are made after all cards are in, so what is attached must be the newest."""
        attached = [one.step.attached_to is not None for one in self.made.permanents]
        if attached != sorted(attached):
            raise CannotExport("something entered after an attachment, which the format makes last")

    def _card(self, permanent: Permanent) -> str:
        self._attached_last()
        step = permanent.step
        parts = [_named(permanent.name), f"Id:{permanent.alias[1:]}"]
        counters = self.counters.get(step.handle, {})
        if counters:
            parts.append("Counters:" + ",".join(f"{kind}={n}" for kind, n in counters.items()))
        if step.attached_to is not None:
            parts.append(f"AttachedTo:{self.made.of(step.attached_to).alias[1:]}")
        for given, word in (
            (step.face_down, "FaceDown"),
            (step.transformed, "Transformed"),
            (step.flipped, "Flipped"),
            (enters_tapped(self.made, permanent), "Tapped"),
        ):
            if given:
                parts.append(word)
        for kind, value in step.choose:
            parts.append(f"{'ChosenColor' if kind == 'color' else 'ChosenType'}:{value}")
        if step.handle in self.levels:
            parts.append(f"ClassLevel:{self.levels[step.handle]}")
        return "|".join(parts)


def _named(name: str) -> str:
    marks = sorted(set(_MARKS) & set(name))
    if marks:
        raise CannotExport(f"`{name}` has `{marks[0]}`, which the format reads as a mark")
    return name


def _expectation(expected: Expected) -> str:
    """What a person looks for, in words."""
    sentences: list[str] = []
    for what, bound in (("power", expected.power), ("toughness", expected.toughness)):
        if isinstance(bound, Bound):
            sentences.append(
                f"{what} {bound.value}" if bound.op == "=" else f"{what} {bound.op} {bound.value}"
            )
        elif bound is not None:
            sentences.append(f"no {what}")
    sentences += [f"has {text}" for text in expected.has]
    sentences += [f"lacks {text}" for text in expected.lacks]
    sentences += ["no abilities"] if expected.no_abilities else []
    if expected.card_types is not None:
        sentences.append(f"is exactly {' '.join(expected.card_types) or 'of no card type'}")
    sentences += [f"is {word}" for word in expected.is_]
    sentences += [f"is not {word}" for word in expected.is_not]
    if expected.colors is not None:
        sentences.append(f"colours {' '.join(expected.colors) or 'none'}")
    sentences += [f"is {color}" for color in expected.color_includes]
    sentences += [f"controlled by {expected.controller}"] if expected.controller else []
    sentences += [f"named {expected.name or 'nothing'}"] if expected.name is not None else []
    sentences += [f"{number} {kind} counters" for kind, number in expected.counters]
    if expected.tapped is not None:
        sentences.append("tapped" if expected.tapped else "untapped")
    sentences += ["gone"] if expected.gone else []
    return f"{expected.handle}: {', '.join(sentences) or 'there'}"


def case(board: Board, story: Story) -> Case:
    stage = scenario(board, _CAN_SET)
    texts = [
        *story_lines(story.note, story.wrong, story.rules),
        *(f"Expected: {_expectation(one)}" for one in board.expect),
    ]
    lines = [
        "[metadata]",
        f"Name:{ascii_only(story.name)}",
        "URL:https://example.invalid",
        "Goal:Win",
        "Turns:1",
        "Difficulty:Easy",
        "Description:" + "\\n".join(ascii_only(text).replace("\\", "/") for text in texts),
        "[state]",
        *_Puzzle(stage).lines(),
    ]
    return Case(story, tuple(lines))


def files(name: str, cases: Sequence[Case]) -> list[ExportedFile]:
    """One file for each board, without empty lines, which the parser could not read."""
    names = [name] if len(cases) == 1 else [case.story.name for case in cases]
    return [
        ExportedFile(f"{_FOLDER}/{slug(called, '-', ())}.pzl", "\n".join(case.lines) + "\n")
        for called, case in zip(names, cases, strict=True)
    ]


BACKEND = Backend(case, files)
