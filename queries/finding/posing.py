"""From what somebody types to the question that is searched."""

import difflib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from striate.boards.editions import day_in, with_day
from striate.boards.errors import meant, show
from striate.boards.reading import read_sketch
from striate.boards.sketch import Sketch
from striate.cards.catalogue.store import Catalogue
from striate.cards.vocabulary import KEYWORD_COUNTERS
from striate.queries.finding.asides import Asides, without_asides
from striate.queries.finding.pools import (
    PoolError,
    PoolOptions,
    could_be_there,
    names_in,
    pool_and_graveyard,
)
from striate.queries.goals.language import read_goal
from striate.queries.goals.tokens import GoalError
from striate.search.goals import ATTACHMENT, Goal, speaks_of
from striate.search.questions import Question
from striate.solver.deadline import MEMORY, Deadline

_LIKE = 0.8  # so much alike a misspelt keyword is


def pose(
    text: str,
    catalogue: Catalogue,
    options: PoolOptions,
    *,
    sketch: Path | None = None,
    counters: str = "",
    timeout: float | None = None,
    memory: int = MEMORY,
    deadline: Deadline | None = None,
    **further: Any,
) -> Question:
    """The question; `further` are fields of it. `OutOfTime` where the time ends here.

    Its time runs from here, or to the `deadline`, where that began before.
    """
    deadline = deadline or Deadline.after(timeout, memory)
    with deadline.enforced():
        return _posed(text, catalogue, options, sketch, counters, deadline=deadline, **further)


def _posed(
    text: str,
    catalogue: Catalogue,
    options: PoolOptions,
    sketch: Path | None,
    counters: str,
    **further: Any,
) -> Question:
    resolving = options.spells
    goal, asides = said(text, catalogue) if text else (Goal(()), None)
    if asides is not None:
        options = with_asides(options, asides)
        further |= {"size": asides.size} if asides.size else {}
        further["asides"] = asides.words
        if asides.stays and further.get("any_"):
            raise PoolError("the goal says that it stays: leave `--any` out")
    plan = None if sketch is None else read_sketch(sketch, catalogue)
    if plan is not None:
        plan = _by_rules_of(str(further.get("rules", "")), plan)
        further["rules"] = day_in(_rules_of(plan))
    if plan is not None and not (options.cards or options.filter):
        options = _sketch_pool(options, plan.pool)
    if plan is not None and any(h.kind == "card" and h.place[-1] != "enter" for h in plan.holes):
        options = replace(options, spells=True)  # what resolves, or lies in a graveyard
    if plan is not None and text and is_but_a_pool(plan):
        # Of nothing but a pool the circuit decides what trying boards one by one would take hours
        # for.
        further["size"], plan = max(1, min(plan.size, further.get("size", plan.size))), None
    if plan is not None:
        given = {**further, "counters": counters, "spells": resolving}
        _check_beside_sketch(options, asides, given)
    if further.get("any_") and speaks_of(goal, ATTACHMENT):
        # 704.5m-n: of what went no answer tells what was attached to it.
        raise PoolError("the goal says what is attached: leave `--any` out")
    cards, graveyard = pool_and_graveyard(options, goal, catalogue)
    beside = names_in(options.with_, catalogue)
    spell = next((card for card in beside if not could_be_there(card)), None)
    if resolving and spell is not None:
        # What resolves and is gone is not there, and a manifested one is not meant.
        raise PoolError(f"`{spell.name}` is no permanent: leave it out of `--with`, it may resolve")
    return Question(
        goal,
        cards,
        graveyard=graveyard,
        with_=tuple(card.faces[0].name for card in beside),
        counters=_kinds_of(counters),
        sketch=plan,
        spells=resolving,
        **further,
    )


def _check_beside_sketch(
    options: PoolOptions, asides: Asides | None, given: Mapping[str, Any]
) -> None:
    """That nothing is asked of the boards at which no filling of holes looks."""
    if asides is not None and (asides.size or asides.without or asides.cards or asides.filter):
        raise PoolError(f"a sketch itself says what may be there: leave “{asides.words}” out")
    given = {"with": options.with_, "without": options.without, **given}
    for name in ("with", "without", "size", "exact", "counters", "spells", "certify"):
        if given.get(name):
            raise PoolError(f"a sketch itself says what may be there: leave `--{name}` out")


def said(text: str, catalogue: Catalogue) -> tuple[Goal, Asides | None]:
    """The goal, and what its words say of the search besides."""
    try:
        return read_goal(text, catalogue), None
    except GoalError as error:
        asides = without_asides(text, catalogue)
        if asides is None:
            raise
        try:
            return msgspec.structs.replace(read_goal(asides.goal, catalogue), text=text), asides
        except GoalError as other:
            other.nearest += f", {asides.words}" if other.nearest else ""
            raise error if asides.stays else other from None


def with_asides(options: PoolOptions, asides: Asides) -> PoolOptions:
    """The options with those that the goal says itself."""
    if (asides.cards or asides.filter) and (options.cards or options.filter):
        raise PoolError("the goal says which cards to use: leave `--cards` and `--pool` out")
    return replace(
        options,
        cards=options.cards or ";".join(asides.cards),
        filter=options.filter or asides.filter,
        without=";".join(filter(None, (options.without, *asides.without))),
    )


def _kinds_of(text: str) -> tuple[str, ...]:
    """Kinds of counters, each once; any name is one, but not a keyword counter's, misspelt."""
    kinds: dict[str, None] = {}
    for part in re.split(r"[,;\n]", text.casefold()):
        kind = re.sub(r"\s+counters?$", "", " ".join(part.split()))
        near = difflib.get_close_matches(kind, KEYWORD_COUNTERS, 1, _LIKE)
        if near and kind not in KEYWORD_COUNTERS:
            raise PoolError(f"no keyword counter is called {show(kind)}: {meant(near)}")
        if kind:
            kinds[kind] = None
    return tuple(kinds)


def is_but_a_pool(plan: Sketch) -> bool:
    """Whether the sketch says only of which cards how many permanents there may be."""
    words = {"format", "id", "note", "source", "rules", "area", "order", "pool", "size", "steps"}
    return plan.document.keys() <= words and not plan.document["steps"] and plan.size > 0


def _rules_of(plan: Sketch) -> tuple[str, ...]:
    return tuple(map(str, plan.document.get("rules") or ()))


def _by_rules_of(day: str, plan: Sketch) -> Sketch:
    """The sketch, read by the rules of that day; without one as its file has it."""
    if not day:
        return plan
    rules = list(with_day(_rules_of(plan), day))
    return msgspec.structs.replace(plan, document={**plan.document, "rules": rules})


def _sketch_pool(options: PoolOptions, pool: tuple[str, ...] | str | None) -> PoolOptions:
    """A sketch's own pool: names, or a filter."""
    if isinstance(pool, str):
        return replace(options, filter=pool)
    return options if pool is None else replace(options, cards=";".join(pool))
