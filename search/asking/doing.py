"""What a card could do to what is asked for by what no slot holds: its abilities as they resolve
or cost something (602, 603), its keywords (702), what it is merged or melded with (712.4, 730), and
cards that are left out.

Loses no answer but an unknown one iff each "no" here is so on every board.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Any, get_args

from striate.cards import tree
from striate.cards.costs import counters_put
from striate.cards.meaning_table import MEANINGS
from striate.cards.meanings import SUSPECTED, meaning
from striate.cards.meanings_counted import RULES_ALONE
from striate.cards.vocabulary import KEYWORD_COUNTERS, MELDED_FROM, MELDING, PERMANENT_TYPES
from striate.cards.walking import any_node, nodes
from striate.encodings.door import layer_of
from striate.search.asking.creating import created, given_to_hosts, is_untold
from striate.search.beyond import fits, given_by
from striate.search.cone import with_granted
from striate.search.entering import BODIES, effects_of_faces, keywords_of
from striate.search.facedown import every_way_down, names_said
from striate.search.goals import (
    ATTACHMENT,
    RELATIONS,
    Against,
    AnyObject,
    CardNamed,
    Claim,
    Demand,
    Goal,
    HasText,
    Leveler,
    OnlyAbilities,
    Printed,
    relates,
    speaks_of,
)
from striate.search.helping import acting_on_itself, told_by_itself
from striate.search.makers import deciding
from striate.search.making import could_break, could_make, opposite, parts_of
from striate.search.options import Option, face_down_options, forms_of, idle, is_by_its_card, made
from striate.search.poolfacts import facts_of
from striate.search.questions import MANY, Question
from striate.search.ranges import target_of
from striate.search.tokens import tokens_of


def names_of(demand: Demand) -> set[str]:
    """The names of which the phrase's object has one."""
    if isinstance(demand.subject, CardNamed):
        return {demand.subject.name}
    return {part.name for part in parts_of(demand) if isinstance(part, tree.Named)}


def _asked_of(card: tree.Card, question: Question) -> Iterator[tuple[Claim, ...]]:
    """The parts of each phrase that may speak of the card, as far as all are in reach; and of the
    others beside one that names it, or that compares."""
    demands = question.goal.demands
    named = card.faces[0].name in names_said(question.goal) or relates(question.goal)
    for demand in demands:
        if named or _is_of(demand, card):
            parts = _parts(demand)
            down = any(isinstance(each, _OTHERS) for each in _done(card))  # 708.2a
            free = not demand.count or not _is_of(demand, card)
            if free or _is_in_reach(parts_of(demand), card, question, down=down):
                yield parts


_OTHERS = (tree.Target, tree.Each, tree.ChosenObject)


def _is_of(demand: Demand, card: tree.Card) -> bool:
    """Whether the phrase may speak of the card."""
    kind, names = demand.subject, names_of(demand)
    printed = kind if isinstance(kind, Leveler | Printed) else None
    if not names:
        return is_by_its_card(printed, card)
    forming = (whole for whole, pair in MELDED_FROM.items() if card.name in pair)  # 712.4
    return not names.isdisjoint((card.faces[0].name, *forming))


def _parts(demand: Demand) -> tuple[Claim, ...]:
    """What could be made true to make the phrase so; of what there are none of, the opposite."""
    together = demand.alike or demand.total and demand.total.of_sizes
    parts = parts_of(demand)
    denied = () if demand.count else map(opposite, parts)
    return (*parts, *denied, *([_SIZED] if together else []))


def parts_said(goal: Goal) -> list[Claim]:
    return [part for demand in goal.demands for part in _parts(demand)]


def parts_bearing(question: Question) -> list[Claim]:
    """What the goal says, and what decides about that beside few cards."""
    said = parts_said(question.goal)
    if question.size == 1 or len(question.cards) > MANY:
        return said
    decided = (each for part in said for each in _decided_by(question.cards, part))
    return [*dict.fromkeys((*said, *decided))]


def is_out_of_reach(question: Question) -> bool:
    """Whether some phrase asks for what nothing of few cards can be, by itself or by another."""
    if len(question.cards) > MANY or any(map(_merges, question.cards)):
        return False
    makers = (*question.cards, *unresolved(question))
    return any(
        demand.count
        and not any(
            _is_of(demand, card) and _is_in_reach(parts_of(demand), card, question)
            for card in question.cards
        )
        and not any(_may_be_created(demand, card, question) for card in makers)
        for demand in question.goal.demands
    )


_FACE_UP = tree.Not(tree.IsFaceDown())
_SIZED = tree.StatIs("power", "<", tree.Num(0))  # some size


@cache
def _done(card: tree.Card, *, triggering: bool = False) -> tuple[tree.Node, ...]:
    """What its abilities and its keywords' (702) do as they resolve, or cost; `triggering`: without
    those that are cast or activated."""
    return _done_by(tuple(face.abilities for face in card.faces), triggering=triggering)


def _done_by(said: tuple[Any, ...], *, triggering: bool = False) -> tuple[tree.Node, ...]:
    meant = tuple(meaning(each) for each in nodes(said) if isinstance(each, tree.Keyword))
    others = tuple(each for each in BODIES if each not in (tree.Activated, tree.Spell))
    kinds = (*(others if triggering else BODIES), tree.Keyword, tree.Inert)
    bodies = (each for each in nodes((said, meant)) if isinstance(each, kinds))
    done = tuple(dict.fromkeys(nodes(tuple(bodies))))
    tokens = (each.token for each in done if isinstance(each, tree.CreateTokens))
    return (*done, *(node for each in tokens for node in given_to_hosts(each)))


def may_make_it_so(card: tree.Card, question: Question) -> bool:
    """Whether what the card's own abilities do as they resolve could make true what the goal says
    of it, or of another beside it (602.2, 603.3)."""
    alone = len(question.goal.demands) == 1
    return any(
        _could(_done(card), part, *_deciding(card, part, question))
        for parts in _asked_of(card, question)
        for part in parts
        if not (alone and _is_so(card, part, parts) and _is_kept(_beside(card, question), part))
    )


def _deciding(card: tree.Card, part: Claim, question: Question) -> tuple[Claim, ...]:
    """What decides whether static abilities of it, or of what may be there with it, bear on the
    part: an animated land is a creature, as they may ask (604.1)."""
    own = _decided_by(_beside(card, question), part)
    if question.size == 1 or len(question.cards) <= MANY:
        return own
    return (*own, *facts_of(question.cards).deeds.deciding(part))


@lru_cache(maxsize=1024)
def _decided_by(
    cards: tuple[tree.Card, ...], part: Claim, *, of_others: bool = False
) -> tuple[Claim, ...]:
    """What decides whether static abilities of the cards bear on the part, one on the other: what
    makes a permanent a creature gives it what creatures have (613.8)."""
    effects = _effects_of(cards)
    found = dict.fromkeys(deciding(effects, part, of_others=of_others))
    waiting = [*found]
    while waiting:
        further = [each for each in deciding(effects, waiting.pop()) if each not in found]
        found.update(dict.fromkeys(further))
        waiting += further
    return tuple(found)


@lru_cache(maxsize=64)
def _effects_of(cards: tuple[tree.Card, ...]) -> tuple[tree.Effect, ...]:
    effects = effects_of_faces(face for card in cards for face in card.faces)
    return tuple(one for each in effects for one in with_granted(each))


def _is_in_reach(
    parts: Sequence[Claim], card: tree.Card, question: Question, *, down: bool = True
) -> bool:
    """Whether the card can be so by itself, as it lies face `down`, too, or something of few cards
    could do it."""
    ways = _ways(card, down=down)
    counted = bool(question.counters)
    return len(question.cards) > MANY or all(
        any(told_by_itself(way, part, counted) is not False for way in ways)
        or _could_any(_beside(card, question), part)
        or any(_could_last(each, part) for each in (*question.cards, *unresolved(question)))
        for part in parts
    )


def _ways(card: tree.Card, *, down: bool) -> tuple[Option, ...]:
    """How it can be there: by its faces, and face down."""
    hidden = face_down_options(card, every_way_down(card) if down else ())
    return (idle(card), *forms_of(card), *hidden)


def _beside(card: tree.Card, question: Question) -> tuple[tree.Card, ...]:
    """The cards that may be there with it, if they are few."""
    few = question.size > 1 and len(question.cards) <= MANY
    return (*question.cards, *unresolved(question)) if few else (card,)


def unresolved(question: Question) -> Iterator[tree.Card]:
    """The cards of the user's that are no permanents, if nothing resolves: also those that may lie
    face down."""
    there = {card.name for card in question.cards if question.spells or _is_ever_there(card)}
    return (card for card in question.graveyard if card.name not in there)


def _is_ever_there(card: tree.Card) -> bool:
    """712.11b: whether some face of it can be up on the battlefield."""
    return any(not set(PERMANENT_TYPES).isdisjoint(face.types) for face in card.faces)


@lru_cache(maxsize=1024)
def _could_any(cards: tuple[tree.Card, ...], part: Claim) -> bool:
    joining = any(_merges(each) or each.name in MELDING for each in cards)
    return joining or any(_could(_said(each), part) for each in cards)


@lru_cache(maxsize=1024)
def _could_last(card: tree.Card, part: Claim) -> bool:
    """Whether what it did, or let another enter with, could make the part true when it has left
    (611.2c, 614.1c)."""
    entering = (each for each in _said(card) if isinstance(each, _AS_IT_ENTERS))
    return _could((*_done(card), *entering), part)


_AS_IT_ENTERS = (tree.EntersWith, tree.EntersAs, tree.EntersAsCopy)


def _merges(card: tree.Card) -> bool:
    return bool(keywords_of(card.faces[0], "mutate"))


@cache
def _said(card: tree.Card) -> tuple[tree.Node, ...]:
    said = (*nodes(tuple(face.abilities for face in card.faces)), *_done(card))
    words = (each for each in said if isinstance(each, tree.Keyword))
    return (*said, *(node for each in words for node in nodes(meaning(each))))


def _could(done: Collection[tree.Node], *parts: Claim) -> bool:
    """Whether something that is done could make one of the parts true."""
    return any(_could_do(node, part) for part in parts for node in done)


def _could_do(node: tree.Node, part: Claim) -> bool:
    """Whether this part of an ability could make that true of something."""
    match node:
        case tree.Effect(changes=changes):
            whole = any(isinstance(each, _OF_TEXTS) for each in changes)
            hosts = _HOSTS if any_node(part, ATTACHMENT) else ()  # 303.4c, 301.5
            return whole or any(
                could_make(change, each) and not _leaves(change, each)
                for change, each in product(changes, (part, *hosts))
            )
        case tree.Body(touches=touches) | tree.Opaque(touches=touches):
            return touches
        case tree.EntersAs() | tree.EntersAsCopy():
            return True
        case tree.LevelSymbol(abilities=own) if could_make(tree.GainAbilities(own), part):
            return True  # 711.2a
        case tree.LevelSymbol(power=power, toughness=toughness) if target := target_of(part):
            stat, (least, most) = target
            return least <= (power if stat == "power" else toughness) <= most
        case tree.LevelSymbol() | tree.ExchangeStatWithLife() | tree.Endure():
            return _counters_could("+1/+1", part)
        case tree.Act(verb="venture into the dungeon" | "take the initiative"):  # 309
            return could_make(_HEXPROOF, part) or _counters_could("+1/+1", part)
        case tree.CreateTokens(attached_to=host) if host is not None:  # 111.10: a Role
            return any_node(part, ATTACHMENT)
        case tree.MoveZone(to="battlefield", under=player) if player is not None:
            return could_make(tree.SetController(player), part)
        case tree.GainPrintedBelow():
            return could_make(_MERGED, part)
        case tree.Keyword(name="awaken"):  # 702.113a
            given = could_make(_AWAKENED, part) or could_make(_HASTE, part)
            return given or _counters_could("+1/+1", part)
        case tree.Keyword(name="enlist") | tree.Proliferate():  # 702.154a, 701.34
            return _counters_could("+1/+1", part)
        case tree.Act(verb="the Ring tempts you"):  # 701.54c
            return could_make(tree.AddTypes(supertypes=("Legendary",)), part)
        case tree.Act():  # 701
            return is_untold(node)
        case tree.Keyword(name="suspend"):  # 702.62a
            return could_make(_HASTE, part)
        case tree.Designate(word="suspected"):  # 701.60c
            return could_make(SUSPECTED, part)
        case tree.Keyword(name=name) if name in _COUNTERS_OF:
            return _counters_could(_COUNTERS_OF[name], part)
        case tree.Keyword(name="cipher"):  # 702.99a
            return could_make(tree.GainAbilities((_ENCODED,)), part)
        case tree.Keyword(name=name) if name not in MEANINGS and name not in RULES_ALONE:
            return not name.startswith("@")
        case tree.Activated(cost=cost) | tree.Do(cost=cost):
            return any(_counters_could(kind, part) for kind in counters_put(cost))
        case tree.Inert(words=words, parts=parts) if "counter" in words or counters_put(words):
            said = (*parts, *words.split(), *counters_put(words))
            named = (each for each in said if isinstance(each, str))
            return any(_counters_could(kind, part) for kind in named)
    if isinstance(node, _PUTTING):
        return _counters_could(node.kind, part)
    return not isinstance(node, _DOING_NOTHING)


def _leaves(change: tree.Change, part: Claim) -> bool:
    """Whether it modifies the other half alone, with which this one is not compared."""
    if not (isinstance(change, tree.ModifyPT) and isinstance(part, tree.StatIs)):
        return False
    if not isinstance(part.amount, tree.Num):
        return False
    return part.stat in ("power", "toughness") and getattr(change, part.stat) == tree.Num(0)


# What takes another text, or another's abilities, may do whatever these say.
_OF_TEXTS = (
    tree.BecomeCopy, tree.FullTextOf, tree.ReplaceWords, tree.ExchangeText, tree.GainAbilitiesOf,
)  # fmt: skip
_HOSTS = (tree.HasType("Creature"), tree.HasSubtype("Equipment"), tree.HasSubtype("Aura"))
_AWAKENED = tree.AddTypes(("Creature",), ("Elemental",))
_HEXPROOF = tree.GainAbilities((tree.Keyword("hexproof"),))
_ENCODED = tree.Triggered(tree.Event("whenever", "deals combat damage"), tree.Body(()))
_HASTE = tree.GainAbilities((tree.Keyword("haste"),))
_PUTTING = (
    tree.PutCounters, tree.DistributeCounters, tree.MoveCounters, tree.PutCountersOf,
    tree.DoubleCounters, tree.EntersWith,
)  # fmt: skip
# What it says of others, or how much, and what holds or moves what is looked at by itself: each
# change by its effect, what enters by its slot.
_DOING_NOTHING = (
    *(kind for each in (
        tree.Who, tree.Filter, tree.Amount, tree.Condition, tree.Duration, tree.Change,
        tree.CopyExtra, tree.Ability,
    ) for kind in get_args(each)),
    tree.Event, tree.TargetSpec, tree.TokenSpec, tree.Prose,
    tree.Continuous, tree.Do, tree.Modal, tree.Delayed, tree.Later, tree.BeginReplacing,
    tree.GetEmblem, tree.AddMana, tree.LifeChange, tree.SetLife, tree.SetTapped,
    tree.TurnFace, tree.Transform, tree.AttachTo, tree.MoveZone, tree.PhaseOut, tree.RemoveCounters,
    tree.CreateTokens, tree.CreateCopies, tree.CopySpell, tree.Manifest, tree.Designate, tree.Inert,
)  # fmt: skip
_COUNTERS_OF = {"reinforce": "+1/+1", "wither": "-1/-1", "infect": "-1/-1"}  # 702.77, .80, .90


def _counters_could(kind: str | None, part: Claim) -> bool:
    """122.1a-b: whether counters of the kind, or of some kind, could make it true."""
    some = kind is None or kind.startswith("@")
    counted = (each for each in nodes(part) if isinstance(each, tree.HasCounter))
    if any(some or each.kind in (None, kind) for each in counted):
        return True
    sized, word = some or "/" in str(kind), some or kind in KEYWORD_COUNTERS
    named = part.keyword if isinstance(part, tree.HasKeyword) else kind
    speaks = isinstance(part, HasText) and not part.negated or any_node(part, ABILITIES)
    if speaks and word and (some or named == kind):
        return True
    return sized and any_node(part, lambda node: isinstance(node, Against) or asks_of_a_size(node))


def could_help(card: tree.Card, question: Question) -> bool:
    """Whether the card, by being there, could make some part of the goal true of another, or what
    bears on one."""
    parts = parts_bearing(question)
    return any(
        not all(map(fits, face.abilities))
        or any(
            _could_do(node, part)
            for node, part in product(_there_for_others(face.abilities), parts)
        )
        for face in card.faces
    )


def _there_for_others(abilities: tuple[tree.Ability, ...]) -> Iterator[tree.Node]:
    """What is so of others by their being there, and what they are given, keywords' too (702)."""
    for node in nodes(abilities, closed=BODIES):
        if isinstance(node, tree.EntersAsCopy):
            yield node
        elif not isinstance(node, BODIES) and getattr(node, "who", None) != tree.This():
            yield node
            if isinstance(node, tree.Effect):
                inner = nodes(given_by(node), closed=BODIES)
                yield from (each for each in inner if not isinstance(each, BODIES))


def could_by_resolving(card: tree.Card, question: Question) -> bool:
    """Whether what the card does as it resolves could make some part of the goal true, or what a
    static ability asks that bears on that."""
    beside, done = _beside(card, question), _done(card)
    return any(_could(done, part, *_decided_by(beside, part)) for part in parts_said(question.goal))


def could_do_to_others(card: tree.Card, question: Question) -> bool:
    """Whether what the card does as it resolves could make something true of another card, or what
    a static ability asks that bears on that, if it isn't so of each by itself."""
    alone = len(question.goal.demands) == 1
    beside = _beside(card, question)
    if _equips_across(card) and _tells_players_apart(question):
        return True
    own, to_others = _done(card, triggering=question.spells), _done_to_others(card, question.spells)
    return any(
        _could(to_others, part, *_decided_by(beside, part))
        or _could(own, *_decided_by(beside, part, of_others=True))
        for demand in question.goal.demands
        for part in _parts(demand)
        if not (alone and _is_so_of_each(demand, part, question.cards) and _is_kept(beside, part))
    )


def _tells_players_apart(question: Question) -> bool:
    """Whether it matters that an Equipment is not its wearer's controller's (301.5d)."""
    equipment = any("Equipment" in face.subtypes for c in question.cards for face in c.faces)
    return equipment and speaks_of(question.goal, (tree.ControlledBy, tree.OwnedBy))


@cache
def _equips_across(card: tree.Card) -> bool:
    """Whether as it resolves it may attach an Equipment to a creature of another player."""
    bodies = (node for node in _done(card) if isinstance(node, tree.Body))
    return any(
        not (_is_sided(step.who, body) and _is_sided(step.to, body))
        for body in bodies
        for step in nodes(body.steps)
        if isinstance(step, tree.AttachTo)
    )


def _is_sided(who: tree.Who, body: tree.Body) -> bool:
    """Whether it is no target, or a target of which is said whose it is."""
    said = body.targets[who.index :][:1] if isinstance(who, tree.Target) else ()
    return all(each.word != "target" or any_node(each, (tree.ControlledBy,)) for each in said)


def _is_done_to_itself(node: tree.Node) -> bool:
    if getattr(node, "who", None) != tree.This() or isinstance(node, tree.MoveCounters):
        return False
    exchanged = (tree.ExchangeControl, tree.ExchangeText)  # 701.12b: of both objects
    return not isinstance(node, tree.Effect) or not any_node(node.changes, exchanged)


def _is_so_of_each(demand: Demand, part: Claim, cards: Sequence[tree.Card]) -> bool:
    parts = parts_of(demand)
    return all(_is_so(card, part, parts) for card in cards if _is_of(demand, card))


@lru_cache(maxsize=1024)
def _is_kept(cards: tuple[tree.Card, ...], part: Claim) -> bool:
    """Whether no static ability of these cards could break it."""
    effects = _effects_of(cards)
    return not any(could_break(change, part) for each in effects for change in each.changes)


def _is_so(card: tree.Card, part: Claim, parts: Sequence[Claim]) -> bool:
    """Whether the part, of these, is true of the card by itself, however it is there."""
    ways = _ways(card, down=_FACE_UP not in parts)
    return all(told_by_itself(way, part, counters=False) is True for way in ways)


@cache
def _done_to_others(card: tree.Card, triggering: bool) -> tuple[tree.Node, ...]:
    """Without what it does to itself; but what it gives to others they do to themselves (113.7)."""
    done = _done(card, triggering=triggering)
    others = (each for each in done if not _is_done_to_itself(each))
    acting = (each for each in _said(card) if getattr(each, "who", None) != tree.This())
    return (*others, *nodes(_given(done)), *_done_by(_given(acting)))


def _given(said: Iterable[tree.Node]) -> tuple[tuple[tree.Ability, ...], ...]:
    effects = (each for each in said if isinstance(each, tree.Effect))
    changes = (change for effect in effects for change in effect.changes)
    return tuple(each.abilities for each in changes if isinstance(each, tree.GainAbilities))


def may_change(card: tree.Card, question: Question) -> bool:
    """Whether it may be another with which it melds (712.4), have what another has with which it is
    merged (730.2), be turned face up without a choice (708.8), be newer than what is attached to
    it, or be met by what resolves before it is what it is in the end."""
    if card.name in MELDING:
        return any(_asked_of(card, question))
    parts = [part for each in _asked_of(card, question) for part in each]
    if any(_is_last(card, part, question) for part in parts):
        return True
    if question.spells and _may_be_met_before(card, parts, question):
        return True
    if any(isinstance(each, tree.EntersChoose) for each in card.faces[0].abilities):
        own = acting_on_itself(made(card, ()))
        if any(could_break(c, part) for each in own for c in each.changes for part in parts):
            return True
    among = question.cards if len(question.cards) <= MANY else (card,)
    merging = [*filter(_merges, among)]
    if not merging:
        return False
    said = [parts_of(each) for each in question.goal.demands if _is_of(each, card)]
    tops = [each for each in merging if each != card]  # 730.2a: it is that above all
    if any(_is_in_reach(asked, top, question) for asked, top in product(said, tops)):
        return True
    own = effects_of_faces(one.faces[0] for one in among)
    changes = [_MERGED, *(c for each in own if each.who == tree.This() for c in each.changes)]
    return any(could_make(change, part) for change, part in product(changes, parts))


def _may_be_met_before(card: tree.Card, parts: Sequence[Claim], question: Question) -> bool:
    """608.2b, 611.2c: whether what resolves may meet it as it is before it is turned over or gets
    a designation, and not after that."""
    ways = [way for way in (idle(card), *forms_of(card)) if not way.down]
    named = any(kind == "becomes" for way in ways for kind, _ in way.choices)
    if len(question.cards) > MANY or not (named or _may_be_turned(card)):
        return False
    said = nodes(tuple(face.abilities for face in card.faces))
    own = {each.name for each in said if isinstance(each, tree.Keyword)}

    def shields(source: tree.Card) -> bool:
        # 702.11b: what its controller does meets it, which is the same but for the players.
        sided = "hexproof" in own and any(isinstance(each, _SIDED) for each in _done(source))
        return sided or not own.isdisjoint({"shroud", "protection"})

    return any(
        (shields(source) or not all(_is_met(way, each) for way in ways for each in _met_by(source)))
        and _could(_done(source), *parts)
        for source in question.cards
    )


_SIDED = (tree.SetController, tree.ControlledBy, tree.MoveZone)


@cache
def _met_by(card: tree.Card) -> tuple[tree.Filter, ...]:
    """What the objects are that what it does as it resolves affects."""
    bodies = tuple(node for node in _done(card) if isinstance(node, tree.Body))
    specs = tuple(spec.filter for body in bodies for spec in body.targets)
    whom = (node.filter for node in nodes(bodies) if isinstance(node, tree.Each))
    return (*specs, *whom)


def _is_met(way: Option, filter_: tree.Filter) -> bool:
    """Whether what stands there so is surely among these, as far as that is its own."""
    own = filter_.parts if isinstance(filter_, tree.AllOf) else (filter_,)
    apart = (tree.Other, tree.ControlledBy)
    return all(
        isinstance(each, apart) or told_by_itself(way, each, counters=False) is True for each in own
    )


def may_part_equipment(card: tree.Card, question: Question) -> bool:
    """301.5c: whether it gives a permanent to another player, and an Equipment stays attached to
    that when control has gone back."""
    giving = any_node(tuple(face.abilities for face in card.faces), (tree.SetController,))
    return question.size > 1 and giving and _tells_players_apart(question)


def may_leave_a_token(card: tree.Card, question: Question) -> bool:
    """Whether a token that the card makes by being there may be what a phrase asks for: it stays
    when the card has left (111.2)."""
    makes = any(map(tokens_of, card.faces))
    demands = (each for each in question.goal.demands if makes and each.count)
    return any(_may_be_created(each, card, question) for each in demands)


def could_create(card: tree.Card, question: Question) -> bool:
    """Whether a token that the card makes as it resolves may be what a phrase asks for, or another
    object beside it."""
    if relates(question.goal):
        apart = question.size == 1 and speaks_of(question.goal, RELATIONS)
        return bool(created(card)) and not apart
    demands = (each for each in question.goal.demands if each.count)
    return any(_may_be_created(each, card, question) for each in demands)


def _may_be_created(demand: Demand, card: tree.Card, question: Question) -> bool:
    """Whether a token that the card makes in some way may be what the phrase asks for."""
    parts = parts_of(demand)
    if not isinstance(demand.subject, AnyObject) or _NO_TOKEN in parts:
        return False
    return any(
        token is None
        or _is_in_reach(
            [each for each in parts if sized or not any_node(each, asks_of_a_size)],
            token,
            question,
            down=False,
        )
        for token, sized in created(card)
    )


_NO_TOKEN = tree.Not(tree.IsToken())


def _is_last(card: tree.Card, part: Claim, question: Question) -> bool:
    """613.7f-g: whether turned over beneath what is attached to it, it could make the part true
    last, which that makes false."""
    if question.size == 1 or len(question.cards) > MANY or not _may_be_turned(card):
        return False
    making = [each for each in _changing_itself(card) if could_make(each, part)]
    return any(
        could_break(one, part) and any(layer_of(one) == layer_of(each) for each in making)
        for one in (_changing_hosts(question.cards) if making else ())
        if layer_of(one) != _ADDING_UP
    )


_ADDING_UP = "7c"  # in which no effect undoes another


def _may_be_turned(card: tree.Card) -> bool:
    """701.40b, 702.37e, 701.27: whether it gets a new timestamp with an Aura or Equipment on it."""
    morphs = keywords_of(card.faces[0], "morph", "megamorph", "disguise")
    return card.layout == "transform" or "Creature" in card.faces[0].types or bool(morphs)


@cache
def _changing_itself(card: tree.Card) -> tuple[tree.Change, ...]:
    """What its static abilities, level symbols among them (711.2a), may change of it."""
    ways = (made(card, ()), *forms_of(card))
    return tuple(change for way in ways for e in acting_on_itself(way) for change in e.changes)


@lru_cache(maxsize=1024)
def _changing_hosts(cards: tuple[tree.Card, ...]) -> tuple[tree.Change, ...]:
    """What static abilities change of that to which their object is attached, and leave it able to
    undo."""
    effects = _effects_of(cards)
    on_hosts = [each.changes for each in effects if isinstance(each.who, tree.Attached)]
    kept = [each for each in on_hosts if not any_node(each, (tree.LoseAllAbilities,))]
    return tuple(change for each in kept for change in each)


_MERGED = tree.GainAbilitiesOf(tree.This(), "all")


def asks_of_a_size(node: tree.Node) -> bool:
    stats = (tree.StatIs, tree.StatOf, tree.Aggregate)
    return isinstance(node, stats) and node.stat in ("power", "toughness")


ABILITIES = (tree.HasKeyword, tree.HasNoAbilities, HasText, OnlyAbilities)
