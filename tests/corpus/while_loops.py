"""while: counters, convergence, zero iterations, else, types that settle late."""

from __future__ import annotations

import numpy as np

from tests.corpus.case import (
    case,
    f32,
    f64,
    floats,
    i32,
    i64,
    ints,
    u8,
    wave,
)


def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def count_up(n):
    i = 0
    while i < n:
        i += 1
    return i


def factorial(n):
    result = 1
    while n > 1:
        result *= n
        n -= 1
    return result


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def fibonacci(n):
    a, b = 0, 1
    while n > 0:
        a, b = b, a + b
        n -= 1
    return a


def digits_sum(n):
    total = 0
    while n > 0:
        total += n % 10
        n //= 10
    return total


def reverse_digits(n):
    r = 0
    while n:
        r = r * 10 + n % 10
        n = n // 10
    return r


def halve_until_small(x, eps):
    k = 0
    while x > eps:
        x = x / 2
        k += 1
    return x, k


def integer_square_root(n):
    x = n
    y = (x + 1) // 2
    while y < x:
        x = y
        y = (x + n // x) // 2
    return x


def power_of_two_above(n):
    p = 1
    while p < n:
        p *= 2
    return p


def while_else_runs(n):
    i = 0
    while i < n:
        i += 2
    else:
        i += 100
    return i


def while_else_skipped(n, stop):
    i = 0
    while i < n:
        if i == stop:
            break
        i += 1
    else:
        i = -1
    return i


def while_true_break(x):
    while True:
        x = x * 0.5
        if x < 1:
            break
    return x


def while_true_return(x):
    n = 0
    while True:
        if x <= 1:
            return n
        x = x / 2
        n += 1


def condition_calls_method(x):
    n = 0
    while x.sum() > 1:
        x = x * 0.5
        n += 1
    return x, n


def condition_with_and(n, limit):
    i = 1
    while i * i < n and i < limit:
        i += 1
    return i


def condition_with_or_not(a, b):
    turns = 0
    while not (a <= 0 or b <= 0):
        a -= 2
        b -= 3
        turns += 1
    return a, b, turns


def zero_iterations_keep_type(n):
    s = 0
    while n > 0:
        s = s + 0.5
        n = n - 1
    return s


def int_becomes_numpy(x):
    s = 0
    i = 0
    while i < len(x):
        s = s + x[i]
        i += 1
    return s


def scalar_becomes_array(n):
    x = 0.0
    while n > 0:
        x = x + np.ones(2)
        n -= 1
    return x


def array_shrinks(x):
    while len(x) > 1:
        x = x[1:] + x[:-1]
    return x


def array_grows(n):
    x = np.zeros(1)
    while x.size < n:
        x = np.concatenate([x, x + x.size])
    return x


def pop_front(x):
    total = 0
    while x.size:
        total += x[0]
        x = x[1:]
    return total


def filter_until_stable(x):
    while np.any(x > x.mean() * 1.5):
        x = x[x <= x.mean() * 1.5]
    return x


def two_conditions_alternate(a, b):
    while a != b:
        if a > b:
            a -= b
        else:
            b -= a
    return a


def variable_made_in_loop(n):
    i = 0
    while i < n:
        last = i * i
        i += 1
    return last


def assigned_twice(n):
    while n > 10:
        m = n - 1
        n = m - 1
        m = n
    return n


def python_and_numpy_counters(n):
    i = 0
    j = np.int64(0)
    while i < n:
        i += 1
        j += i
    return i, j


def float_drift(n):
    x = np.float32(0)
    while n > 0:
        x += np.float32(0.1)
        n -= 1
    return x


def small_int_wraps(n):
    x = np.int8(100)
    while n > 0:
        x = x + np.int8(10)
        n -= 1
    return x


def tolerance_loop(x):
    previous = x + 1
    while abs(previous - x) > 1e-10:
        previous = x
        x = 0.5 * (x + 2 / x)
    return x


def bits_set(n):
    count = 0
    while n:
        n &= n - 1
        count += 1
    return count


def loop_until_repeated(x, m):
    slow = x
    fast = (x * x + 1) % m
    length = 1
    while slow != fast and length < 1000:
        slow = fast
        fast = (fast * fast + 1) % m
        length += 1
    return length, fast


def nested_while(n):
    i = 0
    total = 0
    while i < n:
        j = i
        while j < n:
            total += i * j
            j += 1
        i += 1
    return total


def inner_depends_on_outer(n):
    out = 0
    while n > 0:
        m = n
        while m % 2 == 0:
            m //= 2
            out += 1
        n -= 1
    return out


def while_over_condition_array_element(x):
    i = 0
    while x[i] != 0:
        i += 1
    return i


def walk_permutation(p, start):
    here = p[start]
    length = 1
    while here != start:
        here = p[here]
        length += 1
    return length


def while_assigns_condition(n):
    running = True
    while running:
        n = n - 3
        running = n > 0
    return n, running


def compound_interest(balance, target, rate):
    years = 0
    while balance < target:
        balance *= 1 + rate
        years += 1
    return years, balance


def test_of_many(x):
    if x > 3:
        while np.arange(4):
            pass
    return x


def array_from_a_generator_in_each_turn(n, x):
    while n < 4:
        weights = np.fromiter((value * n for value in x), float)
        n = n + weights.sum()
    return n


def array_from_a_list_in_each_turn(n, x):
    while True:
        if n > 3:
            return n
        n = n + np.fromiter([value * n for value in x], float).sum()


CASES = [
    case(collatz, i64(27), i64(1), i32(6), 7, core=True),
    case(count_up, i64(5), i64(0), f64(2.5), 3),
    case(factorial, i64(10), i64(0), i64(25), 30, core=True),
    case(
        gcd,
        (i64(48), i64(36)),
        (i64(7), i64(0)),
        (48, i64(18)),
        (i32(9), i32(6)),
        core=True,
    ),
    case(fibonacci, i64(10), i64(0), i64(100), core=True),
    case(digits_sum, i64(12345), i64(0), u8(255), core=True),
    case(reverse_digits, i64(12340), i64(0), 987),
    case(
        halve_until_small, (f64(10), 0.1), (f64(0.01), 0.1), (f32(3), 0.5), (i64(9), 1)
    ),
    case(integer_square_root, i64(99), i64(100), i64(0), i64(1)),
    case(power_of_two_above, i64(100), i64(0), f64(1e6)),
    case(while_else_runs, i64(5), i64(0)),
    case(while_else_skipped, (i64(5), i64(3)), (i64(5), i64(9)), (i64(0), 0)),
    case(while_true_break, f64(10), f64(0.1), f32(5), i64(9), core=True),
    case(while_true_return, f64(10), f64(1), i64(5)),
    case(condition_calls_method, floats(1, 2, 3), floats(0.1), ints(4, 5)),
    case(condition_with_and, (i64(50), 5), (i64(50), i64(100)), (i64(0), 3)),
    case(condition_with_or_not, (i64(10), i64(10)), (i64(0), i64(1)), (f64(3.5), 9)),
    case(zero_iterations_keep_type, i64(0), i64(3), f64(1.5)),
    case(
        int_becomes_numpy,
        floats(1, 2),
        ints(),
        ints(100, 100, dtype=np.int8),
        ints(5, dtype=np.uint8),
    ),
    case(scalar_becomes_array, i64(0), i64(2), i64(1)),
    case(array_shrinks, floats(1, 2, 3, 4), floats(1), floats(), ints(1, 2)),
    case(array_grows, i64(5), i64(1), i64(0)),
    case(pop_front, ints(1, 2, 3), floats(), floats(0.5, 0.25)),
    case(filter_until_stable, floats(1, 2, 3, 30, 4), floats(1, 1), wave(9)),
    case(
        two_conditions_alternate, (i64(48), i64(36)), (i64(5), i64(5)), (i32(3), i64(7))
    ),
    case(variable_made_in_loop, i64(4), i64(0), raises=UnboundLocalError),
    case(assigned_twice, i64(20), i64(3)),
    case(python_and_numpy_counters, i64(4), i64(0), 3),
    case(float_drift, i64(10), i64(0)),
    case(small_int_wraps, i64(5), i64(0)),
    case(tolerance_loop, f64(1), f64(100), f32(2)),
    case(bits_set, i64(255), i64(0), 1023, u8(7)),
    case(loop_until_repeated, (i64(3), i64(101)), (i64(1), 7)),
    case(nested_while, i64(5), i64(0), i64(1)),
    case(inner_depends_on_outer, i64(9), i64(0)),
    case(
        while_over_condition_array_element,
        ints(3, 1, 0, 2),
        floats(0),
        ints(1, 2),
        raises=IndexError,
    ),
    case(
        walk_permutation,
        (ints(2, 0, 1, 3), i64(0)),
        (ints(2, 0, 1, 3), 3),
        (ints(1, 0), i64(1)),
    ),
    case(while_assigns_condition, i64(10), i64(1), f64(2.5)),
    case(
        compound_interest,
        (f64(100), 200, 0.05),
        (f64(100), f64(50), 0.05),
        (i64(1), 2, 0.5),
    ),
    case(test_of_many, f64(1), f64(5), raises=ValueError),
    case(
        array_from_a_generator_in_each_turn, (i64(2), floats(1, 2)), (i64(9), floats(1))
    ),
    case(array_from_a_list_in_each_turn, (i64(2), floats(1, 2)), (i64(9), floats(1))),
]
