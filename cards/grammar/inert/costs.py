"""Costs: what is paid to cast, to activate, or as an effect asks for it (118, 601.2b, 601.2f).

A cost is paid before the board's next step is told, and what it does to objects the board's own
steps say; the words change nothing while they stand on a permanent.
"""

from striate.cards.grammar.inert.forms import form

# --- one cost -------------------------------------------------------------------------------------

form(
    "cost",
    "pay <mana>", "pay {<n>|X|half your} life", "pay half your life, rounded {up|down}",
    "pay life equal to <equal>", "pay any amount of {mana|life}", "pay <mana> and <n> life",
    "pay {<n>|X|any amount of} <mana>", "pay any amount of <mana>", "pay its mana cost",
    "sacrifice <a>", "sacrifice <n> <group>", "sacrifice X <group>", "sacrifice any number of <group>",
    "sacrifice one or more <group>", "sacrifice <ref>", "sacrifice all <group>", "sacrifice <n> other <group>",
    "discard <a>", "discard <n> <group>", "discard X <group>", "discard any number of <group>",
    "discard your hand", "discard {<a>|<n> <group>} at random", "discard ~ and <a>", "discard <ref>",
    "exile <a> from your {hand|graveyard|library}", "exile <a>", "exile <n> [other] <group>", "exile ~ from your {hand|graveyard}",
    "exile <n> [other] <group> from your {hand|graveyard}", "exile X <group> from your {hand|graveyard}",
    "exile <n> or more [other] <group> from your {hand|graveyard}", "exile one or more [other] <group> from your {hand|graveyard}",
    "exile any number of <group> from your {hand|graveyard}", "exile <group> from your graveyard with <n> or more {card types|mana values} among them",
    "exile the top <n> cards of your {library|graveyard}", "exile the top card of your {library|graveyard}", "exile X <group>",
    "exile any number of [other] <group> from your graveyard with total <stat> <n> <than>",
    "tap <n> untapped <group>", "tap <a>", "tap X untapped <group>", "tap any number of untapped <group>", "untap <a>", "untap <ref>",
    "tap any number of untapped <group> with total <stat> <n> <than>",
    "return <a> to (its|their) owner's hand", "return <n> <group> to (their|its) owner's hand", "return X <group> to their owner's hand",
    "return any number of <group> to their owner's hand", "return <ref> to its owner's hand",
    "reveal <a> from your hand", "reveal <n> <group> from your hand", "reveal any number of <group> from your hand",
    "reveal X <group> from your hand", "reveal <n> or more <group> from your hand", "reveal your hand",
    "remove <a> counter from <a>", "remove <n> <counter> counters from <a>", "remove X <counter> counters from <ref>",
    "remove (a|an) <counter> counter from {<ref>|<a>}", "remove <n> <counter> counters from {<ref>|among <group>}", "remove <n> counters from among <group>",
    "remove any number of <counter> counters from {<ref>|among <group>}", "remove all <counter> counters from <ref>", "remove (a|an) counter from {<ref>|<a>}",
    "put (a|an) <counter> counter on {<ref>|<a>}", "put <n> <counter> counters on {<ref>|<a>}",
    "put <a> from your hand on {the bottom|top} of your library", "put <n> <group> from your hand on top of your library in any order", "put <n> <group> from your graveyard on the bottom of your library",
    "collect evidence {<n>|X}", "waterbend <mana>", "behold <a>", "behold <a> and exile it", "blight {<n>|X}", "forage", "mill {<n> cards|a card|X cards}",
    "exert <ref>", "choose <a>", "choose <n> <group>", "choose a creature type", "choose <a> or reveal <a> from your hand",
    "have an opponent gain <n> life", "have each opponent gain <n> life", "an opponent gains <n> life", "draw a card", "take the initiative",
    "return <a> you control and <a> you control to their owner's hand", "<mana>", "reveal <a> from your hand or choose <a>", "pay <mana> for each <each>",
    "exile <n> <group> and/or <group>", "discard <a> and/or <a>", "put <a> into {your|its owner's} graveyard", "unattach <ref>",
)  # fmt: skip
form(
    "costs",
    "<cost>",
    "<cost> and <cost>",
    "<cost>, <cost>",
    "<cost> or <cost>",
    "<cost>, <cost>, and <cost>",
    "<cost>, <cost>, or <cost>",
)
form("costs", "<cost> and/or <cost>", "<cost> or have <player> gain <n> life", "<mana>, <cost>")

form("sentence", "~'s equip abilities cost <mana> less to activate")

# --- what is cast or activated --------------------------------------------------------------------

form(
    "cast",
    "~",
    "<group>",
    "<a>",
    "it",
    "that {spell|card}",
    "<group> from <place>",
    "<group> from <place> and <group> from <place>",
)
form(
    "cast",
    "the {first|second|third} <group> each turn",
    "the {first|second} <group> during each of your turns",
    "your commander",
    "the first <group> from <place> each turn",
)
form(
    "cast",
    "<group> that target <target>",
    "<group> this way",
    "commander spells",
)
form(
    "cast",
    "<group> that share a {creature type|card type|color|name} with <ref>",
    "each <group>",
    "<group> that (aren't|isn't) <color>",
    "<group> during {your turn|each of your turns|other players' turns|each opponent's turn}",
)
form(
    "place",
    "{your|their|a|an opponent's|the|all|any} {graveyard|hand|library|graveyards}",
    "exile",
    "anywhere other than {your|their} {hand|hands}",
    "the top of {your library|their libraries}",
    "the command zone",
    "graveyards",
    "among cards exiled with ~",
    "among <group>",
    "outside the game",
    "your graveyard or from exile",
    "graveyards or libraries",
    "graveyards or exile",
    "a graveyard or exile",
)
form(
    "target",
    "<a>",
    "<ref>",
    "<group>",
    "you",
    "you or <a>",
    "<ref> or <a>",
    "a player",
    "you or <group>",
    "<ref> or <ref>",
    "one or more <group>",
    "you or <ref>",
    "only <a>",
    "only ~",
    "only a single <noun>",
    "an opponent or <a>",
    "only <a> or player",
)
form(
    "activated",
    "activated abilities of <group>",
    "abilities of <group>",
    "<keyword> abilities",
    "<keyword> abilities of <group>",
    "activated abilities of <ref>",
    "<keyword> abilities you activate",
    "<keyword> abilities you activate that target <target>",
    "activated abilities you activate",
    "abilities you activate [that aren't mana abilities]",
    "<keyword> costs you pay",
    "loyalty abilities of <group>",
    "cycling abilities",
    "cumulative upkeep costs",
    "boast abilities you activate",
    "activated abilities you activate that target <target>",
)

# --- what is paid besides or instead ----------------------------------------------------------------

form(
    "plain",
    "as an additional cost to cast <cast>, <costs>",
    "as an additional cost to cast <cast>, you may <costs> [any number of times|up to <n> times]",
    "as an additional cost to cast <cast>, you must <costs>",
    "as an additional cost to activate <activated>, <costs>",
    "as an additional cost to cast <cast>, choose <n> or more <group>",
)
form(
    "plain",
    "you may <costs> rather than pay {~'s|its|this spell's|that spell's|their|the} mana cost",
    "you may <costs> rather than pay the mana cost for <cast>",
    "rather than pay the mana cost for <cast>, you may <costs>",
    "you may <costs> rather than pay the mana cost of <cast>",
    "you may pay <mana> rather than pay {the equip cost|the <keyword> cost|the mana cost} [of <cast>]",
    "you may cast ~ for <mana>",
    "you may cast ~ by paying <costs> rather than paying its mana cost",
    "you may pay <mana> rather than pay the mana cost for <cast>",
    "you may pay <mana> rather than the mana cost of <cast>",
)
form(
    "plain",
    "you may cast <cast> without paying (its|their) mana (cost|costs)",
    "spend only {<color>|colored|<color> and/or <color>} mana on X",
    "X can't be {greater than <equal>|0}",
    "{players|you|each player} may pay <costs> rather than pay the mana cost for <cast>",
    "you may pay <n> life rather than pay the mana cost for <cast>",
)
form(
    "plain",
    "you may spend mana {of any type|as though it were mana of any color} to {cast <cast>|activate <activated>|activate those abilities|cast it|cast those spells|cast that spell|cast them|pay the activation costs of <activated>}",
    "mana of any type can be spent to {cast <cast>|activate <activated>|cast that spell|cast them|cast it|cast those spells|cast spells this way}",
    "you may spend mana as though it were mana of any {color|type} to {pay the activation costs of <activated>|cast <cast>|cast spells this way}",
    "{you|players} may spend mana as though it were mana of any {color|type}",
    "you may spend <color> mana as though it were {<color> mana|mana of any color}",
    "spend only mana <source> to {cast ~|activate ~}",
    "mana {spent|paid} to cast ~ can't be generated by <a>",
    "if you do, spend only mana of any type",
)
form(
    "source",
    "produced by <group>",
    "from <group>",
    "from {basic lands|creatures|artifacts|treasures}",
)
form(
    "price when",
    "for each creature it targets",
    "for each opponent you're attacking",
    "unless they're mana abilities",
    "if you have <n> or more cards in your graveyard",
    "and <more> <price when>",
)
form(
    "plain",
    "you may cast ~ from your graveyard by <paying> in addition to paying its other costs",
    "you may cast ~ from your graveyard by <paying> rather than paying its mana cost",
    "you may cast <cast> by <paying> rather than paying (its|their) mana (cost|costs)",
    "you may pay <mana> to cast ~",
    "you may cast ~ as though it had flash by <paying> in addition to paying its other costs",
    "you may pay <mana> rather than pay the <keyword> cost {of the first <keyword> ability you activate {each turn|during each of your turns}|for <group>}",
    "you can spend mana of any type to cast <cast>",
    "if you cast it any time a sorcery couldn't have been cast, the controller of the permanent it becomes sacrifices it at the beginning of the next cleanup step",
)
form(
    "paying",
    "paying <mana>",
    "paying <n> life",
    "discarding <a>",
    "discarding <n> cards",
    "sacrificing <a>",
    "sacrificing <n> <group>",
    "exiling <n> other cards from your graveyard",
    "exiling <n> <group> from your graveyard",
    "tapping <n> untapped <group>",
    "<paying one> and <paying one>",
)
form(
    "paying one",
    "paying <mana>",
    "paying <n> life",
    "discarding <a>",
    "sacrificing <a>",
    "sacrificing <n> <group>",
    "exiling <n> other cards from your graveyard",
    "exiling <a> from your graveyard",
)
form("price when", "for each legendary creature and planeswalker you control")
form(
    "plain",
    "you may cast ~ from your graveyard by paying <mana> instead of its mana cost",
    "the first activated ability of <a> you activate each turn costs <more> to activate",
)
