"""614.1c-d, 306.5b, 310.4b, 714.3a: the counters that an object enters with, and whether tapped."""

from striate.cards import tree
from striate.cards.tree import Ability, CopyExtra, Keyword, This
from striate.referee import asking, entering_words, entrants, neighbours, reaching, replacing
from striate.referee.conditions import holds
from striate.referee.context import Context
from striate.referee.game import Thing
from striate.referee.keywordrules import counts, meanings
from striate.referee.mentions import own_enters, touches_others
from striate.referee.play import Play
from striate.referee.reads import reads
from striate.referee.state import State

_ENTER_WITH = (tree.EntersWith, tree.EntersTapped)
_WITH_COUNTERS = frozenset(("Planeswalker", "Battle", "Saga"))


def enter_with(play: Play, thing: Thing, extras: tuple[CopyExtra, ...]) -> None:
    """614.1c-d, 122.6: with which counters it enters is one event; 122.6a: its controller puts them."""
    numbers = _told_to_enter_with(play, thing, extras)
    if thing.face_down is None:
        numbers += _intrinsic_counters(play, thing)
    together: dict[str, int] = {}
    for kind, number in numbers:
        together[kind] = together.get(kind, 0) + number
    for kind, number in together.items():
        replacing.put_counters(play, thing, kind, number, thing.controller, entering=True)
    play.game.changed()


def _told_to_enter_with(
    play: Play, thing: Thing, extras: tuple[CopyExtra, ...]
) -> list[tuple[str, int]]:
    """614.1c-d: "enters with", "enters tapped": its own, others', and those of a copy effect."""
    own = () if thing.face_down is not None else own_enters(_counting(play, thing))
    others = entrants.some_touches(play, thing, _ENTER_WITH)
    # 614.12: its own static abilities may give it one, such as "creatures you control have riot".
    gives_itself = _gives_any(entrants.text_of(play, thing).abilities)
    if not own and not others and not extras and not gives_itself:
        return []
    if gives_itself:
        state = play.state()
    else:
        state = _seen_as_it_enters(play, thing, (*own, *extras), others)
    at = entrants.context_of(thing)
    todo: list[tuple[Ability | CopyExtra, Context]] = [(extra, at) for extra in extras]
    # 708.3: face down it has none of its own, but what others give it.
    todo.extend((ability, at) for ability in _present(thing, state))
    if others:
        todo.extend(_said_by_others(play, thing, state))
    numbers: list[tuple[str, int]] = []
    for ability, said in todo:
        condition = getattr(ability, "condition", None)
        if condition is not None and not holds(condition, said, state):
            continue
        if isinstance(ability, tree.EntersTapped):
            thing.tapped = True
        elif isinstance(ability, tree.EntersWith):
            number = asking.value(ability.amount, said.about(thing.handle), state)
            numbers.append((ability.kind, number))
    play.note_questions(state)
    play.game.changed()
    return numbers


def _counting(play: Play, thing: Thing) -> tuple[Ability, ...]:
    """Its abilities, without keywords that mean nothing for it."""
    return tuple(
        ability
        for ability in entrants.text_of(play, thing).abilities
        if not isinstance(ability, Keyword) or counts(ability, thing.choices)
    )


def _seen_as_it_enters(
    play: Play, thing: Thing, said: tuple[Ability | CopyExtra, ...], others: bool
) -> State:
    """614.12: the object, and what says how others enter, as they would be on the battlefield.

    Where nothing alters what these words look at, that is what they are by themselves.
    """
    own: tuple[tree.Filter, ...] = ()
    for each in said:
        if _looks_at_nothing(each):
            continue
        asked = _asked_of_itself(each)
        if asked is None:
            return play.state()
        own = (*own, *asked)
    found = entering_words.as_they_would_be(
        play, thing, _ENTER_WITH, _looks_at_nothing, others=others, own=own
    )
    return found or play.state()


def _asked_of_itself(ability: Ability | CopyExtra) -> tuple[tree.Filter, ...] | None:
    """What its number and its condition ask of the object that enters; None: of others, too."""
    amount, condition = getattr(ability, "amount", None), getattr(ability, "condition", None)
    if not isinstance(amount, tree.Num | tree.X | tree.UnknownAmount | None):
        return None
    whose = tree.ControlledBy("you")  # 109.5: what a step tells is of a player
    if isinstance(condition, tree.Fact | None):
        return (whose,)
    if isinstance(condition, tree.Unless):
        condition = condition.part
    if not isinstance(condition, tree.Matches) or condition.ref != This() or condition.last:
        return None
    asked = condition.filter
    if not reaching.looks_at_one(asked) or "abilities" in reads(asked):
        return None
    return (whose, asked)


def _gives_any(abilities: tuple[Ability, ...]) -> bool:
    """Whether it gives what says how some object enters, itself among them (riot)."""
    apart = tuple(each for each in abilities if not isinstance(each, _ENTER_WITH))
    return touches_others(apart, _ENTER_WITH)


def _looks_at_nothing(ability: Ability | CopyExtra) -> bool:
    """Whether what it says of an entering hangs on nothing else that a board tells."""
    amount, condition = getattr(ability, "amount", None), getattr(ability, "condition", None)
    return isinstance(condition, tree.Fact | None) and isinstance(amount, tree.Num | None)


def _present(thing: Thing, state: State) -> tuple[Ability, ...]:
    """614.12: those of its abilities that it would have on the battlefield, with what others give."""
    held = tuple(
        h.ability
        for h in state.views[thing.handle].abilities
        if not isinstance(h.ability, Keyword) or counts(h.ability, thing.choices)
    )
    found: list[Ability] = []
    for ability in held:
        parts = meanings(ability) if isinstance(ability, Keyword) else (ability,)
        found.extend(own_enters(parts))
    return tuple(found)


def _said_by_others(play: Play, thing: Thing, state: State) -> list[tuple[Ability, Context]]:
    found: list[tuple[Ability, Context]] = []
    for other in play.game.on_battlefield():
        if other is thing or other.handle not in state.views:
            continue
        for held in state.views[other.handle].abilities:
            ability = held.ability
            if isinstance(ability, tree.EntersWith | tree.EntersTapped):
                at = entrants.context_of(other)
                if ability.who != This() and entrants.concerns(ability.who, thing, at, state):
                    found.append((ability, at))
    return found


def _intrinsic_counters(play: Play, thing: Thing) -> list[tuple[str, int]]:
    """306.5b loyalty, 310.4b defense, 714.3a the first lore counter (702.155a: read ahead)."""
    text = entrants.text_of(play, thing)
    if not {"Planeswalker", "Battle"} & set(text.types) and "Saga" not in text.subtypes:
        return []
    found: list[tuple[str, int]] = []
    # 614.12: what it would be on the battlefield has these abilities, or has them not.
    asked = reaching.Question(words=_WITH_COUNTERS)
    state = neighbours.as_they_would_be(play, (thing.handle,), asked) or play.state("4")
    view = state.views[thing.handle]
    if "Planeswalker" in text.types and "Planeswalker" in view.types:
        found.append(("loyalty", _printed_number(text.loyalty, thing)))
    if "Battle" in text.types and "Battle" in view.types:
        found.append(("defense", _printed_number(text.defense, thing)))
    if "Saga" in text.subtypes and "Saga" in view.subtypes:
        ahead = any(isinstance(a, Keyword) and a.name == "read ahead" for a in text.abilities)
        number = thing.choices.get("number", "1") if ahead else "1"
        found.append(("lore", int(number) if number.isdigit() else 1))
    return found


def _printed_number(printed: str, thing: Thing) -> int:
    if printed.isdigit():
        return int(printed)
    return thing.x or 0
