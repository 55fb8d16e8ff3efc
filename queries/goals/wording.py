"""Claims of a goal in words, for answers."""

import msgspec

from striate.cards import tree
from striate.cards.language import print_ability
from striate.cards.printing.canonical import NotPrintable
from striate.cards.tree import Filter
from striate.cards.vocabulary import COLOR_NAMES
from striate.search.goals import AnyObject, CardNamed, Claim, HasText, Leveler


def subject_words(subject: CardNamed | Leveler | AnyObject) -> str:
    """What is asked for, as a noun."""
    match subject:
        case CardNamed(name=name):
            return name
        case Leveler():
            return "a leveler"
        case AnyObject(filter=filter):
            return f"an object that is {_filter_words(filter)}"


def _claim_words(claim: Claim) -> str:
    """A claim as what follows "it is"."""
    if not isinstance(claim, HasText):
        return _filter_words(claim)
    try:
        text = print_ability(claim.ability)
    except NotPrintable:
        text = "that text"
    return f"{'without' if claim.negated else 'with'} “{text}”"


def denied(claim: Claim) -> str:
    """What is so where the claim is false, as what follows "it is"."""
    if isinstance(claim, HasText):
        return _claim_words(msgspec.structs.replace(claim, negated=not claim.negated))
    return _filter_words(claim.part if isinstance(claim, tree.Not) else tree.Not(claim))


def _filter_words(filter: Filter) -> str:
    """A filter of the goal language in words."""
    match filter:
        case tree.Not(part=tree.HasNoAbilities()):
            return "with abilities"
        case tree.Not(part=tree.HasKeyword(keyword=word)):
            return f"without {word}"
        case tree.Not(part=part):
            return f"not {_filter_words(part)}"
        case tree.AllOf(parts=parts):
            return ", ".join(map(_filter_words, parts)) or "anything"
        case tree.AnyOf(parts=parts):
            return " or ".join(map(_filter_words, parts))
        case tree.HasType(type=word):
            return word.lower()
        case tree.HasSubtype(subtype=word) | tree.Named(name=word):
            return word if isinstance(filter, tree.HasSubtype) else f"named {word}"
        case tree.HasSupertype(supertype=word):
            return word.lower()
        case tree.HasColor(color=letter):
            return COLOR_NAMES[letter]
        case tree.ColorCount(op=op, number=number):
            return "colorless" if (op, number) == ("=", 0) else f"of {op} {number} colors"
        case tree.HasKeyword(keyword=word):
            return f"with {word}"
        case tree.HasNoAbilities():
            return "without abilities"
        case tree.StatIs(stat=stat, op=op, amount=amount):
            return f"of {stat} {op} {_amount_words(amount)}"
        case tree.ControlledBy(player=player):
            return f"under {'your' if player == 'you' else 'your opponent’s'} control"
        case tree.HasCounter(kind=kind, op=op, number=number):
            return f"with {op} {number} {kind or 'any'} counters"
        case tree.IsTapped():
            return "tapped"
        case _:
            return type(filter).__name__


def _amount_words(amount: tree.Amount) -> str:
    if isinstance(amount, tree.StatOf):
        return f"its {amount.stat}"
    return str(amount.value) if isinstance(amount, tree.Num) else type(amount).__name__
