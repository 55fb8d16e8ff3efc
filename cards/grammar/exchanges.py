"""Control, exchanges, switches and text changes that an instruction begins (108, 701, 612)."""

from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.drafts import Back, NewTarget
from striate.cards.grammar.engine import NOTHING, rule
from striate.cards.grammar.instructions import begin, effects

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


@rule("instruction", "exchange control of two [<other=other>] <at:at target> <group>")
def _exchange_two(at: int, group: Any, other: str | None = None) -> Any:
    spec = t.TargetSpec(group.filter, zone=group.zone)
    first: Any = NewTarget(at, spec, another=other is not None)
    second: Any = NewTarget(at + 1, spec, another=True)
    return begin(first, t.ExchangeControl(second), None)


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
