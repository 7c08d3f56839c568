"""Values for graphs to run on, and what a run of the interpreter leaves behind."""

from __future__ import annotations

import contextlib
import io
import itertools
import warnings

import numpy as np

from runtime.interpret import evaluate
from runtime.ir.nodes import exact_key
from runtime.ops.row import copied
from runtime.types import (
    AnyType,
    Array,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Union,
)

PYTHON = {
    "int": [3, 0, -2],
    "float": [1.5, -0.0],
    "complex": [1 + 2j],
    "bool": [True, False],
    "str": ["text", ""],
    "bytes": [b"data"],
}


def values_of(of):
    """Some values of a type."""
    match of:
        case PythonScalar(kind):
            return PYTHON[kind]
        case NumpyScalar(dtype):
            return [dtype.type(2), dtype.type(0)]
        case Array(dtype, shape):
            lengths = [3 if length is None else length for length in shape or ()]
            if shape is None:
                return [np.arange(3).astype(dtype), np.arange(6).astype(dtype)[::2]]
            size = int(np.prod(lengths, dtype=int))
            return [np.arange(size).astype(dtype).reshape(lengths)]
        case Tuple(items):
            return [tuple(values_of(item)[0] for item in items)]
        case List(element):
            return [values_of(element), []]
        case Union(members):
            return [value for member in members for value in values_of(member)]
        case NoneType():
            return [None]
        case AnyType():
            return [1, np.arange(2.0)]
    return [object()]


def sample_arguments(graph):
    """All combinations of some values for the inputs of a graph."""
    choices = [values_of(value.type) for value in graph.inputs]
    return [list(row) for row in itertools.islice(itertools.product(*choices), 20)]


def outcome(graph, arguments):
    """What a run gives, prints, raises, and does to its arguments."""
    arguments = copied(arguments)
    printed = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("ignore")
        try:
            result = evaluate(graph, arguments)
            told = ("gives", key(result), relations([result, arguments]))
        except Exception as error:
            told = ("raises", type(error), str(error))
    return told, printed.getvalue(), [key(argument) for argument in arguments]


def relations(values):
    """Which arrays are the same object, and which share memory."""
    arrays = list(arrays_in(values))
    return [
        (one is other, np.shares_memory(one, other))
        for one, other in itertools.combinations(arrays, 2)
    ]


def arrays_in(value):
    """The arrays in a structure, in order."""
    if isinstance(value, np.ndarray):
        yield value
    elif type(value) in (list, tuple):
        for item in value:
            yield from arrays_in(item)


def key(value):
    """A key that is equal for equal outcomes only."""
    if type(value) in (list, tuple):
        return type(value), [key(item) for item in value]
    if type(value) is dict:
        return dict, [(key(name), key(item)) for name, item in value.items()]
    return type(value) if type(value) is object else exact_key(value)
