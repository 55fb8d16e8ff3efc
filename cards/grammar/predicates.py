"""What an instruction does to characteristics: "gets +1/+1", "becomes a 3/3 ..." (611.2, 205.1).

`change` is one verb phrase without its subject, as a `Part`: changes, and the duration if one
stands right after it. `becomes` decides between setting and adding types:
- 205.1a: "becomes a Treasure artifact", "becomes a green Elk creature": these types, no others;
- 205.1b: "in addition to its other types", "that's still a land": types are added;
- 205.1b: "becomes an artifact creature": types are added; a creature type before "artifact
  creature" replaces the creature types;
- a creature type without a card type ("becomes a blue Frog"): the creature types become these.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from striate.cards import tree as t
from striate.cards.grammar.amounts import has_x, times
from striate.cards.grammar.drafts import Back
from striate.cards.grammar.engine import NOTHING, Reading, alias, lists, rule, terminal, words
from striate.cards.grammar.normal import Tokens
from striate.cards.vocabulary import BASIC_LAND_TYPES, COLORS, FAMILY_OF, SUPERTYPES

COST_FOLLOWS = "cost follows"  # until the next sentence says what the keyword costs

# --- power and toughness --------------------------------------------------------------------------


def _half(text: str) -> t.Amount:
    sign = -1 if text[0] == "-" else 1
    digits = text.lstrip("+-")
    return times(sign, t.X()) if digits in "Xx" else t.Num(sign * int(digits))


@terminal("pt change", {"±"})
def _pt_change(tokens: Tokens, at: int) -> Iterator[Reading]:
    """+2/-1, +X/+0: both halves have a sign."""
    power, toughness = tokens.word(at).split("/")
    if power[0] in "+-" and toughness[0] in "+-" and "*" not in power + toughness:
        yield at + 1, t.ModifyPT(_half(power), _half(toughness))


@terminal("pt box", {"±"})
def _pt_box(tokens: Tokens, at: int) -> Iterator[Reading]:
    """3/3, X/X: no half has a sign."""
    power, toughness = tokens.word(at).split("/")
    if power[0] not in "+-" and toughness[0] not in "+-" and "*" not in power + toughness:
        yield at + 1, t.SetBasePT(_half(power), _half(toughness))


def scaled(change: t.ModifyPT, amount: t.Amount) -> t.ModifyPT:
    """ "+1/+1 for each ...": each half is that many times its number."""
    halves = [
        times(half.value, amount) if isinstance(half, t.Num) else half
        for half in (change.power, change.toughness)
    ]
    return t.ModifyPT(halves[0], halves[1])


# --- types, colours, P/T and abilities of "becomes ..." -------------------------------------------

words("type color", COLORS)
rule("color words", "<color>")(lambda color: (color,))
rule("color words", "<one:color> and <two:color>")(lambda one, two: (one, two))
rule("color words", "<one:color>, <two:color>, and <three:color>")(
    lambda one, two, three: (one, two, three)
)
rule("color words", "<one:color>, <two:color>, <three:color>, and <four:color>")(
    lambda one, two, three, four: (one, two, three, four)
)
rule("color words", "white, blue, black, red, and green", "all colors")(
    lambda: ("W", "U", "B", "R", "G")
)
rule("color words", "colorless")(lambda: ())
rule("set colors", "<colors:color words>")(lambda colors: t.SetColors(colors))
rule(
    "set colors",
    "the color of your choice", "a color of your choice", "that color", "the chosen color",
    "the color or colors of your choice",
)(lambda: t.SetColors(("@color",)))  # fmt: skip

words("supertype word", {name.lower(): name for name in SUPERTYPES})
rule("type words", "<word:type word>")(lambda word: (word,))
rule("type words", "<word:type word> <more:type words>")(lambda word, more: (word, *more))
rule("super words", "<word:supertype word>")(lambda word: (word,))
rule("super words", "<word:supertype word> <more:super words>")(lambda word, more: (word, *more))


class Shape(t.Node, frozen=True):
    """What stands after "becomes a": parts still to be turned into changes."""

    box: t.SetBasePT | None = None
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] | None = None
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    abilities: tuple[Any, ...] = ()
    still: bool = False
    every: tuple[str, ...] = ()  # "with all creature types"
    also: str = ""  # "types", "colors and types", "creature types", ...


@rule(
    "shape",
    "[<supers:super words>] [<box:pt box>] [<more:super words>] [<colors:color words>] <kinds:type words>",
)
@rule("shape", "[<box:pt box>] [<colors:color words>] <supers:super words> <kinds:type words>")
def _shape(
    kinds: Any, box: Any = None, colors: Any = None, supers: Any = None, more: Any = None
) -> Any:
    if supers and more:
        return NOTHING
    types = tuple(word.type for word in kinds if isinstance(word, t.HasType))
    subtypes = tuple(word.subtype for word in kinds if isinstance(word, t.HasSubtype))
    return Shape(box, supers or more or (), colors, types, subtypes)


@rule("shape", "<box:pt box> <colors:color words>", "<box:pt box>")
def _bare_shape(box: Any, colors: Any = None) -> Any:
    return Shape(box, (), colors)


@rule("shape", "<supers:super words>")
def _super_shape(supers: Any) -> Any:
    return Shape(None, supers)


@rule("with part", "with <abilities>")
def _with_abilities(abilities: Any) -> Any:
    return (None, abilities)


@rule("with part", "with base power and toughness <box:pt box>")
@rule("with part", "with power and toughness <box:pt box>")
@rule("with part", "with base power and toughness <box:pt box> and <abilities>")
@rule("with part", "with base power and toughness <box:pt box>, <abilities>")
def _with_box(box: Any, abilities: Any = ()) -> Any:
    return (box, abilities)


@rule("with part", "with [base] power and toughness [each] equal to <amount:measured>")
def _with_equal(amount: Any) -> Any:
    return (t.SetBasePT(amount, amount), ())


@rule(
    "with part",
    "with [base] power equal to <one:measured> and [base] toughness equal to <two:measured>",
)
def _with_two(one: Any, two: Any) -> Any:
    return (t.SetBasePT(one, two), ())


rule("with part", "with <abilities> and base power and toughness <box:pt box>")(
    lambda abilities, box: (box, abilities)
)
words(
    "shape also",
    {
        f"in addition to {its} other {what}": what
        for its in ("its", "their", "his", "her")
        for what in ("types", "creature types", "colors and types", "types and colors", "colors",
                     "land types", "artifact types", "card types", "creature types and colors")
    },
)  # fmt: skip
rule(
    "shape still",
    "that (is|are) still (a|an) <kind:card type>",
    "that (is|are) still <kind:plural card type>",
)(lambda kind: kind)


@rule("full shape", "[a|an] <shape>")
@rule("full shape", "[a|an] <shape> <part:with part>")
@rule("full shape", "[a|an] <shape> [<part:with part>] <also:shape also>")
@rule("full shape", "[a|an] <shape> token <also:shape also>")
@rule("full shape", "[a|an] <shape> <also:shape also> <part:with part>")
@rule("full shape", "[a|an] <shape> [<part:with part>] <still:shape still>")
@rule("full shape", "[a|an] <shape> <still:shape still> <part:with part>")
@rule("full shape", "[a|an] <shape> <every:with every type> [<also:shape also>]")
@rule("full shape", "[a|an] <shape> <part:with part> <every:and every type>")
def _full_shape(
    shape: Any, part: Any = None, also: Any = None, still: Any = None, every: Any = None
) -> Any:
    box, abilities = part if part else (None, ())
    if box is not None and shape.box is not None:
        return NOTHING
    return Shape(
        shape.box or box, shape.supertypes, shape.colors, shape.types, shape.subtypes,
        abilities, still is not None, ("creature type",) if every else (), also or "",
    )  # fmt: skip


def _families(subtypes: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for subtype in subtypes:
        family = FAMILY_OF.get(subtype)
        if family is None:
            return {}
        found[family] = (*found.get(family, ()), subtype)
    return found


rule("with every type", "with all creature types")(lambda: True)
rule("and every type", "and all creature types")(lambda: True)
_ALL_OF_THEM = {"types", "colors and types", "types and colors", "card types"}


def _type_changes(shape: Shape) -> tuple[t.Change, ...] | None:
    """205.1a-b: the layer 4 changes of a shape; None if the words leave it open."""
    supers, types, subtypes = shape.supertypes, shape.types, shape.subtypes
    if not (supers or types or subtypes):
        return ()
    families = _families(subtypes)
    if subtypes and not families:
        return None
    if shape.still or shape.also in _ALL_OF_THEM:
        return (t.AddTypes(types, subtypes, supers),)
    if shape.also in (
        "creature types",
        "land types",
        "artifact types",
        "creature types and colors",
    ):
        family = shape.also.split(" ")[0]
        if set(families) != {family} or types not in ((), (family.capitalize(),)):
            return None
        return (t.AddTypes(types, subtypes, supers),)
    if shape.also:
        return None
    if not types and not subtypes:
        return (t.AddTypes(supertypes=supers),)
    if not types:
        if len(families) != 1:
            return None
        family = next(iter(families))
        setter = t.SetSubtypes(family, subtypes)  # type: ignore[arg-type]  # a key of FAMILIES is a family
        return (t.AddTypes(supertypes=supers), setter) if supers else (setter,)
    if set(types) == {"Artifact", "Creature"}:
        if set(families) - {"creature"}:
            return None
        added = t.AddTypes(types, (), supers)
        return (added, t.SetSubtypes("creature", subtypes)) if subtypes else (added,)
    if any(family.capitalize() not in types for family in families):
        return None
    return (t.SetTypes(types, subtypes, supers),)


def shape_changes(shape: Shape) -> tuple[t.Change, ...] | None:
    """The changes of a shape in layer order."""
    changes = _type_changes(shape)
    if changes is None:
        return None
    if shape.every:
        first = changes[0] if changes else None
        if not isinstance(first, (t.SetTypes, t.AddTypes)):
            return None
        changes = (msgspec.structs.replace(first, every=shape.every), *changes[1:])
    if shape.colors is not None:
        also = "colors" in shape.also
        if also and not shape.colors:
            return None
        color: t.Change = t.AddColors(shape.colors) if also else t.SetColors(shape.colors)
        changes = (*changes, color)
    if shape.abilities:
        changes = (*changes, t.GainAbilities(shape.abilities))
    if shape.box is not None:
        changes = (*changes, shape.box)
    return changes


# --- verb phrases ---------------------------------------------------------------------------------


class Part(t.Node, frozen=True):
    """One verb phrase: its changes, and its duration if it has one."""

    changes: tuple[t.Change, ...]
    duration: t.Duration | None = None
    own: bool = False  # the duration is in the words of the verb phrase ("this turn")
    needs: bool = False  # makes sense only with a duration


@rule("bare change", "(gets|get) <mod:pt change>", "(gets|get) an additional <mod:pt change>")
def _gets(mod: Any) -> Any:
    return (mod,)


@rule("bare change", "(gets|get) <mod:pt change> for each <amount:each counted>")
def _gets_for_each(mod: Any, amount: Any) -> Any:
    return (scaled(mod, amount),) if not has_x(mod) else NOTHING


rule("bare change", "(gains|gain|has|have) <abilities>")(
    lambda abilities: (t.GainAbilities(abilities),)
)
rule("bare change", "(gains|gain) your choice of <items:chosen keywords>")(
    lambda items: (t.GainAbilities((t.Keyword("@keyword", words=", ".join(items)),)),)
)
_COLOR_WORDS = {letter: word for word, letter in COLORS.items()}
lists("chosen keywords", "chosen keyword", joins="or")
rule("chosen keyword", "<name:keyword name>")(lambda name: name)
rule("chosen keyword", "protection from <color>")(
    lambda color: f"protection from {_COLOR_WORDS[color]}"
)


@terminal("protected from", {"artifacts", "colorless"})
def _protected_from(tokens: Tokens, at: int) -> Iterator[Reading]:
    yield at + 1, tokens.keys[at]


rule("chosen keywords", "protection from <one:protected from> or from the color of your choice")(
    lambda one: (f"protection from {one}", "protection from the color of your choice")
)
rule(
    "chosen keywords",
    "protection from <one:protected from> or protection from the color of your choice",
)(lambda one: (f"protection from {one}", "protection from the color of your choice"))
# 608.2d: a list with "or" is a choice, as "your choice of" is.
rule("bare change", "(gains|gain) <items:chosen keywords>")(
    lambda items: (
        (t.GainAbilities((t.Keyword("@keyword", words=", ".join(items)),)),)
        if len(items) > 1
        else NOTHING
    )
)
rule("bare change", "(loses|lose) [your choice of] <items:chosen keywords>")(
    lambda items: (
        (t.LoseAbilities((t.Keyword("@keyword", words=", ".join(items)),)),)
        if len(items) > 1
        else NOTHING
    )
)
rule("bare change", "(gains|gain) all basic land types")(
    lambda: (t.AddTypes(subtypes=BASIC_LAND_TYPES),)
)
rule("bare change", "(gains|gain|has|have) <name:cost keyword>")(
    lambda name: (t.GainAbilities((t.Keyword(name, words=COST_FOLLOWS),)),)
)
rule("bare change", "(loses|lose) this ability")(lambda: (t.LoseAbilities((t.THIS_ABILITY,)),))
rule("bare change", "(gains|gain|has|have) <kind:all of their> <of:object>")(
    lambda kind, of: (t.GainAbilitiesOf(of, kind),)
)
rule("bare change", "(loses|lose) <abilities>")(lambda abilities: (t.LoseAbilities(abilities),))
rule("bare change", "(gets|get) <power:pt half> / <toughness:pt half>")(
    lambda power, toughness: (t.ModifyPT(power, toughness),)
)
rule("pt half", "+ « <amount:measured> »")(lambda amount: amount)
rule("pt half", "- « <amount:measured> »")(lambda amount: times(-1, amount))
rule("pt half", "+ <number>")(lambda number: t.Num(number))
rule("pt half", "- <number>")(lambda number: t.Num(-number))
rule("pt half", "+ X")(lambda: t.X())
rule("pt half", "- X")(lambda: times(-1, t.X()))
rule("bare change", "(gains|gain) (it|the chosen ability|that ability)")(
    lambda: (t.GainAbilities((t.Keyword("@keyword"),)),)
)
rule("bare change", "(loses|lose) (it|the chosen ability)")(
    lambda: (t.LoseAbilities((t.Keyword("@keyword"),)),)
)
rule("bare change", "(loses|lose) <names:keyword names>")(
    lambda names: (t.LoseAbilities(tuple(t.Keyword(name) for name in names)),)
)
rule("bare change", "(loses|lose) all abilities", "(has|have) no abilities")(
    lambda: (t.LoseAllAbilities(),)
)
rule("bare change", "(loses|lose) all other <lost>")(lambda lost: lost)
rule("bare change", "(is|are) not <supertype>", "(is|are) no longer <supertype>")(
    lambda supertype: (t.RemoveTypes(supertypes=(supertype,)),)
)
rule("bare change", "(is|are) not (a|an) <kind:card type>")(
    lambda kind: (t.RemoveTypes(types=(kind,)),)
)
rule("bare change", "(is|are) not (a|an) <name:subtype>")(
    lambda name: (t.RemoveTypes(subtypes=(name,)),)
)
rule("bare change", "(loses|lose) all creature types")(
    lambda: (t.RemoveTypes(all_subtypes=("creature",)),)
)
rule("bare change", "(has|have) base power and toughness <box:pt box>")(lambda box: (box,))
rule("bare change", "(has|have) base power <number>")(
    lambda number: (t.SetBasePT(t.Num(number), None),)
)
rule("bare change", "(has|have) base toughness <number>")(
    lambda number: (t.SetBasePT(None, t.Num(number)),)
)
rule("bare change", "(has|have) base power and toughness each equal to <amount:measured>")(
    lambda amount: (t.SetBasePT(amount, amount),)
)
rule(
    "bare change",
    "(has|have) base power equal to <one:measured> and base toughness equal to <two:measured>",
)(lambda one, two: (t.SetBasePT(one, two),))
rule("bare change", "(is|are) named <name:card name>")(lambda name: (t.SetName(name),))
rule("bare change", "(has|have) base power equal to <amount:measured>")(
    lambda amount: (t.SetBasePT(amount, None),)
)
rule("bare change", "(has|have) base toughness equal to <amount:measured>")(
    lambda amount: (t.SetBasePT(None, amount),)
)


@rule("bare change", "(becomes|become|is|are) <shape:full shape>")
def _becomes(shape: Any) -> Any:
    changes = shape_changes(shape)
    return changes if changes else NOTHING


@rule("bare change", "(becomes|become|is|are) <shape:full shape> named <name:card name>")
def _becomes_named(shape: Any, name: Any) -> Any:
    """612.8: its name is set too."""
    changes = shape_changes(shape)
    return (t.SetName(name), *changes) if changes else NOTHING


rule("bare change", "(becomes|become|is|are) <colors:set colors>")(lambda colors: (colors,))
rule(
    "bare change",
    "(becomes|become|is|are) <colors:color words> in addition to (its|their) other colors",
)(lambda colors: (t.AddColors(colors),))
rule("bare change", "(becomes|become|is|are) every creature type")(
    lambda: (t.AddTypes(every=("creature type",)),)
)
rule("bare change", "(gains|gain|becomes|become) all creature types")(
    lambda: (t.AddTypes(every=("creature type",)),)
)
rule(
    "bare change",
    "(becomes|become) the creature type of your choice",
    "(becomes|become|is|are) (that|the chosen) type",
)(lambda: (t.SetSubtypes("creature", ("@creature type",)),))
rule(
    "bare change",
    "(becomes|become) the creature type of your choice in addition to (its|their) other types",
    "(becomes|become|is|are) (that|the chosen) type in addition to (its|their) other types",
)(lambda: (t.AddTypes(subtypes=("@creature type",)),))
rule(
    "bare change",
    "(becomes|become) the basic land type of your choice",
    "(is|are) the chosen basic land type",
)(lambda: (t.SetSubtypes("land", ("@basic land type",)),))
rule(
    "bare change",
    "(becomes|become) the basic land type of your choice in addition to (its|their) other types",
    "(is|are) the chosen basic land type in addition to (its|their) other types",
)(lambda: (t.AddTypes(subtypes=("@basic land type",)),))

# Rules for the object that last this turn: no characteristic changes.

_THIS_TURN = (
    "can't be blocked", "can't block", "can't attack", "can't attack or block",
    "can't be blocked except by two or more creatures",
    "can't be the target of spells or abilities your opponents control",
    "can block an additional creature", "can block any number of creatures",
    "assigns no combat damage", "can't be countered", "can't be sacrificed",
)  # fmt: skip
_WITHOUT_ITS = "its activated abilities can't be activated"
words("this turn rule", {f"{text} this turn": text for text in _THIS_TURN})
words(
    "this turn rule",
    {
        "attacks this turn if able": "attacks if able",
        "attack this turn if able": "attacks if able",
        "blocks this turn if able": "blocks if able",
        "block this turn if able": "blocks if able",
        "must be blocked this turn if able": "must be blocked if able",
        "attacks this combat if able": "attacks if able",
        "attack this combat if able": "attacks if able",
        "must be blocked this combat if able": "must be blocked if able",
        "assign no combat damage this turn": "assigns no combat damage",
        "can attack this turn as though it didn't have defender": "can attack despite defender",
        "can attack this turn as though they didn't have defender": "can attack despite defender",
        "can attack this turn as though they had haste": "can attack as though it had haste",
        "can attack this turn as though it had haste": "can attack as though it had haste",
        "can't be regenerated this turn": "can't be regenerated",
    },
)
# Without "this turn": only where the sentence gives the duration.
THIS_TURN_WORDS = {verb: verb for verb in _THIS_TURN} | {
    "can't be regenerated": "can't be regenerated",
    _WITHOUT_ITS: _WITHOUT_ITS,
    "attacks if able": "attacks if able",
    "blocks if able": "blocks if able",
    "must be blocked if able": "must be blocked if able",
    "can attack despite defender": "can attack as though it didn't have defender",
    "can attack as though it had haste": "can attack as though it had haste",
}
words("timed rule", {text: verb for verb, text in THIS_TURN_WORDS.items()})
words("timed rule", {"attack if able": "attacks if able", "block if able": "blocks if able"})
rule("timed part", "<verb:timed rule>")(lambda verb: Part((t.Restrict(verb),), None, needs=True))
rule("timed part", "can't be blocked except by <group>")(
    lambda group: Part((t.Restrict("can't be blocked except by", group.filter),), None, needs=True)
)
rule("timed part", "can't be blocked by <group>")(
    lambda group: Part((t.Restrict("can't be blocked by", group.filter),), None, needs=True)
)
rule("timed part", "<verb:timed rule> <duration:lasts>")(
    lambda verb, duration: Part((t.Restrict(verb),), duration)
)
rule("this turn part", "<verb:this turn rule>")(
    lambda verb: Part((t.Restrict(verb),), t.UntilEndOfTurn(), True)
)
rule("this turn part", "can't be blocked this turn except by <group>")(
    lambda group: Part(
        (t.Restrict("can't be blocked except by", group.filter),), t.UntilEndOfTurn(), True
    )
)
rule("this turn part", "can't be blocked by <group> this turn")(
    lambda group: Part((t.Restrict("can't be blocked by", group.filter),), t.UntilEndOfTurn(), True)
)

# Durations (611.2a-b)

rule("lasts", "until end of turn", "until the end of turn", "this turn")(lambda: t.UntilEndOfTurn())
rule("lasts", "until your next turn", "until your next upkeep")(lambda: t.UntilYourNextTurn())
_UNTOLD_ENDS = (
    "until end of combat", "until the end of your next turn", "this combat",
    "until the end of your next upkeep", "until its controller's next untap step",
    "for as long as they're the monarch", "until a player casts a creature spell",
)  # fmt: skip
words(
    "lasts",
    {text: t.AsLongAs(t.Fact(t.Prose(text))) for text in _UNTOLD_ENDS},
)
rule(
    "lasts",
    "for as long as ~ remains on the battlefield", "for as long as ~ is on the battlefield",
    "until ~ leaves the battlefield",
)(lambda: t.UntilLeaves())  # fmt: skip
rule("lasts", "until ~ is cast from exile")(
    lambda: t.AsLongAs(t.Fact(t.Prose("until ~ is cast from exile")))
)
rule("lasting", "you control ~")(lambda: t.Matches(t.This(), t.ControlledBy("you")))
rule("lasting", "~ remains tapped", "~ is tapped")(lambda: t.Matches(t.This(), t.IsTapped()))
rule("lasting", "~ remains attached to <at:at it>", "~ is attached to <at:at it>")(
    lambda at: t.Matches(t.This(), t.IsAttachedTo(t.Affected()))
)
rule("lasting", "~ (has|have) <part:counted counters> on it")(
    lambda part: t.Matches(t.This(), part)
)
rule(
    "lasting",
    "<who:lasting object> (has|have) <part:counted counters> on it",
    "<who:lasting object> (is|are|remains|remain) <part:state>",
    "<who:lasting object> (is|are|remains|remain) <part:with host>",
)(lambda who, part: t.Matches(who, part))
words(
    "with host",
    {
        word: t.HasAttached(t.HasSubtype(host))
        for word, host in (("enchanted", "Aura"), ("equipped", "Equipment"))
    },
)
rule("lasting", "you control <who:lasting object>")(
    lambda who: t.Matches(who, t.ControlledBy("you"))
)
# "It" is what the effect changes; "that creature" may be another object that the text has named.
rule("lasting object", "it", "they", "them")(lambda: t.Affected())
rule("lasting object", "<at:at that> <noun:back noun>")(
    lambda at, noun: Back(at, noun=noun, that=True)
)
rule(
    "lasting",
    "that <noun:back noun> 's power remains less than or equal to ~'s power",
    "its power is less than or equal to ~'s power",
)(lambda noun=None: t.Compare(t.StatOf("power", t.Affected()), "<=", t.StatOf("power", t.This())))
rule("lasts", "for as long as <one:lasting>")(lambda one: t.AsLongAs(one))
rule("lasts", "for as long as <one:lasting> and <two:lasting>")(
    lambda one, two: t.AsLongAs(t.Every((one, two)))
)

# Several verb phrases

rule("one-shot change", "<changes:bare change>")(lambda changes: Part(changes))
rule("one-shot change", "<changes:bare change> <duration:lasts>")(
    lambda changes, duration: Part(changes, duration)
)
alias("one-shot change", "<value:this turn part>", "<value:timed part>")
