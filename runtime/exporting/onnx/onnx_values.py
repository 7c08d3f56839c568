"""What values are in a model of ONNX: tensors, and what is made of several of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from runtime.exporting.number_types import dtype_of, shape_of
from runtime.types import (
    Array,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Tuple,
    Type,
    Unbound,
    join_all,
    members,
)

Dims = tuple[int | None, ...]
"""Dimensions, None for unknown ones."""


@dataclass(frozen=True)
class Tensor:
    """A tensor of the model.

    Parameters
    ----------
    name : str
        Its name there.
    dtype : dtype
        Its dtype.
    shape : tuple
        Its dimensions.
    """

    name: str
    dtype: np.dtype
    shape: Dims

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.shape)


@dataclass(frozen=True, eq=False)
class Known:
    """A value that is known when the model is written."""

    value: Any


@dataclass(frozen=True, eq=False)
class Bundle:
    """A tuple, or a list of so many items, each of its own kind."""

    items: tuple[Held, ...]
    kind: Literal["tuple", "list"] = "tuple"


@dataclass(frozen=True, eq=False)
class Stacked:
    """A list whose items stand along the first axis.

    Parameters
    ----------
    items : Tensor or Bundle
        The items: of tuples, a tensor for each of their places.
    """

    items: Held


@dataclass(frozen=True, eq=False)
class Maybe:
    """A value that may be None.

    Parameters
    ----------
    there : Tensor
        Whether it is not.
    value : Tensor, Bundle or Stacked
        The value, zero where it is None.
    """

    there: Tensor
    value: Held


@dataclass(frozen=True, eq=False)
class Bounds:
    """A slice."""

    start: Held
    stop: Held
    step: Held


@dataclass(frozen=True, eq=False)
class Series:
    """What a loop goes over.

    Parameters
    ----------
    count : Tensor or Known
        The number of its items.
    item : callable
        Returns an item from its number.
    """

    count: Held
    item: Callable[[Tensor], Held]


@dataclass(frozen=True)
class Refused:
    """A value of a node that has no form in ONNX, which was told."""


Held = Tensor | Known | Bundle | Stacked | Maybe | Bounds | Series | Refused
"""What a value of the graph is."""


@dataclass(frozen=True)
class NumberForm:
    """A tensor of a dtype and a rank."""

    dtype: np.dtype
    shape: Dims


@dataclass(frozen=True)
class BundleForm:
    """A tuple."""

    items: tuple[Form, ...]


@dataclass(frozen=True)
class StackedForm:
    """A list of any length."""

    item: Form


@dataclass(frozen=True)
class MaybeForm:
    """A value or None."""

    value: Form


@dataclass(frozen=True)
class NoneForm:
    """None."""


Form = NumberForm | BundleForm | StackedForm | MaybeForm | NoneForm
"""How values of a type pass from one turn of a loop to the next, or out of a choice."""


def form_of(of: Type) -> Form | None:
    """Return the form of values of a type; None if ONNX has none.

    Examples
    --------
    >>> from runtime.types import parse_type
    >>> form_of(parse_type("list<{int | np.float64}>"))
    StackedForm(item=NumberForm(dtype=dtype('float64'), shape=()))
    >>> form_of(parse_type("{int8[3] | int64[3]}")) is None
    True
    """
    bound = [each for each in members(of) if not isinstance(each, Unbound)]
    if not bound:
        return None
    if all(isinstance(each, NoneType) for each in bound):
        return NoneForm()
    if any(isinstance(each, NoneType) for each in bound):
        rest = join_all(each for each in bound if not isinstance(each, NoneType))
        value = form_of(rest)
        return None if value is None else MaybeForm(value)
    if isinstance(bound[0], (Tuple, List)):
        return _group_form(bound)
    return _number_form(of)


def _group_form(kinds: list[Type]) -> Form | None:
    first = kinds[0]
    if isinstance(first, List):
        if not all(isinstance(each, List) for each in kinds):
            return None
        item = form_of(
            join_all(each.element for each in kinds if isinstance(each, List))
        )
        if item is None or isinstance(item, (StackedForm, NoneForm)):
            return None
        return StackedForm(item)
    places = [each.items for each in kinds if isinstance(each, Tuple)]
    if len(places) < len(kinds) or len({len(each) for each in places}) != 1:
        return None
    items = [form_of(join_all(each)) for each in zip(*places, strict=True)]
    known = [each for each in items if each is not None]
    return BundleForm(tuple(known)) if len(known) == len(items) else None


def _number_form(of: Type) -> NumberForm | None:
    dtype, shape = dtype_of(of), shape_of(of)
    if dtype is None or shape is None or dtype.kind not in "biuf" or not _is_one(of):
        return None
    return NumberForm(dtype, shape)


def _is_one(of: Type) -> bool:
    """Whether numbers of a union have one dtype, or differ in rounding alone."""
    strong = {
        each.dtype for each in members(of) if isinstance(each, (Array, NumpyScalar))
    }
    whole = [each for each in strong if each.kind in "iu"]
    return len(whole) < 2


def tensors_of(form: Form, leading: Dims = ()) -> Iterator[tuple[np.dtype, Dims]]:
    """Yield the dtype and the shape of each tensor of a form."""
    if isinstance(form, NumberForm):
        yield form.dtype, (*leading, *form.shape)
    elif isinstance(form, StackedForm):
        yield from tensors_of(form.item, (None, *leading))
    elif isinstance(form, BundleForm):
        for each in form.items:
            yield from tensors_of(each, leading)
    elif isinstance(form, MaybeForm):
        yield np.dtype(bool), leading
        yield from tensors_of(form.value, leading)


def is_python_number(of: Type) -> bool:
    """Whether values of a type are numbers of Python alone."""
    kinds = [each for each in members(of) if not isinstance(each, Unbound)]
    return all(isinstance(each, PythonScalar) for each in kinds)


def tensors_in(held: Held) -> Iterator[Tensor]:
    """Yield the tensors of a value, in order."""
    if isinstance(held, Tensor):
        yield held
    elif isinstance(held, Bundle):
        for each in held.items:
            yield from tensors_in(each)
    elif isinstance(held, Stacked):
        yield from tensors_in(held.items)
    elif isinstance(held, Maybe):
        yield held.there
        yield from tensors_in(held.value)


def broadcast_shape(*shapes: Dims) -> Dims:
    """Return the shape of what is computed from several shapes.

    Examples
    --------
    >>> broadcast_shape((3, 1), (None,))
    (3, None)
    """
    rank = max(map(len, shapes), default=0)
    found: list[int | None] = []
    for axis in range(-rank, 0):
        sizes = {each[axis] for each in shapes if len(each) >= -axis}
        known = {size for size in sizes if size is not None and size != 1}
        if known:
            found.append(min(known))
        else:
            found.append(None if None in sizes else 1)
    return tuple(found)


def either_shape(one: Dims, other: Dims) -> Dims:
    """Return the shape of what has one of two shapes.

    Examples
    --------
    >>> either_shape((2, 3), (2, 4))
    (2, None)
    """
    return tuple([a if a == b else None for a, b in zip(one, other, strict=True)])
