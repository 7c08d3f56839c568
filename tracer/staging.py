"""What converted code sees of Python while it is traced.

Converted functions run with `TracedGlobals` in place of their module's globals. Every
global and builtin name they read passes here and is *staged*: arrays become symbols,
objects proxies, functions their converted twins, builtins and NumPy the functions that
record. Generated code therefore needs no interception of its own.

CPython looks names up in a dict subclass by ``__getitem__`` (only exact dicts take the
fast path of ``LOAD_GLOBAL``); the tests check it for each version supported.
"""

from __future__ import annotations

import builtins
import datetime
import decimal
import enum
import fractions
import inspect
import ipaddress
import operator
import re
import statistics
import string
import struct
import sys
import uuid
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Hashable, Iterator
from functools import cache, partial
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FrameType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import TYPE_CHECKING, Any, NoReturn, TypeGuard

import numpy as np

from runtime.ir.graph import Constant
from runtime.ir.unbound import Unbound
from runtime.ops import OPS
from runtime.types import (
    ANY,
    OBJECT,
    PYTHON_SCALARS,
    UNBOUND,
    Container,
    Type,
    join_all,
    members,
    type_of,
)
from runtime.variable import Variable
from tracer.dispatch.draws import generator_type
from tracer.dispatch.policy import (
    is_convertible,
    is_opaque,
    is_user_module,
    looks_for_trace,
    stops_in_debugger,
)
from tracer.errors import NotStaged, on_behalf
from tracer.guards import (
    Check,
    EqualTo,
    Exactly,
    Guard,
    Identical,
    Lacks,
    Length,
    OfClass,
    OfType,
    Unset,
)
from tracer.identity import is_record
from tracer.origins import (
    AttributeOf,
    CellContent,
    Fixed,
    GlobalName,
    ItemOf,
    Origin,
    root,
)
from tracer.places import Slot, write_slot
from tracer.proxies import ObjectProxy, Proxy
from tracer.shared_names import rebound_cells, rebound_globals
from tracer.specs import Placeholder, TensorSpec
from tracer.structure import is_structure
from tracer.symbols import Symbol
from tracer.templates import holds_text, meets_text, watch_templates

if TYPE_CHECKING:
    from tracer.trace import Trace

VALUES = frozenset(
    {
        decimal.Decimal,
        fractions.Fraction,
        datetime.date,
        datetime.datetime,
        datetime.time,
        datetime.timedelta,
        datetime.timezone,
        ipaddress.IPv4Address,
        ipaddress.IPv4Network,
        ipaddress.IPv6Address,
        ipaddress.IPv6Network,
        np.datetime64,
        np.timedelta64,
        re.Match,
        re.Pattern,
        statistics.NormalDist,
        string.Template,
        struct.Struct,
        uuid.UUID,
    }
)
"""Classes of Python's and NumPy's own whose instances never change."""
HEEDING = frozenset({decimal.Decimal})
"""Those whose operations heed what is set around them, which only a run knows."""
VALUE_OBJECTS = (enum.Enum, np.dtype, range, slice, frozenset, TensorSpec)
"""Classes whose instances Python needs while tracing."""
PLAIN_TYPES = frozenset({*PYTHON_SCALARS, type(None), type(Ellipsis)})
CHANGING = frozenset({list, dict, set, deque, defaultdict, OrderedDict, Counter})
"""Containers whose methods, kept by themselves, are those of what stands for them."""


HIDING = ("__doc__", "__module__")
"""What Python finds in every class, and would hide that of the original."""
HEAP_TYPE = 1 << 9
"""The flag of a class that is made at run time."""


class StandIn:
    """Stands for a Python object that is called or looked into while tracing.

    Equal to what it stands for, so that comparisons and dict look-ups agree.
    """

    __slots__ = ("_ag_original", "_ag_trace")

    def __new__(cls: Any, original: Any, trace: Trace) -> Any:
        """Make an instance of a class of the same name as that of the original."""
        kind: Any = type(original)
        return object.__new__(_named_as(cls, kind))

    def __init__(self, original: Any, trace: Trace) -> None:
        self._ag_original = original
        self._ag_trace = trace

    def __eq__(self, other: object) -> Any:
        if isinstance(other, StandIn):
            other = other._ag_original
        return self._ag_original == other

    def __hash__(self) -> int:
        return hash(self._ag_original)

    def __repr__(self) -> str:
        return repr(self._ag_original)

    def __str__(self) -> str:
        return str(self._ag_original)

    def __or__(self, other: Any) -> Any:
        return self._ag_original | other

    def __ror__(self, other: Any) -> Any:
        return other | self._ag_original

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_ag_"):
            object.__setattr__(self, name, value)
            return
        kind = type(self._ag_original).__name__
        self._ag_trace.refuse(
            NotStaged(
                f"the attribute {name!r} of a {kind} is set",
                hint="keep the value in an object, a dict or an argument",
            )
        )

    def __getattr__(self, name: str) -> Any:
        trace = self._ag_trace
        value = getattr(self._ag_original, name)
        origin = Fixed(self._ag_original, "object")
        return trace.stager.stage(value, AttributeOf(origin, name))


@cache
def _named_as(base: type[StandIn], kind: type) -> type[StandIn]:
    """Give a class of stand-ins that Python calls by the name of another class."""
    space = {name: vars(base)[name] for name in HIDING}
    name = kind.__name__
    if kind.__module__ != "builtins" and not kind.__flags__ & HEAP_TYPE:
        name = f"{kind.__module__}.{name}"  # as classes written in C are called
    return type(name, (base,), {"__slots__": (), **space})


def _of_original(name: str, stand_in: StandIn) -> Any:
    return getattr(stand_in._ag_original, name)


class StagedFunction(StandIn):
    """Stands for a function: a call is sorted by the table of calls."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        if name in StandIn.__slots__ or not self._ag_keeps(name):
            super().__setattr__(name, value)
        else:
            self._ag_trace.objects.store_attribute(self._ag_original, name, value)

    def __getattr__(self, name: str) -> Any:
        if self._ag_keeps(name):
            return self._ag_trace.objects.load_attribute(self._ag_original, name)
        return super().__getattr__(name)

    def _ag_keeps(self, name: str) -> bool:
        """Say whether a name is that of an attribute which the user's code gives it."""
        function = self._ag_original
        if isinstance(function, FunctionType):
            return is_convertible(function) and not name.startswith("__")
        decorated = hasattr(function, "python_function") and name[0] != "_"
        return decorated and not hasattr(type(function), name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._ag_trace.functions.call(self._ag_original, args, kwargs)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else BoundFunction(self, instance)


CONSTRUCTING = frozenset({"__setattr__", "__delattr__", "__init__", "__new__"})
INHERITED = CONSTRUCTING.union(
    "__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__ __repr__ __str__ __format__ "
    "__call__ __getitem__ __iter__ __reversed__ __len__ __contains__ __bool__ "
    "__or__ __ror__ __instancecheck__ __sizeof__ __dir__".split()
)


class StagedClass(StandIn):
    """Stands for a class: a call makes an instance."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._ag_trace.functions.call_class(self._ag_original, args, kwargs)

    def __getitem__(self, key: Any) -> Any:
        kind = self._ag_original
        if type(key) is Symbol:
            return self._ag_trace.functions.pure(operator.getitem, (kind, key), {})
        return on_behalf(operator.getitem, kind, key)

    def __iter__(self) -> Any:
        return on_behalf(iter, self._ag_original)

    def __reversed__(self) -> Any:
        return on_behalf(reversed, self._ag_original)

    def __len__(self) -> Any:
        return on_behalf(len, self._ag_original)

    def __contains__(self, item: Any) -> Any:
        return on_behalf(operator.contains, self._ag_original, item)

    def __bool__(self) -> Any:
        return on_behalf(bool, self._ag_original)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        """Give the class itself to one derived from it; one that is told, at run time.

        It may keep what is derived from it: each run derives one of its own.
        """
        kind = self._ag_original
        hook = any("__init_subclass__" in vars(base) for base in kind.__mro__[:-1])
        if hook or type(kind) is not type:
            self._ag_trace.stager.must_exist_here()
        return (kind,)

    def __instancecheck__(self, instance: Any) -> bool:
        return isinstance(instance, self._ag_original)

    @property
    def dtype(self) -> Any:
        """The dtype that a class stands for, which NumPy asks for."""
        return np.dtype(self._ag_original)

    def __getattribute__(self, name: str) -> Any:
        # Methods that the stand-in inherits itself would hide those of the class.
        if name in INHERITED:
            return self.__getattr__(name)
        return super().__getattribute__(name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in StandIn.__slots__:
            object.__setattr__(self, name, value)
        else:
            self._ag_trace.classes.set_attribute(self._ag_original, name, value)

    def __getattr__(self, name: str) -> Any:
        trace = self._ag_trace
        return trace.classes.attribute(self._ag_original, name)


class StagedModule(StandIn):
    """Stands for a module: its attributes are staged as they are read."""

    __slots__ = ("_ag_rebound", "_ag_seen")

    def __init__(self, original: Any, trace: Trace) -> None:
        super().__init__(original, trace)
        self._ag_seen: dict[str, Any] = {}
        users = is_user_module(original)
        self._ag_rebound = rebound_globals(vars(original)) if users else frozenset()

    def __getattr__(self, name: str) -> Any:
        seen = self._ag_seen
        trace = self._ag_trace
        if name in self._ag_rebound and trace.knowledge.clobbered():
            return trace.emit("load_attribute", self, name)
        if name not in seen:
            value = on_behalf(getattr, self._ag_original, name)
            if type(value) in PLAIN_TYPES and not is_user_module(self._ag_original):
                return value  # a constant such as math.pi
            origin: Origin = Fixed(self._ag_original, self._ag_original.__name__)
            stager = self._ag_trace.stager
            seen[name] = stager.stage(value, AttributeOf(origin, name))
        return seen[name]


class OperatorPackage:
    """Stands for the package of our operators, which is also what the user calls `ag`.

    The operators look for the trace themselves; classes are staged as all others.
    """

    def __init__(self, package: ModuleType, stager: Stager) -> None:
        self._ag_package = package
        self._ag_stager = stager

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._ag_package, name)
        if isinstance(value, type):
            value = self._ag_stager.stage_class(value)
        self.__dict__[name] = value
        return value


for _stand_in in (StagedFunction, StagedClass, StagedModule):
    for _name in HIDING:
        setattr(_stand_in, _name, property(partial(_of_original, _name)))


class BoundFunction:
    """A staged function with its first argument."""

    __slots__ = ("__func__", "__self__")

    def __init__(self, function: Any, instance: Any) -> None:
        self.__func__ = function
        self.__self__ = instance

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.__func__(self.__self__, *args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__func__, name)


BoundFunction.__name__ = "method"  # Python's errors name the classes of operands


class TracedGlobals(dict[str, Any]):
    """The globals of a module, as converted code sees them in one trace."""

    def __init__(self, real: dict[str, Any], trace: Trace) -> None:
        super().__init__(real)
        super().__setitem__("__builtins__", STAGED_BUILTINS)
        self.real = real
        self.trace = trace
        self.seen: dict[str, Any] = {}
        self.rebound = rebound_globals(real)
        self.deleted: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        seen = self.seen
        if name in self.rebound and self.trace.knowledge.clobbered():
            return self._read_again(name)
        if name in seen:
            return self._surely_bound(name, seen[name])
        if name == "__builtins__":
            return STAGED_BUILTINS
        if name in self.real:
            origin = GlobalName(self.real, name)
            staged = self.trace.stager.stage_variable(self.real[name], origin, name)
        else:
            staged = self._builtin(name)
        seen[name] = staged
        return staged

    def _read_again(self, name: str) -> Any:
        """Read a global that code outside of the trace may have bound anew."""
        if name not in self.real and name not in self.seen:
            raise KeyError(name)
        return self._load(name, ANY)

    def _surely_bound(self, name: str, value: Any) -> Any:
        """Give a global that this trace has met, and may have deleted."""
        if type(value) is Unbound:
            return self.trace.functions.builtin(name)
        options = members(self.trace.type_of(value))
        unsure = UNBOUND in options or (ANY in options and name in self.deleted)
        if type(value) is not Symbol or not unsure:
            return value
        bound = [of for of in options if of != UNBOUND]
        either = ANY if hasattr(builtins, name) else join_all(bound)
        return self._load(name, either)

    def _load(self, name: str, of: Type) -> Any:
        """Read a global at run time."""
        namespace = self.trace.capture(self.real, Fixed(self.real, "module_globals"))
        row, key = OPS["load_global"], Constant(name)
        return self.trace.record(row, (namespace, key), of=of, base=name)

    def _builtin(self, name: str) -> Any:
        """Give the staged builtin of a name that the module does not define."""
        namespace = Fixed(self.real, "globals")
        self.trace.guard(Guard(namespace, Lacks(name)))
        return self.trace.functions.builtin(name)

    def __setitem__(self, name: str, value: Any) -> None:
        # Code writes past this; a debugger keeps names of its own here.
        super().__setitem__(name, value)
        if name not in self.real:
            self.seen[name] = value


def is_made_here(value: Any) -> TypeGuard[FunctionType]:
    """Say whether a value is a function that was made while tracing."""
    return type(value) is FunctionType and type(value.__globals__) is TracedGlobals


def _staged_import(
    name: str,
    globals: Any = None,
    locals: Any = None,
    fromlist: Any = (),
    level: int = 0,
) -> Any:
    if type(globals) is TracedGlobals:
        module = on_behalf(__import__, name, globals.real, None, fromlist, level)
        return globals.trace.stager.stage(module, Fixed(module, name))
    return __import__(name, globals, locals, fromlist, level)


def _staged_build_class(body: Any, name: str, *bases: Any, **keywords: Any) -> Any:
    build, here = builtins.__build_class__, body.__globals__
    if type(here) is not TracedGlobals:
        return build(body, name, *bases, **keywords)
    trace = here.trace
    derived = any(type(base) is Symbol for base in bases)
    if derived or trace.stack.site() in trace.facts.made:
        return trace.emit("call", build, body, name, *bases, **keywords)
    made = build(body, name, *bases, **keywords)
    if not isinstance(made, type):
        return made
    if any(isinstance(value, ObjectProxy) for value in vars(made).values()):
        trace.stager.must_exist_here()  # Python may ask them as descriptors
    return trace.stager.made_class(made)


STAGED_BUILTINS = {
    **vars(builtins),
    "__import__": _staged_import,
    "__build_class__": _staged_build_class,
}


def user_frame(frame: FrameType | None) -> FrameType | None:
    """Give the innermost frame that runs converted code."""
    while frame is not None:
        if type(frame.f_globals) is TracedGlobals:
            return frame
        frame = frame.f_back
    return None


def frame_of(code: CodeType, frame: FrameType) -> FrameType:
    """Give the innermost frame from here that runs a code object, or else this one."""
    found: FrameType | None = frame
    while found is not None and found.f_code is not code:
        found = found.f_back
    return found or frame


def locals_of(frame: FrameType) -> tuple[Any, ...]:
    """Give what the names of a function that runs are bound to.

    Python keeps the dict that it makes for it; emptied, it holds on to nothing.
    """
    space = frame.f_locals
    found = tuple(space.values())
    if type(space) is dict and frame.f_code.co_flags & inspect.CO_OPTIMIZED:
        space.clear()
    return found


def user_frames(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield the frames that run converted code, the innermost first."""
    frame = user_frame(frame)
    while frame is not None:
        yield frame
        frame = user_frame(frame.f_back)


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
        self._package: OperatorPackage | None = None

    def stage_variable(self, value: Any, origin: Origin, name: str) -> Any:
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
            return trace.containers.stage(value, origin)
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
            return trace.variables.stage(value, origin)
        if is_record(value):
            return self._record(value, origin)
        return self._by_identity(value, origin)

    def _plain(self, value: Any, origin: Origin) -> Any:
        trace = self._trace
        if type(value) in (str, bytes):
            self._meets_text()
        if type(value) in (int, float) and origin.path in trace.facts.varying:
            return self.stage(type_of(value), origin)
        trace.guard(Guard(origin, Exactly(value)))
        return value

    def _record(self, value: Any, origin: Origin) -> Any:
        trace = self._trace
        trace.guard(Guard(origin, OfClass(type(value))))
        known: Any = trace.identities.known(value, origin)
        if known is None:
            known = trace.objects.stage(value, origin)
            trace.identities.add(known)
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
        if isinstance(value, (Unbound, Symbol, Proxy, StandIn)):
            return value
        return trace.objects.stage(value, origin)

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
        kind = self._trace.named_tuples.staged(type(value))
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
            watched=frozenset(self._trace.facts.watched),
            marked=self._trace.facts.marked,
            operators=self._operators,
        )
        self._twins[id(function)] = (function, twin)
        if holds_text(function):
            self._meets_text()
        watch_templates(self._trace, twin)
        if self._trace.stack.running and function.__name__ != "<lambda>":
            self._guard_code(function)
        return twin

    def _meets_text(self) -> None:
        meets_text(self._trace, [twin for _, twin in self._twins.values()])

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
        if self._package is None:
            self._package = OperatorPackage(package, self)
        return self._package

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
        fresh.cell_contents = (
            value if plain else self.stage_variable(value, origin, name)
        )
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


def never_changes(value: Any) -> bool:
    """Say whether a value is the same in the trace and at each run: no object."""
    if isinstance(value, (tuple, frozenset)):
        return all(map(never_changes, value))
    kinds = (*VALUE_OBJECTS, np.generic, np.ufunc, type, ModuleType)
    functions = (FunctionType, BuiltinFunctionType)
    return isinstance(value, (*kinds, *functions)) or (
        type(value) in PLAIN_TYPES or type(value) in VALUES
    )


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


def _is_function_like(value: Any) -> bool:
    """Say whether NumPy or C code gives this object as a function."""
    kind = type(value)
    if not is_opaque(kind):
        return False  # an object with __call__, whose state is its own
    if kind.__name__ == "cython_function_or_method":
        return True
    return (
        isinstance(value, (MethodWrapperType, MethodDescriptorType))
        or kind.__name__ in ("_ArrayFunctionDispatcher", "_vectorize", "partial")
        or hasattr(value, "python_function")
        or (hasattr(value, "__wrapped__") and callable(value))
        or is_convertible(value)
    )
