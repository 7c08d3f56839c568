"""Less common Python: match, generators, decorators on values, iterators, star, del, global forms."""

from __future__ import annotations

import itertools
from collections import namedtuple

import numpy as np

from tests.corpus.case import (
    c128,
    case,
    f64,
    floats,
    i64,
    ints,
    u8,
)

Shape = namedtuple("Shape", "kind size")


def match_literal(x):
    match int(x):
        case 0:
            return "zero"
        case 1 | 2:
            return "small"
        case n if n < 0:
            return "negative"
        case _:
            return "many"


def match_on_value(x):
    match x:
        case 0:
            r = 10
        case 1:
            r = 20
        case other:
            r = other * 2
    return r


def match_sequence(pair, x):
    match pair:
        case [a, b]:
            return a * x + b
        case [a]:
            return a if x > 0 else -a
        case []:
            return None
        case [first, *rest]:
            return first + len(rest)


def match_class(shape, x):
    match shape:
        case Shape(kind="square", size=s):
            return s * s * x
        case Shape(kind="circle", size=s) if s > 1:
            return s * x
        case Shape():
            return x
    return None


def match_mapping(d, x):
    match d:
        case {"mode": "add", "by": by}:
            return x + by
        case {"mode": mode}:
            return mode if x > 0 else None
        case _:
            return x


def match_in_loop(codes, x):
    for c in codes:
        match c:
            case "up":
                x = x + 1
            case "down":
                x = x - 1
            case "stop":
                break
    return x


def generator_in_function(x):
    def squares():
        for v in x:
            if v > 0:
                yield v * v

    s = 0
    for q in squares():
        s += q
    return s


def returns_generator(x):
    return (v + 1 for v in x)


def yields(x):
    for v in x:
        if v > 1:
            yield v


def yield_from_list(x):
    yield from x
    yield x.sum()


def itertools_product(x, y):
    s = 0
    for a, b in itertools.product(x, y):
        if a < b:
            s += a * b
    return s


def itertools_accumulate(x):
    last = 0
    for v in itertools.accumulate(x):
        if v > 3:
            break
        last = v
    return last


def itertools_count(x):
    for k in itertools.count(1):
        x = x / 2
        if x < 1:
            return k


def itertools_groupby(x):
    out = []
    for key, group in itertools.groupby(x):
        out.append((key, len(list(group))))
    return out


def itertools_chain_islice(x, y):
    s = 0
    for v in itertools.islice(itertools.chain(x, y), 3):
        s += v
    return s


def pairs_of(x):
    n = 0
    for a, b in itertools.combinations(x, 2):
        if a + b > 3:
            n += 1
    return n


def with_twice(x):
    with np.errstate(all="ignore"):
        with np.errstate(divide="raise"):
            y = x * 2
            if y.sum() > 3:
                y = y / y.sum()
    return y


def custom_context(x, log):
    class Noted:
        def __enter__(self):
            log.append("in")
            return self

        def __exit__(self, *error):
            log.append("out")
            return False

    with Noted():
        if x > 0:
            return x
        x = -x
    return x


def context_swallows(x, log):
    class Swallow:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, trace):
            log.append(kind.__name__ if kind else None)
            return True

    y = 0
    with Swallow():
        y = 1
        if x > 0:
            raise ValueError
        y = 2
    return y


def multiple_targets(x):
    a = b = x
    a += 1
    if a > b:
        c = d = a
    else:
        c, d = 0, 1
    return a, b, c, d


def augmented_all(x):
    x += 3
    x -= 1
    x *= 5
    x //= 2
    x %= 7
    if x > 2:
        x **= 2
    x <<= 1
    x |= 1
    x ^= 6
    x &= 15
    x >>= 1
    return x


def augmented_float(x):
    x /= 4
    if x > 0.3:
        x **= 0.5
    x @= np.ones(len(x))
    return x


def pass_and_ellipsis(x):
    for _ in x:
        pass
    if x.size:
        ...
    else:
        pass
    return x


def nested_tuple_targets(x):
    (a, b), [c, *d] = (x, x + 1), (x + 2, x + 3, x + 4)
    if a < c:
        (a, c) = (c, a)
    return a, b, c, d


def del_items_and_names(x):
    d = {"a": x, "b": -x}
    if x > 0:
        del d["a"]
    t = list(d)
    del d
    return t


def lambda_default_and_star(x):
    f = lambda *v, k=2, **o: sum(v) * k + len(o)  # noqa: E731
    if x > 0:
        return f(x, x, k=3)
    return f(x, z=1)


def starred_call_and_display(x):
    xs = [*x, 1]
    if x[0] > 0:
        xs = [0, *xs]
    return max(*xs), {*()}, (*x, *x)


def chained_string_methods(x):
    text = "a,b,,c".split(",")
    kept = [t.upper() for t in text if t]
    if x > 0:
        kept.append(str(int(x)))
    return "-".join(kept)


def positional_only(x, /, y, *, z=3):
    if x > y:
        return x - z
    return y - z


def global_function_rebound_locally(x):
    absolute = abs
    if x < 0:
        return absolute(x)
    absolute = np.sqrt
    return absolute(x)


def conditional_import_name(x):
    from math import pi as circle

    return x * circle if x > 0 else x / circle


def exec_free_locals(x):
    y = x + 1
    if x > 0:
        z = y * 2
    return sorted(k for k in ("x", "y", "z") if k != "z")


def while_with_walrus_and_break(x):
    it = iter(x)
    s = 0
    while (v := next(it, None)) is not None:
        if v < 0:
            break
        s += v
    return s


def comparison_chain_in_comprehension(x):
    return [i for i, v in enumerate(x) if 0 < v < 3]


def dict_and_set_comprehension(x):
    squares = {int(v): v * v for v in x if v > 0}
    signs = {bool(v > 0) for v in x}
    return squares, signs


def nested_comprehension_over_range(n):
    return [(i, j) for i in range(n) for j in range(i) if (i + j) % 2]


def sum_of_conditional_generator(x, t):
    return sum(1 if v > t else -1 for v in x)


def try_finally_in_loop(x, log):
    for v in x:
        try:
            if v < 0:
                continue
            if v > 2:
                break
            log.append("ok")
        finally:
            log.append("end")
    return log


def unreachable_code(x):
    if x > 0:
        return x
    else:
        return -x
    return undefined  # noqa: F821


def constant_conditions(x):
    if True:
        x = x + 1
    while False:
        x = x * 100
    if not None:
        x = x + 2
    return x if 1 else 0


def long_elif_chain(x):
    if x == 0:
        r = "a"
    elif x == 1:
        r = "b"
    elif x == 2:
        r = "c"
    elif x == 3:
        r = "d"
    elif x == 4:
        r = "e"
    elif x == 5:
        r = "f"
    elif x == 6:
        r = "g"
    else:
        r = "h"
    return r


# fmt: off
def comments_and_odd_layout(x):
    # a comment first
    y = (x
         + 1)  ;  z = y * 2
    if x > 0: z += 1; y -= 1
    else: z = \
        -z
    return (
        y,   # first
        z,
    )


# fmt: on
def looks_at_locals(x):
    if x[0] > 0:
        y = 1
    else:
        y = 2
    return sorted(locals()), y


def looks_by_vars_and_dir(x):
    y = x + 1
    return sorted(vars()), dir(), y


def lists_its_names(x, scale=2.0, *others, **named):
    total = x.sum()
    if total > 0:
        low, high = x.min(), total
    else:
        low = high = total * scale
    return "{low} {high:.3}".format(**locals()), [*locals()], dir()


def given_by_name(x, scale=2, shift=None):
    given = {name: value for name, value in locals().items() if value is not None}
    return sorted(given), sum(given.values())


def checks_its_arguments(x, count=3, *, strict=True):
    def check(given):
        for name, value in given.items():
            if name == "count" and value > 4:
                raise ValueError(f"{name} is {value}")
        return sorted(given)

    names = check(locals() | {"first": x[0]})
    return names, x * count


def reads_a_name_by_its_text(x, which):
    low, high = x.min(), x.max()
    return locals()[which] - low


def evaluates_text(x):
    y = x * 2
    return eval("x + y")


def executes_text(x):
    exec("Shape.changed = 1")
    changed = Shape.changed
    del Shape.changed
    return x + changed


def opens_a_file(x):
    file = open(__file__)
    first = file.readline()
    file.close()
    return len(first) + x


def unicode_names(x):
    größe = x * 2
    if größe > 3:
        größe = 3
    π = 3
    return größe, π


def complex_numbers(z):
    if z.imag > 0 and abs(z) < 5:
        z = z.conjugate() ** 2
    return z.real, z.imag, z


def bytes_and_strings(data, x):
    s = 0
    for b in data:
        if b > x:
            s += b
    return s


CASES = [
    case(match_literal, i64(0), i64(2), f64(-3), 7),
    case(match_on_value, i64(0), i64(1), f64(5)),
    case(
        match_sequence,
        ([1, 2], f64(3)),
        ([1], f64(-3)),
        ((), f64(1)),
        ((1, 2, 3), f64(1)),
    ),
    case(
        match_class,
        (Shape("square", 2), f64(3)),
        (Shape("circle", f64(2)), 3),
        (Shape("circle", 1), f64(3)),
        (4, f64(1)),
    ),
    case(
        match_mapping,
        ({"mode": "add", "by": 2}, f64(3)),
        ({"mode": "x"}, f64(3)),
        ({}, f64(1)),
    ),
    case(
        match_in_loop, (["up", "up", "down"], f64(3)), (["stop", "up"], i64(1)), ([], 1)
    ),
    case(generator_in_function, floats(1, -2, 3), ints()),
    case(returns_generator, floats(1, 2), ints()),
    case(yields, floats(1, 2), ints()),
    case(yield_from_list, floats(1, 2), ints(3)),
    case(itertools_product, (floats(1, 2), floats(2, 3)), ([1], ints(2))),
    case(itertools_accumulate, floats(1, 2, 3), ints()),
    case(itertools_count, f64(9), i64(0)),
    case(itertools_groupby, ints(1, 1, 2), floats()),
    case(itertools_chain_islice, (floats(1, 2), floats(3, 4)), ([1], ints())),
    case(pairs_of, floats(1, 2, 3), ints()),
    case(with_twice, floats(1, 2), floats(0, 0)),
    case(custom_context, (f64(1), []), (f64(-1), [])),
    case(context_swallows, (f64(1), []), (f64(-1), [])),
    case(multiple_targets, f64(1), floats(1), i64(2)),
    case(augmented_all, i64(9), 9, u8(3)),
    case(augmented_float, floats(1, 2), floats(4), raises=ValueError),
    case(pass_and_ellipsis, floats(1, 2), ints()),
    case(nested_tuple_targets, f64(1), i64(2)),
    case(del_items_and_names, f64(1), f64(-1)),
    case(lambda_default_and_star, f64(1), i64(-1)),
    case(starred_call_and_display, floats(1, 2), ints(-1)),
    case(chained_string_methods, f64(1), f64(-1)),
    case(positional_only, (f64(1), 2), (i64(3), i64(1))),
    case(global_function_rebound_locally, f64(4), f64(-4)),
    case(conditional_import_name, f64(4), f64(-4)),
    case(exec_free_locals, f64(4), f64(-4)),
    case(while_with_walrus_and_break, floats(1, 2, -1, 5), ints()),
    case(comparison_chain_in_comprehension, floats(1, 2, 5), ints()),
    case(dict_and_set_comprehension, ints(1, -2, 3), floats()),
    case(nested_comprehension_over_range, i64(4), 3),
    case(sum_of_conditional_generator, (floats(1, 2, 5), 1.5), (ints(), 0)),
    case(try_finally_in_loop, (floats(1, -1, 2, 3, 1), []), (ints(), [])),
    case(unreachable_code, f64(1), f64(-1)),
    case(constant_conditions, f64(1), i64(2)),
    case(long_elif_chain, i64(0), i64(3), i64(6), f64(9)),
    case(comments_and_odd_layout, f64(1), i64(-1)),
    case(looks_at_locals, floats(1, 2), floats(0)),
    case(looks_by_vars_and_dir, f64(1), f64(-1)),
    case(lists_its_names, floats(1, 2), floats(-3)),
    case(given_by_name, floats(1, 2), (f64(2), 3, 4)),
    case(checks_its_arguments, floats(1, 2), (floats(3, 4), 5), raises=ValueError),
    case(reads_a_name_by_its_text, (floats(1, 5), "high"), (floats(2, 9), "x")),
    case(evaluates_text, f64(1), i64(-1)),
    case(executes_text, f64(1), i64(-1)),
    case(opens_a_file, f64(1), i64(-1)),
    case(unicode_names, f64(1), i64(5)),
    case(complex_numbers, c128(1 + 2j), c128(1 - 2j), 3j),
    case(bytes_and_strings, (b"abc", i64(97)), (b"", 1)),
]
