"""What is kept of a function once nobody holds it any more."""

import gc
import linecache
import weakref

import numpy as np
import pytest

import autograph as ag

SOURCE = """
def positive_sum(x, n):
    keep = lambda value: value > 0
    total = 0
    for i in range(n):
        if keep(x[i]):
            total = total + x[i]
    return total
"""


def function_of(text, file):
    """A function as a notebook defines one: its source is known to `linecache`."""
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space = {}
    exec(compile(text, file, "exec"), space)
    return space["positive_sum"]


def test_a_function_that_nobody_holds_is_forgotten_with_its_graphs():
    function = function_of(SOURCE, "<cell 1>")
    compiled = ag.function(function)
    assert compiled(np.array([1, -2, 3]), np.int64(3)) == 4
    ag.to_code(compiled)
    concrete = compiled.get_concrete_function(np.array([1, -2, 3]), np.int64(3))
    held = [weakref.ref(each) for each in (function.__code__, compiled, concrete)]
    del function, compiled, concrete
    del linecache.cache["<cell 1>"]
    gc.collect()
    assert [each() for each in held] == [None, None, None]


class Model:
    def __init__(self):
        self.weight = np.float64(2)

    @ag.function
    def apply(self, x):
        return x * self.weight

    @ag.function
    def train(self, x):
        self.weight = self.weight + x

    @ag.function
    def train_often(self, x):
        for each in np.array([x, x]):
            self.weight = self.weight + each


USES = {"reads": Model.apply, "stores": Model.train, "in a loop": Model.train_often}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_an_argument_is_not_kept_by_the_trace_that_it_caused(use):
    gc.collect()
    gc.disable()
    try:
        model = Model()
        use(model, 1.0)
        held = weakref.ref(model)
        del model
        assert held() is None
    finally:
        gc.enable()


class Item:
    pass


def emptied(items, x):
    total = x * 0.0
    while items:
        items.pop()
        total = total + x
    return total


def one_of_several(items, x):
    match items:
        case [] | [_]:
            return x
        case [_, _, _] | [_, _]:
            return x * 2.0


@pytest.mark.parametrize("function", [emptied, one_of_several])
@pytest.mark.parametrize("executor", ["plan", "native"])
def test_what_a_list_holds_is_not_kept_by_the_trace_that_it_caused(function, executor):
    if executor == "native":
        pytest.importorskip("llvmlite")
    gc.collect()
    gc.disable()
    try:
        items = [Item(), Item()]
        held = [weakref.ref(each) for each in items]
        ag.function(function, executor=executor)(items, np.float64(1.0))
        del items
        assert [each() for each in held] == [None, None]
    finally:
        gc.enable()
