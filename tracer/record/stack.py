"""The user's functions that run while they are traced, and where each one stands."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import CodeType, FrameType

from runtime.errors import Span
from tracer.record.frames import frame_of, user_frame
from tracer.record.options import Options


class Stack:
    """The calls of one trace.

    Attributes
    ----------
    running : list
        The code of each function that was converted to run here, the innermost last.
    caller : Span or None
        Where the innermost one was called.
    home : Span
        The head of the outermost one.
    met : set
        The code of all that ever ran.
    levels : int
        How many calls within each other Python's limit leaves.
    """

    def __init__(self, options: Options) -> None:
        self.running: list[CodeType] = []
        self.caller: Span | None = None
        self.home = Span("<unknown>", 0)
        self.met: set[CodeType] = set()
        self.levels = _levels_left()
        self._home_of = options.home
        self._decisions = options.decisions
        self._spans: dict[tuple[CodeType, int, int], Span] = {}

    def begin(self, code: CodeType) -> None:
        """Note which function is traced."""
        self.home = Span(code.co_filename, code.co_firstlineno, -1, code.co_name)

    @contextmanager
    def calling(self, code: CodeType) -> Iterator[None]:
        """Note that the user's function of `code` runs inside the present one."""
        caller = self.caller
        if self.running:
            self.caller = self.span()
        self.running.append(code)
        self.met.add(code)
        if self._decisions is not None:
            self._decisions.traced[code] = None
        try:
            yield
        finally:
            self.running.pop()
            self.caller = caller

    @contextmanager
    def standing(self, running: list[CodeType], caller: Span | None) -> Iterator[None]:
        """Run what stands elsewhere: in the consumer of a generator, not in it."""
        before = list(self.running), self.caller
        self.running[:], self.caller = running, caller
        try:
            yield
        finally:
            self.running[:], self.caller = before

    def span(self) -> Span:
        """Give the place in converted code that is running."""
        frame = user_frame(sys._getframe(1))
        if frame is None:
            return self.home
        return self.span_at(frame.f_code, frame.f_lineno, frame)

    def span_at(self, code: CodeType, line: int, frame: FrameType) -> Span:
        """Give the span of a line of what runs in a frame, or in one that was in it.

        Functions that were made while tracing are called by Python itself: only its
        stack knows from where.
        """
        inner: list[tuple[CodeType, int]] = []
        calling: FrameType | None = frame
        while calling is not None and self._is_local(code):
            inner.append((code, line))
            calling = user_frame(frame_of(self._home_of(code), calling).f_back)
            if calling is not None:
                code, line = calling.f_code, calling.f_lineno
        span = self.caller
        if calling is not None:
            span = self._span(code, line, span)
        for code, line in reversed(inner):
            span = self._span(code, line, span)
        assert span is not None
        return span

    def span_within(self, span: Span, code: CodeType, line: int) -> Span:
        """Give the span of what was running within what runs at another."""
        called = self._home_of(code) is code
        return self._span(code, line, span if called else span.caller)

    def _is_local(self, code: CodeType) -> bool:
        """Say whether code is that of a function that Python called by itself."""
        return bool(self.running) and self._home_of(code) is not self.running[-1]

    def _span(self, code: CodeType, line: int, caller: Span | None) -> Span:
        key = (code, line, id(caller))
        span = self._spans.get(key)
        if span is None:
            name = self._home_of(code).co_name
            span = Span(code.co_filename, line, -1, name, caller)
            self._spans[key] = span
        return span

    def site(self) -> Hashable:
        """Give what tells the call that is running from all others of the source."""
        frame = self.frame()
        return frame.f_code, frame.f_lasti, self.caller

    def frame(self) -> FrameType:
        """Give the frame of converted code that is running."""
        found = user_frame(sys._getframe(1))
        assert found is not None
        return found

    def place(self) -> Span:
        """Give the running place with its column, for an error."""
        frame = user_frame(sys._getframe(1))
        span = self.span()
        if frame is None:
            return span
        positions = list(frame.f_code.co_positions())
        column = positions[frame.f_lasti // 2][2]
        if column is None:
            return span
        # Python counts bytes, people characters.
        text = linecache.getline(span.file, span.line).encode()
        character = len(text[:column].decode(errors="replace")) if text else column
        return replace(span, column=character)


def _levels_left() -> int:
    """Give how many calls within each other Python's limit leaves."""
    levels, frame = sys.getrecursionlimit(), sys._getframe()
    while frame.f_back is not None:
        levels, frame = levels - 1, frame.f_back
    return levels
