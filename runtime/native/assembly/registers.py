"""Which registers hold a value.

The members of a union share registers of the same kind.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from runtime.native.assembly.values import (
    Buffer,
    ComplexNumber,
    Handle,
    Items,
    ListRef,
    Machine,
    Nothing,
    NotNative,
    Scalar,
    Stream,
    Tagged,
    View,
)
from runtime.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    AnyType,
    Array,
    ClassArray,
    Container,
    Iterable,
    List,
    NoneType,
    NumpyScalar,
    Object,
    PythonScalar,
    Tuple,
    Type,
    Unbound,
    Union,
)


@dataclass(frozen=True, slots=True)
class Shared:
    """The registers of a union.

    Parameters
    ----------
    kinds : tuple of str
        Their kinds.
    places : tuple of tuple of int
        For each member, which of them hold its own registers.
    """

    kinds: tuple[str, ...]
    places: tuple[tuple[int, ...], ...]


_INTEGERS = {1: "i8", 2: "i16", 4: "i32", 8: "i64"}


def machine(of: Type) -> str:
    """Return the kind of machine number that holds a scalar.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> machine(parse_type("int")), machine(parse_type("np.float32"))
    ('i64', 'float')
    """
    if of == INT:
        return "i64"
    if of == FLOAT:
        return "double"
    if of == BOOL:
        return "i1"
    if isinstance(of, NumpyScalar):
        return of_dtype(of.dtype)
    raise NotNative(f"a value of type {of}")


def of_dtype(dtype: np.dtype) -> str:
    """Return the kind of machine number of one element in a register."""
    if dtype.kind == "b":
        return "i1"
    if dtype.kind in "iu":
        return _INTEGERS[dtype.itemsize]
    if dtype.kind == "f" and dtype.itemsize in (4, 8):
        return "float" if dtype.itemsize == 4 else "double"
    raise NotNative(f"numbers of dtype {dtype.name}")


def in_memory(dtype: np.dtype) -> str:
    """Return the kind of machine number of one element in memory."""
    return "i8" if dtype.kind == "b" else of_dtype(dtype)


def sets_flags(of: Type) -> bool:
    """Whether NumPy warns of what numbers of a type overflow to."""
    return isinstance(of, NumpyScalar) and of.dtype.kind == "f"


COMPLEX128 = np.dtype(np.complex128)


def is_complex(of: Type) -> bool:
    """Whether the type is one of complex numbers of two doubles."""
    return of in (COMPLEX, NumpyScalar(COMPLEX128))


def is_nothing(of: Type) -> bool:
    """Whether the type has one value alone."""
    return isinstance(of, (NoneType, Unbound))


def is_stream(of: Type) -> bool:
    """Whether the type is that of a generator of random numbers."""
    kinds = ("Generator", "RandomState", "Random")
    return isinstance(of, Container) and of.kind in kinds


def is_opaque(of: Type) -> bool:
    """Whether a kernel takes values of a type as objects that it passes along.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> [is_opaque(parse_type(each)) for each in ("str", "dict", "float", "float64[3]")]
    [True, True, False, False]
    """
    if isinstance(of, Array):
        return of.shape is None or not _is_known(of.dtype)
    if isinstance(of, NumpyScalar):
        return not _is_known(of.dtype)
    if isinstance(of, PythonScalar):
        return of.kind in ("str", "bytes")
    kinds = (AnyType, ClassArray, Container, Iterable, Object)
    return isinstance(of, kinds) and not is_stream(of)


def _is_known(dtype: np.dtype) -> bool:
    """Whether a kernel knows numbers of a dtype."""
    if dtype.kind == "f":
        return dtype.itemsize in (4, 8)
    return dtype.kind in "biu" or dtype == COMPLEX128


@functools.cache
def shared(of: Union) -> Shared:
    """Return the registers that the members of a union share.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> found = shared(parse_type("{int | np.int64 | float | None}"))
    >>> found.kinds
    ('double', 'i64')
    >>> found.places  # of None, float, int and np.int64
    ((), (0,), (1,), (1,))
    """
    kinds: list[str] = []
    places = []
    for one in of.members:
        own: list[int] = []
        for kind in registers(one):
            unused = (n for n, each in enumerate(kinds) if each == kind)
            place = next((n for n in unused if n not in own), len(kinds))
            if place == len(kinds):
                kinds.append(kind)
            own.append(place)
        places.append(tuple(own))
    return Shared(tuple(kinds), tuple(places))


def registers(of: Type) -> list[str]:
    """Return the kinds of the registers that hold a value of a type, in order."""
    if is_nothing(of):
        return []
    if isinstance(of, Union):
        return ["i8", *shared(of).kinds]
    if isinstance(of, List) or is_opaque(of):
        return ["ptr"]
    if is_stream(of):
        return ["ptr", "ptr"]
    if isinstance(of, Array):
        assert of.shape is not None
        if of.dtype != COMPLEX128:
            of_dtype(of.dtype)
        return ["ptr", "ptr", "i1"] + ["i64"] * (2 * len(of.shape))
    if isinstance(of, Tuple):
        return [kind for item in of.items for kind in registers(item)]
    if is_complex(of):
        return ["double", "double"]
    return [machine(of)]


def packed(value: Machine) -> list[str]:
    """Return the registers of a value, in the order of `registers`."""
    match value:
        case Scalar(code=code):
            return [code]
        case ListRef(object=object_) | Buffer(object=object_) | Handle(object=object_):
            return [object_]
        case Stream(address=address, object=object_):
            return [address, object_]
        case Nothing():
            return []
        case ComplexNumber(real=real, imag=imag):
            return [real, imag]
        case Tagged(tag=tag, fields=fields):
            return [tag, *fields]
        case View(sizes=sizes, strides=strides):
            return [value.data, value.base, value.whole, *sizes, *strides]
        case Items(items):
            return [code for item in items for code in packed(item)]
    raise NotNative(f"a value of type {value.type}")


def unpacked(of: Type, codes: Sequence[str], stored: bool = True) -> Machine:
    """Return a value of a type from its registers.

    Parameters
    ----------
    of : Type
        The type.
    codes : sequence of str
        The registers.
    stored : bool
        Whether the kernel itself stored the value, which LLVM may then know. NumPy's
        floats are made unknown when they are stored.
    """
    if is_nothing(of):
        return Nothing(of)
    if isinstance(of, Union):
        return Tagged(of, codes[0], tuple(codes[1:]))
    if isinstance(of, List):
        return ListRef(of, codes[0])
    if is_opaque(of):
        return Handle(of, codes[0])
    if is_stream(of):
        return Stream(of, *codes)
    if isinstance(of, Array):
        data, base, whole, *rest = codes
        rank = len(of.shape or ())
        return View(of, data, tuple(rest[:rank]), tuple(rest[rank:]), base, whole)
    if isinstance(of, Tuple):
        found = []
        for item in of.items:
            count = len(registers(item))
            found.append(unpacked(item, codes[:count], stored))
            codes = codes[count:]
        return Items(tuple(found))
    if is_complex(of):
        return ComplexNumber(of, *codes)
    return Scalar(of, codes[0], stored and not sets_flags(of))


def zero(kind: str) -> str:
    """Return zero as a machine number of a kind."""
    return _ZEROS.get(kind, "0")


_ZEROS = {"ptr": "null", "double": "0.0", "float": "0.0", "i1": "false"}
