"""Predicates of static abilities: one verb phrase, as a tuple of changes (613.1, 205.1).

Where a verb phrase speaks of "all other ..." its tuple holds a mark; `effects.compose` resolves
the marks of a sentence when all its predicates are known.
"""

from collections.abc import Iterator
from typing import Any

from striate.cards import tree
from striate.cards.grammar.amounts import has_x, plus
from striate.cards.grammar.effects import OTHER_ABILITIES, OTHER_CREATURE_TYPES, OTHER_TYPES
from striate.cards.grammar.engine import NOTHING, Reading, alias, lists, rule, terminal, words
from striate.cards.grammar.normal import Tokens
from striate.cards.grammar.nouns import all_of
from striate.cards.grammar.predicates import scaled, shape_changes
from striate.cards.tree import (
    GainAbilities,
    LoseAllAbilities,
    ModifyPT,
    Num,
    RemoveTypes,
    SetBasePT,
)
from striate.cards.vocabulary import FAMILY_OF

rule("plural shape words", "<word:plural type word>")(lambda word: (word,))
alias("type words", "<value:plural shape words>")

# --- power and toughness --------------------------------------------------------------------------

rule("verb phrase", "[also] (gets|get) [an additional] <change:pt change>")(
    lambda change: (change,)
)


@rule("verb phrase", "(gets|get) [an additional] <change:pt change> for each <amount:each counted>")
def _gets_for_each(change: ModifyPT, amount: Any) -> Any:
    return NOTHING if has_x(change) else (scaled(change, amount),)


@rule(
    "verb phrase",
    "(gets|get) <change:pt change> for each of its creature types [, to a maximum of <most:number>]",
)
def _gets_for_its_types(change: ModifyPT, most: int | None = None) -> Any:
    kinds: tree.Amount = tree.CountDistinct("creature type", tree.Is(tree.Affected()))
    if most is not None:
        kinds = tree.Greatest((kinds, Num(most)), least=True)
    return NOTHING if has_x(change) else (scaled(change, kinds),)


@rule(
    "verb phrase",
    "(gets|get) <change:pt change> for each other <group:plain group> with the same name as that creature",
)
def _gets_for_namesakes(change: ModifyPT, group: tree.Each) -> Any:
    """201.2a: the others are those that are not the creature that gets it."""
    it = tree.Affected()
    alike = all_of((group.filter, tree.SharesWith("name", it), tree.Not(tree.Is(it))))
    return NOTHING if has_x(change) else (scaled(change, tree.Count(alike, group.zone)),)


@rule(
    "verb phrase",
    "(gets|get) <one:pt change> for each <first:each counted> and <two:pt change> for each <second:each counted>",
)
def _gets_for_both(one: ModifyPT, first: Any, two: ModifyPT, second: Any) -> Any:
    if has_x(one) or has_x(two):
        return NOTHING
    left, right = scaled(one, first), scaled(two, second)
    power = plus(left.power, right.power)
    return (ModifyPT(power, plus(left.toughness, right.toughness)),)


rule(
    "verb phrase",
    "(gets|get) + X / + Y, where X is <power:measured> and Y is <toughness:measured>",
    "(gets|get) + X / + Y, where X is <power:measured>, and Y is <toughness:measured>",
)(lambda power, toughness: (ModifyPT(power, toughness),))
rule(
    "verb phrase",
    "(gets|get) + X / + Y, where X is the exiled [creature] card 's power and Y is its toughness",
)(
    lambda: (
        ModifyPT(
            tree.StatOf("power", tree.LinkedCard()), tree.StatOf("toughness", tree.LinkedCard())
        ),
    )
)
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

rule("verb phrase", "(gains|gain) <abilities>")(lambda abilities: (GainAbilities(abilities),))
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
        "abilities": (OTHER_ABILITIES,),
        "card types": (OTHER_TYPES,),
        "types": (OTHER_TYPES,),
        "creature types": (OTHER_CREATURE_TYPES,),
        "card types and creature types": (OTHER_TYPES,),
        "card types and abilities": (OTHER_TYPES, OTHER_ABILITIES),
        "abilities and card types": (OTHER_TYPES, OTHER_ABILITIES),
        "types and abilities": (OTHER_TYPES, OTHER_ABILITIES),
        "abilities, card types, and creature types": (OTHER_TYPES, OTHER_ABILITIES),
        "card types, subtypes, and abilities": (OTHER_TYPES, OTHER_ABILITIES),
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
        "all loyalty abilities of": "loyalty",
        "the loyalty abilities of": "loyalty",
    },
)
rule(
    "verb phrase",
    "(has|have) all activated abilities of <owner:owners> except [for] <kind:all but> abilities",
)(lambda owner, kind: (tree.GainAbilitiesOf(owner, kind),))
words("all but", {"mana": "activated but mana", "loyalty": "activated but loyalty"})
rule("owners", "the [last] chosen <kind=permanent|creature|card>")(
    lambda kind: tree.ChosenObject(kind)
)
rule("owners", "[all|each] <group:groups>")(lambda group: group)
rule("owners", "the <group:groups>")(lambda group: group if group.zone == "exile" else NOTHING)
rule("owners", "the exiled card", "the exiled creature card")(lambda: tree.LinkedCard())
alias("owners", "<value:ref>")
rule("owners", "the top card of your <zone=library|graveyard>")(lambda zone: tree.TopCard(zone))
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
