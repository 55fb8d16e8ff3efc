"""A board as other engines are told it: permanents in timestamp order, and what can go wrong.

A back end lists what it can set. `scenario` refuses every board that asks for more, with the
reason, so that no back end has to think of what it does not know.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from striate.boards import timeline
from striate.boards.exports.formats import CannotExport
from striate.boards.steps.table import kind_of_event
from striate.boards.timeline import Board, Enter, PutInZone, Seat, Step
from striate.cards import tree
from striate.cards.tree import Card
from striate.cards.walking import nodes

# What an engine may be able to set; the words go into a refusal.
_SETTINGS = {
    "own card": "the card {} is the board's own, and no other engine has it",
    "token": "the format has no call that makes the token {}",
    "token copy": "the format has no call that makes a token that's a copy of {}",
    "copy": "the format has no call that lets {} enter as a copy",
    "copy with exceptions": "{} copies with exceptions, which the format can't be told",
    "copy by another": "{} enters as a copy because another permanent says so",
    "no copy": "{} enters as itself, and the engine would ask what it copies",
    "face down": "the format has no call that puts {} onto the battlefield face down",
    "aura": "the format has no call that lets the Aura {} enter attached",
    "equipment": "the format has no call that attaches {}",
    "player aura": "{} enchants a player, which the format can't be told",
    "transformed": "the format has no call that lets {} enter transformed",
    "flipped": "the format has no call that flips {}",
    "tapped": "the format has no call that taps {} in time",
    "x": "the format has no call that gives {} an X",
    "choice of color": "the format has no call that chooses a colour for {}",
    "choice of creature type": "the format has no call that chooses a creature type for {}",
    "choice of basic land type": "the format has no call that chooses a land type for {}",
    "other choice": "the format has no call for the choice that {} asks for",
    "counters": "the format has no call that puts counters on {}",
    "counters removed": "the format has no call that removes counters from {}",
    "class level": "the format has no call that gives {} a class level",
    "spell": "the format has no safe way to let {} resolve",
    "ability": "the format has no safe way to let an ability of {} resolve",
    "effect": "an effect given as rules text has no counterpart in another engine",
    "attach": "the format has no call that attaches {} anew",
    "leave": "the format has no call that takes {} off the battlefield",
    "graveyard": "the format has no call that puts {} into a graveyard",
    "hand": "the format has no call that puts {} into a hand",
    "exile": "the format has no call that puts {} into exile",
    "library": "the format has no call that puts {} into a library",
    "command": "the format has no call that puts {} into the command zone",
    "stack": "the format has no call that leaves {} on the stack",
    "face up": "the format has no call that turns {} face up",
    "status": "the format has no call that turns or flips {} later",
    "transform": "the format has no call that transforms {} later",
    "tap": "the format has no call that taps or untaps {} later",
    "end of turn": "the format's tests end within one turn",
    "life": "the format has no call that sets a player's life total in time",
    "room": "the format has no call that unlocks a door of {}",
    "melded": "the format has no call that lets {} enter melded",
    "other step": "the format has no words for the step {}",
    "hand size": "the format has no call that sets the number of cards in a hand",
    "opponent's turn": "the format's tests take place in the first player's turn",
}
_FRONT_NAMED = ("transform", "modal_dfc", "flip", "meld", "adventure", "omen", "prepare")
_CHOICES = {
    "color": "choice of color", "creature type": "choice of creature type",
    "basic land type": "choice of basic land type",
}  # fmt: skip
_WAITING = (tree.Activated, tree.Triggered, tree.Chapter)


@dataclass(frozen=True, slots=True)
class Permanent:
    """A permanent as it entered: `alias` is c1, c2, ... in timestamp order."""

    alias: str
    step: Enter

    @property
    def handle(self) -> str:
        return self.step.handle

    @property
    def seat(self) -> Seat:
        return self.step.controller

    @property
    def name(self) -> str:
        return engine_name(self.step.card)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A board that the back end can set up."""

    board: Board
    permanents: tuple[Permanent, ...]

    def of(self, handle: str) -> Permanent:
        """The permanent of that handle; a card in another zone can't be spoken of."""
        for each in self.permanents:
            if each.handle == handle:
                return each
        raise CannotExport(f"`{handle}` is no permanent, and only permanents can be asked about")

    def trees(self) -> Iterator[tree.Node]:
        """Everything that any text on the board says."""
        return board_nodes(self.board)

    def happening(self) -> Iterator[tree.Node]:
        """What the texts on the board say that does something on it.

        Left out is what an activated or triggered ability would do that the board never resolves.
        """
        waiting = {id(node) for ability in self._waiting() for node in nodes(ability)}
        return (node for node in self.trees() if id(node) not in waiting)

    def _waiting(self) -> Iterator[tree.Node]:
        """Abilities that do nothing on this board; none of them where it is not clear which do."""
        resolved = [one for one in self.board.steps if isinstance(one, timeline.ResolveAbility)]
        if any(self._resolved(one) is None for one in resolved):
            return
        done = [id(self._resolved(one)) for one in resolved]
        for node in self.trees():
            if isinstance(node, _WAITING) and id(node) not in done:
                yield node

    def _resolved(self, step: timeline.ResolveAbility) -> tree.Node | None:
        """The printed ability of that number; None where it may be another one."""
        for one in self.permanents:
            if one.handle != step.of or one.step.copying is not None or one.step.face_down:
                continue
            abilities = one.step.card.faces[0].abilities
            if any(isinstance(each, tree.Keyword) and each.cost for each in abilities):
                return None
            counted = [each for each in abilities if isinstance(each, _WAITING)]
            if step.number <= len(counted):
                return counted[step.number - 1]
        return None

    def control_changes(self) -> bool:
        return any(
            isinstance(node, tree.SetController | tree.ExchangeControl) for node in self.happening()
        )

    def seat_of(self, handle: str) -> Seat:
        """Who controls that permanent in the end."""
        for one in self.board.expect:
            if one.handle == handle and one.controller is not None:
                return one.controller
        if self.control_changes():
            raise CannotExport(
                f"control changes on this board, and it does not say who controls `{handle}`"
            )
        return self.of(handle).seat


def board_nodes(board: Board) -> Iterator[tree.Node]:
    """Every node of every card and effect on the board."""
    for step in board.steps:
        for part in ("card", "body", "exceptions"):
            value: Any = getattr(step, part, None)
            if isinstance(value, Card):
                yield from nodes(value.faces)
            elif value is not None:
                yield from nodes(value)


def engine_name(card: Card) -> str:
    """A card's name in other engines: that of its front, both halves of a split card."""
    return card.faces[0].name if card.layout in _FRONT_NAMED else card.name


def scenario(board: Board, can_set: frozenset[str]) -> Scenario:
    """The board, if all that it asks for can be set; `CannotExport` names the first that can't."""
    unknown = can_set - _SETTINGS.keys()
    assert not unknown, f"no such settings: {unknown}"
    own = _own_names(board)
    for step in board.steps:
        for setting, about in _asked_settings(step, own):
            if setting not in can_set:
                raise CannotExport(_SETTINGS[setting].format(f"`{about}`"))
    entered: dict[str, Enter] = {}
    for step in board.steps:
        if isinstance(step, Enter):
            entered[step.handle] = step
        elif isinstance(step, timeline.EnterTokenCopy) and step.of in entered:
            entered[step.handle] = _as_entering(step, entered[step.of])
    permanents = (Permanent(f"c{at}", step) for at, step in enumerate(entered.values(), 1))
    return Scenario(board, tuple(permanents))


def _as_entering(step: timeline.EnterTokenCopy, copied: Enter) -> Enter:
    """A token copy as something that entered as a copy."""
    return Enter(step.handle, copied.card, step.controller, step.of, tapped=step.tapped, token=True)


def _own_names(board: Board) -> frozenset[str]:
    records = (msgspec.json.decode(record) for record in board.cards)
    return frozenset(str(record.get("name", "")) for record in records)


def _asked_settings(step: Step, own: frozenset[str]) -> Iterator[tuple[str, str]]:
    """What a step needs to be set, and about what."""
    card: Card | None = getattr(step, "card", None)
    if card is not None and card.name in own:
        yield "own card", card.name
    kind = kind_of_event(step)
    about = kind.about(step)
    match step:
        case timeline.Enter():
            yield from _entering(step)
        case timeline.ChangeCounters() if any(number < 0 for _, number in step.counters):
            yield "counters", about
            yield "counters removed", about
        case timeline.PutInZone():
            yield step.zone, about
        case timeline.PlayerFact(fact="turn"):
            if (step.player == "you") != bool(step.value):
                yield "opponent's turn", ""
        case _:
            yield kind.setting or "other step", about if kind.setting else kind.word


def _entering(step: Enter) -> Iterator[tuple[str, str]]:
    handle = step.handle
    if step.token:
        yield "token", handle
    copiers = [node for node in nodes(shown_abilities(step)) if isinstance(node, tree.EntersAsCopy)]
    own = [node for node in copiers if isinstance(node.who, tree.This)]
    if step.copying is not None:
        yield ("copy" if own else "copy by another"), handle
        if any(node.exceptions for node in own):
            yield "copy with exceptions", handle
    elif own and not step.face_down:
        yield "no copy", handle
    for given, setting in (
        (step.face_down, "face down"),
        (step.transformed, "transformed"),
        (step.flipped, "flipped"),
        (step.tapped, "tapped"),
        (step.x is not None, "x"),
        (step.unlocked is not None, "room"),
        (bool(step.front_costs), "melded"),
    ):
        if given:
            yield setting, handle
    if step.attached_to in ("you", "opponent"):
        yield "player aura", handle
    elif step.attached_to is not None:
        yield ("aura" if "Aura" in step.card.faces[0].subtypes else "equipment"), handle
    for kind, _ in step.choose:
        yield _CHOICES.get(kind, "other choice"), handle
    choices = [
        node
        for node in shown_abilities(step)
        if isinstance(node, tree.EntersChoose | tree.EntersAs)
    ]
    if len(choices) > len(step.choose) and not step.face_down and step.copying is None:
        yield "other choice", handle


def shown_abilities(step: Enter) -> tuple[tree.Ability, ...]:
    """The abilities of the face that enters."""
    faces = step.card.faces
    return faces[-1 if step.transformed or step.flipped else 0].abilities


def zone_cards(board: Board) -> tuple[PutInZone, ...]:
    return tuple(step for step in board.steps if isinstance(step, PutInZone))


def with_level_ups(step: timeline.LevelUp) -> timeline.ChangeCounters:
    """702.87a: level up puts a level counter on the permanent, each time."""
    return timeline.ChangeCounters(step.on, (("level", step.times),))
