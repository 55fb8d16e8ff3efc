"""400.7, 613.7d-g: zone changes, attaching, turning over, and when effects end."""

from collections.abc import Collection

from striate.boards import deeds
from striate.boards.choices import acts_as_turned_up, chosen_as_turned_up
from striate.boards.record import DRAWN
from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.meanings import SUSPECTED
from striate.cards.vocabulary import MELDED_FROM, MELDING
from striate.cards.walking import any_node, anywhere
from striate.timeline import forms, telling, triggers
from striate.timeline.context import Context, other_seat
from striate.timeline.forbidding import (
    causes_no_trigger,
    forbids,
    has_phasing,
    said_of_players,
)
from striate.timeline.game import Lasting, Remembered, Thing
from striate.timeline.play import Play

# 712.9: every double-faced card but meld cards.
TRANSFORMING = ("transform", "double_faced_token", "modal_dfc")
PHASED_OUT = "phased out"
IN_PLAY = ("battlefield", PHASED_OUT)
_SPELLS = frozenset(("Instant", "Sorcery"))


def leave(play: Play, thing: Thing, to: str, last: Remembered | None = None) -> None:
    """400.7: it becomes a new object in the new zone, with no memory; 704.5d: a token is gone.

    `last` is what later words may ask of it (608.2h).
    """
    game = play.game
    telling.moves(play, thing, to)
    if thing.zone == "battlefield":
        dies = to == "graveyard" and thing.handle in game.awaited
        thing.quiet = dies and causes_no_trigger(play, thing, thing, dying=True)
        telling.leaves(play, thing, to, last)
        # An effect can outlast its source until the turn ends (Titania's Song).
        game.departed.extend(unread_statics(thing))
        if play.may_matter(_lingers):
            game.lingering.extend(play.state().lingering(thing.handle))
    noticed = thing.handle in game.awaited or triggers.is_noticed(play, thing)
    hosts = any(other.attached_to == thing.handle for other in game.things.values())
    looked_at = thing.token or (thing.zone == "battlefield" and (noticed or hosts))
    if last is None and looked_at and play.state().is_there(thing.handle):
        last = play.state().remembered(thing.handle)
    thing.last_known = last
    game.forget(thing.handle)
    game.see_no_more(thing)
    for other in game.things.values():
        if other.exiled_under.pop(thing.handle, None) is not None:
            other.linked = [handle for handle in other.linked if handle != thing.handle]
        if other.last_known is not None and thing.handle in other.last_known.thing.linked:
            other.last_known.thing.linked.remove(thing.handle)
    if thing.whole is not None:
        become_whole(play, thing, thing.whole)
    melded = thing.card is not None and thing.card.name in MELDED_FROM and not thing.token
    if melded and thing.zone == "battlefield" and thing.merged is None:
        play.note(thing.faces[0].name, "which cards it leaves as two (712.21)")
    forms.come_apart(play, thing, to)
    if not (thing.token or thing.copy_of_spell):
        game.count_in_hand(thing.owner, (to == "hand") - (thing.zone == "hand"))
    thing.died = thing.died or (thing.zone, to) == ("battlefield", "graveyard")
    thing.zone = to
    thing.controller = thing.owner
    thing.counters, thing.counter_stamps = {}, {}
    thing.attached_to, thing.face_down, thing.never_up, thing.had = None, None, False, None
    thing.tapped = thing.held = thing.transformed = thing.flipped = False
    thing.taps = 0
    thing.unlocked = frozenset()
    if thing.unprototyped:
        thing.faces, thing.unprototyped = thing.unprototyped, ()
    thing.choices, thing.x, thing.class_level = {}, None, 0
    thing.uncast, thing.entered, thing.struck = thing.token, 0, {}
    thing.paired = None
    thing.linked, thing.exiled_under = [], {}
    game.static_copies = {
        key: values for key, values in game.static_copies.items() if key[1] != thing.handle
    }
    thing.designations = set()
    thing.regenerations = thing.damage = thing.unseen = thing.guard = 0
    thing.deathtouched = thing.guarded = False
    thing.covered = False
    thing.incarnation += 1
    thing.ceased = thing.token or thing.copy_of_spell
    thing.stamp = play.tick("entering", thing)


def become_whole(play: Play, thing: Thing, card: tree.Card) -> None:
    """709.4, 712.8a, 715.4, 720.4: off the stack a card is all that is printed on it.

    722.3c: what is cast of a preparation card is a copy of it.
    """
    thing.card, thing.layout, thing.whole = card, card.layout, None
    play.read_again()
    thing.faces = play.reading.faces_of(card)
    thing.copy_of_spell = card.layout == "prepare"


@anywhere
def _lingers(node: tree.Node) -> bool:
    """611.3b: whether a static ability goes on after its object has left."""
    return isinstance(node, tree.Static) and node.lingers


def unread_statics(thing: Thing) -> list[tuple[str, str]]:
    return [
        (face.name, ability.prose.template)
        for face in thing.faces
        for ability in face.abilities
        if isinstance(ability, tree.Opaque)
        and ability.touches
        and ability.kind in ("static", "unknown")
    ]


def attach(play: Play, thing: Thing, to: str) -> None:
    """613.7e, 701.3b: a new timestamp, but not where it is attached already."""
    if thing.attached_to == to or to == thing.handle:
        return
    thing.attached_to = to
    thing.stamp = play.tick("attaching", thing)


def turn_face_up(play: Play, thing: Thing, chosen: Collection[str] = ()) -> None:
    """708.8, 613.7f; 701.40g: an instant or sorcery card stays face down.

    708.11: what is chosen as it is turned up is chosen each time; `chosen`: what the step chooses.
    """
    if thing.face_down is None or _SPELLS & set(thing.faces[0].types):
        return
    if forbids(play, thing, "can't be turned face up"):
        return  # 101.2
    thing.choices = {k: v for k, v in thing.choices.items() if k != "face down as"}
    chosen_before = not thing.never_up
    thing.face_down, thing.never_up = None, False
    thing.stamp = play.tick("turning", thing)
    if chosen_before and play.savings.may_have(play, _chooses_turned_up, thing):
        again = chosen_as_turned_up(play.state().abilities(thing.handle)).difference(chosen)
        thing.choices = {k: v for k, v in thing.choices.items() if k not in again}
        play.game.changed()
    forms.choose(play, thing, turned_up=True)
    play.do_as_it_says(thing, turned_up=True)
    triggers.notices(play, thing, "is turned face up")


_chooses_turned_up = anywhere(acts_as_turned_up)


def turn_face_down(play: Play, thing: Thing) -> None:
    """708.2a-b, 613.7f; 712.16: a double-faced permanent can't be turned face down.

    708.2: only a permanent can be.
    """
    if thing.zone != "battlefield":
        return
    two_sided = len(thing.faces) > 1 and thing.layout in TRANSFORMING
    melds = thing.card is not None and thing.card.name in MELDING
    if thing.face_down is not None or two_sided or melds:
        return
    thing.face_down = play.reading.face_down(thing)
    thing.stamp = play.tick("turning", thing)
    # "Until it's turned face down", said of what it enters as a copy of.
    ends = {each.number for each in play.effects_on(thing.handle)
            if acts_as_turned_up(each.ability) and each.rule == "707.5"}  # fmt: skip
    play.game.lasting = [each for each in play.game.lasting if each.number not in ends]


def transform(play: Play, thing: Thing) -> None:
    """701.27, 712.9, 613.7g: only what has two such faces; 712.10: never to a spell's face."""
    if thing.layout not in TRANSFORMING or len(thing.faces) < 2:
        return
    if thing.layout == "modal_dfc" and "modal-cards-stay" in play.game.then:
        return  # 712.9 of 2024
    other = thing.faces[0 if thing.transformed else 1]
    if thing.face_down is not None:
        return  # 712.15a
    if _SPELLS & set(other.types) or forbids(play, thing, "can't transform"):
        return  # 101.2
    thing.transformed = not thing.transformed
    thing.stamp = play.tick("transforming", thing)


def flip(play: Play, thing: Thing) -> None:
    """710.2, 710.4: one way; no new timestamp."""
    thing.flipped = True
    play.game.changed()


def put_under(play: Play, thing: Thing) -> None:
    """401.4, 401.7: under cards of its library, those that are known and others."""
    thing.covered = True
    thing.stamp = min(other.stamp for other in play.game.things.values()) - 1
    play.game.changed()


def phase_out(play: Play, *things: Thing) -> None:
    """702.26b, h: all at once, treated as though they did not exist."""
    state = play.state()
    out = [thing for thing in things if thing.zone == "battlefield"]
    for thing in out:
        thing.phased_under = state.controller(thing.handle)
    handles = {thing.handle for thing in out}
    for thing in out:
        _goes_out(play, thing, indirectly=thing.attached_to in handles)
    play.game.changed()


def _goes_out(play: Play, thing: Thing, *, indirectly: bool) -> None:
    """702.26g: Auras and the like go with it.

    702.26d: no zone change: counters, status and timestamp stay. 702.26f: an effect for as long
    as it remains on the battlefield ends, since it can no longer be seen. 502.15g, 217.8d of 2007:
    other effects with a limited duration are over for it, too, and a token ceases to exist.
    """
    if thing.zone != "battlefield":
        return
    thing.zone = PHASED_OUT
    thing.phased_indirectly = indirectly
    for other in play.game.things.values():
        if other.attached_to == thing.handle:
            _goes_out(play, other, indirectly=True)
    play.game.see_no_more(thing)
    if "limited-effects-miss-it" in play.game.then:
        for lasting in play.game.lasting:
            if not isinstance(lasting.duration, tree.Permanently):
                others = lasting.by_object.items()
                lasting.by_object = {h: fixed for h, fixed in others if h != thing.handle}
    if thing.token and "phased-out-tokens-go" in play.game.then:
        leave(play, thing, PHASED_OUT)


def phase_in(play: Play, thing: Thing) -> None:
    """702.26c, g: it is there again, with what phased out because it was attached to it."""
    if thing.zone != PHASED_OUT or thing.ceased or forbids(play, thing, "can't phase in"):
        return
    thing.zone = "battlefield"
    play.game.changed()
    for other in play.game.things.values():
        if other.attached_to == thing.handle and other.phased_indirectly:
            phase_in(play, other)


def designate(play: Play, thing: Thing, word: str, *, ends: bool = False) -> None:
    """A designation that is no characteristic; 701.60d: a suspected one can't become it again."""
    if ends:
        thing.designations.discard(word)
    elif word not in thing.designations and not forbids(play, thing, f"can't become {word}"):
        thing.designations.add(word)
        if word == "suspected":
            _suspects(play, thing)
    play.game.changed()


_BEARER = "Ring-bearer"


def bear_the_ring(play: Play, thing: Thing, seat: Seat) -> None:
    """701.54a: it is that player's Ring-bearer, and the one before is no longer."""
    before = play.game.bearers.get(seat)
    if before is not None:
        play.game.things[before].designations.discard(_BEARER)
    thing.designations.add(_BEARER)
    play.game.bearers[seat] = thing.handle
    play.game.changed()


def lose_the_ring(play: Play) -> None:
    """701.54a: what another player controls, or what has left, is nobody's Ring-bearer."""
    for seat, handle in list(play.game.bearers.items()):
        thing = play.game.things[handle]
        state = play.state()
        bears = _BEARER in thing.designations and state.is_there(handle)
        if not bears or state.controller(handle) != seat:
            thing.designations.discard(_BEARER)
            del play.game.bearers[seat]
            play.game.changed()


def _suspects(play: Play, thing: Thing) -> None:
    """701.60c: menace and "This creature can't block" for as long as it's suspected."""
    at = Context(source=thing.handle)
    until = tree.AsLongAs(tree.Matches(tree.Affected(), tree.HasDesignation("suspected")))
    stamp, fixed = play.game.tick(), play.state().fixed((SUSPECTED,), thing.handle, at)
    play.game.begin(stamp, fixed, until, at, rule=_SUSPICION, words=(SUSPECTED,))


_SUSPICION = "701.60c"


def end_turn(play: Play) -> None:
    """514.2, 611.2a: "until end of turn" effects end."""
    game = play.game
    for thing in game.things.values():
        thing.designations.discard("saddled")  # 702.171b
        thing.regenerations = thing.guard = 0
        thing.guarded = False
        if not _keeps_damage(play, thing):
            thing.damage = thing.unseen = 0
    game.unpreventable, game.unclear_damage, game.shielded = False, False, set()
    game.foretold = [each for each in game.foretold if not deeds.is_of_this_turn(each[1])]
    game.lasting = [each for each in game.lasting if not _ends_with_the_turn(each.duration)]
    game.uses = [each for each in game.uses if not each[-1]]
    game.departed.clear()
    game.lingering.clear()
    triggers.are_over(play)
    game.replaced = [each for each in game.replaced if not each.this_turn]
    game.changed()


def _ends_with_the_turn(duration: tree.Duration) -> bool:
    """511.3, 513.1: so does what lasts until a combat or an end step of it."""
    if not isinstance(duration, tree.AsLongAs):
        return isinstance(duration, tree.UntilEndOfTurn)
    condition = duration.condition
    return isinstance(condition, tree.Fact) and condition.prose.template in _OF_ONE_TURN


_OF_ONE_TURN = ("until end of combat", "this combat", "until the next end step")


def _keeps_damage(play: Play, thing: Thing) -> bool:
    """514.2, 101.2: whether it says of itself that damage isn't removed from it."""
    if not thing.damage or not play.may_matter(deeds.keeps_damage):
        return False
    state = play.state()
    if thing.zone == "battlefield" and any(map(deeds.keeps_damage, state.abilities(thing.handle))):
        return True
    play.note_where(deeds.keeps_damage, "from what damage isn't removed")
    return False


def turn_begins(play: Play) -> None:
    """611.2a: "until your next turn" effects of the player whose turn it is end.

    502.1: before that, what phased out under that player's control phases in.
    """
    game = play.game
    out = [each for each in game.things.values() if each.zone == PHASED_OUT]
    active = play.whose_turn()
    # 702.26a: at the same time what has phasing phases out.
    phasing = [
        thing
        for thing in (game.on_battlefield() if play.may_matter(has_phasing) else ())
        if thing.entered != play.path.turn
        and play.state().keywords(thing.handle, "phasing")
        and play.state().controller(thing.handle) == active
    ]
    for thing in out:
        directly = thing.zone == PHASED_OUT and not thing.phased_indirectly
        if directly and thing.phased_under == active:
            phase_in(play, thing)
    phase_out(play, *phasing)
    end_until_next_turn(play, active)


def may_phase(play: Play) -> bool:
    """502.1: whether something may phase in or out as a turn begins."""
    out = any(each.zone == PHASED_OUT for each in play.game.things.values())
    return out or play.may_matter(has_phasing)


def end_until_next_turn(play: Play, seat: Seat) -> None:
    """611.2a: a turn of that player begins, and what lasts until then ends.

    What lasts until the end of that player's next turn lasts as long as this one.
    """
    game = play.game
    game.lasting = [e for e in game.lasting if not _lasts_until_turn(e, seat)]
    game.foretold = [
        (at, step)
        for at, step in game.foretold
        if not deeds.is_until_next_turn(step) or play.state().you(at) != seat
    ]
    for lasting in game.lasting:
        mine = lasting.at.controller == seat
        if mine and isinstance(lasting.duration, tree.UntilYourNextTurnEnds):
            lasting.duration = tree.UntilEndOfTurn()
    game.changed()


def _lasts_until_turn(lasting: Lasting, seat: Seat) -> bool:
    return isinstance(lasting.duration, tree.UntilYourNextTurn) and lasting.at.controller == seat


_MOST_IN_HAND = 7  # 402.2
_OF_A_NEXT_TURN = (tree.UntilYourNextTurn, tree.UntilYourNextTurnEnds)


def next_turn(play: Play, whose: Seat | None) -> None:
    """500.1, 102.1: after a player's turn comes one of the other player, unless a step tells it."""
    game = play.game
    game.active = whose or other_seat(game.active)
    game.told_now = whose is not None
    game.turn_told = game.turn_told or game.told_now
    game.changed()
    foretold = play.has_resolved(deeds.is_until_next_turn)
    foretold = foretold or any(" your next " in one.when for one in game.waiting)
    foretold = foretold or any(each.zone == PHASED_OUT for each in game.things.values())
    if foretold or any(isinstance(each.duration, _OF_A_NEXT_TURN) for each in game.lasting):
        if whose is None and play.has_resolved(deeds.changes_turns):
            play.note(
                "", "whose turn it is, as one was skipped or an extra one taken (`your_turn`)"
            )
        end_until_next_turn(play, play.whose_turn())


def draw_for_the_turn(play: Play) -> None:
    """514.1, 504.1: a hand may have come down to seven, or to what is said instead (402.2); that of
    the player whose turn it is may have a card more, which was on top of the library."""
    game = play.game
    limits = play.is_said(deeds.alters_hand_size)
    changed = not game.told_now and play.has_resolved(deeds.changes_turns)
    unlimited = {seat for words, seat in said_of_players(play) if words == deeds.NO_LIMIT}
    for seat, known in game.hands.items():
        most = 0 if limits else known if seat in unlimited else _MOST_IN_HAND
        draws = not game.turn_told or seat == game.active or changed
        if draws:
            cover(play, seat)
        discards = known is not None and known > (most or 0)
        if known is not None and (draws or discards):
            telling.forget_hands(play, seat)
        if discards:
            game.buried.add(seat)


def draw_as_the_monarch(play: Play) -> None:
    """725.2: whoever is the monarch, or may be, draws a card in an end step of their own."""
    for seat in telling.holders(play, "monarch"):
        if not play.game.turn_told or seat == play.game.active:
            cover(play, seat)
            telling.forget_hands(play, seat)
            telling.uncounted(play, DRAWN)


def cover(play: Play, *seats: Seat) -> None:
    """401.2: nobody knows any longer which cards are on top of those libraries."""
    for card in play.game.in_zone("library"):
        card.covered = card.covered or card.owner in seats
    for yours in (True, False):
        play.game.told.pop(("small library", yours), None)
    play.game.changed()


def link(play: Play, thing: Thing, card: str) -> None:
    """607.2a: the card is exiled with it, by an ability that it has, or had, from there."""
    thing.exiled_under[card] = _copied_by(play, thing)
    thing.linked = [*thing.linked, card]


def _copied_by(play: Play, thing: Thing) -> tuple[int, str]:
    """Which effect has made it a copy of what it is now, and the Aura by which it is one (707.2c);
    (0, ""): none."""
    copied = [
        each.number
        for each in play.effects_on(thing.handle)
        if each.rule == "707.5" or any_node(each.words, (tree.BecomeCopy,))
    ]
    sources = {key[1] for key in play.game.static_copies}
    auras = [each.handle for each in play.game.on_battlefield()
             if each.attached_to == thing.handle and each.handle in sources]  # fmt: skip
    return max(copied, default=0), max(auras, default="")


def keep_links(play: Play) -> None:
    """607.5, 707.7: abilities that came by a copy effect are linked to each other alone."""
    for thing in play.game.things.values():
        if thing.exiled_under:
            by = _copied_by(play, thing)
            linked = [card for card, number in thing.exiled_under.items() if number == by]
            if linked != thing.linked:
                thing.linked = linked
                play.game.changed()


def expire(play: Play) -> None:
    """611.2b, 702.103f: effects whose "for as long as" is over end, and never begin again."""
    while True:
        keep_links(play)
        could_end = [lasting for lasting in play.game.lasting if _could_end(lasting)]
        over = {e.number: gone for e in could_end if (gone := _ended_for(play, e))}
        if not over:
            return
        play.game.end_for(over)
        play.game.changed()


def _could_end(lasting: Lasting) -> bool:
    return lasting.while_attached is not None or isinstance(lasting.duration, tree.AsLongAs)


def _ended_for(play: Play, lasting: Lasting) -> tuple[str, ...]:
    """611.2b: the objects for which the effect's duration has ended."""
    handles = tuple(lasting.by_object)
    if lasting.while_attached is not None:
        attached = play.game.things[lasting.while_attached].attached_to is not None
        return () if attached else handles
    if not isinstance(lasting.duration, tree.AsLongAs):
        return ()
    if lasting.rule == _SUSPICION:  # 702.26d: it stays suspected while it is phased out
        return tuple(h for h in handles if "suspected" not in play.game.things[h].designations)
    condition, at, state = lasting.duration.condition, lasting.at, play.state()
    tracks = any_node(condition, (tree.This,)) and not isinstance(
        condition, tree.Unless
    )  # "until ..."
    if tracks and _is_phased_out(play, at.source):
        return handles  # 702.26f
    if any_node(condition, (tree.Affected,)):
        # "For as long as it ...": said of each object by itself.
        return tuple(
            h for h in handles if _is_phased_out(play, h) or not state.holds(condition, at.about(h))
        )
    return () if state.holds(condition, at) else handles


def _is_phased_out(play: Play, handle: str | None) -> bool:
    thing = play.game.things.get(handle or "")
    return thing is not None and thing.zone == PHASED_OUT
