"""Calling conventions: parameters of all kinds, defaults, keywords, wrong calls."""

from __future__ import annotations

import functools
import weakref
from collections import namedtuple

import numpy as np
import pytest

import autograph as ag

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)
Point = namedtuple("Point", "x y")


def signature(a, /, b=1, *rest, c=None, **more):
    total = a + b + sum(rest)
    for value in more.values():
        total = total + value
    return total if c is None else total * c


def test_parameters_of_all_kinds():
    decorated = ag.function(signature)
    for args, kwargs in (
        ((NUMBER,), {}),
        ((NUMBER, 2), {}),
        ((NUMBER,), {"b": NUMBER, "c": 3}),
        ((NUMBER, 1, NUMBER, 4), {"c": NUMBER}),
        ((NUMBER,), {"late": NUMBER, "later": 1}),
        ((NUMBER,), {"a": NUMBER}),
    ):
        for _ in range(2):
            assert decorated(*args, **kwargs) == signature(*args, **kwargs)


@pytest.mark.parametrize(
    "call",
    [
        ((), {}),
        ((), {"a": 1}),
        ((1, 2), {"b": 3}),
    ],
)
def test_a_wrong_call_raises_python_s_error(call):
    args, kwargs = call
    with pytest.raises(TypeError) as expected:
        signature(*args, **kwargs)
    with pytest.raises(TypeError) as caught:
        ag.function(signature)(*args, **kwargs)
    assert str(caught.value) == str(expected.value)


def two(x, y):
    return x + y


@pytest.mark.parametrize(
    "call",
    [
        ((1,), {}),
        ((1, 2, 3), {}),
        ((1, 2), {"y": 3}),
        ((1,), {"z": 3}),
        ((), {"x": 1}),
    ],
    ids=["one misses", "one more", "twice", "unknown", "the other misses"],
)
def test_python_s_words_for_a_wrong_call(call):
    args, kwargs = call
    with pytest.raises(TypeError) as expected:
        two(*args, **kwargs)
    decorated = ag.function(two)
    decorated(NUMBER, NUMBER)  # a graph in the cache changes nothing
    with pytest.raises(TypeError) as caught:
        decorated(*args, **kwargs)
    assert str(caught.value) == str(expected.value)


def test_a_wrong_call_traces_nothing():
    decorated = ag.function(two)
    with pytest.raises(TypeError):
        decorated(1)
    assert decorated.trace_count == 0


def test_a_default_is_the_object_itself():
    default = np.zeros(2)

    def adds(x, into=default):
        into += x
        return into

    assert ag.function(adds)(NUMBER) is default
    np.testing.assert_array_equal(default, [2.0, 2.0])


def test_a_mutable_default_remembers_as_in_python():
    @ag.function
    def collect(x, seen=[]):  # noqa: B006 - what it shows
        seen.append(x)
        return len(seen)

    assert [collect(NUMBER) for _ in range(3)] == [1, 2, 3]


def test_a_default_that_is_exchanged_is_seen():
    def scale(x, by=2):
        return x * by

    decorated = ag.function(scale)
    assert decorated(NUMBER) == 4
    scale.__defaults__ = (5,)
    assert decorated(NUMBER) in (4, 10)  # as inspect.signature saw it, or anew


def test_a_keyword_only_default():
    decorated = ag.function(lambda x, *, by=3: x * by)
    assert decorated(NUMBER) == 6
    assert decorated(NUMBER, by=4) == 8
    assert decorated(NUMBER, by=NUMBER) == 4


def test_a_number_and_an_array_in_one_position():
    decorated = ag.function(lambda x, y=1: x + y)
    assert decorated(NUMBER, 1) == 3
    assert decorated(NUMBER, np.int64(1)) == 3
    np.testing.assert_array_equal(decorated(NUMBER, X), X + 2)
    assert decorated.trace_count == 3


def test_none_and_an_array_in_one_position():
    @ag.function
    def add(x, bias=None):
        if bias is None:
            return x
        return x + bias

    assert add(NUMBER) == 2
    assert add(NUMBER, NUMBER) == 4
    assert add(NUMBER, None) == 2
    assert add.trace_count == 2


def test_more_positional_arguments_make_another_graph():
    total = ag.function(lambda *arrays: sum(arrays))
    assert [total(*[NUMBER] * count) for count in (0, 1, 2, 3)] == [0, 2, 4, 6]
    assert total.trace_count == 4


def test_keywords_arrive_in_their_order():
    names = ag.function(lambda **named: list(named))
    assert names(b=1, a=2) == ["b", "a"]
    assert names(a=2, b=1) == ["a", "b"]


def test_the_dict_of_keywords_is_the_function_s_own():
    @ag.function
    def change(**named):
        named["c"] = named["a"] + 1
        return named

    given = {"a": NUMBER}
    assert change(**given) == {"a": 2.0, "c": 3.0}
    assert given == {"a": 2.0}


def test_parameters_named_like_our_own_words():
    @ag.function
    def odd(self, args, kwargs, function, entry, np, MISS):  # noqa: N803 - odd on purpose
        return self + args + kwargs + function + entry + np + MISS

    assert odd(*[NUMBER] * 7) == 14
    assert odd(self=1, args=2, kwargs=3, function=4, entry=5, np=6, MISS=NUMBER) == 23


def test_no_parameters():
    answer = ag.function(lambda: np.arange(3) * 2)
    for _ in range(2):
        np.testing.assert_array_equal(answer(), [0, 2, 4])
    assert answer.trace_count == 1


def test_many_parameters():
    names = ", ".join(f"p{number}" for number in range(300))
    source = f"def many({names}):\n    return p0 + p299\n"
    space = {}
    exec(source, space)
    decorated = ag.function(space["many"], source=source)
    assert decorated(*[NUMBER] * 300) == 4


def test_what_does_nothing_gives_none():
    @ag.function
    def nothing(x):
        pass

    assert nothing(X) is None


def test_an_argument_given_back_is_the_same_object():
    same = ag.function(lambda x: x)
    x, words = X.copy(), ["a"]
    assert same(x) is x
    assert same(words) is words


def test_a_dataset_s_row_is_passed_by_star():
    decorated = ag.function(lambda x, y: x - y)
    assert decorated(*(NUMBER, 1)) == 1
    assert decorated(*np.array([5.0, 3.0])) == 2
    assert decorated(x=NUMBER, y=1) == 1


# Partial functions ----------------------------------------------------------------


def test_a_partial_function():
    decorated = ag.function(functools.partial(two, 5))
    assert decorated(NUMBER) == 7
    assert decorated(y=NUMBER) == 7


def test_a_partial_function_with_keywords():
    def scale(x, by=1, shift=0):
        return x * by + shift

    decorated = ag.function(functools.partial(scale, by=3))
    assert decorated(NUMBER) == 6
    assert decorated(NUMBER, shift=1) == 7
    assert decorated(NUMBER, by=4) == 8


def test_a_partial_function_with_an_array():
    add = ag.function(functools.partial(two, X))
    np.testing.assert_array_equal(add(1), X + 1)


def test_a_partial_function_of_a_decorated_one():
    add = functools.partial(ag.function(two), 5)
    assert add(NUMBER) == 7


def test_partial_functions_of_partial_functions():
    def three(a, b, c):
        return a * 100 + b * 10 + c

    nested = functools.partial(functools.partial(three, 1), c=3)
    assert ag.function(nested)(NUMBER) == 123


def test_a_partial_function_without_what_it_needs():
    with pytest.raises(TypeError, match="missing"):
        ag.function(functools.partial(two, 5))()


# Within one another ---------------------------------------------------------------


def test_a_function_calls_another():
    inner = ag.function(lambda x, y=1: x * y)
    outer = ag.function(lambda x: inner(x) + inner(x, y=3) + inner(y=x, x=x))
    assert outer(NUMBER) == 2 + 6 + 4


def test_a_wrong_call_within_raises_python_s_error():
    inner = ag.function(two)
    outer = ag.function(lambda x: inner(x))
    with pytest.raises(TypeError, match=r"missing 1 required positional argument: 'y'"):
        outer(NUMBER)


def test_undecorated_callees_are_part_of_the_graph():
    outer = ag.function(lambda x: two(x, x))
    graph = outer.get_concrete_function(X).graph
    assert [node.operation.name for node in graph.region.nodes] == ["add"]


def test_a_function_passed_to_another():
    square = ag.function(lambda x: x * x)
    twice = ag.function(lambda f, x: f(f(x)))
    assert twice(square, NUMBER) == 16


def test_an_inner_function_called_for_another_dtype():
    inner = ag.function(lambda x: x + x)
    outer = ag.function(lambda x: (inner(x), inner(x.astype(np.float32)).dtype))
    value, dtype = outer(X)
    np.testing.assert_array_equal(value, X + X)
    assert dtype == np.float32


def test_a_decorated_function_defined_within():
    @ag.function
    def outer(x):
        @ag.function
        def inner(y):
            return y + x

        return inner(x) * 2

    assert outer(NUMBER) == 8


# Odd arguments --------------------------------------------------------------------


@pytest.mark.parametrize(
    "argument",
    [range(5), {1, 2}, frozenset((1,)), b"bytes", ..., int, len, object(), 10**40],
    ids=lambda argument: type(argument).__name__,
)
def test_any_object_is_an_argument(argument):
    decorated = ag.function(lambda x, other: x + 1)
    for _ in range(3):
        assert decorated(NUMBER, argument) == 3
    assert decorated.trace_count == 1


def test_a_weak_reference_is_an_argument():
    class Thing:
        rate = 2.0

    thing = Thing()
    decorated = ag.function(lambda reference, x: x + 1)
    assert decorated(weakref.ref(thing), NUMBER) == 3


def test_keywords_that_are_no_names():
    total = ag.function(lambda **named: named["a_b"] + named["a/b"] + named["class"])
    assert total(**{"a_b": NUMBER, "a/b": 1, "class": 2}) == 5


def test_keywords_reach_their_own_names_in_any_order():
    show = ag.function(lambda **named: sorted(named.items()))
    expected = [("a", 1.0), ("b", 2.0), ("c", 3.0)]
    one, two, three = map(np.float64, (1, 2, 3))
    assert show(c=three, a=one, b=two) == expected
    assert show(a=one, b=two, c=three) == expected
    assert show(b=two, a=one, c=three) == expected


def test_defaults_and_arguments_that_equal_them_share_graphs():
    decorated = ag.function(lambda foo, bar=1, baz=2: foo + bar + baz)
    decorated(0, baz=20)
    decorated(1)
    decorated(foo=1)
    assert decorated.trace_count == 2
    decorated(1, 2, 3)
    decorated(1, bar=2, baz=3)
    decorated(1, baz=3, bar=2)
    assert decorated.trace_count == 3


def test_arrays_by_name_share_graphs_with_arrays_by_position():
    second = ag.function(lambda a, b: b)
    for call in (
        lambda: second(NUMBER, X),
        lambda: second(a=NUMBER, b=X),
        lambda: second(b=X, a=NUMBER),
        lambda: second(NUMBER, b=X),
    ):
        np.testing.assert_array_equal(call(), X)
    assert second.trace_count == 1
    for call in (
        lambda: second(X, NUMBER),
        lambda: second(a=X, b=NUMBER),
        lambda: second(b=NUMBER, a=X),
    ):
        assert call() == NUMBER
    assert second.trace_count == 2


def test_a_partial_function_with_another_default():
    def add(x=3, y=7):
        return x + y

    decorated = ag.function(functools.partial(add, y=6))
    assert decorated() == 9
    assert decorated(y=8) == 11
    assert decorated(NUMBER) == 8


def test_a_partial_function_of_arrays_by_keyword():
    decorated = ag.function(functools.partial(two, x=np.zeros(1), y=np.zeros(1)))
    np.testing.assert_array_equal(decorated(), [0.0])


def test_a_partial_function_that_is_given_a_function_and_flags():
    def unroll(step, sequence, state, length=None, swap=False):
        assert length is None
        assert swap
        for item in sequence:
            state = step(state, item)
        return state

    decorated = ag.function(functools.partial(unroll, np.add, swap=True))
    assert decorated(X, NUMBER) == 8


def test_a_default_that_is_an_array_of_numpy():
    class Model:
        def one(self, x):
            return x

        @ag.function
        def two(self, x, other=X):
            return self.one(x), other

    one, other = Model().two(NUMBER)
    assert one == 2
    assert other is X


def test_named_and_nested_sequences():
    @ag.function
    def work(inputs):
        a, b, c = inputs
        (f, g), h = b
        return [a + a, [(f + f, g + g), h + h], c + c], a + f + g + h + c

    doubled, total = work([NUMBER, [(NUMBER, 3), NUMBER], np.int64(5)])
    assert doubled == [4, [(4, 6), 4], 10]
    assert type(doubled[1][0]) is tuple
    assert total == 14


def test_an_assertion_that_failed_once_does_not_stick():
    @ag.function
    def check(i):
        assert i == 0, "not zero"
        return i

    check(np.int64(0))
    with pytest.raises(AssertionError, match="not zero"):
        check(np.int64(1))
    assert check(np.int64(0)) == 0
    assert check.trace_count == 1
