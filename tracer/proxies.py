"""Stand-ins for Python objects that converted code reads and writes.

An object that a traced function is given or reads from a global is no constant of the
graph: its attributes and items are loaded and stored when the graph runs. While
tracing a proxy stands for it, so that plain ``self.x`` and ``d[k]`` are seen.
"""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.ops import BY_INFIX
from tracer.instructions import MIRRORED
from tracer.symbols import Symbol

if TYPE_CHECKING:
    from runtime.ir.graph import Value
    from tracer.origins import Origin
    from tracer.trace import Trace


class Proxy:
    """Base of all proxies.

    Attributes
    ----------
    _ag_real : object
        The object at the time of tracing; its class, its methods and the kinds of its
        attributes are read from it.
    _ag_origin : Origin or None
        How to reach it at a call; None for an object made while tracing.
    _ag_trace : Trace
        The trace that made it.
    _ag_value : Value or None
        What stands for the object itself in the graph, once something needs it.
    """

    __slots__ = ("_ag_origin", "_ag_real", "_ag_trace", "_ag_value")

    _ag_origin: Origin | None
    _ag_real: Any
    _ag_trace: Trace
    _ag_value: Value | None

    def __init__(self, real: object, origin: Origin | None, trace: Trace) -> None:
        object.__setattr__(self, "_ag_real", real)
        object.__setattr__(self, "_ag_origin", origin)
        object.__setattr__(self, "_ag_trace", trace)
        object.__setattr__(self, "_ag_value", None)

    @property  # type: ignore[misc]  # that of `object` can be set
    def __class__(self) -> type:
        return type(self._ag_real)

    def __repr__(self) -> str:
        return f"<traced {type(self._ag_real).__name__}>"

    def __hash__(self) -> int:
        self._ag_trace.identities.depends_on_value(self)
        return hash(self._ag_real)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self._ag_trace.refuse_object(self, "pickled or copied")


class ObjectProxy(Proxy):
    """Stands for an instance of a class."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        return self._ag_trace.objects.attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._ag_trace.objects.set_attribute(self, name, value)

    def __delattr__(self, name: str) -> None:
        self._ag_trace.objects.delete_attribute(self, name)

    def __eq__(self, other: object) -> Any:
        return self._ag_trace.objects.is_same(self, other)

    def __ne__(self, other: object) -> Any:
        equal = self.__eq__(other)
        if equal is NotImplemented:
            return equal
        return self._ag_trace.logic.not_(self._ag_trace, equal)

    __hash__ = Proxy.__hash__

    def __deepcopy__(self, memo: Any) -> Any:
        return self._ag_trace.functions.call(copy.deepcopy, (self,), {})


PLAIN_ANSWERS = {
    "__len__": ("its length as a plain int", "len"),
    "__index__": ("a plain int", "index"),
    "__int__": ("a plain int", "int"),
    "__float__": ("a plain float", "float"),
    "__complex__": ("a plain complex number", "complex"),
    "__hash__": ("its hash (as the key of a dict)", "hash"),
    "__bool__": ("a plain truth value", "bool"),
    "__contains__": ("a plain answer to `in`", "in"),
}
"""What Python takes no symbol for, where it asks by itself."""


def _forward(name: str) -> Any:
    def method(self: ObjectProxy, *args: Any, **kwargs: Any) -> Any:
        objects = self._ag_trace.objects
        answer = objects.special(self, name, args, kwargs)
        if name in PLAIN_ANSWERS:
            return objects.plain(answer, *PLAIN_ANSWERS[name])
        return answer

    return method


def _iterate(self: ObjectProxy) -> Any:
    return self._ag_trace.objects.iterate(self)


FORWARDS = {"__iter__": _iterate}
"""The special methods that Python asks for more than they give themselves."""
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
"""The special methods that Python looks for in classes."""


def proxy_class(kind: type, known: dict[type, type[ObjectProxy]]) -> type[ObjectProxy]:
    """Give the class of the proxies of a class's instances.

    It has the name, the order of bases and the special methods of `kind`. So Python
    itself finds out which operand is asked first, what an object does not support,
    and how to say so.
    """
    made = known.get(kind)
    if made is None:
        bases = [proxy_class(base, known) for base in kind.__bases__]
        space: dict[str, Any] = {"__slots__": ()}
        for name in FORWARDED.intersection(vars(kind)):
            # None says that there is no such method, whatever the bases have.
            forwarded = FORWARDS.get(name) or _forward(name)
            space[name] = vars(kind)[name] and forwarded
        made = known[kind] = type(kind.__name__, tuple(bases), space)
    return made


class ContainerProxy(Proxy):
    """Stands for a list or dict."""

    __slots__ = ()

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any
    ) -> Any:
        return self._ag_trace.call_ufunc(ufunc, method, inputs, keywords)

    def __deepcopy__(self, memo: Any) -> Any:
        return self._ag_trace.containers.deep(self)


class ListProxy(ContainerProxy):
    """Stands for a list whose length the graph may rely on."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        length: int = self._ag_trace.containers.length(self)
        return length

    def __iter__(self) -> Iterator[Any]:
        return iter(self._ag_trace.containers.items(self))

    def __getitem__(self, index: Any) -> Any:
        return self._ag_trace.containers.get(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._ag_trace.containers.set(self, index, value)

    def __delitem__(self, index: Any) -> None:
        self._ag_trace.containers.becomes_dynamic(self)

    def __iadd__(self, other: Any) -> Any:
        return self._ag_trace.containers.extend_in_place(self, other)

    def __imul__(self, other: Any) -> Any:
        return self._ag_trace.containers.becomes_dynamic(self)

    def __getattr__(self, name: str) -> Any:
        return self._ag_trace.containers.list_method(self, name)

    def __contains__(self, item: Any) -> bool:
        return item in list(self)

    def __reversed__(self) -> Iterator[Any]:
        return iter(list(self)[::-1])


LIST_OPERATORS = {
    "add": ("add", operator.add),
    "mul": ("multiply", operator.mul),
    "lt": ("less", operator.lt),
    "le": ("less_equal", operator.le),
    "gt": ("greater", operator.gt),
    "ge": ("greater_equal", operator.ge),
    "eq": ("equal", operator.eq),
    "ne": ("not_equal", operator.ne),
}
"""The operators of lists, and the rows that record them where an array is met."""
SIGNS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def _list_operator(row: str, function: Callable[..., Any], reflected: bool) -> Any:
    written = MIRRORED.get(row)

    def method(self: ListProxy, other: Any) -> Any:
        trace = self._ag_trace
        if (reflected or written) and row != "multiply":
            if not isinstance(other, (list, Symbol)):
                return NotImplemented
        operate = trace.containers.operate
        if written and type(other) is not ListProxy and trace.running_sign() == written:
            return operate(BY_INFIX[written].name, SIGNS[written], self, other, True)
        return operate(row, function, self, other, reflected)

    return method


for _name, (_row, _function) in LIST_OPERATORS.items():
    setattr(ListProxy, f"__{_name}__", _list_operator(_row, _function, False))
    if _name in ("add", "mul"):
        setattr(ListProxy, f"__r{_name}__", _list_operator(_row, _function, True))


class DictProxy(ContainerProxy):
    """Stands for a dict whose keys the graph may rely on."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def keys(self) -> Any:
        """Give the keys."""
        return self._ag_trace.containers.keys(self)

    def __len__(self) -> int:
        return len(self.keys())

    def __reversed__(self) -> Iterator[Any]:
        return iter(list(self.keys())[::-1])

    def __iter__(self) -> Iterator[Any]:
        keys: Iterator[Any] = iter(self.keys())
        return keys

    def __contains__(self, key: Any) -> bool:
        return key in self.keys()

    def __ior__(self, other: Any) -> Any:
        return self._ag_trace.containers.becomes_dynamic(self)

    def __getitem__(self, key: Any) -> Any:
        return self._ag_trace.containers.get(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._ag_trace.containers.set(self, key, value)

    def __delitem__(self, key: Any) -> None:
        self._ag_trace.containers.becomes_dynamic(self)

    def __getattr__(self, name: str) -> Any:
        return self._ag_trace.containers.dict_method(self, name)

    def __or__(self, other: Any) -> Any:
        if type(other) is Symbol:
            return self._ag_trace.containers.becomes_dynamic(self)
        if not isinstance(other, dict):
            return NotImplemented
        return {**{key: self[key] for key in self}, **dict(other)}

    def __ror__(self, other: Any) -> Any:
        if type(other) is Symbol:
            return self._ag_trace.containers.becomes_dynamic(self)
        if not isinstance(other, dict):
            return NotImplemented
        return {**dict(other), **{key: self[key] for key in self}}

    def __eq__(self, other: object) -> Any:
        mine = {key: self[key] for key in self}
        if isinstance(other, DictProxy):
            other = {key: other[key] for key in other}
        return mine == other


# Python's errors name the classes of operands.
ListProxy.__name__ = "list"
DictProxy.__name__ = "dict"
