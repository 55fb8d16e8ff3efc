"""What players may do, and how sentences that change no object are put together (116.2, 601.3, 602.5)."""

from striate.cards.grammar.inert.forms import form

# --- permissions ----------------------------------------------------------------------------------

form(
    "may",
    "look at {the top card of your library|the top card of their library|face-down creatures you don't control|face-down permanents your opponents control|face-down spells you don't control and face-down creatures you don't control|cards exiled with ~|<cards>} [any time|at any time|any time you could cast a sorcery]",
    "choose not to untap <ref> during <whose> <step>",
    "play {an|<n>} additional {land|lands} <time>",
    "play {any number of lands|lands from <place>|<a> from <place>|<group> from <place>|~ from <place>|that card|the top card of your library|lands and cast <group> from <place>|cards exiled with ~|<group>|it|the exiled card|cards from <place>} [<time>]",
    "cast <cast> as though (it|they) had flash [if you pay <mana> more to cast (it|them)]",
    "cast <cast> as though (it|they) had flash if <cond or history>",
    "cast <cast> [from <place>] [<time>]",
    "cast <cast> [from <place>] using {its|their} <keyword> (ability|abilities)",
    "cast <cast> [from <place>] [by|if you] {paying <mana> more|paying <costs> in addition to paying (its|their) other costs|<costs> in addition to paying (its|their) other costs|pay <costs> rather than paying its mana cost}",
    "cast <cast> without paying (its|their) mana (cost|costs)",
    "cast <cast> for as long as <it> remains exiled",
    "activate {<keyword> abilities|loyalty abilities of <group>|abilities of <group>|~'s loyalty abilities|<ref>'s loyalty abilities|<activated>} {any time you could cast an instant|twice each turn|as though those creatures had haste|an additional time each turn|on any player's turn any time you could cast an instant|as though it had haste|on <whose> turn any time you could cast an instant}",
    "activate abilities of <group> as though those (creatures|permanents) had haste",
    "cast it without paying its mana cost",
    "play lands and cast <cast> from <place>",
    "reveal ~ from your {hand|opening hand}",
    "reveal <a> from your hand",
    "reveal <a> from your hand [as you draw it|as it's drawn] [as <ref> enters]",
    "exert <ref> as (it|he|she) attacks",
    "attack as though they had haste",
    "vote {an additional time|twice}",
    "begin the game with it on the battlefield",
    "choose the same mode more than once",
    "have ~ assign its combat damage as though it weren't blocked",
    "have it assign its combat damage as though it weren't blocked",
    "begin the game with ~ on the battlefield",
    "look at {it|them|that card|those cards|the exiled card}",
    "spend mana as though it were mana of any {type|color} to cast {it|them|that spell|those spells}",
    "shuffle <ref> into <whose> library",
    "turn face-down creatures you control face up any time",
    "play with the top card of your library revealed",
)
form("it", "it", "they", "that card", "those cards", "the exiled card")
form(
    "cards",
    "the top {card|<n> cards} of {your|their|that player's|each player's|target player's|an opponent's} library",
    "cards in {your|their|that player's|each player's|target player's} {library|hand|graveyard}",
    "<a> in {your|their} {hand|graveyard|library}",
)
form(
    "plain",
    "<player> may <may>",
    "<lead>, <player> may <may>",
    "<player> may <may> <lead>",
    "<player> may <may> and <may>",
    "<player> may <may> and may <may>",
    "<player> may <may>, but <limit>",
    "<player> may <may> if <cond or history>",
)
form("limit", "only if <cond or history>", "only <time>", "only once each turn")
form(
    "sentence",
    "<plain>",
    "<lead>, <plain>",
    "<plain> <time>",
    "<plain> if <cond or history>",
    "<plain> and <plain>",
    "<plain> unless <cond or history>",
)
form(
    "sentence",
    "the first time you would create one or more tokens {each turn|during each of your turns}, you may instead {create that many tokens that are copies of <ref>|choose a creature other than ~ and create that many tokens that are copies of that creature}",
    "if ~ is your commander, choose a color before the game begins",
    "<color> and/or <color> permanents and spells are colorless sources of damage",
)
form("line", "<sentence>", "<sentence>. <line>")
form("sentence", "otherwise, <plain>")
form("may", "cast <cast> from <place> by <paying> in addition to paying (its|their) other costs")
