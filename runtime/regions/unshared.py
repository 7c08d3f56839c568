"""Which numbers of a graph are objects that nobody else holds.

Containers compare their items by identity first, so a NaN is found where it is the same
object. Machine code has no objects for numbers: a NaN that may be an object which the
program holds elsewhere as well is the plan's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from runtime.constructs.carries import Loop
from runtime.constructs.cond import COND
from runtime.constructs.for_loop import FOR
from runtime.constructs.while_loop import WHILE
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
    BOOL,
    COMPLEX,
    FLOAT,
    Array,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Union,
    members,
)

_PASSING = frozenset(
    (
        *("absolute", "check_bound", "convert_scalar", "float", "maximum_of"),
        *("minimum_of", "of_64_bits", "positive", "refine"),
    )
)
"""Operations that may return an operand itself."""
_MANY = 2
"""How many places are as bad as any number of them."""


def holds_its_operands(node: Node) -> bool:
    """Whether an operation keeps its operands, or compares them by identity.

    Examples
    --------
    >>> from runtime.operations import read_graph
    >>> graph = read_graph('''
    ... graph doubled(out: list<float>, x: float) -> None {
    ...   y: float = multiply(x, 2.0)
    ...   list_append!(out, y)
    ...   return None
    ... }''')
    >>> [holds_its_operands(node) for node in graph.region.nodes]
    [False, True]
    """
    if _computes(node) or node.operation.name in _PASSING:
        return False
    return not all(map(_is_plain, _types(node)))


def asks_identity(node: Node) -> bool:
    """Whether an operation asks whether two numbers are one object.

    That is `is`, and the search for a NaN of the program, such as ``np.nan in x``.

    Examples
    --------
    >>> from runtime.operations import read_graph
    >>> graph = read_graph('''
    ... graph f(x: list<float>, y: float, z: {float | None}) -> (bool; bool) {
    ...   t: float = getitem(x, 0)
    ...   a: bool = is_(t, y)
    ...   b: bool = is_(z, None)
    ...   return (a, b)
    ... }''')
    >>> [asks_identity(node) for node in graph.region.nodes]
    [False, True, False]
    """
    row = node.operation
    if row.name not in ("is_", "is_not"):
        finds = isinstance(row, Row) and row.by_identity
        return finds and any(map(_has_nan, node.args))
    return all(any(map(_is_counted, members(of))) for of in _types(node))


def may_be_nan(of: Type) -> bool:
    """Whether a value of a type, or an item of it, may be a NaN.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> [may_be_nan(parse_type(each)) for each in ("int", "{int | float}")]
    [False, True]
    """
    if isinstance(of, Union):
        return any(map(may_be_nan, of.members))
    if isinstance(of, Tuple):
        return any(map(may_be_nan, of.items))
    inexact = isinstance(of, NumpyScalar) and of.dtype.kind in "fc"
    return inexact or of in (FLOAT, COMPLEX)


def _computes(node: Node) -> bool:
    """Whether the numbers that an operation returns are new objects."""
    row = node.operation
    if not isinstance(row, Row) or row.name in _PASSING or row.keeps or row.holds:
        return False
    types = _types(node)
    if row.name == "getitem":
        return isinstance(types[0], Array)
    if all(map(_is_number, types)):  # in place, they are plain operators
        return bool(node.results)
    if row.by_identity and not all(map(_is_plain, types)):
        return False
    return row.returns == "fresh" and not row.effect


def _types(node: Node) -> list[Type]:
    return [argument_type(each) for each in (*node.args, *dict(node.kwargs).values())]


def _is_plain(of: Type) -> bool:
    return isinstance(of, Array) or _is_number(of)


def _is_counted(of: Type) -> bool:
    """Whether values of a type are numbers of which equal ones may be two objects."""
    return of != BOOL and isinstance(of, (NumpyScalar, PythonScalar))


def _has_nan(argument: Argument) -> bool:
    """Whether an argument is, or holds, a NaN that the program names."""
    if isinstance(argument, Display):
        return any(map(_has_nan, argument.items))
    return isinstance(argument, Constant) and _is_nan(argument.value)


def _is_nan(value: object) -> bool:
    if isinstance(value, tuple):
        return any(map(_is_nan, value))
    return isinstance(value, (float, complex, np.inexact)) and bool(np.isnan(value))


def _is_number(of: Type) -> bool:
    if isinstance(of, Union):
        return all(map(_is_number, of.members))
    return isinstance(of, (NumpyScalar, PythonScalar))


def unshared(graph: Graph) -> frozenset[str]:
    """Return the names of the numbers that are new objects, each held in one place.

    Examples
    --------
    >>> from runtime.operations import read_graph
    >>> graph = read_graph('''
    ... graph halves(x: list<float>) -> list<float> {
    ...   out: list<float> = list_new([])
    ...   for v: float in x {
    ...     y: float = multiply(v, 0.5)
    ...     list_append!(out, y)
    ...     list_append!(out, v)
    ...     yield
    ...   }
    ...   return out
    ... }''')
    >>> sorted(unshared(graph))
    ['y']
    """
    return frozenset(_Numbers(graph).unshared())


class _Numbers:
    """Where the numbers of a graph come from, and where they go."""

    def __init__(self, graph: Graph) -> None:
        self._depths: dict[str, int] = {}
        self._new: set[str] = set()
        self._sources: defaultdict[str, list[Argument]] = defaultdict(list)
        self._targets: defaultdict[str, list[str]] = defaultdict(list)
        self._places: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
        self._count = 0
        self._depth = 0
        self._region(graph.region)
        self._put(graph.region.yields or ())

    def unshared(self) -> Iterator[str]:
        """Yield the names of the numbers that are new objects in one place."""
        self._spread()
        names = (*self._new, *self._sources)
        single = {name for name in names if self._is_in_one_place(name)}
        while True:
            shared = {
                name
                for name in single
                if name not in self._new
                and not all(_is_one(each, single) for each in self._sources[name])
            }
            if not shared:
                break
            single -= shared
        yield from (name for name in single if self._places[name])

    def _is_in_one_place(self, name: str) -> bool:
        """Whether no turn but one puts a value anywhere, under whatever name."""
        places = self._places[name]
        if len(places) > 1:
            return False
        inside = any(depth >= self._depths.get(name, 0) for _, depth in places)
        return not (inside and self._comes_back(name))

    def _comes_back(self, name: str) -> bool:
        """Whether a later turn of a loop may have the same value under this name."""
        seen: set[str] = set()
        waiting = [*self._targets.get(name, ())]
        while waiting:
            each = waiting.pop()
            if each not in seen:
                seen.add(each)
                waiting += self._targets.get(each, ())
        return name in seen

    def _spread(self) -> None:
        """Note the places that a value comes to under other names."""
        changed = True
        while changed:
            changed = False
            for name, targets in self._targets.items():
                for each in targets:
                    if not self._places[name] >= self._places[each]:
                        self._places[name] |= self._places[each]
                        changed = True

    def _put(self, arguments: Iterable[Argument]) -> None:
        """Note that the values of some arguments are held from now on."""
        for argument in arguments:
            for value in values_in(argument):
                deep = self._depth > self._depths.get(value.name, 0)
                for _ in range(_MANY if deep else 1):
                    self._count += 1
                    self._places[value.name].add((self._count, self._depth))

    def _flow(self, source: Argument, *targets: Value) -> None:
        """Note that a value gets other names."""
        for target in targets:
            self._sources[target.name].append(source)
        if isinstance(source, Value):
            self._targets[source.name] += [target.name for target in targets]
            if self._depth > self._depths.get(source.name, 0):
                self._put((source,))
        else:
            self._put((source,))

    def _region(self, region: Region) -> None:
        for value in region.parameters:
            self._depths[value.name] = self._depth
        for node in region.nodes:
            for value in node.results:
                self._depths[value.name] = self._depth
            self._node(node)

    def _node(self, node: Node) -> None:
        if node.operation is COND:
            for region in node.regions:
                self._region(region)
                if region.yields is not None:
                    for source, result in zip(region.yields, node.results, strict=True):
                        self._flow(source, result)
        elif node.operation in (FOR, WHILE):
            self._loop(node)
        elif node.regions:
            self._put(node.operands())
            for region in node.regions:
                self._region(region)
                self._put(region.yields or ())
        elif _computes(node):
            self._new.update(value.name for value in node.results)
        elif node.operation.name in _PASSING and node.results:
            for each in node.args:
                self._flow(each, node.results[0])
        else:
            self._put((*node.args, *dict(node.kwargs).values()))

    def _loop(self, node: Node) -> None:
        loop = node.operation
        assert isinstance(loop, Loop)
        first, *_, last = (node.regions[0], *node.regions)
        states, outcomes = loop.states(node), loop.outcomes(node)
        self._turn(loop.starts(node), states, outcomes)
        self._depth += 1
        over = argument_type(node.args[0]) if node.operation is FOR else None
        if isinstance(over, Array):
            self._new.add(first.parameters[0].name)
        elif over is not None:
            self._put(node.args[:1])
        for region in node.regions:
            self._region(region)
        following = (last.yields or ())[loop.stops(node) :]
        self._turn(following, states, outcomes)
        self._depth -= 1

    def _turn(
        self,
        sources: Sequence[Argument],
        states: Sequence[Value],
        outcomes: Sequence[Value],
    ) -> None:
        """Note what becomes the states of a loop, and what comes of it."""
        for number, source in enumerate(sources):
            self._flow(source, states[number], *outcomes[number : number + 1])


def _is_one(source: Argument, single: set[str]) -> bool:
    """Whether a value is one of the new objects in one place, or of the program's text.

    To leave each NaN of the text to the plan would take loops that return `np.nan` for
    what they do not know from machine code.
    """
    if isinstance(source, Display):
        return False
    return isinstance(source, Constant) or source.name in single
