"""With what an object enters: counters and its status (614.1c-d), and who speaks of how it enters."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from striate.cards import tree
from striate.cards.walking import nodes
from striate.encodings.algebra import FALSE, TRUE, Num
from striate.encodings.clauses import clause
from striate.encodings.copying import (
    whole_values,
)
from striate.encodings.game import Game
from striate.encodings.locality import looks_at_one_object
from striate.encodings.matching import Moment, amount, holds, matches
from striate.encodings.reach import Keys, reads
from striate.encodings.replacing import put_counters
from striate.encodings.state import (
    Chars,
    Held,
    Setting,
    Thing,
    World,
)


def concerns_entering(game: Game, thing: Thing) -> bool:
    """Encoding: whether anything written on the board speaks of how objects enter.

    Where nothing does, the state before the entering need not be computed.
    """
    values = whole_values(game.world, thing)
    if {"Planeswalker", "Battle"} & set(values.types) or "Saga" in values.subtypes:
        return True
    if any(map(_speaks_of_entering, game.world.effects_begun())):
        return True
    return any(
        _speaks_of_entering(ability) and (other is thing or not _is_about_itself(ability))
        for other in _talkers(game.world, thing)
        for chars in (*other.printed, *(copy.values for copy in other.copies))
        for part in (chars, *((chars.bottom,) if chars.bottom else ()), *chars.halves)
        for held in part.abilities
        for _, ability in held.alternatives
    )


def others_say_how_it_enters(game: Game, thing: Thing) -> bool:
    """614.1c: whether some other permanent, or an effect, says how objects enter."""
    speakers = (other for other in _talkers(game.world, thing) if other is not thing)
    return any(other.zone == "battlefield" for other in speakers) or any(
        map(_speaks_of_entering, game.world.effects_begun())
    )


def _talkers(world: World, entering: Thing) -> list[Thing]:
    """The objects whose text, printed or copied, speaks of how others enter, and the one that
    enters.

    Encoding: asked once of what is printed on an object, and of each thing that it became.
    """
    found = []
    talks = world.talks
    for thing in world.things:
        known = talks.get(thing.index)
        if known is None or known[0] is not thing.printed or known[1] != thing.copies:
            known = (thing.printed, [*thing.copies], _talks(thing))
            talks[thing.index] = known
        if known[2] or thing is entering:
            found.append(thing)
    return found


def _talks(thing: Thing) -> bool:
    return any(
        _speaks_of_entering(ability) and not _is_about_itself(ability)
        for chars in (*thing.printed, *(copy.values for copy in thing.copies))
        for part in (chars, *((chars.bottom,) if chars.bottom else ()), *chars.halves)
        for held in part.abilities
        for _, ability in held.alternatives
    )


def _is_about_itself(ability: tree.Ability) -> bool:
    """Whether the ability speaks of the entering of its own object only."""
    if isinstance(ability, tree.Keyword | tree.EntersAs | tree.EntersDoing):
        return True
    return isinstance(ability, _ENTERING) and ability.who == tree.This()


_ENTERING = (
    tree.EntersWith, tree.EntersTapped, tree.EntersAs, tree.EntersDoing, tree.EntersAsCopy,
)  # fmt: skip
_WITH_COUNTERS = frozenset({"Planeswalker", "Battle", "Saga"})


@lru_cache(maxsize=65536)
def _speaks_of_entering(value: tree.Node) -> bool:
    """Whether a tree holds an ability about entering, or brings types that enter with counters."""
    for node in nodes(value):
        if isinstance(node, _ENTERING):
            return True
        if isinstance(node, tree.Keyword) and _entering_abilities(node):
            return True
        for name in ("types", "subtypes", "every"):
            words = getattr(node, name, ())
            if isinstance(words, tuple) and _WITH_COUNTERS & set(words):
                return True
    return False


@clause("614.1c", "614.12", "306.5b", "714.3a")
def enters_with(game: Game, thing: Thing) -> None:
    """614.1c: counters and status that its own text, its type or other permanents give it."""
    world = game.world
    extra = entering_exceptions(game, thing)
    moment, speakers = as_it_would_enter(game, thing)
    chars = moment.chars[thing.index]
    numbers: list[tuple[str, Num]] = []
    if thing.down is None:
        numbers += _starting_counters(thing, chars)
    own = Setting(thing.index, thing.controller, choices=thing.choices, x=thing.x)
    todo = [(each, own) for each in extra]
    for other in speakers:
        for held in moment.chars[other.index].abilities:
            for guard, ability in held.alternatives:
                for each in _entering_abilities(ability):
                    if world.algebra.and_(guard, held.present) != TRUE:
                        continue
                    yours = moment.chars[other.index].yours
                    setting = Setting(other.index, yours, choices=other.choices, x=thing.x)
                    if _applies_to_entering(moment, each, other, thing, setting):
                        todo.append((each, setting))
    for each, setting in todo:
        if each.condition is not None:
            there = _looked_at(game, moment, each.condition)
            if holds(there, each.condition, setting) != TRUE:
                continue
        if isinstance(each, tree.EntersTapped):
            thing.tapped = True
            continue
        there = _looked_at(game, moment, each.amount)
        numbers.append((each.kind, amount(there, each.amount, setting)))
    together: dict[str, Num] = {}
    for kind, number in numbers:
        together[kind] = world.algebra.add(together.get(kind, 0), number)
    for kind, number in together.items():
        put_counters(game, thing, kind, number, thing.controller, entering=True)
    game.touch()


def _looked_at(game: Game, moment: Moment, words: tree.Condition | tree.Amount) -> Moment:
    """Where the words are asked. Encoding: a choice or a cost is a fact, whatever effects there are."""
    return game.entering() if reads(words) else moment


def as_it_would_enter(game: Game, thing: Thing) -> tuple[Moment, list[Thing]]:
    """614.12: the object as it would be on the battlefield, and the permanents that may speak of
    how it enters.

    Encoding: these objects by themselves, where nothing reaches what decides it, and nothing is
    given an ability that says how others enter.
    """
    moment, speakers = _as_speakers_say(game, thing)
    if moment is None:
        return game.entering(), list(game.world.in_zone("battlefield"))
    there = (each for each in (thing, *speakers) if each.zone == "battlefield")
    return moment, sorted(there, key=lambda each: each.index)


def _as_speakers_say(game: Game, thing: Thing) -> tuple[Moment | None, tuple[Thing, ...]]:
    """The object with those whose texts speak of how others enter, by themselves."""
    speakers = tuple(other for other in _talkers(game.world, thing) if other is not thing)
    asked = _ENTERS_BY_ITSELF
    for speaker in speakers:
        for held in game.base(speaker).abilities:
            for _, ability in held.alternatives:
                if isinstance(ability, tree.EntersAsCopy) and ability.who != tree.This():
                    return None, speakers
                for each in _entering_abilities(ability):
                    if isinstance(each.who, tree.Each) and not looks_at_one_object(each.who.filter):
                        return None, speakers
                    asked |= reads(each.who)
    if any(kind == "ability" for kind, _ in asked):
        return None, speakers
    mine = (thing, asked | _GIVEN_TO_ENTER)
    questions = (mine, *((each, asked) for each in speakers))
    return game.by_themselves(questions, _GIVEN_FOR_OTHERS), speakers


_GIVEN_TO_ENTER: Keys = frozenset({("entering", "itself")})
_GIVEN_FOR_OTHERS: Keys = frozenset({("entering", "others")})
# What decides how an object enters (614.12, 306.5b, 310.4b, 714.3a), besides what words look at.
_ENTERS_BY_ITSELF: Keys = frozenset(
    {
        ("text", "*"),
        ("controller", "*"),
        ("type", "Planeswalker"),
        ("type", "Battle"),
        ("subtype", "Saga"),
    }
)


@clause("707.9e")
def entering_exceptions(game: Game, thing: Thing) -> list[tree.EntersWith | tree.EntersTapped]:
    """707.9e: "except it enters with ..." is done as it enters; it is no ability of the copy."""
    found: list[tree.EntersWith | tree.EntersTapped] = []

    def without(values: Chars) -> Chars:
        kept = []
        for held in values.abilities:
            extra = held.alternatives[0][1]
            if _made_by_exception(held) and isinstance(extra, _ENTERS_WITH):
                found.append(extra)
            else:
                kept.append(held)
        new = values.copy()
        new.abilities = tuple(kept)
        return new

    up = min(thing.face, len(thing.printed) - 1)
    values = (thing.printed[up], *(effect.values for effect in thing.copies))
    if not any(_made_by_exception(held) for each in values for held in each.abilities):
        return []
    thing.copies = [replace(effect, values=without(effect.values)) for effect in thing.copies]
    thing.printed = (*thing.printed[:up], without(thing.printed[up]), *thing.printed[up + 1 :])
    game.touch()
    return found


def _made_by_exception(held: Held) -> bool:
    """Whether an exception of a copy effect made it, and it says with what the object enters."""
    return held.key[0] == "exception" and isinstance(held.alternatives[0][1], _ENTERS_WITH)


_ENTERS_WITH = (tree.EntersWith, tree.EntersTapped)


def _entering_abilities(ability: tree.Ability) -> list[tree.EntersWith | tree.EntersTapped]:
    from striate.cards.meanings import meaning

    if isinstance(ability, tree.EntersWith | tree.EntersTapped):
        return [ability]
    if isinstance(ability, tree.Keyword):
        found = meaning(ability)
        return [each for each in found if isinstance(each, tree.EntersWith | tree.EntersTapped)]
    return []


def _applies_to_entering(
    moment: Moment,
    ability: tree.EntersWith | tree.EntersTapped,
    other: Thing,
    thing: Thing,
    setting: Setting,
) -> bool:
    if ability.who == tree.This():
        return other is thing and _pays_for(moment.world, ability, thing)
    if other is thing or not isinstance(ability.who, tree.Each):
        return False
    return matches(moment, ability.who.filter, thing.index, setting) == TRUE


def _pays_for(world: World, ability: tree.EntersWith | tree.EntersTapped, thing: Thing) -> bool:
    """702.176a: impending's time counters come only if its impending cost was paid."""
    return not (
        isinstance(ability, tree.EntersWith)
        and ability.kind == "time"
        and thing.cost_choice.lower() != "impending"
        and any(
            isinstance(each, tree.Keyword) and each.name == "impending"
            for held in whole_values(world, thing).abilities
            for _, each in held.alternatives
        )
    )


def _starting_counters(thing: Thing, chars: Chars) -> Iterator[tuple[str, Num]]:
    """306.5b, 310.4b, 714.3a: loyalty, defense and lore counters."""
    for _, number in chars.loyalty:
        if chars.types.get("Planeswalker", FALSE) == TRUE:
            # 107.3m: an X there is that of the spell that it was, or 0.
            yield "loyalty", int(number) if number.isdigit() else thing.x or 0
    if chars.subtypes.get("Saga", FALSE) == TRUE:
        yield "lore", 1
    if chars.types.get("Battle", FALSE) == TRUE and chars.defense.isdigit():
        yield "defense", int(chars.defense)
