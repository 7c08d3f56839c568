"""Specs: the dtype and the shape of an argument, in part unknown."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from runtime.types import (
    Array,
    NumpyScalar,
    PythonScalar,
    Shape,
    Type,
    accepts,
    format_dtype,
    join,
    scalar,
    supported,
    type_of,
)
from tracer.errors import SignatureError

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

_PYTHON_DTYPES = {
    "bool": np.dtype(bool),
    "int": np.dtype(np.int64),
    "float": np.dtype(np.float64),
    "complex": np.dtype(np.complex128),
    "str": np.dtype("U"),
    "bytes": np.dtype("S"),
}


class TensorSpec:
    """The dtype and the shape of an array or scalar, in part unknown.

    Parameters
    ----------
    shape : sequence of (int or None), int, or None
        Its dimensions, None for an unknown one; ``()`` is a NumPy scalar. None as a
        whole is an unknown rank: an array of any number of dimensions, or a scalar.
    dtype : dtype-like
        Anything that `numpy.dtype` takes.
    name : str, optional
        The name of the value in the graph, if not that of its parameter.

    Examples
    --------
    >>> import numpy as np
    >>> TensorSpec((None, 3), np.float32)
    TensorSpec(shape=(None, 3), dtype=np.float32, name=None)
    >>> TensorSpec((None, 3), float).is_compatible_with(np.ones((2, 3)))
    True
    """

    __slots__ = ("_dtype", "_name", "_shape")

    def __init__(
        self,
        shape: Sequence[SupportsIndex | None] | SupportsIndex | None,
        dtype: DTypeLike = np.float64,
        name: str | None = None,
    ) -> None:
        self._shape = _shape(shape)
        self._dtype = np.dtype(dtype)
        self._name = name
        if not supported(self._dtype):
            raise SignatureError(
                f"arrays of dtype {self._dtype} cannot be used in a signature",
                hint="use booleans, numbers or strings in native byte order",
            )

    @property
    def shape(self) -> Shape:
        """The dimensions, None for unknown ones; None for an unknown rank."""
        return self._shape

    @property
    def dtype(self) -> np.dtype:
        """The dtype."""
        return self._dtype

    @property
    def name(self) -> str | None:
        """The name of the value in the graph."""
        return self._name

    @property
    def type(self) -> Type:
        """The type of its values, in the terms of a graph."""
        if self._shape == ():
            return scalar(self._dtype)
        array = Array(self._dtype, self._shape)
        return array if self._shape is not None else join(array, scalar(self._dtype))

    def is_compatible_with(self, value: object) -> bool:
        """Whether a value, or every value of another spec, matches this spec.

        Parameters
        ----------
        value : object
            A value, or a spec.

        Returns
        -------
        bool

        Examples
        --------
        >>> vectors = TensorSpec((None,), np.float64)
        >>> vectors.is_compatible_with(np.ones(3)), vectors.is_compatible_with(1.0)
        (True, False)
        """
        of = value.type if isinstance(value, TensorSpec) else type_of(value)
        if isinstance(of, Array) and self._dtype in (np.dtype("U"), np.dtype("S")):
            # Without a length these stand for strings of any length.
            of = replace(of, dtype=np.dtype(of.dtype.kind))
        return accepts(self.type, of)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TensorSpec):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._name

    def __repr__(self) -> str:
        return (
            f"TensorSpec(shape={self._shape}, dtype={_spelled(self._dtype)}, "
            f"name={self._name!r})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return TensorSpec, (self._shape, self._dtype, self._name)


@dataclass(frozen=True)
class Placeholder:
    """Stand-in for an argument of which the graph knows the type only.

    Attributes
    ----------
    type : Type
        Its type.
    name : str, optional
        Its name in the graph, if not that of its parameter.
    """

    type: Type
    name: str | None = None


def spec_of_type(of: Type) -> TensorSpec | None:
    """Return the spec of the values of a type, or None if no spec describes them.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> spec_of_type(parse_type("float64[3,?]"))
    TensorSpec(shape=(3, None), dtype=np.float64, name=None)
    """
    match of:
        case Array(dtype, shape):
            return TensorSpec(shape, dtype)
        case NumpyScalar(dtype):
            return TensorSpec((), dtype)
        case PythonScalar(kind):
            return TensorSpec((), _PYTHON_DTYPES[kind])
    return None


def _shape(shape: Any) -> Shape:
    if shape is None:
        return None
    sizes = shape if isinstance(shape, Sequence) else (shape,)
    return tuple([None if size is None else _dimension(size) for size in sizes])


def _dimension(size: SupportsIndex) -> int:
    dimension = operator.index(size)
    if dimension < 0:
        raise SignatureError(
            f"a shape cannot have the dimension {dimension}",
            hint="write None for a dimension of unknown length",
        )
    return dimension


def _spelled(dtype: np.dtype) -> str:
    named = dtype.type.__name__
    if np.dtype(dtype.type) == dtype:
        return f"np.{named}"
    return repr(format_dtype(dtype)) if dtype.kind in "US" else f"np.dtypes.{dtype!r}"
