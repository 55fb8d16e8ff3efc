"""Canonical text of a token's characteristics, as what makes it gives them (111.3)."""

from striate.cards import tree as t
from striate.cards.printing.statics import abilities
from striate.cards.printing.words import listed
from striate.cards.vocabulary import COLOR_NAMES


def token_noun(token: t.TokenSpec, *, one: bool, state: str = "") -> str:
    """What stands after the number: "1/1 white Soldier creature tokens with flying"."""
    words = [state] if state else []
    if token.power is not None and token.toughness is not None and not has_two_sizes(token):
        words.append(f"{_box(token.power)}/{_box(token.toughness)}")
    words += [word.lower() for word in token.supertypes]
    if token.colors:
        words.append(listed([COLOR_NAMES[color] for color in token.colors]))
    words += [*token.subtypes, *(word.lower() for word in token.types)]
    words.append("token" if one else "tokens")
    if token.name:
        words.append(f"named {token.name}")
    if token.abilities:
        words.append(f"with {abilities(token.abilities)}")
    return " ".join(words)


def has_two_sizes(token: t.TokenSpec) -> bool:
    """Whether its power and its toughness are measured apart."""
    sizes = {token.power, token.toughness}
    if sizes & {None, t.X()} or any(isinstance(half, t.Num) for half in sizes):
        return False
    return token.power != token.toughness


def _box(amount: t.Amount) -> str:
    return str(amount.value) if isinstance(amount, t.Num) else "X"
