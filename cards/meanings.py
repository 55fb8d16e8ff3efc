"""What keyword abilities stand for (702), where that touches characteristics or counters.

`meaning` gives the abilities in the order of the keyword's rule. Keywords that mean nothing for
characteristics (flying, ward ...) have none; morph and its kin, bestow's casting and mutate are
matters of how an object enters, which the readings of the rules know.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from striate.cards.tree import (
    Ability,
    Activated,
    AddTypes,
    AllOf,
    Amount,
    AnyOf,
    AttachTo,
    Body,
    Change,
    Compare,
    Condition,
    Continuous,
    ControlledBy,
    CountersOn,
    CreateTokens,
    Designate,
    Each,
    Effect,
    EntersWith,
    Event,
    Filter,
    HasColor,
    HasCounter,
    HasDesignation,
    HasKeyword,
    HasSubtype,
    HasType,
    IsAttachedTo,
    IsToken,
    IsTurnOf,
    Keyword,
    Matches,
    ModifyPT,
    Not,
    Num,
    Other,
    PutCounters,
    RemoveCounters,
    RemoveTypes,
    Restrict,
    SetColors,
    Static,
    StatIs,
    StatOf,
    Target,
    TargetSpec,
    This,
    TokenSpec,
    Triggered,
    Unknown,
    UntilEndOfTurn,
    Who,
    X,
)

_Meaning = Callable[[Keyword], tuple[Ability, ...]]
_MEANINGS: dict[str, _Meaning] = {}


@lru_cache(maxsize=65536)
def meaning(keyword: Keyword) -> tuple[Ability, ...]:
    """The abilities that the keyword stands for; none where it touches nothing here."""
    found = _MEANINGS.get(keyword.name)
    return () if found is None else found(keyword)


def _means(*names: str) -> Callable[[_Meaning], _Meaning]:
    def register(function: _Meaning) -> _Meaning:
        for name in names:
            _MEANINGS[name] = function
        return function

    return register


def _static(*changes: Change, condition: Condition | None = None, cda: bool = False) -> Static:
    return Static((Effect(This(), changes, condition),), cda=cda)


def _number(keyword: Keyword) -> Amount:
    if keyword.amount is not None:
        return keyword.amount
    return X() if keyword.number is None else Num(keyword.number)


def _pump(who: Who, power: Amount, toughness: Amount) -> Body:
    return Body((Continuous(Effect(who, (ModifyPT(power, toughness),)), UntilEndOfTurn()),))


@_means("changeling")
def _changeling(keyword: Keyword) -> tuple[Ability, ...]:
    """702.73a: this object is every creature type; characteristic-defining."""
    return (_static(AddTypes(every=("creature type",)), cda=True),)


@_means("devoid")
def _devoid(keyword: Keyword) -> tuple[Ability, ...]:
    """702.114a: this object is colourless; characteristic-defining."""
    return (_static(SetColors(()), cda=True),)


@_means("level up")
def _level_up(keyword: Keyword) -> tuple[Ability, ...]:
    """702.87a: put a level counter on this permanent."""
    return (Activated(keyword.cost, Body((PutCounters(This(), "level", Num(1)),))),)


@_means("crew")
def _crew(keyword: Keyword) -> tuple[Ability, ...]:
    """702.122a: becomes an artifact creature until end of turn."""
    becomes = Effect(This(), (AddTypes(("Artifact", "Creature")),))
    return (Activated("crew", Body((Continuous(becomes, UntilEndOfTurn()),))),)


_CREATURE_YOU_CONTROL: Filter = AllOf((HasType("Creature"), ControlledBy("you")))


@_means("equip")
def _equip(keyword: Keyword) -> tuple[Ability, ...]:
    """702.6a: attach to target creature you control (of the quality, 702.6c)."""
    wanted = _CREATURE_YOU_CONTROL
    if keyword.quality is not None:
        wanted = AllOf((keyword.quality, wanted))
    return (Activated(keyword.cost, Body((AttachTo(This(), Target(0)),), (TargetSpec(wanted),))),)


@_means("fortify")
def _fortify(keyword: Keyword) -> tuple[Ability, ...]:
    """702.67a: attach to target land you control."""
    target = TargetSpec(AllOf((HasType("Land"), ControlledBy("you"))))
    return (Activated(keyword.cost, Body((AttachTo(This(), Target(0)),), (target,))),)


@_means("reconfigure")
def _reconfigure(keyword: Keyword) -> tuple[Ability, ...]:
    """702.151a-b: attaches and comes off; not a creature while attached to one."""
    target = TargetSpec(AllOf((Other(), _CREATURE_YOU_CONTROL)))
    attached = Matches(This(), IsAttachedTo(HasType("Creature")))
    return (
        Activated(keyword.cost, Body((AttachTo(This(), Target(0)),), (target,))),
        _static(RemoveTypes(("Creature",)), condition=attached),
    )


@_means("living metal")
def _living_metal(keyword: Keyword) -> tuple[Ability, ...]:
    """702.161a: during your turn, this permanent is an artifact creature as well."""
    return (_static(AddTypes(("Creature",)), condition=IsTurnOf("you")),)


@_means("impending")
def _impending(keyword: Keyword) -> tuple[Ability, ...]:
    """702.176a: enters with time counters and is no creature while it has one.

    Both hold only if the impending cost was paid; the readings know whether.
    """
    has_time = Compare(CountersOn("time", This()), ">=", Num(1))
    return (
        EntersWith("time", _number(keyword)),
        _static(RemoveTypes(("Creature",)), condition=has_time),
        Triggered(
            Event("at", "beginning of end step", player="you"),
            Body((RemoveCounters(This(), "time", Num(1)),)),
        ),
    )


def _enters_with(kind: str) -> _Meaning:
    def enters(keyword: Keyword) -> tuple[Ability, ...]:
        return (EntersWith(kind, _number(keyword)),)

    return enters


# 702.32a fading, 702.63a vanishing, 702.43a modular, 702.58a graft, 702.156a ravenous.
_MEANINGS["fading"] = _enters_with("fade")
_MEANINGS["vanishing"] = _enters_with("time")
_MEANINGS["modular"] = _enters_with("+1/+1")
_MEANINGS["graft"] = _enters_with("+1/+1")
_MEANINGS["ravenous"] = _enters_with("+1/+1")


# --- triggered and activated ones ---------------------------------------------------------------------


@_means("prowess")
def _prowess(keyword: Keyword) -> tuple[Ability, ...]:
    """702.108a: whenever you cast a noncreature spell, +1/+1 until end of turn."""
    event = Event("whenever", "casts", player="you", to=Each(Not(HasType("Creature")), "stack"))
    return (Triggered(event, _pump(This(), Num(1), Num(1))),)


@_means("exalted")
def _exalted(keyword: Keyword) -> tuple[Ability, ...]:
    """702.83a: a creature you control that attacks alone gets +1/+1 until end of turn."""
    target = TargetSpec(_CREATURE_YOU_CONTROL, word="that")
    event = Event("whenever", "attacks alone", Each(_CREATURE_YOU_CONTROL))
    pump = _pump(Target(0), Num(1), Num(1))
    return (Triggered(event, Body(pump.steps, (target,))),)


@_means("bushido")
def _bushido(keyword: Keyword) -> tuple[Ability, ...]:
    """702.45a: +N/+N until end of turn when it blocks or becomes blocked."""
    event = Event("whenever", "blocks or becomes blocked", This())
    return (Triggered(event, _pump(This(), _number(keyword), _number(keyword))),)


@_means("flanking")
def _flanking(keyword: Keyword) -> tuple[Ability, ...]:
    """702.25a: a creature without flanking that blocks it gets -1/-1 until end of turn."""
    without = AllOf((HasType("Creature"), Not(HasKeyword("flanking"))))
    event = Event("whenever", "becomes blocked", This(), to=Each(without))
    pump = _pump(Target(0), Num(-1), Num(-1))
    return (Triggered(event, Body(pump.steps, (TargetSpec(without, word="that"),))),)


@_means("battle cry")
def _battle_cry(keyword: Keyword) -> tuple[Ability, ...]:
    """702.91a: each other attacking creature gets +1/+0 until end of turn."""
    others = Each(AllOf((HasType("Creature"), Other(), Unknown("attacking"))))
    return (Triggered(Event("whenever", "attacks", This()), _pump(others, Num(1), Num(0))),)


@_means("outlast")
def _outlast(keyword: Keyword) -> tuple[Ability, ...]:
    """702.107a: put a +1/+1 counter on this creature."""
    return (Activated(f"{keyword.cost}, {{T}}", Body((PutCounters(This(), "+1/+1", Num(1)),))),)


@_means("evolve")
def _evolve(keyword: Keyword) -> tuple[Ability, ...]:
    """702.100a: a larger creature of yours enters: put a +1/+1 counter on this one."""
    larger = AllOf((
        HasType("Creature"),
        Other(),
        ControlledBy("you"),
        StatIs("power", ">", StatOf("power", This())),
    ))  # fmt: skip
    event = Event("whenever", "enters", Each(larger))
    return (Triggered(event, Body((PutCounters(This(), "+1/+1", Num(1)),))),)


@_means("renown")
def _renown(keyword: Keyword) -> tuple[Ability, ...]:
    """702.112a: N +1/+1 counters when it deals combat damage to a player, once."""
    event = Event("when", "deals combat damage", This(), player="any")
    steps = (PutCounters(This(), "+1/+1", _number(keyword)), Designate(This(), "renowned"))
    return (Triggered(event, Body(steps), Matches(This(), Not(HasDesignation("renowned")))),)


@_means("training")
def _training(keyword: Keyword) -> tuple[Ability, ...]:
    """702.149a: attacks with a stronger creature: put a +1/+1 counter on this one."""
    stronger = Each(AllOf((HasType("Creature"), StatIs("power", ">", StatOf("power", This())))))
    event = Event("whenever", "attacks with", This(), to=stronger)
    return (Triggered(event, Body((PutCounters(This(), "+1/+1", Num(1)),))),)


@_means("mentor")
def _mentor(keyword: Keyword) -> tuple[Ability, ...]:
    """702.134a: a +1/+1 counter on target attacking creature with lesser power."""
    lesser = AllOf((
        HasType("Creature"),
        Unknown("attacking"),
        StatIs("power", "<", StatOf("power", This())),
    ))  # fmt: skip
    body = Body((PutCounters(Target(0), "+1/+1", Num(1)),), (TargetSpec(lesser),))
    return (Triggered(Event("whenever", "attacks", This()), body),)


@_means("undying", "persist")
def _returns(keyword: Keyword) -> tuple[Ability, ...]:
    """702.93a, 702.79a: comes back with a counter; returning is told by the board's own steps."""
    kind = "+1/+1" if keyword.name == "undying" else "-1/-1"
    condition = Matches(This(), Not(HasCounter(kind)))
    return (Triggered(Event("when", "dies", This()), Body(()), condition),)


# --- tokens -------------------------------------------------------------------------------------------

_THAT_TOKEN = TargetSpec(IsToken(), word="that")


def _with_bearer(token: TokenSpec) -> _Meaning:
    """When it enters, create the token, then attach this Equipment to it."""

    def bears(keyword: Keyword) -> tuple[Ability, ...]:
        steps = (CreateTokens(Num(1), token), AttachTo(This(), Target(0)))
        return (Triggered(Event("when", "enters", This()), Body(steps, (_THAT_TOKEN,))),)

    return bears


def _creature(color: str, size: int, *subtypes: str) -> TokenSpec:
    colors = (color,) if color else ()
    return TokenSpec("", (), ("Creature",), subtypes, colors, Num(size), Num(size))


# 702.92a, 702.163a, 702.182a
_MEANINGS["living weapon"] = _with_bearer(_creature("B", 0, "Phyrexian", "Germ"))
_MEANINGS["for mirrodin!"] = _with_bearer(_creature("R", 2, "Rebel"))
_MEANINGS["job select"] = _with_bearer(_creature("", 1, "Hero"))


@_means("afterlife")
def _afterlife(keyword: Keyword) -> tuple[Ability, ...]:
    """702.135a: when it dies, N 1/1 white and black Spirits with flying."""
    flying = (Keyword("flying"),)
    spirit = TokenSpec("", (), ("Creature",), ("Spirit",), ("W", "B"), Num(1), Num(1), flying)
    body = Body((CreateTokens(_number(keyword), spirit),))
    return (Triggered(Event("when", "dies", This()), body),)


@_means("saddle")
def _saddle(keyword: Keyword) -> tuple[Ability, ...]:
    """702.171a: it becomes saddled until end of turn."""
    return (Activated("saddle", Body((Designate(This(), "saddled"),))),)


# --- 115.1: words of static abilities that forbid targets -----------------------------------------------

_BLUE_OR_BLACK = AnyOf((HasColor("U"), HasColor("B")))
# What can't have the target: "any" spell or ability, or a spell or an ability with that quality.
UNTARGETABLE: dict[str, tuple[Literal["any", "spell", "ability"], Filter]] = {
    "can't be the targets of spells or abilities": ("any", AllOf()),
    "can't be the target of spells or abilities": ("any", AllOf()),
    "can't be the targets of spells": ("spell", AllOf()),
    "can't be the target of spells": ("spell", AllOf()),
    "can't be the target of Aura spells": ("spell", HasSubtype("Aura")),
    "can't be the target of blue or black spells": ("spell", _BLUE_OR_BLACK),
    "can't be the target of abilities from artifact sources": ("ability", HasType("Artifact")),
}


# 702.16p: what "this effect doesn't remove" of Benevolent Blessing.
ALREADY_ATTACHED = "what you had attached to it"


@lru_cache(maxsize=65536)
def speaks_of_targeting(ability: Ability) -> bool:
    """Whether it is a static ability that says what something can't be the target of."""
    return isinstance(ability, Static) and any(
        isinstance(change, Restrict) and change.verb in UNTARGETABLE
        for effect in ability.effects
        for change in effect.changes
    )
