"""The call stack of a trace: the user's functions that run, and their positions."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Hashable, Iterator, Set
from contextlib import contextmanager
from dataclasses import replace
from inspect import CO_GENERATOR
from types import CodeType, FrameType
from typing import Any

from runtime.errors import Extent, Span
from tracer.errors import user_error
from tracer.policy import is_numpys_file
from tracer.record.code_memory import Identity, identity, positions
from tracer.record.frames import frame_of, user_frame, user_frames
from tracer.record.options import Options
from tracer.record.traced_globals import TracedGlobals


class Stack:
    """The calls of one trace.

    Attributes
    ----------
    running : list
        The code of each converted function that is running, the innermost last.
    caller : Span or None
        The position from which the innermost one was called.
    home : Span
        The head of the outermost one.
    namespace : dict
        The globals of the outermost one.
    levels : int
        How many nested calls Python's limit leaves.
    """

    def __init__(self, options: Options) -> None:
        self.running: list[CodeType] = []
        self.caller: Span | None = None
        self.home = Span("<unknown>", 0)
        self.namespace: dict[str, Any] = {}
        self.levels = _levels_left()
        self._home_of = options.home
        self._decisions = options.decisions
        self._spans: dict[tuple[Identity, int, int, int], Span] = {}
        self._overflowed = False

    def begin(self, code: CodeType, namespace: dict[str, Any]) -> None:
        """Record which function is traced, and its globals."""
        self.namespace = namespace
        self.home = Span(code.co_filename, code.co_firstlineno, -1, code.co_name)

    @contextmanager
    def calling(self, code: CodeType) -> Iterator[None]:
        """Record that the user's function of `code` runs inside the current one."""
        caller = self.caller
        if self.running:
            self.caller = self.span()
        self.running.append(code)
        if self._decisions is not None and not is_numpys_file(code.co_filename):
            self._decisions.traced[code] = None
        try:
            yield
        finally:
            self.running.pop()
            self.caller = caller

    def calls(self, code: CodeType) -> int:
        """Return how many of the running calls are of a function."""
        return sum(each is code for each in self.running)

    def codes(self) -> list[CodeType]:
        """Return the converted codes that run, the innermost first.

        The functions made while tracing, which Python itself calls, are among them.
        """
        return [frame.f_code for frame in user_frames(sys._getframe(1))]

    def generators(self) -> list[CodeType]:
        """Return those of the generators among them."""
        return [each for each in self.codes() if each.co_flags & CO_GENERATOR]

    def asking(self) -> CodeType | None:
        """Return the converted code that itself, not ours, calls who asks this."""
        frame = sys._getframe(2)
        return frame.f_code if type(frame.f_globals) is TracedGlobals else None

    def runs_any(self, functions: Set[Identity]) -> bool:
        """Whether one of these functions is running."""
        return any(identity(code) in functions for code in self.running)

    @contextmanager
    def standing(self, running: list[CodeType], caller: Span | None) -> Iterator[None]:
        """Run code as part of another function, such as a generator's consumer."""
        before = list(self.running), self.caller
        self.running[:], self.caller = running, caller
        try:
            yield
        finally:
            self.running[:], self.caller = before

    def span(self) -> Span:
        """Return the span of the running converted code."""
        frame = user_frame(sys._getframe(1))
        if frame is None:
            return self.home
        return self.span_at(frame.f_code, frame.f_lineno, frame, frame.f_lasti)

    def span_at(
        self, code: CodeType, line: int, frame: FrameType, instruction: int = -1
    ) -> Span:
        """Return the span of a line that runs in a frame, or in one called from it.

        Functions that were made while tracing are called by Python itself: only its
        stack knows from where.

        Parameters
        ----------
        code, line
            The code and its line.
        frame : frame
            The frame.
        instruction : int, optional
            The offset of what runs, into the code; -1 if it is not known.
        """
        inner: list[tuple[CodeType, int, int]] = []
        calling: FrameType | None = frame
        while calling is not None and self._is_local(code):
            inner.append((code, line, instruction))
            calling = user_frame(frame_of(self._home_of(code), calling).f_back)
            if calling is not None:
                code, line = calling.f_code, calling.f_lineno
                instruction = calling.f_lasti
        self._limit(len(inner))
        span = self.caller
        if calling is not None:
            span = self._span(code, line, span, instruction)
        for code, line, instruction in reversed(inner):
            span = self._span(code, line, span, instruction)
        assert span is not None
        return span

    def _limit(self, depth: int) -> None:
        """Raise the user's error, once, if calls by Python nest deeper than it allows.

        While tracing, the limit is higher: each call takes several of ours.
        """
        if depth > self.levels and not self._overflowed:
            self._overflowed = True
            raise user_error(RecursionError("maximum recursion depth exceeded"))

    def span_within(
        self, span: Span, code: CodeType, line: int, instruction: int, apart: bool
    ) -> Span:
        """Return the span of a line that was running within another span.

        It is another line of the same function, unless that was called, or is apart.
        """
        called = apart or self._home_of(code) is code
        return self._span(code, line, span if called else span.caller, instruction)

    def _is_local(self, code: CodeType) -> bool:
        """Whether code belongs to a function that Python, not the trace, called."""
        return bool(self.running) and self._home_of(code) is not self.running[-1]

    def _span(
        self, code: CodeType, line: int, caller: Span | None, instruction: int
    ) -> Span:
        key = (identity(code), line, id(caller), instruction)
        span = self._spans.get(key)
        if span is None:
            home = self._home_of(code)
            span = Span(
                code.co_filename,
                line,
                -1,
                home.co_name,
                caller,
                home.co_firstlineno,
                Extent(code, instruction // 2, line) if instruction >= 0 else None,
            )
            self._spans[key] = span
        return span

    def site(self) -> tuple[Hashable, ...]:
        """Return a key of the running call, unique in the source."""
        frame = self.frame()
        return identity(frame.f_code), frame.f_lasti, self.caller

    def frame(self) -> FrameType:
        """Return the running frame of converted code."""
        found = user_frame(sys._getframe(1))
        assert found is not None
        return found

    def begins(self, frame: FrameType) -> tuple[int, int | None]:
        """Return the line and column, in bytes, of what runs in a frame."""
        line, _, column, _ = positions(frame.f_code)[frame.f_lasti // 2]
        return line or frame.f_lineno, column

    def place(self) -> Span:
        """Return the running position with its column, for an error."""
        frame = user_frame(sys._getframe(1))
        span = self.span()
        if frame is None:
            return span
        _, column = self.begins(frame)
        if column is None:
            return span
        # Python counts bytes, people characters.
        text = linecache.getline(span.file, span.line).encode()
        character = len(text[:column].decode(errors="replace")) if text else column
        return replace(span, column=character)


def _levels_left() -> int:
    """Return how many nested calls Python's limit leaves."""
    levels, frame = sys.getrecursionlimit(), sys._getframe()
    while frame.f_back is not None:
        levels, frame = levels - 1, frame.f_back
    return levels
