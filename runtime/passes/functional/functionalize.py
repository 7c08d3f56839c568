"""Writes become values: a graph in functional form has no memory, only what it holds.

Identity: an array that somebody writes is a buffer; each write makes a new value of it
by the *twin* of the row that writes, and each read after it takes that value. A view is
replayed on the value of its base. Branches hand out the buffers that they change as
results, loops carry them as states. At the end what the arguments hold is copied into
them, and the call refuses arguments that overlap. An exception leaves arguments as they
were.

What cannot be told as values is refused by name, with the user's line: which of two
buffers a name means, where that matters; arrays written that a container holds; Python
code, attributes, iterators, blocks of `try` that write, and `with` of any other manager
than `np.errstate`.

Must not touch graphs that write nothing. Graph lists stay references.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from runtime.building import values_bound
from runtime.errors import NotFunctional
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Display,
    Region,
    Value,
)
from runtime.passes import cse, dead, indexed
from runtime.passes.bases import (
    Ref,
)
from runtime.passes.functional.functional_kinds import (
    binds_anew,
    constant_arrays,
    holds_arrays,
    is_flat,
    known_callee,
)
from runtime.passes.functional.functional_loops import Loops

EXAMPLES: list[tuple[str, str | None]] = [
    (
        """graph f(x: float64[3], n: int) -> float64[3] {
             y.1: float64[3] = array_copy(x)
             v.1: float64[2] = getitem(y.1, slice(1, None, None))
             t.1: float64[2] = iadd(v.1, 1.0)
             t.2: bool = less(n, 2)
             cond t.2 {
               setitem(y.1, 0, 5.0)
               yield
             } else {
               yield
             }
             return y.1
           }""",
        """graph f(x: float64[3], n: int) -> float64[3] {
             y.1: float64[3] = array_copy(x)
             t.3: float64[2] = getitem(y.1, slice(1, None, None))
             t.4: float64[2] = add(t.3, 1.0)
             t.5: float64[3] = updated(y.1, slice(1, None, None), t.4)
             t.2: bool = less(n, 2)
             y.2: float64[3] = cond t.2 {
               t.6: float64[3] = updated(t.5, 0, 5.0)
               yield t.6
             } else {
               yield t.5
             }
             return y.2
           }""",
    ),
    (
        """graph f(x: float64[?], r: list<float64[3]>) -> np.float64 {
             t.1: int = dimension(x, 0)
             t.2: iter<int> = range(1, t.1)
             for i.1: int in t.2 {
               t.3: int = subtract(i.1, 1)
               t.4: np.float64 = getitem(x, t.3)
               t.5: np.float64 = sin(t.4)
               setitem(x, i.1, t.5)
               yield
             }
             t.6: np.float64 = sum(x)
             return t.6
           }""",
        """graph f(x: float64[?], r: list<float64[3]>) -> np.float64 {
             check_apart([x], r)
             t.1: int = dimension(x, 0)
             t.2: iter<int> = range(1, t.1)
             x.2: float64[?] = for i.1: int in t.2 (x.1 = x) {
               t.3: int = subtract(i.1, 1)
               t.4: np.float64 = getitem(x.1, t.3)
               t.5: np.float64 = sin(t.4)
               t.8: float64[?] = updated(x.1, i.1, t.5)
               yield t.8
             }
             t.6: np.float64 = sum(x.2)
             copyto(x, x.2)
             return t.6
           }""",
    ),
    (
        """graph f(x: float64[3], n: int) -> float64[3] {
             u.1: float64[3] = array_copy(x)
             v.1: float64[3] = array_copy(x)
             t.1: iter<int> = range(n)
             u.2: float64[3], v.2: float64[3] = for k.1: int
               in t.1 (u.3 = u.1, v.3 = v.1) {
               array_sort(v.3)
               t.3: np.float64 = getitem(u.3, 0)
               setitem(v.3, 0, t.3)
               yield v.3, u.3
             }
             return u.2
           }""",
        """graph f(x: float64[3], n: int) -> float64[3] {
             u.1: float64[3] = array_copy(x)
             v.1: float64[3] = array_copy(x)
             t.1: iter<int> = range(n)
             u.2: float64[3], v.2: float64[3] = for k.1: int
               in t.1 (u.3 = u.1, v.3 = v.1) {
               t.12: float64[3] = sort(v.3)
               t.3: np.float64 = getitem(u.3, 0)
               t.13: float64[3] = updated(t.12, 0, t.3)
               yield t.13, u.3
             }
             return u.2
           }""",
    ),
    (
        """graph f(x: float64[3], y: float64[3]) -> np.float64 {
             u.1: float64[3] = array_copy(x)
             t.1: obj = errstate(divide="raise")
             with t.1 as e.1: any {
               t.7: float64[3] = itruediv(u.1, y)
               yield
             }
             s.1: np.float64 = try {
               t.2: np.float64 = sum(u.1)
               yield t.2
             } except type(ValueError) as e.2: any {
               setitem(u.1, 0, 1.0)
               yield np.float64(2.0)
             }
             t.3: np.float64 = getitem(u.1, 0)
             t.4: np.float64 = add(s.1, t.3)
             return t.4
           }""",
        """graph f(x: float64[3], y: float64[3]) -> np.float64 {
             u.1: float64[3] = array_copy(x)
             t.1: obj = errstate(divide="raise")
             u.2: float64[3] = with t.1 as e.1: any {
               t.8: float64[3] = divide(u.1, y)
               yield t.8
             }
             s.1: np.float64, u.3: float64[3] = try {
               t.2: np.float64 = sum(u.2)
               yield t.2, u.2
             } except type(ValueError) as e.2: any {
               t.9: float64[3] = updated(u.2, 0, 1.0)
               yield np.float64(2.0), t.9
             }
             t.3: np.float64 = getitem(u.3, 0)
             t.4: np.float64 = add(s.1, t.3)
             return t.4
           }""",
    ),
    (
        """graph f(x: float64[3], n: int) -> float64[3] {
             y: float64[3] = multiply(x, 2.0)
             z: float64[3] = cond n { yield y } else { yield x }
             return z
           }""",
        None,
    ),
]


def run(graph: Graph) -> Graph:
    """Return the functional form of a graph.

    Raises
    ------
    NotFunctional
        If there is none.
    """
    graph = indexed.run(graph)
    made = Functionalizer(graph).graph(graph)
    return graph if made is graph else dead.run(cse.run(made))


def run_part(
    graph: Graph, left: Sequence[Value]
) -> tuple[Graph, dict[str, Argument | None]]:
    """Return the functional form of a part of a graph, and what it leaves behind.

    Parameters
    ----------
    graph : Graph
        The part, as a graph of the values that it takes.
    left : sequence of Value
        Values that it makes, which may be used after it.

    Returns
    -------
    form : Graph
        The form; its result is a tuple of the result and of what is left.
    found : dict
        What each of the values is in the end, by name; None if only the run knows.
    """
    graph, given = indexed.run(graph), left
    bound = {value.name for value in values_bound(graph)}
    left = [value for value in left if value.name in bound]
    functionalizer = Functionalizer(graph, left)
    made = functionalizer.graph(graph)
    if functionalizer.found is None:
        functionalizer.found = list(left)
    found = functionalizer.found
    kept = tuple(each for each in found if each is not None)
    assert made.result is not None
    told = Display("tuple", (made.result, Display("tuple", kept)))
    made = dead.run(cse.run(replace(made, region=replace(made.region, yields=(told,)))))
    assert isinstance(made.result, Display)
    result, now = made.result.items
    assert isinstance(now, Display)
    following = iter(now.items)
    names: dict[str, Argument | None] = {value.name: None for value in given}
    for value, each in zip(left, found, strict=True):
        names[value.name] = None if each is None else next(following)
    return replace(made, region=replace(made.region, yields=(result,))), names


class Functionalizer(Loops):
    """Brings one graph into functional form.

    Parameters
    ----------
    graph : Graph
        The graph.
    left : sequence of Value
        Values to be found again: see `run_part`.
    """

    def __init__(self, graph: Graph, left: Sequence[Value] = ()) -> None:
        super().__init__(graph)
        self._left = left
        self.found: list[Argument | None] | None = None

    def graph(self, graph: Graph) -> Graph:
        """Return the functional form; the graph itself if it writes no array."""
        self.open_cells(graph)
        if not self.written and not self.of.nodes:
            for node in graph.nodes():
                self.check(node)
            if not any(binds_anew(n) or known_callee(n) for n in graph.nodes()):
                return graph
        for value in graph.inputs:
            if self.is_array(value):
                ref = self.buffers.make(value.name, value, packed=is_flat(value.type))
                self.inputs[ref.base] = value
                self.held[value.name] = ref
        ended = self.nodes(graph.region.nodes) or graph.region.yields is None
        yields = None
        changed: list[tuple[Value, Argument]] = []
        if not ended:
            yields = self.read_all(graph.region.yields or ())
            self.found = list(map(self._in_the_end, self._left))
            self.store_cells()
            for base, value in self.inputs.items():
                now = self.buffers.read(Ref(base))
                if now != value:
                    changed.append((value, now))
        shaped = self.buffers.state.shaped
        reshaped = {value for base, value in self.inputs.items() if base in shaped}
        written = set(self.inputs.values()) if ended else {each for each, _ in changed}
        body, self.of.nodes, self.of.span = self.of.nodes, [], None
        self.guard(graph, [each for each in graph.inputs if each in written])
        head, self.of.nodes = self.of.nodes, []
        shapes = [(of, self.of.shape(now)) for of, now in changed if of in reshaped]
        for value, shape in shapes:
            self.of.set_shape(value, shape)
        for value, now in changed:
            self.of.copyto(value, now)
        nodes = (*head, *body, *self.of.nodes)
        return replace(graph, region=Region(graph.inputs, nodes, yields))

    def form_of(self, graph: Graph) -> Graph:
        """Return the functional form of another graph."""
        return run(graph)

    def _in_the_end(self, value: Value) -> Argument | None:
        held = self.meaning(value)
        if isinstance(held, Ref) and held.base in self.inputs:
            given = self.inputs[held.base]
            if not held.path:
                return given
            if self.buffers.state.current[held.base] != given:
                return None  # a view of what is written back
        try:
            return self.read(value)
        except NotFunctional:
            return None

    def guard(self, graph: Graph, written: list[Value]) -> None:
        """Write the checks of what the form takes for granted of the arguments."""
        others: list[Argument] = [
            each
            for each in graph.inputs
            if each not in written and holds_arrays(each.type)
        ]
        if written:
            others += constant_arrays(graph)
        if written and (others or len(written) > 1):
            self.of.check_apart(list(written), *others)
        packed = [value for base, value in self.inputs.items() if base in self.packed]
        if packed:
            self.of.check_packed(*packed)
