"""Instructions that touch no characteristic (608.2, 701), from one table for reading and printing.

A template is the instruction in words: "draw/draws" is a verb as "you" and as another player do
it; "card//cards" a noun for one and for several; "<amount>" how many, "<to>" what it is done to.
The words without slots are the act's `verb`. In the rules `acts of a player:` lists what a player
does (imperatives: you), `acts of an object:` what an object does, `acts:` what you do in fixed
words.
"""

import re
from functools import cache
from typing import Any

from striate.cards import tree as t
from striate.cards.grammar.engine import GRAMMAR, text_until
from striate.cards.grammar.instructions import Verb
from striate.cards.grammar.notation import listed, machine, offers

_FORMS = re.compile(r"([^\s/]+)//?([^\s/,]+)")


def _verb_of(template: str) -> str:
    words = (word for word in _FORMS.sub(r"\1", template).split(" ") if not word.startswith("<"))
    return " ".join(words)


_DONE_BY = {"of a player": ("player verb", "player"), "of an object": ("object verb", "who")}


@machine("acts")
def _act(kind: str, template: str) -> None:
    if not kind:
        GRAMMAR.rule("instruction", template)(lambda: (t.Act(template),))
        return
    verb = _verb_of(template)
    phrase, field = _DONE_BY[kind]

    def build(amount: t.Amount | None = None, to: Any = None) -> Any:
        return Verb(t.Act(verb, amount=amount, to=to), field)

    notation = _FORMS.sub(r"(\1|\2)", template).replace("<to>", "<to:damaged>")
    GRAMMAR.rule(phrase, notation.replace("<amount>", "<amount:how much>"))(build)


@cache
def _templates() -> dict[tuple[str, bool, bool], str]:
    return {
        (_verb_of(template), "<amount>" in template, "<to>" in template): template
        for kind in _DONE_BY
        for template in listed(f"acts {kind}")
    }


def template_of(act: t.Act) -> str | None:
    return _templates().get((act.verb, act.amount is not None, act.to is not None))


# 701.12b: no exchange is made if there is no object to exchange with.
NO_EXCHANGE = t.Compare(t.Count(t.Is(t.Target(0))), "=", t.Num(0))


text_until('. "', "melded name")  # 701.42: it ends the sentence
offers(listed=listed)
