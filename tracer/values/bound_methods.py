"""Methods that wait for their call."""

from __future__ import annotations

from collections.abc import Callable
from types import BuiltinMethodType, MethodType, MethodWrapperType
from typing import Any

from runtime.ir.nodes import Argument
from tracer.flow.container_contents import PLAIN
from tracer.flow.list_types import ListTypes
from tracer.flow.made_containers import MadeContainers
from tracer.record.staged import Proxy, Staged, is_staged
from tracer.record.symbols import Symbol, python_class
from tracer.record.trace import Trace
from tracer.record.value_classes import VALUES
from tracer.serve.origins import Origin
from tracer.values.arrived_functions import ArrivedFunctions
from tracer.values.lasting import is_constant

BOUND_METHODS = (BuiltinMethodType, MethodType, MethodWrapperType)
"""The classes of bound methods; of a stand-in they are its own, not the user's."""


class BoundMethod(Staged):
    """A method of a value, done by the trace when it is called.

    Parameters
    ----------
    trace, receiver, name
        The running trace, the value, and the name of the method.
    do : callable
        Takes the arguments of the call.

    Attributes
    ----------
    _ag_arrived : tuple of object and Origin, or None
        The method that arrived so: to the run it stays that object.
    """

    __slots__ = ("__name__", "__self__", "_ag_arrived", "_ag_do", "_ag_trace")

    def __init__(
        self, trace: Trace, receiver: Any, name: str, do: Callable[..., Any]
    ) -> None:
        self._ag_trace = trace
        self.__self__ = receiver
        self.__name__ = name
        self._ag_do = do
        self._ag_arrived: tuple[Any, Origin] | None = None

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self._ag_do(*args, **kwargs)

    def _ag_lift(self, trace: Any) -> Argument:
        receiver = self.__self__
        if type(receiver) in PLAIN:
            trace.part(MadeContainers).must_exist(receiver)
        trace.part(ListTypes).escapes(receiver)
        if self._ag_arrived is not None:
            arrived: Argument = trace.capture(*self._ag_arrived)
            return arrived
        lifted: Argument = trace.lift(
            trace.emit("load_attribute", receiver, self.__name__)
        )
        return lifted

    def _ag_same(self, other: Any) -> bool:
        return bool(self == other)

    def _ag_kind(self) -> type:
        if isinstance(self.__self__, Proxy):
            return type(getattr(self.__self__._ag_real, self.__name__))
        return BuiltinMethodType

    def _ag_documented(self, name: str) -> Any:
        """Return what the method says of itself under a name, such as ``__doc__``."""
        receiver = self.__self__
        if type(receiver) is Symbol:
            receiver = python_class(receiver._ag_value.type)
            if receiver is None:
                return self._ag_trace.emit("load_attribute", self, name)
            if name == "__qualname__":
                return f"{receiver.__qualname__}.{self.__name__}"
        elif isinstance(receiver, Proxy):
            receiver = receiver._ag_real
        method = getattr(receiver, self.__name__)
        return getattr(method, name, *[None] * (name == "__module__"))

    @property
    def _ag_is_known(self) -> bool:  # type: ignore[override]
        return not is_staged(self.__self__)

    def _ag_depends_on_identity(self) -> None:
        """Assume that a call brings the method that arrived, on the same object."""
        if self._ag_arrived is not None:
            arrived = self._ag_trace.part(ArrivedFunctions)
            arrived.depends_on_identity(self._ag_arrived[0])

    def __eq__(self, other: object) -> bool:
        self._ag_depends_on_identity()
        return (
            type(other) is BoundMethod
            and self.__self__ is other.__self__
            and self.__name__ == other.__name__
        )

    def __hash__(self) -> int:
        self._ag_depends_on_identity()
        return hash((id(self.__self__), self.__name__))

    def __repr__(self) -> str:
        self._ag_depends_on_identity()
        if is_staged(self.__self__):
            return f"<built-in method {self.__name__} of {self.__self__!r}>"
        return repr(getattr(self.__self__, self.__name__))


# Python's errors name the class of what they complain about.
BoundMethod.__name__ = "builtin_function_or_method"


def opaque_method(trace: Trace, proxy: Proxy, name: str) -> BoundMethod:
    """Return a method of an object that is not the user's, called back by the run."""

    def do(*args: Any, **kwargs: Any) -> Any:
        if is_constant(proxy):
            return trace.asked.ask(getattr(proxy._ag_real, name), *args, **kwargs)
        if type(proxy._ag_real) in VALUES:
            return trace.emit("pure_method", proxy, name, *args, **kwargs)
        return trace.asked.call_back_method(proxy, name, args, kwargs)

    return BoundMethod(trace, proxy, name, do)


def method_of(trace: Trace, receiver: Any, name: str) -> Any:
    """Return a method of a stand-in, called back where it is the stand-in's own."""
    found = getattr(receiver, name)
    own = type(found) in BOUND_METHODS and is_staged(found.__self__)
    return opaque_method(trace, receiver, name) if own else found
