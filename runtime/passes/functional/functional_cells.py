"""Variables in functional form: what they hold are values, which assignments replace.

A Variable that a graph assigns is a base like a buffer: branches and loops hand on what
it holds, and at the end that is assigned to it.
"""

from __future__ import annotations

from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Node,
    Region,
    Value,
    argument_type,
    values_in,
)
from runtime.ops import OPS
from runtime.passes.bases import Base
from runtime.passes.functional.functional_kinds import no_twin, outside
from runtime.passes.functional.functional_values import Values
from runtime.types import AnyType, Array, Type

ASSIGNING = {"assign": "", "assign_add": "add", "assign_sub": "subtract"}
"""Rows that assign to a Variable; what they do with what it holds."""
_ASKING = ("is_", "is_not", "assigned", "fitted")
"""Rows that take a Variable, and do not look at what it holds."""


class Cells(Values):
    """Reads and assigns the Variables of a graph."""

    def open_cells(self, graph: Graph) -> None:
        """Read each Variable that a graph assigns."""
        self._cells: dict[str, tuple[Value, Base, Type]] = {}
        self._first: dict[Base, Argument] = {}
        inputs = {value.name for value in graph.inputs}
        for name, variable in assigned_variables(graph.region).items():
            if name not in inputs:
                continue
            of = _held_type(graph, variable)
            read = OPS["load_attribute"]
            held = self.of.call(read, (variable, "value"), of=of, name=name)
            base = Base(name.partition(".")[0])
            self.buffers.state.current[base] = self._first[base] = held
            self._cells[name] = variable, base, of

    def on_cell(self, node: Node) -> bool:
        """Whether a call reads or assigns a Variable: what it holds is known then."""
        first = node.args[0] if node.args else None
        if not isinstance(first, Value) or first.name not in self._cells:
            self._refuse_uses(node)
            return False
        if node.operation.name in _ASKING:
            return False
        _, base, of = self._cells[first.name]
        current = self.buffers.state.current
        if _assigns(node):
            self.buffers.set(base, self._assigned(node, first, current[base], of))
        elif not is_read(node):
            raise outside(node, f"{node.operation.name} is given a Variable")
        for result in node.results:
            self.held[result.name] = current[base]
        return True

    def store_cells(self) -> None:
        """Assign to each Variable what it holds in the end."""
        for variable, base, _ in self._cells.values():
            now = self.buffers.state.current[base]
            if now != self._first[base]:
                self.of.call(OPS["assign"], (variable, now), of=argument_type(now))

    def _assigned(
        self, node: Node, variable: Value, held: Argument, of: Type
    ) -> Argument:
        """Return what a Variable holds after an assignment."""
        *index, value = self.read_all(node.args[1:])
        if index:  # the value is given as it is
            if not isinstance(of, Array):
                raise no_twin(node, OPS[node.operation.name])
            items = self._fitted(node, variable, held, value)
            return self.of.call(OPS["updated"], (held, *index, items), of=of)
        operator = ASSIGNING[node.operation.name]
        if operator:
            change = self._fitted(node, variable, held, value)
            value = self.of.call(OPS[operator], (held, change))
        return self.of.call(OPS["assigned"], (variable, held, value), of=of)

    def _fitted(
        self, node: Node, variable: Value, held: Argument, value: Argument
    ) -> Argument:
        """Return a value in the dtype of a Variable."""
        made = self.of.call(OPS["fitted"], (variable, held, value))
        if isinstance(argument_type(made), AnyType):
            raise no_twin(node, OPS[node.operation.name])
        return made

    def _refuse_uses(self, node: Node) -> None:
        """Refuse a Variable that is assigned, and taken for an object as well."""
        arguments = [*node.args, *(each for _, each in node.kwargs)]
        for body in node.regions:
            arguments += body.yields or ()
        for argument in arguments:
            if any(value.name in self._cells for value in values_in(argument)):
                if node.operation.name not in _ASKING:
                    raise outside(node, "a Variable that is assigned is chosen or kept")


def assigned_variables(region: Region) -> dict[str, Value]:
    """Return the Variables that the nodes of a region assign, by name."""
    targets = [node.args[0] for node in region.walk() if _assigns(node)]
    return {each.name: each for each in targets if isinstance(each, Value)}


def _assigns(node: Node) -> bool:
    return node.operation.name in (*ASSIGNING, "assign_item")


def is_read(node: Node) -> bool:
    """Whether a node reads what a Variable holds."""
    return node.operation.name == "load_attribute" and node.args[1:] == (
        Constant("value"),
    )


def _held_type(graph: Graph, variable: Value) -> Type:
    """Return the type of what a Variable holds."""
    for node in graph.nodes():
        if node.results and node.args[0] == variable:
            if is_read(node) or node.operation.name in ASSIGNING:
                return node.results[0].type
    raise outside(
        next(node for node in graph.nodes() if _assigns(node)),
        f"what the Variable {variable.base} holds is not known",
    )
