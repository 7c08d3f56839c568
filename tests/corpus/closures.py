"""Inner functions, nonlocal, lambdas, cells shared with callers."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    case,
    f64,
    floats,
    i64,
    ints,
)


def inner_reads(x, k):
    def scaled(v):
        if v > 0:
            return v * k
        return v

    return scaled(x) + scaled(-x)


def inner_called_in_loop(x):
    def square_if_small(v):
        if v < 2:
            return v * v
        return v

    s = 0
    for v in x:
        s += square_if_small(v)
    return s


def nonlocal_counter(x):
    count = 0

    def bump(v):
        nonlocal count
        if v > 0:
            count += 1

    for v in x:
        bump(v)
    return count


def nonlocal_float(x):
    total = 0.0

    def add(v):
        nonlocal total
        total = total + v
        return total

    for v in x:
        if add(v) > 5:
            total = 0.0
    return total


def nonlocal_in_while(n):
    steps = 0

    def half(k):
        nonlocal steps
        steps += 1
        return k // 2

    while n > 0:
        n = half(n)
    return steps


def outer_rebinds_what_inner_reads(x):
    scale = 1

    def scaled(v):
        return v * scale

    a = scaled(x)
    if x > 0:
        scale = 10
    return a, scaled(x)


def closure_sees_rebinding_in_loop(x):
    k = 0

    def current():
        return k

    out = []
    for v in x:
        if v > 1:
            k = v
        out.append(current())
    return out


def late_binding_lambdas(n):
    functions = []
    for i in range(3):
        functions.append(lambda x: x + i)
    return [f(n) for f in functions]


def default_captures_value(n):
    functions = []
    for i in range(3):
        functions.append(lambda x, i=i: x + i)
    return [f(n) for f in functions]


def lambda_with_conditional(x):
    clip = lambda v: 0 if v < 0 else 1 if v > 1 else v  # noqa: E731
    return [clip(v) for v in x]


def two_lambdas_on_a_line(x):
    f, g = (lambda v: v + 1), (lambda v: v * 2)
    if x > 0:
        return f(g(x))
    return g(f(x))


def lambda_chosen_by_test(x):
    if x > 0:
        f = lambda v: v + 1  # noqa: E731
    else:
        f = lambda v: v - 1  # noqa: E731
    return f(x)


def function_chosen_by_test(x):
    if x > 0:
        f = np.sqrt
    else:
        f = np.abs
    return f(x)


def function_from_table(x, name):
    table = {"double": lambda v: v * 2, "half": lambda v: v / 2}
    return table[name](x)


def apply(f, x, n):
    for _ in range(n):
        x = f(x)
    return x


def passes_lambda(x, n):
    return apply(lambda v: v * 2 if v < 10 else v - 1, x, n)


def compose(*functions):
    def run(x):
        for f in functions:
            x = f(x)
        return x

    return run


def composed(x):
    return compose(np.abs, lambda v: v + 1, np.sqrt)(x)


def make_adder(k):
    def add(x):
        if x > k:
            return x - k
        return x + k

    return add


def uses_factory(x):
    near = make_adder(1)
    far = make_adder(10)
    return near(x), far(x)


def returned_closure_is_called(x):
    f = make_adder(x)
    return f(3)


def accumulator(x):
    def make():
        total = 0

        def add(v):
            nonlocal total
            total += v
            return total

        return add

    a = make()
    b = make()
    for v in x:
        if v > 0:
            a(v)
        else:
            b(v)
    return a(0), b(0)


def inner_recursion(n):
    def down(k):
        if k <= 0:
            return 0
        return k + down(k - 1)

    return down(n)


def inner_defined_in_branch(x):
    if x > 0:

        def f(v):
            return v + 1
    else:

        def f(v):
            return v - 1

    return f(x)


def inner_defined_in_loop(x):
    s = 0
    for v in x:

        def f(w):
            return w * v

        s += f(2)
    return s


def three_levels(x):
    a = 1

    def outer():
        b = 2

        def inner():
            nonlocal a, b
            a += 1
            b += a
            if x > b:
                a = b
            return a

        return inner() + inner() + b

    return outer() + a


def closure_over_array(x):
    total = np.zeros(2)

    def add(v):
        total[:] += v

    for v in x:
        if v > 0:
            add(v)
    return total


def closure_over_list(x):
    kept = []

    def keep(v):
        if v > 1:
            kept.append(v)

    for v in x:
        keep(v)
    return kept


def sort_key_lambda(pairs, sign):
    return sorted(pairs, key=lambda p: sign * p[1])


def map_lambda(x, k):
    return list(map(lambda v: v + k, x))


def filter_lambda(x, k):
    return list(filter(lambda v: v > k, x))


def immediate_lambda(x):
    return (lambda a, b: a - b if a > b else b - a)(x, 3)


def keyword_closure(x):
    def f(v, *, power=2):
        if power > 2:
            return v**power
        return v * v

    return f(x), f(x, power=3)


def star_closure(x):
    def f(*args, **kwargs):
        s = 0
        for a in args:
            s += a
        for name in kwargs:
            s -= kwargs[name]
        return s

    return f(x, x, k=1, m=x)


def memo(n):
    known = {}

    def fib(k):
        if k in known:
            return known[k]
        if k < 2:
            result = k
        else:
            result = fib(k - 1) + fib(k - 2)
        known[k] = result
        return result

    return fib(n)


CASES = [
    case(inner_reads, (f64(2), 3), (i64(-2), f64(1.5))),
    case(inner_called_in_loop, floats(1, 2, 3), ints(), core=True),
    case(nonlocal_counter, floats(1, -2, 3), ints()),
    case(nonlocal_float, floats(1, 2, 3, 1), ints(), ints(9, 1)),
    case(nonlocal_in_while, i64(20), i64(0)),
    case(outer_rebinds_what_inner_reads, f64(2), f64(-2)),
    case(closure_sees_rebinding_in_loop, floats(1, 2, 1, 3), ints()),
    case(late_binding_lambdas, f64(1), 2),
    case(default_captures_value, f64(1), 2),
    case(lambda_with_conditional, floats(-1, 0.5, 3), ints()),
    case(two_lambdas_on_a_line, f64(2), f64(-2)),
    case(lambda_chosen_by_test, f64(2), f64(-2)),
    case(function_chosen_by_test, f64(4), f64(-4)),
    case(
        function_from_table,
        (f64(4), "half"),
        (i64(4), "double"),
        (f64(1), "none"),
        raises=KeyError,
    ),
    case(apply, (np.sqrt, f64(16), i64(2)), (np.negative, i64(1), 3)),
    case(passes_lambda, (f64(1), 5), (i64(20), i64(3)), (f64(1), i64(0))),
    case(composed, f64(-8), floats(3, -15)),
    case(uses_factory, f64(5), i64(0)),
    case(returned_closure_is_called, f64(5), i64(0)),
    case(accumulator, floats(1, -2, 3), ints()),
    case(inner_recursion, 5, i64(6), i64(0)),
    case(inner_defined_in_branch, f64(5), f64(-5)),
    case(inner_defined_in_loop, floats(1, 2), ints()),
    case(three_levels, f64(2), f64(20)),
    case(closure_over_array, floats(1, -2, 3), ints()),
    case(closure_over_list, floats(1, 2, 3), ints()),
    case(
        sort_key_lambda,
        ([(1, f64(3)), (2, f64(1))], 1),
        ([(1, 2), (2, 5), (3, 2)], i64(-1)),
    ),
    case(map_lambda, (floats(1, 2), f64(1)), ([1, 2], 3), (ints(), 1)),
    case(filter_lambda, (floats(1, 2), f64(1)), ([1, 2], i64(0)), (ints(), 1)),
    case(immediate_lambda, f64(1), i64(9)),
    case(keyword_closure, f64(2), i64(3)),
    case(star_closure, f64(2), i64(3)),
    case(memo, 10, i64(8), i64(1)),
]
