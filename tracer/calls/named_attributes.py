"""`getattr`, `hasattr` and the like: attributes by a name that the program has."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import Any, TypeGuard

import numpy as np

from tracer.calls import methods
from tracer.calls.asked_attributes import asked_once, attribute_or, has, is_computed
from tracer.calls.handlers import Builtin
from tracer.errors import NotStaged, everywhere, no_attribute, on_behalf
from tracer.flow.made_exceptions import MadeExceptions
from tracer.record.staged import Proxy, Staged, is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import is_made_here
from tracer.values.functions_and_classes import (
    ASKED_BY_PYTHON,
    StagedBoundFunction,
    StagedClass,
    StagedFunction,
    StandIn,
)
from tracer.values.lookup import in_class
from tracer.values.made_functions import MadeFunctions
from tracer.values.objects import Objects
from tracer.values.proxies import ObjectProxy
from tracer.values.staged_modules import StagedModule
from tracer.values.staging import Stager


def _named(
    function: Callable[..., Any], trace: Trace, value: Any, name: Any, *more: Any
) -> Any:
    """Do something to an attribute, whose name the run alone may know."""
    if is_staged(name):
        if function in (setattr, delattr):
            _changes_unseen(trace, value)
        return trace.asked.pure(function, (value, name, *more), {})
    if isinstance(value, StagedModule) and value._ag_unsure(name):
        return _of_module(function, trace, value, name, *more)
    handler = {getattr: _getattr, hasattr: _hasattr}.get(function)
    if function is setattr and more and is_made_here(value):
        return trace.part(MadeFunctions).set_attribute(value, name, *more)
    if handler is None or not isinstance(name, str):
        return on_behalf(function, value, name, *more)
    if type(value) is StagedBoundFunction and not in_instances(MethodType, name):
        value = value.__func__
    if issubclass(type(value), StagedFunction) and value._ag_keeps(name):
        value = trace.part(Objects).of_function(value._ag_original)
    return handler(trace, value, name, *more)


def _changes_unseen(trace: Trace, value: Any) -> None:
    """Ensure that the run changes an attribute which the trace does not go on to have.

    Python has those of what is made here, and the trace those of what stands for other
    things than instances.
    """
    if issubclass(type(value), BaseException):
        trace.part(MadeExceptions).must_exist(value)
    if isinstance(value, StandIn) or is_made_here(value):
        kind = type(trace.part(Stager).original(value, by_identity=False)).__name__
        trace.refuse(
            everywhere(
                NotStaged(
                    f"an attribute of a {kind} is changed by a name that is known only "
                    "when the function runs",
                    hint="ask for the name with `if`, and write an assignment for each",
                )
            )
        )


def _of_module(
    function: Callable[..., Any], trace: Trace, value: Any, name: str, *more: Any
) -> Any:
    """Do something to an attribute of a module that may have been deleted."""
    if function is hasattr:
        return trace.emit("has_attribute", value, name)
    if function is getattr and more:
        return trace.emit("attribute_or", value, name, *more)
    return on_behalf(function, value, name, *more)


def _getattr(trace: Trace, value: Any, name: str, *default: Any) -> Any:
    if isinstance(value, ObjectProxy):
        if default:
            return attribute_or(trace, value, name, *default)
        return trace.part(Objects).attribute(value, name)
    if name in ("__doc__", "__module__") and isinstance(value, Proxy):
        return on_behalf(getattr, value._ag_real, name, *default)
    if _has_another(value, name):
        if issubclass(type(value), StagedModule) and name in vars(value._ag_original):
            return value.__getattr__(name)
        return trace.asked.pure(getattr, (value, name, *default), {})
    special = _is_special(name)
    if (default or special) and is_instance(value):
        kind = value._ag_kind()
        if kind is None and (default or type(value) is Symbol):
            return _of_unknown(trace, value, name, *default)
        if kind is not None and not in_instances(kind, name):
            if default:
                return default[0]
            raise no_attribute(kind.__name__, name)
        if special and kind is not None and in_class(kind, name, value) is None:
            return None  # as the class says that its instances have no hash
    if default and issubclass(type(value), tuple) and is_computed(type(value), name):
        ask = partial(on_behalf, getattr, value, name)
        return asked_once(trace, name, ask, *default)
    found = on_behalf(getattr, value, name, *default)
    return methods.call(trace, found) if special else found


def _of_unknown(trace: Trace, value: Any, name: str, *default: Any) -> Any:
    if default:
        return trace.emit("attribute_or", value, name, *default)
    return trace.asked.attribute(value, name, True)


def _hasattr(trace: Trace, value: Any, name: str) -> Any:
    if isinstance(value, ObjectProxy):
        return has(trace, value, name)
    if _has_another(value, name):
        if type(value) is StagedBoundFunction:
            function = trace.part(Stager).original(value.__func__, by_identity=False)
            return in_instances(MethodType, name) or hasattr(function, name)
        return hasattr(trace.part(Stager).original(value, by_identity=False), name)
    if is_instance(value):
        kind = value._ag_kind()
        if kind is None:
            return trace.emit("has_attribute", value, name)
        return in_instances(kind, name)
    if issubclass(type(value), tuple) and is_computed(type(value), name):
        return asked_once(trace, name, partial(_is_there, value, name), False)
    return hasattr(value, name)


def _is_there(value: Any, name: str) -> bool:
    on_behalf(getattr, value, name)
    return True


def _is_special(name: str) -> bool:
    return name[:2] == name[-2:] == "__"


def _has_another(value: Any, name: str) -> bool:
    """Whether a stand-in has an attribute, which is not that of the original."""
    kind = type(value)
    if issubclass(kind, StagedClass):  # it asks the class itself for all others
        return name in ASKED_BY_PYTHON and not hasattr(value._ag_original, name)
    if not _is_special(name) or name in AS_THEY_ARE:
        return False
    if kind is StagedBoundFunction:
        bases = (*kind.__mro__, *StagedFunction.__mro__)  # which it asks
    elif issubclass(kind, StandIn) and name != "__call__":
        bases = kind.__mro__
    else:
        return False
    own = any(name in vars(base) for base in bases if base is not object)
    return own or name in OF_ANY


AS_THEY_ARE = frozenset(
    "__class__ __doc__ __func__ __get__ __module__ __self__".split()
)
"""Attributes by which a stand-in is what it stands for."""
OF_ANY = frozenset("__init__ __lt__ __le__ __gt__ __ge__ __ne__ __new__".split())
"""Methods that everything inherits."""


def is_instance(value: Any) -> TypeGuard[Staged]:
    """Whether a value stands for one that Python does not know while tracing."""
    if type(value) is StagedBoundFunction:  # which has the attributes of its function
        return False
    return is_staged(value) and not value._ag_is_known


def in_instances(kind: type, name: str) -> bool:
    """Whether instances have an attribute; the class itself has more of them."""
    there = any(name in vars(base) for base in kind.__mro__)
    if there and issubclass(kind, (np.ndarray, np.generic)):
        # NumPy 2.0 still has attributes that tell of their removal.
        some = np.zeros(1, kind if issubclass(kind, np.generic) else None)
        return hasattr(some[0] if issubclass(kind, np.generic) else some, name)
    return there


NAMED_ATTRIBUTES = [
    Builtin(function, handler=partial(_named, function))
    for function in (getattr, hasattr, setattr, delattr)
]
"""What they do in a trace."""
