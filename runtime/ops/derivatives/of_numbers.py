"""Derivatives of functions of one number, and of two.

Kinks: equal shares at a tie of `maximum` and its like; 0 for `absolute` and `hypot` at
0; what is constant by pieces has no derivative but 0.
"""

from __future__ import annotations

import math
from typing import Any

from runtime.ir.nodes import Argument, Constant, argument_type
from runtime.ops.derivatives.rule_writing import (
    above,
    conjugate,
    items_of,
    may_be_complex,
    number,
    over,
)
from runtime.ops.facts import Call, Facts, Linear, Quotient, Unknown, rank_of

_facts = Facts()
_add = _facts.add
_partials = _facts.partials


# Functions of one number

_partials("positive", 1)
_add(
    "conjugate array_conj array_conjugate",
    Linear({0: lambda of, g, call: conjugate(of, g)}),
)
_partials("negative", -1)
_partials("sin math_sin", lambda of, y, x: of.cos(x))
_partials("cos math_cos", lambda of, y, x: of.negative(of.sin(x)))
_partials("tan math_tan", lambda of, y, x: of.add(1.0, of.multiply(y, y)))
_partials("sinh math_sinh", lambda of, y, x: of.cosh(x))
_partials("cosh math_cosh", lambda of, y, x: of.sinh(x))
_partials("tanh math_tanh", lambda of, y, x: of.subtract(1.0, of.multiply(y, y)))

_ARCS = {
    "arcsin math_asin": ("cos", 1.0, lambda of, x: of.subtract(1.0, x)),
    "arccos math_acos": ("sin", -1.0, lambda of, x: of.subtract(1.0, x)),
    "arcsinh math_asinh": ("cosh", 1.0, lambda of, x: of.add(1.0, x)),
    "arccosh math_acosh": ("sinh", 1.0, lambda of, x: of.subtract(x, 1.0)),
}
"""By names: the derivative of the inverse, its sign, and its square by that of x."""


def _of_arc(derivative: str, sign: float, squared: Any) -> Any:
    """Return the partial of an arc function.

    Of a complex number the root may have the other sign: there the result says which.
    """

    def partial(of: Any, y: Any, x: Any) -> Any:
        if may_be_complex(x):
            return Quotient(sign, getattr(of, derivative)(y))
        return Quotient(sign, of.sqrt(squared(of, of.multiply(x, x))))

    return partial


for _names, _arc in _ARCS.items():
    _partials(_names, _of_arc(*_arc))
_partials(
    "arctan math_atan",
    lambda of, y, x: Quotient(1.0, of.add(1.0, of.multiply(x, x))),
)
_partials(
    "arctanh math_atanh",
    lambda of, y, x: Quotient(1.0, of.subtract(1.0, of.multiply(x, x))),
)
_partials("exp math_exp", lambda of, y, x: y)
_partials("exp2 math_exp2", lambda of, y, x: of.multiply(y, math.log(2.0)))
_partials("expm1 math_expm1", lambda of, y, x: of.add(y, 1.0))
_partials("log", lambda of, y, x: Quotient(1.0, x))
_partials(
    "log2 math_log2",
    lambda of, y, x: Quotient(1.0 / math.log(2.0), x),
)
_partials(
    "log10 math_log10",
    lambda of, y, x: Quotient(1.0 / math.log(10.0), x),
)
_partials("log1p math_log1p", lambda of, y, x: Quotient(1.0, of.add(1.0, x)))
_partials("sqrt math_sqrt", lambda of, y, x: Quotient(0.5, y))
_partials(
    "cbrt math_cbrt",
    lambda of, y, x: Quotient(1.0 / 3.0, of.multiply(y, y)),
)
_partials("square", lambda of, y, x: of.multiply(2.0, x))
_partials("reciprocal", lambda of, y, x: of.negative(of.multiply(y, y)))
_partials("absolute fabs math_fabs", lambda of, y, x: conjugate(of, of.sign(x)))
_partials("real", 1)
_partials("imag", lambda of, y, x: Constant(-1j) if may_be_complex(x) else None)
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
    "floor ceil trunc rint fix floor_divide spacing round array_round round_of "
    "math_ulp",
    None,
    None,
)


@_facts.defines("sign")
def _sign(of: Any, call: Call) -> Any:
    (x,) = call.args
    if may_be_complex(x):
        return over(of, x, of.absolute(x))
    return of.zero_of(x)


@_facts.defines("angle")
def _angle(of: Any, call: Call) -> Any:
    given = call.given("z deg")
    z = given["z"]
    if not may_be_complex(z):
        return of.zero_of(z)
    found = of.arctan2(of.imag(z), of.real(z))
    return of.rad2deg(found) if given.constant("deg", False) else found


@_facts.defines("real_if_close")
def _real_if_close(of: Any, call: Call) -> Any:
    a = call.args[0]
    if may_be_complex(a):
        raise Unknown("a result whose type depends on the numbers")
    return a


@_facts.defines("sinc")
def _sinc(of: Any, call: Call) -> Any:
    """Sine over argument; by its series where the quotient loses its derivatives."""
    z = of.multiply(math.pi, call.args[0])
    small = of.less(of.absolute(z), 0.05)
    safe = of.where(small, 1.0, z)
    square = of.multiply(z, z)
    series: Any = Constant(0.0)
    for power in range(7, -1, -1):
        term = (-1) ** power / math.factorial(2 * power + 1)
        series = of.add(term, of.multiply(series, square))
    return of.where(small, series, of.divide(of.sin(safe), safe))


@_facts.defines("i0")
def _bessel(of: Any, call: Call) -> Any:
    """The mean of exp(x cos t) over a circle: the midpoint rule is exact to rounding.

    Its error is 2 I_n(x) with n = 256 points on the circle (Trefethen and Weideman,
    "The exponentially convergent trapezoidal rule", SIAM Review 2014), far below the
    rounding of I_0(x) as long as that is finite. By symmetry half of the points do.
    """
    count = 128
    nodes = [math.cos(math.pi * (place + 0.5) / count) for place in range(count)]
    x = of.expand_dims(call.args[0], -1)
    return of.mean(of.exp(of.multiply(x, of.asarray(nodes))), axis=-1)


@_facts.defines("unwrap")
def _unwrapped(of: Any, call: Call) -> Any:
    return call.given("p discont axis * period")["p"]


def _log_gamma(of: Any, x: Any) -> Any:
    """Write the logarithm of the absolute value of the gamma function.

    By Stirling's series at x + 12, and reflection for small x: Abramowitz and Stegun,
    6.1.40 and 6.1.17.
    """
    small = of.less(x, 0.5)
    positive = of.where(small, of.subtract(1.0, x), x)
    shifted = of.add(positive, 12.0)
    found = of.multiply(of.subtract(shifted, 0.5), of.log(shifted))
    found = of.add(of.subtract(found, shifted), 0.5 * math.log(2.0 * math.pi))
    inverse = of.divide(1.0, of.multiply(shifted, shifted))
    numbers = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)
    series: Any = Constant(0.0)
    for k in range(len(numbers), 0, -1):
        term = numbers[k - 1] / (2 * k * (2 * k - 1))
        series = of.add(term, of.multiply(series, inverse))
    found = of.add(found, of.divide(series, shifted))
    product: Any = positive
    for step in range(1, 12):
        product = of.multiply(product, of.add(positive, float(step)))
    found = of.subtract(found, of.log(product))
    sine = of.log(of.absolute(of.sin(of.multiply(math.pi, of.where(small, x, 0.5)))))
    reflected = of.subtract(math.log(math.pi), of.add(sine, found))
    return of.where(small, reflected, found)


@_facts.defines("math_lgamma")
def _math_lgamma(of: Any, call: Call) -> Any:
    return number(of, _log_gamma(of, call.args[0]))


@_facts.defines("math_gamma")
def _math_gamma(of: Any, call: Call) -> Any:
    found = of.exp(_log_gamma(of, call.args[0]))
    return number(of, of.multiply(of.copysign(1.0, call.result), found))


@_facts.defines("modf math_modf")
def _fraction(of: Any, call: Call) -> Any:
    (x,) = call.args
    return [of.subtract(x, of.trunc(x)), None]


@_facts.defines("frexp math_frexp")
def _mantissa(of: Any, call: Call) -> Any:
    _, exponent = call.result
    return [of.divide(call.args[0], of.exp2(exponent)), None]


@_facts.defines("divmod divmod_of")
def _quotient(of: Any, call: Call) -> Any:
    a, b = call.args
    return [None, of.remainder(a, b)]


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


def _squares(of: Any, a: Argument, b: Argument) -> Any:
    return of.add(of.multiply(a, a), of.multiply(b, b))


_partials("add", 1, 1)
_partials("subtract", 1, -1)
_partials("multiply", lambda of, y, a, b: b, lambda of, y, a, b: a)


_partials(
    "divide",
    lambda of, y, a, b: Quotient(1.0, b),
    lambda of, y, a, b: Quotient(of.negative(y), b),
)
_partials(
    "remainder",
    1,
    lambda of, y, a, b: of.negative(of.floor_divide(a, b)),
)
_partials(
    "fmod math_fmod",
    1,
    lambda of, y, a, b: of.negative(of.trunc(of.divide(a, b))),
)
_partials(
    "math_remainder",
    1,
    lambda of, y, a, b: of.divide(of.subtract(y, a), b),
)
_partials(
    "power float_power math_pow",
    _power_by_base,
    _power_by_exponent,
)
_partials(
    "maximum fmax",
    lambda of, y, a, b: above(of, a, b),
    lambda of, y, a, b: above(of, b, a),
)
_partials(
    "minimum fmin",
    lambda of, y, a, b: above(of, b, a),
    lambda of, y, a, b: above(of, a, b),
)
_partials(
    "hypot",
    lambda of, y, a, b: over(of, a, y),
    lambda of, y, a, b: over(of, b, y),
)
_partials(
    "arctan2 math_atan2",
    lambda of, y, a, b: of.divide(b, _squares(of, a, b)),
    lambda of, y, a, b: of.negative(of.divide(a, _squares(of, a, b))),
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


@_facts.defines("math_log")
def _logarithm(of: Any, call: Call) -> Any:
    x, *base = call.args
    return of.divide(of.log(x), of.log(base[0])) if base else of.log(x)


@_facts.defines("math_hypot")
def _length(of: Any, call: Call) -> Any:
    return _euclidean(of, call.args)


@_facts.defines("math_dist")
def _distance(of: Any, call: Call) -> Any:
    if any(map(_is_row, call.args)):
        rows = [each if _is_row(each) else of.array(each) for each in call.args]
        return of.norm(of.subtract(*rows))
    pairs = zip(items_of(call.args[0]), items_of(call.args[1]), strict=True)
    return _euclidean(of, [of.subtract(p, q) for p, q in pairs])


def _is_row(argument: Argument) -> bool:
    """Whether an argument is an array of one dimension."""
    return getattr(argument_type(argument), "rank", None) == 1


def _euclidean(of: Any, parts: Any) -> Any:
    found: Any = Constant(0.0)
    for part in parts:
        found = of.hypot(found, part)
    return found


@_facts.defines("math_fsum")
def _exact_sum(of: Any, call: Call) -> Any:
    if _is_row(call.args[0]):
        return of.sum(call.args[0])
    return _folded(of, of.add, call.args[0], Constant(0.0))


@_facts.defines("math_prod")
def _exact_product(of: Any, call: Call) -> Any:
    start = call.given("iterable * start").get("start", Constant(1.0))
    if _is_row(call.args[0]):
        return of.multiply(start, of.prod(call.args[0]))
    return _folded(of, of.multiply, call.args[0], start)


def _folded(of: Any, step: Any, given: Argument, found: Any) -> Any:
    for item in items_of(given):
        found = step(found, item)
    return found


@_facts.defines("complex")
def _complex(of: Any, call: Call) -> Any:
    real, *imag = call.args
    if rank_of(real):
        raise Unknown("an array")
    return of.add(real, of.multiply(1j, imag[0])) if imag else of.add(real, 0j)


FACTS = _facts.table
"""By the names of rows."""
