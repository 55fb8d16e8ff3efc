"""Control, exchanges, switches and text changes that an instruction begins (108, 701, 612)."""

from typing import Any

import msgspec

from striate.cards import tree as t
from striate.cards.grammar.drafts import Back, NewTarget, again
from striate.cards.grammar.engine import NOTHING, rule, words
from striate.cards.grammar.instructions import begin, effects
from striate.cards.grammar.mentions import target_of
from striate.cards.grammar.nouns import all_of
from striate.cards.walking import rewrite

# --- control, exchanges, switches, text -----------------------------------------------------------


@rule("instruction", "[<lead:lasts> ,] [you] gain control of <who:affected> [<lasts>]")
def _gain_control(who: Any, lead: Any = None, lasts: Any = None) -> Any:
    if lead and lasts:
        return NOTHING
    return begin(who, t.SetController("you"), lead or lasts)


@rule(
    "instruction",
    "<lead:lasts>, [you] gain control of <who:affected> and <also:affected> <parts:deeds>",
)
def _gain_control_and(lead: Any, who: Any, also: Any, parts: Any) -> Any:
    """A leading duration holds for both."""
    more = effects(also, parts, lead)
    return (*begin(who, t.SetController("you"), lead), *more) if more else NOTHING


@rule("instruction", "[<lead:lasts> ,] <player> gains control of <who:affected> [<lasts>]")
def _gains_control(player: Any, who: Any, lead: Any = None, lasts: Any = None) -> Any:
    if (lead and lasts) or player == "you":
        return NOTHING
    return begin(who, t.SetController(player), lead or lasts)


@rule("instruction", "each player gains control of all <group:plain group> they own [<lasts>]")
def _back_to_owners(group: t.Each, lasts: Any = None) -> Any:
    return begin(group, t.SetController("affected owner"), lasts)


@rule("instruction", "[you] exchange control of <one:object> and <two:object> [<lasts>]")
def _exchange(one: Any, two: Any, lasts: Any = None) -> Any:
    return begin(one, t.ExchangeControl(two), lasts)


@rule("instruction", "exchange control of two <at:at target> <group>")
def _exchange_two(at: int, group: Any) -> Any:
    spec = t.TargetSpec(group.filter, zone=group.zone)
    first: Any = NewTarget(at, spec)
    second: Any = NewTarget(at + 1, spec, another=True)
    return begin(first, t.ExchangeControl(second), None)


# 102.2: of two players one controls each; which of the two targets is whose is not said.


@rule("instruction", "exchange control of two other <at:at target> <group>")
def _exchange_two_others(at: int, group: Any) -> Any:
    return _exchange_two(at, t.Each(all_of((t.Other(), group.filter)), group.zone))


rule("shared", "share a card type")(lambda: "card type")
rule("shared", "share a permanent type")(lambda: "permanent type")


@rule("instruction", "exchange control of two <at:at target> <group> that <what:shared>")
def _exchange_two_of_a_kind(at: int, group: Any, what: Any) -> Any:
    spec = t.TargetSpec(group.filter, zone=group.zone)
    first: Any = NewTarget(at, spec)
    second: Any = NewTarget(at + 1, spec, another=True, sharing=what)
    return begin(first, t.ExchangeControl(second), None)


@rule(
    "instruction",
    "[<lead:lasts> ,] switch each <group:plain group> 's power and toughness [<lasts>]",
)
def _switch_each(group: t.Each, lead: Any = None, lasts: Any = None) -> Any:
    return NOTHING if lead and lasts else begin(group, t.SwitchPT(), lead or lasts)


@rule("instruction", "[<lead:lasts> ,] switch <who:object> 's power and toughness [<lasts>]")
@rule("instruction", "[<lead:lasts> ,] switch the power and toughness of <who:affected> [<lasts>]")
def _switch(who: Any, lead: Any = None, lasts: Any = None) -> Any:
    if lead and lasts:
        return NOTHING
    return begin(who, t.SwitchPT(), lead or lasts)


@rule("instruction", "[<lead:lasts> ,] switch <at:at its> power and toughness [<lasts>]")
def _switch_its(at: int, lead: Any = None, lasts: Any = None) -> Any:
    if lead and lasts:
        return NOTHING
    return begin(Back(at), t.SwitchPT(), lead or lasts)


rule("doubled", "power")(lambda: t.ModifyPT(t.StatOf("power", t.Affected()), t.Num(0)))
rule("doubled", "toughness")(lambda: t.ModifyPT(t.Num(0), t.StatOf("toughness", t.Affected())))
rule("doubled", "power and toughness")(
    lambda: t.ModifyPT(t.StatOf("power", t.Affected()), t.StatOf("toughness", t.Affected()))
)


@rule("instruction", "[<lead:lasts> ,] double <who:object> 's <mod:doubled> [<lasts>]")
@rule("instruction", "[<lead:lasts> ,] double the <mod:doubled> of <who:affected> [<lasts>]")
def _double(who: Any, mod: Any, lead: Any = None, lasts: Any = None) -> Any:
    if lead and lasts:
        return NOTHING
    return begin(who, mod, lead or lasts)


@rule(
    "instruction",
    "<lead:lasts>, double (<who:object> 's|<at:at its>) <mod:doubled> and <also:affected> <parts:deeds>",
)
def _double_and(
    lead: Any, mod: Any, also: Any, parts: Any, who: Any = None, at: int | None = None
) -> Any:
    """A leading duration holds for both."""
    subject = Back(at) if at is not None else who
    more = effects(also, parts, lead)
    return (*begin(subject, mod, lead), *more) if more else NOTHING


def _twice(stat: Any) -> t.Amount:
    return t.Times(2, t.StatOf(stat, t.Affected()))


rule("tripled", "power")(lambda: t.ModifyPT(_twice("power"), t.Num(0)))
rule("tripled", "toughness")(lambda: t.ModifyPT(t.Num(0), _twice("toughness")))
rule("tripled", "power and toughness")(lambda: t.ModifyPT(_twice("power"), _twice("toughness")))


@rule("instruction", "[<lead:lasts> ,] triple <who:object> 's <mod:tripled> [<lasts>]")
@rule("instruction", "[<lead:lasts> ,] triple the <mod:tripled> of <who:affected> [<lasts>]")
def _triple(who: Any, mod: Any, lead: Any = None, lasts: Any = None) -> Any:
    """701.11b: it gets twice its power or toughness in addition."""
    return _double(who, mod, lead, lasts)


@rule("instruction", "[<lead:lasts> ,] double <at:at its> <mod:doubled> [<lasts>]")
def _double_its(at: int, mod: Any, lead: Any = None, lasts: Any = None) -> Any:
    return _double(Back(at), mod, lead, lasts)


rule("word kind", "(one color word|a color word)")(lambda: "color")
rule("word kind", "one basic land type")(lambda: "basic land type")
rule("word kind", "one creature type")(lambda: "creature type")
rule("word kinds", "<one:word kind> with another")(lambda one: (one,))
rule("word kinds", "<one:word kind> with another or <two:word kind> with another")(
    lambda one, two: (one, two)
)


@rule(
    "instruction",
    "[<lead:lasts> ,] change the text of <who:object> by replacing all instances of <kinds:word kinds> [<lasts>]",
)
def _change_text(who: Any, kinds: Any, lead: Any = None, lasts: Any = None) -> Any:
    return NOTHING if lead and lasts else begin(who, t.ReplaceWords(kinds), lead or lasts)


@rule(
    "instruction",
    "change the text of <who:object> by replacing all instances of one creature type with <new:subtype>",
)
def _change_types(who: Any, new: str) -> Any:
    return begin(who, t.ReplaceWords(("creature type",), new=new), None)


@rule("single target", "<at:at target> spell or permanent")
def _spell_or_permanent(at: int) -> Any:
    anywhere = t.AnyOf((t.InZone("stack"), t.InZone("battlefield")))
    return NewTarget(at, t.TargetSpec(anywhere, zone="any"))


@rule("instruction", "exchange the text boxes of <one:object> and <two:object> [<lasts>]")
def _exchange_text(one: Any, two: Any, lasts: Any = None) -> Any:
    return begin(one, t.ExchangeText(two), lasts)


# --- what the other player gets -------------------------------------------------------------------

# Boards are of two players (102.2): "an opponent", "the player to your right" and the one of "for
# each opponent" are the same player. Where that player chooses, the board says what (608.2d).

words(
    "player",
    {
        "an opponent": "opponent",
        "the player to your right": "opponent",
        "the player to your left": "opponent",
        "that opponent": "opponent",
        "the attacking player": "active",
    },
)

# 115.1: one target for each opponent is one target that an opponent controls; later sentences
# call what was targeted "those creatures".


@rule("their target", "[<low=up to one>] <at:at target> <group:plain group>")
def _their_target(at: int, group: t.Each, low: str | None = None) -> Any:
    theirs = rewrite(group, lambda node: _THEIRS if node == t.ControlledBy("that") else node)
    if theirs == group:
        return NOTHING
    return msgspec.structs.replace(target_of(at, theirs, 0 if low else 1), several=True)


_THEIRS = t.ControlledBy("opponent")


@rule("instruction", "for each opponent, gain control of <who:their target> [<lasts>]")
def _for_each_opponent(who: NewTarget, lasts: Any = None) -> Any:
    return begin(who, t.SetController("you"), lasts)


@rule("instruction", "<player> gains control of <who:object> and untaps it")
@rule("instruction", "<player> untaps <who:object> and gains control of it")
def _gains_and_untaps(player: Any, who: Any) -> Any:
    return (*begin(who, t.SetController(player), None), t.SetTapped(again(who), False))


rule("instruction", "untap and goad <who:affected>")(
    lambda who: (t.SetTapped(who, False), t.Act("goad", who=again(who)))
)


# 608.2d: what another player chooses; the board says which.


@rule("instruction", "(<each=each opponent>|an opponent) chooses <at:at a> <group:plain group>")
@rule("instruction", "<player:new player> chooses <at:at a> <group:plain group>")
def _chooses_own(at: int, group: t.Each, player: Any = "opponent", each: str | None = None) -> Any:
    theirs = rewrite(
        group, lambda node: t.ControlledBy(player) if node == t.ControlledBy("that") else node
    )
    if theirs == group:
        return NOTHING
    spec = t.TargetSpec(theirs.filter, word="choose", zone=theirs.zone)
    chosen: Any = NewTarget(at, spec, several=each is not None)
    return (t.Act("choose", who=chosen),)


# 608.2c: "may have that player gain control": who does it stands in the bare form.


@rule("may", "[then] you may have <player> gain control of <who:affected> [<lasts>]")
def _may_have_gain(player: Any, who: Any, lasts: Any = None) -> Any:
    steps = begin(who, t.SetController(player), lasts)
    return NOTHING if player == "you" else (t.Do(steps, may=True),)


# Who is ahead gets the object (108.3 says nothing of ties: then nobody is).


def _to_the_one_ahead(yours: t.Amount, theirs: t.Amount, who: Any) -> tuple[Any, ...]:
    mine = t.Do(begin(who, t.SetController("you"), None), t.Compare(yours, ">", theirs))
    other = t.Do(begin(who, t.SetController("opponent"), None), t.Compare(theirs, ">", yours))
    return mine, other


@rule(
    "instruction",
    "if a player has more life than each other player, the player with the most life gains control of <who:object>",
)
def _to_the_healthiest(who: Any) -> Any:
    return _to_the_one_ahead(t.LifeOf("you"), t.LifeOf("opponent"), who)


@rule(
    "instruction",
    "if a player controls more <group> than each other player, the player who controls the most <same:group> gains control of <who:object>",
)
def _to_the_one_with_most(group: t.Each, same: t.Each, who: Any) -> Any:
    if group != same or group.zone != "battlefield":
        return NOTHING
    counts = [
        t.Count(all_of((group.filter, t.ControlledBy(player)))) for player in ("you", "opponent")
    ]
    return _to_the_one_ahead(counts[0], counts[1], who)
