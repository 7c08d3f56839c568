"""Exceptions made while tracing: Python's, until the run has them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any, NoReturn

from runtime.types import STR
from tracer.errors import NotStaged, UnstagedWrite, on_behalf
from tracer.flow.exception_contents import (
    Contents,
    all_within,
    attributes,
    held_by,
    is_more_than_made,
    is_plain,
    is_same,
    within,
)
from tracer.record.contents import has_symbol
from tracer.record.made import Made, MadeHere
from tracer.record.staged import is_staged
from tracer.record.symbols import Symbol
from tracer.record.trace import Trace

EXCEPTION = "exception"
"""What begins the site of an exception: a container may be made at the same one."""


@dataclass(eq=False)
class MadeException(Made):
    """An exception.

    Attributes
    ----------
    held : list
        What it held when the run got it.
    caught : hashable
        The ``try`` whose handler ran in Python with it, if one did.
    has_double : bool
        Whether the run makes one like it where it is raised.
    contents : Contents
        What it held when that was asked last.
    """

    held: list[Any] = field(default_factory=list)
    caught: Hashable = None
    has_double: bool = False
    contents: Contents | None = None


class MadeExceptions:
    """The exceptions that one trace has made.

    They are Python's own, and Python changes them: nothing is recorded. So they are
    restored where a try of the trace is taken back. Where a branch or loop changes one,
    the run makes it.
    """

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._here = MadeHere(trace, MadeException)

    def noted(self, value: Any) -> Any:
        """Take note of a value that this position may have made, if an exception.

        Returns
        -------
        object
            What the trace goes on with: the run's exception where that is needed.
        """
        if not issubclass(type(value), BaseException) or self._here.is_noted(value):
            return value
        site = EXCEPTION, *self._trace.stack.site()
        if self._trace.is_left_to_run(site):
            return instance(self._trace, value)
        self._here.note(value, site)
        return value

    def make(self, kind: type[BaseException], /, *args: Any, **kwargs: Any) -> Any:
        """Call a class of exceptions, and take note of what that makes."""
        if type(kind) is not type:  # its own class may have a meaning for calls
            return self.noted(on_behalf(kind, *args, **kwargs))
        made = on_behalf(kind.__new__, kind, *args, **kwargs)
        if isinstance(made, kind):
            self._here.of(made)  # what its constructor changes, branches must not
            on_behalf(type(made).__init__, made, *args, **kwargs)
        return self.noted(made)

    def set_reason(self, error: BaseException, name: str, value: Any) -> None:
        """Set the cause or the like, which Python takes of its own kind alone."""
        if is_staged(value):
            self.must_exist(error)
        on_behalf(setattr, error, name, value)

    def caught(self, error: BaseException, site: Hashable) -> None:
        """Take note of an exception that a handler gets in Python.

        Once the run needs it, the ``try`` at that site is the run's.
        """
        made = self._here.of(error)
        before, made.caught = made.caught, site
        self._trace.builder.on_rollback(partial(setattr, made, "caught", before))

    def doubled(self, error: BaseException) -> None:
        """Take note that the run makes an exception like this one, and raises that.

        Most are not seen again. If this one is, the run has to make it first.
        """
        made = self._here.of(error)
        before, made.has_double = made.has_double, True
        self._trace.builder.on_rollback(partial(setattr, made, "has_double", before))

    def is_caught(self, error: BaseException) -> bool:
        """Whether a handler got an exception in Python."""
        made = self._here.find(error)
        return made is not None and made.caught is not None

    def is_of_the_run(self, error: BaseException) -> bool:
        """Whether the run has an exception, or has to catch it."""
        made = self._here.find(error)
        return made is not None and (
            made.of_the_run is not None or made.caught is not None
        )

    def give_up(self, error: BaseException) -> None:
        """Restart with an exception as one of the run's, if it is known from where."""
        if self.is_caught(error):
            self._trace.restart_with(
                self._trace.facts.protected, self._here.of(error).caught
            )
        if self._here.is_noted(error):
            self._here.leave_to_run(error)

    def must_exist(self, error: BaseException) -> NoReturn:
        """Restart with an exception as one that the run makes, or refuse."""
        self.give_up(error)
        self._trace.refuse(
            UnstagedWrite(
                f"a {type(error).__name__} created before a compiled branch or loop is "
                "changed in it",
                hint="collect its message and notes first, and create the exception "
                "where it is raised",
            )
        )

    def changing(self, error: BaseException) -> None:
        """Ensure that no branch or loop changes an exception that may be older.

        The trace knows of all that a class was called for, and of those with a name.
        """
        if self._trace.builder.staged and self._here.find(error) is None:
            self.must_exist(error)

    def check(self) -> None:
        """Make at run time what was changed after the run had it."""
        for made in self._here:
            known = made.of_the_run is not None
            if known and not is_same(made.held, held_by(made.thing)):
                self.must_exist(made.thing)

    def at_run_time(self, error: BaseException) -> Symbol | None:
        """Return the run's own exception for one, if there is one.

        Restart where that is not the one that the program means.
        """
        known, made = self._here.at_run_time(error), self._here.of(error)
        unseen = known is not None and not known._ag_region.open
        if unseen or made.has_double or made.caught is not None:
            self.give_up(error)
        return known

    def exists(self, error: BaseException, made: Symbol) -> None:
        """Record the run's own exception for one."""
        self._here.exists(error, made).held = held_by(error)

    def made(self) -> list[BaseException]:
        """Return the exceptions whose making or handling the trace has noted."""
        return [made.thing for made in self._here]

    def kept(self) -> Callable[[], None]:
        """Return what restores the exceptions made so far to what they are now."""
        contents: list[Contents] = []
        for made in self._here:
            known = made.contents
            now = Contents(made.thing) if known is None else known.now()
            made.contents = now
            contents.append(now)
        if self._trace.facts.compares(len(contents)):
            self._trace.restart()

        def restore() -> None:
            for each in contents:
                each.restore()

        return restore


def has_a_past(trace: Trace, error: BaseException) -> bool:
    """Whether a run that raises an exception needs it, and not just one like it."""
    return (
        is_more_than_made(error)
        or error.__suppress_context__
        or trace.part(MadeExceptions).is_of_the_run(error)
    )


def is_made_anew(trace: Trace, error: BaseException) -> bool:
    """Whether each run makes its own exception in place of this one."""
    return (
        is_plain(type(error))
        or has_symbol((error.args, list(attributes(error).values())))
        or trace.part(MadeExceptions).is_caught(error)
    )


def instance(trace: Trace, error: BaseException) -> Any:
    """Return the run-time exception for one made while tracing."""
    kind = type(error)
    known = trace.part(MadeExceptions).at_run_time(error)
    if known is not None:
        return known
    if not is_plain(kind):
        trace.refuse(
            NotStaged(
                f"a {kind.__name__} that holds more than arguments and attributes is "
                "created before it is raised",
                hint=f"write `raise {kind.__name__}(...)`",
            )
        )
    if _holds_itself(error):
        return _filled(trace, error)
    held = attributes(error)
    trace.asked.freeze(held)
    cause = cause_of(trace, error)
    made = trace.emit("exception_new", kind, error.args, held, *cause)
    trace.part(MadeExceptions).exists(error, made)
    return made


def _filled(trace: Trace, error: BaseException) -> Symbol:
    """Return the run-time exception for one that holds itself: made first, then filled.

    An ``__init__`` that is called with its instance twice, as one kept from ``super()``
    is at times, leaves such an exception.
    """
    empty: dict[str, Any] = {}
    trace.asked.freeze(empty)
    made: Symbol = trace.emit("exception_new", type(error), (), empty)
    trace.part(MadeExceptions).exists(error, made)
    for name, value in {"args": error.args, **attributes(error)}.items():
        trace.emit("store_attribute", made, name, value)
    for value in cause_of(trace, error):
        trace.emit("store_attribute", made, "__cause__", value)
    return made


def _holds_itself(error: BaseException) -> bool:
    """Whether an exception is among what it holds, at any depth."""
    held = chain(*map(all_within, within(error)))
    return any(value is error for value in held)


def cause_of(trace: Trace, error: BaseException) -> tuple[Any, ...]:
    """Return the cause that follows ``from`` or was set, in a tuple; () if none."""
    if error.__cause__ is not None:
        return (reason(trace, error.__cause__),)
    return (None,) if error.__suppress_context__ else ()


def reason(trace: Trace, cause: Any) -> Any:
    """Return the run-time exception that is the cause of another."""
    if isinstance(cause, BaseException):
        if has_a_past(trace, cause):
            return instance(trace, cause)
        trace.part(MadeExceptions).doubled(cause)
        return trace.emit("call", type(cause), *cause.args)
    return cause


def with_traceback(trace: Trace, error: BaseException, traceback: Any) -> Any:
    """Apply ``error.with_traceback(traceback)``: nothing that a graph looks at changes.

    Of a traceback that only the run has, the run makes the exception.
    """
    if is_staged(traceback):
        trace.part(MadeExceptions).give_up(error)
        return trace.emit(
            "call_method", instance(trace, error), "with_traceback", traceback
        )
    return on_behalf(error.with_traceback, traceback)


def add_note(trace: Trace, error: BaseException, text: Any) -> None:
    """Apply ``error.add_note(text)``, where the text may be a symbol."""
    trace.part(MadeExceptions).changing(error)
    if type(text) is not Symbol:
        on_behalf(error.add_note, text)
        return
    if trace.type_of(text) != STR:
        trace.refuse(
            NotStaged(
                "add_note() gets a value that may not be a string when the function "
                "runs",
                hint="write add_note(str(...))",
            )
        )
    vars(error).setdefault("__notes__", []).append(text)


@contextmanager
def unchanged(trace: Trace, made: Iterable[BaseException]) -> Iterator[None]:
    """Ensure that a branch or loop changes no exception made before it."""
    before = [(error, held_by(error)) for error in made]
    yield
    for error, held in before:
        if not is_same(held, held_by(error)):
            trace.part(MadeExceptions).must_exist(error)
