"""What stands for Python values in a trace, by what they are.

Arrays become symbols, objects proxies, functions their converted twins, builtins and
NumPy the functions that record.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Hashable
from types import (
    BuiltinFunctionType,
    CellType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any, NoReturn

import numpy as np

from runtime.ir.nodes import Constant
from runtime.ir.unbound import Unbound
from runtime.ops import OPS
from runtime.types import ANY, OBJECT, Container, Type, type_of
from runtime.variable import Variable
from tracer.flow.structure import is_structure
from tracer.policy import (
    is_convertible,
    is_opaque,
    is_user_module,
    looks_for_trace,
    stops_in_debugger,
)
from tracer.record.places import Slot, write_slot
from tracer.record.shared_names import rebound_cells
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals
from tracer.record.value_classes import (
    CHANGING,
    PLAIN_TYPES,
    VALUE_OBJECTS,
    VALUES,
    generator_type,
    never_changes,
)
from tracer.serve.guards import (
    Check,
    EqualTo,
    Exactly,
    Guard,
    Identical,
    Length,
    OfClass,
    OfType,
    Unset,
)
from tracer.serve.origins import (
    AttributeOf,
    CellContent,
    Fixed,
    GlobalName,
    ItemOf,
    Origin,
    root,
)
from tracer.serve.specs import Placeholder, TensorSpec
from tracer.values.containers import Containers
from tracer.values.functions_and_classes import (
    BoundFunction,
    OperatorPackage,
    StagedClass,
    StagedFunction,
    StagedModule,
    StandIn,
)
from tracer.values.identity import Identities, is_record
from tracer.values.named_tuples import NamedTuples
from tracer.values.objects import Objects
from tracer.values.variables import Variables


class Stager:
    """Gives what stands for Python values in one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._globals: dict[int, TracedGlobals] = {}
        self._cells: dict[int, tuple[CellType, CellType]] = {}
        self._originals: dict[int, CellContent] = {}
        self._twins: dict[int, tuple[FunctionType, FunctionType]] = {}
        self._stand_ins: dict[int, Any] = {}
        self._made_classes: dict[type, Hashable] = {}
        self._packages: dict[ModuleType, OperatorPackage] = {}

    def stage_variable(self, value: Any, origin: Origin) -> Any:
        """Stage a global or closed-over variable, which may be bound anew later."""
        trace = self._trace
        key = variable_key(origin)
        if key in trace.facts.stored:
            of = type_of(value)
            trace.guard(Guard(origin, OfType(of)))
            return trace.input_symbol(origin, of)
        return self.stage(value, origin)

    def stage(self, value: Any, origin: Origin) -> Any:
        """Give what stands for `value`, which a call reaches by `origin`."""
        kind = type(value)
        trace = self._trace
        if kind in PLAIN_TYPES:
            return self._plain(value, origin)
        if issubclass(kind, (np.ndarray, np.generic)):
            return self._numeric(value, origin)
        if kind is list or kind is dict:
            return trace.part(Containers).stage(value, origin)
        if kind is tuple or is_structure(value):
            return self._tuple(value, origin)
        if isinstance(value, tuple) or (
            isinstance(value, VALUE_OBJECTS) and never_changes(value)
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
        if is_record(value):
            return self._record(value, origin)
        return self._by_identity(value, origin)

    def _plain(self, value: Any, origin: Origin) -> Any:
        trace = self._trace
        if type(value) in (int, float) and origin.path in trace.facts.varying:
            return self.stage(type_of(value), origin)
        trace.guard(Guard(origin, Exactly(value)))
        return value

    def _record(self, value: Any, origin: Origin) -> Any:
        trace = self._trace
        trace.guard(Guard(origin, OfClass(type(value))))
        known: Any = trace.part(Identities).known(value, origin)
        if known is None:
            known = trace.part(Objects).stage(value, origin)
            trace.part(Identities).add(known)
            self._stand_ins[id(value)] = known
        return known

    def _by_identity(self, value: Any, origin: Origin) -> Any:
        if not isinstance(value, ModuleType) and not _stays(origin):
            # Each look at a method makes another object, of the same parts.
            taken_apart = isinstance(getattr(value, "__func__", None), FunctionType)
            check = OfClass(MethodType) if taken_apart else Identical(value)
            self._trace.guard(Guard(origin, check))
        known = self._stand_ins.get(id(value))
        if known is None:
            known = self._object(value, origin)
            self._stand_ins[id(value)] = known
        return known

    def _object(self, value: Any, origin: Origin) -> Any:
        trace = self._trace
        if issubclass(type(value), (Unbound, Symbol, Proxy, StandIn)):
            return value
        if isinstance(value, type):
            return self.stage_class(value)
        if isinstance(value, ModuleType):
            return StagedModule(value, trace) if _staged_module(value) else value
        if stops_in_debugger(value):
            return value
        if isinstance(value, FunctionType) and looks_for_trace(value):
            return value
        bound = type(getattr(value, "__self__", None)) in CHANGING
        functions = (FunctionType, BuiltinFunctionType, np.ufunc)
        if isinstance(value, functions) and not bound:
            return StagedFunction(value, trace)
        if _is_library_method(value) and isinstance(root(origin), Fixed):
            return StagedFunction(value, trace)
        if bound or isinstance(value, MethodType):
            return self._method(value, origin)
        if _is_function_like(value):
            return StagedFunction(value, trace)
        return trace.part(Objects).stage(value, origin)

    def _method(self, value: Any, origin: Origin) -> Any:
        """Give the method of what stands for the object that it is bound to."""
        receiver = self.stage(value.__self__, AttributeOf(origin, "__self__"))
        if not isinstance(getattr(value, "__func__", None), FunctionType):
            return getattr(receiver, value.__name__)
        function = self.stage(value.__func__, AttributeOf(origin, "__func__"))
        return BoundFunction(function, receiver)

    def _generator(self, value: Any, of: Container, origin: Origin) -> Symbol:
        """Give the symbol of a generator; that of a module is one input for all."""
        if not isinstance(root(origin), Fixed):
            self._trace.guard(Guard(origin, OfClass(type(value))))
            return self._trace.input_symbol(origin, of)
        known = self._stand_ins.get(id(value))
        if known is None:
            shared = Fixed(value, "numpy_random")
            known = self._stand_ins[id(value)] = self._trace.input_symbol(shared, of)
        return known

    def stand_in(self, kind: type) -> StagedClass:
        """Give what calls any class through the trace, one of exceptions too."""
        return StagedClass(kind, self._trace)

    def stage_class(self, value: type) -> Any:
        """Give what stands for a class; exceptions stay, `except` needs them."""
        if issubclass(value, BaseException):
            return value
        return StagedClass(value, self._trace)

    def made_class(self, made: type, out_of: type | None = None) -> Any:
        """Give what stands for a class that the function has made, or decorated."""
        if not issubclass(made, BaseException):
            here = self._trace.stack.site()
            self._made_classes[made] = self._made_classes.get(out_of or made, here)
        return self.stage_class(made)

    def must_exist_here(self) -> NoReturn:
        """Begin again with what the running place makes as something of the run."""
        self._trace.facts.made.add(self._trace.stack.site())
        self._trace.restart()

    def class_must_exist(self, kind: type) -> None:
        """Begin again with a class that the function makes as one of the run."""
        sites = {self._made_classes[each] for each in self._classes_made(kind)}
        made = self._trace.facts.made
        if not sites <= made:
            made |= sites
            self._trace.restart()

    def _classes_made(self, kind: type) -> list[type]:
        return [each for each in kind.__mro__ if each in self._made_classes]

    def _numeric(self, value: Any, origin: Origin) -> Symbol:
        of = type_of(value)
        self._trace.guard(Guard(origin, OfType(of)))
        if of == OBJECT:  # of another dtype, or a class derived from ndarray
            self._trace.guard(Guard(origin, OfClass(type(value))))
            of = ANY
        return self._trace.input_symbol(origin, of)

    def _items(self, value: tuple[Any, ...], origin: Origin) -> list[Any]:
        self._trace.guard(Guard(origin, Length(len(value))))
        return [self.stage(item, ItemOf(origin, i)) for i, item in enumerate(value)]

    def _tuple(self, value: Any, origin: Origin) -> Any:
        self._trace.guard(Guard(origin, OfClass(type(value))))
        kind = self._trace.part(NamedTuples).staged(type(value))
        return tuple.__new__(kind, self._items(value, origin))

    def _value_object(self, value: Any, origin: Origin) -> Any:
        check: Check = Exactly(value)
        if isinstance(value, enum.Enum):
            check = Identical(value)
        elif isinstance(value, (range, slice, frozenset, tuple, TensorSpec)):
            check = EqualTo(value)
        self._trace.guard(Guard(origin, check))
        return value

    # Functions ---------------------------------------------------------------------

    def twin(self, function: FunctionType) -> FunctionType:
        """Give the converted twin of a function, made for this trace."""
        known = self._twins.get(id(function))
        if known is not None:
            return known[1]
        twin = self._trace.options.convert(
            function,
            globals=self.globals(function.__globals__),
            cell=self._cell,
            traced=True,
            inlined=frozenset(self._trace.facts.inlined),
            operators=self._operators,
        )
        self._twins[id(function)] = (function, twin)
        if self._trace.stack.running and function.__name__ != "<lambda>":
            self._guard_code(function)
        return twin

    def _guard_code(self, function: FunctionType) -> None:
        """Assume that nobody exchanges the code of a callee, as reloaders do."""
        fixed = Fixed(function, function.__name__)
        for name in ("__code__", "__defaults__", "__kwdefaults__"):
            value = getattr(function, name)
            if value is not None:
                check = Identical(value, lasting=True)
                self._trace.guard(Guard(AttributeOf(fixed, name), check))

    def _operators(self, package: ModuleType) -> OperatorPackage:
        """Give what converted code finds our operators in."""
        known = self._packages.get(package)
        if known is None:
            known = self._packages[package] = OperatorPackage(package, self._trace)
        return known

    def globals(self, real: dict[str, Any]) -> TracedGlobals:
        """Give the traced globals of a module."""
        if type(real) is TracedGlobals:
            return real
        known = self._globals.get(id(real))
        if known is None:
            known = self._globals[id(real)] = TracedGlobals(real, self._trace)
        return known

    def _cell(self, name: str, original: CellType) -> CellType:
        """Give the trace's own cell for a variable that a function closes over."""
        known = self._cells.get(id(original))
        if known is not None:
            return known[1]
        fresh = CellType()
        self._cells[id(original)] = (original, fresh)
        origin = CellContent(original, name)
        self._originals[id(fresh)] = origin
        try:
            value = original.cell_contents
        except ValueError:
            self._trace.guard(Guard(Fixed(original, name), Unset()))
            return fresh
        # The compiler's own cell for super() has to hold the class itself.
        plain = name == "__class__"
        fresh.cell_contents = value if plain else self.stage_variable(value, origin)
        return fresh

    def read_again(self) -> None:
        """Read the closed-over variables that code outside may have bound anew."""
        trace = self._trace
        functions = [function for function, _ in self._twins.values()]
        rebound = rebound_cells(functions)
        for original, fresh in list(self._cells.values()):
            if id(original) not in rebound:
                continue
            origin = self._originals[id(fresh)]
            slot = Slot(fresh, origin.name)
            if type(slot.read()) is Unbound:
                continue
            key = variable_key(origin)
            if key not in trace.facts.stored:
                trace.facts.stored.add(key)
                trace.restart()
            cell = trace.capture(original, Fixed(original, f"cell_of_{origin.name}"))
            arguments = (cell, Constant("cell_contents"))
            row = OPS["load_attribute"]
            value = trace.record(row, arguments, of=ANY, base=origin.name)
            write_slot(trace.builder, slot, value)

    def original_cell(self, fresh: CellType) -> CellContent | None:
        """Give the user's cell that a trace's cell stands for, if it does."""
        return self._originals.get(id(fresh))

    def is_lasting(self, value: Any) -> bool:
        """Say whether a Python object may be held by the graph for all its runs."""
        if isinstance(value, FunctionType):
            return type(value.__globals__) is not TracedGlobals
        if isinstance(value, MethodType):
            return self.is_lasting(value.__func__)
        if isinstance(value, type) and self._classes_made(value):
            return False
        return isinstance(value, (type, BuiltinFunctionType, ModuleType, CellType)) or (
            isinstance(value, (*VALUE_OBJECTS, tuple, BaseException))
            or type(value) in VALUES
            or id(value) in self._stand_ins
            or _is_function_like(value)
            or id(value) in self._globals
        )

    def original(self, value: Any) -> Any:
        """Give the user's object behind a staged one."""
        while isinstance(value, StandIn):
            value = value._ag_original
        if isinstance(value, BoundFunction):
            receiver = value.__self__
            if isinstance(receiver, Proxy) and receiver._ag_origin is not None:
                function = self.original(value.__func__)
                return MethodType(function, receiver._ag_real)
        return value


def variable_key(origin: Origin) -> Any:
    """Give the key of a global or cell among the facts."""
    if isinstance(origin, GlobalName):
        return ("global", id(origin.namespace), origin.name)
    if isinstance(origin, CellContent):
        return ("cell", id(origin.cell))
    return origin


def _is_library_method(value: Any) -> bool:
    """Say whether a value is a method, in Python, of an object of a library's."""
    function = getattr(value, "__func__", None) if type(value) is MethodType else None
    return isinstance(function, FunctionType) and not is_convertible(function)


def _stays(origin: Origin) -> bool:
    """Say whether an origin leads to the same object at every call."""
    start = root(origin)
    if not isinstance(start, Fixed):
        return False
    if isinstance(start.value, ModuleType):
        return start is origin or not is_user_module(start.value)
    if isinstance(start.value, type):
        return start is origin or is_opaque(start.value)
    return True


def _staged_module(module: ModuleType) -> bool:
    top = module.__name__.partition(".")[0]
    return top in ("numpy", "math", "functools", "operator", "itertools") or (
        is_user_module(module) or top in sys.stdlib_module_names or top != "builtins"
    )


OF_C = (MethodWrapperType, MethodDescriptorType, WrapperDescriptorType)
"""Methods written in C."""


def _is_function_like(value: Any) -> bool:
    """Say whether NumPy or C code gives this object as a function."""
    kind = type(value)
    if not is_opaque(kind):
        return False  # an object with __call__, whose state is its own
    if kind.__name__ == "cython_function_or_method":
        return True
    return (
        isinstance(value, OF_C)
        or kind.__name__ in ("_ArrayFunctionDispatcher", "_vectorize", "partial")
        or hasattr(value, "python_function")
        or (hasattr(value, "__wrapped__") and callable(value))
        or is_convertible(value)
    )
