"""raise and assert in staged code, try, with; NumPy's own errors; effects before them."""

from __future__ import annotations

import contextlib
import warnings

import numpy as np

from tests.corpus.case import (
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
)


class NotConverged(Exception):
    def __init__(self, steps, residual):
        super().__init__(f"no convergence after {steps} steps")
        self.steps = steps
        self.residual = residual


def raise_if_negative(x):
    if x < 0:
        raise ValueError("x must not be negative")
    return np.sqrt(x)


def raise_with_value(x):
    if x > 10:
        raise ValueError(f"{x} is more than 10")
    return x


def raise_in_loop(x):
    s = 0
    for i, v in enumerate(x):
        if v < 0:
            raise ValueError("negative at", i)
        s += v
    return s


def raise_class(x):
    if x == 0:
        raise ZeroDivisionError
    return 1 / x


def raise_custom(x, n):
    for k in range(n):
        x = x / 2
        if x < 0.1:
            return x
    raise NotConverged(n, x)


def raise_from(x):
    if x < 0:
        raise ValueError("outer") from KeyError("inner")
    return x


def raise_in_else(x):
    if x > 0:
        y = x
    else:
        raise RuntimeError("not positive")
    return y * 2


def raise_after_loop(x):
    for v in x:
        if v > 3:
            break
    else:
        raise LookupError("nothing above 3")
    return v


def raise_in_both(x):
    if x > 0:
        raise ValueError("positive")
    else:
        raise TypeError("not positive")


def raise_in_helper(x):
    def check(v):
        if v > 2:
            raise OverflowError(v)

    for v in x:
        check(v)
    return x.sum()


def raise_after_writes(x, log):
    for i in range(len(x)):
        log.append(i)
        x[i] = -x[i]
        if x[i] < -2:
            raise ArithmeticError("too small")
    return x


def assert_positive(x):
    assert x > 0
    return x * 2


def assert_message(x):
    assert x.min() >= 0, f"negative entries: {x[x < 0]}"
    return np.sqrt(x)


def assert_in_loop(x):
    last = -np.inf
    for v in x:
        assert v >= last, "not sorted"
        last = v
    return last


def assert_constant(x):
    assert len(x) > 1, "need two"
    if x[0] > x[1]:
        return x[0]
    return x[1]


def not_implemented(x, kind):
    if kind == "a":
        return x
    if x > 0:
        raise NotImplementedError(kind)
    return -x


def index_error(x, i):
    if i > 0:
        return x[i]
    return x[0]


def broadcast_error(x, y):
    if x.sum() > 0:
        return x + y
    return x


def type_error_in_branch(x):
    if x > 0:
        return x + "a"
    return x


def attribute_error_in_branch(x):
    if x > 0:
        return x.nothing
    return x


def name_error_in_branch(x):
    if x > 0:
        return undefined_name  # noqa: F821
    return x


def key_error(d, key, x):
    if x > 0:
        return d[key]
    return d.get(key, x)


def unpack_error(x):
    a, b = x
    if a > b:
        return a
    return b


def matmul_error(a, b):
    if a.trace() > 0:
        return a @ b
    return a


def linear_algebra_error(a):
    if a.sum() > 0:
        return np.linalg.inv(a)
    return a


def empty_reduction(x):
    x = x[x > 2]
    return x.max()


def wrong_argument_count(x):
    def f(a, b):
        return a + b

    if x > 0:
        return f(x)
    return f(x, 1)


def try_around_division(a, b):
    try:
        r = a / b
    except ZeroDivisionError:
        r = None
    return r


def try_around_raise(x):
    try:
        if x > 0:
            raise ValueError("positive")
        r = 1
    except ValueError as e:
        r = str(e)
    return r


def try_in_loop(x):
    s = 0
    for v in x:
        try:
            if v < 0:
                raise ValueError
            s += v
        except ValueError:
            s -= 1
    return s


def try_else_finally(x):
    log = []
    try:
        if x > 1:
            raise KeyError(x)
    except KeyError:
        log.append("except")
    else:
        log.append("else")
    finally:
        log.append("finally")
    return log


def finally_after_return(x, log):
    try:
        if x > 0:
            return x
        return -x
    finally:
        log.append("done")


def handler_reads_progress(x):
    done = 0
    try:
        for v in x:
            if v < 0:
                raise ValueError
            done += 1
    except ValueError:
        return "stopped", done
    return "all", done


def reraise(x):
    try:
        if x < 0:
            raise ValueError("negative")
    except ValueError:
        if x < -5:
            raise
        x = 0
    return x


def index_error_caught(x, i):
    try:
        return x[i]
    except IndexError:
        return -1


def suppress(x):
    y = 0
    with contextlib.suppress(ValueError):
        if x < 0:
            raise ValueError
        y = x
    return y


def errstate_ignore(x):
    with np.errstate(divide="ignore", invalid="ignore"):
        y = 1 / x
        if y.max() > 10:
            y = np.where(np.isfinite(y), y, 0)
    return y


def errstate_raise(x):
    with np.errstate(divide="raise"):
        if x[0] > 0:
            return 1 / x
    return x


def errstate_in_loop(x, n):
    for k in range(n):
        with np.errstate(all="ignore"):
            x = np.log(x)
    return x


def warning_in_branch(x):
    if x < 0:
        return np.sqrt(x)
    return x


def warning_in_loop(x):
    out = []
    for v in x:
        out.append(1 / v)
    return out


def user_warning(x):
    if x > 0:
        warnings.warn("positive", UserWarning, stacklevel=2)
    return x


def stop_iteration(x):
    it = iter([1, 2])
    s = 0
    while s < x:
        s += next(it)
    return s


def next_with_default(x):
    it = iter([1, 2])
    s = 0
    for v in x:
        s += v * next(it, 0)
    return s


def error_in_untaken_branch(x, y):
    if x.ndim == 1 and x[0] > 100:
        z = x @ y.T @ y
        return z + np.zeros(7)
    return x


def error_in_zero_turn_loop(x, y, n):
    s = 0
    for _ in range(n):
        s += (x + y).sum()
    return s


def nested_function_raises_in_while_test(n):
    def positive(k):
        if k < -2:
            raise RuntimeError("went too far")
        return k != 0

    while positive(n):
        n = n - 2
    return n


def exception_as_value(x):
    problem = None
    if x < 0:
        problem = ValueError("bad")
    if problem is not None:
        raise problem
    return x


CASES = [
    case(raise_if_negative, f64(4), f64(-4), i64(0), raises=ValueError, core=True),
    case(raise_with_value, f64(4), f64(11), i64(20), 12, raises=ValueError),
    case(
        raise_in_loop, floats(1, 2), floats(1, -2), ints(), raises=ValueError, core=True
    ),
    case(raise_class, f64(2), f64(0), raises=ZeroDivisionError),
    case(
        raise_custom,
        (f64(1), 2),
        (f64(1), i64(9)),
        (f64(0), i64(0)),
        raises="NotConverged",
    ),
    case(raise_from, f64(2), f64(-1), raises=ValueError),
    case(raise_in_else, f64(2), f64(-1), raises=RuntimeError),
    case(raise_after_loop, floats(1, 5), floats(1), floats(), raises=LookupError),
    case(raise_in_both, f64(2), f64(-1), raises=(ValueError, TypeError)),
    case(raise_in_helper, floats(1, 2), floats(1, 3), raises=OverflowError),
    case(
        raise_after_writes,
        (floats(1, 2), []),
        (floats(1, 3, 5), []),
        raises=ArithmeticError,
    ),
    case(assert_positive, f64(2), f64(-2), raises=AssertionError, core=True),
    case(assert_message, floats(4), floats(4, -4), raises=AssertionError),
    case(assert_in_loop, floats(1, 2), floats(2, 1), ints(), raises=AssertionError),
    case(assert_constant, floats(1, 2), floats(2), raises=AssertionError),
    case(
        not_implemented,
        (f64(1), "a"),
        (f64(1), "b"),
        (f64(-1), "b"),
        raises=NotImplementedError,
    ),
    case(
        index_error,
        (floats(1, 2), i64(1)),
        (floats(1, 2), i64(2)),
        (floats(), i64(0)),
        raises=IndexError,
    ),
    case(
        broadcast_error,
        (floats(1, 2), floats(1)),
        (floats(1, 2), floats(1, 2, 3)),
        (floats(-1, 0), floats(1, 2, 3)),
        raises=ValueError,
    ),
    case(type_error_in_branch, f64(1), f64(-1), raises="_UFuncNoLoopError"),
    case(attribute_error_in_branch, f64(1), f64(-1), raises=AttributeError),
    case(name_error_in_branch, f64(1), f64(-1), raises=NameError),
    case(
        key_error,
        ({"a": f64(1)}, "a", f64(1)),
        ({}, "a", f64(1)),
        ({}, "a", f64(-1)),
        raises=KeyError,
    ),
    case(unpack_error, floats(1, 2), floats(1), ints(1, 2, 3), raises=ValueError),
    case(
        matmul_error,
        (grid(2, 2), grid(2, 3)),
        (grid(2, 2), grid(3, 2)),
        (-grid(2, 2), grid(3, 2)),
        raises=ValueError,
    ),
    case(
        linear_algebra_error,
        grid(2, 2),
        np.ones((2, 2)),
        -np.ones((2, 2)),
        raises="LinAlgError",
    ),
    case(empty_reduction, floats(1, 3), floats(1), raises=ValueError),
    case(wrong_argument_count, f64(-1), f64(1), raises=TypeError),
    case(try_around_division, (1, 2), (1, 0), (i64(1), i64(2)), (f64(1), 4)),
    case(try_around_raise, f64(1), f64(-1)),
    case(try_in_loop, floats(1, -1, 2), ints()),
    case(try_else_finally, f64(2), f64(0)),
    case(finally_after_return, (f64(2), []), (f64(-2), [])),
    case(handler_reads_progress, floats(1, 2, -1), floats(1), ints()),
    case(reraise, f64(2), f64(-2), f64(-9), raises=ValueError),
    case(index_error_caught, (floats(1, 2), i64(1)), (floats(1, 2), i64(2))),
    case(suppress, f64(2), f64(-2)),
    case(errstate_ignore, floats(0, 1), floats(1, 2)),
    case(
        errstate_raise, floats(1, 0), floats(1, 2), floats(0), raises=FloatingPointError
    ),
    case(errstate_in_loop, (floats(2, 0), i64(3)), (floats(1), i64(0))),
    case(warning_in_branch, f64(-1), f64(1)),
    case(warning_in_loop, floats(1, 0), floats(), ints(0)),
    case(user_warning, f64(-1), f64(1)),
    case(stop_iteration, f64(3), f64(9), raises=StopIteration),
    case(next_with_default, floats(1, 2, 3), ints()),
    case(
        error_in_untaken_branch, (floats(1, 2), floats(1, 2)), (floats(1), grid(3, 3))
    ),
    case(
        error_in_zero_turn_loop,
        (floats(1, 2), floats(1, 2, 3), i64(0)),
        (floats(1, 2), floats(3), i64(2)),
        (floats(1, 2), floats(1, 2, 3), i64(1)),
        raises=ValueError,
    ),
    case(nested_function_raises_in_while_test, i64(4), i64(3), raises=RuntimeError),
    case(exception_as_value, f64(1), f64(-1), raises=ValueError),
]
