"""704.5j: the legend rule, as the search looks at it."""

from striate.boards.timeline import Answer
from striate.cards import tree
from striate.cards.walking import nodes
from striate.search.cardindex import flagged

_SENTENCES = (
    "the <legend rule> doesn't apply",
    "if there are exactly <n> permanents named ~",
)


@flagged
def waives_legends(card: tree.Card) -> bool:
    """Whether its front says so."""
    return any(map(waives, card.faces[0].abilities))


def waives(ability: object) -> bool:
    """Whether it says of some permanents that the legend rule doesn't apply to them."""
    return isinstance(ability, tree.Inert) and any(
        isinstance(node, tree.Inert) and node.words.startswith(_SENTENCES)
        for node in nodes(ability)
    )


def one_must_go(answer: Answer) -> bool:
    """704.5j: whether a player controls two legendary permanents of one name, and the rule applies:
    the timeline says of them that nothing tells which one is kept.
    """
    return any(fact.line.startswith("704.5j") for fact in answer.facts)
