"""Values whose operations a tape records outside of compiled functions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from types import FrameType
from typing import Any, NoReturn, Protocol

import numpy as np

from runtime.building import argument
from runtime.errors import NoDerivative, NotDifferentiable, Span
from runtime.ir.nodes import Constant, Value
from runtime.ops import BY_ATTRIBUTE, BY_FUNCTION, BY_METHOD, OPS, row_of_ufunc
from runtime.ops.row import Row
from tracer.record.asked import Recording
from tracer.record.staged import Staged
from tracer.record.symbols import BINARY_METHODS, COMPARISON_METHODS, UNARY_METHODS

OURS = ("autograph", "tracer", "runtime", "numpy")


class Tape(Protocol):
    """What records."""

    recording: bool

    def record(self, row: Row, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """Run an operation, and record it."""


def real_of(given: Any) -> Any:
    """Return a value without what records it."""
    if type(given) is Recorded:
        return given.held
    if type(given) in (tuple, list):
        return type(given)(map(real_of, given))
    if type(given) is slice:
        return slice(*map(real_of, (given.start, given.stop, given.step)))
    return given


class Recorded(Staged):
    """A float or an array of some, whose operations a tape records.

    Attributes
    ----------
    tape : Tape
        The tape.
    value : Value
        Its value in the graph of the tape.
    held : ndarray or NumPy scalar
        The value itself.
    """

    __slots__ = ("held", "tape", "value")

    def __init__(self, tape: Tape, value: Value, held: Any) -> None:
        self.tape = tape
        self.value = value
        self.held = held

    def _ag_lift(self, trace: Recording) -> NoReturn:
        trace.refuse(
            NotDifferentiable(
                "a compiled function takes a value that a tape outside of it records",
                hint="use the tape in the compiled function, or call ag.grad",
            )
        )

    def _ag_type(self) -> Any:
        return self.value.type

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any
    ) -> Any:
        if any(type(each) is Recorded for each in keywords.get("out", ())):
            raise refused("an operation writes into a value that a tape records")
        lifted = tuple(map(argument, map(_real_values, inputs)))
        named = {name: argument(_real_values(each)) for name, each in keywords.items()}
        row, before = row_of_ufunc(ufunc, lifted, named, method)
        first = tuple(each.value for each in before if isinstance(each, Constant))
        return self.tape.record(row, (*first, *inputs), keywords)

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        row = BY_FUNCTION.get(function)
        if row is None:
            raise refused(f"{function.__name__} is no operation of graphs")
        return self.tape.record(row, args, kwargs)

    def __getattr__(self, name: str) -> Any:
        if name in ("shape", "ndim", "size", "dtype", "nbytes", "itemsize"):
            return getattr(self.held, name)
        row = BY_ATTRIBUTE.get(name)
        if row is not None:
            return self.tape.record(row, (self,), {})
        row = BY_METHOD.get(name)
        if row is None or name.startswith("__"):
            raise AttributeError(f"a value that a tape records has no {name!r}")
        found: Row = row
        return lambda *args, **kwargs: self.tape.record(found, (self, *args), kwargs)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.__slots__:
            raise refused(f"{name} of a value that a tape records is set")
        object.__setattr__(self, name, value)

    def __getitem__(self, index: Any) -> Any:
        return self.tape.record(OPS["getitem"], (self, index), {})

    def __setitem__(self, index: Any, item: Any) -> NoReturn:
        raise refused("an item of a value that a tape records is written")

    def __len__(self) -> int:
        return len(self.held)

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def __bool__(self) -> bool:
        return bool(self.held)

    def __int__(self) -> int:
        return int(self.held)

    def __float__(self) -> float:
        self._leaves("float()")
        return float(self.held)

    def __array__(
        self, dtype: np.dtype | None = None, copy: bool | None = None
    ) -> np.ndarray:
        self._leaves("a function that makes an array of it")
        return np.array(self.held, dtype)

    def __str__(self) -> str:
        self._leaves("str()")
        return str(self.held)

    def __format__(self, specification: str) -> str:
        self._leaves("format()")
        return format(self.held, specification)

    def __repr__(self) -> str:
        return f"<recorded {self.held!r}>"

    def __abs__(self) -> Any:
        return self.tape.record(OPS["absolute"], (self,), {})

    __hash__ = object.__hash__

    def numpy(self) -> Any:
        """Return a copy of the value itself: derivatives take it for a constant."""
        return self.held.copy() if isinstance(self.held, np.ndarray) else self.held

    def _leaves(self, what: str) -> None:
        if self.tape.recording:
            raise refused(
                f"{what} would lose the derivative of a value that a tape records"
            )


def _operator(row: str, reflected: bool = False) -> Any:
    def method(self: Recorded, other: Any) -> Any:
        operands = (other, self) if reflected else (self, other)
        return self.tape.record(OPS[row], operands, {})

    return method


def _in_place(row: str) -> Any:
    def method(self: Recorded, other: Any) -> Any:
        if isinstance(self.held, np.ndarray):
            sign = OPS[row].infix
            raise refused(f"{sign}= writes into a value that a tape records")
        return self.tape.record(OPS[row], (self, other), {})

    return method


for _name, _row in BINARY_METHODS.items():
    setattr(Recorded, f"__{_name}__", _operator(_row))
    setattr(Recorded, f"__r{_name}__", _operator(_row, reflected=True))
    setattr(Recorded, f"__i{_name}__", _in_place(_row))
for _name, _row in COMPARISON_METHODS.items():
    setattr(Recorded, f"__{_name}__", _operator(_row))
for _name, _row in UNARY_METHODS.items():
    setattr(
        Recorded,
        f"__{_name}__",
        lambda self, row=_row: self.tape.record(OPS[row], (self,), {}),
    )


def _real_values(given: Any) -> Any:
    return given.value if type(given) is Recorded else given


def refused(what: str) -> NoDerivative:
    """Return the error of what would lose a derivative."""
    return NoDerivative(
        what,
        span=users_place(),
        hint="make another array instead, or use the tape in a compiled function",
    )


def users_place() -> Span | None:
    """Return the running line of the user's program."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        module = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if module not in OURS:
            code = frame.f_code
            return Span(code.co_filename, frame.f_lineno, function=code.co_name)
        frame = frame.f_back
    return None
