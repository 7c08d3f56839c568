"""Functions that remember their answers: `functools.lru_cache` and `functools.cache`."""

from __future__ import annotations

import functools
from functools import cache, lru_cache

import numpy as np

from tests.corpus.case import case, f64, floats, i64, ints


def fibonacci(n):
    @functools.lru_cache(maxsize=None)
    def fib(k):
        if k < 2:
            return k
        return fib(k - 1) + fib(k - 2)

    return fib(n)


def fibonacci_of_plain_numbers(x):
    @cache
    def fib(k):
        if k < 2:
            return k
        return fib(k - 1) + fib(k - 2)

    return x * fib(10)


def edit(a, b):
    @lru_cache
    def d(i, j):
        if i == 0:
            return j
        if j == 0:
            return i
        return min(
            d(i - 1, j) + 1, d(i, j - 1) + 1, d(i - 1, j - 1) + (a[i - 1] != b[j - 1])
        )

    return d(len(a), len(b))


def coins(values, amount):
    @lru_cache(None)
    def best(rest):
        if rest == 0:
            return 0
        if rest < 0:
            return 10**6
        return 1 + min(best(rest - c) for c in values)

    r = best(amount)
    return r if r < 10**6 else -1


def same_array_again(x):
    @cache
    def f(k):
        return np.arange(3) * k

    a = f(2)
    b = f(2)
    a[0] = 7
    return a, b, a is b


def of_an_array(x):
    @cache
    def f(k):
        return k.sum()

    return f(x)


def asks_for_its_figures(x):
    @cache
    def f(k):
        return k * 2

    f(x)
    f(x)
    return f.cache_info()


def forgets(x):
    @cache
    def f(k):
        return k * 2

    f(x)
    f.cache_clear()
    return f(x)


def by_type(x):
    @cache
    def f(k):
        return type(k).__name__

    return f(1), f(1.0), f(True), f(x)


def grid_paths(n):
    @lru_cache(maxsize=None)
    def paths(i, j):
        return 1 if i == 0 or j == 0 else paths(i - 1, j) + paths(i, j - 1)

    total = 0
    for k in range(n):
        total += paths(k, k)
    return total


def knapsack(w, v, cap):
    n = len(w)

    @lru_cache(maxsize=128)
    def best(i, room):
        if i == n:
            return 0
        r = best(i + 1, room)
        if w[i] <= room:
            r = max(r, v[i] + best(i + 1, room - w[i]))
        return r

    return best(0, cap)


def lcs(a, b):
    a = tuple(a)
    b = tuple(b)

    @lru_cache
    def d(i, j):
        if i == len(a) or j == len(b):
            return 0
        if a[i] == b[j]:
            return 1 + d(i + 1, j + 1)
        return max(d(i + 1, j), d(i, j + 1))

    return d(0, 0)


def collatz(n):
    @cache
    def steps(k):
        if k == 1:
            return 0
        return 1 + steps(k // 2 if k % 2 == 0 else 3 * k + 1)

    return max(steps(i) for i in range(1, n + 1))


def first_asked_in_a_branch(x):
    @cache
    def g(k):
        print("g", k, x)
        return k

    if x > 1:
        g(1)
    return g(1)


def asked_in_a_loop(n):
    @cache
    def g(k):
        print("g", k, n)
        return k * 2

    s = 0
    for i in range(n):
        s += g(i % 2)
    return s


def counts_in_a_variable(n):
    calls = 0

    @cache
    def f(k):
        nonlocal calls
        calls += 1
        return k * n

    s = f(1) + f(n) + f(n) + f(1)
    return s, calls


def notes_in_a_list(n):
    log = []

    @cache
    def f(k):
        log.append(k)
        return k * n

    s = f(1) + f(n) + f(n) + f(1)
    return s, log


def of_a_lambda(n):
    f = lru_cache(lambda k: k * n)
    return [f(i) for i in range(3)], sum(f(j) for j in range(int(n)))


def made_in_a_branch(n):
    if n > 4:

        @cache
        def f(k):
            return k + n

        y = f(1) + f(2)
    else:
        y = 0
    return y


def made_in_a_loop(n):
    y = 0
    i = 0
    while i < n:

        @cache
        def f(k):
            return k + i

        y += f(1) + f(1)
        i += 1
    return y


def asked_in_and_behind_branches(n):
    @cache
    def f(k):
        print(k)
        return k + n

    if n > 4:
        y = f(1) + f(2)
    else:
        y = f(2)
    return y + f(3) + f(2)


def raises(n):
    @cache
    def f(k):
        if k > 4:
            raise ValueError(k)
        return k

    return f(n)


def array_changes(x):
    @cache
    def f(i):
        return x[i] * 2

    a = f(0), f(1)
    x[0] = 9
    x[2] = 7
    return a, f(0), f(2)


def variable_bound_anew(n):
    k = 2

    @cache
    def f(i):
        return i * k

    a = f(1)
    k = n
    return a, f(1), f(2)


def forgets_the_oldest(n):
    @lru_cache(maxsize=2)
    def f(k):
        print("f", k)
        return k * n

    for i in (1, 2, 3, 1, 1, 2):
        f(i)
    return f.cache_info().misses, f.cache_info()


def typed(n):
    @lru_cache(maxsize=None, typed=True)
    def f(k):
        return type(k)

    return f(1), f(1.0), f(n), f.__name__, f.__wrapped__(2)


def two_that_ask_each_other(n):
    @cache
    def even(k):
        return True if k == 0 else odd(k - 1)

    @cache
    def odd(k):
        return False if k == 0 else even(k - 1)

    return even(int(n)), odd(int(n))


def as_key(n):
    @cache
    def f(k):
        return -k

    return sorted([n, 2, 7], key=f), list(map(f, [1, n])), max([n, 4], key=f)


def by_keywords(n):
    @cache
    def f(a, b=2, *c, d=4, **e):
        return a + b + d + len(c) + len(e)

    return f(n), f(n, b=3), f(1, 2, 3, d=n, z=1)


def memory_of_the_user(n):
    memo = {}

    def memoize(g):
        def w(k):
            if k not in memo:
                memo[k] = g(k)
            return memo[k]

        return w

    @memoize
    def fib(k):
        return k if k < 2 else fib(k - 1) + fib(k - 2)

    return fib(n), len(memo)


def helper(k):
    print("helper", k)
    return k + 1


def of_a_function_of_the_module(n):
    f = cache(helper)
    if n > 4:
        f(1)
    return f(1) + f(n)


def of_a_partial(n):
    f = lru_cache(maxsize=4)(functools.partial(helper, n))
    if n > 4:
        f()
    return f()


def of_a_number(n):
    try:
        return cache(n)
    except TypeError as e:
        return str(e)


def calls_a_function_of_the_module(n):
    @cache
    def f(k):
        return helper(k) * n

    return [f(k % 2) for k in range(4)], f.cache_info().hits, f.cache_parameters()


NUMBERS = (3, i64(5), 6.0)


def memoize(function):
    memory = {}

    @functools.wraps(function)
    def wrapper(*args):
        if args in memory:
            return memory[args]
        result = function(*args)
        memory[args] = result
        return result

    return wrapper


def fibonacci_by_own_memory(n):
    @memoize
    def fibonacci(k):
        if k < 2:
            return k
        return fibonacci(k - 1) + fibonacci(k - 2)

    return fibonacci(n)


def coins_by_own_memory(values, amount):
    @memoize
    def fewest(rest):
        if rest == 0:
            return 0
        if rest < 0:
            return 10**6
        return 1 + min(fewest(rest - coin) for coin in values)

    return fewest(amount)


class Priced:
    """Remembers what its methods answer."""

    def __init__(self, factor):
        self.factor = factor
        self.asked = 0

    @lru_cache(maxsize=None)  # noqa: B019  # it is what people write
    def cost(self, number):
        self.asked += 1
        return number * self.factor

    @cache  # noqa: B019
    def doubled(self):
        return self.factor * 2

    def total(self, count):
        total = 0
        for number in range(count):
            total = total + self.cost(number) + self.own(number)
        doubled = self.doubled
        return total + doubled()

    def own(self, number):
        return number + self.asked


def forgotten_by_methods(priced, count):
    priced.cost.cache_clear()
    first = priced.cost(count), priced.cost(count), priced.cost.cache_info().hits
    priced.cost.cache_clear()
    return first, priced.cost(count), priced.asked


def priced_for_nothing():
    made = Priced(3)
    made.cost = lambda number: 0
    return made


def remembered_by_methods(priced, count):
    return priced.total(count), priced.total(count), priced.asked


CASES = [
    case(fibonacci, (5,), (12,), (i64(9),)),
    case(fibonacci_of_plain_numbers, (floats(1.0, 2.0, 3.0, 4.0),)),
    case(edit, (ints(1, 2, 3, 4, 3), ints(2, 3, 4, 4)), (ints(1, 2), ints(3))),
    case(coins, (ints(1, 5, 10), 17), (ints(2, 4), 7), (ints(2, 4), i64(8))),
    case(same_array_again, (floats(1, 2, 3),)),
    case(of_an_array, (floats(1, 2, 3),), raises=TypeError),
    case(asks_for_its_figures, (3.0,), (i64(4),)),
    case(forgets, (3.0,), (i64(4),)),
    case(by_type, (3.0,), (f64(1.0),)),
    case(grid_paths, (4,), (i64(5),)),
    case(
        knapsack,
        (floats(3, 1, 2), floats(1, 5, 9), 4),
        (floats(3, 1, 2), ints(1, 5, 9), i64(3)),
    ),
    case(lcs, (ints(1, 2, 3, 4, 3), ints(2, 3, 4, 4))),
    case(collatz, (27,), (i64(27),)),
    case(first_asked_in_a_branch, (3.0,), (f64(1.0),)),
    case(asked_in_a_loop, (3,), (i64(4),)),
    case(counts_in_a_variable, *NUMBERS),
    case(notes_in_a_list, *NUMBERS),
    case(of_a_lambda, *NUMBERS),
    case(made_in_a_branch, *NUMBERS),
    case(made_in_a_loop, *NUMBERS),
    case(asked_in_and_behind_branches, *NUMBERS),
    case(raises, *NUMBERS, raises=ValueError),
    case(array_changes, ints(1, 2, 3)),
    case(variable_bound_anew, *NUMBERS),
    case(forgets_the_oldest, *NUMBERS),
    case(typed, *NUMBERS),
    case(two_that_ask_each_other, *NUMBERS),
    case(as_key, *NUMBERS),
    case(by_keywords, *NUMBERS),
    case(memory_of_the_user, *NUMBERS),
    case(of_a_function_of_the_module, *NUMBERS),
    case(of_a_partial, *NUMBERS),
    case(of_a_number, *NUMBERS),
    case(calls_a_function_of_the_module, *NUMBERS),
    case(fibonacci_by_own_memory, 5, 12, i64(9)),
    case(
        forgotten_by_methods, lambda: (Priced(2), 3), lambda: (Priced(f64(3)), i64(2))
    ),
    case(
        remembered_by_methods,
        *[lambda k=k, n=n: (Priced(k), n) for k in (2, f64(0.5)) for n in (3, i64(40))],
        lambda: (priced_for_nothing(), 3),
        lambda: (Priced(4), 3),
    ),
    case(coins_by_own_memory, (ints(1, 5), 7), (ints(2, 4), i64(8))),
]
