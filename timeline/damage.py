"""120, 701.14, 704.5g-h: damage that an instruction deals, and destruction."""

import re

from striate.boards import deeds
from striate.boards.record import PLAYER_HURT, POISON
from striate.boards.timeline import Seat
from striate.boards.untold import HOLDERS
from striate.cards import tree
from striate.cards.walking import nodes, rewrite
from striate.timeline import counters, moving, replacing, targeting, telling
from striate.timeline.context import SEATS, Context, other_seat
from striate.timeline.forbidding import forbids
from striate.timeline.game import Remembered, Thing
from striate.timeline.play import Play
from striate.timeline.reading import Look
from striate.timeline.resolution import Resolution, meant, note_this_way, number_of

DEALS = ("deal damage to", "fight", "fight each other")


def carry_out(resolution: Resolution, step: tree.Act) -> None:
    """120.1, 701.14a: the damage of one instruction is dealt all at once."""
    deals = _told if step.verb == "deal damage to" else _fought
    deal_all(resolution, deals(resolution, step))
    if step.verb == "deal damage to":
        _deal_to_players(resolution, step)


def _deal_to_players(resolution: Resolution, step: tree.Act) -> None:
    """120.3a: damage to a player is a loss of so much life; with infect it is not (120.3b)."""
    play, seats = resolution.play, _players(resolution, step)
    if seats == ():
        return
    dealers = _dealers(resolution, step)
    if seats is None or step.amount is None or not {"", *play.game.things}.issuperset(dealers):
        unclear_for_players(play)
        poisons(play, tuple(filter(None, dealers)))
        return
    for by in dealers:
        hurt(play, by, seats, _dealt_by(resolution, step, by))


def _dealers(resolution: Resolution, step: tree.Act) -> tuple[str, ...]:
    """120.1: each of several deals it; or rules text of no object on the board ("")."""
    if isinstance(step.who, tree.Each):
        return meant(resolution, step.who)
    state = resolution.play.state()
    dealers = () if step.who is None else state.looked_at(step.who, resolution.at)
    return dealers or ("",)


def _dealt_by(resolution: Resolution, step: tree.Act, by: str) -> int:
    """120.1: how much it deals; each of several as much as its own power, where the text says
    so."""
    amount = step.amount or tree.Num(0)
    named = () if step.who is None else meant(resolution, step.who)
    if len(named) > 1 and isinstance(amount, tree.StatOf) and amount.ref == step.who:
        return resolution.play.state().stat(amount.stat, by) or 0
    return number_of(resolution, amount)


def _players(resolution: Resolution, step: tree.Act) -> tuple[Seat, ...] | None:
    """120.1: the players who are dealt the damage; None if that is not told."""
    at = resolution.at
    if isinstance(step.to, str):
        return resolution.play.state().seats(step.to, at) or None
    if isinstance(step.to, tree.Each) and (words := set(targeting.player_words(step.to))):
        you = resolution.play.state().you(at)
        return SEATS if "player" in words else (other_seat(you),)
    if isinstance(step.to, tree.Target) and at.player is not None:
        listed = resolution.specs[step.to.index : step.to.index + 1]
        if any(any(targeting.player_words(spec)) for spec in listed):
            return () if any(at.targets[step.to.index : step.to.index + 1]) else (at.player,)
    return ()


def hurt(play: Play, by: str, seats: tuple[Seat, ...], number: int) -> None:
    """120.3a-b, f: damage to players, unless something is said of damage or of life."""
    if number <= 0:
        return
    unclear = play.game.unclear_damage or not play.game.shielded.isdisjoint(seats)
    if unclear or play.is_said(deeds.alters_damage) or play.is_said(_says_of_life):
        unclear_for_players(play)
        play.note_where(deeds.follows_damage, "what is done instead of damage to a player")
        poisons(play, (by,))
        return
    infects = _has(play, play.state(), by, "infect")
    if infects and play.is_said(deeds.alters_counters_of_players):
        telling.uncounted(play, POISON)
    for seat in seats:
        link(play, play.state(), by, number)
        _has_dealt(play, by)
        telling.happens(play, PLAYER_HURT, seat, number)
        if infects:
            telling.happens(play, POISON, seat, number)
        else:
            play.game.life[seat] -= number
            telling.life_changes(play, seat, -number)


def link(play: Play, state: Look, by: str, number: int) -> None:
    """120.3f, 702.15b: the controller of a source with lifelink gains that much life."""
    if number <= 0 or not _has(play, state, by, "lifelink"):
        return
    if play.is_said(deeds.denies_gaining_life):
        return
    if play.is_said(deeds.alters_life):
        telling.unclear_life(play)
        return
    seat = _whose(play, state, by)
    play.game.life[seat] += number
    telling.life_changes(play, seat, number)


def _says_of_life(ability: object) -> bool:
    return deeds.alters_life(ability) or deeds.redirects_damage(ability)


def unclear_for_players(play: Play, *seats: Seat) -> None:
    """120.3a: a player may have been dealt damage, and so much as nothing tells."""
    telling.uncounted(play, PLAYER_HURT)
    telling.withdraw_own(play, "no damage dealt yet")
    telling.unclear_life(play, *seats)


def of_combat(play: Play, attackers: tuple[str, ...], *, surely: bool) -> None:
    """510.2: a player is dealt it, or may be; 725.2, 726.2: who controls what deals it to the
    monarch, or to the player with the initiative, is or has it by then, as the other player's
    ability resolves first (603.3b)."""
    state = play.state()
    present = [each for each in attackers if state.is_there(each)]
    seats: set[Seat] = {state.controller(each) for each in present}
    if any(_has(play, state, each, name) for each in present for name in ("infect", "toxic")):
        telling.uncounted(play, POISON)
    state = play.state()
    for thing in play.game.on_battlefield():
        fights = not seats or thing.handle in present or state.controller(thing.handle) not in seats
        if fights and "Creature" in state.types(thing.handle):
            thing.unseen = state.stat("toughness", thing.handle) or 0
        elif fights and not surely and {"Planeswalker", "Battle"} & {*state.types(thing.handle)}:
            play.note(state.name(thing.handle), "how much damage it was dealt")
    for what in HOLDERS:
        holders = telling.holders(play, what)
        if not holders or [*seats] == holders:
            continue
        if surely and len(seats) == 1:
            telling.designate(play, what, *seats)
        else:
            telling.leave_open(play, what)
    hurt: set[Seat] = {other_seat(each) for each in seats} or set(SEATS)
    if any(_has(play, play.state(), each, "lifelink") for each in present):
        hurt = set(SEATS)
    if surely:
        unclear_for_players(play, *hurt)
    else:
        telling.unclear_life(play, *hurt)


def follows(play: Play) -> None:
    """508.3, 510.2: abilities that trigger on an attack or a block resolve before combat damage; of
    what comes after them nothing tells that."""
    fought, play.game.fought = play.game.fought, None
    if fought is not None:
        of_combat(play, fought, surely=False)


def was_dealt_unseen(play: Play, thing: Thing, event: tree.Event | tree.Prose) -> None:
    """120.6: an ability shows damage to its object; how much, no step tells if none dealt it."""
    if not isinstance(event, tree.Event) or event.who != tree.This():
        return
    shown = play.path.turn in thing.struck.values()
    if event.verb.startswith("is dealt") and thing.zone == "battlefield" and not shown:
        thing.struck = {**thing.struck, _UNSEEN: play.path.turn}
        thing.unseen = play.state().stat("toughness", thing.handle) or 0
        play.game.changed()


_UNSEEN = "?"  # in the place of a source


def deal_all(resolution: Resolution, dealt: list[tuple[str, str, int]]) -> None:
    """120.1: source, object and number of each, at the same time."""
    play, state = resolution.play, resolution.play.state()
    left = [(by, to, _left_of(play, state, by, to, number)) for by, to, number in dealt]
    note_this_way(resolution, "dealt damage", [to for _, to, number in left if number > 0])
    for by, to, number in left:
        if number > 0:
            _deal(play, state, by, play.game.things[to], number)
    play.game.changed()


def _told(resolution: Resolution, step: tree.Act) -> list[tuple[str, str, int]]:
    """120.1: source, object and number; what is dealt to a player is left to the board."""
    dealers = _dealers(resolution, step)
    sources = tuple(filter(None, dealers))
    if resolution.at.player is not None or not isinstance(step.to, tree.Node):
        _may_be_redirected(resolution.play, sources)
        if not isinstance(step.to, str | tree.Node):
            poisons(resolution.play, sources)
    if step.who is None or step.amount is None or not isinstance(step.to, tree.Node):
        return []
    numbers = [(by, _dealt_by(resolution, step, by)) for by in dealers]
    to = meant(resolution, step.to) if any(number > 0 for _, number in numbers) else ()
    return [(by, handle, number) for by, number in numbers for handle in to]


def poisons(play: Play, dealers: tuple[str, ...]) -> None:
    """120.3b: with infect damage gives a player poison counters; how many, nothing tells here."""
    state = play.state()
    if any(_has(play, state, by, "infect") for by in dealers):
        telling.uncounted(play, POISON)
    _may_be_redirected(play, dealers)


def _may_be_redirected(play: Play, dealers: tuple[str, ...]) -> None:
    state = play.state()
    if dealers and play.is_said(deeds.redirects_damage):
        play.note(state.name(dealers[0]) if dealers[0] else "", "to what its damage is dealt")


def _fought(resolution: Resolution, step: tree.Act) -> list[tuple[str, str, int]]:
    """701.14a-b: each deals damage equal to its power to the other, if both are creatures there."""
    play, state = resolution.play, resolution.play.state()
    first = () if step.who is None else meant(resolution, step.who)
    second = meant(resolution, step.to) if isinstance(step.to, tree.Node) else ()
    both = (*first, *second)
    fighting = [h for h in both if play.game.things[h].zone == "battlefield"]
    if len(both) != 2 or len(fighting) != 2 or any("Creature" not in state.types(h) for h in both):
        return []
    one, other = both
    return [
        (by, to, power)
        for by, to in ((one, other), (other, one))
        if (power := state.stat("power", by) or 0) > 0
    ]


def _left_of(play: Play, state: Look, by: str, to: str, number: int) -> int:
    """615.1: how much is left of it after protection (702.16e), shields and a shield counter
    (122.1c).

    What else would alter damage to it is not carried out, and is said.
    """
    thing = play.game.things[to]
    if thing.zone != "battlefield":
        return 0
    shielded = bool(thing.counters.get("shield"))
    altering = _altering(play, state, to)
    prevented = altering != [] and all(map(_prevents_all, altering)) and not shielded
    unclear = play.game.unclear_damage or play.has_resolved(deeds.alters_damage)
    if unclear or (altering and not prevented):
        play.note(state.name(to), "how much damage it is dealt")
    if shielded:
        counters.remove(play, thing, "shield", 1)
    if play.game.unpreventable or play.is_said(deeds.makes_unpreventable):
        return number  # 615.12: what else the effects do is done
    if shielded or prevented or _protects(state, by, to):
        return 0
    spared = number if thing.guarded else min(number, thing.guard)
    thing.guard -= 0 if thing.guarded else spared
    return number - spared


def _altering(play: Play, state: Look, to: str) -> list[tree.Ability]:
    """614.1, 615.1: what is there that may alter the damage which that object is dealt."""
    if not play.may_matter(deeds.alters_damage):
        return []
    return [
        ability
        for thing, ability in play.abilities_in(state, "battlefield", "command")
        if deeds.alters_damage(ability)
        and play.in_force(state, thing, ability)
        and _may_concern(play, state, ability, thing, to)
    ]


def _may_concern(play: Play, state: Look, ability: tree.Ability, thing: Thing, to: str) -> bool:
    """Whether it may be of damage to that object; not if all that it says "would" be dealt would be
    dealt to others, or to players."""
    if isinstance(ability, tree.Static):
        # What it gives is an ability of what has it.
        ability = rewrite(ability, lambda node: tree.GainAbilities(()), kinds=(tree.GainAbilities,))
        if not deeds.alters_damage(ability):
            return False
    sentences = [each for each in nodes(ability) if isinstance(each, tree.Inert)]
    sentences = [each for each in sentences if _WOULD.search(each.words)]
    slots = [_SLOT.findall(each.words) for each in sentences]
    if not sentences or any(
        "<whom>" not in names or "by <whom>" in each.words or len(names) != len(each.parts)
        for each, names in zip(sentences, slots, strict=True)
    ):
        return True
    at = play.speaker(state, thing)
    return any(
        _means(play, part, at, to)
        for each, names in zip(sentences, slots, strict=True)
        for name, part in zip(names, each.parts, strict=True)
        if name == "<whom>"
    )


_SLOT = re.compile(r"<[^<>]+>")
_WOULD = re.compile(r"\bwould (?:be dealt|deal)\b")
_PLAYERS = ("you", "a player", "an opponent")


def _means(play: Play, whom: object, at: Context, to: str) -> bool:
    """Whether words may mean the object."""
    words = whom.words if isinstance(whom, tree.Inert) else ""
    if words in _PLAYERS:
        return False
    parts = whom.parts if isinstance(whom, tree.Inert) else ()
    match (words, parts):
        case ("<ref>", (tree.This() | tree.Attached() as ref,)):
            return to in play.state().group(ref, at)
        case ("<group>" | "<a>" | "you or <a>", (tree.Each(zone="battlefield") as group,)):
            return play.state().may_match(group.filter, to, at)
    return True


def _prevents_all(ability: tree.Ability) -> bool:
    """615.1: whether it does nothing but prevent all damage that no combat deals."""
    match ability:
        case tree.Inert("<sentence>", (tree.Inert("<plain>", (tree.Inert() as said,)),)):
            return said.words in _PREVENTING
    return False


_PREVENTING = (
    "prevent all damage that would be dealt to <whom>",
    "prevent all noncombat damage that would be dealt to <whom>",
)


def _protects(state: Look, by: str, to: str) -> bool:
    """702.16e: whether it has protection from the source."""
    at = Context(source=by, looks_back=True)
    return any(
        keyword.quality is not None and state.source_is(keyword.quality, to, at)
        for keyword in (state.keywords(to, "protection") if by else ())
    )


def guard(resolution: Resolution, step: tree.Act) -> None:
    """615.7: a shield against so much damage, or all of it, this turn; how much a player's shields
    take is not counted."""
    seats = _players(resolution, step)
    if seats != ():
        resolution.play.game.shielded |= {"you", "opponent"} if seats is None else set(seats)
    if isinstance(step.to, str):
        return
    if isinstance(step.to, tree.Each) or not isinstance(step.to, tree.Node):
        resolution.play.game.unclear_damage = True
        return
    number = None if step.verb == SPARES[1] else number_of(resolution, step.amount or tree.Num(1))
    for handle in meant(resolution, step.to):
        thing = resolution.play.game.things[handle]
        thing.guarded = thing.guarded or number is None
        thing.guard += number or 0


SPARES = ("prevent the next damage to", "prevent all damage to")
UNCLEAR = ("prevent all damage by", "prevent all damage to and by")


def _deal(play: Play, state: Look, by: str, thing: Thing, number: int) -> None:
    """120.3: what the damage does, by what it is dealt to and what its source has."""
    types = state.types(thing.handle)
    if thing.damage + number < thing.unseen:
        play.note(state.name(thing.handle), "how much damage it was dealt before")
    thing.struck = {**thing.struck, by: play.path.turn}
    _has_dealt(play, by)
    if "Creature" in types:
        if _has(play, state, by, "wither") or _has(play, state, by, "infect"):
            seat = _whose(play, state, by)
            replacing.put_counters(play, thing, "-1/-1", number, seat)  # 120.3d
        else:
            thing.damage += number  # 120.3e
        thing.deathtouched = thing.deathtouched or _has(play, state, by, "deathtouch")
    link(play, state, by, number)
    if "Planeswalker" in types:
        counters.remove(play, thing, "loyalty", number)  # 120.3c
    if "Battle" in types:
        counters.remove(play, thing, "defense", number)  # 120.3h


def _has_dealt(play: Play, by: str) -> None:
    if by:
        telling.withdraw_own(play, "no damage dealt yet", of=by, now="no")


def _has(play: Play, state: Look, handle: str, name: str) -> bool:
    """113.7a: of a source that has left, whether it last had it."""
    if not handle:
        return False
    last = _last(play, handle)
    if last is None:
        return bool(state.keywords(handle, name))
    return any(isinstance(a, tree.Keyword) and a.name == name for a in last.abilities)


def _whose(play: Play, state: Look, by: str) -> Seat:
    """113.7a: who controls the source, or last did."""
    last = _last(play, by)
    return state.you(Context(source=by)) if last is None else last.controller


def _last(play: Play, handle: str) -> Remembered | None:
    """113.7a: of a source that has left, what it last was."""
    if play.game.things[handle].zone in (*moving.IN_PLAY, "stack"):
        return None
    return play.game.moved.get(handle) or play.game.things[handle].last_known


# --- 701.8: destruction ---------------------------------------------------------------------------


def is_destroyed(play: Play, thing: Thing, state: Look, *, buried: bool = False) -> bool:
    """701.8b, 702.12b: whether it goes; 614.8, 701.19a, 702.89a: or what happens instead.

    `buried`: it can't be regenerated (701.19c).
    """
    if state.keywords(thing.handle, "indestructible"):
        return False  # 702.12b
    armor = [each for each in play.game.on_battlefield() if _armors(each, thing, state)]
    buried = buried or forbids(play, thing, "can't be regenerated")
    regenerating = thing.regenerations > 0 and not buried
    if len(armor) + regenerating + bool(thing.counters.get("shield")) > 1:  # 616.1
        play.note(thing.faces[0].name, "which effect replaces its destruction")
    if thing.counters.get("shield"):  # 122.1c
        counters.remove(play, thing, "shield", 1)
        return False
    if regenerating:
        # 701.19a: instead it is tapped and its damage removed.
        thing.regenerations -= 1
        counters.tap(play, thing)
    elif not armor:
        return True
    elif is_destroyed(play, armor[0], state):  # 702.89a: the Aura is destroyed instead
        replacing.go(play, armor[0], replacing.fate(play, armor[0], "graveyard"))
    thing.damage, thing.unseen, thing.deathtouched = 0, 0, False
    return False


def _armors(aura: Thing, thing: Thing, state: Look) -> bool:
    """702.89a: an Aura on it that has umbra armor (702.89b: or the older word)."""
    if aura.attached_to != thing.handle:
        return False
    return any(state.keywords(aura.handle, word) for word in ("umbra armor", "totem armor"))
