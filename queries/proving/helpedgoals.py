"""Goals that take help: what an object is on a drawn board, and is not if any other card is gone.

The referee tells both. Pools are drawn so that cards help one another: the second helper asks for
what the first one makes true. Nothing here knows how the search chooses cards.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from striate.boards.timeline import Seen
from striate.cards import tree
from striate.cards.catalogue.store import Catalogue
from striate.cards.tree import Card, Face, Filter, Keyword, Num
from striate.cards.walking import any_node, nodes
from striate.queries.goals.judging import true_of
from striate.queries.goals.meaning import permanents
from striate.queries.proving.drawnboards import Drawn, evaluated
from striate.queries.proving.drawngoals import draw_atom
from striate.queries.proving.drawnpools import sorts_of, ways_to_be
from striate.queries.proving.truthtables import Tables
from striate.search.asking.world import is_left_out
from striate.search.goals import AnyObject, CardNamed, Claim, Demand, Goal, relates
from striate.search.making import opposite
from striate.search.questions import least_size

_TRIED = 30  # cards that may help what is asked for
_DRAWS = 100  # attempts at goals
_LOOKED = 400  # cards among which some ask for what another makes true
_ATOMS = 40  # drawn of an object, for one that is so and was not without the other card
_APART = 0.6  # so many goals are left of which each helper makes a part alone
_FEWER = 0.15  # and so many are kept that a smaller board reaches
_NEAR = 0.2  # so many goals are nearly so


_HELD = frozenset(
    {"attached", "leveler", "changeling", "legends", "chooses color", "chooses creature type",
     "chooses basic land type"}
)  # fmt: skip


@dataclass(frozen=True)
class Helped:
    """A board of which each card but the first changes something there, and how it was entered."""

    cards: tuple[Card, ...]
    drawn: Drawn
    without: tuple[tuple[str, Drawn | None], ...]  # by the handle that is gone

    @cached_property
    def made(self) -> frozenset[Filter]:
        """The words that something has there, and not without one of the others."""
        words: set[Filter] = set()
        for gone, less in self.without:
            left = () if less is None or gone == "p0" else permanents(less.answer)
            before = {seen.handle: {*_words(seen)} for seen in left}
            for seen in permanents(self.drawn.answer):
                words |= {*_words(seen)} - before.get(seen.handle, {*_words(seen)})
        return frozenset(words)


@dataclass(frozen=True)
class _Sorts:
    """Cards that are there as they enter, and of which slots hold all."""

    acting: list[Card]
    strong: list[Card]
    plain: list[Card]
    levelers: list[Card]


@cache
def _sorts(catalogue: Catalogue) -> _Sorts:
    of = sorts_of(catalogue)
    held = (
        [card for card in cards if not is_left_out(card) and not ways_to_be(card) - _HELD]
        for cards in (of.acting, of.strong, of.plain, of.ways["leveler"])
    )
    return _Sorts(*held)


def draw_pool(
    rng: random.Random, catalogue: Catalogue, number: int, size: int
) -> tuple[tuple[Card, ...], list[Helped]]:
    """So many cards, and boards of up to so many permanents on which they help one another."""
    sorts = _sorts(catalogue)
    cards: tuple[Card, ...] = ()
    boards: list[Helped] = []
    while not boards:
        cards, boards = _pool(rng, sorts, catalogue, number, size)
    return cards, boards


def _pool(
    rng: random.Random, sorts: _Sorts, catalogue: Catalogue, number: int, size: int
) -> tuple[tuple[Card, ...], list[Helped]]:
    sort = rng.choices((sorts.plain, sorts.acting, sorts.levelers), (5, 4, 1))[0]
    subject = rng.choice(sort)
    tried = [*rng.sample(sorts.acting, _TRIED // 2), *rng.sample(sorts.strong, _TRIED)]
    tried += _wanted(rng, subject, sorts)
    alone = [each for card in tried for each in _helped(rng, (subject, card), catalogue)]
    rng.shuffle(alone)
    falling = [card for card in tried if card not in {each.cards[-1] for each in alone}]
    boards = alone = sorted(alone, key=lambda each: not each.made)[:3]
    for before in alone:
        asking = [each for each in rng.sample(sorts.acting, _LOOKED) if _asks(each, before)]
        others = [*asking[:6], *rng.sample(falling, 4), *(each.cards[-1] for each in alone)]
        others += _wanted(rng, before.cards[-1], sorts)[:4]
        for other in others:
            boards = [*boards, *_helped(rng, (*before.cards, other), catalogue)]
    for before in [each for each in boards if len(each.cards) == 3] if size > 3 else ():
        other = rng.choice(alone).cards[-1]
        boards = [*boards, *_helped(rng, (*before.cards, other), catalogue)]
    # What helps together first, so that it is in the pool.
    pool = {subject.name: subject}
    for each in sorted(boards, key=lambda each: -len(each.cards)):
        more = {card.name: card for card in each.cards} | pool
        pool = more if len(more) <= number else pool
    cards = tuple(pool.values())
    cards += tuple(rng.sample(sorts.acting, max(0, number - len(cards))))
    within = [each for each in boards if {card.name for card in each.cards} <= {*pool}]
    return tuple({card.name: card for card in cards}.values()), within


def _helped(rng: random.Random, cards: tuple[Card, ...], catalogue: Catalogue) -> Iterator[Helped]:
    """These cards on a board, if each of them but the first changes or keeps something there."""
    steps = tuple(_steps(rng, cards))
    drawn = evaluated({"steps": list(steps)}, catalogue)
    if drawn is None:
        return
    without: list[tuple[str, Drawn | None]] = []
    for step in steps:
        gone = step.get("as")
        if gone is not None:
            rest = [each for each in steps if gone not in map(str, each.values())]
            less = evaluated({"steps": rest}, catalogue) if rest else None
            without.append((gone, less))
            if gone != "p0" and less is not None and not _changed(drawn, less):
                return
    yield Helped(cards, drawn, tuple(without))


def _changed(drawn: Drawn, less: Drawn) -> bool:
    before = {seen.handle: seen for seen in permanents(less.answer)}
    return any(
        seen.handle in before and before[seen.handle] != seen for seen in permanents(drawn.answer)
    )


def _steps(rng: random.Random, cards: tuple[Card, ...]) -> Iterator[dict[str, Any]]:
    """The cards enter in any order, each on either side."""
    handles: list[str] = []
    order = list(enumerate(cards))
    joined = [each for each in order if {"Aura", "Equipment"} & {*each[1].faces[0].subtypes}]
    order = [each for each in order if each not in joined]
    rng.shuffle(order)
    for number, card in (*order, *joined):
        step: dict[str, Any] = {"enter": card.faces[0].name, "as": f"p{number}"}
        if rng.random() < 0.15:
            step["controller"] = "opponent"
        host = "p0" if "p0" in handles and rng.random() < 0.8 else rng.choice(handles or [""])
        if host and "Aura" in card.faces[0].subtypes:
            step["attached_to"] = host
        handles.append(f"p{number}")
        yield step
        if card.layout == "leveler" and rng.random() < 0.6:
            yield {"counters": {"level": rng.randint(1, 8)}, "on": f"p{number}"}
        if host and "Equipment" in card.faces[0].subtypes:
            yield {"attach": f"p{number}", "to": host}


def _wanted(rng: random.Random, card: Card, sorts: _Sorts) -> list[Card]:
    """Some cards with a word of which the card speaks."""
    words = {each for each in nodes(card.faces[0].abilities) if isinstance(each, _WORDS)}
    some = [*rng.sample(sorts.plain, _LOOKED), *rng.sample(sorts.acting, _LOOKED)]
    matching = [each for each in some if not words.isdisjoint(_words(each.faces[0]))]
    return rng.sample(matching, min(len(matching), _TRIED // 2))


_WORDS = (tree.HasType, tree.HasSubtype, tree.HasSupertype, tree.HasColor, tree.HasKeyword)


def _asks(card: Card, helped: Helped) -> bool:
    """Whether it speaks of what the other card made of something."""
    return any_node(card.faces[0].abilities, lambda node: node in helped.made)


def _words(seen: Seen | Face) -> Iterator[Filter]:
    yield from map(tree.HasType, seen.types)
    yield from map(tree.HasSubtype, seen.subtypes)
    yield from map(tree.HasSupertype, seen.supertypes)
    yield from map(tree.HasColor, seen.colors)
    yield from (tree.HasKeyword(each.name) for each in seen.abilities if isinstance(each, Keyword))


# --- goals ----------------------------------------------------------------------------------------


def draw_needing(rng: random.Random, boards: Sequence[Helped], tables: Tables) -> Iterator[Goal]:
    """Goals that no board of only what is asked for reaches; larger boards as often as smaller."""
    drawn: set[Goal] = set()
    for _ in range(_DRAWS if boards else 0):
        by_size = {len(each.cards): each for each in rng.sample(boards, len(boards))}
        helped = rng.choices([*by_size.values()], [each**3 for each in by_size])[0]
        goal = _goal(rng, helped)
        if goal is None or goal in drawn:
            continue
        drawn.add(goal)
        fewer = 0 < tables.smallest(goal) < len(helped.cards)
        if not fewer or (rng.random() < _FEWER and tables.smallest(goal) > least_size(goal)):
            yield goal


def _goal(rng: random.Random, helped: Helped) -> Goal | None:
    """What one object or two are there, for which each other card is needed; or nearly that."""
    objects = permanents(helped.drawn.answer)
    wanted = rng.sample(objects, min(len(objects), 2 if rng.random() < 0.12 else 1))
    if len(wanted) == 1 and rng.random() < 0.6:
        wanted = [each for each in objects if each.handle == "p0"]
    claims: dict[str, list[Claim]] = {each.handle: [] for each in wanted}
    lost = list(_lost(rng, wanted, helped))
    # Without it there is no board, or what is asked for.
    needed = {gone for gone, less in helped.without if less is not None and gone not in claims}
    one_by_one = rng.random() < 0.3
    while needed:
        useful = [each for each in lost if each[2] & needed]
        if not useful:
            return None
        most = max(len(each[2] & needed) for each in useful)
        if most < len(needed) and rng.random() < _APART:
            return None
        best = [each for each in useful if one_by_one or len(each[2] & needed) == most]
        handle, claim, of = rng.choice(best)
        claims[handle].append(claim)
        needed -= of
    for each in wanted:
        if rng.random() < 0.1:
            claims[each.handle].append(_so(draw_atom(rng, each), each, objects))
    demands = [_demand(rng, helped.drawn, each, tuple(claims[each.handle])) for each in wanted]
    if rng.random() < _NEAR:
        place = rng.randrange(len(demands))
        near = _nearly(rng, wanted[place], demands[place].claims)
        demands[place] = Demand(demands[place].subject, near)
    goal = Goal(tuple(demands))
    return None if relates(goal) or not any(each.claims for each in demands) else goal


def _so(atom: Claim, seen: Seen, objects: Sequence[Seen]) -> Claim:
    return atom if true_of(atom, seen, objects) else opposite(atom)


def _lost(
    rng: random.Random, wanted: Sequence[Seen], helped: Helped
) -> Iterator[tuple[str, Claim, set[str]]]:
    """What is so of each object, and without which other cards it is not."""
    objects = permanents(helped.drawn.answer)
    others = {gone: permanents(less.answer) for gone, less in helped.without if less is not None}
    for seen in wanted:
        before = {
            gone: each
            for gone, left in others.items()
            for each in left
            if each.handle == seen.handle
        }
        for _ in range(_ATOMS if before else 0):
            atom = draw_atom(rng, rng.choice((seen, *before.values())))
            claim = _so(atom, seen, objects)
            yield (
                seen.handle,
                claim,
                {gone for gone, each in before.items() if not true_of(claim, each, others[gone])},
            )


def _demand(rng: random.Random, drawn: Drawn, seen: Seen, claims: tuple[Claim, ...]) -> Demand:
    card = drawn.printed.get(seen.handle)
    if card is None or rng.random() < 0.2:
        return Demand(AnyObject(tree.HasType(rng.choice(seen.types or ("Creature",)))), claims)
    return Demand(CardNamed(card.faces[0].name), claims)


def _nearly(rng: random.Random, seen: Seen, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """With another number, or something more that is so of it or isn't."""
    sized = [each for each in claims if isinstance(each, tree.StatIs)]
    if sized and rng.random() < 0.5:
        [*rest] = (each for each in claims if each != sized[0])
        amount = sized[0].amount
        if isinstance(amount, Num):
            by = rng.choice((-1, 1, 2))
            return (*rest, tree.StatIs(sized[0].stat, sized[0].op, Num(amount.value + by)))
    return (*claims, draw_atom(rng, seen))
