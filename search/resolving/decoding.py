"""From a model of the circuit with something that resolves to a board of real cards."""

from collections.abc import Sequence
from typing import Any

from striate.search.decoding import decode, handles_of
from striate.search.ordering import option_score
from striate.search.questions import Solution
from striate.search.resolving.circuit import Cast, Played
from striate.search.resolving.happenings import Happening
from striate.search.resolving.staging import Staged
from striate.search.wellknown import card_score
from striate.solver.session import Session
from striate.solver.terms import TRUE


def told(built: Played, session: Session, stage: Staged) -> tuple[float, Solution]:
    """The board of the model, and how well it is known (less is better)."""
    plain = decode(stage.pool, built, session)
    chunks, handles = _chunks(plain.document["steps"])
    score, alike = 0.0, dict(plain.interchangeable)
    for cast in built.casts:
        happening, source = _picked(cast, session, stage, handles)
        step: dict[str, Any]
        if source is None:
            step = {"resolve": happening.source.name}
            if not session.value(cast.yours):
                step["controller"] = "opponent"
        else:
            step = {"ability": happening.number, "of": handles[source]}
        aimed = [handles[j] for j, lit in cast.targets.items() if session.value(lit)]
        if aimed:
            step["targets"] = aimed
        if happening.mode:
            step["mode"] = happening.mode
        if cast.early > TRUE and session.value(cast.early):
            _put_levels_early(chunks, cast.place, handles)
        chunks[cast.place].append(step)
        score += card_score(happening.source) if source is None else 0.0
        if source is None:
            alike |= _interchangeable(cast, session, stage, happening)
    kinds = [slot.chooser.value(session.model()) for slot in built.search.slots]
    score += sum(min(map(option_score, stage.pool.members[kind])) for kind in kinds)
    steps = [step for chunk in chunks for step in chunk]
    return score, Solution({"steps": steps}, plain.asked, alike)


def _interchangeable(
    cast: Cast, session: Session, stage: Staged, happening: Happening
) -> dict[str, tuple[str, ...]]:
    """The other spells of the class, best known first."""
    members = stage.members[cast.chooser.value(session.model())]
    same = [each.source.name for each in members if each.is_spell and each.mode == happening.mode]
    others = tuple(name for name in dict.fromkeys(same) if name != happening.source.name)
    return {happening.source.name: others} if others else {}


def _chunks(steps: list[dict[str, Any]]) -> tuple[list[list[dict[str, Any]]], list[str]]:
    """What comes before the first permanent, what comes with each, what comes in the end."""
    chunks: list[list[dict[str, Any]]] = [[]]
    handles = handles_of(step["enter"] for step in steps if "enter" in step)
    last: list[dict[str, Any]] = []
    for step in steps:
        if "enter" in step:
            chunks.append([])
        if "class_level" in step:
            chunks[handles.index(step["on"]) + 1].append(step)
        elif "counters" in step:
            last.append(step)
        else:
            chunks[-1].append(step)
    return [*chunks, last], handles


def _put_levels_early(
    chunks: list[list[dict[str, Any]]], place: int, handles: Sequence[str]
) -> None:
    """Level counters that are there as something resolves."""
    kept = []
    for step in chunks[-1]:
        levels = step["counters"].get("level", 0)
        if not levels or step["on"] not in handles[:place]:
            kept.append(step)
            continue
        chunks[place].append({"counters": {"level": levels}, "on": step["on"]})
        rest = {kind: n for kind, n in step["counters"].items() if kind != "level"}
        kept += [{"counters": rest, "on": step["on"]}] if rest else []
    chunks[-1] = kept


def _picked(
    cast: Cast, session: Session, stage: Staged, handles: list[str]
) -> tuple[Happening, int | None]:
    """What resolves: the best-known spell of its class, or the ability of the permanent there."""
    members = stage.members[cast.chooser.value(session.model())]
    for j, lit in cast.sources.items():
        if session.value(lit):
            name = handles[j].split(" #")[0]
            own = (
                each for each in members if not each.is_spell and each.source.faces[0].name == name
            )
            return next(own), j
    return next(each for each in members if each.is_spell), None
