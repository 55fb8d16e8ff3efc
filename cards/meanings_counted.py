"""The rest of 702: keywords whose abilities resolve and are counted, and those that are rules
alone.

What an ability does that no board shows (cards that are drawn, damage, mana, copies of spells) is
no step of its body. `RULES_ALONE` has the keywords that stand for no ability that resolves and
touch no characteristic: what they say is how something is cast, blocked, damaged or targeted, or
works where no permanent is. Every keyword is in
one of the two tables, and a test asks for that.
"""

from striate.cards.meaning_table import CREATURE_YOU_CONTROL, means, number, pump, static, told
from striate.cards.tree import (
    Ability,
    Act,
    Activated,
    AllOf,
    Body,
    ChosenObject,
    Compare,
    ControlledBy,
    CountersOn,
    CreateCopies,
    Do,
    Each,
    EntersDoing,
    EntersWith,
    Event,
    Fact,
    GainAbilities,
    GainPrintedBelow,
    HasCounter,
    HasSubtype,
    HasType,
    Inert,
    InZone,
    Keyword,
    Later,
    LifeChange,
    LinkedCard,
    Matches,
    MoveCounters,
    MoveZone,
    Not,
    Num,
    Other,
    OwnedBy,
    Prose,
    PutCounters,
    RemoveCounters,
    SetBasePT,
    SetTapped,
    StatIs,
    StatOf,
    Step,
    Target,
    TargetSpec,
    This,
    Times,
    Triggered,
    UnknownAmount,
    Unless,
    X,
)

_UPKEEP = Event("at", "the beginning of your upkeep", player="you")
_ENTERS = Event("when", "enters", This())
_DIES = Event("when", "dies", This())
_ATTACKS = Event("whenever", "attacks", This())
_CAST = Event("when", "cast", player="you", to=This())
_DAMAGES = Event("whenever", "deals combat damage to", This(), to="any")
_GONE = MoveZone("sacrifice", This(), "graveyard")


def _triggered(event: Event, *steps: Step, targets: tuple[TargetSpec, ...] = ()) -> Triggered:
    return Triggered(event, Body(steps, targets))


# --- players, and cards that a board may show -----------------------------------------------------


@means("firebending")
def _firebending(keyword: Keyword) -> tuple[Ability, ...]:
    """702.189a: mana, which no board keeps."""
    return (_triggered(_ATTACKS),)


@means("afflict")
def _afflict(keyword: Keyword) -> tuple[Ability, ...]:
    """702.130a: as it becomes blocked, defending player loses N life."""
    event = Event("whenever", "becomes blocked", This())
    return (_triggered(event, LifeChange("defending", number(keyword), gain=False)),)


@means("extort")
def _extort(keyword: Keyword) -> tuple[Ability, ...]:
    """702.101a: {W/B} may be paid; the opponent loses 1 life, and that much is gained."""
    drains = (
        LifeChange("opponent", Num(1), gain=False),
        LifeChange("you", Num(1), gain=True),
    )
    paid = Do(drains, may=True, cost="{W/B}")
    return (_triggered(Event("whenever", "cast", player="you"), paid),)


@means("annihilator")
def _annihilator(keyword: Keyword) -> tuple[Ability, ...]:
    """702.86a: defending player sacrifices N permanents."""
    many = keyword.number or 1
    theirs = TargetSpec(ControlledBy("defending"), low=many, high=many, word="choose")
    return (_triggered(_ATTACKS, MoveZone("sacrifice", Target(0), "graveyard"), targets=(theirs,)),)


@means("ingest")
def _ingest(keyword: Keyword) -> tuple[Ability, ...]:
    """702.115a: the damaged player exiles the top card of their library."""
    return (_triggered(_DAMAGES, Act("exile the top card of their library", player="that")),)


@means("poisonous")
def _poisonous(keyword: Keyword) -> tuple[Ability, ...]:
    """702.70a: the damaged player gets N poison counters."""
    return (_triggered(_DAMAGES, Act("get poison counter", player="that", amount=number(keyword))),)


@means("hideaway")
def _hideaway(keyword: Keyword) -> tuple[Ability, ...]:
    """702.75a: one of the top N cards of the library is exiled, the rest go to its bottom."""
    looks = Act("look at the top cards of your library", player="you", amount=number(keyword))
    return (_triggered(_ENTERS, looks, Inert(_HIDES)),)


_HIDES = (
    "exile one of them face down and put the rest on the bottom of your library in a random order"
)


@means("soulbond")
def _soulbond(keyword: Keyword) -> tuple[Ability, ...]:
    """702.95a: two triggered abilities; who is paired, no board keeps."""
    other = Event("whenever", "enters", Each(AllOf((Other(), CREATURE_YOU_CONTROL))))
    return (_triggered(_ENTERS), _triggered(other))


# --- counters -------------------------------------------------------------------------------------


@means("modular")
def _modular(keyword: Keyword) -> tuple[Ability, ...]:
    """702.43a: counters as it enters; as it dies they may go onto target artifact creature.

    702.44c: with sunburst as its number, one for each colour of mana spent.
    """
    sunburst = told(Keyword("sunburst"), *map(Num, range(6)))
    many = sunburst if keyword.words == "—sunburst" else number(keyword)
    target = TargetSpec(AllOf((HasType("Artifact"), HasType("Creature"))))
    put = PutCounters(Target(0), "+1/+1", CountersOn("+1/+1", This()))
    moved = _triggered(_DIES, Do((put,), may=True), targets=(target,))
    return (EntersWith("+1/+1", many), moved)


@means("graft")
def _graft(keyword: Keyword) -> tuple[Ability, ...]:
    """702.58a: a +1/+1 counter of it may move onto another creature that enters."""
    other = AllOf((HasType("Creature"), Other()))
    moved = Do((MoveCounters(This(), Target(0), "+1/+1", Num(1)),), may=True)
    body = Body((moved,), (TargetSpec(other, word="that"),))
    condition = Matches(This(), HasCounter("+1/+1"))
    event = Event("whenever", "enters", Each(other))
    return (EntersWith("+1/+1", number(keyword)), Triggered(event, body, condition))


@means("fading")
def _fading(keyword: Keyword) -> tuple[Ability, ...]:
    """702.32a: a fade counter goes each upkeep; if none can, it is sacrificed."""
    removed = RemoveCounters(This(), "fade", Num(1))
    fades = Do((removed,), Matches(This(), HasCounter("fade")), otherwise=(_GONE,))
    return (EntersWith("fade", number(keyword)), _triggered(_UPKEEP, fades))


@means("vanishing")
def _vanishing(keyword: Keyword) -> tuple[Ability, ...]:
    """702.63a-b: a time counter goes each upkeep; with the last one it is sacrificed."""
    has = Matches(This(), HasCounter("time"))
    removed = Body((RemoveCounters(This(), "time", Num(1)),))
    last = Event("when", "the last time counter is removed from", This())
    enters = (EntersWith("time", number(keyword)),) if keyword.number or keyword.amount else ()
    return (*enters, Triggered(_UPKEEP, removed, has), _triggered(last, _GONE))


@means("cumulative upkeep")
def _cumulative_upkeep(keyword: Keyword) -> tuple[Ability, ...]:
    """702.24a: an age counter each upkeep, then a cost, or it is sacrificed."""
    paid = Fact(Prose("you pay its cumulative upkeep"))
    unpaid = Do((_GONE,), Unless(paid))
    return (_triggered(_UPKEEP, PutCounters(This(), "age", Num(1)), unpaid),)


@means("increment")
def _increment(keyword: Keyword) -> tuple[Ability, ...]:
    """702.191a: a +1/+1 counter if more mana was spent on a spell than its power or toughness."""
    more = Fact(Prose("more mana was spent on that spell than its power or toughness"))
    body = Body((PutCounters(This(), "+1/+1", Num(1)),))
    return (Triggered(Event("whenever", "cast", player="you"), body, more),)


@means("backup")
def _backup(keyword: Keyword) -> tuple[Ability, ...]:
    """702.165a: counters on target creature; another one gets the abilities printed below too."""
    printed = Do((GainPrintedBelow(Target(0)),), Unless(Matches(Target(0), _ITSELF)))
    steps = (PutCounters(Target(0), "+1/+1", number(keyword)), printed)
    return (Triggered(_ENTERS, Body(steps, (TargetSpec(HasType("Creature")),))),)


_ITSELF = Not(Other())


@means("megamorph")
def _megamorph(keyword: Keyword) -> tuple[Ability, ...]:
    """702.37b: a +1/+1 counter as it is turned face up, if its megamorph cost was paid for that."""
    counter = PutCounters(This(), "+1/+1", Num(1))
    body = Body((Do((counter,), Fact(Prose("its megamorph cost was paid"))),))
    return (EntersDoing(body, enters=False, turned_up=True),)


# --- power and toughness --------------------------------------------------------------------------


@means("rampage")
def _rampage(keyword: Keyword) -> tuple[Ability, ...]:
    """702.23a: +N/+N for each creature that blocks it beyond the first."""
    each = Times(keyword.number or 0, UnknownAmount(Prose("creature blocking it beyond the first")))
    return (Triggered(Event("whenever", "becomes blocked", This()), pump(This(), each, each)),)


@means("frenzy")
def _frenzy(keyword: Keyword) -> tuple[Ability, ...]:
    """702.68a: +N/+0 until end of turn if it isn't blocked."""
    event = Event("whenever", "attacks and isn't blocked", This())
    return (Triggered(event, pump(This(), number(keyword), Num(0))),)


@means("melee")
def _melee(keyword: Keyword) -> tuple[Ability, ...]:
    """702.121a: +1/+1 for each opponent that was attacked."""
    each = UnknownAmount(Prose("the number of opponents you attacked this combat"), (0, 1))
    return (Triggered(_ATTACKS, pump(This(), each, each)),)


# --- from zone to zone ----------------------------------------------------------------------------


@means("evoke")
def _evoke(keyword: Keyword) -> tuple[Ability, ...]:
    """702.74a: sacrificed as it enters if its evoke cost was paid."""
    return (Triggered(_ENTERS, Body((_GONE,)), Fact(Prose("its evoke cost was paid"))),)


@means("echo")
def _echo(keyword: Keyword) -> tuple[Ability, ...]:
    """702.30a: sacrificed at the next upkeep unless a cost is paid."""
    unpaid = Do((_GONE,), Unless(Fact(Prose("you pay its echo cost"))))
    since = Fact(Prose("it came under your control since the beginning of your last upkeep"))
    return (Triggered(_UPKEEP, Body((unpaid,)), since),)


@means("exploit")
def _exploit(keyword: Keyword) -> tuple[Ability, ...]:
    """702.110a: as it enters you may sacrifice a creature."""
    creature = ChosenObject("creature", CREATURE_YOU_CONTROL)
    return (_triggered(_ENTERS, Do((MoveZone("sacrifice", creature, "graveyard"),), may=True)),)


@means("decayed")
def _decayed(keyword: Keyword) -> tuple[Ability, ...]:
    """702.147a: can't block; if it attacks it is sacrificed at end of combat."""
    return (_triggered(_ATTACKS, Later("at end of combat", (_GONE,))),)


@means("haunt")
def _haunt(keyword: Keyword) -> tuple[Ability, ...]:
    """702.55a: as it dies it is exiled haunting target creature."""
    return (
        _triggered(
            _DIES, MoveZone("exile", This(), "exile"), targets=(TargetSpec(HasType("Creature")),)
        ),
    )


@means("champion")
def _champion(keyword: Keyword) -> tuple[Ability, ...]:
    """702.72a: another permanent is exiled, or this one sacrificed; it comes back as this one
    leaves."""
    wanted = AllOf((Other(), ControlledBy("you"), keyword.quality or AllOf()))
    is_creature = keyword.quality == HasType("Creature")
    other = ChosenObject("creature" if is_creature else "permanent", wanted)
    unless = Do((), Fact(Prose("if you do")), otherwise=(_GONE,))
    leaves = Event("when", "leaves the battlefield", This())
    back = MoveZone("return", LinkedCard(), "battlefield", "affected owner")
    return (
        _triggered(_ENTERS, MoveZone("exile", other, "exile"), unless),
        _triggered(leaves, back),
    )


@means("transfigure")
def _transfigure(keyword: Keyword) -> tuple[Ability, ...]:
    """702.71a: a creature card of the library that has the mana value of what was sacrificed."""
    as_much = StatIs("mana value", "=", StatOf("mana value", This()))
    card = ChosenObject("card", AllOf((HasType("Creature"), as_much, InZone("library"))))
    steps = (MoveZone("put", card, "battlefield"), Act("shuffle"))
    return (Activated(f"{keyword.cost}, Sacrifice ~", Body(steps)),)


@means("aura swap")
def _aura_swap(keyword: Keyword) -> tuple[Ability, ...]:
    """702.65a: exchanged with an Aura card of the hand."""
    card = ChosenObject("card", AllOf((HasSubtype("Aura"), OwnedBy("you"), InZone("hand"))))
    return (Activated(keyword.cost, Body((Act("exchange with", who=This(), to=card),))),)


@means("craft")
def _craft(keyword: Keyword) -> tuple[Ability, ...]:
    """702.167a: exiled as a cost, unless a step has said so, it comes back transformed."""
    goes = Do((MoveZone("exile", This(), "exile"),), Matches(This(), InZone("battlefield")))
    back = MoveZone(
        "return", This(), "battlefield", "affected owner", origin="exile", transformed=True
    )
    return (Activated(keyword.cost, Body((goes, back))),)


@means("soulshift")
def _soulshift(keyword: Keyword) -> tuple[Ability, ...]:
    """702.46a: as it dies a Spirit card may come back to hand."""
    cheap = StatIs("mana value", "<=", number(keyword))
    spirit = TargetSpec(AllOf((HasSubtype("Spirit"), OwnedBy("you"), cheap)), zone="graveyard")
    back = Do((MoveZone("return", Target(0), "hand"),), may=True)
    return (_triggered(_DIES, back, targets=(spirit,)),)


@means("provoke")
def _provoke(keyword: Keyword) -> tuple[Ability, ...]:
    """702.39a: target creature of the defending player untaps."""
    untaps = Do((SetTapped(Target(0), False),), may=True)
    theirs = AllOf((HasType("Creature"), ControlledBy("defending")))
    return (_triggered(_ATTACKS, untaps, targets=(TargetSpec(theirs),)),)


@means("squad")
def _squad(keyword: Keyword) -> tuple[Ability, ...]:
    """702.157a: as many token copies as its cost was paid."""
    times = UnknownAmount(Prose("the number of times its squad cost was paid"))
    return (_triggered(_ENTERS, CreateCopies(times, This())),)


@means("offspring")
def _offspring(keyword: Keyword) -> tuple[Ability, ...]:
    """702.175a: a token copy that is 1/1, if its cost was paid."""
    copy = CreateCopies(Num(1), This(), (SetBasePT(Num(1), Num(1)),))
    return (Triggered(_ENTERS, Body((copy,)), Fact(Prose("its offspring cost was paid"))),)


@means("ravenous")
def _ravenous(keyword: Keyword) -> tuple[Ability, ...]:
    """702.156a: X +1/+1 counters; a card if X is 5 or more."""
    draws = Body((Act("draw card", player="you", amount=Num(1)),))
    enough = Compare(X(), ">=", Num(5))
    return (EntersWith("+1/+1", number(keyword)), Triggered(_ENTERS, draws, enough))


# --- as it was cast: what these stand for holds only if that cost was paid ------------------------

HOLD_IF_PAID = ("impending", "dash", "blitz")


@means("dash")
def _dash(keyword: Keyword) -> tuple[Ability, ...]:
    """702.109a: as long as its dash cost was paid it has haste."""
    return (static(GainAbilities((Keyword("haste"),))),)


@means("blitz")
def _blitz(keyword: Keyword) -> tuple[Ability, ...]:
    """702.152a: as long as its blitz cost was paid it has haste, and draws a card as it dies."""
    draws = Triggered(_DIES, Body((Act("draw card", player="you", amount=Num(1)),)))
    return (static(GainAbilities((Keyword("haste"), draws))),)


# --- rules alone ----------------------------------------------------------------------------------

_WORDS = {
    "how it is blocked, attacks or is damaged": (
        "deathtouch", "defender", "double strike", "first strike", "flying", "haste",
        "indestructible",
        "intimidate", "landwalk", "lifelink", "menace", "reach", "shadow", "skulk", "trample",
        "vigilance",
        "banding", "bands with other", "fear", "horsemanship", "wither", "infect", "toxic",
        "landhome", "absorb",
        "umbra armor", "totem armor",
    ),
    "what can target it, damage it or be attached to it": (
        "enchant", "hexproof", "shroud", "protection",
    ),
    "when or how it is cast, and what that costs": (
        "flash", "affinity", "assist", "aftermath", "bargain", "bestow", "buyback", "cleave",
        "convoke",
        "delve", "disturb", "emerge", "entwine", "escalate", "escape", "flashback", "foretell",
        "freerunning", "fuse", "gift", "harmonize", "improvise", "jump-start", "kicker",
        "multikicker",
        "mayhem", "more than meets the eye", "mutate", "offering", "overload", "plot", "prototype",
        "prowl",
        "retrace", "sneak", "spectacle", "splice", "split second", "storied", "substance", "surge",
        "teamwork", "undaunted", "tiered",
        "warp", "web-slinging", "web-slinging free", "awaken", "disguise", "morph",
    ),
    "it works only in a hand, in exile, in a graveyard or on the stack": (
        "cascade", "casualty", "cipher", "commander ninjutsu", "conspire", "cycling", "demonstrate",
        "dredge",
        "epic", "gravestorm", "madness", "miracle", "ninjutsu", "paradigm", "rebound", "recover",
        "reinforce",
        "replicate", "ripple", "storm", "suspend", "transmute", "typecycling",
    ),
    "of players, decks and the game": (
        "ascend", "companion", "daybound", "double agenda", "hidden agenda", "nightbound",
        "partner",
        "space sculptor", "start your engines!",
    ),
    "how it enters: a choice or a number of the enter step": ("compleated", "read ahead"),
    "its triggered ability comes of the static one as it attacks (603.12)": ("enlist",),
    "phases in and out by a turn-based action": ("phasing",),
    "a word before an ability that stands beside it": (
        "boast", "forecast", "power-up", "visit", "prepared",
    ),
}  # fmt: skip
RULES_ALONE: dict[str, str] = {name: why for why, names in _WORDS.items() for name in names}
