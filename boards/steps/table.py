"""All kinds of step, in the order of the page docs/boards.md."""

from collections.abc import Mapping
from typing import Any

from striate.boards.schema import StepForm
from striate.boards.steps import counting, objects, permanents, players, resolving, stack, together
from striate.boards.steps.kind import Section, StepKind
from striate.boards.timeline import Step

SECTIONS: tuple[Section, ...] = (
    *permanents.SECTIONS,
    *together.SECTIONS,
    *counting.SECTIONS,
    *resolving.SECTIONS,
    *objects.SECTIONS,
    *stack.SECTIONS,
    *objects.TURNING,
    *players.SECTIONS,
)
# By the word that tells what happened.
STEPS: dict[str, StepKind] = {kind.word: kind for part in SECTIONS for kind in part.kinds}
_BY_FORM: dict[type[StepForm], StepKind] = {kind.form: kind for kind in STEPS.values()}
_BY_EVENT: dict[type[Step], list[StepKind]] = {}
for _kind in STEPS.values():
    _BY_EVENT.setdefault(_kind.event, []).append(_kind)


def kind_of_form(form: StepForm) -> StepKind:
    return _BY_FORM[type(form)]


def words_of(step: Mapping[str, Any]) -> list[str]:
    """The words of a step in plain data that say what happened: one, if it is as it should be."""
    words = [key for key in step if key in STEPS]
    if "enter" in words and not isinstance(step.get("token"), Mapping):
        words = [key for key in words if key != "token"]  # a flag of `enter`
    return words


def kind_of_plain(step: Mapping[str, Any]) -> StepKind | None:
    """The kind of a step in plain data."""
    return next((STEPS[word] for word in words_of(step)), None)


def kind_of_event(step: Step) -> StepKind:
    """The kind of a step of the timeline."""
    return next(kind for kind in _BY_EVENT[type(step)] if kind.fits(step))
