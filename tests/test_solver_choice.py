"""A choice looks up what stands at the chosen place, in either coding."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from striate.solver import number as num
from striate.solver.backend import Verdict
from striate.solver.choice import Choice
from striate.solver.model import Model
from striate.solver.session import Session
from striate.solver.terms import FALSE, TRUE, Graph


def models(choice: Choice) -> list[Model]:
    """Every assignment of the choice's bits under which it is valid."""
    bits = choice.bits
    rows = [
        {bit: bool(row >> place & 1) for place, bit in enumerate(bits)}
        for row in range(1 << len(bits))
    ]
    found = [Model(choice.graph, row) for row in rows]
    return [model for model in found if model.value(choice.valid)]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.integers(-9, 9), min_size=1, max_size=9), st.booleans(), st.data())
def test_look_ups_give_what_stands_at_the_place(
    table: list[int], one_hot: bool, data: st.DataObject
) -> None:
    choice = Choice(Graph(), "c", len(table), one_hot)
    chosen = data.draw(st.sets(st.integers(0, len(table) - 1)))
    among, number, code = choice.among(chosen), choice.number(table), choice.code()
    seen = []
    for model in models(choice):
        value = choice.value(model)
        seen.append(value)
        assert model.value(among) == (value in chosen)
        assert model.number(number) == table[value]
        assert model.number(code) == value
        assert [model.value(choice.is_(k)) for k in range(len(table))] == [
            k == value for k in range(len(table))
        ]
    assert sorted(seen) == list(range(len(table)))


@pytest.mark.parametrize("codings", [(True, True), (False, False), (True, False)])
def test_same_is_equality_of_values(codings: Sequence[bool]) -> None:
    graph = Graph()
    a, b = Choice(graph, "a", 5, codings[0]), Choice(graph, "b", 6, codings[1])
    with Session(graph) as session:
        session.assert_(a.valid, b.valid, a.same(b))
        found = session.enumerate([*a.bits, *b.bits])
        pairs = sorted((a.value(model), b.value(model)) for model in found)
        assert found.verdict is Verdict.UNSAT
    assert pairs == [(value, value) for value in range(5)]


def test_a_choice_of_one_value_is_no_choice() -> None:
    choice = Choice(Graph(), "c", 1)
    assert (choice.bits, choice.valid, choice.is_(0), choice.among(())) == ([], TRUE, TRUE, FALSE)
    assert choice.number([4]) == 4


def test_many_values_take_few_variables() -> None:
    graph = Graph()
    choice = Choice(graph, "c", 4000)
    assert len(choice.bits) == 12
    low_half = choice.among(range(2048))
    assert graph.is_variable(low_half)
    assert num.high(choice.number([k % 7 for k in range(4000)])) == 6
