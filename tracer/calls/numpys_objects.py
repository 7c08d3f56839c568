"""Objects of NumPy's own classes that are no arrays, and what their methods give.

Their methods run at each run, in order. They touch nothing but the object and what they
are given, and give what stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from runtime.ops import OPS
from runtime.types import (
    ANY,
    ARRAY_CLASSES,
    BOOL,
    INT,
    NONE,
    OBJECT,
    Array,
    ClassArray,
    List,
    NumpyScalar,
    Tuple,
    Type,
    array_class,
    join,
)
from tracer.policy import makes_instances
from tracer.record.trace import Trace

Result = Type | Callable[..., Type]


def _raw(size: Any = None, output: Any = True) -> Type:
    """Return the type of what a bit generator gives: numbers, or nothing."""
    if output is not True:
        return ANY
    if size is None:
        return INT
    several = Array(np.dtype(np.uint64), (None,))
    return several if type(size) is int else Array(np.dtype(np.uint64), None)


def _state(n_words: Any, dtype: Any = np.uint32) -> Type:
    if dtype not in (np.uint32, np.uint64):
        return ANY
    return Array(np.dtype(dtype), (n_words if type(n_words) is int else None,))


def _fit(*args: Any, full: Any = False, **options: Any) -> Type:
    """Return the type of a fitted polynomial, and of what it tells of the fit."""
    if len(args) > 5 or (full is not False and full is not True):
        return ANY
    if not full:
        return OBJECT
    told = join(Array(np.dtype(float), (None,)), NumpyScalar(np.dtype(np.int32)))
    return Tuple((OBJECT, List(join(told, NumpyScalar(np.dtype(float))))))


_BITS: dict[str, Result] = {
    "advance": OBJECT,
    "jumped": OBJECT,
    "random_raw": _raw,
    "spawn": List(OBJECT),
}
_POLYNOMIALS: dict[str, Result] = {
    **dict.fromkeys(
        "basis cast convert copy cutdeg deriv fromroots identity integ trim "
        "truncate".split(),
        OBJECT,
    ),
    "fit": _fit,
}
METHODS: Mapping[str, Mapping[str, Result]] = {
    "numpy.ma.mrecords.": dict.fromkeys(
        ("addfield", "fromarrays", "fromrecords"), OBJECT
    ),
    "numpy.polynomial.": {"set_default_printstyle": NONE},
    "numpy.broadcast": {"reset": NONE},
    "numpy.nditer": {
        "copy": OBJECT,
        "iternext": BOOL,
        **dict.fromkeys(
            "close enable_external_loop remove_axis remove_multi_index reset".split(),
            NONE,
        ),
    },
    "numpy.poly1d": {"deriv": OBJECT, "integ": OBJECT},
    "numpy.random.bit_generator.SeedSequence": {
        "generate_state": _state,
        "spawn": List(OBJECT),
    },
    **{
        f"numpy.random._{module}.{name}": _BITS
        for module, name in (
            ("mt19937", "MT19937"),
            ("pcg64", "PCG64"),
            ("pcg64", "PCG64DXSM"),
            ("philox", "Philox"),
            ("sfc64", "SFC64"),
        )
    },
    "numpy.polynomial._polybase.ABCPolyBase": _POLYNOMIALS,
}
"""What methods give, by the class that has them, and functions, by their module."""


def result_of_class(kind: type) -> Type:
    """Return the type of an instance of a class of NumPy's."""
    if kind.__name__ in ARRAY_CLASSES and array_class(kind.__name__) is kind:
        return ClassArray(kind.__name__, None, None)
    return OBJECT


def result_of_method(kind: type, name: str, args: Any, kwargs: Any) -> Type | None:
    """Return the type of what a method of an object gives; None if it is not known."""
    for base in kind.__mro__:
        methods = METHODS.get(f"{base.__module__}.{base.__qualname__}", {})
        if name in methods:
            found = methods[name]
            return found if isinstance(found, Type) else found(*args, **kwargs)
    return None


def result_of_call(function: Any, args: Any, kwargs: Any) -> Type | None:
    """Return the type of what a whole call of NumPy's code gives, if it is known."""
    if isinstance(function, type):
        if issubclass(function, np.dtype):
            return OBJECT
        return result_of_class(function) if makes_instances(function) else None
    module = getattr(function, "__module__", None)
    owner, _, name = getattr(function, "__qualname__", "").rpartition(".")
    methods = METHODS.get(f"{module}.{owner}", {})
    found = methods.get(name)
    if found is None or isinstance(found, Type):
        return found
    return found(*args[1:], **kwargs)


def record_as(trace: Trace, of: Type, row: str, *args: Any, **kwargs: Any) -> Any:
    """Record an operation whose result is known to be of a type."""
    operation = OPS[row]
    for replaced in trace.hooks.operands:
        args = replaced(operation, args)
    for prepare in trace.hooks.before_emit:
        prepare(operation, args, kwargs)
    arguments = tuple([trace.lift(one) for one in args])
    named = tuple([(key, trace.lift(value)) for key, value in kwargs.items()])
    return trace.record(operation, arguments, named, of=of)
