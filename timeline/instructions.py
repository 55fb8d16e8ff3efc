"""608.2c: what each kind of instruction does to the board."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import Any, Literal

import msgspec

from striate.boards import deeds
from striate.boards.errors import NotPlayable
from striate.boards.facts import stated
from striate.boards.known import ENTERING
from striate.boards.record import (
    ARTIFACT_SACRIFICED,
    COUNTER_PUT,
    DICE,
    DRAWN,
    ENERGY,
    EXPERIENCE,
    POISON,
    SACRIFICED,
    TOKEN_CREATED,
    TURN_ENDED,
)
from striate.boards.timeline import Leave, Seat
from striate.cards import tree
from striate.cards.tokens import THE_RING
from striate.cards.walking import mentions, nodes, rewrite
from striate.timeline import (
    beginning,
    choosing,
    counters,
    damage,
    forms,
    making,
    merging,
    moving,
    refusing,
    replacing,
    shuffling,
    targeting,
    telling,
    together,
)
from striate.timeline.bound import is_bound
from striate.timeline.context import SEATS, with_choices
from striate.timeline.damage import is_destroyed
from striate.timeline.entering_with import enters_in_its_own_way, others_enter_otherwise
from striate.timeline.forbidding import forbids, keeps_off, may_be_sacrificed
from striate.timeline.game import Banished, Remembered, Thing
from striate.timeline.play import Play
from striate.timeline.reading import Look
from striate.timeline.resolution import (
    Resolution,
    division,
    meant,
    note_hidden,
    note_this_way,
    number_of,
    number_or_one,
    seats,
    things_meant,
    value_of,
)


def _continuous(resolution: Resolution, step: tree.Continuous) -> None:
    if isinstance(step.effect.who, tree.ChosenObject | tree.Target):
        meant(resolution, step.effect.who)  # what is chosen, or the only one that can be
    for change in step.effect.changes:
        if isinstance(change, tree.BecomeCopy) and isinstance(change.of, tree.ChosenObject):
            meant(resolution, change.of)
    if resolution.apart:
        resolution.play.note(resolution.at.card, "what is so of all the merged cards (730.3c)")
    if _is_listed(resolution, step):
        return
    _look_at_own_size(resolution, step)
    left = [each for each in resolution.left if not _is_in_play(resolution.play, each)]
    beginning.has_entered(resolution.play, step)
    beginning.begin(resolution.play, step, resolution.at, resolution.ability, left)


def _look_at_own_size(resolution: Resolution, step: tree.Continuous) -> None:
    """107.1b, 701.10c: the tree of "gets +X/+0, where X is its power" is that of "double its
    power", and only the latter adds less than 0."""
    for change in step.effect.changes:
        if isinstance(change, tree.ModifyPT) and _adds_itself(change):
            state = resolution.play.state()
            handles = meant(resolution, step.effect.who)
            if any((state.stat(stat, each) or 0) < 0 for stat in _SIZE for each in handles):
                resolution.play.note(resolution.at.card, "whether it doubles a negative number")


_SIZE: tuple[tree.Stat, ...] = ("power", "toughness")


def _adds_itself(change: tree.ModifyPT) -> bool:
    halves = (change.power, change.toughness)
    own = [tree.StatOf(stat, tree.Affected()) for stat in _SIZE]
    return halves != (tree.Num(0), tree.Num(0)) and all(
        half in (tree.Num(0), each, tree.Times(2, each))
        for half, each in zip(halves, own, strict=True)
    )


def _is_listed(resolution: Resolution, step: tree.Continuous) -> bool:
    """708.2: whether it lists what those are that the same words put face down, as long as they
    are face down: "return it to the battlefield face down. It's a Forest land."
    """
    words = [_as_listed(each) for each in step.effect.changes]
    if not resolution.turned_down or not all(words):
        return False
    handles = meant(resolution, step.effect.who)
    if not resolution.turned_down.issuperset(handles):
        return False
    for handle in handles:
        thing = resolution.play.game.things[handle]
        thing.choices = {**thing.choices, "face down as": " ".join(sorted(words))}
        thing.face_down = resolution.play.reading.face_down(thing)
    resolution.play.game.changed()
    return True


def _as_listed(change: tree.Change) -> str:
    match change:
        case tree.SetTypes(types=types, subtypes=subtypes):
            return " ".join((*types, *subtypes))
        case tree.SetBasePT(power=tree.Num(value=power), toughness=tree.Num(value=toughness)):
            return f"{power}/{toughness}"
        case _:
            return ""


def _is_in_play(play: Play, handle: str) -> bool:
    return play.game.things[handle].zone in moving.IN_PLAY


def _put_counters(resolution: Resolution, step: tree.PutCounters) -> None:
    refusing.look_at_number(step.amount, resolution.at.choices)
    kind = with_choices(step.kind, resolution.at.choices)
    # 400.7: an ability whose object has left finds no permanent to put counters on.
    permanents = [
        handle
        for handle in meant(resolution, step.who)
        if resolution.play.game.things[handle].zone not in ("graveyard", "hand", "library")
        and (_is_permanent(resolution, handle) or not _is_of_return(resolution, step))
    ]
    todo = [
        (h, number_of(resolution, _explored(resolution, step.amount, h), h)) for h in permanents
    ]
    resolution.done = False
    if _is_of_exploring(step.amount):
        resolution.play.note_where(deeds.alters_exploring, "how it explores")
    if _is_of_exploring(step.amount) and any(number for _, number in todo):
        bury_the_unseen(resolution, step)  # 701.44a: the card may be put there
    for handle, number in todo:
        thing = resolution.play.game.things[handle]
        before = thing.counters.get(kind, 0)
        for each in [1] * int(number) if _is_of_exploring(step.amount) else [number]:
            replacing.put_counters(resolution.play, thing, kind, each, _by(resolution))
        if thing.counters.get(kind, 0) > before:
            resolution.done = True
            if "Creature" in resolution.play.state().types(handle):
                telling.happens(resolution.play, COUNTER_PUT, _by(resolution))


def _is_of_return(resolution: Resolution, step: tree.PutCounters) -> bool:
    """400.7, 614.1c: whether they are those with which it would have been returned."""
    body = getattr(resolution.ability, "body", None)
    steps = body.steps if isinstance(body, tree.Body) else ()
    return any(
        isinstance(before, tree.MoveZone)
        and before.to == "battlefield"
        and after == step
        and before.who == step.who
        for before, after in pairwise(steps)
    )


def _explored(resolution: Resolution, amount: tree.Amount, handle: str) -> tree.Amount:
    """701.44a: a land that is known to be on top goes to the hand; else it puts a counter."""
    play, at = resolution.play, resolution.at
    if amount != _EXPLORES or at.choices.get("number"):
        return amount
    state = play.state()
    at = msgspec.structs.replace(at, controller=state.controller(handle))
    for top in state.group(tree.TopCard("library"), at):
        if "Land" not in state.types(top):
            return tree.Num(1)
        replacing.go(
            play, play.game.things[top], replacing.fate(play, play.game.things[top], "hand")
        )
        return tree.Num(0)
    return amount


_EXPLORES = tree.UnknownAmount(tree.Prose("explores"), (0, 1))


def _is_of_exploring(amount: tree.Amount) -> bool:
    """701.44a: each time that it explores puts a counter of its own."""
    return isinstance(amount, tree.UnknownAmount) and amount.prose.template.startswith("explores")


def _by(resolution: Resolution) -> Seat:
    """122.6: who puts the counters: the player who carries out the instructions."""
    return resolution.play.state().you(resolution.at)


def _distribute(resolution: Resolution, step: tree.DistributeCounters) -> None:
    """601.2d: each gets at least one; the division is announced, or there is only one.

    608.2b: the share of a target that isn't legal any more is lost.
    """
    play, who = resolution.play, step.who
    permanents = [h for h in meant(resolution, who) if _is_permanent(resolution, h)]
    total = number_of(resolution, step.amount)
    if not permanents or total <= 0:
        return
    announced = resolution.announced or resolution.at.targets
    named = announced[who.index] if isinstance(who, tree.Target) else permanents
    if len(named) == 1:
        shares: tuple[int, ...] = (total,)
    else:
        divided = division(resolution, int(total), len(named))
        if divided is None:
            return
        shares = divided
    for handle, number in zip(named, shares, strict=True):
        if handle in permanents:
            thing = play.game.things[handle]
            replacing.put_counters(play, thing, step.kind, number, _by(resolution))


def _remove_counters(resolution: Resolution, step: tree.RemoveCounters) -> None:
    resolution.done = False
    for thing in things_meant(resolution, step.who):
        kinds = [step.kind] if step.kind is not None else list(thing.counters)
        if step.kind is None and step.amount is not None:
            kinds = _kinds_taken(resolution, step.amount, kinds, "removed")
        for kind in kinds:
            number = present = thing.counters.get(kind, 0)
            if step.amount is not None:
                number = number_of(resolution, step.amount, thing.handle)
            resolution.done = resolution.done or 0 < number <= present
            counters.remove(resolution.play, thing, kind, number)


def _move_counters(resolution: Resolution, step: tree.MoveCounters) -> None:
    """122.5: each is removed and put on the other object; if either can't be, nothing is done."""
    play = resolution.play
    sources = [h for h in meant(resolution, step.who) if _has_counters(resolution, h, step.kind)]
    hosts = [h for h in meant(resolution, step.to) if _is_permanent(resolution, h)]
    pairs = [(source, host) for source in sources for host in hosts if source != host]
    numbered = step.amount is None or isinstance(step.amount, tree.Num)
    if len(hosts) > 1 and (numbered or len(pairs) > 1):
        play.note(resolution.at.card, "which object gets the counters that are moved")
        return
    if len(pairs) > 1 and not numbered:
        play.note(resolution.at.card, "which counters are moved")
        return
    for source, host in pairs:
        _move_from(resolution, step, play.game.things[source], play.game.things[host])


def _move_from(resolution: Resolution, step: tree.MoveCounters, source: Thing, host: Thing) -> None:
    play = resolution.play
    kinds = [kind for kind, number in source.counters.items() if number > 0]
    kinds = [kind for kind in kinds if step.kind in (None, kind)]
    if step.lacking:
        kinds = [kind for kind in kinds if not host.counters.get(kind)]
    kinds = [k for k in kinds if replacing.can_have(play, host, k, _by(resolution))]
    if step.amount is not None and not step.lacking:
        kinds = _kinds_taken(resolution, step.amount, kinds, "moved")
    for kind in kinds:
        number = source.counters[kind]
        if step.amount is not None:
            number = min(number, max(0, number_of(resolution, step.amount)))
        counters.remove(play, source, kind, number)
        replacing.put_counters(play, host, kind, number, _by(resolution))


def _kinds_taken(
    resolution: Resolution, amount: tree.Amount, kinds: list[str], done: str
) -> list[str]:
    """608.2d: of several kinds one is chosen; so many of several are told by nothing."""
    play, at = resolution.play, resolution.at
    if len(kinds) < 2:
        return kinds
    if amount != tree.Num(1):
        play.note(at.card, f"which counters are {done}")
        return []
    chosen = at.choices.get("counter") or play.path.chosen("counter", tuple(kinds), at.source or "")
    if chosen is None:
        play.note(at.card, f"which counter is {done}")
        return []
    if chosen not in kinds:
        raise NotPlayable(f"no {chosen} counter can be {done}: there are {', '.join(kinds)}")
    return [chosen]


def _has_counters(resolution: Resolution, handle: str, kind: str | None) -> bool:
    counters_on = resolution.play.game.things[handle].counters
    return _is_permanent(resolution, handle) and any(
        number > 0 for each, number in counters_on.items() if kind in (None, each)
    )


def _is_permanent(resolution: Resolution, handle: str) -> bool:
    return resolution.play.game.things[handle].zone == "battlefield"


def _put_counters_of(resolution: Resolution, step: tree.PutCountersOf) -> None:
    """122.8-9: as many of each kind as the other object has, or last had."""
    play = resolution.play
    of = play.state().looked_at(step.of, resolution.at)
    known = [play.game.moved[h].thing if h in play.game.moved else play.game.things[h] for h in of]
    pairs = [(kind, number) for thing in known for kind, number in thing.counters.items()]
    for handle in meant(resolution, step.who):
        for kind, number in pairs:
            if _is_permanent(resolution, handle) and step.kind in (None, kind):
                thing = play.game.things[handle]
                replacing.put_counters(play, thing, kind, number, _by(resolution))


def _gain_printed_below(resolution: Resolution, step: tree.GainPrintedBelow) -> None:
    """702.165a, c: what is printed below backup on the source, whatever it has lost since."""
    play, at = resolution.play, resolution.at
    printed = play.state().copiable(at.source or "")
    abilities = () if printed is None else printed.abilities
    places = [place for place, each in enumerate(abilities) if _is_backup(each)]
    below = abilities[places[0] + 1 :] if places else ()
    gained = tuple(each for each in below if not _is_backup(each))
    if gained:
        effect = tree.Effect(step.who, (tree.GainAbilities(gained),))
        _continuous(resolution, tree.Continuous(effect, tree.UntilEndOfTurn()))


def _is_backup(ability: tree.Ability) -> bool:
    return isinstance(ability, tree.Keyword) and ability.name == "backup"


def _double_counters(resolution: Resolution, step: tree.DoubleCounters) -> None:
    """701.10e: as many again of each kind."""
    for thing in things_meant(resolution, step.who):
        for kind in [step.kind] if step.kind is not None else list(thing.counters):
            number = thing.counters.get(kind, 0)
            replacing.put_counters(resolution.play, thing, kind, number, _by(resolution))


def _endure(resolution: Resolution, step: tree.Endure) -> None:
    """701.63a: that permanent's controller creates the Spirit unless they put the counters on
    it."""
    play = resolution.play
    for thing in things_meant(resolution, step.who):
        handle, number = thing.handle, number_of(resolution, step.amount, thing.handle)
        if number <= 0:
            continue  # 701.63b
        chosen = resolution.at.choices.get("number", "0")
        if chosen not in ("0", str(number)):
            wanted = f"{number} counters or none" if number > 1 else "1 counter or none"
            raise NotPlayable(f"it endures {number}: that puts {wanted}, not {chosen}")
        possible = _is_permanent(resolution, handle) and replacing.can_have(
            play, thing, "+1/+1", _by(resolution)
        )
        if not possible and chosen != "0":
            raise NotPlayable(f"`{handle}` can't have a +1/+1 counter (608.2d)")
        if possible and number_of(resolution, step.counters, handle):
            replacing.put_counters(play, thing, "+1/+1", number, _by(resolution))
            continue
        size = tree.Num(number)
        spirit = tree.TokenSpec("", (), ("Creature",), ("Spirit",), ("W",), size, size)
        token = tree.CreateTokens(tree.Num(1), spirit, player="affected controller")
        making.tokens(play, token, resolution.at.about(handle), (None,))


def _proliferate(resolution: Resolution, step: tree.Proliferate) -> None:
    """701.34a: each chosen permanent gets a counter of every kind that is there already."""
    play = resolution.play
    play.note_where(deeds.alters_proliferating, "how it proliferates")
    telling.players_too(play)
    chosen = things_meant(resolution, step.who)
    if not chosen and any(thing.counters for thing in play.game.on_battlefield()):
        play.note(resolution.at.card, "which permanents get another counter")
    for thing in chosen:
        for kind in [kind for kind, number in thing.counters.items() if number > 0]:
            replacing.put_counters(play, thing, kind, 1, _by(resolution))


def _set_tapped(resolution: Resolution, step: tree.SetTapped) -> None:
    play, things = resolution.play, things_meant(resolution, step.who)
    resolution.done = any(counters.is_tapped(play, thing) != step.tapped for thing in things)
    words: object = step.who
    if isinstance(step.who, tree.Target) and step.who.index < len(resolution.specs):
        words = resolution.specs[step.who.index]
    if step.tapped and things and mentions(words, (tree.IsTapped,)):  # "untapped creatures"
        note_this_way(resolution, "tapped", [each.handle for each in things])
    for thing in things:
        (counters.tap if step.tapped else counters.untap)(play, thing)


def _turn_face(resolution: Resolution, step: tree.TurnFace) -> None:
    turn = moving.turn_face_up if step.up else moving.turn_face_down
    play = resolution.play
    for thing in things_meant(resolution, step.who):
        was_up = thing.face_down is None
        turn(play, thing)
        if was_up and thing.face_down is not None:
            resolution.turned_down.add(thing.handle)
        # 708.3, 712.16: whether it is another than if it had entered face up and was turned down.
        if (
            not step.up
            and thing.handle in resolution.returned
            and (thing.faces[1:] or enters_in_its_own_way(thing) or others_enter_otherwise(play))
        ):
            play.note(thing.faces[0].name, "how it enters face down (708.3)")


def _transform(resolution: Resolution, step: tree.Transform) -> None:
    """701.27a: only a permanent transforms; 702.145b: what day and night turn, nothing else
    does."""
    for thing in things_meant(resolution, step.who):
        if thing.zone == "battlefield" and not is_bound(resolution.play, thing):
            moving.transform(resolution.play, thing)


def _attach(resolution: Resolution, step: tree.AttachTo) -> None:
    play, hosts = resolution.play, meant(resolution, step.to)
    attached = things_meant(resolution, step.who) if hosts else []
    # 301.5b, 303.4j, 701.3b: what can't be attached there or is doesn't move; nor what has left.
    others = [e for e in attached if e.zone == "battlefield" and e.attached_to != hosts[0]]
    free = [e for e in others if play.state().may_be_attached(e.handle, hosts[0])]
    moved = [thing for thing in free if not keeps_off(play, thing, hosts[0])]
    for thing in moved:
        moving.attach(play, thing, hosts[0])
    resolution.done = bool(moved)


def _move(resolution: Resolution, step: tree.MoveZone) -> None:
    """701.8, 701.13, 701.21: all of them at once; an indestructible one is not destroyed."""
    play = resolution.play
    source = play.game.things.get(resolution.at.source or "")
    if step.until and source is not None and source.zone not in ("battlefield", moving.PHASED_OUT):
        return  # 610.3a-b: it has left already
    if step.to == "battlefield":
        note_hidden(resolution, step.who)
    chooses = step.verb == "sacrifice" and step.who not in resolution.choices_seen
    handles = meant(resolution, sacrificed(step.who) if chooses else step.who)
    if _find_components(resolution, handles):
        handles = meant(resolution, step.who)
    state = play.state()
    lost = [h for h in handles if not resolution.left.get(h, True) and not _is_in_play(play, h)]
    going = [
        h for h in handles if h not in lost and goes(resolution, step, play.game.things[h], state)
    ]
    play.game.noticed_all = play.game.noticed_all and len(going) < 2
    last = _last_of(resolution, step, going, state)
    resolution.done = bool(going)
    # 614.4: all at once; what is replaced is so by what is there as they go.
    fates = {
        h: resolution.fates.get(h) or replacing.fate(play, play.game.things[h], step.to)
        for h in going
    }
    _note_deed(resolution, step, {handle: fate.zone for handle, fate in fates.items()})
    if step.to == "battlefield":
        _return(resolution, step, going)
        return
    for handle in going:
        thing = play.game.things[handle]
        if step.verb == "sacrifice":
            _sacrifices(play, handle, state)
        replacing.go(play, thing, fates[handle], play.game.look_back_at(handle, last[handle]))
        # 614.6: what goes somewhere else instead isn't put on the bottom there.
        if step.place not in ("", "top") and thing.zone == "library" and not thing.ceased:
            moving.put_under(play, thing)
            if " or " in step.place:
                moving.cover(play, thing.owner)
        elif step.verb == "shuffle":
            shuffling.shuffled_into(play, thing)
        if thing.zone != "exile" or step.verb != "exile" or source is None or thing.ceased:
            continue  # 614.6
        for each in (thing, *forms.components(play, thing)):
            if source is not each:
                moving.link(play, source, each.handle)
            # 610.3: what exiles itself leaves only with that, not before it, so it returns at once.
            if step.until:
                play.game.banished.append(
                    Banished(source.handle, source.incarnation, each.handle, each.incarnation)
                )


def _note_deed(resolution: Resolution, step: tree.MoveZone, zones: Mapping[str, str]) -> None:
    """614.6: what goes elsewhere instead was not exiled; whether it was destroyed is not said."""
    deed = _DEEDS.get(step.verb, "")
    going = [handle for handle, zone in zones.items() if zone == "exile" or deed != "exiled"]
    if deed == "destroyed" and not {*zones.values()} <= {step.to}:
        resolution.unseen_ways.add(deed)
    if deed and (going or not isinstance(step.who, tree.Target | tree.ChosenObject)):
        note_this_way(resolution, deed, going)


_DEEDS = {
    "destroy": "destroyed", "exile": "exiled", "return": "returned", "sacrifice": "sacrificed",
}  # fmt: skip


def fates_of(resolution: Resolution, step: tree.Step) -> dict[str, replacing.Fate]:
    """614.4: what becomes of what the instruction moves, by what is there before it."""
    if not isinstance(step, tree.MoveZone) or step.to == "battlefield":
        return {}
    things = things_meant(
        resolution, sacrificed(step.who) if step.verb == "sacrifice" else step.who
    )
    return {each.handle: replacing.fate(resolution.play, each, step.to) for each in things}


def _find_components(resolution: Resolution, handles: tuple[str, ...]) -> bool:
    """730.3c: of what has left since the words named it, all that it became; nothing else is said
    of a card that is named where it lies."""
    play = resolution.play
    things = [play.game.things[handle] for handle in play.game.moved]
    if any(thing.ceased and thing.parts for thing in things):
        play.note(resolution.at.card, "which of the merged cards are meant (730.3c)")
    apart = {
        thing.handle: tuple(each.handle for each in forms.components(play, thing))
        for thing in things
        if thing.parts and thing.handle in handles
    }
    resolution.apart.update(apart)
    return bool(apart)


def _sacrifices(play: Play, handle: str, state: Look) -> None:
    """701.21a: its controller sacrifices it, whatever becomes of it then."""
    seat = state.controller(handle)
    telling.happens(play, SACRIFICED, seat)
    if "Artifact" in state.types(handle):
        telling.happens(play, ARTIFACT_SACRIFICED, seat)


def _last_of(
    resolution: Resolution, step: tree.MoveZone, going: list[str], state: Look
) -> dict[str, Remembered]:
    """608.2h: what each of them is before any of them leaves."""
    known = resolution.play.game.moved
    if step.to == "battlefield":
        return {}
    return {handle: known.get(handle) or state.remembered(handle) for handle in going}


def sacrificed(who: tree.Who) -> tree.Who:
    """701.21a: a player sacrifices only what that player controls; who is told nothing else is
    "you"."""
    if not isinstance(who, tree.ChosenObject) or who.filter is None:
        return who
    if any(isinstance(part, tree.ControlledBy) for part in nodes(who.filter)):
        return who
    return tree.ChosenObject(who.kind, tree.AllOf((tree.ControlledBy("you"), who.filter)))


def goes(resolution: Resolution, step: tree.MoveZone, thing: Thing, state: Look) -> bool:
    """Whether the object is moved: it is where the text says, and nothing protects it."""
    if step.origin is not None and thing.zone != step.origin:
        return False
    if step.verb == "sacrifice" and (
        thing.zone != "battlefield"  # 701.21a: only a permanent can be sacrificed
        or not may_be_sacrificed(resolution.play, thing, resolution.at, resolution.ability)
    ):
        return False
    words: object = step.who
    if isinstance(step.who, tree.Target) and step.who.index < len(resolution.specs):
        spec = resolution.specs[step.who.index]
        words = spec.filter if spec.word == "choose" else words  # "each opponent sacrifices two"
    theirs = mentions(words, (tree.ControlledBy,)) and not isinstance(words, tree.Those)
    if step.verb == "sacrifice" and not step.under and not theirs:
        # 701.21a: nor what somebody else controls.
        return state.controller(thing.handle) == state.you(resolution.at)
    if step.verb != "destroy":
        return True
    return is_destroyed(resolution.play, thing, state, buried=resolution.buried)


def _return(resolution: Resolution, step: tree.MoveZone, handles: list[str]) -> None:
    """400.7, 110.2a: onto the battlefield, under the player's control who was told to do it."""
    if resolution.enters is not None:
        _return_each(resolution, step, handles, resolution.enters)
        return
    with together.one_event(resolution.play, mixed=len(handles) > 1) as enters:
        _return_each(resolution, step, handles, enters)


def _return_each(
    resolution: Resolution,
    step: tree.MoveZone,
    handles: list[str],
    enters: Callable[[str], None],
) -> None:
    play = resolution.play
    for handle in handles:
        thing = play.game.things[handle]
        if thing.ceased or thing.zone == "battlefield":
            continue
        seat: Seat = play.state().you(resolution.at)
        if step.under is not None:
            players = play.state().seats(step.under, resolution.at.about(handle))
            seat = players[0] if players else seat
        if step.transformed and not making.can_enter_transformed(play, thing):
            continue  # 712.14a
        host = _enters_on(resolution, thing, seat)
        if host == "":
            continue  # 303.4i
        making.put_into_play(
            play,
            thing,
            seat,
            tapped=step.tapped,
            transformed=step.transformed,
            attached_to=host,
            so=partial(_is_so, resolution, handle),
        )
        resolution.returned.add(handle)
        enters(handle)


def _is_so(resolution: Resolution, handle: str) -> None:
    """611.2e: what the same text says that it is is true as it enters."""
    for step in resolution.so:
        beginning.enter_so(resolution.play, step, resolution.at, resolution.ability, handle)


def _enters_on(resolution: Resolution, thing: Thing, seat: Seat) -> str | None:
    """303.4f: what an Aura is returned "attached to"; "" if it can't be attached to that."""
    if resolution.enters_on is None or not thing.card or "Aura" not in thing.faces[0].subtypes:
        return None
    host = next(iter(meant(resolution, resolution.enters_on)), "")
    able = host and resolution.play.state().card_may_enchant(thing.card, seat, host)
    return host if able else ""


# --- 111, 114: what is made -----------------------------------------------------------------------


def _create_tokens(resolution: Resolution, step: tree.CreateTokens) -> None:
    hosts = (None,) if step.attached_to is None else meant(resolution, step.attached_to)
    tokens = making.tokens(resolution.play, step, resolution.at, hosts)
    resolution.done = bool(tokens)
    _creates(resolution.play, tokens)
    _called_that(resolution, tokens)


def _create_copies(resolution: Resolution, step: tree.CreateCopies) -> None:
    note_hidden(resolution, step.of)
    of = meant(resolution, step.of)
    if not of and not isinstance(step.of, tree.Each):
        of = resolution.play.state().looked_at(step.of, resolution.at)
    tokens = making.copies(resolution.play, step, resolution.at, of)
    _creates(resolution.play, tokens)
    _called_that(resolution, tokens)


def _creates(play: Play, tokens: tuple[str, ...]) -> None:
    """701.7a: the player who owns a token has created it."""
    play.game.noticed_all = play.game.noticed_all and len(tokens) < 2
    for handle in tokens:
        telling.happens(play, TOKEN_CREATED, play.game.things[handle].owner)


def _called_that(resolution: Resolution, tokens: tuple[str, ...]) -> None:
    """608.2c: "that token" in what follows is what was made last."""
    named = list(resolution.at.targets)
    for place, spec in enumerate(resolution.specs):
        if targeting.is_own_token(spec):
            named += [()] * (place + 1 - len(named))
            named[place] = tokens
    resolution.at = msgspec.structs.replace(resolution.at, targets=tuple(named))


def _begin_replacing(resolution: Resolution, step: tree.BeginReplacing) -> None:
    ability = step.ability
    who = ability.who if isinstance(ability, tree.GoesElsewhere) else None
    who = ability.of if isinstance(ability, tree.EntersAsCopy) else who
    hurt = resolution.way.get("dealt damage")
    if isinstance(who, tree.Each) and hurt is not None and _DAMAGED in nodes(who):
        who = msgspec.structs.replace(who, filter=rewrite(who.filter, _without_damaged))
        handles: tuple[str, ...] | None = tuple(h for h in meant(resolution, who) if h in hurt)
    else:
        named = who is not None and not isinstance(who, tree.Each)
        handles = meant(resolution, who) if named and who is not None else None
    replacing.begin(resolution.play, step, resolution.at, handles)


_DAMAGED = tree.Unknown("dealt damage this way")


def _without_damaged(node: Any) -> Any:
    return tree.AllOf() if node == _DAMAGED else node


def _act(resolution: Resolution, step: tree.Act) -> None:
    """What the verb says of each object that it means, or else; the rest is inert or is said."""
    resolution.done = True if step.verb in deeds.DONE else None
    if step.verb.startswith("roll a "):
        rolled = max(0, number_or_one(resolution, step.amount))
        for seat in seats(resolution, step.player or "you"):
            telling.happens(resolution.play, DICE, seat, rolled)
    of_each = _OF_EACH.get(step.verb)
    if of_each is None or step.who is None:
        _ACTS.get(step.verb, _leave_to_the_board)(resolution, step)
        return
    for thing in things_meant(resolution, step.who):
        of_each(resolution, thing)
        resolution.play.game.changed()


def _search(resolution: Resolution, step: tree.Act) -> None:
    """701.23: what is found may be put onto the battlefield."""
    telling.withdraw(resolution.play, *ENTERING)
    _leave_to_the_board(resolution, step)


def _leave_to_the_board(resolution: Resolution, step: tree.Act) -> None:
    if deeds.is_left_to_the_board(step):
        resolution.play.game.foretold.append((resolution.at, step))
    else:
        resolution.play.note(resolution.at.card, step.verb)


def _draw(resolution: Resolution, step: tree.Act) -> None:
    """121.1: a hand whose number is told grows by what is drawn."""
    play, number = resolution.play, max(0, number_or_one(resolution, step.amount))
    for seat in seats(resolution, step.player):
        if play.is_said(deeds.alters_draws):
            telling.forget_hands(play, seat)
            telling.uncounted(play, DRAWN)
            play.game.exiled = True
            continue
        telling.happens(play, DRAWN, seat, number)
        telling.count_in_hand(play, seat, number)


def _scry(resolution: Resolution, step: tree.Act) -> None:
    if resolution.play.is_said(deeds.alters_scrying):
        telling.forget_hands(resolution.play, *seats(resolution, step.player))
    else:
        _leave_to_the_board(resolution, step)


def _surveil(resolution: Resolution, step: tree.Act) -> None:
    """701.25a, c: who surveils 0 does not surveil."""
    _leave_to_the_board(resolution, step)
    for seat in seats(resolution, step.player):
        telling.withdraw(resolution.play, "surveilled", seat=seat)
        if isinstance(step.amount, tree.Num) and step.amount.value > 0:
            telling.tell(resolution.play, "surveilled", seat, 1)


def _counter(resolution: Resolution, step: tree.Act) -> None:
    """701.6a: the spell leaves the stack, for its owner's graveyard unless the words say where;
    whether its controller pays what they leave open is told by their own words.
    """
    play, at = resolution.play, resolution.at
    for thing in () if step.who is None else things_meant(resolution, step.who):
        handle = thing.handle
        if thing.zone != "stack" or _cannot_be_countered(resolution, thing):
            continue
        if step.detail:
            paid = tree.Fact(tree.Prose(step.detail.removeprefix("unless ")))
            if play.state().holds(paid, at):
                continue
        seen, last = play.state().seen(handle), play.state().remembered(handle)
        to, place = _where_countered(resolution)
        fate = replacing.fate(play, thing, to)
        fate = replacing.Fate(to, place) if fate.zone == to else fate
        replacing.go(play, thing, fate, play.game.look_back_at(handle, last))
        play.game.taken[handle] = (thing.incarnation, seen)


def _where_countered(resolution: Resolution) -> tuple[str, Literal["", "top", "bottom"]]:
    """614.1a: "exile it instead of putting it into its owner's graveyard" and the like."""
    inert = (n.words for n in nodes(resolution.ability) if isinstance(n, tree.Inert))
    sentence = next((words for words in inert if words.startswith(deeds.COUNTERED_THIS_WAY)), "")
    for words, place in _INSTEAD.items():
        if words in sentence:
            return place
    return "graveyard", ""


_INSTEAD: dict[str, tuple[str, Literal["", "top", "bottom"]]] = {
    "exile it": ("exile", ""),
    "into its owner's hand": ("hand", ""),
    "on top of": ("library", "top"),
    "on the bottom of": ("library", "bottom"),
}


def _cannot_be_countered(resolution: Resolution, thing: Thing) -> bool:
    """101.2: what it says of itself, or something says of it."""
    play = resolution.play
    own = [n for n in nodes(play.state().abilities(thing.handle)) if isinstance(n, tree.Restrict)]
    if any(each.verb in deeds.UNCOUNTERABLE for each in own):
        return True
    if forbids(play, thing, *deeds.UNCOUNTERABLE):
        return True
    if play.is_said(deeds.denies_countering):
        play.note(thing.faces[0].name, "whether it can be countered")
    return False


def _mark(resolution: Resolution, step: tree.Act, *, fact: str) -> None:
    setattr(resolution.play.game, fact, True)


def _reveal(resolution: Resolution, step: tree.Act) -> None:
    if isinstance(step.who, tree.Target):
        resolution.revealed.update(resolution.play.state().group(step.who, resolution.at))
    else:
        _leave_to_the_board(resolution, step)


def _detain(resolution: Resolution, step: tree.Act) -> None:
    """701.35a"""
    if step.who is not None:
        effect = tree.Effect(step.who, _DETAINED)
        _continuous(resolution, tree.Continuous(effect, tree.UntilYourNextTurn()))


_DETAINED = tuple(map(tree.Restrict, ("can't attack", "can't block", deeds.NOT_ACTIVATED)))


def _become(resolution: Resolution, step: tree.Act) -> None:
    for seat in seats(resolution, step.player):
        telling.designate(resolution.play, step.verb.rsplit(" ", 1)[1], seat)


def _bring_the_day(resolution: Resolution, step: tree.Act) -> None:
    """731.1"""
    resolution.play.game.told.update(stated("day", True, int(step.verb == "it becomes day")))
    resolution.play.game.changed()


def _venture(resolution: Resolution, step: tree.Act) -> None:
    """701.49a"""
    for seat in seats(resolution, step.player):
        telling.enters_a_room(resolution.play, seat)


def _put_into_hand(resolution: Resolution, step: tree.Act) -> None:
    if card := _in_sight(resolution, step.who):
        _move(resolution, tree.MoveZone("put", card, "hand"))
    else:
        _leave_to_the_board(resolution, step)


# --- the same of each object ---


def _regenerate(resolution: Resolution, thing: Thing) -> None:
    thing.regenerations += 1


def _hold(resolution: Resolution, thing: Thing) -> None:
    thing.held = True


def _unattach(resolution: Resolution, thing: Thing) -> None:
    """701.3d"""
    thing.attached_to = None


def _tap_or_untap(resolution: Resolution, thing: Thing) -> None:
    if deed := resolution.play.path.chosen("deed", ("tap", "untap"), thing.handle):
        (counters.tap if deed == "tap" else counters.untap)(resolution.play, thing)


def _bring_back(resolution: Resolution, thing: Thing) -> None:
    """701.66a"""
    seat = resolution.play.state().you(resolution.at)
    resolution.play.game.earthbent.append((thing.handle, thing.incarnation, seat))


def _choose(resolution: Resolution, step: tree.Act) -> None:
    """607.2d: the object of which another ability of the source speaks as the chosen one."""
    _leave_to_the_board(resolution, step)
    play, at, who = resolution.play, resolution.at, step.who
    thing = play.game.things.get(at.source or "")
    if thing is None or thing.zone not in moving.IN_PLAY or not isinstance(who, tree.ChosenObject):
        return
    if tree.ChosenObject(who.kind) not in nodes(play.state().abilities(thing.handle)):
        return
    thing.choices = {kind: each for kind, each in thing.choices.items() if kind != who.kind}
    play.game.changed()
    if choosing.is_gained(play, thing, getattr(resolution.ability, "body", None)):  # 607.5
        play.note(at.card, f"which {who.kind} is chosen")
    for handle in meant(resolution, who)[:1]:
        thing.choices = {**thing.choices, who.kind: handle}
        play.game.changed()


def bury_the_unseen(resolution: Resolution, step: tree.Step) -> None:
    """608.2c: what follows sees the graveyard with cards that no step could tell before."""
    if isinstance(step, tree.Inert):
        telling.withdraw(resolution.play, "surveilled")
    words = list(nodes(resolution.ability))
    follows = words[words.index(step) + 1 :] if step in words else words
    play, whose = resolution.play, _whose_cards(resolution, step)
    buried, resolution.unseen = set(play.game.buried), True
    play.game.buried |= whose
    if deeds.BURIED_UNSEEN in play.asks_unseen(tuple(follows), resolution.at):
        play.note(resolution.at.card, "which cards come to a graveyard meanwhile")
    if _says_what_goes(resolution, step):
        play.game.buried = buried


def _whose_cards(resolution: Resolution, step: tree.Step) -> set[Seat]:
    """The player who does it, if the words say who; else both."""
    if isinstance(step, tree.PutCounters):  # 701.50a: of what connives
        state = resolution.play.state()
        return {state.controller(each) for each in meant(resolution, step.who)}
    return set(seats(resolution, deeds.doing(step)) or SEATS)


def dig_up_the_unseen(resolution: Resolution, step: tree.Step) -> None:
    """400.7: of the cards that a graveyard is shown to have, some may go, unless a step says which
    do."""
    play = resolution.play
    cards = {each.handle for each in play.game.in_zone("graveyard")}
    leaving = (each.what for each in play.path.steps[play.path.step :] if isinstance(each, Leave))
    if cards and cards.isdisjoint(leaving):
        play.game.buried |= _whose_cards(resolution, step)


def exile_the_unseen(resolution: Resolution, step: tree.Step) -> None:
    """406.2: what counts the cards in exile does not know them, unless later steps tell some."""
    play = resolution.play
    if _are_told(play, SEATS, "exile"):
        return
    play.game.exiled = True
    if deeds.counts_exile(resolution.ability):
        play.note(resolution.at.card, deeds.EXILED_UNSEEN)


def _are_told(play: Play, players: tuple[Seat, ...], zone: str) -> bool:
    """Whether later steps tell some cards that have come to that zone."""
    now = play.path.step
    seats: list[Seat] = [each for each in players if play.path.cards_told(each, now, zone)]
    for seat in seats:
        play.game.milled.setdefault((zone, seat), (now, 1))
    return bool(seats)


def _says_what_goes(resolution: Resolution, step: tree.Step) -> bool:
    """Whether later steps tell of as many cards as go to a graveyard; of some, where nothing says
    how many do."""
    play, act = resolution.play, step if isinstance(step, tree.Act) else None
    now = play.path.step
    if act is not None and play.is_said(deeds.alters_milling):
        return False
    if act is None or act.verb not in ("mill card", *_DISCARDS):
        player = act.player if act is not None else None
        either = seats(resolution, player or "any")
        return _are_told(play, either, "graveyard")
    for seat in seats(resolution, act.player or "any"):
        since, number = play.game.milled.get(("graveyard", seat), (now, 0))
        number += max(0, number_or_one(resolution, act.amount))
        play.game.milled["graveyard", seat] = since, number
        if play.path.cards_told(seat, since) < number:
            return False
    return True


def _discard(resolution: Resolution, step: tree.Act) -> None:
    """701.9: a hand whose number is told has so many fewer; which cards, a board's steps say."""
    play = resolution.play
    for seat in seats(resolution, step.player):
        known = play.game.hands[seat]
        if step.verb in _WHOLE_HAND:
            telling.count_in_hand(play, seat, -(known or 0))
        elif step.verb in _DISCARDS:
            if known is not None:
                resolution.done = known > 0
            telling.count_in_hand(play, seat, -max(0, number_or_one(resolution, step.amount)))
        else:
            telling.forget_hands(play, seat)


_DISCARDS = ("discard card", "discard card at random")
_WHOLE_HAND = ("discard your hand", "discard their hand")


def _turn_a_door(resolution: Resolution, thing: Thing, *, unlock: bool = False) -> None:
    """709.5e-g: a half that is locked is unlocked, or the other way; of several one is chosen."""
    play, at = resolution.play, resolution.at
    printed = () if thing.card is None else thing.card.faces
    halves = {
        printed[number].name if number < len(printed) else str(number + 1): number
        for number in range(play.state().halves(thing.handle))
        if not unlock or number not in thing.unlocked
    }
    if not halves:
        return
    only = next(iter(halves)) if len(halves) == 1 else at.choices.get("door")
    door = only or play.path.chosen("door", tuple(halves), at.source or "")
    if door is None:
        play.note(at.card, "which door is meant")
    elif door not in halves:
        raise NotPlayable(f"`{thing.handle}` has no such door: {', '.join(halves)}")
    else:
        thing.unlocked = thing.unlocked ^ {halves[door]}


def _meld(resolution: Resolution, step: tree.Act) -> None:
    """701.42a: this and the other of the pair, which the same text asks for, are exiled first."""
    play, at = resolution.play, resolution.at
    counted = [each.filter for each in nodes(resolution.ability) if isinstance(each, tree.Count)]
    other = next((each for each in counted if mentions(each, (tree.OwnedBy,))), None)
    kind = next((each.type.lower() for each in nodes(other) if isinstance(each, tree.HasType)), "")
    others = meant(resolution, tree.ChosenObject(kind, other)) if other is not None else ()
    if other is None or len(others) != 1 or at.source is None:
        play.note(at.card, deeds.MELDS)
        return
    handles = (at.source, *others)
    both = tree.Each(tree.AnyOf((tree.Is(tree.This()), other)))
    resolution.at = msgspec.structs.replace(at, named={**at.named, both: handles})
    _move(resolution, tree.MoveZone("exile", tree.Those(both), "exile"))
    merging.meld(play, play.state().you(at), handles)


def _exchange_with_card(resolution: Resolution, step: tree.Act) -> None:
    """702.65a, 701.12d-e: with an Aura card of the hand, which becomes attached to what it was on.

    702.65b: all of it or nothing.
    """
    play, at = resolution.play, resolution.at
    if not isinstance(step.to, tree.ChosenObject):
        play.note(at.card, step.verb)
        return
    chosen = meant(resolution, step.to)
    thing = play.game.things.get(at.source or "")
    if not chosen:
        play.note(at.card, "with which card of the hand it is exchanged")
        return
    aura = play.game.things[chosen[0]]
    if thing is None or thing.zone != "battlefield" or thing.owner != aura.owner:
        return
    host, seat = thing.attached_to, play.state().you(at)
    if host is None or aura.card is None or aura.zone != "hand":
        return
    if not play.state().card_may_enchant(aura.card, seat, host):
        return
    fate = replacing.fate(play, thing, "hand")
    replacing.go(play, thing, fate)
    making.put_into_play(play, aura, seat, attached_to=host)


_COUNTERS_OF_PLAYERS = {
    "get poison counter": POISON,
    "get experience counter": EXPERIENCE,
    "get energy": ENERGY,
}


def _player_counters(resolution: Resolution, step: tree.Act) -> None:
    """122.1: counters that players get; how many, nothing shows if something alters that."""
    if resolution.play.is_said(deeds.alters_counters_of_players):
        telling.uncounted(resolution.play, _COUNTERS_OF_PLAYERS[step.verb])
        return
    number = number_or_one(resolution, step.amount)
    for seat in seats(resolution, step.player):
        kind = _COUNTERS_OF_PLAYERS[step.verb]
        telling.happens(resolution.play, kind, seat, max(0, number))


def _end_the_turn(resolution: Resolution, step: tree.Act) -> None:
    """724.1: the stack is exiled, the end step with what waits for it is skipped, then the cleanup.

    A board does not tell in which phase a turn is: whether combat has ended is not known.
    """
    game = resolution.play.game
    if any(one.when.endswith(("combat", "cleanup step")) for one in game.waiting):
        resolution.play.note(resolution.at.card, "what waits for the rest of a turn that is ended")
    for thing in [each for each in game.things.values() if each.zone == "stack"]:
        moving.leave(resolution.play, thing, "exile")
    moving.end_turn(resolution.play)
    telling.happens(resolution.play, TURN_ENDED, "you")


def _in_sight(resolution: Resolution, who: tree.Who | None) -> tree.Target | None:
    """The target if it is a card in a graveyard or on top of a library, and none of its others."""
    if not isinstance(who, tree.Target) or who.index >= len(resolution.specs):
        return None
    spec = resolution.specs[who.index]
    return who if spec.zone == "graveyard" or targeting.is_card_on_top(spec) else None


def _tempted(resolution: Resolution, step: tree.Act) -> None:
    """701.54c: first the emblem, if the player has none; 701.54a: then a creature is chosen."""
    play = resolution.play
    seat = play.state().you(resolution.at)
    has_it = any(
        thing.card == THE_RING and thing.owner == seat for thing in play.game.things.values()
    )
    if not has_it:
        making.put_emblem(play, making.next_handle(play, THE_RING.name), THE_RING, seat)
        play.game.changed()
    yours = tree.AllOf((tree.HasType("Creature"), tree.ControlledBy("you")))
    for handle in meant(resolution, tree.ChosenObject("creature", yours))[:1]:
        moving.bear_the_ring(play, play.game.things[handle], seat)


# --- 119: life ------------------------------------------------------------------------------------


def _life_change(resolution: Resolution, step: tree.LifeChange) -> None:
    number = number_of(resolution, step.amount)
    if step.gain and resolution.play.is_said(deeds.denies_gaining_life):
        return  # 101.2: nothing is gained that something could replace
    resolution.play.note_where(deeds.alters_life, deeds.LIFE_UNSEEN)
    for seat in seats(resolution, step.player):
        change = number if step.gain else -number
        resolution.play.game.life[seat] += change
        telling.life_changes(resolution.play, seat, change)


def _set_life(resolution: Resolution, step: tree.SetLife) -> None:
    number = value_of(resolution, step.amount)
    resolution.play.note_where(deeds.alters_life, deeds.LIFE_UNSEEN)
    for seat in seats(resolution, step.player):
        _becomes_life(resolution, seat, number)


def _becomes_life(resolution: Resolution, seat: Seat, total: int) -> None:
    """119.5: the total is known from then on, whatever it was."""
    telling.withdraw(resolution.play, *telling.LIFE_FACTS)
    resolution.play.game.life[seat] = total
    resolution.play.game.unclear_life.discard(seat)
    resolution.play.game.changed()
    resolution.play.path.life_set |= {seat}


def _exchange_with_life(resolution: Resolution, step: tree.ExchangeStatWithLife) -> None:
    """701.12g: the life total becomes the old stat, the stat the old life total (layer 7b).

    A total that nothing tells is a number that the board leaves open (103.4).
    """
    play, at = resolution.play, resolution.at
    play.note_where(deeds.alters_life, deeds.LIFE_UNSEEN)
    state = play.state()
    handle = next(iter(meant(resolution, step.ref)), None)
    players = state.seats(step.player, at)
    value = None if handle is None else state.stat(step.stat, handle)
    if handle is None or value is None or not players:
        return
    life = tree.Num(play.path.life(players[0], play.game.life[players[0]]))
    _becomes_life(resolution, players[0], value)
    is_power = step.stat in ("power", "base power")
    change = tree.SetBasePT(life, None) if is_power else tree.SetBasePT(None, life)
    effect = tree.Effect(step.ref, (change,))
    _continuous(resolution, tree.Continuous(effect, tree.Permanently()))


# What is done of each object that the act names; if it names none, what stands in the second table.
_OF_EACH: dict[str, Callable[[Resolution, Thing], None]] = {
    **dict.fromkeys(deeds.HELD, _hold),
    "regenerate": _regenerate,
    "unattach": _unattach,
    "tap or untap": _tap_or_untap,
    deeds.DOORS[0]: partial(_turn_a_door, unlock=True),
    deeds.DOORS[1]: _turn_a_door,
    "when it dies or is exiled, return it": _bring_back,
}
_ACTS: dict[str, Callable[[Resolution, tree.Act], None]] = {
    "draw card": _draw,
    "scry": _scry,
    "surveil": _surveil,
    "counter": _counter,
    "search library for": _search,
    **dict.fromkeys(("discard", *_DISCARDS, *_WHOLE_HAND), _discard),
    "exchange with": _exchange_with_card,
    **dict.fromkeys(_COUNTERS_OF_PLAYERS, _player_counters),
    **dict.fromkeys(damage.UNCLEAR, partial(_mark, fact="unclear_damage")),
    **dict.fromkeys(damage.SPARES, damage.guard),
    "damage can't be prevented this turn": partial(_mark, fact="unpreventable"),
    "reveal": _reveal,
    **dict.fromkeys(damage.DEALS, damage.carry_out),
    **dict.fromkeys(
        deeds.INTO_THE_LIBRARY, lambda on, step: shuffling.shuffle(on.play, step, on.at)
    ),
    "detain": _detain,
    deeds.RING_TEMPTS: _tempted,
    **dict.fromkeys(("become the monarch", "take the initiative"), _become),
    **dict.fromkeys(("it becomes day", "it becomes night"), _bring_the_day),
    "venture into the dungeon": _venture,
    "lose half their life, rounded up": lambda on, _: telling.unclear_life(on.play),
    "end the turn": _end_the_turn,
    "put into hand": _put_into_hand,
    deeds.MELDS: _meld,
    "choose": _choose,
}


def _of_each(deed: Callable[..., None]) -> Callable[..., None]:
    """What is done to each object that the instruction means."""

    def carry_out(resolution: Resolution, step: tree.Designate) -> None:
        for thing in things_meant(resolution, step.who):
            deed(resolution.play, thing, step)

    return carry_out


CARRIED_OUT: dict[type, Callable[..., None]] = {
    tree.Continuous: _continuous,
    tree.PutCounters: _put_counters,
    tree.DistributeCounters: _distribute,
    tree.RemoveCounters: _remove_counters,
    tree.MoveCounters: _move_counters,
    tree.PutCountersOf: _put_counters_of,
    tree.GainPrintedBelow: _gain_printed_below,
    tree.DoubleCounters: _double_counters,
    tree.Proliferate: _proliferate,
    tree.Endure: _endure,
    tree.SetTapped: _set_tapped,
    tree.TurnFace: _turn_face,
    tree.Transform: _transform,
    tree.AttachTo: _attach,
    tree.MoveZone: _move,
    tree.LifeChange: _life_change,
    tree.SetLife: _set_life,
    tree.ExchangeStatWithLife: _exchange_with_life,
    tree.CreateTokens: _create_tokens,
    tree.CreateCopies: _create_copies,
    tree.GetEmblem: lambda on, step: making.emblem(on.play, step, on.at),
    tree.PhaseOut: lambda on, step: moving.phase_out(on.play, *things_meant(on, step.who)),
    tree.BeginReplacing: _begin_replacing,
    tree.Designate: _of_each(
        lambda play, thing, step: moving.designate(play, thing, step.word, ends=step.ends)
    ),
    tree.Manifest: lambda on, step: _called_that(on, making.manifest(on.play, step, on.at)),
    tree.Act: _act,
}
