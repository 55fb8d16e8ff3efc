"""Replacement of events that are no part of a board: draws, tokens, life, triggers, deaths (614).

What comes of such an event is told by the board's own steps; an object that leaves by an effect is
looked at by `queries.replaced`, tokens that an effect creates by both readings."""

from striate.cards.grammar.inert.forms import form

# --- triggers, draws, dice, tokens ----------------------------------------------------------------

form(
    "plain",
    "if <trigger> causes a triggered ability of <a> to trigger, that ability triggers an additional time",
    "if a triggered ability of <a> triggers, {that ability triggers|it triggers} an additional time",
    "if a triggered ability of <ref> triggers, {that ability triggers|it triggers} an additional time",
    "<group> entering [and dying] {don't|doesn't} cause abilities [of permanents your opponents control] to trigger",
    "a player's life total can't change",
    "<group> {entering|dying} (doesn't|don't) cause abilities to trigger",
)
form(
    "trigger",
    "<a> entering [or leaving the battlefield]",
    "<a> dying",
    "<a> attacking",
    "<a> entering or <a> entering",
    "you casting or copying <a>",
    "you casting <a>",
    "<a> dealing combat damage to a player",
    "<ref> or <a> entering",
    "<ref> entering",
    "an artifact or creature entering",
    "a land entering",
    "<a> entering under your control",
    "<a> dying or being put into exile",
    "you rolling one or more dice",
    "<a> being turned face up",
    "<ref> or <a> attacking",
)
form(
    "plain",
    "if you would draw a card [except the first one you draw in {each of your draw steps|your draw step each turn|each of your turns}], {draw <n> cards|<instead>} instead",
    "if <player> would draw a card [except the first one they draw in {each of their draw steps|their draw step each turn}], <instead> instead",
    "if you would draw a card, you may <instead> instead",
    "if you would draw a card while your library has no cards in it, {you win the game|<instead>} instead",
    "if you would draw one or more cards, {you draw that many cards plus one|draw that many cards plus one} instead",
    "if you would {scry|surveil|proliferate|mill} a number of cards, {scry|surveil|mill} that many cards plus {one|<n>} instead",
    "if you would {scry|surveil} a number of cards, draw that many cards instead",
    "if you would {scry|surveil}, {instead <instead>|<instead> instead}",
    "if you would roll one or more dice, instead roll that many dice plus one and ignore the lowest roll",
    "if you would flip {a coin|one or more coins}, instead {flip two coins and ignore one|flip that many coins plus one and ignore one}",
    "if a player would {scry|draw|mill|search a library}, that player <instead> instead",
    "if an opponent would search a library, that player searches the top <n> cards of that library instead",
    "if <player> would begin an extra turn, that player skips that turn instead",
    "if you would win the game, <instead> instead",
    "if you would lose the game, instead <instead>",
    "if <player> would mill one or more cards, they mill twice that many cards instead",
    "if you would explore, <instead>",
    "if you would draw a card, exile the top card of your library face down instead",
)
form(
    "instead",
    "draw <n> cards",
    "you draw <n> cards",
    "they draw <n> cards",
    "draw a card",
    "discard <a>",
    "skip that draw",
    "that player skips that draw",
    "mill a card",
    "draw two cards",
    "look at the top {card|<n> cards} of your library",
    "you may draw a card",
    "draws <n> cards",
    "{you|that player|they} {mill|mills} <n> cards",
    "instead that player skips that draw",
    "you scry <n>",
    "exile the top card of your library",
    "that player discards a card",
    "{reveal|reveals} it",
    "skip that draw and <instead>",
    "you gain <n> life",
    "draw that many cards",
    "draws a card",
    "you draw a card",
    "that player loses <n> life",
)
form(
    "plain",
    "if <player> would gain life, (you|that player|they) {gain|gains|lose|loses} {that much|twice that much} life [plus <n>] instead",
    "if <player> would gain life, that player gains no life instead",
    "if <player> would lose life, (they|that player|you) {lose|loses} {twice that much|that much} life [plus <n>] instead",
    "if <player> would gain life, that player loses that much life instead",
    "if you would lose life during your turn, you lose {twice that much|half that much} life instead",
    "if an opponent would lose life during your turn, they lose twice that much life instead",
)
form(
    "plain",
    "if {one or more|a} [<noun> ](tokens|token) would be created under your control, {twice that many of those tokens|that many plus one of those tokens|those tokens plus <a> token|those tokens plus an additional <noun>|three times that many of those tokens} are created instead",
    "if an effect would create one or more tokens under your control, it creates twice that many of those tokens instead",
    "if you would create one or more [<noun> ]tokens, {instead create|create} {twice that many|three times that many|that many plus one} of those tokens [instead]",
    "if you would create one or more tokens, you may instead create that many <noun>",
    "if you would create one or more tokens, instead create those tokens plus <a>",
)
form(
    "plain",
    "if {<a>|<ref>} would {die|be put into {your|a|an opponent's|their|its owner's} graveyard [from anywhere|from the battlefield|from anywhere other than the battlefield]} [this turn], exile {(it|him|her)|<ref>|that card} instead",
    "if {a card|a card or token|<a>} would be put into {your|a|an opponent's} graveyard [from anywhere|from the battlefield|from anywhere other than the battlefield] [this turn], exile (it|that card) instead",
    "if ~ would be put into a graveyard from anywhere, reveal ~ and shuffle it into its owner's library instead",
    "if ~ would be put into a graveyard from anywhere, shuffle it into its owner's library instead",
    "if <a> dealt damage by ~ this turn would die, exile it instead",
    "if <a> dealt damage this way would die this turn, exile it instead",
    "if ~ would leave the battlefield, exile it instead of putting it anywhere else",
    "if it would leave the battlefield, exile it instead of putting it anywhere else",
    "if {that spell|that card|it|~|a spell cast this way|the copy} would be put into {your|a|its owner's} graveyard [this turn], exile it instead",
    "if <a> [you control|an opponent controls] would die, exile it instead",
    "if <a> would die, {return it to its owner's hand|put it into its owner's library third from the top} instead",
    "if <a> would be put into a graveyard from anywhere, exile it instead",
)
form("plain", "the <legend rule> doesn't apply [to <group>]")
form(
    "plain",
    "if a spell or ability an opponent controls causes you to discard ~, put it onto the battlefield instead of putting it into your graveyard",
    "if it's neither day nor night, it becomes {day|night} as <ref> enters",
    "if you tap <a> for mana, it produces {twice|three times} as much of that mana instead",
    "if <a> is tapped for mana, it produces {<mana>|twice as much of that mana|one mana of any color|colorless mana|three times as much of that mana} instead of any other type [and amount]",
    "whenever <a> is tapped for mana, add <mana>",
    "if <a> is tapped for mana, <instead>",
    "if you tap <a> for mana, it produces <mana> instead of any other type",
)
form(
    "plain",
    "if another <color> source you control would deal damage to a permanent or player, it deals that much damage plus <n> to that permanent or player instead",
    "damage that would be dealt by {~|<by>} can't be prevented",
    "if you would lose unspent mana, that mana becomes colorless instead",
    "double all damage that <by> would deal",
    "prevent all damage that would be dealt to ~ by creatures it's blocking",
    "if a source would deal <n> or less damage to ~, prevent that damage",
    "all damage that would be dealt to {you and other permanents you control|<whom>} is dealt to its controller instead",
    "if you would gain life, draw that many cards instead",
    "if damage would be dealt to you, prevent that damage and mill twice that many cards",
    "if an ability of {equipped creature|another <noun>} triggers [while <cond>], that ability triggers an additional time",
    "{room abilities of dungeons you own|<keyword> abilities} trigger an additional time",
    "if you would proliferate, proliferate twice instead",
    "if an opponent would mill one or more cards, they mill that many cards plus <n> instead",
    "if you would begin your turn while ~ is tapped, you may skip that turn instead",
    "damage isn't removed from ~ during cleanup steps",
)
form(
    "plain",
    "if <trigger> causes a triggered ability of {~|<ref>|<a>} or an emblem you own to trigger, that ability triggers an additional time",
    "if <trigger> causes a triggered ability of ~ to trigger, that ability triggers an additional time",
)

# --- further events ---------------------------------------------------------------------------------

form(
    "trigger",
    "<a> being dealt damage",
    "<a> drawing a card",
    "a player drawing a card",
    "turning a face-down permanent face up",
    "you gaining life",
    "<a> or <a> entering or leaving the battlefield",
)
form(
    "plain",
    "if <a> attacking would cause a triggered ability of <a> to trigger, that ability triggers an additional time",
    "if a triggered ability of {<a> or <a>|<ref> or <a>} triggers, that ability triggers an additional time",
    "if an ability of <a> or <a> triggers, that ability triggers an additional time",
    "<group> entering or dying don't cause abilities to trigger",
    "if you would copy a spell one or more times, instead copy it that many times plus an additional time",
    "you may choose new targets for the additional copy",
    "if an opponent would face a villainous choice, they face that choice an additional time",
    "the first time you flip one or more coins each turn, those coins come up heads and you win those flips",
    "if <a> would explore, instead {it explores, then it explores again|you scry <n>, then that creature explores}",
    "if you would assemble <a>, you assemble <n> instead",
    "if <a> would assemble <a>, it assembles <n> <noun> instead",
)
# Draws, life and games lost.
form(
    "draw",
    "if you would draw a card [during your draw step|while you have no cards in hand|while your library has no cards in it]",
    "if <player> would draw a card [except the first one {they|you} draw in {each of their draw steps|their draw step each turn|each of your draw steps}]",
    "if <player> would draw <n> or more cards",
    "the first time you would draw a card each turn",
    "if a cycling ability of another nonland card would cause you to draw a card",
)
form(
    "drawn",
    "draw <n> cards [and lose <n> life]",
    "draw a card",
    "you draw a card",
    "you and that player each draw a card",
    "they draw a card and reveal it",
    "create <a>",
    "you create <a>",
    "put <n> <counter> counters on ~",
    "you may put (a|an) <counter> counter on ~",
    "return a creature card from your graveyard to the battlefield",
    "return a card from your graveyard to your hand",
    "look at the top <n> cards of your library",
    "reveal the top {card|<n> cards} of your library",
    "exile the top <n> cards of your library",
    "search your library for a card, put that card into your hand, then shuffle",
    "look at the top <n> cards of your library, then put one into your hand and the rest into your graveyard",
    "choose land or nonland and reveal cards from the top of your library until you reveal a card of the chosen kind",
    "put the top card of the pile you exiled into your hand",
    "that player exiles that card face up",
    "that player exiles the top card of one of their opponents' libraries face down",
    "that player discards a card",
    "that player skips that draw and <drawn>",
    "they reveal it",
    "skip that draw",
)
form(
    "drawing",
    "if you can't, you lose the game",
    "you may play those cards this turn",
    "put {one of {those cards|them}|that card|all <noun> revealed this way} into your {hand|graveyard} [and {the rest|the other} {on the bottom of|back on top of} your library [in any order]]",
    "put that card into your hand and put all other cards revealed this way on the bottom of your library in any order",
    "then draw a card",
    "if it's a creature card, put it into your graveyard",
    "if it's a creature card, that player discards it unless they pay <n> life",
    "otherwise, {draw a card|that player draws a card}",
    "if the player discards a card this way, they draw a card",
    "if the player doesn't discard a card this way, they put the top card of their library into their graveyard",
    "then any other player may pay <n> life",
    "if a player does, put that card into its owner's graveyard",
    "if you do, until your next turn, you can't be attacked except by creatures with <keyword> and/or <keyword>",
)
form("drawings", "<drawing>", "<drawing>. <drawings>")
form(
    "drawn instead",
    "<draw>, <drawn> instead",
    "<draw>, instead [you may ]<drawn>",
    "<draw>, you may instead <drawn>",
    "<draw>, you may <drawn> instead",
    "<draw>, <drawn>",
)
form("plain", "<drawn instead>")
form("line", "<drawn instead>. <drawings>")
form(
    "plain",
    "if you would lose the game, instead exile ~ and your life total becomes {<n>|equal to your starting life total}",
    "if you would pay life while your library has at least that many cards in it, exile that many cards from the top of your library instead",
    "if a spell or ability would cause its controller to gain life, that player loses that much life instead",
    "if you would gain life while you have <n> or less life, you gain twice that much life instead",
    "if you would get one or more <mana>, you get {twice that many|that many plus one} <mana> instead",
    "if an effect causes you to discard a card, discard it, but you may put it on top of your library instead of into your graveyard",
    "if a spell or ability an opponent controls causes you to discard {a card|~}, you may reveal that card and put it on top of your library instead of putting it anywhere else",
    "if a spell or ability you control would counter a spell, instead exile that spell and you may play that card without paying its mana cost",
)
form(
    "line",
    "if you would begin your {draw step|turn while ~ is tapped}, you may skip that {step|turn} instead. if you do, {you gain <n> life|untap ~}",
)
# 106, 305: mana.
form(
    "plain",
    "if <a> is tapped for <n> or more mana, it produces <mana> instead of any other type and amount",
    "if <a> is tapped for mana, it produces mana of a color of your choice instead of any other type",
    "if tapped for mana, <produced>, <produced>, and <produced> instead of any other type",
    "if tapped for mana, <produced>, <produced>, <produced>, and <produced> instead of any other type",
    "if tapped for mana, <produced>, <produced>, <produced>, <produced>, and <produced> instead of any other type",
)
form("produced", "<group> produce <mana>")
# What would leave: `queries.replaced` looks for the words "would die" and "would be put into".
form(
    "dies",
    "if {<a>|~} would die",
    "if {~|<a>|a card|a card you didn't control|a card with <keyword>|a <color> or <color> permanent, spell, or card not on the battlefield} would be put into {your|a|an opponent's|enchanted player's} graveyard [from anywhere|from the battlefield]",
    "if a card with <keyword> would be put into your graveyard from anywhere and it wasn't cycled",
    "if {<a>|a nontoken creature an opponent owns} would die or a creature card not on the battlefield would be put into an opponent's graveyard",
)
form(
    "kept",
    "exile {it|that card}",
    "exile {it|that card} with (a|an) <counter> counter on it",
    "exile it with <n> <counter> counters on it",
    "exile it and put (a|an) <counter> counter on it",
    "exile it and put a number of +1/+1 counters equal to that creature's power on ~",
    "exile it and you gain <n> life",
    "exile that card and create <a>",
    "exile it and take an extra turn after this one",
    "put {it|~} on {top|the bottom} of its owner's library",
    "put it on top of its owner's library",
    "return ~ to its owner's hand",
    "that card is revealed and put on the bottom of that player's library",
)
form("plain", "<dies>, <kept> instead", "<dies>, instead <kept>", "<dies>, you may <kept> instead")
form("line", "<dies>, <kept> instead. when you do, create <a>")
form(
    "plain",
    "if ~ would be destroyed, regenerate it",
    "if <ref> would be destroyed, instead sacrifice ~ and that <noun> gains <keyword> until end of turn",
    "if there are exactly <n> permanents named ~ on the battlefield, the <legend rule> doesn't apply to them",
    "if you would lose the game, instead shuffle your hand, your graveyard, and all permanents you own into your library, then draw <n> cards and your life total becomes <n>",
    "if you would roll a die, instead roll two of those dice and ignore one of those results",
    "if you would get one or more poison counters, instead you get one poison counter and you can't get additional poison counters this turn",
)
# 614.1a: tokens; both readings say so where an effect creates some.
form(
    "plain",
    "if you would create one or more [<noun> ]tokens, instead create those tokens plus {<a>|an additional <noun>}",
    "if you would create (a|an) <noun> token, [instead ]create {<a>|<a> and <a>} [instead]",
    "if you would create (a|an) <noun>, <noun>, or <noun> token, instead create one of each",
    "if one or more [<noun> ]tokens would be created [under your control], {those tokens plus {<a>|an additional <noun>} are created|twice that many of those tokens are created|that many <noun> are created|those tokens plus that many <noun> are created} instead",
    "if you would create one or more tokens, you may instead create that many <noun> or that many <noun>",
)
# 614.12: what is paid as an object is put onto the battlefield; its step says that it was.
form(
    "line",
    "if ~ would enter, {<cost>|you may <cost>} instead. if you do, put ~ onto the battlefield. if you don't, put it into its owner's graveyard",
)
