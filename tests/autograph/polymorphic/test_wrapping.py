"""A decorated function looks like the function, and goes where functions go."""

from __future__ import annotations

import asyncio
import copy
import functools
import inspect
import pickle
import typing
from unittest import mock

import numpy as np
import pytest

import autograph as ag

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)


def documented(a: np.ndarray, /, b: int = 1, *rest: float, c: str = "x") -> np.ndarray:
    """Add two things."""
    return a + b


@ag.function
def module_level(x):
    return x + 1


def test_it_looks_like_the_function():
    decorated = ag.function(documented)
    assert decorated.__name__ == "documented"
    assert decorated.__qualname__ == documented.__qualname__
    assert decorated.__module__ == documented.__module__
    assert decorated.__doc__ == "Add two things."
    assert decorated.__annotations__ == documented.__annotations__
    assert decorated.__wrapped__ is documented
    assert decorated.python_function is documented
    assert repr(decorated) == "<autograph.Function documented>"


def test_its_signature_is_the_function_s():
    decorated = ag.function(documented)
    assert inspect.signature(decorated) == inspect.signature(documented)
    assert typing.get_type_hints(decorated) == typing.get_type_hints(documented)


def test_its_source_is_the_function_s():
    decorated = ag.function(documented)
    assert inspect.getsource(decorated) == inspect.getsource(documented)
    assert inspect.unwrap(decorated) is documented
    assert inspect.getdoc(decorated) == "Add two things."
    assert callable(decorated)


def test_its_defaults_are_the_function_s():
    decorated = ag.function(documented)
    assert decorated.__defaults__ == (1,)
    assert decorated.__kwdefaults__ == {"c": "x"}


def test_attributes_can_be_set():
    decorated = ag.function(lambda x: x)
    decorated.note = "mine"
    assert decorated.note == "mine"


def test_attributes_of_the_function_are_kept():
    def marked(x):
        return x

    marked.tag = "tagged"
    assert ag.function(marked).tag == "tagged"


def test_options_without_a_function_give_a_decorator():
    @ag.function(callbacks="error", strict=True)
    def double(x):
        return x + x

    assert double(NUMBER) == 4
    assert isinstance(double, ag.Function)


def test_called_with_nothing_it_is_a_decorator_too():
    @ag.function()
    def double(x):
        return x + x

    assert double(NUMBER) == 4


def test_what_numpy_wrote_is_called_by_a_graph():
    assert ag.function(np.matmul)(np.eye(2), X[:2]).tolist() == X[:2].tolist()


@pytest.mark.parametrize("wrong", [42, "text", [1]])
def test_what_cannot_be_called_is_refused(wrong):
    with pytest.raises(TypeError, match="is not a Python function"):
        ag.function(wrong)


def test_unknown_options_are_refused_by_python():
    with pytest.raises(TypeError, match="jit_compile"):
        ag.function(lambda x: x, jit_compile=True)


def test_decorating_twice_gives_the_same_answers():
    twice = ag.function(ag.function(lambda x: x + x))
    assert twice(NUMBER) == 4
    assert twice.trace_count == 1


def test_below_another_decorator():
    def logged(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            calls.append(function.__name__)
            return function(*args, **kwargs)

        return wrapper

    calls = []

    @logged
    @ag.function
    def double(x):
        return x + x

    assert double(NUMBER) == 4
    assert calls == ["double"]


def test_above_another_decorator():
    def plus_one(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return function(*args, **kwargs) + 1

        return wrapper

    @ag.function
    @plus_one
    def double(x):
        return x + x

    assert double(NUMBER) == 5
    assert list(inspect.signature(double).parameters) == ["x"]


def test_a_lambda():
    assert ag.function(lambda x, y: x - y)(NUMBER, 1) == 1


def test_two_lambdas_on_one_line():
    first, second = ag.function(lambda x: x + 1), ag.function(lambda x: x - 1)
    assert (first(NUMBER), second(NUMBER)) == (3, 1)


def test_pickled_by_name():
    again = pickle.loads(pickle.dumps(module_level))
    assert again is module_level
    assert again(NUMBER) == 3


def test_what_has_no_name_is_not_pickled():
    decorated = ag.function(lambda x: x)
    with pytest.raises((pickle.PicklingError, AttributeError, TypeError)):
        pickle.dumps(decorated)


def test_copies_give_the_same_answers():
    def double(x):
        return x + x

    decorated = ag.function(double)
    decorated(NUMBER)
    for again in (copy.copy(decorated), copy.deepcopy(decorated)):
        assert again(NUMBER) == 4
        np.testing.assert_array_equal(again(X), X + X)


def test_an_object_with_a_decorated_method_is_copied():
    class Scale:
        def __init__(self, by):
            self.by = by
            self.call = ag.function(lambda x: x * by)

        @ag.function
        def method(self, x):
            return x * self.by

    again = copy.deepcopy(Scale(3))
    assert (again.call(NUMBER), again.method(NUMBER)) == (6, 6)


def test_functions_are_told_apart_and_hashed():
    first, second = ag.function(documented), ag.function(documented)
    assert first == first
    assert first != second
    assert len({first, second, first}) == 2


def test_builtins_take_it_as_a_function():
    increment = ag.function(lambda x: x + 1)
    assert list(map(increment, [NUMBER, NUMBER])) == [3, 3]
    assert sorted([NUMBER, -NUMBER], key=ag.function(lambda x: -x)) == [2, -2]
    assert functools.reduce(ag.function(lambda a, b: a + b), [NUMBER] * 3) == 6
    np.testing.assert_array_equal(
        np.apply_along_axis(ag.function(lambda r: r.sum()), 0, np.eye(2)), [1, 1]
    )


def test_update_wrapper_takes_it():
    @functools.wraps(module_level)
    def again(x):
        return module_level(x)

    assert again.__name__ == "module_level"
    assert again(NUMBER) == 3


def test_a_generator_is_left_alone_and_a_coroutine_function_is_refused():
    def generator(x):
        yield x

    with pytest.warns(ag.CallbackWarning, match="generator is a generator"):
        assert list(ag.function(generator)(NUMBER)) == [NUMBER]

    async def coroutine(x):
        return x

    with pytest.raises(ag.AutographError):
        ag.function(coroutine)(NUMBER)


def test_a_class_is_refused():
    class Thing:
        pass

    with pytest.raises(TypeError, match="decorate its methods"):
        ag.function(Thing)


def test_the_python_function_can_be_called_plainly():
    assert module_level.python_function(NUMBER) == 3
    assert module_level.__wrapped__(NUMBER) == 3


def module_function(x):
    return x * 3.0


def test_a_decorated_copy_of_a_module_s_function_is_pickled_with_its_options():
    decorated = ag.function(module_function, strict=True)
    decorated(NUMBER)
    again = pickle.loads(pickle.dumps(decorated))
    assert again(NUMBER) == 6
    assert again.python_function is module_function
    assert again.trace_count == 1  # traces are not pickled


def test_a_method_s_object_is_pickled():
    again = pickle.loads(pickle.dumps(PICKLED))
    assert again.scaled(NUMBER) == 6


class Pickled:
    by = 3

    @ag.function
    def scaled(self, x):
        return x * self.by


PICKLED = Pickled()


def test_a_redundant_argument_below_another_decorator():
    def passes(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return function(*args, **kwargs)

        return wrapper

    class Adder:
        @ag.function
        @passes
        def inner(self, x, y):
            return x + y

        @passes
        @ag.function
        def outer(self, x, y):
            return x + y

        @ag.function
        @ag.function
        def twice(self, x, y):
            return x + y

    adder = Adder()
    for add in (adder.inner, adder.outer, adder.twice):
        assert add(NUMBER, 1) == 3
        with pytest.raises(TypeError, match="multiple values"):
            add(2, x=3)
        with pytest.raises(TypeError, match="'y'"):
            add(2)
        with pytest.raises(TypeError, match="'x'"):
            add(y=2)


def test_a_plain_decorator_in_between_sees_each_trace_or_call(capsys):
    def announced(function):
        def wrapper(x):
            print("announced")
            return function(x)

        return wrapper

    decorated = ag.function(announced(lambda x: x + 1))
    assert decorated(NUMBER) == 3
    assert decorated(NUMBER) == 3
    assert capsys.readouterr().out == "announced\n"


def test_one_underscore_is_a_parameter_like_any_other():
    assert ag.function(lambda _: _ + _)(NUMBER) == 4


# Where functions go ---------------------------------------------------------------


def test_one_of_several_by_the_type_of_its_argument():
    @functools.singledispatch
    @ag.function
    def show(x):
        return x + 1

    @show.register(str)
    @ag.function
    def _(x):
        return x + "!"

    assert (show(NUMBER), show("a")) == (3, "a!")


def test_a_mock_takes_its_place_and_gives_it_back():
    pickled = Pickled()
    with mock.patch.object(Pickled, "scaled", return_value=5):
        assert pickled.scaled(NUMBER) == 5
    with mock.patch(f"{__name__}.module_level", return_value=7):
        assert module_level(NUMBER) == 7
    assert (pickled.scaled(NUMBER), module_level(NUMBER)) == (6, 3)


def test_numpy_takes_it_as_a_function():
    increment = ag.function(lambda x: x + 1)
    np.testing.assert_array_equal(np.vectorize(increment)(X), X + 1)
    np.testing.assert_array_equal(
        np.fromfunction(lambda i: increment(i), (3,)), [1, 2, 3]
    )


def test_a_coroutine_calls_it():
    async def work():
        return module_level(NUMBER)

    assert asyncio.run(work()) == 3


def test_one_that_is_made_within_another():
    @ag.function
    def outer(x):
        double = ag.function(lambda y: y * 2)
        return double(x) + double.python_function(x)

    assert [outer(NUMBER), outer(NUMBER)] == [8, 8]


def test_calls_back_into_python_may_call_it_again():
    @ag.do_not_convert
    def back(x):
        return outer(x - 1) if x > 0 else x

    @ag.function(callbacks="allow")
    def outer(x):
        return back(x) + 1

    assert outer(np.float64(3.0)) == 4


def test_above_a_cache():
    @ag.function
    @functools.cache
    def factor(n):
        return n * 2

    assert [factor(3), factor(3)] == [6, 6]


def test_functions_of_numpy_are_wrapped():
    matmul = ag.function(np.matmul)
    square = np.array([[1.0, 2.0], [3.0, 4.0]])
    np.testing.assert_array_equal(matmul(square, square), square @ square)
    mean = ag.function(np.mean)
    assert mean(X) == 2
    np.testing.assert_array_equal(mean(square, axis=0), [2.0, 3.0])


@pytest.mark.parametrize(
    "wrong",
    [{"reduce_retracing": "always"}, {"strict": "yes"}, {"captures": None}],
)
def test_a_wrong_choice_is_refused_when_decorating(wrong):
    with pytest.raises(ValueError, match=r"use .* or "):
        ag.function(lambda x: x, **wrong)
