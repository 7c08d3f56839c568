"""Runs a graph over arrays in blocks: what needs no number is only laid out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from runtime.blocks.deferred import Deferred, Elementwise, Held
from runtime.blocks.keeping import keep, wait_for
from runtime.blocks.laying import lay_out
from runtime.blocks.operand_kinds import (
    PASSING,
    as_argument,
    deferred_in,
    filled,
    held,
    is_elementwise,
    mapped,
    pairs_of,
    stood_in,
    told,
    unique,
)
from runtime.blocks.refused import COMPUTE, Unsuited, not_blocked
from runtime.blocks.standing_in import stand_in
from runtime.constructs.base import Construct
from runtime.constructs.cond import COND
from runtime.constructs.for_loop import FOR
from runtime.constructs.while_loop import WHILE
from runtime.errors import NotBlocked, Span
from runtime.interpret import Interpreter
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Display, Node, Region, Value
from runtime.ops import OPS
from runtime.ops.infer import infer
from runtime.ops.row import Row
from runtime.types import (
    Array,
    Never,
    NumpyScalar,
    PythonScalar,
)

LARGE = 2**24
"""Arrays of one number that take so many bytes are made in blocks."""
FEW = 64
"""For how many turns a loop may take items of an array in blocks."""
ONE_BY_ONE = (
    "the loop takes the items of an array in blocks one by one",
    "write it over whole arrays (x * 2, x.sum()), or compute the array before the call",
)
Handler = Callable[..., Any]


class Driver(Interpreter):
    """One run of a graph, some of whose values are in blocks.

    Parameters
    ----------
    graph : Graph
        The graph, in functional form.
    executor : str
        What runs the functions of blocks: see `runtime.executors`.
    handlers : mapping
        By the name of a row what makes its value of values in blocks.
    leaves : mapping
        By the identity of an array that stands for a Dask array its value: containers
        of the caller's hold such arrays.
    """

    def __init__(
        self,
        graph: Graph,
        executor: str,
        handlers: Mapping[str, Handler],
        leaves: Mapping[int, Deferred],
    ) -> None:
        super().__init__()
        self._graph = graph
        self._executor = executor
        self._handlers = handlers
        self._leaves = leaves
        self._node: Node | None = None
        self.changed: list[tuple[Deferred, Any]] = []

    def run(self, region: Region, parameters: Sequence[object]) -> tuple[Any, ...]:
        """Run a region and return the values it yields."""
        for parameter, value in zip(region.parameters, parameters, strict=True):
            self.values[parameter.name] = value
        for node in region.nodes:
            if isinstance(node.operation, Construct):
                self.assign(node, self._structured(node))
            else:
                self.assign(node, self.call(node))
        assert region.yields is not None
        return tuple(map(self.argument, region.yields))

    # Constructs: tests and states are real, the rest waits.

    def _structured(self, node: Node) -> tuple[Any, ...]:
        if node.operation is COND:
            truth = self.truth(self.argument(node.args[0]), node)
            return self.run(node.regions[0 if truth else 1], ())
        if node.operation is WHILE:
            return self._while(node)
        if node.operation is FOR:
            return self._for(node)
        raise self.refused(
            f"{node.operation.name!r} has no form", "take it out of the function", node
        )

    def _while(self, node: Node) -> tuple[Any, ...]:
        test, body = node.regions
        stops = WHILE.stops(node)
        states = self._begun(node, tuple(map(self.argument, node.args)))
        while self.truth(self.run(test, states)[0], node):
            following = self.run(body, ())
            if stops and self.truth(following[0], node):
                return (True, *following[1:])
            states = self._settled(following[stops:], states, node)
        return (False,) * stops + states

    def _for(self, node: Node) -> tuple[Any, ...]:
        (body,) = node.regions
        stops = FOR.stops(node)
        items, *starts = map(self.argument, node.args)
        if any(deferred_in(items)):
            if isinstance(items, Deferred):
                raise self.refused(*ONE_BY_ONE, node)
        if isinstance(items, range) and len(items) > FEW:
            self._check_items(node, starts)
        states = self._begun(node, tuple(starts))
        for element in items:
            following = self.run(body, (self._meant(element), *states))
            if stops and self.truth(following[0], node):
                return (True, *following[1:])
            states = self._settled(following[stops:], states, node)
        return (False,) * stops + states

    def _check_items(self, node: Node, starts: Sequence[Any]) -> None:
        """Refuse a loop of many turns that takes items of blocks by its number."""
        body = node.regions[0]
        pairs = zip(body.parameters[1:], starts, strict=True)
        states = {each.name: start for each, start in pairs}
        numbers = {each.name for each in FOR.elements(node)}
        for inner in body.walk():
            taken = [each for each in inner.operands() if each.name in numbers]
            if not taken:
                continue
            if inner.operation.name in ("getitem", "updated"):
                array = inner.args[0]
                name = array.name if isinstance(array, Value) else ""
                if isinstance(states.get(name, self.values.get(name)), Deferred):
                    raise self.refused(*ONE_BY_ONE, node)
            numbers |= {
                each.name
                for each in inner.results
                if isinstance(each.type, PythonScalar)
            }

    def _begun(self, node: Node, states: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the states of a loop, computed, and compute what all turns read."""
        names = {
            value.name
            for region in node.regions
            for inner in region.walk()
            for value in inner.operands()
        }
        read = [self.values[name] for name in names if name in self.values]
        keep((*states, *read), self._executor)
        return states

    def _settled(
        self, states: tuple[Any, ...], before: tuple[Any, ...], node: Node
    ) -> tuple[Any, ...]:
        """Return the states after a turn, on their way; forget those before."""
        keep(states, self._executor)
        for region in node.regions:
            for inner in region.walk():
                for each in inner.results:
                    self.values.pop(each.name, None)
        wait_for(before)
        return states

    # Numbers: Python needs some of them.

    def truth(self, value: Any, node: Node) -> bool:
        """Return the truth of a value."""
        if isinstance(value, Deferred):
            if math.prod(value.shape) != 1:
                return bool(stand_in(value))  # raises, as NumPy does
            return bool(self.known(value))
        return bool(value)

    def known(self, value: Deferred) -> Any:
        """Return what a value is, computed."""
        if isinstance(value, Held):
            return value.value
        if value.found is None:
            small = isinstance(value, Elementwise) and value.array is None
            if small and not any(each.shape for each in value.operands):
                given = [self.known(each) for each in value.operands]
                value.found = value.evaluated(given)  # type: ignore[attr-defined]
            else:
                lay_out([value], self._executor)
                found = value.array.compute()
                if isinstance(value.type, NumpyScalar):
                    found = value.dtype.type(found)
                value.found = found
        return value.found

    def known_in(self, value: Any) -> Any:
        """Return a value with the numbers in it computed, lists and tuples as well."""
        if isinstance(value, Deferred):
            return self.known(value)
        if type(value) in (list, tuple):
            return type(value)(map(self.known_in, value))
        if type(value) is slice:
            parts = (value.start, value.stop, value.step)
            return slice(*map(self.known_in, parts))
        return value

    # Calls.

    def call(self, node: Node) -> tuple[Any, ...]:
        """Run a call, or record it where values in blocks are among its operands."""
        row = node.operation
        assert isinstance(row, Row)
        args = [self.argument(each) for each in node.args]
        kwargs = {name: self.argument(each) for name, each in node.kwargs}
        found = list(deferred_in([*args, *kwargs.values()]))
        self._node = node
        try:
            if found:
                result = self._deferred(row, node, args, kwargs, found)
            else:
                result = self._plain(row, args, kwargs)
        except Unsuited as error:
            raise self.refused(error.why, error.hint, node) from None
        for each in deferred_in([result]):
            each.span = each.span or node.span
        if len(node.results) == 1:
            return (result,)
        return tuple(result) if node.results else ()

    def _plain(self, row: Row, args: list[Any], kwargs: dict[str, Any]) -> Any:
        if row.name in ("zeros", "ones", "full", "empty"):
            of, _ = infer(row, tuple(map(as_argument, args)), pairs_of(kwargs))
            if isinstance(of, Array) and of.shape is not None and None not in of.shape:
                size = math.prod(each or 0 for each in of.shape)
                if size * of.dtype.itemsize >= LARGE:
                    number: Any = 1 if row.name == "ones" else 0
                    if row.name == "full":
                        number = args[1] if len(args) > 1 else kwargs["fill_value"]
                    return filled(of, number)
        holding = any(
            self._meant(each) is not each for each in [*args, *kwargs.values()]
        )
        if holding and row.name not in PASSING:
            raise Unsuited(f"{told(row)} takes a container of blocks", "pass arrays")
        return self._meant(row.kernel(*args, **kwargs))

    def _meant(self, value: Any) -> Any:
        """Return a value of the caller's, with values in blocks where they stand."""
        if isinstance(value, np.ndarray):
            return self._leaves.get(id(value), value)
        if type(value) in (list, tuple):
            found = [self._meant(each) for each in value]
            same = all(a is b for a, b in zip(found, value, strict=True))
            return value if same else type(value)(found)
        if type(value) is dict:
            told_values = {name: self._meant(each) for name, each in value.items()}
            same = all(told_values[name] is value[name] for name in value)
            return value if same else told_values
        return value

    def _deferred(
        self,
        row: Row,
        node: Node,
        args: list[Any],
        kwargs: dict[str, Any],
        found: list[Deferred],
    ) -> Any:
        if any(isinstance(each.type, Never) for each in node.results):
            # NumPy raises before it computes something.
            row.kernel(*map(stood_in, args), **stood_in(kwargs))
        handler = self._handlers.get(row.name)
        if handler is not None:
            return handler(self, *args, **kwargs)
        if row.name in PASSING and not isinstance(args[0], Deferred):
            return row.kernel(*args, **kwargs)
        if is_elementwise(row, len(args), kwargs):
            return self.elementwise(row, node.args, node.kwargs)
        if not any(each.shape for each in found):
            given = [self.known_in(each) for each in args]
            named = {name: self.known_in(each) for name, each in kwargs.items()}
            return row.kernel(*given, **named)
        raise Unsuited(f"{told(row)} has no form over blocks", COMPUTE)

    def elementwise(
        self,
        row: Row,
        args: Sequence[Argument],
        kwargs: Sequence[tuple[str, Argument]] = (),
    ) -> Deferred:
        """Record a call of the graph that is elementwise."""
        operands: list[tuple[str, Deferred]] = []

        def operand(argument: Argument) -> Argument:
            if isinstance(argument, Constant):
                if not isinstance(argument.value, np.ndarray):
                    return argument
                value = argument.value
            elif isinstance(argument, Display):
                items = tuple(map(operand, argument.items))
                return Display(argument.kind, items)
            else:
                value = self.argument(argument)
            if isinstance(value, (np.dtype, type, str, tuple, type(None))):
                return Constant(value)
            deferred = held(value)
            name = f"a.{len(operands)}"
            operands.append((name, deferred))
            return Value(name, deferred.type)

        given = tuple(map(operand, args))
        named = tuple((name, operand(each)) for name, each in kwargs)
        return self._made(row, given, named, operands)

    def compute(self, name: str, *args: Any, **kwargs: Any) -> Deferred:
        """Record a call that is elementwise, by the name of its row.

        Numbers of Python are constants of the functions of blocks.
        """
        operands: list[tuple[str, Deferred]] = []

        def operand(value: Any) -> Argument:
            if isinstance(value, (np.ndarray, np.generic)):
                value = held(value)
            if isinstance(value, Deferred):
                operands.append((f"a.{len(operands)}", value))
                return Value(operands[-1][0], value.type)
            return Constant(value)

        given = tuple(map(operand, args))
        named = tuple((key, operand(each)) for key, each in kwargs.items())
        return self._made(OPS[name], given, named, operands)

    def _made(
        self,
        row: Row,
        args: tuple[Argument, ...],
        kwargs: tuple[tuple[str, Argument], ...],
        operands: list[tuple[str, Deferred]],
    ) -> Deferred:
        of, _ = infer(row, args, kwargs)
        shape = np.broadcast_shapes(*[each.shape for _, each in operands])
        if not isinstance(of, (Array, NumpyScalar)):
            raise Unsuited(f"{told(row)} gives what is known at run time only", COMPUTE)
        if isinstance(of, Array):
            of = Array(of.dtype, shape)
        return Elementwise(row, args, kwargs, of, shape, operands)

    # Ends.

    def results(self, yields: Any, final: Callable[[Deferred], Any]) -> Any:
        """Return a result with Dask arrays where values are in blocks."""
        found = [each for _, each in self.changed if isinstance(each, Deferred)]
        lay_out(unique([*deferred_in([yields]), *found]), self._executor)
        return mapped(yields, final)

    def refused(self, why: str, hint: str, node: Node | None = None) -> NotBlocked:
        """Return the error of a node that has no form over blocks."""
        node = node or self._node
        span = None if node is None else _span_of(node)
        return not_blocked(self._graph.name, why, hint, span)


def _span_of(node: Node) -> Span | None:
    """Return the position of a node, or of the first one inside that has one."""
    inside = (inner for region in node.regions for inner in region.walk())
    return next((each.span for each in (node, *inside) if each.span), None)
