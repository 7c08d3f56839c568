"""The tape within a trace: the graph since its `with`, differentiated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NoReturn

from autograph.gradients.directions import rows_along, zero_rows
from autograph.gradients.eager_tapes import EagerTape
from autograph.gradients.staged_leaves import (
    is_float_type,
    leaves_within,
    mapped_within,
    may_be_float,
    shaped,
)
from autograph.gradients.within import refusing
from autograph.library.boundary import boundary
from runtime.errors import NotDifferentiable
from runtime.ir.nodes import Value
from runtime.ops import OPS
from tracer.calls.derived_parts import DerivedPart
from tracer.record.context import ACTIVE
from tracer.record.staged import TraceManager
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace
from tracer.values.variables import VariableProxy

Unconnected = Literal["none", "zero"]


@boundary
def GradientTape(persistent: bool = False) -> Any:  # noqa: N802 - as in TensorFlow
    """Return a tape, which records what is computed in its `with` block.

    In a compiled function it is part of the graph. Elsewhere operations run as always,
    and are recorded: go on with what ``watch`` returns, since a plain array cannot tell
    who uses it.

    Parameters
    ----------
    persistent : bool, optional
        Whether `gradient` and `jacobian` may be called several times.

    Returns
    -------
    tape
        Has the methods of TensorFlow's tapes. ``watch(x)`` names what is differentiated
        by; what a `Variable` holds need not be watched. ``gradient(target, sources,
        output_gradients=None, unconnected_gradients="none")`` returns gradients in the
        structure of the sources: None, or zeros, for a source that the target does not
        vary with. ``jacobian(target, sources, unconnected_gradients="none")`` returns
        the derivatives of each element of an array, with the dimensions of the target
        and then those of the source. A target or source that the tape has not seen is
        an error. What is computed in ``with tape.stop_recording():`` is constant.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> weight = ag.Variable(np.array([1.0, 2.0]))
    >>> @ag.function
    ... def train(x, y):
    ...     with ag.GradientTape() as tape:
    ...         loss = ((x @ weight - y) ** 2).sum()
    ...     weight.assign_sub(0.1 * tape.gradient(loss, weight))
    ...     return loss
    >>> train(np.eye(2), np.zeros(2))
    np.float64(5.0)
    >>> weight.numpy()
    array([0.8, 1.6])
    """
    trace = ACTIVE.get()
    if trace is None:
        return EagerTape(persistent)
    return TracedTape(trace, persistent)


class TracedTape(TraceManager):
    """A tape of a trace: see `GradientTape`."""

    def __init__(self, trace: Trace, persistent: bool) -> None:
        self._trace = trace
        self._persistent = persistent
        self._part: DerivedPart | None = None
        self._seen: set[str] = set()
        self._watched: set[str] = set()
        self._open = False
        self._used = False

    def _ag_enter(self) -> TracedTape:
        if self._part is not None:
            self._refuse("a tape is entered twice", "make a tape for each `with`")
        self._part = DerivedPart(self._trace, "the target of the tape")
        self._open = True
        return self

    def _ag_exit(self) -> None:
        self._open = False
        if self._part is not None:
            self._seen = self._part.seen()

    def watch(self, tensor: Any) -> Any:
        """Record what varies with a value; return it."""

        def watched(leaf: Any, place: str) -> Any:
            of = self._trace.type_of(leaf)
            if isinstance(leaf, VariableProxy):
                return leaf
            if not is_float_type(of):
                self._refuse(
                    f"a tape watches a value of type {of}",
                    "watch floats, and arrays of some",
                )
            if type(leaf) is Symbol:
                self._watched.add(leaf._ag_value.name)
                return leaf
            made = self._trace.record(OPS["watched"], (self._trace.lift(leaf),))
            self._watched.add(made._ag_value.name)
            return made

        return mapped_within(self._trace, watched, tensor, "")

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: Unconnected = "none",
    ) -> Any:
        """Return the gradient of targets, added up, by sources in their structure."""
        trace = self._trace
        with refusing(trace):
            part = self._at_work()
            targets = self._targets(target)
            seeds: list[Any] = [None] * len(targets)
            if output_gradients is not None:
                given = leaves_within(trace, output_gradients, "")
                leaves = leaves_within(trace, target, "")
                seeds = [
                    trace.lift(shaped(trace, given.get(place), leaf))
                    for place, leaf in leaves.items()
                ]
            places = self._sources(sources)
            found = part.reversed(
                list(map(trace.lift, targets)), seeds, list(places.values())
            )
            known = dict(zip(places, found, strict=True))

            def of_source(leaf: Any, place: str) -> Any:
                if known[place] is None and unconnected_gradients == "zero":
                    return trace.emit("zero_of", trace.wrap(places[place]))
                return known[place]

            return mapped_within(trace, of_source, sources, "")

    def jacobian(
        self, target: Any, sources: Any, unconnected_gradients: Unconnected = "none"
    ) -> Any:
        """Return the derivatives of each element of an array, as `gradient` does."""
        trace = self._trace
        with refusing(trace):
            part = self._at_work()
            targets = leaves_within(trace, target, "")
            if list(targets) != [""]:
                self._refuse(
                    "the target of tape.jacobian is no array",
                    "ask for the Jacobian of each array",
                )
            (leaf,) = self._targets(target)
            places = self._sources(sources)
            like = {place: trace.wrap(source) for place, source in places.items()}
            way, found = part.pulled([trace.lift(leaf)], list(places.values()))
            reached = dict(zip(places, found, strict=True))
            wanted = {place: like[place] for place in places if reached[place]}

            def along(direction: Any) -> dict[str, Any]:
                seed = shaped(trace, direction, leaf)
                return dict(zip(wanted, way.go([trace.lift(seed)]), strict=True))

            rows = rows_along(trace, leaf, wanted, along) if wanted else {}
            if unconnected_gradients == "zero":
                rows |= {
                    place: zero_rows(trace, leaf, like[place])
                    for place in places
                    if not reached[place]
                }
            return mapped_within(trace, lambda _, at: rows.get(at), sources, "")

    def stop_recording(self) -> TraceManager:
        """Return a context manager in which all that is made is constant."""
        return _RecordingStopped(self._at_hand)

    # What is asked

    def _at_hand(self) -> DerivedPart:
        if self._part is None:
            self._refuse("a tape is used before its `with`", "use it as: with tape: …")
        return self._part

    def _at_work(self) -> DerivedPart:
        part = self._at_hand()
        if not part.is_here:
            self._refuse(
                "a tape is asked in another branch or loop than its `with`",
                "call tape.gradient where the `with` is",
            )
        if self._used and not self._persistent:
            self._refuse(
                "a tape is asked twice", "make it by ag.GradientTape(persistent=True)"
            )
        self._used = True
        if self._open:
            self._seen = part.seen()
        return part

    def _targets(self, target: Any) -> list[Any]:
        trace = self._trace
        leaves = list(leaves_within(trace, target, "").values())
        for leaf in leaves:
            of = trace.type_of(leaf)
            if not may_be_float(of):
                self._refuse(
                    f"a target of a tape is of type {of}", "take a float, or an array"
                )
            if type(leaf) is not Symbol or not self._has_seen(leaf._ag_value):
                self._refuse(
                    "a tape has not seen a target", "compute it in the `with` block"
                )
        return leaves

    def _sources(self, sources: Any) -> dict[str, Value]:
        leaves = leaves_within(self._trace, sources, "")
        return {place: self._source(leaf) for place, leaf in leaves.items()}

    def _source(self, leaf: Any) -> Value:
        trace, part = self._trace, self._at_hand()
        if isinstance(leaf, VariableProxy):
            known = trace.lift(leaf)
            if not isinstance(known, Value) or not self._has_seen(known):
                self._refuse(
                    "a tape has not seen a Variable that is a source",
                    "use it in the `with` block",
                )
            return part.variable(leaf)
        if type(leaf) is not Symbol or not is_float_type(trace.type_of(leaf)):
            self._refuse(
                "a tape has not seen a source",
                "watch it, and use what tape.watch returns",
            )
        value = leaf._ag_value
        if not self._has_seen(value):
            self._refuse("a tape has not seen a source", "watch it in the `with` block")
        return part.value(value)

    def _has_seen(self, value: Value) -> bool:
        return value.name in self._seen or value.name in self._watched

    def _refuse(self, what: str, hint: str) -> NoReturn:
        self._trace.refuse(NotDifferentiable(what, hint=hint))


class _RecordingStopped(TraceManager):
    def __init__(self, part: Callable[[], DerivedPart]) -> None:
        self._part = part
        self._before: set[str] = set()

    def _ag_enter(self) -> _RecordingStopped:
        self._before = self._part().made()
        return self

    def _ag_exit(self) -> None:
        self._part().stop(self._before)
