"""When, how often and by whom an ability may be activated, and how often it triggers (602.5, 603.2h)."""

from striate.cards.grammar.inert.forms import form

# --- when and how often an ability is activated or triggers (602.5, 603.2) -------------------------

form(
    "limit of ability",
    "activate [this ability] only <limits> [and only <time or limit>]",
    "activate [this ability] only <limits>, and only <time or limit>",
    "activate [this ability] no more than {once|twice|<n> times} each turn",
    "activate [this ability] only any time you could cast {a sorcery|an instant} [and only <time or limit>]",
    "any player may activate this ability [but only <limits>]",
    "only {your opponents|any opponent|an opponent|<player>} may activate this ability [and only <limits>]",
    "any opponent may activate this ability [but only <limits>]",
    "this ability {triggers|can be activated} only <limits>",
    "do this only <limits>",
    "X can't be 0",
    "spend only {<color>|colorless|snow} mana on X",
    "this ability can't be countered",
    "this ability costs <more> to activate <price when>",
    "this ability costs <more> to activate, <price when>",
    "only any player may activate this ability",
    "activate [this ability] only if <cond or history> and only <time or limit>",
    "activate [this ability] only {your|any} <step>",
    "activate [this ability] only <time or limit> {before|after} <time or limit>",
)
form(
    "time or limit",
    "during your turn, before attackers are declared",
    "during any <step>",
    "as <type>",
    "if there are {no|<n> or more} <counter> counters on <ref>",
    "if you have {no cards in hand|<n> or more cards in hand|the city's blessing|exactly <n> life|max speed}",
    "from exile",
    "while <cond or history>",
    "if <ref> is {attacking|blocking|tapped|untapped|in your graveyard|on the battlefield|a creature|in your hand}",
    "during the declare {attackers|blockers} step",
    "once per game",
    "the first time each turn",
    "twice",
    "any time they could cast a sorcery",
)
form(
    "time or limit",
    "if ~ entered this turn or if you control <a>",
    "if you have exactly <n> cards in {hand|your hand}",
    "if ~ is suspended",
    "if you own a card in exile",
    "if there are five colors among permanents you control",
    "if you control three or more lands with the same name",
    "if ~ is on the battlefield or in your graveyard",
)
form("step", "upkeep step")
form(
    "limit of ability",
    "activate [this ability] only <time or limit>, only <time or limit>, and only <time or limit>",
    "this ability can't be countered except by spells and abilities",
)
form("time or limit", "if at least one creature is blocking ~")
form(
    "limit of ability",
    "this ability costs <more> to activate where X is the {power|toughness|mana value} of the creature it targets",
    "this cost is reduced by <mana> for each <each>",
    "this cost is reduced by <mana> for each <noun> and <noun> in your graveyard",
)
