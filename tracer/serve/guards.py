"""Guards: what must hold for a graph to serve a call.

A `Guard` is an assumption about the value at an origin. It is written into generated
source as a test.
"""

from __future__ import annotations

import enum
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from runtime.ir.nodes import exact_key
from runtime.types import (
    OBJECT,
    PYTHON_SCALARS,
    Array,
    ClassArray,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Type,
    Union,
    accepts,
    members,
    type_of,
)
from runtime.value_texts import literal, one_of, shown
from tracer.serve.origins import Namer, Origin

UNREACHABLE = (AttributeError, LookupError, TypeError, ValueError, NameError)
"""What reading along an origin may raise in a call that its graph does not serve."""
PYTHON_KINDS = {scalar.kind: kind for kind, scalar in PYTHON_SCALARS.items()}


ABSENT = object()
"""The value of an origin that reaches nothing."""
SHOWN = 40
DEFINED_AGAIN = "whose class was defined again"


def described(value: object) -> str:
    """Return a short description of a value.

    Examples
    --------
    >>> described(2.5), described(np.zeros(3)), described({}), described([1, 2])
    ('2.5', 'float64[3]', 'a dict', 'a list')
    """
    kind = type(value)
    if value is None or kind in PYTHON_SCALARS:
        text = literal(value)
        return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
    if isinstance(value, (np.ndarray, np.generic)):
        of = type_of(value)
        named = of == OBJECT or isinstance(of, ClassArray)
        return f"{kind.__name__} of {value.dtype}" if named else str(of)
    if issubclass(type(value), (FunctionType, BuiltinFunctionType, ModuleType, type)):
        function: Any = value
        return str(function.__name__)
    if isinstance(value, np.ufunc):
        return value.__name__
    if isinstance(value, enum.Enum):
        return f"{kind.__name__}.{value.name}"
    if isinstance(value, (np.dtype, range, slice)):
        return repr(value)
    return one_of(kind)


def defined_again(kind: type, value: object) -> str:
    """Return a description of an object of another class of the same name, or none."""
    if type(value) is kind or type(value).__name__ != kind.__name__:
        return ""
    return f"another {kind.__name__}, {DEFINED_AGAIN}"


class Check:
    """An assumption about a value.

    Attributes
    ----------
    verb : str
        What stands between the name of a value and what is `expected` or `found`.
    """

    verb = "is"

    def source(self, place: str, namer: Namer) -> str:
        """Return the test as a Python expression over the name `place`."""
        raise NotImplementedError

    def expected(self) -> str:
        """Return a description of the values that pass."""
        raise NotImplementedError

    def found(self, value: object) -> str:
        """Return a description of a value in the terms of `expected`."""
        return described(value)


def class_test(place: str, kind: type, namer: Namer) -> str:
    """Return a Python expression that tests for exactly this class."""
    return f"{namer.name(type, 'type')}({place}) is {namer.name(kind, 'class')}"


@dataclass(frozen=True)
class OfType(Check):
    """The value is of this type; an array, NumPy scalar or Python scalar."""

    type: Type

    def source(self, place: str, namer: Namer) -> str:
        match self.type:
            case Array(dtype, shape):
                kind = class_test(place, np.ndarray, namer)
                exact = f"{kind} and {_dtype_test(place, dtype, namer)}"
                if shape is None:
                    return exact
                if None not in shape:
                    return f"{exact} and {place}.shape == {shape!r}"
                fit = namer.name(fits, "fits")
                return f"{exact} and {fit}({place}.shape, {shape!r})"
            case NumpyScalar(dtype):
                return class_test(place, dtype.type, namer)
            case PythonScalar(python):
                return class_test(place, PYTHON_KINDS[python], namer)
            case NoneType():
                return f"{place} is None"
            case Union(options) if all(isinstance(o, PythonScalar) for o in options):
                tests = [replace(self, type=o).source(place, namer) for o in options]
                return f"({' or '.join(tests)})"
        test = namer.name(_TypeTest(self.type), "accepts")
        return f"{test}({place})"

    def expected(self) -> str:
        return " or ".join(map(str, members(self.type)))

    def found(self, value: object) -> str:
        of = type_of(value)
        plain = of == OBJECT or isinstance(of, (ClassArray, PythonScalar))
        return described(value) if plain else str(of)


@dataclass(frozen=True)
class _TypeTest:
    of: Type

    def __call__(self, value: object) -> bool:
        found = type_of(value)
        if isinstance(self.of, ClassArray) and isinstance(found, Array):
            return False  # there is a better graph for it
        return accepts(self.of, found)


def _dtype_test(place: str, dtype: np.dtype, namer: Namer) -> str:
    """Return a Python expression that tests the dtype of an array."""
    known = np.dtype(dtype.str) if dtype.kind in "biufc" else dtype
    name = namer.name(known, "dtype")
    equal = f"{place}.dtype == {name}"
    if dtype.kind in "iuS":  # one that is equal may have numbers of another class
        equal = f"{equal} and {place}.dtype.char == {dtype.char!r}"
    equal = f"{equal} and {place}.dtype.metadata is None"
    return f"({place}.dtype is {name} or {equal})"


def fits(shape: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    """Whether a shape matches one with unknown dimensions."""
    return len(shape) == len(wanted) and all(
        want is None or want == have for have, want in zip(shape, wanted, strict=True)
    )


@dataclass(frozen=True, eq=False)
class Exactly(Check):
    """The value is exactly this Python or NumPy value, not just an equal one."""

    value: object

    def source(self, place: str, namer: Namer) -> str:
        value = self.value
        if value is None or value is True or value is False or value is Ellipsis:
            return f"{place} is {value!r}"
        kind = type(value)
        if kind in PYTHON_SCALARS and kind not in (float, complex):
            known = literal(value) if kind is int else namer.name(value, "value")
            return f"{class_test(place, kind, namer)} and {place} == {known}"
        if kind is float and value == value and value != 0.0:
            known = namer.name(value, "value")
            return f"{class_test(place, kind, namer)} and {place} == {known}"
        if kind is float and value != value:  # containers tell NaNs apart
            return f"{place} is {namer.name(value, 'nan')}"
        return f"{namer.name(_ExactTest(value), 'exactly')}({place})"

    def expected(self) -> str:
        return described(self.value)


class _ExactTest:
    def __init__(self, value: object) -> None:
        self.key = exact_key(value)

    def __call__(self, value: object) -> bool:
        return exact_key(value) == self.key


@dataclass(frozen=True, eq=False)
class EqualTo(Check):
    """The value equals this one and has its class."""

    value: object

    def source(self, place: str, namer: Any) -> str:
        value = namer.name(self.value, "value")
        return f"{class_test(place, type(self.value), namer)} and {place} == {value}"

    def expected(self) -> str:
        return shown(self.value)


def _of_another_class(value: object, kind: type) -> str:
    """Describe a value whose class has the name of the expected one, but is not it."""
    found = type(value)
    if found is kind or found.__name__ != kind.__name__:
        return ""
    return f"another {found.__name__}, of another class with that name"


class Identical(Check):
    """The value is this very object.

    Parameters
    ----------
    value : object
        The object.
    lasting : bool
        Whether something else keeps it alive. Else this check does not.
    """

    def __init__(self, value: object, lasting: bool = False) -> None:
        self.kind = type(value)
        self._weak = not lasting and bool(self.kind.__weakrefoffset__)
        self._reference: Callable[[], object] = lambda: value
        if self._weak:
            self._reference = weakref.ref(value)

    @property
    def value(self) -> object:
        """The object, or None if it no longer exists."""
        return self._reference()

    @property
    def is_weak(self) -> bool:
        """Whether this check does not keep the object alive."""
        return self._weak

    @property
    def gone(self) -> bool:
        """Whether the object no longer exists, so that no value can be it."""
        return self._weak and self._reference() is None

    def source(self, place: str, namer: Namer) -> str:
        if self._weak:
            # A dead reference gives None, and None may be passed.
            return (
                f"{place} is {namer.name(self._reference, 'reference')}() is not None"
            )
        return f"{place} is {namer.name(self._reference(), 'object')}"

    def expected(self) -> str:
        return "an object that is gone" if self.gone else described(self._reference())

    def found(self, value: object) -> str:
        text = described(value)
        alike = self.gone or text == self.expected()
        if type(value) is self.kind and alike:
            return f"another {self.kind.__name__} object"
        return defined_again(self.kind, value) or text


@dataclass(frozen=True, eq=False)
class Distinct(Check):
    """The value is not the object that another origin reaches."""

    other: Origin

    def source(self, place: str, namer: Namer) -> str:
        return f"{place} is not {namer.place(self.other)}"

    def expected(self) -> str:
        return f"a different object than {self.other}"

    def found(self, value: object) -> str:
        return f"the same object as {self.other}"


@dataclass(frozen=True, eq=False)
class SameAs(Check):
    """The value is the object that another origin reaches."""

    other: Origin

    def source(self, place: str, namer: Namer) -> str:
        return f"{place} is {namer.place(self.other)}"

    def expected(self) -> str:
        return f"the same object as {self.other}"

    def found(self, value: object) -> str:
        return f"a different object than {self.other}"


@dataclass(frozen=True)
class OfClass(Check):
    """The value has exactly this class."""

    kind: type

    def source(self, place: str, namer: Namer) -> str:
        return class_test(place, self.kind, namer)

    def expected(self) -> str:
        return one_of(self.kind)

    def found(self, value: object) -> str:
        return defined_again(self.kind, value) or one_of(type(value))


@lru_cache(maxsize=1024)
def expression(source: str) -> CodeType:
    """Compile an expression that is asked for often: each new graph asks all guards."""
    return compile(source, "<guard>", "eval")


@dataclass(frozen=True)
class Guard:
    """An assumption about the value at an origin."""

    origin: Origin
    check: Check

    @property
    def origins(self) -> tuple[Origin, ...]:
        """How a call reaches all values that it looks at."""
        if isinstance(self.check, (Distinct, SameAs)):
            return (self.origin, self.check.other)
        return (self.origin,)

    def source(self, namer: Namer) -> str:
        """Return the test as a Python expression."""
        name, first = namer.reach(self.origin)
        return self.check.source(name, namer).replace(name, first, 1)

    def holds(self, arguments: Mapping[str, object]) -> bool:
        """Whether the guard holds for a call.

        Parameters
        ----------
        arguments : mapping
            The arguments of the call by the names of the parameters.
        """
        namer = Namer(arguments)
        try:
            test = expression(self.source(namer))
            return bool(eval(test, namer.namespace, dict(arguments)))
        except UNREACHABLE:
            return False

    def value(self, arguments: Mapping[str, object]) -> object:
        """Return the value at the origin, or `ABSENT` if there is none."""
        namer = Namer(arguments)
        place = expression(namer.place(self.origin))
        try:
            value: object = eval(place, namer.namespace, dict(arguments))
        except UNREACHABLE:
            return ABSENT
        return value

    def found(self, arguments: Mapping[str, object]) -> str:
        """Return a description of the value at the origin."""
        value = self.value(arguments)
        return "nothing" if value is ABSENT else self.check.found(value)
