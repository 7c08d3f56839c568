"""The machine's form of a value: which registers hold it.

A scalar is one register. A union is a number, which says the member, beside registers
that its members share. An array is an address with sizes and strides. A range or a
``zip`` is never made: it is what a loop counts through.
"""

from __future__ import annotations

from dataclasses import dataclass

from runtime.native.assembly.table_values import Table
from runtime.regions.carving import Refused
from runtime.types import (
    INT,
    NONE,
    Array,
    Iterable,
    List,
    Tuple,
    Type,
    Union,
)


class NotNative(Refused):
    """Something that stays with the Python plan."""


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
class ComplexNumber:
    """A complex number in two registers of doubles.

    Parameters
    ----------
    type : Type
        Its type in the graph.
    real, imag : str
        Its parts.
    """

    type: Type
    real: str
    imag: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """None, or a name that is not bound.

    Parameters
    ----------
    type : Type
        Its type.
    object : object
        What stands for the name, if it is known.
    """

    type: Type
    object: object = None


@dataclass(frozen=True, slots=True)
class Tagged:
    """One of several types, decided at run time.

    Parameters
    ----------
    type : Union
        The union.
    tag : str
        The register that holds the position of the member.
    fields : tuple of str
        The registers that the members share.
    """

    type: Union
    tag: str
    fields: tuple[str, ...]


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
class Backwards:
    """A list from its last item on.

    Parameters
    ----------
    items : Buffer or ListRef
        The list.
    length : str
        How many items it had at first.
    """

    items: Buffer | ListRef
    length: str

    @property
    def type(self) -> Type:
        """The type of what goes through it."""
        return Iterable(self.items.type.element)


@dataclass(frozen=True, slots=True)
class Zipped:
    """Several iterables side by side."""

    parts: tuple[Machine, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Repeated:
    """The same item again and again.

    Parameters
    ----------
    item : Machine
        The item.
    length : str
        How often it comes.
    type : Type
        The type of what goes through it.
    """

    item: Machine
    length: str
    type: Type


@dataclass(frozen=True, slots=True)
class Cycled:
    """Some numbers again and again.

    Parameters
    ----------
    numbers : str
        The address of the numbers, side by side.
    count : int
        How many there are.
    type : Iterable
        The type of what goes through it.
    """

    numbers: str
    count: int
    type: Iterable


@dataclass(frozen=True, slots=True)
class Product:
    """All combinations of the numbers of several ranges, the last turning fastest."""

    parts: tuple[Count, ...]
    length: str
    type: Type


@dataclass(frozen=True, slots=True)
class Cursor:
    """An iterator whose items are taken in several places.

    Parameters
    ----------
    items : Machine
        What it goes through.
    position : str
        The address of the number of the next item.
    """

    items: Machine
    position: str

    @property
    def type(self) -> Type:
        """The type of what it goes through."""
        return self.items.type


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
class Handle:
    """An object of Python that a kernel only passes along.

    Parameters
    ----------
    type : Type
        Its type.
    object : str
        The register with its address.
    """

    type: Type
    object: str


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


@dataclass(frozen=True, slots=True)
class Cells:
    """A list that stands for variables, one for each of its items."""

    type: List


@dataclass(frozen=True, slots=True)
class Stream:
    """A generator of random numbers.

    Parameters
    ----------
    type : Type
        Its type.
    address : str
        The register with the address of NumPy's interface to it.
    object : str
        The register with the address of the object.
    source : str
        The input of the kernel that it is.
    """

    type: Type
    address: str
    object: str
    source: str = ""


Machine = (
    Backwards
    | Buffer
    | Cells
    | ComplexNumber
    | Handle
    | ListRef
    | Scalar
    | Nothing
    | Tagged
    | View
    | Items
    | Slice
    | Static
    | Stream
    | Count
    | Cursor
    | Cycled
    | Product
    | Repeated
    | Table
    | Zipped
)


NOTHING = Nothing(NONE)
