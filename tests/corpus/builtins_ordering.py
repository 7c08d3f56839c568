"""sorted, min, max with keys, list.sort, comparisons of sequences, slices of them."""

from __future__ import annotations

import bisect
import heapq
import operator

import numpy as np

from tests.corpus.case import bools, case, f64, floats, grid, i64, ints


def sorted_key_mask(x, t):
    return sorted(x[x > t], key=lambda v: abs(v - 2))


def sorted_key_reverse(x):
    return sorted(x, key=lambda v: v % 3, reverse=True)


def sorted_reverse_symbolic(x, r):
    return sorted(x, reverse=r)


def sorted_two(a, b):
    low, high = sorted([a, b])
    return high - low


def sorted_three_key(a, b, c):
    return sorted((a, b, c), key=lambda v: -v)


def sorted_pairs(x, y):
    return sorted(zip(x, y))


def sorted_pairs_by_second(x, y):
    return sorted(zip(x, y), key=lambda p: p[1])


def sorted_indices(x):
    return sorted(range(len(x)), key=lambda i: x[i])


def sorted_indices_getitem(x):
    return sorted(range(3), key=x.__getitem__)


def sorted_itemgetter(x, y):
    return sorted(zip(x, y), key=operator.itemgetter(1), reverse=True)


def sorted_key_tuple(x):
    return sorted(x, key=lambda v: (v > 2, -v))


def sorted_plain_by_symbol(x):
    names = ["a", "b", "c"]
    return sorted(names, key=lambda n: x[ord(n) - 97])


def sorted_dict_by_value(a, b):
    d = {"a": a, "b": b}
    return sorted(d, key=d.get), sorted(d.items(), key=lambda kv: kv[1])


def sorted_stable(x):
    return sorted(enumerate(x), key=lambda p: p[1])


def sorted_key_prints(x):
    def key(v):
        print(v)
        return -v

    return sorted(x[x > 0], key=key)


def sorted_key_raises(x):
    def key(v):
        if v > 3:
            raise ValueError("large", v)
        return v

    return sorted(x[x > 0], key=key)


def sorted_rows(m):
    return sorted(m.tolist())


def sorted_strings(x):
    return sorted(str(v) for v in x)


def sort_in_place(a, b, c):
    xs = [a, b, c]
    xs.sort()
    return xs


def sort_in_place_key(a, b, c):
    xs = [a, b, c]
    xs.sort(key=lambda v: -v)
    return xs[0], xs


def sort_in_place_reverse(a, b):
    xs = [a, b]
    xs.sort(reverse=True)
    first, second = xs
    return first - second


def sort_run_time_list(x, t):
    xs = []
    for v in x:
        if v > t:
            xs.append(v)
    xs.sort(key=lambda v: abs(v - 2))
    return xs


def sort_argument(xs):
    xs.sort(key=lambda v: -v)
    return xs


def sort_key_plain(x):
    xs = [3, 1, 2]
    xs.sort(key=lambda v: -v)
    return [v * x for v in xs]


def min_key_two(a, b):
    return min(a, b, key=lambda v: abs(v))


def max_key_tuple_items(a, b, c):
    best = max((a, "a"), (b, "b"), (c, "c"), key=lambda p: p[0])
    return best


def max_key_ties(x):
    return max(x, key=lambda v: v % 2), min(x, key=lambda v: v % 2)


def max_key_index(x):
    return max(range(len(x)), key=lambda i: x[i])


def min_key_mask_default(x, t):
    return min(x[x > t], key=lambda v: -v, default=None)


def min_key_empty(x):
    return min(x[x > 100], key=lambda v: -v)


def max_key_rows(m):
    return max(m, key=lambda row: row.sum())


def max_key_nan(x):
    return max(x, key=lambda v: v), min(x, key=lambda v: -v)


def max_key_none(x):
    return max(x, key=None), max(x[0], x[1], key=None)


def max_pairs(x, y):
    return max(zip(x, y)), min(zip(x, y))


def max_enumerate(x):
    return max(enumerate(x), key=lambda p: p[1])


def max_enumerate_mask(x):
    i, v = max(enumerate(x[x > 0]), key=lambda p: p[1])
    return i, v


def max_mixed_types(a, b):
    return max(a, b, 1, 2.5), min(a, b, True)


def max_of_dict(a, b):
    d = {"a": a, "b": b}
    return max(d.values()), max(d, key=lambda k: d[k])


def max_default_unused(a):
    return max([a], default=3), max([], default=a)


def max_of_strings(a, b):
    return max(str(a), str(b), key=len)


def max_key_in_loop(m):
    out = []
    for row in m:
        out.append(max(row, key=lambda v: (v - 3) ** 2))
    return out


def nelder(f, points):
    points = sorted(points, key=f)
    best, second, worst = points
    return best + second - worst


def square(p):
    return p * p


def any_lists(a, b):
    return any([a > 1, b > 1]), all([a > 1, b > 1]), any([]), all([])


def any_of_values(xs):
    return any(xs), all(xs)


def any_two_dimensional(m):
    return any(m)


def sum_mixed(a, b):
    return sum([a, b, 1]), sum((a, b), 0.5), sum([a], start=b)


def sum_of_arrays(m):
    return sum(m), sum([m[0], m[1]])


def sum_of_lists(x):
    return sum([[1], [2]], []), x


def sum_generator(x):
    return sum(v * v for v in x), sum((v for v in x), 1)


def sum_bools(x):
    return sum(x > 1), sum([x[0] > 1, x[1] > 1])


def sum_small_ints(x):
    return sum(x), sum([x[0], x[1]])


def sum_python_floats(a, b):
    return sum([a, b, 0.1]), sum([float(a), 0.1, 0.2])


def sum_strings(x):
    return sum([str(x[0]), "a"], "")


def compare_tuples(a, b, c, d):
    return (a, b) < (c, d), (a, b) == (c, d), (a, b) != (c, d), (a, b) >= (c, d)


def compare_tuple_in_if(a, b, c, d):
    if (a, b) < (c, d):
        return a
    return c


def compare_tuple_names(x):
    best = (x[0], 0)
    for i in range(1, 4):
        candidate = (x[i], i)
        if candidate > best:
            best = candidate
    return best


def compare_tuple_in_staged_loop(x):
    best = (x[0], 0)
    for i, v in enumerate(x):
        if (v, i) < best:
            best = (v, i)
    return best


def compare_tuple_while(a, b):
    n = 0
    while (a, n) < (b, 3):
        a = a + 1
        n += 1
    return a, n


def compare_lists(a, b):
    xs, ys = [a, 1], [b, 1]
    return xs == ys, xs < ys, xs != ys, xs == [a, 1]


def compare_lengths(a):
    return (a,) < (a, 1), [a, 2] == [a], (a, 1) == [a, 1]


def compare_chain(a, b, c):
    return (a, 1) < (b, 1) <= (c, 1)


def compare_mixed(a):
    return (a, "x") < (a, "y"), ("x", a) == ("x", a)


def compare_unorderable(a):
    return (a, "x") < (a, 1)


def compare_arrays_in_tuples(x):
    return (1, x) < (2, x), (x[0], 2) < (x[1], 1)


def compare_arrays_in_tuples_raise(x):
    return (x, 1) == (x + 1, 1)


def compare_dicts(a, b):
    return {"x": a} == {"x": b}, {"x": a} != {"y": a}


def compare_nested(a, b):
    return ((a, 1), 2) < ((b, 1), 1), [[a]] == [[b]]


def compare_nan(a):
    return (a, 1) == (a, 1), (a,) < (a,), [a] == [a + 0]


def compare_list_arguments(xs, ys):
    if xs == ys:
        return "same"
    return "less" if xs < ys else "more"


def compare_sorted(x):
    xs = list(x)
    return xs == sorted(xs)


def compare_shapes(x, y):
    return x.shape == y.shape, x.shape < (3,), x[x > 0].shape == (2,)


def slice_tuple(x, n):
    t = (1, 2.5, x)
    return t[:n], t[n:], t[::n]


def slice_list(a, b, n):
    xs = [a, b, a + b]
    return xs[:n], len(xs[n:]), sum(xs[:n])


def slice_string(n):
    s = "abcdef"
    return s[:n], s[n], s[n:] + s[:n], s[-n:]


def slice_range(n):
    return list(range(10)[n:]), range(10)[n]


def slice_loop(n):
    words = ["a", "bb", "ccc"]
    out = ""
    for i in range(n):
        for w in words[:i]:
            out += w
    return out


def index_tuple_of_tuples(i):
    table = ((1, 2), (3, 4), (5, 6))
    a, b = table[i]
    return a + b, table[i][1]


def index_table_of_functions(x, i):
    names = ("low", "mid", "high")
    return names[i], [10, 20, 30][i] * x


def index_of_min(x):
    xs = [x[0], x[1], x[2]]
    return xs.index(min(xs))


def index_of_max_list(xs):
    return xs.index(max(xs)), xs.count(xs[0])


def index_missing(xs, v):
    return xs.index(v)


def in_list(a, b):
    return a in [b, 2], (a, 1) in [(b, 1), (2, 1)], a in (), a in {1, 2}


def in_dict(a):
    return a in {1: "x", 2: "y"}


def bisect_array(x, v):
    return bisect.bisect_left(x, v), bisect.bisect_right(x, v), bisect.bisect(x, v, 1)


def bisect_list(v):
    marks = [60, 70, 80, 90]
    return "FDCBA"[bisect.bisect(marks, v)]


def insort_values(x):
    out = []
    for v in x:
        bisect.insort(out, v)
    return out


def insort_plain(a):
    xs = [1, 5, 9]
    bisect.insort(xs, a)
    return xs


def heap_sort(x):
    h = []
    for v in x:
        heapq.heappush(h, v)
    return [heapq.heappop(h) for _ in range(3)]


def heap_static(a, b, c):
    h = [a, b, c]
    heapq.heapify(h)
    smallest = heapq.heappop(h)
    heapq.heappush(h, smallest + 10)
    return smallest, len(h), min(h)


def heap_plain(x):
    h = [3, 1, 2]
    heapq.heapify(h)
    heapq.heappush(h, 0)
    return [heapq.heappop(h) * x for _ in range(4)]


def heap_pairs(x):
    h = []
    for i, v in enumerate(x):
        heapq.heappush(h, (v, i))
    total = 0
    while h:
        v, i = heapq.heappop(h)
        total = total * 2 + v * i
    return total


def heap_largest(x, n):
    return heapq.nlargest(2, x), heapq.nsmallest(n, x)


def heap_largest_key(x):
    return heapq.nlargest(2, x, key=lambda v: -v)


def heap_replace(x):
    h = [f64(1), f64(2)]
    heapq.heapify(h)
    for v in x:
        if v > h[0]:
            heapq.heapreplace(h, v)
    return sorted(h)


def heap_merge(x, y):
    return list(heapq.merge(sorted(x), sorted(y)))


def median(x):
    s = sorted(x)
    n = len(s)
    return s[n // 2] if n % 2 else (s[n // 2 - 1] + s[n // 2]) / 2


def rank(x):
    order = sorted(range(len(x)), key=lambda i: x[i])
    out = np.zeros(len(x), int)
    for r, i in enumerate(order):
        out[i] = r
    return out


def top_two(x, t):
    found = sorted((v for v in x if v > t), reverse=True)[:2]
    return found


def sort_left_half_done(items, descending):
    items.sort(key=lambda item: item, reverse=descending)
    return items


def sort_of_made_list_left_half_done(x, t):
    items = [3, 2, 4, "a", 1]
    try:
        items.sort(key=lambda item: item, reverse=True)
    except TypeError:
        items.append(x[0] + t)
    return items


def sort_with_a_position(x):
    items = [x[1], x[0]]
    items.sort(abs, key=None)
    return items


VALUES = floats(3, -1, 2.5, 4, -2)
NAN = f64("nan")

CASES = [
    case(sorted_key_mask, (VALUES, 0), (VALUES, f64(9)), (ints(3, 1, 2), i64(0))),
    case(sorted_key_reverse, VALUES, ints(3, 1, 2, 4, 5), floats()),
    case(
        sorted_reverse_symbolic, (VALUES, i64(1)), (ints(3, 1), i64(0)), (VALUES, True)
    ),
    case(sorted_two, (f64(3), f64(1)), (i64(1), 2.5), (1, 2)),
    case(sorted_three_key, (f64(3), f64(1), i64(2)), (1, 2.5, f64(2))),
    case(sorted_pairs, (ints(2, 1, 2), floats(1, 2, 0)), (ints(), ints())),
    case(sorted_pairs_by_second, (ints(2, 1, 2), floats(1, 2, 0)), (ints(), ints())),
    case(sorted_indices, VALUES, ints(3, 1)),
    case(sorted_indices_getitem, VALUES, ints(3, 1, 2)),
    case(sorted_itemgetter, (ints(2, 1, 2), floats(1, 2, 0))),
    case(sorted_key_tuple, VALUES, ints(3, 1, 2)),
    case(sorted_plain_by_symbol, VALUES, ints(3, 1, 2)),
    case(sorted_dict_by_value, (f64(3), f64(1)), (i64(1), 2)),
    case(sorted_stable, ints(1, 0, 1, 0), floats()),
    case(sorted_key_prints, VALUES, ints(3, 1)),
    case(sorted_key_raises, floats(1, 2), VALUES, raises=ValueError),
    case(sorted_rows, -grid(2, 2), grid(0, 2)),
    case(sorted_strings, VALUES, ints(10, 9)),
    case(sort_in_place, (f64(3), f64(1), i64(2)), (1, 2.5, f64(2)), (3, 2, 1)),
    case(sort_in_place_key, (f64(3), f64(1), i64(2)), (1, 2.5, f64(2)), (3, 2, 1)),
    case(sort_in_place_reverse, (f64(3), f64(1)), (i64(1), 2.5)),
    case(sort_run_time_list, (VALUES, 0), (VALUES, f64(9)), (ints(3, 1, 2), i64(0))),
    case(sort_argument, [f64(3), f64(5)], [1, i64(2)], [3, 4]),
    case(sort_key_plain, f64(2), i64(2)),
    case(min_key_two, (f64(-3), f64(2)), (i64(2), -2), (1, 2)),
    case(max_key_tuple_items, (f64(1), f64(3), f64(3)), (i64(2), 1, 0.5)),
    case(max_key_ties, ints(2, 4, 3, 5), floats(1, 2)),
    case(max_key_index, VALUES, ints(3, 3)),
    case(min_key_mask_default, (VALUES, 0), (VALUES, f64(9))),
    case(min_key_empty, VALUES, ints(200, 300), raises=ValueError),
    case(max_key_rows, grid(3, 2), -grid(2, 2)),
    case(max_key_nan, floats(1, "nan", 2), floats("nan", 1)),
    case(max_key_none, VALUES, ints(3, 5)),
    case(max_pairs, (ints(2, 1, 2), floats(1, 2, 0))),
    case(max_enumerate, VALUES, ints(3, 5)),
    case(max_enumerate_mask, VALUES, ints(3, 5)),
    case(max_mixed_types, (f64(3), i64(1)), (i64(2), 2), (f64(2.5), 2), (NAN, 1)),
    case(max_of_dict, (f64(3), f64(1)), (i64(1), 2)),
    case(max_default_unused, f64(1), i64(2)),
    case(max_of_strings, (f64(1.25), i64(2)), (i64(100), 7)),
    case(max_key_in_loop, grid(2, 3), grid(3, 2)),
    case(nelder, (square, [f64(3), f64(-1), f64(2)])),
    case(any_lists, (f64(1), f64(3)), (i64(2), 5)),
    case(any_of_values, [f64(0), 1], [i64(0), 0.0], [], [f64(1), f64(2)]),
    case(any_two_dimensional, grid(1, 1), grid(2, 2), raises=ValueError),
    case(sum_mixed, (f64(1), f64(3)), (i64(2), 5), (1, True)),
    case(sum_of_arrays, grid(2, 3), grid(3, 2, np.int8)),
    case(sum_of_lists, f64(1)),
    case(sum_generator, VALUES, floats(), ints(1, 2)),
    case(sum_bools, VALUES, ints(2, 3)),
    case(sum_small_ints, ints(100, 100, dtype=np.int8), ints(200, 9, dtype=np.uint8)),
    case(sum_python_floats, (f64(0.1), f64(0.2)), (i64(1), 0.7)),
    case(sum_strings, floats(1), raises=TypeError),
    case(
        compare_tuples,
        (f64(1), f64(2), f64(1), f64(3)),
        (i64(1), 2, i64(1), 2.0),
        (i64(3), 2, 1, f64(2)),
    ),
    case(compare_tuple_in_if, (f64(1), f64(2), f64(1), f64(3)), (i64(3), 2, 1, f64(2))),
    case(compare_tuple_names, VALUES, ints(1, 1, 1, 1)),
    case(compare_tuple_in_staged_loop, VALUES, ints(1, 1, 0)),
    case(compare_tuple_while, (f64(1), f64(4)), (i64(1), 1), (f64(5), i64(1))),
    case(compare_lists, (f64(1), f64(3)), (i64(2), 2), (2, i64(1))),
    case(compare_lengths, f64(1), i64(2)),
    case(compare_chain, (f64(1), f64(2), f64(2)), (i64(1), i64(1), 2)),
    case(compare_mixed, f64(1), i64(2)),
    case(compare_unorderable, f64(1), i64(2), raises=TypeError),
    case(compare_arrays_in_tuples, VALUES, ints(1, 2)),
    case(compare_arrays_in_tuples_raise, floats(1), VALUES, raises=ValueError),
    case(compare_dicts, (f64(1), f64(1)), (i64(2), 1)),
    case(compare_nested, (f64(1), f64(1)), (i64(2), 1)),
    case(compare_nan, NAN, f64(1)),
    case(
        compare_list_arguments,
        ([f64(1), f64(2)], [f64(1), f64(2)]),
        ([f64(1), f64(2)], [f64(1), f64(0)]),
        ([i64(1)], [i64(1), i64(2)]),
    ),
    case(compare_sorted, VALUES, ints(1, 2)),
    case(compare_shapes, (VALUES, VALUES), (floats(1, 2), grid(2, 2))),
    case(slice_tuple, (f64(1), i64(1)), (i64(2), i64(2)), (f64(1), -1)),
    case(slice_list, (f64(1), f64(2), i64(1)), (i64(1), 2, i64(3)), (1.5, i64(1), 0)),
    case(slice_string, i64(2), i64(4), 3),
    case(slice_range, i64(2), i64(4)),
    case(slice_loop, i64(4), i64(0)),
    case(index_tuple_of_tuples, i64(1), i64(-1), i64(3), raises=IndexError),
    case(index_table_of_functions, (f64(1), i64(1)), (f64(1), i64(0))),
    case(index_of_min, VALUES, ints(3, 3, 1)),
    case(index_of_max_list, [f64(1), f64(3)], [i64(2), 2]),
    case(index_missing, ([f64(1)], f64(1)), ([i64(1)], i64(2)), raises=ValueError),
    case(in_list, (f64(1), f64(1)), (i64(2), 5), (f64(3), i64(0))),
    case(in_dict, f64(1), i64(2), i64(3)),
    case(bisect_array, (floats(1, 2, 3), f64(2)), (ints(1, 5), i64(3))),
    case(bisect_list, f64(75), i64(95), 10),
    case(insort_values, VALUES, ints(3, 1, 2), floats()),
    case(insort_plain, f64(3), i64(7), 4),
    case(heap_sort, VALUES, ints(3, 1, 2)),
    case(heap_static, (f64(3), f64(1), f64(2)), (i64(3), 1, 2.5)),
    case(heap_plain, f64(3), i64(2)),
    case(heap_pairs, VALUES, ints(3, 1, 1)),
    case(heap_largest, (VALUES, i64(2)), (ints(3, 1, 2), 5)),
    case(heap_largest_key, VALUES, ints(3, 1, 2)),
    case(heap_replace, VALUES, floats()),
    case(heap_merge, (VALUES, floats(0, 1)), (ints(1), ints())),
    case(median, VALUES, ints(3, 1)),
    case(rank, VALUES, ints(3, 1)),
    case(top_two, (VALUES, 0), (VALUES, f64(9)), (bools(1, 0), False)),
    case(
        sort_left_half_done,
        ([3, 2, 4, "a", 1], False),
        ([1.0, 1 + 2j, f64(3), 2], True),
        ([3, 1, 2], True),
        raises=TypeError,
    ),
    case(sort_of_made_list_left_half_done, (VALUES, 0), (ints(3, 1), f64(2))),
    case(sort_with_a_position, VALUES, raises=TypeError),
]
