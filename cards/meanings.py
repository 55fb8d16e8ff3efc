"""What keyword abilities stand for (702), where that touches characteristics or counters.

`meaning` gives the abilities in the order of the keyword's rule. Keywords that mean nothing for
characteristics (flying, ward ...) have none; morph and its kin, bestow's casting and mutate are
matters of how an object enters, which the readings of the rules know.
"""

from functools import lru_cache

from striate.cards import meanings_counted, meanings_resolved  # noqa: F401  (they register theirs)
from striate.cards.meaning_table import CREATURE_YOU_CONTROL, MEANINGS, means, number, static, told
from striate.cards.tree import (
    Ability,
    Act,
    Activated,
    AddMana,
    AddTypes,
    AllOf,
    AttachTo,
    Body,
    Compare,
    Continuous,
    ControlledBy,
    CountersOn,
    Effect,
    EntersWith,
    Event,
    Face,
    Filter,
    GainAbilities,
    HasType,
    IsAttachedTo,
    IsTurnOf,
    Keyword,
    Matches,
    Num,
    Other,
    PutCounters,
    RemoveCounters,
    RemoveTypes,
    Restrict,
    SetColors,
    Static,
    Target,
    TargetSpec,
    This,
    Triggered,
    Unless,
    UntilEndOfTurn,
)


@lru_cache(maxsize=65536)
def meaning(keyword: Keyword) -> tuple[Ability, ...]:
    """The abilities that the keyword stands for; none where it touches nothing here."""
    abilities_of = MEANINGS.get(keyword.name)
    return () if abilities_of is None else abilities_of(keyword)


@means("changeling")
def _changeling(keyword: Keyword) -> tuple[Ability, ...]:
    """702.73a: this object is every creature type; characteristic-defining."""
    return (static(AddTypes(every=("creature type",)), cda=True),)


@means("devoid")
def _devoid(keyword: Keyword) -> tuple[Ability, ...]:
    """702.114a: this object is colourless; characteristic-defining."""
    return (static(SetColors(()), cda=True),)


@means("level up")
def _level_up(keyword: Keyword) -> tuple[Ability, ...]:
    """702.87a: put a level counter on this permanent."""
    return (Activated(keyword.cost, Body((PutCounters(This(), "level", Num(1)),))),)


@means("crew")
def _crew(keyword: Keyword) -> tuple[Ability, ...]:
    """702.122a: becomes an artifact creature until end of turn."""
    becomes = Effect(This(), (AddTypes(("Artifact", "Creature")),))
    return (Activated("crew", Body((Continuous(becomes, UntilEndOfTurn()),))),)


@means("equip")
def _equip(keyword: Keyword) -> tuple[Ability, ...]:
    """702.6a: attach to target creature you control (of the quality, 702.6c)."""
    wanted = CREATURE_YOU_CONTROL
    if keyword.quality is not None:
        wanted = AllOf((keyword.quality, wanted))
    return (Activated(keyword.cost, Body((AttachTo(This(), Target(0)),), (TargetSpec(wanted),))),)


@means("fortify")
def _fortify(keyword: Keyword) -> tuple[Ability, ...]:
    """702.67a: attach to target land you control."""
    target = TargetSpec(AllOf((HasType("Land"), ControlledBy("you"))))
    return (Activated(keyword.cost, Body((AttachTo(This(), Target(0)),), (target,))),)


@means("reconfigure")
def _reconfigure(keyword: Keyword) -> tuple[Ability, ...]:
    """702.151a-b: attaches and comes off; not a creature while attached to one."""
    target = TargetSpec(AllOf((Other(), CREATURE_YOU_CONTROL)))
    attached = Matches(This(), IsAttachedTo(HasType("Creature")))
    return (
        Activated(keyword.cost, Body((AttachTo(This(), Target(0)),), (target,))),
        Activated(keyword.cost, Body((Act("unattach", who=This()),))),
        static(RemoveTypes(("Creature",)), condition=attached),
    )


@means("living metal")
def _living_metal(keyword: Keyword) -> tuple[Ability, ...]:
    """702.161a: during your turn, this permanent is an artifact creature as well."""
    return (static(AddTypes(("Artifact", "Creature")), condition=IsTurnOf("you")),)


@means("impending")
def _impending(keyword: Keyword) -> tuple[Ability, ...]:
    """702.176a: enters with time counters and is no creature while it has one.

    All three hold only if the impending cost was paid; the readings know whether.
    """
    has_time = Compare(CountersOn("time", This()), ">=", Num(1))
    return (
        EntersWith("time", number(keyword)),
        static(RemoveTypes(("Creature",)), condition=has_time),
        Triggered(
            Event("at", "the beginning of your end step", player="you"),
            Body((RemoveCounters(This(), "time", Num(1)),)),
            has_time,
        ),
    )


@means("amplify", "devour")
def _enters_with_so_many(keyword: Keyword) -> tuple[Ability, ...]:
    """702.38a, 702.82a: what was revealed or sacrificed decides how many +1/+1 counters it enters
    with."""
    return (EntersWith("+1/+1", told(keyword)),)


@means("bloodthirst", "tribute")
def _enters_with_all_or_none(keyword: Keyword) -> tuple[Ability, ...]:
    """702.54a, 702.104a: N counters, if an opponent was dealt damage or chooses so; else none."""
    return (EntersWith("+1/+1", told(keyword, Num(0), number(keyword))),)


@means("unleash")
def _unleash(keyword: Keyword) -> tuple[Ability, ...]:
    """702.98a: it may enter with a +1/+1 counter."""
    return (EntersWith("+1/+1", told(keyword, Num(0), Num(1))),)


@means("sunburst")
def _sunburst(keyword: Keyword) -> tuple[Ability, ...]:
    """702.44a: a counter for each colour of mana spent: +1/+1 on a creature, else charge."""
    creature = Matches(This(), HasType("Creature"))
    colors = told(keyword, *map(Num, range(6)))  # 105.1
    return (
        EntersWith("+1/+1", colors, creature),
        EntersWith("charge", colors, Unless(creature)),
    )


@means("riot")
def _riot(keyword: Keyword) -> tuple[Ability, ...]:
    """702.136a: it enters with a +1/+1 counter, or else it gains haste."""
    counters = told(keyword, Num(0), Num(1))
    none = Compare(counters, "=", Num(0))
    return (
        EntersWith("+1/+1", counters),
        static(GainAbilities((Keyword("haste"),)), condition=none),
    )


# 702.16p: what "this effect doesn't remove" of Benevolent Blessing.
ALREADY_ATTACHED = "what you had attached to it"


_BASIC_MANA = {"Plains": "{W}", "Island": "{U}", "Swamp": "{B}", "Mountain": "{R}", "Forest": "{G}"}


def intrinsic(land_type: str) -> Activated:
    """305.6: what a basic land type stands for, "{T}: Add" and its mana symbol."""
    return Activated("{T}", Body((AddMana(_BASIC_MANA[land_type]),)))


# 301.5: what an Equipment says of its hosts: "can be attached only to a legendary creature".
ATTACHED_ONLY = "can be attached only to"


def hosts_allowed(ability: Ability) -> tuple[Filter, ...]:
    """What a static ability says that its own object can be attached to, and nothing else."""
    if not isinstance(ability, Static):
        return ()
    return tuple(
        change.by
        for effect in ability.effects
        if effect.who == This() and effect.condition is None
        for change in effect.changes
        if isinstance(change, Restrict) and change.verb == ATTACHED_ONLY and change.by is not None
    )


def face_down(by: str) -> Face:
    """708.2a: a 2/2 creature with no name, types, mana cost or text; disguise and cloak: ward
    {2}."""
    abilities = (Keyword("ward", "{2}"),) if by in ("disguise", "cloak") else ()
    return Face("", types=("Creature",), power=2, toughness=2, abilities=abilities)


# 701.60c: what a suspected permanent has.
SUSPECTED = GainAbilities(
    (Keyword("menace"), Static((Effect(This(), (Restrict("can't block"),)),)))
)
