"""The user's names of what the variables of a plan hold.

A variable of the plan has the user's name, or one like it, and may hold a variable of a
function that was inlined. So a debugger that looks at an error sees, in the frame of
each of the user's functions, the variables of that function, and only where there is no
doubt which value a name has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from runtime.errors import Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import Node, Value

_TEMPORARY = re.compile(r"t\.\d+")

Home = tuple[str, Span] | None
"""A function of the user's and the call through which it was inlined, if it was."""


class UsersNames:
    """The names that variables of a plan have in the user's program.

    Parameters
    ----------
    graph : Graph
        The graph of the plan.
    variables : mapping
        The values that each variable of the plan holds at some time.
    """

    def __init__(self, graph: Graph, variables: Mapping[str, Sequence[str]]) -> None:
        homes: dict[str, tuple[str, Home]] = {}
        for value in graph.inputs[: len(graph.inputs) - graph.captures]:
            homes[value.name] = (value.base, None)
        for node in graph.nodes():
            _add(homes, node)
        self._names: dict[str, tuple[str, Home]] = {}
        for variable, values in variables.items():
            found = {homes.get(value) for value in values}
            known = found.pop()
            if known is not None and not found:
                self._names[variable] = known

    def values(self, place: Span, variables: Mapping[str, Any]) -> dict[str, Any]:
        """Return the user's variables at a place, from those of the plan."""
        found: dict[str, list[Any]] = {}
        for variable, value in variables.items():
            name, home = self._names.get(variable, ("", None))
            if name and home == _home(place):
                found.setdefault(name, []).append(value)
        return {name: values[0] for name, values in found.items() if len(values) == 1}


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
