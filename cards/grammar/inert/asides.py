"""What stands beside an effect: what can't be done meanwhile, what is prevented or asked (101, 615).

None of it changes an object that a board keeps: damage, combat, mana and the rules of players.
"""

from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.engine import NOTHING, rule
from striate.cards.grammar.inert.forms import form
from striate.cards.grammar.instructions import effects

form("for now", "until end of turn", "until your next turn", "this turn", "this combat")
form(
    "deed",
    "you can't attack {that player|you} this turn",
    "you can't sacrifice {it|them|that creature|those creatures} this turn",
    "only {the chosen creatures|those creatures|~} can attack during that combat phase",
    "prevent all damage that would be dealt to {that creature|it|~|them} this turn [by {<color>|colorless} sources]",
    "prevent all [combat ]damage that would be dealt [this turn] to {you and <group>|<group>} [this turn]",
    "prevent all [combat ]damage that {<color> and/or <color> sources|<color> sources|<group>} would deal to {<group>|you} this turn",
    "{its|their|that creature's|that permanent's|the creature's} activated abilities can't be activated [<for now>]",
    "your life total can't change <for now>",
    "until your next turn, your life total can't change and <deed>",
    "players can't {lose life|gain life|lose the game or win the game} this turn",
    "players can't lose life this turn and players can't lose the game or win the game this turn",
    "players gain {hexproof|shroud} <for now>",
    "[<for now>, ]you {gain|have} {protection from everything|protection from the color of your choice|protection from that player|protection from the chosen player|hexproof|shroud|hexproof from <color>|hexproof from <color> and from <color>} [<for now>]",
    "you gain what they gain",
    "your life total can't change meanwhile",
    "you can't activate this ability during combat",
    "it's goaded for the rest of the game",
    "it costs <mana> less to cast this way",
    "{that creature|it|~} can block {up to <n>|<n>|an} additional {creatures|creature} this turn",
    "all creatures your opponents control able to block {that creature|it|~} this turn do so",
    "if {it|that creature|the creature} would deal damage this turn, it deals double that damage instead",
    "if a creature would deal combat damage to a creature this turn, it deals double that damage to that creature instead",
    "damage isn't removed from {creatures|that creature|it} this turn",
    "you may choose new targets for {the spell|that spell|it}",
    "then the spell's controller may choose new targets for it",
    "choose {flying or indestructible|<keyword> or <keyword>} at random",
)


# 702.11, 702.16: what a player gains with them is no characteristic of an object.


@rule("instruction", "[<lead:lasts> ,] you and <who:affected> [each] <parts:deeds>")
@rule("instruction", "<who:affected> and you [each] <parts:deeds>")
def _you_too(who: Any, parts: Any, lead: Any = None) -> Any:
    """ "You and permanents you control gain hexproof": said of the permanents, and of you."""
    found = effects(who, parts, lead)
    if not found or len(found) != 1 or not _gains(found[0]):
        return NOTHING
    return (*found, t.Inert("you gain what they gain"))


def _gains(step: Any) -> bool:
    return isinstance(step, t.Continuous) and all(
        isinstance(change, t.GainAbilities) for change in step.effect.changes
    )


@rule("instruction", "<lead:lasts>, your life total can't change, and <who:affected> <parts:deeds>")
def _life_stays(lead: Any, who: Any, parts: Any) -> Any:
    """A leading duration holds for both."""
    found = effects(who, parts, lead)
    return (t.Inert("your life total can't change meanwhile"), *found) if found else NOTHING
