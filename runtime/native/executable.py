"""The native executor: the Python plan of a graph, with machine code for its loops."""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Literal

import numpy as np

from runtime.call_tests import CallTests
from runtime.constructs.for_loop import FOR
from runtime.execute import MEASURING, PlanExecutable
from runtime.ir.graph import Graph
from runtime.ir.nodes import Constant, Node, Region, Value
from runtime.native import tested_calls
from runtime.native.entry import Module
from runtime.native.library import Compiled, as_function, library, why_not
from runtime.native.regions import Blocker, Carved, NativeRegion, carve
from runtime.native.settings import EXACT, Settings
from runtime.phases import phase
from runtime.recursion_limit import deep_recursion
from runtime.tracebacks import entries, frame_at, linked
from runtime.types import Array

SLOW = 0.005
"""After how many seconds in its plan a graph is compiled."""
TRIALS = 20
"""For how many calls machine code is timed, before it stays or goes."""
MANY = 100_000
"""A loop of so many turns is compiled before it runs."""
FEW = 8
"""A region that faults so often, and in more than one call of so many, is retired."""

THREAD = "autograph compile"
"""The name of the threads that compile."""

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

        self.carved: Carved = carve(graph, stand, settings)
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
        found = entries(error.__traceback__)
        for native in self.natives:
            part = native.plan_in_use
            if part is None or not any(map(part.runs, found)):
                continue
            part.explain(error)
            found = entries(error.__traceback__)
            own = [n for n, entry in enumerate(found) if self.runs(entry)]
            if own:  # else the plan did not call the region
                del found[own[-1]]
            error.__traceback__ = linked(found)
        return super().explain(error)


class AutoExecutable:
    """A graph made callable as its plan, and as machine code once that pays.

    Attributes
    ----------
    call : callable
        Runs the graph.
    source : str
        The source of the plan.
    blockers : list of Blocker
        What keeps the loops in the plan, once that is known.
    """

    def __init__(
        self,
        plan: PlanExecutable,
        graph: Graph,
        home: Home,
        settings: Settings = EXACT,
    ) -> None:
        self._plan = plan
        self._settings = settings
        self._graph = graph
        self._home = home
        self._native: NativeExecutable | None = None
        self._run = plan.call
        self._settled = False
        self._started = False
        self._changed: Callable[[], None] = _nothing
        self._spent: dict[Callable[..., Any], float] = {plan.call: 0.0}
        self._calls: dict[Callable[..., Any], int] = {plan.call: 0}
        self.source = plan.source
        self.blockers: list[Blocker] = []
        if _turns(graph.region) >= MANY and why_not() is None:
            self._native = NativeExecutable(graph, home, settings)
            self._run, self._settled = self._native.call, True

        def call(*inputs: Any) -> Any:
            return self._run(*inputs) if self._settled else self._timed(inputs)

        self.call: Callable[..., Any] = call

    def _timed(self, inputs: tuple[Any, ...]) -> Any:
        """Run the graph, and see what takes less time."""
        run = self._run
        began = time.perf_counter()
        result = run(*inputs)
        self._spent[run] += time.perf_counter() - began
        self._calls[run] += 1
        if run is not self._plan.call:
            if self._calls[run] >= TRIALS:
                self._settle(run)
        elif self._spent[run] > SLOW and not self._started:
            self._started = True
            with phase("compile to machine code", self._graph.name):
                self._start()
        return result

    def _start(self) -> None:
        """Carve out the regions, and let another thread compile them."""
        if why_not() is None:
            with suppress(RecursionError), deep_recursion():
                made = NativeExecutable(
                    self._graph, self._home, self._settings, at_once=False
                )
                self.blockers = made.carved.blockers
                self._native = made if made.natives else None
        if self._native is None:
            self._settled = True
            return
        with suppress(RuntimeError):  # Python is about to exit
            threading.Thread(target=self._finish, name=THREAD).start()

    def _finish(self) -> None:
        if self._native is not None:
            self._native.compile()
            run = self._native.call
            self._spent[run], self._calls[run] = 0.0, 0
            self._run = run

    def tested(self, tests: CallTests) -> Callable[..., Any] | None:
        """Return a function that tests a call and runs the graph, or says it missed."""
        if self._native is None or self._run is not self._native.call:
            return None
        return self._native.tested(tests) if self._settled else None

    def watch(self, changed: Callable[[], None]) -> None:
        """Call a function when something else is to be called than before."""
        self._changed = changed
        if self._native is not None:
            self._native.watch(changed)

    def _settle(self, run: Callable[..., Any]) -> None:
        """Stay with machine code if its calls take less time than the plan's."""
        plan = self._plan.call
        before = self._spent[plan] / self._calls[plan]
        if self._spent[run] / self._calls[run] > before:
            self._run = plan
        self._settled = True
        if self._native is not None:
            self._native.watch(self._changed)
        self._changed()

    @property
    def native(self) -> NativeExecutable | None:
        """The executable with machine code; None as long as the plan runs."""
        return self._native

    def __call__(self, *inputs: Any) -> Any:
        """Run the graph."""
        try:
            return self.call(*inputs)
        except BaseException as error:
            self.explain(error)
            raise

    def explain(self, error: BaseException) -> BaseException:
        """Make the traceback of an error show the user's source."""
        if self._native is not None:
            self._native.explain(error)
        return self._plan.explain(error)


def _turns(region: Region) -> int:
    """Return how many turns the loops of a region make, as far as that is known."""
    ranges = {
        node.results[0].name: node
        for node in region.nodes
        if node.operation.name == "range"
    }
    return sum(_turns_of(node, ranges) for node in region.nodes)


def _turns_of(node: Node, ranges: dict[str, Node]) -> int:
    inner = sum(map(_turns, node.regions))
    if node.operation is not FOR:
        return inner
    return max(inner, 1) * next(_lengths(node, ranges), 1)


def _lengths(node: Node, ranges: dict[str, Node]) -> Iterator[int]:
    """Yield the number of turns of a loop, if it is known."""
    (value, *_) = node.args
    if not isinstance(value, Value):
        return
    made = ranges.get(value.name)
    if made is not None:
        given = [each.value for each in made.args if isinstance(each, Constant)]
        numbers = [each for each in given if isinstance(each, int)]
        if len(numbers) == len(made.args):
            yield len(range(*numbers))
    elif isinstance(value.type, Array) and value.type.shape:
        yield from (size for size in value.type.shape[:1] if size is not None)
