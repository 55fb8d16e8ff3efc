"""301.5, 301.6, 303.4, 702.16c: what may be attached to what."""

from striate.cards import tree
from striate.cards.meanings import ALREADY_ATTACHED, hosts_allowed
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.effects import setting_of
from striate.encodings.matching import Moment, has_subtype, matches
from striate.encodings.state import Held, Setting, Thing

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


@clause("303.4c")
def can_enchant_player(moment: Moment, thing: Thing, player: Lit) -> Lit:
    """303.4c: a player is a legal host for what enchants players, or only opponents."""
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    opposed = algebra.xor(player, chars.yours)
    return algebra.all_(
        [
            algebra.or_(
                algebra.and_(guard, held.present) ^ 1,
                {"player": TRUE, "opponent": opposed}.get(ability.words, FALSE),
            )
            for held, guard, ability in keywords(chars.abilities, "enchant")
        ]
    )


def can_be_host(moment: Moment, thing: Thing, host: Thing) -> Lit:
    if host.zone not in ("battlefield", "graveyard"):
        return FALSE
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    setting = Setting(thing.index, chars.yours, choices=thing.choices)
    enchants = [
        algebra.or_(
            algebra.and_(guard, held.present) ^ 1,
            FALSE
            if ability.quality is None
            else matches(moment, ability.quality, host.index, setting),
        )
        for held, guard, ability in keywords(chars.abilities, "enchant")
    ]
    return algebra.all_([host.alive, *enchants, protected(moment, host, thing) ^ 1])


def keywords(abilities: tuple[Held, ...], name: str) -> list[tuple[Held, Lit, tree.Keyword]]:
    return [
        (held, guard, ability)
        for held in abilities
        for guard, ability in held.alternatives
        if isinstance(ability, tree.Keyword) and ability.name == name
    ]


def protected(moment: Moment, host: Thing, from_: Thing) -> Lit:
    """702.16c: a permanent can't be enchanted by Auras with the quality it has protection from."""
    algebra = moment.algebra
    chars = moment.chars[host.index]
    return algebra.any_(
        [
            algebra.all_(
                [
                    guard,
                    held.present,
                    matches(moment, ability.quality, from_.index, setting_of(moment, host, held)),
                    spared(moment, held, from_) ^ 1,
                ]
            )
            for held, guard, ability in keywords(chars.abilities, "protection")
            if ability.quality is not None
        ]
    )


@clause("702.16n", "702.16p")
def spared(moment: Moment, held: Held, from_: Thing) -> Lit:
    """702.16n: an effect that gives protection may say that it doesn't remove that Aura, or any;
    702.16p: or what its controller controls and was attached before it (613.7e: as old as that).
    """
    if held.key[0] != "granted":
        return FALSE
    source, words = moment.world.spared.get(held.key[1], (None, ""))  # type: ignore[call-overload]  # the key of the effect that grants it
    if words == "Auras":
        return has_subtype(moment.chars[from_.index], "Aura", moment.algebra)
    if words == ALREADY_ATTACHED and source is not None:
        giver = moment.world.things[source]
        chars = moment.chars[from_.index]
        algebra = moment.algebra
        kinds = [has_subtype(chars, each, algebra) for each in ("Aura", "Equipment")]
        before = TRUE if from_.stamp <= giver.stamp else FALSE
        same = algebra.iff(chars.yours, moment.chars[source].yours)
        return algebra.all_([before, same, algebra.any_(kinds)])
    return TRUE if words == "~" and source == from_.index else FALSE


def can_equip(moment: Moment, thing: Thing, host: Thing) -> Lit:
    """301.5c, 702.16c: Equipment that is no creature, on a creature that isn't protected from
    it."""
    algebra = moment.algebra
    if host.zone != "battlefield":
        return FALSE
    creature = moment.chars[thing.index].types.get("Creature", FALSE)
    reconfigures = TRUE if keywords(moment.chars[thing.index].abilities, "reconfigure") else FALSE
    return algebra.all_(
        [
            host.alive,
            moment.chars[host.index].types.get("Creature", FALSE),
            algebra.or_(creature ^ 1, reconfigures),
            protected(moment, host, thing) ^ 1,
            _is_allowed_host(moment, thing, host),
        ]
    )


@clause("301.5")
def _is_allowed_host(moment: Moment, thing: Thing, host: Thing) -> Lit:
    """301.5: the Equipment's own words on what it "can be attached only to"."""
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    setting = Setting(thing.index, chars.yours, choices=thing.choices)
    return algebra.all_(
        [
            algebra.or_(
                algebra.and_(guard, held.present) ^ 1,
                matches(moment, filter, host.index, setting),
            )
            for held in chars.abilities
            for guard, ability in held.alternatives
            for filter in hosts_allowed(ability)
        ]
    )


@clause("301.6")
def can_fortify(moment: Moment, thing: Thing, host: Thing) -> Lit:
    """301.6: a Fortification that is no creature, on a land that isn't protected from it."""
    if host.zone != "battlefield":
        return FALSE
    return moment.algebra.all_(
        [
            host.alive,
            moment.chars[host.index].types.get("Land", FALSE),
            moment.chars[thing.index].types.get("Creature", FALSE) ^ 1,
            protected(moment, host, thing) ^ 1,
        ]
    )
