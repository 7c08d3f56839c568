"""The table of calls: it decides about every call of converted code.

A function with a row is recorded; the user's function is converted and traced; a known
pure function of plain values runs now; any other is called back at run time.
"""

from __future__ import annotations

import builtins
import enum
import math
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from functools import partial
from inspect import CO_GENERATOR
from itertools import chain
from types import (
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from runtime.ops import BY_FUNCTION
from runtime.ops.ufunc_methods import METHODS
from runtime.saving.loaded import LOADED
from runtime.types import OBJECT
from tracer.calls import methods, recursion
from tracer.calls.arguments import (
    called,
    errs_here,
    is_plain,
    may_be_object,
    run_plainly,
)
from tracer.calls.builtins import BUILTINS, UNSTAGED_BUILTINS
from tracer.calls.callbacks import announce_starred, call_back
from tracer.calls.called_first import call_first, is_head_call
from tracer.calls.handlers import Builtin
from tracer.calls.left_functions import LeftFunctions
from tracer.calls.library import OF_ITEMS, change, only_reads, pure
from tracer.calls.loaded_graphs import call_loaded
from tracer.calls.made_iterators import iterators
from tracer.calls.moments import effect
from tracer.calls.numpy_functions import numpy_function, ufunc
from tracer.calls.numpys_objects import record_as
from tracer.calls.patching import refuse_patching
from tracer.calls.stances import (
    PURE_CLASSES,
    full_name,
    is_hashable,
    is_numpys,
    library_stance,
    module_of,
    sort,
)
from tracer.errors import on_behalf
from tracer.flow.container_contents import PLAIN
from tracer.flow.iterators import TracedIterator
from tracer.flow.made_containers import MadeContainers
from tracer.iteration.generator_functions import refuse_asynchronous
from tracer.iteration.generators import Generator
from tracer.iteration.run_generators import RunGenerators
from tracer.iteration.taking import is_iterator, taken_by
from tracer.policy import (
    behind,
    is_convertible,
    is_numpys_code,
    makes_manager,
)
from tracer.record import causes
from tracer.record.contents import holds_staged
from tracer.record.context import untraced
from tracer.record.decisions import (
    CHANGES,
    CONVERTED,
    EFFECT,
    OPERATION,
    PURE,
)
from tracer.record.interruptions import is_interrupted
from tracer.record.numpys_code import NumpysCode
from tracer.record.staged import Proxy, is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals
from tracer.serve.origins import Fixed
from tracer.values.arrived_partials import called_partial
from tracer.values.classes import Classes
from tracer.values.defaults import stage_defaults
from tracer.values.functions_and_classes import CHANGING_OPERATORS, StagedFunction
from tracer.values.lookup import in_class
from tracer.values.named_tuples import NamedTuples
from tracer.values.staging import Stager

OUTSIDE = frozenset(("io.open", "builtins.breakpoint"))
"""Builtins that reach outside of the program: at each run, never while tracing."""


class FunctionDispatch:
    """Sorts the calls of one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self.handlers: Mapping[Any, Builtin] = BUILTINS

    # Names ---------------------------------------------------------------------------

    def builtin(self, name: str) -> Any:
        """Return the staged builtin of a name; KeyError makes Python use its own."""
        if name in UNSTAGED_BUILTINS:
            raise KeyError(name)
        if not hasattr(builtins, name):
            raise KeyError(name)
        value = getattr(builtins, name)
        if isinstance(value, type):
            return self._trace.part(Stager).stage_class(value)
        return StagedFunction(value, self._trace) if callable(value) else value

    # Calls ---------------------------------------------------------------------------

    def call(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a function that is not a class."""
        trace = self._trace
        if type(function) is partial:
            return called_partial(trace, function, args, kwargs)
        receiver = getattr(function, "__self__", None)
        if args and _is_of_a_class(function):
            return _method_of_class(trace, function, args, kwargs)
        if isinstance(function, MethodWrapperType) and isinstance(receiver, BINDING):
            bound = trace.part(Stager).stage(receiver, Fixed(receiver))
            return getattr(bound, function.__name__)(*args, **kwargs)
        if isinstance(receiver, np.ufunc) and _is_known(function, args, kwargs):
            return _method_of_ufunc(trace, function, args, kwargs)
        inner = behind(function)
        if inner is not None:
            if is_interrupted():
                with untraced():
                    return function(*args, **kwargs)
            if hasattr(function, "staged_call"):
                args, kwargs = function.staged_call(args, kwargs)
            return self.call(inner, args, kwargs)
        if receiver is not None and is_numpys(function) and function in BY_FUNCTION:
            return self._operation(function, args, kwargs)
        if type(function) is MethodType and library_stance(function) != EFFECT:
            bound = trace.part(Stager).stage(receiver, Fixed(receiver))
            return self.call(function.__func__, (bound, *args), kwargs)
        stance = sort(function, self.handlers)
        if stance == OPERATION:
            return self._operation(function, args, kwargs)
        local = type(getattr(function, "__globals__", None)) is TracedGlobals
        if local or stance == CONVERTED:
            return self.traced(function, args, kwargs)
        return self.unknown(function, args, kwargs)

    def call_class(
        self, kind: type, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Call a class."""
        trace = self._trace
        if kind in self.handlers:
            return self._builtin(kind, args, kwargs)
        if is_numpys(kind) and kind in BY_FUNCTION:
            return self._operation(kind, args, kwargs)
        if issubclass(kind, PURE_CLASSES) and is_plain((args, kwargs)):
            return run_plainly(trace, kind, args, kwargs)
        if issubclass(kind, np.generic):
            plain = is_plain(args) and not kwargs and kind is not np.void
            if plain and not errs_here(trace):  # a void can be changed
                made = run_plainly(trace, kind, args, {})
                if type(made) is not np.ndarray:  # of a sequence
                    return made
            trace.decide("call", OPERATION)
            return trace.emit("convert_scalar", kind, *args, **kwargs)
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            return trace.part(NamedTuples).make(kind, args, kwargs)
        if _finds_member(kind) and not is_plain((args, kwargs)):
            return pure(trace, kind, args, kwargs)
        if sort(kind, self.handlers) == CONVERTED:
            trace.decide("call", CONVERTED)
            return trace.part(Classes).construct(kind, args, kwargs)
        return self.unknown(kind, args, kwargs)

    def _operation(
        self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Call what has a staged form."""
        trace = self._trace
        if isinstance(function, LOADED):
            made = call_loaded(trace, function, args, kwargs)
            if made is NotImplemented:
                return call_back(trace, function, args, kwargs)
            return made
        if is_hashable(function) and function in self.handlers:
            return self._builtin(function, args, kwargs)
        if isinstance(function, np.ufunc):
            return ufunc(trace, function, "__call__", args, kwargs)
        return numpy_function(trace, function, args, kwargs)

    def _builtin(self, function: Any, args: Any, kwargs: Any) -> Any:
        """Call one of Python's functions, and note what became of it."""
        trace, builtin = self._trace, self.handlers[function]
        if errs_here(trace):
            return trace.emit("call", function, *args, **kwargs)
        nodes = trace.builder.region.nodes
        recorded = len(nodes)
        opened = builtin.opened(args)
        result = iterators(
            trace, function, lambda: builtin(trace, *opened, **kwargs), args, kwargs
        )
        trace.decide("call", OPERATION if len(nodes) > recorded else PURE)
        return result

    def traced(
        self, function: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Convert the user's function and run it on symbols."""
        trace = self._trace
        if type(function.__globals__) is TracedGlobals:
            return function(*args, **kwargs)  # defined within what is being traced
        if is_numpys_code(function) and not trace.part(NumpysCode).running:
            made = trace.part(NumpysCode).traced(function, args, kwargs)
            if made is NotImplemented:
                return call_back(trace, function, args, kwargs)
            return made
        if not trace.options.has_source(function):
            return self.unknown(function, args, kwargs)
        refuse_asynchronous(trace, function.__code__)
        if trace.facts.brief and trace.options.callbacks != "error":
            return call_back(trace, function, args, kwargs, cause=causes.TOO_LONG)
        twin, why = trace.part(LeftFunctions).twin(function)
        if why is not None:
            return call_back(trace, function, args, kwargs, cause=why)
        generates = function.__code__.co_flags & CO_GENERATOR
        if generates and trace.part(RunGenerators).calls(function.__code__):
            return call_back(trace, function, args, kwargs, cause=causes.GENERATOR)
        trace.decide("call", CONVERTED)
        stage_defaults(trace, function, twin, args, kwargs)
        shares = bool(function.__code__.co_freevars)
        if recursion.recurses(trace, twin.__code__, args, kwargs, shares):
            if generates:
                trace.part(RunGenerators).leave()
            return recursion.call(trace, function, args, kwargs)
        if not generates:
            return self._run(twin, args, kwargs)
        site = trace.part(RunGenerators).site(function.__code__)
        if not twin.__code__.co_flags & CO_GENERATOR:
            run = partial(self._run, twin, args, kwargs)
            return Generator(trace, run, site)
        return TracedIterator(self._run(twin, args, kwargs), trace, None, site)

    def _run(
        self, twin: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Run the twin of a function, called from the running position."""
        if self._trace.facts.takes():
            self._trace.restart()
        with self._trace.stack.calling(twin.__code__):
            return called(twin, *args, **kwargs)

    def unknown(
        self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Call a function that is neither recorded nor converted."""
        trace = self._trace
        refuse_patching(trace, function)
        made = trace.part(NumpysCode).traced(function, args, kwargs)
        if made is not NotImplemented:
            return made
        stance = library_stance(function)
        if function in TAKING and args and is_iterator(args[0]):
            args = (taken_by(function, *args), *args[1:])
        if stance == PURE:
            return only_reads(trace, function, args, kwargs)
        if stance == EFFECT and not trace.options.freezes:
            return effect(trace, function, args, kwargs)
        if stance == CHANGES:
            return change(trace, function, args, kwargs)
        if function is nullcontext:
            return nullcontext(*args, **kwargs)
        if makes_manager(function):
            if is_convertible(getattr(function, "__wrapped__", None)):
                why = causes.GENERATOR_MANAGER
                return call_back(trace, function, args, kwargs, cause=why)
            # Its `with` says that it is made and entered at each run.
            return record_as(trace, OBJECT, "call", function, *args, **kwargs)
        # NumPy's may set what operations recorded before go by, such as `np.seterr`.
        outside = full_name(function) in OUTSIDE or is_numpys(function)
        # Frames of the trace are nobody's business.
        outside = outside or module_of(function) == "traceback"
        if not outside and is_head_call(trace, function, args, kwargs):
            return call_first(trace, function, args, kwargs)
        return call_back(trace, function, args, kwargs)

    def call_starred(
        self, function: Any, parts: list[Any], kwargs: Any, row: str = "starred_call"
    ) -> Any:
        """Record a call whose arguments only the run can count, or name."""
        trace = self._trace
        original = trace.part(Stager).original(function, by_identity=False)
        known = not isinstance(original, (Symbol, Proxy)) and is_hashable(original)
        known = known and (
            original in self.handlers
            or is_numpys(original)
            or library_stance(original) == PURE
        )
        if known:
            trace.decide("call", OPERATION)
        else:
            announce_starred(trace, original)
            given = chain.from_iterable(map(_spread, parts))
            trace.part(MadeContainers).hand_over((*given, *kwargs.values()))
        # The call gets the items: it makes no matter which container held them.
        result = trace.emit(row, function, *map(_copied, parts), **kwargs)
        if not known or any(map(may_be_object, (*parts, *kwargs.values()))):
            trace.clobber()
        return result


def _copied(part: Any) -> Any:
    return part.copy() if type(part) in (list, dict) else part


def _spread(part: Any) -> Iterable[Any]:
    """Return what the called function gets of a part: the items, not the container."""
    if type(part) is dict:
        return part.values()
    return part if type(part) in (list, tuple) else (part,)


BINDING = (FunctionType, WrapperDescriptorType)
"""Functions whose own methods, `f.__get__` and `f.__call__`, do what they are for."""
TAKING = (*OF_ITEMS, math.fsum, math.prod, dict.fromkeys)
"""What stops at the first item that it cannot take."""


def _is_known(function: Any, args: Any, kwargs: Any) -> bool:
    """Whether a call of a method of a ufunc is recorded."""
    plain = is_plain((args, kwargs)) and function.__name__ in METHODS
    return plain or holds_staged(args)


def _is_of_a_class(function: Any) -> bool:
    """Whether a function is a method of C code, or an operator that changes."""
    return isinstance(function, MethodDescriptorType) or (
        isinstance(function, WrapperDescriptorType)
        and function.__name__ in CHANGING_OPERATORS
    )


def _method_of_class(
    trace: Trace,
    function: MethodDescriptorType | WrapperDescriptorType,
    args: Any,
    kwargs: dict[str, Any],
) -> Any:
    """Call a method of C code by its class: `list.append(items, item)`."""
    if isinstance(function, WrapperDescriptorType) and type(args[0]) not in PLAIN:
        return call_back(trace, function, args, kwargs)
    if isinstance(args[0], function.__objclass__):
        kind, name = args[0].__class__, function.__name__
        if type(args[0]) is not Symbol and in_class(kind, name) is not function:
            # A subclass has its own, which calls this one as `super()` does.
            return call_back(trace, function, args, kwargs, cause=causes.PARENT)
        if type(args[0]) is Symbol and not hasattr(Symbol, name):
            method = trace.asked.attribute(args[0], name, True)
        else:
            method = getattr(args[0], name)
        found = methods.call(trace, method)
        if found is method:  # its errors are the user's
            return on_behalf(method, *args[1:], **kwargs)
        return found(*args[1:], **kwargs)
    if type(args[0]) is Symbol and may_be_object(args[0]):
        return trace.emit("call", function, *args, **kwargs)
    if isinstance(trace.asked.original(args[0]), function.__objclass__):
        return trace.asked.unknown(function, args, kwargs)  # of a class: type.mro(C)
    return on_behalf(function, *args, **kwargs)


def _method_of_ufunc(trace: Trace, function: Any, args: Any, kwargs: Any) -> Any:
    """Record a call of a method of a ufunc."""
    if any(is_staged(each) and hasattr(type(each), "__array_ufunc__") for each in args):
        return function(*args, **kwargs)
    return ufunc(trace, function.__self__, function.__name__, args, kwargs)


def _finds_member(kind: type) -> bool:
    """Whether a call of a class only looks for an enum member."""
    if not issubclass(kind, enum.Enum) or not kind.__members__:
        return False
    return not is_convertible(getattr(kind._missing_, "__func__", None))
