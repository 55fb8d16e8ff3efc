"""Facts of players and of the game, as steps tell them, and when they are over."""

from collections.abc import Collection, Iterator
from functools import cache

from striate.boards import deeds
from striate.boards.errors import NotPlayable
from striate.boards.facts import FACT_NAMES, is_of_a_turn, stated, text_of_fact, whose
from striate.boards.known import ENTERING, LEAVING, is_entering, until_the_turn_ends
from striate.boards.record import (
    COUNTER_PUT,
    COUNTERS,
    DESCENDED,
    DIED,
    FOR_GOOD,
    GAINED,
    GRAVEYARD_LEFT,
    HAND,
    LEFT,
    LIFE,
    LOST,
    NONCREATURE_CAST,
    NONLAND_LEFT,
    SPELL_CAST,
    UNCOUNTED,
    VENTURED,
    Side,
    asked,
    so_often,
)
from striate.boards.timeline import (
    ChangeCounters,
    Enter,
    EnterTokenCopy,
    Leave,
    PlayerFact,
    PutInZone,
    PutSpell,
    Resolve,
    ResolveEffect,
    Seat,
    SetStatus,
    Step,
)
from striate.cards.tree import (
    Act,
    Continuous,
    CreateCopies,
    CreateTokens,
    Delayed,
    Each,
    Event,
    LifeChange,
    MoveZone,
    Prose,
    PutCounters,
    SetTapped,
)
from striate.cards.walking import nodes
from striate.timeline import counters, triggers
from striate.timeline.context import SEATS, Context, other_seat
from striate.timeline.game import STARTING_LIFE, Remembered, Thing
from striate.timeline.play import Play


def tell(play: Play, name: str, seat: Seat, value: int) -> None:
    """From now on it is so of that player; of the game it is so whoever asks."""
    facts, yours = play.game.told, seat == "you"
    if name == "speed":
        facts.pop(("max speed", yours), None)  # 702.179e: the number says it
    if whose(name) == "game":
        facts.update({(name, True): value, (name, False): value})
    elif whose(name) == "one player" and not value:
        facts[name, yours] = value  # 725.1: the other need not be the monarch
    else:
        facts.update(stated(name, yours, value))


def designate(play: Play, what: str, seat: Seat) -> None:
    """725.3, 726.2-3: nobody else is the monarch then, or has the initiative."""
    play.note_where(deeds.denies_designations, f"who has {what}")
    play.game.told.update(stated(what, seat == "you", 1))
    if what == "initiative":
        enters_a_room(play, seat)
    play.game.changed()


def leave_open(play: Play, what: str) -> None:
    """725.2, 726.2: one of the players is the monarch or has the initiative; which, nothing
    tells."""
    for yours in (True, False):
        play.game.told.pop((what, yours), None)
    uncounted(play, what)


def tell_by_step(play: Play, name: str, seat: Seat, value: int) -> None:
    """As `tell`; what the steps of this turn have shown can't be told otherwise."""
    question = asked(Prose(text_of_fact(name)))
    often = 0 if question is None else so_often(play.path.record, question, seat, play.path.turn)
    shown = question is not None and often >= question.least
    shown = shown or play.game.told.get((name, seat == "you")) == int(name not in _UNTIL)
    if shown and value == int(name in _UNTIL):
        raise NotPlayable(f"`{name}` can't be {'yes' if value else 'no'}: the steps show otherwise")
    tell(play, name, seat, value)
    if value and name in ATTACKED:
        attacked_with(play, seat)


def attacked_with(play: Play, seat: Seat) -> None:
    """508.1f: any of the player's creatures may have attacked."""
    at = Context(controller=seat)
    counters.attacked(play, *play.state().group(triggers.YOUR_CREATURES, at))


def take(play: Play, thing: Thing) -> None:
    """What a permanent's step tells of its controller, or of the game, is no choice of its own."""
    for name in thing.choices.keys() & set(FACT_NAMES):
        if whose(name) != "its":
            tell_by_step(play, name, thing.controller, int(thing.choices.pop(name) == "yes"))
            play.game.just_told.add(name)
    if "yes" in map(thing.choices.get, ("attacked", "attacked a battle")):
        counters.was_turned(play, (thing,))
        play.game.fought = (*(play.game.fought or ()), thing.handle)


def lose_counters(play: Play) -> None:
    """122.1: whose counters were lost, and of which kind, is not followed."""
    record = play.path.record
    for key in [each for each in record if each[0] in COUNTERS]:
        del record[key]
    uncounted(play, *COUNTERS)


def forget_the_turn(play: Play) -> None:
    """What is so "this turn" is over as the turn ends."""
    game = play.game
    game.delayed = [each for each in game.delayed if "turn" not in each[1].until.casefold()
                    or "next turn" in each[1].until]  # fmt: skip
    for key in [each for each in game.told if is_of_a_turn(each[0])]:
        del game.told[key]
    for thing in game.things.values():
        thing.choices = {k: word for k, word in thing.choices.items() if not is_of_a_turn(k)}


# --- what steps show after it was told not to be so -----------------------------------------------


def entered(play: Play, thing: Thing) -> None:
    """What was told not to have entered this turn has by now, or may have: this has entered."""
    facts = play.game.told
    _awaits(play, thing, ("enters",))
    withdraw(play, "city's blessing")  # 702.131b: of ten permanents it may come
    for other in play.game.things.values():
        if other.paired == "":
            other.paired = None  # 702.95a: it may be paired with what has entered
            play.game.changed()
    denied = _denied(play, ENTERING)
    deniers = [each for each in play.game.on_battlefield() if each.choices and each is not thing]
    askers = [(e, name) for e in deniers for name in ENTERING if e.choices.get(name) == "no"]
    if not denied and not askers:
        return
    state = play.state()
    words = {*state.types(thing.handle), *state.subtypes(thing.handle)}
    seat = state.controller(thing.handle)
    play.game.changed()
    for name, yours in denied:
        if yours == (seat == "you") and is_entering(name, words):
            facts[name, yours] = 1
            if ENTERING[name][0] > 1:
                del facts[name, yours]  # whether it is the second one is open
    for asker, name in askers:
        if name != "entered this turn" and state.controller(asker.handle) == seat:
            asker.choices[name] = "yes" if is_entering(name, words) else "no"


def leaves(play: Play, thing: Thing, to: str, last: Remembered | None) -> None:
    """700.4: it is shown; what was told not to have left or died this turn has by now, or may
    have."""
    facts = play.game.told
    denied = set(_denied(play, LEAVING))
    # 603.10: as it was before anything of the same event had left.
    if thing.handle in play.game.leaving:
        controller, types = play.game.leaving[thing.handle]
    elif last is not None:
        controller, types = last.controller, last.types
    else:
        state = play.state()
        controller = state.controller(thing.handle)
        types = frozenset(state.types(thing.handle))
    play.game.noticed_all = play.game.noticed_all and len(play.game.leaving) < 2
    triggers.notices(play, thing, _LEAVES, *(DIES if to == "graveyard" else ()))
    _awaits(play, thing, (_LEAVES, *(DIES if to == "graveyard" else ())))
    yours, creature = controller == "you", "Creature" in types
    happens(play, LEFT, controller)
    if "Land" not in types:
        happens(play, NONLAND_LEFT, controller)
    if creature and to == "graveyard":
        happens(play, DIED, controller)
    for name, seat in denied:
        if (
            name == "permanent left"
            and seat == yours
            or name == "creature died"
            and to == "graveyard"
            and creature
        ):
            facts[name, seat] = 1
        elif to == "graveyard" and name != "permanent left" and name != "creature died":
            facts.pop((name, seat), None)  # whether it was sacrificed, or the second one, is open


def _awaits(play: Play, thing: Thing, verbs: Collection[str]) -> None:
    """603.7: a delayed ability has triggered; what it does a later step tells, or nothing does."""
    for at, delayed in play.game.delayed:
        event = delayed.event
        if not isinstance(event, Event) or event.verb not in verbs:
            continue
        if _is_done_later(play, delayed, thing):
            continue
        who, it = event.who, thing.handle
        if isinstance(who, Each):
            meant = play.state().may_match(who.filter, it, at)
        else:
            meant = who is not None and it in play.state().looked_at(who, at)
        if meant and all(isinstance(step, LifeChange) for step in delayed.steps):
            unclear_life(play)
        elif meant:
            play.note(at.card, "what a delayed ability does as it triggers (603.7)")


def _is_done_later(play: Play, delayed: Delayed, thing: Thing) -> bool:
    """603.3: a later step of the turn does something that the ability does."""
    does = set(_doing(delayed.steps))
    for step in until_the_turn_ends(play.path.steps[play.path.step :]):
        if isinstance(step, ResolveEffect):
            if not does.isdisjoint(_doing(step.body.steps)):
                return True
        elif any(_tells(step, node, thing) for node in nodes(delayed.steps)):
            return True
    return False


def _tells(step: Step, node: object, thing: Thing) -> bool:
    """Whether the step can be what the instruction does, for the object of the event."""
    if isinstance(step, Enter) and not step.token:
        same = thing.card is not None and step.card.name == thing.card.name
        return same and isinstance(node, MoveZone)
    if isinstance(step, Enter) and isinstance(node, CreateTokens):
        return {*node.token.subtypes} <= {*step.card.faces[0].subtypes}
    return isinstance(step, _DONE_BY.get(type(node), ()))


def _doing(words: object) -> Iterator[object]:
    """The kinds of instructions, by their verbs where those tell them apart."""
    for node in nodes(words):
        if type(node) in _DONE_BY:
            yield node.verb if isinstance(node, Act) else type(node)


# By which steps a board tells what an instruction does.
_DONE_BY: dict[type, tuple[type[Step], ...]] = {
    PutCounters: (ChangeCounters,),
    CreateTokens: (Enter, EnterTokenCopy),
    CreateCopies: (Enter, EnterTokenCopy),
    Act: (Enter, EnterTokenCopy, PutInZone, Leave),
    MoveZone: (PutInZone, Leave, Enter),
    Continuous: (),
    SetTapped: (SetStatus,),
    LifeChange: (PlayerFact,),
}


def moves(play: Play, thing: Thing, to: str) -> None:
    """400.7: a card leaves a graveyard; 700.11: a permanent card is put into one."""
    if thing.token or thing.copy_of_spell:
        return
    if thing.zone == "graveyard":
        happens(play, GRAVEYARD_LEFT, thing.owner)
    if to == "graveyard" and not _SPELLS & set(thing.faces[0].types):
        happens(play, DESCENDED, thing.owner)


_SPELLS = frozenset(("Instant", "Sorcery"))


_LEAVES = "leaves the battlefield"
DIES = (
    "dies",
    "is put into a graveyard from the battlefield",
    "is put into your graveyard from the battlefield",
)
LOOKING_BACK = (_LEAVES, *DIES)  # 603.10a


def happens(play: Play, what: str, seat: str, number: int = 1) -> None:
    """The steps show it; of counters of a player it stays so. What was told not to be so of it
    rests on the record from now on."""
    when = 0 if what in FOR_GOOD else play.path.turn
    play.path.record[what, seat, when] += number
    for name, side in _denying(what):
        other = {"you": "opponent", "opponent": "you"}.get(seat, "any")
        own = seat if other != "any" and side != "any" else "any"
        withdraw(play, name, seat=other if side == "opponent" else own)
    play.game.changed()


@cache
def _denying(what: str) -> tuple[tuple[str, Side], ...]:
    """The facts that may be told and that it brings about, and whose they are."""
    questions = ((name, asked(Prose(text_of_fact(name)))) for name in FACT_NAMES)
    facts: list[tuple[str, Side]] = [
        (name, each.side) for name, each in questions if each and each.what == what
    ]
    return (*facts, *_ALSO.get(what, ()))


_ALSO: dict[str, tuple[tuple[str, Side], ...]] = {
    COUNTER_PUT: (("counters put on a creature", "you"),),
    VENTURED: (("dungeon completed", "you"),),
}
# What is told by "yes" and something that happens ends.
_UNTIL: tuple[str, ...] = ("no spell cast", "no damage dealt yet")
LIFE_FACTS = ("life gained", "life lost", "opponent lost life")


def withdraw(play: Play, *names: str, seat: str = "any") -> None:
    """What a step told not to be so may be by now: nothing tells it any more."""
    facts, seats = play.game.told, SEATS if seat == "any" else (seat,)
    for name in names:
        for yours in {each == "you" for each in seats}:
            denied = facts.get((name, yours)) == int(name in _UNTIL)
            if denied and name not in play.game.just_told:
                del facts[name, yours]
                play.game.changed()


def withdraw_own(play: Play, *names: str, of: str | None = None, now: str = "") -> None:
    """The same of what permanents' own steps told of them; `now`: what is so instead."""
    for thing in play.game.things.values() if of is None else (play.game.things[of],):
        for name in names:
            if thing.choices.get(name) == ("yes" if name in _UNTIL else "no"):
                left = {kind: word for kind, word in thing.choices.items() if kind != name}
                thing.choices = {**left, **({name: now} if now else {})}
                play.game.changed()


def shows(play: Play, step: Step) -> None:
    """601.2: a spell on the stack was cast, one that resolves or was copied (707.10); 700.13: with
    a target among what is the opponent's its player commits a crime."""
    if isinstance(step, PutSpell | Resolve):
        _was_cast(play, step)
    if not {(_CRIME, True), (_CRIME, False)} & play.game.told.keys():
        return
    seat = getattr(step, "controller", None)
    for handle in getattr(step, "targets", None) or ():
        whose_it_is = _whose(play, handle)
        if seat is None or whose_it_is != seat:
            withdraw(play, _CRIME, seat=seat or "any")


_CRIME = "crime committed"


def _was_cast(play: Play, step: PutSpell | Resolve) -> None:
    face, seat = step.card.faces[0], step.controller
    names = ["two spells cast", "no spell cast"]
    if "Creature" not in face.types or step.choose:
        names += ["noncreature spell cast", "two noncreature spells cast"]
    if not _SPELLS.isdisjoint(face.types):
        names += ["instant or sorcery cast"]
    withdraw(play, *names, seat=seat)
    if "R" in face.colors:
        withdraw_own(play, "another red spell cast")
    if isinstance(step, PutSpell):
        happens(play, SPELL_CAST, seat)
        tell(play, "no spell cast", seat, 0)
        if "Creature" not in face.types:
            happens(play, NONCREATURE_CAST, seat)
            tell(play, "noncreature spell cast", seat, 1)
        if "instant or sorcery cast" in names:
            tell(play, "instant or sorcery cast", seat, 1)


def _whose(play: Play, handle: str) -> str:
    """The player, or the object's controller, or the owner of a card elsewhere (109.4)."""
    thing = play.game.things.get(handle)
    if thing is None:
        return handle
    state = play.state()
    controlled = thing.zone in ("battlefield", "stack") and state.is_there(handle)
    return state.controller(handle) if controlled else thing.owner


ATTACKED = ("player attacked", "three merfolk attacked")


def attack(play: Play) -> None:
    """508.1, 510.2: something attacked, and may have dealt damage."""
    withdraw(play, *ATTACKED)
    withdraw_own(play, "attacked", "attacked a battle", "no damage dealt yet")


def players_too(play: Play) -> None:
    """701.34a: which players get another counter no step names."""
    if any(number for (what, _, _), number in play.path.record.items() if what in COUNTERS):
        uncounted(play, *COUNTERS)


def uncounted(play: Play, *kinds: str) -> None:
    """It may have happened, to either player and so often as no step shows."""
    for what in kinds:
        happens(play, what, UNCOUNTED)


def life_changes(play: Play, seat: Seat, number: int) -> None:
    """119.3: a player gained or lost life."""
    if number > 0:
        happens(play, GAINED, seat, number)
        tell(play, "life gained", seat, 1)
    elif number < 0:
        happens(play, LOST, seat, -number)
        tell(play, "life lost", seat, 1)
        tell(play, "opponent lost life", other_seat(seat), 1)


def unclear_life(play: Play, *seats: Seat) -> None:
    """119: the life of those players, or of both, is not known, but by what a later step tells."""
    withdraw(play, *LIFE_FACTS)
    later = play.path.steps[play.path.step :]
    known = {each.player for each in later if isinstance(each, PlayerFact) and each.fact == "life"}
    for seat in seats or SEATS:
        play.path.record[LIFE, seat, 0] += 1
        play.path.life_set -= {seat}
        play.game.life[seat] = STARTING_LIFE  # what comes is counted from another unknown total
        if seat not in known and play.path.was_told("life", seat):
            play.game.unclear_life.add(seat)


def forget_hands(play: Play, *seats: Seat) -> None:
    """402.1: cards that nobody counts may have come to those hands, or left them."""
    for seat in seats:
        play.game.hands[seat] = None
        play.path.record[HAND, seat, 0] += 1
    play.game.changed()


def count_in_hand(play: Play, seat: Seat, change: int) -> None:
    """402.1: a hand has so many cards more, or fewer, which the board does not show."""
    if play.game.hands[seat] is None:
        forget_hands(play, seat)
    else:
        play.game.count_in_hand(seat, change)


def enters_a_room(play: Play, seat: Seat) -> None:
    """309.4, 701.49: which room it is, and what its ability does to players, no step tells."""
    happens(play, VENTURED, seat)
    unclear_life(play)
    forget_hands(play, seat)


def holders(play: Play, what: str) -> list[Seat]:
    """725.1, 726.1: who is the monarch or has the initiative, or may."""
    open_ = play.path.record[what, UNCOUNTED, 0] > 0
    return [seat for seat in SEATS if play.game.told.get((what, seat == "you"), open_)]


def _denied(play: Play, names: Collection[str]) -> list[tuple[str, bool]]:
    """What was told not to be so, before this step."""
    game = play.game
    names = {name for name in names if name not in game.just_told}
    return [key for key, value in game.told.items() if key[0] in names and not value]
