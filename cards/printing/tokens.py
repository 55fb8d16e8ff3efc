"""Canonical text of a token's characteristics (111.3), and of what is replaced (614.1a)."""

from striate.cards import tree as t
from striate.cards.grammar.nouns import all_of, parts_of
from striate.cards.printing.by_rule import say, says
from striate.cards.printing.canonical import show
from striate.cards.printing.nouns import group_phrase
from striate.cards.printing.statics import abilities
from striate.cards.printing.words import article, listed
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


# --- what is replaced (614.1a) --------------------------------------------------------------------

says("one of")(
    lambda who, plural: article(group_phrase(who)) if isinstance(who, t.Each) else show(who)
)
says("them")(
    lambda who, plural: group_phrase(who, plural=True) if isinstance(who, t.Each) else show(who)
)
says("token")(lambda token, plural: token_noun(token, one=True))
says("tokens")(lambda token, plural: token_noun(token, one=False))


@says("tokens meant")
def _tokens(which: t.Filter, plural: bool = False) -> str:
    return group_phrase(t.Each(all_of((*parts_of(which), t.IsToken()))), plural=True)


@says("replacing this turn")
def _this_turn(value: t.GoesElsewhere | t.CountersReplaced | t.TokensReplaced, plural: bool) -> str:
    """The sentence without its stop, for the rest of the turn."""
    words = say("replaced", value) or ""
    if isinstance(value, t.GoesElsewhere):
        return words.replace(", ", " this turn, ", 1)
    return f"until end of turn, {words}"
