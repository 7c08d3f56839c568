"""Objects of Python's as arguments of the graph."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from typing import Any

import numpy as np

from runtime.ir.callee import Callee
from runtime.ir.constants import has_text
from runtime.ir.nodes import Argument, Constant, Display
from runtime.ops import OPS
from runtime.types import OBJECT, type_of
from tracer.errors import NotStaged
from tracer.flow.exception_contents import GETTERS
from tracer.flow.made_exceptions import instance, is_made_anew
from tracer.flow.single_pass import Iteration
from tracer.flow.structure import is_structure
from tracer.iteration.lazy_iterations import is_recipe
from tracer.iteration.user_iterators import Stepping
from tracer.record.contents import holds_staged
from tracer.record.deferred import meets_array
from tracer.record.staged import is_staged
from tracer.record.trace import Trace
from tracer.serve.origins import Origin
from tracer.values.aliases import ALIASES, of_every_run
from tracer.values.arrived_functions import ArrivedFunctions
from tracer.values.container_iteration import VIEWS
from tracer.values.made_functions import MadeFunctions
from tracer.values.named_tuples import NamedTuples
from tracer.values.special_methods import SpecialMethods
from tracer.values.staging import Stager


def lift_object(trace: Trace, value: Any) -> Argument:
    """Return the argument of the graph for an object of Python's."""
    if isinstance(value, np.generic) and type_of(value) != OBJECT:
        return Constant(value)
    if isinstance(value, (np.dtype, np.ufunc, type, Callee)) and has_text(value):
        return Constant(value)
    if is_structure(value):
        fields = Display("tuple", tuple([trace.lift(item) for item in value]))
        row = OPS["build"]
        kind = trace.capture(trace.part(NamedTuples).original(type(value)))
        made = trace.record(row, (kind, fields), of=OBJECT)
        return trace.lift(made)
    if isinstance(value, np.ndarray):
        meets_array(trace)
    made = _made_anew(trace, value)
    if made is not None:
        return trace.lift(made)
    if issubclass(type(value), Iteration):
        value._ag_hold()
    if issubclass(type(value), Stepping):
        trace.refuse(
            NotStaged(
                "an iterator of your own class is used together with values known "
                "only when the function runs",
                hint="iterate over it with a `for` statement",
            )
        )
    value = trace.part(Stager).original(value, by_identity=False)
    if type(value) is nullcontext:  # it has no state: one is as good as another
        return trace.lift(trace.emit("call", nullcontext, value.enter_result))
    made = trace.part(MadeFunctions).at_run_time(value)
    if made is not None:
        return trace.lift(made)
    if not (_declines(trace, value) or trace.part(Stager).is_lasting(value)):
        if isinstance(value, type):
            trace.asked.class_must_exist(value)
        trace.refuse(leaving(value))
    return trace.capture(value, _origin(trace, value))


def _origin(trace: Trace, value: Any) -> Origin | None:
    """Return how a call reaches a value that other calls bring others for."""
    arrived = trace.part(ArrivedFunctions)
    if arrived.has_arrived(value):
        return arrived.origin(value)
    return trace.part(Stager).origin(value)


def _made_anew(trace: Trace, value: Any) -> Any:
    """Return what the run makes in place of a value, if that holds others."""
    if type(value) is frozenset and any(map(is_staged, value)):
        return trace.emit("frozenset_new", [*value])
    if type(value) in GETTERS:
        return _getter_anew(trace, value)
    if isinstance(value, BaseException) and is_made_anew(trace, value):
        return instance(trace, value)
    if type(value) in _METHODS_OF_VIEWS:
        (viewed,) = gc.get_referents(value)
        return getattr(
            trace.asked.materialized(viewed), _METHODS_OF_VIEWS[type(value)]
        )()
    if isinstance(value, ALIASES):
        alias = of_every_run(trace, value)
        return (
            None
            if alias is None
            else trace.wrap(trace.capture(alias), trace.builder.regions[0])
        )
    return None


def _getter_anew(trace: Trace, value: Any) -> Any:
    """Return what the run makes in place of an `itemgetter` or the like."""
    function, args = value.__reduce__()
    given, keywords = (function, *args), {}
    if type(function) is partial:  # of a method that is given keywords
        given = function.func, *function.args, *args
        keywords = function.keywords
    if not holds_staged([*given, *keywords.values()]):
        return None
    return trace.emit("call", *given, **keywords)


_METHODS_OF_VIEWS = {kind: name for name, kind in VIEWS.items()}


def _declines(trace: Trace, value: Any) -> bool:
    """Whether a value says that an object declines an operator.

    Of a branch it is a symbol, which no operator takes for what it says.
    """
    if value is NotImplemented and trace.builder.staged:
        trace.part(SpecialMethods).declines()
    return value is NotImplemented


def leaving(value: Any) -> NotStaged:
    """Return the refusal of something that only the trace has."""
    kind = value.__class__
    ours = str(kind.__module__).startswith(("tracer.", "autograph.", "runtime."))
    name = "function or method" if ours else kind.__name__
    hint = "create it before the call and pass it, or do this in a function marked "
    hint += "@ag.do_not_convert"
    if is_recipe(value) or isinstance(value, Iterator):
        hint = "make a list of its items, and use or return that: list(...)"
    return NotStaged(
        f"{'an' if name[:1] in 'aeiou' else 'a'} {name} created in the function is "
        "returned, stored or used at run time",
        hint=hint,
    )
