"""Boards with tokens out of a large pool: the fewest permanents of one, and those that are looked
at.

What makes a token stands on the board, too. So a token that is asked for takes one permanent more,
and one that helps what is named takes two; and of those few tokens can matter.
"""

from collections.abc import Iterable, Sequence

from striate.cards.tree import Card
from striate.search.beyond import left_out
from striate.search.facedown import is_named
from striate.search.goals import AnyObject, Claim, Demand, Goal
from striate.search.helping import helper_of
from striate.search.making import could_make, parts_of
from striate.search.options import made
from striate.search.questions import MANY, Question, least_size
from striate.search.severally import may_meet
from striate.search.tokens import as_card, tokens_of


def fewest(goal: Goal, cards: Iterable[Card]) -> int:
    """The fewest permanents of a board on which a token plays a part; 0: nothing makes any."""
    makers = [card for card in cards if tokens_of(card.faces[0]) and not left_out(card)]
    if not makers:
        return 0
    own = any(is_named(goal, card) for card in makers)
    wide = sum(demand.count for demand in _wide(goal))
    if wide > 1 or (wide and own):
        return least_size(goal)  # what is asked for makes what is asked for
    return least_size(goal) + (1 if wide or own else 2)


def decisive(question: Question, goal: Goal, parts: Sequence[Claim]) -> list[Card] | None:
    """The cards of the boards of that many permanents; None where these are not looked at.

    `parts`: what is claimed of named cards. Loses no board iff what is asked for as a token meets
    each part by itself, by its maker or by what is named; and a token that helps a named card makes
    a part true, where nothing is counted that its maker could count.
    """
    named = [card for card in question.cards if is_named(goal, card)]
    wide = _wide(goal)
    if any(tokens_of(card.faces[0]) for card in named) or sum(each.count for each in wide) > 1:
        return None
    makers = _makers_of(question, wide[0], named) if wide else _helping(question, parts)
    found = list({card.name: card for card in (*named, *makers)}.values()) if makers else []
    return found if len(found) <= MANY else None


def could_help(question: Question, part: Claim) -> bool:
    """Whether a token could make the part true of another object."""
    return bool(_helping(question, (part,)))


def _wide(goal: Goal) -> list[Demand]:
    return [each for each in goal.demands if isinstance(each.subject, AnyObject) and each.count]


def _makers_of(question: Question, demand: Demand, named: Sequence[Card]) -> list[Card]:
    """What makes a token that may be what is asked for."""
    parts, counters = parts_of(demand), bool(question.counters)
    there = [made(card, ()) for card in named]
    found = []
    for card in question.cards:
        told = [] if left_out(card) else tokens_of(card.faces[0])
        others = [made(card, ()), *there] if told else []
        tokens = [made(as_card(token), ()) for token, _ in told]
        if any(all(may_meet(each, part, others, counters) for part in parts) for each in tokens):
            found.append(card)
    return found


def _helping(question: Question, parts: Sequence[Claim]) -> list[Card]:
    """What makes a token that could make one of the parts true of another object."""
    found = []
    for card in question.cards:
        told = [] if left_out(card) else tokens_of(card.faces[0])
        helpers = [helper_of(0, as_card(token)) for token, _ in told]
        changes = [change for each in helpers if each is not None for change in each.changes]
        if any(could_make(change, part) for change in changes for part in parts):
            found.append(card)
    return found
