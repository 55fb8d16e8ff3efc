"""Objects and players as a sentence names them, before it is known which they are.

A draft knows where in the sentence it was read. `references` replaces it by a reference.
"""

from typing import Any, Literal

from msgspec.structs import replace

from striate.cards import tree as t
from striate.cards.grammar.notation import builds, offers
from striate.cards.walking import any_node, nodes


@builds
class NewTarget(t.Node, frozen=True):
    """ "target ...", or an object that is chosen: an entry of the body's targets.

    `sharing`: what it has in common with the target before it; `several`: the text calls it "those
    creatures" afterwards ("for each opponent, target creature that player controls"); `doer`: who
    chooses it, if a text says that.
    """

    at: int
    spec: t.TargetSpec
    another: bool = False
    sharing: str = ""
    several: bool = False
    doer: Any = None


class Named(t.Node, frozen=True):
    """An object that needs no entry: "~", "enchanted creature"."""

    at: int
    ref: t.Ref


@builds
class Back(t.Node, frozen=True):
    """ "it", "that creature", "they", "those lands": an object named before.

    `place` is for the printer's "the second target"; `noun` is what the words say of it. What it
    is to its verb is told by `roles`: the subject, what deals damage (`agent`), or the other side
    of `apart`.
    """

    at: int
    many: bool = False
    noun: t.Filter | None = None
    that: bool = False
    place: int | None = None
    exiled: bool = False
    chosen: str = ""
    subject: bool = False
    agent: bool = False
    apart: Any = None


@builds
class PutOff(t.Node, frozen=True):
    """ "At the beginning of the next combat, ...": all that the sentence goes on with waits too."""

    when: str
    steps: tuple[Any, ...]


@builds
class Joined(t.Node, frozen=True):
    """ "~ and target creature": several objects as one set."""

    parts: tuple[Any, ...]


@builds
def again(who: Any) -> Any:
    """What a second step of the same words is done to: the set that the first one found."""
    group: Any = who
    return t.Those(group) if isinstance(who, (t.Each, Joined)) else who


@builds
class PlayerBack(t.Node, frozen=True):
    """ "that player", "its controller", "its owner"."""

    at: int
    role: Literal["player", "they", "controller", "owner", "other"]
    of: Any = None


@builds
class NewPlayer(t.Node, frozen=True):
    """ "target player", "target opponent"."""

    at: int
    kind: str


DRAFTS = (NewTarget, Named, Back, PlayerBack, NewPlayer)
SEALED = (
    t.Keyword, t.Static, t.LevelSymbol, t.ClassLevel, t.Activated, t.Triggered, t.Chapter,
    t.Spell, t.Opaque, t.Prose, t.Event,
)  # fmt: skip


class Unclear(Exception):
    """A pronoun or a sentence that could mean several things, or nothing that is there."""


def drafts_in(node: Any) -> list[Any]:
    """The drafts of a step in the text's order."""
    found: list[Any] = []
    for part in nodes(node, (*SEALED, *DRAFTS)):
        if isinstance(part, DRAFTS):
            found.append(part)
            if isinstance(part, PlayerBack) and isinstance(part.of, t.Node):
                found.append(part.of)
    return sorted(found, key=lambda draft: draft.at)


def has_drafts(value: Any) -> bool:
    """Whether a draft is anywhere in the value."""
    return any_node(value, (*DRAFTS, Joined))


def subject_of(step: Any) -> Any:
    """What an instruction is done to."""
    return step.effect.who if isinstance(step, t.Continuous) else getattr(step, "who", None)


def with_subject(step: Any, who: Any) -> Any:
    """The instruction, done to that."""
    if isinstance(step, t.Continuous):
        return replace(step, effect=replace(step.effect, who=who))
    return replace(step, who=who)


offers(NamedDraft=Named)
