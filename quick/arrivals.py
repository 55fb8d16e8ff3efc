"""704.3: whom one permanent more can have changed, once state-based actions were looked for.

None applied. Then a permanent came, and no other fact changed. What was there is as it was, or has
more power and toughness, but for those that something by its words may make less:

- what has come speaks of others, and they may lose by it: of any, or of what it is attached to;
- an effect looks at how many objects there are, and does not only give more where there are more:
  of any, or of its own object, or of what that is attached to.

An effect looks at no number if its condition compares one, was so when none applied, and stays so
where there are more objects ("three or more", of four; "fewer than seven" is not so, of eight).
What only alters sizes of any by a number takes at most that from a toughness, once: what had more
has some left.

What reads what those write may do otherwise, too; and so on. An effect matters if it writes what
state-based actions look at, or what another effect reads that matters.
"""

from collections.abc import Iterator
from copy import copy
from math import inf
from typing import NamedTuple

from striate.boards import pairing
from striate.boards.deeds import is_kept_off
from striate.boards.facts import condition_asked, fact_named, happened_for_good
from striate.boards.known import AT_THE_START
from striate.boards.unknownnumber import UnknownNumber
from striate.cards import tree
from striate.cards.meanings import meaning
from striate.cards.tree import Amount, Attached, Change, Condition, Effect, Keyword, Node, This
from striate.cards.walking import any_node, children, nodes
from striate.quick import reach
from striate.quick.copies import LATER, changes_words
from striate.quick.places import Place, answer_of
from striate.quick.reach import Keys
from striate.quick.sizes import taken
from striate.timeline.context import Context
from striate.timeline.game import Lasting, Thing, facts_of
from striate.timeline.play import Play
from striate.timeline.reading import Look

# Facts that neither the layers nor state-based actions look at.
_APART = frozenset((
    "things", "version", "_clock", "_numbers", "unread", "departed", "noticed", "noticed_all",
    "fitted", "names_to_give", "just_told", "taken", "leaving", "foretold", "uses",
    "delayed", "exiled", "asked", "told_gone",
))  # fmt: skip
_LOOKED_AT: Keys = frozenset((
    ("toughness", "*"), ("type", "*"), ("supertype", "*"), ("name", "*"), ("text", "*"),
    ("controller", "*"), ("ability", "protection"), ("ability", "enchant"),
    ("ability", "indestructible"),
    *(("subtype", word) for word in ("Aura", "Equipment", "Fortification", "Role", "Saga")),
))  # fmt: skip
# What is altered in nothing of these only has another size.
BESIDE_SIZE: Keys = _LOOKED_AT - {("toughness", "*")}
_PARTING: Keys = frozenset({("ability", "protection"), ("ability", "enchant")})
_ENDING: Keys = frozenset({("text", "*"), ("controller", "*"), ("face down", "*")})
_RESOLVED = ""  # whose influence that of an effect is
_CONTROLLER: Keys = frozenset({("controller", "*")})
# 613.1: the layer in which a characteristic is written.
_LAYERS = {
    "controller": 2, "name": 3, "text": 3, "type": 4, "subtype": 4, "supertype": 4, "family": 4,
    "color": 5, "ability": 6, "power": 7, "toughness": 7,
}  # fmt: skip
_BEFORE_LAYERS = ("cost", "token")  # written by no effect but a copy's


class _Influence(NamedTuple):
    """What an effect reads, and what it does to whom."""

    place: Place
    reads: Keys
    spreads: Keys  # what it reads of others than those that it speaks of
    writes: Keys
    gains: bool  # whomever it speaks of, that only gains by it
    steady: bool  # it does the same, however many objects there are
    rises: bool  # where there are more objects, it only gives more
    ends: bool = False  # to do it, or do it no more, may end effects of whom it is done to
    of_attached: bool = False  # who has more attached to it may lose by it
    numbered: Condition | None = None  # it looks at how many objects there are by this alone
    taken: float = 0  # the most by which a toughness may be less, when it begins or ends
    given_to: tree.Each | None = None  # whom alone it can fail, as it ends; None: anybody
    number: int = 0  # among those of its object


class Settled:
    """The facts when no state-based action applied, and what all words said then."""

    def __init__(self, play: Play) -> None:
        game = play.game
        self._things: dict[str, Thing] = {}
        self._others = {
            name: copy(value) if isinstance(value, dict | list | set) else value
            for name, value in vars(game).items()
            if name not in _APART
        }
        self._reads: Keys = frozenset()  # by effects that matter
        self._idle: list[_Influence] = []  # that do not matter
        self._counting: list[tuple[str, _Influence]] = []
        self._all: list[tuple[str, _Influence]] = []
        self._closed = bool(game.lingering or game.static_copies)
        self._toughness = _toughness_of(play)
        self._given: dict[tuple[str, _Influence], frozenset[str]] = {}
        # By what may begin or end: whose toughness may be less, None: anybody's; and by how much.
        self._doubted: dict[tuple[str, _Influence], tuple[frozenset[str] | None, float]] = {}
        for lasting in game.lasting:
            self._begun(lasting)
        for thing in game.things.values():
            self.add(play, thing)
        self._counting = [each for each in self._counting if not self._stays(play, *each)]
        look = play.state()
        for handle, influence in self._all:
            if influence.given_to is not None and game.things[handle].zone == "battlefield":
                members = look.group(influence.given_to, _speaking(look, handle))
                self._given[handle, influence] = frozenset(members)

    def add(self, play: Play, thing: Thing) -> None:
        """That is there now, too."""
        self._things[thing.handle] = facts_of(thing)
        for influence in _influences_of(play, thing):
            self._idle.append(influence)
            if not influence.steady or influence.of_attached:
                self._counting.append((thing.handle, influence))
            self._all.append((thing.handle, influence))
        self._reads_more()

    def _begun(self, lasting: Lasting) -> None:
        """611.2c: its set is locked in, and mostly what it does."""
        words = lasting.words
        given = [each for word in words for each in _walk(word, given=True)]
        if (
            isinstance(lasting.duration, tree.AsLongAs)
            or lasting.condition is not None
            or lasting.rule != "611.2"
            or not _stands_still(words)
            or any(each.place == "any" for each in given)
        ):
            self._closed = True
        reads, writes = map(reach.deed_reads, words), map(reach.writes, words)
        none = frozenset[reach.Key]()
        read, written = none.union(*reads), none.union(*writes)
        influence = _Influence("itself", read, none, written, False, True, False, taken=inf)
        self._idle += [influence, *given]
        self._all += [(_RESOLVED, each) for each in (influence, *given)]

    def _reads_more(self) -> None:
        while matter := [each for each in self._idle if self._matters(each)]:
            self._idle = [each for each in self._idle if not self._matters(each)]
            self._reads = self._reads.union(*(each.reads for each in matter))

    def _matters(self, influence: _Influence) -> bool:
        return reach.touch(_LOOKED_AT, influence.writes) or self._is_read(influence)

    def _is_read(self, influence: _Influence) -> bool:
        return reach.touch(self._reads, influence.writes)

    def _stays(self, play: Play, handle: str, influence: _Influence) -> bool:
        """Whether its condition is what it will be where there are more objects. It is asked of
        what all layers have made, so that it may ask nothing that comes after its effect."""
        condition = influence.numbered
        at_work = play.game.things[handle].zone == "battlefield" and self._matters(influence)
        if condition is None or not at_work:
            return False
        first = min(_LAYERS.get(kind, 0) for kind, _ in influence.writes)
        if any(_layer_of_read(kind) >= first for kind, _ in reach.reads(condition)):
            return False
        look = play.state()
        holds = look.holds(condition, _speaking(look, handle))
        return _only_begins(condition) if holds else _only_ends(condition)

    def newcomer(self, play: Play) -> Thing | None:
        """The permanent that has come since, if nothing else has changed."""
        game = play.game
        if self._closed or len(game.things) != len(self._things) + 1:
            return None
        if any(getattr(game, name) != value for name, value in self._others.items()):
            return None
        new = [thing for handle, thing in game.things.items() if handle not in self._things]
        same = all(old == game.things.get(handle) for handle, old in self._things.items())
        return new[0] if same and len(new) == 1 and new[0].zone == "battlefield" else None

    def may_be_too_small(self, thing: Thing) -> bool:
        """704.5f-g: of what has come since, nothing is known."""
        lost = [
            by for whose, by in self._doubted.values() if whose is None or thing.handle in whose
        ]
        least = self._toughness.get(thing.handle, 0) - sum(lost)
        return bool(lost) and least <= max(thing.damage, thing.unseen, 0)

    def changed_by(self, play: Play, thing: Thing) -> dict[str, Keys] | None:
        """Who may be otherwise than before, and in what, by the newcomer; None: anybody. Whose
        toughness alone may be less is kept in mind."""
        its = [(thing.handle, each, each.gains) for each in _influences_of(play, thing)]
        attached = thing.attached_to is not None
        counting = [
            (handle, each, each.rises and not (attached and each.of_attached))
            for handle, each in self._counting
            if not each.steady or attached
        ]
        waiting: list[tuple[str, _Influence]] = []
        for handle, influence, is_no_loss in its + counting:
            if not self._matters(influence) or (
                influence.place == "itself" and handle == thing.handle
            ):
                continue
            if is_no_loss and not self._is_read(influence):
                continue
            waiting.append((handle, influence))
        changed = {thing.handle: reach.EVERYTHING}
        known: set[tuple[str, _Influence]] = set()
        multiplied = play.anybody_says(_multiplies)
        while waiting:
            known.add(waiting[-1])
            handle, influence = waiting.pop()
            if handle == _RESOLVED:
                return None
            if influence.place == "any":
                if influence.ends or reach.touch(BESIDE_SIZE, influence.writes):
                    return None
                whose = None if multiplied else self._given.get((handle, influence))
                lost = influence.taken
            else:
                target = _target(play, handle, influence)
                if target is None:
                    continue
                if influence.ends and self._speaks_of_others(play, target):
                    return None
                keys, lost = self._altered_by(play, influence, target)
                changed[target] = changed.get(target, frozenset()) | keys
                whose = frozenset((target,))
            self._doubted[handle, influence] = whose, inf if multiplied else lost
            waiting += [each for each in self._reached_by(influence) if each not in known]
        return changed

    def _altered_by(self, play: Play, influence: _Influence, target: str) -> tuple[Keys, float]:
        """What may be otherwise of the object to which it does otherwise; and by how much its
        toughness may be less."""
        if influence.ends:
            return reach.EVERYTHING, inf
        keys, lost = influence.writes, influence.taken
        readers = [each for each in self._all if _target(play, *each) in ("", target)]
        while True:
            reached = [each for each in readers if reach.touch(each[1].reads, keys)]
            reached = [each for each in reached if self._matters(each[1])]
            if not reached:
                return keys, lost
            if any(reader.ends for _, reader in reached):
                return reach.EVERYTHING, inf
            readers = [each for each in readers if each not in reached]
            keys = keys.union(*(reader.writes for _, reader in reached))
            lost += sum(reader.taken for _, reader in reached)

    def _reached_by(self, influence: _Influence) -> Iterator[tuple[str, _Influence]]:
        """What may do otherwise; by one object alone what does it to others, or gives it words."""
        of_any = influence.place == "any"
        for handle, reader in self._all:
            read = reader.reads if of_any or reader.ends else reader.spreads
            if reach.touch(read, influence.writes) and self._matters(reader):
                yield handle, reader

    def _speaks_of_others(self, play: Play, handle: str) -> bool:
        speaks = (
            _influences_of(play, play.game.things[handle]) if handle in play.game.things else ()
        )
        return any(each.place != "itself" and self._matters(each) for each in speaks)


def _target(play: Play, handle: str, influence: _Influence) -> str | None:
    """To whom it does something: "" for any, or for those of a resolved effect's set."""
    if influence.place == "any" or handle == _RESOLVED:
        return ""
    return handle if influence.place == "itself" else play.game.things[handle].attached_to


def _speaking(look: Look, handle: str) -> Context:
    return Context(source=handle, controller=look.controller(handle))


def _toughness_of(play: Play) -> dict[str, float]:
    """What is no creature has no toughness to lose."""
    look = play.state()
    toughness_by_handle: dict[str, float] = {}
    for thing in play.game.on_battlefield():
        is_creature = "Creature" in look.types(thing.handle)
        toughness = look.stat("toughness", thing.handle) if is_creature else inf
        if toughness is not None and not isinstance(toughness, UnknownNumber):
            toughness_by_handle[thing.handle] = toughness
    return toughness_by_handle


# --- what words say -------------------------------------------------------------------------------


def _influences_of(play: Play, thing: Thing) -> tuple[_Influence, ...]:
    return answer_of(play, thing, _of_words)


def _of_words(words: object) -> tuple[_Influence, ...]:
    """Each with its number: of two that are alike each does its part."""
    influences = enumerate(_walk(words, given=False))
    return tuple(influence._replace(number=number) for number, influence in influences)


def _walk(words: object, *, given: bool) -> Iterator[_Influence]:
    """Of an ability that has yet to resolve nothing: then an effect says it."""
    if isinstance(words, LATER):
        return
    if isinstance(words, Keyword):
        # 702.5, 702.16: these are looked at by no effect that a card has.
        reads = reach.reads(words)
        yield _Influence("itself", reads, reads, _PARTING, True, True, True)  # of what is on what
        for ability in meaning(words):
            if not isinstance(ability, Keyword):
                yield from _walk(ability, given=given)
        return
    if isinstance(words, Effect):
        changes = tuple(
            each
            for each in words.changes
            if not isinstance(each, tree.Restrict) or is_kept_off(each)
        )
        if changes:
            yield _of_effect(words, changes, given=given)
        given = True
    for part in children(words) if not isinstance(words, Effect) else words.changes:
        yield from _walk(part, given=given)


def _of_effect(effect: Effect, changes: tuple[Change, ...], *, given: bool) -> _Influence:
    whom = effect.who.filter if isinstance(effect.who, tree.Each) else effect.who
    place: Place = "any"
    if not given and whom in (This(), Attached()):
        place = "itself" if whom == This() else "host"
    reads = reach.reads(whom)
    spreads = frozenset[reach.Key]().union(*map(reach.deed_reads, changes))
    spreads |= frozenset() if effect.condition is None else reach.reads(effect.condition)
    if not all(isinstance(each, _PLAIN) for each in nodes(whom)):
        spreads |= reads
    elif ("controller", "*") in reads:
        spreads |= _CONTROLLER  # of the object that speaks
    writes = frozenset[reach.Key]().union(*map(_writes, changes))
    gains = all(map(_only_gains, changes))
    still = _stands_still((whom, effect.condition, changes))
    rises = all(map(_rises, changes)) and _stands_still(whom)
    if given or not _stands_still(effect.condition):
        rises = rises and gains and _only_begins(effect.condition)
    of_attached = any(map(_is_of_attached, nodes(effect, LATER)))
    steady = still and not given
    numbered = effect.condition if not given and _stands_still((whom, changes)) else None
    if of_attached or not all(map(_is_counted, nodes(numbered))):
        numbered = None
    lost = inf if given else sum(map(_most_taken, changes))
    in_numbers = isinstance(effect.who, tree.Each) and all(map(_is_counted, nodes(whom)))
    only_given = in_numbers and place == "any" and gains and 0 < lost < inf
    given_to = effect.who if only_given and isinstance(effect.who, tree.Each) else None
    ends = any(map(_ends_effects, changes))
    reads |= spreads
    return _Influence(
        place, reads, spreads, writes, gains, steady, rises, ends,
        of_attached, numbered, lost, given_to,
    )  # fmt: skip


def _writes(change: Change) -> Keys:
    """303.4c: that it can't be enchanted parts it from what is attached, as protection does."""
    return _PARTING if isinstance(change, tree.Restrict) else reach.writes(change)


def _is_of_attached(node: Node) -> bool:
    return isinstance(node, tree.HasAttached | tree.IsAttachedTo)


def _ends_effects(change: Change) -> bool:
    """Whether what it is done to may have effects by it, or have them no more; a keyword that is
    given in layer 6 has none in a later one."""
    if isinstance(change, tree.GainAbilities):
        given = (each for each in change.abilities if not isinstance(each, Keyword))
        return any(True for _ in _walk(tuple(given), given=True))
    if isinstance(change, tree.GainAbilitiesOf):
        return change.kind not in reach.KINDS
    return reach.touch(_ENDING, reach.writes(change))


def _most_taken(change: Change) -> float:
    """611.3b: as it begins, or as it ends."""
    if not reach.touch(reach.writes(change), reach.POWER_AND_TOUGHNESS):
        return 0
    if isinstance(change, tree.ModifyPT) and isinstance(change.toughness, tree.Num):
        value = change.toughness.value
        return inf if isinstance(value, UnknownNumber) else abs(value)
    return inf


def _multiplies(words: object) -> bool:
    """Whether by it an effect may be there twice, or take another number."""
    return any_node(
        words, lambda node: isinstance(node, tree.SwitchPT) or changes_words(node), LATER
    )


def _only_gains(change: Change) -> bool:
    if isinstance(change, tree.ModifyPT):  # 613.4d: a power may come to be the toughness
        return _is_no_loss(change.power) and _is_no_loss(change.toughness)
    parts = reach.touch(_PARTING, reach.writes(change))
    return isinstance(change, tree.GainAbilities) and not parts


def _is_no_loss(amount: Amount) -> bool:
    return taken(amount) == 0


_GROWING = (tree.Count, tree.CountDistinct, tree.CountersAmong, tree.SymbolsAmong)


def _rises(change: Change) -> bool:
    if isinstance(change, tree.ModifyPT | tree.SetBasePT | tree.DefinePT):
        return all(each is None or _grows(each) for each in (change.power, change.toughness))
    return _only_gains(change) or _stands_still(change)


def _grows(amount: Amount) -> bool:
    """Whether it is no less where there are more objects."""
    if isinstance(amount, _GROWING):
        return _stands_still(amount.filter)
    if isinstance(amount, tree.Sum):
        return all(map(_grows, amount.parts))
    if isinstance(amount, tree.Times):
        return amount.factor >= 0 and _grows(amount.amount)
    if isinstance(amount, tree.Half):
        return _grows(amount.amount)
    return isinstance(amount, tree.Devotion) or _stands_still(amount)


def _only_begins(condition: Condition | None) -> bool:
    """Whether it stays true where there are more objects."""
    if isinstance(condition, tree.Every | tree.Either):
        return all(map(_only_begins, condition.parts))
    if isinstance(condition, tree.Compare) and condition.op in (">=", ">"):
        return _grows(condition.left) and _stands_still(condition.right)
    if isinstance(condition, tree.Fact) and (name := fact_named(condition.prose)) is not None:
        # 702.131b, 309.7: it has that for the rest of the game.
        return name in AT_THE_START or happened_for_good(condition.prose)
    return _stands_still(condition)


def _only_ends(condition: Condition) -> bool:
    """Whether it stays false where there are more objects."""
    if isinstance(condition, tree.Every | tree.Either):
        return all(map(_only_ends, condition.parts))
    if not isinstance(condition, tree.Compare) or not _stands_still(condition.right):
        return False
    none = condition.op == "=" and condition.right == tree.Num(0)
    return (none or condition.op in ("<", "<=")) and _grows(condition.left)


def _is_counted(node: Node) -> bool:
    """Whether a reading answers it by what objects are, for the controller of what says it."""
    words = (getattr(node, name, "") for name in ("type", "subtype", "supertype", "color"))
    chosen = any(word.startswith("@") for word in words)
    player = getattr(node, "player", "you")
    return isinstance(node, _COUNTED) and not chosen and player in ("you", "opponent")


_COUNTED = (
    tree.Compare, tree.Every, tree.Either, tree.Count, tree.Devotion, tree.Num, tree.HasType,
    tree.HasSubtype, tree.HasSupertype, tree.HasColor, tree.ControlledBy, tree.IsToken, tree.AllOf,
    tree.AnyOf, tree.Not, tree.Other,
)  # fmt: skip


def _layer_of_read(kind: str) -> int:
    return 0 if kind in _BEFORE_LAYERS else _LAYERS.get(kind, 8)


# What is asked of the object alone.
_PLAIN = (
    tree.This, tree.Attached, tree.HasType, tree.HasSubtype, tree.HasSupertype, tree.HasColor,
    tree.ColorCount, tree.Named, tree.IsToken, tree.IsPermanentCard, tree.HasKeyword,
    tree.HasNoAbilities, tree.HasAbilityKind, tree.StatIs, tree.HasCounter, tree.IsTapped,
    tree.HasAttached, tree.IsFaceDown, tree.IsTransformed, tree.HasDesignation,
    tree.ControlledBy, tree.OwnedBy, tree.Other, tree.AllOf, tree.AnyOf, tree.Not, tree.Num,
)  # fmt: skip
# What is so of an object, or of a player, however many other objects there are.
_STILL = (
    *_PLAIN,
    tree.Affected, tree.SharesWith, tree.ChosenObject, tree.TopCard, tree.LinkedCard, tree.Granter,
    tree.WasCast, tree.IsAttachedTo, tree.InZone, tree.Is, tree.ExiledWith, tree.IsCommander,
    tree.X, tree.ChosenNumber, tree.StatOf, tree.CountersOn, tree.SymbolsIn, tree.LifeOf,
    tree.StartingLifeOf, tree.HandOf, tree.ColorsOf, tree.Sum, tree.Times, tree.Half, tree.Greatest,
    tree.Compare, tree.Matches, tree.IsTurnOf, tree.ClassLevelIs, tree.ChoseMode, tree.Every,
    tree.Either, tree.Unless,
    tree.SetController, tree.SetName, tree.SetTypes, tree.AddTypes, tree.RemoveTypes,
    tree.SetSubtypes, tree.SetColors, tree.AddColors, tree.GainAbilities, tree.LoseAbilities,
    tree.LoseAllAbilities, tree.CantHave, tree.DefinePT, tree.SetBasePT, tree.ModifyPT,
    tree.SwitchPT, tree.Restrict,
)  # fmt: skip


def _stands_still(value: object) -> bool:
    whole = (
        tree.GainAbilities, tree.LoseAbilities, tree.CantHave, tree.Fact, tree.GainAbilitiesOf,
    )  # fmt: skip
    return all(isinstance(node, _STILL) or _is_told(node) for node in nodes(value, whole))


def _is_told(node: Node) -> bool:
    """What only a step says to be otherwise (702.179, 725, 726, 731), or of one object alone, or
    of cards elsewhere."""
    if isinstance(node, tree.GainAbilitiesOf):
        of = node.of
        if not isinstance(of, tree.Each) or of.zone in ("battlefield", "any"):
            return False
        return _stands_still(of.filter)
    if isinstance(node, tree.Unknown):
        return node.fact not in pairing.FACTS  # 702.95: whom it is paired with
    if isinstance(node, tree.Count | tree.CountDistinct):
        # What is attached to the object: as long as nothing is attached to any.
        wanted = node.filter.parts if isinstance(node.filter, tree.AllOf) else ()
        attached = tree.IsAttachedTo(This()) in wanted
        return node.zone == "graveyard" or (node.zone == "battlefield" and attached)
    return isinstance(node, tree.Fact) and condition_asked(node.prose) is not None
