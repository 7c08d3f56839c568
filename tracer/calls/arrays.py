"""Attributes, items and methods of symbols."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from runtime.ops import BY_ATTRIBUTE, BY_INFIX, BY_METHOD, OPS
from runtime.ops.infer import infer
from runtime.ops.options import is_integer
from runtime.ops.row import Row
from runtime.types import (
    ANY,
    Array,
    Container,
    Iterable,
    List,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Union,
    members,
)
from tracer.calls.arguments import out_by_name
from tracer.calls.draws import draw
from tracer.calls.lengths import static_length
from tracer.calls.ordering import sort_by_key
from tracer.errors import NotStaged, no_attribute, user_error
from tracer.flow.made_containers import MadeContainers
from tracer.flow.structure import value_type
from tracer.iteration.known_items import UnrolledIterators
from tracer.iteration.lazy_iterations import collected, is_recipe
from tracer.record.decisions import OPERATION, UNROLLED
from tracer.record.plain_values import refuse_iteration
from tracer.record.signs import MIRRORED
from tracer.record.symbols import Symbol, adds_lists, python_class
from tracer.record.trace import Trace
from tracer.record.value_classes import draws
from tracer.values.bound_methods import BoundMethod

SPECIAL_ATTRIBUTES = frozenset(
    "__name__ __qualname__ __module__ __doc__ __traceback__ __cause__ __context__ "
    "__suppress_context__ __notes__ __wrapped__".split()
)
"""Attributes of classes and of exceptions that Python never looks for by itself."""
LIST_METHODS = frozenset(
    "append extend insert pop remove clear reverse sort index count copy".split()
)
READING_METHODS = frozenset({"index", "count", "copy"})
UNCHANGING = (NumpyScalar, PythonScalar, Tuple)
"""Types of values that no operator changes in place."""
WIDENING_METHODS = {"append": 0, "insert": 1}


class ArrayDispatch:
    """Answers what symbols are asked."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self.attributes: dict[str, str] = {}

    # Attributes and methods ----------------------------------------------------------

    def attribute(self, symbol: Symbol, name: str, written: bool = False) -> Any:
        """Give an attribute of a symbol, or a method to be called.

        Parameters
        ----------
        symbol, name
            The symbol and the attribute.
        written : bool
            Whether the user's code has the name of a special attribute.
        """
        of = symbol._ag_value.type
        if name == "resize" and python_class(of) in (np.ndarray, None):
            self._shapes_change()
        if isinstance(of, (Array, NumpyScalar)):
            return self._numpy_attribute(symbol, of, name)
        if isinstance(of, PythonScalar):
            return self._python_attribute(symbol, of, name)
        if isinstance(of, List) and name in LIST_METHODS:
            return BoundMethod(symbol, name)
        if isinstance(of, Container) and callable(getattr(python_class(of), name, 0)):
            return BoundMethod(symbol, name)
        return self._unknown_attribute(symbol, of, name, written)

    def _unknown_attribute(
        self, symbol: Symbol, of: Type, name: str, written: bool
    ) -> Any:
        """Give an attribute of a value of which only the run knows what it is."""
        if name in LIST_METHODS and name not in READING_METHODS:
            self._trace.part(MadeContainers).check_change(name)
        if isinstance(of, Union) and self._all_numpy(of):
            if name in BY_ATTRIBUTE:
                return self._trace.emit(BY_ATTRIBUTE[name], symbol)
            if name in BY_METHOD:
                return BoundMethod(symbol, name)
        if isinstance(of, (Tuple, List)) and not hasattr(python_class(of), name):
            self._trace.emit("load_attribute", symbol, name)
        if name == "__dict__":
            return self._trace.asked.pure(vars, (symbol,), {})
        if name == "__next__" and isinstance(of, Iterable):
            return partial(self._trace.emit, "next", symbol)
        if name.startswith("__") and name not in SPECIAL_ATTRIBUTES and not written:
            raise AttributeError(name)
        found = self._trace.emit("ask_attribute", symbol, name)
        self.attributes[found._ag_value.name] = name
        return found

    def _numpy_attribute(
        self, symbol: Symbol, of: Array | NumpyScalar, name: str
    ) -> Any:
        if name == "dtype" and not (
            isinstance(of, NumpyScalar) and of.dtype.kind in "US"
        ):
            return of.dtype
        if name == "shape":
            return self._shape(symbol, of)
        shape = of.shape if isinstance(of, Array) else ()
        if name == "ndim" and shape is not None:
            return len(shape)
        if name == "size" and shape is not None and None not in shape:
            return int(np.prod([d for d in shape if d is not None], dtype=object))
        if name in BY_ATTRIBUTE:
            return self._trace.emit(BY_ATTRIBUTE[name], symbol)
        kind = np.ndarray if isinstance(of, Array) else of.dtype.type
        if not hasattr(kind, name):
            if name.startswith("__"):
                raise AttributeError(name)
            raise no_attribute(f"numpy.{kind.__name__}", name)
        if name in BY_METHOD or callable(getattr(kind, name)):
            return BoundMethod(symbol, name)
        return self._trace.emit("load_attribute", symbol, name)

    def _shape(self, symbol: Symbol, of: Array | NumpyScalar) -> Any:
        if isinstance(of, NumpyScalar):
            return ()
        if of.shape is None:
            return self._trace.emit("load_attribute", symbol, "shape")
        return tuple(
            self._trace.emit("dimension", symbol, axis) if size is None else size
            for axis, size in enumerate(of.shape)
        )

    def _python_attribute(self, symbol: Symbol, of: PythonScalar, name: str) -> Any:
        kind = python_class(of)
        if name.startswith("__") or not hasattr(kind, name):
            raise no_attribute(str(of), name)
        if callable(getattr(kind, name)):
            return BoundMethod(symbol, name)
        return self._trace.emit("load_attribute", symbol, name)

    @staticmethod
    def _all_numpy(of: Union) -> bool:
        return all(isinstance(member, (Array, NumpyScalar)) for member in of.members)

    def set_attribute(self, symbol: Symbol, name: str, value: Any) -> None:
        """Set an attribute of a symbol."""
        of = symbol._ag_value.type
        if isinstance(of, Array):
            if name == "imag" and of.dtype.kind != "c":
                raise user_error(TypeError("array does not have imaginary part to set"))
            if name in ("real", "imag"):
                # NumPy makes an array of the value first: it casts as arrays do.
                made = self._trace.asked.call_numpy(np.asarray, (value,), {})
                self.set_item(getattr(symbol, name), ..., made)
                return
            if name == "shape":
                self._shapes_change()
                self._trace.emit("set_shape", symbol, value)
                return
            if name in ("dtype", "strides"):
                self._trace.refuse(
                    NotStaged(
                        f"the attribute {name!r} of an array is set",
                        hint="use view and assign the result",
                    )
                )
        elif name == "shape":
            self._shapes_change()  # of an array, perhaps
        self._trace.emit("store_attribute", symbol, name, value)
        if not isinstance(of, Array):
            self._trace.clobber()

    def _shapes_change(self) -> None:
        """Begin again without shapes in types, since an array gets another one."""
        facts = self._trace.facts
        if not facts.shapes_change:
            facts.shapes_change = True
            self._trace.restart()

    def call_method(
        self, symbol: Symbol, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Record a call of a method."""
        trace = self._trace
        of = symbol._ag_value.type
        if isinstance(of, List):
            return self._call_list_method(symbol, of, name, args, kwargs)
        numpy_only = isinstance(of, (Array, NumpyScalar)) or (
            isinstance(of, Union) and self._all_numpy(of)
        )
        row: Row | None = BY_METHOD.get(name)
        if isinstance(of, PythonScalar) or _is_method_of_text(of, name):
            trace.decide("call", OPERATION)
            return trace.emit("pure_method", symbol, name, *args, **kwargs)
        if numpy_only and row is not None:
            return self._numpy_method(row, symbol, args, kwargs)
        if isinstance(of, Container) and draws(of):
            return draw(trace, symbol, name, args, kwargs)
        if isinstance(of, Container):
            return trace.emit("call_method", symbol, name, *args, **kwargs)
        return trace.asked.call_back_method(symbol, name, args, kwargs)

    def _numpy_method(
        self, row: Row, symbol: Symbol, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        args, kwargs = out_by_name(row, (symbol, *args), kwargs)
        self._trace.decide("call", OPERATION)
        result = self._trace.emit(row, *args, **kwargs)
        out = kwargs.get("out")
        return result if out is None else out

    def _call_list_method(
        self,
        symbol: Symbol,
        of: List,
        name: str,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        trace = self._trace
        if name not in READING_METHODS:
            trace.part(MadeContainers).check_change(name)
        if name == "sort" and not args and kwargs.get("key") is not None:
            sort_by_key(trace, symbol, **kwargs)
            return None
        if name in WIDENING_METHODS and len(args) > WIDENING_METHODS[name]:
            element = value_type(trace, args[WIDENING_METHODS[name]])
            trace.part(MadeContainers).widen(symbol, element)
        elif name == "extend" and args:
            if is_recipe(args[0]):
                args = (collected(trace, args[0]),)
            args = (trace.part(MadeContainers).extension(symbol, args[0]),)
        trace.decide("call", OPERATION)
        return trace.emit(f"list_{name}", symbol, *args, **kwargs)

    # Items ----------------------------------------------------------------------------

    def get_item(self, symbol: Symbol, index: Any) -> Any:
        """Give ``symbol[index]``."""
        of = symbol._ag_value.type
        if isinstance(of, List) and type(index) is not slice:
            lifted = self._trace.lift(index)
            return self._trace.record(
                OPS["getitem"],
                (symbol._ag_value, lifted),
                of=of.element,
                sure=is_integer(self._trace.type_of(index)),
            )
        return self._trace.emit("getitem", symbol, index)

    def set_item(self, symbol: Symbol, index: Any, value: Any) -> None:
        """Do ``symbol[index] = value``."""
        of = symbol._ag_value.type
        if not isinstance(of, (Array, Container)):
            self._trace.part(MadeContainers).check_change("an item is set")
        if isinstance(of, List):
            if type(index) is not slice:
                self._trace.part(MadeContainers).widen(
                    symbol, value_type(self._trace, value)
                )
            elif hasattr(type(value), "__iter__"):  # else the run raises
                value = self._trace.part(MadeContainers).extension(symbol, value)
        if not isinstance(of, Array):
            self._trace.part(MadeContainers).hold(value)
        self._trace.emit("setitem", symbol, index, value)
        if _is_unknown(symbol):
            self._trace.clobber()

    def delete_item(self, symbol: Symbol, index: Any) -> None:
        """Do ``del symbol[index]``."""
        self._trace.emit("delete_item", symbol, index)
        if _is_unknown(symbol):
            self._trace.clobber()

    def compare(self, row: str, asked: Any, other: Any) -> Any:
        """Record what Python asks an operand to compare itself with."""
        if type(other) is Symbol:
            return self._trace.emit(row, asked, other)
        sign, mirrored = self._trace.running_sign(), MIRRORED.get(row)
        if sign and sign == mirrored:
            return self._trace.emit(BY_INFIX[sign], other, asked)
        return self._trace.emit(row, asked, other)

    def operate(self, name: str, left: Any, right: Any) -> Any:
        """Record an operator; with its equals sign where an error may name it."""
        trace, row = self._trace, OPS[name]
        sign = trace.running_sign()
        if sign == f"{row.infix}=":
            inferred, fails = infer(row, (trace.lift(left), trace.lift(right)), ())
            if fails or inferred == ANY:
                row = BY_INFIX[sign]
        return trace.emit(row, left, right)

    def augment(self, symbol: Symbol, name: str, value: Any) -> Any:
        """Record an in-place operator; decline it for values that are rebound."""
        of = symbol._ag_value.type
        if isinstance(of, UNCHANGING):
            return NotImplemented
        if isinstance(of, List) and name == "iadd":
            if adds_lists(self._trace.type_of(value)):
                return self._trace.emit("add", symbol, value)
            self._call_list_method(symbol, of, "extend", (value,), {})
            return symbol
        if not isinstance(of, (Array, Container)):
            self._trace.part(MadeContainers).check_change(name)
        result = self._trace.emit(name, symbol, value)
        if _is_unknown(symbol):
            self._trace.clobber()
        return symbol if isinstance(of, Array) else result

    # Iteration in Python --------------------------------------------------------------

    def iterate(self, symbol: Symbol) -> Iterator[Any]:
        """Iterate over a symbol in Python: by item, if the length is known."""
        trace, of = self._trace, symbol._ag_value.type
        trace.decide("iteration", UNROLLED)
        if trace.part(UnrolledIterators).knows(symbol):
            return trace.part(UnrolledIterators).begin(symbol)
        length = static_length(symbol)
        if isinstance(of, Tuple) or (isinstance(of, Array) and length is not None):
            # One by one: the code between two items may write the next one.
            return (symbol[position] for position in range(length or 0))
        if isinstance(of, (NumpyScalar, PythonScalar)) or of == Array(
            getattr(of, "dtype", np.dtype(float)), ()
        ):
            trace.emit("iter", symbol)
        refuse_iteration(trace, symbol)

    def unpacked(self, symbol: Symbol, count: int) -> Any:
        """Return the items of a symbol, for so many targets."""
        of, length = symbol._ag_value.type, static_length(symbol)
        known = self._trace.part(UnrolledIterators)
        if known.knows(symbol):
            return known.begin(symbol)
        if isinstance(of, Tuple) or (isinstance(of, Array) and length == count):
            return tuple([symbol[position] for position in range(length or 0)])
        whole = self._trace.emit("unpack", symbol, count)
        return tuple([whole[position] for position in range(count)])

    def copy(self, symbol: Symbol, how: Callable[[Any], Any] = copy.copy) -> Any:
        """Give what `copy.copy`, or `copy.deepcopy`, gives."""
        of = symbol._ag_value.type
        if isinstance(of, (NumpyScalar, PythonScalar)):
            return symbol
        if isinstance(of, Array):
            return self._trace.emit("copy", symbol, order="K")
        return self._trace.asked.pure(how, (symbol,), {})


def _is_unknown(symbol: Symbol) -> bool:
    """Whether a value may be something that a place of the trace holds."""
    known = (Array, List, Container, NumpyScalar, PythonScalar, Tuple)
    options = members(symbol._ag_value.type)
    return not all(isinstance(each, known) for each in options)


def _is_method_of_text(of: Type, name: str) -> bool:
    """Say whether a method is that of a string, which NumPy's are as well."""
    kind = of.dtype.kind if isinstance(of, NumpyScalar) else ""
    return hasattr({"U": str, "S": bytes}.get(kind), name)
