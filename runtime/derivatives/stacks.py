"""Lists that derivatives follow: tapes of gradients, and those of users.

Beside such a list there is another one, its *shadow*: forward with the derivatives of
what the list holds, and backward with their cotangents. At each moment of the way back
it is as long as the list was at that moment of the forward part. A list that is used as
a stack alone is taken to be empty at the end, and so its shadow is at first. The shadow
of one that is read in other ways begins with zeros like what the list holds at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeGuard

import numpy as np

from runtime.constructs.carries import Loop
from runtime.ir.behavior import written_arguments
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Display,
    Node,
    Region,
    Value,
    argument_type,
    values_in,
)
from runtime.ops.row import Row
from runtime.types import (
    INT,
    Array,
    List,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    members,
)

NOTHING = Constant(np.float64(0.0))
"""The derivative of a part that cannot vary."""


TAKING = ("list_pop", "take_back")
"""The rows that take the last item off a list."""

READING = ("array", "asarray", "stack", "sum_of", "getitem")
"""The rows that read items of a list."""
ADDING = ("item_added", "items_added", "each_added")
"""The rows that add to items of a shadow."""
COUNTING = frozenset(
    "len truth final_length zeros_of_items order_of places_of place_to_insert "
    "place_to_pop place_to_remove list_index list_count contains".split()
)
"""The rows that ask of a list what does not vary."""
MAKING = ("list_new", "zeros_of_items", "zeros_in_list")
"""The rows that make a list that is followed."""


def parts_of(of: Type) -> tuple[Type, ...]:
    """Return the types of the parts of an item of a stack."""
    return of.items if isinstance(of, Tuple) else (of,)


def as_item(of: Type, parts: list[Argument]) -> Argument:
    """Return the derivatives of the parts of an item as an item of the shadow."""
    return Display("tuple", tuple(parts)) if isinstance(of, Tuple) else parts[0]


def parts_put(argument: Argument, of: Type) -> tuple[Argument, ...]:
    """Return the parts of an item as it is put on a stack."""
    if not isinstance(of, Tuple):
        return (argument,)
    assert isinstance(argument, Display)
    return argument.items


class Stacks:
    """The stacks of one graph, and the tuples taken off them.

    Parameters
    ----------
    graph : Graph
        A graph in functional form.

    Attributes
    ----------
    parts : dict
        For each tuple taken off a stack the items taken from it: the position, and the
        value, by the name of the tuple.
    read : set of str
        The names of the lists that are used otherwise than as stacks.
    """

    def __init__(self, graph: Graph) -> None:
        self._lists: set[str] = set()
        self.read: set[str] = set()
        self.parts: dict[str, list[tuple[int, Value]]] = {}
        self._homes: dict[str, int] = {}
        self._all_reads = _reads(graph.nodes())
        self._find(graph.region)
        for value in graph.region.parameters:
            self._lists.discard(value.name)
        self._check(graph.region)

    def is_stack(self, argument: Argument | None) -> TypeGuard[Value]:
        """Whether an argument is a list that is followed."""
        return isinstance(argument, Value) and argument.name in self._lists

    def is_taken(self, argument: Argument | None) -> TypeGuard[Value]:
        """Whether an argument is a tuple taken off a stack."""
        return isinstance(argument, Value) and argument.name in self.parts

    def _find(self, region: Region) -> None:
        for node in region.nodes:
            name = node.operation.name
            if name in MAKING and (
                name != "list_new" or isinstance(node.args[0], Display)
            ):
                (made,) = node.results
                self._lists.add(made.name)
                if node.args != (Display("list", ()),):
                    self.read.add(made.name)
            elif name == "with_gradient":
                self.parts[node.results[0].name] = []
                self._homes[node.results[0].name] = id(region)
            elif name in TAKING and len(node.args) == 1:
                (item,) = node.results
                if isinstance(item.type, Tuple):
                    self.parts[item.name] = []
                    self._homes[item.name] = id(region)
            for inner in node.regions:
                self._find(inner)

    def _check(self, region: Region, tests: bool = False) -> None:
        """Take out what is used as something else.

        The test of a loop runs once more than the way back, which would not see what
        it changes then.
        """
        for node in region.nodes:
            row = node.operation
            changes = isinstance(row, Row) and bool(row.writes)
            used = set() if tests and changes else self._used(node, region)
            self._drop(each for each in node.operands() if each.name not in used)
            several = isinstance(node.operation, Loop) and len(node.regions) > 1
            for place, inner in enumerate(node.regions):
                self._check(inner, tests or (several and place == 0))
        for argument in region.yields or ():
            self._drop(values_in(argument))

    def _used(self, node: Node, region: Region) -> set[str]:
        """Return the operands of a node that it uses as stacks, or tuples from some."""
        name = node.operation.name
        first = node.args[0] if node.args else None
        if not isinstance(first, Value) or node.kwargs:
            return set()
        if name in TAKING and len(node.args) == 1:
            return {first.name}
        if name == "list_append" and len(node.args) == 2:
            held = {value.name for value in values_in(node.args[1])}
            return {first.name} - held
        if name in (*ADDING, *READING, *COUNTING, "setitem") and (
            _is_of_parts(first, node)
        ):
            held = {value.name for each in node.args[1:] for value in values_in(each)}
            self.read.add(first.name)
            return {first.name} - held
        if name == "getitem" and self._homes.get(first.name) == id(region):
            place = node.args[1]
            if isinstance(place, Constant) and type(place.value) is int:
                self.parts[first.name].append((place.value, node.results[0]))
                return {first.name}
        return set()

    def changed_for_others(self, node: Node) -> list[Value]:
        """Return the lists that a construct changes, and others read.

        One that nothing else reads, as a copy of another, does not matter.
        """
        inside = list(Region((), (node,), None).walk())
        here = _reads(inside)
        written = {
            value.name: value
            for inner in inside
            if isinstance(inner.operation, Row)
            for argument in written_arguments(inner)
            for value in values_in(argument)
            if self.is_stack(value)
        }
        return [v for name, v in written.items() if self._all_reads[name] > here[name]]

    def made_in(self, region: Sequence[Node]) -> Iterator[tuple[Node, Value]]:
        """Yield the nodes of a region that make lists that are read, with the lists."""
        for node in region:
            if node.operation.name in MAKING:
                (made,) = node.results
                if self.is_stack(made) and made.name in self.read:
                    yield node, made

    def _drop(self, values: Iterable[Value]) -> None:
        for value in values:
            self._lists.discard(value.name)
            self.parts.pop(value.name, None)


def _reads(nodes: Iterable[Node]) -> Counter[str]:
    """Return how often nodes read what may vary in each value, by its name."""
    return Counter(
        value.name
        for node in nodes
        if node.operation.name not in ("list_append", *COUNTING)
        for value in node.operands()
    )


def _is_of_parts(argument: Value, node: Node) -> bool:
    """Whether a node uses a list, item by item, in a way that is followed."""
    of, name = argument.type, node.operation.name
    if not isinstance(of, List) or isinstance(of.element, Tuple):
        return False
    items = members(of.element)
    if name == "sum_of":
        return all(isinstance(one, (NumpyScalar, PythonScalar)) for one in items)
    if name == "setitem" and not all(map(_has_known_shape, items)):
        return False  # what was there may have another shape
    if name not in ("getitem", "item_added", "setitem"):
        return True
    index = argument_type(node.args[1])
    return index == INT or (isinstance(index, NumpyScalar) and index.dtype.kind in "iu")


def _has_known_shape(of: Type) -> bool:
    if isinstance(of, Array):
        return of.shape is not None and None not in of.shape
    return isinstance(of, (NumpyScalar, PythonScalar))
