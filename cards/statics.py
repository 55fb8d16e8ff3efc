"""Static abilities: who, while, what (604, 611.3, 613)."""

from striate.cards import conditions, keywords, tree  # noqa: F401
from striate.cards.grammar import rule
from striate.cards.tree import Effect, Static

rule("subject", "<group:groups>")(lambda group: group)
rule("subject", "~")(lambda: tree.This())
rule("static line", "<who:subject> (has|have) <abilities> .")(
    lambda who, abilities: Static((Effect(who, (tree.GainAbilities(abilities),)),))
)
