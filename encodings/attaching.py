"""301.5, 301.6, 303.4, 702.16c: what may be attached to what."""

from striate.cards import tree
from striate.cards.meanings import ALREADY_ATTACHED, hosts_allowed
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.effects import setting_of
from striate.encodings.filters import matches
from striate.encodings.moments import Moment
from striate.encodings.state import Held, Setting, Thing

Host = Thing | Lit  # a player: the literal that it is "you"


def _is(moment: Moment, thing: Thing, word: str) -> Lit:
    """Whether it has that card type."""
    return moment.chars[thing.index].types.get(word, FALSE)


def _is_an(moment: Moment, thing: Thing, word: str) -> Lit:
    """Whether it has that subtype."""
    return moment.chars[thing.index].has_subtype(word, moment.algebra)


@clause("301.5b", "303.4j", "701.3b")
def may_be_attached(moment: Moment, thing: Thing, host: Host) -> bool:
    """701.3b: an Aura where it can enchant, Equipment where it can equip, a Fortification on a
    land.

    704.5p: what is a creature stays attached to nothing; one with reconfigure stops being one.
    """
    algebra = moment.algebra
    creature, aura = _is(moment, thing, "Creature"), _is_an(moment, thing, "Aura")
    if not isinstance(host, Thing):
        legal = can_enchant_player(moment, thing, host)
        return algebra.all_([aura, creature ^ 1, legal]) == TRUE
    if host is thing or host.zone != "battlefield" or _is(moment, thing, "Battle") == TRUE:
        return False
    if creature == TRUE and thing.attached_to == host.index:
        return False
    equipment, fortification = (_is_an(moment, thing, e) for e in ("Equipment", "Fortification"))
    ways = [
        algebra.all_([aura, creature ^ 1, can_be_host(moment, thing, host)]),
        algebra.all_([aura ^ 1, equipment, can_equip(moment, thing, host)]),
        algebra.all_([aura ^ 1, fortification, can_fortify(moment, thing, host)]),
    ]
    return algebra.any_(ways) != FALSE


@clause("702.6e")
def could_equip_planeswalker(moment: Moment, thing: Thing, host: Thing) -> bool:
    """702.6e: "equip planeswalker" attaches it to one as though that were a creature."""
    algebra = moment.algebra
    equips = moment.chars[thing.index].keywords("equip", algebra)
    able = [lit for _, lit, each in equips if each.quality == tree.HasType("Planeswalker")]
    own = [_is_an(moment, thing, "Equipment"), algebra.any_(able)]
    barred = [_is_an(moment, thing, "Aura"), _is(moment, thing, "Creature")]
    barred.append(protected(moment, host, thing))
    walker = _is(moment, host, "Planeswalker")
    return algebra.all_([walker, *own, algebra.any_(barred) ^ 1]) == TRUE


@clause("301.5c", "303.4f")
def can_enter_on(moment: Moment, thing: Thing, host: Host) -> bool:
    """303.4f, 301.5c: an Aura enters on what it can enchant, Equipment on a creature."""
    if not isinstance(host, Thing):
        return can_enchant_player(moment, thing, host) != FALSE
    if _is_an(moment, thing, "Aura") != FALSE:
        return can_be_host(moment, thing, host) != FALSE
    creature, barred = _is(moment, host, "Creature"), protected(moment, host, thing)
    return moment.algebra.and_(creature, barred ^ 1) != FALSE


@clause("303.4c")
def can_enchant_player(moment: Moment, thing: Thing, player: Lit) -> Lit:
    """303.4c: a player is a legal host for what enchants players, or only opponents."""
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    allowed = {"player": TRUE, "opponent": algebra.xor(player, chars.yours)}
    barred = [
        algebra.and_(lit, allowed.get(ability.words, FALSE) ^ 1)
        for _, lit, ability in chars.keywords("enchant", algebra)
    ]
    return algebra.any_(barred) ^ 1


def can_be_host(moment: Moment, thing: Thing, host: Thing) -> Lit:
    """303.4c: every enchant ability that it has allows the host, which isn't protected from it."""
    if host.zone not in ("battlefield", "graveyard"):
        return FALSE
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    setting = Setting(thing.index, chars.yours, choices=thing.choices)
    barred = [protected(moment, host, thing)]
    for _, lit, ability in chars.keywords("enchant", algebra):
        fits = ability.quality and matches(moment, ability.quality, host.index, setting)
        barred.append(algebra.and_(lit, (fits or FALSE) ^ 1))
    return algebra.and_(host.alive, algebra.any_(barred) ^ 1)


def protected(moment: Moment, host: Thing, from_: Thing) -> Lit:
    """702.16c: a permanent can't be enchanted by Auras with the quality it has protection from."""
    algebra = moment.algebra
    barred = []
    for held, lit, ability in moment.chars[host.index].keywords("protection", algebra):
        if ability.quality is not None:
            at = setting_of(moment, host, held)
            fits = matches(moment, ability.quality, from_.index, at)
            barred.append(algebra.all_([lit, fits, spared(moment, held, from_) ^ 1]))
    return algebra.any_(barred)


@clause("702.16n", "702.16p")
def spared(moment: Moment, held: Held, from_: Thing) -> Lit:
    """702.16n: an effect that gives protection may say that it doesn't remove that Aura, or any;
    702.16p: or what its controller controls and was attached before it (613.7e: as old as that).
    """
    if held.key[0] != "granted":
        return FALSE
    source, words = moment.world.spared.get(held.key[1], (None, ""))  # type: ignore[call-overload]  # the key of the effect that grants it
    if words == "Auras":
        return _is_an(moment, from_, "Aura")
    if words == ALREADY_ATTACHED and source is not None:
        algebra = moment.algebra
        before = TRUE if from_.stamp <= moment.world.things[source].stamp else FALSE
        same = algebra.iff(moment.chars[from_.index].yours, moment.chars[source].yours)
        kinds = [_is_an(moment, from_, each) for each in ("Aura", "Equipment")]
        return algebra.all_([before, same, algebra.any_(kinds)])
    return TRUE if words == "~" and source == from_.index else FALSE


def can_equip(moment: Moment, thing: Thing, host: Thing) -> Lit:
    """301.5c, 702.16c: Equipment that is no creature, on a creature not protected from it."""
    algebra = moment.algebra
    reconfigures = moment.chars[thing.index].keywords("reconfigure", algebra)
    able = algebra.or_(_is(moment, thing, "Creature") ^ 1, TRUE if reconfigures else FALSE)
    fits = [_is(moment, host, "Creature"), _is_allowed_host(moment, thing, host)]
    return algebra.all_([host.alive, able, *fits, protected(moment, host, thing) ^ 1])


@clause("301.5")
def _is_allowed_host(moment: Moment, thing: Thing, host: Thing) -> Lit:
    """301.5: the Equipment's own words on what it "can be attached only to"."""
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    setting = Setting(thing.index, chars.yours, choices=thing.choices)
    barred = [
        algebra.and_(lit, matches(moment, filter, host.index, setting) ^ 1)
        for _, lit, ability in chars.those(algebra, hosts_allowed)
        for filter in hosts_allowed(ability)
    ]
    return algebra.any_(barred) ^ 1


@clause("301.6")
def can_fortify(moment: Moment, thing: Thing, host: Thing) -> Lit:
    """301.6: a Fortification that is no creature, on a land that isn't protected from it."""
    land, creature = _is(moment, host, "Land"), _is(moment, thing, "Creature")
    barred = protected(moment, host, thing)
    return moment.algebra.all_([host.alive, land, creature ^ 1, barred ^ 1])
