"""From a function and what it is called with to a graph."""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Hashable
from dataclasses import replace
from types import FunctionType
from typing import Any

from autograph.conversion import SourceError, conversion_of, has_source, twin
from autograph.polymorphic.call_site import call_site
from autograph.polymorphic.choices import Choices
from autograph.polymorphic.concrete import ConcreteFunction
from autograph.polymorphic.coverage import trace_function, unmonitored
from autograph.polymorphic.leaves import map_leaves
from autograph.polymorphic.recursive_calls import RecursiveCalls
from autograph.polymorphic.signatures import patterns
from autograph.source import instructions
from autograph.source.originals import generator_expression, home_code, original_code
from runtime.errors import AutographError, Span
from runtime.phases import phase
from runtime.tracebacks import on_its_own
from tracer.errors import (
    USER_ERROR,
    CaptureChanged,
    CaptureWarning,
    RegionEnd,
    VariableMadeAgain,
)
from tracer.flow.raising import raise_user_error, users_traceback
from tracer.iteration.generator_functions import refuse_generator
from tracer.record.decisions import Decisions
from tracer.record.facts import Facts
from tracer.record.options import Options
from tracer.record.trace import Trace
from tracer.serve.guards import EqualTo, Exactly, Guard, Identical
from tracer.serve.head_calls import HeadResult
from tracer.serve.head_results import HeadResults
from tracer.serve.origins import Argument, ItemOf, root
from tracer.serve.presence import Keys, Length
from tracer.serve.specs import Placeholder, TensorSpec
from tracer.tracing import Traced, trace


class GraphTracer:
    """Traces the graphs of one function.

    Parameters
    ----------
    python_function : function
        The user's own.
    signature : inspect.Signature
        Its parameters.
    choices : Choices
        What the user chose for it.
    recursion : RecursiveCalls
        The recursive calls in its graphs.
    """

    def __init__(
        self,
        python_function: FunctionType,
        signature: inspect.Signature,
        choices: Choices,
        recursion: RecursiveCalls,
    ) -> None:
        self.python_function = python_function
        self.name = getattr(python_function, "__name__", "function")
        self._signature = signature
        self._choices = choices
        self._recursion = recursion
        self._options = Options(
            twin,
            original_code,
            home_code,
            instructions,
            recursion.call,
            choices.callbacks,
            has_source,
            choices.captures == "freeze",
            generator_expression,
            SourceError,
        )
        self._warned: set[str] = set()
        self.changing: set[Hashable] = set()

    def trace(
        self,
        bound: tuple[Any, ...],
        facts: Facts | None = None,
        results: HeadResults | None = None,
    ) -> ConcreteFunction:
        """Trace a graph for arguments in the order of the parameters.

        Parameters
        ----------
        bound
            The arguments.
        facts : Facts, optional
            What is known of the trace before it begins.
        results : HeadResults, optional
            What its head calls gave so far. Without it the graph has none.
        """
        traced = self._record(bound, self._options, facts, results)
        if traced.makes_variable is not None and traced.makes_again:
            raise self.makes_again(traced.makes_variable)
        kept: tuple[Guard, ...] = ()
        if self._choices.captures != "guard":
            kept = tuple(filter(_is_of_capture, traced.guards))
        return ConcreteFunction(
            self.python_function,
            self._signature,
            traced,
            dict(zip(self._signature.parameters, bound, strict=True)),
            self._choices,
            kept,
            self._capture_changed,
            self._recursion.widen_integers,
        )

    def makes_again(self, place: Span) -> VariableMadeAgain:
        """Return the error for a function that makes a Variable at every call."""
        return VariableMadeAgain(
            f"{self.name} makes a Variable at every call",
            span=place,
            hint="make it outside of the function, or at the first call only: "
            "`if self.v is None: self.v = ag.Variable(...)`",
        )

    def trace_specs(
        self, bound: tuple[Any, ...], takes_numbers: bool, results: HeadResults
    ) -> ConcreteFunction:
        """Trace with values of the graph instead of specs."""
        named = dict(zip(self._signature.parameters, bound, strict=True))
        symbolic = map_leaves(_symbolic, named, records=True)
        traced = self.trace(tuple(symbolic.values()), results=results)
        traced.patterns = patterns(named, traced.graph.inputs, traced.origins)
        traced.takes_numbers = takes_numbers
        return traced

    def trial(self, bound: tuple[Any, ...], decisions: Decisions) -> Traced:
        """Trace for arguments, and keep no graph: what it would do, and why so.

        Parameters
        ----------
        bound
            The arguments, in the order of the parameters.
        decisions : Decisions
            Filled with what becomes of each construct and call.
        """
        options = replace(self._options, decisions=decisions)
        return self._record(bound, options, results=HeadResults())

    def _capture_changed(self, guard: Guard) -> None:
        """Warn or raise because a captured value of the graph has changed."""
        name = str(guard.origin)
        before, now = guard.check.expected(), guard.found({})
        what = f"{name} was {before} when {self.name} was traced, and is {now} now"
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
                f"{what}; with captures='freeze', {self.name} still uses {before}",
                CaptureWarning,
                place.file,
                place.line,
            )

    def _record(
        self,
        bound: tuple[Any, ...],
        options: Options,
        facts: Facts | None = None,
        results: HeadResults | None = None,
    ) -> Traced:
        if facts is None:
            facts = self._recursion.facts()
        if results is not None and not results.arguments:  # no call, but specs
            names = self._signature.parameters
            results.arguments = dict(zip(names, bound, strict=True))
        facts.results = results
        facts.made |= self.changing

        def is_of_head_call(error: BaseException) -> bool:
            """Whether a head call raised: so will the call of the function, at once."""
            raised = None if results is None else results.raised
            return raised is not None and raised[0] is error

        def run(attempt: Trace) -> Any:
            code = conversion_of(self.python_function, traced=True).code
            attempt.stack.begin(code, self.python_function.__globals__)
            attempt.parameters = tuple(self._signature.parameters)
            refuse_generator(attempt, code)
            args, kwargs = _staged(attempt, self._signature, bound)
            staged = attempt.asked.twin(self.python_function)
            with attempt.stack.calling(staged.__code__):
                try:
                    return staged(*args, **kwargs)
                except Exception as error:
                    if is_of_head_call(error):
                        vars(error).pop(USER_ERROR, None)
                        raise
                    raise_user_error(attempt, error)
                    raise RegionEnd from None

        measured = trace_function()
        if measured is not None:
            sys.settrace(None)
        try:
            with on_its_own(), unmonitored(), phase("trace", self.name):
                return trace(run, self.name, options, facts)
        except AutographError as error:
            raise users_traceback(error, options.home) from error.__cause__
        except BaseException as error:
            if results is None or results.raised is None or not is_of_head_call(error):
                raise
            raise error.with_traceback(results.raised[1])  # noqa: B904 - the error itself
        finally:
            self.changing.update(() if results is None else results.changing)
            if measured is not None:
                sys.settrace(measured)


def _symbolic(leaf: Any, _: str) -> Any:
    return Placeholder(leaf.type, leaf.name) if isinstance(leaf, TensorSpec) else leaf


def _is_of_capture(guard: Guard) -> bool:
    """Whether a guard checks the value of a captured variable, and not its type."""
    if isinstance(root(guard.origin), (Argument, HeadResult)):
        return False
    return isinstance(guard.check, (Exactly, Identical, EqualTo))


def _staged(
    attempt: Trace, signature: inspect.Signature, bound: tuple[Any, ...]
) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments as values of a trace."""
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
