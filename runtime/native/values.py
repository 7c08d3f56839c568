"""The machine's form of a value: which registers hold it.

A scalar is one register. A union is a number, which says the member, beside a register
for each kind of machine number that a member needs. An array is an address with sizes
and strides. A range or a ``zip`` is never made: it is what a loop counts through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from runtime.errors import Span
from runtime.types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    UNBOUND,
    Array,
    Iterable,
    List,
    NoneType,
    NumpyScalar,
    Tuple,
    Type,
    Unbound,
    Union,
)


class NotNative(Exception):
    """Something that stays with the Python plan.

    Parameters
    ----------
    reason : str
        What it is, as users read it.
    span : Span, optional
        Where it is in the user's source.
    """

    def __init__(self, reason: str, span: Span | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number in one register.

    Parameters
    ----------
    type : Type
        Its type in the graph.
    code : str
        The register, or a literal.
    literal : bool
        Whether LLVM could know its value. It computes with such numbers while
        compiling, and then no flag tells of an overflow or an invalid operation.
    """

    type: Type
    code: str
    literal: bool = False


@dataclass(frozen=True, slots=True)
class Nothing:
    """None, or a name that is not bound."""

    type: Type


@dataclass(frozen=True, slots=True)
class Tagged:
    """One of several types, decided at run time.

    Parameters
    ----------
    type : Union
        The union.
    tag : str
        The register that holds the position of the member.
    fields : dict
        A register for each kind of machine number.
    """

    type: Union
    tag: str
    fields: dict[str, str]


@dataclass(frozen=True, slots=True)
class View:
    """An array, or a part of one.

    Parameters
    ----------
    type : Array
        Its type.
    data : str
        The address of its first element.
    sizes, strides : tuple of str
        Its dimensions, and the distances in bytes between elements along each.
    base : str
        The object that holds its elements.
    whole : str
        Whether it is that object, not only a part of it.
    source : str
        The input of the kernel that it is a part of, or `OWN`; empty if it is not known
        which.
    """

    type: Array
    data: str
    sizes: tuple[str, ...]
    strides: tuple[str, ...]
    base: str
    whole: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """A tuple whose items are known one by one."""

    items: tuple[Machine, ...]

    @property
    def type(self) -> Type:
        """The type of the tuple."""
        return Tuple(tuple(item.type for item in self.items))


@dataclass(frozen=True, slots=True)
class Slice:
    """A slice of a subscript."""

    start: Machine
    stop: Machine
    step: Machine

    @property
    def type(self) -> Type:
        """No operation of a kernel takes it as a value."""
        raise NotNative("a slice as a value")


@dataclass(frozen=True, slots=True)
class Static:
    """A Python object that only the compiler looks at: a dtype, a class."""

    value: object

    @property
    def type(self) -> Type:
        """No operation of a kernel takes it as a value."""
        raise NotNative("an object of Python")


@dataclass(frozen=True, slots=True)
class Count:
    """A range: where it starts, how many turns, and how far each steps."""

    start: str
    length: str
    step: str

    @property
    def type(self) -> Type:
        """The type of the range."""
        return Iterable(INT)


@dataclass(frozen=True, slots=True)
class Zipped:
    """Several iterables side by side."""

    parts: tuple[Machine, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class ListRef:
    """A list of Python, which keeps its items as objects.

    Parameters
    ----------
    type : List
        Its type.
    object : str
        The register with its address.
    source : str
        The input of the kernel that it is, or `OWN`; empty if it is not known which.
    """

    type: List
    object: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Buffer:
    """A list that only the kernel knows: numbers in memory that grows.

    Parameters
    ----------
    type : List
        Its type.
    object : str
        The register with the address of the `bytearray` that holds it.
    """

    type: List
    object: str


Machine = (
    Buffer
    | ListRef
    | Scalar
    | Nothing
    | Tagged
    | View
    | Items
    | Slice
    | Static
    | Count
    | Zipped
)


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


def is_nothing(of: Type) -> bool:
    """Whether the type has one value alone."""
    return isinstance(of, (NoneType, Unbound))


def union_fields(of: Union) -> list[str]:
    """Return the kinds of machine numbers that the members of a union need."""
    kinds: dict[str, None] = {}
    for member in of.members:
        if not is_nothing(member):
            kinds[machine(member)] = None
    return list(kinds)


def registers(of: Type) -> list[str]:
    """Return the kinds of the registers that hold a value of a type, in order."""
    if is_nothing(of):
        return []
    if isinstance(of, Union):
        return ["i8", *union_fields(of)]
    if isinstance(of, List):
        return ["ptr"]
    if isinstance(of, Array):
        if of.shape is None:
            raise NotNative("an array of unknown rank")
        of_dtype(of.dtype)
        return ["ptr", "ptr", "i1"] + ["i64"] * (2 * len(of.shape))
    if isinstance(of, Tuple):
        return [kind for item in of.items for kind in registers(item)]
    return [machine(of)]


def packed(value: Machine) -> list[str]:
    """Return the registers of a value, in the order of `registers`."""
    match value:
        case Scalar(code=code):
            return [code]
        case ListRef(object=object_) | Buffer(object=object_):
            return [object_]
        case Nothing():
            return []
        case Tagged(type=of, tag=tag, fields=fields):
            return [tag, *(fields[kind] for kind in union_fields(of))]
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
        fields = dict(zip(union_fields(of), codes[1:], strict=True))
        return Tagged(of, codes[0], fields)
    if isinstance(of, List):
        return ListRef(of, codes[0])
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
    return Scalar(of, codes[0], stored and not sets_flags(of))


def objects_in(of: Type) -> int:
    """Return how many objects hold what a value of a type refers to."""
    if isinstance(of, Tuple):
        return sum(map(objects_in, of.items))
    return int(isinstance(of, (Array, List)))


def held(value: Machine) -> list[str]:
    """Return the objects that hold what a value refers to."""
    match value:
        case View(base=base):
            return [base]
        case ListRef(object=object_) | Buffer(object=object_):
            return [object_]
        case Items(items):
            return [each for item in items for each in held(item)]
    return []


def zero(kind: str) -> str:
    """Return zero as a machine number of a kind."""
    return _ZEROS.get(kind, "0")


_ZEROS = {"ptr": "null", "double": "0.0", "float": "0.0", "i1": "false"}
NOTHING = Nothing(NONE)
MISSING = Nothing(UNBOUND)
