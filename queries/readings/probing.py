"""Every tree is run: each card with an effect on a standing probe board, and answers that cannot be.

    python -m striate.queries.readings.probing [--every N] [--card NAME]

The board has creatures of both players, an artifact creature, a token, a changeling, lands, an
enchantment and a legend. A card's spell, or each of its activated and triggered abilities, resolves
with every legal target, and three things are looked for, by the trees alone and not by a rule of
either reading: an effect that says it changes something and changes nothing, whatever it is aimed
at; a change of an object that the text excludes; an effect that is still there after its duration.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from striate.boards.errors import BoardError
from striate.boards.reading import board_from_document
from striate.boards.timeline import Answer, Seen
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.catalogue.workers import spread
from striate.cards.errors import OurMistake
from striate.cards.language import is_understood
from striate.cards.meanings import meaning
from striate.cards.walking import any_node, nodes
from striate.queries.outcome import assuming

_MOST_TARGETS = 8  # objects that an effect is aimed at, one after the other

_PROBES: tuple[dict[str, Any], ...] = (
    {"life": 20, "player": "you"}, {"life": 20, "player": "opponent"},
    {"hand": 0, "player": "you"}, {"hand": 0, "player": "opponent"}, {"your_turn": True},
    {"enter": "Grizzly Bears"}, {"enter": "Hill Giant", "controller": "opponent"},
    {"enter": "Stone Golem"}, {"enter": "Woodland Changeling", "controller": "opponent"},
    {"token": {"name": "Goblin", "type_line": "Creature — Goblin", "power": 2, "toughness": 2,
               "colors": ["R"]}},
    {"enter": "Jerrard of the Closed Fist"}, {"enter": "Forest"},
    {"enter": "Island", "controller": "opponent"}, {"enter": "Honor of the Pure"},
    {"tap": "Stone Golem"}, {"counters": {"+1/+1": 1}, "on": "Jerrard of the Closed Fist"},
)  # fmt: skip
PROBES = (
    "Grizzly Bears", "Hill Giant", "Stone Golem", "Woodland Changeling", "Goblin",
    "Jerrard of the Closed Fist", "Forest", "Island", "Honor of the Pure",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer that cannot be: which card, which of its abilities, and what is impossible."""

    card: str
    number: int  # of the ability; 0 is the spell
    what: str
    detail: str = ""


@dataclass(slots=True)
class Run:
    """What became of one body."""

    verdict: str  # "as it says", "unknown", "not run", or what a finding says
    findings: list[Finding] = field(default_factory=list)


_RESOLVES = (tree.Activated, tree.Triggered)

# --- running a body -------------------------------------------------------------------------------


def _bodies(card: tree.Card) -> Iterator[tuple[int, tree.Body]]:
    """The spell of a card, or its activated and triggered abilities, by number."""
    number = 0
    for ability in card.faces[0].abilities:
        if isinstance(ability, tree.Spell):
            yield 0, ability.body
        elif isinstance(ability, tree.Activated | tree.Triggered):
            number += 1
            yield number, ability.body
        elif isinstance(ability, tree.Keyword):
            number += sum(isinstance(each, _RESOLVES) for each in meaning(ability))
        elif isinstance(ability, tree.Opaque) and ability.kind in ("activated", "triggered"):
            number += 1
        elif isinstance(ability, tree.Chapter | tree.ClassLevel):
            return  # what is numbered after it can't be told from here


def _plainly_changes(body: tree.Body) -> bool:
    """Whether it always begins a continuous effect that changes a characteristic."""
    return is_understood(body) and any(
        isinstance(step, tree.Continuous)
        and not all(isinstance(change, tree.Restrict) for change in step.effect.changes)
        for step in body.steps
    )


def _only_continuous(body: tree.Body) -> bool:
    passive = (tree.Continuous, tree.Act, tree.Inert, tree.LifeChange)
    return all(isinstance(step, passive) for step in body.steps)


def _steps(card: tree.Card, number: int, targets: tuple[str, ...]) -> list[dict[str, Any]]:
    aimed = {"targets": list(targets)} if targets else {}
    if number == 0:
        return [*_PROBES, {"resolve": card.name, **aimed}]
    return [
        *_PROBES,
        {"enter": card.name, "as": "probed"},
        {"ability": number, "of": "probed", **aimed},
    ]


def _answer(steps: list[dict[str, Any]], catalogue: Catalogue) -> Answer | None:
    """The outcome where both readings give one and all is understood."""
    found = assuming(board_from_document({"steps": steps}, catalogue), "both", facts=False)
    return None if found.not_modelled else found.answer


def _aims(body: tree.Body) -> Iterator[tuple[str, ...]]:
    if not body.targets:
        yield ()
    elif len(body.targets) == 1:
        for handle in PROBES[:_MOST_TARGETS]:
            yield (handle,)


# --- what cannot be -------------------------------------------------------------------------------


def _shown(seen: Seen) -> tuple[Any, ...]:
    return (
        seen.name, seen.controller, seen.supertypes, seen.types, seen.subtypes, seen.colors,
        tuple(sorted(map(repr, seen.abilities))), seen.power, seen.toughness, seen.zone,
    )  # fmt: skip


def _changed(before: Answer, after: Answer) -> set[str]:
    was = {seen.handle: _shown(seen) for seen in before.objects}
    return {
        seen.handle
        for seen in after.objects
        if seen.handle in was and was[seen.handle] != _shown(seen)
    }


def _excluded(part: tree.Filter, seen: Seen) -> bool:
    """Whether the words surely exclude the object, by what is printed on it and shown of it."""
    match part:
        case tree.AllOf(parts):
            return any(_excluded(inner, seen) for inner in parts)
        case tree.HasType(kind):
            return kind not in seen.types
        case tree.HasSubtype(kind) if kind[:1] != "@":
            return kind not in seen.subtypes
        case tree.HasColor(color) if color in "WUBRG":
            return color not in seen.colors
        case tree.ControlledBy(player) if player in ("you", "opponent"):
            return seen.controller != player
        case tree.Not(tree.HasType(kind)):
            return kind in seen.types
    return False


def touched_outside(
    body: tree.Body, before: Answer, changed: set[str], aim: tuple[str, ...]
) -> str:
    """An object that was changed though no effect of the body speaks of it."""
    if any_node(body, (tree.BecomeCopy, tree.SetController, tree.ExchangeControl)):
        return ""
    for seen in before.objects:
        if seen.handle not in changed or seen.handle in ("probed", *aim):
            continue
        groups = [step.effect.who for step in body.steps if isinstance(step, tree.Continuous)]
        if any(not isinstance(who, tree.Each | tree.Target | tree.This) for who in groups):
            return ""
        if all(not isinstance(who, tree.Each) or _excluded(who.filter, seen) for who in groups):
            return seen.handle
    return ""


def outlasts(body: tree.Body, before: Answer, later: Answer) -> str:
    """An object that is still changed after the turn, where every effect ends with it."""
    for step in body.steps:
        if isinstance(step, tree.Continuous) and not isinstance(step.duration, tree.UntilEndOfTurn):
            return ""
    return next(iter(sorted(_changed(before, later) - {"probed"})), "")


def run(card: tree.Card, number: int, body: tree.Body, catalogue: Catalogue) -> Run:
    """One body on the probe board, aimed at every probe in turn."""
    before = _answer(_steps(card, number, ())[:-1], catalogue)
    if before is None:
        return Run("unknown")
    moved, answered, findings = False, False, []
    for aim in _aims(body):
        steps = _steps(card, number, aim)
        try:
            after = _answer(steps, catalogue)
            later = _answer([*steps, {"end_turn": True}], catalogue)
        except BoardError:
            continue
        if after is None or later is None:
            continue
        answered = True
        changed = _changed(before, after)
        moved = moved or bool(changed)
        outside = touched_outside(body, before, changed, aim)
        if outside and _only_continuous(body):
            findings.append(Finding(card.name, number, "changes what the text excludes", outside))
        lasting = outlasts(body, before, later) if _only_continuous(body) else ""
        if lasting:
            findings.append(Finding(card.name, number, "is there after its duration", lasting))
    if not answered:
        return Run("unknown")
    if not moved:
        findings.append(Finding(card.name, number, "changes nothing"))
    return Run(findings[0].what if findings else "as it says", findings)


def probe(card: tree.Card, catalogue: Catalogue) -> Iterator[Run]:
    """Every body of the card that says it changes something."""
    for number, body in _bodies(card):
        if not _plainly_changes(body):
            continue
        if len(body.targets) > 1 or body.players or any_node(body, (tree.Modal,)):
            yield Run("not run")
            continue
        try:
            yield run(card, number, body, catalogue)
        except BoardError:
            yield Run("not run")
        except OurMistake as error:
            broken = Finding(card.name, number, "the readings differ", str(error).splitlines()[0])
            yield Run("the readings differ", [broken])


# --- the whole catalogue --------------------------------------------------------------------------


def _probe_batch(places: list[int]) -> list[list[Run]]:
    catalogue = Catalogue.open()
    return [list(probe(catalogue.card_at(place), catalogue)) for place in places]


def expected(card: tree.Card, number: int) -> str:
    """Why a finding is no mistake: what the card needs is not on the probe board."""
    body = dict(_bodies(card)).get(number)
    found = set(map(type, nodes(body))) if body is not None else set()
    amounts = {tree.Count, tree.X, tree.UnknownAmount, tree.CountersOn, tree.Aggregate, tree.StatOf}
    amounts |= {tree.CountDistinct, tree.Devotion, tree.HandOf, tree.CountersAmong, tree.Half}
    if found & amounts:
        return "an amount that is nothing there"
    if found & {tree.Unknown, tree.ExiledWith, tree.LinkedCard, tree.ChosenObject, tree.HasCounter}:
        return "asks for what the board does not have"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description="every tree is run on a probe board")
    parser.add_argument("--every", type=int, default=1, help="look at every N-th card")
    parser.add_argument("--card", help="only this card")
    asked = parser.parse_args()
    catalogue = Catalogue.open()
    places: Any = range(0, len(catalogue), asked.every)
    if asked.card:
        places = [i for i, entry in enumerate(catalogue.index) if entry.name == asked.card]
    counts: Counter[str] = Counter()
    left: list[Finding] = []
    for runs in spread(_probe_batch, islice(iter(places), None)):
        for each in runs:
            counts[each.verdict] += 1
            for finding in each.findings[:1]:
                card = catalogue.card(finding.card)
                reason = expected(card, finding.number) if card is not None else ""
                if finding.what == "changes nothing" and reason:
                    counts[f"  {reason}"] += 1
                else:
                    left.append(finding)
    for verdict, count in sorted(counts.items(), key=lambda item: (item[0].strip(), -item[1])):
        print(f"{count:7,}  {verdict}")
    print(f"\n{len(left):,} findings to be explained")
    for finding in left:
        print(f"  {finding.card} [{finding.number}] {finding.what}: {finding.detail}")
    raise SystemExit(1 if left else 0)


if __name__ == "__main__":
    main()
