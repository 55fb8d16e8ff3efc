"""What the picture of a reason is made of: stages with the board after each, layers, arrows."""

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Part:
    """A piece of an object: its text, and whether this effect brought it or took it."""

    text: str
    mark: Literal["", "new", "lost"] = ""


@dataclass(frozen=True)
class Small:
    """An object as it is after an effect; `touched`: the effect changed it."""

    handle: str
    name: str
    types: tuple[Part, ...]
    colors: tuple[Part, ...]
    box: tuple[Part, ...]
    controller: tuple[Part, ...]
    abilities: tuple[Part, ...]
    touched: bool


@dataclass(frozen=True)
class Said:
    """A sentence with the rules that it rests on."""

    text: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stage:
    """One effect in one layer, and the board after it; number 0 is the board before them all."""

    number: int
    layer: str
    title: str
    source: str = ""
    ability: str = ""
    timestamp: int | None = None
    told: tuple[Said, ...] = ()
    rules: tuple[str, ...] = ()
    board: tuple[Small, ...] = ()


@dataclass(frozen=True)
class Node:
    """An effect in a layer; `stage` 0: it waited and then was no more."""

    stage: int
    source: str
    ability: str
    timestamp: int | None


@dataclass(frozen=True)
class Arrow:
    """From an effect to the one that it waits for, by their places in the layer."""

    start: int
    end: int
    loop: bool
    why: str


@dataclass
class Layer:
    """A rung of the ladder: its effects in timestamp order."""

    number: str
    title: str
    nodes: list[Node] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)


@dataclass(frozen=True)
class Picture:
    """All that is drawn, and the same in sentences."""

    layers: tuple[Layer, ...]
    stages: tuple[Stage, ...]
    idle: tuple[Said, ...]
    state_based: tuple[str, ...]
    aloud: tuple[str, ...]
