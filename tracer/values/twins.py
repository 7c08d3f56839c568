"""Functions as they are traced: converted, with globals and cells of the trace."""

from __future__ import annotations

from functools import partial
from types import (
    CellType,
    FunctionType,
    ModuleType,
)
from typing import Any

from runtime.ir.nodes import Constant
from runtime.ir.unbound import Unbound
from runtime.ops import OPS
from runtime.types import ANY
from tracer.policy import is_numpys_code
from tracer.record.rebound_names import rebound_cells
from tracer.record.slots import Slot, write_slot
from tracer.record.trace import Trace
from tracer.record.traced_globals import TracedGlobals
from tracer.serve.guards import Distinct, Guard, Identical, SameAs
from tracer.serve.origins import (
    AttributeOf,
    CellContent,
    Fixed,
    variable_key,
)
from tracer.serve.presence import Unset
from tracer.values.arrived_functions import ArrivedFunctions
from tracer.values.operator_package import OperatorPackage


class Twins:
    """The converted functions of one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._packages: dict[ModuleType, OperatorPackage] = {}
        self._globals: dict[int, TracedGlobals] = {}
        self._cells: dict[int, tuple[CellType, CellType]] = {}
        self._originals: dict[int, CellContent] = {}
        self._twins: dict[int, tuple[FunctionType, FunctionType]] = {}

    def twin(self, function: FunctionType) -> FunctionType:
        """Return the converted twin of a function, made for this trace."""
        known = self._twins.get(id(function))
        if known is not None:
            return known[1]
        twin = self._trace.options.convert(
            function,
            globals=self.globals(function.__globals__),
            cell=partial(self._cell, function),
            traced=True,
            inlined=frozenset(self._trace.facts.inlined),
            operators=self._operators,
        )
        self._twins[id(function)] = (function, twin)
        arrived = self._trace.part(ArrivedFunctions).has_arrived(function)
        named = function.__name__ != "<lambda>" and not arrived
        own = self._trace.stack.running and not is_numpys_code(function)
        if own and named:
            self._guard_code(function)
        return twin

    def _guard_code(self, function: FunctionType) -> None:
        """Assume that the code of a callee is not replaced, as reloaders do."""
        fixed = Fixed(function, function.__name__)
        for name in ("__code__", "__defaults__", "__kwdefaults__"):
            value = getattr(function, name)
            if value is not None:
                check = Identical(value, lasting=True)
                self._trace.guard(Guard(AttributeOf(fixed, name), check))

    def _operators(self, package: ModuleType) -> OperatorPackage:
        """Return the stand-in for the package of our operators."""
        known = self._packages.get(package)
        if known is None:
            known = self._packages[package] = OperatorPackage(package, self._trace)
        return known

    def globals(self, real: dict[str, Any]) -> TracedGlobals:
        """Return the traced globals of a module."""
        if type(real) is TracedGlobals:
            return real
        known = self._globals.get(id(real))
        if known is None:
            known = self._globals[id(real)] = TracedGlobals(real, self._trace)
        return known

    def _cell(self, function: FunctionType, name: str, original: CellType) -> CellType:
        """Return the trace's own cell for a closure variable."""
        base = self._trace.part(ArrivedFunctions).cell_origin(function, name)
        known = self._cells.get(id(original))
        if known is not None:
            first = self._originals[id(known[1])].base
            if first.path != base.path:
                self._trace.guard(Guard(base, SameAs(first)))
            return known[1]
        fresh = CellType()
        self._cells[id(original)] = (original, fresh)
        origin = CellContent(original, name, base)
        self._originals[id(fresh)] = origin
        try:
            value = original.cell_contents
        except ValueError:
            self._trace.guard(Guard(base, Unset()))
            return fresh
        # The compiler's own cell for super() has to hold the class itself.
        plain = name == "__class__"
        fresh.cell_contents = (
            value if plain else self._trace.asked.stage_variable(value, origin)
        )
        return fresh

    def guard(self) -> None:
        """Assume that a variable the graph assigns to is no other one at every call."""
        origins = list(self._originals.values())
        stored = self._trace.facts.stored
        for written in origins:
            if variable_key(written) not in stored:
                continue
            for other in origins:
                both = written.base, other.base
                fixed = all(isinstance(base, Fixed) for base in both)
                if other is not written and not fixed:
                    self._trace.guard(Guard(written.base, Distinct(other.base)))

    def has_globals(self, value: object) -> bool:
        """Whether a value is the namespace of a module that has traced globals."""
        return id(value) in self._globals

    def read_again(self) -> None:
        """Read the closure variables that code outside may have rebound."""
        trace = self._trace
        for original, fresh in self._rebound():
            origin = self._originals[id(fresh)]
            slot = Slot(fresh, origin.name)
            key = variable_key(origin)
            trace.learn(trace.facts.stored, key)
            cell = trace.capture(original, origin.base)
            arguments = (cell, Constant(origin.name))
            read = trace.record(OPS["read_cell"], arguments, of=ANY, base=origin.name)
            value = trace.bound(read, "check_free")
            write_slot(trace.builder, slot, value)

    def read_after_call(self) -> None:
        """Forget the variables that code outside may have rebound before the run."""
        for namespace in self._globals.values():
            for name in namespace.rebound:
                namespace.seen.pop(name, None)
        for original, fresh in self._rebound():
            origin = self._originals[id(fresh)]
            value = original.cell_contents
            fresh.cell_contents = self._trace.asked.stage_variable(value, origin)

    def _rebound(self) -> list[tuple[CellType, CellType]]:
        """Return the cells, and their twins, that code outside may have rebound."""
        functions = [function for function, _ in self._twins.values()]
        rebound = rebound_cells(functions, self._trace.options.instructions)
        return [
            (original, fresh)
            for original, fresh in list(self._cells.values())
            if id(original) in rebound
            and type(Slot(fresh, self._originals[id(fresh)].name).read()) is not Unbound
        ]

    def original_cell(self, fresh: CellType) -> CellContent | None:
        """Return the user's cell behind a cell of the trace, if there is one."""
        return self._originals.get(id(fresh))
