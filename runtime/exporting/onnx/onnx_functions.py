"""Functions of floats in ONNX: those without a kernel for 64 bits by others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from runtime.exporting.onnx.onnx_calls import Context
from runtime.exporting.onnx.onnx_numbers import TRUTH
from runtime.exporting.onnx.onnx_values import Tensor

_P = (
    -8.750608600031904122785e-1,
    -1.615753718733365076637e1,
    -7.500855792314704667340e1,
    -1.228866684490136173410e2,
    -6.485021904942025371773e1,
)
_Q = (
    1.0,
    2.485846490142306297962e1,
    1.650270098316988542046e2,
    4.328810604912902668951e2,
    4.853903996359136964868e2,
    1.945506571482613964425e2,
)
"""The polynomials of Cephes for the arctangent between -0.66 and 0.66."""


def _own(operation: str) -> Callable[[Context, Tensor], Tensor]:
    return lambda of, x: of.unary(operation, x)


def polynomial(of: Context, x: Tensor, coefficients: Sequence[float]) -> Tensor:
    """Return a polynomial, its highest coefficient first."""
    found = of.like(coefficients[0], x)
    for each in coefficients[1:]:
        found = of.binary("Add", of.binary("Mul", found, x), of.like(each, x))
    return found


def arctan(of: Context, x: Tensor) -> Tensor:
    """Return the arctangent."""
    size = of.unary("Abs", x)
    one = of.like(1, x)
    steep = of.compared("greater", size, of.like(2.41421356237309504880, x))
    middle = of.compared("greater", size, of.like(0.66, x))
    inverse = of.negative(of.binary("Div", one, size))
    halved = of.binary("Div", of.binary("Sub", size, one), of.binary("Add", size, one))
    reduced = of.choose(steep, inverse, of.choose(middle, halved, size))
    zero = of.like(0, x)
    start = of.choose(middle, of.like(np.pi / 4, x), zero)
    start = of.choose(steep, of.like(np.pi / 2, x), start)
    square = of.binary("Mul", reduced, reduced)
    ratio = of.binary("Div", polynomial(of, square, _P), polynomial(of, square, _Q))
    bent = of.binary("Mul", reduced, of.binary("Mul", square, ratio))
    found = of.binary("Add", start, of.binary("Add", reduced, bent))
    found = of.choose(of.is_negative(x), of.negative(found), found)
    return of.choose(of.equals(x, zero), x, found)


def has_sign(of: Context, x: Tensor) -> Tensor:
    """Whether numbers have a minus sign, zeros included."""
    zero, one = of.like(0, x), of.like(1, x)
    inverse = of.binary("Div", one, x)
    below = of.either(of.is_negative(x), of.is_negative(inverse))
    return of.both(below, of.no(of.compared("greater", x, zero)))


def arctan2(of: Context, y: Tensor, x: Tensor) -> Tensor:
    """Return the angle of a point."""
    left, below = has_sign(of, x), has_sign(of, y)
    zero = of.like(0, x)
    sizes = of.unary("Abs", y), of.unary("Abs", x)
    infinite = [of.unary("IsInf", each, TRUTH) for each in sizes]
    both = of.both(*infinite)
    one = of.like(1, x)
    ratio = of.choose(both, one, of.binary("Div", *sizes))
    flat = of.both(of.equals(sizes[0], zero), of.no(of.unary("IsNaN", x, TRUTH)))
    angle = arctan(of, of.choose(flat, zero, ratio))
    angle = of.choose(left, of.binary("Sub", of.like(np.pi, x), angle), angle)
    return of.choose(below, of.negative(angle), angle)


def expm1(of: Context, x: Tensor) -> Tensor:
    """Return ``exp(x) - 1`` without cancellation."""
    one = of.like(1, x)
    grown = of.unary("Exp", x)
    less = of.binary("Sub", grown, one)
    mended = of.binary("Div", of.binary("Mul", less, x), of.unary("Log", grown))
    plain = of.compared("greater", of.unary("Abs", x), of.like(30, x))
    found = of.choose(plain, less, mended)
    return of.choose(of.equals(grown, one), x, found)


def log1p(of: Context, x: Tensor) -> Tensor:
    """Return ``log(1 + x)`` without cancellation."""
    one = of.like(1, x)
    more = of.binary("Add", one, x)
    back = of.binary("Sub", more, one)
    mended = of.binary("Div", of.binary("Mul", of.unary("Log", more), x), back)
    large = of.compared("greater", of.unary("Abs", x), of.like(1e30, x))
    less = of.compared("less_equal", x, of.like(-1, x))
    found = of.choose(of.either(large, less), of.unary("Log", more), mended)
    return of.choose(of.equals(more, one), x, found)


def sinh(of: Context, x: Tensor) -> Tensor:
    """Return the hyperbolic sine."""
    size = of.unary("Abs", x)
    half, one = of.like(0.5, x), of.like(1, x)
    grown = expm1(of, size)
    small = of.binary(
        "Add", grown, of.binary("Div", grown, of.binary("Add", grown, one))
    )
    root = of.unary("Exp", of.binary("Mul", size, half))
    large = of.binary("Mul", of.binary("Mul", half, root), root)
    wide = of.compared("greater", size, of.like(22, x))
    found = of.choose(wide, large, of.binary("Mul", half, small))
    found = of.choose(of.is_negative(x), of.negative(found), found)
    return of.choose(of.equals(x, of.like(0, x)), x, found)


def cosh(of: Context, x: Tensor) -> Tensor:
    """Return the hyperbolic cosine."""
    half = of.like(0.5, x)
    root = of.unary("Exp", of.binary("Mul", of.unary("Abs", x), half))
    grown = of.binary("Mul", of.binary("Mul", half, root), root)
    falling = of.binary("Div", of.binary("Div", half, root), root)
    return of.binary("Add", grown, falling)


def tan(of: Context, x: Tensor) -> Tensor:
    """Return the tangent."""
    return of.binary("Div", of.unary("Sin", x), of.unary("Cos", x))


def arcsin(of: Context, x: Tensor) -> Tensor:
    """Return the arcsine."""
    return arctan2(of, x, _other_leg(of, x))


def arccos(of: Context, x: Tensor) -> Tensor:
    """Return the arccosine."""
    return arctan2(of, _other_leg(of, x), x)


def _other_leg(of: Context, x: Tensor) -> Tensor:
    one = of.like(1, x)
    less, more = of.binary("Sub", one, x), of.binary("Add", one, x)
    return of.unary("Sqrt", of.binary("Mul", less, more))


def arctanh(of: Context, x: Tensor) -> Tensor:
    """Return the area hyperbolic tangent."""
    size = of.unary("Abs", x)
    two, one = of.like(2, x), of.like(1, x)
    ratio = of.binary("Div", of.binary("Mul", two, size), of.binary("Sub", one, size))
    found = of.binary("Mul", of.like(0.5, x), log1p(of, ratio))
    found = of.choose(of.is_negative(x), of.negative(found), found)
    return of.choose(of.equals(x, of.like(0, x)), x, found)


def arcsinh(of: Context, x: Tensor) -> Tensor:
    """Return the area hyperbolic sine."""
    size = of.unary("Abs", x)
    one = of.like(1, x)
    square = of.binary("Mul", size, size)
    root = of.binary("Add", one, of.unary("Sqrt", of.binary("Add", square, one)))
    small = log1p(of, of.binary("Add", size, of.binary("Div", square, root)))
    large = of.binary("Add", of.unary("Log", size), of.like(np.log(2), x))
    wide = of.compared("greater", size, of.like(1e8, x))
    found = of.choose(wide, large, small)
    found = of.choose(of.is_negative(x), of.negative(found), found)
    return of.choose(of.equals(x, of.like(0, x)), x, found)


def arccosh(of: Context, x: Tensor) -> Tensor:
    """Return the area hyperbolic cosine."""
    one = of.like(1, x)
    less = of.binary("Sub", x, one)
    root = of.unary("Sqrt", of.binary("Mul", less, of.binary("Add", x, one)))
    small = log1p(of, of.binary("Add", less, root))
    large = of.binary("Add", of.unary("Log", x), of.like(np.log(2), x))
    wide = of.compared("greater", x, of.like(1e8, x))
    return of.choose(wide, large, small)


def hypot(of: Context, x: Tensor, y: Tensor) -> Tensor:
    """Return the length of the longest side of a triangle, without overflow."""
    x, y = of.unary("Abs", x), of.unary("Abs", y)
    long, short = of.largest(x, y), of.largest(x, y, least=True)
    zero, one = of.like(0, x), of.like(1, x)
    infinite = of.either(*[of.unary("IsInf", each, TRUTH) for each in (x, y)])
    ratio = of.binary("Div", short, of.choose(of.equals(long, zero), one, long))
    root = of.unary("Sqrt", of.binary("Add", one, of.binary("Mul", ratio, ratio)))
    return of.choose(infinite, of.like(np.inf, x), of.binary("Mul", long, root))


def logaddexp(of: Context, x: Tensor, y: Tensor) -> Tensor:
    """Return the logarithm of a sum of exponentials."""
    far = of.negative(of.unary("Abs", of.binary("Sub", x, y)))
    sum_ = of.binary("Add", of.largest(x, y), log1p(of, of.unary("Exp", far)))
    double = of.binary("Add", x, of.like(np.log(2), x))
    return of.choose(of.equals(x, y), double, sum_)


def exp2(of: Context, x: Tensor) -> Tensor:
    """Return a power of two."""
    return of.binary("Pow", of.like(2, x), x)


def _logarithm(base: float) -> Callable[[Context, Tensor], Tensor]:
    def log(of: Context, x: Tensor) -> Tensor:
        return of.binary("Div", of.unary("Log", x), of.like(np.log(base), x))

    return log


def cbrt(of: Context, x: Tensor) -> Tensor:
    """Return the cube root."""
    size = of.unary("Abs", x)
    root = of.binary("Pow", size, of.like(1 / 3, x))
    found = of.choose(of.is_negative(x), of.negative(root), root)
    return of.choose(of.equals(x, of.like(0, x)), x, found)


FUNCTIONS: dict[str, Callable[[Context, Tensor], Tensor]] = {
    **{each: _own(each.title()) for each in "sqrt exp log sin cos tanh".split()},
    "tan": tan,
    "sinh": sinh,
    "cosh": cosh,
    "arcsin": arcsin,
    "arccos": arccos,
    "arctan": arctan,
    "arcsinh": arcsinh,
    "arccosh": arccosh,
    "arctanh": arctanh,
    "expm1": expm1,
    "log1p": log1p,
    "log2": _logarithm(2),
    "log10": _logarithm(10),
    "exp2": exp2,
    "cbrt": cbrt,
}
"""Functions of one float, by their names in NumPy."""
