"""`explain`: layer by layer, what each effect did and why, from the referee's trace.

Nothing is decided here: both readings agree on the outcome first, then the referee's notes of the
final evaluation are put into words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, NamedTuple

import msgspec

from striate.boards.editions import edition_of, readings_of
from striate.boards.errors import BoardError, did_you_mean, show
from striate.boards.oldnumbers import in_numbers_of
from striate.boards.timeline import Answer, Board, Seen
from striate.queries.caselines import (
    MOST_SHOWN,
    case_lines,
    decision_json,
    number_lines,
    taken_lines,
    tell_lines,
    unread_lines,
)
from striate.queries.cases import Case, cases_of
from striate.queries.outcome import Outcome, outcome
from striate.queries.replaying import Replay
from striate.queries.sentences import NOT_UNDERSTOOD, ONE_READING, READ_TWICE
from striate.queries.showing import (
    Words,
    box,
    colors,
    in_order,
    listed_abilities,
    not_modelled_json,
    opened,
    spoken,
    standing,
    titled,
    type_line,
)
from striate.queries.wording import conditions
from striate.referee.judge import judge_with_trace
from striate.referee.tracing import (
    Applied,
    Changed,
    NotApplied,
    Trace,
    Waited,
    numbered_as_of,
)

LAYERS = {
    "1a": "copy effects",
    "1b": "face-down permanents",
    "2": "control",
    "3": "text",
    "4": "types",
    "5": "colours",
    "6": "abilities",
    "7a": "power and toughness: defined",
    "7b": "power and toughness: set",
    "7c": "power and toughness: modified",
    "7d": "power and toughness: switched",
}
_IN_2007 = {
    **{layer: LAYERS[layer] for layer in ("1a", "1b", "2", "3", "4")},
    "5": "all others: colours, abilities",
    "6a": "power and toughness: defined",
    "6b": "power and toughness: set, or changed as something resolved",
    "6c": "power and toughness: counters",
    "6d": "power and toughness: changed by static abilities",
    "6e": "power and toughness: switched",
}
_WITH_COUNTERS_APART = {
    **LAYERS,
    "7d": "power and toughness: counters",
    "7e": "power and toughness: switched",
}
NOT_EXPLAINED = f"{ONE_READING} The layers are told from the plain reading. {READ_TWICE}"
_WIDTH = 96
_NARROWEST = 30  # columns: below, nothing can be read


@dataclass(frozen=True, slots=True)
class Explanation:
    """The outcome and how it came about; `handle`: the one object that was asked about."""

    found: Outcome
    answer: Answer  # the referee's, whose timestamps the trace speaks of
    trace: Trace
    handle: str | None
    rules: tuple[str, ...] = ()  # the board's
    cases: tuple["Explained", ...] = ()  # the others, by what the board does not tell

    @property
    def edition(self) -> str:
        """The edition that the board was read by; "" for today's rules."""
        return edition_of(self.rules)

    def numbered(self, text: str) -> str:
        """The text with the numbers that the clauses had in that edition."""
        return in_numbers_of(self.edition, text)

    @property
    def has_one_layer_1(self) -> bool:
        """613.2a: layer 1 had no sublayers until 2020."""
        return bool(self.edition) and in_numbers_of(self.edition, "613.2a") != "613.2a"

    @property
    def layers(self) -> dict[str, str]:
        """The layers, as the rules that the board was read by number and name them."""
        then = readings_of(self.rules)
        if "one-layer-of-others" in then:
            return _IN_2007
        return _WITH_COUNTERS_APART if "counters-apart" in then else LAYERS


@dataclass(frozen=True, slots=True)
class Explained:
    """One more case: when it is so, what the objects are then, and how that came about."""

    case: Case
    trace: Trace


def explain(board: Board, handle: str | None = None, replay: Replay = "auto") -> Explanation:
    """The explanation of a board, or of one object on it; raises `BoardError` for no such one.

    It is told from the plain reading: of a board that this does not read nothing is explained.
    """
    answered = outcome(board, replay=replay)
    handles = [seen.handle for seen in answered.answer.objects]
    if handle is not None and handle not in handles:
        hint = did_you_mean(handle, handles) or f"there are {', '.join(map(show, handles[:6]))}"
        raise BoardError(f"no object has the handle {show(handle)}", hint=hint, file=board.file)
    if not answered.replayed:
        return Explanation(answered, answered.answer, Trace(), handle, board.rules)
    edition = edition_of(board.rules)
    first = answered.ways[0][0].from_the_start() if answered.ways else None
    answer, trace = judge_with_trace(board, path=first)
    cases = cases_of(answered.ways, handle)[1:] if answered.ways else ()
    explained = tuple(
        Explained(case, numbered_as_of(edition, _traced(board, case)))
        for case in cases[:MOST_SHOWN]
    )
    return Explanation(
        answered, answer, numbered_as_of(edition, trace), handle, board.rules, explained
    )


def _traced(board: Board, case: Case) -> Trace:
    return judge_with_trace(board, path=case.path.from_the_start())[1]


def ranks(explanation: Explanation) -> dict[int, int]:
    """Timestamps as ranks, from 1: the readings count moments, people count what happened."""
    stamps = {seen.timestamp for seen in explanation.answer.objects}
    stamps |= {each.timestamp for each in _all_applied(explanation.trace)}
    return {stamp: rank for rank, stamp in enumerate(sorted(stamps - {0}), 1)}


def _all_applied(trace: Trace) -> Iterator[Applied]:
    yield from trace.applied
    if trace.after is not None:
        yield from _all_applied(trace.after)


def _object(explanation: Explanation, handle: str | None) -> Seen | None:
    objects = explanation.answer.objects
    return next((seen for seen in objects if seen.handle == handle), None)


def _concerns(explanation: Explanation, handles: tuple[str, ...]) -> bool:
    return explanation.handle is None or explanation.handle in handles


# --- text -----------------------------------------------------------------------------------------


def lines_of(explanation: Explanation, words: Words, width: int = _WIDTH) -> Iterator[str]:
    """The explanation as lines of at most that width; a word that is longer is broken."""
    for line in _lines(explanation, words):
        if line.text:
            yield from line.folded(width)
        else:
            yield ""


def _lines(explanation: Explanation, words: Words) -> Iterator["_Line"]:
    for seen in explanation.found.answer.objects:
        if _concerns(explanation, (seen.handle,)):
            gone = seen.handle in explanation.found.answer.gone
            yield from _summary(explanation, seen, gone, words)
    yield _Line("")
    if not explanation.found.replayed:
        yield _Line(NOT_EXPLAINED)
    yield from _trace_lines(explanation, explanation.trace, words)
    after = explanation.trace.after
    if after is not None and after.applied != explanation.trace.applied:
        yield _Line("")
        yield _Line("After state-based actions")
        yield from _trace_lines(explanation, after, words)
    yield from _case_lines(explanation, words)
    unread = unread_lines(explanation.found, words)
    if unread:
        yield _Line("")
        yield _Line(NOT_UNDERSTOOD)
        for line in unread:
            yield _Line(line, "  ")


def _case_lines(explanation: Explanation, words: Words) -> Iterator["_Line"]:
    """What the board does not tell: each case, with the effects that do something else in it."""
    outcome = explanation.found
    for one in explanation.cases:
        yield _Line("")
        yield _Line(
            f"{_capital(explanation.numbered(conditions(one.case.when, words))) or 'Otherwise'}:"
        )
        for seen in one.case.answer.objects:
            same = next((s for s in outcome.answer.objects if s.handle == seen.handle), None)
            gone = seen.handle in one.case.answer.gone
            if same is None or same != seen or gone != (seen.handle in outcome.answer.gone):
                also = explanation.numbered(standing(seen, gone))
                parts = filter(None, (type_line(seen), box(seen), also))
                yield _Line(f"{titled(seen)}: {'; '.join(parts)}", "  ", "    ")
        beside = _beside(one.trace, explanation.trace)
        if beside.applied or beside.not_applied or beside.state_based:
            yield from _trace_lines(explanation, beside, words)
    # What is shown of a number that is not told is one of all that it can be.
    numbers = list(number_lines(outcome.ways, words, explanation.handle))
    shown = case_lines(outcome.ways, words, explanation.handle) if numbers else ()
    differing = [
        *(explanation.numbered(line) for line in (*shown, *numbers)),
        *(f"Taken: {line}" for line in taken_lines(outcome, words)),
        *(f"Tell: {line}" for line in tell_lines(outcome)),
    ]
    if differing:
        yield _Line("")
    for text in differing:
        yield _Line(text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _beside(trace: Trace, other: Trace) -> Trace:
    """What a trace has and the other has not."""
    while trace.after is not None:
        trace = trace.after
    while other.after is not None:
        other = other.after
    return msgspec.structs.replace(
        trace,
        applied=tuple(each for each in trace.applied if each not in other.applied),
        not_applied=tuple(each for each in trace.not_applied if each not in other.not_applied),
    )


def _summary(explanation: Explanation, seen: Seen, gone: bool, words: Words) -> Iterator["_Line"]:
    also = explanation.numbered(standing(seen, gone))
    parts = (type_line(seen), colors(seen), box(seen), also)
    yield _Line(f"{titled(seen)}: " + "; ".join(part for part in parts if part), "", "    ")
    for text in listed_abilities(seen, words):
        yield _Line(text, "    ", "      ")


def _trace_lines(explanation: Explanation, trace: Trace, words: Words) -> Iterator["_Line"]:
    order = ranks(explanation)
    layer = ""
    for each in trace.applied:
        if not _concerns(explanation, each.objects):
            continue
        if each.layer != layer:
            layer = each.layer
            number = "1" if layer[0] == "1" and explanation.has_one_layer_1 else layer
            yield _Line(f"Layer {number}, {explanation.layers.get(layer, '')}")
        yield from _applied_lines(explanation, each, order, words)
    if not layer:
        yield _Line("No continuous effect applied.")
    idle = [each for each in trace.not_applied if _concerns(explanation, (each.source or "",))]
    if idle:
        yield _Line("Not applied")
    for one in idle:
        yield from _not_applied_lines(explanation, one, words)
    if trace.state_based:
        yield _Line(explanation.numbered("State-based actions (704.3)"))
        for text in trace.state_based:
            yield _Line(text, "  ", "    ")


def _applied_lines(
    explanation: Explanation, each: Applied, order: dict[int, int], words: Words
) -> Iterator["_Line"]:
    stamp = f"timestamp {order[each.timestamp]}, " if each.timestamp in order else ""
    source = each.source or "an effect"
    sentence = spoken(text_of(each.ability, words), _object(explanation, each.source))
    yield _Line(f"{source}: {sentence}", "  ", "    ")
    yield _Line(f"{stamp}rules {', '.join(each.rules)}", "    ")
    if each.begun_before:
        began = "it began in an earlier layer, so it goes on with the same objects (613.6)"
        yield _Line(explanation.numbered(began), "    ")
    for wait in each.waited:
        yield _Line(_waited_text(wait, words), "    ", "      ")
    for other in each.loop:
        sentence = spoken(text_of(other.on, words), None)
        why = explanation.numbered("depends on this one too: in such a loop none waits (613.8b)")
        yield _Line(f"“{sentence}” {why}", "    ", "      ")
    yield _Line(f"applies to {'; '.join(each.objects) or 'nothing'}", "    ", "      ")
    for change in each.changes:
        if _concerns(explanation, (change.handle,)):
            yield _Line(_changed_text(explanation, change, words), "    ", "      ")


def _waited_text(wait: Waited, words: Words) -> str:
    """613.8: for which effect it waited, by its source, and what that one changes of it."""
    why = {
        "existence": "it decides whether this effect exists",
        "text": "it changes what this effect says",
        "what it applies to": "it changes which objects this effect applies to",
        "what it does": "it changes what this effect does",
    }.get(wait.clause, "this effect depends on it")
    on = wait.source or f"“{spoken(text_of(wait.on, words), None)}”"
    return f"waited for {on}: {why} ({', '.join(wait.rules)})"


def _changed_text(explanation: Explanation, change: Changed, words: Words) -> str:
    if change.what == "abilities":
        before, after = parts(change.before), parts(change.after)
        seen = _object(explanation, change.handle)
        gained = [_quoted(text_of(each, words), seen) for each in subtract(after, before)]
        lost = [_quoted(text_of(each, words), seen) for each in subtract(before, after)]
        phrases = [f"gains {', '.join(gained)}"] if gained else []
        phrases += [f"loses {', '.join(lost)}"] if lost else []
        return f"{change.handle}: {' and '.join(phrases) or 'abilities change their order'}"
    was, now = (_shown(change.what, value) for value in (change.before, change.after))
    what = "colours" if change.what == "colors" else change.what
    return f"{change.handle}: {what}: {was} → {now}"


def _quoted(ability: str, seen: Seen | None) -> str:
    """An ability inside a sentence: a keyword as it is, sentences in quotes."""
    sentence = spoken(ability, seen)
    return f"“{sentence}”" if sentence.endswith(".") or ":" in sentence else sentence


def parts(text: str) -> list[str]:
    return [part for part in text.split("; ") if part]


def subtract(some: list[str], others: list[str]) -> list[str]:
    rest, left = list(others), []
    for each in some:
        if each in rest:
            rest.remove(each)
        else:
            left.append(each)
    return left


def _shown(what: str, value: str) -> str:
    """A characteristic's value in words; types in the order of a type line."""
    if value in ("", "None", "None/None"):
        return "none"
    return " ".join(in_order(value.split(", "))) if what in ("types", "supertypes") else value


def _not_applied_lines(
    explanation: Explanation, one: NotApplied, words: Words
) -> Iterator["_Line"]:
    rules = f" ({', '.join(one.rules)})" if one.rules else ""
    sentence = spoken(text_of(one.ability, words), _object(explanation, one.source))
    text = f"{one.source or 'an effect'}: {sentence.rstrip('.')}: {one.why}{rules}"
    yield _Line(text, "  ", "    ")
    for wait in one.waited:
        yield _Line(_waited_text(wait, words), "    ", "      ")


def text_of(ability: str, words: Words) -> str:
    """An ability's text in one line, opened where it is a seal."""
    return " ".join(opened(ability, words).split())


class _Line(NamedTuple):
    """A text that may need several lines: how the first one begins, and how the others do."""

    text: str
    first: str = ""
    rest: str | None = None

    def folded(self, width: int) -> list[str]:
        return wrap(
            self.text,
            max(width, _NARROWEST),
            initial_indent=self.first,
            subsequent_indent=self.first if self.rest is None else self.rest,
            break_on_hyphens=False,
        )


# --- JSON -----------------------------------------------------------------------------------------


def explanation_json(explanation: Explanation, words: Words) -> dict[str, Any]:
    """`applied` in order, each with what it waited for and what it changed; `not_applied`."""
    trace = explanation.trace
    order = ranks(explanation)
    applied = [each for each in trace.applied if _concerns(explanation, each.objects)]
    idle = [each for each in trace.not_applied if _concerns(explanation, (each.source or "",))]
    document: dict[str, Any] = {
        "object": explanation.handle,
        "applied": [_applied_json(explanation, each, order, words) for each in applied],
        "not_applied": [plain(each) | {"ability": text_of(each.ability, words)} for each in idle],
        "state_based": list(trace.state_based),
        "not_modelled": not_modelled_json(explanation.found.not_modelled, words),
        "checked": explanation.found.checked,
    }
    cases = [_case_json(explanation, each, order, words) for each in explanation.cases]
    document = {**document, "cases": cases} if cases else document
    return document if explanation.found.replayed else {**document, "replayed": "nothing"}


def _case_json(
    explanation: Explanation, one: Explained, order: dict[int, int], words: Words
) -> dict[str, Any]:
    """When it is so, and the effects that do something else than in the first case."""
    trace = _beside(one.trace, explanation.trace)
    return {
        "when": [[decision_json(each, words) for each in when] for when in one.case.when],
        "applied": [
            _applied_json(explanation, each, order, words)
            for each in trace.applied
            if _concerns(explanation, each.objects)
        ],
        "not_applied": [
            plain(each) | {"ability": text_of(each.ability, words)} for each in trace.not_applied
        ],
        "state_based": list(trace.state_based),
    }


def _applied_json(
    explanation: Explanation, each: Applied, order: dict[int, int], words: Words
) -> dict[str, Any]:
    changes = [plain(change) for change in each.changes if _concerns(explanation, (change.handle,))]
    return plain(each) | {
        "ability": text_of(each.ability, words),
        "timestamp": order.get(each.timestamp),
        "changes": changes,
    }


def plain(value: msgspec.Struct) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(value)
    return fields
