"""Turns end; facts about players and the game."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from striate.boards import timeline
from striate.boards.errors import did_you_mean, show
from striate.boards.facts import TURN_FACTS
from striate.boards.steps.keys import (
    COUNT,
    NUMBER,
    ONLY_TRUE,
    PLAYER,
    SEAT,
    YES,
    Kind,
    Spot,
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
        searched="players",
    )


def _facts_read(spot: Spot, facts: dict[str, str]) -> timeline.Choices:
    """The facts of a turn, each of a player or of the game."""
    for name in facts:
        if name not in TURN_FACTS:
            hint = did_you_mean(name, TURN_FACTS)
            spot.wrong(f"{show(name)} is not a fact of a player's turn", hint, name)
    return tuple(sorted(facts.items()))


_FACTS = Kind(
    Annotated[
        dict[str, Literal["yes", "no"]],
        Meta(min_length=1, description='facts as `{life gained: "yes"}`'),
    ],
    facts=TURN_FACTS,
    read=_facts_read,
    write=dict,
)


def _held(word: str, title: str, *has: str, fact: str = "") -> StepKind:
    """A player has it, from this step on."""
    return StepKind(
        timeline.PlayerFact,
        title,
        (needs(word, SEAT, "player"),),
        fixed={"fact": fact or word, "value": 1},
        said=said(*(f"<{word}> {verb}" for verb in has)),
        searched="players",
    )


END_TURN = StepKind(
    timeline.EndTurn,
    "The turn ends",
    (needs("end_turn", ONLY_TRUE, "", says=lambda _: True),),
    setting="end of turn",
    searched="earlier",
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
BLESSING = _held("blessing", "City's blessing", fact="city's blessing")
DUNGEON = _held("dungeon", "Dungeon completed", fact="dungeon completed")
THIS_TURN = StepKind(
    timeline.TurnFacts,
    "So this turn",
    (needs("this_turn", _FACTS, "facts"), PLAYER),
    searched="players",
)
DAYTIME = StepKind(
    timeline.PlayerFact,
    "Day or night",
    (needs("daytime", _DAYTIME, "value"),),
    fixed={"fact": "day", "player": "you"},
    said=said("it becomes <daytime>"),
    searched="night",
)

_NAMED = ", ".join(f"`{name}`" for name in TURN_FACTS)
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
        heading="`this_turn`: what has happened this turn",
        words=f"""Each fact is `"yes"` or `"no"`, of `player`, until the turn ends. The facts
are those that texts ask for: {_NAMED}. `choose` on a permanent that asks tells the same; what
is one object's own (`kicked`, `attacked`) is told there only.""",
        example="""\
steps:
  - enter: Grizzly Bears
  - this_turn: {life gained: "yes", crime committed: "no"}
    player: opponent
  - this_turn: {creature died: "yes"}
""",
        kinds=(THIS_TURN,),
    ),
    Section(
        heading="`speed`, `monarch`, `initiative`, `blessing`, `dungeon`, `daytime`: facts that "
        "texts ask for",
        words="""A player's speed (702.179: 4 is max speed), who is the monarch, who has
the initiative (726), who has the city's blessing (702.131), who has completed a dungeon
(309.7), and whether it is day or night, from that step on. What no step states is what stands
at the start of a game.""",
        example="""\
steps:
  - speed: 4
    player: opponent
  - monarch: you
  - initiative: opponent
  - blessing: you
  - dungeon: opponent
  - daytime: night
  - enter: Grizzly Bears
""",
        kinds=(
            SPEED,
            MONARCH,
            INITIATIVE,
            BLESSING,
            DUNGEON,
            DAYTIME,
        ),
    ),
)
