"""Tuple classes with the user's methods, which a trace converts.

A tuple of such a class is taken apart and put together like any other. While tracing
its class is derived from the user's, with the methods of the trace.
"""

from __future__ import annotations

from collections import namedtuple
from functools import partial, wraps
from types import FunctionType
from typing import Any, NoReturn

from runtime.types import Array, Tuple
from tracer.errors import on_behalf
from tracer.flow.made_containers import MadeContainers
from tracer.policy import attribute_of, is_convertible
from tracer.record.causes import MADE_BY_THE_RUN
from tracer.record.contents import holds_staged
from tracer.record.symbols import ANSWERED_IN_TURN, Symbol
from tracer.record.trace import Trace
from tracer.record.value_classes import PLAIN_TYPES
from tracer.serve.origins import AttributeOf, Fixed, ItemOf
from tracer.values.descriptors import class_method
from tracer.values.functions_and_classes import StagedFunction
from tracer.values.lookup import in_class, is_property, undecorated

ATTRIBUTES = "attributes"
"""The fact that the tuples of a class get attributes: see `NamedTuples`."""


def is_named_tuple(kind: type) -> bool:
    """Whether the tuples of a class have named items."""
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def _is_generated(name: str, method: FunctionType) -> bool:
    """Whether a method is one that Python gives all tuples with named items."""
    return name.startswith("__") or method.__code__ in _GENERATED


_GENERATED = [
    vars(namedtuple("Sample", "item"))[name].__code__
    for name in ("_asdict", "_replace")
]
"""What takes items of any kind."""


_ITEMS = ("__getitem__", "__iter__", "__len__")
"""The methods that say what the items of a tuple are."""


class NamedTuples:
    """The tuple classes that one trace has met."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._staged: dict[type, type] = {}
        self._originals: dict[type, type] = {}

    def staged(self, kind: type) -> type:
        """Return the class of the stand-ins for tuples of `kind`."""
        made = self._staged.get(kind)
        if made is None:
            made = self._staged[kind] = self._derived(kind)
            self._originals[made] = kind
        return made

    def original(self, kind: type) -> type:
        """Return the user's class."""
        return self._originals.get(kind, kind)

    def gets_attribute(self, value: Any) -> NoReturn:
        """Restart with the tuples of a class as objects, with places of their own."""
        kind = self.original(type(value))
        self._trace.restart_with(self._trace.facts.made, (ATTRIBUTES, kind))

    def are_objects(self, kind: type) -> bool:
        """Whether tuples of a class are more than the items that they hold.

        The function may set attributes of theirs, or the class have its own items.
        """
        if not issubclass(kind, tuple):
            return False
        own = any(getattr(kind, name) is not getattr(tuple, name) for name in _ITEMS)
        return own or (ATTRIBUTES, kind) in self._trace.facts.made

    def maker(self, kind: type) -> Any:
        """Return the function that makes a tuple of a class from its items."""
        known: Any = kind
        made: Any = self.staged(kind)

        def make(items: Any) -> Any:
            symbol = type(items) is Symbol
            if symbol and not isinstance(items._ag_value.type, (Array, Tuple)):
                return self._trace.emit("call", known._make, items)
            return made._make(items)

        return make

    def make(self, kind: type, args: Any, kwargs: Any) -> Any:
        """Make a tuple of a user's class."""
        if self.are_objects(kind):
            return self._trace.asked.call_back(
                kind, args, kwargs, cause=MADE_BY_THE_RUN
            )
        if in_class(kind, "__init__") is None and self._constructor(kind) is not None:
            return self.constructed(kind, kind, *args, **kwargs)
        made: Any = kind(*args, **kwargs)
        if made.__class__ is not kind:
            return made
        if getattr(made, "__dict__", None):  # its constructor has set attributes
            self.gets_attribute(made)
        return self._built(kind, self._with_defaults(kind, made))

    def _with_defaults(self, kind: Any, made: Any) -> list[Any]:
        """Return the items of a tuple: the defaults among them as all tuples have them.

        What one tuple writes into a default, the next one reads.
        """
        items, defaults = list(made), getattr(kind, "_field_defaults", {})
        for position, name in enumerate(kind._fields):
            item = items[position]
            shared = name in defaults and item is defaults[name]
            if shared and type(item) not in PLAIN_TYPES:
                place = AttributeOf(Fixed(kind, kind.__name__), "_field_defaults")
                items[position] = self._trace.asked.stage(item, ItemOf(place, name))
        return items

    def constructed(self, base: type, of: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Apply the ``__new__`` of a class to a class that derives from it."""
        kind = self._trace.asked.original(of)
        own = self._constructor(base)
        if own is not None:
            staged = self._trace.asked.stage_class(kind)
            return self._trace.asked.traced(own, (staged, *args), kwargs)
        make: Any = base.__new__
        return self._built(kind, on_behalf(make, kind, *args, **kwargs))

    def filled(self, kind: type, items: Any) -> Any:
        """Apply ``tuple.__new__`` to a class and its items."""
        if type(items) is Symbol:
            return self._trace.emit("call", tuple.__new__, kind, items)
        return self._built(kind, items)

    def _built(self, kind: type, items: Any) -> Any:
        build: Any = tuple.__new__  # past the constructor of the class
        return build(self.staged(kind), items)

    @staticmethod
    def _constructor(kind: type) -> Any:
        """Return the user's ``__new__`` of a class; None for one that is generated."""
        own = attribute_of(in_class(kind, "__new__"), "__func__")
        if not is_convertible(own) or own.__code__.co_filename == "<string>":
            return None
        return own

    def _derived(self, kind: type) -> type:
        found: dict[str, Any] = {}
        for base in reversed(kind.__mro__):
            found.update(vars(base))
        members = {
            name: staged
            for name, member in found.items()
            if (staged := self._member(name, member)) is not None
        }
        if not members and not kind.__dictoffset__:
            return kind
        if kind.__dictoffset__ and "__setattr__" not in members:
            members["__setattr__"] = lambda value, *_: self.gets_attribute(value)
        space = {
            **members,
            "__slots__": (),
            "__class__": property(lambda self: kind),
            "__module__": kind.__module__,
            "__doc__": kind.__doc__,
            "__qualname__": kind.__qualname__,
        }
        return type(kind.__name__, (kind,), space)

    def _member(self, name: str, member: Any) -> Any:
        """Return the stand-in for a converted method or property."""
        if is_convertible(member) and name.strip("_") in ANSWERED_IN_TURN:
            return self._operator(name)
        if is_convertible(member):
            return StagedFunction(member, self._trace)
        if is_property(member) and is_convertible(member.fget):
            setter = member.fset if is_convertible(member.fset) else None
            return property(
                partial(self._property, member.fget),
                setter and partial(self._set_property, setter),
            )
        if is_property(member):
            return property(self._librarys(member.fget))
        if issubclass(type(member), classmethod) and is_convertible(member.__func__):
            return property(partial(self._class_method, member, name))
        if type(member) is not FunctionType:
            return None
        if _is_generated(name, member):
            return self._making(member) if name == "_asdict" else None
        return self._librarys(member)

    def behind(self, kind: type, value: tuple[Any, ...], name: str) -> Any:
        """Return ``super(kind, value).name`` for a tuple."""
        order = self.original(type(value)).__mro__
        for base in order[order.index(kind) + 1 :]:
            if name in vars(base):
                found = undecorated(vars(base)[name])
                if is_convertible(found):
                    return StagedFunction(found, self._trace).__get__(value)
                member: Any = self._member(name, found)
                if member is not None:
                    return member.__get__(value)
                break
        return on_behalf(getattr, super(kind, value), name)

    def _making(self, function: Any) -> Any:
        """Return the stand-in for a method that makes a container of the items."""

        @wraps(function)
        def method(*args: Any) -> Any:
            made = on_behalf(function, *args)
            return self._trace.part(MadeContainers).mutable(made)

        return method

    def _librarys(self, function: Any) -> Any:
        """Return the stand-in for a method of a library, which looks at the items."""

        @wraps(function)
        def method(*args: Any, **kwargs: Any) -> Any:
            if holds_staged((*args, *kwargs.values())):
                return self._trace.asked.call_back(function, args, kwargs)
            made = on_behalf(function, *args, **kwargs)
            return self._trace.part(MadeContainers).mutable(made)

        return method

    def _operator(self, name: str) -> Any:
        """Return the stand-in for an operator, which may decline."""

        def method(instance: Any, /, *args: Any, **kwargs: Any) -> Any:
            return self._trace.asked.special(instance, name, args, kwargs)

        method.__name__ = name
        return method

    def _property(self, getter: Any, instance: Any) -> Any:
        return self._trace.asked.traced(getter, (instance,), {})

    def _class_method(self, method: Any, name: str, instance: Any) -> Any:
        kind = self.original(type(instance))
        return class_method(self._trace, kind, method, name)

    def _set_property(self, setter: Any, instance: Any, value: Any) -> None:
        self._trace.asked.traced(setter, (instance, value), {})
