"""What keyword abilities stand for that resolve (702): triggered and activated ones, and tokens."""

from striate.cards.meaning_table import (
    CREATURE_YOU_CONTROL,
    MEANINGS,
    Meaning,
    means,
    number,
    pump,
    told,
)
from striate.cards.tree import (
    Ability,
    Activated,
    AddTypes,
    Affected,
    AllOf,
    AttachTo,
    BeginReplacing,
    Body,
    ChosenObject,
    Compare,
    Continuous,
    CopyExtra,
    CreateCopies,
    CreateTokens,
    Designate,
    Do,
    Each,
    Effect,
    Either,
    Event,
    GainAbilities,
    GoesElsewhere,
    HasCounter,
    HasDesignation,
    HasKeyword,
    HasType,
    IsToken,
    Keyword,
    Later,
    Matches,
    MoveZone,
    NoManaCost,
    Not,
    Num,
    Other,
    Permanently,
    PutCounters,
    SetBasePT,
    SetColors,
    SetTapped,
    Stat,
    StatIs,
    StatOf,
    Target,
    TargetSpec,
    This,
    TokenSpec,
    Triggered,
    Unknown,
)

# --- triggered and activated ones -----------------------------------------------------------------


@means("prowess")
def _prowess(keyword: Keyword) -> tuple[Ability, ...]:
    """702.108a: whenever you cast a noncreature spell, +1/+1 until end of turn."""
    event = Event("whenever", "casts", player="you", to=Each(Not(HasType("Creature")), "stack"))
    return (Triggered(event, pump(This(), Num(1), Num(1))),)


@means("exalted")
def _exalted(keyword: Keyword) -> tuple[Ability, ...]:
    """702.83a: a creature you control that attacks alone gets +1/+1 until end of turn."""
    target = TargetSpec(CREATURE_YOU_CONTROL, word="that")
    event = Event("whenever", "attacks alone", Each(CREATURE_YOU_CONTROL))
    effect = pump(Target(0), Num(1), Num(1))
    return (Triggered(event, Body(effect.steps, (target,))),)


@means("bushido")
def _bushido(keyword: Keyword) -> tuple[Ability, ...]:
    """702.45a: +N/+N until end of turn when it blocks or becomes blocked."""
    event = Event("whenever", "blocks or becomes blocked", This())
    return (Triggered(event, pump(This(), number(keyword), number(keyword))),)


@means("flanking")
def _flanking(keyword: Keyword) -> tuple[Ability, ...]:
    """702.25a: a creature without flanking that blocks it gets -1/-1 until end of turn."""
    without = AllOf((HasType("Creature"), Not(HasKeyword("flanking"))))
    event = Event("whenever", "becomes blocked", This(), to=Each(without))
    effect = pump(Target(0), Num(-1), Num(-1))
    return (Triggered(event, Body(effect.steps, (TargetSpec(without, word="that"),))),)


@means("battle cry")
def _battle_cry(keyword: Keyword) -> tuple[Ability, ...]:
    """702.91a: each other attacking creature gets +1/+0 until end of turn."""
    others = Each(AllOf((HasType("Creature"), Other(), Unknown("attacking"))))
    return (Triggered(Event("whenever", "attacks", This()), pump(others, Num(1), Num(0))),)


@means("outlast")
def _outlast(keyword: Keyword) -> tuple[Ability, ...]:
    """702.107a: put a +1/+1 counter on this creature."""
    return (Activated(f"{keyword.cost}, {{T}}", Body((PutCounters(This(), "+1/+1", Num(1)),))),)


@means("evolve")
def _evolve(keyword: Keyword) -> tuple[Ability, ...]:
    """702.100a: a larger creature of yours enters: put a +1/+1 counter on this one."""
    larger = Either(
        tuple(Compare(StatOf(stat, Affected()), ">", StatOf(stat, This())) for stat in _SIZES)
    )
    event = Event("whenever", "enters", Each(CREATURE_YOU_CONTROL))
    return (Triggered(event, Body((PutCounters(This(), "+1/+1", Num(1)),)), larger),)


_SIZES: tuple[Stat, ...] = ("power", "toughness")


@means("renown")
def _renown(keyword: Keyword) -> tuple[Ability, ...]:
    """702.112a: N +1/+1 counters when it deals combat damage to a player, once."""
    event = Event("when", "deals combat damage", This(), player="any")
    steps = (PutCounters(This(), "+1/+1", number(keyword)), Designate(This(), "renowned"))
    return (Triggered(event, Body(steps), Matches(This(), Not(HasDesignation("renowned")))),)


@means("training")
def _training(keyword: Keyword) -> tuple[Ability, ...]:
    """702.149a: attacks with a stronger creature: put a +1/+1 counter on this one."""
    larger = StatIs("power", ">", StatOf("power", This()))
    stronger = Each(AllOf((CREATURE_YOU_CONTROL, larger)))
    event = Event("whenever", "attacks with", This(), to=stronger)
    return (Triggered(event, Body((PutCounters(This(), "+1/+1", Num(1)),))),)


@means("mentor")
def _mentor(keyword: Keyword) -> tuple[Ability, ...]:
    """702.134a: a +1/+1 counter on target attacking creature with lesser power."""
    lesser = AllOf((
        HasType("Creature"),
        Unknown("attacking"),
        StatIs("power", "<", StatOf("power", This())),
    ))  # fmt: skip
    body = Body((PutCounters(Target(0), "+1/+1", Num(1)),), (TargetSpec(lesser),))
    return (Triggered(Event("whenever", "attacks", This()), body),)


@means("undying", "persist")
def _returns(keyword: Keyword) -> tuple[Ability, ...]:
    """702.93a, 702.79a: it comes back under its owner's control with a counter."""
    kind = "+1/+1" if keyword.name == "undying" else "-1/-1"
    condition = Matches(This(), Not(HasCounter(kind)), last=True)
    back = MoveZone("return", This(), "battlefield", "affected owner", origin="graveyard")
    steps = (back, PutCounters(This(), kind, Num(1)))
    return (Triggered(Event("when", "dies", This()), Body(steps), condition),)


@means("unearth")
def _unearth(keyword: Keyword) -> tuple[Ability, ...]:
    """702.84a: back from the graveyard with haste; exiled at the beginning of the next end step, or
    as it would leave."""
    back = MoveZone("return", This(), "battlefield", origin="graveyard")
    haste = Continuous(Effect(This(), (GainAbilities((Keyword("haste"),)),)), Permanently())
    exiled = Later(_NEXT_END_STEP, (MoveZone("exile", This(), "exile"),))
    elsewhere = BeginReplacing(GoesElsewhere(This(), event="leave"), this_turn=False)
    return (Activated(keyword.cost, Body((back, haste, exiled, elsewhere))),)


_NEXT_END_STEP = "at the beginning of the next end step"


def _token_copy(*exceptions: CopyExtra) -> CreateCopies:
    """707.2: a token that's a copy of the card that the ability is on."""
    return CreateCopies(Num(1), This(), exceptions)


def _buried(keyword: Keyword) -> str:
    """702.97a, 702.128a, 702.129a, 702.141a: the cost of what functions in a graveyard."""
    return f"{keyword.cost}, Exile ~ from your graveyard"


@means("embalm")
def _embalm(keyword: Keyword) -> tuple[Ability, ...]:
    """702.128a: a copy that's white, has no mana cost, and is a Zombie besides."""
    copy = _token_copy(SetColors(("W",)), NoManaCost(), AddTypes((), ("Zombie",)))
    return (Activated(_buried(keyword), Body((copy,))),)


@means("eternalize")
def _eternalize(keyword: Keyword) -> tuple[Ability, ...]:
    """702.129a: a copy that's black, 4/4, has no mana cost, and is a Zombie besides."""
    large = SetBasePT(Num(4), Num(4))
    copy = _token_copy(SetColors(("B",)), large, NoManaCost(), AddTypes((), ("Zombie",)))
    return (Activated(_buried(keyword), Body((copy,))),)


@means("encore")
def _encore(keyword: Keyword) -> tuple[Ability, ...]:
    """702.141a: for the opponent a copy with haste, sacrificed at the next end step."""
    haste = Continuous(Effect(Target(0), (GainAbilities((Keyword("haste"),)),)), Permanently())
    gone = Later(_NEXT_END_STEP, (MoveZone("sacrifice", Target(0), "graveyard"),))
    return (Activated(_buried(keyword), Body((_token_copy(), haste, gone), (_THAT_TOKEN,))),)


@means("myriad")
def _myriad(keyword: Keyword) -> tuple[Ability, ...]:
    """702.116a: for each opponent but the defending player; with two players that is nobody."""
    return (Triggered(Event("whenever", "attacks", This()), Body(())),)


@means("station")
def _station(keyword: Keyword) -> tuple[Ability, ...]:
    """702.184a: another creature is tapped, and its power is the number of charge counters."""
    other = ChosenObject("creature", AllOf((Other(), CREATURE_YOU_CONTROL)))
    counters = PutCounters(This(), "charge", StatOf("power", other))
    return (Activated("station", Body((SetTapped(other, True), counters))),)


@means("ward")
def _ward(keyword: Keyword) -> tuple[Ability, ...]:
    """702.21a: what comes of it is that a spell or ability is countered, or a cost paid."""
    return (Triggered(Event("whenever", "becomes the target", This()), Body(())),)


@means("scavenge")
def _scavenge(keyword: Keyword) -> tuple[Ability, ...]:
    """702.97a: as many +1/+1 counters as its power on target creature."""
    counters = PutCounters(Target(0), "+1/+1", StatOf("power", This()))
    body = Body((counters,), (TargetSpec(HasType("Creature")),))
    return (Activated(_buried(keyword), body),)


@means("mobilize")
def _mobilize(keyword: Keyword) -> tuple[Ability, ...]:
    """702.181a: tapped Warriors, which are sacrificed at the beginning of the next end step."""
    warriors = CreateTokens(number(keyword), _creature("R", 1, "Warrior"), tapped=True)
    gone = Later(_NEXT_END_STEP, (MoveZone("sacrifice", Target(0), "graveyard"),))
    event = Event("whenever", "attacks", This())
    return (Triggered(event, Body((warriors, gone), (_THAT_TOKEN,))),)


@means("fabricate")
def _fabricate(keyword: Keyword) -> tuple[Ability, ...]:
    """702.123a: N +1/+1 counters, or else N Servos; the counters are told."""
    types = ("Artifact", "Creature")
    servo = TokenSpec("", (), types, ("Servo",), (), Num(1), Num(1))
    counters = told(keyword, Num(0), number(keyword))
    none = Compare(counters, "=", Num(0))
    steps = (
        PutCounters(This(), "+1/+1", counters),
        Do((CreateTokens(number(keyword), servo),), none),
    )
    return (Triggered(Event("when", "enters", This()), Body(steps)),)


@means("dethrone")
def _dethrone(keyword: Keyword) -> tuple[Ability, ...]:
    """702.105a: attacks the player with the most life: a +1/+1 counter on this creature."""
    event = Event("whenever", "attacks the player with the most life", This())
    return (Triggered(event, Body((PutCounters(This(), "+1/+1", Num(1)),))),)


# --- tokens ---------------------------------------------------------------------------------------

_THAT_TOKEN = TargetSpec(IsToken(), word="that")


def _with_bearer(token: TokenSpec) -> Meaning:
    """When it enters, create the token, then attach this Equipment to it."""

    def bears(keyword: Keyword) -> tuple[Ability, ...]:
        steps = (CreateTokens(Num(1), token), AttachTo(This(), Target(0)))
        return (Triggered(Event("when", "enters", This()), Body(steps, (_THAT_TOKEN,))),)

    return bears


def _creature(color: str, size: int, *subtypes: str) -> TokenSpec:
    colors = (color,) if color else ()
    return TokenSpec("", (), ("Creature",), subtypes, colors, Num(size), Num(size))


# 702.92a, 702.163a, 702.182a
MEANINGS["living weapon"] = _with_bearer(_creature("B", 0, "Phyrexian", "Germ"))
MEANINGS["for mirrodin!"] = _with_bearer(_creature("R", 2, "Rebel"))
MEANINGS["job select"] = _with_bearer(_creature("", 1, "Hero"))


@means("afterlife")
def _afterlife(keyword: Keyword) -> tuple[Ability, ...]:
    """702.135a: when it dies, N 1/1 white and black Spirits with flying."""
    flying = (Keyword("flying"),)
    spirit = TokenSpec("", (), ("Creature",), ("Spirit",), ("W", "B"), Num(1), Num(1), flying)
    body = Body((CreateTokens(number(keyword), spirit),))
    return (Triggered(Event("when", "dies", This()), body),)


@means("saddle")
def _saddle(keyword: Keyword) -> tuple[Ability, ...]:
    """702.171a: it becomes saddled until end of turn."""
    return (Activated("saddle", Body((Designate(This(), "saddled"),))),)
