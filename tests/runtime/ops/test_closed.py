"""Closed rows: they give data for data, and call nothing that they are given."""

from __future__ import annotations

import collections
import contextlib
import io
import itertools

import numpy as np
import pytest

from runtime.errors import GraphError
from runtime.ir.called_graph import with_callees
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Node, Region, Value
from runtime.ir.reading import parse_graph
from runtime.operations import OPERATIONS
from runtime.ops import OPS
from runtime.ops.closed import NUMBERS, check_closed, open_places
from runtime.plan import make_plan
from runtime.saving.saved import Called
from runtime.types import ANY, parse_type
from tests.runtime.ops.calls import argument, run

CLOSED = [row for row in OPS.values() if row.closed]
PLAIN = (type(None), type(...), bool, int, float, complex, str, bytes, range, slice)
GROUPS = (tuple, list, set, frozenset, dict, collections.deque, collections.Counter)
ITERATORS: tuple[type, ...] = tuple(
    type(each)
    for each in (
        *(iter(kind()) for kind in (list, tuple, str, bytes, dict, set)),
        *(iter([]), reversed([]), enumerate([]), zip(), iter(np.arange(2))),
        iter(range(0)),
        iter(range(2**70)),
        reversed(range(2)),
        reversed(np.arange(2)),
        map(abs, ()),
        (item for item in range(1)),
    )
)


def is_data(value):
    """Whether there is nothing in a value that can be called or asked by name."""
    if type(value) in PLAIN:
        return True
    if isinstance(value, (np.ndarray, np.generic, np.dtype)):
        kind = getattr(value, "dtype", value).kind
        return kind in "biufcUSTMmV" or (kind == "O" and all(map(is_data, value.flat)))
    if isinstance(value, dict):
        return all(map(is_data, itertools.chain(value, value.values())))
    if isinstance(value, GROUPS) or type(value).__module__.startswith("numpy"):
        return all(map(is_data, value))
    if isinstance(value, ITERATORS) or type(value).__module__ == "itertools":
        return all(map(is_data, itertools.islice(value, 3)))
    return False


def samples_give_data(row):
    for sample in row.samples:
        args, kwargs = sample()
        with contextlib.suppress(ValueError):  # the inverse tangent of 1
            assert is_data(run(row, args, kwargs)), (args, kwargs)


class Spy:
    """Something that notices that it is called."""

    def __init__(self):
        self.calls = 0

    def __call__(self, *args, **kwargs):
        self.calls += 1
        raise ValueError("called")

    def write(self, *args):
        self.calls += 1
        raise ValueError("written to")


OPTIONS = (
    "key func function file flush formatter default default_factory object_hook like "
    "callback initial mode sentinel method where out cls encoding"
).split()


def allowed(row, args, kwargs):
    """Whether a graph of a file may make a call; each spy is a value of the run."""

    def given(value):
        return Value("spy", ANY) if isinstance(value, Spy) else argument(value)

    node = Node(
        row,
        tuple(map(given, args)),
        tuple((name, given(value)) for name, value in kwargs.items()),
        (Value("result", ANY),),
    )
    graph = Graph("f", Region((), (node,), (Constant(None),)))
    return not list(open_places(graph, {}))


def it_calls_nothing_that_it_is_given(row):
    for sample in row.samples:
        count = len(sample()[0])
        for place in (*range(count + 3), *OPTIONS):
            (args, kwargs), spy = sample(), Spy()
            if isinstance(place, str):
                kwargs[place] = spy
            else:
                args = (*args[:place], spy, *args[place + 1 :])
            if allowed(row, args, kwargs):
                # Only that it is called is at issue, not what becomes of the call.
                with contextlib.suppress(Exception):
                    list(itertools.islice(run(row, args, kwargs), 5))
                assert not spy.calls, place


@pytest.mark.parametrize(
    "name",
    """
    load_attribute ask_attribute attribute_or call call_pure call_method
    call_changing load_global make_function make_cell instance_new build
    exception_new type_of errstate draw starred_call keyword_call array_dump
    array_dumps array_tofile save savez savetxt as_strided frombuffer array_resize
    defaultdict_new store_attribute delete_attribute call_declared answered
    strings_decode fromstring
    """.split(),
)
def test_what_reaches_further_is_not_closed(name):
    assert not OPS[name].closed


def graph_of(line, inputs="x: float64[3], s: str, n: int", result="None"):
    text = f"graph f({inputs}) -> {result} {{\n{line}\nreturn None\n}}"
    return parse_graph(text, OPERATIONS)


OPEN = {
    "a class as an operand": "t: any = add!(x, type(int))",
    "a class in a display": "t: (int; obj) = tuple!((1, type(int)))",
    "a class in a tuple": "t: any = sorted!(const (type(int), type(float)))",
    "a class as the start of a loop": (
        "t: obj = while (k = type(int)) { test False } do { yield k }"
    ),
    "a ufunc as data": "t: any = add!(x, ufunc(add))",
    "a ufunc of the run": "t: any = ufunc_call!(s, x)",
    "a key": "t: any = sorted!(x, key=s)",
    "an option of print": "print!(x, file=s)",
    "a class for an object": "t: any = convert_scalar!(type(type), s)",
    "an exit": "raise_error(type(SystemExit), ())",
    "a handler of exits": (
        "t: int = try! { u: int = add(n, 1) yield u } "
        "except type(BaseException) as e: any { yield 2 }"
    ),
    "a method by its name": 't: any = pure_method!(x, "dump")',
    "a method of a text that formats": 't: str = pure_method(s, "format", x)',
    "a special method": 't: any = pure_method(s, "__class__")',
    "an array of objects": "t: any = zeros!(3, dtype(object))",
    "an array of objects by its letter": 't: any = zeros!(3, "O")',
    "a dtype of the run": "t: any = zeros!(3, s)",
    "a dtype in text that is parsed": 't: any = zeros!(3, dtype="i4,O")',
    "a view of pointers": 't: any = array_view!(x, "O")',
    "a subclass of arrays": "t: any = array_view!(x, type=s)",
    "a mode that is a function": "t: any = pad!(x, 1, s)",
    "two arguments of iter": "t: any = iter!(s, n)",
    "a function of accumulate": "t: any = itertools_accumulate!(x, s)",
    "a codec": 't: str = str(b"", "evil")',
    "an item of nothing": "t: any = getitem!(x)",
    "a method of nothing": "t: any = list_pop!()",
    "a context manager": "with! n as e: any { yield }",
}


@pytest.mark.parametrize("line", OPEN.values(), ids=OPEN)
def test_open_graphs_are_refused(line):
    with pytest.raises(GraphError, match="reaches more than its arguments"):
        check_closed(graph_of(line), {})


@pytest.mark.parametrize("of", ["obj", "any", "{int | obj}", "list<any>", "Generator"])
def test_inputs_are_data(of):
    with pytest.raises(GraphError, match="no data"):
        check_closed(graph_of("", f"x: {of}"), {})


def test_variables_are_read_and_assigned():
    lines = """
    a: float64[2] = load_attribute(v, "value")
    b: float64[2] = add(a, 1.0)
    c: float64[2] = assign(v, b)
    """
    graph = graph_of(lines, "v: obj")
    check_closed(graph, {"v": parse_type("float64[2]")})
    with pytest.raises(GraphError, match="v is of the type obj"):
        check_closed(graph, {})


@pytest.mark.parametrize(
    "line",
    [
        't: any = load_attribute(v, "__class__")',
        "t: any = load_attribute(v, s)",
        "t: any = truth!(v)",
        "t: (obj;) = tuple!((v,))",
        "t: any = assign(v, v)",
        "t: obj = cond True { yield v } else { yield v }",
    ],
)
def test_variables_serve_for_nothing_else(line):
    graph = graph_of(line, "v: obj, s: str")
    with pytest.raises(GraphError, match=r"Variable v|v is used as a whole"):
        check_closed(graph, {"v": parse_type("float64[2]")})


def test_graphs_of_the_file_are_called():
    graph = graph_of('t: any = call(graph("g"), n, x)', "n: int, x: float64[3]")
    check_closed(with_callees(graph, lambda callee: Called(callee.name)), {})
    with pytest.raises(GraphError, match="'call' reaches into Python"):
        check_closed(graph, {})


@pytest.mark.parametrize(
    "line",
    [
        't: any = call(graph("g"), graph("g"))',
        't: any = call(n, graph("g"))',
        't: any = load_attribute(graph("g"), "__globals__")',
        't: any = call_method(graph("g"), s)',
        't: any = sorted!(x, key=graph("g"))',
        't: (obj;) = tuple!((graph("g"),))',
        't: any = call(graph("g"), type(int))',
        'for i: int in graph("g") { yield }',
    ],
)
def test_graphs_of_the_file_serve_for_nothing_else(line):
    graph = graph_of(line, "n: int, s: str, x: list<int>")
    graph = with_callees(graph, lambda callee: Called(callee.name))
    with pytest.raises(GraphError, match="reaches more than its arguments"):
        check_closed(graph, {})


def whatever_is_allowed_has_a_plan(row):
    x = Value("x", parse_type("list<int>"))
    for count, kwargs in itertools.product(range(5), ((), (("axis", Constant(0)),))):
        node = Node(row, (x,) * count, kwargs, (Value("y", ANY),), (), True)
        graph = Graph("f", Region((x,), (node,), (Constant(None),)))
        if not list(open_places(graph, {})):
            assert make_plan(graph).source


@pytest.mark.parametrize("row", CLOSED, ids=lambda row: row.name)
def test_what_a_closed_row_promises(row, monkeypatch):
    monkeypatch.setattr("sys.stdout", io.StringIO())
    samples_give_data(row)
    it_calls_nothing_that_it_is_given(row)
    whatever_is_allowed_has_a_plan(row)


def test_numbers_name_dtypes_without_warning():
    for each in NUMBERS:
        np.dtype(each)
