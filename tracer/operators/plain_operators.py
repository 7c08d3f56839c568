"""NumPy's operators on plain values, which Python computes while tracing.

Two of their effects belong to the run. For ``np.float64(1) / 0`` NumPy warns, or
raises, as `np.errstate` says at that moment, at each run. And
``np.float64(1) + [1, 2]`` makes another array at each run. So an operator that errs, or
makes an array, is recorded instead.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from runtime.ops import BY_INFIX, BY_PREFIX
from runtime.types import Array, List, NumpyScalar, PythonScalar, Tuple
from tracer.calls.gathering import taken
from tracer.calls.lengths import is_countable
from tracer.calls.methods import call
from tracer.calls.texts import format_percent
from tracer.errors import on_behalf
from tracer.flow.container_uses import put_into
from tracer.flow.iterators import itself
from tracer.flow.made_containers import MadeContainers
from tracer.flow.restored_containers import RestoredContainers
from tracer.iteration.lazy_iterations import is_recipe
from tracer.record.contents import for_the_run
from tracer.record.context import ACTIVE
from tracer.record.frames import is_called_by_user
from tracer.record.signs import BINARY, UNARY
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.value_classes import CHANGING, PLAIN_TYPES
from tracer.values.class_changes import stays
from tracer.values.container_iteration import VIEWS
from tracer.values.containers import DictProxy, ListProxy
from tracer.values.lookup import in_class
from tracer.values.proxies import ObjectProxy, is_of_a_child

KINDS = {"divide": "divide", "overflow": "over", "underflow": "under"}
"""The `np.errstate` names of NumPy's messages, by first word; else invalid."""
FLAGS = {"divide": 1, "overflow": 2, "underflow": 4}
"""What NumPy tells a function of an error besides its kind, by first word."""
INVALID = 8
"""The same for all other errors."""
NUMBERS = frozenset({bool, int, float, complex})
"""Python's classes of numbers."""
TEXT_KINDS = ("str", "bytes")
"""Python's scalars that are no numbers."""
PLAIN = (*PLAIN_TYPES, *CHANGING, tuple, np.generic, ListProxy)
"""Classes whose operators raise for an iterator."""
OPERANDS = (bool, int, float, complex, np.generic, list, tuple, range, dict, set)
OF_SETS = (VIEWS["keys"], VIEWS["items"])
"""Classes of views that have the operators of sets."""
KEYED = (set, frozenset, dict, *OF_SETS)
"""Classes that look for their items by hash and equality."""
WARNS_OF_BOOL = sys.version_info >= (3, 12)
"""Whether Python warns of ``~True``."""


def listening() -> AbstractContextManager[object]:
    """Return a context manager that listens to floating-point errors."""
    return np.errstate(all="log", call=_Listener(np.geterr(), np.geterrcall()))


def operate(trace: Trace, left: Any, sign: str, right: Any) -> Any:
    """Apply an operator; record one of NumPy's that errs or makes an array."""
    if are_numbers(left, right):
        return _between_numbers(trace, left, sign, right)
    if isinstance(left, (str, bytes)) and sign.removesuffix("=") == "%":
        return format_percent(trace, left, right)
    method = _method(left, sign, right)
    if method is not None:
        call(trace, method)(right)
        return left
    if sign == "+=" and _extends(left):
        # What it is added to may be what it reads.
        in_turn = type(left) is Symbol or isinstance(left, ObjectProxy)
        if is_recipe(right) and not in_turn:
            right = taken(trace, right)
        if type(left) is list and type(right) is Symbol:
            trace.part(MadeContainers).must_exist(left)
    elif _is_plain(left) or _is_plain(right):
        left, right = itself(left), itself(right)
    if is_numpys(left, right):
        known = computed(BINARY[sign], left, right)
        if known is not None:
            return known
        return trace.emit(BY_INFIX[sign.removesuffix("=")], left, right)
    in_place = sign.endswith("=") and isinstance(left, (list, dict, set))
    child = is_of_a_child(left, right) and not in_place
    if child or keys_compare(trace, left, right):
        return trace.emit(BY_INFIX[sign.removesuffix("=")], left, right)
    if sign.endswith("="):
        _change(trace, left, right)
    return _apply(trace, left, sign, right)


def _method(left: Any, sign: str, right: Any) -> Any:
    """Return the method that does what an operator does, which takes any items."""
    if sign == "+=" and _is_list(left) and (is_recipe(right) or _is_added(right)):
        return left.extend
    if sign == "|=" and type(left) in (dict, DictProxy):
        return left.update
    return None


def are_numbers(left: Any, right: Any) -> bool:
    """Whether an operator between two values is known without a further look.

    Both are numbers of Python's, or numbers and arrays that only the run knows.
    """
    return _is_number(left) and _is_number(right)


def _is_number(value: Any) -> bool:
    if type(value) is not Symbol:
        return type(value) in NUMBERS
    of = value._ag_value.type
    if isinstance(of, PythonScalar):
        return of.kind not in TEXT_KINDS
    return isinstance(of, (Array, NumpyScalar))


def _between_numbers(trace: Trace, left: Any, sign: str, right: Any) -> Any:
    if type(left) is Symbol or type(right) is Symbol:
        return trace.applied(sign, on_behalf, BINARY[sign], left, right)
    return on_behalf(BINARY[sign], left, right)


def _change(trace: Trace, left: Any, right: Any) -> None:
    """Ensure that an operator may change a container in place."""
    trace.part(RestoredContainers).changing(left)
    if right is not left:
        put_into(trace, left, (right,))
    alone = trace.part(MadeContainers).only_here(left)
    if alone and type(right) is Symbol and not is_countable(right):
        trace.part(MadeContainers).must_exist(left)


def keys_compare(trace: Trace, left: Any, right: Any) -> bool:
    """Whether Python compares items of sets or keys of dicts, which only the run can.

    Begins again with those that the function makes as ones that the run makes.
    """
    if not any(issubclass(type(left), kind) for kind in KEYED):
        return False
    if type(right) is Symbol:  # a view would take its items while tracing
        return type(left) in OF_SETS
    if not any(issubclass(type(right), kind) for kind in KEYED):
        return False
    if not for_the_run(trace, *left, *right):
        return False
    for each in (left, right):
        if type(each) in (set, dict):
            trace.part(MadeContainers).must_exist(each)
    return True


def _is_list(left: Any) -> bool:
    """Whether ``+=`` appends the items one by one."""
    if type(left) is Symbol:
        return isinstance(left._ag_value.type, List)
    return type(left) in (list, ListProxy)


def _extends(left: Any) -> bool:
    """Whether ``+=`` may take the items of an iterator."""
    if type(left) is Symbol:
        kinds = (PythonScalar, NumpyScalar, Array, Tuple)
        return not isinstance(left._ag_value.type, kinds)
    return type(left) not in PLAIN_TYPES and not issubclass(
        type(left), (tuple, np.generic)
    )


def _is_added(right: Any) -> bool:
    """Whether a list adds the items of the user's object, which does not add itself."""
    real = right._ag_real if isinstance(right, ObjectProxy) else None
    return real is not None and in_class(type(real), "__radd__") is None


def _is_plain(operand: Any) -> bool:
    """Whether an operand knows no operator that takes an iterator."""
    return type(operand) is Symbol or issubclass(type(operand), PLAIN)


def computed(function: Callable[..., Any], *operands: Any) -> Any:
    """Return a scalar that NumPy computes without an error, else None."""
    try:
        with np.errstate(all="raise"):
            made = on_behalf(function, *operands)
    except FloatingPointError:
        return None
    return None if isinstance(made, np.ndarray) else made


def is_numpys(left: Any, right: Any) -> bool:
    """Whether an operator between two plain values is NumPy's."""
    kinds = type(left), type(right)  # a symbol says that it is what it stands for
    by_numpy = any(issubclass(kind, np.generic) for kind in kinds)
    return by_numpy and all(issubclass(kind, OPERANDS) for kind in kinds)


def signed(trace: Trace, sign: str, operand: Any) -> Any:
    """Apply a unary operator; one of NumPy's that errs is the run's, and a warning."""
    if sign == "~" and type(operand) is bool and WARNS_OF_BOOL:
        return trace.emit(BY_PREFIX[sign], operand)
    if issubclass(type(operand), np.generic):
        known = computed(UNARY[sign], operand)
        return trace.emit(BY_PREFIX[sign], operand) if known is None else known
    return on_behalf(UNARY[sign], operand)


def _apply(trace: Trace, left: Any, sign: str, right: Any) -> Any:
    """Apply an operator as Python does."""
    stays(trace, left, right)
    result = trace.applied(sign, on_behalf, BINARY[sign], left, right)
    if result is left or result is right:
        return result
    return trace.part(MadeContainers).mutable(result)


class _Listener:
    """The receiver of NumPy's floating-point errors.

    Parameters
    ----------
    modes : mapping
        What to do about errors that the trace cannot leave to the run.
    receiver : object
        Whom the user has told NumPy to call about them, or to write to.
    """

    def __init__(self, modes: Mapping[str, Any], receiver: Any) -> None:
        self._modes = modes
        self._receiver = receiver

    def write(self, text: str) -> None:
        """Receive an error."""
        trace = ACTIVE.get()
        # In code that is not traced, a second try would run it again.
        if trace is not None and is_called_by_user(sys._getframe(1)):
            trace.learn(trace.facts.erring, trace.stack.site())
        message = text.removeprefix("Warning: ").rstrip()
        kind = message.partition(" encountered")[0]
        mode = self._modes[KINDS.get(kind.partition(" ")[0], "invalid")]
        if mode == "call":
            self._receiver(kind, FLAGS.get(kind.partition(" ")[0], INVALID))
        if mode == "log":
            self._receiver.write(text)
        if mode == "print":
            print(text, end="")
        if mode == "raise":
            raise FloatingPointError(message)
        if mode == "warn":
            warnings.warn(message, RuntimeWarning, stacklevel=2)
