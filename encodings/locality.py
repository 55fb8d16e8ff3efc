"""Whether any effect can reach the few objects that a question is about.

Encoding: what enters is asked for its types and for some of its abilities, and so is what it is
attached to. An effect of "this" or of "enchanted creature" reaches one object only; one of a group
reaches what can be in the group. Where none that alters what is asked reaches these objects, they
are what their copiable values say (613.5), and the layers are not performed.

This misses nothing: an object could come to match a filter only by an effect that alters what the
filter looks at, and such effects are asked about too (`_reaching`).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
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
Question: TypeAlias = tuple[Thing, Keys]  # what is asked of an object


@dataclass(frozen=True, slots=True)
class Deed:
    """What an effect writes, of whom (None: whoever is given the ability); `wild`: it alters words."""

    written: Keys
    who: tree.Who | None
    wild: bool
    effect: tree.Effect


Said: TypeAlias = tuple[Thing | None, Deed]  # whose deed it is


def is_out_of_reach(
    moment: Moment, questions: tuple[Question, ...], anywhere: Keys = _NOTHING
) -> bool:
    """Whether nothing that is asked of each object can be altered, and `anywhere` of none.

    At the moment the objects are what their copiable values say, and so are those that copy.
    """
    world = moment.world
    if not is_rightly_read() or any(thing.hosts for thing in world.things):
        return False
    deeds = list(in_force(moment))
    if any(deed.wild or touch(anywhere, deed.written) for _, deed in deeds):
        return False
    return not any(_is_reached(moment, deeds, thing, asked) for thing, asked in questions)


def _is_reached(moment: Moment, deeds: list[Said], thing: Thing, asked: Keys) -> bool:
    """Whether something could alter what is asked of the object."""
    reached, asked = _reaching(deeds, asked)
    if any(touch(asked, counter_writes(each.kind)) for each in thing.counters):
        return True
    if is_member(moment.world, thing, asked):
        return True
    return any(
        could_mean(moment, who, source, thing)
        and not is_anothers(moment, deeds, who, source, thing)
        for source, who in reached
    )


def is_anothers(
    moment: Moment, deeds: list[Said], who: tree.Who | None, source: Thing | None, thing: Thing
) -> bool:
    """109.5: whether the words mean objects that a player controls who doesn't control this one.

    Where something could give the source to another player, nobody knows whose they are.
    """
    if source is None or not isinstance(who, tree.Each):
        return False
    parts = [part for part in parts_of(who) if isinstance(part, tree.ControlledBy)]
    setting = Setting(source.index, source.controller, choices=source.choices)
    known = [part for part in parts if part.player in ("you", "opponent")]
    if all(matches(moment, part, thing.index, setting) != FALSE for part in known):
        return False
    return not any(_could_take(moment, deeds, each) for each in (source, thing))


def _could_take(moment: Moment, deeds: list[Said], thing: Thing) -> bool:
    """613.1b: whether something could change who controls the object."""
    return is_member(moment.world, thing, _CONTROL) or any(
        could_mean(moment, deed.who, source, thing)
        for source, deed in deeds
        if touch(_CONTROL, deed.written)
    )


_CONTROL: Keys = frozenset({("controller", "*")})


def is_as_printed(thing: Thing) -> bool:
    """Whether its copiable values are those of a face."""
    changed = thing.copies or thing.down or thing.entered_as or thing.kept_values
    return not changed


def in_force(moment: Moment) -> Iterator[Said]:
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
            values = moment.chars[thing.index]
            mine = known.get(~thing.index)  # what it says by its copiable values
            if mine is None or mine[0] is not values.abilities:
                mine = known[~thing.index] = (values.abilities, tuple(_said([values])))
            for deed in mine[1]:
                yield thing, deed
    begun: dict[int, tuple[Deed, ...]] = {}
    for resolved in world.resolved:
        if resolved.ended:
            continue
        deeds = begun.get(id(resolved.effect))
        if deeds is None:
            deeds = begun[id(resolved.effect)] = deeds_of(resolved.effect)
        for deed in deeds:
            if resolved.members is None or deed.who is None:
                index = resolved.setting.source
                yield None if index is None else world.things[index], deed
            elif deed.wild or touch(deed.written, _SAID):
                # What else it does, `is_member` asks.
                yield None, Deed(_SAID, None, deed.wild, deed.effect)


# A resolution gave an object abilities, maybe such as say how others enter.
_SAID: Keys = frozenset({("entering", "*")})


def _halves(face: Chars) -> tuple[Chars, ...]:
    return (face, *((face.bottom,) if face.bottom else ()), *face.halves)


def _said(values: Iterable[Chars]) -> Iterator[Deed]:
    for each in values:
        for held in each.abilities:
            for _, ability in held.alternatives:
                yield from deeds_of(ability)


@remembered
def deeds_of(value: tree.Ability | tree.Effect) -> tuple[Deed, ...]:
    """What it does itself, and what it can give to others to do."""
    if isinstance(value, tree.Effect):
        own: tuple[tree.Effect, ...] = (value,)
    else:
        own = tuple(effect for static in statics_of(value) for effect in static.effects)
    found = [_deed(effect, effect.who) for effect in own]
    found += [_deed(effect, None) for effect in effects_in(value) if effect not in own]
    return tuple(deed for deed in dict.fromkeys(found) if deed.written or deed.wild)


def _deed(effect: tree.Effect, who: tree.Who | None) -> Deed:
    changes = [change for change in effect.changes if layer_of(change) in LAYERS]
    written = _NOTHING.union(*(writes(each) | with_meaning(each) for each in changes))
    return Deed(written, who, any(map(is_wild, changes)), effect)


def _reaching(
    deeds: list[Said], asked: Keys
) -> tuple[list[tuple[Thing | None, tree.Who | None]], Keys]:
    """Those that alter what is asked, and what is asked with what their filters look at."""
    while True:
        reached = [(source, deed.who) for source, deed in deeds if touch(asked, deed.written)]
        wider = asked.union(*(reads(part) for _, who in reached for part in tried(who)))
        if wider == asked:
            return reached, asked
        asked = wider


def is_member(world: World, thing: Thing, asked: Keys) -> bool:
    """611.2c: whether a resolution's effect that alters what is asked has the object in its set."""
    said = {
        id(resolved.effect): resolved.effect
        for resolved in world.resolved
        if not resolved.ended and resolved.members is not None and thing.index in resolved.members
    }
    return any(touch(asked, deed.written) for each in said.values() for deed in deeds_of(each))


def could_mean(
    moment: Moment,
    who: tree.Who | None,
    source: Thing | None,
    thing: Thing,
    altered: Keys = _NOTHING,
) -> bool:
    """Whether the words could mean the object, whatever happens to whose things are, and to what is
    `altered` of this one.
    """
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
                matches(moment, part, thing.index, setting) != FALSE
                for part in tried(who)
                if not touch(reads(part), altered)
            )
    return True


@remembered
def tried(who: tree.Who | None) -> tuple[tree.Filter, ...]:
    """Of what must hold, what looks at the object alone, its abilities and controller apart."""
    if not isinstance(who, tree.Each):
        return ()
    return tuple(each for each in parts_of(who) if looks_at_it_alone(each))


def parts_of(who: tree.Each) -> tuple[tree.Filter, ...]:
    return who.filter.parts if isinstance(who.filter, tree.AllOf) else (who.filter,)


def looks_at_it_alone(part: tree.Filter) -> bool:
    """Whether it looks at one object, and neither at its abilities nor at whose it is."""
    kinds = {kind for kind, _ in reads(part)}
    return looks_at_one_object(part) and kinds.isdisjoint(("ability", "controller"))


def looks_at_one_object(part: tree.Filter) -> bool:
    """Whether it looks at one object, and of others at the choices of its source alone."""
    match part:
        case tree.AllOf(parts) | tree.AnyOf(parts):
            return all(map(looks_at_one_object, parts))
        case tree.Not(inner):
            return looks_at_one_object(inner)
        case tree.Named(word):
            return not word.startswith("~")
    return is_local(part) or isinstance(part, _OF_ONE)


# What may be a chosen word, and what no layer alters of an object.
_OF_ONE = (
    tree.HasColor,
    tree.HasSubtype,
    tree.HasType,
    tree.HasCounter,
    tree.HasDesignation,
    tree.InZone,
    tree.IsCommander,
    tree.IsFaceDown,
    tree.IsTapped,
    tree.Unknown,
)


# A function of a module, so that it is the same one each time.
Asked: TypeAlias = Callable[[tree.Node], bool]


def is_said(world: World, question: Asked) -> bool:
    """Whether it is true of an ability that is printed, copied or chosen as a form, or of an effect
    of a resolution; what these give others is part of them.
    """
    return any(says(world, thing, question) for thing in world.things) or any(
        map(question, world.effects_begun())
    )


def says(world: World, thing: Thing, question: Asked) -> bool:
    """Whether it is true of an ability that the object has by its text, on any face."""
    known = world.said.get((thing.index, question))
    if known is None or known[0] is not thing.printed or known[1] != thing.copies:
        values = (*thing.printed, *(copy.values for copy in thing.copies))
        answer = any(map(question, _abilities_of(values)))
        known = world.said[thing.index, question] = (thing.printed, [*thing.copies], answer)
    return known[2]


def texts_on(world: World) -> Iterator[tree.Ability]:
    """The abilities of all objects by their texts, on any face, or by what they have copied."""
    for thing in world.things:
        yield from _abilities_of((*thing.printed, *(copy.values for copy in thing.copies)))


def _abilities_of(values: Iterable[Chars]) -> Iterator[tree.Ability]:
    for each in values:
        for part in _halves(each):
            for held in part.abilities:
                for _, ability in held.alternatives:
                    yield ability
