"""What the words of the effect tree mean at a moment: filters, groups, amounts, conditions.

A filter about an object is a literal, an amount a number, a condition a literal. Facts that no
board can tell take the value that the question assumes (`World.facts`) and are noted.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from striate.cards import tree
from striate.cards.costs import symbols as symbols_in_cost
from striate.cards.meanings import meaning
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    CARD_TYPES,
    CREATURE_TYPES,
    FAMILY_OF,
    PERMANENT_TYPES,
)
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit, Num
from striate.encodings.choosing import ALSO_CALLED
from striate.encodings.state import (
    CEASED,
    COLORS,
    EVERY_CREATURE_TYPE,
    Chars,
    Setting,
    Thing,
    World,
)


class Moment:
    """The state of all objects in the middle of applying the layers."""

    __slots__ = ("algebra", "altered", "before", "chars", "layer", "matched", "memo", "world")

    def __init__(
        self,
        world: World,
        algebra: Algebra,
        chars: list[Chars],
        layer: str = "",
        matched: "dict[tuple[object, ...], Lit] | None" = None,
    ) -> None:
        self.world = world
        self.algebra = algebra
        self.chars = chars
        self.layer = layer
        # Encoding: what was worked out at this moment, and filters by the object's state.
        self.memo: dict[tuple[object, ...], Any] = {}
        self.matched: dict[tuple[object, ...], Lit] = {} if matched is None else matched
        # Of a trial (613.8a): the moment before it, and what it can have altered.
        self.before: Moment | None = None
        self.altered: frozenset[tuple[str, str]] = frozenset()

    def fork(self, changed: dict[int, Chars]) -> "Moment":
        chars = self.chars.copy()
        for index, value in changed.items():
            chars[index] = value
        return Moment(self.world, self.algebra, chars, self.layer, self.matched)


# --- words ----------------------------------------------------------------------------------------

COLOR_LETTERS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


def chosen(word: str, setting: Setting, moment: Moment) -> str:
    """607.2d, 608.2d: the value that "@..." stands for, or "" if none was chosen."""
    if not word.startswith("@"):
        return word
    kind = word[1:]
    tables = [setting.choices]
    if setting.source is not None:
        tables.append(moment.world.things[setting.source].choices)
    names = (kind, *ALSO_CALLED.get(kind, ()))
    value = next((table[each] for table in tables for each in names if table.get(each)), "")
    return COLOR_LETTERS.get(value.lower(), value) if kind == "color" else value


def has_subtype(chars: Chars, subtype: str, algebra: Algebra) -> Lit:
    """702.73a: "every creature type" is each of them."""
    lit = chars.subtypes.get(subtype, FALSE)
    every = chars.subtypes.get(EVERY_CREATURE_TYPE, FALSE)
    if every != FALSE and lit != TRUE and FAMILY_OF.get(subtype) == "creature":
        return algebra.or_(lit, every)
    return lit


# --- players --------------------------------------------------------------------------------------


def player_is(moment: Moment, player: str, seat: Lit, setting: Setting) -> Lit:
    """Whether the player with that seat ("is you") is the one that the word means."""
    algebra = moment.algebra
    if player == "any":
        return TRUE
    if player == "opponent":
        return algebra.xor(seat, setting.you)
    known = player_seat(moment, player, setting)
    if known is None:
        # 102.1: nobody, unless the board leaves open who it is.
        return TRUE if moment.world.facts and player in UNTOLD_PLAYERS else FALSE
    return algebra.iff(seat, known)


# Players that a board may fail to name: a target, a choice, the player of an event.
UNTOLD_PLAYERS = ("target", "chosen", "that", "defending")


def player_seat(moment: Moment, player: str, setting: Setting) -> Lit | None:
    """The seat of a single player that the word names; None: the board can't tell."""
    world = moment.world
    if player == "you":
        return setting.you
    if player == "active":
        return TRUE if world.your_turn else FALSE
    if player == "owner" and setting.source is not None:
        return world.things[setting.source].owner
    if player == "affected controller" and setting.affected is not None:
        return moment.chars[setting.affected].yours
    if player == "affected owner" and setting.affected is not None:
        return world.things[setting.affected].owner
    if player == "attached controller" and setting.source is not None:
        found = hosts(world.things[setting.source])
        if not found:
            return None
        lits = [moment.algebra.and_(lit, moment.chars[host].yours) for host, lit in found]
        return moment.algebra.any_(lits)
    if player == "target controller" and setting.targets and setting.targets[0]:
        return moment.chars[setting.targets[0][0]].yours
    if player in ("target", "that") and setting.players:
        return setting.players[0]
    if player == "that" and setting.targets and setting.targets[0]:
        return moment.chars[setting.targets[0][0]].yours
    if player in ("chosen", "target", "that"):
        word = setting.choices.get("player", "")
        if not word and setting.source is not None:
            word = world.things[setting.source].choices.get("player", "")
        if word:
            return TRUE if word == "you" else FALSE
    if player == "opponent":
        return setting.you ^ 1
    return None


def seats(moment: Moment, player: str, setting: Setting) -> list[tuple[Lit, bool]]:
    """(literal, "is you") for the players that the word means, of the two in the game."""
    return [
        (player_is(moment, player, TRUE, setting), True),
        (player_is(moment, player, FALSE, setting), False),
    ]


# --- objects ---------------------------------------------------------------------------------------


def refer(moment: Moment, ref: tree.Ref, setting: Setting) -> list[int]:
    """The objects that a reference names."""
    things = moment.world.things
    match ref:
        case tree.This():
            return [] if setting.source is None else [setting.source]
        case tree.Attached():
            return (
                []
                if setting.source is None
                else [each for each, _ in hosts(things[setting.source])]
            )
        case tree.Affected():
            return [] if setting.affected is None else [setting.affected]
        case tree.Target(index):
            inside = -len(setting.targets) <= index < len(setting.targets)
            return list(setting.targets[index]) if inside else []
        case tree.ChosenObject(kind):
            handle = setting.choices.get(kind) or setting.choices.get("creature", "")
            if not handle and setting.source is not None:
                handle = things[setting.source].choices.get(kind, "")
            return [moment.world.handles[handle]] if handle in moment.world.handles else []
        case tree.TopCard(zone, owner):
            return top_card(moment, zone, owner, setting)
        case tree.LinkedCard():
            linked = [] if setting.source is None else things[setting.source].exiled_with
            return linked[-1:]
    raise TypeError(ref)


def hosts(thing: Thing) -> list[tuple[int, Lit]]:
    """What the object is attached to: one object, or by guard where that is open."""
    if thing.hosts:
        return list(thing.hosts.items())
    return [] if thing.attached_to is None else [(thing.attached_to, TRUE)]


def referred(moment: Moment, ref: tree.Ref, setting: Setting) -> list[tuple[int, Lit]]:
    """The objects that a reference may name, with the literal that it names each."""
    if isinstance(ref, tree.Attached) and setting.source is not None:
        return hosts(moment.world.things[setting.source])
    return [(index, TRUE) for index in refer(moment, ref, setting)]


def top_card(moment: Moment, zone: str, owner: str, setting: Setting) -> list[int]:
    """404.2: the last card put into a graveyard lies on top."""
    found = [
        thing.index
        for thing in moment.world.in_zone(zone)
        if player_is(moment, owner, thing.owner, setting) == TRUE
    ]
    # 404.2: the one put there last, whenever its object came to be.
    return sorted(found, key=lambda index: moment.world.things[index].stamp)[-1:]


def group(moment: Moment, who: tree.Who, setting: Setting) -> Iterator[tuple[int, Lit]]:
    """Each object that the words mean, with the literal that says it is meant."""
    if isinstance(who, tree.Each):
        local = is_local(who.filter)
        for thing in moment.world.in_zone(who.zone):
            if local:
                lit = matched_once(moment, who.filter, thing.index, setting)
            else:
                lit = matches(moment, who.filter, thing.index, setting)
            lit = moment.algebra.and_(thing.alive, lit)
            if lit != FALSE:
                yield thing.index, lit
        return
    if isinstance(who, tree.LinkedCard):
        linked = [] if setting.source is None else moment.world.things[setting.source].exiled_with
        for index in linked:
            yield index, TRUE
        return
    for index, lit in referred(moment, who, setting):
        thing = moment.world.things[index]
        if isinstance(who, tree.Attached) and thing.zone != "battlefield":
            continue
        yield index, moment.algebra.and_(lit, thing.alive)


# --- filters -----------------------------------------------------------------------------------------

FilterRule = Callable[[Moment, Any, int, Setting], Lit]


def matches(moment: Moment, filter: tree.Filter, index: int, setting: Setting) -> Lit:
    """Whether the filter is true of the object at this moment."""
    return FILTERS[type(filter)](moment, filter, index, setting)


LOCAL = (
    tree.AllOf,
    tree.AnyOf,
    tree.Not,
    tree.HasType,
    tree.HasSubtype,
    tree.HasSupertype,
    tree.HasColor,
    tree.ColorCount,
    tree.IsToken,
    tree.HasKeyword,
    tree.HasNoAbilities,
    tree.Other,
)


@cache
def is_local(filter: tree.Filter) -> bool:
    """Encoding: whether the filter looks only at the object, and whose it is."""
    if isinstance(filter, tree.AllOf | tree.AnyOf):
        return all(is_local(part) for part in filter.parts)
    if isinstance(filter, tree.Not):
        return is_local(filter.part)
    if isinstance(filter, tree.ControlledBy):
        return filter.player in ("you", "opponent")
    words = [getattr(filter, name) for name in filter.__struct_fields__]
    chosen_word = any(isinstance(word, str) and word.startswith("@") for word in words)
    return isinstance(filter, LOCAL) and not chosen_word


def matched_once(moment: Moment, filter: tree.Filter, index: int, setting: Setting) -> Lit:
    """Encoding: a local filter on an unchanged object is worked out once."""
    chars = moment.chars[index]
    key = (filter, index == setting.source, setting.you, id(chars))
    found = moment.matched.get(key)
    if found is None:
        found = moment.matched[key] = matches(moment, filter, index, setting)
        moment.matched[(id(chars), "kept")] = chars  # type: ignore[assignment]
    return found


def all_of(moment: Moment, filter: tree.AllOf, index: int, setting: Setting) -> Lit:
    lits = []
    for part in filter.parts:
        lit = FILTERS[type(part)](moment, part, index, setting)
        if lit == FALSE:
            return FALSE
        lits.append(lit)
    return moment.algebra.all_(lits)


def any_of(moment: Moment, filter: tree.AnyOf, index: int, setting: Setting) -> Lit:
    lits = []
    for part in filter.parts:
        lit = FILTERS[type(part)](moment, part, index, setting)
        if lit == TRUE:
            return TRUE
        lits.append(lit)
    return moment.algebra.any_(lits)


def has_type(moment: Moment, filter: tree.HasType, index: int, setting: Setting) -> Lit:
    return moment.chars[index].types.get(chosen(filter.type, setting, moment).title(), FALSE)


def subtype(moment: Moment, filter: tree.HasSubtype, index: int, setting: Setting) -> Lit:
    word = chosen(filter.subtype, setting, moment)
    return has_subtype(moment.chars[index], word, moment.algebra)


def color(moment: Moment, filter: tree.HasColor, index: int, setting: Setting) -> Lit:
    return moment.chars[index].colors.get(chosen(filter.color, setting, moment), FALSE)


def color_count(moment: Moment, filter: tree.ColorCount, index: int, setting: Setting) -> Lit:
    colors = moment.chars[index].colors
    number = moment.algebra.count(colors.get(each, FALSE) for each in COLORS)
    return moment.algebra.compare(number, filter.op, filter.number)


def named(moment: Moment, filter: tree.Named, index: int, setting: Setting) -> Lit:
    names = moment.chars[index].names
    if filter.name == "~" and setting.source is not None:
        own = moment.chars[setting.source].names
        shared = [moment.algebra.and_(lit, own.get(name, FALSE)) for name, lit in names.items()]
        return moment.algebra.any_(shared)
    word = chosen(filter.name, setting, moment)
    return names.get(word, FALSE)


def has_keyword(moment: Moment, filter: tree.HasKeyword, index: int, setting: Setting) -> Lit:
    word = chosen(filter.keyword, setting, moment)
    lits = []
    for held in moment.chars[index].abilities:
        for guard, ability in held.alternatives if held.combine is None else ():
            if isinstance(ability, tree.Keyword) and keyword_is(ability, word):
                lits.append(moment.algebra.and_(guard, held.present))
    return moment.algebra.any_(lits)


def keyword_is(ability: tree.Keyword, word: str) -> bool:
    """Whether the ability is that keyword; "islandwalk" is a landwalk of Islands."""
    word = word.lower()
    if ability.name == word:
        return True
    if word.endswith("walk") and ability.name == "landwalk":
        quality = ability.quality
        return isinstance(quality, tree.HasSubtype) and quality.subtype.lower() + "walk" == word
    return False


def has_no_abilities(moment: Moment, filter: Any, index: int, setting: Setting) -> Lit:
    algebra = moment.algebra
    some = [
        algebra.and_(guard, held.present)
        for held in moment.chars[index].abilities
        for guard in {guard for guard, _ in held.alternatives}
    ]
    return algebra.any_([*some, has_intrinsic(moment, index)]) ^ 1


ABILITY_KINDS: dict[str, tuple[type, ...]] = {
    "activated": (tree.Activated, tree.ClassLevel),
    "triggered": (tree.Triggered, tree.Chapter),
    # 604.1, 614.1c: "enters with" and "as ~ enters" are static abilities too.
    "static": (
        tree.Static,
        tree.LevelSymbol,
        tree.ClassLevel,
        tree.EntersWith,
        tree.EntersTapped,
        tree.EntersChoose,
        tree.EntersAs,
        tree.EntersAsCopy,
    ),
    "enters": (tree.Triggered,),
}


def is_kind(ability: tree.Ability, kind: str) -> bool:
    """602.1, 603.1, 605.1a: what kind of ability it is."""
    if isinstance(ability, tree.Opaque):
        return ability.kind == kind
    if isinstance(ability, tree.Keyword):
        # 702: a keyword is of the kind of what it stands for ("level up" is activated: 702.87a).
        return any(is_kind(each, kind) for each in meaning(ability))
    if kind == "mana":
        return is_mana_ability(ability)
    if kind == "enters":
        event = ability.event if isinstance(ability, tree.Triggered) else None
        return isinstance(event, tree.Event) and event.verb.startswith("enter")
    return isinstance(ability, ABILITY_KINDS[kind])


def is_mana_ability(ability: tree.Ability) -> bool:
    """605.1a: activated, no target, could add mana, not loyalty."""
    return (
        isinstance(ability, tree.Activated)
        and not ability.loyalty
        and not ability.body.targets
        and any(isinstance(step, tree.AddMana) for step in ability.body.steps)
    )


def has_ability_kind(
    moment: Moment, filter: tree.HasAbilityKind, index: int, setting: Setting
) -> Lit:
    lits = [
        moment.algebra.and_(guard, held.present)
        for held in moment.chars[index].abilities
        for guard, ability in held.alternatives
        if is_kind(ability, filter.kind)
    ]
    if filter.kind in ("activated", "mana"):
        lits.append(has_intrinsic(moment, index))
    return moment.algebra.any_(lits)


def has_intrinsic(moment: Moment, index: int) -> Lit:
    """305.6: a land with a basic land type has that mana ability, at any moment.

    Encoding: the abilities themselves are written after layer 4.
    """
    if moment.layer not in ("2", "3", "4"):
        return FALSE
    algebra = moment.algebra
    subtypes = moment.chars[index].subtypes
    basic = algebra.any_([subtypes.get(word, FALSE) for word in BASIC_LAND_TYPES])
    return algebra.and_(moment.chars[index].types.get("Land", FALSE), basic)


def stat_is(moment: Moment, filter: tree.StatIs, index: int, setting: Setting) -> Lit:
    number = stat_of(moment, filter.stat, index)
    inside = replace(setting, affected=index)
    lit = moment.algebra.compare(number, filter.op, amount(moment, filter.amount, inside))
    return moment.algebra.and_(lit, has_stat(moment, filter.stat, index))


def is_extreme(moment: Moment, filter: tree.IsExtreme, index: int, setting: Setting) -> Lit:
    """Compared with what lies in the same zone; 208.3: what has no such stat is not compared."""
    algebra = moment.algebra
    own = stat_of(moment, filter.stat, index)
    op = ">=" if filter.which == "greatest" else "<="
    lits = [matches(moment, filter.among, index, setting), has_stat(moment, filter.stat, index)]
    zone = moment.world.things[index].zone
    for other, lit in group(moment, tree.Each(filter.among, zone), setting):  # type: ignore[arg-type]
        beats = algebra.compare(own, op, stat_of(moment, filter.stat, other))
        compared = algebra.and_(lit, has_stat(moment, filter.stat, other))
        lits.append(algebra.or_(compared ^ 1, beats))
    return algebra.all_(lits)


def has_counter(moment: Moment, filter: tree.HasCounter, index: int, setting: Setting) -> Lit:
    number = counters_on(moment, filter.kind, index)
    return moment.algebra.compare(number, filter.op, filter.number)


def has_attached(moment: Moment, filter: tree.HasAttached, index: int, setting: Setting) -> Lit:
    lits = [
        moment.algebra.all_([thing.alive, lit, matches(moment, filter.by, thing.index, setting)])
        for thing in moment.world.in_zone("battlefield")
        for host, lit in hosts(thing)
        if host == index
    ]
    return moment.algebra.any_(lits)


def is_attached_to(moment: Moment, filter: tree.IsAttachedTo, index: int, setting: Setting) -> Lit:
    algebra = moment.algebra
    lits = []
    for host, lit in hosts(moment.world.things[index]):
        if type(filter.to) in FILTERS:
            fits = matches(moment, filter.to, host, setting)  # type: ignore[arg-type]
        else:
            meant = dict(referred(moment, filter.to, setting))  # type: ignore[arg-type]
            fits = meant.get(host, FALSE)
        lits.append(algebra.and_(lit, fits))
    return algebra.any_(lits)


def in_zone(moment: Moment, filter: tree.InZone, index: int, setting: Setting) -> Lit:
    return TRUE if moment.world.things[index].zone == filter.zone else FALSE


def controlled_by(moment: Moment, filter: tree.ControlledBy, index: int, setting: Setting) -> Lit:
    seat = moment.chars[index].yours
    return player_is(moment, filter.player, seat, inside(setting, index, filter.player))


def owned_by(moment: Moment, filter: tree.OwnedBy, index: int, setting: Setting) -> Lit:
    seat = moment.world.things[index].owner
    return player_is(moment, filter.player, seat, setting)


def inside(setting: Setting, index: int, player: str) -> Setting:
    """A setting in which "its controller" is known where nothing is being affected."""
    if setting.affected is None and player.startswith("affected"):
        return replace(setting, affected=index)
    return setting


def is_ref(moment: Moment, filter: tree.Is, index: int, setting: Setting) -> Lit:
    return dict(referred(moment, filter.ref, setting)).get(index, FALSE)


def shares_with(moment: Moment, filter: tree.SharesWith, index: int, setting: Setting) -> Lit:
    algebra = moment.algebra
    mine = moment.chars[index]
    lits = []
    for other, meant in referred(moment, filter.ref, setting):
        theirs = moment.chars[other]
        if filter.what == "creature type":
            lits.append(algebra.and_(meant, shares_creature_type(mine, theirs, algebra)))
            continue
        words, others = shared_words(mine, theirs, filter.what)
        lits += [algebra.all_([meant, lit, others.get(word, FALSE)]) for word, lit in words.items()]
    return algebra.any_(lits)


def shared_words(mine: Chars, theirs: Chars, what: str) -> tuple[dict[str, Lit], dict[str, Lit]]:
    if what == "color":
        return mine.colors, theirs.colors
    if what == "name":
        return mine.names, theirs.names
    if what == "land type":
        lands = {word: lit for word, lit in mine.subtypes.items() if FAMILY_OF.get(word) == "land"}
        return lands, theirs.subtypes
    if what == "permanent type":
        types = {word: lit for word, lit in mine.types.items() if word in PERMANENT_TYPES}
        return types, theirs.types
    return mine.types, theirs.types


def shares_creature_type(mine: Chars, theirs: Chars, algebra: Algebra) -> Lit:
    lits = []
    for one, other in ((mine, theirs), (theirs, mine)):
        for word, lit in one.subtypes.items():
            if word == EVERY_CREATURE_TYPE:
                lits.append(algebra.and_(lit, other.subtypes.get(word, FALSE)))
            elif FAMILY_OF.get(word) == "creature":
                lits.append(algebra.and_(lit, has_subtype(other, word, algebra)))
    return algebra.any_(lits)


def exiled_with(moment: Moment, filter: Any, index: int, setting: Setting) -> Lit:
    if setting.source is None:
        return FALSE
    return TRUE if index in moment.world.things[setting.source].exiled_with else FALSE


def unknown(moment: Moment, filter: Any, index: int, setting: Setting) -> Lit:
    return TRUE if moment.world.facts else FALSE


def constant(test: Callable[[Thing], bool]) -> FilterRule:
    def rule(moment: Moment, filter: Any, index: int, setting: Setting) -> Lit:
        return TRUE if test(moment.world.things[index]) else FALSE

    return rule


FILTERS: dict[type, FilterRule] = {
    tree.AllOf: all_of,
    tree.AnyOf: any_of,
    tree.Not: lambda moment, filter, index, setting: (
        matches(moment, filter.part, index, setting) ^ 1
    ),
    tree.HasType: has_type,
    tree.HasSubtype: subtype,
    tree.HasSupertype: lambda moment, filter, index, setting: moment.chars[index].supertypes.get(
        filter.supertype, FALSE
    ),
    tree.HasColor: color,
    tree.ColorCount: color_count,
    tree.Named: named,
    tree.IsToken: lambda moment, filter, index, setting: moment.world.things[index].is_token,
    tree.IsPermanentCard: lambda moment, filter, index, setting: moment.algebra.any_(
        [moment.chars[index].types.get(word, FALSE) for word in PERMANENT_TYPES]
    ),
    tree.HasKeyword: has_keyword,
    tree.HasNoAbilities: has_no_abilities,
    tree.HasAbilityKind: has_ability_kind,
    tree.StatIs: stat_is,
    tree.IsExtreme: is_extreme,
    tree.HasCounter: has_counter,
    tree.HasAttached: has_attached,
    tree.IsAttachedTo: is_attached_to,
    tree.IsTapped: constant(lambda thing: thing.tapped),
    tree.IsFaceDown: constant(lambda thing: thing.down is not None),
    tree.IsTransformed: constant(lambda thing: thing.face == 1 and thing.two_faced),
    tree.InZone: in_zone,
    tree.ControlledBy: controlled_by,
    tree.OwnedBy: owned_by,
    tree.Other: lambda moment, filter, index, setting: FALSE if index == setting.source else TRUE,
    tree.Is: is_ref,
    tree.SharesWith: shares_with,
    tree.ExiledWith: exiled_with,
    tree.IsCommander: unknown,
    tree.Unknown: unknown,
}


# --- amounts -----------------------------------------------------------------------------------------


def stat_of(moment: Moment, stat: str, index: int) -> Num:
    """208, 202.3: a stat of an object now; a noncreature's power counts as 0."""
    algebra = moment.algebra
    if stat == "mana value":
        return moment.chars[index].mana_value
    if stat == "loyalty":
        return counters_on(moment, "loyalty", index)
    chars = moment.chars[index]
    number = chars.power if stat.endswith("power") else chars.toughness
    return algebra.choose(has_stat(moment, stat, index), number, 0)


def has_stat(moment: Moment, stat: str, index: int) -> Lit:
    """208.3: a noncreature permanent has no power or toughness; off the battlefield a noncreature
    has them only if they are printed on it.
    """
    thing = moment.world.things[index]
    if stat in ("mana value", "loyalty") or (thing.zone != "battlefield" and printed_box(thing)):
        return TRUE
    return moment.chars[index].types.get("Creature", FALSE)


def printed_box(thing: Thing) -> bool:
    """208.3: whether power and toughness are printed on the card."""
    if thing.card is None:
        return False
    return thing.card.faces[min(thing.face, len(thing.card.faces) - 1)].power is not None


def counters_on(moment: Moment, kind: str | None, index: int) -> Num:
    number: Num = 0
    for counter in moment.world.things[index].counters:
        if kind is None or counter.kind == kind:
            number = moment.algebra.add(number, counter.number)
    return number


def total(moment: Moment, numbers: Sequence[tuple[Lit, Num]]) -> Num:
    algebra = moment.algebra
    result: Num = 0
    for lit, number in numbers:
        result = algebra.add(result, algebra.choose(lit, number, 0))
    return result


def amount(moment: Moment, value: tree.Amount, setting: Setting) -> Num:
    """The number that the words give at this moment."""
    return AMOUNTS[type(value)](moment, value, setting)


def count(moment: Moment, value: tree.Count, setting: Setting) -> Num:
    return moment.algebra.count(
        [lit for _, lit in group(moment, tree.Each(value.filter, value.zone), setting)]
    )


def count_distinct(moment: Moment, value: tree.CountDistinct, setting: Setting) -> Num:
    algebra = moment.algebra
    found: dict[object, list[Lit]] = {}
    for index, lit in group(moment, tree.Each(value.filter, value.zone), setting):
        for word, holds in distinct_words(moment, value.what, index):
            found.setdefault(word, []).append(algebra.and_(lit, holds))
    return algebra.count([algebra.any_(lits) for lits in found.values()])


def distinct_words(moment: Moment, what: str, index: int) -> Iterator[tuple[object, Lit]]:
    chars = moment.chars[index]
    match what:
        case "card type":
            yield from ((word, lit) for word, lit in chars.types.items() if word in CARD_TYPES)
        case "permanent type":
            yield from ((w, lit) for w, lit in chars.types.items() if w in PERMANENT_TYPES)
        case "color":
            yield from chars.colors.items()
        case "basic land type":
            for word in BASIC_LAND_TYPES:
                yield word, chars.subtypes.get(word, FALSE)
        case "name":
            yield from ((word, lit) for word, lit in chars.names.items() if word)
        case "creature type":
            for word, lit in chars.subtypes.items():
                if word == EVERY_CREATURE_TYPE and lit != FALSE:
                    yield from ((each, lit) for each in CREATURE_TYPES)
                elif FAMILY_OF.get(word) == "creature":
                    yield word, lit
        case "subtype":
            yield from chars.subtypes.items()
        case "keyword":
            for held in chars.abilities:
                for guard, ability in held.alternatives:
                    if isinstance(ability, tree.Keyword):
                        yield ability.name, moment.algebra.and_(guard, held.present)
        case "counter kind":
            for counter in moment.world.things[index].counters:
                yield counter.kind, moment.algebra.compare(counter.number, ">", 0)
        case "power" | "mana value":
            number = stat_of(moment, what, index)
            there = has_stat(moment, what, index)
            for each in range(-20, 41):
                lit = moment.algebra.and_(there, moment.algebra.compare(number, "=", each))
                if lit != FALSE:
                    yield each, lit


def aggregate(moment: Moment, value: tree.Aggregate, setting: Setting) -> Num:
    algebra = moment.algebra
    found = [
        (algebra.and_(lit, has_stat(moment, value.stat, index)), stat_of(moment, value.stat, index))
        for index, lit in group(moment, tree.Each(value.filter, value.zone), setting)
    ]
    if value.which == "total":
        return total(moment, found)
    best: Num = 0
    some: Lit = FALSE
    for lit, number in found:
        if value.which == "greatest":
            better = algebra.or_(some ^ 1, algebra.compare(number, ">", best))
        else:
            better = algebra.or_(some ^ 1, algebra.compare(number, "<", best))
        best = algebra.choose(algebra.and_(lit, better), number, best)
        some = algebra.or_(some, lit)
    return best


def stat_of_ref(moment: Moment, value: tree.StatOf, setting: Setting) -> Num:
    return total(
        moment,
        [
            (lit, stat_of(moment, value.stat, index))
            for index, lit in referred(moment, value.ref, setting)
        ],
    )


def counters_on_ref(moment: Moment, value: tree.CountersOn, setting: Setting) -> Num:
    found = referred(moment, value.ref, setting)
    return total(moment, [(lit, counters_on(moment, value.kind, index)) for index, lit in found])


def counters_among(moment: Moment, value: tree.CountersAmong, setting: Setting) -> Num:
    members = group(moment, tree.Each(value.filter), setting)
    return total(moment, [(lit, counters_on(moment, value.kind, index)) for index, lit in members])


def devotion(moment: Moment, value: tree.Devotion, setting: Setting) -> Num:
    """700.5: a hybrid symbol counts once, whichever of the colours it has."""
    wanted = tuple(chosen(each, setting, moment) for each in value.colors)
    filter = tree.ControlledBy(value.player)
    found = []
    for index, lit in group(moment, tree.Each(filter), setting):
        for guard, cost in moment.chars[index].costs:
            number = sum(1 for symbol in symbols_in_cost(cost) if set(wanted) & set(symbol))
            found.append((moment.algebra.and_(lit, guard), number))
    return total(moment, found)


def symbols(moment: Moment, color: str, index: int) -> Num:
    found = [
        (guard, sum(1 for symbol in symbols_in_cost(cost) if color in symbol))
        for guard, cost in moment.chars[index].costs
    ]
    return total(moment, found)


def symbols_in(moment: Moment, value: tree.SymbolsIn, setting: Setting) -> Num:
    word = chosen(value.color, setting, moment)
    found = referred(moment, value.ref, setting)
    return total(moment, [(lit, symbols(moment, word, index)) for index, lit in found])


def symbols_among(moment: Moment, value: tree.SymbolsAmong, setting: Setting) -> Num:
    word = chosen(value.color, setting, moment)
    members = group(moment, tree.Each(value.filter, value.zone), setting)
    return total(moment, [(lit, symbols(moment, word, index)) for index, lit in members])


def life_of(moment: Moment, value: tree.LifeOf, setting: Setting) -> Num:
    life = moment.world.life
    return total(moment, [(lit, life[you]) for lit, you in seats(moment, value.player, setting)])


def hand_of(moment: Moment, value: tree.HandOf, setting: Setting) -> Num:
    """402: the number that the board states, else the cards that it puts there."""
    found = []
    for lit, you in seats(moment, value.player, setting):
        stated = moment.world.hand[you]
        if stated is None:
            seat = TRUE if you else FALSE
            stated = sum(1 for thing in moment.world.in_zone("hand") if thing.owner == seat)
        found.append((lit, stated))
    return total(moment, found)


def colors_of(moment: Moment, value: tree.ColorsOf, setting: Setting) -> Num:
    algebra = moment.algebra
    found = referred(moment, value.ref, setting)
    return total(
        moment,
        [(lit, algebra.count(moment.chars[i].colors.values())) for i, lit in found],
    )


def sum_of(moment: Moment, value: tree.Sum, setting: Setting) -> Num:
    return total(moment, [(TRUE, amount(moment, part, setting)) for part in value.parts])


def extreme_of(moment: Moment, value: tree.Greatest, setting: Setting) -> Num:
    numbers = [amount(moment, part, setting) for part in value.parts]
    result = numbers[0]
    pick = moment.algebra.least if value.least else moment.algebra.greatest
    for number in numbers[1:]:
        result = pick(result, number)
    return result


def x_of(moment: Moment, value: tree.X, setting: Setting) -> Num:
    """107.3: X of the step; of a permanent, what it entered with; elsewhere 0."""
    if setting.x is not None:
        return setting.x
    if setting.source is not None:
        return moment.world.things[setting.source].x or 0
    return 0


def chosen_number(moment: Moment, value: tree.ChosenNumber, setting: Setting) -> Num:
    word = chosen("@number", setting, moment)
    return int(word) if word.lstrip("-").isdigit() else 0


AMOUNTS: dict[type, Callable[[Moment, Any, Setting], Num]] = {
    tree.Num: lambda moment, value, setting: value.value,
    tree.X: x_of,
    tree.ChosenNumber: chosen_number,
    tree.Count: count,
    tree.CountDistinct: count_distinct,
    tree.Aggregate: aggregate,
    tree.StatOf: stat_of_ref,
    tree.CountersOn: counters_on_ref,
    tree.CountersAmong: counters_among,
    tree.Devotion: devotion,
    tree.SymbolsIn: symbols_in,
    tree.SymbolsAmong: symbols_among,
    tree.LifeOf: life_of,
    tree.StartingLifeOf: lambda moment, value, setting: 20,
    tree.HandOf: hand_of,
    tree.ColorsOf: colors_of,
    tree.Sum: sum_of,
    tree.Times: lambda moment, value, setting: moment.algebra.times(
        value.factor, amount(moment, value.amount, setting)
    ),
    tree.Half: lambda moment, value, setting: moment.algebra.half(
        amount(moment, value.amount, setting), value.up
    ),
    tree.Greatest: extreme_of,
    tree.UnknownAmount: lambda moment, value, setting: 1 if moment.world.facts else 0,
}


# --- conditions --------------------------------------------------------------------------------------


def holds(moment: Moment, condition: tree.Condition | None, setting: Setting) -> Lit:
    """Whether the condition is true at this moment."""
    if condition is None:
        return TRUE
    key = (condition, setting.source, setting.you, id(setting.choices))
    found: Lit | None = moment.memo.get(key)
    if found is None:
        found = moment.memo[key] = CONDITIONS[type(condition)](moment, condition, setting)
    return found


def compares(moment: Moment, condition: tree.Compare, setting: Setting) -> Lit:
    left = amount(moment, condition.left, setting)
    return moment.algebra.compare(left, condition.op, amount(moment, condition.right, setting))


def ref_matches(moment: Moment, condition: tree.Matches, setting: Setting) -> Lit:
    """Whether the object matches; a token that has ceased to exist matches nothing (111.7)."""
    algebra = moment.algebra
    return algebra.any_(
        [
            algebra.and_(lit, matches(moment, condition.filter, index, setting))
            for index, lit in referred(moment, condition.ref, setting)
            if moment.world.things[index].zone != CEASED
        ]
    )


def is_turn_of(moment: Moment, condition: tree.IsTurnOf, setting: Setting) -> Lit:
    seat = TRUE if moment.world.your_turn else FALSE
    return player_is(moment, condition.player, seat, setting)


def class_level_is(moment: Moment, condition: tree.ClassLevelIs, setting: Setting) -> Lit:
    level = 0 if setting.source is None else moment.world.things[setting.source].class_level
    return moment.algebra.compare(level, condition.op, condition.number)


def chose_mode(moment: Moment, condition: tree.ChoseMode, setting: Setting) -> Lit:
    mode = chosen("@mode", setting, moment)
    return TRUE if mode.lower() == condition.mode.lower() else FALSE


CONDITIONS: dict[type, Callable[[Moment, Any, Setting], Lit]] = {
    tree.Compare: compares,
    tree.Matches: ref_matches,
    tree.IsTurnOf: is_turn_of,
    tree.ClassLevelIs: class_level_is,
    tree.ChoseMode: chose_mode,
    tree.Fact: lambda moment, condition, setting: TRUE if moment.world.facts else FALSE,
    tree.Every: lambda moment, condition, setting: moment.algebra.all_(
        [holds(moment, part, setting) for part in condition.parts]
    ),
    tree.Either: lambda moment, condition, setting: moment.algebra.any_(
        [holds(moment, part, setting) for part in condition.parts]
    ),
    tree.Unless: lambda moment, condition, setting: holds(moment, condition.part, setting) ^ 1,
}
