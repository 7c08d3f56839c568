"""Calls of whole graphs as machine code, tested by itself.

The tests are a table of words, which one routine goes through: nothing is compiled for
a graph.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from runtime.call_tests import (
    AreSame,
    CallTest,
    CallTests,
    Equals,
    GlobalIs,
    GlobalLacks,
    HoldsOnly,
    IsObject,
    OfType,
    Read,
)
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Display, Node, Value
from runtime.regions.carving import READS, WRITES
from runtime.regions.opening import LOADS
from runtime.types import Array, NumpyScalar, PythonScalar, Type

_CLASS, _ARRAY, _OBJECT, _INTEGER, _FLOAT, _SAME, _APART, _GLOBAL = range(8)
_READS = {"attribute": 8, "item": 9}
_ITEMS = 10
_CLASSES: dict[str, type] = {
    "int": int,
    "float": float,
    "bool": bool,
    "complex": complex,
    "str": str,
    "bytes": bytes,
}
MOST_VALUES = 32
"""The number of arguments, and of what is read of them, that there is room for."""


def table(
    tests: CallTests, entry: int, itself: object, explain: object
) -> bytes | None:
    """Return the words of a tested call; None if there is a test that they cannot tell.

    Parameters
    ----------
    tests : CallTests
        The tests.
    entry : int
        The address of the entry of the graph.
    itself : object
        What the entry gets as ``self``.
    explain : callable
        Takes the error that the entry raised, and raises it again.
    """
    reads = sum(isinstance(test, Read) for test in tests.tests)
    if max(tests.count + reads, len(tests.inputs)) > MOST_VALUES:
        return None
    words = [entry, id(itself), id(tests.miss), id(explain)]
    words += [tests.count, len(tests.tests), len(tests.inputs), reads]
    sizes_at = len(words) + 4 * len(tests.tests) + len(tests.inputs)
    sizes: list[int] = []
    number = tests.count
    for test in tests.tests:
        if isinstance(test, Read):
            of_dict = OfType(test.position, dict) in tests.tests
            if test.kind == "item" and not of_dict:
                return None
            words += [_READS[test.kind], test.position, id(test.key), number]
            number += 1
            continue
        found = _words(test, sizes_at + len(sizes))
        if found is None:
            return None
        words += found
        if isinstance(test, OfType) and isinstance(test.type, Array):
            shape = test.type.shape or ()
            sizes += [len(shape), *(-1 if size is None else size for size in shape)]
    words += [*tests.inputs, *sizes]
    return struct.pack(f"={len(words)}q", *words)


def of_one_region(graph: Graph, tests: CallTests) -> CallTests | None:
    """Return the tests of a graph that reads fields, and then is the call of a region.

    The region takes what the tests end in. None if the graph does something else.

    Parameters
    ----------
    graph : Graph
        The graph, with a call in place of each region.
    tests : CallTests
        The tests of the graph.
    """
    *loads, call = graph.region.nodes
    outputs = call.results
    returned = outputs[0] if len(outputs) == 1 else Display("tuple", outputs)
    if call.operation not in (READS, WRITES) or graph.result != returned:
        return None
    names = [each.name for each in graph.inputs]
    numbers = dict(zip(names, tests.inputs, strict=True))
    found = list(tests.tests)
    for node in loads:
        read = _read(node, numbers)
        if read is None:
            return None
        if read not in found:
            found.append(read)
        reads = [each for each in found if isinstance(each, Read)]
        numbers[node.results[0].name] = tests.count + reads.index(read)
    taken = [numbers.get(getattr(each, "name", "")) for each in call.args[1:]]
    inputs = [each for each in taken if each is not None]
    if len(inputs) < len(taken):
        return None
    return replace(tests, tests=found, inputs=inputs)


def _read(node: Node, numbers: Mapping[str, int]) -> Read | None:
    """Return the reading of a field, as a test does it; None for all other nodes."""
    kind = LOADS.get(node.operation.name)
    match node.args:
        case Value(name=name), Constant(value=str(key)) if kind and name in numbers:
            return Read(numbers[name], kind, key)
    return None


def _words(test: CallTest, sizes_at: int) -> list[int] | None:
    match test:
        case OfType(position, Array(dtype, shape)):
            canonical = np.dtype(dtype.type)
            if shape is None or dtype != canonical:
                return None
            return [_ARRAY, position, id(canonical), sizes_at]
        case OfType(position, of):
            kind = _class_of(of)
            return None if kind is None else [_CLASS, position, id(kind), 0]
        case HoldsOnly(position, kind, depth):
            return [_ITEMS, position, id(kind), depth]
        case IsObject(position, value):
            return [_OBJECT, position, id(value), 0]
        case Equals(position, int(value)) if -(2**63) <= value < 2**63:
            return [_INTEGER, position, 0, value]
        case Equals(position, float(value)):
            (bits,) = struct.unpack("=q", struct.pack("=d", value))
            return [_FLOAT, position, 0, bits]
        case AreSame(position, other, same):
            return [_SAME if same else _APART, position, other, 0]
        case GlobalIs(namespace, name, value):
            return [_GLOBAL, id(namespace), id(name), id(value)]
        case GlobalLacks(namespace, name):
            return [_GLOBAL, id(namespace), id(name), 0]
    return None


def _class_of(of: Type | type) -> type | None:
    """Return the class of all values of a type, if the type tells no more."""
    match of:
        case PythonScalar(kind):
            return _CLASSES[kind]
        case NumpyScalar(dtype):
            return dtype.type
        case type():
            return of
    return None
