"""Tokens that a card makes in whatever way (111)."""

import re
from functools import cache

from striate.boards.deeds import (
    DOORS,
    INTO_THE_LIBRARY,
    MELDS,
    RING_TEMPTS,
    is_left_to_the_board,
)
from striate.cards import tree
from striate.cards.tokens import token_card
from striate.cards.walking import any_node, nodes
from striate.search.entering import keywords_of
from striate.search.tokens import as_card, tells_all, token_of


@cache
def created(card: tree.Card) -> tuple[tuple[tree.Card | None, bool], ...]:
    """The tokens that its text makes, as it resolves too, and whether their size is told; None: one
    of which more is not told, as of a copy (707.2)."""
    tokens: dict[tuple[tree.Card | None, bool], None] = {}
    for node in nodes(tuple(face.abilities for face in card.faces)):
        if isinstance(node, tree.CreateTokens):
            token, sized = token_of(node.token)
            tokens[token and as_card(token), sized] = None
            for back in token.faces[1:] if token else ():  # 111.10i
                tokens[tree.Card(back.name, "normal", (back,)), False] = None
        elif isinstance(node, tree.CreateCopies) or makes_tokens(node) or _is_unread(node):
            tokens[None, False] = None
    if any(map(_copies_spells, card.faces)):
        tokens[None, False] = None
    return tuple(tokens)


def _is_unread(node: tree.Node) -> bool:
    """Whether it is what a spell does, and not understood."""
    return isinstance(node, tree.Spell) and any_node(node.body.steps, (tree.Prose,))


def _copies_spells(face: tree.Face) -> bool:
    """608.3f: whether it copies a spell that could be one of a permanent."""
    copying = (each for each in face.abilities if any_node(each, (tree.CopySpell,)))
    named = ({n.type for n in nodes(each) if isinstance(n, tree.HasType)} for each in copying)
    own = bool(keywords_of(face, *_COPIED)) and not _OF_SPELLS.issuperset(face.types)
    return own or not all(words and words <= _OF_SPELLS for words in named)


_OF_SPELLS = frozenset({"Instant", "Sorcery"})


@cache
def given_to_hosts(token: tree.TokenSpec) -> tuple[tree.Node, ...]:
    """111.10: what the abilities of a token say that its kind has."""
    return tuple(nodes(token_card(token, None, None).faces[0].abilities))


def makes_others(face: tree.Face) -> bool:
    """Whether it makes tokens that no slot holds, or others than were to be made (111.2)."""
    more = bool(keywords_of(face, *_COPIED)) or any_node(face.abilities, makes_tokens)
    return more or not tells_all(face)


def is_untold(act: tree.Act) -> bool:
    """Whether no list says that what it does makes nothing and changes nothing but as a card says:
    then it may do anything ("recruit")."""
    listed = act.verb in INTO_THE_LIBRARY or act.verb.startswith(_CHANGING_NOTHING)
    return not (listed or is_left_to_the_board(act))


_CHANGING_NOTHING = (
    "choose ", "repeat this process", "regenerate", "become the monarch", "detain", "unattach",
    "when it dies or is exiled, return it", "it becomes day", "it becomes night", "end the turn",
    "enter blocking", *DOORS, MELDS, RING_TEMPTS,
)  # fmt: skip


def makes_tokens(node: tree.Node) -> bool:
    """Whether it makes tokens that no step of a text tells (309, 702)."""
    match node:
        case tree.Keyword(name="gift", words=words):
            return words not in ("a card", "an extra turn")  # 702.174e, g
        case tree.Keyword(name=name, cost=cost):
            return name in _MAKING or name == "cumulative upkeep" and "token" in cost
        case tree.Act(verb="venture into the dungeon" | "take the initiative"):
            return True
        case tree.Act():
            return is_untold(node)
        case tree.Inert(words=words):
            return bool(re.search(r"\bcreated?\b", words))
    return isinstance(node, tree.TokensReplaced | tree.Endure)


_MAKING = (
    "living weapon", "job select", "for mirrodin!", "fabricate", "afterlife", "incubate", "amass",
    "embalm", "eternalize", "encore", "squad", "offspring", "mobilize", "myriad", "double team",
)  # fmt: skip
_COPIED = ("casualty", "conspire", "demonstrate", "replicate", "storm")  # 608.3f: of its spell
