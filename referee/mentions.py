"""What a card's text could do to objects that enter, so that most need no evaluation (614.12)."""

from functools import lru_cache

from striate.cards import tree
from striate.cards.meanings import speaks_of_targeting
from striate.cards.tree import Ability, Keyword, This
from striate.cards.walking import any_node
from striate.referee.keywordrules import meanings

_ENTERS = (
    tree.EntersWith,
    tree.EntersTapped,
    tree.EntersAs,
    tree.EntersAsCopy,
)
_TAKES = (
    tree.LoseAbilities,
    tree.LoseAllAbilities,
    tree.CantHave,
    tree.SetSubtypes,
    tree.SetTypes,
    tree.FullTextOf,
    tree.BecomeCopy,
    tree.ReplaceWords,
    tree.ExchangeText,
)


@lru_cache(maxsize=16384)
def mentions(value: object, kinds: tuple[type, ...]) -> bool:
    """Whether a node of one of those kinds is anywhere in the tree."""
    return any_node(value, kinds)


@lru_cache(maxsize=16384)
def lingers(value: object) -> bool:
    """Whether some static ability in the tree goes on after its object has left."""
    return any_node(value, lambda node: isinstance(node, tree.Static) and node.lingers)


def _says_how_it_enters(ability: Ability) -> bool:
    """614.1c-d: "this permanent enters ..." """
    if isinstance(ability, tree.EntersAs):
        return True
    if isinstance(ability, tree.EntersWith | tree.EntersTapped | tree.EntersAsCopy):
        return ability.who == This()
    return False


@lru_cache(maxsize=16384)
def own_enters(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """614.1c: the abilities that say how the object itself enters."""
    found: list[Ability] = []
    for ability in abilities:
        parts = meanings(ability) if isinstance(ability, Keyword) else (ability,)
        found.extend(part for part in parts if _says_how_it_enters(part))
    return tuple(found)


@lru_cache(maxsize=16384)
def touches_others(abilities: tuple[Ability, ...], kinds: tuple[type, ...]) -> bool:
    """Whether it could say how other objects enter, or give them such an ability.

    What an activated or triggered ability gives is an effect of its resolution, not of this text.
    """
    return any(_touches(ability, kinds) for ability in abilities)


def _touches(ability: Ability, kinds: tuple[type, ...]) -> bool:
    if isinstance(ability, tree.Static | tree.LevelSymbol | tree.ClassLevel):
        return any_node(
            ability, lambda node: _stands_for(node, kinds) or _gives_statics_of_others(node, kinds)
        )
    return isinstance(ability, kinds) and not _says_how_it_enters(ability)


def _stands_for(node: tree.Node, kinds: tuple[type, ...]) -> bool:
    """Whether it is one of these, or a keyword that stands for one, such as riot."""
    if isinstance(node, Keyword):
        return any(isinstance(part, kinds) for part in meanings(node))
    return isinstance(node, kinds)


def _gives_statics_of_others(node: tree.Node, kinds: tuple[type, ...]) -> bool:
    """Whether what it gives of others may be an ability of these kinds."""
    if not isinstance(node, tree.GainAbilitiesOf):
        return False
    if node.kind == "keywords":
        return any(_stands_for(Keyword(name), kinds) for name in node.keywords)
    return node.kind == "all"  # all other kinds are activated or triggered abilities


@lru_cache(maxsize=16384)
def could_change(abilities: tuple[Ability, ...]) -> bool:
    """Whether it could take abilities away from an object as it enters, or give it such as say
    how it enters.
    """
    return could_take(abilities) or any(_touches(ability, _ENTERS) for ability in abilities)


@lru_cache(maxsize=16384)
def about_targets(abilities: tuple[Ability, ...]) -> bool:
    """Whether it speaks of what can't be a target (702.11, 702.16, 702.18), of itself or others."""
    return any_node(abilities, says_of_targets)


def says_of_targets(node: tree.Node) -> bool:
    if isinstance(node, Keyword):
        return node.name in ("hexproof", "shroud", "protection") or any(
            any_node(each, says_of_targets) for each in meanings(node) if each != node
        )
    return isinstance(node, tree.Static) and speaks_of_targeting(node)


@lru_cache(maxsize=16384)
def could_take(abilities: tuple[Ability, ...]) -> bool:
    """Whether it could take abilities away from an object as it enters."""
    return mentions(abilities, _TAKES)
