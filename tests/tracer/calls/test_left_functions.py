"""Functions that are called and cannot be compiled: who is told, and what stays."""

import ast
import functools
import warnings

import numpy as np
import pytest

import autograph as ag
from tracer.errors import NotStaged

X = np.array([1.0, 2.0])


def named(value):
    pair = (value, 1.0)
    return id(pair) == id(pair)


def tagged(value):
    np.tag = value
    return value


def doubled(x):
    return x * 2, named(x)


def message_of(function, *args):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        function(*args)
    (warning,) = caught
    return str(warning.message)


def test_the_warning_has_the_call_the_line_and_what_to_write_instead():
    text = message_of(ag.function(doubled), X)
    assert "named(x) calls a function that cannot be compiled: id() of a tuple" in text
    assert f"(line {named.__code__.co_firstlineno + 2})" in text
    assert "instead, use the tuple itself as a key" in text


def test_a_graph_serves_later_calls():
    function = ag.function(doubled, callbacks="allow")
    for number in range(3):
        value, same = function(X + number)
        assert value.tolist() == ((X + number) * 2).tolist()
        assert same
    assert function.trace_count == 1


def test_explain_has_a_row_for_the_call():
    text = str(ag.explain(ag.function(doubled), X))
    assert "named" in text
    assert "is called back in Python at each run" in text


def test_the_function_that_is_compiled_is_refused_itself():
    with pytest.raises(NotStaged, match=r"id\(\) of a tuple is asked"):
        ag.function(named)(X)


def test_callbacks_that_are_errors_leave_nothing_to_python():
    with pytest.raises(NotStaged, match=r"id\(\) of a tuple is asked"):
        ag.function(doubled, callbacks="error")(X)


def test_what_graphs_take_as_it_was_is_not_set_in_python():
    function = ag.function(lambda x: (tagged(x), np.tag))
    with pytest.raises(NotStaged, match="the attribute 'tag' of a module is set"):
        function(X)
    assert not hasattr(np, "tag")


def test_the_error_stays_where_the_caller_cannot_do_with_what_only_the_run_knows():
    def made(x):
        return (lambda v: v) if named(x) else None

    def caller(x):
        return functools.wraps(made(x))(lambda v: v + 1)(x)

    with pytest.raises(NotStaged, match=r"id\(\) of a tuple is asked"):
        ag.function(caller)(X)


def test_what_has_been_called_while_tracing_is_not_called_again():
    made = []

    @ag.do_not_convert
    def number():
        made.append(len(made))
        return made[-1]

    def numbered(x):
        return number(), named(x)

    def tagged_number(x):
        found = number()
        pair = (x, found)
        return id(pair) == id(pair)

    assert ag.function(lambda x: numbered(x), callbacks="allow")(X) == (0, True)
    with pytest.raises(NotStaged, match=r"id\(\) of a tuple is asked"):
        ag.function(lambda x: tagged_number(x))(X)
    assert made == [0, 1]


def test_what_is_printed_before_the_error_is_printed_once(capsys):
    def told(x):
        print("told")
        return named(x)

    def spoken(x):
        print("spoken")
        pair = (x, 1.0)
        return id(pair) == id(pair)

    function = ag.function(lambda x: (told(x), spoken(x)), callbacks="allow")
    assert function(X) == (True, True)
    assert capsys.readouterr().out == "told\nspoken\n"


def test_a_function_that_was_not_made_from_its_source_is_called_in_python():
    tree = ast.parse("def tripled(x):\n    return x * 3\n")
    names = {"__name__": __name__}
    exec(compile(tree, __file__, "exec"), names)  # as some decorators do
    tripled = names["tripled"]

    @ag.function
    def whole(x):
        return tripled(x) + 1

    assert "whose source is not found" in message_of(whole, np.float64(2.0))
