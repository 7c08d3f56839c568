"""Calls of functions by themselves: inlined, or nodes where only the run ends them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from inspect import CO_GENERATOR
from types import CodeType, FunctionType
from typing import Any

from runtime.ops import OPS
from runtime.types import ANY, Type
from tracer.errors import user_error
from tracer.flow.made_containers import MadeContainers
from tracer.flow.nesting import CALLS_INLINED
from tracer.record.code_memory import Identity, identity
from tracer.record.contents import has_symbol
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.value_classes import CHANGING, NUMBERS_AND_TEXTS, PLAIN_TYPES
from tracer.values.arrived_functions import ArrivedFunctions
from tracer.values.twins import Twins

CALLS_UNROLLED = 300
"""The most calls of a function by itself that Python makes while tracing."""
LEVELS_UNROLLED = 100
"""The most calls in each other that are inlined, each with values of the run."""
ALIKE_INLINED = 1
"""The most calls in branches, one in the other, that Python cannot tell apart."""


class Recursion:
    """What is known of the calls of functions by themselves.

    Attributes
    ----------
    in_branches : int
        How many were met in branches of the graph.
    around : dict
        For each function what Python knows of the arguments of its running calls, but
        for the outermost.
    plain : Counter
        How often each function was called on values that Python knows.
    """

    def __init__(self, trace: Trace) -> None:
        self.in_branches = 0
        self.around: dict[Identity, list[Hashable]] = {}
        self.plain = Counter[Identity]()


def recurses(
    trace: Trace, code: CodeType, args: Any, kwargs: Any, shares: bool
) -> bool:
    """Whether this call of a function has to be a node.

    Parameters
    ----------
    trace, code, args, kwargs
        The running trace, and the call.
    shares : bool
        Whether the function has variables of an enclosing one.

    Raises
    ------
    RecursionError
        The user's error, if every run would reach Python's limit.
    """
    if not trace.stack.calls(code):
        return False
    facts, function = trace.facts, identity(code)
    given = (*args, *kwargs.items())
    if trace.builder.staged:
        calls = trace.part(Recursion)
        calls.in_branches += 1
        alike = not shares and _repeats(trace, code, given, ALIKE_INLINED)
        if alike or calls.in_branches > CALLS_INLINED:
            trace.learn(facts.recursive, function)
        return function in facts.recursive
    if function in facts.endless:
        return True
    full = len(trace.stack.running) >= trace.stack.levels
    if any(map(has_symbol, (*args, *kwargs.values()))):
        if full or _repeats(trace, code, given, CALLS_INLINED):
            facts.recursive.add(function)
            trace.restart_with(facts.endless, function)
        if trace.stack.calls(code) > LEVELS_UNROLLED:
            _leave(trace, function)
    elif full:
        raise user_error(RecursionError("maximum recursion depth exceeded"))
    elif not code.co_flags & CO_GENERATOR:
        _count(trace, function)
    return False


def _count(trace: Trace, function: Identity) -> None:
    """Leave a function that calls itself very often to the run, if that can do it."""
    plain = trace.part(Recursion).plain
    plain[function] += 1
    if plain[function] > CALLS_UNROLLED:
        _leave(trace, function)


def _leave(trace: Trace, function: Identity) -> None:
    """Leave a function that calls itself to the run, if that can do it."""
    facts = trace.facts
    if not facts.patient:
        facts.often.add(function)
        facts.recursive.add(function)
        trace.restart_with(facts.endless, function)


def _repeats(trace: Trace, code: CodeType, args: tuple[Any, ...], most: int) -> bool:
    """Whether Python cannot tell a call of this function from many around it."""
    known = tuple([_known(trace, value) for value in args])
    around = trace.part(Recursion).around.setdefault(identity(code), [])
    del around[trace.stack.calls(code) - 1 :]
    around.append(known)
    return around.count(known) > most


def _known(trace: Trace, value: Any) -> Hashable:
    """Return what Python knows of an argument, so that a branch may depend on it."""
    if type(value) is Symbol:
        return trace.type_of(value)
    if type(value) in (tuple, list):
        return type(value), *[_known(trace, item) for item in value]
    if type(value) in PLAIN_TYPES:
        return type(value), value
    if isinstance(value, Proxy) and type(value._ag_real) in (list, dict):
        return id(value._ag_real)
    changes = isinstance(value, Proxy) or type(value) in CHANGING
    return object() if changes else id(value)


def call(
    trace: Trace, function: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Record a call of a function that is being traced."""
    trace.part(MadeContainers).hand_over((*args, *kwargs.values()))
    trace.part(ArrivedFunctions).depends_on_identity(function)
    typed = tuple([_type_met(trace, value, varies=True) for value in args])
    callee = None if kwargs else trace.options.recursion(function, typed, {})
    if callee is not None and callee.gives != ANY:
        given = tuple(map(trace.lift, (callee, *args)))
        result = trace.record(OPS["call"], given, of=callee.gives)
        trace.clobber()
        return result
    often = identity(trace.part(Twins).twin(function).__code__) in trace.facts.often
    callee = trace.options.recursion(
        function,
        tuple([_type_met(trace, value, often) for value in args]),
        {name: _type_met(trace, value, often) for name, value in kwargs.items()},
    )
    result = trace.emit(OPS["call"], callee, *args, **kwargs)
    trace.clobber()
    return result


def _type_met(trace: Trace, value: Any, varies: bool) -> Type | None:
    """Return the type of an argument, or None if the graph is to know the argument.

    That of numbers and texts may vary from call to call.
    """
    varies = varies and type(value) in NUMBERS_AND_TEXTS
    return trace.type_of(value) if varies or has_symbol(value) else None
