"""Every back end answers as a truth table does."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from striate.solver import number as num
from striate.solver.backend import OUT_OF_TIME, OUT_OF_WORK, SolverError, Verdict
from striate.solver.deadline import Deadline, OutOfMemory, OutOfTime
from striate.solver.model import Model
from striate.solver.session import Session, available_backends
from striate.solver.terms import FALSE, TRUE, Graph, negate

BACKENDS = available_backends()
FREE = 5
ROWS = list(product((False, True), repeat=FREE))

STEP = st.tuples(
    st.sampled_from(["and", "or", "xor", "ite", "any", "all", "one"]),
    st.lists(st.tuples(st.integers(0, 40), st.booleans()), min_size=3, max_size=6),
)
CHOSEN = st.lists(st.tuples(st.integers(0, 60), st.booleans()), max_size=3)


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Iterator[str]:
    yield request.param


def grown(graph: Graph, steps: list[tuple[str, list[tuple[int, bool]]]]) -> list[int]:
    """Variables and terms over them; some made under rules."""
    terms = [graph.var(i) for i in range(FREE)]
    for number, (op, chosen) in enumerate(steps):
        lits = [terms[i % len(terms)] ^ flipped for i, flipped in chosen]
        with graph.rule(f"rule {number % 3}"):
            if op == "ite":
                terms.append(graph.ite(*lits[:3]))
            elif op in ("any", "all", "one"):
                nary = {"any": graph.any_, "all": graph.all_, "one": graph.exactly_one}
                terms.append(nary[op](lits))
            else:
                binary = {"and": graph.and_, "or": graph.or_, "xor": graph.xor}
                terms.append(binary[op](*lits[:2]))
    return terms


def satisfying(graph: Graph, lits: list[int]) -> set[tuple[bool, ...]]:
    """The rows of the truth table on which all the literals hold."""
    variables = [graph.var(i) for i in range(FREE)]
    return {
        row for row in ROWS if all(graph.evaluate(lits, dict(zip(variables, row, strict=True))))
    }


def named_lits(terms: list[int], chosen: list[tuple[int, bool]]) -> list[int]:
    return [terms[i % len(terms)] ^ flipped for i, flipped in chosen]


@pytest.mark.parametrize("by_rule", [False, True])
@settings(max_examples=60, deadline=None)
@given(st.lists(STEP, max_size=15), CHOSEN, CHOSEN)
def test_all_back_ends_agree_with_the_truth_table(
    by_rule: bool,
    steps: list[tuple[str, list[tuple[int, bool]]]],
    asserted: list[tuple[int, bool]],
    assumed: list[tuple[int, bool]],
) -> None:
    graph = Graph()
    terms = grown(graph, steps)
    hard = named_lits(terms, asserted)
    extra = named_lits(terms, assumed)
    for name in BACKENDS:
        with Session(graph, name, by_rule=by_rule) as session:
            session.assert_(*hard)
            # Twice, so that what the first check left behind matters.
            first = session.check()
            assert (first is Verdict.SAT) == bool(satisfying(graph, hard))
            verdict = session.check(extra)
            rows = satisfying(graph, [*hard, *extra])
            assert verdict is (Verdict.SAT if rows else Verdict.UNSAT)
            if rows:
                row = tuple(session.value(graph.var(i)) for i in range(FREE))
                assert row in rows
                assert all(session.value(lit) for lit in extra)


@pytest.mark.parametrize("conflicts", [0, 2_000])
@settings(max_examples=60, deadline=None)
@given(st.lists(STEP, max_size=15), CHOSEN, CHOSEN)
def test_a_first_check_tells_what_is_enough(
    conflicts: int,
    steps: list[tuple[str, list[tuple[int, bool]]]],
    asserted: list[tuple[int, bool]],
    more: list[tuple[int, bool]],
) -> None:
    graph = Graph()
    terms = grown(graph, steps)
    hard, later = named_lits(terms, asserted), named_lits(terms, more)
    there = satisfying(graph, hard)
    for name in BACKENDS:
        with patch("striate.solver.session._LITTLE", conflicts), Session(graph, name) as session:
            session.assert_(*hard)
            verdict = session.first_check()
            assert verdict is (Verdict.SAT if there else Verdict.UNSAT)
            if verdict is Verdict.UNSAT:
                assert set(session.enough) <= set(hard)
                assert not satisfying(graph, session.enough)
                assert session.confirm() is not Verdict.SAT
                continue
            assert all(session.value(lit) for lit in hard)
            session.assert_(*later)
            both = satisfying(graph, [*hard, *later])
            assert session.check() is (Verdict.SAT if both else Verdict.UNSAT)


@settings(max_examples=40, deadline=None)
@given(st.lists(STEP, max_size=12), CHOSEN, st.integers(1, FREE))
def test_enumeration_is_complete_and_without_repeats(
    steps: list[tuple[str, list[tuple[int, bool]]]],
    asserted: list[tuple[int, bool]],
    width: int,
) -> None:
    graph = Graph()
    terms = grown(graph, steps)
    hard = named_lits(terms, asserted)
    projection = [*(graph.var(i) for i in range(width)), terms[-1]]
    variables = [graph.var(i) for i in range(FREE)]
    wanted = {
        tuple(graph.evaluate(projection, dict(zip(variables, row, strict=True))))
        for row in satisfying(graph, hard)
    }
    for name in BACKENDS:
        session = Session(graph, name)
        session.assert_(*hard)
        for _ in range(2):  # the second time nothing of the first is left
            found = session.enumerate(projection)
            keys = [tuple(model.value(lit) for lit in projection) for model in found]
            assert len(keys) == len(set(keys))
            assert set(keys) == wanted
            assert found.verdict is Verdict.UNSAT
        session.close()


def test_enumeration_stops_at_its_limit_and_says_so(backend: str) -> None:
    graph = Graph()
    lits = [graph.var(i) for i in range(4)]
    with Session(graph, backend) as session:
        session.assert_(graph.any_(lits))
        found = session.enumerate(lits, limit=3)
        assert len(list(found)) == 3
        assert found.verdict is Verdict.SAT
        assert session.check() is Verdict.SAT


def pigeons(graph: Graph, holes: int) -> list[int]:
    """One more pigeon than holes: no assignment, and hard to show."""
    place = [[graph.var((p, h)) for h in range(holes)] for p in range(holes + 1)]
    roots = [graph.any_(row) for row in place]
    roots += [graph.at_most_one([row[h] for row in place]) for h in range(holes)]
    return roots


def test_work_and_time_limits_give_unknown_with_a_reason(backend: str) -> None:
    graph = Graph()
    with Session(graph, backend) as session:
        session.assert_(*pigeons(graph, 30))
        assert session.check(rlimit=50) is Verdict.UNKNOWN
        assert session.reason == OUT_OF_WORK
        worked = time.process_time()  # of a loaded machine's clock nothing can be asked
        assert session.check(timeout=0.2) is Verdict.UNKNOWN
        assert session.reason == OUT_OF_TIME
        assert time.process_time() - worked < 5
        with pytest.raises(SolverError):
            session.model()
        with pytest.raises(SolverError):
            _ = session.enough
        found = session.enumerate([graph.var((0, 0))], timeout=0.2)
        assert list(found) == []
        assert found.verdict is Verdict.UNKNOWN and found.reason == OUT_OF_TIME


@pytest.mark.parametrize(
    ("name", "freeing"), [("glucose", "glucose41_del"), ("cadical", "cadical195_del")]
)
def test_a_solver_is_freed_once_though_an_alarm_strikes(
    name: str, freeing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pysolvers = pytest.importorskip("pysolvers")
    free = getattr(pysolvers, freeing)
    freed = []

    def struck(*arguments: object) -> None:
        freed.append(free(*arguments))
        raise OutOfTime

    monkeypatch.setattr(pysolvers, freeing, struck)
    graph = Graph()
    session = Session(graph, name)
    session.assert_(graph.or_(graph.var("a"), graph.var("b")))
    assert session.check() is Verdict.SAT
    with pytest.raises(OutOfTime):
        session.close()
    session.close()
    del session
    gc.collect()
    assert len(freed) == 1


def test_a_verdict_is_not_a_yes_or_no() -> None:
    with pytest.raises(TypeError):
        bool(Verdict.UNKNOWN)


def test_a_core_over_rules_names_the_rules_that_are_needed(backend: str) -> None:
    graph = Graph()
    a, b, c = (graph.var(name) for name in "abc")
    with graph.rule("613.1"):
        both = graph.and_(a, b)
    with graph.rule("613.2"):
        either = graph.xor(b, c)
    with graph.rule("613.3"):
        idle = graph.ite(a, b, c)
    with Session(graph, backend, by_rule=True) as session:
        session.assert_(both, graph.or_(idle, either))
        assert session.check() is Verdict.SAT
        with graph.rule("613.4"):
            session.assert_(negate(a))
        assert session.check() is Verdict.UNSAT
        assert set(session.core_rules()) == {"613.1", "613.4"}


def test_smallest_has_the_fewest_true_literals(backend: str) -> None:
    graph = Graph()
    lits = [graph.var(i) for i in range(6)]
    with Session(graph, backend) as session:
        session.assert_(graph.or_(lits[0], lits[1]), graph.or_(lits[0] ^ 1, lits[2]))
        session.assert_(graph.at_least(lits[3:], 2))
        assert session.smallest(lits) is Verdict.SAT
        assert sum(session.value(lit) for lit in lits) == 3
        assert session.smallest(lits, [lits[0]]) is Verdict.SAT
        assert sum(session.value(lit) for lit in lits) == 4
        assert session.smallest(lits, [lits[0], negate(lits[2])]) is Verdict.UNSAT


def test_numbers_are_read_from_the_model(backend: str) -> None:
    graph = Graph()
    x, x_inside = num.variable(graph, "x", -4, 9)
    y, y_inside = num.variable(graph, "y", 0, 9)
    with Session(graph, backend) as session:
        session.assert_(x_inside, y_inside, num.equal(graph, num.add(graph, x, y), 2))
        session.assert_(num.less(graph, x, -3))
        assert session.check() is Verdict.SAT
        assert (session.value_number(x), session.value_number(y)) == (-4, 6)


def test_constants_need_no_solver() -> None:
    graph = Graph()
    session = Session(graph)
    assert session.check([TRUE]) is Verdict.SAT
    assert session.model().value(graph.var("a")) is False
    assert session.check([FALSE]) is Verdict.UNSAT
    assert session._solver is None


def test_a_model_that_breaks_an_assertion_is_never_handed_out(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = Graph()
    a, b = graph.var("a"), graph.var("b")
    with Session(graph, backend) as session:
        session.assert_(graph.and_(a, b))
        assert session.check() is Verdict.SAT
        assert session._solver is not None
        monkeypatch.setattr(type(session._solver), "assignment", lambda _: {a: True})
        with pytest.raises(SolverError):
            session.model()


def test_a_twin_has_the_same_assertions(backend: str) -> None:
    graph = Graph()
    a, b = graph.var("a"), graph.var("b")
    session = Session(graph, backend)
    session.assert_(graph.or_(a, b))
    session.assert_(negate(a))
    session.assert_any([negate(b), a])
    for other in BACKENDS:
        with session.twin(other) as twin:
            assert twin.check() is Verdict.UNSAT


def test_the_same_seed_gives_the_same_models(backend: str) -> None:
    def models(seed: int) -> list[tuple[bool, ...]]:
        graph = Graph()
        lits = [graph.var(i) for i in range(8)]
        with Session(graph, backend, seed=seed) as session:
            session.assert_(graph.at_least(lits, 3))
            found = session.enumerate(lits, limit=5)
            return [tuple(model.value(lit) for lit in lits) for model in found]

    assert models(7) == models(7)
    assert models(0) == models(0)


def test_a_model_knows_terms_that_are_made_later() -> None:
    graph = Graph()
    a, b = graph.var("a"), graph.var("b")
    model = Model(graph, {a: True})
    late = graph.any_([graph.and_(a, b), graph.xor(a, b), graph.var("late")])
    assert [model.value(each) for each in (a, b, late)] == [True, False, True]


def test_ctrl_c_arrives_and_the_session_goes_on(backend: str) -> None:
    graph = Graph()
    goal = graph.var("goal")
    with Session(graph, backend) as session:
        session.assert_(*(graph.or_(goal ^ 1, root) for root in pigeons(graph, 30)))
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            session.check([goal], timeout=60)
        assert session.check([negate(goal)]) is Verdict.SAT
        assert session.value(goal) is False


def test_importing_the_session_imports_no_solver() -> None:
    code = (
        "import sys, striate.solver.session; "
        "sys.exit(any(name in sys.modules for name in ('z3', 'pysat', 'pysolvers')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_unknown_back_end_is_refused() -> None:
    with pytest.raises(ValueError, match="no back end"):
        Session(Graph(), "minisat")


class _Working:
    """z3 as it works until it has been interrupted three times, each time struck by a signal."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from z3 import z3core

        self.began, self.over, self.interrupts = threading.Event(), threading.Event(), 0
        self.freed: list[bool] = []
        free = z3core.Z3_del_context

        def check(*arguments: object) -> int:
            self.began.set()
            self.over.wait()
            return 0

        def interrupt(*arguments: object) -> None:
            self.interrupts += 1
            if self.interrupts < 3:
                raise OutOfTime
            self.over.set()

        def delete(context: object) -> None:
            self.freed.append(self.over.is_set())
            free(context)

        monkeypatch.setattr(z3core, "Z3_solver_check_assumptions", check)
        monkeypatch.setattr(z3core, "Z3_solver_interrupt", interrupt)
        monkeypatch.setattr(z3core, "Z3_del_context", delete)


def _z3_at_work() -> Session:
    graph = Graph()
    session = Session(graph, "z3")
    session.assert_(graph.or_(graph.var("a"), graph.var("b")))
    return session


def test_z3_is_not_freed_while_it_works_however_often_a_signal_strikes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    working = _Working(monkeypatch)
    wait = threading.Event.wait

    def struck(event: threading.Event, timeout: float | None = None) -> bool:
        # The alarm falls into the wait for z3, as soon as z3 works.
        if timeout is not None and working.began.is_set() and not working.interrupts:
            raise OutOfTime
        return wait(event, timeout)

    monkeypatch.setattr(threading.Event, "wait", struck)
    with pytest.raises(OutOfTime):
        _z3_at_work().check()
    assert working.interrupts == 3
    assert working.freed == [True]


def test_a_z3_that_is_closed_while_it_works_is_freed_when_it_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    working = _Working(monkeypatch)
    session = _z3_at_work()
    session.prepare()
    failed: list[SolverError] = []

    def check() -> None:
        try:
            session.check()
        except SolverError as error:
            failed.append(error)

    thread = threading.Thread(target=check)
    thread.start()
    working.began.wait()
    session.close()
    session.close()
    assert working.freed == []
    working.over.set()
    thread.join()
    assert working.freed == [True] and len(failed) == 1


class _Frame:
    """A frame of a module, as far as an alarm looks at it."""

    def __init__(self, name: str) -> None:
        self.f_globals = {"__name__": name}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no alarm")
def test_an_alarm_waits_for_a_frame_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a collector's callback or a destructor of somebody else's it would be lost."""
    waits: list[float] = []
    monkeypatch.setattr(signal, "setitimer", lambda which, seconds: waits.append(seconds))
    with Deadline(end=0.0).enforced():
        ring: Any = signal.getsignal(signal.SIGALRM)
        ring(signal.SIGALRM, None)  # from code that is not ours
        assert waits[-1] < 0.1
        with pytest.raises(OutOfTime):
            ring(signal.SIGALRM, _Frame("striate.search.running"))
        # Should it be lost, it comes again, and not while the first is on its way.
        assert waits[-1] >= 1


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no alarm")
def test_an_alarm_that_is_due_as_its_time_is_over_winds_no_clock() -> None:
    """The next ring would end the process: nobody hears it any more."""
    with Deadline.after(1_000).enforced():
        ring: Any = signal.getsignal(signal.SIGALRM)
    ring(signal.SIGALRM, None)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_in_a_browser_no_alarm_is_set_and_no_thread_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its Python has neither."""
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(threading.Thread, "start", None)
    monkeypatch.setitem(sys.modules, "resource", None)
    graph = Graph()
    with Deadline.after(1_000, memory=1).enforced(), Session(graph, "z3") as session:
        assert not hasattr(signal, "getitimer") or signal.getitimer(signal.ITIMER_REAL) == (0, 0)
        session.assert_(graph.fresh())
        assert session.check() is Verdict.SAT


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no alarm")
def test_more_memory_than_allowed_ends_it() -> None:
    deadline = Deadline.after(None, memory=1)
    taken: list[bytes] = []
    with pytest.raises(OutOfMemory), deadline.enforced():
        while True:
            taken.append(b"1" * 1_000_000 if len(taken) < 100 else b"")
            deadline.check()
    assert deadline.overfull and deadline.over()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no alarm")
def test_what_the_process_held_before_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has answered thousands of searches holds much of what they needed."""
    rung: list[int] = []

    def full() -> int:
        rung.append(1)
        return 3_000_000_000

    monkeypatch.setattr("striate.solver.deadline.held", full)
    deadline = Deadline.after(None, memory=200)
    with deadline.enforced():
        while len(rung) < 3:
            deadline.check()
    assert not deadline.overfull
