"""Concrete functions: one graph each, with the signature it serves."""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from autograph.library.boundary import leave
from autograph.polymorphic.choices import Choices
from autograph.polymorphic.derivable import Derivable, Run
from autograph.polymorphic.described import Described
from autograph.polymorphic.differences import differences, holds, misfit
from autograph.polymorphic.input_signature import InputSignature, casts
from autograph.polymorphic.notebooks import concrete_html
from autograph.polymorphic.pickling import reduced
from autograph.polymorphic.pruning import Pruned, pruned
from autograph.polymorphic.signatures import (
    is_known,
    patterns,
    with_known_defaults,
)
from autograph.polymorphic.wrapping import passed
from runtime.errors import IntegerTooLarge
from runtime.execute import Executable
from runtime.executors import executable, native_report
from runtime.ir.called_graph import called_often
from runtime.ir.graph import Graph
from runtime.ir.repeatable import is_repeatable
from runtime.notebooks import Text
from runtime.passes import as_it_runs
from runtime.plan.called_at import with_known_functions
from runtime.tracebacks import on_its_own
from runtime.variable import Variable
from tracer.record.context import ACTIVE
from tracer.record.trace import Trace
from tracer.serve.binding import MISS, compile_binder
from tracer.serve.entries import compile_entry
from tracer.serve.guards import Guard, Identical
from tracer.serve.head_calls import counted_without
from tracer.serve.head_results import HeadResults
from tracer.serve.origins import Fixed, Origin, of_first_run
from tracer.tracing import Traced

REQUIRED = object()
"""The default of a parameter whose argument is required."""


class ConcreteFunction(Described, Derivable):
    """One graph of a function, with the signature it serves.

    Attributes
    ----------
    python_function, name
        The user's function, and its name.
    graph : Graph
        The graph as it was traced.
    optimized_graph : Graph
        The graph as it runs.
    patterns : dict
        What each parameter takes; see `InputSignature`.
    signature, origins
        The parameters, and where the inputs of the graph come from.
    makes_variable : Span or None
        Where the graph makes a `Variable` at each run, if it does.
    called_back, told, number
        What its trace is to warn of: see `Traced`; the number of the graph, from 1.
    single_use : bool
        Whether the graph serves the call alone that it was traced for.
    is_unfit : bool
        Whether a call missed because it met larger integers than the graph takes.
    takes_numbers : bool
        Whether calls may pass Python numbers for NumPy scalars of the graph.

    Examples
    --------
    >>> import autograph as ag
    >>> concrete = ag.function(lambda x: x + x).get_concrete_function(1.5)
    >>> concrete.graph
    <Graph <lambda>() -> float, 0 operations>
    """

    def __init__(
        self,
        function: FunctionType,
        signature: inspect.Signature,
        traced: Traced,
        bound: Mapping[str, Any],
        choices: Choices,
        kept: tuple[Guard, ...] = (),
        changed: Callable[[Guard], None] | None = None,
        widen_integers: Callable[[], None] | None = None,
    ) -> None:
        self.name = getattr(function, "__name__", "function")
        self.graph = traced.graph
        self._printed = traced.printed
        self.makes_variable = traced.makes_variable
        self.single_use = traced.single_use or traced.makes_variable is not None
        self.guards = tuple(guard for guard in traced.guards if guard not in kept)
        self.kept = kept
        self.signature = signature
        self.origins = traced.inputs
        self.heads = counted_without(traced.heads, traced.guards, kept)
        self._variables = traced.variables
        self._choices = choices
        self.called_back = traced.called_back
        self.told = traced.told
        self.number = 0
        self.takes_numbers = False
        self._changed = changed
        self._widen_integers = widen_integers
        self.is_unfit = False
        self.python_function = function
        self._arguments: tuple[Any, ...] = ()
        self._keywords: dict[str, Any] = {}
        self.patterns = patterns(bound, traced.graph.inputs, traced.inputs)

    @functools.cached_property
    def optimized_graph(self) -> Graph:
        """The graph as it runs."""
        return as_it_runs(self.graph, self._choices.strict)

    @functools.cached_property
    def executable(self) -> Executable:
        """The executable form of the graph."""
        home = self.python_function.__globals__
        with on_its_own():
            inputs = zip(self.optimized_graph.inputs, self.origins, strict=True)
            fixed = {one.name: o.value for one, o in inputs if type(o) is Fixed}
            graph = with_known_functions(self.optimized_graph, fixed)
            return executable(graph, home, **self._choices.execution)

    @property
    def plan(self) -> str:
        """The Python source that runs."""
        return Text(self.executable.source)

    @property
    def native(self) -> str:
        """What runs as machine code, and why the rest does not."""
        return Text(native_report(self.executable))

    @property
    def pruned(self) -> tuple[Pruned, ...]:
        """The operations that the graph leaves out because nothing needs them.

        Examples
        --------
        >>> import numpy as np
        >>> from autograph import function
        >>> first = function(lambda x: (x[5], x[0])[1])
        >>> concrete = first.get_concrete_function(np.ones(3))
        >>> [(each.operation, each.line) for each in concrete.pruned]
        [('getitem', 1)]
        """
        return () if self._choices.strict else pruned(self.graph)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The Variables that the graph reads or writes, in order of first use.

        Examples
        --------
        >>> from autograph import Variable, function
        >>> weight = Variable(2.0, name="weight")
        >>> function(lambda x: weight * x).get_concrete_function(1.0).variables
        (<ag.Variable 'weight' shape=() dtype=float64, numpy=np.float64(2.0)>,)
        """
        found = (reference() for reference in self._variables)
        return tuple(each for each in found if each is not None)

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self, self.origins)

    def __deepcopy__(self, memo: object = None) -> ConcreteFunction:
        return self

    __copy__ = __deepcopy__

    def _repr_html_(self) -> str:
        return concrete_html(
            self.name,
            self.pretty_printed_signature(),
            self.python_function,
            self.graph,
            self.optimized_graph,
            self.plan,
        )

    @functools.cached_property
    def entry(self) -> Callable[..., Any]:
        """The function that checks the guards and runs the plan, or returns `MISS`."""
        return self._entry(self.signature, self._explained)

    @functools.cached_property
    def inner_entry(self) -> Callable[..., Any]:
        """The entry for calls within a graph, whose caller explains the errors."""
        return self._entry(self.signature, None)

    @functools.cached_property
    def _own_signature(self) -> inspect.Signature:
        """The user's signature, with defaults where the graph fixes an argument."""
        return with_known_defaults(self.signature, self.patterns, REQUIRED)

    @functools.cached_property
    def _own_entry(self) -> Callable[..., Any]:
        return self._entry(self._own_signature, self.executable.explain)

    @functools.cached_property
    def _bind(self) -> Callable[..., tuple[Any, ...]]:
        return compile_binder(self.python_function.__qualname__, self._own_signature)

    @property
    def first_entry(self) -> Callable[..., Any]:
        """The entry for the call that the graph was traced for."""
        # Its head calls, made while tracing, may have changed what was read before.
        again = self.single_use and bool(self.heads)
        origins = tuple(map(of_first_run, self.origins))
        if not again and origins == self.origins:
            return self.entry
        return self._entry(self.signature, self._explained, again, origins=origins)

    def _explained(self, error: BaseException) -> object:
        """Explain an error of a run; `MISS` if the call is traced anew instead."""
        if isinstance(error, IntegerTooLarge) and self._widen_integers is not None:
            self._widen_integers()
            if not self._printed and is_repeatable(self.graph):
                self.is_unfit = True
                return MISS
            error.hint = "call it again: it takes integers of any size from now on"
        return self.executable.explain(error)

    def _entry(
        self,
        signature: inspect.Signature,
        failed: Callable[[BaseException], object] | None,
        again: bool = False,
        run: Run | None = None,
        origins: tuple[Origin, ...] | None = None,
    ) -> Callable[..., Any]:
        if run is None:
            run = self.executable.call
            callee = None if failed is None else called_often(self.optimized_graph)
            run = run if callee is None else callee.around(run)
        return compile_entry(
            self.python_function.__qualname__,
            signature,
            () if again else self.guards,
            self.origins if origins is None else origins,
            run,
            failed,
            self.kept,
            self._tell_changes,
            casts(self.patterns) if self.takes_numbers else (),
            self.heads,
            again,
        )

    def _tell_changes(self) -> None:
        if self._changed is None:
            return
        for each in differences(self.kept, {}):
            self._changed(each.guard)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Run the graph.

        Parameters
        ----------
        *args, **kwargs
            The arguments of the function, by position or by name. An argument
            that the graph fixes by value may be left out.

        Raises
        ------
        SignatureError
            If an argument is not one that the graph was traced for. This error is both
            a `TypeError` and a `ValueError`.
        """
        try:
            running = ACTIVE.get()
            if running is not None:
                return running.asked.call(self, args, kwargs)
            args, kwargs = (*self._arguments, *args), {**self._keywords, **kwargs}
            results = HeadResults()
            first = (results,) if self.heads else ()
            result = self._own_entry(*first, *args, **kwargs)
            return self._refitted(results, args, kwargs) if result is MISS else result
        except BaseException as error:
            leave(error)
            raise

    def _refitted(self, results: HeadResults, args: Any, kwargs: Any) -> Any:
        """Run the graph with the arguments of a call as its signature takes them."""
        first = (results,) if self.heads else ()
        args, kwargs = passed(self.signature, fitted := self._fitted(args, kwargs))
        result = self._own_entry(*first, *args, **kwargs)
        if result is MISS:
            found = differences(self.guards, {**fitted, **results.of(self.heads)})
            raise misfit(self.name, found, self._hint)
        return result

    def _left_out(self, name: str) -> Any:
        """Return the value of an argument that was left out, if the graph fixes it."""
        pattern = self.patterns[name]
        if is_known(pattern):
            return copy.deepcopy(pattern)  # the function may write into it
        raise TypeError(f"{self.name}() missing 1 required argument: {name!r}")

    def _fitted(
        self, args: Any, kwargs: Any, running: Trace | None = None
    ) -> dict[str, Any]:
        """Return the arguments of a call by parameter, as the graph takes them."""
        bound = dict(zip(self.patterns, self._bind(*args, **kwargs), strict=True))
        for name, value in bound.items():
            if value is REQUIRED:
                bound[name] = self._left_out(name)
        signature = InputSignature(self.name, self.patterns, self._hint)
        return signature.fitted(bound, running)

    def staged_call(self, args: Any, kwargs: Any) -> tuple[Any, Any]:
        """Return the arguments with which a trace calls the Python function instead."""
        args, kwargs = (*self._arguments, *args), {**self._keywords, **kwargs}
        return passed(self.signature, self._fitted(args, kwargs, ACTIVE.get()))

    def bound_to(
        self, arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> ConcreteFunction:
        """Return the same graph with bound arguments."""
        bound = object.__new__(type(self))
        vars(bound).update(vars(self), _arguments=arguments, _keywords=keywords)
        return bound

    @property
    def is_gone(self) -> bool:
        """Whether the graph was traced for an object that no longer exists."""
        return any(isinstance(g.check, Identical) and g.check.gone for g in self.guards)

    def print_traced(self) -> None:
        """Print what the function printed while it was traced."""
        for values, keywords in self._printed:
            print(*values, **keywords)

    def serves(self, bound: Mapping[str, Any]) -> bool:
        """Whether the graph serves a call with these arguments."""
        tested = self.guards[: self.heads[0].guards] if self.heads else self.guards
        return all(holds(guard, bound) for guard in tested)

    @property
    def _hint(self) -> str:
        return f"call {self.name} itself: it traces another graph"
