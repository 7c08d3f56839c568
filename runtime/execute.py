"""The Python executor, which makes a graph callable.

Executors are interchangeable: each takes a graph and returns a callable. This one runs
the plan, Python source made from the graph.
"""

from __future__ import annotations

import builtins
import contextlib
import functools
import itertools
import linecache
import weakref
from collections import deque
from collections.abc import Callable, Iterator, MutableMapping
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import Any, Literal, Protocol

from runtime.call_tests import CallTests
from runtime.errors import AutographError, GraphError, Span
from runtime.frames import PLAN, stands_in
from runtime.ir.graph import Graph
from runtime.notes import add_note
from runtime.plan import Plan, make_plan
from runtime.plan.counting import Counts, counted
from runtime.plan.deep_source import compile_source
from runtime.plan.names import identifier
from runtime.plan.positions import relocate, spans_of_units
from runtime.plan.program_objects import function_of
from runtime.plan.users_names import UsersNames
from runtime.recursion_limit import deep_recursion
from runtime.tracebacks import frame_at, linked, new_entries

_FROM_HOME = ("__name__", "__file__", "__loader__", "__spec__")
"""The globals of the user's module that tracebacks and warnings need."""

"""A global name that only plans, and frames made for them, have."""
_KEPT = (*_FROM_HOME, PLAN)

_numbers = itertools.count(1)


class Measuring:
    """Whether runs of graphs are measured: then all run by way of a plan.

    Attributes
    ----------
    made : callable or None
        It is called with each plan that is made.
    """

    made: Callable[[PlanExecutable], None] | None = None


MEASURING = Measuring()


class _Plan(weakref.ref[Any]):
    """The function of a plan, and the file under which `linecache` knows its source."""

    __slots__ = ("file",)
    file: str


_live: weakref.WeakSet[PlanExecutable] = weakref.WeakSet()
_plans: dict[str, _Plan] = {}
_forgotten: deque[weakref.ref[Any]] = deque()
"""Deleted plans whose source is still in `linecache`.

The callback of a plan is `append` itself: one written in Python swallows a Ctrl-C.
"""


def _forget() -> None:
    """Remove the sources of deleted plans from `linecache`.

    Not when a plan is deleted: the garbage collector may run at any time, even while
    `linecache` iterates over its own table.
    """
    with contextlib.suppress(IndexError):  # another thread may have been faster
        while True:
            plan = _forgotten.popleft()
            assert isinstance(plan, _Plan)
            linecache.cache.pop(plan.file, None)
            _plans.pop(plan.file, None)


class Executable(Protocol):
    """A graph made callable.

    Attributes
    ----------
    call : callable
        Takes the inputs of the graph by position, captures last. The traceback of an
        error may have entries that only `explain` maps to the user's source.
    source : str
        The code that runs, in readable form.
    """

    call: Callable[..., Any]
    source: str

    def __call__(self, *inputs: Any) -> Any:
        """Run the graph."""
        try:
            return self.call(*inputs)
        except BaseException as error:
            self.explain(error)
            raise

    def explain(self, error: BaseException) -> BaseException:
        """Return the error with a traceback that shows the user's source."""

    def tested(self, tests: CallTests) -> Callable[..., Any] | None:
        """Return a function that tests a call and runs the graph, or says it missed.

        None if it is faster to test a call by Python source.
        """

    def watch(self, changed: Callable[[], None]) -> None:
        """Call a function when `tested` would return another one than before."""


class PlanExecutable(Executable):
    """A graph made callable as Python source.

    Attributes
    ----------
    call : callable
        The function made from the source.
    source : str
        The source.
    plan : Plan
        The source with its positions.
    file : str
        The name under which `linecache` knows the source, at least while `call` is
        alive.
    """

    def __init__(
        self,
        graph: Graph,
        home: MutableMapping[str, Any] | None,
        places: Literal["user", "plan"],
    ) -> None:
        self._graph = graph
        self.plan = plan = make_plan(graph)
        self.source = plan.source
        self.file = f"<plan of {identifier(plan.name)} #{next(_numbers)}>"
        self._places = places
        self._place(_compiled(plan, self.file))
        space = _namespace(plan, home, weakref.ref(self))
        self._function = FunctionType(self._code, space, plan.name)
        self.call: Callable[..., Any] = self._function
        self.counts: Counts | None = None
        self._bare: tuple[CodeType, list[Span | None], CodeType] | None = None
        text = plan.annotated
        lines = text.splitlines(keepends=True)
        _forget()
        linecache.cache[self.file] = (len(text), None, lines, self.file)
        _plans[self.file] = known = _Plan(self.call, _forgotten.append)
        known.file = self.file
        _live.add(self)
        if MEASURING.made is not None:
            MEASURING.made(self)

    def explain(self, error: BaseException) -> BaseException:
        """Make the traceback of an error show the user's source.

        Where the plan inlined a call, its one frame becomes one for each of the user's
        functions. A note lists the values of the operation that raised. The error does
        not change otherwise. Raise it by a plain ``raise``, which leaves the traceback
        alone.
        """
        if not self._knows_source:
            return error
        new, shown = new_entries(error.__traceback__, self)
        plans = [entry for entry in new if PLAN in entry.tb_frame.f_globals]
        if isinstance(error, Exception) and plans and shown is None:
            self._note(error, plans[-1])
        self.show(error)
        return error

    def show(self, error: BaseException, outer: int = 0) -> None:
        """Put the user's frames in place of this plan's into a traceback.

        Parameters
        ----------
        error : BaseException
            An exception that was raised in the plan.
        outer : int, optional
            How many of the user's functions are left out, counted from the outermost.
        """
        if not self._knows_source:
            return  # of a graph from a file there is nothing to show
        new, rest = new_entries(error.__traceback__, self)
        found = [entry for entry in new if not stands_in(entry.tb_frame.f_code)]
        if any(entry.tb_frame.f_code is self._code for entry in found):
            shown = [each for entry in found for each in self._shown(entry, outer)]
            error.__traceback__ = linked(shown, rest)

    def tested(self, tests: CallTests) -> Callable[..., Any] | None:
        """Return None: a plan is called by Python source."""

    def watch(self, changed: Callable[[], None]) -> None:
        """Do nothing: a plan stays the same."""

    @property
    def graph(self) -> Graph:
        """The graph."""
        return self._graph

    def has(self, code: CodeType) -> bool:
        """Whether code is that of the plan."""
        return code is self._code

    def span_at(self, instruction: int) -> Span | None:
        """Return the position in the user's source of an offset into the bytecode."""
        unit = instruction // 2
        return self._spans[unit] if 0 <= unit < len(self._spans) else None

    def text_at(self, instruction: int) -> str:
        """Return the piece of the plan that an offset into the bytecode belongs to."""
        line, _, start, end = self._pieces[instruction // 2]
        text = self._lines[line - 1] if line else ""
        return text.encode()[start:end].decode()

    @functools.cached_property
    def _lines(self) -> list[str]:
        return self.source.splitlines()

    @functools.cached_property
    def _pieces(self) -> list[tuple[int | None, int | None, int | None, int | None]]:
        return list(self._written.co_positions())

    def count(self, on: bool) -> None:
        """Count from now on how often each line runs, or no longer.

        Python cannot count where blocks stand too deep in each other.
        """
        if not on:
            if self._bare is not None:
                self._code, self._spans, self._written = self._bare
                self._bare = None
        elif self._bare is None:
            try:
                tree, counts = counted(self.source, self.file)
                made = compile(tree, self.file, "exec", dont_inherit=True)
            except (SyntaxError, RecursionError):
                return
            self.counts = counts
            self._function.__globals__.update(counts.named())
            self._bare = self._code, self._spans, self._written
            self._place(function_of(made, self.plan.literals))
        vars(self).pop("_pieces", None)
        self._function.__code__ = self._code

    def _place(self, code: CodeType) -> None:
        """Take code of the plan, with the user's positions."""
        self._spans = spans_of_units(self.plan, code)
        self._knows_source = any(span is not None for span in self._spans)
        moved = relocate(code, self._spans) if self._places == "user" else None
        name = self.plan.name
        self._code = (moved or code).replace(co_name=name, co_qualname=name)
        self._written = code

    def runs(self, entry: TracebackType) -> bool:
        """Whether an entry of a traceback is of this plan."""
        return entry.tb_frame.f_code is self._code

    def _note(self, error: Exception, entry: TracebackType) -> None:
        """Add values, and a line of the user's, if this plan is the innermost one."""
        if entry.tb_frame.f_code is not self._code:
            return
        unit = entry.tb_lasti // 2
        span = self._spans[unit]
        if span is not None:
            if isinstance(error, AutographError):
                error.span = error.span or span
            values = entry.tb_frame.f_locals
            add_note(error, self._written, self.source, unit, values, span)

    def _shown(self, entry: TracebackType, outer: int) -> Iterator[TracebackType]:
        """Yield the entries that replace one."""
        real = entry.tb_frame
        span = self._spans[entry.tb_lasti // 2] if real.f_code is self._code else None
        if span is None:
            yield entry
            return
        space = {key: real.f_globals[key] for key in _KEPT if key in real.f_globals}
        variables = real.f_locals
        for place, columns in self._users.calls_to(span)[outer:]:
            values = self._users.values(place, variables)
            frame = frame_at(place, space, values, columns)
            yield TracebackType(None, frame, frame.f_lasti, place.line)

    @functools.cached_property
    def _users(self) -> UsersNames:
        return UsersNames(self._graph, self.plan)


def compile_graph(
    graph: Graph,
    *,
    home: MutableMapping[str, Any] | None = None,
    places: Literal["user", "plan"] = "user",
) -> PlanExecutable:
    """Make a graph callable.

    Parameters
    ----------
    graph : Graph
        Any legal graph.
    home : mapping, optional
        The globals of the user's function: warnings are filtered, and shown once, as
        those of its module.
    places : {'user', 'plan'}
        Whose lines debuggers, tracebacks and warnings see.

    Examples
    --------
    >>> from runtime.ir.reading import parse_graph
    >>> from runtime.ops import OPS
    >>> text = "graph twice(x: int) -> int { t: int = add(x, x) return t }"
    >>> twice = compile_graph(parse_graph(text, OPS))
    >>> twice(21)
    42
    >>> print(twice.source, end="")
    def twice(x):
        return x + x
    """
    try:
        with deep_recursion():
            return PlanExecutable(graph, home, places)
    except RecursionError:
        raise _too_deep(graph.name, _first_span(graph)) from None


def _compiled(plan: Plan, file: str) -> CodeType:
    """Return the code of a plan's function."""
    try:
        module = compile_source(plan.source, file)
    except SyntaxError as error:
        # Python takes 20 loops in each other.
        raise _too_deep(plan.name, _span_at(plan, error.lineno or 0)) from error
    return function_of(module, plan.literals)


def plan_of(frame: FrameType) -> PlanExecutable | None:
    """Return the plan that a frame runs, if it runs one."""
    mark = frame.f_globals.get(PLAN)
    found = None if mark is None else mark()
    return found if found is not None and found.has(frame.f_code) else None


def live_plans() -> list[PlanExecutable]:
    """Return all plans that there are."""
    return list(_live)


def _span_at(plan: Plan, line: int) -> Span | None:
    """Return the user's position of a line of the plan, or of the one above it."""
    above = [number for number in plan.lines if number <= line]
    return plan.lines[max(above)] if above else None


def _first_span(graph: Graph) -> Span | None:
    return next((node.span for node in graph.region.nodes if node.span), None)


def _too_deep(name: str, span: Span | None) -> GraphError:
    return GraphError(
        f"loops and branches of {name!r} are nested too deeply for Python",
        span=span,
        hint="write loops over arrays as operations on whole arrays",
    )


def _namespace(
    plan: Plan, home: MutableMapping[str, Any] | None, mark: weakref.ref[PlanExecutable]
) -> dict[str, Any]:
    """Return the globals of a plan's function."""
    namespace: dict[str, Any] = {
        "__name__": plan.name,
        PLAN: mark,
        "__builtins__": builtins,  # NumPy's C code imports through the caller's
        **plan.namespace,
    }
    if home is not None:
        namespace.update({key: home[key] for key in _FROM_HOME if key in home})
        # Where Python notes which warnings it has shown.
        namespace["__warningregistry__"] = home.setdefault("__warningregistry__", {})
    return namespace
