"""Classes of the user's in a trace: their instances, their attributes, `super`."""

from __future__ import annotations

import typing
from abc import ABC, ABCMeta
from types import CellType, FunctionType
from typing import TYPE_CHECKING, Any

from tracer.dispatch.policy import is_convertible, is_opaque
from tracer.errors import NotStaged, on_behalf, user_error
from tracer.objects import in_class
from tracer.signature import AttributeOf, Fixed
from tracer.staging import INHERITED, BoundFunction
from tracer.symbols import Symbol

if TYPE_CHECKING:
    from tracer.trace import Trace

BARE = (object, ABC, typing.Generic, typing.Protocol)
"""Bases that add nothing to an instance."""
DATACLASS_BUILTINS = "__dataclass_builtins_object__"
"""The name by which the constructor of a frozen dataclass sets attributes."""


class Classes:
    """What one trace does with classes."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def is_users(self, kind: type) -> bool:
        """Say whether the methods of a class are converted."""
        return kind.__module__ != "types" and not is_opaque(kind)

    def construct(self, kind: type, args: Any, kwargs: Any) -> Any:
        """Make an instance of a user's class while tracing."""
        maker = in_class(kind, "__new__")
        followed = type(kind) in (type, ABCMeta) and maker is object.__new__
        if not followed or not all(
            base in BARE or self.is_users(base) for base in kind.__mro__
        ):
            return self._trace.functions.unknown(kind, args, kwargs)
        if self._trace.site() in self._trace.facts.made:
            return self._made_at_run_time(kind, args, kwargs)
        proxy = self._trace.objects.made(kind)
        initializer = in_class(kind, "__init__")
        if isinstance(initializer, FunctionType):
            generated = initializer.__code__.co_filename == "<string>" or (
                "__dataclass_fields__" in vars(kind) and not is_convertible(initializer)
            )
            if generated:
                self._generated(initializer)(proxy, *args, **kwargs)
            else:
                self._trace.functions.traced(initializer, (proxy, *args), kwargs)
        elif args or kwargs:
            raise user_error(TypeError(f"{kind.__name__}() takes no arguments"))
        return proxy

    def _generated(self, initializer: FunctionType) -> FunctionType:
        """Give the constructor of a dataclass, setting attributes in the trace."""
        names = initializer.__code__.co_freevars
        if DATACLASS_BUILTINS not in names:
            return initializer
        cells = [
            CellType(_Builtins(self._trace)) if name == DATACLASS_BUILTINS else cell
            for name, cell in zip(names, initializer.__closure__ or (), strict=True)
        ]
        made = FunctionType(
            initializer.__code__,
            initializer.__globals__,
            initializer.__name__,
            initializer.__defaults__,
            tuple(cells),
        )
        made.__kwdefaults__ = initializer.__kwdefaults__
        return made

    def _made_at_run_time(self, kind: type, args: Any, kwargs: Any) -> Any:
        """Record the making of an instance whose methods then run in Python."""
        trace = self._trace
        own = [getattr(kind, name, None) for name in ("__init__", "__post_init__")]
        if any(map(is_convertible, own)):
            return trace.functions.call_back(kind, args, kwargs)
        return trace.emit("instance_new", kind, *args, **kwargs)

    def attribute(self, kind: type, name: str) -> Any:
        """Give an attribute of a class."""
        found = in_class(kind, name)
        if kind is object and name == "__setattr__":
            return self._trace.objects.store_plain
        if name in self._trace.facts.class_attributes and not callable(found):
            return self._trace.emit("ask_attribute", kind, name)
        value = on_behalf(getattr, kind, name)
        stager = self._trace.stager
        if isinstance(found, classmethod):
            function = stager.stage(found.__func__, Fixed(found.__func__, name))
            return BoundFunction(function, stager.stage_class(kind))
        if name.startswith("__") and not callable(value):
            return value
        return stager.stage(value, AttributeOf(Fixed(kind, kind.__name__), name))

    def set_attribute(self, kind: type, name: str, value: Any) -> None:
        """Do ``kind.name = value``: from then on the run looks up the name."""
        trace = self._trace
        if name not in trace.facts.class_attributes:
            trace.facts.class_attributes.add(name)
            trace.restart()
        method = type(value) is not Symbol and callable(trace.stager.original(value))
        if method or not self.is_users(kind):
            trace.refuse(
                NotStaged(
                    f"the attribute {name!r} of the class {kind.__name__} is set",
                    hint="set it outside of the traced function",
                )
            )
        trace.emit("store_attribute", kind, name, value)
        trace.clobber()

    def parent(self, kind: type, receiver: Any) -> Any:
        """Give what ``super(kind, receiver)`` is."""
        return SuperProxy(kind, receiver, self._trace)


class _Builtins:
    """What the constructor of a frozen dataclass takes for `object`."""

    def __init__(self, trace: Trace) -> None:
        object.__setattr__(self, "_trace", trace)

    def __getattribute__(self, name: str) -> Any:
        trace: Trace = object.__getattribute__(self, "_trace")
        return trace.objects.store_plain if name == "__setattr__" else object


class SuperProxy:
    """Finds attributes in the classes behind one in the method resolution order."""

    __slots__ = ("_kind", "_receiver", "_trace")

    def __init__(self, kind: type, receiver: Any, trace: Trace) -> None:
        self._kind = kind
        self._receiver = receiver
        self._trace = trace

    def __getattribute__(self, name: str) -> Any:
        # Methods that it inherits itself would hide those of the classes.
        if name in INHERITED:
            return self.__getattr__(name)
        return super().__getattribute__(name)

    def __getattr__(self, name: str) -> Any:
        receiver = self._receiver
        of = self._trace.stager.original(receiver)
        of = of if isinstance(of, type) else type(receiver._ag_real)
        order = of.__mro__
        for kind in order[order.index(self._kind) + 1 :]:
            if name not in vars(kind):
                continue
            found = vars(kind)[name]
            if isinstance(found, property):
                return self._trace.functions.traced(found.fget, (receiver,), {})  # type: ignore[arg-type]
            if isinstance(found, (classmethod, staticmethod)):
                inner = found.__func__
                staged = self._trace.stager.stage(inner, Fixed(inner, name))
                if isinstance(found, staticmethod):
                    return staged
                return BoundFunction(staged, self._trace.stager.stage_class(of))
            if kind is object and name in ("__init__", "__init_subclass__"):
                return lambda *args, **kwargs: None
            if kind is object and name == "__setattr__":
                return lambda key, value: self._trace.objects.store_plain(
                    receiver, key, value
                )
            if isinstance(found, FunctionType):
                staged = self._trace.stager.stage(found, Fixed(found, name))
                return BoundFunction(staged, receiver)
            break
        self._trace.refuse(
            NotStaged(
                f"super().{name} leads to a method that is not Python code",
                hint="call it outside of the traced function",
            )
        )
