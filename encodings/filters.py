"""What filters mean: whether something is true of one object at a moment (`matches`)."""

from collections.abc import Callable

from striate.boards.untold import UNTOLD_PLAYERS
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    PERMANENT_TYPES,
    PLAYER_FACTS,
    VARIANTS,
)
from striate.cards.walking import any_node, nodes
from striate.encodings.algebra import FALSE, TRUE, Algebra, Lit
from striate.encodings.amounts import compared, has_stat, stat_of, words_of
from striate.encodings.moments import (
    FILTERS,
    FilterRule,
    Moment,
    asked_of,
    attached_to,
    chosen,
    group,
    hosts,
    linked,
    player_is,
    player_seat,
    referred,
    speaker,
)
from striate.encodings.state import COLORS, IN_PLAY, Chars, Setting, Thing, is_at_home_in_command


def matches(moment: Moment, filter: tree.Filter, index: int, setting: Setting) -> Lit:
    """Whether the filter is true of the object at this moment."""
    return FILTERS[type(filter)](moment, filter, index, setting)


def _all_unless(decisive: Lit) -> FilterRule:
    """All parts, or any of them; no part behind the decisive one is asked, and last of all what
    the board may leave untold."""

    def rule(moment: Moment, filter: tree.AllOf | tree.AnyOf, index: int, setting: Setting) -> Lit:
        lits = []
        for part in sorted(filter.parts, key=lambda part: isinstance(part, tree.Unknown)):
            lit = FILTERS[type(part)](moment, part, index, setting)
            if lit == decisive:
                return decisive
            lits.append(lit)
        return moment.algebra.all_(lits) if decisive == FALSE else moment.algebra.any_(lits)

    return rule


def _has_type(moment: Moment, filter: tree.HasType, index: int, setting: Setting) -> Lit:
    return moment.chars[index].types.get(chosen(filter.type, setting, moment).title(), FALSE)


def _subtype(moment: Moment, filter: tree.HasSubtype, index: int, setting: Setting) -> Lit:
    word = chosen(filter.subtype, setting, moment)
    return moment.chars[index].has_subtype(word, moment.algebra)


def _color_count(moment: Moment, filter: tree.ColorCount, index: int, setting: Setting) -> Lit:
    colors = moment.chars[index].colors
    number = moment.algebra.count(colors.get(each, FALSE) for each in COLORS)
    return moment.algebra.compare(number, filter.op, filter.number)


def _named(moment: Moment, filter: tree.Named, index: int, setting: Setting) -> Lit:
    """201.2: an object without a name has no name in common with anything; nor a name not
    chosen."""
    names = {name: lit for name, lit in moment.chars[index].names.items() if name}
    if filter.name == "~" and setting.source is not None:
        source = moment.chars[setting.source]
        own = source.names if source.called is None else source.called
        shared = [moment.algebra.and_(lit, own.get(name, FALSE)) for name, lit in names.items()]
        return moment.algebra.any_(shared)
    word = chosen(filter.name, setting, moment)
    if word in names:
        return names[word]
    # 709.4a: a split card has two names.
    both = [lit for name, lit in names.items() if word and word in name.split(" // ")]
    return moment.algebra.any_(both)


def _has_keyword(moment: Moment, filter: tree.HasKeyword, index: int, setting: Setting) -> Lit:
    word = chosen(filter.keyword, setting, moment)
    those = moment.chars[index].those(moment.algebra, lambda each: _keyword_is(each, word))
    return moment.algebra.any_(lit for held, lit, _ in those if held.combine is None)


def _keyword_is(ability: tree.Ability, word: str) -> bool:
    """Whether the ability is that keyword, or a variant; "islandwalk" is a landwalk of Islands."""
    word = word.lower()
    if not isinstance(ability, tree.Keyword):
        return False
    if word in (ability.name, VARIANTS.get(ability.name)):
        return True
    if word.endswith("walk") and ability.name == "landwalk":
        quality = ability.quality
        return isinstance(quality, tree.HasSubtype) and quality.subtype.lower() + "walk" == word
    return False


def _has_no_abilities(moment: Moment, filter: object, index: int, setting: Setting) -> Lit:
    algebra = moment.algebra
    some = [
        algebra.and_(guard, held.present)
        for held in moment.chars[index].abilities
        for guard in {guard for guard, _ in held.alternatives}
    ]
    return algebra.any_([*some, _has_intrinsic(moment, index)]) ^ 1


_ABILITY_KINDS: dict[str, tuple[type, ...]] = {
    "activated": (tree.Activated, tree.ClassLevel),
    "triggered": (tree.Triggered, tree.Chapter),
    # 604.1, 614.1c: "enters with" and "as ~ enters" are static abilities too.
    "static": (
        tree.Static,
        tree.Inert,
        tree.LevelSymbol,
        tree.ClassLevel,
        tree.EntersWith,
        tree.EntersTapped,
        tree.EntersChoose,
        tree.EntersAs,
        tree.EntersDoing,
        tree.EntersAsCopy,
        tree.GoesElsewhere,
        tree.CountersReplaced,
        tree.TokensReplaced,
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
        return _is_mana_ability(ability)
    if kind == "enters":
        event = ability.event if isinstance(ability, tree.Triggered) else None
        return isinstance(event, tree.Event) and event.verb.startswith("enter")
    return isinstance(ability, _ABILITY_KINDS[kind])


def _is_mana_ability(ability: tree.Ability) -> bool:
    """605.1a: activated, no loyalty ability, without a target, and could add mana; 605.1b:
    triggered by a mana ability, without a target, and could add mana.
    """
    if isinstance(ability, tree.Activated):
        return not ability.loyalty and _could_add_mana(ability.body)
    if isinstance(ability, tree.Triggered) and isinstance(ability.event, tree.Event):
        event = ability.event
        for_mana = event.verb.endswith("for mana") or event.detail == "for mana"
        return for_mana and _could_add_mana(ability.body)
    return False


def _could_add_mana(body: tree.Body) -> bool:
    """605.1, 115.6: mana may come of it, and it names no target, not even one that it may lack."""
    targeted = any(spec.word == "target" for spec in body.targets)
    return not (targeted or body.players) and any(map(_is_of_mana, body.steps))


def _is_of_mana(step: tree.Step) -> bool:
    match step:
        case tree.AddMana():
            return True
        case tree.Act(verb=words) | tree.Inert(words=words):
            return words.startswith("add ")
        case tree.Do(steps=steps, otherwise=others):
            return any(map(_is_of_mana, (*steps, *others)))
        case tree.Modal(modes=modes):
            return any(map(_could_add_mana, modes))
    return False


def _has_ability_kind(
    moment: Moment, filter: tree.HasAbilityKind, index: int, setting: Setting
) -> Lit:
    those = moment.chars[index].those(moment.algebra, lambda each: is_kind(each, filter.kind))
    lits = [lit for _, lit, _ in those]
    if filter.kind in ("activated", "mana"):
        lits.append(_has_intrinsic(moment, index))
    return moment.algebra.any_(lits)


def _has_intrinsic(moment: Moment, index: int) -> Lit:
    """305.6: a land with a basic land type has that mana ability, at any moment.

    Encoding: the abilities themselves are written after layer 4.
    """
    if moment.layer not in ("2", "3", "4"):
        return FALSE
    algebra = moment.algebra
    subtypes = moment.chars[index].subtypes
    basic = algebra.any_([subtypes.get(word, FALSE) for word in BASIC_LAND_TYPES])
    return algebra.and_(moment.chars[index].types.get("Land", FALSE), basic)


def _stat_is(moment: Moment, filter: tree.StatIs, index: int, setting: Setting) -> Lit:
    number = stat_of(moment, filter.stat, index)
    lit = compared(moment, number, filter.op, filter.amount, setting.about(index))
    return moment.algebra.and_(lit, has_stat(moment, filter.stat, index))


def _is_extreme(moment: Moment, filter: tree.IsExtreme, index: int, setting: Setting) -> Lit:
    """Compared with what lies in the same zone; 208.3: what has no such stat is not compared."""
    algebra = moment.algebra
    own = stat_of(moment, filter.stat, index)
    op = ">=" if filter.which == "greatest" else "<="
    lits = [matches(moment, filter.among, index, setting), has_stat(moment, filter.stat, index)]
    zone = moment.world.things[index].zone
    for other, lit in group(moment, tree.Each(filter.among, zone), setting):  # type: ignore[arg-type]  # a zone's name is a str there
        beats = algebra.compare(own, op, stat_of(moment, filter.stat, other))
        compared = algebra.and_(lit, has_stat(moment, filter.stat, other))
        lits.append(algebra.or_(compared ^ 1, beats))
    return algebra.all_(lits)


def _has_counter(moment: Moment, filter: tree.HasCounter, index: int, setting: Setting) -> Lit:
    number = moment.world.things[index].counters_of(filter.kind, moment.algebra)
    return moment.algebra.compare(number, filter.op, filter.number)


def _has_attached(moment: Moment, filter: tree.HasAttached, index: int, setting: Setting) -> Lit:
    lits = [
        moment.algebra.all_([thing.alive, lit, matches(moment, filter.by, thing.index, setting)])
        for thing, lit in attached_to(moment, index)
    ]
    return moment.algebra.any_(lits)


def _is_attached_to(moment: Moment, filter: tree.IsAttachedTo, index: int, setting: Setting) -> Lit:
    algebra = moment.algebra
    lits = []
    for host, lit in hosts(moment.world.things[index]):
        if type(filter.to) in FILTERS:
            fits = matches(moment, filter.to, host, setting)  # type: ignore[arg-type]  # the table knows filters only
        else:
            hosts_meant = dict(referred(moment, filter.to, setting))  # type: ignore[arg-type]  # no filter: a reference
            fits = hosts_meant.get(host, FALSE)
        lits.append(algebra.and_(lit, fits))
    return algebra.any_(lits)


def _controlled_by(moment: Moment, filter: tree.ControlledBy, index: int, setting: Setting) -> Lit:
    """109.4: nobody controls what is neither a permanent, nor on the stack, nor an emblem.

    109.4d-g: nor one of the cards that have their place in the command zone.
    """
    thing = moment.world.things[index]
    if thing.zone not in _CONTROLLED:
        return FALSE
    if thing.zone == "command" and not is_at_home_in_command(thing):
        return FALSE
    if setting.affected is None and filter.player.startswith("affected"):
        setting = setting.about(index)  # "its controller", where nothing is being affected
    return player_is(moment, filter.player, moment.chars[index].yours, setting)


_CONTROLLED = (*IN_PLAY, "stack", "command")


def _is_ref(moment: Moment, filter: tree.Is, index: int, setting: Setting) -> Lit:
    return dict(referred(moment, filter.ref, setting)).get(index, FALSE)


def _shares_with(moment: Moment, filter: tree.SharesWith, index: int, setting: Setting) -> Lit:
    algebra, mine = moment.algebra, moment.chars[index]
    lits = [
        algebra.and_(is_meant, _share(mine, then.chars[other], filter.what, algebra))
        for then, other, is_meant in asked_of(moment, filter.ref, setting)
        if not (filter.other and other == index)
    ]
    return algebra.any_(lits)


def _share(one: Chars, other: Chars, what: str, algebra: Algebra) -> Lit:
    """Whether two objects have a value in common; "every creature type" may be either's."""
    if what == "mana value":
        return algebra.same(one.mana_value, other.mana_value)
    if what != "creature type":
        theirs = words_of(other, what)
        pairs = [(lit, theirs.get(word, FALSE)) for word, lit in words_of(one, what).items()]
    else:
        pairs = [
            (lit, those.has_subtype(word, algebra))
            for these, those in ((one, other), (other, one))
            for word, lit in words_of(these, what).items()
        ]
    return algebra.any_([algebra.and_(*pair) for pair in pairs])


def _is_tapped(moment: Moment, filter: object, index: int, setting: Setting) -> Lit:
    """110.5: where the steps leave it open, the path says whether it is."""
    thing, path = moment.world.things[index], moment.world.path
    so = path.is_tapped(thing.handle, thing.tapped, thing.may_be_tapped)
    return TRUE if so else thing.taps


def _unknown(moment: Moment, filter: object, index: int, setting: Setting) -> Lit:
    """109.1: what no board tells of an object; that it is a player is never so."""
    fact = filter.fact if isinstance(filter, tree.Unknown) else "is a commander"
    if fact in PLAYER_FACTS:
        return FALSE
    handle = moment.world.things[index].handle
    return TRUE if moment.world.path.is_so(fact, handle, speaker(moment, setting)) else FALSE


def _constant(test: Callable[[Thing], bool]) -> FilterRule:
    def rule(moment: Moment, filter: object, index: int, setting: Setting) -> Lit:
        return TRUE if test(moment.world.things[index]) else FALSE

    return rule


_RULES: dict[type, FilterRule] = {
    tree.AllOf: _all_unless(FALSE),
    tree.AnyOf: _all_unless(TRUE),
    tree.Not: lambda moment, filter, index, setting: (
        matches(moment, filter.part, index, setting) ^ 1
    ),
    tree.HasType: _has_type,
    tree.HasSubtype: _subtype,
    tree.HasSupertype: lambda moment, filter, index, setting: moment.chars[index].supertypes.get(
        filter.supertype, FALSE
    ),
    tree.HasColor: lambda moment, filter, index, setting: moment.chars[index].colors.get(
        chosen(filter.color, setting, moment), FALSE
    ),
    tree.ColorCount: _color_count,
    tree.Named: _named,
    tree.IsToken: lambda moment, filter, index, setting: moment.world.things[index].is_token,
    tree.IsPermanentCard: lambda moment, filter, index, setting: moment.algebra.any_(
        [moment.chars[index].types.get(word, FALSE) for word in PERMANENT_TYPES]
    ),
    tree.HasKeyword: _has_keyword,
    tree.HasNoAbilities: _has_no_abilities,
    tree.HasAbilityKind: _has_ability_kind,
    tree.StatIs: _stat_is,
    tree.IsExtreme: _is_extreme,
    tree.HasCounter: _has_counter,
    tree.HasAttached: _has_attached,
    tree.IsAttachedTo: _is_attached_to,
    tree.IsTapped: _is_tapped,
    tree.IsFaceDown: lambda moment, filter, index, setting: (
        TRUE if moment.world.things[index].down else moment.world.things[index].downs
    ),
    tree.IsTransformed: _constant(lambda thing: thing.face == 1 and thing.two_faced),
    # 707.10: a copy is put on the stack by an effect and has no card; nobody cast it.
    tree.WasCast: _constant(lambda thing: thing.zone == "stack" and thing.card is not None),
    tree.HasDesignation: lambda moment, filter, index, setting: (
        TRUE if filter.word in moment.world.things[index].marks else FALSE
    ),
    tree.InZone: lambda moment, filter, index, setting: (
        TRUE if filter.zone in ("any", moment.world.things[index].zone) else FALSE
    ),
    tree.ControlledBy: _controlled_by,
    tree.OwnedBy: lambda moment, filter, index, setting: player_is(
        moment, filter.player, moment.world.things[index].owner, setting
    ),
    tree.Other: lambda moment, filter, index, setting: FALSE if index == setting.source else TRUE,
    tree.Is: _is_ref,
    tree.SharesWith: _shares_with,
    tree.ExiledWith: lambda moment, filter, index, setting: (
        TRUE if index in linked(moment.present.world, setting) else FALSE
    ),
    tree.IsCommander: _unknown,
    tree.Unknown: _unknown,
}
FILTERS.update(_RULES)


# --- whether words can mean an object, for all that the board tells (115.1, 608.2b, 608.2d) -------

_UNTOLD = (tree.Fact, tree.Unknown, tree.UnknownAmount, tree.IsCommander)


def could_match(moment: Moment, filter: tree.Filter, index: int, setting: Setting) -> bool:
    """Whether it matches as far as the board can tell."""
    if isinstance(filter, tree.AllOf):
        return all(could_match(moment, part, index, setting) for part in filter.parts)
    if isinstance(filter, tree.AnyOf):
        return any(could_match(moment, part, index, setting) for part in filter.parts)
    if isinstance(filter, tree.Unknown) and filter.fact in PLAYER_FACTS:
        return False  # 109.1
    if any_node(filter, _UNTOLD) or _names_nobody(moment, filter, setting):
        return True
    return matches(moment, filter, index, setting) != FALSE


def _names_nobody(moment: Moment, filter: tree.Filter, setting: Setting) -> bool:
    """Whether it speaks of a player whom the board should name and doesn't."""
    words = {getattr(node, "player", "") for node in nodes(filter)} & set(UNTOLD_PLAYERS)
    return any(player_seat(moment, word, setting) is None for word in words)
