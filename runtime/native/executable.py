"""The native executor: the Python plan of a graph, with machine code for its loops."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Literal

import numpy as np

from runtime.call_tests import CallTests
from runtime.execute import MEASURING, PlanExecutable
from runtime.ir.graph import Graph
from runtime.native.assembly.settings import EXACT, Settings
from runtime.native.assembly.values import NotNative
from runtime.native.entry import Module
from runtime.native.loading import tested_calls
from runtime.native.loading.library import Compiled, as_function, library
from runtime.native.marks.marks import Mark, values_at
from runtime.native.regions import NativeRegion, carve
from runtime.phases import phase
from runtime.regions.carving import Blocker
from runtime.regions.fields import LEFT
from runtime.regions.tracebacks_of_parts import explain_part
from runtime.tracebacks import entries, frame_at

TWICE = 2
"""A region that faults so often, and in more than one call of `FEW`, is compiled again
so that no arm sets flags that is not taken, if it was not so before."""

FEW = 8
"""A region that faults so often, and in more than one call of so many, is retired."""

LONG = 0.1
"""After how many seconds in its plan a region that came to a fault is compiled again,
so that it goes on from where it was."""

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
    entry : int
        The address of its machine code.
    itself : callable
        What the machine code calls where it does not do.
    """

    def __init__(self, region: NativeRegion, name: str, home: Home) -> None:
        self.region = region
        self.name = name
        self.state: State = "plan"
        self.faults = 0
        self.seconds = 0.0
        self._home = home
        self.entry = 0
        self._counted = 0, 0
        self._compiled: list[Compiled] = []
        self._kept: list[object] = []
        self._parts: list[PlanExecutable] = []
        self._left: dict[int, tuple[Mark, PlanExecutable]] = {}
        self.itself: Callable[..., Any] = self.otherwise
        self._strided: Callable[..., Any] | None = None
        self._place: MutableMapping[str, Any] = {}
        self.changed: Callable[[], None] = _nothing

    @functools.cached_property
    def plan(self) -> PlanExecutable:
        """The plan of the region."""
        return PlanExecutable(self.region.graph, self._home, "user")

    @property
    def plans_in_use(self) -> list[PlanExecutable]:
        """The plans of the region, and of parts of it, that may have run."""
        own = self.__dict__.get("plan")
        left = [plan for _, plan in self._left.values()]
        return [*self._parts, *left, *([] if own is None else [own])]

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
        self.itself = self._instead_of(self.region.module, self.otherwise)
        function = self._function(self.region.module, self.itself)
        self.entry = self._compiled[-1].address
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
        addresses = dict(module.addresses)
        for effect in module.effects:
            part = PlanExecutable(effect.graph, self._home, "user")
            self._parts.append(part)
            addresses[effect.symbol] = id(part.call)
        with phase("compile to machine code", self.region.graph.name):
            compiled = library().compile(module.text, addresses)
        function, definition = as_function(compiled, self.name, instead)
        self._compiled.append(compiled)
        self._kept += [definition, *module.keeps]
        self.seconds += time.perf_counter() - began
        return function

    def _instead_of(
        self, module: Module, instead: Callable[..., Any]
    ) -> Callable[..., Any]:
        """Return what a module calls where it does not do: it may be at a mark."""
        if not module.marks:
            return instead
        count = len(self.region.graph.inputs)

        def left(*inputs: Any) -> Any:
            if len(inputs) == count:
                return instead(*inputs)
            return self._left_at(module.marks, inputs[-1])

        return left

    def _left_at(self, marks: Sequence[Mark], address: int) -> Callable[[], Any]:
        """Return what does the rest of the region, from its last mark on."""
        self._count_fault()
        mark, inputs = values_at(marks, address, library().view)
        return functools.partial(self._go_on, mark, inputs)

    def _go_on(self, mark: Mark, inputs: list[Any]) -> Any:
        """Do what is left of the region at a mark."""
        known = self._left.get(id(mark))
        if known is None:
            made = PlanExecutable(mark.left.graph, self._home, "user")
            known = self._left[id(mark)] = (mark, made)
        _, plan = known
        try:
            return plan.call(*inputs)
        finally:  # a generator ends with the loop that goes through it
            for each in _boxes(mark, inputs):
                each.clear()

    def otherwise(self, *inputs: Any) -> Any:
        """Run what takes arrays whose elements lie apart, or the plan."""
        if self.region.strided is None or all(map(_is_contiguous, inputs)):
            return self._instead(*inputs)
        if self._strided is None:
            module = self.region.strided()
            itself = self._instead_of(module, self._instead)
            self._strided = self._function(module, itself)
        return self._strided(*inputs)

    def _instead(self, *inputs: Any) -> Any:
        """Run the plan where machine code does not do."""
        self._count_fault()
        if self.region.opened is not None:
            return LEFT
        began = time.perf_counter()
        try:
            return self.plan.call(*inputs)
        finally:
            if time.perf_counter() - began > LONG:
                self._go_on_from_now_on()

    def _go_on_from_now_on(self) -> None:
        """Compile it again, so that it goes on from where it was at a fault."""
        if self.region.resuming is None or self.state != "native":
            return
        try:
            self.region = self.region.resuming()
        except NotNative:
            self.region = replace(self.region, resuming=None)
            return
        self._begin_again()

    def _count_fault(self) -> None:
        """Count a fault; if there are too many, guard more, or retire."""
        self.faults += 1
        faults, calls = self.faults - self._counted[0], self.calls - self._counted[1]
        if faults < TWICE or faults * FEW <= calls or self._guards_more():
            return
        if faults >= FEW:
            self.state = "retired"
            self.changed()
            self._place[self.name] = self.plan.call

    def _guards_more(self) -> bool:
        """Compile it so that no arm sets flags that is not taken; else return False."""
        make, self.region = self.region.guarded, replace(self.region, guarded=None)
        if make is None or self.state != "native":
            return False
        try:
            made = make()
        except NotNative:
            return False
        if made.module.text == self.region.module.text:
            return False
        self.region = made
        self._counted = self.faults, self.calls
        self._begin_again()
        return True

    def _begin_again(self) -> None:
        """Compile what the region is from now on."""
        self._strided = None
        self.compile(self._place)
        self.changed()

    def _as_it_was(self, *inputs: Any) -> Any:
        """Run the plan."""
        return self.plan.call(*inputs)


def _boxes(mark: Mark, inputs: Sequence[Any]) -> list[list[Any]]:
    """Return the lists among the inputs of what is left at a mark that hold but one."""
    live = len(mark.left.live)
    pairs = zip(mark.left.boxed, inputs[:live], strict=True)
    return [*[each for boxed, each in pairs if boxed], *inputs[live:]]


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
        self._changed: Callable[[], None] = _nothing

        def stand(region: NativeRegion) -> Callable[..., Any]:
            native = Native(region, f"native_{len(self.natives) + 1}", home)
            native.changed = self._renew
            self.natives.append(native)
            return native.stand_in()

        self.carved = carve(graph, stand, settings)
        super().__init__(self.carved.graph, home, "user")
        if at_once:
            self.compile()

    def tested(self, tests: CallTests) -> Callable[..., Any] | None:
        """Return a function that tests a call and runs the graph, or says it missed.

        There is none unless the whole graph is machine code, but for fields that it
        reads first.
        """
        if MEASURING.made is not None:
            return None
        if len(self.natives) != 1 or self.natives[0].state != "native":
            return None
        native = self.natives[0]
        if native.region.opened is not None:
            return None
        if self._tested is None:
            of_region = tested_calls.of_one_region(self.carved.graph, tests)
            if of_region is None:
                return None
            tests = of_region
            itself, explain = native.itself, self._raise_explained
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
        self._changed = changed

    def _renew(self) -> None:
        """Forget the function that tests calls: the machine code is another one."""
        self._tested = None
        self._changed()

    def _raise_explained(self, error: BaseException) -> None:
        """Raise an error of the machine code, or of its plan, at the user's line."""
        (native,) = self.natives
        found = entries(error.__traceback__)
        span = native.region.span
        parts = native.plans_in_use
        if span is not None and not any(p.runs(each) for p in parts for each in found):
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
            for part in native.plans_in_use:
                explain_part(error, self, part, part.explain)
        return super().explain(error)

    def show(self, error: BaseException, outer: int = 0) -> None:
        """Put the user's frames in place of those of the plan and of the regions."""
        for native in self.natives:
            for part in native.plans_in_use:
                explain_part(
                    error, self, part, functools.partial(part.show, outer=outer)
                )
        super().show(error, outer)
