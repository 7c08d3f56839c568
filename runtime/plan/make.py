"""The plan of a graph: a Python function as a careful person would write it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from runtime.errors import Span
from runtime.ir.graph import Graph
from runtime.plan.made_once import with_containers_made_once
from runtime.plan.statements import Statements
from runtime.plan.targets import with_targets
from runtime.plan.writer import Place

COMMENT_COLUMN = 56


@dataclass(frozen=True)
class Plan:
    """A graph as Python source.

    Parameters
    ----------
    name : str
        The user's name of the function.
    source : str
        The source of one function.
    lines : mapping
        The position of a line in the user's source, by number from 1; some have none.
    places : mapping
        The pieces of a line that map to positions, inner ones first.
    namespace : mapping
        What the source names and does not assign, builtins excepted.
    variables : mapping
        The values that each local variable holds at some time.
    literals : mapping
        The objects that the source spells as literals, by their exact keys.
    """

    name: str
    source: str
    lines: Mapping[int, Span]
    places: Mapping[int, list[Place]] = field(repr=False)
    namespace: Mapping[str, object] = field(repr=False)
    variables: Mapping[str, Sequence[str]] = field(repr=False)
    literals: Mapping[object, object] = field(repr=False)

    @property
    def annotated(self) -> str:
        """The source, with the user's positions as comments where they change."""
        shown = None
        lines = []
        for number, text in enumerate(self.source.splitlines(), 1):
            span = self.lines.get(number)
            if span is not None and (span.file, span.line) != shown:
                shown = span.file, span.line
                place = "".join(each for each in span.short if each.isprintable())
                text = f"{text:{COMMENT_COLUMN - 2}}  # {place}"
            lines.append(text)
        return "\n".join(lines) + "\n"

    def __str__(self) -> str:
        return self.source


def make_plan(graph: Graph) -> Plan:
    """Write a graph as a Python function.

    Parameters
    ----------
    graph : Graph
        Any legal graph.
    """
    statements = Statements(prepared(graph))
    statements.function()
    writer = statements.writer
    return Plan(
        graph.name,
        "\n".join(writer.lines) + "\n",
        writer.spans,
        writer.places,
        statements.namespace.bound,
        statements.names.history,
        statements.namespace.literals,
    )


def prepared(graph: Graph) -> Graph:
    """Return a graph as plans are written of it."""
    return with_targets(with_containers_made_once(graph))
