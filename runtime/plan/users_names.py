"""The user's names of what the variables of a plan hold.

A variable of the plan has the user's name, or one like it, and may hold a variable of a
function that was inlined. So a debugger that looks at an error sees, in the frame of
each of the user's functions, the variables of that function, and only where there is no
doubt which value a name has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from runtime.errors import Columns, Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node, Value
from runtime.plan.make import Plan
from runtime.plan.positions import chain

_TEMPORARY = re.compile(r"t\.\d+")

Home = tuple[str, Span] | None
"""A function of the user's and the call through which it was inlined, if it was."""


class UsersNames:
    """The names that variables of a plan have in the user's program.

    Parameters
    ----------
    graph : Graph
        The graph of the plan.
    plan : Plan
        The plan.
    """

    def __init__(self, graph: Graph, plan: Plan) -> None:
        self._name = plan.name
        self._calls: dict[int, tuple[Span, list[tuple[Span, Columns | None]]]] = {}
        homes: dict[str, tuple[str, Home]] = {}
        for value in graph.inputs[: len(graph.inputs) - graph.captures]:
            homes[value.name] = (value.base, None)
        for node in graph.nodes():
            _add(homes, node)
        self._names: dict[Home, dict[str, str]] = {}
        for variable, values in plan.variables.items():
            found = {homes.get(value) for value in values}
            known = found.pop()
            if known is not None and not found:
                name, home = known
                self._names.setdefault(home, {})[variable] = name

    def calls_to(self, span: Span) -> list[tuple[Span, Columns | None]]:
        """Return the calls that lead to a position, and the extent of each.

        Python has to go through a whole function for an extent. The same line may raise
        at each turn of a loop.
        """
        known = self._calls.get(id(span))
        if known is not None:
            return known[1]
        calls = []
        for place in chain(span):
            columns = place.extent.columns() if place.extent else None
            calls.append(
                (replace(place, function=place.function or self._name), columns)
            )
        self._calls[id(span)] = span, calls  # which keeps it: no other has its number
        return calls

    def values(self, place: Span, variables: Mapping[str, Any]) -> dict[str, Any]:
        """Return the user's variables at a place, from those of the plan."""
        found: dict[str, Any] = {}
        unsure: set[str] = set()
        for variable, name in self._names.get(_home(place), {}).items():
            if variable in variables:
                if name in found:
                    unsure.add(name)
                found[name] = variables[variable]
        for name in unsure:
            del found[name]
        return found


def _home(place: Span) -> Home:
    return None if place.caller is None else (place.function, place.caller)


def _add(homes: dict[str, tuple[str, Home]], node: Node) -> None:
    """Add the values that a node gives, and those of its regions' parameters."""
    if node.span is None:
        return
    values: list[Value] = list(node.results)
    for region in node.regions:
        values += region.parameters
    for value in values:
        if not _TEMPORARY.fullmatch(value.name) and value.base.isidentifier():
            homes[value.name] = (value.base, _home(node.span))
