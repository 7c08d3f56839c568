"""Functions and their graphs as notebooks show them, with every stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

from autograph.conversion import to_code
from autograph.polymorphic.signatures import typed
from autograph.source.finding import source_of
from runtime.errors import AutographError
from runtime.ir.graph import Graph
from runtime.notebooks import Html, code, details, plain, table, titled


def function_html(
    function: FunctionType,
    graphs: Sequence[tuple[Mapping[str, Any], Any]],
    reasons: str,
) -> Html:
    """Show a function: its source, its converted code, and the graphs it has.

    Parameters
    ----------
    function : function
        The user's own.
    graphs : sequence of tuple
        What each graph takes, by parameter, and what it gives.
    reasons : str
        Why each graph was traced.
    """
    rows = [
        (str(number), _taken(patterns), typed(outputs))
        for number, (patterns, outputs) in enumerate(graphs)
    ]
    parts = list(_code_html(function))
    if rows:
        heads = ("concrete_functions", "takes", "gives")
        parts.append(details("Graphs", table(heads, rows), opened=True))
        why = Html(reasons)
        parts.append(details("Why each was traced", why))
    else:
        parts.append(plain("It has traced no graph."))
    return titled("autograph.Function", function.__name__, *parts)


def concrete_html(
    name: str,
    signature: str,
    function: FunctionType,
    graph: Graph,
    optimized: Graph,
    plan: str,
) -> Html:
    """Show a concrete function: its signature, and all stages from source to plan."""
    return titled(
        "autograph.ConcreteFunction",
        name,
        code(signature),
        *_code_html(function),
        details("Graph", code(str(graph))),
        details("Optimized graph", code(str(optimized))),
        details("Plan", code(plan)),
    )


def _taken(patterns: Mapping[str, Any]) -> str:
    """Return what a concrete function takes, with a line for each parameter."""
    return "\n".join(f"{name}: {typed(each)}" for name, each in patterns.items())


def _code_html(function: FunctionType) -> tuple[Html, Html]:
    return (
        details("Source", code(_text_or_reason(source_of, function))),
        details("Converted code", code(_text_or_reason(to_code, function))),
    )


def _text_or_reason(give: Callable[[FunctionType], str], function: FunctionType) -> str:
    """Return the text, or the error message if there is no text."""
    try:
        return give(function)
    except AutographError as error:
        return str(error)
