"""614.1c-d, 306.5b, 310.4b, 714.3a: the counters that an object enters with, and whether tapped."""

from collections.abc import Iterator
from typing import TypeGuard

from striate.cards import tree
from striate.cards.tree import Ability, CopyExtra, Keyword, This
from striate.cards.walking import any_node
from striate.referee import asking, entrants, neighbours, reaching, replacing
from striate.referee.conditions import holds
from striate.referee.context import Context
from striate.referee.faces import every_face
from striate.referee.game import Thing
from striate.referee.keywordrules import counts, meanings
from striate.referee.mentions import own_enters, touches_others
from striate.referee.play import Play
from striate.referee.reads import reads
from striate.referee.state import State

_ENTER_WITH = (tree.EntersWith, tree.EntersTapped)


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
    speakers = _speakers(play, thing) if others else ()
    if speakers is None or not all(map(_looks_at_nothing, said)):
        return play.state()
    question = reaching.Question(keeps_all=True)
    for ability in (each for speaker in speakers for each in _about_others(speaker)):
        who = ability.who
        if not _looks_at_nothing(ability) or not _looks_at_it_alone(who):
            return play.state()
        question = question.looking((who.filter, tree.ControlledBy("you")))
    handles = (thing.handle, *(speaker.handle for speaker in speakers))
    return neighbours.as_they_would_be(play, handles, question) or play.state()


def _speakers(play: Play, entering: Thing) -> tuple[Thing, ...] | None:
    """The other permanents whose own text says how others enter; None: one is given what says so,
    or may be a copy of what does.
    """
    found = []
    if any(touches_others(entrants.granted(lasting), _ENTER_WITH) for lasting in play.game.lasting):
        return None
    if not play.static_copies_are_quiet():
        return None
    for thing in play.game.on_battlefield():
        if thing is entering or not play.says(thing, _touch_others):
            continue
        if play.says(thing, _gives_entering):
            return None
        found.append(thing)
    return tuple(found)


def _touch_others(abilities: tuple[Ability, ...]) -> bool:
    return touches_others(abilities, _ENTER_WITH)


def _gives_entering(abilities: tuple[Ability, ...]) -> bool:
    """Whether it gives what says how others enter, or says it only at a level."""
    apart = tuple(each for each in abilities if not isinstance(each, _ENTER_WITH))
    return _gives_any(abilities) and any_node(apart, _is_about_another)


def _gives_any(abilities: tuple[Ability, ...]) -> bool:
    """Whether it gives what says how some object enters, itself among them (riot)."""
    apart = tuple(each for each in abilities if not isinstance(each, _ENTER_WITH))
    return touches_others(apart, _ENTER_WITH)


def _is_about_another(node: tree.Node) -> bool:
    if isinstance(node, Keyword):
        return any(_is_about_another(each) for each in meanings(node) if each != node)
    if isinstance(node, tree.GainAbilitiesOf):
        return node.kind != "keywords" or any(
            _is_about_another(Keyword(name)) for name in node.keywords
        )
    return isinstance(node, _ENTER_WITH) and node.who != This()


def _about_others(thing: Thing) -> Iterator[tree.EntersWith | tree.EntersTapped]:
    for face in every_face(thing.faces):
        for ability in face.abilities:
            if isinstance(ability, _ENTER_WITH) and ability.who != This():
                yield ability


def _looks_at_it_alone(who: tree.Who) -> TypeGuard[tree.Each]:
    """Whether the words mean an object by its own characteristics, keywords apart."""
    if not isinstance(who, tree.Each) or "abilities" in reads(who):
        return False
    parts = who.filter.parts if isinstance(who.filter, tree.AllOf) else (who.filter,)
    return all(isinstance(each, tree.Other) or reaching.looks_at_one(each) for each in parts)


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
    view = play.state("4").views[thing.handle]
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
