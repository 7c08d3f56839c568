"""Comprehensions and generator expressions over symbols."""

import numpy as np

from tests.corpus.case import *
from tests.corpus.case import case

CASES = []


def add(function, *sets, **options):
    CASES.append(case(function, *sets, **options))


X = floats(1, -2, 3, 0.5)
E = floats()
L = np.arange(50.0) - 20
I = ints(3, 1, 2, 0)


def kept_above(x):
    return [v * 2 for v in x if v > 0]


add(kept_above, X, E, L)


def clipped_each(x, t):
    return [v if v > t else t for v in x]


add(clipped_each, (X, np.float64(0)), (L, 0.0), (E, 1))


def squares_up_to(n):
    return [i * i for i in range(n)]


add(squares_up_to, np.int64(5), np.int64(0), 4, 100)


def squares_of_every_third(n):
    return [i * i for i in range(n) if i % 3 == 0]


add(squares_of_every_third, np.int64(5), np.int64(0), 40)


def pairs_below(n):
    return [(i, j) for i in range(n) for j in range(i) if (i + j) % 2]


add(pairs_below, np.int64(5), np.int64(0), 4)


def sum_of_kept(x):
    return sum(v * v for v in x if v > 0)


add(sum_of_kept, X, E, L)


def any_and_all(x, t):
    return any(v > t for v in x), all(v < t for v in x)


add(any_and_all, (X, np.float64(0)), (L, 5.0), (E, 1))


def largest_kept(x):
    return max(v for v in x if v < 2)


add(largest_kept, X, L)


def largest_or_default(x):
    return max((v for v in x if v < 2), default=None)


add(largest_or_default, X, E, L)


def first_kept(x):
    return next((v for v in x if v > 0.7), None)


add(first_kept, X, E, L)


def first_kept_or_stop(x):
    return next(v for v in x if v > 100)


add(first_kept_or_stop, X, E, raises=StopIteration)


def sorted_kept(x):
    return sorted(abs(v) for v in x if v != 3)


add(sorted_kept, X, E, L)


def dict_by_symbol(x):
    return {int(v): v * v for v in x if v > 0}


add(dict_by_symbol, X, E, L)


def set_by_symbol(x):
    return len({int(v) % 3 for v in x}), sorted({int(v) % 3 for v in x})


add(set_by_symbol, X, E, L)


def sums_of_rows(m):
    return [sum(v for v in row) for row in m]


add(sums_of_rows, grid(2, 3), grid(0, 3), grid(40, 2))


def nested_lists(m):
    return [[v * 2 for v in row] for row in m]


add(nested_lists, grid(2, 3), grid(0, 3), grid(40, 2))


def flattened_kept(m):
    return [v for row in m for v in row if v > 2]


add(flattened_kept, grid(2, 3), grid(0, 3), grid(40, 2))


def products_of_pairs(x, y):
    return [a * b for a, b in zip(x, y) if a > b]


add(products_of_pairs, (X, X[::-1]), (L, -L), (E, E))


def indices_kept(x):
    return [i for i, v in enumerate(x) if v > 0]


add(indices_kept, X, L, E)


def loop_over_generator(x):
    out = []
    for v in (u * 2 for u in x if u > 0):
        if v > 4:
            break
        out.append(v)
    return out


add(loop_over_generator, X, L, E)


def tuple_and_list_of_generator(x):
    return tuple(v + 1 for v in x), list(v for v in x if v)


add(tuple_and_list_of_generator, X, L, E)


def array_of_kept(x):
    return np.array([v * v for v in x if v > 0])


add(array_of_kept, X, L, E)


def joined_kept(x):
    return ",".join(str(v) for v in x if v > 0)


add(joined_kept, X, L, E)


def walrus_in_filter(x):
    ys = [y for v in x if (y := v * 2) > 1]
    return ys, y


add(walrus_in_filter, X, L)


def walrus_in_any(x):
    if any((hit := v) > 2 for v in x):
        return hit
    return None


add(walrus_in_any, X, L, E)


def items_by_index(x, n):
    return [x[i] for i in range(n)]


add(items_by_index, (X, np.int64(3)), (X, np.int64(9)), (X, 2), raises=IndexError)


def prints_each(x):
    return [print(v) for v in x]


add(prints_each, X, E)


def prints_in_filter(x):
    return [v for v in x if print(v) or v > 0]


add(prints_in_filter, X, E)


def share_kept(x):
    return sum(1 for v in x if v > 0) / len(x)


add(share_kept, X, L)


def generator_by_hand(x):
    g = (v * 2 for v in x)
    return next(g), next(g), list(g)


add(generator_by_hand, X)


def generator_gone_through_twice(x):
    g = (v * 2 for v in x if v > 0)
    a = list(g)
    b = list(g)
    return a, b


add(generator_gone_through_twice, X)


def sum_in_loop(x, n):
    t = 0
    for k in range(n):
        t += sum(v * k for v in x if v > k)
    return t


add(sum_in_loop, (X, np.int64(3)), (L, np.int64(4)))


def lists_in_loop(x, n):
    out = []
    for k in range(n):
        out.append([v for v in x if v > k])
    return out


add(lists_in_loop, (X, np.int64(3)), (L, np.int64(0)))


def in_branches(x):
    if x[0] > 0:
        r = [v for v in x if v > 0]
    else:
        r = [v * 2 for v in x]
    return r


add(in_branches, X, -X)


def changed_later(x):
    r = [v for v in x if v > 0]
    r.append(1)
    r += [2]
    return r, r[0], r[-1], len(r), 2 in r


add(changed_later, X, L)


def unpacked_generator(x):
    a, b = (v for v in x if v > 0)
    return a, b


add(unpacked_generator, X, raises=ValueError)


def over_dict(x, d):
    return [d[k] * x for k in d], {k: d[k] * x for k in d if k != "b"}


add(over_dict, (X, {"a": 1, "b": 2}))


def plain_items_symbolic_filter(x):
    return [v for v in [x, 2 * x, 3 * x] if v > 2]


add(plain_items_symbolic_filter, np.float64(1), np.float64(-1))


def set_of_plain_symbolic_filter(x):
    return {v for v in [1, 2, 3] if v > x}


add(set_of_plain_symbolic_filter, np.float64(1), np.float64(-1), 2)


def dict_of_plain_symbolic_filter(x):
    return {k: v for k, v in zip("abc", [x, 2 * x, 3 * x]) if v > 2}


add(dict_of_plain_symbolic_filter, np.float64(1), np.float64(-1))


def long_range_symbolic_filter(x):
    return [i for i in range(10**3) if i % 7 == 0 and i > x]


add(long_range_symbolic_filter, np.int64(900))


def transposed(m):
    return [[row[i] for row in m] for i in range(m.shape[1])]


add(transposed, grid(2, 3), grid(40, 2))


def sum_over_matrix(m):
    return sum(m[i, j] for i in range(m.shape[0]) for j in range(m.shape[1]) if i != j)


add(sum_over_matrix, grid(3, 3), grid(40, 40))


def dependent_ranges(x):
    return [j for i in range(3) if i for j in range(i) if x[j] > 0]


add(dependent_ranges, X)


def two_tests(x):
    return [v for v in x if v > 0 if v < 2]


add(two_tests, X, L, E)


def inner_display(x):
    return [w for v in x if v > 0 for w in (v, -v)]


add(inner_display, X, L, E)


def dict_of_generator(x):
    return dict((i, v) for i, v in enumerate(x) if v > 0)


add(dict_of_generator, X, L, E)


def frozen_set_of_generator(x):
    return frozenset(v for v in x if v > 0)


add(frozen_set_of_generator, X, E)


def sum_of_reciprocals(x):
    return sum(1 / v for v in x)


add(sum_of_reciprocals, X, E, I)


def reciprocals(n):
    return [1 / i for i in range(n)]


add(reciprocals, np.int64(3), 3, 0, raises=ZeroDivisionError)


def stacked(x, n):
    return np.stack([x * k for k in range(n)])


add(stacked, (X, np.int64(3)), (X, 3), (X, np.int64(0)), raises=ValueError)


def over_reversed(x):
    return [v for v in reversed(x) if v > 0]


add(over_reversed, X, I, L)


def target_is_local(x):
    v = 5
    r = [v for v in x]
    return r, v


add(target_is_local, X)


def target_named_as_source(x):
    return [x for x in x]


add(target_named_as_source, X, E)


def single_item_targets(x):
    return [a for (a,) in x.reshape(-1, 1)], [a for [a] in x.reshape(-1, 1) if a > 0]


add(single_item_targets, X, L)


def nested_targets(x):
    return [a + b + c for a, (b, c) in zip(x, zip(x, x)) if a > 0]


add(nested_targets, X, L)


def helper(v):
    if v > 1:
        return [v, v]
    return [v]


def inner_call(x):
    return [w for v in x for w in helper(v)]


add(inner_call, X, E)


def dict_changed_later(x):
    d = {f"k{i}": v for i, v in enumerate(x) if v > 0}
    return d, len(d), d.get("k0"), list(d), list(d.values()), "k1" in d


add(dict_changed_later, X, E)


def one_row_many_times(x):
    row = [0, 0]
    out = [row for _ in x]
    out[0][0] = 5
    return out, out[0] is out[1]


add(one_row_many_times, X, L)


def rows_that_change(n):
    g = [[0] * 3 for _ in range(n)]
    g[0][1] = 7
    for i in range(n):
        g[i][2] = i
    return g


add(rows_that_change, np.int64(3), 3)


def bump(x, i):
    x[i] = x[i] + 1
    return x[i]


def writes_what_it_reads(x):
    return [bump(x, (i + 1) % len(x)) for i in range(len(x))], x


add(writes_what_it_reads, X)


def writes_what_comes_later(x):
    return [v + bump(x, 3) for v in x]


add(writes_what_comes_later, X, L)


def ends_too_early(xs):
    it = iter(xs)
    return [next(it) for _ in range(2)]


add(ends_too_early, [1], [1, 2], np.ones(1), raises=StopIteration)


def ends_in_a_dict(x):
    it = iter([x])
    return {k: next(it) for k in range(2)}


add(ends_in_a_dict, 1.5, raises=StopIteration)


def ends_in_a_set(x):
    it = iter([x])
    return {next(it) for _ in range(2)}


add(ends_in_a_set, 1.5, raises=StopIteration)


def ends_in_a_test(x):
    it = iter([x])
    return [k for k in range(2) if next(it)]


add(ends_in_a_test, 1.5, raises=StopIteration)


def ends_in_a_generator(x):
    it = iter([x])
    return [v for v in (next(it) for _ in range(2))]


add(ends_in_a_generator, 1.5, raises=RuntimeError)


def unpacked_on_one_path(x, edges):
    if x > 0:
        return [u + k for u, v, k in edges], dict((v, k) for u, v, k in edges)
    return {(u, v) for u, v in edges}


CASES += [
    case(
        unpacked_on_one_path,
        (f64(-1), [(0, 1)]),
        (f64(1), [(0, 1)]),
        raises=ValueError,
    ),
]
