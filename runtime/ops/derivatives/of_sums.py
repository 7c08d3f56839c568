"""Derivatives of sums, products and extremes along axes, and of statistics.

Kinks: equal shares at a tie of `max` and its like; 0 for `std` and norms at 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from runtime.ir.nodes import Argument, Constant, Display, argument_type
from runtime.ops.derivatives.rule_writing import (
    before,
    items_of,
    lengths_of,
    like,
    number,
    over,
    same_axes,
    squared_size,
    widened,
)
from runtime.ops.facts import (
    Call,
    Facts,
    Given,
    Own,
    Unknown,
    constant,
    rank_of,
    shape_of,
)
from runtime.types import Array

_facts = Facts()
_add = _facts.add
_ALONG = "a axis dtype out keepdims initial where"


# Sums


def _sum_given(call: Call) -> Given:
    given = call.given(_ALONG)
    if "initial" in given:
        constant(given["initial"])
    return given


def _sum_back(of: Any, g: Any, call: Call) -> Any:
    """Spread the cotangent of a sum over an axis, several, or all."""
    given = _sum_given(call)
    g = of.spread(widened(of, g, given), given["a"])
    return of.where(given["where"], g, 0.0) if "where" in given else g


def _sum_forward(of: Any, tangents: Mapping[int, Any], call: Call) -> Any:
    given = _sum_given(call)
    names = ("axis", "dtype", "keepdims", "where")
    return of.sum(tangents[0], **{k: given[k] for k in names if k in given})


_add("sum", Own({0: _sum_back}, _sum_forward))


def _mean_of(of: Any, x: Any, given: Given, result: Any) -> Any:
    """Return a mean along the axes that are given, of what a mask takes."""
    options = same_axes(given)
    if "where" in given:
        mask = of.spread(given["where"], x)
        total = of.sum(x, **options, where=given["where"])
        return of.divide(total, of.sum(of.multiply(1.0, mask), **options))
    return of.divide(of.sum(x, **options), _count(of, x, result))


def _count(of: Any, x: Any, result: Any) -> Any:
    """Return how many elements come into each one of a result."""
    known = shape_of(x), shape_of(result)
    if any(shape is None or None in shape for shape in known):
        return of.divide(of.size(x), of.size(result))
    whole, one = math.prod(lengths_of(x)), math.prod(lengths_of(result))
    return Constant(whole / one if one else 0.0)


@_facts.defines("mean array_mean")
def _mean(of: Any, call: Call) -> Any:
    given = call.given("a axis dtype out keepdims * where")
    return _mean_of(of, given["a"], given, call.result)


def _deviations(of: Any, x: Any, given: Given) -> tuple[Any, Any]:
    """Return the deviations from the mean, and how many they are along the axes."""
    wide = Given({**given, "keepdims": Constant(True)})
    mask = given.get("where", Constant(True))
    ones = of.where(mask, of.one_of(x), 0.0)
    count = of.sum(ones, **same_axes(wide))
    kept = of.where(mask, x, 0.0) if "where" in given else x
    mean = of.divide(of.sum(kept, **same_axes(wide)), count)
    found = of.subtract(x, mean)
    return (of.where(mask, found, 0.0) if "where" in given else found), count


def _variance(of: Any, x: Any, given: Given) -> Any:
    found, count = _deviations(of, x, given)
    ddof = given.get("ddof", given.get("correction", Constant(0)))
    squares = of.divide(squared_size(of, found), of.subtract(count, ddof))
    return of.sum(squares, **same_axes(given))


def _root(of: Any, x: Any) -> Any:
    """Return a square root whose derivative at 0 is 0."""
    none = of.equal(x, 0)
    return of.where(none, 0.0, of.sqrt(of.where(none, 1.0, x)))


_VARIANCE = "a axis dtype out ddof keepdims * where correction"


@_facts.defines("var array_var")
def _var(of: Any, call: Call) -> Any:
    given = call.given(_VARIANCE)
    return _variance(of, given["a"], given)


@_facts.defines("std array_std")
def _std(of: Any, call: Call) -> Any:
    given = call.given(_VARIANCE)
    return _root(of, _variance(of, given["a"], given))


def _running(of: Any, g: Any, call: Call) -> Any:
    given = call.given("a axis dtype out")
    axis = given.constant("axis")
    if axis is None:
        return of.reshape_like(of.flip(of.cumsum(of.flip(g))), given["a"])
    return of.flip(of.cumsum(of.flip(g, axis), axis), axis)


def _running_forward(of: Any, tangents: Mapping[int, Any], call: Call) -> Any:
    axis = call.given("a axis dtype out").constant("axis")
    return of.cumsum(tangents[0], axis)


_add("cumsum array_cumsum", Own({0: _running}, _running_forward))


@_facts.defines("average")
def _average(of: Any, call: Call) -> Any:
    given = call.given("a axis weights returned * keepdims")
    a, axis = given["a"], given.constant("axis")
    options = same_axes(given)
    if given.missing("weights"):
        found = of.mean(a, **options)
        total = of.zero_of(found)
    else:
        weights = given["weights"]
        if isinstance(weights, Display):
            weights = of.array(weights)
        if rank_of(weights) != rank_of(a):
            if type(axis) is not int:
                raise Unknown("weights along several axes")
            for _ in range(rank_of(a) - axis % rank_of(a) - 1):
                weights = of.expand_dims(weights, -1)
        total = of.sum(of.spread(weights, a), **options)
        found = of.divide(of.sum(of.multiply(a, weights), **options), total)
    return [found, total] if given.constant("returned", False) else found


# Products


def _others(of: Any, call: Call) -> tuple[Given, Any]:
    """Return the derivative of a product by each factor: the product of the others."""
    given = call.given(_ALONG)
    x, mask = given["a"], given.get("where")
    kept = x if mask is None else of.where(mask, x, 1.0)
    found = of.others_product(kept, given.get("axis", Constant(None)))
    found = found if mask is None else of.where(mask, found, 0.0)
    if "initial" in given:
        found = of.multiply(found, constant(given["initial"]))
    return given, found


def _product_back(of: Any, g: Any, call: Call) -> Any:
    given, others = _others(of, call)
    return of.multiply(widened(of, g, given), others)


def _product_forward(of: Any, tangents: Mapping[int, Any], call: Call) -> Any:
    given, others = _others(of, call)
    return of.sum(of.multiply(others, tangents[0]), **same_axes(given))


_add("prod", Own({0: _product_back}, _product_forward))


@_facts.defines("others_product")
def _others_product(of: Any, call: Call) -> Any:
    """For each factor the product in which 1 stands in its place."""
    x, axis = call.args[0], constant(call.args[1])
    rank = rank_of(x)
    axes = tuple(range(rank)) if axis is None else axis
    axes = (axes,) if type(axes) is int else axes
    last = tuple(range(-len(axes), 0))
    moved = of.moveaxis(x, axes, last)
    shape = shape_of(moved)
    assert shape is not None
    outer = [
        of.dimension(moved, place) if shape[place] is None else shape[place]
        for place in range(rank - len(axes))
    ]
    along = of.reshape(moved, (*outer, -1))
    own = of.eye(of.dimension(along, len(outer)), dtype=bool)
    found = of.prod(of.where(own, 1.0, of.expand_dims(along, -2)), axis=-1)
    return of.moveaxis(of.reshape_like(found, moved), last, axes)


def _scanned(of: Any, x: Any) -> Any:
    """Return running products along the last axis.

    By doubling, so that factors of 0 are like others: Hillis and Steele, "Data parallel
    algorithms", CACM 1986.
    """
    shape = shape_of(x)
    assert shape is not None
    length = shape[-1]
    size = of.dimension(x, len(shape) - 1) if length is None else length
    step = 1
    while step < (2**32 if length is None else length):
        stop = of.maximum(of.subtract(size, step), 0)
        shifted = of.getitem(x, (Ellipsis, slice(None, stop)))
        ones = of.one_of(of.getitem(x, (Ellipsis, slice(None, step))))
        x = of.multiply(x, of.concatenate([ones, shifted], axis=-1))
        step *= 2
    return x


def _running_products(of: Any, x: Any, axis: int | None) -> Any:
    if axis is None:
        return _scanned(of, of.ravel(x))
    rank_of(x)
    return of.moveaxis(_scanned(of, of.moveaxis(x, axis, -1)), -1, axis)


@_facts.defines("cumprod array_cumprod")
def _cumprod(of: Any, call: Call) -> Any:
    given = call.given("a axis dtype out")
    return _running_products(of, given["a"], given.constant("axis"))


def _with_initial(of: Any, call: Call, running: Any) -> Any:
    given = call.given("x * axis dtype out include_initial")
    axis = given.constant("axis", 0)
    found = running(of, given["x"], 0 if axis is None else axis)
    if not given.constant("include_initial", False):
        return found
    axis = 0 if axis is None else axis
    first = of.zero_of(of.getitem(found, before(axis, slice(0, 1))))
    return of.concatenate([first, found], axis=axis)


@_facts.defines("cumulative_sum")
def _cumulative_sum(of: Any, call: Call) -> Any:
    return _with_initial(of, call, lambda of, x, axis: of.cumsum(x, axis))


@_facts.defines("cumulative_prod")
def _cumulative_product(of: Any, call: Call) -> Any:
    return _with_initial(of, call, _running_products)


# Extremes


def _extreme_shares(of: Any, call: Call) -> tuple[Given, Any]:
    """Return the share of each element in an extreme, in the operand's shape."""
    given = call.given("a axis out keepdims initial where")
    x = given["a"]
    found = of.multiply(1.0, of.equal(x, widened(of, call.result, given)))
    if "where" in given:
        found = of.where(given["where"], found, 0.0)
    if "axis" in given and given.constant("axis") is not None:
        count = of.sum(found, axis=given["axis"], keepdims=True)
    else:
        count = of.sum(found)
    if "initial" in given:
        constant(given["initial"])
        return given, over(of, found, count)
    return given, of.divide(found, count)


def _extreme_back(of: Any, g: Any, call: Call) -> Any:
    given, shares = _extreme_shares(of, call)
    return of.multiply(shares, widened(of, g, given))


def _extreme_forward(of: Any, tangents: Mapping[int, Any], call: Call) -> Any:
    given, shares = _extreme_shares(of, call)
    return of.sum(of.multiply(shares, tangents[0]), **same_axes(given))


_add("max min nanmax nanmin", Own({0: _extreme_back}, _extreme_forward))


@_facts.defines("ptp")
def _range(of: Any, call: Call) -> Any:
    given = call.given("a axis out keepdims")
    options = same_axes(given)
    return of.subtract(of.max(given["a"], **options), of.min(given["a"], **options))


@_facts.defines("clip array_clip")
def _clipped(of: Any, call: Call) -> Any:
    given = call.given("a a_min a_max out * min max dtype casting")
    found = given["a"]
    for names, beyond in (("a_min min", of.less), ("a_max max", of.greater)):
        for name in names.split():
            if not given.missing(name):
                found = of.where(beyond(found, given[name]), given[name], found)
    return of.spread(found, call.result)


def _python_extreme(less: bool) -> Any:
    """Return the definition of Python's `min` or `max`: the first that is it."""

    def expand(of: Any, call: Call) -> Any:
        if call.options:
            raise Unknown("an option")
        if len(call.args) == 1 and isinstance(argument_type(call.args[0]), Array):
            (x,) = call.args
            if rank_of(x) != 1:
                raise Unknown("rows of an array")
            return of.getitem(x, of.argmin(x) if less else of.argmax(x))
        several = call.args if len(call.args) > 1 else items_of(call.args[0])
        if any(map(rank_of, several)):
            raise Unknown("other than numbers")
        found = several[0]
        for each in several[1:]:
            test = of.less(each, found) if less else of.greater(each, found)
            found = number(of, of.where(test, each, found))
        return found

    return expand


_facts.defines("minimum_of")(_python_extreme(True))
_facts.defines("maximum_of")(_python_extreme(False))


@_facts.defines("sum_of")
def _sum_of(of: Any, call: Call) -> Any:
    given = call.given("iterable start")
    x, found = given["iterable"], given.get("start", Constant(0))
    if isinstance(argument_type(x), Array):
        return of.add(found, of.sum(x, axis=0))
    for item in items_of(x):
        found = of.add(found, item)
    return found


# What leaves out NaN


def _without(of: Any, given: Given, instead: float) -> Any:
    x = given["a"]
    return of.where(of.isnan(x), instead, x)


def _counted(of: Any, given: Given) -> Given:
    """Return the arguments of a statistic with a mask of what is a number."""
    mask = of.logical_not(of.isnan(given["a"]))
    if "where" in given:
        mask = of.logical_and(mask, given["where"])
    rest = {k: v for k, v in given.items() if k in ("axis", "keepdims", "ddof")}
    return Given({**rest, "where": mask, "a": _without(of, given, 0.0)})


def _options(given: Given) -> dict[str, Argument]:
    return {k: v for k, v in given.items() if k != "a"}


@_facts.defines("nansum")
def _nansum(of: Any, call: Call) -> Any:
    given = call.given(_ALONG)
    return of.sum(_without(of, given, 0.0), **_options(given))


@_facts.defines("nanprod")
def _nanprod(of: Any, call: Call) -> Any:
    given = call.given(_ALONG)
    return of.prod(_without(of, given, 1.0), **_options(given))


@_facts.defines("nancumsum")
def _nancumsum(of: Any, call: Call) -> Any:
    given = call.given("a axis dtype out")
    return of.cumsum(_without(of, given, 0.0), **_options(given))


@_facts.defines("nancumprod")
def _nancumprod(of: Any, call: Call) -> Any:
    given = call.given("a axis dtype out")
    x = _without(of, given, 1.0)
    return _running_products(of, x, given.constant("axis"))


@_facts.defines("nanmean")
def _nanmean(of: Any, call: Call) -> Any:
    given = _counted(of, call.given("a axis dtype out keepdims * where"))
    return _mean_of(of, given["a"], given, call.result)


@_facts.defines("nanvar")
def _nanvar(of: Any, call: Call) -> Any:
    given = _counted(of, call.given(_VARIANCE))
    return _variance(of, given["a"], given)


@_facts.defines("nanstd")
def _nanstd(of: Any, call: Call) -> Any:
    given = _counted(of, call.given(_VARIANCE))
    return _root(of, _variance(of, given["a"], given))


@_facts.defines("nan_to_num")
def _nan_to_num(of: Any, call: Call) -> Any:
    x = call.given("x copy nan posinf neginf")["x"]
    return of.where(of.isfinite(x), x, 0.0)


# Quantiles


def _quantiles(of: Any, call: Call, given: Given, q: Argument, nan: bool) -> Any:
    """Return quantiles as means of two neighbors in order.

    Which two, and how near each is, follows from the quantiles of 0, 1, 2, ...; of some
    numbers that are left out for what is NaN only the linear method is known.
    """
    method = given.constant("method", "linear")
    ordered, size = _in_order(of, given)
    if isinstance(q, Display):
        q = of.array(q)
    flat = of.reshape(q, -1)
    if nan or method == "linear":
        if method != "linear":
            raise Unknown(f"the method {method!r}")
        last = of.subtract(size, 1)
        if nan:
            known = of.logical_not(of.isnan(ordered))
            last = of.subtract(of.sum(known, axis=-1, keepdims=True), 1)
        place = of.multiply(flat, last)
    else:
        last = of.subtract(size, 1)
        numbers = of.multiply(1.0, of.arange(size))
        place = of.quantile(numbers, flat, method=method)
    low = of.maximum(of.minimum(of.array_astype(of.floor(place), int), last), 0)
    high = of.minimum(of.add(low, 1), of.maximum(last, 0))
    part = of.subtract(place, of.floor(place))
    if nan:
        below = of.take_along_axis(ordered, low, axis=-1)
        above = of.take_along_axis(ordered, high, axis=-1)
    else:
        below = of.take(ordered, low, axis=-1)
        above = of.take(ordered, high, axis=-1)
    found = of.add(below, of.multiply(part, of.subtract(above, below)))
    if rank_of(q):
        found = of.moveaxis(found, -1, 0)
    return like(of, found, call.result)


def _in_order(of: Any, given: Given) -> tuple[Any, Any]:
    """Return an array sorted along the axes asked for, as its last; and its length."""
    x, axis = given["a"], given.constant("axis")
    if isinstance(axis, tuple):
        rank = rank_of(x)
        axes = [one % rank for one in axis]
        others = [of.dimension(x, one) for one in range(rank) if one not in axes]
        x = of.moveaxis(x, axes, list(range(rank - len(axes), rank)))
        x = of.reshape(x, (*others, -1))
    elif axis is None:
        x = of.ravel(x)
    else:
        x = of.moveaxis(x, axis, -1)
    return of.sort(x, axis=-1), of.dimension(x, rank_of(x) - 1)


def _median(nan: bool) -> Any:
    def expand(of: Any, call: Call) -> Any:
        given = call.given("a axis out overwrite_input keepdims")
        return _quantiles(of, call, given, Constant(0.5), nan)

    return expand


def _quantile(nan: bool, whole: float) -> Any:
    def expand(of: Any, call: Call) -> Any:
        given = call.given("a q axis out overwrite_input method keepdims")
        q = given["q"]
        if isinstance(q, Display):
            q = of.array(q)
        return _quantiles(of, call, given, of.divide(q, whole), nan)

    return expand


_facts.defines("median")(_median(False))
_facts.defines("nanmedian")(_median(True))
_facts.defines("quantile")(_quantile(False, 1.0))
_facts.defines("nanquantile")(_quantile(True, 1.0))
_facts.defines("percentile")(_quantile(False, 100.0))
_facts.defines("nanpercentile")(_quantile(True, 100.0))


@_facts.defines("cov")
def _covariance(of: Any, call: Call) -> Any:
    given = call.given("m y rowvar bias ddof fweights aweights * dtype")
    if not (given.missing("fweights") and given.missing("aweights")):
        raise Unknown("weights")
    ddof = given.constant("ddof")
    if ddof is None:
        ddof = 0 if given.constant("bias", False) else 1
    return like(of, _covariances(of, given, ddof), call.result)


def _covariances(of: Any, given: Given, ddof: int) -> Any:
    rows = given.constant("rowvar", True)
    parts = []
    for name in ("m", "y"):
        if given.missing(name):
            continue
        x = given[name]
        x = of.array(x) if isinstance(x, Display) else x
        x = x if rows or rank_of(x) < 2 else of.transpose(x)
        parts.append(of.atleast_2d(x))
    x = of.concatenate(parts) if len(parts) > 1 else parts[0]
    x = of.subtract(x, of.mean(x, axis=1, keepdims=True))
    count = of.subtract(of.dimension(x, 1), ddof)
    other = of.conjugate(of.transpose(x))
    return of.divide(of.matmul(x, other), count)


@_facts.defines("corrcoef")
def _correlation(of: Any, call: Call) -> Any:
    given = call.given("x y rowvar * dtype")
    named = Given({("m" if k == "x" else k): v for k, v in given.items()})
    found = _covariances(of, named, 1)
    scale = of.sqrt(of.real(of.diagonal(found)))
    found = of.divide(found, of.multiply(of.expand_dims(scale, -1), scale))
    return like(of, found, call.result)


# Norms


def _norm_field(of: Any, call: Call) -> tuple[Given, Any]:
    """Return the derivative of a norm by each element: see `_matrix_norm` for some."""
    given = call.given("x ord axis keepdims")
    x, order, axis = given["x"], given.constant("ord"), given.constant("axis")
    vector = rank_of(x) == 1 if axis is None else type(axis) is int
    y = widened(of, call.result, given)
    if order is None or (order == 2 and vector) or order == "fro":
        return given, over(of, of.conjugate(x), y)
    if axis is None and rank_of(x) > 2:
        raise Unknown("a norm of more than two dimensions")
    sign = of.conjugate(of.sign(x))
    if not vector:
        return given, _matrix_norm(of, x, order, axis, sign)
    size = of.absolute(x)
    if order == 0:
        return given, of.zero_of(x)
    if order == 1:
        return given, sign
    if abs(order) == math.inf:
        found = of.multiply(1.0, of.equal(size, y))
        axes = -1 if axis is None else axis
        count = of.sum(found, axis=axes, keepdims=True)
        return given, of.multiply(of.divide(found, count), sign)
    return given, of.multiply(sign, of.power(over(of, size, y), order - 1.0))


def _matrix_norm(of: Any, x: Any, order: Any, axis: Any, sign: Any) -> Any:
    first, second = (0, 1) if axis is None else axis
    if order in (1, -1, math.inf, -math.inf):
        along, other = (first, second) if abs(order) == 1 else (second, first)
        sums = of.sum(of.absolute(x), axis=along, keepdims=True)
        pick = of.max if order > 0 else of.min
        found = of.equal(sums, pick(sums, axis=other, keepdims=True))
        found = of.multiply(1.0, found)
        count = of.sum(found, axis=other, keepdims=True)
        return of.multiply(of.divide(found, count), sign)
    if order not in (2, -2, "nuc"):
        raise Unknown("another norm")
    whole = of.moveaxis(x, (first, second), (-2, -1))
    parts = of.svd(whole, full_matrices=False)
    left, right = of.getitem(parts, 0), of.getitem(parts, 2)
    if order != "nuc":
        place = slice(0, 1) if order == 2 else slice(-1, None)
        left = of.getitem(left, (Ellipsis, place))
        right = of.getitem(right, (Ellipsis, place, slice(None)))
    field = of.conjugate(of.matmul(left, right))
    return of.moveaxis(field, (-2, -1), (first, second))


def _norm_back(of: Any, g: Any, call: Call) -> Any:
    given, field = _norm_field(of, call)
    return of.multiply(widened(of, g, given), field)


def _norm_forward(of: Any, tangents: Mapping[int, Any], call: Call) -> Any:
    given, field = _norm_field(of, call)
    return of.sum(of.real(of.multiply(field, tangents[0])), **same_axes(given))


_add("norm", Own({0: _norm_back}, _norm_forward))

FACTS = _facts.table
"""By the names of rows."""
