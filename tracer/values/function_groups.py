"""Functions that the traced function makes, and those they reach, as the run has them.

A function is defined anew at run time by its original code: with the contents of its
closure, its defaults and its attributes, which are values of the graph, cells that it
shares with the function around it, or other functions of the group.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from types import CellType, FunctionType
from typing import Any, NoReturn

from runtime.ir.unbound import Unbound
from runtime.ops.functions import Content, Definition, Definitions
from tracer.flow.container_contents import PLAIN
from tracer.flow.function_changes import held_by
from tracer.flow.made_containers import MadeContainers
from tracer.flow.shared_storage import SharedStorage
from tracer.iteration.generator_functions import generator
from tracer.record.code_memory import identity
from tracer.record.options import Use
from tracer.record.slots import Slot
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.record.traced_globals import is_made_here

Closed = tuple[CellType, str, Any, Hashable]
"""A closure variable: cell, name, content, the key of the fact."""


class FunctionGroup:
    """A function and those it reaches, split into parts.

    Parameters
    ----------
    trace : Trace
        The running trace.
    refuse : callable
        Refuses a function, for a reason.
    with_attributes : callable
        Returns the run-time form of a function that has attributes: there is one alone.

    Attributes
    ----------
    values : list
        What the cells, defaults and attributes hold.
    closed : list of tuple
        The closure variables of the functions, with their current contents.
    held : list of tuple
        The functions, with what else they have.
    """

    def __init__(
        self,
        trace: Trace,
        refuse: Callable[[FunctionType, str], NoReturn],
        with_attributes: Callable[[FunctionType], Symbol],
    ) -> None:
        self.values: list[Any] = []
        self.closed: list[Closed] = []
        self.held: list[tuple[FunctionType, Any]] = []
        self._trace = trace
        self._refuse = refuse
        self._with_attributes = with_attributes
        self._functions: list[FunctionType] = []
        self._definitions: list[Definition | None] = []
        self._cells: list[CellType] = []
        self._contents: list[Content | None] = []

    def definitions(self) -> Definitions:
        """Return the definitions, as they stand in the source."""
        known = tuple(each for each in self._definitions if each is not None)
        return Definitions(known, tuple(self._contents))

    def add(
        self, function: FunctionType, attributes: dict[str, Any] | None = None
    ) -> int:
        """Add a function, with these attributes or its own; return its position."""
        for position, known in enumerate(self._functions):
            if known is function:
                return position
        position = len(self._functions)
        self._functions.append(function)
        self.held.append((function, held_by(function)))
        self._definitions.append(None)
        self._definitions[position] = self._define(
            function, vars(function) if attributes is None else attributes
        )
        return position

    def _define(self, function: FunctionType, attributes: dict[str, Any]) -> Definition:
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
            else tuple(map(self._kept, function.__defaults__)),
            None if kwdefaults is None else self._named(kwdefaults),
            self._named(attributes),
        )

    def _named(self, values: dict[str, Any]) -> tuple[tuple[str, Content], ...]:
        """Return attributes or keyword defaults with which the run makes a function."""
        return tuple(
            [
                (name, self._kept(value))
                for name, value in values.items()
                if type(value) is not Unbound
            ]
        )

    def _kept(self, value: Any) -> Content:
        """Return what the run gives a function as a default or an attribute."""
        if type(value) in PLAIN:
            value = self._trace.part(MadeContainers).captured(value)
        return self._content(value)

    def _content(self, value: Any) -> Content:
        """Return the kind and position of what a variable or attribute holds."""
        function = behind_wrapper(value)
        if is_made_here(function):
            if own_attributes(function) and function is not self._functions[0]:
                return "value", self._value(self._with_attributes(function))
            return "function", self.add(function)
        return "value", self._value(value)

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
            or cell in self._trace.part(SharedStorage)
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
        made = self._trace.part(SharedStorage).at_run_time(cell, name, bound)
        self._contents[position] = "cell", self._value(made)
        self.closed = [each for each in self.closed if each[0] is not cell]


def behind_wrapper(value: Any) -> Any:
    """Return the generator function behind the wrapper that calls it in a trace."""
    if type(value) is FunctionType:
        if value.__globals__.get("__name__") == generator.__module__:
            return getattr(value, "__wrapped__", value)
    return value


def own_attributes(function: FunctionType) -> list[str]:
    """Return the names of the attributes that the program gave a function."""
    return [name for name in vars(function) if not name.startswith("__")]
