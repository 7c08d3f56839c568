"""Calls back into Python: made once at the first run, and as written at all others."""

import sys

import numpy as np
import pytest

import autograph as ag
from tracer.errors import UnstagedWrite

CALLS: list[int] = []


@ag.do_not_convert
def twice(number):
    CALLS.append(number)
    return 2 * number


def half(limit):
    number = 1
    while True:
        if twice(number) > limit:
            return number
        number += 1


def test_what_tracing_called_is_not_called_again_by_the_first_run():
    compiled = ag.function(half, callbacks="allow")
    for _ in range(3):
        CALLS.clear()
        assert compiled(400) == 201
        assert list(range(1, 202)) == CALLS


def test_from_the_second_run_on_nothing_stands_between_a_graph_and_what_it_calls():
    compiled = ag.function(half, callbacks="allow")
    compiled(400)
    compiled(400)
    called = []

    def profile(frame, event, argument):
        if event == "call":
            called.append(frame.f_code.co_name)

    sys.setprofile(profile)
    try:
        compiled(400)
    finally:
        sys.setprofile(None)
    assert called.count("twice") == 201
    assert called.count("half") < 20


TABLE = {"a": 1}


@ag.do_not_convert
def replace():
    TABLE["a"] = 5


def read_around(names):
    found = []
    for name in names:
        found.append(TABLE[name])
        replace()
    return found


def test_a_call_that_changed_what_was_read_is_refused_where_tracing_begins_again():
    compiled = ag.function(read_around, callbacks="allow")
    with pytest.raises(UnstagedWrite, match="changed what was read before it"):
        compiled(["a", "a"])
    for _ in range(2):
        TABLE["a"] = 1
        assert compiled(["a", "a"]) == [1, 5]


class Noted(dict):
    """A dict with a method of its own."""

    def scaled(self, x):
        return x * 3.0


class Model:
    def step(self, x):
        return x + 1


def noted(model, table, x):
    y = model.step(x)
    table.update(last=1.0)
    return model.step(y) + table.scaled(y)


def test_a_parent_that_is_written_in_c_replaces_no_methods():
    x = np.float64(2)
    compiled = ag.function(noted).get_concrete_function(Model(), Noted(), x)
    names = [node.operation.name for node in compiled.graph.nodes()]
    assert names.count("call_method") == 1
    assert "call" not in names
    assert compiled(Model(), Noted(), x) == noted(Model(), Noted(), x)
