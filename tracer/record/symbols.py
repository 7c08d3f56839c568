"""The symbol: a value known by its type only.

A symbol answers Python's operators and NumPy's protocols by recording nodes through
its trace. It refuses, at the user's line, whatever would need the value itself.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from runtime.ir.nodes import Value
from runtime.types import (
    CONTAINERS,
    Array,
    ClassArray,
    Container,
    List,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    array_class,
)
from tracer.errors import BEHALF
from tracer.record.staged import Staged

if TYPE_CHECKING:
    from runtime.ir.nodes import Argument
    from tracer.record.asked import Recording
    from tracer.record.builder import OpenRegion

PYTHON_KINDS = {
    "int": int,
    "float": float,
    "complex": complex,
    "bool": bool,
    "str": str,
    "bytes": bytes,
}


def python_class(of: Type) -> type | None:
    """Return the class of the values of a type, or None if there are several."""
    match of:
        case Array():
            return np.ndarray
        case ClassArray(kind):
            return array_class(kind)
        case NumpyScalar(dtype):
            return dtype.type
        case PythonScalar(kind):
            return PYTHON_KINDS[kind]
        case Tuple():
            return tuple
        case List():
            return list
        case Container(kind):
            return CONTAINERS[kind]
    return None


def adds_lists(of: Type) -> bool:
    """Whether ``a_list += value``, with a value of this type, makes an array."""
    return isinstance(of, Array) or (
        isinstance(of, NumpyScalar) and of.dtype.kind not in "US"
    )


_set = object.__setattr__


class Symbol(Staged):
    """A value of the graph being traced.

    Attributes
    ----------
    _ag_value : Value
        Its value in the graph.
    _ag_trace : Recording
        The trace that made it.
    _ag_region : OpenRegion
        Where it was made: it may be used there and in the regions within.
    """

    __slots__ = ("__weakref__", "_ag_region", "_ag_trace", "_ag_value")

    _ag_value: Value
    _ag_trace: Recording
    _ag_region: OpenRegion

    def __init__(self, value: Value, trace: Recording, region: OpenRegion) -> None:
        _set(self, "_ag_value", value)
        _set(self, "_ag_trace", trace)
        _set(self, "_ag_region", region)

    _ag_is_known = False
    _ag_needs_run = True

    def _ag_lift(self, trace: Recording) -> Argument:
        trace.check_usable(self)
        return self._ag_value

    def _ag_type(self) -> Type:
        return self._ag_value.type

    def _ag_kind(self) -> type | None:
        return python_class(self._ag_value.type)

    def _ag_same(self, other: Symbol) -> bool:
        return bool(self._ag_value == other._ag_value)

    def __repr__(self) -> str:
        if BEHALF.get():
            self._ag_trace.asked.refuse_plain(self, "the text", "str")
        return f"<{self._ag_value.name}: {self._ag_value.type}>"

    # Code that was not converted asks isinstance(); this lets it hear the truth.
    @property  # type: ignore[misc]  # that of `object` can be set
    def __class__(self) -> type:
        return python_class(self._ag_value.type) or Symbol

    # NumPy's protocols -----------------------------------------------------------

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any
    ) -> Any:
        return self._ag_trace.asked.call_ufunc(ufunc, method, inputs, keywords)

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        return self._ag_trace.asked.call_numpy(function, args, kwargs)

    # Attributes, items, calls ----------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        return self._ag_trace.asked.attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in Symbol.__slots__:
            _set(self, name, value)
        else:
            self._ag_trace.asked.set_attribute(self, name, value)

    def __delattr__(self, name: str) -> None:
        self._ag_trace.emit("delete_attribute", self, name)
        self._ag_trace.clobber()

    def __getitem__(self, index: Any) -> Any:
        return self._ag_trace.asked.get_item(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._ag_trace.asked.set_item(self, index, value)

    def __delitem__(self, index: Any) -> None:
        self._ag_trace.asked.delete_item(self, index)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self._ag_trace.asked.call_symbol(self, args, kwargs)

    def __iter__(self) -> Iterator[Any]:
        items: Iterator[Any] = self._ag_trace.asked.iterate(self)
        return items

    def __divmod__(self, other: Any) -> Any:
        return self._ag_trace.emit("divmod_of", self, other)

    def __rdivmod__(self, other: Any) -> Any:
        return self._ag_trace.emit("divmod_of", other, self)

    def __abs__(self) -> Any:
        return self._ag_trace.emit("absolute", self)

    def __round__(self, digits: Any = None) -> Any:
        return self._ag_trace.emit(
            "round_of", self, *(() if digits is None else (digits,))
        )

    def __copy__(self) -> Any:
        return self._ag_trace.asked.copy(self, copy.copy)

    def __deepcopy__(self, memo: Any) -> Any:
        return self._ag_trace.asked.copy(self, copy.deepcopy)

    # What needs the value itself -------------------------------------------------

    def __bool__(self) -> NoReturn:
        self._ag_trace.asked.refuse_plain(self, "a plain truth value", "bool")

    def __int__(self) -> NoReturn:
        self._ag_trace.asked.refuse_plain(self, "a plain int", "int")

    def __float__(self) -> NoReturn:
        self._ag_trace.asked.refuse_plain(self, "a plain float", "float")

    def __complex__(self) -> NoReturn:
        self._ag_trace.asked.refuse_plain(self, "a plain complex number", "complex")

    def __index__(self) -> NoReturn:
        self._ag_trace.asked.refuse_plain(self, "a plain int", "index")

    def __len__(self) -> int:
        length: int | None = self._ag_trace.asked.static_length(self)
        if length is None:
            self._ag_trace.asked.refuse_plain(self, "the length as a plain int", "len")
        return length

    def __contains__(self, item: Any) -> NoReturn:
        self._ag_trace.asked.refuse_plain(self, "a plain answer to `in`", "in")

    def __array__(self, /, *arguments: Any, **keywords: Any) -> NoReturn:
        self._ag_trace.asked.refuse_plain(self, "the array itself", "array")

    def __hash__(self) -> int:
        self._ag_trace.asked.refuse_plain(
            self, "the hash (as the key of a dict)", "hash"
        )

    def __str__(self) -> str:
        self._ag_trace.asked.refuse_plain(self, "the text", "str")

    def __format__(self, specification: str) -> str:
        self._ag_trace.asked.refuse_plain(self, "the text", "str")

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        self._ag_trace.asked.refuse_plain(self, "the pickled form", "pickle")

    def __enter__(self) -> NoReturn:
        self._ag_trace.asked.refuse_plain(self, "a context manager", "with")

    def __exit__(self, *error: object) -> None:
        pass


BINARY_METHODS = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "divide",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "pow": "power",
    "matmul": "matmul",
    "lshift": "left_shift",
    "rshift": "right_shift",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
}
"""Python's operator methods and the rows that record them."""
COMPARISON_METHODS = {
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
    "eq": "equal",
    "ne": "not_equal",
}
ANSWERED_IN_TURN = frozenset(
    (
        *COMPARISON_METHODS,
        *(f"{how}{word}" for word in BINARY_METHODS for how in ("", "r", "i")),
        *("divmod", "rdivmod"),
    )
)
"""The special methods that give NotImplemented to let Python ask the other operand."""
UNARY_METHODS = {"neg": "negative", "pos": "positive", "invert": "invert"}


def _binary(row: str) -> Callable[[Symbol, Any], Any]:
    def method(self: Symbol, other: Any) -> Any:
        return self._ag_trace.asked.operate(row, self, other)

    return method


def _reflected(row: str) -> Callable[[Symbol, Any], Any]:
    def method(self: Symbol, other: Any) -> Any:
        return self._ag_trace.asked.operate(row, other, self)

    return method


def _comparison(row: str) -> Callable[[Symbol, Any], Any]:
    def method(self: Symbol, other: Any) -> Any:
        return self._ag_trace.asked.compare(row, self, other)

    return method


def _in_place(name: str) -> Callable[[Symbol, Any], Any]:
    def method(self: Symbol, other: Any) -> Any:
        return self._ag_trace.asked.augment(self, name, other)

    return method


def _unary(row: str) -> Callable[[Symbol], Any]:
    def method(self: Symbol) -> Any:
        return self._ag_trace.emit(row, self)

    return method


def _define(name: str, method: Callable[..., Any]) -> None:
    method.__name__ = f"__{name}__"
    setattr(Symbol, method.__name__, method)


for _name, _row in BINARY_METHODS.items():
    _define(_name, _binary(_row))
    _define(f"r{_name}", _reflected(_row))
    _define(f"i{_name}", _in_place(f"i{_name}"))
for _name, _row in COMPARISON_METHODS.items():
    _define(_name, _comparison(_row))
for _name, _row in UNARY_METHODS.items():
    _define(_name, _unary(_row))
# Python finds that of the class first, and would not ask for the value's.
setattr(Symbol, "__doc__", property(lambda symbol: symbol.__getattr__("__doc__")))  # noqa: B010

__all__ = ["Symbol", "python_class"]
