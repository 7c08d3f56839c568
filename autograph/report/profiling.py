"""Time, calls and bytes by line of the user's source."""

from __future__ import annotations

import math
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from autograph.library.boundary import boundary
from autograph.report.explanation import SourceLine
from autograph.report.figures import LineFigures, Phase, Profile, RegionFigures
from autograph.report.sampling import ENTRY, FIRST_CALL, Sampler, Stack
from runtime.errors import Span
from runtime.execute import MEASURING, PlanExecutable, live_plans
from runtime.ir.behavior import behavior
from runtime.ir.nodes import Node
from runtime.phases import WATCHERS
from runtime.types import Array


@boundary
def profile(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Profile:
    """Call a function once, and return where its time went.

    Only the first call of a compiled function is slow. Its phases are listed apart. To
    see what later calls cost, pass a function that calls yours more often.

    Parameters
    ----------
    function : callable
        A function, decorated or calling decorated ones.
    *args, **kwargs
        The arguments of the call.

    Returns
    -------
    Profile
        Time, calls and bytes by line of the source and by region, and the result of
        the call. It prints as a table; notebooks show it beside the source.

    See Also
    --------
    annotate : What becomes of each line.

    Examples
    --------
    >>> import numpy as np
    >>> import autograph as ag
    >>> @ag.function
    ... def norms(x):
    ...     total = 0.0
    ...     for row in x:
    ...         total = total + np.sqrt((row * row).sum())
    ...     return total
    >>> found = ag.profile(norms, np.ones((20, 300)))
    >>> found.result
    np.float64(346.41...)
    >>> {"convert", "trace", "optimize"} <= {each.name for each in found.phases}
    True
    >>> line = found.lines[norms.__code__.co_filename, 4]     # doctest: +SKIP
    >>> line.calls, line.bytes                                # doctest: +SKIP
    (20, 48000)
    >>> found.save_speedscope("norms.speedscope.json")        # doctest: +SKIP
    """
    profiler = Profiler()
    with profiler:
        result = _called(function, args, kwargs)
    name = getattr(function, "__name__", None) or repr(function)
    return profiler.profile(name, result)


def _called(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    return function(*args, **kwargs)


class Profiler:
    """Measures what runs in this thread while it is entered.

    Parameters
    ----------
    outermost : callable, optional
        The function whose callers are of no interest.
    """

    def __init__(self, outermost: Callable[..., Any] = _called) -> None:
        self._sampler = Sampler(outermost.__code__)
        self._thread = threading.get_ident()
        self._spent: defaultdict[tuple[str, str], float] = defaultdict(float)
        self._running: list[tuple[str, str]] = []
        self._plans: list[PlanExecutable] = []
        self._native_calls: dict[int, int] = {}
        self._since = 0.0
        self._seconds = 0.0

    def __enter__(self) -> Profiler:
        if MEASURING.made is not None:
            raise RuntimeError("something is profiled already; end that first")
        WATCHERS.append(self)
        MEASURING.made = self._add
        for plan in live_plans():
            self._add(plan)
        _renew_entries(self._plans)
        self._sampler.__enter__()
        self._began = self._since = time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self._seconds = time.perf_counter() - self._began
        self._sampler.__exit__()
        MEASURING.made = None
        WATCHERS.remove(self)
        for plan in self._plans:
            plan.count(False)
        _renew_entries(self._plans)

    def _add(self, plan: PlanExecutable) -> None:
        self._plans.append(plan)
        plan.count(True)
        for native in getattr(plan, "natives", ()):
            self._native_calls[id(native)] = native.calls

    def begin(self, phase: str, name: str) -> None:
        """Note that a phase begins; the one around it waits."""
        if threading.get_ident() == self._thread:
            self._switch()
            self._running.append((phase, name))
            self._sampler.phases.append(f"{phase} {name}")

    def end(self, phase: str, name: str) -> None:
        """Note that a phase ends; the one around it goes on."""
        if threading.get_ident() == self._thread and self._running:
            self._switch()
            self._running.pop()
            self._sampler.phases.pop()

    def _switch(self) -> None:
        now = time.perf_counter()
        if self._running:
            self._spent[self._running[-1]] += now - self._since
        self._since = now

    def profile(self, title: str, result: Any = None) -> Profile:
        """Return what was measured."""
        lines: defaultdict[SourceLine, LineFigures] = defaultdict(LineFigures)
        stacks = self._stacks()
        for stack, seconds in stacks.items():
            for frame in reversed(stack):
                if frame.kind in (FIRST_CALL, ENTRY.kind):
                    break
                if frame.kind != "library":
                    line = lines[frame.file, frame.line]
                    line.seconds += seconds
                    line.kinds.add(frame.kind)
                    break
        for plan in self._plans:
            _add_counts(plan, lines)
        phases = [Phase(*key, seconds) for key, seconds in self._spent.items()]
        regions = sorted(_merged(self._regions(stacks)), key=lambda each: -each.seconds)
        return Profile(
            title,
            self._seconds,
            tuple(phases),
            tuple(regions),
            dict(lines),
            stacks,
            result,
        )

    def _stacks(self) -> dict[Stack, float]:
        """Return the seconds spent, by what ran: samples share all of the time.

        The time after the last sample has none, and that of first calls is known.
        """
        stacks = self._sampler.stacks
        steady = {key: spent for key, spent in stacks.items() if not _is_first(key)}
        sampled = sum(steady.values())
        whole = max(self._seconds - sum(self._spent.values()), 0.0)
        return dict(stacks) | {
            key: spent * whole / sampled for key, spent in steady.items()
        }

    def _regions(self, stacks: dict[Stack, float]) -> Iterator[RegionFigures]:
        """Yield what ran, by who ran it."""
        seconds: defaultdict[tuple[str, str, str], float] = defaultdict(float)
        python = entries = 0.0
        for stack, spent in stacks.items():
            ran = [each for each in stack if each.kind in ("plan", "native")]
            last = next((f for f in reversed(stack) if f.kind != "library"), None)
            if last is None or last.kind == FIRST_CALL:
                continue
            if last is ENTRY:
                entries += spent
            elif last.kind == "native":
                seconds["native", last.file, str(last.line)] += spent
            elif last.kind == "plan":
                first = next(f for f in ran)
                seconds["plan", first.file, first.function] += spent
            else:
                python += spent
        called = False
        for plan in self._plans:
            counts = plan.counts
            natives = getattr(plan, "natives", ())
            for native in natives:
                span = native.region.span
                calls = native.calls - self._native_calls.get(id(native), 0)
                if span is not None and calls:
                    called = True
                    key = ("native", span.file, str(span.line))
                    yield RegionFigures(
                        "native",
                        plan.plan.name,
                        span.short,
                        calls,
                        seconds.pop(key, 0.0),
                    )
            if counts is not None and counts.calls:
                called = True
                span = next((each for each in plan.plan.lines.values()), None)
                file = "" if span is None else _outermost(span).file
                key = ("plan", file, plan.plan.name)
                place = "" if span is None else _outermost(span).short
                spent = seconds.pop(key, 0.0)
                yield RegionFigures("plan", plan.plan.name, place, counts.calls, spent)
        for (kind, _, name), spent in seconds.items():
            yield RegionFigures(kind, name, "", None, spent)
        yield RegionFigures("Python", "all else", "", None, python)
        if called:  # else what was sampled there is ours alone
            finding = "finding the graph of a call"
            yield RegionFigures("AutoGraph", finding, "", None, entries)


def _is_first(stack: Stack) -> bool:
    return bool(stack) and stack[-1].kind == FIRST_CALL


def _merged(regions: Iterable[RegionFigures]) -> Iterator[RegionFigures]:
    """Yield each region once, without those that took no part."""
    found: dict[tuple[str, str, str], RegionFigures] = {}
    for each in regions:
        before = found.get(key := (each.kind, each.name, each.place))
        if before is not None:
            calls = (before.calls or 0) + (each.calls or 0)
            each = replace(each, calls=calls, seconds=before.seconds + each.seconds)
        if each.calls or each.seconds:
            found[key] = each
    yield from found.values()


def _renew_entries(plans: list[PlanExecutable]) -> None:
    """Let functions whose calls go to machine code at once go by a plan, or back."""
    for plan in plans:
        for native in getattr(plan, "natives", ()):
            native.changed()


def _outermost(span: Span) -> Span:
    while span.caller is not None:
        span = span.caller
    return span


def _add_counts(plan: PlanExecutable, lines: dict[SourceLine, LineFigures]) -> None:
    """Add how often lines ran in a plan, and the bytes of the arrays they made."""
    if plan.counts is None or not plan.counts.calls:
        return
    of_lines = plan.counts.of_lines()
    by_span: dict[Span, int] = {}
    for number, count in of_lines.items():
        spans = [each.span for each in plan.plan.places.get(number, ())]
        if number in plan.plan.lines:
            spans.append(plan.plan.lines[number])
        for span in spans:
            by_span[span] = max(by_span.get(span, 0), count)
    by_call: dict[tuple[SourceLine, Span | None], int] = {}
    for span, count in by_span.items():
        key = (span.file, span.line), span.caller
        by_call[key] = max(by_call.get(key, 0), count)
    for (place, _), count in by_call.items():
        lines[place].calls += count
        lines[place].kinds.add("plan")
    for node in plan.graph.nodes():
        made = node.span
        if made is not None:
            count = by_call.get(((made.file, made.line), made.caller), 0)
            lines[made.file, made.line].bytes += count * _bytes(node)


def _bytes(node: Node) -> int:
    """Return the bytes of the arrays that a node makes, if their shape is known."""
    if node.regions or behavior(node).returns != "fresh":
        return 0
    total = 0
    for value in node.results:
        of = value.type
        if isinstance(of, Array):
            known = [size for size in of.shape or () if size is not None]
            if of.shape is not None and len(known) == len(of.shape):
                total += of.dtype.itemsize * math.prod(known)
    return total
