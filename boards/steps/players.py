"""Turns end; facts about players and the game."""

from dataclasses import replace

from striate.boards import timeline
from striate.boards.steps.keys import (
    COUNT,
    NUMBER,
    ONLY_TRUE,
    PLAYER,
    SEAT,
    YES,
    Kind,
    needs,
    one_of,
)
from striate.boards.steps.kind import Section, StepKind
from striate.boards.steps.saying import Saying, said

_DAYTIME = replace(
    one_of("day", "night"),
    read=lambda _, value: int(value == "day"),
    write=lambda value: "day" if value else "night",
)
_TURN = replace(YES, read=lambda _, value: int(value), write=bool)


def _fact(
    word: str, title: str, kind: Kind, *sayings: Saying, setting: str | None = None, fact: str = ""
) -> StepKind:
    """A number that a player has, from this step on."""
    return StepKind(
        timeline.PlayerFact,
        title,
        (needs(word, kind, "value"), PLAYER),
        fixed={"fact": fact or word},
        setting=setting,
        said=sayings,
    )


def _held(word: str, title: str, *has: str) -> StepKind:
    """One player has it, and the other then has not."""
    return StepKind(
        timeline.PlayerFact,
        title,
        (needs(word, SEAT, "player"),),
        fixed={"fact": word, "value": 1},
        said=said(*(f"<{word}> {verb}" for verb in has)),
    )


END_TURN = StepKind(
    timeline.EndTurn,
    "The turn ends",
    (needs("end_turn", ONLY_TRUE, "", says=lambda _: True),),
    setting="end of turn",
    weight=1,
    said=said("end of turn", "end the turn", "the turn ends", "next turn"),
)
LIFE = _fact(
    "life",
    "Life total",
    NUMBER,
    *said("<player> has <life> life", "<player> have <life> life", "<player> at <life> life"),
    setting="life",
)
HAND = _fact(
    "hand",
    "Cards in hand",
    COUNT,
    *said("<player> has <hand> cards in hand", "<player> have <hand> cards in hand"),
    setting="hand size",
)
YOUR_TURN = _fact(
    "your_turn",
    "Whose turn",
    _TURN,
    Saying("my turn", {"your_turn": True}),
    Saying("opponent's turn", {"your_turn": True, "player": "opponent"}),
    setting="turn",
    fact="turn",
)
SPEED = _fact("speed", "Speed", COUNT, *said("<player> has speed <speed>"))
MONARCH = _held("monarch", "Monarch", "is the monarch", "are the monarch", "becomes the monarch")
INITIATIVE = _held(
    "initiative",
    "Initiative",
    "has the initiative",
    "have the initiative",
    "takes the initiative",
    "take the initiative",
)
DAYTIME = StepKind(
    timeline.PlayerFact,
    "Day or night",
    (needs("daytime", _DAYTIME, "value"),),
    fixed={"fact": "day", "player": "you"},
    said=said("it becomes <daytime>"),
)

SECTIONS = (
    Section(
        heading="`end_turn`, `life`, `hand`, `your_turn`: turns and facts about players",
        words="",
        example="""\
steps:
  - enter: Grizzly Bears
  - resolve: Giant Growth
    targets: [Grizzly Bears]
  - end_turn: true
  - life: 5
    player: opponent
  - hand: 7
    player: you
  - your_turn: true
    player: opponent
""",
        kinds=(
            END_TURN,
            LIFE,
            HAND,
            YOUR_TURN,
        ),
    ),
    Section(
        heading="`speed`, `monarch`, `initiative`, `daytime`: facts that texts ask for",
        words="""A player's speed (702.179: 4 is max speed), who is the monarch, who has the initiative (726), and whether it is day or night,
from that step on. What no step states stays unknown, and is said where it matters.""",
        example="""\
steps:
  - speed: 4
    player: opponent
  - monarch: you
  - initiative: opponent
  - daytime: night
  - enter: Grizzly Bears
""",
        kinds=(
            SPEED,
            MONARCH,
            INITIATIVE,
            DAYTIME,
        ),
    ),
)
