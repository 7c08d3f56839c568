"""Operations item by item in ONNX."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from runtime.exporting.number_types import dtype_of
from runtime.exporting.onnx.onnx_calls import Call, Context, Lower
from runtime.exporting.onnx.onnx_functions import FUNCTIONS, arctan2, hypot, logaddexp
from runtime.exporting.onnx.onnx_numbers import INT, TRUTH
from runtime.exporting.onnx.onnx_values import (
    Bundle,
    Held,
    Known,
    NumberForm,
    Tensor,
    is_python_number,
)
from runtime.types import Array, NumpyScalar, PythonScalar, Tuple, members


def operands(of: Context, call: Call, dtype: np.dtype | None = None) -> list[Tensor]:
    """Return the operands in the dtype of the result."""
    check(of, call)
    if dtype is None:
        _check_mixture(of, call)
    wanted = call.dtype if dtype is None else dtype
    if wanted is None or wanted.kind == "c":
        of.refuse(f"{call.name} gives {call.result}, for which ONNX has no tensor")
    return [of.number(each, wanted) for each in call.args]


def check(of: Context, call: Call) -> None:
    """Refuse keywords, and operands that are a mixture of dtypes, or no numbers."""
    if set(call.kwargs) - {"dtype", "casting"}:
        of.refuse(f"{call.name} with {', '.join(call.kwargs)} has no form in ONNX")
    for each in call.types:
        form = of.form(each, "an operand")
        if not isinstance(form, NumberForm):
            of.refuse(f"{call.name} takes {each}, which is no number")


def _arithmetic(name: str) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x, y = operands(of, call)
        if x.dtype == TRUTH and name in ("subtract", "divide"):
            of.refuse("truths have no difference")
        return of.arithmetic(name, x, y)

    return lower


def _bits(name: str) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x, y = operands(of, call)
        return of.bits(name, x, y)

    return lower


def _check_mixture(of: Context, call: Call) -> None:
    for each in call.types:
        strong = {
            one.dtype.kind == "b"
            for one in members(each)
            if isinstance(one, (Array, NumpyScalar))
        }
        python = any(isinstance(one, PythonScalar) for one in members(each))
        if len(strong) > 1 or (True in strong and python and dtype_of(each) != TRUTH):
            of.refuse(f"{call.name} takes a truth or a number", "use np.int64 for both")


def _divided(part: int) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x, y = operands(of, call)
        if x.dtype == TRUTH:
            of.refuse("truths are divided")
        return (of.remainder if x.dtype.kind == "f" else of.divided)(x, y)[part]

    return lower


def _divided_both(of: Context, call: Call) -> Held:
    dtype = dtype_of(call.result.items[0]) if isinstance(call.result, Tuple) else None
    if dtype is None:
        of.refuse(f"{call.name} gives {call.result}, for which ONNX has no tensor")
    _check_mixture(of, call)
    x, y = operands(of, call, dtype)
    found = (of.remainder if dtype.kind == "f" else of.divided)(x, y)
    return Bundle(found)


def _shifted(left: bool) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x, y = operands(of, call)
        if x.dtype == TRUTH:
            of.refuse("truths are shifted")
        return of.shifted(x, y, left)

    return lower


def _power(of: Context, call: Call) -> Held:
    check(of, call)
    exponent = call.args[1]
    dtype = call.dtype
    assert dtype is not None
    if dtype.kind in "iu" and isinstance(exponent, Known):
        by = int(exponent.value)
        if by < 0:
            of.refuse("a whole number has a negative power", "use floats")
        return of.whole_power(of.number(call.args[0], dtype), by)
    if dtype.kind != "f":
        of.refuse(
            "a power of whole numbers has an exponent that is computed",
            "multiply in a loop, or use floats",
        )
    if isinstance(exponent, Known) and np.ndim(exponent.value) == 0:
        if exponent.value == 2:
            x = of.number(call.args[0], dtype)
            return of.binary("Mul", x, x)
        if exponent.value == 0.5 and not is_python_number(call.types[0]):
            x = of.number(call.args[0], dtype)
            return of.unary("Sqrt", x)
    whole = [dtype_of(each) for each in call.types]
    if all(each is not None and each.kind in "biu" for each in whole):
        of.refuse(
            "a power of whole numbers is a float where the exponent is negative",
            "use floats",
        )
    x, y = operands(of, call)
    return of.binary("Pow", x, y)


def _of_floats(function: Callable[[Context, Tensor], Tensor]) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        (x,) = operands(of, call)
        return function(of, x)

    return lower


def _of_two(function: Callable[[Context, Tensor, Tensor], Tensor]) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x, y = operands(of, call)
        return function(of, x, y)

    return lower


def _negative(of: Context, call: Call) -> Held:
    (x,) = operands(of, call)
    return of.negative(x)


def _same(of: Context, call: Call) -> Held:
    (x,) = operands(of, call)
    return x


def _absolute(of: Context, call: Call) -> Held:
    (x,) = operands(of, call)
    return of.absolute(x)


def _inverted(of: Context, call: Call) -> Held:
    (x,) = operands(of, call)
    return of.inverted(x)


def _square(of: Context, call: Call) -> Held:
    (x,) = operands(of, call)
    return of.arithmetic("multiply", x, x)


def _reciprocal(of: Context, call: Call) -> Held:
    (x,) = operands(of, call)
    if x.dtype.kind != "f":
        of.refuse("reciprocal of whole numbers has no form in ONNX", "use floats")
    return of.binary("Div", of.like(1, x), x)


def _sign(of: Context, call: Call) -> Held:
    (x,) = operands(of, call)
    found = of.unary("Sign", x)
    if x.dtype.kind == "f":
        found = of.choose(of.unary("IsNaN", x, TRUTH), x, found)
    return found


def _round(of: Context, call: Call) -> Held:
    if not call.only(2, "decimals", "ndigits"):
        of.refuse(f"{call.name} with out= has no form in ONNX")
    places = call.operand(1, "decimals", call.operand(1, "ndigits", Known(None)))
    decimals = of.value_of(places, "the number of decimals")
    x = of.number(call.args[0])
    dtype = call.dtype
    if dtype is None:
        of.refuse(f"{call.name} gives {call.result}")
    if x.dtype.kind != "f":
        if decimals is not None and decimals < 0:
            of.refuse("whole numbers are rounded to tens", "use floats")
        return of.cast(x, dtype)
    if decimals and is_python_number(call.types[0]):
        of.refuse(
            "a float of Python is rounded to decimals by its digits",
            "use np.round of a float64",
        )
    if not decimals:
        return of.cast(of.unary("Round", x), dtype)
    scale = of.like(10.0 ** abs(decimals), x)
    before, after = ("Mul", "Div") if decimals > 0 else ("Div", "Mul")
    rounded = of.unary("Round", of.binary(before, x, scale))
    return of.cast(of.binary(after, rounded, scale), dtype)


def _to_int(function: str) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        x = of.number(call.args[0])
        if x.dtype.kind != "f":
            return of.cast(x, INT)
        return of.cast(x if function == "" else of.unary(function, x), INT)

    return lower


def _floored(operation: str) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        (x,) = operands(of, call)
        return of.unary(operation, x) if x.dtype.kind == "f" else x

    return lower


def _truncated(of: Context, call: Call) -> Held:
    (x,) = operands(of, call)
    if x.dtype.kind != "f":
        return x
    return of.choose(of.is_negative(x), of.unary("Ceil", x), of.unary("Floor", x))


def _ratio(factor: float) -> Lower:
    def lower(of: Context, call: Call) -> Held:
        (x,) = operands(of, call)
        return of.binary("Mul", x, of.like(factor, x))

    return lower


def _fmod(of: Context, call: Call) -> Held:
    x, y = operands(of, call)
    if x.dtype.kind != "f":
        of.refuse("fmod of whole numbers has no form in ONNX", "use %")
    return of.same("Mod", [x, y], None, of.binary("Add", x, y).shape, fmod=1)


def _log_to(of: Context, call: Call) -> Held:
    parts = [of.unary("Log", x) for x in operands(of, call)]
    return parts[0] if len(parts) == 1 else of.binary("Div", *parts)


_UNARY = {
    name: _of_floats(function)
    for row, function in FUNCTIONS.items()
    for name in (row, f"math_{row}")
}
_MATH = {"asin": "arcsin", "acos": "arccos", "atan": "arctan"}
_MATH |= {f"{each}h": f"{name}h" for each, name in _MATH.items()}
_MORE = {f"math_{each}": _of_floats(FUNCTIONS[name]) for each, name in _MATH.items()}
_REPEATED = {
    "iadd": "add",
    "isub": "subtract",
    "imul": "multiply",
    "itruediv": "divide",
}

ELEMENTWISE: dict[str, Lower] = {
    **{name: _arithmetic(name) for name in ("add", "subtract", "multiply", "divide")},
    **{name: _arithmetic(row) for name, row in _REPEATED.items()},
    **{f"bitwise_{name}": _bits(name) for name in ("and", "or", "xor")},
    **{f"i{name}": _bits(name) for name in ("and", "or", "xor")},
    "floor_divide": _divided(0),
    "ifloordiv": _divided(0),
    "remainder": _divided(1),
    "imod": _divided(1),
    "divmod_of": _divided_both,
    "left_shift": _shifted(True),
    "right_shift": _shifted(False),
    "ilshift": _shifted(True),
    "irshift": _shifted(False),
    "power": _power,
    "ipow": _power,
    "math_pow": _power,
    "negative": _negative,
    "positive": _same,
    "absolute": _absolute,
    "fabs": _absolute,
    "math_fabs": _absolute,
    "conjugate": _same,
    "array_conj": _same,
    "array_conjugate": _same,
    "invert": _inverted,
    "square": _square,
    "reciprocal": _reciprocal,
    "sign": _sign,
    "round": _round,
    "round_of": _round,
    "array_round": _round,
    "rint": _floored("Round"),
    "floor": _floored("Floor"),
    "ceil": _floored("Ceil"),
    "trunc": _truncated,
    "math_floor": _to_int("Floor"),
    "math_ceil": _to_int("Ceil"),
    "math_trunc": _to_int(""),
    "degrees": _ratio(180 / np.pi),
    "rad2deg": _ratio(180 / np.pi),
    "radians": _ratio(np.pi / 180),
    "deg2rad": _ratio(np.pi / 180),
    "math_degrees": _ratio(180 / np.pi),
    "math_radians": _ratio(np.pi / 180),
    "fmod": _fmod,
    "math_fmod": _fmod,
    **_UNARY,
    **_MORE,
    "math_log": _log_to,
    "arctan2": _of_two(arctan2),
    "math_atan2": _of_two(arctan2),
    "hypot": _of_two(hypot),
    "math_hypot": _of_two(hypot),
    "logaddexp": _of_two(logaddexp),
}
"""What is computed item by item, by the names of rows."""
