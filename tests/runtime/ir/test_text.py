"""The text form: what it looks like, what it refuses, and that nothing is lost."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from runtime.errors import GraphError, Span
from runtime.ir.constants import TYPES, UFUNCS, format_constant
from runtime.ir.graph import Graph, format_graph
from runtime.ir.nodes import Constant, Display, Node, Region, Value
from runtime.ir.quoting import WORDS
from runtime.ir.read_constants import read_constant
from runtime.ir.reading import parse_graph
from runtime.ir.scanner import Scanner
from runtime.ir.unbound import Unbound
from runtime.operations import OPERATIONS
from runtime.types import ANY, INT
from tests.runtime.random_graphs import random_graph

COLLATZ = """\
graph collatz(n: np.int64) -> int {
  n.1: np.int64, steps.1: int = while (n.2 = n, steps.2 = 0) {
    t.1: np.bool = not_equal(n.2, 1)                    # collatz.py:4
    test t.1
  } do {
    t.2: np.int64 = remainder(n.2, 2)                   # collatz.py:5
    t.3: np.bool = equal(t.2, 0)
    n.3: np.int64 = cond t.3 {
      t.4: np.int64 = floor_divide(n.2, 2)              # collatz.py:6
      yield t.4
    } else {
      t.5: np.int64 = multiply(3, n.2)                  # collatz.py:8
      t.6: np.int64 = add(t.5, 1)
      yield t.6
    }
    steps.3: int = add(steps.2, 1)                      # collatz.py:9
    yield n.3, steps.3
  }
  return steps.1
}
"""

ALL_FORMS = """\
graph `<lambda>`(x: float64[3,?], `yield`: int; captures W: int8[], k: obj) -> never {
  setitem!(x, (slice(None, -1, None), Ellipsis), `yield`)
  a: {float64[...] | np.float64}, b: any = add!(x, W, out=(x,), `in`=[1, {"k": k}])
  stop.1: bool, s.1: {float | np.float64} = for v: any in b (s.2 = 0.0) {
    yield True, 1.5
  }
  m.1: int = while (m.2: {int | np.int64} = np.int64(3)) {
    test False
  } do {
    setitem!(x, 0, 1.0)
  }
  while {
    test const (1, (2.0, "three"))
  } do {
    yield
  }
  for i: int in () {
    yield
  }
  cond! x {
    setitem!(x, 0, 1.0)
  } else {
    setitem!(x, 0, 1.0)
  }
}
"""


def with_spans(region, lines):
    """Return the calls of a region spans, one line of the user's after the other."""
    nodes = []
    for node in region.nodes:
        regions = tuple(with_spans(body, lines) for body in node.regions)
        span = None if node.regions else Span("/home/user/collatz.py", next(lines))
        nodes.append(
            Node(node.operation, node.args, (), node.results, regions, span=span)
        )
    return Region(region.parameters, tuple(nodes), region.yields)


def test_example_of_the_design():
    graph = parse_graph(COLLATZ, OPERATIONS)
    lines = iter([4, 5, 5, 6, 8, 8, 9])
    spanned = Graph(graph.name, with_spans(graph.region, lines))
    assert format_graph(spanned) == COLLATZ
    assert format_graph(spanned, spans=False) == format_graph(graph)
    assert spanned == graph


def test_all_forms():
    graph = parse_graph(ALL_FORMS, OPERATIONS)
    assert format_graph(graph) == ALL_FORMS
    assert parse_graph(format_graph(graph), OPERATIONS) == graph
    assert graph.captures == 2
    assert graph.result is None


def test_random_graphs_round_trip():
    for seed in range(300):
        graph = random_graph(seed)
        text = format_graph(graph)
        assert parse_graph(text, OPERATIONS) == graph
        assert format_graph(parse_graph(text, OPERATIONS)) == text


def test_long_chains_of_branches_round_trip():
    depth = 250
    text = (
        "graph f(t: bool) -> None {\n"
        + "cond t { yield } else {\n" * depth
        + "yield }\n" * depth
        + "return None }"
    )
    printed = format_graph(parse_graph(text, OPERATIONS))
    assert format_graph(parse_graph(printed, OPERATIONS)) == printed


CONSTANTS = [
    *(None, True, False, ..., 0, -1, 10**30, 2**20000, -(2**20000)),
    *(0.0, -0.0, 1.5, 1e300, 5e-324, float("inf"), -float("inf")),
    *(float("nan"), -float("nan"), struct.unpack(">d", b"\x7f\xf8" + b"\1" * 6)[0]),
    *(1j, complex(-0.0, float("nan")), complex(float("-inf"), -0.0)),
    *("", "a", 'say "hi"\\\n\t', "# no comment", "\u2028\x00\ud83d\ud800ß😀", "`"),
    *(b"", b'a"\\\x00\xff\n'),
    *((), (1,), (1, (2.0, ("x", None))), ((),)),
    *(np.True_, np.int8(-3), np.uint64(2**64 - 1), np.longlong(3)),
    *(np.float16(0.1), np.float32(0.1), np.float64(-0.0), np.float32("inf")),
    *(np.float64("nan"), -np.float64("nan"), np.frombuffer(b"\1" * 4, np.float32)[0]),
    *(np.longdouble(1) / 3, np.complex64(0.1 - 2j), np.complex128(complex(1, -np.nan))),
    *(np.str_("a\x00b"), np.bytes_(b"a\xff")),
    *(np.zeros((2, 0)), np.arange(6.0).reshape(2, 3).T, np.array(1 + 2j)),
    *(np.array(["a", "bcd"]), np.array([True, False]), np.array([b"ab"])),
    *map(np.dtype, ("f4", "U3", "S2", ">i4", "m8[s]", "?", "O")),
    *(np.dtypes.StringDType(), np.add, np.strings.str_len, np.divmod, np.abs),
    *(int, zip, type(None), ValueError, OSError, np.float64, np.ndarray, np.integer),
    *(np.exceptions.AxisError, np.linalg.LinAlgError, np.dtype, type),
    *(Unbound("y"), Unbound('a "b"')),
]


@pytest.mark.parametrize("value", CONSTANTS, ids=lambda value: repr(type(value)))
def test_constants_round_trip(value):
    constant = Constant(value)
    text = format_constant(value)
    scanner = Scanner(text + ")")
    (read,) = read_constant(scanner)
    assert Constant(read) == constant
    assert scanner.text[scanner.position :] == ")"
    assert "\n" not in text


@pytest.mark.parametrize(
    "value",
    [
        *(len, [1], {}, {1}, object(), lambda: 0, np.array([None]), range(3)),
        *(np.array([1], ">i4"), np.dtype("i4,f4"), type("Own", (int,), {}), slice(1)),
        *(np.datetime64("2000"), np.array(["a"], np.dtypes.StringDType()), (1, [2])),
        *(np.frompyfunc(len, 1, 1), np.zeros(1).view(type("Sub", (np.ndarray,), {}))),
    ],
    ids=lambda value: repr(type(value)),
)
def test_what_is_no_constant(value):
    with pytest.raises(GraphError, match=r"constant|NumPy's own"):
        format_constant(value)


def test_tables_name_each_thing_once():
    for table in (TYPES, UFUNCS):
        for name, thing in table.items():
            (read,) = read_constant(Scanner(format_constant(thing)))
            assert read is thing, name


@pytest.mark.parametrize(
    "name",
    [
        *sorted(WORDS),
        *(
            "x",
            "x.1",
            "_",
            "ähm",
            "array",
            "type",
            "float",
            "np",
            "b",
            "slice",
            "dtype",
        ),
        *("", "a b", "a`b", "a.b", "1", "a\nb", "x = 1", '"', "\\", "😀", "yield.1"),
    ],
)
def test_names_round_trip(name):
    value, result = Value(name, ANY), Value(name + ".9", INT)
    nodes = (
        Node(OPERATIONS["float"], (value,), ((name, value),), (result,)),
        Node(
            OPERATIONS["for"],
            (value, value),
            (),
            (Value("r", ANY),),
            (Region((Value("e", ANY), Value("s", ANY)), (), (value,)),),
        ),
    )
    yields = (Display("tuple", (value, result)),)
    graph = Graph(name, Region((value,), nodes, yields))
    assert parse_graph(format_graph(graph), OPERATIONS) == graph


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("graf", 1, 1, "expected 'graph'"),
        ("graph f(x int) -> int {", 1, 11, "expected ':'"),
        ("graph f(x: integer) -> int {", 1, 12, "is not a type"),
        ("graph f(x: int) -> int {\n  y: int = ad(x)\n", 2, 12, "no operation named"),
        ("graph f(x: int) -> int {\n  return z\n}", 2, 10, "no value named 'z'"),
        ("graph f(x: int) -> int {\n  return x", 2, 11, "the end of the text"),
        (
            "graph f(x: int) -> int { return }",
            1,
            33,
            "the value that the graph returns",
        ),
        ("graph f(x: int) -> float { return x }", 1, 38, "declared type float"),
        ("graph f(x: int, x: int) -> int { return x }", 1, 23, "assigned twice"),
        ("graph f() -> int { return 1 } 2", 1, 31, "unexpected '2'"),
        ("graph f() -> obj { return slice(1) }", 1, 35, "three items"),
        ("graph f() -> obj { return type(os) }", 1, 34, "found 'os'"),
        ("graph f() -> obj { return ufunc(load) }", 1, 37, "found 'load'"),
        ("graph f() -> obj { return len }", 1, 27, "no value named"),
        ("graph f() -> int { return " + "9" * 5000 + " }", 1, 5027, "hexadecimal"),
        ('graph f() -> str { return "\\q" }', 1, 31, "escape sequence"),
        ('graph f() -> obj { return array(int8[2], "01") }', 1, 46, "does not fit"),
        ('graph f() -> obj { return array(string[1], "00") }', 1, 42, "this dtype"),
        ('graph f() -> obj { return array(object[1], "00") }', 1, 42, "this dtype"),
        ('graph f() -> obj { return dtype("(1") }', 1, 37, "not a NumPy dtype"),
        ("graph f() -> int { return np.int8(300) }", 1, 38, "not a valid value of"),
        ("graph f() -> int { return np.load(1) }", 1, 35, "not a NumPy scalar"),
        (
            "graph f() -> int { x: int = add(a=1, 2) return x }",
            1,
            38,
            "after a keyword",
        ),
        ("graph f() -> int { x: int = while (y = 1) {", 1, 44, "expected a name"),
    ],
)
def test_errors_have_line_and_column(text, line, column, message):
    with pytest.raises(GraphError, match=message) as caught:
        parse_graph(text, OPERATIONS)
    assert caught.value.message.startswith(f"line {line}, column {column}: ")


def test_nesting_without_end_is_an_error():
    with pytest.raises(GraphError, match="too deeply"):
        parse_graph("graph f() -> obj { return " + "(" * 100000, OPERATIONS)
