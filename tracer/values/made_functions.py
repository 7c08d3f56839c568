"""Functions that the traced function makes, once they are needed at run time.

While tracing they are Python functions, converted, and closing over symbols. One that
is returned, kept or passed to code that is not traced is made anew at run time: the
user's code, closing over the values of that run. Variables that change afterwards, or
that it assigns to, it shares with the function around it: see `cells`.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from types import CellType, CodeType, FrameType, FunctionType, MethodType
from typing import Any, NoReturn

from runtime.ir.unbound import Unbound
from runtime.ops.functions import Content, Definition, Definitions
from tracer.errors import NotStaged, on_behalf
from tracer.flow.cells import RunTimeCells
from tracer.flow.container_contents import PLAIN
from tracer.flow.made_containers import MadeContainers
from tracer.flow.made_exceptions import MadeExceptions
from tracer.flow.structure import same
from tracer.iteration.generator_functions import generator
from tracer.record.builder import OpenRegion
from tracer.record.code_memory import identity
from tracer.record.frames import user_frames
from tracer.record.made import Made, MadeHere
from tracer.record.options import Use
from tracer.record.places import Slot, write_slot
from tracer.record.staged import Proxy, is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals, is_made_here
from tracer.record.value_classes import PLAIN_TYPES
from tracer.values.bound_methods import BoundMethod
from tracer.values.functions_and_classes import StagedBoundFunction, StandIn
from tracer.values.made_partials import MadePartial
from tracer.values.recursive_functions import CalledAtRunTime, recursive_functions

Closed = tuple[CellType, str, Any, Hashable]
"""A closure variable: cell, name, content, the key of the fact."""


class MadeFunctions:
    """The functions of one trace that exist at run time."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._here = MadeHere(trace, Made)
        self._closed: list[Closed] = []
        self._passing = False

    def at_run_time(self, value: Any) -> Symbol | None:
        """Return the run-time form of a function, if it was made while tracing."""
        trace = self._trace
        if type(value) is StagedBoundFunction:
            parts = (MethodType, value.__func__, value.__self__)
            return self._symbol(trace.emit("call", *parts))
        if type(value) is MadePartial:
            return value.at_run_time()
        if _is_staged_partial(value):
            parts = (functools.partial, value.func, *value.args)
            return self._symbol(trace.emit("call", *parts, **value.keywords))
        if not isinstance(value, FunctionType):
            return None
        value = _itself(value)
        if type(value.__globals__) is not TracedGlobals:
            return None
        known = self._here.at_run_time(value)
        if known is None or self._passing:
            return self._make(value)
        if known._ag_region not in trace.builder.regions:
            self._refuse(value, "is needed in several branches or loops")
        return known

    @contextmanager
    def calls_at_run_time(self, frame: FrameType) -> Iterator[None]:
        """Let the run call the recursive functions made here that a frame reaches."""
        trace = self._trace
        found = recursive_functions(trace, frame) if trace.facts.recursive else []
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
            setattr(function, name, value)
            return
        held = vars(function)
        if self._here.at_run_time(function) is not None:
            self._refuse(function, "its attributes change afterwards")
        if name == "__code__":  # what runs here is converted code
            hint = "bind the name to the other function instead"
            self._refuse_to_set(function, name, "", hint)
        if name.startswith("__"):
            on_behalf(setattr, function, name, value)
            return
        if name not in held and trace.builder.staged:
            hint = "set it a first time right after the definition of the function"
            where = " for the first time in a compiled branch or loop"
            self._refuse_to_set(function, name, where, hint)
        value = trace.part(MadeExceptions).noted(value)
        write_slot(trace.builder, Slot(held, name), value)

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
        group = _Group(trace, self._refuse)
        group.add(function)
        regions = trace.builder.regions
        home = len(regions) - 1
        if not self._passing:
            home = self._home(function, group.values)
        with (
            trace.part(RunTimeCells).resting(),
            trace.builder.within(home) as take_back,
        ):
            definitions = trace.wrap(trace.capture(group.definitions()), regions[0])
            symbol: Symbol = trace.emit("make_function", definitions, *group.values)
        if self._passing:
            return symbol
        self._here.exists(function, symbol)
        count = len(self._closed)
        self._closed += group.closed

        def forget() -> None:
            take_back()
            del self._closed[count:]

        trace.builder.on_rollback(forget)
        return symbol

    def _home(self, function: FunctionType, values: list[Any]) -> int:
        """Return the position of the region in which a function can be recorded.

        That is where it was defined, if that code still runs and what the function
        reads is known there; else the first region where it is known.
        """
        regions = self._trace.builder.regions
        needed = max((_depth(regions, value) for value in values), default=0)
        frames = list(user_frames(sys._getframe(1)))
        for position, frame in enumerate(frames):
            if any(function.__code__ is each for each in frame.f_code.co_consts):
                home = self._trace.builder.home_of(frames[: position + 1])
                return max(needed, home)
        return needed

    def check(self) -> None:
        """Restart with the variables that changed after a function was made."""
        for cell, name, content, key in self._closed:
            now = Slot(cell, name).read()
            if type(now) in PLAIN and self._trace.part(MadeContainers).exists(now):
                now = self._trace.part(MadeContainers).materialized(now)
            if not same(now, content):
                self._trace.facts.cells.add(key)
        if not self._trace.facts.cells.isdisjoint(each[-1] for each in self._closed):
            self._trace.restart()

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
    if isinstance(value, functools.partial):
        return _is_staged(value.func)
    if is_made_here(value):
        return True
    return isinstance(value, (StandIn, StagedBoundFunction, BoundMethod, Symbol))


def _itself(value: Any) -> Any:
    """Return the generator function behind the wrapper that calls it in a trace."""
    if isinstance(value, FunctionType):
        if value.__globals__.get("__name__") == generator.__module__:
            return getattr(value, "__wrapped__", value)
    return value


def _depth(regions: list[OpenRegion], value: Any) -> int:
    """Return the position of the first region in which a value is known."""
    if type(value) is Symbol:
        return next(
            (i for i, each in enumerate(regions) if each is value._ag_region),
            len(regions) - 1,
        )
    if type(value) in (tuple, list):
        return max((_depth(regions, item) for item in value), default=0)
    if issubclass(type(value), Proxy) and value._ag_origin is not None:
        return 0
    known = type(value) in PLAIN_TYPES or isinstance(value, (StandIn, CellType))
    return 0 if known else len(regions) - 1


class _Group:
    """A function and those it reaches, split into parts.

    Parameters
    ----------
    trace : Trace
        The running trace.
    refuse : callable
        Refuses a function, for a reason.

    Attributes
    ----------
    values : list
        What the cells, defaults and attributes hold.
    closed : list of tuple
        The closure variables of the functions, with their current contents.
    """

    def __init__(
        self, trace: Trace, refuse: Callable[[FunctionType, str], NoReturn]
    ) -> None:
        self.values: list[Any] = []
        self.closed: list[Closed] = []
        self._trace = trace
        self._refuse = refuse
        self._functions: list[FunctionType] = []
        self._definitions: list[Definition | None] = []
        self._cells: list[CellType] = []
        self._contents: list[Content | None] = []

    def definitions(self) -> Definitions:
        """Return the definitions, as they stand in the source."""
        known = tuple(each for each in self._definitions if each is not None)
        return Definitions(known, tuple(self._contents))

    def add(self, function: FunctionType) -> int:
        """Add a function; return its position."""
        for position, known in enumerate(self._functions):
            if known is function:
                return position
        position = len(self._functions)
        self._functions.append(function)
        self._definitions.append(None)
        self._definitions[position] = self._define(function)
        return position

    def _define(self, function: FunctionType) -> Definition:
        code = self._trace.options.original(function.__code__)
        if code is None:
            self._refuse(function, "its original code is not found")
        closure = function.__closure__ or ()
        cells = dict(zip(function.__code__.co_freevars, closure, strict=True))
        original = self._trace.asked.original
        kwdefaults = function.__kwdefaults__
        return Definition(
            code,
            function.__globals__.real,  # type: ignore[attr-defined]
            function.__name__,
            code.co_qualname
            if function.__qualname__ == function.__code__.co_qualname
            else function.__qualname__,
            function.__module__,
            function.__doc__,
            {name: original(of) for name, of in function.__annotations__.items()},
            tuple(
                [
                    self._cell(name, cells[name], function)
                    if name in cells
                    else self._unused()
                    for name in code.co_freevars
                ]
            ),
            None
            if function.__defaults__ is None
            else tuple(map(self._value, function.__defaults__)),
            None if kwdefaults is None else self._named(kwdefaults),
            self._attributes(function, code),
        )

    def _attributes(
        self, function: FunctionType, code: CodeType
    ) -> tuple[tuple[str, Content], ...]:
        """Return the attributes with which the run makes the function."""
        held = vars(function)
        instructions = self._trace.options.instructions
        if not instructions.names_used(code, Use.SETS_ATTRIBUTE).isdisjoint(held):
            self._refuse(function, "changes its own attributes")
        captured = self._trace.part(MadeContainers).captured
        values = {
            name: captured(value) if type(value) in PLAIN else value
            for name, value in held.items()
        }
        return tuple([(name, self._content(value)) for name, value in values.items()])

    def _content(self, value: Any) -> Content:
        """Return the kind and position of what a variable or attribute holds."""
        function = _itself(value)
        if is_made_here(function):
            return "function", self.add(function)
        return "value", self._value(value)

    def _named(self, values: dict[str, Any]) -> tuple[tuple[str, int], ...]:
        return tuple([(name, self._value(value)) for name, value in values.items()])

    def _value(self, value: Any) -> int:
        self.values.append(value)
        return len(self.values) - 1

    def _unused(self) -> int:
        """Return the position of a variable that only unreachable code uses."""
        self._cells.append(CellType())
        self._contents.append(None)
        return len(self._cells) - 1

    def _cell(self, name: str, cell: CellType, function: FunctionType) -> int:
        code = self._trace.options.original(function.__code__)
        assert code is not None  # `_define` has refused
        names_used = self._trace.options.instructions.names_used
        bound = name in names_used(code, Use.BINDS_VARIABLE)
        for position, known in enumerate(self._cells):
            if known is cell:
                if bound:  # one that only reads it may have come first
                    self._share(position, name, bound)
                return position
        position = len(self._cells)
        self._cells.append(cell)
        self._contents.append(None)
        users = self._trace.asked.original_cell(cell)
        if users is not None:
            self._trace.capture(users.cell, users.base)
            self._contents[position] = "cell", self._value(users.cell)
            return position
        if bound and name in names_used(code, Use.DELETES_VARIABLE):
            self._refuse(function, f"deletes {name}, a variable of the enclosing code")
        key = (identity(function.__code__), name)
        if (
            bound
            or key in self._trace.facts.cells
            or cell in self._trace.part(RunTimeCells)
        ):
            self._share(position, name, bound)
            return position
        content = Slot(cell, name).read()
        if is_staged(content):
            content = content._ag_held()
        elif type(content) in PLAIN:
            content = self._trace.part(MadeContainers).captured(content)
        self.closed.append((cell, name, content, key))
        if type(content) is Unbound:
            return position
        held = self._content(content)
        if self._contents[position] is None:  # none of those it reaches binds it
            self._contents[position] = held
        return position

    def _share(self, position: int, name: str, bound: bool) -> None:
        """Let the functions share a variable through a run-time cell."""
        cell = self._cells[position]
        if self._trace.asked.original_cell(cell) is not None:
            return  # the user's own, as it is
        made = self._trace.part(RunTimeCells).at_run_time(cell, name, bound)
        self._contents[position] = "cell", self._value(made)
        self.closed = [each for each in self.closed if each[0] is not cell]
