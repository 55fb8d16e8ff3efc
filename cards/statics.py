"""Static abilities: subject, predicates, conditions (604, 611.3, 613.1).

A sentence is [condition,] subject predicates [condition]. Each predicate (`verb phrase`) is a
tuple of changes; the sentence's changes make one effect, ordered by layer, with all abilities
lost before others are gained. "Its" and "it" are bound to the subject; for a group they stay
`Affected`, and a condition on each member becomes part of the filter. The phrase "static line"
is a whole paragraph; characteristic-defining abilities are recognised by 604.3a.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from striate.cards import conditions, keywords, restrictions, tree
from striate.cards.amounts import has_x, plus, with_x
from striate.cards.grammar import NOTHING, Reading, alias, lists, rule, terminal, words
from striate.cards.normal import Tokens
from striate.cards.nouns import all_of, any_of, bind
from striate.cards.predicates import scaled, shape_changes
from striate.cards.tree import (
    Change,
    Condition,
    Each,
    Effect,
    GainAbilities,
    LoseAllAbilities,
    Matches,
    ModifyPT,
    Num,
    RemoveTypes,
    SetBasePT,
    Static,
    This,
    Who,
)
from striate.cards.vocabulary import FAMILY_OF

PARTS = (conditions, keywords, restrictions)

# Changes of one effect in the order of their layers (613.1, 613.4).
_ORDER: tuple[type, ...] = (
    tree.BecomeCopy, tree.SetController, tree.FullTextOf, tree.SetName, tree.SetTypes,
    tree.RemoveTypes, tree.SetSubtypes, tree.SubtypesOf, tree.AddTypes, tree.SetColors,
    tree.AddColors, tree.ColorsLike, tree.LoseAllAbilities, tree.LoseAbilities, tree.CantHave,
    tree.GainAbilities, tree.GainAbilitiesOf, tree.DefinePT, tree.SetBasePT, tree.ModifyPT,
    tree.SwitchPT, tree.Restrict,
)  # fmt: skip
_RANK = {kind: rank for rank, kind in enumerate(_ORDER)}

# Marks of "all other ..." until the predicates of a sentence are put together.
_OTHER_ABILITIES = "all other abilities"
_OTHER_TYPES = "all other card types"
_OTHER_CREATURE_TYPES = "all other creature types"

rule("plural shape words", "<word:plural type word>")(lambda word: (word,))
alias("type words", "<value:plural shape words>")

# --- power and toughness --------------------------------------------------------------------------

rule("verb phrase", "[also] (gets|get) [an additional] <change:pt change>")(
    lambda change: (change,)
)


@rule("verb phrase", "(gets|get) [an additional] <change:pt change> for each <amount:each counted>")
def _gets_for_each(change: ModifyPT, amount: Any) -> Any:
    return NOTHING if has_x(change) else (scaled(change, amount),)


rule("verb phrase", "(has|have) base power and toughness <box:pt box>")(lambda box: (box,))
rule("verb phrase", "(has|have) base power and toughness <box:pt box> and <more:abilities>")(
    lambda box, more: (box, GainAbilities(more))
)
rule("verb phrase", "(has|have) base power and toughness <box:pt box> <more:ability items tail>")(
    lambda box, more: (box, GainAbilities(tuple(ability for item in more for ability in item)))
)
rule("with part", "with base power and toughness <box:pt box> <more:ability items tail>")(
    lambda box, more: (box, tuple(ability for item in more for ability in item))
)
rule("verb phrase", "(has|have) base power <one:number> [and base toughness <two:number>]")(
    lambda one, two=None: (SetBasePT(Num(one), None if two is None else Num(two)),)
)
rule("verb phrase", "(has|have) base toughness <two:number>")(
    lambda two: (SetBasePT(None, Num(two)),)
)
rule(
    "verb phrase",
    "(has|have) [base] power and [base] toughness each equal to <amount:measured>",
    "(has|have) base power and base toughness each equal to <amount:measured>",
)(lambda amount: (SetBasePT(amount, amount),))
rule("verb phrase", "(has|have) base power equal to <amount:measured>")(
    lambda amount: (SetBasePT(amount, None),)
)
rule(
    "verb phrase",
    "(has|have) base power equal to <one:measured> and base toughness equal to <two:measured>",
)(lambda one, two: (SetBasePT(one, two),))
rule("verb phrase", "(has|have) base toughness equal to <amount:measured>")(
    lambda amount: (SetBasePT(None, amount),)
)
rule("verb phrase", "switches power and toughness")(lambda: (tree.SwitchPT(),))

# --- abilities ------------------------------------------------------------------------------------

rule("verb phrase", "[also] (has|have) <abilities>")(lambda abilities: (GainAbilities(abilities),))


@rule(
    "verb phrase",
    "(has|have) <name:cost keyword>. (the|its) <again:cost keyword> cost is equal to <what:cost of>",
)
def _with_own_cost(name: str, again: str, what: str) -> Any:
    """702: a keyword whose cost is read from each object that has it."""
    return (GainAbilities((tree.Keyword(name, words=what),)),) if name == again else NOTHING


@terminal("cost of", {"its", "the", "that", "their"})
def _cost_of(tokens: Tokens, at: int) -> Iterator[Reading]:
    end = at
    while end < len(tokens.keys) and tokens.keys[end] not in (".", '"'):
        end += 1
    words_read = tokens.slice(at, end)
    if "mana cost" in words_read:
        yield end, f"cost equal to {words_read}"


@rule("verb phrase", "(has|have) <name:cost keyword> <cost:mana cost> <amount:where x>")
def _keyword_x(name: str, cost: str, amount: Any) -> Any:
    if cost != "{X}":
        return NOTHING
    return (GainAbilities((tree.Keyword(name, cost, amount=amount),)),)


rule("verb phrase", "(loses|lose) <abilities>")(lambda abilities: (tree.LoseAbilities(abilities),))
rule("verb phrase", "(loses|lose) all abilities")(lambda: (LoseAllAbilities(),))
rule("verb phrase", "(loses|lose) all abilities except mana abilities")(
    lambda: (LoseAllAbilities(only="not mana"),)
)
rule("verb phrase", "(loses|lose) all <kind=activated|triggered|mana|keyword> abilities")(
    lambda kind: (LoseAllAbilities(only=kind),)
)
words(
    "lost",
    {
        "abilities": (_OTHER_ABILITIES,),
        "card types": (_OTHER_TYPES,),
        "types": (_OTHER_TYPES,),
        "creature types": (_OTHER_CREATURE_TYPES,),
        "card types and creature types": (_OTHER_TYPES,),
        "card types and abilities": (_OTHER_TYPES, _OTHER_ABILITIES),
        "abilities and card types": (_OTHER_TYPES, _OTHER_ABILITIES),
        "types and abilities": (_OTHER_TYPES, _OTHER_ABILITIES),
        "abilities, card types, and creature types": (_OTHER_TYPES, _OTHER_ABILITIES),
        "card types, subtypes, and abilities": (_OTHER_TYPES, _OTHER_ABILITIES),
    },
)
rule("verb phrase", "(loses|lose) all other <lost>")(lambda lost: lost)
rule("verb phrase", "(loses|lose) all land types and abilities")(
    lambda: (RemoveTypes(all_subtypes=("land",)), LoseAllAbilities())
)
rule("verb phrase", "(loses|lose) all <family=creature|land|artifact|enchantment> types")(
    lambda family: (RemoveTypes(all_subtypes=(family,)),)
)
rule("verb phrase", "(is|are) named <name:card name>")(lambda name: (tree.SetName(name),))
rule("verb phrase", "(has|have) the creature types of <card:other card> [<beside:beside others>]")(
    lambda card, beside=False: (tree.SubtypesOf(card, "creature", add=bool(beside)),)
)
rule("other card", "the exiled card")(lambda: tree.LinkedCard())
rule("other card", "the top card of your <zone=library|graveyard>")(lambda zone: tree.TopCard(zone))
rule("verb phrase", "(has|have) the full text of <card:other card> and the text <kept:quoted>")(
    lambda card, kept: (tree.FullTextOf(card, kept),)
)
rule("verb phrase", "(has|have) each of <names:keyword names> found on <group:groups>")(
    lambda names, group: (tree.GainAbilitiesOf(group, "keywords", names),)
)


rule("verb phrase", "can't have or gain <barred:abilities>", "can't have <barred:abilities>")(
    lambda barred: (tree.CantHave(barred),)
)
words(
    "all of their",
    {
        "all activated abilities of": "activated",
        "the activated abilities of": "activated",
        "each activated ability of": "activated",
        "all triggered abilities of": "triggered",
        "all activated and triggered abilities of": "activated and triggered",
        "all activated abilities and all triggered abilities of": "activated and triggered",
        "all abilities of": "all",
    },
)
rule("owners", "[all|each] <group:groups>")(lambda group: group)
rule("owners", "the <group:groups>")(lambda group: group if group.zone == "exile" else NOTHING)
rule("owners", "the exiled card", "the exiled creature card")(lambda: tree.LinkedCard())
alias("owners", "<value:ref>")
rule("verb phrase", "(has|have) <kind:all of their> <owner:owners>")(
    lambda kind, owner: (tree.GainAbilitiesOf(owner, kind),)
)

# --- types and colours ----------------------------------------------------------------------------


@rule("verb phrase", "(is|are|becomes|become) <shape:full shape>")
def _is(shape: Any) -> Any:
    changes = shape_changes(shape)
    return changes or NOTHING


lists("type word list", "type word", joins="and")


@rule(
    "verb phrase", "(is|are) [<also=also>] [a|an] <parts:type word list> [<beside:beside others>]"
)
def _is_each_of(parts: Any, also: str | None = None, beside: bool = False) -> Any:
    """205.1a: several subtypes of one family: "is a Mountain, Forest, and Plains"."""
    names = tuple(sorted(part.subtype for part in parts if isinstance(part, tree.HasSubtype)))
    families = {FAMILY_OF.get(name) for name in names}
    if len(names) != len(parts) or (len(parts) < 2 and not also) or len(families) != 1:
        return NOTHING
    if also or beside:
        return (tree.AddTypes(subtypes=names),)
    return (tree.SetSubtypes(FAMILY_OF[names[0]], names),)


@rule("verb phrase", "(is|are) <shape:full shape> named <name:card name>")
def _is_named(shape: Any, name: str) -> Any:
    """612.8: its name is set too."""
    changes = shape_changes(shape)
    return (tree.SetName(name), *changes) if changes else NOTHING


@rule(
    "verb phrase",
    "(is|are) <one:shape> and <words:type words> in addition to (its|their) other types",
)
def _is_two(one: Any, words: Any) -> Any:
    """205.1b: "1/1 green Elf creatures and Forest lands in addition to their other types"."""
    types = tuple(part.type for part in words if isinstance(part, tree.HasType))
    subtypes = tuple(part.subtype for part in words if isinstance(part, tree.HasSubtype))
    if not one.types or not types or one.supertypes:
        return NOTHING
    added = tree.AddTypes(
        tuple(sorted({*one.types, *types})), tuple(sorted({*one.subtypes, *subtypes}))
    )
    colors = () if one.colors is None else (tree.SetColors(one.colors),)
    box = () if one.box is None else (one.box,)
    return (added, *colors, *box)


rule("verb phrase", "(is|are) <color:set colors>")(lambda color: (color,))
rule("verb phrase", "(is|are) <colors:color words> in addition to (its|their) other colors")(
    lambda colors: (tree.AddColors(colors),) if colors else NOTHING
)
rule("verb phrase", "(is|are) the chosen color in addition to (its|their) other colors")(
    lambda: (tree.AddColors(("@color",)),)
)
words(
    "every type",
    {
        "every creature type": "creature type",
        "every basic land type": "basic land type",
        "every land type": "land type",
        "all creature types": "creature type",
        "all basic land types": "basic land type",
    },
)
words(
    "beside others",
    {
        f"in addition to {its} other {what}": True
        for its in ("its", "their")
        for what in ("types", "creature types", "land types", "card types")
    },
)


@rule("verb phrase", "(is|are) <every:every type> [<beside:beside others>]")
@rule("verb phrase", "(has|have) <every:every type>")
def _every(every: str, beside: bool = False) -> Any:
    if every != "creature type" and not beside:
        return NOTHING
    return (tree.AddTypes(every=(every,)),)


words(
    "chosen type",
    {
        "the chosen type": ("creature", "@creature type"),
        "the chosen creature type": ("creature", "@creature type"),
        "the chosen basic land type": ("land", "@basic land type"),
        "the chosen land type": ("land", "@land type"),
    },
)
rule("verb phrase", "(is|are|has|have) <chosen:chosen type> <beside:beside others>")(
    lambda chosen, beside: (tree.AddTypes(subtypes=(chosen[1],)),)
)
rule("verb phrase", "(is|are) <chosen:chosen type>")(
    lambda chosen: (tree.SetSubtypes(chosen[0], (chosen[1],)),)
)
rule("verb phrase", "(is|are) not [a|an] <kind:card type>", "(is|are) not <kind:plural card type>")(
    lambda kind: (RemoveTypes(types=(kind,)),)
)
words(
    "plural card type",
    {f"{name.lower()}s": name for name in ("Creature", "Land", "Artifact", "Enchantment")},
)
rule("verb phrase", "(is|are) not <supertype>", "(is|are) no longer <supertype>")(
    lambda supertype: (RemoveTypes(supertypes=(supertype,)),)
)

rule("shape still", "that are still <kind:plural card type>")(lambda kind: kind)

# --- sentences ------------------------------------------------------------------------------------

rule("spoken", "[it|they] <one:verb phrase>", "it is <one:spoken shape>")(lambda one: one)


@rule("spoken shape", "<shape:full shape>")
def _spoken_shape(shape: Any) -> Any:
    return shape_changes(shape) or NOTHING


rule("predicates", "<one:verb phrase>")(lambda one: one)
rule("more predicates", "<one:spoken>")(lambda one: one)
rule("more predicates", "<one:spoken> (and|, and|,) <more:more predicates>")(
    lambda one, more: (*one, *more)
)
rule("predicates", "<one:verb phrase> (and|, and|,) <more:more predicates>")(
    lambda one, more: (*one, *more)
)


def compose(marked: tuple[Any, ...]) -> Any:
    """The changes of a sentence in layer order; NOTHING if its words do not go together."""
    changes: list[Change] = [part for part in marked if not isinstance(part, str)]
    marks = {part for part in marked if isinstance(part, str)}
    kinds = [type(change) for change in changes]
    if LoseAllAbilities in kinds and GainAbilities in kinds[: kinds.index(LoseAllAbilities)]:
        return NOTHING
    barred = {change.abilities for change in changes if isinstance(change, tree.CantHave)}
    changes = [
        change
        for change in changes
        if not (isinstance(change, tree.LoseAbilities) and change.abilities in barred)
    ]
    if _OTHER_ABILITIES in marks:
        changes.append(LoseAllAbilities())
    if _OTHER_TYPES in marks:
        changes = _only_these_types(changes)
        if not changes:
            return NOTHING
    if _OTHER_CREATURE_TYPES in marks and not any(
        isinstance(change, (tree.SetSubtypes, tree.SetTypes)) and change.subtypes
        for change in changes
    ):
        return NOTHING
    return tuple(sorted(_joined(changes), key=lambda change: _RANK[type(change)]))


def _only_these_types(changes: list[Change]) -> list[Change]:
    """205.1a: "and loses all other card types" makes added types the only ones."""
    types: list[str] = []
    subtypes: list[str] = []
    supertypes: list[str] = []
    rest: list[Change] = []
    for change in changes:
        if isinstance(change, (tree.SetTypes, tree.AddTypes)) and not change.every:
            types += change.types
            subtypes += change.subtypes
            supertypes += change.supertypes
        elif isinstance(change, tree.SetSubtypes):
            subtypes += change.subtypes
        else:
            rest.append(change)
    if not types:
        return []
    only = tree.SetTypes(tuple(sorted(types)), tuple(sorted(subtypes)), tuple(sorted(supertypes)))
    return [only, *rest]


def _joined(changes: list[Change]) -> list[Change]:
    """Abilities that are gained in several predicates are gained together."""
    gained = [ability for c in changes if isinstance(c, GainAbilities) for ability in c.abilities]
    rest: list[Change] = [c for c in changes if not isinstance(c, GainAbilities)]
    return [*rest, GainAbilities(tuple(gained))] if gained else rest


def effect_of(who: Who, marked: tuple[Any, ...], condition: Condition | None = None) -> Any:
    """One effect; pronouns are bound to its subject."""
    changes = compose(marked)
    if changes is NOTHING or not changes:
        return NOTHING
    if who != This():
        changes, condition = _other_than_it(changes), _other_than_it(condition)
    if isinstance(who, Each):
        return _group_effect(who, changes, condition)
    return Effect(who, bind(changes, who), bind(condition, who))


def _other_than_it(value: Any) -> Any:
    """ "Each other creature" after the subject is other than the object that is affected."""
    if isinstance(value, tree.Other):
        return tree.Not(tree.Is(tree.Affected()))
    if isinstance(value, tuple):
        return tuple(_other_than_it(part) for part in value)
    if not isinstance(value, tree.Node) or isinstance(value, GainAbilities):
        return value
    if isinstance(value, tree.AllOf):
        return all_of(_other_than_it(part) for part in value.parts)
    changed = {
        name: new
        for name in value.__struct_fields__
        if (new := _other_than_it(getattr(value, name))) != getattr(value, name)
    }
    return msgspec.structs.replace(value, **changed) if changed else value


def _group_effect(who: Each, changes: Any, condition: Condition | None) -> Any:
    """A condition on each member of a group narrows the group."""
    narrowed = who.filter
    rest: list[Condition] = []
    for part in condition.parts if isinstance(condition, tree.Every) else (condition,):
        if isinstance(part, Matches) and isinstance(part.ref, tree.Affected):
            narrowed = all_of((narrowed, part.filter))
        elif part is not None:
            if _speaks_of_affected(part):
                return NOTHING
            rest.append(part)
    whole = tree.Every(tuple(rest)) if len(rest) > 1 else rest[0] if rest else None
    return Effect(Each(narrowed, who.zone), changes, whole)


def _speaks_of_affected(value: Any) -> bool:
    if isinstance(value, tree.Affected) or value in ("affected controller", "affected owner"):
        return True
    if isinstance(value, tuple):
        return any(_speaks_of_affected(part) for part in value)
    if isinstance(value, tree.Node):
        return any(_speaks_of_affected(getattr(value, n)) for n in value.__struct_fields__)
    return False


def both(*given: Condition | None) -> Condition | None:
    """All conditions that there are."""
    parts: list[Condition] = []
    for condition in given:
        if isinstance(condition, tree.Every):
            parts += condition.parts
        elif condition is not None:
            parts.append(condition)
    if len(parts) > 1:
        return tree.Every(tuple(parts))
    return parts[0] if parts else None


rule("subject", "[all|each] <group:groups>", "each of <group:groups>")(lambda group: group)
rule("subject", "~")(lambda: This())
alias("subject", "<value:attached>")


@rule("clause", "<who:subject> <marked:predicates> [<after:trailing>]")
def _clause(who: Who, marked: Any, after: Condition | None = None) -> Any:
    effect = effect_of(who, marked, after)
    return NOTHING if effect is NOTHING else (effect,)


@rule("clause", "[all|each] <one:closed group> and <two:closed group> <marked:predicates>")
@rule(
    "clause",
    "[all|each] <one:closed group>, <two:closed group>, and <three:closed group> <marked:predicates>",
)
def _in_zones(one: Each, two: Each, marked: Any, three: Each | None = None) -> Any:
    """Groups in different zones: "lands you control and land cards in your library"."""
    groups = [one, two, *([three] if three else [])]
    if len({group.zone for group in groups}) < 2:
        return NOTHING
    effects = tuple(effect_of(group, marked) for group in groups)
    return NOTHING if NOTHING in effects else effects


@rule("clause", "~ and <who:attached> each <marked:predicates> [<after:trailing>]")
@rule("clause", "~ and <who:attached> <marked:predicates> [<after:trailing>]")
def _this_and_attached(who: Who, marked: Any, after: Condition | None = None) -> Any:
    effects = (effect_of(This(), marked, after), effect_of(who, marked, after))
    return NOTHING if NOTHING in effects else effects


@rule("clause", "~ and [all|each] <group:group> <marked:predicates> [<after:trailing>]")
@rule("clause", "each of ~ and <group:group> <marked:predicates> [<after:trailing>]")
def _this_and_others(group: Each, marked: Any, after: Condition | None = None) -> Any:
    effects = (effect_of(This(), marked, after), effect_of(group, marked, after))
    return NOTHING if NOTHING in effects else effects


@rule("clause", "<who:attached> and <group:group> <marked:predicates> [<after:trailing>]")
def _attached_and_others(who: Who, group: Each, marked: Any, after: Any = None) -> Any:
    effects = (effect_of(who, marked, after), effect_of(group, marked, after))
    return NOTHING if NOTHING in effects else effects


@rule("clause", "(both creatures|each of those creatures) <marked:predicates>")
def _both_paired(marked: Any) -> Any:
    """702.95: the two creatures that are paired, after "as long as ~ is paired ..."."""
    paired = Each(tree.Unknown("paired with ~"))
    effects = (effect_of(This(), marked), effect_of(paired, marked))
    return NOTHING if NOTHING in effects else effects


rule("subject", "the chosen <kind=creature|permanent|land>")(lambda kind: tree.ChosenObject(kind))
rule("subject", "the top card of your <zone=library|graveyard>")(lambda zone: tree.TopCard(zone))
rule("subject", "the first <group> each turn", "the first <group> during each of your turns")(
    lambda group: Each(all_of((group.filter, tree.Unknown("the first each turn"))), group.zone)
)


@rule("clause", "you and [each] <group:groups> <marked:predicates> [<after:trailing>]")
@rule("clause", "you and ~ <marked:predicates> [<after:trailing>]")
def _you_and(marked: Any, group: Any = None, after: Condition | None = None) -> Any:
    """A player has the keyword too: that is no characteristic of an object."""
    if marked != (GainAbilities((tree.Keyword("hexproof"),)),):
        return NOTHING
    player = Effect(This(), (tree.Restrict("you have hexproof"),), after)
    effect = effect_of(group or This(), marked, after)
    return NOTHING if effect is NOTHING else (effect, player)


@rule("clause", "you, <one:closed group>, and <two:closed group> <marked:predicates>")
def _you_and_groups(one: Each, two: Each, marked: Any) -> Any:
    return _you_and(marked, Each(any_of((one.filter, two.filter)), one.zone))


@rule("timed", "<one:verb phrase> <after:trailing>")
def _timed(one: Any, after: Condition) -> Any:
    return (one, after)


rule("further timed", "<abilities> <after:trailing>")(
    lambda abilities, after: ((GainAbilities(abilities),), after)
)
alias("further timed", "<value:timed>")


@rule("timed list", "<one:timed> (and|, and|,) <two:further timed>")
def _timed_two(one: Any, two: Any) -> Any:
    return (one, two)


@rule("timed list", "<one:timed> (,|and|, and) <more:timed rest>")
@rule("timed rest", "<one:further timed> (,|and|, and) <more:timed rest>")
def _timed_more(one: Any, more: Any) -> Any:
    return (one, *more)


@rule("timed rest", "<one:further timed> (,|and|, and) <two:further timed>")
def _timed_last(one: Any, two: Any) -> Any:
    return (one, two)


@rule("clause", "<who:subject> <parts:timed list>")
def _clause_of_timed(who: Who, parts: Any) -> Any:
    effects = tuple(effect_of(who, marked, after) for marked, after in parts)
    return NOTHING if NOTHING in effects else effects


@rule("clauses", "<one:clause>")
def _one_clause(one: Any) -> Any:
    return one


@rule("clauses", "<one:clause> (and|, and) <two:clause>")
def _two_clauses(one: Any, two: Any) -> Any:
    return (*one, *two)


@rule("sentence", "<effects:clauses> [<amount:where x>]")
@rule("sentence", "<before:leading>, <effects:clauses> [<amount:where x>]")
def _sentence(effects: Any, before: Condition | None = None, amount: Any = None) -> Any:
    whole = []
    for effect in effects:
        who = effect.who
        condition = before if isinstance(who, Each) else bind(before, who)
        if isinstance(who, Each):
            again = _group_effect(who, effect.changes, both(condition, effect.condition))
        else:
            again = Effect(who, effect.changes, both(condition, effect.condition))
        if again is NOTHING:
            return NOTHING
        whole.append(again)
    return _with_amount(tuple(whole), amount)


def _with_amount(effects: tuple[Effect, ...], amount: Any) -> Any:
    """107.3: X is what the text says; an X that it does not define is not understood."""
    if amount is None:
        return NOTHING if any(_open_x(effect.changes) for effect in effects) else effects
    defined = tuple(with_x(effect, _amount_for(effect.who, amount)) for effect in effects)
    return NOTHING if defined == effects else defined


def _amount_for(who: Who, amount: Any) -> Any:
    if who != This():
        amount = _other_than_it(amount)
    return amount if isinstance(who, Each) else bind(amount, who)


def _open_x(changes: tuple[Change, ...]) -> bool:
    return any(has_x(c) for c in changes if isinstance(c, (ModifyPT, SetBasePT)))


def spoken_of(condition: Condition | None) -> Any:
    """The object that a condition is about: "as long as enchanted creature is red, it ..."."""
    if isinstance(condition, Matches) and not isinstance(condition.ref, tree.Affected):
        return condition.ref
    if isinstance(condition, (tree.Every, tree.Either)):
        spoken = {spoken_of(part) for part in condition.parts} - {None}
        return spoken.pop() if len(spoken) == 1 else None
    if isinstance(condition, tree.Unless):
        return spoken_of(condition.part)
    if isinstance(condition, tree.Compare):
        left = condition.left
        if isinstance(left, (tree.CountersOn, tree.StatOf)) and left.ref != tree.Affected():
            return left.ref
        if isinstance(left, (tree.Count, tree.CountDistinct)):
            return _attached_to(left.filter)
    return None


def _attached_to(part: Any) -> Any:
    """ "As long as an Aura is attached to enchanted creature, it ..."."""
    parts = getattr(part, "parts", (part,))
    if tree.ExiledWith() in parts:
        return This()
    hosts = [p.to for p in parts if isinstance(p, tree.IsAttachedTo)]
    return hosts[0] if len(hosts) == 1 and isinstance(hosts[0], (tree.Attached, This)) else None


@rule("sentence", "<before:leading>, it <marked:predicates> [<amount:where x>]")
@rule("sentence", "<before:leading>, it is <marked:spoken shape> [<amount:where x>]")
def _sentence_about_it(before: Condition, marked: Any, amount: Any = None) -> Any:
    who = spoken_of(before)
    if who is None:
        return NOTHING
    effect = effect_of(who, marked, before)
    return NOTHING if effect is NOTHING else _with_amount((effect,), amount)


# --- paragraphs -----------------------------------------------------------------------------------


class Further(NamedTuple):
    """A further sentence of the paragraph, about the objects of the one before."""

    kind: str  # "also", "also if", "otherwise", "instead", "still", "same for", "effects"
    marked: tuple[Any, ...] = ()
    condition: Condition | None = None


@rule("static line", "<effects:sentence> [.] [<more:further list>]")
def _static_line(effects: tuple[Effect, ...], more: tuple[Further, ...] = ()) -> Any:
    for further in more:
        effects = _FURTHER[further.kind](effects, further)
        if effects is NOTHING:
            return NOTHING
    return static(effects)


rule("further list", "<one:further> [.]")(lambda one: (one,))
rule("further list", "<one:further> [.] <more:further list>")(lambda one, more: (one, *more))

rule("further", "(it|they) <marked:predicates>")(lambda marked: Further("also", marked))
rule("further", "(it|they) [also] <marked:predicates> <condition:trailing>")(
    lambda marked, condition: Further("also if", marked, condition)
)
rule("further", "<condition:leading>, (it|they) [also] <marked:predicates>")(
    lambda condition, marked: Further("also if", marked, condition)
)
rule("further", "(it|they) <marked:predicates> instead <condition:trailing>")(
    lambda marked, condition: Further("instead", marked, condition)
)
rule("further", "<condition:leading>, (it|they) <marked:predicates> instead")(
    lambda condition, marked: Further("instead", marked, condition)
)
rule("further", "otherwise, (it|they) <marked:predicates>")(
    lambda marked: Further("otherwise", marked)
)
rule("further", "(it is|they are) still [a|an] <kind:card type>")(
    lambda kind: Further("still", (kind,))
)
rule("further", "(it is|they are) still <kind:plural card type>")(
    lambda kind: Further("still", (kind,))
)
rule("further", "the same is true for <group:groups>")(lambda group: Further("same for", (group,)))
rule("further", "the same is true for <group:group> and <more:group>")(
    lambda group, more: Further("same for", (group, more))
)
rule("further", "<effects:sentence>")(lambda effects: Further("effects", effects))
rule("further", "<aside:whole restriction>")(lambda aside: Further("also", (aside,)))


def _also(effects: Any, further: Further) -> Any:
    """A sentence about the same objects under the same condition is the same effect."""
    if len(effects) != 1:
        return NOTHING
    last = effects[0]
    changes = compose((*last.changes, *further.marked))
    return _again(last, changes, last.condition)


def _again(last: Effect, changes: Any, condition: Condition | None) -> Any:
    if changes is NOTHING or _open_x(changes):
        return NOTHING
    if isinstance(last.who, Each):
        effect = _group_effect(last.who, changes, condition)
    else:
        effect = Effect(last.who, bind(changes, last.who), bind(condition, last.who))
    return NOTHING if effect is NOTHING else (effect,)


def _also_if(effects: Any, further: Further) -> Any:
    last = effects[-1]
    if any(effect.who != last.who for effect in effects):
        return NOTHING
    added = _again(last, compose(further.marked), further.condition)
    return NOTHING if added is NOTHING else (*effects, *added)


def _otherwise(effects: Any, further: Further) -> Any:
    first = effects[0]
    if len(effects) != 1 or first.condition is None:
        return NOTHING
    added = _again(first, compose(further.marked), tree.Unless(first.condition))
    return NOTHING if added is NOTHING else (first, *added)


def _instead(effects: Any, further: Further) -> Any:
    first = effects[0]
    if len(effects) != 1 or isinstance(first.who, Each) or further.condition is None:
        return NOTHING
    instead = bind(further.condition, first.who)
    added = _again(first, compose(further.marked), both(first.condition, instead))
    if added is NOTHING:
        return NOTHING
    before = both(first.condition, tree.Unless(instead))
    return (Effect(first.who, first.changes, before), *added)


def _still(effects: Any, further: Further) -> Any:
    """205.1b: "It's still a land": the card types before stay."""
    last = effects[-1]
    changes = tuple(
        tree.AddTypes(c.types, c.subtypes, c.supertypes) if isinstance(c, tree.SetTypes) else c
        for c in last.changes
    )
    if changes == last.changes:
        return NOTHING
    return (*effects[:-1], Effect(last.who, changes, last.condition))


def _same_for(effects: Any, further: Further) -> Any:
    """The same changes for objects elsewhere: creature spells, cards that are not in play."""
    if len(effects) != 1:
        return NOTHING
    first = effects[0]
    others = (Effect(group, first.changes, first.condition) for group in further.marked)
    return (first, *others)


_FURTHER: dict[str, Callable[[Any, Further], Any]] = {
    "also": _also,
    "also if": _also_if,
    "otherwise": _otherwise,
    "instead": _instead,
    "still": _still,
    "same for": _same_for,
    "effects": lambda effects, further: (*effects, *further.marked),
}


@rule("sentence", "<before:leading>, that creature <marked:predicates>")
def _the_only_one(before: Condition, marked: Any) -> Any:
    """ "As long as you control exactly one creature, that creature ..."."""
    if not isinstance(before, tree.Compare) or (before.op, before.right) != ("=", Num(1)):
        return NOTHING
    if not isinstance(before.left, tree.Count) or before.left.zone != "battlefield":
        return NOTHING
    effect = effect_of(Each(before.left.filter), marked, before)
    return NOTHING if effect is NOTHING else (effect,)


@rule("sentence", "<what:player rule> [<after:trailing>]")
@rule("sentence", "<before:leading>, <what:player rule>")
def _player_rule(what: str, before: Condition | None = None, after: Condition | None = None) -> Any:
    """A rule for players: no characteristic of an object changes."""
    return (Effect(This(), (tree.Restrict(what),), bind(both(before, after), This())),)


words(
    "player rule",
    {
        text: text
        for text in ("you have hexproof", "you have shroud", "you have no maximum hand size",
                     "players can't gain life", "your opponents can't gain life")
    },
)  # fmt: skip


@rule("sentence", "you control <who:attached> [<after:trailing>]")
def _you_control(who: Who, after: Condition | None = None) -> Any:
    return (Effect(who, (tree.SetController("you"),), bind(after, who)),)


def static(effects: tuple[Effect, ...]) -> Any:
    """The static ability with these effects: where it works and whether it defines (604.3a)."""
    zones: set[tree.Zone] = set()
    cut = []
    for effect in effects:
        zone, condition = _works_in(effect.condition)
        zones.add(zone)
        cut.append(Effect(effect.who, effect.changes, condition))
    if len(zones) != 1:
        return NOTHING
    defining = all(_defines(effect) for effect in effects)
    return Static(tuple(cut), cda=defining, zones=(zones.pop(),))


def _works_in(condition: Condition | None) -> tuple[tree.Zone, Condition | None]:
    """113.6b: "as long as ~ is in your graveyard" says where the ability works."""
    rest = []
    zone: tree.Zone = "battlefield"
    for part in condition.parts if isinstance(condition, tree.Every) else (condition,):
        if (
            isinstance(part, Matches)
            and part.ref == This()
            and isinstance(part.filter, tree.InZone)
        ):
            zone = part.filter.zone
        elif part is not None:
            rest.append(part)
    return zone, both(*rest)


def _defines(effect: Effect) -> bool:
    """604.3a: defines colours, subtypes or P/T of its own object, unconditionally."""
    if effect.who != This() or effect.condition is not None:
        return False
    return all(_is_definition(change) for change in effect.changes)


def _is_definition(change: Change) -> bool:
    if isinstance(change, tree.AddTypes):
        return not change.types and not change.supertypes
    return isinstance(change, (tree.DefinePT, tree.SetColors, tree.AddColors, tree.SetSubtypes))


# --- keywords that other objects have -------------------------------------------------------------


@rule(
    "static line",
    "as long as <has:having> <name:keyword name> [<extra:with phrase>], <who:subject> has <again:keyword name>. the same is true for <names:keyword names> [.]",
)
@rule(
    "static line",
    "<who:subject> has <again:keyword name> as long as <has:having> <name:keyword name> [<extra:with phrase>]. the same is true for <names:keyword names> [.]",
)
def _same_keywords(
    has: Each, name: str, again: str, who: Who, names: Any, extra: tree.Filter | None = None
) -> Any:
    """ "As long as ... has flying, ~ has flying. The same is true for ...": those that they have."""
    if name != again or isinstance(who, Each):
        return NOTHING
    if extra is not None:
        has = Each(all_of((has.filter, extra)), has.zone)
    gained = tree.GainAbilitiesOf(has, "keywords", (name, *names))
    return static((Effect(who, (gained,)),))


rule("same keyword", "<name:keyword name>")(lambda name: name)
rule("same keyword", "protection from any color")(lambda: "protection")
lists("keyword names", "same keyword", joins="and")


@rule("having", "<group:singular> has")
def _having(group: Each) -> Any:
    return group if group.zone != "any" else NOTHING


@rule("having", "<player:player controls> (a|an) <noun> with", "there is (a|an) <noun> with")
def _having_controlled(noun: Any, player: Any = None) -> Any:
    if noun[1] != "battlefield" or player == tree.ControlledBy("any"):
        return NOTHING
    return Each(all_of((noun[0], player)) if player else noun[0])


@rule("having in place", "(a|an) <noun> with <name:keyword name> is in a graveyard")
def _having_in_graveyard(noun: Any, name: str) -> Any:
    return (Each(noun[0], "graveyard"), name) if noun[1] is None else NOTHING


@rule(
    "static line",
    "as long as <place:having in place>, <who:subject> has <again:keyword name>. the same is true for <names:keyword names> [.]",
)
def _same_keywords_in(place: Any, again: str, who: Who, names: Any) -> Any:
    has, name = place
    return _same_keywords(has, name, again, who, names)


@rule(
    "static line",
    "as long as the top card of your graveyard is a creature card, ~ has the full text of that card and has the text <kept:quoted> [.]",
)
def _full_text(kept: Any) -> Any:
    """612.6: text, name, cost, types, P/T of that card are its own."""
    card = tree.TopCard("graveyard")
    condition = Matches(card, tree.HasType("Creature"))
    return static((Effect(This(), (tree.FullTextOf(card, kept),), condition),))


@rule(
    "static line",
    "as long as a card exiled with ~ is a creature card, ~ has the power, toughness, and creature types of the last creature card exiled with (it|~). it is still a <name:subtype> [.]",
)
def _of_exiled(name: str) -> Any:
    exiled = all_of((tree.HasType("Creature"), tree.ExiledWith()))
    card = tree.LinkedCard()
    changes = (
        tree.SubtypesOf(card, "creature", add=False),
        tree.AddTypes(subtypes=(name,)),
        SetBasePT(tree.StatOf("power", card), tree.StatOf("toughness", card)),
    )
    some = tree.Compare(tree.Count(exiled, "exile"), ">=", Num(1))
    return static((Effect(This(), tuple(sorted(changes, key=lambda c: _RANK[type(c)])), some),))


# --- 604.3: power and toughness that the text defines ---------------------------------------------


@rule("defined pt", "<ref:possessor> power and toughness are each equal to <amount:measured>")
@rule("defined pt", "<ref:possessor> power and toughness are each <number>")
def _both_equal(ref: Any, amount: Any = None, number: int | None = None) -> Any:
    value = amount if number is None else Num(number)
    return (ref, value, value)


@rule("defined pt", "<ref:possessor> <half=power|toughness> is equal to <amount:measured>")
def _half_equal(ref: Any, half: str, amount: Any) -> Any:
    return (ref, amount, None) if half == "power" else (ref, None, amount)


@rule(
    "defined pt",
    "<ref:possessor> power is equal to <one:measured> and its toughness is equal to <two:measured>",
)
def _two_equal(ref: Any, one: Any, two: Any) -> Any:
    return (ref, one, two)


@rule(
    "defined pt",
    "<ref:possessor> power is equal to <one:measured>"
    " and its toughness is equal to that number plus <number>",
)
def _plus_equal(ref: Any, one: Any, number: int) -> Any:
    return (ref, one, plus(one, Num(number)))


@rule(
    "defined pt",
    "<ref:possessor> power is equal to the last chosen number and its toughness is equal to <number> minus that number",
)
def _chosen_minus(ref: Any, number: int) -> Any:
    chosen = tree.ChosenNumber()
    return (ref, chosen, plus(tree.Times(-1, chosen), Num(number)))


@rule("sentence", "[<before:leading>,] <parts:defined pt> [<after:trailing>]")
def _defined(parts: Any, before: Any = None, after: Any = None) -> Any:
    who, power, toughness = parts
    condition = both(before, after)
    change: Change = SetBasePT(power, toughness)
    if who == tree.Affected():
        who = spoken_of(before)
    if who is None:
        return NOTHING
    if who == This() and condition is None:
        change = tree.DefinePT(power, toughness)
    return (Effect(who, bind((change,), who), bind(condition, who)),)
