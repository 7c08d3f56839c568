"""Assignments: names for values of the graph, and values for several names."""

from __future__ import annotations

from typing import Any

import numpy as np

from tracer.calls import arrays
from tracer.calls.lockstep import sliced
from tracer.flow.made_exceptions import MadeExceptions
from tracer.iteration.lazy_iterations import collected, is_recipe
from tracer.record.contents import is_single
from tracer.record.effects import has_effects_since
from tracer.record.given_names import GivenNames
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.proxies import plain_unless_iterable


def assigned(trace: Trace, value: Any, *names: Any) -> Any:
    """Note the names that a value, or its items, are assigned to; return the value.

    Parameters
    ----------
    trace, value
        The running trace, and the value.
    *names
        The names; None for a target that is no name. A value for several is unpacked,
        and so is one for a tuple of one name.
    """
    if len(names) == 1:
        if type(names[0]) is not tuple:
            return _noted(trace, value, names[0])
        (names,) = names
    value = unpacked(trace, value, len(names))
    if type(value) is tuple and len(value) == len(names):
        return tuple(
            [_noted(trace, item, name) for item, name in zip(value, names, strict=True)]
        )
    return value


def unpacked(trace: Trace, value: Any, count: int) -> Any:
    """Return what Python unpacks into so many targets in place of a value."""
    value = plain_unless_iterable(value)
    if not is_staged(value):
        return value
    items = value._ag_iterable()
    if is_recipe(items):
        items = _few(trace, items, count)
    if type(items) is Symbol:
        if items is not value and is_single(items._ag_value.type):
            trace.emit("iter", items)  # Python asks the object for its iterator
        return arrays.unpacked(trace, items, count)
    return value if items is value else items


def _few(trace: Trace, items: Any, count: int) -> Any:
    """Return the items of a recipe as a list, which may end behind one too many."""
    mark, before = trace.builder.mark(), len(trace.builder.region.nodes)
    found = collected(trace, items)
    if type(found) is not Symbol or not has_effects_since(trace, before):
        return found
    trace.builder.rollback(mark)
    return collected(trace, sliced(trace, items, count + 1))


def _noted(trace: Trace, value: Any, name: str | None) -> Any:
    if type(value) is Symbol and name is not None:
        trace.part(GivenNames).note(value._ag_value, name)
    value = trace.part(MadeExceptions).noted(value)
    return trace.asked.stage_class(value) if _is_scalar_class(value) else value


def _is_scalar_class(value: Any) -> bool:
    """Whether a value is a class of NumPy's itself, which a dtype gave."""
    return issubclass(type(value), type) and issubclass(value, np.generic)
