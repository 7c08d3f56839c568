"""Functions that are defined while tracing, and what regions change of them."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import CellType, FunctionType
from typing import Any, NoReturn
from weakref import WeakKeyDictionary

from tracer.errors import NotStaged
from tracer.flow.structure import same
from tracer.record.builder import OpenRegion
from tracer.record.slots import Slot
from tracer.record.trace import Trace

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
_own = operator.attrgetter(*OWN)
_content = operator.attrgetter("cell_contents")


class DefinedFunctions:
    """The functions that one trace defines, as long as the program holds them."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._regions: WeakKeyDictionary[FunctionType, OpenRegion] = WeakKeyDictionary()

    def __iter__(self) -> Iterator[FunctionType]:
        return iter(list(self._regions))

    def add(self, function: FunctionType) -> None:
        """Note that a function is defined here."""
        self._regions[function] = self._trace.builder.region

    def region(self, function: FunctionType) -> OpenRegion | None:
        """Return the region in which a function was defined, if that is known."""
        return self._regions.get(function)


def attributes(function: FunctionType) -> list[Any]:
    """Return what a function holds that a program may change in place."""
    return [vars(function), *(function.__defaults__ or ()), function.__kwdefaults__]


def held_by(function: FunctionType) -> tuple[Any, ...]:
    """Return what a function has besides variables and attributes of the program."""
    special = {name: at for name, at in vars(function).items() if name[:2] == "__"}
    named = (special, function.__kwdefaults__ or {}, function.__annotations__)
    parts = [getattr(function, name) for name in OWN]
    return (*parts, *[tuple(each.items()) for each in named])


@contextmanager
def unchanged(trace: Trace, functions: list[FunctionType]) -> Iterator[None]:
    """Ensure that a branch or loop replaces no part of a function made before it.

    Its variables are storage of the trace, where the program writes them by name.
    """
    region = trace.builder.region
    before = [(each, _contents(each)) for each in functions]
    try:
        yield
    finally:
        changed = []
        for function, contents in before:
            if all(map(operator.is_, contents, _contents(function))):
                continue
            for slot, old in zip(_slots(function), contents, strict=True):
                if slot not in region.changed and not same(slot.read(), old):
                    changed.append((function, slot))
                    slot.write(old)
        if changed and sys.exception() is None:
            _refuse(trace, *changed[0])


def _slots(function: FunctionType) -> list[Slot]:
    """Return the storage of a function that is no container."""
    return [*[Slot(function, name) for name in OWN], *_variables(function)]


def _variables(function: FunctionType) -> list[Slot]:
    names = function.__code__.co_freevars
    cells = zip(function.__closure__ or (), names, strict=True)
    return [Slot(cell, name) for cell, name in cells]


def _contents(function: FunctionType) -> tuple[Any, ...]:
    """Return what that storage holds. Each region asks each function before it."""
    cells = function.__closure__
    if cells is None:
        return _own(function)
    try:
        return (*_own(function), *map(_content, cells))
    except ValueError:  # one is empty
        return (*_own(function), *[each.read() for each in _variables(function)])


def _refuse(trace: Trace, function: FunctionType, slot: Slot) -> None:
    what = f"the attribute {slot.key!r}"
    if type(slot.holder) is CellType:
        what = f"the attribute 'cell_contents' of {slot.key!r}, a variable"
    name = function.__qualname__.replace(".<locals>", "")
    hint = "make another function there, or pass what differs as an argument"
    refuse_to_set(trace, f"{what} of {name}", hint)


def refuse_to_set(trace: Trace, what: str, hint: str) -> NoReturn:
    """Refuse to set an attribute, which Python keeps as it is while tracing."""
    where = "is set in a compiled branch or loop"
    trace.refuse(NotStaged(f"{what} {where}", hint=hint))
