"""Items, operators and methods of symbols."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from runtime.ir.behavior import may_answer
from runtime.ops import BY_INFIX, BY_METHOD, OPS
from runtime.ops.infer import infer
from runtime.ops.options import is_integer
from runtime.ops.row import Row
from runtime.types import (
    ANY,
    Array,
    ClassArray,
    Container,
    List,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Union,
    members,
)
from tracer.calls.arguments import (
    is_answered,
    kernel_cannot_take,
    out_by_name,
    written_to,
)
from tracer.calls.attributes import all_numpy
from tracer.calls.draws import draw, draw_with_python
from tracer.calls.gathering import gathered, opened
from tracer.calls.lengths import static_length
from tracer.calls.ordering import sort_by_key
from tracer.calls.ranges import as_arrays
from tracer.calls.run_sets_and_dicts import call_container_method
from tracer.flow.held_containers import HeldContainers
from tracer.flow.iterators import is_python_iterator
from tracer.flow.list_copies import ListCopies
from tracer.flow.list_types import ListTypes
from tracer.flow.made_containers import MadeContainers
from tracer.flow.structure import value_type
from tracer.iteration.lazy_iterations import is_recipe, put_in_turn
from tracer.record.decisions import OPERATION, UNROLLED
from tracer.record.plain_values import refuse_iteration
from tracer.record.signs import MIRRORED
from tracer.record.symbols import Symbol, adds_lists
from tracer.record.trace import Trace
from tracer.record.value_classes import LEAVING, draws
from tracer.values.arrays_of_classes import is_viewed
from tracer.values.lookup import in_class
from tracer.values.proxies import ObjectProxy

UNCHANGING = (NumpyScalar, PythonScalar, Tuple)
"""Types of values that no operator changes in place."""
SPECIAL_METHODS: dict[str, Callable[..., Any]] = {
    "__abs__": operator.abs,
    "__neg__": operator.neg,
    "__pos__": operator.pos,
    "__invert__": operator.invert,
    "__getitem__": operator.getitem,
    "__len__": len,
    "__bool__": bool,
    "__int__": int,
    "__float__": float,
    "__complex__": complex,
    "__copy__": copy.copy,
    "__str__": str,
    "__repr__": repr,
    "__format__": format,
}
"""Special methods that always do what Python asks them for, by name."""
WIDENING_METHODS = {"append": 0, "insert": 1}


def call_method(
    trace: Trace,
    symbol: Symbol,
    name: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    """Record a call of a method."""
    made = _called(trace, symbol, name, args, kwargs)
    held = trace.part(HeldContainers).may_have_other_name(symbol)
    if held and name not in LEAVING:
        given = [each for each in args if type(each) is not Symbol]
        trace.clobber(replaces=any(map(callable, given)))
    return made


def _called(
    trace: Trace,
    symbol: Symbol,
    name: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    of = symbol._ag_value.type
    if isinstance(of, List):
        return _call_list_method(trace, symbol, name, args, kwargs)
    taken = 1 if name in ("__getitem__", "__format__") else 0
    special = name in SPECIAL_METHODS and len(args) == taken
    if special and isinstance(of, (Array, NumpyScalar)):
        trace.decide("call", OPERATION)
        return trace.asked.call(SPECIAL_METHODS[name], (symbol, *args), kwargs)
    numpy_only = isinstance(of, (Array, NumpyScalar)) or (
        isinstance(of, Union) and all_numpy(of)
    )
    row: Row | None = BY_METHOD.get(name)
    if isinstance(of, PythonScalar) or _is_method_of_text(of, name):
        trace.decide("call", OPERATION)
        return trace.emit("pure_method", symbol, name, *args, **kwargs)
    if numpy_only and row is not None:
        made = _numpy_method(trace, row, symbol, args, kwargs)
        if name == "view":
            is_viewed(trace, made, (*args, *kwargs.values()))
        return made
    if any(isinstance(each, ClassArray) for each in members(of)):
        trace.decide("call", OPERATION)
        return trace.emit("call_method", symbol, name, *args, **kwargs)
    if isinstance(of, Container) and draws(of):
        return draw(trace, symbol, name, args, kwargs)
    if of == Container("Random"):
        return draw_with_python(trace, symbol, name, args, kwargs)
    if isinstance(of, Container):
        return call_container_method(trace, symbol, of.kind, name, args, kwargs)
    return trace.asked.call_back_method(symbol, name, args, kwargs)


def _numpy_method(
    trace: Trace,
    row: Row,
    symbol: Symbol,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    if row.method == "choose" and len(args) > 1:
        args = (args,)  # choices one by one
    given, named = out_by_name(row, (symbol, *args), kwargs)
    trace.decide("call", OPERATION)
    if kernel_cannot_take(row.kernel, given, named):  # the method says what it takes
        return trace.emit("call_method", symbol, row.method, *args, **kwargs)
    args, kwargs = given, named
    result = trace.emit(row, *args, **kwargs)
    return written_to(kwargs.get("out"), result)


def _call_list_method(
    trace: Trace,
    symbol: Symbol,
    name: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    if name not in LEAVING:
        trace.part(ListCopies).check_change(name)
    if name == "sort" and not args and kwargs.get("key") is not None:
        sort_by_key(trace, symbol, **kwargs)
        return None
    if name == "extend":
        args = tuple([opened(one) for one in args])
    if name in WIDENING_METHODS and len(args) > WIDENING_METHODS[name]:
        element = value_type(trace, args[WIDENING_METHODS[name]])
        trace.part(ListTypes).widen(symbol, element)
    elif name == "extend" and len(args) == 1 and is_recipe(args[0]):
        put_in_turn(trace, args[0], partial(_appended, trace, symbol))
        return None
    elif name == "extend" and len(args) == 1 and is_python_iterator(args[0]):
        for item in args[0]:  # what makes it may look at the list
            _appended(trace, symbol, item)
        return None
    elif name == "extend" and args:
        if isinstance(args[0], ObjectProxy):
            args = (gathered(trace, args[0]),)
        args = (trace.part(ListTypes).extension(symbol, args[0]),)
    trace.decide("call", OPERATION)
    return trace.emit(f"list_{name}", symbol, *args, **kwargs)


def _appended(trace: Trace, symbol: Symbol, item: Any) -> None:
    _call_list_method(trace, symbol, "append", (item,), {})


def get_item(trace: Trace, symbol: Symbol, index: Any) -> Any:
    """Return ``symbol[index]``."""
    of = symbol._ag_value.type
    if isinstance(of, List) and type(index) is not slice:
        lifted = trace.lift(index)
        return trace.record(
            OPS["getitem"],
            (symbol._ag_value, lifted),
            of=of.element,
            sure=is_integer(trace.type_of(index)),
        )
    return trace.emit("getitem", symbol, as_arrays(trace, symbol, index))


def set_item(trace: Trace, symbol: Symbol, index: Any, value: Any) -> None:
    """Apply ``symbol[index] = value``."""
    of = symbol._ag_value.type
    if not isinstance(of, (Array, Container)):
        trace.part(ListCopies).check_change("an item is set")
    if isinstance(of, List):
        if type(index) is not slice:
            trace.part(ListTypes).widen(symbol, value_type(trace, value))
        elif hasattr(type(value), "__iter__"):  # else the run raises
            if isinstance(value, ObjectProxy):
                value = gathered(trace, value)
            value = trace.part(ListTypes).extension(symbol, value)
    if not isinstance(of, Array):
        trace.part(MadeContainers).hold(value)
    trace.emit("setitem", symbol, as_arrays(trace, symbol, index), value)
    if _is_unknown(trace, symbol):  # perhaps a table of functions
        trace.clobber(replaces=type(value) is not Symbol and callable(value))


def delete_item(trace: Trace, symbol: Symbol, index: Any) -> None:
    """Apply ``del symbol[index]``."""
    trace.emit("delete_item", symbol, index)
    if _is_unknown(trace, symbol):
        trace.clobber(replaces=False)


def compare(trace: Trace, row: str, asked: Any, other: Any) -> Any:
    """Record a comparison that Python asks of an operand."""
    if type(other) is Symbol:
        return trace.emit(row, asked, other)
    sign, mirrored = trace.running_sign(), MIRRORED.get(row)
    if sign and sign == mirrored:
        return trace.emit(BY_INFIX[sign], other, asked)
    return trace.emit(row, asked, other)


def operate(trace: Trace, name: str, left: Any, right: Any) -> Any:
    """Record an operator; as ``+=`` or the like where an error may name it."""
    row = OPS[name]
    sign = trace.running_sign()
    if sign == f"{row.infix}=":
        inferred, fails = infer(row, (trace.lift(left), trace.lift(right)), ())
        if fails or inferred == ANY:
            row = BY_INFIX[sign]
    return trace.emit(row, left, right)


def augment(trace: Trace, symbol: Symbol, name: str, value: Any) -> Any:
    """Record an in-place operator; decline it for values that are rebound."""
    of = symbol._ag_value.type
    if isinstance(of, UNCHANGING):
        return NotImplemented
    if isinstance(of, List) and name == "iadd":
        if all(map(adds_lists, members(trace.type_of(value)))):
            return trace.emit("add", symbol, value)
        if _may_add_lists(value):
            trace.part(ListCopies).check_change(name)
            trace.part(ListTypes).widen(symbol, ANY)
            return trace.emit(name, symbol, value)
        _call_list_method(trace, symbol, "extend", (value,), {})
        return symbol
    if not isinstance(of, (Array, Container)):
        trace.part(ListCopies).check_change(name)
    result = trace.emit(name, symbol, value)
    if _is_unknown(trace, symbol):
        trace.clobber(replaces=False)
    return symbol if isinstance(of, Array) and not is_answered(result) else result


def _may_add_lists(value: Any) -> bool:
    """Whether ``a_list += value`` may give something else than the list."""
    if isinstance(value, ObjectProxy):
        return in_class(type(value._ag_real), "__radd__") is not None
    if type(value) is not Symbol:
        return False
    of = value._ag_value.type
    return may_answer(of) or any(map(adds_lists, members(of)))


def iterate(trace: Trace, symbol: Symbol) -> Iterator[Any]:
    """Iterate over a symbol in Python: by item, if the length is known."""
    of, length = symbol._ag_value.type, static_length(symbol)
    trace.decide("iteration", UNROLLED)
    if isinstance(of, Tuple) or (isinstance(of, Array) and length is not None):
        # One by one: the code between two items may write the next one.
        return (symbol[position] for position in range(length or 0))
    if isinstance(of, (NumpyScalar, PythonScalar)) or of == Array(
        getattr(of, "dtype", np.dtype(float)), ()
    ):
        trace.emit("iter", symbol)
    refuse_iteration(trace, symbol)


def unpacked(trace: Trace, symbol: Symbol, count: int) -> Any:
    """Return the items of a symbol, for so many targets."""
    of, length = symbol._ag_value.type, static_length(symbol)
    if isinstance(of, Tuple) or (isinstance(of, Array) and length == count):
        return tuple([symbol[position] for position in range(length or 0)])
    whole = trace.emit("unpack", symbol, count)
    return tuple([whole[position] for position in range(count)])


def copied(trace: Trace, symbol: Symbol, how: Callable[[Any], Any] = copy.copy) -> Any:
    """Return the result of `copy.copy` or `copy.deepcopy`."""
    of = symbol._ag_value.type
    if isinstance(of, (NumpyScalar, PythonScalar)):
        return symbol
    if isinstance(of, Array):
        return trace.emit("copy", symbol, order="K")
    return trace.asked.pure(how, (symbol,), {})


def _is_unknown(trace: Trace, symbol: Symbol) -> bool:
    """Whether a value may be something that a place of the trace holds."""
    if trace.part(HeldContainers).may_have_other_name(symbol):
        return True
    known = (Array, List, Container, NumpyScalar, PythonScalar, Tuple)
    options = members(symbol._ag_value.type)
    return not all(isinstance(each, known) for each in options)


def _is_method_of_text(of: Type, name: str) -> bool:
    """Whether a method of a NumPy string is a method of `str` or `bytes`."""
    kind = of.dtype.kind if isinstance(of, NumpyScalar) else ""
    return hasattr({"U": str, "S": bytes}.get(kind), name)
