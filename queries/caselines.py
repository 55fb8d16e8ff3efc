"""The cases of an answer as people and programs read them: "Bear: 2/2; 3/3 if you gained life"."""

from collections.abc import Iterator, Sequence
from typing import Any

from striate.boards.timeline import Answer, Seen, Unmodelled
from striate.boards.unknownnumber import Range, Term
from striate.boards.untold import Decision
from striate.queries.cases import Case, Way, cases_of, unknowns_of
from striate.queries.outcome import Outcome, open_decisions
from striate.queries.showing import (
    Words,
    box,
    not_modelled_json,
    seen_json,
    spoken_abilities,
    standing,
    type_line,
)
from striate.queries.terms import terms_of
from striate.queries.wording import (
    about,
    asked_in_words,
    conditions,
    how_to_tell,
    quantity,
    statement,
)

MOST_SHOWN = 4  # cases of one object that are written out


def case_lines(ways: Sequence[Way], words: Words, only: str | None = None) -> Iterator[str]:
    """A line for each object that can end in several ways."""
    handles = dict.fromkeys(seen.handle for _, answer in ways for seen in answer.objects)
    for handle in handles if only is None else (only,):
        cases = cases_of(ways, handle)
        count = len(cases)
        if count > MOST_SHOWN:
            names = (statement(each, words) for each in unknowns_of(cases))
            yield f"{handle}: open, {count} ways: {'; '.join(names)}"
        elif count > 1:
            yield f"{handle}: {'; '.join(_parts(handle, cases, words))}"
        elif terms_of(cases[0].answer):
            seen = _seen(handle, cases[0].answer)
            if seen is not None and terms_of(Answer((seen,))):
                yield f"{handle}: {box(seen)}"


def number_lines(ways: Sequence[Way], words: Words, only: str | None = None) -> Iterator[str]:
    """What the n of an answer is, or of one object."""
    by_unknown = {
        unknown: path
        for path, answer in ways
        for seen in answer.objects
        if only in (None, seen.handle)
        for unknown in terms_of(Answer((seen,)))
    }
    for unknown, path in by_unknown.items():
        if unknown in path.decisions:
            yield f"n: {quantity(path.decisions[unknown], words)}"


def _parts(handle: str, cases: tuple[Case, ...], words: Words) -> Iterator[str]:
    first = cases[0].answer
    for number, case in enumerate(cases):
        other = cases[1].answer if number == 0 else first
        ends = _differs(handle, case.answer, other, words)
        yield f"{ends} {conditions(case.when, words)}" if number else ends


def _differs(handle: str, answer: Answer, other: Answer, words: Words) -> str:
    """What the object is in one case, as far as it is something else in the other."""
    here, other_seen = _seen(handle, answer), _seen(handle, other)
    if here is None:
        return "not there"
    if (handle in answer.gone) != (handle in other.gone) and handle in answer.gone:
        return "gone"
    if other_seen is None:
        return box(here) or type_line(here)
    parts = []
    if box(here) and (box(here) != box(other_seen) or handle in other.gone):
        parts.append(box(here))
    if sorted(type_line(here).split()) != sorted(type_line(other_seen).split()):
        parts.append(type_line(here))
    if here.controller != other_seen.controller:
        parts.append("yours" if here.controller == "you" else "the opponent's")
    if standing(here, False) != standing(other_seen, False):
        parts.append(f"({standing(here, False) or 'nothing else'})")
    mine, others = spoken_abilities(here, words), spoken_abilities(other_seen, words)
    more = [text for text in mine if text not in others]
    parts += [f"with “{text}”" for text in more]
    less = [text for text in others if text not in mine]
    if not more and less:
        parts.append("without " + ", ".join(f"“{text}”" for text in less))
    return " ".join(parts) or box(here) or "different"


def _seen(handle: str, answer: Answer) -> Seen | None:
    return next((each for each in answer.objects if each.handle == handle), None)


def tell_lines(outcome: Outcome) -> list[str]:
    """How to tell what the answer hangs on."""
    advice = (how_to_tell(each) for each in (*open_decisions(outcome.ways), *outcome.first_to_tell))
    return [text for text in dict.fromkeys(advice) if text]


def not_understood(outcome: Outcome) -> tuple[Unmodelled, ...]:
    """What is not understood, without what is only not told."""
    untold = {asked_in_words(each) for each in open_decisions(outcome.ways)}
    return tuple(each for each in outcome.not_modelled if each.line not in untold)


def unread_lines(outcome: Outcome, words: Words) -> list[str]:
    """The same, a line each, with the card that it is of."""
    lines = not_modelled_json(not_understood(outcome), words)
    return [about(each["card"], each["line"]) for each in lines]


def taken_lines(outcome: Outcome, words: Words) -> Iterator[str]:
    """What was taken to be so, as a game begins so or the board shows it."""
    for unknown, known in outcome.taken:
        sentence = statement(Decision(unknown, True, (True,), (True,)), words)
        yield f"{sentence}: {'yes' if known.value else 'no'} ({known.why})"


def taken_json(outcome: Outcome) -> list[dict[str, Any]]:
    return [
        {"what": each.what, "whom": each.whom, "value": known.value, "why": known.why}
        for each, known in outcome.taken
    ]


# --- JSON -----------------------------------------------------------------------------------------


def cases_json(outcome: Outcome, words: Words) -> list[dict[str, Any]]:
    """A case for each condition, with the objects as they differ from the answer's; none if there
    is one and no value of it hangs on a number."""
    cases = outcome.cases
    if len(cases) < 2 and not any(terms_of(case.answer) for case in cases):
        return []
    return [
        {
            "when": [decision_json(each, words) for each in when],
            "objects": _differing(case.answer, outcome.answer, words),
            "gone": sorted(case.answer.gone),
        }
        for case in cases
        for when in case.when
    ]


def _differing(answer: Answer, first: Answer, words: Words) -> dict[str, Any]:
    """By handle, what of each object is otherwise than in the first case."""
    objects: dict[str, Any] = {}
    for seen in answer.objects:
        first_seen = _seen(seen.handle, first)
        plain = _json(seen, words)
        before = {} if first_seen is None else _json(first_seen, words)
        changed = {
            key: plain.get(key) for key in {**before, **plain} if before.get(key) != plain.get(key)
        }
        if changed:
            objects[seen.handle] = changed
    return objects


def _json(seen: Seen, words: Words) -> dict[str, Any]:
    plain = seen_json(seen, words)
    for key in ("power", "toughness", "mana_value"):
        plain |= {key: _term_json(plain[key])} if isinstance(plain.get(key), Term) else {}
    plain["counters"] = {kind: _term_json(number) for kind, number in plain["counters"].items()}
    return plain


def _term_json(value: Any) -> Any:
    """A value that hangs on a number: of what, how many times, and what is added."""
    if not isinstance(value, Term):
        return value
    n = f"{value.unknown.what} {value.unknown.whom}".strip()
    return {"n": n, "times": value.factor, "plus": value.plus}


def decision_json(decision: Decision, words: Words) -> dict[str, Any]:
    unknown = decision.unknown
    return {
        "what": unknown.what,
        "whom": unknown.whom,
        "when": unknown.when,
        **_value_json(decision),
        "words": statement(decision, words),
    }


def _value_json(decision: Decision) -> dict[str, Any]:
    """A number by its bounds, anything else by what it is."""
    region = decision.region
    if isinstance(region, Range):
        most = {} if region.most is None else {"most": region.most}
        return {"least": region.least, **most}
    return {"value": region[0] if len(region) == 1 else list(region)}


def unknowns_json(outcome: Outcome, words: Words) -> list[dict[str, Any]]:
    """What tells the cases apart, and what to write so that it is known."""
    plain = []
    for each in open_decisions(outcome.ways):
        shown = {
            key: value
            for key, value in decision_json(each, words).items()
            if key not in ("value", "least", "most")
        }
        tell = how_to_tell(each)
        plain.append({**shown, **({"tell": tell} if tell else {})})
    return plain
