"""Staging: the stand-ins for Python values in a trace, by their kind.

Arrays become symbols, objects become proxies, functions become their converted twins.
Builtins and NumPy's functions become functions that record.
"""

from __future__ import annotations

import enum
import sys
from itertools import chain
from operator import attrgetter, itemgetter, methodcaller
from types import (
    BuiltinFunctionType,
    CellType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    UnionType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from runtime.ir.unbound import Unbound
from runtime.saving.loaded import LOADED, Loaded
from runtime.types import ANY, OBJECT, Container, Type, any_lengths, type_of
from runtime.variable import Variable
from tracer.flow.known_classes import KnownClasses
from tracer.flow.structure import has_attributes, is_structure
from tracer.policy import (
    attribute_of,
    behind,
    is_convertible,
    is_opaque,
    is_user_module,
    looks_for_trace,
    stops_in_debugger,
)
from tracer.record.made import Made, MadeHere
from tracer.record.staged import Proxy, is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals
from tracer.record.value_classes import (
    CHANGING,
    NUMBERS_AND_TEXTS,
    PLAIN_TYPES,
    VALUE_OBJECTS,
    VALUES,
    generator_type,
)
from tracer.serve.guards import (
    Check,
    EqualTo,
    Exactly,
    Guard,
    Identical,
    OfClass,
    OfType,
)
from tracer.serve.likeness import Alike
from tracer.serve.origins import (
    AttributeOf,
    Fixed,
    ItemOf,
    Origin,
    root,
    variable_key,
)
from tracer.serve.presence import Bare, Length
from tracer.serve.specs import Placeholder, TensorSpec
from tracer.values.aliases import ALIASES
from tracer.values.arrived_functions import ArrivedFunctions, is_known_by_code
from tracer.values.bound_methods import BoundMethod, method_of
from tracer.values.containers import Containers
from tracer.values.enumerations import is_value
from tracer.values.functions_and_classes import (
    StagedBoundFunction,
    StagedClass,
    StagedFile,
    StagedFunction,
    StandIn,
)
from tracer.values.identity import Identities
from tracer.values.lasting import stays
from tracer.values.named_tuples import NamedTuples
from tracer.values.objects import Objects
from tracer.values.staged_modules import StagedModule
from tracer.values.twins import Twins
from tracer.values.variables import Variables

BOUNDS = ("start", "stop", "step")
"""The attributes of a slice."""


class Stager:
    """Makes the stand-ins for Python values in one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._stand_ins: dict[int, Any] = {}
        self._made_classes = MadeHere(trace, Made)
        self._values: dict[int, tuple[object, Origin]] = {}

    def origin(self, value: object) -> Origin | None:
        """Return how to reach a set or a range of the call that is passed on.

        The graph serves others that equal it, and gives the caller's own.
        """
        return self._values.get(id(value), (None, None))[1]

    def stage_variable(self, value: Any, origin: Origin) -> Any:
        """Stage a global or closure variable, which may be rebound later."""
        trace = self._trace
        key = variable_key(origin)
        if key in trace.facts.stored:
            of = type_of(value)
            trace.guard(Guard(origin, OfType(of)))
            return trace.input_symbol(origin, of)
        return self.stage(value, origin)

    def stage(self, value: Any, origin: Origin) -> Any:
        """Return the stand-in for `value`, which a call reaches by `origin`."""
        kind = type(value)
        trace = self._trace
        if kind in PLAIN_TYPES:
            return self._plain(value, origin)
        if issubclass(kind, (np.ndarray, np.generic)):
            return self._numeric(value, origin)
        if kind is list or kind is dict:
            return trace.part(Containers).stage(value, origin)
        objects = trace.part(NamedTuples).are_objects(kind)
        if kind is tuple or (is_structure(value) and not objects):
            return self._tuple(value, origin)
        single = value is NotImplemented
        if (
            (isinstance(value, tuple) and not (objects or has_attributes(value)))
            or single
            or (isinstance(value, VALUE_OBJECTS) and is_value(trace, value))
            or isinstance(value, ALIASES)
        ):
            return self._value_object(value, origin)
        generator = generator_type(value)
        if generator is not None:
            return self._generator(value, generator, origin)
        if isinstance(value, (Type, Placeholder)):
            of = value if isinstance(value, Type) else value.type
            trace.guard(Guard(origin, OfType(of)))
            return trace.input_symbol(origin, of, getattr(value, "name", None))
        if type(value) is Variable:
            return trace.part(Variables).stage(value, origin)
        if self._is_object(value):
            return self._instance(value, origin)
        return self._by_identity(value, origin)

    def _plain(self, value: Any, origin: Origin) -> Any:
        trace = self._trace
        if type(value) in NUMBERS_AND_TEXTS and origin.path in trace.facts.varying:
            return self.stage(type_of(value), origin)
        if not isinstance(origin, Fixed):
            trace.guard(Guard(origin, Exactly(value)))
        return value

    def _instance(self, value: Any, origin: Origin) -> Any:
        """Return the proxy of an object; the graph serves others of its class."""
        trace = self._trace
        if is_staged(value):
            trace.lift(value)  # of somebody else, who refuses
        if not stays(origin):
            trace.guard(Guard(origin, OfClass(type(value))))
        known: Any = trace.part(Identities).known(value, origin)
        if known is None:
            known = trace.part(Objects).stage(value, origin)
            trace.part(Identities).add(known)
        return known

    def _by_identity(self, value: Any, origin: Origin) -> Any:
        if is_known_by_code(value) and not (stays(origin) or looks_for_trace(value)):
            self._trace.part(ArrivedFunctions).add(value, origin)
        elif not stays(origin):
            lasts = isinstance(value, ModuleType)
            of_class = isinstance(attribute_of(value, "__self__"), type)
            check: Check = Identical(value, lasts)
            if of_class and type(value) is BuiltinFunctionType:
                check = EqualTo(value)
            self._trace.guard(Guard(origin, check))
        known = self._stand_ins.get(id(value))
        if known is None:
            known = self._object(value, origin)
            self._stand_ins[id(value)] = known
        return known

    @staticmethod
    def _is_object(value: Any) -> bool:
        """Whether a value is an instance of a class, with places of its own."""
        given = (Unbound, Symbol, Proxy, StandIn, type, ModuleType)
        methods = (FunctionType, BuiltinFunctionType, MethodType, np.ufunc)
        return not (
            issubclass(type(value), (*given, *methods))
            or stops_in_debugger(value)
            or type(attribute_of(value, "__self__")) in CHANGING
            or _is_function_like(value)
        )

    def _object(self, value: Any, origin: Origin) -> Any:
        trace = self._trace
        if is_staged(value) or type(value) is Unbound:
            return value
        if isinstance(value, type):
            return self.stage_class(value)
        if isinstance(value, ModuleType):
            return StagedModule(value, trace) if _staged_module(value) else value
        if stops_in_debugger(value):
            return value
        if type(value) is FunctionType and looks_for_trace(value):
            return value
        bound = type(attribute_of(value, "__self__")) in CHANGING
        functions = (FunctionType, BuiltinFunctionType, np.ufunc)
        if isinstance(value, functions) and not bound:
            return StagedFunction(value, trace)
        if _is_library_method(value) and isinstance(root(origin), Fixed):
            return StagedFunction(value, trace)
        if bound or type(value) is MethodType:
            return self._method(value, origin)
        kind = StagedFile if isinstance(value, Loaded) else StagedFunction
        return kind(value, trace)

    def _method(self, value: Any, origin: Origin) -> Any:
        """Return a method, bound to the stand-in for its object."""
        receiver = self.stage(value.__self__, AttributeOf(origin, "__self__"))
        if type(attribute_of(value, "__func__")) is FunctionType:
            function = self.stage(value.__func__, AttributeOf(origin, "__func__"))
            method: Any = StagedBoundFunction(function, receiver)
        else:
            method = method_of(self._trace, receiver, value.__name__)
        if type(method) in (StagedBoundFunction, BoundMethod) and not stays(origin):
            method._ag_arrived = value, origin
        return method

    def _generator(self, value: Any, of: Container, origin: Origin) -> Symbol:
        """Return the symbol of a generator; that of a module is one shared input."""
        if not isinstance(root(origin), Fixed):
            self._trace.guard(Guard(origin, OfClass(type(value))))
            return self._trace.input_symbol(origin, of)
        known = self._stand_ins.get(id(value))
        if known is None:
            shared = Fixed(value, "numpy_random")
            known = self._stand_ins[id(value)] = self._trace.input_symbol(shared, of)
        return known

    def stand_in(self, kind: type) -> StagedClass:
        """Return a stand-in that calls a class through the trace, even an exception."""
        return StagedClass(kind, self._trace)

    def stage_class(self, value: type) -> Any:
        """Return the stand-in for a class; exceptions stay, `except` needs them."""
        if issubclass(value, BaseException):
            return value
        return StagedClass(value, self._trace)

    def made_class(self, made: type, out_of: type | None = None) -> Any:
        """Return the stand-in for a class that the function has made or decorated."""
        if not issubclass(made, BaseException):
            sites = self._made_classes.of(out_of or made).sites
            self._made_classes.note(made, *(sites or [self._trace.stack.site()]))
        return self.stage_class(made)

    def class_must_exist(self, kind: type) -> None:
        """Restart with a class that the function makes as one made by the run."""
        sites = [self._made_classes.of(each).sites for each in kind.__mro__]
        self._trace.learn(self._trace.facts.made, *chain(*sites))

    def _is_made_here(self, kind: type) -> bool:
        """Whether the function makes a class or one of its parents."""
        return any(map(self._made_classes.is_noted, kind.__mro__))

    def _numeric(self, value: Any, origin: Origin) -> Symbol:
        of = any_lengths(type_of(value))  # their rules tell little of lengths
        self._trace.guard(Guard(origin, OfType(of)))
        if of != OBJECT:
            return self._trace.input_symbol(origin, of)
        # Of another dtype, or a class derived from ndarray.
        self._trace.guard(Guard(origin, OfClass(type(value))))
        symbol = self._trace.input_symbol(origin, ANY)
        if type(value) is not np.ndarray and isinstance(value, np.ndarray):
            self._trace.part(KnownClasses).arrives(symbol, value, origin)
        return symbol

    def _items(self, value: tuple[Any, ...], origin: Origin) -> list[Any]:
        self._trace.guard(Guard(origin, Length(len(value))))
        return [self.stage(item, ItemOf(origin, i)) for i, item in enumerate(value)]

    def _tuple(self, value: Any, origin: Origin) -> Any:
        self._trace.guard(Guard(origin, OfClass(type(value))))
        if type(value).__dictoffset__:
            self._trace.guard(Guard(origin, Bare()))
        kind = self._trace.part(NamedTuples).staged(type(value))
        made: tuple[Any, ...] = tuple.__new__(kind, self._items(value, origin))
        self._trace.part(Identities).tuple_arrives(made, value, origin)
        return made

    def _value_object(self, value: Any, origin: Origin) -> Any:
        check: Check = Exactly(value)
        if isinstance(value, enum.Enum) or value is NotImplemented:
            check = Identical(value)
        elif isinstance(value, slice):  # its bounds vary, and may be any objects
            self._trace.guard(Guard(origin, OfClass(slice)))
            bounds = [AttributeOf(origin, name) for name in BOUNDS]
            parts = [self.stage(getattr(value, each.name), each) for each in bounds]
            return slice(*parts) if any(map(is_staged, parts)) else value
        elif isinstance(value, (range, frozenset)):
            check = Alike(value)
            if not stays(origin):
                self._values.setdefault(id(value), (value, origin))
        elif isinstance(value, (tuple, TensorSpec, *ALIASES)):
            check = EqualTo(value)
        self._trace.guard(Guard(origin, check))
        return value

    # Functions ---------------------------------------------------------------------

    def is_lasting(self, value: Any) -> bool:
        """Whether the graph may hold a Python object for all its runs."""
        if type(value) is FunctionType:
            return type(value.__globals__) is not TracedGlobals
        if type(value) is MethodType:
            return self.is_lasting(value.__func__)
        if isinstance(value, type) and self._is_made_here(value):
            return False
        return issubclass(
            type(value), (type, BuiltinFunctionType, ModuleType, CellType)
        ) or (
            isinstance(value, (*VALUE_OBJECTS, *UNCHANGING, tuple, BaseException))
            or type(value) in VALUES
            or id(value) in self._stand_ins
            or _is_function_like(value)
            or self._trace.part(Twins).has_globals(value)
        )

    def original(self, value: Any, by_identity: bool = True) -> Any:
        """Return the user's object behind a staged one.

        Parameters
        ----------
        value
            The staged object.
        by_identity : bool
            Whether anything depends on which function it is, beside its code.
        """
        while isinstance(value, StandIn):
            value = value._ag_original
        if by_identity:
            self._trace.part(ArrivedFunctions).depends_on_identity(value)
        return value


UNCHANGING = (np.finfo, np.iinfo, UnionType, itemgetter, attrgetter, methodcaller)
"""Classes whose instances never change, and hold what they were made of."""


def _is_library_method(value: Any) -> bool:
    """Whether a value is a method, in Python, of a library's object."""
    function = attribute_of(value, "__func__") if type(value) is MethodType else None
    return type(function) is FunctionType and not is_convertible(function)


def _staged_module(module: ModuleType) -> bool:
    top = module.__name__.partition(".")[0]
    return top in ("numpy", "math", "functools", "operator", "itertools") or (
        is_user_module(module) or top in sys.stdlib_module_names or top != "builtins"
    )


OF_C = (MethodWrapperType, MethodDescriptorType, WrapperDescriptorType)
"""Methods written in C."""


def _is_function_like(value: Any) -> bool:
    """Whether NumPy or C code provides this object as a function."""
    kind = type(value)
    if issubclass(kind, (Loaded, *LOADED)):
        return True
    if not is_opaque(kind):
        return False  # an object with __call__, whose state is its own
    if callable(value) and kind.__module__ == "numpy.ma.core":
        return True
    if kind.__name__ == "cython_function_or_method":
        return True
    return (
        isinstance(value, OF_C)
        or kind.__name__ in ("_ArrayFunctionDispatcher", "_vectorize", "partial")
        or behind(value) is not None
        or (attribute_of(value, "__wrapped__") is not None and callable(value))
        or is_convertible(value)
    )
