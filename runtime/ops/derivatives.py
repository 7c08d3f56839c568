"""What each row says of its derivative: a table, from which rows take theirs.

Kinks: equal shares at a tie of `maximum` and its like; 0 for `absolute` and `hypot` at
0; 1 for `clip` at a bound; what is constant by pieces has no derivative but 0.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime.ir.nodes import Argument, Constant, Display, argument_type
from runtime.ops.facts import (
    Call,
    Facts,
    Linear,
    Multilinear,
    Own,
    Partials,
    Refused,
    Unknown,
    constant,
    is_plain,
    rank_of,
    shape_of,
)
from runtime.types import Array

_facts = Facts()
_add = _facts.add


def _partials(names: str, *partials: Any, finite: bool = True) -> None:
    _add(names, Partials(partials, finite))


# Functions of one number

_partials("positive conjugate array_conj array_conjugate", 1)
_partials("negative", -1)
_partials("sin math_sin", lambda of, y, x: of.cos(x))
_partials("cos math_cos", lambda of, y, x: of.negative(of.sin(x)))
_partials("tan math_tan", lambda of, y, x: of.add(1.0, of.multiply(y, y)))
_partials("sinh math_sinh", lambda of, y, x: of.cosh(x))
_partials("cosh math_cosh", lambda of, y, x: of.sinh(x))
_partials("tanh math_tanh", lambda of, y, x: of.subtract(1.0, of.multiply(y, y)))
_partials(
    "arcsin math_asin",
    lambda of, y, x: of.divide(1.0, of.sqrt(of.subtract(1.0, of.multiply(x, x)))),
    finite=False,
)
_partials(
    "arccos math_acos",
    lambda of, y, x: of.divide(-1.0, of.sqrt(of.subtract(1.0, of.multiply(x, x)))),
    finite=False,
)
_partials(
    "arctan math_atan", lambda of, y, x: of.divide(1.0, of.add(1.0, of.multiply(x, x)))
)
_partials(
    "arcsinh math_asinh",
    lambda of, y, x: of.divide(1.0, of.sqrt(of.add(1.0, of.multiply(x, x)))),
)
_partials(
    "arccosh math_acosh",
    lambda of, y, x: of.divide(1.0, of.sqrt(of.subtract(of.multiply(x, x), 1.0))),
    finite=False,
)
_partials(
    "arctanh math_atanh",
    lambda of, y, x: of.divide(1.0, of.subtract(1.0, of.multiply(x, x))),
    finite=False,
)
_partials("exp math_exp", lambda of, y, x: y)
_partials("exp2 math_exp2", lambda of, y, x: of.multiply(y, math.log(2.0)))
_partials("expm1 math_expm1", lambda of, y, x: of.add(y, 1.0))
_partials("log", lambda of, y, x: of.divide(1.0, x), finite=False)
_partials(
    "log2 math_log2",
    lambda of, y, x: of.divide(1.0 / math.log(2.0), x),
    finite=False,
)
_partials(
    "log10 math_log10",
    lambda of, y, x: of.divide(1.0 / math.log(10.0), x),
    finite=False,
)
_partials(
    "log1p math_log1p", lambda of, y, x: of.divide(1.0, of.add(1.0, x)), finite=False
)
_partials("sqrt math_sqrt", lambda of, y, x: of.divide(0.5, y), finite=False)
_partials(
    "cbrt math_cbrt",
    lambda of, y, x: of.divide(1.0 / 3.0, of.multiply(y, y)),
    finite=False,
)
_partials("square", lambda of, y, x: of.multiply(2.0, x))
_partials("reciprocal", lambda of, y, x: of.negative(of.multiply(y, y)), finite=False)
_partials("absolute fabs math_fabs", lambda of, y, x: of.sign(x))
_partials("deg2rad radians math_radians", lambda of, y, x: Constant(math.pi / 180.0))
_partials("rad2deg degrees math_degrees", lambda of, y, x: Constant(180.0 / math.pi))
_partials(
    "math_erf",
    lambda of, y, x: of.multiply(
        2.0 / math.sqrt(math.pi), of.exp(of.negative(of.multiply(x, x)))
    ),
)
_partials(
    "math_erfc",
    lambda of, y, x: of.multiply(
        -2.0 / math.sqrt(math.pi), of.exp(of.negative(of.multiply(x, x)))
    ),
)
_partials(
    "floor ceil trunc rint sign fix floor_divide spacing round array_round round_of "
    "math_ulp",
    None,
    None,
)


# Functions of two numbers


def _power_by_base(of: Any, y: Argument, x: Argument, p: Argument) -> Any:
    if isinstance(p, Constant) and isinstance(p.value, (int, float)):
        if p.value == 0:
            return Constant(0.0)
        if p.value == 1:
            return Constant(1.0)
        if p.value == 2:
            return of.multiply(2.0, x)
        return of.multiply(p, of.power(x, Constant(p.value - 1)))
    none = of.equal(p, 0)
    less = of.where(none, 1.0, of.subtract(p, 1.0))
    return of.where(none, 0.0, of.multiply(p, of.power(x, less)))


def _power_by_exponent(of: Any, y: Argument, x: Argument, p: Argument) -> Any:
    none = of.equal(x, 0)
    return of.where(none, 0.0, of.multiply(y, of.log(of.where(none, 1.0, x))))


def _above(of: Any, x: Argument, other: Argument) -> Any:
    """Return 1 where one number is greater, a half at a tie, and else 0."""
    more = of.multiply(0.5, of.greater(x, other))
    return of.add(more, of.multiply(0.5, of.greater_equal(x, other)))


def _over(of: Any, x: Argument, y: Argument) -> Any:
    """Return a quotient that is 0 where the divisor is."""
    none = of.equal(y, 0)
    return of.where(none, 0.0, of.divide(x, of.where(none, 1.0, y)))


def _squares(of: Any, a: Argument, b: Argument) -> Any:
    return of.add(of.multiply(a, a), of.multiply(b, b))


_partials("add", 1, 1)
_partials("subtract", 1, -1)
_partials("multiply", lambda of, y, a, b: b, lambda of, y, a, b: a)
_partials(
    "divide",
    lambda of, y, a, b: of.divide(1.0, b),
    lambda of, y, a, b: of.negative(of.divide(y, b)),
    finite=False,
)
_partials(
    "remainder",
    1,
    lambda of, y, a, b: of.negative(of.floor_divide(a, b)),
    finite=False,
)
_partials(
    "fmod math_fmod",
    1,
    lambda of, y, a, b: of.negative(of.trunc(of.divide(a, b))),
    finite=False,
)
_partials(
    "power float_power math_pow", _power_by_base, _power_by_exponent, finite=False
)
_partials(
    "maximum fmax",
    lambda of, y, a, b: _above(of, a, b),
    lambda of, y, a, b: _above(of, b, a),
)
_partials(
    "minimum fmin",
    lambda of, y, a, b: _above(of, b, a),
    lambda of, y, a, b: _above(of, a, b),
)
_partials(
    "hypot math_hypot",
    lambda of, y, a, b: _over(of, a, y),
    lambda of, y, a, b: _over(of, b, y),
)
_partials(
    "arctan2 math_atan2",
    lambda of, y, a, b: of.divide(b, _squares(of, a, b)),
    lambda of, y, a, b: of.negative(of.divide(a, _squares(of, a, b))),
    finite=False,
)
_partials(
    "logaddexp",
    lambda of, y, a, b: of.exp(of.subtract(a, y)),
    lambda of, y, a, b: of.exp(of.subtract(b, y)),
)
_partials(
    "logaddexp2",
    lambda of, y, a, b: of.exp2(of.subtract(a, y)),
    lambda of, y, a, b: of.exp2(of.subtract(b, y)),
)
_partials(
    "copysign math_copysign",
    lambda of, y, a, b: of.multiply(of.sign(a), of.sign(y)),
    None,
)
_partials("nextafter math_nextafter", 1, None)
_partials("heaviside", None, lambda of, y, a, b: of.equal(a, 0))
_partials("ldexp math_ldexp", lambda of, y, x, n: of.exp2(n), None)


def _by_base(of: Any, y: Argument, x: Argument, *base: Argument) -> Any:
    if base:
        raise Unknown("a logarithm to a base")
    return of.divide(1.0, x)


_partials("math_log", _by_base, finite=False)


# What is linear: shapes, parts and sums


def _same(of: Any, g: Any, call: Call) -> Any:
    return g


def _shaped(of: Any, g: Any, call: Call) -> Any:
    """The way back of a change of shape in C order."""
    if call.option("order", 99, "C") != "C":
        raise Unknown("another order than C")
    return of.reshape_like(g, call.args[0])


def _shaped_whole(of: Any, g: Any, call: Call) -> Any:
    if len(call.args) > 1:
        raise Unknown("an order, or one item")
    return _shaped(of, g, call)


def _reshaped(of: Any, g: Any, call: Call) -> Any:
    if len(call.args) > 2:
        raise Unknown("an order given by position")
    return _shaped(of, g, call)


def _undone(of: Any, g: Any, call: Call) -> Any:
    """The way back of a permutation: its inverse."""
    undo = of.operation.undo
    found = undo(of, call.args[0], call.args[1:], dict(call.options), g)
    if found is None:
        raise Unknown("axes known at run time only")
    return found


_add(
    "copy array_copy asarray asanyarray ascontiguousarray asfortranarray array_astype "
    "astype float check_bound refine real",
    Linear({0: _same}),
)
_add("cast_like", Linear({0: _same, 1: None}))
_add("convert_scalar", Linear({1: _same}))
_add("array_item ravel array_flatten", Linear({0: _shaped_whole}))
_add("array_reshape squeeze expand_dims", Linear({0: _shaped}))
_add("reshape", Linear({0: _reshaped}))
_add("atleast_1d atleast_2d", Linear({0: _shaped}))
_add("reshape_like", Linear({0: _shaped, 1: None}))
_add(
    "T mT matrix_transpose transpose array_transpose swapaxes moveaxis flip fliplr "
    "flipud",
    Linear({0: _undone}),
)
_add(
    "broadcast_to spread",
    Linear({0: lambda of, g, call: of.sum_to(g, call.args[0]), 1: None}),
)
_add("sum_to", Linear({0: lambda of, g, call: of.spread(g, call.args[0]), 1: None}))


def _item_back(of: Any, g: Any, call: Call) -> Any:
    a, index = call.args
    if shape_of(a) == () and not isinstance(argument_type(a), Array):
        return of.sum_to(g, a)
    return of.index_add(of.zero_of(a), index, g)


def _written_back(of: Any, g: Any, call: Call) -> Any:
    """Return the cotangent of what was written to a part of an array."""
    _, index, value = call.args
    if is_plain(index) and not isinstance(value, Display):
        part = of.getitem(g, index)
        shape, wanted = shape_of(part), shape_of(value)
        if shape is not None and wanted is not None and len(wanted) <= len(shape):
            if shape == wanted and None not in shape:
                return part
            return of.sum_to(part, value)
    return of.written_part(g, index, value)


def _hole(of: Any, g: Any, call: Call) -> Any:
    return of.updated(g, call.args[1], 0.0)


_add("getitem", Linear({0: _item_back}))
_add("updated", Linear({0: _hole, 2: _written_back}))
_add(
    "written_part",
    Linear(
        {
            0: lambda of, g, call: of.updated(
                of.zero_of(call.args[0]), call.args[1], g
            ),
            2: None,
        }
    ),
)
_add(
    "index_add",
    Linear(
        {
            0: _same,
            2: lambda of, g, call: of.sum_to(of.getitem(g, call.args[1]), call.args[2]),
        }
    ),
)


def _summed(of: Any, g: Any, call: Call) -> Any:
    """Spread the cotangent of a sum over an axis, several, or all."""
    (x, *_), axis = call.args, call.option("axis", 1)
    if set(call.options) - {"axis", "keepdims"} or len(call.args) > 2:
        raise Unknown("an option of the sum")
    if axis is not None and not call.option("keepdims", 99, False):
        g = of.expand_dims(g, axis)
    return of.spread(g, x)


def _averaged(of: Any, g: Any, call: Call) -> Any:
    x = call.args[0]
    count = of.divide(of.size(x), of.size(call.result))
    return _summed(of, of.divide(g, count), call)


def _accumulated(of: Any, g: Any, call: Call) -> Any:
    x, axis = call.args[0], call.option("axis", 1)
    if set(call.options) - {"axis"} or len(call.args) > 2:
        raise Unknown("an option of the sum")
    if axis is None:
        back = of.flip(of.cumsum(of.flip(g)))
        return of.reshape_like(back, x)
    return of.flip(of.cumsum(of.flip(g, axis), axis), axis)


_add("sum", Linear({0: _summed}))
_add("mean array_mean", Linear({0: _averaged}))
_add("cumsum array_cumsum", Linear({0: _accumulated}))


def _chosen(of: Any, g: Any, call: Call, place: int) -> Any:
    if len(call.args) != 3:
        raise Unknown("one argument alone")
    test = call.args[0]
    kept = of.where(test, g, 0.0) if place == 1 else of.where(test, 0.0, g)
    return of.sum_to(kept, call.args[place])


_add(
    "where",
    Linear(
        {
            1: lambda of, g, call: _chosen(of, g, call, 1),
            2: lambda of, g, call: _chosen(of, g, call, 2),
        }
    ),
)


def _items(call: Call) -> tuple[Argument, ...]:
    """Return the items of a display, or of a tuple of known length."""
    given = call.args[0]
    if isinstance(given, Display):
        return given.items
    raise Unknown("a sequence of the run")


def _axis(call: Call, rank: int, place: int = 1) -> int:
    axis = call.option("axis", place, 0)
    if type(axis) is not int:
        raise Unknown("an axis that is no number")
    return axis % rank


def _split(of: Any, g: Any, call: Call) -> list[Any]:
    items = _items(call)
    if set(call.options) - {"axis"}:
        raise Unknown("an option")
    axis = _axis(call, rank_of(items[0]))
    found, start = [], Constant(0)
    for item in items:
        stop = of.add(start, of.dimension(item, axis))
        index = (*(slice(None),) * axis, slice(start, stop))
        found.append(of.getitem(g, index))
        start = stop
    return found


def _unstacked(of: Any, g: Any, call: Call) -> list[Any]:
    items = _items(call)
    if set(call.options) - {"axis"}:
        raise Unknown("an option")
    axis = _axis(call, rank_of(items[0]) + 1)
    before = (slice(None),) * axis
    return [of.getitem(g, (*before, place)) for place in range(len(items))]


def _parts(of: Any, g: Any, display: Display) -> list[Any]:
    """Return the cotangents of what an array was made of, item by item."""
    return [
        _parts(of, of.getitem(g, place), item)
        if isinstance(item, Display)
        else of.getitem(g, place)
        for place, item in enumerate(display.items)
    ]


def _array_back(of: Any, g: Any, call: Call) -> Any:
    if set(call.options) - {"dtype", "copy"}:
        raise Unknown("an option")
    given = call.args[0]
    if isinstance(given, Display):
        return _parts(of, g, given)
    if not isinstance(argument_type(given), Array) and rank_of(given):
        raise Unknown("a sequence of the run")
    return of.reshape_like(g, given) if rank_of(given) else _scalar(of, g)


def _scalar(of: Any, g: Any) -> Any:
    return of.getitem(g, ())


_add("concatenate", Linear({0: _split}))
_add("stack", Linear({0: _unstacked}))
_add("array", Linear({0: _array_back}))


def _taken(of: Any, g: Any, call: Call) -> Any:
    x, index = call.args[:2]
    if set(call.options) - {"axis"}:
        raise Unknown("an option")
    axis = call.option("axis", 2)
    if axis is None:
        flat = of.index_add(of.ravel(of.zero_of(x)), index, g)
        return of.reshape_like(flat, x)
    before = (slice(None),) * _axis(call, rank_of(x), 2)
    return of.index_add(of.zero_of(x), (*before, index), g)


def _rolled(of: Any, g: Any, call: Call) -> Any:
    rest = [Constant(_opposite(constant(call.args[1])))]
    rest += [Constant(constant(each)) for each in call.args[2:]]
    options = {name: constant(each) for name, each in call.options.items()}
    return of.roll(g, *rest, **options)


def _opposite(shift: Any) -> Any:
    return tuple(-one for one in shift) if isinstance(shift, tuple) else -shift


def _traced(of: Any, g: Any, call: Call) -> Any:
    if len(call.args) > 1 or call.options or rank_of(call.args[0]) != 2:
        raise Unknown("another diagonal than that of a matrix")
    x = call.args[0]
    return of.multiply(g, of.eye(of.dimension(x, 0), of.dimension(x, 1)))


_add("take", Linear({0: _taken}))
_add("roll", Linear({0: _rolled}))
_add("trace array_trace", Linear({0: _traced}))
_add(
    "tril", Linear({0: lambda of, g, call: of.tril(g, *call.args[1:], **call.options)})
)
_add(
    "triu", Linear({0: lambda of, g, call: of.triu(g, *call.args[1:], **call.options)})
)


# What is linear in each operand


def _matmul_left(of: Any, g: Any, call: Call) -> Any:
    a, b = call.args
    left, right = rank_of(a), rank_of(b)
    if call.options:
        raise Unknown("an option")
    if left == 1 and right == 1:
        return of.multiply(g, b)
    if right == 1:
        return of.sum_to(of.multiply(of.expand_dims(g, -1), b), a)
    if left == 1 and right == 2:
        return of.matmul(b, g)
    if left == 1:
        raise Unknown("a vector times a stack of matrices")
    return of.sum_to(of.matmul(g, of.swapaxes(b, -1, -2)), a)


def _matmul_right(of: Any, g: Any, call: Call) -> Any:
    a, b = call.args
    left, right = rank_of(a), rank_of(b)
    if call.options:
        raise Unknown("an option")
    if left == 1 and right == 1:
        return of.multiply(g, a)
    if left == 1 and right == 2:
        return of.outer(a, g)
    if left == 2 and right == 1:
        return of.matmul(g, a)
    if left == 1 or right == 1:
        raise Unknown("a vector times a stack of matrices")
    return of.sum_to(of.matmul(of.swapaxes(a, -1, -2), g), b)


def _dot(rule: Any) -> Any:
    def transpose(of: Any, g: Any, call: Call) -> Any:
        a, b = call.args
        if not rank_of(a) or not rank_of(b):
            other = b if rule is _matmul_left else a
            mine = a if rule is _matmul_left else b
            return of.sum_to(of.multiply(g, other), mine)
        if rank_of(a) > 2 or rank_of(b) > 2:
            raise Unknown("a product of more than two dimensions")
        return rule(of, g, call)

    return transpose


_add("matmul", Multilinear({0: _matmul_left, 1: _matmul_right}))
_add("dot", Multilinear({0: _dot(_matmul_left), 1: _dot(_matmul_right)}))


def _inner(of: Any, g: Any, call: Call, place: int) -> Any:
    other = call.args[1 - place]
    if rank_of(call.args[0]) != 1 or rank_of(other) != 1:
        raise Unknown("a product of other than vectors")
    return of.multiply(g, other)


_add(
    "inner vdot",
    Multilinear(
        {
            0: lambda of, g, call: _inner(of, g, call, 0),
            1: lambda of, g, call: _inner(of, g, call, 1),
        }
    ),
)
_add(
    "outer",
    Multilinear(
        {
            0: lambda of, g, call: of.reshape_like(
                of.matmul(g, of.ravel(call.args[1])), call.args[0]
            ),
            1: lambda of, g, call: of.reshape_like(
                of.matmul(of.ravel(call.args[0]), g), call.args[1]
            ),
        }
    ),
)


def _einsum(place: int) -> Any:
    def transpose(of: Any, g: Any, call: Call) -> Any:
        spelled = constant(call.args[0])
        if not isinstance(spelled, str) or call.options or "." in spelled:
            raise Unknown("a form of einsum")
        spelled = spelled.replace(" ", "")
        inputs, arrow, output = spelled.partition("->")
        parts = inputs.split(",")
        if not arrow:
            letters = "".join(parts)
            output = "".join(sorted(x for x in set(letters) if letters.count(x) == 1))
        mine = parts[place]
        others = [each for i, each in enumerate(parts) if i != place]
        known = set(output).union(*others)
        if len(set(mine)) != len(mine) or not set(mine) <= known:
            raise Unknown("a diagonal, or a sum of one operand alone")
        rest = [each for i, each in enumerate(call.args[1:]) if i != place]
        back = ",".join((output, *others)) + "->" + mine
        return of.einsum(back, g, *rest)

    return transpose


_add("einsum", Multilinear({place + 1: _einsum(place) for place in range(6)}))


# Rules of their own


def _extreme_shares(of: Any, call: Call) -> tuple[Any, Any]:
    """Return where an extreme is, and how many there are, in the operand's shape."""
    x, axis = call.args[0], call.option("axis", 1)
    if set(call.options) - {"axis", "keepdims"} or len(call.args) > 2:
        raise Unknown("an option")
    y = call.result
    if axis is not None and not call.option("keepdims", 99, False):
        y = of.expand_dims(y, axis)
    found = of.multiply(1.0, of.equal(x, y))
    if axis is None:
        return found, of.sum(found)
    return found, of.sum(found, axis=axis, keepdims=True)


def _extreme_back(of: Any, g: Any, call: Call) -> Any:
    found, count = _extreme_shares(of, call)
    axis = call.option("axis", 1)
    if axis is not None and not call.option("keepdims", 99, False):
        g = of.expand_dims(g, axis)
    return of.multiply(of.divide(found, count), g)


def _extreme_forward(of: Any, tangents: Any, call: Call) -> Any:
    found, count = _extreme_shares(of, call)
    shares = of.multiply(of.divide(found, count), tangents[0])
    return (
        of.sum(shares, **call.options)
        if len(call.args) == 1
        else of.sum(shares, call.args[1], **call.options)
    )


_add("max min", Own({0: _extreme_back}, _extreme_forward))


def _variance_parts(of: Any, call: Call) -> tuple[Any, Any]:
    """Return the deviations from the mean, and the divisor of their squares."""
    x, axis = call.args[0], call.option("axis", 1)
    if set(call.options) - {"axis", "keepdims", "ddof"} or len(call.args) > 2:
        raise Unknown("an option")
    ddof = call.option("ddof", 99, 0)
    mean = of.mean(x, axis=axis, keepdims=True) if axis is not None else of.mean(x)
    count = of.divide(of.size(x), of.size(call.result))
    return of.subtract(x, mean), of.subtract(count, ddof)


def _variance_back(of: Any, g: Any, call: Call) -> Any:
    deviations, count = _variance_parts(of, call)
    axis = call.option("axis", 1)
    if axis is not None and not call.option("keepdims", 99, False):
        g = of.expand_dims(g, axis)
    return of.multiply(of.divide(of.multiply(2.0, deviations), count), g)


def _variance_forward(of: Any, tangents: Any, call: Call) -> Any:
    deviations, count = _variance_parts(of, call)
    options = {k: v for k, v in call.options.items() if k != "ddof"}
    terms = of.multiply(of.divide(of.multiply(2.0, deviations), count), tangents[0])
    return of.sum(terms, *call.args[1:], **options)


def _deviation_back(of: Any, g: Any, call: Call) -> Any:
    return _variance_back(of, _over(of, of.multiply(0.5, g), call.result), call)


def _deviation_forward(of: Any, tangents: Any, call: Call) -> Any:
    found = _variance_forward(of, tangents, call)
    return _over(of, of.multiply(0.5, found), call.result)


_add("var array_var", Own({0: _variance_back}, _variance_forward))
_add("std array_std", Own({0: _deviation_back}, _deviation_forward))


def _norm_back(of: Any, g: Any, call: Call) -> Any:
    if len(call.args) > 1 or call.options:
        raise Unknown("another norm")
    return of.multiply(g, _over(of, call.args[0], call.result))


def _norm_forward(of: Any, tangents: Any, call: Call) -> Any:
    if len(call.args) > 1 or call.options:
        raise Unknown("another norm")
    return of.sum(of.multiply(tangents[0], _over(of, call.args[0], call.result)))


_add("norm", Own({0: _norm_back}, _norm_forward))


def _clip_inside(of: Any, call: Call) -> Any:
    """Return where a value is within its bounds, these included."""
    x = call.args[0]
    if set(call.options) - {"a_min", "a_max", "min", "max"}:
        raise Unknown("an option")
    low = call.options.get("a_min", call.options.get("min"))
    high = call.options.get("a_max", call.options.get("max"))
    low = call.args[1] if len(call.args) > 1 else low
    high = call.args[2] if len(call.args) > 2 else high
    inside: Any = Constant(True)
    if low is not None and low != Constant(None):
        inside = of.greater_equal(x, low)
    if high is not None and high != Constant(None):
        inside = of.logical_and(inside, of.less_equal(x, high))
    return inside


def _clip_back(of: Any, g: Any, call: Call) -> Any:
    return of.sum_to(of.where(_clip_inside(of, call), g, 0.0), call.args[0])


def _clip_forward(of: Any, tangents: Any, call: Call) -> Any:
    return of.spread(of.where(_clip_inside(of, call), tangents[0], 0.0), call.result)


_add("clip array_clip", Own({0: _clip_back}, _clip_forward))


def _python_extreme(less: bool) -> Own:
    """Return the rules of Python's `min` or `max` of two numbers."""

    def second(of: Any, call: Call) -> Any:
        if len(call.args) != 2 or call.options:
            raise Unknown("other than two numbers")
        if rank_of(call.args[0]) or rank_of(call.args[1]):
            raise Unknown("other than two numbers")
        a, b = call.args
        return of.less(b, a) if less else of.greater(b, a)

    def first_back(of: Any, g: Any, call: Call) -> Any:
        return _scalar(of, of.where(second(of, call), 0.0, g))

    def second_back(of: Any, g: Any, call: Call) -> Any:
        return _scalar(of, of.where(second(of, call), g, 0.0))

    def forward(of: Any, tangents: Any, call: Call) -> Any:
        zero = Constant(0.0)
        test = second(of, call)
        both = of.where(test, tangents.get(1, zero), tangents.get(0, zero))
        return _scalar(of, both)

    return Own({0: first_back, 1: second_back}, forward)


_add("minimum_of", _python_extreme(True))
_add("maximum_of", _python_extreme(False))


def _ufunc_operand(place: int) -> Any:
    def transpose(of: Any, g: Any, call: Call) -> Any:
        ufunc, operands = _ufunc_parts(call)
        fact = _ufunc_partials(ufunc)
        if place >= len(operands):
            raise Unknown("an output")
        term = _term(of, g, fact.partials[place], call, operands)
        return None if term is None else of.sum_to(term, operands[place])

    return transpose


def _ufunc_parts(call: Call) -> tuple[Any, tuple[Argument, ...]]:
    ufunc, *operands = call.args
    if call.options or not isinstance(ufunc, Constant):
        raise Unknown("an option")
    return ufunc.value, tuple(operands)


def _term(of: Any, g: Any, partial: Any, call: Call, operands: Any) -> Any:
    if partial is None or partial == 1:
        return None if partial is None else g
    if partial == -1:
        return of.negative(g)
    return of.masked_product(g, partial(of, call.result, *operands))


def _ufunc_forward(of: Any, tangents: Any, call: Call) -> Any:
    ufunc, operands = _ufunc_parts(call)
    fact = _ufunc_partials(ufunc)
    total: Any = of.zero_of(call.result)
    for place in range(len(operands)):
        tangent = tangents.get(place + 1)
        if tangent is not None:
            term = _term(of, tangent, fact.partials[place], call, operands)
            total = total if term is None else of.add(total, term)
    return total


_add("ufunc_call", Own({1: _ufunc_operand(0), 2: _ufunc_operand(1)}, _ufunc_forward))


def _filled_parts(call: Call) -> tuple[Any, tuple[Argument, ...], Argument]:
    ufunc, _, *operands = call.args
    if set(call.options) - {"where"} or not isinstance(ufunc, Constant):
        raise Unknown("an option")
    return ufunc.value, tuple(operands), call.options.get("where", Constant(True))


def _filled_base(of: Any, g: Any, call: Call) -> Any:
    return of.where(_filled_parts(call)[2], 0.0, g)


def _filled_operand(place: int) -> Any:
    def transpose(of: Any, g: Any, call: Call) -> Any:
        ufunc, operands, mask = _filled_parts(call)
        fact = _ufunc_partials(ufunc)
        partial = fact.partials[place]
        if partial is None:
            return None
        kept = _term(of, of.where(mask, g, 0.0), partial, call, operands)
        return of.sum_to(kept, operands[place])

    return transpose


def _filled_forward(of: Any, tangents: Any, call: Call) -> Any:
    ufunc, operands, mask = _filled_parts(call)
    fact = _ufunc_partials(ufunc)
    total: Any = Constant(0.0)
    for place in range(len(operands)):
        partial = fact.partials[place]
        tangent = tangents.get(place + 2)
        if partial is None or tangent is None:
            continue
        kept = of.where(mask, tangent, 0.0)
        total = of.add(total, _term(of, kept, partial, call, operands))
    base = tangents.get(1, Constant(0.0))
    return of.spread(of.where(mask, total, base), call.result)


def _ufunc_partials(ufunc: Any) -> Partials:
    fact = _facts.table.get(ufunc.__name__)
    if not isinstance(ufunc, np.ufunc) or not isinstance(fact, Partials):
        raise Unknown("a function without partial derivatives")
    return fact


_add(
    "ufunc_filled",
    Own(
        {1: _filled_base, 2: _filled_operand(0), 3: _filled_operand(1)}, _filled_forward
    ),
)


_add(
    "masked_product",
    Multilinear(
        {
            0: lambda of, g, call: of.sum_to(
                of.masked_product(g, call.args[1]), call.args[0]
            ),
            1: lambda of, g, call: of.sum_to(
                of.multiply(g, call.args[0]), call.args[1]
            ),
        }
    ),
)
_partials("zero_of one_of zeros_like ones_like empty_like", None)

_add("array_view array_getfield", Refused("it gives the bits of numbers"))

FACTS = _facts.table
"""The facts by the names of rows."""
