"""map, filter, reduce, zip, enumerate, iter, next and itertools on symbolic values."""

from __future__ import annotations

import functools
import itertools
import operator

import numpy as np

from tests.corpus.case import bools, case, f64, floats, grid, i64, ints


def reduce_of_a_number(n):
    if n > 0:
        return functools.reduce(operator.add, n, 5)
    return functools.reduce(operator.add, range(n), 5)


def map_to_list(x):
    return list(map(lambda v: v * 2, x))


def map_of_mask(x):
    return list(map(lambda v: v * 2, x[x > 1]))


def map_sum(x):
    return sum(map(lambda v: v * v, x[x > 0]))


def map_two(x, y):
    return list(map(lambda a, b: a * b, x[x > 0], y))


def map_three_with_list(x, n):
    return list(map(lambda a, b, c: a + b * c, x, range(n), [1, 2, 3]))


def map_operator(x, y):
    return list(map(operator.mul, x[x > 0], y[y > 0]))


def map_to_tuple(x):
    return tuple(map(float, x[x > 0]))


def map_int_strings(n):
    return list(map(int, str(n)))


def map_join(x):
    return ",".join(map(str, x[x > 0]))


def map_with_branch(x):
    def clip(v):
        if v > 2:
            return 2
        return v

    return list(map(clip, x[x > 0]))


def map_in_for(x):
    s = 0
    for v in map(lambda w: w + 1, x[x > 0]):
        if v > 4:
            break
        s += v
    return s


def map_prints_in_turn(x):
    def shown(v):
        print("seen", v)
        return v > 2

    for b in map(shown, x[x > 0]):
        print("got", b)
        if b:
            break
    return None


def map_never_used(x):
    map(lambda v: print(v), x)
    return x


def map_unpacked(x):
    a, b = map(lambda v: v + 1, x)
    return a, b


def map_starred(x):
    return max(*map(abs, x))


def map_any_all(x, t):
    return any(map(lambda v: v > t, x[x > 0])), all(map(lambda v: v > t, x[x > 0]))


def map_min_max(x):
    y = x[x != 0]
    return min(map(abs, y)), max(map(abs, y), default=None)


def map_sorted(x):
    return sorted(map(lambda v: -v, x[x > 0]))


def map_of_map(x):
    return list(map(lambda v: v + 1, map(lambda v: v * 2, x[x > 0])))


def map_of_filter(x):
    return list(map(lambda v: v * 10, filter(lambda v: v > 1, x)))


def map_np_array(x):
    return np.array(list(map(lambda v: v**2, x[x > 0])))


def map_rows(m):
    return list(map(sum, m))


def map_rows_to_array(m):
    return np.array(list(map(lambda row: row.max() - row.min(), m[m[:, 0] >= 0])))


def map_nonlocal(x):
    total = 0

    def add(v):
        nonlocal total
        total += v
        return total

    out = list(map(add, x[x > 0]))
    return out, total


def map_type_error(x):
    return list(map(lambda v: v, x))


def filter_to_list(x):
    return list(filter(lambda v: v > 1, x))


def filter_none(x):
    return list(filter(None, x))


def filter_list(a, b, t):
    return list(filter(lambda v: v > t, [a, b, a + b]))


def filter_sum_len(x):
    return sum(filter(lambda v: v > 1, x)), len(list(filter(lambda v: v > 1, x)))


def filter_break(x):
    for v in filter(lambda w: w > 1, x):
        if v > 3:
            break
    else:
        return "none"
    return v


def filter_state(x):
    previous = 0
    s = 0
    for v in filter(lambda w: w != 2, x):
        s += v * previous
        previous = v
    return s, previous


def filter_append(x, t):
    out = []
    for v in filter(lambda w: w > t, x):
        out.append(v - t)
    return out


def filter_enumerate(x):
    s = 0
    for i, v in enumerate(filter(lambda w: w > 1, x), 1):
        s += i * v
    return s


def filter_indices(x):
    return list(filter(lambda i: x[i] > 1, range(len(x))))


def filter_indices_plain(x):
    return list(filter(lambda i: i % 2, range(5))), x


def filter_prints(x):
    def test(v):
        print("test", v)
        return v > 1

    for v in filter(test, x):
        print("body", v)
    return x


def filter_tuple(x):
    return tuple(filter(lambda v: v > 1, x))


def filter_max(x):
    return max(filter(lambda v: v < 3, x), default=f64(-1))


def filter_empty_max(x):
    return max(filter(lambda v: v < 3, x))


def filter_next(x):
    return next(filter(lambda v: v > 1, x), None)


def filter_next_raises(x):
    return next(filter(lambda v: v > 1, x))


def filterfalse(x):
    return list(itertools.filterfalse(lambda v: v > 1, x))


def filter_any(x):
    return any(filter(lambda v: v > 1, x))


def reduce_max(x):
    return functools.reduce(lambda a, b: a if a > b else b, x[x != 0])


def reduce_initial(x):
    return functools.reduce(lambda a, b: a * 2 + b, x, 1)


def reduce_operator(x):
    return functools.reduce(operator.mul, x[x > 0], 1)


def reduce_of_map(x):
    return functools.reduce(lambda a, b: a + b, map(lambda v: v * v, x[x > 0]))


def reduce_prints(x):
    def step(a, b):
        print(a, b)
        return a + b

    return functools.reduce(step, x[x > 0])


def reduce_rows(m):
    return functools.reduce(np.maximum, m)


def reduce_tuple(x):
    def step(state, v):
        low, high = state
        return min(low, v), max(high, v)

    return functools.reduce(step, x[1:], (x[0], x[0]))


def reduce_gcd(x):
    return functools.reduce(np.gcd, x)


def reduce_string(x):
    return functools.reduce(lambda a, b: a + str(b), x[x > 0], "")


def next_default_in_loop(x):
    it = iter(x)
    s = 0
    v = next(it, None)
    while v is not None:
        s += v
        v = next(it, None)
    return s


def next_pairs(x):
    it = iter(x)
    out = []
    for v in it:
        out.append((v, next(it, 0)))
    return out


def zip_lengths(x, y):
    return list(zip(x[x > 0], y))


def zip_unpack(x, y):
    a, b = zip(x, y)
    return a, b


def zip_sum(x, y):
    return sum(a * b for a, b in zip(x, y))


def zip_map(x, y):
    return list(zip(map(lambda v: v + 1, x[x > 0]), y))


def zip_with_map_short(x, y):
    s = 0
    for a, b in zip(map(lambda v: v + 1, x), y):
        s += a * b
    return s


def enumerate_start(x, n):
    return [(i, v) for i, v in enumerate(x, n)]


def enumerate_map(x):
    s = 0
    for i, v in enumerate(map(lambda v: v * v, x[x > 0])):
        s += i * v
    return s


def reversed_array(x):
    out = []
    for v in reversed(x):
        out.append(v)
    return out


def reversed_enumerate(x):
    s = 0
    for i, v in reversed(list(enumerate(x))):
        s = s * 2 + i * v
    return s


def range_attributes(n):
    r = range(2, n, 3)
    return r.start, r.stop, r.step, len(r), list(r)


def range_contains(n, k):
    return k in range(n), k in range(0, n, 2)


def range_index(n):
    r = range(1, n)
    return r[0], r[-1], r[1:3]


def range_negative(n):
    return list(range(n, 0, -2)), sum(range(n))


def chain_arrays(x, y):
    s = 0
    for v in itertools.chain(x, y[y > 0]):
        s = s * 2 + v
    return s


def chain_from_iterable(m):
    return list(itertools.chain.from_iterable(m))


def islice_symbolic(x, n):
    return list(itertools.islice(x, n))


def islice_static(x):
    return list(itertools.islice(x, 1, None, 2))


def accumulate_array(x):
    return list(itertools.accumulate(x[x > 0]))


def accumulate_function(x):
    return list(itertools.accumulate(x[x > 0], lambda a, b: a * 2 + b))


def accumulate_max(x):
    return list(itertools.accumulate(x, max))


def accumulate_short(x):
    return list(itertools.accumulate(x, operator.mul))


def takewhile_positive(x):
    s = 0
    for v in itertools.takewhile(lambda w: w > 0, x):
        s += v
    return s, list(itertools.takewhile(lambda w: w > 1, x))


def takewhile_break(x):
    for v in itertools.takewhile(lambda w: w > 0, x):
        if v > 2:
            break
    else:
        return "all small"
    return v


def dropwhile_positive(x):
    return list(itertools.dropwhile(lambda w: w > 0, x))


def starmap_pairs(x, y):
    return list(itertools.starmap(lambda a, b: a - b, zip(x[x > 0], y)))


def pairwise_differences(x):
    return [b - a for a, b in itertools.pairwise(x)]


def pairwise_of_mask(x):
    out = []
    for a, b in itertools.pairwise(x[x > 0]):
        out.append(b - a)
    return out


def product_of_ranges(n, m):
    s = 0
    for i, j in itertools.product(range(n), range(m)):
        s += i * j
    return s


def product_static(x):
    return [a * b for a, b in itertools.product(x, [1, 2])]


def combinations_of_array(x):
    s = 0
    for a, b in itertools.combinations(x[x > 0], 2):
        s += a * b
    return s


def permutations_static(x):
    return [a - b for a, b in itertools.permutations(x, 2)]


def count_until(x):
    for i in itertools.count():
        if x < 2**i:
            return i


def count_from(x):
    for k in itertools.count(2, 3):
        if k * k > x:
            break
    return k


def zip_count(x):
    s = 0
    for v, i in zip(x[x > 0], itertools.count(1)):
        s += v * i
    return s


def cycle_weights(x):
    s = 0
    for v, w in zip(x[x > 0], itertools.cycle([1, -1])):
        s += v * w
    return s


def repeat_value(x, n):
    s = 0
    for v in itertools.repeat(x, n):
        s += v
    return s


def zip_longest(x, y):
    return list(itertools.zip_longest(x[x > 0], y, fillvalue=0))


def compress(x, m):
    return list(itertools.compress(x, m))


def groupby_value(x):
    out = []
    for k, g in itertools.groupby(x):
        out.append((k, len(list(g))))
    return out


def groupby_key(x):
    out = []
    for k, g in itertools.groupby(x[x > 0], key=lambda v: v > 2):
        out.append((k, sum(g)))
    return out


def tee_two(x):
    a, b = itertools.tee(x)
    next(b)
    return [v - w for v, w in zip(a, b)]


def list_of_range(n):
    return list(range(n)), tuple(range(n, 0, -1))


def list_twice(x):
    m = map(lambda v: v + 1, x)
    return list(m), list(m)


def iter_callable_sentinel(x):
    it = iter([1, 2, 0, 3])
    return list(iter(lambda: next(it), 0)), x


def filter_in_branch(x, t):
    if t > 0:
        return list(filter(lambda v: v > t, x))
    return list(map(lambda v: v - t, x))


def filter_in_loop(m):
    s = 0
    for row in m:
        for v in filter(lambda w: w > 2, row):
            s += v
        s += len(list(map(lambda w: w + s, row)))
    return s


def map_method(x):
    class Scale:
        def __init__(self, k):
            self.k = k

        def apply(self, v):
            return v * self.k

    return list(map(Scale(3).apply, x[x > 0]))


def map_partial(x, k):
    return list(map(functools.partial(operator.add, k), x[x > 0]))


def map_bool_flags(b):
    return list(map(int, b)), sum(map(bool, b))


def filter_long(x):
    total = 0
    for v in filter(lambda w: w % 3 == 0, range(200)):
        total += v * x
    return total


def map_long(x):
    return sum(map(lambda i: i * x, range(100)))


def extend_map(x):
    out = [0]
    out.extend(map(lambda v: v + 1, x[x > 0]))
    return out


def extend_by_operator(x):
    out = []
    out += filter(lambda v: v > 1, x)
    return out


def dict_of_zip(x):
    d = dict(zip(["a", "b"], map(lambda v: v * 2, x)))
    return d["a"] + d["b"]


def set_of_map(x):
    return len(set(map(int, [1, 1, 2]))), x


MIXED = floats(1, -2, 3, 0.5, 4)
NEGATIVE = floats(-1, -2)


def extends_by_many(xs, n):
    out = [1]
    out += filter(lambda v: v > n, xs)
    out += map(lambda v: v * 2, xs)
    for x in xs:
        out += [x, n]
        out += (v for v in xs if v > x)
    return out


def tee_of_generator(xs, n):
    one, two = itertools.tee(v for v in xs if v > n)
    return list(one), list(two)


def tee_in_step(xs, n):
    one, two = itertools.tee(xs[xs > n], 2)
    next(two, None)
    total = 0
    for a, b in zip(one, two):
        total += a * b
    return total


def tee_of_range(xs, n):
    one, two, three = itertools.tee(range(n), 3)
    return sum(one), list(two), next(three, None)


def many_repeated(x, n):
    total = 0.0
    for _ in itertools.repeat(None, 20_000):
        total = total + x * n
    powers = list(map(pow, range(20), itertools.repeat(2, 15)))
    last = None
    for last in itertools.repeat(x, 9):
        if last > n:
            break
    else:
        last = -1
    return total, powers, sum(itertools.repeat(n, 30)), last


CASES = [
    *[
        case(function, (floats(3, -1, 2), 1), (floats(3, -1, 2), i64(2)))
        for function in (extends_by_many, tee_of_generator, tee_in_step, tee_of_range)
    ],
    case(map_to_list, MIXED, floats(), ints(3, 1), [1, i64(2)], ((i64(1), 2.5),)),
    case(map_of_mask, MIXED, NEGATIVE, ints(3, 1)),
    case(map_sum, MIXED, NEGATIVE, ints(3, 1)),
    case(map_two, (MIXED, floats(1, 2)), (NEGATIVE, ints(1))),
    case(map_three_with_list, (floats(1, 2, 3, 4), i64(2)), (ints(1), i64(5))),
    case(map_operator, (MIXED, floats(1, 2)), (NEGATIVE, ints(1))),
    case(map_to_tuple, MIXED, NEGATIVE, ints(1, 2)),
    case(map_int_strings, i64(123), 45, i64(-1), raises=ValueError),
    case(map_join, MIXED, NEGATIVE, ints(1, 2)),
    case(map_with_branch, MIXED, NEGATIVE, ints(1, 5)),
    case(map_in_for, MIXED, NEGATIVE, ints(1, 5)),
    case(map_prints_in_turn, MIXED, NEGATIVE, ints(1, 5, 6)),
    case(map_never_used, MIXED),
    case(map_unpacked, floats(1, 2), ints(3, 4), floats(1), raises=ValueError),
    case(map_starred, floats(1, -2), ints(3, 4)),
    case(map_any_all, (MIXED, 3), (NEGATIVE, 3), (ints(1, 5), i64(0))),
    case(map_min_max, MIXED, ints(3, -4), floats(0), raises=ValueError),
    case(map_sorted, MIXED, NEGATIVE, ints(1, 5)),
    case(map_of_map, MIXED, NEGATIVE),
    case(map_of_filter, MIXED, NEGATIVE, ints(1, 5)),
    case(map_np_array, MIXED, NEGATIVE, ints(1, 5)),
    case(map_rows, grid(2, 3), grid(0, 3)),
    case(map_rows_to_array, grid(2, 3), -1 - grid(2, 3)),
    case(map_nonlocal, MIXED, NEGATIVE, ints(1, 5)),
    case(map_type_error, f64(1), i64(3), None, raises=TypeError),
    case(filter_to_list, MIXED, NEGATIVE, ints(1, 5), [1, i64(2)]),
    case(filter_none, floats(1, 0, 2), ints(0, 0), bools(1, 0), [0, 1, f64(0)]),
    case(filter_list, (f64(1), f64(2), 1.5), (i64(1), 2, i64(0))),
    case(filter_sum_len, MIXED, NEGATIVE),
    case(filter_break, MIXED, NEGATIVE, ints(1, 2), ints(1, 5)),
    case(filter_state, MIXED, NEGATIVE, ints(1, 2, 3)),
    case(filter_append, (MIXED, 1), (NEGATIVE, f64(0)), (ints(1, 2, 3), i64(1))),
    case(filter_enumerate, MIXED, NEGATIVE, ints(1, 2, 3)),
    case(filter_indices, MIXED, NEGATIVE, ints(1, 2, 3)),
    case(filter_indices_plain, MIXED),
    case(filter_prints, MIXED, ints(1, 2, 3)),
    case(filter_tuple, MIXED, NEGATIVE),
    case(filter_max, MIXED, floats(4, 5)),
    case(filter_empty_max, MIXED, floats(4, 5), raises=ValueError),
    case(filter_next, MIXED, NEGATIVE, ints(1, 2, 3)),
    case(filter_next_raises, MIXED, NEGATIVE, raises=StopIteration),
    case(filterfalse, MIXED, NEGATIVE),
    case(filter_any, MIXED, NEGATIVE),
    case(reduce_max, MIXED, ints(3, 5), floats(), raises=TypeError),
    case(reduce_initial, MIXED, floats(), ints(1, 2)),
    case(reduce_operator, MIXED, NEGATIVE, ints(2, 3)),
    case(reduce_of_map, MIXED, ints(2, 3), NEGATIVE, raises=TypeError),
    case(reduce_prints, MIXED, ints(2), NEGATIVE, raises=TypeError),
    case(reduce_rows, grid(3, 2), grid(1, 2)),
    case(reduce_tuple, MIXED, ints(2)),
    case(reduce_gcd, ints(12, 18, 8)),
    case(reduce_string, MIXED, NEGATIVE, ints(2, 3)),
    case(next_default_in_loop, MIXED, floats(), ints(2, 3)),
    case(next_pairs, MIXED, floats(), ints(2, 3)),
    case(zip_lengths, (MIXED, floats(1, 2)), (NEGATIVE, floats(1))),
    case(zip_unpack, (floats(1, 2), ints(3, 4))),
    case(zip_sum, (MIXED, MIXED), (floats(), floats())),
    case(zip_map, (MIXED, floats(1, 2)), (NEGATIVE, floats(1))),
    case(zip_with_map_short, (floats(1, 2), floats(1, 2)), (ints(1), ints(2))),
    case(enumerate_start, (MIXED, i64(3)), (floats(), 1)),
    case(enumerate_map, MIXED, NEGATIVE, ints(1, 2)),
    case(reversed_array, MIXED, floats(), grid(2, 2)),
    case(reversed_enumerate, MIXED, floats()),
    case(range_attributes, i64(9), 4, i64(-3)),
    case(range_contains, (i64(9), i64(4)), (5, i64(9)), (i64(3), 1.5), (4, f64(2))),
    case(range_index, i64(9), i64(3), 4),
    case(range_negative, i64(9), i64(-3)),
    case(chain_arrays, (MIXED, MIXED), (ints(), ints(1)), (ints(1), floats(2))),
    case(chain_from_iterable, grid(2, 2), grid(0, 2)),
    case(islice_symbolic, (MIXED, i64(2)), (floats(), i64(1)), (ints(1, 2), i64(9))),
    case(islice_static, MIXED, floats()),
    case(accumulate_array, MIXED, NEGATIVE, ints(1, 2)),
    case(accumulate_function, MIXED, NEGATIVE, ints(1, 2)),
    case(accumulate_max, MIXED, ints(3, 1, 5)),
    case(accumulate_short, MIXED, ints(3, 1, 5), floats()),
    case(takewhile_positive, MIXED, NEGATIVE, ints(2, 3, 0, 1)),
    case(takewhile_break, MIXED, NEGATIVE, ints(3), ints(1, 2), floats(1, -1, 5)),
    case(dropwhile_positive, MIXED, NEGATIVE, ints(2, 3, 0, 1)),
    case(starmap_pairs, (MIXED, MIXED), (NEGATIVE, floats(1))),
    case(pairwise_differences, MIXED, floats(), ints(3, 1)),
    case(pairwise_of_mask, MIXED, NEGATIVE, ints(3, 1)),
    case(product_of_ranges, (i64(3), i64(4)), (i64(0), 2)),
    case(product_static, floats(1, 2), ints()),
    case(combinations_of_array, MIXED, NEGATIVE, ints(3, 1)),
    case(permutations_static, floats(1, 2, 5), ints(3)),
    case(count_until, i64(9), f64(0.5)),
    case(count_from, i64(90), f64(0.5)),
    case(zip_count, MIXED, NEGATIVE, ints(3, 1)),
    case(cycle_weights, MIXED, NEGATIVE, ints(3, 1)),
    case(repeat_value, (f64(1.5), i64(3)), (i64(2), 2), (f64(1), i64(0))),
    case(zip_longest, (MIXED, floats(1, 2)), (NEGATIVE, floats(1))),
    case(compress, (MIXED, MIXED > 1), (ints(1, 2), ints(0, 1))),
    case(groupby_value, ints(1, 1, 2, 1), floats(), floats(1, 1)),
    case(groupby_key, MIXED, NEGATIVE, ints(1, 1, 2, 5)),
    case(tee_two, MIXED, ints(1, 5)),
    case(list_of_range, i64(3), i64(0)),
    case(list_twice, MIXED, floats()),
    case(iter_callable_sentinel, MIXED),
    case(filter_in_branch, (MIXED, f64(1)), (MIXED, f64(-1))),
    case(filter_in_loop, grid(2, 3), grid(0, 2)),
    case(map_method, MIXED, NEGATIVE),
    case(map_partial, (MIXED, f64(2)), (NEGATIVE, 1)),
    case(map_bool_flags, bools(1, 0, 1), bools()),
    case(filter_long, f64(2), i64(1)),
    case(map_long, f64(2), i64(1)),
    case(extend_map, MIXED, NEGATIVE, ints(1, 2)),
    case(extend_by_operator, MIXED, NEGATIVE, ints(1, 2)),
    case(many_repeated, (1, 2), (f64(2.5), 1), (3, 4), (5, 1)),
    case(dict_of_zip, floats(1, 2), ints(3, 4)),
    case(set_of_map, MIXED),
    case(reduce_of_a_number, i64(-1), i64(1), raises=TypeError),
]
