"""and, or, not, chained comparison, is, in, conditional expressions."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    FALSE,
    TRUE,
    bools,
    case,
    f64,
    floats,
    grid,
    i8,
    i64,
    ints,
    u8,
    u64,
)


def between(x, low, high):
    return low <= x < high


def chain_evaluates_once(x, calls):
    def middle():
        calls.append(x)
        return x

    return 0 < middle() < 10


def chain_of_four(a, b, c, d):
    return a < b <= c != d


def chain_over_arrays(x):
    return 0 < x.min() <= x.max() < 10


def chain_of_arrays_ambiguous(x):
    return 0 < x < 10


def and_returns_operand(x, y):
    return x and y


def or_returns_operand(x, y):
    return x or y


def or_default(x, default):
    y = x or default
    return y + 1


def not_returns_bool(x):
    return not x


def mixed_logic(a, b, c):
    return a and b or not c


def logic_in_if(x, y):
    if x > 0 and y > 0 or x < -5:
        return x + y
    return x - y


def short_circuit_protects(x, i):
    if i < len(x) and x[i] > 0:
        return x[i]
    return -1


def short_circuit_or(x):
    if x.size == 0 or x[0] == 0:
        return None
    return 1 / x[0]


def short_circuit_side_effect(x, log):
    def note(name, value):
        log.append(name)
        return value

    if note("a", x > 0) and note("b", x > 1) or note("c", x < -1):
        return True
    return False


def short_circuit_division(a, b):
    return b != 0 and a / b > 1


def not_in_while(x):
    while not x > 10:
        x = x * 2 + 1
    return x


def double_negation(x):
    return not not x


def elementwise_logic(x):
    return (x > 1) & (x < 4) | ~(x != 0)


def logical_functions(x, y):
    return np.logical_and(x > 0, np.logical_or(y > 0, np.logical_not(x)))


def any_all(m):
    if m.any() and not m.all():
        return m.sum()
    return m.all(axis=0)


def is_none(x):
    if x is None:
        return 0
    return x + 1


def is_not_none_and(x):
    if x is not None and x > 0:
        return x
    return 0


def is_same_array(x, y):
    if x is y:
        return "same"
    return (x == y).all()


def is_after_branch(x, t):
    y = x
    if t > 0:
        y = x * 1
    return y is x


def in_tuple(x):
    if x in (1, 2, 3):
        return "low"
    return "high"


def in_list_of_numbers(x, xs):
    return x in xs


def not_in_list(x, xs):
    if x not in xs:
        xs.append(x)
    return xs


def in_array(x, a):
    return x in a


def in_dict(key, d):
    if key in d:
        return d[key]
    return -1


def in_range(x, n):
    return x in range(n)


def in_string(text, x):
    if "a" in text and x > 0:
        return text.index("a") + x
    return x


def conditional_expression(x):
    return x if x > 0 else -x


def conditional_nested(x):
    return "neg" if x < 0 else "zero" if x == 0 else "pos"


def conditional_in_argument(x, y):
    return np.maximum(x if x > 0 else 0, y if y > 0 else 0)


def conditional_in_loop(x):
    s = 0
    for v in x:
        s += v if v > 0 else -v / 2
    return s


def conditional_lazy(x):
    return 1 / x if x != 0 else np.inf


def conditional_arrays(x):
    y = x - x.mean() if x.size > 1 else x
    return y * 2


def conditional_types(x):
    return 1 if x > 2 else 2.0 if x > 1 else None if x > 0 else (x,)


def condition_of_bool_arithmetic(x):
    flag = (x > 0) + (x > 1)
    if flag == 2:
        return "two"
    return flag


def comparison_results(x, y):
    return x == y, x != y, x < y, x <= y, x > y, x >= y


def equal_none(x):
    return x == None  # noqa: E711


def compare_with_string(x):
    if x == "abc":
        return 1
    return 2


def identity_of_bool(x):
    flag = x > 0
    if flag is True:
        return "python"
    if flag == True:  # noqa: E712
        return "numpy"
    return "false"


def and_of_three_in_while(x, y):
    n = 0
    while x > 0 and y > 0 and n < 5:
        x -= 1
        y -= 2
        n += 1
    return n, x, y


def or_in_loop_accumulates(x):
    seen = False
    for v in x:
        seen = seen or v > 2
    return seen


def and_in_loop_accumulates(x):
    ok = True
    for v in x:
        ok = ok and v > 0
    return ok


def xor_of_bools(x, y):
    return (x > 0) != (y > 0), (x > 0) ^ (y > 0)


def bool_call(x):
    return bool(x), bool(x > 1)


def truth_of_containers(xs, x):
    if xs and x > 0:
        return xs[0]
    if not xs:
        return x
    return None


def truth_of_string(name, x):
    if name:
        return name * 2
    return x or "nothing"


def de_morgan(x, y):
    a = not (x > 0 and y > 0)
    b = not x > 0 or not y > 0
    return a == b, a


def max_by_conditional(x):
    best = x[0]
    for v in x:
        best = v if v > best else best
    return best


def walrus_in_condition(x):
    if (n := x.sum()) > 3:
        return n
    return -n


def walrus_in_while(x):
    total = 0
    while (x := x // 2) > 0:
        total += x
    return total


def walrus_in_and(x):
    if x > 0 and (y := x * 2) > 5:
        return y
    return x


CASES = [
    case(between, (i64(3), 0, 5), (f64(5), 0, 5), (i64(-1), f64(0), 5), core=True),
    case(chain_evaluates_once, (f64(5), []), (f64(50), [])),
    case(
        chain_of_four,
        (i64(1), i64(2), i64(2), i64(3)),
        (i64(3), 2, 1, 0),
        (1, i64(2), i64(2), 2),
    ),
    case(chain_over_arrays, floats(1, 2), floats(-1, 2), ints(1, 20)),
    case(chain_of_arrays_ambiguous, floats(5), floats(1, 2), raises=ValueError),
    case(
        and_returns_operand,
        (i64(0), f64(2)),
        (i64(3), f64(2)),
        (f64(1), None),
        ("", i64(1)),
        (i64(1), []),
    ),
    case(
        or_returns_operand,
        (i64(0), f64(2)),
        (i64(3), f64(2)),
        (None, i64(0)),
        (floats(0), 5),
        (i64(0), []),
    ),
    case(or_default, (i64(0), 7), (i64(2), 7), (None, f64(1)), (f64(0), 2)),
    case(not_returns_bool, i64(0), f64(2), floats(0), None, TRUE),
    case(
        mixed_logic,
        (i64(1), i64(0), i64(0)),
        (i64(1), i64(2), i64(0)),
        (f64(0), 1, f64(1)),
        (FALSE, TRUE, TRUE),
    ),
    case(
        logic_in_if, (i64(1), i64(1)), (i64(1), i64(-1)), (i64(-9), i64(0)), core=True
    ),
    case(
        short_circuit_protects,
        (floats(1, 2), i64(1)),
        (floats(1, 2), i64(5)),
        (floats(-1), i64(0)),
    ),
    case(short_circuit_or, floats(), floats(0, 1), floats(4)),
    case(
        short_circuit_side_effect,
        (f64(2), []),
        (f64(0.5), []),
        (f64(-2), []),
        (f64(-0.5), []),
    ),
    case(short_circuit_division, (i64(4), i64(0)), (i64(4), i64(2)), (f64(1), f64(2))),
    case(not_in_while, f64(1), i64(0), f64(11)),
    case(double_negation, i64(0), f64(2), TRUE),
    case(elementwise_logic, floats(0, 1, 2, 5), ints(0, 3), f64(2)),
    case(
        logical_functions,
        (floats(1, 0), floats(-1, 1)),
        (f64(1), f64(0)),
        (ints(0), i64(1)),
    ),
    case(
        any_all, bools(1, 0), bools(1, 1), bools(0, 0), bools(1, 0, 1, 1).reshape(2, 2)
    ),
    case(is_none, i64(3), None, floats(1), core=True),
    case(is_not_none_and, f64(3), f64(-3), None),
    case(
        is_same_array,
        lambda: (grid(1, 2),) * 2,
        (floats(1), floats(1)),
        (floats(1), floats(2)),
    ),
    case(is_after_branch, (floats(1, 2), f64(1)), (floats(1, 2), f64(-1))),
    case(in_tuple, i64(2), i64(5), f64(3.0), 1),
    case(
        in_list_of_numbers,
        (i64(2), [1, 2]),
        (f64(5), [1, 2]),
        (f64("nan"), [float("nan")]),
        (i64(1), []),
    ),
    case(not_in_list, (i64(2), [1, 2]), (f64(5), [1, 2]), (i64(0), [])),
    case(
        in_array,
        (i64(2), ints(1, 2)),
        (f64(2.5), ints(1, 2)),
        (1, floats()),
        (3, grid(2, 2)),
    ),
    case(in_dict, ("a", {"a": f64(1)}), ("b", {"a": f64(1)}), (2, {1: 2})),
    case(in_range, (i64(2), 5), (i64(2), i64(1)), (f64(1.5), 3)),
    case(in_string, ("bca", f64(1)), ("bcd", f64(1)), ("a", f64(-1))),
    case(conditional_expression, f64(3), f64(-3), i64(0), core=True),
    case(conditional_nested, f64(3), f64(-3), i64(0)),
    case(
        conditional_in_argument,
        (f64(3), i64(-1)),
        (f64(-3), f64(2)),
        (i64(-1), i64(-1)),
    ),
    case(conditional_in_loop, floats(1, -2), ints(), ints(3, -3)),
    case(conditional_lazy, f64(0), f64(4), i64(0), 0),
    case(conditional_arrays, floats(1, 2), floats(5), ints(1, 3)),
    case(conditional_types, f64(3), f64(1.5), f64(0.5), f64(-1)),
    case(condition_of_bool_arithmetic, f64(2), f64(0.5), i64(-1), 5),
    case(
        comparison_results,
        (i64(1), f64(2)),
        (floats(1, 2), 2),
        (i8(1), u8(1)),
        (i64(-1), u64(2)),
        (f64("nan"), f64("nan")),
    ),
    case(equal_none, i64(1), None, floats(1, 2)),
    case(compare_with_string, i64(1), "abc", f64(2)),
    case(identity_of_bool, f64(1), f64(-1), 3, 0),
    case(and_of_three_in_while, (i64(9), i64(9)), (i64(2), i64(20)), (f64(0), 1)),
    case(or_in_loop_accumulates, floats(1, 3), floats(1), floats()),
    case(and_in_loop_accumulates, floats(1, 3), floats(1, -1, 2), floats()),
    case(xor_of_bools, (f64(1), f64(-1)), (i64(1), 2)),
    case(bool_call, i64(0), f64(2), floats(3), floats(1, 2), raises=ValueError),
    case(truth_of_containers, ([1], f64(1)), ([], f64(1)), ([1], f64(-1))),
    case(truth_of_string, ("a", f64(1)), ("", f64(1)), ("", f64(0))),
    case(de_morgan, (f64(1), f64(-1)), (i64(1), i64(1))),
    case(max_by_conditional, floats(1, 3, 2), ints(5)),
    case(walrus_in_condition, floats(1, 2, 3), floats(1), ints()),
    case(walrus_in_while, i64(20), i64(1), 9),
    case(walrus_in_and, f64(3), f64(1), f64(-1)),
]
