"""Conditions: "as long as ...", "during your turn", "unless ..." (611.3a, 603.4).

`condition` is what stands after "as long as" or "if"; `leading` and `trailing` are the whole
adverbial phrases of a static ability, before and after its sentence.
"""

from typing import Any

from striate.cards import tree
from striate.cards.grammar.amounts import PARTY_SIZE, untold
from striate.cards.grammar.engine import NOTHING, alias, lists, rule, words
from striate.cards.grammar.nouns import ANYTHING, STATES, all_of, any_of, stat_is
from striate.cards.tree import (
    Amount,
    Compare,
    Condition,
    ControlledBy,
    Each,
    Fact,
    Filter,
    Matches,
    Not,
    Num,
    Unless,
)

# --- how many -------------------------------------------------------------------------------------

rule("quantity", "<group:singular>")(lambda group: (group, ">=", 1))
rule("quantity", "<number> or more <group>")(lambda number, group: (group, ">=", number))
rule("quantity", "at least <number> <group>")(lambda number, group: (group, ">=", number))
rule("quantity", "<number> or more other <group>", "at least <number> other <group>")(
    lambda number, group: (_other(group), ">=", number)
)
rule("quantity", "<number> or fewer <group>")(lambda number, group: (group, "<=", number))
rule("quantity", "no more than <number> <group>")(lambda number, group: (group, "<=", number))
rule("quantity", "exactly <number> <group>")(lambda number, group: (group, "=", number))
rule("quantity", "your commander")(
    lambda: (Each(all_of((tree.IsCommander(), tree.OwnedBy("you")))), ">=", 1)
)
rule("quantity", "no <group>")(lambda group: (group, "=", 0))
rule("quantity", "fewer than <number> <group>")(lambda number, group: (group, "<", number))
rule("quantity", "more than <number> <group>")(lambda number, group: (group, ">", number))
lists("quantities or", "quantity", joins="or|and/or")
lists("quantities and", "quantity", joins="and")


def _other(group: Each) -> Each:
    return Each(all_of((group.filter, tree.Other())), group.zone)


def _has(player: Filter, quantities: tuple[tuple[Each, Any, int], ...], either: bool) -> Any:
    """A player controls that many: one comparison for each quantity."""
    if any(group.zone != "battlefield" for group, _, _ in quantities):
        return NOTHING
    parts = tuple(
        Compare(tree.Count(all_of((group.filter, player)), "battlefield"), op, Num(number))
        for group, op, number in quantities
    )
    if len(parts) == 1:
        return parts[0]
    return tree.Either(parts) if either else tree.Every(parts)


PLAYER_CONTROLS: dict[str, Filter] = {
    "you control": ControlledBy("you"),
    "your team controls": ControlledBy("you"),
    "an opponent controls": ControlledBy("opponent"),
    "your opponents control": ControlledBy("opponent"),
    "any player controls": ControlledBy("any"),
    "a player controls": ControlledBy("any"),
    "any opponent controls": ControlledBy("opponent"),
    "defending player controls": ControlledBy("defending"),
    "its controller controls": ControlledBy("affected controller"),
    "enchanted player controls": ControlledBy("attached controller"),
    "that player controls": ControlledBy("that"),
    "the chosen player controls": ControlledBy("chosen"),
}
words("player controls", PLAYER_CONTROLS)


@rule("condition", "<player:player controls> <quantities:quantities or>")
def _controls(player: Filter, quantities: Any) -> Any:
    return _has(ANYTHING if player == ControlledBy("any") else player, quantities, True)


@rule("condition", "you control <number> or more modified <noun>")
def _controls_modified(number: int, noun: Any) -> Any:
    """700.9: of your own creatures the Auras that count are yours."""
    if noun[1] != "battlefield":
        return NOTHING
    yours = all_of((STATES["modified"], noun[0], ControlledBy("you")))
    return Compare(tree.Count(yours), ">=", Num(number))


@rule("condition", "<player:player controls> <quantities:quantities and>")
def _controls_all(player: Filter, quantities: Any) -> Any:
    return _has(ANYTHING if player == ControlledBy("any") else player, quantities, False)


@rule("condition", "you control a permanent of each color")
def _of_each_color() -> Any:
    """105.1: for each of the five colors one that has it."""
    return tree.Every(
        tuple(
            Compare(tree.Count(all_of((tree.HasColor(letter), ControlledBy("you")))), ">=", Num(1))
            for letter in "WUBRG"
        )
    )


rule("condition", "there are <number> colors among <group:plain group>")(
    lambda number, group: (
        Compare(tree.CountDistinct("color", group.filter), ">=", Num(number))
        if group.zone == "battlefield"
        else NOTHING
    )
)
rule("condition", "no opponent controls <bounds:quantity>")(
    lambda bounds: (
        _has(ControlledBy("opponent"), ((bounds[0], "=", 0),), True)
        if bounds[1:] == (">=", 1)
        else NOTHING
    )
)
rule("condition", "an opponent owns <bounds:quantity>")(
    lambda bounds: Compare(
        tree.Count(all_of((bounds[0].filter, tree.OwnedBy("opponent"))), bounds[0].zone),
        bounds[1],
        Num(bounds[2]),
    )
)


@rule("condition", "<one:singular> is attached to <two:singular>")
def _one_attached(one: Each, two: Each) -> Any:
    if {one.zone, two.zone} != {"battlefield"}:
        return NOTHING
    both = all_of((one.filter, tree.IsAttachedTo(two.filter)))
    return Compare(tree.Count(both), ">=", Num(1))


@rule("condition", "<group:singular> <part:does>")
def _some_does(group: Each, part: Filter) -> Any:
    """ "A creature has a -1/-1 counter on it": some such object does."""
    if group.zone == "any" or isinstance(part, (tree.InZone, tree.IsAttachedTo)):
        return NOTHING
    return Compare(tree.Count(all_of((group.filter, part)), group.zone), ">=", Num(1))


rule("condition", "you control a modified <kind:type word>")(
    lambda kind: Compare(
        tree.Count(all_of((STATES["modified"], kind, ControlledBy("you")))), ">=", Num(1)
    )
)


# --- what an object is ----------------------------------------------------------------------------

rule("trait", "(a|an) <part:filter>", "<part:filter>")(lambda part: part)
rule("trait", "<parts:adjectives>")(lambda parts: all_of(parts))
rule("trait", "<parts:predicate nouns>")(lambda parts: any_of(parts))
rule("trait", "<part:state phrase>", "<part:that state>")(lambda part: part)
FACT_STATES: dict[str, Filter] = {
    "paired with another creature": tree.Unknown("paired"),
    "attacking or blocking": any_of((tree.Unknown("attacking"), tree.Unknown("blocking"))),
    "enchanted by an Aura": tree.HasAttached(tree.HasSubtype("Aura")),
    "attached to a creature": tree.IsAttachedTo(tree.HasType("Creature")),
    "attached to a permanent": tree.IsAttachedTo(ANYTHING),
    "your commander": all_of((tree.IsCommander(), tree.OwnedBy("you"))),
    "on the battlefield": tree.InZone("battlefield"),
    "in your graveyard": tree.InZone("graveyard"),
    "in your hand": tree.InZone("hand"),
    "in exile": tree.InZone("exile"),
    "in the command zone": tree.InZone("command"),
    "on the stack": tree.InZone("stack"),
    "the chosen type": tree.HasSubtype("@creature type"),
    "the chosen color": tree.HasColor("@color"),
}
words("that state", FACT_STATES)
rule("does", "is <part:card trait>")(lambda part: part)
rule("does", "(is|are) <part:trait>")(lambda part: part)
rule("does", "(is|are) not <part:trait>", "(is|are) not (a|an) <part:filter>")(
    lambda part: Not(part)
)
rule("does", "(has|have) <part:counted counters> on (it|them|him|her)")(lambda part: part)
rule("does", "(has|have) <parts:keywords and>")(lambda parts: all_of(parts))
rule("does", "(has|have) <parts:keywords or>")(lambda parts: any_of(parts))
rule("does", "(does|do) not have <part:has keyword>")(lambda part: Not(part))
rule("does", "(has|have) no <part:has keyword>")(lambda part: Not(part))
rule("does", "has no abilities", "have no abilities")(lambda: tree.HasNoAbilities())
rule("does", "(has|have) [a] <stat> <number> [<op:comparison>]")(
    lambda stat, number, op=None: stat_is(stat, number, op)
)
rule("does", "is under your control")(lambda: ControlledBy("you"))
rule("does", "shares a <what:shared> with <ref>")(lambda what, ref: tree.SharesWith(what, ref))

rule("condition", "<ref:ref or it> <part:does>")(lambda ref, part: Matches(ref, part))
rule("condition", "the top card of your <zone=library|graveyard> is <part:card trait>")(
    lambda zone, part: Matches(tree.TopCard(zone), part)
)
rule("card trait", "(a|an) <noun>")(lambda noun: noun[0] if noun[1] is None else NOTHING)
rule("card trait", "<parts:adjectives>")(lambda parts: all_of(parts))
rule("condition", "<player:player controls> <ref:ref or it>")(
    lambda player, ref: NOTHING if player == ControlledBy("any") else Matches(ref, player)
)
rule("condition", "another player controls <ref:ref or it>")(
    lambda ref: Matches(ref, Not(ControlledBy("you")))
)
rule("condition", "<bounds:attached count> (is|are) attached to <ref:ref or it>")(
    lambda bounds, ref: _attached(bounds, ref)
)
alias("attached count", "<value:quantity>")
rule("condition", "<ref:ref or it> is enchanted by <bounds:quantity>")(
    lambda bounds, ref: _attached(bounds, ref)
)


def _attached(bounds: tuple[Each, Any, int], ref: tree.Ref) -> Any:
    group, op, number = bounds
    if group.zone != "battlefield":
        return NOTHING
    return Compare(tree.Count(all_of((group.filter, tree.IsAttachedTo(ref)))), op, Num(number))


# --- amounts compared -----------------------------------------------------------------------------

rule("amount range", "<number> or more <amount:each counted>")(
    lambda number, amount: Compare(amount, ">=", Num(number))
)
rule("amount range", "<number> or fewer <amount:each counted>")(
    lambda number, amount: Compare(amount, "<=", Num(number))
)
rule("amount range", "at least <number> <amount:each counted>")(
    lambda number, amount: Compare(amount, ">=", Num(number))
)
rule("amount range", "fewer than <number> <amount:each counted>")(
    lambda number, amount: Compare(amount, "<", Num(number))
)
rule("amount range", "exactly <number> <amount:each counted>")(
    lambda number, amount: Compare(amount, "=", Num(number))
)
rule("amount range", "(a|an) <amount:each counted>")(lambda amount: Compare(amount, ">=", Num(1)))
rule("amount range", "no <amount:each counted>")(lambda amount: Compare(amount, "=", Num(0)))
rule("amount range", "<number> or more <what=mana values|powers> among <group>")(
    lambda number, what, group: Compare(
        tree.CountDistinct(what[:-1], group.filter, group.zone), ">=", Num(number)
    )
)
rule("condition", "there (is|are) <range:amount range>")(lambda range: range)
rule("condition", "<number> or more <group> (is|are) <place:zone phrase>")(
    lambda number, group, place: _in_place(group, place, ">=", number)
)
rule("condition", "<group:singular> is <place:zone phrase>")(
    lambda group, place: _in_place(group, place, ">=", 1)
)
rule("condition", "<one:singular> and <two:singular> are <place:zone phrase>")(
    lambda one, two, place: _both_in_place(one, two, place)
)


def _both_in_place(one: Each, two: Each, place: Any) -> Any:
    parts = tuple(_in_place(group, place, ">=", 1) for group in (one, two))
    return NOTHING if NOTHING in parts else tree.Every(parts)


words("zone phrase", {"in your graveyard": "graveyard", "in exile": "exile"})


def _in_place(group: Each, place: Any, op: Any, number: int) -> Any:
    if group.zone != "any":
        return NOTHING
    owned = (tree.OwnedBy("you"),) if place == "graveyard" else ()
    return Compare(tree.Count(all_of((group.filter, *owned)), place), op, Num(number))


words("is compared", {"is less than": "<", "is greater than": ">", "is equal to": "="})
words("is compared", {"is less than or equal to": "<=", "is greater than or equal to": ">="})
rule("condition", "<left:measure> <op:is compared> <right:measured>")(
    lambda left, op, right: Compare(left, op, right)
)
rule("condition", "<left:measure> <op:is compared> <right:number>")(
    lambda left, op, right: Compare(left, op, Num(right))
)
rule("condition", "<left:measure> is <number> <op:comparison>")(
    lambda left, number, op: Compare(left, op, Num(number))
)
rule("condition", "your life total is less than or equal to half your starting life total")(
    lambda: Compare(tree.LifeOf("you"), "<=", tree.Half(tree.StartingLifeOf("you"), False))
)
rule("condition", "an opponent's life total is less than half their starting life total")(
    lambda: Compare(tree.LifeOf("opponent"), "<", tree.Half(tree.StartingLifeOf("opponent"), True))
)
words("life holder", {"you have": "you", "an opponent has": "opponent"})
rule("condition", "<player:life holder> <number> <op:comparison> life")(
    lambda player, number, op: Compare(tree.LifeOf(player), op, Num(number))
)
rule("condition", "<player:life holder> at least <number> life more than your starting life total")(
    lambda player, number: _above_start(number) if player == "you" else NOTHING
)
rule("condition", "your life total is at least <number> greater than your starting life total")(
    lambda number: _above_start(number)
)


def _above_start(number: int) -> Condition:
    start: Amount = tree.Sum((tree.StartingLifeOf("you"), Num(number)))
    return Compare(tree.LifeOf("you"), ">=", start)


rule("condition", "<player:life holder> no cards in hand")(
    lambda player: Compare(tree.HandOf(player), "=", Num(0))
)
rule("condition", "<player:life holder> <number> <op:comparison> cards in hand")(
    lambda player, number, op: Compare(tree.HandOf(player), op, Num(number))
)
rule("condition", "<player:life holder> more cards in hand than (each opponent|you)")(
    lambda player: (
        Compare(tree.HandOf("you"), ">", tree.HandOf("opponent")) if player == "you" else NOTHING
    )
)
rule("condition", "its controller has <number> or more cards in their graveyard")(
    lambda number: Compare(
        tree.Count(tree.OwnedBy("affected controller"), "graveyard"), ">=", Num(number)
    )
)
rule("condition", "an opponent has <number> or more cards in their graveyard")(
    lambda number: Compare(tree.Count(tree.OwnedBy("opponent"), "graveyard"), ">=", Num(number))
)

rule("condition", "there are <number> or more cards in a single graveyard")(
    lambda number: tree.Either(
        tuple(
            Compare(tree.Count(tree.OwnedBy(player), "graveyard"), ">=", Num(number))
            for player in ("you", "opponent")
        )
    )
)

# 105.2: how common a colour is among permanents.
COLOR_COUNTS: tuple[Amount, ...] = tuple(tree.Count(tree.HasColor(color)) for color in "WUBRG")
rule(
    "condition", "<color> is the most common color among all permanents or is tied for most common"
)(lambda color: Compare(tree.Count(tree.HasColor(color)), ">=", tree.Greatest(COLOR_COUNTS)))

# --- turns, levels, choices -----------------------------------------------------------------------

rule("condition", "it is your turn")(lambda: tree.IsTurnOf("you"))
rule("condition", "it is not your turn")(lambda: Unless(tree.IsTurnOf("you")))

# --- facts that no board can tell -----------------------------------------------------------------

_FACTS = (
    "you have the city's blessing", "you have the initiative", "you are the monarch",
    "an opponent is poisoned", "an opponent has three or more poison counters",
    "you have an enduring story", "you have max speed", "it is day", "it is night",
    "neither day nor night", "you've completed a dungeon",
    "creatures you control have total power 8 or greater", "it was cast", "it was kicked",
    "~ was kicked",
    "this ability has been activated four or more times", "you have six or more unspent mana",
    "it devoured a creature", "it hasn't dealt damage yet", "two or more creatures are blocking it",
    "there are two or more unlocked doors among Rooms you control", "the gift was promised", "you've been tempted",
    "defending player is poisoned", "defending player has two or fewer cards in hand", "it was your commander",
    "no opponent has more life than that player", "no other opponent has more life than that player",
    "a library has twenty or fewer cards in it", "it is the first combat phase of the turn",
    "you control each creature on the battlefield with the greatest power", "the Ring has tempted you this game",
    "you control eight or more artifacts with the same name as one another",
    "every card in your card pool started the game in your library or in the command zone",
)  # fmt: skip
words("condition", {text: Fact(untold(text)) for text in _FACTS})
rule("condition", "you have a full party")(lambda: Compare(PARTY_SIZE, ">=", Num(4)))  # 700.8c

rule("condition", "you are not the monarch")(lambda: Unless(Fact(untold("you are the monarch"))))
rule("condition", "you have more life than (an opponent|each opponent)")(
    lambda: Compare(tree.LifeOf("you"), ">", tree.LifeOf("opponent"))
)
rule("condition", "~ is in the command zone or on the battlefield")(
    lambda: tree.Either(
        tuple(Matches(tree.This(), tree.InZone(zone)) for zone in ("command", "battlefield"))
    )
)
rule("condition", "~ is <word=solved|monstrous|renowned|saddled|suspected|prepared|harnessed>")(
    lambda word: tree.Matches(tree.This(), tree.HasDesignation(word))
)

alias("condition", "<value:turn fact>")

# --- combining ------------------------------------------------------------------------------------

rule("condition", "it is not true that <part:condition>")(lambda part: Unless(part))
rule("conditions", "<one:condition>")(lambda one: one)
rule("conditions", "<one:condition> and <two:condition>")(lambda one, two: tree.Every((one, two)))
rule("conditions", "<one:condition> and <two:condition> and <three:condition>")(
    lambda one, two, three: tree.Every((one, two, three))
)
rule("conditions", "<one:condition> or <two:condition>")(lambda one, two: tree.Either((one, two)))

rule("leading", "as long as <part:conditions>", "if <part:conditions>")(lambda part: part)
rule("leading", "during your turn", "during each of your turns")(lambda: tree.IsTurnOf("you"))
rule("leading", "during turns other than yours", "during other players' turns")(
    lambda: Unless(tree.IsTurnOf("you"))
)
rule("leading", "during your turn, as long as <part:conditions>")(
    lambda part: tree.Every((tree.IsTurnOf("you"), part))
)
rule("trailing", "as long as <part:conditions>", "if <part:conditions>")(lambda part: part)
rule("trailing", "during your turn")(lambda: tree.IsTurnOf("you"))
rule("trailing", "during turns other than yours")(lambda: Unless(tree.IsTurnOf("you")))
rule("trailing", "unless <part:conditions>")(lambda part: Unless(part))
