"""Changes in place that a region makes to functions and dtypes made before it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import CellType, FunctionType
from typing import Any

import numpy as np

from tracer.errors import NotStaged
from tracer.flow.structure import same
from tracer.record.places import Slot
from tracer.record.trace import Trace
from tracer.record.traced_globals import is_made_here

OWN = (
    "__code__",
    "__defaults__",
    "__kwdefaults__",
    "__name__",
    "__qualname__",
    "__doc__",
    "__module__",
    "__annotations__" if sys.version_info < (3, 14) else "__annotate__",
)
"""What Python itself keeps of a function, and lets a program replace."""


Changing = FunctionType | np.dtype
"""What Python keeps as it is while tracing, and a program may change in place."""


def functions_in(trace: Trace, values: Iterable[Any]) -> list[Changing]:
    """Return the functions that the user's program defined here, and the dtypes.

    Of dtypes those with fields, whose names can be replaced.
    """
    original = trace.options.original
    return [
        each
        for each in values
        if (is_made_here(each) and original(each.__code__) is not None)
        or (issubclass(type(each), np.dtype) and each.names)
    ]


def attributes(function: FunctionType) -> list[Any]:
    """Return what a function holds that a program may change in place."""
    return [vars(function), *(function.__defaults__ or ()), function.__kwdefaults__]


@contextmanager
def unchanged(trace: Trace, functions: list[Changing]) -> Iterator[None]:
    """Ensure that a branch or loop replaces no part of a function made before it.

    Its variables are storage of the trace, where the program writes them by name.
    """
    region = trace.builder.region
    before = [(each, _parts(each)) for each in functions]
    try:
        yield
    finally:
        changed = []
        for function, parts in before:
            for slot, old in parts:
                if slot not in region.changed and not same(slot.read(), old):
                    changed.append((function, slot))
                    slot.write(old)
        if changed and sys.exception() is None:
            _refuse(trace, *changed[0])


def _parts(function: Changing) -> list[tuple[Slot, Any]]:
    """Return the storage of a function that is no container, and its contents."""
    if isinstance(function, np.dtype):
        return [(Slot(function, "names"), function.names)]
    names = function.__code__.co_freevars
    cells = zip(function.__closure__ or (), names, strict=True)
    slots = [Slot(function, name) for name in OWN]
    slots += [Slot(cell, name) for cell, name in cells]
    return [(slot, slot.read()) for slot in slots]


def _refuse(trace: Trace, function: Changing, slot: Slot) -> None:
    what = f"the attribute {slot.key!r}"
    if type(slot.holder) is CellType:
        what = f"the attribute 'cell_contents' of {slot.key!r}, a variable"
    name, another = "a dtype", "dtype"
    if isinstance(function, FunctionType):
        name = function.__qualname__.replace(".<locals>", "")
        another = "function"
    trace.refuse(
        NotStaged(
            f"{what} of {name} is set in a compiled branch or loop",
            hint=f"make another {another} there, or pass what differs as an argument",
        )
    )
