"""614.1c-d, 306.5b, 310.4b, 714.3a: the counters that an object enters with, and whether tapped."""

from collections import Counter
from collections.abc import Collection
from typing import TypeAlias

from striate.boards.record import PLAYER_HURT
from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.meanings_counted import HOLD_IF_PAID
from striate.cards.prose import words_of
from striate.cards.tree import Ability, CopyExtra, Keyword, This
from striate.cards.vocabulary import BASIC_LAND_TYPES
from striate.cards.walking import any_node, in_words, nodes
from striate.timeline import choosing, refusing, replacing, telling
from striate.timeline.context import Context, other_seat
from striate.timeline.game import Thing, context_of
from striate.timeline.play import Play
from striate.timeline.reading import Face, Look

WITH_COUNTERS = frozenset(("Planeswalker", "Battle", "Saga"))
EnterWith: TypeAlias = tree.EntersWith | tree.EntersTapped
ENTER_WITH = (tree.EntersWith, tree.EntersTapped)
_OTHERS_ENTER = (*ENTER_WITH, tree.EntersAsCopy)
_WORDS_OF_ENTERING = in_words(*_OTHERS_ENTER)
HOW_IT_ENTERS = (*ENTER_WITH, tree.EntersAsCopy, tree.EntersAs)


def enter_with(play: Play, thing: Thing, extras: tuple[CopyExtra, ...]) -> None:
    """614.1c-d, 122.6: with which counters it enters is one event; 122.6a: its controller puts
    them, but those of tribute, which an opponent puts (702.104a)."""
    if not (extras or has_counters(thing) or play.savings.may_enter_with(play, thing)):
        return
    by_others = play.savings.said_by_others(play, thing)
    numbers = _told_to_enter_with(play, thing, extras, by_others)
    if thing.face_down is None:
        intrinsic = _intrinsic_counters(play, thing, as_printed=by_others is not None)
        numbers.extend((*each, thing.controller) for each in intrinsic)
    together: dict[str, dict[Seat, list[int]]] = {}
    for kind, number, by in numbers:
        if number:
            together.setdefault(kind, {}).setdefault(by, []).append(number)
    for kind, parts in together.items():
        replacing.enter_with_counters(play, thing, kind, parts)


def has_counters(thing: Thing) -> bool:
    """Whether something printed on it has it enter with counters."""
    words = (word for face in thing.faces for word in (*face.types, *face.subtypes))
    return not WITH_COUNTERS.isdisjoint(words)


def enters_in_its_own_way(thing: Thing) -> bool:
    """614.1c-d: whether what is printed on its front says how it enters."""
    return has_counters(thing) or any_node(thing.faces[0].abilities, _says_how_it_enters)


def _says_how_it_enters(node: tree.Node) -> bool:
    return isinstance(node, HOW_IT_ENTERS) or (
        isinstance(node, Keyword) and any_node(meaning(node), HOW_IT_ENTERS)
    )


def others_enter_otherwise(play: Play) -> bool:
    """614.1d: whether something there, or an effect, says how other permanents enter."""
    if any(isinstance(each.ability, tree.EntersAsCopy) for each in play.game.replaced):
        return True
    return play.anybody_says(_WORDS_OF_ENTERING) and any(
        isinstance(ability, _OTHERS_ENTER) and ability.who != This()
        for _, ability in play.abilities_in(play.state(), "battlefield")
    )


def look_whether_it_counts(
    play: Play, thing: Thing, abilities: tuple[Ability | CopyExtra, ...], at: Context
) -> None:
    """614.1c: whether the counters with which it enters are counted among what it is itself,
    where it comes from, or where it is not yet."""
    with_counters = (each for each in abilities if isinstance(each, tree.EntersWith))
    counts = [
        tree.Each(each.filter, each.zone)
        for each in nodes(tuple(with_counters))
        if isinstance(each, tree.Count) and each.zone == thing.zone
    ]
    if any(thing.handle in play.state().group(each, at) for each in counts):
        play.note(at.card, "whether it counts itself as it enters (614.12)")


def _told_to_enter_with(
    play: Play,
    thing: Thing,
    extras: tuple[CopyExtra, ...],
    by_others: list[tuple[Thing, EnterWith]] | None,
) -> list[tuple[str, int, Seat]]:
    """614.1c-d: "enters with", "enters tapped": its own, others', and those of a copy effect."""
    state = play.state()
    at = context_of(thing)
    todo: list[tuple[Ability | CopyExtra, Context]] = [(extra, at) for extra in extras]
    # 708.3: face down it has none of its own, but what others give it.
    if by_others is not None:
        todo.extend((each, at) for each in _present(thing, play.reading.printed_abilities(thing)))
        todo.extend((each, context_of(other)) for other, each in by_others)
    else:
        enters = play.as_it_enters(thing)
        todo.extend((each, at) for each in _present(thing, enters.abilities(thing.handle)))
        todo.extend(_said_by_others(play, thing, state, enters))
    if not todo:
        return []
    numbers: list[tuple[str, int, Seat]] = []
    upright = not thing.tapped
    unclear = _look_who_asks(play, thing, [each for each, _ in todo])
    play.path.entering = thing.handle
    for ability, speaker in todo:
        look_whether_it_counts(play, thing, (ability,), speaker.about(thing.handle))
        condition = getattr(ability, "condition", None)
        if condition is not None and not state.holds(condition, speaker):
            continue
        if isinstance(ability, tree.EntersTapped):
            thing.tapped = True
        elif isinstance(ability, tree.EntersWith):
            if not unclear:
                refusing.look_at_number(ability.amount, speaker.choices)
            amount = choosing.numbers_shown(play, ability.amount, speaker)
            word, number = _asks(ability), 0
            if word != "riot" or replacing.can_enter_with(play, thing, ability.kind):
                number = state.value(amount, speaker.about(thing.handle))
            by = thing.controller
            numbers.append((ability.kind, number, other_seat(by) if word == "tribute" else by))
            _follow(play, thing, word, number)
    play.path.entering = ""
    play.reading.note_questions()
    if upright and thing.tapped:
        play.game.changed()
    return numbers


def _look_who_asks(play: Play, thing: Thing, abilities: list[Ability | CopyExtra]) -> bool:
    """702.38b, 702.136b: each keyword, and each of several instances, asks for a number of its own,
    where a board tells only one; whether it is told which one that is."""
    asked = Counter(filter(None, map(_asks, abilities)))
    for word, count in asked.items():
        if count > 1 and word in _BY_ITSELF:
            line = f"what each of several instances of {word} does by itself"
            play.note(thing.faces[0].name, line)
    several = len(asked) > 1 or asked["bloodthirst"] > 1
    unclear = several and "number" in thing.choices
    if unclear:
        play.note(thing.faces[0].name, "of which of its keywords the number is")
    return unclear


def _asks(ability: Ability | CopyExtra) -> str:
    """What an ability is called by which a number is chosen as its object enters."""
    amount = ability.amount if isinstance(ability, tree.EntersWith) else None
    return words_of(amount.prose) if isinstance(amount, tree.UnknownAmount) else ""


_BY_ITSELF = frozenset(("amplify", "devour", "riot", "tribute", "unleash"))


def _follow(play: Play, thing: Thing, word: str, number: int) -> None:
    """702.54a: bloodthirst shows that an opponent was dealt damage this turn; 702.136a, 611.2a:
    with no counter by riot it has haste from now on, whatever becomes of riot."""
    other = other_seat(thing.controller)
    if (
        word == "bloodthirst"
        and number
        and not play.path.record[PLAYER_HURT, other, play.path.turn]
    ):
        telling.happens(play, PLAYER_HURT, other)
    if word != "riot" or number or not play.path.opens:
        return
    at, changes = context_of(thing), (tree.GainAbilities((Keyword("haste"),)),)
    fixed = play.state().fixed(changes, thing.handle, at)
    details = {"rule": "702.136a", "words": changes}
    play.game.begin(thing.stamp, fixed, tree.Permanently(), at, **details)
    if "number" in thing.choices:
        thing.choices = {**thing.choices, "number": "1"}
    play.game.changed()


def _present(thing: Thing, abilities: Collection[Ability]) -> tuple[Ability, ...]:
    """614.12: of the abilities that it would have on the battlefield those of how it enters.

    702.109a, 702.152a, 702.176a: some keywords mean nothing unless their cost was paid.
    """
    present: list[Ability] = []
    paid = thing.choices.get("cost", "").lower()
    for ability in abilities:
        if isinstance(ability, Keyword):
            counts = ability.name not in HOLD_IF_PAID or paid == ability.name
            present.extend(meaning(ability) if counts else ())
        else:
            present.append(ability)
    return tuple(each for each in present if isinstance(each, ENTER_WITH) and each.who == This())


def _said_by_others(
    play: Play, thing: Thing, state: Look, enters: Look
) -> list[tuple[Ability, Context]]:
    """614.12: what the abilities of others say of it, as it would be there."""
    sayings: list[tuple[Ability, Context]] = []
    for other in play.game.on_battlefield():
        if other is thing:
            continue
        for ability in state.abilities(other.handle):
            if isinstance(ability, ENTER_WITH) and isinstance(ability.who, tree.Each):
                at = context_of(other)
                if enters.matches(ability.who.filter, thing.handle, at):
                    sayings.append((ability, at))
    return sayings


def _intrinsic_counters(play: Play, thing: Thing, *, as_printed: bool) -> list[tuple[str, int]]:
    """306.5b loyalty, 310.4b defense, 714.3a the first lore counter (702.155a: read ahead).

    614.12: what it would be on the battlefield has these abilities, or has them not.
    """
    if not (has_counters(thing) or play.effects_on(thing.handle) or play.game.static_copies):
        return []  # 707.2: its copiable values are what is printed on it
    if as_printed:
        face = thing.faces[-1 if thing.transformed else 0]
        return _of_types(play, thing, face, {*face.types, *face.subtypes})
    state = play.as_it_enters(thing)
    values = state.copiable(thing.handle)
    if values is None:
        return []
    types = {*state.types(thing.handle), *state.subtypes(thing.handle)}
    if _has_lost_all(thing, state, values):
        types -= WITH_COUNTERS - set(("Saga",) if "lore-counter-by-rule" in play.game.then else ())
    return _of_types(play, thing, values, types)


def _of_types(play: Play, thing: Thing, values: Face, types: set[str]) -> list[tuple[str, int]]:
    """The counters of those types that are copiable and that it has."""
    numbers: list[tuple[str, int]] = []
    if "Planeswalker" in values.types and "Planeswalker" in types:
        numbers.append(("loyalty", _printed_number(values.loyalty, thing)))
    if "Battle" in values.types and "Battle" in types:
        numbers.append(("defense", _printed_number(values.defense, thing)))
    if "Saga" in values.subtypes and "Saga" in types:
        ahead = any(isinstance(a, Keyword) and a.name == "read ahead" for a in values.abilities)
        numbers.append(("lore", choosing.chapter(play, thing, values) if ahead else 1))
    return numbers


def _has_lost_all(thing: Thing, state: Look, values: Face) -> bool:
    """306.5b, 310.4b, 714.3a: it has lost all abilities, with them the one that has it enter with
    counters, as its chapters or loyalty abilities show.

    305.7 takes those of its text and its land types alone: this one comes with the type Saga.
    """
    if not any(map(_shows, values.abilities)) or any(map(_shows, state.abilities(thing.handle))):
        return False
    new = set(state.subtypes(thing.handle)) - set(values.subtypes)
    return new.isdisjoint(BASIC_LAND_TYPES)


def _shows(ability: Ability) -> bool:
    return isinstance(ability, tree.Chapter) or getattr(ability, "loyalty", False)


def _printed_number(printed: str, thing: Thing) -> int:
    """107.3m: an X there is that of the spell that it was, or 0."""
    return int(printed) if printed.isdigit() else thing.x or 0
