"""The tape outside of compiled functions: operations run, and are recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from threading import get_ident
from types import TracebackType
from typing import Any

import numpy as np

from autograph.gradients.recorded_values import (
    Recorded,
    real_of,
    refused,
    users_place,
)
from autograph.gradients.structures import by_place as leaves_by_place
from autograph.gradients.structures import is_float, mapped, shaped_like
from runtime.arithmetic import OBSERVERS
from runtime.building import argument
from runtime.derivatives.activity import may_vary
from runtime.derivatives.ways_of_parts import pulled_part
from runtime.derivatives.within_graphs import part, reversed_part
from runtime.errors import NotDifferentiable
from runtime.execute import compile_graph
from runtime.ir.behavior import written_arguments
from runtime.ir.graph import Graph
from runtime.ir.nodes import Argument, Constant, Display, Node, Region, Value
from runtime.ops import OPS
from runtime.ops.row import Row
from runtime.types import Tuple, type_of
from runtime.variable import Variable, values_in


class EagerTape:
    """A tape that records what Python does: see `GradientTape`.

    Parameters
    ----------
    persistent : bool
        Whether `gradient` may be called several times.
    """

    def __init__(self, persistent: bool) -> None:
        self._persistent = persistent
        self._nodes: list[Node] = []
        self._real: dict[str, Any] = {}
        self._variables: dict[int, tuple[Variable, Any, Recorded]] = {}
        self.recording = False
        self._used = False
        self._thread = 0
        self._nested = False

    def __enter__(self) -> EagerTape:
        if self._nodes or self._variables:
            raise NotDifferentiable(
                "a tape is entered twice", hint="make a tape for each `with`"
            )
        self.recording = True
        self._thread = get_ident()
        for each in OBSERVERS:
            other = getattr(each, "__self__", None)
            if isinstance(other, EagerTape) and other._thread == self._thread:
                self._nested = other._nested = True
        OBSERVERS.append(self.read)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        place: TracebackType | None,
    ) -> None:
        self.recording = False
        OBSERVERS.remove(self.read)

    @contextmanager
    def stop_recording(self) -> Iterator[None]:
        """Return a context manager in which all that is made is constant."""
        before, self.recording = self.recording, False
        try:
            yield
        finally:
            self.recording = before

    def watch(self, tensor: Any) -> Any:
        """Return a value by which may be differentiated: go on with what it returns."""

        def watched(leaf: Any, place: str) -> Any:
            if isinstance(leaf, Variable):
                return leaf
            if type(leaf) is Recorded and leaf.tape is self:
                return leaf
            if not is_float(leaf):
                raise NotDifferentiable(
                    f"a tape watches a value of class {type(leaf).__name__}",
                    hint="watch floats, and arrays of some",
                )
            if isinstance(leaf, np.ndarray):
                return self._new(leaf.copy(), "x")
            return self._new(np.float64(leaf) if type(leaf) is float else leaf, "x")

        return mapped(watched, tensor, "")

    def read(self, variable: Variable, held: Any) -> Any:
        """Return the recorded value of a Variable's content."""
        elsewhere = self._thread != get_ident()
        if elsewhere or not self.recording or held.dtype.kind != "f":
            return held.view() if isinstance(held, np.ndarray) else held
        known = self._variables.get(id(variable))
        if known is None:
            known = variable, held, self._new(held, variable.name or "variable")
            self._variables[id(variable)] = known
        if not np.array_equal(known[1], held, equal_nan=True):
            raise NotDifferentiable(
                "a Variable is assigned while a tape records",
                hint="assign after the `with` block",
            )
        return known[2]

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: str = "none",
    ) -> Any:
        """Return the gradient of targets, added up, by sources in their structure."""
        self._asked()
        with self.stop_recording():
            targets = leaves_by_place({"target": target})
            places = leaves_by_place({"source": sources})
            wanted = {place: self._source(leaf) for place, leaf in places.items()}
            asked = [self._seen(leaf, "target") for leaf in targets.values()]
            given = leaves_by_place({"target": output_gradients})
            if output_gradients is None:
                given = {at: np.ones_like(leaf.held) for at, leaf in targets.items()}
            seeds = [
                self._new(shaped_like(given.get(at), self._real[value.name], at), "g")
                for at, value in zip(targets, asked, strict=True)
            ]
            return self._derived(
                asked,
                [seed.value for seed in seeds],
                wanted,
                sources,
                unconnected_gradients,
            )

    def _derived(
        self,
        targets: list[Value],
        seeds: list[Value],
        wanted: dict[str, Value],
        sources: Any,
        unconnected: str,
    ) -> Any:
        values = list(wanted.values())
        known = part("the target of the tape", self._nodes, values, targets, seeds)
        derived = reversed_part(known, values, seeds)
        told = tuple(each for each in derived.found if each is not None)
        region = Region(known.form.inputs, derived.nodes, (Display("tuple", told),))
        run = compile_graph(Graph("gradient_of_tape", region))
        results = iter(run(*(self._real[value.name] for value in known.form.inputs)))
        found = {
            place: None if each is None else next(results)
            for place, each in zip(wanted, derived.found, strict=True)
        }

        def of_source(leaf: Any, place: str) -> Any:
            if found[place] is None and unconnected == "zero":
                return np.zeros_like(self._real[wanted[place].name])
            g = found[place]
            return g.copy() if isinstance(g, np.ndarray) else g

        return mapped(of_source, sources, "source")

    def jacobian(
        self, target: Any, sources: Any, unconnected_gradients: str = "none"
    ) -> Any:
        """Return the derivatives of each element of an array, as `gradient` does."""
        self._asked()
        if not isinstance(target, Recorded):
            raise NotDifferentiable(
                "the target of tape.jacobian is no array that the tape has seen",
                hint="ask for the Jacobian of one array computed in the `with` block",
            )
        with self.stop_recording():
            places = leaves_by_place({"source": sources})
            wanted = {place: self._source(leaf) for place, leaf in places.items()}
            values = list(wanted.values())
            asked = self._seen(target, "target")
            known = part("the target of the tape", self._nodes, values, [asked], [])
            pulled = pulled_part(known, values)
            kept = tuple(each for each in pulled.there.found if each is not None)
            region = Region(
                known.form.inputs, pulled.there.nodes, (Display("tuple", kept),)
            )
            there = compile_graph(Graph("values_of_tape", region))
            back = compile_graph(pulled.back)
            given = there(*(self._real[value.name] for value in known.form.inputs))
            reached = [
                place
                for place, each in zip(wanted, pulled.reached, strict=True)
                if each
            ]
            found = {
                place: self._zeros(target, wanted[place])
                for place in wanted
                if place in reached or unconnected_gradients == "zero"
            }
            for at in np.ndindex(np.shape(target.held)) if reached else ():
                direction = np.zeros_like(target.held)
                direction[at] = 1
                for place, row in zip(reached, back(*given, direction[()])):
                    found[place][at] = row
        return mapped(
            lambda _, at: found[at][()] if at in found else None, sources, "source"
        )

    def _zeros(self, target: Recorded, source: Value) -> Any:
        like = self._real[source.name]
        return np.zeros((*np.shape(target.held), *np.shape(like)), like.dtype)

    def _asked(self) -> None:
        if self._used and not self._persistent:
            raise NotDifferentiable(
                "a tape is asked twice", hint="make it by GradientTape(persistent=True)"
            )
        self._used = True

    # What was recorded

    def _new(self, real: Any, name: str) -> Recorded:
        value = Value(f"{name}.{len(self._real) + 1}", type_of(real))
        if isinstance(real, np.ndarray):  # nobody writes what the tape computes from
            real = real.view()
            real.flags.writeable = False
        self._real[value.name] = real
        return Recorded(self, value, real)

    def _seen(self, leaf: Any, what: str) -> Value:
        if type(leaf) is not Recorded or leaf.tape is not self:
            raise self._not_seen(
                what,
                "go on with what tape.watch returns, and compute in the `with` block",
            )
        return leaf.value

    def _source(self, leaf: Any) -> Value:
        if not isinstance(leaf, Variable):
            return self._seen(leaf, "source")
        known = self._variables.get(id(leaf))
        if known is None:
            raise self._not_seen(
                "Variable that is a source", "use it in the `with` block"
            )
        return known[2].value

    def _not_seen(self, what: str, hint: str) -> NotDifferentiable:
        """Return the error of a value that another tape may have seen instead."""
        if not self._nested:
            return NotDifferentiable(f"a tape has not seen a {what}", hint=hint)
        return NotDifferentiable(
            f"a tape has not seen a {what}: of tapes in each other, one alone sees "
            "an operation, and none sees the gradient that another computes",
            hint="write ag.grad(ag.grad(f)), or use the tapes in a compiled function",
        )

    def record(self, row: Row, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """Run an operation, and record it."""
        args = tuple(map(values_in, args))
        kwargs = {name: values_in(each) for name, each in kwargs.items()}
        real_args = tuple(map(real_of, args))
        real_kwargs = {name: real_of(each) for name, each in kwargs.items()}
        if not self.recording and not row.writes:
            return row.kernel(*real_args, **real_kwargs)
        given = tuple(map(self._lifted, args))
        named = tuple((name, self._lifted(each)) for name, each in kwargs.items())
        call = Node(row, given, named, span=users_place())
        written = written_arguments(call)
        if written and (self.recording or any(isinstance(w, Value) for w in written)):
            raise refused(f"{row.name} writes what a tape does not see")
        result = row.kernel(*real_args, **real_kwargs)
        if not self.recording:
            return result
        plain = tuple(result) if isinstance(result, tuple) else result
        of = type_of(plain)
        if not may_vary(of):
            return result
        whole = self._result(call, plain)
        if isinstance(of, Tuple):
            row = OPS["getitem"]
            parts = [self.record(row, (whole, at), {}) for at in range(len(result))]
            return tuple.__new__(type(result), parts)
        if not isinstance(result, (np.ndarray, np.generic, float)):
            raise refused(f"{row.name} gives a {type(result).__name__}")
        return whole

    def _result(self, call: Node, real: Any) -> Recorded:
        found = self._new(real, "t")
        self._nodes.append(replace(call, results=(found.value,)))
        return found

    def _lifted(self, given: Any) -> Argument:
        if type(given) is Recorded:
            if given.tape is not self:
                raise refused("a value of another tape is used")
            return given.value
        if isinstance(given, np.ndarray):
            return Constant(given.copy())  # the user may write into it
        if type(given) in (tuple, list):
            items = tuple(map(self._lifted, given))
            return Display("tuple" if type(given) is tuple else "list", items)
        if type(given) is slice:
            parts = (given.start, given.stop, given.step)
            return Display("slice", tuple(map(self._lifted, parts)))
        return argument(given)
