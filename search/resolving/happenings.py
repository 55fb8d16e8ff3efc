"""What may resolve once on a board: a spell of the pool, or a printed activated ability.

In the search it stands as a card that is never on the battlefield: what it does for a while as
static effects, its target as what an Aura would enchant. What can't be told so is left out, with
the reason.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from striate.boards.deeds import is_left_to_the_board
from striate.boards.untold import UNTOLD_PLAYERS
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.numbering import numbered
from striate.cards.vocabulary import KEYWORD_COUNTERS, power_bonus
from striate.cards.walking import any_node, nodes, parts
from striate.encodings.door import LAYERS, layer_of
from striate.search.beyond import RESOLVING, looks_beyond, unheld
from striate.search.cone import COUNTERS, in_graveyards
from striate.search.entering import keywords_of

TARGET = tree.Attached()  # who stands for the target
SOURCE = tree.Affected()  # who stands for the permanent whose ability it is


class Happening(Struct, frozen=True):
    """What resolves: `number` is 0 for a spell, else the ability's on its permanent."""

    source: tree.Card
    number: int
    effects: tuple[tree.Effect, ...]  # each with its own timestamp, in the order written
    target: tree.Filter | None  # of the one target; None: it has none, or none is named
    mode: int = 0  # the one that is chosen; 0: it has none

    @property
    def is_spell(self) -> bool:
        return self.number == 0

    @property
    def card(self) -> tree.Card:
        """The card that stands for it where classes are made."""
        return _stand_in(self, named=False)

    @property
    def helper(self) -> tree.Card:
        """The same for the selection: of its own permanent it says the name."""
        return _stand_in(self, named=True)


def name_of(happening: Happening) -> str:
    """The name of what stands for it, which no card has."""
    aimed = "" if happening.target is None else " aimed"
    return f"{happening.source.name} / {happening.number}.{happening.mode}{aimed}"


@cache
def _stand_in(happening: Happening, *, named: bool) -> tree.Card:
    face = happening.source.faces[0]
    effects = happening.effects
    if named:
        itself = tree.Each(tree.Named(face.name))
        effects = tuple(
            replace(each, who=itself) if each.who == SOURCE else each for each in effects
        )
    abilities: list[tree.Ability] = [tree.Static((each,)) for each in effects]
    spell = happening.is_spell
    types, subtypes = (face.types, face.subtypes) if spell else ((), ())
    if happening.target is not None:
        abilities.insert(0, tree.Keyword("enchant", quality=happening.target))
        subtypes = (*subtypes, "Aura")
    shown = tree.Face(
        name=name_of(happening),
        mana_cost=face.mana_cost if spell else "",
        # 702.114a: what has devoid is colourless on the stack, too.
        colors=face.colors if spell and not keywords_of(face, "devoid") else (),
        types=(*types, "Enchantment"),
        subtypes=subtypes,
        abilities=tuple(abilities),
    )
    return tree.Card(name=name_of(happening), layout=RESOLVING, faces=(shown,))


# --- reading --------------------------------------------------------------------------------------


@cache
def happenings_of(card: tree.Card) -> tuple[tuple[Happening, ...], tuple[str, ...]]:
    """What of the card can resolve and change a characteristic; why the rest is left out."""
    happenings: list[Happening] = []
    reasons: list[str] = []
    for number, mode, body in _each_mode(_bodies(card)):
        read = _read(card, number, mode, body)
        if isinstance(read, str):
            reasons.append(read)
            continue
        happenings += read
    return tuple(happenings), tuple(reasons)


def is_spell(card: tree.Card) -> bool:
    """Whether it is an instant or a sorcery, by its front."""
    return bool({"Instant", "Sorcery"} & set(card.faces[0].types))


def _bodies(card: tree.Card) -> Iterator[tuple[int, tree.Body | str]]:
    """A spell's instructions, or those of each activated ability with its number (602)."""
    face = card.faces[0]
    if is_spell(card):
        if len(card.faces) > 1:
            yield 0, "more than one face"
            return
        bodies = [each.body for each in face.abilities if isinstance(each, tree.Spell)]
        unread = any(isinstance(e, tree.Opaque) and e.kind == "spell" for e in face.abilities)
        if unread or len(bodies) > 1:
            yield 0, "not wholly understood"
        elif bodies:
            yield 0, bodies[0]
        return
    slots = [isinstance(e, tree.Keyword) and e.name in _IN_SLOTS for e in face.abilities]
    counted = [
        (inner, happening)
        for ability, happening in zip(face.abilities, slots, strict=True)
        for inner in numbered(ability)
    ]
    for number, (ability, happening) in enumerate(counted, 1):
        if happening:
            continue
        if isinstance(ability, tree.Opaque) and ability.kind == "activated" and ability.touches:
            yield number, "not wholly understood"
        elif isinstance(ability, tree.Activated):
            body: tree.Body | str = ability.body
            if _acts(ability.body) and (ability.loyalty or _changes_the_board(ability.cost)):
                body = "a cost that changes the board"
            yield number, body
    if any(_grants_activated(ability) for ability in face.abilities):
        yield -1, "gives others abilities that are activated"


_IN_SLOTS = ("equip", "level up", "fortify", "reconfigure")  # boards without it have what it does


def _each_mode(
    bodies: Iterable[tuple[int, tree.Body | str]],
) -> Iterator[tuple[int, int, tree.Body | str]]:
    """700.2: of a text with modes each one, chosen alone."""
    for number, body in bodies:
        acting = [] if isinstance(body, str) else [each for each in body.steps if _deed(each)]
        modal = acting[0] if len(acting) == 1 else None
        if isinstance(body, str) or body.touches or not isinstance(modal, tree.Modal):
            yield number, 0, body
            continue
        if modal.low <= 1:
            for mode, each in enumerate(modal.modes, 1):
                yield number, mode, each
        if modal.high != 1:
            yield number, 0, "several modes at once"


def _changes_the_board(cost: str) -> bool:
    words = cost.lower()
    return any(
        word in words for word in ("sacrifice", "exile", "return", "remove", "put", "blight")
    )


def _grants_activated(ability: tree.Ability) -> bool:
    return any(
        isinstance(inner, tree.Activated) and _acts(inner.body)
        for change in nodes(ability)
        if isinstance(change, tree.GainAbilities)
        for granted in change.abilities
        for inner in (meaning(granted) if isinstance(granted, tree.Keyword) else (granted,))
    )


def _acts(body: tree.Body) -> bool:
    """Whether something of it may change a characteristic."""
    return body.touches or any(_deed(step) for step in body.steps)


def _deed(step: tree.Step) -> bool:
    """Whether the step changes what is on the battlefield, or what something there is."""
    if isinstance(step, tree.Continuous):
        return any(layer_of(change) != "" for change in step.effect.changes)
    if isinstance(step, tree.Act):
        left = is_left_to_the_board(step) or step.verb in _SHIELDS
        return not left or step.verb in _DAMAGE
    if isinstance(step, tree.Do):
        return any(map(_deed, (*step.steps, *step.otherwise)))
    if isinstance(step, tree.Modal):
        return any(_acts(mode) for mode in step.modes)
    return not isinstance(step, _UNSEEN) and not is_left_to_the_board(step)


# What nothing in the slots looks at then; a board ends before what is put off.
_UNSEEN = (tree.LifeChange, tree.SetLife, tree.SetTapped, tree.Later)
_SHIELDS = ("regenerate", "detain", "when it dies or is exiled, return it")
_DAMAGE = ("deal damage to", "fight", "fight each other")
_DEEDS: dict[str, tuple[type, ...]] = {
    "puts or moves counters": (
        tree.PutCounters, tree.RemoveCounters, tree.DistributeCounters, tree.MoveCounters,
        tree.PutCountersOf, tree.DoubleCounters, tree.Proliferate,
    ),
    "moves objects to other zones": (tree.MoveZone, tree.PhaseOut),
    "makes tokens": (tree.CreateTokens, tree.CreateCopies, tree.Manifest),
    "makes an emblem": (tree.GetEmblem,),
    "several modes at once": (tree.Modal,),
    "does something under a condition, or may do it": (tree.Do,),
    "attaches something": (tree.AttachTo,),
    "turns something over": (tree.TurnFace, tree.Transform),
}  # fmt: skip
_LASTING = (tree.UntilEndOfTurn, tree.UntilYourNextTurn, tree.UntilYourNextTurnEnds,
            tree.Permanently)  # fmt: skip


def _read(card: tree.Card, number: int, mode: int, body: tree.Body | str) -> list[Happening] | str:
    """What it does, with its target and without one; or why it is left out."""
    if isinstance(body, str):
        return body
    if not _acts(body):
        return []
    if body.touches:
        return "not wholly understood"
    reason = next((why for step in body.steps if (why := _beyond_step(step))), "")
    if reason:
        return reason
    if body.players:
        return "asks for a player"
    effects = [effect for each in body.steps if (effect := _effect_of(each)) is not None]
    target, must, reason = _target_of(body)
    reason = reason or next((why for each in effects if (why := _beyond(each))), "")
    if reason:
        return reason
    if any(_looks_again(each) for each in effects[1:]):
        return "looks at what it did before"
    happenings = tuple(replace(each, who=_WHO.get(type(each.who), each.who)) for each in effects)
    whole = Happening(card, number, happenings, target, mode)
    reason = unheld(whole.card)
    if reason:
        return reason
    all_read = [whole]
    rest = tuple(each for each in happenings if each.who != TARGET)
    if not must and rest:
        all_read.append(Happening(card, number, rest, None, mode))
    return all_read


_WHO: dict[type, tree.Who] = {tree.Target: TARGET, tree.This: SOURCE}


def _effect_of(step: tree.Step) -> tree.Effect | None:
    """What the step does for a while, if it changes a characteristic.

    122.1a-b: counters that add to power and toughness, or give a keyword, do so like an effect with
    their timestamp (613.7c). Loses no board iff nothing on it looks at such counters.
    """
    if isinstance(step, tree.Continuous):
        return step.effect if _deed(step) else None
    if isinstance(step, tree.PutCounters) and isinstance(step.amount, tree.Num):
        number, bonus = step.amount.value, power_bonus(step.kind)
        if bonus is not None:
            power, toughness = (tree.Num(each * number) for each in bonus)
            return tree.Effect(step.who, (tree.ModifyPT(power, toughness),))
        if step.kind in KEYWORD_COUNTERS and number > 0:
            return tree.Effect(step.who, (tree.GainAbilities((tree.Keyword(step.kind),)),))
    return None


def _beyond_step(step: tree.Step) -> str:
    if any_node(step, _leaves_a_choice):
        return "asks for a fact, a number or a choice"
    if isinstance(step, tree.Continuous):
        return "" if isinstance(step.duration, _LASTING) or not _deed(step) else "for as long as"
    if isinstance(step, tree.Act) and step.verb in _DAMAGE:
        return "deals damage"
    if _effect_of(step) is not None or not _deed(step):
        return ""
    named = (why for why, deeds in _DEEDS.items() if isinstance(step, deeds))
    return next(named, "does something else")


def _leaves_a_choice(node: tree.Node) -> bool:
    """608.2d: whether no step of a board of slots tells which of two things it does."""
    return isinstance(node, tree.Act) and node.verb == "tap or untap"


def _target_of(body: tree.Body) -> tuple[tree.Filter | None, bool, str]:
    """The filter of the one target, whether it must be named; or why it is left out."""
    if not body.targets:
        return None, True, ""
    spec, *others = body.targets
    if others:
        return None, True, "more than one target"
    if (spec.word, spec.zone, spec.high) != ("target", "battlefield", 1):
        return None, True, "a target that is no single permanent"
    if any_node(spec.filter, (tree.IsTapped, *COUNTERS)):
        return None, True, "looks at counters or at what is tapped"
    if is_open(spec.filter):
        return None, True, "asks for a fact, a number or a choice"
    return spec.filter, spec.low == 1, ""


_OPEN = (tree.X, tree.ChosenObject, tree.ChosenNumber, tree.Modal, tree.Fact, tree.Unknown,
         tree.UnknownAmount, tree.Prose, tree.TopCard, tree.LinkedCard, tree.Granter)  # fmt: skip
_ELSEWHERE = (tree.LifeOf, tree.HandOf, tree.StartingLifeOf, tree.IsCommander)
_CHANGES = (
    tree.SetController, tree.SetTypes, tree.AddTypes, tree.RemoveTypes, tree.SetSubtypes,
    tree.SetColors, tree.AddColors, tree.GainAbilities, tree.LoseAbilities, tree.LoseAllAbilities,
    tree.CantHave, tree.SetBasePT, tree.ModifyPT, tree.SwitchPT, tree.Restrict,
)  # fmt: skip


def is_open(value: object, players: Collection[str] = UNTOLD_PLAYERS) -> bool:
    """Whether it asks for what no board of slots tells, of these players too, or for a choice."""
    return any(
        part.startswith("@")
        if isinstance(part, str)
        else isinstance(part, _OPEN) or getattr(part, "player", "") in players
        for part in parts(value)
    )


def _beyond(effect: tree.Effect) -> str:
    """Why a continuous effect can't be told as one of slots; "" if it can."""
    if not isinstance(effect.who, tree.Target | tree.This | tree.Each):
        return "acts on objects that it names otherwise"
    changes = [each for each in effect.changes if layer_of(each) in ("1", *LAYERS)]
    if not all(isinstance(change, _CHANGES) for change in changes):
        return "copies, or changes texts"
    if is_open((effect.who, effect.condition, effect.changes)):
        return "asks for a fact, a number or a choice"
    parts = (effect.condition, tuple(each for each in changes if not _gives(each)))
    about = any_node(parts, (tree.Affected, tree.Target, tree.This, tree.Attached))
    if about or any(str(getattr(n, "player", "")).startswith("affected") for n in nodes(parts)):
        return "numbers of the object itself"
    if any_node((parts, effect.who), (tree.IsTapped, *COUNTERS)):
        return "looks at counters or at what is tapped"
    if any_node((effect.condition, effect.changes, effect.who), in_graveyards):
        return "looks at graveyards"
    if any_node((parts, effect.who), _ELSEWHERE) or looks_beyond(_without_who(effect)):
        return "looks at more than the battlefield"
    return ""


def _gives(change: tree.Change) -> bool:
    return isinstance(change, tree.GainAbilities)


def _without_who(effect: tree.Effect) -> tree.Effect:
    who = effect.who if isinstance(effect.who, tree.Each) else TARGET
    return replace(effect, who=who)


def _looks_again(effect: tree.Effect) -> bool:
    """Whether what earlier instructions did can decide whom it acts on, or how much."""
    parts = (effect.condition, tuple(each for each in effect.changes if not _gives(each)))
    numbers = any(
        isinstance(node, tree.ModifyPT | tree.SetBasePT)
        and not all(
            isinstance(each, tree.Num) or each is None for each in (node.power, node.toughness)
        )
        for node in nodes(parts)
    )
    seats = any_node(parts, (tree.SetController,))
    return isinstance(effect.who, tree.Each) or effect.condition is not None or numbers or seats
