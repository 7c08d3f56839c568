"""Which values may share memory, and what each node reads and writes.

Values that can hold memory (arrays, lists, tuples of them, iterators, objects) fall
into classes: two values of different classes never share any. All inputs, and whatever
is handed to code of which nothing is known, are in one class, `OUTSIDE`. Inside a
class program order holds; across classes all is free.

A row says what it writes, whether it reads its operands' contents, and whether its
result is fresh. *Fresh* is trusted of arrays alone: a fresh list, tuple or object may
hold its operands. An operation with an effect whose result may share, and which does
not say what it writes, is a call of which nothing is known: it writes everything.
"""

from __future__ import annotations

from collections.abc import Iterable as Many
from collections.abc import Iterator

import numpy as np

from runtime.ir.behavior import (
    Structure,
    behavior,
    structure,
    written_arguments,
)
from runtime.ir.graph import (
    Argument,
    Display,
    Graph,
    Node,
    Value,
    argument_type,
)
from runtime.types import (
    AnyType,
    Array,
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
"""The class of all memory that others may see. No value has this name."""

_WITHOUT_MEMORY = frozenset((PythonScalar, NumpyScalar, NoneType, Unbound, Never))


def can_hold(of: Type) -> bool:
    """Say whether a value of the type can hold memory that a write changes.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> can_hold(parse_type("(int; np.float64)")), can_hold(parse_type("float64[]"))
    (False, True)
    """
    if type(of) in _WITHOUT_MEMORY:
        return False
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
        Values that are used otherwise than by reading their contents: returned, put
        into something, compared by identity. Who got hold of them could tell two
        equal ones apart.
    """

    def __init__(self, graph: Graph) -> None:
        self._parents: dict[str, str] = {OUTSIDE: OUTSIDE}
        self._writes: dict[int, frozenset[str]] = {}
        self.handed_on: set[str] = set()
        self._unite([OUTSIDE, *_holders(graph.inputs)])
        self.hand_on(graph.region.yields or ())
        nodes = tuple(graph.nodes())
        for node in nodes:
            construct = structure(node)
            if construct is None:
                self._enter_call(node)
            else:
                self._enter_construct(node, construct)
        self.written = frozenset(
            written for node in nodes for written in self.own_writes(node)
        )

    def class_of(self, name: str) -> str:
        """Give the class of a value that can hold memory."""
        parents = self._parents
        parent = parents.setdefault(name, name)
        while parent != parents[parent]:
            parents[name] = parents[parent]
            name, parent = parent, parents[parent]
        return parent

    def classes(self, arguments: Many[Argument]) -> set[str]:
        """Give the classes of the memory in some arguments."""
        return {self.class_of(name) for name in _names(arguments)}

    def own_reads(self, node: Node) -> set[str]:
        """Give the classes that a node reads, those its regions read not among them."""
        construct = structure(node)
        if construct is not None:
            return self.classes(construct.controls(node))
        if behavior(node).reads:
            return self.classes(_arguments(node))
        return set()

    def own_writes(self, node: Node) -> set[str]:
        """Give the classes that a node writes, those its regions write not among them.

        To go over an iterator is to write it: nothing is left of it afterwards.
        """
        construct = structure(node)
        if construct is not None:
            used: Many[Argument] = construct.controls(node)
            return self.classes(filter(_may_be_used_up, used))
        if _is_unknown(node):
            return {OUTSIDE}
        written = written_arguments(node)
        if behavior(node).reads:
            written += [
                value
                for value in node.operands()
                if isinstance(value.type, Iterable)
                or (node.fails and isinstance(value.type, AnyType))
            ]
        return self.classes(written) if written else set()

    def writes(self, node: Node) -> frozenset[str]:
        """Give all classes that a node writes, its regions included."""
        if not node.regions:
            return frozenset(self.own_writes(node))
        known = self._writes.get(id(node))
        if known is None:
            found = self.own_writes(node)
            for region in node.regions:
                for inner in region.nodes:
                    found |= self.writes(inner)
            known = self._writes[id(node)] = frozenset(found)
        return known

    def _enter_call(self, node: Node) -> None:
        holders = list(_names(_arguments(node)))
        results = _holders(node.results)
        operation = behavior(node)
        if operation.effect or not operation.reads:
            self.handed_on.update(holders)
        if not holders and not results:
            return
        if _is_unknown(node):
            self._unite([OUTSIDE, *holders, *results])
        written = list(_names(written_arguments(node)))
        if written and results:
            self._unite([*written, *results])
        if _keeps_operands(node, operation.returns == "fresh"):
            self.handed_on.update(holders)
            self._unite([*holders, *results])

    def _enter_construct(self, node: Node, construct: Structure) -> None:
        for column in construct.columns(node):
            self.hand_on(column.sources)
            self._unite([*_holders(column.targets), *_names(column.sources)])
        for value, argument in construct.aliases(node):
            self.hand_on((argument,))
            self._unite([*_holders((value,)), *_names((argument,))])

    def hand_on(self, arguments: Many[Argument]) -> None:
        """Note that somebody gets hold of the arguments themselves."""
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


def _is_unknown(node: Node) -> bool:
    operation = behavior(node)
    return operation.effect and operation.returns == "shares" and not operation.writes


def _keeps_operands(node: Node, fresh: bool) -> bool:
    """Say whether a result, or a written operand, may hold or be an operand."""
    if not all(map(_is_plain_array, written_arguments(node))):
        return True
    for result in node.results:
        for of in members(result.type):
            if can_hold(of) and not (fresh and isinstance(of, Array)):
                return True
    return False


def _is_plain_array(argument: Argument) -> bool:
    return isinstance(argument_type(argument), Array)


def _may_be_used_up(argument: Argument) -> bool:
    of = argument_type(argument)
    return any(isinstance(member, (Iterable, AnyType)) for member in members(of))


def _arguments(node: Node) -> Iterator[Argument]:
    yield from node.args
    for _, argument in node.kwargs:
        yield argument


def _holders(values: Many[Value]) -> list[str]:
    return [value.name for value in values if can_hold(value.type)]


def _names(arguments: Many[Argument]) -> Iterator[str]:
    """Yield the names of the values that hold memory; constant arrays are outside."""
    for argument in arguments:
        if isinstance(argument, Value):
            if can_hold(argument.type):
                yield argument.name
        elif isinstance(argument, Display):
            yield from _names(argument.items)
        elif _holds_array(argument.value):
            yield OUTSIDE


def _holds_array(value: object) -> bool:
    if type(value) is tuple:
        return any(map(_holds_array, value))
    return type(value) is np.ndarray
