"""Tokens that a permanent of the pool makes (111): each stands behind what made it.

What made a token stands before it, its owner's, with the ability as it entered. What triggers as it
enters makes as many as it says, what can do so again any number. A token is a permanent of the
board like any other, and counts as one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from striate.cards import tree
from striate.cards.tokens import token_card
from striate.cards.walking import nodes, parts
from striate.encodings.door import Algebra
from striate.search.beyond import unheld
from striate.search.cardindex import Index, indexed
from striate.search.cone import ENTERING
from striate.search.entering import choices_of
from striate.search.goals import AnyObject, Goal
from striate.search.kinds import Kind
from striate.search.options import Option, made
from striate.search.slots import Slot
from striate.search.table import Table
from striate.solver.number import Number as Num
from striate.solver.terms import FALSE, TRUE, Lit

_UNTOLD = ("@", "#")  # a word that is chosen; words that the catalogue does not hold
_AGAIN = frozenset({"attacks", "enters or attacks", "deals combat damage to"})  # it stays for these


def _told_by(index: Index) -> Sequence[tuple[tuple[tree.Card, int | None], ...]]:
    return index.few(index.columns.tokens, ())


@indexed(_told_by)
def made_by(card: tree.Card) -> tuple[tuple[tree.Card, int | None], ...]:
    """The tokens that a card makes by being there, as `tokens_of` its front."""
    return tokens_of(card.faces[0])


@indexed(_told_by)
def tokens_of(face: tree.Face) -> tuple[tuple[tree.Card, int | None], ...]:
    """The tokens that it makes by being there, each with how many of them; None: any number."""
    tokens: dict[tree.Card, int | None] = {}
    for ability in face.abilities:
        body, again = _making(ability)
        for step in body.steps if body is not None else ():
            card, number = _told(step)
            if card is not None:
                before = tokens.get(card, 0)
                tokens[card] = None if again or before is None else before + number
    return tuple(tokens.items())


def tells_all(face: tree.Face) -> bool:
    """Whether these are all that a step of its text makes, copies too."""
    bodies = (body for each in face.abilities if (body := _making(each)[0]) is not None)
    told = [step for body in bodies for step in body.steps if _told(step)[0] is not None]
    return len(told) == sum(isinstance(each, _MAKING) for each in nodes(face.abilities))


_MAKING = (tree.CreateTokens, tree.CreateCopies)


def _making(ability: tree.Ability) -> tuple[tree.Body | None, bool]:
    """What it does while its object stays, if it makes tokens and nothing else; and whether it may
    again."""
    body: tree.Body | None = None
    again = True
    match ability:
        case tree.Triggered(event=tree.Event(word="when", verb="enters", who=tree.This())):
            body, again = ability.body, False
        case tree.Triggered(event=tree.Event(verb=verb, who=tree.This())) if verb in _AGAIN:
            body = ability.body
        case tree.Triggered(event=tree.Event(word="whenever" | "at", who=who)) if _is_another(who):
            body = ability.body
        case tree.Activated(cost=cost, loyalty=False) if not _may_take_it(cost):
            body = ability.body
    if isinstance(ability, tree.Triggered) and ability.condition is not None:
        return None, again
    if body is None or body.targets or not all(map(_makes_tokens, body.steps)):
        return None, again
    return body, again


def _may_take_it(cost: str) -> bool:
    """Whether paying the cost may take its object away, or something from it."""
    return bool({"~", "all"} & set(re.findall(r"~|\w+", cost.lower())))


def _is_another(who: tree.Who | None) -> bool:
    """Whether something happens to another object or to none, and not to what it is attached to."""
    return not isinstance(who, tree.This | tree.Attached)


def _makes_tokens(step: tree.Node) -> bool:
    """Whether it makes tokens, or changes no object."""
    return isinstance(step, tree.CreateTokens | tree.Inert)


def _told(step: tree.Node) -> tuple[tree.Card | None, int]:
    """The token that is made, and how many, where all of it is known; None: the slots do not hold
    it."""
    if not isinstance(step, tree.CreateTokens) or not isinstance(step.amount, tree.Num):
        return None, 0
    card, sized = token_of(step.token)
    plainly = step.player == "you" and step.attached_to is None and not step.attacking
    if card is None or not (sized and plainly):
        return None, 0
    as_a_card = as_card(card)
    held = card.layout == "token" and "Aura" not in step.token.subtypes
    held = held and not unheld(as_a_card)
    held = held and not any(choices_of(as_a_card, ["Wall"]))  # what happened this turn is not told
    return (card if held else None), step.amount.value


def token_of(spec: tree.TokenSpec) -> tuple[tree.Card | None, bool]:
    """The token, and whether its size is told; None: a word of it is open."""
    given = (spec.power, spec.toughness)
    sizes = [each.value if isinstance(each, tree.Num) else None for each in given]
    sized = all(each is None or isinstance(each, tree.Num) for each in given)
    open_ = any(isinstance(part, str) and part[:1] in _UNTOLD for part in parts(spec))
    return None if open_ else token_card(spec, *sizes), sized


def as_card(token: tree.Card) -> tree.Card:
    return tree.Card(token.name, "normal", token.faces)


def token_options(options: Iterable[Option]) -> list[Option]:
    """The tokens that any of these makes."""
    cards = {card: None for option in options for card, _ in tokens_of(option.face)}
    return [replace(made(as_card(card), ()), card=card, token=True) for card in cards]


def could_ask_for_tokens(goal: Goal, cards: Iterable[tree.Card]) -> bool:
    """Whether what is asked for could be a token that one of the cards makes."""
    any_object = any(isinstance(each.subject, AnyObject) for each in goal.demands)
    return any_object and any(made_by(card) for card in cards)


def marked(kind: Kind, option: Option, takes: bool) -> Kind:
    """The kind with the token that it is, or with those that it makes.

    `takes`: something takes abilities away, so that whether it has them as it enters must be told.
    """
    if option.token:
        return replace(kind, made=option.face)
    makes = tuple((card.faces[0], number) for card, number in tokens_of(option.face))
    if not makes:
        return kind
    return replace(kind, makes=makes, plain=kind.plain | ({ENTERING} if takes else frozenset()))


def behind_their_makers(algebra: Algebra, table: Table, slots: Sequence[Slot]) -> list[Lit]:
    """111.2: of each token no more are there than what stands before the last of them made."""
    lits: list[Lit] = []
    for face, mask in table.made.items():
        for slot in slots:
            here = slot.chooser.pick(mask)
            for side in (TRUE, FALSE) if here != FALSE else ():
                mine = [algebra.iff(each.yours, side) for each in slots]
                hidden = [
                    algebra.and_(each.chooser.pick(mask), mine[each.index])
                    for each in slots[: slot.index + 1]
                ]
                most: Num = 0
                for each in slots[: slot.index]:
                    able = algebra.and_(mine[each.index], each.enters)
                    for number, makers in _numbers(table, face, len(slots)):
                        lit = algebra.and_(each.chooser.pick(makers), able)
                        most = algebra.add(most, algebra.select([(lit, number)]))
                enough = algebra.compare(algebra.count(hidden), "<=", most)
                lits.append(algebra.or_(algebra.and_(here, mine[slot.index]) ^ 1, enough))
    return lits


def _numbers(table: Table, face: tree.Face, most: int) -> Iterator[tuple[int, int]]:
    """How many of the token are made, each with the mask of what makes so many."""
    for number, makers in table.makes.get(face, {}).items():
        yield (most if number is None else min(number, most)), makers
