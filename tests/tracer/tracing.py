"""What the tests of the tracer look at: a function's graph, answers and refusals."""

from __future__ import annotations

import copy
import inspect
import re
from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest

import autograph as ag
from autograph.polymorphic.choices import Callbacks
from runtime.ir.graph import format_graph
from tests.harness import SAME, judge, outcome

Python = Callable[..., Any]


def graph_of(function: Python, *arguments: Any, callbacks: Callbacks = "warn") -> str:
    """The function as it is written, and its graph for these arguments."""
    decorated = ag.function(function, callbacks=callbacks)
    concrete = decorated.get_concrete_function(*arguments)
    return f"{source(function)}\n{format_graph(concrete.graph, spans=False)}"


def spans_of(function: Python, *arguments: Any) -> list[str]:
    """Where the nodes of the graph stand: file and line, callers after it."""
    concrete = ag.function(function).get_concrete_function(*arguments)
    return [chain(node.span) for node in concrete.graph.region.nodes]


def chain(span: Any) -> str:
    """A span and its callers, each by function and the text of its line."""
    shown = f"{span.function}: {span.excerpt().splitlines()[0].strip()}"
    return shown if span.caller is None else f"{shown} <- {chain(span.caller)}"


def agree(function: Python, *calls: Any, callbacks: Callbacks = "warn") -> None:
    """Plain and decorated leave the same behind, call by call, twice each."""
    decorated = ag.function(function, callbacks=callbacks)
    for call in calls:
        arguments = call if isinstance(call, tuple) else (call,)
        for _ in range(2):
            plain = outcome(function, copy.deepcopy(arguments))
            found = judge(plain, outcome(decorated, copy.deepcopy(arguments)))
            assert found.verdict == SAME, (arguments, found.reason)


def refusal(function: Python, *arguments: Any, callbacks: Callbacks = "warn") -> str:
    """The function, and the whole text of the error that tracing it raises."""
    decorated = ag.function(function, callbacks=callbacks)
    with pytest.raises(ag.AutographError) as caught:
        decorated.get_concrete_function(*arguments)
    text = re.sub(r"File '.*?([^/\\]+)', line \d+", r"File '\1'", str(caught.value))
    return f"{source(function)}\n{type(caught.value).__name__}: {text}\n"


def source(function: Python) -> str:
    """The function as it is written."""
    return dedent(inspect.getsource(function))
