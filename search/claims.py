"""What the goal language's own claims mean in a circuit, beside the filters of the effect tree.

Imported for its effect: `matches` of the constraints and `reads` of `quick.reach` know them then.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product, starmap

from striate.cards import tree
from striate.cards.meanings import intrinsic, meaning
from striate.cards.prose import in_full, in_short, same_ability, seal
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
    WordKind,
    all_said,
    leaves,
)
from striate.solver.number import Number as Num
from striate.solver.terms import FALSE, TRUE, Lit

_ANY_COLOR = ("mana of any color", "mana of any one color", "mana in any combination of colors")
_COLORS = "WUBRG"
_SYMBOLS = re.compile(r"(?:an additional |, or |, | or |\{[WUBRGCSX\d/P]+\})+")


def _kind_count(moment: Moment, claim: KindCount, index: int, setting: Setting) -> Lit:
    algebra, lits = moment.algebra, words_of(moment, index, claim.kind).values()
    return algebra.compare(algebra.count(lits), claim.op, claim.number)


def words_of(moment: Moment, index: int, kind: WordKind) -> dict[str, Lit]:
    """What it may have of what two objects can have in common; 201.2a: no name is none.

    702.73a: one that is every creature type has as many as there are.
    """
    chars = moment.chars[index]
    plain = {
        "card type": chars.types, "supertype": chars.supertypes, "color": chars.colors,
        "name": {name: lit for name, lit in chars.names.items() if name},
        "controller": {"you": chars.yours, "opponent": chars.yours ^ 1},
        "basic land type": {each: chars.subtypes.get(each, FALSE) for each in BASIC_LAND_TYPES},
    }  # fmt: skip
    if kind in plain:
        return plain[kind]
    families = {"creature type": "creature", "land type": "land"}
    words = [word for word in chars.subtypes if word != EVERY_CREATURE_TYPE]
    if chars.subtypes.get(EVERY_CREATURE_TYPE, FALSE) != FALSE:
        words = list(dict.fromkeys((*words, *CREATURE_TYPES)))
    return {
        word: chars.has_subtype(word, moment.algebra)
        for word in words
        if kind == "subtype" or FAMILY_OF.get(word) == families[kind]
    }


def in_common(moment: Moment, one: int, other: int, kind: WordKind) -> Lit:
    algebra, words = moment.algebra, words_of(moment, other, kind)
    pairs_ = ((lit, words.get(word, FALSE)) for word, lit in words_of(moment, one, kind).items())
    return algebra.any_([algebra.and_(*each) for each in pairs_])


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
    marked = ability == ENTERING or any(ability == mark(each) for each in claim.abilities)
    return marked or all(
        any(same_ability(each, named) for named in claim.abilities) for each in in_full(ability)
    )


def _taps_for(moment: Moment, claim: TapsFor, index: int, setting: Setting) -> Lit:
    algebra = moment.algebra
    those = moment.chars[index].those(algebra, lambda each: gives(each, claim))
    return algebra.any_(lit for _, lit, _ in those)


def _against(moment: Moment, claim: Against, index: int, setting: Setting) -> Lit:
    """208.3: a noncreature has no power and toughness to be compared."""
    algebra, chars = moment.algebra, moment.chars
    number = claim.which == "number"

    def compared(stat: tree.Stat, theirs: Num, part: Against = claim) -> Lit:
        right = algebra.add(algebra.times(part.factor, theirs), part.more)
        return algebra.compare(stat_of(chars[index], stat), part.op, right)

    meant: dict[int, Lit] = {}
    sizes: list[tuple[Against, tree.Stat]]
    sizes = [(part, stat) for part in claim.all() for stat in part.stats]
    for thing in moment.world.in_zone("battlefield"):
        if thing.index != index or number:
            here = Setting(thing.index, TRUE, affected=thing.index)
            fits = [thing.alive, matches(moment, claim.other, thing.index, here)]
            sized = has_stats(chars[thing.index], *(part.theirs_of(stat) for part, stat in sizes))
            meant[thing.index] = algebra.all_([*fits, *([] if number else [sized])])
    own = has_stats(chars[index], *(stat for _, stat in sizes))
    has_stat = algebra.any_(meant.values())
    if claim.which in ("sum", "number"):
        sums: dict[tree.Stat, Num] = dict.fromkeys(claim.stats, 0)
        for stat, (n, lit) in product(claim.stats, meant.items()):
            value = 1 if number else stat_of(chars[n], claim.theirs_of(stat))
            sums[stat] = algebra.add(sums[stat], algebra.select([(lit, value)]))
        return algebra.all_([own, TRUE if number else has_stat, *starmap(compared, sums.items())])
    so = {
        n: algebra.all_([
            *(compared(a, stat_of(chars[n], part.theirs_of(a)), part) for part, a in sizes),
            *(in_common(moment, index, n, kind) ^ (part.op == "!=")
              for part in claim.all() for kind in part.shared),
        ])
        for n in meant
    }  # fmt: skip
    if claim.which == "every":
        return algebra.all_([own, has_stat, *(algebra.or_(meant[n] ^ 1, so[n]) for n in meant)])
    return algebra.and_(own, algebra.any_(algebra.and_(meant[n], so[n]) for n in meant))


def _attached_number(moment: Moment, claim: AttachedNumber, index: int, setting: Setting) -> Lit:
    algebra = moment.algebra
    here, worn = Setting(index, TRUE, affected=index), tree.IsAttachedTo(tree.Affected())
    fitting = [
        algebra.all_([
            thing.alive,
            matches(moment, worn, thing.index, here),
            matches(moment, claim.what.by, thing.index, setting),
        ])
        for thing in moment.world.in_zone("battlefield")
    ]  # fmt: skip
    return algebra.compare(algebra.count(fitting), claim.op, claim.number)


def stat_of(chars: Chars, stat: str) -> Num:
    sizes = {"power": chars.power, "toughness": chars.toughness, "mana value": chars.mana_value}
    return sizes[stat]


def has_stats(chars: Chars, *stats: str) -> Lit:
    return TRUE if {*stats} <= {"mana value"} else chars.types.get("Creature", FALSE)


@cache
def gives(ability: tree.Ability, claim: TapsFor) -> bool:
    """605.1a, 107.5: a mana ability with {T} in its cost that can add such mana."""
    if not isinstance(ability, tree.Activated) or "{T}" not in ability.cost:
        return False
    if not is_kind(ability, "mana"):
        return False
    added = (words for node in nodes(ability.body) for words in _mana_of(node))
    return claim.mana == "any" or any(_adds(words, claim) for words in added)


def _mana_of(node: tree.Node) -> Iterator[str]:
    """The words that say which mana is added; of a step that does nothing else to a board, too."""
    if isinstance(node, tree.AddMana):
        yield node.mana
    elif isinstance(node, tree.Inert) and node.words.startswith("add "):
        yield node.words.partition(",")[0]
        yield from (part for part in node.parts if isinstance(part, str))


def is_open(ability: tree.Node) -> bool:
    """Whether it taps for mana of which its words don't tell the colour."""
    if not isinstance(ability, tree.Activated):
        return False
    may, does = ({color for color in _COLORS if gives(ability, TapsFor(color, maybe))}
                 for maybe in (True, False))  # fmt: skip
    return may != does


def _adds(words: str, claim: TapsFor) -> bool:
    if _SYMBOLS.fullmatch(words):
        return f"{{{claim.mana}}}" in words
    # Which mana another object decides is not told here.
    return claim.maybe or (claim.mana in _COLORS and words.endswith(_ANY_COLOR))


def texts_told_apart(
    goal: Goal, texts: Iterable[tuple[tree.Ability, ...]]
) -> frozenset[tree.Ability]:
    """The abilities of these, granted ones too, whose kind or mana the goal asks about."""
    claims = [each for each in _own(goal) if isinstance(each, TapsFor | tree.HasAbilityKind)]
    if not claims:
        return frozenset()
    printed: set[tree.Ability] = {intrinsic(word) for word in BASIC_LAND_TYPES}
    for abilities in texts:
        words = (each for each in nodes(abilities) if isinstance(each, tree.Keyword))
        for node in nodes((abilities, tuple(map(meaning, words)))):
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
    others: set[tree.Ability] = set()
    for each in _own(goal):
        if isinstance(each, HasText):
            named.add(each.ability)
        elif isinstance(each, OnlyAbilities):
            named.update(each.abilities)
            others.add(OTHER_ABILITY)
    named |= {short for each in named for short in in_short(each)}
    return frozenset(seal(each)[0] for each in named) | others


def _own(goal: Goal) -> list[Claim]:
    return [each for claim in all_said(goal) for each in leaves(claim)]


def word_keys(kind: WordKind) -> set[Key]:
    if kind == "basic land type":
        return {("subtype", word) for word in BASIC_LAND_TYPES}
    key = "subtype" if kind in ("creature type", "land type") else kind.removeprefix("card ")
    return {(key, "*")}


def _only_keys(claim: OnlyAbilities) -> set[Key]:
    return {("ability", "*"), ("text", "*"), *map(ability_key, claim.abilities)}


def _tap_keys(claim: TapsFor) -> set[Key]:
    basics = {("subtype", word) for word in BASIC_LAND_TYPES}
    return {("ability", "*"), ("text", "*"), ("type", "Land"), *basics}


def _against_keys(claim: Against) -> set[Key]:
    stats: set[tree.Stat] = {*claim.stats, *map(claim.theirs_of, claim.stats)}
    each = (reads(tree.StatOf(stat, tree.Affected())) for stat in stats)
    sized = {("type", "Creature")} if stats else set[Key]()
    further = _against_keys(claim.also) if claim.also else ()
    return sized.union(*each, *map(word_keys, claim.shared), further)


FILTERS.update({KindCount: _kind_count, OnlyAbilities: _only_abilities, TapsFor: _taps_for,
                Against: _against, AttachedNumber: _attached_number})  # fmt: skip
FURTHER_READS.update({KindCount: lambda claim: word_keys(claim.kind), OnlyAbilities: _only_keys,
                      TapsFor: _tap_keys, Against: _against_keys,
                      AttachedNumber: lambda claim: set(reads(claim.what))})  # fmt: skip
