"""What people say in a line that is no step: why not, and what to write instead."""

from typing import NamedTuple

from striate.boards.steps.saying import Saying


class Instead(NamedTuple):
    """`line` is the advice, with the slots of the saying; `{abilities}` are lines for `what`."""

    saying: Saying
    why: str
    line: str


_COMBAT = "a board has no combat"
_EFFECT = "rules text is an effect"
_NUMBER = "an ability has the number that `striate outcome` shows"
_TAPPED = "write `tap {what}` if it is tapped, `ability N of {what}` if an ability of it resolved"
_DIED = "write `leave {what}` if it died, `ability N of {what}` if an ability of it resolved"


def _until_end_of_turn(verb: str) -> Instead:
    line = f'write `effect "Target creature {verb} {{change}} until end of turn." -> {{what}}`'
    return Instead(Saying(f"<what> {verb} <change>"), _EFFECT, line)


INSTEAD: tuple[Instead, ...] = (
    Instead(Saying("attack with <what>"), _COMBAT, _TAPPED),
    Instead(Saying("<what> attacks"), _COMBAT, _TAPPED),
    Instead(Saying("<what> attacks <other>"), _COMBAT, _TAPPED),
    Instead(Saying("attack <other> with <what>"), _COMBAT, _TAPPED),
    Instead(Saying("attack"), _COMBAT, "write `tap HANDLE` if something is tapped"),
    Instead(Saying("block <other> with <what>"), _COMBAT, _DIED),
    Instead(Saying("<what> blocks <other>"), _COMBAT, _DIED),
    Instead(
        Saying("discard <what>"),
        "a discarded card lies in the graveyard",
        "write `graveyard: {what}`",
    ),
    Instead(
        Saying("mill <what>"), "a milled card lies in the graveyard", "write `graveyard: {what}`"
    ),
    *(
        Instead(
            Saying(f"{zone} <what>"),
            "a colon stands after the zone",
            f"write `{zone}: {{what}}`",
        )
        for zone in ("graveyard", "library")
    ),
    Instead(Saying("draw <what>"), "a board has the number of cards in a hand", "write `hand 3`"),
    Instead(
        Saying("crew <what> with <other>"),
        "costs are not paid",
        "write `tap {other}; crew {what}`",
    ),
    Instead(
        Saying("remove <counters> from <what>"),
        "a negative number removes counters",
        "write `counters -1 +1/+1 on {what}`, with your number and kind",
    ),
    Instead(Saying("activate <what>"), _NUMBER, "write {abilities}"),
    Instead(Saying("trigger <what>"), _NUMBER, "write {abilities}"),
    Instead(Saying("<what> triggers"), _NUMBER, "write {abilities}"),
    _until_end_of_turn("gets"),
    _until_end_of_turn("gains"),
    _until_end_of_turn("loses"),
    Instead(
        Saying("<other> deals <change> damage to <what>"),
        _EFFECT,
        'write `effect "This creature deals {change} damage to any target." -> {what} (of: '
        "{other})`",
    ),
    Instead(
        Saying("deal <change> damage to <what>"),
        _EFFECT,
        'write `effect "This spell deals {change} damage to any target." -> {what}`',
    ),
)
