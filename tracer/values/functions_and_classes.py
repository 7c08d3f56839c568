"""Stand-ins for functions and classes while converted code is traced."""

from __future__ import annotations

import enum
import operator
from functools import cache, partial
from types import FunctionType, MethodType
from typing import Any, NoReturn

from runtime.ir.nodes import Argument
from tracer.errors import NotStaged, class_name, everywhere, on_behalf
from tracer.flow.made_containers import MadeContainers
from tracer.flow.structure import same
from tracer.policy import attribute_of, behind, is_convertible
from tracer.record.asked import Recording
from tracer.record.staged import Proxy, Staged, is_staged
from tracer.record.trace import Trace
from tracer.serve.origins import AttributeOf, Fixed, ItemOf, Origin
from tracer.values.aliases import with_parameters
from tracer.values.arrived_functions import ArrivedFunctions
from tracer.values.enumerations import member_or
from tracer.values.identity import Identities
from tracer.values.lookup import in_class
from tracer.values.metaclasses import asked_of_metaclass

HIDING = ("__doc__", "__module__")
"""Attributes that every class has, which would hide those of the original."""


class StandIn(Staged):
    """Stand-in for a Python object that is called or looked into while tracing.

    It equals its original, so that comparisons and dict look-ups agree.
    """

    __slots__ = ("_ag_original", "_ag_trace")

    def __new__(cls: Any, original: Any, trace: Trace) -> Any:
        """Make an instance of a class with the name of the original's class."""
        kind: Any = type(original)
        return object.__new__(_named_as(cls, kind))

    def __init__(self, original: Any, trace: Trace) -> None:
        self._ag_original = original
        self._ag_trace = trace

    def _ag_lift(self, trace: Recording) -> Argument:
        return trace.lift(self._ag_original)

    def _ag_same(self, other: Any) -> bool:
        return self._ag_original is other._ag_original

    def _ag_kind(self) -> type:
        return type(self._ag_original)

    def _ag_result(self, made: Any, args: Any, kwargs: dict[str, Any]) -> Any:
        """Return what a call gives, noted if it is a container of its own."""
        given = (*args, *kwargs.values())
        return self._ag_trace.part(MadeContainers).result(made, given)

    def __eq__(self, other: object) -> Any:
        arrived = self._ag_trace.part(ArrivedFunctions)
        arrived.depends_on_identity(self._ag_original)
        if isinstance(other, StandIn):
            other = other._ag_original
            arrived.depends_on_identity(other)
        return self._ag_original == other

    def __hash__(self) -> int:
        self._ag_trace.part(ArrivedFunctions).depends_on_identity(self._ag_original)
        return hash(self._ag_original)

    def __repr__(self) -> str:
        self._ag_trace.part(ArrivedFunctions).depends_on_identity(self._ag_original)
        return repr(self._ag_original)

    def __str__(self) -> str:
        self._ag_trace.part(ArrivedFunctions).depends_on_identity(self._ag_original)
        return str(self._ag_original)

    def __or__(self, other: Any) -> Any:
        return self._ag_original | other

    def __ror__(self, other: Any) -> Any:
        return other | self._ag_original

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_ag_"):
            object.__setattr__(self, name, value)
            return
        self._ag_refuse_change(name, "set")

    def __delattr__(self, name: str) -> None:
        self._ag_refuse_change(name, "deleted")

    def _ag_refuse_change(self, name: str, how: str) -> NoReturn:
        kind = type(self._ag_original).__name__
        self._ag_trace.refuse(
            everywhere(
                NotStaged(
                    f"the attribute {name!r} of a {kind} is {how}",
                    hint="keep the value in an object, a dict or an argument",
                )
            )
        )

    def __getattr__(self, name: str) -> Any:
        trace = self._ag_trace
        value = on_behalf(getattr, self._ag_original, name)
        origin: Origin = Fixed(self._ag_original, "object")
        arrived = trace.part(ArrivedFunctions)
        if arrived.has_arrived(self._ag_original):
            origin = arrived.origin(self._ag_original)
        return trace.asked.stage(value, AttributeOf(origin, name))


@cache
def _named_as(base: type[StandIn], kind: type) -> type[StandIn]:
    """Return a class of stand-ins with the name of another class."""
    space = {name: vars(base)[name] for name in HIDING}
    if issubclass(kind, type):
        space |= asked_of_metaclass(kind)
    return type(class_name(kind), (base,), {"__slots__": (), **space})


def of_original(name: str, stand_in: StandIn) -> Any:
    """Return an attribute of the original, for a property that hides our own."""
    return getattr(stand_in._ag_original, name)


def _of_function(name: str, bound: StagedBoundFunction) -> Any:
    return getattr(bound.__func__, name)


class StagedFunction(StandIn):
    """Stand-in for a function: the table of calls decides about each call."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        if name in StandIn.__slots__ or not self._ag_keeps(name):
            super().__setattr__(name, value)
        else:
            self._ag_trace.asked.set_function_attribute(self._ag_original, name, value)

    def __delattr__(self, name: str) -> None:
        if not self._ag_keeps(name):
            super().__delattr__(name)
        asked = self._ag_trace.asked
        asked.delete_object_attribute(asked.function_as_object(self._ag_original), name)

    def __getattr__(self, name: str) -> Any:
        if self._ag_keeps(name):
            return self._ag_trace.asked.function_attribute(self._ag_original, name)
        return super().__getattr__(name)

    def _ag_keeps(self, name: str) -> bool:
        """Whether the user's code sets the attribute of this name."""
        function = self._ag_original
        if type(function) is FunctionType:
            return is_convertible(function) and not name.startswith("__")
        decorated = behind(function) is not None and name[0] != "_"
        return decorated and not hasattr(type(function), name)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        made = self._ag_trace.asked.call(self._ag_original, args, kwargs)
        return self._ag_result(made, args, kwargs)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else StagedBoundFunction(self, instance)


class StagedFile(StandIn):
    """Stand-in for what was loaded: its functions are found by name."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name != "variables":
            return super().__getattr__(name)
        stage, found = self._ag_trace.asked.stage, self._ag_original.variables
        return {each: stage(one, Fixed(one, each)) for each, one in found.items()}

    def __getitem__(self, name: Any) -> Any:
        found = on_behalf(operator.getitem, self._ag_original, name)
        origin = ItemOf(Fixed(self._ag_original, "loaded"), name)
        return self._ag_trace.asked.stage(found, origin)


class StagedOperator(StandIn):
    """Stand-in for an operator of a class of Python's, such as ``list.__repr__``."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        asked = self._ag_trace.asked
        if self._ag_original.__name__ in ASKING:
            return asked.call_back(self._ag_original, args, kwargs)
        if self._ag_original.__name__ in CHANGING_OPERATORS:
            return asked.call(self._ag_original, args, kwargs)
        return asked.ask(self._ag_original, *args, **kwargs)


CHANGING_OPERATORS = frozenset(
    "__setitem__ __delitem__ __iadd__ __imul__ __ior__ __iand__ __isub__ "
    "__ixor__".split()
)
"""Operators that change their container."""
ASKING = frozenset({"__get__", "__set__", "__delete__"})
"""Methods of descriptors, which run code for the object that they are given."""
CONSTRUCTING = frozenset({"__setattr__", "__delattr__", "__init__", "__new__"})
ASKED_BY_PYTHON = frozenset({"__class__", "__mro_entries__"})
"""Attributes of a stand-in for a class that Python asks for."""


class StagedClass(StandIn):
    """Stand-in for a class: a call makes an instance."""

    __slots__ = ()

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        made = self._ag_trace.asked.call_class(self._ag_original, args, kwargs)
        return self._ag_result(made, args, kwargs)

    def __getitem__(self, key: Any) -> Any:
        kind = self._ag_original
        own = attribute_of(in_class(kind, "__class_getitem__"), "__func__")
        if is_convertible(own):
            return self._ag_trace.asked.traced(own, (self, key), {})
        return with_parameters(self._ag_trace, kind, key)

    def __iter__(self) -> Any:
        return self._ag_members(on_behalf(iter, self._ag_original))

    def __reversed__(self) -> Any:
        return self._ag_members(on_behalf(reversed, self._ag_original))

    def _ag_members(self, items: Any) -> Any:
        if not issubclass(self._ag_original, enum.Enum):
            return items
        return iter([member_or(self._ag_trace, each) for each in items])

    def __len__(self) -> Any:
        return on_behalf(len, self._ag_original)

    def __contains__(self, item: Any) -> Any:
        return on_behalf(operator.contains, self._ag_original, item)

    def __bool__(self) -> Any:
        return on_behalf(bool, self._ag_original)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        """Return the class itself as the base of a class derived from it.

        A class that is notified of its subclasses may keep them: then each run derives
        its own.
        """
        kind = self._ag_original
        hook = any("__init_subclass__" in vars(base) for base in kind.__mro__[:-1])
        if hook or type(kind) is not type:
            self._ag_trace.leave_to_run()
        return (kind,)

    def __instancecheck__(self, instance: Any) -> bool:
        return isinstance(instance, self._ag_original)

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_ag_") or name in ASKED_BY_PYTHON:
            return super().__getattribute__(name)
        # What the stand-in has itself would hide what the class has.
        return type(self).__getattr__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in StandIn.__slots__:
            object.__setattr__(self, name, value)
        else:
            self._ag_trace.asked.set_class_attribute(self._ag_original, name, value)

    def __getattr__(self, name: str) -> Any:
        trace = self._ag_trace
        return trace.asked.class_attribute(self._ag_original, name)


class StagedBoundFunction(Staged):
    """A staged function with its first argument; the method that arrived so, if any."""

    __slots__ = ("__func__", "__self__", "_ag_arrived")

    def __init__(self, function: Any, instance: Any) -> None:
        self.__func__ = function
        self.__self__ = instance
        self._ag_arrived: tuple[Any, Origin] | None = None

    @property
    def _ag_is_known(self) -> bool:  # type: ignore[override]
        return not is_staged(self.__self__) or self.__self__._ag_is_known

    def _ag_same(self, other: StagedBoundFunction) -> bool:
        return same(self.__func__, other.__func__) and same(
            self.__self__, other.__self__
        )

    def _ag_kind(self) -> type:
        return MethodType

    def __eq__(self, other: object) -> bool:
        one, two = self.__self__, getattr(other, "__self__", None)
        if isinstance(one, Proxy) and isinstance(two, Proxy):
            one._ag_trace.part(Identities).same(one, two)
        return type(other) is StagedBoundFunction and self._ag_same(other)

    def __hash__(self) -> int:
        receiver = self.__self__
        if issubclass(type(receiver), Proxy):
            receiver._ag_trace.part(Identities).depends_on_identity(receiver)
            receiver = receiver._ag_real
        elif issubclass(type(receiver), StandIn):
            receiver = receiver._ag_original
        return hash((self.__name__, id(receiver)))

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self.__func__(self.__self__, *args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__func__, name)

    def __repr__(self) -> str:
        return f"<bound method {self.__qualname__} of {self.__self__!r}>"


for _name in HIDING:
    for _stand_in in (StagedFunction, StagedOperator, StagedClass):
        setattr(_stand_in, _name, property(partial(of_original, _name)))
    setattr(StagedBoundFunction, _name, property(partial(_of_function, _name)))
StagedBoundFunction.__name__ = "method"  # Python's errors name the classes of operands
