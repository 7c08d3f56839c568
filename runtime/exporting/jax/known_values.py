"""What Python knows while JAX traces: shapes, and what they are computed from.

Shapes are known, values of arrays are not. Where a shape depends on a number that is
passed, that argument has to be static. A loop whose turns differ in their shapes, or
fill a list, is a loop of Python, which JAX unrolls.
"""

from __future__ import annotations

from collections.abc import Iterable as Many
from collections.abc import Iterator

from runtime.constructs.carries import Loop
from runtime.constructs.cond import Cond
from runtime.exporting.jax.carried_types import carried, fits
from runtime.exporting.jax.computed_values import (
    computed_from,
    is_of_shapes,
    yields_of,
)
from runtime.exporting.jax.jax_numbers import is_long_by_values
from runtime.exporting.jax.jax_operands import (
    is_dict,
    is_list,
    is_mixed,
)
from runtime.exporting.jax.jax_rows import IDENTITY, NEW_LISTS
from runtime.exporting.jax.kept_shapes import KeptShapes
from runtime.exporting.jax.known_operands import INDEXED, dict_keys, known_operands
from runtime.exporting.jax.random_draws import has_stream
from runtime.exporting.jax.value_sources import ValueSources
from runtime.exporting.refusing import Tell, refusal, stop
from runtime.ir.graph import Graph
from runtime.ir.nodes import (
    Argument,
    Constant,
    Node,
    Region,
    Value,
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

OR_AT_ONCE = (
    "let it depend on shapes and whole numbers alone; or export with jit=False, and "
    "run the function without jax.jit"
)
OR_ROOM = (
    "say with room= how many items the list gets at most; or export with jit=False, "
    "and run the function without jax.jit"
)
FILLED = "a list is filled"
KEYS = "use numbers that are known, or texts, as keys"


class KnownValues:
    """Finds what has to be known, and which loops and choices are Python's own.

    Parameters
    ----------
    graph : Graph
        A graph in functional form.
    tell : callable
        Is told what cannot be known.
    at_once : bool
        Whether the function runs as it stands, so that Python may ask for any value
        that is computed, but for those within loops and choices of JAX.

    Attributes
    ----------
    names : set of str
        The values that Python computes.
    needs : list of Node
        Where Python asks for values that JAX computes.
    python : set of int
        The loops and choices that are Python's own, by the identity of their nodes.
    static : dict
        The inputs that have to be static, by name.
    """

    def __init__(self, graph: Graph, tell: Tell = stop, at_once: bool = False) -> None:
        self._tell = tell
        self.at_once = at_once
        self.needs: list[Node] = []
        self.names: set[str] = set()
        self.python: set[int] = set()
        self.static: dict[str, Value] = {}
        self._graph = graph
        self._why = ""
        self._at: Node | None = None
        # What is unknown of arguments stays as it is, what the run finds out may not.
        self._open = any(_is_open(value.type) for value in graph.inputs)
        self._inputs = {value.name: value for value in graph.inputs}
        self._sources = ValueSources(graph, lambda node: self.keep(node, None))
        self._made, self._around = self._sources.made, self._sources.around
        self._shapes = KeptShapes(self._made)
        self._told: set[str] = set()
        self._kept_ranges = {
            value.name
            for node in graph.nodes()
            if not isinstance(node.operation, Loop)
            for value in node.operands()
            if isinstance(value.type, Iterable)
        }
        self._computed = computed_from(graph, is_given_when_run) if at_once else set()
        self._ask_region(graph.region)
        self._keep_choices()

    # What has to be known

    def keep(self, node: Node, why: str | None) -> None:
        """Make a loop or choice Python's own."""
        if id(node) in self.python:
            return
        self.python.add(id(node))
        operation = node.operation
        told = why or self._why
        at = node if why is not None or self._at is None else self._at
        for test in self._tests(node):
            if self._is_computed(test):
                self._need(node, told)
            else:
                self.ask(test, at, told)
        if isinstance(operation, Loop) and operation.stops(node):
            self.names.update(each.name for each in node.results[:1])

    def _tests(self, node: Node) -> Iterator[Argument]:
        """Yield what says how often a loop of Python turns, or which arm is taken."""
        operation = node.operation
        if isinstance(operation, Cond):
            yield node.args[0]
            return
        assert isinstance(operation, Loop)
        if operation.leading:
            made = self._sources.maker_of(node.args[0])
            if made is not None and made.operation.name == "range":
                yield node.args[0]
        else:
            yield from node.regions[0].yields or ()
        yields = node.regions[-1].yields
        if operation.stops(node) and yields is not None:
            yield yields[0]

    def _is_computed(self, argument: Argument) -> bool:
        """Whether an argument is computed by JAX, and Python may ask for it."""
        return any(each.name in self._computed for each in values_in(argument))

    def _need(self, node: Node, why: str) -> None:
        """Let Python ask for what JAX computes: what is around is Python's own."""
        self.needs.append(node)
        around = self._around.get(id(node))
        while around is not None:
            self.keep(around, why)
            around = self._around.get(id(around))

    def ask(self, argument: Argument, node: Node, why: str) -> None:
        """Ask for an argument to be known while JAX traces."""
        for value in values_in(argument):
            if value.name in self.names:
                continue
            if value.name in self._computed:
                self._need(node, why)
                continue
            self._why, self._at = why, node
            self.names.add(value.name)
            given = self._inputs.get(value.name)
            if given is not None:
                self._ask_input(given, node, why)
                continue
            for source in self._sources.of(value):
                self.ask(source, node, why)

    def _ask_input(self, value: Value, node: Node, why: str) -> None:
        if is_given_when_run(value):
            told = f"{why}, and it depends on what {value.base} holds"
            hint = OR_ROOM if why == FILLED else OR_AT_ONCE
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
        """Let Python choose where it knows the test, or may ask for it."""
        count = -1
        while count != len(self.python):
            count = len(self.python)
            for node in self._graph.nodes():
                if isinstance(node.operation, Cond):
                    if self.can_tell(node.args[0]) or self._may_ask(node):
                        self.keep(node, "Python knows the test")

    def _may_ask(self, node: Node) -> bool:
        """Whether no loop or choice of JAX is around a node that asks for values."""
        around = self._around.get(id(node))
        return bool(self.needs) and (around is None or id(around) in self.python)

    def maker_of(self, argument: Argument) -> Node | None:
        """Return the node that makes a value."""
        return self._sources.maker_of(argument)

    def can_tell(self, argument: Argument) -> bool:
        """Whether an argument follows from what Python knows, without a loop."""
        return all(map(self._can_tell, values_in(argument)))

    def _can_tell(self, value: Value) -> bool:
        if value.name in self._told or self.is_known(value):
            return True
        node = self._made.get(value.name)
        if node is None or not isinstance(node.operation, Row):
            return False
        if all(map(self._can_tell, node.operands())):
            self._told.add(value.name)
        return value.name in self._told

    def is_known(self, argument: Argument) -> bool:
        """Whether an argument is a constant, a number of shapes, or Python's own."""
        makers = [self._made.get(each.name) for each in values_in(argument)]
        return all(
            each.name in self.names or (made is not None and is_of_shapes(made))
            for each, made in zip(values_in(argument), makers, strict=True)
        )

    def _ask_row(self, node: Node, row: Row) -> None:
        for each, why in known_operands(node):
            self.ask(each, node, why)
        if row.name == "range" and node.results[0].name in self._kept_ranges:
            for each in node.args:
                self.ask(each, node, "a range is used otherwise than by a loop")
        if row.name == "dict_new":
            for items in filter(is_list, node.args):
                self._ask_keys(dict_keys(items, self._graph), node)
        elif row.name in INDEXED and is_dict(node.args[0]):
            self._ask_keys(node.args[1:2], node)
        if self.at_once and (is_mixed(node, row) or is_long_by_values(node)):
            self._need(node, f"{row.name} needs values")
            if row.name in IDENTITY:
                self.names.add(node.results[0].name)

    def _ask_keys(self, keys: Many[Argument | None], node: Node) -> None:
        for key in keys:
            if key is None or self._is_computed(key):
                told = "the key of a dict is a value of the run"
                self._tell(refusal(self._graph, told, span=node.span, hint=KEYS))
            else:
                self.ask(key, node, "the key of a dict has to be known")

    def _not_staged(self, node: Node) -> str | None:
        """Return why a loop or choice is none of JAX; None if it can be."""
        if any(region.yields is None for region in node.regions):
            return "an error is raised where a test says so"
        if _changes_lists(node, self._made_within(node)):
            return FILLED
        operation = node.operation
        inside = [each for region in node.regions for each in region.walk()]
        if any(map(has_stream, inside)):
            return "a generator draws"
        if isinstance(operation, Cond):
            if any(map(self._sources.takes_item, inside)):
                return "an item of a list that is filled is taken under a test"
            for result, *given in zip(node.results, *yields_of(node)):
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
        made = self._sources.maker_of(node.args[0])
        if made is None or made.operation.name != "range":
            return False
        step = made.args[2] if len(made.args) > 2 else Constant(1)
        return isinstance(step, Constant) and bool(step.value)

    def _is_empty(self, node: Node) -> bool:
        """Whether a loop surely has no turns, so that its body may be nonsense."""
        made = self._sources.maker_of(node.args[0])
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


def _is_open(of: Type) -> bool:
    return isinstance(of, Array) and (of.shape is None or None in of.shape)


def is_given_when_run(value: Value) -> bool:
    """Whether an input is no number that may be static."""
    return not all(map(_can_be_static, members(value.type)))


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
