"""What a board tells that the rules don't allow at its step: refused, with the reason."""

from striate.boards.deeds import lifts_hexproof
from striate.boards.errors import NotPlayable
from striate.cards import tree
from striate.cards.meanings import UNTARGETABLE, speaks_of_targeting
from striate.cards.walking import any_node, nodes
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.effects import setting_of
from striate.encodings.filters import is_kind
from striate.encodings.game import Game
from striate.encodings.matching import (
    UNTOLD_PLAYERS,
    Moment,
    asked_of,
    group,
    has_subtype,
    holds,
    matches,
    player_seat,
)
from striate.encodings.moments import is_local
from striate.encodings.reach import Keys, reads
from striate.encodings.state import CEASED, IN_PLAY, PHASED, Held, Setting, Thing
from striate.encodings.statebased import (
    can_be_host,
    can_enchant_player,
    can_equip,
    can_fortify,
    keywords,
    protected,
)

# --- targets ----------------------------------------------------------------------------------------


@clause("115.1", "608.2b")
def refuse_target(moment: Moment, spec: tree.TargetSpec, index: int) -> None:
    """115.1: what is no legal target can't have been chosen; 608.2b: unless it has moved since."""
    thing = moment.world.things[index]
    if thing.born or thing.zone == PHASED:
        return
    words = _described(spec)
    asked = f": the text asks for {words}" if words else ""
    raise NotPlayable(f"`{thing.handle}` is no legal target at that step (115.1){asked}")


@clause("608.2d")
def refuse_choice(moment: Moment, index: int, words: str) -> None:
    """608.2d: an object that the text can't mean can't have been chosen."""
    asked = f": the text asks for {words}" if words else ""
    handle = moment.world.things[index].handle
    raise NotPlayable(f"`{handle}` can't be chosen at that step (608.2d){asked}")


def look_at_choices(
    moment: Moment, spec: tree.TargetSpec, indices: tuple[int, ...], setting: Setting
) -> None:
    """608.2d: the objects that a player chooses as the instruction is carried out."""
    for index in indices:
        there = spec.zone in ("any", moment.world.things[index].zone)
        if not there or not could_match(moment, spec.filter, index, setting):
            refuse_choice(moment, index, _described(spec))


@clause("608.2d")
def look_at_choice(moment: Moment, who: tree.ChosenObject, index: int, setting: Setting) -> None:
    """608.2d: what is chosen on resolution is what the text speaks of, where that can be told.

    What has left the battlefield may be what a cost took, or the text itself before.
    """
    if who.filter is None:
        return
    thing = moment.world.things[index]
    placed = any_node(who.filter, (tree.InZone,))
    if not placed and thing.zone not in IN_PLAY:
        if not thing.left and thing.zone != CEASED:
            refuse_choice(moment, index, "")
    elif not could_match(moment, who.filter, index, setting):
        refuse_choice(moment, index, "")


def could_match(moment: Moment, filter: tree.Filter, index: int, setting: Setting) -> bool:
    """Whether it matches as far as the board can tell."""
    if isinstance(filter, tree.AllOf):
        return all(could_match(moment, part, index, setting) for part in filter.parts)
    if any_node(filter, UNTOLD) or _names_nobody(moment, filter, setting):
        return True
    return matches(moment, filter, index, setting) != FALSE


def _names_nobody(moment: Moment, filter: tree.Filter, setting: Setting) -> bool:
    """Whether it speaks of a player whom the board should name and doesn't."""
    words = {getattr(node, "player", "") for node in nodes(filter)} & set(UNTOLD_PLAYERS)
    return any(player_seat(moment, word, setting) is None for word in words)


UNTOLD = (tree.Fact, tree.Unknown, tree.UnknownAmount, tree.IsCommander)


@clause("111.7", "400.7")
def refuse_to_leave(thing: Thing, zone: str) -> None:
    """111.7: a token that has left the battlefield is nowhere, and goes nowhere; 400.7: an object
    moves from one zone to another.
    """
    if thing.zone == CEASED:
        raise NotPlayable(f"`{thing.handle}` has ceased to exist at that step (111.7)")
    if thing.zone == zone:
        raise NotPlayable(f"`{thing.handle}` has left already: it is {_PLACES[zone]} (400.7)")


@clause("707.5")
def refuse_to_copy(ability: tree.EntersAsCopy, of: Thing) -> None:
    """707.5: it can enter as a copy only of what is, at that moment, where its text looks."""
    zone = ability.of.zone if isinstance(ability.of, tree.Each) else of.zone
    if of.zone not in (zone, PHASED) and zone != "any":
        raise NotPlayable(
            f"`{of.handle}` can't be copied at that step (707.5): it is not {_PLACES[zone]}"
        )


_PLACES: dict[str, str] = {
    "battlefield": "on the battlefield",
    "graveyard": "in a graveyard",
    "exile": "in exile",
    "hand": "in a hand",
    "library": "in a library",
    "stack": "on the stack",
    "command": "in the command zone",
}


def refuse_untargetable(moment: Moment, index: int, setting: Setting) -> None:
    """115.1, 702.11, 702.16b, 702.18: what says that it can't be the target of this."""
    thing = moment.world.things[index]
    reason = _untargetable(moment, thing, setting) if thing.zone == "battlefield" else ""
    if reason:
        raise NotPlayable(f"`{thing.handle}` can't be the target of this at that step: {reason}")


@clause("702.11b", "702.11d", "702.16b", "702.18a")
def _untargetable(moment: Moment, thing: Thing, setting: Setting) -> str:
    """702.18a: shroud; 702.11b, d: hexproof, from opponents; 702.16b: protection from the source."""
    chars = moment.chars[thing.index]
    lifted = _is_lifted(moment)
    if not lifted and _has(moment, thing, "shroud", None):
        return "it has shroud (702.18a)"
    if setting.you != chars.yours and not lifted:
        if any(not keyword.quality for _, _, keyword in _there(moment, thing, "hexproof")):
            return "it has hexproof (702.11b)"
        if _has(moment, thing, "hexproof", setting):
            return "it has hexproof from that source (702.11d)"
    if _has(moment, thing, "protection", setting):
        return "it has protection from that source (702.16b)"
    return _forbidden(moment, thing, setting)


def _is_lifted(moment: Moment) -> bool:
    """702.11, 702.18: whether anything lets objects be targets as though they had neither keyword.

    Encoding: of which objects it says so is not asked; no target is refused for them then.
    """
    return any(
        lifts_hexproof(ability) and moment.algebra.and_(guard, held.present) != FALSE
        for other in moment.world.in_zone("battlefield")
        for held in moment.chars[other.index].abilities
        for guard, ability in held.alternatives
    )


def _there(moment: Moment, thing: Thing, name: str) -> list[tuple[Held, Lit, tree.Keyword]]:
    found = keywords(moment.chars[thing.index].abilities, name)
    return [each for each in found if moment.algebra.and_(each[1], each[0].present) == TRUE]


def _has(moment: Moment, thing: Thing, name: str, setting: Setting | None) -> bool:
    """Whether it has the keyword, of a quality that the source has (None: whatever the quality)."""
    for held, _, keyword in _there(moment, thing, name):
        if setting is None:
            return True
        own = setting_of(moment, thing, held)
        if keyword.quality is not None and _source_is(moment, keyword.quality, own, setting):
            return True
    return False


@clause("113.7a")
def _source_is(moment: Moment, quality: tree.Filter, own: Setting, setting: Setting) -> bool:
    """113.7a: whether the source has that quality, or last had it where it has left."""
    return any(
        matches(then, quality, index, own) == TRUE
        for then, index, _ in asked_of(moment, tree.This(), setting)
    )


def _forbidden(moment: Moment, thing: Thing, setting: Setting) -> str:
    """Whether a static ability says that it "can't be the target of" this."""
    for other in moment.world.in_zone("battlefield"):
        for held in moment.chars[other.index].abilities:
            for guard, ability in held.alternatives:
                if not speaks_of_targeting(ability):
                    continue
                there = moment.algebra.and_(guard, held.present) == TRUE
                own = Setting(other.index, moment.chars[other.index].yours, choices=other.choices)
                if there and _forbids(moment, ability, thing, own, setting):
                    return f"`{other.handle}` says so"
    return ""


def _forbids(
    moment: Moment, ability: tree.Ability, thing: Thing, own: Setting, setting: Setting
) -> bool:
    assert isinstance(ability, tree.Static)
    source = setting.source
    on_stack = source is not None and moment.world.things[source].zone == "stack"
    for effect in ability.effects:
        said = [each for each in effect.changes if isinstance(each, tree.Restrict)]
        kinds = [UNTARGETABLE[each.verb] for each in said if each.verb in UNTARGETABLE]
        if not kinds or dict(group(moment, effect.who, own)).get(thing.index) != TRUE:
            continue
        if holds(moment, effect.condition, own) != TRUE:
            continue
        for kind, quality in kinds:
            fits = _source_is(moment, quality, own, setting)
            if kind == "any" or fits and (kind == "spell") == on_stack:
                return True
    return False


# --- hosts --------------------------------------------------------------------------------------------


@clause("301.5c", "303.4f")
def refuse_host(game: Game, thing: Thing, host: Thing) -> None:
    """301.5c, 303.4f: an Aura enters on what it can enchant, Equipment on a creature."""
    moment = _as_it_would_be_put_there(game, thing, host)
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    if has_subtype(chars, "Aura", algebra) != FALSE:
        legal = can_be_host(moment, thing, host)
    elif has_subtype(chars, "Equipment", algebra) == TRUE:
        creature = moment.chars[host.index].types.get("Creature", FALSE)
        legal = algebra.and_(creature, protected(moment, host, thing) ^ 1)
    else:
        return
    if legal == FALSE:
        raise NotPlayable(f"`{thing.handle}` can't be attached to `{host.handle}` at that step")


# What decides where an Aura or Equipment may be put, besides what its words and the host's look at:
_OF_ATTACHED: Keys = frozenset(
    {
        ("text", "*"),
        ("controller", "*"),
        ("subtype", "Aura"),
        ("subtype", "Equipment"),
        ("ability", "enchant"),
    }
)
_OF_HOST: Keys = frozenset(
    {("text", "*"), ("controller", "*"), ("type", "Creature"), ("ability", "protection")}
)


def _as_it_would_be_put_there(game: Game, thing: Thing, host: Thing) -> Moment:
    """Encoding: the two by themselves, where nothing reaches what decides; else the board."""
    of_thing = _OF_ATTACHED.union(*map(reads, _qualities(game, host, "protection")))
    of_host = _OF_HOST.union(*map(reads, _qualities(game, thing, "enchant")))
    found = None
    if all(
        is_local(each) and not any(kind == "ability" for kind, _ in reads(each))
        for each in (*_qualities(game, host, "protection"), *_qualities(game, thing, "enchant"))
    ):
        found = game.by_themselves(((thing, of_thing), (host, of_host)))
    return found or game.placing()


def _qualities(game: Game, thing: Thing, name: str) -> list[tree.Filter]:
    """Those of its keywords of that name by its copiable values."""
    found = [ability.quality for _, _, ability in keywords(game.base(thing).abilities, name)]
    return [each for each in found if each is not None]


@clause("701.3a", "701.3b")
def refuse_to_attach(game: Game, thing: Thing, host: Thing) -> None:
    """701.3b: what can't be attached there doesn't move, so it was not attached; what is there
    already stays.
    """
    if host.index == thing.attached_to:
        return
    if host is thing or not moves_to(game.placing(), thing, host):
        raise NotPlayable(
            f"`{thing.handle}` can't become attached to `{host.handle}` at that step (701.3b)"
        )


@clause("303.4c")
def refuse_player(game: Game, thing: Thing, player: Lit) -> None:
    """303.4c: an Aura enters on a player whom it can enchant."""
    moment = game.placing()
    if can_enchant_player(moment, thing, player) == FALSE:
        raise NotPlayable(f"`{thing.handle}` can't enchant that player (303.4c)")


@clause("301.5b", "303.4j", "701.3b")
def moves_to(moment: Moment, thing: Thing, host: Thing) -> bool:
    """701.3b: what can't be attached there doesn't move: an Aura where it can't enchant,
    Equipment where it can't equip, and what is neither of them nor a Fortification anywhere.
    """
    if thing.zone != "battlefield":
        return False
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    creature = chars.types.get("Creature", FALSE)
    aura = has_subtype(chars, "Aura", algebra)
    ways = [
        algebra.all_([aura, creature ^ 1, can_be_host(moment, thing, host)]),
        algebra.all_(
            [aura ^ 1, has_subtype(chars, "Equipment", algebra), can_equip(moment, thing, host)]
        ),
        algebra.all_([aura ^ 1, creature ^ 1, _equips_planeswalker(moment, thing, host)]),
        algebra.all_(
            [
                aura ^ 1,
                has_subtype(chars, "Fortification", algebra),
                can_fortify(moment, thing, host),
            ]
        ),
    ]
    return algebra.any_(ways) != FALSE


@clause("702.6e")
def _equips_planeswalker(moment: Moment, thing: Thing, host: Thing) -> Lit:
    """702.6e: "equip planeswalker" attaches it to one as though that were a creature."""
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    able = [
        algebra.and_(held.present, guard)
        for held, guard, ability in keywords(chars.abilities, "equip")
        if ability.quality == tree.HasType("Planeswalker")
    ]
    planeswalker = moment.chars[host.index].types.get("Planeswalker", FALSE)
    allowed = protected(moment, host, thing) ^ 1
    equipment = has_subtype(chars, "Equipment", algebra)
    return algebra.all_([equipment, algebra.any_(able), planeswalker, allowed])


# --- counters, levels, mana -------------------------------------------------------------------------


@clause("122.1")
def refuse_counters(thing: Thing, kind: str, number: int) -> None:
    """122.1: no more counters are removed than there are."""
    there = next((each.number for each in thing.counters if each.kind == kind), 0)
    if number < 0 and isinstance(there, int) and -number > there:
        have = f"{there} such counter{'' if there == 1 else 's'}"
        raise NotPlayable(
            f"{-number} {kind} counter{'' if number == -1 else 's'} can't be removed from "
            f"`{thing.handle}`, which has {have} at that step"
        )


@clause("716.2a")
def refuse_level(thing: Thing, level: int) -> None:
    """716.2a: a Class becomes level N only if it is level N-1."""
    if level != thing.class_level + 1:
        raise NotPlayable(
            f"`{thing.handle}` is level {thing.class_level} at that step, so that it can become "
            f"level {thing.class_level + 1} and not level {level} (716.2a)"
        )


@clause("605.1a", "605.3b")
def refuse_mana(handle: str, number: int, ability: object) -> None:
    """605.3b: a mana ability doesn't resolve; one that does nothing else is named by mistake."""
    if not isinstance(ability, tree.Activated) or not is_kind(ability, "mana"):
        return
    steps = ability.body.steps
    if steps and all(isinstance(step, tree.AddMana) for step in steps):
        raise NotPlayable(
            f"ability {number} of `{handle}` is a mana ability, which changes nothing on a board"
            " (605.1a); the number counts mana abilities too"
        )


def _described(spec: tree.TargetSpec) -> str:
    """What the text calls such a target."""
    from striate.cards.printing.targets import described  # costly: brings the grammar

    return described(spec)
