"""614, 616: what happens instead of dying, of counters being put, of tokens being created."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from striate.boards.deeds import speaks_of_leaving
from striate.cards import tree
from striate.cards.walking import any_node, nodes
from striate.encodings.algebra import FALSE, TRUE, Lit, Num
from striate.encodings.clauses import clause
from striate.encodings.game import Game
from striate.encodings.locality import is_said, says
from striate.encodings.matching import Moment, matches, refer
from striate.encodings.moments import is_local
from striate.encodings.reach import Keys, reads
from striate.encodings.refusing import UNTOLD, could_match
from striate.encodings.resolution import Resolution, things_of
from striate.encodings.state import Setting, Thing, World

REPLACEMENTS = (tree.GoesElsewhere, tree.CountersReplaced, tree.TokensReplaced)
Replacement = tree.GoesElsewhere | tree.CountersReplaced | tree.TokensReplaced
_MOST_ORDERS = 5  # so many effects on one event are tried in every order


@dataclass(slots=True, eq=False)
class Begun:
    """A replacement that a resolution made: `born` has the objects that it is about, if it names them."""

    ability: Replacement
    setting: Setting
    this_turn: bool
    born: dict[int, int] | None


def begin_replacing(resolution: Resolution, step: tree.BeginReplacing) -> None:
    """614.1, 611.2c: it applies to the objects named, or to whatever its words mean by then."""
    ability = step.ability
    born = None
    if isinstance(ability, tree.GoesElsewhere) and not isinstance(ability.who, tree.Each):
        born = {thing.index: thing.born for thing in things_of(resolution, ability.who)}
    begun = Begun(ability, resolution.setting, step.this_turn, born)
    resolution.game.world.replacing.append(begun)


def _in_force(
    game: Game, thing: Thing | None, moment: Moment | None = None
) -> Iterator[tuple[Replacement, Setting]]:
    """614.4: the replacements that exist now, each with whose words it is.

    113.6: those on the battlefield, and what an object says of its own going anywhere.
    """
    world = game.world
    if is_said(world, _replaces):
        moment = game.now() if moment is None else moment
        for other in world.things:
            if other.zone != "battlefield" and other is not thing:
                continue
            for held in moment.chars[other.index].abilities:
                for guard, ability in held.alternatives:
                    if not isinstance(ability, REPLACEMENTS):
                        continue
                    lit = world.algebra.and_(guard, held.present)
                    if lit not in (TRUE, FALSE):
                        game.unsupported("a replacement that depends on a hole")
                    if lit == TRUE and _functions(ability, other):
                        yield ability, _setting_of(moment, other)
    for begun in world.replacing:
        named = begun.born is None or (
            thing is not None and begun.born.get(thing.index) == thing.born
        )
        if named:
            yield begun.ability, begun.setting


def _functions(ability: Replacement, holder: Thing) -> bool:
    """113.6: off the battlefield only what speaks of its own object going from anywhere."""
    if holder.zone == "battlefield":
        return True
    return (
        isinstance(ability, tree.GoesElsewhere)
        and ability.who == tree.This()
        and ability.origin != "battlefield"
    )


def _setting_of(moment: Moment, holder: Thing) -> Setting:
    return Setting(holder.index, moment.chars[holder.index].yours, choices=holder.choices)


@lru_cache(maxsize=65536)
def _replaces(value: tree.Node) -> bool:
    return any_node(value, REPLACEMENTS)


@lru_cache(maxsize=65536)
def _gives_replacements(value: tree.Node) -> bool:
    """Whether an object could have such an ability other than by its text."""
    return not isinstance(value, REPLACEMENTS) and any_node(value, REPLACEMENTS, _BODIES)


_BODIES = (tree.Activated, tree.Triggered, tree.Chapter, tree.Spell)
# That its ability is there, and who controls it.
_OF_SPEAKER: Keys = frozenset({("text", "*"), ("controller", "*")})


def _as_they_speak(game: Game, thing: Thing) -> Moment | None:
    """The object as the words on counters look at it, and what says them. None: the whole board.

    Encoding: these objects by themselves, where nothing is given such an ability.
    """
    world = game.world
    if not is_said(world, _replaces) or is_said(world, _gives_replacements):
        return None
    speakers = [each for each in world.in_zone("battlefield") if says(world, each, _replaces)]
    asked = _OF_SPEAKER
    for speaker in speakers:
        for held in game.base(speaker).abilities:
            for _, ability in held.alternatives:
                if not isinstance(ability, tree.CountersReplaced):
                    continue
                if not isinstance(ability.who, tree.Each):
                    if ability.who != tree.This():
                        return None
                elif not is_local(ability.who.filter):
                    return None
                asked |= reads(ability.who)
    if any(kind == "ability" for kind, _ in asked):
        return None
    about = dict.fromkeys(each.index for each in (thing, *speakers))
    return game.by_themselves(tuple((world.things[index], asked) for index in about))


# That an ability speaks of counters is there, given by whatever gives it, and who controls it.
_OF_COUNTERS: Keys = _OF_SPEAKER | {("ability", "@replacing")}


@lru_cache(maxsize=65536)
def _counter_words(value: tree.Node) -> Keys:
    """What words on counters that it has or gives look at of an object."""
    said = (node for node in nodes(value) if isinstance(node, tree.CountersReplaced))
    return frozenset().union(*(reads(node.who) for node in said))


def _concerns(
    game: Game, who: tree.Who, thing: Thing, setting: Setting, moment: Moment | None = None
) -> bool | None:
    """Whether the words mean this object; None: no board tells (damage that was dealt)."""
    moment = game.now() if moment is None else moment
    if not isinstance(who, tree.Each):
        # What was made for objects that it names has been asked whether this is one of them.
        return isinstance(who, tree.Target | tree.Those | tree.Affected) or (
            thing.index in refer(moment, who, setting)
        )
    if who.zone not in ("any", thing.zone):
        return False
    if any_node(who.filter, UNTOLD):
        return None if could_match(moment, who.filter, thing.index, setting) else False
    lit = matches(moment, who.filter, thing.index, setting)
    if lit not in (TRUE, FALSE):
        game.unsupported("a replacement that depends on a hole")
    return lit == TRUE


# --- dying, and whatever else goes to a graveyard ------------------------------------------------------


@clause("614.6", "616.1", "122.1h")
def destination(game: Game, thing: Thing, zone: str) -> tuple[str, str]:
    """614.6: where it goes instead; 616.1: among several the board would have to name one.

    122.1h: a finality counter is one such effect.
    """
    found: dict[tuple[str, str], None] = {}
    for ability, setting in _in_force(game, thing):
        if not isinstance(ability, tree.GoesElsewhere) or not _is_event(
            game, ability, thing, zone, setting
        ):
            continue
        concerned = _concerns(game, ability.who, thing, setting)
        if concerned is None:
            game.note(thing.handle, "whether it goes to the graveyard")
        elif concerned:
            found[ability.to, _place(ability)] = None
    final = any(counter.kind == "finality" for counter in thing.counters)
    if final and zone == "graveyard" and thing.zone == "battlefield":
        found["exile", ""] = None
    if zone == "graveyard":
        _note_what_is_not_read(game, thing)
    if len(found) > 1:
        game.note(thing.handle, "which of the effects on its leaving is applied")
    return next(iter(found), (zone, ""))


def _place(ability: tree.GoesElsewhere) -> str:
    """Where in a library it is put instead; where no end of it is said, it is shuffled in."""
    return ability.place or ("shuffled" if ability.to == "library" else "")


def _is_event(
    game: Game, ability: tree.GoesElsewhere, thing: Thing, zone: str, setting: Setting
) -> bool:
    """614.1a: whether this move is the event that it replaces."""
    if ability.event == "leave":
        return thing.zone == "battlefield" and zone != "battlefield" and zone != ability.to
    if zone != "graveyard":
        return False
    there = thing.zone == "battlefield"
    if (ability.origin == "battlefield" and not there) or (ability.origin == "elsewhere" and there):
        return False
    owned = TRUE if ability.whose == "you" else FALSE
    return ability.whose == "any" or (thing.owner == setting.you) == (owned == TRUE)


def _note_what_is_not_read(game: Game, thing: Thing) -> None:
    """614.1a: a text that says what happens instead, and is not carried out."""
    if not is_said(game.world, _speaks_of_leaving):
        return
    moment = game.now()
    for other in game.world.in_zone("battlefield"):
        for held in moment.chars[other.index].abilities:
            for _, ability in held.alternatives:
                if speaks_of_leaving(ability, of_itself=other is thing):
                    game.note(other.handle, "what it does to objects that would leave")


@lru_cache(maxsize=65536)
def _speaks_of_leaving(value: tree.Node) -> bool:
    return speaks_of_leaving(value, of_itself=True)


# --- counters -----------------------------------------------------------------------------------------


@clause("614.16", "616.1f", "122.6a")
def put_counters(
    game: Game, thing: Thing, kind: str, number: Num, by: Lit, *, entering: bool = False
) -> None:
    """614.16: as many counters as are put on instead; 616.1: in the order that the player chooses.

    614.12: as it enters, what another subset of permanents gets is not said by itself.
    """
    if isinstance(number, int) and number <= 0:
        game.put_counters(thing, kind, number)
        return
    moment = _as_they_speak(game, thing) or game.settled_for(_counter_words, _OF_COUNTERS)
    rules = [
        ability
        for ability, setting in _in_force(game, None, moment)
        if isinstance(ability, tree.CountersReplaced)
        and ability.kind in (None, kind)
        and (ability.by == "any" or (by == setting.you) == (ability.by == "you"))
        and not (entering and setting.source == thing.index and ability.who != tree.This())
        and _concerns(game, ability.who, thing, setting, moment)
    ]
    if not rules:
        game.put_counters(thing, kind, number)
        return
    if any(rule.times == 0 for rule in rules):
        return  # 614.17: it can't happen
    if not isinstance(number, int):
        game.unsupported("a number of counters that depends on a hole")
        return
    if len(rules) > _MOST_ORDERS:
        game.note(thing.handle, "in which order the effects on its counters are applied")
        rules = rules[:_MOST_ORDERS]
    results = {_applied(order, number) for order in permutations(rules)}
    if len(results) > 1:
        game.note(thing.handle, "in which order the effects on its counters are applied")
    game.put_counters(thing, kind, max(results))


def _applied(order: tuple[tree.CountersReplaced, ...], number: int) -> int:
    """616.1f: each in turn, as long as one or more would be put on."""
    for rule in order:
        if number > 0:
            number = number // 2 if rule.half else max(0, number * rule.times + rule.more)
    return number


# --- tokens -------------------------------------------------------------------------------------------


@clause("614.16")
def number_of_tokens(game: Game, types: tuple[str, ...] | None, number: int, you: bool) -> int:
    """614.16: that many tokens are created instead; several such effects multiply.

    `types`: None where a copy is made with exceptions, which may change them.
    """
    for ability, setting in _in_force(game, None) if number > 0 else ():
        if not isinstance(ability, tree.TokensReplaced):
            continue
        if ability.under == "you" and (setting.you == TRUE) != you:
            continue
        parts = ability.which.parts if isinstance(ability.which, tree.AllOf) else (ability.which,)
        if not all(isinstance(part, tree.HasType) for part in parts) or (parts and types is None):
            game.note("tokens", "whether an effect replaces them")
        elif all(part.type in (types or ()) for part in parts if isinstance(part, tree.HasType)):
            number *= ability.times
    return number


def end_of_turn(world: World) -> None:
    """514.2: what was said of this turn is over."""
    world.replacing = [begun for begun in world.replacing if not begun.this_turn]
