"""Static abilities, sentence by sentence: subject, predicates, conditions (604, 611.3).

A sentence is [condition,] subject predicates [condition]; its value is a tuple of effects. "Its"
and "it" are bound to the subject; for a group they stay `Affected`, and a condition on each
member becomes part of the filter. Whole paragraphs are in `paragraphs`.
"""

from typing import Any

from striate.cards import tree
from striate.cards.grammar import conditions, keywords, restrictions, verbs
from striate.cards.grammar.amounts import plus
from striate.cards.grammar.effects import both, effect_of, group_effect, spoken_of, with_amount
from striate.cards.grammar.engine import NOTHING, alias, rule, words
from striate.cards.grammar.nouns import all_of, any_of, bind
from striate.cards.grammar.predicates import shape_changes
from striate.cards.tree import (
    Change,
    Condition,
    Each,
    Effect,
    GainAbilities,
    Num,
    SetBasePT,
    This,
    Who,
)
from striate.cards.vocabulary import BASIC_LAND_TYPES, COLORS

PARTS = (conditions, keywords, restrictions, verbs)

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


@rule(
    "clause",
    "<noun> each player controls <marked:predicates>"
    " as long as that player controls <number> or fewer <few:group>",
)
def _of_each_player(noun: Any, marked: Any, number: int, few: Each) -> Any:
    """102.1: the same for each player, with what that player controls."""
    if noun[1] != "battlefield" or few.zone != "battlefield":
        return NOTHING
    effects = []
    for player in (tree.ControlledBy("you"), tree.ControlledBy("opponent")):
        count = tree.Count(all_of((few.filter, player)))
        condition = tree.Compare(count, "<=", Num(number))
        effects.append(effect_of(Each(all_of((noun[0], player))), marked, condition))
    return NOTHING if NOTHING in effects else tuple(effects)


@rule("clause", "for each basic land type among lands you control, ~ has landwalk of that type")
def _walks_of_your_lands() -> Any:
    """702.14c: the landwalk ability of each basic land type that one of the lands has."""
    yours = (tree.HasType("Land"), tree.ControlledBy("you"))
    return tuple(
        Effect(
            This(),
            (GainAbilities((tree.Keyword("landwalk", quality=tree.HasSubtype(name)),)),),
            tree.Compare(tree.Count(all_of((tree.HasSubtype(name), *yours))), ">=", Num(1)),
        )
        for name in BASIC_LAND_TYPES
    )


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


@rule("subject", "each <noun> with the highest <stat>")
def _the_highest(noun: Any, stat: Any) -> Any:
    filter, zone = noun
    if zone != "battlefield":
        return NOTHING
    return Each(all_of((filter, tree.IsExtreme("greatest", stat, filter))))


rule("subject", "the first <group> each turn <mana:mana source>")(
    lambda group, mana: Each(
        all_of((group.filter, tree.Unknown("the first each turn"), mana)), group.zone
    )
)


@rule("clause", "each <group> <marked:predicates> if mana from an artifact was spent to cast it")
def _paid_with(group: Each, marked: Any) -> Any:
    paid = all_of((group.filter, tree.Unknown("that mana from an artifact was spent to cast")))
    return _clause(Each(paid, group.zone), marked) if group.zone == "stack" else NOTHING


words(
    "mana source",
    {
        text: tree.Unknown(text)
        for text in (
            "that mana from a Treasure was spent to cast",
            "that mana from an artifact was spent to cast",
        )
    },
)
alias("state phrase", "<value:mana source>")
rule("subject", "the chosen <kind=creature|permanent|land>")(lambda kind: tree.ChosenObject(kind))
rule("subject", "the top card of your <zone=library|graveyard>")(lambda zone: tree.TopCard(zone))
rule("subject", "the first <group> each turn", "the first <group> during each of your turns")(
    lambda group: Each(all_of((group.filter, tree.Unknown("the first each turn"))), group.zone)
)


@rule("clause", "you and [each] <group:groups> <marked:predicates> [<after:trailing>]")
@rule("clause", "you and ~ <marked:predicates> [<after:trailing>]")
def _you_and(marked: Any, group: Any = None, after: Condition | None = None) -> Any:
    """A player has the keyword too: that is no characteristic of an object."""
    if len(marked) != 1 or not isinstance(marked[0], GainAbilities):
        return NOTHING
    [*others, keyword] = marked[0].abilities
    if others or not isinstance(keyword, tree.Keyword):
        return NOTHING
    if keyword.name != "protection" and keyword != tree.Keyword("hexproof"):
        return NOTHING
    player = Effect(This(), (tree.Restrict(f"you have {keyword.name}"),), after)
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
            again = group_effect(who, effect.changes, both(condition, effect.condition))
        else:
            again = Effect(who, effect.changes, both(condition, effect.condition))
        if again is NOTHING:
            return NOTHING
        whole.append(again)
    return with_amount(tuple(whole), amount)


@rule("sentence", "<before:leading>, it <marked:predicates> [<amount:where x>]")
@rule("sentence", "<before:leading>, it is <marked:spoken shape> [<amount:where x>]")
def _sentence_about_it(before: Condition, marked: Any, amount: Any = None) -> Any:
    who = spoken_of(before)
    if who is None:
        return NOTHING
    effect = effect_of(who, marked, before)
    return NOTHING if effect is NOTHING else with_amount((effect,), amount)


@rule(
    "sentence",
    "as long as the top card of your <zone=library|graveyard> is <part:card trait>,"
    " <who:subject> (has|have) <kind:all of their> that card",
)
def _has_those_of_top(zone: Any, part: Any, who: Who, kind: Any) -> Any:
    """ "As long as the top card of your library is a Goblin card, ~ has ... of that card"."""
    top = tree.TopCard(zone)
    condition = tree.Matches(top, part)
    return (Effect(who, (tree.GainAbilitiesOf(top, kind),), condition),)


@rule(
    "sentence",
    "as long as the top card of your <zone=library|graveyard> is <part:card trait>,"
    " <group:group> that (share|shares) a <what:shared> with that card <marked:predicates>",
)
def _sharing_with_top(zone: Any, part: Any, group: Each, what: Any, marked: Any) -> Any:
    top = tree.TopCard(zone)
    alike = Each(all_of((group.filter, tree.SharesWith(what, top))), group.zone)
    effect = effect_of(alike, marked, tree.Matches(top, part))
    return NOTHING if effect is NOTHING else (effect,)


# --- other sentences ------------------------------------------------------------------------------


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
        for text in ("you have hexproof", "you have shroud", "you have protection", "you have no maximum hand size",
                     "players can't gain life", "you may have ~ assign its combat damage as though it weren't blocked",
                     "your opponents can't gain life")
    },
)  # fmt: skip


words(
    "shielded",
    {
        text: text
        for text in ("you", "~", "a creature you control", "you or a creature you control",
                     "a permanent you control", "you or a permanent you control")
    },
)  # fmt: skip
rule(
    "sentence",
    "if a source would deal damage to <whom:shielded>, prevent <number> of that damage",
)(
    lambda whom, number: (
        Effect(This(), (tree.Restrict(f"prevent damage to {whom}", amount=Num(number)),)),
    )
)


@rule(
    "sentence",
    "all instances of color words in the text of spells and permanents are changed to the chosen color word",
)
def _every_color_word() -> Any:
    """612.2: each colour word becomes the chosen one."""
    said = tuple(tree.ReplaceWords(("color",), word, "@color word") for word in COLORS)
    anywhere = tree.AnyOf((tree.InZone("stack"), tree.InZone("battlefield")))
    return (Effect(tree.Each(anywhere, "any"), said, None),)


@rule("sentence", "you control <who:attached> [<after:trailing>]")
def _you_control(who: tree.Ref, after: Condition | None = None) -> Any:
    return (Effect(who, (tree.SetController("you"),), bind(after, who)),)


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


@rule(
    "defined pt",
    "<ref:possessor> power is equal to the total power of the exiled cards"
    " and its toughness is equal to their total toughness",
)
def _totals_of_exiled(ref: Any) -> Any:
    """607.2a: the cards that the linked ability exiled."""
    power, toughness = (
        tree.Aggregate("total", stat, tree.ExiledWith(), "exile") for stat in ("power", "toughness")
    )
    return (ref, power, toughness)


@rule("defined pt", "<ref:possessor> power and toughness are equal to <amount:measured>")
def _equal(ref: Any, amount: Any) -> Any:
    return (ref, amount, amount)


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
