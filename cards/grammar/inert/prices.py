"""How much a spell or an ability costs, and what is paid for it instead (118.7-9, 601.2f)."""

from striate.cards.grammar.inert.forms import form

# --- how much it costs ----------------------------------------------------------------------------

form(
    "more",
    "<mana> {less|more}",
    "{X|that much} {less|more}",
    "<mana> and <n> life more",
    "an additional <mana>",
    "up to <mana> less",
    "<mana> or <mana> {less|more}",
    "an additional <cost>",
)
form(
    "price",
    "<cast> (costs|cost) <more> to cast",
    "<activated> (costs|cost) <more> to {activate|pay}",
    "<cast> (costs|cost) <more> to cast this way",
    "this ability (costs|cost) <more> to activate",
    "<keyword> costs you pay cost <mana> less",
    "<cast> (costs|cost) <more>",
)
form(
    "price when",
    "if <cond>",
    "if it targets <target>",
    "for each <each>",
    "where X is <equal>",
    "during {your turn|each other player's turn|turns other than yours}",
    "for each target beyond the first",
    "as long as <cond>",
    "for each <group>",
    "for each {card|spell} <history>",
    "if <history>",
    "unless <cond>",
    "if you choose {the mode|all modes}",
    "for each {opponent you have|opponent|player}",
    "if <cond> or <cond>",
    "unless <history>",
)
form(
    "plain",
    "<price>",
    "<price> <price when>",
    "<price>, <price when>",
    "<price> <price when> and <price when>",
    "<price> <price when> or <price when>",
)
form(
    "plain",
    "this effect reduces only the amount of {colored|generic|<color>|<color> and/or <color>} mana {you|they} pay",
    "this effect can't reduce the mana in that cost to less than one mana",
    "those {spells|abilities} cost <more> to {cast|activate}",
    "those spells cost <more> to cast if <history>",
    "that {spell|ability} costs <more> to {cast|activate}",
    "this effect can't reduce the amount of mana those spells cost to less than <mana>",
)
# --- further words for the same --------------------------------------------------------------------

form("more", "<n> {less|more}")
form(
    "cost",
    "sacrifice half <group>, rounded {up|down}",
    "exile <n> cards from their graveyard",
    "sacrifice any number of <group> and/or <group>",
)
form(
    "activated",
    "activated abilities",
    "activated abilities of {sources with the chosen name|cards in your graveyard}",
    "activated abilities of <group> that target <target>",
    "abilities your opponents activate [that target <target>]",
    "<keyword> abilities you activate of <group>",
    "<ref>'s activated abilities",
    "exhaust abilities of <group>",
    "the first activated ability you activate during your turn that targets <target>",
)
form(
    "price",
    "[all ]<keyword> costs [you pay|your opponents pay] cost <more>",
    "unlock costs you pay cost <more>",
    "{foretelling|plotting} cards from your hand costs <more> [and can be done on any player's turn]",
    "<ref>'s <keyword> ability costs <more> to activate",
    "<activated> (costs|cost) <more> to activate",
    "mana abilities of <ref> cost <more> to activate",
)
form(
    "more",
    "an additional {<n> life|1 life}",
)
form(
    "price when",
    "except during its controller's turn",
    "for each of the chosen colors it is",
    "for each permanent sacrificed this way",
    "and <more> to cast for each other <noun> you've sacrificed this turn",
    "for each other spell {that player has cast this turn|cast this turn}",
    "for each target",
    "for each counter among {players and permanents|<group>}",
    "for each creature type among <group>",
    "for each card type they share with cards exiled with ~",
    "for each card with the same name as that spell in your graveyard",
    "for each <group> and each <noun>",
    "for each <group> that died this turn",
    "for each color of the creature it targets",
    "where X is the {power|toughness|mana value} of the creature it targets",
    "where X is the greatest number of <noun> an opponent controls",
    "if you have <n> or {fewer|more} cards in hand",
    "if you have <n> or more <noun> in your graveyard",
    "if you're the monarch",
    "for each <noun> that could produce <mana>",
    "for each card you own in exile and in your graveyard that's an instant card, a sorcery card, or a card that has an Adventure",
    "where X is the number of cards in your graveyard that are instant cards, sorcery cards, and/or have an Adventure",
    "if you control <a> or <a>",
    "for each <noun> you own in exile and in your graveyard",
)
form(
    "cast",
    "each spell a player casts",
    "each spell",
    "<group> you cast but don't own",
    "<group> that share a card type with the exiled card",
    "the first <noun> you cast with <mana> in its mana cost each turn",
    "spells with the chosen name <player> casts",
    "<group> with <mana> in their mana costs",
    "a spell [you cast] with mana value X or less, where X is <equal>",
)
form(
    "plain",
    "this effect can't reduce {the amount of mana an ability costs to activate|the mana in that ability's activation cost} to less than one mana",
    "this effect can't reduce the amount of mana ~ costs by more than <mana>",
    "each spell that would cost less than <n> mana to cast costs <n> mana to cast",
    "<price> and <price>",
    "<price> <price when> and <price> <price when>",
    "<price> and <price> <price when>",
    "<price> and can't be countered",
    "<price> and can be cast as though it had flash",
    "the first card you foretell each turn costs {<mana>|<n>} to foretell",
    "you may pay <mana> rather than pay {cycling costs|the cycling cost of the first card you cycle each turn}",
    "for each <mana> in a cost, you may <costs> rather than pay that mana",
    "rather than pay <mana> for each previous time you've cast ~ from the command zone this game, <costs> that many times",
    "once each turn, you may pay <mana> rather than pay the mana cost for <cast>",
    "rather than pay the mana cost for a spell, its controller may discard a card that shares a color with that spell",
    "you may remove (a|an) <counter> counter from <a> rather than pay ~'s <keyword> cost",
    "you can't spend mana to cast ~",
    "spend only mana produced by <group> to cast it this way",
    "spend only colored mana on X",
    "no more than one mana of each color may be spent this way",
    "mana of any type can be spent to activate {<activated>|~'s abilities}",
    "you may spend {<color> mana|mana} as though it were mana of any color to pay the activation costs of ~'s abilities",
    "you may spend mana as though it were mana of any color to cast spells you don't own or to activate abilities of permanents you control but don't own",
    "if <cond>, rather than pay ~'s mana cost, you may <costs>",
    "you may pay <mana> rather than pay ~'s mana cost",
    "you may pay <mana> rather than pay the mana cost for <cast>, where X is that spell's mana value",
    "players can't pay life to cast spells or to activate abilities that aren't mana abilities",
)
form("cost", "have each other player gain <n> life")
form(
    "cast",
    "<group> that have an Adventure",
    "<a> that you cast from your hand",
    "spells that you cast",
    "Aura spells with enchant <noun>",
    "historic spells",
    "a historic spell",
)
form(
    "paying",
    "life equal to its mana value",
    "paying life equal to its mana value",
    "removing {a counter|<n> counters} from {<a>|among <group>}",
    "exiling another <noun> from your graveyard",
    "exiling <n> <group> and/or <noun> from your graveyard",
)
