"""Functions and their graphs as a notebook shows them: every stage, one click away."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from autograph.conversion import to_code
from autograph.polymorphic.concrete import ConcreteFunction
from autograph.polymorphic.function import Function
from autograph.polymorphic.signatures import typed
from autograph.source.finding import source_of
from runtime.errors import AutographError
from runtime.notebooks import Html, code, details, plain, table, titled


def function_html(function: Function[..., Any]) -> Html:
    """Show a function: its source, its converted code, and the graphs it has."""
    rows = [
        (str(number), _taken(concrete), typed(concrete.structured_outputs))
        for number, concrete in enumerate(function.concrete_functions)
    ]
    parts = list(_code_html(function.python_function))
    if rows:
        heads = ("concrete_functions", "takes", "gives")
        parts.append(details("Graphs", table(heads, rows), opened=True))
        why = Html(function.explain_retraces()._repr_html_())
        parts.append(details("Why each was traced", why))
    else:
        parts.append(plain("It has traced no graph."))
    return titled("autograph.Function", function.python_function.__name__, *parts)


def concrete_html(concrete: ConcreteFunction, function: FunctionType) -> Html:
    """Show a concrete function: its signature, and every stage from source to plan."""
    return titled(
        "autograph.ConcreteFunction",
        concrete.name,
        code(concrete.pretty_printed_signature()),
        *_code_html(function),
        details("Graph", code(str(concrete.graph))),
        details("Optimized graph", code(str(concrete.optimized_graph))),
        details("Plan", code(concrete.plan)),
    )


def _taken(concrete: ConcreteFunction) -> str:
    """Write what a concrete function takes, a line for each parameter."""
    patterns = concrete.patterns.items()
    return "\n".join(f"{name}: {typed(pattern)}" for name, pattern in patterns)


def _code_html(function: FunctionType) -> tuple[Html, Html]:
    return (
        details("Source", code(_text_or_reason(source_of, function))),
        details("Converted code", code(_text_or_reason(to_code, function))),
    )


def _text_or_reason(give: Callable[[FunctionType], str], function: FunctionType) -> str:
    """Give the text, or why there is none: a display is no place to raise."""
    try:
        return give(function)
    except AutographError as error:
        return str(error)
