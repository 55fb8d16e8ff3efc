"""702: no keyword is only a word: each stands for abilities, or for a rule alone, and says
which."""

import re

from striate.cards import tree as t
from striate.cards.catalogue.store import Catalogue
from striate.cards.meaning_table import MEANINGS
from striate.cards.meanings import meaning
from striate.cards.meanings_counted import HOLD_IF_PAID, RULES_ALONE
from striate.cards.vocabulary import KEYWORDS, QUALITY_KEYWORDS
from striate.cards.walking import nodes

EVERY = {*KEYWORDS, *QUALITY_KEYWORDS, "bands with other", "typecycling"}


def test_every_keyword_stands_in_one_of_the_two_tables() -> None:
    assert {*MEANINGS, *RULES_ALONE} == EVERY
    assert not {*MEANINGS} & {*RULES_ALONE}


def test_every_keyword_of_a_card_is_a_keyword_of_the_tables(catalogue: Catalogue) -> None:
    names = {
        ability.name
        for card in catalogue.all_cards()
        for face in card.faces
        for ability in face.abilities
        if isinstance(ability, t.Keyword)
    }
    assert names <= EVERY


def test_every_meaning_is_abilities_with_its_clause_beside_it() -> None:
    for name, means in MEANINGS.items():
        found = means(t.Keyword(name, "{1}", 2))
        assert found, name
        clause = means.__doc__ or ""
        assert re.match(r"702\.\d+", clause) or means.__name__ in _SHARED, name


_SHARED = ("triggers", "bears")  # one function for several keywords: the clauses stand at the table


def test_what_depends_on_a_cost_is_not_there_without_it() -> None:
    for name in HOLD_IF_PAID:
        assert any(isinstance(each, t.Static | t.EntersWith) for each in meaning(t.Keyword(name)))


def test_no_keyword_is_only_a_word() -> None:
    for name, means in MEANINGS.items():
        for ability in means(t.Keyword(name, "{1}", 2)):
            body = getattr(ability, "body", None)
            words = nodes(body, (t.Fact, t.UnknownAmount))
            assert not any(isinstance(node, t.Prose) for node in words), name
            assert body is None or not body.touches, name
