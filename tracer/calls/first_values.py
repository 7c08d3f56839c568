"""What values of a graph are at its first call, as far as the trace can see it.

It tells what a call of the run may run, for warnings: a later call may bring others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from types import MemberDescriptorType
from typing import Any, NamedTuple

import numpy as np

from runtime.ir.behavior import structure
from runtime.ir.nodes import Argument, Constant, Node, Value
from runtime.ops import OPS
from runtime.ops.row import Row
from tracer.calls.loops_run import function_called, runs_loops
from tracer.calls.stances import is_numpys
from tracer.calls.wholes import Wholes
from tracer.policy import attribute_of, is_convertible
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.origins import Fixed
from tracer.values.lookup import in_class
from tracer.values.objects import Objects
from tracer.values.run_containers import RunContainers

MOST = 16
"""The number of items of a container that are looked at."""
LOOKS = frozenset({"load_attribute", "ask_attribute", "attribute_or"})
"""Rows that read an attribute of their first operand."""
ITEMS = frozenset("array_item getitem load_item next".split())
"""Rows that read an item of their first operand."""
ALIKE = frozenset("add call_method multiply negative subtract true_divide".split())
"""Rows whose result is of the class of an operand, if that is an object, most often."""
MAKING = (OPS["call"], OPS["call_pure"], OPS["instance_new"])
"""Rows that call their first operand."""
NUMBERS = (int, float, complex, np.ndarray, np.generic)
"""Classes of operands that say nothing of the class of a result."""
UNSEEN: Any = object()
"""An object that the run makes."""


class First(NamedTuple):
    """A value at the first call.

    Attributes
    ----------
    kind : type
        Its class.
    real : object
        The value itself, if it is there already.
    owner : type, optional
        The class of the object whose attribute it is.
    """

    kind: type
    real: Any = UNSEEN
    owner: type | None = None

    def function(self) -> Any:
        """Return the function or class behind a call of it."""
        if self.real is UNSEEN:
            return function_called(in_class(self.kind, "__call__"))
        return function_called(self.real)


class FirstValues:
    """Finds what values of one trace are at the first call of its graph."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._inner: dict[str, Node] = {}  # the nodes of branches, by their results

    def loops(self, called: Any) -> bool:
        """Whether a call may run a loop of Python code that could be compiled.

        It may, if nobody knows what is called.
        """
        instructions = self._trace.options.instructions
        if type(called) is not Symbol:
            return runs_loops(called, instructions)
        found = self._all(called)
        return not found or any(
            each.real is UNSEEN or runs_loops(each.real, instructions, each.owner)
            for each in found
        )

    def is_chosen(self, function: Symbol) -> bool:
        """Whether a function may be one that is compiled in a branch of its own."""
        found = self._all(function)
        return not found or any(
            is_numpys(each.real) or is_convertible(each.function()) for each in found
        )

    def method_loops(self, receiver: Any, name: str) -> bool:
        """Whether a method may run a loop of Python code that could be compiled."""
        if type(receiver) is Symbol:
            kinds = {each.kind for each in self._all(receiver)}
        else:
            real = receiver._ag_real if isinstance(receiver, Proxy) else receiver
            kinds = {type(real)}
        instructions = self._trace.options.instructions
        methods = [(in_class(kind, name), kind) for kind in kinds]
        return not methods or any(
            method is None or runs_loops(method, instructions, kind)
            for method, kind in methods
        )

    def _all(self, value: Any) -> list[First]:
        """Return what a value may be, but for None; nothing if nobody knows."""
        try:
            found = [*self._of(value._ag_value, set())]
        except _Unknown:
            return []
        return [each for each in found if each.real is not None]

    def _of(self, argument: Argument, seen: set[str]) -> Iterator[First]:
        """Yield what an argument of the graph may be, unless it is looked at already.

        Raises
        ------
        _Unknown
            If nothing is known of one that it may be.
        """
        if isinstance(argument, Constant):
            yield First(type(argument.value), argument.value)
            return
        if not isinstance(argument, Value):
            raise _Unknown
        if argument.name in seen:
            return
        seen.add(argument.name)
        real = self._real(argument)
        if real is not UNSEEN:
            yield First(type(real), real)
            return
        wholes = self._trace.part(Wholes)
        node = self._inner.get(argument.name) or wholes.node_of(argument)
        if node is None:
            yield from self._given(argument, seen)
        else:
            yield from self._made(argument, node, seen)

    def _given(self, value: Value, seen: set[str]) -> Iterator[First]:
        """Yield what a region is given, as an item or as a value that goes around."""
        for region in reversed(self._trace.builder.regions):
            if value.name in region.given:
                yield from self._of(region.given[value.name], seen)
                return
        raise _Unknown

    def _made(self, value: Value, node: Node, seen: set[str]) -> Iterator[First]:
        """Yield what a node gives."""
        construct = structure(node)
        row = node.operation
        if construct is not None:
            for region in node.regions:
                for each in region.nodes:
                    self._inner.update((result.name, each) for result in each.results)
            for column in construct.columns(node):
                if value in column.targets:
                    for source in column.sources:
                        yield from self._of(source, seen)
                    return
        elif isinstance(row, Row) and node.args:
            yield from self._computed(row, node.args, seen)
            return
        raise _Unknown

    def _computed(
        self, row: Row, args: tuple[Argument, ...], seen: set[str]
    ) -> Iterator[First]:
        """Yield what an operation gives."""
        if row in MAKING:
            yield from self._instances(args, seen)
        elif row.name in ALIKE:
            yield from self._alike(args, seen)
        elif row.name == "iter":
            yield from self._of(args[0], seen)
        elif row.name in LOOKS and isinstance(args[1], Constant):
            for owner in self._of(args[0], seen):
                yield _attribute(owner, str(args[1].value))
        elif row.name in ITEMS:
            for whole in self._of(args[0], seen):
                yield from _items(whole)
        else:
            raise _Unknown

    def _alike(self, args: tuple[Argument, ...], seen: set[str]) -> Iterator[First]:
        """Yield an object of the class of the first operand that is no number."""
        for operand in args[:2]:
            kinds = {each.kind for each in self._of(operand, seen)}
            if not any(issubclass(kind, NUMBERS) for kind in kinds):
                yield from map(First, kinds)
                return
        raise _Unknown

    def _instances(self, args: tuple[Argument, ...], seen: set[str]) -> Iterator[First]:
        """Yield an object of each class that may be called."""
        for maker in self._of(args[0], seen):
            if maker.real is object.__new__:
                yield from self._of(args[1], seen)
            elif not isinstance(maker.real, type):
                raise _Unknown
            else:
                yield First(maker.real)

    def _real(self, value: Value) -> Any:
        """Return the object of the first call for an input of the graph."""
        behind = self._trace.part(Objects).behind(value)
        if behind is None:
            behind = self._trace.part(RunContainers).behind(value)
        if behind is not None:
            return behind
        origins = (origin for held, origin in self._trace.inputs if held == value)
        origin = next(origins, None)  # calls at the first run go by another function
        return origin.value if isinstance(origin, Fixed) else UNSEEN


class _Unknown(Exception):
    """Nothing is known of what a value may be."""


def _attribute(owner: First, name: str) -> First:
    """Return an attribute of an object: its own, or what its class defines."""
    own = attribute_of(owner.real, "__dict__")
    if isinstance(own, dict) and name in own:
        return First(type(own[name]), own[name], owner.kind)
    found = in_class(owner.kind, name, UNSEEN)
    if isinstance(found, MemberDescriptorType) and owner.real is not UNSEEN:
        found = attribute_of(owner.real, name)
    elif isinstance(found, property):
        raise _Unknown
    if found is UNSEEN:
        raise _Unknown
    return First(type(found), found, owner.kind)


def _items(whole: First) -> Iterator[First]:
    """Yield the items of a container."""
    if whole.real is UNSEEN or not isinstance(whole.real, (list, tuple, dict, set)):
        raise _Unknown
    items = whole.real.values() if isinstance(whole.real, dict) else whole.real
    for item in islice(items, MOST):
        yield First(type(item), item)
