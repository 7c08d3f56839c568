"""Special attributes that the user's code reads by their names."""

from __future__ import annotations

from functools import partial
from types import FunctionType
from typing import Any

from tracer.calls.methods import call
from tracer.errors import on_behalf, user_error
from tracer.flow.structure import is_structure
from tracer.policy import is_convertible
from tracer.record.contents import TEXTS, holds_staged
from tracer.record.staged import Proxy, is_staged
from tracer.record.symbols import Symbol, python_class
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals, is_made_here
from tracer.serve.origins import Fixed
from tracer.values.bound_methods import BOUND_METHODS, BoundMethod
from tracer.values.class_changes import may_have_changed
from tracer.values.containers import DictProxy, ListProxy
from tracer.values.functions_and_classes import StandIn
from tracer.values.lookup import in_class, shows_another_class
from tracer.values.made_partials import MadePartial
from tracer.values.named_tuples import NamedTuples
from tracer.values.proxies import PLAIN_ANSWERS, ObjectProxy, iterates_in_c
from tracer.values.staged_modules import StagedModule


def get_attribute(trace: Trace, value: Any, name: str) -> Any:
    """Return ``value.name``, which Python or NumPy would not be told."""
    if name == "__class__":
        return _class_of(trace, value, name)
    if name == "__globals__" and is_made_here(value):
        seen = value.__globals__
        assert type(seen) is TracedGlobals
        module = seen.real
        return trace.asked.stage(module, Fixed(module, "module_globals"))
    if name == "__new__" and isinstance(value, ObjectProxy):
        return trace.asked.class_attribute(type(value._ag_real), name)
    if isinstance(value, ObjectProxy) and (name in OWN or _is_asked_for(value, name)):
        return value._ag_attribute(name)
    if name in OF_CLASSES and isinstance(value, Proxy):
        return on_behalf(getattr, value._ag_real, name)  # a list or a dict
    if name in ANSWERED and holds_staged(value) and type(value) is not Symbol:
        return BoundMethod(trace, value, name, partial(_answered, trace, name, value))
    if name in PLAIN_ANSWERS and isinstance(value, ObjectProxy):
        if hasattr(type(value._ag_real), name):
            answered = partial(_special, trace, value, name)
            return BoundMethod(trace, value, name, answered)
    if name in LOOKING and isinstance(value, ObjectProxy):
        method = partial(trace.asked.call_back_method, value, name)
        return BoundMethod(trace, value, name, lambda *args: method(args, {}))
    if name in DOCUMENTED and type(value) is BoundMethod:
        return on_behalf(value._ag_documented, name)
    of_items = isinstance(value, OF_ITEMS) and hasattr(value, name)
    if name in ITERATOR_METHODS and (of_items or iterates_in_c(value, name)):
        # What it holds is known only when the function runs.
        made = partial(trace.asked.call, ITERATOR_METHODS[name], (value,), {})
        return BoundMethod(trace, value, name, made)
    return _as_written(trace, value, name)


def _as_written(trace: Trace, value: Any, name: str) -> Any:
    """Return an attribute that is special to Python alone."""
    if type(value) is Symbol:
        return trace.asked.attribute(value, name, True)
    if issubclass(type(value), StagedModule) and name in vars(value._ag_original):
        return value.__getattr__(name)  # not an operator of the stand-in
    if name == "__dict__" and is_structure(value) and type(value).__dictoffset__:
        trace.part(NamedTuples).gets_attribute(value)
    found = on_behalf(getattr, value, name)
    if _is_ours(value) and type(found) in BOUND_METHODS and _is_ours(found.__self__):
        by_name = partial(_called_by_name, trace, found)
        return BoundMethod(trace, value, name, by_name)
    if type(value).__module__ == "typing":  # known by what it equals
        return trace.asked.stage(found, Fixed(found, name))
    return found


def _is_ours(receiver: Any) -> bool:
    return is_staged(receiver) or type(receiver) is MadePartial


def _called_by_name(trace: Trace, method: Any, /, *args: Any, **kwargs: Any) -> Any:
    return call(trace, method)(*args, **kwargs)


def _class_of(trace: Trace, value: Any, name: str) -> Any:
    """Return the attribute ``__class__``, which is its own to a value of a trace."""
    if type(value) is Symbol:
        known = python_class(value._ag_value.type) is not None
        return value.__class__ if known else trace.emit("ask_attribute", value, name)
    if isinstance(value, ObjectProxy):
        changed = may_have_changed(trace, value)
        kind = type(value._ag_real)
        if shows_another_class(kind):
            return trace.emit("ask_attribute", value, name)
        return (
            trace.emit("type_of", value) if changed else trace.asked.stage_class(kind)
        )
    if issubclass(type(value), HIDING_THEIR_CLASS):
        return trace.asked.call(type, (value,), {})
    return on_behalf(getattr, value, "__class__")


def _is_asked_for(value: ObjectProxy, name: str) -> bool:
    """Whether a method of the user's may take and give anything, called by name.

    One that is None says that there is no such method, as for what has no hash.
    """
    found = in_class(type(value._ag_real), name, value)
    if found is None:
        return True
    if name in (*TEXTS, "__getattr__"):
        return is_convertible(found) and found.__code__.co_filename != "<string>"
    return name in PLAIN_ANSWERS and type(found) is FunctionType


def _answered(trace: Trace, name: str, value: Any, /, *args: Any) -> Any:
    """Call a special method by what Python calls it for."""
    wanted = 1 if name in ("__format__", "__getattribute__") else 0
    if len(args) != wanted:
        raise user_error(TypeError(f"expected {wanted} arguments, got {len(args)}"))
    return trace.asked.call(ANSWERED[name], (value, *args), {})


def _special(trace: Trace, value: Any, name: str, /, *args: Any) -> Any:
    """Call a special method whose answer only the run may know."""
    return trace.asked.special(value, name, args, {})


ITERATOR_METHODS: dict[str, Any] = {"__iter__": iter, "__reversed__": reversed}
"""What calls the methods that make iterators."""
OF_ITEMS = (list, tuple, dict, str, bytes, range, frozenset, ListProxy, DictProxy)
"""Classes of values of a trace whose iterators are the run's to make."""
HIDING_THEIR_CLASS = (StandIn, tuple, partial)
"""Classes whose instances in a trace stand for those of other classes."""
DOCUMENTED = frozenset("__doc__ __module__ __qualname__ __text_signature__".split())
"""Attributes of methods that say what they are."""
OF_CLASSES = frozenset("__doc__ __module__ __slots__".split())
"""Attributes that the class of a value of a trace has, and the user's class too."""
OWN = OF_CLASSES | {"__init__"}
"""Attributes that the value of a trace has itself, and the user's object too."""
LOOKING = frozenset("__dir__ __getstate__ __reduce__ __reduce_ex__ __sizeof__".split())
"""Methods that look at all attributes, as the run has them."""
ANSWERED = {
    "__str__": str,
    "__repr__": repr,
    "__format__": format,
    "__getattribute__": getattr,
}
"""Special methods that every object has, and so a value of a trace for itself."""
