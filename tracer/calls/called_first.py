"""Calls that need nothing from the graph: each call of the function makes them first.

See `tracer.serve.head_calls`. With ``captures="freeze"`` they are made once, while
tracing, and the graph holds what they return.
"""

from __future__ import annotations

import copy
import functools
from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from typing import Any

from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Node, Region, Value, values_in
from runtime.ops import OPS
from runtime.plan.positions import chain
from runtime.types import ANY
from tracer.calls.arguments import is_plain
from tracer.calls.callbacks import call_back, warn
from tracer.calls.stances import described, module_of
from tracer.errors import FrozenWarning, UnstagedWrite, on_behalf
from tracer.flow.endings import Exits
from tracer.record.code_memory import identity
from tracer.record.context import untraced
from tracer.record.decisions import FROZEN, HEAD
from tracer.record.effects import depends_on_outside, has_effects
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.serve.head_calls import HeadCall, HeadResult
from tracer.serve.head_results import HeadResults
from tracer.serve.origins import Fixed, Origin
from tracer.values.staging import Stager
from tracer.values.twins import Twins


class HeadCalls:
    """The head calls of one trace."""

    def __init__(self, trace: Trace) -> None:
        self.made: list[HeadCall] = []
        self._counts: Counter[Hashable] = Counter()

    def count(self, site: Hashable) -> int:
        """Return how many were made at a place before, and count one more."""
        self._counts[site] += 1
        return self._counts[site] - 1


def is_head_call(trace: Trace, function: Any, args: Any, kwargs: Any) -> bool:
    """Whether a call of an unknown function is made before the graph runs."""
    results = trace.facts.results
    if results is None or trace.is_left_to_run():
        return False
    if isinstance(function, type) and hasattr(function, "__del__"):
        return False  # what is made first lives until the call ends
    if trace.builder.staged or trace.repeats or trace.builder.barred:
        return False  # a `try` may wait for what it raises
    if trace.part(Exits).handling:
        return False  # it may ask which exception is handled
    if not all(map(_is_known, (*args, *kwargs.values()))):
        return False
    return not (has_effects(trace) or depends_on_outside(trace))


def _is_known(value: Any) -> bool:
    """Whether a value never changes, and is no part of the graph."""
    if isinstance(value, (list, dict, set)):
        return False
    if type(value) is tuple:
        return all(map(_is_known, value))
    return not isinstance(value, tuple) and is_plain(value)


_KEEPING = type(functools.cache(len))
"""The class of what `functools.cache` and `lru_cache` make."""


def call_first(trace: Trace, function: Any, args: Any, kwargs: Any) -> Any:
    """Make a head call, unless this was done; return the stand-in for its result."""
    results = trace.facts.results
    assert results is not None
    mark = trace.builder.mark()
    recorded = _recorded(trace, function, args, kwargs)
    if recorded is None:
        trace.builder.rollback(mark)
        return call_back(trace, function, args, kwargs)
    heads, site = trace.part(HeadCalls), trace.stack.site()
    key = site, heads.count(site)
    graph, inputs = recorded
    call = HeadCall(
        key,
        f"{described(function)}()",
        graph,
        inputs,
        home=trace.stack.namespace,
        guards=len(trace.guards),
        reached=tuple([origin for _, origin in trace.inputs]),
        position=len(heads.made),
        keeping=function if type(function) is _KEEPING else None,
    )
    if key not in results.made:
        if trace.restarting:
            trace.restart()  # what goes on behind a restart that waits calls nothing
        _show_printed(trace)
        results.within.update(map(identity, trace.stack.running))
        _make(trace, call, results)
        if not call.leaves(results, trace.guards):
            results.changing[site] = _changed(trace, call)
    made = results.arguments[call.variable] = results.made[key]
    if hasattr(type(made), "__next__"):
        trace.leave_to_run(site)  # each run needs one of its own
    if trace.options.freezes:
        return _frozen(trace, function, made)
    trace.decide("call", HEAD, described(function))
    heads.made.append(call)
    _forget(trace)
    return trace.part(Stager).stage(made, HeadResult(call))


def _changed(trace: Trace, call: HeadCall) -> UnstagedWrite:
    """Return the error for a call after which tracing cannot begin again."""
    return UnstagedWrite(
        f"{call.name}, made while the function is traced for its first call, has "
        "changed what was read before it",
        span=trace.stack.place(),
        hint="read that after the call, or change it in code that is converted",
    )


def _recorded(
    trace: Trace, function: Any, args: Any, kwargs: Any
) -> tuple[Graph, tuple[Origin, ...]] | None:
    """Return the call as a graph of its own, and the origins of its inputs.

    There is none if the graph makes something that the call is given.
    """
    positional = tuple([trace.lift(value) for value in (function, *args)])
    named = tuple([(name, trace.lift(value)) for name, value in kwargs.items()])
    lifted: list[Argument] = [*positional, *[argument for _, argument in named]]
    taken = {value.name: value for one in lifted for value in values_in(one)}
    origins = {value.name: origin for value, origin in trace.inputs}
    if not origins.keys() >= taken.keys():
        return None
    result = Value("result", ANY)
    node = Node(
        OPS["call"], positional, named, (result,), fails=True, span=trace.stack.span()
    )
    region = Region(tuple(taken.values()), (node,), (result,))
    name = chain(node.span)[0].function if node.span else "call"
    return Graph(name, region), tuple([origins[each] for each in taken])


def _make(trace: Trace, call: HeadCall, results: HeadResults) -> None:
    known = {value.name: real for real, value in trace.captured.values()}
    values = [known[value.name] for value in call.graph.inputs]
    made = trace.part(HeadCalls).made
    read = call.read(results, results.read[made[-1].key] if made else ())
    with untraced():
        on_behalf(call.result, results, read, *values)


def _forget(trace: Trace) -> None:
    """Forget what the call may have changed, so that it is read after the call."""
    trace.knowledge.forget()
    trace.part(Twins).read_after_call()


def _frozen(trace: Trace, function: Any, made: Any) -> Any:
    """Return the result of a call that is made once, and warn."""
    trace.decide("call", FROZEN, described(function))
    warn(trace, FrozenWarning(_text(function)))
    with suppress(Exception):  # what cannot be copied is the same at each run
        made = copy.deepcopy(made)
    if isinstance(made, (list, dict)) and is_plain(made):
        return made
    staged = trace.part(Stager).stage(made, Fixed(made))
    return trace.asked.copy(staged) if type(staged) is Symbol else staged


def _text(function: Any) -> str:
    """Return the text of the warning that a call's result is frozen."""
    what = described(function)
    drawn = module_of(function) == "random"
    instead = "np.random or ag.random" if drawn else f"ag.py_function({what}, result=…)"
    return (
        f"{what} runs while tracing, and later calls reuse its result; pass the result "
        f"as an argument, or use {instead}, which runs at each call"
    )


def _show_printed(trace: Trace) -> None:
    """Print what has to appear before the output of a call that runs now."""
    facts = trace.facts
    for values, keywords in trace.printed[facts.shown :]:
        print(*values, **keywords)
    facts.shown = max(facts.shown, len(trace.printed))
