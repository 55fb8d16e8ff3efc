"""A moment in the layers, and what words mean at it: choices, players, objects.

A filter about an object is a literal (`filters.matches`), an amount a number (`amounts.amount`), a
condition a literal (`conditions.holds`). Filters hold amounts, which hold filters, so what a filter
means comes from a table. Facts that no board can tell take the value that the question assumes
(`World.path`).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from striate.boards.untold import THAT_PLAYER, UNTOLD_PLAYERS, Speaker
from striate.cards import tree
from striate.cards.vocabulary import COLORS
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit
from striate.encodings.choosing import value_chosen
from striate.encodings.clauses import clause
from striate.encodings.state import IN_PLAY, Chars, Last, Setting, Thing, World

_T = TypeVar("_T")


class Moment:
    """The state of all objects in the middle of applying the layers."""

    __slots__ = (
        "_present",
        "algebra",
        "altered",
        "before",
        "chars",
        "lasting",
        "layer",
        "memo",
        "world",
    )  # fmt: skip

    def __init__(
        self,
        world: World,
        chars: list[Chars],
        layer: str = "",
        lasting: dict[str, Any] | None = None,
    ) -> None:
        self.world = world
        self.algebra: Algebra = world.algebra
        self.chars = chars
        self.layer = layer
        # Encoding: what was worked out at this moment, and what no layer alters.
        self.memo: dict[tuple[object, ...], Any] = {}
        self.lasting: dict[str, Any] = {} if lasting is None else lasting
        # Of a trial (613.8a): the moment before it, and what it can have altered.
        self.before: Moment | None = None
        self.altered: frozenset[tuple[str, str]] = frozenset()
        # 608.2h: of a look back at one object, what all the others are by then.
        self._present: Moment | None = None

    def fork(self, changed: dict[int, Chars]) -> "Moment":
        chars = self.chars.copy()
        for index, value in changed.items():
            chars[index] = value
        return Moment(self.world, chars, self.layer, self.lasting)

    def looking_back(self, index: int, last: Last) -> "Moment":
        """608.2h: the moment with that object as it last was; sets of objects are those of now."""
        things, chars = self.world.things.copy(), self.chars.copy()
        things[index], chars[index] = last.facts, last.chars
        moment = Moment(replace(self.world, things=things), chars, self.layer)
        moment._present = self.present
        return moment

    def once(self, key: tuple[object, ...], work: Callable[[], _T]) -> _T:
        """What the work gives at this moment. Encoding: it is done once."""
        result: _T | None = self.memo.get(key)
        if result is None:
            result = self.memo[key] = work()
        return result

    @property
    def present(self) -> "Moment":
        """608.2h: the moment at which sets of objects are what they are."""
        return self if self._present is None else self._present


# --- words ----------------------------------------------------------------------------------------

# 607.5a: the choices of abilities that came without the choice that they refer to.
UNDEFINED: dict[str, str] = {}


def chosen(word: str, setting: Setting, moment: Moment) -> str:
    """607.2d, 608.2d: the value that "@..." stands for, or "" if none was chosen."""
    if not word.startswith("@"):
        return word
    kind = word[1:]
    value = value_chosen(kind, setting.choices, choices_of_source(moment, setting))
    return COLORS.get(value.lower(), value) if kind == "color" else value


def choices_of_source(moment: Moment, setting: Setting) -> dict[str, str]:
    """607.2d: what was chosen for the source of the words; 607.5a: nothing if that is undefined."""
    if setting.source is None or setting.choices is UNDEFINED:
        return {}
    return moment.world.things[setting.source].choices


# --- players --------------------------------------------------------------------------------------


@clause("109.5")
def player_is(moment: Moment, player: str, seat: Lit, setting: Setting) -> Lit:
    """109.5: whether the player with that seat ("is you") is the one that the word means."""
    algebra = moment.algebra
    if player == "any":
        return TRUE
    if player == "opponent":
        return algebra.xor(seat, setting.you)
    known = player_seat(moment, player, setting)
    if known is None:
        named = untold_player(moment, player, setting)
        return FALSE if not named else seat if named == "you" else seat ^ 1
    return algebra.iff(seat, known)


def untold_player(moment: Moment, player: str, setting: Setting) -> str:
    """102.1: whom the word means that the board leaves open, or nobody ("")."""
    if player not in UNTOLD_PLAYERS:
        return ""
    return moment.world.path.player(player, speaker(moment, setting))


def speaker(moment: Moment, setting: Setting) -> Speaker:
    """Who asks for something untold."""
    things = moment.world.things
    source = "" if setting.source is None else things[setting.source].handle
    affected = "" if setting.affected is None else things[setting.affected].handle
    seat = "you" if setting.you == TRUE else "opponent"
    return Speaker(source, seat, affected, setting.looks_back)


def player_seat(moment: Moment, player: str, setting: Setting) -> Lit | None:
    """The seat of a single player that the word names; None: the board can't tell."""
    world = moment.world
    if player == "you":
        return setting.you
    if player == "active":
        return TRUE if world.is_your_turn() else FALSE
    if player == "owner" and setting.source is not None:
        return world.things[setting.source].owner
    if player == "affected controller" and setting.affected is not None:
        return moment.chars[setting.affected].yours
    if player == "affected owner" and setting.affected is not None:
        return world.things[setting.affected].owner
    if player == "attached controller" and setting.source is not None:
        enchanted = world.things[setting.source].enchants
        if enchanted is not None:
            return enchanted
        hosts_of_source = _hosts_of_source(world, setting)
        if not hosts_of_source:
            return None
        lits = [moment.algebra.and_(lit, moment.chars[host].yours) for host, lit in hosts_of_source]
        return moment.algebra.any_(lits)
    if player == "target controller" and setting.targets and setting.targets[0]:
        return last_seat(moment, setting.targets[0][0])
    if player == "not target controller":
        theirs = player_seat(moment, "target controller", setting)
        return None if theirs is None else theirs ^ 1  # 102.2: the other of two players
    if player in ("target", "that") and setting.players:
        return setting.players[0]
    if player == "that" and THAT_PLAYER in setting.choices:  # 603.2
        return TRUE if setting.choices[THAT_PLAYER] == "you" else FALSE
    if player == "that" and setting.targets and setting.targets[0]:
        return last_seat(moment, setting.targets[0][0])
    if player in ("chosen", "target", "that"):
        word = value_chosen("player", setting.choices, choices_of_source(moment, setting))
        if word:
            return TRUE if word == "you" else FALSE
    if player == "defending" and "defending player" in setting.choices:
        # 508.5: whom the creature attacked whose attack set this off.
        return TRUE if setting.choices["defending player"] == "you" else FALSE
    if player == "opponent":
        return setting.you ^ 1
    return None


def last_seat(moment: Moment, index: int) -> Lit:
    """608.2h: who controls the object, or last controlled one that has left."""
    thing = moment.world.things[index]
    if thing.zone in IN_PLAY:
        return moment.chars[index].yours
    if thing.last is not None:
        return thing.last.chars.yours
    return moment.chars[index].yours


def seats(moment: Moment, player: str, setting: Setting) -> list[tuple[Lit, bool]]:
    """(literal, "is you") for the players that the word means, of the two in the game."""
    return [(player_is(moment, player, seat, setting), seat == TRUE) for seat in (TRUE, FALSE)]


def fact_told(moment: Moment, fact: str, setting: Setting) -> int | None:
    """What a step of the board states of the player whose words these are."""
    if setting.you not in (TRUE, FALSE):
        return None
    return moment.world.player_facts.get((fact, setting.you == TRUE))


# --- objects --------------------------------------------------------------------------------------


def refer(moment: Moment, ref: tree.Ref, setting: Setting) -> list[int]:
    """The objects that a reference names."""
    things = moment.world.things
    match ref:
        case tree.Attached():
            return [each for each, _ in _hosts_of_source(moment.world, setting)]
        case tree.This():
            return [] if setting.source is None else [setting.source]
        case tree.Affected():
            return [] if setting.affected is None else [setting.affected]
        case tree.Target(index):
            inside = -len(setting.targets) <= index < len(setting.targets)
            return list(setting.targets[index]) if inside else []
        case tree.ChosenObject(kind):
            handle = value_chosen(kind, setting.choices, choices_of_source(moment, setting))
            return [moment.world.handles[handle]] if handle in moment.world.handles else []
        case tree.TopCard(zone, owner):
            return _top_card(moment, zone, owner, setting)
        case tree.Those():
            return [index for index, lit in group(moment, ref, setting) if lit == TRUE]
        case tree.Granter(handle):
            giver = moment.world.handles.get(handle)
            return [] if giver is None or things[giver].zone != "battlefield" else [giver]
        case tree.LinkedCard():
            return linked(moment.world, setting)[-1:]
    raise TypeError(ref)


def _hosts_of_source(world: World, setting: Setting) -> list[tuple[int, Lit]]:
    """608.2h: what the source is attached to, or was as it left, if that is still the object."""
    source = setting.source
    if source is None:
        return []
    if setting.looks_back and world.things[source].zone not in IN_PLAY:
        return [(world.past_hosts[source], TRUE)] if source in world.past_hosts else []
    return hosts(world.things[source])


def hosts(thing: Thing) -> list[tuple[int, Lit]]:
    """What the object is attached to: one object, or by guard where that is open."""
    if thing.hosts:
        return list(thing.hosts.items())
    return [] if thing.attached_to is None else [(thing.attached_to, TRUE)]


def attached_to(moment: Moment, host: int) -> Sequence[tuple[Thing, Lit]]:
    """The permanents that are attached to the object, with the literal that they are.

    Encoding: no layer alters who is attached to whom; it is looked up once for all their moments.
    """
    known: dict[int, list[tuple[Thing, Lit]]] | None = moment.lasting.get("hosts")
    if known is not None and moment.layer:
        return known.get(host, ())
    by_host: dict[int, list[tuple[Thing, Lit]]] = {}
    for thing in moment.world.in_zone("battlefield"):
        for at, lit in hosts(thing):
            by_host.setdefault(at, []).append((thing, lit))
    if moment.layer:
        moment.lasting["hosts"] = by_host
    return by_host.get(host, ())


def referred(moment: Moment, ref: tree.Ref, setting: Setting) -> list[tuple[int, Lit]]:
    """The objects that a reference may name, with the literal that it names each."""
    if isinstance(ref, tree.Attached):
        return _hosts_of_source(moment.world, setting)
    return [(index, TRUE) for index in refer(moment, ref, setting)]


def asked_of(
    moment: Moment, ref: tree.Ref | tree.Each, setting: Setting, *, was: bool = False
) -> list[tuple[Moment, int, Lit]]:
    """608.2h: the objects that words ask something of, each at the moment when they look at it.

    That is now, or when an object that is no longer where the words expect it last was there. A
    card that is spoken of where it lies ("the exiled card") is expected there. 400.7j: so is one
    that has gone from one open zone to another, unless the words say "was".
    """
    moment = moment.present
    objects = []
    for index, lit in group(moment, ref, setting):
        last, zone = None, moment.world.things[index].zone
        if setting.looks_back and not isinstance(ref, tree.Each | tree.LinkedCard | tree.TopCard):
            last = moment.world.past.get(index)
        if last is not None and not was and last.facts.zone not in IN_PLAY:
            last = last if zone in ("hand", "library") else None
        if last is None or zone in IN_PLAY:
            objects.append((moment, index, lit))
        else:
            objects.append((moment.looking_back(index, last), index, lit))
    return objects


def linked(world: World, setting: Setting) -> list[int]:
    """607.2a: the cards exiled with the source, 113.7a: with what it was before it left, too.

    400.7: those that have moved since are other objects.
    """
    if setting.source is None:
        return []
    pairs = list(world.things[setting.source].exiled_with)
    if setting.looks_back and setting.source in world.past:
        pairs = [*world.past[setting.source].facts.exiled_with, *pairs]
    return [index for index, born in dict(pairs).items() if world.things[index].born == born]


def _top_card(moment: Moment, zone: str, owner: str, setting: Setting) -> list[int]:
    """404.2: the last card put into a graveyard lies on top."""
    cards = [
        thing.index
        for thing in moment.world.in_zone(zone)
        if player_is(moment, owner, thing.owner, setting) == TRUE
    ]
    # 404.2: the one put there last, whenever its object came to be.
    top = sorted(cards, key=lambda index: moment.world.things[index].stamp)[-1:]
    return [index for index in top if not moment.world.things[index].covered]


# --- groups ---------------------------------------------------------------------------------------

FilterRule: TypeAlias = Callable[[Moment, Any, int, Setting], Lit]
FILTERS: dict[type, FilterRule] = {}  # what they mean; filled by `filters`


def _each(moment: Moment, who: tree.Each, setting: Setting) -> Iterator[tuple[int, Lit]]:
    """The objects of the zone that the filter is true of."""
    test = FILTERS[type(who.filter)]
    for thing in moment.world.in_zone(who.zone):
        lit = moment.algebra.and_(thing.alive, test(moment, who.filter, thing.index, setting))
        if lit != FALSE:
            yield thing.index, lit


def group(moment: Moment, who: tree.Who, setting: Setting) -> Iterator[tuple[int, Lit]]:
    """Each object that the words mean, with the literal that says it is meant."""
    moment = moment.present
    if isinstance(who, tree.Each):
        yield from _each(moment, who, setting)
        return
    if isinstance(who, tree.Those):
        # 608.2c: the set is that of the instruction that named it.
        as_named = setting.sets.get(who.group)
        yield from group(moment, who.group, setting) if as_named is None else as_named
        return
    if isinstance(who, tree.LinkedCard):
        for index in linked(moment.world, setting):
            yield index, TRUE
        return
    for index, lit in referred(moment, who, setting):
        thing = moment.world.things[index]
        if isinstance(who, tree.Attached) and thing.zone != "battlefield":
            continue
        yield index, moment.algebra.and_(lit, thing.alive)
