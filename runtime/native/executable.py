"""The native executor: the Python plan of a graph, with machine code for its loops."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, MutableMapping
from types import TracebackType
from typing import Any, Literal

import numpy as np

from runtime.call_tests import CallTests
from runtime.execute import MEASURING, PlanExecutable
from runtime.ir.graph import Graph
from runtime.native import tested_calls
from runtime.native.entry import Module
from runtime.native.library import Compiled, as_function, library
from runtime.native.regions import NativeRegion, carve
from runtime.native.settings import EXACT, Settings
from runtime.phases import phase
from runtime.regions.carving import Blocker
from runtime.regions.fields import LEFT
from runtime.regions.tracebacks_of_parts import explain_part
from runtime.tracebacks import entries, frame_at

FEW = 8
"""A region that faults so often, and in more than one call of so many, is retired."""

Home = MutableMapping[str, Any] | None
State = Literal["plan", "native", "retired"]


class Native:
    """A region as a function of Python: machine code, and the plan behind it.

    Attributes
    ----------
    region : NativeRegion
        What it computes.
    name : str
        The name of the function.
    state : {'plan', 'native', 'retired'}
        What runs: its plan, as long as it is not compiled; machine code; or its plan
        again, since the machine code came to a fault too often.
    faults : int
        How often the plan had to do what machine code does not.
    seconds : float
        The time that compiling took.
    """

    def __init__(self, region: NativeRegion, name: str, home: Home) -> None:
        self.region = region
        self.name = name
        self.state: State = "plan"
        self.faults = 0
        self.seconds = 0.0
        self._home = home
        self._compiled: list[Compiled] = []
        self._kept: list[object] = []
        self._strided: Callable[..., Any] | None = None
        self._place: MutableMapping[str, Any] = {}
        self.changed: Callable[[], None] = _nothing

    @functools.cached_property
    def plan(self) -> PlanExecutable:
        """The plan of the region."""
        return PlanExecutable(self.region.graph, self._home, "user")

    @property
    def plan_in_use(self) -> PlanExecutable | None:
        """The plan of the region, if it has run."""
        return self.__dict__.get("plan")

    @property
    def calls(self) -> int:
        """How often the machine code was called."""
        return sum(each.calls for each in self._compiled)

    def stand_in(self) -> Callable[..., Any]:
        """Return a function of the right name, to be replaced by machine code."""

        def run(*inputs: Any) -> Any:
            return self.plan.call(*inputs)

        run.__name__ = run.__qualname__ = self.name
        return run

    def compile(self, place: MutableMapping[str, Any]) -> None:
        """Compile the region, and put the function among the names of a plan."""
        function = self._function(self.region.module, self.otherwise)
        if self.region.opened is not None:
            function = self.region.opened.around(self.name, function, self._as_it_was)
        self.state = "native"
        self._place = place
        place[self.name] = function

    def _function(
        self, module: Module, instead: Callable[..., Any]
    ) -> Callable[..., Any]:
        """Return a module as a function of Python."""
        began = time.perf_counter()
        with phase("compile to machine code", self.region.graph.name):
            compiled = library().compile(module.text, module.addresses)
        function, definition = as_function(compiled, self.name, instead)
        self._compiled.append(compiled)
        self._kept += [definition, *module.keeps]
        self.seconds += time.perf_counter() - began
        return function

    @property
    def entry(self) -> int:
        """The address of its machine code."""
        return self._compiled[0].address

    def otherwise(self, *inputs: Any) -> Any:
        """Run what takes arrays whose elements lie apart, or the plan."""
        if self.region.strided is None or all(map(_is_contiguous, inputs)):
            return self._instead(*inputs)
        if self._strided is None:
            self._strided = self._function(self.region.strided(), self._instead)
        return self._strided(*inputs)

    def _instead(self, *inputs: Any) -> Any:
        """Run the plan where machine code does not do."""
        self.faults += 1
        if self.faults >= FEW and self.faults * FEW > self.calls:
            self.state = "retired"
            self.changed()
            self._place[self.name] = self.plan.call
        if self.region.opened is not None:
            return LEFT
        return self.plan.call(*inputs)

    def _as_it_was(self, *inputs: Any) -> Any:
        """Run the plan."""
        return self.plan.call(*inputs)


def _nothing() -> None:
    """Do nothing."""


def _is_contiguous(value: object) -> bool:
    return not isinstance(value, np.ndarray) or value.flags.c_contiguous


class NativeExecutable(PlanExecutable):
    """A graph made callable as Python source that calls machine code.

    Attributes
    ----------
    carved : Carved
        The graph with its regions carved out.
    natives : list of Native
        The regions.
    settings : Settings
        What the user asked for.
    """

    takes_long = True

    def __init__(
        self,
        graph: Graph,
        home: Home,
        settings: Settings = EXACT,
        at_once: bool = True,
    ) -> None:
        self.natives: list[Native] = []
        self.settings = settings
        self._tested: Callable[..., Any] | None = None

        def stand(region: NativeRegion) -> Callable[..., Any]:
            native = Native(region, f"native_{len(self.natives) + 1}", home)
            self.natives.append(native)
            return native.stand_in()

        self.carved = carve(graph, stand, settings)
        super().__init__(self.carved.graph, home, "user")
        if at_once:
            self.compile()

    def tested(self, tests: CallTests) -> Callable[..., Any] | None:
        """Return a function that tests a call and runs the graph, or says it missed.

        There is none unless the whole graph is machine code.
        """
        if MEASURING.made is not None:
            return None
        if not self.carved.whole or self.natives[0].state != "native":
            return None
        if self._tested is None:
            native = self.natives[0]
            itself, explain = native.otherwise, self._raise_explained
            words = tested_calls.table(tests, native.entry, itself, explain)
            if words is None:
                return None
            held = (words, tests, itself, explain)
            self._tested = library().tested_call(native.name, held)
        return self._tested

    @property
    def blockers(self) -> list[Blocker]:
        """What keeps other loops with the plan."""
        return self.carved.blockers

    @property
    def empty(self) -> bool:
        """Whether nothing in it is machine code."""
        return not self.natives

    def watch(self, changed: Callable[[], None]) -> None:
        """Call a function when something else is to be called than before."""
        for native in self.natives:
            native.changed = changed

    def _raise_explained(self, error: BaseException) -> None:
        """Raise an error of the machine code, or of its plan, at the user's line."""
        (native,) = self.natives
        found = entries(error.__traceback__)
        span = native.region.span
        part = native.plan_in_use
        if span is not None and (part is None or not any(map(part.runs, found))):
            frame = frame_at(span, self.call.__globals__, {})
            inner = error.__traceback__
            error.__traceback__ = TracebackType(
                inner, frame, frame.f_lasti, frame.f_lineno
            )
        raise self.explain(error)

    def compile(self) -> None:
        """Compile the regions. In another thread, nothing else may be done."""
        for native in self.natives:
            native.compile(self.call.__globals__)

    def explain(self, error: BaseException) -> BaseException:
        """Make the traceback of an error show the user's source.

        The plan of a region has all of the user's frames: that of the graph goes.
        """
        for native in self.natives:
            explain_part(error, self, native.plan_in_use)
        return super().explain(error)
