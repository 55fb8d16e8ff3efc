"""707.5, 616.1c, 613.2a: what an object enters as: a copy, or the form that is chosen."""

from striate.cards import tree
from striate.cards.tree import Ability, CopyExtra, EntersAsCopy, Permanently, This
from striate.referee import copiable, entering_words, entrants, refusing
from striate.referee.context import Context
from striate.referee.copiable import Copiable, CopyOf
from striate.referee.copying import decided, entering_part, values_of
from striate.referee.game import Lasting, Thing
from striate.referee.mentions import could_change
from striate.referee.play import Play
from striate.referee.references import single
from striate.referee.state import State

WHEREVER = Permanently()


# --- 707.5: as a copy -----------------------------------------------------------------------------


def enter_as_copies(
    play: Play, thing: Thing, copying: str | None, *, others: bool
) -> tuple[CopyExtra, ...]:
    """616.1c, 616.1f: its own "enters as a copy", then that of every other permanent that applies
    to what it would be by then (614.12); each once.
    """
    own = None if thing.face_down is not None else _own_copy(play, thing, copying)
    extras: tuple[CopyExtra, ...] = ()
    if own is not None:
        at = entrants.context_of(thing)
        refusing.look_at_original(play, own, play.game.things[copying or ""], at)
        extras = _enter_as_copy(play, thing, own, at, copying or "")
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
    values = values_of(play, original)
    if values is None:
        return ()
    own = play.copiable_text(thing.handle)
    exceptions = ability.exceptions
    extras: tuple[CopyExtra, ...] = ()
    if exceptions:
        extras = decided(exceptions, values, own, ability, at, play.state(), thing.handle)
    # 616.1f: it enters as a copy of this instead of what it would have been a copy of.
    if any(each.rule == "707.5" for each in play.game.effects_on(thing.handle)):
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
            duration=WHEREVER,
            at=at,
            ability=ability,
            rule="707.5",
        )
    )
    thing.tapped = thing.tapped or ability.tapped
    play.game.changed()
    return entering_part(extras)


def _own_copy(play: Play, thing: Thing, copying: str | None) -> EntersAsCopy | None:
    """614.12: its own ability counts only if it would have it on the battlefield."""
    if copying is None:
        return None
    abilities = entrants.text_of(play, thing).abilities
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
        not play.nobody_says(could_change)
        or any(could_change((each.ability,)) for each in game.lingering)
        or bool(game.effects_on(thing.handle) or game.effects(_gives_change))
    )


def _gives_change(lasting: Lasting) -> bool:
    return could_change(entrants.granted(lasting))


def _copies_by_others(
    play: Play, thing: Thing, copying: str | None
) -> list[tuple[str, EntersAsCopy, Context, str]]:
    """614.12: what other permanents say that it enters as a copy of, as it would be now."""
    state = _as_others_speak(play, thing)
    found = []
    for other in play.game.on_battlefield():
        if other is thing or other.handle not in state.views:
            continue
        for held in state.views[other.handle].abilities:
            ability = held.ability
            if not isinstance(ability, EntersAsCopy) or ability.who == This():
                continue
            at = entrants.context_of(other)
            original = copying if ability.may else single(ability.of, at, state)
            if original is not None and entrants.concerns(ability.who, thing, at, state):
                found.append((other.handle, ability, at, original))
    return found


def _as_others_speak(play: Play, thing: Thing) -> State:
    """614.12: the object and what says that others enter as copies, or the whole board."""
    found = entering_words.as_they_would_be(play, thing, (EntersAsCopy,), _copies_itself_or_named)
    return play.state() if found is None else found


def _copies_itself_or_named(ability: Ability) -> bool:
    """Whether what it has others copy is itself, or what the board says."""
    return isinstance(ability, EntersAsCopy) and (ability.may or ability.of == This())


# --- 613.2a: as it enters, it becomes one of these ------------------------------------------------


def as_it_enters(play: Play, thing: Thing) -> None:
    """613.2a, 208.2b: the option that was chosen as it entered is part of its copiable values."""
    for ability in entrants.text_of(play, thing).abilities:
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
                duration=WHEREVER,
                at=entrants.context_of(thing),
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
