"""Random numbers in a trace: draws are operations, in the order of the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.types import CONTAINERS, Array, Container, List
from tracer.decisions import OPERATION
from tracer.dispatch.symbolic import Handler
from tracer.proxies import ListProxy
from tracer.symbols import Symbol

if TYPE_CHECKING:
    from tracer.trace import Trace

GENERATORS = (np.random.Generator, np.random.RandomState)
_TAKING = frozenset("choice permutation permuted".split())
"""Methods that may give what they are given."""


def generator_type(value: Any) -> Container | None:
    """Give the type of a generator of NumPy's, None for anything else."""
    kind = type(value)
    return Container(kind.__name__) if kind in GENERATORS else None


def draws(of: Container) -> bool:
    """Say whether the values of a type are generators."""
    return CONTAINERS[of.kind] in GENERATORS


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
    result = trace.emit(row, generator, name, *args, **kwargs)
    return result if out is None else out


def _shuffle(trace: Trace, target: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """Shuffle an array, or a list that then exists at run time."""
    if type(target) is ListProxy:
        trace.containers.becomes_dynamic(target)
    if type(target) is list:
        trace.made.must_exist(target)
    of = trace.type_of(target)
    if isinstance(of, List):
        trace.made.check_change("shuffle")
    elif not isinstance(of, Array):
        trace.made.hand_over((target,))
    trace.emit("draw_order", *args, **kwargs)
    if not isinstance(of, (Array, List)):
        trace.clobber()


def _made(row: str) -> Handler:
    """Make a generator, anew at each run."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        return trace.emit(row, *args, **kwargs)

    return handler


def _called(function: Callable[..., Any]) -> Handler:
    """Call what touches nothing but the state of generators."""

    def handler(trace: Trace, *args: Any, **kwargs: Any) -> Any:
        return trace.emit("call", function, *args, **kwargs)

    return handler


DRAWS: dict[Any, Handler] = {
    np.random.default_rng: _made("default_rng"),
    **{kind: _made(f"{kind.__name__}_new") for kind in GENERATORS},
    **{
        getattr(np.random, name): _called(getattr(np.random, name))
        for name in "seed sample ranf MT19937 PCG64 PCG64DXSM Philox SFC64 "
        "SeedSequence".split()
    },
}
"""What the functions of `numpy.random` do in a trace; the first argument is it."""
