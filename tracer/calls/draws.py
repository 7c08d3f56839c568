"""Random numbers in a trace: draws are operations, in the order of the program."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from runtime.ops import OPS
from runtime.ops.draws import PYTHONS, python_draw
from runtime.ops.infer import infer
from runtime.types import ANY, Array, List
from tracer.calls.arguments import may_be_object
from tracer.calls.handlers import Builtin
from tracer.calls.numpys_objects import record_as
from tracer.calls.stances import EFFECTS
from tracer.flow.list_copies import ListCopies
from tracer.flow.made_containers import MadeContainers
from tracer.record.decisions import OPERATION
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.value_classes import GENERATORS
from tracer.serve.guards import Guard
from tracer.serve.origins import AttributeOf, Fixed
from tracer.serve.presence import LacksKey
from tracer.values.containers import Containers, ListProxy, as_list

_TAKING = frozenset("choice permutation permuted".split())
"""Methods that may return their argument."""


def draw(
    trace: Trace, generator: Symbol, name: str, args: Any, kwargs: dict[str, Any]
) -> Any:
    """Record a call of a generator's method."""
    trace.decide("call", OPERATION)
    if name == "shuffle":
        target = args[0] if args else kwargs.get("x")
        return _shuffle(trace, target, (generator, name, *args), kwargs)
    out = kwargs.get("out")
    row = "draw_from" if name in _TAKING or out is not None else "draw"
    if row == "draw":
        args = tuple([as_list(value) for value in args])
        kwargs = {key: as_list(value) for key, value in kwargs.items()}
    result = trace.emit(row, generator, name, *args, **kwargs)
    return result if out is None else out


def draws(receiver: Proxy, name: str) -> bool:
    """Whether a method draws a number from a generator of Python's."""
    real = receiver._ag_real
    return type(real) is Random and name in PYTHONS and name not in vars(real)


def draw_number(
    trace: Trace, receiver: Proxy, name: str, args: Any, kwargs: dict[str, Any]
) -> Any:
    """Record a call of such a method."""
    trace.decide("call", OPERATION)
    if receiver._ag_origin is not None:
        own = AttributeOf(receiver._ag_origin, "__dict__")
        trace.guard(Guard(own, LacksKey(name)))
    return _draw_number(trace, receiver, name, args, kwargs)


def draw_with_python(
    trace: Trace, generator: Symbol, name: str, args: Any, kwargs: dict[str, Any]
) -> Any:
    """Record a call of a method of a generator of Python's that the run has made."""
    trace.decide("call", OPERATION)
    if name == "shuffle" and len(args) == 1:
        return _shuffle(trace, args[0], (generator, name, *args), kwargs)
    if name in PYTHONS:
        return _draw_number(trace, generator, name, args, kwargs)
    given = (*args, *kwargs.values())
    trace.part(MadeContainers).hand_over(given)
    of = EFFECTS["random"].get(name, ANY)
    made = record_as(trace, of, "call_method", generator, name, *args, **kwargs)
    if any(map(may_be_object, given)):
        trace.clobber()
    return made


def _draw_number(
    trace: Trace, generator: Any, name: str, args: Any, kwargs: dict[str, Any]
) -> Any:
    given = tuple(map(trace.lift, (generator, *args)))
    named = tuple([(key, trace.lift(value)) for key, value in kwargs.items()])
    of, _ = infer(OPS[python_draw(name)], given, named)
    return record_as(trace, of, "draw", generator, name, *args, **kwargs)


def _shuffle(trace: Trace, target: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """Shuffle an array, or a list, which then exists at run time."""
    if type(target) is ListProxy:
        trace.part(Containers).becomes_dynamic(target)
    if type(target) is list:
        trace.part(MadeContainers).must_exist(target)
    of = trace.type_of(target)
    if isinstance(of, List):
        trace.part(ListCopies).check_change("shuffle")
    elif not isinstance(of, Array):
        trace.part(MadeContainers).hand_over((target,))
    trace.emit("draw_order", *args, **kwargs)
    if not isinstance(of, (Array, List)):
        trace.clobber()


def _sample(trace: Trace, /, *args: Any, **kwargs: Any) -> Any:
    """Call `numpy.random.random_sample` by one of its other names."""
    function = np.random.random_sample
    staged = trace.asked.stage(function, Fixed(function, "random_sample"))
    return staged(*args, **kwargs)


DRAWS = (
    Builtin(np.random.sample, handler=_sample),
    Builtin(np.random.ranf, handler=_sample),
    Builtin(np.random.default_rng, always="default_rng"),
    *[Builtin(kind, always=f"{kind.__name__}_new") for kind in (*GENERATORS, Random)],
    # They touch nothing but the state of generators.
    *[
        Builtin(getattr(np.random, name), always="call")
        for name in "seed MT19937 PCG64 PCG64DXSM Philox SFC64 SeedSequence".split()
    ],
)
"""What the functions of `numpy.random` do in a trace."""
