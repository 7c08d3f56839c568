"""Parts of a trace whose derivatives are asked for: what replaces them.

The nodes that a differentiated function records become a graph, and the graph of the
derivative takes their place. Symbols made by them stay usable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from runtime.derivatives.activity import may_vary
from runtime.derivatives.ways_of_parts import pulled_part, repeated_part
from runtime.derivatives.within_graphs import (
    Derived,
    part,
    pushed_part,
    reversed_part,
)
from runtime.errors import NotDifferentiable
from runtime.ir.behavior import written_arguments
from runtime.ir.naming import rebound
from runtime.ir.nodes import (
    Argument,
    Constant,
    Node,
    Region,
    Value,
    argument_type,
    map_values,
    values_in,
)
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.passes.functional.functional_cells import assigned_variables
from runtime.types import Array
from tracer.calls.inlined_graphs import new_names, symbol_of
from tracer.calls.replaced_values import ReplacedValues
from tracer.calls.ways import RepeatedPart, Way
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.variables import VariableProxy, Variables


class DerivedPart:
    """The nodes that a trace records from here on, to be differentiated.

    Parameters
    ----------
    trace : Trace
        The trace.
    name : str
        What is differentiated, for errors.
    """

    def __init__(self, trace: Trace, name: str) -> None:
        self._trace = trace
        self._name = name
        self._region = trace.builder.region
        self._start = len(self._region.nodes)
        self._reads: dict[str, Value] = {}
        self._stops: dict[str, Value] = {}

    def variable(self, proxy: VariableProxy) -> Value:
        """Return what a Variable holds where the part begins; it is read once."""
        trace = self._trace
        name = trace.lift(proxy)
        assert isinstance(name, Value)
        if name.name not in self._reads:
            nodes, recorded = self._region.nodes, len(self._region.nodes)
            loaded = trace.part(Variables).read(proxy)._ag_value
            read = nodes[recorded:]
            del nodes[recorded:]
            nodes[self._start : self._start] = read
            self._start += len(read)
            self._reads[name.name] = loaded
        return self._reads[name.name]

    def stop(self, before: set[str]) -> None:
        """Take for constants what was made since other values."""
        trace = self._trace
        for node in self._region.nodes[self._start :]:
            for value in node.results:
                if value.name not in before and may_vary(value.type):
                    stopped = trace.record(OPS["stop_gradient"], (value,))
                    self._stops[value.name] = stopped._ag_value

    def value(self, value: Value) -> Value:
        """Return what a value is since nodes were replaced."""
        now = self._trace.part(ReplacedValues).now(value)
        return now if isinstance(now, Value) else value

    def seen(self) -> set[str]:
        """Return the names of the values made or used so far."""
        found = self.made()
        for node in Region((), tuple(self._region.nodes[self._start :]), None).walk():
            found |= {value.name for value in node.operands()}
        return found

    @property
    def is_here(self) -> bool:
        """Whether what is recorded now follows in the same region."""
        return self._trace.builder.region is self._region

    def made(self) -> set[str]:
        """Return the names of the values made so far."""
        nodes = self._region.nodes[self._start :]
        return {result.name for node in nodes for result in node.results}

    def reversed(
        self,
        targets: Sequence[Argument],
        seeds: Sequence[Argument | None],
        sources: Sequence[Value],
        segment: int | None = None,
    ) -> list[Symbol | None]:
        """Replace the nodes; return the gradients by some values.

        None is the gradient by what the targets do not vary with.

        Parameters
        ----------
        targets : sequence of argument
            What is differentiated.
        seeds : sequence of argument
            The cotangents of the targets; None for one.
        sources : sequence of Value
            What it is differentiated by.
        segment : int, optional
            After how many turns of loops states are kept; else after each.
        """
        given = [None if seed is None else self._now([seed])[0] for seed in seeds]
        told = [seed for seed in given if seed is not None]
        known = part(self._name, self._nodes(), sources, self._asked(targets), told)
        return self._results(reversed_part(known, sources, given, segment))

    def pulled(
        self, targets: Sequence[Argument], sources: Sequence[Value]
    ) -> tuple[Way, list[bool]]:
        """Replace the nodes; return the way back, and which sources it reaches.

        Parameters
        ----------
        targets, sources
            As those of `reversed`.
        """
        known = part(self._name, self._nodes(), sources, self._asked(targets), [])
        pulled = pulled_part(known, sources)
        kept = self._replaced(pulled.there)
        return Way(self._trace, kept, pulled.back.region), pulled.reached

    def repeated(
        self, targets: Sequence[Argument], sources: Sequence[Value]
    ) -> RepeatedPart:
        """Replace the nodes; return ways on which they run again, without effects.

        Parameters
        ----------
        targets, sources
            As those of `reversed`.
        """
        known = part(self._name, self._nodes(), sources, self._asked(targets), [])
        repeated = repeated_part(known, sources)
        return RepeatedPart(self._trace, self._replaced(repeated.there), repeated)

    def pushed(
        self,
        targets: Sequence[Argument],
        tangents: Sequence[Argument],
        sources: Sequence[Value],
    ) -> list[Symbol | None]:
        """Replace the nodes; return the derivatives of the targets along a direction.

        Parameters
        ----------
        targets, sources
            As those of `reversed`.
        tangents : sequence of argument
            The direction, by source.
        """
        tangents = self._now(tangents)
        known = part(self._name, self._nodes(), sources, self._now(targets), tangents)
        return self._results(pushed_part(known, sources, tangents))

    def _asked(self, targets: Sequence[Argument]) -> list[Argument]:
        """Return what targets are since nodes were replaced, and stopped."""
        return [
            map_values(each, lambda v: self._stops.get(v.name, v))
            for each in self._now(targets)
        ]

    def _now(self, arguments: Sequence[Argument]) -> list[Argument]:
        return list(map(self._trace.part(ReplacedValues).now, arguments))

    def _nodes(self) -> list[Node]:
        region = Region((), tuple(self._region.nodes[self._start :]), ())
        nodes = self._trace.part(ReplacedValues).applied(region).nodes
        if self._reads:
            mapping: dict[str, Argument] = {}
            _check_sources(nodes, self._reads)
            nodes = tuple(read_once(nodes, self._reads, mapping))
            for name, value in mapping.items():
                old = Value(name, argument_type(value))
                self._trace.part(ReplacedValues).stands(old, value)
        return list(self._with_stops(nodes) if self._stops else nodes)

    def _with_stops(self, nodes: Iterable[Node]) -> Iterator[Node]:
        """Yield nodes in which what is stopped is constant from there on."""
        ends = {value.name: name for name, value in self._stops.items()}
        mapping: dict[str, Argument] = {}
        for node in nodes:
            yield from rebound((node,), mapping)
            for result in node.results:
                if result.name in ends:
                    mapping[ends[result.name]] = result

    def _results(self, derived: Derived) -> list[Symbol | None]:
        """Replace the nodes; return what was found as values of the trace."""
        own = _own(derived)
        return [
            None
            if now is None
            else self._result(now, own=isinstance(each, Value) and each.name in own)
            for each, now in zip(derived.found, self._replaced(derived), strict=True)
        ]

    def _replaced(self, derived: Derived) -> list[Argument | None]:
        """Replace the nodes; return what was found, as the trace has it."""
        trace, nodes = self._trace, self._region.nodes
        old = {v.name: v for node in nodes[self._start :] for v in node.results}
        bound = {result.name for node in derived.nodes for result in node.results}
        mapping: dict[str, Argument] = {}
        for name, new in derived.left.items():
            if isinstance(new, Value) and new.name in bound and name in old:
                if new.name not in mapping and new.type == old[name].type:
                    mapping[new.name] = old[name]
        kept = {value.name for value in mapping.values() if isinstance(value, Value)}
        mapping |= new_names(trace, Region((), derived.nodes, None), mapping)
        standing = trace.part(ReplacedValues)

        def now(argument: Argument) -> Argument:
            return map_values(argument, lambda v: mapping.get(v.name, v))

        for name, argument in derived.left.items():
            if name in old and name not in kept:
                standing.stands(old[name], argument and now(argument))
        span = trace.stack.span()
        nodes[self._start :] = [
            replace(node, span=node.span or span)
            for node in rebound(derived.nodes, mapping)
        ]
        return [each and now(each) for each in derived.found]

    def _result(self, found: Argument, own: bool) -> Symbol:
        if own or not isinstance(found, Value) or not isinstance(found.type, Array):
            return symbol_of(self._trace, found)
        result: Symbol = self._trace.record(OPS["array_copy"], (found,))
        return result


def read_once(
    nodes: Iterable[Node], reads: Mapping[str, Value], mapping: dict[str, Argument]
) -> Iterator[Node]:
    """Yield nodes without those that read Variables, whose content is known."""
    for node in nodes:
        first = node.args[0] if node.args else None
        if node.operation.name == "load_attribute" and isinstance(first, Value):
            if first.name in reads and node.args[1] == Constant("value"):
                mapping[node.results[0].name] = reads[first.name]
                continue
        regions = tuple(
            replace(body, nodes=tuple(read_once(body.nodes, reads, mapping)))
            for body in node.regions
        )
        yield from rebound((replace(node, regions=regions),), mapping)


def _check_sources(nodes: Sequence[Node], sources: Mapping[str, Value]) -> None:
    """Refuse gradients by Variables that are assigned meanwhile."""
    for name in assigned_variables(Region((), tuple(nodes), None)):
        if name in sources:
            raise NotDifferentiable(
                f"the Variable {sources[name].base!r} is differentiated by, and "
                "assigned after the tape began",
                hint="assign to it after the tape, or watch what it holds: "
                "x = tape.watch(variable.value)",
            )


def _own(derived: Derived) -> set[str]:
    """Return the names of new arrays of which no other value can be a part."""
    found = [each.name for each in derived.found if isinstance(each, Value)]
    own = {
        result.name
        for node in derived.nodes
        if isinstance(node.operation, Row) and node.operation.fresh(node)
        for result in node.results
    }
    shared = {name for name in found if found.count(name) > 1}
    for argument in derived.left.values():
        shared |= {value.name for value in values_in(argument)} if argument else set()
    for node in Region((), derived.nodes, None).walk():
        row = node.operation
        apart = isinstance(row, Row) and row.fresh(node) and not row.holds
        if not apart or (node.results and written_arguments(node)):
            shared |= {value.name for value in node.operands()}
        for body in node.regions:
            for argument in body.yields or ():
                shared |= {value.name for value in values_in(argument)}
    return own - shared
