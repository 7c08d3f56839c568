"""Tracing: a function is traced again and again until no new fact is learnt."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

from runtime.errors import Span
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Region
from runtime.ops.row import Row
from runtime.recursion_limit import deep_recursion
from runtime.variable import Variable
from tracer.calls import (
    arrays,
    asked_attributes,
    attributes,
    callbacks,
    chosen_functions,
    library,
    numpy_functions,
)
from tracer.calls.called_back import CalledBack, CallsBack, Told
from tracer.calls.called_first import HeadCalls
from tracer.calls.functions import FunctionDispatch
from tracer.calls.left_functions import LeftFunctions
from tracer.calls.lengths import static_length
from tracer.calls.replaced_values import ReplacedValues
from tracer.errors import RegionEnd, Restart, TracingError
from tracer.flow import container_uses, raising
from tracer.flow.endings import Exits
from tracer.flow.held_containers import HeldContainers
from tracer.flow.iterators import Iterators
from tracer.flow.lazy_logic import not_
from tracer.flow.list_types import ListTypes
from tracer.flow.made_containers import MadeContainers
from tracer.flow.made_exceptions import MadeExceptions
from tracer.flow.shared_storage import SharedStorage
from tracer.flow.taken_iterators import TakenIterators
from tracer.iteration.generators import advance
from tracer.iteration.run_generators import RunGenerators
from tracer.operators import logic, plain_operators
from tracer.operators.operator_functions import HANDLERS
from tracer.operators.table import STAGED
from tracer.record import plain_values
from tracer.record.asked import Asked
from tracer.record.context import ACTIVE
from tracer.record.facts import Facts
from tracer.record.frames import begins_a_trace
from tracer.record.given_names import GivenNames
from tracer.record.interruptions import comes_from_signal
from tracer.record.late_restarts import LateRestarts
from tracer.record.lives import Lives
from tracer.record.numpys_code import NumpysCode
from tracer.record.options import Options
from tracer.record.trace import Trace
from tracer.serve.guards import Guard
from tracer.serve.head_calls import HeadCall
from tracer.serve.origins import Origin, is_argument, rank
from tracer.values.class_attributes import ClassAttributes
from tracer.values.classes import Classes
from tracer.values.identity import Identities
from tracer.values.lifting import lift_object
from tracer.values.made_functions import MadeFunctions
from tracer.values.object_iteration import ObjectIteration
from tracer.values.objects import Objects
from tracer.values.opaque_attributes import OpaqueAttributes
from tracer.values.run_containers import RunContainers
from tracer.values.special_methods import SpecialMethods
from tracer.values.staging import Stager
from tracer.values.twins import Twins
from tracer.values.variables import Variables

RESTART_LIMIT = 1000
"""Limit of restarts; facts only grow, so reaching it is our bug."""


def new_trace(facts: Facts, options: Options) -> Trace:
    """Return a trace whose parts are put together."""
    trace = Trace(facts, options, STAGED)
    trace.part(FunctionDispatch).handlers = HANDLERS
    trace.asked = cast(Asked, _Answers(trace))
    attach(trace)
    return trace


ANSWERS: dict[str, Callable[[Trace], Any]] = {
    "call": lambda trace: trace.part(FunctionDispatch).call,
    "call_class": lambda trace: trace.part(FunctionDispatch).call_class,
    "call_back": lambda trace: partial(callbacks.call_back, trace),
    "call_symbol": lambda trace: partial(chosen_functions.call_symbol, trace),
    "call_back_method": lambda trace: partial(callbacks.call_back_method, trace),
    "call_method": lambda trace: partial(arrays.call_method, trace),
    "call_plain_method": lambda trace: partial(library.call_operator, trace),
    "call_numpy": lambda trace: partial(numpy_functions.numpy_function, trace),
    "call_ufunc": lambda trace: partial(numpy_functions.ufunc, trace),
    "traced": lambda trace: trace.part(FunctionDispatch).traced,
    "pure": lambda trace: partial(library.pure, trace),
    "ask": lambda trace: partial(library.ask, trace),
    "unknown": lambda trace: trace.part(FunctionDispatch).unknown,
    "builtin": lambda trace: trace.part(FunctionDispatch).builtin,
    "attribute": lambda trace: partial(attributes.attribute, trace),
    "set_attribute": lambda trace: partial(attributes.set_attribute, trace),
    "get_item": lambda trace: partial(arrays.get_item, trace),
    "set_item": lambda trace: partial(arrays.set_item, trace),
    "delete_item": lambda trace: partial(arrays.delete_item, trace),
    "operate": lambda trace: partial(arrays.operate, trace),
    "compare": lambda trace: partial(arrays.compare, trace),
    "compare_values": lambda trace: partial(logic.compare, trace),
    "negated": lambda trace: partial(not_, trace),
    "augment": lambda trace: partial(arrays.augment, trace),
    "iterate": lambda trace: partial(arrays.iterate, trace),
    "static_length": lambda _: static_length,
    "copy": lambda trace: partial(arrays.copied, trace),
    "refuse_plain": lambda trace: partial(plain_values.refuse, trace),
    "reference": lambda trace: trace.part(Objects).reference,
    "object_attribute": lambda trace: trace.part(Objects).attribute,
    "object_keeps": lambda trace: trace.part(Objects).keeps,
    "made_attributes": lambda trace: trace.part(Objects).made_attributes,
    "set_object_attribute": lambda trace: trace.part(Objects).set_attribute,
    "delete_object_attribute": lambda trace: trace.part(Objects).delete_attribute,
    "opaque_attribute": lambda trace: trace.part(OpaqueAttributes).read,
    "attribute_past_hook": lambda trace: trace.part(Objects).attribute_past_hook,
    "store_plain": lambda trace: partial(asked_attributes.store_plain, trace),
    "store_made": lambda trace: trace.part(Objects).store_made,
    "object_equals": lambda trace: trace.part(SpecialMethods).is_same,
    "object_has": lambda trace: trace.part(Objects).has,
    "object_source": lambda trace: trace.part(ObjectIteration).iterable,
    "object_truth": lambda trace: trace.part(SpecialMethods).truth,
    "iterate_object": lambda trace: trace.part(ObjectIteration).iterate,
    "plain_answer": lambda trace: trace.part(SpecialMethods).plain,
    "special": lambda trace: trace.part(SpecialMethods).special,
    "new_instance": lambda trace: trace.part(Objects).made,
    "instance_of_the_run": lambda trace: trace.part(Objects).made_by_the_run,
    "depends_on_value": lambda trace: trace.part(Identities).depends_on_value,
    "function_attribute": lambda trace: trace.part(Objects).load_attribute,
    "set_function_attribute": lambda trace: trace.part(Objects).store_attribute,
    "function_as_object": lambda trace: trace.part(Objects).of_function,
    "class_attribute": lambda trace: trace.part(Classes).attribute,
    "set_class_attribute": lambda trace: trace.part(Classes).set_attribute,
    "find_in_class": lambda trace: trace.part(Classes).find,
    "stage": lambda trace: trace.part(Stager).stage,
    "stage_variable": lambda trace: trace.part(Stager).stage_variable,
    "stage_class": lambda trace: trace.part(Stager).stage_class,
    "stand_in": lambda trace: trace.part(Stager).stand_in,
    "made_class": lambda trace: trace.part(Stager).made_class,
    "class_must_exist": lambda trace: trace.part(Stager).class_must_exist,
    "original": lambda trace: trace.part(Stager).original,
    "original_cell": lambda trace: trace.part(Twins).original_cell,
    "is_lasting": lambda trace: trace.part(Stager).is_lasting,
    "twin": lambda trace: trace.part(Twins).twin,
    "lift_object": lambda trace: partial(lift_object, trace),
    "function_at_run_time": lambda trace: trace.part(MadeFunctions).at_run_time,
    "materialized": lambda trace: trace.part(MadeContainers).materialized,
    "exists": lambda trace: trace.part(MadeContainers).exists,
    "held": lambda trace: trace.part(MadeContainers).held,
    "freeze": lambda trace: trace.part(MadeContainers).freeze,
    "may_run_code": lambda trace: trace.part(RunGenerators).may_be,
    "is_generator": lambda trace: trace.part(RunGenerators).within,
}
"""What the parts of a trace answer to the files below them: see `Asked`."""


class _Answers:
    """The answers of a trace, each found when it is first asked for.

    Most traces ask for a few.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def __getattr__(self, name: str) -> Any:
        if name not in ANSWERS:
            raise AttributeError(name)
        found = ANSWERS[name](self._trace)
        setattr(self, name, found)
        return found


def attach(trace: Trace) -> None:
    """Let the parts of a trace hear of what is recorded, forgotten and refused."""
    hooks, made = trace.hooks, trace.part(MadeContainers)
    generators, shared = trace.part(RunGenerators), trace.part(SharedStorage)
    hooks.emit += [generators.emit, partial(advance, trace)]
    # Before containers are looked at: a list of Variables becomes one of values.
    hooks.operands += [
        trace.part(Variables).operands,
        trace.part(HeldContainers).operands,
    ]
    # A container must exist, or be frozen, before it becomes an argument.
    hooks.before_emit += [
        partial(container_uses.before_emit, trace),
        trace.part(RunContainers).writes,
        trace.part(Exits).may_stop,
        trace.part(TakenIterators).before_emit,
    ]
    # What the program let go of ended before what follows. Storage before generators:
    # what it stores is recorded too, and may itself be refused.
    # A trace that is too long ends first.
    hooks.before_record += [
        partial(_count, trace),
        trace.part(LateRestarts).before_record,
        trace.part(Lives).note_ends,
        shared.bring_up_to_date,
        generators.refuse_in_try,
    ]
    hooks.recorded += [made.recorded]
    hooks.begun += [trace.part(Lives).begins]
    hooks.typed += [trace.part(ListTypes).typed]
    # Whether the trace has to begin again is known before anything is read again;
    # closed-over variables before what holds them at run time.
    hooks.clobbered += [
        trace.part(RunContainers).changes_unseen,
        made.changes_unseen,
        trace.part(ClassAttributes).changes_unseen,
        trace.part(Twins).read_again,
        shared.read_again,
    ]
    hooks.rebound += [shared.read_again]
    # That NumPy's code cannot be traced is no refusal of the user's code.
    hooks.refusing += [
        trace.part(NumpysCode).leave,
        generators.refusing,
        trace.part(LeftFunctions).refusing,
    ]
    hooks.around_nesting += [trace.part(MadeFunctions).calls_at_run_time]
    made.holders += [trace.part(Objects)]
    trace.builder.kept += [trace.part(MadeExceptions).kept]


@dataclass(frozen=True)
class Traced:
    """The result of a trace: a graph, the origins of its inputs, and its guards.

    Attributes
    ----------
    graph, inputs, guards
        The graph, where its inputs come from, and when it serves a call.
    heads : tuple of HeadCall
        The calls that each call of the function makes first.
    single_use : bool
        Whether one of them changed what was read before it: the graph serves no other
        call.
    printed : tuple
        What the function prints while it is traced, if it has not been shown yet.
    variables : tuple of weakref.ref
        The Variables that the graph uses, in the order of use.
    makes_variable : Span or None
        The position where the graph makes a Variable at each run, if it does.
    makes_again : bool
        Whether it certainly makes another one at the next call.
    called_back, told : tuple
        The calls back into Python that users are told of, and other warnings.
    """

    graph: Graph
    inputs: tuple[Origin, ...]
    guards: tuple[Guard, ...]
    heads: tuple[HeadCall, ...]
    single_use: bool
    printed: tuple[tuple[tuple[Any, ...], dict[str, Any]], ...] = field(repr=False)
    variables: tuple[weakref.ref[Variable], ...] = ()
    makes_variable: Span | None = None
    makes_again: bool = False
    called_back: tuple[CalledBack, ...] = field(default=(), repr=False)
    told: tuple[Told, ...] = field(default=(), repr=False)


@begins_a_trace
def trace(
    run: Callable[[Trace], Any], name: str, options: Options, facts: Facts
) -> Traced:
    """Trace until no new fact is learnt.

    Parameters
    ----------
    run : callable
        Runs the function on staged arguments within a trace; returns its result.
    name : str
        The user's name of the function.
    options : Options
        The user's choices.
    facts : Facts
        The facts known from the start; grows.
    """
    refused: TracingError | None = None
    for _ in range(RESTART_LIMIT):
        facts.tries += 1
        attempt = new_trace(facts, options)
        if options.decisions is not None:
            options.decisions.clear()
        token = ACTIVE.set(attempt)
        try:
            with deep_recursion(), plain_operators.listening():
                return _finish(attempt, run, name)
        except Restart:
            facts.check_time()
            facts.check_changes()
        except TracingError as error:
            if not facts.be_patient():
                refused = refused or error
                if not attempt.part(LeftFunctions).leave(error):
                    raise refused from None
                facts.check_changes()
        finally:
            ACTIVE.reset(token)
            _end(attempt)
    raise TracingError(f"tracing {name} does not end")


def _count(attempt: Trace, _: Row) -> None:
    """Count an operation; end a trace that takes longer than a call may wait for."""
    if attempt.facts.takes():
        attempt.restart()


def _end(attempt: Trace) -> None:
    """Let go of what a trace knows of the user's objects.

    They live as long as in plain Python, rather than until the collector comes by.
    What a symbol that outlives its trace can tell stays: where it was made.
    """
    attempt.end()
    attempt.asked = cast(Asked, _LateAnswers(attempt))


class _LateAnswers:
    """What a trace that has ended answers: by parts that know of nothing."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def __getattr__(self, name: str) -> Any:
        if name not in ANSWERS:
            raise AttributeError(name)
        self._trace.part(FunctionDispatch).handlers = HANDLERS
        return ANSWERS[name](self._trace)


def _finish(attempt: Trace, run: Callable[[Trace], Any], name: str) -> Traced:
    yields: tuple[Argument, ...] | None
    try:
        result = run(attempt)
        attempt.part(MadeContainers).check_frozen()
        attempt.part(MadeContainers).returned(result)
        yields = (attempt.lift(result),)
        attempt.part(SharedStorage).bring_up_to_date()
        attempt.part(Lives).region_ends(*yields)
        for items in attempt.part(Iterators).advanced:
            items.check_closed()
    except RegionEnd:
        yields = None
    except Restart:
        raise
    except BaseException as error:
        if attempt.restarting and not comes_from_signal(error):
            raise Restart from error
        raising.meets_symbol(attempt, error)
        if attempt.refusal is not None and error is not attempt.refusal:
            raise attempt.refusal from error
        raise
    if attempt.restarting:
        raise Restart  # a `return` in the user's `finally` has swallowed it
    if attempt.refusal is not None:
        raise attempt.refusal
    attempt.part(MadeFunctions).check()
    attempt.part(MadeExceptions).check()
    attempt.part(Identities).guard()
    attempt.part(Twins).guard()
    region = attempt.builder.region
    inputs = sorted(attempt.inputs, key=lambda each: rank(each[1], attempt.parameters))
    parameters = tuple(value for value, _ in inputs)
    body = Region(parameters, tuple(region.nodes), yields)
    body = attempt.part(ReplacedValues).applied(body)
    captures = sum(not is_argument(origin) for _, origin in inputs)
    return Traced(
        Graph(name, attempt.part(GivenNames).applied(body), captures),
        tuple(origin for _, origin in inputs),
        tuple(attempt.guards),
        tuple(attempt.part(HeadCalls).made),
        attempt.facts.results is not None and bool(attempt.facts.results.changing),
        tuple(attempt.printed[attempt.facts.shown :]),
        attempt.part(Variables).used(body),
        next((place for place, _ in attempt.part(Variables).made), None),
        attempt.part(Variables).makes_again(body),
        tuple([call for call in attempt.part(CallsBack).made if call.is_told]),
        tuple(attempt.part(CallsBack).told),
    )
