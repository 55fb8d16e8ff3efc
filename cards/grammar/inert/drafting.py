"""What is said of the time before a game: the draft, the deck, companions, the opening hand (100, 103, 702.139).

A board begins with the game under way: what came of it, its own steps say.
"""

from striate.cards.grammar.inert.forms import form

# --- the draft ------------------------------------------------------------------------------------

form(
    "drafted",
    "a card",
    "a creature card",
    "the next card you draft",
    "the next card drafted {by a player of your choice|from this booster pack}",
    "an additional card from that booster pack",
    "any unopened booster pack in the draft or any booster pack not being looked at by another player",
    "<a> you drafted that isn't in your deck",
    "<n> or more <group> you drafted that aren't in your deck",
)
form(
    "drafting",
    "reveal {~|it|<drafted>}",
    "note {its name|its creature types|the player who passed it to you|how many cards you've drafted this draft round, including ~}",
    "turn ~ face down",
    "remove it from the draft face {up|down}",
    "draft {<drafted>|each card in that booster pack, one at a time}",
    "put ~ into that booster pack",
    "pass the next booster pack without drafting a card from it",
    "look at <drafted>",
    "you can't draft cards for the rest of this draft round",
    "guess that card's name",
    "that player reveals the drafted card",
    "exile <drafted>",
    "add a booster pack to the draft",
    "reveal ~ from your deck",
)
form(
    "drafting rule",
    "[you may ]<drafting>",
    "[you may ]<drafting> and <drafting>",
    "[you may ]<drafting>, then <drafting>",
    "you may <drafting>, <drafting>, then <drafting>",
    "you may <drafting> and <drafting>, then <drafting>",
)
form(
    "draft start",
    "<drafting> as you draft it [and <drafting>]",
    "{as you draft <drafted>|during the draft|before you shuffle your deck to start the game|after you draft ~}, <drafting rule>",
    "instead of drafting a card from a booster pack, <drafting rule>",
    "as long as ~ is face up during the draft, you can't look at booster packs and must draft cards at random",
    "immediately after the draft, you may reveal a card in your card pool",
)
form(
    "draft after",
    "<drafting rule>",
    "if you do, <drafting rule>",
    "after you draft {~|<n> cards this way}, <drafting rule>",
    "then <drafting>",
    "the next time a player drafts a card from this booster pack, <drafting>",
    "the player to your right chooses a color, you choose another color, then the player to your left chooses a third color",
    "each other player may offer you one card in their card pool in exchange",
    "you may accept any one offer",
)
form("draft further", "<draft after>", "<draft after>. <draft further>")
form("line", "<draft start>", "<draft start>. <draft further>")

# --- the deck (702.139, 103.2b) ---------------------------------------------------------------------

form(
    "deck rule",
    "each creature card in your starting deck is a <subtype>, <subtype>, <subtype>, <subtype>, or <subtype> card",
    "each creature card in your starting deck is a <subtype>, <subtype>, <subtype>, <subtype> or <subtype> card",
    "each nonland card in your starting deck {has a different name|shares a card type}",
    "each permanent card in your starting deck has {an activated ability|mana value <n> <than>}",
    "no card in your starting deck has more than one of the same mana symbol in its mana cost",
    "your starting deck contains at least <n> cards more than the minimum deck size",
    "your starting deck contains only cards with {{even|odd} mana values|mana value <n> <than>} [and land cards]",
)
form("plain", "<deck rule>")

# --- the opening hand (103.5, 103.6) -----------------------------------------------------------------

form(
    "first deed",
    "create <a>",
    "create <a> with <keyword>",
    "add <mana>",
    "scry <n>",
    "each opponent loses <n> life, then you gain life equal to the life lost this way",
    "each opponent {mills <n> cards|puts the top <n> cards of their library into their graveyard}",
    "look at the top <n> cards of your library",
)
form("first time", "at the beginning of {the|your} first {upkeep|main phase}")
form(
    "line",
    "you may reveal ~ from your opening hand. if you do, <first time>, <first deed>",
    "you may reveal ~ from your opening hand. if you do, <first deed> <first time>",
    "you may reveal ~ from your opening hand. if you do, <first time>, <first deed>. you may put one of those cards back on top of your library. exile the rest",
    "you may reveal ~ from your opening hand. if you do, when each opponent casts their first spell of the game, counter that spell unless that player pays <mana>",
    "if ~ is in your opening hand and you're not playing first, you may begin the game with ~ on the battlefield with (a|an) <counter> counter on it. if you do, exile a card from your hand",
)
form(
    "plain",
    "any time you could mulligan and ~ is in your hand, you may exile all the cards from your hand, then draw that many cards",
    "cast ~ only if there are <n> or more players in the game",
)
