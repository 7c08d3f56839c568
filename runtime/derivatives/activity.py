"""Which values of a graph vary with its arguments, before any derivative is taken."""

from __future__ import annotations

from collections.abc import Iterable

from runtime.constructs.carries import Loop
from runtime.errors import NoDerivative
from runtime.ir.behavior import structure, written_arguments
from runtime.ir.graph import Graph
from runtime.ir.memory import Memory, can_hold
from runtime.ir.nodes import Argument, Node, Region, Value, values_in
from runtime.ops.facts import Refused, leaves_out
from runtime.ops.row import Row
from runtime.passes.functional.functional_values import split_stores
from runtime.types import (
    AnyType,
    Array,
    Container,
    List,
    NumpyScalar,
    Object,
    PythonScalar,
    Tuple,
    Type,
    members,
)
from runtime.types import (
    Iterable as IterableType,
)


def may_vary(of: Type) -> bool:
    """Whether values of a type can vary: whether floats may be in them, or as text."""
    for one in members(of):
        if isinstance(one, (Array, NumpyScalar)):
            if one.dtype.kind not in "biumM":
                return True
        elif isinstance(one, PythonScalar):
            if one.kind not in ("int", "bool"):
                return True
        elif isinstance(one, Tuple):
            if any(map(may_vary, one.items)):
                return True
        elif isinstance(one, (List, IterableType)):
            if may_vary(one.element):
                return True
        elif isinstance(one, (AnyType, Container, Object)):
            return True
    return False


def varying(graph: Graph, arguments: Iterable[Value]) -> set[str]:
    """Return the names of the values that vary with some arguments of a graph.

    What is put into a list varies with all that is taken from it.

    Raises
    ------
    NoDerivative
        If something is made of them whose derivative would be lost.
    """
    found = following(graph, arguments)
    for node in graph.nodes():
        if _any_in(_operands(node), found):
            _check(node)
    return found


def following(graph: Graph, values: Iterable[Value]) -> set[str]:
    """Return the names of some values and of those that vary with them."""
    found = {value.name for value in values}
    memory = Memory(graph)
    nodes, _ = split_stores(graph)  # what is stored at the end, nobody reads
    before = Region((), nodes, None)
    holders = [
        value
        for value in _values(graph)
        if can_hold(value.type) and not isinstance(value.type, Array)
    ]
    made, older = _ages(graph)
    while True:
        count = len(found)
        written: dict[str, Value] = {}
        _visit(before, found, written)
        known = [each for each in written.values() if each.name not in made]
        tainted = memory.classes(written.values())
        tainted_all = memory.classes(known)
        for value in holders:
            # What was there before a new list holds it only if it is put there.
            reach = tainted_all if value.name in older else tainted
            if reach and memory.class_of(value.name) in reach:
                found.add(value.name)
        if len(found) == count:
            return found


def _ages(graph: Graph) -> tuple[set[str], set[str]]:
    """Return the names of lists that a graph makes, and of what is older than those."""
    made: set[str] = set()
    older = {value.name for value in graph.inputs}
    for node in graph.nodes():
        row = node.operation
        if not isinstance(row, Row):
            continue
        if row.name == "list_new":
            made.update(each.name for each in node.results)
        elif row.name == "load_item" and older.issuperset(_holders_in(node)):
            older.update(each.name for each in node.results)
    return made, older


def _holders_in(node: Node) -> Iterable[str]:
    return (each.name for each in node.operands() if can_hold(each.type))


def spread_over(nodes: Iterable[Node], found: set[str]) -> None:
    """Add to the names of what varies those of straight code that writes nothing."""
    for node in nodes:
        if _any_in(_operands(node), found):
            _check(node)
        _mark(_varied(node, found) or (), found)


def _values(graph: Graph) -> Iterable[Value]:
    for node in graph.nodes():
        yield from node.results
        for region in node.regions:
            yield from region.parameters
    yield from graph.inputs


def _visit(region: Region, found: set[str], written: dict[str, Value]) -> None:
    for node in region.nodes:
        construct = structure(node)
        if construct is None:
            _visit_call(node, found, written)
            continue
        if isinstance(construct, Loop):
            for element in construct.elements(node):
                if _any_in(node.args[: construct.leading], found):
                    _mark((element,), found)
        for body in node.regions:
            _visit(body, found, written)
        if construct.guards(node) and _uses_any(node.regions[0], found):
            _mark(construct.arriving(node), found)  # an exception may hold it
        for column in construct.columns(node):
            if _any_in(column.sources, found):
                _mark(column.targets, found)


def _uses_any(body: Region, found: set[str]) -> bool:
    return any(_any_in(_operands(node), found) for node in body.walk())


def _visit_call(node: Node, found: set[str], written: dict[str, Value]) -> None:
    results = _varied(node, found)
    if results is not None:
        _mark(results, found)
        values = (v for each in written_arguments(node) for v in values_in(each))
        written.update((value.name, value) for value in values)


def _varied(node: Node, found: set[str]) -> tuple[Value, ...] | None:
    """Return the results of a call that vary with its operands; None if it does not."""
    if not _any_in(_operands(node), found):
        return None
    row = node.operation
    assert isinstance(row, Row)
    fact = row.derivative
    if fact is not None and not _any_in([each for _, each in node.kwargs], found):
        varied = (k for k, each in enumerate(node.args) if _any_in((each,), found))
        if all(leaves_out(fact, place) for place in varied):
            return None
    return node.results


def _operands(node: Node) -> tuple[Argument, ...]:
    return (*node.args, *(each for _, each in node.kwargs))


def _check(node: Node) -> None:
    row = node.operation
    if isinstance(row, Row) and isinstance(row.derivative, Refused):
        raise NoDerivative(
            f"{row.name} has no derivative: {row.derivative.why}",
            span=node.span,
            hint="compute with the numbers themselves",
        )


def _mark(values: Iterable[Value], found: set[str]) -> None:
    found.update(value.name for value in values if may_vary(value.type))


def _any_in(arguments: Iterable[Argument], found: set[str]) -> bool:
    return any(v.name in found for each in arguments for v in values_in(each))
