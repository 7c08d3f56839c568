"""What Python knows while JAX traces: shapes, and what they are computed from.

Shapes are known, values of arrays are not. Where a shape depends on a number that is
passed, that argument has to be static. A loop whose turns differ in their shapes, or
fill a list, is a loop of Python, which JAX unrolls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from runtime.constructs.carries import Loop
from runtime.constructs.cond import Cond
from runtime.exporting.jax.carried_types import carried, fits
from runtime.exporting.jax.jax_operands import is_number_taken
from runtime.exporting.jax.kept_shapes import KeptShapes
from runtime.exporting.refusing import Tell, refusal, stop
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
    Array,
    Container,
    Iterable,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Type,
    members,
)

ALL = 99
SHAPES: dict[str, tuple[int | str, ...]] = {
    **dict.fromkeys(("zeros", "ones", "empty", "full"), (0, "shape")),
    **dict.fromkeys(("eye", "identity", "tri"), (0, 1, 2, "N", "M", "k")),
    **dict.fromkeys(("linspace", "logspace", "geomspace"), (2, "num")),
    **dict.fromkeys(("array_reshape", "reshape", "broadcast_to"), (ALL, "shape")),
    **dict.fromkeys(("repeat", "tile", "array_repeat"), (1, "repeats", "reps")),
    **dict.fromkeys(("pad", "array_split", "split"), (1, "pad_width")),
    **dict.fromkeys(("diag", "tril", "triu", "diagflat"), (1, "k")),
    **dict.fromkeys(("round_of", "round", "array_round"), (1, "decimals")),
    "arange": (0, ALL, "start", "stop", "step"),
    "indices": (0,),
    "bincount": ("minlength",),
    "delete": (1,),
    "insert": (1,),
    "matrix_power": (1,),
}
"""The operands that say how large a result is; `ALL` are all but the first."""
AXES = ("axis", "axes", "n", "keepdims", "ord", "mode", "side", "decimals", "full")
KNOWN = frozenset(("dimension", "len", "ndim", "size", "array_size", "array_ndim"))
"""What gives a number that Python knows, whatever it is asked of."""
LISTS = frozenset(
    "list_new list_append list_extend list_insert list_pop list_clear list_reverse "
    "list_copy sum_of unpack zip enumerate reversed range iter load_item store_item "
    "dict_new dict_merged refine starred_list starred_tuple".split()
)
"""What Python does with lists, whatever their items are."""
NEW_LISTS = frozenset(("list_new", "list_copy", "dict_new", "dict_merged"))
"""What gives a list that nothing else holds."""


class KnownValues:
    """Finds what has to be known, and which loops and choices are Python's own.

    Parameters
    ----------
    graph : Graph
        A graph in functional form.
    tell : callable
        Is told what cannot be known.

    Attributes
    ----------
    names : set of str
        The values that Python computes.
    python : set of int
        The loops and choices that are Python's own, by the identity of their nodes.
    static : dict
        The inputs that have to be static, by name.
    """

    def __init__(self, graph: Graph, tell: Tell = stop) -> None:
        self._tell = tell
        self.names: set[str] = set()
        self.python: set[int] = set()
        self.static: dict[str, Value] = {}
        self._graph = graph
        self._why = ""
        self._at: Node | None = None
        # What is unknown of arguments stays as it is, what the run finds out may not.
        self._open = any(_is_open(value.type) for value in graph.inputs)
        self._inputs = {value.name: value for value in graph.inputs}
        self._makers: dict[str, Callable[[], Iterator[Argument]]] = {}
        self._made: dict[str, Node] = {}
        self._shapes = KeptShapes(self._made)
        self._enter(graph.region)
        self._ask_region(graph.region)
        self._keep_choices()

    # What makes each value

    def _enter(self, region: Region) -> None:
        for node in region.nodes:
            operation = node.operation
            if isinstance(operation, Loop):
                self._enter_loop(node, operation)
            for position, result in enumerate(node.results):
                self._made[result.name] = node
                if isinstance(operation, Cond):
                    self._makers[result.name] = self._by_choice(node, position)
                elif isinstance(operation, Row):
                    self._makers[result.name] = self._by_row(node)
            for inner in node.regions:
                self._enter(inner)

    def _enter_loop(self, node: Node, loop: Loop) -> None:
        stops = loop.stops(node)
        states, starts = loop.states(node), loop.starts(node)
        yields = node.regions[-1].yields
        for each in loop.elements(node):
            self._makers[each.name] = self._by_loop(node, ())
        if stops and node.results:
            self._makers[node.results[0].name] = self._by_loop(node, ())
        for position, (state, start) in enumerate(zip(states, starts, strict=True)):
            sources = [start]
            if yields is not None:
                sources.append(yields[position + stops])
            make = self._by_loop(node, sources)
            self._makers[state.name] = make
            for outcome in loop.outcomes(node)[position : position + 1]:
                self._makers[outcome.name] = make

    def _by_row(self, node: Node) -> Callable[[], Iterator[Argument]]:
        def sources() -> Iterator[Argument]:
            if not _is_of_shapes(node):
                yield from node.args
                yield from (each for _, each in node.kwargs)

        return sources

    def _by_choice(self, node: Node, position: int) -> Callable[[], Iterator[Argument]]:
        def sources() -> Iterator[Argument]:
            self.keep(node, None)
            for arm in node.regions:
                if arm.yields is not None:
                    yield arm.yields[position]

        return sources

    def _by_loop(
        self, node: Node, arguments: list[Argument] | tuple[()]
    ) -> Callable[[], Iterator[Argument]]:
        def sources() -> Iterator[Argument]:
            self.keep(node, None)
            yield from arguments

        return sources

    # What has to be known

    def keep(self, node: Node, why: str | None) -> None:
        """Make a loop or choice Python's own."""
        if id(node) in self.python:
            return
        self.python.add(id(node))
        operation = node.operation
        told = why or self._why
        at = node if why is not None or self._at is None else self._at
        if isinstance(operation, Cond):
            self.ask(node.args[0], at, told)
            return
        assert isinstance(operation, Loop)
        if operation.leading:
            made = self._maker_of(node.args[0])
            if made is not None and made.operation.name == "range":
                self.ask(node.args[0], at, told)
        else:
            for test in node.regions[0].yields or ():
                self.ask(test, at, told)
        yields = node.regions[-1].yields
        if operation.stops(node) and yields is not None:
            self.ask(yields[0], at, told)
            self.names.update(each.name for each in node.results[:1])

    def ask(self, argument: Argument, node: Node, why: str) -> None:
        """Ask for an argument to be known while JAX traces."""
        for value in values_in(argument):
            if value.name in self.names:
                continue
            self._why, self._at = why, node
            self.names.add(value.name)
            given = self._inputs.get(value.name)
            if given is not None:
                self._ask_input(given, node, why)
                continue
            for source in self._makers.get(value.name, lambda: iter(()))():
                self.ask(source, node, why)

    def _ask_input(self, value: Value, node: Node, why: str) -> None:
        if not all(map(_can_be_static, members(value.type))):
            told = f"{why}, and it depends on what {value.base} holds"
            hint = "let it depend on shapes and whole numbers alone"
            self._tell(refusal(self._graph, told, span=node.span, hint=hint))
            return
        self.static[value.name] = value

    def _ask_region(self, region: Region) -> None:
        for node in region.nodes:
            if isinstance(node.operation, Row):
                self._ask_row(node, node.operation)
            elif isinstance(node.operation, (Cond, Loop)):
                why = self._not_staged(node)
                if why is not None:
                    self.keep(node, why)
            for inner in node.regions:
                self._ask_region(inner)

    def _keep_choices(self) -> None:
        """Let Python choose where it knows the test."""
        count = -1
        while count != len(self.python):
            count = len(self.python)
            for node in self._graph.nodes():
                if isinstance(node.operation, Cond):
                    if self.can_tell(node.args[0]):
                        self.keep(node, "Python knows the test")

    def can_tell(self, argument: Argument) -> bool:
        """Whether an argument follows from what Python knows, without a loop."""
        return all(map(self._can_tell, values_in(argument)))

    def _can_tell(self, value: Value) -> bool:
        if value.name in self.names:
            return True
        node = self._made.get(value.name)
        if node is None or not isinstance(node.operation, Row):
            return False
        return _is_of_shapes(node) or all(map(self._can_tell, node.operands()))

    def _ask_row(self, node: Node, row: Row) -> None:
        why = f"{row.name} needs a shape"
        for key in SHAPES.get(row.name, ()):
            if key == ALL:
                for each in node.args[1:]:
                    self.ask(each, node, why)
            elif isinstance(key, int):
                for each in node.args[key : key + 1]:
                    self.ask(each, node, why)
        keys = {*SHAPES.get(row.name, ()), *AXES}
        for name, each in node.kwargs:
            if name in keys:
                self.ask(each, node, why)
        if row.name in ("getitem", "updated", "load_item", "store_item", "list_pop"):
            self._ask_index(node)

    def _ask_index(self, node: Node) -> None:
        target, index = node.args[0], node.args[1:2]
        holds_arrays = not isinstance(target, Value) or any(
            isinstance(each, Array) for each in members(target.type)
        )
        for each in index:
            if is_number_taken(node):
                continue
            if not holds_arrays or isinstance(target, Display):
                self.ask(each, node, "an item of a list or tuple is taken")
            for part in _slices(each):
                self.ask(part, node, "a slice needs its bounds")

    def _maker_of(self, argument: Argument) -> Node | None:
        return self._made.get(argument.name) if isinstance(argument, Value) else None

    def _not_staged(self, node: Node) -> str | None:
        """Return why a loop or choice is none of JAX; None if it can be."""
        if any(region.yields is None for region in node.regions):
            return "an error is raised where a test says so"
        if _changes_lists(node, self._made_within(node)):
            return "a list is filled"
        operation = node.operation
        if isinstance(operation, Cond):
            for result, *given in zip(node.results, *_yields(node)):
                into = carried(result.type)
                alike = len(set(map(self._shapes.root, given))) == 1
                if into is None or not all(
                    fits(each, into, self._open or alike) for each in given
                ):
                    return f"what {result.base} is depends on a test"
            return None
        assert isinstance(operation, Loop)
        if operation.leading and not self._is_counted(node):
            return "a loop goes over a list"
        if operation.leading and self._is_empty(node):
            return "a loop has no turns"
        stops = operation.stops(node)
        yields = (node.regions[-1].yields or ())[stops:]
        for state, start, following in zip(
            operation.states(node), operation.starts(node), yields
        ):
            into = carried(state.type)
            kept = self._open or self._shapes.root(following) == state
            if into is None or not all(
                fits(each, into, kept) for each in (start, following)
            ):
                return f"{state.base} has another shape or type in each turn"
        return None

    def _is_counted(self, node: Node) -> bool:
        """Whether a loop goes over a range with a known step."""
        made = self._maker_of(node.args[0])
        if made is None or made.operation.name != "range":
            return False
        step = made.args[2] if len(made.args) > 2 else Constant(1)
        return isinstance(step, Constant) and bool(step.value)

    def _is_empty(self, node: Node) -> bool:
        """Whether a loop surely has no turns, so that its body may be nonsense."""
        made = self._maker_of(node.args[0])
        given = made.args if made is not None else ()
        values = [each.value for each in given if isinstance(each, Constant)]
        known = [each for each in values if type(each) is int]
        return bool(known) and len(known) == len(given) and not range(*known)

    def _made_within(self, node: Node) -> set[str]:
        """Return the lists that a loop or choice makes."""
        return {
            result.name
            for region in node.regions
            for inner in region.walk()
            if inner.operation.name in NEW_LISTS
            for result in inner.results
        }


def _is_of_shapes(node: Node) -> bool:
    """Whether a node gives a number that follows from shapes alone."""
    ranges = any(isinstance(argument_type(each), Iterable) for each in node.args)
    return node.operation.name in KNOWN and not ranges


def _is_open(of: Type) -> bool:
    return isinstance(of, Array) and (of.shape is None or None in of.shape)


def _yields(node: Node) -> list[tuple[Argument, ...]]:
    return [arm.yields for arm in node.regions if arm.yields is not None]


def _can_be_static(of: Type) -> bool:
    if isinstance(of, NumpyScalar):
        return of.dtype.kind in "biu"
    if isinstance(of, PythonScalar):
        return of.kind in ("bool", "int", "str")
    return isinstance(of, NoneType)


def _changes_lists(node: Node, within: set[str]) -> bool:
    """Whether a loop or choice changes a list that was made before it."""
    return any(
        isinstance(inner.operation, Row)
        and inner.operation.writes
        and isinstance(value, Value)
        and value.name not in within
        and any(isinstance(each, (List, Container)) for each in members(value.type))
        for region in node.regions
        for inner in region.walk()
        for value in inner.args[:1]
    )


def _slices(index: Argument) -> Iterator[Argument]:
    """Yield the bounds of the slices in an index."""
    if isinstance(index, Display):
        for each in index.items:
            if index.kind == "slice":
                yield each
            else:
                yield from _slices(each)
