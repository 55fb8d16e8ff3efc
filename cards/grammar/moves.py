"""Instructions that put counters, tap, turn, attach or move objects (701, 122, 400.7).

An instruction
"at the beginning of the next end step" is a delayed trigger (603.7): it is an `Act` whose detail
says when, because nothing happens on resolution.
"""

from typing import Any

import msgspec

from striate.cards import tree as t
from striate.cards.grammar.amounts import times
from striate.cards.grammar.antecedents import parts_of
from striate.cards.grammar.drafts import Back, Named, NewTarget, PutOff, again
from striate.cards.grammar.engine import NOTHING, lists, rule, words
from striate.cards.grammar.instructions import Verb, with_player
from striate.cards.walking import rewrite

# --- counters (122) -------------------------------------------------------------------------------

rule("where put", "<who:affected>")(lambda who: who)
rule("where put", "<who:chosen object>", "each of <who:affected>")(lambda who: who)


@rule("instruction", "put <amount:how much> <kinds:counters> on <who:where put>")
@rule("instruction", "put <amount:how much> <kinds:counters> on each of <many:several chosen>")
def _put(amount: Any, kinds: Any, who: Any = None, many: Any = None) -> Any:
    if kinds[0] is None or many is not None:
        return NOTHING
    return (t.PutCounters(who, kinds[0], amount),)


@rule(
    "instruction",
    "put <amount:how much> <kinds:counters> on <who:where put> for each <each:each counted>",
)
def _put_for_each(amount: Any, kinds: Any, who: Any, each: Any) -> Any:
    if kinds[0] is None or not isinstance(amount, t.Num):
        return NOTHING
    return (t.PutCounters(who, kinds[0], times(amount.value, each)),)


@rule(
    "instruction",
    "put a number of <kinds:counters> on <who:where put> equal to <amount:measured>",
)
def _put_equal(amount: Any, kinds: Any, who: Any) -> Any:
    return (t.PutCounters(who, kinds[0], amount),) if kinds[0] is not None else NOTHING


@rule(
    "instruction",
    "put a number of <kinds:counters> equal to <amount:measured> on <who:where put>",
)
def _put_measured(amount: Any, kinds: Any, who: Any) -> Any:
    """ "Equal to its power on target creature": of what was named before the target."""
    if isinstance(who, NewTarget):
        amount = rewrite(amount, lambda node: Back(0) if node == t.Affected() else node)
    return _put_equal(amount, kinds, who)


@rule(
    "instruction",
    "put <one:how much> <first:counters> on <who:where put> and <two:how much> <second:counters> on <other:where put>",
)
def _put_two(one: Any, first: Any, two: Any, second: Any, who: Any, other: Any = None) -> Any:
    if first[0] is None or second[0] is None:
        return NOTHING
    return (
        t.PutCounters(who, first[0], one),
        t.PutCounters(again(who) if other is None else other, second[0], two),
    )


rule("removed", "<amount:how much> <kinds:counters>")(lambda amount, kinds: (kinds[0], amount))
rule("removed", "all <kinds:counters>", "all of the <kinds:counters>", "each counter")(
    lambda kinds=(None,): (kinds[0], None)
)


@rule("instruction", "remove <what:removed> from <who:where put>")
def _remove(what: Any, who: Any) -> Any:
    return (t.RemoveCounters(who, what[0], what[1]),)


@rule("instruction", "double the number of each kind of counter on <who:affected>")
@rule("instruction", "double the number of <kinds:counters> on <who:affected>")
def _double_counters(who: Any, kinds: Any = (None,)) -> Any:
    return (t.DoubleCounters(who, kinds[0]),)


rule("counter item", "<amount:how much> <kinds:counters>")(lambda amount, kinds: (amount, kinds[0]))
lists("counter items", "counter item", joins="and")


@rule("instruction", "put <items:counter items> on <who:where put>")
def _put_list(items: Any, who: Any) -> Any:
    if len(items) < 2 or any(kind is None for _, kind in items):
        return NOTHING
    (first, kind), *more = items
    rest = (t.PutCounters(again(who), kind, amount) for amount, kind in more)
    return (t.PutCounters(who, kind, first), *rest)


@rule("instruction", "distribute <amount:how much> <kinds:counters> among <who:affected>")
def _distribute(amount: Any, kinds: Any, who: Any) -> Any:
    """601.2d: how many each gets is announced: no board tells."""
    if kinds[0] is None or not isinstance(amount, (t.Num, t.X)):
        return NOTHING
    total = "X" if isinstance(amount, t.X) else str(amount.value)
    share = t.UnknownAmount(t.Prose(f"{total}, distributed"))
    return (t.PutCounters(who, kinds[0], share),)


# --- tapping, turning, attaching ------------------------------------------------------------------

rule("instruction", "tap <who:affected>", "tap <who:chosen object>", "tap <who:chosen objects>")(
    lambda who: (t.SetTapped(who, True),)
)
rule("instruction", "untap <who:affected>", "untap <who:chosen object>")(
    lambda who: (t.SetTapped(who, False),)
)
rule("instruction", "tap or untap <who:object>")(lambda who: (t.Act("tap or untap", who=who),))
rule("instruction", "transform <who:object>", "convert <who:object>")(
    lambda who: (t.Transform(who),)
)
rule("object verb", "(transforms|transform)")(lambda: Verb(t.Transform(t.This())))
# 708.8: only a permanent is turned face up so; of a card in exile this is not understood.
rule("instruction", "turn <who:affected> face up")(
    lambda who: (
        NOTHING if getattr(who, "exiled", who == t.LinkedCard()) else (t.TurnFace(who, True),)
    )
)
rule("instruction", "turn <who:affected> face down")(lambda who: (t.TurnFace(who, False),))


@rule(
    "instruction",
    "attach <who:object> to <to:object>",
    "attach <who:object> to <to:chosen object>",
    "attach <who:chosen object> to <to:object>",
)
def _attach(who: Any, to: Any) -> Any:
    return (t.AttachTo(who, to),)


rule("instruction", "unattach <who:object>")(lambda who: (t.Act("unattach", who=who),))
rule("instruction", "regenerate <who:affected>")(lambda who: (t.Act("regenerate", who=who),))
rule("instruction", "goad <who:affected>")(lambda who: (t.Act("goad", who=who),))
rule("instruction", "detain <who:affected>")(lambda who: (t.Act("detain", who=who),))
rule("instruction", "reveal <who:object>", "reveal <who:chosen object>")(
    lambda who: (t.Act("reveal", who=who),)
)
rule("instruction", "<who:affected> can't be regenerated")(
    lambda who: (t.Act("can't be regenerated", who=who),)
)
rule("instruction", "choose <who:affected>", "choose <who:chosen object>")(
    lambda who: (t.Act("choose", who=who),)
)
rule("instruction", "counter <who:object>")(lambda who: (t.Act("counter", who=who),))
rule("instruction", "counter <who:object> unless its controller pays <cost:mana cost>")(
    lambda who, cost: (t.Act("counter", who=who, detail=f"unless its controller pays {cost}"),)
)
rule("instruction", "remove <who:object> from combat", "remove <who:objects> from combat")(
    lambda who: (t.Act("remove from combat", who=who),)
)
rule(
    "instruction",
    "prevent the next <amount:how much> damage that would be dealt to <to:damaged> this turn",
)(lambda amount, to: (t.Act("prevent the next damage to", amount=amount, to=to),))
rule("instruction", "prevent all damage that would be dealt to <to:damaged> this turn")(
    lambda to: (t.Act("prevent all damage to", to=to),)
)
rule("instruction", "prevent all combat damage that would be dealt to <to:damaged> this turn")(
    lambda to: (t.Act("prevent all combat damage to", to=to),)
)
rule(
    "instruction",
    "prevent all combat damage that would be dealt to and dealt by <to:damaged> this turn",
)(lambda to: (t.Act("prevent all combat damage to and by", to=to),))
rule(
    "instruction", "prevent all damage that would be dealt to and dealt by <to:damaged> this turn"
)(lambda to: (t.Act("prevent all damage to and by", to=to),))
rule("instruction", "prevent all combat damage that would be dealt by <to:affected> this turn")(
    lambda to: (t.Act("prevent all combat damage by", to=to),)
)
rule("instruction", "prevent all damage that would be dealt by <to:affected> this turn")(
    lambda to: (t.Act("prevent all damage by", to=to),)
)

# --- moves between zones --------------------------------------------------------------------------


class _From(t.Node, frozen=True):
    """ "~ from your graveyard": what is moved, and from where."""

    who: Any
    zone: t.Zone


def _what(who: Any) -> Any:
    return who.who if isinstance(who, _From) else who


def move(verb: Any, who: Any, to: Any, under: Any = None, tapped: bool = False) -> t.MoveZone:
    """A move, with its origin if the text says it."""
    if isinstance(who, _From):
        return t.MoveZone(verb, who.who, to, under, tapped, who.zone)
    return t.MoveZone(verb, who, to, under, tapped)


rule("moved", "<who:affected>", "<who:chosen object>", "<who:chosen objects>")(lambda who: who)


@rule("moved", "<at:at self> from (your|the) <zone=graveyard|hand|battlefield>")
@rule("moved", "<at:at self> from <zone=exile>")
def _self_from(at: int, zone: t.Zone) -> Any:
    return _From(Named(at, t.This()), zone)


rule("after", "from your <zone:card zone>", "from among cards in your <zone:card zone>")(
    lambda zone: (t.OwnedBy("you"), zone)
)
rule("after", "from (a|any|a single|all) <zone:card zone>", "from graveyards")(
    lambda zone="graveyard": (t.AllOf(()), zone)
)
rule("after", "from (an opponent's|your opponents'|an opponents') <zone:card zone>")(
    lambda zone: (t.OwnedBy("opponent"), zone)
)
rule("after", "from (their|that player's) <zone:card zone>")(lambda zone: (t.OwnedBy("that"), zone))
rule("after", "from <player:new player> 's <zone:card zone>")(
    lambda player, zone: (t.OwnedBy(player), zone)
)
rule("after", "from exile")(lambda: (t.AllOf(()), "exile"))
rule("after", "from the battlefield")(lambda: (t.AllOf(()), "battlefield"))

rule("instruction", "destroy <who:affected>")(lambda who: (move("destroy", who, "graveyard"),))
rule("instruction", "exile <who:moved>")(
    lambda who: NOTHING if _has_counters_hidden(who) else (move("exile", who, "exile"),)
)


def _has_counters_hidden(who: Any) -> bool:
    """122.2: no card of a graveyard has counters: "with a counter on it" says how it is exiled."""
    spec = who.spec if isinstance(who, NewTarget) else None
    return (
        spec is not None
        and spec.zone in ("graveyard", "hand", "library")
        and any(isinstance(part, t.HasCounter) for part in parts_of(spec.filter))
    )


rule("instruction", "exile <who:moved> with <items:counter items> on (it|them)")(
    lambda who, items: (
        move("exile", who, "exile"),
        *(t.PutCounters(again(_what(who)), kind, amount) for amount, kind in items),
    )
)
rule(
    "instruction",
    "exile ~, then return (it|him|her|them) to the battlefield transformed under (its|his|her|their) owner's control",
)(lambda: _returned_transformed("affected owner"))
rule(
    "instruction",
    "exile ~, then return (it|him|her|them) to the battlefield transformed under your control",
)(lambda: _returned_transformed("you"))


def _returned_transformed(under: Any) -> tuple[t.MoveZone, ...]:
    """712.14a: a new object, with its back face up."""
    back = t.MoveZone("return", t.This(), "battlefield", under, transformed=True)
    return (t.MoveZone("exile", t.This(), "exile"), back)


def _exiled_graveyards(player: Any = "any") -> tuple[t.MoveZone, ...]:
    """ "Exile target player's graveyard": all cards in it."""
    whose = t.AllOf(()) if player == "any" else t.OwnedBy(player)
    return (t.MoveZone("exile", t.Each(whose, "graveyard"), "exile"),)


rule("instruction", "exile <player:new player> 's graveyard")(_exiled_graveyards)
rule("instruction", "exile (all graveyards|each player's graveyard)")(_exiled_graveyards)
rule("instruction", "exile (each opponent's graveyard|your opponents' graveyards)")(
    lambda: _exiled_graveyards("opponent")
)
rule("instruction", "exile your graveyard")(lambda: _exiled_graveyards("you"))
rule(
    "instruction",
    "exile until ~ leaves the battlefield <who:moved>",
    "exile <who:moved> until ~ leaves the battlefield",
)(lambda who: (msgspec.structs.replace(move("exile", who, "exile"), until="source leaves"),))
rule(
    "player verb",
    "(sacrifice|sacrifices) <who:moved>",
    "(sacrifice|sacrifices) <who:chosen object> of (their|your) choice",
)(lambda who: Verb(move("sacrifice", who, "graveyard"), "sacrifice"))
_HANDS = (
    "(its|their) owner's hand", "(its|their) owners' hands", "your hand",
    "their (owner's|owners') (hand|hands)",
)  # fmt: skip
rule("instruction", *(f"return <who:moved> to {hand}" for hand in _HANDS))(
    lambda who: (move("return", who, "hand"),)
)
rule("instruction", "put <who:moved> into (its owner's hand|their owners' hands)")(
    lambda who: (move("put", who, "hand"),)
)
words(
    "under",
    {
        "under your control": "you",
        "under its owner's control": "affected owner",
        "under her owner's control": "affected owner",
        "under his owner's control": "affected owner",
        "under their owner's control": "affected owner",
        "under their owners' control": "affected owner",
        "under its controller's control": "affected controller",
    },
)


@rule(
    "instruction",
    "return <who:moved> to the battlefield [<tapped=tapped>] [<under>] [<tapped=tapped>]",
)
def _return_to_play(who: Any, under: Any = None, tapped: Any = None) -> Any:
    return (move("return", who, "battlefield", under, tapped is not None),)


@rule("instruction", "return <who:moved> to the battlefield transformed [<under>]")
def _return_transformed(who: Any, under: Any = None) -> Any:
    back = move("return", who, "battlefield", under)
    return (msgspec.structs.replace(back, transformed=True),)


@rule(
    "instruction",
    "return <who:moved> to the battlefield [<tapped=tapped>] [<under>] with <items:counter items> on (it|them|her|him)",
)
def _return_with(who: Any, items: Any, under: Any = None, tapped: Any = None) -> Any:
    back = move("return", who, "battlefield", under, tapped is not None)
    return (back, *(t.PutCounters(again(_what(who)), kind, amount) for amount, kind in items))


@rule(
    "instruction",
    "put <who:moved> onto the battlefield [<tapped=tapped>] [<under>] [<tapped=tapped>]",
)
def _put_into_play(who: Any, under: Any = None, tapped: Any = None) -> Any:
    return (move("put", who, "battlefield", under, tapped is not None),)


@rule(
    "instruction",
    "put <who:moved> onto the battlefield [<tapped=tapped>] [<under>] with <items:counter items> on (it|them|her|him)",
)
def _put_into_play_with(who: Any, items: Any, under: Any = None, tapped: Any = None) -> Any:
    moved = move("put", who, "battlefield", under, tapped is not None)
    return (moved, *(t.PutCounters(again(_what(who)), kind, amount) for amount, kind in items))


rule(
    "instruction",
    "put <who:moved> into (its owner's|your|their owner's|their owners') (graveyard|graveyards)",
)(lambda who: (move("put", who, "graveyard"),))
rule(
    "instruction", "shuffle <who:moved> into (its owner's|their owners'|your) (library|libraries)"
)(lambda who: (move("shuffle", who, "library"),))


@rule(
    "instruction",
    "put <who:moved> on <where=top|the bottom> of (its owner's|your|their owner's|their owners') (library|libraries)",
)
def _put_in_library(who: Any, where: str) -> Any:
    put = move("put", who, "library")
    return (msgspec.structs.replace(put, place=where.removeprefix("the ")),)


rule("instruction", "(you choose|choose) <who:chosen object> from it")(
    lambda who: (t.Act("choose from it", who=who),)
)
rule("player verb", "(search|searches) (your|their) library for <who:searched>")(
    lambda who: Verb(t.Act("search library for", who=who), "player")
)
rule("instruction", "return <who:moved> to (its owner's|your|their owner's) graveyard")(
    lambda who: (move("return", who, "graveyard"),)
)
rule("instruction", "return <who:moved> to the battlefield face down [<under>]")(
    lambda who, under=None: (
        move("return", who, "battlefield", under),
        t.TurnFace(again(_what(who)), False),
    )
)
rule("searched", "<at:at a> <group>")(lambda at, group: _card(at, group, 1, 1))
rule("searched", "up <at:at to> <high:number> <group>")(
    lambda at, high, group: _card(at, group, 0, high)
)


def _card(at: int, group: t.Each, low: int, high: int) -> Any:
    if group.zone not in ("any", "battlefield"):
        return NOTHING
    return NewTarget(at, t.TargetSpec(group.filter, low, high, "choose", "library"))


# --- delayed instructions (603.7) -----------------------------------------------------------------

words(
    "later",
    {
        text: text
        for text in (
            "at the beginning of the next end step", "at end of combat",
            "at the beginning of your next upkeep", "at the beginning of your next end step",
            "at the beginning of the next upkeep",
            "at the beginning of the next turn's upkeep", "at the beginning of the next upkeep",
            "at the beginning of the next cleanup step", "at the beginning of the end step",
            "at the beginning of your next main phase", "at the beginning of the next combat",
        )
    },
)  # fmt: skip


def _later(steps: tuple[Any, ...], when: str) -> Any:
    """The steps, carried out then; an act that has a time already has no other."""
    if any(isinstance(step, t.Act) and step.detail for step in steps):
        return NOTHING
    return (t.Later(when, steps),)


rule("instruction", "<steps:later instruction> <when:later>")(
    lambda steps, when: _later(steps, when)
)
rule("instruction", "<when:later>, <steps:later instruction>")(
    lambda when, steps: NOTHING if _later(steps, when) is NOTHING else (PutOff(when, steps),)
)
for _move in (
    "destroy <who:affected>", "exile <who:moved>", "sacrifice <who:moved>",
):  # fmt: skip
    _verb = _move.split(" ")[0]
    rule("later instruction", _move)(
        lambda who, verb=_verb: (move(verb, who, "exile" if verb == "exile" else "graveyard"),)
    )
rule("later instruction", *(f"return <who:moved> to {hand}" for hand in _HANDS))(
    lambda who: (move("return", who, "hand"),)
)
rule("later instruction", "return <who:moved> to the battlefield [<tapped=tapped>] [<under>]")(
    lambda who, tapped=None, under=None: (
        move("return", who, "battlefield", under, tapped is not None),
    )
)
rule(
    "later instruction",
    "return <who:moved> to the battlefield [<tapped=tapped>] [<under>] with <items:counter items> on (it|them)",
)(
    lambda who, items, tapped=None, under=None: (
        move("return", who, "battlefield", under, tapped is not None),
        *(t.PutCounters(again(_what(who)), kind, amount) for amount, kind in items),
    )
)
rule("later instruction", "<player> (gain|gains) control of <who:affected>")(
    lambda player, who: (t.Continuous(t.Effect(who, (t.SetController(player),)), t.Permanently()),)
)
rule("later instruction", "gain control of <who:affected>")(
    lambda who: (t.Continuous(t.Effect(who, (t.SetController("you"),)), t.Permanently()),)
)
rule("later instruction", "tap <who:affected>")(lambda who: (t.SetTapped(who, True),))
rule("later instruction", "untap <who:affected>")(lambda who: (t.SetTapped(who, False),))
rule("later instruction", "<player> <verb:player verb>")(
    lambda player, verb: _one_deed(verb, player)
)
rule("later instruction", "<verb:player verb>")(lambda verb: _one_deed(verb, "you"))


def _one_deed(verb: Verb, player: Any) -> Any:
    step = with_player(verb, player)
    return NOTHING if step is NOTHING else (step,)
