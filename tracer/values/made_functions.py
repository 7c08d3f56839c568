"""Functions that the traced function makes, once they are needed at run time.

While tracing they are Python functions, converted, and closing over symbols. One that
is returned, kept or passed to code that is not traced is made anew at run time: the
user's code, closing over the values of that run. Variables that change afterwards, or
that it assigns to, it shares with the function around it: see `cells`.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterator
from contextlib import contextmanager
from types import CellType, FunctionType, MethodType
from typing import Any, NoReturn

import numpy as np

from tracer.errors import NotStaged, on_behalf
from tracer.flow.container_contents import PLAIN
from tracer.flow.function_changes import DefinedFunctions, held_by, refuse_to_set
from tracer.flow.made_containers import MadeContainers
from tracer.flow.made_exceptions import MadeExceptions
from tracer.flow.shared_storage import SharedStorage
from tracer.flow.structure import same
from tracer.record.builder import OpenRegion
from tracer.record.contents import LISTS, held
from tracer.record.made import Made, MadeHere
from tracer.record.slots import Slot, write_slot
from tracer.record.staged import Proxy
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals, is_made_here
from tracer.record.value_classes import PLAIN_TYPES
from tracer.values.bound_methods import BoundMethod
from tracer.values.enumerations import gets_attribute
from tracer.values.function_groups import (
    Closed,
    FunctionGroup,
    behind_wrapper,
    own_attributes,
)
from tracer.values.functions_and_classes import StagedBoundFunction, StandIn
from tracer.values.made_partials import MadePartial
from tracer.values.recursive_functions import CalledAtRunTime, recursive_functions


class MadeFunctions:
    """The functions of one trace that exist at run time."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._here = MadeHere(trace, Made)
        self._closed: list[Closed] = []
        self._held: list[tuple[FunctionType, Any]] = []
        self._passing = False
        self._making: list[FunctionType] = []

    def at_run_time(self, value: Any) -> Symbol | None:
        """Return the run-time form of a function, if it was made while tracing."""
        trace = self._trace
        if type(value) is StagedBoundFunction:
            if value._ag_arrived is not None:
                return self._symbol(trace.wrap(trace.capture(*value._ag_arrived)))
            parts = (MethodType, value.__func__, value.__self__)
            return self._symbol(trace.emit("call", *parts))
        if type(value) is MadePartial:
            return value.at_run_time()
        if _is_staged_partial(value):
            parts = (functools.partial, value.func, *value.args)
            return self._symbol(trace.emit("call", *parts, **value.keywords))
        if type(value) is not FunctionType:
            return None
        value = behind_wrapper(value)
        if type(value.__globals__) is not TracedGlobals:
            return None
        known = self._here.at_run_time(value)
        if known is None or (self._passing and not own_attributes(value)):
            return self._make(value)
        if known._ag_region not in trace.builder.regions:
            self._refuse(value, "is needed in several branches or loops")
        return known

    @contextmanager
    def calls_at_run_time(self) -> Iterator[None]:
        """Let the run call the recursive functions made here."""
        trace = self._trace
        found = recursive_functions(trace) if trace.facts.recursive else []
        for cell, function in found:
            cell.cell_contents = CalledAtRunTime(function, trace)
        try:
            yield
        finally:
            for cell, function in found:
                cell.cell_contents = function

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Assume that functions passed now are called at once, and not kept."""
        before, self._passing = self._passing, True
        try:
            yield
        finally:
            self._passing = before

    def set_attribute(self, function: Any, name: str, value: Any) -> None:
        """Apply ``function.name = value``; a function made here keeps it in a slot."""
        trace = self._trace
        if not is_made_here(function):
            if trace.builder.staged and issubclass(type(function), np.dtype):
                what = f"the attribute {name!r} of a dtype"
                refuse_to_set(trace, what, "make a dtype that has it from the start")
            if issubclass(type(function), BaseException):
                trace.part(MadeExceptions).changing(function)
            if issubclass(type(function), enum.Enum):
                gets_attribute(trace, function)
            on_behalf(setattr, function, name, value)
            return
        kept = vars(function)
        if name == "__code__":  # what runs here is converted code
            hint = "bind the name to the other function instead"
            self._refuse_to_set(function, name, "", hint)
        if name == "__dict__" and isinstance(value, Proxy):
            hint = "copy what it holds: `function.__dict__.update(other.__dict__)`"
            self._refuse_to_set(function, name, " to that of another object", hint)
        if name.startswith("__"):
            on_behalf(setattr, function, name, value)
            return
        region = trace.part(DefinedFunctions).region(function)
        elsewhere = region is not trace.builder.region
        if name not in kept and trace.builder.staged and elsewhere:
            hint = "set it a first time right after the definition of the function"
            where = " for the first time in a compiled branch or loop"
            self._refuse_to_set(function, name, where, hint)
        write_slot(trace.builder, Slot(kept, name), value)
        of_the_run = self._here.at_run_time(function)
        if of_the_run is not None:
            trace.part(SharedStorage).attribute(function, name, of_the_run)

    def _refuse_to_set(
        self, function: FunctionType, name: str, where: str, hint: str
    ) -> NoReturn:
        what = f"the attribute {name!r} of {_name(function)} is set{where}"
        self._trace.refuse(NotStaged(what, hint=hint))

    def _symbol(self, made: Any) -> Symbol:
        assert type(made) is Symbol
        return made

    def _make(self, function: FunctionType) -> Symbol:
        """Record the function where it was defined: from then on it is one object."""
        trace = self._trace
        regions = trace.builder.regions
        names = own_attributes(function)
        passing = self._passing and not names
        home = self._home(function)
        attributes = dict(vars(function))
        for name in names:
            attributes[name] = trace.builder.content_at(
                home, Slot(vars(function), name)
            )
        group = FunctionGroup(trace, self._refuse, self._with_attributes)
        self._making.append(function)
        try:
            group.add(function, attributes)
        finally:
            self._making.pop()
        needed = max((_depth(regions, value) for value in group.values), default=0)
        if passing:
            home = len(regions) - 1
        elif needed > home and names:
            self._keep_in_cells(function, group.closed, home)
        else:
            home = max(home, needed)
        with (
            trace.part(SharedStorage).resting(),
            trace.builder.within(home) as take_back,
        ):
            definitions = trace.wrap(trace.capture(group.definitions()), regions[0])
            symbol: Symbol = trace.emit("make_function", definitions, *group.values)
        if passing:
            return symbol
        self._here.exists(function, symbol)
        closed, held = len(self._closed), len(self._held)
        self._closed += group.closed
        self._held += group.held

        def forget() -> None:
            take_back()
            del self._closed[closed:], self._held[held:]

        trace.builder.on_rollback(forget)
        for name in names:
            trace.part(SharedStorage).attribute(
                function, name, symbol, attributes[name]
            )
        trace.part(SharedStorage).bring_up_to_date()
        return symbol

    def _with_attributes(self, function: FunctionType) -> Symbol:
        """Return the one run-time form of a function that a group reaches."""
        if any(function is each for each in self._making):
            self._refuse(function, "has attributes, and needs what needs it")
        found = self.at_run_time(function)
        assert found is not None  # made here
        return found

    def _home(self, function: FunctionType) -> int:
        """Return the position of the region in which a function was defined.

        The first one, if that is not known, or over.
        """
        defined_in = self._trace.part(DefinedFunctions).region(function)
        for position, region in enumerate(self._trace.builder.regions):
            if region is defined_in:
                return position
        return 0

    def _keep_in_cells(
        self, function: FunctionType, closed: list[Closed], home: int
    ) -> NoReturn:
        """Restart with cells for what a function reads that is not known at home."""
        regions = self._trace.builder.regions
        late = [key for *_, value, key in closed if _depth(regions, value) > home]
        if not late:
            self._refuse(function, "is needed in several branches or loops")
        self._trace.facts.cells.update(late)
        self._trace.restart()

    def check(self) -> None:
        """Restart with the variables that changed after a function was made.

        Refuse if its defaults, its name or the like have changed.
        """
        for cell, name, content, key in self._closed:
            now = Slot(cell, name).read()
            if type(now) in PLAIN and self._trace.part(MadeContainers).exists(now):
                now = self._trace.part(MadeContainers).materialized(now)
            if not same(now, content):
                self._trace.facts.cells.add(key)
        if not self._trace.facts.cells.isdisjoint(each[-1] for each in self._closed):
            self._trace.restart()
        for function, before in self._held:
            if not same(before, held_by(function)):
                self._refuse(function, "gets another name, default or the like later")

    def _refuse(self, function: FunctionType, why: str) -> NoReturn:
        self._trace.refuse(
            NotStaged(
                f"{_name(function)}, defined in the compiled function, is used at run "
                f"time, and {why}",
                hint="define it before the call and pass it, or do this in a function "
                "marked @ag.do_not_convert",
            )
        )


def _name(function: FunctionType) -> str:
    return function.__qualname__.replace(".<locals>", "")


def _is_staged_partial(value: Any) -> bool:
    return type(value) is functools.partial and _is_staged(value.func)


def _is_staged(value: Any) -> bool:
    """Whether a function belongs to this trace, instead of having arrived."""
    if issubclass(type(value), functools.partial):
        return _is_staged(value.func)
    if is_made_here(value):
        return True
    return isinstance(value, (StandIn, StagedBoundFunction, BoundMethod, Symbol))


def _depth(regions: list[OpenRegion], value: Any) -> int:
    """Return the position of the first region in which a value is known."""
    return max([_depth_of_part(regions, one) for one in held(value, LISTS)], default=0)


def _depth_of_part(regions: list[OpenRegion], value: Any) -> int:
    if type(value) is Symbol:
        return next(
            (i for i, each in enumerate(regions) if each is value._ag_region),
            len(regions) - 1,
        )
    if issubclass(type(value), Proxy) and value._ag_origin is not None:
        return 0
    known = type(value) in PLAIN_TYPES or isinstance(value, (StandIn, CellType))
    return 0 if known else len(regions) - 1
