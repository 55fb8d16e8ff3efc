"""Numbers over a graph are Python's ints, for every assignment of their bits."""

from collections.abc import Callable
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from striate.solver import number as num
from striate.solver.number import Bits, Number
from striate.solver.terms import FALSE, TRUE, Graph, negate

FREE = 5  # free variables: 32 assignments

# A leaf: a constant, or the sum of a constant and some weighted variables by way of `select`.
LEAF = st.one_of(
    st.integers(-9, 9),
    st.lists(st.tuples(st.integers(0, FREE - 1), st.integers(-6, 6)), min_size=1, max_size=3),
)
OPERATION = st.tuples(
    st.sampled_from(
        ["add", "subtract", "negate", "scale", "half_down"]
        + ["half_up", "maximum", "minimum", "ite"]
    ),
    st.integers(0, 30),
    st.integers(0, 30),
    st.integers(0, FREE - 1),
    st.integers(-5, 5),
)
EXPECTED: dict[str, Callable[[int, int, bool, int], int]] = {
    "add": lambda a, b, c, k: a + b,
    "subtract": lambda a, b, c, k: a - b,
    "negate": lambda a, b, c, k: -a,
    "scale": lambda a, b, c, k: a * k,
    "half_down": lambda a, b, c, k: a // 2,
    "half_up": lambda a, b, c, k: -(-a // 2),
    "maximum": lambda a, b, c, k: max(a, b),
    "minimum": lambda a, b, c, k: min(a, b),
    "ite": lambda a, b, c, k: a if c else b,
}


def leaf(g: Graph, shape: int | list[tuple[int, int]]) -> Number:
    if isinstance(shape, int):
        return shape
    return num.total(g, [num.select(g, [(g.var(i), weight)]) for i, weight in shape])


def leaf_value(shape: int | list[tuple[int, int]], row: tuple[bool, ...]) -> int:
    if isinstance(shape, int):
        return shape
    return sum(weight for i, weight in shape if row[i])


def apply(g: Graph, op: str, a: Number, b: Number, c: int, k: int) -> Number:
    unary = {"negate": num.negate, "half_down": num.half_down, "half_up": num.half_up}
    binary = {
        "add": num.add,
        "subtract": num.subtract,
        "maximum": num.maximum,
        "minimum": num.minimum,
    }
    if op in unary:
        return unary[op](g, a)
    if op in binary:
        return binary[op](g, a, b)
    if op == "scale":
        return num.scale(g, a, k)
    return num.ite(g, c, a, b)


@settings(max_examples=200, deadline=None)
@given(st.lists(LEAF, min_size=1, max_size=4), st.lists(OPERATION, max_size=6))
def test_operations_are_those_of_ints(
    leaves: list[int | list[tuple[int, int]]],
    operations: list[tuple[str, int, int, int, int]],
) -> None:
    g = Graph()
    free = [g.var(i) for i in range(FREE)]
    rows = list(product((False, True), repeat=FREE))
    numbers = [leaf(g, shape) for shape in leaves]
    values = [[leaf_value(shape, row) for row in rows] for shape in leaves]
    for op, i, j, c, k in operations:
        i, j = i % len(numbers), j % len(numbers)
        numbers.append(apply(g, op, numbers[i], numbers[j], free[c], k))
        column = zip(rows, values[i], values[j], strict=True)
        values.append([EXPECTED[op](a, b, row[c], k) for row, a, b in column])
    last, wanted = numbers[-1], values[-1]
    other, others = numbers[0], values[0]
    relations = [
        num.equal(g, last, other),
        num.less(g, last, other),
        num.at_most(g, last, other),
        num.at_least(g, last, other),
        num.greater(g, last, other),
        num.equal(g, last, 3),
        num.less(g, last, -2),
    ]
    for row, a, b in zip(rows, wanted, others, strict=True):
        assignment = dict(zip(free, row, strict=True))
        assert num.value(g, last, assignment) == a
        assert num.low(last) <= a <= num.high(last)
        assert g.evaluate(relations, assignment) == [
            a == b,
            a < b,
            a <= b,
            a >= b,
            a > b,
            a == 3,
            a < -2,
        ]
    if len(set(wanted)) == 1 and not isinstance(last, Bits):
        assert last == wanted[0]


@given(st.lists(st.integers(0, 7), max_size=12))
def test_count_is_the_number_of_true_literals(places: list[int]) -> None:
    g = Graph()
    lits = [FALSE, TRUE, *(g.var(i) for i in range(6))]
    counted = num.count(g, [lits[place] for place in places])
    for row in product((False, True), repeat=6):
        values = [False, True, *row]
        assignment = dict(zip(lits[2:], row, strict=True))
        assert num.value(g, counted, assignment) == sum(values[place] for place in places)


def test_select_takes_the_number_of_the_guard_that_holds() -> None:
    g = Graph()
    guards = [g.var(i) for i in range(4)]
    inner = num.select(g, [(g.var("x"), 7)])
    chosen = num.select(g, zip(guards, [3, -4, 11, inner], strict=True))
    assert (num.low(chosen), num.high(chosen)) == (-4, 11)
    for i, wanted in enumerate([3, -4, 11, 7]):
        assert num.value(g, chosen, {guards[i]: True, g.var("x"): True}) == wanted
    assert num.value(g, chosen, {}) == 0
    assert num.select(g, []) == 0
    assert num.select(g, [(FALSE, 3), (TRUE, 9), (guards[0], 1)]) == 9


def test_a_variable_number_takes_every_value_between_its_bounds_and_no_other() -> None:
    for least, most in [(0, 5), (-3, 4), (2, 3), (-6, -2), (0, 0), (1, 1)]:
        g = Graph()
        number, inside = num.variable(g, "n", least, most)
        bits = [g.var(("n", place)) for place in range(4)]
        seen = set()
        for row in product((False, True), repeat=4):
            assignment = dict(zip(bits, row, strict=True))
            if g.evaluate([inside], assignment) == [True]:
                seen.add(num.value(g, number, assignment))
        assert seen == set(range(least, most + 1))


def test_constants_make_no_gates_and_bounds_decide_comparisons() -> None:
    g = Graph()
    x = num.select(g, [(g.var("x"), 3)])
    size = len(g)
    assert num.add(g, 2, 3) == 5
    assert num.maximum(g, -1, 4) == 4
    assert num.less(g, x, 4) == TRUE
    assert num.equal(g, x, 4) == FALSE
    assert num.at_least(g, num.add(g, x, 10), 10) == TRUE
    assert num.subtract(g, x, x) == 0
    assert num.half_up(g, 7) == 4 and num.half_down(g, -7) == -4
    assert len(g) <= size + 4


def test_equality_with_a_constant_is_one_node() -> None:
    g = Graph()
    x, _ = num.variable(g, "n", -8, 7)
    size = len(g)
    literal = num.equal(g, x, 5)
    assert len(g) == size + 1
    assert negate(literal) != literal
