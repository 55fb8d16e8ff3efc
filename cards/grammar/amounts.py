"""Amounts: numbers, counts, measures of objects, and "for each ..." (107, 208, 700.5, 122).

Phrases that other rules build on:
- `amount`: "three", "X", "the number of Goblins you control", "twice its power".
- `measured`: an amount that can stand after "equal to".
- `each counted`: what follows "for each": one such thing counts 1.
- `where x`: ", where X is ...": the amount that X stands for; `with_x` puts it in place.
"""

from collections.abc import Iterator
from typing import Any

from striate.cards import tree
from striate.cards.grammar import postmodifiers
from striate.cards.grammar.engine import NOTHING, Reading, alias, lists, rule, terminal, words
from striate.cards.grammar.normal import Tokens
from striate.cards.grammar.nouns import ANYTHING, all_of
from striate.cards.tree import Amount, Count, Each, Num, Prose
from striate.cards.walking import any_node, rewrite

PARTS = (postmodifiers,)


def plus(*parts: Amount) -> Amount:
    """A sum, numbers last; one part stands alone."""
    flat: list[Amount] = []
    number = 0
    for part in parts:
        for inner in part.parts if isinstance(part, tree.Sum) else (part,):
            if isinstance(inner, Num):
                number += inner.value
            else:
                flat.append(inner)
    if number or not flat:
        flat.append(Num(number))
    return flat[0] if len(flat) == 1 else tree.Sum(tuple(flat))


def times(factor: int, amount: Amount) -> Amount:
    if isinstance(amount, Num):
        return Num(factor * amount.value)
    if factor == 0:
        return Num(0)
    if isinstance(amount, tree.Times):
        return times(factor * amount.factor, amount.amount)
    return amount if factor == 1 else tree.Times(factor, amount)


def with_x(value: Any, amount: Amount) -> Any:
    """107.3: the value with every X replaced by the amount that the text defines it as."""

    def defined(part: Any) -> Any:
        if isinstance(part, tree.X):
            return amount
        if isinstance(part, tree.Times) and isinstance(part.amount, tree.X):
            return times(part.factor, amount)
        return part

    return rewrite(value, defined)


def has_x(value: Any) -> bool:
    """Whether an X is in the value."""
    return any_node(value, (tree.X,))


def count(group: Each) -> Amount:
    """How many objects are in the group; a player's hand is a number of its own."""
    if group.zone == "hand":
        if group.filter == ANYTHING:
            return tree.HandOf("any")
        if isinstance(group.filter, tree.OwnedBy):
            return tree.HandOf(group.filter.player)
    this_way = any_node(group.filter, lambda node: node == tree.Unknown("from among them"))
    if group.zone == "any" or this_way:
        # What was turned up "this way" is no group that a board can count.
        return NOTHING  # type: ignore[return-value]  # NOTHING refuses a reading
    return Count(group.filter, group.zone)


# --- counts ---------------------------------------------------------------------------------------

rule("simply counted", "<group:group>")(lambda group: count(group))
rule("each counted", "<group:groups>")(lambda group: count(group))


@rule("each counted", "<noun> you own in exile and in your graveyard")
def _in_two_zones(noun: Any) -> Any:
    if noun[1] is not None:
        return NOTHING
    yours = all_of((noun[0], tree.OwnedBy("you")))
    return plus(count(Each(yours, "exile")), count(Each(yours, "graveyard")))


rule("each counted", "<kinds:counters> on <ref:ref or it>")(
    lambda kinds, ref: tree.CountersOn(kinds[0], ref)
)
rule("each counted", "<kinds:counters> (on|among) <group:groups>")(
    lambda kinds, group: (
        tree.CountersAmong(kinds[0], group.filter) if group.zone == "battlefield" else NOTHING
    )
)
words(
    "distinct",
    {
        "card type": "card type", "card types": "card type",
        "color": "color", "colors": "color",
        "basic land type": "basic land type", "basic land types": "basic land type",
        "creature type": "creature type", "creature types": "creature type",
        "different creature type": "creature type", "different creature types": "creature type",
        "permanent type": "permanent type", "permanent types": "permanent type",
        "differently named": "name", "different name": "name", "different names": "name",
        "different power": "power", "different powers": "power",
        "different mana value": "mana value", "different mana values": "mana value",
        "different kinds of counters": "counter kind",
    },
)  # fmt: skip
rule("each counted", "<what:distinct> (among|on) <group:groups>")(
    lambda what, group: (
        tree.CountDistinct(what, group.filter, group.zone) if what != "name" else NOTHING
    )
)
rule("each counted", "kind of counter on <ref:ref or it>")(
    lambda ref: tree.CountDistinct("counter kind", tree.Is(ref))
)
rule("each counted", "differently named <group>")(
    lambda group: tree.CountDistinct("name", group.filter, group.zone)
)
rule("each counted", "<color> mana (symbol|symbols) in <ref:possessor> mana cost")(
    lambda color, ref: tree.SymbolsIn(color, ref)
)
rule("each counted", "<color> mana (symbol|symbols) in the mana costs of <group>")(
    lambda color, group: tree.SymbolsAmong(color, group.filter, group.zone)
)
rule("each counted", "<one:simply counted> and each <two:each counted>")(
    lambda one, two: plus(one, two)
)
rule("each counted", "cards in the hand of the opponent with the most cards in hand")(
    lambda: tree.HandOf("opponent")
)
rule("each counted", "mana spent to cast it")(
    lambda: tree.UnknownAmount(untold("mana spent to cast it"))
)
rule("each counted", "of <ref:possessor> colors")(lambda ref: tree.ColorsOf(ref))

# 700.8a
PARTY_SIZE = tree.CountDistinct(
    "party role", tree.AllOf((tree.HasType("Creature"), tree.ControlledBy("you")))
)
rule("each counted", "(creature|creatures) in your party")(lambda: PARTY_SIZE)

_UNTOLD_THINGS = (
    "player who has lost the game",
    "time it was kicked",
    "color of mana spent to cast it",
    "creature that convoked it",
    "{G}{G} spent to cast it",
    "creature devoured this way",
    "opponent you have",
    "opponents you have",
    "player",
    "opponent",
    "creature beyond the first blocking it",
    "creature blocking it beyond the first",
    "unspent green mana you have",
    "experience counter you have",
    "experience counters you have",
    "poison counter your opponents have",
    "poison counters your opponents have",
    "poison counter its controller has",
    "color of mana spent to cast that spell",
    "creature it's blocking",
    "counter removed",
    "energy you have",
    "time you've cast your commander from the command zone this game",
    "speed",
)  # fmt: skip


def untold(text: str) -> Prose:
    """The prose of a fact phrase that the grammar knows by heart."""
    return Prose(text)


words(
    "untold thing",
    {text: tree.UnknownAmount(untold(text)) for text in _UNTOLD_THINGS},
)
alias("each counted", "<value:untold thing>")

_PAST = {
    "gained", "lost", "cast", "drawn", "died", "entered", "left", "attacked", "sacrificed",
    "discarded", "cycled", "dealt", "put", "played", "created", "spent", "explored", "rolled",
    "activated", "tapped", "conjured", "exiled", "milled", "returned", "been", "surveilled",
}  # fmt: skip


def _this_turn(tokens: Tokens, at: int) -> int | None:
    """Where a count of what happened this turn ends: a past verb, then "this turn"."""
    keys = tokens.keys
    past = False
    for end in range(at, min(at + 16, len(keys))):
        past = past or keys[end] in _PAST
        unfit = keys[end] in (",", ".", '"', "plus", "gets", "has")
        if unfit or (keys[end] == "have" and not past and keys[end - 1] != "you"):
            return None
        if keys[end] == "turn" and keys[end - 1] == "this" and past:
            return end + 1
    return None


@terminal("happened this turn", None)
def _happened(tokens: Tokens, at: int) -> Iterator[Reading]:
    end = _this_turn(tokens, at)
    if end is not None:
        yield end, tree.UnknownAmount(untold(tokens.slice(at, end).lower()))


alias("each counted", "<value:happened this turn>")
rule("measure", "the [total] amount of <amount:happened this turn>")(lambda amount: amount)

# --- measures -------------------------------------------------------------------------------------

rule("amount", "<number>")(lambda number: Num(number))
rule("amount", "X")(lambda: tree.X())
alias("amount", "<value:measured>")
alias("measured", "<value:measure>")
rule("measure", "twice <amount:measure>")(lambda amount: times(2, amount))
rule("measure", "three times <amount:measure>")(lambda amount: times(3, amount))
rule("measure", "half <amount:measure>, rounded <way=up|down>")(
    lambda amount, way: tree.Half(amount, way == "up")
)
rule("measured", "<number> plus <amount:measure>", "<amount:measure> plus <number>")(
    lambda number, amount: plus(amount, Num(number))
)
rule("measured", "<number> minus <amount:measure>")(
    lambda number, amount: plus(times(-1, amount), Num(number))
)
rule("measured", "<amount:measure> minus <number>")(
    lambda number, amount: plus(amount, Num(-number))
)
rule("measured", "X plus <number>")(lambda number: plus(tree.X(), Num(number)))
rule("measure", "the difference between <ref:possessor> power and toughness")(
    lambda ref: _difference(tree.StatOf("power", ref), tree.StatOf("toughness", ref))
)


def _difference(one: Amount, two: Amount) -> Amount:
    return tree.Greatest((plus(one, times(-1, two)), plus(two, times(-1, one))))


rule("measure", "the <which:extreme> power and/or toughness among <group:groups>")(
    lambda which, group: (
        tree.Greatest(
            tuple(
                tree.Aggregate(which, stat, group.filter, group.zone)
                for stat in ("power", "toughness")
            )
        )
        if which == "greatest"
        else NOTHING
    )
)
rule("measured", "<one:measure> plus <two:measure>")(lambda one, two: plus(one, two))
rule("measured", "<one:measure> minus <two:measure>")(lambda one, two: plus(one, times(-1, two)))

rule("measure", "the number of <amount:each counted>", "the total number of <amount:each counted>")(
    lambda amount: amount
)
rule("measure", "<ref:possessor> <stat>")(lambda ref, stat: tree.StatOf(stat, ref))
rule("measure", "the amount of <amount:untold thing>")(lambda amount: amount)
words("extreme", {"greatest": "greatest", "highest": "greatest", "least": "least"})
words("extreme", {"lowest": "least", "total": "total"})
rule("measure", "the <which:extreme> <stat> (among|of) <group:groups>")(
    lambda which, stat, group: tree.Aggregate(which, stat, group.filter, group.zone)
)
rule("measure", "the highest life total among your opponents")(lambda: tree.LifeOf("opponent"))
rule("measure", "the highest life total among players")(
    lambda: tree.Greatest((tree.LifeOf("you"), tree.LifeOf("opponent")))
)
rule("measure", "the life total of an opponent with the most life")(lambda: tree.LifeOf("opponent"))
rule("measure", "an opponent's life total")(lambda: tree.LifeOf("opponent"))
rule("measure", "an opponent's starting life total")(lambda: tree.StartingLifeOf("opponent"))
rule("measure", "your life total", "your life")(lambda: tree.LifeOf("you"))
rule("measure", "your starting life total")(lambda: tree.StartingLifeOf("you"))
rule("measure", "your devotion to <colors:color list>")(lambda colors: tree.Devotion(colors))
rule("measure", "the chosen number", "the last chosen number", "the number chosen")(
    lambda: tree.ChosenNumber()
)
words(
    "measure",
    {
        text: tree.UnknownAmount(untold(text))
        for text in ("the life paid as it entered", "the number of Forests sacrificed as it entered",
                     "the number of creatures sacrificed as it entered")
    },
)  # fmt: skip
rule("measure", "your speed")(lambda: tree.UnknownAmount(untold("your speed")))
rule("measure", "the number of colors of mana spent to cast it")(
    lambda: tree.UnknownAmount(untold("the number of colors of mana spent to cast it"))
)
lists("color list", "color", joins="and|or")

rule("where x", "[,] where X is <amount:measured>")(lambda amount: amount)
# 601.2b: what is counted as it is activated; a board tells of the activation as it resolves.
rule("where x", "[,] where X is <amount:measured> as you activate this ability")(
    lambda amount: amount
)
rule("where x", "[,] where X is <number>")(lambda number: Num(number))
