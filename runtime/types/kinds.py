"""The types of values in a graph: as fine as NumPy's own distinctions."""

from __future__ import annotations

import collections
import random
from abc import abstractmethod
from dataclasses import dataclass
from functools import cache
from importlib import import_module

import numpy as np

Shape = tuple[int | None, ...] | None
"""Dimensions, `None` for an unknown one; `None` as a whole for an unknown rank."""

SUPPORTED_KINDS = frozenset("biufcUST")
SECOND_NAMES = frozenset(
    each for each in np.typecodes["All"] if np.dtype(np.dtype(each).str).char != each
)
"""The characters of dtypes that equal another one, whose numbers are of another class.

On Linux that is ``q``, of ``np.longlong``, which is as long as ``np.int64``.
"""
"""Kind letters of the dtypes that a symbolic array may have."""


class Type:
    """Base class of all types, which are immutable, hashable and compared by value."""

    __slots__ = ()

    @abstractmethod
    def __str__(self) -> str:
        """Return the type in the grammar of the graph's text form."""

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True, repr=False)
class Never(Type):
    """No value at all: the result of an operation that always raises."""

    def __str__(self) -> str:
        return "never"


@dataclass(frozen=True, slots=True, repr=False)
class AnyType(Type):
    """Any Python value; what works on it is decided at run time."""

    def __str__(self) -> str:
        return "any"


@dataclass(frozen=True, slots=True, repr=False)
class NoneType(Type):
    """The type of `None`."""

    def __str__(self) -> str:
        return "None"


@dataclass(frozen=True, slots=True, repr=False)
class Unbound(Type):
    """A name that no path has bound."""

    def __str__(self) -> str:
        return "unbound"


@dataclass(frozen=True, slots=True, repr=False)
class PythonScalar(Type):
    """A Python `int`, `float`, `complex`, `bool`, `str` or `bytes`."""

    kind: str

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True, repr=False)
class NumpyScalar(Type):
    """A NumPy scalar, such as `np.float64(1)`; the type of a string has no length."""

    dtype: np.dtype

    def __str__(self) -> str:
        name = {"U": "str", "S": "bytes"}.get(self.dtype.kind, self.dtype.name)
        return f"np.{name}"


@dataclass(frozen=True, slots=True, repr=False)
class Array(Type):
    """A NumPy array, 0-d ones included."""

    dtype: np.dtype
    shape: Shape

    @property
    def rank(self) -> int | None:
        """The number of dimensions; `None` if unknown."""
        return None if self.shape is None else len(self.shape)

    def __str__(self) -> str:
        return format_dtype(self.dtype) + format_shape(self.shape)


@dataclass(frozen=True, slots=True, repr=False)
class ClassArray(Type):
    """An array of one of `ARRAY_CLASSES`; its dtype and shape may be unknown.

    Only rules that know what the class makes of an operation look at the dtype: that of
    other rules is unknown, as of a value of any type.
    """

    kind: str
    dtype: np.dtype | None
    shape: Shape

    @property
    def rank(self) -> int | None:
        """The number of dimensions; `None` if unknown."""
        return None if self.shape is None else len(self.shape)

    def __str__(self) -> str:
        dtype = "?" if self.dtype is None else format_dtype(self.dtype)
        return f"{self.kind}<{dtype}{format_shape(self.shape)}>"


@dataclass(frozen=True, slots=True, repr=False)
class Tuple(Type):
    """A tuple held as one value at run time."""

    items: tuple[Type, ...]

    def __str__(self) -> str:
        items = "; ".join(map(str, self.items))
        return f"({items};)" if len(self.items) == 1 else f"({items})"


@dataclass(frozen=True, slots=True, repr=False)
class List(Type):
    """A Python list made at run time, of unknown length."""

    element: Type

    def __str__(self) -> str:
        return f"list<{self.element}>"


@dataclass(frozen=True, slots=True, repr=False)
class Container(Type):
    """An object with its own state, of one of `CONTAINERS`; its items are unknown."""

    kind: str

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True, repr=False)
class Iterable(Type):
    """An iterable that is not an array: a `range`, a `zip`."""

    element: Type

    def __str__(self) -> str:
        return f"iter<{self.element}>"


@dataclass(frozen=True, slots=True, repr=False)
class Object(Type):
    """A Python object that the graph only passes along."""

    def __str__(self) -> str:
        return "obj"


@dataclass(frozen=True, slots=True, repr=False)
class Union(Type):
    """One of several types, decided at run time; built by `join` only."""

    members: tuple[Type, ...]

    def __str__(self) -> str:
        return "{" + " | ".join(map(str, self.members)) + "}"


NEVER: Type = Never()
ANY: Type = AnyType()
NONE: Type = NoneType()
UNBOUND: Type = Unbound()
OBJECT: Type = Object()
INT = PythonScalar("int")
FLOAT = PythonScalar("float")
COMPLEX = PythonScalar("complex")
BOOL = PythonScalar("bool")
STR = PythonScalar("str")
BYTES = PythonScalar("bytes")

MOST_ITEMS = 4096
"""The number of items up to which a rule lists their types one by one."""

CONTAINERS: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        dict,
        set,
        frozenset,
        collections.deque,
        collections.defaultdict,
        collections.Counter,
        collections.OrderedDict,
        np.random.Generator,
        np.random.RandomState,
        random.Random,
    )
}
"""Classes whose methods access nothing but the object and their arguments."""
ARRAY_CLASSES: dict[str, str] = {
    "MaskedArray": "numpy.ma",
    "MaskedConstant": "numpy.ma.core",
    "chararray": "numpy._core.defchararray",  # `numpy.char` may warn of it
    "matrix": "numpy",
    "ndarray": "numpy",
    "recarray": "numpy",
}
"""Classes of arrays by name, with their modules, which are imported when needed.

An `ndarray` is among them for dtypes that an `Array` cannot have, or that are unknown.
"""
PYTHON_SCALARS: dict[type, PythonScalar] = {
    int: INT,
    float: FLOAT,
    complex: COMPLEX,
    bool: BOOL,
    str: STR,
    bytes: BYTES,
}


_WORDS = {letter: np.dtype(letter).name for letter in np.typecodes["All"]}


def format_dtype(dtype: np.dtype) -> str:
    """Return a dtype as one word.

    Examples
    --------
    >>> format_dtype(np.dtype(float)), format_dtype(np.dtype("U3"))
    ('float64', 'U3')
    """
    if dtype.kind in "biufc" and dtype.isnative:
        return _WORDS[dtype.char]  # NumPy takes long to put a name together
    if dtype.kind == "T":
        return "string"
    return dtype.str[1:] if dtype.kind in "US" else dtype.name


def format_shape(shape: Shape) -> str:
    """Return a shape as types have it.

    Examples
    --------
    >>> format_shape((3, None)), format_shape(None)
    ('[3,?]', '[...]')
    """
    if shape is None:
        return "[...]"
    dimensions = ",".join("?" if d is None else str(d) for d in shape)
    return f"[{dimensions}]"


@cache
def array_class(name: str) -> type:
    """Return one of `ARRAY_CLASSES`.

    Examples
    --------
    >>> array_class("matrix")
    <class 'numpy.matrix'>
    """
    found: type = getattr(import_module(ARRAY_CLASSES[name]), name)
    return found


def scalar(dtype: np.dtype) -> Type:
    """Return the type of one element of an array of `dtype`.

    Examples
    --------
    >>> str(scalar(np.dtype("float32")))
    'np.float32'
    >>> str(scalar(np.dtype("U5")))
    'np.str'
    """
    if dtype.kind in "US":
        return NumpyScalar(np.dtype(dtype.kind))
    if dtype.kind == "T":
        return STR
    return NumpyScalar(dtype)


def supported(dtype: np.dtype) -> bool:
    """Whether arrays of `dtype` can be symbolic.

    Examples
    --------
    >>> supported(np.dtype(float)), supported(np.dtype(object))
    (True, False)
    """
    if dtype.kind == "T":  # one that knows missing values may hold other objects
        return dtype == np.dtypes.StringDType()
    if dtype.char in SECOND_NAMES or dtype.metadata is not None:
        return False
    return dtype.kind in SUPPORTED_KINDS and dtype.isnative


def repeated(of: Type, count: int) -> Type:
    """Return the type of a tuple of so many items; `any` if they are too many to list.

    Examples
    --------
    >>> repeated(INT, 2), repeated(INT, 10**12)
    ((int; int), any)
    """
    return Tuple((of,) * count) if count <= MOST_ITEMS else ANY


def type_of(value: object) -> Type:
    """Return the exact type of a run-time value.

    Examples
    --------
    >>> str(type_of(np.zeros((2, 3)))), str(type_of(np.float64(1))), str(type_of(1))
    ('float64[2,3]', 'np.float64', 'int')
    """
    kind = type(value)
    if kind is np.ndarray:
        array: np.ndarray = value  # type: ignore[assignment]
        if supported(array.dtype):
            return Array(array.dtype, array.shape)
        return ClassArray("ndarray", None, array.shape)
    python_scalar = PYTHON_SCALARS.get(kind)
    if python_scalar is not None:
        return python_scalar
    if value is None:
        return NONE
    if isinstance(value, np.generic):
        plain = kind is value.dtype.type and supported(value.dtype)
        return scalar(value.dtype) if plain else OBJECT
    if kind is tuple:
        return Tuple(tuple(type_of(item) for item in value))  # type: ignore[attr-defined]
    if isinstance(value, np.ndarray) and kind.__name__ in ARRAY_CLASSES:
        return _type_of_array(value)
    return OBJECT


def any_lengths(of: Type) -> Type:
    """Return the type of arrays of a class and rank, whatever their lengths.

    Examples
    --------
    >>> any_lengths(type_of(np.array([[0.5, None]])))
    ndarray<?[?,?]>
    """
    if not isinstance(of, ClassArray) or of.shape is None:
        return of
    return ClassArray(of.kind, of.dtype, (None,) * len(of.shape))


def _type_of_array(value: np.ndarray) -> Type:
    """Return the type of an array of another class than `ndarray`."""
    name = type(value).__name__
    if type(value) is not array_class(name):
        return OBJECT
    if getattr(value, "_baseclass", np.ndarray) is not np.ndarray:
        return OBJECT  # a masked matrix, say
    return ClassArray(
        name, value.dtype if supported(value.dtype) else None, value.shape
    )
