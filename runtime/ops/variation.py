"""Rows of derivatives: what begins to vary, what stops, and how derivatives fit."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.errors import NoDerivative
from runtime.ops.asking import nothing
from runtime.ops.facts import Partials
from runtime.ops.flow import static_type
from runtime.ops.row import Row, TypeFailure, call, making, row
from runtime.types import (
    COMPLEX,
    FLOAT,
    INT,
    NONE,
    Array,
    Iterable,
    List,
    NoneType,
    NumpyScalar,
    PythonScalar,
    Type,
    Unbound,
    join_all,
    members,
)


def watched(value: Any) -> Any:
    """Return a value under a name of its own, by which derivatives are taken."""
    return value


def stop_gradient(value: Any) -> Any:
    """Return a value that does not vary with what it is made of."""
    return value


def shaped_like(given: Any, value: Any) -> Any:
    """Return a tangent or cotangent as an array or number like its value."""
    dtype = getattr(value, "dtype", np.dtype(type(value)))
    if np.iscomplexobj(given) and dtype.kind != "c":
        raise ValueError("a derivative is complex, and its value real")
    found = np.asarray(given, dtype if dtype.kind in "fc" else float)
    if found.shape != np.shape(value):
        raise ValueError(
            f"a derivative of shape {found.shape} is given for a value of shape "
            f"{np.shape(value)}"
        )
    return found.copy() if isinstance(value, np.ndarray) else found[()]


def _shaped_like(given: Any, value: Any) -> Type:
    of, own = static_type(value), static_type(given)
    numbers = (Array, NumpyScalar, PythonScalar)
    if not all(isinstance(one, numbers) for one in members(own)):
        raise TypeFailure
    known = [one for one in members(of) if not isinstance(one, (NoneType, Unbound))]
    return join_all([_carried(one) for one in known])


def _carried(of: Type) -> Type:
    """Return the type of derivatives of values of a type."""
    if isinstance(of, PythonScalar):
        return NumpyScalar(np.dtype(complex if of == COMPLEX else float))
    if not isinstance(of, (Array, NumpyScalar)):
        raise TypeFailure
    dtype = of.dtype if of.dtype.kind in "fc" else np.dtype(float)
    return Array(dtype, of.shape) if isinstance(of, Array) else NumpyScalar(dtype)


def number_like(given: Any, value: Any) -> Any:
    """Return a derivative as Python's number where its value is one."""
    return type(value)(given) if type(value) in (float, complex) else given


def _number_like(given: Any, value: Any) -> Type:
    own = members(static_type(value))
    pythons = [one for one in own if one in (FLOAT, COMPLEX)]
    others = [static_type(given)] * (len(own) > len(pythons))
    return join_all([*pythons, *others])


def unit(place: Any, like: Any) -> Any:
    """Return zeros like an array or number, with a one at a place in C order."""
    found = np.zeros(np.shape(like), getattr(like, "dtype", float))
    found.reshape(-1)[place] = 1
    return found if isinstance(like, np.ndarray) else found[()]


def _unit(place: Any, like: Any) -> Type:
    return _shaped_like(like, like)


def with_gradient(
    results: Any, operands: Any, taken: Any, around: Any, rule: Any
) -> tuple[Any, ...]:
    """Return results whose derivative is that of a rule.

    Parameters
    ----------
    results : tuple
        Arrays and numbers.
    operands : tuple
        What they vary with by the rule.
    taken : tuple
        What the rule takes.
    around : tuple
        What the results vary with otherwise; the rule gives no derivative by it.
    rule : str
        The rule: see `runtime.derivatives.rules_as_text`.
    """
    return tuple(x.copy() if isinstance(x, np.ndarray) else x for x in results)


def row_like(given: Any, first: Any) -> Any:
    """Return the result for an item of a batch, which has the shape of the first."""
    if np.shape(given) != np.shape(first):
        raise ValueError(
            f"a function given to ag.vmap returns arrays of shape {np.shape(first)} "
            f"and {np.shape(given)}"
        )
    return given


def batch_size(*sizes: int) -> int:
    """Return the size of a batch, which all its arrays have."""
    if len(set(sizes)) > 1 or sizes[0] < 1:
        raise ValueError(f"ag.vmap is given arrays of sizes {sizes} along their axes")
    return sizes[0]


def part_of_range(turns: range, start: int, count: int) -> range:
    """Return some turns of a range."""
    return turns[start : start + count]


def count_of_range(turns: range) -> int:
    """Return how many turns a range has."""
    return len(turns)


def take_back(shadow: list[Any]) -> Any:
    """Return the last item of a shadow list, taken off it."""
    if not shadow:
        raise NoDerivative(
            "what is left on a list at the end has no derivative",
            hint="take all items off the list, or keep them in an array",
        )
    return shadow.pop()


def _taken(shadow: Any) -> Type:
    of = static_type(shadow)
    if not isinstance(of, List):
        raise TypeFailure
    return of.element


def zeros_of_items(items: list[Any]) -> list[Any]:
    """Return derivatives of the items of a list that are all zero."""
    return [shaped_like(np.zeros(np.shape(item)), item) for item in items]


def _zeros_of_items(items: Any) -> Type:
    of = static_type(items)
    if not isinstance(of, List):
        raise TypeFailure
    return List(_shaped_like(np.float64(0.0), of.element))


def final_length(items: list[Any]) -> int:
    """Return how long a list is at the end of the region that makes it."""
    return len(items)


def zeros_in_list(count: int, dtype: np.dtype) -> list[Any]:
    """Return so many zeros."""
    return [dtype.type(0)] * count


def _zeros_in_list(count: Any, dtype: Any) -> Type:
    return List(NumpyScalar(dtype))


def item_added(shadow: list[Any], place: int, given: Any) -> None:
    """Add a derivative to an item of a shadow list."""
    shadow[place] = _sum(shadow[place], given)


def items_added(shadow: list[Any], given: Any) -> None:
    """Add the items of an array to those of a shadow list."""
    for place, each in enumerate(given):
        shadow[place] = _sum(shadow[place], each)


def each_added(shadow: list[Any], given: Any) -> None:
    """Add a derivative to each item of a shadow list."""
    for place, each in enumerate(shadow):
        shadow[place] = _sum(each, given)


def _sum(known: Any, given: Any) -> Any:
    """Return a sum of derivatives, of the kind of the first."""
    found = known + given
    if isinstance(known, np.ndarray):
        return np.asarray(found, known.dtype)
    return known.dtype.type(found)


def _same(value: Any) -> Type:
    return static_type(value)


ROWS: tuple[Row, ...] = (
    row(
        watched,
        _same,
        call(np.ones(3)),
        call(np.float64(2.0)),
        template="{0}",
        returns="same",
        reads=False,
        closed=True,
        own_derivative=Partials((1,)),
        asks=nothing,
    ),
    row(
        stop_gradient,
        _same,
        call(np.ones(3)),
        call(2.0),
        template="{0}",
        returns="same",
        closed=True,
        own_derivative=Partials((None,)),
        asks=nothing,
    ),
    row(
        unit,
        _unit,
        call(1, np.ones(3)),
        call(4, np.ones((2, 3), np.float32)),
        call(0, np.float64(2.0)),
        bad=call(3, np.ones(3)),
        closed=True,
        own_derivative=Partials((None, None), likes=(1,)),
    ),
    row(
        part_of_range,
        lambda turns, start, count: Iterable(INT),
        call(range(2, 20, 3), 2, 3),
        bad=call(3, 1, 1),
        closed=True,
    ),
    row(
        row_like,
        lambda given, first: static_type(given),
        call(np.ones(3), np.zeros(3)),
        bad=call(np.ones(1), np.zeros(3)),
        returns="same",
        closed=True,
        own_derivative=Partials((1, None), likes=(1,)),
    ),
    row(batch_size, INT, call(3, 3), bad=call(3, 4), closed=True),
    row(count_of_range, INT, call(range(2, 20, 3)), bad=call(3), closed=True),
    row(
        with_gradient,
        lambda results, *others: static_type(results),
        call((np.ones(3), 2.0), (np.ones(3),), (), (), ""),
        bad=call(1.0, (), (), (), ""),
        closed=True,
    ),
    row(
        shaped_like,
        _shaped_like,
        call([1.0, 2.0, 3.0], np.ones(3)),
        call(2.0, np.float64(1.0)),
        bad=call(np.ones(2), np.ones(3)),
        closed=True,
        own_derivative=Partials((1, None), likes=(1,)),
    ),
    row(
        number_like,
        _number_like,
        call(np.float64(1.0), 2.0),
        call(np.float64(1.0), np.float64(2.0)),
        bad=call("a", 2.0),
        closed=True,
        own_derivative=Partials((1, None), likes=(1,)),
    ),
    making(
        zeros_of_items,
        _zeros_of_items,
        call([1.0, np.float32(2.0)]),
        call([np.ones(3)]),
        bad=call(1),
        closed=True,
    ),
    row(final_length, INT, call([1.0]), bad=call(1), closed=True),
    making(
        zeros_in_list,
        _zeros_in_list,
        call(2, np.dtype(float)),
        bad=call("a", np.dtype(float)),
        closed=True,
    ),
    *(
        row(
            kernel,
            NONE,
            call([np.float64(1.0), np.float64(2.0)], *given),
            bad=call([1.0], *given[:-1], "a"),
            writes=(0,),
            effect=True,
            closed=True,
            asks=nothing,
        )
        for kernel, given in (
            (item_added, (1, np.float64(0.5))),
            (items_added, (np.ones(2),)),
            (each_added, (np.float64(0.5),)),
        )
    ),
    making(
        take_back,
        _taken,
        call([1.0, 2.0]),
        bad=call([]),
        writes=(0,),
        effect=True,
        closed=True,
        asks=nothing,
    ),
)
