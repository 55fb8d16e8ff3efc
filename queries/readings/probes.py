"""The standing probe board, and every way in which a card's effects can be run on it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from striate.boards.timeline import Seen
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.prose import is_understood
from striate.cards.walking import any_node, nodes

_MOST_AIMS = 8  # ways in which one effect is aimed

STEPS: tuple[dict[str, Any], ...] = (
    {"life": 20, "player": "you"}, {"life": 20, "player": "opponent"},
    {"hand": 2, "player": "you"}, {"hand": 1, "player": "opponent"}, {"your_turn": True},
    {"zone": "graveyard", "card": "Runeclaw Bear"}, {"zone": "graveyard", "card": "Ornithopter"},
    {"zone": "graveyard", "card": "Divination", "owner": "opponent"},
    {"enter": "Grizzly Bears"}, {"enter": "Hill Giant", "controller": "opponent"},
    {"enter": "Stone Golem"}, {"enter": "Woodland Changeling", "controller": "opponent"},
    {"token": {"name": "Goblin", "type_line": "Creature — Goblin", "power": 2, "toughness": 2,
               "colors": ["R"]}},
    {"enter": "Jerrard of the Closed Fist"}, {"enter": "Wind Drake"}, {"enter": "Forest"},
    {"enter": "Island", "controller": "opponent"}, {"enter": "Honor of the Pure"},
    {"enter": "Leonin Scimitar", "attached_to": "Wind Drake"},
    {"tap": "Stone Golem"}, {"counters": {"+1/+1": 1}, "on": "Jerrard of the Closed Fist"},
)  # fmt: skip
_ON_THE_BOARD = (
    "Grizzly Bears", "Hill Giant", "Stone Golem", "Woodland Changeling", "Goblin",
    "Jerrard of the Closed Fist", "Wind Drake", "Forest", "Island", "Honor of the Pure",
    "Leonin Scimitar",
)  # fmt: skip
_IN_GRAVEYARDS = ("Runeclaw Bear", "Ornithopter", "Divination")
_CHOICES: dict[type[tree.Node], tuple[str, str | int]] = {
    tree.ChosenNumber: ("number", 2),
}
_WORDS = {
    "@color": ("color", "red"),
    "@creature type": ("creature type", "Goblin"),
    "@basic land type": ("basic land type", "Swamp"),
    "@land type": ("land type", "Swamp"),
    "@name": ("card name", "Grizzly Bears"),
    "@keyword": ("keyword", "flying"),
}
PROBED = "probed"  # the handle of the card itself


@dataclass(frozen=True, slots=True)
class Case:
    """One of a card's effects: a spell, the N-th ability, or its static abilities together."""

    card: tree.Card
    number: int  # 0: the spell; STATIC: its static abilities
    body: tree.Body
    modes: tuple[int, ...] = ()
    condition: tree.Condition | None = None  # 603.4: of a triggered ability

    @property
    def called(self) -> str:
        mode = f" mode {', '.join(map(str, self.modes))}" if self.modes else ""
        return ("static" if self.number == STATIC else str(self.number)) + mode


STATIC = -1
_RESOLVES = (tree.Activated, tree.Triggered)


def cases(card: tree.Card) -> Iterator[Case]:
    """What the front of the card says that it changes, each mode by itself."""
    static = _static_effects(card)
    if static:
        yield Case(card, STATIC, tree.Body(static))
    for number, body, condition in _bodies(card):
        case = Case(card, number, body, condition=condition)
        yield from (each for each in _by_mode(case) if _changes(each.body))


def _static_effects(card: tree.Card) -> tuple[tree.Step, ...]:
    effects = []
    for ability in card.faces[0].abilities:
        if isinstance(ability, tree.Static) and "battlefield" in ability.zones and not ability.cda:
            effects += [tree.Continuous(one, tree.Permanently()) for one in ability.effects]
    return tuple(step for step in effects if _is_change(step))


def _bodies(card: tree.Card) -> Iterator[tuple[int, tree.Body, tree.Condition | None]]:
    """The spell of a card, or its activated and triggered abilities, by number."""
    number = 0
    for ability in card.faces[0].abilities:
        if isinstance(ability, tree.Spell):
            yield 0, ability.body, None
        elif isinstance(ability, tree.Activated | tree.Triggered | tree.Chapter):
            number += 1
            condition = ability.condition if isinstance(ability, tree.Triggered) else None
            yield number, ability.body, condition
        elif isinstance(ability, tree.Keyword):
            number += sum(isinstance(each, _RESOLVES) for each in meaning(ability))
        elif isinstance(ability, tree.Opaque) and ability.kind in (
            "activated", "triggered", "chapter",
        ):  # fmt: skip
            number += 1
        elif isinstance(ability, tree.ClassLevel):
            return  # what is numbered after it is there from that level on


def _by_mode(case: Case) -> Iterator[Case]:
    """700.2: as many modes as the text asks for, one choice after the other."""
    modal = next((step for step in case.body.steps if isinstance(step, tree.Modal)), None)
    if modal is None:
        yield case
        return
    rest = tuple(step for step in case.body.steps if step is not modal)
    count, low = len(modal.modes), max(modal.low, 1)
    for first in range(count if low > count else count - low + 1):
        chosen = tuple((first + at) % count + 1 for at in range(low))
        parts = [modal.modes[mode - 1] for mode in chosen]
        yield replace(case, modes=chosen, body=_together(case.body, rest, parts))


def _together(body: tree.Body, rest: tuple[tree.Step, ...], parts: list[tree.Body]) -> tree.Body:
    """The body with the chosen modes for their list; targets of several are not renumbered."""
    return tree.Body(
        (*rest, *(step for part in parts for step in part.steps)),
        (*body.targets, *(spec for part in parts for spec in part.targets)),
        body.touches or any(part.touches for part in parts),
        (*body.players, *(player for part in parts for player in part.players)),
    )


def _changes(body: tree.Body) -> bool:
    """Whether it begins a continuous effect that changes a characteristic."""
    return is_understood(body) and any(_is_change(step) for step in body.steps)


def _is_change(step: object) -> bool:
    return isinstance(step, tree.Continuous) and not all(
        isinstance(change, tree.Restrict) for change in step.effect.changes
    )


# --- on the board ---------------------------------------------------------------------------------


def steps_before(case: Case, host: str = "") -> list[dict[str, Any]]:
    """The board as it is before the effect: with the card, where an ability of it is run."""
    if case.number in (0, STATIC):
        return [*STEPS]
    return [*STEPS, *_entering(case, host or "Grizzly Bears")]


def steps(case: Case, aim: tuple[str, ...]) -> list[dict[str, Any]]:
    """The board with the effect, aimed so."""
    if case.number == STATIC:
        return [*STEPS, *_entering(case, aim[0] if aim else "")]
    facts: dict[str, Any] = {}
    if aim:
        facts["targets"] = list(aim)
    if case.modes:
        facts["mode"] = case.modes[0] if len(case.modes) == 1 else list(case.modes)
    if any_node(case.body, (tree.X,)):
        facts["x"] = 2
    if choices := _choices(case.body):
        facts["choose"] = choices
    if case.number == 0:
        # 702.102: what fuse would put together is run by halves.
        half = case.card.faces[0].name if case.card.layout == "split" else case.card.name
        return [*STEPS, {"resolve": half, **facts}]
    return [*steps_before(case), {"ability": case.number, "of": PROBED, **facts}]


def _entering(case: Case, host: str) -> list[dict[str, Any]]:
    subtypes = case.card.faces[0].subtypes
    entered: dict[str, Any] = {"enter": case.card.name, "as": PROBED}
    if choices := _choices(case.card.faces[0]):
        entered["choose"] = choices
    if host and "Aura" in subtypes:
        return [{**entered, "attached_to": host}]
    if host and {"Equipment", "Fortification"} & set(subtypes):
        return [entered, {"attach": PROBED, "to": host}]
    return [entered]


def _choices(value: object) -> dict[str, str | int]:
    """An answer for each choice that the text leaves to somebody."""
    choices: dict[str, str | int] = {}
    for node in nodes(value):
        if type(node) in _CHOICES:
            kind, answer = _CHOICES[type(node)]
            choices[kind] = answer
        for part in _words_of(node):
            if part in _WORDS:
                kind, text = _WORDS[part]
                choices[kind] = text
    return choices


def _words_of(node: tree.Node) -> Iterator[str]:
    for field in node.__struct_fields__:
        part = getattr(node, field)
        yield from (each for each in (part if isinstance(part, tuple) else (part,))
                    if isinstance(each, str))  # fmt: skip


# --- aims -----------------------------------------------------------------------------------------


def aims(case: Case, before: tuple[Seen, ...]) -> Iterator[tuple[str, ...]]:
    """Targets by rotation, so that each is aimed at every probe that its words do not exclude."""
    players = tuple("opponent" for _ in case.body.players)
    if case.number == STATIC:
        attached = any_node(case.body, (tree.Attached,))
        yield from (((host,) for host in _ON_THE_BOARD[:_MOST_AIMS]) if attached else ((),))
        return
    lists = [_candidates(spec, before) for spec in case.body.targets]
    if not lists:
        yield players
        return
    if not all(lists):
        return
    seen = set()
    for turn in range(min(_MOST_AIMS, max(map(len, lists)))):
        aim = tuple(each[(turn + at) % len(each)] for at, each in enumerate(lists))
        if len(set(aim)) == len(aim) and aim not in seen:
            seen.add(aim)
            yield (*aim, *players)


def _candidates(spec: tree.TargetSpec, before: tuple[Seen, ...]) -> list[str]:
    if spec.zone == "stack":
        return []
    handles = _ON_THE_BOARD if spec.zone == "battlefield" else _IN_GRAVEYARDS
    seen = {one.handle: one for one in before}
    return [h for h in handles if h not in seen or not excluded(spec.filter, seen[h])]


def excluded(part: tree.Filter, seen: Seen) -> bool:
    """Whether the words surely exclude the object, by what is printed on it and shown of it."""
    match part:
        case tree.AllOf(parts):
            return any(excluded(inner, seen) for inner in parts)
        case tree.AnyOf(parts):
            return all(excluded(inner, seen) for inner in parts)
        case tree.HasType(kind):
            return kind not in seen.types
        case tree.HasSupertype(kind):
            return kind not in seen.supertypes
        case tree.HasSubtype(kind) if kind[:1] != "@":
            return kind not in seen.subtypes
        case tree.HasColor(color) if color in "WUBRG":
            return color not in seen.colors
        case tree.ControlledBy(player) if player in ("you", "opponent"):
            return seen.controller != player
        case tree.Not(tree.HasType(kind)):
            return kind in seen.types
        case tree.Not(tree.HasSupertype(kind)):
            return kind in seen.supertypes
        case tree.Not(tree.HasColor(color)) if color in "WUBRG":
            return color in seen.colors
        case tree.IsTapped():
            return not seen.tapped
    return False
