"""704.5j: the legend rule, and what says that it doesn't apply; and both rules as they were."""

from collections.abc import Iterator

from striate.cards import tree
from striate.cards.vocabulary import PLANESWALKER_TYPES
from striate.cards.walking import nodes
from striate.timeline.context import Context
from striate.timeline.play import Play
from striate.timeline.reading import Look

_NO_LEGEND_RULE = "the <legend rule> doesn't apply"
_ALL_GO = "all-legends-go"
_OF_SO_MANY = "if there are exactly <n> permanents named ~"


def put_away(play: Play) -> Iterator[str]:
    """704.5j: all but the one that its controller keeps; none where nothing is assumed of that."""
    if _ALL_GO in play.game.then:
        for _, alike in _alike(play, play.state()):
            yield from alike
        return
    for name, handles in _alike(play, play.state()):
        kept = _kept(play, name, handles)
        if kept is not None:
            yield from (handle for handle in handles if handle != kept)


def alike_planeswalkers(play: Play) -> Iterator[str]:
    """704.5j of 2012: planeswalkers that share a planeswalker type, whoever controls them, all
    go."""
    if "one-planeswalker-of-a-type" not in play.game.then:
        return
    state = play.state()
    by_type: dict[str, list[str]] = {}
    for thing in play.game.on_battlefield():
        if "Planeswalker" in state.types(thing.handle):
            for kind in frozenset(PLANESWALKER_TYPES) & frozenset(state.subtypes(thing.handle)):
                by_type.setdefault(kind, []).append(thing.handle)
    for alike in by_type.values():
        if len(alike) > 1:
            yield from alike


def undecided(play: Play) -> list[tuple[str, str]]:
    """Names of which two or more stay, as nothing is assumed of which one is kept."""
    if _ALL_GO in play.game.then:
        return []
    why = "704.5j: which one its controller keeps"
    return [(name, why) for name, _ in _alike(play, play.state())]


def _alike(play: Play, state: Look) -> list[tuple[str, tuple[str, ...]]]:
    """By name, the legendary permanents of one player that have it; spared ones left out.

    704.5k of 2012: of both players.
    """
    spared = _spared(play, state)
    whoever = _ALL_GO in play.game.then
    by_name: dict[tuple[str, str], list[str]] = {}
    for thing in play.game.on_battlefield():
        name = state.name(thing.handle)
        if "Legendary" in state.supertypes(thing.handle) and name and thing.handle not in spared:
            whose = "" if whoever else state.controller(thing.handle)
            by_name.setdefault((whose, name), []).append(thing.handle)
    return [(name, tuple(alike)) for (_, name), alike in by_name.items() if len(alike) > 1]


def _kept(play: Play, name: str, handles: tuple[str, ...]) -> str | None:
    """The one that the next step says is kept; if none does, any of them; None: nothing is
    assumed."""
    later = (handle for place, handle in play.game.kept if place >= play.path.step)
    kept = next((handle for handle in later if handle in handles), None)
    return kept or play.path.kept(name, handles)


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
    handles = (thing.handle for thing in play.game.on_battlefield())
    return [handle for handle in handles if state.name(handle) == name]
