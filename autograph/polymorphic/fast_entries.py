"""Entries of graphs that test a call by themselves, faster than Python source does."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any

from runtime.call_tests import (
    AreSame,
    CallTest,
    CallTests,
    Equals,
    GlobalIs,
    GlobalLacks,
    HoldsOnly,
    IsObject,
    Read,
)
from runtime.call_tests import OfType as IsOfType
from runtime.types import List, Type
from tracer.serve.binding import MISS
from tracer.serve.guards import (
    Check,
    Distinct,
    Exactly,
    Guard,
    Identical,
    OfClass,
    OfType,
    SameAs,
)
from tracer.serve.origins import (
    Argument,
    AttributeOf,
    Fixed,
    GlobalName,
    ItemOf,
    Origin,
)
from tracer.serve.presence import HasKey, Lacks
from tracer.values.container_items import ElementsOf, classes_of

if TYPE_CHECKING:
    from autograph.polymorphic.concrete import ConcreteFunction

_BY_POSITION = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
)


def fast_entry(concrete: ConcreteFunction) -> Callable[..., Any]:
    """Return the fastest function that tests a call and runs the graph, or misses."""
    tests = call_tests(concrete)
    found = None if tests is None else concrete.executable.tested(tests)
    return found or concrete.entry


def call_tests(concrete: ConcreteFunction) -> CallTests | None:
    """Return the guards of a graph as data; None if that does not tell them all."""
    parameters = concrete.signature.parameters
    if any(each.kind not in _BY_POSITION for each in parameters.values()):
        return None
    if concrete.heads or concrete.kept or concrete.takes_numbers:
        return None
    if any(node.operation.name == "of_64_bits" for node in concrete.graph.nodes()):
        return None  # a run that meets a larger integer misses as well
    found = _Tests(parameters)
    try:
        for guard in concrete.guards:
            found.add(guard)
        inputs = [found.number(origin) for origin in concrete.origins]
    except _NotData:
        return None
    return CallTests(len(parameters), found.tests, inputs, MISS)


class _NotData(Exception):
    """A guard is none that `CallTest` tells."""


class _Tests:
    """Writes guards as data, and numbers the values that they are about."""

    def __init__(self, parameters: Iterable[str]) -> None:
        self.tests: list[CallTest] = []
        self._numbers: dict[Hashable, int] = {
            Argument(name).path: number for number, name in enumerate(parameters)
        }

    def add(self, guard: Guard) -> None:
        """Add the test of a guard, and what it reads."""
        origin, check = guard.origin, guard.check
        match origin, check:
            case (
                GlobalName(namespace=namespace, name=name),
                Exactly(value=value) | Identical(is_weak=False, value=value),
            ) if type(namespace) is dict:
                self.tests.append(GlobalIs(namespace, name, value))
            case Fixed(value=namespace), Lacks(name=name) if type(namespace) is dict:
                self.tests.append(GlobalLacks(namespace, name))
            case _, HasKey(key=key):
                self.number(ItemOf(origin, key))
            case _:
                self.tests.append(self._of_value(self.number(origin), check))

    def number(self, origin: Origin) -> int:
        """Return the number of a value, which is read if it was not."""
        known = self._numbers.get(origin.path)
        if known is not None:
            return known
        match origin:
            case AttributeOf(base=base, name=str(name)):
                read = Read(self.number(base), "attribute", name)
            case ItemOf(base=base, key=str(key)) if type(key) is str:
                read = Read(self.number(base), "item", key)
            case _:
                raise _NotData
        self.tests.append(read)
        number = self._numbers[origin.path] = len(self._numbers)
        return number

    def _of_value(self, number: int, check: Check) -> CallTest:
        match check:
            case OfType(type=of):
                return IsOfType(number, of)
            case OfClass(kind=kind):
                return IsOfType(number, kind)
            case Exactly(value=value):
                return _exactly(number, value)
            case Distinct(other=other):
                return AreSame(number, self.number(other), same=False)
            case SameAs(other=other):
                return AreSame(number, self.number(other), same=True)
            case Identical(is_weak=False, value=value):
                return IsObject(number, value)
            case ElementsOf(of=of):
                return _holds_only(number, of)
        raise _NotData


def _holds_only(number: int, of: Type) -> CallTest:
    depth = 0
    while isinstance(of, List):
        of, depth = of.element, depth + 1
    kinds = classes_of(of)
    if kinds is None or len(kinds) != 1:
        raise _NotData
    (kind,) = kinds
    return HoldsOnly(number, kind, depth)


def _exactly(number: int, value: object) -> CallTest:
    if value is None or value is True or value is False or value is Ellipsis:
        return IsObject(number, value)
    if type(value) is int or (type(value) is float and value == value and value != 0):
        return Equals(number, value)
    raise _NotData
