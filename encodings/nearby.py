"""The part of a board that a question about a few objects hangs on.

Encoding: where effects reach the objects that a question is about, the layers are performed with
these effects alone, and on these objects, their sources and what reaches those in turn.

Loses nothing iff an effect that is left out changes neither what is asked of these objects, nor
what an effect that is left in looks at, nor the order in which two of these are applied.
"""

from dataclasses import dataclass, field

from striate.cards import tree
from striate.encodings.clauses import remembered
from striate.encodings.dependency import deed_reads
from striate.encodings.effects import LAYERS, layer_of
from striate.encodings.locality import (
    Deed,
    Question,
    Said,
    could_mean,
    deeds_of,
    in_force,
    is_anothers,
    is_member,
    looks_at_one_object,
    parts_of,
    tried,
)
from striate.encodings.matching import Moment
from striate.encodings.reach import Keys, fitting_reads, reads, touch, writes
from striate.encodings.relevance import counter_writes, with_meaning
from striate.encodings.state import Held, Resolved, Thing

_NOTHING: Keys = frozenset()
# 611.3b, 109.5: what of its source decides whether an effect is there, and whom it means.
_OF_SOURCE: Keys = frozenset({("text", "*"), ("controller", "*")})
_TEXT: Keys = frozenset({("text", "*")})
_MOST = 60  # objects: a larger part is no less work than the board


@dataclass
class Part:
    """Some objects, what is asked of each, and which effects reach which of them."""

    about: tuple[Thing, ...]  # what the question is about
    things: dict[int, Thing] = field(default_factory=dict)
    asked: dict[int, Keys] = field(default_factory=dict)
    reached: dict[int, set[int]] = field(default_factory=dict)  # by number of the deed
    acting: dict[int, list[Deed]] = field(default_factory=dict)  # by source

    def ask(self, thing: Thing, keys: Keys) -> None:
        self.things[thing.index] = thing
        self.asked[thing.index] = self.asked.get(thing.index, _NOTHING) | keys

    # --- what the layers ask of it: as of a `Relevance`, and of whose effects they are ---

    def held(self, thing: Thing, held: Held) -> bool:
        """Whether the effects of this ability are applied; what is granted is part of the grant."""
        if held.key[0] == "granted":
            return True
        mine = self.acting.get(thing.index, ())
        return any(
            deed is each or deed == each
            for _, ability in (held.alternatives if mine else ())
            for deed in deeds_of(ability)
            for each in mine
        )

    def resolved(self, _: Resolved) -> bool:
        return False

    def counters(self, _: Thing) -> bool:
        return False


def part_of(
    moment: Moment, questions: tuple[Question, ...], anywhere: Keys = _NOTHING
) -> Part | None:
    """What the questions hang on; None where it is not known to be less than the board."""
    deeds = list(in_force(moment))
    if any(deed.wild or touch(anywhere, deed.written) for _, deed in deeds):
        return None
    part = Part(tuple(thing for thing, _ in questions))
    for thing, asked in questions:
        part.ask(thing, asked)
    size = -1
    while size != (size := _size(part)):
        if size > 0 and len(part.things) > _MOST:
            return None
        union = _NOTHING.union(*part.asked.values())
        for number, (source, deed) in enumerate(deeds):
            if touch(union, deed.written) and not _added(moment, deeds, part, number, source, deed):
                return None
    world = moment.world
    for index, asked in part.asked.items():
        thing = part.things[index]
        if is_member(world, thing, asked):
            return None
        if any(touch(asked, counter_writes(each.kind)) for each in thing.counters):
            return None
    return part if _is_in_order(deeds, part) else None


def _size(part: Part) -> int:
    return sum(map(len, part.asked.values())) + sum(map(len, part.reached.values()))


def _added(
    moment: Moment, deeds: list[Said], part: Part, number: int, source: Thing | None, deed: Deed
) -> bool:
    """The deed joins the part if it reaches an object of it; False where it looks further."""
    reached = part.reached.get(number, set())
    for index, thing in list(part.things.items()):
        if index in reached or not touch(part.asked[index], deed.written):
            continue
        part.ask(thing, _NOTHING.union(*(reads(each) for each in tried(deed.who))))
        altered = _NOTHING.union(
            *(deeds[n][1].written for n, others in part.reached.items() if index in others)
        )
        if not could_mean(moment, deed.who, source, thing, altered):
            continue
        if is_anothers(moment, deeds, deed.who, source, thing):
            continue
        if source is None or not _looks_at_these_alone(deed, part.asked[index]):
            return False
        for quality in _qualities(deed.effect):
            # 702.16: what is protected from a quality asks it of all that the question is about.
            if not looks_at_one_object(quality):
                return False
            for about in part.about:
                part.ask(about, reads(quality))
        part.ask(thing, _reads_of_object(deed))
        part.ask(source, _OF_SOURCE | _reads_of_condition(deed.effect))
        part.reached.setdefault(number, reached).add(index)
        if not any(deed is each for each in part.acting.setdefault(source.index, [])):
            part.acting[source.index].append(deed)
    return True


def _looks_at_these_alone(deed: Deed, asked: Keys) -> bool:
    """Whether its set, its condition and what it does to what is asked rest on the object and on
    the source alone.
    """
    match deed.who:
        case tree.This() | tree.Attached():
            pass
        case tree.Each():
            if not all(map(looks_at_one_object, parts_of(deed.who))):
                return False
        case _:
            return False
    condition = deed.effect.condition
    if condition is not None and not (
        isinstance(condition, tree.Matches)
        and condition.ref == tree.This()
        and looks_at_one_object(condition.filter)
    ):
        return False
    return not any(
        touch(asked, writes(each) | with_meaning(each)) and deed_reads(each) - fitting_reads(each)
        for each in deed.effect.changes
        if layer_of(each) in LAYERS
    )


@remembered
def _qualities(effect: tree.Effect) -> tuple[tree.Filter, ...]:
    """Those of the keywords that it gives, such as of protection."""
    given = (each for each in effect.changes if isinstance(each, tree.GainAbilities))
    words = (each for change in given for each in change.abilities)
    found = (each.quality for each in words if isinstance(each, tree.Keyword))
    return tuple(each for each in found if each is not None)


def _reads_of_object(deed: Deed) -> Keys:
    """What it looks at of an object that it means."""
    own = reads(deed.who) if isinstance(deed.who, tree.Each) else _NOTHING
    return own.union(*(deed_reads(each) for each in deed.effect.changes))


def _reads_of_condition(effect: tree.Effect) -> Keys:
    return _NOTHING if effect.condition is None else reads(effect.condition)


def _is_in_order(deeds: list[Said], part: Part) -> bool:
    """613.7-8: whether the order of those left in is theirs alone: in each layer, those that reach
    one object, or the source of another, depend on no effect of the board but by losing abilities.
    """
    for layer in LAYERS:
        inside = [(n, w) for n in part.reached if (w := _in_layer(deeds[n][1].effect, layer)).acts]
        if not any(_meet(deeds, part, n, m) for n, _ in inside for m, _ in inside if n != m):
            continue
        looked_at = _NOTHING.union(*(each.reads for _, each in inside))
        for _, other in deeds:
            if touch(looked_at, _in_layer(other.effect, layer).writes):
                return False
    return True


def _meet(deeds: list[Said], part: Part, n: int, m: int) -> bool:
    """Whether both reach one object, or the first the source of the second."""
    source = deeds[m][0]
    mine = part.reached[n]
    return not mine.isdisjoint(part.reached[m]) or (source is not None and source.index in mine)


@dataclass(frozen=True, slots=True)
class _InLayer:
    acts: bool
    reads: Keys  # but for the source's abilities
    writes: Keys


@remembered
def _in_layer(effect: tree.Effect, layer: str) -> _InLayer:
    changes = [each for each in effect.changes if layer_of(each) == layer]
    looked_at = reads(effect.who) | _reads_of_condition(effect)
    looked_at = looked_at.union(*(deed_reads(each) for each in changes))
    written = _NOTHING.union(*(writes(each) | with_meaning(each) for each in changes))
    return _InLayer(bool(changes), looked_at - _TEXT if changes else _NOTHING, written)
