"""The first reading of the rules: from a board to the answer, by constraints.

On a board without holes every literal folds to a constant, so that no solver is called.
"""

from striate.boards.timeline import Answer, Board, Seat, Seen, Unmodelled
from striate.cards import tree
from striate.cards.language import print_ability, seal
from striate.cards.vocabulary import CREATURE_TYPES
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.choosing import filled
from striate.encodings.clauses import clause
from striate.encodings.game import Game
from striate.encodings.matching import Moment, printed_box
from striate.encodings.running import play
from striate.encodings.state import (
    CEASED,
    COLORS,
    EVERY_CREATURE_TYPE,
    IN_PLAY,
    Chars,
    Thing,
    Words,
)
from striate.encodings.statebased import loses_host, taken


def outcome(board: Board, *, facts: bool = False) -> Answer:
    """What every object is in the end; `facts` is what unknown facts are taken to be.

    State-based actions are looked at once, after the last step: what they take is shown as it was
    just before, everything else as it is then.
    """
    game = play(board, facts=facts)
    before = game.now()
    unread = not_modelled(game, before)
    shown = [thing for thing in game.world.things if _is_shown(board, thing)]
    last = {thing.index: _see(before, thing) for thing in shown if _is_taken(before, thing)}
    state_based_actions(game, before)
    game.end_lapsed()
    after = game.now()
    seen = tuple(
        last.get(thing.index) or _see(after, thing)
        for thing in shown
        if thing.index in last or thing.zone != CEASED
    )
    gone = tuple(thing.handle for thing in shown if thing.left)
    return Answer(seen, gone, unread)


@clause("704.3", "704.5q")
def state_based_actions(game: Game, before: Moment) -> None:
    """704.3: all that apply are performed at once, as the state before them says."""
    things = [thing for thing in game.world.things if thing.zone == "battlefield"]
    taken_ones = [thing for thing in things if _is_taken(before, thing)]
    falling = [thing for thing in things if loses_host(before, thing)]
    # 704.5q: +1/+1 and -1/-1 counters on one permanent go in pairs.
    for thing in things:
        kinds = {each.kind: _concrete(each.number) for each in thing.counters}
        pairs = min(kinds.get("+1/+1", 0), kinds.get("-1/-1", 0))
        for kind in ("+1/+1", "-1/-1") if pairs else ():
            game.put_counters(thing, kind, -pairs)
    for thing in falling:
        game.unattach(thing)
    for thing in taken_ones:
        game.move(thing, "graveyard")


def _is_taken(moment: Moment, thing: Thing) -> bool:
    return thing.zone == "battlefield" and taken(moment, thing) == TRUE


def _is_shown(board: Board, thing: Thing) -> bool:
    """Instants and sorceries that only resolved are not objects of the answer."""
    return thing.spell is not None or not (thing.handle in _resolved_handles(board))


def _resolved_handles(board: Board) -> set[str]:
    from striate.boards.timeline import Resolve

    return {step.handle for step in board.steps if isinstance(step, Resolve)}


def names(words: Words) -> tuple[str, ...]:
    return tuple(sorted(word for word, lit in words.items() if lit == TRUE))


def subtypes(chars: Chars) -> tuple[str, ...]:
    found = set(names(chars.subtypes))
    if EVERY_CREATURE_TYPE in found:
        found = (found - {EVERY_CREATURE_TYPE}) | set(CREATURE_TYPES)
    return tuple(sorted(found))


def _shown_abilities(chars: Chars, thing: Thing) -> tuple[tree.Ability, ...]:
    """607.2d: with what was chosen in place of "the chosen ..."."""
    return tuple(
        seal(filled(ability, thing.choices if held.choices is None else held.choices))[0]
        for held in chars.abilities
        if held.present == TRUE
        for guard, ability in held.alternatives
        if guard == TRUE
    )


def present(chars: Chars) -> list[tree.Ability]:
    return [
        ability
        for held in chars.abilities
        if held.present == TRUE
        for guard, ability in held.alternatives
        if guard == TRUE
    ]


def _see(moment: Moment, thing: Thing) -> Seen:
    chars = moment.chars[thing.index]
    creature = chars.types.get("Creature", FALSE) == TRUE
    off = thing.zone not in IN_PLAY
    has_box = creature or (off and printed_box(thing))
    return Seen(
        handle=thing.handle,
        name=next((name for name, lit in chars.names.items() if lit == TRUE), ""),
        zone=thing.zone,
        controller=_seat_word(chars.yours),
        owner=_seat_word(thing.owner),
        supertypes=names(chars.supertypes),
        types=names(chars.types),
        subtypes=subtypes(chars),
        colors=tuple(each for each in COLORS if chars.colors.get(each) == TRUE),
        abilities=_shown_abilities(chars, thing),
        power=_concrete(chars.power) if has_box else None,
        toughness=_concrete(chars.toughness) if has_box else None,
        mana_value=_concrete(chars.mana_value),
        counters=tuple(
            sorted((each.kind, _concrete(each.number)) for each in thing.counters if each.number)
        ),
        timestamp=thing.stamp,
        tapped=thing.tapped,
        face_down=thing.down is not None,
        attached_to=_attached_handle(moment, thing),
        choices=spell_choices(thing),
        class_level=thing.class_level if "Class" in names(chars.subtypes) else 0,
    )


def _attached_handle(moment: Moment, thing: Thing) -> str | None:
    if thing.enchants is not None:
        return _seat_word(thing.enchants)
    return None if thing.attached_to is None else moment.world.things[thing.attached_to].handle


def _concrete(number: object) -> int:
    if not isinstance(number, int):
        raise TypeError("a number of a concrete board did not fold")
    return number


def _seat_word(lit: Lit) -> Seat:
    return "you" if lit == TRUE else "opponent"


def spell_choices(thing: Thing) -> tuple[tuple[str, str | int | tuple[str, ...]], ...]:
    """707.10: the choices made for a spell, and the mana spent on it."""
    if thing.spell is None:
        return ()
    found: dict[str, str | int | tuple[str, ...]] = {**thing.choices}
    if thing.spell.modes:
        modes = thing.spell.modes
        found["mode"] = modes[0] if len(modes) == 1 else tuple(str(mode) for mode in modes)
    if thing.spell.targets:
        found["targets"] = thing.spell.targets
    if thing.spell.x is not None:
        found["x"] = thing.spell.x
    if thing.spell.kicked is not False:
        found["kicked"] = int(thing.spell.kicked)
    if thing.spell.mana is not None:
        found["mana"] = thing.spell.mana
    return tuple(sorted(found.items()))


def not_modelled(game: Game, moment: Moment) -> tuple[Unmodelled, ...]:
    """Lines that are not understood and could matter: on what is there, or in what resolved."""
    found = dict(game.world.notes)
    for thing in game.world.things:
        if thing.zone not in ("battlefield", "command") and not thing.left:
            continue
        for ability in present(moment.chars[thing.index]):
            if isinstance(ability, tree.Opaque) and ability.touches and ability.kind == "static":
                found[(thing.handle, print_ability(ability))] = None
    return tuple(Unmodelled(card, line) for card, line in found)
