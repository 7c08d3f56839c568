"""Common subexpressions: an equal call made before replaces a call.

Identity: equal calls of equal operands have equal results as long as the memory that
they read is not written. Each alias class has a version, which a write increments; a
loop increments the versions of all that it writes when it is entered. Results known in
a region are known in the regions inside it, and forgotten at its end.

Needs alias classes. Must not touch calls that have an effect or write. Two results that
hold memory become one only if their class is never written and at most one of them is
handed on: ``return x + 1, x + 1`` returns two arrays. Two that are multiplied with each
other stay two: NumPy rounds otherwise where a matrix meets itself. So do two numbers
compared as items of containers: a NaN equals itself there only as the same object.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable

from runtime.constructs import Construct
from runtime.ir.behavior import behavior, runs_methods
from runtime.ir.graph import Graph
from runtime.ir.memory import Memory, can_hold
from runtime.ir.nodes import Display, Node, Value, values_in
from runtime.passes.rewrite import Rewriter
from runtime.types import Never

EXAMPLES = [
    (
        """graph f(x: float64[?], i: int) -> (np.float64; np.float64) {
             a: np.float64 = getitem(x, i)
             b: np.float64 = getitem(x, i)
             c: np.float64 = add(a, b)
             setitem(x, 0, 1.0)
             d: np.float64 = getitem(x, i)
             return (c, d)
           }""",
        """graph f(x: float64[?], i: int) -> (np.float64; np.float64) {
             a: np.float64 = getitem(x, i)
             c: np.float64 = add(a, a)
             setitem(x, 0, 1.0)
             d: np.float64 = getitem(x, i)
             return (c, d)
           }""",
    ),
    (
        """graph f(x: float64[3], t: bool) -> (float64[3]; np.float64) {
             y: float64[3] = add(x, 1.0)
             s: np.float64 = cond t {
               z: float64[3] = add(x, 1.0)
               u: np.float64 = getitem(z, 0)
               yield u
             } else {
               v: np.float64 = getitem(x, 0)
               yield v
             }
             return (y, s)
           }""",
        """graph f(x: float64[3], t: bool) -> (float64[3]; np.float64) {
             y: float64[3] = add(x, 1.0)
             s: np.float64 = cond t {
               u: np.float64 = getitem(y, 0)
               yield u
             } else {
               v: np.float64 = getitem(x, 0)
               yield v
             }
             return (y, s)
           }""",
    ),
    (
        """graph f(x: float64[3]) -> (float64[3]; float64[3]; np.float64) {
             y: float64[3] = add(x, 1.0)
             z: float64[3] = add(x, 1.0)
             s: np.float64 = for i: int in const (0, 1) (s.1 = np.float64(0.0)) {
               s.2: np.float64 = getitem(x, 0)
               setitem(x, 0, s.1)
               yield s.2
             }
             return (y, z, s)
           }""",
        None,
    ),
    (
        """graph f(x: float64[3, 3]) -> float64[3, 3] {
             a: float64[3, 3] = add(x, 1.0)
             b: float64[3, 3] = add(x, 1.0)
             c: float64[3, 3] = T(a)
             d: float64[3, 3] = matmul(c, b)
             return d
           }""",
        None,
    ),
    (
        """graph f(x: float64[3]) -> bool {
             a: np.float64 = getitem(x, 0)
             b: np.float64 = getitem(x, 0)
             c: bool = contains(a, [b])
             return c
           }""",
        None,
    ),
]


def run(graph: Graph) -> Graph:
    """Merge equal calls."""
    calls = [
        (node.operation, node.args, node.kwargs)
        for node in graph.nodes()
        if node.results and not node.regions
    ]
    if len({*calls}) == len(calls):
        return graph
    memory = Memory(graph)
    return _Cse(memory, _compared(graph), _multiplied(graph, memory)).graph(graph)


def _compared(graph: Graph) -> set[str]:
    """Return the values that are compared as items of containers.

    There Python takes an object for equal to itself, even a NaN: two must not become
    one.
    """
    return {
        value.name
        for node in graph.nodes()
        if getattr(node.operation, "by_identity", False)
        and any(isinstance(argument, Display) for argument in node.args)
        for argument in node.args
        for value in values_in(argument)
    }


def _multiplied(graph: Graph, memory: Memory) -> dict[str, set[str]]:
    """Return, for each class of memory, those with which it is multiplied."""
    found: dict[str, set[str]] = {}
    for node in graph.nodes():
        if getattr(node.operation, "squares", False):
            values = [value for each in node.args for value in values_in(each)]
            classes = {
                memory.class_of(one.name) for one in values if can_hold(one.type)
            }
            for one in classes:
                found.setdefault(one, set()).update(classes - {one})
    return found


class _Cse(Rewriter):
    def __init__(
        self, memory: Memory, compared: set[str], multiplied: dict[str, set[str]]
    ) -> None:
        super().__init__()
        self._memory = memory
        self._compared = compared
        self._multiplied = multiplied
        self._versions: dict[str, int] = {}
        self._known: dict[Hashable, tuple[Node, Node | None]] = {}
        self._scopes: list[list[Hashable]] = [[]]
        self._loops: list[Node | None] = [None]

    def call(self, node: Node) -> Node | None:
        read, written = self._memory.touched(node)
        self._raise_versions(written)
        if written or behavior(node).effect or runs_methods(node) or not node.results:
            return node
        key = self._key(node, read)
        known = self._known.get(key)
        if known is not None and self._may_merge(node, *known):
            self.replace(node.results, known[0].results)
            return None
        self._known[key] = node, self._loops[-1]
        self._scopes[-1].append(key)
        return node

    def enter(self, node: Node, construct: Construct) -> Node:
        if construct.loops:
            self._loops.append(node)
            self._raise_versions(self._memory.writes(node))
        else:
            self._raise_versions(self._memory.touched(node)[1])
        return node

    def open(self, construct: Construct, position: int) -> None:
        self._scopes.append([])

    def close(self, construct: Construct, position: int) -> None:
        if not construct.chained:
            self._forget()

    def leave(self, node: Node, construct: Construct) -> Node:
        if construct.chained:
            for _ in node.regions:
                self._forget()
        if construct.loops:
            self._loops.pop()
        else:
            self._raise_versions(self._memory.touched(node)[1])
        return node

    def _raise_versions(self, written: Iterable[str]) -> None:
        for one in written:
            self._versions[one] = self._versions.get(one, 0) + 1

    def _forget(self) -> None:
        for key in self._scopes.pop():
            self._known.pop(key, None)

    def _key(self, node: Node, read: Collection[str]) -> Hashable:
        versions = tuple([self._versions.get(one, 0) for one in sorted(read)])
        return node.operation, node.args, node.kwargs, versions

    def _may_merge(self, node: Node, known: Node, loop: Node | None) -> bool:
        same_turn = loop is self._loops[-1]
        return all(
            self._may_stand_for(before, after, same_turn)
            for before, after in zip(known.results, node.results, strict=True)
        )

    def _may_stand_for(self, known: Value, value: Value, same_turn: bool) -> bool:
        if known.type != value.type or isinstance(known.type, Never):
            return False
        if not can_hold(value.type):
            if value.name in self._compared:
                if known.name in self._compared:
                    return False
                self._compared.add(known.name)
            return True
        memory = self._memory
        here, there = memory.class_of(known.name), memory.class_of(value.name)
        if not memory.written.isdisjoint((here, there)):
            return False
        partners = self._multiplied.get(there, set())
        if here in partners:
            return False
        if value.name in memory.handed_on:
            # In a later turn of a loop it would be a second object of its own.
            if known.name in memory.handed_on or not same_turn:
                return False
            memory.hand_on((known,))
        for each in partners:
            self._multiplied.setdefault(here, set()).add(each)
            self._multiplied[each].add(here)
        return True
