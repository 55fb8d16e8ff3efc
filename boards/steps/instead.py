"""What people say in a line that is not a step: why not, and what to write instead."""

from typing import NamedTuple

from striate.boards.steps.saying import Saying


class Instead(NamedTuple):
    """`line` is the advice, with the slots of the saying; `{abilities}` are lines for `what`.

    What stands in the slot `card` is a card, in `spell` an instant or a sorcery, in `object` what
    can be on the board, in `number` a number. `why` may be "" if the advice says it all.
    """

    saying: Saying
    why: str
    line: str


_COMBAT = "a board has no combat"
_EFFECT = "rules text is an effect"
_WHICH = "it has to say which object"
_LEVELS = "a level is said of what enters"
_COPY = "a copy is a token or a permanent that enters as one"
_TOKEN = "write `token {what} {box} (type: Creature — {what})`"
DESIGNATIONS = ("harnessed", "monstrous", "prepared", "renowned", "saddled", "solved", "suspected")
COUNTED = "an ability has the number that `striate outcome` shows"
_TAPPED = "write `tap {what}` if it is tapped, `ability N of {what}` if an ability of it resolved"
_DIED = "write `leave {what}` if it died, `ability N of {what}` if an ability of it resolved"


_HAPPENED = "a step says what happened"
_BECOMES = '`effect "Target creature becomes {change} until end of turn." -> {object}`'
# The line that works, and in what other ways people say it.
_OTHERWISE = (
    ("write `{what} dies`", "<what> died", "<what> is dead", "<what> is sacrificed", "kill <what>"),
    ("write `exile {what}`", "<what> is exiled"),
    ("write `tap {what}`", "<what> is tapped", "<what> taps"),
    ("write `untap {what}`", "<what> untaps", "<what> is untapped"),
    ("write `crew {what}`", "<what> is crewed"),
    ("write `level up {what}`", "<what> levels up"),
    ("write `put {counters} on {what}`", "add <counters> to <what>"),
    ("write `{card} (transformed)`", "<card> transformed", "transformed <card>"),
    ("write `{card} (flipped)`", "<card> flipped"),
    ("write `{card} face down`", "<card> morphed", "<card> manifested"),
    ("write `{card} (opponent)`", "opponent: <card>"),
    ("write `{card}`", "<card> is in play", "<card> resolves",
     "<card> is on the battlefield"),
    ("write `equip {card} to {what}`", "<card> equipped to <what>"),
    ("write `bounce {what}`", "return <what> to my hand", "return <what> to its owner's hand",
     "return <what> to your hand"),
    ("write `graveyard: {card}`", "put <card> into graveyard", "put <card> into the graveyard",
     "put <card> into my graveyard", "put <card> in the graveyard"),
    ("write `end turn`", "pass the turn", "pass turn"),
    ("write `hand {number}`", "<number> cards in my hand", "<number> cards in hand"),
    ("write `life {number}`", "life is <number>", "my life is <number>"),
    ("write `cast {spell} on {what}`", "<spell> deals <change> damage to <what>"),
)  # fmt: skip


def _until_end_of_turn(verb: str) -> tuple[Instead, ...]:
    line = f'write `effect "Target creature {verb} {{change}} until end of turn." -> {{what}}`'
    ends = ("until end of turn", "until the end of the turn", "this turn", "")
    return tuple(
        Instead(Saying(f"<what> {verb} <change> {end}".rstrip()), _EFFECT, line) for end in ends
    )


def _lies(words: str, zone: str, whose: str = "") -> Instead:
    """A card that is said to be in a zone."""
    line = f"write `{zone}: {{card}}{whose}`"
    return Instead(Saying(f"<card> {words}"), "a zone stands first", line)


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
        "write `{taps}; crew {what}`",
    ),
    Instead(
        Saying("remove <counters> from <what>"),
        "a negative number removes counters",
        "write `counters -1 +1/+1 on {what}`, with your number and kind",
    ),
    *(Instead(Saying(words), "", line) for line, *several in _OTHERWISE for words in several),
    Instead(
        Saying("<object> has <change>"),
        _HAPPENED,
        'write `effect "Target creature gains {change} until end of turn." -> {object}`',
    ),
    *(
        Instead(Saying(f"{verb} <what> with <card>"), "", "write `cast {card} on {what}`")
        for verb in ("blink", "flicker")
    ),
    Instead(Saying("activate <what> X <number>"), "", "write `activate {what} with X {number}`"),
    Instead(Saying("<card> X <number> on <what>"), "", "write `{card} on {what} with X {number}`"),
    Instead(Saying("<card> X <number>"), "", "write `{card} with X {number}`"),
    Instead(Saying("activate <what>"), COUNTED, "write {abilities}"),
    Instead(Saying("trigger <what>"), COUNTED, "write {abilities}"),
    Instead(Saying("<what> triggers"), COUNTED, "write {abilities}"),
    *_until_end_of_turn("gets"),
    *_until_end_of_turn("gains"),
    *_until_end_of_turn("loses"),
    _lies("in exile", "exile"),
    *(
        _lies(f"in {whose} {zone}".replace("  ", " "), zone)
        for zone in ("graveyard", "library")
        for whose in ("", "the", "my", "your")
    ),
    *(
        _lies(f"in {whose} {zone}", zone, " (opponent)")
        for zone in ("graveyard", "library")
        for whose in ("my opponent's", "the opponent's", "opponent's")
    ),
    Instead(Saying("level up <number> times"), _WHICH, "write `level up HANDLE {number} times`"),
    Instead(Saying("level up twice"), _WHICH, "write `level up HANDLE twice`"),
    Instead(Saying("level up <what> to level <number>"), _LEVELS, "write `{what} level {number}`"),
    Instead(Saying("level up <what> to <number>"), _LEVELS, "write `{what} level {number}`"),
    Instead(Saying("level <what> to <number>"), _LEVELS, "write `{what} level {number}`"),
    Instead(Saying("<what> transforms into <other>"), "", "write `transform {what}`"),
    Instead(Saying("transform <what> into <other>"), "", "write `transform {what}`"),
    Instead(Saying("<card> bestowed on <what>"), "", "write `bestow {card} on {what}`"),
    Instead(Saying("<what> animated"), "", "write `animate {what}`"),
    *(
        Instead(Saying(f"<card> {verb} <object>"), "", "write `{card} copying {object}`")
        for verb in ("copies", "as")
    ),
    Instead(Saying("steal <what> with <card>"), "", "write `cast {card} on {what}`"),
    Instead(Saying("sacrifice <what> to <card>"), "costs are not paid", "write `sacrifice {what}`"),
    *(
        Instead(Saying(f"{it} {time}"), "", f"write `it becomes {time}`")
        for it in ("it's", "it is")
        for time in ("day", "night")
    ),
    *(
        Instead(
            Saying(f"{a}copy of <what>"), _COPY, "write `create a token that's a copy of {what}`"
        )
        for a in ("a ", "")
    ),
    *(
        Instead(Saying(f"{word} <what>"), "", f"write `{{what}} becomes {word}`")
        for word in DESIGNATIONS
    ),
    Instead(
        Saying("<what> fights <other>"),
        _EFFECT,
        'write `effect "Target creature fights another target creature." -> {what}, {other}`',
    ),
    *(
        Instead(Saying(f"{a}<box> <what> token"), "a token is made", _TOKEN)
        for a in ("a ", "an ", "")
    ),
    Instead(Saying("reanimate <card>"), "what comes back enters", "write `{card}`"),
    Instead(
        Saying("counter <what>"),
        "a countered spell does nothing",
        "leave it out, or write `leave {what}` for a spell on the stack",
    ),
    Instead(Saying("it's <whose> turn"), "", "write `{whose} turn`"),
    *(
        Instead(Saying(f"{whose}{words}"), "a board has turns, not steps of a turn", line)
        for words, line in (
            ("end step", "write `end turn`"),
            ("untap step", "write `untap_all you`"),
            ("upkeep", "write `my turn`"),
        )
        for whose in ("", "my ", "the ")
    ),
    Instead(Saying("<object> becomes <change>"), COUNTED, f"write {{abilities}} or {_BECOMES}"),
    Instead(Saying("<object> is <change>"), _HAPPENED, f"write {_BECOMES}"),
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
