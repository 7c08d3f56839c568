"""How a function tells that it keeps tracing, and why."""

from __future__ import annotations

import threading
import warnings
from typing import Any, NamedTuple

import numpy as np
import pytest

import autograph as ag

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)


def power(x, n):
    total = x * 0
    for _ in range(n):
        total = total + x
    return total


def many(decorated, count=12):
    for size in range(1, count + 1):
        decorated(np.ones(size))


def test_a_function_that_keeps_retracing_warns_and_says_what_differed():
    @ag.function
    def scale(x):
        return 2 * x

    with pytest.warns(UserWarning, match="scale") as caught:
        many(scale)
    text = str(caught[0].message)
    assert "x" in text
    assert "shape" in text or "float64[" in text
    assert "input_signature" in text
    assert "TensorSpec" in text


def test_the_warning_names_the_line_of_the_call():
    scale = ag.function(lambda x: 2 * x)
    with pytest.warns(UserWarning, match="retrac") as caught:
        many(scale)
    assert caught[0].filename == __file__


def test_the_signature_of_the_warning_stops_it():
    scale = ag.function(
        lambda x: 2 * x, input_signature=(ag.TensorSpec((None,), np.float64),)
    )
    many(scale)
    assert scale.trace_count == 1


def test_numbers_that_become_symbols_do_not_warn():
    decorated = ag.function(power)
    for n in range(50):
        decorated(NUMBER, n)


def test_explain_retraces_is_a_table_of_what_differed():
    @ag.function
    def scale(x, mode="fast"):
        return 2 * x

    for x, mode in ((X, "fast"), (X.astype(int), "fast"), (X, "slow")):
        scale(x, mode)
    text = str(scale.explain_retraces())
    assert "int64" in text
    assert "slow" in text
    assert "mode" in text


def test_no_retrace_raises_instead_of_tracing():
    @ag.function
    def scale(x):
        return 2 * x

    scale(X)
    with ag.no_retrace():
        scale(X + 1)
        with pytest.raises(ag.AutographError, match="scale"):
            scale(X.astype(int))
    scale(X.astype(int))
    assert scale.trace_count == 2


def test_no_retrace_says_what_differs():
    @ag.function
    def scale(x):
        return 2 * x

    scale(X)
    with ag.no_retrace(), pytest.raises(ag.AutographError, match="int64"):
        scale(X.astype(int))


def test_no_retrace_holds_in_its_own_thread_only():
    scale = ag.function(lambda x: 2 * x)
    with ag.no_retrace():
        thread = threading.Thread(target=scale, args=(X,))
        thread.start()
        thread.join()
    assert scale.trace_count == 1


def test_a_trace_that_fails_leaves_no_half_made_entry():
    @ag.function
    def fails(x):
        if x.ndim > 1:
            raise ValueError("too many dimensions")
        return x + 1

    for _ in range(2):
        with pytest.raises(ValueError, match="too many"):
            fails(X[None])
    np.testing.assert_array_equal(fails(X), X + 1)


def test_a_trace_that_is_interrupted_leaves_no_half_made_entry():
    stops = [True]

    @ag.function
    def interrupted(x):
        helper()
        return x + 1

    def helper():
        if stops:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted(X)
    stops.clear()
    np.testing.assert_array_equal(interrupted(X), X + 1)


def test_methods_and_lambdas_that_retrace_warn_too():
    class Model:
        @ag.function
        def scale(self, x):
            return 2 * x

    for scale in (Model().scale, ag.function(lambda x: 2 * x)):
        with pytest.warns(UserWarning, match="retrac"):
            many(scale)


def test_two_functions_that_retrace_a_little_do_not_warn():
    first, second = ag.function(lambda x: x + 1), ag.function(lambda x: x + 2)
    for size in (1, 2, 3):
        first(np.ones(size))
        second(np.ones(size))


FLOATS = "ag.TensorSpec(shape=(None,), dtype=np.float64)"


class Parts(NamedTuple):
    left: Any
    right: Any


def starred(*xs, scale=1.0, **more):
    return sum(x.sum() for x in xs) * scale + sum(x.sum() for x in more.values())


@pytest.mark.parametrize(
    ("function", "calls", "advice"),
    [
        (
            lambda tree: tree["x"][0].sum(),
            [({"x": [np.ones(size)]},) for size in (1, 2)],
            f"[{{'x': [{FLOATS}]}}]",
        ),
        (
            lambda parts: parts.left.sum() * parts.right,
            [(Parts(np.ones(size), NUMBER),) for size in (1, 2)],
            f"[Parts(left={FLOATS}, right=ag.TensorSpec(shape=(), dtype=np.float64))]",
        ),
        (
            lambda x=1, word="": word * x,
            [(2, "a"), (2, "b")],
            "{'word': ag.TensorSpec(shape=(), dtype=np.str_)}",
        ),
        (
            lambda x, flag=True: x.sum() if flag else x,
            [(np.ones(size),) for size in (1, 2)],
            f"[{FLOATS}]",
        ),
        (
            lambda flag=True, x=None: x.sum() if flag else x,
            [(True, np.ones(size)) for size in (1, 2)],
            f"{{'x': {FLOATS}}}",
        ),
        (
            starred,
            [(np.ones(size), np.ones(size)) for size in (1, 2)],
            f"[{FLOATS}, {FLOATS}]",
        ),
    ],
)
def test_the_signature_that_is_advised_serves_all_calls(function, calls, advice):
    retraced = ag.function(function)
    answers = [retraced(*call) for call in calls]
    text = retraced.explain_retraces().advice
    assert text == f"input_signature={advice} needs only one graph"
    signature = eval(advice, {"ag": ag, "np": np, "Parts": Parts})
    advised = ag.function(function, input_signature=signature)
    assert [advised(*call) for call in calls] == answers
    assert advised.trace_count == 1


def test_keyword_arguments_are_advised_by_name():
    retraced = ag.function(starred)
    for size in (1, 2):
        retraced(more=np.ones(size))
    advice = retraced.explain_retraces().advice
    assert (
        advice == f"input_signature={{'xs': (), 'more': {FLOATS}}} needs only one graph"
    )


def test_a_method_is_advised_without_its_object():
    class Model:
        @ag.function
        def total(self, x):
            return x.sum()

    model = Model()
    for size in (1, 2):
        model.total(np.ones(size))
    assert "input_signature=[ag.TensorSpec(" in model.total.explain_retraces().advice


def test_where_no_signature_serves_another_remedy_is_told():
    retraced = ag.function(lambda x, mode: x.sum() if mode else x)
    for size, mode in ((1, None), (2, True), (3, "a")):
        retraced(np.ones(size), mode)
    advice = retraced.explain_retraces().advice
    assert "input_signature" not in advice
    assert "reduce_retracing=True makes one graph for all shapes" in advice
    assert "few different values of mode" in advice


class Small:
    def __init__(self, size=1):
        self.size = size


class Large(Small):
    pass


def size_of(x, thing):
    return x * thing.size


def applied(x, function):
    return function(x)


def chosen(x, mode):
    return x + 1 if mode == "up" else x - len(mode)


def summed(x, items):
    for item in items:
        x = x + item
    return x


def found(x, table):
    return x * sum(table.values())


def once(_, x):
    return x


def passed_on(x, n):
    return summed_up(*[x] * n)


def summed_up(*arrays):
    return sum(arrays)


def redefined(size):
    class Again(Small):
        pass

    return Again(size)


def functions():
    return [eval(f"lambda x: x + {k}", {}) for k in range(9)]


def kinds():
    return [type(f"Kind{place}", (Small,), {}) for place in range(9)]


@pytest.mark.parametrize(
    ("function", "given", "reason", "remedy"),
    [
        (size_of, [kind() for kind in kinds()], "thing is", "be of one class"),
        (
            size_of,
            [redefined(k) for k in range(9)],
            "thing is another Again, whose class was defined again",
            "define the class Again once",
        ),
        (applied, functions(), "function is", "once"),
        (size_of, [Small(k) for k in range(9)], "thing", "To stop it: "),
        (chosen, "abcdefghi", "mode is 'f', not 'e'", "input_signature=["),
        (
            summed,
            [[1.0] * count for count in range(9)],
            "items has 5 items",
            "pass an array",
        ),
        (found, [{str(k): 1} for k in range(9)], "table has the keys", "the same keys"),
        (passed_on, range(9), "n is", "pass few different values"),
        (
            once,
            [np.array(["a" * k]) for k in range(1, 9)],
            "x is U6[1], not U5[1]",
            "let x always be of one dtype",
        ),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_each_warning_names_what_differs_and_a_remedy(function, given, reason, remedy):
    plain = function is passed_on  # its body needs the number
    decorated = ag.function(
        function, reduce_retracing=None if plain else False, callbacks="error"
    )

    def call():
        for value in given:
            decorated(X, value)

    with pytest.warns(ag.RetracingWarning) as caught:
        call()
    (warned,) = caught
    differs, *_ = str(warned.message).split(". ")
    assert reason in differs
    assert remedy in str(warned.message)


def test_a_captured_value_that_keeps_changing_has_a_remedy():
    def calls(modes):
        @ag.function(reduce_retracing=False)
        def capturing(x):
            return x + 1 if mode == "up" else x - len(mode)

        for mode in modes:
            yield mode, capturing(NUMBER)

    with pytest.warns(ag.RetracingWarning, match="pass mode as an argument"):
        assert [*calls("abcdefghi")] == [(mode, 1.0) for mode in "abcdefghi"]


def test_a_python_value_is_shown_where_an_array_was():
    double = ag.function(lambda x: x + x)
    double(X), double("a"), double(2.5)
    reasons = [row.reason for row in double.explain_retraces()]
    assert reasons[1:] == ["x is 'a', not float64[3]", "x is 2.5, not 'a'"]


def test_the_rows_of_tables_have_positions():
    double = ag.function(lambda x: x + x)
    double(1), double(2.0)
    assert double.explain_retraces()[0].reason == "the first call"
    assert double.explain_retraces()[-1].number == 2
    assert ag.explain(double, 1)[0].construct == "argument"


def test_advice_asks_no_method_of_the_arguments():
    class Interval(NamedTuple):
        begin: int
        end: int

        def __eq__(self, other):
            return self.begin == other.begin

        __hash__ = tuple.__hash__

    @ag.function
    def sized(x, interval=1):
        return x, interval

    intervals = (1, 2, 3, 4, Interval(1, 2), "a", None, Interval(2, 3), (1, 2))

    def call_all():
        for interval in intervals:
            for x in (1, NUMBER):
                assert sized(x, interval)[0] == x

    with pytest.warns(ag.RetracingWarning):
        call_all()


def test_a_value_of_each_class_of_numbers_is_no_reason_to_warn():
    def scaled(x, by):
        return x if by is None else np.multiply(x, by)

    decorated = ag.function(scaled)
    given = [1.0, 2.0, 3, None, np.float64(2), np.float32(2), 2j, True, np.ones(3)]

    def call(values):
        for by in values:
            decorated(X, by)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        call(given)
    assert len(decorated.explain_retraces()) == len(given)
    with pytest.warns(ag.RetracingWarning, match="by is"):
        call([np.ones((1,) * rank) for rank in range(2, 8)])


def test_an_object_of_which_the_identity_is_asked_warns_if_each_call_has_its_own():
    @ag.function
    def f(small, x):
        return {0: x}.get(small, x) * small.size

    def call_each():
        for size in range(8):
            f(Small(size), 2.0)

    with pytest.warns(ag.RetracingWarning, match="small is another Small object"):
        call_each()
