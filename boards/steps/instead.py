"""What people say in a line that is not a step: why not, and what to write instead."""

from collections.abc import Iterator
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
_COPY = "a copy is a token or a permanent that enters as one"
_TOKEN = "write `token {what} {box} (type: Creature — {what})`"
DESIGNATIONS = ("harnessed", "monstrous", "prepared", "renowned", "saddled", "solved", "suspected")
COUNTED = "an ability has the number that `striate outcome` shows"
_TAPPED = "write `tap {what}` if it is tapped, `ability N of {what}` if an ability of it resolved"
_DIED = "write `leave {what}` if it died, `ability N of {what}` if an ability of it resolved"
_HAPPENED = "a step says what happened"
_BECOMES = '`effect "Target creature becomes {change} until end of turn." -> {object}`'
_DEALT = (
    'write `effect "This creature deals {change} damage to any target." -> {what} (of: {other})`'
)
_PHASE = "a board has turns, not steps of a turn"
_ENDS = (" until end of turn", " until the end of the turn", " this turn", "")
_ZONES = ("graveyard", "library")


def _rows() -> Iterator[tuple[str, ...]]:
    """Why it is no step, the line that works, and in what other ways people say it."""
    attacks = ("attack with <what>", "<what> attacks", "<what> attacks <other>")
    yield _COMBAT, _TAPPED, *attacks, "attack <other> with <what>"
    yield _COMBAT, "write `tap HANDLE` if something is tapped", "attack"
    yield _COMBAT, _DIED, "block <other> with <what>", "<what> blocks <other>"
    for word in ("discard", "mill"):
        past = {"discard": "discarded", "mill": "milled"}[word]
        why = f"a {past} card lies in the graveyard"
        yield why, "write `graveyard: {what}`", f"{word} <what>"
    for zone in _ZONES:
        yield "a colon stands after the zone", f"write `{zone}: {{what}}`", f"{zone} <what>"
    yield "a board has the number of cards in a hand", "write `hand 3`", "draw <what>"
    yield "costs are not paid", "write `{taps}; crew {what}`", "crew <what> with <other>"
    yield (
        "a negative number removes counters",
        "write `counters -1 +1/+1 on {what}`, with your number and kind",
        "remove <counters> from <what>",
    )
    died = ("<what> died", "<what> is dead", "<what> is sacrificed", "kill <what>")
    yield "", "write `{what} dies`", *died
    yield "", "write `exile {what}`", "<what> is exiled"
    yield "", "write `tap {what}`", "<what> is tapped", "<what> taps"
    yield "", "write `untap {what}`", "<what> untaps", "<what> is untapped"
    yield "", "write `crew {what}`", "<what> is crewed"
    yield "", "write `level up {what}`", "<what> levels up"
    yield "", "write `put {counters} on {what}`", "add <counters> to <what>"
    yield "", "write `{card} (transformed)`", "<card> transformed", "transformed <card>"
    yield "", "write `{card} (flipped)`", "<card> flipped"
    yield "", "write `{card} face down`", "<card> morphed", "<card> manifested"
    yield "", "write `{card} (opponent)`", "opponent: <card>"
    in_play = ("<card> is in play", "<card> resolves", "<card> is on the battlefield")
    yield "", "write `{card}`", *in_play
    yield "", "write `equip {card} to {what}`", "<card> equipped to <what>"
    for whose in ("my", "its owner's", "your"):
        yield "", "write `bounce {what}`", f"return <what> to {whose} hand"
    for place in ("into graveyard", "into the graveyard", "into my graveyard", "in the graveyard"):
        yield "", "write `graveyard: {card}`", f"put <card> {place}"
    yield "", "write `end turn`", "pass the turn", "pass turn"
    yield "", "write `hand {number}`", "<number> cards in my hand", "<number> cards in hand"
    yield "", "write `life {number}`", "life is <number>", "my life is <number>"
    yield "", "write `cast {spell} on {what}`", "<spell> deals <change> damage to <what>"
    gains = 'write `effect "Target creature gains {change} until end of turn." -> {object}`'
    yield _HAPPENED, gains, "<object> has <change>"
    for verb in ("blink", "flicker"):
        yield "", "write `cast {card} on {what}`", f"{verb} <what> with <card>"
    yield "", "write `activate {what} with X {number}`", "activate <what> X <number>"
    yield "", "write `{card} on {what} with X {number}`", "<card> X <number> on <what>"
    yield "", "write `{card} with X {number}`", "<card> X <number>"
    yield COUNTED, "write {abilities}", "activate <what>", "trigger <what>", "<what> triggers"
    for verb in ("gets", "gains", "loses"):
        line = f'write `effect "Target creature {verb} {{change}} until end of turn." -> {{what}}`'
        yield _EFFECT, line, *(f"<what> {verb} <change>{end}" for end in _ENDS)
    yield "a zone stands first", "write `exile: {card}`", "<card> in exile"
    mine = ("", "the ", "my ", "your ")
    theirs = ("my opponent's ", "the opponent's ", "opponent's ")
    for owner, whoses in (("", mine), (" (opponent)", theirs)):
        for zone in _ZONES:
            line = f"write `{zone}: {{card}}{owner}`"
            yield "a zone stands first", line, *(f"<card> in {whose}{zone}" for whose in whoses)
    yield _WHICH, "write `level up HANDLE {number} times`", "level up <number> times"
    yield _WHICH, "write `level up HANDLE twice`", "level up twice"
    level = ("level up <what> to level <number>", "level up <what> to <number>")
    why = "a level is said of what enters"
    yield why, "write `{what} level {number}`", *level, "level <what> to <number>"
    into = ("<what> transforms into <other>", "transform <what> into <other>")
    yield "", "write `transform {what}`", *into
    yield "", "write `bestow {card} on {what}`", "<card> bestowed on <what>"
    yield "", "write `animate {what}`", "<what> animated"
    yield "", "write `{card} copying {object}`", "<card> copies <object>", "<card> as <object>"
    yield "", "write `cast {card} on {what}`", "steal <what> with <card>"
    yield "costs are not paid", "write `sacrifice {what}`", "sacrifice <what> to <card>"
    for time in ("day", "night"):
        yield "", f"write `it becomes {time}`", f"it's {time}", f"it is {time}"
    line = "write `create a token that's a copy of {what}`"
    yield _COPY, line, "a copy of <what>", "copy of <what>"
    for word in DESIGNATIONS:
        yield "", f"write `{{what}} becomes {word}`", f"{word} <what>"
    line = 'write `effect "Target creature fights another target creature." -> {what}, {other}`'
    yield _EFFECT, line, "<what> fights <other>"
    yield "a token is made", _TOKEN, *(f"{a}<box> <what> token" for a in ("a ", "an ", ""))
    yield "what comes back enters", "write `{card}`", "reanimate <card>"
    line = "leave it out, or write `leave {what}` for a spell on the stack"
    yield "a countered spell does nothing", line, "counter <what>"
    yield "", "write `{whose} turn`", "it's <whose> turn"
    for words, step in (("end step", "end turn"), ("untap step", "untap_all you"),
                        ("upkeep", "my turn")):  # fmt: skip
        yield _PHASE, f"write `{step}`", *(f"{whose}{words}" for whose in ("", "my ", "the "))
    yield COUNTED, f"write {{abilities}} or {_BECOMES}", "<object> becomes <change>"
    yield _HAPPENED, f"write {_BECOMES}", "<object> is <change>"
    yield _EFFECT, _DEALT, "<other> deals <change> damage to <what>"
    line = 'write `effect "This spell deals {change} damage to any target." -> {what}`'
    yield _EFFECT, line, "deal <change> damage to <what>"


INSTEAD: tuple[Instead, ...] = tuple(
    Instead(Saying(words), why, line) for why, line, *several in _rows() for words in several
)
