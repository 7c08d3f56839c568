"""Which values may share memory, and what each node reads and writes.

Values that can hold memory (arrays, lists, tuples of them, iterators, objects) fall
into alias classes: two values of different classes never share memory. All inputs are
in one class, `OUTSIDE`, and so is whatever is passed to unknown code. Inside a class
program order holds; across classes all is free.

A row declares what it writes, whether it reads the contents of its operands, and
whether its result is fresh. *Fresh* is trusted of arrays alone: a fresh list, tuple or
object may hold its operands. An operation with an effect whose result may share, and
which declares no writes, is an unknown call: it writes everything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from collections.abc import Iterable as Many

import numpy as np

from runtime.ir.behavior import (
    Structure,
    behavior,
    may_do_anything,
    structure,
    written_arguments,
)
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Display, Node, Value, argument_type
from runtime.types import (
    AnyType,
    Array,
    Container,
    Iterable,
    Never,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Unbound,
    Union,
    members,
)

OUTSIDE = ""
"""The class of all memory visible outside the graph. No value has this name."""

_Touched = tuple[Collection[str], Collection[str]]
_NOTHING: _Touched = ((), ())
_WITHOUT_MEMORY = frozenset((PythonScalar, NumpyScalar, NoneType, Unbound, Never))
_NEVER_USED_UP = _WITHOUT_MEMORY | {Array}


def can_hold(of: Type) -> bool:
    """Whether a value of the type can hold memory that a write changes.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> can_hold(parse_type("(int; np.float64)")), can_hold(parse_type("float64[]"))
    (False, True)
    """
    kind = type(of)
    if kind is Array or kind in _WITHOUT_MEMORY:
        return kind is Array
    if isinstance(of, Union):
        return any(map(can_hold, of.members))
    if isinstance(of, Tuple):
        return any(map(can_hold, of.items))
    return True


class Memory:
    """The alias classes of a graph, by the names of values.

    Parameters
    ----------
    graph : Graph
        A legal graph.

    Attributes
    ----------
    written : frozenset of str
        The classes that some node writes.
    handed_on : set of str
        Values used otherwise than by reading their contents: returned, stored,
        compared by identity. Two equal ones could be told apart by their identity.
    """

    def __init__(self, graph: Graph) -> None:
        self._parents: dict[str, str] = {OUTSIDE: OUTSIDE}
        # By the identity of nodes: each entry keeps its node, lest another one get it.
        self._touched: dict[int, tuple[Node, _Touched]] = {}
        self._writes: dict[int, tuple[Node, frozenset[str]]] = {}
        self.handed_on: set[str] = set()
        # A view reads no contents, but it reads the shape.
        self._shapes_change = any(behavior(node).reshapes for node in graph.nodes())
        self._unite([OUTSIDE, *_holders(graph.inputs)])
        self.hand_on(graph.region.yields or ())
        written: set[str] = set()
        for node in graph.nodes():
            construct = structure(node)
            if construct is None:
                holders = _names_in_call(node)
                self._enter_call(node, holders)
                touched = self._touched_by_call(node, holders)
            else:
                self._enter_construct(node, construct)
                touched = _touched_by_construct(node, construct)
            written.update(touched[1])
            self._touched[id(node)] = node, touched
        self.written = frozenset(map(self.class_of, written))

    def class_of(self, name: str) -> str:
        """Return the class of a value that can hold memory."""
        parents = self._parents
        parent = parents.setdefault(name, name)
        while parent != parents[parent]:
            parents[name] = parents[parent]
            name, parent = parent, parents[parent]
        return parent

    def classes(self, arguments: Many[Argument]) -> set[str]:
        """Return the classes of the memory in some arguments."""
        return {self.class_of(name) for name in _names(arguments)}

    def touched(self, node: Node) -> _Touched:
        """Return the classes that a node itself reads and writes, regions excluded.

        Iterating over an iterator counts as a write: it is exhausted afterwards.
        """
        known = self._touched.get(id(node))
        if known is not None:
            touched = known[1]
        else:  # a node that a pass has rebuilt
            construct = structure(node)
            if construct is None:
                touched = self._touched_by_call(node, _names_in_call(node))
            else:
                touched = _touched_by_construct(node, construct)
        if touched is _NOTHING:
            return _NOTHING
        reads, writes = touched
        return set(map(self.class_of, reads)), set(map(self.class_of, writes))

    def writes(self, node: Node) -> frozenset[str]:
        """Return all classes that a node writes, its regions included."""
        if not node.regions:
            return frozenset(self.touched(node)[1])
        known = self._writes.get(id(node))
        if known is None:
            found = set(self.touched(node)[1])
            for region in node.regions:
                for inner in region.nodes:
                    found |= self.writes(inner)
            known = self._writes[id(node)] = (node, frozenset(found))
        return known[1]

    def _enter_call(self, node: Node, holders: list[str]) -> None:
        results = _holders(node.results)
        if not holders and not results:
            return
        operation = behavior(node)
        if operation.effect or not operation.reads:
            self.handed_on.update(holders)
        if may_do_anything(node):
            self._unite([OUTSIDE, *holders, *results])
        if operation.keeps:
            self._unite([OUTSIDE, *holders])
        written = written_arguments(node) if operation.writes else []
        if written and results:
            self._unite([*_names(written), *results])
        if _keeps_operands(node, written, operation.fresh(node)):
            self.handed_on.update(holders)
            self._unite([*holders, *results])

    def _touched_by_call(self, node: Node, holders: list[str]) -> _Touched:
        """Return the names of the memory that a call reads and writes."""
        operation = behavior(node)
        if may_do_anything(node):
            return (OUTSIDE,), (OUTSIDE,)
        if not holders:
            return _NOTHING
        written = list(_names(written_arguments(node))) if operation.writes else []
        if not operation.reads and not self._shapes_change:
            return (), written
        kinds = (Iterable, AnyType, Container) if node.fails else (Iterable,)
        return holders, written + _used_up(node.operands(), kinds)

    def _enter_construct(self, node: Node, construct: Structure) -> None:
        for column in construct.columns(node):
            self.hand_on(column.sources)
            self._unite([*_holders(column.targets), *_names(column.sources)])
        self._unite([OUTSIDE, *_holders(construct.arriving(node))])
        for value, argument in construct.aliases(node):
            self.hand_on((argument,))
            self._unite([*_holders((value,)), *_names((argument,))])

    def hand_on(self, arguments: Many[Argument]) -> None:
        """Record that the arguments themselves are passed on."""
        self.handed_on.update(_names(arguments))

    def _unite(self, names: list[str]) -> None:
        if not names:
            return
        root = self.class_of(names[0])
        for name in names[1:]:
            other = self.class_of(name)
            if other != root:
                # Nothing outlives OUTSIDE: it stays the root of its class.
                if other == OUTSIDE:
                    root, other = other, root
                self._parents[other] = root


def _touched_by_construct(node: Node, construct: Structure) -> _Touched:
    controls = construct.controls(node)
    read = list(_names(controls))
    return (read, _used_up(controls, (Iterable, AnyType))) if read else _NOTHING


def _keeps_operands(node: Node, written: list[Argument], fresh: bool) -> bool:
    """Whether a result, or a written operand, may hold or be an operand."""
    for one in written:
        if not isinstance(argument_type(one), Array):
            return True
    for result in node.results:
        for of in members(result.type):
            if not (fresh and type(of) is Array) and can_hold(of):
                return True
    return False


def _used_up(arguments: Many[Argument], kinds: tuple[type[Type], ...]) -> list[str]:
    """Return the names of those that may be iterators, which iteration exhausts."""
    found: list[str] = []
    for argument in arguments:
        of = argument_type(argument)
        if type(of) not in _NEVER_USED_UP:
            if any(isinstance(member, kinds) for member in members(of)):
                found += _names((argument,))
    return found


def _holders(values: Many[Value]) -> list[str]:
    return [value.name for value in values if can_hold(value.type)]


def _names_in_call(node: Node) -> list[str]:
    found = list(_names(node.args))
    if node.kwargs:
        found += _names([argument for _, argument in node.kwargs])
    return found


def _names(arguments: Many[Argument]) -> Iterator[str]:
    """Yield the names of values that hold memory; constant arrays are `OUTSIDE`."""
    for argument in arguments:
        if isinstance(argument, Value):
            # Most values are scalars: ask that first, without a call.
            if type(argument.type) not in _WITHOUT_MEMORY and can_hold(argument.type):
                yield argument.name
        elif isinstance(argument, Display):
            yield from _names(argument.items)
        elif holds_array(argument.value):
            yield OUTSIDE


def holds_array(value: object) -> bool:
    """Whether a constant is an array, or has one among its items."""
    if type(value) is tuple:
        return any(map(holds_array, value))
    return type(value) is np.ndarray
