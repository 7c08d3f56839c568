"""The table of calls: recorded, traced into, run now, or called back."""

import datetime
import inspect
import os
import random
import sys
import threading
import time
import uuid
import warnings

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import agree, graph_of, refusal
from tracer.errors import CallbackRefused, LooksAtNames

X = np.array([3.0, 1.0, 2.0])


@ag.do_not_convert
def foreign(x):
    return x.sum() if isinstance(x, np.ndarray) else x


def calls_library(x):
    return foreign(x) + 1


def test_an_unknown_function_is_called_back(golden):
    golden(graph_of(calls_library, X, callbacks="allow"))
    agree(calls_library, X, callbacks="allow")


def test_each_place_that_calls_back_is_warned_about_once():
    decorated = ag.function(calls_library)
    with pytest.warns(ag.CallbackWarning, match=r"foreign\(x\) calls a") as all_:
        decorated(X)
    assert len(all_) == 1
    assert all_[0].lineno == calls_library.__code__.co_firstlineno + 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        decorated(X + 1)


def test_calls_back_may_be_forbidden(golden):
    golden(refusal(calls_library, X, callbacks="error"))


def with_out(x, y):
    np.add(x, 1, out=y)
    np.cumsum(x, out=y[:])
    return y


def test_out_is_written(golden):
    golden(graph_of(with_out, X, X.copy()))
    agree(with_out, (X, X.copy()))


def plain_numpy(x):
    return x.astype(np.result_type(np.int8, np.float32)) + np.zeros(
        3, np.promote_types("i2", "i4")
    )


def test_dtypes_may_be_computed():
    agree(plain_numpy, X)


def random_in_branch(x):
    if x.sum() > 0:
        return random.random()
    return 0.0


def test_under_a_branch_of_the_graph_it_is_called_at_each_run():
    decorated = ag.function(random_in_branch, callbacks="allow")
    assert decorated(X) != decorated(X)


def wrong_arguments(x):
    return np.concatenate(x, 5, 6, 7)


def test_numpy_s_own_errors_are_raised():
    agree(wrong_arguments, X)
    agree(lambda x: np.reshape(x, (2, 2)), X)
    agree(lambda x: np.add(x, 1, 2, 3, 4), X)


@ag.function
def doubled(x):
    return 2 * x


def calls_decorated(x):
    return doubled(x) + doubled(1)


def test_a_decorated_function_is_traced_into(golden):
    golden(graph_of(calls_decorated, X))
    agree(calls_decorated, X)


def decorates(x):
    @ag.function
    def inner(value):
        return value * 2

    return inner(x)


def test_a_function_may_use_the_package_itself():
    agree(decorates, X)


# What the moment decides --------------------------------------------------------------


def draws_from_random(x):
    return random.random() + x


def draws_an_integer(x):
    return random.randint(0, 10**9) + x


def reads_the_clock(x):
    return time.time() + x


def reads_a_broken_down_time(x):
    return time.localtime().tm_year + x


def makes_an_identity(x):
    return str(uuid.uuid4()), x


def reads_the_date(x):
    return datetime.datetime.now(), x


def reads_the_process(x):
    return os.getpid(), x


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (draws_from_random, "random.random"),
        (draws_an_integer, "random.randint"),
        (reads_the_clock, "time.time"),
        (reads_a_broken_down_time, "time.localtime"),
        (makes_an_identity, "uuid.uuid4"),
        (reads_the_date, "datetime.datetime.now"),
        (reads_the_process, "os.getpid"),
    ],
)
def test_answers_of_the_moment_are_frozen_if_the_user_says_so(function, name):
    decorated = ag.function(function, captures="freeze")
    with pytest.warns(ag.FrozenWarning) as caught:
        first = decorated(1.5)
    (warned,) = caught
    assert warned.lineno == function.__code__.co_firstlineno + 1
    assert f"{name} runs while tracing" in str(warned.message)
    assert "np.random" in str(warned.message) or f"({name}," in str(warned.message)
    assert decorated(1.5) == first


@pytest.mark.parametrize("function", [draws_from_random, reads_the_clock])
def test_answers_of_the_moment_are_asked_for_at_each_run(function):
    decorated = ag.function(function, callbacks="error")
    assert len({decorated(1.5) for _ in range(5)}) == 5
    assert decorated.trace_count == 1


def test_tuples_that_only_c_code_makes_are_values():
    def later(x):
        chosen = time.gmtime(0)
        for second in range(int(x)):
            chosen = time.gmtime(second)
        return chosen if x > 0 else time.gmtime(5)

    decorated = ag.function(later, callbacks="allow")
    for count in (0.0, 3.0):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ag.FrozenWarning)
            assert decorated(np.float64(count)) == later(np.float64(count))


def test_a_list_that_is_shuffled_is_one_of_the_run():
    def shuffled(x):
        items = [1, 2, 3, x]
        random.shuffle(items)
        return items

    decorated = ag.function(shuffled, callbacks="allow")
    assert sorted(decorated(4)) == [1, 2, 3, 4]
    assert len({tuple(decorated(4)) for _ in range(50)}) > 1


def test_a_stream_that_is_seeded_is_drawn_from_at_each_run():
    def seeded(x):
        random.seed(3)
        return random.random() + x, random.randint(1, 100)

    decorated = ag.function(seeded, callbacks="allow")
    for _ in range(2):
        assert decorated(1.0) == seeded(1.0)
        assert random.random() == 0.13042279608514273


@ag.function
def one_more(x):
    return x + 1


@ag.do_not_convert
def prepared(seed):
    drawn = ag.random.uniform(ag.random.key(seed))
    return (
        float(drawn)
        + float(one_more(seed))
        + np.zeros(2)[ag.py_function(int, 1, result=int)]
    )


def uses_what_is_prepared(x):
    return prepared(3) + x


def test_what_runs_while_tracing_knows_nothing_of_the_trace():
    agree(uses_what_is_prepared, X, callbacks="allow")


@pytest.mark.parametrize(
    "make", [lambda n: bytearray(n), lambda n: (k for k in range(n)), threading.Lock]
)
def test_what_each_run_makes_is_made_once_by_the_first_call_too(make):
    made = []

    @ag.do_not_convert
    def counted(*args):
        made.append(args)
        return make(*args)

    def made_of(x):
        thing = counted() if make is threading.Lock else counted(3)
        return x, type(thing).__name__

    function = ag.function(made_of, callbacks="allow")
    for calls in (1, 2, 3):
        assert function(np.float64(1)) == made_of(np.float64(1))
        assert len(made) == 2 * calls


def text_of_its_code(n):
    if type(n) is not int:
        return "no int"
    return eval("n + 1")


def test_code_that_looks_at_names_is_traced_as_far_as_it_does():
    with pytest.raises(LooksAtNames, match=r"eval\(\) looks up names"):
        ag.function(text_of_its_code)(4)
    assert ag.function(text_of_its_code)(4.5) == "no int"


def doubled_or_named(x):
    if x > 10:
        try:
            raise ValueError(sys._getframe(1).f_code.co_name)
        except Exception as error:
            return str(error)
    return x * 2


def test_a_branch_that_is_not_taken_may_look_at_frames():
    function = ag.function(doubled_or_named)
    assert function(np.float64(2)) == 4.0
    with pytest.raises(ag.AutographError, match=r"_getframe\(\) looks at .* \[AG212\]"):
        function(np.float64(20))


DAYS = [datetime.date(2001, 1, day).strftime for day in range(1, 8)]


def day_by_format(day, form):
    return DAYS[day](form)


def names_of_days(width, count):
    return " ".join(day_by_format(day, "%A")[:width] for day in range(count))


@pytest.mark.parametrize("count", [7, np.int64(2)])
def test_a_call_while_tracing_of_what_the_run_chooses(count):
    agree(names_of_days, (3, count), callbacks="allow")


def test_a_class_as_a_dtype_is_no_reason_to_trace_numpys_code():
    def made(x):
        return np.eye(3, dtype=np.float32) @ x, np.identity(2, dtype=int)

    concrete = ag.function(made).get_concrete_function(np.ones(3, np.float32))
    assert {node.operation.name for node in concrete.graph.nodes()} == {
        "eye",
        "identity",
        "matmul",
    }


class Holding(list):
    def __init__(self, *items, **named):
        super().__init__(items)
        self.named = named

    @classmethod
    def of(cls, **named):
        return cls(**named)

    def put(self, *items):
        return len(items)


class Keeping(Holding):
    @classmethod
    def of(cls, **named):
        return super().of(**named)

    def put(self, *items):
        return super().put(*items)


def _filled(x):
    named, items = {}, [1]
    if x > 1:
        named["a"] = x
        items.append(2)
    return named, items


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda x: Keeping().put(*_filled(x)[1]), "Keeping.put"),
        (lambda x: Keeping.of(**_filled(x)[0]).named, "Keeping.of"),
        (lambda x: [].append(*_filled(x)[1][:1]), "the method 'append'"),
        (lambda x: "{}{}".format(*_filled(x)[1], 3), "the method 'format'"),
        (lambda x: np.arange(3).sum(*_filled(x)[1][:0]), "the method 'sum'"),
    ],
)
def test_what_is_called_with_arguments_of_the_run_has_the_users_name(call, told):
    with pytest.raises(CallbackRefused) as refused:
        ag.function(call, callbacks="error")(np.float64(2))
    said = str(refused.value).partition("\n")[0]
    assert told in said
    assert "passes arguments that only the run can count" in said
    assert "tracer" not in said.replace(__name__, "")


class Model:
    def __init__(self, slope):
        self.slope = slope

    def fitness(self, a, b=0.0):
        return a + b * self.slope

    @property
    def names(self):
        return inspect.signature(self.fitness).parameters.keys()


def of_named_parts(model, x):
    parts = {}
    if "a" in model.names:
        parts["a"] = x
    parts["b"] = x
    return model.fitness(**parts)


def test_keywords_of_the_run_leave_the_object_of_a_method_open():
    decorated = ag.function(of_named_parts)
    models = list(map(Model, (1.0, 2.0, 3.0, 4.0)))  # graphs of what is gone are too
    for model in models:
        assert decorated(model, 2.0) == of_named_parts(model, 2.0)
    assert len(decorated.concrete_functions) == 1
