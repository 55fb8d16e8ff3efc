"""The long questions: which board, why not, another order. Each tells how far it is."""

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from striate.boards.building import build
from striate.boards.editions import day_in
from striate.boards.errors import BoardError
from striate.boards.handling import handles, named_by, rehandled
from striate.boards.names import Shelf
from striate.boards.plain import Loaded
from striate.boards.timeline import Answer, Seen
from striate.boards.writing import tidy
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card
from striate.queries.answers import canonical
from striate.queries.finding import telling
from striate.queries.finding.asked import search
from striate.queries.finding.foundboards import Found
from striate.queries.finding.whynot import why_not
from striate.queries.generating.boards import pool_cards
from striate.queries.goals.language import read_goal
from striate.queries.outcome import outcome
from striate.queries.showing import box, colors, type_line
from striate.web.wording import value_words

Plain: TypeAlias = dict[str, Any]
Tell: TypeAlias = Callable[[Plain], None]

LARGEST = 8  # permanents of a board that is searched
_SECONDS = 120.0
_MOST_ORDERS = 5040
_MOST_TRIED = 2500  # boards of a "why not"
_OPTION = re.compile(r" \(`--[a-z-]+`\)")  # of the command: the page's form has no such words


# --- a board for a goal ---------------------------------------------------------------------------


def searched(question: Plain, catalogue: Catalogue, tell: Tell) -> Found:
    """`find` with what the page's form gives."""
    seconds = min(_SECONDS, max(1.0, float(question.get("seconds") or 30)))
    text = str(question.get("goal", ""))
    pool = {
        "cards": str(question.get("cards") or ""),
        "with_": str(question.get("with") or ""),
        "spells": bool(question.get("spells")),
    }
    day = day_in(tuple(map(str, (question.get("document") or {}).get("rules") or ())))
    started = time.monotonic()

    def progress(now: Plain) -> None:
        tell({**_numbers(now), "seconds": round(time.monotonic() - started, 1)})

    tell({"size": 0, "seconds": 0})
    return search(
        text,
        catalogue,
        pool=pool,
        size=max(1, min(LARGEST, int(question.get("size") or 4))),
        all_=max(1, min(10, int(question.get("all") or 1))),
        timeout=seconds,
        progress=progress,
        rules=day,
    )


def _numbers(now: Plain) -> Plain:
    return {key: now[key] for key in ("size", "classes", "found") if isinstance(now.get(key), int)}


def found_words(answer: Found, question: Plain) -> Plain:
    """The answer in words, and its boards."""
    return {
        "understood": answer.understood,
        "headline": telling.headline(answer, int(question.get("all") or 1)),
        "details": telling.details(answer),
        "left_out": [_OPTION.sub("", each) for each in telling.left_out(answer)],
        "status": answer.status,
        "rules": list(answer.rules),
        "boards": [
            {
                "document": tidy(each.document),
                "others": telling.alternatives(each),
                "steps": list(told_steps(tidy(each.document)["steps"])),
            }
            for each in answer.boards
        ],
    }


def told_steps(steps: Sequence[Plain]) -> Iterator[str]:
    """Each step of a board in a few words."""
    for step in steps:
        head, *rest = step.items()
        words = " ".join(value_words(head[1]).split())
        line = words if head[0] == "enter" else f"{head[0].replace('_', ' ')} {words}"
        further = ", ".join(f"{key.replace('_', ' ')} {value_words(value)}" for key, value in rest)
        yield f"{line} ({further})" if further else line


# --- why not --------------------------------------------------------------------------------------


def refused(question: Plain, document: Plain, catalogue: Catalogue, shelf: Shelf) -> Plain:
    """What keeps the board from the goal, and the nearest boards that reach it."""
    board = build(Loaded(document), shelf)
    goal = read_goal(str(question.get("goal", "")), catalogue)
    answer = why_not(goal, board, catalogue, pool=_joining(question, catalogue), most=_MOST_TRIED)
    return {
        "understood": answer.understood,
        "status": answer.status,
        "changes": answer.changes,
        "tried": answer.tried,
        "complete": answer.complete,
        "shortfalls": [
            {
                "object": short.handle or short.missing,
                "there": short.handle is not None,
                "claims": list(short.claims),
                "effects": [
                    {
                        "layer": effect.layer,
                        "source": effect.source,
                        "before": effect.words[0],
                        "after": effect.words[1],
                        "rules": list(effect.rules),
                    }
                    for effect in short.effects
                ],
            }
            for short in answer.shortfalls
        ],
        "near": [
            {"changes": list(near.changes), "document": tidy(near.document)} for near in answer.near
        ],
    }


def _joining(question: Plain, catalogue: Catalogue) -> tuple[Card, ...]:
    """The cards that may join the board: those that are named, else well-known ones."""
    names = [name.strip() for name in str(question.get("cards") or "").split(";") if name.strip()]
    if not names:
        return pool_cards(catalogue)
    cards = {name: catalogue.card(name) for name in names}
    for name, card in cards.items():
        if card is None:
            raise BoardError(f"no card is called `{name}`; put semicolons between the names")
    return tuple(card for card in cards.values() if card is not None)


# --- another order --------------------------------------------------------------------------------


def swaps(document: Plain, shelf: Shelf) -> Iterator[Plain]:
    """Each swap of neighbours that changes something: the two rows, what changes, the board."""
    steps = [dict(step) for step in document["steps"]]
    names = handles(steps, shelf)
    before = _answer(document, shelf)
    for at, (one, two) in enumerate(pairwise(range(len(steps)))):
        if names[one] and names[one] in set(named_by(steps[two])):
            continue
        order = [*range(at), two, one, *range(at + 2, len(steps))]
        changed = _in_order(document, steps, names, order, shelf)
        try:
            after = _answer(changed, shelf)
        except BoardError:
            continue
        changes = list(differing(before, after))
        if changes:
            yield {"first": at + 2, "second": at + 1, "changes": changes, "document": changed}


def orders(document: Plain, shelf: Shelf, tell: Tell) -> Plain:
    """Whether every order of the steps gives the same; else one board for each other result."""
    steps = [dict(step) for step in document["steps"]]
    names = handles(steps, shelf)
    before = _answer(document, shelf)
    results: dict[str, tuple[int, Plain, Answer]] = {_key(before): (0, document, before)}
    tried = 0
    started = time.monotonic()
    whole, sure = True, not _unread(document, shelf)
    for order in _legal_orders(steps, names):
        if tried >= _MOST_ORDERS or time.monotonic() - started > _SECONDS:
            whole = False
            break
        tried += 1
        if tried % 20 == 0:
            tell({"tried": tried, "seconds": round(time.monotonic() - started, 1)})
        changed = _in_order(document, steps, names, order, shelf)
        try:
            after = _answer(changed, shelf)
        except BoardError:
            continue
        number, first, answer = results.get(_key(after), (0, changed, after))
        results[_key(after)] = (number + 1, first, answer)
    return {
        "tried": tried,
        "whole": whole,
        "sure": sure,
        "results": [
            {"orders": number, "document": first, "changes": list(differing(before, answer))}
            for number, first, answer in sorted(results.values(), key=lambda each: -each[0])
        ],
    }


def _legal_orders(steps: Sequence[Plain], names: Sequence[str]) -> Iterator[list[int]]:
    """Every order in which each object is there before a step speaks of it."""
    maker = {name: at for at, name in enumerate(names) if name}
    needs = [{maker[name] for name in named_by(step) if name in maker} for step in steps]

    def further(done: list[int]) -> Iterator[list[int]]:
        if len(done) == len(steps):
            yield list(done)
            return
        for at in range(len(steps)):
            if at not in done and needs[at] <= set(done):
                yield from further([*done, at])

    return further([])


def _in_order(
    document: Plain, steps: list[Plain], names: list[str], order: list[int], shelf: Shelf
) -> Plain:
    board = {key: value for key, value in document.items() if key != "expect"}
    board["steps"] = rehandled([steps[at] for at in order], [names[at] for at in order], shelf)
    return board


def _unread(document: Plain, shelf: Shelf) -> bool:
    """Whether a line of the board that could matter is not understood."""
    return bool(outcome(build(Loaded(document), shelf)).not_modelled)


def _answer(document: Plain, shelf: Shelf) -> Answer:
    return outcome(build(Loaded(document), shelf)).answer


def _key(answer: Answer) -> str:
    """Equal for answers in which every object is the same, whatever their timestamps."""
    same = canonical(answer)
    objects = [
        (*(getattr(seen, name) for name in Seen.__struct_fields__ if name != "timestamp"),)
        for seen in same.objects
    ]
    return json.dumps([repr(objects), same.gone])


def differing(before: Answer, after: Answer) -> Iterator[str]:
    """What another answer has otherwise, object by object."""
    old = {seen.handle: seen for seen in before.objects}
    for seen in after.objects:
        was = old.get(seen.handle)
        if was is None:
            continue
        changes = []
        if (seen.handle in after.gone) != (seen.handle in before.gone):
            changes.append("is gone" if seen.handle in after.gone else "stays")
        if box(seen) != box(was):
            changes.append(
                f"is {box(seen) or 'without power and toughness'} instead of {box(was) or 'none'}"
            )
        if type_line(seen) != type_line(was):
            changes.append(f"is {type_line(seen)}")
        if colors(seen) != colors(was):
            changes.append(f"has the colours {colors(seen)}")
        if seen.controller != was.controller:
            changes.append("is yours" if seen.controller == "you" else "is your opponent’s")
        if sorted(map(repr, seen.abilities)) != sorted(map(repr, was.abilities)):
            changes.append("has other abilities")
        if changes:
            yield f"{seen.handle} {', '.join(changes)}"
