"""301.5, 301.6, 303.4, 702.16c: what may be attached to what."""

from striate.cards import tree
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.matching import Moment, has_subtype
from striate.encodings.state import Thing
from striate.encodings.statebased import (
    can_be_host,
    can_enchant_player,
    can_equip,
    can_fortify,
    keywords,
    protected,
)

Host = Thing | Lit  # a player: the literal that it is "you"


@clause("301.5b", "303.4j", "701.3b")
def may_be_attached(moment: Moment, thing: Thing, host: Host) -> bool:
    """701.3b: an Aura where it can enchant, Equipment where it can equip, a Fortification on a
    land.

    704.5p: what is a creature stays attached to nothing; one with reconfigure stops being one.
    """
    algebra, chars = moment.algebra, moment.chars[thing.index]
    creature = chars.types.get("Creature", FALSE)
    aura = has_subtype(chars, "Aura", algebra)
    if not isinstance(host, Thing):
        legal = can_enchant_player(moment, thing, host)
        return algebra.all_([aura, creature ^ 1, legal]) == TRUE
    if host is thing or host.zone != "battlefield" or chars.types.get("Battle", FALSE) == TRUE:
        return False
    if creature == TRUE and thing.attached_to == host.index:
        return False
    ways = [
        algebra.all_([aura, creature ^ 1, can_be_host(moment, thing, host)]),
        algebra.all_(
            [aura ^ 1, has_subtype(chars, "Equipment", algebra), can_equip(moment, thing, host)]
        ),
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
def could_equip_planeswalker(moment: Moment, thing: Thing, host: Thing) -> bool:
    """702.6e: "equip planeswalker" attaches it to one as though that were a creature."""
    algebra, chars = moment.algebra, moment.chars[thing.index]
    able = [
        algebra.and_(held.present, guard)
        for held, guard, ability in keywords(chars.abilities, "equip")
        if ability.quality == tree.HasType("Planeswalker")
    ]
    return (
        algebra.all_(
            [
                has_subtype(chars, "Aura", algebra) ^ 1,
                chars.types.get("Creature", FALSE) ^ 1,
                has_subtype(chars, "Equipment", algebra),
                algebra.any_(able),
                moment.chars[host.index].types.get("Planeswalker", FALSE),
                protected(moment, host, thing) ^ 1,
            ]
        )
        == TRUE
    )


@clause("301.5c", "303.4f")
def can_enter_on(moment: Moment, thing: Thing, host: Host) -> bool:
    """303.4f, 301.5c: an Aura enters on what it can enchant, Equipment on a creature."""
    algebra, chars = moment.algebra, moment.chars[thing.index]
    if not isinstance(host, Thing):
        return can_enchant_player(moment, thing, host) != FALSE
    if has_subtype(chars, "Aura", algebra) != FALSE:
        return can_be_host(moment, thing, host) != FALSE
    creature = moment.chars[host.index].types.get("Creature", FALSE)
    return algebra.and_(creature, protected(moment, host, thing) ^ 1) != FALSE
