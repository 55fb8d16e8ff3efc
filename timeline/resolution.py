"""608.2: one spell or ability that resolves, and which objects and numbers its words mean."""

from collections.abc import Callable, Iterable
from itertools import product
from math import comb

import msgspec

from striate.boards import deeds
from striate.boards.errors import NotPlayable
from striate.boards.timeline import Seat
from striate.cards import tree
from striate.cards.tree import Ability
from striate.cards.walking import nodes
from striate.timeline import moving, refusing
from striate.timeline.choosing import kinds_of
from striate.timeline.context import Context
from striate.timeline.game import Thing
from striate.timeline.play import Play
from striate.timeline.replacing import Fate


class Resolution(msgspec.Struct):
    """One spell or ability that resolves."""

    play: Play
    at: Context
    ability: Ability | None
    modes: tuple[int, ...] = ()
    targets: tuple[str, ...] = ()
    specs: tuple[tree.TargetSpec, ...] = ()
    announced: tuple[tuple[str, ...], ...] = ()  # 601.2c: the targets of each, legal still or not
    buried: bool = False  # 701.19c: what it destroys can't be regenerated
    spoken_of_again: frozenset[tree.Each] = frozenset()
    choices_seen: set[tree.Who] = msgspec.field(default_factory=set)
    revealed: set[str] = msgspec.field(default_factory=set)
    done: bool | None = None  # whether the last instruction was followed; None: nothing tells it
    # 400.7: the objects meant that had left before, and whether their cards can be found.
    left: dict[str, bool] = msgspec.field(default_factory=dict)
    of_nothing_shown: bool = False  # 603.2: "that creature" is none of the board
    asked: int = 0  # so many questions about an object that is not named
    apart: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)  # 730.3c
    unseen: bool = False  # 608.2c: cards that nobody told have come to a graveyard
    hanging: bool = False  # 603.12: what is followed hangs on a deed
    returned: set[str] = msgspec.field(default_factory=set)  # what it has put onto the battlefield
    enters_on: tree.Who | None = None  # 303.4f: what an Aura that is returned is attached to
    so: tuple[tree.Continuous, ...] = ()  # 611.2e: what is so of it as it enters
    # 608.2c: what it has destroyed, exiled ..., and what each was; in these ways also what no step
    # tells.
    way: dict[str, dict[str, frozenset[str]]] = msgspec.field(default_factory=dict)
    unseen_ways: set[str] = msgspec.field(default_factory=set)
    turned_down: set[str] = msgspec.field(default_factory=set)  # 708.2: what it puts face down
    # 608.2e: in one event with what another player does.
    enters: Callable[[str], None] | None = None
    fates: dict[str, Fate] = msgspec.field(default_factory=dict)


def meant(resolution: Resolution, who: tree.Who) -> tuple[str, ...]:
    play, at = resolution.play, resolution.at
    if isinstance(who, tree.ChosenObject | tree.Target) and who not in resolution.choices_seen:
        resolution.choices_seen.add(who)
        if isinstance(who, tree.ChosenObject):
            refusing.look_at_choice(play, who, at)
        elif who.index < min(len(resolution.specs), len(at.targets)):
            spec = resolution.specs[who.index]
            refusing.look_at_choices(play, spec, at.targets[who.index], at)
    # 702.26b: what is phased out is not affected.
    handles = tuple(
        handle
        for handle in play.state().group(who, at)
        if play.game.things[handle].zone != moving.PHASED_OUT
    )
    if handles or not isinstance(who, tree.ChosenObject) or at.choices.get(who.kind):
        beside = (each for handle in handles for each in resolution.apart.get(handle, ()))
        return tuple(dict.fromkeys((*handles, *beside))) if resolution.apart else handles
    handles = _without_choice(resolution, who)
    for handle in handles:
        # What follows speaks of the same object.
        resolution.at = at.choosing(who.kind, handle)
    return handles


def things_meant(resolution: Resolution, who: tree.Who) -> list[Thing]:
    return [resolution.play.game.things[handle] for handle in meant(resolution, who)]


def _without_choice(resolution: Resolution, who: tree.ChosenObject) -> tuple[str, ...]:
    """608.2d: where only one object can be chosen it is that one; each of several may be, unless
    nobody sees what there is to choose from."""
    play, at = resolution.play, resolution.at
    if who.filter is None:
        return ()
    zones: list[tree.Zone] = [
        part.zone for part in nodes(who.filter) if isinstance(part, tree.InZone)
    ]
    zone: tree.Zone = "battlefield" if not zones else zones[0] if len(zones) == 1 else "any"
    fitting = play.state().group(tree.Each(who.filter, zone), at)
    if zone == "any":
        # 109.2: a card that is looked at in some zone is none of the permanents or spells.
        cards = ("graveyard", "hand", "exile", "library")
        fitting = tuple(h for h in fitting if play.game.things[h].zone in cards)
    # A card told by another word than the text's, or by a name among `targets` that no target of
    # the text is, is chosen all the same.
    spare = at.targets[len(resolution.specs) :]
    named = {handle for entry in spare for handle in entry}
    if zone != "battlefield":
        named |= set(at.choices.values())
    named_ones = tuple(handle for handle in fitting if handle in named)
    if len(named_ones) == 1:
        return named_ones
    if zone == "graveyard" and resolution.unseen or fitting and zone in ("any", "library", "hand"):
        play.note(at.card, f"which {who.kind} is chosen")
        return ()
    if len(fitting) < 2:
        return fitting
    chosen = play.path.chosen(who.kind, fitting, at.card)
    if chosen is None:
        play.note(at.card, f"which {who.kind} is chosen")
    return () if chosen is None else (chosen,)


def note_this_way(resolution: Resolution, deed: str, handles: Iterable[str]) -> None:
    """608.2c: what follows may ask what was destroyed, exiled ... this way."""
    kinds = {handle: kinds_of(resolution.play, handle) for handle in handles}
    resolution.way.setdefault(deed, {}).update(kinds)


def number_of(resolution: Resolution, amount: tree.Amount, handle: str | None = None) -> int:
    """107.1b: so many; none, where a calculation gives less than 0."""
    return max(value_of(resolution, amount, handle), 0)


def value_of(resolution: Resolution, amount: tree.Amount, handle: str | None = None) -> int:
    """107.1b: what a life total becomes may be less than 0."""
    at = resolution.at if handle is None else resolution.at.about(handle)
    state = resolution.play.state()
    value = state.value(amount, at)
    resolution.play.reading.note_questions()
    return value


def number_or_one(resolution: Resolution, amount: tree.Amount | None) -> int:
    """107.1: so many; one, where the text says no number."""
    return 1 if amount is None else number_of(resolution, amount)


def seats(resolution: Resolution, player: tree.Player | None) -> tuple[Seat, ...]:
    """608.2c: who does it: "you" where the words say nobody else; "its owner" is that of the target
    where nothing else is spoken of."""
    play, at, player = resolution.play, resolution.at, player or "you"
    if player.startswith("affected") and at.affected is None:
        named = [handle for entry in at.targets for handle in entry]
        if len(named) != 1:
            play.note(at.card, "which player is meant")
            return ()
        at = at.about(named[0])
    return play.state().seats(player, at)


def note_hidden(resolution: Resolution, who: tree.Who) -> None:
    """401.2: which cards a library has, nobody tells."""
    if deeds.is_hidden(who):
        resolution.play.note(resolution.at.card, "the cards of a library")


# --- 601.2d -----------------------------------------------------------------------------------


_MOST_DIVISIONS = 24


def division(resolution: Resolution, total: int, parts: int) -> tuple[int, ...] | None:
    """How so many are divided: as a step tells it, or an unknown; None if nothing says it."""
    play, at = resolution.play, resolution.at
    if total < parts:
        raise NotPlayable(f"{total} can't be divided among {parts}, with at least one for each")
    if comb(total - 1, parts - 1) > _MOST_DIVISIONS:
        play.note(at.card, "how it is divided: there are too many ways to look at each")
        return None
    ways = {
        ", ".join(map(str, each)): each
        for each in product(range(1, total - parts + 2), repeat=parts)
        if sum(each) == total
    }
    way = at.choices.get("division")
    if way is None and len(ways) == 1:
        return next(iter(ways.values()))
    way = way or play.path.chosen("division", tuple(ways), at.source or "")
    if way is None:
        play.note(at.card, "how it is divided")
        return None
    if way not in ways:
        raise NotPlayable(
            f"`{way}` doesn't divide {total} among {parts}; one that does is `{next(iter(ways))}`"
        )
    return ways[way]
