"""Boards with tokens out of a large pool: the fewest permanents of one, and those that are looked
at.

What makes a token stands on the board, too. So a token that is asked for takes one permanent more,
and one that helps what is named takes two; and of those few tokens can matter.
"""

from collections.abc import Iterator, Sequence
from itertools import product, starmap

from msgspec import Struct

from striate.cards import tree
from striate.cards.tree import Card
from striate.search.cone import counts_around
from striate.search.facedown import named_in
from striate.search.goals import AnyObject, Claim, Demand, Goal
from striate.search.helping import changes_to_others, effects_of, helps, may_meet
from striate.search.making import could_make, makes, parts_of
from striate.search.options import made
from striate.search.poolfacts import facts_of
from striate.search.questions import MANY, Question, least_size
from striate.search.selection import once
from striate.search.tokens import as_card, made_by


class AskedAsTokens(Struct, frozen=True):
    """What of a goal is asked for as a token, and the cards that make such tokens."""

    makers: list[Card]
    all_are: bool  # the goal says "token" of all that it asks for


def asked_as_tokens(goal: Goal, cards: Sequence[Card]) -> AskedAsTokens | None:
    """What makes the tokens that the goal asks for; None where it asks for none.

    It does where it says "token", or asks for a subtype that is printed on no card. Where nothing
    makes a token with all subtypes that are asked for, what makes one with some of them is taken.
    """
    facts = facts_of(cards)
    answers: list[bool] = []
    makers: list[Card] = []
    for demand in goal.demands:
        parts = parts_of(demand) if isinstance(demand.subject, AnyObject) else ()
        answers.append(tree.IsToken() in parts)
        words = {part.subtype for part in parts if isinstance(part, tree.HasSubtype)}
        wanted = words if answers[-1] else words - facts.subtypes
        if answers[-1] or wanted:
            made_by_each = [(card, _made_by(card)) for card in facts.token_makers]
            exact = [card for card, made_ in made_by_each if any(wanted <= each for each in made_)]
            some = [card for card, made_ in made_by_each if any(wanted & each for each in made_)]
            makers += exact or some
    if not makers and not any(answers):
        return None
    return AskedAsTokens([*once(*makers)], all(answers))


def _made_by(card: Card) -> list[frozenset[str]]:
    """The subtypes of each token that it makes."""
    tokens = [token for token, _ in made_by(card)]
    return [frozenset(token.faces[0].subtypes) for token in tokens]


def fewest(question: Question) -> int:
    """The fewest permanents of a board on which a token plays a part; 0: nothing makes any."""
    if not facts_of(question.cards).token_makers:
        return 0
    own, least = any(map(made_by, _named(question))), least_size(question.goal)
    wide = sum(demand.count for demand in _wide(question.goal))
    if wide > 1 or (wide and own):
        return least  # what is asked for makes what is asked for
    return least + (1 if wide or own else 2)


def decisive(question: Question, lacking: Sequence[Claim], size: int) -> list[Card] | None:
    """The cards of the boards of that many permanents; None where these are not looked at.

    `lacking`: what asked-for cards may lack. Of the fewest permanents of a board with a token each
    is told: what is asked for, the token, and what makes it. Loses no board iff what is asked for
    as a token meets each part by itself, by its maker or by what is named; and a token that helps
    a card makes a part true, or is counted by its maker. Of more permanents nothing is lost iff no
    token could help, with whatever helps it.
    """
    named, wide, first = _named(question), _wide(question.goal), size == fewest(question)
    if sum(each.count for each in wide) > 1:
        return None
    if any(made_by(card) for card in named):
        # Beside the named cards there is one permanent: the token that one of them makes.
        return named if first and not wide else None
    makers = _helping(question, lacking)
    if wide:
        makers += _makers_of(question, wide[0], named, alone=first) + _counting(question, lacking)
    cards = [*once(*named, *makers)] if makers else []
    return cards if not cards or (first and len(cards) <= MANY) else None


def could_help(question: Question, part: Claim) -> bool:
    """Whether a token could make the part true of another object."""
    return bool(_helping(question, (part,)))


def _named(question: Question) -> list[Card]:
    places = facts_of(question.cards).named(named_in(question.goal))
    return [question.cards[place] for place in places]


def _wide(goal: Goal) -> list[Demand]:
    return [each for each in goal.demands if isinstance(each.subject, AnyObject) and each.count]


def _makers_of(
    question: Question, demand: Demand, named: Sequence[Card], *, alone: bool
) -> list[Card]:
    """What makes a token that may be what is asked for.

    `alone`: beside its maker and what is named; else beside anything.
    """
    parts, counters = parts_of(demand), bool(question.counters)
    facts = facts_of(question.cards)
    made_by_some = {part for part in parts if not alone and facts.deeds.able(part)}
    makers = [made(card, ()) for card in named]

    def fits(card: Card) -> bool:
        others = [made(card, ()), *makers]
        return any(
            all(part in made_by_some or may_meet(each, part, others, counters) for part in parts)
            for each in (made(as_card(token), ()) for token, _ in made_by(card))
        )

    return [*filter(fits, facts.token_makers)]


def _helping(question: Question, parts: Sequence[Claim]) -> list[Card]:
    """What makes a token that could make one of the parts true of another object."""

    def changes(card: Card) -> Iterator[tree.Change]:
        return (each for token, _ in made_by(card) for each in changes_to_others(as_card(token)))

    makers = facts_of(question.cards).token_makers
    return [c for c in makers if any(could_make(*each) for each in product(changes(c), parts))]


def _counting(question: Question, parts: Sequence[Claim]) -> list[Card]:
    """What makes a token, and makes a part true by what it counts."""

    def counts(card: Card) -> bool:
        effects = filter(counts_around, effects_of(made(card, ())))
        return helps(card) and any(starmap(makes, product(effects, parts)))

    return [*filter(counts, facts_of(question.cards).token_makers)]
