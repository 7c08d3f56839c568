"""The executor that runs loops on numbers of Python, where there is no machine code."""

from __future__ import annotations

import functools
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.errors import Span
from runtime.execute import PlanExecutable
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Value
from runtime.regions.carving import Blocker, Carver
from runtime.regions.fields import LEFT, OpenedLoop
from runtime.regions.parts import results
from runtime.regions.tracebacks_of_parts import explain_part
from runtime.types import Array, accepts, type_of
from runtime.unboxed.scopes import Unusual
from runtime.unboxed.unboxed_loops import Unboxed, unboxed

Home = MutableMapping[str, Any] | None

_LEAVES = (Unusual, ArithmeticError, LookupError, ValueError)
"""What the operations on numbers of Python raise."""
FEW = 8
"""A loop that gives up so often, and in more than one call of so many, is left."""


@dataclass(frozen=True)
class UnboxedRegion:
    """A loop of a graph, and the same on numbers of Python.

    Parameters
    ----------
    graph : Graph
        The loop.
    span : Span or None
        Where it begins in the user's source.
    loop : Unboxed
        The same on numbers of Python.
    opened : OpenedLoop or None
        What `loop` computes, if not `graph`: the same on fields of its inputs.
    """

    graph: Graph
    span: Span | None
    loop: Unboxed
    opened: OpenedLoop | None = None

    @property
    def inputs(self) -> tuple[Value, ...]:
        """What the loop takes on numbers of Python."""
        return (self.opened or self).graph.inputs

    @property
    def writes(self) -> bool:
        """Whether it writes into its inputs."""
        return bool(self.loop.written)


class _UnboxedCarver(Carver[UnboxedRegion]):
    def part(
        self, graph: Graph, span: Span | None, opened: OpenedLoop | None = None
    ) -> UnboxedRegion:
        """Return a loop as a region."""
        quick = graph if opened is None else opened.graph
        told = tuple(each for each in results(quick) if each != Constant(None))
        return UnboxedRegion(graph, span, unboxed(quick, told), opened)


class UnboxedExecutable(PlanExecutable):
    """A graph made callable as Python source, with loops on numbers of Python.

    Attributes
    ----------
    loops : list of UnboxedLoop
        Those loops.
    """

    takes_long = False

    def __init__(self, graph: Graph, home: Home) -> None:
        self.loops: list[UnboxedLoop] = []

        def stand(region: UnboxedRegion) -> Callable[..., Any]:
            loop = UnboxedLoop(region, f"unboxed_{len(self.loops) + 1}", home)
            self.loops.append(loop)
            return loop.function()

        carved = _UnboxedCarver(graph, stand).carved()
        self._blockers = carved.blockers
        super().__init__(carved.graph, home, "user")

    @property
    def blockers(self) -> list[Blocker]:
        """What keeps other loops with the plan."""
        return self._blockers

    @property
    def empty(self) -> bool:
        """Whether nothing in it is other than the plan."""
        return not self.loops

    def compile(self) -> None:
        """Do nothing: what a call needs, it makes."""

    def explain(self, error: BaseException) -> BaseException:
        """Make the traceback of an error show the user's source.

        The plan of a loop has all of the user's frames: ours before it go.
        """
        for loop in self.loops:
            if loop.plan_in_use is not None:
                part = loop.plan_in_use
                explain_part(error, self, part, part.explain)
        return super().explain(error)

    def show(self, error: BaseException, outer: int = 0) -> None:
        """Put the user's frames in place of those of the plan and of the loops."""
        for loop in self.loops:
            if loop.plan_in_use is not None:
                part = loop.plan_in_use
                explain_part(
                    error, self, part, functools.partial(part.show, outer=outer)
                )
        super().show(error, outer)


class UnboxedLoop:
    """A loop as a function of Python: on numbers of Python, and the plan behind it.

    Parameters
    ----------
    region : UnboxedRegion
        The loop.
    name : str
        The name of the function.
    home : mapping or None
        The globals of the user's function.

    Attributes
    ----------
    calls, left : int
        How often it ran, and how often the plan had to do it instead.
    """

    def __init__(self, region: UnboxedRegion, name: str, home: Home) -> None:
        self._region = region
        self._name = name
        self._home = home
        self.calls = 0
        self.left = 0
        self._take = [_taker(value) for value in region.inputs]
        self._arrays = [
            position
            for position, value in enumerate(region.inputs)
            if isinstance(value.type, Array)
        ]

    @functools.cached_property
    def plan(self) -> PlanExecutable:
        """The plan of the loop as it was."""
        return PlanExecutable(self._region.graph, self._home, "user")

    @property
    def plan_in_use(self) -> PlanExecutable | None:
        """The plan of the loop as it was, if it has run."""
        return self.__dict__.get("plan")

    @functools.cached_property
    def quick(self) -> PlanExecutable:
        """The plan of the loop on numbers of Python."""
        return PlanExecutable(self._region.loop.graph, None, "plan")

    def function(self) -> Callable[..., Any]:
        """Return the loop as a function."""

        def as_it_was(*inputs: Any) -> Any:
            return self.plan.call(*inputs)

        def run(*inputs: Any) -> Any:
            found = self._quickly(*inputs)
            return as_it_was(*inputs) if found is LEFT else found

        if self._region.opened is not None:
            return self._region.opened.around(self._name, self._quickly, as_it_was)
        run.__name__ = run.__qualname__ = self._name
        return run

    def _quickly(self, *inputs: Any) -> Any:
        """Run the loop on numbers of Python; `LEFT` if the plan has to do it."""
        self.calls += 1
        if self.left >= FEW and self.left * FEW > self.calls:
            return LEFT
        if not self._is_usual(inputs):
            return LEFT
        try:
            given = [take(each) for take, each in zip(self._take, inputs, strict=True)]
            told = self.quick.call(*given)
            fresh = [
                np.array(given[n], inputs[n].dtype).reshape(inputs[n].shape)
                for n in self._region.loop.written
            ]
        except _LEAVES:
            # Nothing is written yet. The plan does it again, and says what it is. What
            # else comes is raised by a signal handler.
            self.left += 1
            return LEFT
        for position, array in zip(self._region.loop.written, fresh, strict=True):
            inputs[position][...] = array
        return self._results(told)

    def _is_usual(self, inputs: tuple[Any, ...]) -> bool:
        """Whether arrays and NumPy's settings are such as the loop takes."""
        if np.geterr()["under"] != "ignore":
            return False
        if self._region.opened is not None and not all(
            accepts(value.type, type_of(each))
            for value, each in zip(self._region.inputs, inputs, strict=True)
        ):
            return False  # a field is what it is when the loop begins
        for position in self._region.loop.written:
            array = inputs[position]
            if not (array.flags.writeable and array.flags.forc):
                return False
            for other in self._arrays:
                if other != position and np.may_share_memory(array, inputs[other]):
                    return False
        return True

    def _results(self, told: tuple[Any, ...]) -> Any:
        """Return what the user sees of the results."""
        loop = self._region.loop
        kinds = iter(told[len(loop.makers) :])
        found = tuple(
            [
                (make or loop.kinds[next(kinds)])(each)
                for make, each in zip(loop.makers, told, strict=False)
            ]
        )
        if len(found) == 1:
            return found[0]
        return found if found else None


def _taker(value: Value) -> Callable[[Any], Any]:
    """Return what makes numbers of Python of an input."""
    return _items if isinstance(value.type, Array) else _number


def _items(array: Any) -> Any:
    return array.tolist()


def _number(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
