"""What a trace knows of attributes and items, and when it forgets."""

import numpy as np

import autograph as ag
from tests.tracer.tracing import agree, graph_of


class Box:
    """Holds a value."""

    def __init__(self, value):
        self.value = value


def stores_then_loads(box, x):
    box.value = x
    return box.value * box.value


def test_a_load_after_a_store_is_forwarded(golden):
    golden(graph_of(stores_then_loads, Box(1.0), np.float64(2.0)))
    agree(stores_then_loads, (Box(1.0), np.float64(2.0)))


def loads_twice(box, x):
    return box.value + box.value * x


def test_an_array_is_loaded_once(golden):
    golden(graph_of(loads_twice, Box(np.ones(2)), np.float64(2.0)))
    agree(loads_twice, (Box(np.ones(2)), np.float64(2.0)))


def branch_stores(box, x):
    before = box.value
    if x > 0:
        box.value = x
    return before, box.value


def test_after_a_branch_that_stores_the_place_is_loaded_again(golden):
    golden(graph_of(branch_stores, Box(1.0), np.float64(2.0)))
    agree(branch_stores, (Box(1.0), np.float64(2.0)), (Box(1.0), np.float64(-2.0)))


def loop_stores(box, x):
    for value in x:
        box.value = box.value + value
    return box.value


def test_a_loop_that_stores_loads_anew_in_each_turn(golden):
    golden(graph_of(loop_stores, Box(0), np.ones(3)))
    agree(loop_stores, (Box(0), np.ones(3)), (Box(0), np.ones(0)))


@ag.do_not_convert
def resets(box):
    box.value = -1.0


def calls_unknown(box, x):
    box.value = x
    resets(box)
    return box.value


def test_a_call_back_may_have_written_anything(golden):
    golden(graph_of(calls_unknown, Box(1.0), np.float64(2.0), callbacks="allow"))
    agree(calls_unknown, (Box(1.0), np.float64(2.0)), callbacks="allow")


def raises_after_store(box, x):
    box.value = x
    if x > 1:
        raise ValueError(x)
    box.value = 0.0


def test_an_exception_leaves_what_plain_python_leaves():
    agree(raises_after_store, (Box(1.0), np.float64(2.0)), (Box(1.0), np.float64(0.0)))
