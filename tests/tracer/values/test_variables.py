"""Variables in a trace: typed reads, writes in order, held by reference."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from runtime.interpret import evaluate
from tests.tracer.tracing import agree, graph_of

X = np.array([3.0, 1.0, 2.0])
STEPS = ag.Variable(0, name="steps")


def vector():
    return ag.Variable(np.array([1.0, 2.0]), name="w")


def in_order(v, x):
    before = v.value
    v.assign(x)
    v.assign_add(before * 2)
    v[0] = x[1]
    v.assign_sub(1)
    return before, v.value


def test_reads_are_typed_and_writes_are_in_order(golden):
    golden(graph_of(in_order, vector(), X[:2]))
    agree(in_order, (vector(), X[:2]))


def branches(v, x):
    if x > 0:
        v.assign_add(x)
    else:
        v.assign(v * x)
    while np.sum(v) < 10:
        v.assign_add(v)
    return v + 1


def test_branches_and_loops_carry_nothing_for_a_variable(golden):
    golden(graph_of(branches, vector(), np.float64(1)))
    below = ag.Variable(np.array([-1.0, -2.0]))
    agree(branches, (vector(), np.float64(1)), (below, np.float64(-1)))


def captured(x):
    STEPS.assign_add(1)
    return np.where(x > STEPS, x, 0)


def test_a_global_is_captured_by_reference(golden):
    golden(graph_of(captured, X))
    STEPS.assign(0)
    decorated = ag.function(captured)
    assert decorated(X).tolist() == [3, 0, 2]
    assert decorated(X).tolist() == [3, 0, 0]
    STEPS.assign(0)
    assert decorated(X).tolist() == [3, 0, 2]
    assert decorated.trace_count == 1


def makes_one(holder, x):
    holder.v = ag.Variable(x, name="made")
    holder.v.assign_add(1)
    return holder.v * 2, holder.v.name, holder.v.dtype


class Holder:
    def __init__(self):
        self.v = None


def test_a_variable_that_the_graph_makes_is_typed(golden):
    golden(graph_of(makes_one, Holder(), X))


def makes_one_in_a_branch(holder, x):
    if x > 0:
        made = ag.Variable(x)
    else:
        made = holder.v
    return made + 1


def test_one_made_on_some_paths_is_what_plain_python_gives():
    agree(
        makes_one_in_a_branch,
        (Holder(), np.float64(1)),
        (Holder(), np.float64(-1)),
        callbacks="allow",
    )


def unknown_size(v, x):
    v.assign(np.concatenate([v, x]))
    return v.shape, v * 2


def test_unknown_dimensions_are_known_to_the_graph(golden):
    made = ag.Variable([1.0], shape=(None,))
    golden(graph_of(unknown_size, made, X))
    agree(unknown_size, (made, X))
    agree(unknown_size, (ag.Variable([1.0], shape=...), X))


def test_the_run_goes_on_until_a_node_fails():
    v = vector()

    @ag.function
    def fails(x, i):
        v.assign_add(1)
        y = x[i]
        v.assign_add(y)

    fails(X, np.int64(0))
    with pytest.raises(IndexError):
        fails(X, np.int64(7))
    assert v.value.tolist() == [6, 7]


def test_what_is_assigned_must_fit_also_in_a_branch():
    v = vector()

    @ag.function
    def fails(x):
        if x[0] > 0:
            v.assign(x)
        return v.value

    assert fails(-X).tolist() == [1, 2]
    with pytest.raises(ValueError, match=r"'w' has the shape \(2,\), .* \(3,\)"):
        fails(X)
    assert v.value.tolist() == [1, 2]


def leaks(x):
    held = []
    if x[0] > 0:
        held.append(ag.Variable(x))
    return held


def test_a_list_that_gets_one_in_a_branch():
    decorated = ag.function(leaks)
    assert decorated(-X) == []
    (made,) = decorated(X)
    assert made.value.tolist() == X.tolist()


def hashes(v):
    return {v: 1}[v], id(v) == id(v)


def test_one_is_a_key_and_has_an_identity():
    assert ag.function(hashes)(vector()) == (1, True)


def test_a_variable_made_by_an_unconverted_function_is_real():
    @ag.do_not_convert
    def make():
        return ag.Variable(2.0)

    @ag.function(callbacks="allow")
    def uses(x):
        return make() * x

    assert uses(np.float64(3)) == 6


def test_arguments_of_a_call_back_are_the_variables_themselves():
    v = vector()

    @ag.do_not_convert
    def change(one):
        one.assign_add(1)
        return one

    @ag.function(callbacks="allow")
    def uses():
        v.assign_add(1)
        same = change(v) is v
        return same, v.value

    same, value = uses()
    assert same
    assert value.tolist() == [3, 4]


def test_the_interpreter_gives_the_same():
    v = vector()
    concrete = ag.function(in_order).get_concrete_function(v, X[:2])
    expected = [part.tolist() for part in in_order(vector(), X[:2])]
    names = [value.name for value in concrete.graph.inputs]
    given = {"v": v, "x": X[:2]}
    found = evaluate(concrete.graph, [given[name] for name in names])
    assert [part.tolist() for part in found] == expected
