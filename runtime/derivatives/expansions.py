"""Calls as what they are defined by, and the items of their results as values.

A row whose fact is a `Definition` is left as it is in the forward part. Its derivative
is that of the nodes that the definition writes, which read the operands again: they
come where the derivative does, and what it does not need of them is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

from runtime.building import Builder, Names
from runtime.derivatives.activity import spread_over
from runtime.ir.callee import callee_of
from runtime.ir.graph import Graph
from runtime.ir.naming import mapped
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
from runtime.ops import OPS
from runtime.ops.derivatives.rule_writing import is_float
from runtime.ops.facts import Call, Definition, Own
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.types import Array, List, NumpyScalar, Tuple, Type, members


def call_of(node: Node, results: Sequence[Value] | None) -> Call:
    """Return a call as rules see it; the items of its result, if they are known."""
    result: Any = tuple(results) if results is not None else node.results[0]
    return Call(node.args, dict(node.kwargs), result)


def is_defined(node: Node) -> bool:
    """Whether a call is of a row with a `Definition`."""
    row = node.operation
    return isinstance(row, Row) and isinstance(row.derivative, Definition)


def has_items(node: Node) -> bool:
    """Whether the results of a call are those of a rule, one by one."""
    row = node.operation
    if callee_of(node) is not None:
        return isinstance(node.results[0].type, Tuple)
    return (
        isinstance(row, Row)
        and isinstance(row.derivative, (Definition, Own))
        and isinstance(node.results[0].type, (Tuple, List))
    )


def takes_all(node: Node, maker: Node) -> bool:
    """Whether a node takes all the results of a call that has several, or one alone."""
    if node.operation.name == "unpack":
        return has_items(maker)
    return node.operation.name == "getitem" and has_items(maker) and _count(maker) == 1


def _count(maker: Node) -> int:
    """Return how many results a call has; 0 if that is not known."""
    of = maker.results[0].type
    return len(of.items) if isinstance(of, Tuple) else _sections(maker)


def has_no_rule(node: Node) -> bool:
    """Whether a call is of a row of whose derivative nothing is said."""
    return isinstance(node.operation, Row) and node.operation.derivative is None


def expanded(
    of: Builder, node: Node, results: Sequence[Value] | None, varying: set[str]
) -> Region:
    """Return the nodes that define a call; they yield something for each result.

    Parameters
    ----------
    of : Builder
        What writes; nodes are not added to it.
    node : Node
        The call of a row with a `Definition`.
    results : sequence of Value or None
        The items of its result.
    varying : set of str
        The names of what varies, to which those of the nodes are added.
    """
    row = node.operation
    assert isinstance(row, Row)
    assert isinstance(row.derivative, Definition)
    before, of.nodes, of.operation = of.nodes, [], row
    try:
        found = row.derivative.expand(of, call_of(node, results))
    finally:
        nodes, of.nodes = of.nodes, before
    told = found if results is not None else [found]
    yields = tuple(Constant(None) if each is None else each for each in told)
    body = _Parts(of.names).whole(Region((), tuple(nodes), yields))
    spread_over(body.nodes, varying)
    return body


def with_parts(graph: Graph) -> Graph:
    """Return a graph in which rows that return several results are unpacked.

    So the items of what `qr` or `split` returns have names, and cotangents of their
    own. A list has to serve nothing else, but for being returned: somebody may write
    it.
    """
    return replace(graph, region=_Parts(Names(graph)).whole(graph.region))


def opened(graph: Graph, result: Argument) -> Argument:
    """Return a result of a graph with what is unpacked as displays of the items."""
    items: dict[str, Argument] = {}
    makers: dict[str, Node] = {}
    for node in graph.region.nodes:
        makers.update((value.name, node) for value in node.results)
        source = node.args[0] if node.args else None
        maker = makers.get(source.name) if isinstance(source, Value) else None
        if maker is not None and takes_all(node, maker):
            assert isinstance(source, Value)
            kind: Literal["tuple", "list"]
            kind = "list" if isinstance(source.type, List) else "tuple"
            items[source.name] = Display(kind, node.results)
    return mapped(result, items)


SEQUENCES = frozenset(
    "array asarray asanyarray block concatenate stack vstack hstack dstack "
    "column_stack select choose multi_dot minimum_of maximum_of sum_of math_fsum "
    "math_prod math_dist getitem updated index_add written_part".split()
)
"""Rows that take sequences of arrays, of numbers, or for indices, as they are."""
ARRAYS = (Array, NumpyScalar)


class _Parts:
    """Unpacks the results of rows, and lets their users take the items.

    Sequences that stand for arrays become arrays.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self._items: dict[str, Display] = {}
        self._replaced: dict[str, Argument] = {}
        self._kept: set[str] = set()
        # The values that nodes take from each result, by its name and the position.
        self._named: dict[tuple[str, int], Value] = {}

    def whole(self, body: Region) -> Region:
        """Return a region that is not part of another one."""
        self._look(body)
        return self._region(body)

    def _look(self, body: Region) -> None:
        """Learn what is used otherwise than by its items, and not returned."""
        for node in body.nodes:
            if not _takes_items(node):
                self._kept |= {value.name for value in node.operands()}
            for key, item in _items_of(node):
                self._named.setdefault(key, item)
            for inner in node.regions:
                self._look(inner)
                for argument in inner.yields or ():
                    self._kept |= {value.name for value in values_in(argument)}

    def _region(self, body: Region) -> Region:
        nodes: list[Node] = []
        for node in body.nodes:
            taken = self._taken(node)
            if taken:
                same = {name for name, item in taken.items() if _is_named(item, name)}
                self._replaced.update({k: v for k, v in taken.items() if k not in same})
                continue
            node = self._changed(node)
            node = self._with_arrays(node, nodes)
            nodes.append(node)
            nodes += self._unpacked(node)
        yields = body.yields
        if yields is not None:
            yields = tuple(mapped(each, self._replaced) for each in yields)
        return replace(body, nodes=tuple(nodes), yields=yields)

    def _taken(self, node: Node) -> dict[str, Argument]:
        """Return the items that a node takes from a result that is unpacked."""
        source = node.args[0] if node.args else None
        known = self._items.get(source.name) if isinstance(source, Value) else None
        if known is None:
            return {}
        names = [result.name for result in node.results]
        if node.operation.name == "unpack":
            if len(names) > 1:
                return dict(zip(names, known.items))
            if node.args[1] != Constant(len(known.items)):
                return {}  # it fails
            self._items[names[0]] = Display("tuple", known.items)
            return {names[0]: self._items[names[0]]}
        if node.operation.name != "getitem":
            return {}
        index, count = node.args[1], len(known.items)
        if not isinstance(index, Constant) or type(index.value) is not int:
            return {}
        inside = -count <= index.value < count
        return {names[0]: known.items[index.value]} if inside else {}

    def _changed(self, node: Node) -> Node:
        mapping = self._replaced
        if _takes_items(node):
            mapping = {**mapping, **self._items}
        return replace(
            node,
            args=tuple(mapped(each, mapping) for each in node.args),
            kwargs=tuple((name, mapped(each, mapping)) for name, each in node.kwargs),
            regions=tuple(map(self._region, node.regions)),
        )

    def _with_arrays(self, node: Node, nodes: list[Node]) -> Node:
        """Return a call that takes arrays where sequences of numbers stand for them."""
        row = node.operation
        if not isinstance(row, Row) or row.derivative is None:
            return node
        if row.name in SEQUENCES and not _is_of_numpys_numbers(node):
            return node
        if not all(isinstance(of, ARRAYS) for of in _types_of(node.results)):
            return node

        def array_of(argument: Argument) -> Argument:
            if not _is_sequence(argument) or not is_float(argument):
                return argument
            of, fails = infer(OPS["array"], (argument,), ())
            if not isinstance(of, Array):
                return argument
            made = Value(self._names.new("t"), of)
            parts = Node(
                OPS["array"], (argument,), results=(made,), fails=fails, span=node.span
            )
            nodes.append(parts)
            return made

        return replace(
            node,
            args=tuple(map(array_of, node.args)),
            kwargs=tuple((name, array_of(each)) for name, each in node.kwargs),
        )

    def _unpacked(self, node: Node) -> list[Node]:
        """Return what unpacks the result of a row."""
        if not has_items(node):
            return []
        (result,) = node.results
        kind: Literal["tuple", "list"]
        if isinstance(result.type, Tuple):
            kind, types = "tuple", result.type.items
        elif isinstance(result.type, List) and result.name not in self._kept:
            kind, types = "list", (result.type.element,) * _sections(node)
        else:
            return []
        if not types:
            return []
        if len(types) == 1:  # to unpack into one name gives a tuple
            item = self._named.get((result.name, 0))
            item = item or Value(self._names.new(result.base), types[0])
            self._items[result.name] = Display(kind, (item,))
            taken = (result, Constant(0))
            return [Node(OPS["getitem"], taken, results=(item,), span=node.span)]
        items = tuple(
            self._named.get((result.name, place))
            or Value(self._names.new(result.base), of)
            for place, of in enumerate(types)
        )
        self._items[result.name] = Display(kind, items)
        count = Constant(len(items))
        return [Node(OPS["unpack"], (result, count), results=items, span=node.span)]


def _is_sequence(argument: Argument) -> bool:
    """Whether an argument is a sequence that may stand for an array."""
    if isinstance(argument, Display):
        return True
    return isinstance(argument, Value) and isinstance(argument.type, List)


def _is_of_numpys_numbers(node: Node) -> bool:
    """Whether a call takes the extreme of a list whose items an array has as well."""
    if node.operation.name not in ("maximum_of", "minimum_of") or len(node.args) != 1:
        return False
    of = argument_type(node.args[0])
    return isinstance(of, List) and isinstance(of.element, NumpyScalar)


def _items_of(node: Node) -> Iterator[tuple[tuple[str, int], Value]]:
    """Yield the values that a node takes from a result: its name and the position."""
    source = node.args[0] if node.args else None
    if not isinstance(source, Value):
        return
    if node.operation.name == "unpack" and len(node.results) > 1:
        for place, result in enumerate(node.results):
            yield (source.name, place), result
    elif node.operation.name == "getitem" and isinstance(node.args[1], Constant):
        index = node.args[1].value
        if type(index) is int:
            yield (source.name, index), node.results[0]


def _is_named(item: Argument, name: str) -> bool:
    return isinstance(item, Value) and item.name == name


def _types_of(results: tuple[Value, ...]) -> Iterator[Type]:
    """Yield the types of results, and of the items of tuples."""
    for result in results:
        for one in members(result.type):
            yield from one.items if isinstance(one, Tuple) else (one,)


def _takes_items(node: Node) -> bool:
    """Whether a node does nothing to a list or tuple but read its items."""
    row = node.operation
    if not isinstance(row, Row) or row.writes or row.holds:
        return False
    if row.name == "getitem":
        index = node.args[1]
        return isinstance(index, Constant) and type(index.value) is int
    return row.derivative is not None


def _sections(node: Node) -> int:
    """Return in how many parts an array is split; 0 if that is not known."""
    given = node.args[1] if len(node.args) > 1 else None
    if isinstance(given, Display):
        return len(given.items) + 1
    if not isinstance(given, Constant):
        return 0
    if isinstance(given.value, (tuple, list)):
        return len(given.value) + 1
    return given.value if type(given.value) is int else 0
