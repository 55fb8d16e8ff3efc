"""Counters are put on, levels are reached."""

import re
from typing import Any

from msgspec.structs import replace

from striate.boards import timeline
from striate.boards.errors import meant, show
from striate.boards.steps.keys import COUNTERS, OBJECT, TIMES, Spot, key, needs
from striate.boards.steps.kind import Section, StepKind
from striate.boards.steps.saying import Saying, said
from striate.cards.vocabulary import KEYWORD_COUNTERS

# 122.1a: power and toughness counters are written with both signs.
_BOX = re.compile(r"[-+−]?\d+/[-+−]?\d+")
# 122.1b-h, 711, 714: kinds that a rule knows.
_WORDS = KEYWORD_COUNTERS | {
    "age", "charge", "defense", "fade", "finality", "level", "lore", "loyalty", "shield", "stun",
    "time",
}  # fmt: skip
_SIGNED = re.compile(r"[-+]\d+/[-+]\d+")


def _counter_kinds(spot: Spot, counters: dict[str, int]) -> tuple[tuple[str, int], ...]:
    for kind in counters:
        if not kind.strip():
            spot.wrong("a kind of counter has a name", "", kind)
        elif _BOX.fullmatch(kind) and not _SIGNED.fullmatch(kind):
            hint = meant([f"+{kind.replace('+', '').replace('-', '').replace('/', '/+')}"])
            spot.wrong(f"{show(kind)} is not a kind of counter", hint, kind)
        elif kind != kind.lower() and kind.lower() in _WORDS:
            spot.wrong(f"{show(kind)} is not a kind of counter", meant([kind.lower()]), kind)
    return tuple((kind, number or 0) for kind, number in counters.items())


def _level_up(spot: Spot, fields: dict[str, Any]) -> None:
    """702.87a."""
    if not spot.ground.level_up_is_given:
        message = f"{show(fields['on'])} has no level up, and no card here gives it"
        spot.at("level_up").wrong(message)


def _class_level(spot: Spot, fields: dict[str, Any]) -> None:
    """716."""
    if "Class" not in spot.ground.subtypes:
        hint = "a creature gets `counters: {level: N}`"
        spot.at("on").wrong(f"{show(fields['on'])} is not a Class", hint)


PUT = StepKind(
    timeline.ChangeCounters,
    "Counters",
    (needs("counters", replace(COUNTERS, read=_counter_kinds)), needs("on", OBJECT)),
    setting="counters",
    searched="counters",
    said=said("put <counters> on <on>", "<on> gets <counters>"),
)
LEVEL_UP = StepKind(
    timeline.LevelUp,
    "Level up",
    (needs("level_up", OBJECT, "on"), key("times", TIMES)),
    finish=_level_up,
    setting="counters",
    searched="held",
    said=said(
        "level up <level_up> <times> times",
        Saying("level up <level_up> twice", {"times": 2}),
        "level <level_up> up",
    ),
)
CLASS_LEVEL = StepKind(
    timeline.SetClassLevel,
    "Class level",
    (needs("class_level", TIMES, "level"), needs("on", OBJECT)),
    chooses=True,
    finish=_class_level,
    setting="class level",
    searched="held",
    said=said("<on> becomes level <class_level>"),
)

SECTIONS = (
    Section(
        heading="`counters`: counters are put on (or removed: a negative number)",
        words="""Kinds: `level`, `+1/+1`, `-1/-1` and the like, keyword counters
(`flying`), `loyalty`, any other name.""",
        example="""\
steps:
  - enter: Student of Warfare
  - counters: {level: 2, +1/+1: 1, flying: 1}
    on: Student of Warfare
  - counters: {level: -1}
    on: Student of Warfare
""",
        kinds=(PUT,),
    ),
    Section(
        heading="`level_up` and `class_level`",
        words="""`level_up` is the ability of that name, resolved `times` times; a Class
becomes level N by `class_level` (716: no counter).""",
        example="""\
steps:
  - enter: Student of Warfare
  - level_up: Student of Warfare
    times: 2
  - enter: Wizard Class
  - class_level: 2
    on: Wizard Class
""",
        kinds=(
            LEVEL_UP,
            CLASS_LEVEL,
        ),
    ),
)
