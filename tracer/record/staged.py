"""The base of the values that a trace hands out in place of Python's."""

from __future__ import annotations

import operator
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, TypeGuard

import numpy as np

from runtime.types import OBJECT, Type
from tracer.errors import BEHALF, NotStaged

if TYPE_CHECKING:
    from runtime.ir.nodes import Argument, Value
    from tracer.record.asked import Recording
    from tracer.serve.origins import Origin


class Staged:
    """A value of a trace, which answers for itself.

    The user's code may ask such a value for its class, and is told that of the value
    it stands for. So ask by `is_staged`, never by ``isinstance``.
    """

    __slots__ = ()

    _ag_is_known = True
    """Whether Python knows the value itself while tracing."""
    _ag_compares = False
    """Whether methods of the user's class may compare it."""
    _ag_is_asked = False
    """Whether methods of the class of what it stands for are asked in the trace."""

    def _ag_lift(self, trace: Recording) -> Argument:
        """Return its argument in the graph."""
        lifted: Argument = trace.asked.lift_object(self)
        return lifted

    def _ag_type(self) -> Type:
        """Return the type that it has at run time."""
        return OBJECT

    def _ag_truth(self) -> Any:
        """Return what a test of it asks: a plain value or a symbol."""
        return self

    def _ag_iterable(self) -> Any:
        """Return what a ``for`` over it iterates over."""
        return self

    def _ag_opened(self) -> Any:
        """Return what a builtin that is given it iterates over."""
        return self

    def _ag_length(self) -> int | None:
        """Return how many items Python sees in it; None if it does not see them."""
        return None

    def _ag_for_the_run(self) -> Any:
        """Return the items that the run iterates over, if Python sees them."""
        return self

    def _ag_same(self, other: Any) -> bool:
        """Whether it is the same value as another of its class."""
        return self is other

    def _ag_held(self) -> Any:
        """Return what a variable that holds it holds at run time."""
        return self

    def _ag_kind(self) -> type | None:
        """Return the class of what it stands for; None if only the run knows."""
        return self.__class__

    @property
    def _ag_needs_run(self) -> bool:
        """Whether only the run can do anything with the value."""
        return False


class TraceManager(Staged):
    """A context manager that acts while tracing, and leaves nothing for the run."""

    __slots__ = ()

    def _ag_enter(self) -> Any:
        """Return what ``as`` binds."""
        return self

    def _ag_exit(self) -> None:
        """End what `_ag_enter` began."""


class LoopSource(Staged):
    """A value that runs the loop over itself.

    Not an `ABC`: such a class asks values for their class, and staged ones answer as
    the user's values do.
    """

    __slots__ = ()

    def _ag_loop(self, loop: Any) -> Any:
        """Run the body of a `for` for each item; return what `for_loop` does."""
        raise NotImplementedError


def is_staged(value: Any) -> TypeGuard[Staged]:
    """Whether a value stands for one of Python's in a trace."""
    return issubclass(type(value), Staged)


def is_asked(value: Any) -> bool:
    """Whether methods of a value's class are asked: an object's, or a metaclass's."""
    return is_staged(value) and value._ag_is_asked


class Proxy(Staged):
    """Base of the values that stand for objects of the user's program.

    Attributes
    ----------
    _ag_real : object
        The object at the time of tracing; its class, its methods and the kinds of its
        attributes are read from it.
    _ag_origin : Origin or None
        How to reach it at a call; None for an object made while tracing.
    _ag_trace : Recording
        The trace that made it.
    _ag_value : Value or None
        The object itself in the graph, once something needs it.
    _ag_made : Staged or None
        The symbol of an object that the run makes; None for all others.
    """

    __slots__ = ("_ag_made", "_ag_origin", "_ag_real", "_ag_trace", "_ag_value")

    _ag_is_known = False

    _ag_origin: Origin | None
    _ag_real: Any
    _ag_trace: Recording
    _ag_value: Value | None
    _ag_made: Staged | None

    def __init__(self, real: object, origin: Origin | None, trace: Recording) -> None:
        object.__setattr__(self, "_ag_real", real)
        object.__setattr__(self, "_ag_origin", origin)
        object.__setattr__(self, "_ag_trace", trace)
        object.__setattr__(self, "_ag_value", None)
        object.__setattr__(self, "_ag_made", None)

    @property  # type: ignore[misc]  # that of `object` can be set
    def __class__(self) -> type:
        return type(self._ag_real)

    def __repr__(self) -> str:
        if BEHALF.get():
            refuse_object(self, "written as a text by Python's own code")
        return f"<traced {type(self._ag_real).__name__}>"

    def __hash__(self) -> int:
        self._ag_trace.asked.depends_on_value(self)
        return hash(self._ag_real)

    def __reduce_ex__(self, protocol: Any) -> Any:
        refuse_object(self, "pickled or copied")

    def _ag_lift(self, trace: Recording) -> Argument:
        lifted: Argument = trace.asked.reference(self)
        return lifted

    def _ag_same(self, other: Proxy) -> bool:
        return self._ag_real is other._ag_real

    def _ag_takes_over(self) -> bool:
        """Whether the class of the object says what NumPy's functions do with it."""
        return _takes_over(self._ag_real)

    def _ag_has(self, kind: str, key: Any) -> bool:
        """Whether the object has an attribute or an item; later calls must agree."""
        return True


def _takes_over(value: Any) -> bool:
    """Whether the class of a value, or of an item, has an ``__array_function__``."""
    if type(value) in (list, tuple):
        return any(map(_takes_over, value))
    own = getattr(type(value), "__array_function__", None)
    return own not in (None, np.ndarray.__array_function__)


def refuse_object(proxy: Proxy, what: str) -> NoReturn:
    """Refuse to do something with the user's object."""
    name, origin = type(proxy._ag_real).__name__, proxy._ag_origin
    described = f"the {name} {origin}" if origin else f"a {name} created here"
    proxy._ag_trace.refuse(
        NotStaged(
            f"{described} cannot be {what} in a compiled function",
            hint="do it before the call, or in a function marked @ag.do_not_convert",
        )
    )


@cache
def class_called(name: str, parent: type, shown: Any = None) -> Any:
    """Return the class derived from one of ours that messages call by a name.

    Parameters
    ----------
    name, parent
        The name, and the class.
    shown : optional
        What its instances say to be of.
    """
    space = (
        {"__slots__": ()} if shown is None else {"__slots__": (), "__class__": shown}
    )
    return type(name, (parent,), space)


def name_in_messages(value: Any) -> str:
    """Return what Python's messages call the class of a value.

    Of classes written in C, some are called with their module.

    Examples
    --------
    >>> from itertools import count
    >>> [name_in_messages(each) for each in (iter([]), count(), range(3))]
    ['list_iterator', 'itertools.count', 'range']
    """
    kind = type(value)
    if not hasattr(kind, "__index__"):
        try:
            operator.index(value)
        except TypeError as error:
            return str(error).split("'")[1]
    return kind.__name__
