"""The table of calls: every call of converted code is sorted here, never guessed.

A function with a row is recorded; the user's own function is converted and traced; a
known pure function of plain values runs now; all else is called back at run time.
"""

from __future__ import annotations

import builtins
import copy
import enum
import functools
import sys
import warnings
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from inspect import CO_GENERATOR
from types import FunctionType, GeneratorType, MethodDescriptorType, MethodType
from typing import Any

import numpy as np

from runtime.errors import AutographError
from runtime.ops import BY_FUNCTION, OPS, row_of_ufunc
from runtime.types import (
    NONE,
    AnyType,
    Array,
    Iterable,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Union,
)
from tracer.calls import methods, recursion
from tracer.calls.arguments import in_order, out_by_name
from tracer.calls.arrays import ArrayDispatch
from tracer.calls.builtins import BUILTINS, UNSTAGED_BUILTINS
from tracer.calls.handlers import is_array_method
from tracer.calls.iterating import listed
from tracer.calls.opening import opened
from tracer.calls.stances import RESULTS, full_name, library_stance, module_of
from tracer.errors import (
    CallbackRefused,
    CallbackWarning,
    FrozenWarning,
    on_behalf,
    user_error,
)
from tracer.flow.iterators import TracedIterator, iterator
from tracer.flow.made_containers import MadeContainers
from tracer.flow.structure import value_type
from tracer.iteration.generator_functions import refuse_asynchronous
from tracer.iteration.generators import Generator
from tracer.iteration.lazy_iterations import collected, is_recipe
from tracer.iteration.run_generators import RunGenerators
from tracer.policy import is_convertible, makes_changing, makes_manager
from tracer.record.contents import Handler, for_the_run, has_symbol
from tracer.record.context import untraced
from tracer.record.decisions import (
    CALLED_BACK,
    CHANGES,
    CONVERTED,
    FROZEN,
    OPERATION,
    PURE,
)
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals
from tracer.record.value_classes import HEEDING, VALUES
from tracer.serve.origins import Fixed
from tracer.serve.specs import TensorSpec
from tracer.values.classes import Classes
from tracer.values.containers import Containers, ListProxy
from tracer.values.defaults import stage_defaults
from tracer.values.functions_and_classes import BoundFunction, StagedFunction
from tracer.values.made_functions import MadeFunctions
from tracer.values.named_tuples import NamedTuples
from tracer.values.staging import Stager
from tracer.values.variables import Variables

PURE_NUMPY = frozenset(
    {
        np.result_type,
        np.promote_types,
        np.can_cast,
        np.min_scalar_type,
        np.issubdtype,
        np.broadcast_shapes,
        np.isscalar,
        np.iterable,
    }
)
"""NumPy functions of plain values whose answer Python needs while tracing."""
PURE_CLASSES = (np.dtype, np.finfo, np.iinfo, TensorSpec)
"""Classes whose instances Python needs while tracing."""
OUTSIDE = frozenset(("io.open", "builtins.breakpoint"))
"""Builtins that reach outside of the program: at each run, never while tracing."""
EATING = frozenset({set, frozenset, dict, Counter, OrderedDict, deque, np.fromiter})
"""What goes through its first argument at once, to the end."""
PUBLIC = {"posix": "os", "nt": "os"}
"""The modules by which people know those that are written in C."""
SILENT = frozenset("heapify heappush insort insort_left insort_right".split())
"""Functions that change a list and give None."""


class FunctionDispatch:
    """Sorts the calls of one trace.

    Attributes
    ----------
    attributes : dict of str to str
        The names of the attributes that gave values of the graph, by these values'.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self.handlers: Mapping[Any, Handler] = BUILTINS

    # Names ---------------------------------------------------------------------------

    def builtin(self, name: str) -> Any:
        """Give the staged builtin of a name; KeyError sends Python on to its own."""
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
        args = given_whole(self._trace, function, args)
        handler = self.handlers.get(function) if _hashable(function) else None
        if handler is not None:
            return self._builtin(function, handler, args, kwargs)
        if isinstance(function, MethodDescriptorType) and args:
            if isinstance(args[0], function.__objclass__):
                method = getattr(args[0], function.__name__)
                return methods.call(self._trace, method)(*args[1:], **kwargs)
            return on_behalf(function, *args, **kwargs)
        if isinstance(function, np.ufunc):
            return self.ufunc(function, "__call__", args, kwargs)
        if isinstance(getattr(function, "__self__", None), np.ufunc) and has_symbol(
            args
        ):
            return function(*args, **kwargs)  # NumPy asks the symbol
        if _hashable(function) and function in PURE_NUMPY and is_plain(args):
            self._trace.decide("call", PURE)
            return on_behalf(function, *unwrapped(self._trace, args), **kwargs)
        if _hashable(function) and function in BY_FUNCTION:
            return self.numpy_function(function, args, kwargs)
        inner = getattr(function, "python_function", None)
        if inner is not None:
            if hasattr(function, "staged_call"):
                args, kwargs = function.staged_call(args, kwargs)
            return self.call(inner, args, kwargs)
        if isinstance(function, MethodType) and library_stance(function) != FROZEN:
            staged = self._trace.part(Stager).stage

            receiver = staged(function.__self__, Fixed(function.__self__))
            return self.call(function.__func__, (receiver, *args), kwargs)
        local = type(getattr(function, "__globals__", None)) is TracedGlobals
        if local or is_convertible(function):
            return self.traced(function, args, kwargs)
        return self.unknown(function, args, kwargs)

    def _errs_here(self) -> bool:
        """Say whether NumPy was heard to err in the running call of plain values."""
        erring = self._trace.facts.erring
        return bool(erring) and self._trace.stack.site() in erring

    def _builtin(
        self,
        function: Any,
        handler: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        """Call the staged form of a builtin; what plain values raise is the user's."""
        trace = self._trace
        if self._errs_here():
            return trace.emit("call", function, *args, **kwargs)
        args, kwargs = in_order(function, args, kwargs)
        nodes = trace.builder.region.nodes
        recorded = len(nodes)
        try:
            result = handler(self._trace, *args, **kwargs)
            self._trace.decide("call", OPERATION if len(nodes) > recorded else PURE)
            return result
        except AutographError:
            raise
        except TypeError as error:
            place = error.__traceback__
            if place is not None and place.tb_next is None:
                return on_behalf(function, *args, **kwargs)  # wrong arguments
            if not has_symbol(args):
                user_error(error)
            raise
        except Exception as error:
            if not has_symbol(args):
                user_error(error)
            raise

    def traced(
        self, function: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Convert a function of the user's and run it on symbols."""
        trace = self._trace
        if type(function.__globals__) is TracedGlobals:
            return function(*args, **kwargs)  # defined within what is being traced
        if not trace.options.has_source(function):
            return self.unknown(function, args, kwargs)
        refuse_asynchronous(trace, function.__code__)
        twin = trace.part(Stager).twin(function)
        generates = function.__code__.co_flags & CO_GENERATOR
        if generates and trace.part(RunGenerators).calls(
            function.__code__, twin.__code__
        ):
            return self.call_back(function, args, kwargs)
        trace.decide("call", CONVERTED)
        stage_defaults(trace.part(Stager), function, twin, args, kwargs)
        if recursion.recurses(trace, twin.__code__, args, kwargs):
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
        """Run the twin of a function, called from where the trace stands."""
        with self._trace.stack.calling(twin.__code__):
            try:
                return twin(*args, **kwargs)
            except TypeError as error:
                place = error.__traceback__
                if place is not None and place.tb_next is None:
                    user_error(error)  # the call does not fit the signature
                raise

    def unknown(
        self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Call a function of which the table of calls says nothing."""
        trace = self._trace
        stance = library_stance(function)
        if stance == PURE and not isinstance(function, type):
            args = tuple([listed(trace, one) for one in args])
        plain = is_plain(args) and is_plain(tuple(kwargs.values()))
        if function in PURE_NUMPY and plain:
            trace.decide("call", PURE)
            return on_behalf(function, *unwrapped(trace, args), **kwargs)
        if stance == CHANGES:
            return self._changing(function, args, kwargs)
        if stance == PURE and makes_changing(function):
            return self._made_by_the_run(function, args, kwargs)
        if stance == PURE:
            return self.ask(function, *args, **kwargs)
        if function is nullcontext:
            return nullcontext(*args, **kwargs)
        if makes_manager(function):
            if is_convertible(getattr(function, "__wrapped__", None)):
                return self.call_back(function, args, kwargs)
            # Its `with` says that it is made and entered at each run.
            return trace.emit("call", function, *args, **kwargs)
        makes = isinstance(function, type) and not issubclass(function, enum.Enum)
        makes = makes and (
            stance == CALLED_BACK or trace.part(Classes).is_users(function)
        )
        outside = full_name(function) in OUTSIDE or _is_numpys(function)
        once = not (trace.builder.staged or trace.repeats or trace.has_effects())
        if plain and once and not (makes or outside):
            return self._run_now(function, args, kwargs, frozen=stance == FROZEN)
        return self.call_back(function, args, kwargs)

    def _made_by_the_run(self, kind: type, args: Any, kwargs: Any) -> Any:
        """Make an instance of a class of Python's own which the program may change."""
        trace = self._trace
        trace.decide("call", OPERATION)
        if not any(map(_may_be_object, (*args, *kwargs.values()))):
            return trace.emit("instance_new", kind, *args, **kwargs)
        # It may ask an object of the user's, whose methods may do anything.
        made = trace.emit("call", kind, *args, **kwargs)
        trace.clobber()
        return made

    def pure(self, function: Any, args: Any, kwargs: Any) -> Any:
        """Call a function of Python's own at each run: it only looks at values."""
        trace = self._trace
        trace.decide("call", PURE)
        if any(map(_may_be_object, (*args, *kwargs.values()))):
            # It may ask an object of the user's, whose methods may do anything.
            result = trace.emit("call", function, *args, **kwargs)
            trace.clobber()
            return result
        positional = tuple([trace.lift(value) for value in (function, *args)])
        named = tuple([(name, trace.lift(value)) for name, value in kwargs.items()])
        of = RESULTS.get(full_name(function))
        return trace.record(OPS["call_pure"], positional, named, of=of, sure=False)

    def method(self, function: Any, *args: Any) -> Any:
        """Call an operator of a plain value by the name of its method."""
        trace = self._trace
        receiver, name = function.__self__, function.__name__
        if is_plain(args) and not self._errs_here():
            return on_behalf(function, *args)
        if not any(map(_may_be_object, args)):
            return trace.emit("pure_method", receiver, name, *args)
        # It may ask an object of the user's, whose methods may do anything.
        result = trace.emit("call_method", receiver, name, *args)
        trace.clobber()
        return result

    def ask(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a function of Python's own that only looks at values.

        Objects that never change are given a proxy: their operators would not know a
        symbol, nor say so.
        """
        trace = self._trace
        args = self._values(args)
        kwargs = dict(zip(kwargs, self._values(tuple(kwargs.values())), strict=True))
        given = (getattr(function, "__self__", None), *args, *kwargs.values())
        heeds = any(type(one) in HEEDING for one in given)
        if heeds or not is_plain(args) or not is_plain(kwargs):
            return self.pure(function, args, kwargs)
        trace.decide("call", PURE)
        named = dict(zip(kwargs, unwrapped(trace, tuple(kwargs.values())), strict=True))
        result = on_behalf(function, *unwrapped(trace, args), **named)
        if type(result) in VALUES:
            return trace.part(Stager).stage(result, Fixed(result))
        return iterator(trace, result) if hasattr(type(result), "__next__") else result

    def _values(self, given: tuple[Any, ...]) -> tuple[Any, ...]:
        """Give the objects themselves in the stead of proxies of what never changes."""
        return tuple(
            [
                one._ag_real
                if isinstance(one, Proxy) and type(one._ag_real) in VALUES
                else one
                for one in given
            ]
        )

    def _changing(self, function: Any, args: Any, kwargs: Any) -> Any:
        """Call a function of Python's own that changes the list it is given."""
        trace = self._trace
        target = args[0] if args else None
        if type(target) is ListProxy:
            trace.part(Containers).becomes_dynamic(target)
        if type(target) is list:
            if for_the_run(trace, args):
                trace.part(MadeContainers).must_exist(target)
            trace.part(MadeContainers).changing(target, function.__name__)
            return on_behalf(function, *args, **kwargs)
        of = trace.type_of(target)
        if type(target) is not Symbol or not isinstance(of, List):
            return self.call_back(function, args, kwargs)
        trace.part(MadeContainers).check_change(function.__name__)
        for value in args[1:2]:
            trace.part(MadeContainers).widen(target, value_type(trace, value))
        trace.decide("call", OPERATION)
        gives = NONE if function.__name__ in SILENT else of.element
        lifted = [trace.lift(value) for value in (function, *args)]
        named = tuple([(name, trace.lift(value)) for name, value in kwargs.items()])
        result = trace.record(OPS["call_changing"], tuple(lifted), named, of=gives)
        if isinstance(of.element, AnyType):
            trace.clobber()  # objects of the user's compare as they like
        return result

    def _run_now(
        self,
        function: Any,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        frozen: bool,
    ) -> Any:
        """Run an unknown function of plain values while tracing, once for all tries."""
        trace = self._trace
        trace.decide("call", FROZEN, _described(function))
        done = trace.facts.frozen_results
        position = trace.frozen_calls
        trace.frozen_calls += 1
        site = trace.stack.site()
        if site in trace.facts.made:
            made = done[position : position + 1]
            return self.call_back(function, args, kwargs, made)
        if position == len(done):
            trace.show_printed()
            given = unwrapped(trace, args)
            with (
                trace.part(MadeContainers).unchanged((*given, *kwargs.values())),
                untraced(),
            ):
                done.append(on_behalf(function, *given, **kwargs))
        if isinstance(done[position], GeneratorType):
            trace.facts.made.add(site)  # each run needs one of its own
            trace.restart()
        try:
            result = copy.deepcopy(done[position])
        except Exception:  # it cannot be copied: each run needs one of its own
            trace.facts.made.add(site)
            trace.restart()
        staged: Any = result
        if not (isinstance(result, (list, dict)) and is_plain(result)):
            staged = trace.part(Stager).stage(done[position], Fixed(done[position]))
        if isinstance(staged, Proxy) and not _is_lasting(staged._ag_real):
            # It may change; the next call of the function needs one of its own.
            trace.facts.made.add(site)
            trace.restart()
        if frozen:
            self._warn(FrozenWarning(_frozen(function)))
        return trace.asked.copy(staged) if type(staged) is Symbol else staged

    def call_class(
        self, kind: type, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Call a class."""
        trace = self._trace
        args = given_whole(trace, kind, args)
        handler = self.handlers.get(kind)
        if handler is not None:
            return self._builtin(kind, handler, args, kwargs)
        if issubclass(kind, PURE_CLASSES) and is_plain((args, kwargs)):
            trace.decide("call", PURE)
            named = dict(zip(kwargs, unwrapped(trace, tuple(kwargs.values()))))
            return on_behalf(kind, *unwrapped(trace, args), **named)
        if issubclass(kind, np.generic):
            if is_plain(args) and not kwargs and not self._errs_here():
                trace.decide("call", PURE)
                return on_behalf(kind, *args)
            trace.decide("call", OPERATION)
            return trace.emit("convert_scalar", kind, *args, **kwargs)
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            return trace.part(NamedTuples).make(kind, args, kwargs)
        if _finds_member(kind) and not is_plain((args, kwargs)):
            return self.pure(kind, args, kwargs)
        if trace.part(Classes).is_users(kind):
            trace.decide("call", CONVERTED)
            return trace.part(Classes).construct(kind, args, kwargs)
        return self.unknown(kind, args, kwargs)

    # NumPy ----------------------------------------------------------------------------

    def ufunc(
        self, ufunc: np.ufunc, method: str, inputs: Any, kwargs: dict[str, Any]
    ) -> Any:
        """Record a call of a ufunc or of one of its methods."""
        trace = self._trace
        if method == "__call__" and len(inputs) > ufunc.nin + ufunc.nout:
            return on_behalf(ufunc, *inputs, **kwargs)  # NumPy says what is too many
        if method == "__call__" and len(inputs) > ufunc.nin:
            kwargs = {**kwargs, "out": tuple(inputs[ufunc.nin :])}
            inputs = inputs[: ufunc.nin]
        out = kwargs.get("out")
        if isinstance(out, tuple) and len(out) == 1:
            kwargs = {**kwargs, "out": out[0]}
            out = out[0]
        if out is None:
            kwargs = {name: value for name, value in kwargs.items() if name != "out"}
        inputs = trace.part(Variables).values_in(tuple(inputs))
        if method == "__call__" and not kwargs:
            row, sign = BY_FUNCTION.get(ufunc), trace.running_sign()
            if row is not None and row.infix in (sign, sign.removesuffix("=")):
                return trace.part(ArrayDispatch).operate(
                    row.name, *map(_scalar, inputs)
                )
        args = tuple([trace.lift(value) for value in inputs])
        keywords = {name: trace.lift(value) for name, value in kwargs.items()}
        row, before = row_of_ufunc(ufunc, args, keywords, method)
        trace.decide("call", OPERATION)
        result = trace.record(row, before + args, tuple(keywords.items()))
        return result if out is None or isinstance(out, tuple) else out

    def numpy_function(
        self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Record a call of a NumPy function, by its row if it has one."""
        row = BY_FUNCTION.get(function)
        if row is None:
            return self.call_back(function, args, kwargs)
        args = tuple([self._listed(value) for value in args])
        args, kwargs = out_by_name(row, args, kwargs)
        self._trace.decide("call", OPERATION)
        result = self._trace.emit(row, *args, **kwargs)
        out = kwargs.get("out")
        return result if out is None else out

    def _listed(self, value: Any) -> Any:
        """Give a list of the user's as a display, whose types the rules can see."""
        return list(value) if type(value) is ListProxy else value

    # Calls back into Python -----------------------------------------------------------

    def call_back(
        self, function: Any, args: Any, kwargs: Any, made: Sequence[Any] = ()
    ) -> Any:
        """Record a call that runs in Python at each run of the graph.

        If it ran while tracing already, `made` has what it gave: that is for the first.
        """
        trace = self._trace
        original = trace.part(Stager).original(function)
        if isinstance(original, Proxy):
            original = original._ag_real
        name = None
        if type(original) is Symbol:
            known_as = self._trace.part(ArrayDispatch).attributes
            name = known_as.get(original._ag_value.name)
        if name is None or not is_array_method(name):
            self._announce(self._called(original, name))
        known = type(original) is not Symbol and (
            _is_numpys(original) or library_stance(original) == PURE
        )
        if not known:
            trace.part(MadeContainers).hand_over((*args, *kwargs.values()))
        callee = _made_once(original, made) if made else function
        with trace.part(MadeFunctions).passing() if known else nullcontext():
            result = trace.emit("call", callee, *args, **kwargs)
        if getattr(getattr(function, "__code__", None), "co_flags", 0) & CO_GENERATOR:
            trace.part(RunGenerators).note(result)
        trace.clobber()
        return result

    def call_starred(
        self, function: Any, parts: list[Any], kwargs: Any, row: str = "starred_call"
    ) -> Any:
        """Record a call whose arguments only the run can count, or name."""
        trace = self._trace
        original = trace.part(Stager).original(function)
        known = type(original) is not Symbol and _hashable(original)
        known = known and (original in self.handlers or _is_numpys(original))
        if known:
            trace.decide("call", OPERATION)
        else:
            self._announce(_described(original))
            trace.part(MadeContainers).hand_over((*parts, *kwargs.values()))
        result = trace.emit(row, function, *parts, **kwargs)
        if not known or any(map(_may_be_object, (*parts, *kwargs.values()))):
            trace.clobber()
        return result

    def call_back_method(
        self, receiver: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Record a method call of which nothing is known."""
        trace = self._trace
        if not (type(receiver) is Symbol and is_array_method(name)):
            self._announce(f"the method {name!r}")
            trace.part(MadeContainers).hand_over((*args, *kwargs.values()))
        result = trace.emit("call_method", receiver, name, *args, **kwargs)
        trace.clobber()
        return result

    def _called(self, function: Any, name: str | None) -> str:
        """Name what is called back; `name` is that of the attribute it comes from."""
        if name is not None:
            return f"the method {name!r}"
        written = isinstance(function, FunctionType)
        unread = written and not self._trace.options.has_source(function)
        return _described(function) + (", which has no source," if unread else "")

    def _announce(self, what: str) -> None:
        """Tell of a call back into Python, or refuse it."""
        if self._trace.options.callbacks == "error":
            self._trace.refuse(
                CallbackRefused(
                    f"{what} is called back in Python, which callbacks='error' forbids",
                    hint="use a NumPy function, call it by ag.py_function, or pass "
                    "callbacks='allow'",
                )
            )
        if self._trace.options.callbacks == "warn":
            self._warn(
                CallbackWarning(
                    f"{what} is not known to the graph: each run calls back into "
                    "Python for it (callbacks='allow' silences this)"
                )
            )
        self._trace.decide("call", CALLED_BACK, what)

    def _warn(self, warning: Warning) -> None:
        if self._trace.options.decisions is not None:
            return  # whoever asks for decisions is told
        span = self._trace.stack.span()
        key = (span.file, span.line, str(warning))
        if key not in self._trace.facts.warned:
            self._trace.facts.warned.add(key)
            warnings.warn_explicit(warning, None, span.file, span.line)


def given_whole(trace: Trace, function: Any, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Give arguments in which what is gone through to its end is a list."""
    if _hashable(function):
        args = opened(trace, function, args)
    if args and is_recipe(args[0]) and _hashable(function) and function in EATING:
        return (collected(trace, args[0]), *args[1:])
    return args


def is_plain(value: Any) -> bool:
    """Say whether a value holds nothing that is known only at run time."""
    if type(value) is Symbol or isinstance(value, Proxy):
        return False
    if isinstance(value, (tuple, list, set, frozenset)):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(map(is_plain, value.values()))
    if isinstance(value, FunctionType):
        return not value.__closure__ and type(value.__globals__) is not TracedGlobals
    if type(value) is functools.partial:
        return is_plain((value.func, value.args, value.keywords))
    if type(value) is BoundFunction:
        return False
    return not isinstance(value, np.ndarray)


def unwrapped(trace: Trace, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Give the user's objects behind staged ones."""
    return tuple([trace.part(Stager).original(value) for value in args])


def _is_numpys(function: Any) -> bool:
    return module_of(function).partition(".")[0] == "numpy"


def _made_once(function: Any, made: Sequence[Any]) -> Callable[..., Any]:
    """Give a function whose first call gives what was made, and does nothing."""
    left = [*made]

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            return left.pop()
        except IndexError:
            return function(*args, **kwargs)

    return called


def _may_be_object(value: Any) -> bool:
    """Say whether a value may be, or hold, an object of the user's."""
    if type(value) is Symbol:
        return _holds_object(value._ag_value.type)
    if type(value) in (tuple, list):
        return any(map(_may_be_object, value))
    return isinstance(value, Proxy)


def _holds_object(of: Type) -> bool:
    match of:
        case List(element) | Iterable(element):
            return _holds_object(element)
        case Tuple(items) | Union(items):
            return any(map(_holds_object, items))
    return not isinstance(of, (Array, NumpyScalar, PythonScalar, NoneType))


def _scalar(operand: Any) -> Any:
    """Give a NumPy scalar back that became an array on the way to a ufunc.

    Any array of the user's would be a symbol.
    """
    return operand[()] if type(operand) is np.ndarray else operand


def _finds_member(kind: type) -> bool:
    """Say whether a call of a class looks for a member, and does nothing else."""
    if not issubclass(kind, enum.Enum) or not kind.__members__:
        return False
    return not is_convertible(getattr(kind._missing_, "__func__", None))


def _is_lasting(value: Any) -> bool:
    """Say whether an object never changes, or is entered at each run anyway."""
    return type(value) in VALUES or hasattr(value, "__enter__")


def _frozen(function: Any) -> str:
    """Say what became of a call whose answer is that of the moment, and what to do."""
    what = _described(function)
    drawn = module_of(function) == "random"
    instead = "np.random or ag.random" if drawn else f"ag.py_function({what}, result=…)"
    return (
        f"{what} runs while tracing: its result is frozen in the graph; pass it as an "
        f"argument, or use {instead}, which runs at each call"
    )


def _described(function: Any) -> str:
    if type(function) is Symbol:
        return "a function that is known only when the graph runs"
    module, name = module_of(function), getattr(function, "__name__", None)
    if name is None or getattr(sys.modules.get(module), name, None) != function:
        name = getattr(function, "__qualname__", None)
    if name is None:
        return repr(function)
    return name if module == "builtins" else f"{PUBLIC.get(module, module)}.{name}"


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
