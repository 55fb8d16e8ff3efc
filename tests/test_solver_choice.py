"""A choice of one of some values, asked by masks."""

from hypothesis import given, settings
from hypothesis import strategies as st

from striate.solver.choice import Choice
from striate.solver.model import Model
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
@given(st.integers(1, 9), st.data())
def test_a_set_of_values_holds_the_one_that_is_chosen(count: int, data: st.DataObject) -> None:
    choice = Choice(Graph(), "c", count)
    chosen = data.draw(st.sets(st.integers(0, count - 1)))
    picked = choice.pick(sum(1 << value for value in chosen))
    seen = []
    for model in models(choice):
        value = choice.value(model)
        seen.append(value)
        assert model.value(picked) == (value in chosen)
    assert sorted(seen) == list(range(count))


def test_a_choice_of_one_value_is_no_choice() -> None:
    choice = Choice(Graph(), "c", 1)
    assert (choice.bits, choice.valid, choice.pick(1), choice.pick(0)) == ([], TRUE, TRUE, FALSE)


def test_many_values_take_few_variables() -> None:
    graph = Graph()
    choice = Choice(graph, "c", 4000)
    assert len(choice.bits) == 12
    assert graph.is_variable(choice.pick((1 << 2048) - 1))
