"""Cards as something that may help: what their effects do to others, and what is true as
printed."""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property

from msgspec import Struct
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.prose import stands_for
from striate.cards.vocabulary import KEYWORD_COUNTERS
from striate.encodings.door import LAYERS, layer_of, statics_of
from striate.quick.reach import Keys, writes
from striate.search.beyond import left_out
from striate.search.cardindex import Index, flagged, indexed
from striate.search.cone import granted, granted_within, with_granted
from striate.search.goals import Claim, HasText
from striate.search.making import SIZING, STABLE, could_break, could_make, makes
from striate.search.options import (
    PRINTED,
    Option,
    is_printed,
    keywords_printed,
    made,
    other_face,
)
from striate.search.ranges import target_of


class Helper(Struct, eq=False, dict=True):
    """A card with effects, as something that may help; `way`: as it stands, if not as its front."""

    number: int
    card: tree.Card
    way: Option | None = None

    @cached_property
    def option(self) -> Option:
        """The card with its choices left open."""
        return self.way or made(self.card, ())

    @cached_property
    def reaching(self) -> tuple[tuple[tree.Who | None, tree.Effect], ...]:
        """Its effects on others: whom, roughly."""
        return tuple(reaching_of(self.option))

    @property
    def changes(self) -> tuple[tree.Change, ...]:
        return _changes(self.reaching) if self.way else changes_to_others(self.card)

    @property
    def writes(self) -> Keys:
        return _written(self.way) if self.way else written_by(self.card)


@indexed(Index.changes)
def changes_to_others(card: tree.Card) -> tuple[tree.Change, ...]:
    """What it changes of others in some layer: that something can't attack is no such change."""
    return _changes(reaching_of(made(card, ()))) if helps(card) else ()


def _changes(reaching: Iterable[tuple[tree.Who | None, tree.Effect]]) -> tuple[tree.Change, ...]:
    changes = (each for _, effect in reaching for each in effect.changes)
    return tuple(dict.fromkeys(each for each in changes if layer_of(each) in LAYERS))


@indexed(Index.written)
def written_by(card: tree.Card) -> Keys:
    """What it writes of others and of itself."""
    return _written(made(card, ())) if helps(card) else frozenset()


def _written(option: Option) -> Keys:
    own = (change for effect in option.effects for change in effect.changes)
    changes = [*_changes(reaching_of(option)), *own]
    keys = (writes(each) for each in changes if layer_of(each) in LAYERS)
    return frozenset[tuple[str, str]]().union(*keys)


def at_levels(card: tree.Card) -> Iterator[Option]:
    """711.2a-b, 711.5: what a leveler is without counters, and with enough, as if printed so."""
    face = card.faces[0]
    rest = tuple(each for each in face.abilities if not isinstance(each, tree.LevelSymbol))
    bare = replace(face, abilities=rest)
    yield made(replace(card, faces=(bare, *card.faces[1:])), ())
    for symbol in face.abilities:
        if isinstance(symbol, tree.LevelSymbol):
            levelled = replace(
                face,
                power=symbol.power,
                toughness=symbol.toughness,
                abilities=(*rest, *symbol.abilities),
            )
            yield made(replace(card, faces=(levelled, *card.faces[1:])), ())


@flagged
def helps(card: tree.Card) -> bool:
    """Whether some effect of the card can act on the battlefield."""
    speaks = any(map(statics_of, card.faces[0].abilities)) and not left_out(card)
    return speaks and bool(made(card, ()).statics)


@flagged
def helps_turned(card: tree.Card) -> bool:
    """Whether some effect of its other face can act on others."""
    turned = other_face(card)
    return turned is not None and any(reaching_of(turned)) and not left_out(card)


def reaching_of(option: Option) -> Iterator[tuple[tree.Who | None, tree.Effect]]:
    for effect in option.effects:
        if effect.who != tree.This():
            yield effect.who, effect
        for inner in granted_within(effect):
            # Of what it gives to others: on these themselves, or on whatever it says.
            yield (effect.who if inner.who == tree.This() else inner.who), inner


def acting_on_itself(option: Option) -> Iterator[tree.Effect]:
    """The effects of a card that may apply to it while nothing else is there.

    301.5c, 303.4d: it is never attached to itself. Loses no board iff what it gives to its host
    comes back only by an ability that the host is given.
    """
    own = [change for effect in effects_of(option) for change in effect.changes]
    possible = Possible((option.face,), tuple(own))
    for effect in option.effects:
        out_of_reach = isinstance(effect.who, tree.Each) and not possible.holds(effect.who.filter)
        if out_of_reach or is_of_others(effect.who):
            continue
        if not isinstance(effect.who, tree.Attached):
            yield effect
        # What it gives to what it is attached to may come back to it.
        yield from granted_within(effect)


def is_of_others(who: tree.Who) -> bool:
    """Whether it speaks only of other objects than the one that says it."""
    if not isinstance(who, tree.Each):
        return False
    parts = who.filter.parts if isinstance(who.filter, tree.AllOf) else (who.filter,)
    return tree.Other() in parts


def effects_of(option: Option) -> list[tree.Effect]:
    return [each for one in option.effects for each in with_granted(one)]


def told_by_itself(option: Option, part: Claim, counters: bool) -> bool | None:
    """Whether the part is true of the card with nothing beside it; None where that isn't sure.

    Not sure is what counters, or its own effects, could change, and what is not worked out here.
    """
    counted = counters or _counters_bear_on(option, part)
    value = _told(option, part, counted)
    if value is None or not option.statics:
        return value
    # What is so changes only by what could undo it, and what isn't only by what could make it so.
    turns = could_break if value else could_make
    own = acting_on_itself(option)
    turned = any(turns(change, part) for effect in own for change in effect.changes)
    return None if turned else value


def may_meet(option: Option, part: Claim, named: Iterable[Option], counters: bool) -> bool:
    """Whether the part may be true of a card beside one of those that are named."""
    if told_by_itself(option, part, counters) is not False:
        return True
    others = (effect for each in named for _, effect in reaching_of(each))
    return any(makes(effect, part) for effect in (*effects_of(option), *others))


def _counters_bear_on(option: Option, part: Claim) -> bool:
    """Whether what it enters with could decide about the part (122.1a-b).

    Loses no board iff of all counters only keyword counters give a keyword: what counts counters is
    an effect, and told as such.
    """
    kinds = [kind for kind, _ in (*option.counters, *option.opens)]
    sized = isinstance(part, tree.StatIs) or part == STABLE
    if not sized and isinstance(part, tree.HasKeyword | HasText | tree.HasNoAbilities):
        return any(kind in KEYWORD_COUNTERS or kind.startswith("@") for kind in kinds)
    return bool(kinds)


def _told(option: Option, part: Claim, counted: bool) -> bool | None:
    """Whether the part is true of what is printed."""
    if isinstance(part, HasText):
        has = any(stands_for(each, part.ability) for each in option.face.abilities)
        if part.negated:
            return False if has else (None if counted else True)
        return (
            True
            if has
            else (None if counted or not isinstance(part.ability, tree.Keyword) else False)
        )
    plain = part.part if isinstance(part, tree.Not) else part
    if isinstance(plain, tree.ControlledBy):
        # It may enter on either side, and that is its owner's.
        return plain.player != "owner" or plain is part
    if isinstance(plain, tree.IsFaceDown):
        return bool(option.down) == (plain is part)  # nothing turns what stands in a slot
    return _printed(option.face, part, counted)


def _printed(face: tree.Face, part: tree.Filter, counted: bool) -> bool | None:
    """What is printed decides; None where it does not."""
    if isinstance(part, PRINTED):
        return is_printed(face, part) if _is_word(part) else None
    match part:
        case tree.AllOf(parts) | tree.AnyOf(parts):
            values = [_printed_inside(face, each, counted) for each in parts]
            decisive = isinstance(part, tree.AnyOf)
            if decisive in values:
                return decisive
            return None if None in values else not decisive
        case tree.Not(inner):
            told_ = _printed_inside(face, inner, counted)
            return None if told_ is None else not told_
        case tree.HasKeyword(word):
            return None if counted else _has_keyword(face, word)
        case tree.HasNoAbilities():
            return False if face.abilities else (None if counted or "Land" in face.types else True)
        case tree.StatIs(stat) if stat in ("power", "toughness"):
            return None if counted else _size_printed(face, part)
        case tree.ColorCount(op="=", number=number):
            return len(set(face.colors)) == number
    return None


@cache
def _is_word(part: tree.Filter) -> bool:
    """Whether it asks for one word, of which it is known which."""
    words = (getattr(part, name) for name in part.__struct_fields__)
    return not any(isinstance(word, str) and word.startswith(("@", "~")) for word in words)


def _printed_inside(face: tree.Face, part: tree.Filter, counted: bool) -> bool | None:
    """208.3: inside another part nothing else says that it is a creature, without which it has no
    size."""
    sized = isinstance(part, tree.StatIs) and part.stat in ("power", "toughness")
    return False if sized and "Creature" not in face.types else _printed(face, part, counted)


class Possible:
    """What may be true of one of some printed faces, as counters and some changes may leave it."""

    def __init__(
        self,
        faces: tuple[tree.Face, ...],
        changes: tuple[tree.Change, ...] = (),
        printed: dict[tree.Filter, bool] | None = None,
    ) -> None:
        """`printed`: what was told of the same faces."""
        self.faces, self.changes = faces, changes
        self._printed = {} if printed is None else printed

    def holds(self, filter: tree.Filter) -> bool:
        if isinstance(filter, tree.AllOf | tree.AnyOf):
            held = map(self.holds, filter.parts)
            return all(held) if isinstance(filter, tree.AllOf) else any(held)
        known = self._printed.get(filter)
        if known is None:
            printed = (_printed(face, filter, counted=True) for face in self.faces)
            known = self._printed[filter] = any(each is not False for each in printed)
        return known or any(could_make(change, filter) for change in self.changes)

    def failing(self, filter: tree.Filter) -> frozenset[tree.Filter]:
        """What must be made true first, where the filter surely fails; nothing where it may hold.

        Of alternatives that all fail, any may be made true: these are one part, the whole.
        """
        if isinstance(filter, tree.AllOf):
            return frozenset[tree.Filter]().union(*map(self.failing, filter.parts))
        return frozenset(() if self.holds(filter) else (filter,))


def _has_keyword(face: tree.Face, word: str) -> bool | None:
    """702.14: a landwalk has its name from a land type, which is not looked at here."""
    named = keywords_printed(face)
    if word.lower() in named:
        return True
    return None if word.lower().endswith("walk") and "landwalk" in named else False


def _size_printed(face: tree.Face, part: tree.StatIs) -> bool | None:
    """208.3: of what is no creature it is what it would be as one."""
    number = _number_printed(face, part.amount)
    target = None if number is None else target_of(replace(part, amount=tree.Num(number)))
    value = face.power if part.stat == "power" else face.toughness
    if target is None:
        return None
    least, most = target[1]
    if value is None:
        return None if least <= 0 <= most else False
    return least <= value <= most


def _number_printed(face: tree.Face, amount: tree.Amount) -> int | None:
    match amount:
        case tree.Num(value):
            return value
        case tree.StatOf("power", tree.Affected()):
            return face.power
        case tree.StatOf("toughness", tree.Affected()):
            return face.toughness
        case tree.Times(factor, each) if (number := _number_printed(face, each)) is not None:
            return factor * number
        case tree.Sum(parts):
            numbers = [_number_printed(face, each) for each in parts]
            return None if None in numbers else sum(filter(None, numbers))
    return None


def sizing(effects: Iterable[tree.Effect]) -> list[tree.Effect]:
    """Those that do something to power or toughness."""
    return [each for each in effects if any(isinstance(c, SIZING) for c in each.changes)]


def repeated(helper: Helper, size: int) -> Iterator[tree.Effect]:
    """Its effects; what it gives to several objects counts for each of them."""
    printed = helper.option.effects
    own = (each for effect in printed if effect.who == tree.This() for each in granted(effect))
    once = {*printed, *own}
    for _, effect in helper.reaching:
        for _ in range(1 if effect in once else size):
            yield effect
