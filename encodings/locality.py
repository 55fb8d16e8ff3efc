"""Whether any effect can reach the few objects that a question is about.

Encoding: what enters is asked for its types and for some of its abilities, and so is what it is
attached to. An effect of "this" or of "enchanted creature" reaches one object only; one of a group
reaches what can be in the group. Where none that alters what is asked reaches these objects, they
are what their copiable values say (613.5), and the layers are not performed.

This misses nothing: an object could come to match a filter only by an effect that alters what the
filter looks at, and such effects are asked about too (`_questions`).
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from striate.cards import tree
from striate.encodings.algebra import FALSE
from striate.encodings.clauses import is_rightly_read, remembered
from striate.encodings.effects import LAYERS, layer_of, statics_of
from striate.encodings.matching import Moment, hosts, matches
from striate.encodings.moments import is_local
from striate.encodings.reach import Keys, reads, touch, writes
from striate.encodings.relevance import counter_writes, effects_in, is_wild, with_meaning
from striate.encodings.state import Chars, Setting, Thing, World

_NOTHING: Keys = frozenset()
# What an effect writes, of whom (None: whoever is given the ability), and whether it alters words.
_Deed: TypeAlias = tuple[Keys, tree.Who | None, bool]


def is_out_of_reach(
    moment: Moment, asked: Keys, objects: tuple[Thing, ...], anywhere: Keys = _NOTHING
) -> bool:
    """Whether nothing that is asked of these objects can be altered, and `anywhere` of none.

    At the moment the objects are what their copiable values say, and so are those that copy.
    """
    world = moment.world
    if not is_rightly_read() or any(thing.hosts for thing in world.things):
        return False
    deeds = list(_in_force(moment))
    if any(wild or touch(anywhere, written) for _, (written, _, wild) in deeds):
        return False
    reached, asked = _reaching(deeds, asked)
    if any(touch(asked, counter_writes(each.kind)) for thing in objects for each in thing.counters):
        return False
    if any(_is_member(world, thing, asked) for thing in objects):
        return False
    return not any(
        _could_mean(moment, who, source, thing) for source, who in reached for thing in objects
    )


def is_as_printed(thing: Thing) -> bool:
    """Whether its copiable values are those of a face."""
    changed = thing.copies or thing.down or thing.entered_as or thing.kept_values
    return not changed


def _in_force(moment: Moment) -> Iterator[tuple[Thing | None, _Deed]]:
    """What the abilities of all objects do, and whose they are: those of all their faces."""
    world = moment.world
    known = world.deeds
    for thing in world.things:
        entry = known.get(thing.index)
        if entry is None or entry[0] is not thing.printed:
            faces = [half for face in thing.printed for half in _halves(face)]
            entry = known[thing.index] = (thing.printed, tuple(_said(faces)))
        for deed in entry[1]:
            yield thing, deed
        if not is_as_printed(thing):
            for deed in _said([moment.chars[thing.index]]):
                yield thing, deed
    for resolved in world.resolved:
        for written, who, wild in () if resolved.ended else _deeds_of(resolved.effect):
            if resolved.members is None or who is None:
                index = resolved.setting.source
                yield None if index is None else world.things[index], (written, who, wild)
            elif wild or touch(written, _SAID):
                yield None, (_SAID, None, wild)  # what else it does, `_is_member` asks


# A resolution gave an object abilities, maybe such as say how others enter.
_SAID: Keys = frozenset({("entering", "*")})


def _halves(face: Chars) -> tuple[Chars, ...]:
    return (face, *((face.bottom,) if face.bottom else ()), *face.halves)


def _said(values: Iterable[Chars]) -> Iterator[_Deed]:
    for each in values:
        for held in each.abilities:
            for _, ability in held.alternatives:
                yield from _deeds_of(ability)


@remembered
def _deeds_of(value: tree.Ability | tree.Effect) -> tuple[_Deed, ...]:
    """What it does itself, and what it can give to others to do."""
    if isinstance(value, tree.Effect):
        own: tuple[tree.Effect, ...] = (value,)
    else:
        own = tuple(effect for static in statics_of(value) for effect in static.effects)
    found = [_deed(effect, effect.who) for effect in own]
    found += [_deed(effect, None) for effect in effects_in(value) if effect not in own]
    return tuple(deed for deed in dict.fromkeys(found) if deed[0] or deed[2])


def _deed(effect: tree.Effect, who: tree.Who | None) -> _Deed:
    changes = [change for change in effect.changes if layer_of(change) in LAYERS]
    written = _NOTHING.union(*(writes(each) | with_meaning(each) for each in changes))
    return written, who, any(map(is_wild, changes))


def _reaching(
    deeds: list[tuple[Thing | None, _Deed]], asked: Keys
) -> tuple[list[tuple[Thing | None, tree.Who | None]], Keys]:
    """Those that alter what is asked, and what is asked with what their filters look at."""
    while True:
        reached = [(source, who) for source, (written, who, _) in deeds if touch(asked, written)]
        wider = asked.union(*(reads(part) for _, who in reached for part in _tried(who)))
        if wider == asked:
            return reached, asked
        asked = wider


def _is_member(world: World, thing: Thing, asked: Keys) -> bool:
    """611.2c: whether a resolution's effect that alters what is asked has the object in its set."""
    return any(
        not resolved.ended
        and resolved.members is not None
        and thing.index in resolved.members
        and any(touch(asked, written) for written, _, _ in _deeds_of(resolved.effect))
        for resolved in world.resolved
    )


def _could_mean(moment: Moment, who: tree.Who | None, source: Thing | None, thing: Thing) -> bool:
    """Whether the words could mean the object, whatever happens to whose things are."""
    if source is None:
        return True
    match who:
        case tree.This():
            return source is thing
        case tree.Attached():
            return any(index == thing.index for index, _ in hosts(source))
        case tree.Each(_, zone):
            setting = Setting(source.index, source.controller, choices=source.choices)
            return zone in ("any", thing.zone) and all(
                matches(moment, part, thing.index, setting) != FALSE for part in _tried(who)
            )
    return True


@remembered
def _tried(who: tree.Who | None) -> tuple[tree.Filter, ...]:
    """Of what must hold, what looks at the object alone, its abilities and controller apart."""
    if not isinstance(who, tree.Each):
        return ()
    parts = who.filter.parts if isinstance(who.filter, tree.AllOf) else (who.filter,)
    return tuple(each for each in parts if looks_at_it_alone(each))


def looks_at_it_alone(part: tree.Filter) -> bool:
    """Whether it looks at one object, and neither at its abilities nor at whose it is."""
    kinds = {kind for kind, _ in reads(part)}
    return is_local(part) and kinds.isdisjoint(("ability", "controller"))
