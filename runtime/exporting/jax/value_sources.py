"""What each value is computed from, when Python asks for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from runtime.constructs.carries import Loop
from runtime.constructs.cond import Cond
from runtime.exporting.jax.computed_values import is_of_shapes
from runtime.exporting.jax.jax_operands import is_list
from runtime.ir.graph import Graph
from runtime.ir.memory import Memory
from runtime.ir.nodes import Argument, Constant, Node, Region, Value
from runtime.ops.row import Row
from runtime.types import List


class ValueSources:
    """Finds what values are computed from.

    Parameters
    ----------
    graph : Graph
        A graph in functional form.
    keep : callable
        Is told which loops and choices have to be Python's own for that.

    Attributes
    ----------
    made : dict
        What makes each value, by its name.
    around : dict
        The loop or choice around a node, by its identity.
    """

    def __init__(self, graph: Graph, keep: Callable[[Node], None]) -> None:
        self._keep = keep
        self._makers: dict[str, Callable[[], Iterator[Argument]]] = {}
        self.made: dict[str, Node] = {}
        self.around: dict[int, Node] = {}
        # The loops whose elements values are, and what is put into lists and dicts.
        self._turning: dict[str, Node] = {}
        self._memory = Memory(graph)
        self._put_in: defaultdict[str, list[Argument]] = defaultdict(list)
        self._resized: set[str] = set()
        self._enter(graph.region)

    def of(self, value: Value) -> Iterator[Argument]:
        """Yield what a value is computed from; nothing if it is an input."""
        make = self._makers.get(value.name)
        if make is not None:
            yield from make()

    def takes_item(self, node: Node) -> bool:
        """Whether a node takes an item that a list may not have yet."""
        if node.operation.name != "getitem" or not isinstance(node.args[0], Value):
            return False
        if not isinstance(node.args[0].type, List):
            return False
        return bool(self._memory.classes(node.args[:1]) & self._resized)

    def maker_of(self, argument: Argument) -> Node | None:
        """Return the node that makes a value."""
        return self.made.get(argument.name) if isinstance(argument, Value) else None

    def _enter(self, region: Region) -> None:
        for node in region.nodes:
            operation = node.operation
            if isinstance(operation, Loop):
                self._enter_loop(node, operation)
            for position, result in enumerate(node.results):
                self.made[result.name] = node
                if isinstance(operation, Cond):
                    self._makers[result.name] = self._by_choice(node, position)
                elif isinstance(operation, Row):
                    self._makers[result.name] = self._by_row(node)
            if isinstance(operation, Row) and operation.writes:
                for each in self._memory.classes(filter(is_list, node.args[:1])):
                    self._put_in[each] += node.args[1:]
                    if operation.name not in ("setitem", "store_item"):
                        self._resized.add(each)
            for inner in node.regions:
                self.around.update((id(each), node) for each in inner.nodes)
                self._enter(inner)

    def _enter_loop(self, node: Node, loop: Loop) -> None:
        stops = loop.stops(node)
        states, starts = loop.states(node), loop.starts(node)
        yields = node.regions[-1].yields
        for each in loop.elements(node):
            self._makers[each.name] = self._by_loop(node, list(node.args[:1]))
            self._turning[each.name] = node
        if stops and node.results:
            self._makers[node.results[0].name] = self._by_loop(node, [])
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
            if is_of_shapes(node):
                return
            part = self._part_of_element(node)
            if part is not None:
                yield from part
                return
            yield from node.args
            yield from (each for _, each in node.kwargs)
            for each in self._memory.classes(filter(is_list, node.results)):
                yield from self._put_in.get(each, ())

        return sources

    def _part_of_element(self, node: Node) -> Sequence[Argument] | None:
        """Return what a place of an element of `enumerate` or `zip` comes from."""
        if node.operation.name != "getitem" or not isinstance(node.args[0], Value):
            return None
        loop, place = self._turning.get(node.args[0].name), node.args[1]
        made = None if loop is None else self.maker_of(loop.args[0])
        number = place.value if isinstance(place, Constant) else None
        if made is None or type(number) is not int:
            return None
        name, count = made.operation.name, len(made.args)
        if name not in ("enumerate", "zip") or not 0 <= number <= count:
            return None
        assert loop is not None
        self._keep(loop)
        if name == "zip":
            return made.args[number:][:1]
        return made.args[:1] if number else made.args[1:]

    def _by_choice(self, node: Node, position: int) -> Callable[[], Iterator[Argument]]:
        def sources() -> Iterator[Argument]:
            self._keep(node)
            for arm in node.regions:
                if arm.yields is not None:
                    yield arm.yields[position]

        return sources

    def _by_loop(
        self, node: Node, arguments: list[Argument]
    ) -> Callable[[], Iterator[Argument]]:
        def sources() -> Iterator[Argument]:
            self._keep(node)
            yield from arguments

        return sources
