"""Call trees: helpers, methods, recursion, partial, decorators, arguments of every kind."""

from __future__ import annotations

import functools
import operator

import numpy as np

from tests.corpus.case import (
    case,
    f64,
    floats,
    grid,
    i64,
    ints,
)


def square(x):
    return x * x


def sign_of(x):
    if x < 0:
        return -1
    return 1


def smaller_first(a, b):
    if b < a:
        return b, a
    return a, b


def increment(x, by=1):
    return x + by


def scale_in_place(x, k):
    x *= k


def call_in_test(x):
    if square(x) > 10:
        return x
    return square(x)


def call_in_while_test(x):
    n = 0
    while square(x) > 1:
        x = x / 2
        n += 1
    return n


def call_in_body(x):
    s = 0
    for v in x:
        s += square(v) * sign_of(v)
    return s


def call_tree(a, b, c):
    a, b = smaller_first(a, b)
    b, c = smaller_first(b, c)
    a, b = smaller_first(a, b)
    return a, b, c


def helper_with_loop(x, n):
    p = 1
    for _ in range(n):
        p = p * x
    return p


def calls_helper_with_loop(x):
    if x > 2:
        return helper_with_loop(x, 2)
    return helper_with_loop(x, 3)


def helper_result_unused(x):
    scale_in_place(x, 2)
    if x[0] > 2:
        scale_in_place(x[1:], 10)
    return x


def keyword_calls(x):
    y = increment(x, by=3)
    if y > 5:
        return increment(x=y, by=x)
    return increment(by=y, x=1)


def star_call(args, x):
    if x > 0:
        return increment(*args)
    return increment(*args, **{"by": x})


def partial_call(x):
    by_ten = functools.partial(increment, by=10)
    if x > 0:
        return by_ten(x)
    return by_ten(x, by=0)


def reduce_call(x):
    return functools.reduce(lambda a, b: a * 2 + b, x, 0)


def operator_module(x, y):
    if operator.gt(x, y):
        return operator.sub(x, y)
    return operator.mul(x, operator.neg(y))


def static_recursion(x, depth):
    if depth == 0:
        return x
    return static_recursion(x * 2, depth - 1) + depth


def dynamic_recursion(n):
    if n <= 1:
        return 1
    return n * dynamic_recursion(n - 1)


def fibonacci_recursive(n):
    if n < 2:
        return n
    return fibonacci_recursive(n - 1) + fibonacci_recursive(n - 2)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


def power_recursive(x, n):
    if n == 0:
        return 1
    half = power_recursive(x, n // 2)
    if n % 2:
        return half * half * x
    return half * half


def gcd_recursive(a, b):
    return a if b == 0 else gcd_recursive(b, a % b)


def hanoi(n, source, target, spare, moves):
    if n > 0:
        hanoi(n - 1, source, spare, target, moves)
        moves.append((source, target))
        hanoi(n - 1, spare, target, source, moves)
    return moves


def divide_and_conquer_sum(x):
    n = len(x)
    if n == 0:
        return 0
    if n == 1:
        return x[0]
    return divide_and_conquer_sum(x[: n // 2]) + divide_and_conquer_sum(x[n // 2 :])


def returns_several_ways(x):
    if x > 1:
        return x, "big"
    if x > 0:
        return x, None
    return None, None


def unpacks_call(x):
    value, kind = returns_several_ways(x)
    if kind is None:
        return value
    return value * 2


def callee_mutates_list(xs, x):
    def push(v):
        if v > 0:
            xs.append(v)

    push(x)
    push(-x)
    return xs


def callee_raises(x):
    def check(v):
        if v < 0:
            raise ValueError(f"negative: {v}")
        return v

    return check(x) + check(x - 1)


def callback_argument(f, x):
    if x > 0:
        return f(x)
    return f(-x)


def traced(f):
    @functools.wraps(f)
    def wrapper(*args):
        result = f(*args)
        return result + 1

    return wrapper


@traced
def decorated_helper(x):
    if x > 0:
        return x * 2
    return x


def calls_decorated(x):
    return decorated_helper(x) + decorated_helper(-x)


@functools.lru_cache(maxsize=None)
def cached_table(n):
    return tuple(k * k for k in range(n))


def calls_cached(x):
    table = cached_table(4)
    s = 0
    for t in table:
        if x > t:
            s += t
    return s


def method_of_array_in_test(x):
    if x.mean() > 1 and x.max() < 10:
        return x.clip(2, 3)
    return x.cumsum()


def nested_numpy_calls(x):
    return np.sqrt(np.abs(np.sum(np.square(x)) - np.max(x)))


def function_as_argument(x):
    def twice(f, v):
        return f(f(v))

    return twice(square, x) - twice(np.abs, x)


def builtin_max_of_calls(x, y):
    return max(square(x), square(y), 3)


def result_through_default_list(x, into=None):
    if into is None:
        into = []
    if x > 0:
        into.append(x)
    return into


def generator_helper(n):
    k = 0
    while k < n:
        yield k * k
        k += 1


def consumes_generator(n, limit):
    s = 0
    for v in generator_helper(n):
        if v > limit:
            break
        s += v
    return s


def same_helper_two_types(x, y):
    return increment(x), increment(y, 0.5), sign_of(x), sign_of(y)


def helper_identity(x):
    def same(v):
        return v

    y = same(x)
    y += 1
    return x


def newton_step(f, df, x):
    return x - f(x) / df(x)


def newton_with_functions(x):
    f = lambda t: t * t - 2  # noqa: E731
    df = lambda t: 2 * t  # noqa: E731
    for _ in range(6):
        x = newton_step(f, df, x)
        if abs(f(x)) < 1e-12:
            break
    return x


CASES = [
    case(call_in_test, f64(4), f64(2), i64(-4), core=True),
    case(call_in_while_test, f64(9), f64(0.5)),
    case(call_in_body, floats(1, -2), ints(), core=True),
    case(call_tree, (i64(3), i64(2), i64(1)), (f64(1), 2, i64(3))),
    case(calls_helper_with_loop, f64(3), i64(2)),
    case(helper_result_unused, floats(1, 2), floats(3, 4, 5), ints(5)),
    case(keyword_calls, f64(3), i64(1)),
    case(star_call, ((f64(1),), f64(2)), ((f64(1),), f64(-2)), ([1, i64(5)], i64(1))),
    case(partial_call, f64(3), f64(-3)),
    case(reduce_call, floats(1, 2), ints(), [1, f64(2)]),
    case(operator_module, (f64(3), f64(1)), (i64(1), f64(3))),
    case(static_recursion, (f64(1), 3), (i64(1), 0)),
    case(dynamic_recursion, i64(6), i64(0), f64(3.5)),
    case(fibonacci_recursive, i64(9), i64(0), 7),
    case(ackermann, (i64(2), i64(2)), (i64(0), i64(3)), (1, i64(2))),
    case(is_even, i64(7), i64(0), i64(4)),
    case(power_recursive, (f64(2), i64(10)), (i64(3), 5), (f64(2), i64(0))),
    case(gcd_recursive, (i64(48), i64(36)), (i64(3), 0)),
    case(hanoi, (i64(3), "a", "c", "b", []), (2, "a", "c", "b", [])),
    case(divide_and_conquer_sum, floats(1, 2, 3), floats(), ints(5, 6, 7, 8)),
    case(returns_several_ways, f64(2), f64(0.5), f64(-1)),
    case(unpacks_call, f64(2), f64(0.5), f64(-1)),
    case(callee_mutates_list, ([], f64(2)), ([1], f64(0))),
    case(callee_raises, f64(2), f64(-2), f64(0.5), raises=ValueError),
    case(callback_argument, (square, f64(2)), (np.sqrt, f64(-4))),
    case(calls_decorated, f64(2), i64(0)),
    case(calls_cached, f64(2), i64(20)),
    case(method_of_array_in_test, floats(1, 2, 5), floats(0, 1), grid(2, 3)),
    case(nested_numpy_calls, floats(1, 2, 5), ints(3), grid(2, 3)),
    case(function_as_argument, f64(-2), i64(3)),
    case(builtin_max_of_calls, (f64(-2), f64(1)), (i64(1), i64(1))),
    case(result_through_default_list, f64(1), f64(-1), (f64(1), [0])),
    case(consumes_generator, (i64(6), f64(10)), (3, i64(100)), (i64(0), 1)),
    case(same_helper_two_types, (f64(-2), i64(1)), (i64(1), f64(2))),
    case(helper_identity, floats(1, 2), f64(1)),
    case(newton_with_functions, f64(1), f64(3), i64(1)),
]
