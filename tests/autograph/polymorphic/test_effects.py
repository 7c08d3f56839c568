"""Effects: which run while tracing, which at each run, and in which order."""

from __future__ import annotations

import io
import signal
import warnings

import numpy as np
import pytest

import autograph as ag
from tests.tracer.tracing import agree

X = np.array([3.0, 1.0, 2.0])
NUMBER = np.float64(2.0)
COUNT = 0


def test_what_is_printed_while_tracing_is_printed_once(capsys):
    @ag.function
    def says(x):
        print("Tracing!", x.dtype)
        return x

    for argument in (X, X, X.astype(int), X):
        says(argument)
    assert capsys.readouterr().out == "Tracing! float64\nTracing! int64\n"


def test_a_print_of_a_value_is_printed_at_each_run(capsys):
    @ag.function
    def says(x):
        print("x is", x)
        return x

    for value in (1.0, 2.0):
        says(np.float64(value))
    assert capsys.readouterr().out == "x is 1.0\nx is 2.0\n"


def test_a_print_in_a_branch_or_loop_is_printed_at_each_run(capsys):
    @ag.function
    def says(n):
        for _ in range(2):
            print("turn")
        if n > 1:
            print("large")
        return n

    for n in (np.int64(1), np.int64(2)):
        says(n)
    assert capsys.readouterr().out == "turn\nturn\nturn\nturn\nlarge\n"


def test_prints_keep_their_order_among_each_other(capsys):
    @ag.function
    def says(x):
        print("first", x)
        print("second")
        for value in range(2):
            print("third", value)
        print("fourth", x + 1)
        return x

    for _ in range(2):
        says(NUMBER)
    turn = "first 2.0\nsecond\nthird 0\nthird 1\nfourth 3.0\n"
    assert capsys.readouterr().out == turn * 2


def test_a_print_in_a_callee_follows_the_same_rule(capsys):
    def inner(x):
        print("inner", x)
        return x

    outer = ag.function(lambda x: inner(x) + inner(x + 1))
    outer(NUMBER)
    outer(NUMBER)
    assert capsys.readouterr().out == "inner 2.0\ninner 3.0\n" * 2


def test_a_trace_that_is_tried_again_prints_once(capsys):
    @ag.function
    def says(n):
        print("Tracing!")
        total = 0
        found = []
        while n > 0:
            found.append(n)
            total = total + n / 2
            n = n - 1
        return total, found

    assert says(np.int64(2))[0] == 1.5
    assert capsys.readouterr().out == "Tracing!\n"


def test_ag_print_prints_at_each_run(capsys):
    @ag.function
    def says(x):
        ag.print("running", x)
        ag.print("done")
        return x

    says(NUMBER)
    says(NUMBER)
    assert capsys.readouterr().out == "running 2.0\ndone\n" * 2


def test_ag_print_takes_the_arguments_of_print(capsys):
    @ag.function
    def says(x):
        ag.print("a", x, sep="-", end="!\n")
        return x

    says(NUMBER)
    ag.print("outside", 1, sep=":")
    assert capsys.readouterr().out == "a-2.0!\noutside:1\n"


def test_spec_of_shows_a_symbol_while_tracing(capsys):
    @ag.function
    def says(x):
        print("Tracing with", ag.spec_of(x))
        return x + x

    says(X)
    says(X)
    says(NUMBER)
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "Tracing with TensorSpec(shape=(3,), dtype=np.float64, name=None)",
        "Tracing with TensorSpec(shape=(), dtype=np.float64, name=None)",
    ]


def test_a_store_to_an_attribute_happens_at_each_run():
    class Holder:
        count = 0

    holder = Holder()

    @ag.function
    def count(x):
        holder.count += 1
        return x

    for _ in range(5):
        count(X)
    assert holder.count == 5


def test_a_store_to_a_global_happens_at_each_run(monkeypatch):
    monkeypatch.setitem(globals(), "COUNT", 0)

    @ag.function
    def count(x):
        global COUNT
        COUNT += 1
        return x

    for _ in range(5):
        count(X)
    assert COUNT == 5


def test_a_store_to_a_variable_around_happens_at_each_run():
    calls = 0

    @ag.function
    def count(x):
        nonlocal calls
        calls += 1
        return x + calls

    assert [count(NUMBER) for _ in range(5)] == [3, 4, 5, 6, 7]
    assert calls == 5


def test_an_append_to_a_list_of_the_caller_happens_at_each_run():
    seen = []

    @ag.function
    def note(x, also):
        seen.append(x)
        also.append(len(seen))
        return x

    also = []
    for value in (1.0, 2.0):
        note(np.float64(value), also)
    assert seen == [1.0, 2.0]
    assert also == [1, 2]


def test_no_symbol_is_left_in_a_list_of_the_caller():
    seen = []
    note = ag.function(lambda x: seen.append(x + 1))
    note(NUMBER)
    assert [type(each) for each in seen] == [np.float64]


def test_a_dict_of_the_caller_is_written_at_each_run():
    @ag.function
    def put(x, table):
        table["sum"] = x.sum()
        table["count"] = table.get("count", 0) + 1

    table = {}
    for _ in range(3):
        put(X, table)
    assert table == {"sum": 6.0, "count": 3}


def test_an_array_of_the_caller_is_written_at_each_run():
    @ag.function
    def grow(x):
        x += 1

    x = np.zeros(2)
    for _ in range(3):
        assert grow(x) is None
    np.testing.assert_array_equal(x, [3.0, 3.0])


def test_what_came_before_an_error_has_happened():
    class Holder:
        steps = ()

    holder = Holder()

    @ag.function
    def walk(x):
        holder.steps = (*holder.steps, "one")
        if x > 1:
            raise ValueError("too far")
        holder.steps = (*holder.steps, "two")
        return x

    with pytest.raises(ValueError, match="too far"):
        walk(NUMBER)
    assert holder.steps == ("one",)
    walk(np.float64(0.0))
    assert holder.steps == ("one", "one", "two")


def test_reads_and_writes_of_one_array_keep_their_order():
    @ag.function
    def shuffle(x):
        before = x[0]
        x[0] = 10.0
        after = x[0]
        x[0] = 20.0
        return before, after, x[0]

    assert shuffle(X.copy()) == (3.0, 10.0, 20.0)


def test_prints_and_errors_keep_their_order(capsys):
    @ag.function
    def check(x):
        print("checking", x)
        assert x < 2, "x is too large"
        print("fine", x)
        return x

    check(np.float64(1.0))
    with pytest.raises(AssertionError, match="x is too large"):
        check(NUMBER)
    out = capsys.readouterr().out
    assert out == "checking 1.0\nfine 1.0\nchecking 2.0\n"


def test_a_global_list_filled_while_tracing_is_filled_at_each_run():
    log = []

    @ag.function
    def note(x):
        log.append("called")
        return x

    for _ in range(3):
        note(X)
    assert log == ["called"] * 3


def test_a_call_the_graph_does_not_know_runs_at_each_run():
    calls = []

    @ag.do_not_convert
    def opaque(x):
        calls.append(type(x))
        return x + 1

    decorated = ag.function(lambda x: opaque(x) * 2, callbacks="allow")
    assert [decorated(NUMBER) for _ in range(3)] == [6, 6, 6]
    assert calls == [np.float64] * 3


def test_py_function_calls_back_with_a_declared_type():
    def plain(x):
        return np.float64(x * 2)

    @ag.function
    def decorated(x):
        y = ag.py_function(plain, x, result=ag.TensorSpec((), np.float64))
        return y + 1

    assert [decorated(NUMBER), decorated(np.float64(5.0))] == [5, 11]


def test_py_function_checks_what_comes_back():
    @ag.function
    def decorated(x):
        return ag.py_function(lambda _: "text", x, result=ag.TensorSpec((), np.float64))

    with pytest.raises(TypeError, match="result="):
        decorated(NUMBER)


def test_debugging_assertions_run_at_each_run():
    @ag.function
    def check(x, y):
        ag.debugging.assert_equal(x, y)
        ag.debugging.assert_less(x, y + 1)
        return x

    check(X, X)
    with pytest.raises(AssertionError):
        check(X, X + 1)


def test_check_numerics_finds_what_is_no_number():
    check = ag.function(lambda x: ag.debugging.check_numerics(x, "x is broken"))
    np.testing.assert_array_equal(check(X), X)
    with pytest.raises(ArithmeticError, match="x is broken"):
        check(np.array([1.0, np.nan, 2.0]))


def test_a_warning_of_the_program_is_the_program_s_own():
    @ag.function
    def warn(x):
        warnings.warn("careful", UserWarning, stacklevel=1)
        return x

    with pytest.warns(UserWarning, match="careful"):
        warn(X)


def test_a_warning_of_numpy_s_names_the_user_s_line():
    divide = ag.function(lambda x: 1 / x)
    with pytest.warns(RuntimeWarning, match="divide by zero") as caught:
        divide(np.zeros(2))
    assert caught[0].filename == __file__


def test_a_clock_is_read_where_it_stands():
    import time

    @ag.function
    def passed(x):
        start = time.perf_counter_ns()
        total = x
        for _ in range(1000):
            total = total + x
        return time.perf_counter_ns() - start

    assert len({passed(NUMBER) for _ in range(5)}) > 1
    assert min(passed(NUMBER) for _ in range(5)) > 0


def raises(x):
    return 1 / x.size if x.size else x[0]


def test_input_is_asked_for_at_each_call(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("5\n6\n"))

    @ag.function
    def times(x):
        print("How many?")
        return x * int(input("> "))

    assert times(NUMBER) == 10
    assert times(NUMBER) == 12
    assert capsys.readouterr().out == "How many?\n> > "


def test_prints_and_calls_while_tracing_keep_their_order(capsys):
    @ag.do_not_convert
    def shout(word):
        print(word.upper())
        return 1

    def speak(n):
        print("one")
        shout("two")
        print("three")
        total = 0  # what the loop makes of it is met too late: the trace begins again
        for i in range(n):
            total += i * 0.5
        return total

    plain = speak(3), capsys.readouterr().out
    assert (ag.function(speak)(np.int64(3)), capsys.readouterr().out) == plain


def test_errors_of_the_program_are_its_own():
    agree(raises, X, X[:0])


def test_errors_stand_at_the_user_s_line_alone():
    with pytest.raises(IndexError) as caught:
        ag.function(raises)(X[:0])
    functions = [entry.name for entry in caught.traceback]
    assert functions[-1] == "raises"


def test_a_refused_trace_leaves_nothing_behind():
    decorated = ag.function(lambda x: eval("x"))
    for _ in range(2):
        with pytest.raises(ag.AutographError):
            decorated(NUMBER)
    assert decorated.trace_count == 0


def test_a_signal_that_ends_a_trace_leaves_no_graph():
    numbers = [signal.SIGINT]

    def interrupt(number, frame):
        raise TimeoutError("too slow")

    @ag.do_not_convert
    def wait():
        if numbers:
            signal.raise_signal(numbers.pop())

    @ag.function
    def double(x):
        wait()
        return x + x

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        with pytest.raises(TimeoutError, match="too slow"):
            double(NUMBER)
    finally:
        signal.signal(signal.SIGINT, before)
    assert double.cache_info().currsize == 0
    assert double(NUMBER) == 4


def test_an_error_while_tracing_leaves_stores_as_plain_python_does():
    class Holder:
        value = 0

    holder = Holder()

    @ag.function
    def fails(x):
        holder.value = 1
        raise KeyError("known while tracing")

    with pytest.raises(KeyError, match="known while tracing"):
        fails(X)
    assert holder.value == 1


def test_the_user_s_exception_classes_and_arguments():
    class Custom(Exception):
        def __init__(self, code, detail):
            super().__init__(code, detail)
            self.code = code

    @ag.function
    def fails(x):
        if x > 1:
            raise Custom(7, "detail")
        return x

    with pytest.raises(Custom) as caught:
        fails(NUMBER)
    assert caught.value.code == 7
    assert caught.value.args == (7, "detail")


def test_a_cause_is_kept():
    @ag.function
    def fails(x):
        try:
            return x[10]
        except IndexError as error:
            raise RuntimeError("no such row") from error

    with pytest.raises(RuntimeError, match="no such row") as caught:
        fails(X)
    assert isinstance(caught.value.__cause__, IndexError)


def test_parts_of_what_is_called_first_may_be_others_at_the_next_call():
    answers = {}

    @ag.do_not_convert
    def answer(name):
        return answers[name], 1

    @ag.function(callbacks="allow")
    def place():
        if answer("user")[0] == "root":
            return "here" if answer("host")[0] == "home" else "there"
        return "nowhere"

    for user, host, found in [
        ("root", "home", "here"),
        ("root", "work", "there"),
        ("guest", "home", "nowhere"),
        ("root", "home", "here"),
    ]:
        answers.update(user=user, host=host)
        assert place() == found


class Logged:
    """Notes which of its methods are called, none of which is converted."""

    def __init__(self):
        self.log = []

    @ag.do_not_convert
    def __len__(self):
        self.log.append("len")
        return 2

    @ag.do_not_convert
    def __iter__(self):
        self.log.append("iter")
        return iter([1, 2])

    @ag.do_not_convert
    def __str__(self):
        self.log.append("str")
        return "logged"


def test_methods_that_are_not_converted_are_asked_in_their_turn():
    def asks(logged):
        counts = [len(logged.log)]
        len(logged)
        counts.append(len(logged.log))
        text = f"{logged}"
        counts.append(len(logged.log))
        total = sum(logged)
        str(logged)
        counts.append(len(logged.log))
        return counts, text, total, logged.log

    assert ag.function(asks, callbacks="allow")(Logged()) == asks(Logged())


def test_what_an_iterator_calls_as_it_is_looked_through():
    class Counted:
        def __init__(self):
            self.log = []

    def looks(items, counted):
        before = len(counted.log)
        found = 2 in items
        return before, found, len(counted.log)

    def given():
        counted = Counted()

        def count(value):
            counted.log.append(value)
            return value

        return map(count, [1, 2, 3]), counted

    assert ag.function(looks, callbacks="allow")(*given()) == looks(*given())
