"""`Variable`: state that a graph reads and writes by reference.

A value that was read does not change, in plain Python as in a graph: an assignment
stores another array. The assignment of an item writes into the stored array if there is
no other reference to it, so a loop over the items does not copy the array each time.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from types import EllipsisType
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from runtime.arithmetic import OBSERVERS, add_operators
from runtime.fitting import declared, fits, held_type, reading, spelled, takes
from runtime.forked_locks import new_lock
from runtime.types import Type, supported

if TYPE_CHECKING:
    from numpy.lib.mixins import NDArrayOperatorsMixin as Operators
    from numpy.typing import ArrayLike, DTypeLike
else:
    Operators = object  # they are written below, in Python's own terms


class Variable(Operators):
    """A mutable reference to an array or NumPy scalar.

    It behaves like its value in operators, in NumPy functions and as an argument of
    `float`. A traced function that uses one reads and writes it at each run.

    Parameters
    ----------
    value : array_like
        The initial value, which is copied.
    dtype : dtype-like, optional
        The fixed dtype; by default that of `value`.
    name : str, optional
        The name under which it is shown or saved.
    trainable : bool
        Whether an optimizer should change it. Nothing in this library uses it.
    shape : sequence of (int or None), or ``...``, optional
        The fixed shape, None for a dimension that may change, ``...`` for any shape; by
        default that of `value`.

    Raises
    ------
    TypeError
        If `value` cannot be cast to `dtype`.
    ValueError
        If `value` does not have the shape `shape`.

    Examples
    --------
    >>> from autograph import Variable, function
    >>> count = Variable(0, name="count")
    >>> @function
    ... def step(by):
    ...     count.assign_add(by)
    ...     return count * 10
    >>> step(2), step(3)
    (np.int64(20), np.int64(50))
    >>> count
    <ag.Variable 'count' shape=() dtype=int64, numpy=np.int64(5)>
    """

    __slots__ = (
        "__weakref__",
        "_changing",
        "_dtype",
        "_lock",
        "_name",
        "_shape",
        "_trainable",
        "_type",
        "_value",
    )

    def __init__(
        self,
        value: ArrayLike | Variable,
        dtype: DTypeLike | None = None,
        name: str | None = None,
        trainable: bool = True,
        shape: Sequence[SupportsIndex | None] | EllipsisType | None = None,
    ) -> None:
        self._name = name
        self._trainable = trainable
        self._value: Any
        self._lock = new_lock()
        self._changing = False
        first = np.asarray(value)
        self._dtype = first.dtype if dtype is None else np.dtype(dtype)
        if not supported(self._dtype):
            raise TypeError(
                f"{self._described()} cannot have the dtype {self._dtype}: only "
                "booleans, numbers and strings in native byte order are supported"
            )
        self._shape = first.shape if shape is None else declared(shape)
        self._type = held_type(self._dtype, self._shape)
        self._hold(self._fitted(value, casting="same_kind"))

    # What it holds --------------------------------------------------------------------

    @property
    def value(self) -> Any:
        """The current value: a read-only array, or a NumPy scalar."""
        held = self._value
        held = self._settled() if self._changing else held
        if OBSERVERS:
            return OBSERVERS[-1](self, held)
        # A view: whoever sets the shape of what he has read changes his own.
        return held.view() if type(held) is np.ndarray else held

    def read_value(self) -> Any:
        """Return the current value, like `value`."""
        return self.value

    def numpy(self) -> Any:
        """Return a copy of the current value.

        Examples
        --------
        >>> Variable([1.0, 2.0]).numpy()
        array([1., 2.])
        """
        held = self.value
        return held.copy() if type(held) is np.ndarray else held

    def assign(self, value: ArrayLike | Variable) -> Any:
        """Replace the value.

        Parameters
        ----------
        value : array_like
            The new value, which is copied. Python numbers take the Variable's dtype; an
            array must be safely castable to it.

        Returns
        -------
        ndarray or NumPy scalar
            The new value.

        Raises
        ------
        TypeError
            If `value` cannot be safely cast to the Variable's dtype.
        ValueError
            If `value` has another shape.

        Examples
        --------
        >>> Variable([1.0, 2.0]).assign([3, 4])
        array([3., 4.])
        """
        return self._hold(self._fitted(value))

    def assign_add(self, delta: ArrayLike | Variable) -> Any:
        """Add to the value; see `assign`.

        Examples
        --------
        >>> Variable(1.0).assign_add(2)
        np.float64(3.0)
        """
        return self._change(operator.add, delta)

    def assign_sub(self, delta: ArrayLike | Variable) -> Any:
        """Subtract from the value; see `assign`."""
        return self._change(operator.sub, delta)

    def _change(self, function: Callable[[Any, Any], Any], delta: Any) -> Any:
        change = self._fitted(delta)
        with self._lock:
            changed = function(self._value, change)
            if getattr(changed, "dtype", None) != self._dtype:
                changed = self._fitted(changed)
            return self._hold(changed)

    def __setitem__(self, index: Any, value: ArrayLike | Variable) -> None:
        items, index = self._fitted(value), values_in(index)
        with self._lock:
            # Before the references are counted: who reads from now on waits.
            self._changing = True
            try:
                if _has_alone(self):
                    _write(self._value, index, items)
                else:
                    changed = np.array(self._value, self._dtype)
                    changed[index] = items
                    self._hold(reading(changed))
            finally:
                self._changing = False

    def _settled(self) -> Any:
        """Return the value once no item is being written."""
        with self._lock:
            return self._value

    def _hold(self, held: Any) -> Any:
        """Store a scalar, or an array without other references."""
        if type(self._sized(held)) is np.ndarray:
            held.flags.writeable = False
        self._value = held
        return self.value

    def _sized(self, held: Any) -> Any:
        """Return a scalar or an array, if it has the shape of the Variable."""
        shape = held.shape if type(held) is np.ndarray else ()
        if shape != self._shape and not fits(shape, self._shape):
            raise ValueError(
                f"{self._described()} has the shape {spelled(self._shape)}, the value "
                f"has {shape}"
            )
        return held

    def _fitted(self, value: Any, casting: Any = "safe") -> Any:
        """Return a value in the Variable's dtype: a scalar, or a new array."""
        kind, dtype = type(value), self._dtype
        if kind is dtype.type and kind is not str and value.dtype == dtype:
            return value
        if kind is np.ndarray and value.ndim and value.dtype == dtype:
            return value.copy()
        value = values_in(value)
        if not takes(dtype, value, casting):
            raise TypeError(
                f"{self._described()} has the dtype {dtype}, the value has "
                f"{np.asarray(value).dtype}, which cannot be cast to it safely: make "
                "the Variable with another dtype=, or convert the value"
            )
        return reading(np.array(value, dtype))

    # What it is -----------------------------------------------------------------------

    @property
    def name(self) -> str | None:
        """The name under which it is shown or saved."""
        return self._name

    @property
    def trainable(self) -> bool:
        """Whether an optimizer should change it."""
        return self._trainable

    @property
    def dtype(self) -> np.dtype:
        """The dtype of every value."""
        return self._dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the current value."""
        return np.shape(self._value)

    @property
    def ndim(self) -> int:
        """The number of dimensions of the current value."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of items of the current value."""
        return np.size(self._value)

    @property
    def type(self) -> Type:
        """The type of every value, as a type of a graph."""
        return self._type

    def is_compatible_with(self, value: np.ndarray) -> bool:
        """Whether a value has the dtype, and a shape that the Variable may have."""
        return value.dtype == self._dtype and fits(value.shape, self._shape)

    def _described(self) -> str:
        return "the Variable" if self._name is None else f"the Variable {self._name!r}"

    def __repr__(self) -> str:
        name = "" if self._name is None else f" {self._name!r}"
        return (
            f"<ag.Variable{name} shape={self.shape} dtype={self._dtype}, "
            f"numpy={self.value!r}>"
        )

    def __str__(self) -> str:
        return str(self.value)

    def __format__(self, specification: str) -> str:
        return format(self.value, specification)

    def __reduce__(self) -> tuple[Any, ...]:
        shape = ... if self._shape is None else self._shape
        given = (self.value, self._dtype, self._name, self._trainable, shape)
        return type(self), given

    # NumPy's protocols ----------------------------------------------------------------

    def __array__(
        self, dtype: np.dtype | None = None, copy: bool | None = None
    ) -> np.ndarray:
        return np.array(self.value, dtype, copy=copy)

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any
    ) -> Any:
        given = {name: values_in(value) for name, value in keywords.items()}
        return getattr(ufunc, method)(*values_in(inputs), **given)

    def __array_function__(
        self, function: Callable[..., Any], types: Any, args: Any, kwargs: Any
    ) -> Any:
        return function(*values_in(args), **values_in(kwargs))

    # Python's operators ---------------------------------------------------------------

    # Two Variables that hold the same are two; == compares what they hold.
    __hash__ = object.__hash__

    def __getitem__(self, index: Any) -> Any:
        return self.value[values_in(index)]

    def __len__(self) -> int:
        return len(self.value)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.value)

    def __contains__(self, item: Any) -> bool:
        return values_in(item) in self.value

    def __bool__(self) -> bool:
        return bool(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __complex__(self) -> complex:
        return complex(self.value)

    def __index__(self) -> int:
        return operator.index(self.value)

    def __abs__(self) -> Any:
        return abs(self.value)

    def __round__(self, digits: SupportsIndex | None = None) -> Any:
        return round(self.value, digits)

    def __divmod__(self, other: Any) -> Any:
        return divmod(self.value, values_in(other))

    def __rdivmod__(self, other: Any) -> Any:
        return divmod(values_in(other), self.value)


def values_in(given: Any) -> Any:
    """Return the argument with the values of Variables in their place."""
    if isinstance(given, Variable):
        return given.value
    if type(given) in (tuple, list):
        return type(given)(map(values_in, given))
    if type(given) is dict:
        return {key: values_in(value) for key, value in given.items()}
    return given


add_operators(Variable, values_in)


def _write(held: np.ndarray, index: Any, items: Any) -> None:
    """Write into a read-only array."""
    held.flags.writeable = True
    try:
        held[index] = items
    finally:
        held.flags.writeable = False


def _references(variable: Variable) -> int:
    """Return the reference count of a Variable's array, with that of this call."""
    return sys.getrefcount(variable._value)


def _has_alone(variable: Variable) -> bool:
    """Whether there is no other reference to a Variable's array, nor a view of it."""
    return type(variable._value) is np.ndarray and _references(variable) == UNREAD


UNREAD = _references(Variable([0]))
"""The result of `_references` if the value has no other references."""
if not getattr(sys, "_is_gil_enabled", lambda: True)():
    UNREAD = -1  # the count says nothing while other threads run
