"""Entries of graphs that test a call by themselves, faster than Python source does."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from runtime.call_tests import (
    AreSame,
    CallTest,
    CallTests,
    Equals,
    GlobalIs,
    GlobalLacks,
    IsObject,
)
from runtime.call_tests import OfType as IsOfType
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
from tracer.serve.origins import Argument, Fixed, GlobalName
from tracer.serve.presence import Lacks

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
    positions = {name: number for number, name in enumerate(parameters)}
    tests = [_test(guard, positions) for guard in concrete.guards]
    known = [each for each in tests if each is not None]
    inputs = [
        positions[origin.name]
        for origin in concrete.origins
        if isinstance(origin, Argument) and origin.name in positions
    ]
    if len(known) < len(tests) or len(inputs) < len(concrete.origins):
        return None
    return CallTests(len(positions), known, inputs, MISS)


def _test(guard: Guard, positions: Mapping[str, int]) -> CallTest | None:
    origin, check = guard.origin, guard.check
    if isinstance(origin, Argument):
        position = positions.get(origin.name)
        return None if position is None else _of_argument(position, check, positions)
    match origin, check:
        case (
            GlobalName(namespace=namespace, name=name),
            Exactly(value=value) | Identical(is_weak=False, value=value),
        ) if type(namespace) is dict:
            return GlobalIs(namespace, name, value)
        case Fixed(value=namespace), Lacks(name=name) if type(namespace) is dict:
            return GlobalLacks(namespace, name)
    return None


def _of_argument(
    position: int, check: Check, positions: Mapping[str, int]
) -> CallTest | None:
    match check:
        case OfType(type=of):
            return IsOfType(position, of)
        case OfClass(kind=kind):
            return IsOfType(position, kind)
        case Exactly(value=value):
            return _exactly(position, value)
        case Distinct(other=Argument(name=name)) if name in positions:
            return AreSame(position, positions[name], same=False)
        case SameAs(other=Argument(name=name)) if name in positions:
            return AreSame(position, positions[name], same=True)
        case Identical(is_weak=False, value=value):
            return IsObject(position, value)
    return None


def _exactly(position: int, value: object) -> CallTest | None:
    if value is None or value is True or value is False or value is Ellipsis:
        return IsObject(position, value)
    if type(value) is int or (type(value) is float and value == value and value != 0):
        return Equals(position, value)
    return None
