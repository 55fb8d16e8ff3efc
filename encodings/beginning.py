"""611.2: a continuous effect begins on resolution: its objects and values are locked in
(608.2h)."""

import msgspec

from striate.cards import tree
from striate.cards.walking import any_node
from striate.encodings.abilities import abilities_among
from striate.encodings.algebra import FALSE, TRUE, Lit, Num
from striate.encodings.amounts import Locked, amount
from striate.encodings.clauses import clause
from striate.encodings.conditions import holds
from striate.encodings.control import Seats, seat_meant
from striate.encodings.copying import copied_values, decided_by_original, without_choices
from striate.encodings.effects import Changes
from striate.encodings.mirror import Copied, Part
from striate.encodings.moments import Moment, group, refer
from striate.encodings.powtough import bonus
from striate.encodings.state import CEASED, PHASED, Chars, Resolved, Setting, Thing
from striate.encodings.typeline import subtypes_among
from striate.encodings.wording import Pair

Members = dict[int, Lit]
_Parts = list[tuple[Members, Changes]]  # what the effect does, each part with its objects


def begun_parts(
    moment: Moment, effect: tree.Effect, setting: Setting, ability: tree.Ability | None
) -> list[tuple[Members | None, Part | Copied]]:
    """611.2: the parts of an effect that begins now, each with its objects (None: any, later
    on)."""
    if holds(moment, effect.condition, setting) == FALSE:
        return []
    # 702.26b, e: what is phased out is not affected.
    things = moment.world.things
    members = {
        index: lit
        for index, lit in group(moment, effect.who, setting)
        if lit != FALSE and things[index].zone not in (PHASED, CEASED)
    }
    parts_begun: list[tuple[Members | None, Part | Copied]] = []
    for change in effect.changes:
        if isinstance(change, tree.BecomeCopy):
            copies = become_copies(moment, change, members, setting, ability)
            parts_begun += [({index: TRUE}, Copied(values)) for index, values in copies]
    changes = tuple(each for each in effect.changes if not isinstance(each, tree.BecomeCopy))
    if not changes:
        return parts_begun
    who = effect.who.group if isinstance(effect.who, tree.Those) else effect.who
    for affected, locked in locked_parts(moment, members, changes, setting):
        open_set: Members | None = affected
        if open_set is None or affected:
            parts_begun.append((affected, Part(tree.Effect(who, locked), open_set is None)))
    return parts_begun


def locked(
    moment: Moment, effect: tree.Effect, setting: Setting, named: Members | None = None
) -> tuple[Members, Changes]:
    """611.2c-d: the objects of an effect that is the same for all, if its condition holds, and what
    it does; the objects may be `named` otherwise.
    """
    algebra = moment.algebra
    members: Members = {}
    for index, lit in group(moment, effect.who, setting) if named is None else named.items():
        members[index] = algebra.or_(members.get(index, FALSE), lit)
    condition = holds(moment, effect.condition, setting)
    members = {index: algebra.and_(lit, condition) for index, lit in members.items()}
    ((_, changes),) = locked_parts(moment, members, effect.changes, setting)
    return members, changes


@clause("611.2c", "611.2d", "608.2h")
def locked_parts(moment: Moment, members: Members, changes: Changes, setting: Setting) -> _Parts:
    """611.2c-d: the set of objects and the values are those of the moment of resolution.

    An effect whose values differ from object to object is one part for each.
    """
    if any(isinstance(change, _EXCHANGES) for change in changes):
        return exchanged(moment, members, changes, setting)
    if not any(_is_about_affected(change) for change in changes):
        return [(members, _locked_changes(moment, changes, members, setting))]
    parts = []
    for index, lit in members.items():
        one = {index: lit}
        parts.append((one, _locked_changes(moment, changes, one, setting.about(index))))
    return parts


def _is_about_affected(change: tree.Change) -> bool:
    """Whether the values of the change are told from each object of its set.

    613.1b: "each player gains control of all creatures they own" is one effect on all of them.
    """
    if isinstance(change, tree.GainAbilities | tree.SetController):
        return False
    return any_node(change, _mentions_affected)


def _mentions_affected(node: tree.Node) -> bool:
    if isinstance(node, tree.Affected | tree.UnknownAmount):
        return True
    return getattr(node, "player", None) in ("affected controller", "affected owner")


def _locked_changes(
    moment: Moment, changes: Changes, members: Members, setting: Setting
) -> Changes:
    """The changes with their amounts, players and references as they are now."""
    return tuple(
        _seats(moment, each.player, members, setting)
        if isinstance(each, tree.SetController)
        else _locked_change(moment, each, setting)
        for each in changes
    )


def _seats(moment: Moment, player: tree.Player, members: Members, setting: Setting) -> tree.Change:
    """611.2c: whose each of the objects becomes; of one that nobody gains nothing is said."""
    of_each = player.startswith("affected")
    seats = [
        (index, seat_meant(moment, player, setting.about(index) if of_each else setting))
        for index in members
    ]
    return Seats(tuple((index, seat) for index, seat in seats if seat is not None))  # type: ignore[return-value]  # a change that no card can say


def _locked_change(moment: Moment, change: tree.Change, setting: Setting) -> tree.Change:
    match change:
        case tree.SubtypesOf(family=family, add=add):
            words = subtypes_among(moment, change, setting)
            subtypes = tuple(word for word, lit in words.items() if lit == TRUE)
            return tree.AddTypes(subtypes=subtypes) if add else tree.SetSubtypes(family, subtypes)
        case tree.GainAbilitiesOf():
            abilities_now = abilities_among(moment, change, setting)
            return tree.GainAbilities(
                tuple(ability for _, ability, lit in abilities_now if lit == TRUE)
            )
        case tree.ModifyPT():
            power, toughness = bonus(moment, change, setting)
            return msgspec.structs.replace(
                change, power=_locked_number(power), toughness=_locked_number(toughness)
            )
    fields = {
        name: _locked_number(amount(moment, value, setting))
        for name in ("power", "toughness")
        if (value := getattr(change, name, None)) is not None
    }
    return msgspec.structs.replace(change, **fields) if fields else change


def _locked_number(number: Num) -> tree.Amount:
    return tree.Num(number) if isinstance(number, int) else Locked(number)  # type: ignore[return-value]  # an amount that no card can say


_EXCHANGES = (tree.ExchangeControl, tree.ExchangeText)


@clause("701.12b", "612.5")
def exchanged(moment: Moment, members: Members, changes: Changes, setting: Setting) -> _Parts:
    """701.12b, 612.5: each of two permanents goes to the other's controller, if these differ, or
    has the other's text; it is one effect on both.

    701.12a: with what has left there is no exchange.
    """
    parts: _Parts = []
    for change in changes:
        if isinstance(change, _EXCHANGES):
            both = list(dict.fromkeys([*members, *refer(moment, change.other, setting)]))[:2]
            pair = [n for n in both if moment.world.things[n].zone == "battlefield"]
            exchanges = _exchanging(moment, change, *pair) if len(pair) == 2 else ()
            parts += [(dict.fromkeys(both, TRUE), (each,)) for each in exchanges]
    return parts


def _exchanging(
    moment: Moment, change: tree.ExchangeControl | tree.ExchangeText, a: int, b: int
) -> Changes:
    if isinstance(change, tree.ExchangeText):
        return (tree.ExchangeText(Pair(a, b)),)  # type: ignore[arg-type]  # a reference that no card can say
    first, second = moment.chars[a].yours, moment.chars[b].yours
    return () if first == second else (Seats(((a, second), (b, first))),)  # type: ignore[return-value]  # a change that no card can say


@clause("707.2b", "707.4")
def become_copies(
    moment: Moment,
    change: tree.BecomeCopy,
    members: Members,
    setting: Setting,
    ability: tree.Ability | None,
) -> list[tuple[int, Chars]]:
    """707.4: becoming a copy later: copiable values are overwritten, nothing else changes."""
    of = [index for index, lit in group(moment, change.of, setting) if lit != FALSE]
    if not of:
        return []
    world = moment.world
    original = world.things[of[-1]]
    exceptions = decided_by_original(moment, change.exceptions, of[-1], setting)
    return [
        (index, without_choices(
            copied_values(world, world.things[index], original, exceptions, ability)
        ))
        for index in members
    ]  # fmt: skip


@clause("611.3a", "611.3b")
def lingering(moment: Moment, thing: Thing) -> list[Resolved]:
    """611.3b: a static effect ends with its source unless it says that it continues; 611.3a: then
    too it applies at any moment to whatever its text indicates, with its timestamp.
    """
    chars = moment.chars[thing.index]
    setting = Setting(thing.index, chars.yours, choices=thing.choices, x=thing.x)
    return [
        Resolved(effect, held.stamp[0], setting, None)
        for held, ability in chars.surely()
        if isinstance(ability, tree.Static) and ability.lingers
        for effect in ability.effects
    ]
