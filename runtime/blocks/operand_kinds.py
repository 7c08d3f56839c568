"""What the operands of a call are: elementwise or not, in blocks or there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from runtime.blocks.deferred import Deferred, Filled, Held, Leaf
from runtime.blocks.refused import Unsuited
from runtime.blocks.standing_in import stand_in
from runtime.ir.nodes import Argument, Constant
from runtime.ops.row import Row
from runtime.types import Array, NumpyScalar, PythonScalar, Type, type_of

PASSING = frozenset(
    "load_item load_attribute getitem tuple unpack list_new list_append list_extend "
    "list_copy list_pop list_insert "
    "list_reverse build dict_new concatenate_text".split()
)
"""Rows that hand on what containers hold, whatever it is."""


def told(row: Row) -> str:
    """Return how a message names an operation."""
    for each in row.functions:
        module = getattr(each, "__module__", None) or "numpy"
        return f"{module.replace('numpy', 'np', 1)}.{each.__name__}"
    return f".{row.method}()" if row.method else repr(row.infix or row.name)


ELEMENTWISE = frozenset(
    "where clip array_clip round array_round real imag angle array_conj "
    "array_conjugate nan_to_num fix sinc i0 isclose isneginf isposinf isreal iscomplex "
    "astype array_astype stop_gradient watched masked_product".split()
)
"""Rows that are no ufunc, and compute each element from the same ones."""
_OPTIONS = frozenset(("dtype", "casting", "decimals", "copy", "nan", "min", "max"))
_MORE = frozenset(("posinf", "neginf", "rtol", "atol", "equal_nan", "a_min", "a_max"))


def is_elementwise(row: Row, count: int, kwargs: Mapping[str, Any]) -> bool:
    """Whether a call computes each element from the same ones of its operands."""
    if row.name == "where" and count != 3:
        return False
    if kwargs.keys() - _OPTIONS - _MORE:
        return False
    if row.name in ELEMENTWISE:
        return True
    ufuncs = [each for each in row.functions if isinstance(each, np.ufunc)]
    return any(
        each.signature is None and each.nout == 1 and each.nin == count
        for each in ufuncs
    )


def held(value: Any) -> Deferred:
    """Return a value as one that may be in blocks."""
    if isinstance(value, Deferred):
        return value
    of = type_of(value)
    if isinstance(of, (Array, NumpyScalar, PythonScalar)):
        return Held(value, of)
    raise Unsuited(f"a {type(value).__name__} meets blocks", "pass arrays and numbers")


def filled(of: Type, number: Any) -> Deferred:
    """Return an array of one number, which is made in blocks."""
    assert isinstance(of, Array)
    shape = tuple(int(each or 0) for each in of.shape or ())
    return Filled(of, shape, held(number))


def leaf(array: Any) -> Leaf:
    """Return a Dask array as a value in blocks."""
    return Leaf(array, Array(array.dtype, tuple(map(int, array.shape))))


def unique(values: Iterable[Deferred]) -> list[Deferred]:
    """Return values, each once."""
    return list({id(each): each for each in values}.values())


def as_argument(value: Any) -> Argument:
    """Return a value as a constant of a graph."""
    return Constant(value)


def pairs_of(kwargs: Mapping[str, Any]) -> tuple[tuple[str, Argument], ...]:
    """Return named values as constants of a graph."""
    return tuple((name, Constant(each)) for name, each in kwargs.items())


def deferred_in(value: Any) -> Iterable[Deferred]:
    """Yield the values in blocks that a value is, or holds."""
    if isinstance(value, Deferred):
        yield value
    elif type(value) in (list, tuple):
        for each in value:
            yield from deferred_in(each)
    elif type(value) is dict:
        for each in value.values():
            yield from deferred_in(each)
    elif type(value) is slice:
        yield from deferred_in([value.start, value.stop, value.step])


def mapped(value: Any, change: Callable[[Deferred], Any]) -> Any:
    """Return a value with each one in blocks replaced."""
    if isinstance(value, Deferred):
        return change(value)
    if type(value) in (list, tuple):
        return type(value)(mapped(each, change) for each in value)
    if type(value) is dict:
        return {name: mapped(each, change) for name, each in value.items()}
    return value


def stood_in(value: Any) -> Any:
    """Return a value with arrays that take no memory for those in blocks."""
    return mapped(value, stand_in)
