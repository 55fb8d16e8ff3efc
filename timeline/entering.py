"""614.1c-d, 614.12, 707.5, 708.3: how a permanent enters the battlefield.

Copying comes first (707.5), then "as it enters" choices that set power and toughness (613.2a),
then counters and tapping, checked on the object as it would exist on the battlefield (614.12).
"""

from collections.abc import Callable, Iterable, Iterator

from striate.boards import deeds
from striate.boards.choices import OBJECTS, asked, needed, rested_on
from striate.boards.facts import stated
from striate.cards import tree
from striate.cards.tree import CopyExtra, EntersAsCopy, Permanently, This
from striate.cards.walking import any_node, in_words
from striate.timeline import forms, refusing, telling, triggers
from striate.timeline.context import Context
from striate.timeline.entering_with import enter_with
from striate.timeline.game import ENTERING, Thing, context_of
from striate.timeline.play import Play

_WHEREVER = Permanently()


def arrive(
    play: Play,
    thing: Thing,
    *,
    copying: str | None = None,
    attached_to: str | None = None,
    face_down: bool = False,
    extras: tuple[CopyExtra, ...] = (),
    by_step: bool = True,
    so: Callable[[], None] | None = None,
) -> None:
    """614.12: the object enters; `extras` are how a copying effect says that it enters.

    `by_step`: a step of the board says where it is attached, and can say what is chosen. `so`
    begins what the resolving text says that it is (611.2e).
    """
    game = play.game
    game.things[thing.handle] = thing
    thing.stamp = play.tick("entering", thing)  # 613.7d
    thing.was_permanent = True
    thing.entered = play.path.turn
    thing.never_up = face_down
    if face_down:
        _choose_by_what(play, thing)
        # 708.3: its own enters-the-battlefield abilities have no effect.
        thing.face_down = play.reading.face_down(thing)
        game.changed()
    if so is not None:
        so()
    if game.replaced or play.may_matter(in_words(EntersAsCopy)):
        extras = (*extras, *_enter_as_copies(play, thing, None if face_down else copying))
    if not face_down:
        _pass_over_choices(play, thing)
        forms.choose(play, thing, by_step=by_step)
        _look_at_the_unseen(play, thing)
        _look_at_choices(play, thing)
        _bring_the_day(play, thing)
        play.do_as_it_says(thing)
    if attached_to is not None:
        host = game.things.get(attached_to)
        if host is not None and host.zone != "battlefield":
            # 301.5c, 303.4f
            raise refusing.not_there(attached_to)
        bestowed = _is_bestowed(play, thing)
        if not face_down and by_step:
            refusing.look_at_host(play, thing, attached_to, bestowed=bestowed)
        thing.attached_to = attached_to
        game.changed()
        if bestowed:
            bestow(play, thing, while_attached=thing.handle)
    enter_with(play, thing, extras)
    telling.entered(play, thing)
    triggers.notices(play, thing, "enters")


def _choose_by_what(play: Play, thing: Thing) -> None:
    """702.168a, 701.40a: a card with disguise has ward {2} if it was cast so, and none if it was
    manifested."""
    faces = () if thing.card is None or "face down by" in thing.choices else thing.card.faces
    abilities = (ability for face in faces for ability in face.abilities)
    if any(isinstance(each, tree.Keyword) and each.name == "disguise" for each in abilities):
        by = play.path.chosen("face down by", ("disguise", "manifest"), thing.handle)
        thing.choices = {**thing.choices, **({"face down by": by} if by else {})}


def _look_at_the_unseen(play: Play, thing: Thing) -> None:
    """702.167c: no step tells which cards were exiled to craft it; 614.1c: nor which ones its own
    words put into a graveyard as it enters. It may speak of them.
    """
    front, back = thing.faces[0].abilities, thing.faces[-1].abilities
    crafts = any(isinstance(each, tree.Keyword) and each.name == "craft" for each in front)
    if thing.transformed and crafts and any_node(back, (tree.ExiledWith,)):
        play.note(thing.faces[-1].name, "which cards were exiled to craft it")
    if any(map(deeds.exiles_as_it_enters, front)) and any_node(front, (tree.ExiledWith,)):
        play.note(thing.faces[0].name, "which cards were exiled as it entered")
    costs = set(map(deeds.costs_as_it_enters, front))
    if "pay any amount of life" in costs:
        telling.unclear_life(play, thing.controller)
    others = (each for each in play.game.on_battlefield() if each is not thing)
    if "sacrifice" in costs and any("Land" in play.state().types(e.handle) for e in others):
        play.note(thing.faces[0].name, "which lands are sacrificed as it enters")
    if "discard" in costs:
        telling.forget_hands(play, thing.controller)
    if any(map(deeds.buries_as_it_enters, front)) and deeds.counts_a_graveyard(front):
        play.note(thing.faces[0].name, "which cards come to a graveyard as it enters")


def _bring_the_day(play: Play, thing: Thing) -> None:
    """731.1: it becomes day as it enters, if it is neither day nor night."""
    if ("day", True) in play.game.told or not play.savings.may_have(
        play, deeds.brings_the_day, thing
    ):
        return
    if any(map(deeds.brings_the_day, play.as_it_enters(thing).abilities(thing.handle))):
        play.game.told.update(stated("day", True, 1))
        play.game.changed()


def _pass_over_choices(play: Play, thing: Thing) -> None:
    """614.12: what has lost the ability that asks for a choice as it enters is chosen nothing."""
    if not thing.choices or not play.savings.may_have(play, in_words(tree.EntersChoose), thing):
        return
    state = play.as_it_enters(thing)
    values = state.copiable(thing.handle)
    if values is not None:
        lost = _asked(values.abilities) - _asked(state.abilities(thing.handle))
        thing.choices = {kind: each for kind, each in thing.choices.items() if kind not in lost}
        play.game.changed()


def _asked(abilities: Iterable[tree.Ability]) -> set[str]:
    asking = (each for each in abilities if isinstance(each, tree.EntersChoose))
    return {kind for each in asking for kind in asked(each)}


def _look_at_choices(play: Play, thing: Thing) -> None:
    """707.6: what is a copy chooses for itself as it enters, and its step may not say what; nor
    which object, where there is another.
    """
    if not play.savings.may_have(play, _rests_on_a_choice, thing):
        return
    printed = (ability for face in thing.faces for ability in face.abilities)
    chosen = {*thing.choices, "mode"}
    given = play.savings.may_be_given(play, _rests_on_a_choice, thing)
    if not given and rested_on(printed) <= chosen:
        return
    state = play.as_it_enters(thing)
    held = state.abilities(thing.handle)
    of_yours = any(isinstance(each, tree.EntersChoose) for each in held)
    others = [
        each
        for each in play.game.on_battlefield()
        if each is not thing and (not of_yours or state.controller(each.handle) == thing.controller)
    ]
    for kind in sorted(needed(held) - chosen):
        if kind not in OBJECTS or others:
            play.note(thing.faces[0].name, f"which {kind} is chosen as it enters")


def _rests_on_a_choice(words: object) -> bool:
    """Whether such an ability may be what it is by what is chosen as its object enters."""
    return any_node(words, (tree.EntersChoose, tree.ChosenObject), deeds.AT_TIMES)


# --- 707.5: as a copy -----------------------------------------------------------------------------


def _enter_as_copies(play: Play, thing: Thing, copying: str | None) -> tuple[CopyExtra, ...]:
    """616.1c, 616.1f: its own "enters as a copy", then that of every other permanent that applies
    to what it would be by then (614.12); each once.
    """
    own = None if copying is None else _own_copy(play, thing)
    extras: tuple[CopyExtra, ...] = ()
    if own is not None and copying is not None:
        at = context_of(thing)
        refusing.look_at_original(play, own, play.game.things[copying], at)
        extras = _enter_as_copy(play, thing, own, at, copying)
    done: set[tuple[str, EntersAsCopy]] = set()
    while copies := [each for each in _copies_by_others(play, thing, copying)
                    if (each[0], each[1]) not in done]:  # fmt: skip
        originals = {original for _, _, _, original in copies}
        if len(originals) > 1 and (own is not None or copying not in originals):
            play.note(thing.faces[0].name, "which of the copy effects is applied last")
        # What the board names as the original is what it is a copy of in the end.
        by, ability, at, original = min(copies, key=lambda each: each[3] == copying)
        extras = (*extras, *_enter_as_copy(play, thing, ability, at, original, by=by))
        done.add((by, ability))
    return extras


def _enter_as_copy(
    play: Play, thing: Thing, ability: EntersAsCopy, at: Context, original: str, *, by: str = ""
) -> tuple[CopyExtra, ...]:
    """707.5: it enters as a copy of that object, with the exceptions that the ability makes."""
    copied = play.state().as_copy(thing.handle, ability, at, original)
    if copied is None:
        return ()
    copy, extras = copied
    # 616.1f: it enters as a copy of this instead of what it would have been a copy of.
    play.game.lasting = [
        each
        for each in play.game.lasting
        if each.rule != "707.5" or thing.handle not in each.by_object
    ]
    # What an effect says is written on no object.
    words = (ability,) if by and by not in play.game.things else ability.exceptions
    details = {"ability": ability, "rule": "707.5", "words": words}
    play.game.begin(thing.stamp, {thing.handle: copy}, _WHEREVER, at, **details)
    thing.tapped = thing.tapped or ability.tapped
    play.game.changed()
    return extras


def _own_copy(play: Play, thing: Thing) -> EntersAsCopy | None:
    """614.12: its own ability counts only if it would have it on the battlefield."""
    if thing.card is not None and play.savings.enters_as_printed(play, thing):
        abilities = thing.card.faces[0].abilities
    else:
        abilities = play.as_it_enters(thing).abilities(thing.handle)
    for ability in abilities:
        if isinstance(ability, EntersAsCopy) and ability.who == This():
            return ability
    return None


def _copies_by_others(
    play: Play, thing: Thing, copying: str | None
) -> list[tuple[str, EntersAsCopy, Context, str]]:
    """614.12: what other permanents say that it enters as a copy of, as it would be now."""
    copies = list(_copies_by_effects(play, thing))
    if not play.savings.others_may_copy(play):
        return copies
    state = play.state()
    for other in play.game.on_battlefield():
        for ability in state.abilities(other.handle) if other is not thing else ():
            if not isinstance(ability, EntersAsCopy) or ability.who == This():
                continue
            at = context_of(other)
            named = state.group(ability.of, at)
            original = copying if ability.may else named[-1] if named else None
            if original is not None and concerns(play, ability.who, thing, at):
                copies.append((other.handle, ability, at, original))
    return copies


def _copies_by_effects(
    play: Play, thing: Thing
) -> Iterator[tuple[str, EntersAsCopy, Context, str]]:
    """614.1, 611.2: what a resolution has said of those that enter next, all in one event."""
    for place, begun in enumerate(play.game.replaced):
        ability = begun.ability
        if not isinstance(ability, EntersAsCopy) or not begun.about:
            continue
        this = (thing.handle, thing.incarnation)
        handle, number = begun.once or this
        first = play.game.things[handle]
        same = first is thing or first.zone == ENTERING
        if (
            not same
            or first.incarnation != number
            or not concerns(play, ability.who, thing, begun.at)
        ):
            continue
        begun.once = begun.once or this
        (original, incarnation), *_ = begun.about.items()
        if play.game.things[original].incarnation == incarnation:
            yield str(place), ability, begun.at, original
        else:
            play.note(begun.at.card, "a copy of what has left (608.2h)")


def concerns(play: Play, who: tree.Who, thing: Thing, at: Context) -> bool:
    """Whether words on how others enter mean the object."""
    enters = play.as_it_enters(thing)
    return isinstance(who, tree.Each) and enters.matches(who.filter, thing.handle, at)


# --- 702.103 --------------------------------------------------------------------------------------


def _is_bestowed(play: Play, thing: Thing) -> bool:
    """702.103a: what has bestow and enters attached was cast for its bestow cost."""
    values = play.state().copiable(thing.handle)
    if thing.face_down is not None or values is None or "Aura" in values.subtypes:
        return False
    return any(isinstance(a, tree.Keyword) and a.name == "bestow" for a in values.abilities)


def bestow(play: Play, thing: Thing, *, while_attached: str | None = None) -> None:
    """702.103b: cast bestowed it is an Aura enchantment with enchant creature, as a spell and while
    attached."""
    enchant = tree.Keyword("enchant", quality=tree.HasType("Creature"))
    changes = (tree.SetTypes(("Enchantment",), ("Aura",)), tree.GainAbilities((enchant,)))
    at = context_of(thing)
    details = {"rule": "702.103b", "words": changes, "while_attached": while_attached}
    fixed = play.state().fixed(changes, thing.handle, at)
    play.game.begin(thing.stamp, fixed, _WHEREVER, at, **details)
    play.game.changed()
