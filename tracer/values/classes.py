"""The user's classes in a trace: their instances, their attributes, `super`."""

from __future__ import annotations

import sys
import typing
from abc import ABC, ABCMeta
from dataclasses import fields
from functools import partial
from types import (
    CellType,
    FunctionType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from runtime.ops import OPS
from runtime.types import ANY, OBJECT, members
from tracer.errors import NotStaged, everywhere, on_behalf, user_error
from tracer.flow.container_contents import all_containers
from tracer.flow.known_classes import KnownClasses
from tracer.flow.lazy_logic import and_
from tracer.policy import is_convertible, is_numpys_class, is_opaque
from tracer.record.causes import MADE_BY_THE_RUN
from tracer.record.contents import has_symbol
from tracer.record.numpys_code import NumpysCode
from tracer.record.staged import Proxy, is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.value_classes import VALUES
from tracer.serve.guards import Guard, Identical
from tracer.serve.origins import AttributeOf, Fixed, Origin, TypeOf
from tracer.serve.presence import Holds
from tracer.values import descriptors
from tracer.values.arrays_of_classes import is_array_class
from tracer.values.class_attributes import ClassAttributes
from tracer.values.class_changes import stays
from tracer.values.dataclass_methods import (
    given_fields,
    is_field_initializer,
    is_field_method,
    is_whole,
    replaced_in,
    shared_by_instances,
)
from tracer.values.functions_and_classes import (
    CONSTRUCTING,
    StagedBoundFunction,
    StagedOperator,
)
from tracer.values.lookup import (
    ABSENT,
    METHODS,
    WRITTEN_IN_C,
    gives_itself,
    in_class,
    is_property,
    undecorated,
)
from tracer.values.named_tuples import NamedTuples, is_named_tuple
from tracer.values.parents import Parent
from tracer.values.proxies import ObjectProxy

BARE = (object, ABC, typing.Generic, typing.Protocol)
"""Base classes that add nothing to an instance."""
OF_TEXTS = frozenset({"__slots__", "__match_args__"})
"""Special attributes of classes that hold names."""
BARE_NEW = object.__new__
"""What makes an instance without anything."""
COMPARISONS = {
    "__eq__": "==",
    "__lt__": "<",
    "__le__": "<=",
    "__gt__": ">",
    "__ge__": ">=",
}
"""The comparisons that `dataclasses` generates."""
FIELD_BY_FIELD = sys.version_info >= (3, 13)
"""Whether dataclasses compare field by field instead of as tuples.

If so, an instance always equals itself.
"""
DATACLASS_BUILTINS = "__dataclass_builtins_object__"
"""The name through which a frozen dataclass's constructor sets attributes."""


class Classes:
    """The class handling of one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._found: set[Any] = set()

    @staticmethod
    def is_users(kind: type) -> bool:
        """Whether the methods of a class are converted."""
        return kind.__module__ != "types" and not is_opaque(kind)

    def construct(self, kind: type, args: Any, kwargs: Any) -> Any:
        """Make an instance of a user's class while tracing."""
        if issubclass(kind, BaseException):
            return self._trace.emit("call", kind, *args, **kwargs)
        if not self._is_followed(kind):
            return self._trace.asked.unknown(kind, args, kwargs)
        trace = self._trace
        if is_array_class(kind):
            return self._array(kind, args, kwargs)
        often = trace.facts.leaves_instances(kind) and not self._is_made_there(kind)
        if often or trace.is_left_to_run():
            return self._made_at_run_time(kind, args, kwargs)
        return self._initialized(kind, self._new(kind, args, kwargs), args, kwargs)

    def _array(self, kind: type, args: Any, kwargs: Any) -> Any:
        """Make an array of a class by its ``__new__``, and initialize it."""
        trace = self._trace
        if trace.is_left_to_run():
            return trace.asked.call_back(kind, args, kwargs)
        made = self._new(kind, args, kwargs)
        known = trace.part(KnownClasses).find(made)
        if known is not None and issubclass(known.kind, kind):
            initializer = self.find(known.kind, "__init__")
            if type(initializer) is FunctionType:
                trace.asked.traced(initializer, (made, *args), kwargs)
        return made

    def _initialized(self, kind: type, proxy: Any, args: Any, kwargs: Any) -> Any:
        """Return an instance after its ``__init__``, which a subclass may have made."""
        if not (isinstance(proxy, Proxy) and isinstance(proxy._ag_real, kind)):
            return proxy
        kind = type(proxy._ag_real)
        initializer = self.find(kind, "__init__")
        if self._trace.part(NumpysCode).left(initializer):
            self._trace.leave_to_run()
        if type(initializer) is FunctionType:
            self.run(initializer, (proxy, *args), kwargs)
        elif (args or kwargs) and in_class(kind, "__new__") is object.__new__:
            raise user_error(TypeError(f"{kind.__name__}() takes no arguments"))
        return proxy

    def _new(self, kind: type, args: Any, kwargs: Any) -> Any:
        """Return what the ``__new__`` of a class gives."""
        trace = self._trace
        found = in_class(kind, "__new__")
        if found is object.__new__:
            return trace.asked.new_instance(kind)
        if not trace.options.has_source(found.__func__):
            trace.leave_to_run()
        staged = trace.asked.stage_class(kind)
        made = trace.asked.traced(found.__func__, (staged, *args), kwargs)
        if type(made) is Symbol and {ANY, OBJECT} & {*members(made._ag_value.type)}:
            known = trace.part(KnownClasses).find(made)
            if known is None or not is_array_class(known.kind):
                trace.leave_to_run()  # `__init__` follows
        return made

    def _is_made_there(self, kind: type) -> bool:
        """Whether the run can make an instance of a class within its ``__new__``."""
        return in_class(kind, "__new__") is not BARE_NEW and self._follows(kind)

    def _follows(self, kind: type) -> bool:
        """Whether the class of what the run makes here is known outside of here."""
        return not is_numpys_class(kind)

    def _is_followed(self, kind: Any) -> bool:
        """Whether instances of a class are made by the user's code alone."""
        if type(kind) not in (type, ABCMeta) or in_class(kind, "__del__") is not None:
            return False  # the end of an instance is to be seen, too
        made_by = in_class(kind, "__new__")
        in_python = type(getattr(made_by, "__func__", None)) is FunctionType
        if not (in_python or made_by is object.__new__):
            return False
        bare = (*BARE, np.ndarray) if in_python else BARE
        return all(base in bare or self.is_users(base) for base in kind.__mro__)

    def find(
        self, kind: type, name: str, of: Origin | None = None, visible: bool = False
    ) -> Any:
        """Return what a class holds under a name, and guard that it stays the same.

        Parameters
        ----------
        kind, name
            The class and the name.
        of : Origin, optional
            Origin of the object whose class is asked.
        visible : bool, optional
            Whether to guard as well that no attribute of the object itself hides it.

        Returns
        -------
        object
            `ABSENT` if there is nothing.
        """
        found = in_class(kind, name, ABSENT)
        key = kind, name, None if of is None else of.path, visible
        if found is ABSENT or key in self._found or not self._may_change(kind, name):
            return found
        self._found.add(key)
        asked: Origin = Fixed(kind, kind.__name__) if of is None else TypeOf(of)
        if not issubclass(type(found), METHODS) and not gives_itself(found):
            self._trace.guard(Guard(asked, Holds(name, found)))
            return found
        given = getattr(kind, name)
        if of is not None and visible and not name.startswith("__"):
            bound = of
        else:
            bound = asked  # Python asks the class for special methods
        origin: Origin = AttributeOf(asked, name)
        if issubclass(type(found), (classmethod, staticmethod)):
            given, origin = found.__func__, AttributeOf(bound, name)
            if issubclass(type(found), classmethod):
                origin = AttributeOf(origin, "__func__")
        elif undecorated(given) is not found:
            return found  # each look makes a method of its own
        elif given is found and type(found) is FunctionType and bound is not asked:
            origin = AttributeOf(AttributeOf(bound, name), "__func__")
        self._trace.guard(Guard(origin, Identical(given, lasting=True)))
        return found

    def _may_change(self, kind: type, name: str) -> bool:
        """Whether a class attribute may be replaced between two calls."""
        if name in self._trace.facts.class_attributes:
            return False
        found = in_class(kind, name)
        if kind in VALUES:  # what is found runs while tracing
            return not isinstance(found, WRITTEN_IN_C)
        if not self.is_users(kind) or not self._trace.asked.is_lasting(kind):
            return False
        asked = issubclass(type(found), METHODS) or hasattr(type(found), "__get__")
        return asked and not isinstance(found, WRITTEN_IN_C)

    def run(self, function: FunctionType, args: Any, kwargs: Any) -> Any:
        """Run a special method: converted, unless `dataclasses` generated it."""
        kind = type(args[0]._ag_real)
        if function.__code__.co_filename != "<string>" or not any(
            is_field_method(base, function) for base in kind.__mro__
        ):
            return self._trace.asked.traced(function, args, kwargs)
        if function.__name__ in COMPARISONS:
            return self._compare_fields(function.__name__, *args)
        names = function.__code__.co_freevars
        cells = dict(zip(names, function.__closure__ or (), strict=True))
        if DATACLASS_BUILTINS in cells:
            staged = self._trace.asked.stage_class(object)
            cells[DATACLASS_BUILTINS] = CellType(staged)
        passed = {*function.__code__.co_varnames[: len(args)], *kwargs}
        found = shared_by_instances(kind, passed)
        origins = {id(value): origin for _, value, origin in found}

        def shared(value: Any) -> Any:
            origin = origins.get(id(value))
            return value if origin is None else self._trace.asked.stage(value, origin)

        return on_behalf(replaced_in(function, cells, shared), *args, **kwargs)

    def _compare_fields(self, name: str, left: Any, right: Any) -> Any:
        """Apply ``==``, ``<`` or the like as `dataclasses` generates it."""
        if name == "__eq__" and FIELD_BY_FIELD and left is right:
            return True
        if not isinstance(right, Proxy) or type(right._ag_real) is not type(
            left._ag_real
        ):
            return NotImplemented
        kind = type(left._ag_real)
        (owner,) = [base for base in kind.__mro__ if name in vars(base)][:1]
        names = [field.name for field in fields(owner) if field.compare]
        trace, sign = self._trace, COMPARISONS[name]

        def compare(one: Any, two: Any) -> Any:
            return trace.asked.compare_values(one, sign, two)

        pairs = [[getattr(one, each) for each in names] for one in (left, right)]
        if name == "__eq__" and FIELD_BY_FIELD:
            each = [partial(compare, *pair) for pair in zip(*pairs, strict=True)]
            return and_(trace, True, *each)
        return compare(*map(tuple, pairs))

    def _made_at_run_time(self, kind: type, args: Any, kwargs: Any) -> Any:
        """Record the creation of an instance; its methods may run in Python."""
        trace = self._trace
        own = [in_class(kind, name) for name in ("__init__", "__post_init__")]
        written = [each for each in own if not is_field_initializer(kind, each)]
        generated = not any(map(is_convertible, written))
        told = not any(written)  # another one may set any attributes
        follows = in_class(kind, "__new__") is BARE_NEW and self._follows(kind)
        given = given_fields(kind, args, kwargs) if told and follows else None
        for name, value, origin in shared_by_instances(kind):
            if given is not None and given.get(name) is value:
                given[name] = trace.asked.stage(value, origin)
        whole = given is None or all(map(is_whole, given.values()))
        if generated and whole:
            made = trace.emit("instance_new", kind, *args, **kwargs)
            if given is None:
                return made
            return trace.asked.instance_of_the_run(kind, made, given)
        if not follows:
            return trace.asked.call_back(kind, args, kwargs, cause=MADE_BY_THE_RUN)
        return self._initialized(kind, self._bare_of_the_run(kind), args, kwargs)

    def _bare_of_the_run(self, kind: type) -> Any:
        """Record the creation of an instance without attributes."""
        parts = tuple([self._trace.lift(each) for each in (BARE_NEW, kind)])
        made = self._trace.record(OPS["call"], parts, of=OBJECT, base=kind.__name__)
        return self._trace.asked.instance_of_the_run(kind, made, {})

    def _past_hook(self, value: Any, name: str) -> Any:
        if isinstance(value, ObjectProxy) and not is_staged(name):
            return self._trace.asked.attribute_past_hook(value, name)
        if is_staged(name) or has_symbol(value):
            return self._trace.asked.pure(object.__getattribute__, (value, name), {})
        return on_behalf(object.__getattribute__, value, name)

    def attribute(self, kind: type, name: str) -> Any:
        """Return an attribute of a class."""
        found, stager = in_class(kind, name), self._trace.asked
        of_metaclass = in_class(type(kind), name)
        if is_property(of_metaclass) and is_convertible(of_metaclass.fget):
            return stager.traced(of_metaclass.fget, (stager.stage_class(kind),), {})
        if kind is object and name == "__getattribute__":
            return self._past_hook
        asked = self._trace.part(ClassAttributes).are_asked
        if not callable(found) and asked(kind, name):
            return self._trace.emit("ask_attribute", kind, name)
        if issubclass(kind, tuple) and name == "_make":
            return self._trace.part(NamedTuples).maker(kind)
        if name == "__new__" and is_named_tuple(kind):
            return partial(self._trace.part(NamedTuples).constructed, kind)
        if descriptors.is_asked_by_class(found):
            return descriptors.described_by_class(self._trace, kind, name)
        value = on_behalf(getattr, kind, name)
        if self._is_of_the_run(kind, value):
            stager.class_must_exist(kind)
        if issubclass(type(found), classmethod):
            self.find(kind, name)
            function = stager.stage(found.__func__, Fixed(found.__func__, name))
            return StagedBoundFunction(function, stager.stage_class(kind))
        special = name.startswith("__") and (hasattr(type, name) or name in OF_TEXTS)
        if special and not callable(value):
            return descriptors.said_by_class(self._trace, name, value)
        if isinstance(value, WrapperDescriptorType) and name not in CONSTRUCTING:
            return StagedOperator(value, self._trace)
        if type(value) is MethodWrapperType:  # each look makes one of its own
            return stager.stage(value, Fixed(value, name))
        return stager.stage(value, AttributeOf(Fixed(kind, kind.__name__), name))

    def _is_of_the_run(self, kind: type, value: Any) -> bool:
        """Whether only the run has what a class made here holds under a name.

        That is a container, which others may change, or a value of a branch that ended.
        """
        if self._trace.asked.is_lasting(kind):
            return False
        inside = [value] if type(value) is Symbol else [*all_containers(value)]
        return any(
            type(each) is not Symbol
            or each._ag_region not in self._trace.builder.regions
            for each in inside
        )

    def bare(self, kind: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Apply ``object.__new__``."""
        kind = self._trace.asked.original(kind)
        if not isinstance(kind, type):
            return self._trace.asked.unknown(object.__new__, (kind, *args), kwargs)
        trace = self._trace
        plain = not args and not kwargs and self._is_followed(kind)
        left = trace.is_left_to_run() or trace.facts.leaves_instances(kind)
        if plain and left and kind is not object and self._follows(kind):
            return self._bare_of_the_run(kind)
        if not plain or left:
            # Each run has its own, and what it is, the program sets later.
            return trace.emit("call", object.__new__, kind, *args, **kwargs)
        return trace.asked.new_instance(kind)

    def set_attribute(self, kind: type, name: str, value: Any) -> None:
        """Apply ``kind.name = value``; later reads look the name up at run time."""
        trace = self._trace
        trace.learn(trace.facts.class_attributes, name)
        method = type(value) is not Symbol and callable(trace.asked.original(value))
        if method or not self.is_users(kind):
            if not trace.asked.is_lasting(kind):
                trace.asked.class_must_exist(kind)
            trace.refuse(
                everywhere(
                    NotStaged(
                        f"the attribute {name!r} of the class {kind.__name__} is set",
                        hint="set it outside of the compiled function",
                    )
                )
            )
        trace.emit("store_attribute", kind, name, value)
        trace.clobber()

    def parent(self, kind: type, receiver: Any) -> Any:
        """Return the stand-in for ``super(kind, receiver)``."""
        stays(self._trace, receiver)
        return Parent(kind, receiver, self._trace)
