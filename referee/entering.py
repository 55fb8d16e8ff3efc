"""614.1c-d, 614.12, 707.5, 708.3: how a permanent enters the battlefield.

Copying comes first (707.5), then "as it enters" choices that set power and toughness (613.2a),
then counters and tapping, checked on the object as it would exist on the battlefield (614.12).
"""

from collections.abc import Iterator
from typing import TypeGuard

from striate.boards.errors import NotPlayable
from striate.cards import tree
from striate.cards.tree import Ability, CopyExtra, EntersAsCopy, Keyword, Permanently, This
from striate.referee import asking, copiable, counters, facedown, reaching, refusing
from striate.referee.conditions import holds
from striate.referee.context import Context
from striate.referee.copiable import Copiable, CopyOf
from striate.referee.copying import copiable_values, decided, entering_part
from striate.referee.faces import every_face, shown, up
from striate.referee.game import Lasting, Thing
from striate.referee.keywordrules import counts, meanings
from striate.referee.mentions import could_change, own_enters, touches_others
from striate.referee.play import Play
from striate.referee.reads import reads
from striate.referee.references import single
from striate.referee.state import State
from striate.referee.values import Text

_WHEREVER = Permanently()
_ENTER_WITH = (tree.EntersWith, tree.EntersTapped)


def arrive(
    play: Play,
    thing: Thing,
    *,
    copying: str | None = None,
    attached_to: str | None = None,
    face_down: bool = False,
    extras: tuple[CopyExtra, ...] = (),
    told: bool = True,
) -> None:
    """614.12: the object enters; `extras` are how a copying effect says that it enters.

    `told`: the board itself says where it is attached.
    """
    game = play.game
    game.things[thing.handle] = thing
    thing.stamp = game.tick()  # 613.7d
    thing.was_permanent = True
    if face_down:
        # 708.3: its own enters-the-battlefield abilities have no effect.
        thing.face_down = facedown.characteristics(thing.choices)
        game.changed()
    others = _some_touches(play, thing, (EntersAsCopy,))
    if (copying is not None and not face_down) or others:
        extras = (*extras, *_enter_as_copies(play, thing, copying, others=others))
    if not face_down:
        _as_it_enters(play, thing)
    if attached_to is not None:
        host = game.things.get(attached_to)
        if host is not None and host.zone != "battlefield":
            # 301.5c, 303.4f
            raise NotPlayable(f"`{attached_to}` is not on the battlefield at that step")
        if copying is None and not face_down and told:
            refusing.look_at_host(play, thing, attached_to)
        thing.attached_to = attached_to
        _bestow(play, thing)
        game.changed()
    _enter_with(play, thing, extras)
    if not face_down:
        _intrinsic_counters(play, thing)


def _context(thing: Thing) -> Context:
    return Context(source=thing.handle, card=thing.faces[0].name, choices=thing.choices, x=thing.x)


def _text(play: Play, thing: Thing) -> Text:
    """Its copiable values so far; without copy effects and status, what is printed."""
    if thing.face_down is None and all(thing.handle not in e.by_object for e in play.game.lasting):
        whole = up(thing.faces, thing.layout, "battlefield", transformed=thing.transformed)
    else:
        whole = play.copiable_text(thing.handle)
    return shown(whole, flipped=thing.flipped, unlocked=thing.unlocked)


def _some_touches(play: Play, entering: Thing, kinds: tuple[type, ...]) -> bool:
    """Whether some other object could say how this one enters."""
    return any(
        touches_others(face.abilities, kinds)
        for thing in play.game.on_battlefield()
        for face in every_face(thing.faces)
        if thing is not entering
    ) or any(touches_others(_granted(lasting), kinds) for lasting in play.game.lasting)


def _granted(lasting: Lasting) -> tuple[Ability, ...]:
    found: list[Ability] = []
    for changes in lasting.by_object.values():
        for change in changes:
            if isinstance(change, tree.GainAbilities):
                found.extend(change.abilities)
            elif isinstance(change, CopyOf):
                found.extend(change.values.abilities)
    return tuple(found)


# --- 707.5: as a copy ---------------------------------------------------------------------------------


def _enter_as_copies(
    play: Play, thing: Thing, copying: str | None, *, others: bool
) -> tuple[CopyExtra, ...]:
    """616.1c, 616.1f: its own "enters as a copy", then that of every other permanent that applies
    to what it would be by then (614.12); each once.
    """
    own = None if thing.face_down is not None else _own_copy(play, thing, copying)
    extras: tuple[CopyExtra, ...] = ()
    if own is not None:
        refusing.look_at_original(own, play.game.things[copying or ""])
        extras = _enter_as_copy(play, thing, own, _context(thing), copying or "")
    if not others:
        return extras
    done: set[tuple[str, EntersAsCopy]] = set()
    while found := [each for each in _copies_by_others(play, thing, copying)
                    if (each[0], each[1]) not in done]:  # fmt: skip
        originals = {original for _, _, _, original in found}
        if len(originals) > 1 and (own is not None or copying not in originals):
            line = "which of the copy effects is applied last"
            play.game.unread.append((thing.faces[0].name, line))
        # What the board names as the original is what it is a copy of in the end.
        by, ability, at, original = min(found, key=lambda each: each[3] == copying)
        extras = (*extras, *_enter_as_copy(play, thing, ability, at, original))
        done.add((by, ability))
    return extras


def _enter_as_copy(
    play: Play, thing: Thing, ability: EntersAsCopy, at: Context, original: str
) -> tuple[CopyExtra, ...]:
    """707.5: it enters as a copy of that object, with the exceptions that the ability makes."""
    values = _values_of(play, original)
    if values is None:
        return ()
    own = play.copiable_text(thing.handle)
    exceptions = ability.exceptions
    extras: tuple[CopyExtra, ...] = ()
    if exceptions:
        extras = decided(exceptions, values, own, ability, at, play.state(), thing.handle)
    # 616.1f: it enters as a copy of this instead of what it would have been a copy of.
    play.game.lasting = [
        each
        for each in play.game.lasting
        if each.rule != "707.5" or thing.handle not in each.by_object
    ]
    play.game.lasting.append(
        Lasting(
            number=play.game.number(),
            stamp=thing.stamp,
            by_object={thing.handle: (CopyOf(values, copiable.lasting_part(extras)),)},
            duration=_WHEREVER,
            at=at,
            ability=ability,
            rule="707.5",
        )
    )
    thing.tapped = thing.tapped or ability.tapped
    play.game.changed()
    return entering_part(extras)


def _values_of(play: Play, handle: str) -> Text | None:
    """707.2: what there is to copy of that object."""
    thing = play.game.things.get(handle)
    if thing is not None and thing.zone == "battlefield" and not thing.ceased:
        return play.copiable_text(handle)
    return copiable_values(play.state("1"), handle)


def _own_copy(play: Play, thing: Thing, copying: str | None) -> EntersAsCopy | None:
    """614.12: its own ability counts only if it would have it on the battlefield."""
    if copying is None:
        return None
    abilities = _text(play, thing).abilities
    if _could_lose(play, thing):
        held = play.state("6").views[thing.handle].abilities
        abilities = tuple(each.ability for each in held)
    for ability in abilities:
        if isinstance(ability, EntersAsCopy) and ability.who == This():
            return ability
    return None


def _could_lose(play: Play, thing: Thing) -> bool:
    """Whether anything could take its abilities away, or give it others, as it enters."""
    game = play.game
    return (
        any(play.says(other, could_change) for other in game.things.values())
        or any(could_change((each.ability,)) for each in game.lingering)
        or any(
            thing.handle in lasting.by_object or could_change(_granted(lasting))
            for lasting in game.lasting
        )
    )


def _copies_by_others(
    play: Play, thing: Thing, copying: str | None
) -> list[tuple[str, EntersAsCopy, Context, str]]:
    """614.12: what other permanents say that it enters as a copy of, as it would be now."""
    state = play.state()
    found = []
    for other in play.game.on_battlefield():
        for held in state.views[other.handle].abilities if other is not thing else ():
            ability = held.ability
            if not isinstance(ability, EntersAsCopy) or ability.who == This():
                continue
            at = _context(other)
            original = copying if ability.may else single(ability.of, at, state)
            if original is not None and _concerns(ability.who, thing, at, state):
                found.append((other.handle, ability, at, original))
    return found


def _concerns(who: tree.Who, thing: Thing, at: Context, state: State) -> bool:
    return isinstance(who, tree.Each) and asking.matches(who.filter, thing.handle, at, state)


# --- 613.2a: as it enters, it becomes one of these ------------------------------------------------------


def _as_it_enters(play: Play, thing: Thing) -> None:
    """613.2a, 208.2b: the option that was chosen as it entered is part of its copiable values."""
    for ability in _text(play, thing).abilities:
        if not isinstance(ability, tree.EntersAs):
            continue
        if not any(h.ability == ability for h in play.state().views[thing.handle].abilities):
            continue
        changes = _option(ability, thing.choices.get("mode", ""))
        if changes is None:
            continue
        play.game.lasting.append(
            Lasting(
                number=play.game.number(),
                stamp=thing.stamp,
                by_object={thing.handle: (Copiable(changes),)},
                duration=_WHEREVER,
                at=_context(thing),
                ability=ability,
                rule="613.2a",
            )
        )
        play.game.changed()


def _option(ability: tree.EntersAs, chosen: str) -> tuple[tree.Change, ...] | None:
    def plain(words: str) -> str:
        return words.lower().removeprefix("a ").removeprefix("an ").strip(" .")

    for label, changes in zip(ability.labels, ability.options, strict=False):
        if plain(label) == plain(chosen):
            return changes
    if chosen.isdigit() and 0 < int(chosen) <= len(ability.options):
        return ability.options[int(chosen) - 1]
    return None


# --- counters and tapping -------------------------------------------------------------------------------


def _enter_with(play: Play, thing: Thing, extras: tuple[CopyExtra, ...]) -> None:
    """614.1c-d: "enters with", "enters tapped": its own, others', and those of a copy effect."""
    own = () if thing.face_down is not None else own_enters(_counting(play, thing))
    others = _some_touches(play, thing, _ENTER_WITH)
    if not own and not others and not extras:
        return
    state = _seen_as_it_enters(play, thing, (*own, *extras), others)
    at = _context(thing)
    todo: list[tuple[Ability | CopyExtra, Context]] = [(extra, at) for extra in extras]
    if thing.face_down is None:
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
    for kind, number in numbers:
        counters.put(play.game, thing, kind, number)
    play.game.changed()


def _counting(play: Play, thing: Thing) -> tuple[Ability, ...]:
    """Its abilities, without keywords that mean nothing for it."""
    return tuple(
        ability
        for ability in _text(play, thing).abilities
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
    return reaching.by_themselves(play, handles, question) or play.state()


def _speakers(play: Play, entering: Thing) -> tuple[Thing, ...] | None:
    """The other permanents whose own text says how others enter; None: one is given what says so."""
    found = []
    if any(touches_others(_granted(lasting), _ENTER_WITH) for lasting in play.game.lasting):
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
    """Whether it says how others enter by what it gives, or only at a level."""
    apart = tuple(each for each in abilities if not isinstance(each, _ENTER_WITH))
    return touches_others(apart, _ENTER_WITH)


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
    return all(isinstance(each, tree.Other) or asking.by_itself(each) for each in parts)


def _looks_at_nothing(ability: Ability | CopyExtra) -> bool:
    """Whether what it says of an entering hangs on nothing else."""
    amount = getattr(ability, "amount", None)
    return getattr(ability, "condition", None) is None and isinstance(amount, tree.Num | None)


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
                at = _context(other)
                if ability.who != This() and _concerns(ability.who, thing, at, state):
                    found.append((ability, at))
    return found


def _intrinsic_counters(play: Play, thing: Thing) -> None:
    """306.5b loyalty, 310.4b defense, 714.3a the first lore counter (702.155a: read ahead)."""
    text = _text(play, thing)
    if not {"Planeswalker", "Battle"} & set(text.types) and "Saga" not in text.subtypes:
        return
    game = play.game
    # 614.12: what it would be on the battlefield has these abilities, or has them not.
    view = play.state("4").views[thing.handle]
    if "Planeswalker" in text.types and "Planeswalker" in view.types:
        counters.put(game, thing, "loyalty", _printed_number(text.loyalty, thing))
    if "Battle" in text.types and "Battle" in view.types:
        counters.put(game, thing, "defense", _printed_number(text.defense, thing))
    if "Saga" in text.subtypes and "Saga" in view.subtypes:
        ahead = any(isinstance(a, Keyword) and a.name == "read ahead" for a in text.abilities)
        number = thing.choices.get("number", "1") if ahead else "1"
        counters.put(game, thing, "lore", int(number) if number.isdigit() else 1)


def _printed_number(printed: str, thing: Thing) -> int:
    if printed.isdigit():
        return int(printed)
    return thing.x or 0


def _bestow(play: Play, thing: Thing) -> None:
    """702.103b: cast bestowed it is an Aura enchantment with enchant creature while attached."""
    text = _text(play, thing)
    has_bestow = any(isinstance(a, Keyword) and a.name == "bestow" for a in text.abilities)
    if not has_bestow or "Aura" in text.subtypes or thing.face_down is not None:
        return
    enchant = Keyword("enchant", quality=tree.HasType("Creature"))
    changes = (tree.SetTypes(("Enchantment",), ("Aura",)), tree.GainAbilities((enchant,)))
    play.game.lasting.append(
        Lasting(
            number=play.game.number(),
            stamp=thing.stamp,
            by_object={thing.handle: changes},
            duration=_WHEREVER,
            at=_context(thing),
            rule="702.103b",
            while_attached=thing.handle,
        )
    )
