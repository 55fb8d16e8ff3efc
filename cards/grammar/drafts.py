"""Objects and players as a sentence names them, before it is known which they are.

A draft knows where in the sentence it was read. `references` replaces it by a reference.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from striate.cards import tree as t


class NewTarget(t.Node, frozen=True):
    """ "target ...", or an object that is chosen: an entry of the body's targets."""

    at: int
    spec: t.TargetSpec
    another: bool = False


class Named(t.Node, frozen=True):
    """An object that needs no entry: "~", "enchanted creature"."""

    at: int
    ref: t.Ref


class Back(t.Node, frozen=True):
    """ "it", "that creature", "they", "those lands": an object named before.

    `place` is for the printer's "the second target"; `noun` is what the words say of it.
    """

    at: int
    many: bool = False
    noun: t.Filter | None = None
    that: bool = False
    place: int | None = None
    exiled: bool = False
    chosen: str = ""


class Joined(t.Node, frozen=True):
    """ "~ and target creature": several objects as one set."""

    parts: tuple[Any, ...]


class PlayerBack(t.Node, frozen=True):
    """ "that player", "its controller", "its owner"."""

    at: int
    role: Literal["player", "controller", "owner"]
    of: Any = None


class NewPlayer(t.Node, frozen=True):
    """ "target player", "target opponent"."""

    at: int
    kind: str


_Draft = NewTarget | Named | Back | PlayerBack | NewPlayer
DRAFTS = (NewTarget, Named, Back, PlayerBack, NewPlayer)
SEALED = (
    t.Keyword, t.Static, t.LevelSymbol, t.ClassLevel, t.Activated, t.Triggered, t.Chapter,
    t.Spell, t.Opaque, t.Prose, t.Event,
)  # fmt: skip


class Unclear(Exception):
    """A pronoun that does not stand for exactly one object."""


def rebuild(node: Any, change: Callable[[Any], Any], keep: tuple[type, ...] = ()) -> Any:
    """The value with `change` applied to every part for which it returns something else."""
    changed = change(node)
    if changed is not node:
        return changed
    if isinstance(node, tuple):
        parts = tuple(rebuild(part, change, keep) for part in node)
        same = all(new is old for new, old in zip(parts, node, strict=True))
        return node if same else parts
    if not isinstance(node, t.Node) or isinstance(node, keep):
        return node
    updates: dict[str, Any] = {}
    for name in node.__struct_fields__:
        old = getattr(node, name)
        if isinstance(old, (t.Node, tuple)):
            new = rebuild(old, change, keep)
            if new is not old:
                updates[name] = new
    return msgspec.structs.replace(node, **updates) if updates else node


def drafts_in(node: Any) -> list[Any]:
    """The drafts of a step in the text's order."""
    found: list[Any] = []

    def see(part: Any) -> Any:
        if isinstance(part, DRAFTS):
            found.append(part)
            if isinstance(part, PlayerBack) and isinstance(part.of, t.Node):
                found.append(part.of)
            return None
        return part

    rebuild(node, see, SEALED)
    return sorted(found, key=lambda draft: draft.at)


def has_drafts(value: Any) -> bool:
    """Whether a draft is anywhere in the value."""
    if isinstance(value, (*DRAFTS, Joined)):
        return True
    if isinstance(value, tuple):
        return any(has_drafts(part) for part in value)
    if isinstance(value, t.Node):
        return any(has_drafts(getattr(value, name)) for name in value.__struct_fields__)
    return False
