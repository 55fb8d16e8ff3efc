"""One round of state-based actions after the last step (704.3): what is off the battlefield then.

Left out: damage and life (704.5a-h, no damage is kept), and what needs a choice that the board
doesn't give: of two legends of one name (704.5j) none is taken here.
"""

from collections.abc import Callable

from striate.cards import tree
from striate.cards.meanings import ALREADY_ATTACHED, hosts_allowed
from striate.encodings.algebra import FALSE, TRUE, Lit
from striate.encodings.clauses import clause
from striate.encodings.effects import setting_of
from striate.encodings.matching import Moment, counters_on, has_subtype, hosts, matches
from striate.encodings.state import Held, Setting, Thing

_Rule = tuple[str, Lit]


def taken(moment: Moment, thing: Thing) -> Lit:
    """704.5: whether a state-based action puts the permanent off the battlefield."""
    return moment.algebra.any_(
        [
            zero_toughness(moment, thing),
            no_loyalty(moment, thing),
            unattached_aura(moment, thing),
            finished_saga(moment, thing),
            no_defense(moment, thing),
            older_world(moment, thing),
            older_role(moment, thing),
        ]
    )


@clause("704.5f")
def zero_toughness(moment: Moment, thing: Thing) -> Lit:
    """704.5f: a creature with toughness 0 or less is put into its owner's graveyard."""
    chars = moment.chars[thing.index]
    algebra = moment.algebra
    return algebra.and_(
        chars.types.get("Creature", FALSE), algebra.compare(chars.toughness, "<=", 0)
    )


@clause("704.5i")
def no_loyalty(moment: Moment, thing: Thing) -> Lit:
    """704.5i: a planeswalker with loyalty 0 is put into its owner's graveyard."""
    chars = moment.chars[thing.index]
    loyalty = counters_on(moment, "loyalty", thing.index)
    algebra = moment.algebra
    walker = chars.types.get("Planeswalker", FALSE)
    return algebra.and_(walker, algebra.compare(loyalty, "<=", 0))


@clause("704.5v")
def no_defense(moment: Moment, thing: Thing) -> Lit:
    """704.5v: a battle with defense 0 is put into its owner's graveyard."""
    battle = moment.chars[thing.index].types.get("Battle", FALSE)
    if battle == FALSE:
        return FALSE
    defense = counters_on(moment, "defense", thing.index)
    return moment.algebra.and_(battle, moment.algebra.compare(defense, "<=", 0))


@clause("704.5k")
def older_world(moment: Moment, thing: Thing) -> Lit:
    """704.5k: of permanents with the supertype world all but the newest go."""
    algebra = moment.algebra
    own = moment.chars[thing.index].supertypes.get("World", FALSE)
    if own == FALSE:
        return FALSE
    newer = [
        algebra.and_(other.alive, moment.chars[other.index].supertypes.get("World", FALSE))
        for other in moment.world.in_zone("battlefield")
        if other.stamp > thing.stamp
    ]
    return algebra.and_(own, algebra.any_(newer))


@clause("704.5y")
def older_role(moment: Moment, thing: Thing) -> Lit:
    """704.5y: of one player's Roles on a permanent all but the newest go."""
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    own = has_subtype(chars, "Role", algebra)
    if own == FALSE or thing.attached_to is None:
        return FALSE
    newer = [
        algebra.and_(
            has_subtype(moment.chars[other.index], "Role", algebra),
            algebra.xor(moment.chars[other.index].yours, chars.yours) ^ 1,
        )
        for other in moment.world.in_zone("battlefield")
        if other.attached_to == thing.attached_to and other.stamp > thing.stamp
    ]
    return algebra.and_(own, algebra.any_(newer))


@clause("704.5m", "303.4c", "303.4d")
def unattached_aura(moment: Moment, thing: Thing) -> Lit:
    """704.5m: an Aura attached to nothing, or to what it can't enchant, goes to the graveyard."""
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    aura = has_subtype(chars, "Aura", algebra)
    if aura == FALSE or thing.bestowed:
        return FALSE
    return algebra.and_(aura, _can_enchant(moment, thing) ^ 1)


def _can_enchant(moment: Moment, thing: Thing) -> Lit:
    """303.4c-d, 702.5, 702.16c: a legal host: fits "enchant", no protection; no creature itself."""
    algebra = moment.algebra
    creature = moment.chars[thing.index].types.get("Creature", FALSE)
    fits = [
        algebra.and_(lit, can_be_host(moment, thing, moment.world.things[index]))
        for index, lit in hosts(thing)
    ]
    if thing.enchants is not None:
        fits.append(can_enchant_player(moment, thing, thing.enchants))
    return algebra.and_(creature ^ 1, algebra.any_(fits))


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


@clause("714.4", "714.2d")
def finished_saga(moment: Moment, thing: Thing) -> Lit:
    """714.4: a Saga that has chapter abilities, and as many lore counters as its final chapter, is
    sacrificed (714.2d: the greatest number among them).
    """
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    saga = has_subtype(chars, "Saga", algebra)
    if saga == FALSE:
        return FALSE
    last: list[int] = []
    for held in chars.abilities:
        for _, ability in held.alternatives:
            if isinstance(ability, tree.Chapter) and held.present != FALSE:
                last += ability.numbers
    if any(
        isinstance(ability, tree.Opaque) and ability.kind == "chapter"
        for held in chars.abilities
        for _, ability in held.alternatives
    ):
        return FALSE
    if not last:
        return FALSE
    lore = counters_on(moment, "lore", thing.index)
    return algebra.and_(saga, algebra.compare(lore, ">=", max(last)))


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


def attached_legally(
    moment: Moment,
    thing: Thing,
    aura: Lit,
    enchants: list[tuple[tree.Filter, int]],
    pick: Callable[[int], Lit],
) -> Lit:
    """704.5m-n for a symbolic slot: what is attached may stay so (303.4c-d, 301.5c).

    `enchants` are the "enchant" qualities of the slot's kinds by number.
    """
    algebra = moment.algebra
    chars = moment.chars[thing.index]
    setting = Setting(thing.index, chars.yours)
    creature = chars.types.get("Creature", FALSE)
    lits = [algebra.or_(aura ^ 1, has_subtype(chars, "Aura", algebra))]
    masks: dict[tree.Filter, int] = {}
    for quality, number in enchants:
        masks[quality] = masks.get(quality, 0) | 1 << number
    for index, lit in thing.hosts.items():
        host = moment.world.things[index]
        fits = [
            algebra.or_(pick(mask) ^ 1, matches(moment, quality, index, setting))
            for quality, mask in masks.items()
        ]
        equips = algebra.or_(aura, moment.chars[index].types.get("Creature", FALSE))
        legal = algebra.all_([*fits, equips, protected(moment, host, thing) ^ 1, creature ^ 1])
        lits.append(algebra.or_(lit ^ 1, legal))
    return algebra.all_(lits)
