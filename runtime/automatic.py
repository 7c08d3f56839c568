"""The executor that begins with the plan, and goes on with what takes less time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Protocol

from runtime.call_tests import CallTests
from runtime.constructs.for_loop import FOR
from runtime.execute import Executable, PlanExecutable
from runtime.ir.nodes import Constant, Node, Region, Value
from runtime.ir.ranges import length_of
from runtime.phases import phase
from runtime.recursion_limit import deep_recursion
from runtime.regions.carving import Blocker
from runtime.types import Array

SLOW = 0.005
"""After how many seconds in its plan a graph is compiled."""
TRIALS = 20
"""For how many calls the other executable is timed, before it stays or goes."""
MANY = 100_000
"""A loop of so many turns does not begin with its plan."""
THREAD = "autograph compile"
"""The name of the threads that compile."""


class Faster(Executable, Protocol):
    """An executable that may take less time than a plan.

    Attributes
    ----------
    takes_long : bool
        Whether it takes long to compile, so that another thread does it.
    """

    takes_long: bool

    @property
    def blockers(self) -> Sequence[Blocker]:
        """What keeps loops with the plan."""

    @property
    def empty(self) -> bool:
        """Whether nothing in it is other than the plan."""

    def compile(self) -> None:
        """Compile what is other than the plan."""


class AutoExecutable(Executable):
    """A graph made callable as its plan, and otherwise once that pays.

    Parameters
    ----------
    plan : PlanExecutable
        The plan.
    make : callable
        Makes the other executable; it returns None where there is none.
    at_once : bool
        Whether to begin with the other executable.

    Attributes
    ----------
    call : callable
        Runs the graph.
    source : str
        The source of the plan.
    faster : Faster or None
        The other executable; None as long as the plan runs.
    blockers : sequence of Blocker
        What keeps the loops in the plan, once that is known.
    """

    def __init__(
        self, plan: PlanExecutable, make: Callable[[], Faster | None], at_once: bool
    ) -> None:
        self._plan = plan
        self._make = make
        self._run = plan.call
        self._settled = False
        self._started = False
        self._changed: Callable[[], None] = _nothing
        self._spent: dict[Callable[..., Any], float] = {plan.call: 0.0}
        self._calls: dict[Callable[..., Any], int] = {plan.call: 0}
        self.source = plan.source
        self.faster: Faster | None = None
        self.blockers: Sequence[Blocker] = ()
        made = make() if at_once else None
        if made is not None:
            made.compile()
            self.faster, self._run, self._settled = made, made.call, True

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
            with phase("compile", self._plan.graph.name):
                self._start()
        return result

    def _start(self) -> None:
        """Make the other executable, and compile it."""
        with suppress(RecursionError), deep_recursion():
            made = self._make()
            if made is not None:
                self.blockers = made.blockers
                self.faster = None if made.empty else made
        if self.faster is None:
            self._settled = True
        elif self.faster.takes_long:
            with suppress(RuntimeError):  # Python is about to exit
                threading.Thread(target=self._finish, name=THREAD).start()
        else:
            self._finish()

    def _finish(self) -> None:
        if self.faster is not None:
            self.faster.compile()
            run = self.faster.call
            self._spent[run], self._calls[run] = 0.0, 0
            self._run = run

    def tested(self, tests: CallTests) -> Callable[..., Any] | None:
        """Return a function that tests a call and runs the graph, or says it missed."""
        if self.faster is None or self._run is not self.faster.call:
            return None
        return self.faster.tested(tests) if self._settled else None

    def watch(self, changed: Callable[[], None]) -> None:
        """Call a function when something else is to be called than before."""
        self._changed = changed
        if self.faster is not None:
            self.faster.watch(changed)

    def _settle(self, run: Callable[..., Any]) -> None:
        """Stay with the other executable if its calls take less time."""
        plan = self._plan.call
        before = self._spent[plan] / self._calls[plan]
        if self._spent[run] / self._calls[run] > before:
            self._run = plan
        self._settled = True
        if self.faster is not None:
            self.faster.watch(self._changed)
        self._changed()

    def explain(self, error: BaseException) -> BaseException:
        """Make the traceback of an error show the user's source."""
        if self.faster is not None:
            self.faster.explain(error)
        return self._plan.explain(error)


def _nothing() -> None:
    """Do nothing."""


def turns(region: Region) -> int:
    """Return how many turns the loops of a region make, as far as that is known."""
    ranges = {
        node.results[0].name: node
        for node in region.nodes
        if node.operation.name == "range" and node.results
    }
    return sum(_turns_of(node, ranges) for node in region.nodes)


def _turns_of(node: Node, ranges: dict[str, Node]) -> int:
    inner = sum(map(turns, node.regions))
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
            yield length_of(range(*numbers))
    elif isinstance(value.type, Array) and value.type.shape:
        yield from (size for size in value.type.shape[:1] if size is not None)
