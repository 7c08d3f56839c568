"""Derivatives of differences, integrals, interpolation and polynomials."""

from __future__ import annotations

from typing import Any

from runtime.ir.nodes import Argument, Constant, Display, argument_type
from runtime.ops.derivatives.rule_writing import before, items_of, lengths_of, like
from runtime.ops.facts import Call, Facts, Unknown, constant, rank_of, shape_of
from runtime.types import Array

_facts = Facts()


def _array(of: Any, x: Argument) -> Any:
    return of.array(x) if isinstance(x, Display) else x


# Differences and integrals


@_facts.defines("diff")
def _differences(of: Any, call: Call) -> Any:
    given = call.given("a n axis prepend append")
    axis, count = given.constant("axis", -1), given.constant("n", 1)
    x = _array(of, given["a"])
    parts = []
    for name in ("prepend", "a", "append"):
        if name == "a":
            parts.append(x)
        elif name in given:
            more = _array(of, given[name])
            if not rank_of(more):
                first = of.getitem(x, before(axis, slice(0, 1)))
                more = of.spread(more, first)
            parts.append(more)
    found = of.concatenate(parts, axis=axis) if len(parts) > 1 else x
    for _ in range(count):
        upper = of.getitem(found, before(axis, slice(1, None)))
        found = of.subtract(upper, of.getitem(found, before(axis, slice(None, -1))))
    return found


@_facts.defines("ediff1d")
def _flat_differences(of: Any, call: Call) -> Any:
    given = call.given("ary to_end to_begin")
    x = of.ravel(_array(of, given["ary"]))
    upper = of.getitem(x, slice(1, None))
    parts = [of.subtract(upper, of.getitem(x, slice(None, -1)))]
    if not given.missing("to_begin"):
        parts.insert(0, of.ravel(_array(of, given["to_begin"])))
    if not given.missing("to_end"):
        parts.append(of.ravel(_array(of, given["to_end"])))
    return of.concatenate(parts) if len(parts) > 1 else parts[0]


@_facts.defines("trapezoid")
def _trapezoid(of: Any, call: Call) -> Any:
    given = call.given("y x dx axis")
    y, axis = _array(of, given["y"]), given.constant("axis", -1)
    if given.missing("x"):
        steps = given.get("dx", Constant(1.0))
    else:
        x = _array(of, given["x"])
        at = axis if rank_of(x) > 1 else 0
        upper = of.getitem(x, before(at, slice(1, None)))
        steps = of.subtract(upper, of.getitem(x, before(at, slice(None, -1))))
        if rank_of(x) == 1:
            for _ in range(rank_of(y) - axis % rank_of(y) - 1):
                steps = of.expand_dims(steps, -1)
    upper = of.getitem(y, before(axis, slice(1, None)))
    total = of.add(upper, of.getitem(y, before(axis, slice(None, -1))))
    return of.sum(of.multiply(of.multiply(0.5, steps), total), axis=axis)


@_facts.defines("gradient")
def _gradient(of: Any, call: Call) -> Any:
    """Second-order differences, as NumPy documents them."""
    given = Call(call.args[:1], call.options, call.result).given("f * axis edge_order")
    f, spacings = _array(of, given["f"]), call.args[1:]
    axis = given.constant("axis")
    axes = range(rank_of(f)) if axis is None else (axis,) if type(axis) is int else axis
    if len(spacings) not in (0, 1, len(axes)):
        raise Unknown("other spacings")
    edge = given.constant("edge_order", 1)
    found = []
    for place, axis in enumerate(axes):
        h: Any = Constant(1.0)
        if spacings:
            h = _array(of, spacings[place if len(spacings) > 1 else 0])
        found.append(_gradient_along(of, f, h, axis % rank_of(f), edge))
    return found if isinstance(call.result, tuple) else found[0]


def _gradient_along(of: Any, f: Any, h: Any, axis: int, edge: int) -> Any:
    def at(start: int | None, stop: int | None) -> Any:
        return of.getitem(f, before(axis, slice(start, stop)))

    if rank_of(h):
        steps = of.subtract(
            of.getitem(h, slice(1, None)), of.getitem(h, slice(None, -1))
        )
        for _ in range(rank_of(f) - axis - 1):
            steps = of.expand_dims(steps, -1)
        left = of.getitem(steps, slice(None, -1))
        right = of.getitem(steps, slice(1, None))
        first = of.getitem(steps, slice(0, 1)), of.getitem(steps, slice(1, 2))
        last = of.getitem(steps, slice(-1, None)), of.getitem(steps, slice(-2, -1))
    else:
        left = right = h
        first = last = (h, h)
    inner = _middle(of, at(None, -2), at(1, -1), at(2, None), left, right)
    if edge == 1:
        begin = of.divide(of.subtract(at(1, 2), at(0, 1)), first[0])
        end = of.divide(of.subtract(at(-1, None), at(-2, -1)), last[0])
    else:
        begin = _edge(of, at(0, 1), at(1, 2), at(2, 3), *first)
        end = of.negative(_edge(of, at(-1, None), at(-2, -1), at(-3, -2), *last))
    return of.concatenate([begin, inner, end], axis=axis)


def _middle(of: Any, a: Any, b: Any, c: Any, left: Any, right: Any) -> Any:
    """Return the derivative at the middle one of three points."""
    whole = of.add(left, right)
    above = of.multiply(of.divide(of.subtract(c, b), right), left)
    below = of.multiply(of.divide(of.subtract(b, a), left), right)
    return of.divide(of.add(above, below), whole)


def _edge(of: Any, a: Any, b: Any, c: Any, near: Any, far: Any) -> Any:
    """Return the derivative at the first of three points, towards the others."""
    whole = of.add(near, far)
    slope = of.divide(of.subtract(b, a), near)
    next_slope = of.divide(of.subtract(c, b), far)
    bend = of.divide(of.subtract(next_slope, slope), whole)
    return of.subtract(slope, of.multiply(near, bend))


@_facts.defines("interp")
def _interpolated(of: Any, call: Call) -> Any:
    given = call.given("x xp fp left right period")
    if not given.missing("period"):
        raise Unknown("period=")
    x, xp, fp = (_array(of, given[name]) for name in ("x", "xp", "fp"))
    last = of.subtract(of.size(xp), 1)
    above = of.searchsorted(xp, x, side="right")
    above = of.minimum(of.maximum(above, 1), last)
    below = of.maximum(of.subtract(above, 1), 0)
    x0, x1 = of.take(xp, below), of.take(xp, above)
    f0, f1 = of.take(fp, below), of.take(fp, above)
    width = of.subtract(x1, x0)
    width = of.where(of.equal(width, 0), 1.0, width)
    part = of.divide(of.subtract(x, x0), width)
    found = of.add(f0, of.multiply(part, of.subtract(f1, f0)))
    start, stop = of.getitem(xp, 0), of.getitem(xp, -1)
    left = of.getitem(fp, 0) if given.missing("left") else given["left"]
    right = of.getitem(fp, -1) if given.missing("right") else given["right"]
    found = of.where(of.less(x, start), left, found)
    found = of.where(of.greater(x, stop), right, found)
    return like(of, found, call.result)


# Polynomials


@_facts.defines("polyval")
def _polynomial_value(of: Any, call: Call) -> Any:
    given = call.given("p x")
    p, x = _array(of, given["p"]), _array(of, given["x"])
    if rank_of(p) != 1:
        raise Unknown("coefficients of several dimensions")
    powers = of.multiply(1.0, of.flip(of.arange(of.size(p))))
    terms = of.multiply(p, of.power(of.expand_dims(x, -1), powers))
    return of.sum(terms, axis=-1)


@_facts.defines("polymul")
def _product(of: Any, call: Call) -> Any:
    """Convolve the coefficients without leading zeros."""
    parts = [of.atleast_1d(_array(of, each)) for each in call.args]
    first, second = (of.trim_zeros(part, "f") for part in parts)
    return of.convolve(first, second)


@_facts.defines("polyfit")
def _fitted(of: Any, call: Call) -> Any:
    """Least squares by the pseudoinverse of the matrix of powers."""
    given = call.given("x y deg rcond full w cov")
    if given.constant("full", False) or given.constant("cov", False):
        raise Unknown("more results than the coefficients")
    x, y = _array(of, given["x"]), _array(of, given["y"])
    matrix = of.vander(x, constant(given["deg"]) + 1)
    if not given.missing("w"):
        w = _array(of, given["w"])
        matrix = of.multiply(matrix, of.expand_dims(w, -1))
        y = of.multiply(y, w if rank_of(y) == 1 else of.expand_dims(w, -1))
    scale = of.sqrt(of.sum(of.multiply(matrix, matrix), axis=0))
    found = of.matmul(of.pinv(of.divide(matrix, scale)), y)
    return of.divide(found, scale if rank_of(y) == 1 else of.expand_dims(scale, -1))


@_facts.defines("poly")
def _from_roots(of: Any, call: Call) -> Any:
    (roots,) = call.args
    if isinstance(argument_type(roots), Array):
        if rank_of(roots) != 1:
            raise Unknown("the polynomial of a matrix")
        (count,) = lengths_of(roots)
        several = [of.getitem(roots, place) for place in range(count)]
    else:
        several = list(items_of(roots))
    if any(shape_of(each) != () for each in several):
        raise Unknown("the polynomial of a matrix")
    found: Any = of.ones(1)
    for each in several:
        factor = of.array(Display("list", (Constant(1.0), of.negative(each))))
        found = of.convolve(found, factor)
    return found


FACTS = _facts.table
"""By the names of rows."""
