"""Walking a tree leaves out the fields that hold words only, and no node is missed by it."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import astuple

from striate.cards import tree, walking
from striate.cards.catalogue.store import SHIPPED, Catalogue
from striate.cards.language import parse_abilities

# Texts whose drafts stand for objects and players that another sentence names.
DRAFTED = (
    "target player draws a card. That player loses 2 life.",
    "choose target creature. Until end of turn, it gets +2/+2 and gains trample.",
    "destroy target artifact. Its controller creates a 1/1 white Spirit creature token.",
    "target creature gets +1/+1 until end of turn. Another target creature gets -1/-1 instead.",
)


def _every_node(value: Any) -> Iterator[tree.Node]:
    if isinstance(value, tree.Node):
        yield value
    if isinstance(value, (tree.Node, tuple)):
        for part in astuple(value) if isinstance(value, tree.Node) else value:
            yield from _every_node(part)


def _plain_fields(node: tree.Node) -> Iterator[Any]:
    for base in type(node).__mro__:
        for name, hint in walking._said(base).items():
            if walking._is_plain(hint) and hasattr(node, name):
                yield getattr(node, name)


def test_every_node_of_every_card_is_walked_over() -> None:
    for card in islice(Catalogue(SHIPPED).all_cards(), 0, None, 7):
        ours = walking.nodes(card.faces)
        assert all(a is b for a, b in zip(ours, _every_node(card.faces), strict=True)), card.name


def test_a_node_of_a_kind_of_another_class_is_one_of_it() -> None:
    """The constraints have such: what a resolution adds is a `ModifyPT`, too."""

    class OfIts(tree.ModifyPT, frozen=True):
        pass

    amount = tree.Count(tree.HasType("Creature"))
    words = (OfIts(amount, amount),)
    assert walking.any_node(words, (tree.ModifyPT,))
    assert list(walking.nodes(words))[1:] == [amount, amount.filter] * 2


def test_a_node_of_a_class_is_found_as_if_each_were_asked() -> None:
    classes = [each for each in vars(tree).values() if isinstance(each, type)]
    kinds = [each for each in classes if issubclass(each, tree.Node) and each is not tree.Node]
    for card in islice(Catalogue(SHIPPED).all_cards(), 0, None, 101):
        there = {type(node) for node in _every_node(card.faces)}
        assert {each for each in kinds if walking.any_node(card.faces, (each,))} == there & set(
            kinds
        )


@pytest.mark.parametrize("text", DRAFTED)
def test_no_draft_stands_where_words_do(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    class Watched(walking._Inside):
        def __missing__(self, kind: type) -> Any:
            inside = super().__missing__(kind)
            if inside is None:
                return None

            def looked_at(node: tree.Node) -> tuple[Any, ...]:
                seen.append(node)
                assert not [one for plain in _plain_fields(node) for one in _every_node(plain)]
                return inside(node)

            self[kind] = looked_at
            return looked_at

    monkeypatch.setattr(walking, "_INSIDE", Watched())
    parse_abilities(f"When this creature enters, {text}")
    assert seen


def test_a_rewrite_told_which_classes_it_replaces_makes_the_same_tree() -> None:
    def put(node: Any) -> Any:
        return tree.X() if isinstance(node, tree.Num) else node

    closed = (tree.Activated, tree.Inert)
    for card in islice(Catalogue(SHIPPED).all_cards(), 0, None, 101):
        made = walking.rewrite(card.faces, put, closed, (tree.Num, tree.Attached))
        assert made == walking.rewrite(card.faces, put, closed), card.name
        if made == card.faces:
            assert made is card.faces
