"""Errors, warnings and debuggers see the user's own lines."""

from __future__ import annotations

import dataclasses
import gc
import linecache
import sys
import traceback
import warnings

import numpy as np
import pytest

from runtime.constructs import CONSTRUCTS
from runtime.errors import GraphError, InternalError, Span
from runtime.execute import compile_graph
from runtime.ir.graph import Graph
from runtime.ir.reading import parse_graph
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.plan import positions
from runtime.types import NEVER

TABLE = {**OPS, **CONSTRUCTS}

SOURCE = """\
def halve(v):
    return v / 0


def outer(x):
    y = x + 1
    z = halve(y)
    return (
        z *
        y)
"""


@pytest.fixture
def user(tmp_path):
    path = tmp_path / "user_file.py"
    path.write_text(SOURCE)
    return str(path)


def placed(graph: Graph, *spans: Span) -> Graph:
    """The graph with a place for each of its nodes."""
    nodes = tuple(
        dataclasses.replace(node, span=span)
        for node, span in zip(graph.region.nodes, spans, strict=True)
    )
    return dataclasses.replace(
        graph, region=dataclasses.replace(graph.region, nodes=nodes)
    )


def outer(user: str, of: str = "int", helper: str = "") -> Graph:
    """The graph of `outer` with `halve` inlined, here or from another file."""
    graph = parse_graph(
        f"""
        graph outer(x: {of}) -> any {{
          y: {of} = add(x, 1)
          z: any = divide(y, 0)
          w: any = multiply(z, y)
          return w
        }}
        """,
        TABLE,
    )
    call = Span(user, 7, 8, "outer")
    return placed(
        graph,
        Span(user, 6, 8, "outer"),
        Span(helper or user, 2, 11, "halve", call),
        Span(user, 9, 8, "outer"),
    )


def shown(error: BaseException) -> list[tuple[str, int | None, str, str | None]]:
    frames = traceback.extract_tb(error.__traceback__)
    return [(one.filename, one.lineno, one.name, one.line) for one in frames]


def test_an_error_shows_the_users_line(user):
    executable = compile_graph(outer(user))
    with pytest.raises(TypeError) as caught:
        executable("text")
    assert shown(caught.value)[-1:] == [(user, 6, "outer", "y = x + 1")]


def test_an_error_of_an_inlined_call_shows_its_frames(user):
    executable = compile_graph(outer(user))
    with pytest.raises(ZeroDivisionError, match="division by zero") as caught:
        executable(1)
    assert shown(caught.value)[-2:] == [
        (user, 7, "outer", "z = halve(y)"),
        (user, 2, "halve", "return v / 0"),
    ]


def test_an_inlined_call_from_another_file_shows_that_file(user, tmp_path):
    helper = tmp_path / "helper.py"
    helper.write_text("#\n    return v / 0  # helper\n")
    executable = compile_graph(outer(user, helper=str(helper)))
    with pytest.raises(ZeroDivisionError) as caught:
        executable(1)
    assert shown(caught.value)[-2:] == [
        (user, 7, "outer", "z = halve(y)"),
        (str(helper), 2, "halve", "return v / 0  # helper"),
    ]


def test_the_error_itself_is_untouched(user):
    executable = compile_graph(outer(user))
    cause = KeyError("cause")

    class Odd(float):
        def __add__(self, other):
            error = ValueError("odd", 1)
            raise error from cause

    with pytest.raises(ValueError, match="odd") as caught:
        executable(Odd(1))
    assert caught.value.args == ("odd", 1)
    assert caught.value.__cause__ is cause
    # The frames below the plan stay, those of the plan are the user's.
    assert [one[2] for one in shown(caught.value)[-2:]] == ["outer", "__add__"]


def test_who_calls_the_plan_itself_can_explain_afterwards(user):
    executable = compile_graph(outer(user))
    with pytest.raises(ZeroDivisionError) as caught:
        executable.call(1)
    assert executable.explain(caught.value) is caught.value
    assert [one[1:3] for one in shown(caught.value)[-2:]] == [
        (7, "outer"),
        (2, "halve"),
    ]


def test_explaining_twice_changes_nothing_more(user):
    executable = compile_graph(outer(user))
    with pytest.raises(ZeroDivisionError) as caught:
        executable(1)
    before = shown(caught.value)
    executable.explain(caught.value)
    assert shown(caught.value) == before


def test_a_frame_of_the_user_keeps_its_own_variables(user):
    executable = compile_graph(outer(user))
    with pytest.raises(ZeroDivisionError) as caught:
        executable(41)
    *_, (calling, _), (called, _) = traceback.walk_tb(caught.value.__traceback__)
    assert calling.f_locals == {"x": 41, "y": 42}
    assert called.f_locals == {}


def test_a_warning_stands_at_the_users_line(user):
    executable = compile_graph(outer(user, "np.float64"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        executable(np.float64(1))
    (one,) = caught
    assert (one.filename, one.lineno, one.category) == (user, 2, RuntimeWarning)
    assert str(one.message) == "divide by zero encountered in scalar divide"


def test_a_warning_of_another_file_stands_at_the_call(user):
    executable = compile_graph(outer(user, "np.float64", helper="helper.py"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        executable(np.float64(1))
    assert [(one.filename, one.lineno) for one in caught] == [(user, 7)]


def test_warnings_are_filtered_as_those_of_the_users_module(user):
    home = {"__name__": "users.module"}
    executable = compile_graph(outer(user, "np.float64"), home=home)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        executable(np.float64(1))
        executable(np.float64(1))
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", module=r"users\.module")
        executable(np.float64(1))


def test_a_debugger_stops_at_the_users_lines(user):
    executable = compile_graph(outer(user))
    lines = []

    def trace(frame, event, argument):
        if frame.f_code.co_filename == user and event == "line":
            lines.append(frame.f_lineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with np.errstate(all="ignore"):
            executable.call(np.float64(1))
    finally:
        sys.settrace(before)
    assert sorted(set(lines)) == [2, 6, 9]


def test_a_debugger_may_step_through_the_plan_instead(user):
    executable = compile_graph(outer(user), places="plan")
    code = executable.call.__code__
    assert code.co_filename == executable.file
    assert linecache.getline(executable.file, 2).startswith("    y = x + 1  ")
    with pytest.raises(ZeroDivisionError) as caught:
        executable.call(1)
    assert shown(caught.value)[-1][:2] == (executable.file, 3)
    executable.explain(caught.value)


def test_a_graph_without_places_shows_its_plan():
    text = "graph f(x: int) -> float { y: float = divide(x, 0) return y }"
    executable = compile_graph(parse_graph(text, TABLE))
    with pytest.raises(ZeroDivisionError) as caught:
        executable(1)
    assert shown(caught.value)[-1] == (executable.file, 2, "f", "return x / 0")


def test_the_source_is_forgotten_with_the_function():
    text = "graph f(x: int) -> int { return x }"
    executable = compile_graph(parse_graph(text, TABLE))
    file, call = executable.file, executable.call
    del executable
    gc.collect()
    assert file in linecache.cache
    del call
    gc.collect()
    assert file in linecache.cache  # somebody may be going through it just now
    compile_graph(parse_graph(text, TABLE))
    assert file not in linecache.cache


def test_plans_have_names_of_their_own():
    graph = parse_graph("graph f(x: int) -> int { return x }", TABLE)
    assert compile_graph(graph).file != compile_graph(graph).file


def test_lines_survive_every_distance():
    text = "graph f(x: int) -> int { y: int = add(x, 1) z: int = add(y, y) return z }"
    graph = placed(
        parse_graph(text, TABLE), Span("u.py", 100_000), Span("u.py", 1, caller=None)
    )
    code = compile_graph(graph).call.__code__
    lines = [line for _, _, line in code.co_lines()]
    assert 100_000 in lines
    assert 1 in lines


def test_without_knowledge_of_the_table_the_plan_is_shown(user, monkeypatch):
    monkeypatch.setattr(positions, "_table_is_known", lambda: False)
    executable = compile_graph(outer(user))
    assert executable.call.__code__.co_filename == executable.file
    with pytest.raises(TypeError) as caught:
        executable("text")
    assert shown(caught.value)[-1:] == [(user, 6, "outer", "y = x + 1")]


def test_a_plan_that_python_cannot_nest_is_refused_by_name():
    depth = 30
    loops = "".join(f"for i.{n}: any in x {{ " for n in range(depth))
    text = f"graph f(x: any) -> None {{ {loops} {'yield }' * depth} return None }}"
    with pytest.raises(GraphError, match="nested too deeply"):
        compile_graph(parse_graph(text, TABLE))


def test_an_operation_that_should_have_raised_is_our_error():
    silent = Row("silent", lambda: None, lambda: NEVER, effect=True)
    text = "graph f() -> never { r: never = silent!() }"
    executable = compile_graph(parse_graph(text, {"silent": silent}))
    assert executable.source.endswith("()\n    raise unreachable()\n")
    with pytest.raises(InternalError):
        executable()


def test_results_of_nothing():
    executable = compile_graph(parse_graph("graph f() -> None { return None }", TABLE))
    assert executable() is None
