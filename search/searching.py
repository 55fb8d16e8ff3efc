"""The search behind `find`: which board of the pool's cards reaches a goal, smallest first.

Slots in timestamp order hold a class of cards each; the pool is grouped into classes by what the
goal can reach; of boards that differ by an order that decides nothing one is looked at. A board
must be stable: no state-based action changes it (what one takes away leaves a smaller board).
Here is decided which pools are looked at, and of which sizes; `running` looks at one.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial, reduce
from operator import or_
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from striate.cards import tree
from striate.cards.tree import Card
from striate.cards.walking import nodes
from striate.search import savings
from striate.search.beyond import left_out
from striate.search.copying import enters_as_copy
from striate.search.counting import others_needed
from striate.search.facedown import named_in, names_said
from striate.search.goals import (
    AnyObject,
    CardNamed,
    Claim,
    Goal,
    HasText,
    Leveler,
    Printed,
    all_said,
    noun_of,
    relates,
    speaks_of,
)
from striate.search.helping import told_by_itself
from striate.search.making import rules_asked, rules_of
from striate.search.options import Option, is_by_its_card, is_printed, made
from striate.search.ordering import option_score
from striate.search.poolclasses import Pool, classes, some_of
from striate.search.poolfacts import facts_of
from striate.search.questions import MANY, TOO_MANY, Question, Result, Solution, least_size
from striate.search.running import Run
from striate.search.selection import (
    COMPLETE,
    Selector,
    impossible,
    lacking_nothing,
    once,
    selectors,
)
from striate.search.severally import (
    beside_one,
    by_themselves,
    named_and_any,
    nothing_beside,
    parts_alone,
    ruled_out,
)
from striate.search.tokenboards import asked_as_tokens, could_help, decisive, fewest
from striate.search.tokens import made_by
from striate.search.wanting import Asked, askable, claimed, contradiction, smallest_size
from striate.search.wellknown import CHOICE, card_score
from striate.solver.choice import members
from striate.solver.deadline import OutOfTime

_NOTHING = Pool([], [])


def silent(_: dict[str, Any]) -> None:
    """No progress is shown."""


def search(question: Question, progress: Callable[[dict[str, Any]], None] = silent) -> Result:
    """Smallest first (or exactly one size): boards that reach the goal, or that there are none."""
    started = time.monotonic()
    goal = question.goal
    least = least_size(goal)
    against = contradiction(goal, falling=question.any_)
    if against:
        run = Run(question, _NOTHING, started, progress)
        run.size, run.rules = question.size, set(against)
        return run.result(smallest=True, never=True)
    sizes = [question.size] if question.exact else range(least, question.size + 1)
    some, exact = _best_known_of(question), relates(goal)
    if some is not None:
        few = replace(question, cards=some.cards)
        run = Run(few, replace(classes(few), exact=exact), started, progress, listed=False)
        run.through(sizes)
        open_ = question.size >= some.least and (not run.stopped or run.size > some.least)
        if not run.solutions and open_:
            run.stopped, run.why = True, some.why  # of other cards no size is ruled out
        return run.result(smallest=bool(run.solutions) and run.size <= some.least)
    if exact or not savings.on("selection") or question.exact or _is_whole(question):
        pool, given = replace(classes(question), exact=exact), len(question.cards) <= MANY
        run = Run(question, pool, started, progress, given=given)
        needed = others_needed(question, pool, question.size - least)
        if needed.others:
            # Smaller boards are passed over; their number decides, so all rules stand behind it.
            run.size = min(least + needed.others - 1, question.size)
            run.rules = rules_asked(goal)
            least += needed.others
            run.pool = needed.of(pool)
            run.through(size for size in sizes if size == least)
            least += 1
        if not run.solutions and not run.stopped:
            run.pool = pool
            run.through(size for size in sizes if size >= least)
        return run.result(smallest=not question.exact)
    tokens_from = fewest(question) if question.tokens else 0
    question = replace(question, tokens=False)
    run = Run(question, _NOTHING, started, progress, chosen=True, tokens_from=tokens_from)
    try:
        stages = _Stages(run, sizes, least, {})
        if least in sizes and stages.at_once():
            return stages.told()
        lower: dict[Goal, int] = {}
        for part in parts_alone(question) if savings.on("parts") else ():
            found_out = ruled_out(question, part, lambda each: search(each, progress))
            if found_out.status == "none":
                run.size, run.rules = found_out.size, set(found_out.rules)
                return run.result(smallest=True, never=found_out.never)
            lower[part] = found_out.size
        stages.sizes = range(max((least, *lower.values())), question.size + 1)
        stages.lower = lower
        return stages.result()
    except (KeyboardInterrupt, OutOfTime):
        run.cut_short()
        return run.result(smallest=False)


class _Some(Struct, frozen=True):
    """Cards of a large pool of which alone boards are looked at."""

    cards: tuple[Card, ...]
    least: int  # no board is smaller
    why: str  # so nothing is told if there is no board of these


def _best_known_of(question: Question) -> _Some | None:
    """The best-known cards, for goals of which the selection knows nothing; None for all others.

    What several objects are together looks at each card whole. A copy that is asked for stands
    beside what it copies, and tokens, if all that is asked for are some, beside what made them.
    """
    goal, cards = question.goal, question.cards
    least = least_size(goal)
    whole = not savings.on("selection") or question.exact or _is_whole(question)
    facts = facts_of(cards)
    first = [cards[place] for place in facts.named(names_said(goal))]
    if relates(goal):
        if _is_whole(question):
            return None
        joined = [card for card in cards if {"Aura", "Equipment"} & {*card.faces[0].subtypes}]
        first += [*_with_known((), joined, _JOINED), *_of_the_kinds(goal, cards)]
        if speaks_of(goal, (tree.HasSupertype,)):
            first += _with_known((), facts.waivers, _OF_EACH)
        return _Some(
            _with_known(first, cards, _JOINED), smallest_size(goal), _OF_JOINED.format(_JOINED)
        )
    wanted = (cards[place] for place in facts.named(named_in(goal)))
    if any(map(enters_as_copy, wanted)) and not facts.copying:
        least += 1
    elif not whole and (tokens := asked_as_tokens(goal, cards)) is not None:
        first += _with_known((), tokens.makers, _JOINED)
        first += _of_the_kinds(goal, cards)
        least += tokens.all_are
    else:
        return None
    return _Some(_with_known(first, cards, MANY - len(first)), least, _MADE.format(MANY))


def _of_the_kinds(goal: Goal, cards: Sequence[Card]) -> list[Card]:
    """The best-known cards that print a word or a colour of which the goal speaks, and those that
    make something so."""
    kinds: list[Iterable[Card]] = []
    deeds = facts_of(cards).deeds

    def making(part: Claim) -> list[Card]:
        return [deeds.helpers[number].card for number in members(deeds.able(part))]

    for demand in goal.demands:
        if isinstance(demand.subject, Leveler | Printed):
            kinds.append(filter(partial(is_by_its_card, demand.subject), cards))
        claims = [each for each in demand.claims if not isinstance(each, HasText)]
        for part in nodes((noun_of(demand.subject), *claims)):
            if isinstance(part, tree.HasType | tree.HasSubtype | tree.HasSupertype | tree.HasColor):
                those = [card for card in cards if is_printed(card.faces[0], part)]
                # 301.5c: most of what something is attached to is a creature.
                kinds += [those, filter(_may_be_creature, those)]
            if isinstance(part, _MADE_SO):
                kinds.append(making(part))
    return [card for kind in kinds for card in _with_known([], kind, _OF_EACH)]


_MADE_SO = (
    tree.HasType, tree.HasSubtype, tree.HasSupertype, tree.HasColor, tree.HasKeyword, tree.Not,
)  # fmt: skip


def _may_be_creature(card: Card) -> bool:
    creature = tree.HasType("Creature")
    own = None if left_out(card) else told_by_itself(made(card, ()), creature, counters=False)
    return own is not False


def _with_known(first: Iterable[Card], cards: Iterable[Card], most: int) -> tuple[Card, ...]:
    """These cards, and so many of the best-known ones."""
    known = [card for card in cards if not left_out(card)]
    best = sorted(known, key=lambda card: (card_score(card), card.name))[:most]
    return once(*first, *best)


def _is_whole(question: Question) -> bool:
    """Whether so few cards have effects that none needs to be chosen."""
    few = len(question.cards) <= ALL_AT_ONCE
    return few or not facts_of(question.cards).acts_beyond(ALL_AT_ONCE)


ALL_AT_ONCE = MANY  # so many cards with effects are searched whole
_OF_EACH = 6  # and of each kind of which the goal speaks, or classes of one card
_JOINED = 60  # of what is attached, makes tokens that are asked for, or is there so many cards
_OF_JOINED = (
    "of what objects are together only the {0} best-known cards that can be attached, and as many "
    "others, were looked at; name cards"
)
_MADE = (
    "of what could be copied, makes such tokens or helps, only the {0} best-known cards were "
    "looked at; name cards"
)
_FEW = 250  # so many classes are looked at first
_FEWER = 120  # or so many, of two and more others
_SCARCE = 12  # no more cards that make a part of a goal true stand before the best known
_OF_OPEN = 2_000  # of so many cards boards are looked at where that there is none isn't told
_TO_PLAIN = 12  # of so many one that does nothing
_SOON = 60_000  # after circuits of so many nodes the well-known cards by themselves are left
_MISSED = (
    "{0:,} cards could be what is asked for, and not every way to help each of them was looked at; "
    "name cards or give a pool"
)
_OF_COPIES = "of what enters as a copy not everything was looked at; name at most 300 cards"
_OF_ALL = "what is said of all objects of a kind is ruled out over a few cards only; name cards"
_BEYOND = (
    "none of up to {0}; of larger boards not all that counts, is attached to or decides something "
    "was looked at; name cards or give a pool"
)
_OPEN = (
    "smaller boards are ruled out, and {1:,} classes are too many to rule out {0} permanents; "
    "name cards or give a pool"
)


class _Stages(Struct, dict=True):
    """A search of a large pool: of each size the cards that can take part (`selection`)."""

    run: Run
    sizes: Iterable[int]
    least: int
    lower: dict[Goal, int]  # so many permanents parts of the goal take at least
    missed: int = 0  # the smallest size of which not every board was looked at
    counting: bool = False  # a token could be counted beside a named card
    ahead: list[Solution] = field(default_factory=list)  # larger, if time ends before smaller ones

    @cached_property
    def askable(self) -> list[Asked]:
        return askable(self.run.question)

    @cached_property
    def selectors(self) -> list[Selector]:
        return selectors(self.run.question, self.askable)

    def result(self) -> Result:
        run = self.run
        try:
            for size in self.sizes:
                run.size = size
                if size == self.least:
                    self.nothing_else(size)
                else:
                    self.soon(size)
                if self.is_open and (size > self.least or size == max(self.sizes)):
                    # What nothing can make true is told of all sizes.
                    against = None if self.copying else impossible(self.selectors)
                    if against is not None:
                        return self.without_cards(against)
                if self.is_open and size > self.least:
                    self.at(size)
                self.with_tokens(size)
                if not self.is_open:
                    break
        except (KeyboardInterrupt, OutOfTime):
            run.cut_short()
        return self.told()

    @property
    def is_open(self) -> bool:
        return not self.run.solutions and not self.run.stopped

    def without_cards(self, against: Claim) -> Result:
        """No card can be what is asked for, or help it: then only a token could."""
        run = self.run
        run.size = max(self.sizes, default=self.least)
        wide = any(isinstance(each.subject, AnyObject) for each in run.goal.demands)
        may_help = wide or could_help(run.question, against)
        if run.tokens_from and not may_help:
            run.tokens_from = 0
        if run.tokens_from in self.sizes:
            self.with_tokens(run.tokens_from)
        if not run.solutions:
            run.size = max(self.sizes, default=self.least)
            run.rules |= rules_of(against)
        return run.result(smallest=not run.stopped, never=not run.tokens_from and not run.stopped)

    def with_tokens(self, size: int) -> None:
        """The smallest boards with tokens, after those of cards alone."""
        run = self.run
        if size != run.tokens_from or run.solutions or run.stopped or self.counting:
            return
        lacking = {part: None for each in self.selectors for part in each.lacked}
        cards = decisive(run.question, [*lacking], size)
        if cards is None:
            return
        pool, barren, question = run.pool, run.barren, run.question
        if cards:
            run.question = replace(question, cards=tuple(cards), tokens=True)
            run.pool = classes(run.question)
            run.at_size(size)
            run.question = question
        if not run.solutions and not run.stopped:
            run.pool, run.barren, run.tokens_from = pool, barren, size + 1

    def told(self) -> Result:
        """What is shown; from the first size on of which boards were missed nothing is ruled
        out."""
        run, missed = self.run, self.missed
        if self.ahead and run.cut and not run.solutions:
            run.solutions, missed = self.ahead, run.size
            run.size += 1
        if run.solutions:
            run.undecided = missed if run.size > missed else 0
            return run.result(smallest=not run.undecided)
        if missed and (not run.stopped or run.size > missed):
            run.stopped, run.why = True, self.unlooked()
        return run.result(smallest=not run.stopped)

    def unlooked(self) -> str:
        if self.of_all or self.copying:
            return _OF_ALL if self.of_all else _OF_COPIES
        if not self.complete:
            return _MISSED.format(sum(len(each.asked) for each in self.selectors))
        sure = self.missed - 1
        return _BEYOND.format(f"{sure} permanent{'s' * (sure != 1)}")

    @property
    def complete(self) -> bool:
        """Whether what can help is told of whatever can be asked for, which it is not of copies."""
        told = all(selector.complete for selector in self.selectors)
        return told and not self.of_all and not self.copying

    @property
    def copying(self) -> bool:
        return bool(facts_of(self.run.question.cards).copying)

    @property
    def of_all(self) -> bool:
        """Something is said of all objects of a kind: what helps may also take offence away."""
        return any(demand.every for demand in self.run.goal.demands)

    def at(self, size: int) -> None:
        """One size with something besides, for each sort of what is asked for."""
        others = size - self.least
        whole = others <= COMPLETE or all(each.select(others).whole for each in self.selectors)
        if not self.complete or not whole:
            self.missed = self.missed or size
        if self.run.question.light and others >= COMPLETE:
            self.run.stopped = True
            return
        if others == 1 and self.beside_one_more(size):
            return
        if others == 1 and len(self.selectors) > 1:
            # Those with the fewest cards: a board of them is as small as any.
            self.selectors.sort(key=lambda each: each.select(1).cards)
        for selector in self.selectors:
            self.about(selector, size, others)
            self.run.forget_repeated()
            if self.run.stopped or len(self.run.solutions) >= self.run.question.all_:
                return

    def soon(self, size: int) -> None:
        """A board of well-known cards, looked for before all that can take part is told apart.

        Of one named card and one other that is told apart soon. Beside what is said of all objects
        of a kind first with what helps the others that are asked for.
        """
        if self.ahead:
            self.run.solutions = self.ahead
            return
        for selector in self.of_some if size - self.least <= COMPLETE else ():
            chosen = selector.select(size - self.least)
            if chosen.helping and self.among_known(size, once(*chosen.asked, *chosen.helping)):
                return
        if not (self.of_one_card and size - self.least < COMPLETE):
            self.known_with(size)

    @cached_property
    def of_some(self) -> list[Selector]:
        """What each sort of asked-for card needs, but for what is said of all of a kind."""
        question = self.run.question
        demands = tuple(each for each in question.goal.demands if each.count)
        if len(demands) in (0, len(question.goal.demands)) or question.all_ > 1:
            return []
        return selectors(replace(question, goal=replace(question.goal, demands=demands)))

    def known_with(self, size: int) -> None:
        """A board of well-known cards with what can take part of them."""
        others, before = size - self.least, self.run.nodes
        if others > COMPLETE or self.run.question.all_ > 1:
            return
        for selector in self.first:
            chosen = selector.select(others)
            cards = once(*chosen.asked, *chosen.helping)
            if chosen.helping and (self.among_known(size, cards) or self.run.tired):
                # Nor would a little work tell of the others.
                return
            if self.run.nodes - before > _SOON:
                return

    def look_ahead(self, size: int) -> None:
        """A board with one permanent more is held ready while so many cards are told apart."""
        run = self.run
        if self.ahead or size + 1 not in self.sizes:
            return
        self.known_with(size + 1)
        self.ahead, run.solutions = run.solutions, []
        run.size, run.tired, run.stopped = size, False, run.cut

    @cached_property
    def first(self) -> list[Selector]:
        """What each sort of asked-for card needs, among well-known cards alone."""
        return selectors(replace(self.run.question, cards=self.known))

    def beside_one_more(self, size: int) -> bool:
        """A board of one named card, one that can be any and one more; False where it isn't
        that."""
        run, part = self.run, self.named_part
        if part is None:
            return False
        looked = True
        for cards, whole in beside_one(run.question, self.selectors[0], part):
            pool = once(*cards, *self.selectors[0].waivers)
            before = len(run.solutions)
            looked &= self.look(pool, size, most=TOO_MANY) and whole
            self.keep_falling(self.selectors[0], before)
            if run.stopped or len(run.solutions) >= run.question.all_:
                return True
        if not looked:
            self.missed = self.missed or size
        elif self.missed == size and not (self.of_all or self.copying):
            self.missed = 0
        return True

    @property
    def named_part(self) -> Goal | None:
        """What is claimed of the named card, where it takes another, and the goal is of two
        objects."""
        parts = (part for part, least in self.lower.items()
                 if least > 1 and isinstance(part.demands[0].subject, CardNamed))  # fmt: skip
        return next(parts, None) if named_and_any(self.run.goal) else None

    def nothing_else(self, size: int) -> None:
        """A board of nothing but what is asked for; of many cards first of what lacks nothing."""
        if size == len(self.run.goal.demands) == 1:
            cards = once(*lacking_nothing(self.run.question, self.askable))
        else:
            whole = self.selectors[0]
            cards = nothing_beside(self.run.question, whole)
            if len(cards) > MANY and self.run.question.all_ == 1:
                self.among_known(size, by_themselves(whole, MANY))
        if self.is_open:
            self.look(cards, size)

    def at_once(self) -> bool:
        """A board of the fewest permanents that there can be, of well-known cards: first of what
        lacks nothing.

        Loses no board iff where there is none of these the whole is looked at, too.
        """
        if self.run.question.all_ > 1 or self.of_one_card:
            return False
        alone = () if self.first[0].single else by_themselves(self.first[0], MANY)
        cards = once(*(card for each in self.first for card in each.asked_lacking({0})))
        return any(self.among_known(self.least, each) for each in (alone, cards) if each)

    def among_known(self, size: int, cards: tuple[Card, ...]) -> bool:
        """A board of well-known cards is as small as any of that size, and the one to be shown.

        Loses no board iff where there is none of these the whole is looked at, too.
        """
        run = self.run
        most = _FEWER if size - self.least == COMPLETE else _FEW
        pool = classes(replace(run.question, cards=cards))
        run.pool = _best_known(pool, most, run.goal, self.scarce)
        run.part, run.soon, run.tired = True, True, False
        run.at_size(size)
        run.part = run.soon = False
        return bool(run.solutions) or run.stopped

    @property
    def of_one_card(self) -> bool:
        """What can help one named card is told apart soon."""
        demands = self.run.goal.demands
        return len(demands) == 1 and isinstance(demands[0].subject, CardNamed)

    @cached_property
    def known(self) -> tuple[Card, ...]:
        """What the goal needs or names, and the best-known cards that are no copies."""
        cards = self.run.question.cards
        facts = facts_of(cards)
        answers = [cards[place] for place in facts.named(self.scarce)]
        best = [card for card in facts.known if not enters_as_copy(card)]
        return once(*answers, *best)

    @cached_property
    def scarce(self) -> frozenset[str]:
        """The cards that the goal names, and of a large pool those that make a part of it true
        where few can."""
        question, deeds = self.run.question, facts_of(self.run.question.cards).deeds
        if len(question.cards) <= MANY:
            return names_said(question.goal)
        parts = {part for each in question.goal.demands for part in claimed(each, question)}
        makers = (deeds.able(part) for part in parts)
        few = reduce(or_, (each for each in makers if each.bit_count() <= _SCARCE), 0)
        names = {deeds.helpers[number].card.name for number in members(few)}
        return names_said(question.goal) | names

    def about(self, selector: Selector, size: int, others: int) -> None:
        """What helps, and then, where something counts, any card beside it."""
        chosen = selector.select(others)
        makes = any(made_by(card) for card in chosen.counting)
        self.counting |= others == COMPLETE and (makes or selector.asked_counts)
        cards, sure = once(*chosen.asked, *chosen.helping), self.complete and chosen.whole
        if len(cards) > _OF_OPEN and not sure:
            facts = facts_of(cards)
            cards = _with_known(map(cards.__getitem__, facts.named(self.scarce)), cards, _OF_OPEN)
        before = len(self.run.solutions)
        if chosen.helping:
            self.look(cards, size, most=None if sure else TOO_MANY)
            self.keep_falling(selector, before)
        elif not chosen.beside:
            self.run.size = size
            self.run.rules |= rules_asked(self.run.goal)
        if len(self.run.solutions) > before or self.run.stopped:
            self.run.listed &= not chosen.beside and others <= COMPLETE
            return
        if chosen.beside:
            self.run.listed = False
            self.beside_any(chosen.asked, chosen.counting, size)

    def beside_any(self, lacking: Sequence[Card], counting: Sequence[Card], size: int) -> None:
        """What counts, or is attached to something else, with whatever card there is."""
        question = self.run.question
        named = {card.name for card in (*lacking, *counting)}
        plain = [card for card in question.cards if card.name not in named]
        self.look((*lacking, *counting, *plain), size, hollow=frozenset(c.name for c in plain))

    def keep_falling(self, selector: Selector, falling: int) -> None:
        """What falls apart on boards with one other is needed to choose the cards of two."""
        run = self.run
        chooses = run.size + 1 - self.least == COMPLETE and run.size < max(self.sizes)
        if run.last is not None and chooses and not (run.stopped or len(run.solutions) > falling):
            selector.falling |= run.last.falling(run.question.backend, run.question.deadline)

    def look(
        self,
        cards: tuple[Card, ...],
        size: int,
        hollow: frozenset[str] = frozenset(),
        most: int | None = None,
    ) -> bool:
        """Boards of these cards; False where there are more classes than `most`, so that only the
        best known were looked at.
        """
        run = self.run
        question = replace(run.question, cards=cards)
        run.pool = classes(question, hollow=hollow)
        whole = run.pool
        one, further = run.question.all_ == 1, size - self.least > 2
        many = size > self.least and len(whole.kinds) > _FEW
        some = further and one and len(whole.kinds) > _FEWER
        if some or (many and (one or further or most is not None)):
            # A board of some of them is as good; that there is none they can't tell.
            run.pool = _best_known(whole, _FEW if many else _FEWER, run.goal, self.scarce)
            run.part = True
            run.at_size(size)
            run.part = False
            if run.solutions or run.stopped:
                return True
            if many and most is not None and len(whole.kinds) > most:
                return False
            if size - self.least > 2 and len(whole.kinds) > TOO_MANY:
                run.stopped = True
                run.why = _OPEN.format(size, len(whole.kinds))
                return True
        if len(whole.kinds) > TOO_MANY:
            self.look_ahead(size)
        run.pool = whole
        run.at_size(size)
        return True


def _best_known(pool: Pool, most: int, goal: Goal, named: frozenset[str]) -> Pool:
    """So many of the classes, those of the best-known cards: for a board to be found early.

    Of a card with many choices few are taken. What few demands can be about, the cards that are
    named, and what lets two legends of one name stay (704.5j), stands first; a few that do
    nothing are among them. A type of which the goal speaks is chosen as if no choice was made.
    """
    said = {each.subtype for each in nodes(all_said(goal)) if isinstance(each, tree.HasSubtype)}

    def score(option: Option) -> float:
        return option_score(option) - CHOICE * any(value in said for _, value in option.choices)

    flagged = [sum(each) for each in zip(*(kind.flags for kind in pool.kinds), strict=True)]
    rare = [demand for demand, number in enumerate(flagged) if number <= _FEW // 2]

    def known(number: int) -> tuple[bool, bool, float]:
        kind = pool.kinds[number]
        answers = any(kind.flags[demand] for demand in rare)
        answers |= kind.waives or any(option.card.name in named for option in pool.members[number])
        return not answers, not kind.acts, min(map(score, pool.members[number]))

    taken: dict[str, int] = {}
    chosen: list[int] = []
    for number in sorted(range(len(pool.kinds)), key=known):
        card = min(pool.members[number], key=score).card.name
        taken[card] = taken.get(card, 0) + 1
        if taken[card] <= _OF_EACH:
            chosen.append(number)
    plain = [number for number in chosen[most:] if not pool.kinds[number].acts]
    plain = plain[: most // _TO_PLAIN]
    return some_of(pool, sorted((*chosen[: most - len(plain)], *plain)))
