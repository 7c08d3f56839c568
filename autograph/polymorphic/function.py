"""The polymorphic function: converted once, traced per signature, called."""

from __future__ import annotations

import functools
import inspect
import sys
import warnings
import weakref
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from threading import RLock
from types import FunctionType
from typing import (
    Any,
    Concatenate,
    Generic,
    Literal,
    NamedTuple,
    ParamSpec,
    TypeVar,
    overload,
)

from autograph.conversion import conversion_of, has_source, twin
from autograph.polymorphic.bound_functions import BoundFunction
from autograph.polymorphic.call_site import call_site
from autograph.polymorphic.concrete import ConcreteFunction, passed
from autograph.polymorphic.differences import Difference, closest
from autograph.polymorphic.generalization import Generalization
from autograph.polymorphic.input_signature import InputSignature
from autograph.polymorphic.leaves import map_leaves
from autograph.polymorphic.notebooks import function_html
from autograph.polymorphic.recursion import RecursiveCalls
from autograph.polymorphic.retrace_log import (
    COMPARED,
    RETRACES_WARNED,
    Retrace,
    Retraces,
    common_signature,
    warn,
)
from autograph.polymorphic.signatures import ANYTHING, patterns
from autograph.polymorphic.switches import EAGER, may_trace, runs_eagerly
from autograph.polymorphic.wrapping import called, signature_of
from autograph.source.originals import home_code, original_code
from runtime.errors import AutographError, Span
from runtime.variable import Variable
from tracer.errors import (
    CaptureChanged,
    CaptureWarning,
    RegionEnd,
    RetraceError,
    TracingError,
    VariableMadeAgain,
)
from tracer.flow.raising import raise_user_error, users_traceback
from tracer.iteration.generator_functions import refuse_generator
from tracer.record.context import ACTIVE
from tracer.record.decisions import Decisions
from tracer.record.facts import Facts
from tracer.record.options import Options
from tracer.record.trace import Trace
from tracer.serve.entries import MISS, compile_binder
from tracer.serve.guards import EqualTo, Exactly, Guard, Identical, Keys, Length
from tracer.serve.origins import Argument, ItemOf, is_argument
from tracer.serve.specs import Placeholder, TensorSpec
from tracer.tracing import Traced, trace

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")
Callbacks = Literal["warn", "allow", "error"]
Captures = Literal["guard", "freeze", "error"]

TRACES_KEPT = 64
"""Traces a function keeps; the one used longest ago goes first."""


@dataclass(frozen=True)
class Choices:
    """What the user chose for a function: see `autograph.function`."""

    callbacks: Callbacks = "warn"
    captures: Captures = "guard"
    strict: bool = False
    input_signature: Any = None
    reduce_retracing: bool | None = None
    preset: frozenset[str] = frozenset()
    """Parameters that a partial function gives."""


class CacheInfo(NamedTuple):
    """How many graphs a function has.

    Attributes
    ----------
    traced : int
        Those traced so far, also those that are gone.
    maxsize : int
        Those that are kept: the one used longest ago goes first.
    currsize : int
        Those there are.
    """

    traced: int
    maxsize: int
    currsize: int


def _no_graph(*args: Any, **kwargs: Any) -> Any:
    return MISS


class _Used:
    """Holds the entry of the graph that a function has used last."""

    __slots__ = ("entry",)

    entry: Callable[..., Any]


class Function(Generic[P, R]):
    """A function that traces a graph for each signature it is called with.

    Made by `function`. Calling it gives what the Python function gives.

    Attributes
    ----------
    python_function : callable
        The user's own function.
    """

    def __init__(
        self,
        python_function: FunctionType,
        choices: Choices | None = None,
        recursion: RecursiveCalls | None = None,
    ) -> None:
        functools.update_wrapper(self, python_function)
        choices = choices or Choices()
        self.python_function = python_function
        self._name = getattr(python_function, "__name__", "function")
        self._choices = choices
        self._signature = signature_of(python_function)
        self._bind = compile_binder(python_function.__qualname__, self._signature)
        self._specs: InputSignature | None = None
        if choices.input_signature is not None:
            self._specs = InputSignature.declared(
                self._name, self._signature, choices.input_signature, choices.preset
            )
        self._used = _Used()
        call = called(python_function, EAGER, self._used, self._call_within)
        setattr(type(self), "__call__", staticmethod(call))  # noqa: B010 - see __new__
        self._shared_recursion = recursion
        self._lock = RLock()
        self._traced = 0
        self._instances: dict[int, tuple[weakref.ref[Any], Function[P, R]]] = {}
        self.cache_clear()

    # Calls ----------------------------------------------------------------------------

    def __new__(cls, *args: Any, **kwargs: Any) -> Function[P, R]:
        """Make one of a class of its own."""
        # Python looks for __call__ in the class, so each function has one of its own
        # with the very parameters of the user's: packing and unpacking them would cost
        # more than all the guards of a small signature.
        return object.__new__(type(cls.__name__, (cls,), {"__doc__": cls.__doc__}))

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the graph for these arguments, tracing it first if there is none."""
        result: Any = MISS
        if ACTIVE.get() is None and not EAGER.anywhere:
            result = self._used.entry(*args, **kwargs)
        given: R = self._call_within(args, kwargs) if result is MISS else result
        return given

    def _call_within(self, args: Any, kwargs: Any) -> Any:
        """Call the function within a trace, or eagerly."""
        running = ACTIVE.get()
        if running is not None:
            return running.asked.call(self, args, kwargs)
        if runs_eagerly():
            return self.python_function(*args, **kwargs)
        return self._call_another(args, kwargs)

    def _call_another(self, args: Any, kwargs: Any) -> Any:
        """Run another graph than the one used last, tracing it if there is none."""
        if self._specs is not None:
            bound = self._bound(args, kwargs)
            args, kwargs = passed(self._signature, self._specs.fitted(bound))
        while True:
            traced = self._traced
            for concrete in self._concretes:
                result = concrete.entry(*args, **kwargs)
                if result is not MISS:
                    self._use(concrete)
                    return result
            with self._lock:
                if traced != self._traced:
                    continue  # another thread has traced a graph, perhaps this one
                concrete = self._trace_for(args, kwargs)
            break
        concrete.print_traced()
        result = concrete.entry(*args, **kwargs)
        if result is MISS:
            # The trace itself changed what its guards look at; run what was traced.
            raise AutographError(
                f"the graph traced for this call of {self._name} does not serve it: "
                "tracing changed an object that the function reads",
                hint="do not change arguments or globals in functions that are not "
                "converted",
            )
        if concrete.makes_variable is not None:
            self._check_made_once(args, kwargs)
        return result

    def _check_made_once(self, args: Any, kwargs: Any) -> None:
        """See that a call like the one that made a Variable makes no other one."""
        with self._lock:
            again = self._trace_for(args, kwargs)
        if again.makes_variable is not None:
            raise self._makes_again(again.makes_variable)

    def _makes_again(self, place: Span) -> VariableMadeAgain:
        return VariableMadeAgain(
            f"{self._name} makes a Variable at every call",
            span=place,
            hint="make it outside of the function, or at the first call only: "
            "`if self.v is None: self.v = ag.Variable(...)`",
        )

    def _use(self, concrete: ConcreteFunction) -> None:
        """Let a graph be the first that is tried, and the last that goes."""
        if not self._lock.acquire(blocking=False):
            return  # another thread traces: no call that has its graph waits for it
        try:
            rest = [each for each in self._concretes if each is not concrete]
            self._keep([concrete, *rest])
        finally:
            self._lock.release()

    def _keep(self, concretes: list[ConcreteFunction]) -> None:
        # One that makes a Variable serves a single call.
        lasting = [each for each in concretes if each.makes_variable is None]
        self._concretes = tuple(lasting[:TRACES_KEPT])
        self._used.entry = lasting[0].entry if lasting else _no_graph

    def staged_call(self, args: Any, kwargs: Any) -> tuple[Any, Any]:
        """Give the arguments with which a trace calls the Python function instead."""
        if self._specs is None:
            return args, kwargs
        bound = self._bound(args, kwargs)
        fitted = self._specs.fitted(bound, ACTIVE.get())
        return passed(self._signature, fitted)

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Function[P, R]: ...
    @overload
    def __get__(
        self: Function[Concatenate[Any, Q], R], instance: Any, owner: type | None = None
    ) -> BoundFunction[Q, R]: ...
    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        return BoundFunction(self._of(instance), instance)

    def _of(self, instance: object) -> Function[P, R]:
        """Give the function whose graphs are for one object, and live as long as it."""
        known = self._instances.get(id(instance))
        if known is not None and known[0]() is instance:
            return known[1]
        if not type(instance).__weakrefoffset__:
            return self
        made: Function[P, R] = object.__new__(Function)
        made.__dict__.update(self.__dict__, _used=_Used())
        made._lock, made._instances, made._traced = RLock(), {}, 0
        made.cache_clear()
        forget = partial(_forget, self._instances, id(instance))
        with self._lock:
            known = self._instances.get(id(instance))
            if known is None or known[0]() is not instance:
                known = weakref.ref(instance, forget), made
                self._instances[id(instance)] = known
        return known[1]

    def __repr__(self) -> str:
        return f"<autograph.Function {self._name}>"

    def _repr_html_(self) -> str:
        takes = [(each.patterns, each.structured_outputs) for each in self._concretes]
        return function_html(self.python_function, takes, self.explain_retraces())

    def __reduce__(self) -> str | tuple[Any, ...]:
        home: Any = sys.modules.get(self.python_function.__module__)
        for part in self.python_function.__qualname__.split("."):
            home = getattr(home, part, None)
        if home is self:
            return str(self.python_function.__qualname__)
        return Function, (self.python_function, self._choices)

    # Graphs ---------------------------------------------------------------------------

    @property
    def input_signature(self) -> Any:
        """What the user said that it may be called with."""
        return self._choices.input_signature

    @property
    def __defaults__(self) -> tuple[Any, ...] | None:
        return self.python_function.__defaults__

    @property
    def __kwdefaults__(self) -> dict[str, Any] | None:
        return self.python_function.__kwdefaults__

    @property
    def trace_count(self) -> int:
        """How many graphs have been traced."""
        return self._traced

    @property
    def concrete_functions(self) -> tuple[ConcreteFunction, ...]:
        """The graphs there are, those used last first."""
        return self._concretes

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The Variables that its graphs read or write."""
        graphs = reversed(self._concretes)
        return tuple(dict.fromkeys(each for one in graphs for each in one.variables))

    def cache_info(self) -> CacheInfo:
        """Say how many graphs there are.

        Examples
        --------
        >>> from autograph import function
        >>> @function
        ... def double(x):
        ...     return x + x
        >>> double(1.5), double("a")
        (3.0, 'aa')
        >>> double.cache_info()
        CacheInfo(traced=2, maxsize=64, currsize=2)
        """
        return CacheInfo(self._traced, TRACES_KEPT, len(self._concretes))

    def cache_clear(self) -> None:
        """Forget all graphs, and what was learnt from the calls; free their memory."""
        callees = replace(self._choices, input_signature=None, preset=frozenset())
        with self._lock:
            self._recursion = self._shared_recursion or RecursiveCalls(
                lambda each: Function(each, callees, self._recursion)
            )
            self._options = Options(
                twin,
                original_code,
                home_code,
                self._recursion.call,
                self._choices.callbacks,
                has_source,
            )
            self._generalization = Generalization(
                tuple(self._signature.parameters), self._choices.reduce_retracing
            )
            self._log: deque[Retrace] = deque(maxlen=TRACES_KEPT)
            self._changes: Counter[str] = Counter()
            self._warned_of_retracing = False
            self._warned: set[str] = set()
            self._instances.clear()
            self._keep([])

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """Give the graph for arguments or specs, traced if need be, without running it.

        Parameters
        ----------
        *args, **kwargs
            Values as in a call, or a `TensorSpec` in their place. With an
            `input_signature` they may be left out.

        Examples
        --------
        >>> from autograph import TensorSpec, function
        >>> @function
        ... def double(x):
        ...     return x + x
        >>> concrete = double.get_concrete_function(TensorSpec((None,), float))
        >>> print(concrete.plan)
        def double(x):
            return x + x
        <BLANKLINE>
        """
        with self._lock:
            bound = self._bound_with_specs(args, kwargs)
            for concrete in self._concretes:
                if concrete.serves(bound):
                    return concrete
            concrete = self._add(self._trace_specs(tuple(bound.values())), bound)
        concrete.print_traced()
        return concrete

    def pretty_printed_concrete_signatures(self) -> str:
        """Write what each graph takes, gives and captures, the oldest first."""
        oldest_first = sorted(self._concretes, key=lambda each: each.number)
        return "\n\n".join(each.pretty_printed_signature() for each in oldest_first)

    def explain_retraces(self) -> Retraces:
        """Say for each graph which call it was traced for, and what was new there.

        Examples
        --------
        >>> import numpy as np
        >>> from autograph import function
        >>> @function
        ... def double(x):
        ...     return x + x
        >>> for size in (2, 3):
        ...     _ = double(np.ones(size))
        >>> [row.reason for row in double.explain_retraces()]
        ['the first call', 'x is float64[3], not float64[2]']
        """
        advice = self._advice() if len(self._log) > 1 else ""
        return Retraces(self._name, tuple(self._log), advice)

    def _advice(self) -> str:
        """Say what would stop the retracing."""
        last = [each.origin for each in self._log[-1].differences]
        around = [str(origin) for origin in last if not is_argument(origin)]
        if around:
            return f"pass {', '.join(around)} as an argument, if it changes often"
        plain = self._generalization.plain
        if plain:
            return f"the body needs the value of {', '.join(plain)}: each has its graph"
        taken = [each.patterns for each in self._concretes]
        signature = common_signature(self._signature, taken)
        return f"input_signature={signature} needs one graph" if signature else ""

    # Tracing --------------------------------------------------------------------------

    def _bound(self, args: Any, kwargs: Any) -> dict[str, Any]:
        values = self._bind(*args, **kwargs)
        return dict(zip(self._signature.parameters, values, strict=True))

    def _bound_with_specs(self, args: Any, kwargs: Any) -> dict[str, Any]:
        """Bind a call in which what the input signature says may be left out."""
        if self._specs is None:
            return self._bound(args, kwargs)
        given = self._signature.bind_partial(*args, **kwargs)
        known = {
            name: pattern
            for name, pattern in self._specs.patterns.items()
            if pattern is not ANYTHING
        }
        given.arguments = {**known, **given.arguments}
        return self._specs.fitted(self._bound(given.args, given.kwargs))

    def _trace_for(self, args: Any, kwargs: Any) -> ConcreteFunction:
        """Trace a graph for a call, and keep it."""
        bound = self._bound(args, kwargs)
        differences = _closest(self._concretes, bound)
        if not may_trace():
            why = "; ".join(map(str, differences)) or "it is the first one"
            raise RetraceError(
                f"{self._name} has no graph for this call: {why}",
                span=call_site(),
                hint=f"call {self._name} with such arguments before ag.no_retrace()",
            )
        self._generalization.note(differences)
        return self._add(self._trace_generally(bound), bound)

    def _trace_generally(self, bound: Mapping[str, Any]) -> ConcreteFunction:
        """Trace, with what keeps changing as a symbol if the body allows."""
        if self._specs is not None:
            return self._trace_specs(self._specs.generalized(bound))
        values = tuple(bound.values())
        general = self._generalization.generalized(values)
        varying = self._generalization.varying
        if general is None and not varying:
            return self._trace(values)
        facts = self._recursion.facts()
        facts.varying = varying
        try:
            return self._trace(values if general is None else general, facts)
        except TracingError:
            self._generalization.need_plain()
        return self._trace(values)

    def _add(
        self, concrete: ConcreteFunction, bound: Mapping[str, Any]
    ) -> ConcreteFunction:
        """Keep a graph, and note why it was traced."""
        concrete.number = self._traced
        alive = [each for each in self._concretes if not each.is_gone]
        retrace = Retrace(self._traced, call_site(), _closest(alive, bound))
        self._log.append(retrace)
        self._keep([concrete, *alive])
        self._changes.update({each.place for each in retrace.differences})
        often = max(self._changes.values(), default=0) >= RETRACES_WARNED
        if often and not self._warned_of_retracing:
            self._warned_of_retracing = True
            warn(self._name, retrace, self._advice())
        return concrete

    def guards(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], decisions: Decisions
    ) -> tuple[Guard, ...]:
        """Trace for arguments, and keep no graph: what it would serve, and why so.

        Parameters
        ----------
        args, kwargs
            As `get_concrete_function` takes them.
        decisions : Decisions
            Filled with what becomes of each construct and call.
        """
        options = replace(self._options, decisions=decisions)
        return self._record(self._bind(*args, **kwargs), options).guards

    def _trace_specs(self, bound: tuple[Any, ...]) -> ConcreteFunction:
        """Trace with values of the graph in the place of specs."""
        named = dict(zip(self._signature.parameters, bound, strict=True))
        traced = self._trace(tuple(map_leaves(_symbolic, named, records=True).values()))
        traced.patterns = patterns(named)
        traced.takes_numbers = self._specs is not None
        return traced

    def _trace(
        self, bound: tuple[Any, ...], facts: Facts | None = None
    ) -> ConcreteFunction:
        traced = self._record(bound, self._options, facts)
        if traced.makes_variable is not None and traced.makes_again:
            raise self._makes_again(traced.makes_variable)
        self._traced += 1
        kept: tuple[Guard, ...] = ()
        if self._choices.captures != "guard":
            kept = tuple(filter(_is_of_capture, traced.guards))
        return ConcreteFunction(
            self.python_function,
            self._signature,
            traced,
            dict(zip(self._signature.parameters, bound, strict=True)),
            self._choices.strict,
            kept,
            self._capture_changed,
        )

    def _capture_changed(self, guard: Guard) -> None:
        """Tell that a captured variable has changed which the graph holds."""
        name = str(guard.origin)
        before, now = guard.check.expected(), guard.found({})
        what = f"{name} was {before} when {self._name} was traced, and is {now} now"
        if self._choices.captures == "error":
            raise CaptureChanged(
                what,
                span=call_site(),
                hint="pass it as an argument, or use captures='guard'",
            )
        if name not in self._warned:
            self._warned.add(name)
            place = call_site()
            warnings.warn_explicit(
                f"{what}; by captures='freeze' it stays {before} for {self._name}",
                CaptureWarning,
                place.file,
                place.line,
            )

    def _record(
        self, bound: tuple[Any, ...], options: Options, facts: Facts | None = None
    ) -> Traced:
        if facts is None:
            facts = self._recursion.facts()

        def run(attempt: Trace) -> Any:
            code = conversion_of(self.python_function).code
            attempt.stack.begin(code)
            attempt.parameters = tuple(self._signature.parameters)
            refuse_generator(attempt, code)
            args, kwargs = _staged(attempt, self._signature, bound)
            staged = attempt.asked.twin(self.python_function)
            with attempt.stack.calling(staged.__code__):
                try:
                    return staged(*args, **kwargs)
                except Exception as error:
                    raise_user_error(attempt, error)
                    raise RegionEnd from None

        try:
            return trace(run, self._name, options, facts)
        except AutographError as error:
            raise users_traceback(error) from error.__cause__


def _forget(instances: dict[int, Any], key: int, reference: object) -> None:
    """Take an object that is gone out of a table by identity."""
    if key in instances and instances[key][0] is reference:
        del instances[key]


def _closest(
    concretes: Sequence[ConcreteFunction], bound: Mapping[str, Any]
) -> tuple[Difference, ...]:
    return closest([each.guards for each in concretes[:COMPARED]], bound)


def _symbolic(leaf: Any, _: str) -> Any:
    return Placeholder(leaf.type, leaf.name) if isinstance(leaf, TensorSpec) else leaf


def _is_of_capture(guard: Guard) -> bool:
    """Say whether a guard is of the value of a captured variable, not of its type."""
    return not is_argument(guard.origin) and isinstance(
        guard.check, (Exactly, Identical, EqualTo)
    )


def _staged(
    attempt: Trace, signature: inspect.Signature, bound: tuple[Any, ...]
) -> tuple[list[Any], dict[str, Any]]:
    """Give what stands for the arguments in a trace."""
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    for parameter, value in zip(signature.parameters.values(), bound, strict=True):
        origin = Argument(parameter.name)
        if parameter.kind is parameter.VAR_POSITIONAL:
            attempt.guard(Guard(origin, Length(len(value))))
            for position, item in enumerate(value):
                args.append(attempt.asked.stage(item, ItemOf(origin, position)))
        elif parameter.kind is parameter.VAR_KEYWORD:
            attempt.guard(Guard(origin, Keys(tuple(value))))
            for key, item in value.items():
                kwargs[key] = attempt.asked.stage(item, ItemOf(origin, key))
        elif parameter.kind is parameter.KEYWORD_ONLY:
            kwargs[parameter.name] = attempt.asked.stage(value, origin)
        else:
            args.append(attempt.asked.stage(value, origin))
    return args, kwargs
