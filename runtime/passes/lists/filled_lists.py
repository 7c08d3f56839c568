"""Which lists only get items, at most so many as is known before the first one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from runtime.constructs import COND, FOR
from runtime.constructs.carries import Loop
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

READS = ("len", "truth", "not_", "getitem")
"""What is asked of a list while it is filled."""
_DTYPES = {"bool": bool, "int": np.int64, "float": np.float64, "complex": complex}
MAKERS = {"bool": "truth", "int": "int", "float": "float", "complex": "complex"}
"""What makes a number of Python of each kind."""
Column = tuple[np.dtype, tuple[int, ...]]
Bounds = tuple[Argument, ...]


class Unsuited(Exception):
    """A list that stays one."""


@dataclass(frozen=True, eq=False)
class Filled:
    """A list, and how it is filled.

    Parameters
    ----------
    list : Value
        The list.
    made, first, last : Node
        The node that makes it, and those of the same region around its first item and
        its last one.
    columns : tuple
        The dtype and shape of each number and array in an item.
    terms : tuple
        Products whose sum is the most items: a number, and the bounds of ranges.
    ranges : dict
        The bounds of each loop around an item, by the identity of its body.
    is_full : bool
        Whether there are always that many items.
    is_read : bool
        Whether nobody changes the list after the last item.
    steady : frozenset of int
        The loops in which each turn gives one item at the turn's number, by the
        identity of their bodies.
    """

    list: Value
    made: Node
    first: Node
    last: Node
    columns: tuple[Column, ...]
    terms: tuple[tuple[int, tuple[Bounds, ...]], ...]
    ranges: dict[int, Bounds]
    is_full: bool
    is_read: bool
    steady: frozenset[int]

    @property
    def item(self) -> Type:
        """The type of the items."""
        assert isinstance(self.list.type, List)
        return self.list.type.element


def filled_lists(graph: Graph) -> list[Filled]:
    """Return the lists of a graph that get items, and no more than is known before."""
    makers = {
        result.name: node for node in graph.nodes() for result in node.results[:1]
    }
    return list(_filled_in(graph.region, makers))


def _filled_in(region: Region, makers: dict[str, Node]) -> Iterator[Filled]:
    for place, node in enumerate(region.nodes):
        if is_empty_list(node):
            with suppress(Unsuited):
                yield _Reader(node.results[0], makers).filled(region, place)
        for inner in node.regions:
            yield from _filled_in(inner, makers)


def is_empty_list(node: Node) -> bool:
    """Whether a node makes a list without items."""
    if node.operation.name != "list_new" or len(node.args) > 1 or not node.results:
        return False
    if not isinstance(node.results[0].type, List):
        return False
    (given,) = node.args or (Constant([]),)
    if isinstance(given, Display):
        return given.kind == "list" and not given.items
    return isinstance(given, Constant) and given.value in ([], ())


def is_joined(node: Node, made: Value) -> bool:
    """Whether a node makes an array of a list of floats, as the list's column is one.

    An array of no items has this dtype as well.
    """
    if node.operation.name not in ("array", "asarray") or node.kwargs:
        return False
    of = made.type.element if isinstance(made.type, List) else None
    return node.args == (made,) and of is not None and _dtype_of(of) == np.float64


def appends_to(node: Node, name: str) -> bool:
    """Whether a node, or one in its regions, gives a list an item."""
    if node.operation.name == "list_append":
        return getattr(node.args[0], "name", None) == name
    return any(appends_to(each, name) for body in node.regions for each in body.nodes)


def mentions(node: Node, name: str) -> bool:
    """Whether a node, or one in its regions, uses a value."""
    return any(each.name == name for each in used_within(node))


def used_within(node: Node) -> Iterator[Value]:
    """Yield the values that a node and its regions use."""
    yield from node.operands()
    for body in node.regions:
        for each in body.nodes:
            yield from used_within(each)
        for argument in body.yields or ():
            yield from values_in(argument)


class _Reader:
    """Reads how a list is filled.

    Parameters
    ----------
    made : Value
        The list.
    makers : dict
        The nodes of all values, by name.
    """

    def __init__(self, made: Value, makers: dict[str, Node]) -> None:
        self._list = made
        self._makers = makers
        self._terms: list[tuple[int, tuple[Bounds, ...]]] = []
        self._ranges: dict[int, Bounds] = {}
        self._steady: set[int] = set()
        self._full = True

    def filled(self, region: Region, place: int) -> Filled:
        """Return how the list is filled in the region that makes it."""
        name, nodes = self._list.name, region.nodes
        spots = [
            spot
            for spot, node in enumerate(nodes)
            if spot > place and appends_to(node, name)
        ]
        if not spots:
            raise Unsuited
        first, last = spots[0], spots[-1]
        for node in nodes[place + 1 : last + 1]:
            self._read(node, ())
        own = {each.name for node in nodes[first:] for each in _bound(node)}
        for bounds in self._ranges.values():
            if any(each.name in own for one in bounds for each in values_in(one)):
                raise Unsuited
        assert isinstance(self._list.type, List)
        return Filled(
            self._list,
            nodes[place],
            nodes[first],
            nodes[last],
            tuple(columns_of(self._list.type.element)),
            tuple(self._terms),
            self._ranges,
            self._full,
            all(self._is_read(node) for node in nodes[last + 1 :]),
            frozenset(self._steady),
        )

    def _is_read(self, node: Node) -> bool:
        if self._is_asked(node) or is_joined(node, self._list):
            return True
        inner = [each for body in node.regions for each in body.nodes]
        ends = [each for body in node.regions for each in body.yields or ()]
        operands = [*node.operands(), *(v for end in ends for v in values_in(end))]
        if any(each.name == self._list.name for each in operands):
            return False
        return all(map(self._is_read, inner))

    def _is_asked(self, node: Node) -> bool:
        """Whether a node asks for an item, or for how many there are."""
        if node.operation.name not in READS or not self._is_first(node):
            return False
        return node.operation.name != "getitem" or is_whole(node.args[1])

    def _is_first(self, node: Node) -> bool:
        first, *others = node.args
        return first == self._list and not any(
            value.name == self._list.name
            for each in others
            for value in values_in(each)
        )

    def _read(self, node: Node, ranges: tuple[Bounds, ...]) -> None:
        name = self._list.name
        if not mentions(node, name):
            return
        if node.operation.name == "list_append" and self._is_first(node):
            assert isinstance(self._list.type, List)
            if argument_type(node.args[1]) != self._list.type.element:
                raise Unsuited
            self._terms.append((1, ranges))
            return
        if self._is_asked(node):
            return
        around = self._around(node, ranges)
        for body in node.regions:
            for each in body.nodes:
                self._read(each, around)
            if any(v.name == name for end in body.yields or () for v in values_in(end)):
                raise Unsuited

    def _around(self, node: Node, ranges: tuple[Bounds, ...]) -> tuple[Bounds, ...]:
        """Return the loops around the items in a construct."""
        name = self._list.name
        if not node.regions or any(each.name == name for each in node.operands()):
            raise Unsuited
        if not appends_to(node, name):
            return ranges
        if node.operation is COND:
            self._full = False
            if all(arm.yields is None for arm in node.regions):
                raise Unsuited
            return ranges
        loop, (body, *others) = node.operation, node.regions
        if loop is not FOR or others or body.yields is None:
            raise Unsuited
        assert isinstance(loop, Loop)
        bounds = self._range(node)
        self._ranges[id(body)] = bounds
        self._full &= not loop.stops(node)
        within = [each for each in body.nodes if appends_to(each, name)]
        if len(bounds) == 1 and not loop.stops(node) and len(within) == 1:
            if not within[0].regions:
                self._steady.add(id(body))
        return (*ranges, bounds)

    def _range(self, node: Node) -> Bounds:
        """Return the bounds of the range that a loop goes over."""
        source = node.args[0]
        if isinstance(source, Constant) and type(source.value) is range:
            known = source.value
            if (known.start, known.step) == (0, 1):
                return (Constant(known.stop),)
            return tuple(map(Constant, (known.start, known.stop, known.step)))
        made = self._makers.get(source.name) if isinstance(source, Value) else None
        if made is None or made.operation.name != "range" or made.fails:
            raise Unsuited
        if any(not is_whole(each) for each in made.args):
            raise Unsuited
        return made.args


def columns_of(of: Type, alike: bool = False) -> Iterator[Column]:
    """Yield the dtype and shape of each number and array in an item.

    Parameters
    ----------
    of : Type
        The type of the items.
    alike : bool
        Whether numbers of several types may become those of one.

    Raises
    ------
    Unsuited
        If there is anything else.
    """
    if isinstance(of, Tuple) and of.items:
        for each in of.items:
            yield from columns_of(each, alike)
        return
    kinds = members(of)
    if all(_dtype_of(each) is not None for each in kinds) and (
        alike or len(kinds) == 1
    ):
        yield np.result_type(*[_dtype_of(each) for each in kinds]), ()
    elif isinstance(of, Array) and of.dtype.kind in "biufc" and of.shape:
        known = [each for each in of.shape if each is not None]
        if len(known) < len(of.shape):
            raise Unsuited
        yield of.dtype, tuple(known)
    else:
        raise Unsuited


def _dtype_of(of: Type) -> np.dtype | None:
    """Return the dtype of a number; None for what is none."""
    if isinstance(of, PythonScalar) and of.kind in _DTYPES:
        return np.dtype(_DTYPES[of.kind])
    if isinstance(of, NumpyScalar) and of.dtype.kind in "biufc":
        return of.dtype
    return None


def is_whole(argument: Argument) -> bool:
    """Whether an argument is a whole number."""
    of = argument_type(argument)
    return of == INT or (isinstance(of, NumpyScalar) and of.dtype.kind in "iu")


def _bound(node: Node) -> Iterator[Value]:
    yield from node.results
    for body in node.regions:
        yield from body.parameters
        for each in body.nodes:
            yield from _bound(each)
