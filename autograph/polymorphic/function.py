"""The polymorphic function: converted once, traced for each signature, called."""

from __future__ import annotations

import functools
import sys
from collections.abc import Mapping
from dataclasses import replace
from types import FunctionType, MethodType
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Generic,
    ParamSpec,
    TypeVar,
    overload,
)

from autograph.library.boundary import boundary
from autograph.library.first_calls import show_progress
from autograph.polymorphic.bindable import Bindable
from autograph.polymorphic.bound_functions import BoundFunction, set_call
from autograph.polymorphic.call_site import call_site
from autograph.polymorphic.choices import Choices
from autograph.polymorphic.graph_cache import CacheInfo, GraphCache
from autograph.polymorphic.head_runs import SharedHeads, changed_before, run_first
from autograph.polymorphic.left_to_python import MOST_OPERATIONS, LeftToPython
from autograph.polymorphic.switches import EAGER, may_trace, runs_eagerly
from autograph.polymorphic.wrapping import called, go_straight, passed, signature_of
from runtime.phases import phase
from tracer.errors import RetraceError
from tracer.record.context import ACTIVE
from tracer.serve.binding import MISS
from tracer.serve.head_results import HeadResults

if TYPE_CHECKING:
    from autograph.polymorphic.concrete import ConcreteFunction
    from autograph.polymorphic.input_signature import InputSignature
    from autograph.polymorphic.recursive_calls import RecursiveCalls
    from autograph.polymorphic.retrace_log import Retraces
    from autograph.polymorphic.tracing_state import TracingState
    from runtime.variable import Variable
    from tracer.record.decisions import Decisions
    from tracer.record.facts import Facts
    from tracer.tracing import Traced

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")


class Function(Bindable, Generic[P, R]):
    """A function that traces a graph for each signature it is called with.

    It is made by `function`. A call returns what the Python function returns.

    Attributes
    ----------
    python_function : callable
        The user's function.

    Examples
    --------
    >>> import autograph as ag
    >>> double = ag.function(lambda x: x + x)
    >>> double(1.5), double.trace_count, double.python_function(1.5)
    (3.0, 1, 3.0)
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
        self._signature = signature = signature_of(python_function)
        declared = choices.input_signature is not None
        self._specs = self._declared(choices) if declared else None
        self._cache = GraphCache(functools.partial(go_straight, type(self), EAGER.seen))
        within = self._call_within
        call = called(python_function, signature, EAGER, self._cache, within)
        setattr(type(self), "__call__", staticmethod(call))  # noqa: B010 - see __new__
        self._shared_recursion = recursion
        self.cache_clear()

    def _declared(self, choices: Choices) -> InputSignature:
        from autograph.polymorphic.input_signature import InputSignature

        return InputSignature.declared(
            self._name, self._signature, choices.input_signature, choices.preset
        )

    def __new__(cls, /, *args: Any, **kwargs: Any) -> Function[P, R]:
        """Create an instance of a new subclass, which has a ``__call__`` of its own."""
        # Python looks for it in the class; with the user's parameters none are packed.
        return object.__new__(type(cls.__name__, (cls,), {"__doc__": cls.__doc__}))

    def __call__(self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the graph for these arguments, tracing it first if there is none."""
        result: Any = MISS
        if ACTIVE.get() is None and not EAGER.anywhere:
            result = self._cache.entry(*args, **kwargs)
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
        """Run a graph other than the last used one, tracing it if there is none."""
        args, kwargs = self.staged_call(args, kwargs)
        results = HeadResults(MOST_OPERATIONS)
        while True:
            graphs, heads = self._cache.graphs, SharedHeads(results)
            for concrete in graphs:
                result = heads.run(concrete, args, kwargs)
                if result is not MISS:
                    self._cache.use(concrete)
                    return result
                if not heads.may_go_on(concrete, lambda: self._bound(args, kwargs)):
                    self._make_in_turn(concrete)
                    raise changed_before(self._name)
            with self._cache.lock:
                if graphs is not self._cache.graphs:
                    continue  # another thread has traced a graph, perhaps this one
                found = self._in_python.unless(self._trace_for, args, kwargs, results)
            if found is None:
                return self._in_python(*args, **kwargs)
            found.print_traced()
            result = run_first(found, results, args, kwargs)
            if result is not MISS:
                break
            if not found.is_unfit:
                raise changed_before(self._name)
        if found.makes_variable is not None:
            self._check_made_once(args, kwargs, results)
        return result

    def _make_in_turn(self, concrete: ConcreteFunction) -> None:
        """Make the head calls of a graph in their turn from now on."""
        self._tracing.tracer.changing |= {head.key[0] for head in concrete.heads}
        self._cache.drop_heads()

    def _check_made_once(self, args: Any, kwargs: Any, results: HeadResults) -> None:
        """Raise if a call like the one that made a Variable makes another one."""
        with self._cache.lock:
            again = self._trace_for(args, kwargs, results)
        if again.makes_variable is not None:
            raise self._tracing.tracer.makes_again(again.makes_variable)

    def staged_call(self, args: Any, kwargs: Any) -> tuple[Any, Any]:
        """Return the arguments as a declared signature takes them, and a trace too."""
        if self._specs is None:
            return args, kwargs
        bound = self._bound(args, kwargs)
        return passed(self._signature, self._specs.fitted(bound, ACTIVE.get()))

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Function[P, R]: ...
    @overload
    def __get__(
        self: Function[Concatenate[Any, Q], R], instance: Any, owner: type | None = None
    ) -> BoundFunction[Q, R]: ...
    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        set_call(bound := object.__new__(BoundFunction), MethodType(self, instance))
        return bound

    def __repr__(self) -> str:
        return f"<autograph.Function {self._name}>"

    def _repr_html_(self) -> str:
        from autograph.polymorphic.notebooks import function_html

        reasons = self.explain_retraces()._repr_html_()
        takes = [(one.patterns, one.structured_outputs) for one in self._cache.graphs]
        return function_html(self.python_function, takes, reasons)

    def __reduce__(self) -> str | tuple[Any, ...]:
        home: Any = sys.modules.get(self.python_function.__module__)
        for part in self.python_function.__qualname__.split("."):
            home = getattr(home, part, None)
        if home is self:
            return str(self.python_function.__qualname__)
        return Function, (self.python_function, self._choices)

    @property
    def input_signature(self) -> Any:
        """The input signature that the user declared."""
        return self._choices.input_signature

    @property
    def __defaults__(self) -> tuple[Any, ...] | None:
        return self.python_function.__defaults__

    @property
    def __kwdefaults__(self) -> dict[str, Any] | None:
        return self.python_function.__kwdefaults__

    @property
    def trace_count(self) -> int:
        """The number of graphs that have been traced."""
        return self._cache.traced

    @property
    def concrete_functions(self) -> tuple[ConcreteFunction, ...]:
        """The graphs that are kept, most recently used first."""
        return self._cache.graphs

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The Variables that its graphs read or write."""
        graphs = reversed(self._cache.graphs)
        return tuple(dict.fromkeys(each for one in graphs for each in one.variables))

    def cache_info(self) -> CacheInfo:
        """Return the number of graphs.

        Examples
        --------
        >>> from autograph import function
        >>> double = function(lambda x: x + x)
        >>> _ = double(1.5), double("a")
        >>> double.cache_info()
        CacheInfo(traced=2, maxsize=64, currsize=2)
        """
        return self._cache.info

    def cache_clear(self) -> None:
        """Drop all graphs, and what was learned from calls; free their memory."""
        with self._cache.lock:
            self._state: TracingState | None = None
            self._in_python = LeftToPython(self.python_function, self._choices)
            self._cache.clear()

    @property
    def _tracing(self) -> TracingState:
        """What traces graphs: made, and imported, when the first one is asked for."""
        return self._state or self._new_state()

    def _new_state(self) -> TracingState:
        show_progress()
        with phase("load", self._name):
            from autograph.library.logged import log_phases
            from autograph.polymorphic.tracing_state import TracingState

        log_phases()
        callees = replace(self._choices, input_signature=None, preset=frozenset())
        with self._cache.lock:
            if self._state is None:
                self._state = TracingState(
                    self.python_function,
                    self._signature,
                    self._choices,
                    lambda each, recursion: Function(each, callees, recursion),
                    self._shared_recursion,
                )
                self._state.recursion.forgetting.append(self._cache.clear)
            return self._state

    @boundary
    def get_concrete_function(self, /, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """Return the graph for arguments or specs, traced if needed, but not run.

        Parameters
        ----------
        *args, **kwargs
            Values as in a call, or a `TensorSpec` instead of a value. With an
            `input_signature` they may be left out.

        Examples
        --------
        >>> from autograph import TensorSpec, function
        >>> spec = TensorSpec((None,), float)
        >>> concrete = function(lambda x: x + x).get_concrete_function(spec)
        >>> concrete.graph
        <Graph <lambda>(x: float64[?]) -> float64[?], 1 operation>
        """
        with self._cache.lock:
            bound = self._bound_with_specs(args, kwargs)
            for concrete in self._cache.graphs:
                if concrete.serves(bound):
                    return concrete
            results = HeadResults()
            concrete = self._trace_specs(tuple(bound.values()), results)
            concrete = self._add(concrete, bound, results)
            results.clear()
        concrete.print_traced()
        return concrete

    def pretty_printed_concrete_signatures(self) -> str:
        """Return the signatures and captures of all graphs as text, oldest first."""
        oldest_first = sorted(self._cache.graphs, key=lambda each: each.number)
        return "\n\n".join(each.pretty_printed_signature() for each in oldest_first)

    def explain_retraces(self) -> Retraces:
        """Return for each graph the call it was traced for, and what was new in it.

        Examples
        --------
        >>> from autograph import function
        >>> double = function(lambda x: x + x)
        >>> _ = double(1.0), double(2.0)
        >>> [row.reason for row in double.explain_retraces()]
        ['the first call', 'x is 2.0, not 1.0']
        """
        return self._tracing.log.table(
            self._taken(), self._tracing.generalization.plain
        )

    def _taken(self) -> list[Mapping[str, Any]]:
        return [each.patterns for each in self._cache.graphs]

    def _bound_with_specs(self, args: Any, kwargs: Any) -> dict[str, Any]:
        """Bind a call in which arguments with a declared spec may be left out."""
        if self._specs is None:
            return self._bound(args, kwargs)
        given = self._signature.bind_partial(*args, **kwargs)
        given.arguments = {**self._specs.known, **given.arguments}
        return self._specs.fitted(self._bound(given.args, given.kwargs))

    def _trace_for(
        self, args: Any, kwargs: Any, results: HeadResults
    ) -> ConcreteFunction:
        """Trace a graph for a call, and keep it."""
        bound = self._bound(args, kwargs)
        results.arguments = dict(bound)
        differences = self._cache.differences(bound, results)
        if not may_trace():
            why = "; ".join(map(str, differences))
            raise RetraceError(
                f"{self._name} has no graph for this call: {why or 'it is the first'}",
                span=call_site(),
                hint=f"call {self._name} with such arguments before ag.no_retrace()",
            )
        self._tracing.generalization.note(differences)
        if self._specs is not None:
            concrete = self._trace_specs(self._specs.generalized(bound), results)
        else:  # with changing values as values of the graph, if the body allows it
            values = tuple(bound.values())
            concrete = self._tracing.generally(values, self._trace, results)
        return self._add(concrete, bound, results)

    def _add(
        self,
        concrete: ConcreteFunction,
        bound: Mapping[str, Any],
        results: HeadResults,
    ) -> ConcreteFunction:
        """Keep a graph, and record why it was traced."""
        # A graph whose warning raises is not kept: the next call traces it again.
        self._tracing.give_warnings(concrete)
        self._cache.traced += 1
        concrete.number = self._cache.traced
        differences = self._cache.differences(bound, results)
        self._cache.drop_gone()
        self._cache.keep([concrete, *self._cache.graphs])
        self._tracing.note(concrete.number, differences, self._taken())
        return concrete

    def trial(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], decisions: Decisions
    ) -> Traced:
        """Trace for arguments, and keep no graph.

        `decisions` is filled with what becomes of each construct and call.
        """
        return self._tracing.tracer.trial(self._bind(*args, **kwargs), decisions)

    def _trace_specs(
        self, bound: tuple[Any, ...], results: HeadResults
    ) -> ConcreteFunction:
        """Trace with values of the graph instead of specs."""
        declared = self._specs is not None
        return self._tracing.tracer.trace_specs(bound, declared, results)

    def _trace(
        self,
        bound: tuple[Any, ...],
        facts: Facts | None = None,
        results: HeadResults | None = None,
    ) -> ConcreteFunction:
        return self._tracing.tracer.trace(bound, facts, results)
