"""`Variable` in a trace: typed when read, written in order, held by reference.

The trace keeps nothing of its content: each read is a load, and each assignment a node
that writes it. So branches, loops, handlers and aliases of a Variable need no care.
"""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from runtime.errors import Span
from runtime.ir.nodes import Argument, Constant, Region, Value
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.ops.variables import ROWS
from runtime.types import Array, NumpyScalar, Type
from runtime.variable import Variable
from tracer.errors import no_attribute, on_behalf
from tracer.record.asked import Recording
from tracer.record.contents import LISTS, has_symbol, held
from tracer.record.decisions import OPERATION
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.guards import Check, Guard, class_test, described
from tracer.serve.origins import Namer, Origin
from tracer.values.identity import Identities
from tracer.values.proxies import FORWARDED, ObjectProxy

ASSIGNING = frozenset({"assign", "assign_add", "assign_sub"})
"""The methods that are operations: each takes one value."""
PASSING = frozenset({"print", *(row.name for row in ROWS)})
"""Effects that change no objects but Variables."""
READING = frozenset({"value", "shape", "ndim", "size"})
"""Attributes that belong to the value of a Variable."""


class VariableProxy(ObjectProxy):
    """Stand-in for a Variable.

    Attributes
    ----------
    _ag_made : Symbol or None
        The Variable itself, if the graph makes it.
    """

    __slots__ = ("_ag_made",)

    _ag_made: Symbol | None
    _ag_real: Variable

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any
    ) -> Any:
        return self._ag_trace.asked.call_ufunc(ufunc, method, inputs, keywords)

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        return self._ag_trace.asked.call_numpy(function, args, kwargs)

    def _ag_takes_over(self) -> bool:
        return False

    def _ag_lift(self, trace: Recording) -> Argument:
        if self._ag_value is None and self._ag_made is not None:
            return trace.lift(self._ag_made)
        return super()._ag_lift(trace)

    def _ag_attribute(self, name: str) -> Any:
        return self._ag_trace.part(Variables).attribute(self, name)

    def _ag_has(self, kind: str, key: Any) -> bool:
        return hasattr(Variable, str(key))

    def _ag_truth(self) -> Any:
        return self._ag_trace.part(Variables).read(self)

    def _ag_iterable(self) -> Any:
        return self._ag_trace.part(Variables).read(self)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._ag_trace.emit("assign_item", self, index, value)

    def __iter__(self) -> Iterator[Any]:
        trace = self._ag_trace
        return trace.asked.iterate(trace.part(Variables).read(self))


def _of_value(name: str) -> Any:
    def method(self: VariableProxy, *args: Any) -> Any:
        return getattr(Symbol, name)(self._ag_trace.part(Variables).read(self), *args)

    return method


def _not_in_place(name: str) -> Any:
    def method(self: VariableProxy, other: Any) -> NoReturn:
        on_behalf(getattr(Variable, name), self._ag_real, other)
        raise AssertionError(name)

    return method


for _name in FORWARDED.intersection(vars(Variable)) - set(vars(VariableProxy)):
    _in_place = _name.startswith("__i") and _name.replace("__i", "__") in FORWARDED
    _method = _not_in_place(_name) if _in_place else _of_value(_name)
    setattr(VariableProxy, _name, _method)
VariableProxy.__hash__ = ObjectProxy.__hash__  # type: ignore[method-assign]


@dataclass(frozen=True, eq=False)
class Like(Check):
    """The value is a Variable of this type."""

    type: Type

    def source(self, place: str, namer: Namer) -> str:
        of = namer.name(self.type, "type")
        return f"{class_test(place, Variable, namer)} and {place}._type is {of}"

    def expected(self) -> str:
        return f"a Variable of {self.type}"

    def found(self, value: object) -> str:
        if isinstance(value, Variable):
            return f"a Variable of {value.type}"
        return described(value)


class Variables:
    """The Variables of one trace.

    Attributes
    ----------
    made : list of (Span, Value or None)
        Where each run makes Variables, and each Variable, if making it cannot fail.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._staged: list[VariableProxy] = []
        self.made: list[tuple[Span, Value | None]] = []

    def stage(self, value: Variable, origin: Origin) -> VariableProxy:
        """Return the stand-in for a Variable that a call reaches by `origin`.

        The next call may pass another one of its type.
        """
        trace = self._trace
        trace.guard(Guard(origin, Like(value.type)))
        known: Any = trace.part(Identities).known(value, origin)
        if known is None:
            known = self._proxy(value, origin, None)
            trace.part(Identities).add(known)
            self._staged.append(known)
        return known  # type: ignore[no-any-return]

    def _proxy(
        self, real: Variable, origin: Origin | None, made: Symbol | None
    ) -> VariableProxy:
        proxy = VariableProxy(real, origin, self._trace)
        object.__setattr__(proxy, "_ag_made", made)
        return proxy

    # What it holds --------------------------------------------------------------------

    def read(self, proxy: VariableProxy) -> Symbol:
        """Load the value of a Variable."""
        real = proxy._ag_real
        name = getattr(proxy._ag_origin, "name", real.name) or ""
        loaded: Symbol = self._trace.record(
            OPS["load_attribute"],
            (self._trace.lift(proxy), Constant("value")),
            of=real.type,
            base=name if name.isidentifier() else "value",
        )
        return loaded

    def operands(self, row: Row, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return what functions of NumPy's are given: what the Variables hold."""
        return tuple(map(self.values_in, args)) if row.functions else args

    def values_in(self, given: Any) -> Any:
        """Return a value with each Variable in it replaced by its content."""
        kind = type(given)  # a symbol says that it is what it stands for
        if issubclass(kind, VariableProxy):
            return self.read(given)
        if kind in (tuple, list) and any(map(_holds_variable, given)):
            return kind(map(self.values_in, given))
        return given

    def attribute(self, proxy: VariableProxy, name: str) -> Any:
        """Return an attribute or a method of a Variable."""
        trace = self._trace
        if name == "value":
            return self.read(proxy)
        if name in READING:
            return getattr(self.read(proxy), name)
        if name == "dtype":
            return proxy._ag_real.dtype
        if name in ASSIGNING:
            return _Assigning(proxy, name)
        if name == "read_value":
            return lambda: self.read(proxy)
        if name == "numpy":
            return lambda: trace.asked.copy(self.read(proxy))
        if not hasattr(Variable, name):
            raise no_attribute("Variable", name)
        if proxy._ag_made is not None:
            return trace.emit("load_attribute", proxy, name)
        return trace.asked.opaque_attribute(proxy, name)

    def assign(self, proxy: VariableProxy, name: str, value: Any) -> Any:
        """Record an assignment; return the value of the Variable after it."""
        trace = self._trace
        arguments = (trace.lift(proxy), trace.lift(value))
        return trace.record(OPS[name], arguments, of=proxy._ag_real.type)

    # Making one -----------------------------------------------------------------------

    def make(self, /, *args: Any, **kwargs: Any) -> Any:
        """Make a Variable at run time."""
        trace = self._trace
        given = _bound(Variable, *args, **kwargs).arguments
        symbol = trace.emit("instance_new", Variable, *args, **kwargs)
        example = self._example(**given)
        if not trace.builder.staged:
            value = None if example is None else symbol._ag_value
            self.made.append((trace.stack.place(), value))
            trace.builder.on_rollback(self.made.pop)
        return symbol if example is None else self._proxy(example, None, symbol)

    def _example(self, /, value: Any, **options: Any) -> Variable | None:
        """Return a Variable like the one these arguments make, or None if unknown."""
        value = self.values_in(value)
        if has_symbol(tuple(options.values())):
            return None
        options = {
            name: self._trace.asked.original(option) for name, option in options.items()
        }
        if type(value) is Symbol:
            of = value._ag_value.type
            if not isinstance(of, (Array, NumpyScalar)):
                return None
            shape = of.shape if isinstance(of, Array) else ()
            options.setdefault("shape", ... if shape is None else shape)
            known = [size or 0 for size in shape or ()]
            value = np.broadcast_to(np.zeros((), of.dtype), known)
        try:
            return Variable(value, **options)
        except (TypeError, ValueError, OverflowError):
            return None  # making it raises the same at run time

    # What the graph has to do with ----------------------------------------------------

    def makes_again(self, region: Region) -> bool:
        """Whether the next call certainly makes a Variable like this one.

        It does if this call changes nothing that a guard may look at.
        """
        made = {value for _, value in self.made}
        return bool(made) and all(
            node.operation.name in PASSING or made.intersection(node.results)
            for node in region.walk()
            if node.fails or getattr(node.operation, "effect", False)
        )

    def used(self, region: Region) -> tuple[weakref.ref[Variable], ...]:
        """Return the Variables that a graph reads or writes, in the order of use."""
        known = {
            proxy._ag_value.name: proxy._ag_real
            for proxy in self._staged
            if proxy._ag_value is not None
        }
        found = {
            operand.name: known[operand.name]
            for node in region.walk()
            for operand in node.operands()
            if getattr(operand, "name", None) in known
        }
        return tuple(map(weakref.ref, found.values()))


class _Assigning:
    """A method of a Variable that assigns to it, recorded when it is called."""

    def __init__(self, proxy: VariableProxy, name: str) -> None:
        self._proxy = proxy
        self._name = name

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        proxy, name = self._proxy, self._name
        given = _bound(getattr(Variable, name), proxy, *args, **kwargs)
        proxy._ag_trace.decide("call", OPERATION)
        return proxy._ag_trace.part(Variables).assign(proxy, name, given.args[1])


def _bound(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Bind arguments to the parameters of a function, or raise what a call raises."""
    try:
        return inspect.signature(function).bind(*args, **kwargs)
    except TypeError:
        return on_behalf(function, *args, **kwargs)


def _holds_variable(value: Any) -> bool:
    return any(isinstance(one, VariableProxy) for one in held(value, LISTS))


def _assigning(name: str) -> Callable[..., Any]:
    function = getattr(Variable, name)

    def handler(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
        if args and type(args[0]) is VariableProxy:
            return _Assigning(args[0], name)(*args[1:], **kwargs)
        return trace.asked.unknown(function, args, kwargs)

    return handler


VARIABLES: dict[Any, Callable[..., Any]] = {
    Variable: lambda trace, /, *args, **kwargs: trace.part(Variables).make(
        *args, **kwargs
    ),
    **{getattr(Variable, name): _assigning(name) for name in ASSIGNING},
}
"""Handlers for calls of the class and of its methods while tracing."""
