"""614, 616: replacement effects on what leaves, on counters that are put, on tokens that are created."""

from collections.abc import Iterator
from itertools import permutations

import msgspec

from striate.boards.deeds import speaks_of_leaving
from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.tree import Ability, CountersReplaced, GoesElsewhere, This, TokensReplaced
from striate.cards.walking import any_node
from striate.referee import asking, counters, moving, neighbours, reaching, shuffling
from striate.referee.context import Context
from striate.referee.game import Lasting, Remembered, Replaced, Thing
from striate.referee.mentions import mentions
from striate.referee.play import Play
from striate.referee.reads import reads
from striate.referee.references import objects_of, you
from striate.referee.state import State

_KINDS = (GoesElsewhere, CountersReplaced, TokensReplaced)
_BODIES = (tree.Activated, tree.Triggered, tree.Chapter, tree.Spell)
_NOBODY_TELLS = (tree.Fact, tree.Unknown, tree.UnknownAmount, tree.IsCommander)


class Fate(msgspec.Struct, frozen=True):
    """Where an object goes; in a library: on which end of it, or "shuffled" into it."""

    zone: str
    place: str = ""


def _has_replacements(abilities: tuple[Ability, ...]) -> bool:
    return mentions(abilities, _KINDS)


def _anything_replaces(play: Play) -> bool:
    """Whether any text or any lasting effect could be a replacement of these kinds."""
    return not play.nobody_says(_has_replacements) or bool(play.game.effects(_brings_one))


def _brings_one(lasting: Lasting) -> bool:
    """Whether it gives an object such an ability, or makes it a copy of what has one."""
    made = tuple(lasting.by_object.values())
    return mentions(made, _KINDS) or any(map(_copies_one, made))


def _copies_one(changes: tuple[object, ...]) -> bool:
    values = (getattr(change, "values", None) for change in changes)
    return any(_has_replacements(text.abilities) for text in values if text is not None)


def _standing(play: Play, found: State | None = None) -> Iterator[tuple[Ability, Context, State]]:
    """604.1, 113.6: the replacement abilities of what is on the battlefield.

    `found`: those that have one, as they are; else the whole board is looked at.
    """
    if not _anything_replaces(play):
        return
    state = play.state() if found is None else found
    for handle in state.handles_in("battlefield"):
        view = state.views[handle]
        at = Context(source=handle, card=view.text.name, choices=play.game.things[handle].choices)
        for held in view.abilities:
            if isinstance(held.ability, _KINDS):
                yield held.ability, at, state


def _as_they_speak(play: Play, thing: Thing) -> State | None:
    """614.16: the object as words on its counters look at it, and what has such words; None: the
    whole board has to be looked at, since something may be given them, or they look further.
    """
    if not play.nobody_says(_gives_replacements) or play.game.effects(_brings_one):
        return None
    speakers = [each for each in play.who_says(_has_replacements) if each.zone == "battlefield"]
    question = reaching.Question(kinds=frozenset(("controller",)), keeps_all=True)
    for ability in (each for other in speakers for each in play.all_said(other, _on_counters)):
        who = ability.who
        if who == This():
            continue
        if not isinstance(who, tree.Each) or "abilities" in reads(who):
            return None
        parts = who.filter.parts if isinstance(who.filter, tree.AllOf) else (who.filter,)
        if not all(isinstance(each, tree.Other) or reaching.looks_at_one(each) for each in parts):
            return None
        question = question.looking((who.filter,))
    handles = dict.fromkeys(each.handle for each in (thing, *speakers))
    return neighbours.as_they_would_be(play, tuple(handles), question)


def _gives_replacements(abilities: tuple[Ability, ...]) -> bool:
    """Whether an object could have one that no text of its own says."""
    return any(
        any_node(each, _KINDS, _BODIES) for each in abilities if not isinstance(each, _KINDS)
    )


def _on_counters(abilities: tuple[Ability, ...]) -> tuple[CountersReplaced, ...]:
    return tuple(each for each in abilities if isinstance(each, CountersReplaced))


# --- 614.6: it goes somewhere else ----------------------------------------------------------------------


def fate(play: Play, thing: Thing, to: str) -> Fate:
    """614.6, 616.1: where the object goes as it would go there."""
    fates = list(dict.fromkeys(_other_fates(play, thing, to)))
    if to == "graveyard":
        _look_for_unread(play, thing)
    if len(fates) > 1:
        line = "which of the effects on its leaving is applied"
        play.game.unread.append((thing.faces[0].name, line))
    return fates[0] if fates else Fate(to)


def _other_fates(play: Play, thing: Thing, to: str) -> Iterator[Fate]:
    for ability, at, state in _standing(play):
        if not isinstance(ability, GoesElsewhere) or not _happens(ability, thing, to, at, state):
            continue
        if _speaks_of(play, ability.who, thing, at, state):
            yield _instead(ability)
    for said in play.game.replaced:
        ability = said.ability
        if not isinstance(ability, GoesElsewhere):
            continue
        state = play.state()
        if not _happens(ability, thing, to, said.at, state):
            continue
        if said.about is not None:
            meant = said.about.get(thing.handle) == thing.incarnation
        else:
            meant = _speaks_of(play, ability.who, thing, said.at, state)
        if meant:
            yield _instead(ability)
    if thing.zone != "battlefield":
        yield from _of_itself(play, thing, to)
    elif to == "graveyard" and thing.counters.get("finality"):
        yield Fate("exile")  # 122.1h


def _instead(ability: GoesElsewhere) -> Fate:
    """614.6: what goes to a library and to neither end of it is shuffled into it."""
    if ability.to == "library" and not ability.place:
        return Fate("library", "shuffled")
    return Fate(ability.to, ability.place)


def _of_itself(play: Play, thing: Thing, to: str) -> Iterator[Fate]:
    """614.1a: "from anywhere", said by an object that is not on the battlefield."""
    if to != "graveyard":
        return
    for ability in thing.faces[0].abilities:
        if not isinstance(ability, GoesElsewhere) or ability.who != This():
            continue
        if ability.origin != "battlefield":
            yield _instead(ability)


def _happens(ability: GoesElsewhere, thing: Thing, to: str, at: Context, state: State) -> bool:
    """614.1a: whether that move is what the ability says "would" happen."""
    dies = thing.zone == "battlefield"
    if ability.event == "leave":
        return dies and to != ability.to
    if to != "graveyard":
        return False
    if ability.whose != "any":
        mine = thing.owner == you(at, state)
        if mine != (ability.whose == "you"):
            return False
    return ability.origin == "any" or dies == (ability.origin == "battlefield")


def _speaks_of(play: Play, who: tree.Who, thing: Thing, at: Context, state: State) -> bool:
    """Whether the words mean the object; what nobody tells of it is noted, and then not applied."""
    if not isinstance(who, tree.Each):
        return thing.handle in objects_of(who, at, state)
    if who.zone not in ("any", thing.zone):
        return False
    if thing.handle not in state.views:
        # A spell that resolves is not listed: it is what its card says.
        return _as_card(who.filter, thing)
    parts = who.filter.parts if isinstance(who.filter, tree.AllOf) else (who.filter,)
    told = [part for part in parts if not any_node(part, _NOBODY_TELLS)]
    if not all(asking.matches(part, thing.handle, at, state) for part in told):
        return False
    if len(told) < len(parts):
        play.game.unread.append((thing.faces[0].name, "whether it goes to the graveyard"))
        return False
    return True


def _as_card(part: tree.Filter, thing: Thing) -> bool:
    if isinstance(part, tree.AllOf):
        return all(_as_card(each, thing) for each in part.parts)
    if isinstance(part, tree.AnyOf):
        return any(_as_card(each, thing) for each in part.parts)
    if isinstance(part, tree.Not):
        return not _as_card(part.part, thing)
    return isinstance(part, tree.HasType) and part.type in thing.faces[0].types


def _look_for_unread(play: Play, thing: Thing) -> None:
    """614.1a: what a text says would happen instead, where the program doesn't carry it out."""
    if play.nobody_says(_says_of_leaving):
        return
    state = play.state()
    for handle in state.handles_in("battlefield"):
        own = handle == thing.handle
        for held in state.views[handle].abilities:
            if speaks_of_leaving(held.ability, of_itself=own):
                line = "what it does to objects that would leave"
                play.game.unread.append((state.views[handle].text.name, line))


def _says_of_leaving(abilities: tuple[Ability, ...]) -> bool:
    return any(speaks_of_leaving(ability, of_itself=True) for ability in abilities)


# --- 614.16: counters and tokens ------------------------------------------------------------------------


def put_counters(
    play: Play, thing: Thing, kind: str, number: int, by: Seat, *, entering: bool = False
) -> None:
    """614.16, 122.6: counters that an effect would put, with what replaces it."""
    if number > 0:
        number = _with_replacements(play, thing, kind, number, by, entering=entering)
    counters.put(play.game, thing, kind, number)


def _with_replacements(
    play: Play, thing: Thing, kind: str, number: int, by: Seat, *, entering: bool
) -> int:
    """616.1: the object's controller orders them; the board doesn't say how."""
    found: list[CountersReplaced] = []
    said = [(each.ability, each.at, play.state()) for each in play.game.replaced]
    speaking = None if said or not _anything_replaces(play) else _as_they_speak(play, thing)
    for ability, at, state in (*_standing(play, speaking), *said):
        if not isinstance(ability, CountersReplaced) or ability.kind not in (None, kind):
            continue
        if ability.by != "any" and (by == you(at, state)) != (ability.by == "you"):
            continue
        if entering and at.source == thing.handle and ability.who != This():
            continue  # 614.12: of itself only what speaks of no other
        if _speaks_of(play, ability.who, thing, at, state):
            found.append(ability)
    if any(ability.times == 0 for ability in found):
        return 0  # 614.17a
    orders = list(permutations(found)) if len(found) < 6 else [tuple(found)]
    outcomes = sorted({_in_turn(order, number) for order in orders})
    if len(outcomes) > 1 or len(found) > 5:
        line = "in which order the effects on its counters are applied"
        play.game.unread.append((thing.faces[0].name, line))
    return outcomes[-1]


def _in_turn(order: tuple[CountersReplaced, ...], number: int) -> int:
    for ability in order:
        if number <= 0:
            return 0
        number = number // 2 if ability.half else number * ability.times + ability.more
    return max(0, number)


def tokens_created(play: Play, types: tuple[str, ...] | None, number: int, seat: Seat) -> int:
    """614.16, 614.5: each such effect applies once to the tokens of one instruction.

    `types`: their card types; None where the copies of something have others than it has.
    """
    said = [(each.ability, each.at, play.state()) for each in play.game.replaced]
    for ability, at, state in (*_standing(play), *said):
        if not isinstance(ability, TokensReplaced):
            continue
        if ability.under == "you" and you(at, state) != seat:
            continue
        parts = ability.which.parts if isinstance(ability.which, tree.AllOf) else (ability.which,)
        strange = any(not isinstance(part, tree.HasType) for part in parts)
        if strange or (parts and types is None):
            play.game.unread.append((at.card, "whether an effect replaces the tokens"))
        elif {part.type for part in parts if isinstance(part, tree.HasType)} <= set(types or ()):
            number *= ability.times
    return number


# --- what a resolution makes ------------------------------------------------------------------------------


def begin(
    play: Play, step: tree.BeginReplacing, at: Context, handles: tuple[str, ...] | None
) -> None:
    """611.2: from now on; `handles` are the objects that it names, as they are now (400.7)."""
    about = None
    if handles is not None:
        about = {handle: play.game.things[handle].incarnation for handle in handles}
    at = msgspec.structs.replace(at, controller=you(at, play.state()))
    play.game.replaced.append(Replaced(step.ability, at, step.this_turn, about))


def go(play: Play, thing: Thing, to: Fate, last: Remembered | None = None) -> None:
    """400.7: the object goes there."""
    moving.leave(play, thing, to.zone, last)
    if to.place == "bottom" and not thing.ceased:
        moving.put_under(play, thing)
    elif to.place == "shuffled":
        shuffling.shuffled_into(play, thing)
