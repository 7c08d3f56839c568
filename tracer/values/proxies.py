"""Stand-ins for Python objects that converted code reads and writes.

An object that is passed to a traced function, or read from a global, is no constant of
the graph: its attributes and items are loaded and stored when the graph runs. While
tracing, a proxy takes its place, so that plain ``self.x`` and ``d[k]`` are seen.
"""

from __future__ import annotations

import copy
from array import array
from collections.abc import Hashable
from types import FunctionType
from typing import Any

from tracer.errors import class_name
from tracer.policy import is_convertible, is_opaque
from tracer.record.asked import Recording
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.values.lookup import in_class, runs_code

ITERATING = ("__iter__", "__getitem__")
"""Methods that make an object iterable: by an iterator, or item by item."""


class ObjectProxy(Proxy):
    """Stand-in for an instance of a class."""

    __slots__ = ()

    _ag_compares = True
    _ag_is_asked = True

    @property
    def _ag_needs_run(self) -> bool:
        kind = type(self._ag_real)
        return is_opaque(kind) or issubclass(kind, VALUES_OF_PYTHON)

    def _ag_attribute(self, name: str) -> Any:
        """Return ``self.name``."""
        return self._ag_trace.asked.object_attribute(self, name)

    def _ag_has(self, kind: str, key: Any) -> bool:
        if kind != "attribute":
            return True
        if runs_code(type(self._ag_real), str(key)):
            return False
        return bool(self._ag_trace.asked.object_has(self, str(key)))

    def _ag_truth(self) -> Any:
        return self._ag_trace.asked.object_truth(self)

    def _ag_iterable(self) -> Any:
        return self._ag_trace.asked.object_source(self)

    def _ag_opened(self) -> Any:
        methods = (in_class(type(self._ag_real), name) for name in ITERATING)
        return self._ag_iterable() if any(methods) else self

    def __getattr__(self, name: str) -> Any:
        return self._ag_attribute(name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._ag_trace.asked.set_object_attribute(self, name, value)

    def __delattr__(self, name: str) -> None:
        self._ag_trace.asked.delete_object_attribute(self, name)

    def __eq__(self, other: object) -> Any:
        return self._ag_trace.asked.object_equals(self, other)

    def __ne__(self, other: object) -> Any:
        kind = type(self._ag_real)
        equals = in_class(kind, "__eq__")
        known = is_convertible(equals) if equals else type(other) is not Symbol
        if is_opaque(kind) or not known or asks_both(self._ag_trace):
            return self._ag_trace.asked.compare("not_equal", self, other)
        equal = self.__eq__(other)
        if equal is NotImplemented:
            return equal
        return self._ag_trace.asked.negated(equal)

    __hash__ = Proxy.__hash__

    def __deepcopy__(self, memo: Any) -> Any:
        return self._ag_trace.asked.call(copy.deepcopy, (self,), {})


def asks_both(trace: Recording) -> bool:
    """Whether the run asks both operands of the running operator, in turn."""
    return where_asked(trace) in trace.facts.deferred


def where_asked(trace: Recording) -> Hashable:
    """Return the place of the running operator among those whose operands decline."""
    return "declines", trace.stack.site()


def plain_unless_iterable(value: Any) -> Any:
    """Return a value; the object itself where Python cannot iterate over it.

    Python's own error, then, names the class and what was asked of it.
    """
    if not isinstance(value, ObjectProxy):
        return value
    kind = type(value._ag_real)
    iterable = any(in_class(kind, name) is not None for name in ITERATING)
    return value if iterable else value._ag_real


def iterates_in_c(value: Any, name: str = "__iter__") -> bool:
    """Whether a method written in C iterates over an object, such as a set."""
    if not isinstance(value, ObjectProxy):
        return False
    found = in_class(type(value._ag_real), name)
    return found is not None and type(found) is not FunctionType


def has_keys_in_c(value: Any) -> bool:
    """Whether a value is a mapping of the caller's whose keys no traced code tells."""
    if not isinstance(value, ObjectProxy):
        return False
    kind = type(value._ag_real)
    return is_opaque(kind) or not is_convertible(in_class(kind, "keys"))


def is_set(value: Any) -> bool:
    """Whether a value is a set of the caller's."""
    return isinstance(value, ObjectProxy) and isinstance(
        value._ag_real, (set, frozenset)
    )


def is_of_a_child(left: Any, right: Any) -> bool:
    """Whether the right operand is of a subclass of Python's class of the left one.

    Python asks it first, and then the left one, whose operator looks inside of it: of
    what stands for it, that would be nothing.
    """
    if isinstance(left, ObjectProxy) or not isinstance(right, ObjectProxy):
        return False
    real = right._ag_real
    if isinstance(left, bytes):
        return isinstance(real, BUFFERS)
    return any(isinstance(left, one) and isinstance(real, one) for one in PARENTS)


VALUES_OF_PYTHON = (int, float, complex, str, bytes, bytearray, tuple, frozenset)
"""Classes whose hash and equality are told by what an instance holds, in C."""
BUFFERS = (bytes, bytearray, memoryview, array)
"""Classes inside of which the operators of bytes look."""
PARENTS = (list, dict, set, frozenset, tuple, str, bytes)
"""Classes whose operators look inside of the other operand."""
PLAIN_ANSWERS = {
    "__len__": ("the length as a plain int", "len"),
    "__index__": ("a plain int", "index"),
    "__int__": ("a plain int", "int"),
    "__float__": ("a plain float", "float"),
    "__complex__": ("a plain complex number", "complex"),
    "__hash__": ("the hash (as the key of a dict)", "hash"),
    "__bool__": ("a plain truth value", "bool"),
    "__contains__": ("a plain answer to `in`", "in"),
}
"""Special methods that must not answer with a symbol: the need, the hint's key."""


def _forward(name: str) -> Any:
    def method(self: ObjectProxy, /, *args: Any, **kwargs: Any) -> Any:
        asked = self._ag_trace.asked
        answer = asked.special(self, name, args, kwargs)
        if name in PLAIN_ANSWERS:
            return asked.plain_answer(answer, *PLAIN_ANSWERS[name])
        return answer

    method.__name__ = name
    return method


def _iterate(self: ObjectProxy, /, *args: Any, **kwargs: Any) -> Any:
    if args or kwargs:  # no iteration: a call of the method by its name
        return self._ag_attribute("__iter__")(*args, **kwargs)
    return self._ag_trace.asked.iterate_object(self)


_iterate.__name__ = "__iter__"
FORWARDS = {"__iter__": _iterate}
"""Special methods of which Python needs more than their own result."""
FORWARDED = frozenset(
    f"__{name}__"
    for name in (
        "call len getitem setitem delitem contains iter next enter exit bool hash "
        "int float complex index abs neg pos invert round divmod rdivmod "
        "add radd iadd sub rsub isub mul rmul imul truediv rtruediv itruediv floordiv "
        "rfloordiv ifloordiv mod rmod imod pow rpow ipow matmul rmatmul imatmul and "
        "rand iand or ror ior xor rxor ixor lshift rlshift ilshift rshift rrshift "
        "irshift lt le gt ge eq ne"
    ).split()
)
"""The special methods that Python looks up in classes."""


def forwards(kind: type) -> dict[str, Any]:
    """Return what asks the trace for each special method that a class defines."""
    space: dict[str, Any] = {}
    for name in FORWARDED.intersection(vars(kind)):
        # None says that there is no such method, whatever the bases have.
        forwarded = FORWARDS.get(name) or _forward(name)
        space[name] = vars(kind)[name] and forwarded
    return space


def is_iterated_by_index(kind: type) -> bool:
    """Whether Python iterates over instances by index, for want of `__iter__`."""
    return hasattr(kind, "__getitem__") and not hasattr(kind, "__iter__")


def proxy_class(kind: type, known: dict[type, type[ObjectProxy]]) -> type[ObjectProxy]:
    """Return the proxy class for instances of a class.

    It has the name, the order of bases and the special methods of `kind`. So Python
    itself finds out which operand is asked first, what an object does not support,
    and how to report it.
    """
    made = known.get(kind)
    if made is None:
        bases = [proxy_class(base, known) for base in kind.__bases__]
        space = {"__slots__": (), **forwards(kind)}
        if "__getitem__" in space and is_iterated_by_index(kind):
            # Python would ask for items itself, and take any IndexError for the end.
            space["__iter__"] = _iterate
        made = known[kind] = type(class_name(kind), tuple(bases), space)
    return made


ObjectProxy.__name__ = "object"  # Python's errors name the classes of operands
