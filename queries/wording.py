"""What is not told, in words: what a text asks for, the condition of a case, and how to tell it."""

import re
from collections.abc import Callable, Iterable, Sequence

from striate.boards.emitting import flow
from striate.boards.facts import FACT_NAMES, TURN_FACTS, is_number_called, text_of_fact
from striate.boards.unknownnumber import Range
from striate.boards.untold import (
    AMONG,
    ASKED_OF_EVENT,
    BECOMES_DAY,
    BECOMES_NIGHT,
    CHOSEN,
    EVENT,
    FIRST_TURN,
    HOLDERS,
    ORDER,
    PARTNER,
    SHOWN_EVENT,
    TAPPED,
    THAT_PLAYER,
    TOP,
    YOUR_TURN,
    Decision,
    Unknown,
    player_called,
)

Words = Callable[[str], str | None]
_SEAL = re.compile(r"#[0-9a-f]{16}")
# What a text says of "you", said of the other player: the longer words first.
_OF_THE_OPPONENT = (
    ("an opponent", "you "),
    ("you haven't", "the opponent hasn't"),
    ("you've", "the opponent has"),
    ("you have", "the opponent has"),
    ("you are", "the opponent is"),
    ("you had", "the opponent had"),
    ("your", "the opponent's"),
    ("you", "the opponent"),
)
_SWAPPED = re.compile("|".join(rf"\b{words}\b" for words, _ in _OF_THE_OPPONENT))


def asked_in_words(decision: Decision) -> str:
    """What an object asks for, in the words of its text."""
    what = decision.unknown.what
    return text_of_fact(what) or what


def condition(decisions: Sequence[Decision], words: Words) -> str:
    """When a case is so: "if you gained life this turn", "unless Bear attacked this turn"."""
    denied = [statement(each, words) for each in decisions if each.region == (False,)]
    held = [statement(each, words) for each in decisions if each.region != (False,)]
    parts = []
    if held:
        parts.append(f"if {' and '.join(held)}")
    if denied:
        parts.append(f"unless {' or '.join(denied)}")
    return ", ".join(parts)


def conditions(when: Iterable[Sequence[Decision]], words: Words) -> str:
    """The same of a case that comes about in several ways."""
    return "; or ".join(filter(None, (condition(each, words) for each in when)))


def statement(decision: Decision, words: Words) -> str:
    """What is so if the decision is "yes", or if it is the value that it has."""
    what, whom = decision.unknown.what, decision.unknown.whom
    words_ = _opened(text_of_fact(what) or what, words)
    if isinstance(decision.region, Range):
        return f"{quantity(decision, words)} is {_in_words(decision.region)}"
    if what == PARTNER:
        return f"{whom} is paired with {_one_of(decision, 'nobody')} (702.95)"
    if what == ASKED_OF_EVENT:
        return f"what {whom} asks of the object of its event is so (603.2)"
    if what == TAPPED:
        return f"{whom} is still tapped, as it was for {{T}} or to attack (508.1f, 602.2b)"
    if what == EVENT:
        return f"the event on which {whom} triggered is of {_one_of(decision)} (603.2)"
    if what == SHOWN_EVENT:
        return f"{whom} triggered on something that the board shows"
    if what == ORDER:
        return f"the timestamps are in the order {_one_of(decision)} (613.7m)"
    if what == "kept":
        return f"{_one_of(decision)} is kept (704.5j)"
    if what.startswith(AMONG):
        return f"in {decision.unknown.when} what is chosen is {_one_of(decision)}"
    if what.startswith(TOP):
        theirs = "your" if whom == "you" else "the opponent's"
        return what.replace("the library", f"{theirs} library")
    if isinstance(decision.value, str) and is_number_called(what):
        return f"the number for {whom.split(', ')[0]} ({words_}) is {_one_of(decision)}"
    if isinstance(decision.value, str):
        step = f"in {decision.unknown.when} " if what.startswith(CHOSEN) else ""
        return f"{step}{words_} is {_one_of(decision, 'nobody')}"
    if what in FACT_NAMES and whom == "opponent":
        return _SWAPPED.sub(lambda match: dict(_OF_THE_OPPONENT)[match.group()].strip(), words_)
    if what not in FACT_NAMES:
        about = whom.split(", ")[0]
        return f"“{words_}” holds for {about}" if about else words_
    if whom in ("you", ""):
        return words_
    return re.sub(r"(?<!\w)(it|~)(?!\w)", whom.split(", ")[0], words_, count=1)


def _one_of(decision: Decision, nothing: str = "") -> str:
    """The values with which it is so: "blue, black or red"."""
    *first, last = sorted(str(value) or nothing for value in decision.region)
    return f"{', '.join(first)} or {last}" if first else last


def quantity(decision: Decision, words: Words) -> str:
    """What a number is of: "your life total"."""
    what, whom = decision.unknown.what, decision.unknown.whom
    theirs = "your" if whom == "you" else "the opponent's"
    if what in _TOTALS:
        return _TOTALS[what].format(theirs)
    words_ = _opened(what, words)
    about = whom.split(", ")[0]
    if is_number_called(what):
        return f"the number for {about} ({words_})"
    return f"{words_} of {about}" if about else words_


_TOTALS = {
    "life": "{} life total",
    "speed": "{} speed",
    "further cards in hand": "the number of cards in {} hand that the board does not show",
}


def _in_words(region: Range) -> str:
    if region.most is None:
        return f"{region.least} or more"
    return str(region.least) if region.least == region.most else f"{region.least} to {region.most}"


def about(card: str, line: str) -> str:
    """What is not told or not understood, with the card that asks, if it is one."""
    return f"{card}: {line}" if card else line


def _in_which_turn(unknown: Unknown) -> str:
    if unknown.what == FIRST_TURN:
        return " as the first step"
    return "" if unknown.when == "turn 1" else f" in {unknown.when}"


def how_to_tell(decision: Decision) -> str:
    """What to write into the board so that it is known; "" if no step tells it."""
    words, when = _as_its_step_tells(decision), decision.unknown.when
    if begun := _BEGUN.fullmatch(when):
        # 603.2b: of what resolves as a step begins a step of its own tells in the turn.
        what, _, more = words.partition(f" in {when}")
        return f"{{ability: {begun[1]}, of: {flow(begun[2])}, {what}}} in its turn{more}"
    return words


_BEGUN = re.compile(r"step \d+, ability (\d+) of (.*)")


def _as_its_step_tells(decision: Decision) -> str:
    what, whom = decision.unknown.what, decision.unknown.whom
    if what in ("life", "speed"):
        return flow({what: 20 if what == "life" else decision.value, "player": whom})
    if what == "further cards in hand":
        return f"{{hand: {decision.value}, player: {whom}}}"
    if what in (YOUR_TURN, FIRST_TURN):
        return "{your_turn: true}" + _in_which_turn(decision.unknown)
    if what in _DAYTIMES:
        return flow({"daytime": _DAYTIMES[what]}) + _in_which_turn(decision.unknown)
    if what == "kept":
        return flow({"keep": decision.value})
    if what in HOLDERS.values():
        return flow({next(k for k, each in HOLDERS.items() if each == what): decision.value})
    if what == PARTNER:
        return flow({"pair": whom, **({"with": decision.value} if decision.value else {})})
    if what == TAPPED:
        return flow({"tap": whom}) + f" before {decision.unknown.when}, or untap after it"
    if what == ASKED_OF_EVENT:
        return f"targets: [HANDLE] in {decision.unknown.when.split(',')[0]}"
    if what == EVENT:
        return f"targets: [{decision.value}] in {decision.unknown.when}"
    if what == ORDER:
        return f"{{together: [{decision.value}], ordered: true}}"
    if what.startswith(CHOSEN):
        value = str(decision.value)
        if what == f"{CHOSEN}deed":
            return f"{flow({value: whom})} after {decision.unknown.when}"
        if what == f"{CHOSEN}mode":
            return f"mode: {value} in {decision.unknown.when}"
        chosen = {what.removeprefix(CHOSEN): int(value) if value.isdigit() else value}
        return f"choose: {flow(chosen)} in {decision.unknown.when}"
    if is_number_called(what):
        return f"choose: {{number: {decision.value}}} {_in_which_step(decision)}"
    if what == player_called("target"):
        return f"targets: [{decision.value}] {_as_it_resolves(decision)}"
    if what.startswith(AMONG):
        return f"targets: {decision.value} in {decision.unknown.when}"
    if what in _PLAYERS:
        return f"choose: {flow({_PLAYERS[what]: str(decision.value)})} {_as_it_resolves(decision)}"
    if what.startswith(TOP):
        return flow({"zone": "library", "card": "NAME", "owner": whom or "you"})
    if what == "X":
        return f"x: 2 in {decision.unknown.when}"
    if what not in FACT_NAMES:
        return _in_its_words(decision)
    if what in TURN_FACTS:
        step = flow({"this_turn": {what: "yes"}, "player": whom or "you"})
        return f'{step} in {decision.unknown.when} (or "no")'
    return f'choose: {flow({what: "yes"})} {_in_which_step(decision)} (or "no")'


_DAYTIMES = {BECOMES_DAY: "day", BECOMES_NIGHT: "night"}
_PLAYERS = {
    THAT_PLAYER: "player",
    player_called("chosen"): "player",
    player_called("defending"): "defending player",
}


def _in_its_words(decision: Decision) -> str:
    """What a resolution asks in words of its own; "" if a step can't repeat them."""
    what, when = decision.unknown.what, decision.unknown.when
    theirs = decision.unknown.whom.endswith((", you", ", opponent"))
    if not when.startswith("step") or not theirs or what.startswith("#"):
        return ""
    if isinstance(decision.domain, Range):
        return f"choose: {flow({what: decision.value})} in {when}"
    return f'choose: {flow({what: "yes"})} in {when} (or "no")'


def _as_it_resolves(decision: Decision) -> str:
    """In which step a player is named: where it resolves, or as the permanent enters."""
    when, chosen = decision.unknown.when, decision.unknown.what == player_called("chosen")
    if when.startswith("step"):
        return f"in {when}"
    return f"as {decision.asker} enters" if chosen and decision.asker else "in its step"


def _in_which_step(decision: Decision) -> str:
    """Whose `choose` it is: of what resolves, or of what entered."""
    when = decision.unknown.when
    return f"in {when}" if when.startswith("step") else f"as {decision.asker} enters"


def _opened(text: str, words: Words) -> str:
    """The text behind a seal, with its words in their places."""
    mark, *filled = text.split(" ")
    if not _SEAL.fullmatch(mark):
        return text
    sentence = words(mark) or "a condition whose words are not known"
    for word in filled:
        sentence = sentence.replace("{}", word, 1)
    return sentence
