"""What a board does not tell, as switches beside the objects; and the step that tells it.

A switch stays once it was used: what a row of the board tells is read off that row.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from striate.boards.facts import FACT_NAMES, TURN_FACTS, text_of_fact
from striate.boards.handling import handles
from striate.boards.names import Shelf
from striate.boards.timeline import Board
from striate.boards.unknownnumber import Range
from striate.boards.untold import CHOSEN, EVENT, FIRST_TURN, PARTNER, YOUR_TURN, Decision, Unknown
from striate.queries.outcome import Outcome, open_decisions
from striate.queries.showing import Words
from striate.queries.terms import terms_of
from striate.queries.wording import quantity, statement

Plain: TypeAlias = dict[str, Any]

_YES, _NO = "yes", "no"
_SEATS = (("you", "you"), ("opponent", "your opponent"))
_USUAL_LIFE = 20
_FEW = 5  # numbers that have a button each
# Facts that a row of their own tells, with the values that it can have.
_ROWS: dict[str, tuple[str, tuple[tuple[Any, str], ...]]] = {
    "monarch": ("The monarch is", _SEATS),
    "initiative": ("The initiative has", _SEATS),
    "daytime": ("It is", (("day", "day"), ("night", "night"))),
    "your_turn": ("It is the turn of", _SEATS),
    "blessing": ("The city’s blessing has", _SEATS),
    "dungeon": ("A dungeon has been completed by", _SEATS),
}


@dataclass(frozen=True)
class Option:
    """One way that it can be; `edit` None: no step can tell it."""

    label: str
    edit: Plain | None
    now: bool = False
    shown: bool = False  # nobody tells it; the answer is shown as if it were so


@dataclass(frozen=True)
class Switch:
    """Something that the board does not tell, or tells by a row; `handle`: where it stands."""

    handle: str
    words: str
    options: tuple[Option, ...]
    open: bool = True


def of(
    board: Board, outcome: Outcome, document: Mapping[str, Any], shelf: Shelf, words: Words
) -> dict[str, list[Switch]]:
    """By the object beside which they stand, "" for none."""
    placed: dict[str, list[Switch]] = {}
    seen_handles = {seen.handle for seen in outcome.answer.objects}
    decisions = open_decisions(outcome.ways) if len(outcome.ways) else ()
    switches = [
        *(_open(each, outcome, words) for each in decisions),
        *_taken(outcome),
        *_told(document, shelf, board),
    ]
    for switch in switches:
        placed.setdefault(switch.handle if switch.handle in seen_handles else "", []).append(switch)
    return placed


# --- what is open ---------------------------------------------------------------------------------


def _open(decision: Decision, outcome: Outcome, words: Words) -> Switch:
    regions = _regions(decision.unknown, outcome)
    number = isinstance(decision.region, Range)
    title = quantity(decision, words) if number else statement(_so(decision), words)
    if decision.unknown.what == "kept":
        title = "Which is kept (704.5j)"
    if decision.unknown.what == EVENT:
        title = "On which object it triggered (603.2)"
    first = outcome.ways[0][0].decisions.get(decision.unknown)
    shown = first.region if first is not None else None
    options = tuple(_option(decision, region, shown) for region in regions)
    return Switch(decision.asker, title[:1].upper() + title[1:], options)


def _so(decision: Decision) -> Decision:
    """The decision as if it were "yes"."""
    if not isinstance(decision.value, bool):
        return decision
    return Decision(decision.unknown, True, (True,), decision.domain, decision.asker)


def _regions(unknown: Unknown, outcome: Outcome) -> list[Any]:
    """The parts of what it can be in which the board ends alike, in their order."""
    regions: list[Any] = []
    for path, _ in outcome.ways:
        each = path.decisions.get(unknown)
        if each is not None and each.region not in regions:
            regions.append(each.region)
    if isinstance(regions[0], Range):
        in_order = sorted(regions, key=lambda each: each.least)
        if not any(unknown in terms_of(answer) for _, answer in outcome.ways):
            return in_order
        return [part for each in in_order for part in _singly(each)]
    values = dict.fromkeys(value for region in regions for value in region)
    return [(value,) for value in values]


def _singly(region: Range) -> list[Range]:
    """Each number of a few by itself: what is shown of an object differs with it."""
    if region.most is None or region.most - region.least > _FEW:
        return [region]
    return [Range(number, number) for number in range(region.least, region.most + 1)]


def _option(decision: Decision, region: Any, shown: Any) -> Option:
    if isinstance(region, Range):
        value: Any = _usual(decision.unknown, region)
        label = f"{region.least} or more" if region.most is None else f"{region.least}"
        if region.most not in (None, region.least):
            label += f" to {region.most}"
    else:
        value = region[0]
        label = {True: _YES, False: _NO}.get(value, str(value) or "nobody")
    asker, unknown = decision.asker, decision.unknown
    edit = {"do": "tell", "what": unknown.what, "whom": unknown.whom, "when": unknown.when,
            "asker": asker, "value": value}  # fmt: skip
    offered = edit if can_be_told(unknown) else None
    return Option(label, offered, shown=shown == region or _is_first(region, shown))


def _is_first(region: Any, shown: Any) -> bool:
    """Whether it is the number of those that is shown: the least."""
    both = isinstance(region, Range) and isinstance(shown, Range)
    return both and region.least == region.most == shown.least


def _usual(unknown: Unknown, region: Range) -> int:
    usual = _USUAL_LIFE if unknown.what == "life" else region.least
    low = max(region.least, usual)
    return low if region.most is None else min(low, region.most)


def can_be_told(unknown: Unknown) -> bool:
    """Whether a step says it."""
    named = (
        "life",
        "speed",
        "further cards in hand",
        YOUR_TURN,
        FIRST_TURN,
        EVENT,
        "kept",
        "X",
        *FACT_NAMES,
    )
    by_a_step = ", ability " not in unknown.when  # else none of the board's has resolved it
    return by_a_step and (unknown.what in named or unknown.what.startswith(CHOSEN))


# --- what is known although no row tells it -------------------------------------------------------


def _taken(outcome: Outcome) -> Iterator[Switch]:
    """What is known although no row tells it, and a row could tell otherwise."""
    for unknown, known in outcome.taken:
        whom = unknown.whom or "you"
        rows: dict[str, Plain] = {
            "monarch": {"monarch": whom},
            "max speed": {"speed": 4, **_player(whom)},
            "city's blessing": {"blessing": whom},
            "dungeon completed": {"dungeon": whom},
        }
        if unknown.what in rows:
            edit: Plain = {"do": "step", "step": rows[unknown.what], "at": 0}
        elif unknown.what in TURN_FACTS:
            edit = {"do": "tell", "what": unknown.what, "whom": unknown.whom,
                    "when": unknown.when, "value": not known.value}  # fmt: skip
        else:
            continue
        decision = Decision(unknown, True, (True,), (True,))
        sentence = statement(decision, lambda mark: None)
        ways = {True: (_YES, _NO), False: (_NO, _YES)}[known.value]
        options = (Option(ways[0], None, now=True), Option(ways[1], edit))
        yield Switch("", sentence[:1].upper() + sentence[1:], options, open=False)


# --- what rows tell -------------------------------------------------------------------------------


def _told(document: Mapping[str, Any], shelf: Shelf, board: Board) -> Iterator[Switch]:
    steps = [step for step in document.get("steps") or [] if isinstance(step, Mapping)]
    names = handles(steps, shelf)
    for at, step in enumerate(steps[: len(board.steps)]):
        for fact, value in (step.get("choose") or {}).items():
            if fact in FACT_NAMES and value in (_YES, _NO):
                sentence = (text_of_fact(fact) or fact).replace("~", names[at] or "it")
                options = tuple(
                    Option(word, _set(at, ["choose", fact], word), now=word == value)
                    for word in (_YES, _NO)
                )
                sentence = sentence[:1].upper() + sentence[1:]
                yield Switch(names[at], sentence, options, open=False)
        for fact, value in (step.get("this_turn") or {}).items():
            options = tuple(
                Option(word, _set(at, ["this_turn", fact], word), now=word == value)
                for word in (_YES, _NO)
            )
            sentence = text_of_fact(fact) or str(fact)
            who = "Your opponent: “" if step.get("player") == "opponent" else "“"
            yield Switch("", f"{who}{sentence}”", options, open=False)
        if "keep" in step:
            alike = [name for name in names[:at] if _same_name(name, str(step["keep"]))]
            options = tuple(
                Option(name, _set(at, ["keep"], name), now=name == step["keep"]) for name in alike
            )
            yield Switch(str(step["keep"]), "Which is kept (704.5j)", options, open=False)
        for fact, (sentence, values) in _ROWS.items():
            if fact in step:
                yield _row_switch(at, step, fact, sentence, values)


def _same_name(name: str, other: str) -> bool:
    return bool(name) and name.split(" #")[0] == other.split(" #")[0]


def _row_switch(
    at: int, step: Mapping[str, Any], fact: str, sentence: str, values: Sequence[tuple[Any, str]]
) -> Switch:
    """A row that tells a fact of the game, with the other ways that it can be."""
    key = "player" if fact == "your_turn" else fact
    now = step.get(key) or "you"
    options = tuple(
        Option(label, _set(at, [key], value), now=value == now) for value, label in values
    )
    return Switch("", sentence, options, open=False)


def _set(at: int, key: list[str], value: Any) -> Plain:
    return {"do": "set", "at": at, "key": key, "value": value}


# --- writing --------------------------------------------------------------------------------------


def written(steps: list[Plain], tell: Mapping[str, Any], shelf: Shelf) -> None:
    """Writes the step that tells it, or the key of the step that asks."""
    what, whom, value = str(tell["what"]), str(tell["whom"]), tell["value"]
    when = str(tell.get("when", ""))
    first = _first_of_turn(steps, when)
    if what == PARTNER:
        step = {"pair": whom, **({"with": str(value)} if value else {})}
        steps.insert(_step_of(when.split(",")[0], len(steps)), step)
    elif what == "kept":
        steps.insert(_step_of(when, len(steps)), {"keep": str(value)})
    elif what in ("life", "speed"):
        steps.insert(first, {what: int(value), **_player(whom)})
    elif what == "further cards in hand":
        shown = sum(
            step.get("zone") == "hand" and (step.get("owner") or "you") == whom for step in steps
        )
        steps.insert(first, {"hand": int(value) + shown, **_player(whom)})
    elif what in (YOUR_TURN, FIRST_TURN):
        steps.insert(first, {"your_turn": True, **_player("you" if value else "opponent")})
    elif what == "X":
        steps[_step_of(when, len(steps)) - 1]["x"] = int(value)
    elif what == EVENT:
        steps[_step_of(when, len(steps)) - 1]["targets"] = [str(value)]
    elif what.startswith(CHOSEN):
        _choose(steps[_step_of(when, len(steps)) - 1], what.removeprefix(CHOSEN), value)
    elif what in TURN_FACTS:
        steps.insert(first, {"this_turn": {what: _YES if value else _NO}, **_player(whom)})
    else:
        at = _maker(steps, str(tell.get("asker", "")), shelf)
        _choose(steps[at], what, {True: _YES, False: _NO}.get(value, value))


def _choose(step: Plain, kind: str, value: Any) -> None:
    number = isinstance(value, str) and value.isdigit()
    step["choose"] = {**(step.get("choose") or {}), kind: int(value) if number else value}


def _player(whom: str) -> Plain:
    return {"player": whom} if whom == "opponent" else {}


def _step_of(when: str, otherwise: int) -> int:
    kind, _, number = when.partition(" ")
    return min(int(number), otherwise) if kind == "step" and number.isdecimal() else otherwise


def _first_of_turn(steps: Sequence[Mapping[str, Any]], when: str) -> int:
    """Where the turn begins in which it is so: a row there tells it for the whole turn."""
    kind, _, number = when.partition(" ")
    turn = int(number) if kind == "turn" and number.isdecimal() else 1
    ends = [at for at, step in enumerate(steps) if step.get("end_turn")]
    return ends[turn - 2] + 1 if 1 < turn <= len(ends) + 1 else 0


def _maker(steps: Sequence[Plain], asker: str, shelf: Shelf) -> int:
    """The step that made the object whose words ask."""
    names = handles(steps, shelf)
    return names.index(asker) if asker in names else len(steps) - 1
