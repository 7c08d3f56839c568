"""What values of a graph are at its first call, as far as the trace can see it.

It tells what a call of the run may run, for warnings: a later call may bring others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from types import MemberDescriptorType
from typing import Any, NamedTuple

import numpy as np

from runtime.ir.nodes import Argument, Constant, Node, Value
from runtime.ops.row import Row
from tracer.calls.loops_run import function_called, runs_loops
from tracer.calls.stances import is_numpys
from tracer.calls.wholes import MAKING, Wholes
from tracer.policy import attribute_of, is_convertible
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.origins import Fixed
from tracer.values.lookup import in_class
from tracer.values.objects import Objects
from tracer.values.run_containers import RunContainers

MOST_ITEMS = 16
"""The number of items of a container that are looked at."""
READING_ATTRIBUTES = frozenset({"load_attribute", "ask_attribute", "attribute_or"})
"""Rows that read an attribute of their first operand."""
READING_ITEMS = frozenset("array_item getitem load_item next".split())
"""Rows that read an item of their first operand."""
ALIKE = frozenset("add call_method multiply negative subtract true_divide".split())
"""Rows whose result is of the class of an operand, if that is an object, most often."""
NUMBERS = (int, float, complex, np.ndarray, np.generic)
"""Classes of operands that say nothing of the class of a result."""
CONTAINERS = (list, tuple, dict, set)
"""Classes whose items are looked at."""
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

    def _all(self, value: Symbol) -> list[First]:
        """Return what a value may be, but for None; nothing if nobody knows."""
        try:
            found = [*_Search(self._trace).found(value._ag_value)]
        except _Unknown:
            return []
        return [each for each in found if each.real is not None]


class _Search:
    """One search for what a value may be, which looks at each value once."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._seen: set[str] = set()
        self._inner: dict[str, Node] = {}  # the nodes of branches, by their results

    def found(self, argument: Argument) -> Iterator[First]:
        """Yield what an argument of the graph may be.

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
        if argument.name in self._seen:
            return
        self._seen.add(argument.name)
        real = self._real(argument)
        if real is UNSEEN:
            yield from self._made(argument)
        else:
            yield First(type(real), real)

    def _made(self, value: Value) -> Iterator[First]:
        """Yield what something in the graph makes or hands on."""
        wholes = self._trace.part(Wholes)
        node = self._inner.get(value.name) or wholes.node_of(value)
        for region in () if node is None else node.regions:
            for each in region.nodes:
                self._inner.update((result.name, each) for result in each.results)
        handed = wholes.handed(value, node)
        for source in handed:
            yield from self.found(source)
        if handed:
            return
        if node is None or not isinstance(node.operation, Row) or not node.args:
            raise _Unknown
        yield from self._computed(node.operation, node.args)

    def _computed(self, row: Row, args: tuple[Argument, ...]) -> Iterator[First]:
        """Yield what an operation gives."""
        if row in MAKING:
            yield from self._instances(args)
        elif row.name in ALIKE:
            yield from self._alike(args)
        elif row.name == "iter":
            yield from self.found(args[0])
        elif row.name in READING_ATTRIBUTES and isinstance(args[1], Constant):
            for owner in self.found(args[0]):
                yield _attribute(owner, str(args[1].value))
        elif row.name in READING_ITEMS:
            for whole in self.found(args[0]):
                yield from _items(whole)
        else:
            raise _Unknown

    def _alike(self, args: tuple[Argument, ...]) -> Iterator[First]:
        """Yield an object of the class of the first operand that is no number."""
        for operand in args[:2]:
            kinds = {each.kind for each in self.found(operand)}
            if not any(issubclass(kind, NUMBERS) for kind in kinds):
                yield from map(First, kinds)
                return
        raise _Unknown

    def _instances(self, args: tuple[Argument, ...]) -> Iterator[First]:
        """Yield an object of each class that may be called."""
        for maker in self.found(args[0]):
            if maker.real is object.__new__:
                yield from self.found(args[1])
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
    elif issubclass(type(found), property):
        raise _Unknown
    if found is UNSEEN:
        raise _Unknown
    return First(type(found), found, owner.kind)


def _items(whole: First) -> Iterator[First]:
    """Yield the items of a container."""
    kinds = (each for each in CONTAINERS if issubclass(whole.kind, each))
    base: Any = next(kinds, None)  # a class of the user's may iterate in its own way
    if whole.real is UNSEEN or base is None:
        raise _Unknown
    items = dict.values(whole.real) if base is dict else base.__iter__(whole.real)
    for item in islice(items, MOST_ITEMS):
        yield First(type(item), item)
