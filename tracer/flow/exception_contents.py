"""What exceptions hold, and what a program may change of them."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

from runtime.exceptions import builtin_class, members
from tracer.errors import USER_ERROR
from tracer.flow.structure import is_structure
from tracer.record.contents import bounds_of
from tracer.record.staged import Staged

GETTERS = (operator.itemgetter, operator.attrgetter, operator.methodcaller)
"""Functions that say what they hold by ``__reduce__``."""


class Contents:
    """What an exception holds at some time."""

    def __init__(self, error: BaseException) -> None:
        self._error = error
        self._held = dict(vars(error))
        notes = self._held.get("__notes__")
        self._notes = list(notes) if type(notes) is list else ()
        self._parts = parts_of(error)
        self._members = _members_of(error)
        self._is_bare = not (self._held or _names(type(error)))

    def now(self) -> Contents:
        """Return what the exception holds now: this, if that is the same."""
        error = self._error
        same = self._is_bare and all(map(operator.is_, self._parts, parts_of(error)))
        return self if same and not vars(error) else Contents(error)

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
    names = _names(type(error))
    return {name: getattr(error, name) for name in names if hasattr(error, name)}


def _names(kind: type) -> tuple[str, ...]:
    """Return the names of the members and slots of a class of exceptions."""
    if kind.__module__ == "builtins":
        return _names_of_builtin(kind)
    names = _member_names.get(kind)
    if names is None:
        names = _member_names[kind] = _names_of_members(kind)
    return names


def _names_of_members(kind: type) -> tuple[str, ...]:
    own = [vars(base).get("__slots__", ()) for base in kind.__mro__]
    slots = chain(*((names,) if type(names) is str else names for names in own))
    return tuple(sorted({*members(kind), *slots} - {"__dict__", "__weakref__"}))


_names_of_builtin = cache(_names_of_members)


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


def held_by(error: BaseException) -> list[Any]:
    """Return the parts of an exception that a program may change.

    Each region asks each exception made before it: most hold their arguments only.
    """
    if not _names(type(error)) and (not (own := vars(error)) or [*own] == [USER_ERROR]):
        return [error.args, error.__cause__, error.__suppress_context__]
    held = attributes(error)
    notes = held.get("__notes__")
    listed = notes if type(notes) is list else ()
    parts = [error.args, error.__cause__, error.__suppress_context__]
    return [*parts, *held, *held.values(), *listed]


def is_same(held: list[Any], now: list[Any]) -> bool:
    """Whether an exception still holds the same objects."""
    return len(held) == len(now) and all(map(operator.is_, held, now))


def all_within(value: Any) -> Iterator[Any]:
    """Yield a value, and what is held in it, each once."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if id(each) not in seen:
            seen.add(id(each))
            yield each
            waiting.extend(within(each))


def within(value: Any) -> Iterable[Any]:
    """Return what an exception, a container, a slice, a function or a method holds."""
    if issubclass(type(value), BaseException):
        return [*value.args, *attributes(value).values(), value.__cause__]
    if issubclass(type(value), partial):
        return [value.func, *value.args, *value.keywords.values()]
    if type(value) is slice:
        return bounds_of(value)
    if type(value) in GETTERS:
        return list(value.__reduce__()[1])
    if issubclass(type(value), Staged) and hasattr(type(value), "__self__"):
        return (value.__self__,)
    if is_structure(value) or type(value) is list:
        return list(value)
    return list(value.values()) if type(value) is dict else ()
