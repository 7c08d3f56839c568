"""Python's iterators in a trace: they go forward only, and never back.

A branch of the graph may not be taken, and the body of a loop is traced more than
once. An iterator made before it would be advanced there once and for all, so this is
refused. An iterator made in the same region may be advanced there.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from functools import partial
from types import CodeType, GeneratorType
from typing import Any, NoReturn, TypeGuard

from tracer.errors import NeedsPlainValue, NotStaged, on_behalf, user_error
from tracer.flow.endings import FAILS, Exits
from tracer.flow.loop_bodies import Loop
from tracer.flow.loops import run_loop
from tracer.flow.nesting import depth_here
from tracer.flow.settling import Advanced
from tracer.flow.single_pass import Iteration
from tracer.flow.taken_iterators import TakenIterators
from tracer.flow.unrolling import UNROLL, for_in_python, refuse_many, try_staged
from tracer.record.deferred import inline_generator
from tracer.record.staged import class_called, name_in_messages
from tracer.record.trace import Trace


class Iterators:
    """What one trace has done with iterators of Python's.

    Attributes
    ----------
    advanced : WeakSet
        Those that were advanced.
    left_over : list
        What those wrapped that nobody holds any more.
    """

    def __init__(self, trace: Trace) -> None:
        self.advanced: weakref.WeakSet[TracedIterator] = weakref.WeakSet()
        self.left_over: list[object] = []


class TracedIterator(Iteration):
    """An iterator that is advanced only in the region that made it."""

    __slots__ = (
        "__weakref__",
        "_ag_identity",
        "_ag_many",
        "_ag_record",
        "_ag_within",
        "_ag_wrapped",
    )

    def __new__(cls, wrapped: Iterator[Any], *args: Any) -> TracedIterator:
        name = name_in_messages(wrapped)
        kind: type[TracedIterator] = class_called(name, TracedIterator)
        return object.__new__(kind)

    def __init__(
        self,
        wrapped: Iterator[Any],
        trace: Trace,
        record: Callable[[], Any] | None = None,
        site: Hashable = None,
    ) -> None:
        super().__init__(trace, site)
        self._ag_record = record
        self._ag_many: Callable[[], Any] | None = None
        self._ag_wrapped = wrapped
        self._ag_within = 0
        self._ag_identity = one = object()
        if type(wrapped) in _MADE_BY_CALLS:  # the next try makes another one
            spent = trace.part(Advanced).spent
            trace.builder.on_rollback(lambda: spent.discard(one))

    def __del__(self) -> None:
        if not hasattr(self, "_ag_within"):  # interrupted while it was made
            return
        trace = self._ag_trace
        if self._ag_used or trace.ended or trace.restarting:
            # While another generator ends, a trace that has ended makes no more parts.
            with suppress(GeneratorExit):
                trace.part(Iterators).left_over.append(self._ag_wrapped)
        elif self._ag_within and not self._ag_is_here():
            if self._ag_leave_to_run():
                trace.restarting = True
            else:
                error = self._left_within()  # nothing can be raised here
                error.span = error.span or trace.stack.place()
                trace.refusal = trace.refusal or error

    # Code that was not converted asks isinstance(); this lets it hear the truth.
    @property  # type: ignore[misc]  # see `Symbol.__class__`
    def __class__(self) -> type:
        return type(self._ag_wrapped)

    def __repr__(self) -> str:
        return repr(self._ag_wrapped)

    def __iter__(self) -> TracedIterator:
        return self

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        name = type(self).__name__
        raise user_error(TypeError(f"object of type {name!r} has no len()"))

    def __getitem__(self, index: Any) -> NoReturn:
        name = type(self).__name__
        raise user_error(TypeError(f"{name!r} object is not subscriptable"))

    def __next__(self) -> Any:
        # Its first item is gone, too, if this is taken back: the graph has not made it.
        self._ag_record = self._ag_many = None
        self._advance()
        exits = self._ag_trace.part(Exits)
        depths = exits.protected
        before = len(depths)
        generates = type(self._ag_wrapped) is GeneratorType
        exits.stopping.append(FAILS if generates else self._ag_begin_again)
        try:
            return on_behalf(next, self._ag_wrapped)
        except NeedsPlainValue:
            if self.code is not None and self.code.co_name == "<genexpr>":
                self._ag_begin_again()  # of Python's own, which the run can make
            raise
        finally:
            exits.stopping.pop()
            self._ag_within += len(depths) - before
            self._ag_trace.part(Iterators).advanced.add(self)

    def _ag_iterable(self) -> Any:
        """Return the graph's form of the iterator, if it has one and has not begun."""
        record = self._ag_record
        return self if record is None else self._ag_recorded(record)

    def _ag_recorded(self, record: Callable[[], Any]) -> Any:
        """Return the graph's form of the iterator, which takes its place."""
        self._check_advance()
        self._ag_used = True
        self._ag_trace.builder.on_rollback(self._ag_again)
        return record()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_ag_"):  # not set yet
            raise AttributeError(name)
        found = on_behalf(getattr, self._ag_wrapped, name)
        if name not in ("send", "throw", "close"):
            return found

        def method(*args: Any) -> Any:
            if name == "close" and not self._may_advance():
                return self._close_for_good()
            self._advance()
            return on_behalf(found, *args)

        return method

    def _ag_loop(self, loop: Loop) -> Any:
        """Run a loop over it: in Python, if it is not left to the graph."""
        trace, many = self._ag_trace, self._ag_many
        if many is not None:
            stage = partial(self._ag_loop_over_many, many, loop)
            out = try_staged(trace, trace.builder.mark(), loop.name.site, stage)
            if out is not UNROLL:
                return out
        source = self._ag_iterable()
        run = for_in_python if source is self else run_loop
        return run(self._ag_trace, source, loop)

    def _ag_loop_over_many(self, record: Callable[[], Any], loop: Loop) -> Any:
        return run_loop(self._ag_trace, self._ag_recorded(record), loop)

    def _ag_rest(self, limit: int) -> Callable[[], TracedIterator]:
        """Return what advances it from here on in a branch, of which there are few."""
        if depth_here(self._ag_trace) > limit:
            self.inline()
            refuse_many(self._ag_trace)

        def moved() -> TracedIterator:
            moving: Any = self
            while is_python_iterator(moving):
                moving.moves()
                moving = moving._ag_wrapped
            return self

        return moved

    def moves(self) -> None:
        """Move to the innermost region, for good."""
        self.check_closed()
        self._ag_region = self._ag_trace.builder.region

    def _may_advance(self) -> bool:
        return self._ag_is_here() and not self._ag_used

    def _close_for_good(self) -> None:
        """Mark it spent: a generator that ends closes the iterator it consumed."""
        self.check_closed()
        self._ag_used = True

    def _advance(self) -> None:
        self._check_advance()
        if self._ag_record is None:
            itself = weakref.ref(self)  # when nobody else holds it, it has to end
            trace, one = self._ag_trace, self._ag_identity
            trace.builder.on_rollback(lambda: _spend(trace, itself(), one))

    def _check_advance(self) -> None:
        trace = self._ag_trace
        trace.part(TakenIterators).goes_on(self)
        if not self._may_advance():
            if not trace.tentative:  # else the loop may still run in Python
                if type(self._ag_wrapped) is not GeneratorType:
                    self._ag_begin_again()
                self.inline()
                self._ag_begin_again()
            trace.refuse(
                NotStaged(
                    f"the {type(self._ag_wrapped).__name__} created outside of a "
                    "compiled branch or loop is advanced in it or after it",
                    hint="make a list of its items first, and iterate over that",
                )
            )

    def _ag_hold(self) -> None:
        self._ag_begin_again()

    def inline(self) -> None:
        """Restart with the generators that are advanced here inlined.

        They are those whose statements advance this iterator, the one behind it, and
        any that it may iterate over in turn.
        """
        trace = self._ag_trace
        for code in trace.stack.generators():
            inline_generator(trace, code)
        for items in (self, *trace.part(Iterators).advanced):
            if type(items._ag_wrapped) is GeneratorType:
                inline_generator(trace, items._ag_wrapped.gi_code)

    @property
    def code(self) -> CodeType | None:
        """The code of a generator, if it is one."""
        return getattr(self._ag_wrapped, "gi_code", None)

    @property
    def is_within(self) -> bool:
        """Whether it waits at a ``yield`` within its own ``try`` or ``with``."""
        return bool(self._ag_within)

    def check_closed(self) -> None:
        """Refuse a generator whose `finally` is still to come where nothing runs it."""
        if self._ag_within and not self._ag_used:
            self._ag_begin_again()
            self._ag_trace.refuse(self._left_within())

    def _left_within(self) -> NotStaged:
        name = getattr(self._ag_wrapped, "__name__", type(self._ag_wrapped).__name__)
        return NotStaged(
            f"the generator {name} is left inside its `try` or `with` at a point known "
            "only when the function runs",
            hint="iterate over all its items, or move the `try` or `with` out of it",
        )


def is_python_iterator(value: Any) -> TypeGuard[TracedIterator]:
    """Whether a value stands for an iterator of Python's."""
    return issubclass(type(value), TracedIterator)


def itself(value: Any) -> Any:
    """Return the iterator for which a value of the trace stands, or the value.

    An error may say its class. The run makes it where it can.
    """
    if issubclass(type(value), Iteration):
        value._ag_begin_again()
    return value._ag_wrapped if is_python_iterator(value) else value


_MADE_BY_CALLS = frozenset(
    (enumerate, filter, map, reversed, zip, type(iter([])), type(iter(())))
)
"""The classes of iterators that a trace makes for a call, and wraps at once."""


def _spend(trace: Trace, items: TracedIterator | None, one: object) -> None:
    """Record that an attempt that advanced an iterator was rolled back."""
    trace.part(Advanced).spent.add(one)
    if items is not None:
        items._ag_used = True


def iterator(
    trace: Trace,
    items: Iterator[Any],
    record: Callable[[], Any] | None = None,
    early: bool = False,
    many: bool = False,
) -> Any:
    """Return the stand-in for a Python iterator.

    Parameters
    ----------
    trace, items
        The running trace, and the iterator.
    record : callable, optional
        Records an iterator for the graph to use instead.
    early : bool
        Whether a loop over all of it uses that one immediately, since it has no
        end.
    many : bool
        Whether a loop over all of it tries that one first, since it has many items.
    """
    if is_python_iterator(items):
        return items
    if record is None:
        return TracedIterator(items, trace)
    site = ("iterator", *trace.stack.site())
    if trace.is_left_to_run(site):
        return record()
    made = TracedIterator(items, trace, record if early else None, site)
    made._ag_many = record if many else None
    return made
