"""614, 616: replacement effects on what leaves, on counters that are put, on tokens that are
created."""

from collections.abc import Collection, Iterator
from itertools import combinations, permutations
from typing import TypeAlias

import msgspec

from striate.boards.deeds import speaks_of_leaving
from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.tree import Ability, CountersReplaced, GoesElsewhere, This, TokensReplaced
from striate.cards.walking import any_node, in_words
from striate.timeline import counters, moving, shuffling
from striate.timeline.context import Context
from striate.timeline.game import Remembered, Replaced, Thing
from striate.timeline.play import Play
from striate.timeline.reading import Look

_KINDS = (GoesElsewhere, CountersReplaced, TokensReplaced)
_NOBODY_TELLS = (tree.Fact, tree.Unknown, tree.UnknownAmount, tree.IsCommander)


class Fate(msgspec.Struct, frozen=True):
    """Where an object goes; in a library: on which end of it, or "shuffled" into it."""

    zone: str
    place: str = ""


def _in_force(play: Play, kind: type) -> Iterator[tuple[Ability, Context, Replaced | None]]:
    """604.1, 113.6: the replacements of that kind on the battlefield, then those of resolutions."""
    if play.may_matter(in_words(kind)):
        state = play.state()
        for thing, ability in play.abilities_in(state, "battlefield"):
            if isinstance(ability, kind):
                yield ability, play.speaker(state, thing), None
    for replaced in play.game.replaced:
        if isinstance(replaced.ability, kind):
            yield replaced.ability, replaced.at, replaced


# --- 614.6: it goes somewhere else ----------------------------------------------------------------


def fate(play: Play, thing: Thing, to: str) -> Fate:
    """614.6, 616.1: where the object goes as it would go there."""
    fates = list(dict.fromkeys(_other_fates(play, thing, to)))
    if to == "graveyard":
        _look_for_unread(play, thing)
    if len(fates) > 1:
        play.note(thing.faces[0].name, "which effect replaces its leaving")
    return fates[0] if fates else Fate(to)


def _other_fates(play: Play, thing: Thing, to: str) -> Iterator[Fate]:
    for ability, at, begun in _in_force(play, GoesElsewhere):
        state = play.state()
        if not isinstance(ability, GoesElsewhere) or not _happens(ability, thing, to, at, state):
            continue
        if begun is not None and begun.about is not None:
            meant = begun.about.get(thing.handle) == thing.incarnation
        else:
            meant = _speaks_of(play, ability.who, thing, at, state)
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
    if to != "graveyard" or not play.may_matter(in_words(GoesElsewhere)):
        return
    for ability in play.state().abilities(thing.handle):
        if not isinstance(ability, GoesElsewhere) or ability.who != This():
            continue
        if ability.origin != "battlefield":
            yield _instead(ability)


def _happens(ability: GoesElsewhere, thing: Thing, to: str, at: Context, state: Look) -> bool:
    """614.1a: whether that move is what the ability says "would" happen."""
    dies = thing.zone == "battlefield"
    if ability.event == "leave":
        return dies and to != ability.to
    if to != "graveyard":
        return False
    if ability.whose != "any":
        mine = thing.owner == state.you(at)
        if mine != (ability.whose == "you"):
            return False
    return ability.origin == "any" or dies == (ability.origin == "battlefield")


def _speaks_of(play: Play, who: tree.Who, thing: Thing, at: Context, state: Look) -> bool:
    """Whether the words mean the object; what nobody tells of it is noted, and then not applied."""
    if not isinstance(who, tree.Each):
        return thing.handle in state.group(who, at)
    if who.zone not in ("any", thing.zone):
        return False
    parts = who.filter.parts if isinstance(who.filter, tree.AllOf) else (who.filter,)
    tellable = [part for part in parts if not any_node(part, _NOBODY_TELLS)]
    if not all(state.matches(part, thing.handle, at) for part in tellable):
        return False
    if len(tellable) < len(parts):
        play.note(thing.faces[0].name, "whether it goes to the graveyard")
        return False
    return True


def _look_for_unread(play: Play, thing: Thing) -> None:
    """614.1a: what a text says would happen instead, where the program doesn't carry it out."""
    if not play.may_matter(_says_of_leaving):
        return
    state = play.state()
    for other, ability in play.abilities_in(state, "battlefield"):
        if speaks_of_leaving(ability, of_itself=other is thing):
            play.note(state.name(other.handle), "what it does to objects that would leave")


def _says_of_leaving(words: object) -> bool:
    return speaks_of_leaving(words, of_itself=True)


# --- 614.16: counters and tokens ------------------------------------------------------------------


def put_counters(play: Play, thing: Thing, kind: str, number: int, by: Seat) -> None:
    """614.16, 122.6: counters that an effect would put, with what replaces it."""
    if number > 0:
        replacements = _replacements(play, thing, kind, by, entering=False)
        number = _with_replacements(play, thing, number, replacements)
    counters.put(play, thing, kind, number)


def enter_with_counters(play: Play, thing: Thing, kind: str, parts: dict[Seat, list[int]]) -> None:
    """614.16, 122.6a: the counters with which it enters, by who puts them, each number by an effect
    of its own.

    616.1f: what replaces them may be applied before all of those effects are.
    """
    total, changed = 0, False
    for by, numbers in parts.items():
        replacements = _replacements(play, thing, kind, by, entering=True)
        number = _with_replacements(play, thing, sum(numbers), replacements)
        total, changed = total + number, changed or number != sum(numbers)
        if not any(each.times == 0 for each in replacements):
            sizes = range(1, len(numbers))
            first = {sum(some) for size in sizes for some in combinations(numbers, size)}
            ends = (_in_turn(tuple(replacements), n) + sum(numbers) - n for n in first)
            if any(each != number for each in ends):
                play.note(thing.faces[0].name, _ORDER)
    if changed and len(parts) > 1:
        play.note(thing.faces[0].name, _ORDER)
    counters.put(play, thing, kind, total)


_ORDER = "in which order the effects on its counters are applied"


def can_enter_with(play: Play, thing: Thing, kind: str) -> bool:
    """614.17: whether it can enter with counters of that kind."""
    replacements = _replacements(play, thing, kind, thing.controller, entering=True)
    return all(each.times for each in replacements)


def can_have(play: Play, thing: Thing, kind: str, by: Seat) -> bool:
    """614.17: whether a counter of that kind can be put on it."""
    replacements = _replacements(play, thing, kind, by, entering=False)
    return _with_replacements(play, thing, 1, replacements) > 0


def _replacements(
    play: Play, thing: Thing, kind: str, by: Seat, *, entering: bool
) -> list[CountersReplaced]:
    replacements: list[CountersReplaced] = []
    for ability, at, _ in _in_force(play, CountersReplaced):
        if not isinstance(ability, CountersReplaced) or ability.kind not in (None, kind):
            continue
        state = play.state()
        if ability.by != "any" and (by == state.you(at)) != (ability.by == "you"):
            continue
        if entering and at.source == thing.handle and ability.who != This():
            continue  # 614.12: of itself only what speaks of no other
        if _speaks_of(play, ability.who, thing, at, state):
            replacements.append(ability)
    return replacements


def _with_replacements(
    play: Play, thing: Thing, number: int, replacements: list[CountersReplaced]
) -> int:
    """616.1: the object's controller orders them; the board doesn't say how."""
    if any(ability.times == 0 for ability in replacements):
        return 0  # 614.17a
    orders = list(permutations(replacements)) if len(replacements) < 6 else [tuple(replacements)]
    outcomes = sorted({_in_turn(order, number) for order in orders})
    if len(outcomes) > 1 or len(replacements) > 5:
        play.note(thing.faces[0].name, _ORDER)
    return outcomes[-1]


def _in_turn(order: tuple[CountersReplaced, ...], number: int) -> int:
    for ability in order:
        if number <= 0:
            return 0
        number = number // 2 if ability.half else number * ability.times + ability.more
    return max(0, number)


# So many tokens: those of the instruction (None), or tokens that are created too, or instead.
Tokens: TypeAlias = tuple[tuple[tree.TokenSpec | None, int], ...]


def tokens_created(play: Play, kinds: Collection[str] | None, number: int, seat: Seat) -> Tokens:
    """614.16, 614.5: each such effect applies once to the tokens of one instruction.

    `kinds`: their types and subtypes; None if the copies of something have others than it has.
    """
    effects = [
        (ability, at)
        for ability, at, _ in _in_force(play, TokensReplaced)
        if isinstance(ability, TokensReplaced)
        and (ability.under != "you" or play.state().you(at) == seat)
    ]
    tokens: Tokens = ((None, number),)
    for ability, at in effects:
        speaks = _kinds_of(ability.which)
        if speaks is None or (speaks and kinds is None):
            play.note(at.card, "whether an effect replaces the tokens")
            return tokens
    abilities = [ability for ability, _ in effects]
    orders = list(permutations(abilities)) if len(effects) < 5 else [tuple(abilities)]
    ends = {_tokens_in_turn(order, tokens, frozenset(kinds or ())) for order in orders}
    if len(ends) > 1 or len(effects) > 4:
        line = "in which order the effects on the tokens are applied"
        play.note(effects[0][1].card, line)
    return _tokens_in_turn(orders[0], tokens, frozenset(kinds or ()))


def _kinds_of(which: tree.Filter) -> frozenset[str] | None:
    """The types and subtypes that it asks for; None if it asks for something else."""
    parts = which.parts if isinstance(which, tree.AllOf) else (which,)
    types = {part.type for part in parts if isinstance(part, tree.HasType)}
    subtypes = {part.subtype for part in parts if isinstance(part, tree.HasSubtype)}
    return frozenset(types | subtypes) if len(types) + len(subtypes) == len(parts) else None


def _tokens_in_turn(
    order: tuple[TokensReplaced, ...], tokens: Tokens, kinds: frozenset[str]
) -> Tokens:
    for ability in order:
        wanted = _kinds_of(ability.which) or frozenset()
        fits = [wanted <= (_kinds_of_token(token) if token else kinds) for token, _ in tokens]
        if not any(fits):
            continue
        much = sum(number for (_, number), fit in zip(tokens, fits, strict=True) if fit)
        after = [
            (token, number * ability.times if fit else number)
            for (token, number), fit in zip(tokens, fits, strict=True)
        ]
        if ability.other is not None and much:
            after.append((ability.other, ability.more or much))
        tokens = tuple(sorted(_summed(after).items(), key=lambda each: each[0] is not None))
    return tokens


def _summed(tokens: list[tuple[tree.TokenSpec | None, int]]) -> dict[tree.TokenSpec | None, int]:
    summed: dict[tree.TokenSpec | None, int] = {}
    for token, number in tokens:
        if number:
            summed[token] = summed.get(token, 0) + number
    return summed


def _kinds_of_token(token: tree.TokenSpec) -> frozenset[str]:
    return frozenset((*token.types, *token.subtypes))


# --- what a resolution makes ----------------------------------------------------------------------


def begin(
    play: Play, step: tree.BeginReplacing, at: Context, handles: tuple[str, ...] | None
) -> None:
    """611.2: from now on; `handles` are the objects that it names, as they are now (400.7)."""
    about = None
    if handles is not None:
        about = {handle: play.game.things[handle].incarnation for handle in handles}
    at = msgspec.structs.replace(at, controller=play.state().you(at))
    play.game.replaced.append(Replaced(step.ability, at, step.this_turn, about))


def go(play: Play, thing: Thing, to: Fate, last: Remembered | None = None) -> None:
    """400.7: the object goes there."""
    moving.leave(play, thing, to.zone, last)
    if to.place == "bottom" and not thing.ceased:
        moving.put_under(play, thing)
    elif to.place == "shuffled":
        shuffling.shuffled_into(play, thing)
