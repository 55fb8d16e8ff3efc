"""What the goal language's own claims mean in a circuit, beside the filters of the effect tree.

Imported for its effect: `matches` of the constraints and `reads` of `quick.reach` know them then.
"""

import re
from collections.abc import Iterable
from functools import cache

from striate.cards import tree
from striate.cards.meanings import intrinsic
from striate.cards.prose import same_ability, seal
from striate.cards.vocabulary import (
    BASIC_LAND_TYPES,
    CREATURE_TYPES,
    EVERY_CREATURE_TYPE,
    FAMILY_OF,
)
from striate.cards.walking import nodes
from striate.encodings.door import FILTERS, Chars, Moment, Setting, is_kind, matches
from striate.quick.reach import FURTHER_READS, Key, ability_key, reads
from striate.search.cone import ENTERING, OTHER_ABILITY, mark
from striate.search.goals import (
    Against,
    AttachedNumber,
    Claim,
    Goal,
    HasText,
    KindCount,
    OnlyAbilities,
    TapsFor,
    all_said,
    leaves,
)
from striate.solver.number import Number as Num
from striate.solver.terms import FALSE, TRUE, Lit

_ANY_COLOR = ("mana of any color", "mana of any one color", "mana in any combination of colors")
_COLORS = "WUBRG"
_SYMBOLS = re.compile(r"(?:an additional |, or |, | or |\{[WUBRGCSX\d/P]+\})+")


def _kind_count(moment: Moment, claim: KindCount, index: int, setting: Setting) -> Lit:
    algebra, chars = moment.algebra, moment.chars[index]
    if claim.kind == "card type":
        lits = list(chars.types.values())
    elif claim.kind == "supertype":
        lits = list(chars.supertypes.values())
    elif claim.kind == "basic land type":
        lits = [chars.subtypes.get(word, FALSE) for word in BASIC_LAND_TYPES]
    else:
        lits = _subtypes(moment, index, claim.kind)
    return algebra.compare(algebra.count(lits), claim.op, claim.number)


def _subtypes(moment: Moment, index: int, kind: str) -> list[Lit]:
    """702.73a: one that is every creature type has as many as there are."""
    chars = moment.chars[index]
    families = {"creature type": "creature", "land type": "land"}
    words = [word for word in chars.subtypes if word != EVERY_CREATURE_TYPE]
    if chars.subtypes.get(EVERY_CREATURE_TYPE, FALSE) != FALSE:
        words = list(dict.fromkeys((*words, *CREATURE_TYPES)))
    return [
        chars.has_subtype(word, moment.algebra)
        for word in words
        if kind == "subtype" or FAMILY_OF.get(word) == families[kind]
    ]


def _only_abilities(moment: Moment, claim: OnlyAbilities, index: int, setting: Setting) -> Lit:
    algebra = moment.algebra
    others = moment.chars[index].those(
        algebra, lambda each: not isinstance(each, tree.Static) and not allowed(claim, each)
    )
    return algebra.all_(lit ^ 1 for _, lit, _ in others)


@cache
def allowed(claim: OnlyAbilities, ability: tree.Ability) -> bool:
    """Whether it is one of those that the claim names; of what acts its mark is one.

    `ENTERING` stands beside the ability by which something happens as the object enters.
    """
    return ability == ENTERING or any(
        same_ability(ability, each) or ability == mark(each) for each in claim.abilities
    )


def _taps_for(moment: Moment, claim: TapsFor, index: int, setting: Setting) -> Lit:
    algebra = moment.algebra
    those = moment.chars[index].those(algebra, lambda each: gives(each, claim))
    return algebra.any_(lit for _, lit, _ in those)


def _against(moment: Moment, claim: Against, index: int, setting: Setting) -> Lit:
    """208.3: a noncreature has no power and toughness to be compared."""
    algebra, chars = moment.algebra, moment.chars
    pairs_: list[tuple[Lit, Lit]] = []
    for thing in moment.world.in_zone("battlefield"):
        if thing.index != index:
            meant = matches(
                moment, claim.other, thing.index, Setting(thing.index, TRUE, affected=thing.index)
            )
            so = algebra.all_(
                algebra.compare(
                    stat_of(chars[index], stat), claim.op, stat_of(chars[thing.index], stat)
                )
                for stat in claim.stats
            )
            sized = has_stats(chars[thing.index], *claim.stats)
            pairs_.append((algebra.all_([thing.alive, meant, sized]), so))
    found = [has_stats(chars[index], *claim.stats)]
    found.append(algebra.any_(algebra.and_(meant, so) for meant, so in pairs_))
    if claim.every:
        found += [algebra.or_(meant ^ 1, so) for meant, so in pairs_]
    return algebra.all_(found)


def _attached_number(moment: Moment, claim: AttachedNumber, index: int, setting: Setting) -> Lit:
    algebra = moment.algebra
    number: Num = 0
    here, worn = Setting(index, TRUE, affected=index), tree.IsAttachedTo(tree.Affected())
    for thing in moment.world.in_zone("battlefield"):
        fits = matches(moment, claim.what.by, thing.index, setting)
        fitting = [thing.alive, matches(moment, worn, thing.index, here), fits]
        number = algebra.add(number, algebra.select([(algebra.all_(fitting), 1)]))
    return algebra.compare(number, claim.op, claim.number)


def stat_of(chars: Chars, stat: str) -> Num:
    sizes = {"power": chars.power, "toughness": chars.toughness, "mana value": chars.mana_value}
    return sizes[stat]


def has_stats(chars: Chars, *stats: str) -> Lit:
    return TRUE if stats == ("mana value",) else chars.types.get("Creature", FALSE)


@cache
def gives(ability: tree.Ability, claim: TapsFor) -> bool:
    """605.1a, 107.5: a mana ability with {T} in its cost that can add such mana."""
    if not isinstance(ability, tree.Activated) or "{T}" not in ability.cost:
        return False
    if not is_kind(ability, "mana"):
        return False
    added = [node.mana for node in nodes(ability.body) if isinstance(node, tree.AddMana)]
    return claim.mana == "any" or any(_adds(words, claim) for words in added)


def _adds(words: str, claim: TapsFor) -> bool:
    if _SYMBOLS.fullmatch(words):
        return f"{{{claim.mana}}}" in words
    # Which mana another object decides is not told here.
    return claim.maybe or (claim.mana in _COLORS and words.endswith(_ANY_COLOR))


def texts_told_apart(goal: Goal, faces: Iterable[tree.Face]) -> frozenset[tree.Ability]:
    """The abilities of these, granted ones too, whose kind or mana the goal asks about."""
    claims = [each for each in _own(goal) if isinstance(each, TapsFor | tree.HasAbilityKind)]
    if not claims:
        return frozenset()
    printed: set[tree.Ability] = {intrinsic(word) for word in BASIC_LAND_TYPES}
    for face in faces:
        for node in nodes(face.abilities):
            if isinstance(node, tree.Ability):
                printed |= {node, seal(node)[0]}  # as the text has it, and as a board does
    return frozenset(each for each in printed if any(_is_told(each, claim) for claim in claims))


def _is_told(ability: tree.Ability, claim: TapsFor | tree.HasAbilityKind) -> bool:
    if isinstance(claim, TapsFor):
        return gives(ability, claim)
    return is_kind(ability, claim.kind)


def wanted_texts(goal: Goal) -> frozenset[tree.Ability]:
    """The abilities that a goal names."""
    named: set[tree.Ability] = set()
    for each in _own(goal):
        if isinstance(each, HasText):
            named.add(each.ability)
        elif isinstance(each, OnlyAbilities):
            named |= set(each.abilities)
    others = (
        {OTHER_ABILITY} if any(isinstance(each, OnlyAbilities) for each in _own(goal)) else set()
    )
    return frozenset(seal(each)[0] for each in named) | others


def _own(goal: Goal) -> list[Claim]:
    return [each for claim in all_said(goal) for each in leaves(claim)]


def _kind_keys(claim: KindCount) -> set[Key]:
    if claim.kind in ("card type", "supertype"):
        return {("type" if claim.kind == "card type" else "supertype", "*")}
    if claim.kind == "basic land type":
        return {("subtype", word) for word in BASIC_LAND_TYPES}
    return {("subtype", "*")}


def _only_keys(claim: OnlyAbilities) -> set[Key]:
    return {("ability", "*"), ("text", "*"), *map(ability_key, claim.abilities)}


def _tap_keys(claim: TapsFor) -> set[Key]:
    basics = {("subtype", word) for word in BASIC_LAND_TYPES}
    return {("ability", "*"), ("text", "*"), ("type", "Land"), *basics}


def _stat_keys(claim: Against) -> set[Key]:
    each = (reads(tree.StatOf(stat, tree.Affected())) for stat in claim.stats)
    return {("type", "Creature")}.union(*each)


FILTERS.update({KindCount: _kind_count, OnlyAbilities: _only_abilities, TapsFor: _taps_for,
                Against: _against, AttachedNumber: _attached_number})  # fmt: skip
FURTHER_READS.update({KindCount: _kind_keys, OnlyAbilities: _only_keys, TapsFor: _tap_keys,
                      Against: _stat_keys,
                      AttachedNumber: lambda claim: set(reads(claim.what))})  # fmt: skip
