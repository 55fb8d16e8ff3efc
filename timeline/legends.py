"""704.5j: the legend rule, and what says that it doesn't apply."""

from collections.abc import Iterator

from striate.cards import tree
from striate.cards.walking import nodes
from striate.timeline.context import Context
from striate.timeline.play import Play
from striate.timeline.reading import Look

_NO_LEGEND_RULE = "the <legend rule> doesn't apply"
_OF_SO_MANY = "if there are exactly <n> permanents named ~"


def put_away(play: Play) -> Iterator[str]:
    """704.5j: all but the one that its controller keeps; none where nothing is assumed of that."""
    for name, handles in _alike(play, play.state()):
        kept = _kept(play, name, handles)
        if kept is not None:
            yield from (handle for handle in handles if handle != kept)


def undecided(play: Play) -> list[tuple[str, str]]:
    """Names of which two or more stay, as nothing is assumed of which one is kept."""
    why = "704.5j: which one its controller keeps"
    return [(name, why) for name, _ in _alike(play, play.state())]


def _alike(play: Play, state: Look) -> list[tuple[str, tuple[str, ...]]]:
    """By name, the legendary permanents of one player that have it; spared ones left out."""
    spared = _spared(play, state)
    found: dict[tuple[str, str], list[str]] = {}
    for thing in play.game.on_battlefield():
        name = state.name(thing.handle)
        if "Legendary" in state.supertypes(thing.handle) and name and thing.handle not in spared:
            found.setdefault((state.controller(thing.handle), name), []).append(thing.handle)
    return [(name, tuple(alike)) for (_, name), alike in found.items() if len(alike) > 1]


def _kept(play: Play, name: str, handles: tuple[str, ...]) -> str | None:
    """The one that a step says is kept; if none does, any of them; None: nothing is assumed."""
    told = [handle for handle in handles if handle in play.game.kept]
    return told[-1] if told else play.path.kept(name, handles)


def _spared(play: Play, state: Look) -> set[str]:
    """Those to which, as an ability says, the rule doesn't apply."""
    spared: set[str] = set()
    for thing in play.game.on_battlefield():
        for ability in state.abilities(thing.handle):
            for node in nodes(ability) if isinstance(ability, tree.Inert) else ():
                if isinstance(node, tree.Inert) and node.words.startswith(_NO_LEGEND_RULE):
                    whom = [part for part in node.parts if isinstance(part, tree.Each)]
                    who = whom[0] if whom else tree.Each(tree.AllOf())
                    spared.update(state.group(who, Context(source=thing.handle)))
                if isinstance(node, tree.Inert) and node.words.startswith(_OF_SO_MANY):
                    alike = _named(play, state, state.name(thing.handle))
                    spared.update(alike if len(alike) == node.parts[0] else ())
    return spared


def _named(play: Play, state: Look, name: str) -> list[str]:
    """The permanents of that name."""
    there = (thing.handle for thing in play.game.on_battlefield())
    return [handle for handle in there if state.name(handle) == name]
