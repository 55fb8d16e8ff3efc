"""What stands after a noun: "you control", "with flying", "in your graveyard", "that's red".

Each `after` is a filter and the zone that it names, if it does. `with phrase`, `that phrase` and
`state phrase` say what one object must be; the last are facts that no board can tell.
"""

from striate.cards import tree
from striate.cards.grammar.engine import NOTHING, lists, rule, words
from striate.cards.grammar.nouns import ANYTHING, all_of, any_of, stat_is
from striate.cards.tree import Filter, Not

CONTROLLED: dict[str, Filter] = {
    "you control": tree.ControlledBy("you"),
    "you don't control": Not(tree.ControlledBy("you")),
    "your team controls": tree.ControlledBy("you"),
    "your opponents control": tree.ControlledBy("opponent"),
    "an opponent controls": tree.ControlledBy("opponent"),
    "opponents control": tree.ControlledBy("opponent"),
    "each opponent controls": tree.ControlledBy("opponent"),
    "that player controls": tree.ControlledBy("that"),
    "they control": tree.ControlledBy("that"),
    "defending player controls": tree.ControlledBy("defending"),
    "enchanted player controls": tree.ControlledBy("attached controller"),
    "the chosen player controls": tree.ControlledBy("chosen"),
    "its controller controls": tree.ControlledBy("affected controller"),
    "the active player controls": tree.ControlledBy("active"),
    "you own": tree.OwnedBy("you"),
    "you don't own": Not(tree.OwnedBy("you")),
    "you own but don't control": all_of((tree.OwnedBy("you"), Not(tree.ControlledBy("you")))),
    "you control but don't own": all_of((tree.ControlledBy("you"), Not(tree.OwnedBy("you")))),
    "your opponents own": tree.OwnedBy("opponent"),
}
words("controlled", CONTROLLED)

rule("after", "<part:controlled>")(lambda part: (part, None))
rule("after", "of (an opponent's|their) choice they control")(
    lambda: (tree.ControlledBy("opponent"), None)
)
rule("after", "you cast")(lambda: (all_of((tree.ControlledBy("you"), tree.WasCast())), "stack"))
rule("after", "your opponents cast")(
    lambda: (all_of((tree.ControlledBy("opponent"), tree.WasCast())), "stack")
)
rule("that phrase", "that (was|were) cast")(lambda: tree.WasCast())
rule("after", "on the battlefield")(lambda: (ANYTHING, "battlefield"))
rule(
    "after",
    "(from|in) (a|any) <zone:card zone> that was put there [from the battlefield] this turn",
)(lambda zone: (tree.Unknown("that was put there this turn"), zone))
rule("after", "in play")(lambda: (ANYTHING, "battlefield"))
rule("after", "on the stack")(lambda: (ANYTHING, "stack"))

words("card zone", {"graveyard": "graveyard", "hand": "hand", "library": "library"})
words("card zone", {"graveyards": "graveyard", "hands": "hand", "libraries": "library"})
rule("after", "in your <zone:card zone>")(lambda zone: (tree.OwnedBy("you"), zone))
rule("after", "in all <zone:card zone>", "in a <zone:card zone>")(lambda zone: (ANYTHING, zone))
rule("after", "in (your opponents'|an opponent's|opponents') <zone:card zone>")(
    lambda zone: (tree.OwnedBy("opponent"), zone)
)
rule("after", "in (their|that player's) <zone:card zone>")(
    lambda zone: (tree.OwnedBy("that"), zone)
)
rule("after", "in (its|their) controller's <zone:card zone>")(
    lambda zone: (tree.OwnedBy("affected controller"), zone)
)
rule("after", "in graveyards")(lambda: (ANYTHING, "graveyard"))
rule("after", "in each player's <zone:card zone>", "in all players' <zone:card zone>")(
    lambda zone: (ANYTHING, zone)
)
rule("after", "in defending player's <zone:card zone>")(
    lambda zone: (tree.OwnedBy("defending"), zone)
)
rule("after", "in the chosen player's <zone:card zone>")(
    lambda zone: (tree.OwnedBy("chosen"), zone)
)
rule("after", "cast from <place:cast place>")(
    lambda place: (tree.Unknown(f"cast from {place}"), "stack")
)
rule("after", "you cast from <place:cast place>")(
    lambda place: (all_of((tree.ControlledBy("you"), tree.Unknown(f"cast from {place}"))), "stack")
)
words(
    "cast place",
    {
        text: text
        for text in ("exile", "your graveyard", "your hand", "a graveyard",
                     "anywhere other than your hand", "the top of your library")
    },
)  # fmt: skip
rule("after", "in exile", "exiled")(lambda: (ANYTHING, "exile"))
rule("after", "you own in exile")(lambda: (tree.OwnedBy("you"), "exile"))
rule("after", "exiled with (~|it)")(lambda: (tree.ExiledWith(), "exile"))

rule("after", "<part:with phrase>", "<part:that phrase>", "<part:state phrase>")(
    lambda part: (part, None)
)
rule("afters", "<after>")(lambda after: (after,))
rule("afters", "<after> [,] <more:afters>")(lambda after, more: (after, *more))

# "with ..."

words("comparison", {"or less": "<=", "or fewer": "<=", "or greater": ">=", "or more": ">="})
words(
    "stat",
    {
        "power": "power",
        "toughness": "toughness",
        "mana value": "mana value",
        "base power": "base power",
        "base toughness": "base toughness",
        "loyalty": "loyalty",
    },
)
rule("with phrase", "with <one:stat> <number> [<op:comparison>]")(
    lambda one, number, op=None: stat_is(one, number, op)
)
rule("with phrase", "with <one:stat> or <two:stat> <number> [<op:comparison>]")(
    lambda one, two, number, op=None: any_of(
        stat_is(stat, number, op) for stat in (one, _base_too(one, two))
    )
)


def _base_too(one: tree.Stat, two: tree.Stat) -> tree.Stat:
    """ "Base power or toughness 1": the base toughness."""
    return "base toughness" if (one, two) == ("base power", "toughness") else two


rule("with phrase", "with <one:stat> <op:compared to> <amount:measured>")(
    lambda one, op, amount: tree.StatIs(one, op, amount)
)
words("compared to", {"less than": "<", "greater than": ">", "equal to": "="})
words("compared to", {"less than or equal to": "<=", "greater than or equal to": ">="})
words("compared to", {"not equal to": "!="})
rule("with phrase", "with <one:stat> <op:compared to> <number>")(
    lambda one, op, number: tree.StatIs(one, op, tree.Num(number))
)
rule("with phrase", "with base power and toughness <box:pt box>")(
    lambda box: all_of(
        (
            tree.StatIs("base power", "=", box.power),
            tree.StatIs("base toughness", "=", box.toughness),
        )
    )
)
rule("with phrase", "with <one:stat> X")(lambda one: tree.StatIs(one, "=", tree.X()))
rule("with phrase", "with <one:stat> X <op:comparison>")(
    lambda one, op: tree.StatIs(one, op, tree.X())
)
rule("with phrase", "with the <which=greatest|least> <one:stat> among <among:group>")(
    lambda which, one, among: (
        tree.IsExtreme(which, one, among.filter) if among.zone == "battlefield" else NOTHING
    )
)

rule("counted counters", "(a|an|one or more|any) <kinds:counters>")(
    lambda kinds: tree.HasCounter(kinds[0])
)
rule("counted counters", "<kinds:counters>")(lambda kinds: tree.HasCounter(kinds[0]))
rule("counted counters", "<number> or more <kinds:counters>")(
    lambda number, kinds: tree.HasCounter(kinds[0], ">=", number)
)
rule("counted counters", "<number> or fewer <kinds:counters>")(
    lambda number, kinds: tree.HasCounter(kinds[0], "<=", number)
)
rule("counted counters", "exactly <number> <kinds:counters>")(
    lambda number, kinds: tree.HasCounter(kinds[0], "=", number)
)
rule("with phrase", "without (a|an|any) <kinds:counters> on (it|them)")(
    lambda kinds: Not(tree.HasCounter(kinds[0]))
)
rule("counted counters", "no <kinds:counters>")(lambda kinds: Not(tree.HasCounter(kinds[0])))
rule("with phrase", "with <part:counted counters> on (it|them)")(lambda part: part)

rule("with phrase", "with <group:singular> attached to (it|them)")(
    lambda group: tree.HasAttached(group.filter) if group.zone == "battlefield" else NOTHING
)
rule("with phrase", "with no abilities")(lambda: tree.HasNoAbilities())
rule("with phrase", "with the same name as <ref:ref or it>")(
    lambda ref: tree.SharesWith("name", ref)
)
rule("with phrase", "with the chosen name", "of the chosen name")(lambda: tree.Named("@name"))
rule("has keyword", "<name:keyword name>")(lambda name: tree.HasKeyword(name))
rule("has keyword", "landwalk abilities", "a landwalk ability")(lambda: tree.HasKeyword("landwalk"))
rule("has keyword", "a <name:keyword name> ability")(lambda name: tree.HasKeyword(name))
words(
    "ability kind",
    {
        "activated": "activated", "triggered": "triggered", "mana": "mana", "static": "static",
    },
)  # fmt: skip
rule("has keyword", "(an|a) <kind:ability kind> ability", "<kind:ability kind> abilities")(
    lambda kind: tree.HasAbilityKind(kind)
)
lists("keywords and", "has keyword", joins="and")
lists("keywords or", "has keyword", joins="or|and/or")
rule("with phrase", "with <parts:keywords and>")(lambda parts: all_of(parts))
rule("with phrase", "with <parts:keywords or>")(
    lambda parts: any_of(parts) if len(parts) > 1 else NOTHING
)
rule("with phrase", "without <part:has keyword>")(lambda part: Not(part))
rule("with phrase", "without <one:has keyword> or <two:has keyword>")(
    lambda one, two: Not(any_of((one, two)))
)
rule("with phrase", "named <name:card name>")(lambda name: tree.Named(name))
rule("with phrase", "not named <name:card name>")(lambda name: Not(tree.Named(name)))
rule("with phrase", "of the chosen <kind=land type|basic land type>")(
    lambda kind: tree.HasSubtype(f"@{kind}")
)
rule("with phrase", "of the chosen (type|creature type)")(lambda: tree.HasSubtype("@creature type"))
rule("with phrase", "of the chosen color", "of that color")(lambda: tree.HasColor("@color"))
rule("with phrase", "that (share|shares) at least one <what:shared> with <ref:ref or it>")(
    lambda what, ref: tree.SharesWith(what, ref)
)
rule("with phrase", "that share a <what:shared> with <ref:ref or it>")(
    lambda what, ref: tree.SharesWith(what, ref)
)
rule(
    "with phrase",
    "that (share|shares) a <what:shared> with the top card of your <zone=library|graveyard>",
)(lambda what, zone: tree.SharesWith(what, tree.TopCard(zone)))
rule("with phrase", "that shares a <what:shared> with <ref:ref or it>")(
    lambda what, ref: tree.SharesWith(what, ref)
)
words("shared", {"creature type": "creature type", "color": "color", "card type": "card type"})
words("shared", {"name": "name", "land type": "land type", "permanent type": "permanent type"})

# "that's ..."

rule("that phrase", "that (is|are) [a|an] <part:predicate noun>")(lambda part: part)
rule("that phrase", "that (is|are) not [a|an] <part:predicate noun>")(lambda part: Not(part))
rule("that phrase", "that (has|have) <part:counted counters> on (it|them)")(lambda part: part)
rule("that phrase", "other than <ref:ref or it>")(lambda ref: Not(tree.Is(ref)))
rule("that phrase", "that (is|are) <ref:ref or it>")(lambda ref: tree.Is(ref))
rule("that phrase", "that (is|are) <part:state phrase>")(lambda part: part)
rule("that phrase", "that (is|are) attached to <group:singular>")(
    lambda group: tree.IsAttachedTo(group.filter) if group.zone == "battlefield" else NOTHING
)
rule("that phrase", "that (is|are) exactly <number> colors")(
    lambda number: tree.ColorCount("=", number)
)
rule("that phrase", "that (is|are) <number> or more colors")(
    lambda number: tree.ColorCount(">=", number)
)
rule("that phrase", "that (does|do) not have the same name as <ref:ref or it>")(
    lambda ref: Not(tree.SharesWith("name", ref))
)
rule("that phrase", "that (does|do) not have the same name as (a|an) <group:group>")(
    lambda group: Not(tree.SharesWith("name", group)) if group.zone == "battlefield" else NOTHING
)
rule("that phrase", "that (does|do) not have the same name as another <group:group>")(
    lambda group: (
        Not(tree.SharesWith("name", group, other=True)) if group.zone == "battlefield" else NOTHING
    )
)
rule("that phrase", "that (does|do) not have <part:has keyword>")(lambda part: Not(part))
rule("that phrase", "that (has|have) <part:has keyword>")(lambda part: part)
rule(
    "that phrase",
    "that (is|are) enchanted by an Aura you control",
    "that (is|are) enchanted by Auras you control",
)(lambda: tree.HasAttached(all_of((tree.HasSubtype("Aura"), tree.ControlledBy("you")))))
rule("that phrase", "that (is|are) all colors")(lambda: tree.ColorCount("=", 5))
rule("that phrase", "that (is|are) not on the battlefield")(lambda: Not(tree.InZone("battlefield")))
rule("that phrase", "that (is|are) not of the chosen type")(
    lambda: Not(tree.HasSubtype("@creature type"))
)
rule("that phrase", "that (is|are) the chosen color", "that (is|are) of the chosen color")(
    lambda: tree.HasColor("@color")
)
rule("that phrase", "attached to <ref:ref or it>")(lambda ref: tree.IsAttachedTo(ref))
rule("that phrase", "attached to <group>")(
    lambda group: tree.IsAttachedTo(group.filter) if group.zone == "battlefield" else NOTHING
)
rule("that phrase", "attached to a <group>", "attached to an <group>")(
    lambda group: tree.IsAttachedTo(group.filter) if group.zone == "battlefield" else NOTHING
)

rule("predicate noun", "<parts:adjectives>")(lambda parts: all_of(parts))
rule("predicate noun", "<noun>")(lambda noun: noun[0] if noun[1] == "battlefield" else NOTHING)
lists("predicate nouns", "article noun", joins="or|and/or")
rule("article noun", "(a|an) <part:predicate noun>")(lambda part: part)
rule("that phrase", "that (is|are) <parts:predicate nouns>")(lambda parts: any_of(parts))

# facts that no board can tell

AFTER_STATES: dict[str, Filter] = {
    text: tree.Unknown(text)
    for text in (
            "attacking you",
        "that you've put one or more +1/+1 counters on this turn", "paired with ~", "blocking or blocked by ~", "blocking or blocked by it", "attacking your opponents", "attacking one of your opponents",
            "attacking a player", "blocking it", "blocking ~", "blocked by ~",
            "that attacked this turn", "that was dealt damage this turn",
            "that entered this turn", "that blocked this turn", "that dealt damage this turn", "that attacked you this turn",
            "that was dealt damage by ~ this turn", "dealt damage by ~ this turn", "that has been dealt damage this turn",
            "dealt damage by enchanted creature this turn", "dealt damage by equipped creature this turn", "dealt damage this turn",
            "you cast this turn", "banded with ~", "banded with it", "attacking the same player or planeswalker",
            "controlled by different players", "attacking enchanted player", "attacking the chosen player",
            "created with ~", "dealt damage this turn by a Spider you controlled", "that crewed it this turn", "that saddled it this turn", "attacking that player",
            "attacking the last chosen player", "attacking an opponent", "attacking alone", "that is attacking", "that is blocking",
        )
}  # fmt: skip
words("state phrase", AFTER_STATES)
