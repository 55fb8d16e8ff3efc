"""Terms mean what they say: building and folding never change a value."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from striate.solver.terms import FALSE, TRUE, Graph, negate

VARIABLES = 4
WIDTH = 1 << VARIABLES
ALL = (1 << WIDTH) - 1


def masks(graph: Graph) -> dict[int, int]:
    """Variable literal -> its column of the truth table."""
    return {
        graph.var(i): sum(1 << row for row in range(WIDTH) if row >> i & 1)
        for i in range(VARIABLES)
    }


# One step of building: an operation and the terms that it takes, by number.
STEP = st.tuples(
    st.sampled_from(["and", "or", "xor", "iff", "ite", "all", "any", "amo", "one"]),
    st.lists(st.tuples(st.integers(0, 60), st.booleans()), min_size=3, max_size=9),
)

NAIVE: dict[str, Callable[[list[int]], int]] = {
    "and": lambda v: v[0] & v[1],
    "or": lambda v: v[0] | v[1],
    "xor": lambda v: v[0] ^ v[1],
    "iff": lambda v: ~(v[0] ^ v[1]) & ALL,
    "ite": lambda v: (v[0] & v[1]) | (~v[0] & v[2] & ALL),
    "all": lambda v: by_row(v, lambda n: n == len(v)),
    "any": lambda v: by_row(v, lambda n: n > 0),
    "amo": lambda v: by_row(v, lambda n: n <= 1),
    "one": lambda v: by_row(v, lambda n: n == 1),
}


def by_row(columns: list[int], holds: Callable[[int], bool]) -> int:
    return sum(
        1 << row for row in range(WIDTH) if holds(sum(column >> row & 1 for column in columns))
    )


def built(graph: Graph, op: str, lits: list[int]) -> int:
    if op == "ite":
        return graph.ite(*lits[:3])
    if op in ("all", "any", "amo", "one"):
        nary = {
            "all": graph.all_,
            "any": graph.any_,
            "amo": graph.at_most_one,
            "one": graph.exactly_one,
        }
        return nary[op](lits)
    binary = {
        "and": graph.and_,
        "or": graph.or_,
        "xor": graph.xor,
        "iff": graph.iff,
    }
    return binary[op](*lits[:2])


@settings(max_examples=300, deadline=None)
@given(st.lists(STEP, max_size=25))
def test_random_terms_evaluate_as_a_naive_evaluator_does(
    steps: list[tuple[str, list[tuple[int, bool]]]],
) -> None:
    graph = Graph()
    table = masks(graph)
    terms = [FALSE, TRUE, *table]
    columns = [0, ALL, *table.values()]
    for op, chosen in steps:
        lits = [terms[i % len(terms)] ^ flipped for i, flipped in chosen]
        values = [columns[i % len(columns)] ^ (ALL if flipped else 0) for i, flipped in chosen]
        terms.append(built(graph, op, lits))
        columns.append(NAIVE[op](values))
    assert graph.simulate(terms, table, WIDTH) == columns


def test_evaluate_takes_an_unassigned_variable_as_false() -> None:
    graph = Graph()
    a, b = graph.var("a"), graph.var("b")
    assert graph.evaluate([a, b, negate(b), graph.or_(a, b)], {a: True}) == [
        True,
        False,
        True,
        True,
    ]


def test_equal_terms_are_one_node() -> None:
    graph = Graph()
    a, b, c = (graph.var(name) for name in "abc")
    assert graph.and_(a, b) == graph.and_(b, a)
    assert graph.all_([a, b, c, a, TRUE]) == graph.all_([c, b, a])
    assert graph.xor(a, b) == negate(graph.xor(negate(a), b))
    assert graph.ite(a, b, c) == graph.ite(negate(a), c, b)
    assert graph.var("a") == a


def test_folding_leaves_no_node_behind() -> None:
    graph = Graph()
    a, b = graph.var("a"), graph.var("b")
    both = graph.and_(a, b)
    size = len(graph)
    assert graph.and_(a, both) == both
    assert graph.and_(negate(a), both) == FALSE
    assert graph.or_(a, both) == a
    assert graph.and_(a, negate(a)) == FALSE
    assert graph.any_([a, b, negate(a)]) == TRUE
    assert graph.ite(a, a, b) == graph.or_(a, b)
    assert graph.xor(a, a) == FALSE
    assert len(graph) == size + 1  # the disjunction


def test_any_is_one_node_for_any_number_of_literals() -> None:
    graph = Graph()
    lits = [graph.fresh() for _ in range(900)]
    size = len(graph)
    graph.any_(lits)
    assert len(graph) == size + 1


@pytest.mark.parametrize("count", [0, 1, 2, 5, 7, 9])
def test_counting_agrees_with_counting(count: int) -> None:
    graph = Graph()
    lits = [graph.var(i) for i in range(count)]
    most = [graph.at_most(lits, k) for k in range(count + 2)]
    least = [graph.at_least(lits, k) for k in range(count + 2)]
    one, unary = graph.exactly_one(lits), graph.unary_count(lits, 3)
    for row in product((False, True), repeat=count):
        values = dict(zip(lits, row, strict=True))
        true = sum(row)
        assert graph.evaluate(most, values) == [true <= k for k in range(count + 2)]
        assert graph.evaluate(least, values) == [true >= k for k in range(count + 2)]
        assert graph.evaluate([one], values) == [true == 1]
        assert graph.evaluate(unary, values) == [true > k for k in range(min(3, count))]


def test_a_literal_given_twice_counts_twice() -> None:
    graph = Graph()
    lits = [graph.var(i) for i in range(8)]
    twice = graph.at_most_one([*lits, lits[0]])
    assert graph.evaluate([twice], {lits[0]: True}) == [False]
    assert graph.evaluate([twice], {lits[1]: True}) == [True]


def test_a_node_remembers_the_innermost_rule_that_made_it_first() -> None:
    graph = Graph()
    a, b, c = (graph.var(name) for name in "abc")
    with graph.rule("613.8"):
        outer = graph.and_(a, b)
        with graph.rule("613.8b"):
            assert graph.current_rule() == "613.8b"
            inner = graph.and_(b, c)
            again = graph.and_(a, b)
        after = graph.or_(a, c)
    assert again == outer
    assert graph.rule_of(outer) == graph.rule_of(after) == "613.8"
    assert graph.rule_of(negate(inner)) == "613.8b"
    free = graph.xor(a, b)
    assert graph.rule_of(free) is None and graph.current_rule() is None
    assert graph.rules_behind([graph.and_(inner, free)]) == {"613.8b"}


def test_a_rule_ends_when_its_block_fails() -> None:
    graph = Graph()
    with pytest.raises(ValueError), graph.rule("613.1"):
        raise ValueError
    assert graph.current_rule() is None


def test_names_and_kinds() -> None:
    graph = Graph()
    a = graph.var(("slot", 1))
    assert graph.name_of(negate(a)) == ("slot", 1)
    assert graph.is_variable(negate(a)) and not graph.is_variable(TRUE)
    assert not graph.is_variable(graph.xor(a, graph.fresh()))
