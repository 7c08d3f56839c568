"""Loops over arrays become loops over indices: one spelling for all of them.

Identity: Python iterates over an array by position, from 0 to the length that it had,
and reads each element when its turn comes. `enumerate`, `zip` and `reversed` of arrays,
made for one loop alone, do the same. Functional form and derivatives know a subscript;
so they need not know what loops may run over.

Must not touch loops over lists, which may grow meanwhile, over arrays of unknown rank,
and over iterators that something else uses too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from runtime.building import Builder, Names
from runtime.constructs import FOR, Construct, Settled
from runtime.ir.graph import Graph
from runtime.ir.memory import Memory
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
from runtime.passes.rewrite import Rewriter
from runtime.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    Array,
    List,
    Never,
    NumpyScalar,
    Type,
    members,
)

EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float64[?], y: float64[3]) -> {float | np.float64} {
             t.1: iter<(np.float64; np.float64)> = zip(x, y)
             t.2: iter<(int; (np.float64; np.float64))> = enumerate(t.1)
             s.1: {float | np.float64} = for
               item.1: (int; (np.float64; np.float64)) in t.2 (s.2 = 0.0) {
               i.1: int = getitem(item.1, 0)
               item.2: (np.float64; np.float64) = getitem(item.1, 1)
               u.1: np.float64 = getitem(item.2, 0)
               v.1: np.float64 = getitem(item.2, 1)
               t.3: np.float64 = multiply(u.1, v.1)
               t.4: np.float64 = multiply(t.3, i.1)
               s.3: np.float64 = add(s.2, t.4)
               yield s.3
             }
             return s.1
           }""",
        """graph f(x: float64[?], y: float64[3]) -> {float | np.float64} {
             t.5: int = dimension(x, 0)
             t.6: int = minimum_of(t.5, 3)
             t.7: iter<int> = range(t.6)
             s.1: {float | np.float64} = for i.2: int in t.7 (s.2 = 0.0) {
               t.8: np.float64 = getitem(x, i.2)
               t.9: np.float64 = getitem(y, i.2)
               t.3: np.float64 = multiply(t.8, t.9)
               t.4: np.float64 = multiply(t.3, i.2)
               s.3: np.float64 = add(s.2, t.4)
               yield s.3
             }
             return s.1
           }""",
    ),
    (
        """graph f(x: float64[4,?]) -> {float | np.float64} {
             s.1: {float | np.float64} = for row.1: float64[?] in x (s.2 = 0.0) {
               t.1: np.float64 = sum(row.1)
               s.3: np.float64 = add(s.2, t.1)
               yield s.3
             }
             return s.1
           }""",
        """graph f(x: float64[4,?]) -> {float | np.float64} {
             t.2: iter<int> = range(4)
             s.1: {float | np.float64} = for i.1: int in t.2 (s.2 = 0.0) {
               t.3: float64[?] = getitem(x, i.1)
               t.1: np.float64 = sum(t.3)
               s.3: np.float64 = add(s.2, t.1)
               yield s.3
             }
             return s.1
           }""",
    ),
    (
        """graph f(x: float64[4]) -> {int | np.float64} {
             t.1: iter<(int; np.float64)> = enumerate(x, 1)
             s.1: {int | np.float64} = for item.1: (int; np.float64)
               in t.1 (s.2 = 0) {
               i.1: int = getitem(item.1, 0)
               v.1: np.float64 = getitem(item.1, 1)
               s.3: np.float64 = multiply(i.1, v.1)
               yield s.3
             }
             return s.1
           }""",
        """graph f(x: float64[4]) -> {int | np.float64} {
             t.2: iter<int> = range(4)
             s.1: {int | np.float64} = for i.2: int in t.2 (s.2 = 0) {
               t.3: int = add(1, i.2)
               t.4: np.float64 = getitem(x, i.2)
               s.3: np.float64 = multiply(t.3, t.4)
               yield s.3
             }
             return s.1
           }""",
    ),
    (
        """graph f(l: list<int>, t: iter<float64[2]>) -> int {
             for v: int in l { yield }
             for w: float64[2] in t { yield }
             return 0
           }""",
        None,
    ),
    (
        """graph f(x: list<np.float64>) -> np.float64 {
             s: np.float64 = for v: np.float64 in x (t = np.float64(0.0)) {
               u: np.float64 = add(t, v)
               yield u
             }
             return s
           }""",
        """graph f(x: list<np.float64>) -> np.float64 {
             t.1: int = len(x)
             t.2: iter<int> = range(t.1)
             s: np.float64 = for i.1: int in t.2 (t = np.float64(0.0)) {
               t.3: np.float64 = getitem(x, i.1)
               u: np.float64 = add(t, t.3)
               yield u
             }
             return s
           }""",
    ),
    (
        """graph f(x: list<np.float64>) -> None {
             for v: np.float64 in x {
               u: np.float64 = list_pop(x)
               yield
             }
             return None
           }""",
        None,
    ),
]

PYTHONS = (BOOL, INT, FLOAT, COMPLEX)
_KNOWN = (tuple, range, str)
"""The classes of constants that loops go through, whose items do not vary."""
_ADAPTERS = frozenset(("enumerate", "zip", "reversed", "range"))


def run(graph: Graph) -> Graph:
    """Make loops over arrays loops over indices."""
    made = _Indexed(graph)
    return _Dropped(made.replaces).graph(made.graph(graph))


class _Dropped(Rewriter):
    """Drops calls by the names of their results."""

    def __init__(self, names: set[str]) -> None:
        super().__init__()
        self._names = names

    def call(self, node: Node) -> Node | None:
        gone = any(result.name in self._names for result in node.results)
        return None if gone else node


@dataclass(frozen=True)
class _Sequence:
    """What a loop goes over: how long it is, its element at an index, its makers."""

    length: Callable[[Builder], Argument]
    element: Callable[[Builder, Argument, Type | None], Argument]
    over_arrays: bool
    makers: tuple[str, ...] = ()


class _Indexed(Rewriter):
    def __init__(self, graph: Graph) -> None:
        super().__init__()
        self._graph = graph
        self._memory: Memory | None = None
        self._names = Names(graph)
        self._makers: dict[str, tuple[Node, int]] = {}
        self._uses: Counter[str] = Counter()
        self._homes: dict[str, int] = {}
        self.replaces: set[str] = set()
        self._count(graph.region)

    def _count(self, region: Region) -> None:
        waiting = [region]
        while waiting:
            each = waiting.pop()
            for node in each.nodes:
                if node.operation is FOR:
                    self._homes[_element(node).name] = id(each)
                self._uses.update(value.name for value in node.operands())
                if node.operation.name in _ADAPTERS and node.results:
                    self._makers[node.results[0].name] = node, id(each)
                waiting += node.regions
            for argument in each.yields or ():
                self._uses.update(value.name for value in values_in(argument))

    def call(self, node: Node) -> Node | None:
        if node.operation.name == "getitem" and isinstance(node.args[0], Display):
            items, index = node.args[0].items, node.args[1]
            if (
                node.args[0].kind == "tuple"
                and isinstance(index, Constant)
                and type(index.value) is int
                and -len(items) <= index.value < len(items)
            ):
                self.replace(node.results, (items[index.value],))
                return None
        return node

    def enter(self, node: Node, construct: Construct) -> Node | Settled:
        if construct is not FOR:
            return node
        self._loop = node
        found = self._sequence(node.args[0], self._homes.get(_element(node).name))
        if found is None or not found.over_arrays:
            return node
        self.replaces.update(found.makers)
        of = Builder(self._names)
        of.span = node.span
        turns = of.range(found.length(of))
        (body,) = node.regions
        element, *states = body.parameters
        inner = Builder(self._names)
        index = inner.value("i", INT)
        self.replaced[element.name] = found.element(inner, index, element.type)
        body = Region((index, *states), (*inner.nodes, *body.nodes), body.yields)
        loop = replace(node, args=(turns, *node.args[1:]), regions=(body,))
        return Settled((*of.nodes, loop), node.results)

    def _is_written(self, source: Value) -> bool:
        """Whether the loop at hand changes the list that it goes over."""
        if self._memory is None:
            self._memory = Memory(self._graph)
        known = self._memory.class_of(source.name)
        return any(
            known in self._memory.touched(inner)[1]
            for body in self._loop.regions
            for inner in body.walk()
        )

    def _sequence(self, source: Argument, home: int | None) -> _Sequence | None:
        source = _known(source)
        known = source.value if isinstance(source, Constant) else None
        if isinstance(known, (tuple, range, str)) and type(known) in _KNOWN:
            size = Constant(len(known))
            return _Sequence(lambda of: size, _item_of(source), False)
        if not isinstance(source, Value):
            return None
        if isinstance(source.type, Array):
            return _rows(source) if source.type.rank else None
        if isinstance(source.type, List):
            if isinstance(source.type.element, Never) or self._is_written(source):
                return None  # a list without items makes no turn
            return _items(source)
        maker, place = self._makers.get(source.name, (None, None))
        if maker is None or place != home or self._uses[source.name] != 1:
            return None
        return self._adapted(maker, home)

    def _adapted(self, maker: Node, home: int | None) -> _Sequence | None:
        name = maker.operation.name
        if maker.kwargs or maker.fails:
            return None
        if name == "range":
            (made,) = maker.results
            return _Sequence(lambda of: of.len(made), _item_of(made), False)
        args = tuple(map(self.argument, maker.args))
        inner = [self._sequence(each, home) for each in args]
        parts = [each for each in inner if each is not None]
        found = None
        if name == "enumerate" and parts and _is_whole(args[1:]):
            found = _numbered(parts[0], args[1:])
        elif name == "reversed" and len(parts) == 1 and parts[0].over_arrays:
            found = _backwards(parts[0])
        elif name == "zip" and len(parts) == len(args) > 0:
            found = _together(parts)
        if found is None:
            return None
        inside = [each for part in parts for each in part.makers]
        return replace(found, makers=(maker.results[0].name, *inside))


def _known(source: Argument) -> Argument:
    """Return a tuple of constants as one constant."""
    if isinstance(source, Display) and source.kind == "tuple":
        items = [each for each in source.items if isinstance(each, Constant)]
        if len(items) == len(source.items):
            return Constant(tuple(each.value for each in items))
    return source


def _items(source: Value) -> _Sequence:
    """Return the items of a list; those of numbers and arrays may vary."""
    assert isinstance(source.type, List)
    kinds = members(source.type.element)
    may_vary = all(
        isinstance(one, (Array, NumpyScalar)) or one in PYTHONS for one in kinds
    ) and not all(one in (INT, BOOL) for one in kinds)
    return _Sequence(lambda of: of.len(source), _item_of(source), may_vary)


def _element(node: Node) -> Value:
    """Return the element of a loop."""
    return node.regions[0].parameters[0]


def _item_of(source: Argument) -> Callable[[Builder, Argument, Type | None], Argument]:
    def element(of: Builder, index: Argument, wanted: Type | None) -> Argument:
        return of.call(OPS["getitem"], (source, index), of=wanted)

    return element


def _rows(source: Value) -> _Sequence:
    assert isinstance(source.type, Array)
    assert source.type.shape
    size = source.type.shape[0]

    def length(of: Builder) -> Argument:
        return of.dimension(source, 0) if size is None else Constant(size)

    return _Sequence(length, _item_of(source), True)


def _is_whole(start: tuple[Argument, ...]) -> bool:
    """Whether numbers begin at a whole number of Python, or at 0."""
    return all(argument_type(each) == INT for each in start)


def _numbered(part: _Sequence, start: tuple[Argument, ...]) -> _Sequence:
    def element(of: Builder, index: Argument, wanted: Type | None) -> Argument:
        number = of.add(start[0], index) if start else index
        return Display("tuple", (number, part.element(of, index, None)))

    return _Sequence(part.length, element, part.over_arrays)


def _backwards(part: _Sequence) -> _Sequence:
    def element(of: Builder, index: Argument, wanted: Type | None) -> Argument:
        last = of.subtract(part.length(of), 1)
        return part.element(of, of.subtract(last, index), wanted)

    return _Sequence(part.length, element, part.over_arrays)


def _together(parts: list[_Sequence]) -> _Sequence:
    def length(of: Builder) -> Argument:
        sizes = [part.length(of) for part in parts]
        if all(size == sizes[0] for size in sizes):
            return sizes[0]
        least: Argument = of.minimum_of(*sizes)
        return least

    def element(of: Builder, index: Argument, wanted: Type | None) -> Argument:
        return Display("tuple", tuple(one.element(of, index, None) for one in parts))

    return _Sequence(length, element, any(part.over_arrays for part in parts))
