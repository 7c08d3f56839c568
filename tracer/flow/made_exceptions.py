"""Exceptions made while tracing: Python's, until the run has them."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NoReturn
from weakref import WeakKeyDictionary

from runtime.exceptions import builtin_class, members
from runtime.types import STR
from tracer.errors import USER_ERROR, NotStaged, UnstagedWrite, on_behalf
from tracer.record.contents import has_symbol
from tracer.record.frames import locals_of, user_frames
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
    """

    held: list[Any] = field(default_factory=list)


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

    def items_noted(self, container: Any) -> None:
        """Take note of the items of a fresh container."""
        if type(container) is list:
            container[:] = map(self.noted, container)
        elif type(container) is dict:
            container.update({k: self.noted(item) for k, item in container.items()})

    def set_reason(self, error: BaseException, name: str, value: Any) -> None:
        """Set the cause or the like, which Python takes of its own kind alone."""
        if is_staged(value):
            self.must_exist(error)
        on_behalf(setattr, error, name, value)

    def give_up(self, error: BaseException) -> None:
        """Restart with an exception as one that the run makes, if it has a name."""
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

    def check(self) -> None:
        """Make at run time what was changed after the run had it."""
        for made in self._here:
            known = made.of_the_run is not None
            if known and not is_same(made.held, held_by(made.thing)):
                self.must_exist(made.thing)

    def at_run_time(self, error: BaseException) -> Symbol | None:
        """Return the run's own exception for one, if there is one."""
        return self._here.at_run_time(error)

    def exists(self, error: BaseException, made: Symbol) -> None:
        """Record the run's own exception for one."""
        self._here.exists(error, made).held = held_by(error)

    def made(self) -> list[BaseException]:
        """Return the exceptions whose making the trace has noted."""
        return [made.thing for made in self._here if made.sites]

    def alive(self) -> Iterator[BaseException]:
        """Yield the exceptions made so far that a program may still reach by a name."""
        yield from self.made()
        for value in chain(*map(locals_of, user_frames(sys._getframe(1)))):
            # A symbol answers `isinstance` for what it stands for.
            if issubclass(type(value), BaseException):
                yield value

    def kept(self) -> Callable[[], None]:
        """Return what restores the exceptions made so far to what they are now."""
        contents = [Contents(error) for error in self.alive()]

        def restore() -> None:
            for each in contents:
                each.restore()

        return restore


class Contents:
    """What an exception holds at some time."""

    def __init__(self, error: BaseException) -> None:
        self._error = error
        self._held = dict(vars(error))
        notes = self._held.get("__notes__")
        self._notes = list(notes) if type(notes) is list else ()
        self._parts = parts_of(error)
        self._members = _members_of(error)

    def restore(self) -> None:
        """Set the exception to what it was."""
        error = self._error
        for name, value in zip(PARTS, self._parts, strict=True):
            setattr(error, name, value)
        for name in _members_of(error).keys() - self._members.keys():
            delattr(error, name)
        for name, value in self._members.items():
            setattr(error, name, value)
        vars(error).clear()
        vars(error).update(self._held)
        if self._notes:
            self._held["__notes__"][:] = self._notes


PARTS = ("args", "__cause__", "__context__", "__suppress_context__", "__traceback__")
"""What every exception holds; to set the cause sets the next but one too."""
parts_of = operator.attrgetter(*PARTS)
_member_names: WeakKeyDictionary[type, tuple[str, ...]] = WeakKeyDictionary()


def _members_of(error: BaseException) -> dict[str, Any]:
    """Return what an exception holds in members of its class, and in slots."""
    kind = type(error)
    names = _member_names.get(kind)
    if names is None:
        names = _member_names[kind] = _names_of_members(kind)
    return {name: getattr(error, name) for name in names if hasattr(error, name)}


def _names_of_members(kind: type) -> tuple[str, ...]:
    own = [vars(base).get("__slots__", ()) for base in kind.__mro__]
    slots = chain(*((names,) if type(names) is str else names for names in own))
    return tuple(sorted({*members(kind), *slots} - {"__dict__", "__weakref__"}))


def attributes(error: BaseException) -> dict[str, Any]:
    """Return the attributes that the user's program has set, notes included."""
    held = {name: value for name, value in vars(error).items() if name != USER_ERROR}
    present = _members_of(error).items()
    return held | {name: value for name, value in present if value is not None}


def is_more_than_made(error: BaseException) -> bool:
    """Whether an exception is more than its class makes of its arguments."""
    kind = type(error)
    if has_own_constructor(kind):
        return True
    made = builtin_class(kind)(*error.args)
    return not is_same([*attributes(error).values()], [*attributes(made).values()])


def has_own_constructor(kind: type) -> bool:
    """Whether a class of exceptions has its own constructor."""
    return any(
        "__init__" in vars(base) or "__new__" in vars(base)
        for base in kind.__mro__
        if base.__module__ != "builtins"
    )


def is_plain(kind: type) -> bool:
    """Whether instances of a class hold only their arguments and attributes."""
    return not any("__slots__" in vars(base) for base in kind.__mro__)


def is_made_anew(error: BaseException) -> bool:
    """Whether each run makes its own exception in place of this one."""
    return is_plain(type(error)) or has_symbol(
        (error.args, list(attributes(error).values()))
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
    seen: set[int] = set()
    held = [*_contents(error)]
    while held:
        value = held.pop()
        if value is error:
            return True
        if id(value) not in seen:
            seen.add(id(value))
            held.extend(_contents(value))
    return False


def _contents(value: Any) -> Iterable[Any]:
    """Return what an exception or a container of Python's holds."""
    if issubclass(type(value), BaseException):
        return [*value.args, *attributes(value).values(), value.__cause__]
    if type(value) in (tuple, list):
        return list(value)
    return list(value.values()) if type(value) is dict else ()


def cause_of(trace: Trace, error: BaseException) -> tuple[Any, ...]:
    """Return the cause that follows ``from`` or was set, in a tuple; () if none."""
    if error.__cause__ is not None:
        return (reason(trace, error.__cause__),)
    return (None,) if error.__suppress_context__ else ()


def reason(trace: Trace, cause: Any) -> Any:
    """Return the run-time exception that is the cause of another."""
    if isinstance(cause, BaseException):
        if is_more_than_made(cause) or cause.__suppress_context__:
            return instance(trace, cause)
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


def held_by(error: BaseException) -> list[Any]:
    """Return the parts of an exception that a program may change."""
    held = attributes(error)
    notes = held.get("__notes__")
    listed = notes if type(notes) is list else ()
    parts = [error.args, error.__cause__, error.__suppress_context__]
    return [*parts, *held, *held.values(), *listed]


def is_same(held: list[Any], now: list[Any]) -> bool:
    """Whether an exception still holds the same objects."""
    return len(held) == len(now) and all(map(operator.is_, held, now))
