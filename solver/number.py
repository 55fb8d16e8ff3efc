"""Short signed numbers over a graph: a plain int, or two's complement bits.

A `Number` is an int when it is constant and `Bits` otherwise, so concrete sums cost what ints
cost. Widths follow from known bounds: nothing overflows, and a comparison that the bounds
decide makes no gate.

The bounds hold for every assignment, but `select` relies on its guards excluding one another
(and, where told so, on one of them holding), and `variable` on the literal that it returns.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from striate.solver.terms import FALSE, TRUE, Graph


class Bits(Struct, frozen=True):
    """A number that depends on variables: bits from the lowest up, the last one the sign."""

    bits: tuple[int, ...]
    low: int
    high: int


Number = int | Bits


def low(number: Number) -> int:
    """The least value that the number can take, as far as is known."""
    return number.low if isinstance(number, Bits) else number


def high(number: Number) -> int:
    """The greatest value that the number can take, as far as is known."""
    return number.high if isinstance(number, Bits) else number


def _width(least: int, most: int) -> int:
    """How many bits, sign included, hold both bounds."""
    return max((n if n >= 0 else ~n).bit_length() for n in (least, most)) + 1


def _make(bits: Sequence[int], least: int, most: int) -> Number:
    """A number of these bits and bounds, as short as both allow."""
    if least == most:
        return least
    kept = list(bits[: _width(least, most)])
    # The bounds can decide the sign where the bits do not show it.
    if least >= 0:
        kept[-1] = FALSE
    elif most < 0:
        kept[-1] = TRUE
    while len(kept) > 1 and kept[-1] == kept[-2]:
        kept.pop()
    if max(kept) <= TRUE:
        return _constant(kept)
    span = 1 << len(kept) - 1
    sign = kept[-1]
    least = max(least, 0 if sign == FALSE else -span)
    most = min(most, -1 if sign == TRUE else span - 1)
    return Bits(tuple(kept), least, most)


def _constant(bits: Sequence[int]) -> int:
    value = -bits[-1] << len(bits) - 1
    for place, bit in enumerate(bits[:-1]):
        value += bit << place
    return value


def _bits(number: Number, width: int = 0) -> list[int]:
    """The bits of a number, extended by its sign to at least `width`."""
    if isinstance(number, Bits):
        bits = list(number.bits)
    else:
        bits = [number >> i & 1 for i in range(_width(number, number))]
    return bits + bits[-1:] * (width - len(bits))


def _aligned(a: Number, b: Number) -> tuple[list[int], list[int]]:
    """The bits of both numbers, at one width."""
    x, y = _bits(a), _bits(b)
    width = max(len(x), len(y))
    return x + x[-1:] * (width - len(x)), y + y[-1:] * (width - len(y))


# Sums and products.


def _ripple(g: Graph, a: Sequence[int], b: Sequence[int], carry: int) -> list[int]:
    """The sum of two equally long rows of bits and a carry, at that length."""
    total: list[int] = []
    for x, y in zip(a, b, strict=True):
        differ = g.xor(x, y)
        total.append(g.xor(differ, carry))
        carry = g.ite(differ, carry, x)
    return total


def add(g: Graph, a: Number, b: Number) -> Number:
    """a + b."""
    if isinstance(a, int):
        if isinstance(b, int):
            return a + b
        if not a:
            return b
    elif b == 0:
        return a
    least, most = low(a) + low(b), high(a) + high(b)
    width = _width(least, most)
    return _make(_ripple(g, _bits(a, width)[:width], _bits(b, width)[:width], FALSE), least, most)


def subtract(g: Graph, a: Number, b: Number) -> Number:
    """a - b."""
    if isinstance(b, int):
        return add(g, a, -b)
    least, most = low(a) - b.high, high(a) - b.low
    width = _width(least, most)
    flipped = [bit ^ 1 for bit in _bits(b, width)[:width]]
    return _make(_ripple(g, _bits(a, width)[:width], flipped, TRUE), least, most)


def negate(g: Graph, a: Number) -> Number:
    """-a."""
    return -a if isinstance(a, int) else subtract(g, 0, a)


def total(g: Graph, numbers: Iterable[Number]) -> Number:
    """The sum of any many numbers, paired off so that short ones meet first."""
    constant = 0
    parts: list[Number] = []
    for number in numbers:
        if isinstance(number, int):
            constant += number
        else:
            parts.append(number)
    while len(parts) > 1:
        paired = [add(g, parts[i], parts[i + 1]) for i in range(0, len(parts) - 1, 2)]
        parts = paired + parts[len(paired) * 2 :]
    return add(g, parts[0], constant) if parts else constant


def scale(g: Graph, a: Number, factor: int) -> Number:
    """a times a constant."""
    if isinstance(a, int):
        return a * factor
    if factor < 0:
        return negate(g, scale(g, a, -factor))
    places = [i for i in range(factor.bit_length()) if factor >> i & 1]
    return total(g, [_shifted(a, place) for place in places])


def _shifted(a: Bits, places: int) -> Number:
    return _make((FALSE,) * places + a.bits, a.low << places, a.high << places)


def half_down(g: Graph, a: Number) -> Number:
    """Half of a, rounded down."""
    if isinstance(a, int):
        return a >> 1
    return _make(a.bits[1:] or a.bits, a.low >> 1, a.high >> 1)


def half_up(g: Graph, a: Number) -> Number:
    """Half of a, rounded up."""
    return half_down(g, add(g, a, 1))


# Choices.


def ite(g: Graph, condition: int, a: Number, b: Number) -> Number:
    """a where the condition holds, else b."""
    if condition <= TRUE:
        return a if condition else b
    if a == b:
        return a
    x, y = _aligned(a, b)
    bits = [g.ite(condition, p, q) for p, q in zip(x, y, strict=True)]
    return _make(bits, min(low(a), low(b)), max(high(a), high(b)))


def select(g: Graph, choices: Iterable[tuple[int, Number]]) -> Number:
    """The number whose guard holds, 0 if none does. At most one guard may hold."""
    kept = [(guard, number) for guard, number in choices if guard]
    for guard, number in kept:
        if guard == TRUE:
            return number
    if not kept:
        return 0
    rows: list[list[int]] = []
    width = max(len(_bits(number)) for _, number in kept)
    for guard, number in kept:
        rows.append([g.and_(guard, bit) for bit in _bits(number, width)])
    bits = [g.any_(column) for column in zip(*rows, strict=True)]
    lows, highs = ([bound(number) for _, number in kept] for bound in (low, high))
    return _make(bits, min(0, *lows), max(0, *highs))


def maximum(g: Graph, a: Number, b: Number) -> Number:
    """The greater of a and b."""
    if isinstance(a, int) and isinstance(b, int):
        return max(a, b)
    chosen = ite(g, less(g, a, b), b, a)
    return bounded(chosen, max(low(a), low(b)), max(high(a), high(b)))


def minimum(g: Graph, a: Number, b: Number) -> Number:
    """The lesser of a and b."""
    if isinstance(a, int) and isinstance(b, int):
        return min(a, b)
    chosen = ite(g, less(g, b, a), b, a)
    return bounded(chosen, min(low(a), low(b)), min(high(a), high(b)))


def bounded(number: Number, least: int, most: int) -> Number:
    """The same number, with bounds that are known from elsewhere to hold."""
    if isinstance(number, int):
        return number
    return _make(number.bits, max(number.low, least), min(number.high, most))


# Comparisons.


def equal(g: Graph, a: Number, b: Number) -> int:
    """a = b."""
    if isinstance(a, int) and isinstance(b, int):
        return int(a == b)
    if low(a) > high(b) or low(b) > high(a):
        return FALSE
    x, y = _aligned(a, b)
    return g.all_([g.iff(p, q) for p, q in zip(x, y, strict=True)])


def less(g: Graph, a: Number, b: Number) -> int:
    """a < b."""
    if isinstance(a, int) and isinstance(b, int):
        return int(a < b)
    if high(a) < low(b):
        return TRUE
    if low(a) >= high(b):
        return FALSE
    x, y = _aligned(a, b)
    # A negative number is the lesser one: signs compare the other way round.
    x[-1], y[-1] = y[-1], x[-1]
    result = FALSE
    for p, q in zip(x, y, strict=True):
        result = g.ite(g.xor(p, q), q, result)
    return result


def at_most(g: Graph, a: Number, b: Number) -> int:
    """a <= b."""
    return less(g, b, a) ^ 1


def at_least(g: Graph, a: Number, b: Number) -> int:
    """a >= b."""
    return less(g, a, b) ^ 1


def greater(g: Graph, a: Number, b: Number) -> int:
    """a > b."""
    return less(g, b, a)


# From and to literals.


def variable(g: Graph, name: str, least: int, most: int) -> tuple[Number, int]:
    """A number of free bits, and the literal that keeps it between the bounds.

    The literal must hold wherever the number is used.
    """
    width = _width(least, most)
    bits = [g.var((name, place)) for place in range(width)]
    if least >= 0:
        bits[-1] = FALSE
    elif most < 0:
        bits[-1] = TRUE
    free = _make(bits, -1 << width - 1, (1 << width - 1) - 1)
    inside = g.and_(at_least(g, free, least), at_most(g, free, most))
    return bounded(free, least, most), inside


def count(g: Graph, lits: Iterable[int]) -> Number:
    """How many of the literals are true."""
    constant = 0
    column: list[int] = []
    for lit in lits:
        if lit > TRUE:
            column.append(lit)
        else:
            constant += lit
    if not column:
        return constant
    bound = len(column)
    bits: list[int] = []
    while column:
        carries: list[int] = []
        while len(column) > 1:
            # Two bits and a third, if there is one, make a sum and a carry.
            x, y = column.pop(), column.pop()
            z = column.pop() if column else FALSE
            differ = g.xor(x, y)
            column.insert(0, g.xor(differ, z))
            carries.append(g.ite(differ, z, x))
        bits.append(column[0])
        column = carries
    return add(g, _make([*bits, FALSE], 0, bound), constant)


def value(g: Graph, number: Number, assignment: Mapping[int, bool]) -> int:
    """What the number is under an assignment of the variables."""
    if isinstance(number, int):
        return number
    return _constant([int(bit) for bit in g.evaluate(number.bits, assignment)])
