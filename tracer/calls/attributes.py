"""Attributes of symbols."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from runtime.ir.nodes import Constant
from runtime.ops import BY_ATTRIBUTE, BY_METHOD, OPS
from runtime.types import (
    ANY,
    INT,
    OBJECT,
    STR,
    Array,
    ClassArray,
    Container,
    Iterable,
    List,
    NumpyScalar,
    PythonScalar,
    Shape,
    Tuple,
    Type,
    Union,
    array_class,
)
from tracer.errors import NotStaged, everywhere, no_attribute, user_error
from tracer.flow.held_containers import HeldContainers
from tracer.flow.known_classes import KnownClasses
from tracer.flow.list_copies import ListCopies
from tracer.record.makers import maker_of
from tracer.record.symbols import Symbol, python_class
from tracer.record.trace import Trace
from tracer.record.value_classes import LEAVING
from tracer.values.arrays_of_classes import may_replace
from tracer.values.bound_methods import BoundMethod
from tracer.values.known_methods import known_method
from tracer.values.lookup import ABSENT

SPECIAL_ATTRIBUTES = frozenset(
    "__name__ __qualname__ __module__ __doc__ __traceback__ __cause__ __context__ "
    "__suppress_context__ __notes__ __wrapped__".split()
)
"""Attributes of classes and exceptions that Python never reads by itself."""
LIST_METHODS = frozenset(
    "append extend insert pop remove clear reverse sort index count copy".split()
)


class Attributes:
    """The attributes that one trace read from values that only the run knows.

    Attributes
    ----------
    names : dict of str to str
        Their names, by those of the values that they gave.
    """

    def __init__(self, trace: Trace) -> None:
        self.names: dict[str, str] = {}


def attribute(trace: Trace, symbol: Symbol, name: str, written: bool = False) -> Any:
    """Return an attribute of a symbol, or a method to be called.

    Parameters
    ----------
    trace, symbol, name
        The running trace, the symbol and the attribute.
    written : bool
        Whether the user's code has the name of a special attribute.
    """
    symbol = trace.part(HeldContainers).asked(symbol, name)
    of = symbol._ag_value.type
    if name == "resize" and issubclass(python_class(of) or np.ndarray, np.ndarray):
        _shapes_change(trace)
    if isinstance(of, (Array, NumpyScalar)):
        return _numpy_attribute(trace, symbol, of, name)
    if isinstance(of, ClassArray):
        return _class_attribute(trace, symbol, of, name)
    if isinstance(of, PythonScalar):
        return _python_attribute(trace, symbol, of, name, written)
    if isinstance(of, List) and name in LIST_METHODS:
        return _method(trace, symbol, name)
    if isinstance(of, Container) and callable(getattr(python_class(of), name, 0)):
        return _method(trace, symbol, name)
    if isinstance(of, Tuple) and not hasattr(tuple, name):
        maker = maker_of(trace, symbol)
        names = getattr(maker and maker.operation, "names", ())
        if name in names:
            return symbol[names.index(name)]
    return _unknown_attribute(trace, symbol, of, name, written)


def _method(trace: Trace, symbol: Symbol, name: str) -> BoundMethod:
    """Return a method of a symbol, recorded when it is called."""

    def do(*args: Any, **kwargs: Any) -> Any:
        return trace.asked.call_method(symbol, name, args, kwargs)

    return BoundMethod(trace, symbol, name, do)


def _unknown_attribute(
    trace: Trace, symbol: Symbol, of: Type, name: str, written: bool
) -> Any:
    """Return an attribute of a value whose kind only the run knows."""
    method = known_method(trace, symbol, name)
    if method is not ABSENT:
        return method
    if name in LIST_METHODS and name not in LEAVING:
        trace.part(ListCopies).check_change(name)
    if isinstance(of, Union) and all(map(_is_numpys, of.members)):
        kinds = [python_class(each) for each in of.members]
        if all(callable(getattr(kind, name, None)) for kind in kinds):
            return _method(trace, symbol, name)
    if isinstance(of, Union) and all_numpy(of):
        if name in BY_ATTRIBUTE:
            return trace.emit(BY_ATTRIBUTE[name], symbol)
        if name in BY_METHOD:
            return _method(trace, symbol, name)
    if isinstance(of, (Tuple, List)) and not hasattr(python_class(of), name):
        trace.emit("load_attribute", symbol, name)
    if name == "__dict__":
        return trace.asked.pure(vars, (symbol,), {})
    if name == "__next__" and (isinstance(of, Iterable) or of in (ANY, OBJECT)):
        step = partial(trace.asked.call, next, (symbol,), {})
        return BoundMethod(trace, symbol, name, step)
    if _is_special(name) and name not in SPECIAL_ATTRIBUTES and not written:
        raise AttributeError(name)
    found = trace.emit("ask_attribute", symbol, name)
    trace.builder.note(trace.part(Attributes).names, found._ag_value, name)
    return found


def _numpy_attribute(
    trace: Trace, symbol: Symbol, of: Array | NumpyScalar, name: str
) -> Any:
    if name == "dtype" and not (isinstance(of, NumpyScalar) and of.dtype.kind in "US"):
        return of.dtype
    if name == "shape":
        return _shape(trace, symbol, of)
    shape = of.shape if isinstance(of, Array) else ()
    if name == "ndim" and shape is not None:
        return len(shape)
    if name == "size" and shape is not None and None not in shape:
        return int(np.prod([d for d in shape if d is not None], dtype=object))
    if name in BY_ATTRIBUTE:
        return trace.emit(BY_ATTRIBUTE[name], symbol)
    if name == "itemsize" and of.dtype.itemsize:
        return of.dtype.itemsize
    if name == "nbytes" and of.dtype.itemsize:
        return symbol.size * of.dtype.itemsize
    kind = np.ndarray if isinstance(of, Array) else of.dtype.type
    if not hasattr(kind, name):
        if _is_special(name):
            raise AttributeError(name)
        raise no_attribute(f"numpy.{kind.__name__}", name)
    if name in BY_METHOD or callable(getattr(kind, name)):
        return _method(trace, symbol, name)
    if name in ATTRIBUTES:
        row, arguments = OPS["load_attribute"], (symbol._ag_value, Constant(name))
        return trace.record(row, arguments, of=ATTRIBUTES[name](shape))
    return trace.emit("load_attribute", symbol, name)


def _is_special(name: str) -> bool:
    """Whether Python or NumPy may ask for a name by itself."""
    return name.startswith("__") and name.endswith("__")


def _is_numpys(of: Type) -> bool:
    return isinstance(of, (Array, ClassArray, NumpyScalar))


def _class_attribute(trace: Trace, symbol: Symbol, of: ClassArray, name: str) -> Any:
    """Return an attribute of an array of another class."""
    kind = array_class(of.kind)
    if name == "dtype" and of.dtype is not None:
        return of.dtype
    if name == "ndim" and of.shape is not None:
        return len(of.shape)
    if callable(getattr(kind, name, None)):
        return _method(trace, symbol, name)
    if _is_special(name) and not hasattr(kind, name):
        raise AttributeError(name)
    found: Type = import_module("runtime.ops.array_classes").attribute(of, name)
    return trace.record(
        OPS["load_attribute"], (symbol._ag_value, Constant(name)), of=found
    )


ATTRIBUTES: dict[str, Callable[[Shape], Type]] = {
    "size": lambda shape: INT,
    "ndim": lambda shape: INT,
    "nbytes": lambda shape: INT,
    "strides": lambda shape: ANY if shape is None else Tuple((INT,) * len(shape)),
    "device": lambda shape: STR,
}
"""The types of attributes that types do not decide, by the shape."""


def _shape(trace: Trace, symbol: Symbol, of: Array | NumpyScalar) -> Any:
    if isinstance(of, NumpyScalar):
        return ()
    if of.shape is None:
        return trace.emit("load_attribute", symbol, "shape")
    return tuple(
        trace.emit("dimension", symbol, axis) if size is None else size
        for axis, size in enumerate(of.shape)
    )


def _python_attribute(
    trace: Trace, symbol: Symbol, of: PythonScalar, name: str, written: bool
) -> Any:
    kind = python_class(of)
    if (name.startswith("__") and not written) or not hasattr(kind, name):
        raise no_attribute(str(of), name)
    if callable(getattr(kind, name)):
        return _method(trace, symbol, name)
    if name in ("real", "imag"):
        return trace.emit(name, symbol)
    return trace.emit("load_attribute", symbol, name)


def all_numpy(of: Union) -> bool:
    """Whether all members of a union are NumPy's."""
    return all(isinstance(member, (Array, NumpyScalar)) for member in of.members)


def set_attribute(trace: Trace, symbol: Symbol, name: str, value: Any) -> None:
    """Set an attribute of a symbol."""
    of = symbol._ag_value.type
    if isinstance(of, Array):
        if name == "imag" and of.dtype.kind != "c":
            raise user_error(TypeError("array does not have imaginary part to set"))
        if name in ("real", "imag"):
            # NumPy makes an array of the value first: it casts as arrays do.
            made = trace.asked.call_numpy(np.asarray, (value,), {})
            trace.asked.set_item(getattr(symbol, name), ..., made)
            return
        if name == "shape":
            _shapes_change(trace)
            trace.emit("set_shape", symbol, value)
            return
        if name in ("dtype", "strides"):
            trace.refuse(
                everywhere(
                    NotStaged(
                        f"the attribute {name!r} of an array is set",
                        hint="write x = x.view(...) instead",
                    )
                )
            )
    elif name == "shape":
        _shapes_change(trace)  # of an array, perhaps
    elif name == "dtype" and not trace.facts.dtypes_change:
        trace.facts.dtypes_change = True
        trace.restart()
    trace.emit("store_attribute", symbol, name, value)
    if not isinstance(of, Array):
        trace.part(KnownClasses).sets(symbol, name)
        trace.clobber(replaces=may_replace(trace, symbol, name))


def _shapes_change(trace: Trace) -> None:
    """Restart without shapes in types, since the shape of an array changes."""
    facts = trace.facts
    if not facts.shapes_change:
        facts.shapes_change = True
        trace.restart()
