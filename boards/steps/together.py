"""Permanents that enter in one event (613.7m)."""

from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from striate.boards import timeline
from striate.boards.errors import show
from striate.boards.steps.keys import TARGETS, YES, Spot, key, needs
from striate.boards.steps.kind import Section, StepKind

_LEAST = 2
_MADE_BY = ("enter", "token", "token_copy_of")


class Together(timeline.Step, frozen=True):
    """613.7m: these entered in one event; `ordered`: with timestamps in this order."""

    handles: tuple[str, ...]
    ordered: bool = False


def _entered(spot: Spot, fields: dict[str, Any]) -> None:
    """They are what the steps just before it have put onto the battlefield, each once."""
    handles, ground = fields["handles"], spot.ground
    before = range(max(0, spot.index - len(handles)), spot.index)
    newcomers = {ground.made[at] for at in before if _enters(ground.form.steps[at])}
    for place, handle in enumerate(handles):
        if handle not in newcomers or handles.index(handle) != place:
            message = f"{show(handle)} is not what one of the steps just before has put there"
            hint = "write the steps that enter together one after the other, and then this one"
            spot.at("together").wrong(message, hint, place)


def _enters(form: Any) -> bool:
    return any(hasattr(form, word) for word in _MADE_BY)


_HANDLES = replace(
    TARGETS,
    type=Annotated[
        list[Annotated[str, Meta(min_length=1, description="a handle")]],
        Meta(min_length=_LEAST, max_length=5, description="a list of two to five handles"),
    ],
    hole=None,
)
TOGETHER = StepKind(
    Together,
    "Entered together",
    (needs("together", _HANDLES, "handles"), key("ordered", YES)),
    finish=_entered,
    searched="at once",
)

SECTIONS = (
    Section(
        heading="`together`: permanents entered in one event",
        words="""The permanents of the steps just before entered at once: none changes how another
enters, and state-based actions come afterwards. The active player's permanents have the earlier
timestamps, each player's in an order of that player's choice (613.7m): as they are listed if
`ordered` says so, else in every order that matters.""",
        example="""\
steps:
  - enter: Humility
  - enter: Opalescence
  - together: [Opalescence, Humility]
    ordered: true
""",
        kinds=(TOGETHER,),
    ),
)
