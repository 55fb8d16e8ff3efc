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
form("may", "cast common spells from the top of your library")
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

# --- what is played from elsewhere -------------------------------------------------------------------

form(
    "place",
    "among cards {in graveyards|in your graveyard} that were {put there from libraries this turn|put there from your library this turn|milled this turn|put there from anywhere other than the battlefield this turn}",
    "among cards you own exiled with ~",
    "among the cards they don't own exiled with ~",
    "among those cards",
    "among cards in exile your opponents own with <counter> counters on them",
    "exile with (a|an) <counter> counter on it",
    "exile with <counter> counters on them",
    "your hand or the top of your library",
)
form("sort", "colorless", "legendary", "historic", "noncreature", "<color>", "<type>", "<subtype>")
form(
    "cast",
    "one <noun>",
    "<sort> spells and <sort> spells",
    "<a> or <a>",
    "<a> with mana value {less|greater} than or equal to <equal>",
    "a permanent spell of each permanent type",
    "cards {they|you} don't own [with <counter> counters on them]",
    "cards exiled with ~",
    "cards they exiled with ~ [this turn]",
    "nonland cards exiled with ~",
    "the copy",
)
form(
    "flash",
    "as though (it|they) had flash",
    "without paying (its|their) mana (cost|costs)",
    "without paying (its|their) mana (cost|costs) and as though (it|they) had flash",
)
form(
    "further may",
    "cast <cast> [from <place>] <flash> [if it targets <target>]",
    "play {a land|lands|<a>|historic lands|a historic land} {and|or} cast <cast> [from <place>]",
    "play <cast> [from <place>] [if <history>]",
    "cast <cast> from <place> if it {shares a card type with a card exiled with ~|targets <target>}",
    "cast <cast> from <place> as long as <cond>",
    "cast <cast> from <place> if you pay <mana> more to cast it for each <each>",
    "cast them as though they had flash",
    "look at cards they exiled with ~",
    "play {lands and cast spells|a land or cast a spell} from <place>",
    "look at an additional <n> cards each time you {surveil|scry}",
    "look at face-down creatures {your opponents control|you don't control} any time",
    "look at the top card of your library and at face-down creatures you don't control any time",
    "reveal the first card you draw each turn as you draw it",
    "activate {~'s|her|his|its} loyalty abilities any time you could cast an instant",
    "activate loyalty abilities of {~|<group>} on any player's turn any time you could cast an instant",
    "activate the loyalty abilities of <group> twice each turn rather than only once",
    "discard ~ any time you could cast an instant",
    "have creatures you control with no abilities assign their combat damage as though they weren't blocked",
    "have ~ assign (its|his|her) combat damage as though (it|he|she) weren't blocked",
    "assign ~'s combat damage divided as you choose among defending player and/or any number of creatures they control",
    "have that creature assign its combat damage as though it weren't blocked",
    "have it assign its combat damage to a creature defending player controls",
)
form("may", "<further may>")
form(
    "payment",
    "mana of any type can be spent to cast {it|that spell|them|those spells}",
    "(you|they) may spend {mana|mana from snow sources} as though it were mana of any {color|type} to cast {it|that spell|them|those spells}",
    "you may cast them as though they had flash",
    "they may <may>",
)
form(
    "plain",
    "<player> may <may>, and <payment>",
    "<player> may <may> and <payment>",
    "if you cast a spell this way, {<costs> rather than pay its mana cost|you may cast it as though it had flash|you may spend mana as though it were mana of any color to cast it}",
    "if a card cast this way would be put into your graveyard this turn, exile it instead",
    "for each <noun>, you may have that creature assign its combat damage as though it weren't blocked",
    "(you|they) can't cast more than one spell this way each turn",
    "the first <noun> each player casts during each of their turns may be cast without paying its mana cost",
    "while you're searching your library, you may cast ~ from your library",
    "each <keyword> ability of <group> can be activated an additional time",
    "each power-up ability of <group> can be activated an additional time",
    "if <history> and you control <a> and <a>, you may <may>",
)
form(
    "lead",
    "during each player's turn",
    "once each turn during your turn",
)
form("limit", "not from anywhere else")
form(
    "history",
    "you control <n> or more <group> and/or <group>",
    "an opponent controls at least <n> more <noun> than you",
    "there are <n> or more <noun> total in all graveyards",
    "your opponent controls <a>",
)
form("player", "its controller", "<ref>'s controller", "that creature's controller")
form(
    "history",
    "it was exiled by an ability you controlled",
    "you exiled (it|them)",
    "<ref>'s {power|toughness|mana value} is {even|odd}",
    "~ entered this turn",
)
form(
    "line",
    "while an opponent is searching their library, they exile each card they find. you may play those cards for as long as they remain exiled, and <payment>",
    "you control your opponents while they're searching their libraries",
)
