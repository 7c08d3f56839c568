"""The polymorphic function: converted once, traced per signature, called."""

from __future__ import annotations

import functools
import inspect
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from threading import RLock
from types import FunctionType, MethodType
from typing import Any, Generic, Literal, ParamSpec, TypeVar

from autograph.conversion import conversion_of, has_source, twin
from autograph.numbers import Numbers
from autograph.recursion import RecursiveCalls
from autograph.source.originals import original_code
from runtime.errors import AutographError, Span
from runtime.execute import Executable, compile_graph
from runtime.ir.graph import Graph
from runtime.passes import optimize
from tracer.context import ACTIVE
from tracer.decisions import Decisions
from tracer.entries import MISS, compile_binder, compile_entry
from tracer.errors import RegionEnd, SignatureError, TracingError
from tracer.facts import Facts
from tracer.guards import Guard, Keys, Length
from tracer.iterators import refuse_generator
from tracer.origins import Argument, ItemOf
from tracer.raising import raise_user_error, users_traceback
from tracer.trace import Options, Trace, Traced, trace

P = ParamSpec("P")
R = TypeVar("R")
Callbacks = Literal["warn", "allow", "error"]

TRACES_KEPT = 64
"""Traces a function keeps; the one used longest ago goes first."""


_EAGER_HERE: ContextVar[bool] = ContextVar("eager", default=False)
_eager_everywhere = False
"""The guides' global switch, the one global there is."""


@contextmanager
def eager() -> Iterator[None]:
    """Run functions as plain Python, for stepping through them.

    Examples
    --------
    >>> from autograph import function
    >>> @function
    ... def double(x):
    ...     return x + x
    >>> with eager():
    ...     double(2)
    4
    """
    token = _EAGER_HERE.set(True)
    try:
        yield
    finally:
        _EAGER_HERE.reset(token)


def run_functions_eagerly(run_eagerly: bool) -> None:
    """Switch all functions to plain Python, or back.

    Parameters
    ----------
    run_eagerly : bool
        Whether functions run as plain Python from now on, in every thread.
    """
    global _eager_everywhere
    _eager_everywhere = run_eagerly


class ConcreteFunction:
    """One graph of a function, with the signature it serves.

    Attributes
    ----------
    graph : Graph
        As it was traced.
    optimized_graph : Graph
        As it runs.
    name : str
        The user's name of the function.
    """

    def __init__(
        self,
        name: str,
        signature: inspect.Signature,
        traced: Traced,
        strict: bool,
        home: dict[str, Any] | None = None,
    ) -> None:
        self.name = name
        self._strict = strict
        self._home = home
        self.graph = traced.graph
        self.printed = traced.printed
        self._traced = traced
        self._signature = signature
        self._entry: Callable[..., Any] | None = None

    @functools.cached_property
    def optimized_graph(self) -> Graph:
        """The graph as it runs."""
        return self.graph if self._strict else optimize(self.graph)

    @functools.cached_property
    def executable(self) -> Executable:
        """What runs the graph."""
        return compile_graph(self.optimized_graph, home=self._home)

    @property
    def plan(self) -> str:
        """The Python source that runs."""
        return self.executable.source

    @property
    def entry(self) -> Callable[..., Any]:
        """The function that tests the guards and runs the plan, or gives `MISS`."""
        if self._entry is None:
            self._entry = self._compiled_entry(self.executable.explain)
        return self._entry

    @functools.cached_property
    def inner_entry(self) -> Callable[..., Any]:
        """The same for calls within a graph, which leave errors to the outermost."""
        return self._compiled_entry(None)

    def _compiled_entry(
        self, failed: Callable[[BaseException], BaseException] | None
    ) -> Callable[..., Any]:
        return compile_entry(
            self.name,
            self._signature,
            self._traced.guards,
            self._traced.inputs,
            self.executable.call,
            failed,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the graph.

        Raises
        ------
        SignatureError
            If an argument is of another type than the graph was traced for.
        """
        result = self.entry(*args, **kwargs)
        if result is MISS:
            wanted = ", ".join(f"{v.name}: {v.type}" for v in self.graph.inputs)
            raise SignatureError(
                f"the arguments are not those that this graph of {self.name} takes: "
                f"({wanted})",
                hint=f"call {self.name} itself, which traces a graph for them",
            )
        return result

    def __repr__(self) -> str:
        inputs = ", ".join(f"{v.name}: {v.type}" for v in self.graph.inputs)
        return f"<ConcreteFunction {self.name}({inputs})>"


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
        callbacks: Callbacks = "warn",
        strict: bool = False,
        recursion: RecursiveCalls | None = None,
    ) -> None:
        functools.update_wrapper(self, python_function)
        self.python_function = python_function
        self._strict = strict
        self._recursion = recursion or RecursiveCalls(
            lambda each: Function(each, callbacks, strict, self._recursion)
        )
        self._options = Options(
            twin, original_code, self._recursion.call, callbacks, has_source
        )
        self._signature = signature_of(python_function)
        name = getattr(python_function, "__name__", "function")
        self._name = name
        self._bind = compile_binder(name, self._signature)
        self._traces: OrderedDict[int, ConcreteFunction] = OrderedDict()
        self._entries: tuple[Callable[..., Any], ...] = ()
        self._traced = 0
        self._numbers = Numbers()
        self._lock = RLock()

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the graph for these arguments, tracing it first if there is none."""
        running = ACTIVE.get()
        if running is not None:
            staged: R = running.functions.call(self.python_function, args, kwargs)
            return staged
        if _eager_everywhere or _EAGER_HERE.get():
            return self.python_function(*args, **kwargs)  # type: ignore[no-any-return]
        for entry in self._entries:
            result = entry(*args, **kwargs)
            if result is not MISS:
                return result  # type: ignore[no-any-return]
        return self._trace_and_call(args, kwargs)  # type: ignore[no-any-return]

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        return BoundFunction(self, self._method(instance), (instance,))

    def _method(self, instance: Any) -> Any:
        return MethodType(self.python_function, instance)

    def __repr__(self) -> str:
        return f"<autograph.Function {self._name}>"

    @property
    def trace_count(self) -> int:
        """How many graphs have been traced."""
        return self._traced

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """Trace a graph for arguments or types without running it.

        Parameters
        ----------
        *args, **kwargs
            Values as in a call, or types in their place (see
            `runtime.types.parse_type`).

        Examples
        --------
        >>> import numpy as np
        >>> from autograph import function
        >>> @function
        ... def double(x):
        ...     return x + x
        >>> concrete = double.get_concrete_function(np.zeros(3))
        >>> print(concrete.plan)
        def double(x):
            return x + x
        <BLANKLINE>
        """
        return self._trace(self._bind(*args, **kwargs))

    def _trace_and_call(self, args: Any, kwargs: Any) -> Any:
        bound = self._bind(*args, **kwargs)
        with self._lock:
            for entry in self._entries:
                result = entry(*args, **kwargs)
                if result is not MISS:
                    return result
            concrete = self._trace_generally(bound)
            for values, keywords in concrete.printed:
                print(*values, **keywords)
            self._traces[self._traced] = concrete
            while len(self._traces) > TRACES_KEPT:
                self._traces.popitem(last=False)
            entries = [each.entry for each in reversed(self._traces.values())]
            self._entries = tuple(entries)
        result = concrete.entry(*args, **kwargs)
        if result is MISS:
            # The trace itself changed what its guards look at; run what was traced.
            raise AutographError(
                f"the graph traced for this call of {self._name} does not serve it: "
                "tracing changed an object that the function reads",
                hint="do not change arguments or globals in functions that are not "
                "converted",
            )
        return result

    def _trace_generally(self, bound: tuple[Any, ...]) -> ConcreteFunction:
        """Trace, with a number that keeps changing as a symbol if the body allows."""
        general = self._numbers.generalized(bound)
        if general is not None:
            try:
                return self._trace(general)
            except TracingError:
                self._numbers.need_plain()
        return self._trace(bound)

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

    def _trace(
        self, bound: tuple[Any, ...], facts: Facts | None = None
    ) -> ConcreteFunction:
        traced = self._record(bound, self._options, facts)
        self._traced += 1
        return ConcreteFunction(
            self._name,
            self._signature,
            traced,
            self._strict,
            self.python_function.__globals__,
        )

    def _record(
        self, bound: tuple[Any, ...], options: Options, facts: Facts | None = None
    ) -> Traced:
        if facts is None:
            facts = self._recursion.facts()

        def run(attempt: Trace) -> Any:
            code = conversion_of(self.python_function).code
            attempt.home = Span(code.co_filename, code.co_firstlineno, -1, code.co_name)
            refuse_generator(attempt, code)
            args, kwargs = _staged(attempt, self._signature, bound)
            staged = attempt.stager.twin(self.python_function)
            with attempt.calling(staged.__code__):
                try:
                    return staged(*args, **kwargs)
                except Exception as error:
                    raise_user_error(attempt, error)
                    raise RegionEnd from None

        try:
            return trace(run, self._name, options, facts)
        except AutographError as error:
            raise users_traceback(error) from error.__cause__


class BoundFunction:
    """A `Function` with its first arguments: a method, or what `partial` gives.

    Attributes
    ----------
    python_function : callable
        The user's own method or partial function.
    arguments, keywords
        What is bound.
    """

    def __init__(
        self,
        function: Function[Any, Any],
        python_function: Callable[..., Any],
        arguments: tuple[Any, ...],
        keywords: dict[str, Any] | None = None,
    ) -> None:
        self.__func__ = function
        self.__self__ = arguments[0] if arguments else None
        self.__doc__ = function.__doc__
        self.python_function = python_function
        self.arguments = arguments
        self.keywords = keywords or {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function with what is bound."""
        return self.__func__(*self.arguments, *args, **{**self.keywords, **kwargs})

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """Trace a graph for arguments or types without running it."""
        keywords = {**self.keywords, **kwargs}
        return self.__func__.get_concrete_function(*self.arguments, *args, **keywords)

    def __getattr__(self, name: str) -> Any:
        if name in ("__func__", "__wrapped__"):
            raise AttributeError(name)
        return getattr(self.__func__, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BoundFunction):
            return NotImplemented
        return self.python_function == other.python_function

    def __hash__(self) -> int:
        return hash(self.python_function)

    def __repr__(self) -> str:
        return f"<autograph.BoundFunction {self.python_function!r}>"


def signature_of(function: FunctionType) -> inspect.Signature:
    """Give the parameters that a function itself has.

    Not those of what it wraps: its wrapper sees whether an argument was given.
    """
    bare = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    bare.__kwdefaults__ = function.__kwdefaults__
    return inspect.signature(bare)


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
                args.append(attempt.stager.stage(item, ItemOf(origin, position)))
        elif parameter.kind is parameter.VAR_KEYWORD:
            attempt.guard(Guard(origin, Keys(tuple(value))))
            for key, item in value.items():
                kwargs[key] = attempt.stager.stage(item, ItemOf(origin, key))
        elif parameter.kind is parameter.KEYWORD_ONLY:
            kwargs[parameter.name] = attempt.stager.stage(value, origin)
        else:
            args.append(attempt.stager.stage(value, origin))
    return args, kwargs
