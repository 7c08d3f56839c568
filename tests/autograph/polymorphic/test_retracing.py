"""Which calls share a graph, which get one of their own, and how that is kept low."""

from __future__ import annotations

import dataclasses
import enum
import itertools
from collections import namedtuple
from contextlib import suppress
from functools import partial

import numpy as np
import pytest

import autograph as ag

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)

Point = namedtuple("Point", "x y")
Pair = namedtuple("Pair", "x y")


class Color(enum.Enum):
    RED = 1
    GREEN = 2


@dataclasses.dataclass(frozen=True)
class Frozen:
    rate: float = 1.0


@dataclasses.dataclass
class Loose:
    value: object


class Plain:
    def __init__(self, rate=1.0):
        self.rate = rate


SAME_GRAPH = {
    "values of an array": (X, X + 1),
    "values of a scalar": (np.float64(1), np.float64(2)),
    "an array and its copy in another order": (np.eye(2), np.asfortranarray(np.eye(2))),
    "an array and a view of another": (X, np.arange(6.0)[::2]),
    "equal strings": ("ab", "".join(["a", "b"])),
    "equal tuples": ((1, X), (1, X + 1)),
    "lists of one length": ([X, 1], [X + 1, 1]),
    "dicts with the same keys": ({"a": X}, {"a": X + 1}),
    "nested structures": ({"a": [X, (1, X)]}, {"a": [X + 1, (1, X + 2)]}),
    "namedtuples of one class": (Point(X, 1), Point(X + 1, 1)),
    "dataclasses of one class": (Loose(X), Loose(X + 1)),
    "equal frozen dataclasses": (Frozen(1.0), Frozen(1.0)),
    "a member of an enum": (Color.RED, Color["RED"]),
    "dtypes": (np.dtype("float64"), np.dtype(float)),
    "None": (None, None),
    "an object": (obj := Plain(), obj),
}
OTHER_GRAPH = {
    "dtype": (X, X.astype(np.float32)),
    "shape": (X, X[:2]),
    "rank": (X, X[None]),
    "array and scalar": (np.array(1.0), np.float64(1.0)),
    "NumPy's and Python's": (np.float64(1.0), 1.0),
    "values of an int": (1, 2),
    "values of a float": (1.0, 2.0),
    "int and float": (1, 1.0),
    "values of a bool": (True, False),
    "bool and int": (True, 1),
    "values of a string": ("a", "b"),
    "text and bytes": ("a", b"a"),
    "None": (None, 1),
    "zeros": (0.0, -0.0),
    "complex zeros": (0j, -0j),
    "lengths of a tuple": ((1,), (1, 1)),
    "lengths of a list": ([X], [X, X]),
    "tuple and list": ((X,), [X]),
    "keys of a dict": ({"a": X}, {"b": X}),
    "order of keys": ({"a": X, "b": X}, {"b": X, "a": X}),
    "dtypes inside of a list": ([X], [X.astype(int)]),
    "numbers inside of a tuple": ((1, X), (2, X)),
    "members of an enum": (Color.RED, Color.GREEN),
    "frozen dataclasses": (Frozen(1.0), Frozen(2.0)),
    "types of a field": (Loose(X), Loose(1)),
    "dtypes as values": (np.dtype("float64"), np.dtype("float32")),
    "slices": (slice(1), slice(2)),
    "functions": (np.sin, np.cos),
    "tuple and namedtuple": ((X, X), Point(X, X)),
    "classes of namedtuples": (Point(X, X), Pair(X, X)),
}


def reads(x):
    """Depend on all that a value is made of."""
    if isinstance(x, (list, tuple)):
        return len(x), type(x), *[reads(each) for each in x]
    if isinstance(x, dict):
        return type(x), *[(key, reads(value)) for key, value in x.items()]
    if isinstance(x, Loose):
        return reads(x.value)
    if isinstance(x, Plain | Frozen):
        return x.rate
    return x


@pytest.mark.parametrize("what", SAME_GRAPH)
def test_one_graph_serves(what):
    first, second = SAME_GRAPH[what]
    decorated = ag.function(reads)
    for value in (first, second, first, second):
        decorated(value)
    assert decorated.trace_count == 1


@pytest.mark.parametrize("what", OTHER_GRAPH)
def test_a_graph_of_its_own_for_another(what):
    first, second = OTHER_GRAPH[what]
    decorated = ag.function(reads)
    for value in (first, second, first, second):
        decorated(value)
    assert decorated.trace_count == 2


# The function itself --------------------------------------------------------------


def test_two_functions_never_share_traces():
    def double(x):
        return x + x

    first, second = ag.function(double), ag.function(double)
    first(X)
    assert (first.trace_count, second.trace_count) == (1, 0)
    second(X)
    assert (first.trace_count, second.trace_count) == (1, 1)


def test_a_call_by_name_finds_the_graph_of_a_call_by_position():
    @ag.function
    def add(x, y=1):
        return x + y

    add(NUMBER)
    add(NUMBER, 1)
    add(NUMBER, y=1)
    add(y=1, x=NUMBER)
    assert add.trace_count == 1


def test_the_order_of_keywords_makes_no_other_graph():
    @ag.function
    def add(*, left, right):
        return left + right

    add(left=X, right=NUMBER)
    add(right=NUMBER, left=X)
    assert add.trace_count == 1


def test_an_argument_nobody_reads_makes_no_other_graph():
    @ag.function
    def first(x, _):
        return x

    class Opaque:
        pass

    for unread in (Opaque(), Opaque(), [1, 2, 3]):
        first(X, unread)
    assert first.trace_count <= 3


def test_one_array_twice_and_two_arrays_share_a_graph():
    @ag.function
    def write(x, y):
        x[0] = 7.0
        return x + y

    x = X.copy()
    np.testing.assert_array_equal(write(x, x), [14.0, 2.0, 4.0])
    np.testing.assert_array_equal(write(X.copy(), X.copy()), [10.0, 2.0, 4.0])
    assert write.trace_count == 1


def test_nan_does_not_trace_for_ever():
    @ag.function
    def fill(x, missing):
        return np.where(x > 2, x, missing)

    for _ in range(8):
        fill(X, float("nan"))
    assert fill.trace_count == 3  # another NaN is another value, and then an input


def test_the_sign_of_zero_is_never_another_call_s():
    inverse = ag.function(lambda x, zero: np.copysign(x, zero))
    assert inverse(NUMBER, 0.0) == 2.0
    assert inverse(NUMBER, -0.0) == -2.0
    assert inverse(NUMBER, 0) == 2.0


def test_true_is_never_taken_for_one():
    kind = ag.function(lambda x, flag: x if flag is True else -x)
    assert (kind(NUMBER, 1), kind(NUMBER, True), kind(NUMBER, 1.0)) == (-2, 2, -2)


def test_an_equal_int_and_float_give_their_own_types():
    same = ag.function(lambda number: number)
    assert [type(same(value)) for value in (1, 1.0, True, 1)] == [int, float, bool, int]


# Numbers that keep changing -------------------------------------------------------


def power(x, n):
    total = x * 0
    for _ in range(n):
        total = total + x
    return total


def test_a_number_that_keeps_changing_becomes_a_symbol():
    decorated = ag.function(power)
    for n in range(20):
        assert decorated(NUMBER, n) == 2 * n
    assert decorated.trace_count == 3


def test_a_float_that_keeps_changing_becomes_a_symbol():
    @ag.function
    def step(x, size):
        return x - size * x

    for size in (0.1, 0.2, 0.3, 0.4, 0.5):
        assert step(NUMBER, size) == NUMBER - size * NUMBER
    assert step.trace_count == 3


def test_numbers_of_several_classes_count_together():
    decorated = ag.function(lambda x, n: x * n)
    for n in (1.5, 2.5, 3, 4, 5, 6.5, 7.5, 8j, 9j):
        assert decorated(NUMBER, n) == NUMBER * n
    assert decorated.trace_count == 5


def test_two_values_keep_a_graph_each():
    decorated = ag.function(lambda x, n: x + n)
    for n in (1, 2, 1, 2, 1, 2):
        decorated(X, n)
    assert decorated.trace_count == 2


def test_a_number_inside_of_a_structure_that_keeps_changing_becomes_a_symbol():
    @ag.function
    def step(x, options):
        return x * options["rate"] + options["shift"][0]

    for turn in range(20):
        rate = 0.5 + turn
        assert step(NUMBER, {"rate": rate, "shift": [1]}) == NUMBER * rate + 1
    assert step.trace_count <= 3


def test_each_position_counts_for_itself():
    @ag.function
    def combine(x, a, b):
        return x + a * b

    for a, b in ((1, 5), (2, 5), (3, 5), (4, 5), (4, 6)):
        assert combine(NUMBER, a, b) == 2 + a * b
    assert combine.trace_count == 4


def needs_plain(x, n):
    return x[(slice(None), *[None] * n)]


@pytest.mark.filterwarnings("ignore::tracer.errors.RetracingWarning")
def test_unless_the_body_needs_its_value():
    decorated = ag.function(needs_plain)
    assert [decorated(X, n).ndim for n in range(6)] == [1, 2, 3, 4, 5, 6]


def test_a_text_that_keeps_changing_becomes_a_symbol():
    @ag.function
    def scale(x, mode):
        return {"a": x, "b": 2 * x, "c": 3 * x, "d": 4 * x}[mode]

    assert [scale(NUMBER, mode) for mode in "abcd"] == [2, 4, 6, 8]
    assert scale.trace_count == 3


def test_reduce_retracing_makes_the_second_number_a_symbol():
    decorated = ag.function(power, reduce_retracing=True)
    for n in range(10):
        assert decorated(NUMBER, n) == 2 * n
    assert decorated.trace_count == 2


def test_reduce_retracing_makes_a_dimension_unknown():
    @ag.function(reduce_retracing=True)
    def total(x):
        return x.sum()

    for size in range(1, 8):
        assert total(np.ones(size)) == size
    assert total.trace_count == 2


def test_reduce_retracing_keeps_the_dimensions_that_agree():
    @ag.function(reduce_retracing=True)
    def shape_of(x):
        return x + 1

    for rows in (2, 3, 4):
        shape_of(np.ones((rows, 3)))
    last = shape_of.get_concrete_function(np.ones((9, 3)))
    assert shape_of.trace_count == 2
    assert last.inputs[0].shape == (None, 3)


def test_reduce_retracing_does_not_mix_ranks_or_dtypes():
    @ag.function(reduce_retracing=True)
    def same(x):
        return x + 1

    for x in (np.ones(2), np.ones((2, 2)), np.ones(2, int)):
        assert same(x).dtype == x.dtype
        assert same(x).ndim == x.ndim
    assert same.trace_count == 3


@pytest.mark.filterwarnings("ignore::tracer.errors.RetracingWarning")
def test_reduce_retracing_false_never_makes_a_symbol():
    decorated = ag.function(power, reduce_retracing=False)
    for n in range(8):
        assert decorated(NUMBER, n) == 2 * n
    assert decorated.trace_count == 8


# Objects --------------------------------------------------------------------------


def test_objects_that_read_the_same_may_share():
    decorated = ag.function(lambda plain, x: plain.rate * x)
    plain = Plain(2.0)
    for _ in range(4):
        assert decorated(plain, NUMBER) == 4
    assert decorated.trace_count == 1


def test_equal_value_types_share():
    decorated = ag.function(lambda frozen, x: frozen.rate * x)
    for _ in range(4):
        assert decorated(Frozen(2.0), NUMBER) == 4
    assert decorated.trace_count == 1


def test_an_object_whose_equality_always_holds_is_still_told_apart():
    class Liar:
        def __init__(self, rate):
            self.rate = rate

        def __eq__(self, other):
            return True

        def __hash__(self):
            return 1

    decorated = ag.function(lambda liar, x: liar.rate * x)
    assert decorated(Liar(2.0), NUMBER) == 4
    assert decorated(Liar(3.0), NUMBER) == 6


def test_objects_that_cannot_be_compared_can_be_passed():
    class Stubborn:
        rate = 2.0

        def __eq__(self, other):
            raise RuntimeError("do not compare me")

        __hash__ = None

    stubborn = Stubborn()
    decorated = ag.function(lambda each, x: each.rate * x)
    assert [decorated(stubborn, NUMBER) for _ in range(2)] == [4, 4]


def test_objects_without_weak_references_can_be_passed():
    class Slotted:
        __slots__ = ("rate",)

        def __init__(self, rate):
            self.rate = rate

    decorated = ag.function(lambda each, x: each.rate * x)
    for rate in (2.0, 3.0, 2.0):
        assert decorated(Slotted(rate), NUMBER) == 2 * rate


def test_functions_as_arguments_are_traced_each():
    apply = ag.function(lambda f, x: f(x))
    assert apply(np.negative, NUMBER) == -2
    assert apply(lambda x: x * 5, NUMBER) == 10
    assert apply(partial(pow, exp=2), NUMBER) == 4


def test_an_inner_function_under_reduce_retracing():
    @ag.function(reduce_retracing=True)
    def inner(x):
        return x + 1

    @ag.function(reduce_retracing=True)
    def outer(x):
        return inner(x) * 2

    for size in range(1, 6):
        np.testing.assert_array_equal(outer(np.ones(size)), np.full(size, 4.0))
    assert outer.trace_count == 2


def test_reduce_retracing_of_one_array_twice():
    add = ag.function(lambda a, b: a + b, reduce_retracing=True)
    np.testing.assert_array_equal(add(X, X), X + X)
    np.testing.assert_array_equal(add(X[:2], X[:2]), X[:2] + X[:2])
    np.testing.assert_array_equal(add(X[:1], X), X + X[0])


def test_reduce_retracing_of_nested_arrays():
    @ag.function(reduce_retracing=True)
    def total(tree):
        return tree["a"].sum() + tree["b"][0].sum()

    for size in range(1, 6):
        assert total({"a": np.ones(size), "b": [np.ones(2 * size)]}) == 3 * size
    assert total.trace_count == 2


def test_objects_with_one_hash_are_told_apart():
    class Hashed:
        def __init__(self, rate):
            self.rate = rate

        def __hash__(self):
            return 42

        def __eq__(self, other):
            return self is other

    scaled = ag.function(lambda each, x: each.rate * x)
    assert scaled(Hashed(2.0), NUMBER) == 4
    assert scaled(Hashed(3.0), NUMBER) == 6


def test_shape_and_dtype_are_told_apart_together():
    double = ag.function(lambda t: t + t)
    for t in (
        np.array([[1.0]], np.complex64),
        np.array([1.0], np.complex128),
        np.array([1.0], np.complex64),
        np.array([[1.0]], np.complex128),
    ):
        assert double(t).dtype == t.dtype
    assert double.trace_count == 4


def test_another_byte_order_is_never_taken_for_the_machine_s():
    double = ag.function(lambda t: t + t)
    np.testing.assert_array_equal(double(np.ones(2, "<f8")), [2.0, 2.0])
    with suppress(ag.AutographError):  # a refusal is as good as the answer
        np.testing.assert_array_equal(double(np.ones(2, ">f8")), [2.0, 2.0])


@pytest.mark.parametrize("number", [1.5, 2.5j, 7, "seven"])
def test_values_that_change_get_a_graph_each_twice(number):
    function = ag.function(lambda a: a * 2)
    for turn in range(1, 6):
        assert function(number * turn) == number * turn * 2
    assert function.trace_count == 3


@pytest.mark.parametrize(
    ("number", "instead"), [(7, "int64"), (2.5, "float64"), (2.5j, "complex128")]
)
def test_the_advice_names_numpys_number(number, instead):
    function = ag.function(lambda a, o: a * o.rate, reduce_retracing=False)
    for turn in range(1, 4):
        function(number * turn, Plain())
    advice = str(function.explain_retraces()).splitlines()[-1]
    assert f"as a NumPy number, such as np.{instead}(" in advice


@pytest.mark.parametrize("kind", [str, bytes])
def test_texts_become_inputs(kind):
    @ag.function
    def checksum(message):
        low = 0
        for letter in message:
            low = (low * 31 + (letter if kind is bytes else ord(letter))) % 65521
        return low, message[:2]

    for count in range(8):
        text = f"message {count}" * (count % 3 + 1)
        given = text if kind is str else text.encode()
        assert checksum(given) == checksum.python_function(given)
    assert len(checksum.concrete_functions) == 3


def mixed(a, b, c):
    return a * b + c / 2, a // 2, max(b, c)


def test_ints_and_floats_in_several_positions_need_few_graphs():
    function = ag.function(mixed)
    choices = itertools.product((1, 2.5), (3, 4.5), (5, 6.5), range(4))
    for a, b, c, step in choices:
        found, expected = (f(a + step, b + step, c + step) for f in (function, mixed))
        assert repr(found) == repr(expected)
    assert function.trace_count <= 6  # eight combinations, and two of the first values


def test_with_less_retracing_one_graph_serves_them_from_the_start():
    function = ag.function(mixed, reduce_retracing=True)
    for a, b, c in itertools.product((1, 2.5), (3, 4.5), (5, 6.5)):
        assert repr(function(a, b, c)) == repr(mixed(a, b, c))
    assert function.trace_count <= 5


def test_shapes_that_alternate_keep_their_graphs_beside_names_of_none():
    @ag.function
    def column(x):
        return x[..., np.newaxis]

    for x in (X, np.eye(2)) * 3:
        assert column(x).shape == (*x.shape, 1)
    assert column.trace_count == 2


def test_bounds_of_slices_vary_as_numbers_do():
    @ag.function
    def part(x, rows):
        return x[rows]

    for start in range(8):
        rows = slice(start, start + 2)
        np.testing.assert_array_equal(part(np.arange(12), rows), np.arange(12)[rows])
    assert len(part.concrete_functions) == 3


def test_an_object_in_a_slice_may_change():
    @ag.function
    def rate(rows):
        return rows.start.rate

    rows = slice(Plain(1.0), 2)
    assert rate(rows) == 1.0
    rows.start.rate = 2.0
    assert rate(rows) == 2.0
