"""Replacement effects on what a board keeps: dying, counters, tokens that are created (614.1a).

The phrase "replacing" is a whole sentence, as an ability. A paragraph of it is a static ability; as
an instruction it lasts until the turn ends.
"""

from typing import Any

from striate.cards import tree as t
from striate.cards.grammar import amounts, mentions
from striate.cards.grammar.engine import GRAMMAR, NOTHING, rule, words
from striate.cards.grammar.normal import tokenise
from striate.cards.grammar.nouns import all_of

PARTS = (amounts, mentions)

# --- dying, and what else goes to a graveyard -----------------------------------------------------

rule("mortal", "~")(lambda: t.This())
rule("mortal", "<ref:attached>")(lambda ref: ref)
rule("mortal", "<group:singular>")(lambda group: group)
rule("mortal", "<group:singular> dealt damage this way")(
    lambda group: t.Each(all_of((group.filter, t.Unknown("dealt damage this way"))), group.zone)
)
rule("mortal", "a card or token")(lambda: t.Each(t.AllOf(()), "any"))

words("whose graveyard", {"a": "any", "your": "you", "an opponent's": "opponent",
                          "its owner's": "any", "their": "any"})  # fmt: skip
words("from where", {"the battlefield": "battlefield", "anywhere": "any",
                     "anywhere other than the battlefield": "elsewhere"})  # fmt: skip
rule("going", "die")(lambda: ("any", "battlefield", "graveyard"))
rule("going", "be put into <whose:whose graveyard> graveyard [from <origin:from where>]")(
    lambda whose, origin="any": (whose, origin, "graveyard")
)
rule("going", "leave the battlefield")(lambda: ("any", "battlefield", "leave"))

_OBJECT = "(it|him|her|~|that card|that creature|that permanent|enchanted creature)"
rule("elsewhere", f"exile {_OBJECT}")(lambda: ("exile", ""))
rule("elsewhere", f"return {_OBJECT} to its owner's hand")(lambda: ("hand", ""))
rule("elsewhere", f"put {_OBJECT} on <place=top|the bottom> of its owner's library")(
    lambda place: ("library", "top" if place == "top" else "bottom")
)
rule("elsewhere", f"[reveal {_OBJECT} and] shuffle {_OBJECT} into its owner's library")(
    lambda: ("library", "")
)


@rule("replacing", "if <who:mortal> would <going>, <elsewhere> instead")
@rule("replacing", "if <who:mortal> would <going>, instead <elsewhere>")
@rule("replacing", "if <who:mortal> would <going>, <elsewhere> instead of putting it anywhere else")
def _goes_elsewhere(who: Any, going: Any, elsewhere: Any) -> Any:
    whose, origin, event = going
    if isinstance(who, t.Each) and who.zone not in ("battlefield", "any"):
        return NOTHING
    if isinstance(who, t.Each) and who.zone == "battlefield" and origin == "any":
        origin = "battlefield"
    to, place = elsewhere
    return t.GoesElsewhere(who, to, place, origin, whose, event)


# --- counters -------------------------------------------------------------------------------------

rule("counted on", "~")(lambda: t.This())
rule("counted on", "<group:singular>")(lambda group: group)
rule("counted on", "a permanent or player")(lambda: t.Each(t.AllOf(()), "battlefield"))
rule("counted on", "<group:singular> or on yourself")(lambda group: group)

_ON_IT = "(it|them|~|that creature|that permanent|that permanent or player)"
_THOSE = "[<again:counters>|of (those|each of those kinds of) counters]"
rule("as many", f"twice that many {_THOSE}")(lambda again=None: (2, 0, False))
rule("as many", f"three times that many {_THOSE}")(lambda again=None: (3, 0, False))
rule("as many", f"that many plus <number> {_THOSE}")(lambda number, again=None: (1, number, False))
rule("as many", "that many <again:counters> minus <number>")(
    lambda number, again: (1, -number, False)
)
rule("as many", f"half that many {_THOSE}")(lambda again=None: (1, 0, True))


@rule(
    "replacing",
    "if one or more <kinds:counters> would be put on <who:counted on>,"
    f" <much:as many> are put on {_ON_IT} instead",
)
@rule(
    "replacing",
    "if <by:putter> would put one or more <kinds:counters> on <who:counted on>,"
    f" [it puts|they put|put] <much:as many> on {_ON_IT} instead [, rounded down]",
)
def _counters_replaced(kinds: Any, who: Any, much: Any, by: t.Player = "any") -> Any:
    if isinstance(who, t.Each) and who.zone != "battlefield":
        return NOTHING
    times, more, half = much
    return t.CountersReplaced(who, kinds[0], times, more, half, by)


words("putter", {"you": "you", "an opponent": "opponent", "an effect": "any"})
rule("replacing", "counters can't be put on <who:groups>")(
    lambda who: (
        t.CountersReplaced(who, times=0)
        if isinstance(who, t.Each) and who.zone == "battlefield"
        else NOTHING
    )
)
rule("replacing", "counters can't be put on ~")(lambda: t.CountersReplaced(t.This(), times=0))
rule("replacing", "~ can't have counters put on it")(lambda: t.CountersReplaced(t.This(), times=0))

# --- tokens ---------------------------------------------------------------------------------------

words("how often", {"twice": 2, "three times": 3})


@rule(
    "replacing",
    "if one or more <which:inert noun> would be created [<whose=under your control>],"
    " <times:how often> that many of those tokens are created instead",
)
@rule(
    "replacing",
    "if an effect would create one or more <which:inert noun> <whose=under your control>,"
    " it creates <times:how often> that many of those tokens instead",
)
@rule(
    "replacing",
    "if <whose=you> would create one or more <which:inert noun>,"
    " (instead create <times:how often> that many of those tokens"
    "|create <times:how often> that many of those tokens instead)",
)
def _tokens_replaced(which: t.Each, times: int, whose: str | None = None) -> Any:
    parts = which.filter.parts if isinstance(which.filter, t.AllOf) else (which.filter,)
    if t.IsToken() not in parts or which.zone != "battlefield":
        return NOTHING
    rest = all_of(part for part in parts if part != t.IsToken())
    return t.TokensReplaced(rest, times, "any" if whose is None else "you")


# --- as a paragraph, and as an instruction --------------------------------------------------------


def replacing_line(text: str) -> t.Ability | None:
    """A paragraph that replaces one of these events."""
    found: t.Ability | None = GRAMMAR.read("replacing line", tokenise(text)).value
    return found


rule("replacing line", "<one:replacing> [.]")(lambda one: one)
rule("instruction", "until end of turn, <one:replacing>")(lambda one: _for_the_turn(one))


@rule("instruction", "if <who:affected> would die this turn, exile (it|that creature|them) instead")
@rule(
    "instruction",
    "if <who:affected> would be put into a graveyard this turn, exile (it|that permanent) instead",
)
def _exiled_this_turn(who: Any) -> Any:
    return (t.BeginReplacing(t.GoesElsewhere(who)),)


@rule(
    "instruction",
    "if <who:affected> would leave the battlefield, exile (it|them) instead of putting (it|them) anywhere else",
)
def _exiled_as_it_leaves(who: Any) -> Any:
    return (t.BeginReplacing(t.GoesElsewhere(who, event="leave"), this_turn=False),)


@rule("instruction", "if <who:mortal> would <going> this turn, exile (it|that card) instead")
def _others_exiled_this_turn(who: Any, going: Any) -> Any:
    return _for_the_turn(_goes_elsewhere(who, going, ("exile", "")))


_KINDS = t.GoesElsewhere | t.CountersReplaced | t.TokensReplaced


def _for_the_turn(ability: Any) -> Any:
    """611.2c: a replacement changes no characteristics, and speaks of what is there by then."""
    if not isinstance(ability, _KINDS) or isinstance(getattr(ability, "who", None), t.This):
        return NOTHING
    return (t.BeginReplacing(ability),)
