"""Recursive calls in a graph: graphs of their own, and room on Python's stack."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from types import FunctionType
from typing import Any, NoReturn

from autograph.library.boundary import leave
from autograph.polymorphic.concrete import ConcreteFunction
from autograph.polymorphic.direct_calls import EntryOfRecursion as Entry
from autograph.polymorphic.direct_calls import entry_of_recursion, serves_all
from autograph.polymorphic.generalization import Generalization
from autograph.polymorphic.leaves import zip_leaves
from autograph.polymorphic.protocols import Traces
from autograph.polymorphic.recursive_arguments import Types, widened, with_joined_shapes
from autograph.polymorphic.wrapping import called_within
from runtime.errors import AutographError
from runtime.executors import executable
from runtime.ir.called_graph import CalledGraph, Running
from runtime.ir.callee import callee_of
from runtime.ir.graph import Graph
from runtime.ir.nodes import argument_type
from runtime.passes.finish import finished
from runtime.recursion_limit import outermost
from runtime.types import (
    ANY,
    NEVER,
    Array,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    join,
    join_all,
    members,
)
from tracer.errors import TracingError
from tracer.record.code_memory import Identity
from tracer.record.facts import Facts
from tracer.serve.binding import MISS

FRAMES_A_LEVEL = 4
"""The part of Python's recursion limit that one recursive call takes.

These are the frames of the plan, of the dispatch and of the entry, and C code between
two of them.
"""

TRIES = 4
"""The most tries to find the type of what recursive calls give."""
MOST_KINDS = 2
"""The most calls of a function with other types in each other: there may be no end."""

Runs = dict["RecursiveCall", Callable[..., Any]]
_OUTSIDE: Runs = {}
_RUNNING: ContextVar[Runs] = ContextVar("running", default=_OUTSIDE)
"""What runs the graphs used last, in the outermost recursive call that is running."""
_TRIED: ContextVar[tuple[Try, ...]] = ContextVar("tried")
"""The calls whose result is being found out, the outermost first."""


@dataclass(eq=False)
class Try:
    """A call whose result is being found out.

    Attributes
    ----------
    call : RecursiveCall
        The call.
    assumed : Type
        The type assumed of its result.
    of_others : set of RecursiveCall
        The calls around it of which something was assumed as well.
    """

    call: RecursiveCall
    assumed: Type
    of_others: set[RecursiveCall] = field(default_factory=set)


class RecursiveCalls:
    """The recursive calls in the graphs of one decorated function.

    Parameters
    ----------
    make : callable
        Returns the `Function` that traces a function of the user.

    Attributes
    ----------
    forgetting : list of callable
        Drop the graphs of the functions that share the calls.
    """

    def __init__(self, make: Callable[[FunctionType], Traces]) -> None:
        self._make = make
        self._functions: dict[FunctionType, Traces] = {}
        self._calls: dict[Any, RecursiveCall] = {}
        self._recursive: set[Identity] = set()
        self._endless: set[Identity] = set()
        self._often: set[Identity] = set()
        self._wide_integers = False
        self.forgetting: list[Callable[[], None]] = []

    def facts(self) -> Facts:
        """Return the facts that a trace knows from the start, and adds to."""
        facts = Facts()
        facts.recursive, facts.endless = self._recursive, self._endless
        facts.often = self._often
        facts.wide_integers = self._wide_integers
        return facts

    def widen_integers(self) -> None:
        """Trace anew from now on, for Python integers of any size."""
        self._wide_integers = True
        self._functions.clear()
        self._calls.clear()
        for forget in self.forgetting:
            forget()

    def call(
        self, function: FunctionType, types: Types, named: dict[str, Type | None]
    ) -> RecursiveCall:
        """Return the calls of a function with arguments of these types."""
        for running in _TRIED.get(()):
            if running.call.python_function is function:
                types = with_joined_shapes(types, running.call.types)
        key = (function, types, tuple(named.items()))
        known = self._calls.get(key)
        if known is None:
            traced = self._functions.get(function)
            if traced is None:
                traced = self._functions[function] = self._make(function)
            known = self._calls[key] = RecursiveCall(self, traced, types, named)
        return known

    def outermost(self, run: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """Run what makes recursive calls, with room on the stack for them."""
        running: Runs = {}
        try:
            with outermost(_RUNNING, running, FRAMES_A_LEVEL):
                return run(*args, **kwargs)
        except BaseException as error:
            self.explain(error)
            raise
        finally:
            running.clear()  # a copy of the context may last longer

    def explain(self, error: BaseException) -> BaseException:
        """Make the traceback of an error show the user's lines on every level."""
        for call in self._calls.values():
            for concrete in call.graphs:
                concrete.executable.explain(error)
        leave(error)
        return error


class RecursiveCall(CalledGraph):
    """The calls of one function for these types, and the graphs that serve them.

    Parameters
    ----------
    calls : RecursiveCalls
        All recursive calls.
    function : Function
        The function that traces the graphs.
    types, named
        The types of the arguments, as far as the caller knows them.

    Attributes
    ----------
    call : callable
        The function that a plan calls.
    graphs : list of ConcreteFunction
        The graphs traced so far.
    python_function, types
        The user's function, and the types of the arguments.
    agrees : bool
        Whether one graph serves every call, as far as it has been found out.
    """

    def __init__(
        self,
        calls: RecursiveCalls,
        function: Traces,
        types: Types,
        named: dict[str, Type | None],
    ) -> None:
        super().__init__(function.python_function.__name__)
        self.graphs: list[ConcreteFunction] = []
        self._calls = calls
        self._function = function
        self.python_function = function.python_function
        self.types = types
        self._named = named
        self._generalization = Generalization(tuple(function._signature.parameters))
        self.agrees = False
        self._gives: Type | None = None
        self._graph: Graph | None = None
        self._entries: tuple[Entry, ...] = ()
        plain = function.python_function
        self.call = called_within(plain, _RUNNING.get, self, self._otherwise)

    @property
    def graph(self) -> Graph | None:
        """The graph that serves every call; None if there are several, or none yet."""
        if self._graph is None and self.agrees and not _TRIED.get(()):
            _ = self.gives  # it was known only with what was assumed of others
        return self._graph

    def runs(self, graph: Graph) -> Running:
        """Return what runs a graph that is made of this one."""
        known = self.graphs[0]
        home, choices = known.python_function.__globals__, known._choices
        return executable(finished(graph), home, **choices.execution)

    @property
    def gives(self) -> Type:
        """The type of what the calls give, if one graph serves all of them.

        NEVER says that it is not known yet: the graph is being traced that tells it.
        That graph is traced with what it gave at the try before as the result of its
        calls of itself, at first nothing at all: then only what ends the recursion
        gives something.
        """
        if self._gives is not None:
            return self._gives
        running = _TRIED.get(())
        for place, each in enumerate(running):
            if each.call is self:
                for within in running[place + 1 :]:
                    within.of_others.add(self)
                return each.assumed
        alike = [one for one in running if one.call._function is self._function]
        if len(alike) >= MOST_KINDS:
            return ANY
        found, concrete, assumes = self._found(running)
        if assumes:
            return found  # it is found out again when these are known
        self._gives = found
        if concrete is not None:
            self.graphs.append(concrete)
            self._entries = (entry_of_recursion(concrete, self.types, {}, self),)
            self._graph = concrete.graph
            for callee in map(callee_of, concrete.graph.nodes()):
                if isinstance(callee, RecursiveCall):
                    _ = callee.gives  # it was known only with what was assumed of this
        return found

    def _found(
        self, running: tuple[Try, ...]
    ) -> tuple[Type, ConcreteFunction | None, bool]:
        """Return the type, the graph, and whether these rest on calls around it."""
        if self._named or not all(map(_is_number_or_array, self.types)):
            return ANY, None, False
        trying = Try(self, NEVER)
        self.agrees = True
        for _ in range(TRIES):
            trying.of_others.clear()
            token = _TRIED.set((*running, trying))
            try:
                concrete = self._trace(self._function._bind(*self.types), [])
            except AutographError:
                break  # it tells when a call needs the graph
            finally:
                _TRIED.reset(token)
            made = join_all(map(argument_type, concrete.graph.region.yields or ()))
            if not _is_number_or_array(made):
                break
            if not serves_all(concrete, self.types, self):
                break
            if made == trying.assumed:
                return made, concrete, bool(trying.of_others)
            trying.assumed = join(trying.assumed, made)
        self.agrees = False
        return ANY, None, bool(trying.of_others)

    def __reduce__(self) -> NoReturn:
        raise pickle.PicklingError(
            f"the graph of {self.name} cannot be pickled: it calls itself, and the "
            "graphs for that belong to this process; save it by ag.save"
        )

    def _otherwise(self, args: Any, kwargs: Any) -> Any:
        """Run a call that is the outermost one, or needs another graph."""
        running = _RUNNING.get()
        if running is _OUTSIDE:
            return self._calls.outermost(self.call, args, kwargs)
        missed = running.get(self)
        for entry in self._entries:
            if entry.run is not missed and entry.begins():
                running[self] = entry.run
                result = entry.run(*args, **kwargs)
                if result is not MISS:
                    return result
        entry = self._traced(args, kwargs)
        self._entries = (entry, *self._entries)
        running[self] = entry.run
        return entry.run(*args, **kwargs)

    def around(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """Return what runs a graph that makes many such calls, all within one."""

        def within(*inputs: Any) -> Any:
            if _RUNNING.get() is _OUTSIDE:
                return self._calls.outermost(run, inputs, {})
            return run(*inputs)

        return within

    def _traced(self, args: Any, kwargs: Any) -> Entry:
        """Trace a graph for the types of these arguments, or for their values."""
        function = self._function
        bound = function._bind(*args, **kwargs)
        containers: list[Any] = []
        try:
            known = function._bind(*self.types, **self._named)
            widen = partial(widened, containers)
            general = tuple([zip_leaves(widen, *each) for each in zip(bound, known)])
            general = self._generalization.generalized(general) or general
            concrete = self._trace(general, containers)
        except TracingError:
            self._generalization.need_plain()
            concrete = self._trace(bound, [])
        self.graphs.append(concrete)
        return entry_of_recursion(concrete, self.types, self._named, self)

    def _trace(self, bound: Any, containers: list[Any]) -> ConcreteFunction:
        facts = self._calls.facts()
        for container in containers:
            facts.widen_input(container)
        return self._function._trace(bound, facts)


def _is_number_or_array(of: Type | None) -> bool:
    """Whether a type is that of a number, text or array, or of a tuple of such."""
    if isinstance(of, Tuple):
        return all(map(_is_number_or_array, of.items))
    kinds = (PythonScalar, NumpyScalar, NoneType, Array)
    return of is not None and all(isinstance(one, kinds) for one in members(of))
