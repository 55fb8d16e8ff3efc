"""Canonical text of replacement effects on dying, counters and tokens (614.1a)."""

from striate.cards import tree as t
from striate.cards.grammar.nouns import all_of
from striate.cards.printing.by_rule import say, says
from striate.cards.printing.canonical import show
from striate.cards.printing.nouns import group_phrase, parts_of
from striate.cards.printing.tokens import token_noun
from striate.cards.printing.words import article

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
